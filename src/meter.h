// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How stiff bodies are, and how many substeps would make them as stiff as asked.

#pragma once

#include "world.h"

// The excess that taut_measure.substeps_needed is for.
#define TAUT_METER_TARGET 0.01f

// The power of the number of substeps that the excess falls with, by what else was measured.
// @param soft some links have a compliance
float taut_meter_exponent(const taut_measure* measure, int particle_count, bool soft);

// taut_measure_substeps(), whatever measure->substeps_needed is.
int taut_meter_substeps(const taut_measure* measure, float target);

// Those of taut_body_measure()'s figures that the meter needs: links and unrest, no energies.
void taut_measure_stiffness(taut_world* world, taut_body* body, taut_measure* measure);

// taut_measure.unrest of a body.
float taut_measure_unrest(const taut_world* world, const taut_body* b);

// Reads every body that takes part in steps into the report; of an earlier step in it, the worse
// stays. Returns how many substeps the neediest body would take for an excess of `target`; 0 when
// nobody has anything to say.
int taut_meter_read(taut_world* world, float target, taut_step_report* report);

// Joins what `one` says of stiffness to the report of a whole call.
void taut_meter_join(taut_step_report* total, const taut_step_report* one);
