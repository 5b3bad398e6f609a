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
    bool soft, damped;  // some of the set are
    bool bounded;       // some of the set act on one side only, or
    bool loose;         // have play
    bool rubs;          // have friction
    taut_form form;
} kind_job;

// Constraints with what they came from.
typedef struct loaded {
    taut_constraint_lanes c;
    lane3 target[4];  // of their particles: what corrections are added to
} loaded;

LANE_FN void load_weights(const walk* w, kind_job job, const chunk* at, loaded* in)
{
    TAUT_UNROLL
    for (int j = 0; j < job.n; ++j) {
        in->c.w[j] = load_slot(w->w, at, j);
    }
}

// Whether a particle that constraints of the chunk would move is kinematic.
LANE_FN bool moves_a_pin(kind_job job, const chunk* at, const loaded* in)
{
    lane least = in->c.w[0];
    TAUT_UNROLL
    for (int j = 1; j < job.moved; ++j) {
        least = lane_min(least, in->c.w[j]);
    }
    return (live_lanes(at) & ~lane_bits(least > lane_splat(0.0f))) != 0;
}

// A constraint that moves one particle acts while the others are held. Where one is not, another
// thread may be moving it: such lanes count as empty, and nobody looks at that particle.
LANE_FN void drop_let_go(kind_job job, chunk* at, const loaded* in)
{
    TAUT_UNROLL
    for (int j = job.moved; j < job.n; ++j) {
        at->live &= lane_bits(in->c.w[j] == lane_splat(0.0f));
    }
}

// What an array has for all particles of each constraint, but those that were let go.
LANE_FN void load_ends(taut_rows a, kind_job job, const chunk* at, lane3* out)
{
    unsigned live = live_lanes(at);
    load_slots(a, at, job.moved, out);
    TAUT_UNROLL
    for (int j = job.moved; j < job.n; ++j) {
        if (live != ALL_LANES) {
            out[j] = (lane3){load_slot_of(a.x, at, j, live), load_slot_of(a.y, at, j, live),
                             load_slot_of(a.z, at, j, live)};
        } else {
            out[j] = (lane3){load_slot(a.x, at, j), load_slot(a.y, at, j), load_slot(a.z, at, j)};
        }
    }
}

LANE_FN void load_constraints(const walk* w, kind_job job, const chunk* at, loaded* in)
{
    load_ends(w->x, job, at, in->target);
    TAUT_UNROLL
    for (int j = 1; j < job.n; ++j) {
        in->c.e[j - 1] = lane3_sub(in->target[j], in->target[0]);
    }
    if (job.fine) {  // (x + d) - (x0 + d0), the small differences apart from the large
        load_ends(w->d, job, at, in->target);
        TAUT_UNROLL
        for (int j = 1; j < job.n; ++j) {
            lane3 ed = lane3_sub(in->target[j], in->target[0]);
            in->c.e[j - 1] = lane3_add(in->c.e[j - 1], ed);
        }
    }
    in->c.rest = load_places(w->rest, at);
    if (job.rubs) {
        lane_mask rubs = load_places(w->friction, at) > lane_splat(0.0f);
        in->c.rest = lane_select(rubs, load_places(w->grip, at), in->c.rest);
    }
    if (job.kind == TAUT_CONSTRAINT_PULLEY) {
        in->c.ratio = load_places(w->ratio, at);
    }
    job.eval(&in->c);
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
    if (!visit.fresh && (job.soft || job.bounded || visit.kept)) {
        r.lambda = load_places(w->lambda, at);
    }
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

LANE_RARE void note_reactions(const scatter_job* out, const chunk* at, int slot, lane3 g, lane s,
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

// For any particles: kinematic ones keep what they have, and so do those of empty lanes.
LANE_RARE void scatter(const scatter_job* out, int n, int moved_count, const chunk* at,
                       const loaded* in, lane s)
{
    lane3 g[4];
    g[0] = taut_gradient0(&in->c, n);
    for (int j = 1; j < moved_count; ++j) {
        g[j] = in->c.g[j - 1];
    }
    unsigned live = live_lanes(at);
    for (int j = 0; j < moved_count; ++j) {
        lane3 moved = lane3_madd(in->target[j], s * in->c.w[j], g[j]);
        lane_mask free = lane_and(in->c.w[j] > lane_splat(0.0f), lane_mask_of(live));
        unsigned bits = lane_bits(free);
        if (bits != live) {
            note_reactions(out, at, j, g[j], s, live & ~bits);
        }
        store_slot(out->a, at, j, lane3_select(free, moved, in->target[j]), bits);
    }
}

// The multiplier's change where some have play or friction.
LANE_FN lane limited_delta(kind_job job, const loaded* in, const taut_response* r)
{
    lane dl = taut_delta_lambda(&in->c, r);
    switch (job.kind) {
    case TAUT_CONSTRAINT_ANGLE:
        return taut_limit_turn(dl, taut_angle_turn(&in->c));
    case TAUT_CONSTRAINT_CONE:
        return taut_limit_turn(dl, taut_cone_turn(&in->c));
    case TAUT_CONSTRAINT_DIHEDRAL:
        return taut_limit_turn(dl, taut_dihedral_turn(&in->c));
    default:
        return dl;
    }
}

// The same where some have friction: what they grip may slip.
LANE_FN lane rub(const walk* w, kind_job job, const chunk* at, const loaded* in, taut_response* r)
{
    lane slide = load_places(w->friction, at) * lane_splat(w->h * w->h);
    lane most = taut_apply_friction(&in->c, r, slide, w->h);
    lane dl = limited_delta(job, in, r);
    lane grip = taut_slip(&in->c, r, dl, most, load_places(w->lambda, at));
    store_places(w->grip, at, job.kind == TAUT_CONSTRAINT_DIHEDRAL ? taut_wrap_angle(grip) : grip);
    return dl;
}

LANE_FN void project_any_chunk(const walk* w, const taut_constraint_set* set, chunk* at,
                               taut_visit visit, kind_job job)
{
    loaded in;
    load_weights(w, job, at, &in);
    drop_let_go(job, at, &in);
    load_constraints(w, job, at, &in);
    taut_response r = load_response(w, job, at, visit, &in);
    lane dl;
    if (set->any_play) {
        taut_apply_play(&in.c, &r, load_places(w->play, at));
    }
    if (job.rubs) {
        dl = rub(w, job, at, &in, &r);
    } else {
        dl = set->any_play ? limited_delta(job, &in, &r) : taut_delta_lambda(&in.c, &r);
    }
    if (visit.kept) {
        store_places(w->lambda, at, r.lambda + dl);
    }
    scatter_job out = {job.fine ? w->d : w->x, w->lo, 1.0f};
    scatter(&out, job.n, job.moved, at, &in, dl);
}

// Chunks of a colour that ends at `end`: those from `place` to before `stop`.
typedef struct chunk_range {
    size_t place, stop, end;
} chunk_range;

// Does `body` for every chunk `at` of a range that has a constraint.
#define FOR_EACH_CHUNK(w, form, range, body)                                                       \
    do {                                                                                           \
        for (size_t place = (range).place; place < (range).stop;                                   \
             place += LANE_TEAM * LANE_WIDTH) {                                                    \
            chunk at = chunk_at(&(w), form, place, (range).end);                                   \
            if (live_lanes(&at) != 0) {                                                            \
                body;                                                                              \
            }                                                                                      \
        }                                                                                          \
    } while (0)

LANE_FN chunk_range whole_colour(const taut_colour* colour)
{
    size_t first = (size_t)TAUT_BATCH * (size_t)colour->first;
    size_t end = first + (size_t)TAUT_BATCH * (size_t)colour->count;
    return (chunk_range){first + LANE_RANK * LANE_WIDTH, end, end};
}

// Projects chunks of any kind of set, in any state. A function of its own: what it needs would
// crowd the registers of the plain loops.
LANE_SHARED void project_any(const taut_step* s, const taut_work* work, chunk_range range,
                             taut_visit visit, kind_job job)
{
    const taut_constraint_set* set = &work->body->blueprint->sets[job.kind];
    job.soft = set->any_soft;
    job.damped = set->any_damping;
    job.bounded = set->any_sides || set->any_play || set->any_friction;
    job.rubs = set->any_friction;
    walk w = walk_of(s, work, job.kind);
    FOR_EACH_CHUNK(w, job.form, range, project_any_chunk(&w, set, &at, visit, job));
}

// The same where all moved particles are free: nothing to note, nothing to look out for.
LANE_FN void scatter_free(taut_rows a, kind_job job, const chunk* at, const loaded* in, lane s)
{
    lane3 moved[4];
    moved[0] = lane3_msub(in->target[0], s * in->c.w[0], taut_gradient_sum(&in->c, job.n));
    TAUT_UNROLL
    for (int j = 1; j < job.moved; ++j) {
        moved[j] = lane3_madd(in->target[j], s * in->c.w[j], in->c.g[j - 1]);
    }
    unsigned live = live_lanes(at);
    if (live != ALL_LANES) {  // empty ones keep what they have
        TAUT_UNROLL
        for (int j = 0; j < job.moved; ++j) {
            moved[j] = lane3_select(lane_mask_of(live), moved[j], in->target[j]);
        }
    }
    TAUT_UNROLL
    for (int j = 0; j < job.moved; ++j) {
        store_slot(a, at, j, moved[j], live);
    }
}

LANE_FN lane_mask is_minus_zero(lane a)
{
#if LANE_WIDTH == 1
    return a == 0.0f && signbit(a);
#else
    return (lane_mask)a == (lane_mask)lane_splat(-0.0f);
#endif
}

// Whether no tether of a chunk does anything: all are slack. A correction of 0 still takes the sign
// off a place of -0, so where there is one, it is not skipped.
LANE_FN bool hangs_slack(const chunk* at, const loaded* in)
{
    lane3 x = in->target[0];
    lane_mask minus = lane_or(is_minus_zero(x.x), lane_or(is_minus_zero(x.y), is_minus_zero(x.z)));
    lane_mask idle = lane_and(taut_tether_slack(&in->c), lane_not(minus));
    return (live_lanes(at) & ~lane_bits(idle)) == 0;
}

// Projects one chunk of a set where nothing is damped or one-sided, and all particles are free; or
// does nothing and says so. The kind that most bodies are made of does without looking out for
// particles in one place, which lets divisions begin earlier; such chunks, if ever there is one,
// are left to others.
LANE_FN bool project_plain(const walk* w, kind_job job, const chunk* at, taut_visit visit,
                           loaded* in)
{
    bool hasty = LANE_WIDTH > 1 && job.kind == TAUT_CONSTRAINT_DISTANCE;
    job.eval = hasty ? taut_distance_eval_apart : job.eval;
    load_constraints(w, job, at, in);
    if (hasty && (live_lanes(at) & ~lane_bits(in->c.live)) != 0) {
        return false;
    }
    taut_response r = load_response(w, job, at, visit, in);
    if (job.kind == TAUT_CONSTRAINT_TETHER && hangs_slack(at, in)) {
        if (visit.kept) {
            store_places(w->lambda, at, r.lambda + lane_splat(0.0f));
        }
        return true;
    }
    r.sure = hasty && live_lanes(at) == ALL_LANES;
    lane dl = taut_delta_lambda(&in->c, &r);
    if (visit.kept) {
        store_places(w->lambda, at, r.lambda + dl);
    }
    scatter_free(job.fine ? w->d : w->x, job, at, in, dl);
    return true;
}

typedef void project_any_fn(const taut_step* s, const taut_work* work, chunk_range range,
                            taut_visit visit, taut_form form);

// NOLINTNEXTLINE(readability-function-size): the walkers are macros
LANE_FN void project(const taut_step* s, const taut_work* work, const taut_colour* colour,
                     taut_visit visit, kind_job job, project_any_fn* any)
{
    walk w = walk_of(s, work, job.kind);
    chunk_range whole = whole_colour(colour);
    FOR_EACH_CHUNK(w, job.form, whole, {
        loaded in;
        load_weights(&w, job, &at, &in);
        drop_let_go(job, &at, &in);
        if (moves_a_pin(job, &at, &in) || !project_plain(&w, job, &at, visit, &in)) {
            any(s, work, (chunk_range){place, place + 1, whole.end}, visit, job.form);
        }
    });
}

// The part of dC/dt that goes within a substep.
LANE_FN lane damped_portion(const walk* w, kind_job job, const chunk* at)
{
    lane one = lane_splat(1.0f);
    lane zero = lane_splat(0.0f);
    lane portion = lane_min(load_places(w->damping_rate, at) * lane_splat(w->h), one);
    if (job.bounded) {  // a slack string damps nothing, nor does a joint within its play
        lane_mask one_sided = lane_not(load_codes(w->sides, at) == TAUT_SIDES_BOTH);
        if (job.loose) {
            one_sided = lane_or(one_sided, load_places(w->play, at) > zero);
        }
        lane_mask slack = lane_and(one_sided, load_places(w->lambda, at) == zero);
        portion = lane_select(slack, zero, portion);
    }
    return portion;
}

LANE_FN lane load_impulse(const walk* w, kind_job job, const chunk* at, loaded* in)
{
    load_constraints(w, job, at, in);
    load_ends(w->v, job, at, in->target);
    lane rate = along_gradient(&in->c, in->target, job.n);
    return taut_damping_impulse(&in->c, rate, damped_portion(w, job, at));
}

LANE_FN void damp_any_chunk(const walk* w, chunk* at, kind_job job)
{
    loaded in;
    load_weights(w, job, at, &in);
    drop_let_go(job, at, &in);
    lane impulse = load_impulse(w, job, at, &in);
    scatter_job out = {w->v, w->lo, w->h};
    scatter(&out, job.n, job.moved, at, &in, impulse);
}

// Damps chunks of any particles, as project_any() projects them.
LANE_SHARED void damp_any(const taut_step* s, const taut_work* work, chunk_range range,
                          kind_job job)
{
    job.loose = work->body->blueprint->sets[job.kind].any_play;
    job.bounded = work->body->blueprint->sets[job.kind].any_sides || job.loose;
    walk w = walk_of(s, work, job.kind);
    FOR_EACH_CHUNK(w, job.form, range, damp_any_chunk(&w, &at, job));
}

// NOLINTNEXTLINE(readability-function-size): the walkers are macros
LANE_FN void damp(const taut_step* s, const taut_work* work, const taut_colour* colour,
                  kind_job job, project_any_fn* any)
{
    taut_visit unused = {0};
    job.loose = work->body->blueprint->sets[job.kind].any_play;
    job.bounded = work->body->blueprint->sets[job.kind].any_sides || job.loose;
    walk w = walk_of(s, work, job.kind);
    chunk_range whole = whole_colour(colour);
    FOR_EACH_CHUNK(w, job.form, whole, {
        loaded in;
        load_weights(&w, job, &at, &in);
        drop_let_go(job, &at, &in);
        if (moves_a_pin(job, &at, &in)) {
            any(s, work, (chunk_range){place, place + 1, whole.end}, unused, job.form);
        } else {
            lane impulse = load_impulse(&w, job, &at, &in);
            scatter_free(w.v, job, &at, &in, impulse);
        }
    });
}

// Whether a kind has loops of its own in this build.
LANE_FN bool has_loops(int kind)
{
    bool most_used = kind == TAUT_CONSTRAINT_DISTANCE;
    bool much_used = most_used || kind == TAUT_CONSTRAINT_TETHER || kind == TAUT_CONSTRAINT_VOLUME;
    return LANE_ONE_LOOP ? most_used : !LANE_SMALL || much_used;
}

LANE_FN void damp_kind(const taut_step* s, const taut_work* w, const taut_colour* colour,
                       kind_job job, project_any_fn* any)
{
    if (!w->body->blueprint->sets[job.kind].any_rate) {
        return;
    }
    if (LANE_ONE_LOOP || (LANE_SMALL && job.kind != TAUT_CONSTRAINT_DISTANCE)) {
        taut_visit unused = {0};
        any(s, w, whole_colour(colour), unused, (taut_form)colour->form);
    } else if (colour->form == TAUT_FORM_LISTED) {
        job.form = TAUT_FORM_LISTED;
        damp(s, w, colour, job, any);
    } else {
        job.form = job.moved == 1 ? TAUT_FORM_FAN : TAUT_FORM_ROW;
        damp(s, w, colour, job, any);
    }
}

LANE_FN lane spring_stiffness(float rigid, lane compliance)
{
    lane one = lane_splat(1.0f);
    lane_mask soft = compliance > lane_splat(0.0f);
    return lane_select(soft, one / lane_select(soft, compliance, one), lane_splat(rigid));
}

LANE_FN void spring_chunk(const walk* w, kind_job job, chunk* at, taut_visit visit, float rigid)
{
    loaded in;
    load_weights(w, job, at, &in);
    drop_let_go(job, at, &in);
    load_constraints(w, job, at, &in);
    load_ends(w->v, job, at, in.target);
    taut_response r = {0};
    load_bounds(w, at, &r);
    if (w->play != NULL) {
        taut_apply_play(&in.c, &r, load_places(w->play, at));
    }
    lane resistance = w->damping != NULL ? load_places(w->damping, at) : lane_splat(0.0f);
    lane rate = along_gradient(&in.c, in.target, job.n);
    lane stiffness = spring_stiffness(rigid, load_places(w->compliance, at));
    if (job.rubs) {  // by springs that slip
        lane most = load_places(w->friction, at);
        lane_mask rubs = most > lane_splat(0.0f);
        r.lambda_min = lane_select(rubs, -most, r.lambda_min);
        r.lambda_max = lane_select(rubs, most, r.lambda_max);
        lane grip = taut_spring_grip(&in.c, stiffness, most);
        store_places(w->grip, at,
                     job.kind == TAUT_CONSTRAINT_DIHEDRAL ? taut_wrap_angle(grip) : grip);
    }
    lane force = taut_spring_force(&in.c, stiffness, resistance, rate, &r);
    lane impulse = force * lane_splat(w->h);
    lane gathered = visit.fresh ? lane_splat(0.0f) : load_places(w->lambda, at);
    store_places(w->lambda, at, gathered + impulse * lane_splat(w->h));
    scatter_job out = {w->v, w->lo, w->h};
    scatter(&out, job.n, job.moved, at, &in, impulse);
}

LANE_SHARED void spring(const taut_step* s, const taut_work* work, const taut_colour* colour,
                        taut_visit visit, kind_job job)
{
    job.rubs = work->body->blueprint->sets[job.kind].any_friction;
    walk w = walk_of(s, work, job.kind);
    float rigid = s->solver->spring_stiffness;
    FOR_EACH_CHUNK(w, job.form, whole_colour(colour), spring_chunk(&w, job, &at, visit, rigid));
}

// What most bodies are made of gets loops of its own: sets where nothing is damped or one-sided, in
// rows (fans, where one particle moves), rigid or not; and listed.
LANE_FN void project_kind(const taut_step* s, const taut_work* w, const taut_colour* colour,
                          taut_visit visit, kind_job job, project_any_fn* any)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[job.kind];
    bool plain = !set->any_damping && !set->any_sides && !set->any_play && !set->any_friction;
    if (!has_loops(job.kind) || !plain) {
        any(s, w, whole_colour(colour), visit, (taut_form)colour->form);
    } else if (colour->form == TAUT_FORM_LISTED) {
        job.form = TAUT_FORM_LISTED;
        job.soft = set->any_soft;
        project(s, w, colour, visit, job, any);
    } else if (set->any_soft) {
        job.form = job.moved == 1 ? TAUT_FORM_FAN : TAUT_FORM_ROW;
        job.soft = true;
        project(s, w, colour, visit, job, any);
    } else {
        job.form = job.moved == 1 ? TAUT_FORM_FAN : TAUT_FORM_ROW;
        project(s, w, colour, visit, job, any);
    }
}

#define KIND_JOB(NAME, name, particles, moved_, fine_)                                             \
    {                                                                                              \
        .kind = TAUT_CONSTRAINT_##NAME, .n = (particles), .moved = (moved_),                       \
        .eval = taut_##name##_eval, .fine = (fine_)                                                \
    }

#define PROJECTORS(NAME, name, as, particles, moved, fine)                                         \
    LANE_STAGE TAUT_NEVER_INLINE void any_##as(const taut_step* s, const taut_work* w,             \
                                               chunk_range range, taut_visit visit,                \
                                               taut_form form)                                     \
    {                                                                                              \
        kind_job job = KIND_JOB(NAME, name, particles, moved, fine);                               \
        job.form = form;                                                                           \
        project_any(s, w, range, visit, job);                                                      \
    }                                                                                              \
    LANE_STAGE void project_##as(const taut_step* s, taut_work* w, const taut_colour* colour,      \
                                 taut_visit visit)                                                 \
    {                                                                                              \
        kind_job job = KIND_JOB(NAME, name, particles, moved, fine);                               \
        project_kind(s, w, colour, visit, job, any_##as);                                          \
        lane_leave();                                                                              \
    }

#define WALKERS(NAME, name, particles, moved, force_unit, about)                                   \
    PROJECTORS(NAME, name, name, particles, moved, false)                                          \
    PROJECTORS(NAME, name, fine_##name, particles, moved, true)                                    \
    LANE_STAGE TAUT_NEVER_INLINE void damp_any_##name(const taut_step* s, const taut_work* w,      \
                                                      chunk_range range, taut_visit visit,         \
                                                      taut_form form)                              \
    {                                                                                              \
        (void)visit;                                                                               \
        kind_job job = KIND_JOB(NAME, name, particles, moved, false);                              \
        job.form = form;                                                                           \
        damp_any(s, w, range, job);                                                                \
    }                                                                                              \
    LANE_STAGE void damp_##name(const taut_step* s, taut_work* w, const taut_colour* colour,       \
                                taut_visit visit)                                                  \
    {                                                                                              \
        (void)visit;                                                                               \
        kind_job job = KIND_JOB(NAME, name, particles, moved, false);                              \
        damp_kind(s, w, colour, job, damp_any_##name);                                             \
        lane_leave();                                                                              \
    }                                                                                              \
    LANE_STAGE void spring_##name(const taut_step* s, taut_work* w, const taut_colour* colour,     \
                                  taut_visit visit)                                                \
    {                                                                                              \
        kind_job job = KIND_JOB(NAME, name, particles, moved, false);                              \
        job.form = (taut_form)colour->form;                                                        \
        spring(s, w, colour, visit, job);                                                          \
        lane_leave();                                                                              \
    }
TAUT_CONSTRAINT_LIST(WALKERS)
#undef WALKERS
