// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Cells of grid cloths, found in their triangles: for whatever draws checkers.

#pragma once

#include <stdint.h>

// The columns of the grid whose cell these two triangles are, and the cell's lowest corner; 0
// columns when they make no cell.
static inline int taut_scene_find_cell(const int32_t corners[6], int* lowest)
{
    int lo = corners[0];
    int hi = corners[0];
    for (int i = 1; i < 6; ++i) {
        lo = corners[i] < lo ? corners[i] : lo;
        hi = corners[i] > hi ? corners[i] : hi;
    }
    *lowest = lo;
    int columns = hi - lo - 1;
    for (int i = 0; i < 6; ++i) {
        int step = corners[i] - lo;
        if (step != 0 && step != 1 && step != columns && step != columns + 1) {
            return 0;
        }
    }
    return columns;
}
