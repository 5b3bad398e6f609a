// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colours of pairs: those of one share no point, and there are few of them.

#include "pairs.h"
#include "support.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 4000, MOST_PAIRS = 65536 };

static taut_pairs new_pairs(int points)
{
    taut_pairs p = {.point_count = points, .point_room = points, .pair_room = MOST_PAIRS};
    p.bodies = calloc(1, sizeof *p.bodies);
    p.points = calloc((size_t)points, sizeof *p.points);
    p.marks = calloc((size_t)points, sizeof *p.marks);
    p.listed = calloc(MOST_PAIRS, sizeof *p.listed);
    p.pairs = calloc(MOST_PAIRS, sizeof *p.pairs);
    p.left[0] = calloc(MOST_PAIRS, sizeof *p.left[0]);
    p.left[1] = calloc(MOST_PAIRS, sizeof *p.left[1]);
    p.colours = calloc(MOST_PAIRS, sizeof *p.colours);
    CHECK(p.bodies && p.points && p.marks && p.listed && p.pairs && p.left[0] && p.left[1] &&
          p.colours);
    for (int i = 0; i < points; ++i) {
        p.points[i].number = (uint32_t)i;
    }
    return p;
}

static void free_pairs(taut_pairs* p)
{
    free(p->bodies);
    free(p->points);
    free(p->marks);
    free(p->listed);
    free(p->pairs);
    free(p->left[0]);
    free(p->left[1]);
    free(p->colours);
}

// Two points are a pair once at most.
static void list(taut_pairs* p, int a, int b)
{
    bool there = false;
    for (int i = p->pair_count - 1; i >= 0 && p->listed[i].a == a; --i) {
        there = there || p->listed[i].b == b;
    }
    if (!there) {
        p->listed[p->pair_count++] = (taut_listed){a, b, 1.0f};
    }
}

static int most_at_a_point(const taut_pairs* p)
{
    static int degrees[MOST_POINTS];
    memset(degrees, 0, sizeof degrees);
    int most = 0;
    for (int i = 0; i < p->pair_count; ++i) {
        int a = ++degrees[p->listed[i].a], b = ++degrees[p->listed[i].b];
        most = a > most ? a : most;
        most = b > most ? b : most;
    }
    return most;
}

// Returns how many colours there are. What has none found all of them taken.
static int check_colours(taut_pairs* p)
{
    static uint64_t used[MOST_POINTS];
    memset(used, 0, sizeof used);
    taut_pairs_colour(p);
    CHECK_EQ_INT(p->colour_first[TAUT_PAIR_COLOURS + 1], p->pair_count);
    int colours = 0;
    for (int k = 0; k < TAUT_PAIR_COLOURS; ++k) {
        colours = p->colour_first[k] < p->colour_first[k + 1] ? k + 1 : colours;
        for (int i = p->colour_first[k]; i < p->colour_first[k + 1]; ++i) {
            const taut_pair* pair = &p->pairs[i];
            CHECK(((used[pair->a] | used[pair->b]) >> k & 1) == 0);
            used[pair->a] |= UINT64_C(1) << k;
            used[pair->b] |= UINT64_C(1) << k;
        }
    }
    for (int i = p->colour_first[TAUT_PAIR_COLOURS]; i < p->pair_count; ++i) {
        CHECK((used[p->pairs[i].a] | used[p->pairs[i].b]) == UINT64_MAX);
    }
    return colours;
}

static uint32_t draw(uint32_t* state, uint32_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)*state * below >> 32);
}

TEST(pairs_of_a_colour_share_no_point)
{
    for (uint32_t near = 4; near < 2000; near *= 3) {
        for (int each = 1; each <= TAUT_PAIR_MOST; each += 5) {
            taut_pairs p = new_pairs(MOST_POINTS);
            uint32_t state = near;
            for (int a = 0; a < MOST_POINTS; ++a) {
                uint32_t behind = (uint32_t)(MOST_POINTS - 1 - a);
                for (int k = 0; k < each && behind > 0; ++k) {
                    uint32_t on = draw(&state, near < behind ? near : behind);
                    list(&p, a, a + 1 + (int)on);
                }
            }
            int most = most_at_a_point(&p);
            int colours = check_colours(&p);
            CHECK_MSG(colours <= most + 2 + most / 4, "%d colours for %d pairs at a point", colours,
                      most);
            free_pairs(&p);
        }
    }
}

// As many pairs at one point as there are colours have one each, and of more the rest has none.
TEST(a_point_with_more_pairs_than_colours_takes_them_all)
{
    for (int count = TAUT_PAIR_COLOURS - 1; count < 1000; count = 2 * count + 1) {
        taut_pairs p = new_pairs(count + 1);
        for (int a = 0; a < count; ++a) {
            list(&p, a, count);
        }
        int with = count < TAUT_PAIR_COLOURS ? count : TAUT_PAIR_COLOURS;
        (void)check_colours(&p);
        CHECK_EQ_INT(p.colour_first[TAUT_PAIR_COLOURS], with);
        free_pairs(&p);
    }
}

TEST(no_pairs_have_no_colours)
{
    taut_pairs p = new_pairs(3);
    CHECK_EQ_INT(check_colours(&p), 0);
    list(&p, 0, 2);
    CHECK_EQ_INT(check_colours(&p), 1 + p.colours[0]);
    free_pairs(&p);
}
