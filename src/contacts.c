// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts through the substeps of a step.

#include "contacts.h"

#include <string.h>

#include "contacts_meet.inl"
#include "contacts_stray.inl"

// Opening -----------------------------------------------------------------------------------------

void taut_contacts_open(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    k->near_count = 0;
    k->dropped = 0;
    k->touching = 0;
    taut_contacts_open_bends(w);
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        contact_open_seat(s, w, k, seat);
    }
    taut_contacts_find(s, w, s->dt);
}

static void copy_rows(taut_rows to, taut_rows from, int count)
{
    memcpy(to.x, from.x, (size_t)count * sizeof *to.x);
    memcpy(to.y, from.y, (size_t)count * sizeof *to.y);
    memcpy(to.z, from.z, (size_t)count * sizeof *to.z);
}

void taut_contacts_begin(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    copy_rows(k->before, w->x, taut_contact_seats(w));
    for (int i = 0; i < k->near_count; ++i) {
        contact_move_near(s, &k->near[i]);
    }
}

// Meeting -----------------------------------------------------------------------------------------

// How many particles are no longer where pairs were looked for. One loop over plain arrays, which
// lanes can take.
static int look_round(const taut_work* w)
{
    const taut_contacts k = *w->body->contacts;  // a copy, which no store can change
    taut_rows x = w->x, d = w->body->fine ? w->d : w->x;
    bool fine = w->body->fine;
    int outside = 0;
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        taut_vec3 at = taut_rows_get(x, seat);
        at = fine ? taut_vec3_add(at, taut_rows_get(d, seat)) : at;
        outside += contact_look_round(&k, seat, contact_sight_of(&k, seat, at));
    }
    return outside;
}

static float longest_side2(const taut_contacts* k, const int32_t* seats, int count, int size)
{
    float longest2 = 0.0f;
    for (int i = 0; i < count; ++i, seats += size) {
        contact_element e = {.seats = {seats[0], seats[1], size > 2 ? seats[2] : -1},
                             .count = size};
        float side2 = contact_side2(k, &e);
        longest2 = side2 > longest2 ? side2 : longest2;
    }
    return longest2;
}

// Where pairs were looked for, which strays have not changed yet.
static void measure_sides(taut_contacts* k)
{
    if (k->longest2 < 0.0f) {
        float edge2 = longest_side2(k, k->edges, k->edge_count, 2);
        float face2 = longest_side2(k, k->faces, k->face_count, 3);
        k->longest2 = edge2 > face2 ? edge2 : face2;
    }
}

static bool stray_meets_any(const taut_step* s, const taut_work* w, int seat)
{
    taut_realm_meets met = taut_realms_met(&s->colliders->realms, w->body->realm);
    bool meets = false;
    for (int i = 0; i < taut_realms_met_count(&met) && !meets; ++i) {
        meets = contact_stray_meets(s, w, w->body->contacts, seat, taut_realms_met_at(&met, i));
    }
    return meets;
}

// Whether those that are not have no collider near, and go on with the pairs that there are.
static bool let_stray(const taut_step* s, const taut_work* w, int outside)
{
    taut_contacts* k = w->body->contacts;
    bool clear = outside <= TAUT_CONTACT_STRAYS;
    if (clear) {
        measure_sides(k);
    }
    for (int seat = 0; seat < taut_contact_seats(w) && clear; ++seat) {
        taut_vec3 at = taut_contact_place(w, seat);
        if (contact_is_outside(at, taut_rows_get(k->base, seat), k->reach[seat])) {
            contact_open_stray(s, w, k, seat);
            clear = !stray_meets_any(s, w, seat);
        }
    }
    return clear;
}

// Particles that went farther than pairs were looked for: they are looked for again.
static void find_again(const taut_step* s, taut_work* w)
{
    float left = s->h * (float)(s->substep_count - s->substep);
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        contact_open_again(s, w, w->body->contacts, seat, left);
    }
    taut_contacts_find(s, w, left);
}

// For the first time in a substep.
static void meet_all(const taut_step* s, const taut_work* w, bool ahead)
{
    taut_contacts* k = w->body->contacts;
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        k->on[seat].near = -1;
    }
    memset(k->live, 0, (size_t)k->pair_count);
    for (int i = 0; i < k->point_count; ++i) {
        if (contact_may_meet(contact_travelled(k, &k->watches[i]), k->until[i])) {
            contact_meet_point(s, w, i, ahead);
        }
        if (k->live[i]) {
            contact_stand(k, i);
        }
    }
    for (int i = k->point_count; i < k->pair_count; ++i) {
        contact_meet_first(s, w, i, ahead);
    }
}

void taut_contacts_meet_again(const taut_step* s, const taut_work* w, int first, int end,
                              uint8_t look)
{
    for (int i = first; i < end; ++i) {
        contact_meet_again(s, w, i, look);
    }
}

void taut_contacts_meet(const taut_step* s, taut_work* w, bool ahead)
{
    int outside = look_round(w);
    if (outside > 0 && !let_stray(s, w, outside)) {
        find_again(s, w);
    }
    meet_all(s, w, ahead);
}
