// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Memory of a device: what is left of it after bodies and worlds have come and gone, and what
// happens when there is none.

#include <stdint.h>
#include <stdio.h>

#include "bench_case.h"
#include "bench_cuda.h"
#include "progress.h"

#ifdef __linux__
#include <dlfcn.h>
#include <string.h>
#endif

#define SMALL 8           // particles along a side of a body that comes and goes
#define ROUNDS 10000      // of bodies, and of worlds as many as there is time for
#define SECONDS 30.0      // for the worlds, each of which loads the kernels
#define LARGE 256         // along a side of those that fill the device
#define SPARED 0x8000000  // bytes left for them: 128 MiB
#define MOST 100000       // of them

// The driver hands memory out of pieces of 2 MiB that it may keep one or the other of; a block lost
// in each of 10,000 rounds would be more.
#define KEPT 0x400000

// A world and a blueprint to make bodies of it from.
typedef struct bench {
    taut_world* world;
    taut_blueprint* blueprint;
} bench;

static taut_blueprint* square(int size)
{
    taut_builder* builder = NULL;
    taut_blueprint* blueprint = NULL;
    taut_cloth_def cloth = taut_bench_cloth(size);
    if (taut_builder_create(NULL, &builder, NULL) == TAUT_OK &&
        taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
        taut_builder_pin(builder, 0) == TAUT_OK) {
        (void)taut_builder_bake(builder, &blueprint);
    }
    taut_builder_destroy(builder);
    return blueprint;
}

static taut_world* world_on(taut_backend_kind backend)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = NULL;
    def.backend = backend;
    def.solver.direct = false;
    (void)taut_world_create(&def, &world, NULL);
    return world;
}

static bench open_bench(int size)
{
    return (bench){world_on(TAUT_BACKEND_CUDA), square(size)};
}

static void close_bench(bench* b)
{
    taut_world_destroy(b->world);
    taut_blueprint_release(b->blueprint);
}

static size_t free_bytes(const taut_world* world)
{
    taut_device_info info;
    return taut_world_device(world, &info) == TAUT_OK ? info.free_bytes : 0;
}

static taut_result add(taut_world* world, taut_blueprint* blueprint, taut_body_id* id)
{
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    return taut_body_create(world, &def, id);
}

static bool step(taut_world* world)
{
    taut_step_report report = {0};
    return taut_world_step(world, 1.0f / 60.0f, 4, &report) == TAUT_OK && report.trouble == 0;
}

// Coming and going --------------------------------------------------------------------------------

static bool come_and_go(const bench* b, int i)
{
    taut_body_id id;
    bool ok = add(b->world, b->blueprint, &id) == TAUT_OK;
    ok = ok && (i % 10 != 0 || step(b->world));
    ok = ok && (i % 20 != 0 || taut_body_prefetch(b->world, id) == TAUT_OK);
    return ok && taut_body_destroy(b->world, id) == TAUT_OK;
}

// What the first rounds take, the driver may keep for those to come.
static bool check_bodies(FILE* out, int rounds)
{
    bench b = open_bench(SMALL);
    bool ok = b.world && b.blueprint;
    for (int i = 0; i < 100 && ok; ++i) {
        ok = come_and_go(&b, i);
    }
    size_t before = ok ? free_bytes(b.world) : 0;
    int done = 0;
    for (; done < rounds && ok; done += ok) {
        ok = come_and_go(&b, done);
    }
    size_t after = ok ? free_bytes(b.world) : 0;
    ok = ok && before > 0 && after + KEPT >= before;
    fprintf(out, "%d bodies came and went: %.3f MB free before, %.3f after%s\n", done,
            1e-6 * (double)before, 1e-6 * (double)after, ok ? "" : " FAILED");
    close_bench(&b);
    return ok;
}

static bool come_and_go_world(taut_blueprint* blueprint)
{
    taut_world* world = world_on(TAUT_BACKEND_CUDA);
    taut_body_id id;
    bool ok = world && add(world, blueprint, &id) == TAUT_OK && step(world);
    taut_world_destroy(world);
    return ok;
}

static bool check_worlds(FILE* out, int rounds)
{
    bench b = open_bench(SMALL);
    bool ok = b.world && b.blueprint && come_and_go_world(b.blueprint);
    size_t before = ok ? free_bytes(b.world) : 0;
    double start = taut_clock();
    int done = 0;
    for (; done < rounds && ok && taut_clock() - start < SECONDS; done += ok) {
        ok = come_and_go_world(b.blueprint);
    }
    size_t after = ok ? free_bytes(b.world) : 0;
    ok = ok && before > 0 && after + KEPT >= before;
    fprintf(out,
            "%d worlds with a body and a step each came and went in %.0f s: %.3f MB free before, "
            "%.3f after%s\n",
            done, taut_clock() - start, 1e-6 * (double)before, 1e-6 * (double)after,
            ok ? "" : " FAILED");
    close_bench(&b);
    return ok;
}

// Out of memory -----------------------------------------------------------------------------------

#ifdef __linux__

// Takes memory of the device so that few bodies fill what is left of it: by its driver, which the
// world's own calls go to as well.
typedef struct hog {
    void* library;
    int (*get_device)(int* device, int number);
    int (*retain)(void** context, int device);
    int (*release)(int device);
    int (*push)(void* context);
    int (*pop)(void** context);
    int (*take)(uint64_t* at, size_t bytes);
    int (*give)(uint64_t at);
    int device;
    void* context;
    uint64_t at;
} hog;

static bool find(void* library, const char* name, void* to)
{
    void* found = dlsym(library, name);
    memcpy(to, &found, sizeof found);
    return found != NULL;
}

static bool open_hog(hog* h)
{
    *h = (hog){.library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)};
    void* l = h->library;
    return l && find(l, "cuDeviceGet", &h->get_device) &&
           find(l, "cuDevicePrimaryCtxRetain", &h->retain) &&
           find(l, "cuDevicePrimaryCtxRelease_v2", &h->release) &&
           find(l, "cuCtxPushCurrent_v2", &h->push) && find(l, "cuCtxPopCurrent_v2", &h->pop) &&
           find(l, "cuMemAlloc_v2", &h->take) && find(l, "cuMemFree_v2", &h->give) &&
           h->get_device(&h->device, 0) == 0 && h->retain(&h->context, h->device) == 0;
}

static bool take_all(hog* h, size_t bytes)
{
    void* unused;
    if (h->push(h->context) != 0) {
        return false;
    }
    bool ok = h->take(&h->at, bytes) == 0;
    (void)h->pop(&unused);
    return ok;
}

static void close_hog(hog* h)
{
    void* unused;
    if (h->at != 0 && h->push(h->context) == 0) {
        (void)h->give(h->at);
        (void)h->pop(&unused);
    }
    if (h->context) {
        (void)h->release(h->device);
    }
    if (h->library) {
        dlclose(h->library);
    }
}

#else

typedef struct hog {
    int unused;
} hog;

static bool open_hog(hog* h)
{
    h->unused = 0;
    return false;
}

static bool take_all(hog* h, size_t bytes)
{
    (void)h;
    (void)bytes;
    return false;
}

static void close_hog(hog* h)
{
    (void)h;
}

#endif

// Bodies until one is refused; then the world goes on with those it has. Returns how many, -1 where
// anything else happened.
static int fill_up(const bench* b)
{
    int made = 0;
    taut_result result = TAUT_OK;
    while (result == TAUT_OK && made < MOST) {
        taut_body_id id;
        result = add(b->world, b->blueprint, &id);
        made += result == TAUT_OK;
    }
    bool ok = result == TAUT_ERROR_OUT_OF_MEMORY && taut_world_body_count(b->world) == made;
    return ok && step(b->world) && step(b->world) ? made : -1;
}

static uint64_t hash_on(taut_backend_kind backend, taut_blueprint* blueprint, int bodies)
{
    taut_world* world = world_on(backend);
    bool ok = world != NULL;
    for (int i = 0; i < bodies && ok; ++i) {
        taut_body_id id;
        ok = add(world, blueprint, &id) == TAUT_OK;
    }
    uint64_t hash = ok && step(world) && step(world) ? taut_world_hash(world) : 0;
    taut_world_destroy(world);
    return hash;
}

static bool check_full(FILE* out)
{
    bench b = open_bench(LARGE);
    hog h = {0};
    size_t unused = b.world ? free_bytes(b.world) : 0;
    bool hogs = unused > SPARED && open_hog(&h) && take_all(&h, unused - SPARED);
    int made = hogs && b.blueprint ? fill_up(&b) : -1;
    bool same =
        made >= 0 && taut_world_hash(b.world) == hash_on(TAUT_BACKEND_AUTO, b.blueprint, made);
    close_hog(&h);
    taut_body_id id;
    bool again = same && add(b.world, b.blueprint, &id) == TAUT_OK && step(b.world);
    if (!hogs) {
        fprintf(out, "a device that is full: not tried, its memory could not be taken\n");
    } else {
        fprintf(out,
                "a device that is full: after %d bodies out-of-memory, the others with the CPU's "
                "bits%s, and room again later%s\n",
                made, same ? "" : " FAILED", again ? "" : " FAILED");
    }
    close_bench(&b);
    return !hogs || again;
}

bool taut_bench_cuda_memory(FILE* out, bool quick)
{
    fprintf(out, "\n");
    bool bodies = check_bodies(out, quick ? ROUNDS / 100 : ROUNDS);
    bool worlds = check_worlds(out, quick ? 3 : ROUNDS);
    bool full = check_full(out);
    return bodies && worlds && full;
}
