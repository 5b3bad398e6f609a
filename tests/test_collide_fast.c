// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Nothing passes a collider however fast it comes; contacts give the same bits everywhere and ask
// for no memory.

#include "collide/pose.h"
#include "collide_support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)
#define TRIALS 200

// Ropes -------------------------------------------------------------------------------------------

// A rope of 1 m, turned any way, at 50 m/s down on a plate 1 cm thick: 4 cm in a substep.
static taut_body_id throw_rope(taut_world* world, taut_test_random* r)
{
    taut_vec3 d = random_direction(r);
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){-0.5f * d.x, 0.7f - 0.5f * d.y, -0.5f * d.z};
    rope.end = (taut_vec3){0.5f * d.x, 0.7f + 0.5f * d.y, 0.5f * d.z};
    taut_builder* builder = new_builder();
    (void)taut_make_rope(builder, &rope, NULL);
    taut_vec3 v = random_direction(r);
    taut_body_def def = taut_body_def_default();
    float down = 0.2f + fabsf(v.y);
    float s = 50.0f / sqrtf(v.x * v.x + down * down + v.z * v.z);
    def.velocity = (taut_vec3){s * v.x, -s * down, s * v.z};
    return add_body_def(world, builder, def);
}

TEST(rope_at_50_m_per_s_never_passes_a_plate_of_1_cm)
{
    taut_test_random r = {41};
    int passed = 0, met = 0;
    for (int trial = 0; trial < TRIALS; ++trial) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        (void)add_collider(world, box_def(20.0f, 0.005f, 20.0f));
        taut_body_id body = throw_rope(world, &r);
        bool through = false;
        taut_step_report report = {0};
        for (int frame = 0; frame < 30; ++frame) {
            REQUIRE(taut_world_step(world, FRAME, 20, &report) == TAUT_OK);
            taut_vec3_view x = taut_body_positions(world, body);
            for (int i = 0; i < x.count; ++i) {
                taut_vec3 at = taut_vec3_at(x, i);
                bool beside = fabsf(at.x) > 19.0f || fabsf(at.z) > 19.0f;  // slid that far
                through = through || (at.y < 0.0f && !beside);
            }
            met += report.contact_count > 0;
        }
        CHECK_EQ_INT(report.trouble, 0);
        passed += through;
        taut_world_destroy(world);
    }
    CHECK_EQ_INT(passed, 0);
    CHECK(met > 10 * TRIALS);
}

// Cloths ------------------------------------------------------------------------------------------

#define SIDE 15
#define COUNT (SIDE * SIDE)

static double six_volumes(const taut_vec3 t[3], taut_vec3 p)
{
    taut_vec3 n = taut_vec3_cross(taut_vec3_sub(t[1], t[0]), taut_vec3_sub(t[2], t[0]));
    return (double)taut_vec3_dot(taut_vec3_sub(p, t[0]), n);
}

static bool over_triangle(const taut_vec3 t[3], taut_vec3 p)
{
    taut_vec3 n = taut_vec3_cross(taut_vec3_sub(t[1], t[0]), taut_vec3_sub(t[2], t[0]));
    bool in = true;
    for (int i = 0; i < 3; ++i) {
        taut_vec3 side = taut_vec3_sub(t[(i + 1) % 3], t[i]);
        in = in && taut_vec3_dot(taut_vec3_cross(side, taut_vec3_sub(p, t[i])), n) >= 0.0f;
    }
    return in;
}

// Whether a triangle went over p between two substeps: at the time when they are in a plane, p is
// within it.
static bool swept(const taut_vec3 before[3], const taut_vec3 after[3], taut_vec3 p)
{
    bool side = six_volumes(before, p) > 0.0;
    if (side == (six_volumes(after, p) > 0.0)) {
        return false;
    }
    float low = 0.0f, high = 1.0f;
    taut_vec3 t[3];
    for (int i = 0; i < 30; ++i) {
        float middle = 0.5f * (low + high);
        for (int k = 0; k < 3; ++k) {
            t[k] = taut_vec3_blend(before[k], after[k], middle);
        }
        bool same = side == (six_volumes(t, p) > 0.0);
        low = same ? middle : low;
        high = same ? high : middle;
    }
    return over_triangle(t, p);
}

typedef struct taut_test_throw {
    taut_world* world;
    taut_body_id body;
    taut_vec3 tip;  // of the capsule's axis; the other is opposite
} taut_test_throw;

// A cloth of 0.7 m at 30 m/s on a capsule of 2 cm radius and any direction, every fourth nearly
// upright: 2.5 cm in a substep.
static taut_test_throw throw_cloth(taut_test_random* r, int trial)
{
    taut_test_throw t = {.world = new_world(TAUT_SOLVER_XPBD, earth)};
    taut_collider_def capsule = capsule_def(0.02f, 0.2f);
    taut_vec3 up = {0.0f, 1.0f, 0.0f}, d = random_direction(r);
    d = trial % 4 == 0 ? (taut_vec3){0.1f * d.x, 1.0f, 0.1f * d.z} : d;
    capsule.rotation = taut_quat_between(up, d);
    (void)add_collider(t.world, capsule);
    t.tip = taut_quat_rotate(capsule.rotation, (taut_vec3){0.0f, 0.2f, 0.0f});
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    cloth.origin = (taut_vec3){-0.35f + random_between(r, -0.05f, 0.05f), 0.3f,
                               -0.35f + random_between(r, -0.05f, 0.05f)};
    taut_builder* builder = new_builder();
    (void)taut_make_cloth(builder, &cloth, NULL);
    taut_body_def def = taut_body_def_default();
    def.velocity =
        (taut_vec3){random_between(r, -5.0f, 5.0f), -30.0f, random_between(r, -5.0f, 5.0f)};
    t.body = add_body_def(t.world, builder, def);
    return t;
}

static bool axis_was_swept(const taut_test_throw* t, const taut_vec3* before,
                           const taut_vec3* after)
{
    taut_int_view corners = taut_blueprint_triangles(taut_body_blueprint(t->world, t->body));
    bool any = false;
    for (int i = 0; i < corners.count && !any; i += 3) {
        taut_vec3 a[3], b[3];
        for (int k = 0; k < 3; ++k) {
            a[k] = before[corners.data[i + k]];
            b[k] = after[corners.data[i + k]];
        }
        for (int k = -10; k <= 10 && !any; ++k) {
            any = swept(a, b, taut_vec3_scale(t->tip, 0.1f * (float)k));
        }
    }
    return any;
}

TEST(long_cloth_at_30_m_per_s_never_passes_a_thin_capsule)
{
    taut_test_random r = {43};
    int passed = 0, met = 0;
    for (int trial = 0; trial < TRIALS; ++trial) {
        taut_test_throw t = throw_cloth(&r, trial);
        taut_vec3 before[COUNT], after[COUNT];
        taut_vec3_view x = taut_body_positions(t.world, t.body);
        REQUIRE(x.count == COUNT);
        bool through = false, touched = false;
        for (int substep = 0; substep < 120; ++substep) {
            for (int i = 0; i < COUNT; ++i) {
                before[i] = taut_vec3_at(x, i);
            }
            taut_step_report report;
            REQUIRE(taut_world_step(t.world, FRAME / 20.0f, 1, &report) == TAUT_OK);
            for (int i = 0; i < COUNT; ++i) {
                after[i] = taut_vec3_at(x, i);
            }
            through = through || axis_was_swept(&t, before, after);
            touched = touched || report.contact_count > 0;
        }
        passed += through;
        met += touched;
        taut_world_destroy(t.world);
    }
    CHECK_EQ_INT(passed, 0);
    CHECK(met > TRIALS * 9 / 10);
}

// Bits and memory ---------------------------------------------------------------------------------

// Cloths and ropes of both precisions on a sphere, a box that moves, and a capsule.
static taut_world* busy_world(taut_world_def def)
{
    taut_world* world = new_world_from(&def);
    (void)add_collider(world, box_def(2.0f, 0.1f, 2.0f));
    taut_collider_def ball = taut_collider_def_default();
    ball.radius = 0.25f;
    ball.position = (taut_vec3){0.0f, 0.4f, 0.0f};
    (void)add_collider(world, ball);
    for (int i = 0; i < 6; ++i) {
        taut_builder* builder = new_builder();
        taut_cloth_def cloth = taut_cloth_def_default();
        cloth.columns = cloth.rows = 12;
        cloth.origin = (taut_vec3){-0.3f, 0.7f + 0.1f * (float)i, -0.3f};
        taut_rope_def rope = taut_rope_def_default();
        rope.start = (taut_vec3){-0.5f, 0.8f, 0.05f * (float)i};
        rope.end = (taut_vec3){0.5f, 0.9f, 0.1f};
        (void)(i % 2 ? taut_make_cloth(builder, &cloth, NULL)
                     : taut_make_rope(builder, &rope, NULL));
        taut_body_def body = taut_body_def_default();
        body.precision = i < 3 ? TAUT_PRECISION_FAST : TAUT_PRECISION_FINE;
        (void)add_body_def(world, builder, body);
    }
    return world;
}

static uint64_t run_busy(taut_world_def def)
{
    taut_world* world = busy_world(def);
    taut_collider_id box = taut_world_collider(world, 0);
    for (int frame = 1; frame <= 40; ++frame) {
        taut_vec3 to = {0.0f, 0.01f * (float)frame, 0.0f};
        taut_quat turn = taut_quat_between((taut_vec3){0.0f, 1.0f, 0.0f},
                                           (taut_vec3){0.01f * (float)frame, 1.0f, 0.0f});
        (void)taut_collider_move(world, box, to, turn);
        (void)taut_world_step(world, FRAME, 8, NULL);
    }
    taut_vec3 load = load_on(world, box);
    uint64_t hash = taut_world_hash(world);
    CHECK_MSG(load.y < -0.1f, "%g N", (double)load.y);
    taut_world_destroy(world);
    return hash;
}

TEST(contacts_give_the_same_bits_on_every_backend_and_number_of_threads)
{
    for (int solver = TAUT_SOLVER_XPBD; solver <= TAUT_SOLVER_VERLET; ++solver) {
        taut_world_def def = world_def_of((taut_solver_kind)solver, earth);
        def.backend = TAUT_BACKEND_SCALAR;
        uint64_t hash = run_busy(def);
        for (int backend = 0; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
            def.backend = (taut_backend_kind)backend;
            if (taut_backend_available(def.backend)) {
                def.thread_count = 1 + backend % 3;
                CHECK(run_busy(def) == hash);
            }
        }
    }
}

TEST(steps_with_contacts_ask_for_no_memory)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.allocator = counting_allocator(&memory);
    taut_world* world = busy_world(def);
    long requests = memory.requests;
    memory.fail_at = requests;
    taut_step_report report = {0};
    for (int frame = 0; frame < 30; ++frame) {
        REQUIRE(taut_world_step(world, FRAME, 8, &report) == TAUT_OK);
    }
    CHECK(report.contact_count > 50);
    CHECK_EQ_INT(memory.requests, requests);
    taut_world_destroy(world);
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}
