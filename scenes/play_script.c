// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Scripts as bytes and as text. Whole numbers are written seven bits to a byte, lowest first, with
// the sign in the lowest bit; points as steps from the last point, which for a hand on its way are
// small; floats as their four bytes. A version, the scene and how it was opened come first, then
// for each act the frames since the last one, the verb, and what its line in TAUT_PLAY_LIST says.

#include "play_script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FRAMES 100000000

static const taut_play_form forms[TAUT_PLAY_VERB_COUNT] = {
#define X(NAME, name, ints, floats, points) {#name, ints, floats, points},
    TAUT_PLAY_LIST(X)
#undef X
};

const taut_play_form* taut_play_form_of(int verb)
{
    return verb >= 0 && verb < TAUT_PLAY_VERB_COUNT ? &forms[verb] : NULL;
}

// Writing -----------------------------------------------------------------------------------------

static void put_byte(taut_play_bytes* b, unsigned value)
{
    if (b->size == b->capacity) {
        size_t capacity = b->capacity > 0 ? 2 * b->capacity : 256;
        unsigned char* grown = b->full ? NULL : realloc(b->data, capacity);
        if (!grown) {
            b->full = true;
            return;
        }
        b->data = grown;
        b->capacity = capacity;
    }
    b->data[b->size++] = (unsigned char)(value & 0xff);
}

static void put_whole(taut_play_bytes* b, int64_t value)
{
    uint64_t rest = value < 0 ? (((uint64_t)(-(value + 1)) << 1) | 1) : (uint64_t)value << 1;
    while (rest >= 0x80) {
        put_byte(b, (unsigned)(rest & 0x7f) | 0x80);
        rest >>= 7;
    }
    put_byte(b, (unsigned)rest);
}

static void put_bits(taut_play_bytes* b, uint64_t bits, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        put_byte(b, (unsigned)(bits >> (8 * i)) & 0xff);
    }
}

static void put_float(taut_play_bytes* b, float value)
{
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    put_bits(b, bits, 4);
}

static void put_double(taut_play_bytes* b, double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    put_bits(b, bits, 8);
}

static void put_point(taut_play_bytes* b, taut_play_point* from, taut_play_point to)
{
    put_whole(b, (int64_t)to.x - from->x);
    put_whole(b, (int64_t)to.y - from->y);
    put_whole(b, (int64_t)to.z - from->z);
    *from = to;
}

void taut_play_write_act(taut_play* play, const taut_play_act* act)
{
    const taut_play_form* form = &forms[act->verb];
    taut_play_bytes* b = &play->written;
    size_t before = b->size;
    put_whole(b, play->run->frame - play->written_frame);
    put_byte(b, (unsigned)act->verb);
    for (int i = 0; i < form->ints; ++i) {
        put_whole(b, act->ints[i]);
    }
    for (int i = 0; i < form->floats; ++i) {
        put_float(b, act->floats[i]);
    }
    if (form->points < 0) {
        put_whole(b, act->point_count);
    }
    for (int i = 0; i < act->point_count; ++i) {
        put_point(b, &play->written_from, act->points[i]);
    }
    play->written_frame = play->run->frame;
    b->size = b->full ? before : b->size;  // no half of an act
}

static void put_head(taut_play_bytes* b, const taut_play* play)
{
    const taut_scene_run* run = play->run;
    const taut_scene_options* o = &run->options;
    size_t length = strlen(run->scene->name);
    put_byte(b, play->early ? TAUT_PLAY_LATE - 1 : TAUT_PLAY_VERSION);
    put_whole(b, (int64_t)length);
    for (size_t i = 0; i < length; ++i) {
        put_byte(b, (unsigned char)run->scene->name[i]);
    }
    put_float(b, o->dt);
    put_whole(b, o->substeps);
    put_whole(b, o->iterations);
    put_whole(b, o->solver);
    put_byte(b, o->no_direct ? 1 : 0);
    put_float(b, o->spare);
    for (int i = 0; i < TAUT_SCENE_MAX_PARAMS; ++i) {
        if (o->param_set[i]) {
            put_whole(b, i);
            put_double(b, o->param[i]);
        }
    }
    put_whole(b, -1);
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// Four letters for three bytes, the rest without padding.
static size_t put_text(const taut_play_bytes* b, char* text, size_t capacity)
{
    size_t length = (b->size * 4 + 2) / 3;
    if (length >= capacity) {
        return length;
    }
    for (size_t i = 0; i < length; ++i) {
        size_t bit = 6 * i;
        unsigned pair = (unsigned)b->data[bit / 8] << 8;
        pair |= bit / 8 + 1 < b->size ? b->data[bit / 8 + 1] : 0;
        text[i] = letters[(pair >> (10 - bit % 8)) & 63];
    }
    text[length] = '\0';
    return length;
}

size_t taut_play_script(taut_play* play, char* text, size_t capacity)
{
    taut_play_bytes b = {0};
    put_head(&b, play);
    for (size_t i = 0; i < play->written.size; ++i) {
        put_byte(&b, play->written.data[i]);
    }
    put_whole(&b, play->run->frame - play->written_frame);
    put_byte(&b, TAUT_PLAY_END);
    put_bits(&b, taut_scene_hash(play->run), 8);
    size_t length = b.full || play->written.full ? 0 : put_text(&b, text, capacity);
    free(b.data);
    return length;
}

// Reading -----------------------------------------------------------------------------------------

static bool get_byte(taut_play_reader* r, unsigned* value)
{
    if (r->at >= r->size) {
        return false;
    }
    *value = r->data[r->at++];
    return true;
}

static bool get_whole(taut_play_reader* r, int64_t least, int64_t most, int64_t* value)
{
    uint64_t bits = 0;
    unsigned byte = 0x80;
    for (int shift = 0; (byte & 0x80) != 0; shift += 7) {
        if (shift > 56 || !get_byte(r, &byte)) {
            return false;
        }
        bits |= (uint64_t)(byte & 0x7f) << shift;
    }
    *value = (bits & 1) != 0 ? -(int64_t)(bits >> 1) - 1 : (int64_t)(bits >> 1);
    return *value >= least && *value <= most;
}

static bool get_int(taut_play_reader* r, int least, int most, int* value)
{
    int64_t wide = 0;
    bool ok = get_whole(r, least, most, &wide);
    *value = ok ? (int)wide : 0;
    return ok;
}

static bool get_bits(taut_play_reader* r, int bytes, uint64_t* bits)
{
    *bits = 0;
    for (int i = 0; i < bytes; ++i) {
        unsigned byte = 0;
        if (!get_byte(r, &byte)) {
            return false;
        }
        *bits |= (uint64_t)byte << (8 * i);
    }
    return true;
}

static bool get_float(taut_play_reader* r, float* value)
{
    uint64_t bits = 0;
    bool ok = get_bits(r, 4, &bits);
    uint32_t low = (uint32_t)bits;
    memcpy(value, &low, sizeof low);
    return ok;
}

static bool get_double(taut_play_reader* r, double* value)
{
    uint64_t bits = 0;
    bool ok = get_bits(r, 8, &bits);
    memcpy(value, &bits, sizeof bits);
    return ok;
}

static bool get_step(taut_play_reader* r, int32_t* value)
{
    int64_t step = 0;
    if (!get_whole(r, -(INT64_C(1) << 32), INT64_C(1) << 32, &step)) {
        return false;
    }
    int64_t to = *value + step;
    *value = to >= INT32_MIN && to <= INT32_MAX ? (int32_t)to : 0;
    return to >= INT32_MIN && to <= INT32_MAX;
}

static bool get_points(taut_play_reader* r, int count, taut_play_act* act)
{
    if (count < 0 && !get_int(r, 2, TAUT_PLAY_POINTS, &count)) {
        return false;
    }
    act->point_count = count;
    for (int i = 0; i < count; ++i) {
        if (!get_step(r, &r->from.x) || !get_step(r, &r->from.y) || !get_step(r, &r->from.z)) {
            return false;
        }
        act->points[i] = r->from;
    }
    return true;
}

bool taut_play_read_act(taut_play_reader* r, taut_play_act* act)
{
    unsigned verb = 0;
    int frames = 0;
    *act = (taut_play_act){.verb = TAUT_PLAY_END};
    if (!get_int(r, 0, MOST_FRAMES, &frames) || !get_byte(r, &verb) ||
        verb >= TAUT_PLAY_VERB_COUNT || frames > MOST_FRAMES - r->frame) {
        return false;
    }
    r->frame += frames;
    act->verb = (taut_play_verb)verb;
    const taut_play_form* form = &forms[verb];
    for (int i = 0; i < form->ints; ++i) {
        if (!get_int(r, INT32_MIN, INT32_MAX, &act->ints[i])) {
            return false;
        }
    }
    for (int i = 0; i < form->floats; ++i) {
        if (!get_float(r, &act->floats[i])) {
            return false;
        }
    }
    return get_points(r, form->points, act) && (verb != TAUT_PLAY_END || get_bits(r, 8, &r->hash));
}

static bool get_params(taut_play_reader* r, taut_scene_options* o)
{
    for (;;) {
        int i = 0;
        if (!get_int(r, -1, TAUT_SCENE_MAX_PARAMS - 1, &i)) {
            return false;
        }
        if (i < 0) {
            return true;
        }
        o->param_set[i] = true;
        if (!get_double(r, &o->param[i])) {
            return false;
        }
    }
}

bool taut_play_read_head(taut_play_reader* r, char name[TAUT_PLAY_NAME], taut_scene_options* o)
{
    unsigned version = 0, flags = 0;
    int length = 0;
    bool known = get_byte(r, &version) && version >= 1 && version <= TAUT_PLAY_VERSION;
    r->version = (int)version;
    if (!known || !get_int(r, 1, TAUT_PLAY_NAME - 1, &length)) {
        return false;
    }
    for (int i = 0; i < length; ++i) {
        unsigned letter = 0;
        if (!get_byte(r, &letter)) {
            return false;
        }
        name[i] = (char)letter;
    }
    name[length] = '\0';
    *o = taut_scene_options_default();
    bool ok = get_float(r, &o->dt) && get_int(r, 0, 10000, &o->substeps) &&
              get_int(r, 0, 10000, &o->iterations) &&
              get_int(r, -1, TAUT_SOLVER_KIND_COUNT - 1, &o->solver) && get_byte(r, &flags) &&
              get_float(r, &o->spare) && get_params(r, o);
    o->no_direct = (flags & 1) != 0;
    return ok;
}

// Text --------------------------------------------------------------------------------------------

static int value_of(char letter)
{
    const char* at = letter != '\0' ? strchr(letters, letter) : NULL;
    return at ? (int)(at - letters) : -1;
}

// In an address other keys may stand beside it, and in theirs "run=".
static const char* after_key(const char* text)
{
    const char* at = text;
    while ((at = strstr(at, "run=")) != NULL) {
        if (at == text || at[-1] == '#' || at[-1] == '&' || at[-1] == '?') {
            return at + 4;
        }
        at += 4;
    }
    return text;
}

bool taut_play_decode(const char* text, taut_play_bytes* bytes)
{
    text = after_key(text);
    unsigned held = 0;
    int bits = 0;
    for (; value_of(*text) >= 0; ++text) {
        held = (held << 6) | (unsigned)value_of(*text);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            put_byte(bytes, (held >> bits) & 0xff);
        }
    }
    while (*text == '\n' || *text == '\r' || *text == ' ' || *text == '\t') {
        ++text;
    }
    return (*text == '\0' || *text == '&') && bytes->size > 0 && !bytes->full;
}
