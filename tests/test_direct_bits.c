// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The direct solve gives the same bits whichever way chains are walked: on any backend and any
// number of threads, alone or beside their likes in one body or in several, added in any order.

#include "platform/pool.h"
#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

static int up_to(int thread_count)
{
    return taut_pool_supported() ? thread_count : 1;
}

static uint64_t digest(uint64_t hash, const void* memory, size_t size)
{
    const unsigned char* bytes = memory;
    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

#define DIGEST_START UINT64_C(14695981039346656037)

// How it is walked.
typedef struct way {
    taut_backend_kind backend;
    int threads;
    taut_precision precision;
    int iterations;
} way;

static taut_world* way_world(const way* w)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.backend = w->backend;
    def.thread_count = w->threads;
    def.solver.iterations = w->iterations;
    return new_world_from(&def);
}

// Ropes of three sorts by number: easy for lanes, heavy in the end, soft. All of `links` links.
static void add_rope(taut_builder* builder, int number, int links)
{
    static const float masses[] = {0.1f, 300.0f, 2.0f};
    int first = taut_builder_particle_count(builder);
    taut_test_random r = {(uint64_t)number + 1};
    float turn = 0.7f * random_coarse(&r);
    for (int i = 0; i <= links; ++i) {
        float mass = i == links ? masses[number % 3] : random_between(&r, 0.02f, 0.05f);
        (void)add_particle(builder, (float)number + 0.1f * (float)i, turn * 0.1f * (float)i,
                           0.02f * random_coarse(&r), mass);
    }
    for (int i = 0; i < links; ++i) {
        (void)add_link(builder, first + i, first + i + 1, number % 3 == 2 ? 1e-5f : 0.0f);
    }
    if (number % 4 != 3) {
        (void)taut_builder_pin(builder, first);
    }
}

// A fork of six links.
static void add_fork(taut_builder* builder)
{
    static const int parents[] = {-1, 0, 1, 2, 1, 4, 5};
    int first = taut_builder_particle_count(builder);
    for (int i = 0; i < 7; ++i) {
        (void)add_particle(builder, 0.1f * (float)i, 5.0f + 0.03f * (float)(i * i), 0.0f,
                           i == 3 ? 20.0f : 0.05f);
        if (i > 0) {
            (void)add_link(builder, first + parents[i], first + i, 0.0f);
        }
    }
    (void)taut_builder_pin(builder, first);
}

static taut_body_id add_ropes(taut_world* world, const way* w, int first, int count, int links)
{
    taut_builder* builder = new_builder();
    for (int i = first; i < first + count; ++i) {
        add_rope(builder, i, links);
    }
    taut_body_def def = taut_body_def_default();
    def.precision = w->precision;
    return add_body_def(world, builder, def);
}

// Particles [first, first + count) of a body, and what follows from link number `links` on, or
// all links.
static uint64_t digest_part(taut_world* world, taut_body_id id, int first, int count, int links)
{
    int total = taut_blueprint_get_stats(taut_body_blueprint(world, id)).constraints;
    uint64_t hash = DIGEST_START;
    for (int i = first; i < first + count; ++i) {
        taut_vec3 x = position_of(world, id, i), v = velocity_of(world, id, i);
        hash = digest(hash, &x, sizeof x);
        hash = digest(hash, &v, sizeof v);
        taut_reaction reaction = {0};
        if (taut_body_pinned(world, id, i)) {
            CHECK_EQ_INT(taut_body_reaction(world, id, i, &reaction), TAUT_OK);
        }
        hash = digest(hash, &reaction, sizeof reaction);
    }
    for (int i = 0; i < count - 1 && links + i < total; ++i) {
        float force = 0.0f;
        CHECK_EQ_INT(taut_body_forces(world, id, links + i, 1, &force), TAUT_OK);
        hash = digest(hash, &force, sizeof force);
    }
    return hash;
}

// Ways --------------------------------------------------------------------------------------------

// One body of many chains and a fork, large enough to be shared out, and small ones beside it.
static uint64_t mixed_hash(const way* w)
{
    uint64_t hash = DIGEST_START;
    taut_world* world = way_world(w);
    taut_builder* builder = new_builder();
    int count = 0;
    for (int i = 0; i < 30; ++i) {
        int links = i < 11 ? 12 : i < 20 ? 7 : 2 + i % 5;
        add_rope(builder, i, links);
        count += links + 1;
    }
    add_fork(builder);
    taut_body_def def = taut_body_def_default();
    def.precision = w->precision;
    taut_body_id id = add_body_def(world, builder, def);
    taut_body_id more[5];
    for (int i = 0; i < 5; ++i) {
        more[i] = add_ropes(world, w, 40 + i, 1, 16);
    }
    for (int frame = 0; frame < 40; ++frame) {
        CHECK_EQ_INT(taut_body_add_impulse(world, id, 6, (taut_vec3){0.1f, 0.3f, 0.0f}), TAUT_OK);
        if (frame == 20) {
            CHECK_EQ_INT(taut_body_set_target(world, id, 13, (taut_vec3){3.0f, 1.0f, 0.0f}),
                         TAUT_OK);
        }
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 4) & TAUT_STEP_NOT_FINITE, 0);
        uint64_t part = digest_part(world, id, 0, count + 7, 0);
        hash = digest(hash, &part, sizeof part);
    }
    for (int i = 0; i < 5; ++i) {
        uint64_t part = digest_part(world, more[i], 0, 17, 0);
        hash = digest(hash, &part, sizeof part);
    }
    taut_world_destroy(world);
    return hash;
}

TEST(every_backend_and_number_of_threads_gives_the_same_bits)
{
    for (int precision = TAUT_PRECISION_FAST; precision <= TAUT_PRECISION_FINE; ++precision) {
        for (int iterations = 1; iterations <= 3; iterations += 2) {
            way w = {TAUT_BACKEND_SCALAR, 1, (taut_precision)precision, iterations};
            uint64_t first = mixed_hash(&w);
            for (int backend = 0; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
                w.backend = (taut_backend_kind)backend;
                if (taut_backend_available(w.backend)) {
                    CHECK_EQ_U64(mixed_hash(&w), first);
                }
            }
            w.backend = TAUT_BACKEND_AUTO;
            for (w.threads = 2; w.threads <= up_to(8); w.threads *= 2) {
                CHECK_EQ_U64(mixed_hash(&w), first);
            }
        }
    }
}

// Lanes across ------------------------------------------------------------------------------------

static taut_backend_kind backends[TAUT_BACKEND_KIND_COUNT];

static int list_backends(void)
{
    int count = 0;
    for (int i = TAUT_BACKEND_SCALAR; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        if (taut_backend_available((taut_backend_kind)i)) {
            backends[count++] = (taut_backend_kind)i;
        }
    }
    return count;
}

// Each rope of a body of `count` moves as it does in a body of its own.
static void check_across(const way* w, int count, int links)
{
    taut_world* together = way_world(w);
    taut_body_id id = add_ropes(together, w, 0, count, links);
    REQUIRE(taut_body_valid(together, id));
    CHECK_EQ_INT(step_frames(together, 60, FRAME, 5) & TAUT_STEP_NOT_FINITE, 0);
    for (int i = 0; i < count; ++i) {
        taut_world* alone = way_world(w);
        taut_body_id one = add_ropes(alone, w, i, 1, links);
        CHECK_EQ_INT(step_frames(alone, 60, FRAME, 5) & TAUT_STEP_NOT_FINITE, 0);
        CHECK_EQ_U64(digest_part(together, id, i * (links + 1), links + 1, i * links),
                     digest_part(alone, one, 0, links + 1, 0));
        taut_world_destroy(alone);
    }
    taut_world_destroy(together);
}

TEST(ropes_side_by_side_in_a_body_move_as_they_do_alone)
{
    static const int counts[] = {1, 2, 3, 8, 11};
    int backend_count = list_backends();
    for (int i = 0; i < 5; ++i) {
        for (int k = 0; k < backend_count; ++k) {
            way w = {backends[k], 1, (i + k) % 2 ? TAUT_PRECISION_FAST : TAUT_PRECISION_FINE,
                     (i + k) % 3 == 0 ? 3 : 1};
            check_across(&w, counts[i], 2 + 5 * i);
        }
    }
}

enum { MOST_BODIES = 20 };

// Bodies of a blueprint of one rope, not all doing the same.
static void touch(taut_world* world, taut_body_id id, int number)
{
    taut_vec3 push = {0.2f * (float)(number % 5), 0.1f * (float)(number % 3), 0.05f};
    CHECK_EQ_INT(taut_body_add_impulse(world, id, 5, push), TAUT_OK);
    if (number % 4 == 1) {
        CHECK_EQ_INT(taut_body_pin(world, id, 8), TAUT_OK);
    }
    if (number % 6 == 2) {  // farther than the rope is long: not for lanes
        CHECK_EQ_INT(taut_body_pin(world, id, 12), TAUT_OK);
        CHECK_EQ_INT(taut_body_set_target(world, id, 12, (taut_vec3){3.0f, 1.0f, 0.0f}), TAUT_OK);
    }
}

static taut_body_id add_like(taut_world* world, const way* w, taut_blueprint* blueprint, int number)
{
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    bool other = number % 7 == 4;  // not to be taken with its neighbours
    def.precision =
        (w->precision == TAUT_PRECISION_FINE) != other ? TAUT_PRECISION_FINE : TAUT_PRECISION_FAST;
    def.offset = (taut_vec3){0.0f, 0.0f, 0.25f * (float)number};
    taut_body_id id = {0};
    CHECK_EQ_INT(taut_body_create(world, &def, &id), TAUT_OK);
    touch(world, id, number);
    return id;
}

static uint64_t alone_hash(const way* w, taut_blueprint* blueprint, int number)
{
    taut_world* world = way_world(w);
    taut_body_id id = add_like(world, w, blueprint, number);
    CHECK_EQ_INT(step_frames(world, 30, FRAME, 5) & TAUT_STEP_NOT_FINITE, 0);
    uint64_t hash = digest_part(world, id, 0, 13, 0);
    taut_world_destroy(world);
    return hash;
}

// @param between after so many bodies comes one of another blueprint
static void check_many(const way* w, taut_blueprint* blueprint, const uint64_t* alone, int count,
                       int between)
{
    taut_world* world = way_world(w);
    taut_body_id ids[MOST_BODIES];
    for (int i = 0; i < count; ++i) {
        ids[i] = add_like(world, w, blueprint, i);
        if (i % between == between - 1) {
            (void)add_ropes(world, w, i, 1 + i % 3, 6);
        }
    }
    CHECK_EQ_INT(step_frames(world, 30, FRAME, 5) & TAUT_STEP_NOT_FINITE, 0);
    for (int i = 0; i < count; ++i) {
        CHECK_MSG(digest_part(world, ids[i], 0, 13, 0) == alone[i],
                  "body %d of %d, one between each %d, %s, %d threads", i, count, between,
                  taut_backend_name(w->backend), w->threads);
    }
    taut_world_destroy(world);
}

TEST(bodies_side_by_side_move_as_they_do_alone)
{
    int backend_count = list_backends();
    for (int k = 0; k < 2 * backend_count; ++k) {
        way w = {backends[k / 2], 1, k % 2 ? TAUT_PRECISION_FAST : TAUT_PRECISION_FINE, 1};
        taut_builder* builder = new_builder();
        add_rope(builder, k % 3, 12);
        taut_blueprint* blueprint = bake_away(builder);
        REQUIRE(blueprint != NULL);
        uint64_t alone[MOST_BODIES];
        for (int i = 0; i < MOST_BODIES; ++i) {
            alone[i] = alone_hash(&w, blueprint, i);
        }
        for (int count = 1; count <= MOST_BODIES; ++count) {
            w.threads = 1;
            check_many(&w, blueprint, alone, count, MOST_BODIES + 1);
            check_many(&w, blueprint, alone, count, 1 + count % 5);
            w.threads = up_to(2 + count % 3);
            check_many(&w, blueprint, alone, count, 4 + count % 6);
        }
        taut_blueprint_release(blueprint);
    }
}

// Order -------------------------------------------------------------------------------------------

// Ropes and a fork whose links are added in another order, and with their ends exchanged.
static uint64_t shuffled_hash(uint64_t number)
{
    enum { LINKS = 3 * 9 + 6 };
    int ends[LINKS][2];
    static const int parents[] = {-1, 0, 1, 2, 1, 4, 5};
    taut_builder* builder = new_builder();
    for (int i = 0; i < 37; ++i) {
        float x = 0.1f * (float)(i % 10), y = 0.05f * (float)(i % 3) + (float)(i / 10);
        (void)add_particle(builder, x, y, 0.02f * (float)(i % 7), i % 10 == 9 ? 50.0f : 0.05f);
    }
    for (int i = 0; i < LINKS; ++i) {
        ends[i][0] = i < 27 ? i / 9 * 10 + i % 9 : 30 + parents[i - 26];
        ends[i][1] = i < 27 ? ends[i][0] + 1 : 30 + i - 26;
    }
    taut_test_random r = {number};
    for (int i = LINKS - 1; number > 0 && i >= 0; --i) {
        int k = random_below(&r, i + 1), flip = random_below(&r, 2);
        int a = ends[k][flip], b = ends[k][1 - flip];
        ends[k][0] = ends[i][0];
        ends[k][1] = ends[i][1];
        ends[i][0] = a;
        ends[i][1] = b;
    }
    for (int i = 0; i < LINKS; ++i) {
        (void)add_link(builder, ends[i][0], ends[i][1], 0.0f);
    }
    for (int i = 0; i < 37; i += 10) {
        (void)taut_builder_pin(builder, i);
    }
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    CHECK(taut_body_valid(world, add_body(world, builder)));
    CHECK_EQ_INT(step_frames(world, 60, FRAME, 5), 0);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(the_order_of_adding_links_does_not_matter)
{
    uint64_t first = shuffled_hash(0);
    for (uint64_t i = 1; i <= 12; ++i) {
        CHECK_EQ_U64(shuffled_hash(i), first);
    }
}
