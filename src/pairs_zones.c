// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How far particles come nearer to others around them, and how far pairs are looked for therefore
// (docs/decisions/0036).

#include "pairs_zones.inl"

void taut_pairs_tell(taut_pair_zone* zone, const taut_pair_box* box)
{
    taut_atomic_lower(&zone->low[0], taut_order_of_float(box->low.x));
    taut_atomic_lower(&zone->low[1], taut_order_of_float(box->low.y));
    taut_atomic_lower(&zone->low[2], taut_order_of_float(box->low.z));
    taut_atomic_raise(&zone->high[0], taut_order_of_float(box->high.x));
    taut_atomic_raise(&zone->high[1], taut_order_of_float(box->high.y));
    taut_atomic_raise(&zone->high[2], taut_order_of_float(box->high.z));
}

static void lay_out(taut_pairs* p)
{
    taut_pair_box all = pair_no_box();
    for (int i = 0; i < p->point_count && pair_most_zones(p->point_count) > 1; ++i) {
        pair_widen(&all, taut_vec3_of(p->built[i]));
    }
    p->zoning = pair_lay_zones(&all, p->reach, p->point_count);
    for (int i = 0; i < pair_zone_count(&p->zoning); ++i) {
        pair_clear_zone(&p->zones[i]);
    }
}

static void tell_ways_ahead(taut_pairs* p)
{
    for (int k = 0; k < p->body_count; ++k) {
        const taut_pair_body* b = &p->bodies[k];
        int zone = b->count > 0 ? pair_zone_at(&p->zoning, p->built[b->first]) : 0;
        for (int i = 0; i < b->count;) {
            int here = zone;
            taut_pair_box box = pair_no_box();
            do {
                pair_widen(&box, pair_way_ahead(p, b, i++));
                zone = i < b->count ? pair_zone_at(&p->zoning, p->built[b->first + i]) : -1;
            } while (zone == here);
            taut_pairs_tell(&p->zones[here], &box);
        }
    }
}

static void clear_held(taut_pairs* p)
{
    for (int k = 0; k < p->held_count; ++k) {
        pair_clear_zone(&p->zones[p->held_zones[k]]);
    }
}

static void take_margins(taut_pairs* p)
{
    p->margin = p->least = 0.0f;
    p->lowest = INFINITY;
    p->held_count = 0;
    taut_pair_box all = pair_no_box();
    for (int i = 0; i < pair_zone_count(&p->zoning); ++i) {
        taut_pair_box box = pair_zone_box(&p->zones[i]);
        if (pair_any_in(&box)) {
            pair_widen(&all, box.low);
            pair_widen(&all, box.high);
            float least;
            float margin = pair_zone_margin(p, pair_zone_way(&p->zoning, p->zones, i), &least);
            p->margins[i] = margin;
            p->margin = margin > p->margin ? margin : p->margin;
            p->lowest = margin < p->lowest ? margin : p->lowest;
            p->least = least > p->least ? least : p->least;
            p->held_zones[p->held_count++] = i;
        } else {
            p->margins[i] = 0.0f;
        }
    }
    p->spread = pair_box_size(&all);
}

// Where pairs are brief zones stay as they were.
void taut_pairs_lay_zones(taut_pairs* p)
{
    if (!p->brief) {
        lay_out(p);
    }
    tell_ways_ahead(p);
    take_margins(p);
    clear_held(p);
    pair_note_margins(p);
}

static bool all_zones_hold(const taut_pairs* p)
{
    bool hold = true;
    for (int k = 0; k < p->held_count && hold; ++k) {
        int i = p->held_zones[k];
        taut_pair_box box = pair_zone_box(&p->zones[i]);
        hold = !pair_any_in(&box) || pair_zone_holds(p, pair_zone_way(&p->zoning, p->zones, i), i);
    }
    return hold;
}

bool taut_pairs_hold(taut_pairs* p)
{
    taut_pair_box all = pair_no_box();
    for (int k = 0; k < p->held_count; ++k) {
        taut_pair_box box = pair_zone_box(&p->zones[p->held_zones[k]]);
        if (pair_any_in(&box)) {
            pair_widen(&all, box.low);
            pair_widen(&all, box.high);
        }
    }
    bool hold = pair_all_hold(p, &all) || (pair_zones_hold(p, &all) && all_zones_hold(p));
    clear_held(p);
    return hold;
}
