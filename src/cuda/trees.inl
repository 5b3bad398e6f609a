// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What step_trees.c does: a thread solves a chain or a tree from end to end, by the CPU's own
// walkers. Trees share no particle, so that all go side by side.

#define CHAINS_APART
namespace chains
{
#include "backend/chain_open.inl"
#include "backend/lane_chains.inl"
}  // namespace chains

#define NEWTON_ALONE
namespace newton
{
#include "backend/newton.inl"
}  // namespace newton

// The same once more, with what trees touch.
#undef NEWTON_ALONE
#define NEWTON_TOUCHING
namespace touching
{
#include "backend/newton.inl"
#include "backend/newton_touching.inl"
}  // namespace touching

static_assert(sizeof(newton::node) <= TAUT_NEWTON_ARRAYS * sizeof(double), "fits its memory");

// Places in groups, some of which are empty, then trees that are no chains.
LANE_FN int tree_item_count(const taut_trees* trees)
{
    return trees->group_count * TAUT_BATCH + trees->count - trees->plain_count;
}

// Number k of a group by itself.
LANE_FN taut_chains chain_alone(taut_work* w, const taut_tree_group* g, int k)
{
    taut_chains c = {};
    c.count = 1;
    c.rows = g->rows;
    c.stride = g->stride;
    c.size = g->size;
    c.apart = true;
    c.memory = w->chains + TAUT_CHAIN_ARRAYS * g->offset + k;
    c.of[0].work = w;
    c.of[0].tree = g->first + k;
    return c;
}

LANE_STAGE void open_trees(taut_cuda_job* job, const team* t)
{
    const taut_trees* trees = &job->blueprint.trees;
    size_t floats = TAUT_CHAIN_ARRAYS * trees->group_size;
    for (size_t i = (size_t)first_of(t); i < floats; i += (size_t)stride_of(t)) {
        job->work.chains[i] = 0.0f;
    }
    team_sync(t);
    for (int i = first_of(t); i < trees->group_count * TAUT_BATCH; i += stride_of(t)) {
        const taut_tree_group* g = &trees->groups[i / TAUT_BATCH];
        if (i % TAUT_BATCH < g->count) {
            taut_chains c = chain_alone(&job->work, g, i % TAUT_BATCH);
            chains::open_chains(&job->run.step, &c);
        }
    }
    team_sync(t);
}

LANE_STAGE void solve_tree(const taut_cuda_job* job, int number, taut_visit visit,
                           const float* guess, int stride)
{
    const taut_tree* tree = &job->blueprint.trees.trees[number];
    double* room = job->work.newton + (size_t)TAUT_NEWTON_ARRAYS * (size_t)tree->first;
    newton::solve_alone(&job->run.step, &job->work, tree, visit, guess, stride,
                        (newton::node*)(void*)room);
}

// Those of direct.h, which contacts_bend.inl calls.
TAUT_SHARED bool taut_newton_solve_touching(const taut_step* s, taut_work* w, int number,
                                            taut_newton_touches touches)
{
    const taut_tree* tree = &w->body->blueprint->trees.trees[number];
    double* room = w->newton + (size_t)TAUT_NEWTON_ARRAYS * (size_t)tree->first;
    return touching::solve_with_touches(s, w, tree, touches, (touching::node*)(void*)room);
}

#include "backend/newton_error.inl"

TAUT_SHARED double taut_newton_error(const taut_step* s, const taut_work* w, int number)
{
    return newton_error(s, w, number);
}

LANE_STAGE void solve_chain(taut_cuda_job* job, const taut_tree_group* g, int k, taut_visit visit)
{
    taut_chains c = chain_alone(&job->work, g, k);
    unsigned hard = chains::solve_chains(&job->run.step, &c, visit);
    if ((hard & 1) != 0) {
        bool guessed = (hard >> TAUT_BATCH & 1) == 0;
        const float* guess = taut_chains_array(&c, TAUT_CHAIN_LAMBDA);
        solve_tree(job, c.of[0].tree, visit, guessed ? guess : NULL, c.stride);
    }
}

LANE_STAGE void solve_trees(taut_cuda_job* job, const team* t, int sweep)
{
    const taut_run* r = &job->run;
    const taut_trees* trees = &job->blueprint.trees;
    bool last_substep = r->step.substep + 1 == r->step.substep_count;
    taut_visit visit;
    visit.fresh = sweep == 0;
    visit.kept = sweep + 1 < r->iterations || last_substep || r->damps || r->meets;
    int places = trees->group_count * TAUT_BATCH;
    for (int i = first_of(t); i < tree_item_count(trees); i += stride_of(t)) {
        const taut_tree_group* g = &trees->groups[i / TAUT_BATCH];
        if (i >= places) {
            solve_tree(job, trees->plain_count + i - places, visit, NULL, 0);
        } else if (i % TAUT_BATCH < g->count) {
            solve_chain(job, g, i % TAUT_BATCH, visit);
        }
    }
    team_sync(t);
}
