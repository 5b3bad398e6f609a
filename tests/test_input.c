// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bad input to the builder and in defs: a result code, a sentence that names the field, and
// everything as it was. Calls on a world are in test_misuse.c.

#include "builder.h"
#include "support.h"
#include "test.h"

#include <limits.h>

// One bad value in an otherwise good def.
typedef struct taut_test_bad {
    const char* said;  // what the message must contain
    size_t offset;
    bool is_float;
    double value;
} taut_test_bad;

#define FLOAT_AT(type, member) offsetof(type, member), true
#define INT_AT(type, member) offsetof(type, member), false
#define COUNT_OF(table) (int)(sizeof(table) / sizeof(table)[0])

static void put_bad(void* def, const taut_test_bad* bad)
{
    float as_float = (float)bad->value;
    int as_int = bad->is_float ? 0 : (int)bad->value;
    memcpy((unsigned char*)def + bad->offset, bad->is_float ? (void*)&as_float : (void*)&as_int, 4);
}

static void check_said(const char* text, const taut_test_bad* bad)
{
    CHECK_MSG(strstr(text, bad->said) != NULL, "%s = %g: \"%s\" does not name it", bad->said,
              bad->value, text);
}

// Worlds ------------------------------------------------------------------------------------------

TEST(world_refuses_every_bad_field_by_name)
{
    static const taut_test_bad table[] = {
        {"taut_world_def.stamp", INT_AT(taut_world_def, stamp), 0},
        {"taut_world_def.stamp", INT_AT(taut_world_def, stamp), 0x00ff0001},
        {"taut_solver_def.stamp", INT_AT(taut_world_def, solver.stamp), 0},
        {"taut_solver_def.kind", INT_AT(taut_world_def, solver.kind), -1},
        {"taut_solver_def.kind", INT_AT(taut_world_def, solver.kind), TAUT_SOLVER_KIND_COUNT},
        {"taut_solver_def.iterations", INT_AT(taut_world_def, solver.iterations), 0},
        {"taut_solver_def.iterations", INT_AT(taut_world_def, solver.iterations), -1},
        {"taut_solver_def.iterations", INT_AT(taut_world_def, solver.iterations), 10001},
        {"taut_solver_def.keep", FLOAT_AT(taut_world_def, solver.keep), (double)NAN},
        {"taut_solver_def.keep", FLOAT_AT(taut_world_def, solver.keep), -0.01},
        {"taut_solver_def.keep", FLOAT_AT(taut_world_def, solver.keep), 1.01},
        {"taut_solver_def.spring_stiffness", FLOAT_AT(taut_world_def, solver.spring_stiffness), 0},
        {"taut_solver_def.spring_stiffness", FLOAT_AT(taut_world_def, solver.spring_stiffness), -1},
        {"taut_solver_def.spring_stiffness", FLOAT_AT(taut_world_def, solver.spring_stiffness),
         (double)NAN},
        {"taut_solver_def.spring_stiffness", FLOAT_AT(taut_world_def, solver.spring_stiffness),
         (double)INFINITY},
        {"taut_world_def.gravity", FLOAT_AT(taut_world_def, gravity.x), (double)NAN},
        {"taut_world_def.gravity", FLOAT_AT(taut_world_def, gravity.y), (double)INFINITY},
        {"taut_world_def.gravity", FLOAT_AT(taut_world_def, gravity.z), (double)-INFINITY},
        {"taut_world_def.max_speed", FLOAT_AT(taut_world_def, max_speed), 0},
        {"taut_world_def.max_speed", FLOAT_AT(taut_world_def, max_speed), -1},
        {"taut_world_def.max_speed", FLOAT_AT(taut_world_def, max_speed), (double)NAN},
        {"taut_world_def.max_speed", FLOAT_AT(taut_world_def, max_speed), (double)-INFINITY},
        {"taut_world_def.backend", INT_AT(taut_world_def, backend), -1},
        {"taut_world_def.backend", INT_AT(taut_world_def, backend), TAUT_BACKEND_KIND_COUNT},
        {"taut_world_def.step_dt", FLOAT_AT(taut_world_def, step_dt), 0},
        {"taut_world_def.step_dt", FLOAT_AT(taut_world_def, step_dt), -0.1},
        {"taut_world_def.step_dt", FLOAT_AT(taut_world_def, step_dt), 1.001},
        {"taut_world_def.step_dt", FLOAT_AT(taut_world_def, step_dt), (double)NAN},
        {"taut_world_def.substeps", INT_AT(taut_world_def, substeps), 0},
        {"taut_world_def.substeps", INT_AT(taut_world_def, substeps), INT_MIN},
        {"taut_world_def.substeps", INT_AT(taut_world_def, substeps), 10001},
        {"taut_world_def.most_steps", INT_AT(taut_world_def, most_steps), 0},
        {"taut_world_def.most_steps", INT_AT(taut_world_def, most_steps), 1001},
    };
    for (int i = 0; i < COUNT_OF(table); ++i) {
        taut_world_def def = taut_world_def_default();
        put_bad(&def, &table[i]);
        taut_world* world = (taut_world*)&def;  // anything but NULL
        taut_error error;
        CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_INVALID);
        CHECK(world == NULL);
        CHECK_EQ_INT(error.result, TAUT_ERROR_INVALID);
        check_said(error.text, &table[i]);
    }
}

TEST(world_refuses_bad_bounds_half_an_allocator_and_null)
{
    taut_world* world = NULL;
    taut_error error;
    taut_world_def def = taut_world_def_default();
    def.solver.bounded = true;
    def.solver.bounds_min.y = 1.0f;
    CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_INVALID);
    CHECK(strstr(error.text, "taut_solver_def.bounds_min") != NULL);
    def.solver.bounds_max = (taut_vec3){1.0f, NAN, 1.0f};
    CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_INVALID);
    def = taut_world_def_default();
    def.allocator.alloc = counting_alloc;
    CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_INVALID);
    CHECK(strstr(error.text, "taut_world_def.allocator") != NULL);
    CHECK_EQ_INT(taut_world_create(NULL, &world, NULL), TAUT_ERROR_INVALID);
    def = taut_world_def_default();
    CHECK_EQ_INT(taut_world_create(&def, NULL, &error), TAUT_ERROR_INVALID);
    CHECK(strstr(error.text, "world is NULL") != NULL);
    CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_OK);
    CHECK_STR(error.text, "");
    taut_world_destroy(world);
}

TEST(names_are_known_for_every_kind_and_null_beyond)
{
    for (int i = 0; i < TAUT_SOLVER_KIND_COUNT; ++i) {
        CHECK(taut_solver_name((taut_solver_kind)i) != NULL);
    }
    for (int i = 0; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        CHECK(taut_backend_name((taut_backend_kind)i) != NULL);
    }
    for (int i = 0; i < TAUT_CONSTRAINT_KIND_COUNT; ++i) {
        const taut_constraint_info* info = taut_constraint_kind_info((taut_constraint_kind)i);
        REQUIRE(info != NULL);
        CHECK(info->particle_count >= info->moved_count && info->moved_count >= 1);
        CHECK(info->particle_count <= TAUT_CONSTRAINT_MAX_PARTICLES);
    }
    CHECK_STR(taut_solver_name(TAUT_SOLVER_XPBD), "xpbd");
    CHECK_STR(taut_backend_name(TAUT_BACKEND_AVX2), "avx2");
    CHECK_STR(taut_constraint_kind_info(TAUT_CONSTRAINT_DIHEDRAL)->name, "dihedral");
    CHECK(taut_solver_name((taut_solver_kind)-1) == NULL);
    CHECK(taut_solver_name(TAUT_SOLVER_KIND_COUNT) == NULL);
    CHECK(taut_backend_name((taut_backend_kind)99) == NULL);
    CHECK(taut_constraint_kind_info((taut_constraint_kind)-1) == NULL);
    CHECK(taut_constraint_kind_info(TAUT_CONSTRAINT_KIND_COUNT) == NULL);
}

TEST(every_preset_makes_a_world)
{
    int count = 0;
    taut_solver_preset preset;
    for (; taut_solver_preset_get(count, &preset); ++count) {
        taut_world_def def = taut_world_def_default();
        def.solver = preset.solver;
        def.substeps = preset.substeps;
        taut_world* world = new_world_from(&def);
        CHECK_MSG(world != NULL, "%s", preset.name);
        CHECK(preset.name[0] != '\0' && preset.about[0] != '\0');
        taut_world_destroy(world);
    }
    CHECK(count >= 5);
    CHECK(!taut_solver_preset_get(-1, &preset));
    CHECK(!taut_solver_preset_get(0, NULL));
}

// Bodies ------------------------------------------------------------------------------------------

TEST(body_refuses_every_bad_field_by_name)
{
    static const taut_test_bad table[] = {
        {"taut_body_def.stamp", INT_AT(taut_body_def, stamp), 0},
        {"taut_body_def.stamp", INT_AT(taut_body_def, stamp), 0x7f000000},
        {"taut_body_def.offset", FLOAT_AT(taut_body_def, offset.x), (double)NAN},
        {"taut_body_def.offset", FLOAT_AT(taut_body_def, offset.z), (double)INFINITY},
        {"taut_body_def.velocity", FLOAT_AT(taut_body_def, velocity.y), (double)NAN},
        {"taut_body_def.velocity", FLOAT_AT(taut_body_def, velocity.z), (double)-INFINITY},
        {"taut_body_def.gravity_scale", FLOAT_AT(taut_body_def, gravity_scale), (double)NAN},
        {"taut_body_def.gravity_scale", FLOAT_AT(taut_body_def, gravity_scale), (double)INFINITY},
        {"taut_body_def.drag", FLOAT_AT(taut_body_def, drag), (double)NAN},
        {"taut_body_def.drag", FLOAT_AT(taut_body_def, drag), (double)INFINITY},
        {"taut_body_def.drag", FLOAT_AT(taut_body_def, drag), -1e-30},
        {"taut_body_def.precision", INT_AT(taut_body_def, precision), -1},
        {"taut_body_def.precision", INT_AT(taut_body_def, precision), TAUT_PRECISION_COUNT},
    };
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id good = add_single(world, taut_body_def_default());
    uint64_t hash = taut_world_hash(world);
    for (int i = 0; i < COUNT_OF(table); ++i) {
        taut_body_def def = taut_body_def_default();
        def.blueprint = taut_body_blueprint(world, good);
        put_bad(&def, &table[i]);
        taut_body_id id = {77, 78};
        CHECK_EQ_INT(taut_body_create(world, &def, &id), TAUT_ERROR_INVALID);
        CHECK(id.index1 == 77 && id.generation == 78);
        check_said(taut_world_last_error(world), &table[i]);
        CHECK_EQ_INT(taut_world_body_count(world), 1);
        CHECK_EQ_U64(taut_world_hash(world), hash);
    }
    taut_body_def def = taut_body_def_default();
    taut_body_id id = {77, 78};
    CHECK_EQ_INT(taut_body_create(world, &def, &id), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "taut_body_def.blueprint") != NULL);
    def.blueprint = taut_body_blueprint(world, good);
    CHECK_EQ_INT(taut_body_create(world, &def, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_create(world, NULL, &id), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_create(NULL, &def, &id), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_body_count(world), 1);
    taut_world_destroy(world);
}

// Particles and triangles -------------------------------------------------------------------------

// Four particles, one link, one triangle.
static taut_builder* small_builder(void)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, 1.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, 0.0f, 1.0f, 1.0f);
    (void)add_link(builder, 0, 1, 0.0f);
    (void)taut_builder_add_triangle(builder, 0, 1, 2);
    return builder;
}

// The call was refused, its message names `name`, and nothing was added.
static void check_refused(taut_builder* builder, taut_result result, const char* name,
                          const char* call)
{
    const char* text = taut_builder_last_error(builder);
    CHECK_MSG(result == TAUT_ERROR_INVALID, "%s gives %s", call, taut_result_name(result));
    CHECK_MSG(strstr(text, name) != NULL, "%s says \"%s\"", call, text);
    taut_builder_mark mark = taut_builder_get_mark(builder);
    CHECK(mark.particles == 4 && mark.constraints == 1 && mark.triangles == 1 && mark.users == 0);
}

#define REFUSED(builder, call, name) check_refused(builder, call, name, #call)

TEST(builder_refuses_bad_particles)
{
    taut_builder* b = small_builder();
    static const float bad_masses[] = {0.0f, -1.0f, NAN, INFINITY, -INFINITY, 1e-45f};
    for (int i = 0; i < 6; ++i) {
        REFUSED(b, taut_builder_add_particle(b, no_gravity, bad_masses[i], NULL), "mass");
        REFUSED(b, taut_builder_set_mass(b, 0, bad_masses[i]), "mass");
        if (i != 0 && i != 5) {  // adding next to nothing leaves a good mass
            REFUSED(b, taut_builder_add_mass(b, 0, bad_masses[i]), "mass");
        }
    }
    static const float bad_places[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e10f};
    for (int i = 0; i < 5; ++i) {
        float p = bad_places[i];
        REFUSED(b, taut_builder_add_particle(b, (taut_vec3){p, 0, 0}, 1.0f, NULL), "position");
        REFUSED(b, taut_builder_add_particle(b, (taut_vec3){0, p, 0}, 1.0f, NULL), "position");
        REFUSED(b, taut_builder_add_particle(b, (taut_vec3){0, 0, p}, 1.0f, NULL), "position");
    }
    static const int bad_indices[] = {-1, 4, INT_MIN, INT_MAX};
    for (int i = 0; i < 4; ++i) {
        REFUSED(b, taut_builder_set_mass(b, bad_indices[i], 1.0f), "particle");
        REFUSED(b, taut_builder_add_mass(b, bad_indices[i], 1.0f), "particle");
        REFUSED(b, taut_builder_pin(b, bad_indices[i]), "particle");
        REFUSED(b, taut_builder_add_triangle(b, bad_indices[i], 1, 2), "corner a");
        REFUSED(b, taut_builder_add_triangle(b, 0, bad_indices[i], 2), "corner b");
        REFUSED(b, taut_builder_add_triangle(b, 0, 1, bad_indices[i]), "corner c");
        CHECK(same_vec3_bits(taut_builder_position(b, bad_indices[i]), no_gravity));
    }
    REFUSED(b, taut_builder_add_triangle(b, 1, 1, 2), "differ");
    REFUSED(b, taut_builder_add_triangle(b, 1, 2, 1), "differ");
    REFUSED(b, taut_builder_add_triangle(b, 2, 1, 1), "differ");
    taut_blueprint* p = bake_away(b);  // masses are still as they were
    REQUIRE(p != NULL);
    CHECK_EQ_INT(taut_blueprint_get_stats(p).particles, 4);
    taut_blueprint_release(p);
}

// Constraints -------------------------------------------------------------------------------------

TEST(constraint_refuses_every_bad_field_by_name)
{
    static const taut_test_bad table[] = {
        {"taut_constraint_def.stamp", INT_AT(taut_constraint_def, stamp), 0},
        {"taut_constraint_def.stamp", INT_AT(taut_constraint_def, stamp), 1},
        {"taut_constraint_def.kind", INT_AT(taut_constraint_def, kind), -1},
        {"taut_constraint_def.kind", INT_AT(taut_constraint_def, kind), TAUT_CONSTRAINT_KIND_COUNT},
        {"taut_constraint_def.particles[0]", INT_AT(taut_constraint_def, particles[0]), -1},
        {"taut_constraint_def.particles[0]", INT_AT(taut_constraint_def, particles[0]), 4},
        {"taut_constraint_def.particles[1]", INT_AT(taut_constraint_def, particles[1]), INT_MAX},
        {"taut_constraint_def.particles[1]", INT_AT(taut_constraint_def, particles[1]), INT_MIN},
        {"taut_constraint_def.compliance", FLOAT_AT(taut_constraint_def, compliance), (double)NAN},
        {"taut_constraint_def.compliance", FLOAT_AT(taut_constraint_def, compliance), -1e-30},
        {"taut_constraint_def.compliance", FLOAT_AT(taut_constraint_def, compliance),
         (double)INFINITY},
        {"taut_constraint_def.damping", FLOAT_AT(taut_constraint_def, damping), (double)NAN},
        {"taut_constraint_def.damping", FLOAT_AT(taut_constraint_def, damping), -1},
        {"taut_constraint_def.damping", FLOAT_AT(taut_constraint_def, damping), (double)INFINITY},
        {"taut_constraint_def.damping_rate", FLOAT_AT(taut_constraint_def, damping_rate),
         (double)NAN},
        {"taut_constraint_def.damping_rate", FLOAT_AT(taut_constraint_def, damping_rate), -1},
        {"taut_constraint_def.damping_rate", FLOAT_AT(taut_constraint_def, damping_rate),
         (double)INFINITY},
        {"taut_constraint_def.sides", INT_AT(taut_constraint_def, sides), -1},
        {"taut_constraint_def.sides", INT_AT(taut_constraint_def, sides), TAUT_SIDES_COUNT},
        {"taut_constraint_def.family", INT_AT(taut_constraint_def, family), -1},
        {"taut_constraint_def.family", INT_AT(taut_constraint_def, family), TAUT_FAMILY_COUNT},
    };
    taut_builder* b = small_builder();
    for (int i = 0; i < COUNT_OF(table); ++i) {
        taut_constraint_def def = taut_link(0, 2);
        put_bad(&def, &table[i]);
        check_refused(b, taut_builder_add_constraint(b, &def, NULL), table[i].said, table[i].said);
    }
    REFUSED(b, taut_builder_add_constraint(b, NULL, NULL), "taut_constraint_def");
    taut_constraint_def twice = taut_link(2, 2);
    REFUSED(b, taut_builder_add_constraint(b, &twice, NULL), "taut_constraint_def.particles");
    taut_builder_destroy(b);
}

// A rest value of each kind that is out of its range.
TEST(constraint_of_every_kind_refuses_bad_rest_values)
{
    static const float bad[TAUT_CONSTRAINT_KIND_COUNT][5] = {
        [TAUT_CONSTRAINT_VOLUME] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f},
        [TAUT_CONSTRAINT_AREA] = {NAN, INFINITY, -1.0f, 0.0f, 1e30f},
        [TAUT_CONSTRAINT_DIHEDRAL] = {NAN, INFINITY, -3.2f, 3.2f, 1e30f},
        [TAUT_CONSTRAINT_ANGLE] = {NAN, INFINITY, -0.1f, 3.2f, 1e30f},
        [TAUT_CONSTRAINT_CONE] = {NAN, INFINITY, -0.1f, 3.2f, 1e30f},
        [TAUT_CONSTRAINT_ATTACH] = {NAN, INFINITY, -1.0f, 1.0f, 1e30f},
        [TAUT_CONSTRAINT_PULLEY] = {NAN, INFINITY, -1.0f, 0.0f, 1e30f},
        [TAUT_CONSTRAINT_SLIDE] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f},
        [TAUT_CONSTRAINT_DISTANCE] = {NAN, INFINITY, -1.0f, 0.0f, 1e30f},
        [TAUT_CONSTRAINT_TETHER] = {NAN, INFINITY, -1.0f, 0.0f, 1e30f},
    };
    taut_builder* b = small_builder();
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        taut_constraint_def def = taut_constraint_def_default((taut_constraint_kind)kind);
        def.rest_from_shape = false;
        for (int k = 0; k < 4; ++k) {
            def.particles[k] = k;
        }
        for (int i = 0; i < 5; ++i) {
            def.rest = bad[kind][i];
            check_refused(b, taut_builder_add_constraint(b, &def, NULL), "taut_constraint_def.rest",
                          taut_constraint_kind_info(def.kind)->name);
        }
    }
    taut_builder_destroy(b);
}

TEST(constraint_refuses_shapes_without_a_rest_value)
{
    taut_builder* b = new_builder();
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 1.0f, 0.0f, 0.0f, 1.0f);
    static const taut_constraint_kind kinds[] = {TAUT_CONSTRAINT_DISTANCE, TAUT_CONSTRAINT_TETHER,
                                                 TAUT_CONSTRAINT_ANGLE,    TAUT_CONSTRAINT_DIHEDRAL,
                                                 TAUT_CONSTRAINT_AREA,     TAUT_CONSTRAINT_CONE,
                                                 TAUT_CONSTRAINT_PULLEY,   TAUT_CONSTRAINT_SLIDE};
    for (int i = 0; i < 8; ++i) {
        taut_constraint_def def = taut_constraint_def_default(kinds[i]);
        for (int k = 0; k < 4; ++k) {
            def.particles[k] = k;
        }
        CHECK_EQ_INT(taut_builder_add_constraint(b, &def, NULL), TAUT_ERROR_INVALID);
        CHECK(strstr(taut_builder_last_error(b), "taut_constraint_def.rest") != NULL);
    }
    CHECK_EQ_INT(taut_builder_constraint_count(b), 0);
    taut_builder_destroy(b);
}

TEST(only_lengths_and_heights_act_on_one_side_and_tethers_are_rigid)
{
    taut_builder* b = small_builder();
    int added = 1;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        taut_constraint_def def = taut_constraint_def_default((taut_constraint_kind)kind);
        for (int k = 0; k < 4; ++k) {
            def.particles[k] = k;
        }
        def.sides = TAUT_SIDES_TENSION;
        bool may = kind == TAUT_CONSTRAINT_DISTANCE || kind == TAUT_CONSTRAINT_ATTACH ||
                   kind == TAUT_CONSTRAINT_PULLEY || kind == TAUT_CONSTRAINT_SLIDE;
        CHECK_EQ_INT(taut_builder_add_constraint(b, &def, NULL),
                     may ? TAUT_OK : TAUT_ERROR_INVALID);
        CHECK(may || strstr(taut_builder_last_error(b), "taut_constraint_def.sides") != NULL);
        added += may;
    }
    taut_constraint_def tether = taut_constraint_def_default(TAUT_CONSTRAINT_TETHER);
    tether.particles[0] = 0;
    tether.particles[1] = 1;
    tether.compliance = 0.1f;
    CHECK_EQ_INT(taut_builder_add_constraint(b, &tether, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(b), "taut_constraint_def.compliance") != NULL);
    CHECK_EQ_INT(taut_builder_constraint_count(b), added);
    taut_builder_destroy(b);
}

// User constraints and tethers --------------------------------------------------------------------

static bool never(void* context, int count, const taut_vec3* x, float* value, taut_vec3* gradient)
{
    (void)context;
    (void)count;
    (void)x;
    (void)value;
    (void)gradient;
    return false;
}

TEST(user_constraint_refuses_every_bad_field_by_name)
{
    static const taut_test_bad table[] = {
        {"taut_user_constraint_def.stamp", INT_AT(taut_user_constraint_def, stamp), 0},
        {"taut_user_constraint_def.particle_count",
         INT_AT(taut_user_constraint_def, particle_count), 0},
        {"taut_user_constraint_def.particle_count",
         INT_AT(taut_user_constraint_def, particle_count), -1},
        {"taut_user_constraint_def.particle_count",
         INT_AT(taut_user_constraint_def, particle_count), TAUT_USER_MAX_PARTICLES + 1},
        {"taut_user_constraint_def.particles", INT_AT(taut_user_constraint_def, particles[0]), -1},
        {"taut_user_constraint_def.particles", INT_AT(taut_user_constraint_def, particles[1]), 4},
        {"taut_user_constraint_def.particles", INT_AT(taut_user_constraint_def, particles[1]), 0},
        {"taut_user_constraint_def.compliance", FLOAT_AT(taut_user_constraint_def, compliance), -1},
        {"taut_user_constraint_def.compliance", FLOAT_AT(taut_user_constraint_def, compliance),
         (double)NAN},
        {"taut_user_constraint_def.compliance", FLOAT_AT(taut_user_constraint_def, compliance),
         (double)INFINITY},
        {"taut_user_constraint_def.sides", INT_AT(taut_user_constraint_def, sides), -1},
        {"taut_user_constraint_def.sides", INT_AT(taut_user_constraint_def, sides),
         TAUT_SIDES_COUNT},
    };
    taut_builder* b = small_builder();
    taut_user_constraint_def good = taut_user_constraint_def_default();
    good.evaluate = never;
    good.particle_count = 2;
    good.particles[1] = 1;
    for (int i = 0; i < COUNT_OF(table); ++i) {
        taut_user_constraint_def def = good;
        put_bad(&def, &table[i]);
        check_refused(b, taut_builder_add_user_constraint(b, &def, NULL), table[i].said,
                      table[i].said);
    }
    taut_user_constraint_def def = good;
    def.evaluate = NULL;
    REFUSED(b, taut_builder_add_user_constraint(b, &def, NULL), "evaluate");
    REFUSED(b, taut_builder_add_user_constraint(b, NULL, NULL), "taut_user_constraint_def");
    int index = -1;
    CHECK_EQ_INT(taut_builder_add_user_constraint(b, &good, &index), TAUT_OK);
    CHECK_EQ_INT(index, 0);
    taut_builder_destroy(b);
}

TEST(tether_refuses_every_bad_field_by_name)
{
    static const taut_test_bad table[] = {
        {"taut_tether_def.stamp", INT_AT(taut_tether_def, stamp), 0},
        {"taut_tether_def.most_pins", INT_AT(taut_tether_def, most_pins), 0},
        {"taut_tether_def.most_pins", INT_AT(taut_tether_def, most_pins), 17},
        {"taut_tether_def.most_pins", INT_AT(taut_tether_def, most_pins), INT_MIN},
        {"taut_tether_def.slack", FLOAT_AT(taut_tether_def, slack), 0.99},
        {"taut_tether_def.slack", FLOAT_AT(taut_tether_def, slack), (double)NAN},
        {"taut_tether_def.slack", FLOAT_AT(taut_tether_def, slack), (double)INFINITY},
        {"taut_tether_def.passes", INT_AT(taut_tether_def, passes), -1},
        {"taut_tether_def.passes", INT_AT(taut_tether_def, passes), 9},
    };
    taut_builder* b = small_builder();
    for (int i = 0; i < COUNT_OF(table); ++i) {
        taut_tether_def def = taut_tether_def_default();
        put_bad(&def, &table[i]);
        check_refused(b, taut_builder_tether(b, &def, 0, 4), table[i].said, table[i].said);
    }
    taut_tether_def good = taut_tether_def_default();
    static const int bad_ranges[][2] = {{-1, 2}, {0, 5}, {3, 2},       {0, -1},
                                        {5, 0},  {4, 1}, {INT_MAX, 1}, {1, INT_MAX}};
    for (int i = 0; i < 8; ++i) {
        REFUSED(b, taut_builder_tether(b, &good, bad_ranges[i][0], bad_ranges[i][1]), "first");
    }
    REFUSED(b, taut_builder_tether(b, NULL, 0, 4), "taut_tether_def");
    taut_builder_destroy(b);
}

// NULL --------------------------------------------------------------------------------------------

TEST(builder_calls_bear_null)
{
    taut_constraint_def def = taut_link(0, 1);
    taut_tether_def tether = taut_tether_def_default();
    taut_user_constraint_def user = taut_user_constraint_def_default();
    taut_blueprint* blueprint = NULL;
    CHECK_EQ_INT(taut_builder_create(NULL, NULL, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_add_particle(NULL, no_gravity, 1.0f, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_set_mass(NULL, 0, 1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_add_mass(NULL, 0, 1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_pin(NULL, 0), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_add_constraint(NULL, &def, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_add_triangle(NULL, 0, 1, 2), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_tether(NULL, &tether, 0, 1), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_add_user_constraint(NULL, &user, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_bake(NULL, &blueprint), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_particle_count(NULL), 0);
    CHECK_EQ_INT(taut_builder_constraint_count(NULL), 0);
    CHECK(taut_builder_last_error(NULL) != NULL);
    CHECK(same_vec3_bits(taut_builder_position(NULL, 0), no_gravity));
    CHECK_EQ_INT(taut_blueprint_constraint(NULL, 0, &def), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_blueprint_triangles(NULL).count, 0);
    taut_allocator half = {.alloc = counting_alloc};
    taut_builder* builder = NULL;
    taut_error error;
    CHECK_EQ_INT(taut_builder_create(&half, &builder, &error), TAUT_ERROR_INVALID);
    CHECK(strstr(error.text, "allocator") != NULL);
}

TEST(baking_nothing_or_nowhere_is_refused)
{
    taut_builder* b = new_builder();
    taut_blueprint* blueprint = NULL;
    CHECK_EQ_INT(taut_builder_bake(b, &blueprint), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(b), "no particles") != NULL);
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    CHECK_EQ_INT(taut_builder_bake(b, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_bake(b, &blueprint), TAUT_OK);
    taut_constraint_def def;
    CHECK_EQ_INT(taut_blueprint_constraint(blueprint, 0, &def), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_blueprint_constraint(blueprint, -1, &def), TAUT_ERROR_INVALID);
    taut_blueprint_release(blueprint);
    // The builder can go on being used.
    (void)add_particle(b, 1.0f, 0.0f, 0.0f, 1.0f);
    CHECK_EQ_INT(add_link(b, 0, 1, 0.0f), 0);
    CHECK_EQ_INT(taut_builder_bake(b, &blueprint), TAUT_OK);
    CHECK_EQ_INT(taut_blueprint_get_stats(blueprint).constraints, 1);
    CHECK_EQ_INT(taut_blueprint_constraint(blueprint, 0, NULL), TAUT_ERROR_INVALID);
    taut_blueprint_release(blueprint);
    taut_builder_destroy(b);
}
