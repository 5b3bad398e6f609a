// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "seating.h"

#include <string.h>

#include "batch.h"

// Most hands that particles are dealt to.
#define MOST_HANDS 8

typedef struct work {
    int32_t* size;    // by part: its particles
    int32_t* hands;   // by part: how many were chosen
    int32_t* turn;    // by particle: its number within its part
    int32_t* scores;  // MOST_HANDS + 1 by part: constraints that lie well with so many hands
    void* memory;
    size_t bytes;
} work;

static int round_up(int n)
{
    return (n + TAUT_SEAT_ALIGN - 1) / TAUT_SEAT_ALIGN * TAUT_SEAT_ALIGN;
}

// Windows of a batch may run over the end of a part by one lane less than there are.
static int seats_for(int particles)
{
    return round_up(particles + MOST_HANDS - 1 + TAUT_SEAT_ALIGN - 1);
}

int taut_seating_size(const taut_seating_input* input)
{
    // Each part rounds up once.
    return round_up(input->particle_count) + input->part_count * (seats_for(0) + TAUT_SEAT_ALIGN);
}

static int place_in_hands(int turn, int size, int hands)
{
    int hand_size = (size + hands - 1) / hands;
    return turn % hands * hand_size + turn / hands;
}

// A batch of like constraints can be a row of seats where no two of its particles sit closer than a
// batch is wide.
static bool lies_well(const int32_t* turns, int count, int size, int hands)
{
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < i; ++k) {
            int apart =
                place_in_hands(turns[i], size, hands) - place_in_hands(turns[k], size, hands);
            if (apart < TAUT_BATCH && apart > -TAUT_BATCH) {
                return false;
            }
        }
    }
    return true;
}

static void score(const taut_seating_input* in, work* w, int constraint)
{
    const int32_t* particles = &in->particles[4 * constraint];
    int part = in->part[particles[0]];
    int32_t turns[4];
    int count = 0;
    for (int k = 0; k < 4 && particles[k] >= 0; ++k) {
        if (in->part[particles[k]] != part) {
            return;
        }
        turns[count++] = w->turn[particles[k]];
    }
    for (int hands = 1; hands <= MOST_HANDS; ++hands) {
        w->scores[(MOST_HANDS + 1) * part + hands] += lies_well(turns, count, w->size[part], hands);
    }
}

// Of two that do as well the fewer; but rather an even number than three or more that are odd:
// along a row of cells every second link then goes from an even hand to an odd one, and two colours
// do for all of them where an odd number takes three.
static bool is_better(const int32_t* scores, int hands, int best)
{
    bool evener = hands % 2 == 0 && best % 2 != 0 && best > 1;
    return scores[hands] > scores[best] || (scores[hands] == scores[best] && evener);
}

static void choose_hands(const taut_seating_input* in, work* w)
{
    for (int i = 0; i < in->constraint_count; ++i) {
        score(in, w, i);
    }
    for (int part = 0; part < in->part_count; ++part) {
        const int32_t* scores = &w->scores[(MOST_HANDS + 1) * part];
        w->hands[part] = 1;
        for (int hands = 2; hands <= MOST_HANDS; ++hands) {
            w->hands[part] = is_better(scores, hands, w->hands[part]) ? hands : w->hands[part];
        }
    }
}

static bool open_work(const taut_allocator* allocator, const taut_seating_input* in, work* w)
{
    size_t parts = (size_t)in->part_count;
    w->bytes = ((size_t)in->particle_count + parts * (MOST_HANDS + 3)) * sizeof(int32_t);
    w->memory = taut_allocate(allocator, w->bytes);
    if (w->memory == NULL) {
        return false;
    }
    w->size = w->memory;
    w->hands = w->size + parts;
    w->scores = w->hands + parts;
    w->turn = w->scores + parts * (MOST_HANDS + 1);
    return true;
}

bool taut_seating_fill(const taut_allocator* allocator, const taut_seating_input* in,
                       taut_seating* seating)
{
    work w = {0};
    if (!open_work(allocator, in, &w)) {
        return false;
    }
    for (int i = 0; i < in->particle_count; ++i) {
        w.turn[i] = w.size[in->part[i]]++;
    }
    choose_hands(in, &w);
    seating->part_count = in->part_count;
    seating->first[0] = 0;
    for (int part = 0; part < in->part_count; ++part) {
        seating->first[part + 1] = seating->first[part] + seats_for(w.size[part]);
    }
    seating->seat_count = seating->first[in->part_count];
    memset(seating->particle_of, 0xff, (size_t)seating->seat_count * sizeof(int32_t));
    for (int i = 0; i < in->particle_count; ++i) {
        int part = in->part[i];
        int seat = seating->first[part] + place_in_hands(w.turn[i], w.size[part], w.hands[part]);
        seating->seat_of[i] = seat;
        seating->particle_of[seat] = i;
    }
    taut_free(allocator, w.memory, w.bytes);
    return true;
}
