// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// 80 kg on 8 m of steel cable: solved directly, and by sweeps alone.

#include "guide.h"

#define LINKS 40
#define WEIGHT 80.0f  // kg

static taut_body_id hang(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.end = (taut_vec3){0.0f, -8.0f, 0.0f};
    rope.link_count = LINKS;
    rope.pin_start = true;
    rope.end_mass = WEIGHT;
    taut_rope_material_find("steel-cable", &rope.material);
    taut_make_rope(builder, &rope, NULL);
    taut_body_def def = taut_body_def_default();
    def.drag = 1.0f;
    return guide_put(world, builder, def);
}

// The mean over a second of what the pin holds, in newtons.
static double weigh(taut_world* world, taut_body_id body)
{
    double sum = 0.0;
    for (int frame = 0; frame < 60; ++frame) {
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
        taut_reaction pin = {0};
        taut_body_reaction(world, body, 0, &pin);
        sum += (double)pin.force.y;
    }
    return sum / 60.0;
}

static int look(bool direct)
{
    taut_world_def def = taut_world_def_default();
    def.solver.direct = direct;  // true if you do not say
    taut_world* world = guide_world(&def);
    taut_body_id body = hang(world);
    guide_run(world, 1740);
    double held = weigh(world, body);
    taut_measure m = {0};
    taut_body_measure(world, body, &m);
    float top = 0.0f;
    taut_body_forces(world, body, 0, 1, &top);
    printf("%s: stretch %.2f %% at most, top link %.2f N, pin %.1f N\n",
           direct ? "direct" : "sweeps only", 100.0 * (double)m.max_stretch, (double)top, held);
    taut_world_destroy(world);

    // All but half the first link hangs on the pin. 0.1 %: a mean of 60 steps of a cable at rest.
    double weight = 9.81 * ((double)WEIGHT + 0.14 * 8.0 * (1.0 - 0.5 / LINKS));
    return guide_expect(fabs(held / weight - 1.0) < 1e-3, "the pin holds the weight") +
           guide_expect(fabs((double)top / weight - 1.0) < 1e-3, "and so does the top link") +
           guide_expect((m.max_stretch < 1e-3f) == direct, "the direct solve keeps it short");
}

int main(void)
{
    return look(true) + look(false);
}
