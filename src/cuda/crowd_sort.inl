// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sorting by small numbers, digits: items of one digit keep their order. Each block has a piece of
// the row and counts the digits there. A block adds up the counts of a few digits over all blocks,
// and others those of others: nobody reads them all.

// What the threads before this one have, together; `total` receives what all have. Nobody else is
// using the room.
LANE_STAGE uint32_t sum_before(uint32_t mine, uint32_t* total)
{
    uint32_t* from = (uint32_t*)(void*)team_room();
    uint32_t* to = from + LANE_TEAM;
    from[LANE_RANK] = mine;
    team_sync_block();
    for (int step = 1; step < LANE_TEAM; step *= 2) {
        to[LANE_RANK] = from[LANE_RANK] + (LANE_RANK >= step ? from[LANE_RANK - step] : 0);
        team_sync_block();
        uint32_t* swap = from;
        from = to;
        to = swap;
    }
    *total = from[LANE_TEAM - 1];
    uint32_t before = from[LANE_RANK] - mine;
    team_sync_block();
    return before;
}

// Digits as they are counted: whole groups.
LANE_FN int whole_digits(int digits)
{
    return (digits + GROUP - 1) / GROUP * GROUP;
}

// Counts of a block; those after the last one's are sums of groups.
LANE_FN uint32_t* counts_of(const crowd* c, int block, int digits)
{
    return c->of.counts + (size_t)block * (size_t)whole_digits(digits);
}

// Cells of the table (crowd_cells.inl), or other numbers, that a thread reads or writes at once, in
// one piece.
#define CELLS_AT_ONCE 4
typedef struct some_cells {
    alignas(16) uint32_t of[CELLS_AT_ONCE];
} some_cells;

LANE_FN some_cells* cells_at(const crowd* c, int first)
{
    return (some_cells*)(void*)(c->of.table + first);
}

// No points in the first of these any more.
LANE_FN void clear_table(const crowd* c, int cells)
{
    some_cells none = {};
    int stride = stride_of(&c->all) * CELLS_AT_ONCE;
    for (int k = first_of(&c->all) * CELLS_AT_ONCE; k < cells; k += stride) {
        *cells_at(c, k) = none;
    }
}

// Nor any of them with a block that adds them up. All wait before they are counted.
LANE_FN void clear_counts(const crowd* c)
{
    for (int k = first_of(&c->all); k < c->all.block_count; k += stride_of(&c->all)) {
        c->of.counts[k] = 0;
    }
}

// The number in its warp of the first thread that is one of these.
LANE_FN int first_matching(uint32_t match)
{
    return (int)team_matching((match & (0u - match)) - 1u);
}

// Counts, and says of each item how many of its digit come before it in its block. Warps have one
// turn after another, so that items keep their order.
template <class digit_fn>
LANE_FN void count_digits(const crowd* c, share s, int digits, uint32_t* ranks, digit_fn digit_of)
{
    uint32_t* bins = (uint32_t*)(void*)team_room();
    uint32_t* counted = bins + whole_digits(digits);  // by thread: in the warps before
    for (int d = LANE_RANK; d < whole_digits(digits); d += LANE_TEAM) {
        bins[d] = 0;
    }
    team_sync_block();
    for (int from = s.first; from < s.end; from += LANE_TEAM) {
        int i = from + LANE_RANK, warp = LANE_RANK / TEAM_WARP;
        uint32_t digit = i < s.end ? digit_of(i) : (uint32_t)digits;
        uint32_t same = team_match(digit);
        bool speaks = i < s.end && team_before(same) == 0;
        for (int turn = 0; turn * TEAM_WARP < LANE_TEAM; ++turn) {
            if (speaks && turn == warp) {
                counted[LANE_RANK] = bins[digit];
                bins[digit] += team_matching(same);
            }
            team_sync_block();
        }
        if (i < s.end) {
            ranks[i] = counted[warp * TEAM_WARP + first_matching(same)] + team_before(same);
        }
        team_sync_block();
    }
    uint32_t* to = counts_of(c, c->all.block, digits);
    for (int d = LANE_RANK; d < whole_digits(digits); d += LANE_TEAM) {
        to[d] = bins[d];
    }
}

// Counts of one digit that a thread reads at once.
#define COUNTS_AT_ONCE 8

// Adds up the counts of a digit, `rows` of them. With `put`, what came before takes their places.
LANE_STAGE uint32_t add_counts(uint32_t* at, size_t stride, int rows, uint32_t sum, bool put)
{
    for (int from = 0; from < rows; from += COUNTS_AT_ONCE) {
        uint32_t n[COUNTS_AT_ONCE];
        TEAM_UNROLL
        for (int j = 0; j < COUNTS_AT_ONCE; ++j) {
            n[j] = from + j < rows ? at[(size_t)(from + j) * stride] : 0;
        }
        TEAM_UNROLL
        for (int j = 0; j < COUNTS_AT_ONCE; ++j) {
            if (put && from + j < rows) {
                at[(size_t)(from + j) * stride] = sum;
            }
            sum += n[j];
        }
    }
    return sum;
}

// A group of digits: counts of the first `blocks` blocks become how many of the group come before,
// of lower digits or in the blocks before. Warps have some blocks each.
LANE_FN void add_group(const crowd* c, int group, int blocks, int digits)
{
    int warps = LANE_TEAM > GROUP ? LANE_TEAM / GROUP : 1;
    int each = (blocks + warps - 1) / warps;
    uint32_t* parts = (uint32_t*)(void*)team_room();  // of a digit: what the blocks of a warp have
    uint32_t* sums = parts + warps * GROUP;           // and all
    auto add = [&](int k, uint32_t sum, bool put) {
        int first = k / GROUP * each, left = blocks - first;
        return add_counts(counts_of(c, first, digits) + group * GROUP + k % GROUP,
                          (size_t)whole_digits(digits), left < each ? left : each, sum, put);
    };
    for (int k = LANE_RANK; k < warps * GROUP; k += LANE_TEAM) {
        parts[k] = add(k, 0, false);
    }
    team_sync_block();
    for (int d = LANE_RANK; d < GROUP; d += LANE_TEAM) {
        uint32_t sum = 0;
        for (int w = 0; w < warps; ++w) {
            sum += parts[w * GROUP + d];
        }
        sums[d] = sum;
    }
    team_sync_block();
    for (int k = LANE_RANK; k < warps * GROUP; k += LANE_TEAM) {
        uint32_t sum = 0;
        for (int d = 0; d < k % GROUP; ++d) {
            sum += sums[d];
        }
        for (int from = k % GROUP; from < k; from += GROUP) {
            sum += parts[from];
        }
        sum = add(k, sum, true);
        if (k == warps * GROUP - 1) {
            counts_of(c, c->all.block_count, digits)[group] = sum;
        }
    }
    team_sync_block();
}

LANE_STAGE void add_groups(const crowd* c, int blocks, int digits)
{
    for (int group = c->all.block; group * GROUP < digits; group += c->all.block_count) {
        add_group(c, group, blocks, digits);
    }
    team_sync(&c->all);
}

// Where groups begin.
LANE_STAGE void place_groups(crowd* c, int digits)
{
    const uint32_t* sums = counts_of(c, c->all.block_count, digits);
    int groups = whole_digits(digits) / GROUP;
    uint32_t sum = 0;
    for (int from = 0; from < groups; from += LANE_TEAM) {
        int group = from + LANE_RANK;
        uint32_t total;
        uint32_t before = sum_before(group < groups ? sums[group] : 0, &total);
        if (group < groups) {
            c->first[group] = sum + before;
        }
        sum += total;
    }
    team_sync_block();
}

// Where the items of a digit begin, once all are sorted.
LANE_FN uint32_t first_of_digit(const crowd* c, int digits, uint32_t digit)
{
    return counts_of(c, 0, digits)[digit] + c->first[digit / GROUP];
}

// put(i, to): item i goes to place `to`.
// @param s      the items of this block
// @param blocks that have any
// @param ranks  room for a number of each
template <class digit_fn, class put_fn>
LANE_FN void sort_items(crowd* c, share s, int blocks, int digits, uint32_t* ranks,
                        digit_fn digit_of, put_fn put)
{
    count_digits(c, s, digits, ranks, digit_of);
    team_sync(&c->all);
    add_groups(c, blocks, digits);
    place_groups(c, digits);
    const uint32_t* before = counts_of(c, c->all.block, digits);
    for (int i = s.first + LANE_RANK; i < s.end; i += LANE_TEAM) {
        uint32_t digit = digit_of(i);
        put(i, (int)(ranks[i] + before[digit] + c->first[digit / GROUP]));
    }
}
