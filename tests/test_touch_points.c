// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Places where bodies touch: what they carry is the weight, and reading them changes nothing.

#include "collide_support.h"
#include "support.h"
#include "taut/taut_debug.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define MOST 4096

static taut_contact_point points[MOST];

// All that is told, and how much it is together.
static int read_points(const taut_world* world, taut_vec3* sum)
{
    int count = taut_world_contact_points(world, points, MOST);
    *sum = (taut_vec3){0.0f, 0.0f, 0.0f};
    for (int i = 0; i < count && i < MOST; ++i) {
        taut_vec3 f = points[i].force;
        *sum = (taut_vec3){sum->x + f.x, sum->y + f.y, sum->z + f.z};
    }
    return count;
}

static float dot(taut_vec3 a, taut_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static void check_point(const taut_world* world, const taut_contact_point* p)
{
    CHECK_NEAR(dot(p->normal, p->normal), 1.0f, 1e-4f);
    CHECK(p->particle_count >= 1 && p->particle_count <= 3);
    float weights = 0.0f;
    int most = taut_body_positions(world, p->body).count;
    for (int i = 0; i < p->particle_count; ++i) {
        CHECK(p->particles[i] >= 0 && p->particles[i] < most);
        weights += p->weights[i];
    }
    CHECK_NEAR(weights, 1.0f, 1e-4f);
    CHECK(finite_vec3(p->place) && finite_vec3(p->force));
}

// With colliders ----------------------------------------------------------------------------------

// 1 kg lies on the ground.
TEST(a_point_carries_its_weight)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_id ground = add_collider(world, plane_def());
    taut_body_def def = taut_body_def_default();
    def.collision.thickness = 0.1f;
    taut_body_id ball = add_point(world, (taut_vec3){0.3f, 0.1f, 0.0f}, def);
    (void)step_frames(world, 30, DT, 10);
    taut_vec3 sum;
    REQUIRE(read_points(world, &sum) == 1);
    check_point(world, &points[0]);
    CHECK(points[0].body.index1 == ball.index1 && points[0].particles[0] == 0);
    CHECK(taut_collider_same(points[0].collider, ground));
    CHECK(points[0].other_particle == -1 && points[0].other_body.index1 == 0);
    CHECK_NEAR(points[0].place.y, 0.0f, 1e-4f);
    CHECK_NEAR(points[0].place.x, 0.3f, 1e-4f);
    CHECK_NEAR(points[0].normal.y, 1.0f, 1e-5f);
    CHECK_NEAR(sum.y, 9.81f, 0.05f);
    taut_world_destroy(world);
}

static float mass_of(const taut_world* world, taut_body_id body)
{
    float mass = 0.0f;
    for (int i = 0; i < taut_body_positions(world, body).count; ++i) {
        mass += taut_body_mass(world, body, i);
    }
    return mass;
}

// A cloth on a ball of 0.5 m: it slides a little at first, then lies there. Forces at an angle,
// with friction, are its weight together, and what the collider says of its load.
TEST(a_cloth_on_a_ball_has_its_weight_in_points)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def ball = taut_collider_def_default();
    ball.surface.friction = 1.5f;
    ball.position.y = -0.51f;
    taut_collider_id id = add_collider(world, ball);
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = 13;
    cloth.spacing_u = cloth.spacing_v = 0.03f;
    cloth.origin = (taut_vec3){-0.18f, 0.0f, -0.18f};
    taut_builder* builder = new_builder();
    (void)taut_make_cloth(builder, &cloth, NULL);
    taut_body_def def = taut_body_def_default();
    def.collision.surface.friction = 1.5f;
    def.drag = 4.0f;
    taut_body_id body = add_body_def(world, builder, def);
    (void)step_frames(world, 240, DT, 10);
    taut_vec3 sum;
    int count = read_points(world, &sum);
    REQUIRE(count > 20 && count <= MOST);
    for (int i = 0; i < count; ++i) {
        check_point(world, &points[i]);
        CHECK(dot(points[i].force, points[i].normal) > 0.0f);
    }
    float weight = 9.81f * mass_of(world, body);
    CHECK_NEAR(sum.y, weight, 0.05f * weight);
    CHECK_NEAR(load_on(world, id).y, -weight, 0.05f * weight);
    taut_world_destroy(world);
}

// Particles ---------------------------------------------------------------------------------------

// One particle on another that is held.
TEST(a_pair_carries_the_weight_of_the_upper)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = taut_body_def_default();
    def.collision.thickness = 0.1f;
    def.collision.others = true;
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)taut_builder_pin(builder, 0);
    taut_body_id below = add_body_def(world, builder, def);
    taut_body_id above = add_point(world, (taut_vec3){0.0f, 0.2f, 0.0f}, def);
    (void)step_frames(world, 20, DT, 10);
    taut_vec3 sum;
    REQUIRE(read_points(world, &sum) == 1);
    const taut_contact_point* p = &points[0];
    check_point(world, p);
    bool up = p->body.index1 == above.index1;
    CHECK((up ? p->other_body : p->body).index1 == below.index1);
    CHECK(p->collider.index1 == 0 && p->other_particle == 0);
    CHECK_NEAR(p->place.y, 0.1f, 1e-3f);
    CHECK_NEAR(p->normal.y, up ? 1.0f : -1.0f, 1e-4f);
    CHECK_NEAR(sum.y, up ? 9.81f : -9.81f, 0.2f);
    CHECK(taut_body_destroy(world, above) == TAUT_OK);
    CHECK_EQ_INT(taut_world_contact_points(world, points, MOST), 0);
    taut_world_destroy(world);
}

// Calls -------------------------------------------------------------------------------------------

TEST(nothing_touches_nothing)
{
    CHECK_EQ_INT(taut_world_contact_points(NULL, points, MOST), 0);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    CHECK_EQ_INT(taut_world_contact_points(world, points, MOST), 0);
    taut_collider_id ground = add_collider(world, plane_def());
    taut_body_id body = add_point(world, (taut_vec3){0.0f, 5.0f, 0.0f}, taut_body_def_default());
    (void)step_frames(world, 5, DT, 4);
    CHECK_EQ_INT(taut_world_contact_points(world, points, MOST), 0);
    (void)step_frames(world, 120, DT, 4);
    CHECK_EQ_INT(taut_world_contact_points(world, NULL, 0), 1);
    CHECK_EQ_INT(taut_world_contact_points(world, points, 0), 1);
    CHECK(taut_collider_destroy(world, ground) == TAUT_OK);
    (void)step_frames(world, 1, DT, 4);
    CHECK_EQ_INT(taut_world_contact_points(world, points, MOST), 0);
    (void)add_collider(world, plane_def());  // in its place, before any step
    CHECK_EQ_INT(taut_world_contact_points(world, points, MOST), 0);
    CHECK(taut_body_destroy(world, body) == TAUT_OK);
    CHECK_EQ_INT(taut_world_contact_points(world, points, MOST), 0);
    taut_world_destroy(world);
}

TEST(a_snapshot_put_back_has_none_until_the_next_step)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    (void)add_collider(world, plane_def());
    (void)add_point(world, (taut_vec3){0.0f, 0.005f, 0.0f}, taut_body_def_default());
    (void)step_frames(world, 5, DT, 4);
    taut_snapshot* snapshot = NULL;
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    CHECK_EQ_INT(taut_world_contact_points(world, NULL, 0), 1);
    REQUIRE(taut_snapshot_restore(world, snapshot) == TAUT_OK);
    CHECK_EQ_INT(taut_world_contact_points(world, NULL, 0), 0);
    (void)step_frames(world, 1, DT, 4);
    CHECK_EQ_INT(taut_world_contact_points(world, NULL, 0), 1);
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
}

// Only as many as there is room for, in the same order, with any number of threads.
TEST(order_and_room)
{
    static taut_contact_point again[MOST];
    for (int threads = 1; threads <= 3; threads += 2) {
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        def.thread_count = threads;
        taut_world* world = new_world_from(&def);
        (void)add_collider(world, plane_def());
        for (int i = 0; i < 6; ++i) {
            taut_body_def body = taut_body_def_default();
            body.offset = (taut_vec3){0.0f, 0.006f + 0.001f * (float)i, (float)i};
            (void)add_body_def(world, held_rope_builder((taut_vec3){1.0f, 0.0f, 0.0f}, 20), body);
        }
        (void)step_frames(world, 40, DT, 8);
        int count = taut_world_contact_points(world, threads == 1 ? points : again, MOST);
        REQUIRE(count > 30 && count < MOST);
        for (int i = 0; threads > 1 && i < count; ++i) {
            CHECK(same_vec3_bits(points[i].force, again[i].force));
            CHECK(same_vec3_bits(points[i].place, again[i].place));
            CHECK(points[i].body.index1 == again[i].body.index1);
        }
        again[3].particle_count = 77;
        CHECK_EQ_INT(taut_world_contact_points(world, again, 3), count);
        CHECK_EQ_INT(again[3].particle_count, 77);
        taut_world_destroy(world);
    }
}
