// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which particles may come near, found by all threads at once: what pairs_find.c does, with the
// same outcome. Integers decide about every order.

// Bodies that came apart stay on the host.
LANE_FN bool pair_again(const taut_pairs*, const taut_point*, const taut_point*, bool)
{
    return false;
}

// clang-format off
#include "pairs_find.inl"
// clang-format on

// Where particles are.
LANE_STAGE void load_points(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    taut_pair_box box = pair_no_box();
    for (int number = first_of(&c->all); number < p->point_count; number += stride_of(&c->all)) {
        const taut_pair_body* b = &p->bodies[owner_of(p, number)];
        p->built[number] = pair_place(b, number - b->first);
        pair_widen(&box, taut_vec3_of(p->built[number]));
    }
    for (int seat = first_of(&c->all); seat < c->of.seat_count; seat += stride_of(&c->all)) {
        c->of.zone_at[seat] = -1;
    }
    clear_zones(c);
    tally_box(c, &box);
    taut_pair_box all = box_in(tally_close(c));
    lay_zones(c, &all);
}

// Cells -------------------------------------------------------------------------------------------

LANE_STAGE taut_pair_cell lowest_cell(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    uint32_t low[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX}, high[3] = {0, 0, 0};
    for (int i = first_of(&c->all); i < p->point_count; i += stride_of(&c->all)) {
        taut_pair_cell cell = pair_cell_at(p, i);
        for (int k = 0; k < 3; ++k) {
            uint32_t at = order_of_int(cell.at[k]);
            low[k] = at < low[k] ? at : low[k];
            high[k] = at > high[k] ? at : high[k];
        }
    }
    tally_bounds(c, low, high);
    const taut_cuda_tally* t = tally_close(c);
    taut_pair_cell lowest;
    for (int k = 0; k < 3; ++k) {
        lowest.at[k] = int_in_order(t->low[k]);
        int64_t most = (int64_t)int_in_order(t->high[k]) - lowest.at[k] + 2;
        if (LANE_RANK == 0) {
            p->axis_bits[k] = pair_bits_for(most);
        }
    }
    team_sync_block();
    return lowest;
}

LANE_FN void place_point(const crowd* c, int i, int number)
{
    const taut_pairs* p = &c->of.pairs;
    int owner = owner_of(p, number);
    const taut_pair_body* b = &p->bodies[owner];
    int particle = number - b->first;
    taut_point point = {owner, b->seat_of[particle], particle, (uint32_t)number};
    int seat = b->seat_first + point.seat;
    p->points[i] = point;
    p->found[i] = p->built[number];
    int zone = pair_zone_at(&p->zoning, p->found[i]);
    p->margin_of[i] = p->margins[zone];
    c->of.built_at[seat] = p->found[i];
    c->of.zone_at[seat] = zone;
}

enum { DIGIT_BITS = 8 };
static_assert(1 << DIGIT_BITS == TAUT_CUDA_DIGITS, "digits of keys");

// By one digit. The last time points go to their places.
LANE_STAGE void sort_digit(crowd* c, const taut_keyed* from, taut_keyed* to, int shift, bool last)
{
    const taut_pairs* p = &c->of.pairs;
    share s = share_of(c, p->point_count, LANE_TEAM);
    auto digit = [&](int i) { return (uint32_t)(from[i].key >> shift) & (TAUT_CUDA_DIGITS - 1); };
    count_digits(c, s, digit);
    team_sync(&c->all);
    hear_bins(c, sharing_blocks(c, p->point_count, LANE_TEAM), TAUT_CUDA_DIGITS);
    place_bins(c);
    put_by_digits(c, s, digit, [&](int i, int at) {
        to[at] = from[i];
        if (last) {
            place_point(c, at, (int)from[i].number);
        }
    });
    team_sync(&c->all);
}

LANE_STAGE void sort_by_cell(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    taut_pair_cell lowest = lowest_cell(c);
    int bits = p->axis_bits[0] + p->axis_bits[1] + p->axis_bits[2];
    share s = share_of(c, p->point_count, LANE_TEAM);
    for (int i = s.first + LANE_RANK; i < s.end; i += LANE_TEAM) {
        taut_keyed item = {pair_key(p, pair_cell_at(p, i), lowest), (uint32_t)i};
        p->keys[i] = item;
    }
    taut_keyed *from = p->keys, *to = p->key_scratch;
    for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
        sort_digit(c, from, to, shift, shift + DIGIT_BITS >= bits);
        taut_keyed* swap = from;
        from = to;
        to = swap;
    }
    if (LANE_RANK == 0) {
        p->cells = from;
    }
    team_sync_block();
}

// Pairs -------------------------------------------------------------------------------------------

// Where the rows around a cell begin: all at once, for each look at a key takes its time.
LANE_FN void find_rows(const taut_pairs* p, const uint64_t rows[PAIR_ROWS], int at[PAIR_ROWS])
{
    int high[PAIR_ROWS];
    for (int k = 0; k < PAIR_ROWS; ++k) {
        at[k] = 0;
        high[k] = p->point_count;
    }
    for (int left = p->point_count; left > 0; left /= 2) {
        TAUT_UNROLL
        for (int k = 0; k < PAIR_ROWS; ++k) {
            int middle = at[k] + (high[k] - at[k]) / 2;
            bool open = at[k] < high[k];
            bool below = open && p->cells[middle].key < rows[k];
            at[k] = below ? middle + 1 : at[k];
            high[k] = open && !below ? middle : high[k];
        }
    }
}

// Points that a thread reads at once, since they are far away.
#define PAIRS_AT_ONCE 4

// Looks at the points from number `from` on whose key is not above `last`.
LANE_FN void look(const taut_pairs* p, int i, const taut_pair_sight* own, int from, uint64_t last,
                  taut_pair_finds* f)
{
    int end = pair_look_end(p, from), k = from;
    for (bool more = true; more && k < end;) {
        taut_pair_sight others[PAIRS_AT_ONCE];
        TEAM_UNROLL
        for (int j = 0; j < PAIRS_AT_ONCE; ++j) {
            others[j] = pair_sight_of(p, k + j < end ? k + j : k);
        }
        TEAM_UNROLL
        for (int j = 0; j < PAIRS_AT_ONCE; ++j) {
            more = more && k < end && others[j].key <= last;
            if (more) {
                pair_try_other(p, i, k, own, &others[j], f);
                k += 1;
            }
        }
    }
    f->dropped += pair_looked_short(p, from, k, last);
}

LANE_STAGE uint32_t find_others(const taut_pairs* p, int i, int32_t* count)
{
    taut_pair_sight own = pair_sight_of(p, i);
    uint64_t key = own.key;
    uint64_t rows[PAIR_ROWS], from[PAIR_ROWS];
    int at[PAIR_ROWS];
    pair_rows(p, rows);
    for (int k = 0; k < PAIR_ROWS; ++k) {
        from[k] = key + rows[k] - 1;
    }
    find_rows(p, from, at);
    taut_pair_finds f;
    f.count = 0;
    f.dropped = 0;
    TAUT_NO_UNROLL
    for (int k = -1; k < PAIR_ROWS; ++k) {
        look(p, i, &own, k < 0 ? i + 1 : at[k], k < 0 ? key + 1 : key + rows[k] + 1, &f);
    }
    for (int k = 0; k < f.count; ++k) {
        p->others[(size_t)i * TAUT_PAIR_MOST + (size_t)k] = f.others[k];
    }
    *count = f.count;
    return (uint32_t)f.dropped;
}

LANE_STAGE void find_all(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    share s = share_of(c, p->point_count, TEAM_WARP);
    uint32_t dropped = 0;
    clear_bins(c);
    for (int i = s.first + LANE_RANK; i < s.end; i += LANE_TEAM) {
        int32_t count;
        dropped += find_others(p, i, &count);
        p->other_count[i] = count;
        team_add(&c->bins[count], 1);
    }
    clear_colours(c, s);
    tell_bins(c);
    uint32_t sum = sum_of_block(c, dropped);
    if (LANE_RANK == 0 && sum > 0) {
        team_add_long(&tally_at(c)->dropped, sum);
    }
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
    for (int k = 0; k < count; ++k) {
        taut_other other = p->others[(size_t)i * TAUT_PAIR_MOST + (size_t)k];
        taut_listed listed = {i, other.point, other.distance};
        p->listed[at + k] = listed;
        team_add(&c->of.degrees[other.point], 1);
    }
    if (count > 0) {
        team_add(&c->of.degrees[i], (uint32_t)count);
    }
}

LANE_STAGE void list_pairs(crowd* c, uint64_t dropped)
{
    taut_pairs* p = &c->of.pairs;
    hear_bins(c, sharing_blocks(c, p->point_count, TEAM_WARP), TAUT_PAIR_MOST + 1);
    int most = most_each(c);
    uint32_t at = 0, all = 0;
    for (uint32_t k = 0; k <= TAUT_PAIR_MOST; ++k) {
        uint32_t kept = k < (uint32_t)most ? k : (uint32_t)most;
        at += kept * c->before[k];
        all += kept * c->bins[k];
        dropped += (uint64_t)(k - kept) * c->bins[k];
    }
    share s = share_of(c, p->point_count, TEAM_WARP);
    for (int from = s.first; from < s.end; from += LANE_TEAM) {
        int i = from + LANE_RANK;
        int found = i < s.end ? p->other_count[i] : 0;
        int count = found < most ? found : most;
        uint32_t total;
        uint32_t before = sum_before((uint32_t)count, &total);
        list_point(c, i, (int)(at + before), count);
        at += total;
    }
    if (LANE_RANK == 0) {
        p->pair_count = (int)all;
        p->dropped += (size_t)dropped;
    }
    team_sync(&c->all);
}

// taut_pairs_find()
LANE_STAGE void find_pairs_once(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    if (LANE_RANK == 0) {
        p->cell = p->reach + p->margin;
        p->find_count += 1;
    }
    team_sync_block();
    sort_by_cell(c);
    find_all(c);
    uint64_t dropped = tally_close(c)->dropped;
    list_pairs(c, dropped);
    colour_pairs(c);
}

LANE_STAGE void find_pairs(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    load_points(c);
    size_t dropped = p->dropped;
    find_pairs_once(c);
    while (p->dropped > dropped && p->margin > p->least) {
        team_sync_block();
        if (LANE_RANK == 0) {
            p->dropped = dropped;
            p->margin = pair_less_margin(p->reach, p->margin, p->least);
        }
        team_sync_block();
        find_pairs_once(c);
    }
}
