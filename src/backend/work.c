// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "backend/work.h"

// Arrays of a power of two would all begin in the same set of the cache: each is moved on by a few
// lines.
#define STAGGER ((size_t)5 * TAUT_SEAT_ALIGN)

// x, w, v, lo, q or d, p, a.
#define MOST_ARRAYS 19

size_t taut_work_bytes(const taut_body* body)
{
    size_t seats = (size_t)body->blueprint->schedule.seating.seat_count;
    return MOST_ARRAYS * (seats + STAGGER) * sizeof(float);
}

static float* take(taut_layout* layout, const taut_work* work)
{
    return taut_layout_take(layout, (size_t)work->seat_count + STAGGER, sizeof(float));
}

static taut_rows take_rows(taut_layout* layout, const taut_work* work)
{
    taut_rows rows;
    rows.x = take(layout, work);
    rows.y = take(layout, work);
    rows.z = take(layout, work);
    return rows;
}

void taut_work_open(taut_work* work, taut_body* body, bool keeps_past, void* memory)
{
    *work = (taut_work){.body = body, .seat_count = body->blueprint->schedule.seating.seat_count};
    taut_layout layout = {memory, 0};
    work->x = take_rows(&layout, work);
    work->w = take(&layout, work);
    work->v = take_rows(&layout, work);
    work->lo = take_rows(&layout, work);
    if (body->fine) {
        work->d = take_rows(&layout, work);
    } else {
        work->q = take_rows(&layout, work);
    }
    if (keeps_past) {
        work->p = take_rows(&layout, work);
    }
    if (body->has_forces) {
        work->a = take_rows(&layout, work);
    }
}

static void load_seat(const taut_work* work, int seat, int particle)
{
    const taut_body* b = work->body;
    bool empty = particle < 0;
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    taut_float4 x = empty ? none : b->x[particle];
    taut_rows_set(work->x, seat, taut_vec3_of(x));
    work->w[seat] = x.w;
    taut_rows_set(work->v, seat, taut_vec3_of(empty ? none : b->v[particle]));
    taut_rows_set(work->lo, seat, taut_vec3_of(empty ? none : b->lo[particle]));
    taut_rows_set(b->fine ? work->d : work->q, seat, taut_vec3_of(none));
    if (work->p.x != NULL) {
        taut_rows_set(work->p, seat, taut_vec3_of(empty ? none : b->p[particle]));
    }
    if (work->a.x != NULL) {
        taut_rows_set(work->a, seat, empty ? taut_vec3_of(none) : b->acceleration[particle]);
    }
}

void taut_work_load(taut_work* work, int part)
{
    const taut_seating* seating = &work->body->blueprint->schedule.seating;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        load_seat(work, seat, seating->particle_of[seat]);
    }
}

static void put(taut_float4* to, taut_vec3 v)
{
    to->x = v.x;
    to->y = v.y;
    to->z = v.z;
}

void taut_work_store(const taut_work* work, int part, bool keeps_past)
{
    taut_body* b = work->body;
    const taut_seating* seating = &b->blueprint->schedule.seating;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        int particle = seating->particle_of[seat];
        if (particle < 0) {
            continue;
        }
        put(&b->x[particle], taut_rows_get(work->x, seat));
        put(&b->v[particle], taut_rows_get(work->v, seat));
        put(&b->lo[particle], taut_rows_get(work->lo, seat));
        if (keeps_past) {
            put(&b->p[particle], taut_rows_get(work->p, seat));
        }
    }
}
