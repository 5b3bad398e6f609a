// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A scene that is there to be timed: many small cloths in one world.

#pragma once

#include "scenes/scene.h"

extern const taut_scene taut_wasm_cloths;
