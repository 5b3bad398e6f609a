// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut verify: the physics against answers known on paper. The checks are in verify/.

#include <string.h>

#include "cli.h"
#include "json.h"
#include "verify/verify.h"

#define MOST_NAMED 64

enum { OPT_JSON, OPT_LIST, OPT_NO_DIRECT, OPT_COUNT };

static const taut_option options[OPT_COUNT + 1] = {
    [OPT_JSON] = {"--json", NULL, "print {\"checks\": [...]} instead of a table"},
    [OPT_LIST] = {"--list", NULL, "name the checks and run none"},
    [OPT_NO_DIRECT] = {"--no-direct", NULL, "sweep ropes, chains and trees like the rest"},
};

typedef struct request {
    bool json;
    bool list;
    bool no_direct;
    const taut_verify_check* named[MOST_NAMED];
    int named_count;  // 0 for all
} request;

// Choosing ----------------------------------------------------------------------------------------

static bool add_name(request* r, const char* name)
{
    const taut_verify_check* check = taut_verify_find(name);
    if (check == NULL) {
        taut_complain("there is no check `%s`", name);
        taut_guess guess = taut_guess_open(name);
        for (int i = 0; taut_verify_at(i) != NULL; ++i) {
            taut_guess_offer(&guess, taut_verify_at(i)->name);
        }
        taut_guess_print(&guess);
        fputs("`taut verify --list` names them.\n", stderr);
        return false;
    }
    if (r->named_count == MOST_NAMED) {
        taut_complain("more than %d checks are named", MOST_NAMED);
        return false;
    }
    r->named[r->named_count++] = check;
    return true;
}

static bool wanted(const request* r, const taut_verify_check* check)
{
    bool named = r->named_count == 0;
    for (int i = 0; i < r->named_count; ++i) {
        named = named || r->named[i] == check;
    }
    return named;
}

static bool read_request(request* r, int argc, char** argv)
{
    taut_args args = taut_args_open(&taut_command_verify, argc, argv);
    for (int option = taut_args_next(&args); option != TAUT_ARG_END;
         option = taut_args_next(&args)) {
        if (option == OPT_JSON) {
            r->json = true;
        } else if (option == OPT_LIST) {
            r->list = true;
        } else if (option == OPT_NO_DIRECT) {
            r->no_direct = true;
        } else if (option == TAUT_ARG_ERROR || !add_name(r, args.value)) {
            return false;
        }
    }
    return true;
}

static void show_list(const request* r)
{
    for (int i = 0; taut_verify_at(i) != NULL; ++i) {
        const taut_verify_check* check = taut_verify_at(i);
        if (wanted(r, check)) {
            printf("%-16s %s\n", check->name, check->about);
        }
    }
}

// Table -------------------------------------------------------------------------------------------

// A figure with its unit, or a fraction in per cent.
static const char* figure(char* text, size_t size, int digits, double value, const char* unit)
{
    snprintf(text, size, "%.*g%s%s", digits, value, unit[0] != 0 ? " " : "", unit);
    return text;
}

static const char* share(char* text, size_t size, const taut_verify_row* row, double value)
{
    return row->relative ? figure(text, size, 3, 100.0 * value, "%")
                         : figure(text, size, 3, value, row->unit);
}

static void table_row(const taut_verify_row* row)
{
    char expected[32];
    char measured[32];
    char error[32];
    char tolerance[32];
    printf("%-36s %14s %14s %12s %12s  %s\n", row->name,
           figure(expected, sizeof expected, 6, row->expected, row->unit),
           figure(measured, sizeof measured, 6, row->measured, row->unit),
           share(error, sizeof error, row, row->error),
           share(tolerance, sizeof tolerance, row, row->tolerance), row->pass ? "ok" : "FAIL");
}

static void table_head(void)
{
    printf("%-36s %14s %14s %12s %12s  %s\n", "check", "expected", "measured", "error", "tolerance",
           "pass");
}

// JSON --------------------------------------------------------------------------------------------

static void json_row(taut_json* json, const taut_verify_row* row)
{
    taut_json_begin_object(json, false);
    taut_json_put_string(json, "name", row->name);
    taut_json_put_string(json, "about", row->about);
    taut_json_put_string(json, "unit", row->unit);
    taut_json_put_double(json, "expected", row->expected);
    taut_json_put_double(json, "measured", row->measured);
    taut_json_put_bool(json, "relative", row->relative);
    taut_json_put_double(json, "error", row->error);
    taut_json_put_double(json, "tolerance", row->tolerance);
    taut_json_put_bool(json, "pass", row->pass);
    taut_json_end_object(json);
}

static void show_json(const taut_verify* v)
{
    taut_json json = taut_json_open(stdout);
    taut_json_begin_object(&json, false);
    taut_json_key(&json, "checks");
    taut_json_begin_array(&json, false);
    for (int i = 0; i < v->count; ++i) {
        json_row(&json, &v->rows[i]);
    }
    taut_json_end_array(&json);
    taut_json_end_object(&json);
}

// Running -----------------------------------------------------------------------------------------

static void run_check(const request* r, taut_verify* v, const taut_verify_check* check)
{
    int first = v->count;
    taut_verify_run(v, check);
    if (v->trouble[0] != 0) {
        taut_complain("%s: %s", check->name, v->trouble);
    }
    for (int i = first; i < v->count && !r->json; ++i) {
        table_row(&v->rows[i]);
    }
    fflush(stdout);
}

static int count_failed(const taut_verify* v)
{
    int failed = 0;
    for (int i = 0; i < v->count; ++i) {
        failed += v->rows[i].pass ? 0 : 1;
    }
    return failed;
}

static int verify(int argc, char** argv)
{
    request r = {0};
    if (!read_request(&r, argc, argv)) {
        return TAUT_EXIT_USAGE;
    }
    if (r.list) {
        show_list(&r);
        return TAUT_EXIT_OK;
    }
    taut_verify v = {.no_direct = r.no_direct};
    if (!r.json) {
        table_head();
    }
    for (int i = 0; taut_verify_at(i) != NULL; ++i) {
        if (wanted(&r, taut_verify_at(i))) {
            run_check(&r, &v, taut_verify_at(i));
        }
    }
    int failed = count_failed(&v);
    if (r.json) {
        show_json(&v);
    } else {
        printf("\n%d passed, %d failed\n", v.count - failed, failed);
    }
    return failed == 0 ? TAUT_EXIT_OK : TAUT_EXIT_FAILURE;
}

const taut_command taut_command_verify = {
    .name = "verify",
    .words = "[NAME...] [options]",
    .about = "compare the physics with known answers",
    .options = options,
    .notes =
        "Runs the checks that are named, or all. A row passes when its error, in per cent of what\n"
        "is expected or in its unit, is no more than the tolerance. Exit code 1 when one fails.\n",
    .examples = "  taut verify\n"
                "  taut verify chain pendulum\n"
                "  taut verify --list\n"
                "  taut verify --json\n",
    .run = verify,
};
