// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Worlds for `taut bench stiffness`, and what a run of frames comes to.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_case.h"
#include "bench_stiffness.h"
#include "progress.h"

#define PARTICLE_MASS 0.0005f

// Making ------------------------------------------------------------------------------------------

static void note(taut_stiff* s, const char* sentence)
{
    if (s->trouble[0] == '\0') {
        snprintf(s->trouble, sizeof s->trouble, "%s", sentence);
    }
}

taut_world_def taut_stiff_world_def(const taut_stiff* s, taut_stiff_way way)
{
    taut_world_def def = taut_world_def_default();
    def.backend = s->backend;
    def.solver.direct = way.direct;
    def.substeps = way.substeps;
    return def;
}

// The energy that could become motion, were the body let hang from its first particle.
static double room_of(const taut_world* world, taut_body_id body)
{
    taut_vec3_view at = taut_body_positions(world, body);
    taut_vec3 pin = taut_vec3_at(at, 0);
    double sum = 0.0;
    for (int i = 1; i < at.count; ++i) {
        taut_vec3 p = taut_vec3_at(at, i);
        double d[3] = {(double)p.x - (double)pin.x, (double)p.y - (double)pin.y,
                       (double)p.z - (double)pin.z};
        double reach = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        sum += TAUT_STIFF_GRAVITY * (double)taut_body_mass(world, body, i) * reach;
    }
    return sum;
}

static double energy_of(taut_world* world, taut_body_id body)
{
    taut_measure m = {0};
    taut_body_measure(world, body, &m);
    return m.kinetic_energy + m.gravity_energy + m.elastic_energy;
}

static bool make_bodies(taut_stiff* s, taut_stiff_rig* rig, const taut_blueprint* blueprint,
                        const taut_world_def* def, const taut_body_def* body, int copies)
{
    taut_error error = {0};
    if (taut_world_create(def, &rig->world, &error) != TAUT_OK) {
        note(s, error.text);
        return false;
    }
    taut_body_def filled = *body;
    filled.blueprint = blueprint;
    for (int i = 0; i < copies; ++i) {
        taut_body_id id;
        if (taut_body_create(rig->world, &filled, &id) != TAUT_OK) {
            note(s, taut_world_last_error(rig->world));
            return false;
        }
        rig->body = i == 0 ? id : rig->body;
    }
    return true;
}

taut_stiff_rig taut_stiff_open(taut_stiff* s, taut_builder* builder, bool ok,
                               const taut_world_def* def, const taut_body_def* body, int copies)
{
    taut_stiff_rig rig = {.substeps = def->substeps};
    taut_blueprint* blueprint = NULL;
    if (!builder) {
        note(s, "memory is short");
    } else if (!ok || taut_builder_bake(builder, &blueprint) != TAUT_OK) {
        note(s, taut_builder_last_error(builder));
    }
    taut_builder_destroy(builder);
    if (blueprint && !make_bodies(s, &rig, blueprint, def, body, copies)) {
        taut_stiff_close(&rig);
    }
    taut_blueprint_release(blueprint);
    if (rig.world) {
        rig.energy = energy_of(rig.world, rig.body);
        rig.room = room_of(rig.world, rig.body);
    }
    return rig;
}

void taut_stiff_close(taut_stiff_rig* rig)
{
    taut_world_destroy(rig->world);
    *rig = (taut_stiff_rig){0};
}

static bool fill_rope(taut_builder* builder, const taut_stiff_rope* rope)
{
    bool ok = builder != NULL;
    for (int i = 0; i <= rope->links && ok; ++i) {
        double away = (double)rope->link * i;
        taut_vec3 at = {(float)((double)rope->start.x + away * (double)rope->along.x),
                        (float)((double)rope->start.y + away * (double)rope->along.y),
                        (float)((double)rope->start.z + away * (double)rope->along.z)};
        double mass = (double)PARTICLE_MASS * (i == rope->links ? rope->ratio : 1.0);
        ok = taut_builder_add_particle(builder, at, (float)mass, NULL) == TAUT_OK;
        if (i > 0 && ok) {
            taut_constraint_def link = taut_link(i - 1, i);
            link.rest_from_shape = false;
            link.rest = rope->link;
            ok = taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK;
        }
    }
    return ok && taut_builder_pin(builder, 0) == TAUT_OK &&
           (!rope->pin_end || taut_builder_pin(builder, rope->links) == TAUT_OK);
}

taut_stiff_rig taut_stiff_open_rope(taut_stiff* s, const taut_stiff_rope* rope, taut_stiff_way way,
                                    int copies)
{
    taut_builder* builder = NULL;
    taut_builder_create(NULL, &builder, NULL);
    taut_world_def def = taut_stiff_world_def(s, way);
    taut_body_def body = taut_body_def_default();
    return taut_stiff_open(s, builder, fill_rope(builder, rope), &def, &body, copies);
}

static bool fill_cloth(taut_builder* builder, int size, taut_vec3 down, bool pin_row, bool tethers)
{
    taut_cloth_def cloth = taut_bench_cloth(size);
    cloth.v = down;
    cloth.tethers.enabled = tethers;
    bool ok = builder && taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int i = 0; i < size && ok; i += pin_row ? 1 : size - 1) {
        ok = taut_builder_pin(builder, i) == TAUT_OK;
    }
    return ok;
}

taut_stiff_rig taut_stiff_open_cloth(taut_stiff* s, int size, taut_vec3 down, bool pin_row,
                                     taut_stiff_way way)
{
    taut_builder* builder = NULL;
    taut_builder_create(NULL, &builder, NULL);
    taut_world_def def = taut_stiff_world_def(s, way);
    taut_body_def body = taut_body_def_default();
    bool ok = fill_cloth(builder, size, down, pin_row, way.tethers);
    return taut_stiff_open(s, builder, ok, &def, &body, 1);
}

// Running -----------------------------------------------------------------------------------------

double taut_stiff_step(taut_stiff_rig* rig)
{
    taut_step_report report = {0};
    double start = taut_clock();
    taut_result result = taut_world_step(rig->world, TAUT_STIFF_DT, rig->substeps, &report);
    double ms = 1e3 * (taut_clock() - start);
    rig->trouble |= report.trouble | (result != TAUT_OK ? TAUT_STEP_NOT_FINITE : 0u);
    return ms;
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a;
    double y = *(const double*)b;
    return (x > y) - (x < y);
}

double taut_stiff_median(double* values, int count)
{
    if (count == 0) {
        return (double)NAN;
    }
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void gather(const taut_stiff_rig* rig, taut_stiff_figures* f, int frame, int frames)
{
    taut_measure m = {0};
    if (taut_body_measure(rig->world, rig->body, &m) != TAUT_OK) {
        return;
    }
    double energy = m.kinetic_energy + m.gravity_energy + m.elastic_energy;
    double stretch = (double)m.max_stretch;
    f->worst = larger(stretch, f->worst);
    f->last_third = larger(3 * frame >= 2 * frames ? stretch : 0.0, f->last_third);
    f->mean += (double)m.mean_stretch / frames;
    f->gain = larger((energy - rig->energy) / rig->room, f->gain);
    f->speed = larger((double)m.max_speed, f->speed);
}

// A body that had to be stopped or slowed down has no figures that could be judged.
static void spoil(taut_stiff_figures* f)
{
    f->worst = f->last_third = f->mean = f->gain = f->speed = (double)INFINITY;
}

void taut_stiff_side_by_side(taut_stiff_rig* rigs, taut_stiff_figures* figures, int count,
                             int frames)
{
    double* ms = calloc((size_t)count * (size_t)frames, sizeof *ms);
    memset(figures, 0, (size_t)count * sizeof *figures);
    for (int frame = 0; frame < frames && ms; ++frame) {
        for (int i = 0; i < count; ++i) {
            if (rigs[i].world) {
                ms[(size_t)i * (size_t)frames + (size_t)frame] = taut_stiff_step(&rigs[i]);
                gather(&rigs[i], &figures[i], frame, frames);
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        figures[i].ms =
            ms ? taut_stiff_median(ms + (size_t)i * (size_t)frames, frames) : (double)NAN;
        uint32_t bad = TAUT_STEP_NOT_FINITE | TAUT_STEP_SPEED_CLAMPED;
        if (!ms || !rigs[i].world || (rigs[i].trouble & bad) != 0) {
            spoil(&figures[i]);
        }
    }
    free(ms);
}

taut_stiff_figures taut_stiff_frames(taut_stiff_rig* rig, int frames)
{
    taut_stiff_figures figures;
    taut_stiff_side_by_side(rig, &figures, 1, frames);
    return figures;
}
