// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Bridges and other frames of bars and cables: nodes, members and supports in, a blueprint out;
/// then stress and utilisation of every member, and loads that roll over the deck.
///
/// Joints are pins: members carry force along themselves and no bending. A structure that is a
/// mechanism moves like one.

#pragma once

#include "taut/taut_make.h"

typedef struct taut_world taut_world;

/// Directions in which a node of a truss is held. All of them together pin it; fewer let it roll
/// along the others. In a planar world leave Z alone.
enum {
    TAUT_SUPPORT_NONE = 0,
    TAUT_SUPPORT_X = 1 << 0,
    TAUT_SUPPORT_Y = 1 << 1,
    TAUT_SUPPORT_Z = 1 << 2,
    TAUT_SUPPORT_ALL = TAUT_SUPPORT_X | TAUT_SUPPORT_Y | TAUT_SUPPORT_Z
};

typedef struct taut_truss_node {
    taut_vec3 position;
    float mass;    ///< kg beside half of each member's: deck, dead load; >= 0
    int supports;  ///< TAUT_SUPPORT_ bits
} taut_truss_node;

typedef struct taut_truss_member {
    int a, b;            ///< its nodes
    float area;          ///< m^2, > 0
    float modulus;       ///< Young's modulus E, Pa, > 0; INFINITY is rigid. Steel: 2.1e11
    float density;       ///< kg/m^3, >= 0; half of the mass goes to either node
    float yield_stress;  ///< Pa, > 0; INFINITY for none. Times the area at most 1e9 N
    bool cable;          ///< pulls only
} taut_truss_member;

/// Start from taut_truss_def_default().
typedef struct taut_truss_def {
    uint32_t stamp;
    const taut_truss_node* nodes;
    int node_count;  ///< 2 to 100,000
    const taut_truss_member* members;
    int member_count;    ///< 1 to 1,000,000
    float damping_rate;  ///< 1/s, of every member; default 20
    /// Members break at their yield stress, bars pulled or pressed, cables pulled; default true.
    /// TAUT_EVENT_BREAK names the member: constraint - part->first_constraint. False: they carry
    /// whatever comes, and taut_truss_read() says how far beyond it is.
    bool breaks;
} taut_truss_def;

TAUT_API taut_truss_def taut_truss_def_default(void);

/// Adds a truss. Node i is particle part->first_particle + i, member i is constraint
/// part->first_constraint + i. What rolls needs two pinned particles for each direction that holds
/// it, and a SLIDE constraint whose force is the support's: they follow nodes and members, in the
/// order of the nodes, X before Y before Z.
///
/// Refused, with a sentence: numbers out of range, a member without length or between a node and
/// itself, nodes that do not hang together, nodes without any mass, and a truss that nothing holds.
TAUT_API taut_result taut_make_truss(taut_builder* builder, const taut_truss_def* def,
                                     taut_part* part);

/// A Pratt truss bridge along x from the origin: verticals pressed, diagonals pulled. Flat for
/// width 0, else two of them side by side, z from 0 to width, with floor beams and bracing.
typedef struct taut_pratt_def {
    uint32_t stamp;
    int panels;          ///< even, 4 to 1000; default 6
    float panel_length;  ///< m, default 4
    float height;        ///< m, default 4
    float width;         ///< m, default 0: flat
    float chord_area;    ///< m^2 of chords and end posts, default 0.02
    float web_area;      ///< m^2 of all else, default 0.01
    float modulus;       ///< default 2.1e11 Pa (steel)
    float density;       ///< default 7850 kg/m^3
    float yield_stress;  ///< default 2.35e8 Pa
    float deck_mass;     ///< kg per inner node of the deck, default 2000
} taut_pratt_def;

TAUT_API taut_pratt_def taut_pratt_def_default(void);

/// How many nodes and members a Pratt truss has. Zeros for a def that is not sound.
TAUT_API void taut_pratt_count(const taut_pratt_def* def, int* node_count, int* member_count);

/// Writes them to arrays of at least these sizes, for taut_truss_def.
///
/// Nodes, with n panels: those of the deck, D0 at x = 0 to Dn, of the side at z = width too where
/// there is one; then those above, T1 to T(n - 1), likewise. Flat, Di is node i and Ti node n + i;
/// of two sides, Di is node i and n + 1 + i, and Ti node 2 n + 1 + i and 3 n + i. D0 is pinned, Dn
/// on rollers; of the far side both roll.
///
/// Members, of each side 4 n - 3:
///   - n of the deck, D(i) D(i + 1), pulled;
///   - n - 2 of the top, T(i) T(i + 1), pressed;
///   - 2 end posts, D0 T1 and T(n - 1) Dn, pressed;
///   - n - 1 verticals, Di Ti;
///   - n - 2 diagonals, T(i) D(i + 1) left of the middle, then T(i) D(i - 1) right of it, pulled.
/// With a width, those of the other side follow, then n + 1 floor beams, n diagonals of the deck,
/// n - 1 struts above, n - 2 diagonals between them and 2 in the portals.
/// @return TAUT_ERROR_INVALID for a bad number or NULL, with nothing written
TAUT_API taut_result taut_pratt_lay_out(const taut_pratt_def* def, taut_truss_node* nodes,
                                        taut_truss_member* members);

/// A footbridge of ropes and planks: two deck ropes, a plank across them at every step, and two
/// cables above that hang in a parabola and carry the deck by hangers.
typedef struct taut_footbridge_def {
    uint32_t stamp;
    taut_vec3 start, end;  ///< middles of the deck's ends, on one level; default 0 and (12, 0, 0)
    float width;           ///< m, default 1.2
    int plank_count;       ///< 3 to 10,000; default 24
    float plank_mass;      ///< kg, default 12
    float deck_sag;        ///< m, how far the middle of the deck starts below its ends; default 0.4
    float cable_height;    ///< m, of the cables' ends above the deck's; default 2.5
    float cable_sag;       ///< m, of the cables; less than cable_height + deck_sag; default 2
    /// Of cables, hangers and deck ropes; default steel-cable. With its strength, in N, they break.
    taut_rope_material material;
    /// N of pull that breaks a hanger, which carries what stands on the deck near to it: a plank
    /// and half of a walker, about. 0 (default): that of the material.
    float hanger_strength;
} taut_footbridge_def;

TAUT_API taut_footbridge_def taut_footbridge_def_default(void);

/// Particles: n = plank_count + 2 along each rope, the first and the last pinned: left deck rope,
/// right deck rope, left cable, right cable: particle i of rope r is part->first_particle + r n +
/// i.
///
/// Constraints, from part->first_constraint on: n - 1 links of each rope, in the order of the
/// ropes, link i of rope r at r (n - 1) + i; then three for each plank, k from 0 to plank_count -
/// 1: the plank at 4 (n - 1) + 3 k, its left hanger one after it, its right hanger two after it;
/// they are at i = k + 1 of their ropes. A plank only keeps the ropes apart and feels a few N; what
/// stands on it is carried by the hangers beside it and handed on to the cables. To let single ones
/// break at another load see taut_body_set_limits().
TAUT_API taut_result taut_make_footbridge(taut_builder* builder, const taut_footbridge_def* def,
                                          taut_part* part);

/// What a member does, of the last substep.
typedef struct taut_member_state {
    float force;        ///< N, > 0 pulls
    float stress;       ///< Pa, > 0 pulls
    float utilisation;  ///< |stress| / yield_stress; 0 without one
} taut_member_state;

typedef struct taut_truss_state {
    int worst_member;    ///< of the largest utilisation; -1 when no member can yield
    float utilisation;   ///< its
    float load_factor;   ///< yield / stress of the worst: how many times the load it would carry;
                         ///< INFINITY while nothing is loaded
    int yielding_count;  ///< members at or beyond their yield stress
} taut_truss_state;

/// Reads the stress of a truss that is a body, or a part of one. What the solver gives is forces in
/// balance with loads and inertia, also where members stretch more than they should: see the guide.
/// @param def     as made; its arrays are still needed
/// @param part    as filled in by taut_make_truss()
/// @param members receives def->member_count states; may be NULL
/// @param state   may be NULL
TAUT_API taut_result taut_truss_read(taut_world* world, taut_body_id body,
                                     const taut_truss_def* def, const taut_part* part,
                                     taut_member_state* members, taut_truss_state* state);

/// A load on a path of particles: a wheel on a deck.
typedef struct taut_path_load {
    const int* particles;  ///< the path, from its start on
    int count;             ///< >= 2
    float position;        ///< m from the first one, along the path as it lies now
    taut_vec3 force;       ///< N
    bool on_path;          ///< receives whether the position is on the path
    taut_vec3 place;       ///< receives where that is, for drawing; untouched off the path
} taut_path_load;

/// Puts the load on the two particles beside its place, shared by the lever; it acts through the
/// next step, like taut_body_add_force(). Past the ends of the path nothing happens.
TAUT_API taut_result taut_body_load_path(taut_world* world, taut_body_id body,
                                         taut_path_load* load);
