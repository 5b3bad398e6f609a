// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reaches into a world: moves a pin, grabs a particle with a ray, drags it and throws it.

#include "guide.h"

#define LINKS 20

static taut_body_id make_rope(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.end = (taut_vec3){0.0f, -1.0f, 0.0f};
    rope.link_count = LINKS;
    rope.pin_start = true;
    taut_make_rope(builder, &rope, NULL);
    taut_body_def def = taut_body_def_default();
    def.drag = 0.5f;
    return guide_put(world, builder, def);
}

// A hand that carries the top of the rope half a metre to the right within a second.
static void carry(taut_world* world, taut_body_id body)
{
    for (int frame = 1; frame <= 60; ++frame) {
        taut_vec3 hand = {0.5f * (float)frame / 60.0f, 0.0f, 0.0f};
        taut_body_set_target(world, body, 0, hand);
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
    }
}

static float length(taut_vec3 a)
{
    return sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
}

static int grab_and_throw(taut_world* world)
{
    taut_pick pick = {0};
    taut_vec3 eye = {0.5f, -1.0f, 5.0f};
    taut_vec3 forward = {0.0f, 0.0f, -1.0f};
    taut_world_pick(world, eye, forward, 0.2f, &pick);
    if (!pick.hit || taut_body_grab(world, pick.body, pick.particle) != TAUT_OK) {
        return guide_expect(false, "the ray meets the rope");
    }
    printf("grabbed particle %d, %.2f m along the ray\n", pick.particle, (double)pick.distance);

    taut_vec3 hand = taut_vec3_at(taut_body_positions(world, pick.body), pick.particle);
    taut_reaction pull = {0};
    for (int frame = 0; frame < 29; ++frame) {
        float elapsed = 1.0f / 144.0f;  // seconds: a fast screen, so that not every frame steps
        hand.x += 3.0f * elapsed;       // 3 m/s to the right,
        hand.y += 3.0f * elapsed;       // and up: to the side alone the rope would not reach
        taut_body_set_target(world, pick.body, pick.particle, hand);
        taut_world_advance(world, (double)elapsed, NULL);
        taut_body_reaction(world, pick.body, pick.particle, &pull);
        if (length(pull.force) > 50.0f) {
            break;  // it slips out of the hand
        }
    }
    taut_body_release(world, pick.body, pick.particle, TAUT_RELEASE_THROW);

    taut_vec3 v = taut_vec3_at(taut_body_velocities(world, pick.body), pick.particle);
    printf("thrown with %.2f m/s\n", (double)v.x);
    // Two steps last 4.8 frames of this screen and see 4 or 5 of them: 2.5 or 3.125 m/s.
    return guide_expect(fabsf(v.x - 3.0f) < 0.51f, "it keeps the velocity of the hand");
}

static int let_go(taut_world* world, taut_body_id body)
{
    taut_body_unpin(world, body, 0);
    guide_run(world, 60);
    float y = taut_vec3_at(taut_body_positions(world, body), 0).y;
    printf("one second after letting go the top is at %.2f m\n", (double)y);
    taut_body_pin(world, body, 0);  // holds it where it is now
    taut_body_add_impulse(world, body, LINKS, (taut_vec3){0.01f, 0.0f, 0.0f});  // N s
    taut_body_add_force(world, body, LINKS, (taut_vec3){0.0f, 1.0f, 0.0f});     // N, for one step
    guide_run(world, 60);
    taut_vec3 top = taut_vec3_at(taut_body_positions(world, body), 0);
    return guide_expect(y < -1.0f, "without a pin the rope falls") +
           guide_expect(top.y == y, "a pinned particle stands still");
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id body = make_rope(world);
    carry(world, body);
    guide_run(world, 600);
    int wrong = grab_and_throw(world);
    guide_run(world, 60);
    wrong += let_go(world, body);
    taut_world_destroy(world);
    return wrong;
}
