// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "platform/clock.h"
#include "world.h"

taut_result taut_world_time_stages(taut_world* world, bool on)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    const taut_budget_def* budget = &world->def.budget;
    if (on && budget->clock == NULL && !taut_system_clock_supported()) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "stages cannot be timed: this build knows no clock, and "
                               "taut_world_def.budget.clock is NULL");
    }
    if (on) {
        world->profile =
            (taut_profile){.clock = budget->clock, .clock_context = budget->clock_context};
    }
    world->profile.on = on;
    return TAUT_OK;
}

taut_stage_times taut_world_stage_times(const taut_world* world)
{
    return world != NULL ? world->profile.times : (taut_stage_times){0};
}
