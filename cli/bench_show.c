// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How `taut bench` goes through its cases, and how it shows what it measured.

#include <stdio.h>
#include <string.h>

#include "bench_case.h"
#include "bench_cuda.h"
#include "cli.h"
#include "machine.h"

void taut_bench_head(int threads, const char* frames)
{
    taut_machine m = taut_machine_look();
    char version[32];
    char features[64];
    taut_version_text(version, sizeof version);
    taut_machine_features(&m, features, sizeof features);
    printf("Taut %s, %s\n%s (%s), %d thread%s\nflags: %s\n%s\n\n", version, taut_build_compiler(),
           m.cpu, features, threads, threads == 1 ? "" : "s", taut_build_flags(), frames);
}

void taut_bench_foot(void)
{
    printf("\nms/frame is the median. A projection is one constraint or tether, each time it is "
           "swept.\n"
           "auto takes %s here.\n",
           taut_backend_name(taut_auto_backend()));
}

void taut_bench_case_list(void)
{
    printf("Cases (two corners or one end held, rigid links, 20 substeps, 60 Hz; the last two of\n"
           "cotton, held by nothing, with colliders and self-collision; `taut bench cuda` takes\n"
           "other numbers of frames and prints them):\n");
    for (int i = 0; taut_bench_case_at(i); ++i) {
        const taut_bench_case* c = taut_bench_case_at(i);
        printf("  %-12s %s; %d frame%s after %d\n", c->name, c->about, c->frames,
               c->frames == 1 ? "" : "s", c->warm_up);
    }
}

static double ns_per_projection(const taut_bench_figures* figures)
{
    return 1e6 * figures->median_ms / (double)figures->projections;
}

// Of several cases each may have its own number of frames.
static void say_frames(const taut_bench_setup* setup, char* text, size_t size)
{
    const taut_bench_case* c = setup->which;
    int frames = setup->frames > 0 || !c ? setup->frames : c->frames;
    int warm_up = setup->warm_up >= 0 || !c ? setup->warm_up : c->warm_up;
    size_t used = 0;
    if (frames > 0) {
        used = (size_t)snprintf(text, size, "%d frame%s", frames, frames == 1 ? "" : "s");
    } else {
        used = (size_t)snprintf(text, size, "frames as in the table");
    }
    if (warm_up >= 0) {
        snprintf(text + used, size - used, " after %d to warm up", warm_up);
    } else {
        snprintf(text + used, size - used, " after a few to warm up");
    }
}

void taut_bench_case_heading(const taut_bench_setup* setup)
{
    char frames[96];
    say_frames(setup, frames, sizeof frames);
    taut_bench_head(setup->threads, frames);
    printf("%-11s %9s %9s %9s %-8s %6s %10s %10s %7s %8s %8s %8s\n", "case", "particles", "links",
           "tethers", "backend", "frames", "ms/frame", "fastest", "ns/proj", "worst %", "end %",
           "MB");
}

void taut_bench_case_text(const taut_bench_setup* setup, const taut_bench_figures* figures)
{
    char particles[32];
    char links[32];
    char tethers[32];
    printf("%-11s %9s %9s %9s %-8s %6d %10.4f %10.4f %7.2f %8.2f %8.2f %8.2f\n", setup->which->name,
           taut_group_digits(figures->particles, particles, sizeof particles),
           taut_group_digits(figures->links, links, sizeof links),
           taut_group_digits(figures->tethers, tethers, sizeof tethers),
           taut_backend_name(setup->backend), figures->frames, figures->median_ms, figures->min_ms,
           ns_per_projection(figures), 100.0 * (double)figures->worst_stretch,
           100.0 * (double)figures->end_stretch, 1e-6 * (double)figures->bytes);
    fflush(stdout);
}

void taut_bench_case_foot(void)
{
    taut_bench_foot();
    printf(
        "worst %% is the largest stretch of a structural link in any frame, end %% that after the\n"
        "last. It is high without tethers: one sweep of rigid links beside one or two pins cannot\n"
        "hold all that hangs from them. See --tethers.\n");
}

void taut_bench_case_json(taut_json* json, const taut_bench_setup* setup,
                          const taut_bench_figures* figures)
{
    static const char* const precisions[] = {"auto", "fast", "fine"};
    taut_json_begin_object(json, false);
    taut_json_put_string(json, "case", setup->which->name);
    taut_json_put_string(json, "backend", taut_backend_name(setup->backend));
    taut_json_put_string(json, "precision", precisions[setup->precision]);
    taut_json_put_integer(json, "threads", setup->threads);
    taut_json_put_integer(json, "particles", figures->particles);
    taut_json_put_integer(json, "links", figures->links);
    taut_json_put_integer(json, "tethers", figures->tethers);
    taut_json_put_integer(json, "projections_per_frame", figures->projections);
    taut_json_put_integer(json, "frames", figures->frames);
    taut_json_put_double(json, "ms_per_frame", figures->median_ms);
    taut_json_put_double(json, "min_ms_per_frame", figures->min_ms);
    taut_json_put_double(json, "ns_per_projection", ns_per_projection(figures));
    taut_json_put_float(json, "worst_stretch", figures->worst_stretch);
    taut_json_put_float(json, "end_stretch", figures->end_stretch);
    taut_json_put_float(json, "mean_stretch", figures->mean_stretch);
    taut_json_put_integer(json, "bytes", (long long)figures->bytes);
    taut_json_put_hash(json, "hash", figures->hash);
    taut_json_end_object(json);
}

// Going through them ------------------------------------------------------------------------------

static int bench_case(const taut_bench_setup* asked, const taut_bench_case* which, taut_json* json)
{
    for (int i = TAUT_BACKEND_AUTO + 1; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        taut_bench_setup setup = *asked;
        setup.which = which;
        setup.backend = (taut_backend_kind)i;
        if ((asked->backend != TAUT_BACKEND_AUTO && asked->backend != setup.backend) ||
            !taut_backend_is_there(setup.backend)) {
            continue;
        }
        taut_bench_figures figures;
        char error[256];
        if (!taut_bench_case_run(&setup, &figures, error, sizeof error)) {
            taut_complain("%s: %s", which->name, error);
            return TAUT_EXIT_FAILURE;
        }
        if (json) {
            taut_bench_case_json(json, &setup, &figures);
        } else {
            taut_bench_case_text(&setup, &figures);
        }
    }
    return TAUT_EXIT_OK;
}

// NULL for `all`, and when there is none.
static const taut_bench_case* find_case(const char* name)
{
    int i = 0;
    while (taut_bench_case_at(i) && strcmp(taut_bench_case_at(i)->name, name) != 0) {
        ++i;
    }
    return taut_bench_case_at(i);
}

// What is asked of a case that has no use for it: a scene decides by itself, and tethers ask for
// somebody who holds. NULL where there is nothing.
static const char* no_use_for(const taut_bench_case* which, const taut_bench_setup* asked)
{
    bool scene = which && which->kind == TAUT_BENCH_GHOST;
    bool loose = which && which->kind == TAUT_BENCH_FOLDED;
    return (scene || loose) && asked->tethers                 ? "--tethers"
           : scene && asked->precision != TAUT_PRECISION_AUTO ? "--precision"
                                                              : NULL;
}

static bool is_wanted(const char* name, const taut_bench_case* which)
{
    return strcmp(name, "all") == 0 || strcmp(name, which->name) == 0;
}

static void json_left_out(taut_json* json, const char* name, const taut_bench_setup* asked)
{
    taut_json_key(json, "left_out");
    taut_json_begin_array(json, true);
    for (int i = 0; taut_bench_case_at(i); ++i) {
        const taut_bench_case* which = taut_bench_case_at(i);
        if (is_wanted(name, which) && no_use_for(which, asked)) {
            taut_json_string(json, which->name);
        }
    }
    taut_json_end_array(json);
}

int taut_bench_cases(const char* name, const taut_bench_setup* asked, bool as_json)
{
    if (strcmp(name, "all") != 0 && !find_case(name)) {
        taut_complain(taut_bench_cuda_has(name)
                          ? "`%s` is a case of `taut bench cuda` alone"
                          : "there is no case `%s`; taut bench --help names them",
                      name);
        return TAUT_EXIT_USAGE;
    }
    const char* odd = no_use_for(find_case(name), asked);
    if (odd) {
        taut_complain("the case %s has no use for %s", name, odd);
        return TAUT_EXIT_USAGE;
    }
    taut_json json = taut_json_open(stdout);
    if (as_json) {
        taut_json_begin_object(&json, false);
        taut_machine_json(&json);
        taut_json_key(&json, "results");
        taut_json_begin_array(&json, false);
    } else {
        taut_bench_setup setup = *asked;
        setup.which = find_case(name);
        taut_bench_case_heading(&setup);
    }
    int worst = TAUT_EXIT_OK;
    for (int i = 0; taut_bench_case_at(i) && worst == TAUT_EXIT_OK; ++i) {
        const taut_bench_case* which = taut_bench_case_at(i);
        odd = is_wanted(name, which) ? no_use_for(which, asked) : NULL;
        if (odd) {
            taut_complain("%s is left out: it has no use for %s", which->name, odd);
        } else if (is_wanted(name, which)) {
            worst = bench_case(asked, which, as_json ? &json : NULL);
        }
    }
    if (as_json) {
        taut_json_end_array(&json);
        json_left_out(&json, name, asked);
        taut_json_end_object(&json);
    } else {
        taut_bench_case_foot();
    }
    return worst;
}
