// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Solves lines of links (lines.h), LANE_WIDTH of them at a time. The multipliers of a line satisfy
// one equation (5) per link with those of its neighbours in it, which share a particle:
//
//     -w0 (n_last . n) dl_last + (w0 + w1 + alpha) dl - w1 (n . n_next) dl_next = -(C + alpha
//     lambda)
//
// Elimination goes along the line, substitution back, by the formulas of constraint/chain.inl.
// docs/algorithm.md (19).

// A line drawn straight between two pins has one multiplier too many: any tension fits. A
// thousandth of the weight beside it decides for the smallest, and makes the links give by as much
// as an unconverged sweep would times a thousand less.
#define LINE_EASE 0.001f

// As many times its rest length the multiplier of a link may move its ends towards each other, or
// apart, each link alone.
#define MOST_PULL 4.0f
#define MOST_PUSH 0.3f

// What is kept of a link and of the particle it begins at, on the way along.
typedef struct line_row {
    lane3 target;  // what corrections are added to
    lane w;
    lane3 n;
    lane step;   // its multiplier, but for what the next one does to it; then all of it
    lane back;   // which is this times the next one
    lane rho;    // what it misses, with which
    lane alpha;  // it would do for itself
} line_row;

static_assert(sizeof(line_row) == TAUT_LINE_FLOATS * sizeof(lane), "as much as was set aside");

typedef struct line_node {
    lane3 x, d;
    lane w;
} line_node;

LANE_FN lane gather_seats(const float* a, const int32_t* seats)
{
    const int32_t* s = seats;
#if LANE_WIDTH == 1
    return a[*s];
#elif LANE_WIDTH == 4
    return (lane){a[s[0]], a[s[1]], a[s[2]], a[s[3]]};
#else
#if LANE_WIDTH == 8
    typedef lane lane_half;
#endif
    lane_half half[2];
    for (int i = 0; i < LANE_WIDTH / 8; ++i, s += 8) {
        half[i] =
            (lane_half){a[s[0]], a[s[1]], a[s[2]], a[s[3]], a[s[4]], a[s[5]], a[s[6]], a[s[7]]};
    }
#if LANE_WIDTH == 8
    return half[0];
#else
    return simd_join(half[0], half[1]);
#endif
#endif
}

LANE_FN lane3 gather3(taut_rows a, const int32_t* seats)
{
    return (lane3){gather_seats(a.x, seats), gather_seats(a.y, seats), gather_seats(a.z, seats)};
}

LANE_FN line_node load_node(const walk* w, const int32_t* seats, bool fine)
{
    line_node node = {.x = gather3(w->x, seats), .w = gather_seats(w->w, seats)};
    if (fine) {
        node.d = gather3(w->d, seats);
    }
    return node;
}

LANE_FN lane gather_multipliers(const float* lambda, const int32_t* places)
{
    float out[LANE_WIDTH] = {0.0f};
    for (int k = 0; k < LANE_WIDTH; ++k) {
        out[k] = places[k] >= 0 ? lambda[places[k]] : 0.0f;
    }
    return lane_load(out);
}

LANE_RARE void store_multipliers(float* lambda, const int32_t* places, lane dl, bool fresh)
{
    for (int k = 0; k < LANE_WIDTH; ++k) {
        if (places[k] >= 0) {
            lambda[places[k]] = (fresh ? 0.0f : lambda[places[k]]) + lane_get(dl, k);
        }
    }
}

// Free particles move; kinematic ones note what they would have received. Seats past the end of a
// line are looked at by many and touched by nobody.
LANE_RARE void store_mixed(const walk* w, taut_rows to, const int32_t* seats, lane3 moved,
                           lane3 pull, unsigned free)
{
    for (int k = 0; k < LANE_WIDTH; ++k) {
        taut_vec3 p = {lane_get(pull.x, k), lane_get(pull.y, k), lane_get(pull.z, k)};
        if (free >> k & 1) {
            taut_vec3 at = {lane_get(moved.x, k), lane_get(moved.y, k), lane_get(moved.z, k)};
            taut_rows_set(to, seats[k], at);
        } else if (fabsf(p.x) + fabsf(p.y) + fabsf(p.z) > 0.0f) {  // not of what is no number
            taut_vec3 lo = taut_rows_get(w->lo, seats[k]);
            taut_rows_set(w->lo, seats[k], (taut_vec3){lo.x + p.x, lo.y + p.y, lo.z + p.z});
        }
    }
}

LANE_FN void store_node(const walk* w, taut_rows to, const int32_t* seats, const line_row* row,
                        lane3 pull)
{
    lane3 moved = lane3_madd(row->target, row->w, pull);
    unsigned free = lane_bits(row->w > lane_splat(0.0f));
    if (free != ALL_LANES) {
        store_mixed(w, to, seats, moved, pull, free);
        return;
    }
    float x[LANE_WIDTH], y[LANE_WIDTH], z[LANE_WIDTH];
    lane_store(x, moved.x);
    lane_store(y, moved.y);
    lane_store(z, moved.z);
    TAUT_UNROLL
    for (int k = 0; k < LANE_WIDTH; ++k) {
        to.x[seats[k]] = x[k];
        to.y[seats[k]] = y[k];
        to.z[seats[k]] = z[k];
    }
}

// LANE_WIDTH lines of a batch.
typedef struct line_job {
    const int32_t *seats, *places;
    const float *rest, *compliance;
    int link_count;
    line_row* rows;  // one for each link, and one more
    taut_visit visit;
    bool fine, soft;
} line_job;

// A link whose turn to be eliminated comes when the next one is known.
typedef struct line_link {
    taut_chain_link link;
    lane_mask live;
} line_link;

LANE_FN size_t entry_of(int i)
{
    return TAUT_LINE_LANES * (size_t)i;
}

// Link i, from particle a to particle b. What is no link, or cannot move, has neither error nor
// neighbours.
LANE_FN line_link load_link(const walk* w, line_job job, int i, const line_node* a,
                            const line_node* b)
{
    lane zero = lane_splat(0.0f);
    line_link out = {.link = {.rest = lane_load(job.rest + entry_of(i))}};
    taut_chain_link* link = &out.link;
    link->e = lane3_sub(b->x, a->x);
    if (job.fine) {
        link->e = lane3_add(link->e, lane3_sub(b->d, a->d));
    }
    if (job.soft) {
        link->alpha = lane_load(job.compliance + entry_of(i)) * lane_splat(w->alpha_scale);
        if (!job.visit.fresh) {
            link->lambda = gather_multipliers(w->lambda, job.places + entry_of(i));
        }
    }
    taut_chain_evaluate(link);
    link->alpha = link->alpha + (a->w + b->w) * lane_splat(LINE_EASE);
    out.live = lane_and(lane_and(lane3_dot(link->n, link->n) > zero, link->rest > zero),
                        link->alpha > zero);
    link->rho = lane_select(out.live, link->rho, zero);
    link->n = lane3_select(out.live, link->n, lane3_splat(0.0f, 0.0f, 0.0f));
    return out;
}

LANE_FN taut_chain_corner corner_of(const line_link* last, const line_link* next)
{
    taut_chain_corner corner = taut_chain_bend(last->link.n, next->link.n);
    lane_mask both = lane_and(last->live, next->live);
    corner.sine2 = lane_select(both, corner.sine2, lane_splat(1.0f));
    return corner;
}

LANE_FN void keep_row(line_row* row, const line_node* a, const line_link* c, bool fine)
{
    row->target = fine ? a->d : a->x;
    row->w = a->w;
    row->n = c->link.n;
}

// Along the line. The row past the last link gets the last particle.
LANE_FN void eliminate(const walk* w, line_job job)
{
    line_node a = load_node(w, job.seats, job.fine);
    line_node b = load_node(w, job.seats + entry_of(1), job.fine);
    line_link last = load_link(w, job, 0, &a, &b);
    taut_chain_row row = {.give = a.w, .from = lane_splat(0.0f)};
    keep_row(&job.rows[0], &a, &last, job.fine);
    for (int i = 1; i <= job.link_count; ++i) {
        a = b;
        line_link next = {.link = {.n = lane3_splat(0.0f, 0.0f, 0.0f)}};
        if (i < job.link_count) {
            b = load_node(w, job.seats + entry_of(i + 1), job.fine);
            next = load_link(w, job, i, &a, &b);
        }
        taut_chain_corner corner = corner_of(&last, &next);
        taut_chain_eliminate(&row, last.link.alpha, last.link.rho, a.w, corner);
        job.rows[i - 1].step = row.right;
        job.rows[i - 1].back = row.pass;
        job.rows[i - 1].rho = last.link.rho;
        job.rows[i - 1].alpha = last.link.alpha;
        keep_row(&job.rows[i], &a, &next, job.fine);
        last = next;
    }
}

// A particle that stands off its line is moved aside by w dl times the angle there: beyond some
// pull it is thrown past it, farther each time, and what is pressed together from end to end goes
// aside at once as far as it must. Sound cloth stays below; pins too far apart, or too close with
// the cloth flat between them, ask for any pull and any push. There a link does half of what it
// misses, for itself, and leaves the other half to its neighbours.
LANE_FN lane_mask is_unsound(lane dl, lane weight, lane rest)
{
    lane most = lane_select(dl > lane_splat(0.0f), lane_splat(MOST_PUSH), lane_splat(MOST_PULL));
    return lane_abs(dl) * weight > most * lane_abs(rest);  // below 0 where there is no link
}

LANE_FN lane half_step(const line_row* row)
{
    lane stiffness = row->w + row[1].w + row->alpha;
    lane_mask live = stiffness > lane_splat(0.0f);
    lane due = lane_splat(0.5f) * row->rho / lane_select(live, stiffness, lane_splat(1.0f));
    return lane_select(live, due, lane_splat(0.0f));
}

// Back along the line. Returns the lines that are not to be trusted.
LANE_FN lane_mask find_multipliers(line_job job)
{
    lane dl = lane_splat(0.0f);
    lane_mask unsound = lane_splat(0.0f) > lane_splat(0.0f);  // NOLINT(misc-redundant-expression)
    for (int i = job.link_count - 1; i >= 0; --i) {
        line_row* row = &job.rows[i];
        dl = taut_chain_substitute(row->step, row->back, dl);
        row->step = dl;
        lane rest = lane_load(job.rest + entry_of(i));
        unsound = lane_or(unsound, is_unsound(dl, row->w + row[1].w, rest));
    }
    return unsound;
}

// A particle gets what the link before it does, less what the link after it does.
LANE_FN void substitute(const walk* w, line_job job)
{
    taut_rows to = job.fine ? w->d : w->x;
    lane_mask unsound = find_multipliers(job);
    lane3 after = lane3_splat(0.0f, 0.0f, 0.0f);
    for (int i = job.link_count - 1; i >= 0; --i) {
        const line_row* row = &job.rows[i];
        lane dl = row->step;
        if (lane_bits(unsound) != 0) {
            dl = lane_select(unsound, half_step(row), dl);
        }
        lane3 before = lane3_scale(row->n, dl);
        store_node(w, to, job.seats + entry_of(i + 1), row + 1, lane3_sub(before, after));
        after = before;
        if (job.visit.kept) {
            store_multipliers(w->lambda, job.places + entry_of(i), dl, job.visit.fresh);
        }
    }
    store_node(w, to, job.seats, job.rows, lane3_neg(after));
}

// Those of a batch from lane `first` on.
LANE_FN void solve_from(const walk* w, const taut_blueprint* p, line_job job, int batch, int first)
{
    const taut_lines* l = &p->lines;
    size_t at = TAUT_LINE_LANES * (size_t)l->batches[batch].row + (size_t)first;
    if (l->places[at] < 0) {
        return;  // lanes fill from the first on
    }
    job.link_count = l->batches[batch].link_count;
    job.seats = l->seats + at;
    job.places = l->places + at;
    job.rest = l->rest + at;
    job.compliance = l->compliance + at;
    if (p->sets[TAUT_CONSTRAINT_DISTANCE].any_soft) {
        job.soft = true;
        eliminate(w, job);
    } else {
        job.soft = false;
        eliminate(w, job);
    }
    substitute(w, job);
}

#ifndef LANE_OWN_LINES  // a kernel has threads instead

LANE_FN void solve_batch(const taut_step* s, taut_work* work, int batch, void* scratch,
                         taut_visit visit, bool fine)
{
    walk w = walk_of(s, work, TAUT_CONSTRAINT_DISTANCE);
    line_job job = {.rows = (line_row*)scratch, .visit = visit, .fine = fine};
    for (int first = 0; first < TAUT_LINE_LANES; first += LANE_WIDTH) {
        solve_from(&w, work->body->blueprint, job, batch, first);
    }
}

LANE_STAGE void solve_lines(const taut_step* s, taut_work* w, int batch, void* scratch,
                            taut_visit visit)
{
    solve_batch(s, w, batch, scratch, visit, false);
    lane_leave();
}

LANE_STAGE void solve_lines_fine(const taut_step* s, taut_work* w, int batch, void* scratch,
                                 taut_visit visit)
{
    solve_batch(s, w, batch, scratch, visit, true);
    lane_leave();
}

#endif
