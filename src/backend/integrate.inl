// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How particles move between sweeps, for every solver. Vectors in, vectors out; which particle they
// belong to is the backend's business.

// Slows a velocity to `most`; `clamped` tells where.
LANE_FN lane3 taut_limit_speed(lane3 v, lane most, lane_mask* clamped)
{
    lane one = lane_splat(1.0f);
    lane speed2 = lane3_dot(v, v);
    *clamped = speed2 > most * most;
    if (lane_bits(*clamped) == 0) {
        return v;
    }

    // The square of a speed above 1e19 m/s is more than a float can hold.
    lane3 small = lane3_scale(v, lane_select(speed2 > lane_splat(1e30f), lane_splat(1e-25f), one));
    lane length = lane_sqrt(lane3_dot(small, small));
    lane3 slowed = lane3_scale(small, most / lane_select(*clamped, length, one));
    return lane3_select(*clamped, slowed, v);
}

// x + d in two parts: what a float can hold, and in `lo` what it cannot, to be added next time.
// Without it a substep of h loses what gravity adds when g h^2 is less than the spacing of floats
// at x: at 60 Hz x 20 and 100 m, 12 % of free fall. Each component is Moller's (1965) two-sum for
// |d| <= |x|. docs/algorithm.md (3).
LANE_FN lane3 taut_add_carried(lane3 x, lane3 d, lane3* lo)
{
    lane3 t = lane3_add(*lo, d);
    lane3 sum = lane3_add(x, t);
    *lo = lane3_sub(t, lane3_sub(sum, x));
    return sum;
}

// Velocity after the sweep: what prediction used, corrected by what the sweep moved (d), then drag.
// Re-deriving v from positions before and after would round gravity away. docs/algorithm.md (4).
LANE_FN lane3 taut_correct_velocity(lane3 v, lane3 d, lane inverse_h, lane keep)
{
    lane3 corrected = lane3_madd(v, inverse_h, d);
    return lane3_scale(corrected, keep);
}

// Stormer-Verlet with a step that may change: the implicit velocity of the last substep is scaled
// by `ratio` = h / h_last, acceleration acts over h (h + h_last) / 2. docs/algorithm.md (13).
LANE_FN lane3 taut_verlet_move(lane3 x, lane3 p, lane kept_ratio, lane3 acceleration,
                               lane half_h_sum)
{
    lane3 d = lane3_scale(lane3_sub(x, p), kept_ratio);
    return lane3_madd(d, half_h_sum, acceleration);
}
