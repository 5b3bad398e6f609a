// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include <math.h>
#include <string.h>

#include "world.h"

const char* taut_solver_name(taut_solver_kind kind)
{
    static const char* const names[TAUT_SOLVER_KIND_COUNT] = {
        "xpbd", "verlet", "legacy", "springs-explicit", "springs-symplectic"};
    bool known = (int)kind >= 0 && kind < TAUT_SOLVER_KIND_COUNT;
    return known ? names[kind] : NULL;
}

taut_solver_def taut_solver_def_default(taut_solver_kind kind)
{
    bool many = kind == TAUT_SOLVER_VERLET || kind == TAUT_SOLVER_LEGACY;
    return (taut_solver_def){
        .stamp = TAUT_STAMP(taut_solver_def),
        .kind = kind,
        .iterations = many ? 15 : 1,
        .direct = kind == TAUT_SOLVER_XPBD,
        .keep = 0.99f,
        .spring_stiffness = 1e4f,
    };
}

taut_result taut_solver_check(const taut_solver_def* def, taut_error* error)
{
    if (def->stamp != TAUT_STAMP(taut_solver_def)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_solver_def.stamp is wrong: start from "
                              "taut_solver_def_default()");
    }
    if (taut_solver_name(def->kind) == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_solver_def.kind is %d; it is no taut_solver_kind",
                              (int)def->kind);
    }
    if (def->iterations < 1 || def->iterations > 10000) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_solver_def.iterations is %d; it must lie in 1..10000",
                              def->iterations);
    }
    if (!(def->keep >= 0.0f && def->keep <= 1.0f)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_solver_def.keep is %g; it must lie in 0..1", (double)def->keep);
    }
    if (!(def->spring_stiffness > 0.0f) || !isfinite(def->spring_stiffness)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_solver_def.spring_stiffness is %g; it must be > 0 and finite",
                              (double)def->spring_stiffness);
    }
    bool ordered = def->bounds_min.x <= def->bounds_max.x &&
                   def->bounds_min.y <= def->bounds_max.y && def->bounds_min.z <= def->bounds_max.z;
    bool finite = taut_vec3_finite(def->bounds_min) && taut_vec3_finite(def->bounds_max);
    if (def->bounded && (!ordered || !finite)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_solver_def.bounds_min exceeds bounds_max or is not finite");
    }
    return TAUT_OK;
}

bool taut_solver_preset_get(int i, taut_solver_preset* preset)
{
    static const struct {
        const char* name;
        const char* about;
        taut_solver_kind kind;
        int iterations, substeps;
    } table[] = {
        {"small-steps-20", "one sweep in each of 20 substeps: the default", TAUT_SOLVER_XPBD, 1,
         20},
        {"small-steps-30", "the same, stiffer and truer", TAUT_SOLVER_XPBD, 1, 30},
        {"xpbd-iterations-50", "one step of 50 sweeps, as in the paper of 2016", TAUT_SOLVER_XPBD,
         50, 1},
        {"jakobsen", "a single Verlet sweep: cloth that need not be stiff", TAUT_SOLVER_VERLET, 1,
         1},
        {"rope-4", "3 to 5 Verlet sweeps: ropes that convince", TAUT_SOLVER_VERLET, 4, 1},
        {"cloth-15", "10 to 30 Verlet sweeps: the usual cloth", TAUT_SOLVER_VERLET, 15, 1},
        {"cloth-30", "the stiff end of that range", TAUT_SOLVER_VERLET, 30, 1},
        {"verlet-4x4", "four substeps of 4 ms, four sweeps in each", TAUT_SOLVER_VERLET, 4, 4},
        {"legacy-15", "tutorial code as it stands: half corrections, units of frames",
         TAUT_SOLVER_LEGACY, 15, 1},
    };
    if (i < 0 || i >= (int)(sizeof table / sizeof *table) || preset == NULL) {
        return false;
    }
    taut_solver_def solver = taut_solver_def_default(table[i].kind);
    solver.iterations = table[i].iterations;
    *preset = (taut_solver_preset){table[i].name, table[i].about, solver, table[i].substeps};
    return true;
}
