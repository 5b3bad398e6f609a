// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A block of jelly falls on the ground, tells when, and comes to rest; a blob and a tyre full of
// air do so in the plane.

#include "guide.h"

static taut_collider_id add_ground(taut_world* world)
{
    taut_collider_def plane = taut_collider_def_default();
    plane.shape = TAUT_SHAPE_PLANE;
    taut_collider_id ground = {0};
    taut_collider_create(world, &plane, &ground);
    return ground;
}

// Prints what came to touch the ground in the last step, and how hard.
static int tell_touches(taut_world* world, taut_collider_id ground)
{
    int touches = 0;
    taut_event_view events = taut_world_events(world);
    for (int i = 0; i < events.count; ++i) {
        const taut_event* e = &events.data[i];
        if (e->kind == TAUT_EVENT_TOUCH && taut_collider_same(e->collider, ground)) {
            printf("down after %.2f s, with %.0f N\n", taut_world_time(world), (double)e->force);
            touches += 1;
        }
    }
    return touches;
}

static int drop_block(void)
{
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    taut_world* world = guide_world(&def);
    taut_collider_id ground = add_ground(world);

    taut_builder* builder = guide_builder();
    taut_jelly_def jelly = taut_jelly_def_default();  // 20 cm each way, in 4 x 4 x 4 cells
    jelly.origin = (taut_vec3){0.0f, 0.25f, 0.0f};
    taut_part part;
    taut_make_jelly(builder, &jelly, &part);
    int top = taut_jelly_particle(&part, &jelly, 2, 4, 2);  // the middle of its upper side
    taut_body_id block = guide_put(world, builder, taut_body_def_default());

    int touches = 0;
    for (int frame = 0; frame < 600; ++frame) {
        guide_run(world, 1);
        touches += tell_touches(world, ground);
    }
    float height = taut_vec3_at(taut_body_positions(world, block), top).y;
    printf("it stands %.0f mm high and %s\n", 1e3 * (double)height,
           taut_body_asleep(world, block) ? "sleeps" : "moves");

    taut_collider_load load;
    taut_collider_reaction(world, ground, &load);
    printf("the ground carries %.1f N\n", (double)-load.force.y);
    float weight = 1050.0f * 0.2f * 0.2f * 0.2f * 9.81f;
    int wrong =
        guide_expect(touches >= 1, "it lands") +
        guide_expect(height > 0.13f && height < 0.2f, "it stands, and sags a little") +
        guide_expect(taut_body_asleep(world, block), "it comes to rest") +
        guide_expect(fabsf(load.force.y + weight) < 0.02f * weight, "what sleeps goes on pressing");
    taut_world_destroy(world);
    return wrong;
}

// A ring of links around a gas: in the plane a loop of particles takes the place of a surface.
static taut_body_id add_tyre(taut_world* world)
{
    enum { LINKS = 24 };
    taut_builder* builder = guide_builder();
    int loop[LINKS];
    for (int i = 0; i < LINKS; ++i) {
        double turn = 6.28318531 * i / LINKS;  // counter-clockwise
        taut_vec3 place = {2.0f + 0.3f * (float)cos(turn), 1.0f + 0.3f * (float)sin(turn), 0.0f};
        taut_builder_add_particle(builder, place, 1.0f, &loop[i]);
    }
    for (int i = 0; i < LINKS; ++i) {
        taut_constraint_def skin = taut_link(loop[i], loop[(i + 1) % LINKS]);
        taut_builder_add_constraint(builder, &skin, NULL);
    }
    taut_gas_def gas = taut_gas_def_default();
    gas.loop = loop;
    gas.loop_count = LINKS;
    gas.gauge = 2000.0f;  // Pa above the air around it
    taut_builder_add_gas(builder, &gas, NULL);
    return guide_put(world, builder, taut_body_def_default());
}

static int drop_in_the_plane(void)
{
    taut_world_def def = taut_world_def_default();
    def.planar = true;
    taut_world* world = guide_world(&def);
    add_ground(world);

    taut_builder* builder = guide_builder();
    taut_blob_def blob = taut_blob_def_default();  // a circle of 1 m
    blob.centre = (taut_vec3){0.0f, 1.0f, 0.0f};
    taut_make_blob(builder, &blob, NULL);
    taut_body_id soft = guide_put(world, builder, taut_body_def_default());

    taut_body_id tyre = add_tyre(world);
    guide_run(world, 300);
    float middle = taut_vec3_at(taut_body_positions(world, soft), 0).y;
    taut_gas_state gas;
    taut_body_gas(world, tyre, 0, &gas);
    printf("the blob's middle lies at %.2f m; the tyre has %.0f Pa\n", (double)middle, gas.gauge);
    int wrong = guide_expect(middle > 0.4f && middle < 0.5f, "the blob keeps its shape") +
                guide_expect(gas.gauge > 500.0, "the tyre is not flat");
    taut_world_destroy(world);
    return wrong;
}

int main(void)
{
    return drop_block() + drop_in_the_plane();
}
