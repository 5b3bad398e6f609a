// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that act on one another go through a step side by side, as in crowd.c: stage by stage, and
// what acts between them after each sweep. A body of one part goes to one block, which may have
// several; a larger one to all blocks, one after another.

// clang-format off
#include "cuda/crowd_job.h"
#include "pairs_step.inl"
#include "cuda/crowd_tally.inl"
#include "cuda/crowd_sort.inl"
#include "cuda/crowd_colour.inl"
#include "cuda/crowd_zones.inl"
#include "cuda/crowd_find.inl"
#include "cuda/crowd_step.inl"
// clang-format on

static_assert(sizeof(taut_cuda_crowd) % 4 == 0, "copied by fours");
static_assert(sizeof(taut_pair_body) % 4 == 0, "copied by fours");
static_assert(sizeof(taut_pairs) % 4 == 0, "copied by fours");

LANE_FN void copy_block(void* to, const void* from, size_t bytes)
{
    for (size_t i = (size_t)LANE_RANK * 4; i < bytes; i += (size_t)LANE_TEAM * 4) {
        memcpy((unsigned char*)to + i, (const unsigned char*)from + i, 4);
    }
}

// Each crowd has as many blocks as all others, of which it takes part with those that it has work
// for. The first turn of a launch says where crowds are. Returns the turns of the crowd at hand;
// NULL: the block is not one of its.
LANE_STAGE const taut_cuda_turn* open_crowd(crowd* c, const taut_cuda_turn* turns, int blocks)
{
    copy_block(&c->of, turns[0].crowd + (int)blockIdx.x / blocks, sizeof c->of);
    team_sync_block();
    if ((int)blockIdx.x % blocks >= c->of.blocks) {
        return NULL;
    }
    int bodies = c->of.pairs.body_count;
    if (bodies <= NEAR_BODIES) {
        copy_block(c->near, c->of.pairs.bodies, (size_t)bodies * sizeof *c->near);
    }
    team_sync_block();
    if (LANE_RANK == 0) {
        const taut_cuda_turn* first = turns + c->of.turn_first;
        team all = {(int)blockIdx.x % blocks, c->of.blocks, false,
                    c->of.blocks > 1 ? &c->gates[GATE_OF_ALL] : NULL};
        c->all = all;
        for (int k = 0; k < TAUT_CUDA_GATES; ++k) {
            c->gates[k].came = c->of.came + k * TAUT_CUDA_GATE_LINE;
            c->gates[k].next = 0;
        }
        c->held = -1;
        c->sweeps = first->run.iterations;
        c->substeps = first->run.step.substep_count;
        c->lone = c->of.turn_count == 1 && first->small < 0;
        c->used = c->turn = 0;
        c->listed = c->gathers = c->apart = false;
        c->bare = c->flows = c->flow.known = c->flow.ends = false;
        for (int k = 0; k < bodies; ++k) {
            const taut_pair_body* b = &c->of.pairs.bodies[k];
            c->gathers = c->gathers || (b->fine && !b->still);
        }
        c->of.pairs.bodies = bodies <= NEAR_BODIES ? c->near : c->of.pairs.bodies;
        if (all.block == 0) {
            clear_tally(&c->of.tallies[0]);
            c->of.report->touching = 0;
        }
    }
    team_sync_block();
    return turns + c->of.turn_first;
}

// Stages ------------------------------------------------------------------------------------------

typedef enum crowd_stage {
    CROWD_OPEN,
    CROWD_PLACE,
    CROWD_PREDICT,
    CROWD_PROJECT,
    CROWD_MEET,
    CROWD_KEEP_LIMITS,
    CROWD_CORRECT,
    CROWD_CLOSE,
    CROWD_OPEN_TREES
} crowd_stage;

// Whether a step begins with blocks that look for colliders, which will sweep, and others that lay
// zones and sort points: of one body that asks for all of it, where each part has a block and there
// are as many more. Whether pairs are brief then is not known yet, and does not matter.
LANE_FN bool opens_apart(const crowd* c, const taut_cuda_job* job)
{
    return c->lone && job->by_levels && job->run.meets && c->of.pairs.point_count > 0 &&
           c->all.block_count >= 2 * job->blueprint.schedule.seating.part_count;
}

// @param i number of the sweep; or, of a prediction, whether it notes where particles are
template <crowd_stage stage>
LANE_FN void take_stage(const crowd* c, taut_cuda_job* job, const team* t,
                        const taut_cuda_turn* turn, int i)
{
    if (stage == CROWD_OPEN) {
        open_body<true>(job, t, turn, opens_apart(c, job));
    } else if (stage == CROWD_OPEN_TREES && job->run.direct) {
        open_trees(job, t);
    } else if (stage == CROWD_PLACE) {
        place_parts(c, job, t);
    } else if (stage == CROWD_PREDICT) {
        predict_body<true>(job, t);
    } else if (stage == CROWD_PROJECT) {
        project_body(job, t, i);
    } else if (stage == CROWD_MEET) {
        meet_body<true>(job, t, i);
    } else if (stage == CROWD_KEEP_LIMITS && job->run.limits) {
        keep_limits<true>(job, t);
    } else if (stage == CROWD_CORRECT) {
        correct_body<true>(job, t);
    } else if (stage == CROWD_CLOSE) {
        close_body<true>(job, t, turn);
    }
}

// The job of a body, and the substep it is in.
LANE_STAGE void hold_job(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns, int k,
                         int substep)
{
    team_sync_block();
    if (c->held != k) {
        open_job(job, &turns[k]);
        hold_contacts<true>(job);
    }
    team_sync_block();
    if (LANE_RANK == 0) {
        c->held = k;
        job->run.step.substep = substep;
        job->pushed = NULL;
        job->placed = NULL;
        job->apart = c->apart;
    }
    team_sync_block();
}

// What pairs did to the one body that there is goes along when it looks round: not so if several
// ask for it, or if what they have moved by is kept elsewhere.
LANE_FN bool brings_later(const crowd* c, const taut_cuda_job* job, int sweep)
{
    return sweep == 0 && c->lone && job->run.meets && !c->gathers && c->of.pairs.body_count == 1;
}

// Where pairs are told what the one body that there is notes while it begins a substep, which is
// not one in which they are found.
LANE_FN taut_float4* placed_at(const crowd* c, const taut_cuda_job* job)
{
    const taut_pair_body* b = notes_at_home(job) ? pair_body_of(&c->of.pairs, job) : NULL;
    return b != NULL ? c->of.pairs.before + b->seat_first : NULL;
}

// clang-format off
#include "cuda/crowd_flow.inl"
// clang-format on

// A stage of the one body that there is, whose job is at hand.
template <crowd_stage stage>
LANE_FN void take_lone(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns, int substep,
                       int i)
{
    bool brings = stage == CROWD_MEET && brings_later(c, job, i) && c->of.pairs.pair_count > 0;
    bool places = stage == CROWD_PREDICT && i > 0;
    team_sync_block();
    if (LANE_RANK == 0) {
        job->run.step.substep = substep;
        job->owed = stage == CROWD_MEET && c->flows ? c->of.owed : NULL;
        job->apart = c->apart;
        job->pushed = brings ? c->of.pairs.places : NULL;
        job->placed = places ? placed_at(c, job) : NULL;
    }
    team_sync_block();
    take_stage<stage>(c, job, &c->all, turns, i);
}

// One stage of every body. It ends with all blocks in step, or as far as the next stage asks for it
// (kernels.cu).
template <crowd_stage stage>
LANE_STAGE void each_of_many(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns, int substep,
                             int i)
{
    team alone = {0, 1, false, NULL};
    for (int k = 0; k < c->of.turn_count; ++k) {
        bool small = turns[k].small >= 0;
        if (small && turns[k].small % c->all.block_count != c->all.block) {
            continue;
        }
        hold_job(c, job, turns, k, substep);
        take_stage<stage>(c, job, small ? &alone : &c->all, &turns[k], i);
    }
    bool waited = c->lone && job->by_levels;  // when its state was there, or later
    if (c->of.any_small || (stage == CROWD_OPEN && !waited)) {
        team_sync(&c->all);
    }
}

template <crowd_stage stage>
LANE_FN void each_body(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns, int substep,
                       int i)
{
    if (c->lone && c->held == 0) {
        take_lone<stage>(c, job, turns, substep, i);
    } else {
        each_of_many<stage>(c, job, turns, substep, i);
    }
}

// Apart -------------------------------------------------------------------------------------------
//
// What pairs there are is asked for after a sweep. A large body is swept by some of the blocks,
// which have little to wait for; others sort points meanwhile, where particles were before.

// Half of them, or fewer where each has as many parts all the same; or none.
LANE_FN int sweeping_blocks(const crowd* c, const taut_cuda_job* job)
{
    int parts = job->blueprint.schedule.seating.part_count;
    int blocks = c->all.block_count / 2;
    int each = blocks > 0 ? (parts + blocks - 1) / blocks : 1;
    return blocks > 0 ? (parts + each - 1) / each : 0;
}

LANE_FN bool goes_apart(const crowd* c, const taut_cuda_job* job)
{
    return c->of.pairs.brief && c->lone && job->by_levels && sweeping_blocks(c, job) > 0;
}

// From now on these are all that the block knows of.
LANE_STAGE void join_team(crowd* c, team t)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        c->all = t;
    }
    team_sync_block();
}

LANE_STAGE void tell_sorted(const crowd* c)
{
    taut_cuda_sorted* to = c->of.sorted;
    copy_block(&to->pairs, &c->of.pairs, sizeof c->of.pairs);
    copy_block(to->first, c->first, sizeof c->first);
    if (LANE_RANK == 0) {
        to->box = c->box;
        to->lost = c->lost;
        to->used = c->used;
        to->turn = c->turn;
        to->last_bits = c->last_bits;
        to->last_shift = c->last_shift;
        to->tabled = c->tabled;
        to->cells = c->cells;
        memcpy(to->across, c->across, sizeof to->across);
    }
}

LANE_STAGE void hear_sorted(crowd* c)
{
    const taut_cuda_sorted* from = c->of.sorted;
    taut_pair_body* bodies = c->of.pairs.bodies;
    team_sync_block();
    copy_block(&c->of.pairs, &from->pairs, sizeof c->of.pairs);
    copy_block(c->first, from->first, sizeof c->first);
    team_sync_block();
    if (LANE_RANK == 0) {
        c->of.pairs.bodies = bodies;
        c->box = from->box;
        c->lost = from->lost != 0;
        c->used = from->used;
        c->turn = from->turn;
        c->last_bits = from->last_bits;
        c->last_shift = from->last_shift;
        c->tabled = from->tabled != 0;
        c->cells = from->cells;
        memcpy(c->across, from->across, sizeof c->across);
    }
    team_sync_block();
}

// @param opens  the step has begun, and nobody has looked for colliders or noted points: those that
//               sweep do the one while the others do the other
LANE_STAGE void sweep_and_sort(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns,
                               int substep, bool opens)
{
    team whole = c->all;
    team notes = {whole.block, whole.block_count, false, &c->gates[GATE_OF_NOTES]};
    int sweeping = sweeping_blocks(c, job);
    bool sweeps = whole.block < sweeping;
    if (sweeps) {
        join_team(c, team{whole.block, sweeping, false, &c->gates[GATE_OF_SWEEP]});
        if (opens) {
            contacts_open(job, &c->all);
            team_arrive(&notes);
            team_await(&notes);  // particles may move: nobody asks any more where they were
        }
        each_body<CROWD_PREDICT>(c, job, turns, substep, 0);
        each_body<CROWD_PROJECT>(c, job, turns, substep, 0);
    } else {
        join_team(c, team{whole.block - sweeping, whole.block_count - sweeping, false,
                          &c->gates[GATE_OF_POINTS]});
        if (opens) {
            note_points(c, substep);
            team_arrive(&notes);
        }
        go_on_with_points(c);
        if (c->all.block == 0) {
            tell_sorted(c);
        }
    }
    join_team(c, whole);
    team_sync(&c->all);
    if (sweeps) {
        hear_sorted(c);
    }
}

// Together ----------------------------------------------------------------------------------------

// As far as the first sweep.
LANE_FN void begin_crowd(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns, int substep,
                         int left)
{
    bool opens = substep == 0 && opens_apart(c, job);
    bool finds = opens || begin_pairs(c, substep);
    bool apart = opens || (finds && goes_apart(c, job));
    team_sync_block();
    if (LANE_RANK == 0) {
        c->apart = apart;
    }
    team_sync_block();
    if (apart) {
        sweep_and_sort(c, job, turns, substep, opens);
    } else if (finds) {
        go_on_with_points(c);
    }
    if (finds) {
        find_pairs(c);
    }
    bool flows = may_flow(c, job, left);
    team_sync_block();
    if (LANE_RANK == 0) {
        c->flows = flows;
        c->flow.known = false;
    }
    team_sync_block();
    if (apart) {
        return;
    }
    bool places = c->of.pairs.brief && !finds, along = c->lone && notes_at_home(job);
    if (places && !along) {
        each_body<CROWD_PLACE>(c, job, turns, substep, 0);
    }
    each_body<CROWD_PREDICT>(c, job, turns, substep, places && along);
    each_body<CROWD_PROJECT>(c, job, turns, substep, 0);
}

LANE_FN void take_crowd_substep(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns,
                                int substep)
{
    int sweeps = c->sweeps, left = c->substeps - substep;
    begin_crowd(c, job, turns, substep, left);
    if (c->apart && flows_at_home(c, job) && go_on_flowing(c, job, substep)) {
        return;
    }
    for (int i = 0; i < sweeps; ++i) {
        if (i > 0) {
            each_body<CROWD_PROJECT>(c, job, turns, substep, i);
        }
        project_pairs(c, i, left == 1 && i + 1 == sweeps, brings_later(c, job, i));
        if (c->of.any_meets) {
            each_body<CROWD_MEET>(c, job, turns, substep, i);
        }
    }
    if (c->of.any_limits) {
        each_body<CROWD_KEEP_LIMITS>(c, job, turns, substep, 0);
    }
    if (!(c->lone && c->held == 0 && is_correct(job))) {
        each_body<CROWD_CORRECT>(c, job, turns, substep, 0);
    }
}

LANE_STAGE void report_crowd(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    if (c->all.block == 0 && LANE_RANK == 0) {
        c->of.report->pair_count = p->pair_count;
        c->of.report->find_count = p->find_count;
        c->of.report->dropped = p->dropped;
        c->of.report->listed = c->listed;
    }
}

// @param turns  of the crowd; NULL: the block is not one of its
LANE_FN void take_crowd(crowd* c, taut_cuda_job* job, const taut_cuda_turn* turns)
{
    if (turns == NULL) {
        return;
    }
    open_places(c);
    each_body<CROWD_OPEN>(c, job, turns, 0, 0);
    for (int i = 0; i < c->substeps;) {
        if (is_flowing(c, job, i)) {
            i = take_flowing(c, job, i);
        } else {
            take_crowd_substep(c, job, turns, i);
            ++i;
        }
    }
    if (c->flow.ends) {
        end_apart(c, job, turns);
    } else {
        each_body<CROWD_CLOSE>(c, job, turns, 0, 0);
    }
    report_crowd(c);
}
