# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Float rules, always: every build of every compiler gives the same bits. An a * b + c fused into
# one rounding would differ from two roundings, so contraction is off; nothing reads errno, and
# without it sqrt is one instruction. Never fast-math.

function(taut_float_rules target)
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno)
    endif()
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
        # -std=c17 would ask for `standard`, which only x87 code could tell from `fast`.
        target_compile_options(${target} PRIVATE -fexcess-precision=fast)
        # GCC 12 packs two of (double)(float)a into one vector and leaves the rounding out: a - that
        # comes to 0. Lanes are vectors already, so packing has little to give here.
        target_compile_options(${target} PRIVATE -fno-tree-slp-vectorize)
    endif()
endfunction()
