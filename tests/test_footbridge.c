// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Footbridges: what they hold, the numbers of their links, and what breaks.

#include <math.h>

#include "support.h"
#include "taut/taut_truss.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define G 9.81

static const taut_vec3 gravity = {0.0f, -9.81f, 0.0f};

TEST(a_footbridge_holds_its_planks_and_a_walker)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, gravity);
    taut_builder* builder = new_builder();
    taut_footbridge_def def = taut_footbridge_def_default();
    taut_part part;
    REQUIRE(taut_make_footbridge(builder, &def, &part) == TAUT_OK);
    CHECK_EQ_INT(part.particle_count, 4 * 26);
    taut_body_def body = taut_body_def_default();
    body.drag = 2.0f;
    taut_body_id id = add_body_def(world, builder, body);
    double mass = 0.0;
    for (int i = 0; i < part.particle_count; ++i) {
        bool end = i % 26 == 0 || i % 26 == 25;
        mass += end ? 0.0 : (double)taut_body_mass(world, id, i);
    }
    (void)step_frames(world, 400, DT, 20);
    double held = 0.0;
    for (int rope = 0; rope < 4; ++rope) {
        for (int end = 0; end < 2; ++end) {
            taut_reaction r;
            REQUIRE(taut_body_reaction(world, id, rope * 26 + end * 25, &r) == TAUT_OK);
            held += (double)r.force.y;
        }
    }
    CHECK_NEAR(held, mass * G, 0.02 * mass * G);
    CHECK((double)position_of(world, id, 13).y > -1.0);  // it started 0.4 m low
    CHECK((double)position_of(world, id, 13).y < -0.3);
    taut_world_destroy(world);
}

static taut_body_id add_footbridge(taut_world* world, const taut_footbridge_def* def,
                                   taut_part* part)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, -50.0f, 0.0f, 1.0f);  // parts need not come first
    (void)add_particle(builder, 0.0f, -51.0f, 0.0f, 1.0f);
    (void)add_link(builder, 0, 1, 0.0f);
    CHECK_EQ_INT(taut_make_footbridge(builder, def, part), TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.drag = 2.0f;
    return add_body_def(world, builder, body);
}

static void check_ends(taut_world* world, taut_body_id id, int constraint, int a, int b)
{
    taut_constraint_state state;
    CHECK_EQ_INT(taut_body_constraint(world, id, constraint, &state), TAUT_OK);
    CHECK_EQ_INT(state.particles[0], a);
    CHECK_EQ_INT(state.particles[1], b);
}

TEST(links_of_a_footbridge_have_the_numbers_that_its_header_tells)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, gravity);
    taut_footbridge_def def = taut_footbridge_def_default();
    def.plank_count = 7;
    taut_part part;
    taut_body_id id = add_footbridge(world, &def, &part);
    int n = def.plank_count + 2, p = part.first_particle, c = part.first_constraint;
    CHECK_EQ_INT(p, 2);
    CHECK_EQ_INT(c, 1);
    CHECK_EQ_INT(part.constraint_count, 4 * (n - 1) + 3 * def.plank_count);
    for (int r = 0; r < 4; ++r) {
        for (int i = 0; i + 1 < n; ++i) {
            check_ends(world, id, c + r * (n - 1) + i, p + r * n + i, p + r * n + i + 1);
        }
    }
    for (int k = 0; k < def.plank_count; ++k) {
        int first = c + 4 * (n - 1) + 3 * k, i = p + k + 1;
        check_ends(world, id, first, i, n + i);
        check_ends(world, id, first + 1, i, 2 * n + i);
        check_ends(world, id, first + 2, n + i, 3 * n + i);
    }
    taut_world_destroy(world);
}

// How many links break under so many newtons in the middle of both deck ropes; `wrong` counts those
// that are no hangers.
static int breaks_under(const taut_footbridge_def* def, float load, int* wrong)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, gravity);
    taut_part part;
    taut_body_id id = add_footbridge(world, def, &part);
    int n = def->plank_count + 2, breaks = 0;
    for (int frame = 0; frame < 300; ++frame) {
        float now = frame < 120 ? 0.0f : load * fminf(1.0f, (float)(frame - 120) / 120.0f);
        for (int side = 0; side < 2; ++side) {
            (void)taut_body_add_force(world, id, part.first_particle + side * n + n / 2,
                                      (taut_vec3){0.0f, -0.5f * now, 0.0f});
        }
        (void)step_frames(world, 1, DT, 20);
        taut_event_view events = taut_world_events(world);
        for (int i = 0; i < events.count; ++i) {
            int number = events.data[i].constraint - part.first_constraint - 4 * (n - 1);
            breaks += events.data[i].kind == TAUT_EVENT_BREAK;
            *wrong += number < 0 || number % 3 == 0;
        }
    }
    taut_world_destroy(world);
    return breaks;
}

TEST(hangers_of_a_footbridge_break_under_a_load_and_not_before)
{
    taut_footbridge_def def = taut_footbridge_def_default();
    int wrong = 0;
    CHECK_EQ_INT(breaks_under(&def, 8000.0f, &wrong), 0);
    def.hanger_strength = 600.0f;
    CHECK_EQ_INT(breaks_under(&def, 400.0f, &wrong), 0);
    int breaks = breaks_under(&def, 8000.0f, &wrong);
    CHECK_MSG(breaks > 0, "%d breaks", breaks);
    CHECK_EQ_INT(wrong, 0);
    def.hanger_strength = 0.0f;
    def.material.strength = 600.0f;  // of the ropes too
    breaks = breaks_under(&def, 8000.0f, &wrong);
    CHECK(breaks > 0 && wrong > 0);
}
