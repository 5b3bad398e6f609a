// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The kernels as nvcc made them, byte for byte: those for any body, for joined ones, for sheets,
// and the one that gathers.

extern const unsigned char taut_cuda_bodies[], taut_cuda_joined[];
extern const unsigned char taut_cuda_sheets[], taut_cuda_gather[];

#define IMAGE(part)                                                                                \
    __asm__(".section .rodata\n"                                                                   \
            ".balign 16\n"                                                                         \
            ".globl taut_cuda_" part "\n"                                                          \
            ".hidden taut_cuda_" part "\n"                                                         \
            "taut_cuda_" part ":\n"                                                                \
            ".incbin \"" TAUT_CUDA_IMAGES "/" part ".fatbin\"\n"                                   \
            ".previous\n")

IMAGE("bodies");
IMAGE("joined");
IMAGE("sheets");
IMAGE("gather");
