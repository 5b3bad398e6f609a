#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Runs the tests (the long ones left out) with counters and prints, worst first, how many lines of
# each file of the library they reach.

set -eu
cd "$(dirname "$0")/.."

cmake --log-level=WARNING --preset coverage
cmake --build build-coverage --parallel "$(nproc)"
find build-coverage -name '*.gcda' -delete
(cd build-coverage && ctest --output-on-failure -j2 -LE long)

# gcov prints "File '...'" and, on the next line, "Lines executed:P% of N". Lanes are compiled once
# per width, so a file may come several times.
find build-coverage -path '*taut-*' -name '*.gcno' -exec gcov -n -s "$PWD" -r {} + 2>/dev/null |
    awk -F"[':% ]" '/^File/ { file = $3 } /^Lines/ && file != "" { print $3, file; file = "" }' |
    LC_ALL=C sort -n | awk '{ printf "%6.1f %%  %s\n", $1, $2 }'
