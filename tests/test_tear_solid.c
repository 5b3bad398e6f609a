// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Solids that tear and are cut: along faces of their tetrahedra, with a surface that stays closed.

#include "platform/pool.h"
#include "support.h"
#include "tear_bodies.h"
#include "test.h"

#define CELLS 4
#define SIDE 0.4f
#define VOLUME 0.064  // m^3

// A block that hangs from its top.
static taut_builder* hung_block(void)
{
    taut_jelly_def def = taut_jelly_def_default();
    def.cells_x = def.cells_y = def.cells_z = CELLS;
    def.size = (taut_vec3){SIDE, SIDE, SIDE};
    taut_builder* builder = new_builder();
    taut_part part;
    (void)taut_make_jelly(builder, &def, &part);
    for (int i = 0; i <= CELLS; ++i) {
        for (int k = 0; k <= CELLS; ++k) {
            (void)taut_builder_pin(builder, taut_jelly_particle(&part, &def, i, CELLS, k));
        }
    }
    return builder;
}

static taut_blade blade_at(float y)
{
    return (taut_blade){
        {-1.0f, y, -1.0f}, {-1.0f, y, 2.0f}, {2.0f, y + 0.01f, -1.0f}, {2.0f, y + 0.01f, 2.0f}};
}

// What lies within the surface.
static double volume_within(const taut_world* world, taut_body_id id)
{
    taut_int_view t = taut_body_triangles(world, id);
    double sum = 0.0;
    for (int i = 0; i < t.count; i += 3) {
        double x[3][3];
        for (int k = 0; k < 3; ++k) {
            taut_vec3 v = position_of(world, id, t.data[i + k]);
            x[k][0] = (double)v.x;
            x[k][1] = (double)v.y;
            x[k][2] = (double)v.z;
        }
        sum += x[0][0] * (x[1][1] * x[2][2] - x[1][2] * x[2][1]) +
               x[0][1] * (x[1][2] * x[2][0] - x[1][0] * x[2][2]) +
               x[0][2] * (x[1][0] * x[2][1] - x[1][1] * x[2][0]);
    }
    return sum / 6.0;
}

// How many pieces the surface is in.
static int count_pieces(const taut_world* world, taut_body_id id)
{
    enum { MOST = 512 };
    int parent[MOST];
    bool used[MOST] = {false};
    int count = taut_body_positions(world, id).count, pieces = 0;
    CHECK(count <= MOST);
    for (int i = 0; i < MOST; ++i) {
        parent[i] = i;
    }
    taut_int_view t = taut_body_triangles(world, id);
    for (int i = 0; count <= MOST && i < t.count; ++i) {
        join_pieces(parent, t.data[i], t.data[i - i % 3]);
        used[t.data[i]] = true;
    }
    for (int i = 0; i < MOST; ++i) {
        pieces += used[i] && parent[i] == i;
    }
    return pieces;
}

TEST(what_is_cut_off_a_block_falls_freely_and_keeps_its_volume)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body_def(world, hung_block(), tearing(100));
    double mass = body_mass(taut_world_peek(world, id));
    double whole = VOLUME;
    CHECK_NEAR(volume_within(world, id), whole, 1e-6);
    int triangles = taut_body_triangles(world, id).count;
    float before = position_of(world, id, 0).y;
    taut_blade blade = blade_at(0.24f);
    taut_cut cut = {0};
    REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
    CHECK_MSG(cut.bodies == 1 && cut.links == 0 && cut.held == 0 &&
                  cut.splits == (CELLS + 1) * (CELLS + 1),  // no chips
              "%d links, %d splits, %d held", cut.links, cut.splits, cut.held);
    check_topology(world, id, mass);
    CHECK_NEAR(volume_within(world, id), whole, 1e-6);  // before anything moves
    CHECK(taut_body_triangles(world, id).count >= triangles + 3 * 4 * CELLS * CELLS);
    (void)step_frames(world, 30, FRAME, 20);
    CHECK_NEAR(position_of(world, id, 0).y - before, -0.5 * 9.81 * 0.25, 0.03);
    CHECK_NEAR(volume_within(world, id), whole, 0.02 * whole);
    blade = blade_at(0.1f);  // nothing is left there
    CHECK_EQ_INT(taut_world_cut(world, &blade, &cut), TAUT_OK);
    CHECK(cut.splits == 0 && cut.held == 0);
    taut_world_destroy(world);
}

// On a slant, where a tetrahedron may lie on one side with nothing to hold on to there.
TEST(blade_through_a_block_makes_two_pieces_and_hardly_a_chip)
{
    int pieces = 0, cuts = 0;
    for (int i = 0; i < 40; ++i) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body_def(world, hung_block(), tearing(200));
        float slant = 0.1f * (float)(i / 5), y = 0.05f * (float)(i % 5 + 1);
        taut_blade blade = {{-1.0f, y - slant, -1.0f},
                            {-1.0f, y - slant, 2.0f},
                            {2.0f, y + 2.0f * slant, -1.0f},
                            {2.0f, y + 2.0f * slant, 2.0f}};
        REQUIRE(taut_world_cut(world, &blade, NULL) == TAUT_OK);
        int made = count_pieces(world, id);
        CHECK_MSG(made >= 2 && made <= 4, "number %d: %d pieces", i, made);
        pieces += made;
        cuts += 1;
        taut_world_destroy(world);
    }
    CHECK_MSG(pieces <= 2 * cuts + 8, "%d pieces of %d cuts", pieces, cuts);
}

// Pulled apart by a hand at one corner, with a floor below and wind about.
static taut_body_id pulled_block(taut_world* world, int spare, uint32_t* trouble)
{
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position.y = -0.1f;
    (void)taut_collider_create(world, &ground, NULL);
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_UNIFORM);
    wind.velocity = (taut_vec3){5.0f, 0.0f, 1.0f};
    CHECK_EQ_INT(taut_world_add_wind(world, &wind, NULL), TAUT_OK);
    taut_body_def def = tearing(spare);
    def.tear.stretch = 0.4f;
    def.collision.edges = true;
    taut_body_id id = add_body_def(world, hung_block(), def);
    (void)taut_body_grab(world, id, 0);
    taut_vec3 at = position_of(world, id, 0);
    for (int i = 0; i < 60; ++i) {
        at.x -= 0.01f;
        at.z -= 0.01f;
        (void)taut_body_set_target(world, id, 0, at);
        *trouble |= step_frames(world, 1, FRAME, 10);
    }
    return id;
}

TEST(block_that_is_pulled_apart_stays_sound)
{
    for (int spare = 5; spare <= 200; spare += 195) {
        uint32_t trouble = 0;
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = pulled_block(world, spare, &trouble);
        const taut_body* b = taut_world_peek(world, id);
        int made = b->particle_count - (CELLS + 1) * (CELLS + 1) * (CELLS + 1);
        CHECK_MSG(made > 2 && made <= spare, "%d of %d", made, spare);
        CHECK(((trouble & TAUT_STEP_SPLITS_DROPPED) != 0) == (spare == 5));
        taut_soft_material jelly;
        CHECK(taut_soft_material_find("jelly", &jelly));
        check_topology(world, id, (double)jelly.density * VOLUME);
        check_pieces(b);
        taut_world_destroy(world);
    }
}

static uint64_t hash_of_pulled(taut_backend_kind backend, int threads)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.backend = backend;
    def.thread_count = threads;
    taut_world* world = new_world_from(&def);
    uint32_t trouble = 0;
    (void)pulled_block(world, 200, &trouble);
    taut_blade blade = blade_at(0.24f);
    CHECK_EQ_INT(taut_world_cut(world, &blade, NULL), TAUT_OK);
    (void)step_frames(world, 20, FRAME, 10);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(torn_solids_are_the_same_on_every_backend_and_number_of_threads)
{
    uint64_t hash = hash_of_pulled(TAUT_BACKEND_SCALAR, 1);
    for (int kind = TAUT_BACKEND_SCALAR; kind < TAUT_BACKEND_KIND_COUNT; ++kind) {
        if (taut_backend_available((taut_backend_kind)kind)) {
            CHECK_EQ_U64(hash_of_pulled((taut_backend_kind)kind, 1), hash);
        }
    }
    CHECK_EQ_U64(hash_of_pulled(TAUT_BACKEND_AUTO, taut_pool_supported() ? 3 : 1), hash);
}

TEST(tearing_a_solid_asks_for_no_memory_and_snapshots_bring_it_back)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_body_def(world, hung_block(), tearing(200));
    double mass = body_mass(taut_world_peek(world, id));
    CHECK_EQ_INT((long)taut_world_memory(world).bytes, memory.bytes);
    taut_snapshot* snapshot = NULL;
    (void)step_frames(world, 5, FRAME, 10);
    long requests = memory.requests;
    taut_blade blades[2] = {blade_at(0.24f), blade_at(0.05f)};
    CHECK_EQ_INT(taut_world_cut(world, &blades[0], NULL), TAUT_OK);
    (void)step_frames(world, 5, FRAME, 10);
    CHECK_EQ_INT(memory.requests, requests);
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    uint64_t hash = 0;
    for (int i = 0; i < 3; ++i) {
        int count = taut_body_triangles(world, id).count;
        CHECK_EQ_INT(taut_world_cut(world, &blades[1], NULL), TAUT_OK);
        CHECK(taut_body_triangles(world, id).count > count);
        (void)step_frames(world, 10, FRAME, 10);
        check_topology(world, id, mass);
        hash = i == 0 ? taut_world_hash(world) : hash;
        CHECK_EQ_U64(taut_world_hash(world), hash);
        if (i == 1) {
            CHECK_EQ_INT(taut_body_destroy(world, id), TAUT_OK);
        }
        REQUIRE(taut_snapshot_restore(world, snapshot) == TAUT_OK);
        CHECK_EQ_INT(taut_body_triangles(world, id).count, count);
        check_topology(world, id, mass);
    }
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
    CHECK(memory.blocks == 0 && memory.wrong == 0);
}

// Vertices go with the half they are in; by positions alone some would hang between the two.
TEST(skin_of_a_block_that_is_cut_goes_with_the_halves)
{
    enum { VERTICES = 1000 };
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_blueprint* blueprint = bake_away(hung_block());
    taut_vec3 vertices[VERTICES], drawn[VERTICES];
    taut_test_random r = {7};
    for (int i = 0; i < VERTICES; ++i) {
        vertices[i] = (taut_vec3){random_between(&r, 0.0f, SIDE), random_between(&r, 0.0f, SIDE),
                                  random_between(&r, 0.0f, SIDE)};
    }
    taut_skin_def skin_def = taut_skin_def_default();
    skin_def.blueprint = blueprint;
    skin_def.vertices = vertices;
    skin_def.vertex_count = VERTICES;
    taut_skin* skin = NULL;
    REQUIRE(taut_skin_create(&skin_def, &skin, NULL) == TAUT_OK);
    taut_body_def def = tearing(100);
    def.blueprint = blueprint;
    taut_body_id id = {0};
    REQUIRE(taut_body_create(world, &def, &id) == TAUT_OK);
    taut_blade blade = blade_at(0.24f);
    REQUIRE(taut_world_cut(world, &blade, NULL) == TAUT_OK);
    (void)step_frames(world, 30, FRAME, 20);
    REQUIRE(taut_skin_apply_body(skin, world, id, drawn, NULL, VERTICES, NULL) == TAUT_OK);
    int fell = 0, stayed = 0;
    for (int i = 0; i < VERTICES; ++i) {
        float way = drawn[i].y - vertices[i].y;
        fell += way < -1.1f && way > -1.4f;
        stayed += fabsf(way) < 0.1f;
    }
    CHECK_MSG(fell + stayed == VERTICES && fell > 300 && stayed > 300, "%d fell, %d stayed", fell,
              stayed);
    REQUIRE(taut_skin_apply(skin, taut_body_positions(world, id), drawn, NULL, VERTICES, NULL) ==
            TAUT_OK);
    int between = 0;
    for (int i = 0; i < VERTICES; ++i) {
        float way = drawn[i].y - vertices[i].y;
        between += way < -0.2f && way > -1.0f;
    }
    CHECK(between > 20);
    taut_body_id other = add_body(world, hanging_rope(200, 1.0f));
    taut_error e;
    taut_body_id none = {0};
    CHECK(taut_skin_apply_body(skin, world, other, drawn, NULL, VERTICES, &e) != TAUT_OK);
    CHECK(taut_skin_apply_body(skin, world, none, drawn, NULL, VERTICES, &e) != TAUT_OK);
    CHECK(taut_skin_apply_body(skin, world, id, drawn, NULL, VERTICES - 1, &e) != TAUT_OK);
    CHECK(taut_skin_apply_body(skin, world, id, drawn, drawn, VERTICES, &e) != TAUT_OK);
    CHECK(taut_skin_apply_body(NULL, world, id, drawn, NULL, VERTICES, &e) != TAUT_OK);
    taut_skin_destroy(skin);
    taut_blueprint_release(blueprint);
    taut_world_destroy(world);
}
