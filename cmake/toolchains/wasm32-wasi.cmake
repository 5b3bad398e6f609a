# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# WebAssembly by clang and wasm-ld, with wasi-libc (Debian: clang, lld, wasi-libc,
# libclang-rt-14-dev-wasm32). No Emscripten. SIMD is a flag: -DCMAKE_C_FLAGS=-msimd128.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# With an optimisation at linking, clang runs any wasm-opt it finds, which may not know SIMD.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O0 -Wl,--strip-all,--gc-sections,--stack-first,-z,stack-size=1048576")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
