// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The main loop. If you read one file, read this one.
//
// A backend (src/backend/) is a table of the stages named below. Solvers and lane widths differ in
// what stands in the table; the maths of every stage is written once, in src/constraint/*.inl and
// src/backend/integrate.inl.
//
// The order of the stages is Algorithm 1 of docs/algorithm.md, after Macklin, Mueller and
// Chentanez, "XPBD: Position-Based Simulation of Compliant Constrained Dynamics" (MIG 2016), and
// Macklin et al., "Small Steps in Physics Simulation" (SCA 2019): many substeps, and one sweep over
// the constraints in each.

#include "frame.h"

// One sweep. Clusters of a phase share no particle, nor do the constraints of a colour, so a
// backend may take them in any order, on any number of threads or lanes, and arrive at the same
// bits. Phases, and the colours of a cluster, keep their order.
static void sweep(int phase_count, taut_project_fn* const* project, taut_step* s, taut_body* b)
{
    const taut_schedule* plan = &b->blueprint->schedule;
    for (int phase = 0; phase < phase_count; ++phase) {
        int end = plan->phase_first[phase + 1];
        for (int cluster = plan->phase_first[phase]; cluster < end; ++cluster) {
            for (int i = plan->cluster_first[cluster]; i < plan->cluster_first[cluster + 1]; ++i) {
                project[plan->colours[i].kind](s, b, &plan->colours[i]);
            }
        }
    }
}

static void project_constraints(const taut_backend* run, taut_step* s, taut_body* b)
{
    const taut_schedule* plan = &b->blueprint->schedule;
    int phase_count = run->forces ? plan->once_count : plan->phase_count;
    int iterations = run->forces ? 1 : s->solver->iterations;
    for (int i = 0; i < iterations; ++i) {
        if (run->sweep_list != NULL) {
            run->sweep_list(s, b);
        } else {
            sweep(phase_count, run->project, s, b);
            if (!run->forces) {
                taut_stage_project_user(s, b);
            }
        }
    }
}

static bool damps_velocities(const taut_backend* run, const taut_body* b)
{
    bool any = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        any = any || (run->damp[kind] != NULL && b->blueprint->sets[kind].any_rate);
    }
    return any;
}

static void damp_velocities(const taut_backend* run, taut_step* s, taut_body* b)
{
    if (damps_velocities(run, b)) {
        sweep(b->blueprint->schedule.once_count, run->damp, s, b);
    }
}

static void substep(const taut_backend* run, taut_step* s, taut_body* b)
{
    run->move_kinematics(s, b);      // pins follow their targets
    run->predict(s, b);              // v += h a;  x += h v
    run->clear_multipliers(s, b);    // lambda = 0
    project_constraints(run, s, b);  // dl = -(C + alpha lambda) / (sum w |grad C|^2 + alpha)
    run->correct_velocities(s, b);   // v += (x - x predicted) / h;  drag
    damp_velocities(run, s, b);      // dC/dt falls by the rate of each constraint
}

static taut_result check_step(taut_world* world, float dt, int substep_count)
{
    if (!(dt > 0.0f && dt <= 1.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "dt is %g; it must lie in (0, 1] s",
                               (double)dt);
    }
    if (substep_count < 1 || substep_count > 10000) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "substep_count is %d; it must lie in 1..10000", substep_count);
    }
    return TAUT_OK;
}

taut_result taut_world_step(taut_world* world, float dt, int substep_count,
                            taut_step_report* report)
{
    taut_step_report unread;
    report = report != NULL ? report : &unread;
    *report = (taut_step_report){0};
    if (world == NULL || check_step(world, dt, substep_count) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }

    taut_step s;
    taut_frame_open(world, dt, substep_count, &s);
    for (s.substep = 0; s.substep < substep_count; ++s.substep) {
        for (int i = 0; i < s.body_count; ++i) {
            substep(s.bodies[i]->run, &s, s.bodies[i]);
        }
    }
    taut_frame_close(world, &s, report);
    return TAUT_OK;
}
