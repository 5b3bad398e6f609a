// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut run: simulates one scene and says what came of it.

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "cli.h"
#include "copies.h"
#include "params.h"
#include "picture.h"
#include "report.h"
#include "script.h"
#include "simulate.h"
#include "tape.h"

enum {
    OPT_FRAMES,
    OPT_DT,
    OPT_SUBSTEPS,
    OPT_ITERATIONS,
    OPT_SOLVER,
    OPT_NO_DIRECT,
    OPT_BACKEND,
    OPT_THREADS,
    OPT_SET,
    OPT_COPIES,
    OPT_SEED,
    OPT_VARY,
    OPT_JITTER,
    OPT_BUDGET,
    OPT_TARGET,
    OPT_RANGE,
    OPT_REPLAY,
    OPT_CHOICES_IN,
    OPT_CHOICES_OUT,
    OPT_RECORD,
    OPT_VERIFY,
    OPT_VERIFY_COPIES,
    OPT_CHECK,
    OPT_EXPECT_HASH,
    OPT_HASH_EVERY,
    OPT_JSON,
    OPT_PLOT,
    OPT_PICTURE,
    OPT_COUNT
};

static const taut_option options[OPT_COUNT + 1] = {
    [OPT_FRAMES] = {"--frames", "N", "how many frames, 1 to 10,000,000"},
    [OPT_DT] = {"--dt", "SECONDS", "length of a frame, above 0 and at most 1"},
    [OPT_SUBSTEPS] = {"--substeps", "N", "substeps per step, 1 to 10,000"},
    [OPT_ITERATIONS] = {"--iterations", "N",
                        "sweeps over the constraints per substep, 1 to 10,000"},
    [OPT_SOLVER] = {"--solver", "NAME",
                    "xpbd, verlet, legacy, springs-explicit, springs-symplectic"},
    [OPT_NO_DIRECT] = {"--no-direct", NULL, "xpbd: sweep ropes, chains and trees like the rest"},
    [OPT_BACKEND] = {"--backend", "NAME", "auto, scalar, avx2 ..., cuda: the same bits from each"},
    [OPT_THREADS] = {"--threads", "N",
                     "0 to 256, default 1; 0 is one per core: the same bits from each"},
    [OPT_SET] = {"--set", "KEY=VALUE", "a parameter of the scene (see taut scenes); repeatable"},
    [OPT_COPIES] = {"--copies", "N", "so many copies in one world, 1 to 100,000, each with a seed"},
    [OPT_SEED] = {"--seed", "N", "of a random start; copy k has the seed N + k; default 1"},
    [OPT_VARY] = {"--vary", "KEY=LOW:HIGH", "draw a parameter by the seed (see below); repeatable"},
    [OPT_JITTER] = {"--jitter", "SPEED", "of the random start, m/s, 0 to 100; default 0.1"},
    [OPT_BUDGET] = {"--budget-us", "N", "choose substeps so that a step takes N microseconds"},
    [OPT_TARGET] = {"--target-stretch", "P",
                    "choose substeps for at most P (1% or 0.01) of stretch not asked for"},
    [OPT_RANGE] = {"--substeps-range", "A:B", "limits of these choices, default 4:120"},
    [OPT_CHOICES_IN] = {"--choices-in", "FILE", "take the choices of an earlier run: same hash"},
    [OPT_CHOICES_OUT] = {"--choices-out", "FILE", "write the substeps of each step to a file"},
    [OPT_RECORD] = {"--record", "FILE", "write down everything that is done to the worlds"},
    [OPT_REPLAY] = {"--replay", "FILE",
                    "do again what was recorded; also a link of the playground, without SCENE"},
    [OPT_VERIFY] = {"--verify", NULL,
                    "exit 5 when a --replay comes out differently, or one of the --copies"},
    [OPT_VERIFY_COPIES] = {"--verify-copies", "N", "look at N of the copies, not at all of them"},
    [OPT_CHECK] = {"--check", NULL, "run as the scene is and exit 1 when its own check fails"},
    [OPT_EXPECT_HASH] = {"--expect-hash", "HEX", "exit 5 when the final state has another hash"},
    [OPT_HASH_EVERY] = {"--hash-every", "N", "also give the hash after every N frames"},
    [OPT_JSON] = {"--json", NULL, "print one JSON object instead of a table"},
    [OPT_PLOT] = {"--plot", "FILE.svg", "plot energy, stretch and time per frame"},
    [OPT_PICTURE] = {"--picture", "FILE.png",
                     "draw the last frame, 1280 x 720; --frames N says which that is"},
};

// What the user asked for.
typedef struct request {
    const char* scene_name;
    const taut_scene* scene;
    taut_scene_options options;
    int frames;  // 0: the scene's
    int hash_every;
    bool json, check, expects;
    uint64_t expected;
    const char* plot;
    const char* picture;
    const char* choices_in;
    const char* choices_out;
    int32_t* choices;  // of choices_in
    const char* record;
    const char* replay;
    bool verify;
    taut_tape tape;  // of either
    char* script;    // text of a run that was played, in place of a tape
    taut_play play;  // of that
    long long verify_copies;
    taut_params params;
    const char* changed_by;  // an option that makes the run another than the scene's own
} request;

// Reading the request -----------------------------------------------------------------------------

static int take_whole(const char* name, const char* text, long long max, int* value)
{
    long long v = 0;
    if (!taut_parse_whole(name, text, 1, max, &v)) {
        return TAUT_EXIT_INPUT;
    }
    *value = (int)v;
    return TAUT_EXIT_OK;
}

// Options of the choice of substeps.
static int take_choice(request* r, int option, const char* value)
{
    taut_budget_def* b = &r->options.budget;
    switch (option) {
    case OPT_BUDGET:
        return taut_parse_microseconds("--budget-us", value, &b->microseconds) ? TAUT_EXIT_OK
                                                                               : TAUT_EXIT_INPUT;
    case OPT_TARGET:
        return taut_parse_part("--target-stretch", value, &b->target) ? TAUT_EXIT_OK
                                                                      : TAUT_EXIT_INPUT;
    case OPT_RANGE:
        return taut_parse_range("--substeps-range", value, TAUT_CLI_MOST_SUBSTEPS, &b->min_substeps,
                                &b->max_substeps)
                   ? TAUT_EXIT_OK
                   : TAUT_EXIT_INPUT;
    case OPT_CHOICES_IN:
        r->choices_in = value;
        return TAUT_EXIT_OK;
    case OPT_REPLAY:
        r->replay = value;
        return TAUT_EXIT_OK;
    default:
        r->choices_out = value;
        return TAUT_EXIT_OK;
    }
}

// Options that only say what to show.
static int take_output(request* r, int option, const char* value)
{
    switch (option) {
    case OPT_CHECK:
        r->check = true;
        return TAUT_EXIT_OK;
    case OPT_RECORD:
        r->record = value;
        return TAUT_EXIT_OK;
    case OPT_VERIFY:
        r->verify = true;
        return TAUT_EXIT_OK;
    case OPT_VERIFY_COPIES:
        return taut_parse_whole("--verify-copies", value, 1, TAUT_SCENE_MOST_COPIES,
                                &r->verify_copies)
                   ? TAUT_EXIT_OK
                   : TAUT_EXIT_INPUT;
    case OPT_JSON:
        r->json = true;
        return TAUT_EXIT_OK;
    case OPT_PLOT:
        return taut_parse_file("--plot", ".svg", value, &r->plot) ? TAUT_EXIT_OK : TAUT_EXIT_INPUT;
    case OPT_PICTURE:
        return taut_parse_file("--picture", ".png", value, &r->picture) ? TAUT_EXIT_OK
                                                                        : TAUT_EXIT_INPUT;
    case OPT_HASH_EVERY:
        return take_whole("--hash-every", value, TAUT_CLI_MOST_FRAMES, &r->hash_every);
    default:
        r->expects = true;
        return taut_parse_hash("--expect-hash", value, &r->expected) ? TAUT_EXIT_OK
                                                                     : TAUT_EXIT_INPUT;
    }
}

static int take_param(request* r, int option, const char* value)
{
    switch (option) {
    case OPT_COPIES:
        return taut_params_take_copies(&r->params, value);
    case OPT_SEED:
        return taut_params_take_seed(&r->params, value);
    case OPT_VARY:
        return taut_params_take_vary(&r->params, value);
    case OPT_JITTER:
        return taut_params_take_jitter(&r->params, value);
    default:
        return taut_params_take_set(&r->params, value);
    }
}

static int take_option(request* r, int option, const char* value)
{
    taut_scene_options* o = &r->options;
    switch (option) {
    case OPT_FRAMES:
        return take_whole("--frames", value, TAUT_CLI_MOST_FRAMES, &r->frames);
    case OPT_DT:
        return taut_parse_dt("--dt", value, &o->dt) ? TAUT_EXIT_OK : TAUT_EXIT_INPUT;
    case OPT_SUBSTEPS:
        return take_whole("--substeps", value, TAUT_CLI_MOST_SUBSTEPS, &o->substeps);
    case OPT_ITERATIONS:
        return take_whole("--iterations", value, TAUT_CLI_MOST_ITERATIONS, &o->iterations);
    case OPT_SOLVER:
        return taut_parse_solver(value, &o->solver) ? TAUT_EXIT_OK : TAUT_EXIT_USAGE;
    case OPT_NO_DIRECT:
        o->no_direct = true;
        return TAUT_EXIT_OK;
    case OPT_BACKEND:
        return taut_parse_backend(value, &o->backend) ? TAUT_EXIT_OK : TAUT_EXIT_USAGE;
    case OPT_THREADS:
        return taut_parse_threads("--threads", value, &o->thread_count) ? TAUT_EXIT_OK
                                                                        : TAUT_EXIT_INPUT;
    case OPT_SET:
    case OPT_COPIES:
    case OPT_SEED:
    case OPT_VARY:
    case OPT_JITTER:
        return take_param(r, option, value);
    case OPT_BUDGET:
    case OPT_TARGET:
    case OPT_RANGE:
    case OPT_REPLAY:
    case OPT_CHOICES_IN:
    case OPT_CHOICES_OUT:
        return take_choice(r, option, value);
    default:
        return take_output(r, option, value);
    }
}

static bool changes_the_run(int option)
{
    return option <= OPT_NO_DIRECT || (option >= OPT_SET && option <= OPT_CHOICES_IN);
}

static int take_word(request* r, const char* word)
{
    if (r->scene_name) {
        taut_complain("run takes one scene; `%s` is one word too many", word);
        return TAUT_EXIT_USAGE;
    }
    r->scene_name = word;
    return TAUT_EXIT_OK;
}

// What copies have no part in; NULL where nothing is wrong.
static const char* check_copies(const request* r)
{
    const taut_scene_options* o = &r->options;
    if (r->params.copies == 0) {
        return r->verify_copies > 0 ? "--verify-copies is for --copies" : NULL;
    }
    if (r->verify_copies > r->params.copies) {
        return "--verify-copies: there are not so many copies";
    }
    if (r->verify_copies > 0 && r->verify) {
        return "--verify is of all copies: --verify-copies has nothing to add";
    }
    if (r->record || r->replay || r->choices_in || r->choices_out) {
        return "--copies cannot be recorded or replayed";
    }
    if (r->plot || r->picture || r->hash_every > 0) {
        return "--copies has no plots, pictures or hashes on the way: run one by its --seed";
    }
    bool budget = o->budget.microseconds > 0.0f || o->budget.target > 0.0f;
    return budget ? "--copies share their substeps: there is nothing for a budget to choose" : NULL;
}

// Options of the choice of substeps that make no sense together, or alone.
static int check_choices(request* r)
{
    const taut_scene_options* o = &r->options;
    bool budget = o->budget.microseconds > 0.0f || o->budget.target > 0.0f;
    const char* wrong = NULL;
    if (o->substeps > 0 && r->choices_in) {
        wrong = "--substeps cannot go with --choices-in, which has them";
    } else if (budget && r->choices_in) {
        wrong = "--choices-in leaves nothing to choose for --budget-us or --target-stretch";
    } else if (!budget && o->budget.max_substeps > 0) {
        wrong = "--substeps-range is for --budget-us or --target-stretch";
    } else if (r->replay && (budget || r->choices_in || o->substeps > 0 || o->dt > 0.0f)) {
        wrong = "--replay has the steps and their substeps: no others can be asked for";
    } else if (r->replay && r->record) {
        wrong = "--record and --replay do not go together";
    } else if (r->verify && !r->replay && r->params.copies == 0) {
        wrong = "--verify is for --replay and --copies";
    } else {
        wrong = check_copies(r);
    }
    if (wrong) {
        taut_complain("%s", wrong);
    }
    return wrong ? TAUT_EXIT_USAGE : TAUT_EXIT_OK;
}

// A run that was played says itself which scene it is of, and how that was opened.
static int take_script(request* r)
{
    const taut_scene_options* o = &r->options;
    if (r->params.set_count > 0 || r->params.varied_count > 0 || r->params.copies > 0 ||
        r->params.seed >= 0 || r->params.jitter >= 0.0 || o->solver >= 0 || o->iterations > 0 ||
        o->no_direct || r->frames > 0 || r->check) {
        taut_complain("--replay has scene, solver and parameters: no others can be asked for");
        return TAUT_EXIT_USAGE;
    }
    int code = check_choices(r);
    if (code == TAUT_EXIT_OK &&
        !taut_script_open(r->script, r->scene_name, &r->scene, &r->options)) {
        code = TAUT_EXIT_INPUT;
    }
    return code;
}

static int complete_request(request* r)
{
    r->script = r->replay ? taut_script_text(r->replay) : NULL;
    if (r->script) {
        return take_script(r);
    }
    if (!r->scene_name && r->replay) {
        taut_script_complain(r->replay);
        return TAUT_EXIT_INPUT;
    }
    if (!r->scene_name) {
        taut_complain("run needs the name of a scene");
        fputs("`taut scenes` lists them.\n", stderr);
        return TAUT_EXIT_USAGE;
    }
    r->scene = taut_find_scene(r->scene_name);
    if (!r->scene) {
        return TAUT_EXIT_USAGE;
    }
    if (r->check && r->changed_by) {
        taut_complain("--check looks at the scene as it is and cannot go with %s", r->changed_by);
        return TAUT_EXIT_USAGE;
    }
    int code = taut_params_apply(&r->params, r->scene, &r->options);
    if (code != TAUT_EXIT_OK) {
        return code;
    }
    r->frames = r->frames > 0 || r->replay ? r->frames : r->scene->frames;
    return check_choices(r);
}

static int read_request(int argc, char** argv, request* r)
{
    taut_args args = taut_args_open(&taut_command_run, argc, argv);
    for (;;) {
        int option = taut_args_next(&args);
        int code = TAUT_EXIT_OK;
        if (option == TAUT_ARG_END) {
            return complete_request(r);
        }
        if (option == TAUT_ARG_ERROR) {
            return TAUT_EXIT_USAGE;
        }
        if (option == TAUT_ARG_WORD) {
            code = take_word(r, args.value);
        } else {
            code = take_option(r, option, args.value);
            r->changed_by = changes_the_run(option) ? options[option].name : r->changed_by;
        }
        if (code != TAUT_EXIT_OK) {
            return code;
        }
    }
}

// Running -----------------------------------------------------------------------------------------

static bool write_files(request* r, taut_simulation* s)
{
    if (r->record && !taut_tape_write(&r->tape, &s->run, s->count, r->record)) {
        return false;
    }
    if (r->plot && !taut_simulation_plot(s, r->plot)) {
        taut_complain("cannot write %s: %s", r->plot, strerror(errno));
        return false;
    }
    if (r->choices_out && !taut_choices_write(r->choices_out, s)) {
        taut_complain("cannot write %s: %s", r->choices_out, strerror(errno));
        return false;
    }
    char error[256] = "";
    if (r->picture && !taut_picture_write(&s->run, r->picture, 1280, 720, error, sizeof error)) {
        taut_complain("cannot write %s: %s", r->picture, error);
        return false;
    }
    return true;
}

static bool make_check(const taut_scene_run* run, taut_run_report* report)
{
    if (!run->scene->check) {
        return true;
    }
    report->checked = true;
    report->check_passed = run->scene->check(run, report->check_text, sizeof report->check_text);
    return report->check_passed;
}

static int judge_hash(const request* r, const taut_simulation* s)
{
    uint64_t hash = taut_scene_hash(&s->run);
    if (r->expects && hash != r->expected) {
        taut_complain("the hash is %016" PRIx64 ", expected was %016" PRIx64, hash, r->expected);
        return TAUT_EXIT_MISMATCH;
    }
    if (r->verify && r->script && !taut_script_matches(&r->play)) {
        return TAUT_EXIT_MISMATCH;
    }
    const taut_tape* t = &r->tape;
    if (r->verify && t->different_frame > 0) {
        const taut_replay* replay = &t->replays[t->different_world];
        taut_complain("%s: frame %d is the first that differs from the recording (world %d: hash "
                      "%016" PRIx64 ", recorded %016" PRIx64 ")",
                      s->run.scene->name, t->different_frame, t->different_world,
                      replay->hash_found, replay->hash_recorded);
        return TAUT_EXIT_MISMATCH;
    }
    taut_script_tell_same(r->verify, &s->run);
    return TAUT_EXIT_OK;
}

// A scene that is there to blow up may do so, as long as its check finds it as it should be.
static int judge(const request* r, const taut_simulation* s, taut_run_report* report)
{
    if (s->interrupted) {
        taut_complain("interrupted after %d of %d frames", s->count, s->frames);
        return TAUT_EXIT_INTERRUPTED;
    }
    if (taut_report_lost(&s->run)) {
        return TAUT_EXIT_FAILURE;
    }
    bool diverged = s->run.stats.diverged, meant_to = taut_scene_has_tag(s->run.scene, "diverges");
    bool passed = r->check || (diverged && meant_to) ? make_check(&s->run, report) : true;
    if (r->check && !passed) {
        taut_complain("%s: the check failed: %s", s->run.scene->name, report->check_text);
        return TAUT_EXIT_FAILURE;
    }
    if (diverged && !(meant_to && passed)) {
        taut_complain("%s diverged within %d frames", s->run.scene->name, s->count);
        return TAUT_EXIT_DIVERGED;
    }
    return judge_hash(r, s);
}

// Without --frames a replay is as long as what was recorded.
static bool open_tape(request* r, taut_simulation* s)
{
    if (r->script) {
        bool ok = taut_script_replay(&r->play, &s->run, r->script);
        r->frames = r->play.replay_frames;
        return ok;
    }
    s->tape = r->record || r->replay ? &r->tape : NULL;
    if (r->record) {
        return taut_tape_record(&r->tape, &s->run);
    }
    if (!r->replay) {
        return true;
    }
    r->frames = r->frames > 0 ? r->frames : r->tape.frames;
    if (r->frames > r->tape.frames) {
        taut_complain("%s has %d frames, --frames is %d", r->replay, r->tape.frames, r->frames);
        return false;
    }
    return taut_tape_replay(&r->tape, &s->run);
}

static int run_open_scene(request* r, taut_simulation* s)
{
    if (!taut_can_write(r->plot) || !taut_can_write(r->picture) ||
        !taut_can_write(r->choices_out) || !taut_can_write(r->record) || !open_tape(r, s)) {
        return TAUT_EXIT_INPUT;
    }
    s->frames = r->frames;
    s->hash_every = r->hash_every;
    s->print_hashes = !r->json;
    if (!taut_simulation_run(s)) {
        // A step that is refused with the scene's own values is our fault, with others the user's.
        return s->run.error[0] && r->changed_by ? TAUT_EXIT_INPUT : TAUT_EXIT_FAILURE;
    }
    taut_run_report report = {.simulation = s, .plot = r->plot, .picture = r->picture};
    if (!write_files(r, s)) {
        return TAUT_EXIT_INPUT;
    }
    int code = judge(r, s, &report);
    if (r->json) {
        taut_report_json(&report);
    } else {
        taut_report_text(&report);
    }
    return code == TAUT_EXIT_OK && taut_report_lost(&s->run) ? TAUT_EXIT_FAILURE : code;
}

static int run_copies(const request* r)
{
    taut_copies copies = {.scene = r->scene,
                          .options = r->options,
                          .count = (int)r->params.copies,
                          .frames = r->frames,
                          .verify = (int)(r->verify ? r->params.copies : r->verify_copies),
                          .json = r->json,
                          .expects = r->expects,
                          .expected = r->expected};
    return taut_copies_run(&copies);
}

static int run_scene(int argc, char** argv)
{
    request r = {.options = taut_scene_options_default(), .params = taut_params_default()};
    int code = read_request(argc, argv, &r);
    if (code != TAUT_EXIT_OK) {
        free(r.script);
        return code;
    }
    if (r.params.copies > 0) {
        return run_copies(&r);
    }
    // The array must outlive the world that replays it.
    if (r.choices_in && !taut_choices_read(r.choices_in, r.frames, &r.choices)) {
        free(r.script);
        return TAUT_EXIT_INPUT;
    }
    if (r.replay && !r.script && !taut_tape_read(&r.tape, r.replay)) {
        taut_tape_free(&r.tape);
        return TAUT_EXIT_INPUT;
    }
    r.options.choices = r.choices;
    r.options.choice_count = r.choices ? r.frames : 0;
    taut_simulation s = {0};
    if (taut_scene_open(&s.run, r.scene, &r.options)) {
        code = run_open_scene(&r, &s);
    } else {
        taut_complain("%s: %s", r.scene->name, s.run.error);
        code = r.changed_by || r.options.thread_count > 1 ? TAUT_EXIT_INPUT : TAUT_EXIT_FAILURE;
    }
    taut_play_close(&r.play);
    taut_simulation_close(&s);
    taut_tape_free(&r.tape);
    free(r.choices);
    free(r.script);
    return code;
}

const taut_command taut_command_run = {
    .name = "run",
    .words = "SCENE [options]",
    .about = "simulate a scene and print its figures",
    .options = options,
    .notes =
        "Without options a scene runs as its author meant it. Stretch is a fraction in JSON and\n"
        "per cent in the table: how much longer than at rest structural links are. Of a scene "
        "with\n"
        "several worlds each world has its own figures; `energy` of the whole is null there.\n"
        "`needed` is an estimate of how many substeps would leave at most 1 % of stretch beyond "
        "what\n"
        "was asked.\n"
        "\n"
        "A random start has a seed: speeds up to --jitter for every particle that is not held, "
        "and\n"
        "what --vary draws: a parameter of the scene, or of any scene body.gravity, body.friction "
        "and\n"
        "body.mass (times what it is) and body.drag (1/s more). Copies know nothing of each "
        "other;\n"
        "copy k of --seed N, counted from 0, has the hash of a run by itself with --seed N + k.\n"
        "--verify takes these runs, on one thread of the CPU, and compares.\n"
        "\n"
        "Exit code: 0 ok, 1 failure, 2 usage, 3 a value or file that cannot be used, 4 diverged,\n"
        "5 another hash than expected, 130 interrupted (what there is has been printed).\n",
    .examples = "  taut run cloth-100 --frames 300 --picture cloth.png\n"
                "  taut run chain-12 --substeps 48 --plot chain.svg\n"
                "  taut run cloth-25x18 --solver verlet --iterations 30\n"
                "  taut run cloth-100 --backend scalar --json --hash-every 100\n"
                "  taut run cloth-100 --set tethers=0 --target-stretch 2% --substeps-range 10:200\n"
                "  taut run rope --copies 4096 --seed 1 --vary drag=0.5:2 --verify-copies 16\n"
                "  taut run grapple --record grapple.rec\n"
                "  taut run grapple --replay grapple.rec --verify --backend scalar\n"
                "  taut run --replay 'http://localhost:5173/#run=AQ...' --verify\n",
    .run = run_scene,
};
