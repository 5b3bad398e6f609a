// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The part of a step that solves trees of links (backend/direct.h): chains in lanes, group by
// group, then one after another what lanes cannot take.

#include "backend/direct.h"
#include "step.h"

typedef struct section {
    const taut_run* run;
    taut_visit visit;
} section;

static const taut_trees* trees_of(const taut_run* r)
{
    return &r->work->body->blueprint->trees;
}

static void open_task(void* context, int group)
{
    const taut_run* r = ((const section*)context)->run;
    taut_chains chains = taut_chains_of(r->work, group);
    taut_chains_open(&r->step, &chains);
}

void taut_run_open_trees(taut_run* r)
{
    section c = {.run = r};
    taut_run_each(r, trees_of(r)->group_count, open_task, &c);
}

static taut_visit visit_of(const taut_run* r, int i)
{
    bool last_substep = r->step.substep + 1 == r->step.substep_count;
    return (taut_visit){.fresh = i == 0,
                        .kept = i + 1 < r->iterations || last_substep || r->damps || r->meets};
}

// What lanes could not take of a group.
static void solve_hard(const taut_run* runs, const taut_chains* c, unsigned hard, taut_visit visit)
{
    for (int k = 0; k < c->count; ++k) {
        bool guessed = (hard >> (TAUT_BATCH + k) & 1) == 0;
        const float* guess = taut_chains_array(c, TAUT_CHAIN_LAMBDA) + k;
        if (hard >> k & 1) {
            taut_newton_solve(&runs->step, c->of[k].work, c->of[k].tree, visit,
                              guessed ? guess : NULL, c->stride);
        }
    }
}

static void solve_task(void* context, int group)
{
    const section* c = context;
    const taut_run* r = c->run;
    taut_chains chains = taut_chains_of(r->work, group);
    r->work->hard[group] = (uint16_t)r->stages->chains(&r->step, &chains, c->visit);
}

static void solve_branched(const taut_run* r, taut_visit visit)
{
    const taut_trees* trees = trees_of(r);
    for (int tree = trees->plain_count; tree < trees->count; ++tree) {
        taut_newton_solve(&r->step, r->work, tree, visit, NULL, 0);
    }
}

void taut_run_solve_trees(taut_run* r, int i)
{
    section c = {.run = r, .visit = visit_of(r, i)};
    taut_run_each(r, trees_of(r)->group_count, solve_task, &c);
    for (int group = 0; group < trees_of(r)->group_count; ++group) {
        if (r->work->hard[group] != 0) {
            taut_chains chains = taut_chains_of(r->work, group);
            solve_hard(r, &chains, r->work->hard[group], c.visit);
        }
    }
    solve_branched(r, c.visit);
}

// Bodies side by side -----------------------------------------------------------------------------

static taut_chains chains_of_many(const taut_run* runs, int count, int group, float* memory)
{
    taut_work* works[TAUT_BATCH];
    for (int k = 0; k < count; ++k) {
        works[k] = runs[k].work;
    }
    return taut_chains_of_many(works, count, group, memory);
}

void taut_runs_open_trees(taut_run* runs, int count, float* memory)
{
    const taut_trees* trees = trees_of(&runs[0]);
    for (int group = 0; group < trees->group_count; ++group) {
        if (trees->groups[group].stride == 1) {
            taut_chains chains = chains_of_many(runs, count, group, memory);
            taut_chains_open(&runs[0].step, &chains);
            continue;
        }
        for (int k = 0; k < count; ++k) {
            section c = {.run = &runs[k]};
            open_task(&c, group);
        }
    }
}

void taut_runs_solve_trees(taut_run* runs, int count, float* memory)
{
    const taut_trees* trees = trees_of(&runs[0]);
    taut_visit visit = visit_of(&runs[0], 0);
    for (int group = 0; group < trees->group_count; ++group) {
        if (trees->groups[group].stride == 1) {
            taut_chains chains = chains_of_many(runs, count, group, memory);
            unsigned hard = runs[0].stages->chains(&runs[0].step, &chains, visit);
            solve_hard(runs, &chains, hard, visit);
            continue;
        }
        for (int k = 0; k < count; ++k) {
            taut_chains chains = taut_chains_of(runs[k].work, group);
            unsigned hard = runs[k].stages->chains(&runs[k].step, &chains, visit);
            solve_hard(&runs[k], &chains, hard, visit);
        }
    }
    for (int k = 0; k < count; ++k) {
        solve_branched(&runs[k], visit);
    }
}
