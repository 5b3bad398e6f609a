// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that touch, during a step of the crowd: what pairs_step.c does, by all threads at once.

// Where points are before the substep; pairs are found where particles may have come nearer than
// was allowed for. Nobody moves them before all have looked.
LANE_STAGE void begin_pairs(crowd* c, int substep)
{
    const taut_pairs* p = &c->of.pairs;
    bool find = substep == 0;
    if (p->point_count == 0) {
        return;
    }
    if (!find) {
        taut_pair_zone* zones = zones_of(c, c->turn);
        for (int i = first_of(&c->all); i < p->point_count; i += stride_of(&c->all)) {
            tell_zone(&zones[p->zone_of[i]], pair_begin(p, i));
        }
        team_sync(&c->all);
        find = !zones_hold(c);
    }
    if (find) {
        find_pairs(c);
        for (int i = first_of(&c->all); i < p->point_count; i += stride_of(&c->all)) {
            (void)pair_begin(p, i);
        }
        team_sync(&c->all);
    }
}

// Nobody knows where a point's particle is before its seat has come: a thread would wait for one
// after the other. So while it is at one, it asks for what the next will lead to, and for the seat
// of the one after that.

LANE_FN void expect_rows(taut_rows rows, int seat)
{
    team_expect(rows.x + seat);
    team_expect(rows.y + seat);
    team_expect(rows.z + seat);
}

LANE_FN void expect_points(const taut_pairs* p, int next, int after)
{
    if (after < p->point_count) {
        team_expect(&p->points[after]);
    }
    if (next < p->point_count) {
        const taut_point* point = &p->points[next];
        const taut_pair_body* b = &p->bodies[point->owner];
        if (!b->still) {
            expect_rows(b->x, point->seat);
            team_expect(b->w + point->seat);
        }
    }
}

LANE_STAGE void gather_points(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    int stride = stride_of(&c->all);
    for (int i = first_of(&c->all); i < p->point_count; i += stride) {
        expect_points(p, i + stride, i + 2 * stride);
        pair_gather(p, i);
    }
    team_sync(&c->all);
}

LANE_STAGE void scatter_points(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    int stride = stride_of(&c->all);
    for (int i = first_of(&c->all); i < p->point_count; i += stride) {
        expect_points(p, i + stride, i + 2 * stride);
        pair_scatter(p, i);
    }
    team_sync(&c->all);
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
// none else will.
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
LANE_STAGE void solve_colour(const crowd* c, int colour, const team* t)
{
    const taut_pairs* p = &c->of.pairs;
    int end = p->colour_first[colour + 1];
    for (int i = p->colour_first[colour] + first_of(t); i < end; i += stride_of(t)) {
        pair_solve(p, &p->pairs[i]);
    }
    team_sync(t);
}

// What got no colour, one after another.
LANE_STAGE void solve_in_turn(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    int end = p->colour_first[TAUT_PAIR_COLOURS + 1];
    for (int i = p->colour_first[TAUT_PAIR_COLOURS]; LANE_RANK == 0 && i < end; ++i) {
        pair_solve(p, &p->pairs[i]);
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
LANE_STAGE int solve_short_colours(const crowd* c, int first)
{
    const taut_pairs* p = &c->of.pairs;
    team alone = {0, 1, false};
    int end = first;
    while (end <= TAUT_PAIR_COLOURS && is_short(p, end)) {
        if (c->all.block == 0 && end < TAUT_PAIR_COLOURS &&
            p->colour_first[end] < p->colour_first[end + 1]) {
            solve_colour(c, end, &alone);
        } else if (c->all.block == 0 && end == TAUT_PAIR_COLOURS) {
            solve_in_turn(c);
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

// @param last the last sweep of the step
LANE_STAGE void project_pairs(crowd* c, int sweep, bool last)
{
    const taut_pairs* p = &c->of.pairs;
    if (p->pair_count == 0) {
        return;
    }
    gather_points(c);
    uint32_t first = first_pushing(c, sweep == 0);
    if (first <= TAUT_PAIR_COLOURS) {
        for (int colour = (int)first; colour <= TAUT_PAIR_COLOURS;) {
            if (is_short(p, colour)) {
                colour = solve_short_colours(c, colour);
            } else {
                solve_colour(c, colour++, &c->all);
            }
        }
        scatter_points(c);
    }
    if (last) {
        count_touching(c);
    }
}
