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

// Where the particle of a seat is, with its inverse mass.
TAUT_INLINE taut_float4 pair_at(const taut_pair_body* b, int seat)
{
    taut_vec3 x = taut_rows_get(b->x, seat);
    return (taut_float4){x.x, x.y, x.z, b->w[seat]};
}

// How far it will be, by the end of the substep, from where it was when pairs were found.
TAUT_INLINE taut_vec3 pair_way(const taut_pairs* p, taut_float4 x, taut_vec3 v, taut_float4 built)
{
    taut_vec3 moved = taut_vec3_sub(taut_vec3_of(x), taut_vec3_of(built));
    return taut_vec3_add(moved, taut_vec3_scale(v, p->h));
}

// A sweep -----------------------------------------------------------------------------------------

// FINE bodies begin with what they have moved by.
TAUT_INLINE taut_float4 pair_moved_so_far(const taut_pair_body* b, int seat, float w)
{
    taut_float4 moved = {0.0f, 0.0f, 0.0f, 0.0f};
    if (b->fine && w > 0.0f) {
        taut_vec3 d = taut_rows_get(b->d, seat);
        moved = (taut_float4){d.x, d.y, d.z, 0.0f};
    }
    return moved;
}

// Of held ones `moved` is not a way but what pressed on them.
TAUT_INLINE void pair_bring(const taut_pair_body* b, int seat, float w, taut_vec3 moved)
{
    bool held = !(w > 0.0f);
    if (!held && b->fine) {
        taut_rows_set(b->d, seat, moved);
    } else {
        taut_rows to = held ? b->lo : b->x;
        taut_rows_set(to, seat, taut_vec3_add(taut_rows_get(to, seat), moved));
    }
}

// One of a pair, while it is pushed: read and written once.
typedef struct taut_pair_end {
    taut_float4 before, base, moved;
} taut_pair_end;

TAUT_INLINE taut_pair_end pair_end_of(const taut_pairs* p, int at)
{
    return (taut_pair_end){p->before[at], p->places[at].base, p->places[at].moved};
}

// w of `moved` says whether there is anything to tell.
TAUT_INLINE void pair_push(taut_pair_end* end, taut_vec3 impulse)
{
    float w = end->base.w;
    taut_vec3 d = w > 0.0f ? taut_vec3_scale(impulse, w) : impulse;
    taut_float4 m = end->moved;
    end->moved = (taut_float4){m.x + d.x, m.y + d.y, m.z + d.z, 1.0f};
}

TAUT_INLINE taut_vec3 pair_way_between(const taut_pair_end* a, const taut_pair_end* b)
{
    taut_vec3 x = taut_vec3_sub(taut_vec3_of(a->base), taut_vec3_of(b->base));
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_vec3 da = a->base.w > 0.0f ? taut_vec3_of(a->moved) : none;
    taut_vec3 db = b->base.w > 0.0f ? taut_vec3_of(b->moved) : none;
    return taut_vec3_add(x, taut_vec3_sub(da, db));
}

// How the two stood before the substep.
TAUT_INLINE taut_pair_past pair_past_of(const taut_pair_end* a, const taut_pair_end* b)
{
    return taut_pair_past_of(taut_vec3_of(a->before), taut_vec3_of(b->before));
}

TAUT_INLINE void pair_rub(taut_pair* pair, taut_pair_end* a, taut_pair_end* b, taut_vec3 r0,
                          taut_vec3 n, float weight)
{
    taut_vec3 slid = taut_vec3_sub(pair_way_between(a, b), r0);
    slid = taut_vec3_sub(slid, taut_vec3_scale(n, taut_vec3_dot(n, slid)));
    taut_vec3 change =
        taut_contact_rub(slid, weight, pair->lambda, pair->hold, pair->slide, &pair->rub);
    pair_push(a, change);
    pair_push(b, taut_vec3_scale(change, -1.0f));
}

// The gap of a pair as a push has it.
typedef struct taut_pair_push {
    taut_vec3 n;
    float c, weight;
    bool any;  // there is something to push
} taut_pair_push;

TAUT_INLINE taut_pair_push pair_look_at(const taut_pairs* p, const taut_pair* pair,
                                        taut_pair_past past, const taut_pair_end* a,
                                        const taut_pair_end* b)
{
    taut_pair_push made;
    taut_vec3 r1 = pair_way_between(a, b);
    uint32_t bits = (uint32_t)pair->a * 2654435761u ^ (uint32_t)pair->b * 0x9e3779b1u;
    taut_pair_gap g = taut_pair_measure(past, r1, pair->distance, bits, p->planar);
    made.n = g.n;
    made.weight = a->base.w + b->base.w;
    made.c = g.c - taut_contact_bias(g.start, pair->leave * p->h);
    made.any = g.live && made.weight > 0.0f && !(made.c >= 0.0f && !(pair->lambda > 0.0f));
    return made;
}

// A substep begins.
TAUT_INLINE void pair_refresh(taut_pair* pair)
{
    if (pair->lambda > 0.0f) {
        pair->lambda = 0.0f;
        pair->rub = (taut_vec3){0.0f, 0.0f, 0.0f};
    }
}

// Of one sweep; `fresh`: the first of a substep. Returns whether it pushed.
TAUT_INLINE bool pair_solve(const taut_pairs* p, taut_pair* pair, taut_pair_past past,
                            taut_pair_end* a, taut_pair_end* b, bool fresh)
{
    if (fresh) {
        pair_refresh(pair);
    }
    taut_pair_push g = pair_look_at(p, pair, past, a, b);
    if (g.any) {
        float dl = taut_contact_push(g.c, g.weight, pair->lambda);
        pair->lambda += dl;
        pair_push(a, taut_vec3_scale(g.n, dl));
        pair_push(b, taut_vec3_scale(g.n, -dl));
        pair_rub(pair, a, b, past.r0, g.n, g.weight);
    }
    return g.any;
}

// Where it pushed, or had before and is fresh.
TAUT_INLINE void pair_keep(taut_pair* to, const taut_pair* pair)
{
    to->rub = pair->rub;
    to->lambda = pair->lambda;
}

// The same in memory.
TAUT_INLINE void pair_visit(const taut_pairs* p, taut_pair* to, bool fresh)
{
    taut_pair pair = *to;
    taut_pair_end a = pair_end_of(p, pair.at[0]), b = pair_end_of(p, pair.at[1]);
    bool pushed = pair_solve(p, &pair, pair_past_of(&a, &b), &a, &b, fresh);
    if (pushed) {
        p->places[pair.at[0]].moved = a.moved;
        p->places[pair.at[1]].moved = b.moved;
    }
    if (pushed || (fresh && to->lambda > 0.0f)) {
        pair_keep(to, &pair);
    }
}
