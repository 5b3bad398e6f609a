// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Tales of bodies whose particles touch, told on the host and on a device, and compared frame by
// frame.

#pragma once

#include "cuda/device.h"
#include "pairs.h"
#include "support.h"
#include "taut/taut_debug.h"
#include "test.h"
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>

// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_held, taut_driver_host_memory, taut_driver_host_launches;
extern int taut_driver_host_fetches;
extern bool taut_driver_host_spoils;

enum { MOST_BODIES = 12, MOST_POINTS = 4096 };

typedef struct heap {
    taut_world* world;
    taut_body_id ids[MOST_BODIES];
    int count;
} heap;

// What happens in a world.
typedef struct tale {
    const char* name;
    void (*begin)(heap* h);
    void (*go_on)(heap* h, int frame);  // may be NULL
    int frames, substeps;
    taut_solver_kind solver;
    int iterations;  // 0: as the solver has it
    bool planar;
    bool stays;  // now and then some of it has to stay on the host
    bool drops;  // there is not room enough
    bool sleeps;
} tale;

// What came of a frame.
typedef struct outcome {
    uint64_t hash;
    int pairs, points;
    int finds;  // times that pairs were found: how long they last is known on both sides
    int64_t dropped, clamped;
    uint32_t trouble;
} outcome;

static inline uint64_t mix_in(uint64_t hash, const void* bytes, size_t count)
{
    const unsigned char* at = bytes;
    for (size_t i = 0; i < count; ++i) {
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

static inline uint64_t hash_points(const taut_world* world, uint64_t hash, int* count)
{
    static taut_contact_point points[MOST_POINTS];
    *count = taut_world_contact_points(world, points, MOST_POINTS);
    for (int i = 0; i < *count && i < MOST_POINTS; ++i) {
        hash = mix_in(hash, &points[i].particles[0], sizeof points[i].particles[0]);
        hash = mix_in(hash, &points[i].other_particle, sizeof points[i].other_particle);
        hash = mix_in(hash, &points[i].body, sizeof points[i].body);
        hash = mix_in(hash, &points[i].other_body, sizeof points[i].other_body);
        hash = mix_in(hash, &points[i].force, sizeof points[i].force);
        hash = mix_in(hash, &points[i].place, sizeof points[i].place);
    }
    return hash;
}

static inline heap open_heap(const tale* t, taut_backend_kind backend)
{
    taut_world_def def = taut_world_def_default();
    def.solver = taut_solver_def_default(t->solver);
    def.solver.iterations = t->iterations > 0 ? t->iterations : def.solver.iterations;
    def.planar = t->planar;
    def.sleep.enabled = t->sleeps;
    def.backend = backend;
    heap h = {.count = 0};
    taut_error error;
    CHECK_MSG(taut_world_create(&def, &h.world, &error) == TAUT_OK, "%s", error.text);
    t->begin(&h);
    return h;
}

// In all realms.
static inline int finds_of(const taut_world* world)
{
    int sum = 0;
    for (int i = 0; i < world->group_count; ++i) {
        const taut_pairs* p = taut_groups_get(world, i).pairs;
        sum += p != NULL ? p->find_count : 0;
    }
    return sum;
}

// What came clear of what it hung together with.
static inline uint64_t hash_parted(const heap* h, uint64_t hash)
{
    for (int i = 0; i < h->count; ++i) {
        const taut_body* b = taut_world_peek_at(h->world, h->ids[i], TAUT_STATE_PARTED);
        if (b != NULL && b->topology != NULL) {
            hash = mix_in(hash, b->topology->parted, (size_t)b->particle_count);
        }
    }
    return hash;
}

// Every third frame somebody looks where things touch.
static outcome take_frame(const tale* t, heap* h, int frame)
{
    if (t->go_on != NULL) {
        t->go_on(h, frame);
    }
    taut_step_report report = {0};
    CHECK(taut_world_step(h->world, 1.0f / 60.0f, t->substeps, &report) == TAUT_OK);
    outcome o = {.pairs = report.pair_count,
                 .finds = finds_of(h->world),
                 .dropped = report.contacts_dropped,
                 .clamped = report.clamped_count,
                 .trouble = report.trouble};
    o.hash = frame % 3 == 0 ? hash_parted(h, hash_points(h->world, 1, &o.points)) : 1;
    o.hash ^= taut_world_hash(h->world);
    return o;
}

static inline bool are_equal(const outcome* a, const outcome* b)
{
    return a->hash == b->hash && a->pairs == b->pairs && a->points == b->points &&
           a->finds == b->finds && a->dropped == b->dropped && a->clamped == b->clamped &&
           a->trouble == b->trouble;
}

static inline void check_tale(const tale* t)
{
    taut_driver_host_spoils = true;
    heap host = open_heap(t, TAUT_BACKEND_SCALAR), there = open_heap(t, TAUT_BACKEND_CUDA);
    long stepped = 0;
    int pairs = 0;
    int64_t dropped = 0;
    bool same = true;
    for (int frame = 0; frame < t->frames && same; ++frame) {
        outcome a = take_frame(t, &host, frame), b = take_frame(t, &there, frame);
        same = are_equal(&a, &b);
        CHECK_MSG(same,
                  "%s, frame %d: %d and %d pairs, %d and %d points, %d and %d finds, %d and %d "
                  "dropped%s",
                  t->name, frame, a.pairs, b.pairs, a.points, b.points, a.finds, b.finds,
                  (int)a.dropped, (int)b.dropped, a.hash != b.hash ? ", other bits" : "");
        stepped += there.count;
        pairs += a.pairs;
        dropped += a.dropped;
    }
    long taken = there.world->device->taken;
    if (getenv("TAUT_TEST_TALK") != NULL) {
        printf("%s: %d pairs pushed, %d dropped, %ld of %ld taken\n", t->name, pairs, (int)dropped,
               taken, stepped);
    }
    CHECK_MSG(pairs > 0, "%s: nothing touches", t->name);
    CHECK_MSG(dropped > 0 || !t->drops, "%s: %d dropped", t->name, (int)dropped);
    CHECK_MSG(t->sleeps || t->stays ? taken > 0 && taken < stepped : taken == stepped,
              "%s: %ld of %ld bodies taken", t->name, taken, stepped);
    taut_world_destroy(host.world);
    taut_world_destroy(there.world);
    taut_driver_host_spoils = false;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// Bodies ------------------------------------------------------------------------------------------

static inline taut_body_def touching(float thickness, bool self)
{
    taut_body_def def = taut_body_def_default();
    def.collision.self = self;
    def.collision.others = true;
    def.collision.thickness = thickness;
    return def;
}

static inline void add(heap* h, taut_builder* builder, taut_body_def def)
{
    h->ids[h->count++] = add_body_def(h->world, builder, def);
}

// A flat sheet, held at every particle that `holds` says.
static inline taut_builder* sheet_builder(int side, float spacing, int holds)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = side;
    cloth.spacing_u = cloth.spacing_v = spacing;
    cloth.tethers.enabled = false;
    taut_builder* builder = new_builder();
    CHECK(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    for (int i = 0; holds > 0 && i < side * side; i += holds) {
        CHECK(taut_builder_pin(builder, i) == TAUT_OK);
    }
    return builder;
}

static inline taut_builder* rope_builder(int links, taut_vec3 from, taut_vec3 to)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.start = from;
    def.end = to;
    def.link_count = links;
    CHECK(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    return builder;
}
