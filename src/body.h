// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// An instance of a blueprint: flat arrays, one entry per particle or constraint, in one block.

#pragma once

#include "blueprint.h"
#include "constraint/evaluate.h"
#include "math/scalar.h"
#include "taut/taut_collide.h"

// Why a particle is kinematic: its inverse mass is 0 while any of these is set.
enum {
    TAUT_HOLD_PINNED = 1 << 0,
    TAUT_HOLD_GRABBED = 1 << 1,
    TAUT_HOLD_BITS = TAUT_HOLD_PINNED | TAUT_HOLD_GRABBED,
    TAUT_HOLD_TARGET = 1 << 2,  // a target was set for the next step
    TAUT_HOLD_LISTED = 1 << 3,  // stands in `moving`
};

struct taut_backend;
struct taut_contacts;

// How a body feels the air: taut_air_def, and what it takes to work that out.
typedef struct taut_body_air {
    bool enabled;
    bool reserved;   // working memory is there
    int most_ropes;  // links that may count as ropes
    float drag, lift, friction, rope_drag, rope_radius;
} taut_body_air;

// A gas in a body.
typedef struct taut_body_gas_run {
    double amount, ambient, hole;  // Pa m^3, Pa, m^2
    double lambda;                 // of the last substep, Pa s^2
    double predicted;              // this substep: the volume before anything acted, m^3
    double weight;                 // this substep: sum of w |slope|^2
    double others;  // what everything else did to the volume in the last substep, over h^2
} taut_body_gas_run;

// Open wide: inside and outside are one, and nothing presses.
TAUT_INLINE bool taut_gas_open(const taut_body_gas_run* gas)
{
    return gas->hole > 1e30;
}

typedef struct taut_body {
    // What a step asks of every body, whatever comes of it: all in two lines of the cache.
    taut_blueprint* blueprint;
    struct taut_topology* topology;   // of a blueprint of its own (topology.h); NULL while shared
    const struct taut_backend* run;   // the stages it goes through
    struct taut_contacts* contacts;   // NULL until there are colliders (contacts.h)
    struct taut_pair_links* links;    // a block of its own; NULL where its particles touch nothing
    struct taut_device_body* device;  // its share of a device (cuda/device.h); NULL without one
    int particle_count;
    int moving_count;  // of `moving`
    int couplings;     // things that tie it to bodies that it acts on (crowd.h)
    float gravity_scale;
    float drag;               // 1/s
    float keep;               // exp(-drag h) of this step
    float kept_drag, kept_h;  // of which keep is that
    float last_h;             // substep of the last step; 0 before the first
    float last_scale;         // its 1/h^2: what makes a multiplier a force; 0 before the first
    int last_substeps;
    float still;      // seconds that it has been slow enough to fall asleep
    bool has_forces;  // `acceleration` is to be added in this step
    bool has_user_forces;
    bool blown;  // air acts in this step
    bool away;   // goes through the step at hand on the device
    bool frozen;
    bool fine;  // corrections are kept apart from positions
    bool asleep;
    bool woken;  // since the last step: an event is due
    bool due;    // to fall asleep after this step

    size_t bytes;
    uint64_t
        serial;  // no other body that the world ever makes has it; ids come back with snapshots

    // By particle, in the order of adding. During a step the backend works on a copy (work.h).
    //                    of a free particle                  of a kinematic one
    taut_float4* x;   // position; inverse mass in w        position; 0 in w
    taut_float4* v;   // velocity                           velocity of its motion
    taut_float4* p;   // VERLET, LEGACY: x a substep ago    the same
    taut_float4* q;   // nothing                            where it is to be after the step
    taut_float4* lo;  // what x could not hold of a move    what constraints pressed on it in this
                      //                                    step: the sum of dlambda grad

    taut_vec3* force;         // newtons, for the next step
    taut_vec3* acceleration;  // of the field and the forces in this step
    taut_float4* before_x;    // x and v before this step: to interpolate, and to go back to
    taut_float4* before_v;
    taut_vec3* normal;    // NULL without triangles
    float* inverse_mass;  // 1/kg, held or not
    uint8_t* hold;        // TAUT_HOLD_ bits
    int32_t* moving;      // kinematic particles that have, or just had, a target

    float* lambda[TAUT_CONSTRAINT_KIND_COUNT];  // by place in the set
    float* grip[TAUT_CONSTRAINT_KIND_COUNT];    // likewise: the value that friction holds; NULL
                                                // where none has any
    float* user_lambda;

    uint32_t realm;
    taut_collision_def collision;
    size_t contact_bytes;             // of its contacts
    taut_vec3 sleep_low, sleep_high;  // the box it sleeps in

    taut_body_air air;
    taut_body_gas_run* gases;  // as many as the blueprint has

    // Of a body that acts on others (crowd.h): the memory that it works in during a step, a block
    // of its own; NULL before the first such thing.
    void* room;
    size_t room_bytes;
    int crowd_index;  // during a step: its number in the crowd, -1 for none
} taut_body;

// NULL when memory is short. Takes a reference to the blueprint.
// @param fine keep corrections apart from positions
taut_body* taut_body_make(const taut_allocator* allocator, taut_blueprint* blueprint, bool fine);
void taut_body_unmake(const taut_allocator* allocator, taut_body* body);

// Puts a copy of a body's bytes into a block of as many: the body itself, or another that is to be
// the same. It keeps its room, contacts and links; references to the blueprint are the caller's.
// Its blueprint becomes `blueprint`, which has the counts of the one it had.
void taut_body_load(taut_body* body, const void* bytes, taut_blueprint* blueprint);

// Takes the velocities away: it is where it is, and was there a step ago.
void taut_body_stop(taut_body* body);

// What a constraint keeps: where it rubs, the value that it holds.
float taut_body_rest(const taut_body* body, taut_slot slot);

// A constraint where its particles are now.
taut_evaluation taut_body_evaluate(const taut_body* body, taut_slot slot);

// Where x was h seconds ago at velocity v: how Verlet keeps velocities.
TAUT_INLINE taut_float4 taut_past_of(taut_float4 x, taut_float4 v, float h)
{
    taut_float4 past = {x.x - h * v.x, x.y - h * v.y, x.z - h * v.z, x.w};
    return past;
}

// Makes a particle kinematic or free again, from rest, as its hold bits say.
void taut_body_apply_hold(taut_body* body, int particle);
