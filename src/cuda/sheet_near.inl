// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets of up to TAUT_CUDA_TOGETHER parts stay in the shared memory of as many blocks, a cluster
// that reaches into one another's, for the whole step: particles come there from the state of the
// body, and go back to it.

// What a block asks for again and again, in shared memory: its part, and whose seats the guests of
// the cluster across parts are that it sweeps.
typedef struct sheet_home {
    int part, first, count, opening;
    int traveller_first, traveller_count;
    int guests_of, guest_first, guest_count;  // the cluster, -1 before there is one
    bool ordinary, guests_ordinary;           // all inverse masses are
    int32_t phase_first[TAUT_CUDA_PHASES + 1];
} sheet_home;

LANE_FN sheet_home* team_home(void)
{
    TEAM_SHARED(sheet_home, home);
    return &home;
}

LANE_FN void fill_home(const taut_cuda_job* job, int part, sheet_home* home)
{
    const taut_schedule* plan = &job->blueprint.schedule;
    part = part < plan->seating.part_count ? part : 0;  // one block may have none
    home->part = part;
    home->first = plan->seating.first[part];
    home->count = plan->seating.first[part + 1] - home->first;
    home->opening = plan->opening[part];
    home->traveller_first = job->sheet.traveller_first[part];
    home->traveller_count = job->sheet.traveller_first[part + 1] - home->traveller_first;
}

// A block begins with its part, and knows nothing of clusters.
LANE_FN void open_home(taut_cuda_job* job, const team* t)
{
    sheet_home* home = team_home();
    int phases = job->blueprint.schedule.phase_count;
    if (LANE_RANK == 0) {
        fill_home(job, t->block, home);
        home->guests_of = -1;
        home->ordinary = true;
        forget_spans();
        for (int i = 0; i <= phases && phases <= TAUT_CUDA_PHASES; ++i) {
            home->phase_first[i] = job->blueprint.schedule.phase_first[i];
        }
        if (phases <= TAUT_CUDA_PHASES) {
            job->blueprint.schedule.phase_first = home->phase_first;
        }
    }
    team_sync_block();
}

LANE_FN sheet_home home_of_part(const taut_cuda_job* job, int part)
{
    sheet_home home = *team_home();
    if (home.part != part) {  // where a test has fewer blocks than parts
        fill_home(job, part, &home);
    }
    return home;
}

// Where things are in the room of a part.
typedef struct near_layout {
    int floats;    // of it all
    int d;         // in seats: what each moved by (FINE)
    int guests;    // likewise: those of clusters across parts
    int guests_d;  // likewise
    int spots;     // in floats: where guests come from
    int rows;      // in floats: v, lo and, not of FINE bodies, where prediction took them
    int stride;    // between coordinates of these
    int kept;      // in floats: what sheet_kept.inl has besides
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
    l.spots = 4 * (fine ? l.guests_d + g : l.guests_d);
    l.rows = l.spots + g;
    l.stride = n;
    l.kept = l.floats = l.rows + (fine ? 6 : 9) * n;
    if (!fine && s->keeps_links) {
        l.kept = (l.kept + 3) / 4 * 4;
        l.floats = l.kept + taut_cuda_kept_floats(s);
    }
    return l;
}

// A part in a slot of its block: there is one slot, but where a test has fewer blocks than parts.
typedef struct near_part {
    int part, first, count;
    int slot;  // floats of the room before it
} near_part;

LANE_FN near_part part_at(const taut_cuda_job* job, const team* t, const near_layout* l, int part)
{
    sheet_home home = home_of_part(job, part);
    near_part p;
    p.part = part;
    p.first = home.first;
    p.count = home.count;
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

// Reactions of the seats of a part, and of guests in the rooms they came from.
struct near_notes {
    int lo, stride;  // floats of the room before them, and between coordinates

    LANE_METHOD void note(int seat, float dl, lane3 g) const
    {
        float* at = team_room() + lo + seat;
        near_store(at, stride, lane3_madd(near_load(at, stride), dl, g));
    }
};

struct spot_notes {
    const taut_cuda_job* job;
    int cluster, block_count;

    LANE_METHOD int spot(int guest) const
    {
        return job->sheet.guests[job->sheet.guest_first[cluster] + guest].spot;
    }
    LANE_METHOD void note(int guest, float dl, lane3 g) const
    {
        near_layout l = near_layout_of<false>(&job->sheet);
        int from = spot(guest);
        float* lo = team_room_of(from >> 16, block_count, l.floats) + l.rows;
        lo += ROW_LO * l.stride + (from & 0xffff);
        near_store(lo, l.stride, lane3_madd(near_load(lo, l.stride), dl, g));
    }
};

// Coming and going --------------------------------------------------------------------------------

// x and v to go back to; reactions begin anew.
LANE_FN void keep_particle(const taut_body* b, int particle, taut_float4 x, taut_float4 v,
                           taut_float4* lo)
{
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    far_put(&b->before_x[particle], x);
    far_put(&b->before_v[particle], v);
    if (x.w <= 0.0f) {
        *lo = none;
    }
}

// What comes from the state of the body: zeros for an empty seat.
typedef struct near_newcomer {
    int particle;
    taut_float4 x, v, lo;
} near_newcomer;

LANE_FN near_newcomer far_seat(const taut_cuda_job* job, const near_part* p, int seat)
{
    const taut_body* b = &job->body;
    near_newcomer g = {};
    g.particle = job->blueprint.schedule.seating.particle_of[p->first + seat];
    if (g.particle >= 0) {
        g.x = far_get(&b->x[g.particle]);
        g.v = far_get(&b->v[g.particle]);
        g.lo = far_get(&b->lo[g.particle]);
    }
    return g;
}

// Returns whether its inverse mass is an ordinary one.
template <bool fine>
LANE_FN bool bring_seat(const taut_cuda_job* job, const near_part* p, const near_layout* l,
                        int seat, near_newcomer g, bool keeps)
{
    if (keeps && g.particle >= 0) {
        keep_particle(&job->body, g.particle, g.x, g.v, &g.lo);
    }
    near_put(seat_at(seats_of(p), seat), g.x);
    near_store(near_row_of(p, l, ROW_V) + seat, l->stride, xyz_of(g.v));
    near_store(near_row_of(p, l, ROW_LO) + seat, l->stride, xyz_of(g.lo));
    if (fine) {
        near_put(seat_at(moves_of(p, l), seat), {0.0f, 0.0f, 0.0f, 0.0f});
    }
    return quick_mass(g.x.w);
}

// Seats that a thread asks for at once; small bodies have few, and few registers.
template <bool fine> constexpr int near_at_once = fine ? 1 : 2;

// Velocities of kinematic particles, for whoever reads them.
LANE_FN void set_part_motions(const taut_cuda_job* job, const near_part* p, const near_layout* l)
{
    team_sync_block();
    for (int i = LANE_RANK; i < job->move_count + job->rest_count; i += LANE_TEAM) {
        const taut_cuda_move* move = &job->moves[i];
        int seat = move->seat - p->first;
        if (seat >= 0 && seat < p->count) {
            lane3 v = {move->v.x, move->v.y, move->v.z};
            near_store(near_row_of(p, l, ROW_V) + seat, l->stride, v);
        }
    }
}

template <bool fine>
LANE_STAGE void bring_part(const taut_cuda_job* job, team t, int part, const taut_cuda_turn* turn)
{
    near_layout layout = near_layout_of<fine>(&job->sheet), *l = &layout;
    near_part own = part_at(job, &t, l, part), *p = &own;
    bool ordinary = true;
    constexpr int each = near_at_once<fine>;
    for (int first = LANE_RANK; first < p->count; first += each * LANE_TEAM) {
        near_newcomer g[each];
        TEAM_UNROLL
        for (int k = 0; k < each; ++k) {
            int seat = first + k * LANE_TEAM;
            g[k] = far_seat(job, p, seat < p->count ? seat : first);
        }
        TEAM_UNROLL
        for (int k = 0; k < each; ++k) {
            int seat = first + k * LANE_TEAM;
            if (seat < p->count) {
                ordinary = bring_seat<fine>(job, p, l, seat, g[k], !turn->opened) & ordinary;
            }
        }
    }
    if (!team_sync_all(ordinary) && LANE_RANK == 0) {
        team_home()->ordinary = false;
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
    s.v = near_load(near_row_of(p, l, ROW_V) + seat, l->stride);
    s.lo = near_load(near_row_of(p, l, ROW_LO) + seat, l->stride);
    s.moved = fine ? xyz_of(near_get(seat_at(moves_of(p, l), seat)))
                   : near_load(near_row_of(p, l, ROW_Q) + seat, l->stride);
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
LANE_STAGE void take_part_back(const taut_cuda_job* job, team t, int part,
                               const taut_cuda_turn* turn)
{
    near_layout layout = near_layout_of<fine>(&job->sheet), *l = &layout;
    near_part own = part_at(job, &t, l, part), *p = &own;
    const taut_body* b = &job->body;
    const int32_t* particle_of = job->blueprint.schedule.seating.particle_of + p->first;
    sheet_motion m = motion_of(job);
    int next = LANE_RANK < p->count ? particle_of[LANE_RANK] : -1;
    for (int seat = LANE_RANK; seat < p->count; seat += LANE_TEAM) {
        int particle = next;
        next = seat + LANE_TEAM < p->count ? particle_of[seat + LANE_TEAM] : -1;
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

// A free particle that is at `x`.
template <bool fine>
LANE_FN void begin_near_seat(const taut_cuda_job* job, const near_part* p, const near_layout* l,
                             const sheet_motion* m, int seat, taut_float4 x)
{
    lane3 a = m->gravity;
    if (m->has_forces) {
        int particle = job->blueprint.schedule.seating.particle_of[p->first + seat];
        taut_vec3 f = job->body.acceleration[particle];
        a = lane3_add(a, (lane3){f.x, f.y, f.z});
    }
    sheet_state s = near_state<fine>(p, l, seat, xyz_of(x));
    begin_seat<fine>(m, &s, a);
    near_put(seat_at(seats_of(p), seat), with_w(s.x, x.w));
    near_store(near_row_of(p, l, ROW_V) + seat, l->stride, s.v);
    near_store(near_row_of(p, l, ROW_LO) + seat, l->stride, s.lo);
    if (fine) {
        near_put(seat_at(moves_of(p, l), seat), with_w(s.moved, 0.0f));
    } else {
        near_store(near_row_of(p, l, ROW_Q) + seat, l->stride, s.moved);
    }
}

template <bool fine> LANE_STAGE void begin_part(const taut_cuda_job* job, team t, int part)
{
    near_layout layout = near_layout_of<fine>(&job->sheet), *l = &layout;
    near_part own = part_at(job, &t, l, part), *p = &own;
    sheet_motion m = motion_of(job);
    for (int seat = LANE_RANK; seat < p->count; seat += LANE_TEAM) {
        taut_float4 x = near_get(seat_at(seats_of(p), seat));
        if (x.w > 0.0f) {
            begin_near_seat<fine>(job, p, l, &m, seat, x);
        }
    }
}

// Rounds ahead: all of them are in the second level of caches.
enum { NEAR_AHEAD = 2 };

template <bool fine, class notes>
LANE_FN void sweep_near_cluster(const taut_cuda_job* job, int slot, int cluster, near_at x,
                                near_at d, bool ordinary, notes held)
{
    if (!fine && job->sheet.each == 1) {
        sweep_near<fine, NEAR_AHEAD, 1>(job, slot, cluster, x, d, ordinary, held);
    } else {
        sweep_near<fine, NEAR_AHEAD, TAUT_CUDA_EACH>(job, slot, cluster, x, d, ordinary, held);
    }
}

template <bool fine> LANE_FN void open_part(const taut_cuda_job* job, team t, int part)
{
    near_layout l = near_layout_of<fine>(&job->sheet);
    near_part p = part_at(job, &t, &l, part);
    int cluster = home_of_part(job, part).opening;
    expect_cluster(&job->sheet, 0, cluster);
    move_in_part(job, &p);
    begin_part<fine>(job, t, part);
    team_sync_block();
    near_notes held = {p.slot + l.rows + ROW_LO * l.stride, l.stride};
    sweep_near_cluster<fine>(job, 0, cluster, seats_of(&p), moves_of(&p, &l), team_home()->ordinary,
                             held);
}

// Across parts: not of FINE bodies, which have one part here
// ---------------------------------------

// The address of a guest's own seat, in the room that it comes from.
LANE_FN near_at home_of(const taut_cuda_job* job, int spot, int block_count)
{
    int floats = near_layout_of<false>(&job->sheet).floats;
    int slot = TEAM_SLOT((spot >> 16) / block_count * floats);
    return seat_at(near_room() + (near_at)slot * (near_at)sizeof(float), spot & 0xffff);
}

// Where guests come from, in shared memory while the cluster stays the same.
LANE_FN int32_t* near_spots(const taut_cuda_job* job)
{
    return (int32_t*)(void*)(team_room() + near_layout_of<false>(&job->sheet).spots);
}

LANE_STAGE void open_guests(const taut_cuda_job* job, int cluster)
{
    sheet_home* home = team_home();
    int32_t* spots = near_spots(job);
    int first = job->sheet.guest_first[cluster];
    int count = job->sheet.guest_first[cluster + 1] - first;
    team_sync_block();
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        spots[i] = job->sheet.guests[first + i].spot;
    }
    if (LANE_RANK == 0) {
        home->guests_of = cluster;
        home->guest_first = first;
        home->guest_count = count;
    }
    team_sync_block();
}

// Guests that a thread brings at once: it waits for all of them together.
enum { NEAR_GUESTS = 3 };

LANE_STAGE void invite(const taut_cuda_job* job, near_at seats, int block_count)
{
    const int32_t* spots = near_spots(job);
    int count = team_home()->guest_count;
    for (int i = LANE_RANK; i < count; i += NEAR_GUESTS * LANE_TEAM) {
        taut_float4 x[NEAR_GUESTS];
        TEAM_UNROLL
        for (int k = 0; k < NEAR_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            int spot = spots[at < count ? at : i];
            x[k] = near_get_of(home_of(job, spot, block_count), spot >> 16);
        }
        TEAM_UNROLL
        for (int k = 0; k < NEAR_GUESTS; ++k) {
            int at = i + k * LANE_TEAM;
            if (at < count) {
                near_put(seat_at(seats, at), x[k]);
            }
        }
    }
}

LANE_STAGE void see_off(const taut_cuda_job* job, near_at seats, int block_count)
{
    const int32_t* spots = near_spots(job);
    int count = team_home()->guest_count;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int spot = spots[i];
        taut_float4 x = near_get(seat_at(seats, i));
        if (x.w > 0.0f) {
            near_put_of(home_of(job, spot, block_count), spot >> 16, x);
        }
    }
}

// Whether all inverse masses of guests are ordinary ones: asked once, they stay the same.
LANE_STAGE void look_at_guests(near_at seats)
{
    bool ordinary = true;
    for (int i = LANE_RANK; i < team_home()->guest_count; i += LANE_TEAM) {
        ordinary = quick_mass(near_get(seat_at(seats, i)).w) & ordinary;
    }
    ordinary = team_sync_all(ordinary);
    if (LANE_RANK == 0) {
        team_home()->guests_ordinary = ordinary;
    }
    team_sync_block();
}

LANE_FN near_at near_guests(const taut_cuda_job* job)
{
    return seat_at(near_room(), near_layout_of<false>(&job->sheet).guests);
}

// @param fresh the block has not had these guests before
LANE_FN void sweep_guests(const taut_cuda_job* job, const team* t, int cluster, bool fresh)
{
    near_at seats = near_guests(job);
    expect_cluster(&job->sheet, 1, cluster);
    if (fresh) {
        look_at_guests(seats);
    }
    spot_notes held = {job, cluster, t->block_count};
    sweep_near_cluster<false>(job, 1, cluster, seats, 0, team_home()->guests_ordinary, held);
    see_off(job, seats, t->block_count);
    team_sync_block();
}

// The guests of one cluster after another.
LANE_FN void sweep_spread(const taut_cuda_job* job, const team* t)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    for (int phase = 1; phase < job->phase_end; ++phase) {
        team_sync(t);
        for (int i = phase_first[phase] + t->block; i < phase_first[phase + 1];
             i += t->block_count) {
            bool fresh = team_home()->guests_of != i;
            if (fresh) {
                open_guests(job, i);
            }
            invite(job, near_guests(job), t->block_count);
            team_sync_block();
            sweep_guests(job, t, i, fresh);
        }
    }
    team_sync(t);
}

// Where there is one cluster across parts, which the first block sweeps, all blocks know its guests
// and send theirs as soon as they are through with their parts: nobody waits for them to be
// fetched.
LANE_FN bool has_one_across(const taut_cuda_job* job)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    return job->phase_end == 2 && phase_first[2] - phase_first[1] == 1;
}

LANE_STAGE void send_guests(const taut_cuda_job* job, team t, int part)
{
    near_layout layout = near_layout_of<false>(&job->sheet);
    near_part p = part_at(job, &t, &layout, part);
    near_at seats = seats_of(&p), guests = near_guests(job);
    const int32_t* spots = near_spots(job);
    int count = team_home()->guest_count;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int spot = spots[i];
        if (spot >> 16 == part) {
            near_put_of(seat_at(guests, i), 0, near_get(seat_at(seats, spot & 0xffff)));
        }
    }
}

LANE_FN void sweep_one_across(const taut_cuda_job* job, const team* t)
{
    team_sync(t);
    if (t->block == 0) {
        int cluster = job->blueprint.schedule.phase_first[1];
        sweep_guests(job, t, cluster, job->run.step.substep == 0);
    }
    team_sync(t);
}

// A block has one part, but where a test has fewer blocks: then it has several.
#define EACH_PART(i)                                                                               \
    for (int i = t->block; i < job->blueprint.schedule.seating.part_count; i += t->block_count)

template <bool fine>
LANE_FN void take_sheet_together(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    bool spread = !fine && job->blueprint.schedule.seating.part_count > 1;
    bool sends = spread && has_one_across(job);
    EACH_PART(i)
    {
        bring_part<fine>(job, *t, i, turn);
    }
    if (sends) {
        open_guests(job, job->blueprint.schedule.phase_first[1]);
        team_sync(t);  // all are there
    }
    for (int substep = 0; substep < job->run.step.substep_count; ++substep) {
        begin_substep(job, substep);
        EACH_PART(i)
        {
            open_part<fine>(job, *t, i);
            if (sends) {
                send_guests(job, *t, i);
            }
        }
        if (sends) {
            sweep_one_across(job, t);
        } else if (spread) {
            sweep_spread(job, t);
        }
    }
    team_sync(t);
    EACH_PART(i)
    {
        take_part_back<fine>(job, *t, i, turn);
    }
}
