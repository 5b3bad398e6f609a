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

// Whether a tetrahedron on this side of the blade comes off what lies beyond its face; false where
// nothing does.
static bool comes_off(const taut_knife* blade, const taut_body* b, int tet, int face, bool side)
{
    const taut_topology* t = b->topology;
    int other = beyond_face(t, tet, face);
    if (other < 0) {
        return false;
    }
    if (t->tet_torn[other] & CROSSED) {
        return ((t->tet_torn[other] & SIDE) != 0) != side;
    }
    return lies_beyond(blade, b, tet, face, side);
}

// By how many of its faces a tetrahedron would hold on to others.
static int count_holds(const taut_knife* blade, const taut_body* b, int tet, bool side)
{
    int count = 0;
    for (int k = 0; k < 4; ++k) {
        bool torn = (b->topology->tet_torn[tet] >> k & 1) != 0;
        count +=
            !torn && beyond_face(b->topology, tet, k) >= 0 && !comes_off(blade, b, tet, k, side);
    }
    return count;
}

// One that would come off as a chip stays with the other side, where it can.
static void keep_chip(const taut_knife* blade, taut_body* b, int tet)
{
    bool side = (b->topology->tet_torn[tet] & SIDE) != 0;
    if (count_holds(blade, b, tet, side) == 0 && count_holds(blade, b, tet, !side) > 0) {
        b->topology->tet_torn[tet] ^= SIDE;
    }
}

static void tear_faces(const taut_knife* blade, taut_body* b, int tet)
{
    uint8_t* torn = &b->topology->tet_torn[tet];
    bool side = (*torn & SIDE) != 0;
    for (int k = 0; k < 4; ++k) {
        *torn |= (uint8_t)(comes_off(blade, b, tet, k, side) ? 1u << k : 0u);
    }
}

void taut_cut_solid(const taut_knife* blade, taut_body* b, taut_cut* cut)
{
    const taut_topology* t = b->topology;
    bool any = false;
    for (int i = 0; i < t->tet_count; ++i) {
        any = mark_tet(blade, b, i) || any;
    }
    for (int i = 0; any && i < 2 * t->tet_count; ++i) {
        int tet = i % t->tet_count;
        if ((t->tet_torn[tet] & CROSSED) && i < t->tet_count) {
            keep_chip(blade, b, tet);
        } else if (t->tet_torn[tet] & CROSSED) {
            tear_faces(blade, b, tet);
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
