// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "blueprint.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "builder.h"
#include "cook.h"
#include "gas.h"

// Everything baking needs on the way.
typedef struct bake {
    taut_builder* builder;
    taut_cooked cooked;
    int total;  // constraints: added and cooked
    taut_schedule_item* items;
    taut_float4* start;
    taut_trees trees;
    taut_schedule schedule;
    taut_lines lines;
    void* memory;
    size_t bytes;
} bake;

static const taut_built_constraint* constraint_at(const bake* k, int number)
{
    int added = k->builder->constraint_count;
    return number < added ? &k->builder->constraints[number] : &k->cooked.tethers[number - added];
}

// Trees -------------------------------------------------------------------------------------------

// Links that shape nothing but distance: structural ones, and attachments that hold. What has play
// is swept: whether it acts, and at which end, is for a sweep to see.
static bool may_stand_in_tree(const taut_built_constraint* c)
{
    if (c->play > 0.0f || c->friction > 0.0f) {
        return false;
    }
    bool link = c->kind == TAUT_CONSTRAINT_DISTANCE && c->family == TAUT_FAMILY_STRUCTURAL;
    return link || (c->kind == TAUT_CONSTRAINT_ATTACH && c->sides != TAUT_SIDES_COMPRESSION);
}

static int list_edges(const bake* k, taut_tree_edge* edges)
{
    int count = 0;
    for (int i = 0; i < k->builder->constraint_count; ++i) {
        const taut_built_constraint* c = &k->builder->constraints[i];
        if (!may_stand_in_tree(c)) {
            continue;
        }
        if (edges != NULL) {
            edges[count] = (taut_tree_edge){
                .particles = {c->particles[0], c->particles[1]},
                .item = i,
                .kind = c->kind,
                .plain = c->kind == TAUT_CONSTRAINT_DISTANCE && !(c->damping > 0.0f),
            };
        }
        ++count;
    }
    return count;
}

// Finds the trees and marks what stands in them.
static bool find_trees(bake* k)
{
    const taut_builder* b = k->builder;
    int count = list_edges(k, NULL);
    if (count == 0) {
        return true;
    }
    size_t bytes = (size_t)count * sizeof(taut_tree_edge);
    taut_tree_edge* edges = taut_allocate(&b->allocator, bytes);
    bool ok = edges != NULL;
    if (ok) {
        (void)list_edges(k, edges);
        ok = taut_trees_find(&b->allocator, edges, count, b->particle_count, &k->trees);
    }
    taut_free(&b->allocator, edges, bytes);
    for (int i = 0; i < k->trees.node_count; ++i) {
        if (k->trees.link[i] >= 0) {
            k->items[k->trees.link[i]].tree = true;
        }
    }
    return ok;
}

// From particles to seats, from numbers to places.
static void settle_trees(taut_blueprint* p)
{
    for (int i = 0; i < p->trees.node_count; ++i) {
        p->trees.seat[i] = p->schedule.seating.seat_of[p->trees.seat[i]];
        if (p->trees.link[i] >= 0) {
            p->trees.link[i] = p->slots[p->trees.link[i]].place;
        }
    }
}

// Schedule ----------------------------------------------------------------------------------------

static bool make_schedule(bake* k)
{
    const taut_builder* b = k->builder;
    k->total = b->constraint_count + k->cooked.count;
    size_t item_bytes = (size_t)k->total * sizeof *k->items;
    size_t start_bytes = (size_t)b->particle_count * sizeof *k->start;
    k->bytes = start_bytes + item_bytes;
    k->memory = taut_allocate(&b->allocator, k->bytes);
    if (k->memory == NULL) {
        return false;
    }
    k->start = k->memory;
    k->items = (taut_schedule_item*)(void*)((unsigned char*)k->memory + start_bytes);
    for (int i = 0; i < b->particle_count; ++i) {
        const taut_built_particle* p = &b->particles[i];
        k->start[i] = (taut_float4){p->position.x, p->position.y, p->position.z, 1.0f / p->mass};
    }
    for (int i = 0; i < k->total; ++i) {
        const taut_built_constraint* c = constraint_at(k, i);
        memcpy(k->items[i].particles, c->particles, sizeof c->particles);
        k->items[i].kind = c->kind;
        k->items[i].family = c->family;
    }
    if (!find_trees(k)) {
        return false;
    }
    taut_schedule_input input = {.items = k->items,
                                 .item_count = k->total,
                                 .x = k->start,
                                 .particle_count = b->particle_count,
                                 .passes = k->cooked.passes};
    return taut_schedule_make(&b->allocator, &input, &k->schedule);
}

static bool fits_line(const taut_built_constraint* c)
{
    bool structural = c->kind == TAUT_CONSTRAINT_DISTANCE && c->family == TAUT_FAMILY_STRUCTURAL;
    bool plain =
        c->sides == TAUT_SIDES_BOTH && c->damping == 0.0f && c->play == 0.0f && c->friction == 0.0f;
    return !structural || plain;
}

// Lines are for bodies whose tethers ask for them. They know nothing of one-sided links, nor of
// damping beside the elastic force: where there are such, sweeps do it all.
static bool make_lines(bake* k)
{
    bool fits = k->cooked.lines;
    for (int i = 0; i < k->builder->constraint_count && fits; ++i) {
        fits = fits_line(&k->builder->constraints[i]);
    }
    if (!fits) {
        return true;
    }
    const taut_allocator* allocator = &k->builder->allocator;
    size_t bytes = (size_t)k->total * sizeof(taut_line_link);
    taut_line_link* links = taut_allocate(allocator, bytes);
    if (links == NULL) {
        return false;
    }
    for (int i = 0; i < k->total; ++i) {
        const taut_built_constraint* c = constraint_at(k, i);
        links[i] = (taut_line_link){c->rest, c->compliance};
    }
    taut_lines_input input = {.items = k->items,
                              .links = links,
                              .schedule = &k->schedule,
                              .x = k->start,
                              .particle_count = k->builder->particle_count};
    bool ok = taut_lines_make(allocator, &input, &k->lines);
    taut_free(allocator, links, bytes);
    return ok;
}

// Packing -----------------------------------------------------------------------------------------

void taut_blueprint_lay_out(taut_blueprint* p, taut_layout* layout)
{
    size_t particles = (size_t)p->particle_capacity;
    size_t triangles = (size_t)p->triangle_capacity;
    p->start = taut_layout_take(layout, particles, sizeof *p->start);
    p->pinned = taut_layout_take(layout, particles, sizeof *p->pinned);
    p->slots = taut_layout_take(layout, (size_t)p->slot_capacity, sizeof *p->slots);
    p->users = taut_layout_take(layout, (size_t)p->user_count, sizeof *p->users);
    p->triangles = taut_layout_take(layout, 3 * triangles, sizeof *p->triangles);
    p->gases = taut_layout_take(layout, (size_t)p->gas_count, sizeof *p->gases);
    p->loop_particles = taut_layout_take(layout, (size_t)p->loop_count, sizeof(int32_t));
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        taut_constraint_set* set = &p->sets[kind];
        size_t n = set->place_count > 0 ? (size_t)set->place_count + TAUT_BATCH : 0;
        set->rest = taut_layout_take(layout, n, sizeof *set->rest);
        set->compliance = taut_layout_take(layout, n, sizeof *set->compliance);
        if (set->any_damping) {
            set->damping = taut_layout_take(layout, n, sizeof *set->damping);
        }
        if (set->any_rate) {
            set->damping_rate = taut_layout_take(layout, n, sizeof *set->damping_rate);
        }
        if (set->any_play) {
            set->play = taut_layout_take(layout, n, sizeof *set->play);
        }
        if (set->any_friction) {
            set->friction = taut_layout_take(layout, n, sizeof *set->friction);
        }
        if (kind == TAUT_CONSTRAINT_PULLEY) {
            set->ratio = taut_layout_take(layout, n, sizeof *set->ratio);
        }
        set->sides = taut_layout_take(layout, n, sizeof *set->sides);
        set->family = taut_layout_take(layout, n, sizeof *set->family);
        if (set->any_limits) {
            set->strength = taut_layout_take(layout, n, sizeof *set->strength);
            set->stretch = taut_layout_take(layout, n, sizeof *set->stretch);
        }
    }
}

// How large the sets are, and what is to be found in them.
static void size_sets(const bake* k, taut_blueprint* p)
{
    for (int i = 0; i < k->total; ++i) {
        const taut_built_constraint* c = constraint_at(k, i);
        taut_constraint_set* set = &p->sets[c->kind];
        set->count += 1;
        set->any_soft = set->any_soft || c->compliance > 0.0f;
        set->any_damping = set->any_damping || c->damping > 0.0f;
        set->any_rate = set->any_rate || c->damping_rate > 0.0f;
        set->any_sides = set->any_sides || c->sides != TAUT_SIDES_BOTH;
        set->any_limits = set->any_limits || c->strength > 0.0f || c->stretch > 0.0f;
        set->any_play = set->any_play || c->play > 0.0f;
        set->any_friction = set->any_friction || c->friction > 0.0f;
    }
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_batch_set* batches = &k->schedule.sets[kind];
        p->sets[kind].place_count = TAUT_BATCH * batches->count;
        p->sets[kind].batches = batches->batches;
        p->sets[kind].near = batches->near;
    }
}

static void pack_constraint(taut_blueprint* p, const taut_built_constraint* c, int number,
                            int place)
{
    taut_constraint_set* set = &p->sets[c->kind];
    set->rest[place] = c->rest;
    set->compliance[place] = c->compliance;
    if (set->any_damping) {
        set->damping[place] = c->damping;
    }
    if (set->any_rate) {
        set->damping_rate[place] = c->damping_rate;
    }
    if (set->any_limits) {
        set->strength[place] = c->crushes ? -c->strength : c->strength;
        set->stretch[place] = c->stretch;
    }
    if (set->any_play) {
        set->play[place] = c->play;
    }
    if (set->any_friction) {
        set->friction[place] = c->friction;
    }
    if (c->kind == TAUT_CONSTRAINT_PULLEY) {
        set->ratio[place] = c->ratio;
    }
    set->sides[place] = c->sides;
    set->family[place] = c->family;
    p->slots[number] = (taut_slot){c->kind, place};
}

static void pack_sets(const bake* k, taut_blueprint* p)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const int32_t* items = k->schedule.sets[kind].items;
        for (int place = 0; place < p->sets[kind].place_count; ++place) {
            if (items[place] >= 0) {
                pack_constraint(p, constraint_at(k, items[place]), items[place], place);
            }
        }
    }
}

static void pack(const bake* k, taut_blueprint* p)
{
    const taut_builder* b = k->builder;
    memcpy(p->start, k->start, (size_t)p->particle_count * sizeof *p->start);
    for (int i = 0; i < p->particle_count; ++i) {
        p->pinned[i] = b->particles[i].pinned;
    }
    pack_sets(k, p);
    if (p->user_count > 0) {
        memcpy(p->users, b->users, (size_t)p->user_count * sizeof *p->users);
    }
    for (int i = 0; i < 3 * p->triangle_count; ++i) {
        p->triangles[i] = b->triangles[i / 3].corner[i % 3];
    }
    taut_gas_pack(b, p);
}

// The blueprint and its arrays are one block.
static taut_blueprint* pack_blueprint(bake* k)
{
    const taut_builder* b = k->builder;
    taut_blueprint sized = {
        .allocator = b->allocator,
        .particle_count = b->particle_count,
        .particle_capacity = b->particle_count,
        .slot_count = k->total,
        .slot_capacity = k->total,
        .added_count = b->constraint_count,
        .user_count = b->user_count,
        .triangle_count = b->triangle_count,
        .triangle_capacity = b->triangle_count,
        .gas_count = b->gas_count,
        .loop_count = b->loop_count,
    };
    size_sets(k, &sized);
    taut_layout measure = {0};
    (void)taut_layout_take(&measure, 1, sizeof sized);
    taut_blueprint_lay_out(&sized, &measure);
    taut_layout place = {taut_allocate(&b->allocator, measure.used), 0};
    if (place.base == NULL) {
        return NULL;
    }
    taut_blueprint* p = taut_layout_take(&place, 1, sizeof *p);
    memcpy(p, &sized, sizeof sized);
    p->bytes = measure.used;
    taut_blueprint_lay_out(p, &place);
    pack(k, p);
    p->schedule = k->schedule;
    p->trees = k->trees;
    k->schedule = (taut_schedule){0};
    p->lines = k->lines;
    k->lines = (taut_lines){0};
    k->trees = (taut_trees){0};
    settle_trees(p);
    atomic_init(&p->references, 1);
    return p;
}

taut_result taut_builder_bake(taut_builder* builder, taut_blueprint** blueprint)
{
    if (blueprint != NULL) {
        *blueprint = NULL;
    }
    if (builder == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (blueprint == NULL) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "blueprint is NULL: nowhere to put it");
    }
    if (builder->particle_count == 0) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID, "there are no particles to bake");
    }
    bake k = {.builder = builder};
    if (taut_cook_tethers(builder, &k.cooked) && make_schedule(&k) && make_lines(&k)) {
        *blueprint = pack_blueprint(&k);
    }
    taut_schedule_free(&builder->allocator, &k.schedule);
    taut_lines_free(&builder->allocator, &k.lines);
    taut_trees_free(&builder->allocator, &k.trees);
    taut_free(&builder->allocator, k.memory, k.bytes);
    taut_cooked_free(builder, &k.cooked);
    if (*blueprint == NULL) {
        return taut_builder_fail(builder, TAUT_ERROR_OUT_OF_MEMORY,
                                 "no memory to bake %d particles and %d constraints",
                                 builder->particle_count, builder->constraint_count);
    }
    return TAUT_OK;
}

// Life and facts ----------------------------------------------------------------------------------

void taut_blueprint_retain(taut_blueprint* blueprint)
{
    (void)atomic_fetch_add(&blueprint->references, 1);
}

void taut_blueprint_release(taut_blueprint* blueprint)
{
    if (blueprint == NULL || atomic_fetch_sub(&blueprint->references, 1) != 1) {
        return;
    }
    taut_allocator allocator = blueprint->allocator;
    taut_schedule_free(&allocator, &blueprint->schedule);
    taut_lines_free(&allocator, &blueprint->lines);
    taut_trees_free(&allocator, &blueprint->trees);
    taut_free(&allocator, blueprint, blueprint->bytes);
}

static int64_t lanes_in_use(const taut_blueprint* blueprint, const taut_colour* colour)
{
    const taut_batch* batches = blueprint->sets[colour->kind].batches + colour->first;
    int64_t count = 0;
    for (int i = 0; i < colour->count; ++i) {
        for (unsigned live = batches[i].live; live != 0; live &= live - 1) {
            ++count;
        }
    }
    return count;
}

// Those before the closing phases, where lines and trees stand in for these.
static int swept_colours(const taut_blueprint* blueprint)
{
    const taut_schedule* s = &blueprint->schedule;
    bool lines = blueprint->lines.batch_count > 0;
    return lines ? s->cluster_first[s->phase_first[s->repeat_first]] : s->colour_count;
}

taut_blueprint_stats taut_blueprint_get_stats(const taut_blueprint* blueprint)
{
    if (blueprint == NULL) {
        return (taut_blueprint_stats){0};
    }
    int tethers = blueprint->sets[TAUT_CONSTRAINT_TETHER].count;
    bool lines = blueprint->lines.batch_count > 0;
    int64_t projections = blueprint->lines.link_count;
    projections += lines ? blueprint->trees.node_count - blueprint->trees.count : 0;
    int colours = swept_colours(blueprint);
    for (int i = 0; i < colours; ++i) {
        projections += lanes_in_use(blueprint, &blueprint->schedule.colours[i]);
    }
    return (taut_blueprint_stats){
        .particles = blueprint->particle_count,
        .constraints = blueprint->slot_count - tethers,
        .tethers = tethers,
        .added = blueprint->added_count,
        .user_constraints = blueprint->user_count,
        .triangles = blueprint->triangle_count,
        .phases = blueprint->schedule.phase_count,
        .clusters = blueprint->schedule.cluster_count,
        .colours = blueprint->schedule.colour_count,
        .projections = projections,
        .bytes = blueprint->bytes + blueprint->schedule.bytes + blueprint->trees.bytes +
                 blueprint->lines.bytes,
    };
}

void taut_blueprint_particles(const taut_blueprint* blueprint, taut_slot slot,
                              int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES])
{
    const taut_constraint_set* set = &blueprint->sets[slot.kind];
    const taut_batch* batch = &set->batches[slot.place / TAUT_BATCH];
    int count = taut_constraint_kind_info((taut_constraint_kind)slot.kind)->particle_count;
    for (int i = 0; i < TAUT_CONSTRAINT_MAX_PARTICLES; ++i) {
        int32_t seat =
            i < count ? taut_batch_seat(batch, set->near, i, slot.place % TAUT_BATCH) : 0;
        particles[i] = i < count ? blueprint->schedule.seating.particle_of[seat] : -1;
    }
}

taut_result taut_blueprint_constraint(const taut_blueprint* blueprint, int index,
                                      taut_constraint_def* def)
{
    if (blueprint == NULL || def == NULL || index < 0 || index >= blueprint->slot_count) {
        return TAUT_ERROR_INVALID;
    }
    taut_slot slot = blueprint->slots[index];
    const taut_constraint_set* set = &blueprint->sets[slot.kind];
    *def = taut_constraint_def_default((taut_constraint_kind)slot.kind);
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(blueprint, slot, particles);
    int arity = taut_constraint_kind_info(def->kind)->particle_count;
    for (int i = 0; i < arity; ++i) {
        def->particles[i] = particles[i];
    }
    def->rest_from_shape = false;
    def->rest = set->rest[slot.place];
    def->compliance = set->compliance[slot.place];
    def->damping = set->any_damping ? set->damping[slot.place] : 0.0f;
    def->damping_rate = set->any_rate ? set->damping_rate[slot.place] : 0.0f;
    def->strength = set->any_limits ? fabsf(set->strength[slot.place]) : 0.0f;
    def->crushes = set->any_limits && set->strength[slot.place] < 0.0f;
    def->stretch = set->any_limits ? set->stretch[slot.place] : 0.0f;
    def->play = set->any_play ? set->play[slot.place] : 0.0f;
    def->friction = set->any_friction ? set->friction[slot.place] : 0.0f;
    def->ratio = set->ratio != NULL ? set->ratio[slot.place] : 1.0f;
    def->sides = (taut_sides)set->sides[slot.place];
    def->family = (taut_family)set->family[slot.place];
    return TAUT_OK;
}

taut_int_view taut_blueprint_triangles(const taut_blueprint* blueprint)
{
    if (blueprint == NULL) {
        return (taut_int_view){0};
    }
    return (taut_int_view){blueprint->triangles, 3 * blueprint->triangle_count};
}
