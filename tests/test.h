// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The test harness. A file tests/test_<topic>.c is one program; each TEST in it is one CTest entry
// named <topic>.<case>:
//
//     #include "test.h"
//
//     TEST(distance_keeps_pinned_pair_still)
//     {
//         REQUIRE(world != NULL);
//         CHECK_NEAR(moved, 0.0, 1e-6);  // and why this tolerance
//     }
//
// `TEST(` stands at the start of a line: CMake reads the names from there and writes the table that
// main.c runs. Names that begin with long_ carry the CTest label `long`. A failed check is printed
// and the case goes on; a failed REQUIRE also returns from the function it stands in. A case that
// checks nothing fails, because it could not have failed otherwise.

#pragma once

#include <stddef.h>
#include <stdint.h>

#define TEST(name)                                                                                 \
    void taut_test_case_##name(void);                                                              \
    void taut_test_case_##name(void)

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        taut_test_count_check();                                                                   \
        if (!(condition)) {                                                                        \
            taut_test_fail(__FILE__, __LINE__, #condition, "is false");                            \
        }                                                                                          \
    } while (0)

// CHECK_MSG(condition, format, ...): the message, as for printf, says what the numbers were.
#define CHECK_MSG(condition, ...)                                                                  \
    do {                                                                                           \
        taut_test_count_check();                                                                   \
        if (!(condition)) {                                                                        \
            taut_test_fail(__FILE__, __LINE__, #condition, __VA_ARGS__);                           \
        }                                                                                          \
    } while (0)

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        taut_test_count_check();                                                                   \
        if (!(condition)) {                                                                        \
            taut_test_fail(__FILE__, __LINE__, #condition, "is false, and the case needs it");     \
            return;                                                                                \
        }                                                                                          \
    } while (0)

// Passes when a and b are equal or |a - b| <= tolerance; a NaN on either side fails.
#define CHECK_NEAR(a, b, tolerance)                                                                \
    taut_test_near(__FILE__, __LINE__, #a " near " #b, (double)(a), (double)(b),                   \
                   (double)(tolerance))

#define CHECK_EQ_INT(a, b)                                                                         \
    taut_test_equal_int(__FILE__, __LINE__, #a " == " #b, (long long)(a), (long long)(b))

// For hashes and bits: prints in hexadecimal.
#define CHECK_EQ_U64(a, b)                                                                         \
    taut_test_equal_u64(__FILE__, __LINE__, #a " == " #b, (uint64_t)(a), (uint64_t)(b))

// Equal strings, or both NULL.
#define CHECK_STR(a, b) taut_test_equal_string(__FILE__, __LINE__, #a " == " #b, (a), (b))

// What the macros call; in tests/main.c.
void taut_test_count_check(void);
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void taut_test_fail(const char* file, int line, const char* expression, const char* format, ...);
void taut_test_near(const char* file, int line, const char* expression, double a, double b,
                    double tolerance);
void taut_test_equal_int(const char* file, int line, const char* expression, long long a,
                         long long b);
void taut_test_equal_u64(const char* file, int line, const char* expression, uint64_t a,
                         uint64_t b);
void taut_test_equal_string(const char* file, int line, const char* expression, const char* a,
                            const char* b);
