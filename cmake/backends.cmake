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
list(LENGTH CMAKE_OSX_ARCHITECTURES taut_architectures)
if(taut_architectures GREATER 1)
    message(STATUS "several architectures in one build: the scalar backend alone")
elseif(TAUT_SIMD AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
        list(APPEND TAUT_BACKENDS sse2 avx2 avx512)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
        list(APPEND TAUT_BACKENDS neon)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^wasm")
        list(APPEND TAUT_BACKENDS simd128)
    endif()
    list(LENGTH TAUT_BACKENDS taut_backend_count)
    if(TAUT_SMALL AND taut_backend_count EQUAL 2)
        list(REMOVE_ITEM TAUT_BACKENDS scalar)
    endif()
endif()

# GCC cannot align the stack of Win64 beyond 16 bytes, and yet keeps wide registers there with moves
# that want more (its bug 54412); the assembler can make them moves that do not.
if(MINGW AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    include(CheckCCompilerFlag)
    check_c_compiler_flag(-Wa,-muse-unaligned-vector-move TAUT_UNALIGNED_VECTOR_MOVE)
    if(TAUT_UNALIGNED_VECTOR_MOVE)
        list(APPEND TAUT_BACKEND_FLAGS_avx2 -Wa,-muse-unaligned-vector-move)
        list(APPEND TAUT_BACKEND_FLAGS_avx512 -Wa,-muse-unaligned-vector-move)
    endif()
endif()

# Tells the sources which backends there are.
function(taut_backend_definitions target)
    foreach(backend IN LISTS TAUT_BACKENDS)
        string(TOUPPER ${backend} name)
        target_compile_definitions(${target} PRIVATE TAUT_HAVE_${name})
    endforeach()
endfunction()
