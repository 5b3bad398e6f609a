// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Shared memory: the arrays of a body, or of a part of it, where all threads of a block reach them
// in no time.

// Seats of which a thread reads what it needs before it writes anything: the memory of a device is
// far away, and a thread that wrote in between would wait for each of them by itself.
#define SEATS_AT_ONCE 4

// Where a thread mostly has one or two of them: text that has to be fetched takes its time, too.
#define FEW_SEATS 2

// From `first` on, each `stride`-th: what `get` has read of a seat goes to `put`.
template <int at_once = SEATS_AT_ONCE, class get_fn, class put_fn>
LANE_FN void each_seat(int first, int end, int stride, get_fn get, put_fn put)
{
    for (int seat = first; seat < end; seat += at_once * stride) {
        decltype(get(seat)) read[at_once] = {};
        TEAM_UNROLL
        for (int j = 0; j < at_once; ++j) {
            if (seat + j * stride < end) {
                read[j] = get(seat + j * stride);
            }
        }
        TEAM_UNROLL
        for (int j = 0; j < at_once; ++j) {
            if (seat + j * stride < end) {
                put(seat + j * stride, read[j]);
            }
        }
    }
}

// An array of the seats from `first` on, at `room`, by the number of the seat.
LANE_FN float* near_row(float** room, int first, int stride)
{
    float* row = *room - first;
    *room += stride;
    return row;
}

LANE_FN taut_rows near_rows(float** room, int first, int stride)
{
    taut_rows rows;
    rows.x = near_row(room, first, stride);
    rows.y = near_row(room, first, stride);
    rows.z = near_row(room, first, stride);
    return rows;
}

// Those that sweeps look at, x first. Returns what is left of the room.
LANE_FN float* near_arrays(taut_work* w, bool fine, int first, int stride)
{
    float* room = team_room();
    w->x = near_rows(&room, first, stride);
    w->w = near_row(&room, first, stride);
    if (fine) {
        w->d = near_rows(&room, first, stride);
    }
    return room;
}

// By the threads of a block.
LANE_FN void copy_row(float* to, const float* from, int first, int end)
{
    each_seat(
        first + LANE_RANK, end, LANE_TEAM, [=](int i) { return from[i]; },
        [=](int i, float a) { to[i] = a; });
}

LANE_FN void copy_rows(taut_rows to, taut_rows from, int first, int end)
{
    each_seat(
        first + LANE_RANK, end, LANE_TEAM, [=](int i) { return taut_rows_get(from, i); },
        [=](int i, taut_vec3 v) { taut_rows_set(to, i, v); });
}

// What a small body works on is there, whole, for the whole step.
LANE_STAGE void come_near(taut_cuda_job* job)
{
    taut_work* w = &job->work;
    int count = w->seat_count;
    team_sync_block();
    if (LANE_RANK == 0) {
        float* room = near_arrays(w, job->body.fine, 0, count);
        w->v = near_rows(&room, 0, count);
        w->lo = near_rows(&room, 0, count);
        if (!job->body.fine) {
            w->q = near_rows(&room, 0, count);
        }
    }
    team_sync_block();
}
