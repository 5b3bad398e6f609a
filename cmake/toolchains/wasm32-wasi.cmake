# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# WebAssembly by clang and wasm-ld, with wasi-libc. SIMD is a flag: -DCMAKE_C_FLAGS=-msimd128.
# Debian: clang-16, lld-16, libclang-rt-16-dev-wasm32, wasi-libc.
#
# Not clang 14: with SIMD it moves a load that fills both lanes past calls which write to that place
# (v128.load64_splat). `make bits` found it by the hash of the scene showcase.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
if(NOT CMAKE_C_COMPILER)
    set(CMAKE_C_COMPILER clang-16)
endif()
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# With an optimisation at linking, clang runs any wasm-opt it finds, which may not know SIMD.
string(CONCAT CMAKE_EXE_LINKER_FLAGS_INIT
    "-O0 -Wl,--strip-all,--gc-sections,--stack-first,--compress-relocations,-z,stack-size=1048576")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
