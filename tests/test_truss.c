// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Trusses: what members carry, what supports hold, rolling loads, and bad input.

#include <math.h>

#include "support.h"
#include "taut/taut_truss.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define G 9.81
#define MOST_NODES 64
#define MOST_MEMBERS 160

static const taut_vec3 gravity = {0.0f, -9.81f, 0.0f};

typedef struct bridge {
    taut_truss_node nodes[MOST_NODES];
    taut_truss_member members[MOST_MEMBERS];
    taut_truss_def def;
    taut_part part;
    taut_world* world;
    taut_body_id body;
} bridge;

static void lay_out(bridge* b, const taut_pratt_def* pratt)
{
    *b = (bridge){.def = taut_truss_def_default()};
    taut_pratt_count(pratt, &b->def.node_count, &b->def.member_count);
    REQUIRE(b->def.node_count <= MOST_NODES && b->def.member_count <= MOST_MEMBERS);
    REQUIRE(taut_pratt_lay_out(pratt, b->nodes, b->members) == TAUT_OK);
    b->def.nodes = b->nodes;
    b->def.members = b->members;
}

static void open_bridge(bridge* b, bool planar)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, gravity);
    def.planar = planar;
    b->world = new_world_from(&def);
    taut_builder* builder = new_builder();
    REQUIRE(taut_make_truss(builder, &b->def, &b->part) == TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.drag = 3.0f;
    b->body = add_body_def(b->world, builder, body);
}

static taut_pratt_def flat_pratt(void)
{
    taut_pratt_def pratt = taut_pratt_def_default();
    return pratt;
}

// What include/taut/taut_truss.h says about the order of nodes and members, member by member.
typedef struct order {
    int panels, sides, side;
    const taut_truss_member* at;  // the next one
} order;

static int deck_node(const order* o, int i)
{
    return o->side * (o->panels + 1) + i;
}

static int top_node(const order* o, int i)
{
    return o->sides == 1 ? o->panels + i : (o->side == 0 ? 2 : 3) * o->panels + (1 - o->side) + i;
}

static void expect_member(order* o, int a, int b)
{
    CHECK_MSG(o->at->a == a && o->at->b == b, "joins %d and %d, not %d and %d", o->at->a, o->at->b,
              a, b);
    o->at += 1;
}

static void expect_side(order* o)
{
    int n = o->panels;
    for (int i = 0; i < n; ++i) {
        expect_member(o, deck_node(o, i), deck_node(o, i + 1));
    }
    for (int i = 1; i < n - 1; ++i) {
        expect_member(o, top_node(o, i), top_node(o, i + 1));
    }
    expect_member(o, deck_node(o, 0), top_node(o, 1));
    expect_member(o, top_node(o, n - 1), deck_node(o, n));
    for (int i = 1; i < n; ++i) {
        expect_member(o, deck_node(o, i), top_node(o, i));
    }
    for (int i = 1; i < n; ++i) {
        if (i != n / 2) {
            expect_member(o, top_node(o, i), deck_node(o, i < n / 2 ? i + 1 : i - 1));
        }
    }
}

TEST(nodes_and_members_are_in_the_order_that_the_header_tells)
{
    static bridge b;
    for (int sides = 1; sides <= 2; ++sides) {
        taut_pratt_def pratt = flat_pratt();
        pratt.panels = 8;
        pratt.width = sides == 1 ? 0.0f : 3.0f;
        lay_out(&b, &pratt);
        order o = {.panels = 8, .sides = sides, .at = b.members};
        for (o.side = 0; o.side < sides; ++o.side) {
            CHECK_NEAR(b.nodes[deck_node(&o, 3)].position.x, 12.0, 1e-6);
            CHECK_NEAR(b.nodes[top_node(&o, 3)].position.x, 12.0, 1e-6);
            CHECK_NEAR(b.nodes[top_node(&o, 3)].position.y, 4.0, 1e-6);
            CHECK_NEAR(b.nodes[top_node(&o, 3)].position.z, o.side == 0 ? 0.0 : 3.0, 1e-6);
            expect_side(&o);
        }
        int braces = sides == 1 ? 0 : 9 + 8 + 7 + 6 + 2;
        CHECK_EQ_INT(o.at - b.members + braces, b.def.member_count);
        CHECK_EQ_INT(b.def.node_count, sides * 16);
    }
}

// Mean forces of all members over half a second.
static void mean_forces(bridge* b, double* force)
{
    taut_member_state states[MOST_MEMBERS];
    memset(force, 0, (size_t)b->def.member_count * sizeof *force);
    for (int i = 0; i < 30; ++i) {
        (void)step_frames(b->world, 1, DT, 20);
        REQUIRE(taut_truss_read(b->world, b->body, &b->def, &b->part, states, NULL) == TAUT_OK);
        for (int k = 0; k < b->def.member_count; ++k) {
            force[k] += (double)states[k].force / 30.0;
        }
    }
}

// By sections: at the middle of a bridge of n panels with weights P on its inner deck nodes, the
// moment over the height is what the chords carry.
TEST(chords_carry_the_moment_and_end_posts_the_shear)
{
    bridge b;
    taut_pratt_def pratt = flat_pratt();
    pratt.density = 1e-3f;  // next to nothing
    pratt.deck_mass = 5000.0f;
    lay_out(&b, &pratt);
    for (int i = 7; i < b.def.node_count; ++i) {
        b.nodes[i].mass = 500.0f;
    }
    open_bridge(&b, true);
    (void)step_frames(b.world, 240, DT, 20);
    double force[MOST_MEMBERS];
    mean_forces(&b, force);
    double p = 5500.0 * G;  // of a panel, deck and top
    // Moments about the middle: reaction 2.5 P at 12 m, less P at 8 m and at 4 m: 18 P m over 4 m.
    CHECK_NEAR(force[6 + 1], -4.5 * p, 0.01 * 4.5 * p);  // upper chord beside the middle
    // About node 2 of the top: 2.5 P x 8 m - P x 4 m = 16 P m.
    CHECK_NEAR(force[2], 4.0 * p, 0.01 * 4.0 * p);  // lower chord beside the middle
    CHECK_NEAR(force[6 + 4], -2.5 * p * sqrt(2.0), 0.01 * 2.5 * p * sqrt(2.0));  // end post
    // The roller holds half of the weight, and half of its own node's deck.
    taut_constraint_state roller;
    REQUIRE(taut_body_constraint(b.world, b.body, b.part.first_constraint + b.def.member_count,
                                 &roller) == TAUT_OK);
    CHECK_NEAR(-roller.force, 2.5 * p + 2500.0 * G, 0.01 * 3.0 * p);
    taut_world_destroy(b.world);
}

TEST(a_bridge_of_two_sides_carries_half_on_each)
{
    bridge b;
    taut_pratt_def pratt = flat_pratt();
    pratt.width = 4.0f;
    lay_out(&b, &pratt);
    open_bridge(&b, false);
    (void)step_frames(b.world, 300, DT, 20);
    double force[MOST_MEMBERS];
    mean_forces(&b, force);
    int per_side = 4 * pratt.panels - 3;
    double most = 0.0, apart = 0.0;
    for (int i = 0; i < per_side; ++i) {
        most = fmax(most, fabs(force[i]));
        apart = fmax(apart, fabs(force[i] - force[i + per_side]));
    }
    // One support and some bracing are more than it needs: how they share is the sweep's.
    CHECK_MSG(apart < 0.1 * most, "the sides differ by %g of %g N", apart, most);
    for (int i = 0; i < 5; ++i) {
        CHECK(force[i] > 0.0);  // lower chords are pulled
    }
    for (int i = 6; i < 10; ++i) {
        CHECK(force[i] < 0.0);  // upper ones pressed
    }
    taut_world_destroy(b.world);
}

TEST(reading_names_the_worst_member_and_the_load_factor)
{
    bridge b;
    taut_pratt_def pratt = flat_pratt();
    lay_out(&b, &pratt);
    b.members[3].yield_stress = INFINITY;
    open_bridge(&b, true);
    taut_truss_state state;
    REQUIRE(taut_truss_read(b.world, b.body, &b.def, &b.part, NULL, &state) == TAUT_OK);
    CHECK(state.load_factor == INFINITY && state.utilisation == 0.0f);
    (void)step_frames(b.world, 300, DT, 20);
    taut_member_state states[MOST_MEMBERS];
    REQUIRE(taut_truss_read(b.world, b.body, &b.def, &b.part, states, &state) == TAUT_OK);
    int worst = 0;
    for (int i = 0; i < b.def.member_count; ++i) {
        CHECK(states[i].stress == states[i].force / b.members[i].area);
        worst = states[i].utilisation > states[worst].utilisation ? i : worst;
    }
    CHECK(states[3].utilisation == 0.0f);
    CHECK_EQ_INT(state.worst_member, worst);
    CHECK(state.utilisation == states[worst].utilisation);
    CHECK_NEAR(state.load_factor * state.utilisation, 1.0, 1e-5);
    CHECK_EQ_INT(state.yielding_count, 0);
    taut_world_destroy(b.world);
}

// Failing -----------------------------------------------------------------------------------------

// All loads grow together until something breaks: the factor, -1 where nothing does. The first
// member that broke is *first.
static double fail_at(bridge* b, double from, double to, int* first)
{
    const int frames = 600;
    *first = -1;
    for (int i = 0; i < frames; ++i) {
        double factor = from + (to - from) * i / frames;
        (void)taut_body_set_gravity_scale(b->world, b->body, (float)factor);
        (void)step_frames(b->world, 1, DT, 20);
        taut_event_view events = taut_world_events(b->world);
        for (int k = 0; k < events.count; ++k) {
            if (events.data[k].kind == TAUT_EVENT_BREAK) {
                *first = events.data[k].constraint - b->part.first_constraint;
                return factor;
            }
        }
    }
    return -1.0;
}

static void open_lopsided(bridge* b, float weak, bool breaks)
{
    taut_pratt_def pratt = flat_pratt();
    pratt.chord_area = 0.002f;
    pratt.web_area = 0.002f;
    lay_out(b, &pratt);
    b->nodes[2].mass = 9000.0f;  // no two members are loaded alike
    b->members[6].area *= 1.2f;  // by statics it carries what member 2 does
    b->members[7].yield_stress *= weak;
    b->def.breaks = breaks;
    open_bridge(b, true);
    (void)step_frames(b->world, 300, DT, 20);
}

// A pressed chord, when it is weak, and whatever it is otherwise.
TEST(an_overloaded_truss_breaks_at_the_worst_member_and_the_load_factor)
{
    for (int k = 0; k < 2; ++k) {
        bridge b;
        open_lopsided(&b, k == 0 ? 1.0f : 0.8f, true);
        taut_member_state states[MOST_MEMBERS];
        taut_truss_state state;
        REQUIRE(taut_truss_read(b.world, b.body, &b.def, &b.part, states, &state) == TAUT_OK);
        CHECK(state.load_factor > 1.0f);
        CHECK(k == 0 || (state.worst_member == 7 && states[7].force < 0.0f));
        int first = -1;
        double factor = (double)state.load_factor;
        double failed = fail_at(&b, 1.0, 1.1 * factor, &first);
        CHECK_EQ_INT(first, state.worst_member);
        CHECK_NEAR(failed, factor, 0.03 * factor);
        CHECK(taut_body_broken(b.world, b.body, b.part.first_constraint + first));
        taut_world_destroy(b.world);
    }
}

TEST(a_truss_that_does_not_break_says_how_far_beyond_it_is)
{
    bridge b;
    open_lopsided(&b, 1.0f, false);
    int first = -1;
    CHECK(fail_at(&b, 1.0, 20.0, &first) < 0.0);
    taut_truss_state state;
    REQUIRE(taut_truss_read(b.world, b.body, &b.def, &b.part, NULL, &state) == TAUT_OK);
    CHECK(state.utilisation > 1.0f && state.yielding_count > 0);
    taut_world_destroy(b.world);
}

// Pushed together with 100 N: a bar of 50 N is crushed, a link of 50 N is not.
TEST(only_bars_are_crushed)
{
    for (int bar = 0; bar < 2; ++bar) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, 0.0f, 0.0f});
        taut_builder* builder = new_builder();
        (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
        taut_constraint_def link = taut_link(0, 1);
        link.strength = 50.0f;
        link.crushes = bar != 0;
        REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
        taut_body_id id = add_body(world, builder);
        taut_constraint_def read;
        REQUIRE(taut_blueprint_constraint(taut_body_blueprint(world, id), 0, &read) == TAUT_OK);
        CHECK(read.crushes == (bar != 0) && read.strength == 50.0f);
        REQUIRE(taut_body_add_force(world, id, 0, (taut_vec3){100.0f, 0.0f, 0.0f}) == TAUT_OK);
        REQUIRE(taut_body_add_force(world, id, 1, (taut_vec3){-100.0f, 0.0f, 0.0f}) == TAUT_OK);
        (void)step_frames(world, 1, DT, 20);
        CHECK(taut_body_broken(world, id, 0) == (bar != 0));
        taut_world_destroy(world);
    }
    taut_builder* builder = new_builder();
    for (int i = 0; i < 3; ++i) {
        (void)add_particle(builder, (float)i, 0.0f, 0.0f, 1.0f);
    }
    taut_constraint_def turn = taut_constraint_def_default(TAUT_CONSTRAINT_ANGLE);
    turn.particles[0] = 0;
    turn.particles[1] = 1;
    turn.particles[2] = 2;
    turn.crushes = true;
    CHECK_EQ_INT(taut_builder_add_constraint(builder, &turn, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "crushes") != NULL);
    taut_builder_destroy(builder);
}

// A cable goes slack where a bar would be pressed.
TEST(cables_pull_only)
{
    for (int cable = 0; cable < 2; ++cable) {
        taut_truss_node nodes[] = {{{0.0f, 0.0f, 0.0f}, 1.0f, TAUT_SUPPORT_ALL},
                                   {{2.0f, 0.0f, 0.0f}, 1.0f, TAUT_SUPPORT_ALL},
                                   {{1.0f, -1.0f, 0.0f}, 10.0f, TAUT_SUPPORT_X}};
        taut_truss_member members[2];
        for (int i = 0; i < 2; ++i) {
            members[i] = (taut_truss_member){i, 2, 1e-4f, 2e9f, 0.0f, INFINITY, cable != 0};
        }
        taut_truss_def def = taut_truss_def_default();
        def.nodes = nodes;
        def.node_count = 3;
        def.members = members;
        def.member_count = 2;
        bridge b = {.def = def};
        open_bridge(&b, true);
        (void)step_frames(b.world, 120, DT, 20);
        double force[MOST_MEMBERS];
        mean_forces(&b, force);
        CHECK_NEAR(force[0], 10.0 * G / sqrt(2.0), 0.01 * 10.0 * G);
        taut_vec3 up = {0.0f, 300.0f, 0.0f};
        for (int i = 0; i < 10; ++i) {
            REQUIRE(taut_body_add_force(b.world, b.body, 2, up) == TAUT_OK);
            (void)step_frames(b.world, 1, DT, 20);
        }
        taut_member_state states[2];
        REQUIRE(taut_truss_read(b.world, b.body, &b.def, &b.part, states, NULL) == TAUT_OK);
        CHECK_MSG(cable ? states[0].force == 0.0f : states[0].force < -100.0f, "%g N",
                  (double)states[0].force);
        taut_world_destroy(b.world);
    }
}

// Rolling loads -----------------------------------------------------------------------------------

TEST(a_load_is_shared_by_the_lever)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, 0.0f, 0.0f});
    taut_builder* builder = new_builder();
    for (int i = 0; i < 3; ++i) {
        (void)add_particle(builder, 2.0f * (float)i, 0.0f, 0.0f, 1.0f);
    }
    taut_body_id id = add_body(world, builder);
    int path[] = {0, 1, 2};
    taut_path_load load = {.particles = path, .count = 3, .position = 2.5f};
    load.force = (taut_vec3){0.0f, -40.0f, 0.0f};
    REQUIRE(taut_body_load_path(world, id, &load) == TAUT_OK);
    CHECK(load.on_path);
    CHECK_NEAR(load.place.x, 2.5, 1e-6);
    (void)step_frames(world, 1, DT, 1);
    CHECK_NEAR(velocity_of(world, id, 0).y, 0.0, 1e-9);
    CHECK_NEAR(velocity_of(world, id, 1).y, -30.0 / 60.0, 1e-5);
    CHECK_NEAR(velocity_of(world, id, 2).y, -10.0 / 60.0, 1e-5);
    load.position = 4.5f;
    REQUIRE(taut_body_load_path(world, id, &load) == TAUT_OK);
    CHECK(!load.on_path);
    load.position = -0.1f;
    REQUIRE(taut_body_load_path(world, id, &load) == TAUT_OK);
    CHECK(!load.on_path);
    load.position = NAN;
    CHECK_EQ_INT(taut_body_load_path(world, id, &load), TAUT_ERROR_INVALID);
    load.position = 1.0f;
    path[1] = 3;
    CHECK_EQ_INT(taut_body_load_path(world, id, &load), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_load_path(world, id, NULL), TAUT_ERROR_INVALID);
    taut_world_destroy(world);
}

// Bad input ---------------------------------------------------------------------------------------

static void check_refused(const taut_truss_def* def, const char* said)
{
    taut_builder* builder = new_builder();
    CHECK_EQ_INT(taut_make_truss(builder, def, NULL), TAUT_ERROR_INVALID);
    CHECK_MSG(strstr(taut_builder_last_error(builder), said) != NULL, "%s",
              taut_builder_last_error(builder));
    CHECK_EQ_INT(taut_builder_particle_count(builder), 0);
    CHECK_EQ_INT(taut_builder_constraint_count(builder), 0);
    taut_builder_destroy(builder);
}

#define BAD(change, said)                                                                          \
    do {                                                                                           \
        bridge b;                                                                                  \
        taut_pratt_def pratt = flat_pratt();                                                       \
        lay_out(&b, &pratt);                                                                       \
        change;                                                                                    \
        check_refused(&b.def, said);                                                               \
    } while (0)

TEST(bad_trusses_are_refused_with_a_sentence)
{
    BAD(b.def.stamp = 0, "taut_truss_def.stamp");
    BAD(b.def.nodes = NULL, "taut_truss_def.nodes");
    BAD(b.def.members = NULL, "taut_truss_def.members");
    BAD(b.def.node_count = 1, "taut_truss_def.node_count");
    BAD(b.def.member_count = 0, "taut_truss_def.member_count");
    BAD(b.def.damping_rate = NAN, "taut_truss_def.damping_rate");
    BAD(b.nodes[2].position.y = NAN, "nodes[2].position");
    BAD(b.nodes[2].mass = -1.0f, "nodes[2].mass");
    BAD(b.nodes[2].mass = INFINITY, "nodes[2].mass");
    BAD(b.nodes[2].supports = 8, "nodes[2].supports");
    BAD(b.members[1].a = -1, "members[1]");
    BAD(b.members[1].b = 99, "members[1]");
    BAD(b.members[1].b = b.members[1].a, "members[1]");
    BAD(b.members[1].area = 0.0f, "members[1].area");
    BAD(b.members[1].modulus = NAN, "members[1].modulus");
    BAD(b.members[1].density = -1.0f, "members[1].density");
    BAD(b.members[1].yield_stress = 0.0f, "members[1].yield_stress");
    BAD(b.nodes[1].position = b.nodes[0].position, "no length");
    BAD(b.def.member_count = 5, "does not hang together");
    BAD(
        {
            b.nodes[0].supports = TAUT_SUPPORT_NONE;
            b.nodes[6].supports = TAUT_SUPPORT_NONE;
        },
        "nothing would hold it");
    check_refused(NULL, "NULL");
}

TEST(nodes_without_mass_are_refused)
{
    bridge b;
    taut_pratt_def pratt = flat_pratt();
    lay_out(&b, &pratt);
    for (int i = 0; i < b.def.member_count; ++i) {
        b.members[i].density = 0.0f;
    }
    check_refused(&b.def, "has no mass");
}

TEST(bad_readings_are_refused)
{
    bridge b;
    taut_pratt_def pratt = flat_pratt();
    lay_out(&b, &pratt);
    open_bridge(&b, true);
    taut_part other = b.part;
    other.first_constraint = 5;
    taut_truss_state s;
    CHECK_EQ_INT(taut_truss_read(b.world, b.body, &b.def, &other, NULL, &s), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_truss_read(b.world, b.body, NULL, &b.part, NULL, &s), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_truss_read(b.world, b.body, &b.def, NULL, NULL, &s), TAUT_ERROR_INVALID);
    REQUIRE(taut_body_destroy(b.world, b.body) == TAUT_OK);
    CHECK_EQ_INT(taut_truss_read(b.world, b.body, &b.def, &b.part, NULL, &s), TAUT_ERROR_INVALID);
    taut_world_destroy(b.world);
}

TEST(bad_pratts_and_footbridges_are_refused)
{
    taut_truss_node nodes[MOST_NODES];
    taut_truss_member members[MOST_MEMBERS];
    int count = 7;
    taut_pratt_def pratt = flat_pratt();
    pratt.panels = 5;
    taut_pratt_count(&pratt, &count, NULL);
    CHECK_EQ_INT(count, 0);
    CHECK_EQ_INT(taut_pratt_lay_out(&pratt, nodes, members), TAUT_ERROR_INVALID);
    pratt = flat_pratt();
    pratt.height = NAN;
    CHECK_EQ_INT(taut_pratt_lay_out(&pratt, nodes, members), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_pratt_lay_out(NULL, nodes, members), TAUT_ERROR_INVALID);
    taut_builder* builder = new_builder();
    taut_footbridge_def foot = taut_footbridge_def_default();
    foot.cable_sag = 4.0f;
    CHECK_EQ_INT(taut_make_footbridge(builder, &foot, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "cable_sag") != NULL);
    foot = taut_footbridge_def_default();
    foot.hanger_strength = -1.0f;
    CHECK_EQ_INT(taut_make_footbridge(builder, &foot, NULL), TAUT_ERROR_INVALID);
    foot = taut_footbridge_def_default();
    foot.end = foot.start;
    CHECK_EQ_INT(taut_make_footbridge(builder, &foot, NULL), TAUT_ERROR_INVALID);
    foot = taut_footbridge_def_default();
    foot.plank_mass = NAN;
    CHECK_EQ_INT(taut_make_footbridge(builder, &foot, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_particle_count(builder), 0);
    taut_builder_destroy(builder);
}
