// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How the cases of `taut bench --case` are shown.

#include <stdio.h>

#include "bench_case.h"

void taut_bench_case_list(void)
{
    printf("Cases (two corners or one end held, rigid links, 20 substeps, 60 Hz):\n");
    for (int i = 0; taut_bench_case_at(i); ++i) {
        printf("  %-12s %s\n", taut_bench_case_at(i)->name, taut_bench_case_at(i)->about);
    }
}

void taut_bench_case_heading(void)
{
    printf("%-11s %9s %9s %8s %-8s %7s %10s %10s %7s %8s %8s %8s\n", "case", "particles", "links",
           "tethers", "backend", "threads", "ms/frame", "fastest", "ns/proj", "worst %", "end %",
           "MiB");
}

void taut_bench_case_text(const taut_bench_setup* setup, const taut_bench_figures* figures)
{
    printf("%-11s %9lld %9lld %8lld %-8s %7d %10.4f %10.4f %7.2f %8.2f %8.2f %8.1f\n",
           setup->which->name, figures->particles, figures->links, figures->tethers,
           taut_backend_name(setup->backend), setup->threads, figures->median_ms, figures->min_ms,
           1e6 * figures->median_ms / (double)figures->projections,
           100.0 * (double)figures->worst_stretch, 100.0 * (double)figures->end_stretch,
           (double)figures->bytes / 1048576.0);
    fflush(stdout);
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
    taut_json_put_float(json, "worst_stretch", figures->worst_stretch);
    taut_json_put_float(json, "end_stretch", figures->end_stretch);
    taut_json_put_float(json, "mean_stretch", figures->mean_stretch);
    taut_json_put_integer(json, "bytes", (long long)figures->bytes);
    taut_json_put_hash(json, "hash", figures->hash);
    taut_json_end_object(json);
}
