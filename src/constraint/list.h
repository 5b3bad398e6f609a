// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every kind's formula, the update they share, and the type of a formula: what a backend includes.
// Tables of them are made from TAUT_CONSTRAINT_LIST where they are needed.

#pragma once

#include "constraint/lanes.h"
#include "math/atan2.h"
#include "taut/taut_constraints.h"

// clang-format off
#include "constraint/distance.inl"
#include "constraint/attach.inl"
#include "constraint/tether.inl"
#include "constraint/angle.inl"
#include "constraint/cone.inl"
#include "constraint/pulley.inl"
#include "constraint/slide.inl"
#include "constraint/dihedral.inl"
#include "constraint/area.inl"
#include "constraint/volume.inl"
#include "constraint/update.inl"
// clang-format on

typedef void taut_constraint_eval_fn(taut_constraint_lanes* c);
