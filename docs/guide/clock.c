// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A host whose frames do not keep time: fixed steps out of uneven frames, drawn in between.

#include "guide.h"

#define LINKS 16

static taut_body_id make_rope(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.link_count = LINKS;
    rope.pin_start = true;
    taut_make_rope(builder, &rope, NULL);
    return guide_put(world, builder, taut_body_def_default());
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    def.step_dt = 1.0f / 60.0f;  // seconds per step
    def.substeps = 20;           // per step
    def.most_steps = 4;          // per call of advance
    taut_world* world = guide_world(&def);
    taut_body_id body = make_rope(world);

    static const double elapsed[] = {0.011, 0.019, 0.016, 0.025, 0.3, 0.016};
    int steps = 0;
    double dropped = 0.0;
    taut_vec3 drawn[LINKS + 1] = {{0}};
    for (int frame = 0; frame < 6; ++frame) {
        taut_step_report report;
        taut_world_advance(world, elapsed[frame], &report);
        taut_body_interpolate(world, body, report.blend, drawn, LINKS + 1);
        printf("frame of %4.0f ms: %d steps, %.2f of the next; the end is drawn at y = %.4f\n",
               1e3 * elapsed[frame], report.steps, (double)report.blend, (double)drawn[LINKS].y);
        if ((report.trouble & TAUT_STEP_TIME_DROPPED) != 0) {
            printf("  the host was late: %.0f ms of simulated time skipped\n",
                   1e3 * report.dropped_seconds);
        }
        steps += report.steps;
        dropped += report.dropped_seconds;
    }

    taut_vec3 after = taut_vec3_at(taut_body_positions(world, body), LINKS);
    double total = 0.387;  // s: what the frames add up to
    double kept = taut_world_time(world) + dropped;
    int wrong = guide_expect(kept <= total && kept > total - 1.0 / 60.0,
                             "less than a step is left waiting") +
                guide_expect(fabs(taut_world_time(world) - steps / 60.0) < 1e-6,
                             "simulated time goes in whole steps") +
                guide_expect(drawn[LINKS].y >= after.y, "what is drawn lags the last step");
    taut_world_destroy(world);
    return wrong;
}
