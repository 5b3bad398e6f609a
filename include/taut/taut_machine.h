// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Rope machines: a winch that takes rope in and gives it out. (A pulley is a constraint kind:
/// taut_build.h.)

#pragma once

#include "taut/taut_base.h"

typedef struct taut_world taut_world;

/// A winch at one end of a rope of equal links. What it has taken in is held: the last particle
/// taken runs on behind the drum, in line with the rope, so that the free part always leaves
/// through the drum; the one before it follows a link behind, where all others wait. No length
/// changes, and a particle that passes the drum does so at the speed of the rope: the pull does not
/// jump.
///
/// Plain data that belongs to the caller. Start from taut_winch_def_default().
typedef struct taut_winch_def {
    uint32_t stamp;
    taut_body_id body;
    int first_particle;  ///< of the rope; its particles follow one another
    int particle_count;  ///< 3 to 1,000,000
    taut_vec3 drum;      ///< where the rope leaves
    float taken;         ///< m of rope that are in the winch at the start, default 0
} taut_winch_def;

TAUT_API taut_winch_def taut_winch_def_default(void);

/// A winch at work. Read it; leave changing it to the calls below. There is nothing to free: to end
/// it, call them no more, and taut_body_unpin() the first `held_count` particles or destroy the
/// body.
typedef struct taut_winch {
    taut_body_id body;
    int first_particle;
    int particle_count;
    float link_length;  ///< m
    taut_vec3 drum;
    int held_count;  ///< particles held: the last of them is in the drum or behind it
    float behind;    ///< m, how far; the one before it is `spacing` further, and so all others
    float spacing;   ///< m, a link as long as the one outside is under its pull
    float speed;     ///< m/s, of the last call; > 0 takes in
} taut_winch;

/// Takes hold of the rope's first particles, those within `taken`, and puts them where they belong.
/// The others stay where they are: the first of them should be as far from the drum as the rest of
/// its link is long.
/// @param winch receives the winch; untouched on failure
TAUT_API taut_result taut_winch_create(taut_world* world, const taut_winch_def* def,
                                       taut_winch* winch);

/// Turns the winch for the next step of dt seconds. Call it before each taut_world_step(), also at
/// speed 0. At either end of the rope it stops: one link at least stays out, and the first particle
/// stays in.
/// @param speed m/s, > 0 takes in, < 0 gives out; at most link_length / dt
TAUT_API taut_result taut_winch_turn(taut_world* world, taut_winch* winch, float speed, float dt);

/// Moves the drum, evenly over the next step: call it before taut_winch_turn().
TAUT_API taut_result taut_winch_move(taut_world* world, taut_winch* winch, taut_vec3 drum);

/// Length of rope outside at rest, and what the rope pulls with where it leaves the drum: N, mean
/// over the last step.
TAUT_API taut_result taut_winch_read(taut_world* world, const taut_winch* winch, float* length_out,
                                     float* pull);
