// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The only file with intrinsics: what the compiler's own vectors cannot say, or say slowly, for
// each set of instructions. Everything here is exact: a lane gives the bits a float would. Included
// by lane.h, after the types.
//
//     simd_splat(s)       s in every lane
//     simd_sqrt(a)        the correctly rounded root
//     simd_select(m,a,b)  a where m, else b; lanes of m are all ones or all zeros
//     simd_min(a,b)       a where a < b, else b: also for zeros and NaNs
//     simd_max(a,b)       a where a > b, else b
//     simd_bits(m)        bit k: lane k of m
//     simd_mask(bits)     and back
//     simd_gather(a,near) a[near[k]]
//     simd_leave()        empties what only wide registers have; not on every machine

#if LANE_WIDTH == 8 && defined(__AVX2__)
#define SIMD_NATIVE 1

#include <immintrin.h>

LANE_FN lane simd_splat(float s)
{
    return (lane)_mm256_set1_ps(s);
}

LANE_FN lane simd_sqrt(lane a)
{
    return (lane)_mm256_sqrt_ps((__m256)a);
}

LANE_FN lane simd_select(lane_mask m, lane a, lane b)
{
    return (lane)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
}

LANE_FN lane simd_min(lane a, lane b)
{
    return (lane)_mm256_min_ps((__m256)a, (__m256)b);
}

LANE_FN lane simd_max(lane a, lane b)
{
    return (lane)_mm256_max_ps((__m256)a, (__m256)b);
}

LANE_FN unsigned simd_bits(lane_mask m)
{
    return (unsigned)_mm256_movemask_ps((__m256)m);
}

LANE_FN lane_mask simd_mask(unsigned bits)
{
    __m256i weights = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i all = _mm256_set1_epi32((int)bits);
    return (lane_mask)_mm256_cmpeq_epi32(_mm256_and_si256(all, weights), weights);
}

LANE_FN lane simd_gather(const float* a, const uint16_t* near)
{
    return (lane)_mm256_setr_ps(a[near[0]], a[near[1]], a[near[2]], a[near[3]], a[near[4]],
                                a[near[5]], a[near[6]], a[near[7]]);
}

#define SIMD_LEAVE 1

LANE_FN void simd_leave(void)
{
    _mm256_zeroupper();
}

#elif LANE_WIDTH == 16 && defined(__AVX512F__)
#define SIMD_NATIVE 1

#include <immintrin.h>

LANE_FN lane simd_splat(float s)
{
    return (lane)_mm512_set1_ps(s);
}

LANE_FN lane simd_sqrt(lane a)
{
    return (lane)_mm512_sqrt_ps((__m512)a);
}

LANE_FN lane simd_select(lane_mask m, lane a, lane b)
{
    return (lane)((m & (lane_mask)a) | (~m & (lane_mask)b));  // one ternary-logic instruction
}

LANE_FN lane simd_min(lane a, lane b)
{
    return (lane)_mm512_min_ps((__m512)a, (__m512)b);
}

LANE_FN lane simd_max(lane a, lane b)
{
    return (lane)_mm512_max_ps((__m512)a, (__m512)b);
}

LANE_FN unsigned simd_bits(lane_mask m)
{
    return _mm512_movepi32_mask((__m512i)m);
}

LANE_FN lane_mask simd_mask(unsigned bits)
{
    return (lane_mask)_mm512_movm_epi32((__mmask16)bits);
}

// A lane of two halves, and one of its halves.
LANE_FN lane simd_join(lane_half low, lane_half high)
{
    return (lane)_mm512_insertf32x8(_mm512_castps256_ps512((__m256)low), (__m256)high, 1);
}

LANE_FN lane_half simd_half(lane a, int high)
{
    return high ? (lane_half)_mm512_extractf32x8_ps((__m512)a, 1)
                : (lane_half)_mm512_castps512_ps256((__m512)a);
}

LANE_FN lane_half simd_gather(const float* a, const uint16_t* near)
{
    __m256i index = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i*)(const void*)near));
    return (lane_half)_mm256_i32gather_ps(a, index, 4);
}

#define SIMD_LEAVE 1

LANE_FN void simd_leave(void)
{
    _mm256_zeroupper();
}

#elif LANE_WIDTH == 4 && defined(__SSE2__)
#define SIMD_NATIVE 1

#include <emmintrin.h>
#ifdef __SSE4_1__
#include <smmintrin.h>
#endif

LANE_FN lane simd_splat(float s)
{
    return (lane)_mm_set1_ps(s);
}

LANE_FN lane simd_sqrt(lane a)
{
    return (lane)_mm_sqrt_ps((__m128)a);
}

LANE_FN lane simd_select(lane_mask m, lane a, lane b)
{
#ifdef __SSE4_1__
    return (lane)_mm_blendv_ps((__m128)b, (__m128)a, (__m128)m);
#else
    return (lane)((m & (lane_mask)a) | (~m & (lane_mask)b));
#endif
}

LANE_FN lane simd_min(lane a, lane b)
{
    return (lane)_mm_min_ps((__m128)a, (__m128)b);
}

LANE_FN lane simd_max(lane a, lane b)
{
    return (lane)_mm_max_ps((__m128)a, (__m128)b);
}

LANE_FN unsigned simd_bits(lane_mask m)
{
    return (unsigned)_mm_movemask_ps((__m128)m);
}

LANE_FN lane_mask simd_mask(unsigned bits)
{
    lane_mask weights = {1, 2, 4, 8};
    lane_mask all = {(int32_t)bits, (int32_t)bits, (int32_t)bits, (int32_t)bits};
    return (all & weights) == weights;
}

LANE_FN lane simd_gather(const float* a, const uint16_t* near)
{
    return (lane){a[near[0]], a[near[1]], a[near[2]], a[near[3]]};
}

#elif LANE_WIDTH == 4 && defined(__ARM_NEON) && defined(__aarch64__)
#define SIMD_NATIVE 1

#include <arm_neon.h>

LANE_FN lane simd_splat(float s)
{
    return (lane)vdupq_n_f32(s);
}

LANE_FN lane simd_sqrt(lane a)
{
    return (lane)vsqrtq_f32((float32x4_t)a);
}

LANE_FN lane simd_select(lane_mask m, lane a, lane b)
{
    return (lane)vbslq_f32((uint32x4_t)m, (float32x4_t)a, (float32x4_t)b);
}

LANE_FN lane simd_min(lane a, lane b)
{
    return simd_select(a < b, a, b);  // vminq has other zeros and NaNs
}

LANE_FN lane simd_max(lane a, lane b)
{
    return simd_select(a > b, a, b);
}

LANE_FN unsigned simd_bits(lane_mask m)
{
    const uint32x4_t weights = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32((uint32x4_t)m, weights));
}

LANE_FN lane_mask simd_mask(unsigned bits)
{
    lane_mask weights = {1, 2, 4, 8};
    lane_mask all = {(int32_t)bits, (int32_t)bits, (int32_t)bits, (int32_t)bits};
    return (all & weights) == weights;
}

LANE_FN lane simd_gather(const float* a, const uint16_t* near)
{
    return (lane){a[near[0]], a[near[1]], a[near[2]], a[near[3]]};
}

#elif LANE_WIDTH == 4 && defined(__wasm_simd128__)
#define SIMD_NATIVE 1

#include <wasm_simd128.h>

LANE_FN lane simd_splat(float s)
{
    return (lane)wasm_f32x4_splat(s);
}

LANE_FN lane simd_sqrt(lane a)
{
    return (lane)wasm_f32x4_sqrt((v128_t)a);
}

LANE_FN lane simd_select(lane_mask m, lane a, lane b)
{
    return (lane)wasm_v128_bitselect((v128_t)a, (v128_t)b, (v128_t)m);
}

LANE_FN lane simd_min(lane a, lane b)
{
    return (lane)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}

LANE_FN lane simd_max(lane a, lane b)
{
    return (lane)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
}

LANE_FN unsigned simd_bits(lane_mask m)
{
    return (unsigned)wasm_i32x4_bitmask((v128_t)m);
}

LANE_FN lane_mask simd_mask(unsigned bits)
{
    lane_mask weights = {1, 2, 4, 8};
    lane_mask all = {(int32_t)bits, (int32_t)bits, (int32_t)bits, (int32_t)bits};
    return (all & weights) == weights;
}

LANE_FN lane simd_gather(const float* a, const uint16_t* near)
{
    return (lane){a[near[0]], a[near[1]], a[near[2]], a[near[3]]};
}

#elif LANE_WIDTH == 16
#error "lanes of sixteen are made of halves: they need AVX-512"
#endif
