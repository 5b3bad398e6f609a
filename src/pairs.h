// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that touch one another, of one body or of two. All bodies that may touch go in the
// crowd. Pairs that may come near are found when a step begins, and again when particles have moved
// further against each other than was allowed for; they are coloured, and pushed apart colour by
// colour after each sweep. Nothing here counts beyond a step. docs/decisions/0020 and 0021.

#pragma once

#include <stdalign.h>

#include "backend/work.h"
#include "base/atomic.h"
#include "base/radix.h"
#include "pair_links.h"
#include "parted.h"
#include "taut/taut.h"

// A particle finds at most so many others, the nearest.
#define TAUT_PAIR_MOST 16

// So many colours; what gets none comes after them, one pair after another.
#define TAUT_PAIR_COLOURS 64

// Rounds in which they are given, at most: what has none then is taken for one that gets none.
#define TAUT_PAIR_ROUNDS 16

// Colours of a point are told apart by so many claims in a round.
#define TAUT_PAIR_CLAIMS 32

// A body that takes part, with all that is asked of it: on a device none of it is elsewhere.
typedef struct taut_pair_body {
    const taut_body* body;
    uint64_t serial;  // of the body, which may be gone after the step
    int first;        // number of its first particle
    int count;
    bool still;              // takes no part in the step, and is felt
    bool fine;               // as in taut_body
    taut_rows x, v, d, lo;   // by seat, as in taut_work; d of FINE bodies. Not of one that is still
    const float* w;          // likewise
    const taut_float4* at;   // by particle: where one that is still is
    const int32_t* seat_of;  // by particle
    int seat_first;          // on a device: number of its first seat
    const taut_float4* start;
    const int32_t* origin;   // by particle, as in taut_topology; NULL: itself
    uint8_t *parted, *seen;  // on a device, by particle: as in taut_topology, and whether anything
                             // near that it hung together with was seen; NULL: nothing came apart
    taut_pair_links links;
    bool self, others;  // as in taut_collision_def
    taut_filter filter;
    float thickness;
    float leave;
    float hold, slide;  // coefficients of friction: before sliding, and while
} taut_pair_body;

// A particle where it is found: points stand in the order of their cells.
typedef struct taut_point {
    alignas(16) int32_t owner;  // among the bodies
    int32_t seat;
    int32_t particle;
    uint32_t number;
} taut_point;

// Another particle within reach.
typedef struct taut_other {
    int32_t point;
    float distance;  // that the two keep
} taut_other;

// A pair as it is found.
typedef struct taut_listed {
    int32_t a, b;
    float distance;
} taut_listed;

typedef struct taut_pair {
    alignas(16) int32_t a;  // points
    int32_t b;
    int32_t at[2];   // their places
    float distance;  // that they keep
    float leave;     // m/s: as fast as they come apart when found too near
    float hold;      // friction before sliding, and while
    float slide;
    taut_vec3 rub;  // of friction
    float lambda;   // of the normal, this substep
} taut_pair;

// Where a sweep left a particle, with its inverse mass in w; and how far it is from there by now.
typedef struct taut_pair_place {
    alignas(32) taut_float4 base;
    taut_float4 moved;
} taut_pair_place;

// A point while its pairs get their colours.
typedef struct taut_pair_mark {
    uint64_t used;     // colours that it had before the round
    uint64_t won;      // that it got in it
    uint32_t claimed;  // that a pair of it has tried in it (TAUT_PAIR_CLAIMS)
    uint8_t degree;    // its pairs, as far as they count
    uint8_t round;     // that all this is of
} taut_pair_mark;

typedef struct taut_pair_box {
    taut_vec3 low, high;
} taut_pair_box;

// Space in zones, in each of which it is known how far particles come nearer (pairs_zones.inl).
typedef struct taut_pair_zones {
    taut_vec3 low;
    float side, per;  // and zones per length
    int32_t across[3];
} taut_pair_zones;

// The box around what the particles of a zone do (base/order.h), each end in a four of its own.
typedef struct taut_pair_zone {
    alignas(16) atomic_uint low[3];
    alignas(16) atomic_uint high[3];
} taut_pair_zone;

// Where a point is and what it does in a substep.
typedef struct taut_pair_course {
    taut_float4 x, way;
} taut_pair_course;

typedef struct taut_pairs {
    void* memory;
    size_t bytes;
    int point_room, pair_room, body_room;
    int most_pairs;  // of the bodies there are: room that others left is not used, for what is
                     // dropped must not depend on them

    taut_pair_body* bodies;
    int body_count;
    float reach;   // the largest distance that any two keep
    float margin;  // beyond it, in which pairs are found: the largest of all zones
    float least;   // that will do
    float lowest;  // that a zone has
    float spread;  // how far any two come nearer along an axis in a substep, wherever they are
    float range;   // reach and margin together: so far from each other pairs are looked for
    int rings;     // of cells around its own that a point looks at,
    float cell;    // and the side of one
    bool planar;
    float h;

    int point_count;
    taut_float4* built;  // by number: where it was when pairs were found
    taut_point* points;  // in the order of their cells
    taut_keyed *keys, *key_scratch;
    taut_keyed* cells;   // one of them: cells of the points
    int axis_bits[3];    // of a key
    taut_other* others;  // of point i: from TAUT_PAIR_MOST i on
    int32_t* other_count;
    taut_float4* found;  // by point: where it was when pairs were found, as in `built`

    // By point, and on a device, whose memory is read in rows, by seat.
    taut_float4* before;  // position before the substep
    taut_pair_place* places;

    taut_pair_mark* marks;  // by point
    atomic_uchar* seen;     // by number: near one that it hung together with once (topology.h)

    taut_pair_zones zoning;
    taut_pair_zone* zones;
    float* margins;       // by zone
    float* zone_ways;     // by zone: how far its particles come nearer to others in a substep
    int32_t* zone_of;     // by point; on the host
    taut_float4* way_of;  // by point: its way in a substep, and the margin of its zone
    int32_t* held_zones;  // zones that have points
    int held_count;

    // Zones in which particles may come nearer too fast for brief pairs to last (pairs_swift.inl).
    int32_t* swift_of;         // by zone: its number among them, -1
    int32_t* swift_zones;      // by number
    atomic_uint* swift_sizes;  // points that it has
    taut_pair_course* swift;   // of number k: from PAIR_SWIFT_POINTS k on
    int swift_count;
    float rate;  // of all that are not listed there: the part of the way to touching that two go
                 // in a substep, at most; infinite where nobody knows

    taut_listed* listed;  // pairs in the order of their points
    taut_pair* pairs;     // in the order of their colours
    int pair_count;
    int32_t colour_first[TAUT_PAIR_COLOURS + 2];
    uint32_t* left[2];  // pairs that have no colour yet
    uint8_t* colours;

    // In this step.
    int found_in;           // substep in which pairs were found last
    bool any_parted;        // of a body that is not still, something came apart
    bool brief;             // they do not last: they are found for a few substeps at a time
    int most_horizon;       // for no more in this step, since there was no room,
    int horizon;            // for so many at most,
    int span;               // and no more than these by what is known of zones
    bool asks_rings;        // and rings of zones have more to say about it
    int lasts;              // and for so many, as it turned out
    atomic_uint closing;    // the most that two came nearer in a substep then (base/order.h)
    int find_count;         // times that pairs were found
    atomic_size_t dropped;  // pairs without room
    int touching;           // pairs that pushed in the last sweep
} taut_pairs;

struct taut_world;

// Makes room for the particles of one more body. False when memory is short; nothing has changed
// then.
bool taut_pairs_reserve(struct taut_world* world, taut_body* body);
void taut_pairs_free(struct taut_world* world);
size_t taut_pairs_bytes(const struct taut_world* world);

// Pairs that the bodies of a realm have asked room for. There is room for them.
int64_t taut_pairs_asked(const struct taut_world* world, uint32_t realm);

// Whether a body takes part.
bool taut_body_touches(const taut_body* body);

// Tasks that share out points or pairs: each takes so many.
#define TAUT_PAIR_CHUNK 1024

// Zones for the points as they are built, with their margins; and whether these still do, when all
// points have told what they did (pairs_zones.c).
void taut_pairs_lay_zones(taut_pairs* p);
bool taut_pairs_hold(taut_pairs* p);

// Says that a point of a zone, or several, did what the box is around.
void taut_pairs_tell(taut_pair_zone* zone, const taut_pair_box* box);

// Finds pairs anew, from `built` on (pairs_find.c).
void taut_pairs_find(taut_pairs* p, struct taut_world* world);

// Pairs that stand as they were listed and have colours are put in the order of these.
void taut_pairs_order(taut_pairs* p);

// Gives pairs colours and puts them in order (pairs_colour.c).
void taut_pairs_colour(taut_pairs* p);
