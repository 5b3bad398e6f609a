// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Colliders: things that bodies cannot pass. A collider is a shape at a place; bodies feel it, it
/// does not feel them: it stands, or goes where the caller moves it, and says what bodies put on
/// it. XPBD and VERLET worlds know colliders; in the others they are ignored.

#pragma once

#include "taut/taut_base.h"

typedef struct taut_shape taut_shape;

/// A rotation as a unit quaternion: w + x i + y j + z k.
typedef struct taut_quat {
    float x, y, z, w;
} taut_quat;

/// No rotation.
TAUT_API taut_quat taut_quat_identity(void);

/// The shortest rotation that turns `from` towards `to`; neither needs unit length. No rotation
/// where one of them is 0 or not finite.
TAUT_API taut_quat taut_quat_between(taut_vec3 from, taut_vec3 to);

/// `v` turned by `rotation`.
TAUT_API taut_vec3 taut_quat_rotate(taut_quat rotation, taut_vec3 v);

/// Names one collider of one world. Zero is no collider. Copy freely; the fields are private.
typedef struct taut_collider_id {
    uint32_t index1;
    uint32_t generation;
} taut_collider_id;

/// True where both name the same collider.
static inline bool taut_collider_same(taut_collider_id a, taut_collider_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

/// What a collider is. Shapes stand upright around their place: their axis is y until they are
/// turned.
typedef enum taut_shape_kind {
    TAUT_SHAPE_PLANE = 0,     ///< everything below its place: the half-space y < 0
    TAUT_SHAPE_SPHERE,        ///< radius
    TAUT_SHAPE_CAPSULE,       ///< radius, half_height: of the line from end to end
    TAUT_SHAPE_BOX,           ///< half_size
    TAUT_SHAPE_CYLINDER,      ///< radius, half_height
    TAUT_SHAPE_HULL,          ///< baked: from taut_shape_create_hull()
    TAUT_SHAPE_HEIGHT_FIELD,  ///< baked: from taut_shape_create_height_field()
    TAUT_SHAPE_MESH,          ///< baked: from taut_shape_create_mesh()
    TAUT_SHAPE_KIND_COUNT
} taut_shape_kind;

/// "plane", "sphere", "capsule", "box", "cylinder", "hull", "height-field", "mesh"; NULL for
/// anything else.
TAUT_API const char* taut_shape_name(taut_shape_kind kind);

/// How a surface rubs and bounces. Of the two that meet, the coefficients of friction are
/// multiplied and the root is taken; of restitution the larger counts.
typedef struct taut_surface {
    float friction;  ///< while sliding, >= 0; default 0.4
    /// Before sliding begins: at least friction, or 0 (default), which is 1.25 times friction.
    float static_friction;
    float restitution;  ///< part of the speed of approach that is thrown back, 0 to 1; default 0
} taut_surface;

/// Who touches whom: two meet when the category of each has a bit in the mask of the other.
typedef struct taut_filter {
    uint32_t category;  ///< default 1
    uint32_t mask;      ///< default all bits
} taut_filter;

/// Most points of a hull.
#define TAUT_HULL_MAX_POINTS 128

/// The convex hull of points: the least convex solid that holds all of them. Points inside of it,
/// on its faces or on its edges, or nearer to another than a hundred-thousandth of their extent, do
/// no harm: only its corners become vertices, in the order they came in. Shapes never change and
/// may be shared by colliders of any worlds. TAUT_ERROR_BAD_DATA when the points are not finite or
/// lie in a plane (flatter than a thousandth of their extent).
/// @param allocator NULL for malloc and free; copied
/// @param points    borrowed for the call; within 1e6 m of the origin
/// @param count     4 to TAUT_HULL_MAX_POINTS
/// @param shape     receives a shape that holds one reference, or NULL on failure
/// @param error     may be NULL
TAUT_API taut_result taut_shape_create_hull(const taut_allocator* allocator,
                                            const taut_vec3* points, int count,
                                            const taut_shape** shape, taut_error* error);

/// Ground: heights over a grid around the origin, solid below. What finds itself under it, over its
/// cells, comes up; beside its cells there is nothing.
typedef struct taut_height_field_def {
    uint32_t stamp;
    const float* heights;  ///< columns x rows, row by row (along x); borrowed for the call
    int columns, rows;     ///< along x and z, 2 to 4096 each
    float spacing;         ///< metres between columns and between rows, > 0; default 1
} taut_height_field_def;

TAUT_API taut_height_field_def taut_height_field_def_default(void);
TAUT_API taut_result taut_shape_create_height_field(const taut_allocator* allocator,
                                                    const taut_height_field_def* def,
                                                    const taut_shape** shape, taut_error* error);

/// A surface of triangles, open or closed, with two sides: what is on one side stays there. It has
/// no inside, so what is put beyond it stays beyond. Edges between triangles in a plane catch
/// nothing. TAUT_ERROR_BAD_DATA names a triangle with a vertex that is not there or no area, and a
/// vertex that is not finite.
typedef struct taut_mesh_shape_def {
    uint32_t stamp;
    const taut_vec3* vertices;  ///< borrowed for the call; within 1e6 m of the origin
    int vertex_count;           ///< 3 to 2^24
    const int32_t* triangles;   ///< three vertex numbers each; borrowed for the call
    int triangle_count;         ///< 1 to 2^24
} taut_mesh_shape_def;

TAUT_API taut_mesh_shape_def taut_mesh_shape_def_default(void);
TAUT_API taut_result taut_shape_create_mesh(const taut_allocator* allocator,
                                            const taut_mesh_shape_def* def,
                                            const taut_shape** shape, taut_error* error);

/// What a shape is made of, for drawing: vertices, and three of their numbers per triangle. Valid
/// while the shape is. Empty for NULL.
TAUT_API taut_vec3_view taut_shape_vertices(const taut_shape* shape);
TAUT_API taut_int_view taut_shape_triangles(const taut_shape* shape);

/// Gives back your reference. Colliders hold their own: a shape may be released as soon as they are
/// made. NULL is fine.
TAUT_API void taut_shape_release(const taut_shape* shape);

/// How to make a collider. Start from taut_collider_def_default(), then change what you need.
typedef struct taut_collider_def {
    uint32_t stamp;
    taut_shape_kind shape;  ///< default TAUT_SHAPE_SPHERE
    /// Metres, > 0; default 0.5. SPHERE, CAPSULE, CYLINDER. Beyond 1e4 m, distances from a surface
    /// are rounded to a millimetre and more, what is inside may stay there, and what touches rests
    /// unevenly: a PLANE is the better ground.
    float radius;
    float half_height;    ///< metres, > 0; default 0.5. CAPSULE, CYLINDER
    taut_vec3 half_size;  ///< metres, > 0; default 0.5 each. BOX
    const taut_shape*
        baked;           ///< HULL, HEIGHT_FIELD, MESH: required; the collider holds a reference
    taut_vec3 position;  ///< default 0
    taut_quat rotation;  ///< of unit length within 1 %; default none
    taut_surface surface;
    taut_filter filter;
    uint32_t realm;  ///< whose bodies meet it (taut_base.h); default 0; TAUT_REALM_ALL: all
} taut_collider_def;

TAUT_API taut_collider_def taut_collider_def_default(void);

/// Puts a collider into the world. In a planar world its place lies in z = 0, it turns about z
/// alone, boxes reach through the plane whatever half_size.z is, and baked shapes are refused.
/// @param collider receives the id; untouched on failure
TAUT_API taut_result taut_collider_create(taut_world* world, const taut_collider_def* def,
                                          taut_collider_id* collider);

/// Its id is never valid again.
TAUT_API taut_result taut_collider_destroy(taut_world* world, taut_collider_id collider);

/// True while `collider` names a collider of this world.
TAUT_API bool taut_collider_valid(const taut_world* world, taut_collider_id collider);

/// Collider number i of the world in order of their slots, i in [0, taut_world_collider_count()).
TAUT_API int taut_world_collider_count(const taut_world* world);
TAUT_API taut_collider_id taut_world_collider(const taut_world* world, int i);

/// Moves a collider to a place and rotation evenly over the next call of taut_world_step() or
/// taut_world_advance(): it is there when the last step of that call ends, and stands still in the
/// one after it unless it is moved again. What touches it is pushed and rubbed on the way. It turns
/// the shorter way round; more than a quarter turn in a call is not quite even.
TAUT_API taut_result taut_collider_move(taut_world* world, taut_collider_id collider,
                                        taut_vec3 position, taut_quat rotation);

/// Puts a collider elsewhere at once: nothing is swept on the way. A move under way ends. What is
/// attached to it is drawn after it, at the speed of the attachment.
TAUT_API taut_result taut_collider_teleport(taut_world* world, taut_collider_id collider,
                                            taut_vec3 position, taut_quat rotation);

TAUT_API taut_result taut_collider_set_surface(taut_world* world, taut_collider_id collider,
                                               taut_surface surface);
TAUT_API taut_result taut_collider_set_filter(taut_world* world, taut_collider_id collider,
                                              taut_filter filter);

/// What a collider is and where, as after the last step: a def that would make it again.
TAUT_API taut_result taut_collider_get(taut_world* world, taut_collider_id collider,
                                       taut_collider_def* def);

/// What bodies put on a collider, by touching it and by attachments: the mean over the last step. A
/// body that sleeps presses and pulls on as it did when it fell asleep; one that is frozen does
/// not.
typedef struct taut_collider_load {
    taut_vec3 force;   ///< N, on the collider: down on a table, up on what stands on a trampoline
    taut_vec3 torque;  ///< N m, about the collider's place after the step
} taut_collider_load;

TAUT_API taut_result taut_collider_reaction(taut_world* world, taut_collider_id collider,
                                            taut_collider_load* load);

/// How a body meets colliders and particles. Part of taut_body_def, whose default fills it in.
typedef struct taut_collision_def {
    bool enabled;  ///< default true; false: it passes through everything
    /// Metres that its particles, links and triangles keep from surfaces, > 0; default 0.005: the
    /// radius of a rope, half the thickness of a cloth.
    float thickness;
    taut_surface surface;
    taut_filter filter;
    /// m/s, > 0; default 2: a body found inside of a collider leaves it no faster. Links that hold
    /// on to it, to a pin inside say, are stronger than what pushes it out. Links that go through a
    /// MESH, which has no inside, are not pushed at all.
    float leave_speed;
    bool edges;  ///< links and edges of triangles collide, not particles alone; default true
    bool faces;  ///< tips and corners of colliders meet triangles; default true
    /// Pairs of a particle, edge or triangle with a collider that may be near one another in a
    /// step, 0 to 2^24; default 0: 256, twice the particles and four
    /// times the first 4,096 of them. What does not fit is passed
    /// through, and the step report has TAUT_STEP_CONTACTS_DROPPED.
    int contact_room;

    /// Its particles keep a distance of twice the thickness from each other; default false. Two
    /// that are nearer in the blueprint keep what they have there, and two that a link joins keep
    /// nothing: that is up to the link, and ends some time after it breaks, once they have been
    /// further apart than that. Particles alone count: a cloth lets nothing of its own
    /// through when its thickness is at least 0.4 of the way from particle to particle.
    bool self;
    /// Its particles keep the sum of both thicknesses from those of other bodies, where these have
    /// it too and the filters let them; default false. Bodies do not bounce off each other:
    /// restitution is for colliders.
    bool others;
    /// Pairs of particles, near enough to touch, that there is room for, 0 to 2^24; default 0: 8
    /// per particle and 256. Rooms of all bodies are one. What does not fit is passed through, the
    /// furthest pairs first, and the step report has TAUT_STEP_CONTACTS_DROPPED.
    int pair_room;
} taut_collision_def;
