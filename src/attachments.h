// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What joins particles of bodies while the world runs. Solved one after another in the order of
// their slots, after each sweep of the crowd.

#pragma once

#include "backend/work.h"
#include "base/realms.h"
#include "taut/taut_attach.h"

#define TAUT_ATTACH_MOST 3

typedef struct taut_attachment {
    uint32_t generation;
    bool live;
    uint32_t realm;
    taut_attachment_def def;
    taut_body* body;   // whose particle is held
    taut_body* other;  // what holds it; NULL for a place and for a collider
    int32_t particles[TAUT_ATTACH_MOST];
    float weights[TAUT_ATTACH_MOST];
    int count;  // particles that hold

    taut_vec3 from, place;       // a place: where it was when the step began, and where it goes
    float reach;                 // metres apart allowed by now: comes to the length
    float reach_from, reach_to;  // when this step began and when it ends
    float asked;                 // the length when the last step began
    float draw;                  // m/s at which the reach came down in the last step
    int held_back;               // steps for which what comes too fast is braked
    taut_vec3 sum;               // of what held the particle, over the step: -lambda n
    taut_vec3 force;             // mean of the last step, newtons

    // During a step: whether it is one of a knot (knots.h), and which members its ends are.
    bool tied;
    bool spare;  // and closes a ring in it
    int32_t held_member, holder_member;
    int32_t next_tie[2];  // the next that ends at either of these, as taut_knot_member.first_tie
} taut_attachment;

typedef struct taut_attachments {
    taut_attachment* items;
    int count, capacity;
    taut_realms realms;  // of all slots
} taut_attachments;

// An end of an attachment during a step.
typedef struct taut_join_end {
    const taut_work* work;     // whose particle it is; NULL: it stands still,
    const taut_float4* still;  // here
    int32_t run, seat;         // of the crowd, -1; and in the working copy
} taut_join_end;

// An attachment during a step: all that its sweeps ask for, on the host as on a device (join.inl).
typedef struct taut_join {
    taut_join_end ends[1 + TAUT_ATTACH_MOST];  // what is held, then what holds it
    float weights[TAUT_ATTACH_MOST];
    int32_t count;     // particles that hold
    int32_t number;    // of the attachment
    int32_t collider;  // slot of the one that holds, -1
    bool tied;         // by a knot, which asks for its place alone
    float compliance;
    float brake;            // m/s^2 with which what comes too fast is held back; 0
    taut_vec3 from, place;  // as in taut_attachment; place: of a collider, where on it
    float reach_from, reach_to;
    float lambda;   // of this substep
    taut_vec3 sum;  // over the step: -lambda n
} taut_join;

// A particle in a knot. Lists end with -1.
typedef struct taut_knot_member {
    const taut_work* work;
    int32_t run;  // of the crowd
    int32_t seat;
    int32_t knot;
    int32_t next;         // of its knot, in order
    int32_t next_of_run;  // of its body
    int32_t next_seat;    // in the same place of by_seat, and of by_run
    int32_t next_run;
    int32_t first_tie;  // that bears and ends here: 2 attachment, and 1 more where it holds
    int32_t next_marked;
    bool marked;     // while the two sides of a tie are told apart
    int32_t ties;    // attachments that end here
    float mass;      // of its own; 0 when kinematic
    taut_vec3 way;   // of this substep: moved by whatever
    taut_vec3 own;   // of those: by its own body, and by what acts on it from outside the knot
    taut_vec3 mark;  // where it was when last looked at
    taut_vec3 sum;   // of what the knot did to it in this step: mass times way
} taut_knot_member;

typedef struct taut_knot {
    float mass;      // of all
    int32_t leader;  // the member that was moved last, or that all follow
    int32_t place;   // number of the join whose place all follow, -1; while knots are tied, of the
                     // attachment
    int32_t first;   // of its members
    int32_t last;    // and the last, while it is tied
    int32_t count;
    bool kinematic;
} taut_knot;

// What joins the bodies of a crowd, in a step.
typedef struct taut_knots {
    taut_knot_member* members;  // room for two for each attachment
    taut_knot* knots;
    taut_join* joins;  // in the order of the attachments
    int member_count, knot_count, join_count;
    int capacity;  // attachments there is room for

    // While knots are tied: members by run and seat, and by knot and run.
    int32_t *by_seat, *by_run;
    int table_size;  // of each; a power of two
} taut_knots;

struct taut_crowd;
struct taut_world;

// Checks a def, notes what is wrong with it, and fills in what it says.
taut_result taut_attachment_check(struct taut_world* world, const taut_attachment_def* def,
                                  taut_attachment* a);

// @param of what the names of the numbers begin with
taut_result taut_attachment_check_draw(struct taut_world* world, const char* of, float speed,
                                       float acceleration);

// Before a step, and after it: forces are read, and what was torn ends.
// @param dt of the step, s
// @param force_scale 1 / (h^2 substeps)
void taut_attachments_open(struct taut_world* world, float dt);
void taut_attachments_close(struct taut_world* world, float force_scale);

// During a step of the crowd (joins.c): all that take part in it are listed, once it is known which
// of them are tied; one pass over the others, in sweep i of a substep; and what came of it.
void taut_joins_open(struct taut_crowd* crowd);
void taut_joins_project(const struct taut_crowd* crowd, int substep, int i);
void taut_joins_close(const struct taut_crowd* crowd);

// With a body, or a collider, its attachments end.
void taut_attachments_drop_body(struct taut_world* world, const taut_body* body);
void taut_attachments_drop_collider(struct taut_world* world, taut_collider_id collider);

// A collider is elsewhere at once: what hangs on it is drawn after it.
void taut_attachments_loosen(struct taut_world* world, taut_collider_id collider);
void taut_attachments_free(struct taut_world* world);

// Whether nothing that bodies do moves what holds: a place, or a point of a collider.
static inline bool taut_attachment_stands(const taut_attachment* a)
{
    return a->def.target == TAUT_ATTACH_POINT || a->def.target == TAUT_ATTACH_COLLIDER;
}

// A particle that holds. A triangle keeps its number when its surface tears, and its corners say
// which side it went to.
static inline int taut_attachment_holder(const taut_attachment* a, int k)
{
    bool surface = a->def.target == TAUT_ATTACH_SURFACE;
    return surface ? a->other->blueprint->triangles[3 * a->def.triangle + k] : a->particles[k];
}

// Lets go. Where the held particle is.
void taut_attachment_end(taut_attachment* a);
taut_vec3 taut_attachment_held_at(const taut_attachment* a);

// With the origin (taut_world_shift_origin()).
void taut_attachments_shift(struct taut_world* world, taut_vec3 offset);

// Room for so many attachments; false when memory is short.
bool taut_knots_reserve(struct taut_world* world, int count);
void taut_knots_free(struct taut_world* world);
size_t taut_knots_bytes(const struct taut_world* world);
