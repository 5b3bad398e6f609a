// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// One link and one mass: the pendulum and the spring.

#include <math.h>

#include "verify/verify.h"

#define PI 3.14159265358979323846
#define GRAVITY 9.81

// Times at which something passes zero on its way up, and how fast.
typedef struct crossings {
    double last_time, last_value;
    double first, latest;              // times
    double first_speed, latest_speed;  // of the passing
    int count;
} crossings;

// Between two samples the time of the crossing is linear in the values: at a phase step p that is
// wrong by at most p^3 / 15 or so of a radian, and alike at every crossing.
static void watch(crossings* c, double time, double value)
{
    if (c->last_value < 0.0 && value >= 0.0) {
        double slope = (value - c->last_value) / (time - c->last_time);
        double at = time - value / slope;
        c->first = c->count == 0 ? at : c->first;
        c->first_speed = c->count == 0 ? slope : c->first_speed;
        c->latest = at;
        c->latest_speed = slope;
        c->count += 1;
    }
    c->last_time = time;
    c->last_value = value;
}

static double period(const crossings* c)
{
    return (c->latest - c->first) / (c->count - 1);
}

// Of the amplitude, per second.
static double decay(const crossings* c)
{
    return log(c->first_speed / c->latest_speed) / (c->latest - c->first);
}

// Pendulum ----------------------------------------------------------------------------------------

// The quarter period of a pendulum is a complete elliptic integral, which the arithmetic-geometric
// mean gives: T = 2 pi sqrt(l / g) / agm(1, cos(theta / 2)).
static double elliptic_period(double length, double gravity, double cos_half)
{
    double a = 1.0;
    double b = cos_half;
    for (int i = 0; i < 8; ++i) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 2.0 * PI * sqrt(length / gravity) / a;
}

typedef struct swinging {
    float sine, cosine;  // of the angle it starts from
    int degrees;
    int substeps;
    int swings;
} swinging;

static crossings swing(taut_verify* v, const swinging* s)
{
    taut_rig rig = taut_rig_open(v, NULL, s->substeps);
    taut_vec3 pin = {0.0f, 2.0f, 0.0f};
    taut_vec3 bob = {-s->sine, 2.0f - s->cosine, 0.0f};
    taut_rig_check(&rig, taut_builder_add_particle(rig.builder, pin, 1.0f, NULL));
    taut_rig_check(&rig, taut_builder_add_particle(rig.builder, bob, 1.0f, NULL));
    taut_rig_check(&rig, taut_builder_pin(rig.builder, 0));
    taut_constraint_def link = taut_link(0, 1);
    taut_rig_check(&rig, taut_builder_add_constraint(rig.builder, &link, NULL));
    taut_rig_bake(&rig, taut_body_def_default());

    crossings c = {.last_value = (double)bob.x};
    for (int frame = 1; frame < 10000 && c.count <= s->swings && !rig.failed; ++frame) {
        taut_rig_step(&rig);
        watch(&c, frame / 60.0, (double)taut_rig_position(&rig, 1).x);
    }
    taut_rig_close(&rig);
    return c;
}

static void put_period(taut_verify* v, const swinging* s, const crossings* c)
{
    double cos_half = sqrt(0.5 * (1.0 + (double)s->cosine));
    // The sweep takes omega^2 h of the energy per second, see below; as the swing dies down its
    // period shortens by its share of theta^2 / 16, nothing at 5 degrees and 0.3 % at 60.
    taut_verify_row row = {.about = "mean period, against the elliptic integral",
                           .unit = "s",
                           .expected = elliptic_period(1.0, GRAVITY, cos_half),
                           .measured = c->count == s->swings + 1 ? period(c) : (double)NAN,
                           .tolerance = 0.005,
                           .relative = true};
    taut_verify_put(v, row, "period-%d-degrees", s->degrees);
}

void taut_verify_pendulum(taut_verify* v)
{
    static const swinging small = {0.08715574275f, 0.99619469809f, 5, 20, 20};
    static const swinging large = {0.86602540378f, 0.5f, 60, 100, 5};
    crossings c = swing(v, &small);
    put_period(v, &small, &c);

    // Projecting the predicted position onto the circle is a pull at x + h v instead of x: the map
    // of a substep has the determinant 1 - omega^2 h^2 and shrinks a swing by omega^2 h / 2 per
    // second. A swing of 5 degrees adds theta^2, below 1 %, of that.
    double h = 1.0 / 60.0 / small.substeps;
    taut_verify_row row = {.about = "decay of the undamped swing, against omega^2 h / 2",
                           .unit = "1/s",
                           .expected = 0.5 * GRAVITY * h,
                           .measured = decay(&c),
                           .tolerance = 0.05,
                           .relative = true};
    taut_verify_put(v, row, "decay-5-degrees");

    c = swing(v, &large);
    put_period(v, &large, &c);
}

// Spring ------------------------------------------------------------------------------------------

// A mass of 1 kg on a link of 100 N/m turns by 10 rad/s.
#define OMEGA 10.0

static crossings bounce(taut_verify* v, int substeps)
{
    taut_world_def world = taut_world_def_default();
    world.gravity = (taut_vec3){0.0f, 0.0f, 0.0f};
    taut_rig rig = taut_rig_open(v, &world, substeps);
    rig.dt = 0.01f;
    taut_vec3 anchor = {0.0f, 0.0f, 0.0f};
    taut_vec3 mass = {1.125f, 0.0f, 0.0f};
    taut_rig_check(&rig, taut_builder_add_particle(rig.builder, anchor, 1.0f, NULL));
    taut_rig_check(&rig, taut_builder_add_particle(rig.builder, mass, 1.0f, NULL));
    taut_rig_check(&rig, taut_builder_pin(rig.builder, 0));
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.compliance = 0.01f;
    taut_rig_check(&rig, taut_builder_add_constraint(rig.builder, &link, NULL));
    taut_rig_bake(&rig, taut_body_def_default());

    crossings c = {.last_value = 0.125};
    for (int frame = 1; frame <= 500; ++frame) {  // 8 periods
        taut_rig_step(&rig);
        watch(&c, frame * 0.01, (double)taut_rig_position(&rig, 1).x - 1.0);
    }
    taut_rig_close(&rig);
    return c;
}

// One substep of XPBD on one link is a step of backward Euler, whose solution is known: it turns by
// atan(omega h) instead of omega h and shrinks by sqrt(1 + omega^2 h^2).
static void put_bounce(taut_verify* v, int substeps)
{
    crossings c = bounce(v, substeps);
    double h = 0.01 / substeps;
    // atan falls short by (omega h)^2 / 3: 0.33 % at omega h = 0.1.
    taut_verify_row row = {.about = "angular frequency, against sqrt(k / m)",
                           .unit = "rad/s",
                           .expected = OMEGA,
                           .measured = c.count > 1 ? 2.0 * PI / period(&c) : (double)NAN,
                           .tolerance = 0.01,
                           .relative = true};
    taut_verify_put(v, row, "frequency-at-omega-h-%g", OMEGA * h);

    // ln(1 + e) / 2 falls short of e / 2 by half of e, e = (omega h)^2: 0.5 % at omega h = 0.1. The
    // speed at a crossing is that of a chord, which costs another 0.1 %.
    row = (taut_verify_row){.about = "decay of the undamped amplitude, against omega^2 h / 2",
                            .unit = "1/s",
                            .expected = 0.5 * OMEGA * OMEGA * h,
                            .measured = decay(&c),
                            .tolerance = 0.01,
                            .relative = true};
    taut_verify_put(v, row, "decay-at-omega-h-%g", OMEGA * h);
}

void taut_verify_spring(taut_verify* v)
{
    put_bounce(v, 1);
    put_bounce(v, 4);
}
