# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Warnings for our own targets; errors with TAUT_WERROR, which is for checks, not for users.

function(taut_warnings target)
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE
            -Wall -Wextra -Wshadow -Wconversion -Wcast-qual -Wcast-align -Wundef -Wvla -Wdouble-promotion
            -Wformat=2 -Wnull-dereference
            "$<$<COMPILE_LANGUAGE:C>:-Wpedantic;-Wstrict-prototypes;-Wmissing-prototypes>"
            # Kernels are C++, and written as C.
            "$<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-field-initializers>")
        if(TAUT_WERROR)
            target_compile_options(${target} PRIVATE -Werror)
        endif()
    endif()
endfunction()

# Vectors wider than the machine's registers never cross the border of the library, so how a
# compiler would pass them is nobody's concern.
function(taut_allow_wide_vectors target)
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE -Wno-psabi)
    endif()
endfunction()
