// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where the nodes and members of a Pratt truss bridge lie.

#include "make/make.h"
#include "taut/taut_truss.h"

taut_pratt_def taut_pratt_def_default(void)
{
    return (taut_pratt_def){
        .stamp = TAUT_STAMP(taut_pratt_def),
        .panels = 6,
        .panel_length = 4.0f,
        .height = 4.0f,
        .chord_area = 0.02f,
        .web_area = 0.01f,
        .modulus = 2.1e11f,
        .density = 7850.0f,
        .yield_stress = 2.35e8f,
        .deck_mass = 2000.0f,
    };
}

static bool is_positive(float value)
{
    return value > 0.0f && isfinite(value);
}

static bool is_sound(const taut_pratt_def* def)
{
    return def != NULL && def->stamp == TAUT_STAMP(taut_pratt_def) && def->panels >= 4 &&
           def->panels <= 1000 && def->panels % 2 == 0 && is_positive(def->panel_length) &&
           is_positive(def->height) && def->width >= 0.0f && isfinite(def->width) &&
           is_positive(def->chord_area) && is_positive(def->web_area) && def->modulus > 0.0f &&
           is_positive(def->density) && def->yield_stress > 0.0f && def->deck_mass >= 0.0f &&
           isfinite(def->deck_mass);
}

typedef struct pratt {
    const taut_pratt_def* def;
    taut_truss_member* out;  // NULL to count
    int count;
} pratt;

static int deck_node(const pratt* p, int side, int i)
{
    return side * (p->def->panels + 1) + i;
}

// Of the upper chord, i from 1 to panels - 1.
static int top_node(const pratt* p, int side, int i)
{
    int sides = p->def->width > 0.0f ? 2 : 1;
    return sides * (p->def->panels + 1) + side * (p->def->panels - 1) + i - 1;
}

static void add(pratt* p, int a, int b, bool chord)
{
    if (p->out != NULL) {
        p->out[p->count] = (taut_truss_member){
            .a = a,
            .b = b,
            .area = chord ? p->def->chord_area : p->def->web_area,
            .modulus = p->def->modulus,
            .density = p->def->density,
            .yield_stress = p->def->yield_stress,
        };
    }
    p->count += 1;
}

static void add_side(pratt* p, int side)
{
    int n = p->def->panels;
    for (int i = 0; i < n; ++i) {
        add(p, deck_node(p, side, i), deck_node(p, side, i + 1), true);
    }
    for (int i = 1; i + 1 < n; ++i) {
        add(p, top_node(p, side, i), top_node(p, side, i + 1), true);
    }
    add(p, deck_node(p, side, 0), top_node(p, side, 1), true);
    add(p, top_node(p, side, n - 1), deck_node(p, side, n), true);
    for (int i = 1; i < n; ++i) {
        add(p, deck_node(p, side, i), top_node(p, side, i), false);
    }
    for (int i = 1; i < n / 2; ++i) {  // falling towards the middle: pulled
        add(p, top_node(p, side, i), deck_node(p, side, i + 1), false);
    }
    for (int i = n / 2 + 1; i < n; ++i) {
        add(p, top_node(p, side, i), deck_node(p, side, i - 1), false);
    }
}

// Floor beams, struts above, a diagonal in each panel of deck and top, and one in either portal, so
// that nothing can sway.
static void add_bracing(pratt* p)
{
    int n = p->def->panels;
    for (int i = 0; i <= n; ++i) {
        add(p, deck_node(p, 0, i), deck_node(p, 1, i), false);
    }
    for (int i = 0; i < n; ++i) {
        add(p, deck_node(p, i % 2, i), deck_node(p, 1 - i % 2, i + 1), false);
    }
    for (int i = 1; i < n; ++i) {
        add(p, top_node(p, 0, i), top_node(p, 1, i), false);
    }
    for (int i = 1; i + 1 < n; ++i) {
        add(p, top_node(p, i % 2, i), top_node(p, 1 - i % 2, i + 1), false);
    }
    add(p, deck_node(p, 0, 0), top_node(p, 1, 1), false);
    add(p, deck_node(p, 1, n), top_node(p, 0, n - 1), false);
}

static void add_members(pratt* p)
{
    add_side(p, 0);
    if (p->def->width > 0.0f) {
        add_side(p, 1);
        add_bracing(p);
    }
}

static int count_nodes(const taut_pratt_def* def)
{
    return (def->width > 0.0f ? 2 : 1) * 2 * def->panels;
}

void taut_pratt_count(const taut_pratt_def* def, int* node_count, int* member_count)
{
    pratt p = {.def = def};
    bool sound = is_sound(def);
    if (sound) {
        add_members(&p);
    }
    if (node_count != NULL) {
        *node_count = sound ? count_nodes(def) : 0;
    }
    if (member_count != NULL) {
        *member_count = p.count;
    }
}

// All four corners are held up. The first is pinned, the last of its side rolls along x, those of
// the other side roll anywhere: nothing is held twice along.
static int supports_of(const taut_pratt_def* def, int side, int i)
{
    if (i == 0) {
        return side == 0 ? TAUT_SUPPORT_ALL : TAUT_SUPPORT_Y;
    }
    if (i == def->panels) {
        return side == 0 && def->width > 0.0f ? TAUT_SUPPORT_Y | TAUT_SUPPORT_Z : TAUT_SUPPORT_Y;
    }
    return TAUT_SUPPORT_NONE;
}

taut_result taut_pratt_lay_out(const taut_pratt_def* def, taut_truss_node* nodes,
                               taut_truss_member* members)
{
    if (!is_sound(def) || nodes == NULL || members == NULL) {
        return TAUT_ERROR_INVALID;
    }
    pratt p = {.def = def, .out = members};
    for (int side = 0; side < (def->width > 0.0f ? 2 : 1); ++side) {
        float z = side == 0 ? 0.0f : def->width;
        for (int i = 0; i <= def->panels; ++i) {
            bool inner = i > 0 && i < def->panels;
            nodes[deck_node(&p, side, i)] = (taut_truss_node){
                .position = {def->panel_length * (float)i, 0.0f, z},
                .mass = inner ? def->deck_mass : 0.5f * def->deck_mass,
                .supports = supports_of(def, side, i),
            };
        }
        for (int i = 1; i < def->panels; ++i) {
            nodes[top_node(&p, side, i)] =
                (taut_truss_node){.position = {def->panel_length * (float)i, def->height, z}};
        }
    }
    add_members(&p);
    return TAUT_OK;
}
