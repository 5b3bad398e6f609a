// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Ropes at rest: the rubber band and the catenary.

#include <math.h>

#include "verify/verify.h"

#define GRAVITY 9.81

// Rubber ------------------------------------------------------------------------------------------

// Waves run along the band at c = sqrt(EA / mass per metre), 40 m/s. A link of length l gives too
// much by about (c h / l)^2: with 80 links and this h, 0.4 %.
#define RUBBER_SUBSTEPS 400
#define RUBBER_LENGTH 2.0

// How much longer a band of so many links is with a load at its end.
static double stretched(taut_verify* v, int links, double load)
{
    taut_rig rig = taut_rig_open(v, NULL, RUBBER_SUBSTEPS);
    taut_rope_def def = taut_rope_def_default();
    taut_rope_material_find("rubber-band", &def.material);
    def.end = (taut_vec3){0.0f, (float)-RUBBER_LENGTH, 0.0f};
    def.link_count = links;
    def.pin_start = true;
    def.end_mass = (float)(load / GRAVITY);
    taut_rig_check(&rig, taut_make_rope(rig.builder, &def, NULL));
    taut_body_def body = taut_body_def_default();
    body.drag = 15.0f;  // the band bounces at 9 /s: this calms it soonest
    taut_rig_bake(&rig, body);
    taut_rig_run(&rig, 3.0);
    double end = (double)taut_rig_position(&rig, links).y;
    taut_rig_close(&rig);
    return -end - RUBBER_LENGTH;
}

void taut_verify_rubber(taut_verify* v)
{
    taut_rope_material rubber = {0};
    taut_rope_material_find("rubber-band", &rubber);
    double stiffness = (double)rubber.stretch_stiffness;
    double weight = (double)rubber.mass_per_metre * RUBBER_LENGTH * GRAVITY;
    double load = 0.05 * stiffness;  // 5 % strain, and the band's own weight adds 0.6 %
    double least = (double)INFINITY;
    double most = 0.0;
    for (int links = 10; links <= 80; links *= 2) {
        double measured = stretched(v, links, load);
        least = measured < least ? measured : least;
        most = measured > most ? measured : most;
        taut_verify_row row = {.about = "how much longer the band is, against load / EA",
                               .unit = "mm",
                               .expected = 1e3 * RUBBER_LENGTH * (load + 0.5 * weight) / stiffness,
                               .measured = 1e3 * measured,
                               .tolerance = 0.01,
                               .relative = true};
        taut_verify_put(v, row, "%d-links", links);
    }
    taut_verify_row row = {.about = "the longest of the four bands over the shortest",
                           .unit = "",
                           .expected = 1.0,
                           .measured = most / least,
                           .tolerance = 0.01,
                           .relative = true};
    taut_verify_put(v, row, "alike");
}

// Catenary ----------------------------------------------------------------------------------------

// The curve y = a cosh((x - x0) / a) + y0 of a rope of length `length` whose ends lie `span` apart
// and `drop` below one another, the higher one at (0, 0).
typedef struct catenary {
    double a, x0, y0;
} catenary;

// sqrt(length^2 - drop^2) = 2 a sinh(span / 2a), for u = span / 2a by Newton's method.
static catenary catenary_through(double span, double drop, double length)
{
    double ratio = sqrt(length * length - drop * drop) / span;
    double u = sqrt(6.0 * (ratio - 1.0));  // from sinh(u) / u = 1 + u^2 / 6 + ...
    for (int i = 0; i < 50; ++i) {
        u -= (sinh(u) - ratio * u) / (cosh(u) - ratio);
    }
    double a = span / (2.0 * u);
    double x0 = 0.5 * span + a * atanh(drop / length);
    catenary c = {a, x0, -a * cosh(x0 / a)};
    return c;
}

// Where the curve is after `arc` metres from the higher end.
static void catenary_at(const catenary* c, double arc, double* x, double* y)
{
    double s = arc + c->a * sinh(-c->x0 / c->a);  // from the lowest point on
    *x = c->x0 + c->a * asinh(s / c->a);
    *y = c->y0 + c->a * cosh((*x - c->x0) / c->a);
}

enum { LINKS = 64 };

#define SPAN 2.0
#define ROPE_LENGTH 3.0
#define ROPE_MASS 0.5  // kg/m

static double farthest_from(const taut_rig* rig, const catenary* c)
{
    double worst = 0.0;
    for (int i = 0; i <= LINKS; ++i) {
        taut_vec3 at = taut_rig_position(rig, i);
        double x;
        double y;
        catenary_at(c, ROPE_LENGTH * i / LINKS, &x, &y);
        double off =
            sqrt(((double)at.x - x) * ((double)at.x - x) + ((double)at.y - y) * ((double)at.y - y));
        worst = off <= worst ? worst : off;  // NaN sticks
    }
    return worst;
}

// Rigid links give by about g h^2 per particle they hold, and the curve is a polygon: both well
// below the half per cent that is asked.
static void sag(taut_verify* v, float drop, const char* label)
{
    taut_rig rig = taut_rig_open(v, NULL, 60);
    taut_rope_def def = taut_rope_def_default();
    def.material =
        (taut_rope_material){.mass_per_metre = (float)ROPE_MASS, .stretch_stiffness = INFINITY};
    def.end = (taut_vec3){(float)SPAN, -drop, 0.0f};
    def.length = (float)ROPE_LENGTH;
    def.link_count = LINKS;
    def.pin_start = true;
    def.pin_end = true;
    taut_rig_check(&rig, taut_make_rope(rig.builder, &def, NULL));
    taut_body_def body = taut_body_def_default();
    body.drag = 3.0f;
    taut_rig_bake(&rig, body);
    taut_rig_run(&rig, 10.0);

    catenary c = catenary_through(SPAN, (double)drop, ROPE_LENGTH);
    taut_verify_row row = {.about = "farthest particle from its place on the curve, of the span",
                           .unit = "",
                           .measured = farthest_from(&rig, &c) / SPAN,
                           .tolerance = 0.005};
    taut_verify_put(v, row, "shape-%s", label);

    // A force follows from the shape: half a per cent of the span changes a, and so the pull, by
    // about twice that.
    row = (taut_verify_row){.about = "level pull on a pin, against mass per metre x g x a",
                            .unit = "N",
                            .expected = ROPE_MASS * GRAVITY * c.a,
                            .measured = (double)taut_rig_reaction(&rig, LINKS).x,
                            .tolerance = 0.01,
                            .relative = true};
    taut_rig_close(&rig);
    taut_verify_put(v, row, "pull-%s", label);
}

void taut_verify_catenary(taut_verify* v)
{
    sag(v, 0.0f, "level");
    sag(v, 0.75f, "sloped");
}
