// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut demo: the showcase scene with a picture and a plot, and where to go from there.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "picture.h"
#include "report.h"
#include "simulate.h"
#include "summary.h"

#define MOST_PATH 1024

enum { OPT_FRAMES, OPT_OUT, OPT_COUNT };

static const taut_option options[OPT_COUNT + 1] = {
    [OPT_FRAMES] = {"--frames", "N", "how many frames; default the scene's own"},
    [OPT_OUT] = {"--out", "DIRECTORY", "where the files go; default out"},
};

static const taut_scene* showcase(void)
{
    for (int i = 0; i < taut_scene_count(); ++i) {
        if (taut_scene_has_tag(taut_scene_at(i), "showcase")) {
            return taut_scene_at(i);
        }
    }
    return taut_scene_at(0);
}

// Makes a directory and those above it.
static bool make_directory(const char* path)
{
    char part[MOST_PATH];
    if (path[0] == '\0' || strlen(path) >= sizeof part) {
        errno = path[0] == '\0' ? ENOENT : ENAMETOOLONG;
        return false;
    }
    for (size_t i = 1; i <= strlen(path); ++i) {
        if (path[i] == '/' || path[i] == '\0') {
            snprintf(part, sizeof part, "%.*s", (int)i, path);
            if (mkdir(part, 0777) != 0 && errno != EEXIST) {
                return false;
            }
        }
    }
    struct stat what;
    if (stat(path, &what) == 0 && S_ISDIR(what.st_mode)) {
        return true;
    }
    errno = ENOTDIR;
    return false;
}

static void show_table(const taut_simulation* s)
{
    taut_summary sum = taut_summary_of_run(&s->run);
    char number[32];
    char solver[96];
    taut_report_solver(&s->run, 0, solver, sizeof solver);
    printf("%s: %s\n\n", s->run.scene->name, s->run.scene->about);
    taut_report_row("solver", "%s", solver);
    taut_report_row("frames", "%d of %.4g s%s", s->count, (double)s->run.dt,
                    s->interrupted ? " (interrupted)" : "");
    taut_report_row("particles", "%s", taut_group_digits(sum.particles, number, sizeof number));
    taut_report_row("constraints", "%s", taut_group_digits(sum.constraints, number, sizeof number));
    taut_report_row("tethers", "%s", taut_group_digits(sum.tethers, number, sizeof number));
    taut_report_row("ms per frame", "%.3f", taut_simulation_median_ms(s));
    taut_report_stretch(s);
    taut_report_row("energy", "%.6g J", s->run.stats.energy);
    taut_report_row("state hash", "%016" PRIx64, taut_scene_hash(&s->run));
}

static bool write_files(taut_simulation* s, const char* directory)
{
    char picture[MOST_PATH + 32];
    char plot[MOST_PATH + 32];
    char error[256] = "";
    snprintf(picture, sizeof picture, "%s/showcase.png", directory);
    snprintf(plot, sizeof plot, "%s/showcase.svg", directory);
    if (!taut_picture_write(&s->run, picture, 1280, 720, error, sizeof error)) {
        taut_complain("cannot write %s: %s", picture, error);
        return false;
    }
    if (!taut_simulation_plot(s, plot)) {
        taut_complain("cannot write %s: %s", plot, strerror(errno));
        return false;
    }
    putchar('\n');
    taut_report_row("picture", "%s", picture);
    taut_report_row("plot", "%s", plot);
    return true;
}

static void suggest(const char* program, const char* scene)
{
    const char* const lines[][3] = {
        {"scenes", "", "what else there is to simulate"},
        {"run ", scene, "the same again; --help says what can be changed"},
        {"verify", "", "the physics against known answers"},
        {"bench", "", "how fast each backend is here"},
    };
    puts("\nTry next:");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        int length = printf("  %s %s%s", program, lines[i][0], lines[i][1]);
        printf("%*s%s\n", length < 32 ? 32 - length : 2, "", lines[i][2]);
    }
}

static int show(const char* program, const char* directory, int frames)
{
    const taut_scene* scene = showcase();
    if (!make_directory(directory)) {
        taut_complain("cannot make the directory %s: %s", directory, strerror(errno));
        return TAUT_EXIT_INPUT;
    }
    taut_simulation s = {.frames = frames > 0 ? frames : scene->frames};
    if (!taut_scene_open(&s.run, scene, NULL)) {
        taut_complain("%s: %s", scene->name, s.run.error);
        taut_simulation_close(&s);
        return TAUT_EXIT_FAILURE;
    }
    int code = TAUT_EXIT_FAILURE;
    if (taut_simulation_run(&s)) {
        show_table(&s);
        code = write_files(&s, directory) ? TAUT_EXIT_OK : TAUT_EXIT_INPUT;
    }
    if (code == TAUT_EXIT_OK && s.run.stats.diverged) {
        taut_complain("%s diverged within %d frames", scene->name, s.count);
        code = TAUT_EXIT_DIVERGED;
    }
    if (code == TAUT_EXIT_OK) {
        suggest(program, scene->name);
        code = s.interrupted ? TAUT_EXIT_INTERRUPTED : TAUT_EXIT_OK;
    }
    taut_simulation_close(&s);
    return code;
}

static int demo(int argc, char** argv)
{
    const char* directory = "out";
    long long frames = 0;
    taut_args args = taut_args_open(&taut_command_demo, argc, argv);
    for (;;) {
        switch (taut_args_next(&args)) {
        case TAUT_ARG_END:
            return show(argv[-1], directory, (int)frames);
        case OPT_FRAMES:
            if (!taut_parse_whole("--frames", args.value, 1, TAUT_CLI_MOST_FRAMES, &frames)) {
                return TAUT_EXIT_INPUT;
            }
            break;
        case OPT_OUT:
            directory = args.value;
            break;
        case TAUT_ARG_WORD:
            taut_complain("demo takes no `%s`; `taut run SCENE` runs a scene", args.value);
            return TAUT_EXIT_USAGE;
        default:
            return TAUT_EXIT_USAGE;
        }
    }
}

const taut_command taut_command_demo = {
    .name = "demo",
    .words = "[options]",
    .about = "simulate the showcase scene, draw it, plot it",
    .options = options,
    .examples = "  taut demo\n"
                "  taut demo --out /tmp/taut\n",
    .run = demo,
};
