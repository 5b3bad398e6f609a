// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets that are larger than shared memory: the parts come there one after the other, once per
// substep, and so do the seats of clusters across parts.

// Reactions of the seats of a part, or of guests, in the arrays of the body.
struct far_notes {
    taut_rows lo;
    const taut_cuda_guest* guests;  // NULL: seats of the part, from `first` on
    int first;

    LANE_METHOD void note(int i, float dl, lane3 g) const
    {
        int seat = guests != nullptr ? guests[i].seat : first + i;
        store3(lo, seat, lane3_madd(load3(lo, seat), dl, g));
    }
};

// A seat of the part that begins a substep. Returns whether its inverse mass is an ordinary one.
template <bool fine>
LANE_FN bool begin_far_seat(const taut_cuda_job* job, const sheet_motion* m, int seat, int at)
{
    const taut_work* w = &job->work;
    float mass = w->w[seat];
    sheet_state s;
    s.x = load3(w->x, seat);
    s.v = load3(w->v, seat);
    s.lo = load3(w->lo, seat);
    s.moved = load3(fine ? w->d : w->q, seat);
    if (mass > 0.0f) {
        lane3 a = m->gravity;
        a = job->body.has_forces ? lane3_add(a, load3(w->a, seat)) : a;
        begin_seat<fine>(m, &s, a);
        store3(w->v, seat, s.v);
        store3(w->lo, seat, s.lo);
        if (fine) {
            store3(w->x, seat, s.x);
        } else {
            store3(w->q, seat, s.moved);
        }
    }
    *near_seat(at) = with_w(s.x, mass);
    if (fine) {
        *near_seat(TAUT_CUDA_PART + at) = with_w(s.moved, 0.0f);
    }
    return quick_mass(mass);
}

template <bool fine> LANE_FN void open_far_part(const taut_cuda_job* job, int part)
{
    const int32_t* seats = job->blueprint.schedule.seating.first + part;
    const taut_work* w = &job->work;
    int first = seats[0], count = seats[1] - seats[0];
    sheet_motion m = motion_of(job);
    bool ordinary = true;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        ordinary = begin_far_seat<fine>(job, &m, first + i, i) & ordinary;
    }
    ordinary = team_sync_all(ordinary);
    far_notes held = {w->lo, nullptr, first};
    sweep_near<fine>(job, 0, job->blueprint.schedule.opening[part], 0, TAUT_CUDA_PART, ordinary,
                     &held);
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        store3(fine ? w->d : w->x, first + i, xyz_of(*near_seat((fine ? TAUT_CUDA_PART : 0) + i)));
    }
    team_sync_block();
}

template <bool fine>
LANE_FN bool invite_from_far(const taut_work* w, const taut_cuda_guest* guests, int count)
{
    bool ordinary = true;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int seat = guests[i].seat;
        float mass = w->w[seat];
        ordinary = ordinary & quick_mass(mass);
        *near_seat(i) = with_w(load3(w->x, seat), mass);
        if (fine) {
            *near_seat(TAUT_CUDA_PART + i) = with_w(load3(w->d, seat), 0.0f);
        }
    }
    return ordinary;
}

template <bool fine> LANE_FN void sweep_far_cluster(const taut_cuda_job* job, int cluster)
{
    const taut_cuda_sheet* s = &job->sheet;
    const taut_work* w = &job->work;
    const taut_cuda_guest* guests = s->guests + s->guest_first[cluster];
    int count = s->guest_first[cluster + 1] - s->guest_first[cluster];
    far_notes held = {w->lo, guests, 0};
    bool ordinary = team_sync_all(invite_from_far<fine>(w, guests, count));
    sweep_near<fine>(job, 1, cluster, 0, TAUT_CUDA_PART, ordinary, &held);
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        if (near_seat(i)->w > 0.0f) {
            lane3 to = xyz_of(*near_seat((fine ? TAUT_CUDA_PART : 0) + i));
            store3(fine ? w->d : w->x, guests[i].seat, to);
        }
    }
    team_sync_block();
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
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    int parts = job->blueprint.schedule.seating.part_count;
    close_tables();
    for (int substep = 0; substep < job->run.step.substep_count; ++substep) {
        begin_substep(job, substep);
        move_kinematics(job, t);
        for (int part = t->block; part < parts; part += t->block_count) {
            open_far_part<fine>(job, part);
        }
        team_sync(t);
        for (int phase = 1; phase < job->phase_end; ++phase) {
            for (int cluster = phase_first[phase] + t->block; cluster < phase_first[phase + 1];
                 cluster += t->block_count) {
                sweep_far_cluster<fine>(job, cluster);
            }
            team_sync(t);
        }
    }
    correct_far_parts<fine>(job, t);
}
