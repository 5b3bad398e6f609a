// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts of single particles, each as soon as nothing else moves it in the substep, while others
// are still pushed by pairs (crowd_flow.inl). Nobody knows yet whether contacts are to be
// found again: if so, particles go back to where they were before. What is known of their contacts
// is forgotten then anyway.

// One of so many warps of a block takes particles that have pairs: these are ready last, and are
// not to wait for others of a warp that have long begun.
enum { CONTACTS_LATE = 4 };

LANE_FN int contacts_late_warps(void)
{
    return LANE_TEAM % TEAM_WARP == 0 ? LANE_TEAM / TEAM_WARP / CONTACTS_LATE : 0;
}

LANE_FN int contacts_early_threads(void)
{
    return LANE_TEAM - contacts_late_warps() * TEAM_WARP;
}

// Whether this may be so.
// @param idle  blocks that have nothing to sweep
LANE_FN bool contacts_may_be_early(taut_cuda_job* job, const team* t, const team* idle)
{
    const taut_contacts* k = &job->meeting->contacts;
    return k->point_count <= idle->block_count * contacts_early_threads() &&
           contacts_leave_at_once(job) && contacts_go_alone(job) && contacts_may_sum_early(job, t);
}

// What a particle waits for once it has been swept: its pairs.
typedef struct contacts_wait {
    const taut_float4* moved;
    uint32_t owed;
} contacts_wait;

LANE_FN contacts_wait contacts_wait_of(const taut_cuda_job* job, int seat)
{
    contacts_wait wait = {NULL, 0};
    if (job->pushed != NULL) {
        wait.moved = &job->pushed[seat].moved;
        wait.owed = job->owed[seat];
    }
    return wait;
}

// Whether all of them have pushed it.
LANE_FN bool contacts_ready(const contacts_wait* wait, taut_float4* moved)
{
    if (wait->owed > 0) {
        *moved = team_ask(wait->moved, wait->owed << 1);
    }
    return bits_of_mark(moved->w) >> 1 >= wait->owed;
}

// A particle whose turn has yet to come, with what can be known of it before.
typedef struct contacts_next {
    int last;  // its last pair; -1: there is none
    contacts_glance glance;
    contacts_wait wait;
    int first;
    bool round;
} contacts_next;

LANE_FN contacts_next contacts_next_of(const taut_cuda_job* job, int last)
{
    const taut_contacts* k = &job->meeting->contacts;
    contacts_next next = {last, contacts_glance_at(k, last >= 0 ? last : k->point_count, false)};
    if (last >= 0) {
        contacts_lone p = contacts_name_lone(job, next.glance, last);
        next.wait = contacts_wait_of(job, next.glance.seat);
        next.first = p.first;
        next.round = contacts_are_round(job, &p);
    }
    return next;
}

// It goes where pairs pushed it, looks round, and is pushed by colliders. It has been staged, and
// stays so: it may have to go back.
LANE_FN void contacts_take_ready(const taut_cuda_job* job, const contacts_next* next, float rest,
                                 taut_float4 moved)
{
    const taut_contacts* k = &job->meeting->contacts;
    int seat = next->glance.seat;
    contacts_lone p = contacts_lone_of(next->glance, next->first, next->last);
    contacts_sight read = {};
    team_fetched();
    p.staged = true;
    p.x = read.of.at = contacts_staged(STAGED_X);
    p.w = *contacts_stage_at(STAGED_W);
    read.of.base = contacts_staged(STAGED_BASE);
    read.of.seen = contacts_staged(STAGED_SEEN);
    read.of.reach = *contacts_stage_at(STAGED_REACH);
    read.of.travel = *contacts_stage_at(STAGED_TRAVEL);
    if (has_pushed(moved.w)) {
        p.x = read.of.at = taut_vec3_add(p.x, taut_vec3_of(moved));
        contacts_restage(STAGED_X, p.x);
        taut_rows_set(job->work.x, seat, p.x);
    }
    if (bits_of_mark(moved.w) != 0) {
        forget_moved(&job->pushed[seat]);
    }
    p.travel = contact_travel_of(&read.of);  // which is written now
    contacts_look_at(job, k, seat, read);
    if (next->round) {
        contacts_take_lone(job, &p, seat, rest);
    } else {
        contacts_go_through(job, next->last, seat, true, false, true, rest);
    }
}

// Numbers of last pairs of particles that others of the block have left to its last warps.
typedef struct contacts_late {
    uint32_t count;
    int32_t of[TAUT_CUDA_MEETING_THREADS / CONTACTS_LATE];
} contacts_late;

LANE_FN contacts_late* contacts_late_ones(void)
{
    TEAM_SHARED(contacts_late, late);
    return &late;
}

// The pair whose particle this thread takes; -1: none. All threads of the block are here.
LANE_FN int contacts_deal(const taut_cuda_job* job, const team* idle)
{
    const taut_contacts* k = &job->meeting->contacts;
    contacts_late* late = contacts_late_ones();
    int warps = contacts_late_warps(), early = contacts_early_threads(), own = -1;
    if (LANE_RANK == 0) {
        late->count = 0;
    }
    contacts_come_close(job);
    if (LANE_RANK < early) {
        int i = warps > 0 ? first_of_few_warps(idle, early / TEAM_WARP) : first_of_few(idle);
        contacts_glance glance = contacts_glance_at(k, i, false);
        own = i < k->point_count && glance.next_seat != glance.seat ? i : -1;
        if (own >= 0 && warps > 0 && job->pushed != NULL && job->owed[glance.seat] > 0) {
            uint32_t at = team_add(&late->count, 1);
            if (at < (uint32_t)(LANE_TEAM - early)) {
                late->of[at] = own;
                own = -1;
            }
        }
    }
    team_sync_block();
    int spot = (LANE_RANK - early) % TEAM_WARP * warps + (LANE_RANK - early) / TEAM_WARP;
    if (LANE_RANK >= early && spot < (int)late->count) {
        own = late->of[spot];
    }
    return own;
}

// Those that are ready go first; then all others of a warp, once they are. Returns the seat of the
// particle that this thread took; -1: none.
// @param swept  blocks that may still be sweeping
LANE_STAGE int contacts_take_early(const taut_cuda_job* job, const team* idle, const team* swept)
{
    contacts_next next = contacts_next_of(job, contacts_deal(job, idle));
    float rest = contact_rest_speed(&job->run.step, &job->work);
    bool waits = next.last >= 0;
    contacts_from from = contacts_from_of(job, waits ? next.glance.seat : 0);
    if (waits) {
        contacts_stage_pairs(job, next.first, next.last);
    }
    team_await(swept);
    if (waits) {
        contacts_stage(&from);  // nobody else writes it
    }
    TAUT_NO_UNROLL
    for (int turn = 0; turn < 2; ++turn) {
        taut_float4 moved = {0.0f, 0.0f, 0.0f, 0.0f};
        bool ready = waits && contacts_ready(&next.wait, &moved);
        while (turn > 0 && !team_agree(ready || !waits)) {
            ready = waits && (ready || contacts_ready(&next.wait, &moved));
        }
        if (ready) {
            contacts_take_ready(job, &next, rest, moved);
            waits = false;
        }
    }
    return next.last >= 0 ? next.glance.seat : -1;
}

// It goes back to where it was before its contacts. It is not held: such have none of their own.
LANE_FN void contacts_take_back(const taut_cuda_job* job, int seat)
{
    if (seat >= 0) {
        job->meeting->contacts.moved[seat] = 0;
        taut_rows_set(job->work.x, seat, contacts_staged(STAGED_X));
        taut_rows_set(job->work.v, seat, contacts_staged(STAGED_V));
    }
}
