// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that touch themselves and each other: a cloth falls on another one that is held, both keep
// their thickness.

#include "guide.h"

#define SIDE 16
#define SPACING 0.05f

static taut_body_id add_cloth(taut_world* world, float height, bool held)
{
    taut_builder* builder = guide_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    taut_make_cloth(builder, &cloth, NULL);
    for (int i = 0; held && i < SIDE * SIDE; ++i) {
        taut_builder_pin(builder, i);
    }

    taut_body_def def = taut_body_def_default();
    def.collision.thickness = 0.4f * SPACING;  // around each particle: half the distance of layers
    def.collision.self = true;                 // its own particles keep apart
    def.collision.others = true;               // and stay away from those of other bodies

    def.offset = (taut_vec3){0.3f * height, height, 0.2f * height};
    return guide_put(world, builder, def);
}

static float nearest(const taut_world* world, taut_body_id a, taut_body_id b)
{
    taut_vec3_view x = taut_body_positions(world, a);
    taut_vec3_view y = taut_body_positions(world, b);
    float least = 1e9f;
    for (int i = 0; i < x.count; ++i) {
        for (int k = 0; k < y.count; ++k) {
            taut_vec3 p = taut_vec3_at(x, i);
            taut_vec3 q = taut_vec3_at(y, k);
            float d = sqrtf((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) +
                            (p.z - q.z) * (p.z - q.z));
            least = d < least ? d : least;
        }
    }
    return least;
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id below = add_cloth(world, 0.0f, true);
    taut_body_id above = add_cloth(world, 0.1f, false);
    guide_run(world, 60);

    taut_step_report report;
    taut_world_step(world, 1.0f / 60.0f, 20, &report);
    printf("%d pairs of particles press on each other\n", report.pair_count);
    int wrong = guide_expect((report.trouble & TAUT_STEP_CONTACTS_DROPPED) == 0, "there is room");

    float kept = nearest(world, above, below) / (0.8f * SPACING);
    printf("the layers keep %.0f %% of their distance\n", (double)(100.0f * kept));
    wrong += guide_expect(kept > 0.95f, "they keep their distance");
    taut_world_destroy(world);
    return wrong;
}
