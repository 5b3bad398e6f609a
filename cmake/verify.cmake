# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The physics checks of `taut verify`, and with tests one test for each line of verify/list.h.

add_library(taut-verify STATIC ${TAUT_VERIFY_SOURCES})
taut_target(taut-verify)
target_include_directories(taut-verify
    PUBLIC "${PROJECT_SOURCE_DIR}"
    PRIVATE "${PROJECT_SOURCE_DIR}/include")
if(UNIX)
    target_link_libraries(taut-verify PUBLIC m)
endif()

function(taut_add_verify_tests)
    set(list "${PROJECT_SOURCE_DIR}/verify/list.h")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
    file(READ "${list}" text)
    string(REGEX MATCHALL "\n    X\\([a-z_]+, \"[a-z-]+\"" entries "${text}")
    if(NOT entries)
        message(FATAL_ERROR "verify/list.h has no X(identifier, \"name\", ...)")
    endif()
    foreach(entry IN LISTS entries)
        string(REGEX REPLACE ".+\"([a-z-]+)\"" "\\1" check "${entry}")
        add_test(NAME verify.${check} COMMAND taut-cli verify ${check})
        set_tests_properties(verify.${check} PROPERTIES TIMEOUT 600)
    endforeach()
    # Half a second each; sanitizers and builds without optimisation make minutes of it.
    set_tests_properties(verify.rubber verify.cantilever verify.pin-impulse PROPERTIES LABELS long)
    add_test(NAME verify.unknown_name COMMAND taut-cli verify no-such-check)
    add_test(NAME verify.json COMMAND taut-cli verify --json free-fall)
    set_tests_properties(verify.unknown_name PROPERTIES
        PASS_REGULAR_EXPRESSION "there is no check `no-such-check`")
    set_tests_properties(verify.json PROPERTIES
        PASS_REGULAR_EXPRESSION "\"name\": \"free-fall/height-2-m-at-20\"")
endfunction()
