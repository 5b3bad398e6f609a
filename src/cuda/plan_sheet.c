// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/plan_sheet.h"

// Threads of a block where there are more parts than processors, or many of them: two blocks share
// one, and while one waits for memory the other works.
#define LARGE_THREADS 320

// Threads that shared memory gives something to at once.
#define ROW 8

// Numbers that a seat may have in its cluster before it is known whether that is a sheet.
#define SEAT_NUMBERS 0x10000

int taut_seating_most(const taut_seating* s)
{
    int most = 0;
    for (int i = 0; i < s->part_count; ++i) {
        int seats = s->first[i + 1] - s->first[i];
        most = seats > most ? seats : most;
    }
    return most;
}

// Rest lengths that quick_sure_of() counts on.
static bool rests_are_ordinary(const taut_constraint_set* set)
{
    bool all = true;
    for (int i = 0; i < set->place_count; ++i) {
        all = all && (!taut_set_has(set, i) || (set->rest[i] >= 0.0f && set->rest[i] <= 0x1p40f));
    }
    return all;
}

// Whether nothing but distance constraints holds it together, all swept once, and every part begins
// with a cluster of its own.
static bool is_sheet(const taut_blueprint* b)
{
    const taut_schedule* plan = &b->schedule;
    bool alone = plan->once_count == plan->phase_count && plan->phase_count > 0 &&
                 b->lines.batch_count == 0 && taut_seating_most(&plan->seating) <= TAUT_CUDA_PART;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        alone = alone && (kind == TAUT_CONSTRAINT_DISTANCE || b->sets[kind].place_count == 0);
    }
    for (int i = 0; i < plan->seating.part_count && alone; ++i) {
        alone = plan->opening[i] >= 0;
    }
    return alone && rests_are_ordinary(&b->sets[TAUT_CONSTRAINT_DISTANCE]);
}

// Constraints that a thread has in a round. Two where there are others to go on with meanwhile:
// bodies that are small and come in thousands, or so large that two blocks share a processor. Else
// more threads with one of them are sooner through.
static int each_of(const taut_schedule* plan)
{
    int parts = plan->seating.part_count;
    bool small = parts == 1 && taut_seating_most(&plan->seating) <= TAUT_CUDA_FINE_SEATS;
    return small || parts > TAUT_CUDA_TOGETHER ? TAUT_CUDA_EACH : 1;
}

static int up_to_warps(int threads, int most)
{
    int whole = (threads + 31) / 32 * 32;
    return whole < 32 ? 32 : whole > most ? most : whole;
}

// Enough for all constraints of the largest colour, in a body that has several processors to
// itself. Small ones come in thousands and share processors: there, what most colours have use for.
static int threads_of(const taut_schedule* plan)
{
    if (plan->seating.part_count > TAUT_CUDA_MANY_PARTS) {
        return LARGE_THREADS;
    }
    int most = 0, sum = 0, colours = 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < plan->seating.part_count; ++i) {
            int cluster = plan->opening[i];
            for (int k = plan->cluster_first[cluster]; k < plan->cluster_first[cluster + 1]; ++k) {
                int places = TAUT_BATCH * plan->colours[k].count;
                bool large = pass == 1 && 2 * places > most;
                most = pass == 0 && places > most ? places : most;
                sum += large ? places : 0;
                colours += large;
            }
        }
    }
    bool alone = plan->seating.part_count > 1;
    bool together = alone && plan->seating.part_count <= TAUT_CUDA_TOGETHER;
    int wanted = alone || colours == 0 ? most : sum / colours;
    int each = each_of(plan);
    int limit = each == 1 ? TAUT_CUDA_SHEET_THREADS
                : alone   ? LARGE_THREADS
                          : TAUT_CUDA_FINE_THREADS;
    int threads = up_to_warps((wanted + each - 1) / each, limit);
    return together ? limit : threads;  // one block has all links across parts, others wait for it
}

// Memory ------------------------------------------------------------------------------------------

// Ends of constraints across parts.
static size_t most_guests(const taut_schedule* plan)
{
    size_t count = 0;
    for (int i = 0; i < plan->cluster_count; ++i) {
        for (int k = plan->cluster_first[i]; k < plan->cluster_first[i + 1]; ++k) {
            count += taut_schedule_opens(plan, i)
                         ? 0
                         : (size_t)(2 * TAUT_BATCH * plan->colours[k].count);
        }
    }
    return count;
}

static void lay_out(const taut_blueprint* b, taut_sheet_draft* d, taut_layout* layout)
{
    size_t places = (size_t)b->sets[TAUT_CONSTRAINT_DISTANCE].place_count;
    size_t clusters = (size_t)b->schedule.cluster_count;
    d->taken = taut_layout_take(layout, places, sizeof *d->taken);
    d->taken_place = taut_layout_take(layout, places, sizeof *d->taken_place);
    d->guests = taut_layout_take(layout, most_guests(&b->schedule), sizeof *d->guests);
    d->round_first = taut_layout_take(layout, clusters + 1, sizeof *d->round_first);
    d->guest_first = taut_layout_take(layout, clusters + 1, sizeof *d->guest_first);
    d->levels = taut_layout_take(layout, places, sizeof *d->levels);
    d->level_first = taut_layout_take(layout, clusters + 1, sizeof *d->level_first);
    d->travellers =
        taut_layout_take(layout, (size_t)b->schedule.seating.seat_count, sizeof *d->travellers);
    size_t seats = (size_t)b->schedule.seating.seat_count;
    d->leaving = taut_layout_take(layout, 3 * seats, sizeof *d->leaving);
    d->leaving_late = taut_layout_take(layout, clusters + 1, sizeof *d->leaving_late);
    d->moved_last = taut_layout_take(layout, seats, sizeof *d->moved_last);
    d->guest_last = taut_layout_take(layout, most_guests(&b->schedule), sizeof *d->guest_last);
    d->traveller_first = taut_layout_take(layout, (size_t)b->schedule.seating.part_count + 1,
                                          sizeof *d->traveller_first);
    d->waits = taut_layout_take(layout, 3 * most_guests(&b->schedule), sizeof *d->waits);
    d->wait_of = taut_layout_take(layout, clusters, sizeof *d->wait_of);
    d->last_in =
        taut_layout_take(layout, (size_t)b->schedule.seating.seat_count, sizeof *d->last_in);
    d->noted = taut_layout_take(layout, clusters, sizeof *d->noted);
    d->level = taut_layout_take(layout, places, sizeof *d->level);
    d->level_size = taut_layout_take(layout, places + 2, sizeof *d->level_size);
    d->seat_level = taut_layout_take(layout, SEAT_NUMBERS, sizeof *d->seat_level);
    d->next = taut_layout_take(layout, places, sizeof *d->next);
    d->loose = taut_layout_take(layout, places, sizeof *d->loose);
    d->loose_place = taut_layout_take(layout, places, sizeof *d->loose_place);
    d->guest_of =
        taut_layout_take(layout, (size_t)b->schedule.seating.seat_count, sizeof *d->guest_of);
}

static bool take_memory(const taut_blueprint* b, taut_sheet_draft* d)
{
    taut_layout layout = {0};
    lay_out(b, d, &layout);
    d->bytes = layout.used;
    d->memory = taut_allocate(&b->allocator, d->bytes);
    layout = (taut_layout){d->memory, 0};
    lay_out(b, d, &layout);
    return d->memory != NULL;
}

void taut_sheet_draft_free(const taut_blueprint* b, taut_sheet_draft* d)
{
    taut_free(&b->allocator, d->memory, d->bytes);
    taut_free(&b->allocator, d->links, (size_t)d->link_room * sizeof *d->links);
    taut_free(&b->allocator, d->places, (size_t)d->place_room * sizeof *d->places);
    taut_free(&b->allocator, d->compliance, (size_t)d->compliance_room * sizeof *d->compliance);
    *d = (taut_sheet_draft){0};
}

// Seats -------------------------------------------------------------------------------------------

static int part_of(const taut_seating* s, int seat)
{
    int part = 0;
    for (int step = 1 << 30; step > 0; step >>= 1) {
        part += part + step < s->part_count && s->first[part + step] <= seat ? step : 0;
    }
    return part;
}

// The number of a seat in the cluster at hand.
static uint32_t number_of(const taut_schedule* plan, taut_sheet_draft* d, int cluster, int seat)
{
    const taut_seating* s = &plan->seating;
    if (taut_schedule_opens(plan, cluster)) {
        return (uint32_t)(seat - s->first[plan->cluster_part[cluster]]);
    }
    if (d->guest_of[seat] < d->guest_first[cluster]) {
        int part = part_of(s, seat);
        d->guest_of[seat] = d->guest_count;
        d->guests[d->guest_count++] =
            (taut_cuda_guest){seat, part << 16 | (seat - s->first[part]), s->particle_of[seat]};
    }
    return (uint32_t)(d->guest_of[seat] - d->guest_first[cluster]);
}

// Levels ------------------------------------------------------------------------------------------
//
// Only constraints that share a particle have to keep their order: the bits are the same whatever
// else is done meanwhile. So a constraint goes to the first level after those of its particles, and
// there are fewer levels than colours: what is left over in one fills the next.

// Returns how many levels there are, if none may have more than `most`.
static int find_levels(taut_sheet_draft* d, int seats, int most)
{
    int levels = 0;
    for (int i = 0; i < seats; ++i) {
        d->seat_level[i] = 0;
    }
    for (int i = 0; i < d->taken_count; ++i) {
        int32_t* a = &d->seat_level[d->taken[i].ends & 0xffffu];
        int32_t* b = &d->seat_level[d->taken[i].ends >> 16];
        int level = 1 + (*a > *b ? *a : *b);
        while (level <= levels && d->level_size[level] >= most) {
            level += 1;
        }
        if (level > levels) {
            d->level_size[level] = 0;
            levels = level;
        }
        d->level_size[level] += 1;
        d->level[i] = *a = *b = level;
    }
    return levels;
}

// Constraints of a round.
static int round_size(const taut_sheet_draft* d)
{
    return d->each * d->threads;
}

// Rounds that are full, as far as may be.
static int most_of_level(const taut_sheet_draft* d, int levels)
{
    int mean = levels > 0 ? (d->taken_count + levels - 1) / levels : 1;
    return (mean + round_size(d) - 1) / round_size(d) * round_size(d);
}

static void sort_by_level(taut_sheet_draft* d, int levels)
{
    int end = 0;
    for (int level = 1; level <= levels; ++level) {
        int size = d->level_size[level];
        d->level_size[level] = end;
        end += size;
    }
    for (int i = 0; i < d->taken_count; ++i) {
        int to = d->level_size[d->level[i]]++;
        d->loose[to] = d->taken[i];
        d->loose_place[to] = d->taken_place[i];
    }
    for (int i = 0; i < d->taken_count; ++i) {
        d->taken[i] = d->loose[i];
        d->taken_place[i] = d->loose_place[i];
    }
}

// Room for so many more rounds, with nothing in them.
static bool add_rounds(const taut_blueprint* b, taut_sheet_draft* d, int rounds)
{
    const taut_allocator* a = &b->allocator;
    int first = d->link_count, end = first + rounds * d->threads, each = TAUT_CUDA_EACH * end;
    void *links = d->links, *places = d->places, *compliance = d->compliance;
    bool ok = taut_grow(a, &links, &d->link_room, end, sizeof *d->links) &&
              taut_grow(a, &places, &d->place_room, each, sizeof *d->places) &&
              taut_grow(a, &compliance, &d->compliance_room, each, sizeof *d->compliance);
    d->links = links;
    d->places = places;
    d->compliance = compliance;
    d->link_count = ok ? end : first;
    for (int i = TAUT_CUDA_EACH * first; ok && i < each; ++i) {
        d->links[i / TAUT_CUDA_EACH].of[i % TAUT_CUDA_EACH] =
            (taut_cuda_link){TAUT_CUDA_EMPTY, 0.0f};
        d->places[i] = -1;
        d->compliance[i] = 0.0f;
    }
    return ok;
}

// So many of those taken, in one round: a thread has one of the first half and one of the second,
// so that threads in a row have constraints that follow one another, in the rows of plan_rows.c.
static void draft_round(const taut_blueprint* b, taut_sheet_draft* d, int from, int count,
                        bool last)
{
    const taut_constraint_set* set = &b->sets[TAUT_CONSTRAINT_DISTANCE];
    int first = d->link_count - d->threads;
    int half = (count + d->each * ROW - 1) / (d->each * ROW) * ROW;
    half = half < count ? half : count;
    for (int i = 0; i < count; ++i) {
        int at = first + i % half, which = i / half;
        int place = d->taken_place[from + i];
        d->links[at].of[which] = d->taken[from + i];
        d->places[TAUT_CUDA_EACH * at + which] = place;
        d->compliance[TAUT_CUDA_EACH * at + which] = set->any_soft ? set->compliance[place] : 0.0f;
    }
    for (int i = first + count - half; i < first + half; ++i) {
        d->links[i].of[1] = d->links[i].of[0];  // seats that nobody else looks at
        d->links[i].of[1].ends |= TAUT_CUDA_EMPTY;
        d->compliance[TAUT_CUDA_EACH * i + 1] = d->compliance[TAUT_CUDA_EACH * i];
    }
    d->levels[d->level_count - 1].end = first + half;
    for (int i = first; i < d->link_count; ++i) {
        d->links[i].of[0].ends |= last ? TAUT_CUDA_LAST : 0;
        d->links[i].of[1].ends |= last ? TAUT_CUDA_LAST : 0;
    }
}

static bool draft_levels(const taut_blueprint* b, taut_sheet_draft* d, int seats)
{
    int levels = find_levels(d, seats, INT32_MAX);
    levels = find_levels(d, seats, most_of_level(d, levels));
    sort_by_level(d, levels);
    bool ok = true;
    for (int level = 1, from = 0; level <= levels && ok; ++level) {
        int end = d->level_size[level];
        taut_sheet_draft_arrange(d, from, end - from);
        d->levels[d->level_count++].first = d->link_count;
        for (int count; from < end && ok; from += count) {
            bool last = end - from <= round_size(d);
            count = last ? end - from : round_size(d);
            ok = add_rounds(b, d, 1);
            if (ok) {
                draft_round(b, d, from, count, last);
            }
        }
    }
    return ok;
}

// Drafting ----------------------------------------------------------------------------------------

static void draft_colour(const taut_blueprint* b, taut_sheet_draft* d, int cluster,
                         const taut_colour* colour)
{
    const taut_constraint_set* set = &b->sets[TAUT_CONSTRAINT_DISTANCE];
    int end = TAUT_BATCH * (colour->first + colour->count);
    for (int i = TAUT_BATCH * colour->first; i < end; ++i) {
        if (!taut_set_has(set, i)) {
            continue;
        }
        const taut_batch* batch = &set->batches[i / TAUT_BATCH];
        int seat = taut_batch_seat(batch, set->near, 0, i % TAUT_BATCH);
        int other = taut_batch_seat(batch, set->near, 1, i % TAUT_BATCH);
        uint32_t a = number_of(&b->schedule, d, cluster, seat);
        uint32_t c = number_of(&b->schedule, d, cluster, other);
        d->taken_place[d->taken_count] = i;
        d->taken[d->taken_count++] = (taut_cuda_link){c << 16 | a, set->rest[i]};
    }
}

static bool draft_cluster(const taut_blueprint* b, taut_sheet_draft* d, int cluster)
{
    const taut_schedule* plan = &b->schedule;
    d->taken_count = 0;
    for (int k = plan->cluster_first[cluster]; k < plan->cluster_first[cluster + 1]; ++k) {
        if (plan->colours[k].count == 0) {
            break;  // set aside (own.h), and so are all that follow
        }
        draft_colour(b, d, cluster, &plan->colours[k]);
    }
    int guests = d->guest_count - d->guest_first[cluster];
    bool ok = draft_levels(b, d, taut_schedule_opens(plan, cluster) ? d->seats : guests);
    taut_sheet_draft_note_last(plan, d, cluster);
    return ok;
}

static bool draft_clusters(const taut_blueprint* b, taut_sheet_draft* d)
{
    const taut_schedule* plan = &b->schedule;
    for (int i = 0; i < plan->seating.seat_count; ++i) {
        d->guest_of[i] = -1;
    }
    bool ok = true;
    for (int i = 0; i < plan->cluster_count && ok; ++i) {
        d->round_first[i] = d->link_count / d->threads;
        d->guest_first[i] = d->guest_count;
        d->level_first[i] = d->level_count;
        ok = draft_cluster(b, d, i);
        int guests = d->guest_count - d->guest_first[i];
        d->most_guests = guests > d->most_guests ? guests : d->most_guests;
    }
    d->round_first[plan->cluster_count] = d->link_count / d->threads;
    d->guest_first[plan->cluster_count] = d->guest_count;
    d->level_first[plan->cluster_count] = d->level_count;
    // A round that is asked for in place of one after the last may be twice as far ahead.
    return ok && add_rounds(b, d, 2 * TAUT_CUDA_AHEAD - 1);
}

// Those that any cluster across parts asks for, by part and seat.
static void draft_travellers(const taut_seating* s, taut_sheet_draft* d)
{
    for (int part = 0; part < s->part_count; ++part) {
        d->traveller_first[part] = d->traveller_count;
        for (int seat = s->first[part]; seat < s->first[part + 1]; ++seat) {
            if (d->guest_of[seat] >= 0) {
                d->travellers[d->traveller_count++] =
                    (taut_cuda_traveller){seat - s->first[part], s->particle_of[seat]};
            }
        }
    }
    d->traveller_first[s->part_count] = d->traveller_count;
}

// Waits -------------------------------------------------------------------------------------------

static void wait_for(taut_sheet_draft* d, int cluster, int other)
{
    if (d->noted[other] != cluster) {
        d->noted[other] = cluster;
        d->waits[d->wait_count++] = other;
    }
}

// A cluster across parts waits for the parts of its guests, and for those that had its guests
// before it.
static void draft_waits_across(const taut_schedule* plan, taut_sheet_draft* d, int cluster)
{
    d->wait_of[cluster].first = d->wait_count;
    for (int i = d->guest_first[cluster]; i < d->guest_first[cluster + 1]; ++i) {
        int32_t* last = &d->last_in[d->guests[i].seat];
        wait_for(d, cluster, plan->opening[d->guests[i].spot >> 16]);
        if (*last >= 0) {
            wait_for(d, cluster, *last);
        }
        *last = cluster;
    }
    d->wait_of[cluster].count = d->wait_count - d->wait_of[cluster].first;
}

// A part waits, when the next substep begins, for the clusters that waited for it.
static void draft_waits_of_parts(const taut_schedule* plan, taut_sheet_draft* d)
{
    int across = d->wait_count;
    for (int i = 0; i < across; ++i) {
        d->wait_of[d->waits[i]].count += taut_schedule_opens(plan, d->waits[i]);
    }
    for (int i = 0; i < plan->cluster_count; ++i) {
        if (taut_schedule_opens(plan, i)) {
            d->wait_of[i].first = d->wait_count;
            d->wait_count += d->wait_of[i].count;
            d->wait_of[i].count = 0;
        }
    }
    for (int i = 0; i < plan->cluster_count; ++i) {
        const taut_cuda_wait* w = &d->wait_of[i];
        for (int k = w->first; !taut_schedule_opens(plan, i) && k < w->first + w->count; ++k) {
            taut_cuda_wait* part = &d->wait_of[d->waits[k]];
            if (taut_schedule_opens(plan, d->waits[k])) {
                d->waits[part->first + part->count++] = i;
            }
        }
    }
}

static void draft_waits(const taut_schedule* plan, taut_sheet_draft* d)
{
    for (int i = 0; i < plan->seating.seat_count; ++i) {
        d->last_in[i] = -1;
    }
    for (int i = 0; i < plan->cluster_count; ++i) {
        d->noted[i] = -1;
        d->wait_of[i] = (taut_cuda_wait){0, 0};
    }
    for (int i = 0; i < plan->cluster_count; ++i) {
        if (!taut_schedule_opens(plan, i)) {
            draft_waits_across(plan, d, i);
        }
    }
    draft_waits_of_parts(plan, d);
}

bool taut_sheet_draft_make(const taut_blueprint* b, taut_sheet_draft* d)
{
    *d = (taut_sheet_draft){0};
    if (!is_sheet(b)) {
        return true;
    }
    d->threads = threads_of(&b->schedule);
    d->each = each_of(&b->schedule);
    d->seats = taut_seating_most(&b->schedule.seating);
    if (!take_memory(b, d)) {
        return false;
    }
    if (!draft_clusters(b, d)) {
        return false;
    }
    d->most_guests = (d->most_guests + 3) / 4 * 4;
    if (d->most_guests > TAUT_CUDA_PART) {
        taut_sheet_draft_free(b, d);
        return true;
    }
    draft_travellers(&b->schedule.seating, d);
    taut_sheet_draft_keep(b, d);
    draft_waits(&b->schedule, d);
    return true;
}
