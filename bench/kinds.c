// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What each kind of constraint costs on each backend: worlds that hold one kind and little else.
// The time of a world of the same particles without constraints is taken off, so that what is left
// is the projections; that time itself is the row of the per-particle stages. Reading (normals,
// measuring, hashing) is timed by its calls. Rest values are a little off the shape, so that there
// is always something to correct.
//
//     bench-kinds [--json] [FRAMES]
//
// --json prints one object a line, for run.py.

#include <taut/taut.h>

#include <string.h>

#include "grid.h"

#define SIDE 100  // particles along a side of grids
#define BOX 22    // and of boxes
#define OFF 1.02f

// Where to put particles and constraints; `bare` leaves the constraints out.
typedef struct maker {
    taut_builder* builder;
    bool bare;
} maker;

// What is timed and how it is shown.
typedef struct how {
    taut_backend_kind backend;
    int frames;
    bool json;
} how;

typedef struct subject {
    const char* name;
    bool (*fill)(const maker* m);
} subject;

// Building ----------------------------------------------------------------------------------------

// A slightly uneven grid in the plane of x and z.
static bool add_grid(const maker* m, float height)
{
    bool ok = true;
    for (int i = 0; i < SIDE * SIDE; ++i) {
        int row = i / SIDE;
        float wave = 0.004f * (float)(i * 7 % 11 - 5);
        taut_vec3 at = {GRID_SPACING * (float)(i % SIDE), height + wave, GRID_SPACING * (float)row};
        ok = ok && taut_builder_add_particle(m->builder, at, 0.001f, NULL) == TAUT_OK;
    }
    return ok;
}

static bool add(const maker* m, taut_constraint_kind kind, const int* particles, int count,
                float rest)
{
    if (m->bare) {
        return true;
    }
    taut_constraint_def def = taut_constraint_def_default(kind);
    for (int i = 0; i < count; ++i) {
        def.particles[i] = particles[i];
    }
    def.rest_from_shape = false;
    def.rest = rest;
    return taut_builder_add_constraint(m->builder, &def, NULL) == TAUT_OK;
}

static bool fill_distance(const maker* m)
{
    bool ok = add_grid(m, 0.0f);
    for (int i = 0; ok && i < SIDE * SIDE; ++i) {
        int right[] = {i, i + 1};
        int down[] = {i, i + SIDE};
        ok =
            (i % SIDE == SIDE - 1 ||
             add(m, TAUT_CONSTRAINT_DISTANCE, right, 2, OFF * GRID_SPACING)) &&
            (i / SIDE == SIDE - 1 || add(m, TAUT_CONSTRAINT_DISTANCE, down, 2, OFF * GRID_SPACING));
    }
    return ok;
}

static bool fill_area(const maker* m)
{
    bool ok = add_grid(m, 0.0f);
    float rest = OFF * 0.5f * GRID_SPACING * GRID_SPACING;
    for (int i = 0; ok && i < SIDE * (SIDE - 1); ++i) {
        int upper[] = {i, i + SIDE, i + 1};
        int lower[] = {i + 1, i + SIDE, i + SIDE + 1};
        ok = i % SIDE == SIDE - 1 || (add(m, TAUT_CONSTRAINT_AREA, upper, 3, rest) &&
                                      add(m, TAUT_CONSTRAINT_AREA, lower, 3, rest));
    }
    return ok;
}

// Across the diagonal of every cell, and across the edges between cells of a row.
static bool fill_dihedral(const maker* m)
{
    bool ok = add_grid(m, 0.0f);
    for (int i = 0; ok && i < SIDE * (SIDE - 1); ++i) {
        int diagonal[] = {i + 1, i + SIDE, i, i + SIDE + 1};
        int edge[] = {i + 1, i + SIDE + 1, i + SIDE, i + 2};
        ok = (i % SIDE >= SIDE - 1 || add(m, TAUT_CONSTRAINT_DIHEDRAL, diagonal, 4, 0.1f)) &&
             (i % SIDE >= SIDE - 2 || add(m, TAUT_CONSTRAINT_DIHEDRAL, edge, 4, 0.1f));
    }
    return ok;
}

static bool fill_angle(const maker* m)
{
    bool ok = add_grid(m, 0.0f);
    for (int i = 0; ok && i < SIDE * SIDE; ++i) {
        int row[] = {i, i + 1, i + 2};
        ok = i % SIDE >= SIDE - 2 || add(m, TAUT_CONSTRAINT_ANGLE, row, 3, 0.1f);
    }
    return ok;
}

static bool fill_cone(const maker* m)
{
    bool ok = add_grid(m, 0.0f);
    for (int i = 0; ok && i < SIDE * (SIDE - 1); ++i) {
        int pairs[] = {i, i + 1, i + SIDE, i + SIDE + 1};
        ok = i % SIDE >= SIDE - 1 || add(m, TAUT_CONSTRAINT_CONE, pairs, 4, 0.1f);
    }
    return ok;
}

static bool fill_rows(const maker* m, taut_constraint_kind kind, float rest)
{
    bool ok = add_grid(m, 0.0f);
    for (int i = 0; ok && i < SIDE * SIDE; ++i) {
        int row[] = {i, i + 1, i + 2};
        ok = i % SIDE >= SIDE - 2 || add(m, kind, row, 3, rest);
    }
    return ok;
}

static bool fill_pulley(const maker* m)
{
    return fill_rows(m, TAUT_CONSTRAINT_PULLEY, 1.96f * GRID_SPACING);
}

static bool fill_slide(const maker* m)
{
    return fill_rows(m, TAUT_CONSTRAINT_SLIDE, -0.98f * GRID_SPACING);
}

static bool fill_attach(const maker* m)
{
    bool ok = add_grid(m, 0.0f) && add_grid(m, 0.02f);
    for (int i = 0; ok && i < SIDE * SIDE; ++i) {
        int pair[] = {i, i + SIDE * SIDE};
        ok = taut_builder_pin(m->builder, i + SIDE * SIDE) == TAUT_OK &&
             add(m, TAUT_CONSTRAINT_ATTACH, pair, 2, 0.0f);
    }
    return ok;
}

static bool fill_tether(const maker* m)
{
    bool ok = add_grid(m, 0.0f);
    int pins[] = {0, SIDE - 1};
    for (int k = 0; ok && k < 2; ++k) {
        ok = taut_builder_pin(m->builder, pins[k]) == TAUT_OK;
        for (int i = 0; ok && i < SIDE * SIDE; ++i) {
            int pair[] = {i, pins[k]};
            float dx = (float)(i % SIDE - pins[k] % SIDE);
            int row = i / SIDE;
            float rest = 0.98f * GRID_SPACING * sqrtf(dx * dx + (float)(row * row));
            ok = i == pins[0] || i == pins[1] || add(m, TAUT_CONSTRAINT_TETHER, pair, 2, rest);
        }
    }
    return ok;
}

static float signed_volume(const taut_builder* b, const int* p)
{
    taut_vec3 x[4];
    for (int i = 0; i < 4; ++i) {
        x[i] = taut_builder_position(b, p[i]);
    }
    taut_vec3 u = {x[1].x - x[0].x, x[1].y - x[0].y, x[1].z - x[0].z};
    taut_vec3 v = {x[2].x - x[0].x, x[2].y - x[0].y, x[2].z - x[0].z};
    taut_vec3 w = {x[3].x - x[0].x, x[3].y - x[0].y, x[3].z - x[0].z};
    return (u.x * (v.y * w.z - v.z * w.y) + u.y * (v.z * w.x - v.x * w.z) +
            u.z * (v.x * w.y - v.y * w.x)) /
           6.0f;
}

// Five tetrahedra to a cell.
static bool add_cell(const maker* m, const int* v)
{
    static const int corners[5][4] = {
        {0, 1, 2, 4}, {3, 2, 1, 7}, {5, 4, 7, 1}, {6, 7, 4, 2}, {1, 2, 4, 7}};
    bool ok = true;
    for (int t = 0; t < 5; ++t) {
        int p[4];
        for (int i = 0; i < 4; ++i) {
            p[i] = v[corners[t][i]];
        }
        float rest = OFF * signed_volume(m->builder, p);
        ok = ok && add(m, TAUT_CONSTRAINT_VOLUME, p, 4, rest);
    }
    return ok;
}

static bool fill_volume(const maker* m)
{
    bool ok = true;
    for (int i = 0; i < BOX * BOX * BOX; ++i) {
        int row = i / BOX % BOX;
        int layer = i / BOX / BOX;
        taut_vec3 at = {GRID_SPACING * (float)(i % BOX), GRID_SPACING * (float)row,
                        GRID_SPACING * (float)layer};
        ok = ok && taut_builder_add_particle(m->builder, at, 0.001f, NULL) == TAUT_OK;
    }
    for (int i = 0; ok && i < BOX * BOX * (BOX - 1); ++i) {
        if (i % BOX == BOX - 1 || i / BOX % BOX == BOX - 1) {
            continue;
        }
        int v[8];
        for (int k = 0; k < 8; ++k) {
            v[k] = i + (k & 1) + (k >> 1 & 1) * BOX + (k >> 2) * BOX * BOX;
        }
        ok = add_cell(m, v);
    }
    return ok;
}

static const subject subjects[] = {
    {"distance", fill_distance}, {"dihedral", fill_dihedral}, {"area", fill_area},
    {"volume", fill_volume},     {"tether", fill_tether},     {"attach", fill_attach},
    {"angle", fill_angle},       {"cone", fill_cone},         {"pulley", fill_pulley},
    {"slide", fill_slide},
};

// Timing ------------------------------------------------------------------------------------------

static void fail(const char* what, const char* why)
{
    fprintf(stderr, "kinds: %s: %s\n", what, why);
    exit(1);
}

static taut_blueprint* bake(const subject* s, bool bare)
{
    taut_builder* builder = NULL;
    taut_blueprint* blueprint = NULL;
    bool ok = taut_builder_create(NULL, &builder, NULL) == TAUT_OK;
    maker m = {builder, bare};
    if (!ok || !s->fill(&m) || taut_builder_bake(builder, &blueprint) != TAUT_OK) {
        fail(s->name, builder ? taut_builder_last_error(builder) : "no builder");
    }
    taut_builder_destroy(builder);
    return blueprint;
}

// Hardly any gravity: what was put there stays there, constraints apart.
static taut_world* open_world(const taut_blueprint* blueprint, taut_backend_kind backend)
{
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    def.gravity = (taut_vec3){0.0f, -0.01f, 0.0f};
    taut_world* world = NULL;
    if (taut_world_create(&def, &world, NULL) != TAUT_OK) {
        return NULL;
    }
    taut_body_def body = taut_body_def_default();
    body.blueprint = blueprint;
    body.precision = TAUT_PRECISION_FAST;
    taut_body_id id;
    if (taut_body_create(world, &body, &id) != TAUT_OK) {
        fail("body", taut_world_last_error(world));
    }
    return world;
}

// Seconds of one substep: the least of all frames, because differences of it are taken and a busy
// machine makes nonsense of differences of anything else.
static double time_steps(taut_world* world, int frames)
{
    double least = HUGE_VAL;
    for (int i = -2; i < frames; ++i) {
        double start = grid_clock();
        taut_result result = taut_world_step(world, GRID_DT, GRID_SUBSTEPS, NULL);
        double end = grid_clock();
        if (result != TAUT_OK) {
            fail("step", taut_world_last_error(world));
        }
        least = i >= 0 ? fmin(least, (end - start) / GRID_SUBSTEPS) : least;
    }
    return least;
}

static void print_row(const how* h, const char* what, const char* unit, int count, double seconds)
{
    const char* backend = taut_backend_name(h->backend);
    double ns = 1e9 * seconds / count;
    if (!h->json) {
        printf("%-8s %-24s %10.2f per %-10s %8d\n", backend, what, ns, unit, count);
        fflush(stdout);
        return;
    }
    printf("{\"row\": \"%s\", \"unit\": \"%s\", \"backend\": \"%s\", \"count\": %d, "
           "\"ns\": %.4f}\n",
           what, unit, backend, count, ns);
    fflush(stdout);
}

// Seconds of one substep of a subject's world; 0 when the backend is not in this build.
static double time_subject(const how* h, const subject* s, bool bare, taut_blueprint_stats* stats)
{
    taut_blueprint* blueprint = bake(s, bare);
    taut_world* world = open_world(blueprint, h->backend);
    *stats = taut_blueprint_get_stats(blueprint);
    double seconds = world ? time_steps(world, h->frames) : 0.0;
    taut_world_destroy(world);
    taut_blueprint_release(blueprint);
    return seconds;
}

static void bench_kinds(const how* h)
{
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; ++i) {
        taut_blueprint_stats stats;
        double idle = time_subject(h, &subjects[i], true, &stats);
        if (idle > 0.0 && i == 0) {
            print_row(h, "predict and velocities", "particle", stats.particles, idle);
        }
        double whole = time_subject(h, &subjects[i], false, &stats);
        if (whole > 0.0) {
            print_row(h, subjects[i].name, "projection", stats.constraints + stats.tethers,
                      whole - idle);
        }
    }
}

typedef void read_fn(taut_world* world, taut_body_id body);

static void read_normals(taut_world* world, taut_body_id body)
{
    taut_body_normals(world, body);
}

static void read_measure(taut_world* world, taut_body_id body)
{
    taut_measure measure;
    taut_body_measure(world, body, &measure);
}

static void read_hash(taut_world* world, taut_body_id body)
{
    (void)body;
    (void)taut_world_hash(world);
}

// Calls that read a cloth of SIDE x SIDE, on one backend.
static void bench_reading(const how* h)
{
    static const struct {
        const char* name;
        read_fn* read;
    } reads[] = {{"normals", read_normals}, {"measure", read_measure}, {"hash", read_hash}};
    taut_builder* builder = NULL;
    taut_blueprint* blueprint = NULL;
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    if (taut_builder_create(NULL, &builder, NULL) != TAUT_OK ||
        taut_make_cloth(builder, &cloth, NULL) != TAUT_OK ||
        taut_builder_bake(builder, &blueprint) != TAUT_OK) {
        fail("cloth", "could not be made");
    }
    taut_builder_destroy(builder);
    taut_world* world = open_world(blueprint, h->backend);
    for (size_t k = 0; world && k < sizeof reads / sizeof reads[0]; ++k) {
        double least = HUGE_VAL;
        for (int i = 0; i < h->frames; ++i) {
            taut_world_step(world, GRID_DT, 1, NULL);
            double start = grid_clock();
            reads[k].read(world, taut_world_body(world, 0));
            least = fmin(least, grid_clock() - start);
        }
        print_row(h, reads[k].name, "particle", SIDE * SIDE, least);
    }
    taut_world_destroy(world);
    taut_blueprint_release(blueprint);
}

static int usage(FILE* out)
{
    fputs(
        "usage: bench-kinds [--json] [FRAMES]\n"
        "\n"
        "What one projection of each kind of constraint costs on each backend of this build, and\n"
        "the stages and calls that go through particles. FRAMES, 1 to 999,999, are timed of each,\n"
        "default 20. --json prints one object a line instead of a table.\n",
        out);
    return out == stdout ? 0 : 2;
}

int main(int argc, char** argv)
{
    how h = {.frames = 20};
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return usage(stdout);
        }
        bool json = strcmp(argv[i], "--json") == 0;
        h.json = h.json || json;
        h.frames = json ? h.frames : grid_count(argv[i]);
        if (h.frames == 0) {
            return usage(stderr);
        }
    }
    if (!h.json) {
        printf("%-8s %-24s %10s %-14s %8s\n", "backend", "row", "ns", "", "count");
    }
    for (int i = TAUT_BACKEND_AUTO + 1; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        h.backend = (taut_backend_kind)i;
        bench_kinds(&h);
        bench_reading(&h);
    }
    return 0;
}
