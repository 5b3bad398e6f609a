// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut bench: how long scenes take on each backend.

#include <inttypes.h>
#include <string.h>

#include "bench_case.h"
#include "bench_cuda.h"
#include "bench_stages.h"
#include "bench_stiffness.h"
#include "cli.h"
#include "json.h"
#include "machine.h"
#include "progress.h"
#include "report.h"
#include "simulate.h"
#include "summary.h"

#define DEFAULT_FRAMES 60
#define WARM_UP_FRAMES 5

enum {
    OPT_FRAMES,
    OPT_BACKEND,
    OPT_THREADS,
    OPT_NO_DIRECT,
    OPT_CASE,
    OPT_WARM_UP,
    OPT_TETHERS,
    OPT_PRECISION,
    OPT_QUICK,
    OPT_JSON,
    OPT_COUNT
};

static const taut_option options[OPT_COUNT + 1] = {
    [OPT_FRAMES] = {"--frames", "N", "frames to time; default 60, of cases see below"},
    [OPT_BACKEND] = {"--backend", "NAME", "only this one; default all of this build"},
    [OPT_THREADS] = {"--threads", "N", "0 to 256, default 1; 0 is one per core"},
    [OPT_NO_DIRECT] = {"--no-direct", NULL, "sweep ropes, chains and trees like the rest"},
    [OPT_CASE] = {"--case", "NAME", "a case of plain size instead of scenes, or `all` of them"},
    [OPT_WARM_UP] = {"--warm-up", "N", "frames of a case before those that count; see below"},
    [OPT_TETHERS] = {"--tethers", NULL, "hold a case by tethers too; default without"},
    [OPT_PRECISION] = {"--precision", "NAME", "of a case: auto (default), fast or fine"},
    [OPT_QUICK] = {"--quick", NULL, "stiffness, cuda: little of the work, to see that it runs"},
    [OPT_JSON] = {"--json", NULL, "print one JSON object instead of a table"},
};

typedef struct request {
    int frames;                 // 0: not given
    taut_backend_kind backend;  // AUTO: every one
    int threads;
    bool json;
    bool no_direct;
    bool stiffness;  // the word instead of scenes
    bool stages;     // the word before scenes
    bool cuda;       // likewise, without any
    bool tear;       // the word instead of scenes
    bool quick;
    const char* case_name;    // NULL for scenes
    const char* case_option;  // one that was given and is for cases alone, or NULL
    taut_bench_setup setup;
    taut_choice choice;
} request;

// One scene on one backend.
typedef struct result {
    const taut_scene* scene;
    taut_backend_kind backend;
    taut_summary sum;
    double median_ms, min_ms;
    double ns_per_projection;
    uint64_t hash;
    bool interrupted;
} result;

static int frames_of_scenes(const request* r)
{
    return r->frames > 0 ? r->frames : DEFAULT_FRAMES;
}

// Measuring ---------------------------------------------------------------------------------------

static double min_ms(const taut_simulation* s)
{
    double least = s->taken[0].ms;
    for (int i = 1; i < s->count; ++i) {
        least = s->taken[i].ms < least ? s->taken[i].ms : least;
    }
    return least;
}

static int measure(const request* r, result* out)
{
    taut_scene_options o = taut_scene_options_default();
    o.backend = out->backend;
    o.thread_count = r->threads;
    o.no_direct = r->no_direct;
    taut_simulation s = {.frames = frames_of_scenes(r)};
    if (!taut_scene_open(&s.run, out->scene, &o)) {
        taut_complain("%s: %s", out->scene->name, s.run.error);
        return TAUT_EXIT_FAILURE;
    }
    for (int i = 0; i < WARM_UP_FRAMES; ++i) {
        taut_scene_step(&s.run);
    }
    int code = taut_simulation_run(&s) && s.count > 0 ? TAUT_EXIT_OK : TAUT_EXIT_FAILURE;
    if (code == TAUT_EXIT_OK) {
        out->sum = taut_summary_of_run(&s.run);
        out->median_ms = taut_simulation_median_ms(&s);
        out->min_ms = min_ms(&s);
        out->ns_per_projection = 1e6 * out->median_ms / (double)out->sum.projections;
        out->hash = taut_scene_hash(&s.run);
        out->interrupted = s.interrupted;
        code = taut_report_lost(&s.run) ? TAUT_EXIT_FAILURE : code;
    }
    taut_simulation_close(&s);
    return code;
}

// Showing -----------------------------------------------------------------------------------------

static void begin_text(const request* r)
{
    char frames[64];
    snprintf(frames, sizeof frames, "%d frames after %d to warm up", frames_of_scenes(r),
             WARM_UP_FRAMES);
    taut_bench_head(r->threads, frames);
    printf("%-24s %9s %11s %8s %-8s %10s %10s %14s\n", "scene", "particles", "constraints",
           "tethers", "backend", "ms/frame", "fastest", "ns/projection");
}

static void show_text(const result* row)
{
    char particles[32];
    char constraints[32];
    char tethers[32];
    printf("%-24s %9s %11s %8s %-8s %10.4f %10.4f %14.2f\n", row->scene->name,
           taut_group_digits(row->sum.particles, particles, sizeof particles),
           taut_group_digits(row->sum.constraints, constraints, sizeof constraints),
           taut_group_digits(row->sum.tethers, tethers, sizeof tethers),
           taut_backend_name(row->backend), row->median_ms, row->min_ms, row->ns_per_projection);
    fflush(stdout);
}

// The case of the same name is another piece of work; who compares them should know.
static void end_text(const request* r)
{
    taut_bench_foot();
    const taut_scene* cloth = taut_scene_find("cloth-100");
    if (cloth && taut_choice_has(&r->choice, cloth)) {
        printf("The scene cloth-100 has tethers; the case of that name (--case) has none.\n");
    }
}

static void begin_json(const request* r, taut_json* json)
{
    taut_json_begin_object(json, false);
    taut_machine_json(json);
    taut_json_put_integer(json, "threads", r->threads);
    taut_json_put_integer(json, "frames", frames_of_scenes(r));
    taut_json_put_integer(json, "warm_up_frames", WARM_UP_FRAMES);
    taut_json_key(json, "results");
    taut_json_begin_array(json, false);
}

static void show_json(taut_json* json, const result* row)
{
    taut_json_begin_object(json, false);
    taut_json_put_string(json, "scene", row->scene->name);
    taut_json_put_string(json, "backend", taut_backend_name(row->backend));
    taut_json_put_integer(json, "particles", row->sum.particles);
    taut_json_put_integer(json, "constraints", row->sum.constraints);
    taut_json_put_integer(json, "tethers", row->sum.tethers);
    taut_json_put_integer(json, "projections_per_frame", row->sum.projections);
    taut_json_put_double(json, "ms_per_frame", row->median_ms);
    taut_json_put_double(json, "min_ms_per_frame", row->min_ms);
    taut_json_put_double(json, "ns_per_projection", row->ns_per_projection);
    taut_json_put_hash(json, "hash", row->hash);
    taut_json_end_object(json);
}

// Going through them ------------------------------------------------------------------------------

static bool wanted(const request* r, const taut_scene* scene)
{
    bool named = r->choice.count > 0;
    return taut_choice_has(&r->choice, scene) && (named || !taut_scene_has_tag(scene, "diverges"));
}

static int bench_scene(const request* r, const taut_scene* scene, taut_json* json)
{
    uint64_t first_hash = 0;
    bool first = true;
    for (int i = TAUT_BACKEND_AUTO + 1; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        taut_backend_kind kind = (taut_backend_kind)i;
        if ((r->backend != TAUT_BACKEND_AUTO && r->backend != kind) ||
            !taut_backend_is_there(kind)) {
            continue;
        }
        result row = {.scene = scene, .backend = kind};
        int code = measure(r, &row);
        if (code != TAUT_EXIT_OK || row.interrupted) {
            return row.interrupted ? TAUT_EXIT_INTERRUPTED : code;
        }
        if (r->json) {
            show_json(json, &row);
        } else {
            show_text(&row);
        }
        if (!first && row.hash != first_hash) {
            taut_complain("%s: %s gives another hash than the first backend", scene->name,
                          taut_backend_name(kind));
            return TAUT_EXIT_MISMATCH;
        }
        first_hash = row.hash;
        first = false;
    }
    return TAUT_EXIT_OK;
}

static int bench_all(const request* r)
{
    taut_json json = taut_json_open(stdout);
    if (r->json) {
        begin_json(r, &json);
    } else {
        begin_text(r);
    }
    int worst = TAUT_EXIT_OK;
    for (int i = 0; i < taut_scene_count() && worst != TAUT_EXIT_INTERRUPTED; ++i) {
        const taut_scene* scene = taut_scene_at(i);
        if (wanted(r, scene)) {
            int code = bench_scene(r, scene, &json);
            worst = code != TAUT_EXIT_OK ? code : worst;
        }
    }
    if (r->json) {
        taut_json_end_array(&json);
        taut_json_end_object(&json);
    } else {
        end_text(r);
    }
    return worst;
}

// Options -----------------------------------------------------------------------------------------

static bool parse_precision(const char* text, taut_bench_setup* setup)
{
    if (strcmp(text, "auto") != 0 && strcmp(text, "fast") != 0 && strcmp(text, "fine") != 0) {
        taut_complain("--precision takes auto, fast or fine, not `%s`", text);
        return false;
    }
    setup->precision = strcmp(text, "fast") == 0   ? TAUT_PRECISION_FAST
                       : strcmp(text, "fine") == 0 ? TAUT_PRECISION_FINE
                                                   : TAUT_PRECISION_AUTO;
    return true;
}

static int take_frames(const char* name, const char* text, int min, int* frames)
{
    long long number = 0;
    if (!taut_parse_whole(name, text, min, TAUT_CLI_MOST_FRAMES, &number)) {
        return TAUT_EXIT_INPUT;
    }
    *frames = (int)number;
    return TAUT_EXIT_OK;
}

static int take_option(request* r, int option, const char* value)
{
    switch (option) {
    case OPT_FRAMES:
        return take_frames("--frames", value, 1, &r->frames);
    case OPT_BACKEND:
        return taut_parse_backend(value, &r->backend) ? TAUT_EXIT_OK : TAUT_EXIT_USAGE;
    case OPT_THREADS:
        return taut_parse_threads("--threads", value, &r->threads) ? TAUT_EXIT_OK : TAUT_EXIT_INPUT;
    case OPT_NO_DIRECT:
        r->no_direct = true;
        return TAUT_EXIT_OK;
    case OPT_CASE:
        r->case_name = value;
        return TAUT_EXIT_OK;
    case OPT_WARM_UP:
        r->case_option = "--warm-up";
        return take_frames("--warm-up", value, 0, &r->setup.warm_up);
    case OPT_TETHERS:
        r->case_option = "--tethers";
        r->setup.tethers = true;
        return TAUT_EXIT_OK;
    case OPT_PRECISION:
        r->case_option = "--precision";
        return parse_precision(value, &r->setup) ? TAUT_EXIT_OK : TAUT_EXIT_USAGE;
    case OPT_QUICK:
        r->quick = true;
        return TAUT_EXIT_OK;
    default:
        r->json = true;
        return TAUT_EXIT_OK;
    }
}

// Its items have frames, threads and solvers of their own.
static int bench_stiffness(const request* r)
{
    const char* odd = r->case_option        ? r->case_option
                      : r->frames > 0       ? "--frames"
                      : r->threads != 1     ? "--threads"
                      : r->no_direct        ? "--no-direct"
                      : r->choice.count > 0 ? r->choice.scenes[0]->name
                      : r->stages           ? "stages"
                      : r->tear             ? "tear"
                                            : NULL;
    if (odd) {
        taut_complain("bench stiffness cannot go with %s", odd);
        return TAUT_EXIT_USAGE;
    }
    return taut_stiff_run(r->case_name, r->quick, r->json, r->backend);
}

// Of stages and tears: neither cases nor their options.
static int bench_inside(const request* r)
{
    const char* word = r->stages ? "stages" : "tear";
    const char* odd = r->case_name                     ? "--case"
                      : r->case_option                 ? r->case_option
                      : r->quick                       ? "--quick"
                      : r->stages && r->tear           ? "tear"
                      : r->tear && r->choice.count > 0 ? r->choice.scenes[0]->name
                                                       : NULL;
    if (odd) {
        taut_complain("bench %s cannot go with %s", word, odd);
        return TAUT_EXIT_USAGE;
    }
    if (r->stages && r->frames == 1) {
        taut_complain("bench stages takes every other frame with timers: --frames must be 2 at "
                      "least");
        return TAUT_EXIT_INPUT;
    }
    taut_stages_setup setup = {.choice = r->choice,
                               .frames = r->frames,
                               .backend = r->backend,
                               .threads = r->threads,
                               .no_direct = r->no_direct,
                               .json = r->json};
    return r->stages ? taut_stages_run(&setup) : taut_tear_run(&setup);
}

static int bench_cuda(const request* r)
{
    const char* odd = r->choice.count > 0               ? "scenes"
                      : r->threads != 1                 ? "--threads"
                      : r->no_direct                    ? "--no-direct"
                      : r->case_option                  ? r->case_option
                      : r->backend != TAUT_BACKEND_AUTO ? "--backend"
                      : r->stages || r->tear            ? "stages or tear"
                                                        : NULL;
    if (odd) {
        taut_complain("bench cuda cannot go with %s", odd);
        return TAUT_EXIT_USAGE;
    }
    taut_cuda_setup setup = {
        .name = r->case_name, .frames = r->frames, .quick = r->quick, .json = r->json};
    return taut_bench_cuda(&setup);
}

// Scenes and cases do not mix, and a scene is timed as its author meant it.
static int bench_request(const request* r)
{
    if (r->stiffness) {
        return bench_stiffness(r);
    }
    if (r->cuda) {
        return bench_cuda(r);
    }
    if (r->stages || r->tear) {
        return bench_inside(r);
    }
    if (r->quick) {
        taut_complain("--quick is for `taut bench stiffness` and `taut bench cuda`");
        return TAUT_EXIT_USAGE;
    }
    if (r->case_name && r->choice.count > 0) {
        taut_complain("--case %s is timed instead of scenes and cannot go with `%s`", r->case_name,
                      r->choice.scenes[0]->name);
        return TAUT_EXIT_USAGE;
    }
    if (!r->case_name && r->case_option) {
        taut_complain("%s is for cases and needs --case; scenes are timed as they are",
                      r->case_option);
        return TAUT_EXIT_USAGE;
    }
    if (!r->case_name) {
        return bench_all(r);
    }
    taut_bench_setup setup = r->setup;
    setup.backend = r->backend;
    setup.frames = r->frames;
    setup.threads = r->threads;
    setup.no_direct = r->no_direct;
    return taut_bench_cases(r->case_name, &setup, r->json);
}

static int bench(int argc, char** argv)
{
    request r = {.threads = 1, .setup = {.warm_up = -1}};
    taut_args args = taut_args_open(&taut_command_bench, argc, argv);
    for (;;) {
        int code = TAUT_EXIT_OK;
        int option = taut_args_next(&args);
        if (option == TAUT_ARG_END) {
            return bench_request(&r);
        }
        if (option == TAUT_ARG_ERROR) {
            return TAUT_EXIT_USAGE;
        }
        if (option == TAUT_ARG_WORD && (r.stiffness || r.tear)) {
            taut_complain("`bench %s` takes no scenes; `%s` is one word too many",
                          r.stiffness ? "stiffness" : "tear", args.value);
            return TAUT_EXIT_USAGE;
        }
        if (option == TAUT_ARG_WORD && strcmp(args.value, "stiffness") == 0) {
            r.stiffness = true;
        } else if (option == TAUT_ARG_WORD && strcmp(args.value, "stages") == 0) {
            r.stages = true;
        } else if (option == TAUT_ARG_WORD && strcmp(args.value, "cuda") == 0) {
            r.cuda = true;
        } else if (option == TAUT_ARG_WORD && strcmp(args.value, "tear") == 0) {
            r.tear = true;
        } else if (option == TAUT_ARG_WORD) {
            code = taut_choice_add(&r.choice, args.value) ? TAUT_EXIT_OK : TAUT_EXIT_USAGE;
        } else {
            code = take_option(&r, option, args.value);
        }
        if (code != TAUT_EXIT_OK) {
            return code;
        }
    }
}

static void list_more(void)
{
    taut_bench_case_list();
    putchar('\n');
    taut_stiff_list();
}

const taut_command taut_command_bench = {
    .name = "bench",
    .words = "[SCENE...|stages [SCENE...]|tear|cuda|stiffness] [options]",
    .about = "time scenes on every backend",
    .options = options,
    .notes =
        "Without names, every scene but those that are there to blow up. Backends must agree:\n"
        "another hash from one of them ends in exit code 5.\n"
        "Times are those inside taut_world_step() alone.\n"
        "\n"
        "`taut bench stages` says what share of a step each of its stages takes, in scenes that "
        "are\n"
        "named or in some that have something of everything; on one backend, default the best.\n"
        "`taut bench tear` times breaking, tearing and cutting cloth-100 beside a frame of it.\n"
        "Both take --frames, --backend, --threads, --no-direct and --json.\n"
        "`taut bench cuda` times cases on a GPU beside what is asked and what memory would allow,\n"
        "compares their bits with the CPU's, and looks for leaks; takes --case (cases of its own:\n"
        "a wrong name lists them; no looking for leaks then), --frames, --quick and --json. "
        "Another\n"
        "hash ends in exit code 5, a lost device or a leak in 1, and no device to measure in 2.\n"
        "\n"
        "`taut bench stiffness` measures what is asked of stiff ropes and cloths, with plain "
        "sweeps\n"
        "beside it: limit, ours, plain, cost. It takes --case, --backend, --quick and --json, "
        "some\n"
        "minutes, and ends with 0 whether limits are kept or not.\n",
    .more = list_more,
    .examples = "  taut bench\n"
                "  taut bench cloth-100 chain-12 --frames 300\n"
                "  taut bench --case cloth-256 --threads 2\n"
                "  taut bench --backend scalar --json\n"
                "  taut bench stages cloth-fold ragdoll\n"
                "  taut bench stiffness --case rope-32\n",
    .run = bench,
};
