// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What blows where: winds add up, gusts travel, eddies have no divergence, and every bound holds.

#include "windy.h"

#define FRAME (1.0f / 60.0f)

// Something to step, so that time passes.
static void add_thing(taut_world* world)
{
    (void)add_single(world, taut_body_def_default());
}

// Fields ------------------------------------------------------------------------------------------

static double speed_of(taut_vec3 u)
{
    return sqrt((double)u.x * (double)u.x + (double)u.y * (double)u.y + (double)u.z * (double)u.z);
}

static taut_vec3 place_in(taut_test_random* r, float size)
{
    return (taut_vec3){random_between(r, -size, size), random_between(r, -size, size),
                       random_between(r, -size, size)};
}

TEST(winds_add_up)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_vec3 at = {1.0f, 2.0f, 3.0f};
    CHECK_NEAR(speed_of(taut_world_wind_at(world, at)), 0.0, 0.0);
    taut_wind_def a = uniform(1.0f, 2.0f, 3.0f), b = uniform(0.5f, -2.0f, 1.0f);
    CHECK_EQ_INT(taut_world_add_wind(world, &a, NULL), TAUT_OK);
    int second = -1;
    CHECK_EQ_INT(taut_world_add_wind(world, &b, &second), TAUT_OK);
    CHECK_EQ_INT(second, 1);
    CHECK_EQ_INT(taut_world_wind_count(world), 2);
    taut_vec3 u = taut_world_wind_at(world, at);
    CHECK_NEAR(u.x, 1.5, 0.0);
    CHECK_NEAR(u.y, 0.0, 0.0);
    CHECK_NEAR(u.z, 4.0, 0.0);
    CHECK_EQ_INT(taut_world_set_wind(world, 0, &b), TAUT_OK);
    CHECK_NEAR(taut_world_wind_at(world, at).x, 1.0, 0.0);
    taut_world_destroy(world);
}

TEST(gusts_swell_within_their_strength_and_travel_with_the_wind)
{
    taut_wind_def gust = taut_wind_def_default(TAUT_WIND_GUST);
    gust.velocity = (taut_vec3){6.0f, 0.0f, 8.0f};
    gust.strength = 0.4f;
    gust.period = 0.5f;
    taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, gust);
    add_thing(world);
    double low = 1e9, high = 0.0;
    for (int i = 0; i < 600; ++i) {
        double speed = speed_of(taut_world_wind_at(world, no_gravity));
        low = speed < low ? speed : low;
        high = speed > high ? speed : high;
        (void)step_frames(world, 1, FRAME, 1);
    }
    CHECK_MSG(low >= 6.0 - 1e-5 && low < 8.5, "lowest %g m/s", low);
    CHECK_MSG(high <= 14.0 + 1e-5 && high > 11.5, "highest %g m/s", high);
    // What is here now is a second's way further on a second later.
    double here = speed_of(taut_world_wind_at(world, no_gravity));
    (void)step_frames(world, 60, FRAME, 1);
    double there = speed_of(taut_world_wind_at(world, (taut_vec3){6.0f, 0.0f, 8.0f}));
    CHECK_NEAR(there, here, 1e-3);  // 60 times 1/60 s is not quite a second
    taut_world_destroy(world);
}

TEST(vortex_turns_with_its_speed_at_its_radius)
{
    taut_wind_def def = taut_wind_def_default(TAUT_WIND_VORTEX);
    def.centre = (taut_vec3){5.0f, 0.0f, 0.0f};
    def.axis = (taut_vec3){0.0f, 0.0f, 3e20f};
    def.radius = 2.0f;
    def.speed = 4.0f;
    taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, def);
    taut_vec3 u = taut_world_wind_at(world, (taut_vec3){7.0f, 0.0f, 9.0f});
    CHECK_NEAR(u.x, 0.0, 1e-6);
    CHECK_NEAR(u.y, 4.0, 1e-6);
    CHECK_NEAR(u.z, 0.0, 1e-6);
    CHECK_NEAR(speed_of(taut_world_wind_at(world, def.centre)), 0.0, 0.0);
    taut_test_random r = {3u};
    for (int i = 0; i < 1000; ++i) {
        CHECK(speed_of(taut_world_wind_at(world, place_in(&r, 20.0f))) <= 4.0 + 1e-5);
    }
    // The world's origin moves; the whirl stays where it was among the bodies.
    CHECK_EQ_INT(taut_world_shift_origin(world, (taut_vec3){5.0f, 0.0f, 0.0f}), TAUT_OK);
    CHECK_NEAR(taut_world_wind_at(world, (taut_vec3){2.0f, 0.0f, 0.0f}).y, 4.0, 1e-6);
    taut_world_destroy(world);
}

static taut_wind_def eddies(uint32_t seed)
{
    taut_wind_def def = taut_wind_def_default(TAUT_WIND_TURBULENCE);
    def.speed = 3.0f;
    def.size = 0.7f;
    def.seed = seed;
    return def;
}

TEST(turbulence_has_its_mean_square_and_its_bound)
{
    taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, eddies(9u));
    taut_test_random r = {5u};
    double sum = 0.0, most = 0.0;
    double mean[3] = {0.0, 0.0, 0.0};
    int count = 20000;
    for (int i = 0; i < count; ++i) {
        taut_vec3 u = taut_world_wind_at(world, place_in(&r, 200.0f));
        double speed = speed_of(u);
        sum += speed * speed;
        most = speed > most ? speed : most;
        mean[0] += (double)u.x / count;
        mean[1] += (double)u.y / count;
        mean[2] += (double)u.z / count;
    }
    CHECK_NEAR(sqrt(sum / count), 3.0, 0.05);  // 20,000 of them: within a hundredth
    CHECK_MSG(most > 5.0 && most < 24.0, "fastest %g m/s", most);
    for (int k = 0; k < 3; ++k) {
        CHECK_NEAR(mean[k], 0.0, 0.06);  // 1.7 / sqrt(20,000), five times over
    }
    taut_world_destroy(world);
}

// Differences over 2 x 0.005 m of numbers rounded to 2e-7: 4e-5 / s; what the third derivative adds
// is a thousandth of a rate of about 10 / s.
TEST(turbulence_has_no_divergence)
{
    taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, eddies(9u));
    taut_test_random r = {6u};
    double rate = 0.0, worst = 0.0;
    for (int i = 0; i < 500; ++i) {
        taut_vec3 x = place_in(&r, 10.0f);
        const float e = 0.005f;
        taut_vec3 a = taut_world_wind_at(world, (taut_vec3){x.x + e, x.y, x.z});
        taut_vec3 b = taut_world_wind_at(world, (taut_vec3){x.x - e, x.y, x.z});
        taut_vec3 c = taut_world_wind_at(world, (taut_vec3){x.x, x.y + e, x.z});
        taut_vec3 d = taut_world_wind_at(world, (taut_vec3){x.x, x.y - e, x.z});
        taut_vec3 f = taut_world_wind_at(world, (taut_vec3){x.x, x.y, x.z + e});
        taut_vec3 g = taut_world_wind_at(world, (taut_vec3){x.x, x.y, x.z - e});
        double xx = (double)(a.x - b.x) / 0.01, yy = (double)(c.y - d.y) / 0.01;
        double zz = (double)(f.z - g.z) / 0.01;
        rate = fabs(xx) > rate ? fabs(xx) : rate;
        worst = fabs(xx + yy + zz) > worst ? fabs(xx + yy + zz) : worst;
    }
    CHECK_MSG(rate > 5.0, "largest rate %g / s", rate);
    CHECK_MSG(worst < 0.02, "divergence %g / s", worst);
    taut_world_destroy(world);
}

TEST(turbulence_is_smooth_in_place_and_time_and_differs_by_seed)
{
    taut_world* a = windy_world(TAUT_SOLVER_XPBD, no_gravity, eddies(1u));
    taut_world* b = windy_world(TAUT_SOLVER_XPBD, no_gravity, eddies(2u));
    add_thing(a);
    taut_vec3 before = taut_world_wind_at(a, no_gravity);
    double largest = 0.0, apart = 0.0;
    for (int i = 0; i < 2000; ++i) {
        (void)step_frames(a, 1, 0.005f, 1);
        taut_vec3 at = {0.002f * (float)i, 0.0f, 0.0f};
        taut_vec3 u = taut_world_wind_at(a, at);
        double change = speed_of((taut_vec3){u.x - before.x, u.y - before.y, u.z - before.z});
        largest = change > largest ? change : largest;
        taut_vec3 other = taut_world_wind_at(b, at);
        apart += fabs((double)u.x - (double)other.x);
        before = u;
    }
    CHECK_MSG(largest < 0.15, "a jump of %g m/s", largest);  // 24 m/s per cell of 0.7 m, and 2 s
    CHECK(apart > 1000.0);
    taut_world_destroy(a);
    taut_world_destroy(b);
}
