// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The part that a device plays in a world: bodies it can take go through their substeps there, the
// others on the host as in any world. Both give the same bits, so nobody can tell which.
//
// A body that the device took has its state there from then on, and nothing of it goes back before
// somebody asks (state.c). What the host changes goes there before the next launch.

#pragma once

#include "contacts.h"
#include "cuda/more.h"
#include "cuda/plan.h"
#include "world.h"

struct taut_cuda_shape;

// The colliders of a world on the device: the set and its items in one block, there and, as it was
// sent, on the host. Baked shapes are there once for all that have them.
typedef struct taut_device_colliders {
    taut_collider_set *set, *set_there;
    taut_collider *items, *items_there;
    taut_realm_entry *realms, *realms_there;  // of the set
    const taut_shape** shapes;                // by slot: those that `items` has on the device
    struct taut_cuda_shape* list;
    int capacity;
    int sent;    // of the items
    bool known;  // all there are
} taut_device_colliders;

// What many bodies are read by (gather.c): rows, then what came, on either side.
typedef struct taut_device_gather_room {
    void *room, *there;  // the first is the host's, where the device can reach it
    size_t bytes;        // of each
} taut_device_gather_room;

// Groups of bodies that are launched together (shape.h).
#define TAUT_DEVICE_GROUPS 6

// The bodies of a step, by groups. It stays from step to step, with their turns: those that go on
// as they went are not looked at any more, and the others have the same places, unless some come or
// go.
typedef struct taut_device_list {
    taut_body** bodies;
    taut_body** fresh;                             // those that do not just go on
    int count, fresh_count;                        // a count of 0: no turn stands
    int going;                                     // those that do
    int ends[TAUT_DEVICE_GROUPS];                  // by group
    taut_driver_shape shapes[TAUT_DEVICE_GROUPS];  // likewise: of the largest
    bool reshaped;                                 // some body is
    int blown, meets;                              // how many are, and do
    int first_new, end_new;                        // turns that the device has not got yet
    int launched;                                  // bodies, in the step at hand
    bool under_way;                                // all of them, and the host goes on meanwhile
    bool calm;         // all went well, and the host has nothing more to look at
    bool all_went_on;  // in the last step, whose substeps were these,
    int substep_count;
    float h;
    uint64_t changes;  // and after which the world's were so many
} taut_device_list;

typedef struct taut_device {
    taut_driver* driver;
    taut_cuda_plan* plans;
    taut_cuda_more* mores;
    taut_device_colliders colliders;
    taut_device_gather_room gather;
    taut_cuda_met *met, *met_there;  // by body of a step, of those that meet colliders
    taut_near* nears;  // colliders near bodies that have many of them, on their way to these
    int near_room;
    taut_air* air_there;                        // the world's, on the device
    taut_cuda_turn *turns, *turns_there;        // room for those of a step, on host and device
    taut_step *step, *step_there;               // the one at hand; reports follow in the same block
    taut_cuda_report *reports, *reports_there;  // likewise; the first is a size_t: particles slowed
                                                // to max_speed
    taut_device_list list;                      // whose they are
    struct taut_device_crowds* crowds;          // those that act on one another, realm by realm;
                                                // NULL before any may touch, or without memory
    int64_t long_nodes;                         // of bodies with trees that are long
    int capacity;                               // of bodies
    long taken;                                 // bodies it took through a step, so far
    int aboard;                                 // bodies it took through the last step
    double ms;                                  // by its own clock, of that; 0: not timed
    int lost_bodies;                            // so far
    bool lost;                                  // it failed: everything goes on on the host
    bool forsook;                               // and a body was lost since the last step
} taut_device;

// Steps without a change of its blueprint before a body goes to the device again: what is being
// torn goes on tearing, and each time all of it would travel.
#define TAUT_DEVICE_CALM 4

// Nodes of a tree that one thread solves from end to end: a core is done with a longer one sooner.
// One goes, too, where all of them have so many times its nodes that one or two cores would take
// longer; more are quicker (docs/decisions/0062-long-ropes-by-threads.md). Up to a length that
// there is memory for.
#define TAUT_DEVICE_NODES 256
#define TAUT_DEVICE_LONG 64
#define TAUT_DEVICE_LONG_FOR_TWO 256
#define TAUT_DEVICE_MOST_NODES 4096

// Particles that calls change one by one before all of a body goes home.
#define TAUT_DEVICE_PATCHES 64

// A body's share of the device.
typedef struct taut_device_body {
    // What a step asks of every body: all in one line of the cache.
    taut_cuda_plan* plan;               // NULL where there was no memory for another
    const struct taut_backend* stages;  // these four as its turn has them
    float gravity_scale;
    bool limits;
    bool meets;        // and its shape is for that
    bool plain;        // its turn is the same in the next step, unless something changes
    bool going;        // nothing did: it goes through the step at hand with the turn of the last
    bool there;        // the device has a good copy of everything
    bool told;         // and of the job
    bool edged;        // and of the edges and faces as they are
    bool stale;        // the blueprint has changed since
    bool shaped;       // for the plan at hand
    bool opens;        // the device is to open it
    bool launched;     // in the step under way
    bool tied;         // knots move its particles, as its job has it (crowd_joins.inl)
    bool gas_patched;  // the host has changed its gases since
    bool fetching;     // positions are on their way home
    bool forsaken;     // lost, and nobody has heard of it yet
    int patch_count;   // particles that the host has changed since
    unsigned home;     // TAUT_STATE_ bits of what the host has a good copy of
    int group;         // of bodies that are launched together: a taut_shape_group
    int at;            // its number among the bodies of the step; -1 before the first
    bool listed_blown, listed_meets;  // it is counted among those

    taut_device* of;
    taut_body* body;
    taut_cuda_more* more;  // NULL where it asks for none
    int calm;              // steps since the blueprint has changed

    void* memory;  // on the device: the job, its arrays, and what it works in
    size_t bytes;
    void* air_memory;  // likewise: what air works in; NULL before there is any
    size_t air_bytes;
    void* contact_memory;  // likewise: of those that may meet colliders; NULL before there are any
    size_t contact_bytes;
    void* room;  // on the host, where the device can reach it: these
    size_t room_bytes;
    taut_cuda_job* job;          // as the device has it
    taut_cuda_meeting* meeting;  // likewise
    taut_cuda_move* moves;       // of the step under way
    bool direct;                 // there is room for its trees
    int long_nodes;              // of these, where one is long
    int done_room, kept_room;    // clusters that job->done has room for, and seats of job->kept
    int move_room;
    int move_count, rest_count;
    bool pinned;  // the device can reach the body's own block, too

    bool level;                            // its accelerations are all 0
    bool pushed;                           // by a field or by forces, in the step under way
    int32_t patches[TAUT_DEVICE_PATCHES];  // particles that the host has changed

    taut_run run;  // of the step that its turn was written in
    taut_work opened;
    taut_driver_shape shape;  // of its blocks
    int blocks;
    bool sheet;      // goes as one (sheet.inl)
    bool refused;    // the last plan that was asked for
    bool too_much;   // a launch was refused: it goes as no sheet any more
    bool unwelcome;  // and another, too: it stays on the host

    taut_stay stay;      // why it did in the last step
    taut_body_id whose;  // the body whose reason that is; none: its own
} taut_device_body;

// Brings the blueprint of a body there anew. False where there is no memory for it.
bool taut_device_replan(taut_body* body);

// Contacts of a body with edges and faces, where they are others; and what came of contacts in the
// first so many bodies of a step. Waits for the device.
bool taut_device_send_edges(taut_body* body);
bool taut_device_hear_contacts(const taut_device* device, int count);

// The colliders of the world as a step finds them; their memory; and their end.
bool taut_device_send_colliders(taut_device* device, const taut_step* s);
size_t taut_device_collider_bytes(const taut_device* device);
size_t taut_device_collider_host_bytes(const taut_device* device);
size_t taut_device_collider_own_bytes(const taut_device* device);  // by allocators of shapes
void taut_device_forget_colliders(taut_device* device);
// Whether there is room for the trees of a body, and one that is long is in company.
bool taut_device_takes_trees(const taut_world* world, const taut_body* body);

// Why the device cannot take a body through a step, alone or with others: TAUT_STAY_NONE where it
// can. And whether it has its blueprint as it is, or why not.
taut_stay taut_device_stay(const taut_world* world, const taut_step* s, taut_body* body);
taut_stay taut_device_learn(taut_body* body);

// Multipliers of a body, and what friction holds: all between the first and the last of them, which
// are in one piece.
size_t taut_device_lambdas(const taut_body* body);

// Where the device has a part of the state of a body, X or V, of which the host has no good copy;
// NULL where it has one. What the host has changed is there, too. False where the device fails.
bool taut_state_there(const taut_body* body, unsigned state, const taut_float4** there);

// The same of a body of which the device has a good copy, whether the host has one or not.
bool taut_state_known(const taut_body* body, unsigned state, const taut_float4** there);

// Gives back what many bodies are read by.
void taut_device_forget_gather(taut_device* device);

// Brings what the host has changed to the device, which then has a good copy of everything.
bool taut_state_send(taut_body* body);

// The same of one that takes no part in the step, whose positions are all that is asked for.
bool taut_state_send_still(taut_body* body);

// The device takes a body through a step: all the host has is old from now on. Or nobody knows what
// it has done to it, and the body stays where the host last saw it.
void taut_state_leave(taut_body* body);
void taut_state_lose(taut_body* body);

// For tests: whoever looks at what is old sees that it is. What is always at home stays.
void taut_state_spoil(const taut_body* body);

// Lists the bodies of a step that are away, and writes the turns of those that do not just go on.
void taut_device_gather(const taut_world* world, const taut_step* s);

// Whether it may tear, and so is looked at after each step; and whether none of its distance
// constraints is damped, one-sided, or has play or friction.
bool taut_device_tears(const taut_body* body);
bool taut_device_links_plain(const taut_body* body);
