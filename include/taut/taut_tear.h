// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Bodies that change: rest lengths and stiffness at run time, breaking, tearing, cutting.
///
/// A body that changes has a blueprint of its own, a copy made when the body is created (for those
/// that can break by themselves) or by the first of the calls below. It takes as much memory as a
/// blueprint does; what the others of the shared one do is as before. Steps make no allocation:
/// what can be torn apart is limited by the room that taut_tear_def asks for.

#pragma once

#include "taut/taut_base.h"

typedef struct taut_world taut_world;

/// How a body breaks and tears. Part of taut_body_def; without it, and without limits in its
/// blueprint (taut_constraint_def.strength, .stretch), a body breaks where taut_body_break() or
/// taut_world_cut() say so, and nowhere else.
///
/// Limits are looked at after each step, with the forces of its last substep. What is farthest
/// beyond its limit breaks first, and only `most_breaks` of a body in one step: loads then find
/// their way anew, so that a structure goes at its weakest link and not everywhere at once.
typedef struct taut_tear_def {
    /// Particles that may come to be by splitting: a surface tears along edges of its triangles, a
    /// solid along faces of the tetrahedra of its volume constraints, and a particle at which it
    /// falls apart becomes several, each with its share of mass. 0 (default), and bodies without
    /// triangles: constraints break where they are, and no particle is split. TAUT_MAX_PARTICLES
    /// at most, with those there are. Each takes about 1 kB, of a solid 2 kB.
    int spare_particles;
    /// Pull in newtons that breaks a structural link which has no strength of its own; 0 (default)
    /// for none.
    float strength;
    /// Stretch that does, a fraction of its rest length; 0 (default) for any.
    float stretch;
    /// In one step, 1 to 64; 0 (default) is 1 for bodies without spare particles, 4 with.
    int most_breaks;
} taut_tear_def;

/// Changes the rest value of one constraint from the next step on (m, rad, m^2 or m^3, as in
/// taut_constraint_def). Positions stay as they are; change it little by little, for a link that is
/// suddenly shorter pulls its ends together within a step.
/// @param constraint its number, as for taut_body_constraint()
TAUT_API taut_result taut_body_set_rest(taut_world* world, taut_body_id body, int constraint,
                                        float rest);

/// Changes the compliance of one constraint, 0 to 1e9; not of tethers.
TAUT_API taut_result taut_body_set_compliance(taut_world* world, taut_body_id body, int constraint,
                                              float compliance);

/// Changes the limits of one constraint, 0 for none; not of tethers.
/// @param strength in the unit of the kind, as in taut_constraint_def
/// @param stretch  DISTANCE: a fraction of the rest length; 0 for other kinds
TAUT_API taut_result taut_body_set_limits(taut_world* world, taut_body_id body, int constraint,
                                          float strength, float stretch);

/// Breaks one constraint: it acts no more, and reads a force of 0. Its number stays its own.
///
/// A link that is an edge of the surface or of a tetrahedron of a body with spare particles tears
/// it open: one of its ends, the freer, is split across the link, which stays with the other end.
/// Any other link breaks in place, and what goes along it breaks with it, without an event:
/// volumes, areas, folds and turns that it is a side of, links against bending over it, tethers
/// that lead over it, the limits of a joint that nothing holds together any more. A gas leaks by
/// the triangles beside it (taut_pressure.h). Breaking what is broken is fine.
TAUT_API taut_result taut_body_break(taut_world* world, taut_body_id body, int constraint);

/// True of a constraint that broke; false of one that holds, and of a bad id or number.
TAUT_API bool taut_body_broken(const taut_world* world, taut_body_id body, int constraint);

/// A blade: the surface that a segment sweeps on its way from (from0, from1) to (to0, to1), as the
/// two triangles from0, from1, to0 and from1, to1, to0. For one cut through a plane, give the
/// corners of a rectangle. In a planar world the segment stands across the plane, from below to
/// above it.
typedef struct taut_blade {
    taut_vec3 from0, from1, to0, to1;
} taut_blade;

/// What a cut went through.
typedef struct taut_cut {
    int bodies;  ///< with something cut
    /// Broken: of ropes, nets, members, pulleys, and of surfaces and solids without spare
    /// particles. What goes with a link or a split is not counted, and has no TAUT_EVENT_CUT;
    /// taut_body_broken() tells of any.
    int links;
    int splits;  ///< new particles
    /// Particles that the blade would have split if there had been spare ones: there it holds.
    int held;
} taut_cut;

/// Cuts every body that a blade passes through, of every realm. Links of ropes, chains, nets and
/// bridges break where it crosses them, as by taut_body_break(): a member of a truss is gone, and
/// reads no force. With spare particles a surface opens along the edges of its triangles that lie
/// nearest to the blade, a solid along the faces of its tetrahedra; without, what the blade crosses
/// breaks in place, and triangles stay. Frozen bodies are cut too. Passing through nothing is fine.
/// A blade shorter than one and a half edges may pass between the corners of a surface and open
/// nothing; see taut_body_find_link() for needles.
/// @param cut may be NULL
TAUT_API taut_result taut_world_cut(taut_world* world, const taut_blade* blade, taut_cut* cut);

/// The same of the bodies of one realm (taut_base.h) alone.
TAUT_API taut_result taut_world_realm_cut(taut_world* world, uint32_t realm,
                                          const taut_blade* blade, taut_cut* cut);

/// The triangles of a body as they are now, three corners each: those of its blueprint, which keep
/// their numbers when their corners become others, then those that tears of a solid have laid bare.
/// Valid until the body is destroyed or changed by a call, or a step tears it.
TAUT_API taut_int_view taut_body_triangles(const taut_world* world, taut_body_id body);

/// The particle of the blueprint that a particle of a body comes from: itself, unless it was split
/// off. What belongs to particles, such as texture coordinates, goes by this. -1 for a bad id or
/// index.
TAUT_API int taut_body_particle_origin(const taut_world* world, taut_body_id body, int particle);

/// Which piece of the body each particle is in, after cuts and tears: two are in the same piece
/// when constraints that are not broken lead from one to the other; tethers, attachments and
/// contacts do not count. Pieces are numbered from 0 in the order of their first particles. Costs
/// time in proportion to its constraints; ask after TAUT_EVENT_CUT, _BREAK or _SPLIT.
/// @param piece_of receives as many numbers as the body has particles
/// @param capacity of piece_of, at least that
/// @return how many pieces there are; -1 for a stale id, NULL or too little room, with nothing
///         written
TAUT_API int taut_body_pieces(const taut_world* world, taut_body_id body, int* piece_of,
                              int capacity);

/// The number of the link (DISTANCE) between two particles, for taut_body_break(),
/// taut_body_set_limits() and the like: the first that holds, or else the first that is broken. A
/// hit of a query on a triangle has its corners in `particles`: the two with the greatest weights
/// are the ends of the link that is nearest. Looks through all constraints.
/// @return -1 where there is none, and for a stale id
TAUT_API int taut_body_find_link(const taut_world* world, taut_body_id body, int a, int b);
