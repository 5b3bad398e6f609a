// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Blades: where they meet what they cut.

#include "support.h"
#include "test.h"

static taut_body_id stick_at(taut_world* world, taut_vec3 a, taut_vec3 b)
{
    taut_builder* builder = new_builder();
    (void)taut_builder_add_particle(builder, a, 1.0f, NULL);
    (void)taut_builder_add_particle(builder, b, 1.0f, NULL);
    taut_constraint_def link = taut_link(0, 1);
    (void)taut_builder_add_constraint(builder, &link, NULL);
    return add_body(world, builder);
}

// Through the diagonal at which the two triangles of the blade meet, wherever that is.
TEST(link_through_the_middle_of_a_blade_is_cut)
{
    taut_world_def def = taut_world_def_default();
    for (int i = 0; i < 200; ++i) {
        taut_world* world = new_world_from(&def);
        float s = 0.0137f * (float)i, t = 1.0f - 0.031f * (float)i;
        taut_vec3 at = {s, t, 0.3f * s};
        taut_vec3 along = {0.1f, 0.07f * t, 0.02f}, up = {0.0f, 0.03f, 0.2f};
        taut_vec3 across = {-0.2f, 0.1f + s, 0.0f};
        taut_body_id stick =
            stick_at(world, (taut_vec3){at.x - along.x, at.y - along.y, at.z - along.z},
                     (taut_vec3){at.x + along.x, at.y + along.y, at.z + along.z});
        taut_vec3 corner[4];
        for (int k = 0; k < 4; ++k) {
            float a = k < 2 ? -1.0f : 1.0f, b = k % 2 == 0 ? -1.0f : 1.0f;
            corner[k] = (taut_vec3){at.x + a * across.x + b * up.x, at.y + a * across.y + b * up.y,
                                    at.z + a * across.z + b * up.z};
        }
        taut_blade blade = {corner[0], corner[1], corner[2], corner[3]};
        taut_cut cut = {0};
        REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
        CHECK_MSG(cut.links == 1 && taut_body_broken(world, stick, 0), "number %d", i);
        taut_world_destroy(world);
    }
}

TEST(blade_across_the_plane_cuts_in_a_planar_world)
{
    taut_world_def def = taut_world_def_default();
    def.planar = true;
    taut_world* world = new_world_from(&def);
    taut_body_id stick =
        stick_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, (taut_vec3){1.0f, 0.0f, 0.0f});
    taut_body_id beside =
        stick_at(world, (taut_vec3){0.0f, -2.0f, 0.0f}, (taut_vec3){1.0f, -2.0f, 0.0f});
    taut_blade blade = {
        {0.4f, 1.0f, -0.5f}, {0.4f, 1.0f, 0.5f}, {0.6f, -1.0f, -0.5f}, {0.6f, -1.0f, 0.5f}};
    taut_cut cut = {0};
    REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
    CHECK_EQ_INT(cut.links, 1);
    CHECK(taut_body_broken(world, stick, 0) && !taut_body_broken(world, beside, 0));
    blade.to1.z = NAN;
    CHECK(taut_world_cut(world, &blade, &cut) == TAUT_ERROR_INVALID);
    CHECK(taut_world_last_error(world)[0] != 0);
    taut_world_destroy(world);
}

#define SIDE 21
#define MOST 1024

static int root_of(const int* parent, int i)
{
    while (parent[i] != i) {
        i = parent[i];
    }
    return i;
}

// How many pieces the triangles of a body make; `parent` leads to the root of each.
static int pieces_of(const taut_world* world, taut_body_id body, int* parent)
{
    taut_int_view t = taut_body_triangles(world, body);
    int count = taut_body_positions(world, body).count, pieces = 0;
    for (int i = 0; i < count; ++i) {
        parent[i] = i;
    }
    for (int i = 0; i < t.count; ++i) {
        int next = i % 3 == 2 ? i - 2 : i + 1;
        parent[root_of(parent, t.data[i])] = root_of(parent, t.data[next]);
    }
    for (int i = 0; i < count; ++i) {
        pieces += root_of(parent, i) == i;
    }
    return pieces;
}

// Constraints that are not broken and have particles of several pieces.
static int ties_between(const taut_world* world, taut_body_id body, const int* parent)
{
    const taut_blueprint* blueprint = taut_body_blueprint(world, body);
    taut_constraint_def def;
    int ties = 0;
    for (int i = 0; taut_blueprint_constraint(blueprint, i, &def) == TAUT_OK; ++i) {
        int used = taut_constraint_kind_info(def.kind)->particle_count;
        for (int k = 1; k < used && !taut_body_broken(world, body, i); ++k) {
            ties += root_of(parent, def.particles[k]) != root_of(parent, def.particles[0]);
        }
    }
    return ties;
}

// A stroke in fifteen parts, a step after each, as a game makes it.
TEST(nothing_holds_the_pieces_of_a_cut_cloth_together)
{
    int apart = 0;
    for (int i = 0; i < 12; ++i) {
        taut_world_def def = taut_world_def_default();
        taut_world* world = new_world_from(&def);
        taut_builder* builder = new_builder();
        taut_cloth_def cloth = taut_cloth_def_default();
        cloth.columns = cloth.rows = SIDE;
        cloth.spacing_u = cloth.spacing_v = 0.05f;
        cloth.v = (taut_vec3){0.0f, -1.0f, 0.0f};
        cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
        cloth.bend = i % 2 == 0 ? TAUT_BEND_SKIP_LINKS : TAUT_BEND_DIHEDRAL;
        (void)taut_make_cloth(builder, &cloth, NULL);
        for (int k = 0; k < SIDE; k += 4) {
            (void)taut_builder_pin(builder, k);
        }
        taut_body_def body_def = taut_body_def_default();
        body_def.tear.spare_particles = 300;
        taut_body_id body = add_body_def(world, builder, body_def);
        float slant = 0.05f * (float)i;
        for (int k = 0; k < 15; ++k) {
            float x[2] = {-0.1f + 0.08f * (float)k, -0.1f + 0.08f * (float)(k + 1)};
            float y[2] = {-0.2f - slant * x[0], -0.2f - slant * x[1]};
            taut_blade blade = {
                {x[0], y[0], -0.5f}, {x[0], y[0], 0.5f}, {x[1], y[1], -0.5f}, {x[1], y[1], 0.5f}};
            taut_cut cut = {0};
            REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
            CHECK_EQ_INT(cut.held, 0);
            (void)taut_world_step(world, 1.0f / 60.0f, 10, NULL);
        }
        int parent[MOST];
        REQUIRE(taut_body_positions(world, body).count <= MOST);
        int pieces = pieces_of(world, body, parent), told[MOST];
        apart += pieces >= 2;
        CHECK_EQ_INT(taut_body_pieces(world, body, told, MOST), pieces);
        for (int k = 0; k < taut_body_positions(world, body).count; ++k) {
            CHECK_EQ_INT(told[k], told[root_of(parent, k)]);
        }
        CHECK_MSG(ties_between(world, body, parent) == 0, "number %d: %d ties", i,
                  ties_between(world, body, parent));
        taut_world_destroy(world);
    }
    // Where the cloth moves away between two parts of the stroke, a triangle may hold.
    CHECK_MSG(apart >= 10, "%d of 12 came apart", apart);
}

// A stroke as an eye sees it: one end of the blade stays where it is.
TEST(blade_with_an_end_that_stays_cuts_like_any_other)
{
    const taut_vec3 eye = {0.5f, -0.2f, 3.0f};
    const taut_vec3 far[2] = {{-0.6f, -0.61f, -1.0f}, {1.6f, -0.63f, -1.0f}};
    const taut_blade blades[2] = {{eye, far[0], eye, far[1]}, {far[0], eye, far[1], eye}};
    for (int i = 0; i < 2; ++i) {
        taut_world_def def = taut_world_def_default();
        taut_world* world = new_world_from(&def);
        taut_builder* builder = new_builder();
        taut_cloth_def cloth = taut_cloth_def_default();
        cloth.columns = cloth.rows = SIDE;
        cloth.v = (taut_vec3){0.0f, -1.0f, 0.0f};
        (void)taut_make_cloth(builder, &cloth, NULL);
        taut_body_def body_def = taut_body_def_default();
        body_def.tear.spare_particles = 300;
        taut_body_id body = add_body_def(world, builder, body_def);
        taut_cut cut = {0};
        REQUIRE(taut_world_cut(world, &blades[i], &cut) == TAUT_OK);
        int parent[MOST];
        CHECK_EQ_INT(pieces_of(world, body, parent), 2);
        CHECK(cut.splits >= SIDE);
        CHECK_EQ_INT(ties_between(world, body, parent), 0);
        taut_world_destroy(world);
    }
}

TEST(pieces_of_a_rope_are_numbered_in_its_order)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.link_count = 9;
    (void)taut_make_rope(builder, &rope, NULL);
    taut_body_id body = add_body_def(world, builder, taut_body_def_default());
    int piece[10] = {0};
    CHECK_EQ_INT(taut_body_pieces(world, body, piece, 10), 1);
    int third = taut_body_find_link(world, body, 3, 2),
        last = taut_body_find_link(world, body, 8, 9);
    CHECK(third >= 0 && last >= 0 && third != last);
    CHECK_EQ_INT(taut_body_find_link(world, body, 0, 9), -1);
    CHECK_EQ_INT(taut_body_break(world, body, third), TAUT_OK);
    CHECK_EQ_INT(taut_body_break(world, body, last), TAUT_OK);
    CHECK_EQ_INT(taut_body_pieces(world, body, piece, 10), 3);
    for (int i = 0; i < 10; ++i) {
        CHECK_EQ_INT(piece[i], i < 3 ? 0 : i < 9 ? 1 : 2);
    }
    CHECK_EQ_INT(taut_body_find_link(world, body, 2, 3), third);  // broken, and still known
    piece[0] = 77;
    CHECK_EQ_INT(taut_body_pieces(world, body, piece, 9), -1);
    CHECK_EQ_INT(taut_body_pieces(world, body, NULL, 10), -1);
    CHECK_EQ_INT(taut_body_pieces(world, (taut_body_id){0}, piece, 10), -1);
    CHECK_EQ_INT(taut_body_pieces(NULL, body, piece, 10), -1);
    CHECK_EQ_INT(piece[0], 77);
    CHECK_EQ_INT(taut_body_find_link(world, (taut_body_id){0}, 0, 1), -1);
    CHECK_EQ_INT(taut_body_find_link(NULL, body, 0, 1), -1);
    CHECK_EQ_INT(taut_body_find_link(world, body, -1, -1), -1);
    taut_world_destroy(world);
}
