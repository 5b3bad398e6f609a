// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that touch, during a step of the crowd: what pairs_step.c does, by all threads at once.

// Points stand by their cells, particles by their seats. Whoever went through points would ask for
// single numbers here and there; so all go through seats, whose numbers stand in rows, the empty
// ones too.

LANE_FN const taut_pair_body* body_of_seat(const taut_pairs* p, int seat)
{
    int low = 0, high = p->body_count - 1;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (p->bodies[middle].seat_first <= seat) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return &p->bodies[low];
}

LANE_FN taut_float4 place_of_seat(const crowd* c, const taut_pair_body* b, int seat)
{
    return b->still ? c->of.built_at[seat] : pair_at(b, seat - b->seat_first);
}

// What is read of a seat before anything is written.
typedef struct seat_read {
    taut_float4 x, built;
    taut_vec3 v;
    int zone;
    bool still;
} seat_read;

// Where particles are before the substep, and what they do is told to their zones.
LANE_STAGE void begin_seats(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    taut_pair_zone* zones = zones_of(c, c->turn);
    auto get = [=](int seat) {
        const taut_pair_body* b = body_of_seat(p, seat);
        seat_read read = {
            place_of_seat(c, b, seat), c->of.built_at[seat], {}, c->of.zone_at[seat], b->still};
        if (!b->still) {
            read.v = taut_rows_get(b->v, seat - b->seat_first);
        }
        return read;
    };
    auto put = [=](int seat, seat_read read) {
        p->before[seat] = read.x;
        if (read.zone >= 0) {
            taut_vec3 none = {0.0f, 0.0f, 0.0f};
            tell_zone(zones, read.zone,
                      read.still ? none : pair_way(p, read.x, read.v, read.built));
        }
    };
    each_seat<FEW_SEATS>(first_of(&c->all), c->of.seat_count, stride_of(&c->all), get, put);
    team_sync(&c->all);
}

// Whether pairs are to be found: where particles may have come nearer than was allowed for.
LANE_FN bool finds_pairs(crowd* c, int substep)
{
    if (substep == 0 || c->of.pairs.brief) {
        return substep == 0 || !pair_brief_do(&c->of.pairs, substep);
    }
    begin_seats(c);
    return !zones_hold(c);
}

// Points are where particles are now.
LANE_STAGE void note_points(crowd* c, int substep)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        pair_note_find(&c->of.pairs, substep);
        c->laid = false;
    }
    team_sync_block();
    load_points(c);
}

// If they are, nobody moves particles before all have looked.
LANE_STAGE void begin_find(crowd* c, int substep)
{
    note_points(c, substep);
    if (!c->of.pairs.brief) {
        lay_zones(c);
        team_sync(&c->all);  // all have heard how wide they are, and whether pairs are brief
    }
}

LANE_FN bool begin_pairs(crowd* c, int substep)
{
    bool finds = c->of.pairs.point_count > 0 && finds_pairs(c, substep);
    if (finds) {
        begin_find(c, substep);
    }
    return finds;
}

// As far as that is done where others sweep meanwhile.
LANE_STAGE void go_on_with_points(crowd* c)
{
    if (!c->laid) {
        lay_zones(c);
    }
    sort_points(c);
}

// The body of pairs that a job is of; or NULL.
LANE_FN const taut_pair_body* pair_body_of(const taut_pairs* p, const taut_cuda_job* job)
{
    for (int k = 0; k < p->body_count; ++k) {
        const taut_pair_body* b = &p->bodies[k];
        if (!b->still && b->x.x == job->work.x.x) {
            return b;
        }
    }
    return NULL;
}

// Where the particles of a body are before a substep for which pairs were found earlier. Each seat
// is that of the thread that will predict it.
LANE_STAGE void place_parts(const crowd* c, const taut_cuda_job* job, const team* t)
{
    const taut_pairs* p = &c->of.pairs;
    const taut_pair_body* b = pair_body_of(p, job);
    const taut_seating* seating = &job->blueprint.schedule.seating;
    for (int part = t->block; b != NULL && part < seating->part_count; part += t->block_count) {
        auto get = [=](int seat) { return pair_at(b, seat); };
        auto put = [=](int seat, taut_float4 x) { p->before[b->seat_first + seat] = x; };
        each_seat<FEW_SEATS>(seating->first[part] + LANE_RANK, seating->first[part + 1], LANE_TEAM,
                             get, put);
    }
    if (job->move_count > 0) {
        team_sync(t);  // one of them moves what others have
    }
}

// A sweep -----------------------------------------------------------------------------------------

// FINE bodies begin with what they have moved by, so that all seats are asked for it. Others begin
// with nothing, and pairs ask where their particles are.
LANE_STAGE void gather_seats(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    auto get = [=](int seat) { return place_of_seat(c, body_of_seat(p, seat), seat); };
    auto put = [=](int seat, taut_float4 x) {
        const taut_pair_body* b = body_of_seat(p, seat);
        taut_pair_place place = {x, {0.0f, 0.0f, 0.0f, 0.0f}};
        if (b->fine && !b->still) {
            place.moved = pair_moved_so_far(b, seat - b->seat_first, x.w);
        }
        p->places[seat] = place;
    };
    each_seat<FEW_SEATS>(first_of(&c->all), c->of.seat_count, stride_of(&c->all), get, put);
    team_sync(&c->all);
}

LANE_STAGE void scatter_seats(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    auto get = [=](int seat) { return p->places[seat].moved; };
    auto put = [=](int seat, taut_float4 moved) {
        const taut_pair_body* b = body_of_seat(p, seat);
        if (has_pushed(moved.w) && !b->still) {
            float w = b->w[seat - b->seat_first];
            pair_bring(b, seat - b->seat_first, w, taut_vec3_of(moved));
        }
        if (bits_of_mark(moved.w) != 0) {
            forget_moved(&p->places[seat]);
        }
    };
    each_seat<FEW_SEATS>(first_of(&c->all), c->of.seat_count, stride_of(&c->all), get, put);
    team_sync(&c->all);
}

// No pair has moved anything yet.
LANE_STAGE void open_places(const crowd* c)
{
    for (int seat = first_of(&c->all); seat < c->of.seat_count; seat += stride_of(&c->all)) {
        forget_moved(&c->of.pairs.places[seat]);
    }
}

LANE_FN int colour_of(const taut_pairs* p, int i)
{
    int low = 0, high = TAUT_PAIR_COLOURS;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (p->colour_first[middle] <= i) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

// The addresses at which a sweep leaves the place of one of a pair, and its inverse mass. Whose
// particle it is need not be asked after the sweep, so that all of a pair is read at once then.
typedef struct pair_base {
    const float *x, *y, *z, *w;
} pair_base;

LANE_FN pair_base base_of(const crowd* c, int seat)
{
    const taut_pair_body* b = body_of_seat(&c->of.pairs, seat);
    const taut_float4* piece = c->gathers ? &c->of.pairs.places[seat].base : &c->of.built_at[seat];
    if (c->gathers || b->still) {
        return pair_base{&piece->x, &piece->y, &piece->z, &piece->w};
    }
    int own = seat - b->seat_first;
    return pair_base{b->x.x + own, b->x.y + own, b->x.z + own, b->w + own};
}

LANE_FN taut_float4 read_base(pair_base base)
{
    taut_float4 v = {team_now(base.x), team_now(base.y), team_now(base.z), team_now(base.w)};
    return v;
}

// A pair before its turn: what does not change meanwhile.
typedef struct pair_turn {
    taut_pair pair;
    uint32_t before[2];  // pairs that come before it, at each of its particles
    pair_base bases[2];  // of these
} pair_turn;

// How many of the pairs of a point come before the one of a colour; all, if that has none.
LANE_FN uint32_t pairs_before(uint64_t used, int colour)
{
    return team_bits(colour < TAUT_PAIR_COLOURS ? used & ((UINT64_C(1) << colour) - 1) : used);
}

LANE_FN pair_turn turn_of(const crowd* c, int i, int colour)
{
    pair_turn turn;
    turn.pair = c->of.pairs.pairs[i];
    turn.before[0] = pairs_before(c->of.used[turn.pair.a], colour);
    turn.before[1] = pairs_before(c->of.used[turn.pair.b], colour);
    turn.bases[0] = base_of(c, turn.pair.at[0]);
    turn.bases[1] = base_of(c, turn.pair.at[1]);
    return turn;
}

// What is told of the particle of a seat: `moved` in one piece with the number of pairs that have
// been solved there, so that nobody has to wait for anything else.
LANE_FN taut_float4* told_at(const crowd* c, int seat)
{
    return &c->of.pairs.places[seat].moved;
}

// One of a pair, when those before it have been solved.
LANE_FN bool hear_end(taut_float4 told, uint32_t before, taut_pair_end* end)
{
    uint32_t bits = bits_of_mark(told.w);
    end->moved = told;
    end->moved.w = (float)(bits & 1u);
    return bits >> 1 >= before;
}

LANE_FN void tell_end(taut_float4* at, uint32_t solved, taut_pair_end* end)
{
    end->moved.w = mark_of(solved, end->moved.w != 0.0f);
    team_answer(at, end->moved);
}

// Pair number i, when those before it at its two particles have been solved. Whoever waits has done
// all that does not ask for these. Threads of a warp may wait for one another: none that waits
// keeps another from going on.
LANE_FN void solve_in_time(const crowd* c, int i, pair_turn turn, bool fresh)
{
    const taut_pairs* p = &c->of.pairs;
    taut_pair pair = turn.pair;
    bool pressed = pair.lambda > 0.0f;
    taut_float4 *at_a = told_at(c, pair.at[0]), *at_b = told_at(c, pair.at[1]);
    taut_float4 told_a = team_ask(at_a, turn.before[0] << 1);
    taut_float4 told_b = team_ask(at_b, turn.before[1] << 1);
    taut_pair_end a = {}, b = {};
    a.base = read_base(turn.bases[0]);
    b.base = read_base(turn.bases[1]);
    a.before = team_now_four(&p->before[pair.at[0]]);  // last: what is read next would wait for
    b.before = team_now_four(&p->before[pair.at[1]]);  // registers of w, which nobody needs
    const taut_pair_past past = pair_past_of(&a, &b);
    for (bool waits = true; waits;) {
        bool heard_a = hear_end(told_a, turn.before[0], &a);
        bool heard_b = hear_end(told_b, turn.before[1], &b);
        if (heard_a && heard_b) {
            bool pushed = pair_solve(p, &pair, past, &a, &b, fresh);
            tell_end(at_a, turn.before[0] + 1, &a);
            tell_end(at_b, turn.before[1] + 1, &b);
            if (pushed || (fresh && pressed)) {
                pair_keep(&p->pairs[i], &pair);
            }
            waits = false;
        } else {
            told_a = team_ask(at_a, turn.before[0] << 1);
            told_b = team_ask(at_b, turn.before[1] << 1);
        }
    }
}

// The end of those that have colours, if anybody has put them in order.
LANE_FN int coloured_end(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    int end = c->listed ? p->pair_count : p->colour_first[TAUT_PAIR_COLOURS];
    return p->pair_count > 0 ? end : 0;
}

LANE_FN int colour_at(const crowd* c, int i)
{
    const taut_pairs* p = &c->of.pairs;
    return c->listed ? p->colours[i] : colour_of(p, i);
}

// Colour after colour, at each particle by itself: nobody waits for all others. Whoever is waited
// for stands before those that wait, and each thread takes its pairs in their order; or it has one.
LANE_STAGE void solve_coloured(const crowd* c, bool fresh)
{
    int end = coloured_end(c);
    for (int i = first_of_few(&c->all); i < end; i += stride_of(&c->all)) {
        solve_in_time(c, i, turn_of(c, i, colour_at(c, i)), fresh);
    }
}

// What got no colour, one after another.
LANE_STAGE void solve_in_turn(const crowd* c, bool fresh)
{
    const taut_pairs* p = &c->of.pairs;
    int first = p->colour_first[TAUT_PAIR_COLOURS], end = p->colour_first[TAUT_PAIR_COLOURS + 1];
    for (int i = first; first_of(&c->all) == 0 && i < end; ++i) {
        solve_in_time(c, i, turn_of(c, i, TAUT_PAIR_COLOURS), fresh);
    }
    if (first < end) {
        team_sync(&c->all);
    }
}

LANE_STAGE void count_touching(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    uint32_t count = 0;
    for (int i = first_of(&c->all); i < p->pair_count; i += stride_of(&c->all)) {
        count += p->pairs[i].lambda > 0.0f;
    }
    uint32_t sum = sum_of_block(c, count);
    if (LANE_RANK == 0 && sum > 0) {
        team_add(&c->of.report->touching, sum);
    }
}

// @param last  the last sweep of the step
// @param later what follows brings along what pairs did (contacts_look_round())
LANE_FN void project_pairs(crowd* c, int sweep, bool last, bool later)
{
    if (c->of.pairs.pair_count == 0) {
        return;
    }
    if (c->gathers) {
        gather_seats(c);
    }
    solve_coloured(c, sweep == 0);
    if (c->flows) {
        return;  // particles will wait for their pairs
    }
    team_sync(&c->all);
    if (!c->listed) {
        solve_in_turn(c, sweep == 0);
    }
    if (!later) {
        scatter_seats(c);
    }
    if (last) {
        count_touching(c);
    }
}
