// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A truss bridge, a load that rolls over it, and the member that is worst off; a footbridge, and
// someone on it.

#include "guide.h"

static int walk_over_ropes(void)
{
    taut_world_def world_def = taut_world_def_default();
    taut_world* world = guide_world(&world_def);
    taut_footbridge_def foot = taut_footbridge_def_default();
    taut_builder* builder = guide_builder();
    taut_part part;
    taut_make_footbridge(builder, &foot, &part);
    taut_body_def body_def = taut_body_def_default();
    body_def.drag = 2.0f;
    taut_body_id body = guide_put(world, builder, body_def);
    int n = foot.plank_count + 2;  // particles along each rope
    int left[26], middle = n / 2;
    for (int i = 0; i < n; ++i) {
        left[i] = part.first_particle + i;
    }
    guide_run(world, 240);
    float before = taut_vec3_at(taut_body_positions(world, body), left[middle]).y;

    taut_path_load feet = {.particles = left, .count = n, .force = {0.0f, -800.0f, 0.0f}};
    feet.position = 6.0f;  // m from the start: the middle
    for (int frame = 0; frame < 240; ++frame) {
        taut_body_load_path(world, body, &feet);
        guide_run(world, 1);
    }
    float sag = before - taut_vec3_at(taut_body_positions(world, body), left[middle]).y;
    printf("the deck gives by %.0f mm under the feet\n", 1e3 * (double)sag);
    taut_world_destroy(world);
    return guide_expect(feet.on_path && sag > 0.005f && sag < 0.5f, "it gives, and holds");
}

static int roll_over_steel(void)
{
    taut_world_def world_def = taut_world_def_default();
    world_def.planar = true;
    taut_world* world = guide_world(&world_def);

    taut_pratt_def pratt = taut_pratt_def_default();
    taut_truss_node nodes[12];
    taut_truss_member members[21];
    taut_pratt_lay_out(&pratt, nodes, members);
    taut_truss_def truss = taut_truss_def_default();
    truss.nodes = nodes;
    truss.members = members;
    taut_pratt_count(&pratt, &truss.node_count, &truss.member_count);
    taut_builder* builder = guide_builder();
    taut_part part;
    taut_make_truss(builder, &truss, &part);
    taut_body_def body_def = taut_body_def_default();
    body_def.drag = 3.0f;
    taut_body_id body = guide_put(world, builder, body_def);
    guide_run(world, 240);

    const int deck[] = {0, 1, 2, 3, 4, 5, 6};
    taut_path_load wheel = {.particles = deck, .count = 7, .force = {0.0f, -1e5f, 0.0f}};
    taut_truss_state least = {.load_factor = INFINITY};
    for (int frame = 0; frame < 480; ++frame) {
        wheel.position = 3.0f * (float)frame / 60.0f;  // 3 m/s
        taut_body_load_path(world, body, &wheel);
        guide_run(world, 1);
        taut_truss_state now;
        taut_truss_read(world, body, &truss, &part, NULL, &now);
        least = now.load_factor < least.load_factor ? now : least;
    }
    printf("member %d of %d is worst off: it would carry %.1f times the load\n", least.worst_member,
           truss.member_count, (double)least.load_factor);
    int wrong = guide_expect(least.load_factor > 1.0f, "the bridge holds");
    taut_world_destroy(world);
    return wrong;
}

int main(void)
{
    return roll_over_steel() + walk_over_ropes();
}
