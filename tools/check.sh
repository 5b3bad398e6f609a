#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# `make check`: everything that is checked by machine, one step after another, the quick ones first.
# All steps run, whatever fails before them; the summary at the end names those that did.
#
#     tools/check.sh [STEP...]    only these steps; `tools/check.sh list` names them

set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

jobs=$(nproc 2>/dev/null || echo 2)
steps=(format layers headers gcc-O3 gcc-O0 clang-O3 clang-O0 sanitize tsan tidy cppcheck mutate)

# build_preset PRESET [CMake arguments]: configures and builds into build-<preset>, all that can be.
# Kernels are translated as far as their assembler, which takes minutes.
build_preset() {
    local preset=$1 log
    shift
    log=$(cmake --preset "$preset" -DTAUT_CUDA_ARCHITECTURES=90-virtual "$@" 2>&1) || {
        echo "$log"
        return 1
    }
    cmake --build "build-$preset" --parallel "$jobs" -- -k
}

# test_preset PRESET [ctest arguments]
test_preset() {
    local preset=$1
    shift
    (cd "build-$preset" && ctest --output-on-failure --progress -j2 "$@")
}

# The long tests run once, in the first build; the other builds leave them out.
step_format() { tools/format.sh --check; }
step_layers() { python3 tools/check_layers.py && python3 tools/check_calls.py; }
step_headers() { tools/check_headers.sh gcc g++ && tools/check_headers.sh clang clang++; }
step_gcc-O3() { build_preset gcc -DTAUT_WERROR=ON && test_preset gcc; }
step_gcc-O0() { build_preset gcc-O0 -DTAUT_WERROR=ON && test_preset gcc-O0 -LE long; }
step_clang-O3() { build_preset clang -DTAUT_WERROR=ON && test_preset clang -LE long; }
step_clang-O0() { build_preset clang-O0 -DTAUT_WERROR=ON && test_preset clang-O0 -LE long; }
step_sanitize() { build_preset asan && test_preset asan -LE long; }

# Threads that dawdle and a sanitizer that sees what they share: the tests of threads, and scenes of
# one large body, of many bodies and of several worlds. On the scalar backend, because the sanitizer
# does not look at vectors of more than 16 bytes.
step_tsan() {
    build_preset tsan -DTAUT_YIELDS=ON || return 1
    test_preset tsan -R '^(crowd|platform|threads)\.' || return 1
    local scene
    for scene in cloth-100 showcase banner substeps-vs-iterations; do
        build-tsan/taut run "$scene" --frames 3 --threads 4 --backend scalar \
            >/dev/null || return 1
    done
}

step_tidy() { build_preset tidy; }

# uninitvar stumbles over `&x` of an x that is filled later; clang's analyzer (tidy) knows better. Nor
# does it see that loops over slots end at the number of slots of a kind.
step_cppcheck() {
    cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability \
        --inline-suppr --error-exitcode=1 -j "$jobs" -DLANE_WIDTH=1 -D__GNUC__=12 -U_WIN32 \
        --suppress=missingIncludeSystem --suppress=uninitvar \
        --suppress=arrayIndexOutOfBoundsCond:src/backend/lane_memory.inl \
        -isrc/cuda/driver_host.cpp -Iinclude -Isrc -Iscenes -Icli -I. src scenes verify cli
}

# Breaks the code on purpose, one place at a time, and expects a test to notice.
step_mutate() {
    if [[ ! -e tools/mutate.py ]]; then
        echo "no tools/mutate.py"
        return 0
    fi
    python3 tools/mutate.py
}

main() {
    if [[ ${1:-} == list ]]; then
        printf '%s\n' "${steps[@]}"
        return 0
    fi
    local chosen=("$@") failed=() step
    [[ $# -gt 0 ]] || chosen=("${steps[@]}")
    for step in "${chosen[@]}"; do
        if ! declare -F "step_$step" >/dev/null; then
            echo "no step named $step; tools/check.sh list names them" >&2
            return 2
        fi
        echo "== $step"
        "step_$step" || failed+=("$step")
    done
    if [[ ${#failed[@]} -gt 0 ]]; then
        echo "== failed: ${failed[*]}"
        return 1
    fi
    echo "== all ${#chosen[@]} steps passed"
}

main "$@"
