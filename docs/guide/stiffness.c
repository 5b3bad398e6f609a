// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How stiff a cloth really is, what it would take, and letting the world take it.

#include "guide.h"

#define FRAMES 180
#define SIZE 24

static taut_body_id make_cloth(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIZE;
    cloth.spacing_u = cloth.spacing_v = 0.05f;
    cloth.rigid = true;
    cloth.tethers.enabled = false;
    taut_make_cloth(builder, &cloth, NULL);
    taut_builder_pin(builder, 0);
    taut_builder_pin(builder, SIZE - 1);
    taut_body_def def = taut_body_def_default();
    def.drag = 0.5f;
    return guide_put(world, builder, def);
}

// The largest stretch beyond what was asked, and the most substeps that a step asked for.
static float fall(int substeps, int* needed)
{
    taut_world_def def = taut_world_def_default();
    def.meter = true;
    taut_world* world = guide_world(&def);
    make_cloth(world);
    float excess = 0.0f;
    *needed = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        taut_step_report report;
        taut_world_step(world, 1.0f / 60.0f, substeps, &report);
        excess = fmaxf(excess, report.excess);
        *needed = report.substeps_needed > *needed ? report.substeps_needed : *needed;
    }
    printf("%3d substeps: up to %5.2f %% beyond what was asked; about %d for 1 %%\n", substeps,
           100.0 * (double)excess, *needed);
    taut_world_destroy(world);
    return excess;
}

// Steps by the world's own choice; they are noted in `choices`.
static uint64_t choose(int32_t* choices, float* excess)
{
    taut_world_def def = taut_world_def_default();
    def.budget.target = 0.02f;          // 2 % of stretch beyond what was asked
    def.budget.microseconds = 5000.0f;  // but no more time than that
    def.budget.min_substeps = 8;
    def.budget.max_substeps = 100;
    taut_world* world = guide_world(&def);
    make_cloth(world);
    for (int frame = 0; frame < FRAMES; ++frame) {
        taut_step_report report;
        taut_world_advance(world, 1.0 / 60.0, &report);
        choices[frame] = taut_world_substeps_taken(world).data[0];
        *excess = fmaxf(*excess, report.excess);
    }
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

static uint64_t repeat(const int32_t* choices)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    make_cloth(world);
    taut_world_replay_substeps(world, choices, FRAMES);
    for (int frame = 0; frame < FRAMES; ++frame) {
        taut_world_advance(world, 1.0 / 60.0, NULL);
    }
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

int main(void)
{
    int needed = 0, unread = 0;
    fall(10, &needed);
    float tried = fall(needed, &unread);

    int32_t choices[FRAMES] = {0};
    float excess = 0.0f;
    uint64_t hash = choose(choices, &excess);
    int most = 0;
    double sum = 0.0;
    for (int i = 0; i < FRAMES; ++i) {
        most = choices[i] > most ? choices[i] : most;
        sum += choices[i];
    }
    printf("by choice: %.1f substeps in the mean, %d at most, %.2f %% beyond\n", sum / FRAMES, most,
           100.0 * (double)excess);
    return guide_expect(tried > 0.004f && tried < 0.025f,
                        "what was said to be needed is about so") +
           guide_expect(most <= 100, "choices keep within their limits") +
           guide_expect(repeat(choices) == hash, "a replay repeats the bits");
}
