// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Three lanes: a vector in space for each lane.

#pragma once

#include "math/lane.h"

typedef struct lane3 {
    lane x, y, z;
} lane3;

LANE_FN lane3 lane3_splat(float x, float y, float z)
{
    return (lane3){lane_splat(x), lane_splat(y), lane_splat(z)};
}

LANE_FN lane3 lane3_add(lane3 a, lane3 b)
{
    return (lane3){a.x + b.x, a.y + b.y, a.z + b.z};
}

LANE_FN lane3 lane3_sub(lane3 a, lane3 b)
{
    return (lane3){a.x - b.x, a.y - b.y, a.z - b.z};
}

LANE_FN lane3 lane3_scale(lane3 a, lane s)
{
    return (lane3){a.x * s, a.y * s, a.z * s};
}

// a + s b
LANE_FN lane3 lane3_madd(lane3 a, lane s, lane3 b)
{
    return (lane3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

// a - s b: the bits of a + s (-b)
LANE_FN lane3 lane3_msub(lane3 a, lane s, lane3 b)
{
    return (lane3){a.x - s * b.x, a.y - s * b.y, a.z - s * b.z};
}

LANE_FN lane lane3_dot(lane3 a, lane3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

LANE_FN lane3 lane3_cross(lane3 a, lane3 b)
{
    return (lane3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

LANE_FN lane3 lane3_select(lane_mask m, lane3 a, lane3 b)
{
    return (lane3){lane_select(m, a.x, b.x), lane_select(m, a.y, b.y), lane_select(m, a.z, b.z)};
}

LANE_FN lane3 lane3_neg(lane3 a)
{
    return (lane3){-a.x, -a.y, -a.z};
}
