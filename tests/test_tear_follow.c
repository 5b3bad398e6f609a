// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What follows when something tears or is cut: attachments, gas, shapes around a link, tethers, and
// particles that meet again.

#include "support.h"
#include "tear_bodies.h"
#include "test.h"

static taut_blade level_blade(float y)
{
    return (taut_blade){
        {-3.0f, y, -1.0f}, {-3.0f, y, 1.0f}, {3.0f, y + 0.002f, -1.0f}, {3.0f, y + 0.002f, 1.0f}};
}

// Attachments -------------------------------------------------------------------------------------

static taut_body_id add_weight(taut_world* world, taut_vec3 at)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, at.x, at.y, at.z, 0.0005f);
    return add_body(world, builder);
}

static taut_attachment_id hang(taut_world* world, taut_attachment_def def, taut_body_id weight)
{
    taut_attachment_id id = {0};
    def.body = weight;
    CHECK_EQ_INT(taut_attach(world, &def, &id), TAUT_OK);
    return id;
}

// The least row of a curtain that a triangle has a corner in.
static int row_of(taut_int_view t, int triangle, int columns)
{
    int row = t.data[3 * triangle] / columns;
    for (int k = 1; k < 3; ++k) {
        int other = t.data[3 * triangle + k] / columns;
        row = other < row ? other : row;
    }
    return row;
}

static taut_vec3 middle_of(const taut_world* world, taut_body_id body, int triangle)
{
    taut_int_view t = taut_body_triangles(world, body);
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; ++k) {
        taut_vec3 x = position_of(world, body, t.data[3 * triangle + k]);
        sum = (taut_vec3){sum.x + x.x / 3.0f, sum.y + x.y / 3.0f, sum.z + x.z / 3.0f};
    }
    return sum;
}

// On the triangles along a cut, some of which get new corners.
TEST(what_hangs_on_a_triangle_goes_where_the_triangle_goes)
{
    enum { COLUMNS = 12, ROWS = 12, MOST = 4 * COLUMNS };
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id cloth =
        add_body_def(world, curtain(COLUMNS, ROWS, TAUT_BEND_SKIP_LINKS, true), tearing(100));
    float y = 0.5f *
              (position_of(world, cloth, 4 * COLUMNS).y + position_of(world, cloth, 5 * COLUMNS).y);
    taut_int_view t = taut_body_triangles(world, cloth);
    taut_attachment_id ties[MOST];
    int triangles[MOST], tied = 0;
    for (int i = 0; i < t.count / 3 && tied < MOST; ++i) {
        int row = row_of(t, i, COLUMNS);
        if (row == 4 || row == 5) {
            taut_attachment_def def = taut_attachment_def_default();
            def.target = TAUT_ATTACH_SURFACE;
            def.other = cloth;
            def.triangle = i;
            triangles[tied] = i;
            ties[tied++] = hang(world, def, add_weight(world, middle_of(world, cloth, i)));
        }
    }
    CHECK_EQ_INT(tied, 4 * (COLUMNS - 1));
    (void)step_frames(world, 20, FRAME, 10);
    taut_blade blade = level_blade(y);
    REQUIRE(taut_world_cut(world, &blade, NULL) == TAUT_OK);
    (void)step_frames(world, 40, FRAME, 10);
    int fresh = 0, fell = 0;
    t = taut_body_triangles(world, cloth);
    for (int i = 0; i < tied; ++i) {
        taut_attachment_state state;
        REQUIRE(taut_attachment_get_state(world, ties[i], &state) == TAUT_OK);
        taut_vec3 at = middle_of(world, cloth, triangles[i]);
        CHECK_MSG(distance_between(state.held, at) < 0.01 &&
                      distance_between(state.holder, at) < 1e-5,
                  "weight %d is at %g, its triangle at %g", i, (double)state.held.y, (double)at.y);
        fell += at.y < -1.5f;
        for (int k = 0; k < 3; ++k) {
            fresh += t.data[3 * triangles[i] + k] >= COLUMNS * ROWS;
        }
    }
    CHECK_MSG(fresh >= COLUMNS && fell > COLUMNS && fell < tied, "%d new corners, %d fell", fresh,
              fell);
    taut_world_destroy(world);
}

TEST(what_hangs_on_a_link_that_is_cut_goes_with_the_nearer_end)
{
    for (int lower = 0; lower < 2; ++lower) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id rope = add_body(world, hanging_rope(10, 1.0f));
        taut_attachment_def def = taut_attachment_def_default();
        def.target = TAUT_ATTACH_LINK;
        def.other = rope;
        def.other_particle = 5;
        def.link_particle = 6;
        def.weights[0] = lower == 1 ? 0.25f : 0.75f;
        def.weights[1] = 1.0f - def.weights[0];
        taut_attachment_id tie =
            hang(world, def, add_weight(world, (taut_vec3){0.0f, -0.55f, 0.0f}));
        (void)step_frames(world, 10, FRAME, 10);
        taut_blade blade = level_blade(-0.55f);
        REQUIRE(taut_world_cut(world, &blade, NULL) == TAUT_OK);
        CHECK(taut_body_broken(world, rope, 5));
        (void)step_frames(world, 40, FRAME, 10);
        taut_attachment_state state;
        REQUIRE(taut_attachment_get_state(world, tie, &state) == TAUT_OK);
        CHECK_NEAR(distance_between(state.holder, position_of(world, rope, 5 + lower)), 0.0, 1e-6);
        CHECK((state.held.y < -1.0f) == (lower == 1));
        taut_world_destroy(world);
    }
}

TEST(what_hangs_on_a_link_of_a_surface_goes_with_it)
{
    enum { COLUMNS = 12, ROWS = 12 };
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id cloth =
        add_body_def(world, curtain(COLUMNS, ROWS, TAUT_BEND_NONE, false), tearing(100));
    taut_attachment_id ties[COLUMNS];
    for (int i = 0; i < COLUMNS; ++i) {  // on links that go down from row 5
        taut_attachment_def def = taut_attachment_def_default();
        def.target = TAUT_ATTACH_LINK;
        def.other = cloth;
        def.other_particle = 5 * COLUMNS + i;
        def.link_particle = 6 * COLUMNS + i;
        taut_vec3 at = position_of(world, cloth, 6 * COLUMNS + i);
        ties[i] = hang(world, def, add_weight(world, at));
    }
    (void)step_frames(world, 10, FRAME, 10);
    taut_blade blade = level_blade(0.5f * (position_of(world, cloth, 4 * COLUMNS).y +
                                           position_of(world, cloth, 5 * COLUMNS).y));
    REQUIRE(taut_world_cut(world, &blade, NULL) == TAUT_OK);
    (void)step_frames(world, 40, FRAME, 10);
    for (int i = 0; i < COLUMNS; ++i) {
        taut_attachment_state state;
        REQUIRE(taut_attachment_get_state(world, ties[i], &state) == TAUT_OK);
        CHECK_MSG(state.holder.y < -1.5f && distance_between(state.held, state.holder) < 0.01,
                  "weight %d is at %g, its holder at %g", i, (double)state.held.y,
                  (double)state.holder.y);
    }
    taut_world_destroy(world);
}

// Shapes ------------------------------------------------------------------------------------------

// Links round a corner of a block: with the last of them the corner is free, volumes or not.
TEST(corner_of_a_jelly_whose_links_break_falls_freely)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_builder* builder = new_builder();
    taut_jelly_def def = taut_jelly_def_default();
    def.cells_x = def.cells_y = def.cells_z = 2;
    (void)taut_make_jelly(builder, &def, NULL);
    for (int i = 9; i < 27; ++i) {
        (void)taut_builder_pin(builder, i);
    }
    taut_body_id id = add_body(world, builder);
    const taut_blueprint* p = taut_body_blueprint(world, id);
    taut_constraint_def c;
    for (int i = 0; taut_blueprint_constraint(p, i, &c) == TAUT_OK; ++i) {
        if (c.kind == TAUT_CONSTRAINT_DISTANCE && (c.particles[0] == 0 || c.particles[1] == 0)) {
            CHECK_EQ_INT(taut_body_break(world, id, i), TAUT_OK);
        }
        p = taut_body_blueprint(world, id);
    }
    float before = position_of(world, id, 0).y;
    (void)step_frames(world, 30, FRAME, 10);
    CHECK_NEAR(position_of(world, id, 0).y - before, -0.5 * 9.81 * 0.25, 0.05);
    taut_world_destroy(world);
}

// Without spare particles, tethers and links against bending go with the links they lead over.
TEST(cloth_without_spare_particles_comes_apart_by_its_links)
{
    enum { COLUMNS = 8, ROWS = 8 };
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id cloth = add_body(world, curtain(COLUMNS, ROWS, TAUT_BEND_SKIP_LINKS, true));
    taut_constraint_def c;
    for (int i = 0; taut_blueprint_constraint(taut_body_blueprint(world, cloth), i, &c) == TAUT_OK;
         ++i) {
        int rows[2] = {c.particles[0] / COLUMNS, c.particles[1] / COLUMNS};
        bool across = (rows[0] == 3 && rows[1] == 4) || (rows[0] == 4 && rows[1] == 3);
        if (c.kind == TAUT_CONSTRAINT_DISTANCE && across) {
            CHECK_EQ_INT(taut_body_break(world, cloth, i), TAUT_OK);
        }
    }
    check_pieces(taut_world_peek(world, cloth));
    float before = position_of(world, cloth, COLUMNS * ROWS - 1).y;
    (void)step_frames(world, 30, FRAME, 10);
    CHECK_NEAR(position_of(world, cloth, COLUMNS * ROWS - 1).y - before, -0.5 * 9.81 * 0.25, 0.05);
    taut_world_destroy(world);
}

TEST(rope_over_a_wheel_is_cut_on_either_side)
{
    for (int side = 0; side < 2; ++side) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_builder* builder = new_builder();
        (void)add_particle(builder, -0.2f, -1.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 0.2f, -1.0f, 0.0f, 1.0f);
        (void)taut_builder_pin(builder, 1);
        taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_PULLEY);
        for (int i = 0; i < 3; ++i) {
            def.particles[i] = i;
        }
        CHECK_EQ_INT(taut_builder_add_constraint(builder, &def, NULL), TAUT_OK);
        taut_body_id id = add_body(world, builder);
        float x = side == 0 ? -0.4f : 0.0f;
        taut_blade blade = {
            {x, -0.5f, -1.0f}, {x, -0.5f, 1.0f}, {x + 0.4f, -0.5f, -1.0f}, {x + 0.4f, -0.5f, 1.0f}};
        taut_cut cut = {0};
        REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
        CHECK(cut.bodies == 1 && cut.links == 1 && taut_body_broken(world, id, 0));
        taut_world_destroy(world);
    }
}

// An arm that is cut off at its joint is limited no more.
TEST(limits_of_a_joint_end_with_it)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 4; ++i) {
        (void)add_particle(builder, 0.5f * (float)i, 0.0f, 0.0f, 1.0f);
    }
    for (int i = 0; i < 3; ++i) {
        (void)add_link(builder, i, i + 1, 0.0f);
    }
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_CONE);
    for (int i = 0; i < 4; ++i) {
        def.particles[i] = i;
    }
    CHECK_EQ_INT(taut_builder_add_constraint(builder, &def, NULL), TAUT_OK);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(taut_body_break(world, id, 1), TAUT_OK);
    CHECK(taut_body_broken(world, id, 3));
    taut_world_destroy(world);
}

// Gas ---------------------------------------------------------------------------------------------

static taut_gas_state gas_after(int spare, bool ring, int frames)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.planar = ring;
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    int loop[24];
    for (int i = 0; ring && i < 24; ++i) {
        double turn = 6.283185307179586 * i / 24.0;
        loop[i] = add_particle(builder, (float)cos(turn), (float)sin(turn), 0.0f, 0.1f);
    }
    for (int i = 0; ring && i < 24; ++i) {
        (void)add_link(builder, i, (i + 1) % 24, 1e-4f);
    }
    taut_gas_def gas = taut_gas_def_default();
    gas.gauge = 500.0f;
    gas.loop = loop;
    gas.loop_count = 24;
    taut_balloon_def balloon = taut_balloon_def_default();
    balloon.material.warp_stiffness = 3000.0f;
    balloon.gauge = 1000.0f;
    taut_result made = ring ? taut_builder_add_gas(builder, &gas, NULL)
                            : taut_make_balloon(builder, &balloon, NULL);
    CHECK_EQ_INT(made, TAUT_OK);
    taut_body_id id = add_body_def(world, builder, tearing(spare));
    (void)step_frames(world, 5, FRAME, 10);
    CHECK_EQ_INT(taut_body_break(world, id, 7), TAUT_OK);
    (void)step_frames(world, frames, FRAME, 10);
    taut_gas_state state = {0};
    CHECK_EQ_INT(taut_body_gas(world, id, 0, &state), TAUT_OK);
    taut_world_destroy(world);
    return state;
}

TEST(gas_leaks_where_a_link_of_its_skin_breaks)
{
    for (int spare = 0; spare <= 100; spare += 100) {
        taut_gas_state first = gas_after(spare, false, 0), then = gas_after(spare, false, 10);
        CHECK_MSG(first.hole > 0.0 && first.hole < 0.1, "%g m^2", first.hole);
        CHECK_MSG(then.gauge < 0.5 * first.gauge && then.gauge >= 0.0, "%g Pa after %g", then.gauge,
                  first.gauge);
    }
    taut_gas_state open = gas_after(0, true, 5);
    CHECK(open.hole > 1e30 && open.gauge == 0.0);
}

// Meeting again -----------------------------------------------------------------------------------

// Two particles whose link breaks fly apart and back: they stop at the distance they keep, once
// they were further apart than that.
TEST(what_came_apart_meets_again)
{
    for (int clear = 0; clear < 2; ++clear) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_builder* builder = new_builder();
        (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 0.02f, 0.0f, 0.0f, 1.0f);
        (void)add_link(builder, 0, 1, 0.0f);
        taut_body_def def = taut_body_def_default();
        def.collision.self = true;
        def.collision.thickness = 0.02f;
        taut_body_id id = add_body_def(world, builder, def);
        (void)step_frames(world, 5, FRAME, 10);
        CHECK_NEAR(distance_between(position_of(world, id, 0), position_of(world, id, 1)), 0.02,
                   1e-5);  // a link shorter than the distance they would keep
        CHECK_EQ_INT(taut_body_break(world, id, 0), TAUT_OK);
        (void)step_frames(world, 5, FRAME, 10);
        CHECK_NEAR(distance_between(position_of(world, id, 0), position_of(world, id, 1)), 0.02,
                   1e-5);  // not pushed away
        float away = clear == 1 ? 0.6f : 0.06f;
        (void)taut_body_add_impulse(world, id, 1, (taut_vec3){away, 0.0f, 0.0f});
        (void)step_frames(world, 10, FRAME, 10);
        (void)taut_body_add_impulse(world, id, 1, (taut_vec3){-2.0f * away, 0.0f, 0.0f});
        (void)step_frames(world, 40, FRAME, 10);
        float apart = position_of(world, id, 1).x - position_of(world, id, 0).x;
        CHECK_MSG(clear == 1 ? apart > 0.0399f : apart < 0.0f, "%g", (double)apart);
        taut_world_destroy(world);
    }
}

// The lower half of a cut curtain is lifted against the upper one.
TEST(halves_of_a_cut_cloth_meet_again)
{
    enum { COLUMNS = 10, ROWS = 10 };
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_def def = tearing(100);
    def.collision.self = true;
    def.collision.thickness = 0.02f;
    taut_body_id id = add_body_def(world, curtain(COLUMNS, ROWS, TAUT_BEND_SKIP_LINKS, false), def);
    double mass = body_mass(taut_world_peek(world, id));
    taut_blade blade = level_blade(
        0.5f * (position_of(world, id, 4 * COLUMNS).y + position_of(world, id, 5 * COLUMNS).y));
    REQUIRE(taut_world_cut(world, &blade, NULL) == TAUT_OK);
    int last = COLUMNS * (ROWS - 1);
    for (int i = 0; i < COLUMNS; ++i) {
        CHECK_EQ_INT(taut_body_grab(world, id, last + i), TAUT_OK);
    }
    float y = position_of(world, id, last).y;
    for (int frame = 0; frame < 90; ++frame) {  // down 15 cm, and up by more
        y += frame < 30 ? -0.005f : 0.004f;
        for (int i = 0; i < COLUMNS; ++i) {
            taut_vec3 at = position_of(world, id, last + i);
            (void)taut_body_set_target(world, id, last + i, (taut_vec3){at.x, y, at.z});
        }
        (void)step_frames(world, 1, FRAME, 10);
    }
    check_topology(world, id, mass);
    const taut_body* b = taut_world_peek(world, id);
    CHECK(b->particle_count >= COLUMNS * ROWS + COLUMNS);
    double least = 1.0;
    for (int i = COLUMNS * ROWS; i < b->particle_count; ++i) {
        int from = taut_body_particle_origin(world, id, i);
        double apart = distance_between(position_of(world, id, i), position_of(world, id, from));
        least = apart < least ? apart : least;
    }
    CHECK_MSG(least > 0.035 && least < 0.06, "copies come as near as %g", least);
    taut_world_destroy(world);
}

// Nobody looks between particles that stand still: what hung together there has not come clear for
// that.
TEST(what_came_apart_and_rests_has_not_come_clear)
{
    enum { COLUMNS = 10, ROWS = 10 };
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_def def = tearing(100);
    def.collision.self = def.collision.others = true;
    def.collision.thickness = 0.02f;
    taut_body_id id = add_body_def(world, curtain(COLUMNS, ROWS, TAUT_BEND_SKIP_LINKS, false), def);
    taut_body_def other = taut_body_def_default();
    other.collision = def.collision;
    other.offset.z = 0.05f;
    (void)add_single(world, other);
    taut_blade blade = level_blade(
        0.5f * (position_of(world, id, 4 * COLUMNS).y + position_of(world, id, 5 * COLUMNS).y));
    REQUIRE(taut_world_cut(world, &blade, NULL) == TAUT_OK);
    REQUIRE(taut_body_set_frozen(world, id, true) == TAUT_OK);
    for (int still = 1; still >= 0; --still) {
        CHECK_EQ_INT((int)step_frames(world, 3, FRAME, 10), 0);
        const taut_body* b = taut_world_peek(world, id);
        int near = 0, clear = 0;
        for (int i = 0; i < b->particle_count; ++i) {
            near += b->topology->parted[i] == TAUT_PARTED_NEAR;
            clear += b->topology->parted[i] == TAUT_PARTED_CLEAR;
        }
        bool stayed = still == 0 || clear == 0;  // others that were touched come clear then
        CHECK_MSG(near >= 2 * COLUMNS && stayed, "%d near, %d clear", near, clear);
        CHECK(taut_body_set_frozen(world, id, false) == TAUT_OK);
    }
    taut_world_destroy(world);
}

static void hold_all(taut_world* world, taut_body_id id, bool holds)
{
    int count = taut_world_peek(world, id)->particle_count;
    for (int i = 0; i < count; ++i) {
        CHECK_EQ_INT(holds ? taut_body_pin(world, id, i) : taut_body_unpin(world, id, i), TAUT_OK);
    }
}

// Two that are held do not meet, and are near one another all the same.
TEST(what_is_held_on_both_sides_of_a_cut_has_not_come_clear)
{
    enum { COLUMNS = 10, ROWS = 10 };
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_def def = tearing(100);
    def.collision.self = true;
    def.collision.thickness = 0.02f;
    taut_body_id id = add_body_def(world, curtain(COLUMNS, ROWS, TAUT_BEND_SKIP_LINKS, false), def);
    taut_blade blade = level_blade(
        0.5f * (position_of(world, id, 4 * COLUMNS).y + position_of(world, id, 5 * COLUMNS).y));
    REQUIRE(taut_world_cut(world, &blade, NULL) == TAUT_OK);
    hold_all(world, id, true);
    CHECK_EQ_INT((int)step_frames(world, 3, FRAME, 10), 0);
    hold_all(world, id, false);
    CHECK_EQ_INT((int)step_frames(world, 3, FRAME, 10), 0);
    const taut_body* b = taut_world_peek(world, id);
    int near = 0;
    double fastest = 0.0;
    for (int i = 0; i < b->particle_count; ++i) {
        near += b->topology->parted[i] == TAUT_PARTED_NEAR;
        double speed = sqrt((double)taut_vec3_dot(taut_vec3_of(b->v[i]), taut_vec3_of(b->v[i])));
        fastest = speed > fastest ? speed : fastest;
    }
    CHECK_MSG(near >= 2 * COLUMNS, "%d near", near);
    CHECK_MSG(fastest < 1e-3, "thrown apart with %g m/s", fastest);  // 1.5 where they meet at once
    taut_world_destroy(world);
}

// Room --------------------------------------------------------------------------------------------

TEST(cut_counts_particles_that_held_for_want_of_room)
{
    int whole = 0;
    for (int spare = 100; spare >= 1; spare = spare / 4) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id =
            add_body_def(world, curtain(16, 8, TAUT_BEND_NONE, false), tearing(spare));
        taut_blade blade = level_blade(
            0.5f * (position_of(world, id, 4 * 16).y + position_of(world, id, 5 * 16).y));
        taut_cut cut = {0};
        REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
        whole = spare == 100 ? cut.splits : whole;
        CHECK_MSG(cut.splits <= spare && cut.splits + cut.held == whole &&
                      (cut.held > 0) == (spare < 16),
                  "%d spare: %d splits, %d held", spare, cut.splits, cut.held);
        taut_world_destroy(world);
    }
}
