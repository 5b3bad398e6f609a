// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The host's clock: whole steps out of elapsed time, the rest kept, what does not fit dropped.

#include <math.h>

#include "budget.h"
#include "meter.h"
#include "record.h"

static void add_report(taut_step_report* total, const taut_step_report* one)
{
    total->trouble |= one->trouble;
    total->steps += one->steps;
    total->substeps += one->substeps;
    total->clamped_count += one->clamped_count;
    total->pair_count = one->pair_count;
    total->first_frozen = total->frozen_count == 0 ? one->first_frozen : total->first_frozen;
    total->frozen_count += one->frozen_count;
    total->contact_count = one->contact_count;
    total->contacts_dropped += one->contacts_dropped;
    taut_meter_join(total, one);
}

taut_result taut_world_advance(taut_world* world, double elapsed, taut_step_report* report)
{
    taut_step_report unread;
    report = report != NULL ? report : &unread;
    *report = (taut_step_report){0};
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (!isfinite(elapsed) || elapsed < 0.0) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "elapsed is %g; it must be finite and >= 0", elapsed);
    }
    // Up to a millionth of a step short counts as whole, and is forgiven, so that frames of 1/60 s
    // are a step each although 1/60 rounds; time may run ahead by that millionth.
    double dt = (double)world->def.step_dt;
    double clock = (world->accumulator + elapsed) / dt;
    double due = floor(clock + 1e-6);
    double taken = due < world->def.most_steps ? due : world->def.most_steps;
    world->taken_count = 0;
    taut_events_clear(&world->events);
    for (int i = 0; i < (int)taken; ++i) {
        taut_step_report one;
        world->steps_to_come = (int)taken - 1 - i;
        int substeps = taut_budget_chooses(world) ? TAUT_SUBSTEPS_CHOSEN : world->def.substeps;
        (void)taut_budget_step(world, world->def.step_dt, substeps, &one);
        add_report(report, &one);
    }
    if (due > taken) {
        report->trouble |= TAUT_STEP_TIME_DROPPED;
        report->dropped_seconds = isfinite(due) ? (due - taken) * dt : elapsed;
    }
    double rest = clock - due;
    rest = rest > 0.0 && rest < 1.0 ? rest : 0.0;
    world->accumulator = rest * dt;
    report->blend = (float)rest;
    return taut_call_done(world, NULL,
                          &(taut_call){.op = TAUT_CALL_CLOCK, .d = world->accumulator});
}
