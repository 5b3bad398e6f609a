// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Attachments that keep particles in one place: knots. A light rope with a heavy load tied to it
// would give way if the two only pulled at each other once per sweep. So what is tied together is
// one particle in the eyes of every body it belongs to: each has the mass of all, and where one
// body's sweep leaves it, the next body's begins. A knot with a place, or with a pinned particle,
// stands as a pin does. Everything else (strings, soft attachments, points of a surface, two
// particles of one body) goes the usual way.

#pragma once

#include "attachments.h"

struct taut_crowd;

// A particle in a knot.
typedef struct taut_knot_member {
    int32_t run;  // of the crowd
    int32_t seat;
    int32_t knot;
    int32_t ties;    // attachments that end here
    float mass;      // of its own; 0 when kinematic
    taut_vec3 way;   // of this substep: moved by whatever
    taut_vec3 own;   // of those: by its own body, and by what acts on it from outside the knot
    taut_vec3 mark;  // where it was when last looked at
    taut_vec3 sum;   // of what the knot did to it in this step: mass times way
} taut_knot_member;

typedef struct taut_knot {
    float mass;      // of all
    int32_t leader;  // the member that was moved last, or that all follow
    int32_t place;   // number of the attachment whose place all follow, -1
    bool kinematic;
} taut_knot;

typedef struct taut_knots {
    taut_knot_member* members;  // room for two for each attachment
    taut_knot* knots;
    int member_count, knot_count;
    int capacity;  // attachments there is room for
} taut_knots;

// Room for so many attachments; false when memory is short.
bool taut_knots_reserve(struct taut_world* world, int count);
void taut_knots_free(struct taut_world* world);
size_t taut_knots_bytes(const struct taut_world* world);

// When working copies are loaded: finds what is tied, and gives it the mass of all.
void taut_knots_open(struct taut_crowd* crowd);

// Before prediction: what stands in a knot is free for it. After it, what is tied comes together.
void taut_knots_loosen(struct taut_crowd* crowd);
void taut_knots_merge(struct taut_crowd* crowd, int substep);

// Before and after a sweep of body number k.
void taut_knots_lead(struct taut_crowd* crowd, int k);
void taut_knots_follow(struct taut_crowd* crowd, int k);

// After something moved particles of several bodies: shares it out.
void taut_knots_settle(struct taut_crowd* crowd);

// After the sweeps of each substep and its velocities; before working copies are stored.
void taut_knots_note(struct taut_crowd* crowd);
void taut_knots_close(struct taut_crowd* crowd);
