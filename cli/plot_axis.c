// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "plot_axis.h"

#include <math.h>
#include <stdio.h>

bool taut_plot_drawable(double value, bool log)
{
    // Far out, differences of values would overflow.
    return isfinite(value) && fabs(value) < 1e300 && (!log || value > 0.0);
}

void taut_plot_range(const double* values, int count, bool log, double* lo, double* hi)
{
    for (int i = 0; i < count; ++i) {
        if (taut_plot_drawable(values[i], log)) {
            *lo = fmin(*lo, values[i]);
            *hi = fmax(*hi, values[i]);
        }
    }
}

// The smallest of 1, 2, 5, 10 times a power of ten that cuts the span into at most `most` parts.
static double round_step(double span, int most)
{
    // A hair of room keeps 2.0000001 from becoming 5.
    const double hair = 1.0 + 1e-9;
    double raw = span / most;
    double power = pow(10.0, floor(log10(raw)));
    double lead = raw / power;
    if (lead <= 1.0 * hair) {
        return power;
    }
    if (lead <= 2.0 * hair) {
        return 2.0 * power;
    }
    return lead <= 5.0 * hair ? 5.0 * power : 10.0 * power;
}

static taut_plot_axis linear_axis(double lo, double hi, int ticks)
{
    // Zero belongs to the picture when it is near.
    if (lo > 0.0 && lo < 0.4 * hi) {
        lo = 0.0;
    }
    if (hi < 0.0 && hi > 0.4 * lo) {
        hi = 0.0;
    }
    if (hi - lo <= 1e-12 * fmax(fabs(lo), fabs(hi))) {
        double room = lo == 0.0 ? 1.0 : 0.1 * fabs(lo);
        lo = lo == 0.0 ? 0.0 : lo - room;
        hi += room;
    }
    taut_plot_axis axis = {.step = round_step(hi - lo, ticks)};
    axis.lo = floor(lo / axis.step + 1e-6) * axis.step;
    axis.hi = ceil(hi / axis.step - 1e-6) * axis.step;
    return axis;
}

static taut_plot_axis log_axis(double lo, double hi, int ticks)
{
    taut_plot_axis axis = {.log = true};
    axis.lo = floor(log10(lo) + 1e-9);
    axis.hi = ceil(log10(hi) - 1e-9);
    if (axis.hi <= axis.lo) {
        axis.hi = axis.lo + 1.0;
    }
    axis.step = fmax(1.0, round_step(axis.hi - axis.lo, ticks));
    axis.lo = floor(axis.lo / axis.step) * axis.step;
    axis.hi = ceil(axis.hi / axis.step) * axis.step;
    return axis;
}

taut_plot_axis taut_plot_axis_round(double lo, double hi, bool log, int ticks)
{
    if (lo > hi) {
        lo = log ? 0.1 : 0.0;
        hi = 1.0;
    }
    return log ? log_axis(lo, hi, ticks) : linear_axis(lo, hi, ticks);
}

taut_plot_axis taut_plot_axis_tight(double lo, double hi, int ticks)
{
    if (lo > hi) {
        lo = 0.0;
        hi = 1.0;
    }
    double room = 0.5 * fmax(1.0, 1e-3 * fabs(lo));
    if (hi - lo <= 1e-9 * fabs(lo)) {
        lo -= room;
        hi += room;
    }
    taut_plot_axis axis = {.lo = lo, .hi = hi, .step = round_step(hi - lo, ticks)};
    // Data that all but reach a round value show it: the last of 600 frames begins at 9.98 s.
    double below = floor(lo / axis.step) * axis.step;
    double above = ceil(hi / axis.step) * axis.step;
    axis.lo = lo - below < 0.02 * (hi - lo) ? below : lo;
    axis.hi = above - hi < 0.02 * (hi - lo) ? above : hi;
    return axis;
}

double taut_plot_axis_part(const taut_plot_axis* axis, double value)
{
    double at = axis->log ? log10(value) : value;
    return (at - axis->lo) / (axis->hi - axis->lo);
}

int taut_plot_axis_ticks(const taut_plot_axis* axis, double ticks[TAUT_PLOT_MAX_TICKS])
{
    double first = ceil(axis->lo / axis->step - 1e-6);
    double last = floor(axis->hi / axis->step + 1e-6);
    // One decade or two have room for 2 and 5.
    bool finer = axis->log && axis->hi - axis->lo < 2.5;
    int steps = (int)fmin(last - first, TAUT_PLOT_MAX_TICKS);
    int count = 0;
    for (int k = 0; k <= steps && count + 3 <= TAUT_PLOT_MAX_TICKS; ++k) {
        double at = (first + k) * axis->step;
        // What should be zero may come out as a few ulps of the ends.
        double value = fabs(at) < 1e-9 * axis->step ? 0.0 : at;
        ticks[count++] = axis->log ? pow(10.0, at) : value;
        if (finer && k < steps) {
            ticks[count++] = 2.0 * pow(10.0, at);
            ticks[count++] = 5.0 * pow(10.0, at);
        }
    }
    return count;
}

// 10 with an exponent, and 2 or 5 before it where the value is no whole power.
static void label_power(int lead, int exponent, char* text, size_t size)
{
    static const char* const digit[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074",
                                        "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    int amount = exponent < 0 ? -exponent : exponent;
    snprintf(text, size, "%s%s10%s%s%s%s", lead == 2 ? "2" : (lead == 5 ? "5" : ""),
             lead > 1 ? "\u00D7" : "", exponent < 0 ? "\u207B" : "",
             amount >= 100 ? digit[amount / 100 % 10] : "",
             amount >= 10 ? digit[amount / 10 % 10] : "", digit[amount % 10]);
}

void taut_plot_axis_label(const taut_plot_axis* axis, double tick, char* text, size_t size)
{
    double largest = fmax(fabs(axis->lo), fabs(axis->hi));
    int decimals = (int)fmax(0.0, -floor(log10(axis->step) + 1e-9));
    bool plain = largest < 1e6 && decimals <= 5;
    if (axis->log) {
        int decade = (int)floor(log10(tick) + 1e-9);
        if (largest > 4.0) {
            label_power((int)lround(tick / pow(10.0, decade)), decade, text, size);
            return;
        }
        decimals = decade < 0 ? -decade : 0;
        plain = true;
    }
    char number[64];
    snprintf(number, sizeof number, plain ? "%.*f" : "%.*g", plain ? decimals : 6, fabs(tick));
    // A true minus sign, as wide as a digit.
    snprintf(text, size, "%s%s", tick < 0.0 ? "\u2212" : "", number);
}
