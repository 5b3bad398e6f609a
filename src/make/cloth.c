// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A rectangular cloth as a grid of cells a x b, from a material that knows nothing of cells.
//
// Stretch. A link along u stands for a strip of width w: b inside the cloth, b / 2 along a border
// row. Strained by e it should store 1/2 K e^2 per area over a w, and stores 1/2 k (a e)^2: so
// k = K w / a and its compliance is a / (K w). Along v the same with a and b exchanged.
//
// Shear. Under a small strain (eu, ev, g) the diagonals of a cell, of length d, d^2 = a^2 + b^2,
// grow by (a^2 eu + b^2 ev +- a b g) / d. The two together store, with stiffness k each,
//
//     k / d^2 ((a^2 eu + b^2 ev)^2 + (a b g)^2)
//
// which for pure shear must be 1/2 G g^2 a b: k = G d^2 / (2 a b). The first square is then
// 1/2 G a b (eu a / b + ev b / a)^2: the diagonals also carry G a^2 / b^2 of the stiffness along u
// and G b^2 / a^2 along v, and couple the two by G. The links along u and v get what is left of the
// material's stiffness. Where the diagonals alone carry more than that (long thin cells, or shear
// as stiff as stretch) the links keep a twentieth of it so that the grid stays held, and the cloth
// is stiffer than its material says.
//
// Bend, by angles. A plate of rigidity D without Poisson's effect stores, per area,
// 1/2 D (qu^2 + qv^2 + 2 quv^2) under curvatures qu, qv and twist quv. Angles between the triangles
// of a cell and those of the next would mix curvature with twist, and a strip would twist a little
// to bend more easily: with all diagonals alike and wide cloth it sags 5/4 of what D says. So
// each inner particle of a row gets an angle across an edge along v whose far corners are its
// neighbours in the row: the fold there is qu a and nothing else, and with k = D w / a, w the width
// that the row stands for, it costs 1/2 D qu^2 a w. Columns likewise. Twist folds a cell along its
// diagonal by quv d and should store D quv^2 a b: k = 2 D a b / d^2.
//
// Bend, by links over two cells. Two links of length a that turn by t bring their far ends
// 2 a (1 - cos(t / 2)), about a t^2 / 4, nearer. That is second order: no stiffness makes such a
// link resist small turns like a plate. It is made to store what the plate would at a turn of one
// radian: 1/2 k (a / 4)^2 = 1/2 D w / a, so k = 16 D w / a^3. It resists less below, more beyond.
//
// With u and v at another angle than a right one, areas and widths are those of the cells as they
// are; the stiffnesses above are then no longer exact.

#include "make/make.h"

taut_cloth_def taut_cloth_def_default(void)
{
    taut_cloth_def def = {
        .stamp = TAUT_STAMP(taut_cloth_def),
        .u = {1.0f, 0.0f, 0.0f},
        .v = {0.0f, 0.0f, 1.0f},
        .columns = 20,
        .rows = 20,
        .spacing_u = 0.05f,
        .spacing_v = 0.05f,
        .structural = true,
        .shear = true,
        .bend = TAUT_BEND_SKIP_LINKS,
        .diagonals = TAUT_DIAGONALS_SAME,
        .tethers = taut_tether_def_default(),
    };
    taut_cloth_material_find("cotton", &def.material);
    return def;
}

typedef struct taut_grid {
    taut_maker m;
    const taut_cloth_def* def;
    taut_make_vec u, v;  // unit vectors
    double a, b;         // spacing along u and v
    double sine;         // of the angle between u and v
    int columns, rows;
} taut_grid;

static void check_def(taut_maker* m, const taut_cloth_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_cloth_def));
    check_finite(m, "origin", def->origin);
    check_unit(m, "u", def->u);
    check_unit(m, "v", def->v);
    check_span(m, def->u, def->v);
    check_int(m, "columns", def->columns, 2, 8192);
    check_int(m, "rows", def->rows, 2, 8192);
    check_positive(m, "spacing_u", def->spacing_u);
    check_positive(m, "spacing_v", def->spacing_v);
    check_int(m, "bend", (int)def->bend, 0, TAUT_BEND_COUNT - 1);
    check_int(m, "diagonals", (int)def->diagonals, 0, TAUT_DIAGONALS_COUNT - 1);
    check_cloth_material(m, &def->material);
    check_not_negative(m, "particle_mass", def->particle_mass);
    check_room(m, "columns and rows", (int64_t)def->columns * def->rows);
}

static int at(const taut_grid* g, int column, int row)
{
    return g->m.first_particle + row * g->columns + column;
}

// Half for the first and the last of a row of `count`, whole between.
static double share(int i, int count)
{
    return i == 0 || i == count - 1 ? 0.5 : 1.0;
}

// A particle stands for a quarter of each cell around it.
static void add_particles(taut_grid* g)
{
    double cell_mass = (double)g->def->material.mass_per_area * g->a * g->b * g->sine;
    for (int row = 0; row < g->rows; ++row) {
        for (int column = 0; column < g->columns && maker_ok(&g->m); ++column) {
            double mass = cell_mass * share(column, g->columns) * share(row, g->rows);
            if (g->def->particle_mass > 0.0f) {
                mass = (double)g->def->particle_mass;
            }
            taut_make_vec point = vec_add(vec_from(g->def->origin), g->u, column * g->a);
            maker_particle(&g->m, vec_add(point, g->v, row * g->b), mass);
        }
    }
}

// What the links along one direction get of its stiffness; length is that of a cell this way.
static double link_stiffness(const taut_grid* g, float whole, double length, double across)
{
    double stiffness = (double)whole;
    if (!g->def->shear || isinf(whole)) {
        return stiffness;
    }
    double rest = stiffness -
                  (double)g->def->material.shear_stiffness * (length * length) / (across * across);
    double least = 0.05 * stiffness;
    return rest > least ? rest : least;
}

// Links that span `cells` cells, along u row by row, then along v row by row. Their compliance and
// strength are the given ones for a whole tributary width, more and less on the border.
static void add_rows(taut_grid* g, int cells, taut_make_link along_u, taut_make_link along_v)
{
    double compliance_u = along_u.compliance;
    double compliance_v = along_v.compliance;
    double strength_u = along_u.strength;
    double strength_v = along_v.strength;
    for (int row = 0; row < g->rows; ++row) {
        along_u.compliance = compliance_u / share(row, g->rows);
        along_u.strength = strength_u * share(row, g->rows);
        for (int column = 0; column + cells < g->columns && maker_ok(&g->m); ++column) {
            maker_link(&g->m, at(g, column, row), at(g, column + cells, row), &along_u);
        }
    }
    for (int row = 0; row + cells < g->rows; ++row) {
        for (int column = 0; column < g->columns && maker_ok(&g->m); ++column) {
            along_v.compliance = compliance_v / share(column, g->columns);
            along_v.strength = strength_v * share(column, g->columns);
            maker_link(&g->m, at(g, column, row), at(g, column, row + cells), &along_v);
        }
    }
}

static taut_make_link stretch_link(const taut_grid* g, double rest, taut_family family)
{
    return (taut_make_link){.rest = rest,
                            .damping_rate = g->def->material.damping_rate,
                            .sides = TAUT_SIDES_BOTH,
                            .family = family};
}

static void add_structural(taut_grid* g)
{
    const taut_cloth_material* material = &g->def->material;
    taut_make_link along_u = stretch_link(g, g->a, TAUT_FAMILY_STRUCTURAL);
    taut_make_link along_v = stretch_link(g, g->b, TAUT_FAMILY_STRUCTURAL);
    if (!g->def->rigid) {
        double warp = link_stiffness(g, material->warp_stiffness, g->a, g->b);
        double weft = link_stiffness(g, material->weft_stiffness, g->b, g->a);
        along_u.compliance = g->a / (warp * g->b * g->sine);
        along_v.compliance = g->b / (weft * g->a * g->sine);
    }
    along_u.strength = (double)material->strength * g->b * g->sine;
    along_v.strength = (double)material->strength * g->a * g->sine;
    add_rows(g, 1, along_u, along_v);
}

// The diagonal a u + sign b v.
static taut_make_link shear_link(const taut_grid* g, double sign)
{
    taut_make_vec zero = {0.0, 0.0, 0.0};
    taut_make_vec diagonal = vec_add(vec_add(zero, g->u, g->a), g->v, sign * g->b);
    taut_make_link link = stretch_link(g, vec_length(diagonal), TAUT_FAMILY_SHEAR);
    if (!g->def->rigid) {
        double stiffness = (double)g->def->material.shear_stiffness;
        link.compliance = 2.0 * g->a * g->b * g->sine / (stiffness * link.rest * link.rest);
    }
    return link;
}

static void add_shear(taut_grid* g)
{
    taut_make_link rising = shear_link(g, 1.0);
    taut_make_link falling = shear_link(g, -1.0);
    for (int row = 0; row + 1 < g->rows; ++row) {
        for (int column = 0; column + 1 < g->columns && maker_ok(&g->m); ++column) {
            maker_link(&g->m, at(g, column, row), at(g, column + 1, row + 1), &rising);
            maker_link(&g->m, at(g, column + 1, row), at(g, column, row + 1), &falling);
        }
    }
}

// A limp cloth has none, unless it is to be rigid.
static void add_skip_links(taut_grid* g)
{
    double bend = (double)g->def->material.bend_stiffness;
    if (!g->def->rigid && !(bend > 0.0)) {
        return;
    }
    double a = g->a;
    double b = g->b;
    taut_make_link along_u = {
        .rest = 2.0 * a, .sides = TAUT_SIDES_BOTH, .family = TAUT_FAMILY_BEND};
    taut_make_link along_v = along_u;
    along_v.rest = 2.0 * b;
    if (!g->def->rigid) {
        along_u.compliance = a * a * a / (16.0 * bend * b * g->sine);
        along_v.compliance = b * b * b / (16.0 * bend * a * g->sine);
    }
    add_rows(g, 2, along_u, along_v);
}

// True where a cell's triangles meet along the diagonal from (column, row) to the opposite corner.
static bool rises(const taut_grid* g, int column, int row)
{
    return g->def->diagonals == TAUT_DIAGONALS_SAME || (column + row) % 2 == 0;
}

// Hinges list the triangle first that runs along the edge from its first to its second particle.
static void add_diagonal_hinge(taut_grid* g, int c, int r, double area)
{
    bool rising = rises(g, c, r);
    int p[4] = {at(g, c, r), at(g, c + 1, r + 1), at(g, c + 1, r), at(g, c, r + 1)};
    int q[4] = {at(g, c + 1, r), at(g, c, r + 1), at(g, c + 1, r + 1), at(g, c, r)};
    double edge = shear_link(g, rising ? 1.0 : -1.0).rest;
    maker_hinge(&g->m, rising ? p : q,
                edge * edge / (2.0 * (double)g->def->material.bend_stiffness * area));
}

// Bending along v at (c, r): across the edge along u that begins there, or in the last column ends.
static void add_column_bend(taut_grid* g, int c, int r)
{
    int side = c + 1 < g->columns ? c + 1 : c - 1;
    double width = g->a * g->sine * share(c, g->columns);
    int p[4] = {at(g, c, r), at(g, side, r), at(g, c, r - 1), at(g, c, r + 1)};
    maker_hinge(&g->m, p, g->b / ((double)g->def->material.bend_stiffness * width));
}

// Bending along u at (c, r): across the edge along v that begins there, or in the last row ends.
static void add_row_bend(taut_grid* g, int c, int r)
{
    int side = r + 1 < g->rows ? r + 1 : r - 1;
    double width = g->b * g->sine * share(r, g->rows);
    int p[4] = {at(g, c, r), at(g, c, side), at(g, c + 1, r), at(g, c - 1, r)};
    maker_hinge(&g->m, p, g->a / ((double)g->def->material.bend_stiffness * width));
}

static void add_hinges(taut_grid* g)
{
    if (!(g->def->material.bend_stiffness > 0.0f)) {
        return;
    }
    double area = g->a * g->b * g->sine;  // of a cell
    for (int row = 0; row < g->rows; ++row) {
        for (int column = 0; column < g->columns && maker_ok(&g->m); ++column) {
            if (row + 1 < g->rows && column + 1 < g->columns) {
                add_diagonal_hinge(g, column, row, area);
            }
            if (row > 0 && row + 1 < g->rows) {
                add_column_bend(g, column, row);
            }
            if (column > 0 && column + 1 < g->columns) {
                add_row_bend(g, column, row);
            }
        }
    }
}

// Counter-clockwise seen from v x u: from above with the default u and v, from the front when u
// runs to the right and v down.
static void add_triangles(taut_grid* g)
{
    for (int r = 0; r + 1 < g->rows; ++r) {
        for (int c = 0; c + 1 < g->columns && maker_ok(&g->m); ++c) {
            int p00 = at(g, c, r);
            int p10 = at(g, c + 1, r);
            int p01 = at(g, c, r + 1);
            int p11 = at(g, c + 1, r + 1);
            bool rising = rises(g, c, r);
            maker_triangle(&g->m, p00, rising ? p11 : p01, p10);
            maker_triangle(&g->m, rising ? p00 : p10, p01, p11);
        }
    }
}

static void build(taut_grid* g)
{
    add_particles(g);
    if (g->def->structural) {
        add_structural(g);
    }
    if (g->def->shear) {
        add_shear(g);
    }
    if (g->def->bend == TAUT_BEND_SKIP_LINKS) {
        add_skip_links(g);
    } else if (g->def->bend == TAUT_BEND_DIHEDRAL) {
        add_hinges(g);
    }
    add_triangles(g);
    const taut_cloth_material* material = &g->def->material;
    bool elastic = isfinite(material->warp_stiffness) || isfinite(material->weft_stiffness);
    maker_tether(&g->m, g->def->tethers, elastic && !g->def->rigid);
}

taut_result taut_make_cloth(taut_builder* builder, const taut_cloth_def* def, taut_part* part)
{
    taut_grid g = {.m = maker_open(builder, "taut_cloth_def", def), .def = def};
    if (maker_ok(&g.m)) {
        check_def(&g.m, def);
    }
    if (maker_ok(&g.m)) {
        g.u = vec_unit(vec_from(def->u));
        g.v = vec_unit(vec_from(def->v));
        g.a = (double)def->spacing_u;
        g.b = (double)def->spacing_v;
        g.sine = vec_length(vec_cross(g.u, g.v));
        g.columns = def->columns;
        g.rows = def->rows;
        build(&g);
    }
    return maker_close(&g.m, part);
}
