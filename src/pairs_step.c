// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that touch, during a step of the crowd.

#include <math.h>

#include "contact/pair.inl"
#include "crowd.h"
#include "pairs.h"
#include "platform/parallel.h"

static int chunk_count(int count)
{
    return (count + TAUT_PAIR_CHUNK - 1) / TAUT_PAIR_CHUNK;
}

static int chunk_end(int task, int count)
{
    int end = (task + 1) * TAUT_PAIR_CHUNK;
    return end < count ? end : count;
}

static void each_point(const taut_crowd* crowd, taut_task_fn* task)
{
    const taut_world* world = crowd->world;
    taut_parallel(world->parallel_for, world->parallel_host, chunk_count(world->pairs->point_count),
                  task, world->pairs);
}

// A step
// --------------------------------------------------------------------------------------------

static bool pushes(const taut_crowd* crowd)
{
    taut_solver_kind kind = crowd->world->def.solver.kind;
    return kind == TAUT_SOLVER_XPBD || kind == TAUT_SOLVER_VERLET;
}

// Bodies that take no part in the step stand still, and are felt. One that has grown beyond the
// room that was made for it is left out.
void taut_pairs_open(const taut_crowd* crowd)
{
    const taut_world* world = crowd->world;
    taut_pairs* p = world->pairs;
    if (p == NULL) {
        return;
    }
    p->body_count = p->point_count = p->pair_count = p->find_count = p->touching = 0;
    p->reach = 0.0f;
    p->planar = world->def.planar;
    p->h = crowd->runs[0].step.h;
    int64_t asked = taut_pairs_asked(world, crowd->realm);
    p->most_pairs = asked < p->pair_room ? (int)asked : p->pair_room;
    atomic_store(&p->dropped, 0);
    taut_realm_range its = taut_realms_of(&world->realms, crowd->realm);
    for (int i = its.first; pushes(crowd) && i < its.end; ++i) {
        const taut_body* b = world->slots[world->realms.items[i].number].body;
        if (b == NULL || !taut_body_touches(b)) {
            continue;
        }
        if (p->body_count == p->body_room || b->particle_count > p->point_room - p->point_count) {
            atomic_fetch_add(&p->dropped, 1);
            continue;
        }
        const taut_work* work = b->crowd_index >= 0 ? &crowd->works[b->crowd_index] : NULL;
        p->bodies[p->body_count++] =
            (taut_pair_body){b, work, p->point_count, b->particle_count, b->serial};
        p->point_count += b->particle_count;
        p->reach =
            2.0f * b->collision.thickness > p->reach ? 2.0f * b->collision.thickness : p->reach;
    }
}

// A substep ---------------------------------------------------------------------------------------

static void widen(taut_pair_box* box, taut_vec3 v)
{
    box->low.x = v.x < box->low.x ? v.x : box->low.x;
    box->low.y = v.y < box->low.y ? v.y : box->low.y;
    box->low.z = v.z < box->low.z ? v.z : box->low.z;
    box->high.x = v.x > box->high.x ? v.x : box->high.x;
    box->high.y = v.y > box->high.y ? v.y : box->high.y;
    box->high.z = v.z > box->high.z ? v.z : box->high.z;
}

static taut_pair_box no_box(void)
{
    return (taut_pair_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

// How far any two of the box's vectors are apart, at most.
static float box_size(const taut_pairs* p)
{
    taut_pair_box all = no_box();
    for (int i = 0; i < chunk_count(p->point_count); ++i) {
        widen(&all, p->boxes[i].low);
        widen(&all, p->boxes[i].high);
    }
    taut_vec3 size = taut_vec3_sub(all.high, all.low);
    float length = sqrtf(taut_vec3_dot(size, size));
    return length < 1e18f ? length : 1e18f;
}

// Where the points are, and how far each will be, by the end of the substep, from where it was when
// pairs were found.
static void begin_task(void* context, int task)
{
    taut_pairs* p = context;
    taut_pair_box box = no_box();
    for (int i = task * TAUT_PAIR_CHUNK; i < chunk_end(task, p->point_count); ++i) {
        const taut_point* point = &p->points[i];
        const taut_work* w = p->bodies[point->owner].work;
        if (w == NULL) {
            p->before[i] = p->built[point->number];
            widen(&box, (taut_vec3){0.0f, 0.0f, 0.0f});
            continue;
        }
        taut_vec3 x = taut_rows_get(w->x, point->seat);
        taut_vec3 v = taut_rows_get(w->v, point->seat);
        p->before[i] = (taut_float4){x.x, x.y, x.z, w->w[point->seat]};
        taut_vec3 moved = taut_vec3_sub(x, taut_vec3_of(p->built[point->number]));
        widen(&box, taut_vec3_add(moved, taut_vec3_scale(v, p->h)));
    }
    p->boxes[task] = box;
}

static void load_body(taut_pairs* p, const taut_pair_body* b)
{
    const taut_work* w = b->work;
    for (int i = 0; i < b->count; ++i) {
        taut_float4 at = b->body->x[i];
        if (w == NULL) {
            p->built[b->first + i] = (taut_float4){at.x, at.y, at.z, 0.0f};
            continue;
        }
        int seat = b->body->blueprint->schedule.seating.seat_of[i];
        taut_vec3 x = taut_rows_get(w->x, seat);
        p->built[b->first + i] = (taut_float4){x.x, x.y, x.z, w->w[seat]};
    }
}

static float swift(const taut_pairs* p)
{
    taut_pair_box box = no_box();
    for (int k = 0; k < p->body_count; ++k) {
        const taut_work* w = p->bodies[k].work;
        const taut_seating* seats = &p->bodies[k].body->blueprint->schedule.seating;
        widen(&box, (taut_vec3){0.0f, 0.0f, 0.0f});
        for (int i = 0; w != NULL && i < p->bodies[k].count; ++i) {
            widen(&box, taut_vec3_scale(taut_rows_get(w->v, seats->seat_of[i]), p->h));
        }
    }
    taut_vec3 size = taut_vec3_sub(box.high, box.low);
    return sqrtf(taut_vec3_dot(size, size));
}

// Constraints move particles beyond where their velocity takes them.
#define SLACK 1.25f

// Beyond touching, pairs are looked for as far as particles come nearer in four substeps, within
// these parts of the distance they keep; or in one, where that is more. Two that come nearer by
// more than twice their distance in a substep may miss each other.
#define LEAST_MARGIN 0.25f
#define MOST_MARGIN 0.75f
#define SWIFT_MARGIN 2.0f

static float between(float low, float x, float high)
{
    return x < low ? low : x > high ? high : x;
}

// Where there is no room for all that a wide margin finds, a narrower one will do: pairs are found
// anew the sooner.
static void find(taut_pairs* p, taut_world* world)
{
    for (int k = 0; k < p->body_count; ++k) {
        load_body(p, &p->bodies[k]);
    }
    float way = SLACK * swift(p);
    float most = SWIFT_MARGIN * p->reach;
    float least = between(LEAST_MARGIN * p->reach, way, most);
    p->margin = between(least, between(0.0f, 4.0f * way, MOST_MARGIN * p->reach), most);
    size_t dropped = atomic_load(&p->dropped);
    taut_pairs_find(p, world);
    while (atomic_load(&p->dropped) > dropped && p->margin > least) {
        atomic_store(&p->dropped, dropped);
        p->margin = between(least, 0.5f * p->margin, most);
        taut_pairs_find(p, world);
    }
}

void taut_pairs_begin(const taut_crowd* crowd, int substep)
{
    taut_pairs* p = crowd->world->pairs;
    if (p == NULL || p->point_count == 0) {
        return;
    }
    if (substep > 0) {
        each_point(crowd, begin_task);
    }
    if (substep == 0 || !(SLACK * box_size(p) <= p->margin)) {
        find(p, crowd->world);
        each_point(crowd, begin_task);
    }
}

// A sweep -----------------------------------------------------------------------------------------

static void gather_task(void* context, int task)
{
    taut_pairs* p = context;
    for (int i = task * TAUT_PAIR_CHUNK; i < chunk_end(task, p->point_count); ++i) {
        const taut_point* point = &p->points[i];
        const taut_work* w = p->bodies[point->owner].work;
        p->moved[i] = (taut_float4){0};
        p->base[i] = p->before[i];
        if (w != NULL) {
            taut_vec3 x = taut_rows_get(w->x, point->seat);
            p->base[i] = (taut_float4){x.x, x.y, x.z, w->w[point->seat]};
            if (w->body->fine && p->base[i].w > 0.0f) {
                taut_vec3 d = taut_rows_get(w->d, point->seat);
                p->moved[i] = (taut_float4){d.x, d.y, d.z, 0.0f};
            }
        }
    }
}

// FINE bodies began with what they had moved by. Of held ones it is not a way but what pressed on
// them.
static void scatter_task(void* context, int task)
{
    taut_pairs* p = context;
    for (int i = task * TAUT_PAIR_CHUNK; i < chunk_end(task, p->point_count); ++i) {
        const taut_point* point = &p->points[i];
        const taut_work* w = p->bodies[point->owner].work;
        taut_vec3 moved = taut_vec3_of(p->moved[i]);
        if (w == NULL || p->moved[i].w == 0.0f) {
            continue;
        }
        bool free = p->base[i].w > 0.0f;
        if (free && w->body->fine) {
            taut_rows_set(w->d, point->seat, moved);
        } else {
            taut_rows to = free ? w->x : w->lo;
            taut_rows_set(to, point->seat, taut_vec3_add(taut_rows_get(to, point->seat), moved));
        }
    }
}

// w of `moved` says whether there is anything to tell.
static void push(taut_pairs* p, int i, taut_vec3 impulse)
{
    float w = p->base[i].w;
    taut_vec3 d = w > 0.0f ? taut_vec3_scale(impulse, w) : impulse;
    taut_float4 m = p->moved[i];
    p->moved[i] = (taut_float4){m.x + d.x, m.y + d.y, m.z + d.z, 1.0f};
}

static taut_vec3 way_between(const taut_pairs* p, int a, int b)
{
    taut_vec3 x = taut_vec3_sub(taut_vec3_of(p->base[a]), taut_vec3_of(p->base[b]));
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_vec3 da = p->base[a].w > 0.0f ? taut_vec3_of(p->moved[a]) : none;
    taut_vec3 db = p->base[b].w > 0.0f ? taut_vec3_of(p->moved[b]) : none;
    return taut_vec3_add(x, taut_vec3_sub(da, db));
}

static void rub(taut_pairs* p, taut_pair* pair, taut_vec3 r0, taut_vec3 n, float weight)
{
    taut_vec3 slid = taut_vec3_sub(way_between(p, pair->a, pair->b), r0);
    slid = taut_vec3_sub(slid, taut_vec3_scale(n, taut_vec3_dot(n, slid)));
    taut_vec3 change =
        taut_contact_rub(slid, weight, pair->lambda, pair->hold, pair->slide, &pair->rub);
    push(p, pair->a, change);
    push(p, pair->b, taut_vec3_scale(change, -1.0f));
}

static void solve(taut_pairs* p, taut_pair* pair)
{
    taut_vec3 r0 =
        taut_vec3_sub(taut_vec3_of(p->before[pair->a]), taut_vec3_of(p->before[pair->b]));
    taut_vec3 r1 = way_between(p, pair->a, pair->b);
    uint32_t bits = (uint32_t)pair->a * 2654435761u ^ (uint32_t)pair->b * 0x9e3779b1u;
    taut_pair_gap g = taut_pair_measure(r0, r1, pair->distance, bits, p->planar);
    float weight = p->base[pair->a].w + p->base[pair->b].w;
    float c = g.c - taut_contact_bias(g.start, pair->leave * p->h);
    if (!g.live || !(weight > 0.0f) || (c >= 0.0f && !(pair->lambda > 0.0f))) {
        return;
    }
    float dl = taut_contact_push(c, weight, pair->lambda);
    pair->lambda += dl;
    push(p, pair->a, taut_vec3_scale(g.n, dl));
    push(p, pair->b, taut_vec3_scale(g.n, -dl));
    rub(p, pair, r0, g.n, weight);
}

typedef struct colour_work {
    taut_pairs* p;
    int first, end;
    bool fresh;
} colour_work;

static void solve_task(void* context, int task)
{
    const colour_work* c = context;
    int count = c->end - c->first;
    for (int i = task * TAUT_PAIR_CHUNK; i < chunk_end(task, count); ++i) {
        taut_pair* pair = &c->p->pairs[c->first + i];
        if (c->fresh && pair->lambda > 0.0f) {
            pair->lambda = 0.0f;
            pair->rub = (taut_vec3){0.0f, 0.0f, 0.0f};
        }
        solve(c->p, pair);
    }
}

static int count_touching(const taut_pairs* p)
{
    int count = 0;
    for (int i = 0; i < p->pair_count; ++i) {
        count += p->pairs[i].lambda > 0.0f;
    }
    return count;
}

void taut_pairs_project(const taut_crowd* crowd, int substep, int i)
{
    const taut_world* world = crowd->world;
    taut_pairs* p = world->pairs;
    if (p == NULL || p->pair_count == 0) {
        return;
    }
    each_point(crowd, gather_task);
    for (int k = 0; k <= TAUT_PAIR_COLOURS; ++k) {
        colour_work c = {p, p->colour_first[k], p->colour_first[k + 1], i == 0};
        bool in_turn = k == TAUT_PAIR_COLOURS;
        taut_parallel(in_turn ? NULL : world->parallel_for, world->parallel_host,
                      chunk_count(c.end - c.first), solve_task, &c);
    }
    each_point(crowd, scatter_task);
    bool last = substep + 1 == crowd->runs[0].step.substep_count;
    p->touching = last ? count_touching(p) : p->touching;
}
