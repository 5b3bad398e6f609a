// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colours for pairs: those of one colour share no particle. In rounds: every pair without a colour
// tries one, and has it if it is the first at both its points to try it. Nobody sees in a round
// what others have got in it, so that all may go at once (docs/decisions/0035). Here they go one
// after another, in the order that says who is first: that of the list and, every other round, the
// other way about, for those at its end have stood back by then.

#include "pairs_colour.inl"

#include <string.h>

static void count_degrees(taut_pairs* p)
{
    memset(p->marks, 0, (size_t)p->point_count * sizeof *p->marks);
    for (int i = 0; i < p->pair_count; ++i) {
        taut_pair_mark* a = &p->marks[p->listed[i].a];
        taut_pair_mark* b = &p->marks[p->listed[i].b];
        a->degree = (uint8_t)(a->degree + (a->degree < TAUT_PAIR_COLOURS));
        b->degree = (uint8_t)(b->degree + (b->degree < TAUT_PAIR_COLOURS));
    }
}

static taut_pair_mark* mark_in(taut_pairs* p, int point, int round)
{
    taut_pair_mark* m = &p->marks[point];
    if (m->round != round) {
        m->round = (uint8_t)round;
        m->used |= m->won;
        m->won = 0;
        m->claimed = 0;
    }
    return m;
}

// True where pair i has its colour now, or there is none for it.
static bool try_colour(taut_pairs* p, int i, int round)
{
    const taut_listed* pair = &p->listed[i];
    taut_pair_mark* a = mark_in(p, pair->a, round);
    taut_pair_mark* b = mark_in(p, pair->b, round);
    int degree = a->degree > b->degree ? a->degree : b->degree;
    int colour = pair_try(p, pair, round, a->used | b->used, degree);
    p->colours[i] = (uint8_t)colour;
    if (colour == TAUT_PAIR_COLOURS) {
        return true;
    }
    uint32_t claim = UINT32_C(1) << colour % TAUT_PAIR_CLAIMS;
    bool first = ((a->claimed | b->claimed) & claim) == 0;
    uint64_t won = (uint64_t)first << colour;
    a->claimed |= claim;
    b->claimed |= claim;
    a->won |= won;
    b->won |= won;
    return first;
}

static void give_colours(taut_pairs* p)
{
    int left = 0;
    for (int i = 0; i < p->pair_count; ++i) {
        p->left[0][left] = (uint32_t)i;
        left += !try_colour(p, i, 0);
    }
    for (int round = 1; round < TAUT_PAIR_ROUNDS && left > 0; ++round) {
        const uint32_t* from = p->left[(round - 1) % 2];
        uint32_t* to = p->left[round % 2];
        int count = left;
        left = 0;
        while (count > 0) {
            uint32_t i = from[--count];
            to[left] = i;
            left += !try_colour(p, (int)i, round);
        }
    }
    for (int k = 0; k < left; ++k) {
        p->colours[p->left[(TAUT_PAIR_ROUNDS - 1) % 2][k]] = TAUT_PAIR_COLOURS;
    }
}

// Where pairs of each colour begin.
static void place_colours(taut_pairs* p)
{
    memset(p->colour_first, 0, sizeof p->colour_first);
    for (int i = 0; i < p->pair_count; ++i) {
        p->colour_first[p->colours[i] + 1] += 1;
    }
    for (int k = 0; k <= TAUT_PAIR_COLOURS; ++k) {
        p->colour_first[k + 1] += p->colour_first[k];
    }
}

void taut_pairs_colour(taut_pairs* p)
{
    if (p->pair_count > 0) {
        count_degrees(p);
        give_colours(p);
    }
    place_colours(p);
    int32_t at[TAUT_PAIR_COLOURS + 1];
    memcpy(at, p->colour_first, sizeof at);
    for (int i = 0; i < p->pair_count; ++i) {
        p->pairs[at[p->colours[i]]++] = pair_of(p, &p->listed[i]);
    }
}

// Each pair is told where it goes; then they change places until all are there.
void taut_pairs_order(taut_pairs* p)
{
    uint32_t* to = p->left[0];
    int32_t at[TAUT_PAIR_COLOURS + 1];
    place_colours(p);
    memcpy(at, p->colour_first, sizeof at);
    for (int i = 0; i < p->pair_count; ++i) {
        to[i] = (uint32_t)at[p->colours[i]]++;
    }
    for (int i = 0; i < p->pair_count; ++i) {
        while (to[i] != (uint32_t)i) {
            uint32_t k = to[i];
            taut_pair pair = p->pairs[k];
            p->pairs[k] = p->pairs[i];
            p->pairs[i] = pair;
            to[i] = to[k];
            to[k] = k;
        }
    }
}
