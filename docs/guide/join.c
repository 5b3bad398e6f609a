// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Parts joined in one builder: a banner on two ropes.

#include "guide.h"

#define COLUMNS 13
#define ROWS 9
#define LINKS 10

// A rope from a hook down to `end`; gives the number of its last particle.
static int add_rope(taut_builder* builder, taut_vec3 hook, taut_vec3 end)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = hook;
    rope.end = end;
    rope.link_count = LINKS;
    rope.pin_start = true;
    taut_part part;
    taut_make_rope(builder, &rope, &part);
    return part.first_particle + LINKS;
}

static void join(taut_builder* builder)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.v = (taut_vec3){0.0f, -1.0f, 0.0f};  // hangs down from y = 0
    taut_part part;
    taut_make_cloth(builder, &cloth, &part);
    int left = taut_cloth_particle(&part, COLUMNS, 0, 0);
    int right = taut_cloth_particle(&part, COLUMNS, COLUMNS - 1, 0);

    // A rope that ends 2 cm from the corner: a link over the gap.
    int end = add_rope(builder, (taut_vec3){0.0f, 0.5f, 0.0f}, (taut_vec3){0.0f, 0.02f, 0.0f});
    taut_constraint_def ring = taut_link(end, left);
    taut_builder_add_constraint(builder, &ring, NULL);

    // A rope that ends in the corner itself: two particles in one place, kept together.
    taut_vec3 corner = taut_builder_position(builder, right);
    taut_vec3 hook = {corner.x, 0.5f, 0.0f};
    end = add_rope(builder, hook, corner);
    taut_constraint_def knot = taut_constraint_def_default(TAUT_CONSTRAINT_ATTACH);
    knot.particles[0] = right;
    knot.particles[1] = end;
    taut_builder_add_constraint(builder, &knot, NULL);
}

static int check(taut_world* world, taut_body_id body)
{
    double held = 0.0, weight = 0.0;
    int count = taut_body_positions(world, body).count;
    for (int i = 0; i < count; ++i) {
        taut_reaction pin = {0};
        taut_body_reaction(world, body, i, &pin);
        held += (double)pin.force.y;
        double mass = (double)taut_body_mass(world, body, i);
        weight += taut_body_pinned(world, body, i) ? 0.0 : 9.81 * mass;
    }
    taut_vec3_view x = taut_body_positions(world, body);
    taut_vec3 a = taut_vec3_at(x, COLUMNS - 1), b = taut_vec3_at(x, count - 1);
    float gap =
        sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
    printf("the hooks hold %.3f N of %.3f N; the knot is open by %.3f mm\n", held, weight,
           1e3 * (double)gap);
    // 1 %: it still sways a little. 4 mm: what one sweep leaves of a rigid constraint is about
    // w h^2 f, 3.6 mm for a corner of 88 mg that is pulled with 0.45 N.
    return guide_expect(fabs(held / weight - 1.0) < 0.01, "two hooks hold ropes and banner") +
           guide_expect(gap < 4e-3f, "the knot holds");
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_builder* builder = guide_builder();
    join(builder);
    taut_body_def body_def = taut_body_def_default();
    body_def.drag = 2.0f;
    taut_body_id body = guide_put(world, builder, body_def);
    guide_run(world, 900);
    int wrong = check(world, body);
    taut_world_destroy(world);
    return wrong;
}
