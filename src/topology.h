// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What hangs together with what in a body whose blueprint is its own (own.h): who holds each
// particle, and which triangles meet there. Kept up to date as things break and tear.

#pragma once

#include "own.h"
#include "parted.h"

// Most that may break of a body in a step.
#define TAUT_MOST_BREAKS 64

// Beside what a particle is that came apart (parted.h).
enum {
    TAUT_HELD = 1 << 2,  // in this cut: was to be split, and there was no room
};

// A reference to particle `which` of constraint `number` is 4 number + which. A link that passes
// over other particles (a diagonal of a cell over the ends of the other, a bend link over the one
// between) has these as its third and fourth.
typedef struct taut_topology {
    int32_t* line_of;       // by place of a distance constraint: its entry in lines, -1
    int32_t* first;         // by particle: its first reference, -1
    int32_t* next;          // by reference: the next of its particle, -1
    int32_t* over;          // two by constraint, -1
    int32_t* corner_first;  // by particle: the first corner of a triangle there, 3 triangle + k
    int32_t* corner_next;   // by corner
    uint8_t* torn;          // by triangle: bit k where the edge from corner k on is torn
    int32_t* origin;        // by particle: the one it was split from in the end, or itself
    uint8_t* touched;       // by particle: something broke or was split there in this step
    uint8_t* parted;        // by particle: a taut_parted, and TAUT_HELD during a cut
    int32_t* tethers;       // numbers of constraints, by length
    int32_t* tied;          // by tether: its particle
    int32_t* toward;     // by tether: the neighbour on the way to its pin, -1 where none is known
    int32_t* before;     // by tether: the neighbour's, as an index, -1 where that is the pin
    uint8_t* gone;       // by tether: switched off
    int32_t* tets;       // four particles each: of a body whose solid may be torn
    int32_t* tet_slot;   // by tetrahedron: its volume constraint
    int32_t* tet_first;  // by particle: the first corner of a tetrahedron there, 4 tet + k
    int32_t* tet_next;   // by such a corner
    uint8_t* tet_torn;   // by tetrahedron: bit k where the face opposite corner k is torn
    int tet_count;
    int32_t* piece;  // by particle: another of its piece, or itself; NULL where no cones need it
    int tether_count;
    int most_breaks;  // in a step
    bool splits;      // particles may be split
    bool any_limits;  // something can break by itself
    bool dropped;     // something broke for want of room
    bool cut;         // something was, since tethers were looked through
    bool any_parted;  // particles, ever
    struct taut_events* events;
    taut_body_id id;
    size_t bytes;
} taut_topology;

// NULL when memory is short.
taut_topology* taut_topology_make(const taut_allocator* allocator, const taut_blueprint* p);
taut_topology* taut_topology_clone(const taut_allocator* allocator, const taut_topology* from,
                                   const taut_blueprint* p);
void taut_topology_overwrite(taut_topology* t, const taut_topology* from, const taut_blueprint* p);
void taut_topology_free(const taut_allocator* allocator, taut_topology* t);
size_t taut_topology_bytes(const taut_topology* t);

// Enters and takes out a reference, or corner.
void taut_topology_add(taut_topology* t, int particle, int32_t reference);
void taut_topology_remove(taut_topology* t, int particle, int32_t reference);

// The particle of a reference, those passed over included; -1 for none.
int taut_topology_particle(const taut_topology* t, const taut_blueprint* p, int32_t reference);

// Which pairs of its particles a constraint goes along: edges of a shape, segments of a turn, falls
// of a pulley. As bits of taut_limb_ends; 0 of links themselves, and of planes to slide in.
#define TAUT_LIMB_MOST 6
extern const uint8_t taut_limb_ends[TAUT_LIMB_MOST][2];
unsigned taut_topology_limbs(int kind);

// Gives a corner of a triangle to another particle.
void taut_topology_move_corner(taut_topology* t, taut_blueprint* p, int32_t corner, int particle);

// The same for a corner of a tetrahedron. Adds a triangle, for which there is room.
void taut_topology_move_tet(taut_topology* t, int32_t corner, int particle);
void taut_topology_add_triangle(taut_topology* t, taut_blueprint* p, const int32_t corners[3]);

// Whether particles a and b are of one tetrahedron.
bool taut_topology_in_tet(const taut_topology* t, int a, int b);

// Whether some triangle has both; and whether one has, or a link other than those against bending
// joins a and b. Where particles are not split, triangles stay when a link along them breaks: the
// link says then.
bool taut_topology_edge(const taut_topology* t, const taut_blueprint* p, int a, int b);
bool taut_topology_joined(const taut_topology* t, const taut_blueprint* p, int a, int b);

// Whether the surface still joins the ends of a link by way of what it passes over. True of a link
// that passes over nothing.
bool taut_topology_spans(const taut_topology* t, const taut_blueprint* p, int number);

// Whether the particles of a constraint hang together by links, some way or other; for cones, which
// limit how two segments turn that something else joins. taut_topology_find_pieces() comes first.
void taut_topology_find_pieces(taut_topology* t, const taut_blueprint* p);
bool taut_topology_in_one_piece(const taut_topology* t, const taut_blueprint* p, int number);

// Drops tethers that lead over what is no longer joined, near particles that were touched, and all
// that follow.
void taut_topology_cut_tethers(taut_topology* t, taut_blueprint* p, float* lambda);
