// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The functions that libm is not asked for, against libm; and what lanes do to odd numbers.

#include "lanes_probe.h"
#include "math/scalar.h"
#include "support.h"
#include "test.h"

#include <float.h>

// atan2 -------------------------------------------------------------------------------------------

// math/atan2.h promises three units in the last place of pi, which are 2^-22 each.
#define ATAN2_ALLOWED (3.0 * 2.384185791015625e-07)

static float angle_of(float y, float x)
{
    taut_probe_math out;
    taut_probe_at(0)->math(&y, &x, 1, &out);
    return out.angle;
}

static void check_angle(float y, float x)
{
    double expected = atan2((double)y, (double)x);
    double found = (double)angle_of(y, x);
    CHECK_MSG(fabs(found - expected) <= ATAN2_ALLOWED, "atan2(%.9g, %.9g) is %.9g, not %.9g",
              (double)y, (double)x, found, expected);
}

TEST(atan2_is_right_all_around)
{
    for (int i = -18000; i <= 18000; ++i) {
        double angle = (double)i / 18000.0 * 3.14159265358979323846;
        check_angle((float)sin(angle), (float)cos(angle));
    }
}

TEST(atan2_is_right_for_any_ratio)
{
    taut_test_random r = {1};
    for (int i = 0; i < 20000; ++i) {
        float y = random_coarse(&r) * (float)pow(10.0, random_below(&r, 40) - 20);
        float x = random_coarse(&r) * (float)pow(10.0, random_below(&r, 40) - 20);
        if (x != 0.0f || y != 0.0f) {
            check_angle(y, x);
        }
    }
}

TEST(atan2_knows_the_axes_and_the_origin)
{
    check_angle(0.0f, 1.0f);
    check_angle(1.0f, 0.0f);
    check_angle(0.0f, -1.0f);
    check_angle(-1.0f, 0.0f);
    check_angle(1e-44f, 1e-44f);
    check_angle(FLT_MAX, -FLT_MAX);
    CHECK(angle_of(0.0f, 0.0f) == 0.0f);
    // The sign follows y, and small angles keep their relative precision.
    CHECK(angle_of(-1e-30f, 1.0f) == -1e-30f);
    CHECK(angle_of(1e-30f, 1.0f) == 1e-30f);
}

// exp ---------------------------------------------------------------------------------------------

TEST(exp_is_right_for_any_argument_below_zero)
{
    // math/scalar.h promises 1e-15 of the value; drag times substep lies in the first few tenths.
    for (int i = 1; i <= 14000; ++i) {
        double x = i <= 7000 ? -(double)i / 10.0 : -(double)(i - 7000) / 7000.0;
        double expected = exp(x);
        CHECK_MSG(fabs(taut_exp(x) - expected) <= 1e-15 * expected, "exp(%.17g): off by %.3g of it",
                  x, (taut_exp(x) - expected) / expected);
    }
    CHECK(taut_exp(0.0) == 1.0);
    CHECK(taut_exp(-1e-320) == 1.0);
    CHECK_NEAR(taut_exp(-1e9), 0.0, 1e-300);
    CHECK_NEAR(taut_exp(-DBL_MAX), 0.0, 1e-300);
}

// Lanes -------------------------------------------------------------------------------------------

static bool same_math(const taut_probe_math* a, const taut_probe_math* b)
{
    return same_bits(a->root, b->root) && same_bits(a->absolute, b->absolute) &&
           same_bits(a->least, b->least) && same_bits(a->most, b->most) &&
           same_bits(a->angle, b->angle) && same_bits(a->quotient, b->quotient) &&
           same_bits(a->chosen, b->chosen) && a->both == b->both && a->either == b->either &&
           a->neither == b->neither;
}

TEST(lanes_treat_odd_numbers_like_floats)
{
    static const float odd[] = {0.0f,   -0.0f, 1.0f,   -1.0f,    3.0f,      -1.5e-45f,
                                1e-40f, 1e38f, -3e38f, INFINITY, -INFINITY, NAN,
                                0.1f,   -2.5f, 1e-20f, FLT_MIN,  FLT_MAX};
    enum { ODD = sizeof odd / sizeof odd[0], PAIRS = ODD * ODD };
    float a[PAIRS], b[PAIRS];
    for (int i = 0; i < PAIRS; ++i) {
        a[i] = odd[i / ODD];
        b[i] = odd[i % ODD];
    }
    taut_probe_math one[PAIRS], wide[PAIRS];
    taut_probe_at(0)->math(a, b, PAIRS, one);
    for (int p = 1; taut_probe_at(p) != NULL; ++p) {
        memset(wide, 0xff, sizeof wide);
        taut_probe_at(p)->math(a, b, PAIRS, wide);
        for (int i = 0; i < PAIRS; ++i) {
            CHECK_MSG(same_math(&one[i], &wide[i]), "%g and %g on %s", (double)a[i], (double)b[i],
                      taut_backend_name(taut_probe_at(p)->backend));
        }
    }
    // And width 1 is the language's own.
    for (int i = 0; i < PAIRS; ++i) {
        CHECK(same_bits(one[i].root, sqrtf(a[i])));
        CHECK(same_bits(one[i].absolute, fabsf(a[i])));
        CHECK(same_bits(one[i].least, a[i] < b[i] ? a[i] : b[i]));
        CHECK(same_bits(one[i].most, a[i] > b[i] ? a[i] : b[i]));
        CHECK_EQ_INT(one[i].both, a[i] > 0.0f && b[i] > 0.0f);
        CHECK_EQ_INT(one[i].either, a[i] > 0.0f || b[i] > 0.0f);
        CHECK_EQ_INT(one[i].neither, !(a[i] > 0.0f || b[i] > 0.0f));
    }
}

TEST(logarithms_are_right)
{
    CHECK(taut_log(1.0) == 0.0);
    for (double x = 1e-12; x < 1e13; x *= 1.01) {
        CHECK_NEAR(taut_log(x), log(x), 1e-14 * (1.0 + fabs(log(x))));
    }
}
