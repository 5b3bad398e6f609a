// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Substeps in which blocks wait for what they ask for, and all for all others but twice. They are
// those of one sheet that meets colliders and touches itself, between one find of pairs and the
// next, and the end of one in which pairs were found:
//
//   - pairs wait until the sweep has ended, and for the pairs before them;
//   - particles look round when the sweep has ended and their pairs have been solved. Those that
//     have contacts go on with these, each by itself (contacts_early.inl), in blocks that have
//     nothing to sweep;
//   - then all wait for all, and hear whether contacts are to be found again. If not, particles
//     without any get their velocities when they begin the next substep.
//
// As in sheet_home.inl nobody waits for what comes later.

// Whether particles wait for their pairs when they look round, and not for all blocks.
LANE_FN bool may_flow(const crowd* c, const taut_cuda_job* job, int left)
{
    const taut_pairs* p = &c->of.pairs;
    return p->brief && c->held == 0 && left > 1 && c->sweeps == 1 && brings_later(c, job, 0) &&
           job->by_levels && !job->run.limits && (!c->bare || p->pair_count == 0);
}

LANE_FN bool flows_at_home(const crowd* c, const taut_cuda_job* job)
{
    return c->flows && notes_at_home(job) && !job->body.blown;
}

// Whether a substep is one of those above.
LANE_FN bool is_flowing(const crowd* c, const taut_cuda_job* job, int substep)
{
    return substep > 0 && substep < c->substeps && pair_brief_do(&c->of.pairs, substep) &&
           flows_at_home(c, job);
}

LANE_FN bool has_threads_for(const team* t, int count)
{
    return t->block_count > 0 && (int64_t)t->block_count * LANE_TEAM >= count;
}

// Pairs go to blocks with parts that have no cluster across these, if there are enough of them.
// Else to all that have parts, and to an eighth of the others: the fewer pairs a warp has, the less
// they wait for one another. The rest take contacts.
LANE_FN flow_teams flow_teams_of(crowd* c, taut_cuda_job* job)
{
    const team* t = &c->all;
    int pairs = c->of.pairs.pair_count;
    int busy = contacts_busy_across(job, t), parts = job->blueprint.schedule.seating.part_count;
    int some = parts + (t->block_count - parts) / 8;
    const team none = {-1, 0, false, NULL};
    flow_teams teams = {};
    teams.known = true;
    teams.swept = *t;
    teams.swept.gate = &c->gates[GATE_OF_SWEPT];
    teams.idle = teams.contacts = blocks_from(t, parts);
    teams.idle.gate = &c->gates[GATE_OF_CONTACTS];
    teams.pairs = blocks_between(t, busy, parts);
    teams.payers = none;
    if (!has_threads_for(&teams.pairs, pairs)) {
        teams.pairs = blocks_between(t, 0, some);
        teams.contacts = blocks_from(t, some);
        teams.payers = blocks_between(t, parts, some);
    }
    teams.early = teams.idle.block_count > 0 && contacts_may_be_early(job, t, &teams.contacts);
    if (!teams.early || !has_threads_for(&teams.pairs, pairs)) {
        teams.pairs = blocks_from(t, busy);
        teams.contacts = blocks_from(t, parts);
        teams.payers = none;
        teams.early = teams.idle.block_count > 0 && contacts_may_be_early(job, t, &teams.contacts);
    }
    teams.pairs = has_threads_for(&teams.pairs, pairs) ? teams.pairs : *t;
    return teams;
}

// What does not change from one such substep to the next is asked for once.
LANE_FN void open_flowing(crowd* c, taut_cuda_job* job, int substep)
{
    contacts_know(job);
    team_sync_block();
    if (LANE_RANK == 0) {
        job->run.step.substep = substep;
        if (!c->flow.known) {
            job->pushed = c->of.pairs.pair_count > 0 ? c->of.pairs.places : NULL;
            job->placed = placed_at(c, job);
            job->owed = c->of.owed;
            job->apart = false;
            c->flow = flow_teams_of(c, job);
        }
    }
    team_sync_block();
}

// Blocks that have parts.
LANE_FN team sweeping_team(const crowd* c)
{
    return blocks_between(&c->all, 0, c->all.block_count - c->flow.idle.block_count);
}

LANE_STAGE void meet_again(taut_cuda_job* job, const team* t, int taken)
{
    contacts_take_back(job, taken);
    team_sync(t);
    contacts_find_again(job, t);
    contacts_settle(job, t, 0, 1);
}

// All have looked round. What was done early is right, or all of it is done again. Returns whether
// the next substep begins at once.
// @param taken    seat of the particle whose contacts this thread took early, or -1
// @param goes_on  it is like this one
LANE_FN bool end_early(crowd* c, taut_cuda_job* job, int taken, bool goes_on)
{
    const team* t = &c->all;
    bool again = contacts_hear_strays(job, t);
    bool ends = !again && job->run.step.substep + 1 == c->substeps;
    if (LANE_RANK == 0) {
        job->ends_late = goes_on && !again;
        c->flow.known = !again;
        c->flow.ends = ends;
    }
    if (again) {
        meet_again(job, t, taken);
    } else if (ends) {
        team_sync_block();  // all are to know
    } else if (!goes_on) {
        contacts_correct_others(job, t);
        team_sync(t);
    }
    return goes_on && !again;
}

// What was added up of the substep before, if there was one.
LANE_FN void pay_flowing(const taut_cuda_job* job, const team* payers)
{
    if (job->run.step.substep > 0) {
        contacts_pay(job, payers, contacts_first_debt(job));
    }
}

LANE_FN bool meet_early(crowd* c, taut_cuda_job* job, bool goes_on)
{
    const flow_teams* teams = &c->flow;
    int taken = -1;
    if (teams->contacts.block >= 0) {
        team_await(&teams->idle);
        if (teams->payers.block_count == 0) {
            pay_flowing(job, &teams->contacts);
        }
        taken = contacts_take_early(job, &teams->contacts, &teams->swept);
    } else if (teams->idle.block < 0) {
        team parts = sweeping_team(c);
        team_await(&teams->swept);  // who asks while others of the block solve pairs holds these up
        contacts_look_at_free(job, &parts);
    }
    return end_early(c, job, taken, goes_on);
}

// Contacts can be taken once blocks that do so have moved colliders on, and added up what these
// got.
LANE_FN void begin_flowing(crowd* c, taut_cuda_job* job)
{
    const team* idle = &c->flow.idle;
    if (!c->flow.early) {
        contacts_begin(job, &c->all);
        contacts_sum_aside(job, &c->all);
    } else if (idle->block >= 0) {
        contacts_move_nears(job, idle, first_of(idle));
        contacts_sum_aside(job, &c->all);
        team_arrive(idle);
    }
}

// Where all are in step again: velocities, if contacts have not found them, and what is told of a
// step.
LANE_FN void end_flowing(crowd* c, taut_cuda_job* job)
{
    if (job->run.step.substep + 1 == c->substeps) {
        count_touching(c);
    }
    if (!is_correct(job) && !c->flow.ends) {
        correct_body<true>(job, &c->all);
    }
}

// A step whose last contacts were taken early ends with what colliders got, by blocks that have no
// parts; and with velocities of particles without contacts, which are stored at once, by the
// others. Nobody asks for the other.
LANE_STAGE void end_apart(const crowd* c, taut_cuda_job* job, const taut_cuda_turn* turn)
{
    const team* idle = &c->flow.idle;
    if (idle->block >= 0) {
        contacts_pay_all(job, idle);
        contacts_close(job, idle, turn->met);
        return;
    }
    team parts = sweeping_team(c);
    contacts_correct_parts(job, &parts);
    if (turn->limits) {
        look_for_tears(job, &parts, turn);
    }
    store_state(job, &parts, turn);
}

// Pairs wait for others most of the time: so few to each warp before any has more.
enum { PAIRS_OF_WARP = 2 };

// What there is of a pair is read before the sweep ends. Blocks that have nothing to sweep bring to
// colliders what these got, before that.
LANE_STAGE void solve_flowing(const crowd* c, taut_cuda_job* job)
{
    const team* t = &c->flow.pairs;
    if (c->flow.payers.block >= 0) {
        team_await(&c->flow.idle);
        pay_flowing(job, &c->flow.payers);
    }
    int i = first_of_few(t, PAIRS_OF_WARP), end = coloured_end(c);
    pair_turn turn = {};
    if (i < end) {
        turn = turn_of(c, i, colour_at(c, i));
    }
    team_await(&c->flow.swept);
    while (i < end) {
        solve_in_time(c, i, turn, true);
        i += stride_of(t);
        if (i < end) {
            turn = turn_of(c, i, colour_at(c, i));
        }
    }
}

// What follows a sweep that pairs and contacts wait for.
LANE_FN bool take_early(crowd* c, taut_cuda_job* job, bool goes_on)
{
    if (c->flow.pairs.block >= 0) {
        solve_flowing(c, job);
    }
    return meet_early(c, job, goes_on);
}

// The rest of a substep in which pairs have been found: all has been swept. Returns whether this is
// how it goes on.
LANE_STAGE bool go_on_flowing(crowd* c, taut_cuda_job* job, int substep)
{
    open_flowing(c, job, substep);
    if (!c->flow.early) {
        team_sync_block();
        if (LANE_RANK == 0) {
            c->flow.known = false;  // stages to come say other things of the job
        }
        return false;
    }
    team_arrive(&c->flow.swept);
    if (c->flow.idle.block >= 0) {
        team_arrive(&c->flow.idle);
    }
    if (!take_early(c, job, is_flowing(c, job, substep + 1))) {
        end_flowing(c, job);
    }
    return true;
}

// What take_crowd_substep() does with all substeps from this one on that flow into one another.
// Returns the one after the last of them.
LANE_STAGE int take_flowing(crowd* c, taut_cuda_job* job, int substep)
{
    for (bool goes_on = true; goes_on; ++substep) {
        open_flowing(c, job, substep);
        bool early = c->flow.early;
        goes_on = early && is_flowing(c, job, substep + 1);
        begin_flowing(c, job);
        sweep_home_parts(job, &c->all);
        sweep_home_phases(job, &c->all);
        team_arrive(&c->flow.swept);
        if (early) {
            goes_on = take_early(c, job, goes_on);
            continue;
        }
        if (c->flow.pairs.block >= 0) {
            solve_flowing(c, job);
        }
        team_await(&c->flow.swept);
        contacts_solve(job, &c->all, 0, 1);
    }
    end_flowing(c, job);
    return substep;
}
