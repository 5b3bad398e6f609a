// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The state of a body on its device: arrays by particle, as on the host. A step is opened there as
// frame.c does it, particles take their seats, and leave them when it ends.

LANE_FN int first_of(const team* t)
{
    return t->block * LANE_TEAM + LANE_RANK;
}

LANE_FN int stride_of(const team* t)
{
    return t->block_count * LANE_TEAM;
}

// Those of a team from number `first` on, up to `end`; numbers of others are less than 0.
LANE_FN team blocks_between(const team* t, int first, int end)
{
    team some = {t->block < end ? t->block - first : -1, end - first, false, NULL};
    return some;
}

LANE_FN team blocks_from(const team* t, int first)
{
    return blocks_between(t, first, t->block_count);
}

// The first of this thread where there are fewer than threads, mostly, and each has its own way to
// go: whoever is in a warp with others waits for them. So these few to each warp before any has
// more; and to one block after another, since those next to one another have as much to do.
#define FEW_OF_WARP 8

// @param warps  of a block that have any, the first ones
// @param few    to each of them, a power of two
LANE_FN int first_of_few_warps(const team* t, int warps, int few = FEW_OF_WARP)
{
    few = TEAM_WARP < few ? TEAM_WARP : few;
    int own = LANE_RANK % TEAM_WARP, warp = LANE_RANK / TEAM_WARP;
    int turn = own / few * warps + warp;
    return (turn * t->block_count + t->block) * few + own % few;
}

LANE_FN int first_of_few(const team* t, int few = FEW_OF_WARP)
{
    bool whole = LANE_TEAM % TEAM_WARP == 0;
    return whole ? first_of_few_warps(t, LANE_TEAM / TEAM_WARP, few) : first_of(t);
}

// Each number has a line of memory to itself: many ask for it at once.
LANE_FN uint32_t* done_at(const taut_cuda_job* job, int cluster)
{
    return &job->done[(size_t)cluster * TAUT_CUDA_DONE_LINE];
}

// x and v to go back to; reactions begin anew.
LANE_FN void keep_particle(const taut_body* b, int i)
{
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f}, x = b->x[i];
    b->before_x[i] = x;
    b->before_v[i] = b->v[i];
    if (x.w <= 0.0f) {
        b->lo[i] = none;
    }
}

LANE_STAGE void keep_state(const taut_cuda_job* job, const team* t)
{
    for (int i = first_of(t); i < job->body.particle_count; i += stride_of(t)) {
        keep_particle(&job->body, i);
    }
    team_sync(t);
}

LANE_STAGE void set_motions(const taut_cuda_job* job, const team* t)
{
    const taut_body* b = &job->body;
    int count = job->move_count + job->rest_count;
    for (int i = first_of(t); i < count; i += stride_of(t)) {
        const taut_cuda_move* move = &job->moves[i];
        taut_float4 v = {move->v.x, move->v.y, move->v.z, 0.0f};
        b->v[move->particle] = v;
        if (i >= job->move_count && b->p != NULL) {
            b->p[move->particle] = b->x[move->particle];
        }
    }
    if (count > 0) {
        team_sync(t);
    }
}

LANE_STAGE void begin_past(const taut_cuda_job* job, const team* t)
{
    const taut_body* b = &job->body;
    if (job->solver.kind != TAUT_SOLVER_VERLET || b->last_h > 0.0f) {
        return;
    }
    for (int i = first_of(t); i < b->particle_count; i += stride_of(t)) {
        b->p[i] = taut_past_of(b->x[i], b->v[i], job->run.step.h);
    }
    team_sync(t);
}

// A particle that is about to take its seat.
typedef struct particle_read {
    int particle;  // -1: none
    seat_state state;
} particle_read;

// As keep_particle() does.
LANE_FN void keep_read(const taut_body* b, particle_read* read)
{
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    b->before_x[read->particle] = read->state.x;
    b->before_v[read->particle] = read->state.v;
    if (read->state.x.w <= 0.0f) {
        b->lo[read->particle] = read->state.lo = none;
    }
}

// Parts are those of the block that will predict them; kinematic particles may sit anywhere. What
// two particles have is asked for at once.
// @param keeps  nobody has kept what is loaded yet
LANE_STAGE void load_state(const taut_cuda_job* job, const team* t, bool keeps)
{
    const taut_work* w = &job->work;
    const taut_body* b = &job->body;
    const taut_seating* seating = &job->blueprint.schedule.seating;
    taut_rows cleared = b->fine ? w->d : w->q;
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    auto get = [=](int seat) {
        int particle = seating->particle_of[seat];
        particle_read read = {particle, seat_state_of(b, particle)};
        return read;
    };
    auto put = [=](int seat, particle_read read) {
        if (keeps && read.particle >= 0) {
            keep_read(b, &read);
        }
        seat_take(w, seat, read.state);
        taut_rows_set(cleared, seat, none);
        if (w->p.x != NULL) {
            seat_load_past(w, b, seat, read.particle);
        }
        if (w->a.x != NULL) {
            seat_load_forces(w, b, seat, read.particle);
        }
    };
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        each_seat<FEW_SEATS>(seating->first[part] + LANE_RANK, seating->first[part + 1], LANE_TEAM,
                             get, put);
    }
    team_sync(t);
}

LANE_FN void clear_report(taut_cuda_report* report)
{
    report->infinite = 0;
    report->torn = 0;
    report->fast = 0;
}

LANE_FN bool vector_finite(taut_vec3 a)
{
    return (a.x - a.x) + (a.y - a.y) + (a.z - a.z) == 0.0f;
}

// Whoever finds something writes the same.
LANE_FN void report_motion(taut_vec3 x, taut_vec3 v, float fast, taut_cuda_report* report)
{
    if (!vector_finite(x) || !vector_finite(v)) {
        team_flag(&report->infinite);
    }
    if (!(taut_vec3_dot(v, v) < fast)) {
        team_flag(&report->fast);
    }
}

// A particle that is about to leave its seat.
typedef struct seat_read_last {
    int particle;
    seat_left left;
} seat_read_last;

LANE_STAGE void store_state(const taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    const taut_work* w = &job->work;
    const taut_body* b = &job->body;
    const taut_seating* seating = &job->blueprint.schedule.seating;
    bool keeps_past = job->solver.kind == TAUT_SOLVER_VERLET;
    auto get = [=](int seat) {
        seat_read_last read = {seating->particle_of[seat], seat_left_at(w, seat)};
        return read;
    };
    auto put = [=](int seat, seat_read_last read) {
        if (read.particle < 0) {
            return;
        }
        seat_leave(b, read.particle, read.left);
        if (keeps_past) {
            seat_store_past(w, b, seat, read.particle);
        }
        report_motion(read.left.x, read.left.v, turn->fast, turn->report);
    };
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        each_seat<FEW_SEATS>(seating->first[part] + LANE_RANK, seating->first[part + 1], LANE_TEAM,
                             get, put);
    }
}

LANE_STAGE void open_state(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    if (t->block == 0 && LANE_RANK == 0) {
        clear_report(turn->report);
    }
    bool keeps = !turn->opened;
    bool moves = job->move_count + job->rest_count > 0 || job->solver.kind == TAUT_SOLVER_VERLET;
    if (keeps && moves) {
        keep_state(job, t);
        set_motions(job, t);
        begin_past(job, t);
    }
    load_state(job, t, keeps && !moves);
}
