// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Shapes of colliders: distances against brute force, baking, and bad data.

#include "collide/distance.inl"
#include "collide_support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

static const taut_shape* bake_hull(const taut_vec3* points, int count)
{
    const taut_shape* shape = NULL;
    (void)taut_shape_create_hull(NULL, points, count, &shape, NULL);
    return shape;
}

static const taut_shape* cube_hull(float x, float y, float z)
{
    taut_vec3 points[9] = {{0.0f, 0.0f, 0.0f}};  // and one inside, which does no harm
    for (int i = 0; i < 8; ++i) {
        points[i] = (taut_vec3){i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z};
    }
    return bake_hull(points, 9);
}

// Distances ---------------------------------------------------------------------------------------

// A point on the surface, none of the library's formulas used.
static taut_vec3 surface_point(const taut_collider* c, taut_test_random* r)
{
    taut_vec3 d = random_direction(r);
    float u = random_between(r, -1.0f, 1.0f), h = c->half_height;
    float flat = sqrtf(d.x * d.x + d.z * d.z);
    switch (c->kind) {
    case TAUT_SHAPE_SPHERE:
        return (taut_vec3){c->radius * d.x, c->radius * d.y, c->radius * d.z};
    case TAUT_SHAPE_CAPSULE:
        if (random_below(r, 2) == 0) {
            return (taut_vec3){c->radius * d.x / flat, u * h, c->radius * d.z / flat};
        }
        return (taut_vec3){c->radius * d.x, c->radius * d.y + (d.y > 0.0f ? h : -h),
                           c->radius * d.z};
    case TAUT_SHAPE_CYLINDER:
        if (random_below(r, 2) == 0) {
            return (taut_vec3){c->radius * d.x / flat, u * h, c->radius * d.z / flat};
        }
        flat = sqrtf(fabsf(u)) * c->radius / flat;
        return (taut_vec3){flat * d.x, d.y > 0.0f ? h : -h, flat * d.z};
    default: {
        float s[3] = {u, random_between(r, -1.0f, 1.0f), random_between(r, -1.0f, 1.0f)};
        s[random_below(r, 3)] = random_below(r, 2) == 0 ? -1.0f : 1.0f;
        return (taut_vec3){s[0] * c->half_size.x, s[1] * c->half_size.y, s[2] * c->half_size.z};
    }
    }
}

// Of many points of the surface none is nearer than the distance says, and one is nearly as near:
// 40,000 of them lie about 1 cm apart. The point that the gradient leads to is on the surface.
static void check_distance(const taut_collider* c, taut_test_random* r)
{
    taut_vec3 x = {random_between(r, -1.0f, 1.0f), random_between(r, -1.0f, 1.0f),
                   random_between(r, -1.0f, 1.0f)};
    taut_distance f = taut_collider_distance(c, 0, x);
    double least = 1e9;
    for (int i = 0; i < 40000; ++i) {
        double d = distance_between(x, surface_point(c, r));
        least = d < least ? d : least;
    }
    CHECK_MSG(least >= fabs((double)f.d) - 1e-5 && least <= fabs((double)f.d) + 0.05,
              "%s: distance %g, nearest sample %g", taut_shape_name(c->kind), (double)f.d, least);
    taut_vec3 foot = {x.x - f.d * f.n.x, x.y - f.d * f.n.y, x.z - f.d * f.n.z};
    CHECK_NEAR(taut_collider_distance(c, 0, foot).d, 0.0, 2e-6);
    CHECK_NEAR(f.n.x * f.n.x + f.n.y * f.n.y + f.n.z * f.n.z, 1.0, 1e-5);
}

TEST(distances_agree_with_many_points_of_the_surface)
{
    taut_test_random r = {3};
    taut_collider c = {.radius = 0.4f, .half_height = 0.3f, .half_size = {0.5f, 0.2f, 0.3f}};
    const taut_shape_kind kinds[5] = {TAUT_SHAPE_SPHERE, TAUT_SHAPE_CAPSULE, TAUT_SHAPE_CYLINDER,
                                      TAUT_SHAPE_BOX, TAUT_SHAPE_HULL};
    c.shape = cube_hull(0.5f, 0.2f, 0.3f);
    REQUIRE(c.shape != NULL);
    for (int k = 0; k < 5; ++k) {
        c.kind = kinds[k];
        for (int i = 0; i < 20; ++i) {
            check_distance(&c, &r);
        }
    }
    taut_shape_release(c.shape);
}

// The same shape as a box and as a hull.
TEST(hull_of_a_box_is_the_box)
{
    taut_test_random r = {5};
    taut_collider box = {.kind = TAUT_SHAPE_BOX, .half_size = {0.5f, 0.2f, 0.3f}}, hull = box;
    hull.kind = TAUT_SHAPE_HULL;
    hull.shape = cube_hull(0.5f, 0.2f, 0.3f);
    REQUIRE(hull.shape != NULL);
    CHECK_EQ_INT(hull.shape->face_count, 6);
    CHECK_EQ_INT(taut_shape_triangles(hull.shape).count, 36);
    for (int i = 0; i < 2000; ++i) {
        taut_vec3 x = {random_between(&r, -1.0f, 1.0f), random_between(&r, -1.0f, 1.0f),
                       random_between(&r, -1.0f, 1.0f)};
        taut_distance a = taut_collider_distance(&box, 0, x);
        taut_distance b = taut_collider_distance(&hull, 0, x);
        CHECK_NEAR(a.d, b.d, 2e-6);
    }
    taut_shape_release(hull.shape);
}

TEST(hull_of_many_points_holds_them_all)
{
    taut_test_random r = {11};
    taut_vec3 points[TAUT_HULL_MAX_POINTS];
    for (int i = 0; i < TAUT_HULL_MAX_POINTS; ++i) {
        points[i] = random_direction(&r);
    }
    const taut_shape* shape = bake_hull(points, TAUT_HULL_MAX_POINTS);
    REQUIRE(shape != NULL);
    // Euler: 252 triangles; some may lie in a plane with others, and be one face.
    CHECK(shape->face_count <= 252 && shape->face_count >= 245);
    for (int i = 0; i < TAUT_HULL_MAX_POINTS; ++i) {
        CHECK_NEAR(taut_hull_distance(shape, points[i]).d, 0.0, 1e-4);
    }
    CHECK(taut_hull_distance(shape, (taut_vec3){0.0f, 0.0f, 0.0f}).d < -0.8f);
    taut_shape_release(shape);
}

TEST(nearest_point_of_a_triangle_agrees_with_many)
{
    taut_test_random r = {17};
    for (int i = 0; i < 200; ++i) {
        taut_vec3 t[3] = {random_direction(&r), random_direction(&r), random_direction(&r)};
        taut_vec3 p = {2.0f * random_coarse(&r), 2.0f * random_coarse(&r), random_coarse(&r)};
        float w[3];
        taut_triangle_nearest(t, p, w);
        CHECK(w[0] >= -1e-6f && w[1] >= 0.0f && w[2] >= 0.0f);
        double mine = 0.0, least = 1e9;
        for (int k = -1; k < 5000; ++k) {
            float a = random_between(&r, 0.0f, 1.0f), b = random_between(&r, 0.0f, 1.0f);
            float u = a + b > 1.0f ? 1.0f - a : a, v = a + b > 1.0f ? 1.0f - b : b;
            u = k < 0 ? w[1] : u;
            v = k < 0 ? w[2] : v;
            taut_vec3 y = taut_vec3_scale(t[0], 1.0f - u - v);
            y = taut_vec3_madd(taut_vec3_madd(y, u, t[1]), v, t[2]);
            double d = distance_between(y, p);
            mine = k < 0 ? d : mine;
            least = k >= 0 && d < least ? d : least;
        }
        CHECK_MSG(least >= mine - 1e-5 && least <= mine + 0.1, "%g, nearest sample %g", mine,
                  least);
    }
}

// Meeting -----------------------------------------------------------------------------------------

// Least distance over the way and the segment, by samples.
static double least_on_the_way(const taut_collider* c, const taut_mover* m)
{
    double least = 1e9;
    for (int i = 0; i <= 200; ++i) {
        taut_vec3 a = taut_vec3_blend(m->from[0], m->to[0], (float)i / 200.0f);
        taut_vec3 b = m->count == 2 ? taut_vec3_blend(m->from[1], m->to[1], (float)i / 200.0f) : a;
        for (int k = 0; k <= 50; ++k) {
            double d =
                (double)taut_collider_distance(c, 0, taut_vec3_blend(a, b, (float)k / 50.0f)).d;
            least = d < least ? d : least;
        }
    }
    return least;
}

// What comes nearer than its thickness is met, or its nearest point is an end, which has a contact
// of its own; what stays farther off is not. Samples see within 1 cm.
TEST(what_meets_on_its_way_is_found_and_nothing_else)
{
    taut_test_random r = {23};
    taut_collider c = {.radius = 0.2f, .half_height = 0.3f, .half_size = {0.3f, 0.1f, 0.2f}};
    int found = 0, missed = 0;
    for (int i = 0; i < 600; ++i) {
        c.kind = (taut_shape_kind)(TAUT_SHAPE_SPHERE + i % 4);
        taut_mover m = {.count = 1 + i % 2};
        for (int k = 0; k < m.count; ++k) {
            m.from[k] = taut_vec3_scale(random_direction(&r), 1.0f);
            m.to[k] = taut_vec3_scale(random_direction(&r), 1.0f);
        }
        taut_meeting_input in = {.collider = &c, .thickness = 0.05f};
        taut_meeting met;
        taut_collider_meet(&in, &m, &met);
        double least = least_on_the_way(&c, &m);
        if (m.count == 1) {
            CHECK(least < 0.05 - 1e-3 ? met.live : least > 0.06 ? !met.live : true);
        }
        CHECK(!(met.live && least > 0.06));
        found += met.live;
        missed += !met.live;
    }
    CHECK(found > 50 && missed > 50);
}

// Worlds of baked shapes --------------------------------------------------------------------------

static const taut_shape* ground_field(float slope)
{
    float heights[9 * 9];
    for (int i = 0; i < 81; ++i) {
        heights[i] = slope * 0.25f * (float)(i % 9 - 4);
    }
    taut_height_field_def def = taut_height_field_def_default();
    def.heights = heights;
    def.columns = def.rows = 9;
    def.spacing = 0.25f;
    const taut_shape* shape = NULL;
    (void)taut_shape_create_height_field(NULL, &def, &shape, NULL);
    return shape;
}

// A flat grid of triangles, 2 m x 2 m.
static const taut_shape* flat_mesh(void)
{
    taut_vec3 vertices[81];
    int32_t triangles[8 * 8 * 6];
    int count = 0;
    for (int i = 0; i < 81; ++i) {
        vertices[i] = (taut_vec3){0.25f * (float)(i % 9 - 4), 0.0f, 0.25f * (float)(i / 9 - 4)};
        if (i % 9 < 8 && i / 9 < 8) {
            const int32_t cell[6] = {i, i + 9, i + 1, i + 1, i + 9, i + 10};
            memcpy(triangles + count, cell, sizeof cell);
            count += 6;
        }
    }
    taut_mesh_shape_def def = taut_mesh_shape_def_default();
    def.vertices = vertices;
    def.vertex_count = 81;
    def.triangles = triangles;
    def.triangle_count = count / 3;
    const taut_shape* shape = NULL;
    (void)taut_shape_create_mesh(NULL, &def, &shape, NULL);
    return shape;
}

static taut_world* world_on(const taut_shape* shape, taut_shape_kind kind, float friction)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def def = taut_collider_def_default();
    def.shape = kind;
    def.baked = shape;
    def.surface.friction = def.surface.static_friction = friction;
    (void)add_collider(world, def);
    taut_shape_release(shape);
    return world;
}

TEST(particles_rest_on_every_baked_shape)
{
    for (int kind = TAUT_SHAPE_HULL; kind <= TAUT_SHAPE_MESH; ++kind) {
        const taut_shape* shape = kind == TAUT_SHAPE_HULL           ? cube_hull(1.0f, 0.5f, 1.0f)
                                  : kind == TAUT_SHAPE_HEIGHT_FIELD ? ground_field(0.0f)
                                                                    : flat_mesh();
        REQUIRE(shape != NULL);
        taut_world* world = world_on(shape, (taut_shape_kind)kind, 0.4f);
        taut_builder* builder = new_builder();
        taut_test_random r = {31};
        for (int i = 0; i < 50; ++i) {
            (void)add_particle(builder, random_between(&r, -0.9f, 0.9f), 1.0f,
                               random_between(&r, -0.9f, 0.9f), 1.0f);
        }
        taut_body_id body = add_body(world, builder);
        CHECK_EQ_INT(step_frames(world, 90, FRAME, 10), 0);
        double top = kind == TAUT_SHAPE_HULL ? 0.505 : 0.005;
        for (int i = 0; i < 50; ++i) {
            CHECK_NEAR(position_of(world, body, i).y, top, 1e-6);
        }
        CHECK_EQ_INT(taut_world_collider_count(world), 1);
        taut_world_destroy(world);
    }
}

// Over flat triangles without friction a particle keeps its speed: no edge between them catches it.
TEST(edges_between_flat_triangles_catch_nothing)
{
    for (int field = 0; field < 2; ++field) {
        taut_world* world = field ? world_on(ground_field(0.0f), TAUT_SHAPE_HEIGHT_FIELD, 0.0f)
                                  : world_on(flat_mesh(), TAUT_SHAPE_MESH, 0.0f);
        taut_body_def def = taut_body_def_default();
        def.velocity = (taut_vec3){1.5f, 0.0f, 0.7f};
        taut_body_id body = add_point(world, (taut_vec3){-0.95f, 0.005f, -0.5f}, def);
        CHECK_EQ_INT(step_frames(world, 60, FRAME, 10), 0);
        taut_vec3 v = velocity_of(world, body, 0);
        CHECK_NEAR(v.x, 1.5, 1e-4);
        CHECK_NEAR(v.z, 0.7, 1e-4);
        CHECK_NEAR(position_of(world, body, 0).y, 0.005, 1e-6);
        taut_world_destroy(world);
    }
}

TEST(mesh_has_two_sides_and_a_height_field_is_solid)
{
    taut_world* world = world_on(flat_mesh(), TAUT_SHAPE_MESH, 0.0f);
    (void)taut_world_set_gravity(world, (taut_vec3){0.0f, 9.81f, 0.0f});
    taut_body_id body = add_point(world, (taut_vec3){0.1f, -0.5f, 0.1f}, taut_body_def_default());
    (void)step_frames(world, 60, FRAME, 10);
    CHECK_NEAR(position_of(world, body, 0).y, -0.005, 1e-6);  // from below it is a ceiling
    taut_world_destroy(world);

    world = world_on(ground_field(0.2f), TAUT_SHAPE_HEIGHT_FIELD, 1.0f);
    body = add_point(world, (taut_vec3){0.1f, -0.05f, 0.1f}, taut_body_def_default());
    (void)step_frames(world, 60, FRAME, 10);
    taut_vec3 x = position_of(world, body, 0);
    double over = ((double)x.y - 0.2 * (double)x.x) / sqrt(1.04);
    CHECK_NEAR(over, 0.005, 1e-4);  // it came up
    taut_world_destroy(world);
}

// Bad data ----------------------------------------------------------------------------------------

TEST(bad_hulls_are_refused)
{
    taut_vec3 flat[6], points[4] = {{0}};
    const taut_shape* shape = NULL;
    taut_error error;
    for (int i = 0; i < 6; ++i) {
        flat[i] = (taut_vec3){(float)(i % 3), 0.0f, (float)(i / 3)};
    }
    CHECK_EQ_INT(taut_shape_create_hull(NULL, flat, 6, &shape, &error), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(error.text, "plane") != NULL && shape == NULL);
    CHECK_EQ_INT(taut_shape_create_hull(NULL, flat, 3, &shape, &error), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_shape_create_hull(NULL, NULL, 6, &shape, &error), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_shape_create_hull(NULL, points, 4, &shape, &error), TAUT_ERROR_BAD_DATA);
    flat[2].y = NAN;
    CHECK_EQ_INT(taut_shape_create_hull(NULL, flat, 6, &shape, &error), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(error.text, "point 2") != NULL);
    CHECK_EQ_INT(taut_shape_create_hull(NULL, flat, 6, NULL, &error), TAUT_ERROR_INVALID);
}

TEST(bad_meshes_and_height_fields_are_refused)
{
    taut_vec3 x[4] = {
        {0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f}, {2.0f, 0.0f, 0.0f}};
    int32_t good[3] = {0, 2, 1}, out[3] = {0, 1, 4}, line[3] = {0, 1, 3};
    taut_mesh_shape_def def = taut_mesh_shape_def_default();
    def.vertices = x;
    def.vertex_count = 4;
    def.triangles = good;
    def.triangle_count = 1;
    const taut_shape* shape = NULL;
    taut_error error;
    REQUIRE(taut_shape_create_mesh(NULL, &def, &shape, &error) == TAUT_OK);
    CHECK_EQ_INT(taut_shape_vertices(shape).count, 4);
    taut_shape_release(shape);
    def.triangles = out;
    CHECK_EQ_INT(taut_shape_create_mesh(NULL, &def, &shape, &error), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(error.text, "triangle 0 has vertex 4") != NULL);
    def.triangles = line;
    CHECK_EQ_INT(taut_shape_create_mesh(NULL, &def, &shape, &error), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(error.text, "no area") != NULL);
    x[3].x = INFINITY;
    CHECK_EQ_INT(taut_shape_create_mesh(NULL, &def, &shape, &error), TAUT_ERROR_BAD_DATA);
    def.stamp = 0;
    CHECK_EQ_INT(taut_shape_create_mesh(NULL, &def, &shape, &error), TAUT_ERROR_INVALID);

    taut_height_field_def field = taut_height_field_def_default();
    float heights[4] = {0.0f, NAN, 0.0f, 0.0f};
    field.columns = field.rows = 2;
    CHECK_EQ_INT(taut_shape_create_height_field(NULL, &field, &shape, &error), TAUT_ERROR_INVALID);
    field.heights = heights;
    CHECK_EQ_INT(taut_shape_create_height_field(NULL, &field, &shape, &error), TAUT_ERROR_BAD_DATA);
    field.spacing = 0.0f;
    CHECK_EQ_INT(taut_shape_create_height_field(NULL, &field, &shape, &error), TAUT_ERROR_INVALID);
    CHECK(strstr(error.text, "spacing is 0") != NULL);
}

// One way through for both, which a device takes, and that of each by itself: to the bit.
TEST(round_shapes_have_the_same_distances_either_way)
{
    const float odd[] = {0.0f, -0.0f, 0.5f, -0.5f, 1e-30f, 1e30f, INFINITY, NAN};
    taut_test_random r = {71};
    for (int trial = 0; trial < 20000; ++trial) {
        float x[3];
        for (int k = 0; k < 3; ++k) {
            x[k] = random_below(&r, 3) == 0 ? odd[random_below(&r, 8)]
                                            : random_between(&r, -1.0f, 1.0f);
        }
        taut_collider c = {.kind = trial % 2 == 0 ? TAUT_SHAPE_SPHERE : TAUT_SHAPE_CAPSULE,
                           .radius = 0.3f,
                           .half_height = trial % 3 == 0 ? 0.0f : 0.5f};
        taut_vec3 at = {x[0], x[1], x[2]};
        taut_distance own = taut_distance_of(&c, 0, at), both = taut_distance_round(&c, at);
        CHECK_MSG(same_bits(own.d, both.d) && same_vec3_bits(own.n, both.n), "%g %g %g",
                  (double)x[0], (double)x[1], (double)x[2]);
        CHECK(own.ghost == both.ghost);
    }
}
