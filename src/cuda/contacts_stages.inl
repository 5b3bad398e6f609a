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

// Whether particles are thrown back as soon as their velocities are known, each by itself.
LANE_FN bool contacts_bounce_at_once(taut_cuda_job* job)
{
    contacts_know(job);
    const taut_contacts* k = &job->meeting->contacts;
    return !job->run.late && !job->run.damps && k->pair_count > 0 &&
           k->pair_count == k->point_count;
}

LANE_STAGE void contacts_correct_and_bounce(const taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    const int32_t* first = job->meeting->first;
    float rest = contact_rest_speed(&job->run.step, &job->work);
    int seats = seats_taken(job);
    correct_each(&job->run, t, [=](int seat) {
        int begin = seat < seats ? first[seat] : 0, end = seat < seats ? first[seat + 1] : 0;
        for (int i = end - 1; i >= begin; --i) {
            if (k->live[i]) {
                taut_contact c = contacts_of(&k->watches[i]);
                contacts_bounce_pair(job, i, &c, rest);
            }
        }
    });
}

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
