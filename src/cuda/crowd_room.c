// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Room for crowds: the memory of each for its points and pairs, and that of all for what goes there
// and back with a step.

#include "cuda/crowd_room.h"

#include <string.h>

#include "crowd.h"
#include "cuda/crowd_host.h"
#include "cuda/pack.h"
#include "pairs_zones.inl"

// Points that ask for one more block.
#define POINTS_EACH 480

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// Blocks ------------------------------------------------------------------------------------------

// What a block's counts take, and numbers of its threads, while things are put in order
// (crowd_sort.inl), or points that may meet others (crowd_look.inl), or a part that is swept.
taut_driver_shape taut_device_crowd_shape(int threads, size_t home)
{
    size_t room = ((1u << TAUT_CUDA_MOST_DIGIT) + (size_t)threads) * sizeof(uint32_t);
    size_t near = (size_t)threads * TAUT_CUDA_MOST_NEAR * sizeof(uint32_t) +
                  TAUT_CUDA_MOST_PICKS * sizeof(int32_t);
    room = room > near ? room : near;
    return (taut_driver_shape){TAUT_CUDA_CROWD, threads, room > home ? room : home};
}

static int widest(taut_driver* driver)
{
    int few = taut_driver_blocks(driver, taut_device_crowd_shape(TAUT_CROWD_THREADS, 0));
    int many = taut_driver_blocks(driver, taut_device_crowd_shape(TAUT_CUDA_MEETING_THREADS, 0));
    return few > many ? few : many;
}

void taut_crowd_blocks_add(taut_crowd_blocks* blocks, const taut_body* body)
{
    const taut_schedule* plan = &body->blueprint->schedule;
    int parts = plan->seating.part_count;
    if (parts <= 1) {
        blocks->small += 1;
        return;
    }
    blocks->most = parts > blocks->most ? parts : blocks->most;
    for (int k = 0; k < plan->phase_count; ++k) {
        int clusters = plan->phase_first[k + 1] - plan->phase_first[k];
        blocks->most = clusters > blocks->most ? clusters : blocks->most;
    }
}

int taut_crowd_blocks_wanted(taut_crowd_blocks blocks, int points)
{
    int wanted = points / POINTS_EACH + (points % POINTS_EACH > 0);
    wanted = blocks.most > wanted ? blocks.most : wanted;
    wanted = blocks.small > wanted ? blocks.small : wanted;
    return wanted > 1 ? wanted : 1;
}

// Of a crowd -------------------------------------------------------------------------------------

static void lay_out_pairs(const taut_device_crowd* d, taut_pairs* p, taut_layout* layout)
{
    size_t points = (size_t)d->point_room, pairs = (size_t)d->pair_room;
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

static void lay_out(taut_device_crowd* d, taut_layout* layout)
{
    size_t points = (size_t)d->point_room, pairs = (size_t)d->pair_room;
    taut_cuda_crowd* job = &d->job;
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
    job->sorted = taut_layout_take(layout, 1, sizeof *job->sorted);
}

static bool take_memory(taut_driver* driver, taut_device_crowd* d)
{
    taut_layout layout = {0};
    lay_out(d, &layout);
    d->bytes = layout.used;
    d->memory = taut_driver_take(driver, d->bytes);
    layout = (taut_layout){d->memory, 0};
    lay_out(d, &layout);
    return d->memory != NULL;
}

// Of all of them ----------------------------------------------------------------------------------

static void lay_out_room(taut_device_crowds* all, taut_layout* layout, bool there)
{
    size_t jobs = (size_t)all->job_room, bodies = (size_t)all->body_room;
    taut_cuda_gates* gates = taut_layout_take(layout, jobs, sizeof *gates);
    taut_cuda_crowd* crowds = taut_layout_take(layout, jobs, sizeof *crowds);
    taut_pair_body* of = taut_layout_take(layout, bodies, sizeof *of);
    taut_cuda_crowd_report* reports = taut_layout_take(layout, jobs, sizeof *reports);
    *(there ? &all->gates_there : &all->gates) = gates;
    *(there ? &all->jobs_there : &all->jobs) = crowds;
    *(there ? &all->bodies_there : &all->bodies) = of;
    *(there ? &all->reports_there : &all->reports) = reports;
}

// Room for what goes there and back of so many crowds and bodies.
static bool make_room(taut_driver* driver, taut_device_crowds* all, int jobs, int bodies)
{
    if (jobs <= all->job_room && bodies <= all->body_room) {
        return true;
    }
    taut_device_crowds made = *all;
    made.job_room = jobs > all->job_room ? larger(jobs, 2 * all->job_room) : all->job_room;
    made.body_room = bodies > all->body_room ? larger(bodies, 2 * all->body_room) : all->body_room;
    taut_layout layout = {0};
    lay_out_room(&made, &layout, true);
    made.there_bytes = layout.used;
    made.room_bytes = layout.used + TAUT_ALIGNMENT;
    made.room = taut_driver_take_host(driver, made.room_bytes);
    made.room_there = made.room != NULL ? taut_driver_take(driver, made.there_bytes) : NULL;
    if (made.room_there == NULL) {
        taut_driver_give_host(driver, made.room);
        return false;
    }
    layout = (taut_layout){made.room, 0};
    lay_out_room(&made, &layout, false);
    layout = (taut_layout){made.room_there, 0};
    lay_out_room(&made, &layout, true);
    memset(made.gates, 0, (size_t)made.job_room * sizeof *made.gates);
    taut_driver_give_host(driver, all->room);
    taut_driver_give(driver, all->room_there);
    *all = made;
    return true;
}

// The first crowd whose realm is this one, or comes after it.
static int place_of(const taut_device_crowds* all, uint32_t realm)
{
    int low = 0, high = all->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool before = all->items[middle].realm < realm;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

taut_device_crowd* taut_device_crowd_of(const taut_device* device, uint32_t realm)
{
    const taut_device_crowds* all = device->crowds;
    int at = all != NULL ? place_of(all, realm) : 0;
    return all != NULL && at < all->count && all->items[at].realm == realm ? &all->items[at] : NULL;
}

static void forget(taut_device* device, taut_device_crowd* d)
{
    taut_device_crowds* all = device->crowds;
    taut_driver_give(device->driver, d->memory);
    taut_device_joins_forget(&all->joins, &d->joins);
    all->body_count -= d->body_room;
    all->count -= 1;
    memmove(d, d + 1, (size_t)(all->items + all->count - d) * sizeof *d);
}

// The one that a realm has makes way for another, which has room for all that it had room for.
// What is asked for may be there only once the old one is gone; and then neither may be.
static void replace(taut_world* world, taut_device_crowd* old, taut_device_crowd made)
{
    taut_device* device = world->device;
    taut_pairs* p = taut_groups_get(world, taut_groups_find(world, old->realm)).pairs;
    if (p != NULL && p->touching > 0) {
        taut_device_read_pairs(world, old->realm, p);
    }
    made.point_room = larger(made.point_room, old->point_room);
    made.pair_room = larger(made.pair_room, old->pair_room);
    made.body_room = larger(made.body_room, old->body_room);
    made.seat_room = larger(made.seat_room, old->seat_room);
    made.block_room = larger(made.block_room, old->block_room);
    made.joins = old->joins;
    int bodies = device->crowds->body_count + made.body_room - old->body_room;
    bool ok = make_room(device->driver, device->crowds, device->crowds->count, bodies);
    if (ok && !take_memory(device->driver, &made)) {
        taut_driver_give(device->driver, old->memory);
        old->memory = NULL;
        ok = take_memory(device->driver, &made);
    }
    if (!ok) {
        forget(device, old);
        return;
    }
    taut_driver_give(device->driver, old->memory);
    device->crowds->body_count = bodies;
    *old = made;
}

static void add(taut_world* world, taut_device_crowd made)
{
    taut_device_crowds* all = world->device->crowds;
    taut_driver* driver = world->device->driver;
    void* items = all->items;
    bool ok =
        taut_grow(&world->allocator, &items, &all->capacity, all->count + 1, sizeof *all->items);
    all->items = items;
    if (!ok || !make_room(driver, all, all->count + 1, all->body_count + made.body_room) ||
        !take_memory(driver, &made)) {
        return;
    }
    int at = place_of(all, made.realm);
    memmove(all->items + at + 1, all->items + at, (size_t)(all->count - at) * sizeof *all->items);
    all->items[at] = made;
    all->count += 1;
    all->body_count += made.body_room;
}

// What bodies of a realm ask for ------------------------------------------------------------------

int64_t taut_device_crowd_seats(const taut_body* b)
{
    bool touches = b != NULL && taut_body_touches(b);
    return touches ? b->blueprint->schedule.seating.seat_count : 0;
}

int64_t taut_device_crowd_all_seats(const taut_world* world, uint32_t realm,
                                    const taut_body* newcomer)
{
    int64_t sum = taut_device_crowd_seats(newcomer);
    taut_realm_range its = taut_realms_of(&world->realms, realm);
    for (int i = its.first; i < its.end; ++i) {
        const taut_body* b = world->slots[world->realms.items[i].number].body;
        sum += b != newcomer ? taut_device_crowd_seats(b) : 0;
    }
    return sum;
}

static int blocks_for(const taut_world* world, const taut_body* newcomer, int points)
{
    taut_crowd_blocks blocks = {0};
    taut_realm_range its = taut_realms_of(&world->realms, newcomer->realm);
    taut_crowd_blocks_add(&blocks, newcomer);
    for (int i = its.first; i < its.end; ++i) {
        const taut_body* b = world->slots[world->realms.items[i].number].body;
        if (b != NULL && b != newcomer && taut_crowd_has(b)) {
            taut_crowd_blocks_add(&blocks, b);
        }
    }
    return taut_crowd_blocks_wanted(blocks, points);
}

static bool holds(const taut_device_crowd* d, const taut_device_crowd* needed)
{
    return d != NULL && d->point_room >= needed->point_room && d->pair_room >= needed->pair_room &&
           d->body_room >= needed->body_room && d->seat_room >= needed->seat_room &&
           d->block_room >= needed->block_room;
}

static bool open_crowds(taut_world* world)
{
    taut_device* device = world->device;
    if (device->crowds == NULL) {
        device->crowds = taut_allocate(&world->allocator, sizeof *device->crowds);
    }
    if (device->crowds != NULL && device->crowds->widest == 0) {
        device->crowds->widest = widest(device->driver);
    }
    return device->crowds != NULL;
}

// Room for attachments, and for the bodies that they may join. Where memory is short there is less,
// and the bodies stay on the host as long as they are joined.
static void reserve_joins(const taut_world* world, uint32_t realm)
{
    taut_device_crowd* d = taut_device_crowd_of(world->device, realm);
    taut_realm_range ties = taut_realms_of(&world->attachments.realms, realm);
    taut_realm_range bodies = taut_realms_of(&world->realms, realm);
    taut_driver* driver = world->device->driver;
    if (d != NULL && ties.end > ties.first && taut_driver_has(driver, TAUT_CUDA_JOINED)) {
        taut_device_joins_reserve(driver, &world->device->crowds->joins, &d->joins,
                                  ties.end - ties.first, bodies.end - bodies.first + 1);
    }
}

// What the pairs there may be ask for, if there may be any.
static taut_device_crowd needs_of(const taut_world* world, const taut_body* newcomer, int seats)
{
    taut_device_crowd needed = {.realm = newcomer->realm, .seat_room = seats, .at = -1};
    int group = taut_groups_find(world, newcomer->realm);
    const taut_pairs* p = group >= 0 ? taut_groups_get(world, group).pairs : NULL;
    if (p != NULL) {
        needed.point_room = p->point_room;
        needed.pair_room = p->pair_room;
        needed.body_room = p->body_room;
    }
    int wanted = blocks_for(world, newcomer, needed.point_room);
    int most = world->device->crowds->widest;
    needed.block_room = wanted < most ? wanted : most;
    return needed;
}

void taut_device_crowd_reserve(taut_world* world, const taut_body* newcomer)
{
    uint32_t realm = newcomer->realm;
    int64_t seats = taut_device_crowd_all_seats(world, realm, newcomer);
    if (taut_groups_find(world, realm) < 0 || seats > INT32_MAX || !open_crowds(world)) {
        return;
    }
    taut_device_crowd needed = needs_of(world, newcomer, (int)seats);
    taut_device_crowd* old = taut_device_crowd_of(world->device, realm);
    if (!holds(old, &needed)) {
        if (old != NULL) {
            replace(world, old, needed);
        } else {
            add(world, needed);
        }
        world->device->list.count = 0;  // no place in it stands: crowds count their bodies anew
    }
    reserve_joins(world, realm);
}

void taut_world_give_device_joins(taut_world* world, const taut_body* b)
{
    if (world->device != NULL && !world->device->lost && b->device != NULL) {
        taut_device_crowd_reserve(world, b);
    }
}

void taut_device_crowds_free(taut_world* world)
{
    taut_device* device = world->device;
    taut_device_crowds* all = device->crowds;
    if (all == NULL) {
        return;
    }
    for (int i = 0; i < all->count; ++i) {
        taut_driver_give(device->driver, all->items[i].memory);
    }
    taut_device_joins_free(device->driver, &all->joins);
    taut_driver_give_host(device->driver, all->room);
    taut_driver_give(device->driver, all->room_there);
    taut_free(&world->allocator, all->items, (size_t)all->capacity * sizeof *all->items);
    taut_free(&world->allocator, all, sizeof *all);
    device->crowds = NULL;
}

size_t taut_device_crowd_bytes(const taut_device* device)
{
    const taut_device_crowds* all = device->crowds;
    size_t sum = all != NULL ? all->there_bytes + all->joins.there_bytes : 0;
    for (int i = 0; all != NULL && i < all->count; ++i) {
        sum += all->items[i].bytes;
    }
    return sum;
}

size_t taut_device_crowd_own_bytes(const taut_device* device)
{
    const taut_device_crowds* all = device->crowds;
    return all != NULL ? sizeof *all + (size_t)all->capacity * sizeof *all->items : 0;
}

size_t taut_device_crowd_host_bytes(const taut_device* device)
{
    const taut_device_crowds* all = device->crowds;
    return all != NULL ? all->room_bytes + all->joins.room_bytes : 0;
}
