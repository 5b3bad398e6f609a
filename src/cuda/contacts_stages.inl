// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The stages of contacts: when a step begins, a substep, after a sweep, after velocities are known,
// and when the step ends. All blocks of a body are in step after each of them, but for what
// colliders got: that is added up later (contacts_loads.inl).

// Nobody waits before contacts are looked for: each thread goes on with its own seats, and what is
// counted is asked for by the one that begins it.
LANE_STAGE void contacts_open(taut_cuda_job* job, const team* t)
{
    if (LANE_RANK == 0) {
        taut_contacts* k = &job->meeting->contacts;
        k->near_count = k->pair_count = k->point_count = 0;
        k->dropped = 0;
    }
    if (t->block == 0 && LANE_RANK == 0) {
        taut_cuda_counts none = {};
        *job->meeting->counts = none;
    }
    for (int seat = first_of(t); seat < seats_taken(job); seat += stride_of(t)) {
        contact_open_seat(&job->run.step, &job->work, &job->meeting->contacts, seat);
    }
    contacts_find(job, t, job->run.step.dt);
}

LANE_STAGE void contacts_move_nears(const taut_cuda_job* job, const team* t, int first)
{
    const taut_contacts* k = &job->meeting->contacts;
    for (int i = first; i < k->near_count; i += stride_of(t)) {
        contact_move_near(&job->run.step, &k->near[i]);
    }
}

LANE_STAGE void contacts_note_places(const taut_cuda_job* job, const team* t)
{
    const taut_seating* seating = &job->blueprint.schedule.seating;
    const taut_rows from = job->work.x, to = job->meeting->contacts.before;
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        each_seat<FEW_SEATS>(
            seating->first[part] + LANE_RANK, seating->first[part + 1], LANE_TEAM,
            [=](int seat) { return taut_rows_get(from, seat); },
            [=](int seat, taut_vec3 x) { taut_rows_set(to, seat, x); });
    }
}

// Each seat is that of the thread that will predict it: only who moves kinematic particles has to
// wait. Sheets note by themselves where particles are (sheet_home.inl).
LANE_FN void contacts_begin(taut_cuda_job* job, const team* t)
{
    int last = t->block_count - 1 - t->block;  // who has no parts, mostly, or no seats
    int near = (LANE_TEAM - 1 - LANE_RANK) * t->block_count + last;
    contacts_know(job);
    if (near < job->meeting->contacts.near_count) {
        contacts_move_nears(job, t, near);
    }
    if (!notes_at_home(job)) {
        contacts_note_places(job, t);
    }
    for (int i = LANE_RANK; t->block == 0 && i < 2; i += LANE_TEAM) {
        job->meeting->votes[TAUT_CUDA_VOTES + i] = 0;
    }
    if (job->move_count > 0) {
        team_sync(t);
    }
}

// A particle that nobody moves any more in the substep gets its velocity and is thrown back, which
// only asks for its own pairs.
LANE_FN void contacts_leave(const taut_cuda_job* job, int seat, float rest)
{
    const taut_contacts* k = &job->meeting->contacts;
    const int32_t* first = job->meeting->first;
    correct_seats(&job->run, seat - LANE_RANK, seat + 1);
    for (int i = first[seat + 1] - 1; i >= first[seat]; --i) {
        if (k->live[i]) {
            taut_contact c = contacts_of(&k->watches[i]);
            contacts_bounce_pair(job, i, &c, rest);
        }
    }
}

// The particle whose last pair is number i, from its first look, or its last one, to the end.
LANE_STAGE void contacts_go_through(const taut_cuda_job* job, int i, int seat, bool fresh,
                                    bool ahead, bool leaves, float rest)
{
    contacts_solve_particle(job, i, seat, fresh, ahead);
    if (leaves) {
        contacts_leave(job, seat, rest);
    }
}

// Velocities of all such.
LANE_FN void contacts_leave_others(const taut_cuda_job* job, const team* t)
{
    const taut_seating* seating = &job->blueprint.schedule.seating;
    int end = seating->first[seating->part_count];
    for (int seat = first_of(t); seat < end; seat += stride_of(t)) {
        if (contacts_has_none(job, seat)) {
            correct_seats(&job->run, seat - LANE_RANK, seat + 1);
        }
    }
}

// clang-format off
#include "cuda/contacts_staged.inl"
#include "cuda/contacts_alone.inl"
// clang-format on

// @param leaves  they have been swept for the last time in the substep
LANE_STAGE void contacts_solve_points(const taut_cuda_job* job, const team* t, bool fresh,
                                      bool ahead, bool leaves)
{
    const taut_work* w = &job->work;
    float rest = contact_rest_speed(&job->run.step, w);
    auto expect = [](int, contacts_glance) {};
    auto take = [=](int i, contacts_glance glance) {
        if (glance.next_seat != glance.seat) {
            contacts_go_through(job, i, glance.seat, fresh, ahead, leaves, rest);
        }
    };
    contacts_each_point(job, t, false, expect, take);
    if (leaves) {
        contacts_leave_others(job, t);
    }
}

// Whether particles get their velocities and are thrown back as soon as they have been pushed, each
// by itself: nobody asks for them in between.
LANE_FN bool contacts_leave_at_once(taut_cuda_job* job)
{
    contacts_know(job);
    const taut_contacts* k = &job->meeting->contacts;
    const taut_run* r = &job->run;
    return !r->late && !r->damps && !r->limits && !r->direct && !is_tied(job) &&
           k->pair_count > 0 && k->pair_count == k->point_count;
}

// With pairs of edges and faces, which ask where particles stand: all take part in every round.
LANE_STAGE void contacts_solve_together(const taut_cuda_job* job, const team* t, bool fresh,
                                        bool ahead)
{
    if (fresh) {
        contacts_meet_all(job, t, ahead);
    }
    team_sync(t);  // all have read the votes of last time, too
    if (!fresh) {
        contacts_forget_pushes(job, t);
    }
    bool hard = contacts_push(job, t, 1);
    for (uint8_t look = 1; look < CONTACT_LOOKS && hard; ++look) {
        contacts_meet_again(job, t, look);
        hard = contacts_push(job, t, (uint8_t)(look + 1));
    }
}

// Where all pairs are of single particles, the pairs of one are all that a thread has to do with.
LANE_FN void contacts_settle(taut_cuda_job* job, const team* t, int iteration, int iterations)
{
    const taut_contacts* k = &job->meeting->contacts;
    bool fresh = iteration == 0, ahead = iterations > 1;
    bool points = k->pair_count == k->point_count;
    bool leaves = points && iteration + 1 == iterations && contacts_leave_at_once(job);
    if (!points) {
        contacts_solve_together(job, t, fresh, ahead);
    } else if (leaves && fresh && contacts_go_alone(job)) {
        contacts_take_alone(job, t);
        contacts_correct_others(job, t);
        team_sync(t);
    } else if (k->pair_count > 0) {
        contacts_solve_points(job, t, fresh, ahead, leaves);
        team_sync(t);
    }
}

LANE_FN void contacts_solve(taut_cuda_job* job, const team* t, int iteration, int iterations)
{
    contacts_know(job);
    if (iteration == 0) {
        contacts_debt debt = {};
        if (contacts_sum_early(job, t)) {
            debt = contacts_first_debt(job);
        } else if (job->run.step.substep > 0) {
            debt = contacts_sum_loads(job, t, true);
        }
        contacts_look_round(job, t);
        contacts_pay(job, t, debt);
    }
    contacts_settle(job, t, iteration, iterations);
}

// clang-format off
#include "cuda/contacts_early.inl"
// clang-format on

// @param done  they have been thrown back
LANE_STAGE void contacts_bounce(taut_cuda_job* job, const team* t, bool done)
{
    contacts_know(job);
    contacts_task task = {true, 0, contact_rest_speed(&job->run.step, &job->work)};
    if (job->meeting->contacts.pair_count > 0 && !done) {
        (void)contacts_take_all(job, t, task);
        team_sync(t);
    }
    if (job->run.step.substep + 1 == job->run.step.substep_count) {
        contacts_pay_all(job, t);
    }
}

// Tells the host.
LANE_STAGE void contacts_close(taut_cuda_job* job, const team* t, taut_cuda_met* met)
{
    contacts_know(job);
    const taut_contacts* k = &job->meeting->contacts;
    if (t->block != 0) {
        return;
    }
    if (LANE_RANK == 0) {
        met->near_count = k->near_count;
        met->pair_count = k->pair_count;
        met->point_count = k->point_count;
        met->touching = (int32_t)job->meeting->counts->touching;
        met->dropped = k->dropped;
    }
    int told = k->near_count < TAUT_CUDA_NEARS ? k->near_count : TAUT_CUDA_NEARS;
    for (int i = LANE_RANK; i < told; i += LANE_TEAM) {
        const taut_near* near = &k->near[i];
        taut_cuda_near* to = &met->near[i];
        to->collider = near->collider;
        to->hit = near->hit;
        to->hardest = near->hardest;
        to->hit_at = near->hit_at;
        for (int axis = 0; axis < 3; ++axis) {
            to->force[axis] = near->force[axis];
            to->torque[axis] = near->torque[axis];
        }
    }
}
