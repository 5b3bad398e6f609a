// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Rays and spheres against bodies, compared with a march along the ray that knows nothing but
// distances.

#include "nearest.h"
#include "support.h"
#include "test.h"
#include "world.h"

#define MOST 4096

typedef struct taut_test_scene {
    taut_world* world;
    taut_body_id rope, cloth, jelly;
} taut_test_scene;

// A rope, a cloth and a jelly, crumpled by a second of motion.
static taut_test_scene crumpled(void)
{
    taut_test_scene s = {.world = new_world(TAUT_SOLVER_XPBD, earth)};
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){-0.5f, 0.3f, 0.2f};
    rope.end = (taut_vec3){0.7f, 0.3f, 0.2f};
    rope.length = 1.6f;
    rope.pin_start = rope.pin_end = true;
    taut_builder* builder = new_builder();
    (void)taut_make_rope(builder, &rope, NULL);
    s.rope = add_body(s.world, builder);
    s.cloth = add_body(s.world, flat_cloth_builder(10, true));
    taut_jelly_def jelly = taut_jelly_def_default();
    jelly.size = (taut_vec3){0.3f, 0.3f, 0.3f};
    jelly.cells_x = jelly.cells_y = jelly.cells_z = 2;
    jelly.origin = (taut_vec3){-0.4f, -0.4f, -0.4f};
    builder = new_builder();
    taut_part part;
    (void)taut_make_jelly(builder, &jelly, &part);
    for (int i = 0; i < 9; ++i) {
        (void)taut_builder_pin(builder, i);
    }
    s.jelly = add_body(s.world, builder);
    (void)step_frames(s.world, 40, 1.0f / 60.0f, 10);
    return s;
}

// How far c is from an element, from its particles alone.
static double distance_to(const taut_world* world, const taut_hit* hit, const double c[3])
{
    double x[3][3];
    int count = hit->particles[2] >= 0 ? 3 : hit->particles[1] >= 0 ? 2 : 1;
    for (int k = 0; k < 3; ++k) {
        taut_vec3 p = position_of(world, hit->body, hit->particles[k < count ? k : 0]);
        x[k][0] = (double)p.x;
        x[k][1] = (double)p.y;
        x[k][2] = (double)p.z;
    }
    return sqrt(taut_nearest_triangle(c, (const double(*)[3])x));
}

// Steps as far as nothing can be met, until the element is r away; -1 when it is out of reach.
static double march(const taut_world* world, const taut_hit* hit, taut_vec3 o, taut_vec3 d,
                    double r, double reach)
{
    double length =
        sqrt((double)d.x * (double)d.x + (double)d.y * (double)d.y + (double)d.z * (double)d.z);
    double t = 0.0;
    for (int i = 0; i < 20000 && t <= reach; ++i) {
        double c[3] = {(double)o.x + t * (double)d.x / length,
                       (double)o.y + t * (double)d.y / length,
                       (double)o.z + t * (double)d.z / length};
        double apart = distance_to(world, hit, c) - r;
        if (apart < 1e-9) {
            return t;
        }
        t += apart;
    }
    return -1.0;
}

// All elements of a body that count, as hits without a place.
static int elements_of(const taut_world* world, taut_body_id body, bool links, taut_hit* out)
{
    const taut_blueprint* blueprint = taut_body_blueprint(world, body);
    taut_int_view triangles = taut_blueprint_triangles(blueprint);
    int count = 0;
    for (int t = 0; t < triangles.count / 3; ++t) {
        const int32_t* c = &triangles.data[3 * t];
        out[count++] = (taut_hit){.body = body, .element = t, .particles = {c[0], c[1], c[2]}};
    }
    for (int i = 0; links && i < taut_blueprint_get_stats(blueprint).added; ++i) {
        taut_constraint_def def;
        (void)taut_blueprint_constraint(blueprint, i, &def);
        if (def.kind == TAUT_CONSTRAINT_DISTANCE && def.family == TAUT_FAMILY_STRUCTURAL) {
            out[count++] = (taut_hit){.kind = TAUT_HIT_LINK,
                                      .body = body,
                                      .element = i,
                                      .particles = {def.particles[0], def.particles[1], -1}};
        }
    }
    return count;
}

static int all_elements(const taut_test_scene* s, taut_hit* out)
{
    int count = elements_of(s->world, s->rope, true, out);
    count += elements_of(s->world, s->cloth, false, out + count);
    return count + elements_of(s->world, s->jelly, false, out + count);
}

static const taut_hit* find(const taut_hits* hits, const taut_hit* element)
{
    for (int i = 0; i < hits->count; ++i) {
        const taut_hit* hit = &hits->items[i];
        if (hit->kind == element->kind && hit->element == element->element &&
            hit->body.index1 == element->body.index1) {
            return hit;
        }
    }
    return NULL;
}

static void check_order(const taut_hits* hits)
{
    for (int i = 1; i < hits->count; ++i) {
        const taut_hit* a = &hits->items[i - 1];
        const taut_hit* b = &hits->items[i];
        bool tie = !(a->distance < b->distance);
        CHECK(a->distance <= b->distance);
        CHECK(!tie || a->kind < b->kind ||
              (a->kind == b->kind &&
               (a->body.index1 < b->body.index1 ||
                (a->body.index1 == b->body.index1 && a->element < b->element))));
    }
}

// The place that a hit names is where its particles and weights say, as far off as the thickness.
static void check_place(const taut_world* world, const taut_hit* hit, double thickness)
{
    taut_vec3 x = {0};
    float sum = 0.0f;
    for (int k = 0; k < 3; ++k) {
        if (hit->particles[k] >= 0) {
            taut_vec3 p = position_of(world, hit->body, hit->particles[k]);
            x.x += hit->weights[k] * p.x;
            x.y += hit->weights[k] * p.y;
            x.z += hit->weights[k] * p.z;
        }
        sum += hit->weights[k];
        CHECK(hit->weights[k] >= -1e-6f && hit->weights[k] <= 1.000001f);
    }
    CHECK_NEAR(sum, 1.0, 1e-6);
    CHECK_NEAR(distance_between(x, hit->point), thickness, 1e-6);
    CHECK_NEAR(distance_between(hit->normal, (taut_vec3){0}), 1.0, 1e-6);
}

static taut_vec3 random_place(taut_test_random* random, float size)
{
    return (taut_vec3){random_between(random, -size, size), random_between(random, -size, size),
                       random_between(random, -size, size)};
}

// Towards the middle of things.
static taut_vec3 random_way(taut_test_random* random, taut_vec3 from)
{
    taut_vec3 to = random_place(random, 0.3f);
    return (taut_vec3){to.x - from.x, to.y - from.y, to.z - from.z};
}

static void compare(const taut_test_scene* s, taut_hits* hits, double r, double reach, taut_vec3 o,
                    taut_vec3 d, int* met)
{
    static taut_hit elements[MOST];
    int count = all_elements(s, elements);
    int due = 0;
    for (int i = 0; i < count; ++i) {
        double t = march(s->world, &elements[i], o, d, r, reach);
        const taut_hit* hit = find(hits, &elements[i]);
        // What only grazes, by a nanometre, may be called either way.
        bool grazes = (t >= 0.0) != (march(s->world, &elements[i], o, d, r - 1e-6, reach) >= 0.0) ||
                      (t >= 0.0) != (march(s->world, &elements[i], o, d, r + 1e-6, reach) >= 0.0);
        due += hit != NULL;
        if (!grazes) {
            CHECK_MSG((t >= 0.0) == (hit != NULL), "element %d of body %u: march %g, %s",
                      elements[i].element, (unsigned)elements[i].body.index1, t,
                      hit != NULL ? "hit" : "not hit");
        }
        if (hit != NULL && t >= 0.0) {
            // A march ends 1e-9 m early, which is much longer along a grazing ray.
            CHECK_NEAR(hit->distance, t, 1e-4);
            CHECK(hit->distance > 0.0f || march(s->world, hit, o, d, r, 0.0) >= 0.0);
        }
    }
    CHECK_EQ_INT(due, hits->count);  // and nothing else
    *met += hits->count;
}

TEST(rays_and_spheres_meet_what_a_march_meets)
{
    static taut_hit items[MOST];
    taut_test_scene s = crumpled();
    taut_test_random random = {5};
    taut_query_def def = taut_query_def_default();
    int met = 0;
    for (int i = 0; i < 300; ++i) {
        taut_hits hits = {items, MOST, -1, -1};
        taut_vec3 o = random_place(&random, 0.9f);
        taut_vec3 d = random_way(&random, o);
        float radius = i % 3 == 0 ? 0.0f : random_between(&random, 0.0f, 0.2f);
        float reach = i % 2 == 0 ? INFINITY : random_between(&random, 0.1f, 1.5f);
        def.thickness = i % 5 == 0 ? 0.0f : random_between(&random, 0.001f, 0.02f);
        taut_result result =
            radius > 0.0f ? taut_world_sweep_sphere(s.world, &def, o, radius, d, reach, &hits)
                          : taut_world_cast_ray(s.world, &def, o, d, reach, &hits);
        REQUIRE(result == TAUT_OK);
        CHECK_EQ_INT(hits.count, hits.found);
        check_order(&hits);
        for (int k = 0; k < hits.count; ++k) {
            check_place(s.world, &hits.items[k], (double)def.thickness);
        }
        double r = (double)radius + (double)def.thickness;
        if (r > 0.0) {
            compare(&s, &hits, r, reach < 10.0f ? (double)reach : 10.0, o, d, &met);
        }
    }
    CHECK_MSG(met > 1000, "only %d hits", met);
    taut_world_destroy(s.world);
}

// Without thickness there are triangles alone, and the ray goes through them where it says.
TEST(a_thin_ray_meets_triangles_alone)
{
    static taut_hit items[MOST];
    taut_test_scene s = crumpled();
    taut_test_random random = {6};
    taut_query_def def = taut_query_def_default();
    def.thickness = 0.0f;
    int met = 0;
    for (int i = 0; i < 200; ++i) {
        taut_hits hits = {items, MOST, 0, 0};
        taut_vec3 o = random_place(&random, 0.9f);
        taut_vec3 d = random_way(&random, o);
        float length = (float)distance_between(d, (taut_vec3){0});
        REQUIRE(taut_world_cast_ray(s.world, &def, o, d, INFINITY, &hits) == TAUT_OK);
        for (int k = 0; k < hits.count; ++k) {
            taut_hit* h = &hits.items[k];
            float t = h->distance / length;
            taut_vec3 at = {o.x + t * d.x, o.y + t * d.y, o.z + t * d.z};
            CHECK(h->kind == TAUT_HIT_TRIANGLE);
            CHECK_NEAR(distance_between(at, h->point), 0.0, 2e-6);
            CHECK(h->normal.x * d.x + h->normal.y * d.y + h->normal.z * d.z <= 0.0f);
            ++met;
        }
    }
    CHECK(met > 50);
    taut_world_destroy(s.world);
}

TEST(overlaps_are_what_is_near_enough)
{
    static taut_hit items[MOST];
    static taut_hit elements[MOST];
    taut_test_scene s = crumpled();
    taut_test_random random = {7};
    taut_query_def def = taut_query_def_default();
    int count = all_elements(&s, elements);
    int met = 0;
    for (int i = 0; i < 100; ++i) {
        taut_hits hits = {items, MOST, 0, 0};
        taut_vec3 o = random_place(&random, 0.4f);
        double c[3] = {(double)o.x, (double)o.y, (double)o.z};
        float radius = random_between(&random, 0.0f, 0.3f);
        REQUIRE(taut_world_overlap_sphere(s.world, &def, o, radius, &hits) == TAUT_OK);
        check_order(&hits);
        int due = 0;
        for (int e = 0; e < count; ++e) {
            double apart = distance_to(s.world, &elements[e], c) - 0.005;
            const taut_hit* hit = find(&hits, &elements[e]);
            bool close = fabs(apart - (double)radius) < 1e-7;
            CHECK(close || (hit != NULL) == (apart <= (double)radius));
            due += hit != NULL;
            if (hit != NULL) {
                CHECK_NEAR(hit->distance, apart > 0.0 ? apart : 0.0, 1e-6);
            }
        }
        CHECK_EQ_INT(due, hits.count);
        met += due;
    }
    CHECK(met > 500);
    taut_world_destroy(s.world);
}

// With less room, the nearest ones in the same order.
TEST(too_little_room_keeps_the_nearest)
{
    static taut_hit all[MOST];
    taut_hit some[5];
    taut_test_scene s = crumpled();
    taut_hits hits = {all, MOST, 0, 0};
    taut_hits few = {some, 5, 0, 0};
    taut_vec3 o = {0.0f, 0.0f, 0.0f};
    REQUIRE(taut_world_overlap_sphere(s.world, NULL, o, 0.5f, &hits) == TAUT_OK);
    REQUIRE(taut_world_overlap_sphere(s.world, NULL, o, 0.5f, &few) == TAUT_OK);
    CHECK(hits.count > 20);
    CHECK_EQ_INT(few.count, 5);
    CHECK_EQ_INT(few.found, hits.count);
    for (int i = 0; i < 5; ++i) {
        CHECK_EQ_INT(some[i].element, all[i].element);
        CHECK_EQ_INT(some[i].body.index1, all[i].body.index1);
        CHECK(same_bits(some[i].distance, all[i].distance));
    }
    taut_world_destroy(s.world);
}

// Colliders ---------------------------------------------------------------------------------------

// Signed distance of the world's point x from a collider, written anew from what the shapes are.
static double shape_distance(const taut_collider_def* c, const double x[3])
{
    taut_quat back = {-c->rotation.x, -c->rotation.y, -c->rotation.z, c->rotation.w};
    taut_vec3 away = {(float)(x[0] - (double)c->position.x), (float)(x[1] - (double)c->position.y),
                      (float)(x[2] - (double)c->position.z)};
    taut_vec3 p = taut_quat_rotate(back, away);
    double y = (double)p.y, h = (double)c->half_height, r = (double)c->radius;
    double across = sqrt((double)p.x * (double)p.x + (double)p.z * (double)p.z);
    if (c->shape == TAUT_SHAPE_PLANE) {
        return y;
    }
    if (c->shape == TAUT_SHAPE_SPHERE || c->shape == TAUT_SHAPE_CAPSULE) {
        double above = c->shape == TAUT_SHAPE_SPHERE ? y : fabs(y) > h ? fabs(y) - h : 0.0;
        return sqrt(across * across + above * above) - r;
    }
    double over[3] = {across - r, fabs(y) - h, -1e9};
    if (c->shape == TAUT_SHAPE_BOX) {
        over[0] = fabs((double)p.x) - (double)c->half_size.x;
        over[1] = fabs(y) - (double)c->half_size.y;
        over[2] = fabs((double)p.z) - (double)c->half_size.z;
    }
    double sum = 0.0, most = -1e9;
    for (int k = 0; k < 3; ++k) {
        sum += over[k] > 0.0 ? over[k] * over[k] : 0.0;
        most = over[k] > most ? over[k] : most;
    }
    return sum > 0.0 ? sqrt(sum) : most;
}

static double least_distance(const taut_collider_def* c, taut_vec3 o, taut_vec3 d, double way)
{
    double length = distance_between(d, (taut_vec3){0});
    double least = 1e9;
    for (int i = 0; i <= 2000; ++i) {
        double t = way * i / 2000.0 / length;
        double x[3] = {(double)o.x + t * (double)d.x, (double)o.y + t * (double)d.y,
                       (double)o.z + t * (double)d.z};
        double here = shape_distance(c, x);
        least = here < least ? here : least;
    }
    return least;
}

// A hit lies where the ball touches, and nowhere before it was it inside; what is not hit is not
// come near to within 4 m.
static void check_collider(const taut_collider_def* c, const taut_hits* hits, taut_vec3 o,
                           taut_vec3 d, double radius)
{
    double way = hits->count > 0 ? (double)hits->items[0].distance : 4.0;
    double least = least_distance(c, o, d, way);
    if (hits->count == 0) {
        // Between two samples 2 mm apart it may come nearer by 1 mm.
        CHECK_MSG(least > radius - 1e-3, "shape %d is %g away, radius %g", (int)c->shape, least,
                  radius);
        return;
    }
    const taut_hit* hit = &hits->items[0];
    CHECK(hit->kind == TAUT_HIT_COLLIDER && hit->collider.index1 != 0 && hit->body.index1 == 0);
    if (hit->distance > 0.0f) {
        CHECK_NEAR(least, radius, 2e-5);
        double at[3] = {(double)hit->point.x, (double)hit->point.y, (double)hit->point.z};
        CHECK_NEAR(shape_distance(c, at), 0.0, 2e-5);
    } else {
        CHECK(least <= radius + 2e-5);
    }
    CHECK_NEAR(distance_between(hit->normal, (taut_vec3){0}), 1.0, 1e-5);
}

TEST(rays_and_spheres_meet_colliders)
{
    taut_test_random random = {8};
    int met = 0, missed = 0;
    for (int i = 0; i < 600; ++i) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_collider_def def = taut_collider_def_default();
        def.shape = (taut_shape_kind)(i % 5);
        def.radius = random_between(&random, 0.1f, 0.4f);
        def.half_height = random_between(&random, 0.1f, 0.4f);
        def.half_size = (taut_vec3){0.1f, 0.3f, def.radius};
        def.position = random_place(&random, 0.3f);
        def.rotation = taut_quat_between(random_place(&random, 1.0f), random_place(&random, 1.0f));
        taut_collider_id id;
        REQUIRE(taut_collider_create(world, &def, &id) == TAUT_OK);
        REQUIRE(taut_collider_get(world, id, &def) == TAUT_OK);
        taut_hit items[2];
        taut_hits hits = {items, 2, 0, 0};
        taut_vec3 o = random_place(&random, 1.5f);
        taut_vec3 d = random_way(&random, o);
        float radius = i % 2 == 0 ? 0.0f : random_between(&random, 0.0f, 0.3f);
        REQUIRE(taut_world_sweep_sphere(world, NULL, o, radius, d, 4.0f, &hits) == TAUT_OK);
        check_collider(&def, &hits, o, d, (double)radius);
        met += hits.count;
        missed += 1 - hits.count;
        // And the overlap: what lies there is what lies within.
        REQUIRE(taut_world_overlap_sphere(world, NULL, o, radius + 0.5f, &hits) == TAUT_OK);
        double x[3] = {(double)o.x, (double)o.y, (double)o.z};
        double apart = shape_distance(&def, x);
        CHECK(fabs(apart - (double)radius - 0.5) < 1e-5 ||
              (hits.count == 1) == (apart < (double)radius + 0.5));
        CHECK(hits.count == 0 || fabs((double)hits.items[0].distance - fmax(apart, 0.0)) < 1e-5);
        taut_world_destroy(world);
    }
    CHECK_MSG(met > 200 && missed > 50, "%d met, %d missed", met, missed);
}

// From a kilometre away, at a ball of 0.1 m: floats there are 60 micrometres apart.
TEST(a_ray_from_afar_meets_a_small_collider)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_collider_def def = taut_collider_def_default();
    def.radius = 0.1f;
    taut_collider_id id;
    REQUIRE(taut_collider_create(world, &def, &id) == TAUT_OK);
    taut_hit item;
    taut_hits hits = {&item, 1, 0, 0};
    taut_vec3 o = {1000.0f, 0.0f, 0.0f}, d = {-1.0f, 0.0f, 0.0f};
    REQUIRE(taut_world_cast_ray(world, NULL, o, d, INFINITY, &hits) == TAUT_OK);
    CHECK_EQ_INT(hits.count, 1);
    CHECK_NEAR(item.distance, 999.9, 1e-4);
    CHECK_NEAR(item.point.x, 0.1, 1e-6);
    REQUIRE(taut_world_cast_ray(world, NULL, o, d, 999.0f, &hits) == TAUT_OK);
    CHECK_EQ_INT(hits.count, 0);
    taut_query_def filtered = taut_query_def_default();
    filtered.filter.mask = 2;
    REQUIRE(taut_world_cast_ray(world, &filtered, o, d, INFINITY, &hits) == TAUT_OK);
    CHECK_EQ_INT(hits.count, 0);
    filtered = taut_query_def_default();
    filtered.kinds = 1u << TAUT_HIT_TRIANGLE;
    REQUIRE(taut_world_cast_ray(world, &filtered, o, d, INFINITY, &hits) == TAUT_OK);
    CHECK_EQ_INT(hits.count, 0);
    taut_world_destroy(world);
}

static bool only_even(void* context, const taut_hit* hit)
{
    ++*(int*)context;
    return hit->element % 2 == 0;
}

TEST(filters_pass_over_what_is_not_asked_for)
{
    static taut_hit items[MOST];
    taut_test_scene s = crumpled();
    taut_query_def def = taut_query_def_default();
    taut_hits hits = {items, MOST, 0, 0};
    taut_vec3 o = {0.0f, 0.0f, 0.0f};
    def.only = s.rope;
    REQUIRE(taut_world_overlap_sphere(s.world, &def, o, 9.0f, &hits) == TAUT_OK);
    CHECK_EQ_INT(hits.count, 32);
    for (int i = 0; i < hits.count; ++i) {
        CHECK(items[i].kind == TAUT_HIT_LINK && items[i].body.index1 == s.rope.index1);
    }
    def.kinds = 1u << TAUT_HIT_PARTICLE;
    REQUIRE(taut_world_overlap_sphere(s.world, &def, o, 9.0f, &hits) == TAUT_OK);
    CHECK_EQ_INT(hits.count, 33);
    def.free_only = true;  // two are pinned
    REQUIRE(taut_world_overlap_sphere(s.world, &def, o, 9.0f, &hits) == TAUT_OK);
    CHECK_EQ_INT(hits.count, 31);
    int asked = 0;
    def.accept = only_even;
    def.context = &asked;
    REQUIRE(taut_world_overlap_sphere(s.world, &def, o, 9.0f, &hits) == TAUT_OK);
    CHECK_EQ_INT(hits.count, 15);  // 2, 4, ... 30
    CHECK_EQ_INT(asked, 31);
    def = taut_query_def_default();
    def.except = s.cloth;
    REQUIRE(taut_world_overlap_sphere(s.world, &def, o, 9.0f, &hits) == TAUT_OK);
    CHECK_EQ_INT(hits.count, 32 + 6 * 8);  // the links of the jelly do not count
    taut_world_destroy(s.world);
}

static void check_bad(taut_world* world, const char* said, taut_result result,
                      const taut_hits* hits)
{
    CHECK_EQ_INT(result, TAUT_ERROR_INVALID);
    CHECK_MSG(strstr(taut_world_last_error(world), said) != NULL, "\"%s\" does not say \"%s\"",
              taut_world_last_error(world), said);
    CHECK(hits == NULL || hits->count == -5);
}

TEST(bad_queries_are_refused)
{
    taut_hit item;
    taut_hits hits = {&item, 1, -5, -5};
    taut_test_scene s = crumpled();
    taut_world* w = s.world;
    taut_vec3 o = {0}, d = {1.0f, 0.0f, 0.0f}, bad = {0.0f, NAN, 0.0f};
    check_bad(w, "hits is NULL", taut_world_cast_ray(w, NULL, o, d, 1.0f, NULL), NULL);
    taut_hits none = {NULL, 1, -5, -5};
    check_bad(w, "items is NULL", taut_world_cast_ray(w, NULL, o, d, 1.0f, &none), &none);
    none = (taut_hits){&item, 0, -5, -5};
    check_bad(w, "capacity", taut_world_cast_ray(w, NULL, o, d, 1.0f, &none), &none);
    check_bad(w, "not finite", taut_world_cast_ray(w, NULL, bad, d, 1.0f, &hits), &hits);
    check_bad(w, "direction is", taut_world_cast_ray(w, NULL, o, bad, 1.0f, &hits), &hits);
    check_bad(w, "direction is", taut_world_cast_ray(w, NULL, o, o, 1.0f, &hits), &hits);
    check_bad(w, "reach is 0", taut_world_cast_ray(w, NULL, o, d, 0.0f, &hits), &hits);
    check_bad(w, "reach is nan", taut_world_cast_ray(w, NULL, o, d, NAN, &hits), &hits);
    check_bad(w, "radius is -1", taut_world_overlap_sphere(w, NULL, o, -1.0f, &hits), &hits);
    check_bad(w, "radius is inf", taut_world_sweep_sphere(w, NULL, o, INFINITY, d, 1.0f, &hits),
              &hits);
    taut_query_def def = taut_query_def_default();
    def.stamp = 3;
    check_bad(w, "taut_query_def.stamp", taut_world_cast_ray(w, &def, o, d, 1.0f, &hits), &hits);
    def = taut_query_def_default();
    def.kinds = 0;
    check_bad(w, "taut_query_def.kinds is 0", taut_world_cast_ray(w, &def, o, d, 1.0f, &hits),
              &hits);
    def.kinds = 1u << TAUT_HIT_KIND_COUNT;
    check_bad(w, "taut_query_def.kinds", taut_world_cast_ray(w, &def, o, d, 1.0f, &hits), &hits);
    def = taut_query_def_default();
    def.thickness = NAN;
    check_bad(w, "taut_query_def.thickness", taut_world_cast_ray(w, &def, o, d, 1.0f, &hits),
              &hits);
    def = taut_query_def_default();
    def.only = s.rope;
    REQUIRE(taut_body_destroy(w, s.rope) == TAUT_OK);
    check_bad(w, "", taut_world_cast_ray(w, &def, o, d, 1.0f, &hits), &hits);
    CHECK_EQ_INT(taut_world_cast_ray(NULL, NULL, o, d, 1.0f, &hits), TAUT_ERROR_INVALID);
    taut_world_destroy(w);

    // Nothing there is no mistake.
    w = new_world(TAUT_SOLVER_LEGACY, no_gravity);
    CHECK_EQ_INT(taut_world_cast_ray(w, NULL, o, d, 1.0f, &hits), TAUT_OK);
    CHECK_EQ_INT(hits.count, 0);
    taut_world_destroy(w);
}
