# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# TAUT_BACKENDS: the sets of instructions that src/backend/lanes.c is compiled for. Which of them
# runs is chosen on the machine, so each gets its flags alone and nothing else does.

option(TAUT_SIMD "Build the backends for wider instructions, beside the scalar one" ON)

set(TAUT_BACKENDS scalar)
set(TAUT_BACKEND_WIDTH_scalar 1)
set(TAUT_BACKEND_WIDTH_sse2 4)
set(TAUT_BACKEND_WIDTH_avx2 8)
set(TAUT_BACKEND_WIDTH_avx512 16)
set(TAUT_BACKEND_WIDTH_neon 4)
set(TAUT_BACKEND_WIDTH_simd128 4)
set(TAUT_BACKEND_FLAGS_avx2 -mavx2)
set(TAUT_BACKEND_FLAGS_avx512 -mavx512f -mavx512vl -mavx512dq -mavx512bw
    -mprefer-vector-width=512)
set(TAUT_BACKEND_FLAGS_simd128 -msimd128)

# Vector types are an extension of GCC and Clang; other compilers get the scalar backend.
if(TAUT_SIMD AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
        list(APPEND TAUT_BACKENDS sse2 avx2 avx512)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
        list(APPEND TAUT_BACKENDS neon)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^wasm")
        list(APPEND TAUT_BACKENDS simd128)
    endif()
endif()

# Tells the sources which backends there are.
function(taut_backend_definitions target)
    foreach(backend IN LISTS TAUT_BACKENDS)
        string(TOUPPER ${backend} name)
        target_compile_definitions(${target} PRIVATE TAUT_HAVE_${name})
    endforeach()
endfunction()
