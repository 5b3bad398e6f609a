// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "plot.h"

#include "plot_axis.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The card, in SVG units.
#define WIDTH 960.0
#define LEFT 84.0
#define RIGHT 32.0
#define HEADER_ROW 22.0
#define HEADER_GAP 5.0
#define PANEL_GAP 26.0
#define TITLE_HEIGHT 62.0
#define FOOT_HEIGHT 62.0
#define PLOT_WIDTH (WIDTH - LEFT - RIGHT)

// A line of more points than twice this is drawn by the extremes of so many buckets.
#define BUCKETS 1000

// Hues that stand apart and are dark enough for white.
static const char* const palette[] = {"#2b6cb0", "#d9622b", "#2f9e77", "#a4459b",
                                      "#8f7212", "#4a5568", "#c53030", "#2f9fc4"};
#define PALETTE_COUNT ((int)(sizeof palette / sizeof palette[0]))

// Where a panel lies on the card.
typedef struct taut_plot_area {
    double top, bottom;
    taut_plot_axis x, y;
} taut_plot_area;

static void put_text(FILE* file, const char* text)
{
    for (const char* c = text ? text : ""; *c; ++c) {
        switch (*c) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        default:
            // XML has no place for other control characters, not even escaped.
            if ((unsigned char)*c >= 32) {
                fputc(*c, file);
            }
        }
    }
}

// About how wide a text is; bytes that continue a UTF-8 character have no width.
static double text_width(const char* text, double size)
{
    double width = 0.0;
    for (const char* c = text ? text : ""; *c; ++c) {
        if (((unsigned char)*c & 0xC0u) != 0x80u) {
            width += strchr("iljt.,:;|!'()[] f", *c) ? 0.34 : 0.60;
        }
    }
    return width * size;
}

static double place_x(const taut_plot_area* area, double value)
{
    return LEFT + PLOT_WIDTH * taut_plot_axis_part(&area->x, value);
}

static double place_y(const taut_plot_area* area, double value)
{
    return area->bottom - (area->bottom - area->top) * taut_plot_axis_part(&area->y, value);
}

static void put_tick(FILE* file, const taut_plot_axis* axis, double tick, const double at[2],
                     const char* anchor)
{
    char text[96];
    taut_plot_axis_label(axis, tick, text, sizeof text);
    fprintf(file, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
            at[0], at[1], anchor, text);
}

static void put_grid(FILE* file, const taut_plot_area* area, bool label_x)
{
    double ticks[TAUT_PLOT_MAX_TICKS];
    int count = taut_plot_axis_ticks(&area->y, ticks);
    for (int i = 0; i < count; ++i) {
        double at[2] = {LEFT - 10.0, place_y(area, ticks[i]) + 4.3};
        fprintf(file, "<path class=\"%s\" d=\"M%.1f %.1fH%.1f\"/>",
                ticks[i] == 0.0 ? "zero" : "grid", LEFT, at[1] - 4.3, WIDTH - RIGHT);
        put_tick(file, &area->y, ticks[i], at, "end");
    }
    count = taut_plot_axis_ticks(&area->x, ticks);
    for (int i = 0; i < count; ++i) {
        double at[2] = {place_x(area, ticks[i]), area->bottom + 20.0};
        fprintf(file, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", at[0], area->top,
                area->bottom);
        if (label_x) {
            put_tick(file, &area->x, ticks[i], at, "middle");
        }
    }
    fprintf(file, "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", LEFT, area->bottom,
            WIDTH - RIGHT);
}

// A path as it is written: where the pen is up, the next point starts a new piece.
typedef struct taut_plot_pen {
    FILE* file;
    const taut_plot_area* area;
    bool down;
} taut_plot_pen;

static void put_point(taut_plot_pen* pen, double x, double y)
{
    // A piece may be a single point: a stroke of no length with round ends shows as a dot.
    fprintf(pen->file, pen->down ? "L%.2f %.2f" : "M%.2f %.2fh0", place_x(pen->area, x),
            place_y(pen->area, y));
    pen->down = true;
}

// The lowest and highest of values [first, last) in the order they come, or what there is.
static void put_bucket(taut_plot_pen* pen, const double* x, const double* y, int first, int last)
{
    int low = -1;
    int high = -1;
    bool gap = false;
    for (int i = first; i < last; ++i) {
        if (!taut_plot_drawable(y[i], pen->area->y.log) || !taut_plot_drawable(x[i], false)) {
            gap = true;
            continue;
        }
        low = low < 0 || y[i] < y[low] ? i : low;
        high = high < 0 || y[i] > y[high] ? i : high;
    }
    if (gap) {
        pen->down = false;
    }
    if (low >= 0) {
        int before = low < high ? low : high;
        int after = low < high ? high : low;
        put_point(pen, x[before], y[before]);
        if (after != before) {
            put_point(pen, x[after], y[after]);
        }
    }
}

static void put_line(FILE* file, const taut_plot* plot, const taut_plot_area* area, const double* y,
                     int index)
{
    fprintf(file, "<path class=\"line\" stroke=\"%s\"%s d=\"", palette[index % PALETTE_COUNT],
            index >= PALETTE_COUNT ? " stroke-dasharray=\"7 5\"" : "");
    taut_plot_pen pen = {.file = file, .area = area};
    int buckets = plot->count > 2 * BUCKETS ? BUCKETS : plot->count;
    for (int b = 0; b < buckets; ++b) {
        int first = (int)((int64_t)plot->count * b / buckets);
        int last = (int)((int64_t)plot->count * (b + 1) / buckets);
        put_bucket(&pen, plot->x, y, first, last);
    }
    fputs("\"/>\n", file);
}

// The legend stands at the right above its panel, in rows. Gives the number of rows; writes only
// when there is a file.
static int put_legend(FILE* file, const taut_plot_panel* panel, double y)
{
    double room = PLOT_WIDTH - text_width(panel->y_label, 14.0) - 24.0;
    int rows = 0;
    for (int line = 0; line < panel->line_count;) {
        double width = 0.0;
        int last = line;
        while (last < panel->line_count) {
            double entry = text_width(panel->lines[last].label, 13.0) + 48.0;
            if (last > line && width + entry > room) {
                break;
            }
            width += entry;
            ++last;
        }
        double x = WIDTH - RIGHT - width + 16.0;
        for (; line < last; ++line) {
            const char* label = panel->lines[line].label;
            if (file && label) {
                double middle = y + HEADER_ROW * rows;
                fprintf(file, "<path class=\"line\" stroke=\"%s\"%s d=\"M%.1f %.1fh20\"/>",
                        palette[line % PALETTE_COUNT],
                        line >= PALETTE_COUNT ? " stroke-dasharray=\"7 5\"" : "", x, middle - 4.5);
                fprintf(file, "<text class=\"key\" x=\"%.1f\" y=\"%.1f\">", x + 27.0, middle);
                put_text(file, label);
                fputs("</text>\n", file);
            }
            x += text_width(label, 13.0) + 48.0;
        }
        ++rows;
    }
    return rows > 0 ? rows : 1;
}

static double panel_height(const taut_plot* plot)
{
    return plot->panel_count <= 1 ? 380.0 : (plot->panel_count == 2 ? 240.0 : 180.0);
}

static double card_height(const taut_plot* plot)
{
    double height = TITLE_HEIGHT + FOOT_HEIGHT;
    for (int i = 0; i < plot->panel_count; ++i) {
        height += panel_height(plot) + HEADER_ROW * put_legend(NULL, &plot->panels[i], 0.0);
        height += HEADER_GAP;
        height += i > 0 ? PANEL_GAP : 0.0;
    }
    return height;
}

static void put_head(FILE* file, const taut_plot* plot)
{
    double height = card_height(plot);
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n",
            WIDTH, height, WIDTH, height);
    fputs("<style>text{font-family:Inter,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',"
          "sans-serif;fill:#3b4552}.title{font-size:19px;font-weight:600;fill:#1a202c}"
          ".label{font-size:14px;font-weight:600}.key{font-size:13px}"
          ".tick{font-size:12.5px;fill:#667080}"
          ".grid{stroke:#e7eaee;stroke-width:1;fill:none}"
          ".zero{stroke:#b9c1cb;stroke-width:1;fill:none}"
          ".axis{stroke:#8b95a1;stroke-width:1.2;fill:none}"
          ".line{stroke-width:1.9;fill:none;stroke-linejoin:round;stroke-linecap:round}"
          "</style>\n",
          file);
    fprintf(file,
            "<rect x=\"0.5\" y=\"0.5\" width=\"%.0f\" height=\"%.0f\" rx=\"10\" fill=\"#ffffff\" "
            "stroke=\"#d9dee4\"/>\n",
            WIDTH - 1.0, height - 1.0);
    fputs("<text class=\"title\" x=\"24\" y=\"38\">", file);
    put_text(file, plot->title);
    fputs("</text>\n", file);
}

static double put_panel(FILE* file, const taut_plot* plot, int index, double top)
{
    const taut_plot_panel* panel = &plot->panels[index];
    fprintf(file, "<text class=\"label\" x=\"24\" y=\"%.1f\">", top + 8.0);
    put_text(file, panel->y_label);
    fputs("</text>\n", file);
    int rows = put_legend(file, panel, top + 8.0);
    taut_plot_area area = {.top = top + HEADER_ROW * rows + HEADER_GAP};
    area.bottom = area.top + panel_height(plot);
    double lo = HUGE_VAL;
    double hi = -HUGE_VAL;
    taut_plot_range(plot->x, plot->count, false, &lo, &hi);
    area.x = taut_plot_axis_tight(lo, hi, 10);
    lo = HUGE_VAL;
    hi = -HUGE_VAL;
    for (int line = 0; line < panel->line_count; ++line) {
        taut_plot_range(panel->lines[line].y, plot->count, panel->log_y, &lo, &hi);
    }
    area.y = taut_plot_axis_round(lo, hi, panel->log_y, panel->log_y ? 8 : 6);
    put_grid(file, &area, index == plot->panel_count - 1);
    for (int line = 0; line < panel->line_count; ++line) {
        put_line(file, plot, &area, panel->lines[line].y, line);
    }
    return area.bottom;
}

static void put_plot(FILE* file, const taut_plot* plot)
{
    put_head(file, plot);
    double top = TITLE_HEIGHT;
    for (int i = 0; i < plot->panel_count; ++i) {
        top = put_panel(file, plot, i, top) + PANEL_GAP;
    }
    fprintf(file, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
            LEFT + PLOT_WIDTH * 0.5, top - PANEL_GAP + 45.0);
    put_text(file, plot->x_label);
    fputs("</text>\n</svg>\n", file);
}

bool taut_write_plot(const char* path, const taut_plot* plot)
{
    FILE* file = fopen(path, "w");
    if (!file) {
        return false;
    }
    errno = 0;
    put_plot(file, plot);
    bool written = ferror(file) == 0;
    int why = errno;
    if (fclose(file) != 0 && written) {
        return false;
    }
    errno = why != 0 || written ? why : EIO;
    return written;
}
