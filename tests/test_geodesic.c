// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Distances along a surface, and the tethers that are cooked from them.

#include "geodesic.h"
#include "support.h"
#include "test.h"

enum { SIDE = 9, CORNERS = SIDE * SIDE, MOST_EDGES = 3 * CORNERS, MOST_TRIANGLES = 2 * CORNERS };

// A flat grid of triangles in the plane z = 0, spacing 0.25, every diagonal the same way.
typedef struct taut_test_mesh {
    taut_float4 x[CORNERS];
    uint8_t pinned[CORNERS];
    int32_t edges[2 * MOST_EDGES];
    int32_t triangles[3 * MOST_TRIANGLES];
    taut_geodesic_input input;
} taut_test_mesh;

static void mesh_add_edge(taut_test_mesh* m, int a, int b)
{
    m->edges[2 * m->input.edge_count] = a;
    m->edges[2 * m->input.edge_count + 1] = b;
    m->input.edge_count += 1;
}

static void mesh_add_triangle(taut_test_mesh* m, int a, int b, int c)
{
    int32_t corners[3] = {a, b, c};
    memcpy(&m->triangles[(ptrdiff_t)3 * m->input.triangle_count], corners, sizeof corners);
    m->input.triangle_count += 1;
}

static void mesh_make(taut_test_mesh* m, int most)
{
    memset(m, 0, sizeof *m);
    m->input =
        (taut_geodesic_input){m->x, CORNERS, m->edges, 0, m->triangles, 0, m->pinned, most, NULL};
    for (int i = 0; i < CORNERS; ++i) {
        int column = i % SIDE, row = i / SIDE;
        m->x[i] = (taut_float4){0.25f * (float)column, 0.25f * (float)row, 0.0f, 0.0f};
        if (column + 1 < SIDE) {
            mesh_add_edge(m, i, i + 1);
        }
        if (row + 1 < SIDE) {
            mesh_add_edge(m, i, i + SIDE);
        }
        if (column + 1 < SIDE && row + 1 < SIDE) {
            mesh_add_edge(m, i, i + SIDE + 1);
            mesh_add_triangle(m, i, i + 1, i + SIDE + 1);
            mesh_add_triangle(m, i, i + SIDE + 1, i + SIDE);
        }
    }
}

static double straight(const taut_test_mesh* m, int a, int b)
{
    taut_vec3 pa = {m->x[a].x, m->x[a].y, m->x[a].z};
    taut_vec3 pb = {m->x[b].x, m->x[b].y, m->x[b].z};
    return distance_between(pa, pb);
}

TEST(flat_cloth_has_straight_distances)
{
    static taut_test_mesh m;
    taut_allocator allocator = taut_allocator_default();
    static const int pins[] = {0, SIDE - 1, CORNERS / 2, 5};
    for (int k = 0; k < 4; ++k) {
        mesh_make(&m, 1);
        m.pinned[pins[k]] = 1;
        taut_geodesic_result found;
        REQUIRE(taut_geodesic_find(&allocator, &m.input, &found));
        for (int i = 0; i < CORNERS; ++i) {
            REQUIRE(found.source_count[i] == 1);
            CHECK_EQ_INT(found.source[i], pins[k]);
            double expected = straight(&m, i, pins[k]);
            // Exact on flat cloth, says geodesic.h: doubles, some hundred operations.
            CHECK_MSG(fabs(found.distance[i] - expected) < 1e-9, "%d from %d: %.9g, straight %.9g",
                      i, pins[k], found.distance[i], expected);
        }
        taut_geodesic_free(&allocator, &found);
    }
}

TEST(several_pins_are_kept_nearest_first)
{
    static taut_test_mesh m;
    taut_allocator allocator = taut_allocator_default();
    mesh_make(&m, 3);
    static const int pins[] = {0, SIDE - 1, CORNERS - SIDE, CORNERS - 1};
    for (int k = 0; k < 4; ++k) {
        m.pinned[pins[k]] = 1;
    }
    taut_geodesic_result found;
    REQUIRE(taut_geodesic_find(&allocator, &m.input, &found));
    for (int i = 0; i < CORNERS; ++i) {
        CHECK_EQ_INT(found.source_count[i], 3);
        for (int k = 1; k < 3; ++k) {
            CHECK(found.distance[3 * i + k] >= found.distance[3 * i + k - 1]);
            CHECK(found.source[3 * i + k] != found.source[3 * i + k - 1]);
        }
    }
    CHECK(found.distance[0] == 0.0 && found.source[0] == 0);
    taut_geodesic_free(&allocator, &found);
}

// A rope folded on itself: the way is along it, however near its ends are.
TEST(rope_distances_go_along_the_rope)
{
    enum { COUNT = 11 };
    taut_float4 x[COUNT] = {{0}};
    uint8_t pinned[COUNT] = {1};
    int32_t edges[2 * (COUNT - 1)];
    for (int i = 0; i < COUNT; ++i) {
        x[i].x = i <= 5 ? (float)i : (float)(10 - i);
        x[i].y = i <= 5 ? 0.0f : 0.125f;
    }
    for (int i = 0; i + 1 < COUNT; ++i) {
        edges[2 * i] = i;
        edges[2 * i + 1] = i + 1;
    }
    taut_geodesic_input input = {x, COUNT, edges, COUNT - 2, NULL, 0, pinned, 2, NULL};
    taut_allocator allocator = taut_allocator_default();
    taut_geodesic_result found;
    REQUIRE(taut_geodesic_find(&allocator, &input, &found));
    CHECK_NEAR(found.distance[2 * 5], 5.0, 1e-12);
    CHECK_NEAR(found.distance[2 * 9], 8.0 + sqrt(1.0 + 0.125 * 0.125), 1e-9);
    CHECK_EQ_INT(found.source_count[9], 1);
    CHECK_EQ_INT(found.source_count[10], 0);  // the last link was left out: no way there
    taut_geodesic_free(&allocator, &found);
}

// Tethers -----------------------------------------------------------------------------------------

static taut_blueprint* bake_cloth(taut_tether_def tethers, const int* pins, int pin_count)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = 10;
    def.rows = 10;
    def.tethers = tethers;
    (void)taut_make_cloth(builder, &def, NULL);
    for (int i = 0; i < pin_count; ++i) {
        (void)taut_builder_pin(builder, pins[i]);
    }
    return bake_away(builder);
}

TEST(tethers_are_cooked_from_the_pins)
{
    static const int pins[] = {0, 9, 90};
    taut_tether_def def = taut_tether_def_default();
    taut_blueprint* p = bake_cloth(def, pins, 3);
    REQUIRE(p != NULL);
    taut_blueprint_stats stats = taut_blueprint_get_stats(p);
    CHECK_EQ_INT(stats.tethers, 97 * 3);
    for (int i = stats.added; i < stats.added + stats.tethers; ++i) {
        taut_constraint_def tether;
        REQUIRE(taut_blueprint_constraint(p, i, &tether) == TAUT_OK);
        CHECK_EQ_INT(tether.kind, TAUT_CONSTRAINT_TETHER);
        int a = tether.particles[0], pin = tether.particles[1];
        CHECK(pin == 0 || pin == 9 || pin == 90);
        double dx = 0.05 * (a % 10 - pin % 10), dz = 0.05 * (a / 10 - pin / 10);
        // The flat way and 2 % for elastic cloth, to the rounding of positions of up to 0.45 m.
        double expected = 1.02 * sqrt(dx * dx + dz * dz);
        CHECK_MSG(fabs((double)tether.rest - expected) < 1e-6, "%d to %d: %g, straight %g", a, pin,
                  (double)tether.rest, expected);
    }
    taut_blueprint_release(p);
}

TEST(tether_settings_count)
{
    static const int pins[] = {0, 9, 90};
    taut_tether_def def = taut_tether_def_default();
    def.most_pins = 2;
    def.slack = 1.5f;
    taut_blueprint* p = bake_cloth(def, pins, 3);
    REQUIRE(p != NULL);
    taut_blueprint_stats stats = taut_blueprint_get_stats(p);
    CHECK_EQ_INT(stats.tethers, 97 * 2);
    taut_constraint_def tether;
    REQUIRE(taut_blueprint_constraint(p, stats.added, &tether) == TAUT_OK);
    CHECK_EQ_INT(tether.particles[0], 1);
    CHECK_NEAR(tether.rest, 1.5 * 0.05, 1e-6);
    taut_blueprint_release(p);

    def.enabled = false;
    p = bake_cloth(def, pins, 3);
    REQUIRE(p != NULL);
    CHECK_EQ_INT(taut_blueprint_get_stats(p).tethers, 0);
    taut_blueprint_release(p);
    def.enabled = true;
    p = bake_cloth(def, pins, 0);  // nothing is pinned
    REQUIRE(p != NULL);
    CHECK_EQ_INT(taut_blueprint_get_stats(p).tethers, 0);
    taut_blueprint_release(p);
}

TEST(a_flat_cloth_at_rest_feels_no_tether)
{
    static const int pins[] = {0, 9};
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_blueprint* p = bake_cloth(taut_tether_def_default(), pins, 2);
    taut_body_def def = taut_body_def_default();
    def.blueprint = p;
    taut_body_id id;
    REQUIRE(taut_body_create(world, &def, &id) == TAUT_OK);
    taut_blueprint_release(p);
    CHECK_EQ_INT(step_frames(world, 10, 1.0f / 60.0f, 10), 0);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    // Tethers are rounded to floats of up to 0.64 m: 3e-8 m too short at the most.
    CHECK_MSG(m.max_speed < 1e-3f, "moves at %g m/s", (double)m.max_speed);
    taut_world_destroy(world);
}
