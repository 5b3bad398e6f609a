// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Tears and cuts at random, of everything that there is a maker for. After each of them the body is
// looked over: its surface, its mass, its schedule, what still holds its pieces together, its gas
// and its skin.

#include <stdio.h>

#include "support.h"
#include "tear_zoo.h"
#include "test.h"

// A body in a world, and what hangs on it.
typedef struct animal {
    zoo_kind kind;
    taut_world* world;
    taut_body_id body;
    taut_body_id weight;  // attached to its surface, or to a link; none for 0
    taut_attachment_id tie;
    taut_skin* skin;  // NULL for none
    double mass;
    int live;  // links that are not broken
    int particles;
} animal;

// Counted for those who want to know what happened.
typedef struct tally {
    int tears, breaks, cuts, splits, links, held;
} tally;

static taut_skin* skin_of(const taut_blueprint* blueprint, taut_test_random* r)
{
    taut_vec3 vertices[32];
    for (int i = 0; i < 32; ++i) {
        vertices[i] = (taut_vec3){random_between(r, -0.5f, 1.0f), random_between(r, -0.5f, 1.0f),
                                  random_between(r, -0.5f, 1.0f)};
    }
    taut_skin_def def = taut_skin_def_default();
    def.blueprint = blueprint;
    def.vertices = vertices;
    def.vertex_count = 32;
    taut_skin* skin = NULL;
    CHECK_EQ_INT(taut_skin_create(&def, &skin, NULL), TAUT_OK);
    return skin;
}

// A small weight that hangs on a triangle, or on a link.
static void hang_weight(animal* a, taut_test_random* r)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, -1.0f, 0.0f, 0.05f);
    a->weight = add_body(a->world, builder);
    taut_attachment_def def = taut_attachment_def_default();
    def.body = a->weight;
    def.other = a->body;
    def.length = 0.1f;
    const taut_blueprint* p = taut_body_blueprint(a->world, a->body);
    if (p->triangle_count > 0) {
        def.target = TAUT_ATTACH_SURFACE;
        def.triangle = random_below(r, p->triangle_count);
    } else {
        def.target = TAUT_ATTACH_LINK;
        taut_constraint_def link;
        CHECK_EQ_INT(taut_blueprint_constraint(p, 0, &link), TAUT_OK);
        def.other_particle = link.particles[0];
        def.link_particle = link.particles[1];
    }
    CHECK_EQ_INT(taut_attach(a->world, &def, &a->tie), TAUT_OK);
}

static int count_live(const taut_blueprint* p)
{
    int count = 0;
    for (int i = 0; i < p->slot_count; ++i) {
        count += p->slots[i].kind == TAUT_CONSTRAINT_DISTANCE && taut_blueprint_has(p, i);
    }
    return count;
}

static void note_counts(animal* a)
{
    a->live = count_live(taut_world_peek(a->world, a->body)->blueprint);
    a->particles = taut_world_peek(a->world, a->body)->particle_count;
}

static bool open_animal(animal* a, zoo_kind kind, taut_test_random* r)
{
    *a = (animal){.kind = kind};
    taut_world_def world = world_def_of(TAUT_SOLVER_XPBD, earth);
    world.solver.direct = random_below(r, 4) != 0;
    world.planar = zoo_planar(kind);
    a->world = new_world_from(&world);
    taut_body_def def = tearing(random_below(r, 3) == 0 ? 0 : 20 + random_below(r, 200));
    def.tear.strength = random_below(r, 2) == 0 ? 0.0f : random_between(r, 0.5f, 50.0f);
    def.tear.most_breaks = random_below(r, 10);
    def.collision.self = random_below(r, 3) == 0;
    def.collision.thickness = 0.02f;
    taut_blueprint* blueprint = bake_away(zoo_builder(kind, r));
    def.blueprint = blueprint;
    bool made = taut_body_create(a->world, &def, &a->body) == TAUT_OK;
    if (made && (kind == ZOO_JELLY || kind == ZOO_SOFT_MESH || kind == ZOO_BALLOON)) {
        a->skin = skin_of(blueprint, r);
    }
    taut_blueprint_release(blueprint);
    if (made) {
        a->mass = body_mass(taut_world_peek(a->world, a->body));
        note_counts(a);
    }
    if (made && random_below(r, 3) == 0 && !world.planar) {
        hang_weight(a, r);
    }
    return made;
}

static void close_animal(animal* a)
{
    taut_skin_destroy(a->skin);
    taut_world_destroy(a->world);
}

// Looking over ------------------------------------------------------------------------------------

// Gas leaves a skin that has been opened, and presses no more once that is open wide.
static void check_gas(const animal* a)
{
    const taut_body* b = taut_world_peek(a->world, a->body);
    bool opened = b->particle_count > a->particles || count_live(b->blueprint) < a->live;
    for (int i = 0; i < taut_body_gas_count(a->world, a->body); ++i) {
        taut_gas_state gas;
        CHECK_EQ_INT(taut_body_gas(a->world, a->body, i, &gas), TAUT_OK);
        CHECK_MSG(gas.hole > 0.0 || !opened, "%s: closed after a tear", zoo_name(a->kind));
        CHECK(isfinite(gas.volume) && isfinite(gas.amount) && gas.amount >= 0.0);
        CHECK(!(gas.hole > 1e30) || gas.gauge == 0.0);
    }
}

static void check_skin(const animal* a)
{
    taut_vec3 vertices[32];
    if (a->skin == NULL) {
        return;
    }
    CHECK_EQ_INT(taut_skin_apply_body(a->skin, a->world, a->body, vertices, NULL, 32, NULL),
                 TAUT_OK);
    for (int i = 0; i < 32; ++i) {
        CHECK(finite_vec3(vertices[i]));
    }
}

// The weight hangs on what there is: no further from it than its string, and a bit.
static void check_tie(const animal* a)
{
    taut_attachment_state state;
    if (a->weight.index1 == 0) {
        return;
    }
    CHECK_EQ_INT(taut_attachment_get_state(a->world, a->tie, &state), TAUT_OK);
    CHECK(finite_vec3(state.held) && finite_vec3(state.holder));
}

static void look_over(const animal* a)
{
    check_topology(a->world, a->body, a->mass);
    check_pieces(taut_world_peek(a->world, a->body));
    check_gas(a);
    check_skin(a);
    check_tie(a);
}

// Tearing -----------------------------------------------------------------------------------------

static taut_vec3 random_way(taut_test_random* r, float size)
{
    return (taut_vec3){random_between(r, -size, size), random_between(r, -size, size),
                       random_between(r, -size, size)};
}

static taut_vec3 sum_of(taut_vec3 a, taut_vec3 b)
{
    return (taut_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

// Through some particle, and from there any way, up to as far as the body reaches.
static taut_blade random_blade(const animal* a, taut_test_random* r)
{
    taut_vec3_view x = taut_body_positions(a->world, a->body);
    taut_vec3 at = taut_vec3_at(x, random_below(r, x.count));
    taut_vec3 far = taut_vec3_at(x, random_below(r, x.count));
    float size = 0.05f + (float)distance_between(at, far);
    size = size < 100.0f ? size : 100.0f;
    bool planar = zoo_planar(a->kind);
    taut_vec3 stroke = random_way(r, size), edge = random_way(r, size);
    edge = planar ? (taut_vec3){0.0f, 0.0f, 1.0f} : edge;
    stroke.z = planar ? 0.0f : stroke.z;
    taut_vec3 from = sum_of(at, random_way(r, 0.05f * size));
    from = (taut_vec3){from.x - 0.5f * (stroke.x + edge.x), from.y - 0.5f * (stroke.y + edge.y),
                       from.z - 0.5f * (stroke.z + edge.z)};
    return (taut_blade){from, sum_of(from, edge), sum_of(from, stroke),
                        sum_of(sum_of(from, stroke), edge)};
}

static void tear_at_random(animal* a, taut_test_random* r, tally* t)
{
    int count = taut_world_peek(a->world, a->body)->blueprint->slot_count;
    note_counts(a);
    t->tears += 1;
    if (random_below(r, 2) == 0) {
        CHECK_EQ_INT(taut_body_break(a->world, a->body, random_below(r, count)), TAUT_OK);
        t->breaks += 1;
        return;
    }
    taut_blade blade = random_blade(a, r);
    taut_cut cut = {0};
    CHECK_EQ_INT(taut_world_cut(a->world, &blade, &cut), TAUT_OK);
    t->cuts += 1;
    t->splits += cut.splits;
    t->links += cut.links;
    t->held += cut.held;
}

static void tear_one(zoo_kind kind, int times, taut_test_random* r, tally* t)
{
    animal a;
    bool made = open_animal(&a, kind, r);
    CHECK_MSG(made, "%s: %s", zoo_name(kind), taut_world_last_error(a.world));
    for (int i = 0; made && i < times; ++i) {
        tear_at_random(&a, r, t);
        look_over(&a);
        note_counts(&a);
        uint32_t trouble = step_frames(a.world, 1, FRAME, 5);
        CHECK_MSG((trouble & TAUT_STEP_NOT_FINITE) == 0, "%s: not finite", zoo_name(kind));
    }
    if (made) {
        look_over(&a);
    }
    close_animal(&a);
}

static void tear_many(int total, uint64_t start, bool tell)
{
    taut_test_random r = {start};
    tally of[ZOO_KIND_COUNT] = {0};
    for (int done = 0, k = 0; done < total; done += 25, ++k) {
        zoo_kind kind = (zoo_kind)(k % ZOO_KIND_COUNT);
        tear_one(kind, 25, &r, &of[kind]);
    }
    for (int k = 0; tell && k < ZOO_KIND_COUNT; ++k) {
        printf("     %-10s %5d tears: %4d breaks, %4d cuts: %5d links, %5d splits, %4d held\n",
               zoo_name((zoo_kind)k), of[k].tears, of[k].breaks, of[k].cuts, of[k].links,
               of[k].splits, of[k].held);
    }
}

TEST(random_tears_and_cuts_leave_bodies_sound)
{
    tear_many(2400, 1, false);
}

TEST(long_ten_thousand_tears_and_cuts)
{
    tear_many(10000, 2, true);
}
