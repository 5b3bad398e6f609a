# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Windows by mingw-w64; wine runs it.
# Debian: gcc-mingw-w64-x86-64, wine.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
if(NOT CMAKE_C_COMPILER)
    set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
endif()
set(CMAKE_C_COMPILER_TARGET x86_64-w64-mingw32)  # for clang
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")  # so that it runs without its system
# clang looks for gcc's own library where Debian has none.
execute_process(COMMAND x86_64-w64-mingw32-gcc -print-libgcc-file-name
    OUTPUT_VARIABLE taut_libgcc OUTPUT_STRIP_TRAILING_WHITESPACE)
get_filename_component(taut_libgcc "${taut_libgcc}" DIRECTORY)
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -L${taut_libgcc}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
