// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles of swift zones (pairs_swift.inl), once all that sort points have gathered them: pairs
// of zones go to warps, some particles of the first at a time, and those of the second to threads.

#define COURSES_AT_ONCE 4

LANE_FN taut_pair_course course_of(const taut_pairs* p, int zone, int i)
{
    const taut_pair_course* from = &p->swift[zone * PAIR_SWIFT_POINTS + i];
    taut_pair_course course = {far_get(&from->x), far_get(&from->way)};
    return course;
}

// Whether pair_rate() may be more than `most`, by a root that is about right, with a thousandth to
// spare. Numbers out of all proportion may be taken for less; they count for nothing, since pairs
// with such rates last by what zones say (pair_others_last()).
LANE_FN bool may_be_faster(const taut_pairs* p, const taut_pair_course* a,
                           const taut_pair_course* b, float most)
{
    const float margin = PAIR_BRIEF_MARGIN * p->reach;
    taut_vec3 r = taut_vec3_sub(taut_vec3_of(a->x), taut_vec3_of(b->x));
    taut_vec3 way = taut_vec3_sub(taut_vec3_of(a->way), taut_vec3_of(b->way));
    float away = team_root(taut_vec3_dot(r, r)), gap = away - p->reach;
    gap = gap > margin ? gap : margin;
    return -1.001f * PAIR_SLACK * taut_vec3_dot(r, way) > most * away * gap;
}

// Particles of the first zone that a warp takes at once with all of the second: few, so that no
// warp has much more to do than another.
#define SWIFT_AT_ONCE 32

// rate_between(), for some of the first zone from number `from` on: what this thread has of it.
LANE_FN float rate_between(const taut_pairs* p, int a, int b, int from, int count, int others,
                           float most)
{
    for (int k = LANE_RANK % TEAM_WARP; k < others; k += warp_threads()) {
        taut_pair_course other = course_of(p, b, k);
        int end = a == b && k < count ? k : count;
        TAUT_NO_UNROLL
        for (int first = from; first < end; first += COURSES_AT_ONCE) {
            taut_pair_course own[COURSES_AT_ONCE];
            TEAM_UNROLL
            for (int j = 0; j < COURSES_AT_ONCE; ++j) {
                own[j] = course_of(p, a, first + j < end ? first + j : first);
            }
            TEAM_UNROLL
            for (int j = 0; j < COURSES_AT_ONCE; ++j) {
                if (may_be_faster(p, &own[j], &other, most)) {
                    float rate = pair_rate(p, &own[j], &other);
                    most = rate > most ? rate : most;
                }
            }
        }
    }
    return most;
}

// Number n of what there is to look at: a swift zone, one beside it, and some of the particles of
// the first. Returns the largest rate so far.
LANE_FN float look_at_some(const taut_pairs* p, const taut_pair_zone* zones, int n, float most,
                           uint64_t* looks)
{
    const int pieces = PAIR_SWIFT_POINTS / SWIFT_AT_ONCE;
    const int beside = PAIR_ZONES_AROUND - PAIR_ZONES_AROUND / 2;
    int from = n % pieces * SWIFT_AT_ONCE, pair = n / pieces;
    int a = pair / beside, k = PAIR_ZONES_AROUND / 2 + pair % beside;
    int count = (int)taut_atomic_get(&p->swift_sizes[a]);
    if (from > 0 && from >= count) {
        return most;
    }
    int b = pair_swift_beside(p, zones, a, k);
    if (b < 0) {
        return most;
    }
    int others = (int)taut_atomic_get(&p->swift_sizes[b]);
    *looks += from == 0 && leads_warp() ? pair_swift_looks(count, others) : 0;
    if (count > PAIR_SWIFT_POINTS || others > PAIR_SWIFT_POINTS) {
        return most;
    }
    int end = from + SWIFT_AT_ONCE < count ? from + SWIFT_AT_ONCE : count;
    return rate_between(p, a, b, from, end, others, most);
}

// Tells the largest of all.
LANE_STAGE void look_at_swift(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    const int each =
        (PAIR_ZONES_AROUND - PAIR_ZONES_AROUND / 2) * (PAIR_SWIFT_POINTS / SWIFT_AT_ONCE);
    if (!p->brief || !pair_knows_swift(p)) {
        return;
    }
    const taut_pair_zone* zones = zones_of(c, c->turn + 1);  // as they were before
    float most = 0.0f;
    uint64_t looks = 0;
    for (int n = first_zone(c); n < p->swift_count * each; n += zone_step(c)) {
        most = look_at_some(p, zones, n, most, &looks);
    }
    if (looks > 0) {
        team_add_long(&tally_at(c)->looks, looks);
    }
    if (most > 0.0f) {
        team_raise(&tally_at(c)->rate, taut_order_of_float(most));
    }
}
