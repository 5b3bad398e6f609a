// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which particles may come near: a uniform grid. Particles are sorted by their cell, then by
// number, and each looks at those that come after it, in its cell and half of the cells around: a
// pair is found once, and nothing depends on tables, threads or the order of adding.

#include "pairs.h"
#include "platform/parallel.h"
#include "topology.h"
#include "world.h"

// Whether two that were linked meet: once they are no more, and came clear of what they hung
// together with. What lies in one place when it comes apart is not to be pushed away.
static bool pair_again(const taut_pairs* p, const taut_point* a, const taut_point* b, bool near)
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

#include "pairs_find.inl"

// Cells -------------------------------------------------------------------------------------------

static void sort_by_cell(taut_pairs* p)
{
    taut_pair_cell low = pair_cell_at(p, 0);
    taut_pair_cell high = low;
    for (int i = 1; i < p->point_count; ++i) {
        pair_widen_cells(&low, &high, pair_cell_at(p, i));
    }
    int bits = 0;
    for (int k = 0; k < 3; ++k) {
        p->axis_bits[k] = pair_bits_for(pair_last_along(p, high, low, k));
        bits += p->axis_bits[k];
    }
    for (int i = 0; i < p->point_count; ++i) {
        p->keys[i] = (taut_keyed){pair_key(p, pair_cell_at(p, i), low), (uint32_t)i};
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
        p->points[i] = (taut_point){owner, b->seat_of[particle], particle, number};
        p->found[i] = p->built[number];
        p->zone_of[i] = p->brief ? 0 : pair_zone_at(&p->zoning, p->found[i]);
        p->way_of[i] = pair_way_of(p, b, particle, pair_margin_at(p, p->zone_of[i]));
    }
}

// Looks at a row, the points from number `from` on whose key is not above that of its middle cell
// by more than there are rings; but for those of cells that are too far aside.
// NOLINTNEXTLINE(readability-function-size): what does not change from point to point
static void look(const taut_pairs* p, int i, const taut_pair_sight* own, int from, uint64_t middle,
                 const taut_pair_around* around, float away2, taut_pair_finds* f)
{
    uint64_t first = middle - (uint64_t)pair_cells_aside(p, around, away2, -1);
    uint64_t end_key = middle + (uint64_t)pair_cells_aside(p, around, away2, 1);
    uint64_t last = middle + (uint64_t)p->rings;
    int end = pair_look_end(p, from), k = from;
    for (; k < end && p->cells[k].key <= last; ++k) {
        if (p->cells[k].key >= first && p->cells[k].key <= end_key) {
            taut_pair_sight other = pair_sight_of(p, k);
            pair_try_other(p, i, k, own, &other, f);
        }
    }
    f->dropped += pair_looked_short(p, from, k, last);
}

// Rows of cells after that of a point: where each is, and the first point that is there.
typedef struct find_rows {
    int count;
    taut_pair_row rows[PAIR_MOST_ROWS];
    uint64_t keys[PAIR_MOST_ROWS];  // to be added to that of the cell
    int at[PAIR_MOST_ROWS];
} find_rows;

static find_rows rows_of(const taut_pairs* p, int first)
{
    find_rows r = {.count = pair_row_count(p->rings)};
    for (int k = 0; k < r.count; ++k) {
        r.rows[k] = pair_row(p->rings, k);
        r.keys[k] = pair_row_key(p, r.rows[k]);
        r.at[k] = pair_first_at_least(p, p->cells[first].key + r.keys[k] - (uint64_t)p->rings);
    }
    return r;
}

// The places of rows follow those of the cell, so that each is found by walking on from that of the
// cell before.
static void look_around(const taut_pairs* p, int i, const taut_pair_sight* own, find_rows* r,
                        taut_pair_finds* f)
{
    uint64_t key = p->cells[i].key, rings = (uint64_t)p->rings;
    taut_pair_around around = pair_around(p, own->x);
    look(p, i, own, i + 1, key, &around, 0.0f, f);
    for (int k = 0; k < r->count; ++k) {
        uint64_t row = key + r->keys[k];
        while (r->at[k] < p->point_count && p->cells[r->at[k]].key < row - rings) {
            r->at[k] += 1;
        }
        float away2 = pair_row_away2(p, &around, r->rows[k]);
        if (pair_cells_within(p, &around, away2, 0)) {
            look(p, i, own, r->at[k], row, &around, away2, f);
        }
    }
}

static void find_task(void* context, int task)
{
    taut_pairs* p = context;
    int first = task * TAUT_PAIR_CHUNK;
    int end = first + TAUT_PAIR_CHUNK < p->point_count ? first + TAUT_PAIR_CHUNK : p->point_count;
    find_rows rows = rows_of(p, first);
    size_t dropped = 0;
    float closing = 0.0f;
    for (int i = first; i < end; ++i) {
        taut_pair_sight own = pair_sight_of(p, i);
        taut_pair_finds f = {.count = 0};
        look_around(p, i, &own, &rows, &f);
        p->other_count[i] = f.count;
        dropped += (size_t)f.dropped;
        closing = f.closing > closing ? f.closing : closing;
        for (int k = 0; k < f.count; ++k) {
            p->others[(size_t)i * TAUT_PAIR_MOST + (size_t)k] = f.others[k];
        }
    }
    atomic_fetch_add_explicit(&p->dropped, dropped, memory_order_relaxed);
    taut_atomic_raise(&p->closing, taut_order_of_float(closing));
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

// Between particles of a body that stands still nobody looks.
static bool has_parted(const taut_pair_body* b)
{
    return b->body->topology != NULL && b->body->topology->any_parted && b->body->collision.self &&
           !b->still;
}

static void forget_seen(taut_pairs* p)
{
    p->any_parted = false;
    for (int k = 0; k < p->body_count; ++k) {
        bool parted = has_parted(&p->bodies[k]);
        p->any_parted = p->any_parted || parted;
        for (int i = 0; parted && i < p->bodies[k].count; ++i) {
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
    taut_atomic_set(&p->closing, taut_order_of_float(0.0f));
    pair_set_cells(p);
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
