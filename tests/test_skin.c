// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Skins: bound vertices and normals follow what the body does.

#include "soft_shapes.h"
#include "support.h"
#include "test.h"

static taut_blueprint* jelly_blueprint(int cells)
{
    taut_builder* builder = new_builder();
    taut_jelly_def def = taut_jelly_def_default();
    def.size = (taut_vec3){1.0f, 1.0f, 1.0f};
    def.cells_x = def.cells_y = def.cells_z = cells;
    (void)taut_make_jelly(builder, &def, NULL);
    return bake_away(builder);
}

static taut_blueprint* cloth_blueprint(int size)
{
    return bake_away(flat_cloth_builder(size, true));
}

static taut_skin_def skin_def(const taut_blueprint* blueprint, const taut_vec3* vertices,
                              const taut_vec3* normals, int count)
{
    taut_skin_def def = taut_skin_def_default();
    def.blueprint = blueprint;
    def.vertices = vertices;
    def.normals = normals;
    def.vertex_count = count;
    return def;
}

// Some linear map, applied to points; cof of it to normals.
static const double map[3][3] = {{1.1, 0.3, 0.0}, {-0.2, 0.9, 0.1}, {0.05, -0.4, 1.3}};

static taut_vec3 mapped(taut_vec3 v)
{
    double x[3] = {(double)v.x, (double)v.y, (double)v.z};
    double out[3];
    for (int r = 0; r < 3; ++r) {
        out[r] = map[r][0] * x[0] + map[r][1] * x[1] + map[r][2] * x[2];
    }
    return (taut_vec3){(float)(out[0] + 3.0), (float)(out[1] - 1.0), (float)(out[2] + 2.0)};
}

static taut_vec3 mapped_normal(taut_vec3 n)
{
    double x[3] = {(double)n.x, (double)n.y, (double)n.z};
    double out[3];
    double sum = 0.0;
    for (int r = 0; r < 3; ++r) {
        out[r] = 0.0;
        for (int c = 0; c < 3; ++c) {
            int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            out[r] += (map[r1][c1] * map[r2][c2] - map[r1][c2] * map[r2][c1]) * x[c];
        }
        sum += out[r] * out[r];
    }
    double length = sqrt(sum);
    return (taut_vec3){(float)(out[0] / length), (float)(out[1] / length),
                       (float)(out[2] / length)};
}

// The start positions of a blueprint, by a body at the origin.
static int starts(const taut_blueprint* blueprint, taut_vec3* out)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    taut_body_id body = {0};
    (void)taut_body_create(world, &def, &body);
    taut_vec3_view x = taut_body_positions(world, body);
    for (int i = 0; i < x.count; ++i) {
        out[i] = taut_vec3_at(x, i);
    }
    int count = x.count;
    taut_world_destroy(world);
    return count;
}

static taut_vec3_view view_of(const taut_vec3* x, int count)
{
    return (taut_vec3_view){&x->x, count, 3};
}

// Inside and outside: a sphere that sticks out of the block on all sides.
TEST(a_skin_in_tetrahedra_follows_a_linear_map_exactly)
{
    static taut_test_shape shape;
    static taut_vec3 x[216], out[MOST_SHAPE_VERTICES], normals[MOST_SHAPE_VERTICES];
    taut_blueprint* blueprint = jelly_blueprint(5);
    shape_sphere(&shape, (taut_vec3){0.5f, 0.5f, 0.5f}, 0.7, 12);
    taut_skin_def def = skin_def(blueprint, shape.vertices, shape.normals, shape.vertex_count);
    taut_skin* skin = NULL;
    REQUIRE(taut_skin_create(&def, &skin, NULL) == TAUT_OK);
    int count = starts(blueprint, x);
    CHECK_EQ_INT(count, 216);
    for (int moved = 0; moved < 2; ++moved) {
        for (int i = 0; i < count && moved; ++i) {
            x[i] = mapped(x[i]);
        }
        REQUIRE(taut_skin_apply(skin, view_of(x, count), out, normals, MOST_SHAPE_VERTICES, NULL) ==
                TAUT_OK);
        double worst = 0.0, worst_normal = 0.0;
        for (int i = 0; i < shape.vertex_count; ++i) {
            taut_vec3 due = moved ? mapped(shape.vertices[i]) : shape.vertices[i];
            taut_vec3 facing = moved ? mapped_normal(shape.normals[i]) : shape.normals[i];
            double off = distance_between(out[i], due);
            double turn = distance_between(normals[i], facing);
            worst = off > worst ? off : worst;
            worst_normal = turn > worst_normal ? turn : worst_normal;
        }
        // Floats of 4 m; edges of 0.2 m whose ends are rounded to 2e-7 m turn by as much over 0.2.
        CHECK_MSG(worst < 3e-6, "a vertex is %g m off", worst);
        CHECK_MSG(worst_normal < 1e-5, "a normal is off by %g", worst_normal);
    }
    taut_skin_destroy(skin);
    taut_blueprint_release(blueprint);
}

// Every vertex inside lies in the tetrahedron it is bound to: none of its four weights is negative.
TEST(a_vertex_inside_is_bound_to_the_tetrahedron_that_holds_it)
{
    static taut_vec3 x[216], vertices[500], out[500];
    taut_blueprint* blueprint = jelly_blueprint(5);
    taut_test_random random = {7};
    for (int i = 0; i < 500; ++i) {
        vertices[i] =
            (taut_vec3){random_between(&random, 0.0f, 1.0f), random_between(&random, 0.0f, 1.0f),
                        random_between(&random, 0.0f, 1.0f)};
    }
    taut_skin_def def = skin_def(blueprint, vertices, NULL, 500);
    taut_skin* skin = NULL;
    REQUIRE(taut_skin_create(&def, &skin, NULL) == TAUT_OK);
    CHECK_EQ_INT(taut_skin_vertex_count(skin), 500);
    int count = starts(blueprint, x);
    for (int i = 0; i < 500; ++i) {
        int p[4];
        REQUIRE(taut_skin_particles(skin, i, p));
        // Moving one corner by 1 m moves the vertex by its weight.
        double sum = 0.0;
        for (int k = 0; k < 4; ++k) {
            x[p[k]].x += 1.0f;
            REQUIRE(taut_skin_apply(skin, view_of(x, count), out, NULL, 500, NULL) == TAUT_OK);
            double weight = (double)out[i].x - (double)vertices[i].x;
            CHECK_MSG(weight > -1e-5 && weight < 1.00001, "weight %g of vertex %d", weight, i);
            sum += weight;
            x[p[k]].x -= 1.0f;
        }
        CHECK_NEAR(sum, 1.0, 1e-5);
        i += 4;  // a fifth of them
    }
    int p[4] = {-7, 0, 0, 0};
    CHECK(!taut_skin_particles(skin, 500, p) && !taut_skin_particles(skin, -1, p) && p[0] == -7);
    taut_skin_destroy(skin);
    taut_blueprint_release(blueprint);
}

// Buttons on a cloth, some millimetres above and below it: they keep their height when it is
// turned and stretched, and their normals turn along.
TEST(a_skin_on_triangles_keeps_its_height)
{
    static taut_vec3 x[100], vertices[40], normals[40], out[40], facing[40];
    taut_blueprint* blueprint = cloth_blueprint(10);
    taut_test_random random = {11};
    for (int i = 0; i < 40; ++i) {
        vertices[i] = (taut_vec3){random_between(&random, -0.02f, 0.47f),
                                  random_between(&random, -0.01f, 0.01f),
                                  random_between(&random, -0.02f, 0.47f)};
        normals[i] = (taut_vec3){0.0f, 1.0f, 0.0f};
    }
    taut_skin_def def = skin_def(blueprint, vertices, normals, 40);
    taut_skin* skin = NULL;
    REQUIRE(taut_skin_create(&def, &skin, NULL) == TAUT_OK);
    int count = starts(blueprint, x);
    for (int i = 0; i < count;
         ++i) {  // (x, y, z) -> (y, -2 x, z): a quarter turn, and twice as long
        x[i] = (taut_vec3){x[i].y, -2.0f * x[i].x, x[i].z};
    }
    REQUIRE(taut_skin_apply(skin, view_of(x, count), out, facing, 40, NULL) == TAUT_OK);
    for (int i = 0; i < 40; ++i) {
        taut_vec3 due = {vertices[i].y, -2.0f * vertices[i].x, vertices[i].z};
        CHECK_NEAR(distance_between(out[i], due), 0.0, 1e-6);
        CHECK_NEAR(distance_between(facing[i], (taut_vec3){1.0f, 0.0f, 0.0f}), 0.0, 1e-5);
    }
    // Crushed to a line, it has no normals; nothing is NaN.
    for (int i = 0; i < count; ++i) {
        x[i] = (taut_vec3){x[i].z, 0.0f, 0.0f};
    }
    REQUIRE(taut_skin_apply(skin, view_of(x, count), out, facing, 40, NULL) == TAUT_OK);
    for (int i = 0; i < 40; ++i) {
        CHECK(finite_vec3(out[i]));
        CHECK(facing[i].x == 0.0f && facing[i].y == 0.0f && facing[i].z == 0.0f);
    }
    taut_skin_destroy(skin);
    taut_blueprint_release(blueprint);
}

TEST(a_skin_may_be_bound_to_one_part_alone)
{
    taut_builder* builder = new_builder();
    taut_jelly_def jelly = taut_jelly_def_default();
    jelly.size = (taut_vec3){1.0f, 1.0f, 1.0f};
    taut_part first, second;
    REQUIRE(taut_make_jelly(builder, &jelly, &first) == TAUT_OK);
    jelly.origin.x = 2.0f;
    REQUIRE(taut_make_jelly(builder, &jelly, &second) == TAUT_OK);
    taut_blueprint* blueprint = bake_away(builder);
    taut_vec3 vertex = {0.5f, 0.5f, 0.5f};  // within the first
    taut_skin_def def = skin_def(blueprint, &vertex, NULL, 1);
    for (int part = 0; part < 2; ++part) {
        def.first_particle = part == 0 ? 0 : second.first_particle;
        def.particle_count = part == 0 ? 0 : second.particle_count;
        taut_skin* skin = NULL;
        int p[4];
        REQUIRE(taut_skin_create(&def, &skin, NULL) == TAUT_OK);
        REQUIRE(taut_skin_particles(skin, 0, p));
        for (int k = 0; k < 4; ++k) {
            CHECK((p[k] >= second.first_particle) == (part == 1));
        }
        taut_skin_destroy(skin);
    }
    taut_blueprint_release(blueprint);
}

static void check_bad(const taut_skin_def* def, taut_result expected, const char* said)
{
    taut_skin* skin = (taut_skin*)(void*)&skin;
    taut_error error = {0};
    CHECK_EQ_INT(taut_skin_create(def, &skin, &error), expected);
    CHECK(skin == NULL);
    CHECK_MSG(strstr(error.text, said) != NULL, "\"%s\" does not say \"%s\"", error.text, said);
}

TEST(bad_skins_are_refused)
{
    taut_blueprint* blueprint = cloth_blueprint(4);
    taut_vec3 vertex[2] = {{0.1f, 0.0f, 0.1f}, {0.1f, 0.0f, 0.1f}};
    taut_skin_def good = skin_def(blueprint, vertex, NULL, 2);
    taut_skin_def def = good;
    check_bad(NULL, TAUT_ERROR_INVALID, "NULL");
    def.stamp = 1;
    check_bad(&def, TAUT_ERROR_INVALID, "taut_skin_def.stamp");
    def = good;
    def.blueprint = NULL;
    check_bad(&def, TAUT_ERROR_INVALID, "taut_skin_def.blueprint");
    def = good;
    def.vertices = NULL;
    check_bad(&def, TAUT_ERROR_INVALID, "taut_skin_def.vertices");
    def = good;
    def.vertex_count = 0;
    check_bad(&def, TAUT_ERROR_INVALID, "taut_skin_def.vertex_count is 0");
    def = good;
    def.to = TAUT_SKIN_TO_COUNT;
    check_bad(&def, TAUT_ERROR_INVALID, "taut_skin_def.to is 3");
    def.to = TAUT_SKIN_TO_TETRAHEDRA;
    check_bad(&def, TAUT_ERROR_BAD_DATA, "no volume constraint");
    def = good;
    def.first_particle = 10;
    def.particle_count = 7;
    check_bad(&def, TAUT_ERROR_INVALID, "first_particle is 10 and particle_count 7");
    def.particle_count = 2;
    check_bad(&def, TAUT_ERROR_BAD_DATA, "no volume constraint or triangle");
    vertex[1].y = NAN;
    check_bad(&good, TAUT_ERROR_BAD_DATA, "taut_skin_def.vertices[1]");
    vertex[1].y = 0.0f;
    taut_vec3 normals[2] = {{0, 1, 0}, {INFINITY, 0, 0}};
    def = good;
    def.normals = normals;
    check_bad(&def, TAUT_ERROR_BAD_DATA, "taut_skin_def.normals[1]");
    CHECK_EQ_INT(taut_skin_create(&good, NULL, NULL), TAUT_ERROR_INVALID);

    taut_skin* skin = NULL;
    taut_error error;
    taut_vec3 x[16], out[2];
    int count = starts(blueprint, x);
    REQUIRE(taut_skin_create(&good, &skin, NULL) == TAUT_OK);
    CHECK_EQ_INT(taut_skin_apply(skin, view_of(x, count), out, NULL, 2, &error), TAUT_OK);
    CHECK_EQ_INT(taut_skin_apply(skin, view_of(x, count), out, NULL, 1, &error),
                 TAUT_ERROR_INVALID);
    CHECK(strstr(error.text, "capacity is 1") != NULL);
    CHECK_EQ_INT(taut_skin_apply(skin, view_of(x, count - 1), out, NULL, 2, &error),
                 TAUT_ERROR_INVALID);
    CHECK(strstr(error.text, "bound to 16") != NULL);
    CHECK_EQ_INT(taut_skin_apply(skin, (taut_vec3_view){0}, out, NULL, 2, &error),
                 TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_skin_apply(skin, view_of(x, count), out, out, 2, &error), TAUT_ERROR_INVALID);
    CHECK(strstr(error.text, "normals") != NULL);
    CHECK_EQ_INT(taut_skin_apply(NULL, view_of(x, count), out, NULL, 2, &error),
                 TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_skin_apply(skin, view_of(x, count), NULL, NULL, 2, NULL), TAUT_ERROR_INVALID);
    taut_skin_destroy(skin);
    taut_skin_destroy(NULL);
    taut_blueprint_release(blueprint);
}

// A flat tetrahedron is passed over; a body that has no other has nothing to be bound to.
TEST(flat_tetrahedra_bind_nothing)
{
    for (int lift = 0; lift < 2; ++lift) {
        taut_builder* builder = new_builder();
        (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 0.0f, 1.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 1.0f, 1.0f, lift == 0 ? 0.0f : -1.0f, 1.0f);
        taut_constraint_def volume = taut_constraint_def_default(TAUT_CONSTRAINT_VOLUME);
        for (int k = 0; k < 4; ++k) {
            volume.particles[k] = k;
        }
        REQUIRE(taut_builder_add_constraint(builder, &volume, NULL) == TAUT_OK);
        taut_blueprint* blueprint = bake_away(builder);
        REQUIRE(blueprint != NULL);
        taut_vec3 vertex = {0.2f, 0.2f, 0.1f};
        taut_skin_def def = skin_def(blueprint, &vertex, NULL, 1);
        if (lift == 0) {
            check_bad(&def, TAUT_ERROR_BAD_DATA, "with some volume");
        } else {  // wound the other way, with a volume below 0: as good as any
            taut_vec3 x[4], out;
            taut_skin* skin = NULL;
            int count = starts(blueprint, x);
            REQUIRE(taut_skin_create(&def, &skin, NULL) == TAUT_OK);
            CHECK_EQ_INT(taut_skin_apply(skin, view_of(x, count), &out, NULL, 1, NULL), TAUT_OK);
            CHECK_NEAR(distance_between(out, vertex), 0.0, 1e-6);
            taut_skin_destroy(skin);
        }
        taut_blueprint_release(blueprint);
    }
}

TEST(a_skin_without_memory_leaves_nothing_behind)
{
    taut_blueprint* blueprint = jelly_blueprint(2);
    taut_vec3 vertex = {0.2f, 0.2f, 0.1f};
    bool made = false;
    int failures = 0;
    for (long n = 0; n < 50 && !made; ++n) {
        taut_test_memory memory = {.fail_at = n};
        taut_skin_def def = skin_def(blueprint, &vertex, NULL, 1);
        def.allocator = counting_allocator(&memory);
        taut_skin* skin = NULL;
        taut_result result = taut_skin_create(&def, &skin, NULL);
        made = result == TAUT_OK;
        failures += made ? 0 : 1;
        CHECK(made || result == TAUT_ERROR_OUT_OF_MEMORY);
        taut_skin_destroy(skin);
        CHECK(memory.blocks == 0 && memory.wrong == 0);
    }
    CHECK(made && failures >= 3);
    taut_blueprint_release(blueprint);
}
