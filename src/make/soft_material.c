// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Named soft materials. The values are typical orders of magnitude for the thing each comment
// names; damping times are our choice: a second or so of wobbling for a thing of its usual size.

#include "taut/taut_soft.h"

#include <string.h>

typedef struct taut_soft_entry {
    const char* name;
    taut_soft_material material;
} taut_soft_entry;

// kg/m^3, Pa, Poisson ratio, s
static const taut_soft_entry soft_table[] = {
    // Gelatine dessert: a few kilopascals, nearly all of it water. A true one keeps its volume; at
    // 0.45 coarse blocks still bend.
    {"jelly", {1050.0f, 5.0e3f, 0.45f, 0.01f}},
    // Upholstery foam: open cells, so that it is pressed together more easily.
    {"foam", {40.0f, 2.0e4f, 0.3f, 0.02f}},
    // Muscle at rest and fat.
    {"flesh", {1000.0f, 3.0e4f, 0.45f, 0.01f}},
    // Soft natural rubber.
    {"rubber", {930.0f, 1.5e6f, 0.48f, 0.001f}},
};

enum { TAUT_SOFT_MATERIAL_COUNT = (int)(sizeof soft_table / sizeof soft_table[0]) };

const char* taut_soft_material_name(int i)
{
    return i >= 0 && i < TAUT_SOFT_MATERIAL_COUNT ? soft_table[i].name : NULL;
}

bool taut_soft_material_find(const char* name, taut_soft_material* material)
{
    if (name == NULL || material == NULL) {
        return false;
    }
    for (int i = 0; i < TAUT_SOFT_MATERIAL_COUNT; ++i) {
        if (strcmp(soft_table[i].name, name) == 0) {
            *material = soft_table[i].material;
            return true;
        }
    }
    return false;
}
