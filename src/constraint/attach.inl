// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Pulls a particle to another, usually a kinematic one: a distance constraint whose rest length is
// zero. In one place there is neither a direction nor anything to correct.

LANE_FN void taut_attach_eval(taut_constraint_lanes* c)
{
    taut_distance_eval(c);
}
