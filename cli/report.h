// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Shows what a simulation came to, as a table for people or as one JSON object for programs.

#pragma once

#include "cli.h"
#include "json.h"
#include "simulate.h"

typedef struct taut_run_report {
    const taut_simulation* simulation;
    const char* plot;  // files that were written, or NULL
    const char* picture;
    bool checked;  // the scene's check was made
    bool check_passed;
    char check_text[512];
} taut_run_report;

void taut_report_json(const taut_run_report* report);
void taut_report_text(const taut_run_report* report);

// One line of an aligned table on stdout: two spaces, the name, the text.
TAUT_CLI_FORMAT(2, 3) void taut_report_row(const char* name, const char* format, ...);

// How many of the bodies of a run a device took through the last step: a row, or "bodies" and
// "bodies_on_device". Nothing without a device.
void taut_report_device(const taut_scene_run* run);
void taut_report_json_device(taut_json* json, const taut_scene_run* run);

// Whether a device failed with bodies on it, which is said on stderr: what is read of these is old.
// Reading may be what fails.
bool taut_report_lost(const taut_scene_run* run);

// "trouble": names of TAUT_STEP_ bits; and rows on what was dropped or lost.
void taut_report_json_trouble(taut_json* json, uint32_t trouble);
void taut_report_dropped(uint32_t trouble);

// The row of the largest and mean stretch over the last half of the frames.
void taut_report_stretch(const taut_simulation* simulation);

// "xpbd, 20 substeps x 1 iteration"
void taut_report_solver(const taut_scene_run* run, int world, char* text, size_t size);
