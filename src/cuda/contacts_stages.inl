// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The stages of contacts: when a step begins, a substep, after a sweep, after velocities are known,
// and when the step ends. All blocks of a body are in step after each of them.

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

LANE_STAGE void contacts_begin(taut_cuda_job* job, const team* t)
{
    contacts_recall(job);
    for (int seat = first_of(t); seat < seats_taken(job); seat += stride_of(t)) {
        taut_rows_set(job->meeting->contacts.before, seat, taut_rows_get(job->work.x, seat));
    }
    for (int i = first_of(t); i < job->meeting->contacts.near_count; i += stride_of(t)) {
        contact_move_near(&job->run.step, &job->meeting->contacts.near[i]);
    }
    for (int i = LANE_RANK; t->block == 0 && i < 3; i += LANE_TEAM) {
        job->meeting->votes[TAUT_CUDA_VOTES - 1 + i] = 0;
    }
    team_sync(t);
}

LANE_STAGE void contacts_solve(taut_cuda_job* job, const team* t, int iteration, int iterations)
{
    contacts_recall(job);
    if (iteration == 0) {
        contacts_look_round(job, t);
        contacts_meet_all(job, t, iterations > 1);
    }
    team_sync(t);  // all have read the votes of last time, too
    if (job->meeting->contacts.pair_count == 0) {
        return;
    }
    contacts_forget_pushes(job, t);
    bool hard = contacts_push(job, t, 1);
    for (uint8_t look = 1; look < CONTACT_LOOKS && hard; ++look) {
        contacts_meet_again(job, t, look);
        hard = contacts_push(job, t, (uint8_t)(look + 1));
    }
}

// Chunks of pairs add their loads up.
LANE_STAGE void contacts_find_loads(const taut_cuda_job* job, const team* t, int chunks)
{
    const taut_contacts* k = &job->meeting->contacts;
    for (int number = first_of(t); number < chunks; number += stride_of(t)) {
        int first = number * TAUT_CONTACT_CHUNK, end = first + TAUT_CONTACT_CHUNK;
        contact_loads loads = {job->meeting->loads + first, 0};
        size_t touching = 0;
        for (int i = (end < k->pair_count ? end : k->pair_count) - 1; i >= first; --i) {
            if (k->live[i]) {
                contact_note_load(k, i, &loads);
                touching += k->pairs[i].lambda > 0.0f;
            }
        }
        job->meeting->load_count[number] = loads.count;
        if (touching > 0) {
            taut_atomic_add(&job->meeting->counts->touching, touching);
        }
    }
}

// Chunks that a block looks at together, and what it keeps of each: six sums and where they are.
#define CONTACTS_TILE 128

// The load of a chunk on a collider; NULL where there is none.
LANE_FN const taut_contact_load* contacts_load_on(const taut_cuda_job* job, int number, int near)
{
    const taut_contact_load* loads = job->meeting->loads + (ptrdiff_t)number * TAUT_CONTACT_CHUNK;
    for (int i = 0; i < job->meeting->load_count[number]; ++i) {
        if (loads[i].near == near) {
            return &loads[i];
        }
    }
    return NULL;
}

// By one block: number after number, the last one first, in an order that decides the last bits.
// All threads fetch what is to be added; one adds each of the six sums.
LANE_STAGE void contacts_sum_loads(const taut_cuda_job* job, int near, int chunks)
{
    contacts_cell* sums = contacts_scratch();
    contacts_cell* found = sums + 6 * CONTACTS_TILE;
    taut_near* to = &job->meeting->contacts.near[near];
    for (int end = chunks; end > 0; end -= CONTACTS_TILE) {
        int count = end < CONTACTS_TILE ? end : CONTACTS_TILE;
        for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
            const taut_contact_load* load = contacts_load_on(job, end - 1 - i, near);
            found[i].count = load != NULL ? load - job->meeting->loads : -1;
            for (int axis = 0; axis < 3 && load != NULL; ++axis) {
                sums[6 * i + axis].number = load->force[axis];
                sums[6 * i + 3 + axis].number = load->torque[axis];
            }
        }
        team_sync_block();
        for (int axis = LANE_RANK; axis < 6; axis += LANE_TEAM) {
            double* sum = axis < 3 ? &to->force[axis] : &to->torque[axis - 3];
            double total = *sum;
            for (int i = 0; i < count; ++i) {
                total = found[i].count >= 0 ? total + sums[6 * i + axis].number : total;
            }
            *sum = total;
        }
        for (int i = 0; LANE_RANK == LANE_TEAM - 1 && i < count; ++i) {
            if (found[i].count >= 0) {
                contact_take_hit(&job->meeting->contacts, job->meeting->loads + found[i].count);
            }
        }
        team_sync_block();
    }
}

static_assert(7 * CONTACTS_TILE <= TAUT_CUDA_MOST_THREADS, "there is room for it");

LANE_STAGE void contacts_bounce(taut_cuda_job* job, const team* t)
{
    contacts_recall(job);
    int chunks = (job->meeting->contacts.pair_count + TAUT_CONTACT_CHUNK - 1) / TAUT_CONTACT_CHUNK;
    contacts_task task = {true, 0, contact_rest_speed(&job->run.step, &job->work)};
    if (t->block == 0 && LANE_RANK == 0) {
        job->meeting->counts->touching = 0;
    }
    if (chunks > 0) {
        (void)contacts_take_all(job, t, task);
        team_sync(t);
        contacts_find_loads(job, t, chunks);
        team_sync(t);
        for (int near = t->block; near < job->meeting->contacts.near_count;
             near += t->block_count) {
            contacts_sum_loads(job, near, chunks);
        }
    }
    team_sync(t);
}

// Tells the host.
LANE_STAGE void contacts_close(taut_cuda_job* job, const team* t, taut_cuda_met* met)
{
    contacts_recall(job);
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
