// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#pragma once

#include "record.h"

// Does again what a call did, steps and ends apart.
taut_result taut_replay_redo(taut_replay* replay, const taut_call* call);
