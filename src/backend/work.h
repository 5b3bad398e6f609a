// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a step works on: a copy of a body's particles, seated as the schedule says, each coordinate
// in an array of its own, so that lanes are filled by plain loads. It is loaded when a step begins
// and stored when it ends; what lies between touches nothing else of a particle. Bodies take turns
// with the memory, which so stays in the cache.

#pragma once

#include "body.h"

typedef struct taut_rows {
    float *x, *y, *z;
} taut_rows;

// A particle as air meets it.
typedef struct taut_air_seat {
    taut_vec3 x;
    taut_vec3 r;  // wind less velocity, m/s
    float share;  // inverse mass of the part of it that each of its elements has, 1/kg
    float unused;
} taut_air_seat;

// What air and gas act on (surface.h): the triangles of a body, and after them, where air asks for
// it, the links that count as ropes.
typedef struct taut_elements {
    int triangle_count, element_count;
    int32_t* corner;  // seats, three of each element; the third of a rope is -1
    int32_t* first;   // the elements of a seat: list[first[seat] .. first[seat + 1]), ascending
    int32_t* list;
    taut_vec3* push;  // by element: what each of its corners gets
    taut_rows wind;   // by seat, m/s; x NULL without air
    taut_air_seat* seats;
    taut_rows slope;  // by seat: derivative of a volume; x NULL without gas
    double* sums;     // by block of elements or by part
    bool swept;       // in the midst of a sweep: places of FINE bodies are x + d
} taut_elements;

// So many tasks share the lines of a phase out.
#define TAUT_LINE_TASKS 16

typedef struct taut_work {
    taut_body* body;
    int seat_count;
    taut_rows x;   // position
    float* w;      // inverse mass, 0 of kinematic particles and of empty seats
    taut_rows v;   // velocity
    taut_rows lo;  // as in taut_body
    taut_rows q;   // x as predicted; not of FINE bodies
    taut_rows d;   // FINE only: during a sweep, what is to be added to x
    taut_rows p;   // x before this substep; x NULL where nobody asks
    taut_rows a;   // acceleration of the field and the forces; x NULL without

    // Of the direct solve (direct.h), NULL without trees.
    float* chains;   // arrays of all groups
    double* newton;  // arrays of one tree
    uint16_t* hard;  // by group: what taut_chains_fn returned

    taut_elements surface;  // empty unless air or gas acts

    unsigned char* line_scratch;  // of TAUT_LINE_TASKS tasks, or of as many as there are batches
} taut_work;

// Numbers per node in `chains` and in `newton`.
#define TAUT_CHAIN_ARRAYS 27
#define TAUT_NEWTON_ARRAYS 74

// What the copy of a body may take.
size_t taut_work_bytes(const taut_body* body);

// Of those, what one task of lines works in.
size_t taut_line_scratch(const taut_body* body);

// What the copies of so many bodies of its blueprint take that go through a step side by side, and
// where in it those of number k lie. What they share comes last.
size_t taut_work_bytes_of_many(const taut_body* body, int count);
void* taut_work_place(const taut_body* body, void* memory, int k);

// Lays the arrays of particles out alone: from x to a.
void taut_work_lay_out(taut_work* work, const taut_body* body, bool keeps_past,
                       taut_layout* layout);

// Lays the arrays out in `memory`, aligned to TAUT_ALIGNMENT.
// @param keeps_past positions before each substep are asked for
void taut_work_open(taut_work* work, taut_body* body, bool keeps_past, void* memory);

// Copies the particles of one part of the seating to the arrays, and back.
// @param keeps_past store those as well
void taut_work_load(taut_work* work, int part);
void taut_work_store(const taut_work* work, int part, bool keeps_past);

// Copies positions alone, of all parts, for reading.
void taut_work_load_places(taut_work* work);

TAUT_INLINE taut_vec3 taut_rows_get(taut_rows a, int i)
{
    return (taut_vec3){a.x[i], a.y[i], a.z[i]};
}

// Room for three arrays of so many floats; NULL while a layout only counts.
taut_rows taut_rows_take(taut_layout* layout, size_t count);

TAUT_INLINE void taut_rows_set(taut_rows a, int i, taut_vec3 v)
{
    a.x[i] = v.x;
    a.y[i] = v.y;
    a.z[i] = v.z;
}

// Where a particle is in the midst of a sweep; the way from one to another, of any two bodies, kept
// as exact as FINE bodies keep it; and moving one on.
TAUT_INLINE taut_vec3 taut_work_at(const taut_work* w, int seat)
{
    taut_vec3 x = taut_rows_get(w->x, seat);
    return w->body->fine ? taut_vec3_add(x, taut_rows_get(w->d, seat)) : x;
}

TAUT_INLINE taut_vec3 taut_work_way(const taut_work* a, int from, const taut_work* b, int to)
{
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    taut_vec3 x = taut_vec3_sub(taut_rows_get(b->x, to), taut_rows_get(a->x, from));
    taut_vec3 moved_a = a->body->fine ? taut_rows_get(a->d, from) : none;
    taut_vec3 moved_b = b->body->fine ? taut_rows_get(b->d, to) : none;
    return taut_vec3_add(x, taut_vec3_sub(moved_b, moved_a));
}

// What a sweep has changed so far: of FINE bodies the corrections alone, else the position.
TAUT_INLINE taut_vec3 taut_work_corrections(const taut_work* w, int seat)
{
    return taut_rows_get(w->body->fine ? w->d : w->x, seat);
}

TAUT_INLINE void taut_work_push(const taut_work* w, int seat, taut_vec3 d)
{
    taut_rows to = w->body->fine ? w->d : w->x;
    taut_rows_set(to, seat, taut_vec3_add(taut_rows_get(to, seat), d));
}
