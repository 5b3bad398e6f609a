# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The npm package, by vitest. Skipped (77) where it is not built; `make test` builds it.

find_program(TAUT_NODE node)
mark_as_advanced(TAUT_NODE)
if(TAUT_NODE AND NOT CMAKE_CROSSCOMPILING)
    add_executable(web-native "${CMAKE_CURRENT_LIST_DIR}/native.c")
    taut_target(web-native)
    target_link_libraries(web-native PRIVATE taut)
    add_test(NAME web.package COMMAND "${TAUT_NODE}" "${CMAKE_CURRENT_LIST_DIR}/run.mjs")
    set_tests_properties(web.package PROPERTIES
        TIMEOUT 1500
        SKIP_RETURN_CODE 77
        ENVIRONMENT "TAUT_WEB_NATIVE=$<TARGET_FILE:web-native>"
        LABELS web)
endif()
