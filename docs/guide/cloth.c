// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A denim cloth on two pins, first in still air and then in wind.

#include "guide.h"

#define COLUMNS 21
#define ROWS 16

static taut_body_id hang_cloth(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.u = (taut_vec3){1.0f, 0.0f, 0.0f};  // along the rows
    cloth.v = (taut_vec3){0.0f, 0.0f, 1.0f};  // from row to row: it starts lying flat
    cloth.bend = TAUT_BEND_DIHEDRAL;
    taut_cloth_material_find("denim", &cloth.material);
    taut_part part;
    if (taut_make_cloth(builder, &cloth, &part) != TAUT_OK) {
        printf("no cloth: %s\n", taut_builder_last_error(builder));
    }
    taut_builder_pin(builder, taut_cloth_particle(&part, COLUMNS, 0, 0));
    taut_builder_pin(builder, taut_cloth_particle(&part, COLUMNS, COLUMNS - 1, 0));

    taut_body_def def = taut_body_def_default();
    def.drag = 2.0f;
    return guide_put(world, builder, def);
}

// A breeze along z that takes hold of all particles alike: an acceleration, not yet a wind that
// knows of normals and areas.
static void breeze(void* context, taut_body_id body, double time, taut_vec3_view positions,
                   taut_vec3_view velocities, taut_vec3* acceleration)
{
    const float* strength = context;  // 1/s
    (void)body;
    (void)positions;
    float speed = time < 10.0 ? 0.0f : 4.0f;  // m/s
    for (int i = 0; i < velocities.count; ++i) {
        acceleration[i].z = *strength * (speed - taut_vec3_at(velocities, i).z);
    }
}

static int read_cloth(taut_world* world, taut_body_id body)
{
    taut_measure m = {0};
    taut_body_measure(world, body, &m);
    taut_reaction left = {0};
    taut_body_reaction(world, body, 0, &left);
    taut_vec3_view normals = taut_body_normals(world, body);
    taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(world, body));
    printf("%d constraints, %d tethers, %d triangles\n", stats.constraints, stats.tethers,
           stats.triangles);
    printf("stretch %.2f %% at most, %.3f %% on average\n", 100.0 * (double)m.max_stretch,
           100.0 * (double)m.mean_stretch);
    printf("the left pin holds %.2f N upwards, tethers carry %.2f N of it\n", (double)left.force.y,
           (double)left.tether_force.y);
    printf("normal in the middle: z = %.2f\n", (double)taut_vec3_at(normals, COLUMNS * ROWS / 2).z);
    return guide_expect(m.max_stretch < 0.05f, "the cloth keeps its size within 5 %");
}

// 0.4 kg/m^2 x 1 m x 0.75 m, less what stands on the pins themselves: a quarter of a cell each.
static int weigh(taut_world* world, taut_body_id body)
{
    double sum = 0.0;
    for (int frame = 0; frame < 30; ++frame) {
        guide_run(world, 1);
        for (int k = 0; k < 2; ++k) {
            taut_reaction pin = {0};
            taut_body_reaction(world, body, k * (COLUMNS - 1), &pin);
            sum += (double)pin.force.y / 30.0;
        }
    }
    double due = 9.81 * 0.4 * (1.0 * 0.75 - 2.0 * 0.25 * 0.05 * 0.05);
    printf("both pins together hold %.3f N; the cloth weighs %.3f N\n", sum, due);
    return guide_expect(fabs(sum / due - 1.0) < 0.01, "the pins hold the weight, within 1 %");
}

int main(void)
{
    float strength = 1.0f;
    taut_world_def def = taut_world_def_default();
    def.field = breeze;
    def.field_context = &strength;
    taut_world* world = guide_world(&def);
    taut_body_id body = hang_cloth(world);
    guide_run(world, 570);
    int wrong = weigh(world, body) + read_cloth(world, body);
    guide_run(world, 120);
    int corner = COLUMNS * ROWS - 1;
    float z = taut_vec3_at(taut_body_positions(world, body), corner).z;
    printf("in the wind the lower corner stands %.2f m off\n", (double)z);
    wrong += guide_expect(z > 0.1f, "the wind moves the cloth");
    taut_world_destroy(world);
    return wrong;
}
