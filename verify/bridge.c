// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bridges and cranes: the members of a truss against the method of joints, and how evenly a winch
// pulls.

#include <math.h>

#include "verify/verify.h"

// Truss -------------------------------------------------------------------------------------------

#define NODES 12
#define MEMBERS 21
#define SIZE (2 * NODES)
#define FRAMES_MEAN 60
#define SMALLEST 0.02  // members that carry less of the largest force are compared with that

typedef struct truss {
    taut_truss_node nodes[NODES];
    taut_truss_member members[MEMBERS];
    taut_truss_def def;
    taut_part part;
    double mass[NODES];
    double expected[MEMBERS];
} truss;

static double length_of(const truss* t, const taut_truss_member* m)
{
    double x = (double)(t->nodes[m->b].position.x - t->nodes[m->a].position.x);
    double y = (double)(t->nodes[m->b].position.y - t->nodes[m->a].position.y);
    return sqrt(x * x + y * y);
}

// Gauss with pivots; the last column is the right-hand side.
static void solve(double a[SIZE][SIZE + 1])
{
    for (int c = 0; c < SIZE; ++c) {
        int pivot = c;
        for (int r = c; r < SIZE; ++r) {
            pivot = fabs(a[r][c]) > fabs(a[pivot][c]) ? r : pivot;
        }
        for (int k = 0; k <= SIZE; ++k) {
            double swap = a[c][k];
            a[c][k] = a[pivot][k];
            a[pivot][k] = swap;
        }
        for (int r = 0; r < SIZE; ++r) {
            double factor = r == c ? 0.0 : a[r][c] / a[c][c];
            for (int k = c; k <= SIZE && factor != 0.0; ++k) {
                a[r][k] -= factor * a[c][k];
            }
        }
    }
}

// The method of joints: at every node all forces along x and along y add up to nothing. 24
// equations for 21 members and three reactions.
static void find_expected(truss* t)
{
    static double a[SIZE][SIZE + 1];
    for (int i = 0; i < SIZE * (SIZE + 1); ++i) {
        a[i / (SIZE + 1)][i % (SIZE + 1)] = 0.0;
    }
    for (int i = 0; i < NODES; ++i) {
        t->mass[i] = (double)t->nodes[i].mass;
    }
    for (int i = 0; i < MEMBERS; ++i) {
        const taut_truss_member* m = &t->members[i];
        double length = length_of(t, m);
        double x = (double)(t->nodes[m->b].position.x - t->nodes[m->a].position.x) / length;
        double y = (double)(t->nodes[m->b].position.y - t->nodes[m->a].position.y) / length;
        a[2 * m->a][i] = x;
        a[2 * m->a + 1][i] = y;
        a[2 * m->b][i] = -x;
        a[2 * m->b + 1][i] = -y;
        t->mass[m->a] += 0.5 * length * (double)m->area * (double)m->density;
        t->mass[m->b] += 0.5 * length * (double)m->area * (double)m->density;
    }
    a[0][MEMBERS] = 1.0;  // node 0 is pinned
    a[1][MEMBERS + 1] = 1.0;
    a[13][MEMBERS + 2] = 1.0;  // node 6 rolls
    for (int i = 0; i < NODES; ++i) {
        a[2 * i + 1][SIZE] = 9.81 * t->mass[i];
    }
    solve(a);
    for (int i = 0; i < MEMBERS; ++i) {
        t->expected[i] = a[i][SIZE] / a[i][i];
    }
}

static void measure_truss(taut_rig* rig, truss* t, double* mean)
{
    taut_rig_run(rig, 6.0);
    for (int frame = 0; frame < FRAMES_MEAN && !rig->failed; ++frame) {
        taut_member_state states[MEMBERS];
        taut_rig_step(rig);
        taut_rig_check(rig,
                       taut_truss_read(rig->world, rig->body, &t->def, &t->part, states, NULL));
        for (int i = 0; i < MEMBERS; ++i) {
            mean[i] += (double)states[i].force / FRAMES_MEAN;
        }
    }
}

static void put_truss(taut_verify* v, const truss* t, const double* mean, int substeps)
{
    double largest = 0.0, worst = 0.0;
    int at = 0;
    for (int i = 0; i < MEMBERS; ++i) {
        largest = fmax(largest, fabs(t->expected[i]));
    }
    for (int i = 0; i < MEMBERS; ++i) {
        double size = fmax(fabs(t->expected[i]), SMALLEST * largest);
        double off = fabs(mean[i] - t->expected[i]) / size;
        at = off > worst ? i : at;
        worst = fmax(worst, off);
    }
    // At rest forces balance at every node, however far the sweep is from solving a substep; what
    // is left is the geometry of a bridge that sags by millimetres, and rounding.
    taut_verify_row row = {.about = "the member that is farthest off the method of joints",
                           .unit = "N",
                           .expected = t->expected[at],
                           .measured = mean[at],
                           .tolerance = 0.01,
                           .relative = true};
    taut_verify_put(v, row, "worst-member-%d", substeps);
    row = (taut_verify_row){.about = "the upper chord at the middle",
                            .unit = "N",
                            .expected = t->expected[7],
                            .measured = mean[7],
                            .tolerance = 0.01,
                            .relative = true};
    taut_verify_put(v, row, "chord-%d", substeps);
}

// With the nodes and members that were laid out.
static void make_truss(taut_rig* rig, truss* t)
{
    t->def.nodes = t->nodes;
    t->def.node_count = NODES;
    t->def.members = t->members;
    t->def.member_count = MEMBERS;
    if (!rig->failed) {
        find_expected(t);
        taut_rig_check(rig, taut_make_truss(rig->builder, &t->def, &t->part));
    }
    taut_body_def body = taut_body_def_default();
    body.drag = 3.0f;
    taut_rig_bake(rig, body);
}

void taut_verify_truss(taut_verify* v)
{
    static const int substeps[] = {20, 40};
    for (int k = 0; k < 2; ++k) {
        truss t = {.def = taut_truss_def_default()};
        taut_pratt_def pratt = taut_pratt_def_default();
        pratt.chord_area = 0.05f;
        pratt.web_area = 0.03f;
        pratt.deck_mass = 5000.0f;
        taut_world_def def = taut_world_def_default();
        def.planar = true;
        taut_rig rig = taut_rig_open(v, &def, substeps[k]);
        taut_rig_check(&rig, taut_pratt_lay_out(&pratt, t.nodes, t.members));
        make_truss(&rig, &t);
        double mean[MEMBERS] = {0.0};
        measure_truss(&rig, &t, mean);
        taut_rig_close(&rig);
        put_truss(v, &t, mean, substeps[k]);
    }
}

// All loads grow evenly, in ten seconds to a tenth beyond the load factor that was read.
#define RAMP_FRAMES 600

static void fail_truss(taut_rig* rig, const truss* t, double foretold, double* factor, int* first)
{
    *first = -1;
    for (int i = 0; i < RAMP_FRAMES && *first < 0 && !rig->failed; ++i) {
        *factor = 1.0 + (1.1 * foretold - 1.0) * i / RAMP_FRAMES;
        taut_rig_check(rig, taut_body_set_gravity_scale(rig->world, rig->body, (float)*factor));
        taut_rig_step(rig);
        taut_event_view events = taut_world_events(rig->world);
        for (int k = 0; k < events.count && *first < 0; ++k) {
            bool breaks = events.data[k].kind == TAUT_EVENT_BREAK;
            *first = breaks ? events.data[k].constraint - t->part.first_constraint : -1;
        }
    }
}

static void put_failure(taut_verify* v, const truss* t, double factor, int first)
{
    int worst = 0;
    double least = (double)INFINITY;
    for (int i = 0; i < MEMBERS; ++i) {
        const taut_truss_member* m = &t->members[i];
        double limit = (double)m->yield_stress * (double)m->area / fabs(t->expected[i]);
        worst = limit < least ? i : worst;
        least = fmin(least, limit);
    }
    // The forces are within 1 %, as above, and follow the load, which grows by a fifth of itself a
    // second at most, within another one.
    taut_verify_row row = {.about = "the multiple of all loads at which a truss breaks",
                           .unit = "",
                           .expected = least,
                           .measured = factor,
                           .tolerance = 0.02,
                           .relative = true};
    taut_verify_put(v, row, "factor");
    row = (taut_verify_row){.about = "the member that breaks first",
                            .unit = "",
                            .expected = worst,
                            .measured = first,
                            .tolerance = 0.0};
    taut_verify_put(v, row, "member");
}

void taut_verify_truss_failure(taut_verify* v)
{
    truss t = {.def = taut_truss_def_default()};
    taut_pratt_def pratt = taut_pratt_def_default();
    pratt.chord_area = pratt.web_area = 0.002f;
    taut_world_def def = taut_world_def_default();
    def.planar = true;
    taut_rig rig = taut_rig_open(v, &def, 20);
    taut_rig_check(&rig, taut_pratt_lay_out(&pratt, t.nodes, t.members));
    t.nodes[2].mass = 9000.0f;  // so that no two members are loaded alike,
    t.members[6].area *= 1.2f;  // nor this one as member 2, which has the same moment
    make_truss(&rig, &t);
    taut_rig_run(&rig, 6.0);
    taut_truss_state state = {0};
    taut_rig_check(&rig, taut_truss_read(rig.world, rig.body, &t.def, &t.part, NULL, &state));
    double factor = (double)NAN;
    int first = -1;
    fail_truss(&rig, &t, (double)state.load_factor, &factor, &first);
    taut_rig_close(&rig);
    put_failure(v, &t, factor, first);
}

// Winch -------------------------------------------------------------------------------------------

#define LINKS 60
#define LENGTH 12.0
#define LOAD 100.0
#define ROPE 0.14  // kg/m

static double ramp(double t)
{
    double up = fmin(fmax(2.0 * t, 0.0), 1.0), down = fmin(fmax(2.0 * (t - 10.0), 0.0), 1.0);
    return up * up * (3.0 - 2.0 * up) - down * down * (3.0 - 2.0 * down);
}

static taut_winch open_winch(taut_rig* rig)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){0.0f, 0.0f, 0.0f};
    rope.end = (taut_vec3){0.0f, (float)-LENGTH, 0.0f};
    rope.link_count = LINKS;
    rope.end_mass = (float)LOAD;
    rope.material = (taut_rope_material){(float)ROPE, INFINITY, 0.0f, 0.0f, 0.0f};
    taut_rig_check(rig, taut_make_rope(rig->builder, &rope, NULL));
    taut_rig_bake(rig, taut_body_def_default());
    taut_winch_def def = taut_winch_def_default();
    def.body = rig->body;
    def.particle_count = LINKS + 1;
    taut_winch winch = {0};
    if (!rig->failed) {
        taut_rig_check(rig, taut_winch_create(rig->world, &def, &winch));
    }
    return winch;
}

void taut_verify_winch(taut_verify* v)
{
    taut_rig rig = taut_rig_open(v, NULL, 20);
    taut_winch winch = open_winch(&rig);
    double weight = 9.81 * (LOAD + ROPE * LENGTH), worst = 0.0, last = 0.0;
    for (int i = -30; i < 660 && !rig.failed; ++i) {
        double t = i / 60.0;
        float pull = 0.0f;
        taut_rig_check(&rig, taut_winch_turn(rig.world, &winch, (float)ramp(t), rig.dt));
        taut_rig_step(&rig);
        taut_rig_check(&rig, taut_winch_read(rig.world, &winch, NULL, &pull));
        bool even = t > 0.55 && t < 10.0;
        worst = even ? fmax(worst, fabs((double)pull - last) / weight) : worst;
        last = (double)pull;
    }
    taut_verify_row row = {.about = "change of the pull from frame to frame, over the weight",
                           .unit = "",
                           .expected = 0.0,
                           .measured = worst,
                           .tolerance = 0.02};
    taut_verify_put(v, row, "even");
    row = (taut_verify_row){.about = "how far below the drum the load is in the end",
                            .unit = "m",
                            .expected = LENGTH - 10.0,
                            .measured = -(double)taut_rig_position(&rig, LINKS).y,
                            .tolerance = 0.005};
    taut_verify_put(v, row, "length");
    row = (taut_verify_row){.about = "the pull in the end, against what hangs outside",
                            .unit = "N",
                            .expected = 9.81 * (LOAD + ROPE * (LENGTH - 10.0 - 0.1)),
                            .measured = last,
                            .tolerance = 0.005,
                            .relative = true};
    taut_verify_put(v, row, "pull");
    taut_rig_close(&rig);
}
