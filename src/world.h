// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The world's insides, for the files that make up its calls.

#pragma once

#include "attachments.h"
#include "backend/backend.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/realms.h"
#include "body.h"
#include "collide/collider.h"
#include "events.h"
#include "platform/pool.h"
#include "profile.h"
#include "taut/taut.h"

typedef struct taut_body_slot {
    taut_body* body;  // NULL while free
    uint32_t generation;
    uint32_t realm;  // of all bodies that it will ever hold
} taut_body_slot;

// Memory that one thread works on a body in.
typedef struct taut_room {
    void* memory;
    size_t bytes;
} taut_room;

// What bodies of one realm have that act on one another.
typedef struct taut_group {
    uint32_t realm;
    struct taut_crowd* crowd;
    struct taut_pairs* pairs;
    taut_knots knots;
} taut_group;

#define TAUT_CHOOSER_COSTS 8

// What the choice of substeps goes by (budget.c).
typedef struct taut_chooser {
    int substeps;                      // of the last choice; 0 before the first
    double costs[TAUT_CHOOSER_COSTS];  // seconds that a substep took in the last steps, in a ring
    int cost_count;                    // how many were ever written
    double wish;                       // substeps that the target asks for
    const int32_t* replay;             // the caller's: choices to come
    int replay_left;
} taut_chooser;

struct taut_recorder;

// Stands for a world, whose own address may be another world's some day: while a snapshot holds it,
// no other world can have the same.
typedef struct taut_world_name {
    atomic_int holders;  // the world, and its snapshots
} taut_world_name;

struct taut_world {
    taut_world_def def;
    taut_allocator allocator;
    taut_error error;
    taut_backend_kind backend;  // never AUTO
    taut_backend_fn* stages;    // of it

    taut_parallel_for_fn* parallel_for;  // see platform/parallel.h; NULL: inline
    void* parallel_host;
    int thread_count;
    taut_pool* pool;  // NULL with one thread, or the host's

    taut_body_slot* slots;
    taut_body** active;               // room for the bodies of a step; as large as slots
    bool any_contacts, any_topology;  // has some body, as the last step began
    int slot_count, slot_capacity, active_capacity;
    int body_count;
    taut_realms realms;    // of the slots
    uint64_t last_serial;  // of the body made last; never goes back
    taut_collider_set colliders;
    taut_room* rooms;    // one for each thread
    int whole_count;     // bodies that one thread may take through a step
    size_t whole_bytes;  // room that the largest of them ever needed

    taut_air air;

    double time;         // simulated seconds
    double accumulator;  // seconds that advance() has yet to simulate
    int steps_to_come;   // of this call of advance() after the one at hand

    bool trying;  // steps that nobody hears of (trial.c, settle.c): nothing breaks or lets go
    taut_events events;
    taut_attachments attachments;
    taut_knots knots;
    struct taut_crowd* crowd;  // bodies that act on one another (crowd.h); NULL before the first
    struct taut_pairs* pairs;  // their particles that touch (pairs.h); likewise
    // Each realm has its own of these three. Those above are the ones of the realm at hand, and
    // what its group has of them is old (groups.c).
    taut_group* groups;  // by realm
    int group_count, group_capacity;
    int group_at_hand;  // -1 before the first

    taut_profile profile;
    struct taut_watcher* watcher;  // NULL while nobody watches a body (watch.h)
    taut_chooser chooser;
    int32_t* taken;    // substeps of each step of the last call; room for def.most_steps
    uint64_t changes;  // calls that changed something, sleepers and snapshots that came back
    int taken_count;

    struct taut_device* device;  // NULL but for backend CUDA (cuda/device.h)

    struct taut_recorder* recorder;  // NULL while there is none (record.c)
    const taut_body* only;           // the one body that takes part in steps; NULL: all
    bool settling;                   // steps are none of the host's (settle.c)
    taut_world_name* name;           // what its snapshots know it by
};

// Notes why a call fails, calls the assert handler in debug builds, returns `result`.
taut_result taut_world_fail(taut_world* world, taut_result result, const char* format, ...)
    TAUT_FORMAT(3, 4);

// The state of a body: what a step changes of it. A device that has a body has the newer copy of
// its state, and whoever looks at the host's asks for it first.
enum {
    TAUT_STATE_NONE = 0,
    TAUT_STATE_X = 1 << 0,  // inverse masses, and x of held particles, are always at home
    TAUT_STATE_V = 1 << 1,
    TAUT_STATE_LO = 1 << 2,
    TAUT_STATE_P = 1 << 3,
    TAUT_STATE_BEFORE = 1 << 4,  // before_x, before_v
    TAUT_STATE_LAMBDA = 1 << 5,  // and what friction holds
    TAUT_STATE_GAS = 1 << 6,
    TAUT_STATE_CONTACTS =
        1 << 7,                  // pairs that meet colliders, of the last substep: to be read only
    TAUT_STATE_PARTED = 1 << 8,  // what came clear of what it hung together with (topology.h)
    TAUT_STATE_ALL = (1 << 9) - 1,
};

// To read some of it; to read or change anything; the same of one particle alone, or of the
// gases; and to write over all of it. Where no device has the body nothing is to be done
// (cuda/state.c, cuda/none.c).
void taut_state_read(const taut_body* body, unsigned state);
void taut_state_own(taut_body* body);
void taut_state_own_particle(taut_body* body, int particle);
void taut_state_own_gas(taut_body* body);
void taut_state_replace(taut_body* body);

// Its blueprint is another from now on, or is about to change: all of its state is at home, and
// what a device knows of the blueprint is old.
void taut_state_rebuilt(taut_body* body);

// Reads spans of many bodies in one piece, which taut_world_gather() has checked. False, and
// nothing is written, where no device has any of them, or memory is short, or it fails.
bool taut_state_gather(taut_world* world, const taut_span* spans, int count, taut_vec3* positions,
                       taut_vec3* velocities);

// The same to arrays of the device, of bodies that it has and others.
taut_result taut_state_deliver(const taut_world* world, const taut_span* spans, int count,
                               taut_vec3* positions, taut_vec3* velocities);

// Starts to fetch positions. Where the device has them; false where no device has the body.
void taut_state_prefetch(const taut_body* body);
bool taut_state_view(const taut_body* body, taut_device_view* view);

// The body an id names, or NULL. `find` notes the error; `peek` is silent. All of it may be read
// and changed; with `_at`, that part of its state may be read, and what is no state changed.
taut_body* taut_world_find(taut_world* world, taut_body_id id);
taut_body* taut_world_peek(const taut_world* world, taut_body_id id);
taut_body* taut_world_find_at(taut_world* world, taut_body_id id, unsigned state);
taut_body* taut_world_peek_at(const taut_world* world, taut_body_id id, unsigned state);
taut_body_id taut_world_id(const taut_world* world, int slot);

// The body an id names, and `particle` within it; NULL with the error noted otherwise. All of the
// body may be read and changed; of `one`, that particle alone.
taut_body* taut_world_find_particle(taut_world* world, taut_body_id id, int particle);
taut_body* taut_world_find_particle_at(taut_world* world, taut_body_id id, int particle,
                                       unsigned state);
taut_body* taut_world_find_one(taut_world* world, taut_body_id id, int particle);

// In a planar world, whether v stays in the plane; notes the error when it does not. Finite, too.
taut_result taut_world_check_vector(taut_world* world, const char* what, taut_vec3 v);

// The same for places, which also lie within 1e9 m.
taut_result taut_world_check_place(taut_world* world, const char* what, taut_vec3 v);

// Whether a body takes part in steps. NULL does not.
static inline bool taut_world_steps_body(const taut_world* world, const taut_body* body)
{
    return body != NULL && !body->frozen && !body->asleep &&
           (world->only == NULL || world->only == body);
}

// Makes room for working on one more body. False when memory is short.
bool taut_world_reserve(taut_world* world, const taut_body* body);

// Makes room anew for the bodies there are, after some of them came to need more. False when memory
// is short.
bool taut_world_reserve_again(taut_world* world);

// A new body feels the air by the default def; memory for it is reserved with the rest where the
// world has air (world_air.c).
void taut_world_give_air(const taut_world* world, taut_body* body);

// Counts a body that has come (1) or goes (-1).
void taut_world_count_body(taut_world* world, const taut_body* body, int change);

// Bodies of a realm that act on one another (groups.c): makes those of a realm the ones at hand,
// in a new group where there is none (false when memory is short); and gives all back.
bool taut_groups_enter(taut_world* world, uint32_t realm);
void taut_groups_free(taut_world* world);

// Number of a realm's group, -1 where it has none; makes a group the one at hand; what it has; and
// the world as it sees it: a copy, in which nothing may be made.
int taut_groups_find(const taut_world* world, uint32_t realm);
void taut_groups_take(taut_world* world, int number);
taut_group taut_groups_get(const taut_world* world, int number);
taut_world taut_groups_view(const taut_world* world, int number);
void taut_groups_add_bytes(const taut_world* world, taut_memory* m);

// Ties a body to others, so that from the next step on it goes from substep to substep with them,
// and unties it again (crowd.c). False when memory is short; then nothing has changed.
bool taut_world_couple(taut_world* world, taut_body* body);
void taut_world_uncouple(taut_body* body);

// What the crowd holds, and giving it back.
size_t taut_crowd_bytes(const taut_world* world);
void taut_crowd_free(taut_world* world);

// The device of a world with backend CUDA, and the share of it that a body has (cuda/device.c, or
// cuda/none.c where it is not built). In other worlds nothing is to be done, and it went well.
taut_result taut_world_open_device(taut_world* world, taut_error* error);
void taut_world_close_device(taut_world* world);
bool taut_world_give_device(taut_world* world, taut_body* body);
bool taut_world_give_device_air(taut_world* world, taut_body* body);       // once it is reserved
bool taut_world_give_device_contacts(taut_world* world, taut_body* body);  // of those it has
void taut_world_learn_colliders(taut_world* world);                        // some are new, or gone
void taut_world_give_device_joins(taut_world* world, const taut_body* body);  // that is attached
void taut_world_take_device(taut_world* world, taut_body* body);

size_t taut_device_bytes(const taut_world* world);
size_t taut_device_host_bytes(const taut_world* world);  // of the host, that the device can reach
size_t taut_device_own_bytes(const taut_world* world);   // of the host, by allocators of the world

// Bodies that were on it when it failed, so far.
int taut_device_lost_bodies(const taut_world* world);

// False where the world has no device.
bool taut_device_tell(const taut_world* world, taut_device_info* info);

// Why it did not take a body through the last step, and the body whose reason that is, where it is
// another's; and of one that a step begins without.
taut_stay taut_device_stay_of(const taut_world* world, const taut_body* body, taut_body_id* whose);
void taut_device_rest(taut_body* body);

// Before a step: whether a device takes the bodies that act on one another; those of a realm go all
// or none.
void taut_device_open_crowds(const taut_world* world, const taut_step* s);

// Pairs of particles of a realm that touched there: the host has them as after a step of its own.
void taut_device_read_pairs(const taut_world* world, uint32_t realm, struct taut_pairs* pairs);

// A step begins: a body that a device can take through it is `away` from then on, any other is at
// home with all its state. True where the device is to open it, too.
bool taut_device_open(const taut_world* world, const taut_step* s, taut_body* body);

// Before that: whether a body goes through the step as it went through the last one, on a device
// and with nothing changed since. It is away then, and nothing is to be opened.
bool taut_device_goes_on(const taut_world* world, const taut_step* s, const taut_body* body);

// Whether all bodies of the last step do, as nothing has changed since: then none of them is asked.
bool taut_device_all_go_on(const taut_world* world, taut_step* s);

// Of a body that is away: how a kinematic particle goes through the step. True where the device
// sets its velocity.
// @param rests has no target any more
bool taut_device_note(taut_body* body, int particle, taut_float4 v, bool rests);

// Sends those bodies of a step that are away on their way, true where these are all; and waits for
// them, which the host may do something before. Afterwards: whether all of them went on as they did
// before, and all numbers are finite; whether those of such a one are, whether any particle has
// taut_world_def.sleep.speed or more, whether something is beyond its limits; and of any body, or
// NULL, whether a device has lost it since this was last asked.
bool taut_device_begin(taut_world* world, const taut_step* s);
void taut_device_end(taut_world* world, const taut_step* s);
bool taut_device_calm(const taut_world* world);
bool taut_device_finite(const taut_body* body);
bool taut_device_fast(const taut_body* body);
bool taut_device_overloaded(const taut_body* body);  // or nobody knows
bool taut_device_forsook(taut_body* body);

// The stages for a body of this world.
const taut_backend* taut_world_stages(const taut_world* world, bool fine);

// Colliders (world_collide.c): defaults and checks of what defs say of them, what a body needs to
// meet them once there are any (false when memory is short), and their end.
taut_collision_def taut_collision_default(void);
taut_result taut_world_check_collision(taut_world* world, const taut_collision_def* def);
bool taut_world_give_contacts(taut_world* world, taut_body* body);
void taut_world_free_colliders(taut_world* world);

// A step of `substep_count` substeps, and nothing else (world_step.c). The report begins anew.
taut_result taut_world_take_step(taut_world* world, float dt, int substep_count,
                                 taut_step_report* report);

void taut_world_name_release(const taut_allocator* allocator, taut_world_name* name);

taut_result taut_solver_check(const taut_solver_def* def, taut_error* error);
