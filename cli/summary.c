// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "summary.h"

#include <math.h>

static taut_summary empty_summary(void)
{
    taut_summary s = {.worst_achieved = NAN, .mean_achieved = NAN};
    return s;
}

// Joins the achieved stiffness of `count` bodies to what there is.
static void join_achieved(taut_summary* s, float worst, float mean, int count)
{
    if (!isfinite(worst) || !isfinite(mean) || count == 0) {
        return;
    }
    int n = s->achieved_bodies;
    s->worst_achieved = s->worst_achieved <= worst ? s->worst_achieved : worst;
    s->mean_achieved =
        n == 0 ? mean : (s->mean_achieved * (float)n + mean * (float)count) / (float)(n + count);
    s->achieved_bodies = n + count;
}

static void join_memory(taut_memory* sum, const taut_memory* m)
{
    sum->particles += m->particles;
    sum->constraints += m->constraints;
    sum->body_particle_bytes += m->body_particle_bytes;
    sum->body_constraint_bytes += m->body_constraint_bytes;
    sum->blueprint_particle_bytes += m->blueprint_particle_bytes;
    sum->blueprint_constraint_bytes += m->blueprint_constraint_bytes;
    sum->working_bytes += m->working_bytes;
    sum->other_bytes += m->other_bytes;
    sum->bytes += m->bytes;
    sum->device_bytes += m->device_bytes;
    sum->device_host_bytes += m->device_host_bytes;
}

static void add_body(taut_summary* s, taut_world* world, int index)
{
    taut_body_id body = taut_world_body(world, index);
    taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(world, body));
    s->particles += stats.particles;
    s->constraints += stats.constraints;
    s->tethers += stats.tethers;
    s->projections += stats.projections;
    taut_measure m = {0};
    if (taut_body_measure(world, body, &m) == TAUT_OK) {
        s->energy += m.kinetic_energy + m.gravity_energy + m.elastic_energy;
        s->max_stretch = fmaxf(s->max_stretch, m.max_stretch);
        join_achieved(s, m.worst_achieved, m.mean_achieved, 1);
    }
}

taut_summary taut_summary_of_world(const taut_scene_run* run, int world)
{
    const taut_scene_world* w = &run->worlds[world];
    taut_summary s = empty_summary();
    s.memory = taut_world_memory(w->world);
    int count = taut_world_body_count(w->world);
    for (int i = 0; i < count; ++i) {
        add_body(&s, w->world, i);
    }
    if (w->diverged || w->solver.kind != TAUT_SOLVER_XPBD) {
        s.worst_achieved = s.mean_achieved = NAN;
        s.achieved_bodies = 0;
    }
    if (w->diverged) {
        s.energy = (double)NAN;
        s.max_stretch = NAN;
    }
    s.projections *= (long long)w->steps_per_frame * w->substeps * w->solver.iterations;
    return s;
}

taut_summary taut_summary_of_run(const taut_scene_run* run)
{
    taut_summary sum = empty_summary();
    sum.max_stretch = NAN;
    sum.energy = (double)NAN;
    for (int i = 0; i < run->world_count; ++i) {
        taut_summary s = taut_summary_of_world(run, i);
        sum.particles += s.particles;
        sum.constraints += s.constraints;
        sum.tethers += s.tethers;
        join_memory(&sum.memory, &s.memory);
        sum.projections += s.projections;
        // Worlds of one scene show the same thing solved in different ways: a sum of their
        // energies says nothing.
        sum.energy = run->world_count == 1 ? s.energy : (double)NAN;
        sum.max_stretch = fmaxf(sum.max_stretch, s.max_stretch);  // a NaN gives way
        join_achieved(&sum, s.worst_achieved, s.mean_achieved, s.achieved_bodies);
    }
    return sum;
}
