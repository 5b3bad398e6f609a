// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that attachments join, as in crowd.c: they go from stage to stage with all others, and
// what joins them has its say in between (joins.c, knots.c). All that it asks for is the host's:
// which attachments take part, which of them are tied into knots, and what may go side by side.

// clang-format off
#include "knots.inl"
// clang-format on

// Knots -------------------------------------------------------------------------------------------

// When it returns all blocks are in step.
template <class body> LANE_FN void each_of_all(const crowd* c, int count, body take)
{
    for (int i = first_of(&c->all); i < count; i += stride_of(&c->all)) {
        take(i);
    }
    team_sync(&c->all);
}

LANE_STAGE void share_masses(const crowd* c)
{
    const taut_knots* k = &c->of.joins->knots;
    each_of_all(c, k->member_count, [=](int i) { knot_share_mass(k, &k->members[i]); });
}

// Those that look for pairs may still ask how heavy particles are.
LANE_STAGE void loosen_knots(const crowd* c)
{
    const taut_knots* k = &c->of.joins->knots;
    team_sync(&c->all);
    each_of_all(c, k->member_count, [=](int i) { knot_loosen(k, &k->members[i]); });
}

LANE_STAGE void merge_knots(const crowd* c, const taut_step* s, int substep)
{
    const taut_knots* k = &c->of.joins->knots;
    each_of_all(c, k->knot_count, [=](int i) { knot_merge(k, i); });
    each_of_all(c, k->member_count,
                [=](int i) { knot_come_together(k, &k->members[i], s, substep); });
}

// Those that meet colliders may still look where particles are.
LANE_STAGE void settle_knots(const crowd* c)
{
    const taut_knots* k = &c->of.joins->knots;
    team_sync(&c->all);
    each_of_all(c, k->knot_count, [=](int i) { knot_settle(k, i); });
    each_of_all(c, k->member_count, [=](int i) { knot_lead(k, &k->members[i]); });
}

// Or get their velocities.
LANE_STAGE void note_knots(const crowd* c, float inverse_h)
{
    const taut_knots* k = &c->of.joins->knots;
    team_sync(&c->all);
    each_of_all(c, k->knot_count, [=](int i) { knot_note(k, i, inverse_h); });
}

// Before and after the sweep of body number n, by those that sweep it.
LANE_STAGE void lead_knots(const taut_cuda_joins* j, const team* t, int n)
{
    for (int i = j->members_first[n] + first_of(t); i < j->members_first[n + 1];
         i += stride_of(t)) {
        knot_lead(&j->knots, &j->knots.members[j->members[i]]);
    }
    team_sync(t);
}

LANE_STAGE void follow_knots(const taut_cuda_joins* j, const team* t, int n)
{
    for (int i = j->members_first[n] + first_of(t); i < j->members_first[n + 1];
         i += stride_of(t)) {
        knot_follow(&j->knots, j->members[i]);
    }
}

// Sweeps ------------------------------------------------------------------------------------------

// Bodies that are tied take turns: level by level. What joins them otherwise comes next, when all
// are in step again.
LANE_STAGE void project_tied(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns, int substep,
                             int i)
{
    const taut_cuda_joins* j = c->of.joins;
    team alone = {0, 1, false, NULL};
    for (int level = 0; level < j->turn_level_count; ++level) {
        team_sync(&c->all);
        for (int at = j->turn_first[level]; at < j->turn_first[level + 1]; ++at) {
            int n = j->turns[at];
            bool small = turns[n].small >= 0;
            if (small && turns[n].small % c->all.block_count != c->all.block) {
                continue;
            }
            const team* t = small ? &alone : &c->all;
            hold_job(c, job, turns, n, substep);
            lead_knots(j, t, n);
            project_body(job, t, i);
            follow_knots(j, t, n);
        }
    }
}

// What joins bodies otherwise. There is little of it in a level, for which blocks would wait.
LANE_STAGE void project_joins(const crowd* c, const taut_step* s, int substep, bool fresh)
{
    const taut_cuda_joins* j = c->of.joins;
    team_sync(&c->all);
    for (int level = 0; c->all.block == 0 && level < j->level_count; ++level) {
        for (int i = j->level_first[level] + LANE_RANK; i < j->level_first[level + 1];
             i += LANE_TEAM) {
            join_project(&j->knots.joins[j->order[i]], s, substep, fresh);
        }
        team_sync_block();
    }
    team_sync(&c->all);
}

// A step ------------------------------------------------------------------------------------------

LANE_FN void open_joined(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns)
{
    open_places(c);
    each_body<CROWD_OPEN>(c, job, turns, 0, 0);
    if (c->of.joins->knots.knot_count > 0) {
        share_masses(c);
        each_body<CROWD_OPEN_TREES>(c, job, turns, 0, 0);
    }
}

// As far as prediction, after which what is tied comes together.
LANE_FN void begin_joined(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns, int substep)
{
    bool knots = c->of.joins->knots.knot_count > 0;
    bool finds = begin_pairs(c, substep);
    if (finds) {
        go_on_with_points(c);
        find_pairs(c);
    } else if (c->of.pairs.brief) {
        each_body<CROWD_PLACE>(c, job, turns, substep, 0);
    }
    if (knots) {
        loosen_knots(c);
    }
    each_body<CROWD_PREDICT>(c, job, turns, substep, 0);
    if (knots) {
        merge_knots(c, turns->step, substep);
    }
}

LANE_FN void take_joined_substep(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns,
                                 int substep)
{
    bool knots = c->of.joins->knots.knot_count > 0;
    bool last = substep + 1 == c->substeps;
    begin_joined(c, job, turns, substep);
    for (int i = 0; i < c->sweeps; ++i) {
        if (knots) {
            project_tied(c, job, turns, substep, i);
        } else {
            each_body<CROWD_PROJECT>(c, job, turns, substep, i);
        }
        project_joins(c, turns->step, substep, i == 0);
        project_pairs(c, i, last && i + 1 == c->sweeps, false);
        if (c->of.any_meets) {
            each_body<CROWD_MEET>(c, job, turns, substep, i);
        }
        if (knots) {
            settle_knots(c);
        }
    }
    if (c->of.any_limits && !knots) {  // what is tied moves with others
        each_body<CROWD_KEEP_LIMITS>(c, job, turns, substep, 0);
    }
    each_body<CROWD_CORRECT>(c, job, turns, substep, 0);
    if (knots) {
        note_knots(c, turns->step->inverse_h);
    }
}

extern "C" __global__ void __launch_bounds__(TAUT_CUDA_MEETING_THREADS)
    taut_cuda_take_joined(const taut_cuda_turn* turns, int blocks)
{
    TEAM_SHARED(taut_cuda_job, job);
    TEAM_SHARED(crowd, c);
    turns = open_crowd(&c, turns, blocks);
    if (turns == NULL) {
        return;
    }
    if (LANE_RANK == 0) {
        c.lone = false;  // others have something to do with it between its stages
    }
    team_sync_block();
    open_joined(&c, &job, turns);
    for (int i = 0; i < c.substeps; ++i) {
        take_joined_substep(&c, &job, turns, i);
    }
    each_body<CROWD_CLOSE>(&c, &job, turns, 0, 0);
    report_crowd(&c);
}
