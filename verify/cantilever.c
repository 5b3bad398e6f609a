// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A strip of cloth clamped at one end, bending under its weight, against the beam
//
//     sag = q L^4 / (8 EI)      q = weight per length, EI = D x width
//
// D is the cloth's bending stiffness. The strip's two first columns are pinned. Where the clamp
// effectively is: the first angle that gives lies at column 1 and stands, like every other, for the
// strip half a cell to either side of it, so the strip is stiff up to the middle between column 0
// and column 1 and L is what lies beyond: columns - 1.5 cells.

#include <math.h>

#include "verify/verify.h"

#define GRAVITY 9.81
#define CELL 0.05     // m, the side of a square cell
#define MASS 0.5      // kg/m^2
#define SLOPE 0.05    // sag over length; below 0.1, where a beam bends in proportion
#define SUBSTEPS 300  // the angles' own frequency x h must stay well below 1
enum { COLUMNS = 13, ROWS = 4 };

static taut_rig open_strip(taut_verify* v, taut_diagonals diagonals, double stiffness)
{
    taut_rig rig = taut_rig_open(v, NULL, SUBSTEPS);
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = COLUMNS;
    def.rows = ROWS;
    def.spacing_u = (float)CELL;
    def.spacing_v = (float)CELL;
    def.rigid = true;
    def.bend = TAUT_BEND_DIHEDRAL;
    def.diagonals = diagonals;
    def.material.mass_per_area = (float)MASS;
    def.material.bend_stiffness = (float)stiffness;
    def.tethers.enabled = false;  // bending alone is to hold the strip up
    taut_part part = {0};
    taut_rig_check(&rig, taut_make_cloth(rig.builder, &def, &part));
    for (int row = 0; row < ROWS; ++row) {
        for (int column = 0; column < 2; ++column) {
            int particle = taut_cloth_particle(&part, COLUMNS, column, row);
            taut_rig_check(&rig, taut_builder_pin(rig.builder, particle));
        }
    }
    taut_body_def body = taut_body_def_default();
    body.drag = 20.0f;  // about critical for the slowest way to swing
    taut_rig_bake(&rig, body);
    return rig;
}

static void bend(taut_verify* v, taut_diagonals diagonals, const char* label)
{
    double length = (COLUMNS - 1.5) * CELL;
    double stiffness = MASS * GRAVITY * length * length * length / (8.0 * SLOPE);
    taut_rig rig = open_strip(v, diagonals, stiffness);
    taut_rig_run(&rig, 2.0);
    double tip = 0.0;
    for (int row = 0; row < ROWS; ++row) {
        tip -= (double)taut_rig_position(&rig, row * COLUMNS + COLUMNS - 1).y / ROWS;
    }
    taut_rig_close(&rig);
    // The sum over angles stands for the beam's integral to second order, 1 / (12 columns^2) and so
    // below 0.1 %; slopes of 0.07 make a beam shorter by 0.25 % and stiffer by as much; one sweep
    // per substep leaves angles about 1 % too soft.
    taut_verify_row row = {.about = "sag of the free end, against beam theory",
                           .unit = "mm",
                           .expected = 1e3 * SLOPE * length,
                           .measured = 1e3 * tip,
                           .tolerance = 0.05,
                           .relative = true};
    taut_verify_put(v, row, "%s", label);
}

void taut_verify_cantilever(taut_verify* v)
{
    bend(v, TAUT_DIAGONALS_SAME, "same-diagonals");
    bend(v, TAUT_DIAGONALS_ALTERNATING, "alternating-diagonals");
}
