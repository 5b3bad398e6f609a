// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that touch, during a step of the crowd.

#include "pairs_step.inl"

#include "collide/collider.h"
#include "crowd.h"
#include "platform/parallel.h"
#include "topology.h"

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

static bool pushes(const taut_world* world)
{
    taut_solver_kind kind = world->def.solver.kind;
    return kind == TAUT_SOLVER_XPBD || kind == TAUT_SOLVER_VERLET;
}

// Bodies that take no part in the step stand still, and are felt.
static taut_pair_body pair_body(const taut_body* b, int first)
{
    const taut_collision_def* def = &b->collision;
    taut_pair_body made = {.body = b,
                           .serial = b->serial,
                           .first = first,
                           .count = b->particle_count,
                           .still = true,
                           .fine = b->fine,
                           .at = b->x,
                           .seat_of = b->blueprint->schedule.seating.seat_of,
                           .start = b->blueprint->start,
                           .origin = b->topology != NULL ? b->topology->origin : NULL,
                           .links = *b->links,
                           .self = def->self,
                           .others = def->others,
                           .filter = def->filter,
                           .thickness = def->thickness,
                           .leave = def->leave_speed,
                           .hold = taut_surface_hold(&def->surface),
                           .slide = def->surface.friction};
    return made;
}

// One that takes part, by its working copy.
static void work_on(taut_pair_body* b, const taut_work* w)
{
    b->still = false;
    b->x = w->x;
    b->v = w->v;
    b->d = w->d;
    b->lo = w->lo;
    b->w = w->w;
}

// A body that has grown beyond the room that was made for it is left out.
void taut_pairs_open(const taut_world* world, float h, const taut_work* works)
{
    taut_pairs* p = world->pairs;
    if (p == NULL) {
        return;
    }
    p->body_count = p->point_count = p->pair_count = p->find_count = p->touching = 0;
    p->brief = false;
    p->reach = 0.0f;
    p->planar = world->def.planar;
    p->h = h;
    int64_t asked = taut_pairs_asked(world, world->crowd->realm);
    p->most_pairs = asked < p->pair_room ? (int)asked : p->pair_room;
    atomic_store(&p->dropped, 0);
    taut_realm_range its = taut_realms_of(&world->realms, world->crowd->realm);
    for (int i = its.first; pushes(world) && i < its.end; ++i) {
        const taut_body* b = world->slots[world->realms.items[i].number].body;
        if (b == NULL || !taut_body_touches(b)) {
            continue;
        }
        if (p->body_count == p->body_room || b->particle_count > p->point_room - p->point_count) {
            atomic_fetch_add(&p->dropped, 1);
            continue;
        }
        p->bodies[p->body_count] = pair_body(b, p->point_count);
        if (b->crowd_index >= 0) {
            work_on(&p->bodies[p->body_count], &works[b->crowd_index]);
        }
        p->body_count += 1;
        p->point_count += b->particle_count;
        p->reach =
            2.0f * b->collision.thickness > p->reach ? 2.0f * b->collision.thickness : p->reach;
    }
}

// A substep ---------------------------------------------------------------------------------------

// Where point i is, and its way.
static taut_vec3 pair_begin(const taut_pairs* p, int i)
{
    const taut_point* point = &p->points[i];
    const taut_pair_body* b = &p->bodies[point->owner];
    taut_float4 built = p->built[point->number];
    p->before[i] = b->still ? built : pair_at(b, point->seat);
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    return b->still ? none : pair_way(p, p->before[i], taut_rows_get(b->v, point->seat), built);
}

// Points of one zone often follow one another.
static void begin_task(void* context, int task)
{
    taut_pairs* p = context;
    int end = chunk_end(task, p->point_count);
    for (int i = task * TAUT_PAIR_CHUNK; i < end;) {
        int zone = p->zone_of[i];
        taut_pair_box box = pair_no_box();
        do {
            pair_widen(&box, pair_begin(p, i++));
        } while (i < end && p->zone_of[i] == zone);
        taut_pairs_tell(&p->zones[zone], &box);
    }
}

static void place_task(void* context, int task)
{
    const taut_pairs* p = context;
    for (int i = task * TAUT_PAIR_CHUNK; i < chunk_end(task, p->point_count); ++i) {
        (void)pair_begin(p, i);
    }
}

// Where there is no room for all that was found, less will do: pairs are found anew the sooner.
static void find(taut_pairs* p, taut_world* world, int substep)
{
    pair_note_find(p, substep);
    for (int k = 0; k < p->body_count; ++k) {
        for (int i = 0; i < p->bodies[k].count; ++i) {
            p->built[p->bodies[k].first + i] = pair_place(&p->bodies[k], i);
        }
    }
    taut_pairs_lay_zones(p);
    size_t dropped = atomic_load(&p->dropped);
    taut_pairs_find(p, world);
    while (atomic_load(&p->dropped) > dropped && p->margin > p->least) {
        atomic_store(&p->dropped, dropped);
        pair_find_less(p);
        taut_pairs_find(p, world);
    }
    p->lasts = pair_brief_substeps(p);
}

static bool pairs_will_do(taut_pairs* p, int substep)
{
    return substep > 0 && (p->brief ? pair_brief_do(p, substep) : taut_pairs_hold(p));
}

void taut_pairs_begin(const taut_crowd* crowd, int substep)
{
    taut_pairs* p = crowd->world->pairs;
    if (p == NULL || p->point_count == 0) {
        return;
    }
    if (substep > 0 && !p->brief) {
        each_point(crowd, begin_task);
    }
    bool found = !pairs_will_do(p, substep);
    if (found) {
        find(p, crowd->world, substep);
    }
    if (found || p->brief) {
        each_point(crowd, place_task);
    }
}

// A sweep -----------------------------------------------------------------------------------------

static void pair_gather(const taut_pairs* p, int i)
{
    const taut_point* point = &p->points[i];
    const taut_pair_body* b = &p->bodies[point->owner];
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    taut_float4 base = b->still ? p->before[i] : pair_at(b, point->seat);
    p->places[i].base = base;
    p->places[i].moved = b->still ? none : pair_moved_so_far(b, point->seat, base.w);
}

static void gather_task(void* context, int task)
{
    const taut_pairs* p = context;
    for (int i = task * TAUT_PAIR_CHUNK; i < chunk_end(task, p->point_count); ++i) {
        pair_gather(p, i);
    }
}

static void pair_scatter(const taut_pairs* p, int i)
{
    const taut_point* point = &p->points[i];
    const taut_pair_body* b = &p->bodies[point->owner];
    const taut_pair_place* at = &p->places[i];
    if (!b->still && at->moved.w != 0.0f) {
        pair_bring(b, point->seat, at->base.w, taut_vec3_of(at->moved));
    }
}

static void scatter_task(void* context, int task)
{
    const taut_pairs* p = context;
    for (int i = task * TAUT_PAIR_CHUNK; i < chunk_end(task, p->point_count); ++i) {
        pair_scatter(p, i);
    }
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
        pair_visit(c->p, &c->p->pairs[c->first + i], c->fresh);
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
