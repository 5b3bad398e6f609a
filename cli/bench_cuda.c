// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// `taut bench cuda`: cases on a GPU, against what is asked of them, against the CPU's bits, and
// against the time that memory alone would take.

#include <stdio.h>
#include <string.h>

#include "bench_case.h"
#include "bench_cuda.h"
#include "json.h"
#include "machine.h"

typedef struct gpu_case {
    taut_bench_case what;
    double goal_ms;    // of a frame; 0: none
    double goal_rate;  // projections per nanosecond; likewise
    int compared;      // frames that the CPU takes too
} gpu_case;

static const gpu_case cases[] = {
    {{"cloth-32", "", TAUT_BENCH_CLOTH, 32, 1, 100, 5}, 0.0, 0.0, 100},
    {{"cloth-100", "", TAUT_BENCH_CLOTH, 100, 1, 100, 5}, 0.25, 0.0, 60},
    {{"cloth-256", "", TAUT_BENCH_CLOTH, 256, 1, 50, 5}, 0.0, 0.0, 20},
    {{"cloth-1024", "", TAUT_BENCH_CLOTH, 1024, 1, 20, 2}, 1.4, 90.0, 4},
    {{"cloths-32", "", TAUT_BENCH_CLOTH, 32, 100, 50, 5}, 0.0, 0.0, 20},
    {{"cloths-100", "", TAUT_BENCH_CLOTH, 100, 16, 50, 5}, 0.0, 0.0, 10},
    {{"cloths-4096", "", TAUT_BENCH_CLOTH, 32, 4096, 20, 2}, 0.0, 150.0, 3},
    {{"ghost-256", "", TAUT_BENCH_GHOST, 256, 1, 60, 60}, 1.0, 0.0, 60},
    {{"self-1024", "", TAUT_BENCH_FOLDED, 1024, 1, 20, 10}, 16.0, 0.0, 3},
    {{"stacks-512", "", TAUT_BENCH_STACKS, 0, 512, 20, 20}, 0.0, 0.0, 20},
};
#define CASE_COUNT ((int)(sizeof cases / sizeof cases[0]))

// What a substep has to read and write at least where nothing stays in shared memory: the seats of
// a link and its length; of a particle x, v, lo, what was predicted, there and back, and its mass.
#define BYTES_A_LINK 12.0
#define BYTES_A_PARTICLE (2.0 * 48.0 + 4.0)

// Operations on floats, a root or a quotient counted as one. A link: the difference of two places,
// its length and direction, what is missing, and both ends moved by their share
// (constraint/distance.inl). A particle: velocity, its limit, the place with what it cannot hold,
// and the velocity after the sweep (backend/integrate.inl).
#define FLOPS_A_LINK 30.0
#define FLOPS_A_PARTICLE 38.0

#define H200_BYTES_A_SECOND 4.8e12

// One case, as it was measured.
typedef struct row {
    const gpu_case* which;
    taut_bench_figures gpu;
    int compared;  // frames; 0: not
    bool same;     // hashes
} row;

// What came of all of them.
typedef struct tally {
    int goals, met;
    int compared, same;
    int at_home;  // cases with bodies that the device did not take
    bool lost;
} tally;

// Measuring ---------------------------------------------------------------------------------------

static bool run(const gpu_case* c, taut_bench_setup setup, taut_bench_figures* f)
{
    char error[256];
    setup.which = &c->what;
    setup.no_direct = true;
    if (!taut_bench_case_run(&setup, f, error, sizeof error)) {
        taut_complain("%s: %s", c->what.name, error);
        return false;
    }
    return true;
}

// The same frames on both, from the start.
static bool compare(const taut_cuda_setup* asked, row* r)
{
    int frames = asked->quick ? (r->which->compared + 9) / 10 : r->which->compared;
    taut_bench_setup cpu = {.backend = taut_auto_backend(), .frames = frames};
    taut_bench_setup gpu = {.backend = TAUT_BACKEND_CUDA, .frames = frames};
    taut_bench_figures there, here;
    if (!run(r->which, gpu, &there) || !run(r->which, cpu, &here)) {
        return false;
    }
    r->compared = frames;
    r->same = there.hash == here.hash;
    return true;
}

static bool measure(const taut_cuda_setup* asked, row* r)
{
    taut_bench_setup setup = {.backend = TAUT_BACKEND_CUDA,
                              .threads = 1,
                              .frames = asked->quick ? 3 : asked->frames,
                              .warm_up = asked->quick ? 3 : -1,
                              .on_device = true};
    return run(r->which, setup, &r->gpu) && compare(asked, r);
}

// Speed -------------------------------------------------------------------------------------------

static double rate_of(const row* r)
{
    return r->gpu.frames > 0 ? 1e-6 * (double)r->gpu.projections / r->gpu.median_ms : 0.0;
}

static bool meets(const row* r)
{
    bool quick = r->which->goal_ms <= 0.0 || r->gpu.median_ms <= r->which->goal_ms;
    return r->gpu.frames > 0 && quick && rate_of(r) >= r->which->goal_rate;
}

static bool has_goal(const row* r)
{
    return r->which->goal_ms > 0.0 || r->which->goal_rate > 0.0;
}

static void goal_text(const row* r, char* text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    if (r->which->goal_ms > 0.0) {
        used = (size_t)snprintf(text, size, "<= %.3g ms ", r->which->goal_ms);
    }
    if (r->which->goal_rate > 0.0 && used < size) {
        used += (size_t)snprintf(text + used, size - used, ">= %.0f G/s ", r->which->goal_rate);
    }
    if (has_goal(r) && used < size) {
        (void)snprintf(text + used, size - used, "%s", meets(r) ? "met" : "NOT MET");
    }
}

static void show_speed(FILE* out, const row* r)
{
    const taut_bench_figures* f = &r->gpu;
    char goal[64], aboard[32], hash[32];
    goal_text(r, goal, sizeof goal);
    snprintf(aboard, sizeof aboard, "%d of %d", f->aboard, f->bodies);
    snprintf(hash, sizeof hash, "%s, %d", r->same ? "same" : "DIFFERS", r->compared);
    fprintf(out, "%-12s %9lld %9lld %13s ", r->which->what.name, f->particles, f->links, aboard);
    if (f->frames > 0) {
        fprintf(out, "%7d %9.3f %9.3f %8.1f", f->frames, f->median_ms, f->device_ms, rate_of(r));
    } else {
        fprintf(out, "%36s", "on the host: not timed");
    }
    fprintf(out, "  %-13s %s\n", hash, goal);
    (void)fflush(out);
}

static void speed_head(FILE* out)
{
    fprintf(out, "%-12s %9s %9s %13s %7s %9s %9s %8s  %-13s %s\n", "case", "particles", "links",
            "on the device", "frames", "call ms", "kernel ms", "G proj/s", "CPU's bits", "goal");
}

static void count(tally* t, const row* r)
{
    t->goals += has_goal(r);
    t->met += has_goal(r) && meets(r);
    t->compared += 1;
    t->same += r->same;
    t->at_home += r->gpu.frames == 0;
    t->lost = t->lost || r->gpu.lost || (r->gpu.trouble & TAUT_STEP_DEVICE_LOST) != 0;
}

// Work --------------------------------------------------------------------------------------------

// A number, or a dash where there is none.
static void show_figure(FILE* out, bool known, double value)
{
    if (known) {
        fprintf(out, " %9.3f", value);
    } else {
        fprintf(out, " %9s", "-");
    }
}

static void show_work(FILE* out, const row* r, double bytes_a_second)
{
    const taut_bench_figures* f = &r->gpu;
    double links = (double)f->links, particles = (double)f->particles;
    double bytes = BYTES_A_LINK * links + BYTES_A_PARTICLE * particles;
    double flops = FLOPS_A_LINK * links + FLOPS_A_PARTICLE * particles;
    bool known = bytes_a_second > 0.0, timed = f->frames > 0;
    double floor_ms = known ? 1e3 * TAUT_BENCH_CASE_SUBSTEPS * bytes / bytes_a_second : 1.0;
    double ms = timed ? f->median_ms : 1.0;
    fprintf(out, "%-12s %10.2f %10.2f", r->which->what.name, 1e-6 * bytes, 1e-6 * flops);
    show_figure(out, known, floor_ms);
    show_figure(out, known && timed, ms / floor_ms);
    show_figure(out, timed, 1e-9 * TAUT_BENCH_CASE_SUBSTEPS * flops / ms);
    fprintf(out, " %10.0f %10.0f %9d\n", (double)f->device_bytes / particles,
            (double)f->device_host_bytes / particles, f->touching);
}

static void show_all_work(FILE* out, const row* rows, int count_of_rows,
                          const taut_device_info* device)
{
    double bytes_a_second = strstr(device->name, "H200") ? H200_BYTES_A_SECOND : 0.0;
    fprintf(out, "\n%-12s %10s %10s %9s %9s %9s %10s %10s %9s\n", "case", "MB/substep",
            "Mf/substep", "floor ms", "x floor", "Tflop/s", "dev B/part", "host B/pt", "touching");
    for (int i = 0; i < count_of_rows; ++i) {
        show_work(out, &rows[i], bytes_a_second);
    }
    fprintf(
        out,
        "\n%d substeps. call: of taut_world_step(); kernel: by the device's clock; both medians "
        "over the frames.\n"
        "CPU's bits: hash of the same frames on %s, from the start, and how many. MB: what a "
        "substep reads and\n"
        "writes at least, %.0f bytes a link, %.0f a particle, where nothing stays in shared "
        "memory; Mf: its operations on\n"
        "floats, %.0f a link, %.0f a particle; contacts not counted in either. floor: those "
        "bytes at the 4.8 TB/s of an\n"
        "H200; what stays in shared memory may be faster. dev, host: memory of the device a "
        "particle, with its links\n"
        "and what they are solved in, and of the host for the exchange. touching: places in the "
        "last substep.\n",
        TAUT_BENCH_CASE_SUBSTEPS, taut_backend_name(taut_auto_backend()), BYTES_A_LINK,
        BYTES_A_PARTICLE, FLOPS_A_LINK, FLOPS_A_PARTICLE);
}

// JSON --------------------------------------------------------------------------------------------

static void json_goal(taut_json* json, const row* r)
{
    const gpu_case* c = r->which;
    if (c->goal_ms > 0.0) {
        taut_json_put_double(json, "most_ms", c->goal_ms);
    }
    if (c->goal_rate > 0.0) {
        taut_json_put_double(json, "least_projections_per_ns", c->goal_rate);
    }
    if (has_goal(r)) {
        taut_json_put_bool(json, "met", meets(r));
    }
}

static void json_case(taut_json* json, const row* r)
{
    const taut_bench_figures* f = &r->gpu;
    taut_json_begin_object(json, true);
    taut_json_put_string(json, "case", r->which->what.name);
    taut_json_put_integer(json, "particles", f->particles);
    taut_json_put_integer(json, "links", f->links);
    taut_json_put_integer(json, "bodies", f->bodies);
    taut_json_put_integer(json, "bodies_on_device", f->aboard);
    taut_json_put_integer(json, "frames", f->frames);
    if (f->frames > 0) {
        taut_json_put_double(json, "call_ms", f->median_ms);
        taut_json_put_double(json, "kernel_ms", f->device_ms);
        taut_json_put_double(json, "projections_per_ns", rate_of(r));
    }
    taut_json_put_integer(json, "compared_frames", r->compared);
    taut_json_put_bool(json, "same_bits", r->same);
    taut_json_put_integer(json, "device_bytes", (long long)f->device_bytes);
    taut_json_put_integer(json, "device_host_bytes", (long long)f->device_host_bytes);
    taut_json_put_integer(json, "touching", f->touching);
    taut_json_put_bool(json, "lost", f->lost);
    json_goal(json, r);
    taut_json_end_object(json);
}

static void print_json(const taut_cuda_setup* setup, const taut_device_info* device,
                       const row* rows, int count_of_rows, bool memory_ok)
{
    char version[32];
    taut_version_text(version, sizeof version);
    taut_json json = taut_json_open(stdout);
    taut_json_begin_object(&json, false);
    taut_json_put_string(&json, "version", version);
    taut_json_put_string(&json, "device", device->name);
    taut_json_put_integer(&json, "device_memory", (long long)device->bytes);
    taut_json_put_bool(&json, "quick", setup->quick);
    taut_json_put_integer(&json, "substeps", TAUT_BENCH_CASE_SUBSTEPS);
    taut_json_key(&json, "cases");
    taut_json_begin_array(&json, false);
    for (int i = 0; i < count_of_rows; ++i) {
        json_case(&json, &rows[i]);
    }
    taut_json_end_array(&json);
    if (!setup->name) {
        taut_json_put_bool(&json, "memory_ok", memory_ok);
    }
    taut_json_end_object(&json);
}

// All of it ---------------------------------------------------------------------------------------

static taut_result look_at_device(taut_device_info* device, taut_error* error)
{
    taut_world_def def = taut_world_def_default();
    def.backend = TAUT_BACKEND_CUDA;
    taut_world* world = NULL;
    taut_result result = taut_world_create(&def, &world, error);
    if (result == TAUT_OK) {
        result = taut_world_device(world, device);
    }
    taut_world_destroy(world);
    return result;
}

static int conclude(FILE* out, const tally* t, bool memory_ok)
{
    fprintf(out, "\n%d of %d goals met; %d of %d cases have the CPU's bits%s%s\n", t->met, t->goals,
            t->same, t->compared, t->at_home > 0 ? "; not all bodies were on the device" : "",
            t->lost ? "; THE DEVICE WAS LOST" : "");
    return t->same < t->compared   ? TAUT_EXIT_MISMATCH
           : t->lost || !memory_ok ? TAUT_EXIT_FAILURE
                                   : TAUT_EXIT_OK;
}

static bool wanted(const taut_cuda_setup* setup, const gpu_case* c)
{
    return !setup->name || strcmp(setup->name, "all") == 0 ||
           strcmp(setup->name, c->what.name) == 0;
}

bool taut_bench_cuda_has(const char* name)
{
    bool found = false;
    for (int i = 0; i < CASE_COUNT; ++i) {
        found = found || strcmp(cases[i].what.name, name) == 0;
    }
    return found;
}

static bool has_case(const taut_cuda_setup* setup)
{
    bool found = false;
    for (int i = 0; i < CASE_COUNT; ++i) {
        found = found || wanted(setup, &cases[i]);
    }
    if (!found) {
        taut_complain("bench cuda has no case `%s`. There are:", setup->name);
        for (int i = 0; i < CASE_COUNT; ++i) {
            fprintf(stderr, "%s%s", i > 0 ? ", " : "", cases[i].what.name);
        }
        fputs("\n", stderr);
    }
    return found;
}

int taut_bench_cuda(const taut_cuda_setup* setup)
{
    if (!has_case(setup)) {
        return TAUT_EXIT_USAGE;
    }
    taut_device_info device;
    row rows[CASE_COUNT] = {0};
    int count_of_rows = 0;
    tally t = {0};
    taut_error error = {0};
    taut_result found = look_at_device(&device, &error);
    if (found != TAUT_OK) {
        taut_complain("there is nothing to measure: %s", taut_backend_trouble(&error));
        return found == TAUT_ERROR_BACKEND_UNAVAILABLE ? TAUT_EXIT_USAGE : TAUT_EXIT_FAILURE;
    }
    FILE* out = setup->json ? stderr : stdout;  // what people read
    fprintf(out, "%s, %.1f GB, of which %.1f are free%s\n\n", device.name,
            1e-9 * (double)device.bytes, 1e-9 * (double)device.free_bytes,
            setup->quick ? "; a quick run" : "");
    speed_head(out);
    for (int i = 0; i < CASE_COUNT; ++i) {
        row* r = &rows[count_of_rows];
        r->which = &cases[i];
        if (!wanted(setup, &cases[i])) {
            continue;
        }
        if (!measure(setup, r)) {
            return TAUT_EXIT_FAILURE;
        }
        show_speed(out, r);
        count(&t, r);
        ++count_of_rows;
    }
    show_all_work(out, rows, count_of_rows, &device);
    bool memory_ok = setup->name || taut_bench_cuda_memory(out, setup->quick);
    if (setup->json) {
        print_json(setup, &device, rows, count_of_rows, memory_ok);
    }
    return conclude(out, &t, memory_ok);
}
