// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the files of the page's module share. JavaScript calls their exports; numbers go through one
// array of doubles, words through one buffer of text.

#pragma once

#include "scenes/play.h"

#define EXPORT(name) __attribute__((export_name(#name)))

#define NUMBERS 512

extern double taut_web_numbers[NUMBERS];

// Puts a sentence into the text; 0, for functions that say whether they could.
int taut_web_fail(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Puts words into the text; NULL: none.
void taut_web_say(const char* words);

// Room for `size` bytes of text; NULL when there is none.
char* taut_web_text(size_t size);

// The scene that is open: world_count is 0 when none is.
taut_scene_run* taut_play_run(void);

// Hands in it.
taut_play* taut_play_now(void);
