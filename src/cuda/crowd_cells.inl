// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Points in the order of their cells, those of a cell in the order of their numbers.
//
// Where there are not too many cells each has a number of its own in a table: how many points come
// before it. Points count themselves there, blocks add up the counts of some cells each, and a
// point then goes behind those of its cell that have lower numbers. Else, or where too many are in
// one cell, they are sorted digit by digit (crowd_sort.inl).

// Points of a cell that one of them looks at, at most; how many it reads at once; and cells that a
// thread adds up at once.
#define RANKED_MOST 512
#define RANKED_AT_ONCE 4
#define CELLS_ADDED 8

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
    int zone = p->brief ? 0 : pair_zone_at(&p->zoning, p->found[i]);
    p->way_of[i] = c->of.ways[number];
    p->way_of[i].w = pair_margin_at(p, zone);
    c->of.built_at[seat] = p->found[i];
    p->before[seat] = p->found[i];
    if (!p->brief) {
        c->of.zone_at[seat] = zone;
    }
}

// By one digit. The last time points go to their places.
LANE_STAGE void sort_digit(crowd* c, const taut_keyed* from, taut_keyed* to, int shift, int bits,
                           bool last)
{
    const taut_pairs* p = &c->of.pairs;
    uint32_t mask = (1u << bits) - 1u;
    sort_items(
        c, share_of(c, p->point_count, LANE_TEAM), sharing_blocks(c, p->point_count, LANE_TEAM),
        1 << bits, (uint32_t*)p->other_count,
        [&](int i) { return (uint32_t)(from[i].key >> shift) & mask; },
        [&](int i, int at) {
            to[at] = from[i];
            if (last) {
                place_point(c, at, (int)from[i].number);
            }
        });
    team_sync(&c->all);
}

// How points were sorted: look_around() asks for it.
LANE_FN void note_sorted(crowd* c, taut_keyed* cells, int bits, int shift, bool tabled)
{
    if (LANE_RANK == 0) {
        c->of.pairs.cells = cells;
        c->last_bits = bits;
        c->last_shift = shift;
        c->tabled = tabled;
    }
    team_sync_block();
}

// In as few digits as there are counts for, all of them about as wide. Until others are counted
// there is room for numbers of points.
LANE_STAGE void sort_by_digits(crowd* c, int bits)
{
    taut_pairs* p = &c->of.pairs;
    int most = taut_cuda_digit_bits(c->all.block_count);
    int turns = (bits + most - 1) / most, each = (bits + turns - 1) / turns;
    taut_keyed *from = p->keys, *to = p->key_scratch;
    for (int shift = 0; shift < bits; shift += each) {
        sort_digit(c, from, to, shift, each, shift + each >= bits);
        taut_keyed* swap = from;
        from = to;
        to = swap;
    }
    note_sorted(c, from, each, (turns - 1) * each, false);
}

// By a table of cells -----------------------------------------------------------------------------

// Numbers of cells in the table, in the order of their keys: the next one up, and the next one on.
LANE_FN uint32_t table_up(const crowd* c)
{
    return (uint32_t)c->across[0];
}

LANE_FN uint32_t table_on(const crowd* c)
{
    return (uint32_t)c->across[0] * (uint32_t)c->across[1];
}

LANE_FN uint64_t table_key(const crowd* c, taut_pair_cell cell, taut_pair_cell low)
{
    int rings = c->of.pairs.rings;
    return (uint64_t)(cell.at[0] - low.at[0] + rings) +
           (uint64_t)(cell.at[1] - low.at[1] + rings) * table_up(c) +
           (uint64_t)(cell.at[2] - low.at[2] + rings) * table_on(c);
}

// As pair_row_key().
LANE_FN uint64_t table_row(const crowd* c, taut_pair_row row)
{
    return (uint64_t)row.on * table_on(c) + (uint64_t)((int64_t)row.up * table_up(c));
}

// How many cells the table has to have, one after the last among them; 0: too many.
LANE_FN int table_cells(const crowd* c)
{
    double cells = (double)c->across[0] * (double)c->across[1] * (double)c->across[2];
    return cells < (double)(1 << c->of.table_bits) ? (int)cells + 1 : 0;
}

// Cells that a block adds up: some times as many as are read at once.
LANE_FN int cells_each(const crowd* c, int cells)
{
    int blocks = c->all.block_count;
    return ((cells + blocks - 1) / blocks + CELLS_AT_ONCE - 1) / CELLS_AT_ONCE * CELLS_AT_ONCE;
}

// Every point counts itself, and is told how many of its cell came before it, in whatever order. A
// block says how many it has for each that will add them up.
LANE_STAGE void count_cells(crowd* c, share s, int cells)
{
    const taut_pairs* p = &c->of.pairs;
    uint32_t* sums = (uint32_t*)(void*)team_room();
    int each = cells_each(c, cells);
    for (int k = LANE_RANK; k < c->all.block_count; k += LANE_TEAM) {
        sums[k] = 0;
    }
    team_sync_block();
    for (int i = s.first + LANE_RANK; i < s.end; i += LANE_TEAM) {
        uint32_t cell = (uint32_t)p->keys[i].key;
        p->other_count[i] = (int32_t)team_add(&c->of.table[cell], 1);
        (void)team_add(&sums[cell / (uint32_t)each], 1);
    }
    team_sync_block();
    for (int k = LANE_RANK; k < c->all.block_count; k += LANE_TEAM) {
        if (sums[k] > 0) {
            (void)team_add(&c->of.counts[k], sums[k]);
        }
    }
    team_sync(&c->all);
}

// A piece of the table on its way through shared memory, where threads have some cells in a row.
LANE_FN uint32_t* added_cells(void)
{
    int before = 2 * LANE_TEAM;  // the room of sum_before()
    return (uint32_t*)(void*)team_room() +
           (before + CELLS_AT_ONCE - 1) / CELLS_AT_ONCE * CELLS_AT_ONCE;
}

static_assert((CELLS_ADDED + 2 + CELLS_AT_ONCE / 2) * sizeof(uint32_t) <=
                  TAUT_CUDA_MOST_NEAR * sizeof(uint32_t),
              "a crowd has room for it");

LANE_FN void bring_cells(const crowd* c, int first, int end, bool back)
{
    some_cells* here = (some_cells*)(void*)added_cells();
    for (int k = LANE_RANK; k < CELLS_ADDED * LANE_TEAM / CELLS_AT_ONCE; k += LANE_TEAM) {
        int at = first + k * CELLS_AT_ONCE;
        some_cells none = {};
        if (back && at < end) {
            *cells_at(c, at) = here[k];
        } else if (!back) {
            here[k] = at < end ? *cells_at(c, at) : none;
        }
    }
    team_sync_block();
}

// Counts of cells become how many points come before, with `before` those of all cells before the
// piece. Returns how many it has; `most`: in one cell, at most.
LANE_STAGE uint32_t start_piece(const crowd* c, int first, int end, uint32_t before, uint32_t* most)
{
    uint32_t* mine = added_cells() + LANE_RANK * CELLS_ADDED;
    uint32_t sum = 0, total;
    bring_cells(c, first, end, false);
    for (int k = 0; k < CELLS_ADDED; ++k) {
        sum += mine[k];
        *most = mine[k] > *most ? mine[k] : *most;
    }
    before += sum_before(sum, &total);
    for (int k = 0; k < CELLS_ADDED; ++k) {
        uint32_t count = mine[k];
        mine[k] = before;
        before += count;
    }
    team_sync_block();
    bring_cells(c, first, end, true);
    return total;
}

// Each block has some cells in a row. All hear whether there are very many points in one.
LANE_STAGE void start_cells(crowd* c, int cells)
{
    int each = cells_each(c, cells), first = c->all.block * each;
    int end = first + each < cells ? first + each : cells;
    uint32_t before = 0, most = 0;
    for (int k = LANE_RANK; k < c->all.block; k += LANE_TEAM) {
        before += c->of.counts[k];
    }
    before = sum_of_block(c, before);
    for (int from = first; from < end; from += CELLS_ADDED * LANE_TEAM) {
        before += start_piece(c, from, end, before, &most);
    }
    most = team_most(most);
    if (leads_warp() && most > RANKED_MOST) {
        team_flag(&tally_at(c)->dense);
    }
}

// Each goes where it belongs among those of its cell.
LANE_STAGE void rank_points(const crowd* c, share s)
{
    const taut_pairs* p = &c->of.pairs;
    for (int i = s.first + LANE_RANK; i < s.end; i += LANE_TEAM) {
        const taut_keyed own = p->key_scratch[i];
        int first = (int)c->of.table[own.key], end = (int)c->of.table[own.key + 1], at = first;
        TAUT_NO_UNROLL
        for (int k = first; k < end; k += RANKED_AT_ONCE) {
            uint32_t others[RANKED_AT_ONCE];
            TEAM_UNROLL
            for (int j = 0; j < RANKED_AT_ONCE; ++j) {
                others[j] = p->key_scratch[k + j < end ? k + j : i].number;
            }
            TEAM_UNROLL
            for (int j = 0; j < RANKED_AT_ONCE; ++j) {
                at += others[j] < own.number;
            }
        }
        p->keys[at] = own;
        place_point(c, at, (int)own.number);
    }
    team_sync(&c->all);
}

// Returns whether no cell has too many points. The last one is empty: there it says where those of
// the one before end.
LANE_STAGE bool sort_by_table(crowd* c, int cells)
{
    const taut_pairs* p = &c->of.pairs;
    share s = share_of(c, p->point_count, LANE_TEAM);
    count_cells(c, s, cells);
    start_cells(c, cells);
    if (tally_close(c)->dense != 0) {
        return false;
    }
    for (int i = s.first + LANE_RANK; i < s.end; i += LANE_TEAM) {
        taut_keyed item = p->keys[i];
        p->key_scratch[c->of.table[item.key] + (uint32_t)p->other_count[i]] = item;
    }
    team_sync(&c->all);
    rank_points(c, s);
    return true;
}

// Keys of all points: numbers in the table, or such that rows of cells are apart in any case.
LANE_STAGE void take_keys(const crowd* c, taut_pair_cell lowest, bool tabled)
{
    const taut_pairs* p = &c->of.pairs;
    share s = share_of(c, p->point_count, LANE_TEAM);
    for (int i = s.first + LANE_RANK; i < s.end; i += LANE_TEAM) {
        taut_pair_cell cell = pair_cell_at(p, i);
        taut_keyed item = {tabled ? table_key(c, cell, lowest) : pair_key(p, cell, lowest),
                           (uint32_t)i};
        p->keys[i] = item;
    }
}

LANE_STAGE void sort_by_cell(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    taut_pair_cell lowest = lowest_cell(c);
    int bits = p->axis_bits[0] + p->axis_bits[1] + p->axis_bits[2], cells = table_cells(c);
    team_sync_block();  // what is asked for above may be read in one piece with what follows
    if (LANE_RANK == 0) {
        c->cells = cells;
    }
    take_keys(c, lowest, cells > 0);
    if (cells > 0 && sort_by_table(c, cells)) {
        note_sorted(c, p->keys, 0, 0, true);
        return;
    }
    if (cells > 0) {
        take_keys(c, lowest, false);
    }
    sort_by_digits(c, bits);
}
