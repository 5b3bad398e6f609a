// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Chooses substeps by time, by stretch, or from a list. A change of the substep between steps is
// harmless: velocities are kept in m/s, multipliers begin at 0 in every substep, Verlet corrects
// for it (algorithm.md, (13)). Still a stiffer step lets go what a softer one had stretched, so
// choices change gently.

#include "budget.h"

#include <math.h>

#include "meter.h"
#include "platform/clock.h"
#include "platform/float_env.h"
#include "record.h"

// Time: substeps are added once this part more of them would fit, and taken off when they do not.
#define ROOM_TO_RISE 1.15

// Target: what the meter asks for is raised by this, since it is right within a factor only; and
// fewer are taken once this part of them would do.
#define MARGIN 1.2
#define ROOM_TO_FALL 0.8

// The wish of the hardest of the last steps is forgotten by this part per step: by half in half a
// second, or a swing would be met unprepared each time.
#define FORGET 0.02

taut_budget_def taut_budget_default(void)
{
    return (taut_budget_def){.min_substeps = 4, .max_substeps = 120};
}

static bool is_at_work(const taut_budget_def* b)
{
    return b->microseconds > 0.0f || b->target > 0.0f;
}

static taut_result check_limits(const taut_budget_def* b, taut_error* error)
{
    if (!(b->microseconds >= 0.0f && b->microseconds <= 1e9f)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.budget.microseconds is %g; it must lie in 0..1e9",
                              (double)b->microseconds);
    }
    if (!(b->target >= 0.0f && b->target <= 10.0f)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.budget.target is %g; it must lie in 0..10 (0.01 is "
                              "1 %%)",
                              (double)b->target);
    }
    if (b->min_substeps < 1 || b->max_substeps > 10000 || b->min_substeps > b->max_substeps) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.budget has min_substeps %d and max_substeps %d; they "
                              "must lie in 1..10000, in this order",
                              b->min_substeps, b->max_substeps);
    }
    return TAUT_OK;
}

taut_result taut_budget_check(const taut_world_def* def, taut_error* error)
{
    const taut_budget_def* b = &def->budget;
    taut_result result = check_limits(b, error);
    if (result != TAUT_OK || !is_at_work(b)) {
        return result;
    }
    taut_solver_kind kind = def->solver.kind;
    if (kind == TAUT_SOLVER_LEGACY) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.budget: a LEGACY world counts time in substeps, so "
                              "their number must stay as it is");
    }
    if (b->target > 0.0f && kind != TAUT_SOLVER_XPBD && kind != TAUT_SOLVER_VERLET) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.budget.target is %g; %s stretches as its springs do, "
                              "at any number of substeps",
                              (double)b->target, taut_solver_name(kind));
    }
    if (b->microseconds > 0.0f && b->clock == NULL && !taut_system_clock_supported()) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.budget.microseconds is %g, but this build knows no "
                              "clock: give it one in budget.clock",
                              (double)b->microseconds);
    }
    return TAUT_OK;
}

bool taut_budget_chooses(const taut_world* world)
{
    return is_at_work(&world->def.budget) || world->chooser.replay_left > 0;
}

// Choosing ----------------------------------------------------------------------------------------

static int clamp(double wanted, int low, int high)
{
    return wanted > low ? wanted < high ? (int)wanted : high : low;
}

// What a substep cost in the middle one of the last steps: a hiccup of the system is no reason to
// be soft. 0 while nothing is known.
static double typical_cost(const taut_chooser* c)
{
    double sorted[TAUT_CHOOSER_COSTS];
    int count = c->cost_count < TAUT_CHOOSER_COSTS ? c->cost_count : TAUT_CHOOSER_COSTS;
    for (int i = 0; i < count; ++i) {
        int at = i;
        for (; at > 0 && sorted[at - 1] > c->costs[i]; --at) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = c->costs[i];
    }
    return count > 0 ? sorted[count / 2] : 0.0;
}

// Substeps that fit into the time.
static double time_allows(const taut_world* world)
{
    const taut_budget_def* b = &world->def.budget;
    double cost = typical_cost(&world->chooser);
    return b->microseconds > 0.0f && cost > 0.0 ? 1e-6 * (double)b->microseconds / cost : 1e9;
}

// Where the number of substeps should go from n, by the target and by time.
static double wanted_from(const taut_world* world, int n)
{
    double allowed = time_allows(world);
    double wish = world->chooser.wish;
    if (world->def.budget.target <= 0.0f) {
        bool stays = allowed >= n && allowed < ROOM_TO_RISE * n;
        return stays || allowed >= 1e9 ? n : allowed;
    }
    bool stays = wish <= n && wish > ROOM_TO_FALL * n;
    double wanted = stays ? n : wish;
    return wanted < allowed ? wanted : allowed;
}

static int choose(taut_world* world)
{
    taut_chooser* c = &world->chooser;
    const taut_budget_def* b = &world->def.budget;
    if (c->replay_left > 0) {
        c->replay_left -= 1;
        c->substeps = *c->replay++;
        return c->substeps;
    }
    int n = c->substeps;
    if (n == 0) {
        n = world->def.substeps;
        c->wish = n;
    } else {
        int rise = n / 2 > 2 ? n / 2 : 2;
        int fall = n / 4 > 1 ? n / 4 : 1;
        n = clamp(wanted_from(world, n), n - fall, n + rise);
    }
    c->substeps = clamp(n, b->min_substeps, b->max_substeps);
    return c->substeps;
}

static void learn_cost(taut_chooser* c, double seconds, int substeps)
{
    if (seconds > 0.0) {  // a clock that stands still, falls or is no number tells nothing
        c->costs[c->cost_count % TAUT_CHOOSER_COSTS] = seconds / substeps;
        c->cost_count += c->cost_count < 2 * TAUT_CHOOSER_COSTS ? 1 : 1 - TAUT_CHOOSER_COSTS;
    }
}

static void learn_wish(taut_chooser* c, int needed)
{
    double wish = MARGIN * needed;
    double kept = c->wish - FORGET * (c->wish - wish);
    c->wish = wish > kept ? wish : kept;
}

// Stepping ----------------------------------------------------------------------------------------

static double read_clock(const taut_budget_def* b)
{
    return b->clock != NULL ? b->clock(b->clock_context) : taut_system_seconds();
}

static void note_taken(taut_world* world, int substeps)
{
    if (world->taken_count < world->def.most_steps) {
        world->taken[world->taken_count++] = substeps;
    }
}

taut_result taut_budget_step(taut_world* world, float dt, int substep_count,
                             taut_step_report* report)
{
    const taut_budget_def* b = &world->def.budget;
    bool chosen = substep_count == TAUT_SUBSTEPS_CHOSEN && dt > 0.0f && dt <= 1.0f &&
                  taut_budget_chooses(world);
    if (substep_count == TAUT_SUBSTEPS_CHOSEN && !taut_budget_chooses(world)) {
        if (report != NULL) {
            *report = (taut_step_report){0};
        }
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "substep_count is TAUT_SUBSTEPS_CHOSEN (0), and nobody chooses: "
                               "taut_world_def.budget is off and no replay is under way");
    }
    bool timed = chosen && b->microseconds > 0.0f && world->chooser.replay_left == 0;
    double start = timed ? read_clock(b) : 0.0;
    taut_profile* profile = taut_profile_open(&world->profile);
    taut_float_env before = taut_float_env_pin();
    int n = chosen ? choose(world) : substep_count;
    taut_result result = taut_world_take_step(world, dt, n, report);
    if (result == TAUT_OK) {
        taut_profile_mark(profile, TAUT_STAGE_REPORT);
        note_taken(world, n);
        if (world->def.meter || b->target > 0.0f) {
            int needed = taut_meter_read(world, b->target, report);
            if (b->target > 0.0f) {
                learn_wish(&world->chooser, needed);
            }
        }
    }
    taut_float_env_restore(before);
    if (result == TAUT_OK) {
        taut_record_step(world, dt, n, chosen, report);
    }
    taut_profile_close(profile, result == TAUT_OK);
    if (timed) {
        learn_cost(&world->chooser, read_clock(b) - start, n);
    }
    return result;
}

taut_result taut_world_step(taut_world* world, float dt, int substep_count,
                            taut_step_report* report)
{
    taut_step_report unread;
    report = report != NULL ? report : &unread;
    *report = (taut_step_report){0};
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    world->taken_count = 0;
    taut_events_clear(&world->events);
    return taut_budget_step(world, dt, substep_count, report);
}

taut_int_view taut_world_substeps_taken(const taut_world* world)
{
    return world != NULL ? (taut_int_view){world->taken, world->taken_count}
                         : (taut_int_view){NULL, 0};
}

taut_result taut_world_replay_substeps(taut_world* world, const int32_t* substeps, int count)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (count < 0 || (count > 0 && substeps == NULL)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "count is %d and substeps %s", count,
                               substeps != NULL ? "is given; count must be >= 0" : "is NULL");
    }
    if (count > 0 && world->def.solver.kind == TAUT_SOLVER_LEGACY) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "a LEGACY world counts time in substeps, so their number must stay "
                               "as it is");
    }
    for (int i = 0; i < count; ++i) {
        if (substeps[i] < 1 || substeps[i] > 10000) {
            return taut_world_fail(world, TAUT_ERROR_INVALID,
                                   "substeps[%d] is %d; it must lie in 1..10000", i,
                                   (int)substeps[i]);
        }
    }
    world->chooser.replay = substeps;
    world->chooser.replay_left = count;
    return TAUT_OK;
}
