// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Scenes that are played with: a script does again what hands did, to the bit; broken scripts and
// acts that make no sense are refused, and nothing has happened.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/play.h"
#include "support.h"
#include "test.h"

typedef struct played {
    taut_scene_run run;
    taut_play play;
} played;

static played* open_scene(const char* name, float spare)
{
    played* p = calloc(1, sizeof *p);
    taut_scene_options options = taut_scene_options_default();
    options.spare = spare;
    if (!p || !taut_scene_open(&p->run, taut_scene_find(name), &options)) {
        free(p);
        return NULL;
    }
    taut_play_open(&p->play, &p->run);
    return p;
}

static void close_scene(played* p)
{
    taut_play_close(&p->play);
    taut_scene_close(&p->run);
    free(p);
}

static void take_frames(played* p, int count)
{
    for (int i = 0; i < count; ++i) {
        taut_scene_step(&p->run);
    }
}

static taut_play_act act_of(taut_play_verb verb, int a, int b, int c, int d)
{
    taut_play_act act = {.verb = verb, .ints = {a, b, c, d}};
    return act;
}

static bool act_at(taut_play* play, taut_play_act act, int count, const taut_vec3* points)
{
    act.point_count = count;
    for (int i = 0; i < count; ++i) {
        act.points[i] = taut_play_round(points[i]);
    }
    return taut_play_do(play, &act);
}

static bool act_with(taut_play* play, taut_play_verb verb, float x, float y, float z)
{
    taut_play_act act = {.verb = verb, .floats = {x, y, z}};
    return taut_play_do(play, &act);
}

static taut_vec3 free_particle(const played* p, int* particle)
{
    const taut_world* world = p->run.worlds[0].world;
    taut_body_id body = taut_world_body(world, 0);
    taut_vec3_view x = taut_body_positions(world, body);
    *particle = x.count / 2;
    while (*particle + 1 < x.count && taut_body_pinned(world, body, *particle)) {
        *particle += 1;
    }
    return taut_vec3_at(x, *particle);
}

// A bit of everything that the scene lets hands do. Returns how many acts were done.
static int play_with(played* p)
{
    taut_play* play = &p->play;
    int done = 0, particle = 0;
    take_frames(p, 3);
    taut_vec3 at = free_particle(p, &particle);
    taut_play_act grab = act_of(TAUT_PLAY_GRAB, 2, 0, 0, particle);
    done += taut_play_do(play, &grab);
    for (int i = 0; i < 6; ++i) {
        taut_vec3 to = {at.x + 0.03f * (float)i, at.y + 0.02f * (float)i, at.z};
        done += act_at(play, act_of(TAUT_PLAY_DRAG, 2, 0, 0, 0), 1, &to);
        take_frames(p, 1);
    }
    taut_play_act release = act_of(TAUT_PLAY_RELEASE, 2, TAUT_RELEASE_THROW, 0, 0);
    done += taut_play_do(play, &release);
    grab.verb = TAUT_PLAY_GATHER;
    grab.floats[0] = 0.3f;
    done += taut_play_do(play, &grab);
    take_frames(p, 1);
    done += taut_play_do(play, &release);
    done += act_with(play, TAUT_PLAY_WIND, 4.0f, 0.0f, 1.0f);
    done += act_with(play, TAUT_PLAY_GRAVITY, 0.5f, -5.0f, 0.25f);
    take_frames(p, 2);
    const taut_vec3 blade[4] = {{at.x, at.y + 0.3f, -5.0f},
                                {at.x, at.y + 0.3f, 5.0f},
                                {at.x + 0.1f, at.y - 0.3f, -5.0f},
                                {at.x + 0.1f, at.y - 0.3f, 5.0f}};
    done += act_at(play, act_of(TAUT_PLAY_CUT, 0, 0, 0, 0), 4, blade);
    done += act_with(play, TAUT_PLAY_DAMPING, 0.7f, 0.0f, 0.0f);
    done += act_with(play, TAUT_PLAY_TEAR, 0.3f, 0.0f, 0.0f);
    for (int i = 0; taut_play_material_name(i); ++i) {
        taut_play_act material = act_of(TAUT_PLAY_MATERIAL, i, 0, 0, 0);
        done += taut_play_do(play, &material);
    }
    const taut_vec3 stroke[3] = {{0.0f, 2.0f, 0.5f}, {0.4f, 2.2f, 0.5f}, {0.9f, 2.1f, 0.6f}};
    done += act_at(play, act_of(TAUT_PLAY_ROPE, 0, 2, TAUT_PLAY_PIN_FIRST, 0), 3, stroke);
    done += act_at(play, act_of(TAUT_PLAY_CLOTH, 0, 6, TAUT_PLAY_PIN_LAST, 0), 3, stroke);
    done += act_at(play, act_of(TAUT_PLAY_BRIDGE, 0, 0, 0, 0), 2, stroke);
    taut_play_act pin = act_of(TAUT_PLAY_PIN, 0, 0, particle, 0);
    done += taut_play_do(play, &pin);
    take_frames(p, 4);
    pin.verb = TAUT_PLAY_UNPIN;
    done += taut_play_do(play, &pin);
    taut_play_act substeps = act_of(TAUT_PLAY_SUBSTEPS, 7, 0, 0, 0);
    done += taut_play_do(play, &substeps);
    take_frames(p, 4);
    return done;
}

static char* script_of(played* p)
{
    size_t length = taut_play_script(&p->play, NULL, 0);
    char* text = malloc(length + 1);
    if (text) {
        (void)taut_play_script(&p->play, text, length + 1);
    }
    return text;
}

// Opens what a script says and plays it to its end; true when it came out as written.
static bool repeats(const char* text, uint64_t* hash)
{
    played p = {0};
    const taut_scene* scene = NULL;
    taut_scene_options options;
    char error[256] = "";
    bool ok = taut_play_read(text, &scene, &options, error, sizeof error) &&
              taut_scene_open(&p.run, scene, &options);
    if (ok) {
        taut_play_open(&p.play, &p.run);
        ok = taut_play_replay(&p.play, text);
        for (int i = 0; i < p.play.replay_frames && p.play.replaying; ++i) {
            taut_scene_step(&p.run);
        }
        *hash = taut_scene_hash(&p.run);
        ok = ok && p.play.replay_ended && p.play.hash_found == p.play.hash_written;
    }
    taut_play_close(&p.play);
    taut_scene_close(&p.run);
    return ok;
}

static const char* const zoo[] = {"cloth-25x18",  "chain-12",  "flag",    "tablecloth-drop",
                                  "blob-2d",      "rope",      "balloon", "half-correction",
                                  "jelly-stack",  "net",       "ragdoll", "suspension-bridge",
                                  "truss-bridge", "explosions"};

TEST(script_does_again_what_hands_did_to_the_bit)
{
    for (size_t i = 0; i < sizeof zoo / sizeof zoo[0]; ++i) {
        played* p = open_scene(zoo[i], 0.5f);
        REQUIRE(p != NULL);
        int done = play_with(p);
        char* text = script_of(p);
        REQUIRE(text != NULL);
        uint64_t hash = 0;
        bool same = repeats(text, &hash);
        CHECK_MSG(done >= 12, "%s: %d acts", zoo[i], done);
        CHECK_MSG(same && hash == taut_scene_hash(&p->run), "%s: another hash", zoo[i]);
        free(text);
        close_scene(p);
    }
}

TEST(hands_act_again_where_a_replay_is_taken_over)
{
    played* p = open_scene("cloth-25x18", 0.5f);
    REQUIRE(p != NULL);
    (void)play_with(p);
    char* text = script_of(p);
    REQUIRE(text != NULL);
    close_scene(p);
    p = open_scene("cloth-25x18", 0.5f);
    REQUIRE(p != NULL && taut_play_replay(&p->play, text));
    take_frames(p, 8);
    CHECK(p->play.replaying);
    CHECK(!act_with(&p->play, TAUT_PLAY_GRAVITY, 0.0f, -1.0f, 0.0f));  // hands are tied
    taut_play_take_over(&p->play);
    CHECK(act_with(&p->play, TAUT_PLAY_GRAVITY, 0.0f, -1.0f, 0.0f));
    take_frames(p, 3);
    char* forked = script_of(p);
    uint64_t hash = 0;
    CHECK(forked && repeats(forked, &hash) && hash == taut_scene_hash(&p->run));
    free(forked);
    free(text);
    close_scene(p);
}

// A link that was copied while something was held: what came of it can be compared, then the hand
// opens, and that is written down too.
TEST(hands_are_open_again_after_a_replay)
{
    for (int way = 0; way < 2; ++way) {
        played* p = open_scene("flag", 0.5f);
        REQUIRE(p != NULL);
        int particle = 0;
        (void)free_particle(p, &particle);
        taut_play_act grab = act_of(TAUT_PLAY_GRAB, 0, 0, 1, 5);
        REQUIRE(taut_play_do(&p->play, &grab));
        take_frames(p, 5);
        char* text = script_of(p);
        close_scene(p);
        p = open_scene("flag", 0.5f);
        REQUIRE(p != NULL && text != NULL && taut_play_replay(&p->play, text));
        take_frames(p, way == 0 ? 3 : 5);
        CHECK(p->play.replay_ended == (way == 1));
        CHECK(way == 0 || p->play.hash_found == p->play.hash_written);
        if (way == 0) {
            taut_play_take_over(&p->play);
        }
        CHECK(taut_play_do(&p->play, &grab));
        CHECK(!p->play.replay_ended);
        take_frames(p, 3);
        char* forked = script_of(p);
        uint64_t hash = 0;
        CHECK(forked && repeats(forked, &hash) && hash == taut_scene_hash(&p->run));
        free(forked);
        free(text);
        close_scene(p);
    }
}

TEST(what_is_drawn_takes_what_was_set)
{
    played* p = open_scene("rope", 0.5f);
    REQUIRE(p != NULL);
    const taut_vec3 stroke[2] = {{0.0f, 2.0f, 0.5f}, {2.0f, 2.0f, 0.5f}};
    CHECK(act_with(&p->play, TAUT_PLAY_TEAR, 1e-6f, 0.0f, 0.0f));
    CHECK(act_at(&p->play, act_of(TAUT_PLAY_ROPE, 0, 3, 3, 0), 2, stroke));
    const taut_world* world = p->run.worlds[0].world;
    taut_body_id body = taut_world_body(world, p->play.made);
    take_frames(p, 20);
    bool broken = false;
    for (int i = 0; i < 40; ++i) {
        broken = broken || taut_body_broken(world, body, i);
    }
    CHECK(broken);
    close_scene(p);
}

// The scene shoots its ropes long after hands have set something.
static bool rope_breaks(const played* p)
{
    const taut_world* world = p->run.worlds[0].world;
    taut_body_id rope = taut_world_body(world, 1);
    for (int i = 0; i < 24; ++i) {
        if (taut_body_broken(world, rope, i)) {
            return true;
        }
    }
    return false;
}

TEST(what_the_scene_makes_later_takes_what_was_set)
{
    played* p = open_scene("grapple-swing", 0.5f);
    REQUIRE(p != NULL);
    take_frames(p, 5);
    CHECK(act_with(&p->play, TAUT_PLAY_TEAR, 1e-6f, 0.0f, 0.0f));
    take_frames(p, 75);
    CHECK(rope_breaks(p));
    char* text = script_of(p);
    uint64_t hash = 0;
    CHECK(text && repeats(text, &hash) && hash == taut_scene_hash(&p->run));
    free(text);
    close_scene(p);
}

// Written by version 1 of scripts, where ropes that came later kept what they were made with.
TEST(first_scripts_are_done_as_they_were)
{
    const char* text = "ARpncmFwcGxlLXN3aW5nAAAAAAAAAQAAAAA_AQoLvTeGNQAKzczMPpYBAO3iwN-H5-3n";
    uint64_t hash = 0;
    CHECK(repeats(text, &hash) && hash == UINT64_C(0xe7ede787dfc0e2ed));
    played* p = open_scene("grapple-swing", 0.5f);
    REQUIRE(p != NULL && taut_play_replay(&p->play, text));
    take_frames(p, 70);
    CHECK(!rope_breaks(p));
    taut_play_take_over(&p->play);
    take_frames(p, 10);
    char* forked = script_of(p);  // the same rules hold to its end
    CHECK(forked && repeats(forked, &hash) && hash == taut_scene_hash(&p->run));
    free(forked);
    close_scene(p);
}

TEST(scripts_of_later_versions_are_refused_in_words)
{
    const taut_scene* scene = NULL;
    taut_scene_options options;
    char error[256] = "";
    CHECK(!taut_play_read("CRpncmFwcGxlLXN3aW5n", &scene, &options, error, sizeof error));
    CHECK_MSG(strstr(error, "version 9") != NULL, "%s", error);
}

// Handfuls ----------------------------------------------------------------------------------------

static int count_pinned(const played* p)
{
    const taut_world* world = p->run.worlds[0].world;
    taut_body_id body = taut_world_body(world, 0);
    int count = 0;
    for (int i = 0; i < taut_body_positions(world, body).count; ++i) {
        count += taut_body_pinned(world, body, i) ? 1 : 0;
    }
    return count;
}

static bool gather(played* p, int particle, float radius)
{
    taut_play_act act = {.verb = TAUT_PLAY_GATHER, .ints = {1, 0, 0, particle}};
    act.floats[0] = radius;
    return taut_play_do(&p->play, &act);
}

TEST(handful_keeps_its_shape_and_falls_from_rest)
{
    for (int way = 0; way < TAUT_RELEASE_COUNT; ++way) {
        played* p = open_scene("cloth-on-sphere", 0.5f);
        REQUIRE(p != NULL);
        int before = count_pinned(p), particle = 0;
        taut_vec3 at = free_particle(p, &particle);
        REQUIRE(gather(p, particle, 0.12f));
        const taut_play_hand* hand = &p->play.hands[1];
        int held = count_pinned(p) - before, other = hand->others[0];
        CHECK_MSG(held > 4 && held == hand->more + 1, "%d held", held);
        for (int i = 0; i < 4; ++i) {
            taut_vec3 to = {at.x + 0.02f * (float)i, at.y + 0.05f, at.z};
            CHECK(act_at(&p->play, act_of(TAUT_PLAY_DRAG, 1, 0, 0, 0), 1, &to));
            take_frames(p, 1);
        }
        const taut_world* world = p->run.worlds[0].world;
        taut_body_id body = taut_world_body(world, 0);
        taut_vec3_view x = taut_body_positions(world, body);
        taut_vec3 a = taut_vec3_at(x, particle), b = taut_vec3_at(x, other);
        CHECK_NEAR(b.x - a.x, hand->beside[0].x, 1e-5);
        CHECK_NEAR(b.z - a.z, hand->beside[0].z, 1e-5);
        taut_play_act release = act_of(TAUT_PLAY_RELEASE, 1, way, 0, 0);
        CHECK(taut_play_do(&p->play, &release));
        CHECK(count_pinned(p) == before);
        taut_vec3 v = taut_vec3_at(taut_body_velocities(world, body), other);
        CHECK(way == TAUT_RELEASE_DROP ? v.x == 0.0f && v.y == 0.0f : v.x > 0.5f);
        take_frames(p, 3);
        char* text = script_of(p);
        uint64_t hash = 0;
        CHECK(text && repeats(text, &hash) && hash == taut_scene_hash(&p->run));
        free(text);
        close_scene(p);
    }
}

// Places that are no numbers are near to nothing; the search has an end.
TEST(handful_is_found_where_a_world_has_exploded)
{
    played* p = open_scene("explosions", 0.5f);
    REQUIRE(p != NULL);
    take_frames(p, 120);
    for (int world = 0; world < p->run.world_count; ++world) {
        taut_play_act act = {.verb = TAUT_PLAY_GATHER, .ints = {world, world, 0, 5}};
        act.floats[0] = 1e6f;
        (void)taut_play_do(&p->play, &act);
        CHECK(p->play.hands[world].more <= TAUT_PLAY_HANDFUL);
    }
    take_frames(p, 2);
    close_scene(p);
}

TEST(handful_has_an_end_and_leaves_pins_alone)
{
    played* p = open_scene("banner", 0.5f);
    REQUIRE(p != NULL);
    int before = count_pinned(p), particle = 0;
    (void)free_particle(p, &particle);
    CHECK(!gather(p, particle, -1.0f));
    CHECK(count_pinned(p) == before);
    REQUIRE(gather(p, particle, 100.0f));
    int held = count_pinned(p) - before;
    CHECK_MSG(held > 20 && held <= TAUT_PLAY_HANDFUL + 1, "%d held", held);
    CHECK(!gather(p, particle, 0.1f));
    taut_play_act release = act_of(TAUT_PLAY_RELEASE, 1, TAUT_RELEASE_DROP, 0, 0);
    CHECK(taut_play_do(&p->play, &release));
    CHECK(count_pinned(p) == before);
    close_scene(p);
}

TEST(scripts_are_found_in_addresses)
{
    played* p = open_scene("rope", 0.5f);
    REQUIRE(p != NULL);
    take_frames(p, 2);
    char* text = script_of(p);
    REQUIRE(text != NULL);
    static const char* const before[] = {
        "", "run=", "http://h/?rerun=1#run=", "#run=", "http://h/p/#scene=rope&run="};
    static const char* const after[] = {"", "", "", "&view=x", "\n"};
    for (int i = 0; i < 5; ++i) {
        char address[2048];
        snprintf(address, sizeof address, "%s%s%s", before[i], text, after[i]);
        uint64_t hash = 0;
        CHECK_MSG(repeats(address, &hash) && hash == taut_scene_hash(&p->run), "%s", before[i]);
    }
    free(text);
    close_scene(p);
}

TEST(room_for_tears_changes_no_bit)
{
    static const char* const names[] = {"flag", "cloth-on-sphere", "balloon", "jelly-stack"};
    for (int i = 0; i < 4; ++i) {
        played* with = open_scene(names[i], 0.5f);
        played* without = open_scene(names[i], 0.0f);
        REQUIRE(with && without);
        take_frames(with, 20);
        take_frames(without, 20);
        CHECK_MSG(taut_scene_hash(&with->run) == taut_scene_hash(&without->run), "%s", names[i]);
        close_scene(with);
        close_scene(without);
    }
}

// What `can` promises is done, and what it does not name is refused.
TEST(controls_are_told_apart_from_those_that_would_do_nothing)
{
    static const taut_play_verb plain[] = {TAUT_PLAY_WIND, TAUT_PLAY_GRAVITY, TAUT_PLAY_DAMPING,
                                           TAUT_PLAY_TEAR, TAUT_PLAY_SUBSTEPS};
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        if (taut_scene_has_tag(scene, "large")) {
            continue;
        }
        played* p = open_scene(scene->name, 0.0f);
        REQUIRE(p != NULL);
        uint32_t can = p->play.can;
        for (size_t k = 0; k < sizeof plain / sizeof plain[0]; ++k) {
            taut_play_act act = {.verb = plain[k], .ints = {9}, .floats = {0.5f, 0.25f, 0.0f}};
            bool done = taut_play_do(&p->play, &act);
            CHECK_MSG(done == ((can >> plain[k] & 1) != 0), "%s, verb %d: %s", scene->name,
                      (int)plain[k], p->play.error);
        }
        for (int m = 0; taut_play_material_name(m); ++m) {
            taut_play_act act = act_of(TAUT_PLAY_MATERIAL, m, 0, 0, 0);
            bool suits = taut_play_suits(&p->play, m);
            CHECK_MSG(taut_play_do(&p->play, &act) == suits, "%s, %s: %s", scene->name,
                      taut_play_material_name(m), p->play.error);
        }
        close_scene(p);
    }
}

TEST(acts_that_make_no_sense_change_nothing)
{
    played* p = open_scene("flag", 0.5f);
    REQUIRE(p != NULL);
    take_frames(p, 2);
    uint64_t before = taut_scene_hash(&p->run);
    size_t written = p->play.written.size;
    const taut_vec3 point = {NAN, INFINITY, -INFINITY};
    const taut_vec3 points[2] = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    const taut_play_act bad[] = {
        act_of(TAUT_PLAY_END, 0, 0, 0, 0),
        act_of((taut_play_verb)99, 0, 0, 0, 0),
        act_of(TAUT_PLAY_GRAB, -1, 0, 0, 0),
        act_of(TAUT_PLAY_GRAB, 0, 7, 0, 0),
        act_of(TAUT_PLAY_GRAB, 0, 0, 99, 0),
        act_of(TAUT_PLAY_GRAB, 0, 0, 0, -5),
        act_of(TAUT_PLAY_RELEASE, 3, 0, 0, 0),
        act_of(TAUT_PLAY_RELEASE, 0, 7, 0, 0),
        act_of(TAUT_PLAY_PIN, 0, 0, 1 << 30, 0),
        act_of(TAUT_PLAY_SUBSTEPS, 0, 0, 0, 0),
        act_of(TAUT_PLAY_MATERIAL, 1000, 0, 0, 0),
        act_of(TAUT_PLAY_CUT, 0, 0, 0, 0),
        act_of(TAUT_PLAY_ROPE, 0, 2, 0, 0),
        {.verb = TAUT_PLAY_WIND, .floats = {NAN, 0.0f, 0.0f}},
        {.verb = TAUT_PLAY_TEAR, .floats = {-1.0f}},
        {.verb = TAUT_PLAY_DAMPING, .floats = {-1.0f}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        CHECK_MSG(!taut_play_do(&p->play, &bad[i]) && p->play.error[0] != '\0', "act %zu", i);
    }
    CHECK(!act_at(&p->play, act_of(TAUT_PLAY_DRAG, 0, 0, 0, 0), 1, &point));
    CHECK(!act_at(&p->play, act_of(TAUT_PLAY_ROPE, 0, 2, 0, 0), 2, points));  // no length
    CHECK(!act_at(&p->play, act_of(TAUT_PLAY_BRIDGE, 0, 0, 0, 0), 2, points));
    CHECK(!act_at(&p->play, act_of(TAUT_PLAY_ROPE, 0, 8, 0, 0), 2, points));  // of leather
    CHECK(taut_scene_hash(&p->run) == before && p->play.written.size == written);
    close_scene(p);
}

// Every beginning of a script, and scripts with a letter changed, are read or refused in peace. A
// changed one may be sound, and is then played.
TEST(broken_scripts_are_refused)
{
    played* p = open_scene("chain-12", 0.5f);
    REQUIRE(p != NULL);
    (void)play_with(p);
    char* text = script_of(p);
    REQUIRE(text != NULL);
    const taut_scene* scene = NULL;
    taut_scene_options options;
    char error[256] = "";
    size_t length = strlen(text);
    for (size_t i = 0; i < length; ++i) {
        char last = text[i];
        text[i] = '\0';
        CHECK(!taut_play_read(text, &scene, &options, error, sizeof error));
        text[i] = last == 'A' ? 'B' : 'A';
        uint64_t hash = 0;
        (void)repeats(text, &hash);
        text[i] = last;
    }
    uint64_t hash = 0;
    CHECK(repeats(text, &hash));
    CHECK(!taut_play_read("", &scene, &options, error, sizeof error));
    CHECK(!taut_play_read("hello world", &scene, &options, error, sizeof error));
    CHECK(!taut_play_read("http://localhost/#run=", &scene, &options, error, sizeof error));
    free(text);
    close_scene(p);
}

TEST(ray_finds_the_foremost_particle_near_to_it)
{
    played* p = open_scene("cloth-25x18", 0.0f);
    REQUIRE(p != NULL);
    const taut_vec3 down = {0.0f, 0.0f, -2.0f};
    const taut_world* world = p->run.worlds[0].world;
    taut_vec3_view x = taut_body_positions(world, taut_world_body(world, 0));
    for (int i = 0; i < x.count; i += 7) {
        taut_vec3 from = taut_vec3_at(x, i);
        from.x += 0.02f;
        from.z = 3.0f;
        taut_play_pick pick = taut_play_find(&p->play, 0, from, down, 0.1f);
        CHECK(pick.hit && pick.body == 0 && pick.particle == i);
        CHECK(pick.pinned == taut_body_pinned(world, taut_world_body(world, 0), i));
    }
    const taut_vec3 beside = {50.0f, 0.0f, 3.0f}, still = {0.0f, 0.0f, 0.0f};
    CHECK(!taut_play_find(&p->play, 0, beside, down, 0.1f).hit);
    CHECK(!taut_play_find(&p->play, 0, beside, still, 0.1f).hit);
    CHECK(!taut_play_find(&p->play, 5, beside, down, 0.1f).hit);
    close_scene(p);
}
