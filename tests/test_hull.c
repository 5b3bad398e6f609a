// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Convex hulls of points of which many are no corners: on faces, on edges, in the same place.

#include "collide_support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

typedef struct cloud {
    taut_vec3 x[TAUT_HULL_MAX_POINTS];
    int count;
} cloud;

static void add(cloud* c, float x, float y, float z)
{
    c->x[c->count++] = (taut_vec3){x, y, z};
}

// n points a side, from -1 to 1.
static cloud grid(int n)
{
    cloud c = {.count = 0};
    float step = 2.0f / (float)(n - 1);
    for (int i = 0; i < n * n * n; ++i) {
        add(&c, step * (float)(i % n) - 1.0f, step * (float)(i / n % n) - 1.0f,
            step * (float)(i / n / n) - 1.0f);
    }
    return c;
}

// Each corner three times, as meshes with sharp edges have it, and hardly in the same place.
static cloud split_cube(void)
{
    cloud c = {.count = 0};
    for (int i = 0; i < 24; ++i) {
        float off = 1e-6f * (float)(i / 8);
        add(&c, i & 1 ? 1.0f - off : -1.0f, i & 2 ? 1.0f : off - 1.0f, i & 4 ? 1.0f : -1.0f);
    }
    return c;
}

// All points of the first and last ring are at a pole.
static cloud ball(int sides, int rings)
{
    cloud c = {.count = 0};
    for (int i = 0; i < sides * rings; ++i) {
        double up = 3.14159 * (i / sides) / (rings - 1),
               round = 6.28318530718 * (i % sides) / sides;
        add(&c, (float)(sin(up) * cos(round)), (float)cos(up), (float)(sin(up) * sin(round)));
    }
    return c;
}

static cloud pyramid(void)
{
    cloud c = {.count = 0};
    for (int i = 0; i < 9; ++i) {
        add(&c, (float)(i % 3) - 1.0f, -1.0f, (float)(i / 3) - 1.0f);
    }
    add(&c, 0.0f, 1.0f, 0.0f);
    return c;
}

// With a ring between its ends, and the middles of those.
static cloud cylinder(int sides)
{
    cloud c = {.count = 0};
    for (int i = 0; i < 3 * sides; ++i) {
        double round = 6.28318530718 * (i % sides) / sides;
        add(&c, (float)cos(round), (float)(i / sides) - 1.0f, (float)sin(round));
    }
    add(&c, 0.0f, 1.0f, 0.0f);
    add(&c, 0.0f, -1.0f, 0.0f);
    return c;
}

typedef struct corner {
    double x, y, z;
} corner;

static corner corner_of(const taut_shape* s, int i)
{
    taut_vec3 v = taut_vec3_at(taut_shape_vertices(s), taut_shape_triangles(s).data[i]);
    return (corner){(double)v.x, (double)v.y, (double)v.z};
}

static corner across(corner a, corner b, corner c)
{
    corner u = {b.x - a.x, b.y - a.y, b.z - a.z}, v = {c.x - a.x, c.y - a.y, c.z - a.z};
    return (corner){u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

// No triangle is flat or turned in: all points lie behind it; and the volume is right.
static void check_hull(const cloud* c, int triangles, int vertices, double volume)
{
    const taut_shape* s = NULL;
    REQUIRE(taut_shape_create_hull(NULL, c->x, c->count, &s, NULL) == TAUT_OK);
    CHECK_EQ_INT(taut_shape_triangles(s).count, 3 * triangles);
    CHECK_EQ_INT(taut_shape_vertices(s).count, vertices);
    double sum = 0.0, smallest = 1.0, farthest = 0.0;
    for (int i = 0; i < taut_shape_triangles(s).count; i += 3) {
        corner a = corner_of(s, i);
        corner n = across(a, corner_of(s, i + 1), corner_of(s, i + 2));
        double size = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
        smallest = size < smallest ? size : smallest;
        sum += (a.x * n.x + a.y * n.y + a.z * n.z) / 6.0;
        for (int k = 0; k < c->count && size > 0.0; ++k) {
            double over = ((double)c->x[k].x - a.x) * n.x + ((double)c->x[k].y - a.y) * n.y +
                          ((double)c->x[k].z - a.z) * n.z;
            farthest = over / size > farthest ? over / size : farthest;
        }
    }
    CHECK(smallest > 0.01);
    CHECK(farthest < 1e-5);
    CHECK_NEAR(sum, volume, 1e-4);
    taut_shape_release(s);
}

TEST(points_on_faces_and_edges_are_no_corners_of_hulls)
{
    cloud c = grid(3);
    check_hull(&c, 12, 8, 8.0);
    c = grid(5);
    check_hull(&c, 12, 8, 8.0);
    c = split_cube();
    check_hull(&c, 12, 8, 8.0);
    c = pyramid();
    check_hull(&c, 6, 5, 8.0 / 3.0);
    c = cylinder(16);
    check_hull(&c, 60, 32, 2.0 * 8.0 * sin(6.28318530718 / 16.0));
}

// The rings of a ball are cuts of cones with 12 sides: volumes of frusta, whose ends are an area of
// 6 sin(30 degrees) = 3 times the square of their radius.
TEST(points_that_coincide_at_the_poles_of_a_hull_count_once)
{
    double volume = 0.0;
    for (int i = 0; i < 8; ++i) {
        double a = sin(3.14159265 * i / 8.0), b = sin(3.14159265 * (i + 1) / 8.0);
        double high = cos(3.14159265 * i / 8.0) - cos(3.14159265 * (i + 1) / 8.0);
        volume += high / 3.0 * 3.0 * (a * a + a * b + b * b);
    }
    cloud c = ball(12, 9);
    check_hull(&c, 168, 86, volume);
}

// On the top of all that have one at 1, wherever it lands, and for rays.
TEST(particles_rest_on_hulls_with_points_on_their_faces)
{
    cloud clouds[4] = {grid(3), grid(5), split_cube(), cylinder(16)};
    for (int i = 0; i < 4; ++i) {
        taut_collider_def def = taut_collider_def_default();
        def.shape = TAUT_SHAPE_HULL;
        REQUIRE(taut_shape_create_hull(NULL, clouds[i].x, clouds[i].count, &def.baked, NULL) ==
                TAUT_OK);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        (void)add_collider(world, def);
        taut_test_random r = {5};
        for (int k = 0; k < 40; ++k) {
            taut_vec3 at = {random_between(&r, -0.6f, 0.6f), 1.05f,
                            random_between(&r, -0.6f, 0.6f)};
            taut_body_id body = add_point(world, at, taut_body_def_default());
            (void)step_frames(world, 20, FRAME, 8);
            taut_vec3 x = position_of(world, body, 0);
            CHECK_NEAR(x.y, 1.005, 1e-5);
            CHECK_NEAR(x.x, at.x, 1e-5);
            taut_hit hit = {0};
            taut_hits hits = {.items = &hit, .capacity = 1};
            at.y = 20.0f;
            taut_query_def colliders = taut_query_def_default();
            colliders.kinds = 1u << TAUT_HIT_COLLIDER;
            (void)taut_world_cast_ray(world, &colliders, at, (taut_vec3){0.0f, -1.0f, 0.0f}, 100.0f,
                                      &hits);
            CHECK_EQ_INT(hits.count, 1);
            CHECK_NEAR(hit.point.y, 1.0, 1e-5);
            (void)taut_body_destroy(world, body);
        }
        taut_world_destroy(world);
        taut_shape_release(def.baked);
    }
}
