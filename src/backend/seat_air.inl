// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A particle in the air (air.c): on the host and in kernels.

// Whether anything of it is in the wind.
LANE_FN bool seat_meets_air(const taut_work* w, int seat)
{
    return w->surface.first[seat + 1] > w->surface.first[seat];
}

LANE_FN void seat_set_wind(const taut_step* s, const taut_work* w, int seat, taut_vec3 u)
{
    u.z = s->planar ? 0.0f : u.z;
    taut_rows_set(w->surface.wind, seat, u);
}

LANE_FN void seat_meet_air(const taut_work* w, int seat)
{
    const taut_elements* surface = &w->surface;
    taut_vec3 u = taut_rows_get(surface->wind, seat);
    int elements = surface->first[seat + 1] - surface->first[seat];
    taut_air_seat met = {.x = taut_rows_get(w->x, seat),
                         .r = taut_vec3_sub(u, taut_rows_get(w->v, seat)),
                         .share = w->w[seat] * (float)elements,
                         .unused = 0.0f};
    surface->seats[seat] = met;
}

// @param particle -1: nobody sits there
LANE_FN void seat_gather_air(const taut_step* s, const taut_work* w, int seat, int particle)
{
    const taut_elements* surface = &w->surface;
    if (particle < 0) {
        return;
    }
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = surface->first[seat]; i < surface->first[seat + 1]; ++i) {
        sum = taut_vec3_add(sum, surface->push[surface->list[i]]);
    }
    taut_vec3 a = taut_vec3_scale(sum, w->w[seat] * s->inverse_h);
    taut_rows_set(w->a, seat, taut_vec3_add(w->body->acceleration[particle], a));
}
