// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The parts of the command line that can be tried without running it; tests/cli/run.sh runs it.
// Built with cli/json.c and cli/options.c.

#include "test.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/json.h"
#include "scenes/vary.h"

// What `write` writes, as text; "" when there is no temporary file.
static void capture(void (*write)(taut_json* json, const void* what), const void* what, char* text,
                    size_t size)
{
    text[0] = '\0';
    FILE* file = tmpfile();
    if (!file) {
        return;
    }
    taut_json json = taut_json_open(file);
    write(&json, what);
    rewind(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
}

static void write_double(taut_json* json, const void* what)
{
    taut_json_double(json, *(const double*)what);
}

static void write_float(taut_json* json, const void* what)
{
    taut_json_float(json, *(const float*)what);
}

static void write_string(taut_json* json, const void* what)
{
    taut_json_string(json, what);
}

// xorshift64 (Marsaglia 2003): bits of every kind.
static uint64_t next_bits(uint64_t* state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void check_double(double value)
{
    char text[64];
    capture(write_double, &value, text, sizeof text);
    if (!isfinite(value)) {
        CHECK_STR(text, "null");
        return;
    }
    double back = strtod(text, NULL);
    CHECK_MSG(back == value && signbit(back) == signbit(value), "%a came back as %s", value, text);
}

static void check_float(float value)
{
    char text[64];
    capture(write_float, &value, text, sizeof text);
    if (!isfinite(value)) {
        CHECK_STR(text, "null");
        return;
    }
    float back = strtof(text, NULL);
    CHECK_MSG(back == value && signbit(back) == signbit(value), "%a came back as %s", (double)value,
              text);
}

TEST(json_doubles_read_back_to_the_same_bits)
{
    double edges[] = {0.0,    -0.0, 1.0 / 3.0, 0.1,  1e300,       DBL_MAX,         -DBL_MIN,
                      5e-324, 1e21, 1e-7,      -1.5, 123456789.0, (double)INFINITY};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; ++i) {
        check_double(edges[i]);
    }
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 2000; ++i) {
        uint64_t bits = next_bits(&state);
        double value = 0.0;
        memcpy(&value, &bits, sizeof value);
        check_double(value);
    }
}

TEST(json_floats_read_back_to_the_same_bits)
{
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 2000; ++i) {
        uint32_t bits = (uint32_t)next_bits(&state);
        float value = 0.0f;
        memcpy(&value, &bits, sizeof value);
        check_float(value);
    }
}

TEST(json_numbers_are_as_short_as_they_can_be)
{
    double tenth = 0.1;
    float sixtieth = 1.0f / 60.0f;
    char text[64];
    capture(write_double, &tenth, text, sizeof text);
    CHECK_STR(text, "0.1");
    capture(write_float, &sixtieth, text, sizeof text);
    CHECK_STR(text, "0.016666668");
}

TEST(json_strings_are_quoted)
{
    char text[128];
    capture(write_string, "a \"b\" \\ c\n\t\x01", text, sizeof text);
    CHECK_STR(text, "\"a \\\"b\\\" \\\\ c\\n\\t\\u0001\"");
    capture(write_string, "\xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80", text, sizeof text);
    CHECK_STR(text, "\"\xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80\"");
    // A lone byte, an overlong slash, a surrogate, a character cut short by the end.
    capture(write_string, "\xff \xc0\xaf \xed\xa0\x80 \xe2\x82", text, sizeof text);
    CHECK_STR(text, "\"\\ufffd \\ufffd\\ufffd \\ufffd\\ufffd\\ufffd \\ufffd\\ufffd\"");
    capture(write_string, NULL, text, sizeof text);
    CHECK_STR(text, "null");
}

static void write_nested(taut_json* json, const void* what)
{
    (void)what;
    taut_json_begin_object(json, false);
    taut_json_put_integer(json, "a", -7);
    taut_json_key(json, "b");
    taut_json_begin_array(json, true);
    taut_json_bool(json, true);
    taut_json_begin_object(json, false);
    taut_json_put_hash(json, "h", 0x1fu);
    taut_json_end_object(json);
    taut_json_null(json);
    taut_json_end_array(json);
    taut_json_key(json, "c");
    taut_json_begin_object(json, false);
    taut_json_end_object(json);
    taut_json_end_object(json);
}

TEST(json_nests)
{
    char text[256];
    capture(write_nested, NULL, text, sizeof text);
    CHECK_STR(text, "{\n"
                    "  \"a\": -7,\n"
                    "  \"b\": [true, {\"h\": \"000000000000001f\"}, null],\n"
                    "  \"c\": {}\n"
                    "}\n");
}

TEST(edit_distance_counts_edits)
{
    CHECK_EQ_INT(taut_edit_distance("", ""), 0);
    CHECK_EQ_INT(taut_edit_distance("run", ""), 3);
    CHECK_EQ_INT(taut_edit_distance("", "run"), 3);
    CHECK_EQ_INT(taut_edit_distance("run", "run"), 0);
    CHECK_EQ_INT(taut_edit_distance("rnu", "run"), 1);
    CHECK_EQ_INT(taut_edit_distance("kitten", "sitting"), 3);
    CHECK_EQ_INT(taut_edit_distance("cloth-100", "cloth100"), 1);
    // Words longer than the table are compared by their beginning.
    char a[200];
    char b[200];
    memset(a, 'a', sizeof a);
    memset(b, 'a', sizeof b);
    a[sizeof a - 1] = b[sizeof b - 1] = '\0';
    b[0] = 'b';
    CHECK_EQ_INT(taut_edit_distance(a, b), 1);
}

TEST(guesses_are_near_or_none)
{
    static const char* const names[] = {"chain-12", "cloth-25x18", "cloth-100", "rope"};
    static const char* const cases[][2] = {
        {"chain12", "chain-12"},  {"cloth100", "cloth-100"}, {"rop", "rope"},
        {"cloth", "cloth-25x18"}, {"giraffe", NULL},         {"x", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        taut_guess guess = taut_guess_open(cases[i][0]);
        for (size_t j = 0; j < sizeof names / sizeof names[0]; ++j) {
            taut_guess_offer(&guess, names[j]);
        }
        CHECK_STR(guess.best, cases[i][1]);
    }
}

TEST(counts_and_switches_are_whole)
{
    static const taut_scene_param whole[] = {
        {"size", "particles along a side", 100.0, 3.0, 1024.0},
        {"tether", "0 or 1: a tether", 1.0, 0.0, 1.0},
        {"pins", "0 to 3 pins along the top", 3.0, 0.0, 3.0},
    };
    static const taut_scene_param real[] = {
        {"drag", "1/s", 2.0, 0.0, 100.0},
        {"drag", "1/s; 0.6 keeps 0.99 of the speed per frame", 1.0, 0.0, 100.0},
        {"wind", "mean speed, m/s", 7.0, 0.0, 30.0},
        {"weight", "kg", 2.0, 1.0, 1000.0},
        {"gather", "part of the way", 0.0, 0.0, 1.0},
        {"gather", "part of the way", 0.2, 0.0, 2.0},
        {"compliance", "of a link, m/N", 1.0, 0.0, 10.0},
    };
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; ++i) {
        CHECK_MSG(taut_scene_param_is_whole(&whole[i]), "%s", whole[i].about);
    }
    for (size_t i = 0; i < sizeof real / sizeof real[0]; ++i) {
        CHECK_MSG(!taut_scene_param_is_whole(&real[i]), "%s", real[i].about);
    }
    for (int i = 0; i < TAUT_SCENE_BODY_PARAM_COUNT; ++i) {  // factors
        CHECK_MSG(!taut_scene_param_is_whole(&taut_scene_body_params[i]), "%s",
                  taut_scene_body_params[i].key);
    }
}

TEST(digits_are_grouped)
{
    char text[32];
    CHECK_STR(taut_group_digits(0, text, sizeof text), "0");
    CHECK_STR(taut_group_digits(999, text, sizeof text), "999");
    CHECK_STR(taut_group_digits(59002, text, sizeof text), "59,002");
    CHECK_STR(taut_group_digits(-1234567, text, sizeof text), "-1,234,567");
    CHECK_STR(taut_group_digits(-123, text, sizeof text), "-123");
    CHECK_STR(taut_group_digits(INT64_MIN, text, sizeof text), "-9,223,372,036,854,775,808");
}
