// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Attachments: a crate tied to a rope while the world runs, a load that tears the knot, and the
// event that says so.

#include "guide.h"

static taut_body_id add_rope(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){0.0f, 3.0f, 0.0f};
    rope.end = (taut_vec3){0.0f, 1.0f, 0.0f};
    rope.pin_start = true;
    taut_make_rope(builder, &rope, NULL);
    return guide_put(world, builder, taut_body_def_default());
}

static taut_body_id add_crate(taut_world* world, float mass)
{
    taut_builder* builder = guide_builder();
    taut_builder_add_particle(builder, (taut_vec3){0.0f, 1.0f, 0.0f}, mass, NULL);
    return guide_put(world, builder, taut_body_def_default());
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id rope = add_rope(world);
    taut_body_id crate = add_crate(world, 2.0f);

    taut_attachment_def knot = taut_attachment_def_default();
    knot.body = crate;
    knot.target = TAUT_ATTACH_PARTICLE;
    knot.other = rope;
    knot.other_particle = 32;  // the end of 32 links
    knot.strength = 60.0f;     // newtons: it jerks with up to 34 at first
    taut_attachment_id id;
    taut_attach(world, &knot, &id);
    guide_run(world, 120);

    taut_attachment_state state;
    taut_attachment_get_state(world, id, &state);
    printf("the knot carries %.2f N\n", (double)state.force.y);
    int wrong = guide_expect(fabsf(state.force.y - 2.0f * 9.81f) < 0.2f, "it carries the crate");

    taut_body_add_force(world, crate, 0, (taut_vec3){0.0f, -300.0f, 0.0f});
    guide_run(world, 1);
    taut_event_view events = taut_world_events(world);
    for (int i = 0; i < events.count; ++i) {
        const taut_event* e = &events.data[i];
        printf("%s at %.1f N, %.2f m up\n", taut_event_name(e->kind), (double)e->force,
               (double)e->place.y);
    }
    wrong += guide_expect(events.count == 1 && events.data[0].kind == TAUT_EVENT_DETACH,
                          "the knot gives way, and says so");
    taut_world_destroy(world);
    return wrong;
}
