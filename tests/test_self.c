// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that touch one another: of one body, and of several.

#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)

static taut_body_def touching(float thickness)
{
    taut_body_def def = taut_body_def_default();
    def.collision.self = true;
    def.collision.others = true;
    def.collision.thickness = thickness;
    return def;
}

static taut_body_id one_particle(taut_world* world, taut_vec3 at, taut_vec3 velocity, float mass,
                                 taut_body_def def)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, at.x, at.y, at.z, mass);
    def.velocity = velocity;
    return add_body_def(world, builder, def);
}

// A square sheet of so many particles a side, flat.
static taut_body_id sheet(taut_world* world, int side, float spacing, taut_body_def def, bool held)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = side;
    cloth.spacing_u = cloth.spacing_v = spacing;
    cloth.tethers.enabled = false;
    taut_builder* builder = new_builder();
    (void)taut_make_cloth(builder, &cloth, NULL);
    for (int i = 0; held && i < side * side; ++i) {
        (void)taut_builder_pin(builder, i);
    }
    return add_body_def(world, builder, def);
}

static double nearest(const taut_world* world, taut_body_id a, taut_body_id b)
{
    taut_vec3_view x = taut_body_positions(world, a);
    taut_vec3_view y = taut_body_positions(world, b);
    double least = (double)INFINITY;
    for (int i = 0; i < x.count; ++i) {
        for (int k = 0; k < y.count; ++k) {
            double d = distance_between(taut_vec3_at(x, i), taut_vec3_at(y, k));
            least = d < least ? d : least;
        }
    }
    return least;
}

// Two that meet -----------------------------------------------------------------------------------

// From many distances, so that they meet in all parts of a substep; up to a closing speed of twice
// their distance in a substep.
TEST(two_particles_never_pass_each_other_and_keep_their_momentum)
{
    for (int k = 0; k < 60; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_body_def def = touching(0.01f);
        float speed = 2.0f + 0.35f * (float)k;
        float off = 0.0001f * (float)(k % 7);  // not quite head on
        taut_body_id a = one_particle(world, (taut_vec3){-0.5f, off, 0.0f},
                                      (taut_vec3){speed, 0.0f, 0.0f}, 1.0f, def);
        taut_body_id b = one_particle(world, (taut_vec3){0.5f + 0.003f * (float)k, 0.0f, 0.0f},
                                      (taut_vec3){-speed, 0.0f, 0.0f}, 3.0f, def);
        double before = (double)speed - 3.0 * (double)speed;
        (void)step_frames(world, 60, DT, 20);
        double after =
            (double)velocity_of(world, a, 0).x + 3.0 * (double)velocity_of(world, b, 0).x;
        CHECK_MSG(position_of(world, a, 0).x < position_of(world, b, 0).x,
                  "at %g m/s they passed each other", (double)speed);
        CHECK_NEAR(after, before, 1e-5 * (double)speed);
        CHECK(nearest(world, a, b) >= 0.98 * 0.02);
        taut_world_destroy(world);
    }
}

// The normal stops v, friction takes mu v off what is along.
TEST(friction_takes_off_its_part_of_the_blow)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_def def = touching(0.1f);
    def.collision.surface.friction = 0.3f;
    def.collision.surface.static_friction = 0.3f;
    taut_body_id below = one_particle(world, (taut_vec3){0}, (taut_vec3){0}, 1.0f, def);
    REQUIRE(taut_body_pin(world, below, 0) == TAUT_OK);
    taut_body_id a = one_particle(world, (taut_vec3){0.0f, 0.2005f, 0.0f},
                                  (taut_vec3){0.0f, -1.0f, 1.0f}, 1.0f, def);
    REQUIRE(taut_world_step(world, 0.001f, 1, NULL) == TAUT_OK);
    taut_vec3 v = velocity_of(world, a, 0);
    CHECK_NEAR(v.y, -0.5f, 0.005);  // it still had half a millimetre to go
    CHECK_NEAR(v.z, 1.0f - 0.3f * 0.5f, 0.005);
    (void)step_frames(world, 1, 0.001f, 1);
    v = velocity_of(world, a, 0);
    CHECK_NEAR(v.y, 0.0f, 0.01);
    CHECK_NEAR(v.z, 1.0f - 0.3f, 0.01);
    taut_world_destroy(world);
}

TEST(those_who_do_not_want_to_meet_do_not)
{
    for (int k = 0; k < 4; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_body_def def = touching(0.01f);
        taut_body_def other = def;
        other.collision.others = k != 1;
        other.collision.filter.mask = k == 2 ? 2u : UINT32_MAX;
        def.collision.filter.category = k == 3 ? 4u : 1u;
        other.collision.filter.mask = k == 3 ? ~4u : other.collision.filter.mask;
        taut_body_id a = one_particle(world, (taut_vec3){-0.1f, 0.0f, 0.0f},
                                      (taut_vec3){1.0f, 0.0f, 0.0f}, 1.0f, def);
        taut_body_id b = one_particle(world, (taut_vec3){0.1f, 0.0f, 0.0f},
                                      (taut_vec3){-1.0f, 0.0f, 0.0f}, 1.0f, other);
        (void)step_frames(world, 30, DT, 20);
        bool passed = position_of(world, a, 0).x > position_of(world, b, 0).x;
        CHECK_MSG(passed == (k > 0), "case %d", k);
        taut_world_destroy(world);
    }
}

TEST(a_frozen_body_is_felt)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = touching(0.05f);
    taut_body_id below = one_particle(world, (taut_vec3){0}, (taut_vec3){0}, 1.0f, def);
    REQUIRE(taut_body_set_frozen(world, below, true) == TAUT_OK);
    taut_body_id a = one_particle(world, (taut_vec3){0.0f, 0.3f, 0.0f}, (taut_vec3){0}, 1.0f, def);
    (void)step_frames(world, 60, DT, 20);
    CHECK_NEAR(position_of(world, a, 0).y, 0.1f, 0.002);
    CHECK(position_of(world, below, 0).y == 0.0f);
    taut_world_destroy(world);
}

// Sheets ------------------------------------------------------------------------------------------

// The pins below carry what lies on them: multipliers are forces here, too.
TEST(a_layer_on_a_layer_keeps_its_distance_and_its_weight_arrives_below)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = touching(0.02f);
    taut_body_id below = sheet(world, 16, 0.05f, def, true);
    def.offset = (taut_vec3){0.11f, 0.06f, 0.12f};
    def.drag = 1.0f;
    taut_body_id above = sheet(world, 10, 0.05f, def, false);
    double force = 0.0;
    double least = (double)INFINITY;
    CHECK_EQ_INT(step_frames(world, 120, DT, 20), 0);
    for (int frame = 0; frame < 60; ++frame) {
        CHECK_EQ_INT(step_frames(world, 1, DT, 20), 0);
        double now = nearest(world, above, below);
        least = now < least ? now : least;
        for (int i = 0; i < 256; ++i) {
            taut_reaction r = {0};
            REQUIRE(taut_body_reaction(world, below, i, &r) == TAUT_OK);
            force += (double)r.force.y;
        }
    }
    double weight = 0.0;
    for (int i = 0; i < 100; ++i) {
        weight += 9.81 * (double)taut_body_mass(world, above, i);
    }
    CHECK_MSG(least >= 0.9 * 0.04, "overlap %g %%", 100.0 * (1.0 - least / 0.04));
    CHECK_NEAR(force / 60.0, weight, 0.02 * weight);
    taut_world_destroy(world);
}

// A body knows how near its own are in its blueprint, and lets them be; also where a distance of
// two spacings is asked for.
TEST(particles_near_each_other_at_rest_stay_as_they_are)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = sheet(world, 12, 0.05f, touching(0.05f), false);
    taut_vec3 first[144];
    for (int i = 0; i < 144; ++i) {
        first[i] = position_of(world, id, i);
    }
    CHECK_EQ_INT(step_frames(world, 60, DT, 20), 0);
    for (int i = 0; i < 144; ++i) {
        CHECK(distance_between(first[i], position_of(world, id, i)) < 1e-6);
    }
    taut_world_destroy(world);
}

// The end of a hanging chain is led aside, and back across: through the chain, or not. Planar, so
// that it cannot go round.
static double led_across(bool self)
{
    taut_world_def world_def = world_def_of(TAUT_SOLVER_XPBD, earth);
    world_def.planar = true;
    taut_world* world = new_world_from(&world_def);
    taut_builder* builder = new_builder();
    for (int i = 0; i < 11; ++i) {
        (void)add_particle(builder, 0.0f, -0.1f * (float)i, 0.0f, 1.0f);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, 0.0f);
        }
    }
    taut_body_def def = touching(0.045f);
    def.collision.self = self;
    taut_body_id id = add_body_def(world, builder, def);
    (void)taut_body_pin(world, id, 0);
    (void)taut_body_grab(world, id, 10);
    double least = (double)INFINITY;
    for (int frame = 0; frame < 120; ++frame) {
        float out = (float)(frame < 50 ? frame : 50) / 50.0f;
        float back = (float)(frame > 60 ? frame - 60 : 0) / 60.0f;
        taut_vec3 to = {0.4f * out - 0.55f * back, -1.0f + 0.7f * out, 0.0f};
        (void)taut_body_set_target(world, id, 10, to);
        (void)step_frames(world, 1, DT, 20);
        for (int a = 0; a < 11; ++a) {
            for (int b = a + 2; b < 11; ++b) {
                double d = distance_between(position_of(world, id, a), position_of(world, id, b));
                least = d < least ? d : least;
            }
        }
    }
    taut_world_destroy(world);
    return least;
}

TEST(a_body_touches_itself_where_it_says_so)
{
    double through = led_across(false);
    double kept = led_across(true);
    CHECK_MSG(through < 0.07, "without: %g m", through);
    CHECK_MSG(kept >= 0.9 * 0.09, "with: %g m", kept);
}

static void add_momentum(const taut_world* world, taut_body_id id, double sum[3])
{
    taut_vec3_view v = taut_body_velocities(world, id);
    for (int i = 0; i < v.count; ++i) {
        float mass = taut_body_mass(world, id, i);
        taut_vec3 u = taut_vec3_at(v, i);
        sum[0] += (double)mass * (double)u.x;
        sum[1] += (double)mass * (double)u.y;
        sum[2] += (double)mass * (double)u.z;
    }
}

TEST(sheets_that_hit_each_other_keep_their_momentum)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_def def = touching(0.02f);
    def.velocity = (taut_vec3){0.3f, 1.0f, 0.0f};
    taut_body_id a = sheet(world, 10, 0.05f, def, false);
    def.offset = (taut_vec3){0.13f, 0.2f, 0.21f};
    def.velocity = (taut_vec3){0.0f, -2.0f, 0.4f};
    taut_body_id b = sheet(world, 14, 0.05f, def, false);
    double before[3] = {0};
    double after[3] = {0};
    add_momentum(world, a, before);
    add_momentum(world, b, before);
    taut_vec3 first = velocity_of(world, a, 55);
    CHECK_EQ_INT(step_frames(world, 60, DT, 20), 0);
    add_momentum(world, a, after);
    add_momentum(world, b, after);
    CHECK(fabs((double)(velocity_of(world, a, 55).y - first.y)) > 0.1);  // they did meet
    for (int k = 0; k < 3; ++k) {
        CHECK_NEAR(after[k], before[k], 1e-4 * fabs(before[1]));
    }
    taut_world_destroy(world);
}

// Too many ----------------------------------------------------------------------------------------

#define CROWD 3000

// A cloud whose particles are brought to one point and let go there.
static taut_body_id in_one_point(taut_world* world, taut_body_def def)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < CROWD; ++i) {
        (void)add_particle(builder, 0.1f * (float)(i % 60), 0.1f * (float)(i / 60), 0.0f, 1.0f);
    }
    taut_body_id id = add_body_def(world, builder, def);
    for (int i = 0; i < CROWD; ++i) {
        (void)taut_body_pin(world, id, i);
        (void)taut_body_set_target(world, id, i, (taut_vec3){1.0f, 1.0f, 0.0f});
    }
    (void)step_frames(world, 2, DT, 1);
    for (int i = 0; i < CROWD; ++i) {
        (void)taut_body_unpin(world, id, i);
    }
    return id;
}

static double fastest(const taut_world* world, taut_body_id id)
{
    double most = 0.0;
    for (int i = 0; i < CROWD; ++i) {
        double v = distance_between(velocity_of(world, id, i), (taut_vec3){0});
        most = v > most ? v : most;
    }
    return most;
}

// Each pair opens by no more than the speed it may leave at, so what is at the rim goes as fast as
// there are layers between it and the other rim, at most: the cube root of all, in a plane the
// square root.
TEST(thousands_in_one_point_come_apart_slowly)
{
    for (int planar = 0; planar < 2; ++planar) {
        taut_world_def world_def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
        world_def.planar = planar == 1;
        taut_world* world = new_world_from(&world_def);
        taut_body_def def = touching(0.01f);
        def.collision.leave_speed = 0.5f;
        def.drag = 1.0f;
        taut_body_id id = in_one_point(world, def);
        double most = 0.0;
        for (int frame = 0; frame < 90; ++frame) {
            uint32_t trouble = step_frames(world, 1, DT, 10);
            CHECK((trouble & ~(uint32_t)TAUT_STEP_CONTACTS_DROPPED) == 0);
            double now = fastest(world, id);
            most = now > most ? now : most;
        }
        CHECK(body_finite(world, id));
        double bound = 0.5 * (planar == 1 ? sqrt(CROWD) : cbrt(CROWD));
        CHECK_MSG(most > 0.1 && most < bound, "fastest %g of %g m/s", most, bound);
        double apart = 0.0;
        for (int i = 0; i < CROWD; ++i) {
            taut_vec3 at = position_of(world, id, i);
            apart += distance_between(at, (taut_vec3){1.0f, 1.0f, 0.0f}) / CROWD;
            CHECK(planar == 0 || at.z == 0.0f);
        }
        CHECK_MSG(apart > 0.05, "mean distance from the point %g m", apart);
        taut_world_destroy(world);
    }
}

TEST(where_there_is_no_room_the_report_says_so)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = touching(0.02f);
    def.collision.pair_room = 20;
    taut_body_id below = sheet(world, 10, 0.05f, def, true);
    def.offset = (taut_vec3){0.01f, 0.041f, 0.012f};
    taut_body_id above = sheet(world, 10, 0.05f, def, false);
    taut_step_report report;
    REQUIRE(taut_world_step(world, DT, 20, &report) == TAUT_OK);
    CHECK((report.trouble & TAUT_STEP_CONTACTS_DROPPED) != 0);
    CHECK(report.contacts_dropped > 0);
    CHECK(report.pair_count <= 40);
    CHECK_EQ_INT(step_frames(world, 60, DT, 20), TAUT_STEP_CONTACTS_DROPPED);
    CHECK(body_finite(world, above) && body_finite(world, below));
    taut_world_destroy(world);
}

// Bits, memory, mistakes --------------------------------------------------------------------------

static uint64_t heap_hash(taut_backend_kind backend, int threads, taut_precision precision)
{
    taut_world_def world_def = taut_world_def_default();
    world_def.backend = backend;
    world_def.thread_count = threads;
    taut_world* world = new_world_from(&world_def);
    taut_body_def def = touching(0.02f);
    def.precision = precision;
    (void)sheet(world, 30, 0.05f, def, true);
    for (int k = 0; k < 3; ++k) {
        def.offset = (taut_vec3){0.1f + 0.013f * (float)k, 0.05f + 0.05f * (float)k, 0.117f};
        def.velocity = (taut_vec3){0.0f, -1.0f, 0.2f * (float)k};
        (void)sheet(world, 24, 0.05f, def, false);
    }
    (void)step_frames(world, 20, DT, 10);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(layers_give_the_same_bits_on_every_backend_and_number_of_threads)
{
    for (int precision = 1; precision < TAUT_PRECISION_COUNT; ++precision) {
        uint64_t hash = heap_hash(TAUT_BACKEND_SCALAR, 1, (taut_precision)precision);
        for (int backend = 0; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
            if (taut_backend_available((taut_backend_kind)backend)) {
                CHECK_EQ_U64(heap_hash((taut_backend_kind)backend, 1, (taut_precision)precision),
                             hash);
            }
        }
        CHECK_EQ_U64(heap_hash(TAUT_BACKEND_AUTO, 2, (taut_precision)precision), hash);
        CHECK_EQ_U64(heap_hash(TAUT_BACKEND_AUTO, 8, (taut_precision)precision), hash);
    }
}

// A step begins with nothing from the one before, so that a trial in between changes nothing.
TEST(a_trial_of_substeps_leaves_contacts_as_they_were)
{
    uint64_t hashes[2] = {0};
    for (int k = 0; k < 2; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_def def = touching(0.02f);
        (void)sheet(world, 12, 0.05f, def, true);
        def.offset = (taut_vec3){0.02f, 0.07f, 0.03f};
        (void)sheet(world, 10, 0.05f, def, false);
        (void)step_frames(world, 10, DT, 10);
        taut_substeps_found found;
        if (k == 1) {
            REQUIRE(taut_world_find_substeps(world, 5, 0.01f, 40, &found) == TAUT_OK);
        }
        (void)step_frames(world, 10, DT, 10);
        hashes[k] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    CHECK_EQ_U64(hashes[1], hashes[0]);
}

TEST(memory_of_contacts_is_counted_given_back_and_not_asked_for_in_a_step)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    taut_body_id a = sheet(world, 8, 0.05f, touching(0.02f), true);
    taut_body_def body = touching(0.02f);
    body.offset.y = 0.05f;
    taut_body_id b = sheet(world, 8, 0.05f, body, false);
    long requests = memory.requests;
    (void)step_frames(world, 10, DT, 10);
    CHECK_EQ_INT(memory.requests, requests);
    CHECK(taut_body_destroy(world, a) == TAUT_OK);
    (void)step_frames(world, 10, DT, 10);
    CHECK(body_finite(world, b));
    taut_world_destroy(world);
    CHECK(memory.blocks == 0 && memory.wrong == 0);
}

TEST(without_memory_for_contacts_there_is_no_body)
{
    for (long fail_at = 0; fail_at < 40; ++fail_at) {
        taut_test_memory memory = {.fail_at = -1};
        taut_world_def def = taut_world_def_default();
        def.allocator = counting_allocator(&memory);
        taut_world* world = new_world_from(&def);
        REQUIRE(world != NULL);
        taut_blueprint* blueprint = bake_away(flat_cloth_builder(6, false));
        taut_body_def body = touching(0.02f);
        body.blueprint = blueprint;
        taut_body_id id = {0};
        memory.fail_at = memory.requests + fail_at;
        taut_result result = taut_body_create(world, &body, &id);
        CHECK(result == TAUT_OK || (result == TAUT_ERROR_OUT_OF_MEMORY && id.index1 == 0));
        CHECK_EQ_INT(taut_world_body_count(world), result == TAUT_OK ? 1 : 0);
        memory.fail_at = -1;
        (void)step_frames(world, 1, DT, 2);
        taut_world_destroy(world);
        taut_blueprint_release(blueprint);
        CHECK(memory.blocks == 0 && memory.wrong == 0);
        fail_at = result == TAUT_OK ? 40 : fail_at;
    }
}

static bool refused(taut_world* world, taut_body_def def, const char* field)
{
    taut_body_id id = {0};
    return taut_body_create(world, &def, &id) == TAUT_ERROR_INVALID && id.index1 == 0 &&
           strstr(taut_world_last_error(world), field) != NULL;
}

TEST(mistakes_in_a_collision_def_are_told)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_blueprint* blueprint = bake_away(flat_cloth_builder(4, false));
    taut_body_def good = touching(0.02f);
    good.blueprint = blueprint;
    static const float bad[] = {0.0f, -1.0f, NAN};
    for (int i = 0; i < 3; ++i) {
        taut_body_def def = good;
        def.collision.thickness = bad[i];
        CHECK(refused(world, def, "collision.thickness"));
        def = good;
        def.collision.leave_speed = bad[i];
        CHECK(refused(world, def, "collision.leave_speed"));
    }
    taut_body_def def = good;
    def.collision.surface.friction = -0.1f;
    CHECK(refused(world, def, "friction"));
    def = good;
    def.collision.surface.static_friction = 0.1f;
    CHECK(refused(world, def, "static_friction"));
    def = good;
    def.collision.surface.restitution = 1.5f;
    CHECK(refused(world, def, "restitution"));
    def = good;
    def.collision.pair_room = -1;
    CHECK(refused(world, def, "pair_room"));
    CHECK_EQ_INT(taut_world_body_count(world), 0);
    taut_blueprint_release(blueprint);
    taut_world_destroy(world);
}

TEST(an_empty_world_reports_no_pairs)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_rope_def rope = taut_rope_def_default();
    taut_builder* builder = new_builder();
    CHECK_EQ_INT(taut_make_rope(builder, &rope, NULL), TAUT_OK);
    taut_body_def def = taut_body_def_default();
    def.collision.self = true;
    def.collision.thickness = 0.2f;
    def.collision.pair_room = 1;
    taut_body_id body = add_body_def(world, builder, def);
    taut_step_report report;
    CHECK_EQ_INT(taut_world_step(world, 1.0f / 60.0f, 4, &report), TAUT_OK);
    CHECK(report.contacts_dropped > 0);
    CHECK_EQ_INT(taut_body_destroy(world, body), TAUT_OK);
    CHECK_EQ_INT(taut_world_step(world, 1.0f / 60.0f, 4, &report), TAUT_OK);
    CHECK_EQ_INT(report.contacts_dropped, 0);
    CHECK_EQ_INT(report.pair_count, 0);
    CHECK_EQ_INT(report.trouble, 0);
    taut_world_destroy(world);
}
