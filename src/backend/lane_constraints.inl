// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Walks the constraints of a colour, LANE_WIDTH at a time: load, evaluate, update, store. No
// formulas.

// What a walker needs to know of a kind; a constant in each instance below.
typedef struct kind_job {
    int kind;
    int n, moved;
    taut_constraint_eval_fn* eval;
    bool fine;
    bool soft;     // some of the set are
    bool damped;   // likewise
    bool bounded;  // some of the set act on one side only
    taut_form form;
} kind_job;

// Constraints with what they came from.
typedef struct loaded {
    taut_constraint_lanes c;
    lane3 target[4];  // of their particles: what corrections are added to
} loaded;

LANE_FN void load_constraints(const walk* w, kind_job job, const chunk* at, loaded* in)
{
    load_slots(w->x, at, job.n, in->target);
    TAUT_UNROLL
    for (int j = 0; j < job.n; ++j) {
        in->c.w[j] = load_slot(w->w, at, j);
    }
    TAUT_UNROLL
    for (int j = 1; j < job.n; ++j) {
        in->c.e[j - 1] = lane3_sub(in->target[j], in->target[0]);
    }
    if (job.fine) {  // (x + d) - (x0 + d0), the small differences apart from the large
        load_slots(w->d, at, job.n, in->target);
        TAUT_UNROLL
        for (int j = 1; j < job.n; ++j) {
            lane3 ed = lane3_sub(in->target[j], in->target[0]);
            in->c.e[j - 1] = lane3_add(in->c.e[j - 1], ed);
        }
    }
    in->c.rest = load_places(w->rest, at);
    job.eval(&in->c);
    if (live_lanes(at) != ALL_LANES) {
        in->c.live = lane_and(in->c.live, lane_mask_of(live_lanes(at)));
    }
}

// Sum of g . (difference of `a` to particle 0): with x - p the change of C, with v its rate.
LANE_FN lane along_gradient(const taut_constraint_lanes* c, const lane3* a, int n)
{
    lane sum = lane3_dot(c->g[0], lane3_sub(a[1], a[0]));
    TAUT_UNROLL
    for (int j = 1; j < n - 1; ++j) {
        sum = sum + lane3_dot(c->g[j], lane3_sub(a[j + 1], a[0]));
    }
    return sum;
}

// As far as a constraint may pull (low) and push (high): lambda stays between them.
LANE_FN void load_bounds(const walk* w, const chunk* at, taut_response* r)
{
    lane_mask sides = load_codes(w->sides, at);
    lane zero = lane_splat(0.0f);
    r->lambda_min = lane_select(sides == TAUT_SIDES_COMPRESSION, zero, lane_splat(-INFINITY));
    r->lambda_max = lane_select(sides == TAUT_SIDES_TENSION, zero, lane_splat(INFINITY));
}

// How far the particles have come in this substep.
LANE_FN void load_moves(const walk* w, kind_job job, const chunk* at, const loaded* in,
                        lane3* moves)
{
    if (!job.fine) {
        lane3 past[4];
        load_slots(w->p, at, job.n, past);
        TAUT_UNROLL
        for (int j = 0; j < job.n; ++j) {
            moves[j] = lane3_sub(in->target[j], past[j]);
        }
        return;
    }
    lane3 v[4], lo[4];  // by prediction and by the sweep
    load_slots(w->v, at, job.n, v);
    load_slots(w->lo, at, job.n, lo);
    TAUT_UNROLL
    for (int j = 0; j < job.n; ++j) {
        lane3 predicted = lane3_scale(v[j], lane_splat(w->h));
        lane3 swept = lane3_add(predicted, lane3_sub(in->target[j], lo[j]));
        moves[j] = lane3_select(in->c.w[j] > lane_splat(0.0f), swept, predicted);
    }
}

LANE_FN taut_response load_response(const walk* w, kind_job job, const chunk* at, taut_visit visit,
                                    const loaded* in)
{
    taut_response r = {.soft = job.soft, .damped = job.damped, .bounded = job.bounded};
    if (job.soft) {
        r.alpha = load_places(w->compliance, at) * lane_splat(w->alpha_scale);
    }
    r.lambda = visit.fresh ? lane_splat(0.0f) : load_places(w->lambda, at);
    if (job.bounded) {
        load_bounds(w, at, &r);
    }
    if (job.damped) {
        lane3 moves[4];
        load_moves(w, job, at, in, moves);
        r.moved = along_gradient(&in->c, moves, job.n);
        r.gamma = r.alpha * lane_splat(w->h) * load_places(w->damping, at);
    }
    return r;
}

// Where corrections go.
typedef struct scatter_job {
    taut_rows a;   // gets s w g of each moved particle
    taut_rows lo;  // notes what a kinematic one would have received, times `share`
    float share;
} scatter_job;

static void note_reactions(const scatter_job* out, const chunk* at, int slot, lane3 g, lane s,
                           unsigned pinned)
{
    for (int k = 0; k < LANE_WIDTH; ++k) {
        if (pinned >> k & 1) {
            int seat = seat_of(at, slot, k);
            float scale = lane_get(s, k) * out->share;
            out->lo.x[seat] += scale * lane_get(g.x, k);
            out->lo.y[seat] += scale * lane_get(g.y, k);
            out->lo.z[seat] += scale * lane_get(g.z, k);
        }
    }
}

// Where some particles are pinned: those keep what they have, and so do empty lanes.
static TAUT_NEVER_INLINE void scatter_pinned(const scatter_job* out, kind_job job, const chunk* at,
                                             const loaded* in, lane s)
{
    unsigned live = live_lanes(at);
    lane3 g[4];
    g[0] = taut_gradient0(&in->c, job.n);
    for (int j = 1; j < job.moved; ++j) {
        g[j] = in->c.g[j - 1];
    }
    for (int j = 0; j < job.moved; ++j) {
        lane3 moved = lane3_madd(in->target[j], s * in->c.w[j], g[j]);
        lane_mask free = lane_and(in->c.w[j] > lane_splat(0.0f), lane_mask_of(live));
        unsigned bits = lane_bits(free);
        moved = lane3_select(free, moved, in->target[j]);
        if (bits != live) {
            note_reactions(out, at, j, g[j], s, live & ~bits);
        }
        store_slot(out->a, at, j, moved, bits);
    }
}

LANE_FN void scatter(const scatter_job* out, kind_job job, const chunk* at, const loaded* in,
                     lane s)
{
    lane zero = lane_splat(0.0f);
    lane_mask all_free = in->c.w[0] > zero;
    TAUT_UNROLL
    for (int j = 1; j < job.moved; ++j) {
        all_free = lane_and(all_free, in->c.w[j] > zero);
    }
    unsigned live = live_lanes(at);
    if ((live & ~lane_bits(all_free)) != 0) {
        // Copies, or the compiler would keep these in memory for the other branch, too.
        scatter_job out_copy = *out;
        chunk at_copy = *at;
        loaded in_copy = *in;
        scatter_pinned(&out_copy, job, &at_copy, &in_copy, s);
        return;
    }
    TAUT_UNROLL
    for (int j = 0; j < job.moved; ++j) {
        lane scale = s * in->c.w[j];
        lane3 moved = j == 0 ? lane3_msub(in->target[0], scale, taut_gradient_sum(&in->c, job.n))
                             : lane3_madd(in->target[j], scale, in->c.g[j - 1]);
        if (live != ALL_LANES) {  // empty ones keep what they have
            moved = lane3_select(lane_mask_of(live), moved, in->target[j]);
        }
        store_slot(out->a, at, j, moved, live);
    }
}

LANE_FN void project_chunk(const walk* w, kind_job job, const chunk* at, taut_visit visit)
{
    loaded in;
    load_constraints(w, job, at, &in);
    taut_response r = load_response(w, job, at, visit, &in);
    lane dl = taut_delta_lambda(&in.c, &r);
    if (visit.kept) {
        store_places(w->lambda, at, r.lambda + dl);
    }
    scatter_job out = {job.fine ? w->d : w->x, w->lo, 1.0f};
    scatter(&out, job, at, &in, dl);
}

// Does `body` for every chunk `at` of a colour that has a constraint.
#define FOR_EACH_CHUNK(w, form, colour, body)                                                      \
    do {                                                                                           \
        size_t first = (size_t)TAUT_BATCH * (size_t)(colour)->first;                               \
        size_t end = first + (size_t)TAUT_BATCH * (size_t)(colour)->count;                         \
        for (size_t place = first; place < end; place += LANE_WIDTH) {                             \
            chunk at = chunk_at(&(w), form, place, end);                                           \
            if (live_lanes(&at) != 0) {                                                            \
                body;                                                                              \
            }                                                                                      \
        }                                                                                          \
    } while (0)

LANE_FN void project(const taut_step* s, const taut_work* work, const taut_colour* colour,
                     taut_visit visit, kind_job job)
{
    walk w = walk_of(s, work, job.kind);
    FOR_EACH_CHUNK(w, job.form, colour, project_chunk(&w, job, &at, visit));
}

LANE_FN void damp_chunk(const walk* w, kind_job job, const chunk* at)
{
    loaded in;
    load_constraints(w, job, at, &in);
    load_slots(w->v, at, job.n, in.target);
    lane one = lane_splat(1.0f);
    lane zero = lane_splat(0.0f);
    lane portion = lane_min(load_places(w->damping_rate, at) * lane_splat(w->h), one);
    lane_mask one_sided = lane_not(load_codes(w->sides, at) == TAUT_SIDES_BOTH);
    lane_mask slack = lane_and(one_sided, load_places(w->lambda, at) == zero);
    portion = lane_select(slack, zero, portion);  // a slack string damps nothing
    lane rate = along_gradient(&in.c, in.target, job.n);
    lane impulse = taut_damping_impulse(&in.c, rate, portion);
    scatter_job out = {w->v, w->lo, w->h};
    scatter(&out, job, at, &in, impulse);
}

LANE_FN void damp(const taut_step* s, const taut_work* work, const taut_colour* colour,
                  kind_job job)
{
    if (work->body->blueprint->sets[job.kind].any_rate) {
        walk w = walk_of(s, work, job.kind);
        FOR_EACH_CHUNK(w, job.form, colour, damp_chunk(&w, job, &at));
    }
}

LANE_FN lane spring_stiffness(float rigid, lane compliance)
{
    lane one = lane_splat(1.0f);
    lane_mask soft = compliance > lane_splat(0.0f);
    return lane_select(soft, one / lane_select(soft, compliance, one), lane_splat(rigid));
}

LANE_FN void spring_chunk(const walk* w, kind_job job, const chunk* at, taut_visit visit,
                          float rigid)
{
    loaded in;
    load_constraints(w, job, at, &in);
    load_slots(w->v, at, job.n, in.target);
    taut_response r = {0};
    load_bounds(w, at, &r);
    lane resistance = w->damping != NULL ? load_places(w->damping, at) : lane_splat(0.0f);
    lane rate = along_gradient(&in.c, in.target, job.n);
    lane stiffness = spring_stiffness(rigid, load_places(w->compliance, at));
    lane force = taut_spring_force(&in.c, stiffness, resistance, rate, &r);
    lane impulse = force * lane_splat(w->h);
    lane gathered = visit.fresh ? lane_splat(0.0f) : load_places(w->lambda, at);
    store_places(w->lambda, at, gathered + impulse * lane_splat(w->h));
    scatter_job out = {w->v, w->lo, w->h};
    scatter(&out, job, at, &in, impulse);
}

LANE_FN void spring(const taut_step* s, const taut_work* work, const taut_colour* colour,
                    taut_visit visit, kind_job job)
{
    walk w = walk_of(s, work, job.kind);
    float rigid = s->solver->spring_stiffness;
    FOR_EACH_CHUNK(w, job.form, colour, spring_chunk(&w, job, &at, visit, rigid));
}

// What most bodies are made of is compiled apart: sets where nothing is damped or one-sided, in
// rows (fans, where one particle moves) or listed.
#define BY_FORM(colour, job, call)                                                                 \
    do {                                                                                           \
        if ((colour)->form == TAUT_FORM_LISTED) {                                                  \
            (job).form = TAUT_FORM_LISTED;                                                         \
            call;                                                                                  \
        } else {                                                                                   \
            (job).form = (job).moved == 1 ? TAUT_FORM_FAN : TAUT_FORM_ROW;                         \
            call;                                                                                  \
        }                                                                                          \
    } while (0)

LANE_FN void project_kind(const taut_step* s, const taut_work* w, const taut_colour* colour,
                          taut_visit visit, kind_job job)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[job.kind];
    if (set->any_damping || set->any_sides) {
        job.soft = true;
        job.damped = set->any_damping;
        job.bounded = set->any_sides;
        job.form = (taut_form)colour->form;
        project(s, w, colour, visit, job);
    } else {
        job.soft = set->any_soft;
        BY_FORM(colour, job, project(s, w, colour, visit, job));
    }
}

#define KIND_JOB(NAME, name, particles, moved_, fine_)                                             \
    {                                                                                              \
        .kind = TAUT_CONSTRAINT_##NAME, .n = (particles), .moved = (moved_),                       \
        .eval = taut_##name##_eval, .fine = (fine_)                                                \
    }

#define WALKERS(NAME, name, particles, moved, force_unit, about)                                   \
    static void project_##name(const taut_step* s, taut_work* w, const taut_colour* colour,        \
                               taut_visit visit)                                                   \
    {                                                                                              \
        kind_job job = KIND_JOB(NAME, name, particles, moved, false);                              \
        project_kind(s, w, colour, visit, job);                                                    \
    }                                                                                              \
    static void project_fine_##name(const taut_step* s, taut_work* w, const taut_colour* colour,   \
                                    taut_visit visit)                                              \
    {                                                                                              \
        kind_job job = KIND_JOB(NAME, name, particles, moved, true);                               \
        project_kind(s, w, colour, visit, job);                                                    \
    }                                                                                              \
    static void damp_##name(const taut_step* s, taut_work* w, const taut_colour* colour,           \
                            taut_visit visit)                                                      \
    {                                                                                              \
        (void)visit;                                                                               \
        kind_job job = KIND_JOB(NAME, name, particles, moved, false);                              \
        job.form = (taut_form)colour->form;                                                        \
        damp(s, w, colour, job);                                                                   \
    }                                                                                              \
    static void spring_##name(const taut_step* s, taut_work* w, const taut_colour* colour,         \
                              taut_visit visit)                                                    \
    {                                                                                              \
        kind_job job = KIND_JOB(NAME, name, particles, moved, false);                              \
        job.form = (taut_form)colour->form;                                                        \
        spring(s, w, colour, visit, job);                                                          \
    }
TAUT_CONSTRAINT_LIST(WALKERS)
#undef WALKERS
