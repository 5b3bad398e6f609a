// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Copies of scenes in one world: each has the hash of the scene by itself with its seed.

#include "copies.h"

#include <stdio.h>
#include <string.h>

#include "platform/pool.h"
#include "support.h"

// Long enough for what scenes do with knives and hands, where they are small.
static int frames_of(const taut_scene* scene)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    int particles = 0;
    if (taut_scene_open(&run, scene, &options)) {
        for (int i = 0; i < run.look_count; ++i) {
            particles +=
                taut_body_positions(run.worlds[run.looks[i].world].world, run.looks[i].body).count;
        }
    }
    taut_scene_close(&run);
    return particles < 800 ? 100 : particles < 3000 ? 40 : particles < 20000 ? 6 : 2;
}

TEST(each_copy_of_every_scene_is_the_scene_by_itself)
{
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        taut_scene_options options = seeded(7);
        vary_all(&options, scene);
        options.thread_count = taut_pool_supported() ? 1 + i % 3 : 1;
        check_copies(scene, &options, frames_of(scene));
    }
}

// What is wrong with copies
// ------------------------------------------------------------------------

TEST(a_batch_has_one_copy_at_least_and_a_limit)
{
    static taut_scene_batch batch;
    const taut_scene* rope = taut_scene_find("rope");
    taut_scene_options options = seeded(1);
    static const int counts[] = {0, -1, TAUT_SCENE_MOST_COPIES + 1};
    for (int i = 0; i < 3; ++i) {
        CHECK(!taut_batch_open(&batch, rope, &options, counts[i]));
        CHECK(strstr(batch.error, "copies") != NULL);
        taut_batch_close(&batch);
    }
    vary(&options, "length", 50.0, 500.0);  // of which some are too long
    CHECK(!taut_batch_open(&batch, rope, &options, 20));
    CHECK(strstr(batch.error, "length") != NULL);
    taut_batch_close(&batch);
}

// It is the first few that say so.
TEST(copies_that_will_not_fit_are_refused_at_once)
{
    enum { MANY = 50000 };
    static taut_scene_batch batch;
    taut_test_memory memory = {.fail_at = -1};
    taut_allocator allocator = counting_allocator(&memory);
    taut_scene_options options = seeded(1);
    options.allocator = &allocator;
    options.most_bytes = (size_t)1 << 30;
    CHECK(!taut_batch_open(&batch, taut_scene_find("cloth-25x18"), &options, MANY));
    CHECK_MSG(strncmp(batch.error, "50000 copies would take some ", 29) == 0 &&
                  strstr(batch.error, " GB; this machine has 1.07 GB") != NULL,
              "%s", batch.error);
    CHECK(memory.requests > 0 && memory.requests < 2000);
    CHECK_EQ_INT((int)memory.bytes, 0);
    options.most_bytes *= 100;
    CHECK(taut_batch_open(&batch, taut_scene_find("cloth-25x18"), &options, 5));
    taut_batch_close(&batch);
}

// What a world has once cannot differ from copy to copy.
TEST(copies_cannot_ask_for_different_worlds)
{
    static taut_scene_batch batch;
    const taut_scene* scene = taut_scene_find("frame-rate");
    taut_scene_options options = seeded(1);
    CHECK(taut_scene_shares(scene, "rate") && taut_scene_shares(scene, "sweeps"));
    CHECK(!taut_scene_shares(scene, "drag") && !taut_scene_shares(scene, "rat"));
    vary(&options, "sweeps", 5.0, 50.0);
    CHECK(!taut_batch_open(&batch, scene, &options, 4));
    CHECK(strstr(batch.error, "another world") != NULL);
    taut_batch_close(&batch);
}

// How they are made
// --------------------------------------------------------------------------------

TEST(copies_of_one_shape_share_its_blueprint)
{
    static taut_scene_batch batch;
    const taut_scene* rope = taut_scene_find("rope");
    taut_scene_options options = seeded(1);
    vary(&options, "drag", 0.0, 1.0);
    CHECK(taut_batch_open(&batch, rope, &options, 3));
    const taut_blueprint* of[3];
    for (int i = 0; i < 3; ++i) {
        of[i] = taut_body_blueprint(batch.runs[0].worlds[0].world, batch.runs[i].looks[0].body);
    }
    CHECK(of[0] != NULL && of[1] == of[0] && of[2] == of[0]);
    taut_batch_close(&batch);

    vary(&options, "length", 4.0, 5.0);  // three lengths, three blueprints
    CHECK(taut_batch_open(&batch, rope, &options, 3));
    for (int i = 0; i < 3; ++i) {
        of[i] = taut_body_blueprint(batch.runs[0].worlds[0].world, batch.runs[i].looks[0].body);
    }
    CHECK(of[1] != of[0] && of[2] != of[0] && of[2] != of[1]);
    taut_batch_close(&batch);
}

// A copy that blows up stays where it is, and the others go on.
TEST(a_copy_that_diverges_leaves_the_others_alone)
{
    static taut_scene_batch batch;
    const taut_scene* scene = taut_scene_find("chain-12");
    taut_scene_options options = seeded(10);
    options.solver = TAUT_SOLVER_SPRINGS_EXPLICIT;
    options.substeps = 1;
    vary(&options, "compliance", 1e-5, 8e-3);  // stiff ones explode
    CHECK(taut_batch_open(&batch, scene, &options, 8));
    for (int i = 0; i < 200; ++i) {
        CHECK(taut_batch_step(&batch));
    }
    CHECK_MSG(batch.diverged_count > 0 && batch.diverged_count < 8, "%d of 8 diverged",
              batch.diverged_count);
    for (int i = 0; i < 8; ++i) {
        taut_scene_options mine = options;
        mine.seed += (uint64_t)i;
        CHECK_EQ_U64(taut_batch_hash_of(&batch, i), alone(scene, &mine, 200));
        bool told = isnan(taut_batch_figures_of(&batch, i).energy);
        CHECK(told == batch.runs[i].stats.diverged);
    }
    taut_batch_close(&batch);
}

// Drawing
// ------------------------------------------------------------------------------------------

// The same numbers on every machine, for ever: copies are told by their seeds.
TEST(draws_are_what_they_always_were)
{
    CHECK(taut_scene_draw(1, "drag", 0) == 14646369.0 / 16777216.0);
    CHECK(taut_scene_draw(2, "drag", 0) == 1509178.0 / 16777216.0);
    CHECK(taut_scene_draw(1, "jitter", 5) == 1390438.0 / 16777216.0);
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < 10000; ++i) {
        double x = taut_scene_draw((uint64_t)i, "mean", 0);
        CHECK(x >= 0.0 && x < 1.0);
        sum += x;
        squares += x * x;
    }
    CHECK_NEAR(sum / 10000.0, 0.5, 0.02);
    CHECK_NEAR(squares / 10000.0, 1.0 / 3.0, 0.02);
}

static double drawn(const taut_scene_options* options, const char* scene, const char* key)
{
    const taut_scene_param* p = taut_scene_find(scene)->params;
    while (strcmp(p->key, key) != 0) {
        ++p;
    }
    return taut_scene_drawn(options, p, -1.0);
}

TEST(a_draw_depends_on_its_seed_and_key_alone)
{
    taut_scene_options one = seeded(5), both = seeded(5);
    vary(&one, "drag", 1.0, 2.0);
    vary(&both, "length", 1.0, 2.0);
    vary(&both, "drag", 1.0, 2.0);
    CHECK(drawn(&one, "rope", "drag") == drawn(&both, "rope", "drag"));
    CHECK(drawn(&both, "rope", "length") != drawn(&both, "rope", "drag"));
    CHECK(drawn(&one, "rope", "length") == -1.0);
    one.seeded = false;
    CHECK(drawn(&one, "rope", "drag") == -1.0);
}

TEST(whole_parameters_are_drawn_whole_and_to_both_ends)
{
    int found[3] = {0, 0, 0};
    for (int i = 0; i < 100; ++i) {
        taut_scene_options options = seeded((uint64_t)i);
        vary(&options, "links", 4.0, 6.0);
        double links = drawn(&options, "rope", "links");
        REQUIRE(links == 4.0 || links == 5.0 || links == 6.0);
        found[(int)links - 4] += 1;
    }
    CHECK(found[0] > 15 && found[1] > 15 && found[2] > 15);
}

TEST(a_scene_without_a_seed_is_as_it_was)
{
    const taut_scene* rope = taut_scene_find("rope");
    taut_scene_options plain = taut_scene_options_default();
    taut_scene_options still = seeded(4);
    still.jitter = 0.0f;
    CHECK_EQ_U64(alone(rope, &still, 5), alone(rope, &plain, 5));
    still.jitter = 0.05f;
    CHECK(alone(rope, &still, 5) != alone(rope, &plain, 5));
}
