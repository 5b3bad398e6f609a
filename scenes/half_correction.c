// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A mistake in many tutorials: "the free end takes all of the correction when the other is pinned",
// says the text, and the code gives each end half all the same. The link at the pin then keeps half
// of its error in every sweep, and is stretched about twice as far as it need be. The middle world
// lists its links in the order of the colours, so that it differs from the right one in nothing but
// the half.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define WORLDS 3
#define LINKS 20
#define STEP 0.1f
#define KEEP 0.99f

static const taut_scene_setup setups[WORLDS] = {
    {"half each, list order", TAUT_SOLVER_LEGACY, 10, 1, 1},
    {"half each, coloured order", TAUT_SOLVER_LEGACY, 10, 1, 1},
    {"by inverse mass", TAUT_SOLVER_VERLET, 10, 1, 1},
};

static bool add_links(taut_builder* builder, bool coloured)
{
    bool ok = true;
    for (int i = 0; i < LINKS; ++i) {
        int a = !coloured ? i : i < LINKS / 2 ? 2 * i : 2 * (i - LINKS / 2) + 1;
        taut_constraint_def link = taut_link(a, a + 1);
        ok = ok && taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK;
    }
    return ok;
}

static bool add_rope(taut_scene_run* run, int i)
{
    taut_world_def def = taut_scene_setup_def(run, &setups[i]);
    def.solver.keep = KEEP;
    int world = taut_scene_add_setup(run, &setups[i], &def);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = true;
    for (int k = 0; k <= LINKS; ++k) {
        taut_vec3 at = vec3(0.7f * (float)i, -STEP * (float)k, 0.0f);
        ok = ok && taut_builder_add_particle(builder, at, 1.0f, NULL) == TAUT_OK;
    }
    ok = ok && add_links(builder, i == 1) && taut_builder_pin(builder, 0) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = 0.6f;  // what keeping 0.99 a frame is at 60 Hz; the legacy solver uses that itself
    taut_scene_look look = {.front = taut_scene_colour(i), .radius = 0.03f, .chain = true};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    bool ok = taut_scene_has_own_solvers(run);
    for (int i = 0; i < WORLDS; ++i) {
        ok = ok && add_rope(run, i);
    }
    return ok;
}

static double top_stretch(const taut_scene_run* run, int i)
{
    double length = taut_scene_distance(taut_scene_point(run, i, 0), taut_scene_point(run, i, 1));
    return length / (double)STEP - 1.0;
}

// The pinned link is swept as often but gets half each time: twice the stretch, at rest, give or
// take a quarter for what the neighbours do meanwhile.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double list = top_stretch(run, 0);
    double half = top_stretch(run, 1);
    double weighted = top_stretch(run, 2);
    snprintf(text, size,
             "top link stretched %.2f %% (half each, list order), %.2f %% (half each, coloured "
             "order), %.2f %% (by inverse mass): %.2f times (expected 1.5 to 2.5)",
             100.0 * list, 100.0 * half, 100.0 * weighted, half / weighted);
    return weighted > 0.0 && half / weighted >= 1.5 && half / weighted <= 2.5 && list > weighted;
}

const taut_scene taut_scene_half_correction = {
    .name = "half-correction",
    .about = "Giving each end half a correction doubles the stretch of the link at a pin.",
    .tags = "rope compare verlet",
    .dt = 1.0f / 60.0f,
    .substeps = 1,
    .frames = 1200,
    .solver = TAUT_SOLVER_VERLET,
    .camera = {{0.7f, -1.0f, 6.0f}, {0.7f, -1.1f, 0.0f}, 32.0f},
    .make = make,
    .check = check,
};
