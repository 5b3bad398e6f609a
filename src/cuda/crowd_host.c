// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/crowd_host.h"

#include "crowd.h"
#include "cuda/crowd_job.h"
#include "cuda/pack.h"
#include "cuda/plan_sheet.h"
#include "pairs_zones.inl"
#include "topology.h"

// Threads of its blocks, at least; and points that ask for one more block.
#define LEAST_THREADS 256
#define POINTS_EACH 512

// What it has on the device. On the host, where the device can reach it, there are the crowd and
// the bodies as the kernel gets them, and what it reports.
typedef struct taut_device_crowd {
    taut_cuda_crowd* job;
    taut_pair_body* bodies;
    taut_cuda_crowd_report* report;
    void* room;
    taut_cuda_crowd* job_there;
    void* memory;
    size_t bytes, room_bytes;
    int point_room, pair_room, body_room, block_room, seat_room;
    taut_driver_shape shape;
    int blocks, most_blocks;
    bool goes;             // in the step at hand
    bool behind;           // the host has not got the pairs of the last step
    const taut_pairs* of;  // which are these
} taut_device_crowd;

// Room --------------------------------------------------------------------------------------------

static void lay_out_pairs(const taut_device_crowd* d, taut_pairs* p, taut_layout* layout)
{
    size_t points = (size_t)d->point_room, pairs = (size_t)d->pair_room;
    p->bodies = taut_layout_take(layout, (size_t)d->body_room, sizeof *p->bodies);
    p->built = taut_layout_take(layout, points, sizeof *p->built);
    p->points = taut_layout_take(layout, points, sizeof *p->points);
    p->keys = taut_layout_take(layout, points, sizeof *p->keys);
    p->key_scratch = taut_layout_take(layout, points, sizeof *p->key_scratch);
    p->others = taut_layout_take(layout, points * TAUT_PAIR_MOST, sizeof *p->others);
    p->other_count = taut_layout_take(layout, points, sizeof *p->other_count);
    p->found = taut_layout_take(layout, points, sizeof *p->found);
    p->before = taut_layout_take(layout, (size_t)d->seat_room, sizeof *p->before);
    p->places = taut_layout_take(layout, (size_t)d->seat_room, sizeof *p->places);
    size_t zones = (size_t)pair_most_zones(d->point_room);
    p->margins = taut_layout_take(layout, zones, sizeof *p->margins);
    p->zone_ways = taut_layout_take(layout, zones, sizeof *p->zone_ways);
    size_t swift = (size_t)pair_swift_room(d->point_room);
    p->swift_of = taut_layout_take(layout, zones, sizeof *p->swift_of);
    p->swift_zones = taut_layout_take(layout, swift, sizeof *p->swift_zones);
    p->swift_sizes = taut_layout_take(layout, swift, sizeof *p->swift_sizes);
    p->swift = taut_layout_take(layout, swift * PAIR_SWIFT_POINTS, sizeof *p->swift);
    p->way_of = taut_layout_take(layout, points, sizeof *p->way_of);
    p->listed = taut_layout_take(layout, pairs, sizeof *p->listed);
    p->pairs = taut_layout_take(layout, pairs, sizeof *p->pairs);
    p->colours = taut_layout_take(layout, pairs, sizeof *p->colours);
}

static void lay_out(taut_device_crowd* d, taut_cuda_crowd* job, taut_layout* layout)
{
    size_t points = (size_t)d->point_room, pairs = (size_t)d->pair_room;
    d->job_there = taut_layout_take(layout, 1, sizeof *job);
    taut_layout_line_up(layout);
    lay_out_pairs(d, &job->pairs, layout);
    job->tallies = taut_layout_take(layout, TAUT_CUDA_TALLIES, sizeof *job->tallies);
    job->counts =
        taut_layout_take(layout, taut_cuda_count_room(d->block_room), sizeof *job->counts);
    job->table_bits = taut_cuda_table_bits(d->point_room);
    job->table =
        taut_layout_take(layout, taut_cuda_table_room(job->table_bits), sizeof *job->table);
    size_t zones = (size_t)pair_most_zones(d->point_room);
    job->zones[0] = taut_layout_take(layout, zones, sizeof *job->zones[0]);
    job->zones[1] = taut_layout_take(layout, zones, sizeof *job->zones[1]);
    size_t seats = (size_t)d->seat_room;
    job->built_at = taut_layout_take(layout, seats, sizeof *job->built_at);
    job->zone_at = taut_layout_take(layout, seats, sizeof *job->zone_at);
    job->used = taut_layout_take(layout, points, sizeof *job->used);
    job->degrees = taut_layout_take(layout, points, sizeof *job->degrees);
    job->owed = taut_layout_take(layout, seats, sizeof *job->owed);
    job->claims = taut_layout_take(layout, points * TAUT_PAIR_CLAIMS, sizeof *job->claims);
    job->left[0] = taut_layout_take(layout, pairs, sizeof *job->left[0]);
    job->left[1] = taut_layout_take(layout, pairs, sizeof *job->left[1]);
    job->ways = taut_layout_take(layout, points, sizeof *job->ways);
    job->came = taut_layout_take(layout, TAUT_CUDA_GATES * TAUT_CUDA_GATE_LINE, sizeof *job->came);
    job->sorted = taut_layout_take(layout, 1, sizeof *job->sorted);
    job->report = taut_layout_take(layout, 1, sizeof *job->report);
}

static void lay_out_room(taut_device_crowd* d, taut_layout* layout)
{
    d->job = taut_layout_take(layout, 1, sizeof *d->job);
    d->bodies = taut_layout_take(layout, (size_t)d->body_room, sizeof *d->bodies);
    d->report = taut_layout_take(layout, 1, sizeof *d->report);
}

// What a block's counts take, and numbers of its threads, while things are put in order
// (crowd_sort.inl), or points that may meet others (crowd_look.inl), or a part that is swept.
static taut_driver_shape shape_of(int threads, size_t home)
{
    size_t room = ((1u << TAUT_CUDA_MOST_DIGIT) + (size_t)threads) * sizeof(uint32_t);
    size_t near = (size_t)threads * TAUT_CUDA_MOST_NEAR * sizeof(uint32_t) +
                  TAUT_CUDA_MOST_PICKS * sizeof(int32_t);
    room = room > near ? room : near;
    return (taut_driver_shape){TAUT_CUDA_CROWD, threads, room > home ? room : home};
}

// Blocks that there may be, with many threads or few.
static int most_blocks(taut_driver* driver)
{
    int few = taut_driver_blocks(driver, shape_of(LEAST_THREADS, 0));
    int many = taut_driver_blocks(driver, shape_of(TAUT_CUDA_MEETING_THREADS, 0));
    return few > many ? few : many;
}

static bool take_memory(taut_driver* driver, taut_device_crowd* d)
{
    taut_layout layout = {0};
    lay_out_room(d, &layout);
    d->room_bytes = layout.used + TAUT_ALIGNMENT;
    d->room = taut_driver_take_host(driver, d->room_bytes);
    if (d->room == NULL) {
        return false;
    }
    layout = (taut_layout){d->room, 0};
    lay_out_room(d, &layout);
    *d->job = (taut_cuda_crowd){.turn_count = 0};
    taut_layout there = {0};
    lay_out(d, d->job, &there);
    d->bytes = there.used;
    d->memory = taut_driver_take(driver, d->bytes);
    there = (taut_layout){d->memory, 0};
    lay_out(d, d->job, &there);
    return d->memory != NULL;
}

static int64_t seats_of(const taut_body* b)
{
    bool touches = b != NULL && taut_body_touches(b);
    return touches ? b->blueprint->schedule.seating.seat_count : 0;
}

// Of all bodies that touch, and of one that is not among them yet.
static int64_t seats_of_all(const taut_world* world, const taut_body* newcomer)
{
    int64_t sum = seats_of(newcomer);
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        sum += b != newcomer ? seats_of(b) : 0;
    }
    return sum;
}

void taut_device_crowd_reserve(taut_world* world, const taut_body* newcomer)
{
    taut_device* device = world->device;
    const taut_pairs* p = world->pairs;
    taut_device_crowd* d = device->crowd;
    int64_t seats = seats_of_all(world, newcomer);
    if (p == NULL || seats > INT32_MAX ||
        (d != NULL && d->point_room >= p->point_room && d->pair_room >= p->pair_room &&
         d->body_room >= p->body_room && d->seat_room >= seats)) {
        return;
    }
    taut_device_crowd_free(world);
    d = taut_allocate(&world->allocator, sizeof *d);
    if (d == NULL) {
        return;
    }
    *d = (taut_device_crowd){.point_room = p->point_room,
                             .pair_room = p->pair_room,
                             .body_room = p->body_room,
                             .seat_room = (int)seats,
                             .block_room = most_blocks(device->driver)};
    device->crowd = d;
    if (!take_memory(device->driver, d)) {
        taut_device_crowd_free(world);
    }
}

void taut_device_crowd_free(taut_world* world)
{
    taut_device* device = world->device;
    taut_device_crowd* d = device->crowd;
    if (d != NULL) {
        taut_driver_give_host(device->driver, d->room);
        taut_driver_give(device->driver, d->memory);
        taut_free(&world->allocator, d, sizeof *d);
        device->crowd = NULL;
    }
}

size_t taut_device_crowd_bytes(const taut_device* device)
{
    return device->crowd != NULL ? device->crowd->bytes : 0;
}

size_t taut_device_crowd_host_bytes(const taut_device* device)
{
    return device->crowd != NULL ? device->crowd->room_bytes : 0;
}

// Opening -----------------------------------------------------------------------------------------

// What the kernel asks of a body that touches others, whether it goes through the step or not.
static bool has_links(const taut_body* b)
{
    return b->device->more != NULL && b->device->more->touchy;
}

static bool is_fit(const taut_world* world, const taut_step* s, taut_body* b)
{
    bool steps = taut_world_steps_body(world, b);
    if (b == NULL || (!steps && !taut_body_touches(b)) || (steps && !taut_crowd_has(b))) {
        return true;
    }
    if (b->device == NULL) {
        return false;
    }
    bool fit = steps ? taut_device_fits(s, b) : taut_device_knows(b);
    return fit && (!taut_body_touches(b) || has_links(b));
}

// What joins bodies otherwise has no kernel yet.
static bool any_joined(const taut_world* world)
{
    bool any = false;
    for (int i = 0; i < world->attachments.count; ++i) {
        any = any || world->attachments.items[i].live;
    }
    return any;
}

void taut_device_open_crowd(const taut_world* world, const taut_step* s)
{
    const taut_device* device = world->device;
    if (device == NULL || device->crowd == NULL) {
        return;
    }
    bool goes = !device->lost && world->pairs != NULL && world->group_count == 1 &&
                !any_joined(world) && s->watcher == NULL &&
                seats_of_all(world, NULL) <= device->crowd->seat_room;
    for (int i = 0; goes && i < world->slot_count; ++i) {
        goes = is_fit(world, s, world->slots[i].body);
    }
    device->crowd->goes = goes;
    device->crowd->behind = false;  // of another step
}

bool taut_device_crowd_goes(const taut_device* device)
{
    return device->crowd != NULL && device->crowd->goes;
}

// Handing over ------------------------------------------------------------------------------------

static taut_pair_body body_there(const taut_pair_body* here, int seat_first)
{
    const taut_device_body* d = here->body->device;
    const taut_work* w = &d->job->work;
    taut_pair_body there = *here;
    there.body = NULL;
    there.seat_first = seat_first;
    there.still = !here->body->away;
    there.x = w->x;
    there.v = w->v;
    there.d = w->d;
    there.lo = w->lo;
    there.w = w->w;
    there.at = d->job->body.x;
    there.seat_of = d->more->seat_of;
    there.start = d->more->start;
    there.origin = NULL;
    there.links = d->more->links;
    return there;
}

// Numbers of the host's pairs, which taut_pairs_open() has set.
static void fill_pairs(const taut_pairs* from, taut_pairs* to)
{
    to->body_count = from->body_count;
    to->point_count = from->point_count;
    to->most_pairs = from->most_pairs;
    to->reach = from->reach;
    to->planar = from->planar;
    to->h = from->h;
    to->dropped = atomic_load(&from->dropped);
    to->pair_count = to->find_count = to->touching = 0;
    to->brief = from->brief;
}

size_t taut_device_crowd_home(const taut_body* b)
{
    size_t floats = b->fine ? 2 * 3 + 1 : 3 + 1;
    size_t bytes = TAUT_CUDA_PART * floats * sizeof(float);
    bool fits = bytes <= taut_driver_most_room(b->device->of->driver, TAUT_CUDA_CROWD) &&
                taut_seating_most(&b->blueprint->schedule.seating) <= TAUT_CUDA_PART;
    return fits ? bytes : 0;
}

// A block to each body of one part; larger ones ask for as many as they have parts, or clusters.
static void take_shape(taut_device* device, int first, int end)
{
    taut_device_crowd* c = device->crowd;
    int threads = LEAST_THREADS, small = 0, blocks = 1;
    size_t home = 0;
    for (int i = first; i < end; ++i) {
        const taut_device_body* d = device->list.bodies[i]->device;
        const taut_schedule* plan = &device->list.bodies[i]->blueprint->schedule;
        bool one = plan->seating.part_count <= 1;
        device->turns[i].small = one ? small : -1;
        small += one;
        threads = d->shape.threads > threads ? d->shape.threads : threads;
        size_t own = taut_device_crowd_home(device->list.bodies[i]);
        home = own > home ? own : home;
        for (int k = 0; !one && k < plan->phase_count; ++k) {
            int clusters = plan->phase_first[k + 1] - plan->phase_first[k];
            blocks = clusters > blocks ? clusters : blocks;
        }
        int parts = plan->seating.part_count;
        blocks = parts > blocks && !one ? parts : blocks;
    }
    int points = (c->job->pairs.point_count + POINTS_EACH - 1) / POINTS_EACH;
    blocks = points > blocks ? points : blocks;
    blocks = small > blocks ? small : blocks;
    bool wide = blocks >= c->block_room || threads > TAUT_CUDA_MEETING_THREADS;
    threads = wide ? TAUT_CUDA_MEETING_THREADS : threads;
    taut_driver_shape shape = shape_of(threads, home);
    if (c->most_blocks == 0 || shape.threads != c->shape.threads || shape.room != c->shape.room) {
        c->most_blocks = taut_driver_blocks(device->driver, shape);
        c->shape = shape;
    }
    c->blocks = blocks < c->most_blocks ? blocks : c->most_blocks;
    c->blocks = c->blocks < c->block_room ? c->blocks : c->block_room;
    c->blocks = c->blocks < TAUT_CUDA_MEETING_BLOCKS ? c->blocks : TAUT_CUDA_MEETING_BLOCKS;
    c->job->turn_count = end - first;
    c->job->any_small = small > 0;
}

// Those that stand still are felt where they are.
static bool send_still(const taut_pairs* p)
{
    bool ok = true;
    for (int k = 0; k < p->body_count && ok; ++k) {
        union {
            const taut_body* read;
            taut_body* sent;
        } b = {p->bodies[k].body};
        ok = b.read->away || taut_state_send_still(b.sent);
    }
    return ok;
}

bool taut_device_crowd_send(const taut_world* world, const taut_step* s, int first, int end)
{
    taut_device* device = world->device;
    taut_device_crowd* c = device->crowd;
    taut_pairs* p = world->pairs;
    taut_pairs_open(world, s->h, NULL);
    fill_pairs(p, &c->job->pairs);
    take_shape(device, first, end);
    c->job->any_limits = c->job->any_meets = false;
    for (int i = first; i < end; ++i) {
        c->job->any_limits = c->job->any_limits || device->turns[i].run.limits;
        c->job->any_meets = c->job->any_meets || device->turns[i].run.meets;
    }
    c->job->seat_count = 0;
    for (int k = 0; k < p->body_count; ++k) {
        c->bodies[k] = body_there(&p->bodies[k], c->job->seat_count);
        c->job->seat_count += (int)seats_of(p->bodies[k].body);
    }
    device->turns[first].crowd = c->job_there;
    size_t bodies = (size_t)p->body_count * sizeof *c->bodies;
    return send_still(p) &&
           taut_driver_send(device->driver, c->job->pairs.bodies, c->bodies, bodies) &&
           taut_driver_send(device->driver, c->job_there, c->job, sizeof *c->job);
}

taut_driver_answer taut_device_crowd_launch(const taut_device* device, int first)
{
    const taut_device_crowd* c = device->crowd;
    return taut_driver_launch(device->driver, device->turns_there + first, 1, c->blocks, c->shape);
}

// Afterwards --------------------------------------------------------------------------------------

bool taut_device_crowd_hear(taut_device* device)
{
    taut_device_crowd* c = device->crowd;
    return taut_driver_fetch(device->driver, c->report, c->job->report, sizeof *c->report);
}

void taut_device_crowd_arrive(const taut_world* world)
{
    taut_device_crowd* c = world->device->crowd;
    taut_pairs* p = world->pairs;
    p->pair_count = c->report->pair_count;
    p->find_count = c->report->find_count;
    p->touching = (int)c->report->touching;
    atomic_store(&p->dropped, (size_t)c->report->dropped);
    c->behind = true;
    c->of = p;
}

// A device that fails has no more to say: nothing touched then.
void taut_device_read_pairs(const taut_world* world, taut_pairs* p)
{
    const taut_device* device = world->device;
    taut_device_crowd* c = device != NULL ? device->crowd : NULL;
    if (c == NULL || !c->behind || c->of != p) {
        return;
    }
    size_t points = (size_t)p->point_count * sizeof *p->points;
    size_t pairs = (size_t)p->pair_count * sizeof *p->pairs;
    size_t colours = c->report->listed != 0 ? (size_t)p->pair_count * sizeof *p->colours : 0;
    bool ok = taut_driver_fetch(device->driver, p->points, c->job->pairs.points, points) &&
              taut_driver_fetch(device->driver, p->pairs, c->job->pairs.pairs, pairs) &&
              taut_driver_fetch(device->driver, p->colours, c->job->pairs.colours, colours) &&
              taut_driver_wait(device->driver);
    p->touching = ok ? p->touching : 0;
    if (ok && c->report->listed != 0) {
        taut_pairs_order(p);
    }
    c->behind = false;
}
