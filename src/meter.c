// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The estimate of how many substeps it takes. What one sweep per substep leaves undone is w h^2 f
// (algorithm.md, (17)): under a load that stays as it is, the excess falls as the square of the
// number of substeps. Where the load itself comes from the excess, it falls more slowly: a string
// slung between two posts sags by the root of its stretch and pulls by the inverse of its sag,
// which leaves the power 4/3; a fall that is caught by a body that stretches as a spring of
// stiffness m / h^2 would leave 1. The powers below are measured, see decision 0019.

#include "meter.h"

#include <math.h>

#define REST_TREE 2.0f  // links on no ring: each carries what hangs on it, whatever it stretches
#define REST_MESH 1.8f
#define LESS_IN_MOTION 0.25f

// Soft meshes that are stiff enough already: below the floor of (17) a sweep comes close to the
// solution, and the excess falls by more than the square. To look up from there would promise that
// far fewer substeps do.
#define FINE_MESH 3.0f

// Between these unrests a body goes from rest to motion. A rope that swings has 0.4 to 0.8, a body
// that is caught in its fall 2 and more.
#define UNREST_LOW 0.8f
#define UNREST_HIGH 1.6f

float taut_meter_exponent(const taut_measure* measure, int particle_count, bool soft)
{
    bool tree = measure->structural_links < particle_count;
    if (!tree && soft && measure->excess < TAUT_METER_TARGET) {
        return FINE_MESH;
    }
    float rest = tree ? REST_TREE : REST_MESH;
    float motion = (measure->unrest - UNREST_LOW) / (UNREST_HIGH - UNREST_LOW);
    motion = motion < 0.0f ? 0.0f : motion > 1.0f ? 1.0f : motion;
    return rest - LESS_IN_MOTION * motion;
}

int taut_meter_substeps(const taut_measure* measure, float target)
{
    if (measure->substeps <= 0) {
        return 0;
    }
    double ratio = (double)measure->excess / (double)target;
    if (!(ratio > 1e-12)) {
        return 1;
    }
    // taut_exp() takes no argument above 0.
    double power = taut_log(ratio < 1e12 ? ratio : 1e12) / (double)measure->exponent;
    double factor = power > 0.0 ? 1.0 / taut_exp(-power) : taut_exp(power);
    double needed = ceil((double)measure->substeps * factor - 1e-6);
    return needed < 1.0 ? 1 : needed < 10000.0 ? (int)needed : 10000;
}

int taut_measure_substeps(const taut_measure* measure, float target)
{
    bool asked = measure != NULL && target > 0.0f && isfinite(target);
    return asked && measure->substeps_needed > 0 && measure->exponent > 0.0f
               ? taut_meter_substeps(measure, target)
               : 0;
}

static bool is_worse(const taut_step_report* a, const taut_step_report* b)
{
    return b->worst_body.index1 == 0 || a->excess > b->excess ||
           (a->excess == b->excess && a->residual > b->residual);
}

void taut_meter_join(taut_step_report* total, const taut_step_report* one)
{
    if (one->worst_body.index1 != 0 && is_worse(one, total)) {
        total->worst_body = one->worst_body;
        total->excess = one->excess;
        total->residual = one->residual;
    }
    total->substeps_needed = one->substeps_needed > total->substeps_needed ? one->substeps_needed
                                                                           : total->substeps_needed;
}

int taut_meter_read(taut_world* world, float target, taut_step_report* report)
{
    int most = 0;
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (!taut_world_steps_body(world, b)) {
            continue;
        }
        taut_measure m;
        taut_measure_stiffness(world, b, &m);
        taut_step_report one = {.worst_body = taut_world_id(world, i),
                                .excess = m.excess,
                                .residual = m.residual,
                                .substeps_needed = m.substeps_needed};
        taut_meter_join(report, &one);
        int needed = taut_measure_substeps(&m, target);
        most = needed > most ? needed : most;
    }
    return most;
}
