// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets of a few parts in a cluster of blocks (sheet_near.inl), whose constraints stay in shared
// memory, too: rigid ones, with one cluster across parts. A processor has room for that, and then
// nothing in a substep comes from further away. What is left is waiting for one another:
//
//   - the cluster across parts has a block of its own. While it is swept, others begin the next
//     substep with all particles that are not in it;
//   - particles that leave for it, or go home from it, are taken there by threads that a round has
//     no constraint for, as soon as nothing moves them any more (plan_kept.c);
//   - a thread does hardly anything in a round that it has nothing in: there are twenty warps, and
//     each of them is to come to the end of it.

// A part, or what is across parts: all that does not change. Places in the room are in floats.
typedef struct kept_part {
    int part;  // what is across is the one after the last
    bool across;
    near_part at;  // of a part, but for its slot
    near_layout l;
    near_at seats;   // of the part, or guests
    near_at guests;  // in the block that has what is across
    int block_across;
    int links, rounds, first_round;
    int leaving, leaving_count, leaving_late;
    int flags;  // by seat: whether it leaves
} kept_part;

LANE_FN kept_part* team_kept(void)
{
    TEAM_SHARED(kept_part, kept);
    return &kept;
}

LANE_FN taut_cuda_leaving* kept_leaving(const kept_part* p)
{
    return (taut_cuda_leaving*)(void*)(team_room() + p->leaving);
}

LANE_FN int32_t* kept_flags(const kept_part* p)
{
    return (int32_t*)(void*)(team_room() + p->flags);
}

LANE_FN taut_cuda_link* kept_links(const kept_part* p)
{
    return (taut_cuda_link*)(void*)(team_room() + p->links);
}

// Opening -----------------------------------------------------------------------------------------

LANE_FN near_at kept_room(const near_layout* l, int part, int block_count)
{
    int slot = TEAM_SLOT(part / block_count * l->floats);
    return near_room() + (near_at)slot * (near_at)sizeof(float);
}

// What is across parts is one more of them.
LANE_FN kept_part kept_part_of(const taut_cuda_job* job, const team* t, int part)
{
    const taut_cuda_sheet* s = &job->sheet;
    const taut_schedule* plan = &job->blueprint.schedule;
    int parts = plan->seating.part_count;
    kept_part p = {};
    p.part = part;
    p.across = part == parts;
    p.l = near_layout_of<false>(s);
    p.guests = seat_at(kept_room(&p.l, parts, t->block_count), p.l.guests);
    p.seats = p.across ? p.guests : kept_room(&p.l, part, t->block_count);
    p.block_across = parts;
    p.at.slot = TEAM_SLOT(part / t->block_count * p.l.floats);
    p.at.part = part;
    p.at.first = p.across ? 0 : plan->seating.first[part];
    p.at.count = p.across ? 0 : plan->seating.first[part + 1] - p.at.first;
    int cluster = p.across ? plan->phase_first[1] : plan->opening[part];
    p.first_round = s->round_first[cluster];
    p.rounds = s->round_first[cluster + 1] - p.first_round;
    p.flags = p.at.slot + p.l.kept;
    p.leaving = p.flags + (p.l.stride + 1) / 2 * 2;
    p.links = p.leaving + 2 * s->most_guests;
    int first = s->traveller_first[part];
    p.leaving_count = p.across ? first : s->traveller_first[part + 1] - first;
    p.leaving_late = s->leaving_late[part];
    return p;
}

// All are on their way at once, and waited for with the rest.
LANE_STAGE void open_kept(const taut_cuda_job* job, const team* t, int part)
{
    const taut_cuda_sheet* s = &job->sheet;
    kept_part* p = team_kept();
    team_sync_block();
    if (LANE_RANK == 0) {
        *p = kept_part_of(job, t, part);
    }
    team_sync_block();
    int first = s->traveller_first[part], links = p->rounds * s->threads;
    for (int i = LANE_RANK; i < p->leaving_count; i += LANE_TEAM) {
        team_fetch(&kept_leaving(p)[i], &s->leaving[first + i]);
    }
    for (int i = LANE_RANK; i < links; i += LANE_TEAM) {
        team_fetch(&kept_links(p)[i], &s->links[p->first_round * s->threads + i].of[0]);
    }
}

// A block has one part; where a test has fewer blocks it asks again and again.
LANE_FN const kept_part* kept_at(const taut_cuda_job* job, const team* t, int part)
{
    const kept_part* p = team_kept();
    if (p->part != part) {
        open_kept(job, t, part);
        team_fetched();
        team_sync_block();
    }
    return p;
}

LANE_FN void flag_leaving(const kept_part* p)
{
    for (int seat = LANE_RANK; seat < p->at.count; seat += LANE_TEAM) {
        kept_flags(p)[seat] = 0;
    }
    team_sync_block();
    for (int i = LANE_RANK; i < p->leaving_count; i += LANE_TEAM) {
        kept_flags(p)[kept_leaving(p)[i].from] = 1;
    }
}

// Sweeps ------------------------------------------------------------------------------------------

// Reactions, of guests in the rooms they came from.
struct kept_notes {
    const taut_cuda_job* job;
    int lo, stride;  // floats of the room before them, and between coordinates
    bool across;
    int block_count;

    LANE_METHOD void note(int seat, float dl, lane3 g) const
    {
        float* at = team_room() + lo + seat;
        if (across) {
            int cluster = job->blueprint.schedule.phase_first[1];
            int spot = job->sheet.guests[job->sheet.guest_first[cluster] + seat].spot;
            near_layout l = near_layout_of<false>(&job->sheet);
            at = team_room_of(spot >> 16, block_count, l.floats) + l.rows + ROW_LO * stride;
            at += spot & 0xffff;
        }
        near_store(at, stride, lane3_madd(near_load(at, stride), dl, g));
    }
};

// In one piece.
LANE_FN taut_cuda_link kept_link(const taut_cuda_link* at)
{
#ifdef __CUDACC__
    uint2 all = *(const uint2*)(const void*)at;
    return {all.x, __uint_as_float(all.y)};
#else
    return *at;
#endif
}

// @param place of its multiplier, in the last substep
template <bool last>
LANE_FN void project_kept(const sheet_sweep* k, const kept_notes* held, taut_cuda_link link,
                          int place)
{
    if (!last) {
        project_light<false, 1>(k, held, {{link, {TAUT_CUDA_EMPTY, 0.0f}}});
        return;
    }
    sheet_pair p;
    take_ends<false>(k, link, &p);
    float dl = solve_link<true>(&p.c, false, 0.0f, k->range);
    k->lambda[place] = p.c.weight > 0.0f ? 0.0f + dl : 0.0f;  // both ends may be held
    if (!move_free_ends(&p, dl)) {
        note_held(&p, held, false, dl);
    }
}

// Takes a particle where it goes: to those across parts, or home, if it may have moved.
LANE_FN void leave_kept(int block_count, int from, int to)
{
    const kept_part* p = team_kept();
    taut_float4 x = near_get(seat_at(p->seats, from));
    if (!p->across) {
        near_put_of(seat_at(p->guests, to), p->block_across, x);
    } else if (x.w > 0.0f) {
        near_put_of(seat_at(kept_room(&p->l, to >> 16, block_count), to & 0xffff), to >> 16, x);
    }
}

LANE_FN int kept_goal(taut_cuda_link link)
{
#ifdef __CUDACC__
    return __float_as_int(link.rest);
#else
    int to;
    memcpy(&to, &link.rest, sizeof to);
    return to;
#endif
}

// What a thread has in a round of as many threads as there are; tests have fewer.
template <bool last>
LANE_FN void take_kept(const sheet_sweep* k, const kept_notes* held, taut_cuda_link link, int place)
{
    if (!is_empty(link)) {
        project_kept<last>(k, held, link, place);
    } else if ((link.ends & TAUT_CUDA_LEAVES) != 0) {
        leave_kept(held->block_count, (int)(link.ends & TAUT_CUDA_SEAT), kept_goal(link));
    }
}

// All that a sweep goes by: a thread has it in registers from one substep to the next.
typedef struct kept_sweep {
    int part;
    bool across;
    sheet_sweep k;
    kept_notes held;
    const taut_cuda_link* links;
    int count;  // of links, empty ones too
} kept_sweep;

LANE_FN kept_sweep kept_sweep_of(const taut_cuda_job* job, const team* t, const kept_part* p)
{
    const sheet_home* home = team_home();
    kept_sweep s = {};
    s.part = p->part;
    s.across = p->across;
    s.k.places = job->sheet.places + TAUT_CUDA_EACH * p->first_round * job->sheet.threads;
    s.k.lambda = job->body.lambda[TAUT_CONSTRAINT_DISTANCE];
    s.k.range = quick_range(p->across ? home->guests_ordinary : home->ordinary);
    s.k.x = p->seats;
    s.k.rank = team_rank();
    s.k.threads = job->sheet.threads;
    s.held.job = job;
    s.held.lo = p->at.slot + p->l.rows + ROW_LO * p->l.stride;
    s.held.stride = p->l.stride;
    s.held.across = p->across;
    s.held.block_count = t->block_count;
    s.links = kept_links(p);
    s.count = p->rounds * s.k.threads;
    return s;
}

// What comes next is read meanwhile. After the last round there is room for one more.
template <bool last> LANE_FN void sweep_kept(const kept_sweep* s)
{
    const sheet_sweep* k = &s->k;
    const int32_t* places = k->places + TAUT_CUDA_EACH * k->rank;
    taut_cuda_link next = kept_link(s->links + k->rank);
    int next_place = last && s->count > 0 ? places[0] : 0;
    for (int first = 0; first < s->count;) {
        taut_cuda_link now = next;
        int place = next_place, from = first;
        first += k->threads;
        next = kept_link(s->links + first + k->rank);
        next_place = last && first < s->count ? places[TAUT_CUDA_EACH * first] : 0;
        TEAM_ALL(j, k->rank, k->threads)
        {
            if (j != k->rank) {
                now = s->links[from + j];
                place = last ? k->places[TAUT_CUDA_EACH * (from + j)] : 0;
            }
            take_kept<last>(k, &s->held, now, place);
        }
        team_sync_block();
    }
    const kept_part* p = team_kept();
    for (int i = p->leaving_late + k->rank; i < p->leaving_count; i += LANE_TEAM) {
        leave_kept(s->held.block_count, kept_leaving(p)[i].from, kept_leaving(p)[i].to);
    }
}

LANE_STAGE void sweep_kept_last(const taut_cuda_job* job, team t)
{
    kept_sweep s = kept_sweep_of(job, &t, team_kept());
    sweep_kept<true>(&s);
}

// Substeps ----------------------------------------------------------------------------------------

// Particles begin a substep: those that left, or all others.
LANE_STAGE void begin_kept(const taut_cuda_job* job, bool leaving)
{
    const kept_part* p = team_kept();
    sheet_motion m = motion_of(job);
    int count = leaving ? p->leaving_count : p->at.count;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int seat = leaving ? kept_leaving(p)[i].from : i;
        if (!leaving && kept_flags(p)[seat] != 0) {
            continue;  // not even to be looked at: another block may be putting it there
        }
        taut_float4 x = near_get(seat_at(p->seats, seat));
        if (x.w > 0.0f) {
            begin_near_seat<false>(job, &p->at, &p->l, &m, seat, x);
        }
    }
}

// All particles but those that are away. Nobody in the block looks at the number of the substep
// meanwhile.
LANE_FN void begin_kept_parts(taut_cuda_job* job, const team* t, int substep)
{
    begin_substep(job, substep);
    EACH_PART(i)
    {
        const kept_part* p = kept_at(job, t, i);
        move_in_part(job, &p->at);
        begin_kept(job, false);
    }
}

LANE_FN void begin_kept_guests(const taut_cuda_job* job, const team* t)
{
    EACH_PART(i)
    {
        (void)kept_at(job, t, i);
        begin_kept(job, true);
    }
}

LANE_FN bool has_across(const taut_cuda_job* job, const team* t)
{
    return job->blueprint.schedule.seating.part_count % t->block_count == t->block;
}

LANE_FN void open_sheet_kept(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    int parts = job->blueprint.schedule.seating.part_count;
    EACH_PART(i)
    {
        open_kept(job, t, i);
        bring_part<false>(job, *t, i, turn);
        team_fetched();
        team_sync_block();
        flag_leaving(team_kept());
    }
    if (has_across(job, t)) {
        open_kept(job, t, parts);
        if (LANE_RANK == 0) {
            team_home()->guest_count = team_kept()->leaving_count;
        }
        team_fetched();
    }
    team_sync(t);  // all are there
}

// Parts have been swept: what is across waits for that, and they wait with it.
LANE_FN void meet_kept(const team* t)
{
    team_sync(t);
}

// A block has a part or what is across parts; a test may have fewer blocks. There is one place
// where a sweep stands: instructions come from afar, too.
LANE_FN void sweep_kept_all(const taut_cuda_job* job, const team* t, kept_sweep* s, int substep)
{
    bool last = substep + 1 == job->run.step.substep_count;
    for (int i = t->block; i <= job->blueprint.schedule.seating.part_count; i += t->block_count) {
        const kept_part* p = kept_at(job, t, i);
        if (p->across) {
            meet_kept(t);
        }
        if (p->across && substep == 0) {
            look_at_guests(p->guests);
        }
        if (s->part != i || substep == 0) {
            *s = kept_sweep_of(job, t, p);
        }
        if (last) {
            sweep_kept_last(job, *t);
        } else {
            sweep_kept<false>(s);
        }
        if (!s->across) {
            meet_kept(t);
        }
    }
}

LANE_FN void take_sheet_kept(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    int count = job->run.step.substep_count;
    open_sheet_kept(job, t, turn);
    begin_kept_parts(job, t, 0);
    begin_kept_guests(job, t);
    kept_sweep s = {};
    s.part = -1;
    for (int substep = 0; substep < count; ++substep) {
        team_sync_block();
        sweep_kept_all(job, t, &s, substep);
        team_arrive(t);
        if (substep + 1 < count) {
            begin_kept_parts(job, t, substep + 1);
        }
        team_await(t);
        if (substep + 1 < count) {
            begin_kept_guests(job, t);
        }
    }
    EACH_PART(i)
    {
        take_part_back<false>(job, *t, i, turn);
    }
}
