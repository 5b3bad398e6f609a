// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets: bodies held together by plain distance constraints and by nothing else, cloths and nets
// above all, swept once per substep. The order of everything is that of kernels.cu and so of the
// CPU; what differs is how little is done besides:
//
//   - every cluster is swept in shared memory, where a seat is one load of four floats: those of a
//     part have it there anyway, those across parts bring their seats as guests and take them back;
//   - constraints come as a stream of eight bytes each, two to a thread, some rounds ahead;
//   - a branch that hardly any constraint takes is taken for all that is out of the ordinary.
//
// A round is as many constraints of a level (plan_sheet.c) as a block has threads, twice.

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
    const taut_cuda_links* links;
    const int32_t* places;
    const float* compliance;  // NULL: all are rigid
    float* lambda;
    float alpha_scale;
    uint32_t range;  // of quick_sure_of()
    near_at x, d;    // seats at hand, and what these moved by
    int rank;        // of the thread
    int threads;
} sheet_sweep;

// Constraints on their way to a thread. Nothing may be done with them before their turn, or they
// would be waited for.
typedef struct sheet_links {
    taut_cuda_links two;
    float compliance[TAUT_CUDA_EACH];
    int32_t places[TAUT_CUDA_EACH];  // where multipliers are kept (sheet_home_sweep.inl)
} sheet_links;

template <bool light> LANE_FN sheet_links fetch_links(const sheet_sweep* k, int at)
{
    sheet_links links;
    links.two = team_read(&k->links[at]);
    for (int i = 0; i < TAUT_CUDA_EACH; ++i) {
        bool soft = !light && k->compliance != nullptr;
        links.compliance[i] = soft ? k->compliance[TAUT_CUDA_EACH * at + i] : 0.0f;
    }
    return links;
}

LANE_FN bool is_empty(taut_cuda_link link)
{
    return (link.ends & TAUT_CUDA_EMPTY) != 0;
}

// Projection --------------------------------------------------------------------------------------

// A constraint at work: where the ends that it moves are in shared memory, and what is there.
typedef struct sheet_pair {
    int a, b;
    near_at to_a, to_b;
    taut_float4 xa, xb;
    taut_constraint_lanes c;
} sheet_pair;

template <bool fine>
LANE_FN void take_ends(const sheet_sweep* k, taut_cuda_link link, sheet_pair* p)
{
    p->a = (int)(link.ends & TAUT_CUDA_SEAT);
    p->b = (int)(link.ends >> 16 & TAUT_CUDA_SEAT);
    p->to_a = seat_at(k->x, p->a);
    p->to_b = seat_at(k->x, p->b);
    p->xa = near_get(p->to_a);
    p->xb = near_get(p->to_b);
    p->c.w[0] = p->xa.w;
    p->c.w[1] = p->xb.w;
    p->c.rest = link.rest;
    p->c.e[0] = lane3_sub(xyz_of(p->xb), xyz_of(p->xa));
    if (fine) {
        p->to_a = seat_at(k->d, p->a);
        p->to_b = seat_at(k->d, p->b);
        p->xa = near_get(p->to_a);
        p->xb = near_get(p->to_b);
        p->c.e[0] = lane3_add(p->c.e[0], lane3_sub(xyz_of(p->xb), xyz_of(p->xa)));
    }
}

// Returns whether both are free.
LANE_FN bool move_free_ends(const sheet_pair* p, float dl)
{
    const taut_constraint_lanes* c = &p->c;
    lane3 a = lane3_madd(xyz_of(p->xa), dl * c->w[0], taut_gradient0(c, 2));
    lane3 b = lane3_madd(xyz_of(p->xb), dl * c->w[1], c->g[0]);
    if (c->w[0] > 0.0f) {
        near_put(p->to_a, with_w(a, p->xa.w));
    }
    if (c->w[1] > 0.0f) {
        near_put(p->to_b, with_w(b, p->xb.w));
    }
    return (c->w[0] > 0.0f) & (c->w[1] > 0.0f);
}

// The quick way, and the other where that might not be right to the last bit. Of light constraints
// the sum of inverse masses is known to be ordinary, or 0: then nothing moves.
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

// What the ends would have received that are held: nothing of a rigid constraint that has no other.
template <class notes>
LANE_FN void note_held(const sheet_pair* p, const notes* held, bool soft, float dl)
{
    float by = ((p->c.weight > 0.0f) | soft) ? dl : 0.0f;
    if (!(p->c.w[0] > 0.0f)) {
        held->note(p->a, by, taut_gradient0(&p->c, 2));
    }
    if (!(p->c.w[1] > 0.0f)) {
        held->note(p->b, by, p->c.g[0]);
    }
}

// Light: rigid, and nobody looks at the multipliers, which begin at 0 in every substep.
// @param place of its multiplier, if that is kept
template <bool fine, bool light, class notes>
LANE_FN void project_link(const sheet_sweep* k, const notes* held, int place, taut_cuda_link link,
                          float compliance)
{
    sheet_pair p;
    take_ends<fine>(k, link, &p);
    bool soft = !light && k->compliance != nullptr;
    float dl = solve_link<light>(&p.c, soft, soft ? compliance * k->alpha_scale : 0.0f, k->range);
    if (!light && k->lambda != nullptr) {
        k->lambda[place] = 0.0f + dl;
    }
    if (!move_free_ends(&p, dl)) {
        note_held(&p, held, soft, dl);
    }
}

// Where something was out of the ordinary. A stage, so that registers are not kept for it.
template <bool fine, class notes>
LANE_STAGE void project_oddly(const sheet_sweep* k, const notes* held, taut_cuda_links two)
{
    for (int i = 0; i < TAUT_CUDA_EACH; ++i) {
        if (!is_empty(two.of[i])) {
            project_link<fine, true>(k, held, 0, two.of[i], 0.0f);
        }
    }
}

// Light constraints, `each` of them side by side. Where the first is empty so is the second; where
// that is empty alone it is the first once more, and comes to the same.
template <bool fine, int each, class notes>
LANE_FN void project_light(const sheet_sweep* k, const notes* held, taut_cuda_links two)
{
    if (is_empty(two.of[0])) {
        return;
    }
    sheet_pair p[each];
    float dl[each];
    quick::taut_response rigid = {0};
    TEAM_UNROLL
    for (int i = 0; i < each; ++i) {
        take_ends<fine>(k, two.of[i], &p[i]);
    }
    TEAM_UNROLL
    for (int i = 0; i < each; ++i) {
        quick::taut_distance_eval(&p[i].c);
        dl[i] = quick::taut_delta_lambda(&p[i].c, &rigid);
    }
    sheet_pair* last = &p[each - 1];
    if (!quick_sure_of(lane3_dot(p[0].c.e[0], p[0].c.e[0]), k->range) ||
        !quick_sure_of(lane3_dot(last->c.e[0], last->c.e[0]), k->range)) {
        // Copies: what a stage is told the address of does not stay in registers.
        sheet_sweep sweep = *k;
        notes own = *held;
        project_oddly<fine>(&sweep, &own, two);
        return;
    }
    bool free = true;
    TEAM_UNROLL
    for (int i = 0; i < each; ++i) {
        free = move_free_ends(&p[i], dl[i]) && free;
    }
    if (!free) {
        note_held(&p[0], held, false, dl[0]);
        if (each > 1 && !is_empty(two.of[1])) {
            note_held(last, held, false, dl[each - 1]);
        }
    }
}

template <bool fine, bool light, int each, class notes>
LANE_FN void project_links(const sheet_sweep* k, const notes* held, int at,
                           const sheet_links* links)
{
    if (light) {
        project_light<fine, each>(k, held, links->two);
    }
    TEAM_UNROLL
    for (int i = 0; !light && i < each; ++i) {
        if (!is_empty(links->two.of[i])) {
            int place = k->lambda != nullptr ? k->places[TAUT_CUDA_EACH * at + i] : 0;
            project_link<fine, false>(k, held, place, links->two.of[i], links->compliance[i]);
        }
    }
}

// Rounds ------------------------------------------------------------------------------------------

// Where the rounds of a cluster begin and end, in shared memory: asked of the device's only where
// the block did not have that cluster before. Between clusters nothing is in any cache, and to wait
// for a number takes as long as two rounds. One of the opening cluster and one of those across.
typedef struct round_span {
    int cluster, begin, end;
} round_span;

typedef struct round_spans {
    round_span of[2];
} round_spans;

LANE_FN round_span* team_span(int slot)
{
    TEAM_SHARED(round_spans, spans);
    return &spans.of[slot];
}

LANE_FN void forget_spans(void)
{
    team_span(0)->cluster = -1;
    team_span(1)->cluster = -1;
}

LANE_FN round_span span_of(const taut_cuda_sheet* s, int slot, int cluster)
{
    round_span* known = team_span(slot);
    if (known->cluster == cluster) {
        return *known;
    }
    round_span span = {cluster, s->round_first[cluster], s->round_first[cluster + 1]};
    team_sync_block();
    if (LANE_RANK == 0) {
        *known = span;
    }
    team_sync_block();
    return span;
}

// Rounds later that one thread asks for.
enum { SHEET_FAR = 6 };

static_assert(TAUT_CUDA_PART <= TAUT_CUDA_SEAT, "seats leave room for flags");

LANE_FN void expect_links(const taut_cuda_sheet* s, int first, int count)
{
    int end = first + count < s->link_count ? first + count : s->link_count;
    if (first < end) {
        team_expect_far(&s->links[first], (size_t)(end - first) * sizeof *s->links);
    }
}

// Constraints that some thread will ask for first, where the span is known.
LANE_FN void expect_cluster(const taut_cuda_sheet* s, int slot, int cluster)
{
    const round_span* span = team_span(slot);
    for (int i = 0; span->cluster == cluster && i < TAUT_CUDA_AHEAD; ++i) {
        if (span->begin + i < span->end && LANE_RANK < s->threads) {
            team_expect(&s->links[(span->begin + i) * s->threads + LANE_RANK]);
        }
    }
}

// What the thread has of a round, and then whatever nobody else has: tests have fewer threads.
template <bool fine, bool light, int each, class notes>
LANE_FN void project_round(const sheet_sweep* k, const notes* held, int first, sheet_links now)
{
    TEAM_ALL(j, k->rank, k->threads)
    {
        sheet_links links = j == k->rank ? now : fetch_links<light>(k, first + j);
        project_links<fine, light, each>(k, held, first + j, &links);
    }
    if ((now.two.of[0].ends & TAUT_CUDA_LAST) != 0) {
        team_sync_block();
    }
}

// Bodies go in one launch, of as many threads as the largest asks for: of others some threads have
// nothing to do but wait with the rest.
LANE_FN void wait_for_rounds(const sheet_sweep* k, round_span span)
{
    for (int r = span.begin; r < span.end; ++r) {
        if ((team_read(&k->links[r * k->threads]).of[0].ends & TAUT_CUDA_LAST) != 0) {
            team_sync_block();
        }
    }
}

// While one round is solved, the next ones come.
template <bool fine, bool light, int most, int each, class notes>
LANE_FN void sweep_rounds(const sheet_sweep* k, round_span span, const notes* held)
{
    static_assert(most <= TAUT_CUDA_AHEAD, "empty rounds after the last are enough");
    sheet_links ahead[most];
    int first = span.begin * k->threads;
    TEAM_UNROLL
    for (int i = 0; i < most; ++i) {
        ahead[i] = fetch_links<light>(k, first + i * k->threads + k->rank);
    }
    for (int r = span.begin; r < span.end; r += most) {
        if (most > 2 && k->rank == 0) {
            expect_links(k->sheet, first + SHEET_FAR * k->threads, most * k->threads);
        }
        TEAM_UNROLL
        for (int i = 0; i < most; ++i) {
            sheet_links now = ahead[i];
            ahead[i] = fetch_links<light>(k, first + most * k->threads + k->rank);
            if (r + i < span.end) {
                project_round<fine, light, each>(k, held, first, now);
            }
            first += k->threads;
        }
    }
}

// Stages of their own, here and in what follows: one shall not take registers from another.

template <bool fine, bool light, int most, int each, class notes>
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
    k.threads = job->sheet.threads;
    round_span span = span_of(&job->sheet, slot, cluster);
    if (k.rank < k.threads) {
        sweep_rounds<fine, light, most, each>(&k, span, &held);
    } else {
        wait_for_rounds(&k, span);
    }
}

// A cluster whose seats are in the room at x, and what they moved by at d.
// @param slot of its rounds
// @param most rounds that are asked for ahead: more where they are waited for longer
// @param each constraints that a thread takes at once
template <bool fine, int most, int each, class notes>
LANE_FN void sweep_near(const taut_cuda_job* job, int slot, int cluster, near_at x, near_at d,
                        bool ordinary, notes held)
{
    bool last = job->run.step.substep + 1 == job->run.step.substep_count;
    if (job->sheet.compliance == nullptr && !last) {
        sweep_stage<fine, true, most, each>(job, slot, cluster, x, d, ordinary, held);
    } else {
        sweep_stage<fine, false, most, each>(job, slot, cluster, x, d, ordinary, held);
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
    float h, inverse_h, max_speed;  // those of the step, at hand
    float keep;
    bool has_forces;
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
    m.h = s->h;
    m.inverse_h = s->inverse_h;
    m.max_speed = s->max_speed;
    m.keep = job->body.keep;
    m.has_forces = job->body.has_forces;
    m.finish = s->substep > 0;
    return m;
}

// As correct_velocities() of lane_particles.inl, of one seat.
template <bool fine> LANE_FN void finish_seat(const sheet_motion* m, sheet_state* s)
{
    lane3 by = fine ? lane3_sub(s->moved, s->lo) : lane3_sub(s->x, s->moved);
    s->v = taut_correct_velocity(s->v, by, m->inverse_h, m->keep);
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
    lane3 v = lane3_madd(s->v, m->h, acceleration);
    s->v = taut_limit_speed(v, m->max_speed, &clamped);
    note_clamped(m->step, clamped, 1);
    s->x = taut_add_carried(s->x, lane3_scale(s->v, m->h), &s->lo);
    s->moved = fine ? s->lo : s->x;
}
