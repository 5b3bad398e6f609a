// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut bench stiffness: the groups there are, and how their rows are judged and shown.

#include "bench_stiffness.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bench_case.h"
#include "cli.h"
#include "machine.h"

typedef struct group {
    const char* name;
    const char* about;
    taut_stiff_fn* run;
} group;

static const group groups[] = {
    {"rope-32", "32 links, an end mass of 1 to 10^6 times a link's", taut_stiff_rope_32},
    {"cost", "1,000 such ropes and one, against sweeps", taut_stiff_cost},
    {"chain-12", "twelve weights whose forces and extensions are known", taut_stiff_chain},
    {"rope-1000", "1,000 particles, hung and swung from 30 degrees", taut_stiff_rope_1000},
    {"apart", "its ends pulled further apart than it is long", taut_stiff_apart},
    {"cloth-100", "100 x 100, rigid, let go flat on two corners", taut_stiff_cloth_100},
    {"cloth-256", "256 x 256, likewise; minutes", taut_stiff_cloth_256},
    {"swing", "rope and cloth let go at 5 degrees: the motion is kept", taut_stiff_swing},
    {"needed", "substeps that are said to be needed, tried", taut_stiff_needed},
    {"verify", "the physics of `taut verify`", taut_stiff_verify},
    {"bits", "backends that give another result", taut_stiff_bits},
};

#define GROUP_COUNT ((int)(sizeof groups / sizeof groups[0]))

int taut_stiff_count(const taut_stiff* s, int full, int quick)
{
    return s->quick ? quick : full;
}

taut_stiff_row taut_stiff_row_make(const char* about, const char* unit)
{
    double none = (double)NAN;
    taut_stiff_row row = {.about = about,
                          .unit = unit,
                          .limit = none,
                          .ours = none,
                          .plain = none,
                          .cost = none,
                          .cost_limit = none};
    return row;
}

// Judging -----------------------------------------------------------------------------------------

typedef enum verdict { VERDICT_OK, VERDICT_SHORT, VERDICT_SHOWN, VERDICT_OPEN } verdict;

static const char* const verdicts[] = {"ok", "short", "-", "not measured"};

// Written so that NaN keeps no limit; a row without limits is there to be seen.
static verdict judge(const taut_stiff_row* row)
{
    if (row->not_measured) {
        return VERDICT_OPEN;
    }
    bool limited = !isnan(row->limit);
    bool timed = !isnan(row->cost_limit);
    if (!limited && !timed) {
        return VERDICT_SHOWN;
    }
    bool kept = (!limited || row->ours <= row->limit) && (!timed || row->cost <= row->cost_limit);
    return kept ? VERDICT_OK : VERDICT_SHORT;
}

// Showing -----------------------------------------------------------------------------------------

static const char* figure(double value, char text[24])
{
    if (isnan(value)) {
        snprintf(text, 24, "-");
    } else {
        snprintf(text, 24, "%.4g", value);
    }
    return text;
}

static void show_text(const taut_stiff_row* row, verdict v)
{
    char text[5][24];
    printf("%-30s %-4s %9s %11s %11s %8s %8s  %s\n", row->name, row->unit,
           figure(row->limit, text[0]), figure(row->ours, text[1]), figure(row->plain, text[2]),
           figure(row->cost_limit, text[3]), figure(row->cost, text[4]), verdicts[v]);
    if (row->substeps > 0) {
        printf("    at %d substeps\n", row->substeps);
    }
    fflush(stdout);
}

static void show_json(taut_stiff* s, const taut_stiff_row* row, verdict v)
{
    taut_json_begin_object(&s->out, false);
    taut_json_put_string(&s->out, "item", row->name);
    taut_json_put_string(&s->out, "about", row->about);
    taut_json_put_string(&s->out, "unit", row->unit);
    taut_json_put_double(&s->out, "limit", row->limit);
    taut_json_put_double(&s->out, "ours", row->ours);
    taut_json_put_double(&s->out, "plain", row->plain);
    taut_json_put_double(&s->out, "cost_limit", row->cost_limit);
    taut_json_put_double(&s->out, "cost", row->cost);
    if (row->substeps > 0) {
        taut_json_put_integer(&s->out, "substeps", row->substeps);
    }
    taut_json_put_string(&s->out, "verdict", v == VERDICT_SHOWN ? "no limit" : verdicts[v]);
    taut_json_end_object(&s->out);
}

void taut_stiff_put(taut_stiff* s, taut_stiff_row row, const char* format, ...)
{
    char part[32];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    snprintf(row.name, sizeof row.name, "%.14s/%s", s->group, part);
    verdict v = judge(&row);
    s->count += 1;
    s->ok += v == VERDICT_OK;
    s->short_of += v == VERDICT_SHORT;
    s->open += v == VERDICT_OPEN;
    if (s->json) {
        show_json(s, &row, v);
    } else {
        show_text(&row, v);
    }
}

static void begin(taut_stiff* s)
{
    if (s->json) {
        s->out = taut_json_open(stdout);
        taut_json_begin_object(&s->out, false);
        taut_machine_json(&s->out);
        taut_json_put_bool(&s->out, "quick", s->quick);
        taut_json_key(&s->out, "items");
        taut_json_begin_array(&s->out, false);
        return;
    }
    taut_bench_head(1, s->quick ? "quick: fewer frames and smaller bodies; figures mean nothing"
                                : "600 frames of 1/60 s, no drag");
    printf("%-30s %-4s %9s %11s %11s %8s %8s  %s\n", "item", "unit", "limit", "ours", "plain",
           "cost lim", "cost", "verdict");
}

static void end(taut_stiff* s)
{
    if (s->json) {
        taut_json_end_array(&s->out);
        taut_json_put_integer(&s->out, "kept", s->ok);
        taut_json_put_integer(&s->out, "short", s->short_of);
        taut_json_put_integer(&s->out, "not_measured", s->open);
        taut_json_end_object(&s->out);
        return;
    }
    printf("\n%d kept, %d short, %d not measured, %d without a limit%s\n", s->ok, s->short_of,
           s->open, s->count - s->ok - s->short_of - s->open,
           s->quick ? "; a quick run: none of it means anything" : "");
    printf("`plain` is one sweep per substep of everything, without tethers. `cost` is time over\n"
           "that of the yardstick; --json says of each item what it is and which yardstick.\n");
}

// Running -----------------------------------------------------------------------------------------

void taut_stiff_list(void)
{
    printf("Groups of `taut bench stiffness` (--case NAME for one of them):\n");
    for (int i = 0; i < GROUP_COUNT; ++i) {
        printf("  %-12s %s\n", groups[i].name, groups[i].about);
    }
}

static bool is_group(const char* name)
{
    taut_guess guess = taut_guess_open(name);
    for (int i = 0; i < GROUP_COUNT; ++i) {
        if (strcmp(groups[i].name, name) == 0) {
            return true;
        }
        taut_guess_offer(&guess, groups[i].name);
    }
    taut_complain("`taut bench stiffness` has no group `%s`", name);
    taut_guess_print(&guess);
    fputs("`taut bench --help` names them.\n", stderr);
    return false;
}

int taut_stiff_run(const char* name, bool quick, bool json, taut_backend_kind backend)
{
    if (name && !is_group(name)) {
        return TAUT_EXIT_USAGE;
    }
    taut_stiff s = {.quick = quick, .json = json, .backend = backend};
    int code = TAUT_EXIT_OK;
    begin(&s);
    for (int i = 0; i < GROUP_COUNT; ++i) {
        if (name && strcmp(groups[i].name, name) != 0) {
            continue;
        }
        s.group = groups[i].name;
        s.trouble[0] = '\0';
        groups[i].run(&s);
        if (s.trouble[0] != '\0') {
            taut_complain("%s: %s", s.group, s.trouble);
            code = TAUT_EXIT_FAILURE;
        }
    }
    end(&s);
    return code;
}
