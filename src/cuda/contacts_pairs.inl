// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Finding pairs of a body and of colliders, as candidates.c does, by all threads at once: each
// element counts its pairs, the counts are added up, and each puts its pairs where they belong.

// What the threads of a block work in together.
typedef union contacts_cell {
    int64_t count;
    double number;
} contacts_cell;

// Pairs that a block adds up at once: those of so many chunks. Threads that read chunks side by
// side find what they ask for in different banks.
#define CONTACTS_TILE_CHUNKS 32
#define CONTACTS_TILE_PAIRS (CONTACTS_TILE_CHUNKS * TAUT_CONTACT_CHUNK)
#define CONTACTS_TILES (TAUT_CONTACT_GROUP / CONTACTS_TILE_CHUNKS)
#define CONTACTS_PITCH (TAUT_CONTACT_CHUNK + 1)
#define CONTACTS_PARTS 7    // of a load: six sums and the hardest push
#define CONTACTS_ADDERS 32  // threads, the last ones, that add while the others fetch
#define CONTACTS_MARKS 256  // of colliders; where there are more, they share them

static_assert(TAUT_CONTACT_GROUP % CONTACTS_TILE_CHUNKS == 0, "whole tiles");
static_assert(CONTACTS_PARTS <= CONTACTS_ADDERS, "each adds one of them");

typedef struct contacts_chunk_sums {
    double of[CONTACTS_PARTS][CONTACTS_TILE_CHUNKS];
    int32_t hit[CONTACTS_TILE_CHUNKS];  // pair of the chunk
} contacts_chunk_sums;

typedef struct contacts_tile {
    contacts_chunk_sums sums[2];                                      // on two colliders
    float of[CONTACTS_PARTS][CONTACTS_TILE_CHUNKS * CONTACTS_PITCH];  // by pair
    int32_t near[CONTACTS_TILE_CHUNKS * CONTACTS_PITCH];              // -1: adds nothing
    uint8_t any[CONTACTS_MARKS];  // whether some pair may be on that collider
} contacts_tile;

typedef union contacts_shared {
    contacts_cell cells[TAUT_CUDA_MOST_THREADS];
    contacts_cell stacks[2][TAUT_CUDA_MOST_THREADS];
    contacts_tile tile;
} contacts_shared;

LANE_FN contacts_shared* contacts_room(void)
{
    TEAM_SHARED(contacts_shared, shared);
    return &shared;
}

LANE_FN contacts_cell* contacts_scratch(void)
{
    return contacts_room()->cells;
}

static_assert(sizeof(taut_cuda_meeting) % 4 == 0, "copied by fours");

// What the job has of contacts goes to shared memory, where each block has its own copy.
LANE_STAGE void contacts_come_near(taut_cuda_job* job)
{
    TEAM_SHARED(taut_cuda_meeting, meeting);
    const taut_cuda_meeting* from = job->meeting;
    team_sync_block();
    for (size_t i = (size_t)LANE_RANK * 4; i < sizeof meeting; i += (size_t)LANE_TEAM * 4) {
        memcpy((unsigned char*)&meeting + i, (const unsigned char*)from + i, 4);
    }
    if (LANE_RANK == 0) {
        job->meeting = &meeting;
        job->body.contacts = &meeting.contacts;
    }
    team_sync_block();
}

// Counts are in the memory of the device: another block may have found them.
LANE_STAGE void contacts_recall(taut_cuda_job* job)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        const taut_cuda_counts* counts = job->meeting->counts;
        job->meeting->contacts.near_count = counts->near_count;
        job->meeting->contacts.pair_count = counts->pair_count;
        job->meeting->contacts.point_count = counts->point_count;
        job->meeting->contacts.dropped = counts->dropped;
    }
    team_sync_block();
}

// Colliders near by -------------------------------------------------------------------------------

// The largest number that any thread of the block has.
LANE_FN double contacts_block_most(double mine)
{
    contacts_cell* cells = contacts_scratch();
    cells[LANE_RANK].number = mine;
    team_sync_block();
    for (int count = LANE_TEAM; count > 1;) {
        int half = (count + 1) / 2;
        if (LANE_RANK + half < count) {
            double other = cells[LANE_RANK + half].number;
            cells[LANE_RANK].number =
                other > cells[LANE_RANK].number ? other : cells[LANE_RANK].number;
        }
        team_sync_block();
        count = half;
    }
    double most = cells[0].number;
    team_sync_block();
    return most;
}

// The box of what the threads of a block have, as lower and upper bounds.
LANE_STAGE void contacts_note_box(const taut_cuda_job* job, const team* t, taut_box mine)
{
    const float bounds[6] = {-mine.low.x, -mine.low.y, -mine.low.z,
                             mine.high.x, mine.high.y, mine.high.z};
    for (int i = 0; i < 6; ++i) {
        float most = (float)contacts_block_most((double)bounds[i]);
        if (LANE_RANK == 0) {
            job->meeting->boxes[6 * t->block + i] = i < 3 ? -most : most;
        }
    }
}

LANE_FN taut_box contacts_whole_box(const taut_cuda_job* job, const team* t)
{
    taut_box box = taut_box_empty();
    for (int i = 0; i < t->block_count; ++i) {
        const float* b = job->meeting->boxes + 6 * i;
        if (b[0] <= b[3]) {  // a block may have had no particle
            taut_box_add(&box, (taut_vec3){b[0], b[1], b[2]});
            taut_box_add(&box, (taut_vec3){b[3], b[4], b[5]});
        }
    }
    return box;
}

// By one block: threads look which are near, the first one adds them in their order.
LANE_STAGE void contacts_add_near(taut_cuda_job* job, const team* t)
{
    const taut_step* s = &job->run.step;
    taut_contacts* k = &job->meeting->contacts;
    contacts_cell* cells = contacts_scratch();
    taut_box box = contacts_whole_box(job, t);
    taut_realm_meets met = taut_realms_met(&s->colliders->realms, job->body.realm);
    int count = taut_realms_met_count(&met);
    for (int first = 0; first < count; first += LANE_TEAM) {
        int i = first + LANE_RANK;
        cells[LANE_RANK].count =
            i < count &&
            contact_comes_near(k, &s->colliders->items[taut_realms_met_at(&met, i)], box);
        team_sync_block();
        for (int j = 0; LANE_RANK == 0 && j < LANE_TEAM; ++j) {
            if (cells[j].count != 0) {
                contact_add_near(s, k, taut_realms_met_at(&met, first + j));
            }
        }
        team_sync_block();
    }
    if (LANE_RANK == 0) {
        job->meeting->counts->near_count = k->near_count;
        job->meeting->counts->dropped = k->dropped;
    }
}

LANE_STAGE void contacts_find_near(taut_cuda_job* job, const team* t, float time)
{
    const taut_contacts* k = &job->meeting->contacts;
    const int32_t* particle_of = job->blueprint.schedule.seating.particle_of;
    float fall = contact_fall(&job->run.step, &job->work, time);
    taut_box box = taut_box_empty();
    for (int32_t seat = first_of(t); seat < seats_taken(job); seat += stride_of(t)) {
        contact_widen_reach(k, seat, fall);
        if (particle_of[seat] >= 0) {
            contact_element e = contact_element_of(k, &seat, 1);
            taut_box_add(&box, e.box.low);
            taut_box_add(&box, e.box.high);
        }
    }
    contacts_note_box(job, t, box);
    team_sync(t);
    if (t->block == 0) {
        contacts_add_near(job, t);
    }
    team_sync(t);
    contacts_recall(job);
}

// Pairs -------------------------------------------------------------------------------------------

LANE_FN int contacts_elements(const taut_cuda_job* job)
{
    return seats_taken(job) + job->meeting->contacts.edge_count + job->meeting->contacts.face_count;
}

// Of element number e: a seat, an edge or a face.
LANE_STAGE void contacts_pair(const taut_cuda_job* job, int32_t e, contact_list* list)
{
    const taut_contacts* k = &job->meeting->contacts;
    int edges = seats_taken(job), faces = edges + k->edge_count;
    const int32_t* seats = e < edges   ? &e
                           : e < faces ? k->edges + (ptrdiff_t)2 * (e - edges)
                                       : k->faces + (ptrdiff_t)3 * (e - faces);
    int count = e < edges ? 1 : e < faces ? 2 : 3;
    contact_pair_seats(&job->run.step, &job->work, list, seats, count);
}

// The sum of what threads before this one have.
LANE_FN int64_t contacts_sum_before(int64_t mine)
{
    contacts_cell* cells = contacts_scratch();
    cells[LANE_RANK].count = mine;
    team_sync_block();
    for (int step = 1; step < LANE_TEAM; step *= 2) {
        int64_t other = LANE_RANK >= step ? cells[LANE_RANK - step].count : 0;
        team_sync_block();
        cells[LANE_RANK].count += other;
        team_sync_block();
    }
    int64_t sum = cells[LANE_RANK].count - mine;
    team_sync_block();
    return sum;
}

// Counts become numbers of the first of each, as far as there is room, with the end after them. A
// block has a piece of them, each thread a piece of that. Returns how many there are.
LANE_STAGE int64_t contacts_number(taut_cuda_job* job, const team* t, int32_t* first, int all,
                                   int room)
{
    int share = (all + t->block_count - 1) / t->block_count;
    int begin = share * t->block, end = begin + share < all ? begin + share : all;
    int own = (share + LANE_TEAM - 1) / LANE_TEAM;
    begin += own * LANE_RANK;
    end = begin + own < end ? begin + own : end;
    int64_t mine = 0;
    for (int e = begin; e < end; ++e) {
        mine += first[e];
    }
    int64_t next = contacts_sum_before(mine);
    if (LANE_RANK == LANE_TEAM - 1) {
        job->meeting->sums[t->block] = next + mine;
    }
    team_sync(t);
    int64_t total = 0;
    for (int i = 0; i < t->block_count; ++i) {
        next += i < t->block ? job->meeting->sums[i] : 0;
        total += job->meeting->sums[i];
    }
    for (int e = begin; e < end; ++e) {
        int32_t count = first[e];
        first[e] = (int32_t)(next < room ? next : room);
        next += count;
    }
    if (t->block == 0 && LANE_RANK == 0) {
        first[all] = (int32_t)(total < room ? total : room);
    }
    team_sync(t);
    return total;
}

LANE_STAGE void contacts_find_pairs(taut_cuda_job* job, const team* t)
{
    int32_t* first = job->meeting->first;
    int all = contacts_elements(job);
    for (int e = first_of(t); e < all; e += stride_of(t)) {
        contact_list list = {&job->meeting->contacts, 0, true};
        contacts_pair(job, e, &list);
        first[e] = (int32_t)list.next;
    }
    team_sync(t);
    int64_t total = contacts_number(job, t, first, all, job->meeting->contacts.room);
    for (int e = first_of(t); e < all; e += stride_of(t)) {
        if (first[e] < first[e + 1]) {
            contact_list list = {&job->meeting->contacts, first[e], false};
            contacts_pair(job, e, &list);
        }
    }
    if (t->block == 0 && LANE_RANK == 0) {
        job->meeting->counts->point_count = first[seats_taken(job)];
        job->meeting->counts->pair_count = first[all];
        job->meeting->counts->dropped += total - first[all];
    }
}

// All blocks are in step before and after.
LANE_STAGE void contacts_find(taut_cuda_job* job, const team* t, float time)
{
    contacts_find_near(job, t, time);
    if (job->meeting->contacts.near_count > 0) {
        contacts_find_pairs(job, t);
    } else if (t->block == 0 && LANE_RANK == 0) {
        job->meeting->counts->pair_count = job->meeting->counts->point_count = 0;
    }
    team_sync(t);
    contacts_recall(job);
}
