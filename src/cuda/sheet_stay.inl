// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets that are larger than a cluster of blocks, but whose places all fit into the shared memory
// of the device: a part stays in its block for the whole step, with as much else of its state as
// there is room for. Between phases, seats that clusters across parts ask for go through the arrays
// of the body; blocks that have such a cluster to sweep have room for its guests, or make it.
//
// Blocks do not wait for all others: a cluster across parts for the parts of its guests, a part for
// the clusters that have guests from there. What is far off may be a phase ahead or behind.

// State of a part that has no room in shared memory, by seats of the part: two floats to a load.
typedef struct stay_far {
    taut_cuda_two *v_xy, *v_z_lo_x, *lo_yz, *q_xy;
    float* q_z;
} stay_far;

// What is kept of the part besides places.
typedef struct stay_part {
    near_part at;  // with a slot, as there
    near_at x;
    bool keeps_v;
    taut_rows v, lo;   // in shared memory, by seats of the part, if there
    taut_rows near_q;  // likewise: of the first `near_count`
    int near_count;
    stay_far far;
} stay_part;

LANE_FN taut_rows rows_at(float* room, int stride)
{
    return (taut_rows){room, room + stride, room + 2 * stride};
}

// Room for seats: those of the part, and then or instead guests.
LANE_FN int stay_seats(const taut_cuda_sheet* s)
{
    int most = s->seats > s->most_guests ? s->seats : s->most_guests;
    return s->guests_apart ? s->seats + s->most_guests : most;
}

LANE_FN near_at stay_guests(const taut_cuda_sheet* s)
{
    return s->guests_apart ? seat_at(near_room(), s->seats) : near_room();
}

// Nothing of it is there where everything is in shared memory.
LANE_FN stay_far stay_far_of(const taut_cuda_job* job, int first)
{
    size_t seats = (size_t)job->work.seat_count;
    float* all = job->kept;
    stay_far far;
    far.v_xy = (taut_cuda_two*)(void*)all + first;
    far.v_z_lo_x = (taut_cuda_two*)(void*)(all + 2 * seats) + first;
    far.lo_yz = (taut_cuda_two*)(void*)(all + 4 * seats) + first;
    far.q_xy = (taut_cuda_two*)(void*)(all + 6 * seats) + first;
    far.q_z = all + 8 * seats + first;
    return far;
}

LANE_FN stay_part stay_part_of(const taut_cuda_job* job, team t, int part)
{
    const taut_cuda_sheet* s = &job->sheet;
    int seats = 4 * stay_seats(s) + (s->guests_apart ? s->most_guests : 0);
    near_layout l;
    l.floats = seats + 3 * s->kept_q + (s->keeps_v ? 6 * s->seats : 0);
    stay_part p;
    p.at = part_at(job, &t, &l, part);
    p.x = seats_of(&p.at);
    p.keeps_v = s->keeps_v;
    p.near_count = s->kept_q;
    float* room = team_room() + p.at.slot + seats;
    p.near_q = rows_at(room, s->kept_q);
    room += 3 * s->kept_q;
    p.v = rows_at(room, s->seats);
    p.lo = rows_at(room + 3 * s->seats, s->seats);
    p.far = stay_far_of(job, p.at.first);
    return p;
}

LANE_FN void load_motion(const stay_part* p, int i, lane3* v, lane3* lo)
{
    if (p->keeps_v) {
        *v = load3(p->v, i);
        *lo = load3(p->lo, i);
        return;
    }
    taut_cuda_two a = far_get_two(&p->far.v_xy[i]), b = far_get_two(&p->far.v_z_lo_x[i]);
    taut_cuda_two c = far_get_two(&p->far.lo_yz[i]);
    *v = (lane3){a.x, a.y, b.x};
    *lo = (lane3){b.y, c.x, c.y};
}

LANE_FN void store_motion(const stay_part* p, int i, lane3 v, lane3 lo)
{
    if (p->keeps_v) {
        store3(p->v, i, v);
        store3(p->lo, i, lo);
        return;
    }
    far_put_two(&p->far.v_xy[i], {v.x, v.y});
    far_put_two(&p->far.v_z_lo_x[i], {v.z, lo.x});
    far_put_two(&p->far.lo_yz[i], {lo.y, lo.z});
}

LANE_FN lane3 load_predicted(const stay_part* p, int i)
{
    if (i < p->near_count) {
        return load3(p->near_q, i);
    }
    taut_cuda_two xy = far_get_two(&p->far.q_xy[i]);
    return (lane3){xy.x, xy.y, p->far.q_z[i]};
}

LANE_FN void store_predicted(const stay_part* p, int i, lane3 q)
{
    if (i < p->near_count) {
        store3(p->near_q, i, q);
        return;
    }
    far_put_two(&p->far.q_xy[i], {q.x, q.y});
    p->far.q_z[i] = q.z;
}

// Reactions of the seats of the part.
struct stay_notes {
    const taut_cuda_job* job;
    team t;
    int part;

    LANE_METHOD void note(int seat, float dl, lane3 g) const
    {
        stay_part p = stay_part_of(job, t, part);
        lane3 v, lo;
        load_motion(&p, seat, &v, &lo);
        store_motion(&p, seat, v, lane3_madd(lo, dl, g));
    }
};

// Coming and going --------------------------------------------------------------------------------

LANE_FN void settle_seat(const taut_cuda_job* job, const stay_part* p, int i, bool keeps)
{
    const taut_body* b = &job->body;
    int particle = job->blueprint.schedule.seating.particle_of[p->at.first + i];
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    taut_float4 x = none, v = none, lo = none;
    if (particle >= 0) {
        x = far_get(&b->x[particle]);
        v = far_get(&b->v[particle]);
        lo = far_get(&b->lo[particle]);
        if (keeps) {
            keep_particle(b, particle, x, v, &lo);
        }
    }
    near_put(seat_at(p->x, i), x);
    store_motion(p, i, xyz_of(v), xyz_of(lo));
    store_predicted(p, i, xyz_of(x));
}

// Velocities of kinematic particles, for whoever reads them.
LANE_FN void set_stay_motions(const taut_cuda_job* job, const stay_part* p)
{
    team_sync_block();
    for (int i = LANE_RANK; i < job->move_count + job->rest_count; i += LANE_TEAM) {
        const taut_cuda_move* move = &job->moves[i];
        int seat = move->seat - p->at.first;
        if (seat >= 0 && seat < p->at.count) {
            lane3 v, lo;
            load_motion(p, seat, &v, &lo);
            store_motion(p, seat, (lane3){move->v.x, move->v.y, move->v.z}, lo);
        }
    }
}

LANE_STAGE void settle_in(const taut_cuda_job* job, team t, int part, const taut_cuda_turn* turn)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    for (int i = LANE_RANK; i < p->at.count; i += LANE_TEAM) {
        settle_seat(job, p, i, !turn->opened);
    }
    if (!turn->opened) {
        set_stay_motions(job, p);
    }
}

LANE_FN sheet_state stay_state(const stay_part* p, int i, taut_float4 x)
{
    sheet_state s;
    s.x = xyz_of(x);
    load_motion(p, i, &s.v, &s.lo);
    s.moved = load_predicted(p, i);
    return s;
}

// Velocities of the last substep, and back to the state of the body.
LANE_STAGE void move_out(const taut_cuda_job* job, team t, int part, const taut_cuda_turn* turn)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    const taut_body* b = &job->body;
    sheet_motion m = motion_of(job);
    for (int i = LANE_RANK; i < p->at.count; i += LANE_TEAM) {
        int particle = job->blueprint.schedule.seating.particle_of[p->at.first + i];
        taut_float4 x = near_get(seat_at(p->x, i));
        if (particle < 0) {
            continue;
        }
        sheet_state s = stay_state(p, i, x);
        if (x.w > 0.0f) {
            finish_seat<false>(&m, &s);
        }
        far_put(&b->x[particle], with_w(s.x, x.w));
        put_float4(&b->v[particle], s.v);
        put_float4(&b->lo[particle], s.lo);
        report_state(&s, turn);
    }
}

// Substeps ----------------------------------------------------------------------------------------

LANE_FN void begin_stay_seat(const taut_cuda_job* job, const sheet_motion* m, const stay_part* p,
                             int i, taut_float4 x, sheet_state* s)
{
    if (x.w > 0.0f) {
        lane3 a = m->gravity;
        if (m->has_forces) {
            int particle = job->blueprint.schedule.seating.particle_of[p->at.first + i];
            taut_vec3 f = job->body.acceleration[particle];
            a = lane3_add(a, (lane3){f.x, f.y, f.z});
        }
        begin_seat<false>(m, s, a);
        store_motion(p, i, s->v, s->lo);
        store_predicted(p, i, s->moved);
        near_put(seat_at(p->x, i), with_w(s->x, x.w));
    }
}

// Seats that a thread begins at once: it waits for what is in no cache once for all of them.
enum { STAY_SEATS = 2 };

// Returns whether all inverse masses are ordinary ones.
LANE_STAGE bool begin_stay(const taut_cuda_job* job, team t, int part)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    sheet_motion m = motion_of(job);
    bool ordinary = true;
    for (int i = LANE_RANK; i < p->at.count; i += STAY_SEATS * LANE_TEAM) {
        taut_float4 x[STAY_SEATS];
        sheet_state s[STAY_SEATS];
        TEAM_UNROLL
        for (int k = 0; k < STAY_SEATS; ++k) {
            int at = i + k * LANE_TEAM < p->at.count ? i + k * LANE_TEAM : i;
            x[k] = near_get(seat_at(p->x, at));
            s[k] = stay_state(p, at, x[k]);
        }
        TEAM_UNROLL
        for (int k = 0; k < STAY_SEATS; ++k) {
            ordinary = ordinary & quick_mass(x[k].w);
            if (i + k * LANE_TEAM < p->at.count) {
                begin_stay_seat(job, &m, p, i + k * LANE_TEAM, x[k], &s[k]);
            }
        }
    }
    return ordinary;
}

LANE_FN void open_stay(const taut_cuda_job* job, team t, int part)
{
    int cluster = home_of_part(job, part).opening;
    stay_part p = stay_part_of(job, t, part);
    move_in_part(job, &p.at);
    bool ordinary = team_sync_all(begin_stay(job, t, part));
    stay_notes held = {job, t, part};
    sweep_near<false, FAR_AHEAD, TAUT_CUDA_EACH>(job, 0, cluster, p.x, 0, ordinary, held);
}

// What will be asked for when the next substep begins and has left the caches: state that is not in
// shared memory, and the first constraints.
LANE_FN void expect_stay(const taut_cuda_job* job, const team* t, int part)
{
    if (LANE_RANK == 0 && !job->sheet.keeps_v) {
        stay_part p = stay_part_of(job, *t, part);
        size_t two = (size_t)p.at.count * sizeof(taut_cuda_two);
        team_expect_far(p.far.v_xy, two);
        team_expect_far(p.far.v_z_lo_x, two);
        team_expect_far(p.far.lo_yz, two);
        if (p.near_count < p.at.count) {
            size_t count = (size_t)(p.at.count - p.near_count);
            team_expect_far(p.far.q_xy + p.near_count, count * sizeof(taut_cuda_two));
            team_expect_far(p.far.q_z + p.near_count, count * sizeof(float));
        }
        const round_span* span = team_span(0);
        if (span->cluster == home_of_part(job, part).opening) {
            int threads = job->sheet.threads;
            expect_links(&job->sheet, span->begin * threads, SHEET_FAR * threads);
        }
    }
}

// Across parts ------------------------------------------------------------------------------------

// Whether a block has a cluster across parts to sweep.
LANE_FN bool is_host(const taut_cuda_job* job, const team* t)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    return phase_first[1] + t->block < phase_first[job->phase_end];
}

// Seats go through the body's own x, which nobody needs meanwhile: one load or store each.

// Number i of those that go: all of the part, or what clusters across parts ask for.
LANE_FN taut_cuda_traveller traveller(const taut_cuda_job* job, const sheet_home* home, bool all,
                                      int i)
{
    if (!all) {
        return job->sheet.travellers[home->traveller_first + i];
    }
    taut_cuda_traveller each = {i, job->blueprint.schedule.seating.particle_of[home->first + i]};
    return each;
}

// What is held has its reactions noted in the arrays of the body meanwhile.
LANE_STAGE void send_travellers(const taut_cuda_job* job, team t, int part, bool all)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    sheet_home home = home_of_part(job, part);
    taut_float4* to = job->body.x;
    int count = all ? home.count : home.traveller_count;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        taut_cuda_traveller it = traveller(job, &home, all, i);
        taut_float4 x = near_get(seat_at(p->x, it.seat));
        if (it.particle >= 0) {
            far_put(&to[it.particle], x);
        }
        if (!(x.w > 0.0f)) {
            lane3 v, lo;
            load_motion(p, it.seat, &v, &lo);
            store3(job->work.lo, p->at.first + it.seat, lo);
        }
    }
}

LANE_STAGE void receive_travellers(const taut_cuda_job* job, team t, int part, bool all)
{
    stay_part own = stay_part_of(job, t, part), *p = &own;
    sheet_home home = home_of_part(job, part);
    const taut_float4* from = job->body.x;
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    int count = all ? home.count : home.traveller_count;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        taut_cuda_traveller it = traveller(job, &home, all, i);
        taut_float4 x = it.particle >= 0 ? far_get(&from[it.particle]) : none;
        near_put(seat_at(p->x, it.seat), x);
        if (!(x.w > 0.0f)) {
            lane3 v, lo;
            load_motion(p, it.seat, &v, &lo);
            store_motion(p, it.seat, v, load3(job->work.lo, p->at.first + it.seat));
        }
    }
}

enum { STAY_GUESTS = 4 };

// Numbers of the guests at hand: in shared memory where these have room of their own.
LANE_FN int32_t* stay_names(const taut_cuda_sheet* s)
{
    return (int32_t*)(void*)(team_room() + 4 * (s->seats + s->most_guests));
}

LANE_FN int guest_name(const taut_cuda_sheet* s, const sheet_home* home, int i)
{
    return s->guests_apart ? stay_names(s)[i] : s->guests[home->guest_first + i].particle;
}

LANE_STAGE void open_travellers(const taut_cuda_job* job, int cluster)
{
    const taut_cuda_sheet* s = &job->sheet;
    sheet_home* home = team_home();
    int first = s->guest_first[cluster];
    int count = s->guest_first[cluster + 1] - first;
    team_sync_block();
    for (int i = LANE_RANK; i < count && s->guests_apart; i += LANE_TEAM) {
        stay_names(s)[i] = s->guests[first + i].particle;
    }
    if (LANE_RANK == 0) {
        home->guests_of = cluster;
        home->guest_first = first;
        home->guest_count = count;
    }
    team_sync_block();
}

LANE_STAGE bool invite_travellers(const taut_cuda_job* job)
{
    const sheet_home* home = team_home();
    const taut_float4* from = job->body.x;
    near_at seats = stay_guests(&job->sheet);
    int count = home->guest_count;
    bool ordinary = true;
    for (int i = LANE_RANK; i < count; i += STAY_GUESTS * LANE_TEAM) {
        taut_float4 x[STAY_GUESTS];
        TEAM_UNROLL
        for (int k = 0; k < STAY_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            x[k] = far_get(&from[guest_name(&job->sheet, home, at < count ? at : i)]);
        }
        TEAM_UNROLL
        for (int k = 0; k < STAY_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            ordinary = ordinary & quick_mass(x[k].w);
            if (at < count) {
                near_put(seat_at(seats, at), x[k]);
            }
        }
    }
    return ordinary;
}

LANE_STAGE void see_travellers_off(const taut_cuda_job* job)
{
    const sheet_home* home = team_home();
    taut_float4* to = job->body.x;
    near_at seats = stay_guests(&job->sheet);
    for (int i = LANE_RANK; i < home->guest_count; i += LANE_TEAM) {
        taut_float4 x = near_get(seat_at(seats, i));
        if (x.w > 0.0f) {
            far_put(&to[guest_name(&job->sheet, home, i)], x);
        }
    }
}

LANE_FN void sweep_travellers(const taut_cuda_job* job, int cluster)
{
    bool ordinary = team_sync_all(invite_travellers(job));
    far_notes held = {job, 0, cluster};
    sweep_near<false, FAR_AHEAD, TAUT_CUDA_EACH>(job, 1, cluster, stay_guests(&job->sheet), 0,
                                                 ordinary, held);
    see_travellers_off(job);
}

// Waiting -----------------------------------------------------------------------------------------

// What the part and the cluster across parts of a block wait for.
typedef struct stay_waits {
    int cluster, count;
    int32_t others[TAUT_CUDA_WAITS];
} stay_waits;

typedef struct stay_lists {
    stay_waits of[2];
} stay_lists;

LANE_FN stay_waits* team_waits(int slot)
{
    TEAM_SHARED(stay_lists, lists);
    return &lists.of[slot];
}

LANE_STAGE void open_waits(const taut_cuda_job* job, int slot, int cluster)
{
    stay_waits* w = team_waits(slot);
    taut_cuda_wait wait = job->sheet.wait_of[cluster];
    team_sync_block();
    for (int i = LANE_RANK; i < wait.count && i < TAUT_CUDA_WAITS; i += LANE_TEAM) {
        w->others[i] = job->sheet.waits[wait.first + i];
    }
    if (LANE_RANK == 0) {
        w->cluster = cluster;
        w->count = wait.count;
    }
    team_sync_block();
}

// For clusters that have to be through with so many substeps.
LANE_STAGE void await_others(const taut_cuda_job* job, int slot, int cluster, int substeps)
{
    const stay_waits* w = team_waits(slot);
    if (w->cluster != cluster) {
        open_waits(job, slot, cluster);
    }
    for (int i = LANE_RANK; i < w->count; i += LANE_TEAM) {
        int other = i < TAUT_CUDA_WAITS ? w->others[i]
                                        : job->sheet.waits[job->sheet.wait_of[cluster].first + i];
        team_hear(done_at(job, other), (uint32_t)substeps);
    }
    team_sync_block();
}

LANE_FN void tell_others(const taut_cuda_job* job, int cluster)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        team_tell(done_at(job, cluster), (uint32_t)job->run.step.substep + 1);
    }
}

LANE_FN void sweep_beyond(const taut_cuda_job* job, const team* t)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    int end = phase_first[job->phase_end];
    for (int i = phase_first[1] + t->block; i < end; i += t->block_count) {
        if (team_home()->guests_of != i) {
            open_travellers(job, i);
        }
        expect_cluster(&job->sheet, 1, i);
        await_others(job, 1, i, job->run.step.substep + 1);
        sweep_travellers(job, i);
        tell_others(job, i);
    }
}

LANE_FN void stay_for_substep(const taut_cuda_job* job, const team* t, int part, bool all)
{
    int cluster = home_of_part(job, part).opening;
    if (job->run.step.substep > 0) {
        expect_stay(job, t, part);
        await_others(job, 0, cluster, job->run.step.substep);
        receive_travellers(job, *t, part, all);
        team_sync_block();
    }
    open_stay(job, *t, part);
    send_travellers(job, *t, part, all);
    tell_others(job, cluster);
}

LANE_FN void begin_staying(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    if (t->block == 0 && LANE_RANK == 0) {
        clear_report(turn->report);
    }
    for (int i = first_of(t); i < job->blueprint.schedule.cluster_count; i += stride_of(t)) {
        *done_at(job, i) = 0;
    }
    if (LANE_RANK == 0) {
        team_waits(0)->cluster = -1;
        team_waits(1)->cluster = -1;
    }
    open_home(job, t);
    EACH_PART(i)
    {
        settle_in(job, *t, i, turn);
    }
    team_sync(t);
}

LANE_FN void take_sheet_staying(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    begin_staying(job, t, turn);
    bool all = is_host(job, t) && !job->sheet.guests_apart;
    for (int substep = 0; substep < job->run.step.substep_count; ++substep) {
        begin_substep(job, substep);
        EACH_PART(i)
        {
            stay_for_substep(job, t, i, all);
        }
        sweep_beyond(job, t);
    }
    EACH_PART(i)
    {
        await_others(job, 0, home_of_part(job, i).opening, job->run.step.substep_count);
        receive_travellers(job, *t, i, all);
        team_sync_block();
        move_out(job, *t, i, turn);
    }
}
