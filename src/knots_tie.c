// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which attachments are tied in this step, and into which knots. Clothes are sewn by thousands of
// them, so that nothing here looks at all members for one: they are found by table, and of two
// knots that become one the smaller goes into the larger.

#include "knots.h"
#include "knots.inl"

// Tables ------------------------------------------------------------------------------------------

static int32_t* place_in(const taut_knots* k, int32_t* table, int a, int b)
{
    uint32_t key = (uint32_t)a * 0x9e3779b1u ^ (uint32_t)b * 0x85ebca6bu;
    key = (key ^ key >> 15) * 0x2c1b3c6du;
    return &table[(key ^ key >> 13) & (uint32_t)(k->table_size - 1)];
}

static void clear(taut_knots* k)
{
    k->member_count = k->knot_count = 0;
    for (int i = 0; i < k->table_size; ++i) {
        k->by_seat[i] = k->by_run[i] = -1;
    }
}

static void enter(taut_knots* k, int member)
{
    taut_knot_member* m = &k->members[member];
    int32_t* first = place_in(k, k->by_run, m->knot, m->run);
    m->next_run = *first;
    *first = member;
}

static void take_out(taut_knots* k, int member)
{
    const taut_knot_member* m = &k->members[member];
    int32_t* at = place_in(k, k->by_run, m->knot, m->run);
    while (*at != member) {
        at = &k->members[*at].next_run;
    }
    *at = m->next_run;
}

static bool has_run(const taut_knots* k, int knot, int run)
{
    int i = *place_in(k, k->by_run, knot, run);
    while (i >= 0 && (k->members[i].knot != knot || k->members[i].run != run)) {
        i = k->members[i].next_run;
    }
    return i >= 0;
}

// Tying -------------------------------------------------------------------------------------------

// Whether an attachment can be one of a knot in this step.
static bool is_tight(const taut_attachment* a)
{
    if (!a->live) {
        return false;  // and its bodies may be gone
    }
    bool one_place = a->def.length == 0.0f && a->reach == 0.0f && a->def.compliance == 0.0f;
    bool point = taut_attachment_stands(a);
    bool particle =
        a->def.target == TAUT_ATTACH_PARTICLE && a->other != a->body && a->other->crowd_index >= 0;
    return one_place && (point || particle) && a->body->crowd_index >= 0;
}

// The member that a particle is, a new one if need be.
static int member_of(const taut_crowd* c, taut_knots* k, const taut_body* body, int particle)
{
    int run = body->crowd_index;
    int seat = body->blueprint->schedule.seating.seat_of[particle];
    int32_t* first = place_in(k, k->by_seat, run, seat);
    for (int i = *first; i >= 0; i = k->members[i].next_seat) {
        if (k->members[i].run == run && k->members[i].seat == seat) {
            return i;
        }
    }
    float w = body->x[particle].w;
    k->members[k->member_count] = (taut_knot_member){.work = &c->works[run],
                                                     .run = run,
                                                     .seat = seat,
                                                     .knot = -1,
                                                     .next = -1,
                                                     .next_seat = *first,
                                                     .first_tie = -1,
                                                     .mass = w > 0.0f ? 1.0f / w : 0.0f};
    *first = k->member_count;
    return k->member_count++;
}

static int knot_of(taut_knots* k, int member)
{
    taut_knot_member* m = &k->members[member];
    if (m->knot < 0) {
        m->knot = k->knot_count;
        k->knots[k->knot_count++] = (taut_knot){.mass = m->mass,
                                                .leader = member,
                                                .place = -1,
                                                .first = member,
                                                .last = member,
                                                .count = 1,
                                                .kinematic = m->mass <= 0.0f};
        enter(k, member);
    }
    return m->knot;
}

// Two that have a particle of one body each cannot be one: a body has only one say in a knot. Nor
// can two that stand in different places.
static bool may_join(const taut_knots* k, int a, int b)
{
    if (k->knots[a].kinematic && k->knots[b].kinematic) {
        return false;
    }
    int small = k->knots[a].count < k->knots[b].count ? a : b;
    int large = small == a ? b : a;
    for (int i = k->knots[small].first; i >= 0; i = k->members[i].next) {
        if (has_run(k, large, k->members[i].run)) {
            return false;
        }
    }
    return true;
}

// Members of the smaller one get the number of the larger. What the knot follows is a's, unless b
// stands.
static void join(taut_knots* k, int a, int b)
{
    taut_knot one = k->knots[a], other = k->knots[b];
    int small = one.count < other.count ? a : b;
    int large = small == a ? b : a;
    for (int i = k->knots[small].first; i >= 0; i = k->members[i].next) {
        take_out(k, i);
        k->members[i].knot = large;
        enter(k, i);
    }
    taut_knot* to = &k->knots[large];
    const taut_knot* follows = other.kinematic ? &other : &one;
    k->members[to->last].next = k->knots[small].first;
    to->last = k->knots[small].last;
    to->count = one.count + other.count;
    to->mass = one.mass + other.mass;
    to->leader = follows->leader;
    to->place = follows->place;
    to->kinematic = one.kinematic || other.kinematic;
}

static bool tie(const taut_crowd* c, taut_knots* k, taut_attachment* a, int number)
{
    int held = member_of(c, k, a->body, a->def.particle);
    int knot = knot_of(k, held);
    if (taut_attachment_stands(a)) {
        if (k->knots[knot].kinematic) {
            return false;
        }
        k->knots[knot].kinematic = true;
        k->knots[knot].place = number;
    } else {
        int holder = member_of(c, k, a->other, a->def.other_particle);
        int other = knot_of(k, holder);
        if (other != knot && !may_join(k, knot, other)) {
            return false;
        }
        a->spare = other == knot;
        if (other != knot) {
            join(k, knot, other);
        }
        k->members[holder].ties += 1;
        a->holder_member = holder;
    }
    k->members[held].ties += 1;
    a->held_member = held;
    return true;
}

// Members of each knot and of each body in order, whichever way they came together: sums are added
// up in it. Of the ties, those that bear.
static void make_lists(taut_crowd* c, taut_knots* k)
{
    for (int i = 0; i < c->count; ++i) {
        c->runs[i].first_tied = -1;
    }
    for (int i = 0; i < k->knot_count; ++i) {
        k->knots[i].first = -1;
    }
    for (int i = k->member_count - 1; i >= 0; --i) {
        taut_knot_member* m = &k->members[i];
        m->next = k->knots[m->knot].first;
        k->knots[m->knot].first = i;
        m->next_of_run = c->runs[m->run].first_tied;
        c->runs[m->run].first_tied = i;
    }
    const taut_attachments* all = &c->world->attachments;
    for (int place = c->ties.end - 1; place >= c->ties.first; --place) {
        int i = all->realms.items[place].number;
        taut_attachment* a = &all->items[i];
        for (int end = 0; taut_tie_bears(a) && end < 2; ++end) {
            taut_knot_member* m = &k->members[end == 0 ? a->held_member : a->holder_member];
            a->next_tie[end] = m->first_tie;
            m->first_tie = 2 * i + end;
        }
    }
}

void taut_knots_tie(taut_crowd* c)
{
    taut_attachments* all = &c->world->attachments;
    taut_knots* k = &c->world->knots;
    clear(k);
    for (int place = c->ties.first; place < c->ties.end; ++place) {
        int i = all->realms.items[place].number;
        taut_attachment* a = &all->items[i];
        a->held_member = a->holder_member = -1;
        a->spare = false;
        a->tied = is_tight(a) && tie(c, k, a, i);
    }
    make_lists(c, k);
    taut_joins_open(c);
}

void taut_knots_open(taut_crowd* c)
{
    const taut_knots* k = &c->world->knots;
    taut_knots_tie(c);
    for (int i = 0; i < k->member_count; ++i) {
        knot_share_mass(k, &k->members[i]);
    }
}
