// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include <string.h>

#include "schedule_plan.h"

static int32_t item_of(const taut_batch_record* record)
{
    int lane = 0;
    while (record->items[lane] < 0) {
        ++lane;
    }
    return record->items[lane];
}

// What changes from batch i - 1 to batch i: 3 phase, 2 cluster, 1 colour.
static int step_before(const taut_plan* p, int i)
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

static void count_parts(const taut_plan* p, taut_schedule* s)
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

static void lay_out(const taut_plan* p, taut_schedule* s, taut_layout* layout)
{
    size_t clusters = (size_t)s->cluster_count;
    s->phase_first = taut_layout_take(layout, (size_t)s->phase_count + 1, sizeof(int32_t));
    s->phase_tree = taut_layout_take(layout, (size_t)s->phase_count, sizeof(uint8_t));
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

static void fill_batch(const taut_plan* p, taut_schedule* s, cursor* at, int i)
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

static void fill_pass(const taut_plan* p, taut_schedule* s, cursor* at, int first, int end)
{
    for (int i = first; i < end; ++i) {
        int step = i == first ? 3 : step_before(p, i);
        int32_t item = item_of(&p->batcher.done.records[i]);
        int kind = p->items[item].kind;
        if (step >= 3) {
            s->phase_tree[at->phase] = p->items[item].tree;
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

static void fill_parts(const taut_plan* p, taut_schedule* s)
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

bool taut_plan_pack(const taut_allocator* allocator, const taut_plan* p, taut_schedule* s)
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
