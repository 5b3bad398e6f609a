// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Attachments that keep particles in one place: knots. A light rope with a heavy load tied to it
// would give way if the two only pulled at each other once per sweep. So what is tied together is
// one particle in the eyes of every body it belongs to: each has the mass of all, and where one
// body's sweep leaves it, the next body's begins. A knot with a place, or with a pinned particle,
// stands as a pin does. Everything else (strings, soft attachments, points of a surface, two
// particles of one body) goes the usual way.

#pragma once

#include "crowd.h"

// Ties that only close a ring bear nothing: what they could bear, others do.
static inline bool taut_tie_bears(const taut_attachment* a)
{
    return a->tied && !a->spare && a->holder_member >= 0;
}

// Finds what is tied, and lists all that joins bodies in this step (knots_tie.c). Bodies know their
// numbers in the crowd.
void taut_knots_tie(taut_crowd* c);

// When working copies are loaded: the same, and what is tied gets the mass of all.
void taut_knots_open(taut_crowd* c);

// Before prediction: what stands in a knot is free for it. After it, what is tied comes together.
void taut_knots_loosen(taut_crowd* c);
void taut_knots_merge(taut_crowd* c, int substep);

// Before and after a sweep of body number k.
void taut_knots_lead(taut_crowd* c, int run);
void taut_knots_follow(taut_crowd* c, int run);

// After something moved particles of several bodies: shares it out.
void taut_knots_settle(taut_crowd* c);

// After the sweeps of each substep and its velocities; and after the last, for the attachments.
void taut_knots_note(taut_crowd* c);
void taut_knots_close(taut_crowd* c);
