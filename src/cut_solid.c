// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Cutting a solid: as a surface, with tetrahedra for triangles and faces for edges.

#include "cut.h"

// On the way, `tet_torn` holds these beside its four bits.
enum {
    TORN_FACES = 15,
    CROSSED = 1 << 4,
    SIDE = 1 << 5,  // the side of its middle
};

static bool mark_tet(const taut_knife* blade, taut_body* b, int tet)
{
    const int32_t* at = b->topology->tets + 4 * tet;
    unsigned beyond = ~0u;
    for (int k = 0; k < 4; ++k) {
        beyond &= taut_knife_beyond(blade, b->x[at[k]]);
    }
    int by = -1;
    for (int i = 0; beyond == 0 && by < 0 && i < TAUT_LIMB_MOST; ++i) {
        by = taut_knife_crossing(blade, b, at[taut_limb_ends[i][0]], at[taut_limb_ends[i][1]]);
    }
    if (by < 0) {
        return false;
    }
    taut_dvec middle = {0.0, 0.0, 0.0};
    for (int k = 0; k < 4; ++k) {
        middle = taut_dvec_madd(middle, 0.25, taut_dvec_of(taut_vec3_of(b->x[at[k]])));
    }
    bool above = taut_knife_height(blade, by, middle) > 0.0;
    b->topology->tet_torn[tet] |= (uint8_t)(above ? CROSSED | SIDE : CROSSED);
    return true;
}

// The other tetrahedron that has the face opposite a corner; -1 for none.
static int beyond_face(const taut_topology* t, int tet, int corner)
{
    const int32_t* at = t->tets + 4 * tet;
    const int32_t face[3] = {at[(corner + 1) % 4], at[(corner + 2) % 4], at[(corner + 3) % 4]};
    for (int32_t c = t->tet_first[face[0]]; c >= 0; c = t->tet_next[c]) {
        int found = 0;
        for (int k = 0; k < 4; ++k) {
            int32_t p = t->tets[c - c % 4 + k];
            found += p == face[1] || p == face[2];
        }
        if (c / 4 != tet && found == 2) {
            return c / 4;
        }
    }
    return -1;
}

// A face that is not crossed lies on one side, but where the blade ends within the tetrahedron.
static bool lies_beyond(const taut_knife* blade, const taut_body* b, int tet, int corner, bool side)
{
    bool beyond = true;
    for (int k = 1; k < 4; ++k) {
        int32_t p = b->topology->tets[4 * tet + (corner + k) % 4];
        double height = taut_knife_height(blade, 0, taut_dvec_of(taut_vec3_of(b->x[p])));
        beyond = beyond && (side ? height < 0.0 : height > 0.0);
    }
    return beyond;
}

static void tear_faces(const taut_knife* blade, taut_body* b, int tet)
{
    uint8_t* torn = b->topology->tet_torn;
    bool side = (torn[tet] & SIDE) != 0;
    for (int k = 0; k < 4; ++k) {
        int other = beyond_face(b->topology, tet, k);
        if (other < 0) {
            continue;
        }
        bool both = (torn[other] & CROSSED) != 0;
        bool apart =
            both ? ((torn[other] & SIDE) != 0) != side : lies_beyond(blade, b, tet, k, side);
        torn[tet] |= (uint8_t)(apart ? 1u << k : 0u);
    }
}

void taut_cut_solid(const taut_knife* blade, taut_body* b, taut_cut* cut)
{
    const taut_topology* t = b->topology;
    bool any = false;
    for (int i = 0; i < t->tet_count; ++i) {
        any = mark_tet(blade, b, i) || any;
    }
    for (int i = 0; any && i < t->tet_count; ++i) {
        if (t->tet_torn[i] & CROSSED) {
            tear_faces(blade, b, i);
        }
    }
    for (int i = 0; any && i < t->tet_count; ++i) {
        bool open = (t->tet_torn[i] & CROSSED) != 0;
        t->tet_torn[i] &= TORN_FACES;
        for (int k = 0; open && k < 12; ++k) {
            if ((t->tet_torn[i] >> k / 3 & 1) != 0) {
                taut_cut_split(b, t->tets[4 * i + (k / 3 + 1 + k % 3) % 4], cut);
            }
        }
    }
}
