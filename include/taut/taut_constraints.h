// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// The constraint kinds. Enums, names, dispatch tables and the tests of gradients are generated
/// from this list. What each kind has beside it by hand (default family, range of rest values,
/// tests of input, benches) is told in docs/performance.md under "A kind of constraint".

#pragma once

#include "taut/taut_base.h"

/// X(NAME, name, particles, moved, force unit, about)
///
/// `particles` is how many particles the constraint reads, `moved` how many of the first ones it
/// moves. The order is the order of a sweep: what comes last is best satisfied at its end, so soft
/// shape constraints come first, links after them, tethers last of all.
#define TAUT_CONSTRAINT_LIST(X)                                                                    \
    X(VOLUME, volume, 4, 4, "Pa", "keeps the signed volume of a tetrahedron")                      \
    X(AREA, area, 3, 3, "N/m", "keeps the area of a triangle")                                     \
    X(DIHEDRAL, dihedral, 4, 4, "N m", "keeps the angle between two triangles along an edge")      \
    X(ANGLE, angle, 3, 3, "N m", "keeps the turn between two segments of a rope")                  \
    X(CONE, cone, 4, 4, "N m", "keeps the angle between two segments")                             \
    X(ATTACH, attach, 2, 2, "N", "pulls a particle to another, usually a kinematic one")           \
    X(PULLEY, pulley, 3, 3, "N", "keeps the length of a rope that runs over a wheel")              \
    X(SLIDE, slide, 3, 3, "N", "keeps a particle in the plane that two others define")             \
    X(DISTANCE, distance, 2, 2, "N", "keeps two particles a rest length apart")                    \
    X(TETHER, tether, 2, 1, "N", "keeps a particle within reach of a pinned one")

/// What a constraint keeps. See TAUT_CONSTRAINT_LIST.
// clang-format off
typedef enum taut_constraint_kind {
#define TAUT_CONSTRAINT_ENUM(NAME, name, particles, moved, unit, about) TAUT_CONSTRAINT_##NAME,
    TAUT_CONSTRAINT_LIST(TAUT_CONSTRAINT_ENUM)
#undef TAUT_CONSTRAINT_ENUM
    TAUT_CONSTRAINT_KIND_COUNT
} taut_constraint_kind;
// clang-format on

/// Most particles any kind in the list reads.
#define TAUT_CONSTRAINT_MAX_PARTICLES 4

/// Facts about one kind.
typedef struct taut_constraint_info {
    const char* name;        ///< "distance"
    const char* about;       ///< one line
    const char* force_unit;  ///< the unit of its multiplier / h^2
    int particle_count;
    int moved_count;
} taut_constraint_info;

/// Facts about `kind`, or NULL when it is not one of the list.
TAUT_API const taut_constraint_info* taut_constraint_kind_info(taut_constraint_kind kind);

/// In which direction a constraint may push. Only DISTANCE, ATTACH, PULLEY and SLIDE
/// accept other than BOTH.
typedef enum taut_sides {
    TAUT_SIDES_BOTH = 0,         ///< a rod: resists stretching and compressing
    TAUT_SIDES_TENSION = 1,      ///< a string: resists stretching only
    TAUT_SIDES_COMPRESSION = 2,  ///< a strut lying loose: resists compressing only
    TAUT_SIDES_COUNT
} taut_sides;

/// What a constraint is there for. Stretch is measured over STRUCTURAL distance constraints; within
/// a kind, families are swept in the order below, so that structural links come last.
typedef enum taut_family {
    TAUT_FAMILY_BEND = 0,
    TAUT_FAMILY_SHEAR = 1,
    TAUT_FAMILY_OTHER = 2,
    TAUT_FAMILY_STRUCTURAL = 3,
    TAUT_FAMILY_COUNT
} taut_family;
