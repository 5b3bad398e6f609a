// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/plan.h"

#include <string.h>

// Lays arrays out in a block that is there twice: with `host` NULL it only counts.
typedef struct packer {
    unsigned char* host;
    unsigned char* device;
    size_t used;
} packer;

// Where the copy of an array will be on the device.
static void* pack(packer* p, const void* from, size_t count, size_t size)
{
    size_t at = (p->used + TAUT_ALIGNMENT - 1) / TAUT_ALIGNMENT * TAUT_ALIGNMENT;
    if (from == NULL) {
        return NULL;
    }
    if (p->host != NULL && count > 0) {
        memcpy(p->host + at, from, count * size);
    }
    p->used = at + count * size;
    return p->device + at;
}

static void pack_set(packer* p, const taut_blueprint* from, int kind, taut_blueprint* to)
{
    const taut_constraint_set* a = &from->sets[kind];
    taut_constraint_set* b = &to->sets[kind];
    size_t places = (size_t)a->place_count + TAUT_BATCH;
    size_t batches = (size_t)a->place_count / TAUT_BATCH;
    size_t near = (size_t)from->schedule.sets[kind].near_count;
    b->batches = pack(p, a->batches, batches, sizeof *a->batches);
    b->near = pack(p, a->near, near, sizeof *a->near);
    b->rest = pack(p, a->rest, places, sizeof *a->rest);
    b->compliance = pack(p, a->compliance, places, sizeof *a->compliance);
    b->damping = pack(p, a->damping, places, sizeof *a->damping);
    b->damping_rate = pack(p, a->damping_rate, places, sizeof *a->damping_rate);
    b->play = pack(p, a->play, places, sizeof *a->play);
    b->ratio = pack(p, a->ratio, places, sizeof *a->ratio);
    b->sides = pack(p, a->sides, places, sizeof *a->sides);
}

static void pack_schedule(packer* p, const taut_schedule* a, taut_schedule* b)
{
    size_t phases = (size_t)a->phase_count;
    size_t clusters = (size_t)a->cluster_count;
    size_t parts = (size_t)a->seating.part_count;
    b->phase_first = pack(p, a->phase_first, phases + 1, sizeof *a->phase_first);
    b->phase_tree = pack(p, a->phase_tree, phases, sizeof *a->phase_tree);
    b->cluster_first = pack(p, a->cluster_first, clusters + 1, sizeof *a->cluster_first);
    b->cluster_part = pack(p, a->cluster_part, clusters, sizeof *a->cluster_part);
    b->opening = pack(p, a->opening, parts, sizeof *a->opening);
    b->colours = pack(p, a->colours, (size_t)a->colour_count, sizeof *a->colours);
    b->seating.first = pack(p, a->seating.first, parts + 1, sizeof *a->seating.first);
    b->seating.particle_of = pack(p, a->seating.particle_of, (size_t)a->seating.seat_count,
                                  sizeof *a->seating.particle_of);
}

static void pack_lines(packer* p, const taut_lines* a, taut_lines* b)
{
    size_t phases = (size_t)a->phase_count;
    size_t entries = (size_t)a->row_count * TAUT_LINE_LANES;
    b->phase_first = pack(p, a->phase_first, phases + 1, sizeof *a->phase_first);
    b->batches = pack(p, a->batches, (size_t)a->batch_count, sizeof *a->batches);
    b->seats = pack(p, a->seats, entries, sizeof *a->seats);
    b->places = pack(p, a->places, entries, sizeof *a->places);
    b->rest = pack(p, a->rest, entries, sizeof *a->rest);
    b->compliance = pack(p, a->compliance, entries, sizeof *a->compliance);
}

// Where the copy of the pairs will be on the device.
static taut_cuda_pair* pack_pairs(packer* p, const taut_constraint_set* set)
{
    size_t at = (p->used + TAUT_ALIGNMENT - 1) / TAUT_ALIGNMENT * TAUT_ALIGNMENT;
    taut_cuda_pair* pairs = (void*)(p->host + at);
    for (int i = 0; p->host != NULL && i < set->place_count; ++i) {
        const taut_batch* batch = &set->batches[i / TAUT_BATCH];
        bool has = taut_set_has(set, i);
        pairs[i].a = has ? taut_batch_seat(batch, set->near, 0, i % TAUT_BATCH) : -1;
        pairs[i].b = has ? taut_batch_seat(batch, set->near, 1, i % TAUT_BATCH) : -1;
    }
    p->used = at + (size_t)set->place_count * sizeof *pairs;
    return (void*)(p->device + at);
}

// Sheets ------------------------------------------------------------------------------------------

// Room for an array that is not there yet. NULL while sizes are counted.
static void* make_room(packer* p, size_t count, size_t size, const void** there)
{
    size_t at = (p->used + TAUT_ALIGNMENT - 1) / TAUT_ALIGNMENT * TAUT_ALIGNMENT;
    p->used = at + count * size;
    *there = p->device + at;
    return p->host != NULL ? p->host + at : NULL;
}

static int most_seats(const taut_seating* s)
{
    int most = 0;
    for (int i = 0; i < s->part_count; ++i) {
        int seats = s->first[i + 1] - s->first[i];
        most = seats > most ? seats : most;
    }
    return most;
}

// Whether nothing but distance constraints holds it together, all swept once, and every part begins
// with a cluster of its own.
static bool is_sheet(const taut_blueprint* b)
{
    const taut_schedule* plan = &b->schedule;
    bool alone = plan->once_count == plan->phase_count && plan->phase_count > 0 &&
                 b->lines.batch_count == 0 && most_seats(&plan->seating) <= TAUT_CUDA_PART;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        alone = alone && (kind == TAUT_CONSTRAINT_DISTANCE || b->sets[kind].place_count == 0);
    }
    for (int i = 0; i < plan->seating.part_count && alone; ++i) {
        alone = plan->opening[i] >= 0;
    }
    return alone;
}

// As many threads as most colours of opening clusters have use for; all there can be where a part
// has a processor for itself.
static int threads_of(const taut_schedule* plan)
{
    if (plan->seating.part_count > 1) {
        return TAUT_CUDA_MOST_THREADS;
    }
    int places = 0, colours = 0;
    for (int i = 0; i < plan->seating.part_count; ++i) {
        int cluster = plan->opening[i];
        for (int k = plan->cluster_first[cluster]; k < plan->cluster_first[cluster + 1]; ++k) {
            places += TAUT_BATCH * plan->colours[k].count;
            colours += plan->colours[k].count > 0;
        }
    }
    int mean = colours > 0 ? (places / colours + 31) / 32 * 32 : 32;
    return mean < TAUT_CUDA_MOST_THREADS ? mean : TAUT_CUDA_MOST_THREADS;
}

static int room_stride(const taut_schedule* plan)
{
    int seats = most_seats(&plan->seating);
    return seats <= TAUT_CUDA_SMALL  ? TAUT_CUDA_SMALL
           : seats <= TAUT_CUDA_HALF ? TAUT_CUDA_HALF
                                     : TAUT_CUDA_PART;
}

// All parts together in shared memory, in rooms of one of three sizes, where the device has that;
// or one after the other.
static int stride_of(taut_driver* driver, const taut_schedule* plan, int threads)
{
    int parts = plan->seating.part_count;
    int stride = room_stride(plan);
    size_t room = 13 * (size_t)stride * sizeof(float);
    taut_driver_shape shape = {.threads = threads, .room = room, .sheet = true, .cluster = true};
    bool fits = room <= taut_driver_most_room(driver, true) && parts <= TAUT_CUDA_TOGETHER &&
                (parts == 1 || taut_driver_clusters(driver, parts, shape));
    return fits ? stride : 0;
}

// Returns how many rounds a colour has; writes them where there is room.
static int list_rounds(const taut_colour* colour, int threads, taut_cuda_round* rounds)
{
    int first = TAUT_BATCH * colour->first, left = TAUT_BATCH * colour->count, count = 0;
    for (; left > 0; left -= threads, first += threads, ++count) {
        if (rounds != NULL) {
            int taken = left < threads ? left : threads;
            rounds[count] = (taut_cuda_round){first, (int16_t)taken, left <= threads};
        }
    }
    return count;
}

static int list_all_rounds(const taut_schedule* plan, int threads, int32_t* first,
                           taut_cuda_round* rounds)
{
    int count = 0;
    for (int i = 0; i < plan->cluster_count; ++i) {
        if (first != NULL) {
            first[i] = count;
        }
        for (int k = plan->cluster_first[i]; k < plan->cluster_first[i + 1]; ++k) {
            count +=
                list_rounds(&plan->colours[k], threads, rounds != NULL ? rounds + count : NULL);
        }
    }
    if (first != NULL) {
        first[plan->cluster_count] = count;
    }
    return count;
}

static int part_of(const taut_seating* s, int seat)
{
    int part = 0;
    for (int step = 1 << 30; step > 0; step >>= 1) {
        part += part + step < s->part_count && s->first[part + step] <= seat ? step : 0;
    }
    return part;
}

static void fill_link(const taut_seating* s, const taut_cuda_pair* pair, float rest,
                      taut_cuda_link* link, taut_cuda_pair* spot)
{
    *link = (taut_cuda_link){TAUT_CUDA_NO_SEAT, rest};
    if (spot != NULL) {
        *spot = (taut_cuda_pair){-1, -1};
    }
    if (pair->a < 0) {
        return;
    }
    int pa = part_of(s, pair->a), pb = part_of(s, pair->b);
    int a = pair->a - s->first[pa], b = pair->b - s->first[pb];
    if (pa == pb) {
        *link = (taut_cuda_link){(uint32_t)b << 16 | (uint32_t)a, rest};
    }
    if (spot != NULL) {
        *spot = (taut_cuda_pair){pa << 16 | a, pb << 16 | b};
    }
}

static void pack_sheet(packer* p, taut_cuda_plan* plan, const taut_cuda_pair* pairs)
{
    const taut_blueprint* b = plan->of;
    const taut_constraint_set* set = &b->sets[TAUT_CONSTRAINT_DISTANCE];
    taut_cuda_sheet* sheet = &plan->sheet;
    if (plan->sheet_threads == 0) {
        return;
    }
    size_t places = (size_t)set->place_count;
    int clusters = b->schedule.cluster_count;
    int count = list_all_rounds(&b->schedule, plan->sheet_threads, NULL, NULL);
    const void *links_there, *spots_there = NULL, *rounds_there, *first_there;
    taut_cuda_link* links = make_room(p, places, sizeof *links, &links_there);
    taut_cuda_pair* spots = NULL;
    if (sheet->stride > 0) {
        spots = make_room(p, places, sizeof *spots, &spots_there);
    }
    taut_cuda_round* rounds = make_room(p, (size_t)count, sizeof *rounds, &rounds_there);
    int32_t* first = make_room(p, (size_t)clusters + 1, sizeof *first, &first_there);
    sheet->links = links_there;
    sheet->spots = spots_there;
    sheet->rounds = rounds_there;
    sheet->round_first = first_there;
    if (p->host == NULL) {
        return;
    }
    (void)list_all_rounds(&b->schedule, plan->sheet_threads, first, rounds);
    for (size_t i = 0; i < places; ++i) {
        fill_link(&b->schedule.seating, &pairs[i], set->rest[i], &links[i],
                  spots != NULL ? &spots[i] : NULL);
    }
}

static void pack_all(packer* p, taut_cuda_plan* plan)
{
    const taut_blueprint* from = plan->of;
    taut_blueprint* to = &plan->there;
    *to = *from;
    plan->pairs = pack_pairs(p, &from->sets[TAUT_CONSTRAINT_DISTANCE]);
    pack_sheet(p, plan,
               p->host != NULL ? (void*)(p->host + ((unsigned char*)plan->pairs - p->device))
                               : NULL);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        pack_set(p, from, kind, to);
    }
    pack_schedule(p, &from->schedule, &to->schedule);
    if (from->lines.batch_count > 0) {
        pack_lines(p, &from->lines, &to->lines);
    }
}

static bool upload(taut_driver* driver, taut_cuda_plan* plan)
{
    const taut_schedule* schedule = &plan->of->schedule;
    plan->sheet_threads = is_sheet(plan->of) ? threads_of(schedule) : 0;
    plan->sheet.stride =
        plan->sheet_threads > 0 ? stride_of(driver, schedule, plan->sheet_threads) : 0;
    packer p = {0};
    pack_all(&p, plan);
    size_t bytes = p.used;
    plan->bytes = bytes;
    plan->memory = taut_driver_take(driver, bytes);
    p = (packer){taut_driver_take_host(driver, bytes), plan->memory, 0};
    bool ok = plan->memory != NULL && p.host != NULL;
    if (ok) {
        pack_all(&p, plan);
        ok = taut_driver_send(driver, plan->memory, p.host, bytes) && taut_driver_wait(driver);
    }
    taut_driver_give_host(driver, p.host);
    return ok;
}

static void unmake(taut_driver* driver, taut_cuda_plan* plan)
{
    taut_allocator allocator = plan->of->allocator;
    taut_driver_give(driver, plan->memory);
    taut_blueprint_release(plan->of);
    taut_free(&allocator, plan, sizeof *plan);
}

taut_cuda_plan* taut_cuda_plan_hold(taut_driver* driver, taut_cuda_plan** list,
                                    taut_blueprint* blueprint)
{
    for (taut_cuda_plan* plan = *list; plan != NULL; plan = plan->next) {
        if (plan->of == blueprint) {
            plan->holders += 1;
            return plan;
        }
    }
    taut_cuda_plan* plan = taut_allocate(&blueprint->allocator, sizeof *plan);
    if (plan == NULL) {
        return NULL;
    }
    taut_blueprint_retain(blueprint);
    plan->of = blueprint;
    if (!upload(driver, plan)) {
        unmake(driver, plan);
        return NULL;
    }
    plan->holders = 1;
    plan->next = *list;
    *list = plan;
    return plan;
}

void taut_cuda_plan_drop(taut_driver* driver, taut_cuda_plan** list, taut_cuda_plan* plan)
{
    plan->holders -= 1;
    if (plan->holders > 0) {
        return;
    }
    while (*list != plan) {
        list = &(*list)->next;
    }
    *list = plan->next;
    unmake(driver, plan);
}
