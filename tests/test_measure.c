// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut_body_measure() against sums by hand, and the hash of a world.

#include "support.h"
#include "test.h"

#include "world.h"

// Three particles of 1, 2 and 4 kg on a line with links of 1 m rest length, the first 20 % too long
// and soft, the second 10 % too short and rigid.
static taut_body_id add_known(taut_world* world)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.2f, 2.0f, 0.0f, 2.0f);
    (void)add_particle(builder, 1.2f, 2.9f, 0.0f, 4.0f);
    (void)add_particle(builder, 1.2f, 0.0f, 0.0f, 8.0f);
    taut_constraint_def link = taut_link(0, 3);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.compliance = 0.01f;
    (void)taut_builder_add_constraint(builder, &link, NULL);
    link.particles[0] = 1;
    link.particles[1] = 2;
    link.compliance = 0.0f;
    (void)taut_builder_add_constraint(builder, &link, NULL);
    (void)taut_builder_pin(builder, 3);
    return add_body(world, builder);
}

TEST(energies_and_momentum_are_the_sums_by_hand)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, -10.0f, 0.0f});
    taut_body_id id = add_known(world);
    REQUIRE(taut_body_add_impulse(world, id, 0, (taut_vec3){3.0f, 4.0f, 0.0f}) == TAUT_OK);
    REQUIRE(taut_body_add_impulse(world, id, 2, (taut_vec3){0.0f, 0.0f, -2.0f}) == TAUT_OK);
    REQUIRE(taut_body_set_gravity_scale(world, id, 0.5f) == TAUT_OK);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    // Floats of about 1 are rounded by 6e-8; a few of them are added.
    CHECK_NEAR(m.kinetic_energy, 0.5 * 1.0 * 25.0 + 0.5 * 4.0 * 0.25, 1e-6);
    CHECK_NEAR(m.gravity_energy, 5.0 * (2.0 * 2.0 + 4.0 * 2.9), 1e-5);  // pins do not count
    CHECK_NEAR(m.elastic_energy, 0.5 * 0.2 * 0.2 / 0.01, 1e-5);
    CHECK_NEAR(m.momentum.x, 3.0, 1e-6);
    CHECK_NEAR(m.momentum.y, 4.0, 1e-6);
    CHECK_NEAR(m.momentum.z, -2.0, 1e-6);
    CHECK_NEAR(m.max_speed, 5.0, 1e-6);
    taut_world_destroy(world);
}

TEST(stretch_and_compression_are_told_apart)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_known(world);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_EQ_INT(m.structural_links, 2);
    CHECK_NEAR(m.max_stretch, 0.2, 1e-6);
    CHECK_NEAR(m.mean_stretch, 0.1, 1e-6);  // of 0.2 and 0
    CHECK_NEAR(m.max_compression, 0.1, 1e-6);
    CHECK_NEAR(m.max_rigid_error, 0.1, 1e-6);
    CHECK_NEAR(m.residual, 0.2, 1e-6);  // no force yet: all of C is left
    CHECK(isnan(m.worst_achieved) && isnan(m.mean_achieved));
    CHECK(m.tether_force == 0.0f);
    taut_world_destroy(world);
}

TEST(only_structural_links_count_for_stretch)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 2.0f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.family = TAUT_FAMILY_SHEAR;
    REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_EQ_INT(m.structural_links, 0);
    CHECK(m.max_stretch == 0.0f && m.mean_stretch == 0.0f && m.max_rigid_error == 0.0f);
    CHECK_NEAR(m.residual, 1.0, 1e-6);
    taut_world_destroy(world);
}

TEST(slack_strings_store_no_energy_and_leave_no_residual)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.5f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.compliance = 0.1f;
    link.sides = TAUT_SIDES_TENSION;
    REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 2, 0.01f, 2), 0);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK(m.elastic_energy == 0.0);
    CHECK(m.residual == 0.0f);
    taut_world_destroy(world);
}

TEST(residual_falls_to_rounding_when_a_link_is_solved)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.2f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.compliance = 1e-3f;
    REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 1, 1.0f / 60.0f, 10), 0);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_NEAR(m.residual, 0.0, 1e-6);  // spacing of floats at 1 m, a few of them
    CHECK_NEAR(m.worst_achieved, 1.0, 1e-3);
    CHECK(m.elastic_energy > 0.0);
    taut_world_destroy(world);
}

TEST(energy_of_every_kind_is_value_squared_over_twice_the_compliance)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        if (kind == TAUT_CONSTRAINT_TETHER) {
            continue;  // rigid
        }
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_builder* builder = new_builder();
        (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 0.5f, 1.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 0.5f, -0.5f, 0.7f, 1.0f);
        taut_constraint_def def = taut_constraint_def_default((taut_constraint_kind)kind);
        for (int k = 0; k < 4; ++k) {
            def.particles[k] = k;
        }
        def.rest_from_shape = false;
        def.rest = kind == TAUT_CONSTRAINT_ATTACH  ? 0.0f
                   : kind == TAUT_CONSTRAINT_SLIDE ? 0.1f
                                                   : 0.4f;
        def.compliance = 0.02f;
        REQUIRE(taut_builder_add_constraint(builder, &def, NULL) == TAUT_OK);
        taut_body_id id = add_body(world, builder);
        taut_constraint_state state;
        taut_measure m;
        REQUIRE(taut_body_constraint(world, id, 0, &state) == TAUT_OK);
        REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
        double c = (double)state.value;
        CHECK(fabs(c) > 0.05);
        CHECK_NEAR(m.elastic_energy, 0.5 * c * c / (double)0.02f, 1e-9 * m.elastic_energy);
        taut_world_destroy(world);
    }
}

// Every backend
// ------------------------------------------------------------------------------------

#define SOUP 90

// A constraint of any kind between any of the last `SOUP` particles: few of them lie in rows.
static taut_result add_random(taut_builder* builder, taut_test_random* r, int first)
{
    int kind = random_below(r, TAUT_CONSTRAINT_KIND_COUNT);
    kind = kind == TAUT_CONSTRAINT_TETHER ? TAUT_CONSTRAINT_DISTANCE : kind;
    taut_constraint_def def = taut_constraint_def_default((taut_constraint_kind)kind);
    int at = random_below(r, SOUP);
    for (int k = 0; k < 4; ++k) {
        def.particles[k] = first + at;
        at = (at + 1 + random_below(r, SOUP / 4)) % SOUP;
    }
    def.rest_from_shape = false;
    def.rest = kind == TAUT_CONSTRAINT_ATTACH ? 0.0f : random_between(r, 0.1f, 1.0f);
    def.compliance = random_below(r, 3) == 0 ? 0.0f : random_between(r, 1e-5f, 1e-2f);
    def.damping = random_below(r, 4) == 0 ? 0.01f : 0.0f;
    bool link = kind == TAUT_CONSTRAINT_DISTANCE;
    def.sides = link ? (taut_sides)random_below(r, TAUT_SIDES_COUNT) : TAUT_SIDES_BOTH;
    def.family = random_below(r, 2) == 0 ? TAUT_FAMILY_STRUCTURAL : TAUT_FAMILY_SHEAR;
    return taut_builder_add_constraint(builder, &def, NULL);
}

// Constraints of all kinds in batches of all forms, some with empty lanes: a cloth with tethers,
// and beside it a soup.
static taut_blueprint* bake_all(void)
{
    taut_builder* builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = 23;
    cloth.rows = 17;
    cloth.bend = TAUT_BEND_DIHEDRAL;
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
              taut_builder_pin(builder, 0) == TAUT_OK && taut_builder_pin(builder, 22) == TAUT_OK;
    taut_test_random r = {7};
    int first = taut_builder_particle_count(builder);
    for (int i = 0; i < SOUP; ++i) {
        (void)add_particle(builder, random_between(&r, -1.0f, 1.0f),
                           random_between(&r, -1.0f, 1.0f), random_between(&r, 2.0f, 3.0f),
                           random_between(&r, 0.1f, 2.0f));
    }
    for (int i = 0; i < 600; ++i) {
        ok = ok && add_random(builder, &r, first) == TAUT_OK;
    }
    taut_blueprint* blueprint = bake_away(builder);
    return ok ? blueprint : NULL;
}

// A world with one body that has moved a little; NULL where there is no such backend.
static taut_world* moved_world(const taut_blueprint* blueprint, taut_solver_kind solver,
                               int backend, taut_precision precision)
{
    taut_world_def def = world_def_of(solver, earth);
    def.backend = (taut_backend_kind)backend;
    taut_world* world = taut_backend_available(def.backend) ? new_world_from(&def) : NULL;
    if (world == NULL) {
        return NULL;
    }
    taut_body_def body = taut_body_def_default();
    body.blueprint = blueprint;
    body.precision = precision;
    taut_body_id id;
    (void)taut_body_create(world, &body, &id);
    (void)step_frames(world, 3, 1.0f / 60.0f, 4);
    return world;
}

// Bit `form` for each form there is, and bit 7 where a lane is empty.
static unsigned check_values(taut_world* world, int kind, int block)
{
    float values[8 * 16];
    taut_body* b = world->slots[0].body;
    const taut_constraint_set* set = &b->blueprint->sets[kind];
    taut_work work;
    taut_work_open(&work, b, false, world->rooms[0].memory);
    taut_work_load_places(&work);
    unsigned seen = 0;
    int different = 0;
    for (int i = 0; i < set->place_count; ++i) {
        int batch = i / TAUT_BATCH;
        int left = set->place_count / TAUT_BATCH - batch;
        if (i % (TAUT_BATCH * block) == 0) {
            b->run->evaluate[kind](&work, batch, left < block ? left : block, values);
        }
        seen |= 1u << set->batches[batch].form;
        if (taut_set_has(set, i)) {
            float alone = taut_body_evaluate(b, (taut_slot){kind, i}).value;
            different += !same_bits(alone, values[i % (TAUT_BATCH * block)]);
        } else {
            seen |= 1u << 7;
        }
    }
    CHECK_EQ_INT(different, 0);
    return seen;
}

TEST(values_of_many_constraints_are_those_of_each_alone)
{
    taut_blueprint* blueprint = bake_all();
    REQUIRE(blueprint != NULL);
    unsigned seen = 0;
    for (int i = 0; i < TAUT_BACKEND_KIND_COUNT * TAUT_SOLVER_KIND_COUNT * 2; ++i) {
        int backend = i / 2 % TAUT_BACKEND_KIND_COUNT;
        taut_solver_kind solver = (taut_solver_kind)(i / 2 / TAUT_BACKEND_KIND_COUNT);
        bool legacy = solver == TAUT_SOLVER_LEGACY;  // knows links alone
        taut_world* world =
            legacy ? NULL
                   : moved_world(blueprint, solver, backend,
                                 i % 2 == 0 ? TAUT_PRECISION_FAST : TAUT_PRECISION_FINE);
        for (int kind = 0; world != NULL && kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
            REQUIRE(blueprint->sets[kind].count > 0);
            seen |= check_values(world, kind, 1);
            seen |= check_values(world, kind, 5);
            seen |= check_values(world, kind, 16);
        }
        taut_world_destroy(world);
    }
    CHECK_EQ_INT((int)seen,
                 1 << TAUT_FORM_LISTED | 1 << TAUT_FORM_ROW | 1 << TAUT_FORM_FAN | 1 << 7);
    taut_blueprint_release(blueprint);
}

// As taut.h defines it, one constraint after another.
static double plain_elastic_energy(const taut_body* b)
{
    double sum = 0.0;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_constraint_set* set = &b->blueprint->sets[kind];
        for (int i = 0; kind != TAUT_CONSTRAINT_TETHER && i < set->place_count; ++i) {
            double compliance = (double)set->compliance[i];
            if (!taut_set_has(set, i) || !(compliance > 0.0)) {
                continue;
            }
            double value = (double)taut_body_evaluate(b, (taut_slot){kind, i}).value;
            double force = (double)b->lambda[kind][i] * (double)b->last_scale;
            double by_value = 0.5 * value * value / compliance;
            double by_force = 0.5 * compliance * force * force;
            bool slack = (set->sides[i] == TAUT_SIDES_TENSION && value < 0.0) ||
                         (set->sides[i] == TAUT_SIDES_COMPRESSION && value > 0.0);
            sum += slack ? 0.0 : by_value < by_force ? by_value : by_force;
        }
    }
    return sum;
}

// Of links that are not slack: those of all, and of undamped ones, and of structural ones.
static void check_links(const taut_body* b, const taut_measure* m)
{
    const taut_constraint_set* set = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    float residual = 0.0f, stretch = 0.0f, compression = 0.0f, rigid = 0.0f;
    double stretch_sum = 0.0, asked = 0.0, got = 0.0, worst = (double)INFINITY;
    int links = 0;
    for (int i = 0; i < set->place_count; ++i) {
        if (!taut_set_has(set, i)) {
            continue;
        }
        float value = taut_body_evaluate(b, (taut_slot){TAUT_CONSTRAINT_DISTANCE, i}).value;
        float force = -b->lambda[TAUT_CONSTRAINT_DISTANCE][i] * b->last_scale;
        float compliance = set->compliance[i];
        bool damped = set->any_damping && set->damping[i] > 0.0f;
        if ((set->sides[i] == TAUT_SIDES_TENSION && value < 0.0f) ||
            (set->sides[i] == TAUT_SIDES_COMPRESSION && value > 0.0f)) {
            continue;
        }
        residual = damped ? residual : fmaxf(residual, fabsf(value - compliance * force));
        if (set->family[i] != TAUT_FAMILY_STRUCTURAL) {
            continue;
        }
        links += 1;
        stretch = fmaxf(stretch, value / set->rest[i]);
        compression = fmaxf(compression, -(value / set->rest[i]));
        stretch_sum += value > 0.0f ? (double)(value / set->rest[i]) : 0.0;
        rigid = compliance > 0.0f ? rigid : fmaxf(rigid, fabsf(value));
        if (compliance > 0.0f && !damped && force * value > 0.0f) {
            asked += fabs((double)force) * (double)compliance;
            got += fabs((double)value);
            worst = fmin(worst, (double)force / (double)value * (double)compliance);
        }
    }
    CHECK(links > 0 && got > 0.0 && rigid > 0.0f && residual > 0.0f && compression > 0.0f);
    CHECK_EQ_INT(m->structural_links, links);
    CHECK(same_bits(m->residual, residual) && same_bits(m->max_rigid_error, rigid));
    CHECK(same_bits(m->max_stretch, stretch) && same_bits(m->max_compression, compression));
    CHECK(same_bits(m->mean_stretch, (float)(stretch_sum / links)));
    CHECK(same_bits(m->mean_achieved, (float)(asked / got)));
    CHECK(same_bits(m->worst_achieved, (float)worst));
}

TEST(measure_is_the_plain_sum_on_every_backend)
{
    taut_blueprint* blueprint = bake_all();
    REQUIRE(blueprint != NULL);
    taut_measure first = {0};
    for (int backend = TAUT_BACKEND_SCALAR; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
        taut_world* world = moved_world(blueprint, TAUT_SOLVER_XPBD, backend, TAUT_PRECISION_FAST);
        if (world == NULL) {
            continue;
        }
        taut_measure m;
        REQUIRE(taut_body_measure(world, taut_world_body(world, 0), &m) == TAUT_OK);
        CHECK(m.elastic_energy == plain_elastic_energy(world->slots[0].body));
        check_links(world->slots[0].body, &m);
        first = backend == TAUT_BACKEND_SCALAR ? m : first;
        CHECK(m.kinetic_energy == first.kinetic_energy && m.kinetic_energy > 0.0);
        CHECK(m.gravity_energy == first.gravity_energy);
        CHECK(same_vec3_bits(m.momentum, first.momentum));
        CHECK(same_bits(m.max_speed, first.max_speed) && m.max_speed > 0.0f);
        CHECK(same_bits(m.tether_force, first.tether_force));
        taut_world_destroy(world);
    }
    taut_blueprint_release(blueprint);
}

// Hash --------------------------------------------------------------------------------------------

TEST(hash_changes_with_any_position_or_velocity_and_nothing_else)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_world* other = new_world(TAUT_SOLVER_VERLET, (taut_vec3){0.0f, -1.0f, 0.0f});
    taut_body_id id = add_known(world);
    (void)add_known(other);
    uint64_t hash = taut_world_hash(world);
    CHECK_EQ_U64(taut_world_hash(other), hash);
    REQUIRE(taut_body_set_drag(world, id, 1.0f) == TAUT_OK);
    REQUIRE(taut_body_add_force(world, id, 0, (taut_vec3){1.0f, 0.0f, 0.0f}) == TAUT_OK);
    CHECK_EQ_U64(taut_world_hash(world), hash);
    REQUIRE(taut_body_add_impulse(world, id, 2, (taut_vec3){0.0f, 0.0f, 1e-20f}) == TAUT_OK);
    CHECK(taut_world_hash(world) != hash);
    taut_world_destroy(world);
    taut_world_destroy(other);
}

TEST(hash_takes_nan_for_nan_and_minus_zero_for_zero)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_known(world);
    taut_body* body = taut_world_peek(world, id);
    REQUIRE(body != NULL);
    uint64_t plain = taut_world_hash(world);
    body->x[0].x = -0.0f;
    body->v[1].y = -0.0f;
    CHECK_EQ_U64(taut_world_hash(world), plain);
    body->x[0].x = NAN;
    uint64_t with_nan = taut_world_hash(world);
    CHECK(with_nan != plain);
    uint32_t bits = 0xffabcdefu;  // another NaN, negative, with a payload
    memcpy(&body->x[0].x, &bits, sizeof bits);
    CHECK_EQ_U64(taut_world_hash(world), with_nan);
    taut_world_destroy(world);
}

TEST(hash_tells_bodies_apart_by_their_place)
{
    taut_world* a = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_world* b = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_def def = taut_body_def_default();
    (void)add_single(a, def);
    def.offset.x = 1.0f;
    (void)add_single(a, def);
    (void)add_single(b, def);
    def.offset.x = 0.0f;
    (void)add_single(b, def);
    CHECK(taut_world_hash(a) != taut_world_hash(b));
    CHECK(taut_world_hash(NULL) != taut_world_hash(a));
    taut_world_destroy(a);
    taut_world_destroy(b);
}
