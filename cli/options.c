// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cli.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench_case.h"
#include "machine.h"
#include "scenes/scene.h"

TAUT_CLI_FORMAT(1, 2) void taut_complain(const char* format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("taut: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

const char* taut_group_digits(long long value, char* text, size_t size)
{
    char plain[32];
    int length = snprintf(plain, sizeof plain, "%lld", value);
    int first = value < 0 ? 1 : 0;  // where the digits begin
    size_t n = 0;
    for (int i = 0; i < length && n + 2 < size; ++i) {
        if (i > first && (length - i) % 3 == 0) {
            text[n++] = ',';
        }
        text[n++] = plain[i];
    }
    text[n] = '\0';
    return text;
}

// Guessing ----------------------------------------------------------------------------------------

#define WORD_SIZE 64

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static int word_length(const char* word)
{
    size_t length = strlen(word);
    return length < WORD_SIZE ? (int)length : WORD_SIZE - 1;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_letter(char a, char b)
{
    return lower(a) == lower(b);
}

static bool begins_with(const char* word, const char* start)
{
    while (*start != '\0' && same_letter(*word, *start)) {
        ++word;
        ++start;
    }
    return *start == '\0';
}

int taut_edit_distance(const char* a, const char* b)
{
    int na = word_length(a);
    int nb = word_length(b);
    // rows[i % 3][j]: distance between the first i letters of a and the first j of b.
    int rows[3][WORD_SIZE];
    for (int i = 0; i <= na; ++i) {
        int* row = rows[i % 3];
        const int* above = rows[(i + 2) % 3];
        const int* above2 = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= nb; ++j) {
            if (i == 0) {
                row[j] = j;
                continue;
            }
            int replaced = above[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = min_int(replaced, 1 + min_int(above[j], row[j - 1]));
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1])) {
                row[j] = min_int(row[j], above2[j - 2] + 1);
            }
        }
    }
    return rows[na % 3][nb];
}

taut_guess taut_guess_open(const char* word)
{
    taut_guess guess = {.word = word, .distance = WORD_SIZE};
    return guess;
}

void taut_guess_offer(taut_guess* guess, const char* candidate)
{
    size_t length = strlen(guess->word);
    int distance = taut_edit_distance(guess->word, candidate);
    if (length >= 3 && begins_with(candidate, guess->word)) {
        distance = 1;  // the beginning of a longer name
    }
    // Up to a third of the letters may be wrong; more would be a guess out of the blue.
    int most = 1 + (int)length / 3;
    if (distance <= most && distance < guess->distance) {
        guess->best = candidate;
        guess->distance = distance;
    }
}

void taut_guess_print(const taut_guess* guess)
{
    if (guess->best) {
        fprintf(stderr, "Did you mean `%s`?\n", guess->best);
    }
}

const taut_scene* taut_find_scene(const char* name)
{
    const taut_scene* scene = taut_scene_find(name);
    if (scene) {
        return scene;
    }
    taut_complain("there is no scene `%s`", name);
    taut_guess guess = taut_guess_open(name);
    for (int i = 0; i < taut_scene_count(); ++i) {
        taut_guess_offer(&guess, taut_scene_at(i)->name);
    }
    const taut_bench_case* timed = taut_bench_case_at(0);
    for (int i = 0; timed && strcmp(timed->name, name) != 0;) {
        timed = taut_bench_case_at(++i);
    }
    if (timed) {
        fprintf(stderr, "It is a case of `taut bench --case %s`.\n", name);
    } else {
        taut_guess_print(&guess);
    }
    fputs("`taut scenes` lists them all.\n", stderr);
    return NULL;
}

bool taut_choice_add(taut_choice* choice, const char* name)
{
    const taut_scene* scene = taut_find_scene(name);
    if (!scene) {
        return false;
    }
    if (choice->count == TAUT_CLI_MOST_NAMED) {
        taut_complain("at most %d scenes can be named", TAUT_CLI_MOST_NAMED);
        return false;
    }
    choice->scenes[choice->count++] = scene;
    return true;
}

bool taut_choice_has(const taut_choice* choice, const taut_scene* scene)
{
    for (int i = 0; i < choice->count; ++i) {
        if (choice->scenes[i] == scene) {
            return true;
        }
    }
    return choice->count == 0;
}

// Arguments ---------------------------------------------------------------------------------------

taut_args taut_args_open(const taut_command* command, int argc, char** argv)
{
    taut_args args = {.command = command, .argc = argc, .argv = argv, .next = 1};
    return args;
}

static int unknown_option(const taut_args* args, const char* word, size_t name_length)
{
    char name[WORD_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)min_int((int)name_length, WORD_SIZE - 1), word);
    taut_complain("`%s` has no option `%s`", args->command->name, name);
    taut_guess guess = taut_guess_open(name);
    for (const taut_option* o = args->command->options; o->name; ++o) {
        taut_guess_offer(&guess, o->name);
    }
    for (const taut_option* o = args->command->options; o->name && !guess.best; ++o) {
        bool told = name_length > 3 && o->value && strstr(o->value, name + 2) != NULL;
        guess.best = told ? o->name : NULL;  // --png: the one that wants FILE.png
    }
    taut_guess_print(&guess);
    fprintf(stderr, "`taut %s --help` lists what there is.\n", args->command->name);
    return TAUT_ARG_ERROR;
}

// `inside` is what follows the `=` of `--name=VALUE`, or NULL.
static int take_option(taut_args* args, int index, const char* inside)
{
    const taut_option* option = &args->command->options[index];
    args->value = NULL;
    if (!option->value) {
        if (inside) {
            taut_complain("%s takes no value", option->name);
            return TAUT_ARG_ERROR;
        }
        return index;
    }
    if (inside) {
        args->value = inside;
    } else if (args->next < args->argc) {
        args->value = args->argv[args->next++];
    } else {
        taut_complain("%s needs a value: %s %s", option->name, option->name, option->value);
        return TAUT_ARG_ERROR;
    }
    return index;
}

int taut_args_next(taut_args* args)
{
    if (!args->only_words && args->next < args->argc && strcmp(args->argv[args->next], "--") == 0) {
        args->only_words = true;
        args->next += 1;
    }
    if (args->next >= args->argc) {
        return TAUT_ARG_END;
    }
    const char* word = args->argv[args->next++];
    if (args->only_words || word[0] != '-' || word[1] == '\0') {
        args->value = word;
        return TAUT_ARG_WORD;
    }
    const char* equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    for (int i = 0; args->command->options[i].name; ++i) {
        const char* name = args->command->options[i].name;
        if (strlen(name) == length && strncmp(name, word, length) == 0) {
            return take_option(args, i, equals ? equals + 1 : NULL);
        }
    }
    return unknown_option(args, word, length);
}

// Values ------------------------------------------------------------------------------------------

// The command line never calls setlocale, so strtod reads the point as the decimal sign everywhere.
// It also reads hexadecimal, "inf" and "nan", which are more likely slips than wishes here.
static bool is_decimal(const char* text, const char* allowed)
{
    return text[0] != '\0' && strspn(text, allowed) == strlen(text);
}

bool taut_parse_whole(const char* name, const char* text, long long min, long long max,
                      long long* value)
{
    char* end = NULL;
    errno = 0;
    long long v = strtoll(text, &end, 10);
    if (!is_decimal(text, "0123456789+-") || *end != '\0') {
        taut_complain("%s %s: not a whole number", name, text);
        return false;
    }
    if (errno == ERANGE || v < min || v > max) {
        char low[32];
        char high[32];
        taut_complain("%s %s is out of range: %s to %s", name, text,
                      taut_group_digits(min, low, sizeof low),
                      taut_group_digits(max, high, sizeof high));
        return false;
    }
    *value = v;
    return true;
}

bool taut_parse_number(const char* name, const char* text, double* value)
{
    char* end = NULL;
    double v = strtod(text, &end);
    if (!is_decimal(text, "0123456789+-.eE") || *end != '\0') {
        taut_complain("%s %s: not a number", name, text);
        return false;
    }
    if (!isfinite(v)) {
        taut_complain("%s %s is out of range: too large", name, text);
        return false;
    }
    *value = v;
    return true;
}

bool taut_parse_dt(const char* name, const char* text, float* dt)
{
    double v = 0.0;
    if (!taut_parse_number(name, text, &v)) {
        return false;
    }
    // Checked as the float it will be: 1e-60 is 0 then.
    float f = v >= 0.0 && v <= 1.0 ? (float)v : 0.0f;
    if (!(f > 0.0f)) {
        taut_complain("%s %s is out of range: seconds, above 0 and at most 1", name, text);
        return false;
    }
    *dt = f;
    return true;
}

// Checked as the float it will be.
static bool parse_above_0(const char* name, const char* text, const char* number, double scale,
                          float most, float* value)
{
    double v = 0.0;
    if (!taut_parse_number(name, number, &v)) {
        return false;
    }
    v *= scale;
    float f = v >= 0.0 && v <= (double)most ? (float)v : 0.0f;
    if (!(f > 0.0f)) {
        taut_complain("%s %s is out of range: above 0 and at most %g", name, text, (double)most);
        return false;
    }
    *value = f;
    return true;
}

bool taut_parse_microseconds(const char* name, const char* text, float* microseconds)
{
    return parse_above_0(name, text, text, 1.0, 1e9f, microseconds);
}

bool taut_parse_part(const char* name, const char* text, float* part)
{
    char number[64];
    size_t length = strlen(text);
    bool percent = length > 1 && length < sizeof number && text[length - 1] == '%';
    snprintf(number, sizeof number, "%.*s", percent ? (int)length - 1 : 63, text);
    return parse_above_0(name, text, number, percent ? 0.01 : 1.0, 10.0f, part);
}

bool taut_parse_range(const char* name, const char* text, long long max, int* low, int* high)
{
    const char* colon = strchr(text, ':');
    char first[32];
    if (!colon || colon - text >= (ptrdiff_t)sizeof first) {
        taut_complain("%s %s: expected A:B, for instance 4:120", name, text);
        return false;
    }
    snprintf(first, sizeof first, "%.*s", (int)(colon - text), text);
    long long a = 0;
    long long b = 0;
    if (!taut_parse_whole(name, first, 1, max, &a) ||
        !taut_parse_whole(name, colon + 1, 1, max, &b)) {
        return false;
    }
    if (a > b) {
        taut_complain("%s %s: the first number must not exceed the second", name, text);
        return false;
    }
    *low = (int)a;
    *high = (int)b;
    return true;
}

bool taut_parse_hash(const char* name, const char* text, uint64_t* hash)
{
    size_t length = strlen(text);
    if (length != 16 || strspn(text, "0123456789abcdefABCDEF") != length) {
        taut_complain("%s %s: a hash has 16 hexadecimal digits", name, text);
        return false;
    }
    *hash = strtoull(text, NULL, 16);
    return true;
}

bool taut_parse_threads(const char* name, const char* text, int* threads)
{
    long long v = 0;
    if (!taut_parse_whole(name, text, 0, TAUT_CLI_MOST_THREADS, &v)) {
        return false;
    }
    int cores = v == 0 && taut_threads_are_built() ? taut_core_count() : 1;
    *threads = v > 0 ? (int)v : cores;
    return true;
}

bool taut_parse_solver(const char* text, int* solver)
{
    taut_guess guess = taut_guess_open(text);
    for (int i = 0; i < TAUT_SOLVER_KIND_COUNT; ++i) {
        const char* name = taut_solver_name((taut_solver_kind)i);
        if (strcmp(name, text) == 0) {
            *solver = i;
            return true;
        }
        taut_guess_offer(&guess, name);
    }
    taut_complain("there is no solver `%s`", text);
    taut_guess_print(&guess);
    fputs("Solvers:", stderr);
    for (int i = 0; i < TAUT_SOLVER_KIND_COUNT; ++i) {
        fprintf(stderr, "%s %s", i > 0 ? "," : "", taut_solver_name((taut_solver_kind)i));
    }
    fputs(".\n", stderr);
    return false;
}

bool taut_parse_file(const char* name, const char* ending, const char* text, const char** path)
{
    size_t length = strlen(text);
    size_t tail = strlen(ending);
    if (length <= tail || strcmp(text + length - tail, ending) != 0) {
        taut_complain("%s %s: the name of the file must end in %s", name, text, ending);
        return false;
    }
    *path = text;
    return true;
}

bool taut_can_write(const char* path)
{
    FILE* file = path ? fopen(path, "ab") : NULL;
    if (path && !file) {
        taut_complain("cannot write %s: %s", path, strerror(errno));
        return false;
    }
    if (file) {
        fclose(file);
    }
    return true;
}

// Backends ----------------------------------------------------------------------------------------

bool taut_backend_try(taut_backend_kind backend, taut_error* error)
{
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    taut_world* world = NULL;
    taut_result result = taut_world_create(&def, &world, error);
    taut_world_destroy(world);
    return result != TAUT_ERROR_BACKEND_UNAVAILABLE;
}

const char* taut_backend_trouble(const taut_error* error)
{
    const char* why = strstr(error->text, ": ");
    return why != NULL ? why + 2 : error->text;
}

bool taut_backend_is_there(taut_backend_kind backend)
{
    return taut_backend_try(backend, NULL);
}

void taut_backend_list(char* text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = TAUT_BACKEND_AUTO; i < TAUT_BACKEND_KIND_COUNT && used < size; ++i) {
        taut_backend_kind kind = (taut_backend_kind)i;
        if (taut_backend_is_there(kind)) {
            int n = snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                             taut_backend_name(kind));
            used += n > 0 ? (size_t)n : 0;
        }
    }
}

bool taut_parse_backend(const char* text, taut_backend_kind* backend)
{
    taut_guess guess = taut_guess_open(text);
    bool known = false;
    for (int i = TAUT_BACKEND_AUTO; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        taut_backend_kind kind = (taut_backend_kind)i;
        // Of `cuda` it is said why it is not to be had.
        if (kind == TAUT_BACKEND_CUDA || taut_backend_is_there(kind)) {
            taut_guess_offer(&guess, taut_backend_name(kind));
        }
        if (strcmp(taut_backend_name(kind), text) == 0) {
            known = true;
            *backend = kind;
        }
    }
    taut_error error = {0};
    if (known && taut_backend_try(*backend, &error)) {
        return true;
    }
    char list[128];
    taut_backend_list(list, sizeof list);
    if (known && *backend == TAUT_BACKEND_CUDA) {
        taut_complain("backend `cuda` is not to be had: %s", taut_backend_trouble(&error));
    } else if (known) {
        taut_complain("backend `%s` is not part of this build, or this machine lacks it", text);
    } else {
        taut_complain("there is no backend `%s`", text);
        taut_guess_print(&guess);
    }
    fprintf(stderr, "--backend takes %s\n", list);
    return false;
}
