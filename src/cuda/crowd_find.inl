// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which particles may come near, found by all threads at once: what pairs_find.c does, with the
// same outcome. Integers decide about every order.

// find_others() does that by itself.
LANE_FN bool pair_again(const taut_pairs*, const taut_point*, const taut_point*, bool)
{
    return false;
}

// clang-format off
#include "pairs_find.inl"
// clang-format on

// Where particles are, and what they do: zones that stay as they were are told at once.
LANE_STAGE void load_points(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    taut_pair_zone* zones = zones_of(c, c->turn);
    taut_pair_box box = pair_no_box(), ways = pair_no_box();
    bool lost = false;
    auto get = [=](int number) {
        const taut_pair_body* b = &p->bodies[owner_of(p, number)];
        taut_pair_course course = {pair_place(b, number - b->first),
                                   pair_way_of(p, b, number - b->first, 0.0f)};
        return course;
    };
    auto put = [&](int number, taut_pair_course at) {
        p->built[number] = at.x;
        c->of.ways[number] = at.way;
        pair_widen(&box, taut_vec3_of(at.x));
        pair_widen(&ways, taut_vec3_of(at.way));
        lost = lost || isnan(at.x.x) || isnan(at.x.y) || isnan(at.x.z);
        if (p->brief) {
            tell_zone(zones, pair_zone_at(&p->zoning, at.x), taut_vec3_of(at.way));
        }
    };
    each_seat<FEW_SEATS>(first_of(&c->all), p->point_count, stride_of(&c->all), get, put);
    if (lost) {
        team_flag(&tally_at(c)->lost);
    }
    clear_counts(c);
    if (p->find_count == 0) {
        clear_table(c, (int)taut_cuda_table_room(c->of.table_bits));
    }
    if (!p->brief) {
        for (int seat = first_of(&c->all); seat < c->of.seat_count; seat += stride_of(&c->all)) {
            c->of.zone_at[seat] = -1;
        }
        clear_zones(c);
    }
    tally_box(c, &box, tally_at(c)->low, tally_at(c)->high);
    tally_box(c, &ways, tally_at(c)->way_low, tally_at(c)->way_high);
    (void)tally_close(c);
}

// Cells -------------------------------------------------------------------------------------------

// Of all points, one after another.
LANE_STAGE void find_cells(crowd* c, taut_pair_cell* lowest, taut_pair_cell* highest)
{
    const taut_pairs* p = &c->of.pairs;
    uint32_t low[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX}, high[3] = {0, 0, 0};
    for (int i = first_of(&c->all); i < p->point_count; i += stride_of(&c->all)) {
        taut_pair_cell cell = pair_cell_at(p, i);
        for (int k = 0; k < 3; ++k) {
            uint32_t at = order_of_int(cell.at[k]);
            low[k] = at < low[k] ? at : low[k];
            high[k] = at > high[k] ? at : high[k];
        }
    }
    tally_bounds(c, low, high, tally_at(c)->low, tally_at(c)->high);
    const taut_cuda_tally* t = tally_close(c);
    for (int k = 0; k < 3; ++k) {
        lowest->at[k] = int_in_order(t->low[k]);
        highest->at[k] = int_in_order(t->high[k]);
    }
}

LANE_FN taut_pair_cell cell_in(const taut_pairs* p, taut_vec3 x)
{
    taut_pair_cell cell = {
        {pair_cell_of(x.x, p->cell), pair_cell_of(x.y, p->cell), pair_cell_of(x.z, p->cell)}};
    return cell;
}

// Cells come in the order of places, so that those of the box around all points are the lowest and
// the highest; but not those of points that are nowhere, which the box is not around. Says how many
// there are, with as many empty ones before the first and after the last in each direction as there
// are rings.
LANE_STAGE taut_pair_cell lowest_cell(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    taut_pair_cell lowest = cell_in(p, c->box.low), highest = cell_in(p, c->box.high);
    if (c->lost || !(p->cell < INFINITY)) {
        find_cells(c, &lowest, &highest);
    }
    for (int k = 0; k < 3 && LANE_RANK == 0; ++k) {
        int64_t most = pair_last_along(p, highest, lowest, k);
        p->axis_bits[k] = pair_bits_for(most);
        c->across[k] = (int32_t)(most + 1 < INT32_MAX ? most + 1 : INT32_MAX);
    }
    team_sync_block();
    return lowest;
}

// clang-format off
#include "cuda/crowd_cells.inl"
// clang-format on

// Pairs -------------------------------------------------------------------------------------------

// clang-format off
#include "cuda/crowd_look.inl"
// clang-format on

// Says how many points of this block found how many others, what they have no room for, and how
// fast two of them come nearer.
LANE_STAGE void tell_found(crowd* c, uint32_t dropped, float closing)
{
    taut_cuda_tally* t = tally_at(c);
    uint32_t most = team_most(taut_order_of_float(closing));
    if (leads_warp()) {
        team_raise(&c->closing, most);
    }
    uint32_t sum = sum_of_block(c, dropped);
    if (LANE_RANK == 0) {
        team_raise(&t->closing, c->closing);
    }
    for (int k = LANE_RANK; k <= TAUT_PAIR_MOST; k += LANE_TEAM) {
        if (c->bins[k] > 0) {
            team_add(&t->found[k], c->bins[k]);
        }
    }
    if (LANE_RANK == 0 && sum > 0) {
        team_add_long(&t->dropped, sum);
    }
}

// clang-format off
#include "cuda/crowd_swift.inl"
// clang-format on

// @param again  there was no room for all that was found: it is known how fast swift zones are
LANE_STAGE void find_all(crowd* c, bool again)
{
    const taut_pairs* p = &c->of.pairs;
    uint32_t dropped = 0;
    float closing = 0.0f;
    for (int k = LANE_RANK; k <= TAUT_PAIR_MOST; k += LANE_TEAM) {
        c->bins[k] = 0;
    }
    if (LANE_RANK == 0) {
        c->closing = taut_order_of_float(0.0f);
        c->picked = c->taken = 0;
    }
    team_sync_block();
    bool swift = !again && may_look_at_swift(p);
    if (swift) {
        pick_swift(c);
        team_sync_block();
    }
    for (int n = LANE_RANK; striped(c, n) < p->point_count; n += LANE_TEAM) {
        int i = striped(c, n);
        others_found found = c->of.any_parted ? find_others<true>(c, i) : find_others<false>(c, i);
        dropped += found.dropped;
        closing = found.closing > closing ? found.closing : closing;
        p->other_count[i] = found.count;
        team_add(&c->bins[found.count], 1);
    }
    if (swift) {
        look_at_swift(c);
    }
    tell_found(c, dropped, closing);
}

// Where room is short each point keeps fewer of its nearest: the most that fit. `bins` has how many
// points found how many others.
LANE_FN int most_each(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    int64_t sum = 0;
    int64_t with_more = p->point_count - (int64_t)c->bins[0];
    int most = 0;
    while (most < TAUT_PAIR_MOST && sum + with_more <= p->most_pairs) {
        most += 1;
        sum += with_more;
        with_more -= c->bins[most];
    }
    return most;
}

// Pairs of a point go to the list from `at` on.
LANE_FN void list_point(const crowd* c, int i, int at, int count)
{
    const taut_pairs* p = &c->of.pairs;
    const taut_other* found = &p->others[(size_t)i * TAUT_PAIR_MOST];
    for (int from = 0; from < count; from += SETTLED_AT_ONCE) {
        taut_other others[SETTLED_AT_ONCE];
        TEAM_UNROLL
        for (int j = 0; j < SETTLED_AT_ONCE; ++j) {
            others[j] = found[from + j < count ? from + j : 0];
        }
        TEAM_UNROLL
        for (int j = 0; j < SETTLED_AT_ONCE; ++j) {
            if (from + j < count) {
                taut_listed listed = {i, others[j].point, others[j].distance};
                p->listed[at + from + j] = listed;
                team_add(&c->of.degrees[others[j].point], 1);
            }
        }
    }
    if (count > 0) {
        team_add(&c->of.degrees[i], (uint32_t)count);
    }
}

// Pairs that a point keeps.
LANE_FN int kept_of(const taut_pairs* p, int i, share s, int most)
{
    int found = i < s.end ? p->other_count[i] : 0;
    return found < most ? found : most;
}

// Where the pairs of this block's points begin in the list: all blocks say how many they have.
LANE_STAGE uint32_t first_listed(crowd* c, share s, int most)
{
    uint32_t mine = 0, before = 0;
    for (int i = s.first + LANE_RANK; i < s.end; i += LANE_TEAM) {
        mine += (uint32_t)kept_of(&c->of.pairs, i, s, most);
    }
    uint32_t sum = sum_of_block(c, mine);
    if (LANE_RANK == 0) {
        c->of.counts[c->all.block] = sum;
    }
    team_sync(&c->all);
    for (int k = LANE_RANK; k < c->all.block; k += LANE_TEAM) {
        before += c->of.counts[k];
    }
    return sum_of_block(c, before);
}

// What the list leaves out, and how long it is.
LANE_FN void count_listed(crowd* c, int most, uint64_t dropped)
{
    uint32_t all = 0;
    for (uint32_t k = 0; k <= TAUT_PAIR_MOST; ++k) {
        uint32_t kept = k < (uint32_t)most ? k : (uint32_t)most;
        all += kept * c->bins[k];
        dropped += (uint64_t)(k - kept) * c->bins[k];
    }
    c->of.pairs.pair_count = (int)all;
    c->of.pairs.dropped += (size_t)dropped;
}

// What swift zones have told.
LANE_FN void note_rate(taut_pairs* p, const taut_cuda_tally* t)
{
    uint32_t none = taut_order_of_float(0.0f);
    p->rate = taut_float_in_order(t->rate > none ? t->rate : none);
    p->rate = pair_knows_swift(p) && pair_few_looks(p, t->looks) ? p->rate : INFINITY;
}

LANE_STAGE void list_pairs(crowd* c, const taut_cuda_tally* t, bool again)
{
    taut_pairs* p = &c->of.pairs;
    for (int k = LANE_RANK; k <= TAUT_PAIR_MOST; k += LANE_TEAM) {
        c->bins[k] = t->found[k];
    }
    clear_colours(c, share_of(c, p->point_count, TEAM_WARP));
    uint64_t dropped = t->dropped;
    if (LANE_RANK == 0) {
        taut_atomic_set(&p->closing, t->closing);
        if (!again) {
            note_rate(p, t);
        }
    }
    team_sync_block();
    int most = most_each(c);
    share s = share_of(c, p->point_count, TEAM_WARP);
    uint32_t at = first_listed(c, s, most);
    for (int from = s.first; from < s.end; from += LANE_TEAM) {
        int i = from + LANE_RANK, count = kept_of(p, i, s, most);
        uint32_t total;
        uint32_t before = sum_before((uint32_t)count, &total);
        list_point(c, i, (int)(at + before), count);
        at += total;
    }
    if (LANE_RANK == 0) {
        count_listed(c, most, dropped);
    }
    team_sync(&c->all);
}

LANE_STAGE void sort_points(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    if (LANE_RANK == 0) {
        pair_set_cells(p);
        p->find_count += 1;
    }
    team_sync_block();
    sort_by_cell(c);
    if (has_cell_boxes(c)) {
        cut_rows(c, box_cells(c));
    }
}

// Particles that were near nothing that they hung together with meet it from the next find on.
LANE_STAGE void note_clear(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    for (int k = 0; k < p->body_count; ++k) {
        const taut_pair_body* b = &p->bodies[k];
        int count = b->parted != NULL && !b->still ? b->count : 0;
        for (int i = first_of(&c->all); i < count; i += stride_of(&c->all)) {
            if (b->parted[i] == TAUT_PARTED_NEAR && b->seen[i] == 0) {
                b->parted[i] = TAUT_PARTED_CLEAR;
            }
            b->seen[i] = 0;
        }
    }
}

// What taut_pairs_find() does with points that are sorted.
// @param again as for find_all()
LANE_STAGE void pair_points(crowd* c, bool again)
{
    taut_pairs* p = &c->of.pairs;
    find_all(c, again);
    const taut_cuda_tally* found = tally_close(c);
    if (c->of.clears && p->find_count == 1) {
        note_clear(c);
    }
    clear_table(c, c->cells);  // for the next time, now that all have looked
    list_pairs(c, found, again);
    if (LANE_RANK == 0) {
        p->lasts = pair_brief_substeps(p);
    }
    team_sync_block();
    colour_pairs(c);
}

// From sort_points() on.
LANE_STAGE void find_pairs(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    size_t dropped = p->dropped;
    pair_points(c, false);
    while (p->dropped > dropped && p->margin > p->least) {
        team_sync_block();
        if (LANE_RANK == 0) {
            p->dropped = dropped;
            pair_find_less(p);
        }
        clear_counts(c);
        team_sync(&c->all);
        sort_points(c);
        pair_points(c, true);
    }
}
