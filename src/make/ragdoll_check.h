// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a ragdoll's def must be like, and the geometry of bones.

#pragma once

#include "make/make.h"
#include "taut/taut_rig.h"

#define TAUT_RAGDOLL_PI 3.14159265358979323846

void taut_ragdoll_check(taut_maker* m, const taut_ragdoll_def* def);

// A vector of the plane turned by an angle of -pi to pi, right-handed about z.
taut_make_vec taut_ragdoll_turn(taut_make_vec v, double angle);
