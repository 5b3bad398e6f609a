// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Shared memory: the arrays of a body, or of a part of it, where all threads of a block reach them
// in no time.

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

LANE_FN void copy_row(float* to, const float* from, int first, int count)
{
    for (int i = first + LANE_RANK; i < first + count; i += LANE_TEAM) {
        to[i] = from[i];
    }
}

LANE_FN void copy_rows(taut_rows to, taut_rows from, int first, int count)
{
    copy_row(to.x, from.x, first, count);
    copy_row(to.y, from.y, first, count);
    copy_row(to.z, from.z, first, count);
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
