// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which particles may come near: what is done with one point after another (pairs_find.c says how
// they stand), on the host as in the kernels of a device. Whoever includes this has a pair_again().

#pragma once

#include <math.h>

#include "pairs_zones.inl"

// Cells further out count as the last one.
#define PAIR_AXIS_CELLS (1 << 21)

// Rings of cells around its own that a point looks at, at most.
#define PAIR_MOST_RINGS 2

// In a row of cells a particle looks at no more than so many: particles by thousands in one cell
// would ask for the square of their number.
#define PAIR_MOST_LOOKED_AT 256

// Cells -------------------------------------------------------------------------------------------

TAUT_INLINE int32_t pair_cell_of(float x, float cell)
{
    float at = floorf(x / cell);
    at = at > -1e9f ? at : -1e9f;
    return (int32_t)(at < 1e9f ? at : 1e9f);
}

typedef struct taut_pair_cell {
    int32_t at[3];
} taut_pair_cell;

TAUT_INLINE taut_pair_cell pair_cell_at(const taut_pairs* p, int number)
{
    taut_float4 x = p->built[number];
    return (taut_pair_cell){
        {pair_cell_of(x.x, p->cell), pair_cell_of(x.y, p->cell), pair_cell_of(x.z, p->cell)}};
}

TAUT_INLINE void pair_widen_cells(taut_pair_cell* low, taut_pair_cell* high, taut_pair_cell c)
{
    for (int k = 0; k < 3; ++k) {
        low->at[k] = c.at[k] < low->at[k] ? c.at[k] : low->at[k];
        high->at[k] = c.at[k] > high->at[k] ? c.at[k] : high->at[k];
    }
}

// How far points look is known. Where they look far cells are narrow: most have no reason to, and
// pass by those that are too far for them.
TAUT_INLINE void pair_set_cells(taut_pairs* p)
{
    p->range = p->reach + p->margin;
    p->rings = p->brief && !pair_are_few(p) ? PAIR_MOST_RINGS : 1;
    p->cell = p->range / (float)p->rings;
}

// The number that a cell is counted from is as many as rings, and there are as many after the last,
// so that its neighbours have keys that stand in no other row.
TAUT_INLINE uint64_t pair_key(const taut_pairs* p, taut_pair_cell c, taut_pair_cell low)
{
    uint64_t key = 0;
    for (int k = 2; k >= 0; --k) {
        int64_t at = (int64_t)c.at[k] - low.at[k] + p->rings;
        int64_t last = PAIR_AXIS_CELLS - 1 - p->rings;
        key = key << p->axis_bits[k] | (uint64_t)(at < last ? at : last);
    }
    return key;
}

TAUT_INLINE int64_t pair_last_along(const taut_pairs* p, taut_pair_cell high, taut_pair_cell low,
                                    int axis)
{
    return (int64_t)high.at[axis] - low.at[axis] + 2 * p->rings;
}

TAUT_INLINE int pair_bits_for(int64_t value)
{
    int bits = 1;
    while (bits < 21 && value >> bits != 0) {
        ++bits;
    }
    return bits;
}

// Pairs -------------------------------------------------------------------------------------------

// By the particles that they come from, where they were split off (topology.h).
TAUT_INLINE bool pair_were_linked(const taut_pair_body* b, int one, int other)
{
    int from = b->origin != NULL ? b->origin[one] : one;
    int to = b->origin != NULL ? b->origin[other] : other;
    return from == to || taut_pair_linked(&b->links, from, to);
}

TAUT_INLINE bool pair_bodies_meet(const taut_pair_body* one, const taut_pair_body* two)
{
    return one->others && two->others && (one->filter.category & two->filter.mask) != 0 &&
           (two->filter.category & one->filter.mask) != 0;
}

// Of two particles of a body: no further than they began, that being squared.
TAUT_INLINE float pair_distance_within(float rest2, float d)
{
    float rest = sqrtf(rest2);
    return rest < d ? rest : d;
}

// The distance that two particles keep, 0 for none.
TAUT_INLINE float pair_distance(const taut_pairs* p, const taut_point* a, const taut_point* b,
                                float away2)
{
    const taut_pair_body* one = &p->bodies[a->owner];
    const taut_pair_body* two = &p->bodies[b->owner];
    float d = one->thickness + two->thickness;
    if (one != two) {
        return pair_bodies_meet(one, two) ? d : 0.0f;
    }
    if (!one->self) {
        return 0.0f;
    }
    if (pair_were_linked(one, a->particle, b->particle)) {
        return pair_again(p, a, b, away2 < d * d) ? d : 0.0f;
    }
    taut_vec3 way =
        taut_vec3_sub(taut_vec3_of(one->start[a->particle]), taut_vec3_of(one->start[b->particle]));
    return pair_distance_within(taut_vec3_dot(way, way), d);
}

// The margin of two points, of those that they have by themselves: the larger one.
TAUT_INLINE float pair_margin_of(const taut_pairs* p, float one, float two)
{
    float margin = one > two ? one : two;
    return margin < p->margin ? margin : p->margin;
}

// The nearest so far, nearest first; of two as near the one that came first.
typedef struct taut_pair_finds {
    taut_other others[TAUT_PAIR_MOST];
    float away2[TAUT_PAIR_MOST];
    int count;
    int dropped;
    float closing;  // the most that any of them comes nearer in a substep
} taut_pair_finds;

TAUT_INLINE void pair_note(taut_pair_finds* f, taut_other other, float away2)
{
    if (f->count == TAUT_PAIR_MOST) {
        f->dropped += 1;
        if (!(away2 < f->away2[TAUT_PAIR_MOST - 1])) {
            return;
        }
        f->count -= 1;
    }
    int at = f->count;
    for (; at > 0 && f->away2[at - 1] > away2; --at) {
        f->away2[at] = f->away2[at - 1];
        f->others[at] = f->others[at - 1];
    }
    f->away2[at] = away2;
    f->others[at] = other;
    f->count += 1;
}

// What is read of a point that another looks at.
typedef struct taut_pair_sight {
    taut_float4 x;
    taut_float4 way;  // as in way_of
} taut_pair_sight;

TAUT_INLINE taut_pair_sight pair_sight_of(const taut_pairs* p, int k)
{
    return (taut_pair_sight){p->found[k], p->way_of[k]};
}

// How far two points are from each other, squared, and their margin.
typedef struct taut_pair_apart {
    float away2, margin;
} taut_pair_apart;

TAUT_INLINE taut_pair_apart pair_apart(const taut_pairs* p, const taut_pair_sight* own,
                                       const taut_pair_sight* other)
{
    taut_vec3 r = taut_vec3_sub(taut_vec3_of(own->x), taut_vec3_of(other->x));
    return (taut_pair_apart){taut_vec3_dot(r, r), pair_margin_of(p, own->way.w, other->way.w)};
}

// How far two points come nearer in a substep, by their velocities, times how far they are apart.
// While velocities last they come nearer by no more than that in any later one.
TAUT_INLINE float pair_along(const taut_pair_sight* own, const taut_pair_sight* other)
{
    taut_vec3 r = taut_vec3_sub(taut_vec3_of(own->x), taut_vec3_of(other->x));
    taut_vec3 way = taut_vec3_sub(taut_vec3_of(own->way), taut_vec3_of(other->way));
    return -taut_vec3_dot(r, way);
}

// Whether two come as near as `d` while brief pairs last, or nearly so already. Never for less `d`
// than where they do not.
TAUT_INLINE bool pair_comes_near(const taut_pairs* p, float away, float along, float d)
{
    float gap = away - d;
    bool comes = gap * away < (float)p->horizon * PAIR_SLACK * along;
    return gap < pair_near_margin(p) || (gap < p->margin && comes);
}

// How far two get off the course that their velocities say, in parts of the way that they come
// nearer.
#define PAIR_ASTRAY 0.25f

// Whether two that come nearer pass each other within `d`, or nearly so, while brief pairs last.
TAUT_INLINE bool pair_passes_near(const taut_pairs* p, const taut_pair_sight* own,
                                  const taut_pair_sight* other, float along, float d)
{
    taut_vec3 r = taut_vec3_sub(taut_vec3_of(own->x), taut_vec3_of(other->x));
    taut_vec3 way = taut_vec3_sub(taut_vec3_of(own->way), taut_vec3_of(other->way));
    float way2 = taut_vec3_dot(way, way), substeps = along / way2;
    substeps = substeps < (float)p->horizon ? substeps : (float)p->horizon;
    taut_vec3 nearest = taut_vec3_add(r, taut_vec3_scale(way, substeps));
    float within = d + pair_near_margin(p) + PAIR_ASTRAY * substeps * sqrtf(way2);
    return !(taut_vec3_dot(nearest, nearest) > within * within);
}

// Two that are held do not meet.
TAUT_INLINE bool pair_are_held(const taut_pair_sight* own, const taut_pair_sight* other)
{
    return !(own->x.w > 0.0f || other->x.w > 0.0f);
}

// Whether they may be near enough, whichever they are.
// @param held  two that are held, too: who is near what it hung together with is to be known
TAUT_INLINE bool pair_may_meet(const taut_pairs* p, const taut_pair_sight* own,
                               const taut_pair_sight* other, taut_pair_apart apart, bool held)
{
    float most = p->reach + apart.margin;
    bool may = apart.away2 < p->range * p->range && apart.away2 < most * most &&
               (held || !pair_are_held(own, other));
    return may &&
           (!p->brief || pair_comes_near(p, sqrtf(apart.away2), pair_along(own, other), p->reach));
}

// Whether they are, `d` being the distance that they keep.
TAUT_INLINE bool pair_meets(taut_pair_apart apart, float d)
{
    float within = d + apart.margin;
    return d > 0.0f && apart.away2 < within * within;
}

// The same of brief pairs, and how fast those come nearer that are. Where they last long many would
// be listed that only pass by.
TAUT_INLINE bool pair_meets_soon(const taut_pairs* p, const taut_pair_sight* own,
                                 const taut_pair_sight* other, float away2, float d,
                                 taut_pair_finds* f)
{
    float away = sqrtf(away2), along = pair_along(own, other);
    bool near = !pair_last_long(p) || away - d < pair_near_margin(p);
    if (!(d > 0.0f && pair_comes_near(p, away, along, d)) ||
        !(near || pair_passes_near(p, own, other, along, d))) {
        return false;
    }
    float closing = along > 0.0f && away > 0.0f ? along / away : 0.0f;
    f->closing = closing > f->closing ? closing : f->closing;
    return true;
}

// Notes another that keeps a distance `d` from a point, or none, where the point finds it.
TAUT_INLINE void pair_find_other(const taut_pairs* p, const taut_pair_sight* own,
                                 const taut_pair_sight* other, taut_pair_apart apart,
                                 taut_other found, taut_pair_finds* f)
{
    float d = found.distance;
    if (p->brief ? pair_meets_soon(p, own, other, apart.away2, d, f) : pair_meets(apart, d)) {
        pair_note(f, found, apart.away2);
    }
}

// Whether a point finds another.
TAUT_INLINE void pair_try_other(const taut_pairs* p, int i, int k, const taut_pair_sight* own,
                                const taut_pair_sight* other, taut_pair_finds* f)
{
    taut_pair_apart apart = pair_apart(p, own, other);
    if (pair_may_meet(p, own, other, apart, p->any_parted)) {
        float d = pair_distance(p, &p->points[i], &p->points[k], apart.away2);
        d = pair_are_held(own, other) ? 0.0f : d;
        pair_find_other(p, own, other, apart, (taut_other){k, d}, f);
    }
}

// In a row of cells: no further than that.
TAUT_INLINE int pair_look_end(const taut_pairs* p, int from)
{
    int end = from + PAIR_MOST_LOOKED_AT;
    return p->point_count < end ? p->point_count : end;
}

// Whether there was more to look at than from `from` to `k`.
TAUT_INLINE bool pair_looked_short(const taut_pairs* p, int from, int k, uint64_t last)
{
    return k == from + PAIR_MOST_LOOKED_AT && k < p->point_count && p->cells[k].key <= last;
}

TAUT_INLINE int pair_first_at_least(const taut_pairs* p, uint64_t key)
{
    int low = 0;
    int high = p->point_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (p->cells[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Rows of cells after a cell's own. Each begins as many cells to the left as there are rings, and
// ends as many to the right.
#define PAIR_MOST_ROWS (2 * PAIR_MOST_RINGS * (PAIR_MOST_RINGS + 1))

TAUT_INLINE int pair_row_count(int rings)
{
    return 2 * rings * (rings + 1);
}

// Where the k-th one is, in cells.
typedef struct taut_pair_row {
    int up, on;
} taut_pair_row;

TAUT_INLINE taut_pair_row pair_row(int rings, int k)
{
    int side = 2 * rings + 1, at = k + rings + 1;
    return (taut_pair_row){at % side - rings, at / side};
}

// What is to be added to the key of a cell.
TAUT_INLINE uint64_t pair_row_key(const taut_pairs* p, taut_pair_row row)
{
    uint64_t up = UINT64_C(1) << p->axis_bits[0], on = up << p->axis_bits[1];
    return (uint64_t)row.on * on + (uint64_t)(int64_t)row.up * up;
}

// A point in its cell, and how far away others may be that it finds, with something for what is not
// exact.
typedef struct taut_pair_around {
    taut_vec3 at;  // from the corner where the cell begins
    float within;
} taut_pair_around;

// Brief pairs come near by their velocities, and those around know no larger ones than the zone of
// the point. Where points are few all are looked at.
TAUT_INLINE taut_pair_around pair_around(const taut_pairs* p, taut_float4 x)
{
    taut_pair_around a = {{0.0f, 0.0f, 0.0f}, INFINITY};
    if (p->brief && !pair_are_few(p)) {
        float way = p->zone_ways[pair_zone_at(&p->zoning, x)];
        float soon = (float)p->horizon * PAIR_SLACK * way, least = pair_near_margin(p);
        a.at.x = x.x - floorf(x.x / p->cell) * p->cell;
        a.at.y = x.y - floorf(x.y / p->cell) * p->cell;
        a.at.z = x.z - floorf(x.z / p->cell) * p->cell;
        a.within = p->reach + (soon > least ? soon : least) + 0.001f * p->range +
                   2e-6f * (fabsf(x.x) + fabsf(x.y) + fabsf(x.z));
    }
    return a;
}

// How far the cells are, along an axis, that are so many steps from that of a point.
TAUT_INLINE float pair_cells_away(const taut_pairs* p, float at, int steps)
{
    float away = steps > 0   ? (float)steps * p->cell - at
                 : steps < 0 ? at - (float)(steps + 1) * p->cell
                             : 0.0f;
    return away > 0.0f ? away : 0.0f;
}

// The same of a row, squared.
TAUT_INLINE float pair_row_away2(const taut_pairs* p, const taut_pair_around* a, taut_pair_row row)
{
    float up = pair_cells_away(p, a->at.y, row.up), on = pair_cells_away(p, a->at.z, row.on);
    return up * up + on * on;
}

// Whether cells of a row that is so far may have others that the point finds, so many steps to the
// right or left.
TAUT_INLINE bool pair_cells_within(const taut_pairs* p, const taut_pair_around* a, float away2,
                                   int steps)
{
    float aside = pair_cells_away(p, a->at.x, steps);
    return !(aside * aside + away2 > a->within * a->within);
}

// How many cells such a row goes on for to one side, `side` being 1 or -1.
TAUT_INLINE int pair_cells_aside(const taut_pairs* p, const taut_pair_around* a, float away2,
                                 int side)
{
    int steps = 0;
    for (int k = 1; k <= PAIR_MOST_RINGS; ++k) {
        bool goes_on = k <= p->rings && pair_cells_within(p, a, away2, side * k);
        steps = goes_on ? k : steps;
    }
    return steps;
}
