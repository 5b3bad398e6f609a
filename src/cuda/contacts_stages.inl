// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The stages of contacts: when a step begins, a substep, after a sweep, after velocities are known,
// and when the step ends. All blocks of a body are in step after each of them, but for what
// colliders got: that is added up later (contacts_loads.inl).

LANE_STAGE void contacts_open(taut_cuda_job* job, const team* t)
{
    if (t->block == 0 && LANE_RANK == 0) {
        taut_cuda_counts none = {};
        *job->meeting->counts = none;
    }
    for (int seat = first_of(t); seat < seats_taken(job); seat += stride_of(t)) {
        contact_open_seat(&job->run.step, &job->work, &job->meeting->contacts, seat);
    }
    team_sync(t);
    contacts_recall(job);
    contacts_find(job, t, job->run.step.dt);
}

// Each seat is that of the thread that will predict it: only who moves kinematic particles has to
// wait.
LANE_STAGE void contacts_begin(taut_cuda_job* job, const team* t)
{
    const taut_seating* seating = &job->blueprint.schedule.seating;
    int near = (LANE_TEAM - 1 - LANE_RANK) * t->block_count + t->block;  // who has no seats, mostly
    contacts_know(job);
    for (int i = near; i < job->meeting->contacts.near_count; i += stride_of(t)) {
        contact_move_near(&job->run.step, &job->meeting->contacts.near[i]);
    }
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        copy_rows(job->meeting->contacts.before, job->work.x, seating->first[part],
                  seating->first[part + 1]);
    }
    for (int i = LANE_RANK; t->block == 0 && i < 3; i += LANE_TEAM) {
        job->meeting->votes[TAUT_CUDA_VOTES - 1 + i] = 0;
    }
    if (job->move_count > 0) {
        team_sync(t);
    }
}

// Where all pairs are of single particles, the pairs of one are all that a thread has to do with.
// Edges and faces ask where particles stand.
LANE_STAGE void contacts_solve(taut_cuda_job* job, const team* t, int iteration, int iterations)
{
    const taut_contacts* k = &job->meeting->contacts;
    bool fresh = iteration == 0, ahead = iterations > 1;
    contacts_know(job);
    if (fresh) {
        contacts_debt debt = {};
        if (contacts_sum_early(job, t)) {
            debt = contacts_first_debt(job);
        } else if (job->run.step.substep > 0) {
            debt = contacts_sum_loads(job, t, true);
        }
        contacts_look_round(job, t);
        contacts_pay(job, t, debt);
    }
    if (k->pair_count == k->point_count) {
        if (k->pair_count > 0) {
            contacts_solve_points(job, t, fresh, ahead);
        }
        return;
    }
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

LANE_STAGE void contacts_bounce(taut_cuda_job* job, const team* t)
{
    contacts_know(job);
    contacts_task task = {true, 0, contact_rest_speed(&job->run.step, &job->work)};
    if (t->block == 0 && LANE_RANK == 0) {
        job->meeting->counts->touching = 0;
    }
    if (job->meeting->contacts.pair_count > 0) {
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
