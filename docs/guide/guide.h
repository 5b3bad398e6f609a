// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the programs of the guide share: making a body in one go, and saying what went wrong.

#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <taut/taut.h>

// Prints what was expected when it did not come; the number of such things is the exit code.
static inline int guide_expect(bool holds, const char* what)
{
    if (!holds) {
        printf("NOT SO: %s\n", what);
    }
    return holds ? 0 : 1;
}

// Without a world there is nothing to show: the program ends.
static inline taut_world* guide_world(const taut_world_def* def)
{
    taut_error error;
    taut_world* world = NULL;
    if (taut_world_create(def, &world, &error) != TAUT_OK) {
        fprintf(stderr, "no world: %s\n", error.text);
        exit(1);
    }
    return world;
}

static inline taut_builder* guide_builder(void)
{
    taut_error error;
    taut_builder* builder = NULL;
    if (taut_builder_create(NULL, &builder, &error) != TAUT_OK) {
        printf("no builder: %s\n", error.text);
    }
    return builder;
}

// Bakes what the builder holds, makes one body of it, and lets go of both builder and blueprint:
// the body keeps what it needs.
static inline taut_body_id guide_put(taut_world* world, taut_builder* builder, taut_body_def def)
{
    taut_body_id body = {0};
    taut_blueprint* blueprint = NULL;
    if (taut_builder_bake(builder, &blueprint) != TAUT_OK) {
        printf("not baked: %s\n", taut_builder_last_error(builder));
    }
    def.blueprint = blueprint;
    if (taut_body_create(world, &def, &body) != TAUT_OK) {
        printf("no body: %s\n", taut_world_last_error(world));
    }
    taut_blueprint_release(blueprint);
    taut_builder_destroy(builder);
    return body;
}

static inline void guide_run(taut_world* world, int frames)
{
    for (int i = 0; i < frames; ++i) {
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
    }
}
