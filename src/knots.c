// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "knots.h"

#include "knots.inl"

// A substep ---------------------------------------------------------------------------------------

void taut_knots_loosen(taut_crowd* c)
{
    const taut_knots* k = &c->world->knots;
    for (int i = 0; i < k->member_count; ++i) {
        knot_loosen(k, &k->members[i]);
    }
}

void taut_knots_merge(taut_crowd* c, int substep)
{
    const taut_knots* k = &c->world->knots;
    for (int i = 0; i < k->knot_count; ++i) {
        knot_merge(k, i);
    }
    for (int i = 0; i < k->member_count; ++i) {
        knot_come_together(k, &k->members[i], &c->runs[0].step, substep);
    }
}

void taut_knots_lead(taut_crowd* c, int run)
{
    const taut_knots* k = &c->world->knots;
    for (int i = c->runs[run].first_tied; i >= 0; i = k->members[i].next_of_run) {
        knot_lead(k, &k->members[i]);
    }
}

void taut_knots_follow(taut_crowd* c, int run)
{
    const taut_knots* k = &c->world->knots;
    for (int i = c->runs[run].first_tied; i >= 0; i = k->members[i].next_of_run) {
        knot_follow(k, i);
    }
}

void taut_knots_settle(taut_crowd* c)
{
    const taut_knots* k = &c->world->knots;
    for (int i = 0; i < k->knot_count; ++i) {
        knot_settle(k, i);
    }
    for (int i = 0; i < k->member_count; ++i) {
        knot_lead(k, &k->members[i]);
    }
}

void taut_knots_note(taut_crowd* c)
{
    const taut_knots* k = &c->world->knots;
    for (int i = 0; i < k->knot_count; ++i) {
        knot_note(k, i, c->runs[0].step.inverse_h);
    }
}

// Afterwards --------------------------------------------------------------------------------------

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
