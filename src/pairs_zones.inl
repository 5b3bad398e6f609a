// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How far particles come nearer to others around them (pairs_zones.c), on the host as in the
// kernels of a device: space in zones, each several distances wide, and in each the box around what
// its particles do. Two particles of one zone, or of zones side by side, come nearer by no more
// than the size of both boxes together; any others are a zone apart. Each zone has a margin of its
// own.

#pragma once

#include <math.h>

#include "base/order.h"
#include "math/scalar.h"
#include "pairs.h"

// Boxes -------------------------------------------------------------------------------------------

TAUT_INLINE void pair_widen(taut_pair_box* box, taut_vec3 v)
{
    box->low.x = v.x < box->low.x ? v.x : box->low.x;
    box->low.y = v.y < box->low.y ? v.y : box->low.y;
    box->low.z = v.z < box->low.z ? v.z : box->low.z;
    box->high.x = v.x > box->high.x ? v.x : box->high.x;
    box->high.y = v.y > box->high.y ? v.y : box->high.y;
    box->high.z = v.z > box->high.z ? v.z : box->high.z;
}

TAUT_INLINE taut_pair_box pair_no_box(void)
{
    return (taut_pair_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

// Else none of its points is anywhere.
TAUT_INLINE bool pair_any_in(const taut_pair_box* box)
{
    return box->low.x <= box->high.x;
}

// How far any two of the box's vectors are apart, at most, but for what is out of all proportion.
TAUT_INLINE float pair_box_size(const taut_pair_box* box)
{
    taut_vec3 size = taut_vec3_sub(box->high, box->low);
    float length = sqrtf(taut_vec3_dot(size, size));
    return length < 1e18f ? length : 1e18f;
}

// The same along any axis.
TAUT_INLINE float pair_box_width(const taut_pair_box* box)
{
    taut_vec3 size = taut_vec3_sub(box->high, box->low);
    float width = size.x > size.y ? size.x : size.y;
    bool known = size.x < 1e18f && size.y < 1e18f && size.z < 1e18f;
    width = size.z > width ? size.z : width;
    return known ? width : 1e18f;
}

// Margins -----------------------------------------------------------------------------------------

// Constraints move particles beyond where their velocity takes them.
#define PAIR_SLACK 1.25f

// Beyond touching, pairs are looked for as far as particles come nearer in four substeps, within
// these parts of the distance they keep; or in one, where that is more. Two that come nearer by
// more than twice their distance in a substep may miss each other.
#define PAIR_LEAST_MARGIN 0.25f
#define PAIR_MOST_MARGIN 0.75f
#define PAIR_SWIFT_MARGIN 2.0f

TAUT_INLINE float pair_between(float low, float x, float high)
{
    return x < low ? low : x > high ? high : x;
}

// @param way   how far two particles come nearer in a substep, at most
// @param least receives the least that will do
TAUT_INLINE float pair_margin(float reach, float way, float* least)
{
    float most = PAIR_SWIFT_MARGIN * reach;
    *least = pair_between(PAIR_LEAST_MARGIN * reach, way, most);
    return pair_between(*least, pair_between(0.0f, 4.0f * way, PAIR_MOST_MARGIN * reach), most);
}

TAUT_INLINE float pair_less_margin(float reach, float margin, float least)
{
    return pair_between(least, 0.5f * margin, PAIR_SWIFT_MARGIN * reach);
}

// Zones -------------------------------------------------------------------------------------------

// So many distances wide, or wider, so that there are no more of them than this, and points enough
// to each. Where points are few all are one zone: looking at zones would cost what they save.
#define PAIR_ZONE_SIDE 8.0f
#define PAIR_MOST_ZONES 16384
#define PAIR_POINTS_EACH 4
#define PAIR_FEW_POINTS 4096

TAUT_INLINE int pair_most_zones(int points)
{
    int most = points < PAIR_FEW_POINTS ? 1 : points / PAIR_POINTS_EACH;
    return most < PAIR_MOST_ZONES ? most : PAIR_MOST_ZONES;
}

TAUT_INLINE int32_t pair_zones_across(float size, float side)
{
    float count = size / side;
    return count < 1e5f ? 1 + (int32_t)(count > 0.0f ? count : 0.0f) : 100000;
}

// @param all where the points are
TAUT_INLINE taut_pair_zones pair_lay_zones(const taut_pair_box* all, float reach, int points)
{
    taut_pair_zones z = {all->low, PAIR_ZONE_SIDE * reach, 0.0f, {1, 1, 1}};
    taut_vec3 size = taut_vec3_sub(all->high, all->low);
    if (pair_most_zones(points) == 1) {
        return z;
    }
    for (int tries = 0; tries < 256; ++tries) {
        int32_t x = pair_zones_across(size.x, z.side);
        int32_t y = pair_zones_across(size.y, z.side);
        int32_t on = pair_zones_across(size.z, z.side);
        if ((int64_t)x * y * on <= pair_most_zones(points)) {
            z.per = 1.0f / z.side;
            z.across[0] = x;
            z.across[1] = y;
            z.across[2] = on;
            return z;
        }
        z.side *= 1.25f;
    }
    return z;  // one for all, wherever they are
}

TAUT_INLINE int pair_zone_count(const taut_pair_zones* z)
{
    return z->across[0] * z->across[1] * z->across[2];
}

TAUT_INLINE int pair_zone_along(float x, float per, int count)
{
    float at = x * per;
    at = at > 0.0f ? at : 0.0f;
    return at < (float)count ? (int)at : count - 1;
}

TAUT_INLINE int pair_zone_at(const taut_pair_zones* z, taut_float4 x)
{
    if (pair_zone_count(z) == 1) {
        return 0;
    }
    int at = pair_zone_along(x.z - z->low.z, z->per, z->across[2]);
    at = at * z->across[1] + pair_zone_along(x.y - z->low.y, z->per, z->across[1]);
    return at * z->across[0] + pair_zone_along(x.x - z->low.x, z->per, z->across[0]);
}

TAUT_INLINE void pair_clear_zone(taut_pair_zone* zone)
{
    for (int k = 0; k < 3; ++k) {
        taut_atomic_set(&zone->low[k], taut_order_of_float(INFINITY));
        taut_atomic_set(&zone->high[k], taut_order_of_float(-INFINITY));
    }
}

TAUT_INLINE taut_vec3 pair_vec_in_order(const atomic_uint order[3])
{
    taut_atomic_three three = taut_atomic_get_three(order);
    return (taut_vec3){taut_float_in_order(three.of[0]), taut_float_in_order(three.of[1]),
                       taut_float_in_order(three.of[2])};
}

TAUT_INLINE taut_pair_box pair_zone_box(const taut_pair_zone* zone)
{
    return (taut_pair_box){pair_vec_in_order(zone->low), pair_vec_in_order(zone->high)};
}

// Zones around one, with itself.
#define PAIR_ZONES_AROUND 27

// The k-th zone around zone i, in the order of their numbers; or -1.
TAUT_INLINE int pair_zone_beside(const taut_pair_zones* z, int i, int k)
{
    int across = z->across[0], layer = z->across[0] * z->across[1];
    int x = i % across + k % 3 - 1;
    int y = i / across % z->across[1] + k / 3 % 3 - 1;
    int on = i / layer + k / 9 - 1;
    bool outside =
        x < 0 || y < 0 || on < 0 || x >= across || y >= z->across[1] || on >= z->across[2];
    return outside ? -1 : on * layer + y * across + x;
}

// How far particles of zone i, which do what `own` is around, and those of the k-th zone around it
// come nearer, at most.
TAUT_INLINE float pair_zone_way_to(const taut_pair_zones* z, const taut_pair_zone* zones, int i,
                                   const taut_pair_box* own, int k)
{
    int beside = pair_zone_beside(z, i, k);
    if (beside < 0) {
        return 0.0f;
    }
    taut_pair_box box = pair_zone_box(&zones[beside]);
    if (!pair_any_in(&box)) {
        return 0.0f;
    }
    pair_widen(&box, own->low);
    pair_widen(&box, own->high);
    return pair_box_size(&box);
}

// And all those around it.
TAUT_INLINE float pair_zone_way(const taut_pair_zones* z, const taut_pair_zone* zones, int i)
{
    taut_pair_box own = pair_zone_box(&zones[i]);
    float way = 0.0f;
    for (int k = 0; k < PAIR_ZONES_AROUND; ++k) {
        float size = pair_zone_way_to(z, zones, i, &own, k);
        way = size > way ? size : way;
    }
    return way;
}

// The margin of a zone whose particles go such a way in a substep.
TAUT_INLINE float pair_zone_margin(const taut_pairs* p, float way, float* least)
{
    return pair_margin(p->reach, PAIR_SLACK * way, least);
}

// The margin of points of a zone. Brief pairs know of none.
TAUT_INLINE float pair_margin_at(const taut_pairs* p, int zone)
{
    return p->brief ? p->margin : p->margins[zone];
}

// How far particle i of a body goes in a substep by its velocity.
TAUT_INLINE taut_vec3 pair_way_ahead(const taut_pairs* p, const taut_pair_body* b, int i)
{
    taut_vec3 none = {0.0f, 0.0f, 0.0f};
    return b->still ? none : taut_vec3_scale(taut_rows_get(b->v, b->seat_of[i]), p->h);
}

// And what a point knows of it, with the margin of its zone.
TAUT_INLINE taut_float4 pair_way_of(const taut_pairs* p, const taut_pair_body* b, int i,
                                    float margin)
{
    taut_vec3 way = pair_way_ahead(p, b, i);
    return (taut_float4){way.x, way.y, way.z, margin};
}

// Whether there are zones that are not side by side.
TAUT_INLINE bool pair_zones_apart(const taut_pair_zones* z)
{
    return z->across[0] > 2 || z->across[1] > 2 || z->across[2] > 2;
}

// Whether what was found will do: whatever margins are, `all` being the box around what all do; for
// pairs of zone i, whose particles went such a way, with those of it and beside it; and for those
// that are a zone apart.
TAUT_INLINE bool pair_all_hold(const taut_pairs* p, const taut_pair_box* all)
{
    float margin = p->lowest < p->margin ? p->lowest : p->margin;
    return PAIR_SLACK * pair_box_size(all) <= margin;
}

TAUT_INLINE bool pair_zone_holds(const taut_pairs* p, float way, int i)
{
    float margin = p->margins[i] < p->margin ? p->margins[i] : p->margin;
    return PAIR_SLACK * way <= margin;
}

TAUT_INLINE bool pair_zones_hold(const taut_pairs* p, const taut_pair_box* all)
{
    const taut_pair_zones* z = &p->zoning;
    return !pair_zones_apart(z) || PAIR_SLACK * pair_box_size(all) <= z->side - p->reach;
}

// clang-format off
#include "pairs_brief.inl"
#include "pairs_swift.inl"
// clang-format on
