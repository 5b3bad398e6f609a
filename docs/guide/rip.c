// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Breaking, tearing and cutting: a rope with a weight that is too much for it, and a curtain that
// is cut.

#include "guide.h"

#define COLUMNS 21
#define ROWS 21

static int snap_rope(taut_world* world)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.end = (taut_vec3){0.0f, -2.0f, 0.0f};
    rope.pin_start = true;
    rope.end_mass = 5.0f;
    rope.material.strength = 80.0f;  // newtons; 5 kg let go of jerk with up to 100
    taut_builder* builder = guide_builder();
    taut_make_rope(builder, &rope, NULL);
    taut_body_id body = guide_put(world, builder, taut_body_def_default());

    int broken = -1;
    for (int frame = 0; frame < 60 && broken < 0; ++frame) {
        guide_run(world, 1);
        taut_event_view events = taut_world_events(world);
        for (int i = 0; i < events.count; ++i) {
            if (events.data[i].kind == TAUT_EVENT_BREAK) {
                broken = events.data[i].constraint;
                printf("link %d broke at %.0f N\n", broken, (double)events.data[i].force);
            }
        }
    }
    return guide_expect(broken >= 0 && taut_body_broken(world, body, broken), "the rope breaks");
}

static taut_body_id hang_curtain(taut_world* world)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.origin = (taut_vec3){2.0f, 0.0f, 0.0f};
    cloth.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    taut_builder* builder = guide_builder();
    taut_make_cloth(builder, &cloth, NULL);
    for (int i = 0; i < COLUMNS; ++i) {
        taut_builder_pin(builder, i);
    }
    taut_body_def def = taut_body_def_default();
    def.tear.spare_particles = 100;  // so many may be split
    def.tear.stretch = 0.2f;         // links that are a fifth too long tear it
    return guide_put(world, builder, def);
}

static int cut_curtain(taut_world* world)
{
    taut_body_id curtain = hang_curtain(world);
    guide_run(world, 10);
    // From left to right through the whole curtain, half a metre below its top.
    taut_blade blade = {.from0 = {1.9f, -0.52f, -1.0f},
                        .from1 = {1.9f, -0.52f, 1.0f},
                        .to0 = {3.1f, -0.52f, -1.0f},
                        .to1 = {3.1f, -0.52f, 1.0f}};
    taut_cut cut;
    taut_world_cut(world, &blade, &cut);
    printf("%d particles were split\n", cut.splits);

    // What belongs to vertices goes by the particle that each one comes from.
    taut_int_view triangles = taut_body_triangles(world, curtain);
    int torn = 0;
    for (int i = 0; i < triangles.count; ++i) {
        int origin = taut_body_particle_origin(world, curtain, triangles.data[i]);
        torn += origin != triangles.data[i];
    }
    guide_run(world, 30);
    float hem = taut_vec3_at(taut_body_positions(world, curtain), ROWS * COLUMNS - 1).y;
    return guide_expect(cut.splits >= COLUMNS && torn > 0, "it comes apart") +
           guide_expect(hem < -2.0f, "and the lower part falls");
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    int wrong = snap_rope(world) + cut_curtain(world);
    taut_world_destroy(world);
    return wrong;
}
