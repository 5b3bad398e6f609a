// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colliders: what rests, bounces, slides and is carried on them; who passes whom; mistakes.

#include "collide_support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

static const taut_solver_kind solvers[2] = {TAUT_SOLVER_XPBD, TAUT_SOLVER_VERLET};

// Resting and bouncing ----------------------------------------------------------------------------

TEST(dropped_particle_rests_at_its_thickness_and_presses_with_its_weight)
{
    for (int i = 0; i < 2; ++i) {
        taut_world* world = new_world(solvers[i], earth);
        taut_collider_id plane = add_collider(world, plane_def());
        taut_body_id body =
            add_point(world, (taut_vec3){0.0f, 1.0f, 0.0f}, taut_body_def_default());
        CHECK_EQ_INT(step_frames(world, 120, FRAME, 20), 0);
        CHECK_NEAR(position_of(world, body, 0).y, 0.005, 1e-7);  // the rounding of 0.005 + 0
        CHECK_NEAR(velocity_of(world, body, 0).y, 0.0, 1e-6);
        CHECK_NEAR(load_on(world, plane).y, -9.81, 1e-2);  // VERLET: the rounding of positions
        taut_step_report report;
        REQUIRE(taut_world_step(world, FRAME, 20, &report) == TAUT_OK);
        CHECK_EQ_INT(report.contact_count, 1);
        taut_world_destroy(world);
    }
}

// From 1 m with restitution e it rises to e^2 of the height. One substep at the bottom is 1/1200 s
// of 4.4 m/s: 4 mm, twice.
TEST(bouncing_particle_rises_by_the_square_of_its_restitution)
{
    for (int i = 0; i < 2; ++i) {
        taut_world* world = new_world(solvers[i], earth);
        taut_collider_def def = plane_def();
        def.surface.restitution = 0.5f;
        (void)add_collider(world, def);
        taut_body_id body =
            add_point(world, (taut_vec3){0.0f, 1.005f, 0.0f}, taut_body_def_default());
        float top = 0.0f;
        for (int frame = 0; frame < 60; ++frame) {
            (void)step_frames(world, 1, FRAME, 20);
            bool rises = velocity_of(world, body, 0).y > 0.0f;
            top =
                rises && position_of(world, body, 0).y > top ? position_of(world, body, 0).y : top;
        }
        CHECK_NEAR(top, 0.255, 0.008);
        taut_world_destroy(world);
    }
}

TEST(what_a_collider_reports_is_what_changes_the_momentum)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def def = plane_def();
    def.surface.restitution = 0.7f;
    def.rotation = turn_about_z(0.3);
    taut_collider_id plane = add_collider(world, def);
    taut_body_id body = add_point(world, (taut_vec3){0.0f, 1.0f, 0.0f}, taut_body_def_default());
    double x = 0.0, y = 0.0;
    for (int frame = 0; frame < 120; ++frame) {
        (void)step_frames(world, 1, FRAME, 10);
        x -= (double)load_on(world, plane).x * (double)FRAME;
        y -= ((double)load_on(world, plane).y + 9.81) * (double)FRAME;
    }
    taut_vec3 v = velocity_of(world, body, 0);
    CHECK_NEAR(v.x, x, 1e-3);  // 1200 substeps of rounding
    CHECK_NEAR(v.y, y, 1e-3);
    CHECK(fabsf(v.x) > 0.1f);
    taut_world_destroy(world);
}

// A particle put 0.3 m deep comes out at leave_speed, and then stays.
TEST(body_found_inside_leaves_slowly_and_stays)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    (void)add_collider(world, plane_def());
    taut_body_def def = taut_body_def_default();
    def.collision.leave_speed = 1.0f;
    taut_body_id body = add_point(world, (taut_vec3){0.0f, -0.3f, 0.0f}, def);
    (void)step_frames(world, 6, FRAME, 10);
    CHECK_NEAR(position_of(world, body, 0).y, -0.2, 1e-4);  // 0.1 s at 1 m/s
    (void)step_frames(world, 30, FRAME, 10);
    CHECK_NEAR(position_of(world, body, 0).y, 0.005, 1e-5);
    CHECK_NEAR(velocity_of(world, body, 0).y, 0.0, 1e-5);
    taut_world_destroy(world);
}

// Friction ----------------------------------------------------------------------------------------

// A cube of eight particles and all links between them, on a slope: how far it slides in a second.
static double slide(taut_solver_kind solver, double degrees)
{
    double angle = degrees * 3.14159265358979 / 180.0;
    float c = (float)cos(angle), s = (float)sin(angle);
    taut_world* world = new_world(solver, earth);
    taut_collider_def plane = plane_def();
    plane.rotation = turn_about_z(angle);
    plane.surface.friction = plane.surface.static_friction = 0.5f;
    (void)add_collider(world, plane);
    taut_builder* builder = new_builder();
    for (int i = 0; i < 8; ++i) {
        float x = i & 1 ? 0.2f : 0.0f, y = i & 2 ? 0.205f : 0.005f, z = i & 4 ? 0.2f : 0.0f;
        (void)add_particle(builder, c * x - s * y, s * x + c * y, z, 0.1f);
        for (int j = 0; j < i; ++j) {
            (void)add_link(builder, j, i, 0.0f);
        }
    }
    taut_body_def def = taut_body_def_default();
    def.collision.surface.friction = def.collision.surface.static_friction = 0.5f;
    taut_body_id body = add_body_def(world, builder, def);
    (void)step_frames(world, 30, FRAME, 20);
    taut_vec3 before = position_of(world, body, 0);
    (void)step_frames(world, 60, FRAME, 20);
    double way = distance_between(before, position_of(world, body, 0));
    taut_world_destroy(world);
    return way;
}

// tan 26.565 degrees = 0.5. One degree above, 9.81 (sin - 0.5 cos) = 0.17 m/s^2.
TEST(block_slides_on_a_slope_at_the_angle_of_friction)
{
    for (int i = 0; i < 2; ++i) {
        CHECK(slide(solvers[i], 25.565) < 1e-4);
        double way = slide(solvers[i], 27.565);
        CHECK_MSG(way > 0.1 && way < 0.5, "slid %g m", way);
    }
}

// A particle lies on the level, until gravity turns by so many degrees and it gets a push: how far
// it slides in a second. One alone: a block slides when the corner that bears least begins to.
static double slide_from_rest(double degrees, float speed)
{
    double angle = degrees * 3.14159265358979 / 180.0;
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def plane = plane_def();
    plane.surface.friction = 0.3f;
    plane.surface.static_friction = 0.5f;
    (void)add_collider(world, plane);
    taut_body_def def = taut_body_def_default();
    def.collision.surface = plane.surface;
    taut_body_id body = add_point(world, (taut_vec3){0.0f, 0.005f, 0.0f}, def);
    (void)step_frames(world, 30, FRAME, 20);
    (void)taut_world_set_gravity(
        world, (taut_vec3){(float)(9.81 * sin(angle)), (float)(-9.81 * cos(angle)), 0.0f});
    float mass = taut_body_mass(world, body, 0);
    (void)taut_body_add_impulse(world, body, 0, (taut_vec3){mass * speed, 0.0f, 0.0f});
    taut_vec3 before = position_of(world, body, 0);
    (void)step_frames(world, 60, FRAME, 20);
    double way = distance_between(before, position_of(world, body, 0));
    taut_world_destroy(world);
    return way;
}

// What is still holds on up to tan a = 0.5, what slides is braked by 0.3: 9.81 (sin - 0.3 cos).
TEST(what_is_at_rest_holds_on_better_than_what_slides)
{
    CHECK(slide_from_rest(25.565, 0.0f) < 1e-5);
    double way = slide_from_rest(25.565, 0.5f);
    CHECK_MSG(fabs(way - (0.5 + 0.789)) < 0.01, "pushed, it slid %g m", way);
    way = slide_from_rest(27.565, 0.0f);
    CHECK_MSG(fabs(way - 0.965) < 0.01, "too steep, it slid %g m", way);
}

// 1.0 without a word about what stands holds up to 1.25, which is 51.34 degrees.
static double slide_rough(double degrees)
{
    double angle = degrees * 3.14159265358979 / 180.0;
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def plane = plane_def();
    plane.surface.friction = 1.0f;
    (void)add_collider(world, plane);
    taut_body_def def = taut_body_def_default();
    def.collision.surface.friction = 1.0f;
    taut_body_id body = add_point(world, (taut_vec3){0.0f, 0.005f, 0.0f}, def);
    (void)step_frames(world, 30, FRAME, 20);
    (void)taut_world_set_gravity(
        world, (taut_vec3){(float)(9.81 * sin(angle)), (float)(-9.81 * cos(angle)), 0.0f});
    taut_vec3 before = position_of(world, body, 0);
    (void)step_frames(world, 60, FRAME, 20);
    double way = distance_between(before, position_of(world, body, 0));
    taut_world_destroy(world);
    return way;
}

TEST(static_friction_follows_friction_where_it_is_not_given)
{
    CHECK(taut_body_def_default().collision.surface.static_friction == 0.0f);
    CHECK(slide_rough(50.0) < 1e-5);
    double way = slide_rough(52.5);  // 9.81 (sin - cos) / 2
    CHECK_MSG(fabs(way - 0.906) < 0.02, "it slid %g m", way);
}

// Without friction nothing holds it: s = g sin(a) t^2 / 2, of 1 s after 0.5 s.
TEST(block_slides_freely_without_friction)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def plane = plane_def();
    plane.surface.friction = plane.surface.static_friction = 0.0f;
    plane.rotation = turn_about_z(0.5);
    (void)add_collider(world, plane);
    taut_body_id body =
        add_point(world, (taut_vec3){-0.005f * (float)sin(0.5), 0.005f * (float)cos(0.5), 0.0f},
                  taut_body_def_default());
    (void)step_frames(world, 60, FRAME, 20);
    taut_vec3 x = position_of(world, body, 0);
    double due = 0.5 * 9.81 * sin(0.5);
    CHECK_NEAR(sqrt((double)(x.x * x.x + x.y * x.y)), due, 0.002 * due);  // (n + 1) / n, n = 1200
    taut_world_destroy(world);
}

// Moving colliders --------------------------------------------------------------------------------

TEST(moving_plate_carries_what_lies_on_it)
{
    for (int i = 0; i < 2; ++i) {
        taut_world* world = new_world(solvers[i], earth);
        taut_collider_id plate = add_collider(world, box_def(1.0f, 0.1f, 1.0f));
        taut_body_id body =
            add_point(world, (taut_vec3){0.3f, 0.105f, 0.0f}, taut_body_def_default());
        taut_quat none = taut_quat_identity();
        for (int frame = 1; frame <= 120; ++frame) {  // up and aside, gently
            float t = (float)frame / 120.0f;
            float way = t * t * (3.0f - 2.0f * t);
            REQUIRE(taut_collider_move(world, plate, (taut_vec3){way, way, 0.0f}, none) == TAUT_OK);
            (void)step_frames(world, 1, FRAME, 20);
        }
        taut_vec3 x = position_of(world, body, 0);
        CHECK_NEAR(x.y, 1.105, 1e-4);
        CHECK_NEAR(x.x, 1.3, 5e-3);  // it slips a little where the speed jumps between frames
        taut_collider_def now;
        REQUIRE(taut_collider_get(world, plate, &now) == TAUT_OK);
        CHECK(same_vec3_bits(now.position, (taut_vec3){1.0f, 1.0f, 0.0f}));
        taut_world_destroy(world);
    }
}

// A disc that turns about y carries a particle around with it.
TEST(turning_disc_carries_what_lies_on_it_around)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_CYLINDER;
    def.radius = 1.0f;
    def.half_height = 0.1f;
    taut_collider_id disc = add_collider(world, def);
    taut_body_id body = add_point(world, (taut_vec3){0.5f, 0.105f, 0.0f}, taut_body_def_default());
    for (int frame = 1; frame <= 120; ++frame) {
        double t = frame / 120.0, angle = 1.5707963 * t * t * (3.0 - 2.0 * t);
        taut_quat turn = {0.0f, (float)sin(0.5 * angle), 0.0f, (float)cos(0.5 * angle)};
        REQUIRE(taut_collider_move(world, disc, no_gravity, turn) == TAUT_OK);
        (void)step_frames(world, 1, FRAME, 20);
    }
    taut_vec3 x = position_of(world, body, 0);
    CHECK_NEAR(x.x, 0.0, 2e-3);
    CHECK_NEAR(x.z, -0.5,
               2e-3);  // tangents lead outwards: 0.5 m x (0.013 rad)^2 / 2 per frame / 20
    taut_world_destroy(world);
}

TEST(moving_hammer_hits_and_teleported_one_does_not)
{
    taut_quat none = taut_quat_identity();
    for (int teleport = 0; teleport < 2; ++teleport) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_collider_def def = taut_collider_def_default();
        def.radius = 0.1f;
        def.position = (taut_vec3){-1.0f, 0.0f, 0.0f};
        taut_collider_id ball = add_collider(world, def);
        taut_body_id body = add_point(world, no_gravity, taut_body_def_default());
        taut_vec3 end = {1.0f, 0.0f, 0.0f};  // 2 m in one frame: 120 m/s
        REQUIRE((teleport ? taut_collider_teleport(world, ball, end, none)
                          : taut_collider_move(world, ball, end, none)) == TAUT_OK);
        (void)step_frames(world, 1, FRAME, 20);
        float x = position_of(world, body, 0).x;
        CHECK_MSG(teleport ? x == 0.0f : x > 1.1f, "teleport %d, x %g", teleport, (double)x);
        taut_world_destroy(world);
    }
}

// A target waits through the steps of advance() as those of pins do.
TEST(move_is_spread_over_the_steps_of_advance)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_id plate = add_collider(world, box_def(1.0f, 0.1f, 1.0f));
    taut_body_id body = add_point(world, (taut_vec3){0.0f, 0.105f, 0.0f}, taut_body_def_default());
    taut_vec3 end = {0.0f, 0.3f, 0.0f};
    REQUIRE(taut_collider_move(world, plate, end, taut_quat_identity()) == TAUT_OK);
    REQUIRE(taut_world_advance(world, 3.0 / 60.0, NULL) == TAUT_OK);
    CHECK_NEAR(velocity_of(world, body, 0).y, 6.0, 1e-3);  // 0.3 m in 0.05 s
    CHECK_NEAR(position_of(world, body, 0).y, 0.405, 1e-4);
    taut_world_destroy(world);
}

// Filters, kinds ----------------------------------------------------------------------------------

static bool meets(taut_filter of_body, taut_filter of_collider, bool enabled)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def plane = plane_def();
    plane.filter = of_collider;
    (void)add_collider(world, plane);
    taut_body_def def = taut_body_def_default();
    def.collision.filter = of_body;
    def.collision.enabled = enabled;
    taut_body_id body = add_point(world, (taut_vec3){0.0f, 0.1f, 0.0f}, def);
    (void)step_frames(world, 30, FRAME, 10);
    bool held = position_of(world, body, 0).y > 0.0f;
    taut_world_destroy(world);
    return held;
}

TEST(filters_ask_both_sides)
{
    taut_filter all = {1u, UINT32_MAX}, other = {2u, UINT32_MAX}, not_two = {1u, ~2u};
    CHECK(meets(all, all, true));
    CHECK(meets(all, other, true));
    CHECK(!meets(not_two, other, true));
    CHECK(!meets(other, not_two, true));
    CHECK(!meets(all, all, false));
    CHECK(!meets((taut_filter){0u, UINT32_MAX}, all, true));
}

TEST(colliders_may_come_and_go_at_any_time)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_point(world, (taut_vec3){0.0f, 0.1f, 0.0f}, taut_body_def_default());
    (void)step_frames(world, 2, FRAME, 10);
    taut_collider_id plane = add_collider(world, plane_def());
    CHECK_EQ_INT(taut_world_collider_count(world), 1);
    (void)step_frames(world, 30, FRAME, 10);
    CHECK_NEAR(position_of(world, body, 0).y, 0.005, 1e-6);
    REQUIRE(taut_collider_destroy(world, plane) == TAUT_OK);
    CHECK(!taut_collider_valid(world, plane));
    CHECK_EQ_INT(taut_world_collider_count(world), 0);
    (void)step_frames(world, 30, FRAME, 10);
    CHECK(position_of(world, body, 0).y < -0.5f);
    taut_collider_id again = add_collider(world, plane_def());
    CHECK(taut_collider_valid(world, again) && !taut_collider_valid(world, plane));
    CHECK(taut_world_collider(world, 0).index1 == again.index1);
    CHECK(taut_world_collider(world, 1).index1 == 0);
    taut_world_destroy(world);
}

TEST(colliders_go_along_when_the_origin_shifts)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    (void)add_collider(world, plane_def());
    taut_body_id body = add_point(world, (taut_vec3){0.0f, 1.0f, 0.0f}, taut_body_def_default());
    (void)step_frames(world, 60, FRAME, 10);
    REQUIRE(taut_world_shift_origin(world, (taut_vec3){0.0f, 100.0f, 0.0f}) == TAUT_OK);
    (void)step_frames(world, 60, FRAME, 10);
    CHECK_NEAR(position_of(world, body, 0).y, -99.995, 1e-5);
    taut_world_destroy(world);
}

TEST(planar_worlds_have_colliders)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.planar = true;
    taut_world* world = new_world_from(&def);
    taut_collider_def box = box_def(1.0f, 0.1f, 0.001f);
    box.rotation = turn_about_z(0.2);
    (void)add_collider(world, box);
    taut_body_id body = add_point(world, (taut_vec3){0.1f, 0.5f, 0.0f}, taut_body_def_default());
    CHECK_EQ_INT(step_frames(world, 90, FRAME, 20), 0);
    taut_vec3 x = position_of(world, body, 0);
    double over = (double)x.y * cos(0.2) - (double)x.x * sin(0.2);
    CHECK_NEAR(over, 0.105, 1e-5);
    CHECK(x.z == 0.0f);
    box.rotation = (taut_quat){0.6f, 0.0f, 0.0f, 0.8f};
    taut_collider_id id;
    CHECK_EQ_INT(taut_collider_create(world, &box, &id), TAUT_ERROR_INVALID);
    taut_world_destroy(world);
}

// Mistakes ----------------------------------------------------------------------------------------

static void check_refused(taut_world* world, taut_collider_def def, const char* word)
{
    taut_collider_id id = {7, 7};
    CHECK_EQ_INT(taut_collider_create(world, &def, &id), TAUT_ERROR_INVALID);
    CHECK_MSG(strstr(taut_world_last_error(world), word) != NULL, "\"%s\" lacks \"%s\"",
              taut_world_last_error(world), word);
    CHECK(id.index1 == 7 && taut_world_collider_count(world) == 0);
}

TEST(bad_colliders_are_refused_with_a_sentence)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def fine = taut_collider_def_default(), bad = fine;
    bad.stamp = 0;
    check_refused(world, bad, "stamp");
    bad = fine;
    bad.shape = (taut_shape_kind)99;
    check_refused(world, bad, "shape is 99");
    bad = fine;
    bad.radius = 0.0f;
    check_refused(world, bad, "radius is 0");
    bad.radius = NAN;
    check_refused(world, bad, "radius is");
    bad = capsule_def(0.1f, -1.0f);
    check_refused(world, bad, "half_height is -1");
    bad = box_def(1.0f, 1.0f, INFINITY);
    check_refused(world, bad, "half_size.z is inf");
    bad = fine;
    bad.position.y = NAN;
    check_refused(world, bad, "position");
    bad = fine;
    bad.rotation.w = 0.5f;
    check_refused(world, bad, "rotation");
    bad = fine;
    bad.surface.static_friction = 0.1f;
    check_refused(world, bad, "static_friction is 0.1");
    bad = fine;
    bad.surface.restitution = 1.5f;
    check_refused(world, bad, "restitution is 1.5");
    bad = fine;
    bad.shape = TAUT_SHAPE_MESH;
    check_refused(world, bad, "baked is NULL");
    taut_world_destroy(world);
}

TEST(bad_collisions_and_stale_ids_are_refused)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = taut_body_def_default();
    def.collision.thickness = 0.0f;
    CHECK(!taut_body_valid(world, add_point(world, no_gravity, def)));
    CHECK(strstr(taut_world_last_error(world), "thickness is 0") != NULL);
    def = taut_body_def_default();
    def.collision.contact_room = -1;
    CHECK(!taut_body_valid(world, add_point(world, no_gravity, def)));
    CHECK(strstr(taut_world_last_error(world), "contact_room is -1") != NULL);
    taut_collider_id none = {0, 0}, id = add_collider(world, plane_def());
    taut_collider_load load;
    taut_vec3 nowhere = {NAN, 0.0f, 0.0f};
    taut_quat turn = taut_quat_identity();
    CHECK_EQ_INT(taut_collider_destroy(world, none), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_collider_reaction(world, none, &load), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_collider_move(world, none, no_gravity, turn), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_collider_move(world, id, nowhere, turn), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_collider_teleport(world, id, no_gravity, (taut_quat){0}), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_collider_reaction(world, id, NULL), TAUT_ERROR_INVALID);
    CHECK(!taut_collider_valid(NULL, id));
    taut_world_destroy(world);
}

TEST(full_contact_room_is_reported_and_nothing_else_breaks)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    (void)add_collider(world, plane_def());
    taut_body_def def = taut_body_def_default();
    def.collision.contact_room = 3;
    taut_builder* builder = new_builder();
    for (int i = 0; i < 5; ++i) {
        (void)add_particle(builder, (float)i, 0.02f, 0.0f, 1.0f);
    }
    taut_body_id body = add_body_def(world, builder, def);
    taut_step_report report = {0};
    for (int i = 0; i < 60; ++i) {
        REQUIRE(taut_world_step(world, FRAME, 10, &report) == TAUT_OK);
    }
    CHECK_EQ_INT(report.trouble, TAUT_STEP_CONTACTS_DROPPED);
    CHECK_EQ_INT(report.contacts_dropped, 2);
    int held = 0;
    for (int i = 0; i < 5; ++i) {
        held += position_of(world, body, i).y > 0.0f;
    }
    CHECK_EQ_INT(held, 3);
    taut_world_destroy(world);
}

// A row of particles that a sphere goes away from, with room for one of them: how many are dropped.
static int64_t dropped_beside(bool another_first)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, 0.0f, 0.0f});
    taut_collider_id ball = add_collider(world, taut_collider_def_default());
    if (another_first) {
        (void)add_point(world, (taut_vec3){0.0f, 50.0f, 0.0f}, taut_body_def_default());
    }
    taut_builder* builder = new_builder();
    for (int i = 0; i < 20; ++i) {
        (void)add_particle(builder, -0.1f * (float)i, 0.0f, 0.0f, 1.0f);
    }
    taut_body_def def = taut_body_def_default();
    def.collision.contact_room = 1;
    (void)add_body_def(world, builder, def);
    taut_step_report report = {0};
    (void)taut_collider_move(world, ball, (taut_vec3){1.0f, 0.0f, 0.0f}, taut_quat_identity());
    CHECK(taut_world_step(world, FRAME, 10, &report) == TAUT_OK);
    taut_world_destroy(world);
    return report.contacts_dropped;
}

TEST(what_is_near_a_moving_collider_does_not_depend_on_who_goes_first)
{
    CHECK(dropped_beside(false) > 2);
    CHECK_EQ_INT((int)dropped_beside(true), (int)dropped_beside(false));
}
