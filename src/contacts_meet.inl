// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where pairs meet in a substep: what is done for a collider, a particle or a pair, whoever goes
// through them (contacts.c, cuda/contacts.inl).

#pragma once

#include "collide/distance.inl"
#include "contact/response.inl"
#include "contacts_share.h"

// A turn along the chord is fastest in its middle: for half a turn, the longest there is, 4 / pi of
// its mean speed.
#define CONTACT_UNEVEN 1.3f

// Where a collider is when the substep at hand begins.
LANE_FN taut_pose contact_pose_before(const taut_step* s, const taut_near* near)
{
    const taut_collider* c = &s->colliders->items[near->collider];
    return taut_collider_pose(c, (float)s->substep / (float)s->substep_count);
}

// It moves on to that substep.
LANE_CALL void contact_move_near(const taut_step* s, taut_near* near)
{
    if (!near->going && s->substep > 0) {
        return;
    }
    const taut_collider* c = &s->colliders->items[near->collider];
    float n = (float)s->substep_count;
    near->before = contact_pose_before(s, near);
    near->after = near->going ? taut_collider_pose(c, (float)(s->substep + 1) / n) : near->before;
    near->travel += CONTACT_UNEVEN * c->motion / n;
}

// What is looked at when a step begins.
LANE_FN void contact_open_seat(const taut_step* s, const taut_work* w, const taut_contacts* k,
                               int seat)
{
    taut_vec3 x = taut_rows_get(w->x, seat);
    taut_rows_set(k->base, seat, x);
    taut_rows_set(k->seen, seat, x);
    k->reach[seat] = taut_vec3_length(taut_rows_get(w->v, seat)) * s->dt;
    k->travel[seat] = 0.0f;
}

// What is looked at of a particle that is now `at`; all of it is read before anything is written.
typedef struct contact_sight {
    taut_vec3 at, base, seen;
    float reach, travel;
} contact_sight;

LANE_FN contact_sight contact_sight_of(const taut_contacts* k, int seat, taut_vec3 at)
{
    contact_sight sight = {at, taut_rows_get(k->base, seat), taut_rows_get(k->seen, seat),
                           k->reach[seat], k->travel[seat]};
    return sight;
}

// How far it went in the step, with what it did since it was seen last.
LANE_FN float contact_travel_of(const contact_sight* s)
{
    return s->travel + taut_vec3_length(taut_vec3_sub(s->at, s->seen));
}

// Whether it is beyond where pairs were looked for.
LANE_FN bool contact_is_outside(taut_vec3 at, taut_vec3 base, float reach)
{
    taut_vec3 moved = taut_vec3_sub(at, base);
    return !(taut_vec3_dot(moved, moved) <= reach * reach);
}

// It is seen. Returns whether it is outside.
LANE_FN bool contact_look_round(const taut_contacts* k, int seat, contact_sight s)
{
    k->travel[seat] = contact_travel_of(&s);
    taut_rows_set(k->seen, seat, s.at);
    return contact_is_outside(s.at, s.base, s.reach);
}

LANE_FN taut_vec3 contact_start_of(const taut_contacts* k, const taut_near* near, int seat)
{
    return taut_pose_in(&near->before, taut_rows_get(k->before, seat));
}

// In a planar world the normal stays in the plane; where nothing of it does, there is no contact.
LANE_CALL bool contact_flatten(taut_vec3* n)
{
    n->z = 0.0f;
    float length = taut_vec3_length(*n);
    bool fine = length > 0.1f;
    *n = taut_vec3_scale(*n, fine ? 1.0f / length : 0.0f);
    return fine;
}

// Of the particles that share a contact: how far a push of 1 moves the one that it moves most, and
// whether any is held.
typedef struct contact_lever {
    float lever;
    bool held;
} contact_lever;

LANE_FN void contact_lever_at(const taut_work* w, const taut_contact* c, int count, int i,
                              contact_lever* most)
{
    float moves = w->w[c->seats[i]] * share_of(c, count, i);
    most->lever = moves > most->lever ? moves : most->lever;
    most->held = most->held || !(moves > 0.0f);
}

LANE_FN contact_lever contact_lever_of(const taut_work* w, const taut_contact* c, int count)
{
    contact_lever most = {0.0f, false};
    contact_lever_at(w, c, count, 0, &most);
    for (int i = 1; count > 1 && i < count; ++i) {
        contact_lever_at(w, c, count, i, &most);
    }
    return most;
}

// And how fast the fastest goes.
LANE_FN float contact_fastest(const taut_work* w, const taut_contact* c, int count)
{
    float fastest = 0.0f;
    for (int i = 0; i < count; ++i) {
        float speed = taut_vec3_length(taut_rows_get(w->v, c->seats[i]));
        fastest = speed > fastest ? speed : fastest;
    }
    return fastest;
}

// Deep inside is what neither presses into its thickness nor goes so fast that it may just have
// come there: it was put there. In thin colliders nothing is: a throw takes it half through.
LANE_FN bool contact_is_deep(const taut_step* s, const taut_work* w, const taut_contacts* k,
                             const taut_contact* c, int count)
{
    float thickness = k->def.thickness, leave = k->def.leave_speed;
    // Who goes faster has to be deeper still, also as rounded. Hardly any is deep enough for
    // particles that stand still: others are not asked how fast.
    if (k->near[c->near].thin || !(c->start < -(thickness + leave * s->h))) {
        return false;
    }
    return c->start < -(thickness + (leave + 4.0f * contact_fastest(w, c, count)) * s->h);
}

LANE_FN void contact_limit_push(const taut_step* s, const taut_work* w, const taut_contacts* k,
                                taut_contact* c, int count)
{
    contact_lever of = contact_lever_of(w, c, count);
    float leave = k->def.leave_speed, lever = of.lever;
    // Near a particle that is held, the others would have to go far for what little they share.
    float most = leave * s->h * (of.held && lever > 0.0f ? c->weight / lever : 1.0f);
    c->bias = k->def.thickness + taut_contact_bias(c->start, most);
    c->most = INFINITY;
    if (contact_is_deep(s, w, k, c, count)) {
        float fall = taut_vec3_length(s->gravity) * fabsf(w->body->gravity_scale) * s->h * s->h;
        c->most = taut_contact_most(c->speed, leave, fall, s->h, lever);
    }
}

// What is met takes the place of what was met before in this substep, where it was `live`. A
// multiplier stays where the direction nearly does: what was pushed the other way cannot be taken
// back. Returns whether it is live now.
LANE_FN bool contact_take_meeting(const taut_step* s, const taut_work* w, const taut_contacts* k,
                                  taut_contact* c, bool live, const taut_mover* m, int count,
                                  const taut_meeting* met)
{
    const taut_near* near = &k->near[c->near];
    taut_vec3 n = taut_pose_turn(&near->after, met->n);
    if (s->planar && !contact_flatten(&n)) {
        return live;
    }
    const taut_vec3 zero = {0.0f, 0.0f, 0.0f};
    bool same = live && taut_vec3_dot(n, c->n) > 0.9f;
    c->lambda = same ? c->lambda : 0.0f;
    c->rub = same ? c->rub : zero;
    c->pushed = live ? c->pushed : zero;
    c->n = n;
    c->weights[0] = met->weights[0];
    c->weight = w->w[c->seats[0]] * share_of(c, count, 0) * share_of(c, count, 0);
    for (int j = 1; count > 1 && j < count; ++j) {
        c->weights[j] = met->weights[j];
        c->weight += w->w[c->seats[j]] * c->weights[j] * c->weights[j];
    }
    c->at = taut_pose_out(&near->after, met->at);
    c->from = weighted_rows(c, count, k->before);
    taut_vec3 carried = zero;
    if (near->going) {
        taut_vec3 at = c->from;
        c->from = taut_pose_out(&near->after, weighted(c, count, m->from));
        carried = taut_vec3_sub(c->from, at);
    }
    c->start = met->start;
    c->speed = parting_speed(s, w, c, count, carried);
    contact_limit_push(s, w, k, c, count);
    return c->weight > 0.0f;
}

LANE_CALL float contact_travelled(const taut_contacts* k, const taut_watch* watch)
{
    float sum = k->near[watch->near].travel + k->travel[watch->seats[0]];
    for (int i = 1; i < 3 && watch->seats[i] >= 0; ++i) {
        sum += k->travel[watch->seats[i]];
    }
    return sum;
}

LANE_CALL taut_meeting_input contact_input_of(const taut_step* s, const taut_contacts* k,
                                              const taut_contact* c, bool ahead)
{
    return (taut_meeting_input){.collider = &s->colliders->items[k->near[c->near].collider],
                                .feature = c->feature,
                                .thickness = k->def.thickness,
                                .ahead = ahead};
}

LANE_FN void contact_meet_of(const taut_step* s, const taut_work* w, int i, bool ahead, int count)
{
    const taut_contacts* k = w->body->contacts;
    taut_contact* c = &k->pairs[i];
    const taut_near* near = &k->near[c->near];
    taut_meeting_input in = contact_input_of(s, k, c, ahead);
    taut_mover m;
    m.count = count;
    for (int j = 0; j < count; ++j) {
        m.from[j] = contact_start_of(k, near, c->seats[j]);
    }
    taut_meeting met;
    if (!taut_collider_meet_at_once(&in, &m, &met)) {
        for (int j = 0; j < count; ++j) {
            m.to[j] = taut_pose_in(&near->after, taut_contact_place(w, c->seats[j]));
        }
        taut_collider_meet(&in, &m, &met);
    }
    k->until[i] = ahead ? -INFINITY : met.left + contact_travelled(k, &k->watches[i]);
    if (met.live) {
        k->live[i] = contact_take_meeting(s, w, k, c, k->live[i], &m, count, &met);
    }
}

// A particle that touches when the substep begins, as all do that lie still, meets there and then:
// where it goes does not matter.
// @param f  how far off it is at x, where it begins
LANE_FN bool contact_touches_at_once(const taut_meeting_input* in, taut_vec3 x, taut_distance f,
                                     taut_meeting* met)
{
    *met = (taut_meeting){.live = !f.ghost,
                          .weights = {1.0f, 0.0f, 0.0f},
                          .n = f.n,
                          .at = taut_vec3_madd(x, -f.d, f.n),
                          .start = f.d - in->thickness,
                          .left = -INFINITY};
    return taut_meets_at(in, f.d);
}

// How far off one that does not touch is in the end, at least: its way may be shorter than the gap.
// @param from where it begins in the frame of the collider
// @param to   receives where it ends
LANE_FN float contact_gap_left(const taut_work* w, const taut_near* near, int seat, taut_vec3 from,
                               float gap, taut_vec3* to)
{
    *to = taut_pose_in(&near->after, taut_contact_place(w, seat));
    return gap - taut_vec3_length(taut_vec3_sub(*to, from));
}

// Where a single particle meets; `live`: it met something before in this substep. Returns whether
// it is live now, and how long it need not be looked at.
// @param travelled  how far it and the collider went
LANE_FN bool contact_meet_alone(const taut_step* s, const taut_work* w, const taut_contacts* k,
                                taut_contact* c, bool live, bool ahead, float travelled,
                                float* until)
{
    const taut_near* near = &k->near[c->near];
    taut_meeting_input in = contact_input_of(s, k, c, ahead);
    taut_mover m = {.count = 1, .from = {contact_start_of(k, near, c->seats[0])}};
    taut_meeting met;
    *until = -INFINITY;
    taut_distance f = taut_distance_here(in.collider, in.feature, m.from[0]);
    if (!contact_touches_at_once(&in, m.from[0], f, &met)) {
        taut_mover goes = m;  // copies, so that those of the others need no address
        float left = contact_gap_left(w, near, c->seats[0], m.from[0], met.start, &goes.to[0]);
        if (left >= 0.0f && !ahead) {  // as with most: it meets nothing
            *until = left + travelled;
            return live;
        }
        taut_meeting_input asked = in;
        taut_meeting found;
        taut_collider_meet(&asked, &goes, &found);
        met = found;
        *until = ahead ? -INFINITY : met.left + travelled;
    }
    return met.live ? contact_take_meeting(s, w, k, c, live, &m, 1, &met) : live;
}

LANE_CALL void contact_meet_point(const taut_step* s, const taut_work* w, int i, bool ahead)
{
    const taut_contacts* k = w->body->contacts;
    float travelled = contact_travelled(k, &k->watches[i]);
    k->live[i] =
        contact_meet_alone(s, w, k, &k->pairs[i], k->live[i], ahead, travelled, &k->until[i]);
}

LANE_CALL void contact_meet_several(const taut_step* s, const taut_work* w, int i, bool ahead)
{
    if (seats_of(&w->body->contacts->pairs[i]) == 2) {
        contact_meet_of(s, w, i, ahead, 2);
    } else {
        contact_meet_of(s, w, i, ahead, 3);
    }
}

// An edge whose ends lie on the same flat side of a convex shape lies on it whole.
LANE_CALL bool contact_lies_flat(const taut_contacts* k, const taut_watch* watch)
{
    const taut_standing* a = &k->on[watch->seats[0]];
    const taut_standing* b = &k->on[watch->seats[1]];
    return a->near == watch->near && b->near == watch->near && watch->seats[2] < 0 &&
           taut_vec3_dot(a->n, b->n) > 0.99999f;
}

LANE_CALL bool contact_was_moved(const taut_contacts* k, const taut_watch* watch, uint8_t look)
{
    bool moved = k->moved[watch->seats[0]] == look;
    for (int i = 1; i < 3 && watch->seats[i] >= 0; ++i) {
        moved = moved || k->moved[watch->seats[i]] == look;
    }
    return moved;
}

// What a pair of several particles does for the first time in a substep; and any pair once more,
// where a push came after it was looked at last, and again next time.
LANE_FN void contact_meet_first(const taut_step* s, const taut_work* w, int i, bool ahead)
{
    const taut_contacts* k = w->body->contacts;
    const taut_watch* watch = &k->watches[i];
    if (!contact_lies_flat(k, watch) && !(contact_travelled(k, watch) < k->until[i])) {
        contact_meet_several(s, w, i, ahead);
    }
}

LANE_FN void contact_meet_again(const taut_step* s, const taut_work* w, int i, uint8_t look)
{
    const taut_contacts* k = w->body->contacts;
    if (!contact_was_moved(k, &k->watches[i], look)) {
        return;
    }
    if (i < k->point_count) {
        contact_meet_point(s, w, i, false);
    } else {
        contact_meet_several(s, w, i, false);
    }
    k->until[i] = -INFINITY;
}

// Of a single particle, for the first time: whether it may, after both have travelled that far.
LANE_FN bool contact_may_meet(float travelled, float until)
{
    return !(travelled < until);
}

// What its seat stands on by that.
LANE_FN void contact_stand(const taut_contacts* k, int i)
{
    const taut_watch* watch = &k->watches[i];
    int near = k->near[watch->near].convex ? watch->near : -1;
    k->on[watch->seats[0]] = (taut_standing){k->pairs[i].n, near};
}
