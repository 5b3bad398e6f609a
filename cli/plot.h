// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Line plots as SVG: a title, axes with round ticks and units, one or more panels, a legend.

#pragma once

#include <stdbool.h>

typedef struct taut_plot_line {
    const char* label;
    const double* y;  // one value per x; NaN leaves a gap
} taut_plot_line;

typedef struct taut_plot_panel {
    const char* y_label;  // with its unit
    const taut_plot_line* lines;
    int line_count;
    bool log_y;  // values <= 0 leave a gap
} taut_plot_panel;

typedef struct taut_plot {
    const char* title;
    const char* x_label;
    const double* x;
    int count;
    const taut_plot_panel* panels;
    int panel_count;
} taut_plot;

// False with errno set when the file cannot be written.
bool taut_write_plot(const char* path, const taut_plot* plot);
