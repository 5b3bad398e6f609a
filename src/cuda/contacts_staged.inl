// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What is read of a particle lies in shared memory, brought there all at once: there are not enough
// registers for all of it, and by these it would be read in several turns. For blocks whose room
// nobody else uses meanwhile.

enum {
    STAGED_X,
    STAGED_V = STAGED_X + 3,
    STAGED_BEFORE = STAGED_V + 3,
    STAGED_PREDICTED = STAGED_BEFORE + 3,
    STAGED_BASE = STAGED_PREDICTED + 3,
    STAGED_SEEN = STAGED_BASE + 3,
    STAGED_W = STAGED_SEEN + 3,
    STAGED_REACH,
    STAGED_TRAVEL,
    STAGED_ROWS,  // so many of the particle

    STAGED_PAIRS = 4,  // and of so many of its pairs: others are read where they are
    STAGED_UNTIL = STAGED_ROWS,
    STAGED_NEAR = STAGED_UNTIL + STAGED_PAIRS,
    STAGED_COUNT = STAGED_NEAR + STAGED_PAIRS
};
static_assert(STAGED_COUNT * TAUT_CUDA_MEETING_THREADS <= 4 * TAUT_CUDA_PART,
              "in the room of a part");

// By as many threads as a block may have, so that all of them are as far from each other.
LANE_FN float* contacts_stage_at(int k)
{
    return team_room() + LANE_RANK + k * TAUT_CUDA_MEETING_THREADS;
}

LANE_FN taut_vec3 contacts_staged(int k)
{
    taut_vec3 v = {*contacts_stage_at(k), *contacts_stage_at(k + 1), *contacts_stage_at(k + 2)};
    return v;
}

LANE_FN void contacts_restage(int k, taut_vec3 v)
{
    *contacts_stage_at(k) = v.x;
    *contacts_stage_at(k + 1) = v.y;
    *contacts_stage_at(k + 2) = v.z;
}

// Where it is: known before it may be read.
typedef struct contacts_from {
    const float* of[STAGED_ROWS];
} contacts_from;

LANE_FN void contacts_from_row(contacts_from* from, int k, taut_rows rows, int seat)
{
    from->of[k] = rows.x + seat;
    from->of[k + 1] = rows.y + seat;
    from->of[k + 2] = rows.z + seat;
}

LANE_FN contacts_from contacts_from_of(const taut_cuda_job* job, int seat)
{
    const taut_work* w = &job->work;
    const taut_contacts* k = &job->meeting->contacts;
    contacts_from from;
    contacts_from_row(&from, STAGED_X, w->x, seat);
    contacts_from_row(&from, STAGED_V, w->v, seat);
    contacts_from_row(&from, STAGED_BEFORE, k->before, seat);
    contacts_from_row(&from, STAGED_PREDICTED, w->q, seat);
    contacts_from_row(&from, STAGED_BASE, k->base, seat);
    contacts_from_row(&from, STAGED_SEEN, k->seen, seat);
    from.of[STAGED_W] = w->w + seat;
    from.of[STAGED_REACH] = k->reach + seat;
    from.of[STAGED_TRAVEL] = k->travel + seat;
    return from;
}

// On its way, until team_fetched().
LANE_FN void contacts_stage(const contacts_from* from)
{
    TEAM_UNROLL
    for (int k = 0; k < STAGED_ROWS; ++k) {
        team_fetch(contacts_stage_at(k), from->of[k]);
    }
}

LANE_FN int32_t* contacts_near_at(int j)
{
    return (int32_t*)(void*)contacts_stage_at(STAGED_NEAR + j);
}

// What its pairs say, which nobody else writes and no sweep changes: from number `first` to `last`.
LANE_FN void contacts_stage_pairs(const taut_cuda_job* job, int first, int last)
{
    const taut_contacts* k = &job->meeting->contacts;
    float until[STAGED_PAIRS];
    int32_t near[STAGED_PAIRS];
    TEAM_UNROLL
    for (int j = 0; j < STAGED_PAIRS; ++j) {
        int i = first + j < last ? first + j : last;
        until[j] = k->until[i];
        near[j] = k->watches[i].near;
    }
    TEAM_UNROLL
    for (int j = 0; j < STAGED_PAIRS; ++j) {
        *contacts_stage_at(STAGED_UNTIL + j) = until[j];
        *contacts_near_at(j) = near[j];
    }
}
