// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "crowd.h"

#include "knots.h"
#include "platform/parallel.h"

// Room --------------------------------------------------------------------------------------------

static bool grow(taut_world* world, taut_crowd* c, int needed)
{
    int capacity = needed > 2 * c->capacity ? needed : 2 * c->capacity;
    if (needed <= c->capacity) {
        return true;
    }
    size_t count = (size_t)capacity;
    taut_run* runs = taut_allocate(&world->allocator, count * sizeof *runs);
    taut_work* works = taut_allocate(&world->allocator, count * sizeof *works);
    if (runs == NULL || works == NULL) {
        taut_free(&world->allocator, runs, count * sizeof *runs);
        taut_free(&world->allocator, works, count * sizeof *works);
        return false;
    }
    taut_free(&world->allocator, c->runs, (size_t)c->capacity * sizeof *runs);
    taut_free(&world->allocator, c->works, (size_t)c->capacity * sizeof *works);
    c->runs = runs;
    c->works = works;
    c->capacity = capacity;
    return true;
}

static bool make_room(taut_world* world, taut_body* body)
{
    if (world->crowd == NULL) {
        world->crowd = taut_allocate(&world->allocator, sizeof *world->crowd);
    }
    if (world->crowd == NULL || !grow(world, world->crowd, world->slot_count + 1)) {
        return false;
    }
    size_t bytes = taut_work_bytes(body);
    if (bytes <= body->room_bytes) {
        return true;
    }
    void* room = taut_allocate(&world->allocator, bytes);
    if (room == NULL) {
        return false;
    }
    taut_free(&world->allocator, body->room, body->room_bytes);
    body->room = room;
    body->room_bytes = bytes;
    return true;
}

bool taut_world_couple(taut_world* world, taut_body* body)
{
    if (!make_room(world, body)) {
        return false;
    }
    body->couplings += 1;
    return true;
}

void taut_world_uncouple(taut_body* body)
{
    body->couplings -= 1;
}

size_t taut_crowd_bytes(const taut_world* world)
{
    const taut_crowd* c = world->crowd;
    return c != NULL ? sizeof *c + (size_t)c->capacity * (sizeof *c->runs + sizeof *c->works) : 0;
}

void taut_crowd_free(taut_world* world)
{
    taut_crowd* c = world->crowd;
    if (c != NULL) {
        taut_free(&world->allocator, c->runs, (size_t)c->capacity * sizeof *c->runs);
        taut_free(&world->allocator, c->works, (size_t)c->capacity * sizeof *c->works);
        taut_free(&world->allocator, c, sizeof *c);
        world->crowd = NULL;
    }
}

// Stepping ----------------------------------------------------------------------------------------

// The clock is looked at only for what there is.
static void mark_join(const taut_crowd* c)
{
    if (c->world->attachments.count > 0) {
        taut_profile_mark(c->profile, TAUT_STAGE_JOIN);
    }
}

static void mark_pairs(const taut_crowd* c, taut_stage stage)
{
    if (c->world->pairs != NULL) {
        taut_profile_mark(c->profile, stage);
    }
}

typedef void run_fn(taut_run* r, int i);

typedef struct section {
    taut_run* runs;
    run_fn* part;
    int i;
} section;

static void run_task(void* context, int k)
{
    const section* c = context;
    c->part(&c->runs[k], c->i);
}

// One part of the step of every body.
static void each(const taut_crowd* c, run_fn* part, int i)
{
    if (c->abreast) {
        taut_profile_mark(c->profile, TAUT_STAGE_THREADS);
    }
    section of = {c->runs, part, i};
    const taut_world* world = c->world;
    taut_parallel(c->abreast ? world->parallel_for : NULL, world->parallel_host, c->count, run_task,
                  &of);
}

static void open_one(taut_run* r, int i)
{
    (void)i;
    taut_body* b = r->work->body;
    taut_run_open(r, b, r->work, b->room);
}

static void open_trees(taut_run* r, int i)
{
    (void)i;
    if (r->direct) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_DIRECT);
        taut_run_open_trees(r);
    }
}

static void predict_one(taut_run* r, int substep)
{
    r->step.substep = substep;
    taut_run_predict(r);
}

static void meet_one(taut_run* r, int i)
{
    taut_run_meet(r, i);
}

static void keep_limits_of_one(taut_run* r, int i)
{
    (void)i;
    taut_run_keep_limits(r);
}

static void correct_one(taut_run* r, int i)
{
    (void)i;
    taut_run_correct(r);
}

static void close_one(taut_run* r, int i)
{
    (void)i;
    taut_run_close(r);
    r->work->body->crowd_index = -1;
}

// One thread a body where there are enough of them for all threads; else the clusters of each are
// shared out. Callbacks of the user run on the thread that steps the world.
static void gather(taut_crowd* c, const taut_step* s)
{
    const taut_world* world = c->world;
    c->count = 0;
    c->abreast = world->parallel_for != NULL;
    for (int i = 0; i < s->body_count; ++i) {
        taut_body* b = s->bodies[i];
        if (taut_crowd_has(b) && !b->away) {
            b->crowd_index = c->count;
            c->works[c->count] = (taut_work){.body = b};
            c->abreast = c->abreast && taut_step_is_small(b) && b->blueprint->user_count == 0;
            c->count += 1;
        }
    }
    c->abreast = c->abreast && c->count >= world->thread_count && s->watcher == NULL;
    for (int k = 0; k < c->count; ++k) {
        c->runs[k] = (taut_run){.step = *s,
                                .work = &c->works[k],
                                .in_step = true,
                                .parallel_for = c->abreast ? NULL : world->parallel_for,
                                .parallel_host = world->parallel_host};
        c->runs[k].step.profile = c->abreast ? NULL : s->profile;
    }
}

// Those who watch one of them hear what others did to it.
static void tell(const taut_crowd* c, taut_stage stage)
{
    for (int k = 0; c->watched && k < c->count; ++k) {
        taut_watch_tell(c->runs[k].watch, &c->runs[k].step, c->runs[k].work, stage);
    }
}

// Bodies that are tied take turns, so that each begins where the one before left the knots.
static void project_all(taut_crowd* c, int substep, int i)
{
    if (c->world->knots.knot_count == 0) {
        each(c, taut_run_project, i);
    }
    for (int k = 0; c->world->knots.knot_count > 0 && k < c->count; ++k) {
        mark_join(c);
        taut_knots_lead(c, k);
        taut_run_project(&c->runs[k], i);
        mark_join(c);
        taut_knots_follow(c, k);
    }
    mark_join(c);
    taut_attachments_project(c, substep, i);  // what joins bodies otherwise
    if (c->world->attachments.count > 0) {
        tell(c, TAUT_STAGE_JOIN);
    }
    mark_pairs(c, TAUT_STAGE_PAIR_SOLVE);
    taut_pairs_project(c, substep, i);  // what touches
    if (c->world->pairs != NULL) {
        tell(c, TAUT_STAGE_PAIR_SOLVE);
    }
    each(c, meet_one, i);
    mark_join(c);
    taut_knots_settle(c);
}

void taut_crowd_step(taut_world* world, const taut_step* s)
{
    taut_crowd* c = world->crowd;
    if (c == NULL) {
        return;
    }
    c->world = world;
    c->profile = s->profile;
    c->watched = s->watcher != NULL;
    gather(c, s);
    if (c->count == 0) {
        return;
    }
    each(c, open_one, 0);
    mark_join(c);
    taut_knots_open(c);
    each(c, open_trees, 0);
    mark_pairs(c, TAUT_STAGE_PAIR_FIND);
    taut_pairs_open(world, s->h, c->works);
    for (int substep = 0; substep < s->substep_count; ++substep) {
        mark_pairs(c, TAUT_STAGE_PAIR_FIND);
        taut_pairs_begin(c, substep);
        mark_join(c);
        taut_knots_loosen(c);
        each(c, predict_one, substep);
        mark_join(c);
        taut_knots_merge(c, substep);
        for (int i = 0; i < c->runs[0].iterations; ++i) {
            project_all(c, substep, i);
        }
        if (world->knots.knot_count == 0) {  // what is tied moves with others
            each(c, keep_limits_of_one, 0);
        }
        each(c, correct_one, 0);
        mark_join(c);
        taut_knots_note(c);
    }
    taut_knots_close(c);
    each(c, close_one, 0);
}
