// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that touch, during a step of the crowd (pairs_step.c): what is done with one point or
// pair, on the host as in the kernels of a device.

#pragma once

#include <math.h>

#include "contact/pair.inl"
#include "pairs_zones.inl"

// A substep ---------------------------------------------------------------------------------------

// Where particle i of a body is when pairs are looked for.
TAUT_INLINE taut_float4 pair_place(const taut_pair_body* b, int i)
{
    if (b->still) {
        return (taut_float4){b->at[i].x, b->at[i].y, b->at[i].z, 0.0f};
    }
    int seat = b->seat_of[i];
    taut_vec3 x = taut_rows_get(b->x, seat);
    return (taut_float4){x.x, x.y, x.z, b->w[seat]};
}

// Where point i is, and how far it will be, by the end of the substep, from where it was when pairs
// were found.
TAUT_INLINE taut_vec3 pair_begin(const taut_pairs* p, int i)
{
    const taut_point* point = &p->points[i];
    const taut_pair_body* b = &p->bodies[point->owner];
    if (b->still) {
        p->before[i] = p->built[point->number];
        return (taut_vec3){0.0f, 0.0f, 0.0f};
    }
    taut_vec3 x = taut_rows_get(b->x, point->seat);
    taut_vec3 v = taut_rows_get(b->v, point->seat);
    p->before[i] = (taut_float4){x.x, x.y, x.z, b->w[point->seat]};
    taut_vec3 moved = taut_vec3_sub(x, taut_vec3_of(p->built[point->number]));
    return taut_vec3_add(moved, taut_vec3_scale(v, p->h));
}

// A sweep -----------------------------------------------------------------------------------------

TAUT_INLINE void pair_gather(const taut_pairs* p, int i)
{
    const taut_point* point = &p->points[i];
    const taut_pair_body* b = &p->bodies[point->owner];
    taut_float4 moved = {0.0f, 0.0f, 0.0f, 0.0f};
    taut_float4 base = p->before[i];
    if (!b->still) {
        taut_vec3 x = taut_rows_get(b->x, point->seat);
        base = (taut_float4){x.x, x.y, x.z, b->w[point->seat]};
        if (b->fine && base.w > 0.0f) {
            taut_vec3 d = taut_rows_get(b->d, point->seat);
            moved = (taut_float4){d.x, d.y, d.z, 0.0f};
        }
    }
    p->base[i] = base;
    p->moved[i] = moved;
}

// FINE bodies began with what they had moved by. Of held ones it is not a way but what pressed on
// them.
TAUT_INLINE void pair_scatter(const taut_pairs* p, int i)
{
    const taut_point* point = &p->points[i];
    const taut_pair_body* b = &p->bodies[point->owner];
    taut_vec3 moved = taut_vec3_of(p->moved[i]);
    if (b->still || p->moved[i].w == 0.0f) {
        return;
    }
    bool held = !(p->base[i].w > 0.0f);
    if (!held && b->fine) {
        taut_rows_set(b->d, point->seat, moved);
    } else {
        taut_rows to = held ? b->lo : b->x;
        taut_rows_set(to, point->seat, taut_vec3_add(taut_rows_get(to, point->seat), moved));
    }
}

// w of `moved` says whether there is anything to tell.
TAUT_INLINE void pair_push(const taut_pairs* p, int i, taut_vec3 impulse)
{
    float w = p->base[i].w;
    taut_vec3 d = w > 0.0f ? taut_vec3_scale(impulse, w) : impulse;
    taut_float4 m = p->moved[i];
    p->moved[i] = (taut_float4){m.x + d.x, m.y + d.y, m.z + d.z, 1.0f};
}

TAUT_INLINE taut_vec3 pair_way_between(const taut_pairs* p, int a, int b)
{
    taut_vec3 x = taut_vec3_sub(taut_vec3_of(p->base[a]), taut_vec3_of(p->base[b]));
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_vec3 da = p->base[a].w > 0.0f ? taut_vec3_of(p->moved[a]) : none;
    taut_vec3 db = p->base[b].w > 0.0f ? taut_vec3_of(p->moved[b]) : none;
    return taut_vec3_add(x, taut_vec3_sub(da, db));
}

TAUT_INLINE void pair_rub(const taut_pairs* p, taut_pair* pair, taut_vec3 r0, taut_vec3 n,
                          float weight)
{
    taut_vec3 slid = taut_vec3_sub(pair_way_between(p, pair->a, pair->b), r0);
    slid = taut_vec3_sub(slid, taut_vec3_scale(n, taut_vec3_dot(n, slid)));
    taut_vec3 change =
        taut_contact_rub(slid, weight, pair->lambda, pair->hold, pair->slide, &pair->rub);
    pair_push(p, pair->a, change);
    pair_push(p, pair->b, taut_vec3_scale(change, -1.0f));
}

// The gap of a pair as a push has it.
typedef struct taut_pair_push {
    taut_vec3 r0;  // from b to a before the substep
    taut_vec3 n;
    float c, weight;
    bool any;  // there is something to push
} taut_pair_push;

TAUT_INLINE taut_pair_push pair_look_at(const taut_pairs* p, const taut_pair* pair)
{
    taut_pair_push made;
    made.r0 = taut_vec3_sub(taut_vec3_of(p->before[pair->a]), taut_vec3_of(p->before[pair->b]));
    taut_vec3 r1 = pair_way_between(p, pair->a, pair->b);
    uint32_t bits = (uint32_t)pair->a * 2654435761u ^ (uint32_t)pair->b * 0x9e3779b1u;
    taut_pair_gap g = taut_pair_measure(made.r0, r1, pair->distance, bits, p->planar);
    made.n = g.n;
    made.weight = p->base[pair->a].w + p->base[pair->b].w;
    made.c = g.c - taut_contact_bias(g.start, pair->leave * p->h);
    made.any = g.live && made.weight > 0.0f && !(made.c >= 0.0f && !(pair->lambda > 0.0f));
    return made;
}

TAUT_INLINE void pair_solve(const taut_pairs* p, taut_pair* pair)
{
    taut_pair_push g = pair_look_at(p, pair);
    if (!g.any) {
        return;
    }
    float dl = taut_contact_push(g.c, g.weight, pair->lambda);
    pair->lambda += dl;
    pair_push(p, pair->a, taut_vec3_scale(g.n, dl));
    pair_push(p, pair->b, taut_vec3_scale(g.n, -dl));
    pair_rub(p, pair, g.r0, g.n, g.weight);
}

TAUT_INLINE bool pair_pushes(const taut_pairs* p, const taut_pair* pair)
{
    return pair_look_at(p, pair).any;
}

// A substep begins.
TAUT_INLINE void pair_refresh(taut_pair* pair)
{
    if (pair->lambda > 0.0f) {
        pair->lambda = 0.0f;
        pair->rub = (taut_vec3){0.0f, 0.0f, 0.0f};
    }
}

// Of one sweep; `fresh`: the first of a substep.
TAUT_INLINE void pair_visit(const taut_pairs* p, taut_pair* pair, bool fresh)
{
    if (fresh) {
        pair_refresh(pair);
    }
    pair_solve(p, pair);
}
