// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A seat is 16 bytes, and shared memory gives 128 at a time: threads of eight in a row that want
// seats of the same remainder by eight wait for one another. The constraints of a level may be
// taken in any order, and each with either end first, to the same bits: so that eight in a row have
// eight remainders at both ends, as far as they can.

#include "cuda/plan_sheet.h"

#define ROW 8

typedef struct buckets {
    int32_t head[ROW * ROW];  // by remainders of both ends; -1: none left
    int count[ROW * ROW];
    unsigned first, second;  // remainders that the row at hand has already
    int off;                 // of a whole row, -1 for others
} buckets;

// Constraints left with remainders p and q, either way round.
static int left_of(const buckets* b, int p, int q)
{
    return b->count[p * ROW + q] + (p != q ? b->count[q * ROW + p] : 0);
}

// The remainder with which a constraint can begin that has the fewest to go with: it would be left
// over. And the one that goes with it that has the most left. -1: there is none that fits.
static int choose_first(const buckets* b, int* second)
{
    int best = -1, fewest = ROW + 1;
    for (int p = 0; p < ROW; ++p) {
        int ways = 0, fullest = -1;
        for (int q = 0; q < ROW && (b->first >> p & 1u) == 0; ++q) {
            bool fits = (b->second >> q & 1u) == 0 && left_of(b, p, q) > 0;
            ways += fits;
            fullest =
                fits && (fullest < 0 || left_of(b, p, q) > left_of(b, p, fullest)) ? q : fullest;
        }
        if (ways > 0 && ways < fewest) {
            fewest = ways;
            best = p;
            *second = fullest;
        }
    }
    return best;
}

// The second remainders that a whole row of eight can have to the first ones 0 to 7, all as far
// off: so many more than the first. -1: there are not enough of any. Rows that are mixed would
// leave constraints over that fit nowhere.
static int whole_row(const buckets* b)
{
    for (int off = 0; off < ROW; ++off) {
        bool whole = true;
        for (int p = 0; p < ROW && whole; ++p) {
            whole = left_of(b, p, (p + off) % ROW) > (2 * off == ROW);  // that is, each twice
        }
        if (whole) {
            return off;
        }
    }
    return -1;
}

// The bucket that a constraint is taken from, by its number in the row.
static int choose(const buckets* b, int number, bool* turned)
{
    int q = (number + b->off) % ROW, p = number;
    if (b->off < 0) {
        p = choose_first(b, &q);
    }
    *turned = p >= 0 && b->head[p * ROW + q] < 0;
    if (p >= 0) {
        return *turned ? q * ROW + p : p * ROW + q;
    }
    int fullest = 0;
    for (int i = 1; i < ROW * ROW; ++i) {
        fullest = b->count[i] > b->count[fullest] ? i : fullest;
    }
    return fullest;
}

static void fill_buckets(buckets* b, taut_sheet_draft* d, int first, int count)
{
    for (int i = 0; i < ROW * ROW; ++i) {
        b->head[i] = -1;
        b->count[i] = 0;
    }
    for (int i = count - 1; i >= 0; --i) {
        uint32_t ends = d->taken[first + i].ends;
        int bucket = (int)(ends % ROW * ROW + (ends >> 16) % ROW);
        d->loose[i] = d->taken[first + i];
        d->loose_place[i] = d->taken_place[first + i];
        d->next[i] = b->head[bucket];
        b->head[bucket] = i;
        b->count[bucket] += 1;
    }
}

void taut_sheet_draft_arrange(taut_sheet_draft* d, int first, int count)
{
    buckets b = {.first = 0};
    fill_buckets(&b, d, first, count);
    for (int i = 0; i < count; ++i) {
        bool turned;
        b.first = i % ROW == 0 ? 0 : b.first;
        b.second = i % ROW == 0 ? 0 : b.second;
        b.off = i % ROW == 0 ? whole_row(&b) : b.off;
        int bucket = choose(&b, i % ROW, &turned);
        int from = b.head[bucket];
        b.head[bucket] = d->next[from];
        b.count[bucket] -= 1;
        uint32_t ends = d->loose[from].ends;
        ends = turned ? ends << 16 | ends >> 16 : ends;
        b.first |= 1u << (ends % ROW);
        b.second |= 1u << ((ends >> 16) % ROW);
        d->taken[first + i] = (taut_cuda_link){ends, d->loose[from].rest};
        d->taken_place[first + i] = d->loose_place[from];
    }
}
