// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts through the substeps of a step.

#include "contacts.h"

#include <string.h>

#include "contact/response.inl"

// Opening -----------------------------------------------------------------------------------------

void taut_contacts_open(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    k->near_count = 0;
    k->dropped = 0;
    k->touching = 0;
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        k->base[seat] = taut_rows_get(w->x, seat);
        k->reach[seat] = taut_vec3_length(taut_rows_get(w->v, seat)) * s->dt;
        k->seen[seat] = k->base[seat];
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
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        k->before[seat] = taut_rows_get(w->x, seat);
    }
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

// Particles that went farther than pairs were looked for: they are looked for again.
static void follow(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    bool all_within = true;
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        taut_vec3 moved = taut_vec3_sub(taut_contact_place(w, seat), k->base[seat]);
        float reach = k->reach[seat];
        all_within = all_within && taut_vec3_dot(moved, moved) <= reach * reach;
    }
    if (all_within) {
        return;
    }
    float left = s->h * (float)(s->substep_count - s->substep);
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        taut_vec3 moved = taut_vec3_sub(taut_contact_place(w, seat), k->before[seat]);
        float speed = taut_vec3_length(taut_rows_get(w->v, seat));
        float way = taut_vec3_length(moved);
        k->base[seat] = k->before[seat];
        k->reach[seat] = way + (speed * s->h > way ? speed * s->h : way) * s->inverse_h * left;
    }
    taut_contacts_find(s, w, left);
}

static int seats_of(const taut_contact* c)
{
    return c->seats[1] < 0 ? 1 : c->seats[2] < 0 ? 2 : 3;
}

static taut_vec3 weighted(const taut_contact* c, const taut_vec3* x)
{
    taut_vec3 sum = taut_vec3_scale(x[0], c->weights[0]);
    for (int i = 1; i < seats_of(c); ++i) {
        sum = taut_vec3_madd(sum, c->weights[i], x[i]);
    }
    return sum;
}

static taut_mover mover_of(const taut_work* w, const taut_near* near, const taut_contact* c)
{
    const taut_contacts* k = w->body->contacts;
    taut_mover m = {.count = seats_of(c)};
    for (int i = 0; i < m.count; ++i) {
        m.from[i] = taut_pose_in(&near->before, k->before[c->seats[i]]);
        m.to[i] = taut_pose_in(&near->after, taut_contact_place(w, c->seats[i]));
    }
    return m;
}

// How fast the two come apart before they meet; the collider by what it moves in this substep.
static float speed_before(const taut_step* s, const taut_work* w, const taut_contact* c,
                          taut_vec3 carried)
{
    taut_vec3 v[3];
    for (int i = 0; i < seats_of(c); ++i) {
        v[i] = taut_rows_get(w->v, c->seats[i]);
    }
    taut_vec3 relative = taut_vec3_madd(weighted(c, v), -s->inverse_h, carried);
    return taut_vec3_dot(c->n, relative);
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
static void take_meeting(const taut_step* s, const taut_work* w, int i, const taut_mover* m,
                         const taut_meeting* met)
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
        c->weight += w->w[c->seats[j]] * met->weights[j] * met->weights[j];
        before[j] = k->before[c->seats[j]];
    }
    k->live[i] = c->weight > 0.0f;
    c->at = taut_pose_out(&near->after, met->at);
    c->from = weighted(c, near->going ? m->from : before);
    c->from = near->going ? taut_pose_out(&near->after, c->from) : c->from;
    c->bias = k->def.thickness + taut_contact_bias(met->start, k->def.leave_speed * s->h);
    c->speed = speed_before(s, w, c, taut_vec3_sub(c->from, weighted(c, before)));
}

static float travelled(const taut_contacts* k, const taut_watch* watch)
{
    float sum = k->near[watch->near].travel + k->travel[watch->seats[0]];
    for (int i = 1; i < 3 && watch->seats[i] >= 0; ++i) {
        sum += k->travel[watch->seats[i]];
    }
    return sum;
}

static void meet(const taut_step* s, const taut_work* w, int i, bool ahead)
{
    const taut_contacts* k = w->body->contacts;
    const taut_contact* c = &k->pairs[i];
    const taut_near* near = &k->near[c->near];
    taut_meeting_input in = {.collider = &s->colliders->items[near->collider],
                             .feature = c->feature,
                             .thickness = k->def.thickness,
                             .ahead = ahead};
    taut_mover m = mover_of(w, near, c);
    taut_meeting met;
    taut_collider_meet(&in, &m, &met);
    taut_watch* watch = &k->watches[i];
    watch->until = ahead ? -INFINITY : met.left + travelled(k, watch);
    if (met.live) {
        take_meeting(s, w, i, &m, &met);
    }
}

// An edge whose ends lie on the same flat side of a convex shape lies on it whole.
static bool lies_flat(const taut_step* s, const taut_contacts* k, int i)
{
    const int32_t* seats = k->watches[i].seats;
    int a = k->on[seats[0]], b = seats[1] >= 0 && seats[2] < 0 ? k->on[seats[1]] : -1;
    if (a < 0 || b < 0) {
        return false;
    }
    int near = k->pairs[i].near;
    return k->pairs[a].near == near && k->pairs[b].near == near &&
           s->colliders->items[k->near[near].collider].kind <= TAUT_SHAPE_HULL &&
           taut_vec3_dot(k->pairs[a].n, k->pairs[b].n) > 0.99999f;
}

// For the first time in a substep.
static void meet_all(const taut_step* s, const taut_work* w, bool ahead)
{
    taut_contacts* k = w->body->contacts;
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        taut_vec3 x = taut_contact_place(w, seat);
        k->travel[seat] += taut_vec3_length(taut_vec3_sub(x, k->seen[seat]));
        k->seen[seat] = x;
        k->on[seat] = -1;
    }
    memset(k->live, 0, (size_t)k->pair_count);
    for (int i = 0; i < k->pair_count; ++i) {
        const taut_watch* watch = &k->watches[i];
        if (travelled(k, watch) < watch->until || lies_flat(s, k, i)) {
            continue;
        }
        meet(s, w, i, ahead);
        if (k->live[i] && watch->seats[1] < 0) {
            k->on[watch->seats[0]] = i;
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
static void meet_again(const taut_step* s, const taut_work* w, uint8_t look)
{
    taut_contacts* k = w->body->contacts;
    for (int i = 0; i < k->pair_count; ++i) {
        if (was_moved(k, &k->watches[i], look)) {
            meet(s, w, i, false);
            k->watches[i].until = -INFINITY;
        }
    }
}

// Solving -----------------------------------------------------------------------------------------

static taut_vec3 point_of(const taut_work* w, const taut_contact* c, taut_vec3 from)
{
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < seats_of(c); ++i) {
        taut_vec3 x = taut_vec3_sub(taut_rows_get(w->x, c->seats[i]), from);
        x = w->body->fine ? taut_vec3_add(x, taut_rows_get(w->d, c->seats[i])) : x;
        sum = taut_vec3_madd(sum, c->weights[i], x);
    }
    return sum;
}

// Particles that are held take their share of a push as a reaction.
static void push(const taut_work* w, taut_contact* c, taut_vec3 dl, uint8_t look)
{
    float least = 0.01f * w->body->contacts->def.thickness;  // below that nobody looks again
    bool far = taut_vec3_length(dl) * c->weight > least;
    c->pushed = taut_vec3_add(c->pushed, dl);
    taut_rows moved = w->body->fine ? w->d : w->x;
    for (int i = 0; i < seats_of(c); ++i) {
        int seat = c->seats[i];
        bool free = w->w[seat] > 0.0f;
        float share = c->weights[i] * (free ? w->w[seat] : 1.0f);
        taut_rows target = free ? moved : w->lo;
        uint8_t* moved_at = &w->body->contacts->moved[seat];
        *moved_at = far ? look : *moved_at;
        taut_rows_set(target, seat, taut_vec3_madd(taut_rows_get(target, seat), share, dl));
    }
}

// How far it pushed.
static float solve(const taut_step* s, taut_work* w, taut_contact* c, uint8_t look)
{
    const taut_near* near = &w->body->contacts->near[c->near];
    float gap = taut_vec3_dot(c->n, point_of(w, c, c->at)) - c->bias;
    float dl = taut_contact_push(gap, c->weight, c->lambda);
    c->lambda += dl;
    taut_vec3 change = taut_vec3_scale(c->n, dl);
    if (near->hold > 0.0f && c->lambda > 0.0f) {
        taut_vec3 slid = point_of(w, c, c->from);
        slid = taut_vec3_madd(slid, -taut_vec3_dot(c->n, slid), c->n);
        slid.z = s->planar ? 0.0f : slid.z;
        change = taut_vec3_add(
            change, taut_contact_rub(slid, c->weight, c->lambda, near->hold, near->slide, &c->rub));
    }
    if (dl != 0.0f || c->lambda > 0.0f) {
        push(w, c, change, look);
    }
    return fabsf(dl) * c->weight;
}

// Edges and faces first: what particles then still lack they get for sure.
static float solve_all(const taut_step* s, taut_work* w, uint8_t look)
{
    taut_contacts* k = w->body->contacts;
    float most = 0.0f;
    for (int i = k->pair_count - 1; i >= 0; --i) {
        if (k->live[i]) {
            float way = solve(s, w, &k->pairs[i], look);
            most = way > most ? way : most;
        }
    }
    return most;
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
        follow(s, w);
        meet_all(s, w, iterations > 1);
    }
    taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_SOLVE);
    memset(k->moved, 0, (size_t)w->seat_count);
    float way = solve_hard(s, w, 1, hard);
    for (uint8_t look = 1; look < MOST_LOOKS && way > hard; ++look) {
        taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_FIND);
        meet_again(s, w, look);
        taut_profile_mark(s->profile, TAUT_STAGE_CONTACT_SOLVE);
        way = solve_hard(s, w, look + 1, hard);
    }
}

bool taut_contacts_press(const taut_work* w)
{
    const taut_contacts* k = w->body->contacts;
    bool press = false;
    for (int i = 0; i < k->pair_count && !press; ++i) {
        press = k->live[i] && k->pairs[i].lambda > 0.0f;
    }
    return press;
}

// Velocities --------------------------------------------------------------------------------------

static void note_load(taut_near* near, const taut_contact* c, taut_vec3 lambda)
{
    taut_vec3 arm = taut_vec3_sub(c->at, near->after.at);
    taut_vec3 turn = taut_vec3_cross(arm, lambda);
    const float force[3] = {lambda.x, lambda.y, lambda.z};
    const float torque[3] = {turn.x, turn.y, turn.z};
    for (int i = 0; i < 3; ++i) {
        near->force[i] -= (double)force[i];
        near->torque[i] -= (double)torque[i];
    }
}

// What pushes hardest in a step stands for the touch (touches.c).
static void note_hit(taut_near* near, const taut_contact* c)
{
    if (!(c->lambda > near->hardest)) {
        return;
    }
    int most = 0;
    for (int i = 1; i < seats_of(c); ++i) {
        most = c->weights[i] > c->weights[most] ? i : most;
    }
    near->hardest = c->lambda;
    near->hit = c->seats[most];
    near->hit_at = c->at;
}

// Changes the velocity of separation by `change`; a Verlet solver has it in its positions before.
static void kick(const taut_step* s, const taut_work* w, const taut_contact* c, float change)
{
    float impulse = change / c->weight;
    for (int i = 0; i < seats_of(c); ++i) {
        int seat = c->seats[i];
        float dv = impulse * c->weights[i] * w->w[seat];
        taut_rows_set(w->v, seat, taut_vec3_madd(taut_rows_get(w->v, seat), dv, c->n));
        if (w->body->run->verlet && w->w[seat] > 0.0f) {
            taut_vec3 p = taut_vec3_madd(taut_rows_get(w->p, seat), -dv * s->h, c->n);
            taut_rows_set(w->p, seat, p);
        }
    }
}

void taut_contacts_bounce(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    float gravity = taut_vec3_length(s->gravity) * fabsf(w->body->gravity_scale);
    k->touching = 0;
    for (int i = k->pair_count - 1; i >= 0; --i) {
        if (!k->live[i]) {
            continue;
        }
        const taut_contact* c = &k->pairs[i];
        taut_near* near = &k->near[c->near];
        taut_vec3 v[3], x[3];
        for (int j = 0; j < seats_of(c); ++j) {
            v[j] = taut_rows_get(w->v, c->seats[j]);
            x[j] = k->before[c->seats[j]];
        }
        taut_vec3 carried = taut_vec3_sub(c->from, weighted(c, x));
        float speed = taut_vec3_dot(c->n, taut_vec3_madd(weighted(c, v), -s->inverse_h, carried));
        bool pressed = c->lambda > 0.0f;
        float change = taut_contact_rebound(speed, c->speed, near->bounce, 2.0f * gravity * s->h);
        change = pressed ? change : 0.0f;
        kick(s, w, c, change);
        note_load(near, c, taut_vec3_madd(c->pushed, change / c->weight * s->h, c->n));
        k->touching += pressed;
        note_hit(near, c);
    }
}
