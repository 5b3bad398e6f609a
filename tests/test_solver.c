// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The XPBD solver: plain position-based dynamics where compliance is 0, the compliant solution
// where it is not, constraints that act on one side, tethers, user constraints.

#include "blueprint.h"
#include "constraint/evaluate.h"
#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

// Plain PBD ---------------------------------------------------------------------------------------

enum { TANGLE = 80 };

// Particles at random and constraints of every kind between them, none at rest.
static taut_builder* tangle_builder(float compliance)
{
    taut_builder* builder = new_builder();
    taut_test_random r = {21};
    for (int i = 0; i < TANGLE; ++i) {
        (void)add_particle(builder, random_coarse(&r), random_coarse(&r), random_coarse(&r),
                           random_between(&r, 0.5f, 2.0f));
    }
    for (int i = 0; i < 4; ++i) {
        (void)taut_builder_pin(builder, 20 * i);
    }
    for (int i = 0; i < 6 * TANGLE; ++i) {
        taut_constraint_kind kind = (taut_constraint_kind)(i % TAUT_CONSTRAINT_KIND_COUNT);
        taut_constraint_def def = taut_constraint_def_default(kind);
        int first = random_below(&r, TANGLE);
        for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
            def.particles[k] = (first + k * (1 + random_below(&r, 19))) % TANGLE;
        }
        def.rest_from_shape = false;
        def.rest = kind == TAUT_CONSTRAINT_ATTACH ? 0.0f : random_between(&r, 0.1f, 1.0f);
        def.compliance = kind == TAUT_CONSTRAINT_TETHER ? 0.0f : compliance;
        if (kind == TAUT_CONSTRAINT_TETHER) {
            def.particles[1] = 20 * random_below(&r, 4);
        }
        (void)taut_builder_add_constraint(builder, &def, NULL);  // some have a particle twice
    }
    return builder;
}

// Mueller et al. 2007, eq. 4 and 5: s = C / sum w |grad C|^2, x -= s w grad C.
static void plain_project(taut_float4* x, const taut_blueprint* p, taut_constraint_kind kind,
                          int place)
{
    const taut_constraint_info* info = taut_constraint_kind_info(kind);
    int n = info->particle_count;
    const taut_constraint_set* set = &p->sets[kind];
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, (taut_slot){(int)kind, place}, particles);
    taut_float4 corner[TAUT_CONSTRAINT_MAX_PARTICLES] = {{0}};
    for (int k = 0; k < n; ++k) {
        corner[k] = x[particles[k]];
    }
    taut_evaluation now = taut_constraint_evaluate(kind, corner, set->rest[place],
                                                   set->ratio != NULL ? set->ratio[place] : 1.0f);
    float weight = 0.0f;
    for (int k = 0; k < n; ++k) {
        // The gradients of two particles are unit vectors: their length is not computed.
        float square = n == 2 ? 1.0f : taut_vec3_dot(now.gradient[k], now.gradient[k]);
        float part = corner[k].w * square;
        weight = k == 0 ? part : weight + part;
    }
    if (!now.live || weight == 0.0f) {
        return;
    }
    float s = now.value / weight;
    for (int k = 0; k < info->moved_count; ++k) {
        float scale = s * corner[k].w;
        x[particles[k]].x -= scale * now.gradient[k].x;
        x[particles[k]].y -= scale * now.gradient[k].y;
        x[particles[k]].z -= scale * now.gradient[k].z;
    }
}

static void plain_sweep(const taut_blueprint* p, taut_float4* x)
{
    for (int c = 0; c < p->schedule.colour_count; ++c) {
        taut_colour colour = p->schedule.colours[c];
        int end = TAUT_BATCH * (colour.first + colour.count);
        for (int i = TAUT_BATCH * colour.first; i < end; ++i) {
            if (taut_set_has(&p->sets[colour.kind], i)) {
                plain_project(x, p, (taut_constraint_kind)colour.kind, i);
            }
        }
    }
}

static void check_plain(taut_solver_kind solver, taut_backend_kind backend, float compliance,
                        int sweeps)
{
    taut_world_def def = world_def_of(solver, no_gravity);
    def.solver.iterations = sweeps;
    def.solver.direct = false;
    def.backend = backend;
    def.max_speed = INFINITY;
    taut_world* world = new_world_from(&def);
    taut_body_def body = taut_body_def_default();
    body.precision = TAUT_PRECISION_FAST;
    taut_body_id id = add_body_def(world, tangle_builder(compliance), body);
    const taut_blueprint* p = taut_body_blueprint(world, id);
    REQUIRE(p != NULL && p->particle_count == TANGLE && p->slot_count > 300);
    taut_float4 x[TANGLE];
    for (int i = 0; i < TANGLE; ++i) {
        x[i] = p->start[i];
        x[i].w = p->pinned[i] ? 0.0f : x[i].w;
    }
    for (int i = 0; i < sweeps; ++i) {
        plain_sweep(p, x);
    }
    CHECK_EQ_INT(step_frames(world, 1, 1.0f, 1), 0);
    for (int i = 0; i < TANGLE; ++i) {
        CHECK_MSG(same_vec3_bits(position_of(world, id, i), taut_vec3_of(x[i])),
                  "%s on %s, %d sweeps: particle %d at x %.9g, not %.9g", taut_solver_name(solver),
                  taut_backend_name(backend), sweeps, i, (double)position_of(world, id, i).x,
                  (double)x[i].x);
    }
    taut_world_destroy(world);
}

TEST(compliance_zero_gives_the_bits_of_plain_pbd)
{
    for (int backend = TAUT_BACKEND_SCALAR; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
        if (!taut_backend_available((taut_backend_kind)backend)) {
            continue;
        }
        check_plain(TAUT_SOLVER_XPBD, (taut_backend_kind)backend, 0.0f, 1);
        check_plain(TAUT_SOLVER_XPBD, (taut_backend_kind)backend, 0.0f, 3);
    }
}

TEST(verlet_sweeps_are_plain_pbd_whatever_the_compliance)
{
    check_plain(TAUT_SOLVER_VERLET, TAUT_BACKEND_SCALAR, 0.0f, 1);
    check_plain(TAUT_SOLVER_VERLET, TAUT_BACKEND_AUTO, 0.01f, 2);
}

// Compliance --------------------------------------------------------------------------------------

// Pinned at the top, hanging straight down, 1 kg each.
static taut_body_id add_hanging_chain(taut_world* world, int links, float compliance, float drag)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i <= links; ++i) {
        (void)add_particle(builder, 0.0f, -0.25f * (float)i, 0.0f, 1.0f);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, compliance);
        }
    }
    (void)taut_builder_pin(builder, 0);
    taut_body_def def = taut_body_def_default();
    def.drag = drag;
    return add_body_def(world, builder, def);
}

// The largest relative error of the links' extensions against weight below x compliance.
static double extension_error(int iterations, int substeps)
{
    enum { LINKS = 8 };
    float compliance = 1e-4f;
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.solver.iterations = iterations;
    def.solver.direct = false;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_hanging_chain(world, LINKS, compliance, 20.0f);
    (void)step_frames(world, 300, FRAME, substeps);
    double worst = 0.0;
    for (int i = 0; i < LINKS; ++i) {
        double length = distance_between(position_of(world, id, i), position_of(world, id, i + 1));
        double expected = 9.81 * (LINKS - i) * (double)compliance;
        double error = fabs((length - 0.25) / expected - 1.0);
        worst = error > worst ? error : worst;
    }
    taut_world_destroy(world);
    return worst;
}

TEST(many_iterations_of_one_substep_reach_the_compliant_solution)
{
    CHECK_MSG(extension_error(200, 1) < 0.01, "off by %g", extension_error(200, 1));
    // Without enough of them it is not reached: the check above can fail.
    CHECK_MSG(extension_error(1, 1) > 0.05, "off by %g", extension_error(1, 1));
}

TEST(many_substeps_of_one_iteration_reach_the_compliant_solution)
{
    CHECK_MSG(extension_error(1, 60) < 0.01, "off by %g", extension_error(1, 60));
}

// One-sided constraints ---------------------------------------------------------------------------

// Two particles of 1 kg, `length` apart, linked at 1 m; the second is free.
static taut_body_id add_pair(taut_world* world, float length, taut_sides sides, bool pinned)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, length, 0.0f, 0.0f, 1.0f);
    taut_constraint_def def = taut_link(0, 1);
    def.rest_from_shape = false;
    def.rest = 1.0f;
    def.sides = sides;
    (void)taut_builder_add_constraint(builder, &def, NULL);
    if (pinned) {
        (void)taut_builder_pin(builder, 0);
    }
    return add_body(world, builder);
}

static float length_after_a_frame(float length, taut_sides sides)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_pair(world, length, sides, true);
    (void)step_frames(world, 1, FRAME, 4);
    float after = position_of(world, id, 1).x;
    float force = 1.0f;
    (void)taut_body_forces(world, id, 0, 1, &force);
    CHECK_MSG(after != length || force == 0.0f, "at rest and yet %g N", (double)force);
    taut_world_destroy(world);
    return after;
}

TEST(tension_only_link_exerts_nothing_when_slack_and_pulls_when_stretched)
{
    CHECK(length_after_a_frame(0.5f, TAUT_SIDES_TENSION) == 0.5f);
    CHECK(length_after_a_frame(1.0f, TAUT_SIDES_TENSION) == 1.0f);
    CHECK(length_after_a_frame(2.0f, TAUT_SIDES_TENSION) < 1.5f);
}

TEST(compression_only_link_exerts_nothing_when_stretched_and_pushes_when_short)
{
    CHECK(length_after_a_frame(2.0f, TAUT_SIDES_COMPRESSION) == 2.0f);
    CHECK(length_after_a_frame(1.0f, TAUT_SIDES_COMPRESSION) == 1.0f);
    CHECK(length_after_a_frame(0.5f, TAUT_SIDES_COMPRESSION) > 0.75f);
}

TEST(two_sided_link_does_both)
{
    CHECK(length_after_a_frame(2.0f, TAUT_SIDES_BOTH) < 1.5f);
    CHECK(length_after_a_frame(0.5f, TAUT_SIDES_BOTH) > 0.75f);
    CHECK(length_after_a_frame(1.0f, TAUT_SIDES_BOTH) == 1.0f);
}

// A string whose end returns within one substep must not push it back: the multiplier as a whole is
// bounded, not each change of it.
TEST(tension_only_multiplier_never_pushes_over_iterations)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.solver.iterations = 10;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_pair(world, 1.5f, TAUT_SIDES_TENSION, false);
    for (int i = 0; i < 60; ++i) {
        (void)step_frames(world, 1, FRAME, 2);
        float force = -1.0f;
        REQUIRE(taut_body_forces(world, id, 0, 1, &force) == TAUT_OK);
        CHECK_MSG(force >= 0.0f, "frame %d: %g N", i, (double)force);
    }
    taut_world_destroy(world);
}

// In a chain under load multipliers go to and fro over iterations and never change sign: strings do
// exactly what rods do.
TEST(tension_only_chain_under_load_is_a_chain_of_rods)
{
    uint64_t hashes[2];
    for (int k = 0; k < 2; ++k) {
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        def.solver.iterations = 20;
        taut_world* world = new_world_from(&def);
        taut_builder* builder = new_builder();
        for (int i = 0; i <= 6; ++i) {
            (void)add_particle(builder, 0.0f, -0.25f * (float)i, 0.0f, i == 6 ? 5.0f : 0.5f);
            taut_constraint_def link = taut_link(i - 1, i);
            link.sides = k == 0 ? TAUT_SIDES_BOTH : TAUT_SIDES_TENSION;
            if (i > 0) {
                REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
            }
        }
        (void)taut_builder_pin(builder, 0);
        taut_body_id id = add_body(world, builder);
        CHECK_EQ_INT(step_frames(world, 30, FRAME, 2), 0);
        hashes[k] = taut_world_hash(world);
        float force = 0.0f;
        REQUIRE(taut_body_forces(world, id, 0, 1, &force) == TAUT_OK);
        CHECK(force > 0.0f);
        taut_world_destroy(world);
    }
    CHECK_EQ_U64(hashes[1], hashes[0]);
}

// Tethers -----------------------------------------------------------------------------------------

// A free particle 1 m below a pin, with a tether of `rest` between them and nothing else.
static taut_body_id add_tethered(taut_world* world, float rest)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, -1.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)taut_builder_pin(builder, 1);
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_TETHER);
    def.particles[0] = 0;
    def.particles[1] = 1;
    def.rest_from_shape = false;
    def.rest = rest;
    (void)taut_builder_add_constraint(builder, &def, NULL);
    return add_body(world, builder);
}

TEST(tether_acts_only_beyond_its_length)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id slack = add_tethered(world, 1.25f);
    taut_body_id at_length = add_tethered(world, 1.0f);
    taut_body_id beyond = add_tethered(world, 0.75f);
    (void)step_frames(world, 10, FRAME, 4);
    CHECK(position_of(world, slack, 0).y == -1.0f);
    CHECK(position_of(world, at_length, 0).y == -1.0f);
    CHECK(position_of(world, beyond, 0).y >= -0.7500001f);
    taut_world_destroy(world);
}

TEST(tether_catches_a_falling_particle_at_its_length)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_tethered(world, 2.0f);
    for (int i = 0; i < 120; ++i) {
        (void)step_frames(world, 1, FRAME, 10);
        double length = distance_between(position_of(world, id, 0), position_of(world, id, 1));
        CHECK_MSG(length <= 2.0 + 1e-6, "frame %d: %.9g m", i, length);  // float spacing at 2 m
    }
    CHECK_NEAR(position_of(world, id, 0).y, -2.0, 1e-6);
    taut_world_destroy(world);
}

TEST(tether_never_acts_after_its_pin_is_released_and_again_when_it_is_back)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_tethered(world, 0.5f);
    REQUIRE(taut_body_unpin(world, id, 1) == TAUT_OK);
    (void)step_frames(world, 10, FRAME, 4);
    CHECK(position_of(world, id, 0).y == -1.0f);
    CHECK(position_of(world, id, 1).y == 0.0f);
    REQUIRE(taut_body_pin(world, id, 1) == TAUT_OK);
    (void)step_frames(world, 1, FRAME, 1);
    CHECK(position_of(world, id, 0).y == -0.5f);
    CHECK(position_of(world, id, 1).y == 0.0f);
    taut_world_destroy(world);
}

// User constraints --------------------------------------------------------------------------------

typedef struct taut_test_user {
    float rest;
    int number;  // of this constraint
    int* log;    // numbers in the order of calls
    int* log_count;
    float first_value;  // C of the first call
    int calls;
} taut_test_user;

static bool user_distance(void* context, int count, const taut_vec3* x, float* value,
                          taut_vec3* gradient)
{
    taut_test_user* user = context;
    CHECK_EQ_INT(count, 2);
    taut_vec3 d = taut_vec3_sub(x[1], x[0]);
    float length = sqrtf(taut_vec3_dot(d, d));
    *value = length - user->rest;
    gradient[1] = taut_vec3_scale(d, 1.0f / length);
    gradient[0] = taut_vec3_scale(gradient[1], -1.0f);
    user->first_value = user->calls == 0 ? *value : user->first_value;
    user->calls += 1;
    if (user->log != NULL && *user->log_count < 64) {
        user->log[(*user->log_count)++] = user->number;
    }
    return true;
}

static taut_result add_user(taut_builder* builder, taut_test_user* user, int a, int b,
                            float compliance)
{
    taut_user_constraint_def def = taut_user_constraint_def_default();
    def.evaluate = user_distance;
    def.context = user;
    def.particle_count = 2;
    def.particles[0] = a;
    def.particles[1] = b;
    def.compliance = compliance;
    return taut_builder_add_user_constraint(builder, &def, NULL);
}

// A pendulum of one soft link, built in or of the user's.
static taut_body_id add_pendulum(taut_world* world, taut_test_user* user)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 2.0f);
    (void)taut_builder_pin(builder, 0);
    if (user != NULL) {
        (void)add_user(builder, user, 0, 1, 1e-3f);
    } else {
        (void)add_link(builder, 0, 1, 1e-3f);
    }
    return add_body(world, builder);
}

TEST(user_constraint_reproduces_the_built_in_distance)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_test_user user = {.rest = 1.0f};
    taut_body_id built_in = add_pendulum(world, NULL);
    taut_body_id own = add_pendulum(world, &user);
    for (int i = 0; i < 60; ++i) {
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 10), 0);
        double apart =
            distance_between(position_of(world, built_in, 1), position_of(world, own, 1));
        // The callback's weight is w |g|^2 with |g| = 1 to rounding only: 1e-7 per substep of the
        // way that a substep moves, 600 substeps.
        CHECK_MSG(apart < 1e-4, "frame %d: %g m apart", i, apart);
    }
    CHECK_EQ_INT(user.calls, 600);
    taut_world_destroy(world);
}

TEST(user_constraints_come_after_the_listed_kinds_in_the_order_of_adding)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.solver.iterations = 2;
    taut_world* world = new_world_from(&def);
    int log[64];
    int log_count = 0;
    taut_test_user users[3];
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 2.0f, 0.0f, 0.0f, 1.0f);
    for (int i = 0; i < 3; ++i) {
        users[i] = (taut_test_user){.rest = 1.0f, .number = i, .log = log, .log_count = &log_count};
        REQUIRE(add_user(builder, &users[i], 0, 1, 0.0f) == TAUT_OK);
    }
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.5f;
    REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
    (void)add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 1), 0);
    static const int expected[] = {0, 1, 2, 0, 1, 2};
    CHECK_EQ_INT(log_count, 6);
    CHECK(memcmp(log, expected, sizeof expected) == 0);
    // The link has been projected before: its 1.5 m, not the 2 m of the start.
    CHECK_NEAR(users[0].first_value, 0.5, 1e-6);
    CHECK_NEAR(users[1].first_value, 0.0, 1e-6);
    taut_world_destroy(world);
}

// A user's distance of 1 m between a pin and a particle 2 m or 0.5 m away.
static float user_length_after(float length, taut_sides sides)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_test_user user = {.rest = 1.0f};
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, length, 0.0f, 0.0f, 1.0f);
    (void)taut_builder_pin(builder, 0);
    taut_user_constraint_def def = taut_user_constraint_def_default();
    def.evaluate = user_distance;
    def.context = &user;
    def.particle_count = 2;
    def.particles[1] = 1;
    def.sides = sides;
    CHECK_EQ_INT(taut_builder_add_user_constraint(builder, &def, NULL), TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 1), 0);
    float after = position_of(world, id, 1).x;
    taut_world_destroy(world);
    return after;
}

TEST(user_constraint_acts_on_the_side_it_is_told_to)
{
    CHECK(user_length_after(2.0f, TAUT_SIDES_BOTH) == 1.0f);
    CHECK(user_length_after(0.5f, TAUT_SIDES_BOTH) == 1.0f);
    CHECK(user_length_after(2.0f, TAUT_SIDES_TENSION) == 1.0f);
    CHECK(user_length_after(0.5f, TAUT_SIDES_TENSION) == 0.5f);
    CHECK(user_length_after(2.0f, TAUT_SIDES_COMPRESSION) == 2.0f);
    CHECK(user_length_after(0.5f, TAUT_SIDES_COMPRESSION) == 1.0f);
}

static bool user_absent(void* context, int count, const taut_vec3* x, float* value,
                        taut_vec3* gradient)
{
    int* calls = context;
    *calls += 1;
    (void)count;
    (void)x;
    *value = 1e30f;
    gradient[0] = (taut_vec3){NAN, 1.0f, 1.0f};
    return false;
}

TEST(user_constraint_that_sits_out_moves_nothing)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    int calls = 0;
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 1.0f, 2.0f, 3.0f, 1.0f);
    taut_user_constraint_def def = taut_user_constraint_def_default();
    def.evaluate = user_absent;
    def.context = &calls;
    def.particle_count = 1;
    REQUIRE(taut_builder_add_user_constraint(builder, &def, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 5), 0);
    CHECK_EQ_INT(calls, 5);
    CHECK(same_vec3_bits(position_of(world, id, 0), (taut_vec3){1.0f, 2.0f, 3.0f}));
    taut_world_destroy(world);
}
