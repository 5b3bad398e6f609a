// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A net between four chains with a stone in it; and a muscle, a link that is made shorter while
// the world runs.

#include "guide.h"

#define KNOTS 9

static int corner_of(const taut_part* net, int i)
{
    static const int corners[4] = {0, KNOTS - 1, KNOTS * (KNOTS - 1), KNOTS * KNOTS - 1};
    return net->first_particle + corners[i];
}

static taut_body_id hang_net(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_net_def net = taut_net_def_default();
    net.columns = net.rows = KNOTS;
    net.mesh_size = 0.1f;
    taut_part strings;
    taut_make_net(builder, &net, &strings);
    int middle = strings.first_particle + KNOTS * (KNOTS / 2) + KNOTS / 2;
    taut_builder_add_mass(builder, middle, 2.0f);  // the stone

    for (int i = 0; i < 4; ++i) {
        int corner = corner_of(&strings, i);
        taut_vec3 at = taut_builder_position(builder, corner);
        taut_chain_def chain = taut_chain_def_default();  // its first particle is pinned
        chain.step = (taut_vec3){at.x > 0.4f ? -0.05f : 0.05f, -0.1f, at.z > 0.4f ? -0.05f : 0.05f};
        chain.particle_count = 5;
        chain.particle_mass = 0.05f;
        chain.start =
            (taut_vec3){at.x - 5.0f * chain.step.x, at.y + 0.5f, at.z - 5.0f * chain.step.z};
        taut_part links;
        taut_make_chain(builder, &chain, &links);
        taut_constraint_def ring = taut_link(links.first_particle + 4, corner);
        taut_builder_add_constraint(builder, &ring, NULL);
    }
    taut_body_def def = taut_body_def_default();
    def.drag = 1.0f;
    return guide_put(world, builder, def);
}

static int check_net(taut_world* world, taut_body_id net)
{
    double held = 0.0, weight = 0.0;
    int count = taut_body_positions(world, net).count;
    for (int i = 0; i < count; ++i) {
        taut_reaction pin;
        taut_body_reaction(world, net, i, &pin);
        held += (double)pin.force.y;
        weight +=
            taut_body_pinned(world, net, i) ? 0.0 : 9.81 * (double)taut_body_mass(world, net, i);
    }
    printf("four chains hold %.2f N of %.2f N\n", held, weight);
    return guide_expect(fabs(held / weight - 1.0) < 0.02, "net and stone");
}

// Two bones on a joint: one stands, the other is turned by a muscle.
static taut_body_id make_arm(taut_world* world, int* muscle)
{
    taut_builder* builder = guide_builder();
    int shoulder, elbow, hand;
    taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.3f, 0.0f}, 1.0f, &shoulder);
    taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f, &elbow);
    taut_builder_add_particle(builder, (taut_vec3){0.25f, -0.05f, 0.0f}, 1.0f, &hand);
    taut_builder_pin(builder, shoulder);
    taut_builder_pin(builder, elbow);
    taut_constraint_def forearm = taut_link(elbow, hand);
    taut_builder_add_constraint(builder, &forearm, NULL);
    taut_constraint_def biceps = taut_link(shoulder, hand);
    biceps.compliance = 1e-4f;    // m/N
    biceps.damping_rate = 10.0f;  // 1/s
    taut_builder_add_constraint(builder, &biceps, muscle);
    float bend;
    taut_constraint_def joint = taut_constraint_def_default(TAUT_CONSTRAINT_ANGLE);
    joint.particles[0] = shoulder;
    joint.particles[1] = elbow;
    joint.particles[2] = hand;
    taut_builder_measure(builder, &joint, &bend);
    printf("the elbow is bent by %.0f degrees\n", (double)bend * 57.2957795);
    taut_body_def def = taut_body_def_default();
    def.drag = 1.0f;
    return guide_put(world, builder, def);
}

static int flex(taut_world* world)
{
    int muscle;
    taut_body_id arm = make_arm(world, &muscle);
    taut_constraint_state state;
    taut_body_constraint(world, arm, muscle, &state);
    for (int frame = 0; frame < 60; ++frame) {
        float rest = state.rest * (1.0f - 0.3f * (float)(frame + 1) / 60.0f);
        taut_body_set_rest(world, arm, muscle, rest);  // a little in each step
        guide_run(world, 1);
    }
    guide_run(world, 120);
    taut_body_constraint(world, arm, muscle, &state);
    float lifted = taut_vec3_at(taut_body_positions(world, arm), 2).y;
    printf("the hand is at %.2f m, the muscle pulls with %.1f N\n", (double)lifted,
           (double)state.force);
    taut_body_set_compliance(world, arm, muscle, 0.1f);  // and tires
    guide_run(world, 120);
    float tired = taut_vec3_at(taut_body_positions(world, arm), 2).y;
    return guide_expect(lifted > 0.05f, "the hand is lifted") +
           guide_expect(tired < lifted - 0.1f, "and comes down again");
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id net = hang_net(world);
    guide_run(world, 600);
    int wrong = check_net(world, net) + flex(world);
    taut_world_destroy(world);
    return wrong;
}
