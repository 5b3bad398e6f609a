// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Whether a constraint is beyond its limits (tear.c): on the host and in kernels.

LANE_FN bool tear_limited(const taut_constraint_set* set, int place)
{
    return (set->strength[place] != 0.0f || set->stretch[place] > 0.0f) && taut_set_has(set, place);
}

// Pull counts of what links two particles and is not crushed, and whatever there is of the others.
// @param scale makes a multiplier a force
LANE_FN float tear_force(const taut_constraint_set* set, int kind, int place, float lambda,
                         float scale)
{
    float force = -lambda * scale;
    bool link = kind == TAUT_CONSTRAINT_DISTANCE || kind == TAUT_CONSTRAINT_ATTACH;
    bool either = !link || set->strength[place] < 0.0f;
    return either ? fabsf(force) : force;
}

// Of a link from a to b, against its limit.
LANE_FN float tear_stretch(const taut_constraint_set* set, int place, taut_vec3 a, taut_vec3 b)
{
    taut_vec3 d = taut_vec3_sub(b, a);
    float rest = set->rest[place];
    return (sqrtf(taut_vec3_dot(d, d)) - rest) / rest / set->stretch[place];
}

LANE_FN bool tear_looks_at_length(const taut_constraint_set* set, int kind, int place)
{
    return set->stretch[place] > 0.0f && kind == TAUT_CONSTRAINT_DISTANCE;
}

// How many times its limit, by force and by length; and whether that is too much.
LANE_FN float tear_over(const taut_constraint_set* set, int place, float force, float by_stretch)
{
    float strength = fabsf(set->strength[place]);
    float over = strength > 0.0f ? force / strength : 0.0f;
    return by_stretch > over ? by_stretch : over;
}

LANE_FN bool tear_breaks(float over)
{
    return over > 1.0f && over < INFINITY;
}
