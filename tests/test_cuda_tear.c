// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that have a blueprint of their own, because they may tear or were changed, on a device:
// the host in its place. A device takes them while nothing about them changes.

#include "cuda_story.h"

static taut_builder* hanging_cloth(int size, float strength)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = def.rows = size;
    def.material.strength = strength;
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    for (int i = 0; i < size; i += size / 3) {
        CHECK(taut_builder_pin(builder, i) == TAUT_OK);
    }
    return builder;
}

static void add_torn(play* p, taut_builder* builder, taut_tear_def tear, taut_precision precision)
{
    taut_body_def def = taut_body_def_default();
    def.tear = tear;
    def.precision = precision;
    add_to(p, builder, def);
}

// What calls say of what broke, and of what there is now.
static void look(play* p)
{
    taut_event_view events = taut_world_events(p->world);
    see(p, (float)events.count);
    for (int i = 0; i < events.count; ++i) {
        see(p, (float)events.data[i].constraint);
        see(p, events.data[i].force);
    }
    for (int i = 0; i < p->count; ++i) {
        see(p, (float)taut_body_positions(p->world, p->ids[i]).count);
    }
}

// Nothing gives way
// --------------------------------------------------------------------------------

static void begin_strong(play* p)
{
    taut_tear_def tear = {.spare_particles = 40, .strength = 1e6f, .stretch = 50.0f};
    add_torn(p, hanging_cloth(9, 0.0f), tear, TAUT_PRECISION_AUTO);
    add_torn(p, hanging_cloth(44, 0.0f), tear, TAUT_PRECISION_FAST);
    add_torn(p, hanging_cloth(9, 1e6f), (taut_tear_def){0}, TAUT_PRECISION_FINE);
    taut_builder* builder = new_builder();
    taut_jelly_def jelly = taut_jelly_def_default();
    CHECK(taut_make_jelly(builder, &jelly, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    add_torn(p, builder, tear, TAUT_PRECISION_AUTO);
}

static void move_pin(play* p, int frame)
{
    taut_vec3 to = {5.0f + 0.01f * (float)frame, 0.0f, 0.0f};
    CHECK(taut_body_set_target(p->world, p->ids[1], 0, to) == TAUT_OK);
    look(p);
}

TEST(what_could_tear_and_does_not_is_on_the_device)
{
    static const story stories[] = {
        {"strong", begin_strong, move_pin, TAUT_SOLVER_XPBD, false, 0, 0, 0},
        {"strong, swept more", begin_strong, NULL, TAUT_SOLVER_XPBD, false, 2, 0, 0},
        {"strong, of Verlet", begin_strong, move_pin, TAUT_SOLVER_VERLET, false, 0, 8, 0},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Something does
// -----------------------------------------------------------------------------------

static void begin_weak(play* p)
{
    taut_tear_def tear = {.spare_particles = 60, .strength = 3.0f, .most_breaks = 8};
    add_torn(p, hanging_cloth(10, 0.0f), tear, TAUT_PRECISION_AUTO);
    tear = (taut_tear_def){.spare_particles = 200, .stretch = 0.3f, .most_breaks = 8};
    add_torn(p, hanging_cloth(44, 0.0f), tear, TAUT_PRECISION_FAST);
    tear = (taut_tear_def){.strength = 4.0f};  // links break where they are
    add_torn(p, hanging_cloth(12, 0.0f), tear, TAUT_PRECISION_FINE);
}

// Pulled hard for a few frames, then left alone.
static void pull(play* p, int frame)
{
    for (int i = 0; i < p->count; ++i) {
        int last = taut_body_positions(p->world, p->ids[i]).count - 1;
        taut_vec3 force = {1.0f, -25.0f, 3.0f};
        if (frame >= 2 && frame < 7) {
            CHECK(taut_body_add_force(p->world, p->ids[i], last, force) == TAUT_OK);
            CHECK(taut_body_add_force(p->world, p->ids[i], last / 2, force) == TAUT_OK);
        }
    }
    look(p);
}

static void begin_balloon(play* p)
{
    taut_builder* builder = new_builder();
    taut_balloon_def def = taut_balloon_def_default();
    def.frequency = 5;
    CHECK(taut_make_balloon(builder, &def, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_GUST);
    wind.velocity = (taut_vec3){2.0f, 0.0f, 1.0f};
    CHECK(taut_world_add_wind(p->world, &wind, NULL) == TAUT_OK);
    taut_tear_def tear = {.spare_particles = 60, .most_breaks = 8};
    add_torn(p, builder, tear, TAUT_PRECISION_AUTO);
}

static void cut_it(play* p, int frame)
{
    if (frame == 3) {
        taut_blade blade = {
            {-1.0f, -1.0f, -1.0f}, {-1.0f, -1.0f, 1.0f}, {1.0f, 0.9f, -1.0f}, {1.0f, 0.9f, 1.0f}};
        taut_cut cut = {0};
        CHECK(taut_world_cut(p->world, &blade, &cut) == TAUT_OK);
        CHECK(cut.bodies > 0);
        see(p, (float)cut.links);
    }
    look(p);
}

static void begin_changed(play* p)
{
    add_to(p, hanging_cloth(10, 0.0f), taut_body_def_default());
    add_to(p, hanging_cloth(40, 0.0f), taut_body_def_default());
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.pin_start = true;
    CHECK(taut_make_rope(builder, &rope, NULL) == TAUT_OK);
    add_to(p, builder, taut_body_def_default());
}

// By calls: another length, another stiffness, a limit that is passed at once, a break.
static void change(play* p, int frame)
{
    taut_body_id id = p->ids[frame % p->count];
    CHECK(frame != 2 || taut_body_set_rest(p->world, id, 7, 0.05f) == TAUT_OK);
    CHECK(frame != 3 || taut_body_set_compliance(p->world, id, 9, 0.01f) == TAUT_OK);
    CHECK(frame != 4 || taut_body_break(p->world, id, 5) == TAUT_OK);
    CHECK(frame != 5 || taut_body_break(p->world, id, 11) == TAUT_OK);
    CHECK(frame != 15 || taut_body_set_limits(p->world, id, 3, 1e-4f, 0.0f) == TAUT_OK);
    look(p);
}

// On the device before and after; meanwhile, and for some steps more, on the host.
TEST(what_tore_goes_back_to_the_device)
{
    static const story stories[] = {
        {"weak", begin_weak, pull, TAUT_SOLVER_XPBD, false, 0, 0, 40},
        {"weak, of Verlet", begin_weak, pull, TAUT_SOLVER_VERLET, false, 0, 8, 40},
        {"a balloon is cut", begin_balloon, cut_it, TAUT_SOLVER_XPBD, false, 0, 0, 20},
        {"curtains are cut", begin_weak, cut_it, TAUT_SOLVER_XPBD, false, 0, 0, 20},
        {"changed", begin_changed, change, TAUT_SOLVER_XPBD, false, 0, 0, 40},
    };
    taut_driver_host_spoils = true;
    for (size_t i = 0; i < sizeof stories / sizeof stories[0]; ++i) {
        long taken = 0, stepped = 0;
        uint64_t host = tell(&stories[i], TAUT_BACKEND_SCALAR, &taken, &stepped);
        uint64_t device = tell(&stories[i], TAUT_BACKEND_CUDA, &taken, &stepped);
        CHECK_MSG(host == device, "%s: other bits", stories[i].name);
        CHECK_MSG(taken > stepped / 4 && taken < stepped, "%s: %ld of %ld bodies taken",
                  stories[i].name, taken, stepped);
    }
    taut_driver_host_spoils = false;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// After a break, step by step.
TEST(a_body_goes_back_once_it_is_calm)
{
    taut_world_def def = taut_world_def_default();
    def.backend = TAUT_BACKEND_CUDA;
    play p = {.world = new_world_from(&def), .seen = 1};
    add_to(&p, hanging_cloth(10, 0.0f), taut_body_def_default());
    for (int frame = 0; frame < 12; ++frame) {
        long before = p.world->device->taken;
        CHECK(frame != 3 || taut_body_break(p.world, p.ids[0], 20) == TAUT_OK);
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
        bool calm = frame < 3 || frame >= 3 + TAUT_DEVICE_CALM;
        CHECK_EQ_INT((int)(p.world->device->taken - before), calm);
    }
    taut_world_destroy(p.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// The device has no room for the blueprint as it is now: the host goes on.
TEST(a_device_with_no_room_for_what_tore_leaves_it_to_the_host)
{
    uint64_t hash[2];
    for (int i = 0; i < 2; ++i) {
        taut_world_def def = taut_world_def_default();
        def.backend = i == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_CUDA;
        play p = {.world = new_world_from(&def), .seen = 1};
        begin_changed(&p);
        taut_driver_host_spoils = true;
        for (int frame = 0; frame < 16; ++frame) {
            CHECK(frame != 3 || taut_body_break(p.world, p.ids[0], 20) == TAUT_OK);
            CHECK(frame != 4 || taut_body_break(p.world, p.ids[2], 6) == TAUT_OK);
            CHECK(frame != 12 || taut_body_break(p.world, p.ids[2], 7) == TAUT_OK);
            taut_driver_host_memory = frame >= 3 && frame < 12 ? frame % 3 : -1;
            CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
            taut_driver_host_memory = -1;
        }
        taut_driver_host_spoils = false;
        hash[i] = taut_world_hash(p.world);
        taut_world_destroy(p.world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    CHECK(hash[0] == hash[1]);
}
