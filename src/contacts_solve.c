// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts pushing: positions after each sweep, velocities after each substep.

#include "contacts.h"

#include <string.h>

#include "contacts_push.inl"

// Solving -----------------------------------------------------------------------------------------

// Pairs of single particles from `first` to `end`. How far the hardest push went.
static TAUT_ALWAYS_INLINE float solve_points(const taut_step* s, const taut_work* w, bool fine,
                                             uint8_t look, int first, int end)
{
    const taut_contacts* k = w->body->contacts;
    float most = 0.0f;
    for (int i = end - 1; i >= first; --i) {
        if (k->live[i]) {
            float way = contact_solve(s, w, k, &k->pairs[i], 1, fine, look);
            most = way > most ? way : most;
        }
    }
    return most;
}

// Edges and faces first: what particles then still lack they get for sure.
static TAUT_ALWAYS_INLINE float solve_each(const taut_step* s, const taut_work* w, bool fine,
                                           uint8_t look)
{
    const taut_contacts* k = w->body->contacts;
    float most = 0.0f;
    for (int i = k->pair_count - 1; i >= k->point_count; --i) {
        if (k->live[i]) {
            float way = contact_solve(s, w, k, &k->pairs[i], seats_of(&k->pairs[i]), fine, look);
            most = way > most ? way : most;
        }
    }
    float way = solve_points(s, w, fine, look, 0, k->point_count);
    return way > most ? way : most;
}

static float solve_all(const taut_step* s, const taut_work* w, uint8_t look)
{
    return w->body->fine ? solve_each(s, w, true, look) : solve_each(s, w, false, look);
}

// How far the first round pushed.
static float solve_hard(const taut_step* s, taut_work* w, uint8_t look, float hard)
{
    float first = solve_all(s, w, look);
    float way = first;
    for (int i = 1; i < CONTACT_ROUNDS && way > hard; ++i) {
        way = solve_all(s, w, look);
    }
    return first;
}

// The pairs of one particle, which have nothing to do with those of others.
static TAUT_ALWAYS_INLINE void solve_particle(const taut_step* s, const taut_work* w, bool fine,
                                              int first, int end, float hard)
{
    bool goes_on = true;
    for (uint8_t look = 1; look <= CONTACT_LOOKS && goes_on; ++look) {
        if (look > 1) {
            taut_contacts_meet_again(s, w, first, end, (uint8_t)(look - 1));
        }
        float way = solve_points(s, w, fine, look, first, end);
        goes_on = way > hard;
        for (int i = 1; i < CONTACT_ROUNDS && way > hard; ++i) {
            way = solve_points(s, w, fine, look, first, end);
        }
    }
}

static TAUT_ALWAYS_INLINE void solve_particles(const taut_step* s, const taut_work* w, bool fine,
                                               float hard)
{
    const taut_contacts* k = w->body->contacts;
    for (int end = k->point_count, first; end > 0; end = first) {
        int32_t seat = k->watches[end - 1].seats[0];
        first = end - 1;
        while (first > 0 && k->watches[first - 1].seats[0] == seat) {
            --first;
        }
        solve_particle(s, w, fine, first, end, hard);
    }
}

void taut_contacts_solve(const taut_step* s, taut_work* w, int iteration, int iterations)
{
    taut_contacts* k = w->body->contacts;
    float hard = contact_hard(k);
    if (iteration == 0) {
        taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_FIND);
        taut_contacts_meet(s, w, iterations > 1);
    }
    taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_SOLVE);
    memset(k->moved, 0, (size_t)w->seat_count);
    if (k->pair_count == k->point_count) {
        w->body->fine ? solve_particles(s, w, true, hard) : solve_particles(s, w, false, hard);
        return;
    }
    float way = solve_hard(s, w, 1, hard);
    for (uint8_t look = 1; look < CONTACT_LOOKS && way > hard; ++look) {
        taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_FIND);
        taut_contacts_meet_again(s, w, 0, k->pair_count, look);
        taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_SOLVE);
        way = solve_hard(s, w, look + 1, hard);
    }
}

bool taut_contacts_press(const taut_work* w)
{
    const taut_contacts* k = w->body->contacts;
    bool press = false;
    for (int i = 0; i < k->pair_count && !press; ++i) {
        press = k->live[i] && k->pairs[i].lambda > 0.0f && isinf(k->pairs[i].most);
    }
    return press;
}

// Velocities --------------------------------------------------------------------------------------

// Loads are added up by chunks of pairs, each in the order of visiting; chunks by groups, in the
// same order; then group by group: a sum whose shape does not depend on who adds.

// The loads of a chunk, by collider, as they come, each before the one that came before it.
typedef struct contact_loads {
    taut_contact_load* end;
    int count;
} contact_loads;

static taut_contact_load* load_of(contact_loads* all, int near)
{
    for (int i = all->count; i > 0; --i) {
        if (all->end[-i].near == near) {
            return &all->end[-i];
        }
    }
    taut_contact_load* load = all->end - ++all->count;
    *load = (taut_contact_load){.near = near};
    return load;
}

// What pushes hardest in a step stands for the touch (touches.c): of several, the first.
static void add_hit(taut_contact_load* load, float push, int hit)
{
    load->hit = push > load->hardest ? hit : load->hit;
    load->hardest = push > load->hardest ? push : load->hardest;
}

// What was put on the body there.
static void note_load(const taut_contacts* k, int i, contact_loads* all)
{
    const taut_contact* c = &k->pairs[i];
    taut_contact_load* load = load_of(all, c->near);
    taut_vec3 turn = contact_turn(c->pushed, c->at, k->near[c->near].after.at);
    const float force[3] = {c->pushed.x, c->pushed.y, c->pushed.z};
    const float torque[3] = {turn.x, turn.y, turn.z};
    for (int axis = 0; axis < 3; ++axis) {
        load->force[axis] -= (double)force[axis];
        load->torque[axis] -= (double)torque[axis];
    }
    add_hit(load, c->lambda, i);
}

// The sum of a group goes to that of all.
static void close_group(taut_near* near)
{
    for (int axis = 0; axis < 3; ++axis) {
        near->force[axis] += near->group_force[axis];
        near->torque[axis] += near->group_torque[axis];
        near->group_force[axis] = near->group_torque[axis] = 0.0;
    }
}

// Of a chunk.
static void take_loads(const taut_contacts* k, int group, contact_loads* loads)
{
    for (int i = 1; i <= loads->count; ++i) {
        const taut_contact_load* load = &loads->end[-i];
        taut_near* near = &k->near[load->near];
        if (near->group != group) {
            close_group(near);
            near->group = group;
        }
        for (int axis = 0; axis < 3; ++axis) {
            near->group_force[axis] += load->force[axis];
            near->group_torque[axis] += load->torque[axis];
        }
        contact_take_hit(k, load);
    }
    loads->count = 0;
}

void taut_contacts_bounce(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    float rest = contact_rest_speed(s, w);
    taut_contact_load items[TAUT_CONTACT_CHUNK];
    contact_loads loads = {items + TAUT_CONTACT_CHUNK, 0};
    int touching = 0;
    for (int i = k->pair_count - 1; i >= 0; --i) {
        taut_contact* c = &k->pairs[i];
        if (k->live[i]) {
            touching += i >= k->point_count ? contact_bounce(s, w, k, c, seats_of(c), rest)
                                            : contact_bounce(s, w, k, c, 1, rest);
            note_load(k, i, &loads);
        }
        if (i % TAUT_CONTACT_CHUNK == 0) {
            take_loads(k, i / (TAUT_CONTACT_CHUNK * TAUT_CONTACT_GROUP), &loads);
        }
    }
    for (int i = 0; i < k->near_count; ++i) {
        close_group(&k->near[i]);
    }
    k->touching = touching;
}
