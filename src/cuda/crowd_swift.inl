// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles of swift zones (pairs_swift.inl), once all that sort points have gathered them: pairs
// of zones go to warps, some particles of the first at a time, and those of the second to threads.
// It takes as long as looking for others does, and some warps are sooner through with that.

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
    const float margin = pair_brief_margin(p);
    taut_vec3 r = taut_vec3_sub(taut_vec3_of(a->x), taut_vec3_of(b->x));
    taut_vec3 way = taut_vec3_sub(taut_vec3_of(a->way), taut_vec3_of(b->way));
    float away = team_root(taut_vec3_dot(r, r)), gap = away - p->reach;
    gap = gap > margin ? gap : margin;
    return -1.001f * PAIR_SLACK * taut_vec3_dot(r, way) > most * away * gap;
}

// Particles of the first zone that a warp takes at once with all of the second: few, so that no
// warp has much more to do than another.
#define SWIFT_AT_ONCE 8

// What there is to look at, by number: some particles of one swift zone, and all of one beside it,
// which may be the same.
typedef struct swift_look {
    int a, b;         // numbers of the zones; -1: none
    int from, count;  // of the first one's
    int others;
} swift_look;

LANE_FN int looks_beside(void)
{
    return PAIR_ZONES_AROUND - PAIR_ZONES_AROUND / 2;
}

LANE_FN int count_looks(const taut_pairs* p)
{
    return p->swift_count * looks_beside() * (PAIR_SWIFT_POINTS / SWIFT_AT_ONCE);
}

// The first particles of all zones come before others of any.
LANE_FN swift_look swift_look_at(const taut_pairs* p, const taut_pair_zone* zones, int n)
{
    int two = n % (p->swift_count * looks_beside());
    int from = n / (p->swift_count * looks_beside()) * SWIFT_AT_ONCE;
    swift_look look = {two / looks_beside(), -1, from, 0, 0};
    look.count = (int)taut_atomic_get(&p->swift_sizes[look.a]);
    if (from < look.count) {
        int k = PAIR_ZONES_AROUND / 2 + two % looks_beside();
        look.b = pair_swift_beside(p, zones, look.a, k);
        look.others = look.b >= 0 ? (int)taut_atomic_get(&p->swift_sizes[look.b]) : 0;
    }
    return look;
}

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

// Numbers of looks that the warps of a block have yet to take, after what find_others() works in.
LANE_FN int32_t* swift_picks(void)
{
    return (int32_t*)(void*)((uint32_t*)(void*)team_room() + LANE_TEAM * TAUT_CUDA_MOST_NEAR);
}

LANE_FN bool may_look_at_swift(const taut_pairs* p)
{
    return p->brief && pair_knows_swift(p);
}

// Threads pick what is worth a warp's while, each of the same number of looks, and tell how many
// looks it takes in all; what takes too many is left out.
LANE_STAGE void pick_swift(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    const taut_pair_zone* zones = zones_of(c, c->turn + 1);  // as they were before
    uint64_t looks = 0;
    for (int n = c->all.block + c->all.block_count * LANE_RANK; n < count_looks(p);
         n += stride_of(&c->all)) {
        swift_look look = swift_look_at(p, zones, n);
        bool any = look.b >= 0;
        looks += any && look.from == 0 ? pair_swift_looks(look.count, look.others) : 0;
        if (any && look.count <= PAIR_SWIFT_POINTS && look.others <= PAIR_SWIFT_POINTS) {
            uint32_t at = team_add(&c->picked, 1);
            if (at < TAUT_CUDA_MOST_PICKS) {
                swift_picks()[at] = n;
            }
        }
    }
    if (looks > 0) {
        team_add_long(&tally_at(c)->looks, looks);
    }
}

// Number n for a warp that has time.
LANE_FN float take_swift(const crowd* c, int n, float most)
{
    const taut_pairs* p = &c->of.pairs;
    swift_look look = swift_look_at(p, zones_of(c, c->turn + 1), n);
    int end = look.from + SWIFT_AT_ONCE < look.count ? look.from + SWIFT_AT_ONCE : look.count;
    if (look.b < 0 || look.count > PAIR_SWIFT_POINTS || look.others > PAIR_SWIFT_POINTS) {
        return most;
    }
    return rate_between(p, look.a, look.b, look.from, end, look.others, most);
}

// Warps take what was picked, whoever comes; or all numbers of the block, where there was no room
// to note them. Tells the largest rate of all.
LANE_STAGE void look_at_swift(crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    bool noted = c->picked <= TAUT_CUDA_MOST_PICKS;
    int first = c->all.block, blocks = c->all.block_count, all = count_looks(p);
    int end = noted ? (int)c->picked : (all - first + blocks - 1) / blocks;
    float most = 0.0f;
    for (int k = team_next(&c->taken); k < end; k = team_next(&c->taken)) {
        most = take_swift(c, noted ? swift_picks()[k] : first + k * blocks, most);
    }
    uint32_t fastest = team_most(taut_order_of_float(most));
    if (leads_warp() && fastest > taut_order_of_float(0.0f)) {
        team_raise(&tally_at(c)->rate, fastest);
    }
}
