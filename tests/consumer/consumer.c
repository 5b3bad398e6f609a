// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A rope of one metre, held at its start, swings for a second; prints the height of its end.
// consumer.cpp is the same program in C++ and must print the same line.

#include <taut/taut.h>

#include <stdio.h>

static int complain(const char* what, const char* why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    return 1;
}

// Puts the rope into the world; the particle at its end has number *last.
static taut_result add_rope(taut_world* world, taut_body_id* body, int* last)
{
    taut_builder* builder = NULL;
    taut_result result = taut_builder_create(NULL, &builder, NULL);
    if (result != TAUT_OK) {
        return result;
    }
    taut_rope_def rope = taut_rope_def_default();
    rope.pin_start = true;
    taut_part part;
    taut_blueprint* blueprint = NULL;
    result = taut_make_rope(builder, &rope, &part);
    if (result == TAUT_OK) {
        result = taut_builder_bake(builder, &blueprint);
    }
    if (result == TAUT_OK) {
        taut_body_def def = taut_body_def_default();
        def.blueprint = blueprint;
        result = taut_body_create(world, &def, body);
        *last = part.first_particle + part.particle_count - 1;
    }
    taut_blueprint_release(blueprint);
    taut_builder_destroy(builder);
    return result;
}

// Lets a second pass and prints; the world stays the caller's.
static int swing(taut_world* world)
{
    taut_body_id body = {0, 0};
    int last = 0;
    taut_result result = add_rope(world, &body, &last);
    for (int frame = 0; frame < 60 && result == TAUT_OK; ++frame) {
        result = taut_world_step(world, 1.0f / 60.0f, 20, NULL);
    }
    if (result != TAUT_OK) {
        return complain(taut_result_name(result), taut_world_last_error(world));
    }
    taut_vec3 end = taut_vec3_at(taut_body_positions(world, body), last);
    printf("the end of the rope is at %.6f m\n", (double)end.y);

    // It has moved, and to where the rope reaches: nylon gives a few per cent at most.
    if (end.y == 0.0f || end.x * end.x + end.y * end.y > 1.05f * 1.05f) {
        return complain("the end", "did not swing as the end of a rope does");
    }
    return 0;
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = NULL;
    taut_error error;
    if (taut_world_create(&def, &world, &error) != TAUT_OK) {
        return complain("world", error.text);
    }
    int code = swing(world);
    taut_world_destroy(world);
    return code;
}
