// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a body puts on colliders in a substep, added up as contacts_solve.c does: pairs by chunks,
// chunks by groups, each by one thread; then groups, by one block for each collider. A sum lies
// where what it is made of did.

// Lists that a thread reads at once.
#define CONTACTS_AHEAD 4

// Where a thread adds to: mostly the same load of a list, which it keeps to itself meanwhile.
typedef struct contacts_sum {
    taut_contact_load* at;  // NULL: none
    taut_contact_load load;
} contacts_sum;

LANE_FN void contacts_close_sum(const contacts_sum* sum)
{
    if (sum->at != NULL) {
        *sum->at = sum->load;
    }
}

LANE_FN void contacts_add(contacts_sum* sum, contact_loads* all, const taut_contact_load* load)
{
    if (sum->at == NULL || sum->load.near != load->near) {
        contacts_close_sum(sum);
        sum->at = contact_load_of(all, load->near);
        sum->load = *sum->at;
    }
    for (int axis = 0; axis < 3; ++axis) {
        sum->load.force[axis] += load->force[axis];
        sum->load.torque[axis] += load->torque[axis];
    }
    contact_add_hit(&sum->load, load->hardest, load->hit);
}

// Lists that stand one after another, each at the end of its room.
typedef struct contacts_lists {
    int first, end;  // numbers
    int room;        // of each
} contacts_lists;

// They become one, which ends where number `to` begins. The last list comes first: what is written
// was read before. Returns how many loads it has.
template <class type>
LANE_FN int contacts_gather(taut_contact_load* loads, contacts_lists from, const type* counts,
                            int to)
{
    contact_loads all = {loads + to, 0};
    contacts_sum sum = {};
    for (int last = from.end; last > from.first; last -= CONTACTS_AHEAD) {
        int count[CONTACTS_AHEAD];
        taut_contact_load head[CONTACTS_AHEAD];
        TEAM_UNROLL
        for (int j = 0; j < CONTACTS_AHEAD; ++j) {
            count[j] = last - j > from.first ? (int)counts[last - j - 1] : 0;
        }
        TEAM_UNROLL
        for (int j = 0; j < CONTACTS_AHEAD; ++j) {
            if (count[j] > 0) {
                head[j] = loads[(last - j) * from.room - 1];
            }
        }
        TEAM_UNROLL
        for (int j = 0; j < CONTACTS_AHEAD; ++j) {
            if (count[j] > 0) {
                contacts_add(&sum, &all, &head[j]);
            }
            for (int i = 2; i <= count[j]; ++i) {
                taut_contact_load load = loads[(last - j) * from.room - i];
                contacts_add(&sum, &all, &load);
            }
        }
    }
    contacts_close_sum(&sum);
    return all.count;
}

LANE_FN int contacts_chunks(const taut_cuda_job* job)
{
    return (job->meeting->contacts.pair_count + TAUT_CONTACT_CHUNK - 1) / TAUT_CONTACT_CHUNK;
}

LANE_FN int contacts_groups(const taut_cuda_job* job)
{
    return (contacts_chunks(job) + TAUT_CONTACT_GROUP - 1) / TAUT_CONTACT_GROUP;
}

// The chunk after the last one of a group.
LANE_FN int contacts_group_end(int group, int chunks)
{
    int end = (group + 1) * TAUT_CONTACT_GROUP;
    return end < chunks ? end : chunks;
}

// Each block has its first thread before any has the second: those that touch are mostly next to
// one another.
LANE_STAGE void contacts_sum_chunks(const taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    int chunks = contacts_chunks(job);
    for (int i = t->block + t->block_count * LANE_RANK; i < chunks; i += stride_of(t)) {
        int to = (i + 1) * TAUT_CONTACT_CHUNK;
        contacts_lists pairs = {i * TAUT_CONTACT_CHUNK, to < k->pair_count ? to : k->pair_count, 1};
        job->meeting->load_count[i] =
            contacts_gather(job->meeting->loads, pairs, (const uint8_t*)k->live, to);
    }
    team_sync(t);
}

LANE_STAGE void contacts_sum_groups(const taut_cuda_job* job, const team* t)
{
    int chunks = contacts_chunks(job), groups = contacts_groups(job);
    int32_t* counts = job->meeting->load_count;
    for (int i = t->block + t->block_count * LANE_RANK; i < groups; i += stride_of(t)) {
        int first = i * TAUT_CONTACT_GROUP, end = contacts_group_end(i, chunks);
        contacts_lists lists = {first, end, TAUT_CONTACT_CHUNK};
        counts[first] = contacts_gather(job->meeting->loads, lists, (const int32_t*)counts,
                                        end * TAUT_CONTACT_CHUNK);
    }
    team_sync(t);
}

// By collider -------------------------------------------------------------------------------------

// Groups that a block looks at together, so many of them without asking how many there are; and
// what it keeps of each: six sums, the hardest push, and where they are.
#define CONTACTS_TILE 128
#define CONTACTS_RUN 8
#define CONTACTS_CELLS 8

// The load of a group on a collider; NULL where there is none.
LANE_FN const taut_contact_load* contacts_load_on(const taut_cuda_job* job, int group, int near)
{
    int chunks = contacts_chunks(job);
    const taut_contact_load* end =
        job->meeting->loads + contacts_group_end(group, chunks) * TAUT_CONTACT_CHUNK;
    for (int i = job->meeting->load_count[group * TAUT_CONTACT_GROUP]; i > 0; --i) {
        if (end[-i].near == near) {
            return &end[-i];
        }
    }
    return NULL;
}

// Without a load there is nothing to add: 0, which changes no sum.
LANE_FN void contacts_fetch_load(contacts_cell* to, const taut_cuda_job* job,
                                 const taut_contact_load* load)
{
    for (int axis = 0; axis < 3; ++axis) {
        to[axis].number = load != NULL ? load->force[axis] : 0.0;
        to[3 + axis].number = load != NULL ? load->torque[axis] : 0.0;
    }
    to[6].number = load != NULL ? (double)load->hardest : 0.0;
    to[7].count = load != NULL ? load - job->meeting->loads : 0;
}

LANE_FN double contacts_sum_tile(const contacts_cell* cells, int runs, double sum)
{
    for (int i = 0; i < runs; ++i) {
        TEAM_UNROLL
        for (int j = 0; j < CONTACTS_RUN; ++j) {
            sum += cells[(i * CONTACTS_RUN + j) * CONTACTS_CELLS].number;
        }
    }
    return sum;
}

// The first of those that push hardest.
LANE_FN const taut_contact_load* contacts_hardest(const taut_cuda_job* job,
                                                  const contacts_cell* cells, int count)
{
    double most = 0.0;
    int at = 0;
    for (int i = 0; i < count; ++i) {
        double push = cells[i * CONTACTS_CELLS + 6].number;
        at = push > most ? i : at;
        most = push > most ? push : most;
    }
    return most > 0.0 ? job->meeting->loads + cells[at * CONTACTS_CELLS + 7].count : NULL;
}

// By one block: group after group, the last one first, in an order that decides the last bits.
// All threads fetch what is to be added; one adds each of the six sums, one finds the hardest push.
LANE_STAGE void contacts_load_collider(const taut_cuda_job* job, int near, int groups)
{
    contacts_cell* cells = contacts_scratch();
    taut_near* to = &job->meeting->contacts.near[near];
    for (int end = groups; end > 0; end -= CONTACTS_TILE) {
        int count = end < CONTACTS_TILE ? end : CONTACTS_TILE;
        int runs = (count + CONTACTS_RUN - 1) / CONTACTS_RUN;
        for (int i = LANE_RANK; i < runs * CONTACTS_RUN; i += LANE_TEAM) {
            contacts_fetch_load(cells + i * CONTACTS_CELLS, job,
                                i < count ? contacts_load_on(job, end - 1 - i, near) : NULL);
        }
        team_sync_block();
        for (int axis = LANE_RANK; axis < 6; axis += LANE_TEAM) {
            double* sum = axis < 3 ? &to->force[axis] : &to->torque[axis - 3];
            *sum = contacts_sum_tile(cells + axis, runs, *sum);
        }
        if (LANE_RANK == LANE_TEAM - 1) {
            const taut_contact_load* hardest = contacts_hardest(job, cells, count);
            if (hardest != NULL) {
                contact_take_hit(&job->meeting->contacts, hardest);
            }
        }
        team_sync_block();
    }
}

static_assert(CONTACTS_CELLS * CONTACTS_TILE <= TAUT_CUDA_MOST_THREADS, "there is room for it");
static_assert(CONTACTS_TILE % CONTACTS_RUN == 0, "whole runs");

// How many pairs press: nobody asks before the last substep.
LANE_STAGE void contacts_count_touching(const taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    int64_t mine = 0;
    for (int i = first_of(t); i < k->pair_count; i += stride_of(t)) {
        mine += k->live[i] && k->pairs[i].lambda > 0.0f;
    }
    int64_t before = contacts_sum_before(mine);
    if (LANE_RANK == LANE_TEAM - 1 && before + mine > 0) {
        taut_atomic_add(&job->meeting->counts->touching, (size_t)(before + mine));
    }
}

// All blocks are in step before.
LANE_STAGE void contacts_load_colliders(const taut_cuda_job* job, const team* t)
{
    const taut_step* s = &job->run.step;
    if (s->substep + 1 == s->substep_count) {
        contacts_count_touching(job, t);
    }
    contacts_sum_chunks(job, t);
    contacts_sum_groups(job, t);
    for (int i = t->block; i < job->meeting->contacts.near_count; i += t->block_count) {
        contacts_load_collider(job, i, contacts_groups(job));
    }
}
