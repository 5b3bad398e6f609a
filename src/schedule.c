// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "schedule.h"

#include <string.h>

#include "base/sort.h"
#include "partition.h"
#include "schedule_plan.h"

// Canonical order ---------------------------------------------------------------------------------

static bool before_canonical(const void* context, int32_t a, int32_t b)
{
    const taut_plan* p = context;
    const taut_schedule_item* ia = &p->items[a];
    const taut_schedule_item* ib = &p->items[b];
    if (ia->kind != ib->kind) {
        return ia->kind < ib->kind;
    }
    if (ia->family != ib->family) {
        return ia->family < ib->family;
    }
    for (int k = 0; k < 4; ++k) {
        int32_t ma = p->moved[4 * a + k];
        int32_t mb = p->moved[4 * b + k];
        if (ma != mb) {
            return ma < mb;
        }
    }
    for (int k = 0; k < 4; ++k) {
        if (ia->particles[k] != ib->particles[k]) {
            return ia->particles[k] < ib->particles[k];
        }
    }
    return a < b;
}

static void list_moved(taut_plan* p, int item)
{
    const taut_schedule_item* it = &p->items[item];
    int count = taut_constraint_kind_info((taut_constraint_kind)it->kind)->moved_count;
    int32_t* moved = &p->moved[4 * item];
    for (int k = 0; k < 4; ++k) {
        int32_t particle = k < count ? it->particles[k] : -1;
        int place = k;
        while (particle >= 0 && place > 0 && moved[place - 1] > particle) {
            moved[place] = moved[place - 1];
            --place;
        }
        moved[place] = particle;
    }
}

static void find_canonical_order(taut_plan* p)
{
    for (int i = 0; i < p->item_count; ++i) {
        list_moved(p, i);
        p->order[i] = i;
    }
    taut_sort(p->order, p->scratch, p->item_count, before_canonical, p);
    for (int i = 0; i < p->item_count; ++i) {
        p->rank[p->order[i]] = i;
    }
}

// Phases and clusters -----------------------------------------------------------------------------

static bool moves_one(const taut_plan* p, int item)
{
    return p->moved[4 * item + 1] < 0;
}

// The cluster that holds all particles an item moves, or -1.
static int common_cluster(const taut_plan* p, int item)
{
    const int32_t* moved = &p->moved[4 * item];
    int cluster = p->map[moved[0]];
    for (int k = 1; k < 4 && moved[k] >= 0; ++k) {
        if (p->map[moved[k]] != cluster) {
            return -1;
        }
    }
    return cluster;
}

// Gives every undecided item that fits the present map to `phase`; the others are kept in
// scratch[0..result).
static int settle_phase(taut_plan* p, const int32_t* pick, int pick_count, int phase)
{
    int left = 0;
    for (int i = 0; i < pick_count; ++i) {
        int32_t item = pick[i];
        int cluster = moves_one(p, item) && phase == 0 ? -1 : common_cluster(p, item);
        if (cluster >= 0) {
            p->phase[item] = phase;
            p->cluster[item] = cluster;
            p->home[item] = phase == 0;
        } else {
            p->scratch[left++] = item;
        }
    }
    return left;
}

// Items that move one particle come last, cluster by cluster of the first phase.
static int settle_single(taut_plan* p, int pick_count)
{
    int left = 0;
    for (int i = 0; i < pick_count; ++i) {
        int32_t item = p->scratch[i];
        if (moves_one(p, item)) {
            p->cluster[item] = p->map[p->moved[4 * item]];
            p->home[item] = 1;
        } else {
            p->scratch[left++] = item;
        }
    }
    return left;
}

static bool is_structural(const taut_plan* p, int item)
{
    return p->items[item].kind == TAUT_CONSTRAINT_DISTANCE &&
           p->items[item].family == TAUT_FAMILY_STRUCTURAL;
}

// Numbers phases anew: what shapes the body, then tethers, then structural links, then those of
// trees. Without tethers and trees everything stays where it is.
static void put_in_order(taut_plan* p, int phase_count)
{
    bool any = false;
    for (int i = 0; i < p->item_count; ++i) {
        any = any || p->phase[i] < 0;
    }
    int after_tethers = phase_count + 1;
    for (int i = 0; i < p->item_count; ++i) {
        if (p->phase[i] < 0) {
            p->phase[i] = phase_count;
        } else if (p->items[i].tree) {
            p->phase[i] += after_tethers + phase_count;
        } else if (any && is_structural(p, i)) {
            p->phase[i] += after_tethers;
        }
    }
    p->closing_phase = after_tethers;
}

// What a band shares constraints with.
enum { BELOW = 1, ABOVE = 2 };

// Notes in p->part what the particles of an item that crosses a border have to do with bands around
// theirs. False where one of them is in reach of two borders, or the item of two bands.
static bool cross_border(taut_plan* p, int item)
{
    const int32_t* moved = &p->moved[4 * item];
    int low = p->map[moved[0]], high = low;
    for (int k = 1; k < 4 && moved[k] >= 0; ++k) {
        int band = p->map[moved[k]];
        low = band < low ? band : low;
        high = band > high ? band : high;
    }
    bool ok = high - low <= 1;
    for (int k = 0; k < 4 && moved[k] >= 0 && high > low; ++k) {
        int32_t* sides = &p->part[moved[k]];
        *sides |= p->map[moved[k]] == low ? ABOVE : BELOW;
        ok = ok && *sides != (BELOW | ABOVE);
    }
    return ok;
}

// Whether no constraint of one border between bands shares a particle with one of another: then all
// borders are swept side by side, and there is no phase after them.
static bool borders_are_apart(taut_plan* p)
{
    memset(p->part, 0, (size_t)p->particle_count * sizeof *p->part);
    bool apart = true;
    for (int i = 0; i < p->item_count && apart; ++i) {
        apart = moves_one(p, i) || cross_border(p, i);
    }
    return apart;
}

// Parts into p->map. Returns how many particles a cluster across them may have; 0 when memory is
// short.
static int find_parts(taut_plan* p, const taut_allocator* allocator, const taut_float4* x)
{
    int count = p->particle_count;
    if (taut_partition_tries_bands(count)) {
        p->part_count = taut_partition_in_bands(allocator, x, count, p->map);
        if (p->part_count == 0 || borders_are_apart(p)) {
            return p->part_count > 0 ? TAUT_CLUSTER_PARTICLES : 0;
        }
    }
    p->part_count = taut_partition_by_position(allocator, x, count, p->map);
    return p->part_count > 0 ? taut_partition_across(count) : 0;
}

static bool find_clusters(taut_plan* p, const taut_allocator* allocator, const taut_float4* x)
{
    int most = find_parts(p, allocator, x);
    if (most == 0) {
        return false;
    }
    memcpy(p->part, p->map, (size_t)p->particle_count * sizeof *p->part);
    int left = settle_phase(p, p->order, p->item_count, 0);
    left = settle_single(p, left);
    int phase = 1;
    taut_incidence all = {p->moved, p->item_count, p->particle_count};
    while (left > 0) {
        if (taut_partition_by_links(allocator, &all, p->scratch, left, most, p->map) == 0) {
            return false;
        }
        left = settle_phase(p, p->scratch, left, phase);
        ++phase;
    }
    put_in_order(p, phase);
    return true;
}

// Seats -------------------------------------------------------------------------------------------

static bool find_seats(taut_plan* p, const taut_allocator* allocator)
{
    taut_seating_input input = {.particle_count = p->particle_count,
                                .part_count = p->part_count,
                                .part = p->part,
                                .particles = p->seats,
                                .constraint_count = p->item_count};
    for (int i = 0; i < p->item_count; ++i) {
        memcpy(&p->seats[4 * i], p->items[i].particles, sizeof p->items[i].particles);
    }
    if (!taut_seating_fill(allocator, &input, &p->seating)) {
        return false;
    }
    for (int i = 0; i < 4 * p->item_count; ++i) {
        p->seats[i] = p->seats[i] >= 0 ? p->seating.seat_of[p->seats[i]] : -1;
    }
    return true;
}

// Batches and colours -----------------------------------------------------------------------------

static bool same_group(const taut_plan* p, int32_t a, int32_t b)
{
    return p->phase[a] == p->phase[b] && p->cluster[a] == p->cluster[b] &&
           p->items[a].kind == p->items[b].kind && p->items[a].family == p->items[b].family;
}

static bool before_in_group(const void* context, int32_t a, int32_t b)
{
    const taut_plan* p = context;
    if (p->phase[a] != p->phase[b]) {
        return p->phase[a] < p->phase[b];
    }
    if (p->cluster[a] != p->cluster[b]) {
        return p->cluster[a] < p->cluster[b];
    }
    return p->rank[a] < p->rank[b];  // by kind, then family, then particles
}

static taut_batch_group group_of(const taut_plan* p, int first, int count)
{
    int32_t item = p->order[first];
    const taut_constraint_info* facts =
        taut_constraint_kind_info((taut_constraint_kind)p->items[item].kind);
    bool home = p->home[item];
    const int32_t* seats = p->seating.first + (home ? p->cluster[item] : 0);
    return (taut_batch_group){.items = p->order + first,
                              .count = count,
                              .slots = facts->particle_count,
                              .moved = facts->moved_count,
                              .low = home ? seats[0] : 0,
                              .high = home ? seats[1] : 0};
}

static bool find_batches(taut_plan* p)
{
    taut_sort(p->order, p->scratch, p->item_count, before_in_group, p);
    bool ok = true;
    int end = 0;
    for (int first = 0; first < p->item_count && ok; first = end) {
        end = first + 1;
        while (end < p->item_count && same_group(p, p->order[first], p->order[end])) {
            ++end;
        }
        taut_batch_group group = group_of(p, first, end - first);
        ok = taut_batch_make(&p->batcher, &group);
    }
    return ok;
}

static void lay_out_plan(taut_plan* p, taut_layout* layout)
{
    size_t items = (size_t)p->item_count;
    size_t particles = (size_t)p->particle_count;
    p->moved = taut_layout_take(layout, 4 * items, sizeof(int32_t));
    p->rank = taut_layout_take(layout, items, sizeof(int32_t));
    p->order = taut_layout_take(layout, items, sizeof(int32_t));
    p->scratch = taut_layout_take(layout, items, sizeof(int32_t));
    p->phase = taut_layout_take(layout, items, sizeof(int32_t));
    p->cluster = taut_layout_take(layout, items, sizeof(int32_t));
    p->home = taut_layout_take(layout, items, sizeof(uint8_t));
    p->map = taut_layout_take(layout, particles, sizeof(int32_t));
    p->part = taut_layout_take(layout, particles, sizeof(int32_t));
}

// The second half, which needs to know how many parts there are.
static void lay_out_seats(taut_plan* p, taut_layout* layout)
{
    size_t items = (size_t)p->item_count;
    taut_seating_input input = {.particle_count = p->particle_count, .part_count = p->part_count};
    size_t seats = (size_t)taut_seating_size(&input);
    p->seating.first = taut_layout_take(layout, (size_t)p->part_count + 1, sizeof(int32_t));
    p->seating.seat_of = taut_layout_take(layout, (size_t)p->particle_count, sizeof(int32_t));
    p->seating.particle_of = taut_layout_take(layout, seats, sizeof(int32_t));
    p->seats = taut_layout_take(layout, 4 * items, sizeof(int32_t));
    taut_batcher* b = &p->batcher;
    b->seats = p->seats;
    b->rank = p->rank;
    b->taken = taut_layout_take(layout, items, sizeof *b->taken);
    b->used = taut_layout_take(layout, seats, sizeof *b->used);
    b->next = taut_layout_take(layout, seats, sizeof *b->next);
    b->scratch = taut_layout_take(layout, 3 * items, sizeof *b->scratch);
    b->colour = taut_layout_take(layout, items, sizeof *b->colour);
}

static bool seat_and_batch(taut_plan* p, const taut_allocator* allocator, taut_schedule* schedule)
{
    taut_layout measure = {0};
    lay_out_seats(p, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        return false;
    }
    lay_out_seats(p, &place);
    p->batcher.allocator = allocator;
    bool ok = find_seats(p, allocator) && find_batches(p) && taut_plan_pack(allocator, p, schedule);
    taut_batcher_free(&p->batcher);
    taut_free(allocator, place.base, measure.used);
    return ok;
}

bool taut_schedule_make(const taut_allocator* allocator, const taut_schedule_input* input,
                        taut_schedule* schedule)
{
    *schedule = (taut_schedule){0};
    taut_plan p = {.items = input->items,
                   .item_count = input->item_count,
                   .particle_count = input->particle_count,
                   .passes = input->passes};
    taut_layout measure = {0};
    lay_out_plan(&p, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        return false;
    }
    lay_out_plan(&p, &place);
    memset(p.phase, 0xff, (size_t)p.item_count * sizeof *p.phase);
    find_canonical_order(&p);
    bool ok = find_clusters(&p, allocator, input->x) && seat_and_batch(&p, allocator, schedule);
    taut_free(allocator, place.base, measure.used);
    return ok;
}

void taut_schedule_free(const taut_allocator* allocator, taut_schedule* schedule)
{
    taut_free(allocator, schedule->memory, schedule->bytes);
    *schedule = (taut_schedule){0};
}
