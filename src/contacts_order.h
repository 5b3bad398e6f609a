// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The order in which edges and faces of a body are taken where they meet colliders: by colours, no
// two elements of which share a particle. Those of a colour may be taken side by side, and one
// after another gives the same bits.

#pragma once

#include "contacts.h"

// Elements are told twice, in the same order: once to count them, once to place them. Each gets the
// first colour that none of its particles has yet.
typedef struct taut_contact_order {
    taut_contact_colours* colours;
    uint64_t* taken;  // by seat: colours of its elements so far
    int32_t* out;     // seats, `width` of each element; NULL while they are counted
    int width;
    bool in_turn;     // none has a colour: one after another, as they are told
    int count, room;  // elements told; more than there is room for are left out
    int next[TAUT_CONTACT_COLOURS + 1];
} taut_contact_order;

// Between steps `k` has the memory to work in. Edges of a body of ropes or trees are taken from end
// to end: what friction takes from a rope around a post goes on from each link to the next, and by
// colours it came out a seventh too large.
taut_contact_order taut_order_edges(taut_contacts* k);
void taut_order_add(taut_contact_order* order, const int32_t seats[3]);

// All have been told once; then twice. Returns how many there are.
void taut_order_place(taut_contact_order* order, const taut_contacts* k);
int taut_order_end(const taut_contact_order* order);

// The faces of the blueprint as it is.
void taut_contacts_order_faces(taut_contacts* k, const taut_blueprint* p);
