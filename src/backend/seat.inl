// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A particle takes its seat in the working copy (work.h), and leaves it: on the host and in
// kernels.

LANE_FN void seat_put(taut_float4* to, taut_vec3 v)
{
    to->x = v.x;
    to->y = v.y;
    to->z = v.z;
}

// A particle on its way: all of it is read before anything is written.
typedef struct seat_state {
    taut_float4 x, v, lo;
} seat_state;

// @param particle -1: nobody sits there
LANE_FN seat_state seat_state_of(const taut_body* b, int particle)
{
    seat_state none = {
        {0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    if (particle < 0) {
        return none;
    }
    seat_state state = {b->x[particle], b->v[particle], b->lo[particle]};
    return state;
}

LANE_FN void seat_take(const taut_work* w, int seat, seat_state state)
{
    taut_rows_set(w->x, seat, taut_vec3_of(state.x));
    w->w[seat] = state.x.w;
    taut_rows_set(w->v, seat, taut_vec3_of(state.v));
    taut_rows_set(w->lo, seat, taut_vec3_of(state.lo));
}

LANE_FN void seat_load(const taut_work* w, const taut_body* b, int seat, int particle)
{
    seat_take(w, seat, seat_state_of(b, particle));
}

// What few bodies ask for.
LANE_FN void seat_load_past(const taut_work* w, const taut_body* b, int seat, int particle)
{
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_rows_set(w->p, seat, particle >= 0 ? taut_vec3_of(b->p[particle]) : none);
}

LANE_FN void seat_load_forces(const taut_work* w, const taut_body* b, int seat, int particle)
{
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_rows_set(w->a, seat, particle >= 0 ? b->acceleration[particle] : none);
}

// Where it is, what it does and what pressed on it.
typedef struct seat_left {
    taut_vec3 x, v, lo;
} seat_left;

LANE_FN seat_left seat_left_at(const taut_work* w, int seat)
{
    seat_left left = {taut_rows_get(w->x, seat), taut_rows_get(w->v, seat),
                      taut_rows_get(w->lo, seat)};
    return left;
}

LANE_FN void seat_leave(const taut_body* b, int particle, seat_left left)
{
    seat_put(&b->x[particle], left.x);
    seat_put(&b->v[particle], left.v);
    seat_put(&b->lo[particle], left.lo);
}

LANE_FN void seat_store_past(const taut_work* w, const taut_body* b, int seat, int particle)
{
    seat_put(&b->p[particle], taut_rows_get(w->p, seat));
}

LANE_FN void seat_store(const taut_work* w, const taut_body* b, int seat, int particle,
                        bool keeps_past)
{
    seat_leave(b, particle, seat_left_at(w, seat));
    if (keeps_past) {
        seat_store_past(w, b, seat, particle);
    }
}
