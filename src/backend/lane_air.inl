// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What air takes off the velocity relative to it, LANE_WIDTH elements at a time. docs/algorithm.md
// (26) to (28).

// Beyond this the square of a speed is no float.
#define AIR_MOST_SPEED2 1e30f

// By a surface of unit normal n in time h; hk is h density area / (2 mass). Lift turns r, which
// keeps its length; drag shortens it, friction what goes along.
LANE_FN lane3 taut_taken_by_surface(const taut_body_air* air, lane3 r, lane3 n, lane hk)
{
    lane one = lane_splat(1.0f), zero = lane_splat(0.0f);
    lane across = lane3_dot(r, n);
    lane speed2 = lane3_dot(r, r);
    lane speed = lane_sqrt(speed2);
    lane3 along = lane3_sub(r, lane3_scale(n, across));
    lane along2 = lane3_dot(along, along);
    lane along_speed = lane_sqrt(along2);
    lane turned = across / (one + hk * lane_splat(air->lift) * along2 / speed);
    lane kept = one / (one + hk * lane_splat(air->drag) * lane_abs(across * turned) / speed);
    lane rest2 = speed2 - turned * turned;
    lane_mask gains = lane_and(along_speed > zero, rest2 > along2);
    lane gain = lane_select(gains, lane_sqrt(rest2) / along_speed, one);
    lane slid = gain / (one + hk * lane_splat(air->friction) * along_speed * gain);
    lane3 after = lane3_add(lane3_scale(n, kept * turned), lane3_scale(along, kept * slid));
    return lane3_sub(r, after);
}

// By a rope along e. Flow across it presses as if there were none along it (the independence
// principle: Hoerner, "Fluid-dynamic drag", 1965, chapter 3).
LANE_FN lane3 taut_taken_by_rope(const taut_body_air* air, lane3 r, lane3 e, lane hk)
{
    const float pi = 3.14159265f;
    lane one = lane_splat(1.0f);
    lane3 along = lane3_scale(e, lane3_dot(r, e) / lane3_dot(e, e));
    lane3 across = lane3_sub(r, along);
    lane across_speed = lane_sqrt(lane3_dot(across, across));
    lane along_speed = lane_sqrt(lane3_dot(along, along));
    lane kept = one / (one + hk * lane_splat(air->rope_drag) * across_speed);
    lane slid = one / (one + hk * lane_splat(pi * air->friction) * along_speed);
    return lane3_add(lane3_scale(across, one - kept), lane3_scale(along, one - slid));
}

// Corner k of elements from number i on, of which there are `count` yet; lanes beyond repeat the
// last.
typedef struct air_corner {
    lane3 x, r;
    lane share;
} air_corner;

LANE_FN air_corner load_corner(const taut_elements* s, int i, int count, int k)
{
    float lanes[7][LANE_WIDTH];
    for (int j = 0; j < LANE_WIDTH; ++j) {
        const taut_air_seat* seat = &s->seats[s->corner[3 * (i + (j < count ? j : count - 1)) + k]];
        lanes[0][j] = seat->x.x;
        lanes[1][j] = seat->x.y;
        lanes[2][j] = seat->x.z;
        lanes[3][j] = seat->r.x;
        lanes[4][j] = seat->r.y;
        lanes[5][j] = seat->r.z;
        lanes[6][j] = seat->share;
    }
    return (air_corner){{lane_load(lanes[0]), lane_load(lanes[1]), lane_load(lanes[2])},
                        {lane_load(lanes[3]), lane_load(lanes[4]), lane_load(lanes[5])},
                        lane_load(lanes[6])};
}

LANE_FN void store_pushes(const taut_elements* s, int i, int count, lane3 push)
{
    for (int j = 0; j < LANE_WIDTH && j < count; ++j) {
        s->push[i + j] = (taut_vec3){lane_get(push.x, j), lane_get(push.y, j), lane_get(push.z, j)};
    }
}

// Where there is an element, a mass to move and a speed to take.
LANE_FN lane_mask is_blown(lane length, lane share, lane3 r)
{
    lane zero = lane_splat(0.0f);
    lane speed2 = lane3_dot(r, r);
    return lane_and(lane_and(length > zero, share > zero),
                    lane_and(speed2 > zero, speed2 < lane_splat(AIR_MOST_SPEED2)));
}

// An impulse shared by three corners moves their middle by a ninth of the sum of inverse masses.
LANE_STAGE void push_triangles(const taut_step* s, const taut_work* w, int first, int end)
{
    const taut_elements* surface = &w->surface;
    const lane third = lane_splat(1.0f / 3.0f), one = lane_splat(1.0f);
    lane scale = lane_splat(s->h * 0.25f * s->air->density);
    for (int i = first + LANE_RANK * LANE_WIDTH; i < end; i += LANE_TEAM * LANE_WIDTH) {
        air_corner a = load_corner(surface, i, end - i, 0);
        air_corner b = load_corner(surface, i, end - i, 1);
        air_corner c = load_corner(surface, i, end - i, 2);
        lane3 cross = lane3_cross(lane3_sub(b.x, a.x), lane3_sub(c.x, a.x));
        lane length = lane_sqrt(lane3_dot(cross, cross));
        lane3 r = lane3_scale(lane3_add(lane3_add(a.r, b.r), c.r), third);
        lane share = a.share + b.share + c.share;
        lane_mask blown = is_blown(length, share, r);
        lane hk = scale * length * share * lane_splat(1.0f / 9.0f);
        lane3 n = lane3_scale(cross, one / length);
        lane3 taken = taut_taken_by_surface(&w->body->air, r, n, hk);
        lane3 push = lane3_scale(taken, lane_splat(3.0f) / share);
        store_pushes(surface, i, end - i, lane3_select(blown, push, lane3_splat(0.0f, 0.0f, 0.0f)));
    }
}

LANE_STAGE void push_ropes(const taut_step* s, const taut_work* w, int first, int end)
{
    const taut_elements* surface = &w->surface;
    float width = 2.0f * w->body->air.rope_radius;
    lane scale = lane_splat(s->h * 0.5f * s->air->density * width);
    for (int i = first + LANE_RANK * LANE_WIDTH; i < end; i += LANE_TEAM * LANE_WIDTH) {
        air_corner a = load_corner(surface, i, end - i, 0);
        air_corner b = load_corner(surface, i, end - i, 1);
        lane3 e = lane3_sub(b.x, a.x);
        lane length = lane_sqrt(lane3_dot(e, e));
        lane3 r = lane3_scale(lane3_add(a.r, b.r), lane_splat(0.5f));
        lane share = a.share + b.share;
        lane_mask blown = is_blown(length, share, r);
        lane hk = scale * length * share * lane_splat(0.25f);
        lane3 taken = taut_taken_by_rope(&w->body->air, r, e, hk);
        lane3 push = lane3_scale(taken, lane_splat(2.0f) / share);
        store_pushes(surface, i, end - i, lane3_select(blown, push, lane3_splat(0.0f, 0.0f, 0.0f)));
    }
}

LANE_STAGE void push_air(const taut_step* s, taut_work* w, int first, int end)
{
    int triangles = w->surface.triangle_count;
    push_triangles(s, w, first, end < triangles ? end : triangles);
    push_ropes(s, w, first > triangles ? first : triangles, end);
}
