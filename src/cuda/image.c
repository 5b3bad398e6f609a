// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The kernels as nvcc made them, byte for byte.

extern const unsigned char taut_cuda_image[];

__asm__(".section .rodata\n"
        ".balign 16\n"
        ".globl taut_cuda_image\n"
        ".hidden taut_cuda_image\n"
        "taut_cuda_image:\n"
        ".incbin \"" TAUT_CUDA_IMAGE "\"\n"
        ".previous\n");
