// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A step of a world: opens it, shares its bodies out among threads, closes it. What happens to a
// body is in step.c.

#include "frame.h"
#include "platform/parallel.h"
#include "step.h"

// Bodies up to this many seats go through a step whole, each on one thread, where there are enough
// of them to keep all threads busy. Larger ones go one after another, shared out by clusters.
#define SMALL_SEATS 16384

static bool is_small(const taut_body* b)
{
    return b->blueprint->schedule.seating.seat_count <= SMALL_SEATS;
}

// Callbacks of the user run on the thread that steps the world.
static bool goes_whole(const taut_body* b)
{
    return is_small(b) && b->blueprint->user_count == 0;
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

// The first room holds any body; the others are for bodies that go whole, once there are enough.
bool taut_world_reserve(taut_world* world, const taut_body* body)
{
    size_t bytes = taut_work_bytes(body);
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

void taut_world_count_body(taut_world* world, const taut_body* body, int change)
{
    world->body_count += change;
    if (goes_whole(body)) {
        size_t bytes = taut_work_bytes(body);
        world->whole_count += change;
        world->whole_bytes = bytes > world->whole_bytes ? bytes : world->whole_bytes;
    }
}

// What the threads have in common that take bodies whole.
typedef struct share {
    const taut_world* world;
    const taut_step* step;
    atomic_int next;
} share;

static void whole_task(void* context, int thread)
{
    share* c = context;
    taut_run run = {.step = *c->step};
    int i = atomic_fetch_add(&c->next, 1);
    for (; i < c->step->body_count; i = atomic_fetch_add(&c->next, 1)) {
        if (goes_whole(c->step->bodies[i])) {
            taut_step_body(&run, c->step->bodies[i], c->world->rooms[thread].memory);
        }
    }
}

static void step_bodies(const taut_world* world, const taut_step* s)
{
    int whole = 0;
    for (int i = 0; i < s->body_count; ++i) {
        whole += goes_whole(s->bodies[i]);
    }
    bool apart = world->parallel_for != NULL && whole >= world->thread_count;
    if (apart) {
        share c = {.world = world, .step = s, .next = 0};
        taut_parallel(world->parallel_for, world->parallel_host, world->thread_count, whole_task,
                      &c);
    }
    taut_run run = {
        .step = *s, .parallel_for = world->parallel_for, .parallel_host = world->parallel_host};
    for (int i = 0; i < s->body_count; ++i) {
        if (!apart || !goes_whole(s->bodies[i])) {
            taut_step_body(&run, s->bodies[i], world->rooms[0].memory);
        }
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
    taut_step s = {.clamped_count = &clamped};
    taut_frame_open(world, dt, substep_count, &s);
    step_bodies(world, &s);
    taut_frame_close(world, &s, report);
    taut_float_env_restore(before);
    return TAUT_OK;
}
