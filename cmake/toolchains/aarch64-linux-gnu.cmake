# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# 64-bit ARM; qemu-aarch64 runs it.
# Debian: gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
if(NOT CMAKE_C_COMPILER)
    set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
endif()
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)  # for clang
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")  # so that it runs without its system
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
