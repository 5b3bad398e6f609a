// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts pushing: positions after each sweep, velocities after each substep.

#include "contacts.h"

#include <string.h>

#include "contact/response.inl"
#include "contacts_share.h"

// Solving -----------------------------------------------------------------------------------------

// The particles of a contact in the midst of a sweep; d is of FINE bodies.
typedef struct places {
    taut_vec3 x[3], d[3];
} places;

static TAUT_ALWAYS_INLINE places places_of(const taut_work* w, const taut_contact* c, int count,
                                           bool fine)
{
    places p;
    for (int i = 0; i < count; ++i) {
        p.x[i] = taut_rows_get(w->x, c->seats[i]);
        if (fine) {
            p.d[i] = taut_rows_get(w->d, c->seats[i]);
        }
    }
    return p;
}

static TAUT_ALWAYS_INLINE taut_vec3 point_of(const places* p, const taut_contact* c, int count,
                                             bool fine, taut_vec3 from)
{
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < count; ++i) {
        taut_vec3 x = taut_vec3_sub(p->x[i], from);
        x = fine ? taut_vec3_add(x, p->d[i]) : x;
        sum = taut_vec3_madd(sum, share_of(c, count, i), x);
    }
    return sum;
}

// Particles that are held take their share of a push as a reaction.
static TAUT_ALWAYS_INLINE void push(const taut_work* w, const places* p, taut_contact* c, int count,
                                    bool fine, taut_vec3 dl)
{
    taut_rows moved = fine ? w->d : w->x;
    for (int i = 0; i < count; ++i) {
        int seat = c->seats[i];
        taut_vec3 at = fine ? p->d[i] : p->x[i];
        if (count == 1 || w->w[seat] > 0.0f) {
            float share = share_of(c, count, i) * w->w[seat];
            taut_rows_set(moved, seat, taut_vec3_madd(at, share, dl));
        } else {
            taut_vec3 lo = taut_rows_get(w->lo, seat);
            taut_rows_set(w->lo, seat, taut_vec3_madd(lo, c->weights[i], dl));
        }
    }
}

static TAUT_ALWAYS_INLINE void note_push(taut_contacts* k, taut_contact* c, int count, taut_vec3 dl,
                                         uint8_t look)
{
    float least = 0.01f * k->def.thickness;  // below that nobody looks again
    c->pushed = taut_vec3_add(c->pushed, dl);
    if (taut_vec3_length(dl) * c->weight > least) {
        for (int i = 0; i < count; ++i) {
            k->moved[c->seats[i]] = look;
        }
    }
}

// How far it pushed.
static TAUT_ALWAYS_INLINE float solve(const taut_step* s, const taut_work* w, taut_contact* c,
                                      int count, bool fine, uint8_t look)
{
    taut_contacts* k = w->body->contacts;
    const taut_near* near = &k->near[c->near];
    places p = places_of(w, c, count, fine);
    float gap = taut_vec3_dot(c->n, point_of(&p, c, count, fine, c->at)) - c->bias;
    float dl = taut_contact_push(gap, c->weight, c->lambda);
    dl = c->lambda + dl > c->most ? c->most - c->lambda : dl;
    float lambda = c->lambda + dl;
    c->lambda = lambda;
    taut_vec3 change = taut_vec3_scale(c->n, dl);
    if (near->hold > 0.0f && lambda > 0.0f) {
        taut_vec3 slid = point_of(&p, c, count, fine, c->from);
        slid = taut_vec3_madd(slid, -taut_vec3_dot(c->n, slid), c->n);
        slid.z = s->planar ? 0.0f : slid.z;
        change = taut_vec3_add(
            change, taut_contact_rub(slid, c->weight, lambda, near->hold, near->slide, &c->rub));
    }
    if (dl != 0.0f || lambda > 0.0f) {
        note_push(k, c, count, change, look);
        push(w, &p, c, count, fine, change);
    }
    return fabsf(dl) * c->weight;
}

// Edges and faces first: what particles then still lack they get for sure.
static TAUT_ALWAYS_INLINE float solve_each(const taut_step* s, const taut_work* w, bool fine,
                                           uint8_t look)
{
    const taut_contacts* k = w->body->contacts;
    float most = 0.0f;
    for (int i = k->pair_count - 1; i >= k->point_count; --i) {
        if (k->live[i]) {
            float way = solve(s, w, &k->pairs[i], seats_of(&k->pairs[i]), fine, look);
            most = way > most ? way : most;
        }
    }
    for (int i = k->point_count - 1; i >= 0; --i) {
        if (k->live[i]) {
            float way = solve(s, w, &k->pairs[i], 1, fine, look);
            most = way > most ? way : most;
        }
    }
    return most;
}

static float solve_all(const taut_step* s, const taut_work* w, uint8_t look)
{
    return w->body->fine ? solve_each(s, w, true, look) : solve_each(s, w, false, look);
}

// Where contacts push hard they turn the way of what hangs on: it may now meet what it would have
// missed. In a body that rests, a push is what it falls in a substep, some thousandths of a
// millimetre, and nothing is looked at twice.
#define MOST_LOOKS 16

// Rounds of pushing between looks, where it is pushed hard; how far the first one pushed.
#define MOST_ROUNDS 8

static float solve_hard(const taut_step* s, taut_work* w, uint8_t look, float hard)
{
    float first = solve_all(s, w, look);
    float way = first;
    for (int i = 1; i < MOST_ROUNDS && way > hard; ++i) {
        way = solve_all(s, w, look);
    }
    return first;
}

void taut_contacts_solve(const taut_step* s, taut_work* w, int iteration, int iterations)
{
    taut_contacts* k = w->body->contacts;
    float hard = 0.1f * k->def.thickness;
    if (iteration == 0) {
        taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_FIND);
        taut_contacts_meet(s, w, iterations > 1);
    }
    taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_SOLVE);
    memset(k->moved, 0, (size_t)w->seat_count);
    float way = solve_hard(s, w, 1, hard);
    for (uint8_t look = 1; look < MOST_LOOKS && way > hard; ++look) {
        taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_FIND);
        taut_contacts_meet_again(s, w, look);
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

// Loads are added up by chunks of pairs, each in the order of visiting, and then chunk by chunk: a
// sum whose shape does not depend on who adds.
#define CHUNK 64

typedef struct chunk_load {
    int32_t near;
    int32_t hit;  // the pair that pushed hardest
    float hardest;
    double force[3], torque[3];
} chunk_load;

typedef struct chunk {
    chunk_load loads[CHUNK];  // by collider, as they come
    int count;
} chunk;

static chunk_load* load_of(chunk* all, int near)
{
    for (int i = all->count - 1; i >= 0; --i) {
        if (all->loads[i].near == near) {
            return &all->loads[i];
        }
    }
    all->loads[all->count] = (chunk_load){.near = near};
    return &all->loads[all->count++];
}

// What pushes hardest in a step stands for the touch (touches.c): of several, the first.
static void note_load(const taut_contacts* k, int i, chunk* all)
{
    const taut_contact* c = &k->pairs[i];
    chunk_load* load = load_of(all, c->near);
    taut_vec3 arm = taut_vec3_sub(c->at, k->near[c->near].after.at);
    taut_vec3 turn = taut_vec3_cross(arm, c->pushed);
    const float force[3] = {c->pushed.x, c->pushed.y, c->pushed.z};
    const float torque[3] = {turn.x, turn.y, turn.z};
    for (int axis = 0; axis < 3; ++axis) {
        load->force[axis] -= (double)force[axis];
        load->torque[axis] -= (double)torque[axis];
    }
    load->hit = c->lambda > load->hardest ? i : load->hit;
    load->hardest = c->lambda > load->hardest ? c->lambda : load->hardest;
}

static void take_load(const taut_contacts* k, const chunk_load* load)
{
    taut_near* near = &k->near[load->near];
    for (int axis = 0; axis < 3; ++axis) {
        near->force[axis] += load->force[axis];
        near->torque[axis] += load->torque[axis];
    }
    if (load->hardest > near->hardest) {
        const taut_contact* c = &k->pairs[load->hit];
        int most = 0;
        for (int i = 1; i < seats_of(c); ++i) {
            most = c->weights[i] > c->weights[most] ? i : most;
        }
        near->hardest = load->hardest;
        near->hit = c->seats[most];
        near->hit_at = c->at;
    }
}

// Changes the velocity of separation by `change`; a Verlet solver has it in its positions before.
static TAUT_ALWAYS_INLINE void kick(const taut_step* s, const taut_work* w, const taut_contact* c,
                                    int count, float change)
{
    float impulse = change / c->weight;
    for (int i = 0; i < count; ++i) {
        int seat = c->seats[i];
        float dv = impulse * share_of(c, count, i) * w->w[seat];
        taut_rows_set(w->v, seat, taut_vec3_madd(taut_rows_get(w->v, seat), dv, c->n));
        if (w->body->run->verlet && w->w[seat] > 0.0f) {
            taut_vec3 p = taut_vec3_madd(taut_rows_get(w->p, seat), -dv * s->h, c->n);
            taut_rows_set(w->p, seat, p);
        }
    }
}

static TAUT_ALWAYS_INLINE void bounce(const taut_step* s, const taut_work* w, taut_contact* c,
                                      int count, float rest)
{
    taut_contacts* k = w->body->contacts;
    const taut_near* near = &k->near[c->near];
    taut_vec3 carried = {0.0f, 0.0f, 0.0f};
    if (near->going) {
        taut_vec3 x[3];
        for (int j = 0; j < count; ++j) {
            x[j] = taut_rows_get(k->before, c->seats[j]);
        }
        carried = taut_vec3_sub(c->from, weighted(c, count, x));
    }
    float speed = parting_speed(s, w, c, count, carried);
    bool pressed = c->lambda > 0.0f;
    float change = pressed ? taut_contact_rebound(speed, c->speed, near->bounce, rest) : 0.0f;
    kick(s, w, c, count, change);
    c->pushed = taut_vec3_madd(c->pushed, change / c->weight * s->h, c->n);
    k->touching += pressed;
}

void taut_contacts_bounce(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    float rest = 2.0f * (taut_vec3_length(s->gravity) * fabsf(w->body->gravity_scale)) * s->h;
    chunk loads;
    loads.count = 0;
    k->touching = 0;
    for (int i = k->pair_count - 1; i >= 0; --i) {
        if (k->live[i] && i >= k->point_count) {
            bounce(s, w, &k->pairs[i], seats_of(&k->pairs[i]), rest);
        } else if (k->live[i]) {
            bounce(s, w, &k->pairs[i], 1, rest);
        }
        if (k->live[i]) {
            note_load(k, i, &loads);
        }
        if (i % CHUNK == 0) {
            for (int j = 0; j < loads.count; ++j) {
                take_load(k, &loads.loads[j]);
            }
            loads.count = 0;
        }
    }
}
