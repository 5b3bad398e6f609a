// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Attachments: a particle held by a place, by a particle of this or another body, by a point of a
/// body's link or surface, or by a point of a collider. Made and undone while the world runs, read
/// in newtons, given a limit at which they let go: a rope tied to a crate, a grapple where it
/// struck, a weight hung on.
///
/// Particles held in one place are one particle in the eyes of each of their bodies, with the mass
/// of all: a light rope carries a heavy load as if both had been made in one builder. Strings, soft
/// attachments and points of a link or surface are solved after the bodies that they join, once per
/// sweep: exact from a place, a collider or a pin, but a light rope stretches where a heavy load
/// hangs on a string at its end (docs/guide/attachments.md). XPBD and VERLET worlds alone.

#pragma once

#include "taut/taut_base.h"
#include "taut/taut_query.h"

/// Names one attachment of one world. Zero is none. Copy freely; the fields are private.
typedef struct taut_attachment_id {
    uint32_t index1;
    uint32_t generation;
} taut_attachment_id;

/// True where both name the same attachment.
static inline bool taut_attachment_same(taut_attachment_id a, taut_attachment_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

/// What holds the particle.
typedef enum taut_attach_target {
    TAUT_ATTACH_POINT = 0,  ///< a place, moved by taut_attachment_set_place()
    TAUT_ATTACH_PARTICLE,   ///< a particle of another body, or of the same
    /// A point of a triangle of a body. When the surface tears it goes where its triangle goes.
    TAUT_ATTACH_SURFACE,
    /// A point between two particles of a body. Of a link that tearing gives to other particles it
    /// goes with the link; where the link breaks, with its nearer end.
    TAUT_ATTACH_LINK,
    TAUT_ATTACH_COLLIDER,  ///< a point of a collider, which carries it along and feels the pull
    TAUT_ATTACH_COUNT
} taut_attach_target;

/// Start from taut_attachment_def_default().
typedef struct taut_attachment_def {
    uint32_t stamp;
    taut_body_id body;  ///< whose particle is held; required
    int particle;       ///< default 0
    taut_attach_target target;
    taut_vec3 place;     ///< POINT: where, metres; COLLIDER: where in its frame
    taut_body_id other;  ///< PARTICLE, SURFACE, LINK: the body that holds
    int other_particle;  ///< PARTICLE: which of its particles; LINK: one of the two
    int link_particle;   ///< LINK: the other of the two; default 1
    int triangle;        ///< SURFACE: which of its triangles, and
    /// where in it: barycentric, each >= 0, sum 1; default its middle. LINK: the weights of
    /// other_particle and link_particle, divided by their sum, which must be > 0; the third counts
    /// nothing.
    float weights[3];
    taut_collider_id collider;  ///< COLLIDER: what holds
    /// Metres that the two may be apart, as if by a string without mass, >= 0; default 0: held in
    /// one place.
    float length;
    float compliance;  ///< m/N, >= 0; default 0
    /// How fast the two are drawn together at most where they are further apart, m/s, > 0; default
    /// 5, and INFINITY for no limit.
    float draw_speed;
    /// How fast that speed comes about and, in time for them to arrive at rest, goes, m/s^2, > 0;
    /// default 5: what hangs is drawn up with half again its weight. INFINITY for no limit: then
    /// they are drawn in with a jerk, and what comes flies on. A string cannot push, but what it
    /// drew in and comes faster than it slows down is held back, by up to twice this.
    float draw_acceleration;
    /// Newtons, > 0, that tear it: the mean force of a step above this ends it after that step,
    /// with TAUT_EVENT_DETACH. Default INFINITY.
    float strength;
} taut_attachment_def;

TAUT_API taut_attachment_def taut_attachment_def_default(void);

/// Attaches. The bodies go through steps together from now on, which changes nothing else about
/// them. Particles may be pinned; two pinned ones are left as they are.
/// @param id receives the attachment's id; may be NULL
TAUT_API taut_result taut_attach(taut_world* world, const taut_attachment_def* def,
                                 taut_attachment_id* id);

/// Attaches the particle that `def` names to what a query hit, where it hit it: to the particle,
/// the link, the triangle or the collider. Of a collider it is the point of the surface for a
/// string (length > 0), so that a `length` of hit.distance is taut; with length 0 it is off the
/// surface by the thickness of the held body, as where it would lie. `target` and the fields that
/// say what holds and where are filled in from the hit; length, compliance, draw_speed,
/// draw_acceleration and strength count. Take the hit from a query since the last step: its numbers
/// are those of the body as it was.
TAUT_API taut_result taut_attach_hit(taut_world* world, const taut_attachment_def* def,
                                     const taut_hit* hit, taut_attachment_id* id);

/// Lets go; velocities stay as they are. Attachments end by themselves with either body, and with
/// the collider.
TAUT_API taut_result taut_detach(taut_world* world, taut_attachment_id id);

/// False for one that never was, was detached or gave way.
TAUT_API bool taut_attachment_valid(const taut_world* world, taut_attachment_id id);

/// Moves the place of a POINT evenly over the next step. That of a collider goes with it:
/// taut_collider_move().
TAUT_API taut_result taut_attachment_set_place(taut_world* world, taut_attachment_id id,
                                               taut_vec3 place);

/// Pays out or takes in, evenly over the next step: call it before each step to reel at a speed of
/// your own, which costs the force that moving the place so would. What is taken in faster than
/// `draw_speed` and `draw_acceleration` allow, as in a single call that means metres, takes as many
/// steps as it takes, with a gentle start and end; slack goes at once. Paying out is not limited:
/// a single call that means metres drops what hangs there.
/// @param length metres, 0..1e9
TAUT_API taut_result taut_attachment_set_length(taut_world* world, taut_attachment_id id,
                                                float length);

/// Changes how things are drawn together, also while they are: see the fields of
/// taut_attachment_def.
/// @param speed m/s, > 0
/// @param acceleration m/s^2, > 0
TAUT_API taut_result taut_attachment_set_draw(taut_world* world, taut_attachment_id id, float speed,
                                              float acceleration);

/// How an attachment is doing.
typedef struct taut_attachment_state {
    taut_vec3 force;   ///< on the held particle, newtons: mean over the last step
    taut_vec3 held;    ///< where the particle is
    taut_vec3 holder;  ///< and what holds it
} taut_attachment_state;

TAUT_API taut_result taut_attachment_get_state(taut_world* world, taut_attachment_id id,
                                               taut_attachment_state* state);
