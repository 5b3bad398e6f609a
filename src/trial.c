// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How many substeps it takes, by trying: steps ahead at one number after another, each time from
// the same state, which is put back in the end.

#include <math.h>

#include "meter.h"
#include "platform/float_env.h"
#include "snapshot.h"

// The search ends when the fewest that keep the target are within this of the most that do not.
#define CLOSE 1.1

#define MOST_TRIALS 16

// What a search knows: the excess at the most substeps that were too few, and at the fewest that
// were enough. 0 substeps where there are none yet.
typedef struct search {
    float target;
    int most;
    int few, enough;
    float few_excess, enough_excess;
} search;

// The largest excess within so many steps; infinite where something blew up.
static float try_steps(taut_world* world, int steps, int substeps)
{
    taut_step_report report = {0};
    uint32_t trouble = 0;
    for (int i = 0; i < steps; ++i) {
        taut_step_report one;
        (void)taut_world_take_step(world, world->def.step_dt, substeps, &one);
        trouble |= one.trouble;
        (void)taut_meter_read(world, 0.0f, &report);
    }
    return (trouble & TAUT_STEP_NOT_FINITE) != 0 ? INFINITY : report.excess;
}

// n (a / b)^(1 / power), kept between n / 4 and 4 n.
static double scaled(int n, float a, float b, double power)
{
    double ratio = (double)a / (double)b;
    ratio = ratio > 1e-9 ? ratio < 1e9 ? ratio : 1e9 : 1e-9;
    double exponent = taut_log(ratio) / power;
    double factor = exponent > 0.0 ? 1.0 / taut_exp(-exponent) : taut_exp(exponent);
    return n * (factor > 4.0 ? 4.0 : factor < 0.25 ? 0.25 : factor);
}

// Where to look next: between the two by the power that they show, beyond the one by a likely
// power.
static int next_trial(const search* s)
{
    double n = 0.0;
    if (s->few > 0 && s->enough > 0) {
        double gap = taut_log((double)s->enough / s->few);
        float enough = s->enough_excess > 1e-6f ? s->enough_excess : 1e-6f;
        double fall =
            isfinite(s->few_excess) ? taut_log((double)s->few_excess / (double)enough) : 0.0;
        double power = fall > 0.0 ? fall / gap : 1.0;
        n = isfinite(s->few_excess) ? scaled(s->few, s->few_excess, s->target, power)
                                    : sqrt((double)s->few * s->enough);
        double low = s->few * 1.04, high = s->enough / 1.04;
        n = n < low ? low : n > high ? high : n;
    } else if (s->few > 0) {
        n = scaled(s->few, s->few_excess, s->target, 1.5);
        n = n < 1.2 * s->few ? 1.2 * s->few : n;
    } else {
        n = scaled(s->enough, s->enough_excess, s->target, 2.0);
        n = n > s->enough / 1.2 ? s->enough / 1.2 : n;
    }
    int next = (int)(n + 0.5);
    next = next <= s->few ? s->few + 1 : next;
    next = s->enough > 0 && next >= s->enough ? s->enough - 1 : next;
    return next < 1 ? 1 : next < s->most ? next : s->most;
}

static bool is_done(const search* s)
{
    if (s->enough == 0) {
        return s->few >= s->most;
    }
    return s->enough - 1 <= s->few || (s->few > 0 && s->enough <= CLOSE * s->few);
}

static void note(search* s, int n, float excess)
{
    if (excess <= s->target) {
        s->enough = n;
        s->enough_excess = excess;
    } else {
        s->few = n;
        s->few_excess = excess;
    }
}

static taut_result check(taut_world* world, int steps, float target, int most,
                         const taut_substeps_found* found)
{
    if (steps < 1 || steps > 100000) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "steps is %d; it must lie in 1..100000",
                               steps);
    }
    if (!(target > 0.0f && target <= 10.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "target is %g; it must lie above 0 and up to 10 (0.01 is 1 %%)",
                               (double)target);
    }
    if (most < 1 || most > 10000) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "most_substeps is %d; it must lie in 1..10000", most);
    }
    taut_solver_kind kind = world->def.solver.kind;
    if (kind != TAUT_SOLVER_XPBD && kind != TAUT_SOLVER_VERLET) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "a %s world promises no stiffness at any number of substeps",
                               taut_solver_name(kind));
    }
    return found != NULL ? TAUT_OK
                         : taut_world_fail(world, TAUT_ERROR_INVALID,
                                           "found is NULL: nowhere to put the answer");
}

taut_result taut_world_find_substeps(taut_world* world, int steps, float target, int most_substeps,
                                     taut_substeps_found* found)
{
    if (world == NULL || check(world, steps, target, most_substeps, found) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_snapshot* kept = taut_snapshot_make(world);
    if (kept == NULL) {
        return taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY,
                               "no memory for a copy of the %d bodies", world->body_count);
    }
    taut_float_env before = taut_float_env_pin();
    world->trying = true;  // nothing breaks
    search s = {.target = target, .most = most_substeps};
    int n = world->def.substeps < most_substeps ? world->def.substeps : most_substeps;
    int trials = 0;
    do {
        note(&s, n, try_steps(world, steps, n));
        (void)taut_snapshot_put_back(world, kept);  // nothing has gone: no memory is needed
        trials += 1;
        n = is_done(&s) ? 0 : next_trial(&s);
    } while (n > 0 && trials < MOST_TRIALS);
    world->trying = false;
    taut_float_env_restore(before);
    taut_snapshot_release(kept);
    bool enough = s.enough > 0;
    *found = (taut_substeps_found){.substeps = enough ? s.enough : s.few,
                                   .enough = enough,
                                   .excess = enough ? s.enough_excess : s.few_excess,
                                   .trials = trials};
    return TAUT_OK;
}
