// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Watching a body: no bit changes by it, and what is told adds up to what happened.

#include <stdio.h>

#include "scenes/scene.h"
#include "support.h"
#include "taut/taut_debug.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define MOST 64

// What was told, in short.
typedef struct tale {
    long long calls, projections;
    int by_stage[TAUT_STAGE_COUNT];
    int by_kind[TAUT_CONSTRAINT_KIND_COUNT];
    taut_vec3 places[MOST];  // as last told
    int place_count;
    bool wrong;  // a projection began elsewhere than where the one before ended
} tale;

static void note_places(tale* t, const taut_watched* what)
{
    t->place_count = what->places.count < MOST ? what->places.count : MOST;
    for (int i = 0; i < t->place_count; ++i) {
        t->places[i] = taut_vec3_at(what->places, i);
    }
}

static void listen(void* context, const taut_watched* what)
{
    tale* t = context;
    t->calls += 1;
    t->by_stage[what->stage] += 1;
    if (what->constraint >= 0) {
        t->projections += 1;
        t->by_kind[what->kind] += 1;
        for (int i = 0; i < what->particle_count && t->place_count > 0; ++i) {
            int particle = what->particles[i];
            bool known = particle < t->place_count;
            t->wrong |= known && !same_vec3_bits(what->before[i], t->places[particle]);
            t->wrong |= !same_vec3_bits(what->after[i], taut_vec3_at(what->places, particle));
        }
    }
    note_places(t, what);
}

// Bits --------------------------------------------------------------------------------------------

// Body number `body` of the first world is watched; -1: none.
static uint64_t run_with(const char* name, int frames, taut_scene_options options, int body,
                         tale* t)
{
    static taut_scene_run run;
    if (!taut_scene_open(&run, taut_scene_find(name), &options)) {
        return 0;
    }
    taut_world* world = run.worlds[0].world;
    if (body >= 0) {
        CHECK(taut_world_watch(world, taut_world_body(world, body), listen, t) == TAUT_OK);
    }
    for (int i = 0; i < frames; ++i) {
        taut_scene_step(&run);
    }
    uint64_t hash = taut_scene_hash(&run);
    taut_scene_close(&run);
    return hash;
}

static uint64_t run_scene(const char* name, int frames, int threads, int body, tale* t)
{
    taut_scene_options options = taut_scene_options_default();
    options.thread_count = threads;
    return run_with(name, frames, options, body, t);
}

#define BIT(stage) (1u << TAUT_STAGE_##stage)

static const struct {
    const char* scene;
    int frames;
    int body;
    unsigned told;  // stages
} scenes[] = {
    {"chain-12", 20, 0, BIT(PREDICT) | BIT(DIRECT)},
    {"cloth-25x18", 6, 0, BIT(PREDICT) | BIT(SWEEP) | BIT(VELOCITIES)},
    {"cloth-100", 2, 0, BIT(SWEEP) | BIT(LINES)},
    {"half-correction", 20, 0, BIT(SWEEP)},
    {"springs-vs-constraints", 10, 0, BIT(SWEEP)},
    {"cloth-fold", 25, 0, BIT(PAIR_SOLVE) | BIT(CONTACT_SOLVE)},
    {"tablecloth-drop", 12, 0, BIT(SWEEP) | BIT(CONTACT_SOLVE)},
    {"rope-around-post", 20, 0, BIT(DIRECT) | BIT(CONTACT_SOLVE)},
    {"sail", 6, 0, BIT(AIR)},
    {"balloon", 8, 0, BIT(GAS)},
    {"puzzle-2d", 20, 0, BIT(JOIN)},
    {"ragdoll", 30, 0, BIT(SWEEP)},
    {"tear-curtain", 20, 0, BIT(SWEEP)},
    {"jelly-stack", 6, 1, BIT(SWEEP)},
};

TEST(watching_changes_no_bit)
{
    for (int i = 0; i < (int)(sizeof scenes / sizeof scenes[0]); ++i) {
        tale t = {0}, none = {0};
        uint64_t hash = run_scene(scenes[i].scene, scenes[i].frames, 1, -1, &none);
        CHECK_EQ_U64(run_scene(scenes[i].scene, scenes[i].frames, 1, scenes[i].body, &t), hash);
        CHECK_MSG(hash != 0 && t.calls > 0, "%s: %lld calls", scenes[i].scene, t.calls);
        CHECK_MSG(!t.wrong, "%s: places jump", scenes[i].scene);
        for (int stage = 0; stage < TAUT_STAGE_COUNT; ++stage) {
            CHECK_MSG(t.by_stage[stage] > 0 || !(scenes[i].told >> stage & 1),
                      "%s: nothing told of %s", scenes[i].scene,
                      taut_stage_name((taut_stage)stage));
        }
    }
}

// Large bodies by clusters, many small ones, and those that act on one another.
TEST(threads_tell_the_same)
{
    const char* const names[] = {"cloth-100", "chandelier", "cloth-fold", "cables"};
    for (int i = 0; i < 4; ++i) {
        tale alone = {0}, many = {0}, none = {0};
        uint64_t hash = run_scene(names[i], 3, 4, -1, &none);
        CHECK_EQ_U64(run_scene(names[i], 3, 1, 0, &alone), hash);
        CHECK_EQ_U64(run_scene(names[i], 3, 4, 0, &many), hash);
        CHECK_MSG(alone.calls == many.calls && alone.calls > 0, "%s: %lld and %lld calls", names[i],
                  alone.calls, many.calls);
    }
}

// Links, soft and rigid, in rows and lists, one-sided, damped; angles with play and friction.
TEST(every_backend_tells_the_same)
{
    const char* const names[] = {"cloth-25x18", "jelly-stack", "ragdoll", "net"};
    for (int i = 0; i < 4; ++i) {
        tale first = {0};
        uint64_t hash = run_scene(names[i], 5, 1, -1, &first);
        for (int k = TAUT_BACKEND_SCALAR; k < TAUT_BACKEND_CUDA; ++k) {
            taut_scene_options options = taut_scene_options_default();
            options.backend = (taut_backend_kind)k;
            tale t = {0};
            if (!taut_backend_available(options.backend)) {
                continue;
            }
            CHECK_EQ_U64(run_with(names[i], 5, options, 0, &t), hash);
            CHECK_MSG(t.calls > 0 && !t.wrong && (first.calls == 0 || first.calls == t.calls),
                      "%s: %lld calls", names[i], t.calls);
            first = t;
        }
    }
}

static uint64_t many_ropes(int watched, tale* t)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_blueprint* blueprint = bake_away(held_rope_builder((taut_vec3){2.0f, 0.0f, 0.0f}, 10));
    taut_body_id ids[20];
    for (int i = 0; i < 20; ++i) {
        taut_body_def def = taut_body_def_default();
        def.blueprint = blueprint;
        def.velocity.z = 0.1f * (float)i;
        (void)taut_body_create(world, &def, &ids[i]);
    }
    taut_blueprint_release(blueprint);
    if (watched >= 0) {
        CHECK(taut_world_watch(world, ids[watched], listen, t) == TAUT_OK);
    }
    (void)step_frames(world, 5, DT, 8);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

// Those of one blueprint go side by side in lanes; a watched one among them goes alone.
TEST(bodies_side_by_side_let_it_go_alone)
{
    tale t = {0};
    uint64_t hash = many_ropes(-1, &t);
    const int which[] = {0, 3, 8, 19};
    for (int i = 0; i < 4; ++i) {
        t = (tale){0};
        CHECK_EQ_U64(many_ropes(which[i], &t), hash);
        CHECK_EQ_INT(t.by_stage[TAUT_STAGE_DIRECT], 5 * 8);
    }
}

// What is told ------------------------------------------------------------------------------------

typedef struct record {
    taut_watched items[64];
    int count;
} record;

static void keep(void* context, const taut_watched* what)
{
    record* r = context;
    if (r->count < 64) {
        r->items[r->count++] = *what;
    }
}

// A pin, and 1 kg a metre below it on a link; the world sweeps.
static taut_world* plumb(taut_solver_kind solver, float compliance, taut_body_id* body)
{
    taut_world_def def = world_def_of(solver, earth);
    def.solver.direct = false;
    def.solver.iterations = 1;
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, -1.0f, 0.0f, 1.0f);
    (void)add_link(builder, 0, 1, compliance);
    (void)taut_builder_pin(builder, 0);
    *body = add_body(world, builder);
    return world;
}

// It falls by g h^2, the link takes that back, and the multiplier is its weight.
TEST(a_single_link_is_told_in_full)
{
    record r = {.count = 0};
    taut_body_id body;
    taut_world* world = plumb(TAUT_SOLVER_XPBD, 0.0f, &body);
    REQUIRE(taut_world_watch(world, body, keep, &r) == TAUT_OK);
    (void)taut_world_step(world, DT, 1, NULL);
    REQUIRE(r.count == 4);
    CHECK(r.items[0].stage == TAUT_STAGE_OPEN && r.items[0].constraint == -1);
    CHECK(r.items[1].stage == TAUT_STAGE_PREDICT && r.items[1].iteration == -1);
    CHECK(r.items[3].stage == TAUT_STAGE_VELOCITIES && r.items[3].iteration == -1);
    const taut_watched* p = &r.items[2];
    CHECK(p->stage == TAUT_STAGE_SWEEP && p->kind == TAUT_CONSTRAINT_DISTANCE);
    CHECK(p->constraint == 0 && p->particle_count == 2 && p->iteration == 0);
    CHECK(p->substep == 0 && p->substep_count == 1 && p->h == DT);
    int free = p->particles[0] == 1 ? 0 : 1;
    CHECK(p->particles[free] == 1 && p->particles[1 - free] == 0 && p->particles[2] == -1);
    CHECK(p->inverse_mass[free] == 1.0f && p->inverse_mass[1 - free] == 0.0f);
    float fall = 9.81f * DT * DT;
    CHECK_NEAR(p->before[free].y, -1.0f - fall, 1e-6f);
    CHECK_NEAR(p->after[free].y, -1.0f, 1e-6f);
    CHECK_NEAR(p->value_before, fall, 1e-6f);
    CHECK_NEAR(p->value_after, 0.0f, 1e-6f);
    CHECK_NEAR(p->force, 9.81f, 0.01f);
    CHECK(p->change == p->multiplier && p->multiplier < 0.0f);
    taut_world_destroy(world);
}

// Soft: 1 N/m, so that a substep hardly holds it: lambda = -C / (w + alpha / h^2).
TEST(compliance_is_seen_in_the_projection)
{
    record r = {.count = 0};
    taut_body_id body;
    taut_world* world = plumb(TAUT_SOLVER_XPBD, 1.0f, &body);
    REQUIRE(taut_world_watch(world, body, keep, &r) == TAUT_OK);
    (void)taut_world_step(world, DT, 1, NULL);
    REQUIRE(r.count == 4);
    float expected = -9.81f * DT * DT / (1.0f + 1.0f / (DT * DT));
    CHECK_NEAR(r.items[2].change, expected, 1e-3f * fabsf(expected));
    CHECK(r.items[2].value_after > 0.99f * r.items[2].value_before);
    taut_world_destroy(world);
}

// The legacy solver gives the free end half of what the link lacks.
TEST(half_a_correction_is_seen)
{
    record r = {.count = 0};
    taut_body_id body;
    taut_world* world = plumb(TAUT_SOLVER_LEGACY, 0.0f, &body);
    REQUIRE(taut_world_set_gravity(world, (taut_vec3){0.0f, -0.1f, 0.0f}) == TAUT_OK);
    REQUIRE(taut_world_watch(world, body, keep, &r) == TAUT_OK);
    (void)taut_world_step(world, DT, 1, NULL);
    REQUIRE(r.count == 4);
    CHECK_NEAR(r.items[2].value_before, 0.1f, 1e-6f);
    CHECK_NEAR(r.items[2].value_after, 0.05f, 1e-6f);
    CHECK(r.items[2].multiplier == 0.0f && r.items[2].force == 0.0f);
    taut_world_destroy(world);
}

static long long count_of(const tale* t, taut_constraint_kind kind)
{
    return t->by_kind[kind];
}

// Every constraint once in each sweep, and the last places told are where the body is.
TEST(every_constraint_has_its_turn)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_VERLET, earth);
    def.solver.iterations = 3;
    taut_world* world = new_world_from(&def);
    taut_body_id body = add_body(world, flat_cloth_builder(4, true));
    taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(world, body));
    tale t = {0};
    REQUIRE(taut_world_watch(world, body, listen, &t) == TAUT_OK);
    (void)taut_world_step(world, DT, 5, NULL);
    CHECK(t.projections >= 15LL * stats.constraints && !t.wrong);
    CHECK(count_of(&t, TAUT_CONSTRAINT_DISTANCE) > 0);
    CHECK_EQ_INT(t.by_stage[TAUT_STAGE_PREDICT], 5);
    CHECK_EQ_INT(t.by_stage[TAUT_STAGE_VELOCITIES], 5);
    REQUIRE(t.place_count == 16);
    for (int i = 0; i < 16; ++i) {
        CHECK(same_vec3_bits(t.places[i], position_of(world, body, i)));
    }
    taut_world_destroy(world);
}

// Calls -------------------------------------------------------------------------------------------

TEST(mistakes_are_answered)
{
    taut_body_id body;
    tale t = {0};
    CHECK(taut_world_watch(NULL, (taut_body_id){0}, listen, &t) == TAUT_ERROR_INVALID);
    taut_world* world = plumb(TAUT_SOLVER_XPBD, 0.0f, &body);
    CHECK(taut_world_watch(world, (taut_body_id){7, 1}, listen, &t) == TAUT_ERROR_INVALID);
    CHECK(taut_world_watch(world, (taut_body_id){0}, NULL, NULL) == TAUT_OK);
    (void)taut_world_step(world, DT, 1, NULL);
    CHECK_EQ_INT(t.calls, 0);
    CHECK(taut_world_watch(world, body, listen, &t) == TAUT_OK);
    CHECK(taut_world_watch(world, (taut_body_id){7, 1}, listen, &t) == TAUT_ERROR_INVALID);
    (void)taut_world_step(world, DT, 1, NULL);
    CHECK_EQ_INT(t.calls, 4);  // goes on as before
    CHECK(taut_world_watch(world, body, NULL, NULL) == TAUT_OK);
    (void)taut_world_step(world, DT, 1, NULL);
    CHECK_EQ_INT(t.calls, 4);
    taut_world_destroy(world);
}

TEST(what_is_gone_is_not_told_of)
{
    taut_body_id body;
    tale t = {0};
    taut_world* world = plumb(TAUT_SOLVER_XPBD, 0.0f, &body);
    CHECK(taut_world_watch(world, body, listen, &t) == TAUT_OK);
    taut_settle_def settle = taut_settle_def_default();
    settle.most_steps = 3;
    CHECK(taut_world_settle(world, &settle, NULL) == TAUT_OK);
    CHECK_EQ_INT(t.calls, 0);
    CHECK(taut_body_destroy(world, body) == TAUT_OK);
    (void)taut_world_step(world, DT, 1, NULL);
    (void)add_body(world, flat_cloth_builder(3, true));  // in its slot
    (void)taut_world_step(world, DT, 1, NULL);
    CHECK_EQ_INT(t.calls, 0);
    taut_world_destroy(world);
}

TEST(a_step_that_is_watched_takes_no_memory)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    taut_body_id body = add_body(world, flat_cloth_builder(6, true));
    tale t = {0};
    size_t before = taut_world_memory(world).bytes;
    CHECK(taut_world_watch(world, body, listen, &t) == TAUT_OK);
    CHECK(taut_world_memory(world).bytes > before);
    long requests = memory.requests;
    (void)step_frames(world, 3, DT, 4);
    CHECK(memory.requests == requests && t.calls > 0);
    CHECK(taut_world_watch(world, body, NULL, NULL) == TAUT_OK);
    CHECK(taut_world_memory(world).bytes == before);
    memory.fail_at = memory.requests;
    CHECK(taut_world_watch(world, body, listen, &t) == TAUT_ERROR_OUT_OF_MEMORY);
    taut_world_destroy(world);
    CHECK(memory.blocks == 0 && memory.wrong == 0);
}
