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
#define LINKS_AT_ONCE 4

// Rows of cells around that of a point, with its own. Numbers of a row begin with 2 k - 1, where it
// begins, and 2 k, where it ends; that of the point has no beginning.
enum { ROWS = PAIR_ROWS + 1, BOUNDS = 2 * ROWS - 1 };

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

// Where the cells around that of a point begin, as seen from there; and how far away others may be
// that it finds, with something for what is not exact.
typedef struct around_cells {
    float left, right, up, down, on, within;
} around_cells;

// Brief pairs come near by their velocities, and those around know no larger ones than the zone of
// the point.
LANE_FN around_cells cells_around(const taut_pairs* p, taut_float4 at)
{
    around_cells cells = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, INFINITY};
    if (!p->brief) {
        return cells;
    }
    float way = p->zone_ways[pair_zone_at(&p->zoning, at)];
    float soon = (float)p->horizon * PAIR_SLACK * way, least = PAIR_LEAST_MARGIN * p->reach;
    float x = floorf(at.x / p->cell) * p->cell, y = floorf(at.y / p->cell) * p->cell;
    float z = floorf(at.z / p->cell) * p->cell;
    cells.left = at.x - x;
    cells.right = x + p->cell - at.x;
    cells.up = y + p->cell - at.y;
    cells.down = at.y - y;
    cells.on = z + p->cell - at.z;
    cells.within = p->reach + (soon > least ? soon : least) + 0.001f * p->cell +
                   2e-6f * (fabsf(at.x) + fabsf(at.y) + fabsf(at.z));
    return cells;
}

// How far the k-th row is at least, squared: that of the point itself, and those after it
// (pair_rows()).
LANE_FN float row_away2(const around_cells* cells, int k)
{
    float up = k == 1 || k == 4 ? cells->up : k == 2 ? cells->down : 0.0f;
    float on = k <= 1 ? 0.0f : cells->on;
    up = up > 0.0f ? up : 0.0f;
    on = on > 0.0f ? on : 0.0f;
    return up * up + on * on;
}

// Whether cells that begin `way` to one side may have others that the point finds, in a row that is
// so far.
LANE_FN bool is_within(const around_cells* cells, float way, float away2)
{
    way = way > 0.0f ? way : 0.0f;
    return !(way * way + away2 > cells->within * cells->within);
}

// The points of a row that one looks at.
typedef struct around_row {
    int first, length;
    bool short_of;  // it has more of them
} around_row;

// A row of three cells, of which the next begins where one ends; without those that are too far. Of
// a row that has more than may be looked at the first ones count, wherever they are.
LANE_FN around_row row_between(const around_cells* cells, int k, const int begins[4])
{
    float away2 = row_away2(cells, k);
    bool near = is_within(cells, 0.0f, away2);
    bool all = begins[3] - begins[0] > PAIR_MOST_LOOKED_AT;
    int last = begins[0] + PAIR_MOST_LOOKED_AT;
    int first = all || is_within(cells, cells->left, away2) ? begins[0] : begins[1];
    int end = is_within(cells, cells->right, away2) ? begins[3] : begins[2];
    end = all ? last : end;
    around_row row = {first, near ? end - first : 0, all};
    return row;
}

// By the table of cells.
LANE_FN void table_around(const crowd* c, int i, uint64_t key, const around_cells* cells,
                          around_row into[ROWS])
{
    uint64_t rows[PAIR_ROWS];
    int begins[ROWS][4];
    table_rows(c, rows);
    TEAM_UNROLL
    for (int k = 0; k < ROWS; ++k) {
        const uint32_t* at = c->of.table + (key + (k > 0 ? rows[k - 1] : 0));
        TEAM_UNROLL
        for (int j = 0; j < 4; ++j) {
            begins[k][j] = k == 0 && j < 2 ? i + 1 : (int)at[j - 1];
        }
    }
    TEAM_UNROLL
    for (int k = 0; k < ROWS; ++k) {
        into[k] = row_between(cells, k, begins[k]);
    }
}

// By their keys.
LANE_FN void keys_around(const crowd* c, int i, uint64_t key, const around_cells* cells,
                         around_row into[ROWS])
{
    uint64_t rows[PAIR_ROWS], keys[BOUNDS];
    int at[BOUNDS];
    pair_rows(&c->of.pairs, rows);
    keys[0] = key + 1;
    TEAM_UNROLL
    for (int k = 0; k < PAIR_ROWS; ++k) {
        keys[2 * k + 1] = key + rows[k] - 2;
        keys[2 * k + 2] = key + rows[k] + 1;
    }
    find_bounds(c, i, keys, at);
    TEAM_UNROLL
    for (int k = 0; k < ROWS; ++k) {
        int first = k > 0 ? at[2 * k - 1] : i + 1, end = at[2 * k];
        const int begins[4] = {first, first, end, end};
        into[k] = row_between(cells, k, begins);
    }
}

LANE_FN around look_around(const crowd* c, int i, taut_float4 x)
{
    const taut_pairs* p = &c->of.pairs;
    around_cells cells = cells_around(p, x);
    around_row rows[ROWS];
    if (c->tabled) {
        table_around(c, i, p->cells[i].key, &cells, rows);
    } else {
        keys_around(c, i, p->cells[i].key, &cells, rows);
    }
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

LANE_FN int point_around(const around* a, int n)
{
    int shift = a->shift[0];
    TEAM_UNROLL
    for (int k = 1; k < ROWS; ++k) {
        shift = n >= a->end[k - 1] ? a->shift[k] : shift;
    }
    return n + shift;
}

LANE_FN taut_pair_sight sight_of(const taut_pairs* p, int k)
{
    taut_pair_sight sight = {far_get(&p->found[k]), far_get(&p->way_of[k])};
    return sight;
}

// A thread has room for the numbers of some that may meet its point. Entries of threads alternate.
LANE_FN uint16_t* near_at_rank(int k)
{
    return (uint16_t*)(void*)team_room() + k * LANE_TEAM + LANE_RANK;
}

// pair_may_meet(), by a root that is about right where pairs are brief: what it lets through is
// asked again (settle_other()), and it lets through what comes to a thousandth too near.
LANE_FN bool may_meet(const taut_pairs* p, const taut_pair_sight* own, const taut_pair_sight* other)
{
    taut_pair_apart apart = pair_apart(p, own, other);
    if (!p->brief) {
        return pair_may_meet(p, own, other, apart);
    }
    float away = 0.999f * team_root(apart.away2), gap = away - p->reach;
    bool comes = gap * away < (float)p->horizon * PAIR_SLACK * pair_along(own, other);
    return apart.away2 < p->cell * p->cell && (own->x.w > 0.0f || other->x.w > 0.0f) &&
           (gap < PAIR_LEAST_MARGIN * p->reach || comes);
}

// Looks at some from number n on. Those that may meet the point go to the list; returns how many
// are there.
LANE_FN int look(const taut_pairs* p, const taut_pair_sight* own, const around* a, int n, int count)
{
    taut_pair_sight others[POINTS_AT_ONCE];
    int end = a->end[ROWS - 1];
    TEAM_UNROLL
    for (int j = 0; j < POINTS_AT_ONCE; ++j) {
        others[j] = sight_of(p, point_around(a, n + j < end ? n + j : n));
    }
    uint32_t near = 0;
    TEAM_UNROLL
    for (int j = 0; j < POINTS_AT_ONCE; ++j) {
        bool meets = may_meet(p, own, &others[j]);
        near |= (uint32_t)(meets && n + j < end) << j;
    }
    TEAM_UNROLL
    for (int j = 0; j < POINTS_AT_ONCE; ++j) {
        *near_at_rank(count) = (uint16_t)(n + j);
        count += (int)(near >> j & 1u);
    }
    return count;
}

// Which of some particles of a body are linked to one of it, as bits. Its links are those in both
// directions (more.c), and no particle was split off another.
LANE_FN uint32_t linked_among(const taut_pair_links* links, int particle,
                              const taut_point others[SETTLED_AT_ONCE])
{
    uint32_t linked = 0;
    int end = links->first[particle + 1];
    TAUT_NO_UNROLL
    for (int from = links->first[particle]; from < end; from += LINKS_AT_ONCE) {
        int to[LINKS_AT_ONCE];
        TEAM_UNROLL
        for (int k = 0; k < LINKS_AT_ONCE; ++k) {
            to[k] = links->other[from + k < end ? from + k : from];
        }
        TEAM_UNROLL
        for (int k = 0; k < LINKS_AT_ONCE * SETTLED_AT_ONCE; ++k) {
            int j = k / LINKS_AT_ONCE;
            linked |= (uint32_t)(others[j].particle == to[k % LINKS_AT_ONCE]) << j;
        }
    }
    return linked;
}

// Two that are not linked: those of a body keep no more than the distance that they began with.
LANE_STAGE void settle_other(const taut_pairs* p, const taut_pair_body* body,
                             const taut_pair_body* other, int k, const taut_pair_sight own,
                             const taut_pair_sight sight, float rest2, taut_pair_finds* f)
{
    taut_pair_apart apart = pair_apart(p, &own, &sight);
    float d = body->thickness + other->thickness;
    bool meet = body == other ? body->self : pair_bodies_meet(body, other);
    d = body == other ? pair_distance_within(rest2, d) : d;
    taut_other found = {k, meet ? d : 0.0f};
    pair_find_other(p, &own, &sight, apart, found, f);
}

// Finds those of the list from number `from` on that the point meets: pair_distance() of several at
// once.
LANE_FN void settle(const taut_pairs* p, int i, const taut_pair_sight* own, const around* a,
                    int from, int count, taut_pair_finds* f)
{
    taut_point self = p->points[i], others[SETTLED_AT_ONCE];
    const taut_pair_body* body = &p->bodies[self.owner];
    taut_float4 self_start = far_get(&body->start[self.particle]), starts[SETTLED_AT_ONCE];
    int points[SETTLED_AT_ONCE];
    taut_pair_sight sights[SETTLED_AT_ONCE];
    TEAM_UNROLL
    for (int j = 0; j < SETTLED_AT_ONCE; ++j) {
        points[j] = point_around(a, *near_at_rank(from + j < count ? from + j : from));
        others[j] = p->points[points[j]];
        sights[j] = sight_of(p, points[j]);
    }
    TEAM_UNROLL
    for (int j = 0; j < SETTLED_AT_ONCE; ++j) {
        bool same = others[j].owner == self.owner;
        starts[j] = far_get(&body->start[same ? others[j].particle : self.particle]);
    }
    uint32_t linked = linked_among(&body->links, self.particle, others);
    TEAM_UNROLL
    for (int j = 0; j < SETTLED_AT_ONCE; ++j) {
        bool same = others[j].owner == self.owner;
        taut_vec3 way = taut_vec3_sub(taut_vec3_of(self_start), taut_vec3_of(starts[j]));
        if (from + j < count && !(same && (linked >> j & 1u) != 0)) {
            settle_other(p, body, &p->bodies[others[j].owner], points[j], *own, sights[j],
                         taut_vec3_dot(way, way), f);
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
LANE_STAGE others_found find_others(const crowd* c, int i)
{
    const taut_pairs* p = &c->of.pairs;
    taut_pair_sight own = sight_of(p, i);
    around a = look_around(c, i, own.x);
    taut_pair_finds f;
    f.count = 0;
    f.dropped = a.dropped;
    f.closing = 0.0f;
    for (int n = 0; n < a.end[ROWS - 1];) {
        int count = 0;
        for (; n < a.end[ROWS - 1] && count <= TAUT_CUDA_MOST_NEAR - POINTS_AT_ONCE;
             n += POINTS_AT_ONCE) {
            count = look(p, &own, &a, n, count);
        }
        for (int from = 0; from < count; from += SETTLED_AT_ONCE) {
            settle(p, i, &own, &a, from, count, &f);
        }
    }
    for (int k = 0; k < f.count; ++k) {
        p->others[(size_t)i * TAUT_PAIR_MOST + (size_t)k] = f.others[k];
    }
    others_found found = {f.count, (uint32_t)f.dropped, f.closing};
    return found;
}
