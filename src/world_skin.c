// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Skins of bodies that may have been torn.

#include "base/error.h"
#include "skin.h"
#include "topology.h"
#include "world.h"

// The tetrahedron of a volume constraint: they stand in the order of their numbers.
static int tet_of(const taut_topology* t, int number)
{
    int low = 0, high = t->tet_count - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (t->tet_slot[middle] < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Whether a body has what a vertex is bound to, by its number.
static bool has_element(const taut_body* b, const taut_bond* bond)
{
    const taut_blueprint* p = b->blueprint;
    if (bond->element < 0) {
        return -1 - bond->element < p->triangle_count;
    }
    return bond->element < p->slot_count && p->slots[bond->element].kind == TAUT_CONSTRAINT_VOLUME;
}

static void particles_of(const taut_body* b, const taut_bond* bond, int32_t p[4])
{
    const taut_topology* t = b->topology;
    const int32_t* at = bond->p;
    if (t != NULL && bond->element < 0) {
        at = b->blueprint->triangles + 3 * (-1 - bond->element);
    } else if (t != NULL && t->tet_count > 0) {
        at = t->tets + 4 * tet_of(t, bond->element);
    }
    for (int k = 0; k < 4; ++k) {
        p[k] = k == 3 && bond->element < 0 ? -1 : at[k];
    }
}

taut_result taut_skin_apply_body(const taut_skin* skin, const taut_world* world, taut_body_id body,
                                 taut_vec3* vertices, taut_vec3* normals, int capacity,
                                 taut_error* error)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_X);
    if (b == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "body {%u, %u} is not in this world (null, destroyed or foreign)",
                              (unsigned)body.index1, (unsigned)body.generation);
    }
    taut_vec3_view positions = taut_body_positions(world, body);
    taut_result result = taut_skin_check(skin, positions, vertices, normals, capacity, error);
    if (result != TAUT_OK) {
        return result;
    }
    for (int i = 0; i < skin->vertex_count; ++i) {
        if (!has_element(b, &skin->bonds[i])) {
            return taut_error_set(error, TAUT_ERROR_INVALID,
                                  "vertex %d of the skin is bound to something that the body does "
                                  "not have: it is of another blueprint",
                                  i);
        }
    }
    for (int i = 0; i < skin->vertex_count; ++i) {
        int32_t p[4];
        particles_of(b, &skin->bonds[i], p);
        taut_bond_apply(&skin->bonds[i], p, positions, &vertices[i],
                        normals != NULL ? &normals[i] : NULL);
    }
    taut_error_clear(error);
    return TAUT_OK;
}
