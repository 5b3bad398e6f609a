// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The direct solve of ropes, chains and trees against what is known without it: weights, Hooke's
// law, the geometry of strings, momentum, and fine plain sweeps.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)
#define GRAVITY 9.81

enum { MOST_NODES = 32 };

// A rope from the origin downwards, its first particle pinned.
typedef struct rope {
    int links;
    float rest, mass, end_mass;
    float compliance, damping;
    taut_sides sides;
} rope;

static taut_builder* rope_builder(const rope* r)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i <= r->links; ++i) {
        bool end = i == r->links && r->end_mass > 0.0f;
        (void)add_particle(builder, 0.0f, -r->rest * (float)i, 0.0f, end ? r->end_mass : r->mass);
    }
    for (int i = 0; i < r->links; ++i) {
        taut_constraint_def def = taut_link(i, i + 1);
        def.compliance = r->compliance;
        def.damping = r->damping;
        def.sides = r->sides;
        def.rest_from_shape = false;
        def.rest = r->rest;
        (void)taut_builder_add_constraint(builder, &def, NULL);
    }
    (void)taut_builder_pin(builder, 0);
    return builder;
}

static taut_constraint_state state_of(taut_world* world, taut_body_id id, int index)
{
    taut_constraint_state state = {0};
    CHECK_EQ_INT(taut_body_constraint(world, id, index, &state), TAUT_OK);
    return state;
}

static double reaction_of(taut_world* world, taut_body_id id, int particle)
{
    taut_reaction reaction = {0};
    CHECK_EQ_INT(taut_body_reaction(world, id, particle, &reaction), TAUT_OK);
    return (double)reaction.force.y;
}

static double energy_of(taut_world* world, taut_body_id id)
{
    taut_measure m = {0};
    CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
    return m.kinetic_energy + m.gravity_energy + m.elastic_energy;
}

static taut_body_def with_drag(float drag)
{
    taut_body_def def = taut_body_def_default();
    def.drag = drag;
    return def;
}

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
    for (int i = 1; i < t->count; ++i) {
        double weight = weight_below(t, i);
        taut_constraint_state s = state_of(world, id, i - 1);
        CHECK_MSG(fabs((double)s.force - weight) <= part * weight,
                  "node %d pulls with %g N instead of %g, %d substeps", i, (double)s.force, weight,
                  substeps);
        CHECK_NEAR(s.value, 0.0, 1e-4);
    }
    double whole = weight_below(t, 0) - GRAVITY * (double)t->mass[0];
    CHECK_NEAR(reaction_of(world, id, 0), whole, part * whole);
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

typedef struct held {
    float compliance, damping;
    int iterations;
    taut_precision precision;
} held;

enum { HALF = 5 };

// A rope of ten links held by its middle: particle 11 is a nail, and both halves hang down.
static taut_builder* held_builder(const held* h)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i <= 2 * HALF; ++i) {
        float x = i < HALF ? -0.05f : i > HALF ? 0.05f : 0.0f;
        (void)add_particle(builder, x, -0.2f * (float)abs(i - HALF), 0.0f, 0.1f);
    }
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    for (int i = 0; i < 2 * HALF; ++i) {
        (void)add_link(builder, i, i + 1, 0.0f);
    }
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_ATTACH);
    def.particles[0] = HALF;
    def.particles[1] = 2 * HALF + 1;
    def.compliance = h->compliance;
    def.damping = h->damping;
    (void)taut_builder_add_constraint(builder, &def, NULL);
    (void)taut_builder_pin(builder, 2 * HALF + 1);
    return builder;
}

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

// In motion ---------------------------------------------------------------------------------------

// The energy left of a rope that was stretched and let go without gravity, damped as in eq. 26.
static double energy_left(bool direct, int substeps, float damping, int frames)
{
    rope r = {.links = 4, .rest = 0.5f, .mass = 0.5f, .compliance = 2e-3f, .damping = damping};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.solver.direct = direct;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_body(world, rope_builder(&r));
    for (int i = 1; i <= r.links; ++i) {
        taut_vec3 push = {0.0f, -0.5f * (float)i / (float)r.links, 0.0f};
        CHECK_EQ_INT(taut_body_add_impulse(world, id, i, push), TAUT_OK);
    }
    double start = energy_of(world, id);
    CHECK_EQ_INT(step_frames(world, frames, FRAME, substeps), 0);
    double left = energy_of(world, id) / start;
    taut_world_destroy(world);
    return left;
}

TEST(damped_ropes_lose_energy_as_fine_plain_sweeps_do)
{
    static const float dampings[] = {0.5f, 2.0f, 8.0f};
    for (int i = 0; i < 3; ++i) {
        double fine = energy_left(false, 400, dampings[i], 45);
        double direct = energy_left(true, 60, dampings[i], 45);
        CHECK_MSG(fabs(log(direct) - log(fine)) <= 0.06, "%g left instead of %g, damping %g",
                  direct, fine, (double)dampings[i]);
        CHECK(direct < 0.9 && direct > 1e-4);
    }
}

// A heavy end let go from horizontal: dampers stand in the way of nothing, and a step that is taken
// for its last too early would leave links far too long.
TEST(damped_ropes_hold_heavy_ends_as_others_do)
{
    static const float dampings[] = {0.0f, 1.0f, 100.0f};
    for (int k = 0; k < 3; ++k) {
        taut_builder* builder = new_builder();
        for (int i = 0; i <= 32; ++i) {
            (void)add_particle(builder, 0.1f * (float)i, 0.0f, 0.0f, i == 32 ? 1e4f : 0.01f);
            taut_constraint_def def = taut_link(i - 1, i);
            def.compliance = 1e-8f;
            def.damping = dampings[k];
            if (i > 0) {
                (void)taut_builder_add_constraint(builder, &def, NULL);
            }
        }
        (void)taut_builder_pin(builder, 0);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        double start = energy_of(world, id);
        for (int i = 0; i < 300; ++i) {
            CHECK_EQ_INT(step_frames(world, 1, FRAME, 4), 0);
            taut_measure m = {0};
            CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
            // At the bottom of its swing it pulls with three times its weight.
            CHECK_MSG(m.max_stretch < 0.04f, "damping %g: stretch %g in frame %d",
                      (double)dampings[k], (double)m.max_stretch, i);
        }
        CHECK(energy_of(world, id) < start);
        taut_world_destroy(world);
    }
}

// An attachment is a link of no length: a mass on a damped one against fine plain sweeps.
static double attached_left(bool direct, int substeps)
{
    held h = {.compliance = 1e-3f, .damping = 5.0f};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.solver.direct = direct;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_body(world, held_builder(&h));
    for (int i = 0; i <= 2 * HALF; ++i) {
        CHECK_EQ_INT(taut_body_add_impulse(world, id, i, (taut_vec3){0.0f, 0.1f, 0.0f}), TAUT_OK);
    }
    double start = energy_of(world, id);
    CHECK_EQ_INT(step_frames(world, 45, FRAME, substeps), 0);
    double left = energy_of(world, id) / start;
    taut_world_destroy(world);
    return left;
}

TEST(damped_attachments_lose_energy_as_fine_plain_sweeps_do)
{
    double fine = attached_left(false, 400);
    double direct = attached_left(true, 60);
    CHECK_MSG(fabs(log(direct) - log(fine)) <= 0.1, "%g left instead of %g", direct, fine);
}

// A weight on a string, thrown up: slack on its way, taut when it arrives, never longer than it is.
TEST(strings_go_slack_and_taut_again)
{
    rope r = {
        .links = 8, .rest = 0.1f, .mass = 0.02f, .end_mass = 1.0f, .sides = TAUT_SIDES_TENSION};
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, rope_builder(&r));
    REQUIRE(taut_body_valid(world, id));
    REQUIRE(taut_body_add_impulse(world, id, 8, (taut_vec3){0.5f, 3.0f, 0.0f}) == TAUT_OK);
    double start = energy_of(world, id);
    float longest = 0.0f, shortest = 0.0f;
    double most = start;
    for (int i = 0; i < 600; ++i) {
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 20), 0);
        for (int k = 0; k < r.links; ++k) {
            taut_constraint_state s = state_of(world, id, k);
            longest = s.value > longest ? s.value : longest;
            shortest = s.value < shortest ? s.value : shortest;
            CHECK_MSG(s.force >= 0.0f && (s.force == 0.0f || s.value > -1e-4f),
                      "link %d, %g m longer, pulls with %g N in frame %d", k, (double)s.value,
                      (double)s.force, i);
        }
        double now = energy_of(world, id);
        most = now > most ? now : most;
    }
    CHECK_MSG(longest < 1e-3f, "%g m too long", (double)longest);
    CHECK_MSG(shortest < -0.02f, "never slack: %g m", (double)shortest);
    CHECK_MSG(most <= start + 0.01, "%g J from %g J", most, start);
    taut_world_destroy(world);
}

TEST(planar_ropes_stay_in_their_plane)
{
    for (int light = 0; light < 2; ++light) {
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        def.planar = true;
        taut_world* world = new_world_from(&def);
        rope r = {.links = 16, .rest = 0.1f, .mass = 0.02f, .end_mass = light ? 0.02f : 200.0f};
        taut_body_id id = add_body(world, rope_builder(&r));
        REQUIRE(taut_body_valid(world, id));
        taut_vec3 push = {light ? 0.1f : 300.0f, 0.0f, 0.0f};
        REQUIRE(taut_body_add_impulse(world, id, 16, push) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 300, FRAME, 8), 0);
        for (int i = 0; i <= 16; ++i) {
            CHECK(position_of(world, id, i).z == 0.0f);
            CHECK(velocity_of(world, id, i).z == 0.0f);
        }
        taut_measure m;
        CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
        CHECK_MSG(m.max_stretch < 1e-3f, "stretch %g", (double)m.max_stretch);
        taut_world_destroy(world);
    }
}

typedef struct motion {
    double p[3], l[3];  // momentum, angular momentum
    double size;        // sum of m |x| |v|
} motion;

static motion motion_of(const taut_world* world, taut_body_id id, int count)
{
    motion m = {0};
    for (int i = 0; i < count; ++i) {
        double mass = (double)taut_body_mass(world, id, i);
        taut_vec3 at = position_of(world, id, i), move = velocity_of(world, id, i);
        double x[3] = {(double)at.x, (double)at.y, (double)at.z};
        double v[3] = {(double)move.x, (double)move.y, (double)move.z};
        for (int k = 0; k < 3; ++k) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            m.p[k] += mass * v[k];
            m.l[k] += mass * (x[a] * v[b] - x[b] * v[a]);
            m.size += mass * fabs(x[a] * v[b]);
        }
    }
    return m;
}

// A free chain in space, tumbling. Its momentum stays to rounding. Angular momentum is what steps
// of implicit Euler lose some of: the more, the more a link turns in a substep.
TEST(a_free_chain_keeps_its_momentum)
{
    double lost[2];
    for (int i = 0; i < 2; ++i) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        rope r = {.links = 12, .rest = 0.1f, .mass = 0.1f, .end_mass = 3.0f};
        taut_body_id id = add_body(world, rope_builder(&r));
        REQUIRE(taut_body_valid(world, id));
        REQUIRE(taut_body_unpin(world, id, 0) == TAUT_OK);
        taut_test_random random = {3};
        for (int k = 0; k <= 12; ++k) {
            taut_vec3 push = {0.1f * random_coarse(&random), 0.1f * random_coarse(&random),
                              0.1f * random_coarse(&random)};
            REQUIRE(taut_body_add_impulse(world, id, k, push) == TAUT_OK);
        }
        motion before = motion_of(world, id, 13);
        CHECK_EQ_INT(step_frames(world, 120, FRAME, i == 0 ? 20 : 200), 0);
        motion after = motion_of(world, id, 13);
        lost[i] = 0.0;
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR(after.p[k], before.p[k], 2e-5);
            lost[i] += fabs(after.l[k] - before.l[k]) / before.size;
        }
        taut_world_destroy(world);
    }
    CHECK_MSG(lost[0] < 0.05 && lost[1] < 0.25 * lost[0], "angular momentum lost: %g and %g",
              lost[0], lost[1]);
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
