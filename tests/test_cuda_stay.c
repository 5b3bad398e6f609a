// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Why a body stays on the host of a world with a device, the host in its place.

#include "cuda_story.h"
#include "taut/taut_device.h"

// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_refusals, taut_driver_host_launches;

enum { SIDE = 10 };

static play play_on(taut_backend_kind backend, taut_solver_kind solver)
{
    taut_world_def def = taut_world_def_default();
    def.solver = taut_solver_def_default(solver);
    def.backend = backend;
    return (play){.world = new_world_from(&def), .seen = 1};
}

static void finish(play* p)
{
    taut_world_destroy(p->world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

static void add_cloth(play* p, bool touches)
{
    taut_body_def def = taut_body_def_default();
    def.collision.self = def.collision.others = touches;
    add_to(p, flat_cloth_builder(SIDE, true), def);
}

static void step(const play* p, int times)
{
    CHECK(step_frames(p->world, times, 1.0f / 60.0f, 4) != ~0u);
}

// What is said of body `i`, which is body `whose`'s doing; and that all that is told agrees.
static void check_stay(const play* p, int i, taut_stay expected, int whose)
{
    taut_stay stay = TAUT_STAY_COUNT;
    taut_body_id other = {0};
    CHECK(taut_body_stay(p->world, p->ids[i], &stay, &other) == TAUT_OK);
    CHECK_MSG(stay == expected, "body %d: %s, not %s", i, taut_stay_name(stay),
              taut_stay_name(expected));
    CHECK(other.index1 == p->ids[whose].index1 && other.generation == p->ids[whose].generation);
    CHECK(taut_body_stay(p->world, p->ids[i], &stay, NULL) == TAUT_OK && stay == expected);
    taut_device_info info;
    if (taut_world_device(p->world, &info) == TAUT_OK) {
        int sum = 0;
        for (int k = 0; k < TAUT_STAY_COUNT; ++k) {
            sum += info.stays[k];
        }
        CHECK(info.stays[expected] > 0 && sum == p->count);
        CHECK_EQ_INT(info.stays[TAUT_STAY_NONE], info.bodies);
    }
    taut_device_view view;
    taut_result there = taut_body_device_positions(p->world, p->ids[i], &view);
    const char* sentence = taut_world_last_error(p->world);
    CHECK(expected != TAUT_STAY_NONE || there == TAUT_OK);
    CHECK(there == TAUT_OK || strstr(sentence, taut_stay_text(expected)) != NULL);
}

// One body, and what it has ----------------------------------------------------------------------

TEST(a_body_is_new_and_then_there)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_cloth(&p, false);
    check_stay(&p, 0, TAUT_STAY_RESTS, 0);
    for (int i = 0; i < 4; ++i) {  // the first steps are opened, later ones go on
        step(&p, 1);
        check_stay(&p, 0, TAUT_STAY_NONE, 0);
    }
    add_cloth(&p, false);
    check_stay(&p, 1, TAUT_STAY_RESTS, 1);
    step(&p, 1);
    check_stay(&p, 1, TAUT_STAY_NONE, 1);
    CHECK(taut_body_set_frozen(p.world, p.ids[0], true) == TAUT_OK);
    step(&p, 2);
    check_stay(&p, 0, TAUT_STAY_RESTS, 0);
    check_stay(&p, 1, TAUT_STAY_NONE, 1);
    CHECK(taut_body_set_frozen(p.world, p.ids[0], false) == TAUT_OK);
    step(&p, 1);
    check_stay(&p, 0, TAUT_STAY_NONE, 0);
    finish(&p);
}

// A call that changes all of it: it was there, and is there no more.
TEST(after_a_teleport_the_last_step_is_told)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_cloth(&p, false);
    step(&p, 2);
    taut_teleport up = taut_teleport_default();
    up.move.y = 1.0f;
    CHECK(taut_body_teleport(p.world, p.ids[0], &up) == TAUT_OK);
    taut_stay stay;
    taut_device_view view;
    CHECK(taut_body_stay(p.world, p.ids[0], &stay, NULL) == TAUT_OK && stay == TAUT_STAY_NONE);
    CHECK(taut_body_device_positions(p.world, p.ids[0], &view) == TAUT_ERROR_BACKEND_UNAVAILABLE);
    CHECK_STR(taut_world_last_error(p.world),
              "the body is on no device: a call has changed it since the last step");
    finish(&p);
}

TEST(a_world_without_a_device_has_none)
{
    play p = play_on(TAUT_BACKEND_AUTO, TAUT_SOLVER_XPBD);
    add_cloth(&p, false);
    check_stay(&p, 0, TAUT_STAY_NO_DEVICE, 0);
    step(&p, 1);
    check_stay(&p, 0, TAUT_STAY_NO_DEVICE, 0);
    finish(&p);
}

static bool no_value(void* context, int count, const taut_vec3* x, float* value,
                     taut_vec3* gradient)
{
    (void)context;
    (void)x;
    *value = 0.0f;
    for (int i = 0; i < count; ++i) {
        gradient[i] = (taut_vec3){0};
    }
    return false;
}

static void add_with_user(play* p, bool touches)
{
    taut_builder* builder = flat_cloth_builder(SIDE, true);
    taut_user_constraint_def user = taut_user_constraint_def_default();
    user.evaluate = no_value;
    user.particle_count = 1;
    user.particles[0] = 3;
    taut_body_def def = taut_body_def_default();
    def.collision.self = def.collision.others = touches;
    CHECK(taut_builder_add_user_constraint(builder, &user, NULL) == TAUT_OK);
    add_to(p, builder, def);
}

static void watch(void* context, const taut_watched* what)
{
    (void)context;
    (void)what;
}

TEST(what_has_no_kernel_says_so)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_LEGACY);
    add_cloth(&p, false);
    step(&p, 1);
    check_stay(&p, 0, TAUT_STAY_SOLVER, 0);
    finish(&p);
    p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_with_user(&p, false);
    add_cloth(&p, false);
    step(&p, 1);
    check_stay(&p, 0, TAUT_STAY_USER, 0);
    check_stay(&p, 1, TAUT_STAY_NONE, 1);
    CHECK(taut_world_watch(p.world, p.ids[1], watch, NULL) == TAUT_OK);
    step(&p, 1);
    check_stay(&p, 1, TAUT_STAY_WATCHED, 1);
    CHECK(taut_world_watch(p.world, p.ids[1], NULL, NULL) == TAUT_OK);
    step(&p, 1);
    check_stay(&p, 1, TAUT_STAY_NONE, 1);
    finish(&p);
}

TEST(a_long_rope_alone_says_so)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_to(&p, held_rope_builder((taut_vec3){3.0f, 0.0f, 0.0f}, 300), taut_body_def_default());
    add_to(&p, held_rope_builder((taut_vec3){3.0f, 0.0f, 0.0f}, 30), taut_body_def_default());
    step(&p, 2);
    check_stay(&p, 0, TAUT_STAY_LONG, 0);
    check_stay(&p, 1, TAUT_STAY_NONE, 1);
    finish(&p);
}

// Four steps, and it is there again.
TEST(what_was_changed_waits_until_it_is_calm)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_cloth(&p, false);
    step(&p, 2);
    CHECK(taut_body_set_rest(p.world, p.ids[0], 0, 0.06f) == TAUT_OK);
    for (int i = 0; i < 4; ++i) {
        step(&p, 1);
        check_stay(&p, 0, TAUT_STAY_CHANGED, 0);
    }
    step(&p, 1);
    check_stay(&p, 0, TAUT_STAY_NONE, 0);
    finish(&p);
}

// Its constraints are as they were, and nobody looks whether they are.
TEST(what_was_restored_or_tried_counts_as_changed)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_cloth(&p, false);
    step(&p, 2);
    taut_snapshot* kept = NULL;
    taut_substeps_found found = {0};
    CHECK(taut_snapshot_take(p.world, &kept) == TAUT_OK);
    for (int k = 0; k < 2; ++k) {
        check_stay(&p, 0, TAUT_STAY_NONE, 0);
        CHECK((k == 0 ? taut_snapshot_restore(p.world, kept)
                      : taut_world_find_substeps(p.world, 2, 0.02f, 8, &found)) == TAUT_OK);
        step(&p, 4);
        check_stay(&p, 0, TAUT_STAY_CHANGED, 0);
        step(&p, 1);
    }
    check_stay(&p, 0, TAUT_STAY_NONE, 0);
    taut_snapshot_release(kept);
    finish(&p);
}

// Five thousand pins of a cloth that was made with two.
TEST(targets_beyond_the_room_for_them_say_so)
{
    enum { WIDE = 75, PINS = 5000 };
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_to(&p, flat_cloth_builder(WIDE, true), taut_body_def_default());
    step(&p, 1);
    for (int i = 0; i < PINS; ++i) {
        taut_vec3 to = position_of(p.world, p.ids[0], i);
        to.y += 0.001f;
        CHECK(taut_body_pin(p.world, p.ids[0], i) == TAUT_OK);
        CHECK(taut_body_set_target(p.world, p.ids[0], i, to) == TAUT_OK);
    }
    step(&p, 1);
    check_stay(&p, 0, TAUT_STAY_TARGETS, 0);
    step(&p, 2);  // nothing has a target any more
    check_stay(&p, 0, TAUT_STAY_NONE, 0);
    finish(&p);
}

// What a device does ------------------------------------------------------------------------------

// A step on the host, as often as it takes to find a kernel that the device takes; or for good.
TEST(a_refusal_is_told)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_cloth(&p, false);
    step(&p, 1);
    taut_driver_host_refusals = 1;
    step(&p, 1);
    check_stay(&p, 0, TAUT_STAY_REFUSED, 0);
    step(&p, 1);
    check_stay(&p, 0, TAUT_STAY_NONE, 0);
    taut_driver_host_refusals = 1;
    step(&p, 1);
    CHECK_EQ_INT(taut_driver_host_refusals, 0);
    for (int i = 0; i < 3; ++i) {
        check_stay(&p, 0, TAUT_STAY_REFUSED, 0);
        step(&p, 1);
    }
    finish(&p);
}

TEST(one_that_failed_is_told)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_cloth(&p, false);
    step(&p, 2);
    check_stay(&p, 0, TAUT_STAY_NONE, 0);
    taut_driver_host_launches = 0;
    step(&p, 1);
    taut_driver_host_launches = -1;
    check_stay(&p, 0, TAUT_STAY_NO_DEVICE, 0);
    add_cloth(&p, false);
    check_stay(&p, 1, TAUT_STAY_NO_DEVICE, 1);
    step(&p, 1);
    check_stay(&p, 1, TAUT_STAY_NO_DEVICE, 1);
    finish(&p);
}

// There is room for a body, and none for what touching asks for.
TEST(no_memory_for_pairs_is_told)
{
    int stayed = 0, went = 0;
    for (int room = 0; room < 12; ++room) {
        play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
        taut_driver_host_memory = room;
        add_cloth(&p, true);
        taut_driver_host_memory = -1;
        if (p.ids[0].index1 != 0) {
            step(&p, 1);
            bool taken = p.world->device->taken == 1;
            stayed += !taken;
            went += taken;
            check_stay(&p, 0, taken ? TAUT_STAY_NONE : TAUT_STAY_MEMORY, 0);
        }
        finish(&p);
    }
    CHECK(stayed > 0 && went > 0);
}

// A snapshot brings back what is gone, on the host where the device has no room any more.
TEST(no_memory_for_what_comes_back_is_told)
{
    for (int touches = 0; touches < 2; ++touches) {
        play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
        taut_snapshot* kept = NULL;
        add_cloth(&p, touches == 1);
        step(&p, 1);
        CHECK(taut_snapshot_take(p.world, &kept) == TAUT_OK);
        CHECK(taut_body_destroy(p.world, p.ids[0]) == TAUT_OK);
        taut_driver_host_memory = 0;
        CHECK(taut_snapshot_restore(p.world, kept) == TAUT_OK);
        taut_driver_host_memory = -1;
        step(&p, 6);
        check_stay(&p, 0, TAUT_STAY_MEMORY, 0);
        taut_snapshot_release(kept);
        finish(&p);
    }
}

// Bodies that act on one another ------------------------------------------------------------------

TEST(others_may_be_the_reason)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_cloth(&p, true);
    add_with_user(&p, true);
    add_cloth(&p, true);
    add_cloth(&p, false);
    p.realm = 7;
    add_cloth(&p, true);
    step(&p, 3);
    check_stay(&p, 0, TAUT_STAY_USER, 1);
    check_stay(&p, 1, TAUT_STAY_USER, 1);
    check_stay(&p, 2, TAUT_STAY_USER, 1);
    check_stay(&p, 3, TAUT_STAY_NONE, 3);
    check_stay(&p, 4, TAUT_STAY_NONE, 4);
    CHECK(taut_world_watch(p.world, p.ids[3], watch, NULL) == TAUT_OK);
    step(&p, 1);
    check_stay(&p, 3, TAUT_STAY_WATCHED, 3);
    check_stay(&p, 4, TAUT_STAY_WATCHED, 3);  // nothing that touches goes while one watches
    CHECK(taut_world_watch(p.world, p.ids[3], NULL, NULL) == TAUT_OK);
    // Whose reason it was is gone.
    taut_body_destroy(p.world, p.ids[1]);
    taut_body_id whose;
    taut_stay stay;
    CHECK(taut_body_stay(p.world, p.ids[0], &stay, &whose) == TAUT_OK);
    CHECK(stay == TAUT_STAY_WATCHED && whose.index1 == p.ids[3].index1);
    step(&p, 1);
    p.ids[1] = p.ids[--p.count];
    check_stay(&p, 0, TAUT_STAY_NONE, 0);
    finish(&p);
}

TEST(one_that_is_gone_is_nobodys_reason)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_with_user(&p, true);
    add_cloth(&p, true);
    step(&p, 1);
    check_stay(&p, 1, TAUT_STAY_USER, 0);
    taut_body_destroy(p.world, p.ids[0]);
    p.ids[0] = p.ids[--p.count];
    check_stay(&p, 0, TAUT_STAY_USER, 0);
    finish(&p);
}

TEST(what_came_apart_and_touches_is_there_again)
{
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    taut_body_def def = taut_body_def_default();
    def.collision.self = true;
    def.tear.spare_particles = 60;
    add_to(&p, flat_cloth_builder(SIDE, true), def);
    step(&p, 2);
    check_stay(&p, 0, TAUT_STAY_NONE, 0);
    taut_blade blade = {
        {-1.0f, -1.0f, -1.0f}, {-1.0f, -1.0f, 1.0f}, {1.0f, 0.9f, -1.0f}, {1.0f, 0.9f, 1.0f}};
    taut_cut cut = {0};
    CHECK(taut_world_cut(p.world, &blade, &cut) == TAUT_OK && cut.splits > 0);
    step(&p, 1);
    check_stay(&p, 0, TAUT_STAY_CHANGED, 0);
    step(&p, 4);
    check_stay(&p, 0, TAUT_STAY_NONE, 0);
    finish(&p);
}

// Words -------------------------------------------------------------------------------------------

TEST(every_reason_has_a_name_of_its_own)
{
    for (int i = 0; i < TAUT_STAY_COUNT; ++i) {
        CHECK(taut_stay_name((taut_stay)i)[0] != '\0' && taut_stay_text((taut_stay)i)[0] != '\0');
        for (int k = 0; k < i; ++k) {
            CHECK(strcmp(taut_stay_name((taut_stay)i), taut_stay_name((taut_stay)k)) != 0);
            CHECK(strcmp(taut_stay_text((taut_stay)i), taut_stay_text((taut_stay)k)) != 0);
        }
    }
    CHECK_STR(taut_stay_name(TAUT_STAY_COUNT), "unknown");
    CHECK_STR(taut_stay_text((taut_stay)-1), "unknown");
}

TEST(nobody_is_asked_in_vain)
{
    taut_device_view view = {&view, 1, 1, &view};
    CHECK(taut_body_device_positions(NULL, (taut_body_id){0}, &view) == TAUT_ERROR_INVALID);
    CHECK(view.positions == NULL && view.count == 0 && view.stream == NULL);
    play p = play_on(TAUT_BACKEND_CUDA, TAUT_SOLVER_XPBD);
    add_cloth(&p, false);
    taut_stay stay = TAUT_STAY_COUNT;
    CHECK(taut_body_stay(NULL, p.ids[0], &stay, NULL) == TAUT_ERROR_INVALID);
    CHECK(taut_body_stay(p.world, (taut_body_id){9, 1}, &stay, NULL) == TAUT_ERROR_INVALID);
    CHECK(stay == TAUT_STAY_COUNT);
    CHECK(taut_body_stay(p.world, p.ids[0], NULL, NULL) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world), "stay is NULL: nowhere to put the answer");
    finish(&p);
}
