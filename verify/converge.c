// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How the error falls with the length of a substep: the slope of log(error) over log(h).

#include <math.h>
#include <stddef.h>

#include "verify/verify.h"

// The steps are 1/16 s and its halves: exact in float, so that all runs end at the same time.
enum { RUNS = 4 };

static double order(const double* h, const double* error)
{
    double log_h[RUNS];
    double log_error[RUNS];
    for (int i = 0; i < RUNS; ++i) {
        log_h[i] = log(h[i]);
        log_error[i] = log(error[i]);
    }
    return taut_fit_slope(log_h, log_error, RUNS);
}

// The next term of the error is a factor of h smaller: at the longest step it bends the slope by a
// few hundredths. Another order would be a whole 1 away.
static void put_order(taut_verify* v, double expected, double measured, const char* about,
                      const char* label)
{
    taut_verify_row row = {
        .about = about, .unit = "", .expected = expected, .measured = measured, .tolerance = 0.1};
    taut_verify_put(v, row, "%s", label);
}

// Verlet in a harmonic field ----------------------------------------------------------------------

#define OMEGA 4.0f  // rad/s

static void pull_back(void* context, taut_body_id body, double time, taut_vec3_view positions,
                      taut_vec3_view velocities, taut_vec3* acceleration)
{
    (void)context;
    (void)body;
    (void)time;
    (void)velocities;
    for (int i = 0; i < positions.count; ++i) {
        acceleration[i].x = -OMEGA * OMEGA * taut_vec3_at(positions, i).x;
    }
}

// Started in the middle, where acceleration is 0 and the step before the first is known to third
// order. Where the particle is after a second.
static double harmonic(taut_verify* v, int steps)
{
    taut_world_def world = taut_world_def_default();
    world.solver = taut_solver_def_default(TAUT_SOLVER_VERLET);
    world.gravity = (taut_vec3){0.0f, 0.0f, 0.0f};
    world.field = pull_back;
    taut_rig rig = taut_rig_open(v, &world, 1);
    rig.dt = 1.0f / (float)steps;
    taut_rig_check(
        &rig, taut_builder_add_particle(rig.builder, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f, NULL));
    taut_body_def body = taut_body_def_default();
    body.velocity = (taut_vec3){1.0f, 0.0f, 0.0f};
    taut_rig_bake(&rig, body);
    taut_rig_run(&rig, 1.0);
    double x = (double)taut_rig_position(&rig, 0).x;
    taut_rig_close(&rig);
    return x;
}

// XPBD on one link --------------------------------------------------------------------------------

// A mass at the end of a link of length 1, let go at (x, 0) beside or beyond the pin. Where it is
// after half a second.
static taut_vec3 one_link(taut_verify* v, float x, float compliance, float gravity, int substeps)
{
    taut_world_def world = taut_world_def_default();
    world.gravity = (taut_vec3){0.0f, -gravity, 0.0f};
    taut_rig rig = taut_rig_open(v, &world, substeps);
    rig.dt = 1.0f / 16.0f;
    taut_vec3 pin = {0.0f, 0.0f, 0.0f};
    taut_vec3 mass = {x, 0.0f, 0.0f};
    taut_rig_check(&rig, taut_builder_add_particle(rig.builder, pin, 1.0f, NULL));
    taut_rig_check(&rig, taut_builder_add_particle(rig.builder, mass, 1.0f, NULL));
    taut_rig_check(&rig, taut_builder_pin(rig.builder, 0));
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.compliance = compliance;
    taut_rig_check(&rig, taut_builder_add_constraint(rig.builder, &link, NULL));
    taut_rig_bake(&rig, taut_body_def_default());
    taut_rig_run(&rig, 0.5);
    taut_vec3 end = taut_rig_position(&rig, 1);
    taut_rig_close(&rig);
    return end;
}

// The angle of a pendulum of length 1, let go from the horizontal, below it after half a second:
// fourth-order Runge-Kutta in steps so small that its own error is rounding.
static double pendulum_angle(double gravity)
{
    double angle = 0.0;
    double rate = 0.0;
    const int steps = 20000;
    const double h = 0.5 / steps;
    for (int i = 0; i < steps; ++i) {
        double a1 = gravity * cos(angle);
        double r2 = rate + 0.5 * h * a1;
        double a2 = gravity * cos(angle + 0.5 * h * rate);
        double r3 = rate + 0.5 * h * a2;
        double a3 = gravity * cos(angle + 0.5 * h * r2);
        double r4 = rate + h * a3;
        double a4 = gravity * cos(angle + h * r3);
        angle += h / 6.0 * (rate + 2.0 * r2 + 2.0 * r3 + r4);
        rate += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    }
    return angle;
}

void taut_verify_convergence(taut_verify* v)
{
    double h[RUNS];
    double error[RUNS];
    for (int i = 0; i < RUNS; ++i) {
        int steps = 16 << i;
        h[i] = 1.0 / steps;
        error[i] = fabs(harmonic(v, steps) - sin((double)OMEGA) / (double)OMEGA);
    }
    put_order(v, 2.0, order(h, error), "Verlet in a harmonic field: order 2", "verlet");

    double angle = pendulum_angle(9.81);
    for (int i = 0; i < RUNS; ++i) {
        h[i] = 1.0 / (16.0 * (16 << i));
        taut_vec3 end = one_link(v, 1.0f, 0.0f, 9.81f, 16 << i);
        double off[2] = {(double)end.x - cos(angle), (double)end.y + sin(angle)};
        error[i] = sqrt(off[0] * off[0] + off[1] * off[1]);
    }
    put_order(v, 1.0, order(h, error), "XPBD, a pendulum on a rigid link: order 1", "xpbd-rigid");

    for (int i = 0; i < RUNS; ++i) {
        taut_vec3 end = one_link(v, 1.125f, 1.0f / (OMEGA * OMEGA), 0.0f, 16 << i);
        error[i] = fabs((double)end.x - 1.0 - 0.125 * cos(0.5 * (double)OMEGA));
    }
    put_order(v, 1.0, order(h, error), "XPBD, a mass on a compliant link: order 1",
              "xpbd-compliant");
}
