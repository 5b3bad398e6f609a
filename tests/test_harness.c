// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The harness under its own test. CTest expects the cases named must_fail_ to fail: a check that
// lets everything through would pass them, and so be noticed.

#include "test.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

TEST(checks_that_hold_pass)
{
    CHECK(true);
    CHECK_MSG(true, "never printed: %d", 1);
    REQUIRE(true);
    CHECK_NEAR(1.0f, 1.25f, 0.25f);
    CHECK_NEAR(INFINITY, INFINITY, 0.0);
    CHECK_EQ_INT(-1, -1);
    CHECK_EQ_U64(UINT64_MAX, UINT64_MAX);
    CHECK_STR("rope", "rope");
    CHECK_STR(NULL, NULL);
}

TEST(must_fail_without_a_check)
{
}

TEST(must_fail_check)
{
    CHECK(false);
}

TEST(must_fail_check_msg)
{
    CHECK_MSG(false, "as it should");
}

TEST(must_fail_near_past_tolerance)
{
    CHECK_NEAR(1.0, 1.5, 0.25);
}

TEST(must_fail_near_nan)
{
    CHECK_NEAR(NAN, NAN, INFINITY);
}

TEST(must_fail_near_opposite_infinities)
{
    CHECK_NEAR(INFINITY, -INFINITY, 1.0);
}

TEST(must_fail_unequal_int)
{
    CHECK_EQ_INT(1, 2);
}

TEST(must_fail_unequal_u64)
{
    CHECK_EQ_U64(1, UINT64_C(1) << 32);
}

TEST(must_fail_unequal_string)
{
    CHECK_STR("rope", "chain");
}

TEST(must_fail_string_and_null)
{
    CHECK_STR("rope", NULL);
}

static void set_after_require(bool condition, bool* reached)
{
    REQUIRE(condition);
    *reached = true;
}

TEST(require_goes_on_when_it_holds)
{
    bool reached = false;
    set_after_require(true, &reached);
    CHECK(reached);
}

TEST(must_fail_require)
{
    bool reached = false;
    set_after_require(false, &reached);
    if (reached) {
        exit(0);  // a pass, which is what must not be
    }
}
