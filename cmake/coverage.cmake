# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# TAUT_COVERAGE counts which lines the tests reach; tools/coverage.sh makes a table of it.

function(taut_coverage target)
    if(TAUT_COVERAGE)
        target_compile_options(${target} PRIVATE --coverage)
        target_link_options(${target} PUBLIC "$<BUILD_INTERFACE:--coverage>")
    endif()
endfunction()
