// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A blueprint of a body's own: a copy that may change while the body lives. Breaking a constraint
// switches its lane off in place; one that comes to act on other particles, or is new, goes to one
// of the batches that were set aside for that when the copy was made. No memory is asked for later.
//
// Batches set aside are LISTED and each a colour of its own, so that a constraint may go to any of
// them that moves none of its particles. They stand in phases of their own, one for each kind,
// after the tethers and before what closes a sweep: bits do not depend on who runs them, and while
// nothing stands in them they cost nothing.

#pragma once

#include "blueprint.h"

// What a copy has room for beyond the original.
typedef struct taut_reserve {
    int particles;
    int triangles;                            // of the inside of a solid
    int slots;                                // constraints that are new
    int batches[TAUT_CONSTRAINT_KIND_COUNT];  // for these, and for those that move
    bool limits;                              // every constraint may have one
} taut_reserve;

// NULL when memory is short. Holds one reference.
taut_blueprint* taut_blueprint_copy(const taut_allocator* allocator, const taut_blueprint* from,
                                    const taut_reserve* r);

// A copy of a copy, with all that has happened to it. NULL when memory is short.
taut_blueprint* taut_blueprint_clone(const taut_allocator* allocator, const taut_blueprint* from);

// The same in a copy that is there already, where it has the sizes for it.
bool taut_blueprint_fits(const taut_blueprint* to, const taut_blueprint* from);
void taut_blueprint_overwrite(taut_blueprint* to, const taut_blueprint* from);

// Switches the lane at a place off.
void taut_own_switch_off(taut_blueprint* p, taut_slot slot);

// Puts a constraint to a free lane set aside for its kind.
// @param number    of the constraint
// @param particles all it looks at
// @param like      where its parameters are copied from
// Returns its place, -1 when no lane is left. The slot with this number is set.
int taut_own_place(taut_blueprint* p, int number, const int32_t* particles, taut_slot like);

// Makes a constraint act on `particle` in place of its particle number `which`. Its place may be
// another then. False where no lane is left; it is then switched off.
bool taut_own_move(taut_blueprint* p, int number, int which, int particle);

// A particle like `particle`, at one of the seats set aside; -1 when none is left.
int taut_own_add_particle(taut_blueprint* p, int particle);
