// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Attachments during a step of the crowd.

#include "join.inl"

#include "crowd.h"

static bool takes_part(const taut_attachment* a)
{
    return a->live &&
           (a->body->crowd_index >= 0 || (a->other != NULL && a->other->crowd_index >= 0));
}

// A particle as the crowd sees it; one of a body that takes no part in the step stands still.
static taut_join_end end_of(const taut_crowd* crowd, const taut_body* body, int particle)
{
    int run = body->crowd_index;
    if (run < 0) {
        return (taut_join_end){.still = &body->x[particle], .run = -1, .seat = particle};
    }
    int seat = body->blueprint->schedule.seating.seat_of[particle];
    return (taut_join_end){.work = &crowd->works[run], .run = run, .seat = seat};
}

static taut_join join_of(const taut_crowd* crowd, const taut_attachment* a, int number)
{
    bool collider = a->def.target == TAUT_ATTACH_COLLIDER;
    taut_join j = {.ends = {end_of(crowd, a->body, a->def.particle)},
                   .count = a->count,
                   .number = number,
                   .collider = collider ? (int32_t)a->def.collider.index1 - 1 : -1,
                   .tied = a->tied,
                   .compliance = a->def.compliance,
                   .brake = a->held_back > 0 ? a->def.draw_acceleration : 0.0f,
                   .from = a->from,
                   .place = collider ? a->def.place : a->place,
                   .reach_from = a->reach_from,
                   .reach_to = a->reach_to};
    for (int k = 0; k < a->count; ++k) {
        j.ends[1 + k] = end_of(crowd, a->other, taut_attachment_holder(a, k));
        j.weights[k] = a->weights[k];
    }
    return j;
}

void taut_joins_open(taut_crowd* crowd)
{
    const taut_attachments* all = &crowd->world->attachments;
    taut_knots* k = &crowd->world->knots;
    k->join_count = 0;
    for (int i = crowd->ties.first; i < crowd->ties.end; ++i) {
        int number = all->realms.items[i].number;
        const taut_attachment* a = &all->items[number];
        if (!takes_part(a)) {
            continue;
        }
        if (a->tied && taut_attachment_stands(a)) {
            k->knots[k->members[a->held_member].knot].place = k->join_count;
        }
        k->joins[k->join_count++] = join_of(crowd, a, number);
    }
}

void taut_joins_project(const taut_crowd* crowd, int substep, int i)
{
    const taut_knots* k = &crowd->world->knots;
    for (int n = 0; n < k->join_count; ++n) {
        if (!k->joins[n].tied) {
            join_project(&k->joins[n], &crowd->runs[0].step, substep, i == 0);
        }
    }
}

void taut_joins_close(const taut_crowd* crowd)
{
    const taut_knots* k = &crowd->world->knots;
    for (int n = 0; n < k->join_count; ++n) {
        const taut_join* j = &k->joins[n];
        taut_attachment* a = &crowd->world->attachments.items[j->number];
        a->reach = a->reach_to;
        a->sum = j->sum;
    }
}
