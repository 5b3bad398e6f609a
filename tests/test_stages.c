// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Times of stages: together they are the whole, each scene has those it is made of, and no bit
// changes by looking.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "platform/clock.h"
#include "platform/pool.h"
#include "scenes/scene.h"
#include "support.h"
#include "taut/taut_debug.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)
#define SUBSTEPS 10

static double sum_of(const taut_stage_times* t)
{
    double sum = 0.0;
    for (int i = 0; i < TAUT_STAGE_COUNT; ++i) {
        sum += t->seconds[i];
    }
    return sum;
}

// Clocks ------------------------------------------------------------------------------------------

// Goes on by `rate` at each look, and by `cost` at each visit of a user's constraint.
typedef struct toy_clock {
    double now, rate, cost;
    long long looks;
} toy_clock;

static double toy_now(void* context)
{
    toy_clock* clock = context;
    clock->looks += 1;
    clock->now += clock->rate;
    return clock->now;
}

static bool toy_visit(void* context, int count, const taut_vec3* x, float* value,
                      taut_vec3* gradient)
{
    (void)count;
    (void)x;
    (void)value;
    (void)gradient;
    toy_clock* clock = context;
    clock->now += clock->cost;
    return false;
}

static taut_world* clocked_world(toy_clock* clock)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.budget.clock = toy_now;
    def.budget.clock_context = clock;
    return new_world_from(&def);
}

static void add_ticking(taut_world* world, toy_clock* clock)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    taut_user_constraint_def def = taut_user_constraint_def_default();
    def.evaluate = toy_visit;
    def.context = clock;
    def.particle_count = 1;
    (void)taut_builder_add_user_constraint(builder, &def, NULL);
    (void)add_body(world, builder);
}

// Time passes nowhere but in the callbacks: it is all theirs, and the whole is what passed outside.
TEST(time_goes_to_the_stage_it_passes_in)
{
    toy_clock clock = {.cost = 0.125};
    taut_world* world = clocked_world(&clock);
    (void)add_body(world, flat_cloth_builder(5, true));
    add_ticking(world, &clock);
    REQUIRE(taut_world_time_stages(world, true) == TAUT_OK);
    double before = clock.now;
    (void)step_frames(world, 3, FRAME, SUBSTEPS);
    taut_stage_times t = taut_world_stage_times(world);
    CHECK_NEAR(t.seconds[TAUT_STAGE_USER], 3 * SUBSTEPS * 0.125, 1e-12);
    CHECK_NEAR(t.whole, clock.now - before, 1e-12);
    CHECK_NEAR(sum_of(&t), t.whole, 1e-12);
    CHECK_EQ_INT(t.steps, 3);
    taut_world_destroy(world);
}

// Each look ends a stage, so looks less the first of each step are the seconds there are.
TEST(every_look_ends_a_stage)
{
    toy_clock clock = {.rate = 1.0};
    taut_world* world = clocked_world(&clock);
    (void)add_body(world, flat_cloth_builder(8, true));
    REQUIRE(taut_world_time_stages(world, true) == TAUT_OK);
    (void)step_frames(world, 4, FRAME, SUBSTEPS);
    taut_stage_times t = taut_world_stage_times(world);
    CHECK_NEAR(sum_of(&t), (double)(clock.looks - 4), 1e-9);
    CHECK_NEAR(sum_of(&t), t.whole, 1e-9);
    CHECK(t.seconds[TAUT_STAGE_OPEN] > 0.0 && t.seconds[TAUT_STAGE_COPY] > 0.0);
    CHECK(t.seconds[TAUT_STAGE_PREDICT] > 0.0 && t.seconds[TAUT_STAGE_SWEEP] > 0.0);
    CHECK(t.seconds[TAUT_STAGE_CLOSE] > 0.0);
    CHECK(t.seconds[TAUT_STAGE_AIR] == 0.0 && t.seconds[TAUT_STAGE_THREADS] == 0.0);
    taut_world_destroy(world);
}

TEST(nobody_looks_at_the_clock_while_off)
{
    toy_clock clock = {.rate = 1.0};
    taut_world* world = clocked_world(&clock);
    (void)add_body(world, flat_cloth_builder(5, true));
    (void)step_frames(world, 3, FRAME, SUBSTEPS);
    CHECK_EQ_INT(clock.looks, 0);
    taut_stage_times t = taut_world_stage_times(world);
    CHECK(t.whole == 0.0 && sum_of(&t) == 0.0 && t.steps == 0);
    taut_world_destroy(world);
}

TEST(clocks_that_fall_or_fail_do_no_harm)
{
    const double rates[] = {-1.0, 0.0, 1e300, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; ++i) {
        toy_clock clock = {.rate = rates[i]};
        taut_world* world = clocked_world(&clock);
        (void)add_body(world, flat_cloth_builder(5, true));
        (void)taut_world_time_stages(world, true);
        (void)step_frames(world, 2, FRAME, SUBSTEPS);
        taut_stage_times t = taut_world_stage_times(world);
        CHECK_MSG(isfinite(t.whole) && t.whole >= 0.0 && isfinite(sum_of(&t)),
                  "rate %g: the whole is %g", rates[i], t.whole);
        taut_world_destroy(world);
    }
}

// Calls -------------------------------------------------------------------------------------------

TEST(starts_from_zero_and_stays_readable)
{
    toy_clock clock = {.rate = 1.0};
    taut_world* world = clocked_world(&clock);
    (void)add_body(world, flat_cloth_builder(5, true));
    (void)taut_world_time_stages(world, true);
    (void)step_frames(world, 2, FRAME, SUBSTEPS);
    (void)taut_world_time_stages(world, false);
    taut_stage_times kept = taut_world_stage_times(world);
    (void)step_frames(world, 2, FRAME, SUBSTEPS);
    taut_stage_times later = taut_world_stage_times(world);
    CHECK(kept.steps == 2 && memcmp(&kept, &later, sizeof kept) == 0);
    (void)taut_world_time_stages(world, true);
    CHECK(taut_world_stage_times(world).whole == 0.0);
    taut_world_destroy(world);
}

TEST(refused_and_inner_steps_do_not_count)
{
    toy_clock clock = {.rate = 1.0};
    taut_world* world = clocked_world(&clock);
    (void)add_body(world, flat_cloth_builder(5, true));
    (void)taut_world_time_stages(world, true);
    CHECK(taut_world_step(world, -1.0f, SUBSTEPS, NULL) == TAUT_ERROR_INVALID);
    taut_settle_def settle = taut_settle_def_default();
    settle.most_steps = 3;
    CHECK(taut_world_settle(world, &settle, NULL) == TAUT_OK);
    CHECK_EQ_INT(taut_world_stage_times(world).steps, 0);
    CHECK(taut_world_stage_times(world).whole == 0.0);
    taut_world_destroy(world);
}

TEST(mistakes_are_answered)
{
    CHECK(taut_world_time_stages(NULL, true) == TAUT_ERROR_INVALID);
    CHECK(taut_world_stage_times(NULL).whole == 0.0);
    CHECK(taut_stage_name((taut_stage)-1) == NULL);
    CHECK(taut_stage_name(TAUT_STAGE_COUNT) == NULL);
    for (int i = 0; i < TAUT_STAGE_COUNT; ++i) {
        REQUIRE(taut_stage_name((taut_stage)i) != NULL);
        for (int k = 0; k < i; ++k) {
            CHECK(strcmp(taut_stage_name((taut_stage)i), taut_stage_name((taut_stage)k)) != 0);
        }
    }
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_result expected = taut_system_clock_supported() ? TAUT_OK : TAUT_ERROR_INVALID;
    CHECK(taut_world_time_stages(world, true) == expected);
    CHECK(taut_world_time_stages(world, false) == TAUT_OK);
    taut_world_destroy(world);
}

// Scenes ------------------------------------------------------------------------------------------

static double outside_clock(void)
{
    return taut_system_seconds();
}

// Runs a scene; with `times`, timed.
static uint64_t run_scene(const char* name, int frames, int threads, taut_stage_times* times,
                          double* outside)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    options.thread_count = threads;
    options.clock = outside_clock;
    if (!taut_scene_open(&run, taut_scene_find(name), &options)) {
        return 0;
    }
    if (times != NULL) {
        (void)taut_world_time_stages(run.worlds[0].world, true);
    }
    *outside = 0.0;
    for (int i = 0; i < frames; ++i) {
        taut_scene_step(&run);
        *outside += run.stats.step_seconds;
    }
    if (times != NULL) {
        *times = taut_world_stage_times(run.worlds[0].world);
    }
    uint64_t hash = taut_scene_hash(&run);
    taut_scene_close(&run);
    return hash;
}

#define BIT(stage) (1u << TAUT_STAGE_##stage)

static const struct {
    const char* scene;
    int frames;
    unsigned has, lacks;  // stages
} scenes[] = {
    {"chain-12", 10, BIT(PREDICT) | BIT(DIRECT), BIT(LINES) | BIT(PAIR_FIND) | BIT(JOIN)},
    {"cloth-25x18", 10, BIT(PREDICT) | BIT(SWEEP), BIT(CONTACT_FIND) | BIT(AIR) | BIT(GAS)},
    {"cloth-fold", 20, BIT(PAIR_FIND) | BIT(PAIR_ORDER) | BIT(PAIR_SOLVE), BIT(GAS)},
    {"cloth-fold", 20, BIT(CONTACT_FIND) | BIT(CONTACT_SOLVE) | BIT(VELOCITIES), BIT(AIR)},
    {"sail", 10, BIT(AIR), BIT(PAIR_FIND)},
    {"balloon", 10, BIT(GAS), BIT(PAIR_FIND)},
    {"tear-curtain", 10, BIT(TEAR), BIT(GAS)},
};

static void check_scene(int i)
{
    taut_stage_times t = {0};
    double plain = 0.0, outside = 0.0;
    uint64_t hash = run_scene(scenes[i].scene, scenes[i].frames, 1, NULL, &plain);
    CHECK_EQ_U64(run_scene(scenes[i].scene, scenes[i].frames, 1, &t, &outside), hash);
    REQUIRE(hash != 0);
    for (int stage = 0; stage < TAUT_STAGE_COUNT; ++stage) {
        bool has = t.seconds[stage] > 0.0;
        CHECK_MSG(has || !(scenes[i].has >> stage & 1), "%s has no time in %s", scenes[i].scene,
                  taut_stage_name((taut_stage)stage));
        CHECK_MSG(!has || !(scenes[i].lacks >> stage & 1), "%s has %g s in %s", scenes[i].scene,
                  t.seconds[stage], taut_stage_name((taut_stage)stage));
    }
    CHECK_NEAR(sum_of(&t), t.whole, 1e-9);
    CHECK_MSG(t.whole <= outside && t.whole >= 0.5 * outside,
              "%s: %g s in stages, %g s seen from outside", scenes[i].scene, t.whole, outside);
}

TEST(scenes_have_the_stages_they_are_made_of)
{
    for (int i = 0; i < (int)(sizeof scenes / sizeof scenes[0]); ++i) {
        if (taut_system_clock_supported()) {
            check_scene(i);
        }
    }
}

static uint64_t joined_cloths(bool timed, taut_stage_times* t)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_attachment_def def = taut_attachment_def_default();
    def.target = TAUT_ATTACH_PARTICLE;
    def.body = add_body(world, flat_cloth_builder(4, true));
    def.other = add_body(world, flat_cloth_builder(4, true));
    def.particle = 5;
    def.other_particle = 9;
    CHECK(taut_attach(world, &def, NULL) == TAUT_OK);
    (void)taut_world_time_stages(world, timed);
    (void)step_frames(world, 4, FRAME, SUBSTEPS);
    *t = taut_world_stage_times(world);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(attachments_have_their_stage)
{
    taut_stage_times t = {0};
    uint64_t hash = joined_cloths(false, &t);
    CHECK_EQ_U64(joined_cloths(true, &t), hash);
    CHECK(!taut_system_clock_supported() || t.seconds[TAUT_STAGE_JOIN] > 0.0);
}

// Large bodies by clusters, and those that act on one another.
TEST(threads_change_no_bit)
{
    const char* const names[] = {"cloth-100", "cloth-fold", "chandelier"};
    for (int i = 0; i < 3; ++i) {
        taut_stage_times t = {0};
        double outside = 0.0;
        uint64_t hash = run_scene(names[i], 3, 1, NULL, &outside);
        CHECK_EQ_U64(run_scene(names[i], 3, 4, &t, &outside), hash);
        CHECK_NEAR(sum_of(&t), t.whole, 1e-9);
        CHECK(!taut_system_clock_supported() || t.whole > 0.0);
    }
}

static uint64_t many_cloths(int threads, bool timed, taut_stage_times* t)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.thread_count = threads;
    taut_world* world = new_world_from(&def);
    for (int i = 0; i < 24; ++i) {
        (void)add_body(world, flat_cloth_builder(4, true));
    }
    (void)taut_world_time_stages(world, timed);
    (void)step_frames(world, 4, FRAME, SUBSTEPS);
    *t = taut_world_stage_times(world);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

// What other threads do is not told apart, and nothing of them writes into the times.
TEST(bodies_taken_whole_by_threads_count_as_such)
{
    taut_stage_times t = {0};
    uint64_t hash = many_cloths(1, false, &t);
    CHECK_EQ_U64(many_cloths(1, true, &t), hash);
    CHECK(t.seconds[TAUT_STAGE_THREADS] == 0.0);
    CHECK_EQ_U64(many_cloths(3, true, &t), hash);
    if (taut_system_clock_supported() && taut_pool_supported()) {
        CHECK(t.seconds[TAUT_STAGE_THREADS] > 0.0 && t.seconds[TAUT_STAGE_SWEEP] == 0.0);
    }
}
