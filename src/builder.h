// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a builder holds, for baking (blueprint.c).

#pragma once

#include "base/alloc.h"
#include "base/error.h"
#include "builder_service.h"
#include "math/scalar.h"
#include "taut/taut_build.h"

typedef struct taut_built_particle {
    taut_vec3 position;
    float mass;
    float tether_slack;
    uint8_t tether_most;  // 0: none
    uint8_t tether_passes;
    bool pinned;
} taut_built_particle;

typedef struct taut_built_constraint {
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];  // unused ones -1
    float strength, stretch;                           // limits, 0 for none
    float rest, compliance, damping, damping_rate, play, friction, ratio;
    uint8_t kind, sides, family;
    bool crushes;
} taut_built_constraint;

typedef struct taut_built_triangle {
    int32_t corner[3];
} taut_built_triangle;

// A gas: triangles from `first` on, or particles of `loops` from there.
typedef struct taut_built_gas {
    int32_t first, count;
    float gauge, ambient;
    bool loop;
} taut_built_gas;

// Whether a constraint of this kind may have this rest value.
bool taut_builder_rest_valid(taut_constraint_kind kind, float rest);

struct taut_builder {
    taut_allocator allocator;
    taut_error error;
    taut_built_particle* particles;
    int particle_count, particle_capacity;
    taut_built_constraint* constraints;
    int constraint_count, constraint_capacity;
    taut_built_triangle* triangles;
    int triangle_count, triangle_capacity;
    taut_user_constraint_def* users;
    int user_count, user_capacity;
    taut_built_gas* gases;
    int gas_count, gas_capacity;
    int32_t* loops;
    int loop_count, loop_capacity;
};
