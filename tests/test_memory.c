// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Memory: a step asks for none, whatever is short leaves everything as it was, nothing leaks.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

static bool hold_height(void* context, int count, const taut_vec3* x, float* value,
                        taut_vec3* gradient)
{
    (void)context;
    (void)count;
    *value = x[0].y - 0.1f;
    gradient[0] = (taut_vec3){0.0f, 1.0f, 0.0f};
    return true;
}

// Adds a bit of everything: a cloth with dihedrals and tethers, an angle, an area, a volume, an
// attachment, a user constraint. The first failure is returned.
static taut_result add_everything(taut_builder* builder)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = 6;
    cloth.rows = 5;
    cloth.bend = TAUT_BEND_DIHEDRAL;
    taut_result result = taut_make_cloth(builder, &cloth, NULL);
    for (int pin = 0; pin < 6 && result == TAUT_OK; pin += 5) {
        result = taut_builder_pin(builder, pin);
    }
    static const taut_vec3 corners[] = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0, 0, 2}, {3, 0, 0}};
    int first = taut_builder_particle_count(builder);
    for (int i = 0; i < 5 && result == TAUT_OK; ++i) {
        result = taut_builder_add_particle(builder, corners[i], 0.1f, NULL);
    }
    static const taut_constraint_kind kinds[] = {TAUT_CONSTRAINT_VOLUME,   TAUT_CONSTRAINT_AREA,
                                                 TAUT_CONSTRAINT_ANGLE,    TAUT_CONSTRAINT_ATTACH,
                                                 TAUT_CONSTRAINT_DISTANCE, TAUT_CONSTRAINT_CONE,
                                                 TAUT_CONSTRAINT_PULLEY,   TAUT_CONSTRAINT_SLIDE};
    for (int i = 0; i < 8 && result == TAUT_OK; ++i) {
        taut_constraint_def def = taut_constraint_def_default(kinds[i]);
        for (int k = 0; k < 4; ++k) {
            def.particles[k] = first + k;
        }
        def.compliance = 1e-3f;
        def.damping = 0.1f;
        def.damping_rate = 1.0f;
        def.play = 0.001f * (float)i;
        result = taut_builder_add_constraint(builder, &def, NULL);
    }
    taut_rope_def rope = taut_rope_def_default();  // a tree of links
    rope.link_count = 4;
    result = result != TAUT_OK ? result : taut_make_rope(builder, &rope, NULL);
    taut_user_constraint_def user = taut_user_constraint_def_default();
    user.evaluate = hold_height;
    user.particle_count = 1;
    user.particles[0] = first + 4;
    return result != TAUT_OK ? result : taut_builder_add_user_constraint(builder, &user, NULL);
}

// Steps -------------------------------------------------------------------------------------------

static void push(void* context, taut_body_id body, double time, taut_vec3_view positions,
                 taut_vec3_view velocities, taut_vec3* acceleration)
{
    (void)context;
    (void)body;
    (void)time;
    (void)velocities;
    acceleration[positions.count - 1].x = 0.1f;
}

static void check_step_allocates_nothing(taut_solver_kind solver, taut_backend_kind backend,
                                         taut_precision precision)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = world_def_of(solver, solver == TAUT_SOLVER_LEGACY ? no_gravity : earth);
    def.allocator = counting_allocator(&memory);
    def.backend = backend;
    def.field = push;
    def.substeps = 2;
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    REQUIRE(add_everything(builder) == TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.precision = precision;
    taut_body_id id = add_body_def(world, builder, body);
    REQUIRE(taut_body_valid(world, id));
    long requests = memory.requests;
    memory.fail_at = requests;  // and if it asked, it would be given nothing
    for (int frame = 0; frame < 5; ++frame) {
        REQUIRE(taut_body_set_target(world, id, 0, (taut_vec3){0.0f, 0.01f, 0.0f}) == TAUT_OK);
        REQUIRE(taut_body_add_force(world, id, 9, (taut_vec3){0.0f, 0.1f, 0.0f}) == TAUT_OK);
        REQUIRE(taut_world_step(world, FRAME, 4, NULL) == TAUT_OK);
        REQUIRE(taut_world_advance(world, 0.05, NULL) == TAUT_OK);
    }
    taut_measure measure;
    taut_vec3 out[64];
    taut_pick pick;
    CHECK_EQ_INT(taut_body_measure(world, id, &measure), TAUT_OK);
    CHECK_EQ_INT(taut_body_interpolate(world, id, 0.5f, out, 64), TAUT_OK);
    CHECK(taut_body_normals(world, id).count == 40);
    CHECK_EQ_INT(taut_world_pick(world, out[0], earth, 0.1f, &pick), TAUT_OK);
    CHECK_EQ_INT(memory.requests, requests);
    taut_world_destroy(world);
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

TEST(steps_and_reading_allocate_nothing)
{
    for (int solver = 0; solver < TAUT_SOLVER_KIND_COUNT; ++solver) {
        for (int backend = 0; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
            if (!taut_backend_available((taut_backend_kind)backend)) {
                continue;
            }
            for (int precision = 0; precision < TAUT_PRECISION_COUNT; ++precision) {
                check_step_allocates_nothing((taut_solver_kind)solver, (taut_backend_kind)backend,
                                             (taut_precision)precision);
            }
        }
    }
}

// Failing -----------------------------------------------------------------------------------------

typedef struct taut_test_life {
    taut_builder* builder;
    taut_blueprint* blueprint;
    taut_world* world;
    taut_body_id body;
} taut_test_life;

static bool says_why(const char* text)
{
    return strstr(text, "no memory") != NULL;
}

// The whole way from nothing to a body that steps; the first failure ends it.
static taut_result live(const taut_allocator* allocator, taut_test_life* life)
{
    taut_error error;
    taut_result result = taut_builder_create(allocator, &life->builder, &error);
    if (result != TAUT_OK) {
        CHECK(life->builder == NULL && says_why(error.text) && error.result == result);
        return result;
    }
    result = add_everything(life->builder);
    if (result == TAUT_OK) {
        result = taut_builder_bake(life->builder, &life->blueprint);
        CHECK((life->blueprint != NULL) == (result == TAUT_OK));
    }
    if (result != TAUT_OK) {
        CHECK_MSG(says_why(taut_builder_last_error(life->builder)), "says: %s",
                  taut_builder_last_error(life->builder));
        return result;
    }
    taut_world_def def = taut_world_def_default();
    def.allocator = *allocator;
    result = taut_world_create(&def, &life->world, &error);
    if (result != TAUT_OK) {
        CHECK(life->world == NULL && says_why(error.text) && error.result == result);
        return result;
    }
    taut_body_def body = taut_body_def_default();
    body.blueprint = life->blueprint;
    for (int i = 0; i < 40 && result == TAUT_OK; ++i) {  // more than the first room for bodies
        result = taut_body_create(life->world, &body, &life->body);
        CHECK_EQ_INT(taut_world_body_count(life->world), result == TAUT_OK ? i + 1 : i);
    }
    CHECK(result == TAUT_OK || says_why(taut_world_last_error(life->world)));
    CHECK_EQ_INT(taut_world_step(life->world, FRAME, 1, NULL), TAUT_OK);
    return result;
}

static void end(taut_test_life* life)
{
    taut_builder_destroy(life->builder);
    taut_blueprint_release(life->blueprint);
    taut_world_destroy(life->world);
}

TEST(every_allocation_failing_in_turn_leaks_nothing_and_says_so)
{
    taut_result result = TAUT_ERROR_OUT_OF_MEMORY;
    int fail_at = 0;
    for (; result != TAUT_OK && fail_at < 1000; ++fail_at) {
        taut_test_memory memory = {.fail_at = fail_at};
        taut_allocator allocator = counting_allocator(&memory);
        taut_test_life life = {0};
        result = live(&allocator, &life);
        CHECK_MSG(result == TAUT_OK || result == TAUT_ERROR_OUT_OF_MEMORY, "request %d gives %s",
                  fail_at, taut_result_name(result));
        end(&life);
        CHECK_MSG(memory.bytes == 0 && memory.blocks == 0, "request %d leaks %ld bytes", fail_at,
                  memory.bytes);
        CHECK_EQ_INT(memory.wrong, 0);
    }
    CHECK_EQ_INT(result, TAUT_OK);
    CHECK(fail_at > 30);  // it did run short, many times
}

// One request fails and the next ones are granted: what came before must still be in order.
typedef struct taut_test_hiccup {
    taut_test_memory memory;
    long at;
} taut_test_hiccup;

static void* hiccup_alloc(void* context, size_t size, size_t alignment)
{
    taut_test_hiccup* hiccup = context;
    if (hiccup->memory.requests == hiccup->at) {
        hiccup->memory.requests += 1;
        return NULL;
    }
    return counting_alloc(&hiccup->memory, size, alignment);
}

static void hiccup_free(void* context, void* block, size_t size, size_t alignment)
{
    taut_test_hiccup* hiccup = context;
    counting_free(&hiccup->memory, block, size, alignment);
}

TEST(a_bake_that_failed_works_when_memory_is_back)
{
    uint64_t hash = 0;
    int failures = 0;
    for (int at = -1; at < 60; ++at) {
        taut_test_hiccup hiccup = {{.fail_at = -1}, -1};
        taut_allocator allocator = {hiccup_alloc, hiccup_free, &hiccup};
        taut_builder* builder = NULL;
        REQUIRE(taut_builder_create(&allocator, &builder, NULL) == TAUT_OK);
        REQUIRE(add_everything(builder) == TAUT_OK);
        hiccup.at = at < 0 ? -1 : hiccup.memory.requests + at;
        taut_blueprint* blueprint = NULL;
        if (taut_builder_bake(builder, &blueprint) != TAUT_OK) {
            ++failures;
            CHECK(blueprint == NULL);
            REQUIRE(taut_builder_bake(builder, &blueprint) == TAUT_OK);
        }
        taut_builder_destroy(builder);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_def def = taut_body_def_default();
        def.blueprint = blueprint;
        taut_body_id id;
        REQUIRE(taut_body_create(world, &def, &id) == TAUT_OK);
        taut_blueprint_release(blueprint);
        CHECK_EQ_INT(step_frames(world, 5, FRAME, 4), 0);
        hash = at < 0 ? taut_world_hash(world) : hash;
        CHECK_EQ_U64(taut_world_hash(world), hash);
        taut_world_destroy(world);
        CHECK_EQ_INT(hiccup.memory.bytes, 0);
    }
    CHECK(failures > 5 && failures < 60);
}

// Life --------------------------------------------------------------------------------------------

TEST(blueprint_lives_as_long_as_somebody_holds_it)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_allocator allocator = counting_allocator(&memory);
    taut_builder* builder = NULL;
    REQUIRE(taut_builder_create(&allocator, &builder, NULL) == TAUT_OK);
    REQUIRE(add_everything(builder) == TAUT_OK);
    taut_blueprint* blueprint = NULL;
    REQUIRE(taut_builder_bake(builder, &blueprint) == TAUT_OK);
    taut_builder_destroy(builder);
    taut_world* a = new_world(TAUT_SOLVER_XPBD, earth);
    taut_world* b = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    taut_body_id in_a, in_b;
    REQUIRE(taut_body_create(a, &def, &in_a) == TAUT_OK);
    REQUIRE(taut_body_create(b, &def, &in_b) == TAUT_OK);
    taut_blueprint_stats stats = taut_blueprint_get_stats(blueprint);
    CHECK_EQ_INT(memory.bytes, stats.bytes);  // the builder is gone, the blueprint is all
    taut_blueprint_release(blueprint);
    REQUIRE(taut_body_destroy(a, in_a) == TAUT_OK);
    CHECK(memory.bytes > 0);
    CHECK_EQ_INT(step_frames(b, 2, FRAME, 2), 0);
    CHECK(taut_body_blueprint(b, in_b) == blueprint);
    taut_world_destroy(b);
    CHECK_EQ_INT(memory.bytes, 0);
    taut_world_destroy(a);
}

TEST(a_thousand_bodies_come_and_go_and_no_id_comes_twice)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    taut_blueprint* blueprint = bake_away(builder);
    REQUIRE(blueprint != NULL && world != NULL);
    taut_body_def body = taut_body_def_default();
    body.blueprint = blueprint;
    static taut_body_id ids[1000];
    taut_body_id alive[8] = {{0}};
    long level = 0;
    for (int i = 0; i < 1000; ++i) {
        int place = i % 8;
        if (i >= 8) {
            REQUIRE(taut_body_destroy(world, alive[place]) == TAUT_OK);
            CHECK(!taut_body_valid(world, alive[place]));
        }
        REQUIRE(taut_body_create(world, &body, &ids[i]) == TAUT_OK);
        alive[place] = ids[i];
        level = i == 8 ? memory.bytes : level;
        CHECK(i < 8 || memory.bytes == level);
    }
    for (int i = 0; i < 1000; ++i) {
        for (int k = 0; k < i; ++k) {
            CHECK(ids[i].index1 != ids[k].index1 || ids[i].generation != ids[k].generation);
        }
    }
    CHECK_EQ_INT(taut_world_body_count(world), 8);
    taut_blueprint_release(blueprint);
    taut_world_destroy(world);
    CHECK_EQ_INT(memory.bytes, 0);
}

static void check_sum(const taut_memory* m)
{
    CHECK_EQ_INT(m->bytes, m->body_particle_bytes + m->body_constraint_bytes +
                               m->blueprint_particle_bytes + m->blueprint_constraint_bytes +
                               m->working_bytes + m->other_bytes);
}

// Three bodies of one blueprint, one of another: what the world says is what it asked for.
static void check_counts(int threads)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_allocator allocator = counting_allocator(&memory);
    taut_world_def def = taut_world_def_default();
    def.allocator = allocator;
    def.thread_count = threads;
    taut_world* world = new_world_from(&def);
    taut_memory empty = taut_world_memory(world);
    CHECK_EQ_INT(empty.bytes, memory.bytes);
    CHECK_EQ_INT(empty.bytes, empty.other_bytes);
    taut_blueprint* blueprint = NULL;
    for (int i = 0; i < 4; ++i) {
        taut_builder* builder = NULL;
        if (i % 3 == 0) {  // the fourth has its own
            taut_blueprint_release(blueprint);
            REQUIRE(taut_builder_create(&allocator, &builder, NULL) == TAUT_OK);
            REQUIRE(add_everything(builder) == TAUT_OK);
            REQUIRE(taut_builder_bake(builder, &blueprint) == TAUT_OK);
            taut_builder_destroy(builder);
        }
        taut_body_def body = taut_body_def_default();
        body.blueprint = blueprint;
        REQUIRE(taut_body_create(world, &body, &(taut_body_id){0}) == TAUT_OK);
        taut_memory m = taut_world_memory(world);
        CHECK_EQ_INT(m.bytes, memory.bytes);
        check_sum(&m);
    }
    taut_memory m = taut_world_memory(world);
    taut_blueprint_stats stats = taut_blueprint_get_stats(blueprint);
    CHECK_EQ_INT(m.particles, 4 * stats.particles);
    CHECK_EQ_INT(m.constraints, 4 * (stats.constraints + stats.tethers + stats.user_constraints));
    CHECK(m.working_bytes > 0 && m.working_bytes % (size_t)threads == 0);
    REQUIRE(taut_body_destroy(world, taut_world_body(world, 0)) == TAUT_OK);
    CHECK_EQ_INT(taut_world_memory(world).bytes, memory.bytes);
    taut_blueprint_release(blueprint);
    taut_world_destroy(world);
    CHECK_EQ_INT(memory.bytes, 0);
}

TEST(a_world_knows_what_it_holds)
{
    check_counts(1);
    taut_world_def def = taut_world_def_default();
    def.thread_count = 2;
    taut_world* world = NULL;
    if (taut_world_create(&def, &world, NULL) == TAUT_OK) {  // where there are threads
        check_counts(2);
    }
    taut_world_destroy(world);
}

// Bytes of a particle are those of the arrays in body.c, and hardly more of a large body.
TEST(memory_of_a_large_cloth_is_what_its_arrays_take)
{
    taut_builder* builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = 100;
    REQUIRE(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    (void)add_body_def(world, builder, taut_body_def_default());
    taut_memory m = taut_world_memory(world);
    double per_particle = (double)m.body_particle_bytes / (double)m.particles;
    double per_constraint = (double)m.body_constraint_bytes / (double)m.constraints;
    // Seven vectors of four floats, two or three of three, a byte, an integer; one multiplier.
    CHECK_MSG(per_particle > 112.0 && per_particle < 170.0, "%g per particle", per_particle);
    CHECK_MSG(per_constraint >= 4.0 && per_constraint < 4.5, "%g per constraint", per_constraint);
    taut_world_destroy(world);
}

TEST(destroying_nothing_is_fine)
{
    taut_builder_destroy(NULL);
    taut_blueprint_release(NULL);
    taut_world_destroy(NULL);
    taut_blueprint_stats stats = taut_blueprint_get_stats(NULL);
    CHECK_EQ_INT(stats.particles, 0);
    taut_memory memory = taut_world_memory(NULL);
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK_EQ_INT(memory.particles, 0);
}
