// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A ray or sphere on its way through a world.

#pragma once

#include "query_shapes.h"
#include "taut/taut_query.h"
#include "world.h"

typedef struct taut_search {
    taut_world* world;
    const taut_query_def* def;
    taut_query_def standard;  // where there is none
    double o[3], d[3];        // d: unit, or 0 of an overlap
    bool overlap;
    double reach;
    double radius;     // of the sphere; 0 of a ray
    double thickness;  // of the body at hand
    taut_hits* hits;
} taut_search;

// Whether the filter of the query and that of a body or collider let each other through, and it
// looks at their realm.
static inline bool taut_search_lets(const taut_search* s, taut_filter filter, uint32_t realm)
{
    return taut_realm_same(s->def->realm, realm) && (s->def->filter.category & filter.mask) != 0 &&
           (s->def->filter.mask & filter.category) != 0;
}

// Takes a hit in when it lies within reach and the caller accepts it.
void taut_search_offer(taut_search* s, const taut_hit* hit);

// Fills in weights, distance, point and normal of a hit on x after going `distance`.
void taut_search_place(const taut_search* s, const taut_simplex* x, double distance, taut_hit* hit);

// All colliders (query_colliders.c).
void taut_search_colliders(taut_search* s);
