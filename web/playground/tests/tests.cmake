# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The page's module in node and the page in a real browser, one CTest entry per file. Skipped (77)
# without the built page, a browser or node; `make test` builds the page.

find_program(TAUT_NODE node)
mark_as_advanced(TAUT_NODE)
if(TAUT_CLI AND TAUT_NODE)
    foreach(topic IN ITEMS bits controls scenes hands page links panel stage learn teach
            notices)
        add_test(NAME web.${topic}
            COMMAND "${TAUT_NODE}" --test-reporter=spec --test-reporter-destination=stdout
            "${CMAKE_CURRENT_LIST_DIR}/${topic}.test.mjs")
        set_tests_properties(web.${topic} PROPERTIES
            TIMEOUT 1500
            SKIP_RETURN_CODE 77
            ENVIRONMENT "TAUT_CLI=$<TARGET_FILE:taut-cli>"
            LABELS web)
    endforeach()
endif()
