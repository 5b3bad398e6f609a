// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A step of a world: opens it, shares its bodies out among threads, closes it. What happens to a
// body is in step.c.

#include "crowd.h"
#include "frame.h"
#include "platform/parallel.h"
#include "step.h"

// Bodies up to this many seats go side by side: longer chains would not stay in the cache, and want
// much to work in.
#define GANG_SEATS 256

static bool may_gang(const taut_body* b)
{
    return b->blueprint->schedule.seating.seat_count <= GANG_SEATS &&
           b->blueprint->trees.wide_size > 0;
}

// Callbacks of the user run on the thread that steps the world.
static bool goes_whole(const taut_body* b)
{
    return taut_step_is_small(b) && b->blueprint->user_count == 0;
}

// Whether a body goes through the step with others, or on a device.
static bool goes_elsewhere(const taut_body* b)
{
    return taut_crowd_has(b) || b->away;
}

// Whether any thread may take it. Those who watch are called on the one that steps the world.
static bool goes_apart(const taut_step* s, const taut_body* b)
{
    return goes_whole(b) && !goes_elsewhere(b) && taut_watcher_of(s, b) == NULL;
}

static bool reserve(taut_world* world, taut_room* room, size_t bytes)
{
    if (bytes <= room->bytes) {
        return true;
    }
    void* memory = taut_allocate(&world->allocator, bytes);
    if (memory == NULL) {
        return false;
    }
    taut_free(&world->allocator, room->memory, room->bytes);
    *room = (taut_room){memory, bytes};
    return true;
}

// Room for as many of its likes as go side by side. A blueprint is held by its bodies, and may be
// by others.
static size_t room_for(const taut_body* body)
{
    int holders = atomic_load(&body->blueprint->references);
    bool gangs = goes_whole(body) && may_gang(body);
    return taut_work_bytes_of_many(body, !gangs ? 1 : holders < TAUT_BATCH ? holders : TAUT_BATCH);
}

// The first room holds any body; the others are for bodies that go whole, once there are enough.
bool taut_world_reserve(taut_world* world, const taut_body* body)
{
    size_t bytes = room_for(body);
    bool ok = reserve(world, &world->rooms[0], bytes);
    if (!goes_whole(body) || world->whole_count + 1 < world->thread_count) {
        return ok;
    }
    bytes = bytes > world->whole_bytes ? bytes : world->whole_bytes;
    for (int i = 1; i < world->thread_count && ok; ++i) {
        ok = reserve(world, &world->rooms[i], bytes);
    }
    return ok;
}

bool taut_world_reserve_again(taut_world* world)
{
    bool ok = true;
    for (int i = 0; i < world->slot_count && ok; ++i) {
        taut_body* b = world->slots[i].body;
        if (b == NULL) {
            continue;
        }
        size_t bytes = goes_whole(b) ? room_for(b) : 0;
        world->whole_bytes = bytes > world->whole_bytes ? bytes : world->whole_bytes;
        ok = taut_world_reserve(world, b);
        if (ok && b->room != NULL) {
            ok = taut_world_couple(world, b);
            b->couplings -= ok ? 1 : 0;
        }
    }
    return ok;
}

void taut_world_count_body(taut_world* world, const taut_body* body, int change)
{
    world->body_count += change;
    if (goes_whole(body)) {
        size_t bytes = room_for(body);
        world->whole_count += change;
        world->whole_bytes = bytes > world->whole_bytes ? bytes : world->whole_bytes;
    }
}

// How many bodies from number i on, and before `end`, go through a step side by side.
static int gang_at(const taut_step* s, int i, int end, const taut_room* room)
{
    const taut_body* b = s->bodies[i];
    int count = 1;
    if (!goes_apart(s, b) || !may_gang(b) || !taut_step_goes_along(s, b)) {
        return 1;
    }
    while (count < TAUT_BATCH && i + count < end &&
           taut_step_side_by_side(b, s->bodies[i + count]) && goes_apart(s, s->bodies[i + count]) &&
           taut_work_bytes_of_many(b, count + 1) <= room->bytes) {
        ++count;
    }
    return count < TAUT_FEWEST_ACROSS ? 1 : count;
}

// Steps the bodies from number i on that go together; returns how many these were.
static int step_some(taut_run* run, int i, int end, const taut_room* room)
{
    int count = gang_at(&run->step, i, end, room);
    if (count > 1) {
        taut_step_bodies(&run->step, &run->step.bodies[i], count, room->memory);
    } else {
        taut_step_body(run, run->step.bodies[i], room->memory);
    }
    return count;
}

// What the threads have in common that take bodies whole, a batch of them at a time.
typedef struct share {
    const taut_world* world;
    const taut_step* step;
    int batch;
    atomic_int next;
} share;

static void whole_task(void* context, int thread)
{
    share* c = context;
    taut_run run = {.step = *c->step};
    run.step.profile = NULL;
    int total = c->step->body_count;
    for (int i = atomic_fetch_add(&c->next, c->batch); i < total;
         i = atomic_fetch_add(&c->next, c->batch)) {
        int end = i + c->batch < total ? i + c->batch : total;
        while (i < end) {
            bool whole = goes_apart(c->step, c->step->bodies[i]);
            i += whole ? step_some(&run, i, end, &c->world->rooms[thread]) : 1;
        }
    }
}

// On this machine, but for those that go in the crowd.
static void step_here(taut_world* world, const taut_step* s)
{
    int whole = 0;
    for (int i = 0; i < s->body_count; ++i) {
        whole += goes_apart(s, s->bodies[i]);
    }
    bool apart = world->parallel_for != NULL && whole >= world->thread_count;
    if (apart) {
        taut_profile_mark(s->profile, TAUT_STAGE_THREADS);
        bool many = whole >= 4 * TAUT_BATCH * world->thread_count;
        share c = {.world = world, .step = s, .batch = many ? TAUT_BATCH : 1, .next = 0};
        taut_parallel(world->parallel_for, world->parallel_host, world->thread_count, whole_task,
                      &c);
    }
    taut_run run = {
        .step = *s, .parallel_for = world->parallel_for, .parallel_host = world->parallel_host};
    for (int i = 0; i < s->body_count;) {
        bool done = goes_elsewhere(s->bodies[i]) || (apart && goes_apart(s, s->bodies[i]));
        i += done ? 1 : step_some(&run, i, s->body_count, &world->rooms[0]);
    }
}

static void step_bodies(taut_world* world, const taut_step* s)
{
    bool there = world->device != NULL;
    if (!there || !taut_device_begin(world, s)) {
        step_here(world, s);  // while the device is at work
    }
    taut_crowd_step(world, s);
    if (there) {
        taut_device_end(world, s);
    }
}

static taut_result check_step(taut_world* world, float dt, int substep_count)
{
    if (!(dt > 0.0f && dt <= 1.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "dt is %g; it must lie in (0, 1] s",
                               (double)dt);
    }
    if (substep_count < 1 || substep_count > 10000) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "substep_count is %d; it must lie in 1..10000", substep_count);
    }
    return TAUT_OK;
}

taut_result taut_world_take_step(taut_world* world, float dt, int substep_count,
                                 taut_step_report* report)
{
    *report = (taut_step_report){0};
    if (check_step(world, dt, substep_count) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_float_env before = taut_float_env_pin();
    atomic_size_t clamped = 0;
    taut_step s = {.clamped_count = &clamped,
                   .profile = world->profile.running ? &world->profile : NULL,
                   .watcher = taut_watcher_open(world)};
    world->events.step = world->taken_count;
    taut_frame_open(world, dt, substep_count, &s);
    step_bodies(world, &s);
    taut_frame_close(world, &s, report);
    world->events.step = -1;
    taut_float_env_restore(before);
    return TAUT_OK;
}
