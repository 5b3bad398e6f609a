// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which others a point finds: what find_task() of pairs_find.c does with it, with the same outcome.
// A thread has a point, and what it reads is far away: it asks for as much at once as it can. First
// it finds out where the points around it stand, then which of them are near enough to matter, and
// then what else decides about these few.

// Points that a thread reads at once, since they are far away; and those of which it has to know
// more.
#define POINTS_AT_ONCE 8
#define SETTLED_AT_ONCE 4
#define LINKS_AT_ONCE 8

// Rows of cells that a thread asks for at once: that of its point, the first time, and some of
// those after it. Numbers of a row begin with 2 k - 1, where it begins, and 2 k, where it ends;
// that of the point has no beginning.
enum { ROWS_AFTER = 4, ROWS = ROWS_AFTER + 1, BOUNDS = 2 * ROWS - 1 };
static_assert(PAIR_MOST_ROWS % ROWS_AFTER == 0, "rows come in whole groups");

LANE_FN taut_pair_sight sight_of(const taut_pairs* p, int k)
{
    taut_pair_sight sight = {far_get(&p->found[k]), far_get(&p->way_of[k])};
    return sight;
}

// clang-format off
#include "cuda/crowd_boxes.inl"
// clang-format on

// Between what points the bounds are: it is known where those of a digit begin.
LANE_FN void narrow_bounds(const crowd* c, int i, const uint64_t keys[BOUNDS], int at[BOUNDS],
                           int left[BOUNDS])
{
    int digits = 1 << c->last_bits, digit[BOUNDS];
    uint32_t counts[BOUNDS];
    TEAM_UNROLL
    for (int k = 0; k < BOUNDS; ++k) {
        digit[k] = (int)(keys[k] >> c->last_shift) + (k % 2 == 0);
        counts[k] = counts_of(c, 0, digits)[digit[k] < digits ? digit[k] : 0];
    }
    TEAM_UNROLL
    for (int k = 0; k < BOUNDS; ++k) {
        int first = (int)(counts[k] + c->first[digit[k] < digits ? digit[k] / GROUP : 0]);
        at[k] = digit[k] < digits ? first : c->of.pairs.point_count;
    }
    TEAM_UNROLL
    for (int k = 0; k < BOUNDS; k += 2) {
        int first = k > 0 ? at[k - 1] : i + 1;
        left[k] = at[k] - first;
        at[k] = first;
        if (k > 0) {
            left[k - 1] = left[k];
        }
    }
}

// Where keys begin that are above these: all at once, for each look at a key takes its time.
LANE_FN void find_bounds(const crowd* c, int i, const uint64_t keys[BOUNDS], int at[BOUNDS])
{
    const taut_pairs* p = &c->of.pairs;
    int left[BOUNDS], most = 0;
    narrow_bounds(c, i, keys, at, left);
    TEAM_UNROLL
    for (int k = 0; k < BOUNDS; k += 2) {
        most = left[k] > most ? left[k] : most;
    }
    TAUT_NO_UNROLL
    for (; most > 0; most /= 2) {
        uint64_t seen[BOUNDS];
        TEAM_UNROLL
        for (int k = 0; k < BOUNDS; ++k) {
            seen[k] = p->cells[left[k] > 0 ? at[k] + left[k] / 2 : i].key;
        }
        TEAM_UNROLL
        for (int k = 0; k < BOUNDS; ++k) {
            int half = left[k] / 2;
            bool above = left[k] == 0 || seen[k] > keys[k];
            at[k] += above ? 0 : half + 1;
            left[k] = above ? half : left[k] - half - 1;
        }
    }
}

// The points that one looks at, row by row.
typedef struct around {
    int end[ROWS];    // of a row, among all of them
    int shift[ROWS];  // from a number among them to that of the point
    int dropped;      // rows that have more
} around;

// A row of cells: where it is, how far away at least, squared, and whether it is to be looked at.
typedef struct row_ahead {
    taut_pair_row step;
    float away2;
    bool near;
} row_ahead;

// The k-th row of a group. That of the point comes but once.
LANE_FN row_ahead row_in(const taut_pairs* p, const taut_pair_around* from, int group, int k)
{
    row_ahead row = {{0, 0}, 0.0f, group == 0};
    if (k > 0) {
        row.step = pair_row(p->rings, group * ROWS_AFTER + k - 1);
        row.away2 = pair_row_away2(p, from, row.step);
        row.near = pair_cells_within(p, from, row.away2, 0);
    }
    return row;
}

// The points of a row that one looks at.
typedef struct around_row {
    int first, length;
    bool short_of;  // it has more of them
} around_row;

// A row that begins and ends with these points, those that are not too far being between the other
// two. Of a row that has more than may be looked at the first ones count, wherever they are.
LANE_FN around_row row_between(bool near, int begin, int first, int last, int end)
{
    bool all = end - begin > PAIR_MOST_LOOKED_AT;
    first = all ? begin : first;
    last = all ? begin + PAIR_MOST_LOOKED_AT : last;
    around_row row = {first, near ? last - first : 0, near && all};
    return row;
}

// By the table of cells.
LANE_FN void table_around(const crowd* c, int i, uint64_t key, const taut_pair_around* from,
                          int group, around_row into[ROWS])
{
    const taut_pairs* p = &c->of.pairs;
    int begins[ROWS][4];
    bool near[ROWS];
    TEAM_UNROLL
    for (int k = 0; k < ROWS; ++k) {
        row_ahead row = row_in(p, from, group, k);
        int steps[4] = {-p->rings, -pair_cells_aside(p, from, row.away2, -1),
                        pair_cells_aside(p, from, row.away2, 1) + 1, p->rings + 1};
        const uint32_t* at = c->of.table + (key + table_row(c, row.step));
        near[k] = row.near;
        TEAM_UNROLL
        for (int j = 0; j < 4; ++j) {
            begins[k][j] = k == 0 && j < 2 ? i + 1 : row.near ? (int)at[steps[j]] : 0;
        }
    }
    TEAM_UNROLL
    for (int k = 0; k < ROWS; ++k) {
        into[k] = row_between(near[k], begins[k][0], begins[k][1], begins[k][2], begins[k][3]);
    }
}

// By their keys.
LANE_FN void keys_around(const crowd* c, int i, uint64_t key, const taut_pair_around* from,
                         int group, around_row into[ROWS])
{
    const taut_pairs* p = &c->of.pairs;
    uint64_t keys[BOUNDS], rings = (uint64_t)p->rings;
    bool near[ROWS];
    int at[BOUNDS];
    keys[0] = key + rings;
    near[0] = group == 0;
    TEAM_UNROLL
    for (int k = 1; k < ROWS; ++k) {
        row_ahead row = row_in(p, from, group, k);
        uint64_t middle = key + pair_row_key(p, row.step);
        keys[2 * k - 1] = middle - rings - 1;
        keys[2 * k] = middle + rings;
        near[k] = row.near;
    }
    find_bounds(c, i, keys, at);
    TEAM_UNROLL
    for (int k = 0; k < ROWS; ++k) {
        int first = k > 0 ? at[2 * k - 1] : i + 1, end = at[2 * k];
        into[k] = row_between(near[k], first, first, end, end);
    }
}

// What stands in some rows, one after the other.
LANE_FN around around_of(const around_row rows[ROWS])
{
    around a;
    int count = 0;
    a.dropped = 0;
    TEAM_UNROLL
    for (int k = 0; k < ROWS; ++k) {
        a.shift[k] = rows[k].first - count;
        a.dropped += rows[k].short_of;
        count += rows[k].length;
        a.end[k] = count;
    }
    return a;
}

LANE_FN around look_around(const crowd* c, int i, const taut_pair_around* from, int group)
{
    around_row rows[ROWS];
    if (c->tabled) {
        table_around(c, i, c->of.pairs.cells[i].key, from, group, rows);
    } else {
        keys_around(c, i, c->of.pairs.cells[i].key, from, group, rows);
    }
    return around_of(rows);
}

// As rows of a cell were cut down: the first of those that have points, which are bits of `some`,
// and are not among these any more. All points of a cell look at the same ones, so that threads
// side by side ask for the same memory; of their own row those before them count for nothing
// (look()).
LANE_FN around look_in_rows(const cell_row* cut, uint32_t* some)
{
    around_row rows[ROWS];
    TEAM_UNROLL
    for (int k = 0; k < ROWS; ++k) {
        uint32_t lowest = *some & (0u - *some);
        int number = lowest > 0 ? (int)team_bits(lowest - 1u) : 0;
        cell_row row = cut[number];
        rows[k].first = row.first;
        rows[k].length = lowest > 0 ? row.length : 0;
        rows[k].short_of = false;
        *some &= ~lowest;
    }
    return around_of(rows);
}

LANE_FN int point_around(const around* a, int n)
{
    int shift = a->shift[0];
    TEAM_UNROLL
    for (int k = 1; k < ROWS; ++k) {
        shift = n >= a->end[k - 1] ? a->shift[k] : shift;
    }
    return n + shift;
}

// A thread has room for the numbers of some that may meet its point. Entries of threads alternate.
LANE_FN uint32_t* near_at_rank(int k)
{
    return (uint32_t*)(void*)team_room() + k * LANE_TEAM + LANE_RANK;
}

// pair_may_meet() of brief pairs, by roots and a quotient that are about right: what it lets
// through is asked again (settle_other()), and it lets through what comes to a thousandth too near.
// Nothing of it is skipped for anybody, so that a thread works on several others at once: what
// could be left out is worth less than waiting for each of them.
LANE_FN bool may_meet_soon(const taut_pairs* p, const taut_pair_sight* own,
                           const taut_pair_sight* other, bool held)
{
    taut_vec3 r = taut_vec3_sub(taut_vec3_of(own->x), taut_vec3_of(other->x));
    taut_vec3 way = taut_vec3_sub(taut_vec3_of(own->way), taut_vec3_of(other->way));
    float horizon = (float)p->horizon, margin = pair_near_margin(p);
    float away2 = taut_vec3_dot(r, r), away = 0.999f * team_root(away2), gap = away - p->reach;
    float way2 = taut_vec3_dot(way, way), along = -taut_vec3_dot(r, way);
    float substeps = team_ratio(along, way2);
    substeps = substeps < horizon ? substeps : horizon;
    taut_vec3 nearest = taut_vec3_add(r, taut_vec3_scale(way, substeps));  // pair_passes_near()
    float astray = PAIR_ASTRAY * substeps * team_root(way2);
    float within = 1.001f * (p->reach + margin + astray);
    bool passes = !(taut_vec3_dot(nearest, nearest) > within * within) | !pair_last_long(p) |
                  !(way2 <= TEAM_MOST_DIVISOR);
    bool comes = gap * away < horizon * PAIR_SLACK * along;
    bool moves = held | (own->x.w > 0.0f) | (other->x.w > 0.0f);
    return (away2 < p->range * p->range) & moves & ((gap < margin) | (comes & passes));
}

// Point number i looks at some from number n on. Those that may meet it and come after it go to the
// list; returns how many are there.
template <class may_fn>
LANE_FN int look(const taut_pairs* p, int i, const around* a, int n, int count, may_fn may)
{
    int points[POINTS_AT_ONCE], end = a->end[ROWS - 1];
    bool found[POINTS_AT_ONCE];
    taut_pair_sight others[POINTS_AT_ONCE];
    TEAM_UNROLL
    for (int j = 0; j < POINTS_AT_ONCE; ++j) {
        points[j] = point_around(a, n + j < end ? n + j : n);
        others[j] = sight_of(p, points[j]);
    }
    team_together();  // all are on their way before any is looked at
    TEAM_UNROLL
    for (int j = 0; j < POINTS_AT_ONCE; ++j) {
        found[j] = may(&others[j]) & (n + j < end) & (points[j] > i);
    }
    TEAM_UNROLL
    for (int j = 0; j < POINTS_AT_ONCE; ++j) {
        *near_at_rank(count) = (uint32_t)points[j];
        count += (int)found[j];
    }
    return count;
}

template <bool parted>
LANE_FN int look_at_some(const taut_pairs* p, int i, const taut_pair_sight* own, const around* a,
                         int n, int count)
{
    if (p->brief) {
        return look(p, i, a, n, count, [=](const taut_pair_sight* other) {
            return may_meet_soon(p, own, other, parted);
        });
    }
    return look(p, i, a, n, count, [=](const taut_pair_sight* other) {
        return pair_may_meet(p, own, other, pair_apart(p, own, other), parted);
    });
}

// What settling asks of the point itself, read before others are looked at.
typedef struct settler {
    taut_point point;
    int links, links_end;  // its links, in both directions (linked.h)
    const int32_t* other;  // where they lead to
} settler;

LANE_FN settler settler_of(const taut_pairs* p, int i)
{
    taut_point point = p->points[i];
    const taut_pair_links* links = &p->bodies[point.owner].links;
    const int32_t* first = links->first + point.particle;
    settler self = {point, first[0], first[1], links->other};
    return self;
}

// Which of some particles of its body are linked to it, as bits; and which of these are not any
// more, where anything came apart.
template <bool parted>
LANE_FN uint32_t linked_among(const settler* self, const taut_point others[SETTLED_AT_ONCE],
                              uint32_t* loose)
{
    uint32_t linked = 0;
    TAUT_NO_UNROLL
    for (int from = self->links; from < self->links_end; from += LINKS_AT_ONCE) {
        int to[LINKS_AT_ONCE];
        TEAM_UNROLL
        for (int k = 0; k < LINKS_AT_ONCE; ++k) {
            to[k] = self->other[from + k < self->links_end ? from + k : from];
        }
        team_together();
        TEAM_UNROLL
        for (int k = 0; k < LINKS_AT_ONCE * SETTLED_AT_ONCE; ++k) {
            int j = k / LINKS_AT_ONCE, entry = to[k % LINKS_AT_ONCE];
            int particle = parted ? entry & ~TAUT_CUDA_LOOSE : entry;
            uint32_t same = (uint32_t)(others[j].particle == particle) << j;
            linked |= same;
            *loose |= parted && particle != entry ? same : 0;
        }
    }
    return linked;
}

// Point number k, which is not linked to this one: two of a body keep no more than the distance
// that they began with.
LANE_STAGE void settle_other(const taut_pairs* p, const taut_point self, const taut_point other,
                             int k, const taut_pair_sight own, const taut_pair_sight sight,
                             taut_pair_finds* f)
{
    const taut_pair_body *body = &p->bodies[self.owner], *its = &p->bodies[other.owner];
    taut_pair_apart apart = pair_apart(p, &own, &sight);
    float d = body->thickness + its->thickness;
    bool meet = body == its ? body->self : pair_bodies_meet(body, its);
    if (body == its) {
        taut_vec3 way = taut_vec3_sub(taut_vec3_of(far_get(&body->start[self.particle])),
                                      taut_vec3_of(far_get(&body->start[other.particle])));
        d = pair_distance_within(taut_vec3_dot(way, way), d);
    }
    taut_other found = {k, meet ? d : 0.0f};
    pair_find_other(p, &own, &sight, apart, found, f);
}

// Point number k, which hung together with this one once: they meet where both came clear
// (pair_again()). That it is near is noted for both, in the first find of a step.
LANE_STAGE void settle_loose(const crowd* c, const taut_point self, const taut_point other, int k,
                             const taut_pair_sight own, const taut_pair_sight sight,
                             taut_pair_finds* f)
{
    const taut_pairs* p = &c->of.pairs;
    const taut_pair_body* body = &p->bodies[self.owner];
    taut_pair_apart apart = pair_apart(p, &own, &sight);
    float d = body->thickness + body->thickness;
    if (body->parted == NULL || body->still) {
        return;
    }
    if (c->of.clears && p->find_count == 1 && apart.away2 < d * d) {
        team_flag(&body->seen[self.particle]);
        team_flag(&body->seen[other.particle]);
    }
    bool clear = body->parted[self.particle] != TAUT_PARTED_NEAR &&
                 body->parted[other.particle] != TAUT_PARTED_NEAR;
    taut_other found = {k, clear && !pair_are_held(&own, &sight) ? d : 0.0f};
    pair_find_other(p, &own, &sight, apart, found, f);
}

// Finds those of the list from number `from` on that the point meets: pair_distance() of several at
// once.
template <bool parted>
LANE_FN void settle(const crowd* c, const settler* self, const taut_pair_sight* own, int from,
                    int count, taut_pair_finds* f)
{
    const taut_pairs* p = &c->of.pairs;
    taut_point others[SETTLED_AT_ONCE];
    int points[SETTLED_AT_ONCE];
    taut_pair_sight sights[SETTLED_AT_ONCE];
    TEAM_UNROLL
    for (int j = 0; j < SETTLED_AT_ONCE; ++j) {
        points[j] = (int)*near_at_rank(from + j < count ? from + j : from);
        others[j] = p->points[points[j]];
        sights[j] = sight_of(p, points[j]);
    }
    uint32_t loose = 0, linked = linked_among<parted>(self, others, &loose);
    TEAM_UNROLL
    for (int j = 0; j < SETTLED_AT_ONCE; ++j) {
        bool same = others[j].owner == self->point.owner;
        bool held = parted && pair_are_held(own, &sights[j]);
        if (from + j < count && !held && !(same && (linked >> j & 1u) != 0)) {
            settle_other(p, self->point, others[j], points[j], *own, sights[j], f);
        } else if (parted && from + j < count && same && (loose >> j & 1u) != 0) {
            settle_loose(c, self->point, others[j], points[j], *own, sights[j], f);
        }
    }
}

// What a point has to say of those that it found.
typedef struct others_found {
    int32_t count;
    uint32_t dropped;
    float closing;
} others_found;

// Others that a point finds, in the order of their numbers as on the host. First those that may
// meet it are picked out, so that threads wait for what is asked of these together.
// @param parted  anything came apart of some body
template <bool parted> LANE_STAGE others_found find_others(const crowd* c, int i)
{
    const taut_pairs* p = &c->of.pairs;
    const taut_pair_sight own = sight_of(p, i);
    const settler self = settler_of(p, i);
    const taut_pair_around from = pair_around(p, own.x);
    bool cut = has_cell_boxes(c);
    const cell_row* rows = rows_of_cell(c, cut ? (int)c->of.table[p->cells[i].key] : i);
    uint32_t some = 0;
    cut = cut && rows_with_points(c, rows, &some);
    around a = cut ? look_in_rows(rows, &some) : look_around(c, i, &from, 0);
    taut_pair_finds f;
    f.count = 0;
    f.dropped = a.dropped;
    f.closing = 0.0f;
    int group = 1, groups = cut ? 1 : pair_row_count(p->rings) / ROWS_AFTER;
    for (int n = 0; n < a.end[ROWS - 1] || group < groups || some != 0;) {
        int count = 0;
        while ((n < a.end[ROWS - 1] || group < groups || some != 0) &&
               count <= TAUT_CUDA_MOST_NEAR - POINTS_AT_ONCE) {
            if (n < a.end[ROWS - 1]) {
                count = look_at_some<parted>(p, i, &own, &a, n, count);
                n += POINTS_AT_ONCE;
            } else {
                a = cut ? look_in_rows(rows, &some) : look_around(c, i, &from, group++);
                f.dropped += a.dropped;
                n = 0;
            }
        }
        for (int at = 0; at < count; at += SETTLED_AT_ONCE) {
            settle<parted>(c, &self, &own, at, count, &f);
        }
    }
    for (int k = 0; k < f.count; ++k) {
        p->others[(size_t)i * TAUT_PAIR_MOST + (size_t)k] = f.others[k];
    }
    others_found found = {f.count, (uint32_t)f.dropped, f.closing};
    return found;
}
