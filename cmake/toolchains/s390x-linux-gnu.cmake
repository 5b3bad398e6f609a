# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# IBM Z, where the highest byte comes first; qemu-s390x runs it.
# Debian: gcc-s390x-linux-gnu, libc6-dev-s390x-cross, qemu-user.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
if(NOT CMAKE_C_COMPILER)
    set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
endif()
set(CMAKE_C_COMPILER_TARGET s390x-linux-gnu)  # for clang
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")  # so that it runs without its system
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
