// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "choices.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#define HEAD "taut choices 1"
#define LINE_SIZE 64

bool taut_choices_write(const char* path, const taut_simulation* simulation)
{
    FILE* file = fopen(path, "wb");
    if (!file) {
        return false;
    }
    bool ok = fprintf(file, HEAD "\n") > 0;
    for (int i = 0; ok && i < simulation->count; ++i) {
        ok = fprintf(file, "%d\n", simulation->taken[i].substeps) > 0;
    }
    int error = errno;
    if (fclose(file) != 0 || !ok) {
        errno = ok ? errno : error;
        return false;
    }
    return true;
}

static bool read_line(FILE* file, char* line)
{
    if (!fgets(line, LINE_SIZE, file)) {
        return false;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

static bool read_numbers(FILE* file, const char* path, int count, int32_t* numbers)
{
    char line[LINE_SIZE] = "";
    if (!read_line(file, line) || strcmp(line, HEAD) != 0) {
        taut_complain("%s is no file of choices: its first line is not `" HEAD "`", path);
        return false;
    }
    for (int i = 0; i < count; ++i) {
        if (!read_line(file, line)) {
            taut_complain("%s has %d numbers, the run has %d frames", path, i, count);
            return false;
        }
        char* end = NULL;
        long n = strtol(line, &end, 10);
        if (end == line || *end != '\0' || n < 1 || n > TAUT_CLI_MOST_SUBSTEPS) {
            taut_complain("%s, line %d: `%s` is no whole number from 1 to %d", path, i + 2, line,
                          TAUT_CLI_MOST_SUBSTEPS);
            return false;
        }
        numbers[i] = (int32_t)n;
    }
    return true;
}

bool taut_choices_read(const char* path, int count, int32_t** choices)
{
    FILE* file = fopen(path, "rb");
    if (!file) {
        taut_complain("cannot read %s: %s", path, strerror(errno));
        return false;
    }
    *choices = malloc((size_t)count * sizeof **choices);
    bool ok = *choices != NULL;
    if (!ok) {
        taut_complain("out of memory for %d choices", count);
    }
    ok = ok && read_numbers(file, path, count, *choices);
    if (!ok) {
        free(*choices);
        *choices = NULL;
    }
    fclose(file);
    return ok;
}
