// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Named materials. The values are typical orders of magnitude for the product each comment names,
// not a data sheet: moduli and densities of metals, rubber and fibres as handbooks give them,
// fabrics as Kawabata-type measurements of tensile, shear and bending rigidity give them (there 1
// gf cm^2/cm of bending is 9.8e-5 N m and 1 gf/(cm degree) of shear is 56 N/m). Damping rates are
// our choice: enough to calm a material after a blow within about a second.

#include "taut/taut_make.h"

#include <string.h>

typedef struct taut_rope_entry {
    const char* name;
    taut_rope_material material;
} taut_rope_entry;

typedef struct taut_cloth_entry {
    const char* name;
    taut_cloth_material material;
} taut_cloth_entry;

// kg/m, EA in N, EI in N m^2, 1/s, N
static const taut_rope_entry rope_table[] = {
    // Wire rope of 6 mm, 7 strands of 19 wires. Metal fills half of the circle, 14 mm^2, and the
    // lay of the strands halves steel's 200 GPa. Bending: its 133 wires of 0.4 mm sliding freely
    // make 0.033, friction between them adds a little.
    {"steel-cable", {0.14f, 1.4e6f, 0.04f, 1.0f, 0.0f}},
    // Solid wire of 3 mm: 69 GPa, 2700 kg/m^3, area 7.07 mm^2, second moment 3.98 mm^4.
    {"aluminium-wire", {0.0191f, 4.88e5f, 0.274f, 0.5f, 0.0f}},
    // Three-strand laid rope of 10 mm that breaks near 20 kN after giving by about two fifths.
    {"nylon-rope", {0.062f, 5.0e4f, 0.01f, 5.0f, 0.0f}},
    // A band of 6 x 1 mm natural rubber: 1.5 MPa, 930 kg/m^3, bent the flat way.
    {"rubber-band", {0.0056f, 9.0f, 7.5e-7f, 2.0f, 0.0f}},
    // Kitchen twine of 2 mm that breaks near 180 N after giving by 7 %.
    {"cotton-string", {0.0025f, 2.5e3f, 5.0e-6f, 10.0f, 0.0f}},
};

// kg/m^2, warp, weft and shear in N/m, bending in N m, 1/s, N/m
static const taut_cloth_entry cloth_table[] = {
    // Habotai of 12 momme, as in a scarf.
    {"silk", {0.055f, 6.0e3f, 4.0e3f, 20.0f, 4.0e-6f, 5.0f, 0.0f}},
    // Plain-woven shirt cloth.
    {"cotton", {0.14f, 1.0e4f, 6.0e3f, 60.0f, 1.0e-5f, 5.0f, 0.0f}},
    // Twill of 12 ounces per square yard, as in jeans.
    {"denim", {0.4f, 3.0e4f, 1.5e4f, 200.0f, 1.5e-4f, 10.0f, 0.0f}},
    // Garment leather of 1 mm: 15 MPa in every direction, and a third of it in shear since it
    // hardly changes volume.
    {"leather", {0.9f, 1.5e4f, 1.5e4f, 5.0e3f, 1.0e-3f, 10.0f, 0.0f}},
};

enum {
    TAUT_ROPE_MATERIAL_COUNT = (int)(sizeof rope_table / sizeof rope_table[0]),
    TAUT_CLOTH_MATERIAL_COUNT = (int)(sizeof cloth_table / sizeof cloth_table[0]),
};

const char* taut_rope_material_name(int i)
{
    return i >= 0 && i < TAUT_ROPE_MATERIAL_COUNT ? rope_table[i].name : NULL;
}

bool taut_rope_material_find(const char* name, taut_rope_material* material)
{
    if (name == NULL || material == NULL) {
        return false;
    }
    for (int i = 0; i < TAUT_ROPE_MATERIAL_COUNT; ++i) {
        if (strcmp(rope_table[i].name, name) == 0) {
            *material = rope_table[i].material;
            return true;
        }
    }
    return false;
}

const char* taut_cloth_material_name(int i)
{
    return i >= 0 && i < TAUT_CLOTH_MATERIAL_COUNT ? cloth_table[i].name : NULL;
}

bool taut_cloth_material_find(const char* name, taut_cloth_material* material)
{
    if (name == NULL || material == NULL) {
        return false;
    }
    for (int i = 0; i < TAUT_CLOTH_MATERIAL_COUNT; ++i) {
        if (strcmp(cloth_table[i].name, name) == 0) {
            *material = cloth_table[i].material;
            return true;
        }
    }
    return false;
}
