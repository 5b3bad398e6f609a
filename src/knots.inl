// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What is done with one knot or with one of its members, on the host (knots.c) as in the kernels of
// a device. A particle is a member of one knot alone, so that knots may go in any order or side by
// side; so may members, where it says so.

#pragma once

#include "join.inl"

// Moving ------------------------------------------------------------------------------------------

TAUT_INLINE void knot_move(taut_knot_member* m, taut_vec3 way)
{
    taut_work_push(m->work, m->seat, way);
    m->way = taut_vec3_add(m->way, way);
}

TAUT_INLINE taut_vec3 knot_way_between(const taut_knot_member* from, const taut_knot_member* to)
{
    return taut_work_way(from->work, from->seat, to->work, to->seat);
}

TAUT_INLINE void knot_mark(taut_knot_member* m)
{
    m->mark = taut_work_corrections(m->work, m->seat);
}

// Where a knot is no pin, a member comes to where the one is that was moved last. Members may go
// side by side.
TAUT_INLINE void knot_follow_leader(const taut_knots* k, taut_knot_member* m)
{
    const taut_knot* knot = &k->knots[m->knot];
    const taut_knot_member* leader = &k->members[knot->leader];
    if (m != leader && !knot->kinematic) {
        knot_move(m, knot_way_between(m, leader));
    }
}

// Whether a knot has members, and is no pin: those that went into others have none.
TAUT_INLINE bool knot_is_free(const taut_knots* k, int number)
{
    const taut_knot* knot = &k->knots[number];
    return !knot->kinematic && k->members[knot->leader].knot == number;
}

// Each particle is as heavy as all, or stands. Members may go side by side.
TAUT_INLINE void knot_share_mass(const taut_knots* k, const taut_knot_member* m)
{
    const taut_knot* knot = &k->knots[m->knot];
    m->work->w[m->seat] = knot->kinematic ? 0.0f : 1.0f / knot->mass;
}

// In a knot that stands, too, each particle is predicted as a free one: how far it then has to be
// brought tells what its own weight and motion press. Members may go side by side.
TAUT_INLINE void knot_loosen(const taut_knots* k, const taut_knot_member* m)
{
    if (k->knots[m->knot].kinematic && m->mass > 0.0f) {
        m->work->w[m->seat] = 1.0f / m->mass;
    }
}

// Predicted each for itself, they come together in their centre of mass: its leader does.
TAUT_INLINE void knot_merge(const taut_knots* k, int number)
{
    const taut_knot* knot = &k->knots[number];
    taut_vec3 mean = {0.0f, 0.0f, 0.0f};
    for (int i = knot->first; i >= 0; i = k->members[i].next) {
        k->members[i].way = k->members[i].own = (taut_vec3){0.0f, 0.0f, 0.0f};
    }
    if (!knot_is_free(k, number)) {
        return;
    }
    taut_knot_member* leader = &k->members[knot->leader];
    for (int i = knot->first; i >= 0; i = k->members[i].next) {
        const taut_knot_member* m = &k->members[i];
        if (m != leader) {
            taut_vec3 way = knot_way_between(leader, m);
            mean = taut_vec3_add(mean, taut_vec3_scale(way, m->mass / knot->mass));
        }
    }
    knot_move(leader, mean);
}

// A free particle comes to a stand until the substep ends, where the one that it follows is.
TAUT_INLINE void knot_stand(const taut_knots* k, taut_knot_member* m, const taut_step* s,
                            int substep)
{
    const taut_knot* knot = &k->knots[m->knot];
    const taut_knot_member* leader = &k->members[knot->leader];
    const taut_work* w = m->work;
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_vec3 to = knot->place >= 0 ? join_place(&k->joins[knot->place], s, substep)
                                    : taut_work_at(leader->work, leader->seat);
    m->way = taut_vec3_sub(to, taut_work_at(w, m->seat));
    w->w[m->seat] = 0.0f;
    taut_rows_set(w->x, m->seat, to);
    taut_rows_set(w->lo, m->seat, none);
    if (w->body->fine) {
        taut_rows_set(w->d, m->seat, none);
    }
}

// The others after their leader, and what stands where it does. Members may go side by side.
TAUT_INLINE void knot_come_together(const taut_knots* k, taut_knot_member* m, const taut_step* s,
                                    int substep)
{
    if (!k->knots[m->knot].kinematic) {
        knot_follow_leader(k, m);
    } else if (m->mass > 0.0f) {
        knot_stand(k, m, s, substep);
    }
    knot_mark(m);
}

// Sweeps ------------------------------------------------------------------------------------------

TAUT_INLINE taut_vec3 knot_moved_since(taut_knot_member* m)
{
    taut_vec3 now = taut_work_corrections(m->work, m->seat);
    taut_vec3 moved = taut_vec3_sub(now, m->mark);
    m->mark = now;
    m->way = taut_vec3_add(m->way, moved);
    m->own = taut_vec3_add(m->own, moved);
    return moved;
}

// Before and after the sweep of its body. Members of a body are of as many knots, and may go side
// by side.
TAUT_INLINE void knot_lead(const taut_knots* k, taut_knot_member* m)
{
    knot_follow_leader(k, m);
    knot_mark(m);
}

TAUT_INLINE void knot_follow(const taut_knots* k, int member)
{
    taut_knot_member* m = &k->members[member];
    taut_knot* knot = &k->knots[m->knot];
    if (!knot->kinematic) {
        (void)knot_moved_since(m);
        knot->leader = member;
    }
}

// Members that were moved each for itself, with the mass of all: the knot moves by the sum. Those
// that do not lead follow afterwards, as before the sweep of a body.
TAUT_INLINE void knot_settle(const taut_knots* k, int number)
{
    if (!knot_is_free(k, number)) {
        return;
    }
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    taut_vec3 leads = sum;
    for (int i = k->knots[number].first; i >= 0; i = k->members[i].next) {
        taut_vec3 moved = knot_moved_since(&k->members[i]);
        sum = taut_vec3_add(sum, moved);
        leads = i == k->knots[number].leader ? moved : leads;
    }
    knot_move(&k->members[k->knots[number].leader], taut_vec3_sub(sum, leads));
}

// Reading -----------------------------------------------------------------------------------------

// Its own body moved it as if it had the mass of all: that took the impulse (mass of all) x own.
// What is missing to mass x way came from the knot.
TAUT_INLINE void knot_note_free(taut_knot_member* m, const taut_knot* knot)
{
    taut_vec3 all = taut_vec3_scale(m->way, m->mass);
    taut_vec3 outside = taut_vec3_scale(m->own, knot->mass);
    m->sum = taut_vec3_add(m->sum, taut_vec3_sub(all, outside));
}

// The knot brought it here against its own motion, and held it against what pressed on it. A pinned
// particle that it follows bears that. It goes on as a free one, with the velocity that it has.
TAUT_INLINE void knot_note_standing(const taut_knots* k, taut_knot_member* m, float inverse_h)
{
    const taut_work* w = m->work;
    const taut_knot* knot = &k->knots[m->knot];
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_vec3 brought = taut_vec3_scale(m->way, m->mass);
    taut_vec3 held = taut_vec3_sub(brought, taut_rows_get(w->lo, m->seat));
    m->sum = taut_vec3_add(m->sum, held);
    if (knot->place < 0) {
        const taut_knot_member* leader = &k->members[knot->leader];
        taut_rows lo = leader->work->lo;
        taut_rows_set(lo, leader->seat, taut_vec3_sub(taut_rows_get(lo, leader->seat), held));
    }
    taut_vec3 v = taut_rows_get(w->v, m->seat);
    taut_vec3 turned = taut_vec3_scale(m->way, inverse_h);
    taut_rows_set(w->v, m->seat, taut_vec3_add(v, turned));
    taut_rows_set(w->lo, m->seat, none);
}

TAUT_INLINE void knot_note(const taut_knots* k, int number, float inverse_h)
{
    const taut_knot* knot = &k->knots[number];
    for (int i = knot->first; i >= 0; i = k->members[i].next) {
        taut_knot_member* m = &k->members[i];
        if (!knot->kinematic) {
            knot_note_free(m, knot);
        } else if (m->mass > 0.0f) {
            knot_note_standing(k, m, inverse_h);
        }
    }
}
