// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles of swift zones (pairs_swift.inl), once all that sort points have gathered them: pairs
// of zones go to warps, particles of the second to threads.

#define COURSES_AT_ONCE 4

LANE_FN taut_pair_course course_of(const taut_pairs* p, int zone, int i)
{
    const taut_pair_course* from = &p->swift[zone * PAIR_SWIFT_POINTS + i];
    taut_pair_course course = {far_get(&from->x), far_get(&from->way)};
    return course;
}

// rate_between(): what this thread has of it.
LANE_FN float rate_between(const taut_pairs* p, int a, int b, int count, int others)
{
    float most = 0.0f;
    for (int k = LANE_RANK % TEAM_WARP; k < others; k += warp_threads()) {
        taut_pair_course other = course_of(p, b, k);
        int end = a == b ? k : count;
        TAUT_NO_UNROLL
        for (int from = 0; from < end; from += COURSES_AT_ONCE) {
            taut_pair_course own[COURSES_AT_ONCE];
            TEAM_UNROLL
            for (int j = 0; j < COURSES_AT_ONCE; ++j) {
                own[j] = course_of(p, a, from + j < end ? from + j : from);
            }
            TEAM_UNROLL
            for (int j = 0; j < COURSES_AT_ONCE; ++j) {
                float rate = pair_rate(p, &own[j], &other);
                most = rate > most ? rate : most;
            }
        }
    }
    return most;
}

// Tells the largest of all.
LANE_STAGE void look_at_swift(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    const int beside = PAIR_ZONES_AROUND - PAIR_ZONES_AROUND / 2;
    if (!p->brief || !pair_knows_swift(p)) {
        return;
    }
    const taut_pair_zone* zones = zones_of(c, c->turn + 1);  // as they were before
    float most = 0.0f;
    uint64_t looks = 0;
    for (int n = first_zone(c); n < p->swift_count * beside; n += zone_step(c)) {
        int a = n / beside, k = PAIR_ZONES_AROUND / 2 + n % beside;
        int b = pair_swift_beside(p, zones, a, k);
        int count = b >= 0 ? (int)taut_atomic_get(&p->swift_sizes[a]) : 0;
        int others = b >= 0 ? (int)taut_atomic_get(&p->swift_sizes[b]) : 0;
        looks += leads_warp() ? pair_swift_looks(count, others) : 0;
        bool few = count <= PAIR_SWIFT_POINTS && others <= PAIR_SWIFT_POINTS;
        float rate = few ? rate_between(p, a, b, count, others) : 0.0f;
        most = rate > most ? rate : most;
    }
    if (looks > 0) {
        team_add_long(&tally_at(c)->looks, looks);
    }
    if (most > 0.0f) {
        team_raise(&tally_at(c)->rate, taut_order_of_float(most));
    }
}
