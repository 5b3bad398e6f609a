// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The constraints of a cluster of a sheet to which other things happen, too (sheet_home.inl): its
// seats are in shared memory, and all threads of a block go through its rounds or levels.

// Links -------------------------------------------------------------------------------------------

// What is done to them.
typedef enum home_how {
    HOME_LIGHT,  // rigid
    HOME_SOFT,   // some are not
    HOME_KEPT    // somebody looks at the multipliers, which begin at 0 in every substep
} home_how;

// A single one, in one piece.
LANE_FN taut_cuda_link read_link(const taut_cuda_links* links, int number)
{
    const taut_cuda_link* at = &links[number / TAUT_CUDA_EACH].of[number % TAUT_CUDA_EACH];
#ifdef __CUDACC__
    uint2 all = __ldg((const uint2*)(const void*)at);
    return {all.x, __uint_as_float(all.y)};
#else
    return *at;
#endif
}

// @param at number of a place, or of a single one
template <home_how how, int each> LANE_FN sheet_links fetch_home(const sheet_sweep* k, int at)
{
    sheet_links links;
    bool soft = how == HOME_SOFT || (how == HOME_KEPT && k->compliance != nullptr);
    taut_cuda_two compliance = {0.0f, 0.0f};
    if (each > 1) {
        links.two = team_read(&k->links[at]);
        compliance =
            soft ? far_get_two((const taut_cuda_two*)(const void*)k->compliance + at) : compliance;
    } else {
        links.two.of[0] = read_link(k->links, at);
        links.two.of[1] = {TAUT_CUDA_EMPTY, 0.0f};
        compliance.x = soft ? k->compliance[at] : 0.0f;
    }
    links.compliance[0] = compliance.x;
    links.compliance[1] = compliance.y;
    TEAM_UNROLL
    for (int i = 0; how == HOME_KEPT && i < each; ++i) {
        links.places[i] = k->places[each * at + i];  // or every round would wait for it
    }
    return links;
}

// Where something was out of the ordinary.
template <class notes>
LANE_STAGE void project_softly(const sheet_sweep* k, const notes* held, sheet_links links)
{
    for (int i = 0; i < TAUT_CUDA_EACH; ++i) {
        if (!is_empty(links.two.of[i])) {
            project_link<false, false>(k, held, 0, links.two.of[i], links.compliance[i]);
        }
    }
}

// As project_light() of sheet.inl.
template <int each, class notes>
LANE_FN void project_soft(const sheet_sweep* k, const notes* held, const sheet_links* links)
{
    if (is_empty(links->two.of[0])) {
        return;
    }
    sheet_pair p[each];
    float dl[each];
    bool sure = true, free = true;
    TEAM_UNROLL
    for (int i = 0; i < each; ++i) {
        take_ends<false>(k, links->two.of[i], &p[i]);
    }
    TEAM_UNROLL
    for (int i = 0; i < each; ++i) {
        taut_constraint_lanes* c = &p[i].c;
        quick::taut_response r = {0};
        r.soft = true;
        r.alpha = links->compliance[i] * k->alpha_scale;
        quick::taut_distance_eval(c);
        dl[i] = quick::taut_delta_lambda(c, &r);
        sure = sure & quick_sure_of(lane3_dot(c->e[0], c->e[0]), k->range);
        sure = sure & quick_ordinary(c->weight + r.alpha);
    }
    if (!sure) {
        sheet_sweep sweep = *k;  // as there
        notes own = *held;
        project_softly(&sweep, &own, *links);
        return;
    }
    TEAM_UNROLL
    for (int i = 0; i < each; ++i) {
        free = move_free_ends(&p[i], dl[i]) && free;
    }
    TEAM_UNROLL
    for (int i = 0; !free && i < each; ++i) {
        if (!is_empty(links->two.of[i])) {
            note_held(&p[i], held, true, dl[i]);
        }
    }
}

// What a thread has of one round or level.
template <home_how how, int each, class notes>
LANE_FN void project_home(const sheet_sweep* k, const notes* held, const sheet_links* links)
{
    if (how == HOME_LIGHT) {
        project_light<false, each>(k, held, links->two);
    } else if (how == HOME_SOFT) {
        project_soft<each>(k, held, links);
    } else {
        TEAM_UNROLL
        for (int i = 0; i < each; ++i) {
            if (!is_empty(links->two.of[i])) {
                project_link<false, false>(k, held, links->places[i], links->two.of[i],
                                           links->compliance[i]);
            }
        }
    }
}

// Rounds ------------------------------------------------------------------------------------------
//
// Where a plan has two constraints to a place and there are threads for all places of a round, each
// has one of these; or, with twice as many threads, the second half has the second of each place.

// What thread number j has of the round that begins with place `first`.
template <int each> LANE_FN int home_number(const sheet_sweep* k, int first, int j)
{
    if (each > 1) {
        return first + j;
    }
    int which = j >= k->threads;
    return TAUT_CUDA_EACH * (first + j - which * k->threads) + which;
}

template <home_how how, int each, class notes>
LANE_FN void project_home_round(const sheet_sweep* k, const notes* held, int first,
                                const sheet_links* now)
{
    int count = TAUT_CUDA_EACH / each * k->threads;
    if (k->rank < count) {
        TEAM_ALL(j, k->rank, count)
        {
            int at = home_number<each>(k, first, j);
            sheet_links links = j == k->rank ? *now : fetch_home<how, each>(k, at);
            project_home<how, each>(k, held, &links);
        }
    }
    if ((now->two.of[0].ends & TAUT_CUDA_LAST) != 0) {
        team_sync_block();
    }
}

template <home_how how, int each, class notes>
LANE_FN void sweep_home_rounds(const sheet_sweep* k, int slot, const notes* held)
{
    static_assert(HOME_AHEAD <= TAUT_CUDA_AHEAD, "empty rounds after the last are enough");
    round_span span = plan_at(slot)->rounds;
    int mine = k->rank < TAUT_CUDA_EACH / each * k->threads ? k->rank : 0;  // or to wait with them
    int first = span.begin * k->threads;
    sheet_links ahead[HOME_AHEAD];
    TEAM_UNROLL
    for (int i = 0; i < HOME_AHEAD; ++i) {
        ahead[i] = fetch_home<how, each>(k, home_number<each>(k, first + i * k->threads, mine));
    }
    for (int r = span.begin; r < span.end; r += HOME_AHEAD) {
        TEAM_UNROLL
        for (int i = 0; i < HOME_AHEAD; ++i) {
            sheet_links now = ahead[i];
            int later = first + HOME_AHEAD * k->threads;
            ahead[i] = fetch_home<how, each>(k, home_number<each>(k, later, mine));
            if (r + i < span.end) {
                project_home_round<how, each>(k, held, first, &now);
            }
            first += k->threads;
        }
    }
}

// Levels ------------------------------------------------------------------------------------------
//
// Where there are fewer threads, or one constraint to a place, threads take single ones in turn.

typedef struct home_walk {
    int slot;
    int shift;  // single ones to a place, as a power of two
    int level;
    int first, end;  // of what is left of it
} home_walk;

// What a thread takes next. Nothing may be done with links before their turn.
typedef struct home_step {
    sheet_links links;
    bool some;        // there is one for this thread
    bool last, more;  // of its level; there is one for some thread
} home_step;

LANE_FN void enter_level(home_walk* w, int level)
{
    taut_cuda_level l = level_of(w->slot, level);
    w->level = level;
    w->first = l.first << w->shift;
    w->end = l.end << w->shift;
}

// Of a plan with one constraint to a place, every second number is none.
template <home_how how> LANE_FN home_step next_step(const sheet_sweep* k, home_walk* w)
{
    home_step s;
    int at = w->first + k->rank;
    s.some = at < w->end;
    s.more = w->first < w->end;
    at = s.some ? at : w->first;  // to be asked for and left alone
    s.links = fetch_home<how, 1>(k, w->shift > 0 ? at : TAUT_CUDA_EACH * at);
    w->first += s.more ? LANE_TEAM : 0;  // after the last level there is nothing to ask for
    s.last = s.more && w->first >= w->end;
    if (s.last) {
        enter_level(w, w->level + 1);
    }
    return s;
}

// What comes some steps later, which is in no cache.
template <home_how how> LANE_FN void expect_steps(const sheet_sweep* k, const home_walk* w)
{
    int count = (LANE_TEAM >> w->shift) + 1;
    int first = (w->first >> w->shift) + HOME_FAR * count;
    if (k->rank == 0 && first + count <= k->sheet->link_count) {
        team_expect_far(&k->links[first], (size_t)count * sizeof *k->links);
        if (how == HOME_SOFT) {
            first = first / 2 * 2;
            team_expect_far(&k->compliance[TAUT_CUDA_EACH * first],
                            (size_t)(count / 2 * 2) * TAUT_CUDA_EACH * sizeof *k->compliance);
        }
    }
}

template <home_how how, class notes>
LANE_FN void sweep_home_levels(const sheet_sweep* k, int slot, const notes* held)
{
    home_walk way = {slot, k->sheet->each > 1, 0, 0, 0};
    enter_level(&way, 0);
    home_step ahead[HOME_AHEAD];
    TEAM_UNROLL
    for (int i = 0; i < HOME_AHEAD; ++i) {
        ahead[i] = next_step<how>(k, &way);
    }
    for (bool more = true; more;) {
        TEAM_UNROLL
        for (int i = 0; i < HOME_AHEAD; ++i) {
            home_step now = ahead[i];
            ahead[i] = next_step<how>(k, &way);
            expect_steps<how>(k, &way);
            if (now.some) {
                project_home<how, 1>(k, held, &now.links);
            }
            if (now.last) {
                team_sync_block();
            }
            more = now.more;
        }
    }
}

// Sweeps ------------------------------------------------------------------------------------------

typedef enum home_way { HOME_BY_LEVELS, HOME_BY_ONE, HOME_BY_TWO } home_way;

template <home_how how, home_way way>
LANE_STAGE void sweep_home(const taut_cuda_job* job, int slot, bool ordinary, far_notes held)
{
    const taut_cuda_sheet* s = &job->sheet;
    float* lambda = job->body.lambda[TAUT_CONSTRAINT_DISTANCE];
    sheet_sweep k;
    k.sheet = s;
    k.links = s->links;
    k.places = s->places;
    k.compliance = s->compliance;
    k.lambda = how == HOME_KEPT ? lambda : nullptr;
    k.alpha_scale = job->run.step.alpha_scale;
    k.range = quick_range(ordinary);
    k.x = k.d = near_room();
    k.rank = team_rank();
    k.threads = s->threads;
    if (way == HOME_BY_LEVELS) {
        sweep_home_levels<how>(&k, slot, &held);
    } else {
        sweep_home_rounds<how, way == HOME_BY_ONE ? 1 : TAUT_CUDA_EACH>(&k, slot, &held);
    }
}

template <home_way way>
LANE_FN void sweep_at_hand(const taut_cuda_job* job, int slot, bool ordinary, far_notes held)
{
    bool last = job->run.step.substep + 1 == job->run.step.substep_count;
    if (last) {
        sweep_home<HOME_KEPT, way>(job, slot, ordinary, held);
    } else if (job->sheet.compliance != nullptr) {
        sweep_home<HOME_SOFT, way>(job, slot, ordinary, held);
    } else {
        sweep_home<HOME_LIGHT, way>(job, slot, ordinary, held);
    }
}

// A cluster whose seats are in shared memory.
LANE_FN void sweep_home_cluster(const taut_cuda_job* job, int slot, bool ordinary, far_notes held)
{
    const taut_cuda_sheet* s = &job->sheet;
    bool rounds = s->each == TAUT_CUDA_EACH;
    if (rounds && TEAM_HOLDS(TAUT_CUDA_EACH * s->threads)) {
        sweep_at_hand<HOME_BY_ONE>(job, slot, ordinary, held);
    } else if (rounds && TEAM_HOLDS(s->threads)) {
        sweep_at_hand<HOME_BY_TWO>(job, slot, ordinary, held);
    } else {
        sweep_at_hand<HOME_BY_LEVELS>(job, slot, ordinary, held);
    }
}
