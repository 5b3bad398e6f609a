// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How far particles come nearer to others around them: what pairs_zones.c does, with the same
// outcome. There are two sets of zones: while one is looked at, the other is cleared.

// The body that has particle `number`.
LANE_FN int owner_of(const taut_pairs* p, int number)
{
    int low = 0, high = p->body_count - 1;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (p->bodies[middle].first <= number) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

LANE_FN taut_pair_zone* zones_of(const crowd* c, int turn)
{
    return c->of.zones[turn % 2];
}

LANE_STAGE void go_on_with_zones(crowd* c)
{
    team_sync_block();
    if (LANE_RANK == 0) {
        c->turn += 1;
    }
    team_sync_block();
}

// Both sets, for as many as there may be.
LANE_FN void clear_zones(const crowd* c)
{
    int most = pair_most_zones(c->of.pairs.point_count);
    for (int i = first_of(&c->all); i < most; i += stride_of(&c->all)) {
        pair_clear_zone(&c->of.zones[0][i]);
        pair_clear_zone(&c->of.zones[1][i]);
    }
}

// Says what a point of a zone did. Few go beyond those before them: whoever does not need not wait
// for its turn. What one looks at may have changed since, but in one direction only. Of those of a
// warp that go beyond, one speaks for all that are in the same zone: when zones are new all do, and
// those that follow one another mostly are in one. What is no number says nothing.
LANE_FN void tell_zone(taut_pair_zone* zones, int number, taut_vec3 moved)
{
    taut_pair_zone* zone = &zones[number];
    taut_pair_box box = pair_no_box();
    pair_widen(&box, moved);
    uint32_t low[3] = {taut_order_of_float(box.low.x), taut_order_of_float(box.low.y),
                       taut_order_of_float(box.low.z)};
    uint32_t high[3] = {taut_order_of_float(box.high.x), taut_order_of_float(box.high.y),
                        taut_order_of_float(box.high.z)};
    team_three lowest = team_peek(zone->low), highest = team_peek(zone->high);
    bool beyond = false;
    for (int k = 0; k < 3; ++k) {
        beyond = beyond | (low[k] < lowest.of[k]) | (high[k] > highest.of[k]);
    }
    if (!beyond) {
        return;
    }
    uint32_t alike = team_alike((uint32_t)number);
    for (int k = 0; k < 3; ++k) {
        uint32_t least = team_least_of(alike, low[k]), most = team_most_of(alike, high[k]);
        if (team_leads(alike) && least < lowest.of[k]) {
            team_lower(&zone->low[k], least);
        }
        if (team_leads(alike) && most > highest.of[k]) {
            team_raise(&zone->high[k], most);
        }
    }
}

LANE_STAGE void tell_ways_ahead(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    taut_pair_zone* zones = zones_of(c, c->turn);
    for (int number = first_of(&c->all); number < p->point_count; number += stride_of(&c->all)) {
        tell_zone(zones, pair_zone_at(&p->zoning, p->built[number]),
                  taut_vec3_of(c->of.ways[number]));
    }
    team_sync(&c->all);
}

// pair_zone_way(), by all threads of a warp.
LANE_FN float zone_way(const taut_pairs* p, const taut_pair_zone* zones, int i,
                       const taut_pair_box* own)
{
    float way = 0.0f;
    for (int k = LANE_RANK % TEAM_WARP; k < PAIR_ZONES_AROUND; k += warp_threads()) {
        float size = pair_zone_way_to(&p->zoning, zones, i, own, k);
        way = size > way ? size : way;
    }
    return taut_float_in_order(team_most(taut_order_of_float(way)));
}

// Zones with something in them, each taken by all threads of a warp with the box around what is
// done there; of the others each thread leaves some. Those of the other set are cleared.
template <class take_fn, class leave_fn>
LANE_FN void each_zone(crowd* c, take_fn take, leave_fn leave)
{
    const taut_pair_zone* zones = zones_of(c, c->turn);
    taut_pair_zone* others = zones_of(c, c->turn + 1);
    auto pick = [=](int i) {
        taut_pair_box box = pair_zone_box(&zones[i]);
        bool any = pair_any_in(&box);
        pair_clear_zone(&others[i]);
        if (!any) {
            leave(i);
        }
        return any;
    };
    each_picked(c, pair_zone_count(&c->of.pairs.zoning), pick,
                [&](int i) { take(i, pair_zone_box(&zones[i])); });
}

// Zones of rings that a thread asks for at once: they are far away.
#define RINGS_AT_ONCE 2

// rate_of_rings(): what this thread has of it.
LANE_FN float rate_of_rings(const taut_pairs* p, const taut_pair_zone* zones, int i,
                            const taut_pair_box* own)
{
    float most = 0.0f;
    int step = warp_threads();
    for (int first = PAIR_RING_ZONES / 2 + 1 + LANE_RANK % TEAM_WARP; first < PAIR_RING_ZONES;
         first += RINGS_AT_ONCE * step) {
        int rings[RINGS_AT_ONCE];
        taut_pair_box boxes[RINGS_AT_ONCE];
        TEAM_UNROLL
        for (int j = 0; j < RINGS_AT_ONCE; ++j) {
            int k = first + j * step;
            rings[j] = k < PAIR_RING_ZONES ? pair_ring_at(&p->zoning, i, k) : -1;
            boxes[j] = pair_zone_box(&zones[rings[j] >= 0 ? rings[j] : i]);
        }
        TEAM_UNROLL
        for (int j = 0; j < RINGS_AT_ONCE; ++j) {
            float rate = pair_ring_rate(p, first + j * step, own, &boxes[j]);
            most = rings[j] >= 0 && rate > most ? rate : most;
        }
    }
    return most;
}

// A zone whose particles come nearer so far is swift, or not: by one thread.
LANE_FN void note_swift(const crowd* c, int zone, float way)
{
    const taut_pairs* p = &c->of.pairs;
    bool swift = pair_is_swift(p, way);
    int number = swift ? (int)team_add(&tally_at(c)->swift, 1) : -1;
    p->swift_of[zone] = number;
    if (swift && number < pair_swift_room(p->point_count)) {
        p->swift_zones[number] = zone;
        taut_atomic_set(&p->swift_sizes[number], 0);
    }
}

// Margins of all zones; their largest and the least that will do; what is done in zones that are
// not side by side; and which zones are swift, or how many of them.
LANE_STAGE void take_margins(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    const taut_pair_zone* zones = zones_of(c, c->turn);
    uint32_t none = taut_order_of_float(0.0f), all = taut_order_of_float(INFINITY);
    uint32_t low[3] = {all, all, all}, high[3] = {none, none, none};
    auto take = [&](int i, taut_pair_box box) {
        float way = zone_way(p, zones, i, &box);
        float rate = p->asks_rings ? rate_of_rings(p, zones, i, &box) : 0.0f;
        uint32_t fast = taut_order_of_float(rate);
        high[2] = fast > high[2] ? fast : high[2];
        float least, margin = pair_zone_margin(p, way, &least);
        uint32_t order = taut_order_of_float(margin), less = taut_order_of_float(least);
        low[0] = order < low[0] ? order : low[0];
        high[0] = order > high[0] ? order : high[0];
        high[1] = less > high[1] ? less : high[1];
        if (leads_warp()) {
            p->margins[i] = margin;
            p->zone_ways[i] = way;
            if (!p->asks_rings) {
                note_swift(c, i, way);
            } else if (pair_is_swift(p, way)) {
                (void)team_add(&tally_at(c)->swift, 1);
            }
        }
    };
    each_zone(c, take, [=](int i) {
        p->margins[i] = p->zone_ways[i] = 0.0f;
        p->swift_of[i] = -1;
    });
    tally_bounds(c, low, high, tally_at(c)->low, tally_at(c)->high);
    const taut_cuda_tally* t = tally_close(c);
    if (LANE_RANK == 0) {
        p->lowest = taut_float_in_order(t->low[0]);
        p->margin = taut_float_in_order(t->high[0]);
        p->least = taut_float_in_order(t->high[1]);
        pair_note_margins(p);
        p->swift_count = (int)t->swift;
        if (p->brief) {
            pair_note_rings(p, taut_float_in_order(t->high[2]));
            pair_note_horizon(p, p->swift_count);
        }
    }
    go_on_with_zones(c);
}

// Which zones are swift, once it is known that pairs last for less than was thought.
LANE_STAGE void note_swift_later(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    int count = pair_zone_count(&p->zoning);
    for (int i = first_of(&c->all); i < count; i += stride_of(&c->all)) {
        if (p->margins[i] > 0.0f) {
            note_swift(c, i, p->zone_ways[i]);
        }
    }
    const taut_cuda_tally* t = tally_close(c);
    if (LANE_RANK == 0) {
        p->swift_count = (int)t->swift;
    }
    team_sync_block();
}

// Points of swift zones, by zone, in whatever order.
LANE_FN void gather_swift(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    if (p->swift_count == 0 || !pair_knows_swift(p)) {
        return;
    }
    for (int i = first_of(&c->all); i < p->point_count; i += stride_of(&c->all)) {
        taut_float4 x = p->built[i];
        int number = p->swift_of[pair_zone_at(&p->zoning, x)];
        if (number >= 0) {
            uint32_t at = team_add(&p->swift_sizes[number], 1);
            if (at < PAIR_SWIFT_POINTS) {
                taut_pair_course course = {x, c->of.ways[i]};
                p->swift[number * PAIR_SWIFT_POINTS + (int)at] = course;
            }
        }
    }
}

// The boxes around all points and what they do, which all blocks have told by now.
LANE_STAGE void take_box(crowd* c)
{
    if (LANE_RANK == 0) {
        const taut_cuda_tally* t = tally_before(c);
        taut_pair_box ways = box_between(t->way_low, t->way_high);
        c->box = box_between(t->low, t->high);
        c->lost = t->lost != 0;
        c->of.pairs.spread = pair_box_width(&ways);
    }
    team_sync_block();
}

// taut_pairs_lay_zones(), by those who sort points: others may be late. Zones that stay have been
// told already.
LANE_STAGE void lay_zones(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    take_box(c);
    if (!p->brief) {
        if (LANE_RANK == 0) {
            p->zoning = pair_lay_zones(&c->box, p->reach, p->point_count);
        }
        team_sync_block();
        tell_ways_ahead(c);
    }
    if (LANE_RANK == 0) {
        pair_note_spread(p);
    }
    team_sync_block();
    int span = p->span;
    take_margins(c);
    if (LANE_RANK == 0) {
        c->laid = true;
    }
    team_sync_block();
    if (p->brief && (p->asks_rings || p->span < span)) {
        note_swift_later(c);
    }
    if (p->brief) {
        gather_swift(c);
    }
}

// taut_pairs_hold(), when all points have told what they did.
LANE_STAGE bool zones_hold(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    const taut_pair_zone* zones = zones_of(c, c->turn);
    taut_pair_box box = pair_no_box();
    uint32_t over = 0;
    auto take = [&](int i, taut_pair_box own) {
        if (p->margins[i] > 0.0f) {  // else it had none when pairs were found
            pair_widen(&box, own.low);
            pair_widen(&box, own.high);
            over += !pair_zone_holds(p, zone_way(p, zones, i, &own), i);
        }
    };
    each_zone(c, take, [](int) {});
    tally_box(c, &box, tally_at(c)->low, tally_at(c)->high);
    uint32_t sum = sum_of_block(c, over);
    if (LANE_RANK == 0 && sum > 0) {
        team_add(&tally_at(c)->left, sum);
    }
    const taut_cuda_tally* t = tally_close(c);
    taut_pair_box all = box_between(t->low, t->high);
    bool hold = pair_all_hold(p, &all) || (pair_zones_hold(p, &all) && t->left == 0);
    go_on_with_zones(c);
    return hold;
}
