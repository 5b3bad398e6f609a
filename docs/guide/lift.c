// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A winch that lifts a crate, a tackle in which one man holds up four, and a bead on a rail.

#include "guide.h"

static int lift(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.end = (taut_vec3){0.0f, -6.0f, 0.0f};
    rope.link_count = 30;
    rope.end_mass = 100.0f;
    rope.material.stretch_stiffness = INFINITY;
    taut_make_rope(builder, &rope, NULL);
    taut_body_id body = guide_put(world, builder, taut_body_def_default());

    taut_winch_def def = taut_winch_def_default();
    def.body = body;
    def.particle_count = 31;
    def.drum = rope.start;
    taut_winch winch;
    taut_winch_create(world, &def, &winch);
    for (int frame = 0; frame < 240; ++frame) {
        float speed = frame < 30 ? (float)frame / 30.0f : 1.0f;  // m/s, from rest
        taut_winch_turn(world, &winch, speed, 1.0f / 60.0f);
        guide_run(world, 1);
    }
    float out, pull;
    taut_winch_read(world, &winch, &out, &pull);
    printf("%.2f m of rope are out, pulling with %.0f N\n", (double)out, (double)pull);
    return guide_expect(fabsf(out - 2.25f) < 0.05f, "4 s at 1 m/s, less the start, are taken in");
}

static int tackle(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_builder_add_particle(builder, (taut_vec3){-0.1f, -4.0f, 0.0f}, 75.0f, NULL);
    taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f, NULL);  // the wheel
    taut_builder_add_particle(builder, (taut_vec3){0.1f, -4.0f, 0.0f}, 300.0f, NULL);
    taut_builder_pin(builder, 1);
    taut_constraint_def pulley = taut_constraint_def_default(TAUT_CONSTRAINT_PULLEY);
    for (int i = 0; i < 3; ++i) {
        pulley.particles[i] = i;
    }
    pulley.ratio = 4.0f;  // four falls on the far side
    taut_builder_add_constraint(builder, &pulley, NULL);
    taut_body_id body = guide_put(world, builder, taut_body_def_default());
    guide_run(world, 60);
    taut_vec3 load = taut_vec3_at(taut_body_positions(world, body), 2);
    printf("after a second the load is at %.3f m\n", (double)load.y);
    return guide_expect(fabsf(load.y + 4.0f) < 0.01f, "75 kg hold 300 kg");
}

// A plane is a pinned particle and another one off it, in the direction of the normal. Two planes
// make a rail: a bead in both can only go down along it.
static int rail(taut_world* world)
{
    taut_builder* builder = guide_builder();
    int bead, foot, tips[2];
    taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.0f, 5.0f}, 1.0f, &bead);
    taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.0f, 5.0f}, 1.0f, &foot);
    taut_builder_add_particle(builder, (taut_vec3){0.6f, 0.8f, 5.0f}, 1.0f, &tips[0]);
    taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.0f, 6.0f}, 1.0f, &tips[1]);
    taut_builder_pin(builder, foot);
    for (int i = 0; i < 2; ++i) {
        taut_builder_pin(builder, tips[i]);
        taut_constraint_def slide = taut_constraint_def_default(TAUT_CONSTRAINT_SLIDE);
        slide.particles[0] = bead;
        slide.particles[1] = foot;
        slide.particles[2] = tips[i];
        taut_builder_add_constraint(builder, &slide, NULL);
    }
    taut_body_id body = guide_put(world, builder, taut_body_def_default());
    guide_run(world, 60);
    taut_vec3 x = taut_vec3_at(taut_body_positions(world, body), bead);
    float way = sqrtf(x.x * x.x + x.y * x.y);
    printf("after a second the bead is %.2f m down the rail\n", (double)way);
    return guide_expect(fabsf(0.6f * x.x + 0.8f * x.y) < 1e-3f, "it stays on the rail") +
           guide_expect(fabsf(way - 0.5f * 0.6f * 9.81f) < 0.1f, "1/2 g sin(a) t^2");
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    int wrong = lift(world) + tackle(world) + rail(world);
    taut_world_destroy(world);
    return wrong;
}
