#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Lays out every C and C++ file by .clang-format; with --check only says which are not.

set -eu
cd "$(dirname "$0")/.."

case ${1:-} in
"") options="-i" ;;
--check) options="--dry-run -Werror" ;;
*)
    echo "usage: tools/format.sh [--check]" >&2
    exit 2
    ;;
esac

# The options are words on purpose.
# shellcheck disable=SC2086
find include src scenes verify cli tests tools docs/guide bench/*.[ch] bench/*.cc \
    \( -name '*.c' -o -name '*.h' -o -name '*.inl' -o -name '*.cc' -o -name '*.cpp' \) -print0 |
    LC_ALL=C sort -z | xargs -0 clang-format $options
