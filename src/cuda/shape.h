// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which kernel takes a body through a step, in how many blocks of how many threads, with how much
// shared memory.

#pragma once

#include "cuda/device.h"

// Bodies that one block is enough for are launched together, by kernels.
typedef enum taut_shape_group {
    TAUT_SHAPE_SMALL,
    TAUT_SHAPE_SMALL_MEETING,
    TAUT_SHAPE_SMALL_SHEET,
    TAUT_SHAPE_SMALL_FINE_SHEET,
    TAUT_SHAPE_LARGE,
    TAUT_SHAPE_CROWD  // bodies that act on one another
} taut_shape_group;

// Sets kernel, shape, blocks and group of a body.
// @param sheet it may go as one (sheet.inl)
void taut_shape_take(const taut_device* device, taut_body* body, bool sheet);

// In the kernel for any body: whether it stays in shared memory for the whole step, or else a part
// of it while that is swept; and how many bytes that takes, 0 where there is no room.
bool taut_shape_small(const taut_body* body);
size_t taut_shape_room(const taut_body* body);
