// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts through the substeps of a step.

#include "contacts.h"

#include <string.h>

#include "collide/distance.inl"
#include "contact/response.inl"
#include "contacts_share.h"

// Opening -----------------------------------------------------------------------------------------

static void copy_rows(taut_rows to, taut_rows from, int count)
{
    memcpy(to.x, from.x, (size_t)count * sizeof *to.x);
    memcpy(to.y, from.y, (size_t)count * sizeof *to.y);
    memcpy(to.z, from.z, (size_t)count * sizeof *to.z);
}

void taut_contacts_open(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    k->near_count = 0;
    k->dropped = 0;
    k->touching = 0;
    taut_contacts_open_bends(w);
    copy_rows(k->base, w->x, taut_contact_seats(w));
    copy_rows(k->seen, w->x, taut_contact_seats(w));
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        k->reach[seat] = taut_vec3_length(taut_rows_get(w->v, seat)) * s->dt;
        k->travel[seat] = 0.0f;
    }
    taut_contacts_find(s, w, s->dt);
}

// A turn along the chord is fastest in its middle: for half a turn, the longest there is, 4 / pi of
// its mean speed.
#define UNEVEN 1.3f

void taut_contacts_begin(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    copy_rows(k->before, w->x, taut_contact_seats(w));
    float n = (float)s->substep_count;
    for (int i = 0; i < k->near_count; ++i) {
        taut_near* near = &k->near[i];
        if (near->going || s->substep == 0) {
            const taut_collider* c = &s->colliders->items[near->collider];
            near->before = taut_collider_pose(c, (float)s->substep / n);
            near->after =
                near->going ? taut_collider_pose(c, (float)(s->substep + 1) / n) : near->before;
            near->travel += UNEVEN * c->motion / n;
        }
    }
}

// Meeting -----------------------------------------------------------------------------------------

// How far particles went since they were seen last; whether all are still where pairs were looked
// for. One loop over plain arrays, which lanes can take.
static bool look_round(const taut_work* w)
{
    const taut_contacts* k = w->body->contacts;
    taut_rows x = w->x, d = w->body->fine ? w->d : w->x, base = k->base, seen = k->seen;
    float *reach = k->reach, *travel = k->travel;
    bool fine = w->body->fine;
    int outside = 0;
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        taut_vec3 at = taut_rows_get(x, seat);
        at = fine ? taut_vec3_add(at, taut_rows_get(d, seat)) : at;
        taut_vec3 moved = taut_vec3_sub(at, taut_rows_get(base, seat));
        outside |= !(taut_vec3_dot(moved, moved) <= reach[seat] * reach[seat]);
        travel[seat] += taut_vec3_length(taut_vec3_sub(at, taut_rows_get(seen, seat)));
        taut_rows_set(seen, seat, at);
    }
    return outside == 0;
}

// Particles that went farther than pairs were looked for: they are looked for again.
static void find_again(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    float left = s->h * (float)(s->substep_count - s->substep);
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        taut_vec3 moved =
            taut_vec3_sub(taut_contact_place(w, seat), taut_rows_get(k->before, seat));
        float speed = taut_vec3_length(taut_rows_get(w->v, seat));
        float way = taut_vec3_length(moved);
        k->reach[seat] = way + (speed * s->h > way ? speed * s->h : way) * s->inverse_h * left;
    }
    copy_rows(k->base, k->before, taut_contact_seats(w));
    taut_contacts_find(s, w, left);
}

static TAUT_ALWAYS_INLINE taut_vec3 start_of(const taut_contacts* k, const taut_near* near,
                                             int seat)
{
    return taut_pose_in(&near->before, taut_rows_get(k->before, seat));
}

// In a planar world the normal stays in the plane; where nothing of it does, there is no contact.
static bool flatten(taut_vec3* n)
{
    n->z = 0.0f;
    float length = taut_vec3_length(*n);
    bool fine = length > 0.1f;
    *n = taut_vec3_scale(*n, fine ? 1.0f / length : 0.0f);
    return fine;
}

// What is met takes the place of what was met before in this substep. A multiplier stays where the
// direction nearly does: what was pushed the other way cannot be taken back.
static TAUT_ALWAYS_INLINE void take_meeting(const taut_step* s, const taut_work* w, int i,
                                            const taut_mover* m, const taut_meeting* met)
{
    taut_contacts* k = w->body->contacts;
    taut_contact* c = &k->pairs[i];
    const taut_near* near = &k->near[c->near];
    taut_vec3 n = taut_pose_turn(&near->after, met->n);
    if (s->planar && !flatten(&n)) {
        return;
    }
    const taut_vec3 zero = {0.0f, 0.0f, 0.0f};
    bool same = k->live[i] && taut_vec3_dot(n, c->n) > 0.9f;
    c->lambda = same ? c->lambda : 0.0f;
    c->rub = same ? c->rub : zero;
    c->pushed = k->live[i] ? c->pushed : zero;
    c->n = n;
    c->weight = 0.0f;
    taut_vec3 before[3];
    for (int j = 0; j < m->count; ++j) {
        c->weights[j] = met->weights[j];
        float share = share_of(c, m->count, j);
        c->weight += w->w[c->seats[j]] * share * share;
        before[j] = taut_rows_get(k->before, c->seats[j]);
    }
    k->live[i] = c->weight > 0.0f;
    c->at = taut_pose_out(&near->after, met->at);
    c->from = weighted(c, m->count, before);
    taut_vec3 carried = zero;
    if (near->going) {
        taut_vec3 at = c->from;
        c->from = taut_pose_out(&near->after, weighted(c, m->count, m->from));
        carried = taut_vec3_sub(c->from, at);
    }
    c->start = met->start;
    c->bias = k->def.thickness + taut_contact_bias(met->start, k->def.leave_speed * s->h);
    c->speed = parting_speed(s, w, c, m->count, carried);
}

static float travelled(const taut_contacts* k, const taut_watch* watch)
{
    float sum = k->near[watch->near].travel + k->travel[watch->seats[0]];
    for (int i = 1; i < 3 && watch->seats[i] >= 0; ++i) {
        sum += k->travel[watch->seats[i]];
    }
    return sum;
}

static taut_meeting_input input_of(const taut_step* s, const taut_contacts* k,
                                   const taut_contact* c, bool ahead)
{
    return (taut_meeting_input){.collider = &s->colliders->items[k->near[c->near].collider],
                                .feature = c->feature,
                                .thickness = k->def.thickness,
                                .ahead = ahead};
}

static TAUT_ALWAYS_INLINE void meet_of(const taut_step* s, const taut_work* w, int i, bool ahead,
                                       int count)
{
    const taut_contacts* k = w->body->contacts;
    const taut_contact* c = &k->pairs[i];
    const taut_near* near = &k->near[c->near];
    taut_meeting_input in = input_of(s, k, c, ahead);
    taut_mover m;
    m.count = count;
    for (int j = 0; j < count; ++j) {
        m.from[j] = start_of(k, near, c->seats[j]);
    }
    taut_meeting met;
    if (count == 1 || !taut_collider_meet_at_once(&in, &m, &met)) {
        for (int j = 0; j < count; ++j) {
            m.to[j] = taut_pose_in(&near->after, taut_contact_place(w, c->seats[j]));
        }
        taut_collider_meet(&in, &m, &met);
    }
    taut_watch* watch = &k->watches[i];
    watch->until = ahead ? -INFINITY : met.left + travelled(k, watch);
    if (met.live) {
        take_meeting(s, w, i, &m, &met);
    }
}

// A particle that touches when the substep begins, as all do that lie still, meets there and then:
// where it goes does not matter.
static TAUT_ALWAYS_INLINE bool touches_at_once(const taut_meeting_input* in, taut_vec3 x,
                                               taut_meeting* met)
{
    taut_distance f = taut_distance_of(in->collider, in->feature, x);
    *met = (taut_meeting){.live = !f.ghost,
                          .weights = {1.0f, 0.0f, 0.0f},
                          .n = f.n,
                          .at = taut_vec3_madd(x, -f.d, f.n),
                          .start = f.d - in->thickness,
                          .left = -INFINITY};
    return taut_meets_at(in, f.d);
}

static void meet_point(const taut_step* s, const taut_work* w, int i, bool ahead)
{
    const taut_contacts* k = w->body->contacts;
    const taut_contact* c = &k->pairs[i];
    const taut_near* near = &k->near[c->near];
    taut_meeting_input in = input_of(s, k, c, ahead);
    taut_mover m = {.count = 1, .from = {start_of(k, near, c->seats[0])}};
    taut_meeting met;
    if (!touches_at_once(&in, m.from[0], &met)) {
        // Its way is shorter than the gap, as with most: it meets nothing.
        m.to[0] = taut_pose_in(&near->after, taut_contact_place(w, c->seats[0]));
        float left = met.start - taut_vec3_length(taut_vec3_sub(m.to[0], m.from[0]));
        if (left >= 0.0f && !ahead) {
            k->watches[i].until = left + travelled(k, &k->watches[i]);
        } else {
            meet_of(s, w, i, ahead, 1);
        }
        return;
    }
    k->watches[i].until = -INFINITY;
    if (met.live) {
        take_meeting(s, w, i, &m, &met);
    }
}

static void meet_several(const taut_step* s, const taut_work* w, int i, bool ahead)
{
    if (seats_of(&w->body->contacts->pairs[i]) == 2) {
        meet_of(s, w, i, ahead, 2);
    } else {
        meet_of(s, w, i, ahead, 3);
    }
}

// An edge whose ends lie on the same flat side of a convex shape lies on it whole.
static bool lies_flat(const taut_contacts* k, const taut_watch* watch)
{
    const taut_standing* a = &k->on[watch->seats[0]];
    const taut_standing* b = &k->on[watch->seats[1]];
    return a->near == watch->near && b->near == watch->near && watch->seats[2] < 0 &&
           taut_vec3_dot(a->n, b->n) > 0.99999f;
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
        const taut_watch* watch = &k->watches[i];
        if (k->near[watch->near].travel + k->travel[watch->seats[0]] < watch->until) {
            continue;
        }
        meet_point(s, w, i, ahead);
        if (k->live[i]) {
            int near = k->near[watch->near].convex ? watch->near : -1;
            k->on[watch->seats[0]] = (taut_standing){k->pairs[i].n, near};
        }
    }
    for (int i = k->point_count; i < k->pair_count; ++i) {
        const taut_watch* watch = &k->watches[i];
        if (!lies_flat(k, watch) && !(travelled(k, watch) < watch->until)) {
            meet_several(s, w, i, ahead);
        }
    }
}

static bool was_moved(const taut_contacts* k, const taut_watch* watch, uint8_t look)
{
    bool moved = k->moved[watch->seats[0]] == look;
    for (int i = 1; i < 3 && watch->seats[i] >= 0; ++i) {
        moved = moved || k->moved[watch->seats[i]] == look;
    }
    return moved;
}

// Once more, where a push came after it was looked at last; and again next time.
void taut_contacts_meet_again(const taut_step* s, const taut_work* w, uint8_t look)
{
    taut_contacts* k = w->body->contacts;
    for (int i = 0; i < k->pair_count; ++i) {
        if (was_moved(k, &k->watches[i], look)) {
            if (i < k->point_count) {
                meet_point(s, w, i, false);
            } else {
                meet_several(s, w, i, false);
            }
            k->watches[i].until = -INFINITY;
        }
    }
}

void taut_contacts_meet(const taut_step* s, taut_work* w, bool ahead)
{
    if (!look_round(w)) {
        find_again(s, w);
    }
    meet_all(s, w, ahead);
}
