// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets: bodies held together by plain distance constraints and by nothing else, cloths and nets
// above all, swept once per substep. The order of everything is that of kernels.cu and so of the
// CPU; what differs is how much of it waits for memory:
//
//   - constraints come as a stream of eight bytes each, several rounds ahead of their turn;
//   - a body of up to TAUT_CUDA_TOGETHER parts stays in the shared memory of as many blocks, a
//     cluster of them, for the whole step; of larger ones each part comes there once per substep.
//
// A round is as many constraints of a colour as a block has threads.

// Where a thread takes a constraint from: those of an opening cluster by the seats of its part,
// those across parts by the seats of the body or by part and seat.
struct link_source {
    const taut_cuda_link* links;
    const float* compliance;  // NULL: all are rigid

    // As it is in memory: nothing may be done with it before its turn, or it would be waited for.
    struct raw {
        uint32_t ends;
        float rest, compliance;
    };

    LANE_METHOD raw none() const
    {
        return {TAUT_CUDA_NO_SEAT, 0.0f, 0.0f};
    }
    LANE_METHOD raw get(int place) const
    {
        const taut_cuda_link* link = &links[place];
        return {link->ends, link->rest, compliance != nullptr ? compliance[place] : 0.0f};
    }
    LANE_METHOD static bool is_there(const raw* r)
    {
        return (r->ends & 0xffffu) != TAUT_CUDA_NO_SEAT;
    }
    LANE_METHOD static pair_ahead read(const raw* r)
    {
        return {(int)(r->ends & 0xffffu), (int)(r->ends >> 16), r->rest, r->compliance};
    }
};

struct pair_source {
    const taut_cuda_pair* pairs;
    const float* rest;
    const float* compliance;

    typedef pair_ahead raw;

    LANE_METHOD raw none() const
    {
        return {-1, -1, 0.0f, 0.0f};
    }
    LANE_METHOD raw get(int place) const
    {
        const taut_cuda_pair* pair = &pairs[place];
        float soft = compliance != nullptr ? compliance[place] : 0.0f;
        return {pair->a, pair->b, rest[place], soft};
    }
    LANE_METHOD static bool is_there(const raw* r)
    {
        return r->a >= 0;
    }
    LANE_METHOD static pair_ahead read(const raw* r)
    {
        return *r;
    }
};

// Of a body that lies in the shared memory of several blocks, by part and seat.
template <bool fine, int stride> struct spread_memory {
    int block_count;

    LANE_METHOD float* at(int row, int spot) const
    {
        float* room = team_room_of(spot >> 16, block_count, NEAR_ROWS * stride);
        return room + row * stride + (spot & 0xffff);
    }
    LANE_METHOD float w(int spot) const
    {
        return *at(NEAR_W, spot);
    }
    LANE_METHOD lane3 x(int spot) const
    {
        return near_load(at(NEAR_X, spot), stride);
    }
    LANE_METHOD lane3 d(int spot) const
    {
        return near_load(at(NEAR_D, spot), stride);
    }
    LANE_METHOD void move(int spot, lane3 v) const
    {
        near_store(at(fine ? NEAR_D : NEAR_X, spot), stride, v);
    }
    LANE_METHOD void note(int spot, float dl, lane3 g) const
    {
        lane3 lo = near_load(at(NEAR_LO, spot), stride);
        near_store(at(NEAR_LO, spot), stride, lane3_madd(lo, dl, g));
    }
};

// Rounds ------------------------------------------------------------------------------------------

// How many rounds ahead constraints are asked for: more where they are waited for the longest,
// fewer where registers are short.
enum { AHEAD_HOME = 4, AHEAD_ACROSS = 3 };

// The rounds of a cluster, in shared memory. Those of the opening cluster and those across have a
// table each, so that a block which has but one of either reads them once.
typedef struct round_table {
    int cluster, first;  // of what is in it
    taut_cuda_round rounds[TAUT_CUDA_ROUNDS];
} round_table;

LANE_FN round_table* team_table(int slot)
{
    __shared__ round_table tables[2];
    return &tables[slot];
}

LANE_FN void close_tables(void)
{
    if (LANE_RANK == 0) {
        team_table(0)->cluster = -1;
        team_table(1)->cluster = -1;
    }
    team_sync_block();
}

LANE_FN void open_table(const taut_cuda_sheet* s, round_table* table, int cluster, int first,
                        int count)
{
    if (table->cluster == cluster && table->first == first) {
        return;
    }
    team_sync_block();
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        table->rounds[i] = s->rounds[first + i];
    }
    if (LANE_RANK == 0) {
        table->cluster = cluster;
        table->first = first;
    }
    team_sync_block();
}

template <class source>
LANE_FN typename source::raw fetch_round(const round_table* table, const source* from, int round,
                                         int count)
{
    taut_cuda_round r = table->rounds[round < count ? round : 0];
    bool mine = (round < count) & (LANE_RANK < r.count);
    return mine ? from->get(r.first + LANE_RANK) : from->none();
}

template <bool fine, bool light, class source, class memory>
LANE_FN void project_round(const pair_sweep* k, const source* from, const memory* m,
                           taut_cuda_round round, typename source::raw now)
{
    TEAM_ONCE(j, round.count)
    {
        typename source::raw pair = j == LANE_RANK ? now : from->get(round.first + j);
        if (source::is_there(&pair)) {
            project_pair<fine, light>(k, m, round.first + j, source::read(&pair));
        }
    }
    if (round.ends) {
        team_sync_block();
    }
}

// While one round is solved, the next ones come.
template <bool fine, bool light, int most, class source, class memory>
LANE_FN void sweep_table(const round_table* table, int count, const pair_sweep* k,
                         const source* from, const memory* m)
{
    typename source::raw ahead[most];
    TEAM_UNROLL
    for (int i = 0; i < most; ++i) {
        ahead[i] = fetch_round(table, from, i, count);
    }
    for (int r = 0; r < count; r += most) {
        TEAM_UNROLL
        for (int i = 0; i < most; ++i) {
            if (r + i < count) {
                typename source::raw now = ahead[i];
                ahead[i] = fetch_round(table, from, r + i + most, count);
                project_round<fine, light>(k, from, m, table->rounds[r + i], now);
            }
        }
    }
}

template <bool fine, bool light, int most, class source, class memory>
LANE_FN void sweep_rounds(const taut_cuda_sheet* s, int slot, int cluster, const pair_sweep* k,
                          const source* from, const memory* m)
{
    round_table* table = team_table(slot);
    int end = s->round_first[cluster + 1];
    for (int first = s->round_first[cluster]; first < end; first += TAUT_CUDA_ROUNDS) {
        int count = end - first < TAUT_CUDA_ROUNDS ? end - first : TAUT_CUDA_ROUNDS;
        open_table(s, table, cluster, first, count);
        sweep_table<fine, light, most>(table, count, k, from, m);
    }
}

LANE_FN pair_sweep sheet_sweep(const taut_cuda_job* job, int phase)
{
    pair_sweep k;
    k.lambda = job->body.lambda[TAUT_CONSTRAINT_DISTANCE];
    k.alpha_scale = job->run.step.alpha_scale;
    k.soft = job->blueprint.sets[TAUT_CONSTRAINT_DISTANCE].any_soft;
    k.visit = visit_of(&job->run, phase, 0);
    return k;
}

// A stage of its own: what else goes on shall not take registers from it.
template <bool fine, bool light, class memory>
LANE_STAGE void sweep_opening_as(const taut_cuda_job* job, memory m, int part)
{
    const taut_constraint_set* set = &job->blueprint.sets[TAUT_CONSTRAINT_DISTANCE];
    link_source from = {job->sheet.links, set->any_soft ? set->compliance : nullptr};
    pair_sweep k = sheet_sweep(job, 0);
    int cluster = job->blueprint.schedule.opening[part];
    sweep_rounds<fine, light, AHEAD_HOME>(&job->sheet, 0, cluster, &k, &from, &m);
}

// The phases that follow, whose clusters reach across parts.
template <bool fine, bool light, class memory>
LANE_STAGE void sweep_across_as(const taut_cuda_job* job, const team* t,
                                const taut_cuda_pair* pairs, memory m)
{
    const taut_constraint_set* set = &job->blueprint.sets[TAUT_CONSTRAINT_DISTANCE];
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    pair_source from = {pairs, set->rest, set->any_soft ? set->compliance : nullptr};
    for (int phase = 1; phase < job->phase_end; ++phase) {
        pair_sweep k = sheet_sweep(job, phase);
        for (int cluster = phase_first[phase] + t->block; cluster < phase_first[phase + 1];
             cluster += t->block_count) {
            sweep_rounds<fine, light, AHEAD_ACROSS>(&job->sheet, 1, cluster, &k, &from, &m);
        }
        team_sync(t);
    }
}

// Light, where it may be: the same for all phases, each of which comes once in a substep.
LANE_FN bool is_light(const taut_cuda_job* job)
{
    pair_sweep k = sheet_sweep(job, 0);
    return !k.soft && !k.visit.kept;
}

template <bool fine, class memory>
LANE_FN void sweep_opening(const taut_cuda_job* job, memory m, int part)
{
    if (is_light(job)) {
        sweep_opening_as<fine, true>(job, m, part);
    } else {
        sweep_opening_as<fine, false>(job, m, part);
    }
}

template <bool fine, class memory>
LANE_FN void sweep_across(const taut_cuda_job* job, const team* t, const taut_cuda_pair* pairs,
                          memory m)
{
    if (is_light(job)) {
        sweep_across_as<fine, true>(job, t, pairs, m);
    } else {
        sweep_across_as<fine, false>(job, t, pairs, m);
    }
}

template <bool fine>
LANE_FN void correct_sheet(const taut_cuda_job* job, taut_work* w, int first, int end)
{
    if (fine) {
        correct_velocities_fine(&job->run.step, w, first, end);
    } else {
        correct_velocities(&job->run.step, w, first, end);
    }
}

LANE_FN void begin_substep(taut_cuda_job* job, int i)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        job->run.step.substep = i;
    }
    team_sync_block();
}

// Together: the whole body in shared memory -------------------------------------------------------

LANE_FN taut_rows rows_from(taut_rows a, int first)
{
    return a.x != nullptr ? (taut_rows){a.x + first, a.y + first, a.z + first} : a;
}

LANE_FN taut_rows rows_at(float* room, int row, int stride)
{
    float* at = room + row * stride;
    return (taut_rows){at, at + stride, at + 2 * stride};
}

// The working copy of a part whose arrays are in shared memory, by seats of the part.
LANE_FN void point_near(taut_work* near, const taut_work* far, float* room, int first, int stride)
{
    taut_work w = *far;
    w.x = rows_at(room, NEAR_X, stride);
    w.w = room + NEAR_W * stride;
    w.d = rows_at(room, NEAR_D, stride);
    w.q = rows_at(room, NEAR_Q, stride);
    w.v = rows_at(room, NEAR_V, stride);
    w.lo = rows_at(room, NEAR_LO, stride);
    w.p = rows_from(far->p, first);
    w.a = rows_from(far->a, first);
    *near = w;
}

template <bool fine>
LANE_FN void bring_part(const taut_work* near, const taut_work* far, int first, int count)
{
    copy_rows(near->x, rows_from(far->x, first), 0, count);
    copy_row(near->w, far->w + first, 0, count);
    copy_rows(near->v, rows_from(far->v, first), 0, count);
    copy_rows(near->lo, rows_from(far->lo, first), 0, count);
    copy_rows(fine ? near->d : near->q, rows_from(fine ? far->d : far->q, first), 0, count);
}

LANE_FN void take_part_back(const taut_work* near, const taut_work* far, int first, int count)
{
    copy_rows(rows_from(far->x, first), near->x, 0, count);
    copy_rows(rows_from(far->v, first), near->v, 0, count);
    copy_rows(rows_from(far->lo, first), near->lo, 0, count);
}

// A part in a slot of its block: there is one slot, but where a test has fewer blocks than parts.
typedef struct sheet_part {
    taut_work* near;  // all threads share it
    int part, first, count;
    int slot;  // floats of the room before it
} sheet_part;

template <int stride> LANE_FN sheet_part part_at(const taut_cuda_job* job, const team* t, int part)
{
    const int32_t* seats = job->blueprint.schedule.seating.first;
    sheet_part p;
    p.slot = part / t->block_count * NEAR_ROWS * stride;
    p.part = part;
    p.first = seats[part];
    p.count = seats[part + 1] - seats[part];
    p.near = team_near_work();
    team_sync_block();
    if (LANE_RANK == 0) {
        point_near(p.near, &job->work, team_room() + p.slot, p.first, stride);
    }
    team_sync_block();
    return p;
}

LANE_FN void move_in_part(const taut_cuda_job* job, sheet_part* p)
{
    for (int i = LANE_RANK; i < job->move_count; i += LANE_TEAM) {
        const taut_cuda_move* move = &job->moves[i];
        int seat = move->seat - p->first;
        if (seat >= 0 && seat < p->count) {
            taut_vec3 from = taut_vec3_of(job->body.before_x[move->particle]);
            taut_move_kinematic(&job->run.step, p->near, seat, from, move->to);
        }
    }
    if (job->move_count > 0) {
        team_sync_block();
    }
}

template <bool fine, int stride> LANE_FN void open_part(taut_cuda_job* job, sheet_part* p)
{
    move_in_part(job, p);
    if (job->run.late && job->run.step.substep > 0) {
        correct_sheet<fine>(job, p->near, 0, p->count);
    }
    predict(&job->run.step, p->near, 0, p->count);
    team_sync_block();
    near_memory<fine, stride> m = {TEAM_SLOT(p->slot), stride};
    sweep_opening<fine>(job, m, p->part);
}

template <bool fine, int stride> LANE_STAGE void step_together(taut_cuda_job* job, const team* t)
{
    int parts = job->blueprint.schedule.seating.part_count;
    for (int i = t->block; i < parts; i += t->block_count) {
        sheet_part p = part_at<stride>(job, t, i);
        bring_part<fine>(p.near, &job->work, p.first, p.count);
    }
    spread_memory<fine, stride> everywhere = {t->block_count};
    for (int substep = 0; substep < job->run.step.substep_count; ++substep) {
        begin_substep(job, substep);
        for (int i = t->block; i < parts; i += t->block_count) {
            sheet_part p = part_at<stride>(job, t, i);
            open_part<fine, stride>(job, &p);
        }
        if (parts > 1) {
            team_sync(t);
            sweep_across<fine>(job, t, job->sheet.spots, everywhere);
        }
        for (int i = t->block; i < parts && !job->run.late; i += t->block_count) {
            sheet_part p = part_at<stride>(job, t, i);
            correct_sheet<fine>(job, p.near, 0, p.count);
        }
    }
    team_sync_block();
    for (int i = t->block; i < parts; i += t->block_count) {
        sheet_part p = part_at<stride>(job, t, i);
        if (job->run.late) {
            correct_sheet<fine>(job, p.near, 0, p.count);
        }
        team_sync_block();
        take_part_back(p.near, &job->work, p.first, p.count);
    }
}

// Apart: one part after the other comes to shared memory ------------------------------------------

template <bool fine> LANE_FN void open_far_part(taut_cuda_job* job, int part)
{
    const int32_t* seats = job->blueprint.schedule.seating.first + part;
    int first = seats[0], count = seats[1] - seats[0];
    taut_work* near = team_near_work();
    if (LANE_RANK == 0) {
        *near = job->work;
        (void)near_arrays(near, fine, first, TAUT_CUDA_PART);
    }
    team_sync_block();
    copy_rows(near->x, job->work.x, first, count);
    copy_row(near->w, job->work.w, first, count);
    if (fine) {
        copy_rows(near->d, job->work.d, first, count);
    }
    // A thread goes on with the particles that it brought.
    if (job->run.late && job->run.step.substep > 0) {
        correct_sheet<fine>(job, near, first, first + count);
    }
    predict(&job->run.step, near, first, first + count);
    team_sync_block();
    home_memory<fine, TAUT_CUDA_PART> m;
    m.slot = 0;
    m.stride_ = TAUT_CUDA_PART;
    m.lo_ = job->work.lo;
    m.first = first;
    sweep_opening<fine>(job, m, part);
    copy_rows(job->work.x, near->x, first, count);
    if (fine) {
        copy_rows(job->work.d, near->d, first, count);
    }
    team_sync_block();
}

template <bool fine> LANE_FN void correct_far_parts(taut_cuda_job* job, const team* t)
{
    const taut_seating* seating = &job->blueprint.schedule.seating;
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        correct_sheet<fine>(job, &job->work, seating->first[part], seating->first[part + 1]);
    }
}

template <bool fine> LANE_STAGE void step_apart(taut_cuda_job* job, const team* t)
{
    far_memory<fine> everywhere = {job->work.x, job->work.d, job->work.lo, job->work.w};
    for (int substep = 0; substep < job->run.step.substep_count; ++substep) {
        begin_substep(job, substep);
        move_kinematics(job, t);
        for (int part = t->block; part < job->blueprint.schedule.seating.part_count;
             part += t->block_count) {
            open_far_part<fine>(job, part);
        }
        team_sync(t);
        sweep_across<fine>(job, t, job->pairs, everywhere);
        if (!job->run.late) {
            correct_far_parts<fine>(job, t);
            team_sync(t);
        }
    }
    if (job->run.late) {
        correct_far_parts<fine>(job, t);
    }
}

// -------------------------------------------------------------------------------------------------

template <bool fine> LANE_FN void take_sheet(taut_cuda_job* job, const team* t)
{
    close_tables();
    switch (job->sheet.stride) {
    case TAUT_CUDA_SMALL:
        step_together<fine, TAUT_CUDA_SMALL>(job, t);
        break;
    case TAUT_CUDA_HALF:
        step_together<fine, TAUT_CUDA_HALF>(job, t);
        break;
    case TAUT_CUDA_PART:
        step_together<fine, TAUT_CUDA_PART>(job, t);
        break;
    default:
        step_apart<fine>(job, t);
        break;
    }
}
