// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Walks the constraints of a colour, LANE_WIDTH at a time: load, evaluate, update, store. No
// formulas.

// What a walker needs to know of a kind; a constant in each instance below.
typedef struct kind_job {
    int kind;
    int n, moved;
    bool fine;
    taut_constraint_eval_fn* eval;
} kind_job;

LANE_FN void load_constraints(const taut_body* b, kind_job job, int first, int valid,
                              taut_constraint_lanes* c)
{
    const taut_constraint_set* set = &b->blueprint->sets[job.kind];
    const int32_t* particles = &set->particles[job.n * first];
    gather(b->x, particles, job.n, valid, c->e);
    if (job.fine) {  // (x + d) - (x0 + d0), the small differences apart from the large
        lane3 ed[3] = {0};
        gather(b->d, particles, job.n, valid, ed);
        for (int j = 0; j < job.n - 1; ++j) {
            c->e[j] = lane3_add(c->e[j], ed[j]);
        }
    }
    gather_weights(b->x, particles, job.n, valid, c->w);
    c->rest = load1(set->rest, first, valid);
    job.eval(c);
}

// Sum of g . (difference of `a` to particle 0): with x - p the change of C, with v its rate.
LANE_FN lane along_gradient(const taut_constraint_lanes* c, const lane3* d, int n)
{
    lane sum = lane3_dot(c->g[0], d[0]);
    for (int j = 1; j < n - 1; ++j) {
        sum = sum + lane3_dot(c->g[j], d[j]);
    }
    return sum;
}

LANE_FN lane velocity_along(const taut_body* b, kind_job job, int first, int valid,
                            const taut_constraint_lanes* c)
{
    const int32_t* particles = &b->blueprint->sets[job.kind].particles[job.n * first];
    lane3 dv[3] = {0};
    gather(b->v, particles, job.n, valid, dv);
    return along_gradient(c, dv, job.n);
}

LANE_FN taut_response load_response(const taut_step* s, const taut_body* b, kind_job job, int first,
                                    int valid)
{
    const taut_constraint_set* set = &b->blueprint->sets[job.kind];
    taut_response r = {0};
    r.alpha = load1(set->compliance, first, valid) * lane_splat(s->alpha_scale);
    r.lambda = load1(b->lambda[job.kind], first, valid);
    for (int k = 0; k < valid; ++k) {
        float low, high;
        taut_sides_bounds(set->sides[first + k], &low, &high);
        lane_set(&r.lambda_min, k, low);
        lane_set(&r.lambda_max, k, high);
    }
    return r;
}

LANE_FN void load_damping(const taut_step* s, const taut_body* b, kind_job job, int first,
                          int valid, const taut_constraint_lanes* c, taut_response* r)
{
    const taut_constraint_set* set = &b->blueprint->sets[job.kind];
    const int32_t* particles = &set->particles[job.n * first];
    lane3 moved[3] = {0};
    if (job.fine) {
        gather_moves(b, particles, job.n, valid, s->h, moved);
    } else {
        gather(b->p, particles, job.n, valid, moved);
        for (int j = 0; j < job.n - 1; ++j) {
            moved[j] = lane3_sub(c->e[j], moved[j]);
        }
    }
    r->moved = along_gradient(c, moved, job.n);
    lane damping = load1(set->damping, first, valid);
    r->gamma = r->alpha * lane_splat(s->h) * damping;
}

LANE_FN void project(taut_step* s, taut_body* b, const taut_colour* colour, kind_job job)
{
    const taut_constraint_set* set = &b->blueprint->sets[job.kind];
    int end = colour->first + colour->count;
    for (int first = colour->first; first < end; first += LANE_WIDTH) {
        int valid = lanes_from(first, end);
        taut_constraint_lanes c = {0};
        load_constraints(b, job, first, valid, &c);
        taut_response r = load_response(s, b, job, first, valid);
        if (set->any_damping) {
            load_damping(s, b, job, first, valid, &c, &r);
        }
        lane dl = taut_delta_lambda(&c, &r);
        for (int k = 0; k < valid; ++k) {
            b->lambda[job.kind][first + k] += lane_get(dl, k);
        }
        scatter_job out = {.a = job.fine ? b->d : b->x,
                           .lo = b->lo,
                           .particles = &set->particles[job.n * first],
                           .n = job.n,
                           .moved = job.moved,
                           .valid = valid,
                           .share = 1.0f};
        scatter(&out, &c, dl);
    }
}

LANE_FN void damp(taut_step* s, taut_body* b, const taut_colour* colour, kind_job job)
{
    const taut_constraint_set* set = &b->blueprint->sets[job.kind];
    int end = set->any_rate ? colour->first + colour->count : colour->first;
    for (int first = colour->first; first < end; first += LANE_WIDTH) {
        int valid = lanes_from(first, end);
        taut_constraint_lanes c = {0};
        load_constraints(b, job, first, valid, &c);
        lane portion = load1(set->damping_rate, first, valid) * lane_splat(s->h);
        portion = lane_min(portion, lane_splat(1.0f));
        for (int k = 0; k < valid; ++k) {  // a slack string damps nothing
            bool slack =
                set->sides[first + k] != TAUT_SIDES_BOTH && b->lambda[job.kind][first + k] == 0.0f;
            lane_set(&portion, k, slack ? 0.0f : lane_get(portion, k));
        }
        lane impulse = taut_damping_impulse(&c, velocity_along(b, job, first, valid, &c), portion);
        scatter_job out = {.a = b->v,
                           .lo = b->lo,
                           .particles = &set->particles[job.n * first],
                           .n = job.n,
                           .moved = job.moved,
                           .valid = valid,
                           .share = s->h};
        scatter(&out, &c, impulse);
    }
}

LANE_FN void spring(taut_step* s, taut_body* b, const taut_colour* colour, kind_job job)
{
    const taut_constraint_set* set = &b->blueprint->sets[job.kind];
    int end = colour->first + colour->count;
    for (int first = colour->first; first < end; first += LANE_WIDTH) {
        int valid = lanes_from(first, end);
        taut_constraint_lanes c = {0};
        load_constraints(b, job, first, valid, &c);
        taut_response r = load_response(s, b, job, first, valid);
        lane compliance = load1(set->compliance, first, valid);
        lane_mask soft = compliance > lane_splat(0.0f);
        lane one = lane_splat(1.0f);
        lane stiffness = lane_select(soft, one / lane_select(soft, compliance, one),
                                     lane_splat(s->solver->spring_stiffness));
        lane resistance = load1(set->damping, first, valid);
        lane rate = velocity_along(b, job, first, valid, &c);
        lane impulse = taut_spring_force(&c, stiffness, resistance, rate, &r) * lane_splat(s->h);
        for (int k = 0; k < valid; ++k) {
            float* lambda = &b->lambda[job.kind][first + k];
            float gathered = job.kind == TAUT_CONSTRAINT_TETHER ? *lambda : 0.0f;
            *lambda = gathered + lane_get(impulse, k) * s->h;
        }
        scatter_job out = {.a = b->v,
                           .lo = b->lo,
                           .particles = &set->particles[job.n * first],
                           .n = job.n,
                           .moved = job.moved,
                           .valid = valid,
                           .share = s->h};
        scatter(&out, &c, impulse);
    }
}

#define WALKERS(NAME, name, particles, moved, unit, about)                                         \
    static void project_##name(taut_step* s, taut_body* b, const taut_colour* colour)              \
    {                                                                                              \
        kind_job job = {TAUT_CONSTRAINT_##NAME, particles, moved, false, taut_##name##_eval};      \
        project(s, b, colour, job);                                                                \
    }                                                                                              \
    static void project_fine_##name(taut_step* s, taut_body* b, const taut_colour* colour)         \
    {                                                                                              \
        kind_job job = {TAUT_CONSTRAINT_##NAME, particles, moved, true, taut_##name##_eval};       \
        project(s, b, colour, job);                                                                \
    }                                                                                              \
    static void damp_##name(taut_step* s, taut_body* b, const taut_colour* colour)                 \
    {                                                                                              \
        kind_job job = {TAUT_CONSTRAINT_##NAME, particles, moved, false, taut_##name##_eval};      \
        damp(s, b, colour, job);                                                                   \
    }                                                                                              \
    static void spring_##name(taut_step* s, taut_body* b, const taut_colour* colour)               \
    {                                                                                              \
        kind_job job = {TAUT_CONSTRAINT_##NAME, particles, moved, false, taut_##name##_eval};      \
        spring(s, b, colour, job);                                                                 \
    }
TAUT_CONSTRAINT_LIST(WALKERS)
#undef WALKERS
