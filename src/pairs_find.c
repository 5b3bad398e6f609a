// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which particles may come near: a uniform grid. Particles are sorted by their cell, then by
// number, and each looks at those that come after it, in its cell and half of the cells around: a
// pair is found once, and nothing depends on tables, threads or the order of adding.

#include <math.h>

#include "pairs.h"
#include "platform/parallel.h"
#include "topology.h"
#include "world.h"

// Cells further out count as the last one.
#define AXIS_CELLS (1 << 21)

// In a row of cells a particle looks at no more than so many: particles by thousands in one cell
// would ask for the square of their number.
#define MOST_LOOKED_AT 256

// Cells -------------------------------------------------------------------------------------------

static int32_t cell_of(float x, float cell)
{
    float at = floorf(x / cell);
    at = at > -1e9f ? at : -1e9f;
    return (int32_t)(at < 1e9f ? at : 1e9f);
}

typedef struct cell3 {
    int32_t at[3];
} cell3;

static cell3 cell_at(const taut_pairs* p, int number)
{
    taut_float4 x = p->built[number];
    return (cell3){{cell_of(x.x, p->cell), cell_of(x.y, p->cell), cell_of(x.z, p->cell)}};
}

static void widen(cell3* low, cell3* high, cell3 c)
{
    for (int k = 0; k < 3; ++k) {
        low->at[k] = c.at[k] < low->at[k] ? c.at[k] : low->at[k];
        high->at[k] = c.at[k] > high->at[k] ? c.at[k] : high->at[k];
    }
}

// A cell is 1 at least, and below the greatest number of its bits, so that its neighbours have keys
// that stand in no other row.
static uint64_t key_of(const taut_pairs* p, cell3 c, cell3 low)
{
    uint64_t key = 0;
    for (int k = 2; k >= 0; --k) {
        int64_t at = (int64_t)c.at[k] - low.at[k] + 1;
        at = at < AXIS_CELLS - 2 ? at : AXIS_CELLS - 2;
        key = key << p->axis_bits[k] | (uint64_t)at;
    }
    return key;
}

static int bits_for(int64_t value)
{
    int bits = 1;
    while (bits < 21 && value >> bits != 0) {
        ++bits;
    }
    return bits;
}

static void sort_by_cell(taut_pairs* p)
{
    cell3 low = cell_at(p, 0);
    cell3 high = low;
    for (int i = 1; i < p->point_count; ++i) {
        widen(&low, &high, cell_at(p, i));
    }
    int bits = 0;
    for (int k = 0; k < 3; ++k) {
        p->axis_bits[k] = bits_for((int64_t)high.at[k] - low.at[k] + 2);
        bits += p->axis_bits[k];
    }
    for (int i = 0; i < p->point_count; ++i) {
        p->keys[i] = (taut_keyed){key_of(p, cell_at(p, i), low), (uint32_t)i};
    }
    p->cells = taut_radix_sort(p->keys, p->key_scratch, p->point_count, bits);
}

// For the moment the room for counts holds the owners of particles by number.
static void place_points(taut_pairs* p)
{
    for (int owner = 0; owner < p->body_count; ++owner) {
        for (int i = 0; i < p->bodies[owner].count; ++i) {
            p->other_count[p->bodies[owner].first + i] = owner;
        }
    }
    for (int i = 0; i < p->point_count; ++i) {
        uint32_t number = p->cells[i].number;
        int owner = p->other_count[number];
        const taut_pair_body* b = &p->bodies[owner];
        int particle = (int)number - b->first;
        int seat = b->body->blueprint->schedule.seating.seat_of[particle];
        p->points[i] = (taut_point){owner, seat, particle, number};
        p->base[i] = p->built[number];
    }
}

// Pairs -------------------------------------------------------------------------------------------

// By the particles that they come from, where they were split off (topology.h).
static bool were_linked(const taut_body* b, int one, int other)
{
    const taut_topology* t = b->topology;
    int from = t != NULL ? t->origin[one] : one, to = t != NULL ? t->origin[other] : other;
    return from == to || taut_pair_linked(b->links, from, to);
}

// Whether two that were linked meet: once they are no more, and came clear of what they hung
// together with. What lies in one place when it comes apart is not to be pushed away.
static bool meet_again(const taut_pairs* p, const taut_point* a, const taut_point* b, bool near)
{
    const taut_body* body = p->bodies[a->owner].body;
    const taut_topology* t = body->topology;
    if (t == NULL || !t->any_parted) {
        return false;
    }
    int one = t->parted[a->particle], other = t->parted[b->particle];
    if ((one == TAUT_PARTED_NEVER && other == TAUT_PARTED_NEVER) ||
        taut_topology_joined(t, body->blueprint, a->particle, b->particle)) {
        return false;
    }
    if (near) {
        atomic_store_explicit(&p->seen[a->number], 1, memory_order_relaxed);
        atomic_store_explicit(&p->seen[b->number], 1, memory_order_relaxed);
    }
    return one != TAUT_PARTED_NEAR && other != TAUT_PARTED_NEAR;
}

// The distance that two particles keep, 0 for none.
static float distance_of(const taut_pairs* p, const taut_point* a, const taut_point* b, float away2)
{
    const taut_body* one = p->bodies[a->owner].body;
    const taut_body* two = p->bodies[b->owner].body;
    float d = one->collision.thickness + two->collision.thickness;
    if (one != two) {
        bool meet = one->collision.others && two->collision.others &&
                    (one->collision.filter.category & two->collision.filter.mask) != 0 &&
                    (two->collision.filter.category & one->collision.filter.mask) != 0;
        return meet ? d : 0.0f;
    }
    if (!one->collision.self) {
        return 0.0f;
    }
    if (were_linked(one, a->particle, b->particle)) {
        return meet_again(p, a, b, away2 < d * d) ? d : 0.0f;
    }
    const taut_float4* start = one->blueprint->start;
    taut_vec3 way =
        taut_vec3_sub(taut_vec3_of(start[a->particle]), taut_vec3_of(start[b->particle]));
    float rest = sqrtf(taut_vec3_dot(way, way));
    return rest < d ? rest : d;
}

// The nearest so far, nearest first; of two as near the one that came first.
typedef struct finds {
    taut_other others[TAUT_PAIR_MOST];
    float away2[TAUT_PAIR_MOST];
    int count;
    int dropped;
} finds;

static void note(finds* f, taut_other other, float away2)
{
    if (f->count == TAUT_PAIR_MOST) {
        f->dropped += 1;
        if (!(away2 < f->away2[TAUT_PAIR_MOST - 1])) {
            return;
        }
        f->count -= 1;
    }
    int at = f->count;
    for (; at > 0 && f->away2[at - 1] > away2; --at) {
        f->away2[at] = f->away2[at - 1];
        f->others[at] = f->others[at - 1];
    }
    f->away2[at] = away2;
    f->others[at] = other;
    f->count += 1;
}

// Looks at the points from number `from` on whose key is not above `last`.
static void look(const taut_pairs* p, int i, int from, uint64_t last, finds* f)
{
    taut_float4 x = p->base[i];
    float far2 = p->cell * p->cell;
    int end = p->point_count < from + MOST_LOOKED_AT ? p->point_count : from + MOST_LOOKED_AT;
    int k = from;
    for (; k < end && p->cells[k].key <= last; ++k) {
        taut_float4 y = p->base[k];
        taut_vec3 r = {x.x - y.x, x.y - y.y, x.z - y.z};
        float away2 = taut_vec3_dot(r, r);
        if (away2 < far2 && (x.w > 0.0f || y.w > 0.0f)) {
            float d = distance_of(p, &p->points[i], &p->points[k], away2);
            float within = d + p->margin;
            if (d > 0.0f && away2 < within * within) {
                note(f, (taut_other){k, d}, away2);
            }
        }
    }
    f->dropped += k == from + MOST_LOOKED_AT && k < p->point_count && p->cells[k].key <= last;
}

static int first_at_least(const taut_pairs* p, uint64_t key)
{
    int low = 0;
    int high = p->point_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (p->cells[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Rows of cells after a cell's own: their places follow those of the cell, so that each is found by
// walking on from that of the cell before.
#define ROWS 4

static void find_task(void* context, int task)
{
    taut_pairs* p = context;
    int first = task * TAUT_PAIR_CHUNK;
    int end = first + TAUT_PAIR_CHUNK < p->point_count ? first + TAUT_PAIR_CHUNK : p->point_count;
    uint64_t up = UINT64_C(1) << p->axis_bits[0];
    uint64_t on = up << p->axis_bits[1];
    const uint64_t rows[ROWS] = {up, on - up, on, on + up};
    int at[ROWS];
    for (int k = 0; k < ROWS; ++k) {
        at[k] = first_at_least(p, p->cells[first].key + rows[k] - 1);
    }
    size_t dropped = 0;
    for (int i = first; i < end; ++i) {
        uint64_t key = p->cells[i].key;
        finds f = {.count = 0};
        look(p, i, i + 1, key + 1, &f);
        for (int k = 0; k < ROWS; ++k) {
            while (at[k] < p->point_count && p->cells[at[k]].key < key + rows[k] - 1) {
                at[k] += 1;
            }
            look(p, i, at[k], key + rows[k] + 1, &f);
        }
        p->other_count[i] = f.count;
        dropped += (size_t)f.dropped;
        for (int k = 0; k < f.count; ++k) {
            p->others[(size_t)i * TAUT_PAIR_MOST + (size_t)k] = f.others[k];
        }
    }
    atomic_fetch_add_explicit(&p->dropped, dropped, memory_order_relaxed);
}

// Where room is short each point keeps fewer of its nearest: the most that fit.
static int most_each(taut_pairs* p)
{
    int points_with[TAUT_PAIR_MOST + 1] = {0};
    for (int i = 0; i < p->point_count; ++i) {
        points_with[p->other_count[i]] += 1;
    }
    int64_t sum = 0;
    int64_t with_more = p->point_count - points_with[0];
    int most = 0;
    while (most < TAUT_PAIR_MOST && sum + with_more <= p->most_pairs) {
        most += 1;
        sum += with_more;
        with_more -= points_with[most];
    }
    return most;
}

static void list_pairs(taut_pairs* p)
{
    int most = most_each(p);
    size_t dropped = 0;
    p->pair_count = 0;
    for (int i = 0; i < p->point_count; ++i) {
        int count = p->other_count[i] < most ? p->other_count[i] : most;
        dropped += (size_t)(p->other_count[i] - count);
        for (int k = 0; k < count; ++k) {
            taut_other other = p->others[(size_t)i * TAUT_PAIR_MOST + (size_t)k];
            p->listed[p->pair_count++] = (taut_listed){i, other.point, other.distance};
        }
    }
    atomic_fetch_add_explicit(&p->dropped, dropped, memory_order_relaxed);
}

// What came apart ---------------------------------------------------------------------------------

static bool has_parted(const taut_pair_body* b)
{
    return b->body->topology != NULL && b->body->topology->any_parted && b->body->collision.self;
}

static void forget_seen(taut_pairs* p)
{
    for (int k = 0; k < p->body_count; ++k) {
        for (int i = 0; has_parted(&p->bodies[k]) && i < p->bodies[k].count; ++i) {
            atomic_store_explicit(&p->seen[p->bodies[k].first + i], 0, memory_order_relaxed);
        }
    }
}

// Particles that were near nothing that they hung together with meet it from now on.
static void note_clear(taut_pairs* p)
{
    for (int k = 0; k < p->body_count; ++k) {
        const taut_pair_body* b = &p->bodies[k];
        for (int i = 0; has_parted(b) && i < b->count; ++i) {
            uint8_t* parted = &b->body->topology->parted[i];
            bool near = atomic_load_explicit(&p->seen[b->first + i], memory_order_relaxed) != 0;
            *parted = *parted == TAUT_PARTED_NEAR && !near ? TAUT_PARTED_CLEAR : *parted;
        }
    }
}

void taut_pairs_find(taut_pairs* p, taut_world* world)
{
    bool first = p->find_count == 0;
    forget_seen(p);
    p->pair_count = 0;
    p->cell = p->reach + p->margin;
    sort_by_cell(p);
    place_points(p);
    int tasks = (p->point_count + TAUT_PAIR_CHUNK - 1) / TAUT_PAIR_CHUNK;
    taut_parallel(world->parallel_for, world->parallel_host, tasks, find_task, p);
    if (first && !world->trying) {
        note_clear(p);
    }
    list_pairs(p);
    taut_profile* profile = world->profile.running ? &world->profile : NULL;
    taut_profile_mark(profile, TAUT_STAGE_PAIR_ORDER);
    taut_pairs_colour(p);
    taut_profile_mark(profile, TAUT_STAGE_PAIR_FIND);
    p->find_count += 1;
}
