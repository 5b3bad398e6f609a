// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Walks the chains of a group (direct.h), LANE_WIDTH of them or of the links of one at a time; or,
// with CHAINS_APART, one chain alone, whatever its stride: what a thread of a GPU does. No
// formulas.

#ifdef CHAINS_APART
#define BLOCKS 1
#define CHAIN_STEP(r) ((r)->stride)
#else
#define BLOCKS (TAUT_BATCH / LANE_WIDTH)
#define CHAIN_STEP(r) LANE_WIDTH
#endif

// A group's arrays, as enumerated in direct.h.
typedef struct rows {
    taut_rows e, d, n;
    const float *w, *rest, *inverse_rest, *inverse_rigid, *alpha, *least, *most;
    const int32_t* pins;
    float *lambda, *rho, *cosine, *sine2, *right, *pass, *dl;
    taut_rows pull;
    taut_rows move;  // of a step, once elimination has no more need of the arrays
    int stride, end;
} rows;

LANE_CALL rows rows_of(const taut_chains* c)
{
    float* a[TAUT_CHAIN_ARRAYS];
    for (int i = 0; i < TAUT_CHAIN_ARRAYS; ++i) {
        a[i] = taut_chains_array(c, i);
    }
    return (rows){
        .e = {a[TAUT_CHAIN_E_X], a[TAUT_CHAIN_E_Y], a[TAUT_CHAIN_E_Z]},
        .d = {a[TAUT_CHAIN_D_X], a[TAUT_CHAIN_D_Y], a[TAUT_CHAIN_D_Z]},
        .n = {a[TAUT_CHAIN_N_X], a[TAUT_CHAIN_N_Y], a[TAUT_CHAIN_N_Z]},
        .w = a[TAUT_CHAIN_W],
        .rest = a[TAUT_CHAIN_REST],
        .inverse_rest = a[TAUT_CHAIN_INVERSE_REST],
        .inverse_rigid = a[TAUT_CHAIN_INVERSE_RIGID],
        .alpha = a[TAUT_CHAIN_ALPHA],
        .least = a[TAUT_CHAIN_LEAST],
        .most = a[TAUT_CHAIN_MOST],
        .pins = taut_chains_pins(c),
        .lambda = a[TAUT_CHAIN_LAMBDA],
        .rho = a[TAUT_CHAIN_RHO],
        .cosine = a[TAUT_CHAIN_COSINE],
        .sine2 = a[TAUT_CHAIN_SINE2],
        .right = a[TAUT_CHAIN_RIGHT],
        .pass = a[TAUT_CHAIN_PASS],
        .dl = a[TAUT_CHAIN_DL],
        .pull = {a[TAUT_CHAIN_PULL_X], a[TAUT_CHAIN_PULL_Y], a[TAUT_CHAIN_PULL_Z]},
        .move = {a[TAUT_CHAIN_RHO], a[TAUT_CHAIN_RIGHT], a[TAUT_CHAIN_PASS]},
        .stride = c->stride,
        .end = c->stride * c->rows,
    };
}

// Solving -----------------------------------------------------------------------------------------

// The largest number of each chain.
typedef struct worst {
    lane of[BLOCKS];
} worst;

LANE_FN void worst_add(worst* w, int i, lane a)
{
    lane* of = &w->of[i / LANE_WIDTH % BLOCKS];
    *of = lane_max(a, *of);
}

// A bit for each chain whose number is above `most`.
LANE_CALL unsigned worst_above(const worst* w, const rows* r, float most)
{
    unsigned bits = 0;
    for (int b = 0; b < BLOCKS; ++b) {
        lane_mask fine = w->of[b] <= lane_splat(most);
        bits |= (lane_bits(fine) ^ ((1u << LANE_WIDTH) - 1)) << (b * LANE_WIDTH);
    }
    return r->stride == 1 ? bits != 0 : bits;
}

LANE_CALL unsigned worst_risen(const worst* now, const worst* last, const rows* r)
{
    unsigned bits = 0;
    float a = 0.0f, b = 0.0f;
    for (int i = 0; i < BLOCKS * LANE_WIDTH; ++i) {
        float its = lane_get(now->of[i / LANE_WIDTH], i % LANE_WIDTH);
        float old = lane_get(last->of[i / LANE_WIDTH], i % LANE_WIDTH);
        bits |= (unsigned)!(its <= old) << i;
        a = its > a ? its : a;
        b = old > b ? old : b;
    }
    return r->stride == 1 ? !(a <= b) : bits;
}

// @param inverse what errors are counted by
LANE_CALL worst evaluate(const rows* r, const float* inverse)
{
    worst error = {{lane_splat(0.0f)}};
    int s = r->stride;
    for (int i = s; i < r->end; i += CHAIN_STEP(r)) {
        taut_chain_link link = {.rest = lane_load(r->rest + i),
                                .alpha = lane_load(r->alpha + i),
                                .lambda = lane_load(r->lambda + i)};
        link.e = lane3_add(load3(r->e, i), lane3_sub(load3(r->d, i), load3(r->d, i - s)));
        taut_chain_evaluate(&link);
        store3(r->n, i, link.n);
        lane_store(r->rho + i, link.rho);
        worst_add(&error, i, lane_abs(link.rho) * lane_load(inverse + i));
    }
    for (int i = s; i < r->end; i += CHAIN_STEP(r)) {
        taut_chain_corner corner = taut_chain_bend(load3(r->n, i - s), load3(r->n, i));
        lane_store(r->cosine + i, corner.cosine);
        lane_store(r->sine2 + i, corner.sine2);
    }
    return error;
}

// One link towards the middle, from the far end or from the root.
// @param near  the node on the way
// @param bend  where the corner with the next link on the way is kept
LANE_FN void eliminate_row(const rows* r, taut_chain_row* row, int i, int near, int bend)
{
    taut_chain_corner corner = {lane_load(r->cosine + bend), lane_load(r->sine2 + bend)};
    taut_chain_eliminate(row, lane_load(r->alpha + i), lane_load(r->rho + i),
                         lane_load(r->w + near), corner);
    lane_store(r->right + i, row->right);
    lane_store(r->pass + i, row->pass);
}

LANE_FN lane substitute_row(const rows* r, int i, lane dl)
{
    dl = taut_chain_substitute(lane_load(r->right + i), lane_load(r->pass + i), dl);
    lane_store(r->dl + i, dl);
    return dl;
}

// From both ends to the link in the middle and back, LANE_WIDTH chains at a time: each division
// waits for the one before, and two of them do so in the time of one.
LANE_CALL void walk_across(const rows* r, int block)
{
    int s = r->stride;
    int middle = s * (r->end / s / 2) + block;
    int far = r->end - s + block;
    int near = s + block;
    taut_chain_row out = {.give = lane_load(r->w + block), .from = lane_splat(0.0f)};
    taut_chain_row in = {.give = lane_load(r->w + far), .from = lane_splat(0.0f)};
    for (; near < middle; near += s, far -= s) {
        eliminate_row(r, &in, far, far - s, far);
        eliminate_row(r, &out, near, near, near + s);
    }
    for (; far > middle; far -= s) {
        eliminate_row(r, &in, far, far - s, far);
    }
    lane dl = taut_chain_meet(&in, &out, lane_load(r->alpha + middle), lane_load(r->rho + middle));
    lane_store(r->dl + middle, dl);
    lane back = dl;
    for (near = middle - s, far = middle + s; near > block; near -= s, far += s) {
        dl = substitute_row(r, far, dl);
        back = substitute_row(r, near, back);
    }
    for (; far < r->end; far += s) {
        dl = substitute_row(r, far, dl);
    }
}

#ifdef CHAINS_APART

LANE_CALL void walk_chains(const taut_chains* c, const rows* r)
{
    (void)c;
    walk_across(r, 0);
}

#else

#if LANE_WIDTH == 1

void taut_chains_walk_scalar(const taut_chains* c)
{
    rows r = rows_of(c);
    walk_across(&r, 0);
}

#endif

static void walk_chains(const taut_chains* c, const rows* r)
{
    if (r->stride == 1) {
        taut_chains_walk_scalar(c);
        return;
    }
    for (int block = 0; block < TAUT_BATCH; block += LANE_WIDTH) {
        walk_across(r, block);
    }
}

#endif

// How a step went: what it leaves of the links' lengths, and how their tension compares with the
// inertia of their ends.
typedef struct outcome {
    worst error, tension;
} outcome;

LANE_CALL outcome judge(const rows* r, bool bounded)
{
    int s = r->stride;
    for (int i = 0; i < r->end; i += CHAIN_STEP(r)) {
        lane3 pull = lane3_scale(load3(r->n, i), lane_load(r->dl + i));
        pull = lane3_msub(pull, lane_load(r->dl + i + s), load3(r->n, i + s));
        store3(r->move, i, lane3_scale(pull, lane_load(r->w + i)));
    }
    outcome o = {{{lane_splat(0.0f)}}, {{lane_splat(0.0f)}}};
    lane half = lane_splat(0.5f);
    for (int i = s; i < r->end; i += CHAIN_STEP(r)) {
        lane inverse = lane_load(r->inverse_rest + i);
        lane3 turn = lane3_scale(lane3_sub(load3(r->move, i), load3(r->move, i - s)), inverse);
        worst_add(&o.error, i, half * lane3_dot(turn, turn));
        lane lambda = lane_load(r->lambda + i) + lane_load(r->dl + i);
        lane tension = lane_abs(lambda) * inverse;
        tension = tension * lane_max(lane_load(r->w + i), lane_load(r->w + i - s));
        lane_mask rigid = lane_load(r->inverse_rigid + i) > lane_splat(0.0f);
        tension = lane_select(rigid, tension, tension * lane_splat(TAUT_DIRECT_SOFT));
        if (bounded) {  // slack is not for lanes
            lane_mask below = lane_load(r->least + i) > lambda;
            lane_mask slack = lane_or(below, lambda > lane_load(r->most + i));
            tension = lane_select(slack, lane_splat(2.0f * TAUT_DIRECT_TENSION), tension);
        }
        worst_add(&o.tension, i, tension);
    }
    return o;
}

// Moves the chains of `go`. Those of `guess` only note what their multipliers might be.
LANE_CALL void apply(const rows* r, unsigned go, unsigned guess)
{
    for (int i = 0; i < r->end; i += CHAIN_STEP(r)) {
        int block = i % TAUT_BATCH / LANE_WIDTH * LANE_WIDTH;
        lane_mask mask = lane_mask_of(r->stride == 1 ? 0u - go : go >> block);
        lane_mask note = lane_mask_of(r->stride == 1 ? 0u - (go | guess) : (go | guess) >> block);
        lane3 d = load3(r->d, i);
        lane3 moved = lane3_add(d, load3(r->move, i));
        store3(r->d, i, lane3_select(mask, moved, d));
        lane lambda = lane_load(r->lambda + i);
        lane gathered = lambda + lane_load(r->dl + i);
        lane_store(r->lambda + i, lane_select(note, gathered, lambda));
    }
}

LANE_CALL void note_pulls(const taut_chains* c, const rows* r, unsigned go)
{
    int s = r->stride;
    for (const int32_t* pin = r->pins; *pin >= 0; pin += taut_chains_pin_step(c)) {
        int i = *pin;
        if (s == 1 || (go >> i % TAUT_BATCH & 1) != 0) {
            taut_vec3 near = taut_vec3_scale(taut_rows_get(r->n, i), r->dl[i]);
            taut_vec3 far = taut_vec3_scale(taut_rows_get(r->n, i + s), r->dl[i + s]);
            taut_vec3 pull = taut_vec3_add(taut_rows_get(r->pull, i), taut_vec3_sub(near, far));
            taut_rows_set(r->pull, i, pull);
        }
    }
}

// Chains with links that a step should not bring back at once: they were wrong before this substep.
LANE_CALL unsigned find_unsound(const taut_step* s, const taut_chains* c, const rows* r,
                                const worst* error)
{
    float most = TAUT_DIRECT_RECOVERY * s->h;
    most = most < 0.1f ? most : 0.1f;
    unsigned bits = worst_above(error, r, most) & ((1u << c->count) - 1);
    for (int k = 0; bits >> k != 0; ++k) {
        if ((bits >> k & 1) != 0 && chains_error_before(s, c, k) <= most) {
            bits &= ~(1u << k);
        }
    }
    return bits;
}

// Newton steps while they are needed. Returns what the kernel does (backend.h).
LANE_CALL unsigned solve(const taut_step* s, const taut_chains* c, const rows* r)
{
    unsigned go = r->stride == 1 ? 1u : (1u << c->count) - 1;
    unsigned hard = 0, unsound = 0;
    worst last = {{lane_splat(0.0f)}};
    const taut_blueprint* blueprint = c->of[0].work->body->blueprint;
    bool bounded = blueprint->sets[TAUT_CONSTRAINT_DISTANCE].any_sides;
    for (int step = 0; step < TAUT_DIRECT_STEPS && go != 0; ++step) {
        worst error = evaluate(r, step == 0 ? r->inverse_rigid : r->inverse_rest);
        if (step == 0) {
            unsound = find_unsound(s, c, r, &error);
            hard |= unsound;
        } else if (step > 1) {
            hard |= go & worst_risen(&error, &last, r);
        }
        last = error;
        walk_chains(c, r);
        outcome o = judge(r, bounded);
        go &= ~hard;
        unsigned tense = go & worst_above(&o.tension, r, TAUT_DIRECT_TENSION);
        hard |= tense;
        go &= ~tense;
        if ((go | tense) != 0) {
            apply(r, go, tense);
            note_pulls(c, r, go);
        }
        go &= worst_above(&o.error, r, TAUT_DIRECT_TOLERANCE);
    }
    return hard | go | unsound << TAUT_BATCH;
}

// Between a body and its group --------------------------------------------------------------------

LANE_CALL void gather(const taut_chains* c, const rows* r, taut_visit visit)
{
    for (int k = 0; k < c->count; ++k) {
        const taut_work* w = c->of[k].work;
        const taut_trees* t = &w->body->blueprint->trees;
        const int32_t* seats = t->seat + t->trees[c->of[k].tree].first;
        const int32_t* links = t->link + t->trees[c->of[k].tree].first;
        const float* lambda = w->body->lambda[TAUT_CONSTRAINT_DISTANCE];
        taut_vec3 last = {0.0f, 0.0f, 0.0f};
        for (int j = 0; j < c->rows; ++j) {
            int i = c->stride * j + k;
            taut_vec3 x = taut_rows_get(w->x, seats[j]);
            taut_vec3 d = {0.0f, 0.0f, 0.0f};
            d = w->body->fine ? taut_rows_get(w->d, seats[j]) : d;
            taut_rows_set(r->e, i, taut_vec3_sub(x, last));
            taut_rows_set(r->d, i, d);
            r->lambda[i] = visit.fresh || j == 0 ? 0.0f : lambda[links[j]];
            last = x;
        }
    }
    for (const int32_t* pin = r->pins; *pin >= 0; pin += taut_chains_pin_step(c)) {
        taut_vec3 none = {0.0f, 0.0f, 0.0f};
        taut_rows_set(r->pull, *pin, none);
    }
}

LANE_CALL void scatter(const taut_chains* c, const rows* r, taut_visit visit, int k)
{
    const taut_work* w = c->of[k].work;
    const taut_trees* t = &w->body->blueprint->trees;
    const int32_t* seats = t->seat + t->trees[c->of[k].tree].first;
    const int32_t* links = t->link + t->trees[c->of[k].tree].first;
    float* lambda = w->body->lambda[TAUT_CONSTRAINT_DISTANCE];
    int s = c->stride;
    for (int j = 0; j < c->rows; ++j) {
        int i = s * j + k;
        taut_vec3 d = taut_rows_get(r->d, i);
        if (r->w[i] <= 0.0f) {  // kinematic: notes what the links pull with
            taut_vec3 sum =
                taut_vec3_add(taut_rows_get(w->lo, seats[j]), taut_rows_get(r->pull, i));
            taut_rows_set(w->lo, seats[j], sum);
        } else if (w->body->fine) {
            taut_rows_set(w->d, seats[j], d);
        } else {
            taut_rows_set(w->x, seats[j], taut_vec3_add(taut_rows_get(w->x, seats[j]), d));
        }
    }
    for (int j = 1; j < c->rows && visit.kept; ++j) {
        lambda[links[j]] = r->lambda[s * j + k];
    }
}

// Returns what the kernel does (backend.h).
LANE_CALL unsigned solve_chains(const taut_step* s, const taut_chains* c, taut_visit visit)
{
    rows r = rows_of(c);
    gather(c, &r, visit);
    unsigned hard = solve(s, c, &r);
    for (int k = 0; k < c->count; ++k) {
        if ((hard >> k & 1) == 0) {
            scatter(c, &r, visit, k);
        }
    }
    return hard;
}

#undef BLOCKS
#undef CHAIN_STEP
