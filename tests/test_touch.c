// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reaching in: pins, targets, picking, grabbing and letting go.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

// Five particles of 1 kg in a row along x, 1 m apart and linked; the first is pinned.
static taut_body_id add_row(taut_world* world)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 5; ++i) {
        (void)add_particle(builder, (float)i, 0.0f, 0.0f, 1.0f);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, 0.0f);
        }
    }
    (void)taut_builder_pin(builder, 0);
    return add_body(world, builder);
}

// Pins --------------------------------------------------------------------------------------------

TEST(pinned_particle_stands_still_and_unpinned_falls_from_rest)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_row(world);
    CHECK(taut_body_pinned(world, id, 0));
    CHECK(!taut_body_pinned(world, id, 1));
    CHECK_EQ_INT(step_frames(world, 30, FRAME, 10), 0);
    CHECK(same_vec3_bits(position_of(world, id, 0), no_gravity));
    CHECK(position_of(world, id, 4).y < -0.3f);

    REQUIRE(taut_body_pin(world, id, 4) == TAUT_OK);
    REQUIRE(taut_body_pin(world, id, 4) == TAUT_OK);  // twice is fine
    CHECK(taut_body_pinned(world, id, 4));
    taut_vec3 held = position_of(world, id, 4);
    CHECK(same_vec3_bits(velocity_of(world, id, 4), no_gravity));
    CHECK_EQ_INT(step_frames(world, 30, FRAME, 10), 0);
    CHECK(same_vec3_bits(position_of(world, id, 4), held));

    REQUIRE(taut_body_unpin(world, id, 4) == TAUT_OK);
    REQUIRE(taut_body_unpin(world, id, 4) == TAUT_OK);  // twice is fine
    CHECK(!taut_body_pinned(world, id, 4));
    CHECK(same_vec3_bits(velocity_of(world, id, 4), no_gravity));
    CHECK_EQ_INT(step_frames(world, 30, FRAME, 10), 0);
    CHECK(position_of(world, id, 4).y < held.y);
    taut_world_destroy(world);
}

TEST(unpinned_cloth_falls_as_one)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    REQUIRE(taut_builder_pin(builder, 0) == TAUT_OK);
    REQUIRE(taut_builder_pin(builder, 19) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 60, FRAME, 10), 0);
    double before = 0.0, after = 0.0, mass = 0.0;
    taut_measure m;
    REQUIRE(taut_body_unpin(world, id, 0) == TAUT_OK);
    REQUIRE(taut_body_unpin(world, id, 19) == TAUT_OK);
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    before = (double)m.momentum.y;
    for (int i = 0; i < 400; ++i) {
        mass += (double)taut_body_mass(world, id, i);
    }
    CHECK_EQ_INT(step_frames(world, 60, FRAME, 10), 0);
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    after = (double)m.momentum.y;
    // One second of free fall: nothing holds it any more, tethers least of all. Rounding of forces
    // inside the cloth is far below a thousandth of its weight.
    CHECK_NEAR((after - before) / mass, -9.81, 0.01);
    taut_world_destroy(world);
}

// Targets -----------------------------------------------------------------------------------------

TEST(moving_anchor_arrives_exactly_and_then_stands)
{
    for (int kind = 0; kind < TAUT_SOLVER_KIND_COUNT; ++kind) {
        taut_world_def def = world_def_of((taut_solver_kind)kind, no_gravity);
        taut_world* world = new_world_from(&def);
        taut_body_id id = add_row(world);
        taut_vec3 target = {0.1f, 0.3f, -0.7f};
        REQUIRE(taut_body_set_target(world, id, 0, (taut_vec3){9.0f, 9.0f, 9.0f}) == TAUT_OK);
        REQUIRE(taut_body_set_target(world, id, 0, target) == TAUT_OK);  // the last one counts
        CHECK(same_vec3_bits(position_of(world, id, 0), no_gravity));    // not before the step
        (void)step_frames(world, 1, 0.125f, 7);
        CHECK(same_vec3_bits(position_of(world, id, 0), target));
        taut_vec3 v = velocity_of(world, id, 0);
        // The way over dt, which is a power of two: only the product is rounded.
        CHECK(same_vec3_bits(v, (taut_vec3){0.1f * 8.0f, 0.3f * 8.0f, -0.7f * 8.0f}));
        (void)step_frames(world, 1, 0.125f, 7);
        CHECK(same_vec3_bits(position_of(world, id, 0), target));
        CHECK(same_vec3_bits(velocity_of(world, id, 0), no_gravity));
        taut_world_destroy(world);
    }
}

TEST(moving_anchor_arrives_exactly_from_anywhere)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_single(world, taut_body_def_default());
    REQUIRE(taut_body_pin(world, id, 0) == TAUT_OK);
    taut_test_random r = {42};
    for (int i = 0; i < 200; ++i) {
        taut_vec3 target = {random_between(&r, -100.0f, 100.0f), random_between(&r, -1.0f, 1.0f),
                            random_between(&r, 0.0f, 1e-3f)};
        REQUIRE(taut_body_set_target(world, id, 0, target) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 1 + i % 7), 0);
        CHECK(same_vec3_bits(position_of(world, id, 0), target));
    }
    taut_world_destroy(world);
}

// A lone anchor is seen on its way by what hangs on it, so look at it through a user constraint.
static bool note_way(void* context, int count, const taut_vec3* x, float* value,
                     taut_vec3* gradient)
{
    float** next = context;
    (void)count;
    (void)value;
    (void)gradient;
    *(*next)++ = x[0].y;
    return false;
}

TEST(moving_anchor_travels_evenly_over_the_substeps)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    float seen[8] = {0};
    float* next = seen;
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 1.0f, 0.0f, 1.0f);
    (void)taut_builder_pin(builder, 0);
    taut_user_constraint_def def = taut_user_constraint_def_default();
    def.evaluate = note_way;
    def.context = &next;
    def.particle_count = 1;
    REQUIRE(taut_builder_add_user_constraint(builder, &def, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    REQUIRE(taut_body_set_target(world, id, 0, (taut_vec3){0.0f, 3.0f, 0.0f}) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 8), 0);
    for (int i = 0; i < 8; ++i) {
        CHECK(seen[i] == 1.0f + 0.25f * (float)(i + 1));
    }
    taut_world_destroy(world);
}

TEST(anchor_pulls_what_hangs_on_it)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_row(world);
    for (int frame = 0; frame < 60; ++frame) {
        taut_vec3 target = {-0.05f * (float)(frame + 1), 0.0f, 0.0f};
        REQUIRE(taut_body_set_target(world, id, 0, target) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 10), 0);
    }
    // Pulled 3 m along its own line, the last particle has come along.
    CHECK_MSG(position_of(world, id, 4).x < 1.5f, "at %g", (double)position_of(world, id, 4).x);
    taut_world_destroy(world);
}

TEST(target_of_a_free_particle_is_refused)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_row(world);
    uint64_t hash = taut_world_hash(world);
    CHECK_EQ_INT(taut_body_set_target(world, id, 2, (taut_vec3){1.0f, 1.0f, 1.0f}),
                 TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "particle 2 is free") != NULL);
    (void)step_frames(world, 1, FRAME, 4);
    CHECK_EQ_U64(taut_world_hash(world), hash);
    taut_world_destroy(world);
}

TEST(target_given_before_unpinning_is_forgotten)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_row(world);
    REQUIRE(taut_body_set_target(world, id, 0, (taut_vec3){5.0f, 5.0f, 5.0f}) == TAUT_OK);
    REQUIRE(taut_body_unpin(world, id, 0) == TAUT_OK);
    uint64_t hash = taut_world_hash(world);
    CHECK_EQ_INT(step_frames(world, 2, FRAME, 4), 0);
    CHECK_EQ_U64(taut_world_hash(world), hash);
    // Nor does it come back with a new pin.
    REQUIRE(taut_body_pin(world, id, 0) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 2, FRAME, 4), 0);
    CHECK_EQ_U64(taut_world_hash(world), hash);
    taut_world_destroy(world);
}

// Picking -----------------------------------------------------------------------------------------

static taut_pick pick_down(taut_world* world, float x, float radius)
{
    taut_pick pick = {0};
    CHECK_EQ_INT(taut_world_pick(world, (taut_vec3){x, 3.0f, 0.0f}, (taut_vec3){0.0f, -2.0f, 0.0f},
                                 radius, &pick),
                 TAUT_OK);
    return pick;
}

TEST(pick_finds_the_nearest_free_particle_along_the_ray)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_row(world);
    taut_body_def def = taut_body_def_default();
    def.offset = (taut_vec3){2.0f, -1.0f, 0.0f};
    taut_body_id below = add_single(world, def);
    taut_pick pick = pick_down(world, 2.05f, 0.1f);
    CHECK(pick.hit);
    CHECK(pick.body.index1 == id.index1);
    CHECK_EQ_INT(pick.particle, 2);
    CHECK(pick.distance == 3.0f);  // not 1.5: directions may have any length
    // From between the two, downwards, the lower one; what lies behind the origin is not seen.
    taut_vec3 from = {2.0f, -0.5f, 0.0f}, down = {0.0f, -1.0f, 0.0f};
    REQUIRE(taut_world_pick(world, from, down, 0.1f, &pick) == TAUT_OK);
    CHECK(pick.hit && pick.body.index1 == below.index1);
    CHECK_EQ_INT(pick.particle, 0);
    CHECK(pick.distance == 0.5f);
    CHECK(!pick_down(world, 2.5f, 0.1f).hit);
    taut_world_destroy(world);
}

TEST(pick_passes_over_pinned_and_grabbed_particles)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_row(world);
    CHECK(!pick_down(world, 0.0f, 0.1f).hit);
    taut_pick pick = pick_down(world, 0.0f, 1.0f);  // wide enough for the next one, exactly
    CHECK(pick.hit);
    CHECK_EQ_INT(pick.particle, 1);
    REQUIRE(taut_body_grab(world, id, 1) == TAUT_OK);
    CHECK(!pick_down(world, 0.0f, 1.5f).hit);
    taut_world_destroy(world);
}

TEST(pick_takes_directions_of_any_length)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_row(world);
    static const float lengths[] = {1e-38f, 1e-30f, 1e-3f, 1.0f, 1e10f, 1e30f, 3e38f};
    for (int i = 0; i < 7; ++i) {
        taut_pick pick = {0};
        taut_vec3 direction = {0.0f, -lengths[i], 0.0f};
        CHECK_MSG(taut_world_pick(world, (taut_vec3){3.0f, 2.0f, 0.0f}, direction, 0.1f, &pick) ==
                      TAUT_OK,
                  "length %g: %s", (double)lengths[i], taut_world_last_error(world));
        CHECK_MSG(pick.hit && pick.particle == 3 && pick.distance == 2.0f,
                  "length %g: hit %d, particle %d at %g", (double)lengths[i], pick.hit,
                  pick.particle, (double)pick.distance);
    }
    CHECK(taut_body_valid(world, id));
    taut_world_destroy(world);
}

TEST(pick_in_an_empty_world_hits_nothing)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    CHECK(!pick_down(world, 0.0f, 1e6f).hit);
    taut_world_destroy(world);
}

// Grabbing ----------------------------------------------------------------------------------------

TEST(grabbed_particle_follows_the_hand)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_row(world);
    CHECK_EQ_INT(step_frames(world, 5, FRAME, 10), 0);
    REQUIRE(taut_body_grab(world, id, 4) == TAUT_OK);
    CHECK(taut_body_pinned(world, id, 4));
    for (int frame = 0; frame < 30; ++frame) {
        taut_vec3 hand = {3.5f, 0.05f * (float)frame, 0.5f};
        REQUIRE(taut_body_set_target(world, id, 4, hand) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 10), 0);
        CHECK(same_vec3_bits(position_of(world, id, 4), hand));
    }
    taut_world_destroy(world);
}

TEST(grabbing_a_pinned_particle_is_refused_and_nothing_moves)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_row(world);
    uint64_t hash = taut_world_hash(world);
    CHECK_EQ_INT(taut_body_grab(world, id, 0), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "particle 0 is pinned") != NULL);
    CHECK_EQ_INT(taut_body_release(world, id, 0, TAUT_RELEASE_THROW), TAUT_ERROR_INVALID);
    CHECK(taut_body_pinned(world, id, 0));
    REQUIRE(taut_body_grab(world, id, 1) == TAUT_OK);
    CHECK_EQ_INT(taut_body_grab(world, id, 1), TAUT_ERROR_INVALID);  // one hand at a time
    REQUIRE(taut_body_release(world, id, 1, TAUT_RELEASE_DROP) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 2, FRAME, 4), 0);
    CHECK_EQ_U64(taut_world_hash(world), hash);
    taut_world_destroy(world);
}

// Drags a lone particle at 2 m/s, lets go, and waits a second.
static void drag_and_release(taut_solver_kind solver, taut_release how, taut_vec3* x, taut_vec3* v)
{
    taut_world* world = new_world(solver, no_gravity);
    taut_body_id id = add_single(world, taut_body_def_default());
    CHECK_EQ_INT(taut_body_grab(world, id, 0), TAUT_OK);
    for (int frame = 1; frame <= 4; ++frame) {
        taut_vec3 hand = {0.125f * (float)frame, 0.0f, 0.0f};
        CHECK_EQ_INT(taut_body_set_target(world, id, 0, hand), TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 1, 0.0625f, 2), 0);
    }
    CHECK_EQ_INT(taut_body_release(world, id, 0, how), TAUT_OK);
    CHECK(!taut_body_pinned(world, id, 0));
    *v = velocity_of(world, id, 0);
    CHECK_EQ_INT(step_frames(world, 16, 0.0625f, 2), 0);
    *x = position_of(world, id, 0);
    taut_world_destroy(world);
}

TEST(release_drops_from_rest_or_throws_with_the_hand)
{
    for (int kind = 0; kind < TAUT_SOLVER_KIND_COUNT; ++kind) {
        if (kind == TAUT_SOLVER_LEGACY) {
            continue;  // keeps a part of its velocity only
        }
        taut_vec3 x, v;
        drag_and_release((taut_solver_kind)kind, TAUT_RELEASE_DROP, &x, &v);
        CHECK(same_vec3_bits(v, no_gravity));
        CHECK(same_vec3_bits(x, (taut_vec3){0.5f, 0.0f, 0.0f}));
        drag_and_release((taut_solver_kind)kind, TAUT_RELEASE_THROW, &x, &v);
        CHECK(same_vec3_bits(v, (taut_vec3){2.0f, 0.0f, 0.0f}));
        CHECK_MSG(same_vec3_bits(x, (taut_vec3){2.5f, 0.0f, 0.0f}), "%s: at %g, not 2.5",
                  taut_solver_name((taut_solver_kind)kind), (double)x.x);
    }
}

TEST(throw_after_the_hand_stopped_is_a_drop)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_single(world, taut_body_def_default());
    REQUIRE(taut_body_grab(world, id, 0) == TAUT_OK);
    REQUIRE(taut_body_set_target(world, id, 0, (taut_vec3){1.0f, 0.0f, 0.0f}) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 2, FRAME, 2), 0);  // the second without a target
    REQUIRE(taut_body_release(world, id, 0, TAUT_RELEASE_THROW) == TAUT_OK);
    CHECK(same_vec3_bits(velocity_of(world, id, 0), no_gravity));
    taut_world_destroy(world);
}

TEST(release_of_a_particle_pinned_meanwhile_leaves_it_pinned)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_single(world, taut_body_def_default());
    REQUIRE(taut_body_grab(world, id, 0) == TAUT_OK);
    REQUIRE(taut_body_pin(world, id, 0) == TAUT_OK);
    REQUIRE(taut_body_release(world, id, 0, TAUT_RELEASE_THROW) == TAUT_OK);
    CHECK(taut_body_pinned(world, id, 0));
    CHECK_EQ_INT(step_frames(world, 5, FRAME, 2), 0);
    CHECK(same_vec3_bits(position_of(world, id, 0), no_gravity));
    // And unpinning a grabbed one leaves it in the hand.
    REQUIRE(taut_body_unpin(world, id, 0) == TAUT_OK);
    REQUIRE(taut_body_grab(world, id, 0) == TAUT_OK);
    REQUIRE(taut_body_unpin(world, id, 0) == TAUT_OK);
    CHECK(taut_body_pinned(world, id, 0));
    taut_world_destroy(world);
}

// Every particle in turn is moved, held, thrown: lists inside must neither overflow nor forget.
TEST(many_hands_at_once_keep_their_order)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_row(world);
    taut_test_random r = {41};
    for (int frame = 0; frame < 500; ++frame) {
        int i = random_below(&r, 5);
        switch (random_below(&r, 5)) {
        case 0:
            (void)taut_body_grab(world, id, i);
            break;
        case 1:
            (void)taut_body_release(world, id, i, TAUT_RELEASE_THROW);
            break;
        case 2:
            (void)taut_body_pin(world, id, i);
            break;
        case 3:
            (void)taut_body_unpin(world, id, i);
            break;
        default:
            break;
        }
        taut_vec3 targets[5];
        for (int k = 0; k < 5; ++k) {
            targets[k] = (taut_vec3){(float)k, 0.01f * random_coarse(&r), 0.0f};
            bool held = taut_body_pinned(world, id, k);
            CHECK_EQ_INT(taut_body_set_target(world, id, k, targets[k]),
                         held ? TAUT_OK : TAUT_ERROR_INVALID);
        }
        if (frame % 3 != 0) {  // sometimes several targets before a step
            CHECK_EQ_INT(step_frames(world, 1, FRAME, 4) & TAUT_STEP_NOT_FINITE, 0);
            for (int k = 0; k < 5; ++k) {
                CHECK(!taut_body_pinned(world, id, k) ||
                      same_vec3_bits(position_of(world, id, k), targets[k]));
            }
        }
    }
    CHECK(body_finite(world, id));
    taut_world_destroy(world);
}
