// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Starting at rest, going back, recording and replaying, sleeping, being put elsewhere.

#include "guide.h"

#define LINKS 24

static taut_world* make_world(taut_body_id* rope)
{
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    taut_world* world = guide_world(&def);
    taut_builder* builder = guide_builder();
    taut_rope_def rope_def = taut_rope_def_default();
    rope_def.end = (taut_vec3){1.0f, -1.0f, 0.0f};
    rope_def.link_count = LINKS;
    rope_def.pin_start = true;
    taut_make_rope(builder, &rope_def, NULL);
    taut_body_def body = taut_body_def_default();
    body.drag = 2.0f;
    *rope = guide_put(world, builder, body);
    return world;
}

// What a player might do.
static void play(taut_world* world, taut_body_id rope)
{
    for (int frame = 0; frame < 60; ++frame) {
        float x = 0.01f * (float)(frame < 20 ? frame : 20);
        taut_body_set_target(world, rope, 0, (taut_vec3){x, 0.0f, 0.0f});
        if (frame == 30) {
            taut_body_add_impulse(world, rope, LINKS, (taut_vec3){0.0f, 0.0f, 0.01f});
        }
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
    }
}

static int settle(taut_world* world)
{
    taut_settled settled;
    taut_world_settle(world, NULL, &settled);
    printf("%s after %d steps, unrest %.3f\n", settled.settled ? "at rest" : "still moving",
           settled.steps, (double)settled.unrest);
    return guide_expect(settled.settled && taut_world_time(world) == 0.0, "it begins at rest");
}

static int go_back(taut_world* world, taut_body_id rope)
{
    taut_snapshot* snapshot = NULL;
    taut_snapshot_take(world, &snapshot);
    play(world, rope);
    uint64_t first = taut_world_hash(world);
    taut_snapshot_restore(world, snapshot);
    play(world, rope);
    printf("a snapshot of %zu bytes\n", taut_snapshot_bytes(snapshot));
    int wrong = guide_expect(taut_world_hash(world) == first, "a second go is as the first");
    taut_snapshot_restore(world, snapshot);
    taut_snapshot_release(snapshot);
    return wrong;
}

static int record_and_replay(taut_world* world, taut_body_id rope)
{
    taut_recording_def def = taut_recording_def_default();
    taut_recording_start(world, &def);
    play(world, rope);
    taut_recording_stop(world);
    taut_bytes bytes = taut_recording_bytes(world);  // to a file, or over a wire
    printf("60 steps in %zu bytes\n", bytes.size);

    taut_body_id other_rope;
    taut_world* other = make_world(&other_rope);
    taut_world_settle(other, NULL, NULL);  // made as the first one was
    taut_replay_def how = taut_replay_def_default();
    how.data = bytes.data;
    how.size = bytes.size;
    taut_replay replay;
    taut_result result = taut_replay_open(&replay, other, &how);
    while (result == TAUT_OK && !replay.done) {
        result = taut_replay_step(&replay, NULL);
    }
    if (replay.first_different > 0) {
        printf("step %lld differs\n", (long long)replay.first_different);
    }
    int wrong = guide_expect(result == TAUT_OK && replay.first_different == 0 &&
                                 taut_world_hash(other) == taut_world_hash(world),
                             "a replay is what was recorded");
    taut_world_destroy(other);
    return wrong;
}

static int sleep_and_wake(taut_world* world, taut_body_id rope)
{
    int frames = 0;
    while (!taut_body_asleep(world, rope) && frames < 1200) {
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
        frames += 1;
    }
    printf("asleep after %d frames\n", frames);
    int wrong = guide_expect(taut_body_asleep(world, rope), "it falls asleep");
    taut_teleport to = taut_teleport_default();
    to.move = (taut_vec3){100.0f, 0.0f, 0.0f};
    to.turn = taut_quat_between((taut_vec3){1.0f, 0.0f, 0.0f}, (taut_vec3){0.0f, 0.0f, 1.0f});
    taut_body_teleport(world, rope, &to);
    taut_measure after;
    taut_body_measure(world, rope, &after);
    return wrong + guide_expect(!taut_body_asleep(world, rope), "a teleport wakes it") +
           guide_expect(after.max_stretch < 1e-3f, "and does not stretch it");
}

int main(void)
{
    taut_body_id rope;
    taut_world* world = make_world(&rope);
    int wrong = settle(world);
    wrong += go_back(world, rope);
    wrong += record_and_replay(world, rope);
    wrong += sleep_and_wake(world, rope);
    taut_world_destroy(world);
    return wrong;
}
