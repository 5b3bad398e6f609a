// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Figures of a run for src/engine/play.ts: sizes, times, worlds, events.

#include <string.h>

#include "exports.h"
#include "taut/taut_debug.h"

#define out taut_web_numbers

// Figures of the last frame.
EXPORT(play_stats) void taut_web_stats(void);
void taut_web_stats(void)
{
    const taut_scene_run* run = taut_play_run();
    double particles = 0.0, constraints = 0.0, projections = 0.0, bodies = 0.0;
    for (int i = 0; i < run->world_count; ++i) {
        const taut_scene_world* w = &run->worlds[i];
        for (int k = 0; k < taut_world_body_count(w->world); ++k) {
            taut_body_id body = taut_world_body(w->world, k);
            taut_blueprint_stats b = taut_blueprint_get_stats(taut_body_blueprint(w->world, body));
            bodies += 1.0;
            particles += taut_body_positions(w->world, body).count;
            constraints += b.constraints + b.tethers;
            projections +=
                (double)b.projections * w->steps_per_frame * w->substeps * w->solver.iterations;
        }
    }
    const taut_scene_stats* s = &run->stats;
    const double figures[] = {particles,
                              bodies,
                              constraints,
                              projections,
                              s->energy,
                              (double)s->frame_max_stretch,
                              (double)s->frame_mean_stretch,
                              (double)s->worst_stretch,
                              (double)s->frame_residual,
                              (double)s->frame_excess,
                              s->frame_needed,
                              1000.0 * s->step_seconds,
                              s->trouble};
    memcpy(out, figures, sizeof figures);
}

// Seconds of each stage in all steps so far, of all worlds; gives how many stages there are.
EXPORT(play_stages) int taut_web_stages(void);
int taut_web_stages(void)
{
    const taut_scene_run* run = taut_play_run();
    memset(out, 0, TAUT_STAGE_COUNT * sizeof out[0]);
    for (int i = 0; i < run->world_count; ++i) {
        taut_stage_times times = taut_world_stage_times(run->worlds[i].world);
        for (int k = 0; k < TAUT_STAGE_COUNT; ++k) {
            out[k] += times.seconds[k];
        }
    }
    return TAUT_STAGE_COUNT;
}

EXPORT(play_stage_name) void taut_web_stage_name(int i);
void taut_web_stage_name(int i)
{
    taut_web_say(taut_stage_name((taut_stage)i));
}

// A world: its label in the text.
EXPORT(play_world) int taut_web_world(int i);
int taut_web_world(int i)
{
    const taut_scene_run* run = taut_play_run();
    if (i < 0 || i >= run->world_count) {
        return taut_web_fail("there is no world %d", i);
    }
    const taut_scene_world* w = &run->worlds[i];
    double stretch = 0.0, energy = 0.0;
    for (int k = 0; k < taut_world_body_count(w->world) && !w->diverged; ++k) {
        taut_measure m = {0};
        (void)taut_body_measure(w->world, taut_world_body(w->world, k), &m);
        stretch = (double)m.max_stretch > stretch ? (double)m.max_stretch : stretch;
        energy += m.kinetic_energy + m.gravity_energy + m.elastic_energy;
    }
    taut_web_say(w->label);
    const double figures[] = {w->diverged,
                              stretch,
                              energy,
                              w->planar,
                              (double)w->solver.kind,
                              taut_world_body_count(w->world)};
    memcpy(out, figures, sizeof figures);
    return 1;
}

// Events of the last frame: how many; then one of them, its kind in the text.
EXPORT(play_event_count) int taut_web_event_count(int world);
int taut_web_event_count(int world)
{
    const taut_scene_run* run = taut_play_run();
    return world >= 0 && world < run->world_count ? taut_world_events(run->worlds[world].world).count
                                                 : 0;
}

static int index_of(const taut_world* world, taut_body_id body)
{
    for (int i = 0; i < taut_world_body_count(world); ++i) {
        if (taut_body_same(taut_world_body(world, i), body)) {
            return i;
        }
    }
    return -1;
}

EXPORT(play_event) int taut_web_event(int world, int i);
int taut_web_event(int world, int i)
{
    const taut_scene_run* run = taut_play_run();
    if (i < 0 || i >= taut_web_event_count(world)) {
        return taut_web_fail("there is no event %d", i);
    }
    const taut_event* e = &taut_world_events(run->worlds[world].world).data[i];
    taut_web_say(taut_event_name(e->kind));
    const double figures[] = {index_of(run->worlds[world].world, e->body),
                              e->constraint,
                              e->particle,
                              (double)e->place.x,
                              (double)e->place.y,
                              (double)e->place.z,
                              (double)e->force};
    memcpy(out, figures, sizeof figures);
    return 1;
}
