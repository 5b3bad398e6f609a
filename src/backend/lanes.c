// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The backend: how data is walked, LANE_WIDTH constraints or particles at a time. Compiled once per
// set of instructions, with BACKEND its name. At width 1 it is the reference, one after another;
// the others must give its bits, and do, because constraints of a colour share no particle and
// every lane computes what a float would.

#include "backend/backend.h"
#include "backend/direct.h"
#include "constraint/list.h"

// clang-format off
#include "backend/integrate.inl"
#include "backend/lane_memory.inl"
#include "backend/lane_constraints.inl"
#include "constraint/chain.inl"
#include "backend/lane_lines.inl"
#include "backend/lane_particles.inl"
#include "backend/lane_air.inl"
#include "backend/lane_reads.inl"
// clang-format on

#define PROJECT_ENTRY(NAME, name, particles, moved, unit, about) project_##name,
#define FINE_ENTRY(NAME, name, particles, moved, unit, about) project_fine_##name,
#define DAMP_ENTRY(NAME, name, particles, moved, unit, about) damp_##name,
#define SPRING_ENTRY(NAME, name, particles, moved, unit, about) spring_##name,
#define EVALUATE_ENTRY(NAME, name, particles, moved, unit, about) evaluate_##name,

// What air does, and what is read between steps, is alike.
#define READING                                                                                    \
    .air = push_air, .evaluate = {TAUT_CONSTRAINT_LIST(EVALUATE_ENTRY)}, .normals = normals

#define CHAINS_NAME_(name) taut_chains_solve_##name
#define CHAINS_NAME(name) CHAINS_NAME_(name)

static const taut_backend xpbd_stages = {
    .predict = predict,
    .chains = CHAINS_NAME(BACKEND),
    .project = {TAUT_CONSTRAINT_LIST(PROJECT_ENTRY)},
    .lines = solve_lines,
    .correct_velocities = correct_velocities,
    .damp = {TAUT_CONSTRAINT_LIST(DAMP_ENTRY)},
    READING,
};

static const taut_backend xpbd_fine_stages = {
    .predict = predict,
    .chains = CHAINS_NAME(BACKEND),
    .project = {TAUT_CONSTRAINT_LIST(FINE_ENTRY)},
    .lines = solve_lines_fine,
    .correct_velocities = correct_velocities_fine,
    .damp = {TAUT_CONSTRAINT_LIST(DAMP_ENTRY)},
    READING,
};

static const taut_backend verlet_stages = {
    .predict = verlet_predict,
    .project = {TAUT_CONSTRAINT_LIST(PROJECT_ENTRY)},
    .verlet = true,
    .correct_velocities = verlet_correct,
    READING,
};

static const taut_backend legacy_stages = {
    .predict = taut_legacy_predict,
    .sweep_list = taut_legacy_sweep,
    .verlet = true,
    .correct_velocities = verlet_correct,
    READING,
};

static const taut_backend spring_stages = {
    .predict = spring_predict,
    .project = {TAUT_CONSTRAINT_LIST(SPRING_ENTRY)},
    .forces = true,
    .correct_velocities = spring_move,
    READING,
};

#define BACKEND_NAME_(name) taut_backend_##name
#define BACKEND_NAME(name) BACKEND_NAME_(name)

const taut_backend* BACKEND_NAME(BACKEND)(taut_solver_kind solver, bool fine)
{
    static const taut_backend* const table[TAUT_SOLVER_KIND_COUNT] = {
        [TAUT_SOLVER_XPBD] = &xpbd_stages,
        [TAUT_SOLVER_VERLET] = &verlet_stages,
        [TAUT_SOLVER_LEGACY] = &legacy_stages,
        [TAUT_SOLVER_SPRINGS_EXPLICIT] = &spring_stages,
        [TAUT_SOLVER_SPRINGS_SYMPLECTIC] = &spring_stages,
    };
    return solver == TAUT_SOLVER_XPBD && fine ? &xpbd_fine_stages : table[solver];
}
