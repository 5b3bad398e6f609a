# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# TAUT_SANITIZE is a list of sanitizers, for instance "address;undefined".

function(taut_sanitizers target)
    if(NOT TAUT_SANITIZE)
        return()
    endif()
    list(JOIN TAUT_SANITIZE "," names)
    target_compile_options(${target} PRIVATE
        -fsanitize=${names} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    # Whoever links the library from the build tree needs the sanitizer's runtime too.
    target_link_options(${target} PUBLIC "$<BUILD_INTERFACE:-fsanitize=${names}>")
endfunction()
