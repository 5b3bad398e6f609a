// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Free fall: of one particle, and of a cloth that nothing holds.
//
// A substep adds h g to the velocity and h v to the position, so after n of them a particle has
// fallen g h^2 n (n + 1) / 2.

#include <math.h>

#include "verify/verify.h"

#define GRAVITY 9.81f

typedef struct recurrence {
    double y;
    float v;
} recurrence;

// The recurrence with its velocity in float, as a world keeps it, and its position in double, where
// there is no rounding to speak of.
static recurrence fall(double y, float h, int n)
{
    recurrence r = {y, 0.0f};
    for (int i = 0; i < n; ++i) {
        r.v += h * -GRAVITY;
        r.y += (double)(h * r.v);
    }
    return r;
}

// The spacing of floats just above x.
static double spacing(float x)
{
    return (double)(nextafterf(x, INFINITY) - x);
}

typedef struct drop {
    float height;
    int substeps;
    int frames;
} drop;

static double height_after(taut_verify* v, const drop* d, taut_precision precision)
{
    taut_rig rig = taut_rig_open(v, NULL, d->substeps);
    taut_vec3 start = {0.0f, d->height, 0.0f};
    taut_rig_check(&rig, taut_builder_add_particle(rig.builder, start, 1.0f, NULL));
    taut_body_def body = taut_body_def_default();
    body.precision = precision;
    taut_rig_bake(&rig, body);
    for (int i = 0; i < d->frames; ++i) {
        taut_rig_step(&rig);
    }
    double y = (double)taut_rig_position(&rig, 0).y;
    taut_rig_close(&rig);
    return y;
}

static void put_drop(taut_verify* v, const drop* d)
{
    float h = 1.0f / 60.0f / (float)d->substeps;
    int n = d->frames * d->substeps;
    recurrence expected = fall((double)d->height, h, n);
    double fine = height_after(v, d, TAUT_PRECISION_FINE);

    // The carry loses nothing of h v but the rounding of the carry itself, which is a millionth of
    // a millionth. What is left is the rounding of the height where it is read: half a spacing of
    // floats, allowed for here as at the start, where they lie farthest apart.
    taut_verify_row row = {.about = "height after the fall, against the recurrence",
                           .unit = "m",
                           .expected = expected.y,
                           .measured = fine,
                           .tolerance = 0.5 * spacing(d->height)};
    taut_verify_put(v, row, "height-%g-m-at-%d", (double)d->height, d->substeps);
    row.measured = height_after(v, d, TAUT_PRECISION_FAST);
    taut_verify_put(v, row, "height-%g-m-at-%d-fast", (double)d->height, d->substeps);

    // The same h g is added every time, and while the velocity stays between two powers of 2 it is
    // rounded the same way every time: at most by half a spacing of floats at the last velocity.
    double increment = (double)h * (double)GRAVITY;
    row = (taut_verify_row){.about = "distance fallen, against g h^2 n (n + 1) / 2",
                            .unit = "m",
                            .expected = increment * (double)h * n * (n + 1.0) / 2.0,
                            .measured = (double)d->height - fine,
                            .tolerance = 0.5 * spacing(-expected.v) / increment,
                            .relative = true};
    taut_verify_put(v, row, "distance-%g-m-at-%d", (double)d->height, d->substeps);
}

// Until shortly above the ground.
void taut_verify_free_fall(taut_verify* v)
{
    static const drop drops[] = {
        {2.0f, 20, 36}, {2.0f, 60, 36}, {100.0f, 20, 270}, {100.0f, 60, 270}};
    for (int i = 0; i < 4; ++i) {
        put_drop(v, &drops[i]);
    }
}

// A cloth -----------------------------------------------------------------------------------------

enum { COLUMNS = 25, ROWS = 18, PARTICLES = COLUMNS * ROWS, PINS = 3, FRAMES = 60, SUBSTEPS = 20 };

// How far the worst particle is from where free fall alone would have put it.
static double worst_offset(const taut_rig* rig, const taut_vec3* start, double fallen)
{
    double worst = 0.0;
    for (int i = 0; i < PARTICLES; ++i) {
        taut_vec3 x = taut_rig_position(rig, i);
        double d[3] = {(double)x.x - (double)start[i].x, (double)x.y - (double)start[i].y + fallen,
                       (double)x.z - (double)start[i].z};
        double off = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        worst = off <= worst ? worst : off;  // NaN sticks
    }
    return worst;
}

static int pin_at(int i)
{
    return i * (COLUMNS - 1) / (PINS - 1);
}

static taut_rig open_cloth(taut_verify* v, bool pinned)
{
    taut_rig rig = taut_rig_open(v, NULL, SUBSTEPS);
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = COLUMNS;
    def.rows = ROWS;
    def.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    def.tethers.slack = 1.0f;  // taut: one that acts on after its pin is gone would show
    taut_rig_check(&rig, taut_make_cloth(rig.builder, &def, NULL));
    for (int i = 0; i < PINS && pinned; ++i) {
        taut_rig_check(&rig, taut_builder_pin(rig.builder, pin_at(i)));
    }
    taut_rig_bake(&rig, taut_body_def_default());
    return rig;
}

static void drop_cloth(taut_verify* v, bool pinned, const char* label)
{
    taut_rig rig = open_cloth(v, pinned);
    for (int i = 0; i < PINS && pinned && !rig.failed; ++i) {
        taut_rig_check(&rig, taut_body_unpin(rig.world, rig.body, pin_at(i)));
    }
    taut_vec3 start[PARTICLES];
    for (int i = 0; i < PARTICLES; ++i) {
        start[i] = taut_rig_position(&rig, i);
    }
    for (int i = 0; i < FRAMES; ++i) {
        taut_rig_step(&rig);
    }
    double fallen = -fall(0.0, rig.dt / SUBSTEPS, FRAMES * SUBSTEPS).y;
    // 5 m down, each particle is rounded to the spacing of floats there, 5e-7 m, and the links make
    // up for the differences.
    taut_verify_row row = {.about = "farthest particle from where free fall puts it",
                           .unit = "m",
                           .measured = worst_offset(&rig, start, fallen),
                           .tolerance = 1e-5};
    taut_rig_close(&rig);
    taut_verify_put(v, row, "%s", label);
}

void taut_verify_unpinned(taut_verify* v)
{
    drop_cloth(v, false, "never-pinned");
    drop_cloth(v, true, "three-pins-let-go");
}
