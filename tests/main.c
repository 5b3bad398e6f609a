// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Runs the cases of one test program: all of them, or those named on the command line.
// Exit code: 0 passed, 1 some case failed, 2 no such case.

#include "test.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// cases.inc is written by tests/CMakeLists.txt: TEST_CASE(name) for each TEST(name).
#define TEST_CASE(name) void taut_test_case_##name(void);
#include "cases.inc"
#undef TEST_CASE

typedef struct taut_test_case {
    const char* name;
    void (*run)(void);
} taut_test_case;

static const taut_test_case cases[] = {
#define TEST_CASE(name) {#name, taut_test_case_##name},
#include "cases.inc"
#undef TEST_CASE
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

// A loop that fails a million times says no more than its first twenty lines.
enum { MOST_PRINTED = 20 };

// The one place in the project with state of its own: a macro in a test has nowhere else to count.
static long check_count;
static long failure_count;

void taut_test_count_check(void)
{
    ++check_count;
}

void taut_test_fail(const char* file, int line, const char* expression, const char* format, ...)
{
    if (++failure_count > MOST_PRINTED) {
        return;
    }
    printf("%s:%d: %s: ", file, line, expression);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

void taut_test_near(const char* file, int line, const char* expression, double a, double b,
                    double tolerance)
{
    taut_test_count_check();
    // The equality lets infinities match; the negation makes a NaN fail.
    if (a == b || fabs(a - b) <= tolerance) {
        return;
    }
    taut_test_fail(file, line, expression, "%.9g and %.9g differ by %.3g, allowed %.3g", a, b,
                   fabs(a - b), tolerance);
}

void taut_test_equal_int(const char* file, int line, const char* expression, long long a,
                         long long b)
{
    taut_test_count_check();
    if (a != b) {
        taut_test_fail(file, line, expression, "%lld is not %lld", a, b);
    }
}

void taut_test_equal_u64(const char* file, int line, const char* expression, uint64_t a, uint64_t b)
{
    taut_test_count_check();
    if (a != b) {
        taut_test_fail(file, line, expression, "%016" PRIx64 " is not %016" PRIx64, a, b);
    }
}

void taut_test_equal_string(const char* file, int line, const char* expression, const char* a,
                            const char* b)
{
    taut_test_count_check();
    if (a == b || (a != NULL && b != NULL && strcmp(a, b) == 0)) {
        return;
    }
    taut_test_fail(file, line, expression, "\"%s\" is not \"%s\"", a != NULL ? a : "(NULL)",
                   b != NULL ? b : "(NULL)");
}

// True when the case passed.
static int run_case(const taut_test_case* test)
{
    check_count = 0;
    failure_count = 0;
    test->run();
    if (check_count == 0) {
        printf("%s: made no check\n", test->name);
        ++failure_count;
    }
    if (failure_count > MOST_PRINTED) {
        printf("... %ld failures in all\n", failure_count);
    }
    printf("%s %s (%ld checks)\n", failure_count == 0 ? "ok  " : "FAIL", test->name, check_count);
    return failure_count == 0;
}

static const taut_test_case* find_case(const char* name)
{
    for (int i = 0; i < CASE_COUNT; ++i) {
        if (strcmp(cases[i].name, name) == 0) {
            return &cases[i];
        }
    }
    return NULL;
}

static int run_named(int count, char** names)
{
    int passed = 0;
    for (int i = 0; i < count; ++i) {
        const taut_test_case* test = find_case(names[i]);
        if (test == NULL) {
            printf("no case named %s; --list shows them\n", names[i]);
            return 2;
        }
        passed += run_case(test);
    }
    return passed == count ? 0 : 1;
}

static int run_all(void)
{
    int passed = 0;
    for (int i = 0; i < CASE_COUNT; ++i) {
        passed += run_case(&cases[i]);
    }
    printf("%d of %d cases passed\n", passed, (int)CASE_COUNT);
    return passed == CASE_COUNT ? 0 : 1;
}

int main(int argc, char** argv)
{
    // Whole lines, so that a crash keeps what was said before it.
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        for (int i = 0; i < CASE_COUNT; ++i) {
            printf("%s\n", cases[i].name);
        }
        return 0;
    }
    return argc > 1 ? run_named(argc - 1, argv + 1) : run_all();
}
