// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A hand in a game loop: targets set once per host frame, steps taken by advance(), whatever the
// frame rate; and ropes that carry more than they weigh.

#include "support.h"
#include "test.h"

static taut_world* floating_world(void)
{
    taut_world_def def = taut_world_def_default();
    def.gravity = no_gravity;
    return new_world_from(&def);
}

static taut_body_id lone_particle(taut_world* world)
{
    taut_builder* builder = new_builder();
    (void)taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f, NULL);
    return add_body(world, builder);
}

// Drags a particle at 2 m/s for a second at so many frames per second, and throws it.
static float thrown_at(int fps)
{
    taut_world* world = floating_world();
    taut_body_id id = lone_particle(world);
    (void)taut_body_grab(world, id, 0);
    for (int frame = 1; frame <= fps; ++frame) {
        float x = 2.0f * (float)frame / (float)fps;
        (void)taut_body_set_target(world, id, 0, (taut_vec3){x, 0.0f, 0.0f});
        taut_step_report report;
        (void)taut_world_advance(world, 1.0 / fps, &report);
        if (report.steps > 0) {  // there when the call ends, however many steps it took
            CHECK(position_of(world, id, 0).x == x);
        }
    }
    (void)taut_body_release(world, id, 0, TAUT_RELEASE_THROW);
    float speed = velocity_of(world, id, 0).x;
    taut_world_destroy(world);
    return speed;
}

TEST(throw_has_the_speed_of_the_hand_at_any_frame_rate)
{
    static const int even[] = {15, 20, 30, 60, 240};  // steps of 1/60 s fit
    for (int i = 0; i < 5; ++i) {
        CHECK_MSG(fabsf(thrown_at(even[i]) - 2.0f) < 1e-3f, "at %d fps", even[i]);
    }
    // At 144 a step sees two or three frames of motion: half a frame off the mean of 2.4, at most.
    float uneven = thrown_at(144);
    CHECK_MSG(fabsf(uneven - 2.0f) <= 2.0f * 0.6f / 2.4f, "at 144 fps: %g m/s", (double)uneven);
}

TEST(hand_moves_evenly_through_all_steps_of_an_advance)
{
    taut_world* world = floating_world();
    taut_body_id id = lone_particle(world);
    REQUIRE(taut_body_grab(world, id, 0) == TAUT_OK);
    REQUIRE(taut_body_set_target(world, id, 0, (taut_vec3){3.0f, 0.0f, 0.0f}) == TAUT_OK);
    REQUIRE(taut_world_advance(world, 3.0 / 60.0, NULL) == TAUT_OK);
    CHECK(position_of(world, id, 0).x == 3.0f);
    CHECK_NEAR(velocity_of(world, id, 0).x, 60.0, 1e-3);  // 1 m in each of three steps
    taut_vec3 before;
    REQUIRE(taut_body_interpolate(world, id, 0.0f, &before, 1) == TAUT_OK);
    CHECK_NEAR(before.x, 2.0, 1e-5);
    taut_world_destroy(world);
}

static taut_world* heavy_rope(bool tethered, taut_body_id* id)
{
    taut_world_def world_def = taut_world_def_default();
    taut_world* world = new_world_from(&world_def);
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.end = (taut_vec3){0.0f, -8.0f, 0.0f};
    def.pin_start = true;
    def.end_mass = 80.0f;
    def.tethers.enabled = tethered;
    (void)taut_rope_material_find("steel-cable", &def.material);
    (void)taut_make_rope(builder, &def, NULL);
    *id = add_body(world, builder);
    return world;
}

// 80 kg let go on a cable that the solver leaves too soft. A link that is too long stores what its
// force says; by its length it would store thousands of joules that nobody put in.
TEST(energy_does_not_rise_when_links_are_softer_than_asked)
{
    taut_body_id id;
    taut_world* world = heavy_rope(false, &id);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    double start = m.kinetic_energy + m.gravity_energy + m.elastic_energy;
    double most = start;
    for (int frame = 0; frame < 120; ++frame) {
        REQUIRE(taut_world_step(world, 1.0f / 60.0f, 20, NULL) == TAUT_OK);
        REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
        double now = m.kinetic_energy + m.gravity_energy + m.elastic_energy;
        most = now > most ? now : most;
    }
    // The rope weighs 1.1 kg: a joule is what it gains by falling a tenth of a metre.
    CHECK_MSG(most - start < 1.0, "from %g to %g J", start, most);
    taut_world_destroy(world);
}

TEST(tethered_rope_holds_a_heavy_end)
{
    taut_body_id id;
    taut_world* world = heavy_rope(true, &id);
    REQUIRE(taut_body_set_drag(world, id, 2.0f) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 600, 1.0f / 60.0f, 20), 0);
    // Tethers of ropes act at once: what is left is one substep's fall.
    CHECK_MSG(position_of(world, id, 32).y > -8.0f * 1.001f, "end at %g m",
              (double)position_of(world, id, 32).y);
    // Where tethers carry, the pin reads 791 to 802 N from step to step.
    double held = 0.0;
    for (int frame = 0; frame < 60; ++frame) {
        taut_reaction reaction;
        CHECK_EQ_INT(step_frames(world, 1, 1.0f / 60.0f, 20), 0);
        REQUIRE(taut_body_reaction(world, id, 0, &reaction) == TAUT_OK);
        held += (double)reaction.force.y / 60.0;
    }
    // Half of the first link hangs on the pin itself.
    double weight = 9.81 * (80.0 + 8.0 * 0.14 * (1.0 - 0.5 / 32));
    CHECK_NEAR(held, weight, 5e-4 * weight);
    taut_world_destroy(world);
}
