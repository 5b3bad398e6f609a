// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every scene: put back in the middle of a run it goes on with the same bits, and what was done to
// it, recorded, gives the same bits without the scene.

#include "scene_frames.h"
#include "support.h"
#include "test.h"

// 20 frames, or as many as fit into some ten million projections.
static int frames_for(const taut_scene_run* run)
{
    return scene_frames(run, 20, 1e7);
}

static uint64_t run_on(taut_scene_run* run, int frames)
{
    for (int i = 0; i < frames; ++i) {
        taut_scene_step(run);
    }
    return taut_scene_hash(run);
}

static void check_snapshot(const taut_scene* scene)
{
    static taut_scene_run run, kept;
    REQUIRE(taut_scene_open(&run, scene, NULL));
    int frames = frames_for(&run);
    uint64_t start = run_on(&run, frames);
    taut_snapshot* snapshots[TAUT_SCENE_MAX_WORLDS] = {NULL};
    for (int w = 0; w < run.world_count; ++w) {
        CHECK_EQ_INT(taut_snapshot_take(run.worlds[w].world, &snapshots[w]), TAUT_OK);
    }
    kept = run;
    uint64_t later = run_on(&run, frames);
    for (int w = 0; w < run.world_count; ++w) {
        CHECK_EQ_INT(taut_snapshot_restore(run.worlds[w].world, snapshots[w]), TAUT_OK);
        taut_snapshot_release(snapshots[w]);
    }
    run = kept;
    CHECK_MSG(taut_scene_hash(&run) == start, "%s is not put back", scene->name);
    CHECK_MSG(run_on(&run, frames) == later, "%s goes on otherwise", scene->name);
    taut_scene_close(&run);
}

TEST(every_scene_goes_on_from_a_snapshot)
{
    for (int i = 0; i < taut_scene_count(); ++i) {
        check_snapshot(taut_scene_at(i));
    }
}

static bool record(const taut_scene* scene, taut_scene_run* run, int* frames, uint64_t* hash)
{
    if (!taut_scene_open(run, scene, NULL)) {
        return false;
    }
    bool ok = true;
    for (int w = 0; w < run->world_count; ++w) {
        taut_recording_def def = taut_recording_def_default();
        ok = ok && taut_recording_start(run->worlds[w].world, &def) == TAUT_OK;
    }
    *frames = frames_for(run);
    *hash = run_on(run, *frames);
    for (int w = 0; w < run->world_count; ++w) {
        ok = ok && taut_recording_stop(run->worlds[w].world) == TAUT_OK;
    }
    return ok;
}

// Another backend than the recorded run: it makes no difference.
static void check_replay(const taut_scene* scene)
{
    static taut_scene_run recorded, run;
    taut_replay replays[TAUT_SCENE_MAX_WORLDS];
    int frames = 0;
    uint64_t hash = 0;
    bool whole = record(scene, &recorded, &frames, &hash);
    CHECK_MSG(whole, "%s is not recorded: %s", scene->name,
              taut_world_last_error(recorded.worlds[0].world));
    taut_scene_options options = taut_scene_options_default();
    options.backend = TAUT_BACKEND_SCALAR;
    REQUIRE(taut_scene_open(&run, scene, &options));
    for (int w = 0; w < run.world_count; ++w) {
        taut_bytes bytes = taut_recording_bytes(recorded.worlds[w].world);
        taut_replay_def def = taut_replay_def_default();
        def.data = bytes.data;
        def.size = bytes.size;
        CHECK_EQ_INT(taut_replay_open(&replays[w], run.worlds[w].world, &def), TAUT_OK);
    }
    run.replays = replays;
    CHECK_MSG(run_on(&run, frames) == hash, "%s is another when replayed", scene->name);
    for (int w = 0; w < run.world_count; ++w) {
        CHECK_EQ_INT(replays[w].first_different, 0);
        CHECK(replays[w].done || run.worlds[w].diverged);
    }
    taut_scene_close(&run);
    taut_scene_close(&recorded);
}

TEST(every_scene_is_the_same_when_replayed)
{
    for (int i = 0; i < taut_scene_count(); ++i) {
        check_replay(taut_scene_at(i));
    }
}
