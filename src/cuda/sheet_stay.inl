// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets that are larger than a cluster of blocks, but whose places all fit into the shared memory
// of the device: a part stays in its block for the whole step, with as much else of its state as
// there is room for. Between phases, seats that clusters across parts ask for go through the arrays
// of the body; blocks that have such a cluster to sweep make room for its guests meanwhile.

// What is kept of the part besides places; some of it may be in the arrays of the body.
typedef struct stay_part {
    near_part at;  // with a slot, as there
    near_at x;
    taut_rows v, lo;      // by seats of the part
    taut_rows near_q, q;  // likewise: those of the first `near_count`, and the others
    int near_count;
} stay_part;

LANE_FN taut_rows rows_from(taut_rows a, int first)
{
    return (taut_rows){a.x + first, a.y + first, a.z + first};
}

LANE_FN taut_rows rows_at(float* room, int stride)
{
    return (taut_rows){room, room + stride, room + 2 * stride};
}

LANE_FN stay_part stay_part_of(const taut_cuda_job* job, team t, int part)
{
    const taut_work* w = &job->work;
    int kept = job->sheet.kept_q;
    near_layout l;
    l.floats = 4 * TAUT_CUDA_PART + 3 * kept + (job->sheet.keeps_v ? 6 * job->sheet.seats : 0);
    stay_part p;
    p.at = part_at(job, &t, &l, part);
    p.x = seats_of(&p.at);
    float* room = team_room() + p.at.slot + 4 * TAUT_CUDA_PART;
    p.near_q = rows_at(room, kept);
    p.q = rows_from(w->q, p.at.first);
    p.near_count = kept;
    p.v = rows_from(w->v, p.at.first);
    p.lo = rows_from(w->lo, p.at.first);
    if (job->sheet.keeps_v) {
        room += 3 * kept;
        p.v = rows_at(room, job->sheet.seats);
        p.lo = rows_at(room + 3 * job->sheet.seats, job->sheet.seats);
    }
    return p;
}

LANE_FN taut_rows q_of(const stay_part* p, int seat)
{
    return seat < p->near_count ? p->near_q : p->q;
}

// Reactions of the seats of the part.
struct stay_notes {
    const taut_cuda_job* job;
    team t;
    int part;

    LANE_METHOD void note(int seat, float dl, lane3 g) const
    {
        taut_rows lo = stay_part_of(job, t, part).lo;
        store3(lo, seat, lane3_madd(load3(lo, seat), dl, g));
    }
};

// Coming and going --------------------------------------------------------------------------------

LANE_STAGE void settle_in(const taut_cuda_job* job, team t, int part)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    const taut_work* w = &job->work;
    for (int i = LANE_RANK; i < p->at.count; i += LANE_TEAM) {
        int seat = p->at.first + i;
        near_put(seat_at(p->x, i), with_w(load3(w->x, seat), w->w[seat]));
        if (job->sheet.keeps_v) {
            store3(p->v, i, load3(w->v, seat));
            store3(p->lo, i, load3(w->lo, seat));
        }
    }
    team_sync_block();
}

LANE_FN sheet_state stay_state(const stay_part* p, int i, taut_float4 x)
{
    sheet_state s;
    s.x = xyz_of(x);
    s.v = load3(p->v, i);
    s.lo = load3(p->lo, i);
    s.moved = load3(q_of(p, i), i);
    return s;
}

// Velocities of the last substep, and back to the arrays of the body.
LANE_STAGE void move_out(const taut_cuda_job* job, team t, int part)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    const taut_work* w = &job->work;
    sheet_motion m = motion_of(job);
    for (int i = LANE_RANK; i < p->at.count; i += LANE_TEAM) {
        taut_float4 x = near_get(seat_at(p->x, i));
        sheet_state s = stay_state(p, i, x);
        if (x.w > 0.0f) {
            finish_seat<false>(&m, &s);
        }
        store3(w->x, p->at.first + i, s.x);
        store3(w->v, p->at.first + i, s.v);
        store3(w->lo, p->at.first + i, s.lo);
    }
    team_sync_block();
}

// Substeps ----------------------------------------------------------------------------------------

LANE_FN void begin_stay_seat(const taut_cuda_job* job, const sheet_motion* m, const stay_part* p,
                             int i, taut_float4 x, sheet_state* s)
{
    if (x.w > 0.0f) {
        lane3 a = m->gravity;
        a = job->body.has_forces ? lane3_add(a, load3(job->work.a, p->at.first + i)) : a;
        begin_seat<false>(m, s, a);
        store3(p->v, i, s->v);
        store3(p->lo, i, s->lo);
        store3(q_of(p, i), i, s->moved);
        near_put(seat_at(p->x, i), with_w(s->x, x.w));
    }
}

// Returns whether all inverse masses are ordinary ones.
LANE_STAGE bool begin_stay(const taut_cuda_job* job, team t, int part)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    sheet_motion m = motion_of(job);
    bool ordinary = true;
    for (int i = LANE_RANK; i < p->at.count; i += LANE_TEAM) {
        taut_float4 x = near_get(seat_at(p->x, i));
        sheet_state s = stay_state(p, i, x);
        ordinary = ordinary & quick_mass(x.w);
        begin_stay_seat(job, &m, p, i, x, &s);
    }
    return ordinary;
}

LANE_FN void open_stay(const taut_cuda_job* job, team t, int part)
{
    int cluster = job->blueprint.schedule.opening[part];
    stay_part p = stay_part_of(job, t, part);
    move_in_part(job, &p.at);
    bool ordinary = team_sync_all(begin_stay(job, t, part));
    stay_notes held = {job, t, part};
    sweep_near<false, FAR_AHEAD>(job, 0, cluster, p.x, 0, ordinary, held);
}

// Across parts ------------------------------------------------------------------------------------

// Whether a block has a cluster across parts to sweep.
LANE_FN bool is_host(const taut_cuda_job* job, const team* t)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    bool host = false;
    for (int phase = 1; phase < job->phase_end; ++phase) {
        host = host || phase_first[phase] + t->block < phase_first[phase + 1];
    }
    return host;
}

// Seats go through the body's own x, which nobody needs meanwhile: one load or store each.

// Seat number i of those that go: all of the part, or what clusters across parts ask for.
LANE_FN int traveller(const taut_cuda_job* job, const stay_part* p, bool all, int i)
{
    return all ? i : job->sheet.travellers[job->sheet.traveller_first[p->at.part] + i];
}

LANE_FN int traveller_count(const taut_cuda_job* job, const stay_part* p, bool all)
{
    const int32_t* first = job->sheet.traveller_first + p->at.part;
    return all ? p->at.count : first[1] - first[0];
}

// What is held has its reactions noted in the arrays of the body meanwhile.
LANE_STAGE void send_travellers(const taut_cuda_job* job, team t, int part, bool all)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    const int32_t* particle_of = job->blueprint.schedule.seating.particle_of + p->at.first;
    taut_float4* to = job->body.x;
    int count = traveller_count(job, p, all);
    bool lo = job->sheet.keeps_v;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int seat = traveller(job, p, all, i);
        int particle = particle_of[seat];
        taut_float4 x = near_get(seat_at(p->x, seat));
        if (particle >= 0) {
            far_put(&to[particle], x);
        }
        if (lo && !(x.w > 0.0f)) {
            store3(job->work.lo, p->at.first + seat, load3(p->lo, seat));
        }
    }
}

LANE_STAGE void receive_travellers(const taut_cuda_job* job, team t, int part, bool all)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    const int32_t* particle_of = job->blueprint.schedule.seating.particle_of + p->at.first;
    const taut_float4* from = job->body.x;
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    int count = traveller_count(job, p, all);
    bool lo = job->sheet.keeps_v;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int seat = traveller(job, p, all, i);
        int particle = particle_of[seat];
        taut_float4 x = particle >= 0 ? far_get(&from[particle]) : none;
        near_put(seat_at(p->x, seat), x);
        if (lo && !(x.w > 0.0f)) {
            store3(p->lo, seat, load3(job->work.lo, p->at.first + seat));
        }
    }
}

enum { STAY_GUESTS = 4 };

LANE_STAGE bool invite_travellers(const taut_cuda_job* job, const taut_cuda_guest* guests,
                                  int count)
{
    const taut_float4* from = job->body.x;
    bool ordinary = true;
    for (int i = LANE_RANK; i < count; i += STAY_GUESTS * LANE_TEAM) {
        taut_float4 x[STAY_GUESTS];
        TEAM_UNROLL
        for (int k = 0; k < STAY_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            x[k] = far_get(&from[guests[at < count ? at : i].particle]);
        }
        TEAM_UNROLL
        for (int k = 0; k < STAY_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            ordinary = ordinary & quick_mass(x[k].w);
            if (at < count) {
                near_put(seat_at(near_room(), at), x[k]);
            }
        }
    }
    return ordinary;
}

LANE_STAGE void see_travellers_off(const taut_cuda_job* job, const taut_cuda_guest* guests,
                                   int count)
{
    taut_float4* to = job->body.x;
    for (int i = LANE_RANK; i < count; i += STAY_GUESTS * LANE_TEAM) {
        int particle[STAY_GUESTS];
        TEAM_UNROLL
        for (int k = 0; k < STAY_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            particle[k] = guests[at < count ? at : i].particle;
        }
        TEAM_UNROLL
        for (int k = 0; k < STAY_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            taut_float4 x = near_get(seat_at(near_room(), at < count ? at : i));
            if (x.w > 0.0f) {
                far_put(&to[particle[k]], x);
            }
        }
    }
}

LANE_FN void sweep_travellers(const taut_cuda_job* job, int cluster)
{
    const taut_cuda_sheet* s = &job->sheet;
    const taut_cuda_guest* guests = s->guests + s->guest_first[cluster];
    int count = s->guest_first[cluster + 1] - s->guest_first[cluster];
    bool ordinary = team_sync_all(invite_travellers(job, guests, count));
    far_notes held = {job, 0, cluster};
    sweep_near<false, FAR_AHEAD>(job, 1, cluster, near_room(), 0, ordinary, held);
    see_travellers_off(job, guests, count);
    team_sync_block();
}

LANE_FN void sweep_beyond(const taut_cuda_job* job, const team* t)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    for (int phase = 1; phase < job->phase_end; ++phase) {
        team_sync(t);
        for (int i = phase_first[phase] + t->block; i < phase_first[phase + 1];
             i += t->block_count) {
            sweep_travellers(job, i);
        }
    }
    team_sync(t);
}

LANE_FN void take_sheet_staying(taut_cuda_job* job, const team* t)
{
    bool host = is_host(job, t);
    close_tables();
    EACH_PART(i)
    {
        settle_in(job, *t, i);
    }
    for (int substep = 0; substep < job->run.step.substep_count; ++substep) {
        begin_substep(job, substep);
        EACH_PART(i)
        {
            open_stay(job, *t, i);
            send_travellers(job, *t, i, host);
        }
        sweep_beyond(job, t);
        EACH_PART(i)
        {
            receive_travellers(job, *t, i, host);
        }
    }
    team_sync_block();
    EACH_PART(i)
    {
        move_out(job, *t, i);
    }
}
