// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The walker of plain distance constraints (pair.inl) among others.

// What a sweep over one cluster works on: the arrays of the body, or of a part of it in shared
// memory, where the first seat is number 0.
typedef struct sweep_place {
    taut_work* work;
    int first;   // seat
    int stride;  // between coordinates in shared memory; 0 where the arrays are the body's
} sweep_place;

// Everything that the threads of a block have in common.
typedef struct pair_walk {
    pair_sweep sweep;
    const taut_cuda_pair* pairs;
    const float *rest, *compliance;
    int first;  // seat that is number 0
} pair_walk;

LANE_FN pair_ahead fetch_pair(const pair_walk* k, int place, int end)
{
    pair_ahead ahead = {-1, -1, 0.0f, 0.0f};
    if (place < end) {
        ahead.a = k->pairs[place].a - k->first;
        ahead.b = k->pairs[place].b - k->first;
        ahead.rest = k->rest[place];
        ahead.compliance = k->sweep.soft ? k->compliance[place] : 0.0f;
    }
    return ahead;
}

LANE_FN pair_ahead fetch_first(const pair_walk* k, const taut_colour* colour)
{
    int first = TAUT_BATCH * colour->first;
    return fetch_pair(k, first + LANE_RANK, first + TAUT_BATCH * colour->count);
}

// The first of them is here already; while one is solved, the next comes.
template <bool fine, bool light, class memory>
LANE_FN void project_pairs(const pair_walk* k, const memory* m, const taut_colour* colour,
                           pair_ahead now)
{
    int end = TAUT_BATCH * (colour->first + colour->count);
    for (int place = TAUT_BATCH * colour->first + LANE_RANK; place < end; place += LANE_TEAM) {
        pair_ahead next = fetch_pair(k, place + LANE_TEAM, end);
        if (now.a >= 0) {
            project_pair<fine, light>(&k->sweep, m, place, now);
        }
        now = next;
    }
}

LANE_FN pair_walk pair_walk_of(const taut_cuda_job* job, const sweep_place* at, taut_visit visit)
{
    const taut_constraint_set* set = &job->blueprint.sets[TAUT_CONSTRAINT_DISTANCE];
    pair_walk k;
    k.sweep.lambda = job->body.lambda[TAUT_CONSTRAINT_DISTANCE];
    k.sweep.alpha_scale = job->run.step.alpha_scale;
    k.sweep.soft = set->any_soft;
    k.sweep.visit = visit;
    k.pairs = job->pairs;
    k.rest = set->rest;
    k.compliance = set->compliance;
    k.first = at->stride > 0 ? at->first : 0;
    return k;
}

// A colour whose turn comes later, if it is one of these, to the second level of caches; by one
// thread. Particles of a part are at hand, and each of its constraints is read once a sweep: what
// a thread waits for is them.
LANE_FN void expect_pairs(const taut_cuda_job* job, int i, int end)
{
    const taut_constraint_set* set = &job->blueprint.sets[TAUT_CONSTRAINT_DISTANCE];
    if (i >= end || job->blueprint.schedule.colours[i].kind != TAUT_CONSTRAINT_DISTANCE ||
        job->blueprint.schedule.colours[i].count == 0) {
        return;
    }
    taut_colour colour = job->blueprint.schedule.colours[i];
    size_t first = (size_t)TAUT_BATCH * (size_t)colour.first;
    size_t count = (size_t)TAUT_BATCH * (size_t)colour.count;
    team_expect_far(job->pairs + first, count * sizeof *job->pairs);
    team_expect_far(set->rest + first, count * sizeof *set->rest);
    if (set->any_soft) {
        team_expect_far(set->compliance + first, count * sizeof *set->compliance);
    }
}

// Whether that helps: where all of a body is in shared memory, its constraints are in caches too.
template <bool fine> LANE_FN bool reads_far(const far_memory<fine>*)
{
    return false;
}

template <bool fine, int stride> LANE_FN bool reads_far(const home_memory<fine, stride>*)
{
    return stride == TAUT_CUDA_PART;
}

template <bool fine>
LANE_FN void reach(const taut_cuda_job* job, const sweep_place* at, far_memory<fine>* m)
{
    m->x_ = at->work->x;
    m->d_ = at->work->d;
    m->w_ = at->work->w;
    m->lo_ = job->work.lo;
}

template <bool fine, int stride>
LANE_FN void reach(const taut_cuda_job* job, const sweep_place* at, home_memory<fine, stride>* m)
{
    m->slot = 0;
    m->stride_ = at->stride;
    m->lo_ = job->work.lo;
    m->first = at->first;
}

// The colours of a cluster from number i on, as long as they are of this kind. Returns the next.
template <bool fine, class memory, bool light>
LANE_STAGE int sweep_pairs(const taut_cuda_job* job, const sweep_place* at, int i, int end,
                           taut_visit visit)
{
    pair_walk k = pair_walk_of(job, at, visit);
    memory m;
    reach(job, at, &m);
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
        if (reads_far(&m) && LANE_RANK == LANE_TEAM - 1) {
            expect_pairs(job, i + 1, end);
        }
        project_pairs<fine, light>(&k, &m, &colour, first);
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
        return sweep_pairs<fine, far_memory<fine>, light>(job, at, i, end, visit);
    }
    return at->stride == TAUT_CUDA_PART
               ? sweep_pairs<fine, home_memory<fine, TAUT_CUDA_PART>, light>(job, at, i, end, visit)
               : sweep_pairs<fine, home_memory<fine, -1>, light>(job, at, i, end, visit);
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
