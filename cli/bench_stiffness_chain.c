// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The chain of twelve weights, whose answers are known: the pin carries the eleven below it, and
// the top link gives by that times its compliance. And what else must stay as it is: the checks of
// `taut verify`, and one result from every backend.

#include <stdlib.h>

#include "bench_stiffness.h"
#include "cli.h"
#include "verify/verify.h"

#define WEIGHT 9.8
#define PULL (11.0 * WEIGHT)

// Means over the last quarter of the run.
typedef struct hanging {
    double pull;       // N, at the pin
    double extension;  // m, of the top link
} hanging;

static hanging hang(taut_stiff* s, bool direct, int substeps, double compliance)
{
    hanging mean = {(double)NAN, (double)NAN};
    taut_chain_def chain = taut_chain_def_default();
    chain.start.y = 2.0f;
    chain.compliance = (float)compliance;
    taut_builder* builder = NULL;
    taut_builder_create(NULL, &builder, NULL);
    bool ok = builder && taut_make_chain(builder, &chain, NULL) == TAUT_OK;
    taut_stiff_way way = {direct, false, substeps};
    taut_world_def def = taut_stiff_world_def(s, way);
    def.gravity.y = (float)-WEIGHT;
    taut_body_def body = taut_body_def_default();
    body.drag = 2.0f;
    taut_stiff_rig rig = taut_stiff_open(s, builder, ok, &def, &body, 1);
    int frames = taut_stiff_count(s, 1200, 20);
    int last = frames / 4;
    double pull = 0.0;
    double extension = 0.0;
    for (int i = 0; i < frames && rig.world; ++i) {
        taut_stiff_step(&rig);
        taut_constraint_state top = {0};
        taut_reaction held = {0};
        taut_body_constraint(rig.world, rig.body, 0, &top);
        taut_body_reaction(rig.world, rig.body, 0, &held);
        pull += i >= frames - last ? (double)held.force.y / last : 0.0;
        extension += i >= frames - last ? (double)top.value / last : 0.0;
    }
    if (rig.world && rig.trouble == 0) {
        mean.pull = pull;
        mean.extension = extension;
    }
    taut_stiff_close(&rig);
    return mean;
}

static double off(double found, double due)
{
    return 100.0 * fabs(found / due - 1.0);
}

static double larger(double a, double b)
{
    return a >= b ? a : b;
}

static void put_agreement(taut_stiff* s, int substeps, double compliance)
{
    hanging ours = hang(s, true, substeps, compliance);
    hanging plain = hang(s, false, substeps, compliance);
    double due = PULL * compliance;
    taut_stiff_row row = taut_stiff_row_make(
        "force of the pin and extension of the top link, the worse of both against known answers",
        "%");
    row.limit = 1.0;
    row.ours = larger(off(ours.pull, PULL), off(ours.extension, due));
    row.plain = larger(off(plain.pull, PULL), off(plain.extension, due));
    taut_stiff_put(s, row, "error-%d-%.0e", substeps, compliance);
}

static void put_stiffest(taut_stiff* s)
{
    hanging ours = hang(s, true, 24, 1e-8);
    hanging plain = hang(s, false, 24, 1e-8);
    taut_stiff_row row = taut_stiff_row_make("force of the pin against the weight, 1e-8 m/N", "%");
    row.limit = 0.1;
    row.ours = off(ours.pull, PULL);
    row.plain = off(plain.pull, PULL);
    taut_stiff_put(s, row, "force-24-1e-08");
    row = taut_stiff_row_make("extension of the top link, 1e-8 m/N; 1.078 um is right", "um");
    row.limit = 2.0;
    row.ours = 1e6 * fabs(ours.extension);
    row.plain = 1e6 * fabs(plain.extension);
    taut_stiff_put(s, row, "extension-24-1e-08");
}

void taut_stiff_chain(taut_stiff* s)
{
    static const int substeps[] = {4, 6, 8, 12, 20, 24, 30, 40, 60};
    for (int i = 0; i < (int)(sizeof substeps / sizeof substeps[0]); ++i) {
        put_agreement(s, substeps[i], 1e-4);
    }
    put_agreement(s, 4, 1e-6);
    put_agreement(s, 24, 1e-6);
    put_agreement(s, 60, 1e-6);
    put_stiffest(s);
}

// What must not change ----------------------------------------------------------------------------

static double failed_rows(bool no_direct)
{
    taut_verify* v = calloc(1, sizeof *v);
    if (!v) {
        return (double)NAN;
    }
    v->no_direct = no_direct;
    int failed = 0;
    for (int i = 0; taut_verify_at(i); ++i) {
        taut_verify_run(v, taut_verify_at(i));
    }
    for (int i = 0; i < v->count; ++i) {
        failed += v->rows[i].pass ? 0 : 1;
    }
    free(v);
    return failed;
}

void taut_stiff_verify(taut_stiff* s)
{
    taut_stiff_row row = taut_stiff_row_make("rows of `taut verify` that fail", "");
    row.limit = 0.0;
    row.not_measured = s->quick;
    if (!s->quick) {
        row.ours = failed_rows(false);
        row.plain = failed_rows(true);
    }
    taut_stiff_put(s, row, "failed");
}

static uint64_t hash_on(taut_stiff* s, taut_backend_kind backend, bool direct)
{
    taut_backend_kind asked = s->backend;
    s->backend = backend;
    taut_stiff_rope rope = {.links = 32, .link = 0.05f, .ratio = 1e4, .along = {1.0f, 0.0f, 0.0f}};
    taut_stiff_way way = {direct, false, 24};
    taut_stiff_rig rig = taut_stiff_open_rope(s, &rope, way, 3);
    s->backend = asked;
    for (int i = 0; i < taut_stiff_count(s, 120, 5) && rig.world; ++i) {
        taut_stiff_step(&rig);
    }
    uint64_t hash = rig.world ? taut_world_hash(rig.world) : 0;
    taut_stiff_close(&rig);
    return hash;
}

void taut_stiff_bits(taut_stiff* s)
{
    taut_stiff_row row = taut_stiff_row_make(
        "backends of this machine that give a swinging rope other bits than scalar", "");
    double* counts[2] = {&row.ours, &row.plain};
    row.limit = 0.0;
    for (int i = 0; i < 2; ++i) {
        *counts[i] = 0.0;
        uint64_t scalar = hash_on(s, TAUT_BACKEND_SCALAR, i == 0);
        for (int k = TAUT_BACKEND_SCALAR + 1; k < TAUT_BACKEND_KIND_COUNT; ++k) {
            taut_backend_kind kind = (taut_backend_kind)k;
            bool differs = taut_backend_is_there(kind) && hash_on(s, kind, i == 0) != scalar;
            *counts[i] += differs ? 1.0 : 0.0;
        }
    }
    taut_stiff_put(s, row, "differ");
}
