// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every scene over a long time: numbers stay numbers, and nothing gathers energy that the scene did
// not put in. 300 frames here; `make soak` sets TAUT_SOAK_FRAMES to 10,000.

#include "scenes/scene.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SAMPLE 10  // frames between looks

static int frames_asked(void)
{
    const char* text = getenv("TAUT_SOAK_FRAMES");
    int frames = text != NULL ? atoi(text) : 0;
    return frames > 0 ? frames : 300;
}

typedef struct energy {
    double kinetic;
    double all;  // with that of height: what falls gains nothing
} energy;

static energy energy_of(const taut_scene_run* run)
{
    energy sum = {0};
    for (int i = 0; i < run->world_count; ++i) {
        taut_world* world = run->worlds[i].world;
        for (int k = 0; !run->worlds[i].diverged && k < taut_world_body_count(world); ++k) {
            taut_measure m;
            if (taut_body_measure(world, taut_world_body(world, k), &m) == TAUT_OK) {
                sum.kinetic += m.kinetic_energy;
                sum.all += m.kinetic_energy + m.gravity_energy;
            }
        }
    }
    return sum;
}

// What moves later has no more energy than before: a scene that its drive keeps going repeats
// itself, one left alone calms down. What gathers energy from a fault passes any bound in time.
static void soak(const taut_scene* scene, int frames)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    REQUIRE(taut_scene_open(&run, scene, &options));
    bool may_diverge = taut_scene_has_tag(scene, "diverges");
    int early = scene->frames > frames / 2 ? scene->frames : frames / 2;
    energy first = energy_of(&run);
    double later = first.all;
    bool finite = true;
    for (int frame = 1; frame <= frames; ++frame) {
        taut_scene_step(&run);
        if (frame % SAMPLE == 0 || frame == frames) {
            energy now = energy_of(&run);
            finite = finite && isfinite(now.all);
            if (frame <= early) {
                first.kinetic = fmax(first.kinetic, now.kinetic);
                first.all = fmax(first.all, now.all);
            } else {
                later = fmax(later, now.all);
            }
        }
    }
    CHECK_MSG(finite && (may_diverge || (!run.stats.diverged && run.stats.frozen_count == 0)),
              "%s: diverged or frozen within %d frames", scene->name, frames);
    // Half as much again as ever moved, and a millijoule: what chance adds to the fastest moment of
    // a swing.
    double bound = first.all + 0.5 * first.kinetic + 1e-3;
    CHECK_MSG(may_diverge || later <= bound, "%s: %g J after frame %d, at most %g J before",
              scene->name, later, early, first.all);
    taut_scene_close(&run);
}

TEST(every_scene_stays_finite_and_gathers_no_energy)
{
    int frames = frames_asked();
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        // In the short form the largest run as long as their own check does, which is shorter.
        bool large = taut_scene_has_tag(scene, "large") && frames <= 300;
        soak(scene, large && scene->frames < frames ? scene->frames : frames);
        if (frames > 300) {
            printf("%s: %d frames\n", scene->name, frames);
            (void)fflush(stdout);
        }
    }
}
