// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The kernels of the CUDA backend on the host, by all threads of several blocks (cuda/threads.hpp):
// that none reads what another may still be writing, that all of them reach every barrier, and that
// the bits do not depend on who goes first. A few frames of every kind of body and every kernel;
// `make race` takes the other tests of the backend the same way.

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/driver.h"
#include "cuda_couples.h"
#include "cuda_heaps.h"
#include "cuda_joined.h"
#include "tangle.h"

// After what has other ways.
#include "cuda_ways.h"

// Of src/cuda/driver_host.cpp and tests/cuda_threads.cpp.
extern bool taut_driver_host_clusters, taut_driver_host_watched;
extern size_t taut_driver_host_room;
extern int taut_driver_host_ran[TAUT_CUDA_KERNEL_COUNT][2];
extern int taut_driver_host_plant(int how);

// What is noticed ---------------------------------------------------------------------------------

// In a process of its own: one whose threads wait for ever ends. The same race is reported only
// once.
static int plant(int how)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        _exit(taut_driver_host_plant(how) > 0 ? 2 : 0);
    }
    int status = -1;
    (void)waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(a_race_is_seen_and_a_barrier_prevents_it)
{
    CHECK_EQ_INT(taut_driver_host_plant(2), 0);
    CHECK_EQ_INT(plant(0), taut_driver_host_watched ? 2 : 0);
    CHECK_EQ_INT(plant(1), taut_driver_host_watched ? 2 : 0);  // the other is in another block
    if (!taut_driver_host_watched) {
        printf("without a sanitizer that sees races: only bits are compared\n");
    }
}

TEST(a_barrier_that_not_all_threads_reach_is_noticed)
{
    CHECK_EQ_INT(plant(3), 1);  // some have returned
    CHECK_EQ_INT(plant(4), 1);  // some wait elsewhere
}

// Bodies ------------------------------------------------------------------------------------------

// Small ones, and such that several blocks have a part in them.
static void begin_flags(play* p)
{
    for (int i = 0; i < 3; ++i) {
        static const int sizes[3] = {6, 42, 66};
        taut_body_def def = taut_body_def_default();
        def.precision = i == 1 ? TAUT_PRECISION_FINE : TAUT_PRECISION_AUTO;
        add_to(p, flat_cloth_builder(sizes[i], i == 2), def);
    }
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_GUST);
    wind.velocity = (taut_vec3){4.0f, 0.5f, 2.0f};
    CHECK(taut_world_add_wind(p->world, &wind, NULL) == TAUT_OK);
}

// The first pins of a body go somewhere.
static void move_pins(play* p, int body, int frame)
{
    int count = taut_body_positions(p->world, p->ids[body]).count;
    for (int i = 1, moved = 0; i < count && moved < 3; ++i) {
        if (taut_body_pinned(p->world, p->ids[body], i)) {
            taut_vec3 to = position_of(p->world, p->ids[body], i);
            to.z += 0.01f * (float)frame;
            CHECK(taut_body_set_target(p->world, p->ids[body], i, to) == TAUT_OK);
            moved += 1;
        }
    }
}

static void push(play* p, int frame)
{
    for (int i = 0; i < p->count; ++i) {
        move_pins(p, i, frame);
        float far = 0.02f * (float)frame;
        taut_vec3 to = {5.0f * (float)i + far, 0.1f * far, 0.0f};
        taut_vec3 force = {0.1f, 0.2f, 0.0f};
        CHECK(frame < 1 || taut_body_set_target(p->world, p->ids[i], 0, to) == TAUT_OK);
        CHECK(taut_body_add_force(p->world, p->ids[i], 4, force) == TAUT_OK);
        taut_reaction reaction;
        CHECK(taut_body_reaction(p->world, p->ids[i], 0, &reaction) == TAUT_OK);
        see(p, reaction.force.y);
    }
}

// Small, and two balloons in one body.
static void begin_gases(play* p)
{
    for (int i = 0; i < 2; ++i) {
        taut_builder* builder = new_builder();
        taut_balloon_def def = taut_balloon_def_default();
        def.frequency = i == 0 ? 3 : 15;
        for (int k = 0; k <= i; ++k) {
            CHECK(taut_make_balloon(builder, &def, NULL) == TAUT_OK);
            def.centre.y += 1.0f;
        }
        CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
        taut_body_def body = taut_body_def_default();
        body.precision = i == 0 ? TAUT_PRECISION_AUTO : TAUT_PRECISION_FINE;
        add_to(p, builder, body);
    }
}

// Within loops.
static void begin_blobs(play* p)
{
    taut_builder* builder = new_builder();
    taut_blob_def def = taut_blob_def_default();
    CHECK(taut_make_blob(builder, &def, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 80) == TAUT_OK);
    for (int k = 0; k < 2; ++k) {
        int loop[24];
        for (int j = 0; j < 24; ++j) {
            loop[j] = 1 + (k == 0 ? 3 * 24 : 0) + j;
        }
        taut_gas_def gas = taut_gas_def_default();
        gas.loop = loop;
        gas.loop_count = 24;
        gas.gauge = 200.0f;
        CHECK(taut_builder_add_gas(builder, &gas, NULL) == TAUT_OK);
    }
    add_to(p, builder, taut_body_def_default());
}

static void leak(play* p, int frame)
{
    taut_body_id id = p->ids[frame % p->count];
    CHECK(taut_body_set_leak(p->world, id, 0, frame == 1 ? INFINITY : 1e-3f) == TAUT_OK);
}

// Driven into its limits.
static void begin_ragdoll(play* p)
{
    add_to(p, human_builder(0.2f), taut_body_def_default());
}

static void jerk(play* p, int frame)
{
    float m = taut_body_mass(p->world, p->ids[0], 7 + frame);
    taut_vec3 push_by = {9.0f * m, -15.0f * m, m};
    CHECK(taut_body_add_impulse(p->world, p->ids[0], 7 + frame, push_by) == TAUT_OK);
}

// Joints that turn as they like up to a limit, too many for one block.
static void begin_strings(play* p)
{
    taut_builder* builder = new_builder();
    for (int k = 0; k < 3 * 1400; ++k) {
        int at = k % 3;
        int i = add_particle(builder, 0.02f * (float)(k / 3), -0.1f * (float)at,
                             0.03f * (float)(at == 1), 0.05f);
        if (at > 0) {
            (void)add_link(builder, i - 1, i, 1e-7f);
        } else {
            CHECK(k % 2 == 1 || taut_builder_pin(builder, i) == TAUT_OK);
        }
        if (at == 2) {
            taut_constraint_def angle = taut_link(i - 2, i - 1);
            angle.kind = TAUT_CONSTRAINT_ANGLE;
            angle.particles[2] = i;
            angle.play = 0.1f;
            CHECK(taut_builder_add_constraint(builder, &angle, NULL) == TAUT_OK);
        }
    }
    add_to(p, builder, taut_body_def_default());
}

// Chains side by side, some with a load so heavy that lanes do not take them, and a tree.
static void add_curtain(play* p, int chains)
{
    taut_builder* builder = new_builder();
    for (int k = 0; k < chains; ++k) {
        int last = add_particle(builder, 0.2f * (float)k, 0.0f, 0.0f, 0.05f);
        CHECK(taut_builder_pin(builder, last) == TAUT_OK);
        for (int i = 1; i < (k < 16 ? 9 : 14); ++i) {
            float x = 0.2f * (float)k + 0.02f * (float)i;
            int next = add_particle(builder, x, -0.1f * (float)i, 0.01f * (float)(i % 3),
                                    i == 8 && k % 4 == 0 ? 30.0f : 0.02f);
            (void)add_link(builder, last, next, k % 5 == 1 ? 1e-4f : 0.0f);
            last = next;
            if (k == 17 && i % 4 == 2) {
                int twig = add_particle(builder, 4.0f, -0.1f * (float)i, 0.1f, 0.3f);
                (void)add_link(builder, next, twig, 0.0f);
            }
        }
    }
    add_to(p, builder, taut_body_def_default());
}

static void begin_curtains(play* p)
{
    add_curtain(p, 19);
    add_curtain(p, 330);
}

// Those of many links, whose lines are solved directly, damped, with tethers; and solid ones.
static void begin_held(play* p)
{
    taut_builder* builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = 66;
    cloth.tethers.passes = 0;
    CHECK(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 65) == TAUT_OK);
    add_to(p, builder, taut_body_def_default());
    builder = new_builder();
    taut_jelly_def jelly = taut_jelly_def_default();
    CHECK(taut_make_jelly(builder, &jelly, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    add_to(p, builder, taut_body_def_default());
}

// What could tear, and does.
static void begin_weak(play* p)
{
    for (int i = 0; i < 2; ++i) {
        taut_builder* builder = flat_cloth_builder(i == 0 ? 9 : 66, false);
        taut_body_def def = taut_body_def_default();
        def.tear = (taut_tear_def){
            .spare_particles = 60, .strength = i == 0 ? 1.5f : 1e6f, .most_breaks = 8};
        add_to(p, builder, def);
    }
}

// A sheet of several parts upon which ropes and a small one fall, over a ball; and a heap.
static void begin_touching(play* p)
{
    for (int i = 0; i < 4; ++i) {
        static const int sizes[4] = {68, 9, 8, 7};
        taut_body_def def = taut_body_def_default();
        def.precision = i == 1 ? TAUT_PRECISION_FINE : TAUT_PRECISION_AUTO;
        def.collision.self = i < 2;
        def.collision.others = true;
        def.collision.thickness = 0.02f;
        def.collision.surface.friction = 0.3f;
        def.offset = (taut_vec3){-5.0f * (float)p->count, 0.035f * (float)i, 0.01f * (float)i};
        def.velocity = (taut_vec3){0.0f, -0.5f * (float)i, 0.0f};
        add_to(p, flat_cloth_builder(sizes[i], false), def);
    }
}

static void begin_touching_on_a_ball(play* p)
{
    taut_collider_def ball = taut_collider_def_default();
    ball.radius = 0.1f;
    ball.position = (taut_vec3){0.3f, -0.1f, 0.3f};
    taut_collider_id id;
    CHECK(taut_collider_create(p->world, &ball, &id) == TAUT_OK);
    begin_touching(p);
}

TEST(bodies_of_all_kinds)
{
    static const story stories[] = {
        {"flags", begin_flags, push, TAUT_SOLVER_XPBD, false, 0, 2, 2},
        {"flags, swept more", begin_flags, push, TAUT_SOLVER_XPBD, false, 2, 1, 2},
        {"flags of Verlet", begin_flags, push, TAUT_SOLVER_VERLET, false, 0, 2, 2},
        {"gases", begin_gases, leak, TAUT_SOLVER_XPBD, false, 2, 2, 3},
        {"blobs", begin_blobs, leak, TAUT_SOLVER_XPBD, true, 2, 2, 3},
        {"ragdoll", begin_ragdoll, jerk, TAUT_SOLVER_XPBD, false, 0, 3, 3},
        {"strings", begin_strings, NULL, TAUT_SOLVER_XPBD, false, 0, 2, 2},
        {"curtains", begin_curtains, push, TAUT_SOLVER_XPBD, false, 2, 2, 2},
        {"held", begin_held, NULL, TAUT_SOLVER_XPBD, false, 2, 2, 2},
        {"weak", begin_weak, push, TAUT_SOLVER_XPBD, false, 0, 2, 4},
        {"touching", begin_touching, NULL, TAUT_SOLVER_XPBD, false, 0, 3, 2},
        {"touching a ball", begin_touching_on_a_ball, NULL, TAUT_SOLVER_XPBD, false, 2, 1, 2},
    };
    check_ways(stories, sizeof stories / sizeof stories[0]);
}

// Touching ----------------------------------------------------------------------------------------

static void add_ground_and_balls(play* p)
{
    taut_collider_id id;
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_PLANE;
    def.surface.friction = 0.4f;
    CHECK(taut_collider_create(p->world, &def, &id) == TAUT_OK);
    def.shape = TAUT_SHAPE_SPHERE;
    def.radius = 0.1f;
    def.surface.restitution = 0.5f;
    for (int i = 0; i < 2; ++i) {
        def.position = (taut_vec3){5.0f * (float)i + 0.1f, -0.05f, 0.1f};
        CHECK(taut_collider_create(p->world, &def, &id) == TAUT_OK);
    }
}

static void begin_on_ground(play* p)
{
    add_ground_and_balls(p);
    for (int i = 0; i < 2; ++i) {
        taut_body_def def = taut_body_def_default();
        def.velocity = (taut_vec3){0.3f, -2.0f, 0.1f};
        def.precision = i == 0 ? TAUT_PRECISION_FINE : TAUT_PRECISION_FAST;
        add_to(p, falling_cloth(i == 0 ? 9 : 66, 0.06f, i == 0), def);
    }
}

// On more colliders than are added up at once.
static void begin_on_balls(play* p)
{
    taut_collider_id id;
    taut_collider_def ball = taut_collider_def_default();
    ball.radius = 0.05f;
    ball.surface.friction = 0.4f;
    add_ground_and_balls(p);
    for (int i = 0; i < 4; ++i) {
        ball.position =
            (taut_vec3){0.03f + 0.1f * (float)(i % 2), 0.0f, 0.03f + 0.1f * (float)(i / 2)};
        CHECK(taut_collider_create(p->world, &ball, &id) == TAUT_OK);
    }
    taut_body_def def = taut_body_def_default();
    def.velocity = (taut_vec3){0.3f, -2.0f, 0.1f};
    add_to(p, falling_cloth(9, 0.06f, false), def);
}

static void begin_heap_on_ground(play* p)
{
    add_ground_and_balls(p);
    begin_heap(p);
}

// Two that touch and are cut, one upon the other: they stay for the first steps, then some of what
// came apart comes clear.
static void begin_apart(play* p)
{
    taut_body_def def = taut_body_def_default();
    def.collision.self = def.collision.others = true;
    def.collision.thickness = 0.02f;
    def.tear.spare_particles = 40;
    for (int i = 0; i < 2; ++i) {
        def.offset = (taut_vec3){-5.0f * (float)p->count, 0.03f * (float)i, 0.0f};
        add_to(p, flat_cloth_builder(9, false), def);
    }
}

static void cut_apart(play* p, int frame)
{
    if (frame == 0) {
        taut_blade blade = {
            {-1.0f, -1.0f, 0.18f}, {-1.0f, 1.0f, 0.18f}, {9.0f, -1.0f, 0.19f}, {9.0f, 1.0f, 0.19f}};
        taut_cut cut = {0};
        CHECK(taut_world_cut(p->world, &blade, &cut) == TAUT_OK && cut.splits > 4);
    }
}

TEST(what_came_apart)
{
    static const story stories[] = {
        {"apart", begin_apart, cut_apart, TAUT_SOLVER_XPBD, false, 0, 3, 7},
        {"apart, swept more", begin_apart, cut_apart, TAUT_SOLVER_XPBD, false, 2, 2, 6},
    };
    check_ways(stories, sizeof stories / sizeof stories[0]);
}

// With more blocks than parts: what balls got is added up by those that do not sweep.
TEST(blocks_that_do_not_sweep)
{
    static const story swift = {"a swift one on balls",
                                begin_swift_one_on_balls,
                                move_and_see_loads,
                                TAUT_SOLVER_XPBD,
                                false,
                                0,
                                6,
                                2};
    check_these(&swift, 1, &(way){3, 9, 4}, 1, 1);
    check_these(&swift, 1, &(way){4, 5, 0}, 1, 1);
    static const story few = {"a swift one on few things",
                              begin_swift_one_on_few,
                              hit_and_see_loads,
                              TAUT_SOLVER_XPBD,
                              false,
                              0,
                              10,
                              2};
    check_these(&few, 1, &(way){64, 9, 5}, 1, 1);  // a thread for each contact
    static const story little = {"a little one on a large one",
                                 begin_little_on_much,
                                 rise_and_see_points,
                                 TAUT_SOLVER_XPBD,
                                 false,
                                 0,
                                 10,
                                 4};
    check_these(&little, 1, &(way){64, 24, 5}, 1, 1);  // and for each pair
}

TEST(bodies_that_touch)
{
    static const story stories[] = {
        {"on the ground", begin_on_ground, see_loads, TAUT_SOLVER_XPBD, false, 0, 2, 3},
        {"on the ground, swept more", begin_on_ground, see_loads, TAUT_SOLVER_XPBD, false, 2, 1, 3},
        {"on balls", begin_on_balls, see_loads, TAUT_SOLVER_XPBD, false, 0, 2, 3},
        {"a heap", begin_heap, NULL, TAUT_SOLVER_XPBD, false, 2, 2, 2},
        {"a heap on the ground", begin_heap_on_ground, NULL, TAUT_SOLVER_XPBD, false, 0, 2, 2},
        {"swift ones", begin_swift, NULL, TAUT_SOLVER_XPBD, false, 0, 4, 1},
        {"a swift one", begin_swift_one, NULL, TAUT_SOLVER_XPBD, false, 0, 6, 1},
        {"one far away", begin_swift_one_far_away, NULL, TAUT_SOLVER_XPBD, false, 0, 6, 1},
        {"around one", begin_around_one, NULL, TAUT_SOLVER_XPBD, false, 0, 2, 2},
    };
    memset(taut_driver_host_ran, 0, sizeof taut_driver_host_ran);
    check_some_ways(stories, sizeof stories / sizeof stories[0], 2);
    check_some_ways(&stories[3], 1, 3);  // a heap: sums of a team end elsewhere
    CHECK(taut_driver_host_ran[TAUT_CUDA_MEETING][0] > 0);
    CHECK(taut_driver_host_ran[TAUT_CUDA_MEETING][1] > 0);
    CHECK(taut_driver_host_ran[TAUT_CUDA_CROWD][1] > 0);
}

// Crowds side by side, with blocks for each; or one block each.
TEST(realms_that_touch)
{
    static const story heaps = {"heaps", begin_heaps_in_realms, NULL, TAUT_SOLVER_XPBD, false, 0, 2,
                                2};
    static const story swift = {"swift ones",
                                begin_swift_ones_in_realms,
                                move_and_see_loads,
                                TAUT_SOLVER_XPBD,
                                false,
                                0,
                                6,
                                2};
    memset(taut_driver_host_ran, 0, sizeof taut_driver_host_ran);
    check_some_ways(&heaps, 1, 3);
    check_these(&swift, 1, &(way){3, 18, 4}, 1, 1);
    check_these(&swift, 1, &(way){4, 11, 0}, 1, 1);
    CHECK(taut_driver_host_ran[TAUT_CUDA_CROWD][0] > 0);
    CHECK(taut_driver_host_ran[TAUT_CUDA_CROWD][1] > 0);
}

// Small and large bodies that attachments join, and realms of which some are.
TEST(bodies_that_are_joined)
{
    static const story stories[] = {
        {"strings", begin_strings_of_all_kinds, swing_ball, TAUT_SOLVER_XPBD, false, 2, 2, 2},
        {"knots on the ground", begin_knots_on_ground, move_knots, TAUT_SOLVER_XPBD, false, 0, 2,
         3},
        {"all kinds, tied", begin_all_kinds_tied, jerk_tied, TAUT_SOLVER_XPBD, false, 2, 2, 2},
        {"a seam", begin_seam, watch_seam, TAUT_SOLVER_XPBD, false, 0, 1, 2},
        {"a seam on the ground", begin_seam_on_ground, watch_seam, TAUT_SOLVER_XPBD, false, 0, 2,
         2},
        {"realms", begin_joined_realms, watch_seam, TAUT_SOLVER_XPBD, false, 0, 2, 2},
    };
    memset(taut_driver_host_ran, 0, sizeof taut_driver_host_ran);
    check_some_ways(stories, sizeof stories / sizeof stories[0], 1);
    CHECK(taut_driver_host_ran[TAUT_CUDA_JOINED][0] > 0);
    CHECK(taut_driver_host_ran[TAUT_CUDA_JOINED][1] > 0);
}

TEST(capes_on_strings)
{
    static const story stories[] = {
        {"a cape", begin_cape, watch_seam, TAUT_SOLVER_XPBD, false, 0, 2, 2},
        {"a cape that touches", begin_touching_cape, watch_seam, TAUT_SOLVER_XPBD, false, 0, 2, 2},
        {"swept more", begin_touching_cape, watch_seam, TAUT_SOLVER_XPBD, false, 2, 1, 2},
        {"two capes", begin_two_capes, watch_seam, TAUT_SOLVER_XPBD, false, 0, 2, 2},
        {"drawn in", begin_drawn_capes, watch_seam, TAUT_SOLVER_XPBD, false, 0, 2, 2},
        {"ropes", begin_tied_ropes, let_go_and_catch, TAUT_SOLVER_XPBD, false, 0, 2, 6},
    };
    check_some_ways(stories, sizeof stories / sizeof stories[0], 2);
}

TEST(many_blocks_sort_by_wide_digits)
{
    static const story stories[] = {
        {"many", begin_many, check_widest, TAUT_SOLVER_XPBD, false, 0, 1, 2},
        {"some", begin_some, check_wide, TAUT_SOLVER_XPBD, false, 0, 1, 2},
    };
    check_these(&stories[0], 1, &(way){2, 128, 0}, 1, 1);
    check_these(&stories[1], 1, &(way){5, 16, 7}, 1, 1);
}

// Constraints of all kinds at random, by all solvers.
TEST(tangles)
{
    int large_launches = taut_driver_host_ran[TAUT_CUDA_STEP][1];
    for (int number = 0; number < 8 * TANGLE_WAYS; ++number) {
        bool large = number % 7 == 6;  // once by each solver
        tangle t = tangle_of(number, large ? 66 : 9, large ? 70 : 8);
        taut_world_def def = tangle_world_def(&t);
        def.backend = TAUT_BACKEND_SCALAR;
        tangle_end host = tangle_run(&t, &def, 3);
        def.backend = TAUT_BACKEND_CUDA;
        go(ways[number % WAYS]);
        int before = taut_driver_host_races;
        tangle_end device = tangle_run(&t, &def, 3);
        CHECK_MSG(host.hash == device.hash && host.read == device.read && host.hash != 0,
                  "number %d", number);
        CHECK_MSG(taut_driver_host_races == before, "number %d: %d races", number,
                  taut_driver_host_races - before);
    }
    CHECK(taut_driver_host_ran[TAUT_CUDA_STEP][1] > large_launches + 6);
}

// Sheets ------------------------------------------------------------------------------------------

static void add_sheet(play* p, int size, taut_precision precision)
{
    taut_body_def def = taut_body_def_default();
    def.precision = precision;
    def.drag = 0.2f;
    taut_builder* builder = flat_cloth_builder(size, p->count % 2 == 0);
    CHECK(taut_builder_pin(builder, size * size / 2) == TAUT_OK);
    add_to(p, builder, def);
}

static void begin_small_sheets(play* p)
{
    add_sheet(p, 12, TAUT_PRECISION_FAST);
    add_sheet(p, 30, TAUT_PRECISION_FAST);
    add_sheet(p, 9, TAUT_PRECISION_FINE);
    add_sheet(p, 30, TAUT_PRECISION_FINE);
}

static void begin_sheets(play* p)
{
    add_sheet(p, 100, TAUT_PRECISION_FAST);
    add_sheet(p, 100, TAUT_PRECISION_FAST);
}

static void begin_fine_sheets(play* p)
{
    add_sheet(p, 100, TAUT_PRECISION_FINE);
}

TEST(sheets_by_all_kernels)
{
    static const story small = {"small", begin_small_sheets, push, TAUT_SOLVER_XPBD, false, 0, 3,
                                2};
    static const story sheets = {"sheets", begin_sheets, push, TAUT_SOLVER_XPBD, false, 0, 2, 2};
    static const story fine = {"fine", begin_fine_sheets, push, TAUT_SOLVER_XPBD, false, 0, 2, 2};
    memset(taut_driver_host_ran, 0, sizeof taut_driver_host_ran);
    check_ways(&small, 1);
    CHECK(taut_driver_host_ran[TAUT_CUDA_SHEET][0] > 0);
    CHECK(taut_driver_host_ran[TAUT_CUDA_FINE_SHEET][0] > 0);
    check_ways(&sheets, 1);
    CHECK(taut_driver_host_ran[TAUT_CUDA_SHEET][1] > 0);
    check_ways(&fine, 1);
    CHECK(taut_driver_host_ran[TAUT_CUDA_LARGE_FINE_SHEET][1] > 0);
    taut_driver_host_clusters = false;  // each with what there is room for
    check_ways(&sheets, 1);
    CHECK(taut_driver_host_ran[TAUT_CUDA_LARGE_SHEET][1] > 0);
    taut_driver_host_clusters = true;
}

TEST(sheets_that_stay)
{
    static const story sheets = {"sheets", begin_sheets, push, TAUT_SOLVER_XPBD, false, 0, 2, 2};
    long taken = 0, stepped = 0;
    uint64_t host = tell(&sheets, TAUT_BACKEND_SCALAR, &taken, &stepped);
    taut_driver_host_clusters = false;
    for (int room = 0; room < 3; ++room) {
        go((way){6 - room, 16, (unsigned)room});
        taut_driver_host_room = (size_t)room * 58000;
        int ran = taut_driver_host_ran[TAUT_CUDA_STAYING_SHEET][1];
        int before = taut_driver_host_races;
        CHECK(host == tell(&sheets, TAUT_BACKEND_CUDA, &taken, &stepped));
        CHECK(taut_driver_host_ran[TAUT_CUDA_STAYING_SHEET][1] > ran);
        CHECK_EQ_INT(taut_driver_host_races - before, 0);
    }
    taut_driver_host_room = 0;
    taut_driver_host_clusters = true;
}

// What comes to shared memory part by part, with a block to each part.
TEST(sheets_with_a_block_to_each_part)
{
    static const story fine = {"fine", begin_fine_sheets, push, TAUT_SOLVER_XPBD, false, 0, 2, 2};
    long taken = 0, stepped = 0;
    uint64_t host = tell(&fine, TAUT_BACKEND_SCALAR, &taken, &stepped);
    go((way){5, 16, 0});
    int ran = taut_driver_host_ran[TAUT_CUDA_LARGE_FINE_SHEET][1];
    int before = taut_driver_host_races;
    CHECK(host == tell(&fine, TAUT_BACKEND_CUDA, &taken, &stepped));
    CHECK(taut_driver_host_ran[TAUT_CUDA_LARGE_FINE_SHEET][1] > ran);
    CHECK_EQ_INT(taut_driver_host_races - before, 0);
}
