// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "verify/verify.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const taut_verify_check checks[] = {
#define ENTRY(identifier, name, about) {name, about, taut_verify_##identifier},
    TAUT_VERIFY_LIST(ENTRY)
#undef ENTRY
};

#define CHECK_COUNT ((int)(sizeof checks / sizeof checks[0]))

const taut_verify_check* taut_verify_at(int i)
{
    return i >= 0 && i < CHECK_COUNT ? &checks[i] : NULL;
}

const taut_verify_check* taut_verify_find(const char* name)
{
    for (int i = 0; i < CHECK_COUNT; ++i) {
        if (strcmp(checks[i].name, name) == 0) {
            return &checks[i];
        }
    }
    return NULL;
}

void taut_verify_put(taut_verify* v, taut_verify_row row, const char* format, ...)
{
    if (v->count >= TAUT_VERIFY_MAX_ROWS) {
        return;
    }
    char label[48];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(label, sizeof label, format, arguments);
    va_end(arguments);
    snprintf(row.name, sizeof row.name, "%s/%s", v->check, label);
    row.error = fabs(row.measured - row.expected);
    if (row.relative) {
        row.error /= fabs(row.expected);
    }
    row.pass = row.error <= row.tolerance;
    v->rows[v->count++] = row;
}

void taut_verify_run(taut_verify* v, const taut_verify_check* check)
{
    v->check = check->name;
    v->trouble[0] = 0;
    int before = v->count;
    check->run(v);
    if (v->trouble[0] != 0 || v->count == before) {
        taut_verify_row row = {
            .about = "the world could not be made or stepped", .unit = "", .expected = 1.0};
        taut_verify_put(v, row, "world");
    }
}

// Rigs --------------------------------------------------------------------------------------------

static void rig_fail(taut_rig* rig, const char* sentence)
{
    if (!rig->failed) {
        snprintf(rig->v->trouble, sizeof rig->v->trouble, "%s", sentence);
    }
    rig->failed = true;
}

bool taut_rig_check(taut_rig* rig, taut_result result)
{
    if (result != TAUT_OK && !rig->failed) {
        rig_fail(rig, rig->builder != NULL ? taut_builder_last_error(rig->builder)
                                           : taut_world_last_error(rig->world));
    }
    return !rig->failed;
}

taut_rig taut_rig_open(taut_verify* v, const taut_world_def* def, int substeps)
{
    taut_rig rig = {.v = v, .dt = 1.0f / 60.0f, .substeps = substeps};
    taut_world_def own = def != NULL ? *def : taut_world_def_default();
    own.solver.direct = own.solver.direct && !v->no_direct;
    taut_error error = {0};
    if (taut_world_create(&own, &rig.world, &error) != TAUT_OK ||
        taut_builder_create(NULL, &rig.builder, &error) != TAUT_OK) {
        rig_fail(&rig, error.text);
    }
    return rig;
}

void taut_rig_close(taut_rig* rig)
{
    taut_builder_destroy(rig->builder);
    taut_world_destroy(rig->world);
    rig->builder = NULL;
    rig->world = NULL;
}

void taut_rig_bake(taut_rig* rig, taut_body_def def)
{
    taut_blueprint* blueprint = NULL;
    if (rig->failed || !taut_rig_check(rig, taut_builder_bake(rig->builder, &blueprint))) {
        return;
    }
    taut_builder_destroy(rig->builder);
    rig->builder = NULL;
    def.blueprint = blueprint;
    taut_rig_check(rig, taut_body_create(rig->world, &def, &rig->body));
    taut_blueprint_release(blueprint);
}

void taut_rig_step(taut_rig* rig)
{
    if (rig->failed) {
        return;
    }
    taut_step_report report = {0};
    taut_rig_check(rig, taut_world_step(rig->world, rig->dt, rig->substeps, &report));
    if (report.trouble != 0) {
        rig_fail(rig, "a step reported trouble: a clamped speed or a body that was frozen");
    }
}

void taut_rig_run(taut_rig* rig, double seconds)
{
    int frames = (int)(seconds / (double)rig->dt + 0.5);
    for (int i = 0; i < frames && !rig->failed; ++i) {
        taut_rig_step(rig);
    }
}

// Readings ----------------------------------------------------------------------------------------

static taut_vec3 vector_at(taut_vec3_view view, int i)
{
    taut_vec3 none = {NAN, NAN, NAN};
    return i >= 0 && i < view.count ? taut_vec3_at(view, i) : none;
}

taut_vec3 taut_rig_position(const taut_rig* rig, int particle)
{
    taut_vec3_view none = {0};
    return vector_at(rig->failed ? none : taut_body_positions(rig->world, rig->body), particle);
}

taut_vec3 taut_rig_velocity(const taut_rig* rig, int particle)
{
    taut_vec3_view none = {0};
    return vector_at(rig->failed ? none : taut_body_velocities(rig->world, rig->body), particle);
}

taut_vec3 taut_rig_reaction(taut_rig* rig, int particle)
{
    taut_reaction reaction = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
    if (!rig->failed) {
        taut_rig_check(rig, taut_body_reaction(rig->world, rig->body, particle, &reaction));
    }
    return reaction.force;
}

taut_constraint_state taut_rig_constraint(taut_rig* rig, int index)
{
    taut_constraint_state state = {.value = NAN, .force = NAN, .achieved = NAN};
    if (!rig->failed) {
        taut_rig_check(rig, taut_body_constraint(rig->world, rig->body, index, &state));
    }
    return state;
}

taut_measure taut_rig_measure(taut_rig* rig)
{
    taut_measure measure = {.worst_achieved = NAN, .mean_achieved = NAN};
    if (!rig->failed) {
        taut_rig_check(rig, taut_body_measure(rig->world, rig->body, &measure));
    }
    return measure;
}

double taut_rig_energy(taut_rig* rig)
{
    taut_measure m = taut_rig_measure(rig);
    return rig->failed ? (double)NAN : m.kinetic_energy + m.gravity_energy + m.elastic_energy;
}

double taut_fit_slope(const double* x, const double* y, int count)
{
    double mean_x = 0.0;
    double mean_y = 0.0;
    for (int i = 0; i < count; ++i) {
        mean_x += x[i] / count;
        mean_y += y[i] / count;
    }
    double along = 0.0;
    double square = 0.0;
    for (int i = 0; i < count; ++i) {
        along += (x[i] - mean_x) * (y[i] - mean_y);
        square += (x[i] - mean_x) * (x[i] - mean_x);
    }
    return along / square;
}
