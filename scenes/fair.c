// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "fair.h"

#include "parts.h"

#define CHAIN_LINKS 9
#define LANTERN_MASS 0.8f

#define RING 8  // corners of a ring of the lantern
#define RINGS 5
#define SHELL (RING * RINGS + 2)  // particles: top, rings, bottom

#define MOST_EDGE 16
#define STRING_LINKS 5

// Lanterns ----------------------------------------------------------------------------------------

static taut_vec3 shell_point(taut_vec3 top, int i)
{
    static const float across[RING] = {1.0f,  0.70710678f,  0.0f, -0.70710678f,
                                       -1.0f, -0.70710678f, 0.0f, 0.70710678f};
    static const float radius[RINGS] = {0.11f, 0.20f, 0.235f, 0.20f, 0.11f};
    static const float drop[RINGS] = {0.02f, 0.12f, 0.24f, 0.36f, 0.46f};
    if (i == 0) {
        return top;
    }
    if (i == SHELL - 1) {
        return vec3(top.x, top.y - 0.48f, top.z);
    }
    int ring = (i - 1) / RING;
    int corner = (i - 1) % RING;
    return vec3(top.x + radius[ring] * across[corner], top.y - drop[ring],
                top.z + radius[ring] * across[(corner + RING - 2) % RING]);
}

// Corner k of ring `ring`; before the first ring it is the top, after the last the bottom.
static int shell_number(int first, int ring, int k)
{
    if (ring < 0) {
        return first;
    }
    return ring >= RINGS ? first + SHELL - 1 : first + 1 + ring * RING + k % RING;
}

// Counter-clockwise seen from inside: what shows outside is the back.
static bool add_shell_surface(taut_builder* builder, int first)
{
    bool ok = true;
    for (int ring = -1; ring < RINGS; ++ring) {
        for (int k = 0; k < RING && ok; ++k) {
            int a = shell_number(first, ring, k);
            int b = shell_number(first, ring, k + 1);
            int c = shell_number(first, ring + 1, k);
            int d = shell_number(first, ring + 1, k + 1);
            ok = (ring < 0 || taut_builder_add_triangle(builder, a, c, b) == TAUT_OK) &&
                 (ring == RINGS - 1 || taut_builder_add_triangle(builder, b, c, d) == TAUT_OK);
        }
    }
    return ok;
}

// The shell is stiff because every corner is linked to every other. Its top is a given particle,
// the end of the chain.
static bool add_shell(taut_builder* builder, taut_vec3 top)
{
    int first = taut_builder_particle_count(builder) - 1;
    bool ok = true;
    for (int i = 1; i < SHELL; ++i) {
        float mass = LANTERN_MASS / (float)(SHELL - 1);
        ok = ok && taut_builder_add_particle(builder, shell_point(top, i), mass, NULL) == TAUT_OK;
    }
    for (int i = 0; i < SHELL * SHELL && ok; ++i) {
        if (i / SHELL < i % SHELL) {
            taut_constraint_def stay = taut_link(first + i / SHELL, first + i % SHELL);
            stay.family = TAUT_FAMILY_OTHER;
            ok = taut_builder_add_constraint(builder, &stay, NULL) == TAUT_OK;
        }
    }
    return ok && add_shell_surface(builder, first);
}

bool taut_fair_lantern(taut_builder* builder, taut_vec3 hook, taut_vec3 swing, float length)
{
    float step = length / CHAIN_LINKS;
    taut_chain_def chain = taut_chain_def_default();
    chain.start = hook;
    chain.step = vec3(step * swing.x, step * swing.y, step * swing.z);
    chain.particle_count = CHAIN_LINKS + 1;
    chain.particle_mass = 0.03f;
    taut_part part = {0};
    if (taut_make_chain(builder, &chain, &part) != TAUT_OK) {
        return false;
    }
    return add_shell(builder, taut_builder_position(builder, part.first_particle + CHAIN_LINKS));
}

// Pennants ----------------------------------------------------------------------------------------

int taut_fair_pennant_size(int edge)
{
    return (edge + 1) * (edge + 2) / 2;
}

// Row j, counted from the top, has edge + 1 - j particles.
static int pennant_number(int edge, int i, int j)
{
    return j * (edge + 1) - j * (j - 1) / 2 + i;
}

static int list_pennant_triangles(int edge, int32_t* out)
{
    int count = 0;
    for (int j = 0; j < edge; ++j) {
        for (int i = 0; i < edge - j; ++i) {
            int32_t corner = pennant_number(edge, i, j);
            int32_t below = pennant_number(edge, i, j + 1);
            const int32_t six[6] = {corner, below, corner + 1, corner + 1, below, below + 1};
            int used = i + 1 < edge - j ? 6 : 3;
            for (int k = 0; k < used; ++k) {
                out[count++] = six[k];
            }
        }
    }
    return count / 3;
}

bool taut_fair_pennant(taut_builder* builder, taut_vec3 left, taut_vec3 right, float drop, int edge,
                       int32_t pins[2])
{
    taut_vec3 points[(MOST_EDGE + 1) * (MOST_EDGE + 2) / 2];
    int32_t numbers[(MOST_EDGE + 1) * (MOST_EDGE + 2) / 2];
    int32_t triangles[3 * MOST_EDGE * MOST_EDGE];
    edge = edge < MOST_EDGE ? edge : MOST_EDGE;
    for (int j = 0; j <= edge; ++j) {
        for (int i = 0; i <= edge - j; ++i) {
            float across = ((float)i + 0.5f * (float)j) / (float)edge;
            points[pennant_number(edge, i, j)] =
                vec3(left.x + across * (right.x - left.x),
                     left.y + across * (right.y - left.y) - drop * (float)j / (float)edge,
                     left.z + across * (right.z - left.z));
        }
    }
    taut_mesh_cloth_def def = taut_mesh_cloth_def_default();
    def.vertices = points;
    def.vertex_count = taut_fair_pennant_size(edge);
    def.triangles = triangles;
    def.triangle_count = list_pennant_triangles(edge, triangles);
    def.weld_map = numbers;
    if (taut_make_mesh_cloth(builder, &def, NULL) != TAUT_OK) {
        return false;
    }
    pins[0] = numbers[0];
    pins[1] = numbers[edge];
    return taut_builder_pin(builder, pins[0]) == TAUT_OK &&
           taut_builder_pin(builder, pins[1]) == TAUT_OK;
}

// Hammocks ----------------------------------------------------------------------------------------

// A string from the hook to a particle at the edge of the cloth, made fast there.
static bool add_string(taut_builder* builder, taut_vec3 hook, int edge_particle, float length)
{
    taut_rope_def rope = taut_rope_def_default();
    taut_rope_material_find("cotton-string", &rope.material);
    rope.start = hook;
    rope.end = taut_builder_position(builder, edge_particle);
    rope.length = length;
    rope.link_count = STRING_LINKS;
    rope.material.mass_per_metre = 0.012f;  // not too light for what it carries
    rope.pin_start = true;
    taut_part part = {0};
    if (taut_make_rope(builder, &rope, &part) != TAUT_OK) {
        return false;
    }
    taut_constraint_def knot = taut_constraint_def_default(TAUT_CONSTRAINT_ATTACH);
    knot.particles[0] = part.first_particle + rope.link_count;
    knot.particles[1] = edge_particle;
    return taut_builder_add_constraint(builder, &knot, NULL) == TAUT_OK;
}

bool taut_fair_hammock(taut_builder* builder, const taut_fair_hammock_def* def)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = def->columns;
    cloth.rows = def->rows;
    cloth.spacing_u = cloth.spacing_v = def->spacing;
    cloth.origin =
        vec3(def->middle.x - 0.5f * def->spacing * (float)(def->columns - 1), def->middle.y,
             def->middle.z - 0.5f * def->spacing * (float)(def->rows - 1));
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    cloth.material = def->material;
    taut_part part = {0};
    bool ok = taut_make_cloth(builder, &cloth, &part) == TAUT_OK;
    float half_width = 0.5f * def->spacing * (float)(def->rows - 1);
    float gap = def->hooks - 0.5f * def->spacing * (float)(def->columns - 1);
    double longest = taut_scene_distance(vec3(gap, half_width, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    for (int i = 0; i < 2 * def->strings; ++i) {
        bool right = i >= def->strings;
        int row = i % def->strings * (def->rows - 1) / (def->strings - 1);
        int edge = taut_cloth_particle(&part, def->columns, right ? def->columns - 1 : 0, row);
        taut_vec3 hook =
            vec3(def->middle.x + (right ? def->hooks : -def->hooks), def->middle.y, def->middle.z);
        // With strings in proportion the long edges would hang lowest, with all equally long the
        // hammock would close: something between.
        double distance = taut_scene_distance(hook, taut_builder_position(builder, edge));
        double length = (double)def->slack * 0.5 * (distance + longest);
        ok = ok && add_string(builder, hook, edge, (float)length);
    }
    return ok;
}
