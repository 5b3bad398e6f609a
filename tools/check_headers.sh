#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Every header compiles alone: the public ones as C17 and C++17, the others as C17.
#
#     tools/check_headers.sh [C compiler [C++ compiler]]

set -eu
cd "$(dirname "$0")/.."

cc=${1:-cc}
cxx=${2:-c++}
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wcast-align -Wundef -Werror"
failed=0

# compile LANGUAGE STANDARD COMPILER HEADER
compile() {
    # A lane needs a width; a list of X(...) is no mistake, and a header of macros alone neither.
    # The list of warnings is words on purpose.
    # shellcheck disable=SC2086
    if ! printf '#include "%s"\ntypedef int taut_not_empty;\n' "$4" |
        "$3" -x "$1" -std="$2" $warnings -Wno-psabi -DLANE_WIDTH=4 -DTAUT_STATIC '-DX(...)=' \
            -Iinclude -Isrc -Iscenes -Icli -Itests -I. -fsyntax-only -; then
        echo "$4 does not compile alone as $2" >&2
        failed=1
    fi
}

for header in include/taut/*.h; do
    compile c c17 "$cc" "${header#include/}"
    if command -v "$cxx" >/dev/null 2>&1; then
        compile c++ c++17 "$cxx" "${header#include/}"
    fi
done
# One asks for a header of NVIDIA's, which not every machine has.
for header in $(find src scenes verify cli tests -name '*.h' ! -name driver_calls.h | LC_ALL=C sort); do
    compile c c17 "$cc" "$header"
done
exit $failed
