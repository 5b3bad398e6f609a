// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What is kept: momentum, but for what the pins take; energy, but for what the solver loses.

#include <math.h>
#include <stddef.h>

#include "verify/verify.h"

#define GRAVITY 9.81

// Of the free particles.
typedef struct balance {
    double momentum[3];  // kg m/s
    double amount;       // sum of m |v|
    double mass;
} balance;

static balance add_up(const taut_rig* rig, int particle_count)
{
    balance sum = {0};
    for (int i = 0; i < particle_count && !rig->failed; ++i) {
        if (taut_body_pinned(rig->world, rig->body, i)) {
            continue;
        }
        double m = (double)taut_body_mass(rig->world, rig->body, i);
        taut_vec3 velocity = taut_rig_velocity(rig, i);
        double v[3] = {(double)velocity.x, (double)velocity.y, (double)velocity.z};
        for (int axis = 0; axis < 3; ++axis) {
            sum.momentum[axis] += m * v[axis];
        }
        sum.amount += m * sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        sum.mass += m;
    }
    return sum;
}

static double apart(const double* a, const double* b)
{
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static double larger(double a, double b)
{
    return b <= a ? a : b;  // NaN sticks
}

enum { SIDE = 10, CLOTH_PARTICLES = SIDE * SIDE, ROPE_LINKS = 32 };

// Cotton, damped along its links.
static taut_cloth_def cotton(taut_bend_model bend)
{
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = SIDE;
    def.rows = SIDE;
    def.bend = bend;
    return def;
}

// Momentum ----------------------------------------------------------------------------------------

static taut_rig open_free_cloth(taut_verify* v, taut_bend_model bend, taut_precision precision)
{
    taut_world_def world = taut_world_def_default();
    world.gravity = (taut_vec3){0.0f, 0.0f, 0.0f};
    taut_rig rig = taut_rig_open(v, &world, 20);
    taut_cloth_def def = cotton(bend);
    taut_rig_check(&rig, taut_make_cloth(rig.builder, &def, NULL));
    taut_body_def body = taut_body_def_default();
    body.precision = precision;
    taut_rig_bake(&rig, body);
    if (!rig.failed) {
        taut_vec3 kick = {0.001f, 0.01f, 0.0f};
        taut_vec3 other = {0.0f, -0.005f, 0.003f};
        taut_rig_check(&rig, taut_body_add_impulse(rig.world, rig.body, 0, kick));
        taut_rig_check(&rig, taut_body_add_impulse(rig.world, rig.body, 55, other));
    }
    return rig;
}

// The largest change of momentum in one frame, and since the start, over the sum of m |v|.
typedef struct leak {
    double in_frame, in_all;
} leak;

static leak tumble(taut_verify* v, taut_bend_model bend, taut_precision precision)
{
    taut_rig rig = open_free_cloth(v, bend, precision);
    balance start = add_up(&rig, CLOTH_PARTICLES);
    balance before = start;
    leak worst = {0};
    for (int frame = 0; frame < 300; ++frame) {
        taut_rig_step(&rig);
        balance now = add_up(&rig, CLOTH_PARTICLES);
        worst.in_frame = larger(worst.in_frame, apart(now.momentum, before.momentum));
        worst.in_all = larger(worst.in_all, apart(now.momentum, start.momentum));
        before = now;
    }
    taut_rig_close(&rig);
    worst.in_frame /= start.amount;
    worst.in_all /= start.amount;
    return worst;
}

// A projection gives its particles impulses that add up to 0, each of them rounded.
//
// FINE rounds displacements, by 6e-8 of what they are. In 6,000 substeps a particle takes 100,000
// of them, as often up as down: some 300 times that of its own momentum, and a tenth of this of the
// momentum of 100 particles.
//
// FAST rounds positions, by some 3e-8 m where the cloth gets to, a metre from the origin, and 3e-8
// m over h is 4e-5 m/s. In a frame 100 particles of 0.3 g take 12 of these in each of 20 substeps:
// 2e-6 kg m/s, or 1.4e-4 of what is there, and a few times that in the worst of 300 frames.
//
// With angles it is worse. Cotton hardly resists bending: of three particles in a row the middle
// one should take a correction of a spacing or so, its neighbours half of it each, and halves
// vanish. If all of the 370 angles lost theirs the same way in each substep, that would be 0.02 in
// a frame.
void taut_verify_momentum(taut_verify* v)
{
    leak fine = tumble(v, TAUT_BEND_DIHEDRAL, TAUT_PRECISION_FINE);
    taut_verify_row row = {.about = "largest change in 5 s, over the sum of m |v|",
                           .unit = "",
                           .measured = fine.in_all,
                           .tolerance = 1e-5};
    taut_verify_put(v, row, "in-5-s-fine");

    row.about = "largest change in a frame, over the sum of m |v|";
    row.measured = tumble(v, TAUT_BEND_SKIP_LINKS, TAUT_PRECISION_FAST).in_frame;
    row.tolerance = 1e-3;
    taut_verify_put(v, row, "in-a-frame-fast");

    row.measured = tumble(v, TAUT_BEND_DIHEDRAL, TAUT_PRECISION_FAST).in_frame;
    row.tolerance = 1e-2;
    taut_verify_put(v, row, "in-a-frame-fast-angles");
}

// Pins --------------------------------------------------------------------------------------------

typedef struct held {
    int particle_count;
    int pins[2];
    int pin_count;
} held;

// Moves the first pin to and fro at 0.6 m/s.
static void shake(taut_rig* rig, int particle, int frame)
{
    taut_vec3 target = taut_rig_position(rig, particle);
    target.x += frame % 40 < 20 ? 0.01f : -0.01f;
    if (!rig->failed) {
        taut_rig_check(rig, taut_body_set_target(rig->world, rig->body, particle, target));
    }
}

static void pull_of(taut_rig* rig, const held* b, double* force)
{
    force[0] = force[1] = force[2] = 0.0;
    for (int i = 0; i < b->pin_count; ++i) {
        taut_vec3 pull = taut_rig_reaction(rig, b->pins[i]);
        force[0] += (double)pull.x;
        force[1] += (double)pull.y;
        force[2] += (double)pull.z;
    }
}

// Each frame, momentum must change by dt times pull and weight. The largest difference, over dt
// times the largest pull.
static double worst_impulse(taut_rig* rig, const held* b, int frames, bool shaken)
{
    static const double none[3] = {0.0, 0.0, 0.0};
    double worst = 0.0;
    double most = 0.0;
    double dt = (double)rig->dt;
    balance now = add_up(rig, b->particle_count);
    for (int frame = 0; frame < frames; ++frame) {
        if (shaken) {
            shake(rig, b->pins[0], frame);
        }
        taut_rig_step(rig);
        double pull[3];
        pull_of(rig, b, pull);
        double expected[3];
        for (int axis = 0; axis < 3; ++axis) {
            expected[axis] = now.momentum[axis] + dt * pull[axis];
        }
        expected[1] -= dt * GRAVITY * now.mass;
        now = add_up(rig, b->particle_count);
        worst = larger(worst, apart(now.momentum, expected));
        most = larger(most, dt * apart(pull, none));
    }
    return worst / most;
}

static void put_impulse(taut_verify* v, double measured, double tolerance, const char* label)
{
    taut_verify_row row = {.about =
                               "momentum in a frame less pin reaction x dt, of the largest pull",
                           .unit = "",
                           .measured = measured,
                           .tolerance = tolerance};
    taut_verify_put(v, row, "%s", label);
}

static void hold_rope(taut_verify* v, taut_precision precision, bool shaken, double tolerance,
                      const char* label)
{
    taut_rig rig = taut_rig_open(v, NULL, 20);
    taut_rope_def def = taut_rope_def_default();
    def.start = (taut_vec3){0.0f, 2.0f, 0.0f};
    def.end = (taut_vec3){2.0f, 2.0f, 0.0f};
    def.link_count = ROPE_LINKS;
    def.pin_start = true;
    taut_rig_check(&rig, taut_make_rope(rig.builder, &def, NULL));
    taut_body_def body = taut_body_def_default();
    body.precision = precision;
    taut_rig_bake(&rig, body);
    held b = {ROPE_LINKS + 1, {0, 0}, 1};
    put_impulse(v, worst_impulse(&rig, &b, 300, shaken), tolerance, label);
    taut_rig_close(&rig);
}

static taut_rig open_cloth(taut_verify* v, bool tethers, float drag)
{
    taut_rig rig = taut_rig_open(v, NULL, 20);
    taut_cloth_def def = cotton(TAUT_BEND_DIHEDRAL);
    def.origin.y = 2.0f;
    def.tethers.enabled = tethers;
    def.tethers.slack = 1.0f;  // as short as can be: they carry most of the cloth
    taut_rig_check(&rig, taut_make_cloth(rig.builder, &def, NULL));
    taut_rig_check(&rig, taut_builder_pin(rig.builder, 0));
    taut_rig_check(&rig, taut_builder_pin(rig.builder, SIDE - 1));
    taut_body_def body = taut_body_def_default();
    body.drag = drag;
    taut_rig_bake(&rig, body);
    return rig;
}

static const held hung = {CLOTH_PARTICLES, {0, SIDE - 1}, 2};

// FINE: roundings of the sums, some 1e-7 of each. FAST: a hundred-millionth of a metre over h for
// each particle and frame, a few ten-thousandths of the pull.
//
// Tethers are many to a pin and their pulls are read from one multiplier each, along where they
// pointed half-way through the step: exact at rest, but in a swing they pull more in one half of
// the step than in the other while they turn.
void taut_verify_pin_impulse(taut_verify* v)
{
    hold_rope(v, TAUT_PRECISION_FINE, false, 1e-5, "rope-fine");
    hold_rope(v, TAUT_PRECISION_FINE, true, 1e-5, "shaken-rope-fine");
    hold_rope(v, TAUT_PRECISION_FAST, false, 1e-3, "rope-fast");

    taut_rig rig = open_cloth(v, false, 0.0f);
    put_impulse(v, worst_impulse(&rig, &hung, 300, false), 1e-5, "cloth");
    taut_rig_close(&rig);

    rig = open_cloth(v, true, 0.0f);
    put_impulse(v, worst_impulse(&rig, &hung, 300, false), 0.03, "cloth-on-tethers");
    taut_rig_close(&rig);

    rig = open_cloth(v, true, 5.0f);
    taut_rig_run(&rig, 20.0);
    put_impulse(v, worst_impulse(&rig, &hung, 60, false), 1e-3, "cloth-on-tethers-at-rest");
    taut_rig_close(&rig);
}

// Energy ------------------------------------------------------------------------------------------

enum { SWING_LINKS = 16, SWING_FRAMES = 3600 };

// A rope of 1 m, held at one end and let go at 37 degrees (sine 0.6) from the vertical.
static taut_rig open_swing(taut_verify* v, float stiffness, taut_precision precision)
{
    taut_rig rig = taut_rig_open(v, NULL, 60);
    taut_rope_def def = taut_rope_def_default();
    def.material = (taut_rope_material){.mass_per_metre = 0.5f, .stretch_stiffness = stiffness};
    def.end = (taut_vec3){0.6f, -0.8f, 0.0f};
    def.link_count = SWING_LINKS;
    def.pin_start = true;
    taut_rig_check(&rig, taut_make_rope(rig.builder, &def, NULL));
    taut_body_def body = taut_body_def_default();
    body.precision = precision;
    taut_rig_bake(&rig, body);
    return rig;
}

// The energy above that of the rope hanging still and straight, over what it had of that.
static void swing_on(taut_verify* v, float stiffness, taut_precision precision, const char* label)
{
    taut_rig rig = open_swing(v, stiffness, precision);
    double least = 0.0;
    for (int i = 1; i <= SWING_LINKS && !rig.failed; ++i) {
        least -= GRAVITY * (double)taut_body_mass(rig.world, rig.body, i) * i / SWING_LINKS;
    }
    double start = taut_rig_energy(&rig) - least;
    double now = start;
    double most = start;
    for (int frame = 0; frame < SWING_FRAMES; ++frame) {
        taut_rig_step(&rig);
        now = taut_rig_energy(&rig) - least;
        most = larger(most, now);
    }
    taut_rig_close(&rig);

    // A substep can only take energy out of a link; between gravity and motion symplectic Euler
    // sways by g h v, 1e-3 of the energy here.
    taut_verify_row row = {.about = "highest rise of the energy in 60 s, of what it had",
                           .unit = "",
                           .measured = most / start - 1.0,
                           .tolerance = 1e-3};
    taut_verify_put(v, row, "rise-%s", label);

    // The slowest swing of a hanging rope, omega^2 = 1.446 g / l, loses omega^2 h = 0.4 % per
    // second to the substeps, 21 % in 60 s; the faster ones, into which the straight rope breaks
    // up, lose theirs as well.
    row = (taut_verify_row){.about = "part of the energy lost in 60 s",
                            .unit = "",
                            .measured = 1.0 - now / start,
                            .tolerance = 0.35};
    taut_verify_put(v, row, "loss-%s", label);
}

// The elastic rope is one that a sweep can solve (c h / l = 0.14): of a stiffer one, a link that
// the sweep leaves too long would count as stretched. Hanging still it would have 2 % less energy
// than the straight rope that is taken for the least.
void taut_verify_energy(taut_verify* v)
{
    swing_on(v, INFINITY, TAUT_PRECISION_FINE, "rigid");
    swing_on(v, INFINITY, TAUT_PRECISION_FAST, "rigid-fast");
    swing_on(v, 500.0f, TAUT_PRECISION_FINE, "elastic");
}
