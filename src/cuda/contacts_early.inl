// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts of single particles, each as soon as nothing else moves it in the substep, while others
// are still swept or pushed by pairs (crowd_flow.inl). Nobody knows yet whether contacts are to be
// found again: if so, particles go back to where they were before. What is known of their contacts
// is forgotten then anyway.

// Whether this may be so.
// @param idle  blocks that have nothing to sweep
LANE_FN bool contacts_may_be_early(taut_cuda_job* job, const team* t, const team* idle)
{
    const taut_contacts* k = &job->meeting->contacts;
    return k->point_count <= idle->block_count * LANE_TEAM && contacts_leave_at_once(job) &&
           contacts_go_alone(job) && contacts_sum_early(job, t);
}

// What a particle waits for: the last cluster that may move it, and its pairs.
typedef struct contacts_wait {
    const uint32_t* done;
    const taut_float4* moved;
    uint32_t owed;
} contacts_wait;

LANE_FN contacts_wait contacts_wait_of(const taut_cuda_job* job, int seat)
{
    contacts_wait wait = {done_at(job, job->sheet.last_in[seat]), NULL, 0};
    if (job->pushed != NULL) {
        wait.moved = &job->pushed[seat].moved;
        wait.owed = job->owed[seat];
    }
    return wait;
}

// Whether it has been swept, and pushed by all its pairs.
LANE_FN bool contacts_ready(const taut_cuda_job* job, const contacts_wait* wait, taut_float4* moved)
{
    uint32_t substeps = (uint32_t)job->run.step.substep + 1;
    if (!team_heard(wait->done, substeps)) {
        return false;  // else all that was written before is there; of pairs, what they tell
    }
    if (wait->owed > 0) {
        *moved = team_ask(wait->moved, wait->owed << 1);
    }
    return bits_of_mark(moved->w) >> 1 >= wait->owed;
}

// A particle before its contacts. It is not held: such have none of their own.
typedef struct contacts_past {
    int seat;  // -1: none
    taut_vec3 x, v;
} contacts_past;

// The particle whose last pair is number i goes where pairs pushed it, looks round, and is pushed
// by colliders. What is read is asked for at once.
LANE_FN void contacts_take_ready(const taut_cuda_job* job, int i, contacts_glance glance,
                                 taut_float4 moved, contacts_past* past)
{
    const taut_contacts* k = &job->meeting->contacts;
    float rest = contact_rest_speed(&job->run.step, &job->work);
    contacts_lone p = contacts_name_lone(job, glance, i);
    contacts_open_lone(job, &p, glance.seat);
    contacts_sight read = {contact_sight_of(k, glance.seat, p.x), {}, {}};
    if (has_pushed(moved.w)) {
        p.x = read.of.at = taut_vec3_add(p.x, taut_vec3_of(moved));
        taut_rows_set(job->work.x, glance.seat, p.x);
    }
    if (bits_of_mark(moved.w) != 0) {
        forget_moved(&job->pushed[glance.seat]);
    }
    p.travel = contact_travel_of(&read.of);  // which is written now
    contacts_look_at(job, k, glance.seat, read);
    past->seat = glance.seat;
    past->x = p.x;
    past->v = p.v;
    if (contacts_are_round(job, &p)) {
        contacts_take_lone(job, &p, glance.seat, rest);
    } else {
        contacts_go_through(job, i, glance.seat, true, false, true, rest);
    }
}

// Those that are ready go first; then all others of a warp, once they are.
LANE_STAGE contacts_past contacts_take_early(const taut_cuda_job* job, const team* idle)
{
    const taut_contacts* k = &job->meeting->contacts;
    int i = first_of_few(idle);
    contacts_glance glance = contacts_glance_at(k, i, false);
    contacts_past past = {-1, {}, {}};
    bool waits = i < k->point_count && glance.next_seat != glance.seat;
    contacts_wait wait = contacts_wait_of(job, waits ? glance.seat : 0);
    contacts_come_close(job);
    TAUT_NO_UNROLL
    for (int turn = 0; turn < 2; ++turn) {
        taut_float4 moved = {0.0f, 0.0f, 0.0f, 0.0f};
        bool ready = waits && contacts_ready(job, &wait, &moved);
        while (turn > 0 && waits && !ready) {
            ready = contacts_ready(job, &wait, &moved);
        }
        if (ready) {
            contacts_take_ready(job, i, glance, moved, &past);
            waits = false;
        }
    }
    return past;
}

LANE_FN void contacts_put_past(const taut_cuda_job* job, const contacts_past* past)
{
    if (past->seat >= 0) {
        job->meeting->contacts.moved[past->seat] = 0;
        taut_rows_set(job->work.x, past->seat, past->x);
        taut_rows_set(job->work.v, past->seat, past->v);
    }
}
