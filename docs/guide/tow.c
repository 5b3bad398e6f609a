// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Attachments: a crate tied to a rope while the world runs, a load that tears the knot, and the
// event that says so. And a lure on a line that is reeled in.

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

// A string from a place: no rope, no mass, but the way it hangs and pulls.
static int reel_in(taut_world* world)
{
    taut_body_id lure = add_crate(world, 0.1f);
    taut_attachment_def line = taut_attachment_def_default();
    line.body = lure;
    line.place = (taut_vec3){0.0f, 3.0f, 0.0f};  // the tip of the rod
    line.length = 2.0f;                          // metres that the two may be apart
    line.draw_speed = 1.0f;                      // m/s, at most
    taut_attachment_id id;
    taut_attach(world, &line, &id);
    taut_attachment_set_length(world, id, 0.5f);
    for (int frame = 1; frame <= 120; ++frame) {
        taut_vec3 tip = {0.5f * (float)frame / 120.0f, 3.0f, 0.0f};
        taut_attachment_set_place(world, id, tip);
        guide_run(world, 1);
    }
    taut_attachment_state state;
    taut_attachment_get_state(world, id, &state);
    float x = state.held.x - state.holder.x, y = state.held.y - state.holder.y;
    float out = sqrtf(x * x + y * y);
    printf("%.2f m of line are out\n", (double)out);
    taut_detach(world, id);
    return guide_expect(fabsf(out - 0.5f) < 0.01f, "it was reeled in") +
           guide_expect(!taut_attachment_valid(world, id), "and let go of");
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
    wrong += reel_in(world);
    taut_world_destroy(world);
    return wrong;
}
