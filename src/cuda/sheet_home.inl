// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets to which other things happen in a substep, too: they meet colliders, or touch what is
// around them. Their state lies in the arrays of the body between stages, and what is done there is
// that of any body. But their clusters are swept as in sheet_far.inl, with this difference: the
// kernel has as many threads as the other things ask for. With enough of them a block goes through
// rounds of two constraints to a place; else through levels, where nothing has to keep its order,
// and whatever number of threads there is takes constraints in turn.
//
// Nobody looks at multipliers but after the last substep: no trees, no damping, no friction.

enum {
    HOME_PARTS = 3,     // of a block, that shared memory knows,
    HOME_CLUSTERS = 4,  // and clusters across parts,
    HOME_LEVELS = 24,   // and levels of each
    HOME_AHEAD = 3,     // steps that a thread has asked for ahead
    HOME_FAR = 3,       // and one thread for all, after these
    HOME_SEATS = 2      // that a thread brings at once
};

// What a block asks for in every substep, in shared memory: one number after another would have to
// be waited for.
typedef struct home_plan {
    int of;  // number of the part or cluster; -1: none
    int cluster;
    int first, count;  // seats of the part, or guests
    taut_cuda_wait wait;
    round_span rounds;
    int level_count;
    const taut_cuda_level* levels;
    taut_cuda_level near[HOME_LEVELS];
} home_plan;

typedef struct home_plans {
    home_plan of[HOME_PARTS + HOME_CLUSTERS];
} home_plans;

// By number: the compiler is to know which memory it is.
LANE_FN home_plan* plan_at(int slot)
{
    TEAM_SHARED(home_plans, plans);
    return &plans.of[slot];
}

// A block begins with a body.
LANE_FN void forget_plans(void)
{
    for (int i = 0; i < HOME_PARTS + HOME_CLUSTERS; ++i) {
        plan_at(i)->of = -1;
    }
}

LANE_STAGE void fill_plan(const taut_cuda_job* job, int slot, int of)
{
    const taut_cuda_sheet* s = &job->sheet;
    const taut_schedule* schedule = &job->blueprint.schedule;
    bool part = slot < HOME_PARTS;
    home_plan* plan = plan_at(slot);
    int cluster = part ? schedule->opening[of] : of;
    const int32_t* seats = part ? schedule->seating.first + of : s->guest_first + of;
    int first = seats[0], end = seats[1];
    int level = s->level_first[cluster], level_end = s->level_first[cluster + 1];
    round_span rounds = {cluster, s->round_first[cluster], s->round_first[cluster + 1]};
    taut_cuda_wait wait = s->wait_of[cluster];
    team_sync_block();
    for (int i = LANE_RANK; i < level_end - level && i < HOME_LEVELS; i += LANE_TEAM) {
        plan->near[i] = s->levels[level + i];
    }
    if (LANE_RANK == 0) {
        plan->of = of;
        plan->cluster = cluster;
        plan->first = first;
        plan->count = end - first;
        plan->wait = wait;
        plan->rounds = rounds;
        plan->level_count = level_end - level;
        plan->levels = s->levels + level;
    }
    team_sync_block();
}

// The slot of number i of the parts of a block, or of its clusters across parts.
LANE_FN int open_plan(const taut_cuda_job* job, int slot, int of)
{
    if (plan_at(slot)->of != of) {
        fill_plan(job, slot, of);
    }
    return slot;
}

LANE_FN taut_cuda_level level_of(int slot, int i)
{
    const home_plan* plan = plan_at(slot);
    taut_cuda_level none = {0, 0};
    return i >= plan->level_count ? none : i < HOME_LEVELS ? plan->near[i] : plan->levels[i];
}

// clang-format off
#include "cuda/sheet_home_sweep.inl"
// clang-format on

// Constraints of the first levels, which are in no cache.
LANE_FN void expect_levels(const taut_cuda_sheet* s, int slot, int most)
{
    taut_cuda_level l = level_of(slot, LANE_RANK);
    if (LANE_RANK < most && l.first < l.end) {
        team_expect_far(&s->links[l.first], (size_t)(l.end - l.first) * sizeof *s->links);
        if (s->compliance != nullptr) {
            int first = l.first / 2 * 2, end = (l.end + 1) / 2 * 2;  // rounds are whole
            team_expect_far(&s->compliance[TAUT_CUDA_EACH * first],
                            (size_t)(end - first) * TAUT_CUDA_EACH * sizeof *s->compliance);
        }
    }
}

// Parts -------------------------------------------------------------------------------------------

// What a block will read of the particles of a part, while it is busy with another; by one thread.
LANE_STAGE void expect_part(const taut_cuda_job* job, int part)
{
    const taut_work* w = &job->work;
    const int32_t* seats = job->blueprint.schedule.seating.first + part;
    size_t bytes = (size_t)(seats[1] - seats[0]) * sizeof(float);
    const taut_rows rows[3] = {w->x, w->v, w->lo};
    for (int i = 0; i < 3; ++i) {
        team_expect_far(rows[i].x + seats[0], bytes);
        team_expect_far(rows[i].y + seats[0], bytes);
        team_expect_far(rows[i].z + seats[0], bytes);
    }
    team_expect_far(w->w + seats[0], bytes);
}

// Whether it is noted where particles are before a substep while they begin it. Not so where some
// are moved before.
LANE_FN bool notes_at_home(const taut_cuda_job* job)
{
    return job->by_levels && job->move_count == 0;
}

// For contacts with colliders, and for pairs.
LANE_FN void note_home_seat(const taut_cuda_job* job, int seat, lane3 x, float mass)
{
    if (job->run.meets) {
        store3(job->meeting->contacts.before, seat, x);
    }
    if (job->placed != NULL) {
        far_put(&job->placed[seat], with_w(x, mass));
    }
}

LANE_FN void begin_home_seat(const taut_cuda_job* job, const sheet_motion* m, int seat,
                             sheet_state* s, float mass)
{
    const taut_work* w = &job->work;
    if (mass > 0.0f) {
        lane3 a = m->gravity;
        a = m->has_forces ? lane3_add(a, load3(w->a, seat)) : a;
        begin_seat<false>(m, s, a);
        store3(w->v, seat, s->v);
        store3(w->lo, seat, s->lo);
        store3(w->q, seat, s->x);
    }
}

// A seat as it is read, which need not be there.
typedef struct home_seat {
    sheet_state s;
    float mass;
    bool finish;  // its velocity is yet to be found
} home_seat;

// Where the substep before ended late, particles that have contacts have got their velocities.
LANE_FN home_seat read_home_seat(const taut_cuda_job* job, int seat)
{
    const taut_work* w = &job->work;
    home_seat read;
    read.mass = w->w[seat];
    read.s.x = load3(w->x, seat);
    read.s.v = load3(w->v, seat);
    read.s.lo = load3(w->lo, seat);
    read.s.moved = read.s.x;
    read.finish = false;
    if (job->ends_late) {
        read.s.moved = load3(w->q, seat);
        read.finish = contacts_has_none(job, seat);
    }
    return read;
}

// Number i of the part that begins with seat `first`. Returns whether its mass is an ordinary one.
LANE_FN bool begin_read_seat(const taut_cuda_job* job, sheet_motion* m, int first, int i,
                             home_seat read)
{
    m->finish = read.finish;
    if (notes_at_home(job)) {
        note_home_seat(job, first + i, read.s.x, read.mass);
    }
    begin_home_seat(job, m, first + i, &read.s, read.mass);
    near_put(seat_at(near_room(), i), with_w(read.s.x, read.mass));
    return quick_mass(read.mass);
}

// As begin_far_part(), in little text: the next seat is on its way while one begins. Returns
// whether all inverse masses are ordinary ones.
LANE_STAGE bool begin_home_part(const taut_cuda_job* job, int first, int count)
{
    sheet_motion m = motion_of(job);
    bool ordinary = true;
    home_seat next = {};
    if (LANE_RANK < count) {
        next = read_home_seat(job, first + LANE_RANK);
    }
    TAUT_NO_UNROLL
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        home_seat now = next;
        if (i + LANE_TEAM < count) {
            next = read_home_seat(job, first + i + LANE_TEAM);
        }
        ordinary = begin_read_seat(job, &m, first, i, now) && ordinary;
    }
    return ordinary;
}

// The same where a block has part after part, and memory is what it waits for: some seats at once.
LANE_STAGE bool begin_one_of_many(const taut_cuda_job* job, int first, int count)
{
    sheet_motion m = motion_of(job);
    bool ordinary = true;
    for (int i = LANE_RANK; i < count; i += HOME_SEATS * LANE_TEAM) {
        home_seat read[HOME_SEATS];
        TEAM_UNROLL
        for (int k = 0; k < HOME_SEATS; ++k) {
            int at = i + k * LANE_TEAM;
            read[k] = read_home_seat(job, first + (at < count ? at : i));
        }
        TEAM_UNROLL
        for (int k = 0; k < HOME_SEATS; ++k) {
            int at = i + k * LANE_TEAM;
            if (at < count) {
                ordinary = begin_read_seat(job, &m, first, at, read[k]) && ordinary;
            }
        }
    }
    return ordinary;
}

// All threads of the block are through with the cluster.
LANE_FN void tell_home(const taut_cuda_job* job, int cluster)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        team_tell(done_at(job, cluster), (uint32_t)job->run.step.substep + 1);
    }
}

// Prediction and the opening clusters.
LANE_FN void sweep_home_parts(const taut_cuda_job* job, const team* t)
{
    int parts = job->blueprint.schedule.seating.part_count;
    for (int i = 0, part = t->block; part < parts; ++i, part += t->block_count) {
        int slot = open_plan(job, i % HOME_PARTS, part);
        int first = plan_at(slot)->first, count = plan_at(slot)->count;
        expect_levels(&job->sheet, slot, HOME_AHEAD);
        bool many = parts > t->block_count;
        bool ordinary = team_sync_all(many ? begin_one_of_many(job, first, count)
                                           : begin_home_part(job, first, count));
        if (LANE_RANK == LANE_TEAM - 1 && part + t->block_count < parts) {
            expect_part(job, part + t->block_count);
        }
        far_notes held = {job, first, -1};
        sweep_home_cluster(job, slot, ordinary, held);
        end_far_part<false>(&job->work, first, count);
        tell_home(job, plan_at(slot)->cluster);
    }
}

// Across parts ------------------------------------------------------------------------------------
//
// Blocks wait for the clusters that had their guests before, as in sheet_stay.inl: each takes its
// clusters in the order of the phases, so that none waits for what comes later.

LANE_STAGE void forget_done(const taut_cuda_job* job, const team* t)
{
    for (int i = first_of(t); i < job->blueprint.schedule.cluster_count; i += stride_of(t)) {
        *done_at(job, i) = 0;
    }
}

// Seats that guests come from, after the guests.
LANE_FN int32_t* home_names(int slot)
{
    return (int32_t*)(void*)(team_room() + 4 * plan_at(slot)->count);
}

// Whom to wait for and whom to invite is asked for at once.
LANE_FN void await_home(const taut_cuda_job* job, int slot)
{
    const home_plan* plan = plan_at(slot);
    const taut_cuda_sheet* s = &job->sheet;
    const int32_t* waits = s->waits + plan->wait.first;
    uint32_t substeps = (uint32_t)job->run.step.substep + 1;
    int other = LANE_RANK < plan->wait.count ? waits[LANE_RANK] : 0;
    for (int i = LANE_RANK; i < plan->count; i += LANE_TEAM) {
        home_names(slot)[i] = s->guests[plan->first + i].seat;
    }
    for (int i = LANE_RANK; i < plan->wait.count; i += LANE_TEAM) {
        team_hear(done_at(job, i == LANE_RANK ? other : waits[i]), substeps);
    }
    team_sync_block();
}

LANE_FN bool invite_home(const taut_work* w, int slot)
{
    const home_plan* plan = plan_at(slot);
    const int32_t* names = home_names(slot);
    bool ordinary = true;
    for (int i = LANE_RANK; i < plan->count; i += HOME_SEATS * LANE_TEAM) {
        taut_float4 x[HOME_SEATS];
        TEAM_UNROLL
        for (int k = 0; k < HOME_SEATS; ++k) {
            int seat = names[i + k * LANE_TEAM < plan->count ? i + k * LANE_TEAM : i];
            x[k] = with_w(load3(w->x, seat), w->w[seat]);
        }
        TEAM_UNROLL
        for (int k = 0; k < HOME_SEATS; ++k) {
            ordinary = ordinary & quick_mass(x[k].w);
            if (i + k * LANE_TEAM < plan->count) {
                near_put(seat_at(near_room(), i + k * LANE_TEAM), x[k]);
            }
        }
    }
    return ordinary;
}

LANE_FN void see_off_home(const taut_work* w, int slot)
{
    const home_plan* plan = plan_at(slot);
    const int32_t* names = home_names(slot);
    for (int i = LANE_RANK; i < plan->count; i += LANE_TEAM) {
        taut_float4 x = near_get(seat_at(near_room(), i));
        if (x.w > 0.0f) {
            store3(w->x, names[i], xyz_of(x));
        }
    }
}

// All phases after the first. Nobody has waited for the last of them yet.
LANE_FN void sweep_home_phases(const taut_cuda_job* job, const team* t)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    int end = phase_first[job->phase_end];
    for (int i = 0, at = phase_first[1] + t->block; at < end; ++i, at += t->block_count) {
        int slot = open_plan(job, HOME_PARTS + i % HOME_CLUSTERS, at);
        expect_levels(&job->sheet, slot, LANE_TEAM);
        await_home(job, slot);
        bool ordinary = team_sync_all(invite_home(&job->work, slot));
        far_notes held = {job, 0, at};
        sweep_home_cluster(job, slot, ordinary, held);
        see_off_home(&job->work, slot);
        tell_home(job, at);
    }
}
