// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets that are larger than shared memory: the parts come there one after the other, once per
// substep, and so do the seats of clusters across parts.

// Reactions of the seats of a part, or of guests, in the arrays of the body.
struct far_notes {
    const taut_cuda_job* job;
    int first;    // seat of the body
    int cluster;  // whose guests they are; -1: seats of the part, from `first` on

    LANE_METHOD void note(int i, float dl, lane3 g) const
    {
        const taut_cuda_sheet* s = &job->sheet;
        int seat = cluster >= 0 ? s->guests[s->guest_first[cluster] + i].seat : first + i;
        store3(job->work.lo, seat, lane3_madd(load3(job->work.lo, seat), dl, g));
    }
};

// Rounds ahead, of constraints that are in no cache; and seats that a thread brings at once, all of
// which it waits for together.
enum { FAR_AHEAD = 3, FAR_SEATS = 2, FAR_GUESTS = 4 };

LANE_FN near_at far_moves(void)
{
    return seat_at(near_room(), TAUT_CUDA_PART);
}

template <bool fine>
LANE_FN void load_far_seat(const taut_work* w, int seat, sheet_state* s, float* mass)
{
    *mass = w->w[seat];
    s->x = load3(w->x, seat);
    s->v = load3(w->v, seat);
    s->lo = load3(w->lo, seat);
    s->moved = load3(fine ? w->d : w->q, seat);
}

// A seat of the part begins a substep.
template <bool fine>
LANE_FN void begin_far_seat(const taut_cuda_job* job, const sheet_motion* m, int seat, int at,
                            sheet_state* s, float mass)
{
    const taut_work* w = &job->work;
    if (mass > 0.0f) {
        lane3 a = m->gravity;
        a = m->has_forces ? lane3_add(a, load3(w->a, seat)) : a;
        begin_seat<fine>(m, s, a);
        store3(w->v, seat, s->v);
        store3(w->lo, seat, s->lo);
        store3(fine ? w->x : w->q, seat, s->x);
    }
    near_put(seat_at(near_room(), at), with_w(s->x, mass));
    if (fine) {
        near_put(seat_at(far_moves(), at), with_w(s->moved, 0.0f));
    }
}

// Returns whether all inverse masses are ordinary ones.
template <bool fine> LANE_STAGE bool begin_far_part(const taut_cuda_job* job, int first, int count)
{
    sheet_motion m = motion_of(job);
    bool ordinary = true;
    for (int i = LANE_RANK; i < count; i += FAR_SEATS * LANE_TEAM) {
        sheet_state s[FAR_SEATS];
        float mass[FAR_SEATS];
        TEAM_UNROLL
        for (int k = 0; k < FAR_SEATS; ++k) {
            int at = i + k * LANE_TEAM;
            load_far_seat<fine>(&job->work, first + (at < count ? at : i), &s[k], &mass[k]);
        }
        TEAM_UNROLL
        for (int k = 0; k < FAR_SEATS; ++k) {
            int at = i + k * LANE_TEAM;
            if (at < count) {
                begin_far_seat<fine>(job, &m, first + at, at, &s[k], mass[k]);
                ordinary = ordinary & quick_mass(mass[k]);
            }
        }
    }
    return ordinary;
}

template <bool fine> LANE_STAGE void end_far_part(const taut_work* w, int first, int count)
{
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        taut_float4 to = near_get(seat_at(fine ? far_moves() : near_room(), i));
        store3(fine ? w->d : w->x, first + i, xyz_of(to));
    }
}

template <bool fine> LANE_FN void open_far_part(const taut_cuda_job* job, int part)
{
    const int32_t* seats = job->blueprint.schedule.seating.first + part;
    const taut_work* w = &job->work;
    int first = seats[0], count = seats[1] - seats[0];
    int cluster = job->blueprint.schedule.opening[part];
    if (LANE_RANK == 0) {
        const taut_cuda_sheet* s = &job->sheet;
        expect_links(s, s->round_first[cluster] * s->threads, SHEET_FAR * s->threads);
    }
    bool ordinary = team_sync_all(begin_far_part<fine>(job, first, count));
    far_notes held = {job, first, -1};
    sweep_near<fine, FAR_AHEAD, TAUT_CUDA_EACH>(job, 0, cluster, near_room(), far_moves(), ordinary,
                                                held);
    end_far_part<fine>(w, first, count);
    team_sync_block();
}

template <bool fine>
LANE_STAGE bool invite_from_far(const taut_work* w, const taut_cuda_guest* guests, int count)
{
    bool ordinary = true;
    for (int i = LANE_RANK; i < count; i += FAR_GUESTS * LANE_TEAM) {
        int seat[FAR_GUESTS];
        taut_float4 x[FAR_GUESTS];
        lane3 d[FAR_GUESTS];
        TEAM_UNROLL
        for (int k = 0; k < FAR_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            seat[k] = guests[at < count ? at : i].seat;
        }
        TEAM_UNROLL
        for (int k = 0; k < FAR_GUESTS; ++k) {
            x[k] = with_w(load3(w->x, seat[k]), w->w[seat[k]]);
            d[k] = fine ? load3(w->d, seat[k]) : xyz_of(x[k]);
        }
        TEAM_UNROLL
        for (int k = 0; k < FAR_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            if (at < count) {
                near_put(seat_at(near_room(), at), x[k]);
                ordinary = ordinary & quick_mass(x[k].w);
                if (fine) {
                    near_put(seat_at(far_moves(), at), with_w(d[k], 0.0f));
                }
            }
        }
    }
    return ordinary;
}

template <bool fine>
LANE_STAGE void see_off_to_far(const taut_work* w, const taut_cuda_guest* guests, int count)
{
    for (int i = LANE_RANK; i < count; i += FAR_GUESTS * LANE_TEAM) {
        int seat[FAR_GUESTS];
        TEAM_UNROLL
        for (int k = 0; k < FAR_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            seat[k] = guests[at < count ? at : i].seat;
        }
        TEAM_UNROLL
        for (int k = 0; k < FAR_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            if (at < count && near_get(seat_at(near_room(), at)).w > 0.0f) {
                taut_float4 to = near_get(seat_at(fine ? far_moves() : near_room(), at));
                store3(fine ? w->d : w->x, seat[k], xyz_of(to));
            }
        }
    }
}

template <bool fine> LANE_FN void sweep_far_cluster(const taut_cuda_job* job, int cluster)
{
    const taut_cuda_sheet* s = &job->sheet;
    const taut_work* w = &job->work;
    const taut_cuda_guest* guests = s->guests + s->guest_first[cluster];
    int count = s->guest_first[cluster + 1] - s->guest_first[cluster];
    far_notes held = {job, 0, cluster};
    bool ordinary = team_sync_all(invite_from_far<fine>(w, guests, count));
    sweep_near<fine, FAR_AHEAD, TAUT_CUDA_EACH>(job, 1, cluster, near_room(), far_moves(), ordinary,
                                                held);
    see_off_to_far<fine>(w, guests, count);
    team_sync_block();
}

// The phases after the first.
template <bool fine> LANE_FN void sweep_far_phases(const taut_cuda_job* job, const team* t)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    for (int phase = 1; phase < job->phase_end; ++phase) {
        team_sync(t);
        for (int i = phase_first[phase] + t->block; i < phase_first[phase + 1];
             i += t->block_count) {
            sweep_far_cluster<fine>(job, i);
        }
    }
    team_sync(t);
}

template <bool fine> LANE_FN void correct_far_parts(const taut_cuda_job* job, const team* t)
{
    const taut_seating* seating = &job->blueprint.schedule.seating;
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        int first = seating->first[part], end = seating->first[part + 1];
        if (fine) {
            correct_velocities_fine(&job->run.step, job->run.work, first, end);
        } else {
            correct_velocities(&job->run.step, job->run.work, first, end);
        }
    }
}

template <bool fine> LANE_FN void take_sheet_apart(taut_cuda_job* job, const team* t)
{
    int parts = job->blueprint.schedule.seating.part_count;
    if (LANE_RANK == 0) {
        forget_spans();
    }
    team_sync_block();
    for (int substep = 0; substep < job->run.step.substep_count; ++substep) {
        begin_substep(job, substep);
        move_kinematics(job, t);
        for (int part = t->block; part < parts; part += t->block_count) {
            open_far_part<fine>(job, part);
        }
        sweep_far_phases<fine>(job, t);
    }
    correct_far_parts<fine>(job, t);
}
