// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/plan.h"

#include <string.h>

#include "cuda/pack.h"
#include "cuda/plan_sheet.h"

static void pack_set(taut_packer* p, const taut_blueprint* from, int kind, taut_blueprint* to)
{
    const taut_constraint_set* a = &from->sets[kind];
    taut_constraint_set* b = &to->sets[kind];
    size_t places = a->place_count > 0 ? (size_t)a->place_count + TAUT_BATCH : 0;
    size_t batches = (size_t)a->place_count / TAUT_BATCH;
    size_t near = (size_t)from->schedule.sets[kind].near_count;
    b->batches = taut_pack(p, a->batches, batches, sizeof *a->batches);
    b->near = taut_pack(p, a->near, near, sizeof *a->near);
    b->rest = taut_pack(p, a->rest, places, sizeof *a->rest);
    b->compliance = taut_pack(p, a->compliance, places, sizeof *a->compliance);
    b->damping = taut_pack(p, a->damping, places, sizeof *a->damping);
    b->damping_rate = taut_pack(p, a->damping_rate, places, sizeof *a->damping_rate);
    b->play = taut_pack(p, a->play, places, sizeof *a->play);
    b->ratio = taut_pack(p, a->ratio, places, sizeof *a->ratio);
    b->sides = taut_pack(p, a->sides, places, sizeof *a->sides);
}

static void pack_schedule(taut_packer* p, const taut_schedule* a, taut_schedule* b)
{
    size_t phases = (size_t)a->phase_count;
    size_t clusters = (size_t)a->cluster_count;
    size_t parts = (size_t)a->seating.part_count;
    b->phase_first = taut_pack(p, a->phase_first, phases + 1, sizeof *a->phase_first);
    b->phase_tree = taut_pack(p, a->phase_tree, phases, sizeof *a->phase_tree);
    b->cluster_first = taut_pack(p, a->cluster_first, clusters + 1, sizeof *a->cluster_first);
    b->cluster_part = taut_pack(p, a->cluster_part, clusters, sizeof *a->cluster_part);
    b->opening = taut_pack(p, a->opening, parts, sizeof *a->opening);
    b->colours = taut_pack(p, a->colours, (size_t)a->colour_count, sizeof *a->colours);
    b->seating.first = taut_pack(p, a->seating.first, parts + 1, sizeof *a->seating.first);
    b->seating.particle_of = taut_pack(p, a->seating.particle_of, (size_t)a->seating.seat_count,
                                       sizeof *a->seating.particle_of);
}

static void pack_lines(taut_packer* p, const taut_lines* a, taut_lines* b)
{
    size_t phases = (size_t)a->phase_count;
    size_t entries = (size_t)a->row_count * TAUT_LINE_LANES;
    b->phase_first = taut_pack(p, a->phase_first, phases + 1, sizeof *a->phase_first);
    b->batches = taut_pack(p, a->batches, (size_t)a->batch_count, sizeof *a->batches);
    b->seats = taut_pack(p, a->seats, entries, sizeof *a->seats);
    b->places = taut_pack(p, a->places, entries, sizeof *a->places);
    b->rest = taut_pack(p, a->rest, entries, sizeof *a->rest);
    b->compliance = taut_pack(p, a->compliance, entries, sizeof *a->compliance);
}

// Where the copy of the pairs will be on the device.
static taut_cuda_pair* pack_pairs(taut_packer* p, const taut_constraint_set* set)
{
    size_t at = taut_line_up(p->used);
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

static void pack_sheet(taut_packer* p, taut_cuda_plan* plan, const taut_sheet_draft* d)
{
    size_t links = (size_t)d->link_count;
    size_t clusters = (size_t)plan->of->schedule.cluster_count;
    bool soft = plan->of->sets[TAUT_CONSTRAINT_DISTANCE].any_soft;
    taut_cuda_sheet* sheet = &plan->sheet;
    plan->sheet_threads = d->threads;
    if (d->threads == 0) {
        return;
    }
    sheet->links = taut_pack(p, d->links, links, sizeof *d->links);
    sheet->places = taut_pack(p, d->places, TAUT_CUDA_EACH * links, sizeof *d->places);
    sheet->compliance =
        taut_pack(p, soft ? d->compliance : NULL, TAUT_CUDA_EACH * links, sizeof *d->compliance);
    sheet->round_first = taut_pack(p, d->round_first, clusters + 1, sizeof *d->round_first);
    size_t levels = (size_t)d->level_count;
    sheet->levels = taut_pack(p, d->levels, levels, sizeof *d->levels);
    sheet->level_first = taut_pack(p, d->level_first, clusters + 1, sizeof *d->level_first);
    sheet->guests = taut_pack(p, d->guests, (size_t)d->guest_count, sizeof *d->guests);
    sheet->guest_first = taut_pack(p, d->guest_first, clusters + 1, sizeof *d->guest_first);
    size_t parts = (size_t)plan->of->schedule.seating.part_count;
    sheet->travellers =
        taut_pack(p, d->travellers, (size_t)d->traveller_count, sizeof *d->travellers);
    sheet->traveller_first =
        taut_pack(p, d->traveller_first, parts + 1, sizeof *d->traveller_first);
    bool kept = d->kept_rounds > 0;
    sheet->leaving =
        taut_pack(p, kept ? d->leaving : NULL, 2 * (size_t)d->traveller_count, sizeof *d->leaving);
    sheet->leaving_late =
        taut_pack(p, kept ? d->leaving_late : NULL, parts + 1, sizeof *d->leaving_late);
    sheet->waits = taut_pack(p, d->waits, (size_t)d->wait_count, sizeof *d->waits);
    sheet->wait_of = taut_pack(p, d->wait_of, clusters, sizeof *d->wait_of);
    sheet->link_count = d->link_count;
    sheet->threads = d->threads;
    sheet->each = d->each;
    sheet->seats = d->seats;
    sheet->most_guests = d->most_guests;
    sheet->kept_rounds = d->kept_rounds;
}

// Whatever is not packed, here or by more.c, is nowhere: a kernel that looks for it shall find
// nothing, on the host as on the device.
static void leave_behind(taut_blueprint* there)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        taut_constraint_set* set = &there->sets[kind];
        set->friction = set->strength = set->stretch = NULL;
        set->family = NULL;
    }
    there->start = NULL;
    there->pinned = NULL;
    there->slots = NULL;
    there->users = NULL;
    there->triangles = NULL;
    there->gases = NULL;
    there->loop_particles = NULL;
    there->schedule.seating.seat_of = NULL;
    there->trees = (taut_trees){.count = there->trees.count};
}

static void pack_all(taut_packer* p, taut_cuda_plan* plan, const taut_sheet_draft* sheet)
{
    const taut_blueprint* from = plan->of;
    taut_blueprint* to = &plan->there;
    *to = *from;
    leave_behind(to);
    plan->pairs = pack_pairs(p, &from->sets[TAUT_CONSTRAINT_DISTANCE]);
    pack_sheet(p, plan, sheet);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        pack_set(p, from, kind, to);
    }
    pack_schedule(p, &from->schedule, &to->schedule);
    if (from->lines.batch_count > 0) {
        pack_lines(p, &from->lines, &to->lines);
    }
}

static bool upload_with(taut_driver* driver, taut_cuda_plan* plan, const taut_sheet_draft* sheet)
{
    taut_packer p = {0};
    pack_all(&p, plan, sheet);
    size_t bytes = p.used;
    plan->bytes = bytes;
    plan->memory = taut_driver_take(driver, bytes);
    p = (taut_packer){taut_driver_take_host(driver, bytes), plan->memory, 0};
    bool ok = plan->memory != NULL && p.host != NULL;
    if (ok) {
        pack_all(&p, plan, sheet);
        ok = taut_driver_send(driver, plan->memory, p.host, bytes) && taut_driver_wait(driver);
    }
    taut_driver_give_host(driver, p.host);
    return ok;
}

static bool upload(taut_driver* driver, taut_cuda_plan* plan)
{
    taut_sheet_draft sheet;
    bool ok = taut_sheet_draft_make(plan->of, &sheet) && upload_with(driver, plan, &sheet);
    taut_sheet_draft_free(plan->of, &sheet);
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
