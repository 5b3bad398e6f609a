// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What all makers do with bad input and when memory runs short: say so, name the field, and leave
// the builder as it was.

#include "builder.h"
#include "taut/taut_make.h"
#include "test.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static taut_builder* new_builder(void)
{
    taut_builder* builder = NULL;
    CHECK(taut_builder_create(NULL, &builder, NULL) == TAUT_OK);
    return builder;
}

// Bad input ---------------------------------------------------------------------------------------

// One value written into an otherwise good def.
typedef struct taut_test_bad {
    const char* said;  // what the message must contain
    size_t offset;
    bool is_float;
    double value;
} taut_test_bad;

typedef taut_result taut_test_make(taut_builder* builder, const void* def);

static taut_result make_rope(taut_builder* builder, const void* def)
{
    return taut_make_rope(builder, def, NULL);
}

static taut_result make_chain(taut_builder* builder, const void* def)
{
    return taut_make_chain(builder, def, NULL);
}

static taut_result make_net(taut_builder* builder, const void* def)
{
    return taut_make_net(builder, def, NULL);
}

static taut_result make_cloth(taut_builder* builder, const void* def)
{
    return taut_make_cloth(builder, def, NULL);
}

static taut_result make_mesh_cloth(taut_builder* builder, const void* def)
{
    return taut_make_mesh_cloth(builder, def, NULL);
}

static void check_bad(const void* good, size_t size, taut_test_make* make, const taut_test_bad* bad)
{
    unsigned char def[512];
    REQUIRE(size <= sizeof def);
    memcpy(def, good, size);
    float as_float = (float)bad->value;
    int as_int = bad->is_float ? 0 : (int)bad->value;
    memcpy(def + bad->offset, bad->is_float ? (void*)&as_float : (void*)&as_int, 4);

    taut_builder* builder = new_builder();
    taut_chain_def before = taut_chain_def_default();
    CHECK(taut_make_chain(builder, &before, NULL) == TAUT_OK);
    taut_builder_mark mark = taut_builder_get_mark(builder);
    taut_result result = make(builder, def);
    CHECK_MSG(result == TAUT_ERROR_INVALID, "%s = %g gives %d", bad->said, bad->value, (int)result);
    const char* text = taut_builder_last_error(builder);
    CHECK_MSG(strstr(text, bad->said) != NULL, "\"%s\" does not say %s", text, bad->said);
    taut_builder_mark after = taut_builder_get_mark(builder);
    CHECK(memcmp(&mark, &after, sizeof mark) == 0);
    taut_builder_destroy(builder);
}

#define FLOAT_OF(type, member, value)                                                              \
#type "." #member, offsetof(type, member), true, (double)(value)
#define INT_OF(type, member, value) #type "." #member, offsetof(type, member), false, value
#define X_OF(type, member, value) #type "." #member, offsetof(type, member.x), true, (double)(value)
#define Z_OF(type, member, value) #type "." #member, offsetof(type, member.z), true, (double)(value)
#define POSITIVE(type, member)                                                                     \
    {FLOAT_OF(type, member, NAN)}, {FLOAT_OF(type, member, INFINITY)},                             \
        {FLOAT_OF(type, member, 0.0)},                                                             \
    {                                                                                              \
        FLOAT_OF(type, member, -1.0)                                                               \
    }
#define NOT_NEGATIVE(type, member)                                                                 \
    {FLOAT_OF(type, member, NAN)}, {FLOAT_OF(type, member, INFINITY)},                             \
    {                                                                                              \
        FLOAT_OF(type, member, -1e-30)                                                             \
    }
#define STIFFNESS(type, member)                                                                    \
    {FLOAT_OF(type, member, NAN)}, {FLOAT_OF(type, member, -INFINITY)},                            \
        {FLOAT_OF(type, member, 0.0)},                                                             \
    {                                                                                              \
        FLOAT_OF(type, member, -1.0)                                                               \
    }
#define RANGE(type, member, low, high)                                                             \
    {INT_OF(type, member, (low)-1)}, {INT_OF(type, member, (high) + 1)},                           \
        {INT_OF(type, member, INT_MIN)},                                                           \
    {                                                                                              \
        INT_OF(type, member, INT_MAX)                                                              \
    }
#define FINITE(type, member)                                                                       \
    {X_OF(type, member, NAN)},                                                                     \
    {                                                                                              \
        Z_OF(type, member, -INFINITY)                                                              \
    }
#define UNIT(type, member)                                                                         \
    FINITE(type, member),                                                                          \
    {                                                                                              \
        X_OF(type, member, 1.5)                                                                    \
    }
#define ROPE_MATERIAL(type)                                                                        \
    POSITIVE(type, material.mass_per_metre), STIFFNESS(type, material.stretch_stiffness),          \
        NOT_NEGATIVE(type, material.bend_stiffness), NOT_NEGATIVE(type, material.damping_rate)
#define CLOTH_MATERIAL(type)                                                                       \
    POSITIVE(type, material.mass_per_area), STIFFNESS(type, material.warp_stiffness),              \
        STIFFNESS(type, material.weft_stiffness), STIFFNESS(type, material.shear_stiffness),       \
        NOT_NEGATIVE(type, material.bend_stiffness), NOT_NEGATIVE(type, material.damping_rate)
#define STAMP(type)                                                                                \
    {INT_OF(type, stamp, 0)},                                                                      \
    {                                                                                              \
        INT_OF(type, stamp, 0x7f0000ff)                                                            \
    }
#define TETHERS(type)                                                                              \
    {"taut_tether_def.stamp", offsetof(type, tethers.stamp), false, 0},                            \
        {"taut_tether_def.most_pins", offsetof(type, tethers.most_pins), false, 0},                \
        {"taut_tether_def.most_pins", offsetof(type, tethers.most_pins), false, 17},               \
        {"taut_tether_def.slack", offsetof(type, tethers.slack), true, 0.5},                       \
    {                                                                                              \
        "taut_tether_def.slack", offsetof(type, tethers.slack), true, (double)NAN                  \
    }

// The good def works, no def and no builder do not, and neither does any of the bad values.
static void check_all_bad(const void* good, size_t size, taut_test_make* make,
                          const taut_test_bad* table, size_t count)
{
    taut_builder* builder = new_builder();
    CHECK_EQ_INT(make(builder, good), TAUT_OK);
    CHECK_EQ_INT(make(builder, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "NULL") != NULL);
    CHECK_EQ_INT(make(NULL, good), TAUT_ERROR_INVALID);
    taut_builder_destroy(builder);
    for (size_t i = 0; i < count; ++i) {
        check_bad(good, size, make, &table[i]);
    }
}

TEST(rope_rejects_every_bad_field)
{
    static const taut_test_bad table[] = {
        STAMP(taut_rope_def),
        FINITE(taut_rope_def, start),
        FINITE(taut_rope_def, end),
        NOT_NEGATIVE(taut_rope_def, length),
        FINITE(taut_rope_def, sag_direction),
        {"taut_rope_def.sag_direction", offsetof(taut_rope_def, sag_direction.y), true, 0.0},
        RANGE(taut_rope_def, link_count, 1, 1000000),
        ROPE_MATERIAL(taut_rope_def),
        NOT_NEGATIVE(taut_rope_def, end_mass),
        // Good one by one, too much together.
        {"position", offsetof(taut_rope_def, end.x), true, 1e30},
        {"compliance", offsetof(taut_rope_def, material.stretch_stiffness), true, 1e-44},
        {"mass", offsetof(taut_rope_def, material.mass_per_metre), true, 1e-44},
    };
    taut_rope_def good = taut_rope_def_default();
    check_all_bad(&good, sizeof good, make_rope, table, sizeof table / sizeof table[0]);
}

TEST(chain_rejects_every_bad_field)
{
    static const taut_test_bad table[] = {
        STAMP(taut_chain_def),
        FINITE(taut_chain_def, start),
        FINITE(taut_chain_def, step),
        {"taut_chain_def.step", offsetof(taut_chain_def, step.x), true, 0.0},
        RANGE(taut_chain_def, particle_count, 2, 1000000),
        POSITIVE(taut_chain_def, particle_mass),
        NOT_NEGATIVE(taut_chain_def, compliance),
        {"position", offsetof(taut_chain_def, step.x), true, 1e38},
    };
    taut_chain_def good = taut_chain_def_default();
    check_all_bad(&good, sizeof good, make_chain, table, sizeof table / sizeof table[0]);
}

TEST(net_rejects_every_bad_field)
{
    static const taut_test_bad table[] = {
        STAMP(taut_net_def),
        FINITE(taut_net_def, origin),
        UNIT(taut_net_def, u),
        UNIT(taut_net_def, v),
        RANGE(taut_net_def, columns, 2, 8192),
        RANGE(taut_net_def, rows, 2, 8192),
        POSITIVE(taut_net_def, mesh_size),
        RANGE(taut_net_def, links_per_side, 1, 64),
        ROPE_MATERIAL(taut_net_def),
    };
    taut_net_def good = taut_net_def_default();
    check_all_bad(&good, sizeof good, make_net, table, sizeof table / sizeof table[0]);
}

TEST(cloth_rejects_every_bad_field)
{
    static const taut_test_bad table[] = {
        STAMP(taut_cloth_def),
        FINITE(taut_cloth_def, origin),
        UNIT(taut_cloth_def, u),
        UNIT(taut_cloth_def, v),
        RANGE(taut_cloth_def, columns, 2, 8192),
        RANGE(taut_cloth_def, rows, 2, 8192),
        POSITIVE(taut_cloth_def, spacing_u),
        POSITIVE(taut_cloth_def, spacing_v),
        RANGE(taut_cloth_def, bend, 0, TAUT_BEND_COUNT - 1),
        RANGE(taut_cloth_def, diagonals, 0, TAUT_DIAGONALS_COUNT - 1),
        CLOTH_MATERIAL(taut_cloth_def),
        NOT_NEGATIVE(taut_cloth_def, particle_mass),
        TETHERS(taut_cloth_def),
    };
    taut_cloth_def good = taut_cloth_def_default();
    check_all_bad(&good, sizeof good, make_cloth, table, sizeof table / sizeof table[0]);
}

TEST(mesh_cloth_rejects_every_bad_field)
{
    static const taut_test_bad table[] = {
        STAMP(taut_mesh_cloth_def),
        {INT_OF(taut_mesh_cloth_def, vertex_count, 2)},
        {INT_OF(taut_mesh_cloth_def, vertex_count, INT_MIN)},
        {INT_OF(taut_mesh_cloth_def, vertex_count, INT_MAX)},
        {INT_OF(taut_mesh_cloth_def, triangle_count, 0)},
        {INT_OF(taut_mesh_cloth_def, triangle_count, INT_MIN)},
        {INT_OF(taut_mesh_cloth_def, triangle_count, INT_MAX)},
        NOT_NEGATIVE(taut_mesh_cloth_def, weld_distance),
        RANGE(taut_mesh_cloth_def, bend, 0, TAUT_BEND_COUNT - 1),
        {INT_OF(taut_mesh_cloth_def, bend, TAUT_BEND_SKIP_LINKS)},
        CLOTH_MATERIAL(taut_mesh_cloth_def),
        TETHERS(taut_mesh_cloth_def),
    };
    static const taut_vec3 vertices[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int32_t triangles[] = {0, 1, 2};
    taut_mesh_cloth_def good = taut_mesh_cloth_def_default();
    good.vertices = vertices;
    good.vertex_count = 3;
    good.triangles = triangles;
    good.triangle_count = 1;
    check_all_bad(&good, sizeof good, make_mesh_cloth, table, sizeof table / sizeof table[0]);

    taut_builder* builder = new_builder();
    good.vertices = NULL;
    CHECK_EQ_INT(taut_make_mesh_cloth(builder, &good, NULL), TAUT_ERROR_INVALID);
    CHECK_STR(taut_builder_last_error(builder), "taut_mesh_cloth_def.vertices is NULL");
    good.vertices = vertices;
    good.triangles = NULL;
    CHECK_EQ_INT(taut_make_mesh_cloth(builder, &good, NULL), TAUT_ERROR_INVALID);
    CHECK_STR(taut_builder_last_error(builder), "taut_mesh_cloth_def.triangles is NULL");
    taut_builder_destroy(builder);
}

TEST(grids_reject_parallel_sides_and_too_many_particles)
{
    taut_builder* builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.v = (taut_vec3){-1.0f, 0.0f, 0.0f};
    CHECK_EQ_INT(taut_make_cloth(builder, &cloth, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "taut_cloth_def.v is (-1, 0, 0)") != NULL);
    cloth = taut_cloth_def_default();
    cloth.columns = 8192;
    cloth.rows = 8192;
    CHECK_EQ_INT(taut_make_cloth(builder, &cloth, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "columns and rows ask for 67108864") != NULL);
    taut_net_def net = taut_net_def_default();
    net.v = net.u;
    CHECK_EQ_INT(taut_make_net(builder, &net, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "taut_net_def.v is (1, 0, 0)") != NULL);
    net = taut_net_def_default();
    net.columns = 8192;
    net.rows = 1000;
    net.links_per_side = 64;
    CHECK_EQ_INT(taut_make_net(builder, &net, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "links_per_side ask for") != NULL);
    CHECK_EQ_INT(taut_builder_particle_count(builder), 0);
    taut_builder_destroy(builder);
}

// Memory ------------------------------------------------------------------------------------------

// Gives memory so many times, then no more, and counts what is out.
typedef struct taut_test_memory {
    int left;
    long out;
} taut_test_memory;

static void* short_alloc(void* context, size_t size, size_t alignment)
{
    taut_test_memory* memory = context;
    if (memory->left == 0) {
        return NULL;
    }
    --memory->left;
    ++memory->out;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void short_free(void* context, void* block, size_t size, size_t alignment)
{
    (void)size;
    (void)alignment;
    taut_test_memory* memory = context;
    --memory->out;
    free(block);
}

// Makes a def with 1, 2, 3, ... allocations until they suffice.
static void check_short_memory(taut_test_make* make, const void* def)
{
    taut_result result = TAUT_ERROR_OUT_OF_MEMORY;
    int given = 1;
    for (; given < 200 && result != TAUT_OK; ++given) {
        taut_test_memory memory = {.left = given};
        taut_allocator allocator = {short_alloc, short_free, &memory};
        taut_builder* builder = NULL;
        REQUIRE(taut_builder_create(&allocator, &builder, NULL) == TAUT_OK);
        result = make(builder, def);
        if (result != TAUT_OK) {
            taut_builder_mark mark = taut_builder_get_mark(builder);
            CHECK_EQ_INT(result, TAUT_ERROR_OUT_OF_MEMORY);
            CHECK_EQ_INT(mark.particles + mark.constraints + mark.triangles, 0);
        }
        taut_builder_destroy(builder);
        CHECK_EQ_INT(memory.out, 0);
    }
    CHECK_EQ_INT(result, TAUT_OK);
    CHECK(given > 3);  // it did run short
}

TEST(makers_leave_the_builder_as_it_was_when_memory_runs_short)
{
    taut_rope_def rope = taut_rope_def_default();
    check_short_memory(make_rope, &rope);
    taut_chain_def chain = taut_chain_def_default();
    check_short_memory(make_chain, &chain);
    taut_net_def net = taut_net_def_default();
    check_short_memory(make_net, &net);
    taut_cloth_def cloth = taut_cloth_def_default();
    check_short_memory(make_cloth, &cloth);

    static const taut_vec3 vertices[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int32_t triangles[] = {0, 1, 2};
    taut_mesh_cloth_def mesh = taut_mesh_cloth_def_default();
    mesh.vertices = vertices;
    mesh.vertex_count = 3;
    mesh.triangles = triangles;
    mesh.triangle_count = 1;
    check_short_memory(make_mesh_cloth, &mesh);
}
