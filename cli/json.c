// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "json.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

taut_json taut_json_open(FILE* out)
{
    taut_json json = {.out = out};
    return json;
}

// Structure ---------------------------------------------------------------------------------------

static void new_line(const taut_json* json)
{
    fputc('\n', json->out);
    for (int i = 0; i < json->depth; ++i) {
        fputs("  ", json->out);
    }
}

// What stands between the previous thing and the next.
static void separate(taut_json* json)
{
    if (json->after_key) {
        json->after_key = false;
        return;
    }
    bool* filled = &json->filled[json->depth];
    if (json->depth > 0) {
        if (*filled) {
            fputc(',', json->out);
        }
        if (!json->flat[json->depth]) {
            new_line(json);
        } else if (*filled) {
            fputc(' ', json->out);
        }
    }
    *filled = true;
}

static void begin(taut_json* json, char bracket, bool flat)
{
    separate(json);
    fputc(bracket, json->out);
    bool inherited = json->flat[json->depth];
    if (json->depth + 1 < TAUT_JSON_MAX_DEPTH) {
        json->depth += 1;
    }
    json->filled[json->depth] = false;
    json->flat[json->depth] = flat || inherited;
}

static void end(taut_json* json, char bracket)
{
    bool empty = !json->filled[json->depth];
    bool flat = json->flat[json->depth];
    if (json->depth > 0) {
        json->depth -= 1;
    }
    if (!empty && !flat) {
        new_line(json);
    }
    fputc(bracket, json->out);
    if (json->depth == 0) {
        fputc('\n', json->out);
    }
}

void taut_json_begin_object(taut_json* json, bool flat)
{
    begin(json, '{', flat);
}

void taut_json_end_object(taut_json* json)
{
    end(json, '}');
}

void taut_json_begin_array(taut_json* json, bool flat)
{
    begin(json, '[', flat);
}

void taut_json_end_array(taut_json* json)
{
    end(json, ']');
}

// Strings -----------------------------------------------------------------------------------------

// Bytes of the UTF-8 character at s (RFC 3629: no overlong forms, no surrogates, nothing above
// U+10FFFF), or 0 when there is none.
static int utf8_length(const unsigned char* s)
{
    if (s[0] < 0x80) {
        return 1;
    }
    int length = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
                 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                               : 0;
    for (int i = 1; i < length; ++i) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xed && s[1] >= 0xa0;
    bool too_large = s[0] == 0xf4 && s[1] >= 0x90;
    return overlong || surrogate || too_large ? 0 : length;
}

static void write_ascii(FILE* out, unsigned char c)
{
    if (c == '"' || c == '\\') {
        fputc('\\', out);
        fputc(c, out);
    } else if (c == '\n') {
        fputs("\\n", out);
    } else if (c == '\t') {
        fputs("\\t", out);
    } else if (c < 0x20 || c == 0x7f) {
        fprintf(out, "\\u%04x", (unsigned)c);
    } else {
        fputc(c, out);
    }
}

static void write_quoted(FILE* out, const char* text)
{
    const unsigned char* s = (const unsigned char*)text;
    fputc('"', out);
    while (*s) {
        int length = utf8_length(s);
        if (length == 1) {
            write_ascii(out, *s);
        } else if (length > 1) {
            fwrite(s, 1, (size_t)length, out);
        } else {
            fputs("\\ufffd", out);  // a file name, say, in another encoding
        }
        s += length > 0 ? length : 1;
    }
    fputc('"', out);
}

void taut_json_key(taut_json* json, const char* key)
{
    separate(json);
    write_quoted(json->out, key);
    fputs(": ", json->out);
    json->after_key = true;
}

void taut_json_string(taut_json* json, const char* text)
{
    if (!text) {
        taut_json_null(json);
        return;
    }
    separate(json);
    write_quoted(json->out, text);
}

void taut_json_hash(taut_json* json, uint64_t hash)
{
    separate(json);
    fprintf(json->out, "\"%016llx\"", (unsigned long long)hash);
}

// Numbers -----------------------------------------------------------------------------------------

// A locale may have written another decimal point, of several bytes even.
static void write_number(FILE* out, const char* text)
{
    bool foreign = false;
    for (const char* s = text; *s; ++s) {
        if (strchr("0123456789+-.eE", *s)) {
            fputc(*s, out);
            foreign = false;
        } else if (!foreign) {
            fputc('.', out);
            foreign = true;
        }
    }
}

void taut_json_double(taut_json* json, double value)
{
    if (!isfinite(value)) {
        taut_json_null(json);
        return;
    }
    char text[64];
    for (int digits = 15; digits <= 17; ++digits) {  // 17 always do for a double
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    separate(json);
    write_number(json->out, text);
}

void taut_json_float(taut_json* json, float value)
{
    if (!isfinite(value)) {
        taut_json_null(json);
        return;
    }
    char text[64];
    for (int digits = 6; digits <= 9; ++digits) {  // 9 always do for a float
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value) {
            break;
        }
    }
    separate(json);
    write_number(json->out, text);
}

void taut_json_integer(taut_json* json, long long value)
{
    separate(json);
    fprintf(json->out, "%lld", value);
}

void taut_json_bool(taut_json* json, bool value)
{
    separate(json);
    fputs(value ? "true" : "false", json->out);
}

void taut_json_null(taut_json* json)
{
    separate(json);
    fputs("null", json->out);
}

// With a key --------------------------------------------------------------------------------------

void taut_json_put_string(taut_json* json, const char* key, const char* text)
{
    taut_json_key(json, key);
    taut_json_string(json, text);
}

void taut_json_put_double(taut_json* json, const char* key, double value)
{
    taut_json_key(json, key);
    taut_json_double(json, value);
}

void taut_json_put_float(taut_json* json, const char* key, float value)
{
    taut_json_key(json, key);
    taut_json_float(json, value);
}

void taut_json_put_integer(taut_json* json, const char* key, long long value)
{
    taut_json_key(json, key);
    taut_json_integer(json, value);
}

void taut_json_put_bool(taut_json* json, const char* key, bool value)
{
    taut_json_key(json, key);
    taut_json_bool(json, value);
}

void taut_json_put_hash(taut_json* json, const char* key, uint64_t hash)
{
    taut_json_key(json, key);
    taut_json_hash(json, hash);
}
