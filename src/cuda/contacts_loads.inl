// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a body puts on colliders in a substep, added up as contacts_solve.c does: pairs by chunks,
// chunks by groups, groups by one block each; then groups, by one block for each collider. What is
// to be added is fetched by all threads at once. A thread adds one of six sums, one number after
// another: their order decides the last bits.

LANE_FN int contacts_groups(int pairs)
{
    return (pairs + TAUT_CONTACT_CHUNK * TAUT_CONTACT_GROUP - 1) /
           (TAUT_CONTACT_CHUNK * TAUT_CONTACT_GROUP);
}

// Groups have a row of loads each, a column for each collider: of so many colliders at once, from
// number `first` on.
typedef struct contacts_columns {
    int first, count;
} contacts_columns;

LANE_FN taut_contact_load* contacts_load_at(const taut_cuda_job* job, contacts_columns columns,
                                            int group, int near)
{
    return job->meeting->loads + (ptrdiff_t)group * columns.count + (near - columns.first);
}

// Of pairs ----------------------------------------------------------------------------------------

// Of a pair, as it is read. What is to be added is worked out once it is asked for, so that nobody
// waits for it before.
typedef struct contacts_read {
    int32_t near;  // -1: it adds nothing
    taut_vec3 pushed, at;
    float lambda;
} contacts_read;

// The pairs that a block adds up at once are half a group. The last ones come first.
LANE_FN int contacts_tile_first(const team* t, int number)
{
    int group = t->block + number / CONTACTS_TILES * t->block_count;
    return (group * CONTACTS_TILES + CONTACTS_TILES - 1 - number % CONTACTS_TILES) *
           CONTACTS_TILE_PAIRS;
}

LANE_FN contacts_read contacts_read_pair(const taut_contacts* k, int i)
{
    contacts_read read = {};
    read.near = -1;
    if (i < k->pair_count && k->live[i]) {
        const taut_contact* c = &k->pairs[i];
        read.near = k->near_count == 1 ? 0 : c->near;
        read.lambda = c->lambda;
        read.pushed = c->pushed;
        read.at = c->at;
    }
    return read;
}

LANE_FN void contacts_put_pair(contacts_tile* tile, const taut_contacts* k,
                               contacts_columns columns, int j, contacts_read read)
{
    int at = j + j / TAUT_CONTACT_CHUNK;
    unsigned column = (unsigned)(read.near - columns.first);
    bool counts = read.near >= 0 && column < (unsigned)columns.count;
    tile->near[at] = counts ? read.near : -1;
    if (counts) {
        taut_vec3 turn = contact_turn(read.pushed, read.at, k->near[read.near].after.at);
        tile->of[0][at] = read.pushed.x;
        tile->of[1][at] = read.pushed.y;
        tile->of[2][at] = read.pushed.z;
        tile->of[3][at] = turn.x;
        tile->of[4][at] = turn.y;
        tile->of[5][at] = turn.z;
        tile->of[6][at] = read.lambda;
        team_flag(&tile->any[read.near % CONTACTS_MARKS]);
    }
}

// What a chunk puts on a collider: one of six sums, or the hardest push.
LANE_FN void contacts_sum_chunk(contacts_tile* tile, contacts_chunk_sums* to, int near, int part,
                                int number)
{
    const int32_t* nears = tile->near + number * CONTACTS_PITCH;
    const float* of = tile->of[part] + number * CONTACTS_PITCH;
    double sum = 0.0;
    float most = 0.0f;
    int hit = 0;
    TEAM_UNROLL
    for (int j = TAUT_CONTACT_CHUNK - 1; j >= 0; --j) {
        bool counts = nears[j] == near;
        sum -= counts ? (double)of[j] : 0.0;
        hit = counts && of[j] > most ? j : hit;
        most = counts && of[j] > most ? of[j] : most;
    }
    to->of[part][number] = part < 6 ? sum : (double)most;
    if (part == 6) {
        to->hit[number] = hit;
    }
}

// Chunks go to what the group puts on a collider so far.
LANE_FN void contacts_add_chunks(const contacts_chunk_sums* from, taut_contact_load* to, int part,
                                 int first)
{
    if (part < 6) {
        double* at = part < 3 ? &to->force[part] : &to->torque[part - 3];
        double sum = *at;
        TEAM_UNROLL
        for (int i = CONTACTS_TILE_CHUNKS - 1; i >= 0; --i) {
            sum += from->of[part][i];
        }
        *at = sum;
        return;
    }
    float most = to->hardest;
    int hit = to->hit;
    for (int i = CONTACTS_TILE_CHUNKS - 1; i >= 0; --i) {
        float push = (float)from->of[part][i];
        hit = push > most ? first + i * TAUT_CONTACT_CHUNK + from->hit[i] : hit;
        most = push > most ? push : most;
    }
    to->hardest = most;
    to->hit = hit;
}

// The last threads add chunks up while the first ones are busy with those on the next collider.
LANE_STAGE void contacts_sum_tile(const taut_cuda_job* job, contacts_tile* tile,
                                  contacts_columns columns, int first)
{
    int group = first / (TAUT_CONTACT_CHUNK * TAUT_CONTACT_GROUP);
    int turn = 0;
    for (int near = columns.first; near < columns.first + columns.count; ++near) {
        if (!tile->any[near % CONTACTS_MARKS]) {
            continue;
        }
        contacts_chunk_sums* sums = &tile->sums[turn++ % 2];
        for (int i = LANE_RANK; i < CONTACTS_PARTS * CONTACTS_TILE_CHUNKS; i += LANE_TEAM) {
            contacts_sum_chunk(tile, sums, near, i / CONTACTS_TILE_CHUNKS,
                               i % CONTACTS_TILE_CHUNKS);
        }
        team_sync_block();
        taut_contact_load* load = contacts_load_at(job, columns, group, near);
        for (int i = LANE_TEAM - 1 - LANE_RANK; i < CONTACTS_PARTS; i += LANE_TEAM) {
            contacts_add_chunks(sums, load, i, first);
        }
    }
    team_sync_block();
}

// Rows of the groups that a block has, with nothing in them yet.
LANE_FN void contacts_clear_rows(const taut_cuda_job* job, const team* t, contacts_columns columns,
                                 int groups)
{
    for (int group = t->block; group < groups; group += t->block_count) {
        for (int i = LANE_RANK; i < columns.count; i += LANE_TEAM) {
            taut_contact_load none = {};
            none.near = columns.first + i;
            *contacts_load_at(job, columns, group, columns.first + i) = none;
        }
    }
}

// What is to be added next is on its way while sums are made.
LANE_STAGE void contacts_sum_groups(const taut_cuda_job* job, const team* t,
                                    contacts_columns columns)
{
    const taut_contacts* k = &job->meeting->contacts;
    contacts_tile* tile = &contacts_room()->tile;
    int groups = contacts_groups(k->pair_count);
    int mine = t->block < groups ? (groups - 1 - t->block) / t->block_count + 1 : 0;
    contacts_clear_rows(job, t, columns, groups);
    contacts_read next = contacts_read_pair(k, contacts_tile_first(t, 0) + LANE_RANK);
    for (int number = 0; number < mine * CONTACTS_TILES; ++number) {
        int first = contacts_tile_first(t, number);
        for (int i = LANE_RANK; i < CONTACTS_MARKS; i += LANE_TEAM) {
            tile->any[i] = 0;
        }
        team_sync_block();
        contacts_put_pair(tile, k, columns, LANE_RANK, next);
        for (int j = LANE_RANK + LANE_TEAM; j < CONTACTS_TILE_PAIRS; j += LANE_TEAM) {
            contacts_put_pair(tile, k, columns, j, contacts_read_pair(k, first + j));
        }
        team_sync_block();
        next = contacts_read_pair(k, contacts_tile_first(t, number + 1) + LANE_RANK);
        contacts_sum_tile(job, tile, columns, first);
    }
}

static_assert(TAUT_CUDA_MEETING_THREADS <= CONTACTS_TILE_PAIRS, "each thread has a pair");

// By collider -------------------------------------------------------------------------------------

// Groups that a block looks at together, so many of them without asking how many there are; and
// what it keeps of each: six sums, the hardest push, and which group it is.
#define CONTACTS_STACK 128
#define CONTACTS_RUN 8
#define CONTACTS_CELLS 8

// Without a load there is nothing to add: 0, which changes no sum.
LANE_FN void contacts_fetch(contacts_cell* cell, const taut_contact_load* load, int part, int group)
{
    if (part == CONTACTS_CELLS - 1) {
        cell->count = group;
    } else if (load == NULL) {
        cell->number = 0.0;
    } else {
        cell->number = part < 3   ? load->force[part]
                       : part < 6 ? load->torque[part - 3]
                                  : (double)load->hardest;
    }
}

// Of the groups before number `end`, the last one first. The last threads are busy adding.
LANE_FN void contacts_fetch_stack(const taut_cuda_job* job, contacts_columns columns, int near,
                                  int end)
{
    contacts_cell* cells = contacts_room()->stacks[end / CONTACTS_STACK % 2];
    int threads = LANE_TEAM > CONTACTS_ADDERS ? LANE_TEAM - CONTACTS_ADDERS : LANE_TEAM;
    for (int i = LANE_RANK; LANE_RANK < threads && i < CONTACTS_STACK * CONTACTS_CELLS;
         i += threads) {
        int group = end - 1 - i / CONTACTS_CELLS;
        contacts_fetch(&cells[i], group >= 0 ? contacts_load_at(job, columns, group, near) : NULL,
                       i % CONTACTS_CELLS, group);
    }
}

LANE_FN double contacts_sum_stack(const contacts_cell* cells, int runs, double sum)
{
    for (int i = 0; i < runs; ++i) {
        TEAM_UNROLL
        for (int j = 0; j < CONTACTS_RUN; ++j) {
            sum += cells[(i * CONTACTS_RUN + j) * CONTACTS_CELLS].number;
        }
    }
    return sum;
}

// The first group of those that push hardest; -1: none pushes.
LANE_FN int contacts_hardest(const contacts_cell* cells, int runs)
{
    double most = 0.0;
    int at = -1;
    for (int i = 0; i < runs * CONTACTS_RUN; ++i) {
        double push = cells[i * CONTACTS_CELLS + 6].number;
        at = push > most ? i : at;
        most = push > most ? push : most;
    }
    return at >= 0 ? (int)cells[at * CONTACTS_CELLS + 7].count : -1;
}

// One of the six sums; or the hardest push.
LANE_FN void contacts_add_stack(const taut_cuda_job* job, contacts_columns columns, int near,
                                int end, int part)
{
    const contacts_cell* cells = contacts_room()->stacks[end / CONTACTS_STACK % 2];
    taut_near* to = &job->meeting->contacts.near[near];
    int count = end < CONTACTS_STACK ? end : CONTACTS_STACK;
    int runs = (count + CONTACTS_RUN - 1) / CONTACTS_RUN;
    if (part < 6) {
        double* sum = part < 3 ? &to->force[part] : &to->torque[part - 3];
        *sum = contacts_sum_stack(cells + part, runs, *sum);
        return;
    }
    int hardest = contacts_hardest(cells, runs);
    if (hardest >= 0) {
        contact_take_hit(&job->meeting->contacts, contacts_load_at(job, columns, hardest, near));
    }
}

// By one block: group after group, the last one first.
LANE_STAGE void contacts_load_collider(const taut_cuda_job* job, contacts_columns columns, int near,
                                       int groups)
{
    contacts_fetch_stack(job, columns, near, groups);
    team_sync_block();
    for (int end = groups; end > 0; end -= CONTACTS_STACK) {
        for (int part = LANE_TEAM - 1 - LANE_RANK; part < CONTACTS_PARTS; part += LANE_TEAM) {
            contacts_add_stack(job, columns, near, end, part);
        }
        if (end > CONTACTS_STACK) {
            contacts_fetch_stack(job, columns, near, end - CONTACTS_STACK);
        }
        team_sync_block();
    }
}

static_assert(CONTACTS_CELLS * CONTACTS_STACK <= TAUT_CUDA_MOST_THREADS, "there is room for it");
static_assert(CONTACTS_STACK % CONTACTS_RUN == 0, "whole runs");

// How many pairs press: nobody asks before the last substep.
LANE_STAGE void contacts_count_touching(const taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    int64_t mine = 0;
    for (int i = first_of(t); i < k->pair_count; i += stride_of(t)) {
        mine += k->live[i] && k->pairs[i].lambda > 0.0f;
    }
    int64_t sum = contacts_sum_up(mine).all;
    if (LANE_RANK == 0 && sum > 0) {
        taut_atomic_add(&job->meeting->counts->touching, (size_t)sum);
    }
}

// All blocks are in step before. Who asks for sums has to wait for all of them once more.
LANE_STAGE void contacts_load_colliders(const taut_cuda_job* job, const team* t)
{
    const taut_step* s = &job->run.step;
    const taut_contacts* k = &job->meeting->contacts;
    int groups = contacts_groups(k->pair_count), nears = k->near_count;
    int most = contacts_groups(k->room) * TAUT_CONTACT_COLUMNS / groups;
    if (s->substep + 1 == s->substep_count) {
        contacts_count_touching(job, t);
    }
    for (int first = 0; first < nears; first += most) {
        contacts_columns columns = {first, nears - first < most ? nears - first : most};
        if (first > 0) {
            team_sync(t);
        }
        contacts_sum_groups(job, t, columns);
        team_sync(t);
        for (int i = t->block; i < columns.count; i += t->block_count) {
            contacts_load_collider(job, columns, first + i, groups);
        }
    }
}
