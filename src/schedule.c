// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "schedule.h"

#include <string.h>

#include "base/sort.h"
#include "partition.h"

// What making a schedule needs on the way. All arrays are by item unless said otherwise.
typedef struct plan {
    const taut_schedule_item* items;
    int item_count;
    int particle_count;
    int32_t* moved;  // four per item: the particles it moves, sorted, then -1
    int32_t* rank;   // place in the canonical order
    int32_t* order;  // the canonical order, later the schedule's
    int32_t* scratch;
    int32_t* phase;  // -1 while undecided
    int32_t* cluster;
    uint8_t* home;  // lies within a part
    int32_t* map;   // by particle: its cluster in the phase at hand
    int32_t* part;  // by particle: its cluster in the first phase
    int part_count;
    taut_seating seating;
    int32_t* seats;  // four per item
    taut_batcher batcher;
    int closing_phase;  // phases from this number on come after the tethers
    int passes;
} plan;

// Canonical order ---------------------------------------------------------------------------------

static bool before_canonical(const void* context, int32_t a, int32_t b)
{
    const plan* p = context;
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

static void list_moved(plan* p, int item)
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

static void find_canonical_order(plan* p)
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

static bool moves_one(const plan* p, int item)
{
    return p->moved[4 * item + 1] < 0;
}

// The cluster that holds all particles an item moves, or -1.
static int common_cluster(const plan* p, int item)
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
static int settle_phase(plan* p, const int32_t* pick, int pick_count, int phase)
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
static int settle_single(plan* p, int pick_count)
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

static bool is_structural(const plan* p, int item)
{
    return p->items[item].kind == TAUT_CONSTRAINT_DISTANCE &&
           p->items[item].family == TAUT_FAMILY_STRUCTURAL;
}

// Numbers phases anew: what shapes the body, then tethers, then structural links. Without tethers
// everything stays where it is.
static void put_tethers_between(plan* p, int phase_count)
{
    bool any = false;
    for (int i = 0; i < p->item_count; ++i) {
        any = any || p->phase[i] < 0;
    }
    for (int i = 0; any && i < p->item_count; ++i) {
        if (p->phase[i] < 0) {
            p->phase[i] = phase_count;
        } else if (is_structural(p, i)) {
            p->phase[i] += phase_count + 1;
        }
    }
    p->closing_phase = phase_count + 1;
}

static bool find_clusters(plan* p, const taut_allocator* allocator, const taut_float4* x)
{
    p->part_count = taut_partition_by_position(allocator, x, p->particle_count, p->map);
    if (p->part_count == 0) {
        return false;
    }
    memcpy(p->part, p->map, (size_t)p->particle_count * sizeof *p->part);
    int left = settle_phase(p, p->order, p->item_count, 0);
    left = settle_single(p, left);
    int phase = 1;
    taut_incidence all = {p->moved, p->item_count, p->particle_count};
    while (left > 0) {
        if (taut_partition_by_links(allocator, &all, p->scratch, left, p->map) == 0) {
            return false;
        }
        left = settle_phase(p, p->scratch, left, phase);
        ++phase;
    }
    put_tethers_between(p, phase);
    return true;
}

// Seats -------------------------------------------------------------------------------------------

static bool find_seats(plan* p, const taut_allocator* allocator)
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

static bool same_group(const plan* p, int32_t a, int32_t b)
{
    return p->phase[a] == p->phase[b] && p->cluster[a] == p->cluster[b] &&
           p->items[a].kind == p->items[b].kind && p->items[a].family == p->items[b].family;
}

static bool before_in_group(const void* context, int32_t a, int32_t b)
{
    const plan* p = context;
    if (p->phase[a] != p->phase[b]) {
        return p->phase[a] < p->phase[b];
    }
    if (p->cluster[a] != p->cluster[b]) {
        return p->cluster[a] < p->cluster[b];
    }
    return p->rank[a] < p->rank[b];  // by kind, then family, then particles
}

static taut_batch_group group_of(const plan* p, int first, int count)
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

static bool find_batches(plan* p)
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

// Result ------------------------------------------------------------------------------------------

static int32_t item_of(const taut_batch_record* record)
{
    int lane = 0;
    while (record->items[lane] < 0) {
        ++lane;
    }
    return record->items[lane];
}

// What changes from batch i - 1 to batch i: 3 phase, 2 cluster, 1 colour.
static int step_before(const plan* p, int i)
{
    const taut_batch_record* now = &p->batcher.done.records[i];
    const taut_batch_record* last = now - 1;
    int32_t a = item_of(last), b = item_of(now);
    if (p->phase[a] != p->phase[b]) {
        return 3;
    }
    if (p->cluster[a] != p->cluster[b]) {
        return 2;
    }
    return last->group != now->group || last->colour != now->colour ? 1 : 0;
}

static void count_parts(const plan* p, taut_schedule* s)
{
    for (int i = 0; i < p->batcher.done.count; ++i) {
        const taut_batch_record* record = &p->batcher.done.records[i];
        int32_t item = item_of(record);
        int step = i == 0 ? 3 : step_before(p, i);
        int times = p->phase[item] >= p->closing_phase ? p->passes : 1;
        s->phase_count += step >= 3 ? times : 0;
        s->cluster_count += step >= 2 ? times : 0;
        s->colour_count += step >= 1 ? times : 0;
        taut_batch_set* set = &s->sets[p->items[item].kind];
        int slots =
            taut_constraint_kind_info((taut_constraint_kind)p->items[item].kind)->particle_count;
        set->count += 1;
        set->near_count += record->batch.form == TAUT_FORM_LISTED ? TAUT_BATCH * slots : 0;
    }
}

static void lay_out(const plan* p, taut_schedule* s, taut_layout* layout)
{
    size_t clusters = (size_t)s->cluster_count;
    s->phase_first = taut_layout_take(layout, (size_t)s->phase_count + 1, sizeof(int32_t));
    s->cluster_first = taut_layout_take(layout, clusters + 1, sizeof(int32_t));
    s->cluster_part = taut_layout_take(layout, clusters, sizeof(int32_t));
    s->opening = taut_layout_take(layout, (size_t)p->part_count, sizeof(int32_t));
    s->colours = taut_layout_take(layout, (size_t)s->colour_count, sizeof(taut_colour));
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        taut_batch_set* set = &s->sets[kind];
        size_t count = (size_t)set->count;
        set->batches = taut_layout_take(layout, count, sizeof(taut_batch));
        set->near = taut_layout_take(layout, (size_t)set->near_count, sizeof(uint16_t));
        set->items = taut_layout_take(layout, TAUT_BATCH * count, sizeof(int32_t));
    }
    s->seating = p->seating;
    s->seating.first = taut_layout_take(layout, (size_t)p->part_count + 1, sizeof(int32_t));
    s->seating.seat_of = taut_layout_take(layout, (size_t)p->particle_count, sizeof(int32_t));
    s->seating.particle_of =
        taut_layout_take(layout, (size_t)p->seating.seat_count, sizeof(int32_t));
}

// Where filling stands.
typedef struct cursor {
    int phase, cluster, colour;
    int32_t of_kind[TAUT_CONSTRAINT_KIND_COUNT];  // batches placed so far
    int32_t near[TAUT_CONSTRAINT_KIND_COUNT];
} cursor;

static void fill_batch(const plan* p, taut_schedule* s, cursor* at, int i)
{
    const taut_batch_record* record = &p->batcher.done.records[i];
    int kind = p->items[item_of(record)].kind;
    taut_batch_set* set = &s->sets[kind];
    taut_batch* batch = &set->batches[at->of_kind[kind]];
    *batch = record->batch;
    batch->near = at->near[kind];
    memcpy(&set->items[TAUT_BATCH * at->of_kind[kind]], record->items, sizeof record->items);
    at->of_kind[kind] += 1;
    if (batch->form != TAUT_FORM_LISTED) {
        return;
    }
    int slots = taut_constraint_kind_info((taut_constraint_kind)kind)->particle_count;
    for (int k = 0; k < TAUT_BATCH * slots; ++k) {
        int32_t item = record->items[k % TAUT_BATCH];
        int slot = k / TAUT_BATCH;
        int32_t seat = item >= 0 ? p->seats[4 * item + slot] : batch->base[slot];
        set->near[batch->near + k] = (uint16_t)(seat - batch->base[slot]);
    }
    at->near[kind] += TAUT_BATCH * slots;
}

static void fill_pass(const plan* p, taut_schedule* s, cursor* at, int first, int end)
{
    for (int i = first; i < end; ++i) {
        int step = i == first ? 3 : step_before(p, i);
        int32_t item = item_of(&p->batcher.done.records[i]);
        int kind = p->items[item].kind;
        if (step >= 3) {
            s->phase_first[at->phase++] = at->cluster;
        }
        if (step >= 2) {
            s->cluster_part[at->cluster] = p->home[item] ? p->cluster[item] : -1;
            s->cluster_first[at->cluster++] = at->colour;
        }
        if (step >= 1) {
            const taut_batch* batch = &p->batcher.done.records[i].batch;
            s->colours[at->colour++] = (taut_colour){kind, at->of_kind[kind], 0, batch->form};
        }
        s->colours[at->colour - 1].count += 1;
        fill_batch(p, s, at, i);
    }
}

static void fill_parts(const plan* p, taut_schedule* s)
{
    const taut_batch_list* done = &p->batcher.done;
    int closing = 0;
    while (closing < done->count && p->phase[item_of(&done->records[closing])] < p->closing_phase) {
        ++closing;
    }
    cursor at = {0};
    fill_pass(p, s, &at, 0, closing);
    s->repeat_first = at.phase;
    for (int pass = 0; pass < p->passes; ++pass) {
        s->last_first = at.phase;
        cursor again = at;
        fill_pass(p, s, &again, closing, done->count);
        at.phase = again.phase;
        at.cluster = again.cluster;
        at.colour = again.colour;
        s->once_count = pass == 0 ? at.phase : s->once_count;
    }
    s->phase_first[at.phase] = at.cluster;
    s->cluster_first[at.cluster] = at.colour;
    memset(s->opening, 0xff, (size_t)p->part_count * sizeof *s->opening);
    for (int i = 0; s->phase_count > 0 && i < s->phase_first[1]; ++i) {
        if (s->cluster_part[i] >= 0) {
            s->opening[s->cluster_part[i]] = i;
        }
    }
    const taut_seating* seating = &p->seating;
    memcpy(s->seating.first, seating->first, (size_t)(p->part_count + 1) * sizeof(int32_t));
    memcpy(s->seating.seat_of, seating->seat_of, (size_t)p->particle_count * sizeof(int32_t));
    memcpy(s->seating.particle_of, seating->particle_of,
           (size_t)seating->seat_count * sizeof(int32_t));
}

static bool copy_result(const taut_allocator* allocator, const plan* p, taut_schedule* s)
{
    s->item_count = p->item_count;
    count_parts(p, s);
    taut_layout measure = {0};
    lay_out(p, s, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        *s = (taut_schedule){0};
        return false;
    }
    s->memory = place.base;
    s->bytes = measure.used;
    lay_out(p, s, &place);
    fill_parts(p, s);
    return true;
}

static void lay_out_plan(plan* p, taut_layout* layout)
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
static void lay_out_seats(plan* p, taut_layout* layout)
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

static bool seat_and_batch(plan* p, const taut_allocator* allocator, taut_schedule* schedule)
{
    taut_layout measure = {0};
    lay_out_seats(p, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        return false;
    }
    lay_out_seats(p, &place);
    p->batcher.allocator = allocator;
    bool ok = find_seats(p, allocator) && find_batches(p) && copy_result(allocator, p, schedule);
    taut_batcher_free(&p->batcher);
    taut_free(allocator, place.base, measure.used);
    return ok;
}

bool taut_schedule_make(const taut_allocator* allocator, const taut_schedule_input* input,
                        taut_schedule* schedule)
{
    *schedule = (taut_schedule){0};
    plan p = {.items = input->items,
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
