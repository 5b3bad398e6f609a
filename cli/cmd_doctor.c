// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut doctor: says what this build is and whether it does on this machine what it must: the same
// bits everywhere.

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "cli.h"
#include "json.h"
#include "machine.h"
#include "progress.h"
#include "scenes/scene.h"

// Enough to fall, stretch and swing.
#define GOLDEN_FRAMES 30
#define MOST_FINDINGS 32

enum { OPT_JSON, OPT_COUNT };

static const taut_option options[OPT_COUNT + 1] = {
    [OPT_JSON] = {"--json", NULL, "print one JSON object instead of lines"},
};

typedef struct finding {
    const char* name;
    bool pass;
    char text[320];
} finding;

typedef struct findings {
    finding list[MOST_FINDINGS];
    int count;
    bool all_pass;
} findings;

TAUT_CLI_FORMAT(4, 5)
static void note(findings* f, const char* name, bool pass, const char* format, ...)
{
    if (f->count == MOST_FINDINGS) {
        return;
    }
    finding* added = &f->list[f->count++];
    added->name = name;
    added->pass = pass;
    va_list args;
    va_start(args, format);
    vsnprintf(added->text, sizeof added->text, format, args);
    va_end(args);
    f->all_pass = f->all_pass && pass;
}

// Floating point ----------------------------------------------------------------------------------

// Operands come from volatile variables, so that nothing is worked out while compiling, and go into
// plain ones, so that the compiler may still fuse or widen if its flags let it.

static float load(const volatile float* x)
{
    return *x;
}

// (1 + 2^-12)^2 is 1 + 2^-11 + 2^-24, a tie that rounds to 1 + 2^-11. Fused with the subtraction
// the product would not be rounded and 2^-24 would be left.
static void check_contraction(findings* f)
{
    volatile float va = 0x1.001p+0f;
    volatile float vc = -0x1.002p+0f;
    float a = load(&va);
    float c = load(&vc);
    float left = a * a + c;
    note(f, "no contraction", left == 0.0f, "a * b + c rounds twice: %g left, expected 0",
         (double)left);
}

// Each of the four directed and nearest modes fails or passes a different set of these: a tie to
// even below, a tie to even above, and both on the negative side.
static void check_rounding(findings* f)
{
    volatile float one = 1.0f;
    volatile float tie = 0x1p-24f;
    volatile float tie3 = 0x3p-24f;
    float down = load(&one) + load(&tie);
    float up = load(&one) + load(&tie3);
    bool pass = down == 1.0f && up == 0x1.000004p+0f && -load(&one) - load(&tie) == -1.0f &&
                -load(&one) - load(&tie3) == -0x1.000004p+0f;
    note(f, "round to nearest", pass, "ties go to even");
}

static void check_denormals(findings* f)
{
    volatile float smallest = FLT_MIN;
    volatile float half = 0.5f;
    float made = load(&smallest) * load(&half);
    volatile float kept = made;
    float back = load(&kept) + load(&kept);  // as operands they must not be taken for zero either
    note(f, "denormals kept", made > 0.0f && back == FLT_MIN, "2^-126 / 2 is %g", (double)made);
}

static void check_division_and_root(findings* f)
{
    volatile float one = 1.0f;
    volatile float two = 2.0f;
    volatile float three = 3.0f;
    note(f, "exact division", load(&one) / load(&three) == 0x1.555556p-2f, "1 / 3 rounds right");
    note(f, "exact square root", sqrtf(load(&two)) == 0x1.6a09e6p+0f, "sqrt(2) rounds right");
}

static void check_floats(findings* f)
{
    // 16 is for half floats alone: float stays float.
    int method = FLT_EVAL_METHOD;
    note(f, "float evaluated as float", method == 0 || method == 16, "FLT_EVAL_METHOD is %d",
         method);
    check_contraction(f);
    check_rounding(f);
    check_denormals(f);
    check_division_and_root(f);
}

// The library -------------------------------------------------------------------------------------

static void check_version(findings* f)
{
    int header = TAUT_VERSION_MAJOR * 10000 + TAUT_VERSION_MINOR * 100 + TAUT_VERSION_PATCH;
    note(f, "header and library agree", taut_version() == header, "header %d, library %d", header,
         taut_version());
}

// A cloth fills the lanes of every backend; any other scene has to do where there is none.
static const taut_scene* golden_scene(void)
{
    const taut_scene* found = NULL;
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        bool fit = !taut_scene_has_tag(scene, "diverges") && !taut_scene_has_tag(scene, "large");
        if (fit && taut_scene_has_tag(scene, "cloth")) {
            return scene;
        }
        found = fit && !found ? scene : found;
    }
    return found ? found : taut_scene_at(0);
}

static bool hash_on(const taut_scene* scene, taut_backend_kind backend, int threads, uint64_t* hash,
                    findings* f)
{
    taut_scene_options o = taut_scene_options_default();
    o.backend = backend;
    o.thread_count = threads;
    taut_scene_run run;
    if (!taut_scene_open(&run, scene, &o)) {
        note(f, taut_backend_name(backend), false, "%.100s: %.40s", scene->name, run.error);
        return false;
    }
    for (int i = 0; i < GOLDEN_FRAMES; ++i) {
        taut_scene_step(&run);
    }
    *hash = taut_scene_hash(&run);
    taut_scene_close(&run);
    return true;
}

// Every backend must arrive at the bits of the scalar one, a second run at those of the first, and
// four threads at those of one.
static void check_backends(findings* f)
{
    const taut_scene* scene = golden_scene();
    uint64_t golden = 0;
    if (!hash_on(scene, TAUT_BACKEND_SCALAR, 1, &golden, f)) {
        return;
    }
    for (int i = TAUT_BACKEND_SCALAR; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        taut_backend_kind kind = (taut_backend_kind)i;
        uint64_t hash = 0;
        if (taut_backend_is_there(kind) && hash_on(scene, kind, 1, &hash, f)) {
            note(f, taut_backend_name(kind), hash == golden,
                 "%s, %d frames: %016" PRIx64 ", expected %016" PRIx64, scene->name, GOLDEN_FRAMES,
                 hash, golden);
        }
    }
    uint64_t hash = 0;
    if (taut_threads_are_built() && hash_on(scene, TAUT_BACKEND_AUTO, 4, &hash, f)) {
        note(f, "4 threads", hash == golden, "%s, %d frames: %016" PRIx64 ", expected %016" PRIx64,
             scene->name, GOLDEN_FRAMES, hash, golden);
    }
}

// Showing -----------------------------------------------------------------------------------------

typedef struct type_size {
    const char* name;
    size_t bytes;
} type_size;

static const type_size sizes[] = {
    {"pointer", sizeof(void*)},
    {"taut_vec3", sizeof(taut_vec3)},
    {"taut_constraint_def", sizeof(taut_constraint_def)},
    {"taut_world_def", sizeof(taut_world_def)},
    {"taut_measure", sizeof(taut_measure)},
};

#define SIZE_COUNT ((int)(sizeof sizes / sizeof sizes[0]))

// The GPU, or why there is none to be had.
static bool find_device(taut_device_info* device, taut_error* error)
{
    taut_world_def def = taut_world_def_default();
    def.backend = TAUT_BACKEND_CUDA;
    taut_world* world = NULL;
    bool found = taut_world_create(&def, &world, error) == TAUT_OK &&
                 taut_world_device(world, device) == TAUT_OK;
    taut_world_destroy(world);
    return found;
}

static void show_device(void)
{
    taut_error error = {0};
    taut_device_info device;
    if (find_device(&device, &error)) {
        printf("%-10s%s, %.1f GB\n", "cuda", device.name, 1e-9 * (double)device.bytes);
    } else {
        printf("%-10snone: %s\n", "cuda", taut_backend_trouble(&error));
    }
}

static void show_text(const findings* f)
{
    taut_machine m = taut_machine_look();
    char text[128];
    taut_version_text(text, sizeof text);
    printf("%-10s%s\n", "version", text);
    printf("%-10s%s\n", "compiler", taut_build_compiler());
    printf("%-10s%s\n", "flags", taut_build_flags());
    taut_machine_features(&m, text, sizeof text);
    printf("%-10s%s (%s)\n", "cpu", m.cpu, text);
    printf("%-10s%d\n", "cores", taut_core_count());
    printf("%-10s%s\n", "threads",
           taut_threads_are_built() ? "yes, 1 to 256 per world" : "no: one per world");
    taut_backend_list(text, sizeof text);
    printf("%-10s%s; auto is %s\n", "backends", text, taut_backend_name(taut_auto_backend()));
    show_device();
    printf("%-10s", "sizes");
    for (int i = 0; i < SIZE_COUNT; ++i) {
        printf("%s%s %zu", i > 0 ? ", " : "", sizes[i].name, sizes[i].bytes);
    }
    puts(" bytes\n");
    bool colour = taut_use_colour(stdout);
    for (int i = 0; i < f->count; ++i) {
        const char* word = f->list[i].pass ? "ok  " : "FAIL";
        const char* paint = !colour ? "" : f->list[i].pass ? "\033[32m" : "\033[1;31m";
        printf("%s%s%s  %-28s %s\n", paint, word, colour ? "\033[0m" : "", f->list[i].name,
               f->list[i].text);
    }
}

static void json_backends(taut_json* json)
{
    taut_backend_kind chosen = taut_auto_backend();
    taut_json_key(json, "backends");
    taut_json_begin_array(json, false);
    for (int i = TAUT_BACKEND_AUTO + 1; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        taut_backend_kind kind = (taut_backend_kind)i;
        taut_json_begin_object(json, true);
        taut_json_put_string(json, "name", taut_backend_name(kind));
        taut_json_put_bool(json, "available", taut_backend_is_there(kind));
        taut_json_put_bool(json, "auto", kind == chosen);
        taut_json_end_object(json);
    }
    taut_json_end_array(json);
}

static void json_device(taut_json* json)
{
    taut_error error = {0};
    taut_device_info device;
    taut_json_key(json, "cuda");
    taut_json_begin_object(json, true);
    bool found = find_device(&device, &error);
    taut_json_put_bool(json, "found", found);
    if (found) {
        taut_json_put_string(json, "name", device.name);
        taut_json_put_integer(json, "bytes", (long long)device.bytes);
    } else {
        taut_json_put_string(json, "trouble", taut_backend_trouble(&error));
    }
    taut_json_end_object(json);
}

static void show_json(const findings* f)
{
    taut_json json = taut_json_open(stdout);
    taut_json_begin_object(&json, false);
    taut_machine_json(&json);
    taut_json_put_bool(&json, "threads", taut_threads_are_built());
    json_backends(&json);
    json_device(&json);
    taut_json_key(&json, "sizes");
    taut_json_begin_object(&json, true);
    for (int i = 0; i < SIZE_COUNT; ++i) {
        taut_json_put_integer(&json, sizes[i].name, (long long)sizes[i].bytes);
    }
    taut_json_end_object(&json);
    taut_json_key(&json, "checks");
    taut_json_begin_array(&json, false);
    for (int i = 0; i < f->count; ++i) {
        taut_json_begin_object(&json, true);
        taut_json_put_string(&json, "name", f->list[i].name);
        taut_json_put_bool(&json, "pass", f->list[i].pass);
        taut_json_put_string(&json, "text", f->list[i].text);
        taut_json_end_object(&json);
    }
    taut_json_end_array(&json);
    taut_json_put_bool(&json, "pass", f->all_pass);
    taut_json_end_object(&json);
}

static int examine(int argc, char** argv)
{
    bool json = false;
    taut_args args = taut_args_open(&taut_command_doctor, argc, argv);
    for (int option = taut_args_next(&args); option != TAUT_ARG_END;
         option = taut_args_next(&args)) {
        if (option == TAUT_ARG_WORD) {
            taut_complain("doctor takes no `%s`", args.value);
        }
        if (option < 0) {
            return TAUT_EXIT_USAGE;
        }
        json = true;
    }
    findings f = {.all_pass = true};
    check_version(&f);
    check_floats(&f);
    check_backends(&f);
    if (json) {
        show_json(&f);
    } else {
        show_text(&f);
    }
    return f.all_pass ? TAUT_EXIT_OK : TAUT_EXIT_FAILURE;
}

const taut_command taut_command_doctor = {
    .name = "doctor",
    .words = "[options]",
    .about = "look at this build and this machine, and test both",
    .options = options,
    .notes = "Exit code 1 when something is not as it must be.\n",
    .examples = "  taut doctor\n"
                "  taut doctor --json\n",
    .run = examine,
};
