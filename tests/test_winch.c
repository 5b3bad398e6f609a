// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Winches: the length they take in and give out, how evenly they pull, and bad input.

#include <math.h>

#include "support.h"
#include "taut/taut_machine.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define LINKS 60
#define LENGTH 12.0f
#define LINK (LENGTH / LINKS)

typedef struct crane {
    taut_world* world;
    taut_body_id body;
    taut_winch winch;
    double weight;  // N, of the load and all of the rope
} crane;

static taut_rope_def rope_of(float taken, float load)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){0.0f, taken, 0.0f};
    rope.end = (taut_vec3){0.0f, taken - LENGTH, 0.0f};
    rope.link_count = LINKS;
    rope.end_mass = load;
    rope.material = (taut_rope_material){0.14f, INFINITY, 0.0f, 1.0f, 0.0f};
    return rope;
}

static crane open_crane(float taken, float load)
{
    crane c = {.world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, -9.81f, 0.0f})};
    c.weight = 9.81 * (double)(load + 0.14f * LENGTH);
    taut_builder* builder = new_builder();
    taut_rope_def rope = rope_of(taken, load);
    CHECK_EQ_INT(taut_make_rope(builder, &rope, NULL), TAUT_OK);
    c.body = add_body(c.world, builder);
    taut_winch_def def = taut_winch_def_default();
    def.body = c.body;
    def.particle_count = LINKS + 1;
    def.taken = taken;
    CHECK_EQ_INT(taut_winch_create(c.world, &def, &c.winch), TAUT_OK);
    return c;
}

static float pull_of(crane* c)
{
    float pull = 0.0f;
    CHECK_EQ_INT(taut_winch_read(c->world, &c->winch, NULL, &pull), TAUT_OK);
    return pull;
}

// Speed rises and falls gently over half a second.
static float ramp(double t, double from, double to)
{
    double up = fmin(fmax((t - from) / 0.5, 0.0), 1.0);
    double down = fmin(fmax((t - to) / 0.5, 0.0), 1.0);
    return (float)(up * up * (3.0 - 2.0 * up) - down * down * (3.0 - 2.0 * down));
}

// Reels 10 m at 1 m/s, and says by what part the pull changed most from one frame to the next.
static double reel(crane* c, float sign)
{
    double worst = 0.0, last = 0.0;
    for (int i = 0; i < 60 * 12; ++i) {
        double t = i / 60.0;
        float speed = sign * ramp(t, 0.5, 10.5);
        CHECK_EQ_INT(taut_winch_turn(c->world, &c->winch, speed, DT), TAUT_OK);
        (void)step_frames(c->world, 1, DT, 20);
        double pull = (double)pull_of(c);
        bool even = t > 1.05 && t < 10.5;
        worst = even ? fmax(worst, fabs(pull - last) / c->weight) : worst;
        last = pull;
    }
    return worst;
}

TEST(reeling_in_pulls_evenly)
{
    static const float loads[] = {20.0f, 100.0f, 300.0f};
    for (int i = 0; i < 3; ++i) {
        crane c = open_crane(0.0f, loads[i]);
        double worst = reel(&c, 1.0f);
        CHECK_MSG(worst < 0.02, "%g kg: %.3g of the weight from frame to frame", (double)loads[i],
                  worst);
        float out = 0.0f;
        REQUIRE(taut_winch_read(c.world, &c.winch, &out, NULL) == TAUT_OK);
        CHECK_NEAR(out, 2.0, 0.01);
        CHECK_NEAR(position_of(c.world, c.body, LINKS).y, -2.0, 0.01);
        CHECK_NEAR(pull_of(&c), 9.81 * ((double)loads[i] + 0.28), 0.02 * c.weight);
        taut_world_destroy(c.world);
    }
}

TEST(giving_out_pulls_evenly)
{
    crane c = open_crane(10.0f, 100.0f);
    CHECK_NEAR(position_of(c.world, c.body, LINKS).y, -2.0, 1e-4);
    double worst = reel(&c, -1.0f);
    CHECK_MSG(worst < 0.02, "%.3g of the weight from frame to frame", worst);
    CHECK_NEAR(position_of(c.world, c.body, LINKS).y, -12.0, 0.02);
    taut_world_destroy(c.world);
}

TEST(a_winch_stops_at_either_end_of_its_rope)
{
    crane c = open_crane(10.0f, 50.0f);
    for (int i = 0; i < 300; ++i) {
        REQUIRE(taut_winch_turn(c.world, &c.winch, 1.0f, DT) == TAUT_OK);
        (void)step_frames(c.world, 1, DT, 20);
    }
    float out = 0.0f;
    REQUIRE(taut_winch_read(c.world, &c.winch, &out, NULL) == TAUT_OK);
    CHECK_MSG(out > 0.0f && out <= LINK, "%g m out", (double)out);
    CHECK(body_finite(c.world, c.body));
    for (int i = 0; i < 900; ++i) {
        REQUIRE(taut_winch_turn(c.world, &c.winch, -1.0f, DT) == TAUT_OK);
        (void)step_frames(c.world, 1, DT, 20);
    }
    REQUIRE(taut_winch_read(c.world, &c.winch, &out, NULL) == TAUT_OK);
    CHECK_NEAR(out, LENGTH, 0.01);
    CHECK_EQ_INT(c.winch.held_count, 1);
    CHECK_NEAR(position_of(c.world, c.body, LINKS).y, -12.0, 0.05);
    taut_world_destroy(c.world);
}

// A load that swings is reeled through the drum all the same: the length of the free rope is what
// the winch says.
TEST(the_rope_leaves_through_the_drum_while_it_swings)
{
    crane c = open_crane(2.0f, 50.0f);
    REQUIRE(taut_body_add_impulse(c.world, c.body, LINKS, (taut_vec3){100.0f, 0.0f, 0.0f}) ==
            TAUT_OK);
    for (int i = 0; i < 240; ++i) {
        REQUIRE(taut_winch_turn(c.world, &c.winch, 0.8f, DT) == TAUT_OK);
        (void)step_frames(c.world, 1, DT, 20);
        float out = 0.0f;
        REQUIRE(taut_winch_read(c.world, &c.winch, &out, NULL) == TAUT_OK);
        taut_vec3 drum = {0.0f, 0.0f, 0.0f};
        double way = distance_between(position_of(c.world, c.body, LINKS), drum);
        CHECK_MSG(fabs(way - (double)out) < 0.03, "frame %d: %g m out, %g m away", i, (double)out,
                  way);
    }
    taut_world_destroy(c.world);
}

TEST(the_drum_moves)
{
    crane c = open_crane(8.0f, 50.0f);
    for (int i = 0; i < 600; ++i) {
        float x = 2.0f * ramp(i / 60.0, 0.5, 1e9);
        REQUIRE(taut_winch_move(c.world, &c.winch, (taut_vec3){x, 0.0f, 0.0f}) == TAUT_OK);
        REQUIRE(taut_winch_turn(c.world, &c.winch, 0.0f, DT) == TAUT_OK);
        (void)step_frames(c.world, 1, DT, 20);
    }
    CHECK(fabs((double)position_of(c.world, c.body, LINKS).x - 2.0) < 2.5);
    double way = distance_between(position_of(c.world, c.body, LINKS), (taut_vec3){2.0f, 0, 0});
    CHECK_NEAR(way, 4.0, 0.02);
    taut_world_destroy(c.world);
}

TEST(bad_winches_are_refused)
{
    crane c = open_crane(0.0f, 10.0f);
    taut_winch_def good = taut_winch_def_default();
    good.body = c.body;
    good.particle_count = LINKS + 1;
    taut_winch w = {0};
    taut_winch_def def = good;
    def.stamp = 0;
    CHECK_EQ_INT(taut_winch_create(c.world, &def, &w), TAUT_ERROR_INVALID);
    def = good;
    def.first_particle = 1;
    CHECK_EQ_INT(taut_winch_create(c.world, &def, &w), TAUT_ERROR_INVALID);
    def = good;
    def.particle_count = 2;
    CHECK_EQ_INT(taut_winch_create(c.world, &def, &w), TAUT_ERROR_INVALID);
    def = good;
    def.taken = NAN;
    CHECK_EQ_INT(taut_winch_create(c.world, &def, &w), TAUT_ERROR_INVALID);
    def.taken = LENGTH;
    CHECK_EQ_INT(taut_winch_create(c.world, &def, &w), TAUT_ERROR_INVALID);
    def = good;
    def.drum.x = INFINITY;
    CHECK_EQ_INT(taut_winch_create(c.world, &def, &w), TAUT_ERROR_INVALID);
    def = good;
    def.body.generation += 1;
    CHECK_EQ_INT(taut_winch_create(c.world, &def, &w), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_winch_create(c.world, &good, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(w.held_count, 0);
    CHECK_EQ_INT(taut_winch_turn(c.world, &w, 1.0f, DT), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_winch_turn(c.world, &c.winch, NAN, DT), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_winch_turn(c.world, &c.winch, 1.0f, 0.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_winch_turn(c.world, &c.winch, 100.0f, DT), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_winch_turn(c.world, NULL, 1.0f, DT), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_winch_move(c.world, &c.winch, (taut_vec3){NAN, 0, 0}), TAUT_ERROR_INVALID);
    taut_world_destroy(c.world);
}

// A winch is the host's, and its numbers may be anything.
TEST(winches_of_other_numbers_are_refused)
{
    crane c = open_crane(0.0f, 1.0f);
    taut_winch bad[7];
    for (int i = 0; i < 7; ++i) {
        bad[i] = c.winch;
    }
    bad[0].held_count = 0;
    bad[1].held_count = c.winch.particle_count;
    bad[2].held_count = 1000000000;
    bad[3].first_particle = -1;
    bad[4].first_particle = 2000000000;
    bad[5].particle_count = 2000000000;
    bad[6].particle_count = -2000000000;
    uint64_t hash = taut_world_hash(c.world);
    for (int i = 0; i < 7; ++i) {
        float out = 0.0f;
        CHECK_EQ_INT(taut_winch_turn(c.world, &bad[i], 0.5f, DT), TAUT_ERROR_INVALID);
        CHECK(strstr(taut_world_last_error(c.world), "not of that body") != NULL);
        CHECK_EQ_INT(taut_winch_read(c.world, &bad[i], &out, NULL), TAUT_ERROR_INVALID);
    }
    CHECK_EQ_U64(taut_world_hash(c.world), hash);
    CHECK_EQ_INT(taut_winch_turn(c.world, &c.winch, 0.5f, DT), TAUT_OK);
    taut_world_destroy(c.world);
}

TEST(ropes_of_unequal_links_are_refused)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, 0.0f, 0.0f});
    taut_builder* builder = new_builder();
    for (int i = 0; i < 4; ++i) {
        (void)add_particle(builder, (float)(i * i), 0.0f, 0.0f, 1.0f);
    }
    for (int i = 0; i < 3; ++i) {
        (void)add_link(builder, i, i + 1, 0.0f);
    }
    taut_winch_def def = taut_winch_def_default();
    def.body = add_body(world, builder);
    def.particle_count = 4;
    taut_winch w;
    CHECK_EQ_INT(taut_winch_create(world, &def, &w), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "equal") != NULL);
    taut_world_destroy(world);
}
