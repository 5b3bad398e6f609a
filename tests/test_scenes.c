// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Scenes as wholes. That each does what it is there to show is the CTest entry scene.<name>.

#include "scenes/scene.h"
#include "test.h"

#include <math.h>
#include <string.h>

TEST(every_scene_has_a_name_a_sentence_and_a_check_of_its_own)
{
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        CHECK_MSG(taut_scene_find(scene->name) == scene, "%s is found under its name", scene->name);
        CHECK_MSG(strlen(scene->about) > 20 && scene->about[strlen(scene->about) - 1] == '.',
                  "%s: \"%s\" is a sentence", scene->name, scene->about);
        CHECK_MSG(scene->make != NULL && scene->check != NULL, "%s can be made and checked",
                  scene->name);
    }
}

TEST(props_are_at_particles_that_there_are)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    int props = 0;
    for (int i = 0; i < taut_scene_count(); ++i) {
        REQUIRE(taut_scene_open(&run, taut_scene_at(i), &options));
        for (int k = 0; k < run.prop_count; ++k) {
            const taut_scene_prop* p = &run.props[k];
            const taut_scene_look* look = &run.looks[p->look];
            int count = taut_body_positions(run.worlds[look->world].world, look->body).count;
            bool there = p->particle >= 0 && p->particle < count && p->above < count;
            CHECK_MSG(p->look >= 0 && p->look < run.look_count && there, "%s: prop %d",
                      run.scene->name, k);
        }
        props += run.prop_count;
        taut_scene_close(&run);
    }
    CHECK(props > 0);
}

// Without the direct solve a run differs in nothing but what the solver does.
TEST(no_direct_reaches_every_world)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    options.no_direct = true;
    for (int i = 0; i < taut_scene_count(); ++i) {
        REQUIRE(taut_scene_open(&run, taut_scene_at(i), &options));
        for (int k = 0; k < run.world_count; ++k) {
            CHECK_MSG(!run.worlds[k].solver.direct, "%s, world %d", run.scene->name, k);
        }
        taut_scene_close(&run);
    }
}

// The bound that is asked of this cloth from its frame 300 on, over a hundred seconds.
TEST(long_cloth_100_stretches_less_than_two_per_cent_for_6000_frames)
{
    taut_scene_options options = taut_scene_options_default();
    taut_scene_run run;
    REQUIRE(taut_scene_open(&run, taut_scene_find("cloth-100"), &options));
    float late = 0.0f;
    for (int frame = 0; frame < 6000; ++frame) {
        taut_scene_step(&run);
        bool later = frame >= 300 && run.stats.frame_max_stretch > late;
        late = later ? run.stats.frame_max_stretch : late;
    }
    CHECK(run.stats.trouble == 0 && !run.stats.diverged);
    CHECK_MSG(late <= 0.02f, "largest stretch from frame 300 on: %g", (double)late);
    taut_scene_close(&run);
}

// Worst stretch of the worlds of frame-rate after 8 s at a rate.
static void stretch_at(double rate, float stretch[3])
{
    taut_scene_options options = taut_scene_options_default();
    options.param_set[0] = true;
    options.param[0] = rate;
    static taut_scene_run run;
    REQUIRE(taut_scene_open(&run, taut_scene_find("frame-rate"), &options));
    for (int i = 0; i < (int)(8.0 * rate); ++i) {
        taut_scene_step(&run);
    }
    for (int i = 0; i < 3; ++i) {
        taut_measure m = {0};
        CHECK(taut_body_measure(run.worlds[i].world, run.looks[i].body, &m) == TAUT_OK);
        stretch[i] = m.max_stretch;
    }
    taut_scene_close(&run);
}

// PBD is rigid at 240 Hz and rubber at 15; small steps are the same material at all of them.
TEST(a_lower_rate_softens_pbd_alone)
{
    float fast[3] = {0}, slow[3] = {0};
    stretch_at(240.0, fast);
    stretch_at(15.0, slow);
    CHECK_MSG(fast[0] < 0.05f && slow[0] > 1.0f, "PBD: %g and %g", (double)fast[0],
              (double)slow[0]);
    CHECK_MSG(fabsf(fast[2] - slow[2]) < 0.01f && fast[2] > 0.15f, "XPBD: %g and %g",
              (double)fast[2], (double)slow[2]);
}
