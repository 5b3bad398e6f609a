// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that change: blueprints of their own, parameters at run time, breaking.

#include "support.h"
#include "tear_bodies.h"
#include "test.h"

// Blueprints of their own -------------------------------------------------------------------------

static taut_builder* build_sample(int i)
{
    taut_net_def net = taut_net_def_default();
    taut_builder* builder = NULL;
    switch (i) {
    case 0:
        return curtain(20, 15, TAUT_BEND_SKIP_LINKS, true);
    case 1:
        return curtain(20, 15, TAUT_BEND_DIHEDRAL, false);
    case 2:
        return hanging_rope(50, 3.0f);
    default:
        builder = new_builder();
        (void)taut_make_net(builder, &net, NULL);
        (void)taut_builder_pin(builder, 0);
        return builder;
    }
}

static uint64_t hash_of_sample(int i, taut_solver_kind solver, bool own)
{
    taut_world* world = new_world(solver, earth);
    taut_body_def def = taut_body_def_default();
    def.tear.spare_particles = own ? 40 : 0;
    def.tear.strength = own ? 1e8f : 0.0f;
    taut_body_id id = add_body_def(world, build_sample(i), def);
    CHECK((taut_world_peek(world, id)->topology != NULL) == own);
    (void)step_frames(world, 30, FRAME, 8);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(a_blueprint_of_its_own_changes_no_bit)
{
    static const taut_solver_kind solvers[] = {TAUT_SOLVER_XPBD, TAUT_SOLVER_VERLET,
                                               TAUT_SOLVER_LEGACY, TAUT_SOLVER_SPRINGS_SYMPLECTIC};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            CHECK_EQ_U64(hash_of_sample(i, solvers[k], true), hash_of_sample(i, solvers[k], false));
        }
    }
}

// Parameters --------------------------------------------------------------------------------------

// A body whose links were made a tenth longer, or softer, when it was built, or are now.
static uint64_t hash_of_changed(int i, bool built, bool softer)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_builder* from = build_sample(i);
    taut_blueprint* plain = bake_away(from);
    taut_blueprint_stats stats = taut_blueprint_get_stats(plain);
    taut_builder* builder = new_builder();
    taut_body_def def = taut_body_def_default();
    def.blueprint = plain;
    taut_body_id id = {0};
    (void)taut_body_create(world, &def, &id);
    for (int k = 0; k < stats.particles; ++k) {
        taut_vec3 x = position_of(world, id, k);
        (void)taut_builder_add_particle(builder, x, taut_body_mass(world, id, k), NULL);
        if (taut_body_pinned(world, id, k)) {
            (void)taut_builder_pin(builder, k);
        }
    }
    for (int k = 0; k < stats.added + stats.tethers; ++k) {
        taut_constraint_def c;
        if (taut_blueprint_constraint(plain, k, &c) != TAUT_OK) {
            continue;
        }
        bool link = c.kind == TAUT_CONSTRAINT_DISTANCE && c.family == TAUT_FAMILY_STRUCTURAL;
        c.rest = link && built && !softer ? 1.1f * c.rest : c.rest;
        c.compliance = link && built && softer ? c.compliance + 1e-3f : c.compliance;
        (void)taut_builder_add_constraint(builder, &c, NULL);
    }
    (void)taut_body_destroy(world, id);
    taut_blueprint_release(plain);
    id = add_body(world, builder);
    int count = taut_world_peek(world, id)->blueprint->slot_count;
    for (int k = 0; k < count && !built; ++k) {
        taut_constraint_def c;
        (void)taut_blueprint_constraint(taut_body_blueprint(world, id), k, &c);
        if (c.kind == TAUT_CONSTRAINT_DISTANCE && c.family == TAUT_FAMILY_STRUCTURAL) {
            CHECK_EQ_INT(softer ? taut_body_set_compliance(world, id, k, c.compliance + 1e-3f)
                                : taut_body_set_rest(world, id, k, 1.1f * c.rest),
                         TAUT_OK);
        }
    }
    (void)step_frames(world, 20, FRAME, 8);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(what_is_changed_is_as_if_built_so)
{
    for (int i = 0; i < 4; ++i) {
        CHECK_EQ_U64(hash_of_changed(i, false, false), hash_of_changed(i, true, false));
        CHECK_EQ_U64(hash_of_changed(i, false, true), hash_of_changed(i, true, true));
    }
}

TEST(others_of_the_blueprint_stay_as_they_are)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_blueprint* rope = bake_away(hanging_rope(10, 1.0f));
    taut_body_def def = taut_body_def_default();
    def.blueprint = rope;
    taut_body_id a, b;
    REQUIRE(taut_body_create(world, &def, &a) == TAUT_OK);
    REQUIRE(taut_body_create(world, &def, &b) == TAUT_OK);
    REQUIRE(taut_body_set_rest(world, a, 3, 0.2f) == TAUT_OK);
    REQUIRE(taut_body_break(world, a, 7) == TAUT_OK);
    taut_constraint_state state;
    REQUIRE(taut_body_constraint(world, b, 3, &state) == TAUT_OK);
    CHECK_NEAR(state.rest, 0.1f, 1e-6);
    CHECK(!taut_body_broken(world, b, 7) && taut_body_broken(world, a, 7));
    REQUIRE(taut_body_constraint(world, a, 3, &state) == TAUT_OK);
    CHECK_NEAR(state.rest, 0.2f, 0.0);
    REQUIRE(taut_body_constraint(world, a, 7, &state) == TAUT_OK);
    CHECK(state.broken && state.force == 0.0f);
    CHECK(taut_body_blueprint(world, b) == rope && taut_body_blueprint(world, a) != rope);
    taut_blueprint_release(rope);
    taut_world_destroy(world);
}

// Breaking ----------------------------------------------------------------------------------------

// Ropes by hand: a chain of links, with a branch where asked for, links one-sided where asked for.
static taut_builder* chain_by_hand(int count, int without, bool branch, taut_sides sides)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < count; ++i) {
        (void)add_particle(builder, 0.1f * (float)i, 0.0f, 0.02f * (float)(i % 3), 0.1f);
    }
    for (int i = 0; i + 1 < count; ++i) {
        taut_constraint_def def = taut_link(i, i + 1);
        def.sides = sides;
        if (i != without) {
            (void)taut_builder_add_constraint(builder, &def, NULL);
        }
    }
    if (branch) {
        int twig = add_particle(builder, 0.3f, -0.1f, 0.0f, 0.3f);
        (void)add_link(builder, 3, twig, 0.0f);
    }
    (void)taut_builder_pin(builder, 0);
    return builder;
}

// A rope that breaks moves as two that were never one.
static void compare_broken(bool branch, taut_sides sides, taut_solver_kind solver, double tolerance)
{
    taut_world* world = new_world(solver, earth);
    taut_body_id whole = add_body(world, chain_by_hand(24, -1, branch, sides));
    taut_body_id parts = add_body(world, chain_by_hand(24, 9, branch, sides));
    REQUIRE(taut_body_break(world, whole, 9) == TAUT_OK);
    (void)step_frames(world, 40, FRAME, 20);
    double worst = 0.0;
    for (int i = 0; i < 24; ++i) {
        double off = distance_between(position_of(world, whole, i), position_of(world, parts, i));
        worst = off > worst ? off : worst;
    }
    CHECK_MSG(worst <= tolerance, "branch %d, sides %d, %s: they are %g m apart", branch,
              (int)sides, taut_solver_name(solver), worst);
    CHECK(distance_between(position_of(world, whole, 9), position_of(world, whole, 10)) > 0.5);
    taut_world_destroy(world);
}

TEST(a_broken_rope_moves_as_two)
{
    // Other trees are other orders of rounding; what swings for 40 frames tells them apart by less.
    compare_broken(false, TAUT_SIDES_BOTH, TAUT_SOLVER_XPBD, 1e-4);
    compare_broken(true, TAUT_SIDES_BOTH, TAUT_SOLVER_XPBD, 1e-4);
    compare_broken(false, TAUT_SIDES_TENSION, TAUT_SOLVER_XPBD, 1e-3);
    compare_broken(false, TAUT_SIDES_BOTH, TAUT_SOLVER_VERLET, 2e-2);
    compare_broken(false, TAUT_SIDES_BOTH, TAUT_SOLVER_LEGACY, 1e-6);
}

TEST(a_rope_breaks_where_the_load_is)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = taut_body_def_default();
    def.tear.strength = 90.0f;  // a load that is let go of comes down with twice its weight
    def.drag = 5.0f;
    taut_body_id id = add_body_def(world, hanging_rope(20, 4.0f), def);
    (void)step_frames(world, 60, FRAME, 20);
    int broken = 0;
    for (int i = 0; i < 20; ++i) {
        broken += taut_body_broken(world, id, i);
    }
    CHECK_EQ_INT(broken, 0);
    // Pulled down by more and more, it goes at the first link, which bears the rope as well.
    for (int i = 0; i < 200 && broken == 0; ++i) {
        (void)taut_body_add_force(world, id, 20, (taut_vec3){0.0f, -0.4f * (float)i, 0.0f});
        (void)step_frames(world, 1, FRAME, 20);
        broken = taut_world_events(world).count;
    }
    REQUIRE(broken == 1);
    taut_event note = taut_world_events(world).data[0];
    CHECK(note.kind == TAUT_EVENT_BREAK && note.constraint == 0 && note.body.index1 == id.index1);
    CHECK_NEAR(note.place.y, -0.025, 0.01);
    CHECK(note.force > 90.0f && note.force < 95.0f);
    (void)step_frames(world, 30, FRAME, 20);
    for (int i = 1; i < 20; ++i) {
        CHECK(!taut_body_broken(world, id, i));
    }
    float fall = position_of(world, id, 20).y + 1.0f;
    CHECK_MSG(fall < -0.5f, "it fell %g m", (double)fall);
    taut_world_destroy(world);
}

// Where gravity comes all at once, every link of a chain of weights has more than it can bear.
TEST(the_link_that_bears_most_breaks_first)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    for (int i = 0; i < 6; ++i) {
        (void)add_particle(builder, 0.0f, -0.1f * (float)i, 0.0f, 1.0f);
    }
    for (int i = 5; i > 0; --i) {
        (void)add_link(builder, i, i - 1, 0.0f);
    }
    (void)taut_builder_pin(builder, 0);
    taut_body_def def = taut_body_def_default();
    def.tear.strength = 5.0f;
    def.tear.most_breaks = 1;
    taut_body_id id = add_body_def(world, builder, def);
    REQUIRE(taut_world_set_gravity(world, earth) == TAUT_OK);
    (void)step_frames(world, 1, FRAME, 20);
    taut_event_view events = taut_world_events(world);
    REQUIRE(events.count == 1);
    CHECK_EQ_INT(events.data[0].constraint, 4);  // the last, between the pin and the first weight
    CHECK_NEAR(events.data[0].force, 5.0 * 9.81, 1.0);
    CHECK(taut_body_broken(world, id, 4) && !taut_body_broken(world, id, 0));
    taut_world_destroy(world);
}

TEST(limits_of_constraints_and_of_stretch)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 2.0f, 0.0f, 0.0f, 1.0f);
    for (int i = 0; i < 2; ++i) {
        taut_constraint_def def = taut_link(i, i + 1);
        def.compliance = 1e-3f;
        def.stretch = i == 0 ? 0.02f : 0.0f;
        def.strength = i == 1 ? 8.0f : 0.0f;
        REQUIRE(taut_builder_add_constraint(builder, &def, NULL) == TAUT_OK);
    }
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 2);
    taut_body_id id = add_body(world, builder);
    taut_constraint_def read;
    REQUIRE(taut_blueprint_constraint(taut_body_blueprint(world, id), 1, &read) == TAUT_OK);
    CHECK_NEAR(read.strength, 8.0f, 0.0);
    // 5 N pull the particle 2.5 mm to one side; 30 N bring link 1 to 15 N.
    for (int i = 0; i < 120; ++i) {
        (void)taut_body_add_force(world, id, 1, (taut_vec3){-5.0f, 0.0f, 0.0f});
        (void)step_frames(world, 1, FRAME, 20);
    }
    CHECK(!taut_body_broken(world, id, 0) && !taut_body_broken(world, id, 1));
    for (int i = 0; i < 10; ++i) {
        (void)taut_body_add_force(world, id, 1, (taut_vec3){-30.0f, 0.0f, 0.0f});
        (void)step_frames(world, 1, FRAME, 20);
    }
    CHECK(!taut_body_broken(world, id, 0) && taut_body_broken(world, id, 1));
    // Both ends held, link 0 is as long as they are apart: 1.9 % too long, 2.1 %.
    REQUIRE(taut_body_grab(world, id, 1) == TAUT_OK);
    for (int i = 0; i < 2; ++i) {
        taut_vec3 at = position_of(world, id, 1);
        at.x -= i == 0 ? 1.019f : 1.021f;
        REQUIRE(taut_body_set_target(world, id, 0, at) == TAUT_OK);
        (void)step_frames(world, 1, FRAME, 20);
        CHECK(taut_body_broken(world, id, 0) == (i == 1));
    }
    taut_world_destroy(world);
}

TEST(nothing_breaks_in_trials)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = taut_body_def_default();
    def.tear.strength = 1.0f;
    taut_body_id id = add_body_def(world, hanging_rope(20, 4.0f), def);
    taut_substeps_found found;
    CHECK_EQ_INT(taut_world_find_substeps(world, 10, 0.01f, 50, &found), TAUT_OK);
    for (int i = 0; i < 20; ++i) {
        CHECK(!taut_body_broken(world, id, i));
    }
    taut_world_destroy(world);
}

// Memory and misuse -------------------------------------------------------------------------------

TEST(a_step_that_tears_asks_for_no_memory)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    REQUIRE(world != NULL);
    taut_body_def body = tearing(400);
    body.tear.stretch = 0.15f;
    taut_body_id id = add_body_def(world, curtain(24, 18, TAUT_BEND_DIHEDRAL, true), body);
    long requests = memory.requests;
    pull_down(world, id, 24 * 10 + 9, 40);
    CHECK(taut_world_peek(world, id)->particle_count > 24 * 18);
    CHECK_EQ_INT(memory.requests, requests);
    CHECK_EQ_INT((long)taut_world_memory(world).bytes, memory.bytes);
    taut_body_id rope = add_body(world, hanging_rope(10, 1.0f));
    size_t shared = taut_world_peek(world, rope)->blueprint->bytes;
    CHECK(shared > 0);
    CHECK_EQ_INT(taut_body_break(world, rope, 3), TAUT_OK);
    CHECK_EQ_INT((long)taut_world_memory(world).bytes, memory.bytes);
    taut_world_destroy(world);
    CHECK(memory.blocks == 0 && memory.wrong == 0);
}

TEST(without_memory_nothing_has_changed)
{
    bool succeeded = false;
    for (long fail_at = 0; !succeeded && fail_at < 40; ++fail_at) {
        taut_test_memory memory = {.fail_at = -1};
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        def.allocator = counting_allocator(&memory);
        taut_world* world = new_world_from(&def);
        taut_body_id id = add_body(world, hanging_rope(10, 1.0f));
        memory.fail_at = memory.requests + fail_at;
        taut_result result = taut_body_set_rest(world, id, 3, 0.2f);
        succeeded = result == TAUT_OK;
        CHECK(succeeded || result == TAUT_ERROR_OUT_OF_MEMORY);
        CHECK((taut_world_peek(world, id)->topology != NULL) == succeeded);
        taut_body_def body = tearing(20);
        (void)add_body_def(world, curtain(4, 4, TAUT_BEND_DIHEDRAL, true), body);
        taut_world_destroy(world);
        CHECK(memory.blocks == 0 && memory.wrong == 0);
    }
    CHECK(succeeded);
}

TEST(mistakes_are_told)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, curtain(4, 4, TAUT_BEND_NONE, true));
    taut_body_id none = {0};
    int tether = taut_world_peek(world, id)->blueprint->slot_count - 1;
    CHECK_EQ_INT(taut_body_set_rest(world, none, 0, 1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_rest(world, id, -1, 1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_rest(world, id, 100000, 1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_rest(world, id, 0, 0.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_rest(world, id, 0, NAN), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_compliance(world, id, 0, -1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_compliance(world, id, 0, NAN), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_compliance(world, id, tether, 1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_limits(world, id, 0, NAN, 0.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_limits(world, id, 0, 0.0f, -1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_limits(world, id, tether, 1.0f, 0.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_break(world, id, 100000), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_cut(world, NULL, NULL), TAUT_ERROR_INVALID);
    taut_blade bad = {.from0 = {NAN, 0.0f, 0.0f}};
    CHECK_EQ_INT(taut_world_cut(world, &bad, NULL), TAUT_ERROR_INVALID);
    CHECK(taut_world_peek(world, id)->topology == NULL);
    CHECK(!taut_body_broken(world, id, -1) && !taut_body_broken(world, none, 0));
    CHECK_EQ_INT(taut_body_particle_origin(world, id, 16), -1);
    CHECK_EQ_INT(taut_body_particle_origin(world, id, 15), 15);
    CHECK_EQ_INT(taut_body_triangles(world, none).count, 0);
    static const taut_tear_def wrong[] = {{.spare_particles = -1},
                                          {.spare_particles = TAUT_MAX_PARTICLES},
                                          {.strength = -1.0f},
                                          {.stretch = NAN},
                                          {.most_breaks = 65}};
    taut_blueprint* rope = bake_away(hanging_rope(4, 1.0f));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        taut_body_def def = taut_body_def_default();
        def.blueprint = rope;
        def.tear = wrong[i];
        taut_body_id made;
        CHECK_EQ_INT(taut_body_create(world, &def, &made), TAUT_ERROR_INVALID);
        CHECK(strstr(taut_world_last_error(world), "taut_body_def.tear.") != NULL);
    }
    taut_blueprint_release(rope);
    taut_world_destroy(world);
}

// As many fans at one particle as there can be: each gets one of its own, and keeps its links.
TEST(thirty_two_triangles_at_one_particle_come_apart_whole)
{
    taut_builder* builder = new_builder();
    int middle = -1;
    (void)taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f, &middle);
    for (int i = 0; i < TAUT_MOST_FAN; ++i) {
        double angle = 6.283185307179586 * i / TAUT_MOST_FAN;
        int ends[2] = {-1, -1};
        for (int k = 0; k < 2; ++k) {
            taut_vec3 at = {(float)cos(angle + 0.1 * k), (float)sin(angle + 0.1 * k), 0.0f};
            (void)taut_builder_add_particle(builder, at, 1.0f, &ends[k]);
            taut_constraint_def link = taut_constraint_def_default(TAUT_CONSTRAINT_DISTANCE);
            link.particles[0] = middle;
            link.particles[1] = ends[k];
            link.rest = 1.0f;
            CHECK_EQ_INT(taut_builder_add_constraint(builder, &link, NULL), TAUT_OK);
        }
        CHECK_EQ_INT(taut_builder_add_triangle(builder, middle, ends[0], ends[1]), TAUT_OK);
    }
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id body = add_body_def(world, builder, tearing(100));
    CHECK_EQ_INT(taut_body_break(world, body, 0), TAUT_OK);
    CHECK_EQ_INT(taut_body_positions(world, body).count, 2 * TAUT_MOST_FAN + TAUT_MOST_FAN);
    for (int i = 0; i < 2 * TAUT_MOST_FAN; ++i) {
        CHECK(!taut_body_broken(world, body, i));
    }
    taut_world_destroy(world);
}

// Seats set aside hold what the body before left in the room: that is nobody's, and touches
// nothing.
TEST(seats_without_particles_touch_nothing)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position.y = -5.0f;
    taut_collider_id id;
    CHECK_EQ_INT(taut_collider_create(world, &ground, &id), TAUT_OK);
    taut_body_def ghost = taut_body_def_default();  // goes through the ground
    ghost.offset.y = -4.5f;
    ghost.velocity.y = -20.0f;
    ghost.collision.enabled = false;
    ghost.precision = TAUT_PRECISION_FINE;
    (void)add_body_def(world, curtain(22, 21, TAUT_BEND_NONE, false), ghost);
    taut_body_def def = tearing(400);  // as many seats, and well above
    def.offset.y = -4.4f;
    def.precision = TAUT_PRECISION_FINE;
    (void)add_body_def(world, curtain(8, 8, TAUT_BEND_NONE, false), def);
    for (int i = 0; i < 20; ++i) {
        taut_collider_load load;
        CHECK_EQ_INT(taut_world_step(world, FRAME, 10, NULL), TAUT_OK);
        CHECK_EQ_INT(taut_collider_reaction(world, id, &load), TAUT_OK);
        CHECK_NEAR(load.force.y, 0.0, 0.0);
    }
    taut_world_destroy(world);
}

// What a broken constraint held by friction is nobody's business any more, and reads the same
// whatever instructions went over its lane.
TEST(a_broken_joint_that_rubbed_reads_the_same_everywhere)
{
    static const taut_backend_kind backends[] = {TAUT_BACKEND_SCALAR, TAUT_BACKEND_AUTO};
    float rest[2], value[2];
    for (int k = 0; k < 2; ++k) {
        taut_builder* builder = new_builder();
        for (int i = 0; i < 12; ++i) {
            (void)add_particle(builder, 0.1f * (float)i, 0.02f * (float)(i % 3), 0.0f, 0.05f);
        }
        for (int i = 0; i < 11; ++i) {
            (void)add_link(builder, i, i + 1, 0.0f);
        }
        int joint = -1;
        for (int i = 0; i < 10; ++i) {
            taut_constraint_def angle = taut_link(i, i + 1);
            angle.kind = TAUT_CONSTRAINT_ANGLE;
            angle.particles[2] = i + 2;
            angle.compliance = 1e-3f;
            angle.friction = 1e-4f;
            CHECK_EQ_INT(taut_builder_add_constraint(builder, &angle, &joint), TAUT_OK);
        }
        CHECK_EQ_INT(taut_builder_pin(builder, 0), TAUT_OK);
        taut_world_def def = taut_world_def_default();
        def.backend = backends[k];
        taut_world* world = new_world_from(&def);
        taut_body_id body = add_body(world, builder);
        for (int i = 0; i < 20; ++i) {
            CHECK(i != 10 || taut_body_break(world, body, joint) == TAUT_OK);
            CHECK_EQ_INT(taut_world_step(world, FRAME, 4, NULL), TAUT_OK);
        }
        taut_constraint_state state;
        CHECK_EQ_INT(taut_body_constraint(world, body, joint, &state), TAUT_OK);
        CHECK(state.broken);
        rest[k] = state.rest;
        value[k] = state.value;
        taut_world_destroy(world);
    }
    CHECK(same_bits(rest[0], rest[1]) && same_bits(value[0], value[1]));
}
