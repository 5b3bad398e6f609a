// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#define _POSIX_C_SOURCE 200809L

#include "progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define SECONDS_BETWEEN_DRAWINGS 0.05

double taut_clock(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool terminal_is_dumb(void)
{
    const char* term = getenv("TERM");
    return !term || term[0] == '\0' || strcmp(term, "dumb") == 0;
}

// See no-color.org: any value but an empty one counts.
static bool colour_is_unwanted(void)
{
    const char* wish = getenv("NO_COLOR");
    return wish && wish[0] != '\0';
}

bool taut_use_colour(FILE* stream)
{
    return isatty(fileno(stream)) && !terminal_is_dumb() && !colour_is_unwanted();
}

// The first of these that is set and not empty says which encoding is in use (POSIX, 8.2).
static bool locale_is_utf8(void)
{
    static const char* const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        const char* value = getenv(names[i]);
        if (value && value[0] != '\0') {
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "utf-8");
        }
    }
    return false;
}

static int terminal_columns(void)
{
#ifdef TIOCGWINSZ
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
#endif
    return 80;
}

taut_progress taut_progress_open(const char* label, const char* unit, long long total)
{
    taut_progress p = {.label = label, .unit = unit, .total = total};
    p.active = isatty(STDERR_FILENO) && !terminal_is_dumb() && total > 0;
    p.colour = taut_use_colour(stderr);
    p.blocks = locale_is_utf8();
    p.started = taut_clock();
    p.drawn = p.started;
    return p;
}

// "12 s", "3 min 20 s", "2 h 5 min"
static void format_seconds(double seconds, char* text, size_t size)
{
    long s = seconds < 1e6 ? (long)(seconds + 0.5) : 1000000;
    if (s < 60) {
        snprintf(text, size, "%ld s", s);
    } else if (s < 3600) {
        snprintf(text, size, "%ld min %ld s", s / 60, s % 60);
    } else {
        snprintf(text, size, "%ld h %ld min", s / 3600, s % 3600 / 60);
    }
}

// A bar `width` cells wide. Unicode has blocks of one to eight eighths of a cell.
static void draw_bar(const taut_progress* p, double part, int width)
{
    static const char* const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int filled = (int)(part * width * 8.0);
    int whole = filled / 8;
    fputs(p->colour ? "\033[36m" : "", stderr);
    for (int i = 0; i < whole; ++i) {
        fputs(p->blocks ? "█" : "#", stderr);
    }
    int drawn = whole;
    if (p->blocks && filled % 8 > 0 && drawn < width) {
        fputs(eighths[filled % 8], stderr);
        drawn += 1;
    }
    fputs(p->colour ? "\033[2m" : "", stderr);
    for (int i = drawn; i < width; ++i) {
        fputs(p->blocks ? "·" : "-", stderr);
    }
    fputs(p->colour ? "\033[0m" : "", stderr);
}

static void draw(const taut_progress* p, long long done, double now)
{
    double part = (double)done / (double)p->total;
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    char left[48] = "";
    if (done > 0) {
        char time[32];
        format_seconds((now - p->started) / (double)done * (double)(p->total - done), time,
                       sizeof time);
        snprintf(left, sizeof left, "  %s left", time);
    }
    char text[128];
    int length = snprintf(text, sizeof text, " %3.0f %%  %lld of %lld %s%s", 100.0 * part, done,
                          p->total, p->unit, left);
    int label = (int)strlen(p->label);
    // One column stays free: a full line would wrap.
    int width = terminal_columns() - 1 - label - 2 - length;
    width = width > 40 ? 40 : width;
    fputs("\r\033[K", stderr);
    if (width >= 5) {
        fprintf(stderr, "%s  ", p->label);
        draw_bar(p, part, width);
        fputs(text, stderr);
    } else {
        fprintf(stderr, "%3.0f %%", 100.0 * part);
    }
    fflush(stderr);
}

void taut_progress_update(taut_progress* progress, long long done)
{
    if (!progress->active) {
        return;
    }
    double now = taut_clock();
    if (now - progress->drawn >= SECONDS_BETWEEN_DRAWINGS) {
        progress->drawn = now;
        draw(progress, done, now);
    }
}

void taut_progress_clear(taut_progress* progress)
{
    if (progress->active) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}
