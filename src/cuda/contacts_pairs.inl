// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Finding pairs of a body and of colliders, as candidates.c does, by all threads at once: each
// element counts its pairs, the counts are added up, and each puts its pairs where they belong.

// What the threads of a block work in together.
typedef union contacts_cell {
    int64_t count;
    double number;
} contacts_cell;

// A block adds up the pairs of a group at once. Threads that read chunks side by side find what
// they ask for in different banks.
#define CONTACTS_GROUP_PAIRS (TAUT_CONTACT_GROUP * TAUT_CONTACT_CHUNK)
#define CONTACTS_PITCH (TAUT_CONTACT_CHUNK + 1)
#define CONTACTS_PARTS 7    // of a load: six sums and the hardest push
#define CONTACTS_ADDERS 32  // threads for the parts of a load: a warp, where not all do the same
#define CONTACTS_MARKS 256  // of colliders; where there are more, they share them

static_assert(CONTACTS_PARTS <= CONTACTS_ADDERS, "each adds one of them");

// Colliders whose loads are added up side by side, few groups having more; and loads of groups that
// go to colliders at once. Fewer on a host, so that tests see more than one turn.
#ifdef __CUDACC__
#define CONTACTS_AT_ONCE 12
#define CONTACTS_PAID 128
#else
#define CONTACTS_AT_ONCE 2
#define CONTACTS_PAID 4
#endif

// What is read next is asked for before it is needed.
#ifdef __CUDACC__
#define CONTACTS_UNROLL _Pragma("unroll 8")
#else
#define CONTACTS_UNROLL
#endif

typedef struct contacts_chunk_sums {
    double of[CONTACTS_PARTS][TAUT_CONTACT_GROUP];
    int32_t hit[TAUT_CONTACT_GROUP];  // pair of the chunk
} contacts_chunk_sums;

typedef struct contacts_tile {
    contacts_chunk_sums sums[CONTACTS_AT_ONCE];                     // on some colliders
    float of[CONTACTS_PARTS][TAUT_CONTACT_GROUP * CONTACTS_PITCH];  // by pair
    int32_t near[TAUT_CONTACT_GROUP * CONTACTS_PITCH];              // -1: adds nothing
    uint8_t any[CONTACTS_MARKS];  // whether some pair may be on that collider
} contacts_tile;

typedef struct contacts_payment {
    double of[CONTACTS_PARTS][CONTACTS_PAID];
} contacts_payment;

typedef union contacts_shared {
    contacts_cell cells[TAUT_CUDA_MOST_THREADS];
    float bounds[6][TAUT_CUDA_MEETING_THREADS];
    contacts_cell stacks[2][TAUT_CUDA_MOST_THREADS];
    contacts_tile tile;
    contacts_payment payment;
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
    TEAM_SHARED(taut_collider_set, colliders);
    const taut_cuda_meeting* from = job->meeting;
    team_sync_block();
    for (size_t i = (size_t)LANE_RANK * 4; i < sizeof meeting; i += (size_t)LANE_TEAM * 4) {
        memcpy((unsigned char*)&meeting + i, (const unsigned char*)from + i, 4);
    }
    team_sync_block();
    if (LANE_RANK == 0) {
        meeting.contacts.near_count = -1;  // not known
        colliders = *job->run.step.colliders;
        job->meeting = &meeting;
        job->body.contacts = &meeting.contacts;
        job->run.step.colliders = &colliders;
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
        job->meeting->contacts.longest2 = taut_float_in_order(counts->longest2);
    }
    team_sync_block();
}

// A block that has come to the body since they were found asks for them. All others know.
LANE_FN void contacts_know(taut_cuda_job* job)
{
    if (job->meeting->contacts.near_count < 0) {
        contacts_recall(job);
    }
}

// Colliders near by -------------------------------------------------------------------------------

// The box around those of all threads of a block.
LANE_STAGE taut_box contacts_block_box(taut_box mine)
{
    auto* bounds = contacts_room()->bounds;  // the largest are looked for
    const float own[6] = {-mine.low.x, -mine.low.y, -mine.low.z,
                          mine.high.x, mine.high.y, mine.high.z};
    for (int i = 0; i < 6; ++i) {
        bounds[i][LANE_RANK] = own[i];
    }
    team_sync_block();
    for (int count = LANE_TEAM; count > 1;) {
        int half = (count + 1) / 2;
        for (int i = 0; i < 6 && LANE_RANK + half < count; ++i) {
            float other = bounds[i][LANE_RANK + half];
            bounds[i][LANE_RANK] = other > bounds[i][LANE_RANK] ? other : bounds[i][LANE_RANK];
        }
        team_sync_block();
        count = half;
    }
    taut_box box = {{-bounds[0][0], -bounds[1][0], -bounds[2][0]},
                    {bounds[3][0], bounds[4][0], bounds[5][0]}};
    team_sync_block();
    return box;
}

LANE_FN void contacts_note_box(const taut_cuda_job* job, const team* t, taut_box mine)
{
    taut_box box = contacts_block_box(mine);
    const float bounds[6] = {box.low.x, box.low.y, box.low.z, box.high.x, box.high.y, box.high.z};
    for (int i = 0; LANE_RANK == 0 && i < 6; ++i) {
        job->meeting->boxes[6 * t->block + i] = bounds[i];
    }
}

// Of all blocks, for the threads of one.
LANE_FN taut_box contacts_whole_box(const taut_cuda_job* job, const team* t)
{
    taut_box box = taut_box_empty();
    for (int i = LANE_RANK; i < t->block_count; i += LANE_TEAM) {
        const float* b = job->meeting->boxes + 6 * i;
        if (b[0] <= b[3]) {  // a block may have had no particle
            taut_box_add(&box, (taut_vec3){b[0], b[1], b[2]});
            taut_box_add(&box, (taut_vec3){b[3], b[4], b[5]});
        }
    }
    return contacts_block_box(box);
}

// How many threads before this one say so; or all of the first `end`.
LANE_FN int contacts_said(const contacts_cell* cells, int end)
{
    int said = 0;
    for (int j = 0; j < end; ++j) {
        said += (int)cells[j].count;
    }
    return said;
}

// By one block: threads look which are near, and those that are get places in their order, as far
// as there is room.
LANE_STAGE void contacts_add_near(taut_cuda_job* job, const team* t)
{
    const taut_step* s = &job->run.step;
    taut_contacts* k = &job->meeting->contacts;
    contacts_cell* cells = contacts_scratch();
    taut_box box = contacts_whole_box(job, t);
    taut_realm_meets met = taut_realms_met(&s->colliders->realms, job->body.realm);
    int count = taut_realms_met_count(&met), before = k->near_count;
    for (int first = 0; first < count; first += LANE_TEAM) {
        int i = first + LANE_RANK;
        int collider = i < count ? taut_realms_met_at(&met, i) : -1;
        bool fresh = i < count && contact_comes_near(k, &s->colliders->items[collider], box) &&
                     !contact_has_place(k, before, collider);
        cells[LANE_RANK].count = fresh;
        team_sync_block();
        int place = k->near_count + (fresh ? contacts_said(cells, LANE_RANK) : 0);
        if (fresh && place < k->near_room) {
            k->near[place] = contact_near_of(s, k, collider);
        }
        team_sync_block();
        if (LANE_RANK == 0) {
            int all = contacts_said(cells, LANE_TEAM), left = k->near_room - k->near_count;
            k->near_count += all < left ? all : left;
            k->dropped += all > left ? all - left : 0;
        }
        team_sync_block();
    }
    if (LANE_RANK == 0) {
        taut_cuda_counts* counts = job->meeting->counts;
        counts->near_count = k->near_count;
        counts->dropped = k->dropped;
        counts->pair_count = counts->point_count = 0;  // until they are found
    }
}

LANE_FN int contacts_elements(const taut_cuda_job* job)
{
    return seats_taken(job) + job->meeting->contacts.edge_count + job->meeting->contacts.face_count;
}

// Pairs -------------------------------------------------------------------------------------------

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

// What threads before this one have together, and all of the block.
typedef struct contacts_sums {
    int64_t before, all;
} contacts_sums;

LANE_FN contacts_sums contacts_sum_up(int64_t mine)
{
    contacts_cell *from = contacts_room()->stacks[0], *to = contacts_room()->stacks[1];
    from[LANE_RANK].count = mine;
    team_sync_block();
    for (int step = 1; step < LANE_TEAM; step *= 2) {
        int64_t other = LANE_RANK >= step ? from[LANE_RANK - step].count : 0;
        to[LANE_RANK].count = from[LANE_RANK].count + other;
        contacts_cell* swap = from;
        from = to;
        to = swap;
        team_sync_block();
    }
    contacts_sums sums = {from[LANE_RANK].count - mine, from[LANE_TEAM - 1].count};
    team_sync_block();
    return sums;
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
    int64_t next = contacts_sum_up(mine).before;
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

// Where no collider near by has facets, a particle or an edge has one pair with each at most: which
// of them, bits say, and nobody has to look twice. Of other elements there is a number of pairs.
#define CONTACTS_BITS 31

// Colliders near by, where all threads of a block reach them in no time: all that single particles
// ask of spheres and capsules.
typedef struct contacts_nearby {
    taut_box bounds;
    const taut_collider* collider;
    taut_shape_kind kind;
    float radius, half_height, motion;
    taut_pose before;
} contacts_nearby;

LANE_FN bool contacts_kind_is_round(taut_shape_kind kind)
{
    return kind == TAUT_SHAPE_SPHERE || kind == TAUT_SHAPE_CAPSULE;
}

// Of a round collider, what distances ask for.
LANE_FN taut_collider contacts_view_round(taut_shape_kind kind, float radius, float half_height)
{
    taut_collider view = {};
    view.kind = kind;
    view.radius = radius;
    view.half_height = half_height;
    return view;
}

typedef struct contacts_all_nearby {
    contacts_nearby of[CONTACTS_BITS];
    uint32_t sinks;  // edges and faces with no longer side, squared, have no pairs (base/order.h)
} contacts_all_nearby;

LANE_FN contacts_all_nearby* contacts_nearby_all(void)
{
    TEAM_SHARED(contacts_all_nearby, nearby);
    return &nearby;
}

LANE_FN contacts_nearby* contacts_nearby_at(int i)
{
    return &contacts_nearby_all()->of[i];
}

// Brings them there, and says whether there are bits.
LANE_STAGE bool contacts_have_bits(const taut_cuda_job* job)
{
    const taut_contacts* k = &job->meeting->contacts;
    bool fine = k->near_count <= CONTACTS_BITS;
    if (LANE_RANK == 0) {
        contacts_nearby_all()->sinks = taut_order_of_float(INFINITY);
    }
    team_sync_block();
    for (int i = LANE_RANK; i < k->near_count; i += LANE_TEAM) {
        const taut_collider* c = &job->run.step.colliders->items[k->near[i].collider];
        team_lower(&contacts_nearby_all()->sinks, taut_order_of_float(contact_sink2(k, c)));
        if (k->near_count > CONTACTS_BITS) {
            continue;
        }
        contacts_nearby* nearby = contacts_nearby_at(i);
        nearby->bounds = c->bounds;
        nearby->collider = c;
        nearby->kind = c->kind;
        nearby->radius = c->radius;
        nearby->half_height = c->half_height;
        nearby->motion = c->motion;
        nearby->before = k->near[i].before;
        fine = fine && !contact_has_facets(c);
    }
    return team_sync_all(fine);
}

LANE_FN int contacts_count_bits(uint32_t bits)
{
    int count = 0;
    for (; bits != 0; bits &= bits - 1) {
        ++count;
    }
    return count;
}

LANE_FN contact_element contacts_element(const int32_t* seats, int count)
{
    contact_element e = {};
    e.seats[0] = seats[0];
    e.seats[1] = count > 1 ? seats[1] : -1;
    e.seats[2] = -1;
    e.count = count;
    return e;
}

// contact_is_pair() of a particle that is at x and a round collider.
LANE_FN bool contacts_within_round(const contacts_nearby* nearby, const contact_element* e,
                                   taut_vec3 x)
{
    taut_collider round = contacts_view_round(nearby->kind, nearby->radius, nearby->half_height);
    float d = taut_distance_round(&round, taut_pose_in(&nearby->before, x)).d;
    return d <= e->reach + nearby->motion;
}

template <int count>
LANE_FN uint32_t contacts_bits_of(const taut_cuda_job* job, const int32_t* seats)
{
    const taut_contacts* k = &job->meeting->contacts;
    if (!contact_any_free(&job->work, seats, count)) {
        return 0;
    }
    contact_element e = contact_element_of(k, seats, count);
    taut_vec3 x = taut_rows_get(k->base, seats[0]);
    uint32_t bits = 0;
    for (int i = 0; i < k->near_count; ++i) {
        const contacts_nearby* nearby = contacts_nearby_at(i);
        if (!taut_box_meets(e.box, nearby->bounds)) {
            continue;
        }
        if (count == 1 && contacts_kind_is_round(nearby->kind)) {
            bits |= (uint32_t)contacts_within_round(nearby, &e, x) << i;
            continue;
        }
        const taut_collider* c = nearby->collider;
        if (contact_reaches(k, c, &e) && contact_is_pair(k, c, i, &e)) {
            bits |= 1u << i;
        }
    }
    return bits;
}

// The longest side of element number e, an edge or a face, squared.
LANE_FN float contacts_side2(const taut_cuda_job* job, int32_t e)
{
    const taut_contacts* k = &job->meeting->contacts;
    int edges = seats_taken(job), faces = edges + k->edge_count;
    const int32_t* seats =
        e < faces ? k->edges + (ptrdiff_t)2 * (e - edges) : k->faces + (ptrdiff_t)3 * (e - faces);
    contact_element of = contacts_element(seats, 2);
    if (e >= faces) {
        of.seats[2] = seats[2];
        of.count = 3;
    }
    return contact_side2(k, &of);
}

// Whether one of so long a side is too short to have pairs with any of them (contact_reaches()).
LANE_FN bool contacts_too_short(float side2)
{
    return side2 <= taut_float_in_order(contacts_nearby_all()->sinks);
}

// What is noted of element number e, and how many pairs that are.
LANE_FN int32_t contacts_note_of(const taut_cuda_job* job, int32_t e, bool bits)
{
    const taut_contacts* k = &job->meeting->contacts;
    int edges = seats_taken(job), faces = edges + k->edge_count;
    if (e >= edges && contacts_too_short(contacts_side2(job, e))) {
        return 0;
    }
    if (bits && e < edges) {
        return (int32_t)contacts_bits_of<1>(job, &e);
    }
    if (bits && e < faces) {
        return (int32_t)contacts_bits_of<2>(job, k->edges + (ptrdiff_t)2 * (e - edges));
    }
    contact_list list = {&job->meeting->contacts, 0, true};
    contacts_pair(job, e, &list);
    return (int32_t)list.next;
}

LANE_FN int contacts_noted(const taut_cuda_job* job, int32_t e, bool bits, int32_t note)
{
    int faces = seats_taken(job) + job->meeting->contacts.edge_count;
    return bits && e < faces ? contacts_count_bits((uint32_t)note) : note;
}

LANE_FN void contacts_list_noted(const taut_cuda_job* job, int32_t e, bool bits, int32_t note,
                                 int64_t next)
{
    contact_list list = {&job->meeting->contacts, next, false};
    const taut_contacts* k = &job->meeting->contacts;
    int edges = seats_taken(job), faces = edges + k->edge_count;
    if (!bits || e >= faces) {
        contacts_pair(job, e, &list);
        return;
    }
    contact_element of = e < edges ? contacts_element(&e, 1)
                                   : contacts_element(k->edges + (ptrdiff_t)2 * (e - edges), 2);
    for (int i = 0; i < k->near_count; ++i) {
        if (((uint32_t)note >> i & 1) != 0) {
            contact_add_pair(&list, &of, i, 0);
        }
    }
}
