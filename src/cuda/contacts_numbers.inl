// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Pairs of a body and of colliders get their numbers: what elements note is counted by spans of
// them, spans are added up, and each element puts its pairs where they belong.

// Spans do not reach from particles to edges and faces.
typedef struct contacts_span {
    int first, end;
} contacts_span;

LANE_FN int contacts_spans(int elements)
{
    return (elements + TAUT_CUDA_SPAN - 1) / TAUT_CUDA_SPAN;
}

LANE_FN contacts_span contacts_span_at(const taut_cuda_job* job, int number)
{
    int points = seats_taken(job), own = contacts_spans(points);
    bool single = number < own;
    int all = single ? points : contacts_elements(job);
    int first = single ? number * TAUT_CUDA_SPAN : points + (number - own) * TAUT_CUDA_SPAN;
    contacts_span span = {first, first + TAUT_CUDA_SPAN < all ? first + TAUT_CUDA_SPAN : all};
    return span;
}

// Pairs of a particle that are counted: those of a warp have a sum.
enum { CONTACTS_MOST = 1 << 26 };

// Particles near many colliders are near one another: warps of all blocks have some of them, and
// those of a block take them in turn, since some are longer busy with edges and faces. Counts of
// their spans begin at 0.
LANE_STAGE void contacts_note_points(const taut_cuda_job* job, const team* t, bool bits)
{
    bool whole = LANE_TEAM % TEAM_WARP == 0;  // warps
    int points = seats_taken(job), own = whole ? LANE_RANK % TEAM_WARP : 0;
    int width = whole ? TEAM_WARP : 1, turn = whole ? 0 : LANE_RANK;
    for (;;) {
        turn = whole ? team_next(&contacts_long_ones()->taken) : turn;
        int base = (turn * t->block_count + t->block) * width, e = base + own;
        if (base >= points) {
            break;
        }
        turn += LANE_TEAM;  // of a thread by itself
        int32_t note = e < points ? contacts_note_of(job, e, bits) : 0;
        int own_pairs = contacts_noted(job, e, bits, note);
        uint32_t count = (uint32_t)(own_pairs < CONTACTS_MOST ? own_pairs : CONTACTS_MOST);
        if (e < points) {
            job->meeting->first[e] = note;
        }
        count = whole ? team_sum(count) : count;
        if (own == 0 && count > 0) {
            team_add_long((uint64_t*)&job->meeting->spans[base / TAUT_CUDA_SPAN], count);
        }
    }
}

// Of an edge or a face.
LANE_STAGE void contacts_note_long(const taut_cuda_job* job, int32_t e, bool bits)
{
    int first = seats_taken(job), own = contacts_spans(first);
    int32_t note = contacts_note_of(job, e, bits);
    int count = contacts_noted(job, e, bits, note);
    job->meeting->first[e] = note;
    if (count > 0) {
        int span = own + (e - first) / TAUT_CUDA_SPAN;
        team_add_long((uint64_t*)&job->meeting->spans[span], (uint64_t)count);
    }
}

// Those that were picked, each by a thread; or all that are this block's, where there were too many
// to be noted.
LANE_STAGE void contacts_note_picked(const taut_cuda_job* job, const team* t, bool bits)
{
    const contacts_long* found = contacts_long_ones();
    team own = contacts_pickers(t);
    if (found->count <= CONTACTS_LONG) {
        for (int i = LANE_RANK; i < (int)found->count; i += LANE_TEAM) {
            contacts_note_long(job, found->of[i], bits);
        }
    } else if (own.block >= 0) {
        int end = contacts_elements(job);
        for (int e = seats_taken(job) + first_of(&own); e < end; e += stride_of(&own)) {
            contacts_note_long(job, e, bits);
        }
    }
}

// Each block adds up the counts of all spans, and keeps where its own ones begin, as far as there
// is room. Returns how many pairs there are.
LANE_STAGE int64_t contacts_start_spans(const taut_cuda_job* job, const team* t, int spans)
{
    const int64_t* counts = job->meeting->spans;
    int own = (spans + LANE_TEAM - 1) / LANE_TEAM, room = job->meeting->contacts.room;
    int begin = own * LANE_RANK, end = begin + own < spans ? begin + own : spans;
    int64_t mine = 0;
    for (int i = begin; i < end; ++i) {
        mine += counts[i];
    }
    contacts_sums sums = contacts_sum_up(mine);
    int64_t next = sums.before;
    for (int i = begin; i < end; ++i) {
        if (i % t->block_count == t->block) {
            job->meeting->starts[i] = (int32_t)(next < room ? next : room);
        }
        next += counts[i];
    }
    team_sync_block();
    return sums.all;
}

// What was noted gives way to the number of the first pair.
LANE_STAGE void contacts_list_pairs(const taut_cuda_job* job, const team* t, int spans, bool bits)
{
    int32_t* first = job->meeting->first;
    int room = job->meeting->contacts.room;
    for (int number = t->block; number < spans; number += t->block_count) {
        contacts_span span = contacts_span_at(job, number);
        int64_t next = job->meeting->starts[number];
        bool none = job->meeting->spans[number] == 0;
        int end = span.end;
        for (int begin = span.first; begin < end; begin += LANE_TEAM) {
            int e = begin + LANE_RANK;
            int32_t note = e < end && !none ? first[e] : 0;
            int count = e < end && !none ? contacts_noted(job, e, bits, note) : 0;
            contacts_sums sums = {};
            if (!none) {
                sums = contacts_sum_up(count);
            }
            int64_t pair = next + sums.before;
            if (e < end) {
                first[e] = (int32_t)(pair < room ? pair : room);
            }
            if (e < end && e == seats_taken(job)) {
                job->meeting->counts->point_count = first[e];
            }
            if (count > 0 && pair < room) {
                contacts_list_noted(job, e, bits, note, pair);
            }
            next += sums.all;
        }
    }
}

LANE_STAGE void contacts_find_pairs(taut_cuda_job* job, const team* t)
{
    int points = seats_taken(job), all = contacts_elements(job);
    int room = job->meeting->contacts.room, own = contacts_spans(points);
    int spans = own + contacts_spans(all - points);
    bool bits = contacts_have_bits(job);
    contacts_note_picked(job, t, bits);
    contacts_note_points(job, t, bits);
    team_sync(t);
    int64_t total = contacts_start_spans(job, t, spans);
    contacts_list_pairs(job, t, spans, bits);
    if (t->block == 0 && LANE_RANK == 0) {
        int32_t count = (int32_t)(total < room ? total : room);
        job->meeting->first[all] = count;
        job->meeting->counts->pair_count = count;
        job->meeting->counts->dropped += total - count;
        if (all == points) {
            job->meeting->counts->point_count = count;
        }
    }
}

// All blocks are in step before and after.
LANE_STAGE void contacts_find(taut_cuda_job* job, const team* t, float time)
{
    contacts_find_near(job, t, time);
    if (job->meeting->contacts.near_count > 0) {
        contacts_find_pairs(job, t);
        team_sync(t);
        contacts_recall(job);
    }
}
