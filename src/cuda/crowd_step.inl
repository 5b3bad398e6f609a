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
    each_seat(first_of(&c->all), c->of.seat_count, stride_of(&c->all), get, put);
    team_sync(&c->all);
}

// Where they are, when pairs have been found.
LANE_STAGE void place_seats(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    auto get = [=](int seat) { return c->of.built_at[seat]; };
    auto put = [=](int seat, taut_float4 x) { p->before[seat] = x; };
    each_seat(first_of(&c->all), c->of.seat_count, stride_of(&c->all), get, put);
    team_sync(&c->all);
}

// Pairs are found where particles may have come nearer than was allowed for. Nobody moves them
// before all have looked.
LANE_STAGE void begin_pairs(crowd* c, int substep)
{
    if (c->of.pairs.point_count == 0) {
        return;
    }
    if (substep > 0) {
        begin_seats(c);
    }
    if (substep == 0 || !zones_hold(c)) {
        find_pairs(c);
        place_seats(c);
    }
}

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
    each_seat(first_of(&c->all), c->of.seat_count, stride_of(&c->all), get, put);
    team_sync(&c->all);
}

// Returns whether any pair pushed.
LANE_STAGE bool scatter_seats(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    auto get = [=](int seat) { return p->places[seat]; };
    auto put = [=](int seat, taut_pair_place place) {
        const taut_pair_body* b = body_of_seat(p, seat);
        if (place.moved.w != 0.0f && !b->still) {
            pair_bring(b, seat - b->seat_first, place.base.w, taut_vec3_of(place.moved));
        }
    };
    each_seat(first_of(&c->all), c->of.seat_count, stride_of(&c->all), get, put);
    return tally_close(c)->pushed != 0;
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

// The first colour with a pair that pushes, or more than there are: as long as none has pushed,
// none else will. No pair is fresh after that.
LANE_STAGE uint32_t first_pushing(crowd* c, bool fresh)
{
    const taut_pairs* p = &c->of.pairs;
    uint32_t first = UINT32_MAX;
    for (int i = first_of(&c->all); i < p->pair_count; i += stride_of(&c->all)) {
        taut_pair* pair = &p->pairs[i];
        if (fresh) {
            pair_refresh(pair);
        }
        if (first == UINT32_MAX && pair_pushes(p, pair)) {
            first = (uint32_t)colour_of(p, i);
        }
    }
    uint32_t least = team_least(first);
    if (leads_warp() && least != UINT32_MAX) {
        team_lower(&tally_at(c)->colour, least);
    }
    return tally_close(c)->colour;
}

// One colour, by one block or by all.
LANE_STAGE void solve_colour(const crowd* c, int colour, const team* t, bool fresh)
{
    const taut_pairs* p = &c->of.pairs;
    int end = p->colour_first[colour + 1];
    bool pushed = false;
    for (int i = p->colour_first[colour] + first_of(t); i < end; i += stride_of(t)) {
        pushed = pair_visit(p, &p->pairs[i], fresh) || pushed;
    }
    if (pushed) {
        team_flag(&tally_at(c)->pushed);
    }
    team_sync(t);
}

// What got no colour, one after another.
LANE_STAGE void solve_in_turn(const crowd* c, bool fresh)
{
    const taut_pairs* p = &c->of.pairs;
    int end = p->colour_first[TAUT_PAIR_COLOURS + 1];
    for (int i = p->colour_first[TAUT_PAIR_COLOURS]; LANE_RANK == 0 && i < end; ++i) {
        if (pair_visit(p, &p->pairs[i], fresh)) {
            team_flag(&tally_at(c)->pushed);
        }
    }
    team_sync_block();
}

// Whether a colour has so few pairs that one block is done with them before all have waited for one
// another.
LANE_FN bool is_short(const taut_pairs* p, int colour)
{
    int count = p->colour_first[colour + 1] - p->colour_first[colour];
    return count <= LANE_TEAM || colour == TAUT_PAIR_COLOURS;
}

// Colours from `first` on that are short. Returns the one after them.
LANE_STAGE int solve_short_colours(const crowd* c, int first, bool fresh)
{
    const taut_pairs* p = &c->of.pairs;
    team alone = {0, 1, false};
    int end = first;
    while (end <= TAUT_PAIR_COLOURS && is_short(p, end)) {
        if (c->all.block == 0 && end < TAUT_PAIR_COLOURS &&
            p->colour_first[end] < p->colour_first[end + 1]) {
            solve_colour(c, end, &alone, fresh);
        } else if (c->all.block == 0 && end == TAUT_PAIR_COLOURS) {
            solve_in_turn(c, fresh);
        }
        ++end;
    }
    team_sync(&c->all);
    return end;
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

LANE_STAGE void solve_from(crowd* c, int colour, bool fresh)
{
    while (colour <= TAUT_PAIR_COLOURS) {
        if (is_short(&c->of.pairs, colour)) {
            colour = solve_short_colours(c, colour, fresh);
        } else {
            solve_colour(c, colour++, &c->all, fresh);
        }
    }
    bool pushed = scatter_seats(c);
    if (LANE_RANK == 0) {
        c->pushed = pushed;
    }
    team_sync_block();
}

// Where pairs pushed in the last sweep they will again; else it is asked whether any does.
// @param last the last sweep of the step
LANE_STAGE void project_pairs(crowd* c, int sweep, bool last)
{
    if (c->of.pairs.pair_count == 0) {
        return;
    }
    bool fresh = sweep == 0, sure = c->pushed;
    gather_seats(c);
    uint32_t first = sure ? 0 : first_pushing(c, fresh);
    if (first <= TAUT_PAIR_COLOURS) {
        solve_from(c, (int)first, fresh && sure);
    }
    if (last) {
        count_touching(c);
    }
}
