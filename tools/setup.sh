#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Installs what is missing on a Debian machine, and says nothing when nothing is.
#
#     tools/setup.sh build    a compiler, cmake, the PNG writer's header
#     tools/setup.sh test     the same, and what the tests would otherwise skip
#     tools/setup.sh check    the same, and what `make check` runs
#     tools/setup.sh bits     what `make bits` needs: cross compilers, emulators, and that of wasm
#     tools/setup.sh wasm     what `make wasm` needs: clang, its linker, a C library, node
#     tools/setup.sh web      what `make playground` needs, and chromium for its tests
#     tools/setup.sh bench    what `make bench` compares with and draws with, beside build and wasm
#
# Asks for root only when something is missing. What only widens the tests is installed when it can
# be and done without when it cannot.

set -eu

level=${1:-build}
needed=""
wanted=""

have() {
    command -v "$1" >/dev/null 2>&1
}

# need COMMAND PACKAGE...; want COMMAND PACKAGE...
need() {
    have "$1" || { shift; needed="$needed $*"; }
}

want() {
    have "$1" || { shift; wanted="$wanted $*"; }
}

# need_file PATTERN PACKAGE
need_file() {
    # The pattern is to be spread.
    # shellcheck disable=SC2086
    ls $1 >/dev/null 2>&1 || needed="$needed $2"
}

# want_file PATTERN PACKAGE
want_file() {
    # The pattern is to be spread.
    # shellcheck disable=SC2086
    ls $1 >/dev/null 2>&1 || wanted="$wanted $2"
}

compiles() {
    cc=${CC:-cc}
    have "$cc" && printf '%s\nint main(void) { return 0; }\n' "$1" |
        "$cc" -x c -o /dev/null - >/dev/null 2>&1
}

collect_wasm() {
    need clang-16 clang-16  # see cmake/toolchains/wasm32-wasi.cmake
    need wasm-ld-16 lld-16
    need node nodejs
    need_file '/usr/include/wasm32-wasi/stdio.h' wasi-libc
    need_file '/usr/lib/llvm-16/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a' \
        libclang-rt-16-dev-wasm32
}

collect_web() {
    collect_wasm
    need npm npm
    need wasm-split binaryen
    have chromium || have google-chrome || wanted="$wanted chromium"
}

collect_bits() {
    need gcc gcc
    need clang clang
    need python3 python3
    need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
    need_file /usr/aarch64-linux-gnu/include/stdio.h libc6-dev-arm64-cross
    need s390x-linux-gnu-gcc gcc-s390x-linux-gnu
    need_file /usr/s390x-linux-gnu/include/stdio.h libc6-dev-s390x-cross
    need qemu-aarch64 qemu-user
    need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
    need wine "wine wine64"
}

collect_bench() {
    need python3 python3
    want_file /usr/include/bullet/btBulletDynamicsCommon.h libbullet-dev
    want valgrind valgrind
    want node nodejs
    want npm npm
    # bench/run.py looks for Debian's python too.
    python3 -c 'import matplotlib' >/dev/null 2>&1 ||
        /usr/bin/python3 -c 'import matplotlib' >/dev/null 2>&1 ||
        wanted="$wanted python3-matplotlib"
}

collect() {
    needed=""
    wanted=""
    need cmake cmake
    need make make
    if [ "$level" = wasm ]; then
        collect_wasm
        return
    fi
    if [ "$level" = web ]; then
        collect_web
        return
    fi
    if [ "$level" = bits ]; then
        compiles '#include <stdio.h>' || needed="$needed libc6-dev"
        collect_wasm
        collect_bits
        return
    fi
    compiles '#include <stdio.h>' || needed="$needed gcc libc6-dev"
    compiles '#include <stb/stb_image_write.h>' || needed="$needed libstb-dev"
    if [ "$level" != build ]; then
        want g++ g++
        want pkg-config pkg-config
        want python3 python3
    fi
    if [ "$level" = bench ]; then
        collect_bench
    fi
    if [ "$level" = check ]; then
        need gcc gcc
        need clang clang
        need clang-format clang-format
        need clang-tidy clang-tidy
        need cppcheck cppcheck
        need python3 python3
    fi
}

# Runs a command as root: directly, or through sudo, which may ask for a password on a terminal.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif ! have sudo; then
        return 1
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

install_packages() {
    echo "setup: installing$*" >&2
    have apt-get || return 1
    as_root true || return 1
    as_root apt-get update -qq >&2 || echo "setup: going on with the old package lists" >&2
    # The list is words on purpose.
    # shellcheck disable=SC2086,SC2048
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $* >&2
}

case $level in
build | test | check | bits | wasm | web | bench) ;;
*)
    echo "usage: tools/setup.sh [build|test|check|bits|wasm|web|bench]" >&2
    exit 2
    ;;
esac

collect
if [ -z "$needed$wanted" ]; then
    exit 0
fi
install_packages "$needed$wanted" || echo "setup: that did not work" >&2
collect
if [ -n "$wanted" ]; then
    echo "setup: going on without$wanted; what uses it is skipped" >&2
fi
if [ -n "$needed" ]; then
    echo "setup: please run as root, then try again: apt-get install$needed" >&2
    exit 1
fi
