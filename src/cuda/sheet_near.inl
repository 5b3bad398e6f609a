// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets of up to TAUT_CUDA_TOGETHER parts stay in the shared memory of as many blocks, a cluster
// that reaches into one another's, for the whole step: particles come there from the state of the
// body, and go back to it.

// Where things are in the room of a part.
typedef struct near_layout {
    int floats;     // of it all
    int d;         // in seats: what each moved by (FINE)
    int guests;    // likewise: those of clusters across parts
    int guests_d;  // likewise
    int rows;      // in floats: v, lo and, not of FINE bodies, where prediction took them
    int stride;    // between coordinates of these
} near_layout;

enum { ROW_V = 0, ROW_LO = 3, ROW_Q = 6 };

// FINE bodies that are swept here have one part, and always the same layout: addresses are then
// known to the compiler.
template <bool fine> LANE_FN near_layout near_layout_of(const taut_cuda_sheet* s)
{
    int n = fine ? TAUT_CUDA_FINE_SEATS : s->seats, g = fine ? 0 : s->most_guests;
    near_layout l;
    l.d = n;
    l.guests = fine ? 2 * n : n;
    l.guests_d = l.guests + g;
    l.rows = 4 * (fine ? l.guests_d + g : l.guests_d);
    l.stride = n;
    l.floats = l.rows + (fine ? 6 : 9) * n;
    return l;
}

// A part in a slot of its block: there is one slot, but where a test has fewer blocks than parts.
typedef struct near_part {
    int part, first, count;
    int slot;  // floats of the room before it
} near_part;

LANE_FN near_part part_at(const taut_cuda_job* job, const team* t, const near_layout* l, int part)
{
    const int32_t* seats = job->blueprint.schedule.seating.first;
    near_part p;
    p.part = part;
    p.first = seats[part];
    p.count = seats[part + 1] - seats[part];
    p.slot = TEAM_SLOT(part / t->block_count * l->floats);
    return p;
}

// Seats of a part; what they moved by.
LANE_FN near_at seats_of(const near_part* p)
{
    return near_room() + (near_at)p->slot * (near_at)sizeof(float);
}

LANE_FN near_at moves_of(const near_part* p, const near_layout* l)
{
    return seat_at(seats_of(p), l->d);
}

LANE_FN float* near_row_of(const near_part* p, const near_layout* l, int row)
{
    return team_room() + p->slot + l->rows + row * l->stride;
}

LANE_FN lane3 get3(const float* at, int stride)
{
    return (lane3){at[0], at[stride], at[2 * stride]};
}

LANE_FN void put3(float* at, int stride, lane3 v)
{
    at[0] = v.x;
    at[stride] = v.y;
    at[2 * stride] = v.z;
}

// Reactions of the seats of a part, and of guests in the rooms they came from.
struct near_notes {
    float* lo;
    int stride;

    LANE_METHOD void note(int seat, float dl, lane3 g) const
    {
        put3(lo + seat, stride, lane3_madd(get3(lo + seat, stride), dl, g));
    }
};

struct spot_notes {
    const taut_cuda_guest* guests;
    const near_layout* l;
    int block_count;

    LANE_METHOD float* room_of(int spot) const
    {
        return team_room_of(spot >> 16, block_count, l->floats);
    }
    LANE_METHOD void note(int guest, float dl, lane3 g) const
    {
        int spot = guests[guest].spot;
        float* lo = room_of(spot) + l->rows + ROW_LO * l->stride + (spot & 0xffff);
        put3(lo, l->stride, lane3_madd(get3(lo, l->stride), dl, g));
    }
};

// Coming and going --------------------------------------------------------------------------------

// x and v to go back to; reactions begin anew.
LANE_FN void keep_particle(const taut_body* b, int particle, taut_float4 x, taut_float4* lo)
{
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    b->before_x[particle] = x;
    b->before_v[particle] = b->v[particle];
    if (x.w <= 0.0f) {
        *lo = none;
    }
}

template <bool fine>
LANE_FN void bring_seat(const taut_cuda_job* job, const near_part* p, const near_layout* l, int seat,
                        bool keeps)
{
    const taut_body* b = &job->body;
    int particle = job->blueprint.schedule.seating.particle_of[p->first + seat];
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    taut_float4 x = none, v = none, lo = none;
    if (particle >= 0) {
        x = b->x[particle];
        v = b->v[particle];
        lo = b->lo[particle];
        if (keeps) {
            keep_particle(b, particle, x, &lo);
        }
    }
    near_put(seat_at(seats_of(p), seat), x);
    put3(near_row_of(p, l, ROW_V) + seat, l->stride, xyz_of(v));
    put3(near_row_of(p, l, ROW_LO) + seat, l->stride, xyz_of(lo));
    if (fine) {
        near_put(seat_at(moves_of(p, l), seat), none);
    }
}

// Velocities of kinematic particles, for whoever reads them.
LANE_FN void set_part_motions(const taut_cuda_job* job, const near_part* p, const near_layout* l)
{
    team_sync_block();
    for (int i = LANE_RANK; i < job->move_count + job->rest_count; i += LANE_TEAM) {
        const taut_cuda_move* move = &job->moves[i];
        int seat = move->seat - p->first;
        if (seat >= 0 && seat < p->count) {
            lane3 v = {move->v.x, move->v.y, move->v.z};
            put3(near_row_of(p, l, ROW_V) + seat, l->stride, v);
        }
    }
}

template <bool fine>
LANE_FN void bring_part(const taut_cuda_job* job, const near_part* p, const near_layout* l,
                        const taut_cuda_turn* turn)
{
    for (int seat = LANE_RANK; seat < p->count; seat += LANE_TEAM) {
        bring_seat<fine>(job, p, l, seat, !turn->opened);
    }
    if (!turn->opened) {
        set_part_motions(job, p, l);
    }
}

template <bool fine>
LANE_FN sheet_state near_state(const near_part* p, const near_layout* l, int seat, lane3 x)
{
    sheet_state s;
    s.x = x;
    s.v = get3(near_row_of(p, l, ROW_V) + seat, l->stride);
    s.lo = get3(near_row_of(p, l, ROW_LO) + seat, l->stride);
    s.moved = fine ? xyz_of(near_get(seat_at(moves_of(p, l), seat)))
                   : get3(near_row_of(p, l, ROW_Q) + seat, l->stride);
    return s;
}

LANE_FN void report_state(const sheet_state* s, const taut_cuda_turn* turn)
{
    taut_vec3 x = {s->x.x, s->x.y, s->x.z}, v = {s->v.x, s->v.y, s->v.z};
    report_motion(x, v, turn->fast, turn->report);
}

LANE_FN void put_float4(taut_float4* to, lane3 v)
{
    to->x = v.x;
    to->y = v.y;
    to->z = v.z;
}

// Velocities of the last substep, and back to the state of the body.
template <bool fine>
LANE_FN void take_part_back(const taut_cuda_job* job, const near_part* p, const near_layout* l,
                            const taut_cuda_turn* turn)
{
    const taut_body* b = &job->body;
    sheet_motion m = motion_of(job);
    for (int seat = LANE_RANK; seat < p->count; seat += LANE_TEAM) {
        int particle = job->blueprint.schedule.seating.particle_of[p->first + seat];
        taut_float4 x = near_get(seat_at(seats_of(p), seat));
        if (particle < 0) {
            continue;
        }
        sheet_state s = near_state<fine>(p, l, seat, xyz_of(x));
        if (x.w > 0.0f) {
            finish_seat<fine>(&m, &s);
        }
        put_float4(&b->x[particle], s.x);
        put_float4(&b->v[particle], s.v);
        put_float4(&b->lo[particle], s.lo);
        report_state(&s, turn);
    }
}

// Substeps ----------------------------------------------------------------------------------------

LANE_FN void move_in_part(const taut_cuda_job* job, const near_part* p)
{
    for (int i = LANE_RANK; i < job->move_count; i += LANE_TEAM) {
        const taut_cuda_move* move = &job->moves[i];
        int seat = move->seat - p->first;
        if (seat >= 0 && seat < p->count) {
            near_at x = seat_at(seats_of(p), seat);
            taut_vec3 from = taut_vec3_of(job->body.before_x[move->particle]);
            taut_vec3 to = taut_kinematic_place(&job->run.step, from, move->to);
            near_put(x, (taut_float4){to.x, to.y, to.z, near_get(x).w});
        }
    }
    if (job->move_count > 0) {
        team_sync_block();
    }
}

// Returns whether all its inverse masses are ordinary ones.
template <bool fine>
LANE_FN bool begin_part(const taut_cuda_job* job, const near_part* p, const near_layout* l)
{
    sheet_motion m = motion_of(job);
    const int32_t* particle_of = job->blueprint.schedule.seating.particle_of + p->first;
    bool ordinary = true;
    for (int seat = LANE_RANK; seat < p->count; seat += LANE_TEAM) {
        near_at x = seat_at(seats_of(p), seat);
        taut_float4 at = near_get(x);
        ordinary = ordinary & quick_mass(at.w);
        if (!(at.w > 0.0f)) {
            continue;
        }
        lane3 a = m.gravity;
        if (job->body.has_forces) {
            taut_vec3 f = job->body.acceleration[particle_of[seat]];
            a = lane3_add(a, (lane3){f.x, f.y, f.z});
        }
        sheet_state s = near_state<fine>(p, l, seat, xyz_of(at));
        begin_seat<fine>(&m, &s, a);
        near_put(x, with_w(s.x, at.w));
        put3(near_row_of(p, l, ROW_V) + seat, l->stride, s.v);
        put3(near_row_of(p, l, ROW_LO) + seat, l->stride, s.lo);
        if (fine) {
            near_put(seat_at(moves_of(p, l), seat), with_w(s.moved, 0.0f));
        } else {
            put3(near_row_of(p, l, ROW_Q) + seat, l->stride, s.moved);
        }
    }
    return ordinary;
}

// Rounds ahead: all of them are in the second level of caches.
enum { NEAR_AHEAD = 2 };

template <bool fine>
LANE_FN void open_part(const taut_cuda_job* job, const near_part* p, const near_layout* l)
{
    int cluster = job->blueprint.schedule.opening[p->part];
    expect_cluster(&job->sheet, cluster);
    move_in_part(job, p);
    bool ordinary = team_sync_all(begin_part<fine>(job, p, l));
    near_notes held = {near_row_of(p, l, ROW_LO), l->stride};
    sweep_near<fine, NEAR_AHEAD>(job, 0, cluster, seats_of(p), moves_of(p, l), ordinary, &held);
}

// Across parts ------------------------------------------------------------------------------------

// The address of a guest's own seat, in the room that it comes from.
LANE_FN near_at home_of(const spot_notes* from, int spot)
{
    int slot = TEAM_SLOT((spot >> 16) / from->block_count * from->l->floats);
    return seat_at(near_room() + (near_at)slot * (near_at)sizeof(float), spot & 0xffff);
}

template <bool fine>
LANE_FN bool invite(const spot_notes* from, near_at seats, near_at moves, int count)
{
    bool ordinary = true;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int spot = from->guests[i].spot;
        near_at home = home_of(from, spot);
        taut_float4 x = near_get_of(home, spot >> 16);
        ordinary = ordinary & quick_mass(x.w);
        near_put(seat_at(seats, i), x);
        if (fine) {
            near_put(seat_at(moves, i), near_get_of(seat_at(home, from->l->d), spot >> 16));
        }
    }
    return ordinary;
}

template <bool fine>
LANE_FN void see_off(const spot_notes* from, near_at seats, near_at moves, int count)
{
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int spot = from->guests[i].spot;
        near_at home = home_of(from, spot);
        taut_float4 x = near_get(seat_at(seats, i));
        if (fine && x.w > 0.0f) {
            near_put_of(seat_at(home, from->l->d), spot >> 16, near_get(seat_at(moves, i)));
        } else if (x.w > 0.0f) {
            near_put_of(home, spot >> 16, x);
        }
    }
}

template <bool fine>
LANE_FN void sweep_guests(const taut_cuda_job* job, const team* t, const near_layout* l,
                          int cluster)
{
    const taut_cuda_sheet* s = &job->sheet;
    int count = s->guest_first[cluster + 1] - s->guest_first[cluster];
    spot_notes held = {s->guests + s->guest_first[cluster], l, t->block_count};
    near_at seats = seat_at(near_room(), l->guests), moves = seat_at(near_room(), l->guests_d);
    bool ordinary = team_sync_all(invite<fine>(&held, seats, moves, count));
    sweep_near<fine, NEAR_AHEAD>(job, 1, cluster, seats, moves, ordinary, &held);
    see_off<fine>(&held, seats, moves, count);
    team_sync_block();
}

// What a block will ask for as soon as the others are there.
LANE_FN void expect_guests(const taut_cuda_sheet* s, int cluster)
{
    int at = s->guest_first[cluster] + LANE_RANK;
    if (at < s->guest_first[cluster + 1]) {
        team_expect(&s->guests[at]);
    }
    expect_cluster(s, cluster);
}

template <bool fine>
LANE_FN void sweep_spread(const taut_cuda_job* job, const team* t, const near_layout* l)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    for (int phase = 1; phase < job->phase_end; ++phase) {
        int first = phase_first[phase] + t->block;
        if (first < phase_first[phase + 1]) {
            expect_guests(&job->sheet, first);
        }
        team_sync(t);
        for (int i = first; i < phase_first[phase + 1]; i += t->block_count) {
            sweep_guests<fine>(job, t, l, i);
        }
    }
    team_sync(t);
}

template <bool fine>
LANE_FN void take_sheet_together(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    near_layout l = near_layout_of<fine>(&job->sheet);
    int parts = job->blueprint.schedule.seating.part_count;
    close_tables();
    if (t->block == 0 && LANE_RANK == 0) {
        clear_report(turn->report);
    }
    for (int i = t->block; i < parts; i += t->block_count) {
        near_part p = part_at(job, t, &l, i);
        bring_part<fine>(job, &p, &l, turn);
    }
    for (int substep = 0; substep < job->run.step.substep_count; ++substep) {
        begin_substep(job, substep);
        for (int i = t->block; i < parts; i += t->block_count) {
            near_part p = part_at(job, t, &l, i);
            open_part<fine>(job, &p, &l);
        }
        if (parts > 1) {
            sweep_spread<fine>(job, t, &l);
        }
    }
    team_sync(t);
    for (int i = t->block; i < parts; i += t->block_count) {
        near_part p = part_at(job, t, &l, i);
        take_part_back<fine>(job, &p, &l, turn);
    }
}
