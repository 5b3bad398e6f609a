// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The state of every scene after some frames, as a hash, is the one written down in golden.txt:
// on every backend, from every compiler, at every optimisation. To write the file anew (and say in
// the changelog why results changed):
//
//     TAUT_WRITE_GOLDEN=tests/golden.txt build/tests/test_golden every_scene_has_its_line

#include "scene_frames.h"
#include "support.h"
#include "test.h"

#include <inttypes.h>
#include <stdio.h>

#define GOLDEN_PATH TEST_SOURCE_DIR "/tests/golden.txt"

enum { MOST_SCENES = 128 };

typedef struct taut_test_golden {
    char name[64];
    int frames;
    uint64_t hash;
} taut_test_golden;

typedef struct taut_test_goldens {
    taut_test_golden line[MOST_SCENES];
    int count;
} taut_test_goldens;

static bool read_goldens(const char* path, taut_test_goldens* out)
{
    out->count = 0;
    FILE* file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    char text[256];
    while (fgets(text, sizeof text, file) != NULL && out->count < MOST_SCENES) {
        taut_test_golden* g = &out->line[out->count];
        bool whole = sscanf(text, "%63s %d %16" SCNx64, g->name, &g->frames, &g->hash) == 3;
        out->count += text[0] != '#' && whole;
    }
    (void)fclose(file);
    return true;
}

static const taut_test_golden* find_golden(const taut_test_goldens* all, const char* name)
{
    for (int i = 0; i < all->count; ++i) {
        if (strcmp(all->line[i].name, name) == 0) {
            return &all->line[i];
        }
    }
    return NULL;
}

// Running -----------------------------------------------------------------------------------------

// 60 frames, or as many as fit into some thirty million projections.
static int frames_for(const taut_scene_run* run)
{
    return scene_frames(run, 60, 3e7);
}

// frames 0: as many as suit the scene. False when the scene does not open.
static bool run_scene(const taut_scene* scene, taut_backend_kind backend, int* frames,
                      uint64_t* hash)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    options.backend = backend;
    if (!taut_scene_open(&run, scene, &options)) {
        CHECK_MSG(false, "%s does not open: %s", scene->name, run.error);
        return false;
    }
    *frames = *frames > 0 ? *frames : frames_for(&run);
    for (int i = 0; i < *frames; ++i) {
        taut_scene_step(&run);
    }
    *hash = taut_scene_hash(&run);
    taut_scene_close(&run);
    return true;
}

static void write_goldens(const char* path)
{
    FILE* file = fopen(path, "w");
    REQUIRE(file != NULL);
    (void)fprintf(file, "# Scene, frames, hash of the state after them. See test_golden.c.\n");
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        int frames = 0;
        uint64_t hash = 0;
        if (run_scene(scene, TAUT_BACKEND_SCALAR, &frames, &hash)) {
            (void)fprintf(file, "%s %d %016" PRIx64 "\n", scene->name, frames, hash);
        }
    }
    CHECK_EQ_INT(fclose(file), 0);
}

// Cases -------------------------------------------------------------------------------------------

TEST(every_scene_has_its_line)
{
    const char* path = getenv("TAUT_WRITE_GOLDEN");
    if (path != NULL) {
        write_goldens(path);
    }
    static taut_test_goldens all;
    CHECK_MSG(read_goldens(path != NULL ? path : GOLDEN_PATH, &all),
              "tests/golden.txt is missing; test_golden.c says how to write it");
    for (int i = 0; i < taut_scene_count(); ++i) {
        CHECK_MSG(find_golden(&all, taut_scene_at(i)->name) != NULL, "%s is not in golden.txt",
                  taut_scene_at(i)->name);
    }
    for (int i = 0; i < all.count; ++i) {
        CHECK_MSG(taut_scene_find(all.line[i].name) != NULL, "golden.txt has %s, which is no scene",
                  all.line[i].name);
    }
}

static void check_backend(taut_backend_kind backend)
{
    static taut_test_goldens all;
    CHECK_MSG(read_goldens(GOLDEN_PATH, &all),
              "tests/golden.txt is missing; test_golden.c says how to write it");
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        const taut_test_golden* golden = find_golden(&all, scene->name);
        CHECK_MSG(golden != NULL, "%s is not in golden.txt", scene->name);
        uint64_t hash = 0;
        int frames = golden != NULL ? golden->frames : 0;
        if (golden != NULL && run_scene(scene, backend, &frames, &hash)) {
            CHECK_MSG(hash == golden->hash,
                      "%s after %d frames on %s: %016" PRIx64 ", not %016" PRIx64, scene->name,
                      frames, taut_backend_name(backend), hash, golden->hash);
        }
    }
}

TEST(scalar_gives_the_golden_hashes)
{
    check_backend(TAUT_BACKEND_SCALAR);
}

TEST(best_backend_gives_the_golden_hashes)
{
    check_backend(TAUT_BACKEND_AUTO);
}

// Those that AUTO does not take here.
TEST(other_backends_give_the_golden_hashes)
{
    for (int k = TAUT_BACKEND_SCALAR + 1; k < TAUT_BACKEND_KIND_COUNT; ++k) {
        taut_world_def def = taut_world_def_default();
        taut_world* world = NULL;
        (void)taut_world_create(&def, &world, NULL);
        taut_backend_kind best = taut_world_backend(world);
        taut_world_destroy(world);
        if (taut_backend_available((taut_backend_kind)k) && k != (int)best) {
            check_backend((taut_backend_kind)k);
        }
    }
}

// Without the file, too: every backend gives what scalar gives.
TEST(every_backend_gives_the_hash_of_scalar_after_a_frame)
{
    for (int i = 0; i < taut_scene_count(); ++i) {
        uint64_t golden = 0;
        int frames = 1;
        (void)run_scene(taut_scene_at(i), TAUT_BACKEND_SCALAR, &frames, &golden);
        for (int k = TAUT_BACKEND_SCALAR + 1; k < TAUT_BACKEND_KIND_COUNT; ++k) {
            uint64_t hash = 1;
            if (taut_backend_available((taut_backend_kind)k)) {
                (void)run_scene(taut_scene_at(i), (taut_backend_kind)k, &frames, &hash);
                CHECK_MSG(hash == golden, "%s differs on %s", taut_scene_at(i)->name,
                          taut_backend_name((taut_backend_kind)k));
            }
        }
    }
}
