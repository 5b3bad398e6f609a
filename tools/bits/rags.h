// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A scene for the hash matrix alone.

#pragma once

#include "scenes/scene.h"

extern const taut_scene taut_bits_rags;
