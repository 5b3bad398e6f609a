// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets to which other things happen in a substep, too: they meet colliders, or touch what is
// around them. Their state lies in the arrays of the body between stages, and what is done there is
// that of any body. But their clusters are swept as in sheet_far.inl, with this difference: the
// kernel has as many threads as the other things ask for. So what a block goes through is levels,
// not rounds: within one of them nothing has to keep its order, and whatever number of threads
// there is takes its constraints in turn.
//
// Nobody looks at multipliers but after the last substep: no trees, no damping, no friction.

enum {
    HOME_LEVELS = 64,  // of a cluster, that shared memory knows
    HOME_AHEAD = 3,    // steps that a thread has asked for ahead
    HOME_FAR = 3       // and one thread for all, after these
};

// The levels of a cluster.
typedef struct home_levels {
    int cluster, count;
    const taut_cuda_level* all;
    taut_cuda_level first[HOME_LEVELS];
} home_levels;

typedef struct home_lists {
    home_levels of[2];
} home_lists;

// Of the part at hand, and of the cluster across parts.
LANE_FN home_levels* team_levels(int slot)
{
    TEAM_SHARED(home_lists, lists);
    return &lists.of[slot];
}

LANE_FN void forget_levels(void)
{
    team_levels(0)->cluster = -1;
    team_levels(1)->cluster = -1;
}

// All threads are to wait for one another afterwards.
LANE_FN void open_levels(const taut_cuda_sheet* s, int slot, int cluster)
{
    home_levels* l = team_levels(slot);
    if (l->cluster == cluster) {
        return;
    }
    const taut_cuda_level* all = s->levels + s->level_first[cluster];
    int count = s->level_first[cluster + 1] - s->level_first[cluster];
    team_sync_block();
    for (int i = LANE_RANK; i < count && i < HOME_LEVELS; i += LANE_TEAM) {
        l->first[i] = all[i];
    }
    if (LANE_RANK == 0) {
        l->cluster = cluster;
        l->count = count;
        l->all = all;
    }
}

LANE_FN taut_cuda_level level_of(const home_levels* l, int i)
{
    taut_cuda_level none = {0, 0};
    return i >= l->count ? none : i < HOME_LEVELS ? l->first[i] : l->all[i];
}

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
        sure = sure & quick_sure_of(lane3_dot(c->e[0], c->e[0]), k->range) &
               quick_ordinary(c->weight + r.alpha);
    }
    if (!sure) {
        project_softly(k, held, *links);
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

// Levels ------------------------------------------------------------------------------------------

// How the threads of a block go through them: each takes what is planned for a thread, or single
// ones.
typedef struct home_walk {
    const home_levels* levels;
    int shift;  // single ones to a place, as a power of two
    int level;
    int first, end;  // of what is left of it
} home_walk;

// What a thread takes next. Nothing may be done with links before their turn.
typedef struct home_step {
    sheet_links links;
    int at;           // number, as fetch_home() has it
    bool some;        // there is one for this thread
    bool last, more;  // of its level; there is one for some thread
} home_step;

LANE_FN void enter_level(home_walk* w, int level)
{
    taut_cuda_level l = level_of(w->levels, level);
    w->level = level;
    w->first = l.first << w->shift;
    w->end = l.end << w->shift;
}

// Of a plan with one constraint to a place, every second number is none.
template <home_how how, int each> LANE_FN home_step next_step(const sheet_sweep* k, home_walk* w)
{
    home_step s;
    int at = w->first + k->rank;
    s.some = at < w->end;
    s.more = w->first < w->end;
    at = s.some ? at : w->first;  // to be asked for and left alone
    s.at = each > 1 || w->shift > 0 ? at : TAUT_CUDA_EACH * at;
    s.links = fetch_home<how, each>(k, s.at);
    w->first += k->threads;
    s.last = s.more && w->first >= w->end;
    if (s.last) {
        enter_level(w, w->level + 1);
    }
    return s;
}

// What comes some steps later, which is in no cache.
template <home_how how> LANE_FN void expect_steps(const sheet_sweep* k, const home_walk* w)
{
    int count = (k->threads >> w->shift) + 1;
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

template <home_how how, int each, class notes>
LANE_FN void project_step(const sheet_sweep* k, const notes* held, const home_step* s)
{
    if (how == HOME_LIGHT) {
        project_light<false, each>(k, held, s->links.two);
    } else if (how == HOME_SOFT) {
        project_soft<each>(k, held, &s->links);
    } else if (!is_empty(s->links.two.of[0])) {
        project_link<false, false>(k, held, s->at, s->links.two.of[0], s->links.compliance[0]);
    }
}

template <home_how how, int each, class notes>
LANE_FN void sweep_levels(const sheet_sweep* k, home_walk way, const notes* held)
{
    static_assert(how != HOME_KEPT || each == 1, "numbers of multipliers");
    home_step ahead[HOME_AHEAD];
    TEAM_UNROLL
    for (int i = 0; i < HOME_AHEAD; ++i) {
        ahead[i] = next_step<how, each>(k, &way);
    }
    for (bool more = true; more;) {
        TEAM_UNROLL
        for (int i = 0; i < HOME_AHEAD; ++i) {
            home_step now = ahead[i];
            ahead[i] = next_step<how, each>(k, &way);
            expect_steps<how>(k, &way);
            if (now.some) {
                project_step<how, each>(k, held, &now);
            }
            if (now.last) {
                team_sync_block();
            }
            more = now.more;
        }
    }
}

template <home_how how, int each>
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
    k.threads = LANE_TEAM;
    home_walk way = {team_levels(slot), each == 1 && s->each > 1, 0, 0, 0};
    enter_level(&way, 0);
    sweep_levels<how, each>(&k, way, &held);
}

// Whether there are threads for each single constraint of a level: the first is one of the largest.
LANE_FN bool is_narrow(int slot)
{
    taut_cuda_level l = level_of(team_levels(slot), 0);
    return TAUT_CUDA_EACH * (l.end - l.first) <= LANE_TEAM;
}

// A cluster whose seats are in shared memory, and whose levels are known.
LANE_FN void sweep_at_hand(const taut_cuda_job* job, int slot, bool ordinary, far_notes held)
{
    bool last = job->run.step.substep + 1 == job->run.step.substep_count;
    bool soft = job->sheet.compliance != nullptr;
    bool single = job->sheet.each == 1 || is_narrow(slot);
    if (last) {
        sweep_home<HOME_KEPT, 1>(job, slot, ordinary, held);
    } else if (soft && single) {
        sweep_home<HOME_SOFT, 1>(job, slot, ordinary, held);
    } else if (soft) {
        sweep_home<HOME_SOFT, TAUT_CUDA_EACH>(job, slot, ordinary, held);
    } else if (single) {
        sweep_home<HOME_LIGHT, 1>(job, slot, ordinary, held);
    } else {
        sweep_home<HOME_LIGHT, TAUT_CUDA_EACH>(job, slot, ordinary, held);
    }
}

// Parts -------------------------------------------------------------------------------------------

// What a block will read of the particles of a part, while it is busy with another; by one thread.
LANE_STAGE void expect_part(const taut_cuda_job* job, int part)
{
    const taut_work* w = &job->work;
    const int32_t* seats = job->blueprint.schedule.seating.first + part;
    size_t bytes = (size_t)(seats[1] - seats[0]) * sizeof(float);
    const taut_rows rows[3] = {w->x, w->v, w->lo};
    for (int i = 0; i < 3; ++i) {
        team_expect_far(rows[i].x + seats[0], bytes);
        team_expect_far(rows[i].y + seats[0], bytes);
        team_expect_far(rows[i].z + seats[0], bytes);
    }
    team_expect_far(w->w + seats[0], bytes);
}

LANE_STAGE void tell_home(const taut_cuda_job* job, int cluster)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        team_tell(&job->done[cluster], (uint32_t)job->run.step.substep + 1);
    }
}

// Prediction, the opening cluster, and back.
LANE_STAGE void sweep_home_part(const taut_cuda_job* job, const team* t, int part)
{
    const taut_schedule* plan = &job->blueprint.schedule;
    int first = plan->seating.first[part], count = plan->seating.first[part + 1] - first;
    int cluster = plan->opening[part];
    open_levels(&job->sheet, 0, cluster);
    if (LANE_RANK == LANE_TEAM - 1) {
        int threads = job->sheet.threads;
        expect_links(&job->sheet, job->sheet.round_first[cluster] * threads, SHEET_FAR * threads);
    }
    bool ordinary = team_sync_all(begin_far_part<false>(job, first, count));
    if (LANE_RANK == LANE_TEAM - 1 && part + t->block_count < plan->seating.part_count) {
        expect_part(job, part + t->block_count);
    }
    far_notes held = {job, first, -1};
    sweep_at_hand(job, 0, ordinary, held);
    end_far_part<false>(&job->work, first, count);
    tell_home(job, cluster);
}

LANE_STAGE void sweep_home_parts(const taut_cuda_job* job, const team* t)
{
    for (int part = t->block; part < job->blueprint.schedule.seating.part_count;
         part += t->block_count) {
        sweep_home_part(job, t, part);
    }
}

// Across parts ------------------------------------------------------------------------------------
//
// Blocks wait for the clusters that had their guests before, as in sheet_stay.inl: each takes its
// clusters in the order of the phases, so that none waits for what comes later.

LANE_STAGE void forget_done(const taut_cuda_job* job, const team* t)
{
    for (int i = first_of(t); i < job->blueprint.schedule.cluster_count; i += stride_of(t)) {
        job->done[i] = 0;
    }
}

LANE_STAGE void await_home(const taut_cuda_job* job, int cluster)
{
    taut_cuda_wait wait = job->sheet.wait_of[cluster];
    for (int i = LANE_RANK; i < wait.count; i += LANE_TEAM) {
        team_hear(&job->done[job->sheet.waits[wait.first + i]],
                  (uint32_t)job->run.step.substep + 1);
    }
    team_sync_block();
}

LANE_STAGE void sweep_home_cluster(const taut_cuda_job* job, int cluster)
{
    const taut_cuda_sheet* s = &job->sheet;
    const taut_cuda_guest* guests = s->guests + s->guest_first[cluster];
    int count = s->guest_first[cluster + 1] - s->guest_first[cluster];
    open_levels(s, 1, cluster);
    await_home(job, cluster);
    bool ordinary = team_sync_all(invite_from_far<false>(&job->work, guests, count));
    far_notes held = {job, 0, cluster};
    sweep_at_hand(job, 1, ordinary, held);
    see_off_to_far<false>(&job->work, guests, count);
    tell_home(job, cluster);
}

// All phases after the first.
LANE_STAGE void sweep_home_phases(const taut_cuda_job* job, const team* t)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    int end = phase_first[job->phase_end];
    for (int i = phase_first[1] + t->block; i < end; i += t->block_count) {
        sweep_home_cluster(job, i);
    }
    team_sync(t);
}
