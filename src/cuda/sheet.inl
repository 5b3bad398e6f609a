// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets: bodies held together by plain distance constraints and by nothing else, cloths and nets
// above all, swept once per substep. The order of everything is that of kernels.cu and so of the
// CPU; what differs is how little is done besides:
//
//   - every cluster is swept in shared memory, where a seat is one load of four floats: those of a
//     part have it there anyway, those across parts bring their seats as guests and take them back;
//   - constraints come as a stream of eight bytes each, without gaps, some rounds ahead;
//   - a branch that hardly any constraint takes is taken for all that is out of the ordinary.
//
// A round is as many constraints of a level (plan_sheet.c) as a block has threads.

// A seat in shared memory: so many bytes from where those at hand begin.
LANE_FN near_at seat_at(near_at first, int seat)
{
    return first + (near_at)seat * (near_at)sizeof(taut_float4);
}

LANE_FN lane3 xyz_of(taut_float4 a)
{
    return (lane3){a.x, a.y, a.z};
}

LANE_FN taut_float4 with_w(lane3 a, float w)
{
    taut_float4 all = {a.x, a.y, a.z, w};
    return all;
}

// What the threads of a block have in common in a sweep.
typedef struct sheet_sweep {
    const taut_cuda_sheet* sheet;
    const taut_cuda_link* links;
    const int32_t* places;
    const float* compliance;  // NULL: all are rigid
    float* lambda;
    float alpha_scale;
    uint32_t range;  // of quick_sure_of()
    near_at x, d;    // seats at hand, and what these moved by
    int rank;        // of the thread
} sheet_sweep;

// A constraint on its way to a thread. Nothing may be done with it before its turn, or it would be
// waited for.
typedef struct sheet_link {
    uint32_t ends;
    float rest, compliance;
} sheet_link;

template <bool light> LANE_FN sheet_link fetch_link(const sheet_sweep* k, int at)
{
    sheet_link link;
    taut_cuda_link there = team_read(&k->links[at]);
    link.ends = there.ends;
    link.rest = there.rest;
    link.compliance = !light && k->compliance != nullptr ? k->compliance[at] : 0.0f;
    return link;
}

// Projection --------------------------------------------------------------------------------------

// The quick way, and the other where that might not be right to the last bit. Of light constraints
// the sum of inverse masses is known to be ordinary, or 0: then nothing moves, see hold_end().
template <bool light>
LANE_FN float solve_link(taut_constraint_lanes* c, bool soft, float alpha, uint32_t range)
{
    quick::taut_response r = {0};
    r.soft = soft;
    r.alpha = alpha;
    quick::taut_distance_eval(c);
    float dl = quick::taut_delta_lambda(c, &r);
    bool sure = quick_sure_of(lane3_dot(c->e[0], c->e[0]), range);
    if (!light) {
        sure = sure & quick_ordinary(soft ? c->weight + alpha : c->weight);
    }
    if (!sure) {
        pair_answer exact = solve_exactly(c->e[0], c->rest, c->w[0], c->w[1], soft, alpha, 0.0f);
        c->g[0] = exact.g;
        dl = exact.dl;
    }
    return dl;
}

// One that is free moves; one that is held notes what it would have received.
template <class notes>
LANE_FN void hold_end(near_at to, taut_float4 from, int seat, float w, float dl, lane3 g,
                      const notes* held)
{
    if (w > 0.0f) {
        near_put(to, with_w(lane3_madd(xyz_of(from), dl * w, g), from.w));
    } else {
        held->note(seat, dl, g);
    }
}

// Light: rigid, and nobody looks at the multipliers, which begin at 0 in every substep.
template <bool fine, bool light, class notes>
LANE_FN void project_link(const sheet_sweep* k, const notes* held, int at, sheet_link link)
{
    int a = (int)(link.ends & 0xffffu), b = (int)(link.ends >> 16);
    taut_float4 xa = near_get(seat_at(k->x, a)), xb = near_get(seat_at(k->x, b));
    taut_constraint_lanes c;
    c.w[0] = xa.w;
    c.w[1] = xb.w;
    c.rest = link.rest;
    c.e[0] = lane3_sub(xyz_of(xb), xyz_of(xa));
    if (fine) {
        xa = near_get(seat_at(k->d, a));
        xb = near_get(seat_at(k->d, b));
        c.e[0] = lane3_add(c.e[0], lane3_sub(xyz_of(xb), xyz_of(xa)));
    }
    bool soft = !light && k->compliance != nullptr;
    float alpha = soft ? link.compliance * k->alpha_scale : 0.0f;
    float dl = solve_link<light>(&c, soft, alpha, k->range);
    if (!light && k->lambda != nullptr) {
        k->lambda[k->places[at]] = 0.0f + dl;
    }
    near_at to_a = seat_at(fine ? k->d : k->x, a), to_b = seat_at(fine ? k->d : k->x, b);
    if ((c.w[0] > 0.0f) & (c.w[1] > 0.0f)) {
        near_put(to_a, with_w(lane3_madd(xyz_of(xa), dl * c.w[0], taut_gradient0(&c, 2)), xa.w));
        near_put(to_b, with_w(lane3_madd(xyz_of(xb), dl * c.w[1], c.g[0]), xb.w));
    } else {
        dl = (c.weight > 0.0f) | soft ? dl : 0.0f;
        hold_end(to_a, xa, a, c.w[0], dl, taut_gradient0(&c, 2), held);
        hold_end(to_b, xb, b, c.w[1], dl, c.g[0], held);
    }
}

// Rounds ------------------------------------------------------------------------------------------

// The rounds of a cluster, in shared memory, and some empty ones that are looked at ahead. Those of
// the opening cluster and those across have a table each, so that a block which has but one of
// either reads them once.
enum { SHEET_MOST_AHEAD = 3 };
typedef struct round_table {
    taut_cuda_round rounds[TAUT_CUDA_ROUNDS + 2 * SHEET_MOST_AHEAD + 1];
    int cluster, first;  // of what is in it
    int begin, end;      // of all rounds of the cluster
} round_table;

typedef struct round_tables {
    round_table of[2];
} round_tables;

LANE_FN round_table* team_table(int slot)
{
    TEAM_SHARED(round_tables, tables);
    return &tables.of[slot];
}

// Where the rounds of a cluster begin and end. Asked of memory only where a table does not know:
// between clusters nothing is in any cache, and to wait for a number takes as long as two rounds.
LANE_FN int rounds_begin(const taut_cuda_sheet* s, const round_table* table, int cluster)
{
    return table->cluster == cluster ? table->begin : s->round_first[cluster];
}

LANE_FN int rounds_end(const taut_cuda_sheet* s, const round_table* table, int cluster)
{
    return table->cluster == cluster ? table->end : s->round_first[cluster + 1];
}

LANE_FN void open_table(const taut_cuda_sheet* s, round_table* table, int cluster, int first,
                        int count)
{
    if (table->cluster == cluster && table->first == first) {
        return;
    }
    int begin = rounds_begin(s, table, cluster), end = rounds_end(s, table, cluster);
    team_sync_block();
    taut_cuda_round none = {0, 0};
    for (int i = LANE_RANK; i < count + 2 * SHEET_MOST_AHEAD + 1; i += LANE_TEAM) {
        table->rounds[i] = i < count ? s->rounds[first + i] : none;
    }
    if (LANE_RANK == 0) {
        table->cluster = cluster;
        table->first = first;
        table->begin = begin;
        table->end = end;
    }
    team_sync_block();
}

// Constraints that come so many rounds later, for one thread to ask for.
enum { SHEET_FAR = 12 };

LANE_FN void expect_links(const taut_cuda_sheet* s, int first, int count)
{
    int from = first & ~1;
    int end = first + count < s->link_count ? first + count : s->link_count;
    if (from < end) {
        team_expect_far(&s->links[from], (size_t)((end - from + 1) & ~1) * sizeof *s->links);
    }
}

// Constraints that some thread will ask for first, where the table is open.
LANE_FN void expect_cluster(const taut_cuda_sheet* s, int slot, int cluster)
{
    const round_table* table = team_table(slot);
    bool open = table->cluster == cluster && table->first == table->begin;
    for (int i = 0; open && i < SHEET_MOST_AHEAD; ++i) {
        if (LANE_RANK < taut_cuda_round_count(table->rounds[i])) {
            team_expect(&s->links[table->rounds[i].first + LANE_RANK]);
        }
    }
}

template <bool light> LANE_FN sheet_link fetch_of(const sheet_sweep* k, taut_cuda_round r)
{
    sheet_link none = {0, 0.0f, 0.0f};
    return k->rank < taut_cuda_round_count(r) ? fetch_link<light>(k, r.first + k->rank) : none;
}

template <bool fine, bool light, class notes>
LANE_FN void project_round(const sheet_sweep* k, const notes* held, taut_cuda_round round,
                           sheet_link now)
{
    TEAM_ONCE(j, k->rank, taut_cuda_round_count(round))
    {
        sheet_link link = j == k->rank ? now : fetch_link<light>(k, round.first + j);
        project_link<fine, light>(k, held, round.first + j, link);
    }
    if (taut_cuda_round_ends(round)) {
        team_sync_block();
    }
}

// While one round is solved, the next ones come; and the number of the first that comes after them.
template <bool fine, bool light, int most, class notes>
LANE_FN void sweep_table(const round_table* from, int count, const sheet_sweep* k,
                         const notes* held)
{
    near_at table = near_table(from->rounds);
    taut_cuda_round round[most];
    sheet_link ahead[most];
    TEAM_UNROLL
    for (int i = 0; i < most; ++i) {
        round[i] = near_round(table, i);
        ahead[i] = fetch_of<light>(k, round[i]);
    }
    taut_cuda_round coming = near_round(table, most);
    for (int r = 0; r < count; r += most) {
        if (most > 2 && k->rank == 0) {
            expect_links(k->sheet, coming.first + SHEET_FAR * LANE_TEAM, most * LANE_TEAM);
        }
        TEAM_UNROLL
        for (int i = 0; i < most; ++i) {
            sheet_link now = ahead[i];
            taut_cuda_round at = round[i];
            ahead[i] = fetch_of<light>(k, coming);
            round[i] = coming;
            coming = near_round(table, r + i + most + 1);
            project_round<fine, light>(k, held, at, now);
        }
    }
}

template <bool fine, bool light, int most, class notes>
LANE_FN void sweep_rounds(const taut_cuda_sheet* s, int slot, int cluster, const sheet_sweep* k,
                          const notes* held)
{
    round_table* table = team_table(slot);
    int end = rounds_end(s, table, cluster);
    for (int first = rounds_begin(s, table, cluster); first < end; first += TAUT_CUDA_ROUNDS) {
        int count = end - first < TAUT_CUDA_ROUNDS ? end - first : TAUT_CUDA_ROUNDS;
        open_table(s, table, cluster, first, count);
        sweep_table<fine, light, most>(table, count, k, held);
    }
}

// Stages of their own, here and in what follows: one shall not take registers from another.

template <bool fine, bool light, int most, class notes>
LANE_STAGE void sweep_stage(const taut_cuda_job* job, int slot, int cluster, near_at x, near_at d,
                            bool ordinary, notes held)
{
    bool last = job->run.step.substep + 1 == job->run.step.substep_count;
    sheet_sweep k;
    k.sheet = &job->sheet;
    k.links = job->sheet.links;
    k.places = job->sheet.places;
    k.compliance = job->sheet.compliance;
    k.lambda = last ? job->body.lambda[TAUT_CONSTRAINT_DISTANCE] : nullptr;
    k.alpha_scale = job->run.step.alpha_scale;
    k.range = quick_range(ordinary);
    k.x = x;
    k.d = d;
    k.rank = team_rank();
    sweep_rounds<fine, light, most>(&job->sheet, slot, cluster, &k, &held);
}

// A cluster whose seats are in the room at x, and what they moved by at d.
// @param slot of its rounds
// @param most rounds that are asked for ahead: more where they are waited for longer
template <bool fine, int most, class notes>
LANE_FN void sweep_near(const taut_cuda_job* job, int slot, int cluster, near_at x, near_at d,
                        bool ordinary, notes held)
{
    bool last = job->run.step.substep + 1 == job->run.step.substep_count;
    if (job->sheet.compliance == nullptr && !last) {
        sweep_stage<fine, true, most>(job, slot, cluster, x, d, ordinary, held);
    } else {
        sweep_stage<fine, false, most>(job, slot, cluster, x, d, ordinary, held);
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

// Between sweeps ----------------------------------------------------------------------------------

// What moves a particle in a substep.
typedef struct sheet_motion {
    const taut_step* step;
    lane3 gravity;
    float keep;
    bool finish;  // velocities of the substep before come first
} sheet_motion;

// A free particle; `moved` is what it moved by where the body is fine, and else where prediction
// took it.
typedef struct sheet_state {
    lane3 x, v, lo, moved;
} sheet_state;

LANE_FN sheet_motion motion_of(const taut_cuda_job* job)
{
    const taut_step* s = &job->run.step;
    float scale = job->body.gravity_scale;
    sheet_motion m;
    m.step = s;
    m.gravity = (lane3){s->gravity.x * scale, s->gravity.y * scale, s->gravity.z * scale};
    m.keep = job->body.keep;
    m.finish = s->substep > 0;
    return m;
}

// As correct_velocities() of lane_particles.inl, of one seat.
template <bool fine> LANE_FN void finish_seat(const sheet_motion* m, sheet_state* s)
{
    lane3 by = fine ? lane3_sub(s->moved, s->lo) : lane3_sub(s->x, s->moved);
    s->v = taut_correct_velocity(s->v, by, m->step->inverse_h, m->keep);
    if (fine) {
        lane3 lo = {0.0f, 0.0f, 0.0f};
        s->x = taut_add_carried(s->x, s->moved, &lo);
        s->lo = lo;
    }
}

// As predict(), likewise.
template <bool fine>
LANE_FN void begin_seat(const sheet_motion* m, sheet_state* s, lane3 acceleration)
{
    if (m->finish) {
        finish_seat<fine>(m, s);
    }
    lane_mask clamped;
    lane3 v = lane3_madd(s->v, m->step->h, acceleration);
    s->v = taut_limit_speed(v, m->step->max_speed, &clamped);
    note_clamped(m->step, clamped, 1);
    s->x = taut_add_carried(s->x, lane3_scale(s->v, m->step->h), &s->lo);
    s->moved = fine ? s->lo : s->x;
}
