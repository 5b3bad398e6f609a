// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What encloses a gas, and how much room it has.

#pragma once

#include "blueprint.h"

struct taut_builder;

// Fills in the gases of a blueprint that has room for them, its triangles and starts already there.
void taut_gas_pack(const struct taut_builder* b, taut_blueprint* p);

// The volume within triangles, three corners each, or the area within a loop, in a fixed order.
double taut_gas_volume(const taut_blueprint* blueprint, const taut_gas* gas, const taut_float4* x);

// The area of the surface of a gas as built, m^2; not for loops.
double taut_gas_surface(const taut_blueprint* blueprint, int gas);

// The gas that a triangle encloses; -1 when it is none of any.
int taut_gas_of_triangle(const taut_blueprint* blueprint, int triangle);
