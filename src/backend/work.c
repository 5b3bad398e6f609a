// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "backend/work.h"

#include <string.h>

#include "backend/surface.h"
#include "math/lane.h"

// clang-format off
#include "backend/seat.inl"
// clang-format on

// Arrays of a power of two would all begin in the same set of the cache: each is moved on by a few
// lines.
#define STAGGER ((size_t)5 * TAUT_SEAT_ALIGN)

// x, w, v, lo, q or d, p, a.
#define MOST_ARRAYS 19

size_t taut_line_scratch(const taut_body* body)
{
    const taut_lines* lines = &body->blueprint->lines;
    size_t row = TAUT_LINE_FLOATS * TAUT_LINE_LANES * sizeof(float);
    return lines->batch_count > 0 ? ((size_t)lines->most_links + 1) * row : 0;
}

static size_t all_scratch(const taut_body* body)
{
    int batches = body->blueprint->lines.batch_count;
    int tasks = batches < TAUT_LINE_TASKS ? batches : TAUT_LINE_TASKS;
    return (size_t)tasks * taut_line_scratch(body);
}

static void lay_out_direct(taut_work* work, taut_layout* layout, const taut_trees* trees)
{
    size_t nodes = (size_t)trees->most_nodes;
    work->chains = taut_layout_take(layout, TAUT_CHAIN_ARRAYS * trees->group_size, sizeof(float));
    work->newton = taut_layout_take(layout, TAUT_NEWTON_ARRAYS * nodes, sizeof(double));
    work->hard = taut_layout_take(layout, (size_t)trees->group_count, sizeof(uint16_t));
}

size_t taut_work_bytes(const taut_body* body)
{
    size_t seats = (size_t)body->blueprint->schedule.seating.seat_count;
    taut_layout direct = {0};
    taut_work unused = {.seat_count = (int)seats};
    lay_out_direct(&unused, &direct, &body->blueprint->trees);
    taut_surface_lay_out(&unused, &direct, body);
    return MOST_ARRAYS * (seats + STAGGER) * sizeof(float) + direct.used + all_scratch(body);
}

static size_t rounded_bytes(const taut_body* body)
{
    return (taut_work_bytes(body) + TAUT_ALIGNMENT - 1) / TAUT_ALIGNMENT * TAUT_ALIGNMENT;
}

size_t taut_work_bytes_of_many(const taut_body* body, int count)
{
    size_t shared = TAUT_CHAIN_ARRAYS * body->blueprint->trees.wide_size * sizeof(float);
    return count > 1 ? (size_t)count * rounded_bytes(body) + shared : taut_work_bytes(body);
}

void* taut_work_place(const taut_body* body, void* memory, int k)
{
    return (unsigned char*)memory + (size_t)k * rounded_bytes(body);
}

static float* take(taut_layout* layout, const taut_work* work)
{
    return taut_layout_take(layout, (size_t)work->seat_count + STAGGER, sizeof(float));
}

taut_rows taut_rows_take(taut_layout* layout, size_t count)
{
    taut_rows rows;
    rows.x = taut_layout_take(layout, count, sizeof(float));
    rows.y = taut_layout_take(layout, count, sizeof(float));
    rows.z = taut_layout_take(layout, count, sizeof(float));
    return rows;
}

static taut_rows take_rows(taut_layout* layout, const taut_work* work)
{
    return taut_rows_take(layout, (size_t)work->seat_count + STAGGER);
}

void taut_work_lay_out(taut_work* work, const taut_body* body, bool keeps_past, taut_layout* layout)
{
    work->x = take_rows(layout, work);
    work->w = take(layout, work);
    work->v = take_rows(layout, work);
    work->lo = take_rows(layout, work);
    if (body->fine) {
        work->d = take_rows(layout, work);
    } else {
        work->q = take_rows(layout, work);
    }
    if (keeps_past) {
        work->p = take_rows(layout, work);
    }
    if (body->has_forces) {
        work->a = take_rows(layout, work);
    }
}

void taut_work_open(taut_work* work, taut_body* body, bool keeps_past, void* memory)
{
    *work = (taut_work){.body = body, .seat_count = body->blueprint->schedule.seating.seat_count};
    taut_layout layout = {memory, 0};
    work->line_scratch = taut_layout_take(&layout, all_scratch(body), 1);
    taut_work_lay_out(work, body, keeps_past, &layout);
    if (body->blueprint->trees.count > 0) {
        lay_out_direct(work, &layout, &body->blueprint->trees);
    }
    taut_surface_lay_out(work, &layout, body);
}

static void clear_rows(taut_rows a, int first, int count)
{
    size_t bytes = (size_t)count * sizeof(float);
    memset(a.x + first, 0, bytes);
    memset(a.y + first, 0, bytes);
    memset(a.z + first, 0, bytes);
}

void taut_work_load(taut_work* work, int part)
{
    const taut_work w = *work;
    const taut_body* b = w.body;
    const taut_seating* seating = &b->blueprint->schedule.seating;
    const int32_t* particle_of = seating->particle_of;
    int first = seating->first[part];
    int end = seating->first[part + 1];
    for (int seat = first; seat < end; ++seat) {
        seat_load(&w, b, seat, particle_of[seat]);
    }
    clear_rows(b->fine ? w.d : w.q, first, end - first);
    for (int seat = first; seat < end && w.p.x != NULL; ++seat) {
        seat_load_past(&w, b, seat, particle_of[seat]);
    }
    for (int seat = first; seat < end && w.a.x != NULL; ++seat) {
        seat_load_forces(&w, b, seat, particle_of[seat]);
    }
}

void taut_work_load_places(taut_work* work)
{
    const taut_float4* from = work->body->x;
    const int32_t* particle_of = work->body->blueprint->schedule.seating.particle_of;
    taut_rows x = work->x;
    for (int seat = 0; seat < work->seat_count; ++seat) {
        int particle = particle_of[seat];
        taut_vec3 at = {0.0f, 0.0f, 0.0f};
        if (particle >= 0) {
            at = taut_vec3_of(from[particle]);
        }
        taut_rows_set(x, seat, at);
    }
}

void taut_work_store(const taut_work* work, int part, bool keeps_past)
{
    const taut_work w = *work;
    const taut_seating* seating = &w.body->blueprint->schedule.seating;
    const int32_t* particle_of = seating->particle_of;
    int end = seating->first[part + 1];
    for (int seat = seating->first[part]; seat < end; ++seat) {
        if (particle_of[seat] >= 0) {
            seat_store(&w, w.body, seat, particle_of[seat], keeps_past);
        }
    }
}
