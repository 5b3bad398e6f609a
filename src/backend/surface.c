// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "backend/surface.h"

#include "base/incidence.h"

// Room --------------------------------------------------------------------------------------------

static int most_elements(const taut_body* b)
{
    return b->blueprint->triangle_capacity + (b->air.reserved ? b->air.most_ropes : 0);
}

void taut_surface_lay_out(taut_work* work, taut_layout* layout, const taut_body* body)
{
    taut_elements* s = &work->surface;
    *s = (taut_elements){0};
    bool gas = body->blueprint->gas_count > 0;
    if (!gas && !body->air.reserved) {
        return;
    }
    size_t elements = (size_t)most_elements(body);
    size_t seats = (size_t)work->seat_count;
    size_t parts = (size_t)body->blueprint->schedule.seating.part_count;
    size_t blocks = (size_t)taut_surface_block_count((int)elements);
    s->corner = taut_layout_take(layout, 3 * elements, sizeof(int32_t));
    s->list = taut_layout_take(layout, 3 * elements, sizeof(int32_t));
    s->first = taut_layout_take(layout, seats + 1, sizeof(int32_t));
    s->push = taut_layout_take(layout, elements, sizeof *s->push);
    s->sums = taut_layout_take(layout, blocks > parts ? blocks : parts, sizeof(double));
    if (body->air.reserved) {
        s->wind = taut_rows_take(layout, seats);
        s->seats = taut_layout_take(layout, seats, sizeof *s->seats);
    }
    if (gas) {
        s->slope = taut_rows_take(layout, seats);
    }
}

// Elements ----------------------------------------------------------------------------------------

static bool is_structural(const taut_constraint_set* set, int place)
{
    return taut_set_has(set, place) && set->family[place] == TAUT_FAMILY_STRUCTURAL;
}

int taut_surface_most_ropes(const taut_blueprint* blueprint)
{
    const taut_constraint_set* set = &blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    int count = 0;
    for (int place = 0; place < set->place_count; ++place) {
        count += is_structural(set, place);
    }
    return count;
}

static bool triangle_has(const taut_elements* s, int triangle, int32_t seat)
{
    const int32_t* corner = s->corner + 3 * triangle;
    return corner[0] == seat || corner[1] == seat || corner[2] == seat;
}

static bool is_side(const taut_elements* s, int32_t a, int32_t b)
{
    for (int i = s->first[a]; i < s->first[a + 1]; ++i) {
        if (triangle_has(s, s->list[i], b)) {
            return true;
        }
    }
    return false;
}

static void add_ropes(taut_elements* s, const taut_body* b)
{
    const taut_constraint_set* set = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    int end = most_elements(b);
    for (int place = 0; place < set->place_count && s->element_count < end; ++place) {
        if (!is_structural(set, place)) {
            continue;
        }
        const taut_batch* batch = &set->batches[place / TAUT_BATCH];
        int32_t seat0 = taut_batch_seat(batch, set->near, 0, place % TAUT_BATCH);
        int32_t seat1 = taut_batch_seat(batch, set->near, 1, place % TAUT_BATCH);
        if (s->triangle_count == 0 || !is_side(s, seat0, seat1)) {
            int32_t* corner = s->corner + 3 * s->element_count++;
            corner[0] = seat0;
            corner[1] = seat1;
            corner[2] = -1;
        }
    }
}

static void list_elements(taut_elements* s, int seat_count)
{
    taut_tuples tuples = {
        .nodes = s->corner, .arity = 3, .count = s->element_count, .node_count = seat_count};
    taut_incidence_fill(&tuples, s->first, s->list);
}

void taut_surface_open(taut_work* work)
{
    taut_elements* s = &work->surface;
    const taut_body* b = work->body;
    const int32_t* seat_of = b->blueprint->schedule.seating.seat_of;
    s->triangle_count = s->element_count = b->blueprint->triangle_count;
    for (int i = 0; i < 3 * s->triangle_count; ++i) {
        s->corner[i] = seat_of[b->blueprint->triangles[i]];
    }
    if (s->triangle_count > 0) {
        list_elements(s, work->seat_count);
    }
    if (b->blown && b->air.rope_radius > 0.0f) {
        add_ropes(s, b);
    }
    if (s->triangle_count == 0 || s->element_count > s->triangle_count) {
        list_elements(s, work->seat_count);
    }
}
