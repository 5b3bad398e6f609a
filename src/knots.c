// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "knots.h"

static const taut_work* work_of(const taut_crowd* c, const taut_knot_member* m)
{
    return &c->works[m->run];
}

// Moving ------------------------------------------------------------------------------------------

static void move_member(const taut_crowd* c, taut_knot_member* m, taut_vec3 way)
{
    taut_work_push(work_of(c, m), m->seat, way);
    m->way = taut_vec3_add(m->way, way);
}

static taut_vec3 way_between(const taut_crowd* c, const taut_knot_member* from,
                             const taut_knot_member* to)
{
    return taut_work_way(work_of(c, from), from->seat, work_of(c, to), to->seat);
}

static void follow_leader(const taut_crowd* c, taut_knots* k, taut_knot_member* m)
{
    taut_knot_member* leader = &k->members[k->knots[m->knot].leader];
    if (m != leader && !k->knots[m->knot].kinematic) {
        move_member(c, m, way_between(c, m, leader));
    }
}

static void merge_free(const taut_crowd* c, taut_knots* k, int number)
{
    taut_knot* knot = &k->knots[number];
    taut_knot_member* leader = &k->members[knot->leader];
    taut_vec3 mean = {0.0f, 0.0f, 0.0f};
    for (int i = knot->first; i >= 0; i = k->members[i].next) {
        taut_knot_member* m = &k->members[i];
        if (m != leader) {
            taut_vec3 way = way_between(c, leader, m);
            mean = taut_vec3_add(mean, taut_vec3_scale(way, m->mass / knot->mass));
        }
    }
    move_member(c, leader, mean);
}

// A free particle comes to a stand until the substep ends, where the one that it follows is.
static void stand(const taut_crowd* c, taut_knots* k, taut_knot_member* m, int substep)
{
    const taut_knot* knot = &k->knots[m->knot];
    const taut_work* w = work_of(c, m);
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_vec3 at = taut_work_at(w, m->seat);
    taut_vec3 to =
        knot->place >= 0
            ? taut_attachment_place_within(&c->world->attachments.items[knot->place],
                                           &c->runs[0].step, substep)
            : taut_work_at(work_of(c, &k->members[knot->leader]), k->members[knot->leader].seat);
    m->way = taut_vec3_sub(to, at);
    w->w[m->seat] = 0.0f;
    taut_rows_set(w->x, m->seat, to);
    taut_rows_set(w->lo, m->seat, none);
    if (w->body->fine) {
        taut_rows_set(w->d, m->seat, none);
    }
}

void taut_knots_merge(taut_crowd* c, int substep)
{
    taut_knots* k = &c->world->knots;
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < k->member_count; ++i) {
        k->members[i].way = k->members[i].own = none;
    }
    for (int i = 0; i < k->knot_count; ++i) {
        if (!k->knots[i].kinematic && k->members[k->knots[i].leader].knot == i) {
            merge_free(c, k, i);
        }
    }
    for (int i = 0; i < k->member_count; ++i) {
        taut_knot_member* m = &k->members[i];
        if (!k->knots[m->knot].kinematic) {
            follow_leader(c, k, m);
        } else if (m->mass > 0.0f) {
            stand(c, k, m, substep);
        }
        m->mark = taut_work_corrections(work_of(c, m), m->seat);
    }
}

void taut_knots_lead(taut_crowd* c, int run)
{
    taut_knots* k = &c->world->knots;
    for (int i = c->runs[run].first_tied; i >= 0; i = k->members[i].next_of_run) {
        taut_knot_member* m = &k->members[i];
        follow_leader(c, k, m);
        m->mark = taut_work_corrections(work_of(c, m), m->seat);
    }
}

static taut_vec3 moved_since(const taut_crowd* c, taut_knot_member* m)
{
    taut_vec3 now = taut_work_corrections(work_of(c, m), m->seat);
    taut_vec3 moved = taut_vec3_sub(now, m->mark);
    m->mark = now;
    m->way = taut_vec3_add(m->way, moved);
    m->own = taut_vec3_add(m->own, moved);
    return moved;
}

void taut_knots_follow(taut_crowd* c, int run)
{
    taut_knots* k = &c->world->knots;
    for (int i = c->runs[run].first_tied; i >= 0; i = k->members[i].next_of_run) {
        taut_knot_member* m = &k->members[i];
        taut_knot* knot = &k->knots[m->knot];
        if (!knot->kinematic) {
            (void)moved_since(c, m);
            knot->leader = i;
        }
    }
}

// Members that were moved each for itself, with the mass of all: the knot moves by the sum.
static void settle(const taut_crowd* c, taut_knots* k, int number)
{
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    taut_vec3 leads = sum;
    for (int i = k->knots[number].first; i >= 0; i = k->members[i].next) {
        taut_vec3 moved = moved_since(c, &k->members[i]);
        sum = taut_vec3_add(sum, moved);
        leads = i == k->knots[number].leader ? moved : leads;
    }
    move_member(c, &k->members[k->knots[number].leader], taut_vec3_sub(sum, leads));
}

void taut_knots_settle(taut_crowd* c)
{
    taut_knots* k = &c->world->knots;
    for (int i = 0; i < k->knot_count; ++i) {
        if (!k->knots[i].kinematic && k->members[k->knots[i].leader].knot == i) {
            settle(c, k, i);
        }
    }
    for (int i = 0; i < k->member_count; ++i) {
        follow_leader(c, k, &k->members[i]);
        k->members[i].mark = taut_work_corrections(work_of(c, &k->members[i]), k->members[i].seat);
    }
}

// Reading -----------------------------------------------------------------------------------------

// Its own body moved it as if it had the mass of all: that took the impulse (mass of all) x own.
// What is missing to mass x way came from the knot.
static void note_free(taut_knot_member* m, const taut_knot* knot)
{
    taut_vec3 all = taut_vec3_scale(m->way, m->mass);
    taut_vec3 outside = taut_vec3_scale(m->own, knot->mass);
    m->sum = taut_vec3_add(m->sum, taut_vec3_sub(all, outside));
}

// The knot brought it here against its own motion, and held it against what pressed on it. A pinned
// particle that it follows bears that. It goes on as a free one, with the velocity that it has.
static void note_standing(const taut_crowd* c, taut_knots* k, taut_knot_member* m)
{
    const taut_work* w = work_of(c, m);
    const taut_knot* knot = &k->knots[m->knot];
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_vec3 brought = taut_vec3_scale(m->way, m->mass);
    taut_vec3 held = taut_vec3_sub(brought, taut_rows_get(w->lo, m->seat));
    m->sum = taut_vec3_add(m->sum, held);
    if (knot->place < 0) {
        const taut_knot_member* leader = &k->members[knot->leader];
        taut_rows lo = work_of(c, leader)->lo;
        taut_rows_set(lo, leader->seat, taut_vec3_sub(taut_rows_get(lo, leader->seat), held));
    }
    taut_vec3 v = taut_rows_get(w->v, m->seat);
    taut_vec3 turned = taut_vec3_scale(m->way, c->runs[0].step.inverse_h);
    taut_rows_set(w->v, m->seat, taut_vec3_add(v, turned));
    taut_rows_set(w->lo, m->seat, none);
}

void taut_knots_note(taut_crowd* c)
{
    taut_knots* k = &c->world->knots;
    for (int i = 0; i < k->member_count; ++i) {
        taut_knot_member* m = &k->members[i];
        const taut_knot* knot = &k->knots[m->knot];
        if (!knot->kinematic) {
            note_free(m, knot);
        } else if (m->mass > 0.0f) {
            note_standing(c, k, m);
        }
    }
}

void taut_knots_loosen(taut_crowd* c)
{
    taut_knots* k = &c->world->knots;
    for (int i = 0; i < k->member_count; ++i) {
        const taut_knot_member* m = &k->members[i];
        if (k->knots[m->knot].kinematic && m->mass > 0.0f) {
            work_of(c, m)->w[m->seat] = 1.0f / m->mass;
        }
    }
}

// A place bears everything that is tied to it.
static taut_vec3 sum_of_knot(const taut_knots* k, int knot)
{
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = k->knots[knot].first; i >= 0; i = k->members[i].next) {
        sum = taut_vec3_add(sum, k->members[i].sum);
    }
    return sum;
}

// Marks the members on the held side of a tie: all that hang together without it.
static void mark_side(const taut_crowd* c, taut_knots* k, const taut_attachment* tie)
{
    const taut_attachment* all = c->world->attachments.items;
    for (int i = k->knots[k->members[tie->held_member].knot].first; i >= 0;) {
        k->members[i].marked = i == tie->held_member;
        i = k->members[i].next;
    }
    k->members[tie->held_member].next_marked = -1;
    for (int from = tie->held_member; from >= 0;) {
        int after = k->members[from].next_marked;
        for (int32_t t = k->members[from].first_tie; t >= 0; t = all[t / 2].next_tie[t % 2]) {
            const taut_attachment* a = &all[t / 2];
            int to = t % 2 == 0 ? a->holder_member : a->held_member;
            if (a != tie && !k->members[to].marked) {
                k->members[to].marked = true;
                k->members[to].next_marked = after;
                after = to;
            }
        }
        from = after;
    }
}

// What a tie in the midst of others bears: what the knot did to all on its held side, or the
// opposite of what it did to the other side where a pin is among them.
static taut_vec3 sum_of_side(const taut_crowd* c, taut_knots* k, const taut_attachment* tie)
{
    taut_vec3 near = {0.0f, 0.0f, 0.0f}, far = near;
    bool pinned = false;
    mark_side(c, k, tie);
    for (int i = k->knots[k->members[tie->held_member].knot].first; i >= 0;) {
        const taut_knot_member* m = &k->members[i];
        taut_vec3* side = m->marked ? &near : &far;
        *side = taut_vec3_add(*side, m->sum);
        pinned = pinned || (m->marked && m->mass <= 0.0f);
        i = m->next;
    }
    return pinned ? taut_vec3_scale(far, -1.0f) : near;
}

static taut_vec3 sum_of_tie(const taut_crowd* c, taut_knots* k, const taut_attachment* a)
{
    const taut_knot_member* held = &k->members[a->held_member];
    if (taut_attachment_stands(a)) {
        return sum_of_knot(k, held->knot);
    }
    if (!taut_tie_bears(a)) {
        return (taut_vec3){0.0f, 0.0f, 0.0f};
    }
    return held->ties == 1 && held->mass > 0.0f ? held->sum : sum_of_side(c, k, a);
}

void taut_knots_close(taut_crowd* c)
{
    taut_knots* k = &c->world->knots;
    taut_attachments* all = &c->world->attachments;
    for (int i = c->ties.first; i < c->ties.end; ++i) {
        taut_attachment* a = &all->items[all->realms.items[i].number];
        if (a->tied) {
            a->sum = sum_of_tie(c, k, a);
        }
    }
}
