// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A balloon that a dart pops: a ray finds where it hits, the link that is nearest breaks, and the
// skin tears on from there because it has a strength and particles to come apart by.

#include "guide.h"

#define MOST 4096

static taut_body_id add_balloon(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_balloon_def def = taut_balloon_def_default();
    def.gauge = 0.0f;               // limp, to be blown up
    def.material.strength = 52.0f;  // N/m: blown up to 290 Pa it pulls with 41
    taut_make_balloon(builder, &def, NULL);
    taut_body_def body = taut_body_def_default();
    body.gravity_scale = 0.0f;
    body.drag = 1.0f;
    body.tear.spare_particles = 600;  // about as many as it has
    body.tear.most_breaks = 32;       // in a step: it goes at once
    return guide_put(world, builder, body);
}

// Breaks the link that is nearest to where a ray meets a surface.
static bool prick(taut_world* world, taut_vec3 origin, taut_vec3 direction)
{
    taut_hit hit;
    taut_hits hits = {.items = &hit, .capacity = 1};
    taut_query_def query = taut_query_def_default();
    query.kinds = 1u << TAUT_HIT_TRIANGLE;
    taut_world_cast_ray(world, &query, origin, direction, 10.0f, &hits);
    if (hits.count == 0) {
        return false;
    }
    int far = 0;  // the corner that is farthest: the link is opposite to it
    for (int k = 1; k < 3; ++k) {
        far = hit.weights[k] < hit.weights[far] ? k : far;
    }
    int a = hit.particles[(far + 1) % 3], b = hit.particles[(far + 2) % 3];
    int link = taut_body_find_link(world, hit.body, a, b);
    return link >= 0 && taut_body_break(world, hit.body, link) == TAUT_OK;
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id balloon = add_balloon(world);
    for (int frame = 0; frame < 90; ++frame) {
        taut_body_inflate(world, balloon, 0, 0.06f / 90.0f);  // m^3, twice what it had
        guide_run(world, 1);
    }
    guide_run(world, 30);
    taut_gas_state gas;
    taut_body_gas(world, balloon, 0, &gas);
    printf("it holds %.0f Pa\n", gas.gauge);
    int wrong = guide_expect(gas.gauge > 50.0 && gas.hole == 0.0, "it is whole");

    bool hit = prick(world, (taut_vec3){0.0f, 0.05f, 2.0f}, (taut_vec3){0.0f, 0.0f, -1.0f});
    guide_run(world, 30);
    taut_body_gas(world, balloon, 0, &gas);
    int pieces[MOST];
    int count = taut_body_pieces(world, balloon, pieces, MOST);
    int particles = taut_body_positions(world, balloon).count;
    printf("half a second later %.0f Pa, %d particles in %d pieces\n", gas.gauge, particles, count);
    wrong += guide_expect(hit && fabs(gas.gauge) < 1.0, "it is empty") +
             guide_expect(particles > 650, "and torn");
    taut_world_destroy(world);
    return wrong;
}
