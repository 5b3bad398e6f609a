// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sorting by small numbers, below TAUT_CUDA_DIGITS: items of one number keep their order. Each
// block has a piece of the row, counts, and knows from the counts of all where its own go.

LANE_STAGE void clear_bins(crowd* c)
{
    team_sync_block();
    for (int d = LANE_RANK; d < TAUT_CUDA_DIGITS; d += LANE_TEAM) {
        c->bins[d] = 0;
        c->before[d] = 0;
    }
    team_sync_block();
}

// What this block has counted, for all to see.
LANE_STAGE void tell_bins(crowd* c)
{
    team_sync_block();
    uint32_t* to = c->of.counts + (size_t)c->all.block * TAUT_CUDA_DIGITS;
    for (int d = LANE_RANK; d < TAUT_CUDA_DIGITS; d += LANE_TEAM) {
        to[d] = c->bins[d];
    }
}

// Blocks whose counts a thread reads at once.
#define BINS_AT_ONCE 8

// Adds up the counts of a number, of every `teams`-th block from `block` on.
LANE_FN void hear_bin(crowd* c, int d, int block, int blocks, int teams)
{
    uint32_t all = 0, before = 0;
    for (; block < blocks; block += BINS_AT_ONCE * teams) {
        uint32_t n[BINS_AT_ONCE];
        TEAM_UNROLL
        for (int j = 0; j < BINS_AT_ONCE; ++j) {
            int from = block + j * teams;
            size_t at = (size_t)(from < blocks ? from : block) * TAUT_CUDA_DIGITS + (size_t)d;
            n[j] = c->of.counts[at];
        }
        TEAM_UNROLL
        for (int j = 0; j < BINS_AT_ONCE; ++j) {
            int from = block + j * teams;
            all += from < blocks ? n[j] : 0;
            before += from < blocks && from < c->all.block ? n[j] : 0;
        }
    }
    if (all > 0) {
        team_add(&c->bins[d], all);
    }
    if (before > 0) {
        team_add(&c->before[d], before);
    }
}

// The counts of the first `blocks` blocks: of all, and of those before this one. Numbers from
// `digits` on are nobody's.
LANE_STAGE void hear_bins(crowd* c, int blocks, int digits)
{
    clear_bins(c);
    int teams = LANE_TEAM > digits ? LANE_TEAM / digits : 1;  // threads that share a number
    for (int i = LANE_RANK; i < digits * teams; i += LANE_TEAM) {
        hear_bin(c, i % digits, i / digits, blocks, teams);
    }
    team_sync_block();
}

// Where the items of each number begin; `before` becomes where the next of this block goes.
LANE_STAGE void place_bins(crowd* c)
{
    enum { GROUP = 16, GROUPS = TAUT_CUDA_DIGITS / GROUP };
    for (int g = LANE_RANK; g < GROUPS; g += LANE_TEAM) {
        uint32_t sum = 0;
        for (int k = 0; k < GROUP; ++k) {
            c->first[g * GROUP + k] = sum;
            sum += c->bins[g * GROUP + k];
        }
        c->first[g * GROUP] = sum;  // for the moment: of the group
    }
    team_sync_block();
    if (LANE_RANK == 0) {
        uint32_t sum = 0;
        for (int g = 0; g < GROUPS; ++g) {
            uint32_t here = c->first[g * GROUP];
            c->first[g * GROUP] = sum;
            sum += here;
        }
        c->first[TAUT_CUDA_DIGITS] = sum;
    }
    team_sync_block();
    for (int d = LANE_RANK; d < TAUT_CUDA_DIGITS; d += LANE_TEAM) {
        uint32_t begin = c->first[d / GROUP * GROUP];
        c->before[d] += d % GROUP != 0 ? begin + c->first[d] : begin;
    }
    team_sync_block();
    for (int d = LANE_RANK; d < TAUT_CUDA_DIGITS; d += LANE_TEAM) {
        if (d % GROUP != 0) {
            c->first[d] += c->first[d / GROUP * GROUP];
        }
    }
    team_sync_block();
}

template <class digit_fn> LANE_FN void count_digits(crowd* c, share s, digit_fn digit_of)
{
    clear_bins(c);
    for (int i = s.first + LANE_RANK; i < s.end; i += LANE_TEAM) {
        team_add(&c->bins[digit_of(i)], 1);
    }
    tell_bins(c);
}

// Of the items at hand, one to a thread: warps count theirs, in shared memory, and know from those
// before where their own go.
LANE_FN void place_warps(crowd* c, uint32_t* warps)
{
    int count = (LANE_TEAM + TEAM_WARP - 1) / TEAM_WARP;
    for (int d = LANE_RANK; d < TAUT_CUDA_DIGITS; d += LANE_TEAM) {
        uint32_t at = c->before[d];
        for (int k = 0; k < count; ++k) {
            uint32_t here = warps[k * TAUT_CUDA_DIGITS + d];
            warps[k * TAUT_CUDA_DIGITS + d] = at;
            at += here;
        }
        c->before[d] = at;
    }
}

// put(i, to): item i goes to place `to`.
template <class digit_fn, class put_fn>
LANE_FN void put_by_digits(crowd* c, share s, digit_fn digit_of, put_fn put)
{
    uint32_t* warps = (uint32_t*)(void*)team_room();
    uint32_t* mine = warps + LANE_RANK / TEAM_WARP * TAUT_CUDA_DIGITS;
    int entries = (LANE_TEAM + TEAM_WARP - 1) / TEAM_WARP * TAUT_CUDA_DIGITS;
    for (int from = s.first; from < s.end; from += LANE_TEAM) {
        int i = from + LANE_RANK;
        uint32_t digit = i < s.end ? digit_of(i) : TAUT_CUDA_DIGITS;
        for (int k = LANE_RANK; k < entries; k += LANE_TEAM) {
            warps[k] = 0;
        }
        team_sync_block();
        uint32_t same = team_match(digit);
        if (i < s.end && team_before(same) == 0) {
            mine[digit] = team_matching(same);
        }
        team_sync_block();
        place_warps(c, warps);
        team_sync_block();
        if (i < s.end) {
            put(i, (int)(mine[digit] + team_before(same)));
        }
        team_sync_block();
    }
}

// What the threads before this one have, together; `total` receives what all have.
LANE_STAGE uint32_t sum_before(uint32_t mine, uint32_t* total)
{
    uint32_t* from = (uint32_t*)(void*)team_room();
    uint32_t* to = from + LANE_TEAM;
    team_sync_block();
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
