// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a device takes through a step beside cloth that nothing touches, the host in its place: that
// it takes it, and with the bits of the CPU. The host's copies of what the device has are spoilt
// meanwhile.

#include "cuda_heaps.h"
#include "cuda_story.h"

// Wind --------------------------------------------------------------------------------------------

static taut_wind_def some_wind(taut_wind_kind kind)
{
    taut_wind_def def = taut_wind_def_default(kind);
    def.velocity = (taut_vec3){4.0f, 0.5f, 2.0f};
    def.speed = 3.0f;
    def.size = 0.3f;
    return def;
}

static void blow_all(play* p)
{
    taut_wind_def winds[TAUT_WIND_KIND_COUNT];
    for (int kind = 0; kind < TAUT_WIND_KIND_COUNT; ++kind) {
        winds[kind] = some_wind((taut_wind_kind)kind);
    }
    CHECK(taut_world_set_winds(p->world, winds, TAUT_WIND_KIND_COUNT) == TAUT_OK);
}

static void add_cloth(play* p, int size, taut_precision precision)
{
    taut_body_def def = taut_body_def_default();
    def.precision = precision;
    add_to(p, flat_cloth_builder(size, false), def);
}

static void begin_flags(play* p)
{
    add_cloth(p, 6, TAUT_PRECISION_AUTO);
    blow_all(p);  // memory for it comes later than the first body
    add_cloth(p, 45, TAUT_PRECISION_FAST);
    add_cloth(p, 70, TAUT_PRECISION_FINE);
}

// How they feel the air changes, and somebody pushes.
static void blow_on(play* p, int frame)
{
    taut_air_def air = taut_air_def_default();
    air.rope_radius = frame % 3 == 0 ? 0.0f : 0.01f;
    air.lift = 0.3f * (float)frame;
    air.enabled = frame % 5 != 4;
    CHECK(taut_body_set_air(p->world, p->ids[frame % p->count], &air) == TAUT_OK);
    if (frame % 4 == 1) {
        CHECK(taut_body_add_force(p->world, p->ids[0], 4, (taut_vec3){0.1f, 0.2f, 0.0f}) ==
              TAUT_OK);
    }
    CHECK(taut_world_set_air_density(p->world, frame == 6 ? 0.0f : 1.0f) == TAUT_OK);
    taut_vec3 u = taut_world_wind_at(p->world, position_of(p->world, p->ids[0], 5));
    see(p, u.x + u.y);
}

// Links that no triangle has are ropes to the air.
static void begin_net(play* p)
{
    blow_all(p);
    taut_builder* builder = new_builder();
    taut_net_def def = taut_net_def_default();
    CHECK(taut_make_net(builder, &def, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    add_to(p, builder, taut_body_def_default());
    builder = flat_cloth_builder(7, true);
    int last = 48;
    for (int i = 0; i < 5; ++i) {  // a tassel
        int next = add_particle(builder, 1.0f, -0.1f * (float)i, 0.1f, 0.01f);
        (void)add_link(builder, last, next, 1e-6f);
        last = next;
    }
    (void)add_link(builder, last, 3, 0.1f);  // and a ring: no tree
    add_to(p, builder, taut_body_def_default());
}

TEST(bodies_in_the_wind)
{
    static const story stories[] = {
        {"flags", begin_flags, blow_on, TAUT_SOLVER_XPBD, false, 0, 0, 0},
        {"flags, swept more", begin_flags, NULL, TAUT_SOLVER_XPBD, false, 3, 0, 0},
        {"flags of Verlet", begin_flags, blow_on, TAUT_SOLVER_VERLET, false, 0, 0, 0},
        {"nets", begin_net, blow_on, TAUT_SOLVER_XPBD, false, 0, 0, 0},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// No wind, and nothing lost, where the device has no room for what it asks for.
TEST(a_device_that_has_no_room_for_air_says_so)
{
    int refused = 0;
    for (int room = 0; room < 8; ++room) {
        taut_world_def def = taut_world_def_default();
        def.backend = TAUT_BACKEND_CUDA;
        play p = {.world = new_world_from(&def), .seen = 1};
        add_cloth(&p, 6, TAUT_PRECISION_AUTO);
        add_cloth(&p, 7, TAUT_PRECISION_AUTO);
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
        size_t bytes = taut_world_memory(p.world).device_bytes;
        taut_wind_def wind = some_wind(TAUT_WIND_GUST);
        taut_driver_host_memory = room;
        taut_result result = taut_world_add_wind(p.world, &wind, NULL);
        taut_driver_host_memory = -1;
        CHECK(result == TAUT_OK || result == TAUT_ERROR_OUT_OF_MEMORY);
        refused += result != TAUT_OK;
        CHECK_EQ_INT(taut_world_wind_count(p.world), result == TAUT_OK ? 1 : 0);
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
        CHECK(taut_world_add_wind(p.world, &wind, NULL) == TAUT_OK);
        CHECK(taut_world_memory(p.world).device_bytes > bytes);
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
        CHECK_EQ_INT((int)p.world->device->taken, 6);
        taut_world_destroy(p.world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    CHECK(refused > 2 && refused < 8);
}

// In the wind a step sends no more than without, unless somebody pushes, or has just
// done so.
TEST(a_step_in_the_wind_sends_little)
{
    extern size_t taut_driver_host_sent;
    taut_world_def def = taut_world_def_default();
    def.backend = TAUT_BACKEND_CUDA;
    play p = {.world = new_world_from(&def), .seen = 1};
    blow_all(&p);
    add_cloth(&p, 40, TAUT_PRECISION_AUTO);
    for (int frame = 0; frame < 6; ++frame) {
        taut_driver_host_sent = 0;
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
        bool little = taut_driver_host_sent < 4096;
        CHECK_MSG(frame == 0 || little == (frame != 2 && frame != 3), "%zu bytes",
                  taut_driver_host_sent);
        if (frame == 1) {
            taut_vec3 push = {0.0f, 1.0f, 0.0f};
            CHECK(taut_body_add_force(p.world, p.ids[0], 7, push) == TAUT_OK);
        }
    }
    taut_world_destroy(p.world);
}

// Gas ---------------------------------------------------------------------------------------------

static taut_builder* balloon_builder(int frequency)
{
    taut_builder* builder = new_builder();
    taut_balloon_def def = taut_balloon_def_default();
    def.frequency = frequency;
    CHECK(taut_make_balloon(builder, &def, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    return builder;
}

static void begin_balloons(play* p)
{
    taut_body_def def = taut_body_def_default();
    add_to(p, balloon_builder(1), def);
    add_to(p, balloon_builder(8), def);
    def.precision = TAUT_PRECISION_FINE;
    add_to(p, balloon_builder(16), def);
}

static void begin_balloons_in_the_wind(play* p)
{
    begin_balloons(p);
    blow_all(p);
    add_to(p, balloon_builder(5), taut_body_def_default());
}

// Somebody pumps, looks at what there is, and makes a hole.
static void pump(play* p, int frame)
{
    taut_body_id id = p->ids[frame % p->count];
    taut_gas_state state = {0};
    if (frame % 2 == 1) {
        CHECK(taut_body_gas(p->world, id, 0, &state) == TAUT_OK);
        see(p, (float)state.gauge);
        see(p, (float)state.applied);
        see(p, (float)state.amount);
    }
    CHECK(frame != 2 || taut_body_inflate(p->world, id, 0, 0.01f) == TAUT_OK);
    CHECK(frame != 3 || taut_body_set_leak(p->world, id, 0, 1e-3f) == TAUT_OK);
    CHECK(frame != 4 || taut_body_set_ambient(p->world, id, 0, 9e4f) == TAUT_OK);
    CHECK(frame != 5 || taut_body_set_pressure(p->world, id, 0, 500.0f) == TAUT_OK);
    CHECK(frame != 6 || taut_body_set_leak(p->world, id, 0, INFINITY) == TAUT_OK);
    CHECK(taut_body_gas_count(p->world, id) >= 1);
}

// Two gases each: within the outline, and within the innermost ring.
static void begin_blobs(play* p)
{
    for (int i = 0; i < 2; ++i) {
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
}

TEST(bodies_with_gas)
{
    static const story stories[] = {
        {"balloons", begin_balloons, pump, TAUT_SOLVER_XPBD, false, 0, 0, 0},
        {"balloons, swept more", begin_balloons, pump, TAUT_SOLVER_XPBD, false, 3, 0, 0},
        {"balloons of Verlet", begin_balloons, pump, TAUT_SOLVER_VERLET, false, 0, 0, 0},
        {"balloons in the wind", begin_balloons_in_the_wind, pump, TAUT_SOLVER_XPBD, false, 0, 0,
         0},
        {"blobs", begin_blobs, pump, TAUT_SOLVER_XPBD, true, 0, 0, 0},
        {"blobs, swept more", begin_blobs, NULL, TAUT_SOLVER_XPBD, true, 2, 0, 0},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Joints ------------------------------------------------------------------------------------------

static void begin_ragdolls(play* p)
{
    for (int i = 0; i < 2; ++i) {
        taut_builder* builder = human_builder(0.2f * (float)i);
        CHECK(taut_builder_pin(builder, 3) == TAUT_OK);
        add_to(p, builder, taut_body_def_default());
    }
}

// A ring whose corners rub: no tree, no limits, nothing damped.
static void begin_rings(play* p)
{
    for (int k = 0; k < 2; ++k) {
        taut_builder* builder = new_builder();
        int count = k == 0 ? 24 : 300;
        for (int i = 0; i < count; ++i) {
            float t = 6.2831853f * (float)i / (float)count;
            (void)add_particle(builder, cosf(t), sinf(t), 0.1f * (float)(i % 3), 0.05f);
        }
        for (int i = 0; i < count; ++i) {
            int next = (i + 1) % count;
            (void)add_link(builder, i, next, 1e-7f);
            taut_constraint_def angle = taut_link(i, next);
            angle.kind = TAUT_CONSTRAINT_ANGLE;
            angle.particles[2] = (i + 2) % count;
            angle.compliance = 1e-3f;
            angle.friction = 0.01f;
            CHECK(taut_builder_add_constraint(builder, &angle, NULL) == TAUT_OK);
        }
        CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
        taut_body_def def = taut_body_def_default();
        def.precision = k == 0 ? TAUT_PRECISION_FINE : TAUT_PRECISION_FAST;
        add_to(p, builder, def);
    }
}

// Joints are driven into their limits, and their state is looked at.
static void jerk(play* p, int frame)
{
    for (int i = 0; i < p->count; ++i) {
        float m = taut_body_mass(p->world, p->ids[i], 7 + frame);
        taut_vec3 push = {frame == 1 ? 9.0f * m : 0.0f, frame == 3 ? -15.0f * m : 2.0f * m, m};
        CHECK(taut_body_add_impulse(p->world, p->ids[i], 7 + frame, push) == TAUT_OK);
        for (int k = 0; k < 45; k += 7) {
            taut_constraint_state state;
            CHECK(taut_body_constraint(p->world, p->ids[i], k, &state) == TAUT_OK);
            see(p, state.rest);
            see(p, state.force);
        }
    }
}

TEST(bodies_with_limits_and_friction)
{
    static const story stories[] = {
        {"ragdolls", begin_ragdolls, jerk, TAUT_SOLVER_XPBD, false, 0, 0, 0},
        {"rings", begin_rings, jerk, TAUT_SOLVER_XPBD, false, 0, 0, 0},
        {"rings, swept more", begin_rings, NULL, TAUT_SOLVER_XPBD, false, 3, 0, 0},
        {"ragdolls, left alone", begin_ragdolls, NULL, TAUT_SOLVER_XPBD, false, 2, 20, 0},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Trees -------------------------------------------------------------------------------------------

static taut_builder* rope_builder(int particles, float load)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.link_count = particles - 1;
    def.end = (taut_vec3){1.0f, -0.5f, 0.0f};
    CHECK(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    int weight = add_particle(builder, 1.1f, -0.5f, 0.0f, load);
    (void)add_link(builder, particles - 1, weight, 0.0f);
    return builder;
}

// Ropes, light and with a load so heavy that lanes do not take them.
static void begin_ropes(play* p)
{
    taut_body_def def = taut_body_def_default();
    add_to(p, rope_builder(12, 0.1f), def);
    add_to(p, rope_builder(30, 500.0f), def);
    def.precision = TAUT_PRECISION_FAST;
    add_to(p, rope_builder(30, 500.0f), def);
    add_to(p, rope_builder(100, 0.01f), def);
}

// Chains of one size side by side in a body, and some of another; links of them soft, one-sided or
// damped; a tree with branches and an attachment.
static void add_curtain(play* p, taut_precision precision)
{
    taut_builder* builder = new_builder();
    for (int k = 0; k < 19; ++k) {
        int count = k < 16 ? 9 : 14;
        int last = add_particle(builder, 0.2f * (float)k, 0.0f, 0.0f, 0.05f);
        CHECK(taut_builder_pin(builder, last) == TAUT_OK);
        for (int i = 1; i < count; ++i) {
            float m = i == count - 1 && k % 4 == 0 ? 30.0f : 0.02f;
            int next = add_particle(builder, 0.2f * (float)k + 0.02f * (float)i, -0.1f * (float)i,
                                    0.01f * (float)(i % 3), m);
            taut_constraint_def link = taut_link(last, next);
            link.compliance = k % 5 == 1 ? 1e-4f : 0.0f;
            link.sides = k % 7 == 2 ? TAUT_SIDES_TENSION : TAUT_SIDES_BOTH;
            link.damping = k == 18 ? 2.0f : 0.0f;
            CHECK(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
            last = next;
            if (k == 17 && i % 4 == 2) {  // a twig
                int twig = add_particle(builder, 4.0f, -0.1f * (float)i, 0.1f, 0.3f);
                (void)add_link(builder, next, twig, 0.0f);
            }
        }
    }
    taut_body_def def = taut_body_def_default();
    def.precision = precision;
    add_to(p, builder, def);
}

static void begin_curtains(play* p)
{
    add_curtain(p, TAUT_PRECISION_FINE);
    add_curtain(p, TAUT_PRECISION_FAST);
}

// Pins move, once farther than recovery allows, and forces and reactions are looked at.
static void swing(play* p, int frame)
{
    for (int i = 0; i < p->count; ++i) {
        float far = frame == 5 ? 0.6f : 0.02f * (float)frame;
        taut_vec3 to = {5.0f * (float)i + far, 0.1f * far, 0.0f};
        CHECK(frame < 1 || taut_body_set_target(p->world, p->ids[i], 0, to) == TAUT_OK);
        taut_reaction reaction;
        CHECK(taut_body_reaction(p->world, p->ids[i], 0, &reaction) == TAUT_OK);
        see(p, reaction.force.y);
        float forces[8];
        CHECK(taut_body_forces(p->world, p->ids[i], 1, 8, forces) == TAUT_OK);
        see(p, forces[0] + forces[7]);
    }
}

TEST(trees_that_are_solved_directly)
{
    static const story stories[] = {
        {"ropes", begin_ropes, swing, TAUT_SOLVER_XPBD, false, 0, 0, 0},
        {"ropes, swept more", begin_ropes, swing, TAUT_SOLVER_XPBD, false, 2, 0, 0},
        {"curtains", begin_curtains, swing, TAUT_SOLVER_XPBD, false, 0, 0, 0},
        {"curtains, swept more", begin_curtains, NULL, TAUT_SOLVER_XPBD, false, 3, 0, 0},
        {"ropes of Verlet", begin_ropes, swing, TAUT_SOLVER_VERLET, false, 0, 0, 0},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

static void begin_long_rope(play* p)
{
    add_to(p, rope_builder(600, 1.0f), taut_body_def_default());
}

// Longer than a thread should have to do with: the host takes them.
TEST(long_ropes_stay_on_the_host)
{
    static const story s = {
        "a long rope", begin_long_rope, swing, TAUT_SOLVER_XPBD, false, 0, 0, 0};
    long taken = 0, stepped = 0;
    uint64_t host = tell(&s, TAUT_BACKEND_SCALAR, &taken, &stepped);
    CHECK(host == tell(&s, TAUT_BACKEND_CUDA, &taken, &stepped));
    CHECK_EQ_INT((int)taken, 0);
}

// Side by side ------------------------------------------------------------------------------------

extern int taut_driver_host_ran[TAUT_CUDA_KERNEL_COUNT][2];
extern size_t taut_driver_host_fetched;

typedef struct glimpse {
    int calls, ran;
    size_t fetched;
} glimpse;

static bool look_at_driver(void* context, int count, const taut_vec3* x, float* value,
                           taut_vec3* gradient)
{
    glimpse* g = context;
    (void)count;
    (void)x;
    (void)value;
    (void)gradient;
    g->calls += 1;
    for (int k = 0; k < TAUT_CUDA_KERNEL_COUNT; ++k) {
        g->ran += taut_driver_host_ran[k][0] + taut_driver_host_ran[k][1];
    }
    g->fetched += taut_driver_host_fetched;
    return false;
}

// What stays on the host is taken through its step while the device is at work: its kernels have
// been asked for, and nobody has waited for what comes of them.
TEST(the_host_goes_on_while_the_device_is_at_work)
{
    glimpse g = {0};
    play p = {.world = NULL, .seen = 1};
    taut_world_def def = taut_world_def_default();
    def.backend = TAUT_BACKEND_CUDA;
    p.world = new_world_from(&def);
    add_cloth(&p, 7, TAUT_PRECISION_AUTO);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    taut_user_constraint_def user = taut_user_constraint_def_default();
    user.evaluate = look_at_driver;
    user.context = &g;
    user.particle_count = 1;
    (void)taut_builder_add_user_constraint(builder, &user, NULL);
    add_to(&p, builder, taut_body_def_default());
    for (int frame = 0; frame < 3; ++frame) {
        memset(taut_driver_host_ran, 0, sizeof taut_driver_host_ran);
        taut_driver_host_fetched = 0;
        g = (glimpse){0};
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
        CHECK(g.calls > 0 && g.ran == g.calls && g.fetched == 0);
        CHECK_EQ_INT(p.world->device->aboard, 1);
        CHECK(taut_driver_host_fetched > 0);
    }
    taut_world_destroy(p.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// A body settles on the host beside one that stands still, whose state the device has.
static uint64_t settle_beside(taut_backend_kind backend, bool stiff, bool attached)
{
    taut_world_def world_def = taut_world_def_default();
    world_def.backend = backend;
    play p = {.world = new_world_from(&world_def), .seen = 1};
    for (int i = 0; i < 2; ++i) {
        taut_body_def def = taut_body_def_default();
        def.collision.others = !attached;
        def.collision.thickness = 0.012f;
        def.offset.x = -4.989f * (float)i;
        add_to(&p, falling_cloth(8, i == 0 ? 0.06f : 0.075f, false), def);
    }
    taut_attachment_def tie = taut_attachment_def_default();
    tie.target = TAUT_ATTACH_PARTICLE;
    tie.body = p.ids[1];
    tie.other = p.ids[0];
    tie.length = 0.02f;
    CHECK(!attached || taut_attach(p.world, &tie, NULL) == TAUT_OK);
    for (int frame = 0; frame < 10; ++frame) {
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
    }
    CHECK(p.world->device == NULL || p.world->device->aboard == 2);
    CHECK(!stiff || taut_body_set_rest(p.world, p.ids[1], 0, 0.021f) == TAUT_OK);
    taut_settle_def settle = taut_settle_def_default();
    settle.most_steps = 12;
    CHECK(taut_body_settle(p.world, p.ids[1], &settle, NULL) == TAUT_OK);
    uint64_t hash = taut_world_hash(p.world);
    taut_world_destroy(p.world);
    return hash;
}

TEST(a_body_settles_beside_one_that_the_device_has)
{
    for (int k = 0; k < 8; ++k) {
        taut_driver_host_spoils = (k & 4) != 0;
        CHECK(settle_beside(TAUT_BACKEND_SCALAR, (k & 1) != 0, (k & 2) != 0) ==
              settle_beside(TAUT_BACKEND_CUDA, (k & 1) != 0, (k & 2) != 0));
    }
    taut_driver_host_spoils = false;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}
