// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the blocks of a crowd have in common, how they share points and pairs out, and what they
// tell one another.

// Bodies that a block has at hand.
enum { NEAR_BODIES = 8 };

// Digits are counted in groups, one digit to a thread of a warp. Where a warp is one thread there
// is one block, and few digits.
enum {
    GROUP = TEAM_WARP,
    MOST_GROUPS =
        TEAM_WARP > 1 ? (1 << TAUT_CUDA_MOST_DIGIT) / TEAM_WARP : 1 << TAUT_CUDA_LEAST_DIGIT
};
static_assert(MOST_GROUPS <= TAUT_CUDA_MOST_GROUPS, "told of in taut_cuda_sorted");

// Who takes what in substeps that flow: numbers of blocks that do not take part are less than 0.
typedef struct flow_teams {
    bool known;     // the rest is
    team swept;     // all blocks, once they have nothing more to sweep
    team idle;      // blocks that have no parts to sweep
    team pairs;     // that solve pairs
    team contacts;  // idle ones that take contacts, as soon as they can if `early`
    bool early;
    team payers;  // idle ones that bring to colliders what these got; else who takes contacts does
    bool ends;    // all is done in the last substep but what end_apart() does
} flow_teams;

enum { GATE_OF_ALL, GATE_OF_SWEEP, GATE_OF_POINTS, GATE_OF_CONTACTS, GATE_OF_NOTES, GATE_OF_SWEPT };
static_assert(GATE_OF_SWEPT < TAUT_CUDA_GATES, "a gate for each");

// A block's copy of the crowd, in shared memory.
typedef struct crowd {
    taut_cuda_crowd of;
    taut_pair_body near[NEAR_BODIES];
    team all;  // of blocks
    team_gate gates[TAUT_CUDA_GATES];
    int held;      // the body whose job the block has
    int sweeps;    // of a substep,
    int substeps;  // and of the step
    bool lone;     // one body, which all blocks take: nothing of it has to be asked for anew
    int used;      // tallies so far
    int turn;      // which of two sets of zones is clear
    bool apart;    // some blocks sweep in this substep while others sort points
    bool laid;     // zones are for the find that goes on
    bool lost;     // whether a point is nowhere
    bool gathers;  // pairs ask places where their particles are, and not the bodies
    bool listed;   // pairs stand as they are listed, and not by colours
    bool bare;     // there was no colour for some pair
    bool flows;    // blocks wait for what they ask for, and not for all others (crowd_flow.inl)
    flow_teams flow;
    uint32_t low[3], high[3], sum;
    uint32_t closing;                   // as in taut_pairs, of this block
    uint32_t picked;                    // so many (each_picked(), pick_swift())
    uint32_t taken;                     // of these
    taut_pair_box box;                  // around all points that are somewhere
    uint32_t bins[TAUT_PAIR_MOST + 1];  // points that found so many, of this block or of all
    uint32_t first[MOST_GROUPS];        // of sorted items: where those of some digits begin
    int last_bits, last_shift;          // of the digit that points were sorted by last
    bool tabled;                        // or the table says where cells begin,
    int cells;                          // so many of them,
    int32_t across[3];                  // and so many in each direction
} crowd;

// Numbers of a row that a block takes.
typedef struct share {
    int first, end;
} share;

LANE_FN int share_size(const crowd* c, int count, int least)
{
    int each = (int)(((int64_t)count + c->all.block_count - 1) / c->all.block_count);
    each = (each + TEAM_WARP - 1) / TEAM_WARP * TEAM_WARP;
    return each > least ? each : least;
}

// How many blocks have any.
LANE_FN int sharing_blocks(const crowd* c, int count, int least)
{
    int each = share_size(c, count, least);
    return (count + each - 1) / each;
}

// In one piece, and no fewer than `least` of them unless these are the last.
LANE_FN share share_of(const crowd* c, int count, int least)
{
    int each = share_size(c, count, least);
    int64_t first = (int64_t)each * c->all.block;
    int64_t end = first + each;
    share s = {(int)(first < count ? first : count), (int)(end < count ? end : count)};
    return s;
}

// Number n of a block where pieces of the row, as long as a warp, go to one block after another:
// where there is much to do at one end, all get some of it.
LANE_FN int striped(const crowd* c, int n)
{
    return (n / TEAM_WARP * c->all.block_count + c->all.block) * TEAM_WARP + n % TEAM_WARP;
}

// Of this warp: the last one of a block may have fewer.
LANE_FN int warp_threads(void)
{
    int after = LANE_TEAM - LANE_RANK / TEAM_WARP * TEAM_WARP;
    return after < TEAM_WARP ? after : TEAM_WARP;
}

LANE_FN bool leads_warp(void)
{
    return LANE_RANK % TEAM_WARP == 0;
}

// Of `count` numbers some are worth a warp's while, and nobody knows which: threads pick them, each
// with a look at one of its own; the warps of the block take those that were picked, one each, in
// whatever order. So no warp has many of them while others have none.
template <class pick_fn, class take_fn>
LANE_FN void each_picked(crowd* c, int count, pick_fn pick, take_fn take)
{
    int32_t* picked = (int32_t*)(void*)team_room();
    const uint32_t warps = (uint32_t)(LANE_TEAM + TEAM_WARP - 1) / TEAM_WARP;
    for (int first = c->all.block; first < count; first += stride_of(&c->all)) {
        int i = first + c->all.block_count * LANE_RANK;
        team_sync_block();
        if (LANE_RANK == 0) {
            c->picked = 0;
        }
        team_sync_block();
        if (i < count && pick(i)) {
            picked[team_add(&c->picked, 1)] = i;
        }
        team_sync_block();
        for (uint32_t k = (uint32_t)LANE_RANK / TEAM_WARP; k < c->picked; k += warps) {
            take(picked[k]);
        }
    }
    team_sync_block();
}

LANE_FN taut_cuda_tally* tally_at(const crowd* c)
{
    return &c->of.tallies[c->used % TAUT_CUDA_TALLIES];
}

// The one that was closed last.
LANE_FN const taut_cuda_tally* tally_before(const crowd* c)
{
    return &c->of.tallies[(c->used - 1) % TAUT_CUDA_TALLIES];
}

LANE_FN void clear_tally(taut_cuda_tally* t)
{
    for (int k = 0; k < 3; ++k) {
        t->low[k] = t->way_low[k] = UINT32_MAX;
        t->high[k] = t->way_high[k] = 0;
    }
    t->left = 0;
    t->bare = 0;
    t->lost = 0;
    t->closing = 0;
    t->dense = 0;
    t->swift = 0;
    t->heads = 0;
    t->looks = 0;
    t->rate = taut_order_of_float(0.0f);
    t->dropped = 0;
    for (int k = 0; k <= TAUT_PAIR_MOST; ++k) {
        t->found[k] = 0;
    }
}

// Waits for all that tell something, and goes on to the next tally.
LANE_FN const taut_cuda_tally* tally_close(crowd* c)
{
    const taut_cuda_tally* t = tally_at(c);
    if (c->all.block == 0 && LANE_RANK == 0) {
        clear_tally(&c->of.tallies[(c->used + 1) % TAUT_CUDA_TALLIES]);
    }
    team_sync(&c->all);
    if (LANE_RANK == 0) {
        c->used += 1;
    }
    team_sync_block();
    return t;
}

// Tells the least and the greatest of three numbers that a thread has seen.
LANE_STAGE void tally_bounds(crowd* c, const uint32_t low[3], const uint32_t high[3],
                             uint32_t* lowest, uint32_t* highest)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        for (int k = 0; k < 3; ++k) {
            c->low[k] = UINT32_MAX;
            c->high[k] = 0;
        }
    }
    team_sync_block();
    for (int k = 0; k < 3; ++k) {
        uint32_t least = team_least(low[k]), most = team_most(high[k]);
        if (leads_warp()) {
            team_lower(&c->low[k], least);
            team_raise(&c->high[k], most);
        }
    }
    team_sync_block();
    if (LANE_RANK == 0) {
        for (int k = 0; k < 3; ++k) {
            team_lower(&lowest[k], c->low[k]);
            team_raise(&highest[k], c->high[k]);
        }
    }
}

LANE_FN void tally_box(crowd* c, const taut_pair_box* box, uint32_t* lowest, uint32_t* highest)
{
    uint32_t low[3] = {taut_order_of_float(box->low.x), taut_order_of_float(box->low.y),
                       taut_order_of_float(box->low.z)};
    uint32_t high[3] = {taut_order_of_float(box->high.x), taut_order_of_float(box->high.y),
                        taut_order_of_float(box->high.z)};
    tally_bounds(c, low, high, lowest, highest);
}

LANE_FN taut_pair_box box_between(const uint32_t low[3], const uint32_t high[3])
{
    taut_pair_box box;
    box.low.x = taut_float_in_order(low[0]);
    box.low.y = taut_float_in_order(low[1]);
    box.low.z = taut_float_in_order(low[2]);
    box.high.x = taut_float_in_order(high[0]);
    box.high.y = taut_float_in_order(high[1]);
    box.high.z = taut_float_in_order(high[2]);
    return box;
}

// The sum of what the threads of a block have, to one of them.
LANE_STAGE uint32_t sum_of_block(crowd* c, uint32_t mine)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        c->sum = 0;
    }
    team_sync_block();
    uint32_t sum = team_sum(mine);
    if (leads_warp() && sum > 0) {
        team_add(&c->sum, sum);
    }
    team_sync_block();
    return c->sum;
}
