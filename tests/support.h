// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What many tests need: numbers that look random, worlds and bodies in few words, an allocator that
// counts. Functions here stop at nothing: a helper that fails gives NULL or an id of zero, and the
// test that called it says so.

#pragma once

#include "taut/taut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Numbers -----------------------------------------------------------------------------------------

// Knuth's MMIX generator (TAOCP 2, 3.3.4): the same numbers on every machine.
typedef struct taut_test_random {
    uint64_t state;
} taut_test_random;

static inline uint32_t random_bits(taut_test_random* r)
{
    r->state = r->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(r->state >> 32);
}

// In [-1, 1], a multiple of 2^-12: sums and differences of a few of them, and of whole numbers up
// to 2000, are exact in float.
static inline float random_coarse(taut_test_random* r)
{
    return (float)((int)(random_bits(r) % 8193u) - 4096) / 4096.0f;
}

static inline int random_below(taut_test_random* r, int count)
{
    return (int)(random_bits(r) % (uint32_t)count);
}

static inline float random_between(taut_test_random* r, float low, float high)
{
    return low + (high - low) * ((float)(random_bits(r) >> 8) / 16777216.0f);
}

static inline bool same_bits(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static inline bool same_vec3_bits(taut_vec3 a, taut_vec3 b)
{
    return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}

static inline bool finite_vec3(taut_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline double distance_between(taut_vec3 a, taut_vec3 b)
{
    double x = (double)a.x - (double)b.x;
    double y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

// Worlds and bodies -------------------------------------------------------------------------------

// Where builders and their blueprints get memory from; NULL: malloc and free.
static const taut_allocator* builder_allocator;

static inline taut_builder* new_builder(void)
{
    taut_builder* builder = NULL;
    (void)taut_builder_create(builder_allocator, &builder, NULL);
    return builder;
}

static inline taut_world* new_world_from(const taut_world_def* def)
{
    taut_world* world = NULL;
    (void)taut_world_create(def, &world, NULL);
    return world;
}

static inline taut_world_def world_def_of(taut_solver_kind solver, taut_vec3 gravity)
{
    taut_world_def def = taut_world_def_default();
    def.solver = taut_solver_def_default(solver);
    def.gravity = gravity;
    return def;
}

static inline taut_world* new_world(taut_solver_kind solver, taut_vec3 gravity)
{
    taut_world_def def = world_def_of(solver, gravity);
    return new_world_from(&def);
}

static const taut_vec3 no_gravity = {0.0f, 0.0f, 0.0f};
static const taut_vec3 earth = {0.0f, -9.81f, 0.0f};

// Bakes and destroys the builder; NULL when that fails.
static inline taut_blueprint* bake_away(taut_builder* builder)
{
    taut_blueprint* blueprint = NULL;
    (void)taut_builder_bake(builder, &blueprint);
    taut_builder_destroy(builder);
    return blueprint;
}

// A body with the blueprint filled into `def`; the builder is used up.
static inline taut_body_id add_body_def(taut_world* world, taut_builder* builder, taut_body_def def)
{
    taut_body_id id = {0};
    taut_blueprint* blueprint = bake_away(builder);
    def.blueprint = blueprint;
    (void)taut_body_create(world, &def, &id);
    taut_blueprint_release(blueprint);
    return id;
}

// A square cloth without tethers, flat, two corners held.
static inline taut_builder* flat_cloth_builder(int size, bool rigid)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    cloth.spacing_u = cloth.spacing_v = 0.05f;
    cloth.rigid = rigid;
    cloth.material.damping_rate = 0.0f;
    cloth.tethers.enabled = false;
    taut_builder* builder = new_builder();
    (void)taut_make_cloth(builder, &cloth, NULL);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, size - 1);
    return builder;
}

static inline taut_body_id add_body(taut_world* world, taut_builder* builder)
{
    return add_body_def(world, builder, taut_body_def_default());
}

static inline int add_particle(taut_builder* builder, float x, float y, float z, float mass)
{
    int index = -1;
    (void)taut_builder_add_particle(builder, (taut_vec3){x, y, z}, mass, &index);
    return index;
}

static inline int add_link(taut_builder* builder, int a, int b, float compliance)
{
    taut_constraint_def def = taut_link(a, b);
    def.compliance = compliance;
    int index = -1;
    (void)taut_builder_add_constraint(builder, &def, &index);
    return index;
}

// One free particle of 1 kg at the origin.
static inline taut_body_id add_single(taut_world* world, taut_body_def def)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    return add_body_def(world, builder, def);
}

// A cloth held by the two corners of its first row.
static inline taut_builder* cornered_cloth_builder(int columns, int rows, taut_bend_model bend)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = columns;
    def.rows = rows;
    def.bend = bend;
    (void)taut_make_cloth(builder, &def, NULL);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, columns - 1);
    return builder;
}

// A rope from the origin, where it is held, to `end`.
static inline taut_builder* held_rope_builder(taut_vec3 end, int links)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.end = end;
    rope.link_count = links;
    rope.pin_start = true;
    taut_builder* builder = new_builder();
    (void)taut_make_rope(builder, &rope, NULL);
    return builder;
}

static inline taut_vec3 position_of(const taut_world* world, taut_body_id id, int particle)
{
    return taut_vec3_at(taut_body_positions(world, id), particle);
}

static inline taut_vec3 velocity_of(const taut_world* world, taut_body_id id, int particle)
{
    return taut_vec3_at(taut_body_velocities(world, id), particle);
}

static inline bool body_finite(const taut_world* world, taut_body_id id)
{
    taut_vec3_view x = taut_body_positions(world, id);
    taut_vec3_view v = taut_body_velocities(world, id);
    bool finite = x.count > 0;
    for (int i = 0; i < x.count; ++i) {
        finite = finite && finite_vec3(taut_vec3_at(x, i)) && finite_vec3(taut_vec3_at(v, i));
    }
    return finite;
}

// Steps so many frames; the trouble of all of them.
static inline uint32_t step_frames(taut_world* world, int frames, float dt, int substeps)
{
    uint32_t trouble = 0;
    for (int i = 0; i < frames; ++i) {
        taut_step_report report;
        if (taut_world_step(world, dt, substeps, &report) != TAUT_OK) {
            return ~0u;
        }
        trouble |= report.trouble;
    }
    return trouble;
}

// Memory ------------------------------------------------------------------------------------------

// Counts what is asked for; from request number `fail_at` on (counted from 0) there is no more.
typedef struct taut_test_memory {
    long requests;
    long fail_at;  // -1: never
    long blocks;   // out at present
    long bytes;    // out at present
    long wrong;    // frees whose size differs from what was asked for
} taut_test_memory;

typedef struct taut_test_block {
    size_t size, alignment;
} taut_test_block;

static inline void* counting_alloc(void* context, size_t size, size_t alignment)
{
    taut_test_memory* memory = context;
    long request = memory->requests++;
    if (memory->fail_at >= 0 && request >= memory->fail_at) {
        return NULL;
    }
    // The size is written before the block, so that a free can be checked against it.
    size_t head = alignment > sizeof(taut_test_block) ? alignment : 64;
    size_t whole = (head + size + alignment - 1) / alignment * alignment;
    unsigned char* base = aligned_alloc(alignment, whole);
    if (base == NULL) {
        return NULL;
    }
    taut_test_block note = {size, alignment};
    memcpy(base, &note, sizeof note);
    memset(base + head, 0xcd, size);  // what is not zeroed shows
    memory->blocks += 1;
    memory->bytes += (long)size;
    return base + head;
}

static inline void counting_free(void* context, void* block, size_t size, size_t alignment)
{
    taut_test_memory* memory = context;
    size_t head = alignment > sizeof(taut_test_block) ? alignment : 64;
    unsigned char* base = (unsigned char*)block - head;
    taut_test_block note;
    memcpy(&note, base, sizeof note);
    memory->wrong += note.size != size || note.alignment != alignment;
    memory->blocks -= 1;
    memory->bytes -= (long)size;
    free(base);
}

static inline taut_allocator counting_allocator(taut_test_memory* memory)
{
    return (taut_allocator){counting_alloc, counting_free, memory};
}
