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
    HOME_AHEAD = 3     // constraints that a thread has asked for ahead
};

// Where the levels of a cluster begin, in places of `links`, and where the last one ends.
typedef struct home_levels {
    int cluster, count;
    const int32_t* round;  // all of them
    int32_t first[HOME_LEVELS + 1];
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

// All threads are to wait for one another before and after it.
LANE_FN void open_levels(const taut_cuda_sheet* s, int slot, int cluster)
{
    home_levels* l = team_levels(slot);
    if (l->cluster == cluster) {
        return;
    }
    const int32_t* round = s->level_round + s->level_first[cluster];
    int count = s->level_first[cluster + 1] - s->level_first[cluster];
    team_sync_block();
    for (int i = LANE_RANK; i <= count && i <= HOME_LEVELS; i += LANE_TEAM) {
        l->first[i] = round[i] * s->threads;
    }
    if (LANE_RANK == 0) {
        l->cluster = cluster;
        l->count = count;
        l->round = round;
    }
}

// Levels ------------------------------------------------------------------------------------------

// How the threads of a block go through them: each takes constraints as they are planned for a
// thread, or single ones.
typedef struct home_walk {
    const home_levels* levels;
    const taut_cuda_sheet* sheet;
    int shift;  // single ones to a place of `links`, as a power of two
    int level;
    int first, end;  // of what is left of it
} home_walk;

// What a thread takes next: its number, and the constraint. Nothing may be done with that before
// its turn.
typedef struct home_step {
    sheet_links links;
    int at;
    bool some;        // there is one for this thread
    bool last, more;  // of its level; there is one for some thread
} home_step;

LANE_FN int level_at(const home_walk* w, int level)
{
    const home_levels* l = w->levels;
    int i = level < l->count ? level : l->count;
    int place = i <= HOME_LEVELS ? l->first[i] : l->round[i] * w->sheet->threads;
    return place << w->shift;
}

LANE_FN home_walk walk_levels(const taut_cuda_sheet* s, int slot, int shift)
{
    home_walk w = {team_levels(slot), s, shift, 0, 0, 0};
    w.first = level_at(&w, 0);
    w.end = level_at(&w, 1);
    return w;
}

// A single constraint, in one piece.
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

template <bool light> LANE_FN sheet_links fetch_single(const sheet_sweep* k, int number)
{
    sheet_links links;
    links.two.of[0] = read_link(k->links, number);
    links.two.of[1] = {TAUT_CUDA_EMPTY, 0.0f};
    bool soft = !light && k->compliance != nullptr;
    links.compliance[0] = soft ? k->compliance[number] : 0.0f;
    links.compliance[1] = 0.0f;
    return links;
}

// Of a plan with one constraint to a place, every second number is none.
template <bool light, int each> LANE_FN home_step next_step(const sheet_sweep* k, home_walk* w)
{
    home_step s;
    int at = w->first + k->rank;
    s.some = at < w->end;
    s.more = w->first < w->end;
    at = s.some ? at : w->first;  // to be asked for and left alone
    s.at = each > 1 || w->shift > 0 ? at : TAUT_CUDA_EACH * at;
    s.links = each > 1 ? fetch_links<light>(k, s.at) : fetch_single<light>(k, s.at);
    w->first += k->threads;
    s.last = s.more && w->first >= w->end;
    if (s.last) {
        w->level += 1;
        w->first = level_at(w, w->level);
        w->end = level_at(w, w->level + 1);
    }
    return s;
}

// Far from caches: so many steps later.
LANE_FN void expect_steps(const sheet_sweep* k, const home_walk* w)
{
    if (k->rank == 0) {
        int count = (k->threads >> w->shift) + 1;
        expect_links(k->sheet, (w->first >> w->shift) + SHEET_FAR / 2 * count, count);
    }
}

template <bool light, int each, class notes>
LANE_FN void sweep_levels(const sheet_sweep* k, home_walk way, const notes* held)
{
    home_step ahead[HOME_AHEAD];
    TEAM_UNROLL
    for (int i = 0; i < HOME_AHEAD; ++i) {
        ahead[i] = next_step<light, each>(k, &way);
    }
    for (bool more = true; more;) {
        TEAM_UNROLL
        for (int i = 0; i < HOME_AHEAD; ++i) {
            home_step now = ahead[i];
            ahead[i] = next_step<light, each>(k, &way);
            expect_steps(k, &way);
            if (now.some && light) {
                project_light<false, each>(k, held, now.links.two);
            } else if (now.some && !is_empty(now.links.two.of[0])) {
                project_link<false, false>(k, held, now.at, now.links.two.of[0],
                                           now.links.compliance[0]);
            }
            if (now.last) {
                team_sync_block();
            }
            more = now.more;
        }
    }
}

template <bool light, int each>
LANE_STAGE void sweep_home(const taut_cuda_job* job, int slot, bool ordinary, far_notes held)
{
    const taut_cuda_sheet* s = &job->sheet;
    bool last = job->run.step.substep + 1 == job->run.step.substep_count;
    sheet_sweep k;
    k.sheet = s;
    k.links = s->links;
    k.places = s->places;
    k.compliance = s->compliance;
    k.lambda = last ? job->body.lambda[TAUT_CONSTRAINT_DISTANCE] : nullptr;
    k.alpha_scale = job->run.step.alpha_scale;
    k.range = quick_range(ordinary);
    k.x = k.d = near_room();
    k.rank = team_rank();
    k.threads = LANE_TEAM;
    home_walk way = walk_levels(s, slot, each == 1 && s->each > 1);
    sweep_levels<light, each>(&k, way, &held);
}

// Whether most levels have so few constraints that there are threads for each of them.
LANE_FN bool is_narrow(const taut_cuda_sheet* s, int slot)
{
    home_walk w = walk_levels(s, slot, 0);
    int count = team_levels(slot)->count;
    return 2 * (level_at(&w, count) - w.first) <= count * LANE_TEAM;
}

// A cluster whose seats are in shared memory, and whose levels are known.
LANE_FN void sweep_at_hand(const taut_cuda_job* job, int slot, bool ordinary, far_notes held)
{
    const taut_cuda_sheet* s = &job->sheet;
    bool last = job->run.step.substep + 1 == job->run.step.substep_count;
    if (s->compliance != nullptr || last) {
        sweep_home<false, 1>(job, slot, ordinary, held);
    } else if (s->each == 1 || is_narrow(s, slot)) {
        sweep_home<true, 1>(job, slot, ordinary, held);
    } else {
        sweep_home<true, TAUT_CUDA_EACH>(job, slot, ordinary, held);
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
