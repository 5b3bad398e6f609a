// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The direct solve of ropes, chains and trees at rest: weights and Hooke's law say what links
// carry.

#include "direct_ropes.h"

enum { MOST_NODES = 32 };

// Ropes at rest -----------------------------------------------------------------------------------

static void check_hanging(const rope* r, int substeps, double part, double within)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body_def(world, rope_builder(r), with_drag(20.0f));
    REQUIRE(taut_body_valid(world, id));
    CHECK_EQ_INT(step_frames(world, 600, FRAME, substeps), 0);
    double force[MOST_NODES] = {0.0}, value[MOST_NODES] = {0.0};
    enum { READS = 200 };
    for (int read = 0; read < READS; ++read) {
        CHECK_EQ_INT(step_frames(world, 1, FRAME, substeps), 0);
        for (int i = 0; i < r->links; ++i) {
            taut_constraint_state s = state_of(world, id, i);
            force[i] += (double)s.force / READS;
            value[i] += (double)s.value / READS;
        }
    }
    double below = 0.0, h = (double)FRAME / substeps;
    double noise = 6e-8 * (double)r->mass / (h * h);  // four times the rounding of a length
    for (int i = r->links - 1; i >= 0; --i) {
        below += GRAVITY * (double)taut_body_mass(world, id, i + 1);
        CHECK_MSG(fabs(force[i] - below) <= part * below + noise,
                  "link %d carries %g N instead of %g, %d substeps, compliance %g", i, force[i],
                  below, substeps, (double)r->compliance);
        double extension = (double)r->compliance * below;
        CHECK_MSG(fabs(value[i] - extension) <= part * extension + within,
                  "link %d is %g m longer instead of %g, %d substeps", i, value[i], extension,
                  substeps);
    }
    CHECK_NEAR(reaction_of(world, id, 0), below, part * below);
    taut_world_destroy(world);
}

// What one substep reads on a rigid link carries the rounding of its length; means carry less of
// it.
TEST(links_of_a_hanging_rope_carry_what_is_below)
{
    static const int substeps[] = {4, 8, 20, 60};
    static const float compliances[] = {1e-4f, 1e-6f, 1e-8f, 0.0f};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            rope r = {.links = 12, .rest = 0.25f, .mass = 0.1f, .compliance = compliances[k]};
            check_hanging(&r, substeps[i], 1e-3, 2e-6);
        }
    }
}

TEST(light_ropes_hold_heavy_ends)
{
    for (float load = 1.0f; load <= 1e6f; load *= 10.0f) {
        rope r = {.links = 32, .rest = 0.1f, .mass = 0.01f, .end_mass = 0.01f * load};
        check_hanging(&r, 24, 2e-3, load > 1e5f ? 1e-3 : 1e-4);
        check_hanging(&r, 4, 2e-3, load > 1e5f ? 5e-3 : 5e-4);
    }
}

// Trees -------------------------------------------------------------------------------------------

// A tree that hangs from particle 0, each node from its parent.
typedef struct hanging {
    int count;
    int parent[MOST_NODES];
    float mass[MOST_NODES];
} hanging;

static double weight_below(const hanging* t, int node)
{
    double sum = GRAVITY * (double)t->mass[node];
    for (int i = node + 1; i < t->count; ++i) {
        sum += t->parent[i] == node ? weight_below(t, i) : 0.0;
    }
    return sum;
}

// @param spread in the beginning nodes stand apart by this part of a link, and swing
static taut_builder* tree_builder(const hanging* t, float spread)
{
    taut_builder* builder = new_builder();
    taut_test_random r = {5};
    taut_vec3 at[MOST_NODES] = {{0.0f, 0.0f, 0.0f}};
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, t->mass[0]);
    for (int i = 1; i < t->count; ++i) {
        taut_vec3 up = at[t->parent[i]];
        at[i] = (taut_vec3){up.x + spread * random_coarse(&r), up.y - 0.25f,
                            up.z + spread * random_coarse(&r)};
        (void)add_particle(builder, at[i].x, at[i].y, at[i].z, t->mass[i]);
        (void)add_link(builder, t->parent[i], i, 0.0f);
    }
    (void)taut_builder_pin(builder, 0);
    return builder;
}

static void check_tree(const hanging* t, float spread, int substeps, double part)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body_def(world, tree_builder(t, spread), with_drag(5.0f));
    REQUIRE(taut_body_valid(world, id));
    CHECK_EQ_INT(step_frames(world, 900, FRAME, substeps), 0);
    double force[MOST_NODES] = {0.0}, reaction = 0.0;
    enum { READS = 200 };
    for (int read = 0; read < READS; ++read) {
        CHECK_EQ_INT(step_frames(world, 1, FRAME, substeps), 0);
        for (int i = 1; i < t->count; ++i) {
            taut_constraint_state s = state_of(world, id, i - 1);
            force[i] += (double)s.force / READS;
            CHECK_NEAR(s.value, 0.0, 1e-4);
        }
        reaction += reaction_of(world, id, 0) / READS;
    }
    for (int i = 1; i < t->count; ++i) {
        double weight = weight_below(t, i);
        CHECK_MSG(fabs(force[i] - weight) <= part * weight,
                  "node %d pulls with %g N instead of %g, %d substeps", i, force[i], weight,
                  substeps);
    }
    double whole = weight_below(t, 0) - GRAVITY * (double)t->mass[0];
    CHECK_NEAR(reaction, whole, part * whole);
    taut_world_destroy(world);
}

// A Y: a stem of three links, two arms of four and two.
TEST(a_fork_carries_what_hangs_on_both_arms)
{
    hanging t = {.count = 10, .parent = {-1, 0, 1, 2, 3, 4, 5, 6, 3, 8}};
    for (int i = 0; i < t.count; ++i) {
        t.mass[i] = 0.1f + 0.05f * (float)i;
    }
    check_tree(&t, 0.0f, 4, 1e-3);
    check_tree(&t, 0.2f, 4, 5e-3);
    check_tree(&t, 0.2f, 20, 5e-3);
}

// A chandelier: a stem, six arms, and a heavy lamp on each.
TEST(a_chandelier_hangs_with_the_weight_of_its_lamps)
{
    hanging t = {.count = 4, .parent = {-1, 0, 1, 2}, .mass = {0.01f, 0.01f, 0.01f, 0.01f}};
    for (int arm = 0; arm < 6; ++arm) {
        t.parent[t.count] = 3;
        t.mass[t.count++] = 0.01f;
        t.parent[t.count] = t.count - 1;
        t.mass[t.count] = 10.0f * (float)(arm + 1);
        t.count += 1;
    }
    check_tree(&t, 0.0f, 4, 2e-3);
    check_tree(&t, 0.1f, 20, 5e-3);
}

// Three strings in one knot, two of them at 45 degrees: T = W / (2 cos 45).
TEST(a_load_between_two_strings_pulls_with_the_tension_of_statics)
{
    taut_builder* builder = new_builder();
    static const float places[4][2] = {{-1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, -1.0f}, {0.0f, -1.5f}};
    for (int i = 0; i < 4; ++i) {
        (void)add_particle(builder, places[i][0], places[i][1], 0.0f, i == 3 ? 5.0f : 0.01f);
    }
    for (int i = 0; i < 3; ++i) {
        (void)add_link(builder, i == 2 ? 3 : i, 2, 0.0f);
    }
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 1);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, builder);
    REQUIRE(taut_body_valid(world, id));
    CHECK_EQ_INT(step_frames(world, 120, FRAME, 8), 0);
    double tension = GRAVITY * 5.01 / (2.0 * sqrt(0.5));
    CHECK_NEAR(state_of(world, id, 0).force, tension, 1e-3 * tension);
    CHECK_NEAR(state_of(world, id, 1).force, tension, 1e-3 * tension);
    CHECK_NEAR(state_of(world, id, 2).force, GRAVITY * 5.0, 1e-3 * tension);
    CHECK_NEAR(reaction_of(world, id, 0), 0.5 * GRAVITY * 5.01, 1e-3 * tension);
    CHECK_NEAR(reaction_of(world, id, 1), 0.5 * GRAVITY * 5.01, 1e-3 * tension);
    taut_world_destroy(world);
}

// Attachments -------------------------------------------------------------------------------------

static void check_held(const held* h)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.solver.iterations = h->iterations;
    taut_world* world = new_world_from(&def);
    taut_body_def body = with_drag(10.0f);
    body.precision = h->precision;
    taut_body_id id = add_body_def(world, held_builder(h), body);
    REQUIRE(taut_body_valid(world, id));
    CHECK_EQ_INT(step_frames(world, 600, FRAME, 10), 0);
    double weight = GRAVITY * 0.1;
    double part = h->precision == TAUT_PRECISION_FAST ? 2e-2 : 2e-3;
    for (int i = 0; i < 2 * HALF; ++i) {
        double below = weight * (i < HALF ? i + 1 : 2 * HALF - i);
        CHECK_NEAR(state_of(world, id, i).force, below, part * 10.0 * weight);
    }
    double whole = weight * (2 * HALF + 1);
    taut_constraint_state nail = state_of(world, id, 2 * HALF);
    CHECK_MSG(fabs((double)nail.force - whole) <= part * whole, "%g N of %g, compliance %g, %d",
              (double)nail.force, whole, (double)h->compliance, h->iterations);
    CHECK_NEAR(nail.value, (double)h->compliance * whole,
               1e-5 + part * (double)h->compliance * whole);
    CHECK_NEAR(reaction_of(world, id, 2 * HALF + 1), whole, part * whole);
    taut_world_destroy(world);
}

TEST(an_attachment_in_the_middle_of_a_rope_carries_both_halves)
{
    static const float compliances[] = {0.0f, 1e-5f, 1e-3f};
    for (int i = 0; i < 3; ++i) {
        for (int precision = TAUT_PRECISION_FAST; precision <= TAUT_PRECISION_FINE; ++precision) {
            check_held(&(held){.compliance = compliances[i],
                               .iterations = 1,
                               .precision = (taut_precision)precision});
        }
    }
}

// Three particles hung on one another by nothing but attachments.
TEST(a_chain_of_attachments_carries_its_weights)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 4; ++i) {
        (void)add_particle(builder, 0.0f, 0.0f, 0.0f, (float)(i + 1));
        taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_ATTACH);
        def.particles[0] = i;
        def.particles[1] = i - 1;
        def.compliance = 1e-3f;
        if (i > 0) {
            (void)taut_builder_add_constraint(builder, &def, NULL);
        }
    }
    (void)taut_builder_pin(builder, 0);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body_def(world, builder, with_drag(10.0f));
    REQUIRE(taut_body_valid(world, id));
    CHECK_EQ_INT(step_frames(world, 600, FRAME, 8), 0);
    static const double below[] = {9.0, 7.0, 4.0};
    for (int i = 0; i < 3; ++i) {
        taut_constraint_state s = state_of(world, id, i);
        CHECK_NEAR(s.force, GRAVITY * below[i], 1e-3 * GRAVITY);
        CHECK_NEAR(s.value, 1e-3 * GRAVITY * below[i], 1e-5);
    }
    CHECK_NEAR(reaction_of(world, id, 0), GRAVITY * 9.0, 1e-3 * GRAVITY);
    taut_world_destroy(world);
}

// What later sweeps find is answered by what the first left: soft ones do not get harder.
TEST(soft_attachments_keep_their_compliance_whatever_the_iterations)
{
    check_held(&(held){.compliance = 1e-3f, .iterations = 3, .precision = TAUT_PRECISION_FINE});
    check_held(&(held){.compliance = 1e-3f, .iterations = 8, .precision = TAUT_PRECISION_FAST});
}

// A rope that sags between a pin and a nail: both together hold it.
TEST(an_attachment_shares_a_sagging_rope_with_a_pin)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i <= 8; ++i) {
        (void)add_particle(builder, 0.2f * (float)i, 0.0f, 0.0f, 0.1f);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, 0.0f);
        }
    }
    (void)add_particle(builder, 1.2f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_ATTACH);
    def.particles[0] = 6;
    def.particles[1] = 9;
    (void)taut_builder_add_constraint(builder, &def, NULL);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 9);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body_def(world, builder, with_drag(2.0f));
    REQUIRE(taut_body_valid(world, id));
    for (int i = 0; i < 60; ++i) {  // the nail comes nearer
        taut_vec3 target = {1.2f - 0.005f * (float)(i + 1), 0.0f, 0.0f};
        CHECK_EQ_INT(taut_body_set_target(world, id, 9, target), TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 8), 0);
    }
    CHECK_EQ_INT(step_frames(world, 900, FRAME, 8), 0);
    double weight = GRAVITY * 0.1;
    double sum = reaction_of(world, id, 0) + reaction_of(world, id, 9);
    CHECK_NEAR(sum, 8.0 * weight, 0.01 * weight);
    CHECK_NEAR(reaction_of(world, id, 0), 2.5 * weight, 0.1 * weight);  // half of what sags
    CHECK_NEAR(state_of(world, id, 7).force, weight, 0.01 * weight);
    CHECK_NEAR(state_of(world, id, 6).force, 2.0 * weight, 0.02 * weight);
    taut_world_destroy(world);
}

TEST(tethers_leave_a_hanging_rope_to_its_links)
{
    rope r = {.links = 20, .rest = 0.1f, .mass = 0.05f, .end_mass = 5.0f};
    taut_builder* builder = rope_builder(&r);
    taut_tether_def tethers = taut_tether_def_default();
    REQUIRE(taut_builder_tether(builder, &tethers, 0, 21) == TAUT_OK);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body_def(world, builder, with_drag(5.0f));
    REQUIRE(taut_body_valid(world, id));
    REQUIRE(taut_body_pin(world, id, 10) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 60, FRAME, 8), 0);
    REQUIRE(taut_body_unpin(world, id, 10) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 600, FRAME, 8), 0);
    taut_measure m;
    CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
    double whole = GRAVITY * (5.0 + 19 * 0.05);
    CHECK_NEAR(reaction_of(world, id, 0), whole, 2e-3 * whole);
    CHECK(m.max_stretch < 1e-3f);
    taut_world_destroy(world);
}

// The choice --------------------------------------------------------------------------------------

// Without the direct solve a light chain under a heavy load is the rubber band that it always was.
TEST(without_the_direct_solve_ropes_are_swept)
{
    float stretch[2];
    for (int direct = 0; direct < 2; ++direct) {
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        CHECK(def.solver.direct);
        def.solver.direct = direct == 1;
        taut_world* world = new_world_from(&def);
        rope r = {.links = 16, .rest = 0.1f, .mass = 0.01f, .end_mass = 10.0f};
        taut_body_id id = add_body_def(world, rope_builder(&r), with_drag(5.0f));
        REQUIRE(taut_body_valid(world, id));
        CHECK_EQ_INT(step_frames(world, 120, FRAME, 8), 0);
        taut_measure m;
        CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
        stretch[direct] = m.max_stretch;
        taut_world_destroy(world);
    }
    CHECK_MSG(stretch[0] > 0.5f && stretch[1] < 1e-3f, "%g swept, %g solved", (double)stretch[0],
              (double)stretch[1]);
}

TEST(solving_trees_allocates_nothing)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    hanging fork = {.count = 6, .parent = {-1, 0, 1, 2, 1, 4}, .mass = {1, 1, 1, 1, 1, 1}};
    rope r = {.links = 20, .rest = 0.1f, .mass = 0.01f, .end_mass = 1000.0f};
    taut_blueprint* blueprint = bake_away(rope_builder(&r));
    taut_body_def body = taut_body_def_default();
    body.blueprint = blueprint;
    taut_body_id id = {0};
    for (int i = 0; i < 11; ++i) {
        REQUIRE(taut_body_create(world, &body, &id) == TAUT_OK);
    }
    taut_blueprint_release(blueprint);
    REQUIRE(taut_body_valid(world, add_body(world, tree_builder(&fork, 0.1f))));
    long requests = memory.requests;
    memory.fail_at = requests;
    for (int i = 0; i < 10; ++i) {
        REQUIRE(taut_body_add_impulse(world, id, 20, (taut_vec3){5000.0f, 0, 0}) == TAUT_OK);
        REQUIRE(taut_world_step(world, FRAME, 4, NULL) == TAUT_OK);
    }
    CHECK_EQ_INT(memory.requests, requests);
    taut_world_destroy(world);
    CHECK_EQ_INT(memory.bytes, 0);
}
