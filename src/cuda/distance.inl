// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The walker of plain distance constraints, of which there are most: not damped, not one-sided,
// without play. The formulas are those of every backend.

// What a sweep over one cluster works on: the arrays of the body, or of a part of it in shared
// memory, where the first seat is number 0.
typedef struct sweep_place {
    taut_work* work;
    int first;   // seat
    int stride;  // between coordinates in shared memory; 0 where the arrays are the body's
} sweep_place;

// Everything that the threads of a block have in common.
typedef struct pair_walk {
    const taut_cuda_pair* pairs;
    const float *rest, *compliance;
    float* lambda;
    taut_rows x, d, lo;
    const float* w;
    float alpha_scale;
    int first, stride;
    bool soft, fine, near;
    bool light;  // rigid, and nobody looks at the multipliers
    taut_visit visit;
} pair_walk;

LANE_FN lane3 pair_load(const pair_walk* k, taut_rows far, int slot, int seat)
{
    if (k->near) {
        const float* a = team_room() + slot * k->stride + seat;
        return (lane3){a[0], a[k->stride], a[2 * k->stride]};
    }
    return load3(far, seat);
}

LANE_FN void pair_store(const pair_walk* k, taut_rows far, int slot, int seat, lane3 v)
{
    if (k->near) {
        float* a = team_room() + slot * k->stride + seat;
        a[0] = v.x;
        a[k->stride] = v.y;
        a[2 * k->stride] = v.z;
    } else {
        store3(far, seat, v);
    }
}

// Rows of x, w and d in shared memory, in units of the stride.
enum { NEAR_X = 0, NEAR_W = 3, NEAR_D = 4 };

LANE_FN float pair_weight(const pair_walk* k, int seat)
{
    return k->near ? team_room()[NEAR_W * k->stride + seat] : k->w[seat];
}

// A free particle moves; a kinematic one notes what it would have received.
LANE_FN void pair_move(const pair_walk* k, int seat, float w, lane3 target, lane3 g, float dl)
{
    if (w > 0.0f) {
        lane3 moved = lane3_madd(target, dl * w, g);
        pair_store(k, k->fine ? k->d : k->x, k->fine ? NEAR_D : NEAR_X, seat, moved);
    } else {
        store3(k->lo, seat + k->first, lane3_madd(load3(k->lo, seat + k->first), dl, g));
    }
}

LANE_FN void project_pair(const pair_walk* k, int place, taut_cuda_pair pair, float rest)
{
    int a = pair.a - k->first, b = pair.b - k->first;
    taut_constraint_lanes c;
    c.w[0] = pair_weight(k, a);
    c.w[1] = pair_weight(k, b);
    lane3 xa = pair_load(k, k->x, NEAR_X, a), xb = pair_load(k, k->x, NEAR_X, b);
    c.e[0] = lane3_sub(xb, xa);
    if (k->fine) {
        xa = pair_load(k, k->d, NEAR_D, a);
        xb = pair_load(k, k->d, NEAR_D, b);
        c.e[0] = lane3_add(c.e[0], lane3_sub(xb, xa));
    }
    c.rest = rest;
    taut_distance_eval(&c);
    taut_response r = {0};
    r.soft = !k->light && k->soft;
    r.alpha = r.soft ? k->compliance[place] * k->alpha_scale : 0.0f;
    bool kept = !k->light && k->visit.kept;
    r.lambda = !k->visit.fresh && (r.soft || kept) ? k->lambda[place] : 0.0f;
    float dl = taut_delta_lambda(&c, &r);
    if (kept) {
        k->lambda[place] = r.lambda + dl;
    }
    pair_move(k, a, c.w[0], xa, taut_gradient0(&c, 2), dl);
    pair_move(k, b, c.w[1], xb, c.g[0], dl);
}

// A constraint on its way to a thread.
typedef struct pair_ahead {
    taut_cuda_pair pair;
    float rest;
} pair_ahead;

LANE_FN pair_ahead fetch_pair(const pair_walk* k, int place, int end)
{
    pair_ahead ahead = {{-1, -1}, 0.0f};
    if (place < end) {
        ahead.pair = k->pairs[place];
        ahead.rest = k->rest[place];
    }
    return ahead;
}

LANE_FN pair_ahead fetch_first(const pair_walk* k, const taut_colour* colour)
{
    int first = TAUT_BATCH * colour->first;
    return fetch_pair(k, first + LANE_RANK, first + TAUT_BATCH * colour->count);
}

// The first of them is here already; while one is solved, the next comes.
LANE_FN void project_pairs(const pair_walk* k, const taut_colour* colour, pair_ahead now)
{
    int end = TAUT_BATCH * (colour->first + colour->count);
    for (int place = TAUT_BATCH * colour->first + LANE_RANK; place < end; place += LANE_TEAM) {
        pair_ahead next = fetch_pair(k, place + LANE_TEAM, end);
        if (now.pair.a >= 0) {
            project_pair(k, place, now.pair, now.rest);
        }
        now = next;
    }
}

LANE_FN pair_walk pair_walk_of(const taut_cuda_job* job, const sweep_place* at, taut_visit visit)
{
    const taut_constraint_set* set = &job->blueprint.sets[TAUT_CONSTRAINT_DISTANCE];
    pair_walk k;
    k.pairs = job->pairs;
    k.rest = set->rest;
    k.compliance = set->compliance;
    k.lambda = job->body.lambda[TAUT_CONSTRAINT_DISTANCE];
    k.x = at->work->x;
    k.d = at->work->d;
    k.w = at->work->w;
    k.lo = job->work.lo;
    k.alpha_scale = job->run.step.alpha_scale;
    k.first = at->stride > 0 ? at->first : 0;
    k.stride = at->stride;
    k.soft = set->any_soft;
    k.light = false;
    k.visit = visit;
    return k;
}

// The colours of a cluster from number i on, as long as they are of this kind. Returns the next.
template <bool fine, int stride, bool light>
LANE_STAGE int sweep_pairs(const taut_cuda_job* job, const sweep_place* at, int i, int end,
                           taut_visit visit)
{
    pair_walk k = pair_walk_of(job, at, visit);
    k.fine = fine;
    k.near = stride != 0;
    k.stride = stride > 0 ? stride : k.stride;
    k.light = light;
    const taut_colour* colours = job->blueprint.schedule.colours;
    taut_colour colour = colours[i];
    pair_ahead first = fetch_first(&k, &colour);
    bool more = true;
    while (more) {
        taut_colour next = colour;
        more = ++i < end;
        if (more) {  // on its way while this one is solved
            next = colours[i];
            more = next.kind == TAUT_CONSTRAINT_DISTANCE && next.count > 0;
        }
        pair_ahead ahead = more ? fetch_first(&k, &next) : first;
        project_pairs(&k, &colour, first);
        team_sync_block();
        colour = next;
        first = ahead;
    }
    return i;
}

// In shared memory, the stride is a constant (a part) or not (a small body, -1).
template <bool fine, bool light>
LANE_FN int sweep_pairs_at(const taut_cuda_job* job, const sweep_place* at, int i, int end,
                           taut_visit visit)
{
    if (at->stride == 0) {
        return sweep_pairs<fine, 0, light>(job, at, i, end, visit);
    }
    return at->stride == TAUT_CUDA_PART
               ? sweep_pairs<fine, TAUT_CUDA_PART, light>(job, at, i, end, visit)
               : sweep_pairs<fine, -1, light>(job, at, i, end, visit);
}

LANE_STAGE int sweep_some_pairs(const taut_cuda_job* job, const sweep_place* at, int i, int end,
                                taut_visit visit)
{
    if (job->body.fine) {
        return sweep_pairs_at<true, false>(job, at, i, end, visit);
    }
    bool light = !job->blueprint.sets[TAUT_CONSTRAINT_DISTANCE].any_soft && !visit.kept;
    return light ? sweep_pairs_at<false, true>(job, at, i, end, visit)
                 : sweep_pairs_at<false, false>(job, at, i, end, visit);
}
