// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The angle of a vector, without libm, whose atan2 differs from one library to the next.

#pragma once

#include "math/lane.h"

#define TAUT_PI 3.14159265358979f

// atan on [0, 1]. Above tan(pi/8) it uses atan(a) = pi/4 + atan((a - 1) / (a + 1)); the odd
// polynomial is a minimax fit on [0, tan(pi/8)], relative error 2.1e-8.
LANE_FN lane lane_atan_unit(lane a)
{
    lane_mask high = a > lane_splat(0.41421356f);
    lane one = lane_splat(1.0f);
    lane t = lane_select(high, (a - one) / (a + one), a);
    lane z = t * t;
    lane poly = lane_splat(0.08053227f);
    poly = poly * z + lane_splat(-0.13877536f);
    poly = poly * z + lane_splat(0.19977698f);
    poly = poly * z + lane_splat(-0.33332949f);
    lane r = t + t * z * poly;
    return lane_select(high, r + lane_splat(0.25f * TAUT_PI), r);
}

// The angle of (x, y) in [-pi, pi]; 0 for (0, 0). Within 3 units in the last place of pi.
LANE_FN lane lane_atan2(lane y, lane x)
{
    lane ax = lane_abs(x);
    lane ay = lane_abs(y);
    lane_mask steep = ay > ax;
    lane big = lane_select(steep, ay, ax);
    lane small = lane_select(steep, ax, ay);
    lane_mask live = big > lane_splat(0.0f);
    lane r = lane_atan_unit(small / lane_select(live, big, lane_splat(1.0f)));
    r = lane_select(steep, lane_splat(0.5f * TAUT_PI) - r, r);
    r = lane_select(x < lane_splat(0.0f), lane_splat(TAUT_PI) - r, r);
    return lane_select(y < lane_splat(0.0f), -r, r);
}
