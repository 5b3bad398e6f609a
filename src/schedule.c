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
    int32_t* colour;
    int32_t* map;       // by particle: its cluster in the phase at hand
    uint64_t* used;     // by particle: colours taken, as bits
    int32_t* next;      // by particle: first colour free beyond the bits
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
    if (taut_partition_by_position(allocator, x, p->particle_count, p->map) == 0) {
        return false;
    }
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

// Colours -----------------------------------------------------------------------------------------

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

static int lowest_bit(uint64_t bits)
{
    int bit = 0;
    while ((bits & 1) == 0) {
        bits >>= 1;
        ++bit;
    }
    return bit;
}

// The lowest colour none of the item's particles has; beyond 64, one past the last of any of them.
static int free_colour(const plan* p, int32_t item)
{
    const int32_t* moved = &p->moved[4 * item];
    uint64_t used = 0;
    int next = 64;
    for (int k = 0; k < 4 && moved[k] >= 0; ++k) {
        used |= p->used[moved[k]];
        next = p->next[moved[k]] > next ? p->next[moved[k]] : next;
    }
    return ~used != 0 ? lowest_bit(~used) : next;
}

static void colour_group(plan* p, const int32_t* group, int count)
{
    for (int i = 0; i < count; ++i) {
        const int32_t* moved = &p->moved[4 * group[i]];
        int colour = free_colour(p, group[i]);
        p->colour[group[i]] = colour;
        for (int k = 0; k < 4 && moved[k] >= 0; ++k) {
            if (colour < 64) {
                p->used[moved[k]] |= UINT64_C(1) << colour;
            } else {
                p->next[moved[k]] = colour + 1;
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        const int32_t* moved = &p->moved[4 * group[i]];
        for (int k = 0; k < 4 && moved[k] >= 0; ++k) {
            p->used[moved[k]] = 0;
            p->next[moved[k]] = 0;
        }
    }
}

static bool before_in_colour(const void* context, int32_t a, int32_t b)
{
    const plan* p = context;
    return p->colour[a] != p->colour[b] ? p->colour[a] < p->colour[b] : p->rank[a] < p->rank[b];
}

static void find_colours(plan* p)
{
    taut_sort(p->order, p->scratch, p->item_count, before_in_group, p);
    int first = 0;
    while (first < p->item_count) {
        int end = first + 1;
        while (end < p->item_count && same_group(p, p->order[first], p->order[end])) {
            ++end;
        }
        colour_group(p, p->order + first, end - first);
        taut_sort(p->order + first, p->scratch, end - first, before_in_colour, p);
        first = end;
    }
}

// Result ------------------------------------------------------------------------------------------

// What changes from item a to item b, both neighbours in the order: 3 phase, 2 cluster, 1 colour.
static int step_between(const plan* p, int32_t a, int32_t b)
{
    if (p->phase[a] != p->phase[b]) {
        return 3;
    }
    if (p->cluster[a] != p->cluster[b]) {
        return 2;
    }
    return !same_group(p, a, b) || p->colour[a] != p->colour[b] ? 1 : 0;
}

static void count_parts(const plan* p, taut_schedule* s)
{
    for (int i = 0; i < p->item_count; ++i) {
        int step = i == 0 ? 3 : step_between(p, p->order[i - 1], p->order[i]);
        int times = p->phase[p->order[i]] >= p->closing_phase ? p->passes : 1;
        s->phase_count += step >= 3 ? times : 0;
        s->cluster_count += step >= 2 ? times : 0;
        s->colour_count += step >= 1 ? times : 0;
    }
}

static void lay_out(taut_schedule* s, taut_layout* layout)
{
    s->phase_first = taut_layout_take(layout, (size_t)s->phase_count + 1, sizeof(int32_t));
    s->cluster_first = taut_layout_take(layout, (size_t)s->cluster_count + 1, sizeof(int32_t));
    s->colours = taut_layout_take(layout, (size_t)s->colour_count, sizeof(taut_colour));
    s->order = taut_layout_take(layout, (size_t)s->item_count, sizeof(int32_t));
}

// Where filling stands.
typedef struct cursor {
    int phase, cluster, colour;
    int32_t of_kind[TAUT_CONSTRAINT_KIND_COUNT];  // constraints placed so far
} cursor;

static void fill_pass(const plan* p, taut_schedule* s, cursor* at, int first, int end)
{
    for (int i = first; i < end; ++i) {
        int step = i == first ? 3 : step_between(p, p->order[i - 1], p->order[i]);
        int kind = p->items[p->order[i]].kind;
        if (step >= 3) {
            s->phase_first[at->phase++] = at->cluster;
        }
        if (step >= 2) {
            s->cluster_first[at->cluster++] = at->colour;
        }
        if (step >= 1) {
            s->colours[at->colour++] = (taut_colour){kind, at->of_kind[kind], 0};
        }
        s->colours[at->colour - 1].count += 1;
        at->of_kind[kind] += 1;
    }
}

static void fill_parts(const plan* p, taut_schedule* s)
{
    int closing = 0;
    while (closing < p->item_count && p->phase[p->order[closing]] < p->closing_phase) {
        ++closing;
    }
    cursor at = {0};
    fill_pass(p, s, &at, 0, closing);
    for (int pass = 0; pass < p->passes; ++pass) {
        cursor again = at;
        fill_pass(p, s, &again, closing, p->item_count);
        at.phase = again.phase;
        at.cluster = again.cluster;
        at.colour = again.colour;
        s->once_count = pass == 0 ? at.phase : s->once_count;
    }
    s->phase_first[at.phase] = at.cluster;
    s->cluster_first[at.cluster] = at.colour;
    memcpy(s->order, p->order, (size_t)p->item_count * sizeof *s->order);
}

static bool copy_result(const taut_allocator* allocator, const plan* p, taut_schedule* s)
{
    s->item_count = p->item_count;
    count_parts(p, s);
    taut_layout measure = {0};
    lay_out(s, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        *s = (taut_schedule){0};
        return false;
    }
    s->memory = place.base;
    s->bytes = measure.used;
    lay_out(s, &place);
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
    p->colour = taut_layout_take(layout, items, sizeof(int32_t));
    p->map = taut_layout_take(layout, particles, sizeof(int32_t));
    p->used = taut_layout_take(layout, particles, sizeof(uint64_t));
    p->next = taut_layout_take(layout, particles, sizeof(int32_t));
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
    bool ok = find_clusters(&p, allocator, input->x);
    if (ok) {
        find_colours(&p);
        ok = copy_result(allocator, &p, schedule);
    }
    taut_free(allocator, place.base, measure.used);
    return ok;
}

void taut_schedule_free(const taut_allocator* allocator, taut_schedule* schedule)
{
    taut_free(allocator, schedule->memory, schedule->bytes);
    *schedule = (taut_schedule){0};
}
