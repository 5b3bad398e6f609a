// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/device.h"

#include "crowd.h"

// Bodies of up to this many seats get one block each.
#define SMALL_SEATS 1536

// More of them than a large device has processors.
#define MANY_PARTS 128

// x, w, v, lo, and q or d of such a one.
#define WHOLE_FLOATS 13

// A world's device --------------------------------------------------------------------------------

bool taut_device_answers(void)
{
    return taut_driver_answers();
}

static void give_rooms(taut_device* d)
{
    taut_driver_give_host(d->driver, d->jobs);
    taut_driver_give(d->driver, d->jobs_there);
    taut_driver_give_host(d->driver, d->bodies);
}

static bool grow(taut_world* world, int needed)
{
    taut_device* d = world->device;
    if (needed <= d->capacity) {
        return true;
    }
    int capacity = needed > 2 * d->capacity ? needed : 2 * d->capacity;
    size_t bytes = (size_t)capacity * sizeof *d->jobs;
    taut_cuda_job* jobs = taut_driver_take_host(d->driver, bytes);
    taut_cuda_job* there = taut_driver_take(d->driver, bytes);
    taut_body** bodies = taut_driver_take_host(d->driver, (size_t)capacity * sizeof *bodies);
    if (jobs == NULL || there == NULL || bodies == NULL) {
        taut_driver_give_host(d->driver, jobs);
        taut_driver_give(d->driver, there);
        taut_driver_give_host(d->driver, bodies);
        return false;
    }
    give_rooms(d);
    d->jobs = jobs;
    d->jobs_there = there;
    d->bodies = bodies;
    d->capacity = capacity;
    return true;
}

taut_result taut_world_open_device(taut_world* world, taut_error* error)
{
    const char* why = "memory is short";
    if (world->backend != TAUT_BACKEND_CUDA) {
        return TAUT_OK;
    }
    taut_device* d = taut_allocate(&world->allocator, sizeof *d);
    world->device = d;
    if (d != NULL) {
        d->driver = taut_driver_open(&world->allocator, &why);
    }
    if (d == NULL || d->driver == NULL) {
        return taut_error_set(error, TAUT_ERROR_BACKEND_UNAVAILABLE,
                              "taut_world_def.backend is cuda: %s", why);
    }
    d->clamped = taut_driver_take_host(d->driver, sizeof *d->clamped);
    d->clamped_there = taut_driver_take(d->driver, sizeof *d->clamped);
    bool ok = d->clamped != NULL && d->clamped_there != NULL;
    return ok ? TAUT_OK
              : taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory on the CUDA device");
}

void taut_world_close_device(taut_world* world)
{
    taut_device* d = world->device;
    if (d == NULL) {
        return;
    }
    if (d->driver != NULL) {
        give_rooms(d);
        taut_driver_give_host(d->driver, d->clamped);
        taut_driver_give(d->driver, d->clamped_there);
        taut_driver_close(&world->allocator, d->driver);
    }
    taut_free(&world->allocator, d, sizeof *d);
    world->device = NULL;
}

// Bodies ------------------------------------------------------------------------------------------

static size_t lambda_bytes(const taut_body* b)
{
    int last = TAUT_CONSTRAINT_KIND_COUNT - 1;
    size_t end = (size_t)b->blueprint->sets[last].place_count + TAUT_BATCH;
    return (size_t)(b->lambda[last] - b->lambda[0]) * sizeof(float) + end * sizeof(float);
}

static size_t line_bytes(const taut_blueprint* p)
{
    size_t lines = (size_t)p->lines.batch_count * TAUT_LINE_LANES;
    return lines * ((size_t)p->lines.most_links + 1) * TAUT_LINE_FLOATS * sizeof(float);
}

static bool take_memory(taut_driver* driver, const taut_body* b, taut_device_body* d)
{
    size_t moves = (size_t)b->blueprint->particle_capacity * sizeof *d->moves;
    d->work_bytes = taut_work_bytes(b);
    d->work = taut_driver_take_host(driver, d->work_bytes);
    d->work_there = taut_driver_take(driver, d->work_bytes);
    d->lambda_there = taut_driver_take(driver, lambda_bytes(b));
    d->moves = taut_driver_take_host(driver, moves);
    d->moves_there = taut_driver_take(driver, moves);
    d->line_rows = taut_driver_take(driver, line_bytes(b->blueprint));
    return d->work != NULL && d->work_there != NULL && d->lambda_there != NULL &&
           d->moves != NULL && d->moves_there != NULL && d->line_rows != NULL;
}

bool taut_world_give_device(taut_world* world, taut_body* b)
{
    taut_device* device = world->device;
    if (device == NULL || device->lost) {
        return true;
    }
    taut_device_body* d = taut_allocate(&world->allocator, sizeof *d);
    if (d == NULL) {
        return false;
    }
    b->device = d;
    d->plan = taut_cuda_plan_hold(device->driver, &device->plans, b->blueprint);
    bool ok = d->plan != NULL && take_memory(device->driver, b, d);
    ok = ok && grow(world, world->slot_count + 1);
    if (!ok) {
        taut_world_take_device(world, b);
    }
    return ok;
}

void taut_world_take_device(taut_world* world, taut_body* b)
{
    taut_device_body* d = b != NULL ? b->device : NULL;
    if (d == NULL) {
        return;
    }
    taut_driver* driver = world->device->driver;
    taut_driver_give_host(driver, d->work);
    taut_driver_give(driver, d->work_there);
    taut_driver_give(driver, d->lambda_there);
    taut_driver_give_host(driver, d->moves);
    taut_driver_give(driver, d->moves_there);
    taut_driver_give(driver, d->line_rows);
    if (d->plan != NULL) {
        taut_cuda_plan_drop(driver, &world->device->plans, d->plan);
    }
    taut_free(&world->allocator, d, sizeof *d);
    b->device = NULL;
}

// Stepping ----------------------------------------------------------------------------------------

static bool rubs(const taut_blueprint* p)
{
    bool any = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        any = any || p->sets[kind].any_friction;
    }
    return any;
}

// What has no kernel yet stays on the host: contacts, air, gas, chains and trees that are solved
// directly, limits and friction of joints, bodies that act on one another, and what was torn.
static bool takes(const taut_step* s, const taut_body* b)
{
    const taut_blueprint* p = b->blueprint;
    bool known = b->device != NULL && b->topology == NULL && b->run->sweep_list == NULL;
    bool alone = !taut_crowd_has(b) && (b->contacts == NULL || s->colliders->used == 0);
    bool plain = !b->blown && p->gas_count == 0 && p->user_count == 0;
    bool direct = b->run->chains != NULL && s->solver->direct && p->trees.count > 0;
    bool watched = taut_watcher_of(s, b) != NULL;
    return known && b->device->plan->of == p && alone && plain && !direct && !rubs(p) && !watched;
}

static void* there(const taut_device_body* d, const void* at)
{
    return at != NULL ? d->work_there + ((const unsigned char*)at - d->work) : NULL;
}

static taut_rows rows_there(const taut_device_body* d, taut_rows a)
{
    return (taut_rows){there(d, a.x), there(d, a.y), there(d, a.z)};
}

static void fill_work(taut_cuda_job* job, const taut_device_body* d)
{
    const taut_work* from = &d->opened;
    job->work = (taut_work){.seat_count = from->seat_count,
                            .x = rows_there(d, from->x),
                            .w = there(d, from->w),
                            .v = rows_there(d, from->v),
                            .lo = rows_there(d, from->lo),
                            .q = rows_there(d, from->q),
                            .d = rows_there(d, from->d),
                            .p = rows_there(d, from->p),
                            .a = rows_there(d, from->a),
                            .line_scratch = d->line_rows};
}

static int list_moves(const taut_body* b, taut_cuda_move* moves)
{
    const int32_t* seat_of = b->blueprint->schedule.seating.seat_of;
    for (int i = 0; i < b->moving_count; ++i) {
        int particle = b->moving[i];
        moves[i] = (taut_cuda_move){.seat = seat_of[particle],
                                    .from = taut_vec3_of(b->before_x[particle]),
                                    .to = taut_vec3_of(b->q[particle])};
    }
    return b->moving_count;
}

static bool is_small(const taut_body* b)
{
    return b->blueprint->schedule.seating.seat_count <= SMALL_SEATS;
}

static int most_seats(const taut_blueprint* p)
{
    const taut_seating* s = &p->schedule.seating;
    int most = 0;
    for (int i = 0; i < s->part_count; ++i) {
        int seats = s->first[i + 1] - s->first[i];
        most = seats > most ? seats : most;
    }
    return most;
}

// A small body stays in shared memory for the whole step, of a large one the part at hand.
static size_t room_for(const taut_body* b)
{
    size_t floats = is_small(b) ? WHOLE_FLOATS : b->fine ? 2 * 3 + 1 : 3 + 1;
    int seats = is_small(b) ? b->blueprint->schedule.seating.seat_count : TAUT_CUDA_PART;
    size_t bytes = (size_t)seats * floats * sizeof(float);
    bool fits = bytes <= TAUT_CUDA_ROOM && (is_small(b) || most_seats(b->blueprint) <= seats);
    return fits ? bytes : 0;
}

// A thread for every other particle keeps most of them busy in most colours. Where there are more
// parts than processors, two blocks share one: while one waits for its threads, the other works.
static int threads_for(const taut_body* b)
{
    bool many = b->blueprint->schedule.seating.part_count > MANY_PARTS;
    int most = many ? TAUT_CUDA_MOST_THREADS / 2 : TAUT_CUDA_MOST_THREADS;
    int seats = is_small(b) ? b->blueprint->schedule.seating.seat_count : most_seats(b->blueprint);
    int threads = (seats / 2 + 31) / 32 * 32;
    return threads < 32 ? 32 : threads > most ? most : threads;
}

static taut_driver_shape shape_for(const taut_body* b)
{
    return (taut_driver_shape){threads_for(b), room_for(b)};
}

static void fill_job(const taut_device* device, const taut_body* b, taut_cuda_job* job)
{
    const taut_device_body* d = b->device;
    const taut_schedule* plan = &b->blueprint->schedule;
    job->run = d->run;
    job->run.step.clamped_count = (atomic_size_t*)device->clamped_there;
    fill_work(job, d);
    job->body = *b;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        job->body.lambda[kind] = d->lambda_there + (b->lambda[kind] - b->lambda[0]);
    }
    job->blueprint = d->plan->there;
    job->solver = *d->run.step.solver;
    const taut_constraint_set* links = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    job->pairs = d->plan->pairs;
    job->plain =
        !d->run.stages->forces && !links->any_damping && !links->any_sides && !links->any_play;
    job->moves = d->moves_there;
    job->move_count = list_moves(b, d->moves);
    job->phase_end = d->run.stages->forces ? plan->once_count : plan->phase_count;
    job->opens = taut_run_opens_with_prediction(&d->run);
    job->whole = is_small(b) && room_for(b) > 0;
    job->at_home = !is_small(b) && room_for(b) > 0;
}

// From the first array of particles on: what lies before is the scratch of the host's lines.
static size_t work_offset(const taut_device_body* d)
{
    return (size_t)((const unsigned char*)d->opened.x.x - d->work);
}

static bool send(taut_device* device, const taut_body* b)
{
    taut_device_body* d = b->device;
    size_t at = work_offset(d);
    size_t moves = (size_t)b->moving_count * sizeof *d->moves;
    return taut_driver_send(device->driver, d->work_there + at, d->work + at, d->work_bytes - at) &&
           taut_driver_send(device->driver, d->lambda_there, b->lambda[0], lambda_bytes(b)) &&
           (moves == 0 || taut_driver_send(device->driver, d->moves_there, d->moves, moves));
}

static bool fetch(taut_device* device, const taut_body* b)
{
    taut_device_body* d = b->device;
    size_t at = work_offset(d);
    return taut_driver_fetch(device->driver, d->work + at, d->work_there + at,
                             d->work_bytes - at) &&
           taut_driver_fetch(device->driver, b->lambda[0], d->lambda_there, lambda_bytes(b));
}

static int blocks_for(taut_device* device, const taut_body* b)
{
    const taut_schedule* plan = &b->blueprint->schedule;
    int most = plan->seating.part_count;
    for (int i = 0; i < plan->phase_count; ++i) {
        int clusters = plan->phase_first[i + 1] - plan->phase_first[i];
        most = clusters > most ? clusters : most;
    }
    int room = taut_driver_blocks(device->driver, shape_for(b));
    return most < room ? most : room;
}

// Small ones all at once, in blocks that suit the largest of them.
static bool launch_small(taut_device* device, int count)
{
    taut_driver_shape shape = {0};
    for (int i = 0; i < count; ++i) {
        taut_driver_shape own = shape_for(device->bodies[i]);
        shape.threads = own.threads > shape.threads ? own.threads : shape.threads;
        shape.room = own.room > shape.room ? own.room : shape.room;
    }
    return count == 0 || taut_driver_launch(device->driver, device->jobs_there, count, 1, shape);
}

static bool launch(taut_device* device, int small, int count)
{
    bool ok = launch_small(device, small);
    for (int i = small; i < count && ok; ++i) {
        const taut_body* b = device->bodies[i];
        ok = taut_driver_launch(device->driver, device->jobs_there + i, 1, blocks_for(device, b),
                                shape_for(b));
    }
    return ok;
}

// Small ones first, the others after them. Returns how many are small.
static int gather(taut_device* device, const taut_step* s, int* count)
{
    int small = 0;
    *count = 0;
    for (int large = 0; large <= 1; ++large) {
        for (int i = 0; i < s->body_count; ++i) {
            taut_body* b = s->bodies[i];
            if (b->away && is_small(b) == (large == 0)) {
                device->bodies[*count] = b;
                fill_job(device, b, &device->jobs[*count]);
                *count += 1;
            }
        }
        small = large == 0 ? *count : small;
    }
    return small;
}

static bool run(taut_device* device, int small, int count)
{
    size_t bytes = (size_t)count * sizeof *device->jobs;
    *device->clamped = 0;
    bool ok = taut_driver_send(device->driver, device->jobs_there, device->jobs, bytes) &&
              taut_driver_send(device->driver, device->clamped_there, device->clamped,
                               sizeof *device->clamped);
    for (int i = 0; i < count && ok; ++i) {
        ok = send(device, device->bodies[i]);
    }
    ok = ok && launch(device, small, count);
    for (int i = 0; i < count && ok; ++i) {
        ok = fetch(device, device->bodies[i]);
    }
    return ok &&
           taut_driver_fetch(device->driver, device->clamped, device->clamped_there,
                             sizeof *device->clamped) &&
           taut_driver_wait(device->driver);
}

void taut_device_step(taut_world* world, const taut_step* s)
{
    taut_device* device = world->device;
    taut_profile_mark(s->profile, TAUT_STAGE_COPY);
    for (int i = 0; i < s->body_count; ++i) {
        taut_body* b = s->bodies[i];
        b->away = !device->lost && takes(s, b);
        if (b->away) {
            b->device->run = (taut_run){.step = *s,
                                        .parallel_for = world->parallel_for,
                                        .parallel_host = world->parallel_host};
            taut_run_open(&b->device->run, b, &b->device->opened, b->device->work);
            b->away = !b->device->run.limits;
        }
    }
    int count;
    int small = gather(device, s, &count);
    if (count == 0) {
        return;
    }
    device->lost = !run(device, small, count);
    for (int i = 0; i < count; ++i) {
        taut_body* b = device->bodies[i];
        b->away = !device->lost;
        b->device->run.late = false;  // the device did that
        if (b->away) {
            taut_run_close(&b->device->run);
        }
    }
    if (!device->lost) {
        device->taken += count;
        atomic_fetch_add(s->clamped_count, *device->clamped);
    }
}
