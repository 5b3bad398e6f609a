// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Writes JSON (RFC 8259) as it goes. Numbers have as many digits as they need to be read back to
// the same bits; NaN and infinities, which JSON lacks, become null; the locale has no say.

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define TAUT_JSON_MAX_DEPTH 16

typedef struct taut_json {
    FILE* out;
    int depth;
    bool filled[TAUT_JSON_MAX_DEPTH];  // something has been written at this depth
    bool flat[TAUT_JSON_MAX_DEPTH];    // all on one line from this depth on
    bool after_key;
} taut_json;

taut_json taut_json_open(FILE* out);

// Objects and arrays. `flat` ones stay on one line.
void taut_json_begin_object(taut_json* json, bool flat);
void taut_json_end_object(taut_json* json);
void taut_json_begin_array(taut_json* json, bool flat);
void taut_json_end_array(taut_json* json);

// Inside an object, before each value.
void taut_json_key(taut_json* json, const char* key);

void taut_json_string(taut_json* json, const char* text);  // NULL becomes null
void taut_json_double(taut_json* json, double value);
void taut_json_float(taut_json* json, float value);
void taut_json_integer(taut_json* json, long long value);
void taut_json_bool(taut_json* json, bool value);
void taut_json_null(taut_json* json);
void taut_json_hash(taut_json* json, uint64_t hash);  // a string of 16 hexadecimal digits

// The same with a key.
void taut_json_put_string(taut_json* json, const char* key, const char* text);
void taut_json_put_double(taut_json* json, const char* key, double value);
void taut_json_put_float(taut_json* json, const char* key, float value);
void taut_json_put_integer(taut_json* json, const char* key, long long value);
void taut_json_put_bool(taut_json* json, const char* key, bool value);
void taut_json_put_hash(taut_json* json, const char* key, uint64_t hash);
