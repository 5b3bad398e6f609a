// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Bodies at rest and bodies put elsewhere: sleeping, settling before the first frame, teleports,
/// masses that change. Included by taut.h.

#pragma once

#include "taut/taut_base.h"
#include "taut/taut_collide.h"

typedef struct taut_world taut_world;

// Sleeping ----------------------------------------------------------------------------------------

/// When bodies fall asleep. Part of taut_world_def. A body all of whose particles, held ones
/// included, have kept below `speed` for `seconds` is stopped and sleeps: it takes no part in steps
/// and costs nothing there, forces and reactions stay readable. Whatever reaches in wakes it: a
/// force, an impulse, a pin let go or moved, a grab, a change of gravity or of a setting of the
/// body, a teleport, a collider or another body that comes near, the end of one that it may lie on.
/// In a wind that it feels nobody falls asleep. What the world does not see does
/// not wake a body: a field that changes with time needs taut_body_wake().
typedef struct taut_sleep_def {
    bool enabled;   ///< default false: sleeping stops what is left of a motion, and so changes bits
    float speed;    ///< m/s, > 0; default 0.01
    float seconds;  ///< of simulated time, >= 0; default 0.5
} taut_sleep_def;

/// True while the body sleeps; false for a stale id.
TAUT_API bool taut_body_asleep(const taut_world* world, taut_body_id body);

/// Wakes a body, or makes one that is awake begin its time of rest anew.
TAUT_API taut_result taut_body_wake(taut_world* world, taut_body_id body);

// Starting at rest --------------------------------------------------------------------------------

/// How still is still enough. Start from taut_settle_def_default().
typedef struct taut_settle_def {
    uint32_t stamp;
    float unrest;    ///< largest taut_measure.unrest, > 0; default 0.01: 1 % of gravity
    float speed;     ///< largest speed of a particle, m/s, > 0; default 0.05
    int most_steps;  ///< steps of taut_world_def.step_dt to give it, 1 to 100,000; default 1000
    /// Per step, up to 10,000: those that the host will step with, since a body that is not solved
    /// to the end hangs a little lower at fewer. Default 0: taut_world_def.substeps.
    int substeps;
} taut_settle_def;

TAUT_API taut_settle_def taut_settle_def_default(void);

/// How far settling came.
typedef struct taut_settled {
    bool settled;      ///< all bodies are as still as was asked, and none was frozen
    int steps;         ///< that it took, or most_steps
    float unrest;      ///< of the body that was worst in the last step
    float speed;       ///< of the fastest particle in the last step
    uint32_t trouble;  ///< TAUT_STEP_ bits of any of the steps
} taut_settled;

/// Lets all bodies come to rest where they would hang, lie or lean in the end, without the motion
/// in between: takes steps in which every body is stopped whenever its kinetic energy has passed a
/// peak, then takes all velocity away. Time stands still; targets of pins and colliders and
/// forces for the next step wait as they were (places of attachments are taken up); no events are
/// noted. A scene that begins so does not begin with a jolt. Bodies
/// that nothing holds fall until the steps are used up: give them a pin, or settle single bodies.
/// Not for a frame: it takes as long as its steps do, and memory for a copy of pending forces.
/// @param def     NULL for the defaults
/// @param settled may be NULL
TAUT_API taut_result taut_world_settle(taut_world* world, const taut_settle_def* def,
                                       taut_settled* settled);

/// The same for one body; the others stand still meanwhile.
TAUT_API taut_result taut_body_settle(taut_world* world, taut_body_id body,
                                      const taut_settle_def* def, taut_settled* settled);

// Teleports ---------------------------------------------------------------------------------------

/// What becomes of the velocities of a body that is put elsewhere.
typedef enum taut_teleport_motion {
    TAUT_TELEPORT_TURN = 0,  ///< they turn with it
    TAUT_TELEPORT_STOP,      ///< they become 0
    TAUT_TELEPORT_MOTION_COUNT
} taut_teleport_motion;

/// Where to: x becomes turn (x - about) + about + move. Start from taut_teleport_default().
typedef struct taut_teleport {
    uint32_t stamp;
    taut_vec3 move;   ///< metres, within 1e9; default 0
    taut_vec3 about;  ///< what it turns about, within 1e9 m; default 0
    taut_quat turn;   ///< of any length but 0; default none. In a planar world about z alone
    taut_teleport_motion motion;  ///< default TURN
} taut_teleport;

TAUT_API taut_teleport taut_teleport_default(void);

/// Puts a body elsewhere at once, as a rigid whole: positions, pins, targets and what it was a step
/// ago, so that nothing stretches, nothing is dragged along the way and no frame is drawn in
/// between. What rounding takes goes into what free particles of XPBD worlds carry. Forces for the
/// next step stay as they are. Wakes the body.
TAUT_API taut_result taut_body_teleport(taut_world* world, taut_body_id body,
                                        const taut_teleport* to);

/// Gives a particle another mass: it keeps position and velocity. taut_body_mass() reads it.
/// @param mass kilograms, > 0 and finite, as of a builder's particle
TAUT_API taut_result taut_body_set_mass(taut_world* world, taut_body_id body, int particle,
                                        float mass);
