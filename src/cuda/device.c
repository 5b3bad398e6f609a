// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A world's device, and the memory that bodies have of it.

#include "cuda/device.h"

#include <stddef.h>

#include "backend/surface.h"
#include "cuda/crowd_host.h"
#include "cuda/pack.h"
#include "step.h"

// Blocks of a body's memory that are worth the device's reaching them itself, in bytes: below, many
// of them would share a page.
#define WORTH_PINNING ((size_t)1 << 20)

// A world's device --------------------------------------------------------------------------------

bool taut_device_answers(const char** why)
{
    return taut_driver_answers(why);
}

_Static_assert(sizeof(taut_cuda_report) == sizeof(size_t), "the first of them is a count");
_Static_assert(sizeof(taut_step) % sizeof(size_t) == 0, "it follows a step");

static void give_rooms(const taut_device* d)
{
    taut_driver_give_host(d->driver, d->turns);
    taut_driver_give(d->driver, d->turns_there);
    taut_driver_give_host(d->driver, d->step);
    taut_driver_give(d->driver, d->step_there);
    taut_driver_give_host(d->driver, d->list.bodies);
    taut_driver_give_host(d->driver, d->met);
    taut_driver_give_host(d->driver, d->nears);
    taut_driver_give(d->driver, d->met_there);
}

// Colliders near bodies that have many of them, of all bodies together and one more for each.
enum { SOME_NEARS = 64 };

static bool grow(taut_device* d, int needed)
{
    if (needed <= d->capacity) {
        return true;
    }
    taut_device grown = *d;
    grown.capacity = needed > 2 * d->capacity ? needed : 2 * d->capacity;
    size_t count = (size_t)grown.capacity;
    grown.turns = taut_driver_take_host(d->driver, count * sizeof *d->turns);
    grown.turns_there = taut_driver_take(d->driver, count * sizeof *d->turns);
    size_t block = sizeof *d->step + (count + 1) * sizeof *d->reports;
    grown.step = taut_driver_take_host(d->driver, block);
    grown.step_there = taut_driver_take(d->driver, block);
    grown.list = (taut_device_list){0};  // turns are to be written anew
    grown.list.bodies = taut_driver_take_host(d->driver, 2 * count * sizeof *grown.list.bodies);
    grown.met = taut_driver_take_host(d->driver, count * sizeof *d->met);
    grown.met_there = taut_driver_take(d->driver, count * sizeof *d->met);
    grown.near_room = SOME_NEARS + grown.capacity;
    grown.nears = taut_driver_take_host(d->driver, (size_t)grown.near_room * sizeof *d->nears);
    bool ok = grown.turns != NULL && grown.turns_there != NULL && grown.step != NULL &&
              grown.step_there != NULL && grown.list.bodies != NULL && grown.met != NULL &&
              grown.met_there != NULL && grown.nears != NULL;
    if (ok) {
        grown.reports = (void*)(grown.step + 1);
        grown.reports_there = (void*)(grown.step_there + 1);
        grown.list.fresh = grown.list.bodies + count;
    }
    give_rooms(ok ? d : &grown);
    *d = ok ? grown : *d;
    return ok;
}

taut_result taut_world_open_device(taut_world* world, taut_error* error)
{
    const char* why = NULL;
    if (world->backend != TAUT_BACKEND_CUDA) {
        return TAUT_OK;
    }
    taut_device* d = taut_allocate(&world->allocator, sizeof *d);
    world->device = d;
    if (d != NULL) {
        d->driver = taut_driver_open(&world->allocator, &why);
    }
    if (why != NULL && d->driver == NULL) {
        return taut_error_set(error, TAUT_ERROR_BACKEND_UNAVAILABLE,
                              "taut_world_def.backend is cuda: %s", why);
    }
    bool ok = d != NULL && d->driver != NULL;
    if (ok) {
        d->air_there = taut_driver_take(d->driver, sizeof *d->air_there);
        ok = d->air_there != NULL && grow(d, 1);
    }
    return ok ? TAUT_OK
              : taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY,
                               "no memory on the CUDA device, or "
                               "it does not answer");
}

void taut_world_close_device(taut_world* world)
{
    taut_device* d = world->device;
    if (d == NULL) {
        return;
    }
    if (d->driver != NULL) {
        give_rooms(d);
        taut_device_crowds_free(world);
        taut_driver_give(d->driver, d->air_there);
        taut_device_forget_colliders(d);
        taut_device_forget_gather(d);
        taut_driver_close(&world->allocator, d->driver);
    }
    taut_free(&world->allocator, d, sizeof *d);
    world->device = NULL;
}

// Bodies ------------------------------------------------------------------------------------------

static size_t line_bytes(const taut_blueprint* p)
{
    size_t lines = (size_t)p->lines.batch_count * TAUT_LINE_LANES;
    return lines * ((size_t)p->lines.most_links + 1) * TAUT_LINE_FLOATS * sizeof(float);
}

size_t taut_device_lambdas(const taut_body* b)
{
    int last = TAUT_CONSTRAINT_KIND_COUNT - 1;
    const float* from = b->grip[last] != NULL ? b->grip[last] : b->lambda[last];
    return (size_t)(from - b->lambda[0]) + (size_t)b->blueprint->sets[last].place_count +
           TAUT_BATCH;
}

static void lay_out_lambda(const taut_body* b, taut_body* to, taut_layout* layout)
{
    float* lambda = taut_layout_take(layout, taut_device_lambdas(b), sizeof *lambda);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT && lambda != NULL; ++kind) {
        to->lambda[kind] = lambda + (b->lambda[kind] - b->lambda[0]);
        if (b->grip[kind] != NULL) {
            to->grip[kind] = lambda + (b->grip[kind] - b->lambda[0]);
        }
    }
}

// Gases, and what they work in.
static void lay_out_gas(const taut_body* b, taut_cuda_job* job, taut_layout* layout)
{
    const taut_blueprint* p = b->blueprint;
    size_t elements = (size_t)p->triangle_capacity;
    size_t seats = (size_t)job->work.seat_count;
    size_t terms = elements > (size_t)p->loop_count ? elements : (size_t)p->loop_count;
    if (p->gas_count == 0) {
        return;
    }
    job->body.gases = taut_layout_take(layout, (size_t)p->gas_count, sizeof *b->gases);
    job->work.surface.push = taut_layout_take(layout, elements, sizeof(taut_vec3));
    job->work.surface.slope = taut_rows_take(layout, seats);
    job->volume_terms = taut_layout_take(layout, terms, sizeof(double));
    job->weight_terms = taut_layout_take(layout, seats, sizeof(double));
    size_t blocks = (size_t)taut_surface_block_count((int)elements) + 1;
    size_t parts = (size_t)p->schedule.seating.part_count;
    job->work.surface.sums = taut_layout_take(layout, blocks + parts, sizeof(double));
    job->gas_change = taut_layout_take(layout, 1, sizeof(double));
}

// All trees at once.
static void lay_out_trees(const taut_body* b, taut_work* w, taut_layout* layout)
{
    const taut_trees* trees = &b->blueprint->trees;
    size_t nodes = (size_t)trees->node_count;
    w->chains = taut_layout_take(layout, TAUT_CHAIN_ARRAYS * trees->group_size, sizeof(float));
    w->newton = taut_layout_take(layout, TAUT_NEWTON_ARRAYS * nodes, sizeof(double));
}

static bool solves_trees(const taut_world* world, const taut_body* b)
{
    const taut_trees* trees = &b->blueprint->trees;
    return b->run->chains != NULL && world->def.solver.direct && trees->count > 0 &&
           trees->most_nodes <= TAUT_DEVICE_MOST_NODES;
}

// The longest tree that has company enough, of so many nodes.
static int64_t longest_in_company(int64_t nodes, int threads)
{
    return threads == 1   ? nodes / TAUT_DEVICE_LONG
           : threads == 2 ? nodes / TAUT_DEVICE_LONG_FOR_TWO
                          : 0;
}

bool taut_device_takes_trees(const taut_world* world, const taut_body* b)
{
    const taut_device_body* d = b->device;
    int64_t longest = longest_in_company(d->of->long_nodes, world->thread_count);
    return d->direct && (d->long_nodes == 0 || b->blueprint->trees.most_nodes <= longest);
}

// The job, its arrays, and what it works in: there, where the layout has a place.
static void lay_out(const taut_body* b, taut_device_body* d, taut_cuda_job* job,
                    taut_layout* layout)
{
    size_t n = (size_t)b->blueprint->particle_capacity;
    bool past = taut_step_asks_for_past(b);
    taut_body* to = &job->body;
    (void)taut_layout_take(layout, 1, sizeof *job);
    taut_layout_line_up(layout);
    *to = *b;
    to->has_forces = true;
    to->x = taut_layout_take(layout, n, sizeof *to->x);
    to->v = taut_layout_take(layout, n, sizeof *to->v);
    to->lo = taut_layout_take(layout, n, sizeof *to->lo);
    to->before_x = taut_layout_take(layout, n, sizeof *to->before_x);
    to->before_v = taut_layout_take(layout, n, sizeof *to->before_v);
    to->p = past ? taut_layout_take(layout, n, sizeof *to->p) : NULL;
    to->acceleration = taut_layout_take(layout, n, sizeof *to->acceleration);
    lay_out_lambda(b, to, layout);
    job->moves = taut_layout_take(layout, (size_t)d->move_room, sizeof *job->moves);
    job->work = (taut_work){.seat_count = b->blueprint->schedule.seating.seat_count};
    taut_layout_line_up(layout);
    taut_work_lay_out(&job->work, to, past, layout);
    job->work.line_scratch = taut_layout_take(layout, line_bytes(b->blueprint), 1);
    lay_out_gas(b, job, layout);
    if (d->direct) {
        lay_out_trees(b, &job->work, layout);
    }
    size_t clusters = (size_t)b->blueprint->schedule.cluster_count;
    job->done = taut_layout_take(layout, clusters * TAUT_CUDA_DONE_LINE, sizeof *job->done);
    d->done_room = (int)clusters;
    size_t seats = (size_t)job->work.seat_count;
    bool many = d->plan->sheet_threads > 0 && b->blueprint->schedule.seating.part_count > 1;
    d->kept_room = many ? (int)seats : 0;
    taut_layout_line_up(layout);
    job->kept = taut_layout_take(layout, 9 * (size_t)d->kept_room, sizeof *job->kept);
    job->limits_out = taut_layout_take(layout, TAUT_CUDA_LIMIT_ROUNDS, sizeof *job->limits_out);
}

// What air works in, by element and by seat.
static void lay_out_air(taut_device_body* d, taut_work* w, taut_layout* layout)
{
    const taut_blueprint* p = d->body->blueprint;
    size_t elements = (size_t)p->triangle_capacity + (size_t)d->body->air.most_ropes;
    size_t seats = (size_t)w->seat_count;
    taut_elements* s = &w->surface;
    s->push = taut_layout_take(layout, elements, sizeof *s->push);
    s->seats = taut_layout_take(layout, seats, sizeof *s->seats);
    s->wind = taut_rows_take(layout, seats);
}

static void take_plan(taut_device_body* d)
{
    d->job->pairs = d->plan->pairs;
    d->job->sheet = d->plan->sheet;
    d->job->blueprint = d->plan->there;
    d->told = d->shaped = false;
}

static void take_more(taut_device_body* d, taut_cuda_more* more)
{
    d->more = more;
    d->job->elements[0] = more->elements[0];
    d->job->elements[1] = more->elements[1];
    taut_cuda_more_into(more, &d->job->blueprint);
    d->told = false;
}

bool taut_world_give_device_air(taut_world* world, taut_body* b)
{
    taut_device_body* d = b->device;
    if (d == NULL || d->air_memory != NULL || !b->air.reserved) {
        return true;
    }
    taut_device* device = world->device;
    taut_state_read(b, TAUT_STATE_PARTED);
    taut_cuda_more* before = d->more;
    taut_cuda_more* more = taut_cuda_more_hold(device->driver, &device->mores, b);
    taut_work w = {.seat_count = d->job->work.seat_count};
    taut_layout layout = {0};
    lay_out_air(d, &w, &layout);
    d->air_memory = more != NULL ? taut_driver_take(device->driver, layout.used) : NULL;
    if (more == NULL || d->air_memory == NULL) {
        taut_cuda_more_drop(device->driver, &device->mores, more);
        return false;
    }
    d->air_bytes = layout.used;
    layout = (taut_layout){d->air_memory, 0};
    lay_out_air(d, &d->job->work, &layout);
    taut_cuda_more_drop(device->driver, &device->mores, before);
    take_more(d, more);
    return true;
}

static bool give_more(taut_world* world, taut_body* b)
{
    taut_device* device = world->device;
    if (b->air.reserved) {
        return taut_world_give_device_air(world, b);
    }
    if (!taut_cuda_more_wanted(b)) {
        return true;
    }
    taut_cuda_more* more = taut_cuda_more_hold(device->driver, &device->mores, b);
    if (more != NULL) {
        take_more(b->device, more);
    }
    return more != NULL;
}

bool taut_device_replan(taut_body* b)
{
    taut_device_body* d = b->device;
    taut_device* device = d->of;
    taut_state_read(b, TAUT_STATE_PARTED);
    taut_cuda_more_drop(device->driver, &device->mores, d->more);
    if (d->plan != NULL) {
        taut_cuda_plan_drop(device->driver, &device->plans, d->plan);
    }
    d->stale = d->too_much = d->unwelcome = false;
    d->level = false;  // of particles that are new
    d->plan = taut_cuda_plan_hold(device->driver, &device->plans, b->blueprint);
    d->more =
        taut_cuda_more_wanted(b) ? taut_cuda_more_hold(device->driver, &device->mores, b) : NULL;
    bool ok = d->plan != NULL && (d->more != NULL || !taut_cuda_more_wanted(b));
    if (!ok && d->plan != NULL) {
        taut_cuda_plan_drop(device->driver, &device->plans, d->plan);
        d->plan = NULL;
    }
    if (ok) {
        take_plan(d);
        d->job->elements[0] = d->job->elements[1] = (taut_cuda_elements){0};
    }
    if (ok && d->more != NULL) {
        take_more(d, d->more);
    }
    d->refused = !ok;
    return ok;
}

// Kinematic particles that may have targets at once: all of a small body, an eighth of a large one,
// or all that its maker has pinned.
static int room_for_moves(const taut_body* b)
{
    int pins = 0;
    for (int i = 0; i < b->particle_count; ++i) {
        pins += b->blueprint->pinned[i];
    }
    int most = b->particle_count / 8 > 4096 ? b->particle_count / 8 : 4096;
    most = pins > most ? pins : most;
    return most < b->particle_count ? most : b->particle_count;
}

static bool take_memory(taut_driver* driver, taut_body* b, taut_device_body* d)
{
    d->move_room = room_for_moves(b);
    taut_layout host = {0};
    (void)taut_layout_take(&host, 1, sizeof *d->job);
    (void)taut_layout_take(&host, (size_t)d->move_room, sizeof *d->moves);
    (void)taut_layout_take(&host, 1, sizeof *d->meeting);
    d->room_bytes = host.used + TAUT_ALIGNMENT;
    d->room = taut_driver_take_host(driver, d->room_bytes);
    if (d->room == NULL) {
        return false;
    }
    host = (taut_layout){d->room, 0};
    d->job = taut_layout_take(&host, 1, sizeof *d->job);
    d->moves = taut_layout_take(&host, (size_t)d->move_room, sizeof *d->moves);
    d->meeting = taut_layout_take(&host, 1, sizeof *d->meeting);
    *d->job = (taut_cuda_job){.move_count = 0};
    take_plan(d);
    taut_layout there = {0};
    lay_out(b, d, d->job, &there);
    d->bytes = there.used;
    d->memory = taut_driver_take(driver, d->bytes);
    there = (taut_layout){d->memory, 0};
    lay_out(b, d, d->job, &there);
    void* body = (unsigned char*)d->memory + offsetof(taut_cuda_job, body);
    d->job->work.body = body;  // for those that look at its working copy from outside
    return d->memory != NULL;
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
    d->of = device;
    d->body = b;
    d->home = TAUT_STATE_ALL;
    d->stay = TAUT_STAY_RESTS;
    d->at = -1;
    d->direct = solves_trees(world, b);
    d->plan = taut_cuda_plan_hold(device->driver, &device->plans, b->blueprint);
    bool ok = d->plan != NULL && take_memory(device->driver, b, d) && give_more(world, b) &&
              taut_world_give_device_contacts(world, b);
    ok = ok && grow(device, world->slot_count + 1);
    if (!ok) {
        taut_world_take_device(world, b);
        return false;
    }
    const taut_trees* trees = &b->blueprint->trees;
    d->long_nodes = d->direct && trees->most_nodes > TAUT_DEVICE_NODES ? trees->node_count : 0;
    device->long_nodes += d->long_nodes;
    if (b->links != NULL) {
        taut_device_crowd_reserve(world, b);
    }
    if (b->bytes >= WORTH_PINNING) {
        d->pinned = taut_driver_pin(device->driver, b, b->bytes);
    }
    return true;
}

void taut_world_take_device(taut_world* world, taut_body* b)
{
    taut_device_body* d = b != NULL ? b->device : NULL;
    if (d == NULL) {
        return;
    }
    taut_driver* driver = world->device->driver;
    world->device->long_nodes -= d->long_nodes;
    taut_state_replace(b);
    if (d->pinned) {
        taut_driver_unpin(driver, b);
    }
    taut_driver_give_host(driver, d->room);
    taut_driver_give(driver, d->memory);
    taut_driver_give(driver, d->air_memory);
    taut_driver_give(driver, d->contact_memory);
    taut_cuda_more_drop(driver, &world->device->mores, d->more);
    if (d->plan != NULL) {
        taut_cuda_plan_drop(driver, &world->device->plans, d->plan);
    }
    taut_free(&world->allocator, d, sizeof *d);
    b->device = NULL;
}
