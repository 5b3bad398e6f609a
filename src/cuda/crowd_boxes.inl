// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Cells two by two, before points look around. Brief pairs are looked for far away, and few points
// have reason to: their zones know how fast particles come nearer in all of them, and those of two
// cells mostly do so much more slowly. So each cell has a box around its points and one around what
// these do, and rows of cells around it are cut down to those whose boxes may meet its own. What is
// left out holds nobody that a point would find; so nothing else changes.

typedef struct cell_box {
    alignas(16) taut_pair_box at;
    taut_pair_box ways;
} cell_box;

// Points of a row that those of a cell look at. Where one of its rows has more than may be looked
// at each point asks the table for all of them.
typedef struct cell_row {
    int32_t first, length;  // -1: ask
} cell_row;

enum { CELL_ROWS = PAIR_MOST_ROWS + 1, CELL_ROW_ROOM = TAUT_PAIR_CLAIMS / 2 };
static_assert(sizeof(cell_box) <= TAUT_PAIR_MOST * sizeof(taut_other), "where others will be");
static_assert((CELL_ROWS + 1) / 2 * 2 <= CELL_ROW_ROOM, "where claims will be, two by two");
static_assert(TAUT_PAIR_CLAIMS % 4 == 0, "two rows in one piece");

// By the first point of the cell: where nobody has noted yet what its points found, and what pairs
// of these claim.
LANE_FN cell_box* box_of_cell(const crowd* c, int first)
{
    return (cell_box*)(void*)&c->of.pairs.others[(size_t)first * TAUT_PAIR_MOST];
}

LANE_FN cell_row* rows_of_cell(const crowd* c, int first)
{
    return (cell_row*)(void*)&c->of.claims[(size_t)first * TAUT_PAIR_CLAIMS];
}

// Cells that have points, by the first of these, in whatever order: where keys were sorted from.
LANE_FN uint32_t* cell_heads(const crowd* c)
{
    return (uint32_t*)(void*)c->of.pairs.key_scratch;
}

LANE_FN bool has_cell_boxes(const crowd* c)
{
    return c->of.pairs.brief && c->tabled;
}

#define BOXED_AT_ONCE 4

// pair_widen(), in the fewest instructions: whether a zero has a sign is of no matter here.
LANE_FN void widen_box(taut_pair_box* box, taut_float4 v)
{
    box->low.x = fminf(box->low.x, v.x);
    box->low.y = fminf(box->low.y, v.y);
    box->low.z = fminf(box->low.z, v.z);
    box->high.x = fmaxf(box->high.x, v.x);
    box->high.y = fmaxf(box->high.y, v.y);
    box->high.z = fmaxf(box->high.z, v.z);
}

LANE_FN cell_box box_around(const taut_pairs* p, int first, int end)
{
    cell_box box = {pair_no_box(), pair_no_box()};
    TAUT_NO_UNROLL
    for (int from = first; from < end; from += BOXED_AT_ONCE) {
        taut_pair_sight seen[BOXED_AT_ONCE];
        TEAM_UNROLL
        for (int j = 0; j < BOXED_AT_ONCE; ++j) {
            seen[j] = sight_of(p, from + j < end ? from + j : from);
        }
        TEAM_UNROLL
        for (int j = 0; j < BOXED_AT_ONCE; ++j) {
            widen_box(&box.at, seen[j].x);
            widen_box(&box.ways, seen[j].way);
        }
    }
    return box;
}

// Whoever sorted points does this at once: others may still be sweeping. Returns how many cells
// have points.
LANE_STAGE int box_cells(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    uint32_t* count = &tally_at(c)->heads;
    for (int i = first_of(&c->all); i < p->point_count; i += stride_of(&c->all)) {
        uint64_t key = p->cells[i].key, before = p->cells[i > 0 ? i - 1 : 0].key;
        if (i == 0 || key != before) {
            *box_of_cell(c, i) = box_around(p, i, (int)c->of.table[key + 1]);
            cell_heads(c)[team_append(count)] = (uint32_t)i;
        }
    }
    return (int)tally_close(c)->heads;
}

// How far two spans are apart along an axis, the second one being ahead or behind; and how fast
// they come nearer.
typedef struct span_apart {
    float gap, closing;
} span_apart;

LANE_FN span_apart spans_apart(float low, float high, float other_low, float other_high,
                               float way_low, float way_high, float other_way_low,
                               float other_way_high)
{
    float ahead = other_low - high, behind = low - other_high;
    bool first = ahead > behind;
    float closing = first ? way_high - other_way_low : other_way_high - way_low;
    span_apart apart = {first ? ahead : behind, closing > 0.0f ? closing : 0.0f};
    return apart;
}

// The most that two differ by which are within these; any, where nobody knows.
LANE_FN float spans_differ(float low, float high, float other_low, float other_high)
{
    float one = high - other_low, two = other_high - low;
    return one > two ? one : two >= one ? two : INFINITY;
}

// Whether points of two cells may find each other: by how far they are apart and how fast they may
// come nearer at most, and, where pairs last long, by where they will be (pair_passes_near()). What
// is no number rules nothing out.
LANE_FN bool cells_may_meet(const taut_pairs* p, const cell_box* a, const cell_box* b)
{
    span_apart x = spans_apart(a->at.low.x, a->at.high.x, b->at.low.x, b->at.high.x, a->ways.low.x,
                               a->ways.high.x, b->ways.low.x, b->ways.high.x);
    span_apart y = spans_apart(a->at.low.y, a->at.high.y, b->at.low.y, b->at.high.y, a->ways.low.y,
                               a->ways.high.y, b->ways.low.y, b->ways.high.y);
    span_apart z = spans_apart(a->at.low.z, a->at.high.z, b->at.low.z, b->at.high.z, a->ways.low.z,
                               a->ways.high.z, b->ways.low.z, b->ways.high.z);
    float wx = spans_differ(a->ways.low.x, a->ways.high.x, b->ways.low.x, b->ways.high.x);
    float wy = spans_differ(a->ways.low.y, a->ways.high.y, b->ways.low.y, b->ways.high.y);
    float wz = spans_differ(a->ways.low.z, a->ways.high.z, b->ways.low.z, b->ways.high.z);
    float way = 1.001f * team_root(wx * wx + wy * wy + wz * wz), near = pair_near_margin(p);
    float horizon = (float)p->horizon, soon = horizon * PAIR_SLACK * way;
    float slack = 0.001f * p->range +
                  4e-6f * (fabsf(a->at.low.x) + fabsf(a->at.high.y) + fabsf(a->at.low.y) +
                           fabsf(a->at.low.z) + fabsf(a->at.high.x) + fabsf(a->at.high.z));
    float within = p->reach + (soon > near ? soon : near) + slack;
    float passing = p->reach + near + PAIR_ASTRAY * horizon * way + slack;
    float gx = x.gap > 0.0f ? x.gap : 0.0f, gy = y.gap > 0.0f ? y.gap : 0.0f;
    float gz = z.gap > 0.0f ? z.gap : 0.0f;
    bool far = gx * gx + gy * gy + gz * gz > within * within;
    bool past = x.gap - horizon * x.closing > passing || y.gap - horizon * y.closing > passing ||
                z.gap - horizon * z.closing > passing;
    return !far && !(past && pair_last_long(p));
}

enum { CELLS_IN_ROW = 2 * PAIR_MOST_RINGS + 1 };

// The k-th row of a cell, that of the cell itself being the first: from the first cell to the last
// one that may hold somebody. All of it is asked for at once.
LANE_FN cell_row row_of_cell(const crowd* c, int first, int k)
{
    const taut_pairs* p = &c->of.pairs;
    const int rings = p->rings;
    taut_pair_row row = {0, 0};
    if (k > 0) {
        row = pair_row(rings, k - 1);
    }
    const uint32_t* at = c->of.table + (p->cells[first].key + table_row(c, row));
    int begins[CELLS_IN_ROW + 1];
    cell_box boxes[CELLS_IN_ROW], own = *box_of_cell(c, first);
    TEAM_UNROLL
    for (int j = 0; j <= CELLS_IN_ROW; ++j) {
        int step = j <= 2 * rings ? j - rings : rings + 1;
        begins[j] = k == 0 && step < 0 ? first : (int)at[step];
    }
    TEAM_UNROLL
    for (int j = 0; j < CELLS_IN_ROW; ++j) {
        bool any = begins[j] < begins[j + 1];
        boxes[j] = *box_of_cell(c, any ? begins[j] : first);
    }
    cell_row found = {begins[0], 0};
    TEAM_UNROLL
    for (int j = 0; j < CELLS_IN_ROW; ++j) {
        if (begins[j] < begins[j + 1] && cells_may_meet(p, &own, &boxes[j])) {
            found.first = found.length > 0 ? found.first : begins[j];
            found.length = begins[j + 1] - found.first;
        }
    }
    bool ask = begins[CELLS_IN_ROW] - begins[0] > PAIR_MOST_LOOKED_AT;
    found.length = ask ? -1 : found.length;
    return found;
}

// Rows of all cells, when their boxes are known. All wait before they are asked for.
LANE_STAGE void cut_rows(crowd* c, int cells)
{
    int rows = 1 + pair_row_count(c->of.pairs.rings);
    for (int n = first_of(&c->all); n < cells * CELL_ROW_ROOM; n += stride_of(&c->all)) {
        int first = (int)cell_heads(c)[n / CELL_ROW_ROOM], k = n % CELL_ROW_ROOM;
        if (k < rows) {
            rows_of_cell(c, first)[k] = row_of_cell(c, first, k);
        }
    }
    team_sync(&c->all);
}

// Two rows in one piece.
typedef struct two_rows {
    alignas(16) cell_row of[2];
} two_rows;

// Which rows of a cell have points, as bits. False where one of them is too long for that.
LANE_FN bool rows_with_points(const crowd* c, const cell_row* rows, uint32_t* some)
{
    const two_rows* two = (const two_rows*)(const void*)rows;
    const int count = 1 + pair_row_count(c->of.pairs.rings);
    two_rows all[(CELL_ROWS + 1) / 2];
    uint32_t with = 0;
    bool known = true;
    TEAM_UNROLL
    for (int k = 0; k < (CELL_ROWS + 1) / 2; ++k) {
        all[k] = two[k];
    }
    TEAM_UNROLL
    for (int k = 0; k < CELL_ROWS; ++k) {
        cell_row row = all[k / 2].of[k % 2];
        known = known && (k >= count || row.length >= 0);
        with |= (uint32_t)(k < count && row.length > 0) << k;
    }
    *some = known ? with : 0;
    return known;
}
