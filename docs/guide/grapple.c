// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A grapple: a ray hits a beam, a rope sticks there, a hero swings on it and lets go. Then he hangs
// on a string, which is reeled in.

#include "guide.h"

static taut_body_id add_rope(taut_world* world, taut_vec3 from, taut_vec3 to)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.start = from;
    rope.end = to;
    taut_make_rope(builder, &rope, NULL);
    return guide_put(world, builder, taut_body_def_default());
}

static taut_body_id add_hero(taut_world* world, taut_vec3 place)
{
    taut_builder* builder = guide_builder();
    taut_builder_add_particle(builder, place, 80.0f, NULL);
    return guide_put(world, builder, taut_body_def_default());
}

// A string from a hero to what is above him: at a speed of his own first, the rest in one call.
static int reel_in(taut_world* world)
{
    taut_vec3 belt = {2.0f, 3.0f, 0.0f}, up = {0.0f, 1.0f, 0.0f};
    taut_body_id hero = add_hero(world, belt);
    taut_query_def query = taut_query_def_default();
    query.except = hero;
    taut_hit hit;
    taut_hits hits = {.items = &hit, .capacity = 1};
    taut_world_cast_ray(world, &query, belt, up, 30.0f, &hits);
    if (hits.count == 0) {
        return guide_expect(false, "the beam is above him");
    }
    taut_attachment_def string = taut_attachment_def_default();
    string.body = hero;
    string.length = hit.distance;  // taut from the beginning
    taut_attachment_id line;
    taut_attach_hit(world, &string, &hit, &line);

    float length = hit.distance, force = 0.0f;
    taut_attachment_state state;
    for (int frame = 0; frame < 240; ++frame) {
        float speed = frame < 30 ? (float)frame / 30.0f : 1.0f;  // m/s, from rest
        length -= speed / 60.0f;
        if (frame < 60) {
            taut_attachment_set_length(world, line, length);
        } else if (frame == 60) {
            taut_attachment_set_length(world, line, 1.5f);  // at draw_speed, and gently
        }
        guide_run(world, 1);
        taut_attachment_get_state(world, line, &state);
        force = fmaxf(force, state.force.y);
    }
    printf("reeled in with %.0f N at most, he weighs %.0f\n", (double)force, 80.0 * 9.81);
    return guide_expect(fabsf(hit.point.y - state.held.y - 1.5f) < 0.01f, "he hangs below it") +
           guide_expect(force < 80.0f * (9.81f + 5.5f), "and was not jerked");
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_collider_def beam = taut_collider_def_default();
    beam.shape = TAUT_SHAPE_BOX;
    beam.half_size = (taut_vec3){4.0f, 0.2f, 0.2f};
    beam.position = (taut_vec3){0.0f, 8.2f, 0.0f};
    taut_collider_id collider;
    taut_collider_create(world, &beam, &collider);

    taut_vec3 hand = {-4.0f, 4.0f, 0.0f}, aim = {1.0f, 1.0f, 0.0f};
    taut_hit hit;
    taut_hits hits = {.items = &hit, .capacity = 1};
    taut_world_cast_ray(world, NULL, hand, aim, 30.0f, &hits);
    if (hits.count == 0) {
        return guide_expect(false, "the beam is in reach");
    }
    // The hook lies on the surface, off it by the thickness of the rope.
    float off = taut_body_def_default().collision.thickness;
    taut_vec3 tip = {hit.point.x + off * hit.normal.x, hit.point.y + off * hit.normal.y,
                     hit.point.z + off * hit.normal.z};
    taut_body_id rope = add_rope(world, tip, hand);

    taut_attachment_def hook = taut_attachment_def_default();
    hook.body = rope;
    taut_attach_hit(world, &hook, &hit, NULL);

    taut_body_id hero = add_hero(world, hand);
    taut_attachment_def grip = taut_attachment_def_default();
    grip.body = rope;
    grip.particle = 32;
    grip.target = TAUT_ATTACH_PARTICLE;
    grip.other = hero;
    taut_attachment_id held;
    taut_attach(world, &grip, &held);

    taut_vec3 x = taut_vec3_at(taut_body_positions(world, hero), 0);
    for (int i = 0; i < 120 && x.x < hit.point.x; ++i) {
        guide_run(world, 1);
        x = taut_vec3_at(taut_body_positions(world, hero), 0);
    }
    float speed = taut_vec3_at(taut_body_velocities(world, hero), 0).x;
    taut_detach(world, held);
    printf("%.2f m below the beam, at %.2f m/s\n", (double)(hit.point.y - x.y), (double)speed);

    // From 4 m below the beam to the length of the rope: v^2 = 2 g h.
    float length = sqrtf(32.0f), due = sqrtf(2.0f * 9.81f * (length - 4.0f));
    int wrong = guide_expect(fabsf(hit.point.y - x.y - length) < 0.02f * length,
                             "the rope is as long as it was made");
    wrong += guide_expect(fabsf(speed - due) < 0.02f * due, "he has the speed of his fall");
    wrong += reel_in(world);
    taut_world_destroy(world);
    return wrong;
}
