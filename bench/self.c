// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What it costs that particles touch, from a thousand of them to a hundred thousand. Each world is
// stepped twice, with contacts and without.
//
//     bench-self [--threads N] [--most N]     prints CSV: bench/results/self.csv, for self.py
//
// loose   particles without links, 1.5 of their distance apart, at up to a quarter of a metre per
//         second along each axis: pairs are found anew several times in every step
// layers  eight square cloths that fall on one another, the lowest held: folds, friction, rest

#include <taut/taut.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DT (1.0f / 60.0f)
#define SUBSTEPS 20
#define WARM_STEPS 2
#define STEPS 8
#define LAYERS 8
#define DISTANCE 0.02f

// Of one thread the time that it had, so that others on the machine count little; of several, the
// time of day.
static double now(int threads)
{
    struct timespec t;
    (void)timespec_get(&t, TIME_UTC);
    double day = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    return threads == 1 ? (double)clock() / (double)CLOCKS_PER_SEC : day;
}

static float random_part(uint64_t* state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(*state >> 40) / 16777216.0f;
}

static taut_body_def body_def(bool touch)
{
    taut_body_def def = taut_body_def_default();
    def.collision.self = def.collision.others = touch;
    def.collision.thickness = 0.5f * DISTANCE;
    return def;
}

static bool add(taut_world* world, taut_builder* builder, taut_body_def def, taut_body_id* id)
{
    taut_blueprint* blueprint = NULL;
    bool ok = taut_builder_bake(builder, &blueprint) == TAUT_OK;
    def.blueprint = blueprint;
    ok = ok && taut_body_create(world, &def, id) == TAUT_OK;
    taut_blueprint_release(blueprint);
    taut_builder_destroy(builder);
    return ok;
}

static int side_of(int count, int power)
{
    int side = 1;
    while ((power == 3 ? side * side * side : side * side) < count) {
        ++side;
    }
    return side;
}

static bool make_loose(taut_world* world, int count, bool touch)
{
    taut_builder* builder = NULL;
    bool ok = taut_builder_create(NULL, &builder, NULL) == TAUT_OK;
    int side = side_of(count, 3);
    for (int i = 0; ok && i < count; ++i) {
        taut_vec3 at = {(float)(i % side), (float)(i / side % side), (float)(i / side / side)};
        at.x *= 1.5f * DISTANCE;
        at.y *= 1.5f * DISTANCE;
        at.z *= 1.5f * DISTANCE;
        ok = taut_builder_add_particle(builder, at, 0.001f, NULL) == TAUT_OK;
    }
    taut_body_id id = {0};
    ok = ok && add(world, builder, body_def(touch), &id);
    uint64_t state = 1;
    for (int i = 0; ok && i < count; ++i) {
        taut_vec3 push = {random_part(&state) - 0.5f, random_part(&state) - 0.5f,
                          random_part(&state) - 0.5f};
        push.x *= 0.0005f;
        push.y *= 0.0005f;
        push.z *= 0.0005f;
        ok = taut_body_add_impulse(world, id, i, push) == TAUT_OK;
    }
    return ok && taut_world_set_gravity(world, (taut_vec3){0.0f, 0.0f, 0.0f}) == TAUT_OK;
}

static bool make_layers(taut_world* world, int count, bool touch)
{
    int side = side_of(count / LAYERS, 2);
    bool ok = true;
    for (int layer = 0; ok && layer < LAYERS; ++layer) {
        taut_cloth_def cloth = taut_cloth_def_default();
        cloth.columns = cloth.rows = side;
        cloth.spacing_u = cloth.spacing_v = DISTANCE;
        cloth.tethers.enabled = false;
        taut_builder* builder = NULL;
        ok = taut_builder_create(NULL, &builder, NULL) == TAUT_OK &&
             taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
        for (int i = 0; ok && layer == 0 && i < side * side; ++i) {
            ok = taut_builder_pin(builder, i) == TAUT_OK;
        }
        taut_body_def def = body_def(touch);
        def.offset = (taut_vec3){0.0037f * (float)layer, 1.2f * DISTANCE * (float)layer,
                                 0.0021f * (float)layer};
        taut_body_id id;
        ok = ok && add(world, builder, def, &id);
    }
    return ok;
}

typedef struct timed {
    double ms;  // the least of all steps
    int pairs;
    uint32_t trouble;
} timed;

static timed time_world(bool loose, int count, bool touch, int threads)
{
    taut_world_def def = taut_world_def_default();
    def.thread_count = threads;
    taut_world* world = NULL;
    bool ok = taut_world_create(&def, &world, NULL) == TAUT_OK &&
              (loose ? make_loose : make_layers)(world, count, touch);
    if (!ok) {
        fprintf(stderr, "bench-self: %s\n", world ? taut_world_last_error(world) : "no world");
        exit(1);
    }
    timed out = {.ms = 1e30};
    for (int i = 0; i < WARM_STEPS + STEPS; ++i) {
        taut_step_report report;
        double begin = now(threads);
        (void)taut_world_step(world, DT, SUBSTEPS, &report);
        double ms = 1e3 * (now(threads) - begin);
        out.ms = i >= WARM_STEPS && ms < out.ms ? ms : out.ms;
        out.pairs = report.pair_count;
        out.trouble |= report.trouble;
    }
    taut_world_destroy(world);
    return out;
}

int main(int argc, char** argv)
{
    static const int counts[] = {1000, 2000, 5000, 10000, 20000, 50000, 100000};
    int threads = 1;
    int most = 100000;
    for (int i = 1; i + 1 < argc; i += 2) {
        threads = strcmp(argv[i], "--threads") == 0 ? (int)strtol(argv[i + 1], NULL, 10) : threads;
        most = strcmp(argv[i], "--most") == 0 ? (int)strtol(argv[i + 1], NULL, 10) : most;
    }
    printf("case,particles,threads,ms_with,ms_without,ns_per_particle_and_substep,touching\n");
    for (int loose = 1; loose >= 0; --loose) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0] && counts[k] <= most; ++k) {
            timed with = time_world(loose == 1, counts[k], true, threads);
            timed without = time_world(loose == 1, counts[k], false, threads);
            double each = 1e6 * (with.ms - without.ms) / counts[k] / SUBSTEPS;
            printf("%s,%d,%d,%.3f,%.3f,%.1f,%d\n", loose == 1 ? "loose" : "layers", counts[k],
                   threads, with.ms, without.ms, each, with.pairs);
            fflush(stdout);
            if (with.trouble != 0) {
                fprintf(stderr, "bench-self: trouble %u\n", with.trouble);
            }
        }
    }
    return 0;
}
