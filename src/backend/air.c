// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What air does to a body in a substep; its formulas are in lane_air.inl.
//
// The velocity r of the air relative to the middle of an element, as the substep begins, is taken
// to where it is as the substep ends, implicitly: shortened by drag, turned by lift, so that it
// never points the other way across the element, and never is longer. The impulse that this takes
// is shared by the corners.
//
// A particle belongs to several elements, none of which knows of the others. Each of them is given
// a share of its mass, the same to all, and works with that; together they do to the particle the
// mean of what each does to its share. As each takes energy from its share in still air, and the
// mean has no more than the shares together, the air as a whole does (the splitting of Tonge,
// Benevolenski and Voroshilov, "Mass splitting for jitter-free parallel rigid body simulation",
// SIGGRAPH 2012).

#include "backend/surface.h"
#include "math/lane.h"

// clang-format off
#include "backend/seat_air.inl"
// clang-format on

void taut_air_sample(const taut_step* s, taut_work* w, int part)
{
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        taut_vec3 u = {0};
        if (seat_meets_air(w, seat)) {
            u = taut_air_at(s->air, taut_rows_get(w->x, seat), s->time);
        }
        seat_set_wind(s, w, seat, u);
    }
}

void taut_air_meet(taut_work* w, int part)
{
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        seat_meet_air(w, seat);
    }
}

void taut_air_gather(const taut_step* s, taut_work* w, int part)
{
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        seat_gather_air(s, w, seat, seating->particle_of[seat]);
    }
}
