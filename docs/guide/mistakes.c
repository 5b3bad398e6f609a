// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the library says when something is wrong: to the caller's mistakes, and to physics in
// trouble.

#include "guide.h"

static int make_mistakes(taut_world* world, taut_body_id body)
{
    taut_builder* builder = guide_builder();
    taut_vec3 nowhere = {0.0f, NAN, 0.0f};
    taut_result result = taut_builder_add_particle(builder, nowhere, 1.0f, NULL);
    printf("%s: %s\n", taut_result_name(result), taut_builder_last_error(builder));
    int wrong = guide_expect(result == TAUT_ERROR_INVALID, "NaN is refused") +
                guide_expect(taut_builder_particle_count(builder) == 0, "nothing was added");

    taut_rope_def forgotten = {0};  // without taut_rope_def_default()
    result = taut_make_rope(builder, &forgotten, NULL);
    printf("%s: %s\n", taut_result_name(result), taut_builder_last_error(builder));
    wrong += guide_expect(result == TAUT_ERROR_INVALID, "a missing stamp is caught");
    taut_builder_destroy(builder);

    result = taut_world_step(world, -1.0f, 20, NULL);
    printf("%s: %s\n", taut_result_name(result), taut_world_last_error(world));
    wrong += guide_expect(result == TAUT_ERROR_INVALID, "time does not run backwards");

    result = taut_body_pin(world, body, 99);
    printf("%s: %s\n", taut_result_name(result), taut_world_last_error(world));
    return wrong + guide_expect(result == TAUT_ERROR_INVALID, "there is no particle 99");
}

// Nothing in a field keeps it from giving nonsense. The body that takes it goes back to where it
// was and is frozen; the other one is not disturbed.
static void broken_field(void* context, taut_body_id body, double time, taut_vec3_view positions,
                         taut_vec3_view velocities, taut_vec3* acceleration)
{
    const taut_body_id* victim = context;
    (void)positions;
    (void)velocities;
    if (body.index1 == victim->index1 && time > 0.5) {
        acceleration[1].x = NAN;
    }
}

static int watch_trouble(taut_world* world, taut_body_id victim)
{
    int frozen = 0;
    for (int frame = 0; frame < 60; ++frame) {
        taut_step_report report;
        taut_world_step(world, 1.0f / 60.0f, 20, &report);
        if ((report.trouble & TAUT_STEP_NOT_FINITE) != 0) {
            printf("frame %d: %d body restored and frozen\n", frame, report.frozen_count);
            frozen += report.frozen_count;
        }
    }
    float y = taut_vec3_at(taut_body_positions(world, victim), 1).y;
    return guide_expect(frozen == 1, "one body was frozen, once") +
           guide_expect(taut_body_frozen(world, victim), "it is the one with the bad field") +
           guide_expect(isfinite(y), "its positions are numbers");
}

static taut_body_id add_chain(taut_world* world, float x)
{
    taut_builder* builder = guide_builder();
    taut_chain_def chain = taut_chain_def_default();
    chain.particle_count = 5;
    taut_make_chain(builder, &chain, NULL);
    taut_body_def def = taut_body_def_default();
    def.offset = (taut_vec3){x, 0.0f, 0.0f};
    return guide_put(world, builder, def);
}

int main(void)
{
    taut_body_id victim = {0};
    taut_world_def def = taut_world_def_default();
    def.field = broken_field;
    def.field_context = &victim;
    taut_world* world = guide_world(&def);
    taut_body_id healthy = add_chain(world, 0.0f);
    victim = add_chain(world, 3.0f);
    int wrong = make_mistakes(world, healthy) + watch_trouble(world, victim);
    wrong += guide_expect(!taut_body_frozen(world, healthy), "the other body goes on");
    taut_world_destroy(world);
    return wrong;
}
