// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Margins by zones: as long as they hold, no two particles meet that were further apart than they
// allow for, whatever the particles did.

#include "pairs_zones.inl"
#include "support.h"
#include "test.h"

#include <stdlib.h>

// Nothing came apart here.
static bool pair_again(const taut_pairs* p, const taut_point* a, const taut_point* b, bool near)
{
    (void)p;
    (void)a;
    (void)b;
    (void)near;
    return false;
}

#include "pairs_find.inl"

enum { POINTS = 4608 };

typedef struct crowd {
    taut_pairs p;
    taut_pair_body body;
    float v[3][POINTS];
    int32_t seat_of[POINTS];
    taut_float4 built[POINTS];
    taut_pair_zone zones[POINTS];
    float margins[POINTS];
    float zone_ways[POINTS];
    int32_t held[POINTS];
    int32_t swift_of[POINTS];
    int32_t swift_zones[PAIR_SWIFT_ZONES];
    atomic_uint swift_sizes[PAIR_SWIFT_ZONES];
    taut_pair_course swift[PAIR_SWIFT_ZONES * PAIR_SWIFT_POINTS];
} crowd;

static float draw(uint32_t* state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

// Points in a slab. Those at its ends go different ways, and `wild` of a thousand any way.
static crowd* new_crowd(float length, uint32_t* state, float wild)
{
    crowd* c = calloc(1, sizeof *c);
    CHECK(c != NULL);
    c->p = (taut_pairs){.body_count = 1, .point_count = POINTS, .reach = 0.02f, .h = 1.0f};
    c->p.most_horizon = PAIR_BRIEF_SUBSTEPS;
    c->p.bodies = &c->body;
    c->p.built = c->built;
    c->p.zones = c->zones;
    c->p.margins = c->margins;
    c->p.zone_ways = c->zone_ways;
    c->p.held_zones = c->held;
    c->p.swift_of = c->swift_of;
    c->p.swift_zones = c->swift_zones;
    c->p.swift_sizes = c->swift_sizes;
    c->p.swift = c->swift;
    c->body = (taut_pair_body){.count = POINTS, .v = {c->v[0], c->v[1], c->v[2]}};
    c->body.seat_of = c->seat_of;
    for (int i = 0; i < POINTS; ++i) {
        float x = draw(state), y = draw(state), z = draw(state);
        bool any = 1000.0f * draw(state) < wild;
        c->seat_of[i] = i;
        c->built[i] = (taut_float4){length * x, 0.3f * y, 0.3f * z, 1.0f};
        c->v[0][i] = any ? 0.02f * (draw(state) - 0.5f) : 0.03f * x;
        c->v[1][i] = any ? 0.02f * (draw(state) - 0.5f) : 0.01f * x;
        c->v[2][i] = any ? 0.02f * (draw(state) - 0.5f) : 0.001f * draw(state);
    }
    taut_pairs_lay_zones(&c->p);
    return c;
}

static taut_vec3 way_of(const crowd* c, int i, float steps)
{
    return (taut_vec3){steps * c->v[0][i], steps * c->v[1][i], steps * c->v[2][i]};
}

static bool still_holds(crowd* c, float steps)
{
    for (int i = 0; i < POINTS; ++i) {
        taut_pair_box box = pair_no_box();
        pair_widen(&box, way_of(c, i, steps));
        taut_pairs_tell(&c->zones[pair_zone_at(&c->p.zoning, c->built[i])], &box);
    }
    return taut_pairs_hold(&c->p);
}

static float apart_after(const crowd* c, int a, int b, float steps)
{
    taut_vec3 r = taut_vec3_sub(taut_vec3_of(c->built[a]), taut_vec3_of(c->built[b]));
    r = taut_vec3_add(r, taut_vec3_sub(way_of(c, a, steps), way_of(c, b, steps)));
    return sqrtf(taut_vec3_dot(r, r));
}

// Of all pairs that were not to be listed, how many have met.
static int count_missed(const crowd* c, float steps)
{
    int missed = 0;
    for (int a = 0; a < POINTS; ++a) {
        float one = c->margins[pair_zone_at(&c->p.zoning, c->built[a])];
        for (int b = a + 1; b < POINTS; ++b) {
            float two = c->margins[pair_zone_at(&c->p.zoning, c->built[b])];
            float margin = one > two ? one : two;
            bool listed = apart_after(c, a, b, 0.0f) < c->p.reach + margin;
            missed += !listed && apart_after(c, a, b, steps) < c->p.reach;
        }
    }
    return missed;
}

TEST(what_is_not_listed_does_not_meet_while_margins_hold)
{
    uint32_t state = 1;
    int held = 0, given_up = 0, several = 0;
    for (int trial = 0; trial < 12; ++trial) {
        float length = trial % 3 == 0 ? 0.4f : trial % 3 == 1 ? 3.0f : 30.0f;
        crowd* c = new_crowd(length, &state, trial < 6 ? 0.0f : 2.0f);
        several += pair_zone_count(&c->p.zoning) > 8;
        CHECK(pair_zone_count(&c->p.zoning) <= pair_most_zones(POINTS));
        for (float steps = 0.5f; steps < 40.0f; steps *= 2.0f) {
            bool hold = still_holds(c, steps);
            held += hold;
            given_up += !hold;
            CHECK_MSG(!hold || count_missed(c, steps) == 0, "trial %d after %g steps", trial,
                      (double)steps);
        }
        free(c);
    }
    CHECK_MSG(held > 12 && given_up > 12 && several >= 8, "%d, %d, %d", held, given_up, several);
}

// Neighbours that go alike ask for the least, however far their ends come apart.
TEST(margins_are_those_of_neighbours)
{
    uint32_t state = 7;
    crowd* c = new_crowd(30.0f, &state, 0.0f);
    CHECK(c->p.margin < 0.75f * c->p.reach);
    c->v[0][0] = 0.0030f;
    c->built[0].x = 0.0f;
    taut_pairs_lay_zones(&c->p);
    CHECK(!c->p.brief && c->p.margin >= 0.75f * c->p.reach);
    CHECK(c->p.lowest < 0.75f * c->p.reach);
    c->v[0][0] = 0.03f;
    taut_pairs_lay_zones(&c->p);
    CHECK(c->p.brief);
    free(c);
}

// Points that are nowhere, and one that is far away.
TEST(zones_are_few_wherever_points_are)
{
    uint32_t state = 3;
    crowd* c = new_crowd(1.0f, &state, 0.0f);
    static const float far[] = {1e4f, 1e12f, 3e38f, INFINITY, NAN};
    for (size_t k = 0; k < sizeof far / sizeof far[0]; ++k) {
        c->built[5].y = far[k];
        taut_pairs_lay_zones(&c->p);
        CHECK(pair_zone_count(&c->p.zoning) <= pair_most_zones(POINTS));
        for (int i = 0; i < POINTS; ++i) {
            int zone = pair_zone_at(&c->p.zoning, c->built[i]);
            CHECK(zone >= 0 && zone < pair_zone_count(&c->p.zoning));
        }
        float most = c->p.brief ? PAIR_BRIEF_MARGIN : PAIR_SWIFT_MARGIN;
        CHECK(c->p.margin > 0.0f && c->p.margin <= most * c->p.reach);
    }
    free(c);
}

// A zone whose points have all gone where no number is has nothing to say: margins of the others
// hold, as a device has it, which asks those alone that have a box.
TEST(a_zone_without_numbers_holds)
{
    uint32_t state = 11;
    crowd* c = new_crowd(30.0f, &state, 0.0f);
    taut_pair_box all = {{0.0f, 0.0f, 0.0f}, {0.03f, 0.01f, 0.001f}};
    CHECK(!pair_all_hold(&c->p, &all));  // so that zones are asked
    CHECK(still_holds(c, 1.0f));
    int lost = pair_zone_at(&c->p.zoning, c->built[POINTS / 2]), gone = 0;
    for (int i = 0; i < POINTS; ++i) {
        if (pair_zone_at(&c->p.zoning, c->built[i]) == lost) {
            c->v[0][i] = c->v[1][i] = c->v[2][i] = NAN;
            gone += 1;
        }
    }
    CHECK(gone > 0 && gone < POINTS);
    CHECK(still_holds(c, 1.0f));
    taut_pairs_lay_zones(&c->p);
    CHECK(c->margins[lost] == 0.0f && c->p.margin > 0.0f);
    free(c);
}

static taut_pair_sight sight_of(const crowd* c, int i)
{
    return (taut_pair_sight){c->built[i], pair_way_of(&c->p, &c->body, i, c->p.margin)};
}

// How fast two points come nearer when pairs are brief, and whether they are listed then.
static float closing_of(const crowd* c, int a, int b, bool* listed)
{
    taut_pair_sight one = sight_of(c, a), two = sight_of(c, b);
    taut_pair_apart apart = pair_apart(&c->p, &one, &two);
    taut_pair_finds f = {.count = 0};
    if (pair_may_meet(&c->p, &one, &two, apart, false)) {
        pair_find_other(&c->p, &one, &two, apart, (taut_other){b, c->p.reach}, &f);
    }
    *listed = f.count > 0;
    return f.closing;
}

static bool meets_within(const crowd* c, int a, int b, int substeps)
{
    bool meets = false;
    for (int n = 1; n <= substeps; ++n) {
        meets = meets || apart_after(c, a, b, (float)n) < c->p.reach;
    }
    return meets;
}

// As taut_pairs_find() does, of all pairs.
static void find_brief(crowd* c)
{
    float most = 0.0f;
    pair_set_cells(&c->p);
    for (int a = 0; a < POINTS; ++a) {
        for (int b = a + 1; b < POINTS; ++b) {
            bool listed;
            float closing = closing_of(c, a, b, &listed);
            most = closing > most ? closing : most;
        }
    }
    taut_atomic_set(&c->p.closing, taut_order_of_float(most));
}

static crowd* new_brief_crowd(float slowness)
{
    uint32_t state = 5;
    crowd* c = new_crowd(3.0f, &state, 50.0f);
    for (int i = 0; i < 3 * POINTS; ++i) {
        c->v[i / POINTS][i % POINTS] /= slowness;
    }
    c->p.brief = true;
    taut_pairs_lay_zones(&c->p);
    find_brief(c);
    c->p.lasts = pair_brief_substeps(&c->p);
    return c;
}

// Those that meet while brief pairs last are listed, and few others.
TEST(brief_pairs_go_by_their_own_ways)
{
    static const float slowness[] = {1.0f, 5.0f, 20.0f};
    static const int lasts[] = {2, 10, PAIR_BRIEF_SUBSTEPS};
    static const int horizons[] = {PAIR_LEAST_SUBSTEPS, 10, PAIR_BRIEF_SUBSTEPS};
    for (int trial = 0; trial < 3; ++trial) {
        crowd* c = new_brief_crowd(slowness[trial]);
        CHECK_MSG(c->p.lasts == lasts[trial], "%d", c->p.lasts);
        CHECK_MSG(c->p.horizon == horizons[trial], "%d", c->p.horizon);
        CHECK(c->p.margin == PAIR_BRIEF_MARGIN * c->p.reach && c->p.margin > c->p.least);
        int missed = 0, meet = 0, near = 0, by_ways = 0;
        for (int a = 0; a < POINTS; ++a) {
            for (int b = a + 1; b < POINTS; ++b) {
                bool listed, meets = meets_within(c, a, b, c->p.lasts);
                (void)closing_of(c, a, b, &listed);
                near += apart_after(c, a, b, 0.0f) < c->p.range;
                by_ways += listed;
                meet += meets;
                missed += meets && !listed;
            }
        }
        CHECK_MSG(missed == 0 && meet > 100, "%d of %d", missed, meet);
        CHECK_MSG(by_ways >= meet && 3 * by_ways < 2 * near, "%d, %d of %d", meet, by_ways, near);
        free(c);
    }
}

// Until the fastest have used up the margin, or others that nobody saw could have.
TEST(brief_pairs_last_as_long_as_the_fastest_let_them)
{
    static const struct {
        float closing, least;  // of the distance
        int lasts;
        int many;  // the same of many points, for which the margin is wider
    } cases[] = {{0.0f, 0.25f, 5, 20}, {0.1f, 0.29f, 5, 20},  {0.1f, 0.49f, 5, 13},
                 {0.1f, 0.6f, 4, 11},  {0.1f, 0.8f, 3, 8},    {0.1f, 0.9f, 2, 7},
                 {0.1f, 1.3f, 1, 5},   {0.1f, 2.0f, 1, 3},    {0.39f, 0.4f, 5, 13},
                 {0.45f, 0.4f, 4, 12}, {0.61f, 0.74f, 3, 8},  {0.9f, 0.8f, 2, 6},
                 {1.5f, 1.2f, 1, 3},   {INFINITY, 2.0f, 1, 1}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; ++i) {
        size_t k = i / 2;
        taut_pairs p = {.reach = 0.01f, .brief = true, .found_in = 7, .rate = INFINITY};
        p.most_horizon = PAIR_BRIEF_SUBSTEPS;
        p.point_count = i % 2 == 0 ? PAIR_FEW_POINTS - 1 : PAIR_FEW_POINTS;
        p.spread = 0.1f;  // nobody asks: there is one zone
        p.least = cases[k].least * p.reach;
        pair_note_spread(&p);
        pair_note_margins(&p);
        taut_atomic_set(&p.closing, taut_order_of_float(p.reach * cases[k].closing));
        p.lasts = pair_brief_substeps(&p);
        CHECK_MSG(p.lasts == (i % 2 == 0 ? cases[k].lasts : cases[k].many), "%d: %d", (int)i,
                  p.lasts);
        CHECK(pair_brief_do(&p, 6 + p.lasts) && !pair_brief_do(&p, 7 + p.lasts));
    }
}

// Zones that are many zones apart know nothing of one another: what counts is how far that is.
TEST(brief_pairs_last_until_others_could_come_from_afar)
{
    static const struct {
        float spread;  // of the distance
        int across, lasts;
        bool asks;  // rings might say less
    } cases[] = {{0.25f, 4, PAIR_BRIEF_SUBSTEPS, false},
                 {0.5f, 4, PAIR_BRIEF_SUBSTEPS, true},
                 {0.99f, 4, 15, true},
                 {1.9f, 4, 7, true},
                 {1.9f, 3, PAIR_BRIEF_SUBSTEPS, true},
                 {1.9f, 2, PAIR_BRIEF_SUBSTEPS, false},
                 {4.0f, 4, 3, true},
                 {4.0f, 3, PAIR_BRIEF_SUBSTEPS, true},
                 {20.0f, 4, 1, false},
                 {1e6f, 4, 1, false},
                 {0.0f, 4, PAIR_BRIEF_SUBSTEPS, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        taut_pairs p = {.reach = 0.01f, .brief = true, .rate = INFINITY};
        p.most_horizon = PAIR_BRIEF_SUBSTEPS;
        p.point_count = PAIR_FEW_POINTS;
        p.least = 0.25f * p.reach;
        p.spread = cases[i].spread * p.reach;
        p.zoning = (taut_pair_zones){.side = PAIR_ZONE_SIDE * p.reach, .across = {1, 1, 1}};
        p.zoning.across[1] = cases[i].across;
        pair_note_spread(&p);
        pair_note_margins(&p);
        taut_atomic_set(&p.closing, taut_order_of_float(0.0f));
        CHECK_MSG(pair_brief_substeps(&p) == cases[i].lasts, "%d", (int)i);
        CHECK_MSG(p.asks_rings == cases[i].asks, "%d", (int)i);
    }
}

// One that flies along x, another with some zones between them, and nothing around that; all others
// are at rest, but for one somewhere else.
static crowd* new_flight(int between, taut_vec3 way)
{
    uint32_t state = 11;
    crowd* c = new_crowd(3.0f, &state, 0.0f);
    const float side = PAIR_ZONE_SIDE * c->p.reach;
    for (int i = 0; i < 3 * POINTS; ++i) {
        c->v[i / POINTS][i % POINTS] = 0.0f;
    }
    for (int i = 0; i < POINTS; ++i) {
        c->built[i].y += 1.0f;
    }
    c->built[0] = (taut_float4){0.99f * side, 0.0f, 0.0f, 1.0f};
    c->built[1] = (taut_float4){(1.01f + (float)between) * side, 0.0f, 0.0f, 1.0f};
    c->built[2] = (taut_float4){3.0f, 2.0f, 0.0f, 1.0f};
    c->v[0][0] = side * way.x;
    c->v[1][0] = side * way.y;
    c->v[2][0] = side * way.z;
    c->v[1][2] = -0.4f * side;
    c->p.brief = false;
    taut_pairs_lay_zones(&c->p);
    c->p.brief = true;
    taut_pairs_lay_zones(&c->p);
    CHECK_MSG(c->p.asks_rings && c->p.zoning.side == side, "%d", between);
    return c;
}

TEST(brief_pairs_last_until_others_could_come_from_rings)
{
    static const int expected[] = {2, 4, 4};
    for (int between = 1; between <= 3; ++between) {
        crowd* c = new_flight(between, (taut_vec3){0.4f, 0.0f, 0.0f});
        const float side = c->p.zoning.side;
        float gap = (float)between * side - c->p.reach, way = 0.4f * side;
        int by_rings = pair_whole_substeps(gap / way, PAIR_BRIEF_SUBSTEPS);
        int by_spread = pair_substeps_between(&c->p, PAIR_RINGS);
        int lasts = between < PAIR_RINGS && by_rings < by_spread ? by_rings : by_spread;
        CHECK_MSG(c->p.span == lasts, "%d: %d", between, c->p.span);
        CHECK_EQ_INT(lasts, expected[between - 1]);
        free(c);
    }
}

// Who flies away or past others touches none of them.
TEST(rings_go_by_the_way_between_zones)
{
    static const taut_vec3 ways[] = {{-0.4f, 0.0f, 0.0f}, {0.0f, -0.4f, 0.0f}, {0.0f, 0.0f, 0.4f}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
        crowd* c = new_flight(1, ways[i]);
        CHECK_EQ_INT(c->p.span, 4);  // by what all do
        free(c);
    }
}

// Along each axis, both ways round, and along several at once: no sooner than along the slowest.
TEST(a_ring_rate_is_that_of_the_slowest_axis)
{
    taut_pairs p = {.reach = 0.01f};
    p.zoning.side = PAIR_ZONE_SIDE * p.reach;
    taut_pair_box own = {{-0.02f, -0.01f, 0.0f}, {0.04f, 0.02f, 0.03f}};
    taut_pair_box other = {{-0.01f, 0.01f, -0.03f}, {0.02f, 0.015f, 0.01f}};
    static const struct {
        int x, y, on;
        float closing;  // along the axis that says least
    } cases[] = {{2, 0, 0, 0.05f},   {-2, 1, -1, 0.04f}, {0, 2, 0, 0.01f},
                 {1, -2, 0, 0.025f}, {0, 0, 2, 0.06f},   {0, 1, -2, 0.01f},
                 {2, 2, 0, 0.01f},   {2, 0, 2, 0.05f},   {-2, -2, -2, 0.01f}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int k = (cases[i].on + PAIR_RINGS) * PAIR_RING_SIDE + cases[i].y + PAIR_RINGS;
        k = k * PAIR_RING_SIDE + cases[i].x + PAIR_RINGS;
        float gap = p.zoning.side - p.reach;
        float rate = pair_ring_rate(&p, k, &own, &other);
        CHECK_NEAR(rate, cases[i].closing / gap, 1e-5f);
    }
    taut_pair_box still = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}, none = pair_no_box();
    int right = PAIR_RING_ZONES / 2 + 2;
    CHECK(pair_ring_rate(&p, right, &still, &none) == 0.0f);
    other.low.x = -INFINITY;
    own.high.x = -INFINITY;
    CHECK(pair_ring_rate(&p, right, &own, &other) >= 1e18f);  // who knows
}

// Zones whose particles are known: what these do counts, unless the margin is a narrower one.
TEST(brief_pairs_last_as_long_as_swift_particles_let_them)
{
    static const struct {
        float rate, least;
        bool narrower;
        int lasts;
    } cases[] = {{0.0f, 1.0f, false, PAIR_BRIEF_SUBSTEPS},
                 {0.04f, 1.0f, false, PAIR_BRIEF_SUBSTEPS},
                 {0.09f, 1.0f, false, 11},
                 {0.3f, 1.0f, false, 6},
                 {0.9f, 1.0f, false, 6},
                 {0.0f, 1.0f, true, 3},
                 {INFINITY, 1.0f, false, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        taut_pairs p = {.reach = 0.01f, .brief = true, .rate = cases[i].rate};
        p.most_horizon = PAIR_BRIEF_SUBSTEPS;
        p.point_count = PAIR_FEW_POINTS;
        p.least = cases[i].least * p.reach;
        pair_note_spread(&p);
        pair_note_margins(&p);
        p.margin = cases[i].narrower ? 0.5f * p.margin : p.margin;
        taut_atomic_set(&p.closing, taut_order_of_float(0.0f));
        CHECK_MSG(pair_brief_substeps(&p) == cases[i].lasts, "%d", (int)i);
    }
}

// Particles that turn round an axis, too fast for zones, and others at rest elsewhere.
static crowd* new_whip(float speed)
{
    uint32_t state = 17;
    crowd* c = new_crowd(3.0f, &state, 0.0f);
    for (int i = 0; i < POINTS; ++i) {
        taut_float4 x = c->built[i];
        bool turns = x.x < 0.16f && x.y < 0.16f && x.z < 0.16f;
        c->built[i].x += turns ? 0.0f : 1.0f;
        c->v[0][i] = turns ? speed * (x.y - 0.08f) : 0.0f;
        c->v[1][i] = turns ? speed * (0.08f - x.x) : 0.0f;
        c->v[2][i] = 0.0f;
    }
    return c;
}

// How many of those that nobody lists meet while pairs last.
static int count_unlisted(const crowd* c)
{
    int missed = 0;
    for (int a = 0; a < POINTS; ++a) {
        for (int b = a + 1; b < POINTS; ++b) {
            bool listed;
            (void)closing_of(c, a, b, &listed);
            missed += !listed && meets_within(c, a, b, c->p.lasts);
        }
    }
    return missed;
}

static void lay_brief(crowd* c)
{
    c->p.brief = true;
    taut_pairs_lay_zones(&c->p);
    find_brief(c);
    c->p.lasts = pair_brief_substeps(&c->p);
}

// Particles that turn round together do not come nearer, whatever zones say; one among them that
// flies at others does.
TEST(swift_zones_go_by_their_particles)
{
    crowd* c = new_whip(0.05f);
    c->p.reach = 0.01f;
    lay_brief(c);
    CHECK(c->p.swift_count > 0 && pair_knows_swift(&c->p) && c->p.rate < INFINITY);
    int by_zones = (int)(c->p.margin / c->p.least), by_points = c->p.lasts;
    CHECK_MSG(by_zones <= 5 && by_points > by_zones, "%d, %d", by_zones, by_points);
    CHECK(count_unlisted(c) == 0);
    c->built[0] = (taut_float4){0.06f, 0.08f, 0.08f, 1.0f};
    c->built[1] = (taut_float4){0.10f, 0.08f, 0.08f, 1.0f};
    c->v[0][0] = 0.004f;
    c->v[0][1] = -0.004f;
    c->v[1][0] = c->v[1][1] = 0.0f;
    lay_brief(c);
    CHECK_MSG(c->p.lasts < by_points && c->p.lasts > 1, "%d", c->p.lasts);
    CHECK(count_unlisted(c) == 0);
    free(c);
}

// Where more are swift than there is room for, zones decide.
TEST(too_many_swift_zones_are_left_to_their_boxes)
{
    crowd* c = new_brief_crowd(0.1f);
    CHECK(c->p.swift_count > pair_swift_room(POINTS) && c->p.rate == INFINITY);
    free(c);
    c = new_whip(0.05f);
    c->p.reach = 0.01f;
    for (int i = 0; i <= PAIR_SWIFT_POINTS; ++i) {
        c->built[i] = (taut_float4){0.02f, 0.02f, 0.02f, 1.0f};
    }
    lay_brief(c);
    CHECK(c->p.swift_count > 0 && pair_knows_swift(&c->p) && c->p.rate == INFINITY);
    free(c);
}

// What all do is known wherever they are.
TEST(the_spread_is_that_of_all_zones)
{
    uint32_t state = 13;
    crowd* c = new_crowd(30.0f, &state, 0.0f);
    taut_pair_box all = pair_no_box();
    for (int i = 0; i < POINTS; ++i) {
        pair_widen(&all, way_of(c, i, 1.0f));
    }
    CHECK(pair_zones_apart(&c->p.zoning));
    CHECK(c->p.spread == pair_box_width(&all) && c->p.spread > c->p.least);
    all.low.x = all.high.x = INFINITY;  // nobody knows how far these are apart
    CHECK(pair_box_width(&all) == 1e18f);
    free(c);
}

// Where velocities alone use up what pairs are found in within two substeps, they are brief from
// the start.
TEST(swift_pairs_are_brief_from_the_start)
{
    uint32_t state = 9;
    crowd* slow = new_crowd(3.0f, &state, 0.0f);
    crowd* swift = new_crowd(3.0f, &state, 50.0f);
    CHECK(!slow->p.brief && swift->p.brief);
    CHECK(swift->p.margin >= swift->p.reach && swift->p.least <= swift->p.margin);
    free(slow);
    free(swift);
}

// Pairs that did not last for two substeps are not expected to any more, until the step ends.
TEST(pairs_that_do_not_last_are_brief_from_then_on)
{
    taut_pairs p = {.brief = true};
    static const struct {
        int substep;
        bool brief;
    } finds[] = {{0, false}, {3, false}, {5, false}, {6, true}, {7, true}, {0, false}, {1, true}};
    for (size_t i = 0; i < sizeof finds / sizeof finds[0]; ++i) {
        pair_note_find(&p, finds[i].substep);
        CHECK_MSG(p.brief == finds[i].brief, "find %d", (int)i);
    }
}
