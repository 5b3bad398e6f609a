// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Whether the square root, the inverse and the quotient of src/cuda/quick.inl are the compiler's own:
// the first two for every number in their range, quotients for many pairs, among them divisors whose
// digits are next to all ones or all zeros. And whether one residual makes a quotient right: for all
// pairs of significands it has to come to what a second one would make of it, which is right where
// the first is off by one at most (Markstein). tools/test_cuda.py builds and runs it.

#include <cstdio>

#include "math/lane.h"

#define LANE_OWN_LINES
#include "constraint/list.h"
#include "cuda/quick.inl"

#define LEAST 0x2b800000u  // 2^-40
#define MOST 0x53800000u   // 2^40
#define LEAST_DIVIDED 0x28800000u  // 2^-46
#define PAIRS (1ull << 33)
#define SIGNIFICANDS (1u << 23)

__device__ unsigned long long wrong[4];

static __device__ void compare(int what, float a, float b)
{
    if (__float_as_uint(a) != __float_as_uint(b)) {
        atomicAdd(&wrong[what], 1ull);
    }
}

// SplitMix64.
static __device__ uint64_t mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static __global__ void compare_all(void)
{
    uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i <= MOST - LEAST;
         i += stride) {
        float a = __uint_as_float(LEAST + (uint32_t)i);
        compare(0, quick_sqrt(a), __fsqrt_rn(a));
        compare(1, quick_inverse(a), __fdiv_rn(1.0f, a));
    }
}

static __global__ void compare_pairs(void)
{
    uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < PAIRS; i += stride) {
        uint64_t r = mix(i);
        uint32_t range = MOST - LEAST;
        float a = __uint_as_float(LEAST_DIVIDED + (uint32_t)(r % (MOST - LEAST_DIVIDED)));
        uint32_t divisor = LEAST + (uint32_t)((r >> 32) * range >> 32);
        uint32_t end = (uint32_t)(r >> 8) & 7;
        uint32_t edge = (divisor & 0x7f800000u) | (r & 1 ? 0x7fffffu - end : end);
        a = r & 2 ? -a : a;
        compare(2, quick_div(a, __uint_as_float(divisor)),
                __fdiv_rn(a, __uint_as_float(divisor)));
        compare(2, quick_div(a, __uint_as_float(edge)), __fdiv_rn(a, __uint_as_float(edge)));
    }
}

// Half a minute on an H200.
static __global__ void compare_significands(uint32_t first, uint32_t end)
{
    unsigned long long found = 0;
    for (uint32_t i = first + blockIdx.x; i < end; i += gridDim.x) {
        float b = __uint_as_float(0x3f800000u | i);
        float inverse = __frcp_rn(b);
#pragma unroll 8
        for (uint32_t k = threadIdx.x; k < SIGNIFICANDS; k += 1024) {
            float a = __uint_as_float(0x3f800000u | k);
            float once = quick_quotient(-a, b, inverse);
            float twice = __fmaf_rn(__fmaf_rn(b, once, a), -inverse, once);
            found += once != twice;
        }
    }
    atomicAdd(&wrong[3], found);
}

int main(void)
{
    compare_all<<<1024, 1024>>>();
    compare_pairs<<<1024, 1024>>>();
    for (uint32_t first = 0; first < SIGNIFICANDS; first += SIGNIFICANDS / 16) {
        compare_significands<<<1024, 1024>>>(first, first + SIGNIFICANDS / 16);
    }
    unsigned long long found[4] = {0};
    cudaError_t error = cudaMemcpyFromSymbol(found, wrong, sizeof found);
    printf("of square roots %llu are wrong, of inverses %llu, of quotients %llu, and of all pairs of "
           "significands %llu (%s)\n",
           found[0], found[1], found[2], found[3], cudaGetErrorString(error));
    bool all = found[0] + found[1] + found[2] + found[3] == 0;
    return error == cudaSuccess && all ? 0 : 1;
}
