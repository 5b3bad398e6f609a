// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "batch.h"

#include <stddef.h>

#include "base/sort.h"

// A batch with fewer lanes in use than this is dearer than its constraints one by one.
#define LEAST_LANES 4

static const int32_t* seats_of(const taut_batcher* b, int32_t item)
{
    return &b->seats[4 * item];
}

// Colours -----------------------------------------------------------------------------------------

static int lowest_bit(uint64_t bits)
{
    int bit = 0;
    while ((bits & 1) == 0) {
        bits >>= 1;
        ++bit;
    }
    return bit;
}

// Seats whose colours are looked at together.
typedef struct seat_set {
    int32_t seats[4 * TAUT_BATCH];
    int count;
} seat_set;

// The lowest colour none of the seats has; beyond 64, one past the last of any of them.
static int free_colour(const taut_batcher* b, const seat_set* set)
{
    uint64_t used = 0;
    int next = 64;
    for (int i = 0; i < set->count; ++i) {
        int32_t seat = set->seats[i];
        used |= b->used[seat];
        next = b->next[seat] > next ? b->next[seat] : next;
    }
    return ~used != 0 ? lowest_bit(~used) : next;
}

static int take_colour(taut_batcher* b, const seat_set* set)
{
    int colour = free_colour(b, set);
    for (int i = 0; i < set->count; ++i) {
        if (colour < 64) {
            b->used[set->seats[i]] |= UINT64_C(1) << colour;
        } else {
            b->next[set->seats[i]] = colour + 1;
        }
    }
    return colour;
}

static void forget_colours(taut_batcher* b, const seat_set* set)
{
    for (int i = 0; i < set->count; ++i) {
        b->used[set->seats[i]] = 0;
        b->next[set->seats[i]] = 0;
    }
}

static seat_set moved_by_item(const taut_batcher* b, const taut_batch_group* g, int32_t item)
{
    seat_set set = {.count = g->moved};
    for (int slot = 0; slot < g->moved; ++slot) {
        set.seats[slot] = seats_of(b, item)[slot];
    }
    return set;
}

// Empty lanes count: they are stored back with the others.
static seat_set moved_by_batch(const taut_batch_group* g, const taut_batch* batch)
{
    seat_set set = {.count = 0};
    for (int slot = 0; slot < g->moved; ++slot) {
        for (int lane = 0; lane < TAUT_BATCH; ++lane) {
            set.seats[set.count++] = taut_batch_row_seat(batch, slot, lane);
        }
    }
    return set;
}

// Windows -----------------------------------------------------------------------------------------

// Items alike in how far their particles are seated from one another: in the order of the group.
typedef struct run {
    const taut_batch_group* group;
    const int32_t* items;
    int count;
    taut_form form;
} run;

static int32_t offset(const taut_batcher* b, int32_t item, int slot)
{
    return seats_of(b, item)[slot] - seats_of(b, item)[0];
}

// Constraints that move one particle go by the others, which they share; the rest by distances.
static int32_t likeness(const taut_batcher* b, const taut_batch_group* g, int32_t item, int slot)
{
    return g->moved == 1 ? seats_of(b, item)[slot] : offset(b, item, slot);
}

typedef struct run_order {
    const taut_batcher* batcher;
    const taut_batch_group* group;
} run_order;

static bool before_in_runs(const void* context, int32_t a, int32_t b)
{
    const run_order* o = context;
    for (int slot = 1; slot < o->group->slots; ++slot) {
        int32_t la = likeness(o->batcher, o->group, a, slot);
        int32_t lb = likeness(o->batcher, o->group, b, slot);
        if (la != lb) {
            return la < lb;
        }
    }
    return seats_of(o->batcher, a)[0] < seats_of(o->batcher, b)[0];
}

static bool alike(const taut_batcher* b, const taut_batch_group* g, int32_t one, int32_t other)
{
    bool same = true;
    for (int slot = 1; slot < g->slots; ++slot) {
        same = same && likeness(b, g, one, slot) == likeness(b, g, other, slot);
    }
    return same;
}

static taut_form form_of(const taut_batcher* b, const taut_batch_group* g, int32_t item)
{
    if (g->moved == 1) {
        return g->slots == 2 ? TAUT_FORM_FAN : TAUT_FORM_LISTED;
    }
    for (int i = 0; i < g->slots; ++i) {
        for (int k = 0; k < i; ++k) {
            int32_t apart = offset(b, item, i) - offset(b, item, k);
            if (apart < TAUT_BATCH && apart > -TAUT_BATCH) {
                return TAUT_FORM_LISTED;
            }
        }
    }
    return TAUT_FORM_ROW;
}

// The first item of the run, from `from` on, that is seated there and not taken; -1 for none.
static int32_t item_at(const taut_batcher* b, const run* r, int from, int32_t seat)
{
    int low = from, high = r->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (seats_of(b, r->items[middle])[0] < seat) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < r->count && seats_of(b, r->items[low])[0] == seat; ++low) {
        if (!b->taken[r->items[low]]) {
            return r->items[low];
        }
    }
    return -1;
}

static bool within(const taut_batch_group* g, const taut_batch* batch)
{
    bool inside = g->low < g->high;
    for (int slot = 0; slot < g->slots && inside; ++slot) {
        bool shared = batch->form == TAUT_FORM_FAN && slot > 0;
        int32_t first = taut_batch_row_seat(batch, slot, 0);
        int32_t last = taut_batch_row_seat(batch, slot, TAUT_BATCH - 1);
        inside = shared || (first >= g->low && last < g->high);
    }
    return inside;
}

static bool append(taut_batcher* b, taut_batch_list* list, const taut_batch_record* record)
{
    void* records = list->records;
    bool ok = taut_grow(b->allocator, &records, &list->capacity, list->count + 1, sizeof *record);
    list->records = records;
    if (ok) {
        list->records[list->count++] = *record;
    }
    return ok;
}

// Gathers what stands in the window of run item i; takes it if that is worth a batch.
static bool take_window(taut_batcher* b, const run* r, int i)
{
    const int32_t* seats = seats_of(b, r->items[i]);
    taut_batch_record record = {.batch.form = (uint8_t)r->form, .group = b->group_count};
    taut_batch* batch = &record.batch;
    for (int slot = 0; slot < r->group->slots; ++slot) {
        batch->base[slot] = seats[slot];
    }
    int lanes = 0;
    for (int lane = 0; lane < TAUT_BATCH; ++lane) {
        int32_t item = item_at(b, r, i, taut_batch_row_seat(batch, 0, lane));
        record.items[lane] = item;
        lanes += item >= 0;
        batch->live |= (uint8_t)((item >= 0) << lane);
    }
    if (lanes < TAUT_BATCH && (lanes < LEAST_LANES || !within(r->group, batch))) {
        return true;
    }
    for (int lane = 0; lane < TAUT_BATCH; ++lane) {
        if (record.items[lane] >= 0) {
            b->taken[record.items[lane]] = 1;
        }
    }
    seat_set set = moved_by_batch(r->group, batch);
    record.colour = take_colour(b, &set);
    return append(b, &b->found, &record);
}

static bool take_run(taut_batcher* b, const run* r)
{
    bool ok = true;
    for (int i = 0; i < r->count && ok; ++i) {
        ok = b->taken[r->items[i]] || take_window(b, r, i);
    }
    return ok;
}

static bool before_by_rank(const void* context, int32_t a, int32_t b)
{
    const run_order* o = context;
    return o->batcher->rank[o->group->items[a]] < o->batcher->rank[o->group->items[b]];
}

// Where runs begin in the group, in the order of their first items; how many there are.
static int list_runs(taut_batcher* b, const taut_batch_group* g, int32_t* starts)
{
    run_order order = {b, g};
    taut_sort(g->items, b->scratch, g->count, before_in_runs, &order);
    int count = 0;
    for (int i = 0; i < g->count; ++i) {
        if (i == 0 || !alike(b, g, g->items[i - 1], g->items[i])) {
            starts[count++] = i;
        }
    }
    taut_sort(starts, b->scratch, count, before_by_rank, &order);
    return count;
}

static bool take_runs(taut_batcher* b, const taut_batch_group* g)
{
    int32_t* starts = b->scratch + 2 * (ptrdiff_t)g->count;
    int count = list_runs(b, g, starts);
    bool ok = true;
    for (int i = 0; i < count && ok; ++i) {
        int first = starts[i];
        int end = first + 1;
        while (end < g->count && alike(b, g, g->items[first], g->items[end])) {
            ++end;
        }
        run r = {g, g->items + first, end - first, form_of(b, g, g->items[first])};
        ok = r.form == TAUT_FORM_LISTED || take_run(b, &r);
    }
    return ok;
}

static bool before_in_found(const void* context, int32_t a, int32_t b)
{
    const taut_batcher* batcher = context;
    return batcher->found.records[a].colour < batcher->found.records[b].colour;
}

// Appends what was found, colour after colour; the number of colours, or -1 without memory.
static int finish_windows(taut_batcher* b, const taut_batch_group* g)
{
    int32_t* order = b->scratch;  // a window has an item or more
    int count = b->found.count;
    int colours = 0;
    for (int i = 0; i < count; ++i) {
        const taut_batch_record* record = &b->found.records[i];
        seat_set set = moved_by_batch(g, &record->batch);
        forget_colours(b, &set);
        colours = record->colour >= colours ? record->colour + 1 : colours;
        order[i] = i;
    }
    taut_sort(order, order + count, count, before_in_found, b);
    for (int i = 0; i < count; ++i) {
        if (!append(b, &b->done, &b->found.records[order[i]])) {
            return -1;
        }
    }
    b->found.count = 0;
    return colours;
}

// The rest ----------------------------------------------------------------------------------------

static bool before_canonical(const void* context, int32_t a, int32_t b)
{
    const taut_batcher* batcher = context;
    return batcher->rank[a] < batcher->rank[b];
}

static bool before_by_colour(const void* context, int32_t a, int32_t b)
{
    const taut_batcher* batcher = context;
    if (batcher->colour[a] != batcher->colour[b]) {
        return batcher->colour[a] < batcher->colour[b];
    }
    return seats_of(batcher, a)[0] < seats_of(batcher, b)[0];  // near ones share a batch
}

// How many of items[0..count) go into one batch: of one colour, no slot's seats spread farther than
// 16 bits tell.
static int listed_length(const taut_batcher* b, const taut_batch_group* g, const int32_t* items,
                         int count)
{
    int32_t low[4], high[4];
    for (int slot = 0; slot < g->slots; ++slot) {
        low[slot] = high[slot] = seats_of(b, items[0])[slot];
    }
    int length = 1;
    while (length < count && length < TAUT_BATCH &&
           b->colour[items[length]] == b->colour[items[0]]) {
        for (int slot = 0; slot < g->slots; ++slot) {
            int32_t seat = seats_of(b, items[length])[slot];
            low[slot] = seat < low[slot] ? seat : low[slot];
            high[slot] = seat > high[slot] ? seat : high[slot];
            if (high[slot] - low[slot] > UINT16_MAX) {
                return length;
            }
        }
        ++length;
    }
    return length;
}

static bool list_items(taut_batcher* b, const taut_batch_group* g, const int32_t* items, int length,
                       int first_colour)
{
    taut_batch_record record = {
        .batch = {.form = TAUT_FORM_LISTED, .live = (uint8_t)((1u << length) - 1)},
        .colour = first_colour + b->colour[items[0]],
        .group = b->group_count};
    for (int lane = 0; lane < TAUT_BATCH; ++lane) {
        record.items[lane] = lane < length ? items[lane] : -1;
    }
    for (int slot = 0; slot < g->slots; ++slot) {
        int32_t low = seats_of(b, items[0])[slot];
        for (int lane = 1; lane < length; ++lane) {
            int32_t seat = seats_of(b, items[lane])[slot];
            low = seat < low ? seat : low;
        }
        record.batch.base[slot] = low;
    }
    return append(b, &b->done, &record);
}

// Items that stand in no window: coloured one by one, after the others, and listed.
static bool take_rest(taut_batcher* b, const taut_batch_group* g, int first_colour)
{
    int32_t* rest = b->scratch;
    int count = 0;
    for (int i = 0; i < g->count; ++i) {
        if (!b->taken[g->items[i]]) {
            rest[count++] = g->items[i];
        }
        b->taken[g->items[i]] = 0;
    }
    taut_sort(rest, rest + count, count, before_canonical, b);
    for (int i = 0; i < count; ++i) {
        seat_set set = moved_by_item(b, g, rest[i]);
        b->colour[rest[i]] = take_colour(b, &set);
    }
    for (int i = 0; i < count; ++i) {
        seat_set set = moved_by_item(b, g, rest[i]);
        forget_colours(b, &set);
    }
    taut_sort(rest, rest + count, count, before_by_colour, b);
    bool ok = true;
    for (int first = 0; first < count && ok;) {
        int length = listed_length(b, g, rest + first, count - first);
        ok = list_items(b, g, rest + first, length, first_colour);
        first += length;
    }
    return ok;
}

bool taut_batch_make(taut_batcher* b, const taut_batch_group* group)
{
    if (!take_runs(b, group)) {
        return false;
    }
    int colours = finish_windows(b, group);
    bool ok = colours >= 0 && take_rest(b, group, colours);
    b->group_count += 1;
    return ok;
}

static void free_list(const taut_batcher* b, taut_batch_list* list)
{
    taut_free(b->allocator, list->records, (size_t)list->capacity * sizeof *list->records);
    *list = (taut_batch_list){0};
}

void taut_batcher_free(taut_batcher* b)
{
    free_list(b, &b->found);
    free_list(b, &b->done);
}
