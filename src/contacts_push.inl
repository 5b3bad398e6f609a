// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a pair does where it meets: it pushes, and is thrown back. For whoever goes through the
// pairs (contacts_solve.c, cuda/contacts.inl).

#pragma once

#include "contact/response.inl"
#include "contacts_share.h"

// How pushes go on while any of them is as far as `hard`: rounds between looks, and looks for what
// the pushes have brought near. Where all pairs are of single particles, each of these goes on by
// itself, as long as its own pushes are. Where contacts push hard they turn the way of what hangs
// on: it may now meet what it would have missed. In a body that rests, a push is what it falls in a
// substep, some thousandths of a millimetre, and nothing is looked at twice.
#define CONTACT_LOOKS 16
#define CONTACT_ROUNDS 8

LANE_FN float contact_hard(const taut_contacts* k)
{
    return 0.1f * k->def.thickness;
}

// The particles of a contact in the midst of a sweep; d is of FINE bodies.
typedef struct contact_places {
    taut_vec3 x[3], d[3];
} contact_places;

LANE_FN void contact_place_at(const taut_work* w, const taut_contact* c, bool fine, int i,
                              contact_places* p)
{
    p->x[i] = taut_rows_get(w->x, c->seats[i]);
    if (fine) {
        p->d[i] = taut_rows_get(w->d, c->seats[i]);
    }
}

LANE_FN contact_places contact_places_of(const taut_work* w, const taut_contact* c, int count,
                                         bool fine)
{
    contact_places p;
    contact_place_at(w, c, fine, 0, &p);
    for (int i = 1; count > 1 && i < count; ++i) {
        contact_place_at(w, c, fine, i, &p);
    }
    return p;
}

LANE_FN taut_vec3 contact_add_point(taut_vec3 sum, const contact_places* p, int i, float share,
                                    bool fine, taut_vec3 from)
{
    taut_vec3 x = taut_vec3_sub(p->x[i], from);
    x = fine ? taut_vec3_add(x, p->d[i]) : x;
    return taut_vec3_madd(sum, share, x);
}

LANE_FN taut_vec3 contact_point_of(const contact_places* p, const taut_contact* c, int count,
                                   bool fine, taut_vec3 from)
{
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    sum = contact_add_point(sum, p, 0, share_of(c, count, 0), fine, from);
    for (int i = 1; count > 1 && i < count; ++i) {
        sum = contact_add_point(sum, p, i, c->weights[i], fine, from);
    }
    return sum;
}

// Particles that are held take their share of a push as a reaction.
LANE_FN void contact_push_at(const taut_work* w, const contact_places* p, taut_contact* c,
                             int count, int i, bool fine, taut_vec3 dl)
{
    int seat = c->seats[i];
    taut_vec3 at = fine ? p->d[i] : p->x[i];
    if (count == 1 || w->w[seat] > 0.0f) {
        float share = share_of(c, count, i) * w->w[seat];
        taut_rows_set(fine ? w->d : w->x, seat, taut_vec3_madd(at, share, dl));
    } else {
        taut_vec3 lo = taut_rows_get(w->lo, seat);
        taut_rows_set(w->lo, seat, taut_vec3_madd(lo, c->weights[i], dl));
    }
}

LANE_FN void contact_push(const taut_work* w, const contact_places* p, taut_contact* c, int count,
                          bool fine, taut_vec3 dl)
{
    contact_push_at(w, p, c, count, 0, fine, dl);
    for (int i = 1; count > 1 && i < count; ++i) {
        contact_push_at(w, p, c, count, i, fine, dl);
    }
}

LANE_FN void contact_note_push(const taut_contacts* k, taut_contact* c, int count, taut_vec3 dl,
                               uint8_t look)
{
    float least = 0.01f * k->def.thickness;  // below that nobody looks again
    c->pushed = taut_vec3_add(c->pushed, dl);
    if (taut_vec3_length(dl) * c->weight > least) {
        k->moved[c->seats[0]] = look;
        for (int i = 1; count > 1 && i < count; ++i) {
            k->moved[c->seats[i]] = look;
        }
    }
}

// How far it pushed.
LANE_FN float contact_solve(const taut_step* s, const taut_work* w, const taut_contacts* k,
                            taut_contact* c, int count, bool fine, uint8_t look)
{
    const taut_near* near = &k->near[c->near];
    contact_places p = contact_places_of(w, c, count, fine);
    float gap = taut_vec3_dot(c->n, contact_point_of(&p, c, count, fine, c->at)) - c->bias;
    float dl = taut_contact_push(gap, c->weight, c->lambda);
    dl = c->lambda + dl > c->most ? c->most - c->lambda : dl;
    float lambda = c->lambda + dl;
    c->lambda = lambda;
    taut_vec3 change = taut_vec3_scale(c->n, dl);
    if (near->hold > 0.0f && lambda > 0.0f) {
        taut_vec3 slid = contact_point_of(&p, c, count, fine, c->from);
        slid = taut_vec3_madd(slid, -taut_vec3_dot(c->n, slid), c->n);
        slid.z = s->planar ? 0.0f : slid.z;
        change = taut_vec3_add(
            change, taut_contact_rub(slid, c->weight, lambda, near->hold, near->slide, &c->rub));
    }
    if (dl != 0.0f || lambda > 0.0f) {
        contact_note_push(k, c, count, change, look);
        contact_push(w, &p, c, count, fine, change);
    }
    return fabsf(dl) * c->weight;
}

// Velocities --------------------------------------------------------------------------------------

// The torque of what was put on the body there, on a collider whose middle is at `middle`.
LANE_FN taut_vec3 contact_turn(taut_vec3 pushed, taut_vec3 at, taut_vec3 middle)
{
    return taut_vec3_cross(taut_vec3_sub(at, middle), pushed);
}

// The seat that a pair stands for: of several the one that it is mostly.
LANE_FN int32_t contact_seat_of(const taut_contact* c)
{
    int most = 0;
    for (int i = 1; i < seats_of(c); ++i) {
        most = c->weights[i] > c->weights[most] ? i : most;
    }
    return c->seats[most];
}

LANE_FN void contact_take_hit(const taut_contacts* k, const taut_contact_load* load)
{
    taut_near* near = &k->near[load->near];
    if (load->hardest > near->hardest) {
        const taut_contact* c = &k->pairs[load->hit];
        near->hardest = load->hardest;
        near->hit = contact_seat_of(c);
        near->hit_at = c->at;
    }
}

// Changes the velocity of one of them; a Verlet solver has it in its positions before.
LANE_FN void contact_kick_at(const taut_step* s, const taut_work* w, taut_vec3 n, int seat,
                             float impulse)
{
    float dv = impulse * w->w[seat];
    taut_rows_set(w->v, seat, taut_vec3_madd(taut_rows_get(w->v, seat), dv, n));
    if (s->solver->kind == TAUT_SOLVER_VERLET && w->w[seat] > 0.0f) {
        taut_vec3 p = taut_vec3_madd(taut_rows_get(w->p, seat), -dv * s->h, n);
        taut_rows_set(w->p, seat, p);
    }
}

// Changes the velocity of separation by `change`.
LANE_FN void contact_kick(const taut_step* s, const taut_work* w, const taut_contact* c, int count,
                          float change)
{
    float impulse = change / c->weight;
    contact_kick_at(s, w, c->n, c->seats[0], impulse * share_of(c, count, 0));
    for (int i = 1; count > 1 && i < count; ++i) {
        contact_kick_at(s, w, c->n, c->seats[i], impulse * c->weights[i]);
    }
}

// Whether it pressed.
LANE_FN bool contact_bounce(const taut_step* s, const taut_work* w, const taut_contacts* k,
                            taut_contact* c, int count, float rest)
{
    const taut_near* near = &k->near[c->near];
    taut_vec3 carried = {0.0f, 0.0f, 0.0f};
    if (near->going) {
        carried = taut_vec3_sub(c->from, weighted_rows(c, count, k->before));
    }
    float speed = parting_speed(s, w, c, count, carried);
    bool pressed = c->lambda > 0.0f;
    float change = pressed ? taut_contact_rebound(speed, c->speed, near->bounce, rest) : 0.0f;
    contact_kick(s, w, c, count, change);
    c->pushed = taut_vec3_madd(c->pushed, change / c->weight * s->h, c->n);
    return pressed;
}

// Slower than what gravity gives in two substeps nothing is thrown back.
LANE_FN float contact_rest_speed(const taut_step* s, const taut_work* w)
{
    return 2.0f * (taut_vec3_length(s->gravity) * fabsf(w->body->gravity_scale)) * s->h;
}
