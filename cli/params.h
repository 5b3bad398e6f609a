// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Parameters of a scene from the command line: --set, --vary, --seed, --jitter and --copies. They
// are read as they come, and looked at once the scene is known.

#pragma once

#include "cli.h"
#include "scenes/vary.h"

#define TAUT_CLI_MOST_SETS 64
#define TAUT_CLI_MOST_SEED 9000000000000000  // JSON has no exact integers beyond 2^53

typedef struct taut_params {
    const char* sets[TAUT_CLI_MOST_SETS];  // KEY=VALUE
    int set_count;
    const char* varied[TAUT_SCENE_MAX_VARIED];  // KEY=LOW:HIGH
    char keys[TAUT_SCENE_MAX_VARIED][64];
    int varied_count;
    long long seed;  // -1: none was given
    double jitter;   // below 0: likewise
    long long copies;
} taut_params;

taut_params taut_params_default(void);

// These return an exit code, after a sentence where it is not TAUT_EXIT_OK.
int taut_params_take_set(taut_params* params, const char* text);
int taut_params_take_vary(taut_params* params, const char* text);
int taut_params_take_seed(taut_params* params, const char* text);
int taut_params_take_jitter(taut_params* params, const char* text);
int taut_params_take_copies(taut_params* params, const char* text);

// Puts everything into the options of the scene.
int taut_params_apply(taut_params* params, const taut_scene* scene, taut_scene_options* options);
