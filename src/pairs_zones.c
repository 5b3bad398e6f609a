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

// To their zones; and how far any two of them come nearer, wherever they are.
static void tell_ways_ahead(taut_pairs* p)
{
    taut_pair_box all = pair_no_box();
    for (int k = 0; k < p->body_count; ++k) {
        const taut_pair_body* b = &p->bodies[k];
        int zone = b->count > 0 ? pair_zone_at(&p->zoning, p->built[b->first]) : 0;
        for (int i = 0; i < b->count;) {
            int here = zone;
            taut_pair_box box = pair_no_box();
            do {
                taut_vec3 way = pair_way_ahead(p, b, i++);
                pair_widen(&box, way);
                pair_widen(&all, way);
                zone = i < b->count ? pair_zone_at(&p->zoning, p->built[b->first + i]) : -1;
            } while (zone == here);
            taut_pairs_tell(&p->zones[here], &box);
        }
    }
    p->spread = pair_box_width(&all);
    pair_note_spread(p);
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
    for (int i = 0; i < pair_zone_count(&p->zoning); ++i) {
        taut_pair_box box = pair_zone_box(&p->zones[i]);
        if (pair_any_in(&box)) {
            float least, way = pair_zone_way(&p->zoning, p->zones, i);
            float margin = pair_zone_margin(p, way, &least);
            p->zone_ways[i] = way;
            p->margins[i] = margin;
            p->margin = margin > p->margin ? margin : p->margin;
            p->lowest = margin < p->lowest ? margin : p->lowest;
            p->least = least > p->least ? least : p->least;
            p->held_zones[p->held_count++] = i;
        } else {
            p->margins[i] = p->zone_ways[i] = 0.0f;
            p->swift_of[i] = -1;
        }
    }
}

// Of a zone with those of its rings that have higher numbers.
static float rate_of_rings(const taut_pairs* p, int zone)
{
    taut_pair_box own = pair_zone_box(&p->zones[zone]);
    float most = 0.0f;
    for (int k = PAIR_RING_ZONES / 2 + 1; k < PAIR_RING_ZONES; ++k) {
        int other = pair_ring_at(&p->zoning, zone, k);
        if (other >= 0) {
            taut_pair_box box = pair_zone_box(&p->zones[other]);
            float rate = pair_ring_rate(p, k, &own, &box);
            most = rate > most ? rate : most;
        }
    }
    return most;
}

// How long brief pairs may last by what is done in zones that are not side by side.
static void ask_rings(taut_pairs* p)
{
    float rate = 0.0f;
    bool lasts = true;  // else no rate could say less
    for (int k = 0; k < p->held_count && p->asks_rings && lasts; ++k) {
        float own = rate_of_rings(p, p->held_zones[k]);
        rate = own > rate ? own : rate;
        lasts = pair_whole_substeps(1.0f / rate, p->span) > 1;
    }
    pair_note_rings(p, rate);
}

// Which zones are swift, as far as it is known how long pairs may last.
static void note_swift(taut_pairs* p)
{
    p->swift_count = 0;
    for (int k = 0; k < p->held_count; ++k) {
        int zone = p->held_zones[k];
        bool swift = pair_is_swift(p, p->zone_ways[zone]);
        p->swift_of[zone] = swift ? p->swift_count : -1;
        if (swift && p->swift_count < pair_swift_room(p->point_count)) {
            p->swift_zones[p->swift_count] = zone;
            atomic_store(&p->swift_sizes[p->swift_count], 0);
        }
        p->swift_count += swift;
    }
}

// Points of swift zones, by zone.
static void gather_swift(taut_pairs* p)
{
    for (int k = 0; k < p->body_count; ++k) {
        const taut_pair_body* b = &p->bodies[k];
        for (int i = 0; i < b->count; ++i) {
            taut_float4 x = p->built[b->first + i];
            int number = p->swift_of[pair_zone_at(&p->zoning, x)];
            unsigned at = number >= 0 ? atomic_fetch_add(&p->swift_sizes[number], 1) : 0;
            if (number >= 0 && at < PAIR_SWIFT_POINTS) {
                p->swift[number * PAIR_SWIFT_POINTS + (int)at] =
                    (taut_pair_course){x, pair_way_of(p, b, i, 0.0f)};
            }
        }
    }
}

// Of the points of two swift zones; of all pairs of one, which may be the same.
static float rate_between(const taut_pairs* p, int a, int b)
{
    int count = (int)atomic_load(&p->swift_sizes[a]), others = (int)atomic_load(&p->swift_sizes[b]);
    const taut_pair_course* own = p->swift + a * PAIR_SWIFT_POINTS;
    const taut_pair_course* other = p->swift + b * PAIR_SWIFT_POINTS;
    float most = 0.0f;
    for (int i = 0; i < count; ++i) {
        for (int k = a == b ? i + 1 : 0; k < others; ++k) {
            float rate = pair_rate(p, &own[i], &other[k]);
            most = rate > most ? rate : most;
        }
    }
    return most;
}

// How many looks that takes.
static uint64_t looks_at_swift(const taut_pairs* p)
{
    uint64_t looks = 0;
    for (int a = 0; a < p->swift_count; ++a) {
        for (int k = PAIR_ZONES_AROUND / 2; k < PAIR_ZONES_AROUND; ++k) {
            int b = pair_swift_beside(p, p->zones, a, k);
            looks += b >= 0 ? pair_swift_looks((int)atomic_load(&p->swift_sizes[a]),
                                               (int)atomic_load(&p->swift_sizes[b]))
                            : 0;
        }
    }
    return looks;
}

// Each with itself and with those beside it that come later.
static float rate_of_swift(const taut_pairs* p)
{
    float most = 0.0f;
    for (int a = 0; a < p->swift_count; ++a) {
        for (int k = PAIR_ZONES_AROUND / 2; k < PAIR_ZONES_AROUND; ++k) {
            int b = pair_swift_beside(p, p->zones, a, k);
            float rate = b >= 0 ? rate_between(p, a, b) : 0.0f;
            most = rate > most ? rate : most;
        }
    }
    return most;
}

static void look_at_swift(taut_pairs* p)
{
    p->rate = INFINITY;
    if (!p->brief) {
        return;
    }
    int span = p->span;
    note_swift(p);
    ask_rings(p);
    pair_note_horizon(p, p->swift_count);
    if (p->span < span) {
        note_swift(p);
    }
    if (pair_knows_swift(p)) {
        gather_swift(p);
        p->rate = pair_few_looks(p, looks_at_swift(p)) ? rate_of_swift(p) : INFINITY;
    }
}

// Where pairs are brief zones stay as they were.
void taut_pairs_lay_zones(taut_pairs* p)
{
    if (!p->brief) {
        lay_out(p);
    }
    tell_ways_ahead(p);
    take_margins(p);
    pair_note_margins(p);
    look_at_swift(p);
    clear_held(p);
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
