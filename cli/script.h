// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Runs that somebody played, as the playground puts them into links (scenes/play.h).

#pragma once

#include "scenes/play.h"

// What --replay was given as the text of a script: an address with "run=", the letters themselves,
// or a file of either. NULL where it is none, and for files that begin as a tape does. The caller
// frees it.
char* taut_script_text(const char* given);

// Says why --replay without the name of a scene has nothing to go by.
void taut_script_complain(const char* given);

// Which scene it is of, which must be `named` unless that is NULL, and how it was opened; backend
// and threads of the options stay. A sentence and false when it cannot be used.
bool taut_script_open(const char* text, const char* named, const taut_scene** scene,
                      taut_scene_options* options);

// Has an open run do it again.
bool taut_script_replay(taut_play* play, taut_scene_run* run, const char* text);

// After the run: whether it came out as it was written. A sentence and false where not.
bool taut_script_matches(const taut_play* play);

// After a replay that came out as it was recorded, for whoever asked.
void taut_script_tell_same(bool asked, const taut_scene_run* run);
