// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Hangs a rope, then asks what it carries.

#include "guide.h"

#define LINKS 24
#define WEIGHT 0.5f  // kg

static taut_body_id hang(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){0.0f, 3.0f, 0.0f};
    rope.end = (taut_vec3){2.0f, 3.0f, 0.0f};
    rope.link_count = LINKS;
    rope.pin_start = true;
    rope.end_mass = WEIGHT;
    taut_rope_material_find("nylon-rope", &rope.material);
    taut_part part;
    if (taut_make_rope(builder, &rope, &part) != TAUT_OK) {
        printf("no rope: %s\n", taut_builder_last_error(builder));
    }

    taut_body_def def = taut_body_def_default();
    def.drag = 1.0f;
    return guide_put(world, builder, def);
}

static int read_forces(taut_world* world, taut_body_id body)
{
    float tension[LINKS] = {0.0f};
    taut_body_forces(world, body, 0, LINKS, tension);
    printf("tension: %.2f N in the top link, %.2f N in the last\n", (double)tension[0],
           (double)tension[LINKS - 1]);

    taut_reaction pin = {0};
    taut_body_reaction(world, body, 0, &pin);
    printf("the pin holds %.2f N\n", (double)pin.force.y);

    taut_constraint_state top = {0};
    taut_body_constraint(world, body, 0, &top);
    printf("the top link is %.3f mm longer than its %.1f mm\n", 1e3 * (double)top.value,
           1e3 * (double)top.rest);

    // Everything below the pin weighs on it: all the rope but half its first link.
    double below = (double)WEIGHT + 0.062 * 2.0 * (1.0 - 0.5 / LINKS);
    return guide_expect(fabs((double)tension[0] / (9.81 * below) - 1.0) < 1e-3,
                        "the top link carries what hangs below it, within 0.1 %") +
           guide_expect(fabsf(pin.force.y / tension[0] - 1.0f) < 1e-3f,
                        "the pin holds what the top link pulls with");
}

static int read_health(taut_world* world, taut_body_id body)
{
    taut_measure m = {0};
    taut_body_measure(world, body, &m);
    printf("stretch: %.2f %% at most\n", 100.0 * (double)m.max_stretch);
    printf("stiffness reached: %.0f %% of what was asked on average, %.0f %% in the worst link\n",
           100.0 * (double)m.mean_achieved, 100.0 * (double)m.worst_achieved);
    printf("energy: %.3f J of motion, %.3f J of height\n", m.kinetic_energy, m.gravity_energy);
    return guide_expect(m.kinetic_energy < 1e-3, "the rope has come to rest");
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id body = hang(world);
    for (int frame = 0; frame < 1200; ++frame) {
        taut_step_report report;
        taut_world_step(world, 1.0f / 60.0f, 40, &report);
        if (report.trouble != 0) {
            printf("frame %d: trouble %u\n", frame, (unsigned)report.trouble);
        }
    }
    int wrong = read_forces(world, body) + read_health(world, body);
    taut_world_destroy(world);
    return wrong;
}
