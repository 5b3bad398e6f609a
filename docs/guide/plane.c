// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A 2-D world with three ropes from one blueprint, each put elsewhere and treated differently.

#include "guide.h"

#define LINKS 12
#define ROPES 3

static taut_blueprint* bake_rope(void)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.link_count = LINKS;
    rope.pin_start = true;
    rope.end_mass = 0.1f;
    taut_make_rope(builder, &rope, NULL);
    taut_blueprint* blueprint = NULL;
    if (taut_builder_bake(builder, &blueprint) != TAUT_OK) {
        printf("not baked: %s\n", taut_builder_last_error(builder));
    }
    taut_builder_destroy(builder);
    return blueprint;
}

static void place_ropes(taut_world* world, taut_blueprint* blueprint, taut_body_id* ropes)
{
    static const float drag[ROPES] = {0.0f, 1.0f, 5.0f};
    for (int i = 0; i < ROPES; ++i) {
        taut_body_def def = taut_body_def_default();
        def.blueprint = blueprint;
        def.offset = (taut_vec3){3.0f * (float)i, 0.0f, 0.0f};
        def.drag = drag[i];  // 1/s
        if (taut_body_create(world, &def, &ropes[i]) != TAUT_OK) {
            printf("no body: %s\n", taut_world_last_error(world));
        }
    }
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    def.planar = true;
    taut_world* world = guide_world(&def);
    taut_blueprint* blueprint = bake_rope();
    taut_body_id ropes[ROPES] = {{0}};
    place_ropes(world, blueprint, ropes);
    taut_blueprint_release(blueprint);  // the bodies hold it now
    guide_run(world, 300);

    int wrong = 0;
    float z = 0.0f;
    for (int i = 0; i < ROPES; ++i) {
        taut_measure m = {0};
        taut_body_measure(world, ropes[i], &m);
        printf("rope %d moves with %.3f m/s at most\n", i, (double)m.max_speed);
        for (int k = 0; k <= LINKS; ++k) {
            z = fmaxf(z, fabsf(taut_vec3_at(taut_body_positions(world, ropes[i]), k).z));
        }
    }
    wrong += guide_expect(z == 0.0f, "nothing leaves the plane");

    taut_body_destroy(world, ropes[1]);
    printf("%d bodies left\n", taut_world_body_count(world));
    wrong += guide_expect(!taut_body_valid(world, ropes[1]), "its id is not valid any more");
    taut_vec3 out_of_plane = {0.0f, 0.0f, 1.0f};
    taut_result result = taut_body_add_force(world, ropes[0], LINKS, out_of_plane);
    printf("%s: %s\n", taut_result_name(result), taut_world_last_error(world));
    wrong += guide_expect(result == TAUT_ERROR_INVALID, "a force out of the plane is refused");
    taut_world_destroy(world);
    return wrong;
}
