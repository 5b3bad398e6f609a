// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What play.c needs of scripts.

#pragma once

#include "play.h"

#define TAUT_PLAY_NAME 64
#define TAUT_PLAY_VERSION 2  // of scripts that are written
#define TAUT_PLAY_LATE 2     // from here on bodies that come later take what was set for all

// How many of what an act has; points -1 for any number.
typedef struct taut_play_form {
    const char* name;
    int ints, floats, points;
} taut_play_form;

// NULL for no verb.
const taut_play_form* taut_play_form_of(int verb);

void taut_play_write_act(taut_play* play, const taut_play_act* act);

// A place in a script.
typedef struct taut_play_reader {
    const unsigned char* data;
    size_t size, at;
    int frame;  // of the last act read
    taut_play_point from;
    uint64_t hash;  // of the end
    int version;
} taut_play_reader;

// All false where the bytes are not those of a script.
bool taut_play_read_head(taut_play_reader* r, char name[TAUT_PLAY_NAME], taut_scene_options* o);
bool taut_play_read_act(taut_play_reader* r, taut_play_act* act);

// The bytes of a text; what stands before "run=" is passed over. The caller frees bytes->data.
bool taut_play_decode(const char* text, taut_play_bytes* bytes);
