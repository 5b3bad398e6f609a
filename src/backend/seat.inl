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

// @param particle -1: nobody sits there
LANE_FN void seat_load(const taut_work* w, const taut_body* b, int seat, int particle)
{
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    taut_float4 x = particle >= 0 ? b->x[particle] : none;
    taut_rows_set(w->x, seat, taut_vec3_of(x));
    w->w[seat] = x.w;
    taut_rows_set(w->v, seat, taut_vec3_of(particle >= 0 ? b->v[particle] : none));
    taut_rows_set(w->lo, seat, taut_vec3_of(particle >= 0 ? b->lo[particle] : none));
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

LANE_FN void seat_store(const taut_work* w, const taut_body* b, int seat, int particle,
                        bool keeps_past)
{
    seat_put(&b->x[particle], taut_rows_get(w->x, seat));
    seat_put(&b->v[particle], taut_rows_get(w->v, seat));
    seat_put(&b->lo[particle], taut_rows_get(w->lo, seat));
    if (keeps_past) {
        seat_put(&b->p[particle], taut_rows_get(w->p, seat));
    }
}
