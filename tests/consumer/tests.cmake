# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The library as its users meet it: installed and moved, then found by find_package and pkg-config;
# and as a subdirectory, static and shared. run.cmake does the work.

function(taut_add_consumer_test name)
    add_test(NAME consumer.${name}
        COMMAND "${CMAKE_COMMAND}"
            -D "MODE=${name}"
            -D "SOURCE=${PROJECT_SOURCE_DIR}"
            -D "BUILD=${PROJECT_BINARY_DIR}"
            -D "CONFIG=$<CONFIG>"
            -D "GENERATOR=${CMAKE_GENERATOR}"
            -D "C_COMPILER=${CMAKE_C_COMPILER}"
            -P "${CMAKE_CURRENT_SOURCE_DIR}/consumer/run.cmake")
    set_tests_properties(consumer.${name} PROPERTIES
        TIMEOUT 600
        SKIP_REGULAR_EXPRESSION "consumer test skipped")
endfunction()

taut_add_consumer_test(install)
taut_add_consumer_test(find_package)
taut_add_consumer_test(pkg_config)
taut_add_consumer_test(subdirectory)
taut_add_consumer_test(subdirectory_shared)

set_tests_properties(consumer.install PROPERTIES FIXTURES_SETUP taut_installed)
set_tests_properties(consumer.find_package consumer.pkg_config PROPERTIES
    FIXTURES_REQUIRED taut_installed)
# These compile the library again; one build of a check is enough.
set_tests_properties(consumer.subdirectory consumer.subdirectory_shared PROPERTIES LABELS long)
