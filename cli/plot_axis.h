// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The axes of a plot: round ranges, round ticks and their labels.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#define TAUT_PLOT_MAX_TICKS 40

// Values from lo to hi, of which every multiple of step gets a tick. On a log axis all three are
// powers of ten.
typedef struct taut_plot_axis {
    double lo, hi, step;
    bool log;
} taut_plot_axis;

// False for what no axis can show: NaN, infinities, and on a log axis all that is not above 0.
bool taut_plot_drawable(double value, bool log);

// The smallest and largest drawable value are taken in, one array after another. Start with lo
// above hi.
void taut_plot_range(const double* values, int count, bool log, double* lo, double* hi);

// An axis from a round value to a round value with about `ticks` ticks.
taut_plot_axis taut_plot_axis_round(double lo, double hi, bool log, int ticks);

// An axis that begins and ends with the data; only its ticks are round.
taut_plot_axis taut_plot_axis_tight(double lo, double hi, int ticks);

// 0 at lo, 1 at hi.
double taut_plot_axis_part(const taut_plot_axis* axis, double value);

// The values of the ticks, log or not; gives their number.
int taut_plot_axis_ticks(const taut_plot_axis* axis, double ticks[TAUT_PLOT_MAX_TICKS]);

// The label of a tick as UTF-8.
void taut_plot_axis_label(const taut_plot_axis* axis, double tick, char* text, size_t size);
