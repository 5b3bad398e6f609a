// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Particles and constraints, by hand, to a blueprint.
///
/// A builder collects; taut_builder_bake() checks, orders and packs once; the blueprint that comes
/// out never changes and may be shared by any number of bodies and worlds. Ready-made ropes and
/// cloths (taut_make.h) are written with nothing but this header.
///
/// Every call that fails leaves the builder as it was and says why in taut_builder_last_error().
/// A builder is used by one thread at a time. A baked blueprint may be read by many.

#pragma once

#include "taut/taut_base.h"
#include "taut/taut_constraints.h"

typedef struct taut_builder taut_builder;
typedef struct taut_blueprint taut_blueprint;

/// Most particles and most constraints of a blueprint.
#define TAUT_MAX_PARTICLES (1 << 24)
#define TAUT_MAX_CONSTRAINTS (1 << 27)

/// @param allocator NULL for malloc and free; copied
/// @param builder   receives the builder, or NULL when the result is not TAUT_OK
/// @param error     may be NULL
TAUT_API taut_result taut_builder_create(const taut_allocator* allocator, taut_builder** builder,
                                         taut_error* error);

/// NULL is fine. Blueprints baked from it live on.
TAUT_API void taut_builder_destroy(taut_builder* builder);

/// Why the last failing call on this builder failed. Valid until the next call on it.
TAUT_API const char* taut_builder_last_error(const taut_builder* builder);

TAUT_API int taut_builder_particle_count(const taut_builder* builder);
TAUT_API int taut_builder_constraint_count(const taut_builder* builder);

/// Where particle `index` was put; zero for an index out of range.
TAUT_API taut_vec3 taut_builder_position(const taut_builder* builder, int index);

/// @param position finite
/// @param mass     kg, > 0 and finite; to hold a particle still, pin it
/// @param index    receives the particle's number, counted from 0; may be NULL
TAUT_API taut_result taut_builder_add_particle(taut_builder* builder, taut_vec3 position,
                                               float mass, int* index);

/// Replaces a particle's mass (kg, > 0).
TAUT_API taut_result taut_builder_set_mass(taut_builder* builder, int particle, float mass);

/// Adds to a particle's mass (kg, > 0 afterwards): a weight at the end of a rope.
TAUT_API taut_result taut_builder_add_mass(taut_builder* builder, int particle, float mass);

/// Starts a particle off pinned: it stands still until it is moved or unpinned through the world.
TAUT_API taut_result taut_builder_pin(taut_builder* builder, int particle);

/// One constraint. Start from taut_constraint_def_default(kind), or from a helper below.
typedef struct taut_constraint_def {
    uint32_t stamp;  ///< set by taut_constraint_def_default(); a wrong stamp is caught
    taut_constraint_kind kind;
    /// DISTANCE: the two ends. ANGLE: three along the rope, the corner in the middle. AREA: the
    /// corners. DIHEDRAL: the shared edge, then the two far corners. VOLUME: the corners, the last
    /// three counter-clockwise seen from the first. ATTACH: the particle, then what holds it.
    /// TETHER: the particle, then its pin. CONE: the ends of one segment, then those of the other.
    /// PULLEY: an end, the wheel, the other end. SLIDE: the particle, a point of the plane, and a
    /// point off it in the direction of its normal. All different.
    int particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    /// Take the rest value from where the particles are now. Default true (false for ATTACH, whose
    /// rest value is 0).
    bool rest_from_shape;
    /// Metres, radians, m^2 or m^3. Used when rest_from_shape is false. DISTANCE, TETHER and
    /// PULLEY: > 0. ANGLE and CONE: 0 (straight, parallel) to pi. SLIDE: the height, of any sign.
    float rest;
    /// Inverse stiffness: m/N for DISTANCE, ATTACH, PULLEY and SLIDE, rad/(N m) for ANGLE, CONE and
    /// DIHEDRAL, m^2/(N/m) for AREA, m^3/Pa for VOLUME; 0 is rigid (default), 1e9 the most. A
    /// TETHER is always rigid.
    float compliance;
    /// Damping beside the elastic force (XPBD eq. 26), in force per rate of change: N s/m for
    /// DISTANCE. Acts only where compliance > 0. Default 0.
    float damping;
    /// Damping of the rate of change itself, in 1/s, at the level of velocities; acts at any
    /// compliance and is the one to use for rigid constraints. Default 0.
    float damping_rate;
    /// Force that breaks it, in the unit of the kind: N of pull for DISTANCE and ATTACH, N m for
    /// ANGLE, either way. 0 (default): none. A TETHER has none. See taut_tear_def.
    float strength;
    /// DISTANCE: a push as strong as `strength` breaks it too, as of a bar. Default false.
    bool crushes;
    /// DISTANCE: the part of its rest length that it may grow by before it breaks; 0.1 is 10 %.
    /// 0 (default): any.
    float stretch;
    /// No force while |value - rest| <= play, in the unit of `rest`: a limit instead of a joint
    /// that holds. Beyond it acts like any other, from the end of the play on. An ANGLE or CONE of
    /// rest 0 is so kept within a cone of that half-angle; a DIHEDRAL is a hinge between rest -
    /// play and rest + play. 0..1e9, default 0; not for TETHER. Links with play are swept, never
    /// solved directly.
    float play;
    /// Dry friction: > 0 makes it a constraint that holds whatever value it has, `rest` at first,
    /// by a force of at most this (N for lengths, N m for angles), and slips where that is not
    /// enough; from then on it holds the value it slipped to. While it stands, or creeps so slowly
    /// that friction would stop it within 0.02 s, it holds up to twice as much. `compliance` is how
    /// far it gives before it slips. 0..1e9, default 0; not with play, `sides` or `strength`, not
    /// for TETHER. Swept, never solved directly.
    float friction;
    /// PULLEY: how many falls of rope the far side has: near + ratio x far length is kept. 0.001 to
    /// 1000, default 1, and 1 for all other kinds.
    float ratio;
    taut_sides sides;    ///< default TAUT_SIDES_BOTH
    taut_family family;  ///< default STRUCTURAL for DISTANCE, BEND for angles, else OTHER
} taut_constraint_def;

TAUT_API taut_constraint_def taut_constraint_def_default(taut_constraint_kind kind);

/// A structural link between a and b at its present length, rigid until you set compliance.
TAUT_API taut_constraint_def taut_link(int a, int b);

/// @param index receives the constraint's number, counted from 0 in the order of adding; may be
///              NULL. Solve order does not depend on it: the schedule sorts constraints itself.
TAUT_API taut_result taut_builder_add_constraint(taut_builder* builder,
                                                 const taut_constraint_def* def, int* index);

/// The value that a constraint has where its particles are now, whatever its rest says: metres,
/// radians, m^2 or m^3. Adds nothing. To set a range about the present shape, say.
TAUT_API taut_result taut_builder_measure(taut_builder* builder, const taut_constraint_def* def,
                                          float* value);

/// A triangle of the surface, counter-clockwise seen from outside: for normals, drawing and
/// geodesic tethers. Adds no force. Corners must differ.
TAUT_API taut_result taut_builder_add_triangle(taut_builder* builder, int a, int b, int c);

/// Long-range tethers: each free particle is kept within its geodesic distance of the pins, so
/// that stretch does not build up over many links (Kim, Chentanez and Mueller-Fischer, "Long range
/// attachments", SCA 2012). They act on one side only, never on slack material, and a tether whose
/// pin is released acts no more.
typedef struct taut_tether_def {
    uint32_t stamp;
    bool enabled;   ///< default true
    int most_pins;  ///< tethers per particle, to the nearest pins; 1 to 16, default 4
    /// Length = slack x geodesic distance, >= 1. 0 (default) is 1.02 in elastic cloth, whose
    /// stretch tethers are to leave to its links, and 1 elsewhere.
    float slack;
    /// How the structural links of a tethered body are solved after its tethers have acted. 0
    /// (default): by lines. Links that continue one another, such as the rows and columns of a
    /// cloth, are solved as a whole, exactly. 1 to 8: in so many sweeps. Where 0 is asked for,
    /// there are 3 sweeps by solvers other than XPBD, without taut_solver_def.direct, where some
    /// structural link acts on one side only or has `damping`, and on irregular meshes. What some
    /// part of a body asks for by 0 holds for all of it.
    int passes;
} taut_tether_def;

TAUT_API taut_tether_def taut_tether_def_default(void);

/// Asks for tethers on particles [first, first + count), cooked when baking from the pins set by
/// then. The cloth makers call this, and the rope maker when asked to. A second call on a particle
/// replaces the first.
TAUT_API taut_result taut_builder_tether(taut_builder* builder, const taut_tether_def* def,
                                         int first, int count);

/// Value and gradients of a user's own constraint at positions x[0..count).
/// @param value    receives C
/// @param gradient receives dC/dx for each particle
/// @return false to sit this one out
typedef bool taut_user_constraint_fn(void* context, int count, const taut_vec3* x, float* value,
                                     taut_vec3* gradient);

/// Most particles of a user constraint.
#define TAUT_USER_MAX_PARTICLES 8

/// A constraint of your own (the general XPBD update, Macklin et al. 2016, eq. 18). All of them
/// are solved after the listed kinds, in the order of adding, on the thread that steps the world.
/// Whether they give the same bits everywhere is up to the callback.
typedef struct taut_user_constraint_def {
    uint32_t stamp;
    taut_user_constraint_fn* evaluate;  ///< required; must not call into the world
    void* context;                      ///< handed to evaluate; must outlive every body made of it
    int particle_count;                 ///< 1 to TAUT_USER_MAX_PARTICLES
    int particles[TAUT_USER_MAX_PARTICLES];
    float compliance;  ///< >= 0, in units of C per unit of force; default 0
    taut_sides sides;  ///< TENSION keeps C <= 0, COMPRESSION keeps C >= 0; default BOTH
} taut_user_constraint_def;

TAUT_API taut_user_constraint_def taut_user_constraint_def_default(void);
TAUT_API taut_result taut_builder_add_user_constraint(taut_builder* builder,
                                                      const taut_user_constraint_def* def,
                                                      int* index);

/// Checks everything, cooks tethers, orders and packs. The builder can go on being used.
/// @param blueprint receives a blueprint that holds one reference, or NULL on failure
TAUT_API taut_result taut_builder_bake(taut_builder* builder, taut_blueprint** blueprint);

/// True where both would bake the same: whatever was added is equal to the bit, in the same order.
/// Then one blueprint will do for both, which saves time and memory, and bodies of one blueprint go
/// through steps side by side. Two NULLs are the same.
TAUT_API bool taut_builder_same(const taut_builder* a, const taut_builder* b);

/// Gives back your reference. Bodies hold their own: a blueprint may be released as soon as the
/// bodies are made. NULL is fine.
TAUT_API void taut_blueprint_release(taut_blueprint* blueprint);

/// What baking made of it.
typedef struct taut_blueprint_stats {
    int particles;
    int constraints;  ///< tethers and user constraints not counted
    int tethers;      ///< cooked and added
    int added;        ///< what was added: numbers 0 .. added - 1; cooked tethers follow
    int user_constraints;
    int triangles;
    int phases, clusters, colours;  ///< of the schedule
    /// Projections in one sweep: constraints and tethers, each as often as it is swept. User
    /// constraints not counted.
    int64_t projections;
    size_t bytes;  ///< held by the blueprint
} taut_blueprint_stats;

TAUT_API taut_blueprint_stats taut_blueprint_get_stats(const taut_blueprint* blueprint);

/// Constraint `index` as it was added, its rest value filled in. Tethers that baking cooked follow
/// those that were added: indices from stats.added on.
TAUT_API taut_result taut_blueprint_constraint(const taut_blueprint* blueprint, int index,
                                               taut_constraint_def* def);

/// Three corners per triangle, as long as the blueprint lives.
TAUT_API taut_int_view taut_blueprint_triangles(const taut_blueprint* blueprint);
