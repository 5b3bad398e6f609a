// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How sheets are swept whose constraints stay in shared memory (sheet_kept.inl): rigid ones, of
// several parts with one cluster across them. Particles leave parts for that, and go back, as soon
// as nothing moves them any more: threads that have no constraint in a round take them there.

#include <string.h>

#include "cuda/plan_sheet.h"

void taut_sheet_draft_note_last(const taut_schedule* plan, taut_sheet_draft* d, int cluster)
{
    const taut_seating* s = &plan->seating;
    if (taut_schedule_opens(plan, cluster)) {
        int part = plan->cluster_part[cluster];
        for (int seat = s->first[part]; seat < s->first[part + 1]; ++seat) {
            d->moved_last[seat] = d->seat_level[seat - s->first[part]];
        }
    } else {
        for (int i = 0; i < d->guest_count - d->guest_first[cluster]; ++i) {
            d->guest_last[i] = d->seat_level[i];
        }
    }
}

// Those that leave a cluster, in the order of the levels that move them last.
static void sort_leaving(taut_sheet_draft* d, int cluster, taut_cuda_leaving* leaving, int count,
                         const int32_t* last)
{
    int levels = d->level_first[cluster + 1] - d->level_first[cluster], end = 0;
    taut_cuda_leaving* unsorted = d->leaving + 2 * d->traveller_count;
    for (int i = 0; i < count; ++i) {
        unsorted[i] = leaving[i];
    }
    for (int level = 0; level <= levels; ++level) {
        for (int i = 0; i < count; ++i) {
            if (last[unsorted[i].from] == level) {
                leaving[end++] = unsorted[i];
            }
        }
    }
}

// They leave in empty places, after the level that moves them last. Returns how many do.
static int place_leaving(taut_sheet_draft* d, int cluster, const taut_cuda_leaving* leaving,
                         int count, const int32_t* last)
{
    int level = 1, next = 0;
    for (int round = d->round_first[cluster]; round < d->round_first[cluster + 1]; ++round) {
        taut_cuda_links* links = d->links + round * d->threads;
        for (int i = 0; i < d->threads && next < count; ++i) {
            taut_cuda_link* link = &links[i].of[0];
            bool empty = (link->ends & TAUT_CUDA_EMPTY) != 0;
            if (empty && last[leaving[next].from] < level) {
                link->ends |= TAUT_CUDA_LEAVES | (uint32_t)leaving[next].from;
                memcpy(&link->rest, &leaving[next].to, sizeof link->rest);
                next += 1;
            }
        }
        level += (links[0].of[0].ends & TAUT_CUDA_LAST) != 0;
    }
    return next;
}

static void draft_leaving(const taut_schedule* plan, taut_sheet_draft* d)
{
    const taut_seating* s = &plan->seating;
    int across = plan->phase_first[1];
    for (int part = 0; part < s->part_count; ++part) {
        taut_cuda_leaving* own = d->leaving + d->traveller_first[part];
        int count = d->traveller_first[part + 1] - d->traveller_first[part];
        const int32_t* last = d->moved_last + s->first[part];
        for (int i = 0; i < count; ++i) {
            int seat = d->travellers[d->traveller_first[part] + i].seat;
            int guest = d->guest_of[s->first[part] + seat] - d->guest_first[across];
            own[i] = (taut_cuda_leaving){seat, guest};
        }
        sort_leaving(d, plan->opening[part], own, count, last);
        d->leaving_late[part] = place_leaving(d, plan->opening[part], own, count, last);
    }
    taut_cuda_leaving* back = d->leaving + d->traveller_count;
    for (int i = 0; i < d->traveller_count; ++i) {
        back[i] = (taut_cuda_leaving){i, d->guests[d->guest_first[across] + i].spot};
    }
    sort_leaving(d, across, back, d->traveller_count, d->guest_last);
    d->leaving_late[s->part_count] =
        place_leaving(d, across, back, d->traveller_count, d->guest_last);
}

void taut_sheet_draft_keep(const taut_blueprint* b, taut_sheet_draft* d)
{
    const taut_schedule* plan = &b->schedule;
    int parts = plan->seating.part_count;
    bool fits = d->each == 1 && !b->sets[TAUT_CONSTRAINT_DISTANCE].any_soft && parts > 1 &&
                plan->phase_count == 2 && plan->cluster_count == parts + 1;
    for (int i = 0; i < plan->cluster_count && fits; ++i) {
        int rounds = d->round_first[i + 1] - d->round_first[i];
        d->kept_rounds = rounds > d->kept_rounds ? rounds : d->kept_rounds;
    }
    if (d->kept_rounds > 0) {
        draft_leaving(plan, d);
    }
}
