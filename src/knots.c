// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "knots.h"

// Tying -------------------------------------------------------------------------------------------

static const taut_work* work_of(const taut_crowd* c, const taut_knot_member* m)
{
    return &c->works[m->run];
}

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
    int seat = body->blueprint->schedule.seating.seat_of[particle];
    for (int i = 0; i < k->member_count; ++i) {
        if (k->members[i].run == body->crowd_index && k->members[i].seat == seat) {
            return i;
        }
    }
    float w = c->works[body->crowd_index].w[seat];
    k->members[k->member_count] = (taut_knot_member){
        .run = body->crowd_index, .seat = seat, .knot = -1, .mass = w > 0.0f ? 1.0f / w : 0.0f};
    return k->member_count++;
}

static int knot_of(taut_knots* k, int member)
{
    taut_knot_member* m = &k->members[member];
    if (m->knot < 0) {
        bool kinematic = m->mass <= 0.0f;
        m->knot = k->knot_count;
        k->knots[k->knot_count++] =
            (taut_knot){.mass = m->mass, .leader = member, .place = -1, .kinematic = kinematic};
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
    for (int i = 0; i < k->member_count; ++i) {
        for (int j = 0; j < k->member_count; ++j) {
            if (k->members[i].knot == a && k->members[j].knot == b &&
                k->members[i].run == k->members[j].run) {
                return false;
            }
        }
    }
    return true;
}

static void join(taut_knots* k, int a, int b)
{
    for (int i = 0; i < k->member_count; ++i) {
        k->members[i].knot = k->members[i].knot == b ? a : k->members[i].knot;
    }
    taut_knot *to = &k->knots[a], *from = &k->knots[b];
    to->mass += from->mass;
    if (from->kinematic) {
        to->kinematic = true;
        to->leader = from->leader;
        to->place = from->place;
    }
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

// In a knot that stands, too, each particle is predicted as a free one: how far it then has to be
// brought tells what its own weight and motion press.
static void share_mass(const taut_crowd* c, taut_knots* k)
{
    for (int i = 0; i < k->member_count; ++i) {
        taut_knot_member* m = &k->members[i];
        const taut_knot* knot = &k->knots[m->knot];
        work_of(c, m)->w[m->seat] = knot->kinematic ? 0.0f : 1.0f / knot->mass;
    }
}

void taut_knots_open(taut_crowd* c)
{
    taut_attachments* all = &c->world->attachments;
    taut_knots* k = &c->world->knots;
    k->member_count = k->knot_count = 0;
    for (int i = 0; i < all->count; ++i) {
        taut_attachment* a = &all->items[i];
        a->held_member = a->holder_member = -1;
        a->spare = false;
        a->tied = is_tight(a) && tie(c, k, a, i);
    }
    share_mass(c, k);
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
    for (int i = 0; i < k->member_count; ++i) {
        taut_knot_member* m = &k->members[i];
        if (m->knot == number && m != leader) {
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
    for (int i = 0; i < k->member_count; ++i) {
        taut_knot_member* m = &k->members[i];
        if (m->run == run) {
            follow_leader(c, k, m);
            m->mark = taut_work_corrections(work_of(c, m), m->seat);
        }
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
    for (int i = 0; i < k->member_count; ++i) {
        taut_knot_member* m = &k->members[i];
        taut_knot* knot = &k->knots[m->knot];
        if (m->run == run && !knot->kinematic) {
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
    for (int i = 0; i < k->member_count; ++i) {
        if (k->members[i].knot == number) {
            taut_vec3 moved = moved_since(c, &k->members[i]);
            sum = taut_vec3_add(sum, moved);
            leads = i == k->knots[number].leader ? moved : leads;
        }
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
    for (int i = 0; i < k->member_count; ++i) {
        sum = k->members[i].knot == knot ? taut_vec3_add(sum, k->members[i].sum) : sum;
    }
    return sum;
}

// Ties that only close a ring bear nothing: what they could bear, others do.
static bool bears(const taut_attachment* a)
{
    return a->tied && !a->spare && a->holder_member >= 0;
}

// Marks the members on the held side of a tie: all that hang together without it.
static void mark_side(const taut_crowd* c, taut_knots* k, const taut_attachment* tie)
{
    const taut_attachments* all = &c->world->attachments;
    for (int i = 0; i < k->member_count; ++i) {
        k->members[i].marked = i == tie->held_member;
    }
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < all->count; ++i) {
            const taut_attachment* a = &all->items[i];
            if (a == tie || !bears(a)) {
                continue;
            }
            taut_knot_member* one = &k->members[a->held_member];
            taut_knot_member* other = &k->members[a->holder_member];
            more = more || one->marked != other->marked;
            one->marked = other->marked = one->marked || other->marked;
        }
    }
}

// What a tie in the midst of others bears: what the knot did to all on its held side, or the
// opposite of what it did to the other side where a pin is among them.
static taut_vec3 sum_of_side(const taut_crowd* c, taut_knots* k, const taut_attachment* tie)
{
    taut_vec3 near = {0.0f, 0.0f, 0.0f}, far = near;
    bool pinned = false;
    mark_side(c, k, tie);
    for (int i = 0; i < k->member_count; ++i) {
        const taut_knot_member* m = &k->members[i];
        if (m->knot == k->members[tie->held_member].knot) {
            taut_vec3* side = m->marked ? &near : &far;
            *side = taut_vec3_add(*side, m->sum);
            pinned = pinned || (m->marked && m->mass <= 0.0f);
        }
    }
    return pinned ? taut_vec3_scale(far, -1.0f) : near;
}

static taut_vec3 sum_of_tie(const taut_crowd* c, taut_knots* k, const taut_attachment* a)
{
    const taut_knot_member* held = &k->members[a->held_member];
    if (taut_attachment_stands(a)) {
        return sum_of_knot(k, held->knot);
    }
    if (!bears(a)) {
        return (taut_vec3){0.0f, 0.0f, 0.0f};
    }
    return held->ties == 1 && held->mass > 0.0f ? held->sum : sum_of_side(c, k, a);
}

void taut_knots_close(taut_crowd* c)
{
    taut_knots* k = &c->world->knots;
    for (int i = 0; i < c->world->attachments.count; ++i) {
        taut_attachment* a = &c->world->attachments.items[i];
        if (a->tied) {
            a->sum = sum_of_tie(c, k, a);
        }
    }
}
