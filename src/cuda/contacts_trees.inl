// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Trees that press on colliders, solved together with their contacts, as touching.c does. A thread
// has a node: its contacts are those of its particle and of the link to its parent, so that it
// finds them by itself. Then a thread has a tree, unless that is a chain.

// clang-format off
#include "cuda/contacts_chains.inl"
// clang-format on

// Which node a particle is; which edge a node and its parent are.
LANE_STAGE void bends_open(taut_cuda_job* job, const team* t)
{
    const taut_trees* trees = &job->blueprint.trees;
    const taut_contacts* k = &job->meeting->contacts;
    for (int seat = first_of(t); seat < job->work.seat_count; seat += stride_of(t)) {
        k->node_of[seat] = -1;
    }
    for (int i = first_of(t); i < trees->node_count; i += stride_of(t)) {
        job->meeting->edge_of[i] = -1;
        bend_open(&job->work, i);
    }
    team_sync(t);
    for (int i = first_of(t); i < trees->node_count; i += stride_of(t)) {
        k->node_of[trees->seat[i]] = i;
    }
    team_sync(t);
    for (int e = first_of(t); e < k->edge_count; e += stride_of(t)) {
        int a = k->node_of[k->edges[2 * e]], b = k->node_of[k->edges[2 * e + 1]];
        if (a >= 0 && b >= 0 && bend_parent_of(trees, a) == b) {
            job->meeting->edge_of[a] = e;
        } else if (a >= 0 && b >= 0 && bend_parent_of(trees, b) == a) {
            job->meeting->edge_of[b] = e;
        }
    }
    touching::chains_open(job, t);
    team_sync(t);
}

// Pairs from `first` to `end` that count, from number `least` on: how many, and where they go.
typedef struct bends_run {
    int first, end;
} bends_run;

LANE_FN bends_run bends_of_point(const taut_cuda_job* job, int node)
{
    const int32_t* first = job->meeting->first + job->blueprint.trees.seat[node];
    bends_run run = {first[0], first[1]};
    return run;
}

LANE_FN bends_run bends_of_link(const taut_cuda_job* job, int node)
{
    int e = job->meeting->edge_of[node];
    const int32_t* first = job->meeting->first + seats_taken(job) + (e >= 0 ? e : 0);
    bends_run run = {first[0], e >= 0 ? first[1] : first[0]};
    return run;
}

LANE_FN int bends_count(const taut_contacts* k, bends_run run, int least)
{
    int count = 0;
    for (int i = run.first > least ? run.first : least; i < run.end; ++i) {
        count += bend_takes(k, i);
    }
    return count;
}

// The list of a node: what comes later in a list of all stands first, as on a host.
LANE_FN int bends_fill(const taut_cuda_job* job, bends_run run, int least, int next)
{
    const taut_contacts* k = &job->meeting->contacts;
    for (int i = run.first > least ? run.first : least; i < run.end; ++i) {
        if (bend_takes(k, i)) {
            double own, up;
            int node = bend_node_of_contact(k, &job->blueprint.trees, &k->pairs[i], &own, &up);
            k->bends[next] = bend_touch(&job->run.step, &job->work, i, node, own, up);
            k->bends[next].next = next + 1;
            ++next;
        }
    }
    return next;
}

// With less room than there are contacts, the last ones of a list of all have it.
LANE_STAGE int bends_least(const taut_cuda_job* job)
{
    const taut_contacts* k = &job->meeting->contacts;
    int room = k->bend_room, i = k->pair_count;
    while (i > 0 && room > 0) {
        double own, up;
        --i;
        room -= bend_takes(k, i) &&
                bend_node_of_contact(k, &job->blueprint.trees, &k->pairs[i], &own, &up) >= 0;
    }
    return i;
}

LANE_STAGE void bends_count_all(const taut_cuda_job* job, const team* t, int least)
{
    const taut_contacts* k = &job->meeting->contacts;
    for (int i = first_of(t); i < job->blueprint.trees.node_count; i += stride_of(t)) {
        job->meeting->bend_number[i] = bends_count(k, bends_of_point(job, i), least) +
                                       bends_count(k, bends_of_link(job, i), least);
    }
    team_sync(t);
}

LANE_STAGE void bends_list(taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    int32_t* number = job->meeting->bend_number;
    int nodes = job->blueprint.trees.node_count, least = 0;
    bends_count_all(job, t, 0);
    if (contacts_number(job, t, number, nodes, k->bend_room) > k->bend_room) {
        least = bends_least(job);  // each thread finds it
        team_sync(t);
        bends_count_all(job, t, least);
        (void)contacts_number(job, t, number, nodes, k->bend_room);
    }
    for (int i = first_of(t); i < nodes; i += stride_of(t)) {
        int first = number[i];
        int end = bends_fill(job, bends_of_point(job, i), least, first);
        end = bends_fill(job, bends_of_link(job, i), least, end);
        k->bend_first[i] = first < end ? first : -1;
        if (first < end) {
            k->bends[end - 1].next = -1;
        }
    }
}

// Whether any contact pushes, as hard as it must.
LANE_STAGE bool bends_press(const taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    uint32_t* vote = job->meeting->votes + TAUT_CUDA_VOTES;
    for (int i = first_of(t); i < k->pair_count; i += stride_of(t)) {
        if (bend_takes(k, i) && k->pairs[i].lambda > 0.0f) {
            team_flag(vote);
        }
    }
    team_sync(t);
    return *vote != 0;
}

// Whether plain sweeps have to go on.
LANE_STAGE bool bends_solve(taut_cuda_job* job, const team* t)
{
    uint32_t* vote = job->meeting->votes + TAUT_CUDA_VOTES + 1;
    contacts_forget_votes(job, t);
    bends_list(job, t);
    for (int seat = first_of(t); seat < job->work.seat_count; seat += stride_of(t)) {
        job->meeting->contacts.moved[seat] = 0;
    }
    team_sync(t);
    touching::chains_solve(job, t, vote);
    const taut_trees* trees = &job->blueprint.trees;
    for (int i = trees->plain_count + first_of(t); i < trees->count; i += stride_of(t)) {
        if (!bend_solve_tree(&job->run.step, &job->work, i)) {
            team_flag(vote);
        }
    }
    team_sync(t);
    contacts_meet_again(job, t, 1);
    return *vote != 0;
}

// As settle() of step.c.
LANE_STAGE void settle_trees(taut_cuda_job* job, const team* t)
{
    const taut_schedule* plan = &job->blueprint.schedule;
    taut_visit visit = {false, true};
    if (!bends_press(job, t)) {
        return;
    }
    bool more = bends_solve(job, t);
    contacts_solve(job, t, 1, job->run.iterations);
    for (int round = 0; round < TAUT_SETTLING && more; ++round) {
        for (int phase = 0; phase < plan->phase_count; ++phase) {
            if (plan->phase_tree[phase]) {
                sweep_phase(job, t, phase, visit);
            }
        }
        contacts_solve(job, t, 1, job->run.iterations);
    }
}
