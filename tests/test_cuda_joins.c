// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that attachments join, on a device, the host in its place: that it takes them, and with
// the bits of the CPU. The host's copies of what the device has are spoilt meanwhile.

#include "cuda_joined.h"

#include "cuda/driver.h"

// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_launches, taut_driver_host_fetches, taut_driver_host_sends;
extern int taut_driver_host_copies;
extern int taut_driver_host_willing, taut_driver_host_refusals;
extern int taut_driver_host_ran[TAUT_CUDA_KERNEL_COUNT][2];

// Launches of a kernel, by one block to a body and by several.
static int launches_of(taut_cuda_kernel kernel)
{
    return taut_driver_host_ran[kernel][0] + taut_driver_host_ran[kernel][1];
}

static void begin_knots_in_wind(play* p)
{
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_GUST);
    wind.velocity = (taut_vec3){4.0f, 0.5f, 2.0f};
    CHECK(taut_world_add_wind(p->world, &wind, NULL) == TAUT_OK);
    begin_knots(p);
}

// Strings alone: what has limits keeps them, and prediction goes on into the first phase.
static void begin_all_kinds_on_strings(play* p)
{
    begin_all_kinds_tied(p);
    for (int i = 0; i < p->tie_count; ++i) {
        CHECK(taut_attachment_set_length(p->world, p->ties[i], 0.05f) == TAUT_OK);
    }
}

TEST(strings_have_the_bits_of_the_cpu)
{
    static const story stories[] = {
        {"strings", begin_strings_of_all_kinds, pull_strings, TAUT_SOLVER_XPBD, false, 0, 4, 20},
        {"from a ball", begin_strings_of_all_kinds, swing_ball, TAUT_SOLVER_XPBD, false, 0, 4, 20},
        {"swept more", begin_strings_of_all_kinds, swing_ball, TAUT_SOLVER_XPBD, false, 3, 2, 12},
        {"swept, not solved", begin_strings_of_all_kinds, swing_ball, TAUT_SOLVER_XPBD, false, -2,
         2, 12},
        {"of Verlet", begin_strings_of_all_kinds, swing_ball, TAUT_SOLVER_VERLET, false, 0, 4, 12},
        {"all kinds", begin_all_kinds_on_strings, jerk_tied, TAUT_SOLVER_XPBD, false, 0, 4, 10},
    };
    memset(taut_driver_host_ran, 0, sizeof taut_driver_host_ran);
    check_stories(stories, sizeof stories / sizeof stories[0]);
    CHECK(launches_of(TAUT_CUDA_JOINED) > 0);
    CHECK_EQ_INT(launches_of(TAUT_CUDA_CROWD), 0);
}

TEST(knots_have_the_bits_of_the_cpu)
{
    static const story stories[] = {
        {"knots", begin_knots, move_knots, TAUT_SOLVER_XPBD, false, 0, 5, 20},
        {"knots, swept more", begin_knots, move_knots, TAUT_SOLVER_XPBD, false, 3, 2, 12},
        {"knots, swept, not solved", begin_knots, move_knots, TAUT_SOLVER_XPBD, false, -2, 2, 12},
        {"knots of Verlet", begin_knots, move_knots, TAUT_SOLVER_VERLET, false, 0, 5, 12},
        {"knots on the ground", begin_knots_on_ground, move_knots, TAUT_SOLVER_XPBD, false, 0, 5,
         20},
        {"knots on the ground, swept more", begin_knots_on_ground, move_knots, TAUT_SOLVER_XPBD,
         false, 3, 2, 12},
        {"knots in the wind", begin_knots_in_wind, move_knots, TAUT_SOLVER_XPBD, false, 0, 4, 10},
        {"a seam", begin_seam, watch_seam, TAUT_SOLVER_XPBD, false, 0, 2, 6},
        {"a seam on the ground", begin_seam_on_ground, watch_seam, TAUT_SOLVER_XPBD, false, 0, 3,
         6},
        {"all kinds, tied", begin_all_kinds_tied, jerk_tied, TAUT_SOLVER_XPBD, false, 0, 4, 10},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

TEST(capes_on_strings_have_the_bits_of_the_cpu)
{
    static const story stories[] = {
        {"a cape", begin_cape, watch_seam, TAUT_SOLVER_XPBD, false, 0, 4, 8},
        {"a cape that touches", begin_touching_cape, watch_seam, TAUT_SOLVER_XPBD, false, 0, 4, 8},
        {"swept more", begin_touching_cape, watch_seam, TAUT_SOLVER_XPBD, false, 3, 3, 4},
        {"of Verlet", begin_touching_cape, watch_seam, TAUT_SOLVER_VERLET, false, 0, 4, 4},
        {"two capes", begin_two_capes, watch_seam, TAUT_SOLVER_XPBD, false, 0, 4, 8},
        {"drawn in", begin_drawn_capes, watch_seam, TAUT_SOLVER_XPBD, false, 0, 4, 16},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Each in its turn, as the load comes on.
static void begin_what_gives_way(play* p)
{
    add_sheet_at(p, 12, 1.0f, TAUT_PRECISION_AUTO);
    for (int i = 0; i < 4; ++i) {
        taut_vec3 at = position_of(p->world, p->ids[0], 60 + 10 * i);
        add_weight(p, at, 1.0f + (float)i);
        taut_attachment_def def = held_by(p, 1 + i, 0, 0, 60 + 10 * i);
        def.strength = 3.0f + 6.0f * (float)i;
        def.length = i % 2 == 1 ? 0.01f : 0.0f;
        attach(p, &def);
    }
}

// Attachments that end between steps, by themselves or with what they hang on.
TEST(what_gives_way_does_so_in_the_same_step)
{
    static const story stories[] = {
        {"what gives way", begin_what_gives_way, watch_seam, TAUT_SOLVER_XPBD, false, 0, 4, 30},
        {"what gives way, swept more", begin_what_gives_way, watch_seam, TAUT_SOLVER_XPBD, false, 2,
         3, 20},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Who stays, and who goes -------------------------------------------------------------------------

typedef struct two_sides {
    play host, there;
} two_sides;

static play open_side(void (*begin)(play*), taut_backend_kind backend)
{
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    play p = {.world = new_world_from(&def), .seen = 1};
    begin(&p);
    return p;
}

static two_sides open_sides(void (*begin)(play*))
{
    return (two_sides){open_side(begin, TAUT_BACKEND_SCALAR), open_side(begin, TAUT_BACKEND_CUDA)};
}

static void close_sides(two_sides* s)
{
    taut_world_destroy(s->host.world);
    taut_world_destroy(s->there.world);
    taut_driver_host_spoils = false;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// A frame of both, which have to have the same bits. Returns how many bodies went to the device.
static int take_frame(two_sides* s, void (*go_on)(play*, int), int frame)
{
    play* sides[2] = {&s->host, &s->there};
    for (int k = 0; k < 2; ++k) {
        if (go_on != NULL) {
            go_on(sides[k], frame);
        }
        CHECK(taut_world_step(sides[k]->world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
    }
    CHECK_MSG(taut_world_hash(s->host.world) == taut_world_hash(s->there.world) &&
                  s->host.seen == s->there.seen,
              "frame %d: other bits", frame);
    return s->there.world->device->aboard;
}

// Those that hold stand still for a while: one is frozen, and wakes again.
static void freeze_holders(play* p, int frame)
{
    see_ties(p);
    if (frame == 2 || frame == 6) {
        CHECK(taut_body_set_frozen(p->world, p->ids[1], frame == 2) == TAUT_OK);
    }
    if (frame == 4 || frame == 7) {
        CHECK(taut_body_set_frozen(p->world, p->ids[0], frame == 4) == TAUT_OK);
    }
}

// What holds may stand still for a while: it is felt where it is.
TEST(what_is_frozen_holds_all_the_same)
{
    static const int aboard[10] = {3, 3, 2, 2, 1, 1, 2, 3, 3, 3};
    taut_driver_host_spoils = true;
    two_sides s = open_sides(begin_strings_of_all_kinds);
    for (int frame = 0; frame < 10; ++frame) {
        CHECK_EQ_INT(take_frame(&s, freeze_holders, frame), aboard[frame]);
    }
    close_sides(&s);
}

// Each realm goes by the kernel that it asks for, and comes to what it would by itself.
TEST(realms_that_are_joined_go_beside_those_that_are_not)
{
    for (int frames = 1; frames <= 12; frames += 11) {
        taut_driver_host_spoils = true;
        two_sides s = open_sides(begin_joined_realms);
        memset(taut_driver_host_ran, 0, sizeof taut_driver_host_ran);
        for (int frame = 0; frame < frames; ++frame) {
            CHECK_EQ_INT(take_frame(&s, watch_seam, frame), 8);
        }
        CHECK_EQ_INT(launches_of(TAUT_CUDA_JOINED), frames);
        CHECK_EQ_INT(launches_of(TAUT_CUDA_CROWD), frames);
        close_sides(&s);
    }
}

// What was tied goes by the other kernel again, as if it had never been.
TEST(what_is_let_go_is_not_tied_any_more)
{
    taut_driver_host_spoils = true;
    two_sides s = open_sides(begin_tied_ropes);
    for (int frame = 0; frame < 12; ++frame) {
        CHECK_EQ_INT(take_frame(&s, let_go_and_catch, frame), 3);
        const taut_body* b = s.there.world->slots[0].body;
        CHECK_EQ_INT(b->device->job->tied, frame < 4 || frame >= 8);
    }
    close_sides(&s);
}

// One of the two launches is refused: its bodies go on the host, and nothing is lost.
TEST(a_launch_that_is_refused_leaves_the_other_alone)
{
    for (int willing = 0; willing < 2; ++willing) {
        taut_driver_host_spoils = true;
        two_sides s = open_sides(begin_joined_realms);
        for (int frame = 0; frame < 8; ++frame) {
            taut_driver_host_willing = frame == 3 ? willing : 0;
            taut_driver_host_refusals = frame == 3;
            int aboard = take_frame(&s, watch_seam, frame);
            CHECK_EQ_INT(aboard, frame != 3 ? 8 : willing == 0 ? 6 : 2);
        }
        taut_driver_host_refusals = taut_driver_host_willing = 0;
        close_sides(&s);
    }
}

// What is of many realms goes and comes in one piece each.
TEST(realms_that_are_joined_ask_for_no_copies_of_their_own)
{
    int copies[2];
    for (int k = 0; k < 2; ++k) {
        taut_world_def def = taut_world_def_default();
        def.backend = TAUT_BACKEND_CUDA;
        play p = {.world = new_world_from(&def), .seen = 1};
        for (int i = 0; i < (k == 0 ? 1 : 60); ++i) {
            p.realm = (uint32_t)i;
            p.count = 0;
            add_sheet_at(&p, 5, 1.0f, TAUT_PRECISION_AUTO);
            taut_attachment_def tie = held(&p, 0, 12);
            tie.length = i % 2 == 0 ? 0.4f : 0.0f;
            p.tie_count = 0;
            attach(&p, &tie);
        }
        for (int frame = 0; frame < 3; ++frame) {
            taut_driver_host_copies = 0;
            CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
        }
        copies[k] = taut_driver_host_copies;
        CHECK_EQ_INT(p.world->device->aboard, k == 0 ? 1 : 60);
        taut_world_destroy(p.world);
    }
    CHECK(copies[0] > 0 && copies[1] <= copies[0] + 1);
}

// All of a realm calm down together.
TEST(a_realm_is_on_the_device_again_soon_after_a_snapshot)
{
    two_sides s = open_sides(begin_knots);
    taut_snapshot* snapshots[2];
    play* sides[2] = {&s.host, &s.there};
    CHECK_EQ_INT(take_frame(&s, NULL, 0), 6);
    for (int k = 0; k < 2; ++k) {
        CHECK(taut_snapshot_take(sides[k]->world, &snapshots[k]) == TAUT_OK);
        taut_body_destroy(sides[k]->world, sides[k]->ids[3]);
        CHECK(taut_snapshot_restore(sides[k]->world, snapshots[k]) == TAUT_OK);
        taut_snapshot_release(snapshots[k]);
    }
    for (int frame = 0; frame < TAUT_DEVICE_CALM + 2; ++frame) {
        int aboard = take_frame(&s, move_knots, frame);
        CHECK_EQ_INT(aboard, frame < TAUT_DEVICE_CALM ? 0 : 6);
    }
    close_sides(&s);
}

// Where the device has no memory for attachments the bodies stay on the host.
TEST(attachments_without_memory_on_the_device_are_the_hosts)
{
    int stayed = 0, went = 0;
    for (int room = 0; room < 8; ++room) {
        two_sides s = open_sides(begin_knots);
        CHECK_EQ_INT(take_frame(&s, NULL, 0), 6);
        taut_driver_host_memory = room;
        play* sides[2] = {&s.host, &s.there};
        for (int k = 0; k < 2; ++k) {
            for (int i = 0; i < 12; ++i) {
                taut_attachment_def def = held_by(sides[k], 1, i % 8, 2, i % 9);
                def.length = 0.3f;
                attach(sides[k], &def);
            }
        }
        taut_driver_host_memory = -1;
        for (int frame = 1; frame < 4; ++frame) {
            int aboard = take_frame(&s, watch_seam, frame);
            CHECK(aboard == 0 || aboard == 6);
            stayed += aboard == 0;
            went += aboard == 6;
        }
        close_sides(&s);
    }
    CHECK_MSG(stayed > 0 && went > 0, "%d stayed, %d went", stayed, went);
}

// All that is asked of allocators because of a device, the world's and the blueprints', is among
// what the world says it holds.
TEST(what_a_device_takes_of_the_host_is_counted)
{
    long asked[2];
    size_t said[2];
    for (int k = 0; k < 2; ++k) {
        taut_test_memory memory = {.fail_at = -1};
        taut_world_def def = taut_world_def_default();
        def.allocator = counting_allocator(&memory);
        builder_allocator = &def.allocator;
        def.backend = k == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_CUDA;
        play p = {.world = new_world_from(&def), .seen = 1};
        begin_joined_realms(&p);
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
        asked[k] = memory.bytes;
        said[k] = taut_world_memory(p.world).bytes;
        taut_world_destroy(p.world);
        builder_allocator = NULL;
        CHECK_EQ_INT((int)memory.bytes, 0);
    }
    CHECK(asked[1] > asked[0]);
    CHECK_EQ_INT((int)(asked[1] - asked[0]), (int)(said[1] - said[0]));
}

// A device that takes no more gives back what it has, and the host goes on.
TEST(a_device_that_takes_no_more_loses_nothing_that_is_joined)
{
    for (int k = 0; k < 2; ++k) {
        taut_driver_host_spoils = true;
        two_sides s = open_sides(begin_knots);
        for (int frame = 0; frame < 6; ++frame) {
            int* left = k == 0 ? &taut_driver_host_launches : &taut_driver_host_sends;
            *left = frame == 3 ? 0 : -1;
            int aboard = take_frame(&s, move_knots, frame);
            CHECK_EQ_INT(aboard, frame < 3 ? 6 : 0);
            *left = -1;
        }
        close_sides(&s);
    }
}

// One that gives nothing back has lost it: bodies stay where the host last saw them.
TEST(a_device_that_fails_leaves_joined_bodies_frozen)
{
    play p = open_side(begin_knots, TAUT_BACKEND_CUDA);
    CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
    taut_driver_host_fetches = 0;
    taut_step_report report = {0};
    CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, &report) == TAUT_OK);
    taut_driver_host_fetches = -1;
    CHECK((report.trouble & TAUT_STEP_DEVICE_LOST) != 0);
    see_ties(&p);
    for (int i = 0; i < p.count; ++i) {
        CHECK(body_finite(p.world, p.ids[i]));
        CHECK(taut_body_set_frozen(p.world, p.ids[i], false) == TAUT_OK);
    }
    CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, &report) == TAUT_OK);
    CHECK(body_finite(p.world, p.ids[0]));
    taut_world_destroy(p.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

static taut_attachment_def any_attachment(const play* p, taut_test_random* random)
{
    int one = random_below(random, p->count), other = random_below(random, p->count);
    int of_one = one == 0 ? random_below(random, 144) : 0;
    int of_other = other == 0 ? random_below(random, 144) : 0;
    taut_attachment_def def = held_by(p, one, of_one, other, of_other);
    int kind = random_below(random, 3);
    if (kind == 0 || one == other) {
        def.target = TAUT_ATTACH_POINT;
        def.place = (taut_vec3){random_coarse(random), 1.0f, random_coarse(random)};
    } else if (kind == 1) {
        def.target = TAUT_ATTACH_SURFACE;
        def.other = p->ids[0];
        def.triangle = random_below(random, 200);
    }
    def.length = random_below(random, 3) == 0 ? 0.0f : random_between(random, 0.0f, 0.5f);
    def.compliance = random_below(random, 3) == 0 ? 1e-4f : 0.0f;
    def.strength = random_below(random, 4) == 0 ? 30.0f : INFINITY;
    return def;
}

// One thing or another, or nothing.
static void change_something(play* p, taut_test_random* random)
{
    int what = random_below(random, 8);
    int body = random_below(random, p->count);
    if (what < 3) {
        taut_attachment_def def = any_attachment(p, random);
        attach(p, &def);
    } else if (what == 3) {
        taut_attachment_id id = p->ties[random_below(random, p->tie_count)];
        see(p, (float)taut_detach(p->world, id));
    } else if (what == 4) {
        bool freezes = !taut_body_frozen(p->world, p->ids[body]);
        CHECK(taut_body_set_frozen(p->world, p->ids[body], freezes) == TAUT_OK);
    } else if (what == 5 && body > 0) {
        taut_body_destroy(p->world, p->ids[body]);
        int count = p->count;
        p->count = body;
        add_weight(p, (taut_vec3){random_coarse(random), 1.0f, 0.3f}, 0.5f);
        p->count = count;
    }
}

static int awake(const play* p)
{
    int count = 0;
    for (int i = 0; i < p->count; ++i) {
        count += !taut_body_frozen(p->world, p->ids[i]);
    }
    return count;
}

// Attachments come and go while bodies do: the device has whoever is there.
TEST(attachments_come_and_go)
{
    taut_driver_host_spoils = true;
    two_sides s = open_sides(begin_what_gives_way);
    taut_test_random random = {7};
    for (int frame = 0; frame < 60; ++frame) {
        taut_test_random now = random;
        play* sides[2] = {&s.host, &s.there};
        for (int k = 0; k < 2; ++k) {
            random = now;
            change_something(sides[k], &random);
        }
        CHECK_EQ_INT(take_frame(&s, watch_seam, frame), awake(&s.there));
    }
    close_sides(&s);
}
