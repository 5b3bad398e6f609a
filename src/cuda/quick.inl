// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Square root and division, correctly rounded, for numbers of ordinary size. The compiler's own are
// the same few instructions behind a branch for numbers that are not; three such branches in a row
// keep a thread from doing anything meanwhile. Here the formulas of a distance constraint are
// compiled a second time, without the branches, and whoever uses them asks quick_sure() whether
// they may. Residuals by fused operations make the last bit right (Markstein, "Computation of
// elementary functions on the IBM RISC System/6000 processor", 1990): contraction stays out of the
// formulas. `make test-cuda` compares them with the compiler's, the square root and the inverse for
// every number in the range.

#ifdef __CUDACC__

// Only where the comparison was made: other processors approximate in another way.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 900

LANE_FN float quick_sqrt(float a)
{
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(a));
    float root = __fmul_rn(a, y);
    float half = __fmul_rn(y, 0.5f);
    return __fmaf_rn(__fmaf_rn(-root, root, a), half, root);
}

LANE_FN float quick_inverse(float b)
{
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(b));
    return __fmaf_rn(y, __fmaf_rn(-b, y, 1.0f), y);
}

// By a divisor whose inverse is there, correctly rounded. One residual is enough:
// tests/cuda_quick.cu tried all pairs of significands. Not of +0: its sign would be lost. A
// dividend is -C, and C, a difference, is never -0.
LANE_FN float quick_quotient(float a, float b, float inverse)
{
    float q = __fmul_rn(-a, inverse);
    return __fmaf_rn(__fmaf_rn(-b, q, -a), -inverse, -q);
}

LANE_FN float quick_div(float a, float b)
{
    return quick_quotient(a, b, quick_inverse(b));
}

#else

LANE_FN float quick_sqrt(float a)
{
    return __fsqrt_rn(a);
}

LANE_FN float quick_inverse(float b)
{
    return __frcp_rn(b);
}

LANE_FN float quick_div(float a, float b)
{
    return __fdiv_rn(a, b);
}

LANE_FN float quick_quotient(float a, float b, float)
{
    return __fdiv_rn(a, b);
}

#endif

LANE_FN bool quick_ordinary(float a)
{
    // 2^-40 to 2^40; not for negative numbers, 0, infinities and NaN.
    return __float_as_uint(a) - 0x2b800000u <= 0x53800000u - 0x2b800000u;
}

// Of the square of a length, of the divisor and of what is divided.
LANE_FN bool quick_sure(float square, float divisor, float divided)
{
    // Not && and ||: every branch would be one more to wait for.
    bool dividend = (divided == 0.0f) | quick_ordinary(fabsf(divided));
    return quick_ordinary(square) & quick_ordinary(divisor) & dividend;
}

// The same where everybody knows the rest lengths and inverse masses to be ordinary ones: of the
// square alone. A length from 2^-20 to 2^20 less a rest length is 0 or no less than 2^-45. `range`
// is quick_range(): a comparison with 0 of them is never true.
LANE_FN bool quick_sure_of(float square, uint32_t range)
{
    return __float_as_uint(square) - 0x2b800000u < range;
}

#else

LANE_FN float quick_sqrt(float a)
{
    return sqrtf(a);
}

LANE_FN float quick_inverse(float a)
{
    return 1.0f / a;
}

LANE_FN float quick_div(float a, float b)
{
    return a / b;
}

LANE_FN float quick_quotient(float a, float b, float)
{
    return a / b;
}

// So that tests go both ways.
LANE_FN bool quick_ordinary(float a)
{
    return a > 1e-3f;
}

LANE_FN bool quick_sure(float square, float divisor, float divided)
{
    return square > 1e-3f && divisor > 0.0f && divided != 0.0f;
}

LANE_FN bool quick_sure_of(float square, uint32_t range)
{
    return range > 0 && square > 1e-3f;
}

#endif

// Whether an inverse mass is 0 or such that the sum of two is ordinary.
LANE_FN bool quick_mass(float w)
{
    return (w == 0.0f) | ((w >= 0x1p-40f) & (w <= 0x1p39f));
}

LANE_FN uint32_t quick_range(bool ordinary)
{
    return ordinary ? 0x53800000u - 0x2b800000u : 0u;
}

// Where one is sure, there is a length and something to move: formulas take the first of two.
#define lane_sqrt quick_sqrt
#define lane_inverse quick_inverse
#define lane_div quick_div
#define taut_distance_of quick_distance_of  // or a call might mean that of the structs' namespace
#define lane_select(mask, a, b) ((void)(mask), (void)(b), (a))
namespace quick
{
#include "constraint/distance.inl"
#include "constraint/update.inl"
}  // namespace quick
#undef lane_sqrt
#undef lane_inverse
#undef lane_div
#undef taut_distance_of
#undef lane_select
