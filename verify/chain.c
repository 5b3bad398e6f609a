// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A chain of 12 weights of 1 kg, 20 cm apart, held by the first, links of 0.1 mm/N. Let go from the
// horizontal it comes to hang straight down, where everything is known: the pin carries the 11
// weights below it, 107.8 N at g = 9.8 m/s^2, and the top link gives 10.78 mm.

#include <math.h>

#include "verify/verify.h"

enum { LINKS = 11 };

#define WEIGHT 9.8             // N, of one particle
#define PULL (LINKS * WEIGHT)  // N, at the pin
#define COMPLIANCE 1e-4        // m/N
#define DRAG 2.0f              // 1/s
#define SECONDS 20
#define MEAN_FRAMES 300  // of the last 5 s

static taut_rig open_chain(taut_verify* v, int substeps, taut_vec3 offset)
{
    taut_world_def world = taut_world_def_default();
    world.gravity = (taut_vec3){0.0f, (float)-WEIGHT, 0.0f};
    taut_rig rig = taut_rig_open(v, &world, substeps);
    taut_chain_def def = taut_chain_def_default();
    def.start = (taut_vec3){0.0f, 2.0f, 0.0f};
    def.compliance = (float)COMPLIANCE;
    taut_rig_check(&rig, taut_make_chain(rig.builder, &def, NULL));
    taut_body_def body = taut_body_def_default();
    body.drag = DRAG;
    body.offset = offset;
    taut_rig_bake(&rig, body);
    return rig;
}

// At rest -----------------------------------------------------------------------------------------

// How much longer than 20 cm link i is, from where its ends are.
static double extension(const taut_rig* rig, int i)
{
    taut_vec3 a = taut_rig_position(rig, i);
    taut_vec3 b = taut_rig_position(rig, i + 1);
    double d[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y, (double)b.z - (double)a.z};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - (double)0.2f;
}

// Means over the last 5 s.
typedef struct hanging {
    double pull;              // at the pin, N
    double extension[LINKS];  // m
    double achieved;          // of the top link, over what was asked, as reported
    double mean_achieved;     // of the body, likewise
    double worst_achieved;
} hanging;

static hanging hang(taut_rig* rig)
{
    hanging mean = {0};
    taut_rig_run(rig, SECONDS - MEAN_FRAMES / 60.0);
    for (int frame = 0; frame < MEAN_FRAMES && !rig->failed; ++frame) {
        taut_rig_step(rig);
        taut_constraint_state top = taut_rig_constraint(rig, 0);
        taut_measure m = taut_rig_measure(rig);
        mean.pull += (double)taut_rig_reaction(rig, 0).y / MEAN_FRAMES;
        for (int i = 0; i < LINKS; ++i) {
            mean.extension[i] += extension(rig, i) / MEAN_FRAMES;
        }
        mean.achieved += (double)(top.achieved / top.asked) / MEAN_FRAMES;
        mean.mean_achieved += (double)m.mean_achieved / MEAN_FRAMES;
        mean.worst_achieved += (double)m.worst_achieved / MEAN_FRAMES;
    }
    return mean;
}

static void put_hanging(taut_verify* v, const hanging* h, const char* label)
{
    // At rest the multipliers of a substep add up to exactly the weight, solved to the end or not:
    // what is left is rounding and the last of the swing.
    taut_verify_row row = {.about = "pull on the pin, against the weight below it",
                           .unit = "N",
                           .expected = PULL,
                           .measured = h->pull,
                           .tolerance = 0.001,
                           .relative = true};
    taut_verify_put(v, row, "reaction-%s", label);

    // One sweep does not quite solve a substep: the link gives too much by about the ratio of
    // h^2 / mass to its compliance, 0.5 % at 24 substeps, falling as h^2.
    row = (taut_verify_row){.about = "how much longer the top link is, against pull x compliance",
                            .unit = "mm",
                            .expected = 1e3 * PULL * COMPLIANCE,
                            .measured = 1e3 * h->extension[0],
                            .tolerance = 0.01,
                            .relative = true};
    taut_verify_put(v, row, "extension-%s", label);
}

static const taut_vec3 here = {0.0f, 0.0f, 0.0f};

void taut_verify_chain(taut_verify* v)
{
    static const struct {
        int substeps;
        const char* label;
    } cases[] = {{24, "24"}, {30, "30"}, {40, "40"}, {60, "60"}};
    for (int i = 0; i < 4; ++i) {
        taut_rig rig = open_chain(v, cases[i].substeps, here);
        hanging h = hang(&rig);
        taut_rig_close(&rig);
        put_hanging(v, &h, cases[i].label);
    }
}

// Made at one place; after a second of swinging the origin moves by a kilometre, in whole metres so
// that nothing is rounded.
void taut_verify_chain_far(taut_verify* v)
{
    static const struct {
        int substeps;
        taut_vec3 place, shift;
        const char* label;
    } cases[] = {
        {24, {600.0f, 0.0f, 800.0f}, {600.0f, 0.0f, 800.0f}, "shifted-home-24"},
        {60, {600.0f, 0.0f, 800.0f}, {600.0f, 0.0f, 800.0f}, "shifted-home-60"},
        {24, {0.0f, 0.0f, 0.0f}, {-600.0f, 0.0f, -800.0f}, "shifted-away-24"},
        {60, {0.0f, 0.0f, 0.0f}, {-600.0f, 0.0f, -800.0f}, "shifted-away-60"},
    };
    for (int i = 0; i < 4; ++i) {
        taut_rig rig = open_chain(v, cases[i].substeps, cases[i].place);
        taut_rig_run(&rig, 1.0);
        if (!rig.failed) {
            taut_rig_check(&rig, taut_world_shift_origin(rig.world, cases[i].shift));
        }
        hanging h = hang(&rig);
        double x = (double)taut_rig_position(&rig, LINKS).x;
        taut_rig_close(&rig);
        put_hanging(v, &h, cases[i].label);

        // The last of the swing, and half a spacing of floats at 600 m, 3e-5.
        taut_verify_row row = {.about = "where the end hangs, seen from the new origin",
                               .unit = "m",
                               .expected = (double)(cases[i].place.x - cases[i].shift.x),
                               .measured = x,
                               .tolerance = 1e-4};
        taut_verify_put(v, row, "place-%s", cases[i].label);
    }
}

// Below 24 substeps -------------------------------------------------------------------------------

// Weights below link i.
static double load_of(int i)
{
    return (LINKS - i) * WEIGHT;
}

// What a report should say, from the weights and the lengths: asked-for extension over that found.
typedef struct softness {
    double top, mean, worst;
} softness;

static softness soften(const hanging* h)
{
    softness s = {.worst = (double)INFINITY};
    double asked = 0.0;
    double got = 0.0;
    for (int i = 0; i < LINKS; ++i) {
        double achieved = load_of(i) * COMPLIANCE / h->extension[i];
        s.top = i == 0 ? achieved : s.top;
        s.worst = achieved < s.worst ? achieved : s.worst;
        asked += load_of(i) * COMPLIANCE;
        got += h->extension[i];
    }
    s.mean = asked / got;
    return s;
}

// How much softer than asked, found and reported. A tenth of it is what the report promises.
static void put_shortfall(taut_verify* v, double found, double reported, const char* label,
                          int substeps)
{
    taut_verify_row row = {.about = "how much softer than asked, as reported, against measured",
                           .unit = "",
                           .expected = 1.0 / found - 1.0,
                           .measured = 1.0 / reported - 1.0,
                           .tolerance = 0.1,
                           .relative = true};
    taut_verify_put(v, row, "%s-%d", label, substeps);
}

void taut_verify_chain_shortfall(taut_verify* v)
{
    static const int substeps[] = {4, 8, 12};
    double log_h[3];
    double log_shortfall[3];
    bool no_direct = v->no_direct;
    v->no_direct = true;  // solved directly, the chain has no shortfall
    for (int i = 0; i < 3; ++i) {
        taut_rig rig = open_chain(v, substeps[i], here);
        hanging h = hang(&rig);
        taut_rig_close(&rig);
        softness found = soften(&h);
        put_shortfall(v, found.top, h.achieved, "top-link", substeps[i]);
        put_shortfall(v, found.mean, h.mean_achieved, "mean", substeps[i]);
        put_shortfall(v, found.worst, h.worst_achieved, "worst", substeps[i]);
        log_h[i] = -log(substeps[i]);
        log_shortfall[i] = log(1.0 / found.top - 1.0);
    }
    v->no_direct = no_direct;
    // It goes as the ratio of h^2 / mass to compliance. Any other order would be a whole 1 away;
    // the tenth is for what the square of that ratio, 0.17 at 4 substeps, might add.
    taut_verify_row row = {.about = "order in h in which the shortfall of the top link falls",
                           .unit = "",
                           .expected = 2.0,
                           .measured = taut_fit_slope(log_h, log_shortfall, 3),
                           .tolerance = 0.1};
    taut_verify_put(v, row, "order");
}

// On the way there --------------------------------------------------------------------------------

// The rate at which energy above that at rest decays: the slope of its logarithm from 1 s on, when
// the chain has swung through, to 6 s, when a hundred-thousandth is left.
enum { FIT_FROM = 60, FIT_TO = 360, FIT_COUNT = FIT_TO - FIT_FROM };

static double settling_rate(taut_verify* v, int substeps)
{
    taut_rig rig = open_chain(v, substeps, here);
    double time[FIT_COUNT];
    double energy[FIT_COUNT];
    for (int frame = 1; frame < FIT_TO; ++frame) {
        taut_rig_step(&rig);
        if (frame >= FIT_FROM) {
            time[frame - FIT_FROM] = frame / 60.0;
            energy[frame - FIT_FROM] = taut_rig_energy(&rig);
        }
    }
    taut_rig_run(&rig, SECONDS - FIT_TO / 60.0);
    double rest = taut_rig_energy(&rig);
    taut_rig_close(&rig);
    for (int i = 0; i < FIT_COUNT; ++i) {
        energy[i] = log(energy[i] - rest);
    }
    return -taut_fit_slope(time, energy, FIT_COUNT);
}

void taut_verify_chain_settling(taut_verify* v)
{
    static const int substeps[] = {24, 30, 40, 60};
    double rate[4];
    for (int i = 0; i < 4; ++i) {
        rate[i] = settling_rate(v, substeps[i]);
        // Drag takes 2 /s of velocity, so 4 /s of kinetic energy, which is half of the energy on
        // the average over a swing. The fit does not begin and end at the same point of a swing: by
        // where it does, the slope varies by 2 or 3 %.
        taut_verify_row row = {.about = "rate at which energy decays, against the drag",
                               .unit = "1/s",
                               .expected = (double)DRAG,
                               .measured = rate[i],
                               .tolerance = 0.03,
                               .relative = true};
        taut_verify_put(v, row, "rate-%d", substeps[i]);
    }
    // The slowest swing (6.4 /s^2) loses omega^2 h more to the substeps: 0.0045 /s of 2 at 24, and
    // 0.0018 at 60. Faster ones lose more but carry little.
    taut_verify_row row = {.about = "rate at 24 substeps over rate at 60",
                           .unit = "",
                           .expected = 1.0,
                           .measured = rate[0] / rate[3],
                           .tolerance = 0.01,
                           .relative = true};
    taut_verify_put(v, row, "24-over-60");
}
