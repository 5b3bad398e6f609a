// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a body puts on colliders in a substep, added up as contacts_solve.c does: pairs by chunks,
// chunks by groups, groups by one block each; then groups, by one block for each collider. What is
// to be added is fetched by all threads at once. A thread adds one of six sums, one number after
// another: their order decides the last bits.
//
// Nobody asks for it before the step ends, and all blocks wait for one another often enough. So
// groups are added up in the next substep, before anything of their pairs is written again, by
// blocks that have nothing to sweep, or nothing any more, if there are some; and by collider once
// all of these have, or the next time that all blocks have waited.

LANE_FN int contacts_groups(int pairs)
{
    return (pairs + CONTACTS_GROUP_PAIRS - 1) / CONTACTS_GROUP_PAIRS;
}

// Groups have a row of loads each, a column for each collider: of so many colliders at once, from
// number `first` on.
typedef struct contacts_columns {
    int first, count;
} contacts_columns;

LANE_FN taut_cuda_load* contacts_load_at(const taut_cuda_job* job, contacts_columns columns,
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

// Number j of a group, if there is one.
LANE_FN contacts_read contacts_read_pair(const taut_contacts* k, int group, int j)
{
    contacts_read read = {};
    int i = group * CONTACTS_GROUP_PAIRS + j;
    read.near = -1;
    if (j < CONTACTS_GROUP_PAIRS && i < k->pair_count && k->live[i]) {
        const taut_contact* c = &k->pairs[i];
        read.near = k->near_count == 1 ? 0 : c->near;
        read.lambda = c->lambda;
        read.pushed = c->pushed;
        read.at = c->at;
    }
    return read;
}

// Where a collider was when the substep ended. The next one begins there, and whoever is in it may
// have moved the collider on by now.
LANE_FN taut_vec3 contacts_middle(const taut_cuda_job* job, int number, bool late)
{
    const taut_step* s = &job->run.step;
    const taut_near* near = &job->meeting->contacts.near[number];
    if (late && near->going) {
        return contact_pose_before(s, near).at;
    }
    return near->after.at;
}

LANE_FN void contacts_put_pair(const taut_cuda_job* job, contacts_tile* tile,
                               contacts_columns columns, int j, contacts_read read, bool late)
{
    int at = j + j / TAUT_CONTACT_CHUNK;
    unsigned column = (unsigned)(read.near - columns.first);
    bool counts = read.near >= 0 && column < (unsigned)columns.count;
    tile->near[at] = counts ? read.near : -1;
    if (counts) {
        taut_vec3 turn = contact_turn(read.pushed, read.at, contacts_middle(job, read.near, late));
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

// What the chunks of a group put on a collider: one of six sums, or the hardest push.
LANE_FN void contacts_add_chunks(const taut_contacts* k, const contacts_chunk_sums* from,
                                 taut_cuda_load* to, int part, int group)
{
    if (part < 6) {
        double sum = 0.0;
        TEAM_UNROLL
        for (int i = TAUT_CONTACT_GROUP - 1; i >= 0; --i) {
            sum += from->of[part][i];
        }
        to->of[part] = sum;
        return;
    }
    float most = 0.0f;
    int hit = -1;
    for (int i = TAUT_CONTACT_GROUP - 1; i >= 0; --i) {
        float push = (float)from->of[part][i];
        hit = push > most ? i * TAUT_CONTACT_CHUNK + from->hit[i] : hit;
        most = push > most ? push : most;
    }
    if (hit >= 0) {
        const taut_contact* c = &k->pairs[group * CONTACTS_GROUP_PAIRS + hit];
        to->hardest = most;
        to->hit = contact_seat_of(c);
        to->hit_at = c->at;
    }
}

// The first collider from `near` on that some pair of the tile may be on.
LANE_FN int contacts_marked(const contacts_tile* tile, contacts_columns columns, int near)
{
    while (near < columns.first + columns.count && !tile->any[near % CONTACTS_MARKS]) {
        ++near;
    }
    return near;
}

// Colliders of a tile that are taken at once; those that are there stand first.
typedef struct contacts_some {
    int nears[CONTACTS_AT_ONCE];
    int count;
} contacts_some;

LANE_FN contacts_some contacts_next_marked(const contacts_tile* tile, contacts_columns columns,
                                           int from)
{
    contacts_some some;
    some.count = 0;
    TEAM_UNROLL
    for (int k = 0; k < CONTACTS_AT_ONCE; ++k) {
        some.nears[k] = contacts_marked(tile, columns, from);
        some.count += some.nears[k] < columns.first + columns.count;
        from = some.nears[k] + 1;
    }
    return some;
}

LANE_FN int contacts_near_of(const contacts_some* some, int which)
{
    int near = some->nears[0];
    TEAM_UNROLL
    for (int k = 1; k < CONTACTS_AT_ONCE; ++k) {
        near = which == k ? some->nears[k] : near;
    }
    return near;
}

LANE_STAGE void contacts_sum_tile(const taut_cuda_job* job, contacts_tile* tile,
                                  contacts_columns columns, int group)
{
    const int each = CONTACTS_PARTS * TAUT_CONTACT_GROUP;
    contacts_some some = contacts_next_marked(tile, columns, columns.first);
    while (some.count > 0) {
        for (int i = LANE_RANK; i < some.count * each; i += LANE_TEAM) {
            contacts_sum_chunk(tile, &tile->sums[i / each], contacts_near_of(&some, i / each),
                               i % each / TAUT_CONTACT_GROUP, i % TAUT_CONTACT_GROUP);
        }
        team_sync_block();
        for (int i = LANE_RANK; i < some.count * CONTACTS_ADDERS; i += LANE_TEAM) {
            if (i % CONTACTS_ADDERS < CONTACTS_PARTS) {
                contacts_add_chunks(&job->meeting->contacts, &tile->sums[i / CONTACTS_ADDERS],
                                    contacts_load_at(job, columns, group,
                                                     contacts_near_of(&some, i / CONTACTS_ADDERS)),
                                    i % CONTACTS_ADDERS, group);
            }
        }
        some = contacts_next_marked(tile, columns, some.nears[CONTACTS_AT_ONCE - 1] + 1);
        if (some.count > 0) {
            team_sync_block();
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
            taut_cuda_load none = {};
            *contacts_load_at(job, columns, group, columns.first + i) = none;
        }
    }
}

// What is to be added next is on its way while sums are made.
LANE_STAGE void contacts_sum_groups(const taut_cuda_job* job, const team* t,
                                    contacts_columns columns, int groups, bool late)
{
    const taut_contacts* k = &job->meeting->contacts;
    contacts_tile* tile = &contacts_room()->tile;
    contacts_read next = contacts_read_pair(k, t->block, LANE_RANK);
    contacts_clear_rows(job, t, columns, groups);
    for (int group = t->block; group < groups; group += t->block_count) {
        for (int i = LANE_RANK; i < CONTACTS_MARKS; i += LANE_TEAM) {
            tile->any[i] = 0;
        }
        team_sync_block();
        for (int j = LANE_RANK; j < CONTACTS_GROUP_PAIRS; j += LANE_TEAM) {
            contacts_put_pair(job, tile, columns, j,
                              j == LANE_RANK ? next : contacts_read_pair(k, group, j), late);
        }
        team_sync_block();
        next = contacts_read_pair(k, group + t->block_count, LANE_RANK);
        contacts_sum_tile(job, tile, columns, group);
    }
}

// By collider -------------------------------------------------------------------------------------

// What groups put on colliders that has not been added to these yet: 0 groups, nothing.
typedef struct contacts_debt {
    contacts_columns columns;
    int groups;
} contacts_debt;

// What a block pays at once: groups from `first` to `end` of so many colliders, each `stride`-th
// from number `near` on. There may be fewer.
typedef struct contacts_bill {
    contacts_debt debt;
    int near, stride, count;
    int first, end;
} contacts_bill;

LANE_FN bool contacts_owes(const contacts_bill* bill, int which)
{
    return bill->near + which * bill->stride < bill->debt.columns.first + bill->debt.columns.count;
}

LANE_FN const taut_cuda_load* contacts_load_of(const taut_cuda_job* job, const contacts_bill* bill,
                                               int which, int group)
{
    return contacts_load_at(job, bill->debt.columns, bill->first + group,
                            bill->near + which * bill->stride);
}

// They come to the block: all that is asked for at once.
LANE_FN void contacts_fetch_loads(const taut_cuda_job* job, const contacts_bill* bill)
{
    contacts_payment* paid = &contacts_room()->payment;
    int groups = bill->end - bill->first;
    for (int i = LANE_RANK; i < CONTACTS_PARTS * groups * bill->count; i += LANE_TEAM) {
        int part = i % CONTACTS_PARTS, row = i / CONTACTS_PARTS, which = row / groups;
        if (contacts_owes(bill, which)) {
            const taut_cuda_load* load = contacts_load_of(job, bill, which, row % groups);
            paid->of[part][row] = part < 6 ? load->of[part] : (double)load->hardest;
        }
    }
}

// One of six sums; or the hardest push: group after group, the last one first.
LANE_FN void contacts_pay_part(const taut_cuda_job* job, const contacts_bill* bill, int which,
                               int part)
{
    int groups = bill->end - bill->first;
    const double* from = contacts_room()->payment.of[part] + which * groups;
    taut_near* to = &job->meeting->contacts.near[bill->near + which * bill->stride];
    if (part < 6) {
        double* at = part < 3 ? &to->force[part] : &to->torque[part - 3];
        double sum = *at;
        CONTACTS_UNROLL
        for (int i = groups - 1; i >= 0; --i) {
            sum += from[i];
        }
        *at = sum;
        return;
    }
    float most = to->hardest;
    int hit = -1;
    CONTACTS_UNROLL
    for (int i = groups - 1; i >= 0; --i) {
        hit = (float)from[i] > most ? i : hit;
        most = (float)from[i] > most ? (float)from[i] : most;
    }
    if (hit >= 0) {
        const taut_cuda_load* load = contacts_load_of(job, bill, which, hit);
        to->hardest = most;
        to->hit = load->hit;
        to->hit_at = load->hit_at;
    }
}

// Whoever added up groups has done so before. Blocks have colliders in turn, the last ones first:
// as many at once as there is room for.
LANE_STAGE void contacts_pay(const taut_cuda_job* job, const team* t, contacts_debt debt)
{
    int count = debt.groups > 0 ? debt.columns.count : 0;
    int slice = debt.groups < CONTACTS_PAID ? debt.groups : CONTACTS_PAID;
    int at_once = slice > 0 ? CONTACTS_PAID / slice : 1;
    for (int i = t->block_count - 1 - t->block; i < count; i += at_once * t->block_count) {
        contacts_bill bill = {debt, debt.columns.first + i, t->block_count, at_once, 0, 0};
        for (bill.end = debt.groups; bill.end > 0; bill.end -= slice) {
            bill.first = bill.end > slice ? bill.end - slice : 0;
            team_sync_block();
            contacts_fetch_loads(job, &bill);
            team_sync_block();
            for (int k = LANE_RANK; k < CONTACTS_PARTS * at_once; k += LANE_TEAM) {
                if (contacts_owes(&bill, k / CONTACTS_PARTS)) {
                    contacts_pay_part(job, &bill, k / CONTACTS_PARTS, k % CONTACTS_PARTS);
                }
            }
        }
    }
    team_sync_block();
}

// All that there is to add up, or as much of it as there is room for at once.
LANE_FN contacts_debt contacts_first_debt(const taut_cuda_job* job)
{
    const taut_contacts* k = &job->meeting->contacts;
    int groups = contacts_groups(k->pair_count), nears = k->near_count;
    int most = groups > 0 ? contacts_groups(k->room) * TAUT_CONTACT_COLUMNS / groups : nears;
    contacts_debt debt = {{0, nears < most ? nears : most}, groups};
    return debt;
}

// Groups of all pairs. All blocks are in step before. What is left to be paid is for after the next
// time that they are, and before loads are added up again.
// @param late  the next substep has begun
LANE_STAGE contacts_debt contacts_sum_loads(const taut_cuda_job* job, const team* t, bool late)
{
    contacts_debt debt = contacts_first_debt(job);
    int most = debt.columns.count, nears = job->meeting->contacts.near_count;
    while (debt.groups > 0) {
        contacts_sum_groups(job, t, debt.columns, debt.groups, late);
        int next = debt.columns.first + debt.columns.count;
        if (next >= nears) {
            break;
        }
        team_sync(t);
        contacts_pay(job, t, debt);
        team_sync(t);
        debt.columns.first = next;
        debt.columns.count = nears - next < most ? nears - next : most;
    }
    return debt;
}

// Whether what colliders got is added up while others are busy: by blocks that have no part of the
// body to sweep; or, while others sort points, by those that have no cluster across parts, after
// their parts, or by all before these where each has one. All blocks say the same.
LANE_FN bool contacts_may_sum_early(const taut_cuda_job* job, const team* t)
{
    int parts = job->blueprint.schedule.seating.part_count;
    return job->by_levels && (job->apart || t->block_count >= 2 * parts) &&
           contacts_first_debt(job).columns.count == job->meeting->contacts.near_count;
}

// In the first substep there is nothing to add up.
LANE_FN bool contacts_sum_early(const taut_cuda_job* job, const team* t)
{
    return job->run.step.substep > 0 && contacts_may_sum_early(job, t);
}

// How many blocks have a cluster across parts; 0 where most have, or none has: then all are alike.
LANE_FN int contacts_busy_across(const taut_cuda_job* job, const team* t)
{
    const int32_t* phase_first = job->blueprint.schedule.phase_first;
    int clusters = phase_first[job->phase_end] - phase_first[1];
    return 4 * clusters < 3 * t->block_count ? clusters : 0;
}

// By blocks from number `busy` on.
LANE_FN void contacts_sum_beside(const taut_cuda_job* job, const team* t, int busy)
{
    contacts_debt debt = contacts_first_debt(job);
    team others = blocks_from(t, busy);
    if (others.block >= 0 && debt.groups > 0 && contacts_sum_early(job, t)) {
        contacts_sum_groups(job, &others, debt.columns, debt.groups, true);
    }
}

// While parts are swept, and while clusters across parts are: one of the two.
LANE_FN void contacts_sum_aside(const taut_cuda_job* job, const team* t)
{
    if (!job->apart) {
        contacts_sum_beside(job, t, job->blueprint.schedule.seating.part_count);
    } else if (contacts_busy_across(job, t) == 0) {
        contacts_sum_beside(job, t, 0);
    }
}

LANE_FN void contacts_sum_across(const taut_cuda_job* job, const team* t)
{
    int busy = job->apart ? contacts_busy_across(job, t) : 0;
    if (busy > 0) {
        contacts_sum_beside(job, t, busy);
    }
}

// When a step ends ------------------------------------------------------------------------------

// How many pairs press.
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

// All blocks are in step before and after: another one asks for it.
LANE_STAGE void contacts_pay_all(const taut_cuda_job* job, const team* t)
{
    contacts_debt debt = contacts_sum_loads(job, t, false);
    team_arrive(t);
    contacts_count_touching(job, t);  // while others still add up
    team_await(t);
    contacts_pay(job, t, debt);
    team_sync(t);
}
