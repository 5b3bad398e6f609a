// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts of a body with colliders. Pairs that could touch within a step are found once
// (candidates.c); each substep looks where they meet (contacts.c) and pushes them apart after each
// sweep over the constraints. Pairs stand in the order of their elements and colliders, and are
// taken in it: particles by seat, edges and faces by colours (contacts_order.h). So those of
// different particles, and of different elements of a colour, may be taken side by side.

#pragma once

#include <stdalign.h>

#include "backend/backend.h"
#include "collide/distance.h"

// A collider that the body touched in the last step it took, and what it put on it: N and N m, the
// mean of that step.
typedef struct taut_touch {
    int32_t collider;
    uint32_t generation;
    taut_collider_load load;
} taut_touch;

// A collider near the body.
typedef struct taut_near {
    int32_t collider;
    bool going;
    bool convex;
    bool thin;                   // nothing gets deep into it without being nearly through
    taut_pose before, after;     // of this substep
    float travel;                // no point of it went farther in this step until `after`
    float hold, slide, bounce;   // of both surfaces together
    double force[3], torque[3];  // what the body put on it: sums of lambda over substeps
    double group_force[3], group_torque[3];  // on the host: of group number `group` of a substep,
    int32_t group;                           // as far as it was added up
    float hardest;                           // push of this step; 0 where it touches nothing
    int32_t hit;                             // the seat that it was, mostly
    taut_vec3 hit_at;                        // and where
} taut_near;

// In fours, each of which is read and written in one piece where somebody can. What is asked for
// together stands together.
typedef struct taut_contact {
    alignas(16) int32_t near;  // index
    int32_t seats[3];          // of the body; -1 where there are fewer
    float weights[3];          // of the seats
    float weight;              // sum of w b^2
    taut_vec3 n;               // away from the collider
    float lambda;              // of the normal, this substep
    taut_vec3 pushed;          // all that was put on the body in this substep: sums of dlambda, and
                               // what the rebound took
    float speed;               // of separation before the substep
    taut_vec3 at;              // on its surface
    float bias;                // of the gap
    taut_vec3 from;            // where the touching point was before, carried along by the collider
    float most;                // lambda may be no larger: found deep inside; else infinite
    taut_vec3 rub;             // of friction
    float start;               // gap before the substep
    int32_t feature;           // of the collider
} taut_contact;

// What is asked of every pair in every substep, apart from the rest of it: most are not looked at.
// It is read in one piece where somebody can.
typedef struct taut_watch {
    alignas(16) int32_t seats[3];  // of the pair
    int32_t near;
} taut_watch;

// What a chunk of pairs puts on a collider in a substep: pairs are added up in chunks of so many,
// by their numbers, and chunks in groups.
#define TAUT_CONTACT_CHUNK 16
#define TAUT_CONTACT_GROUP 16
#define TAUT_CONTACT_COLUMNS 64  // colliders whose loads by group a device has room for, at least
typedef struct taut_contact_load {
    alignas(16) int32_t near;
    int32_t hit;  // the pair that pushed hardest
    float hardest;
    double force[3], torque[3];
} taut_contact_load;

// So many particles may go farther than pairs were looked for and look round by themselves
// (contacts_stray.inl); where more do at once, pairs are found again for all.
#define TAUT_CONTACT_STRAYS 16

// Where a particle stands in this substep, by itself.
typedef struct taut_standing {
    taut_vec3 n;
    int32_t near;  // a convex shape; -1 for anything else, or nothing
} taut_standing;

// What a node of a tree may press with: by its link, by its own contact, by that of its link.
typedef struct taut_bend_guess {
    float link;
    float lambda[2];
} taut_bend_guess;

// Where the elements of each colour begin. After the last colour come those for which there was
// none, which are taken one after another; then the end.
#define TAUT_CONTACT_COLOURS 32
typedef struct taut_contact_colours {
    int32_t first[TAUT_CONTACT_COLOURS + 2];
} taut_contact_colours;

typedef struct taut_contacts {
    taut_collision_def def;
    size_t bytes;
    int room, near_room;
    int seat_count;  // of the blueprint

    int32_t* edges;  // two seats each
    int edge_count;
    int edge_room;   // for more of them, where the body may tear (contacts_torn.c)
    int32_t* faces;  // three seats each
    int face_count;
    int face_room;
    taut_contact_colours edge_colours, face_colours;

    taut_contact* pairs;
    taut_watch* watches;  // of the pairs
    float* until;   // by pair: it need not be looked at before its seats and the collider have
                    // travelled that far in all
    uint8_t* live;  // by pair: it may touch in this substep
    int pair_count;
    int point_count;  // of them, those of a single particle, which come first
    taut_near* near;
    int near_count;
    taut_touch* touches;  // as many as `near` has room for (touches.c)
    int touch_count;
    float longest2;  // side of an edge or a face, where pairs were looked for, squared; < 0: not
                     // asked for yet

    // By seat: where candidates were looked for, how far from it the pairs hold
    // good, and where the substep began.
    taut_rows base;
    float* reach;
    taut_rows before;
    uint8_t* moved;  // the look after which it was last pushed
    float* travel;   // how far it went in this step until it was `seen` last
    taut_rows seen;
    taut_standing* on;

    // Contacts of nodes of trees (touching.c), as lists by node.
    struct taut_newton_touch* bends;
    int bend_room, bend_count;
    int32_t* bend_first;
    taut_bend_guess* guesses;  // by node
    int32_t* node_of;          // by seat; -1 of others

    int64_t dropped;  // pairs without room in this step
    int touching;     // contacts that pushed in the last substep
} taut_contacts;

// NULL when memory is short.
taut_contacts* taut_contacts_make(const taut_allocator* allocator, const taut_blueprint* blueprint,
                                  const taut_collision_def* def);

// One like `from`, whose arrays are not looked at: with its rooms and counts, and these. NULL when
// memory is short.
taut_contacts* taut_contacts_make_like(const taut_allocator* allocator,
                                       const taut_blueprint* blueprint, const taut_contacts* from);
// Where its arrays lie in a block, by its rooms.
void taut_contacts_lay_out(taut_contacts* k, const taut_blueprint* p, taut_layout* layout);
// What outlasts a step; faces are those of the blueprint that the body has now.
void taut_contacts_load(taut_contacts* k, const taut_contacts* from, const int32_t* edges,
                        const taut_touch* touches, const taut_blueprint* blueprint);
void taut_contacts_unmake(const taut_allocator* allocator, taut_contacts* contacts);

// Seats of parts. What is set aside for particles to come holds nothing, and its memory is whatever
// it was.
TAUT_INLINE int taut_contact_seats(const taut_work* w)
{
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    return seating->first[seating->part_count];
}

// Where a particle is in the sweep, and moving it.
TAUT_INLINE taut_vec3 taut_contact_place(const taut_work* w, int seat)
{
    taut_vec3 x = taut_rows_get(w->x, seat);
    return w->body->fine ? taut_vec3_add(x, taut_rows_get(w->d, seat)) : x;
}

// Whether any contact pushes in this substep, as hard as it must.
bool taut_contacts_press(const taut_work* w);

// Finds pairs for `time` seconds to come, from `base` on; near colliders are added to those there.
void taut_contacts_find(const taut_step* s, taut_work* w, float time);

// Trees that press, together with their contacts: false where plain sweeps are to do it
// (touching.c). What is kept for that begins anew with each step.
bool taut_contacts_bend(const taut_step* s, taut_work* w);
void taut_contacts_open_bends(const taut_work* w);

// At the beginning of a step; of a substep; after each sweep; after velocities are known; at the
// end of the step.
void taut_contacts_open(const taut_step* s, taut_work* w);
void taut_contacts_begin(const taut_step* s, taut_work* w);
void taut_contacts_meet(const taut_step* s, taut_work* w, bool ahead);
void taut_contacts_meet_again(const taut_step* s, const taut_work* w, int first, int end,
                              uint8_t look);
void taut_contacts_solve(const taut_step* s, taut_work* w, int iteration, int iterations);
void taut_contacts_bounce(const taut_step* s, taut_work* w);
