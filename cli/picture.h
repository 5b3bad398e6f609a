// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A picture of a running scene: its bodies as cloth, tubes and spheres, on a floor, seen by the
// scene's own camera. A scene of several worlds shows them side by side, in their order.

#pragma once

#include "scenes/scene.h"

// Writes a PNG of what the run's looks name, as it stands now. The run is not const only because
// normals are made on demand; nothing that steps is changed.
// @param error receives a sentence on failure
bool taut_picture_write(taut_scene_run* run, const char* path, int width, int height, char* error,
                        size_t error_size);
