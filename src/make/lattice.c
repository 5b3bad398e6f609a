// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Cells of sides a, b and c, cut into five tetrahedra each: one over the four even corners, those
// whose three numbers add up to an even one, and one at each odd corner. Neighbours have the same
// diagonal on the side they share, since both draw it between its even corners. There is a link
// along every edge of these tetrahedra, and a volume constraint for each.
//
// Links. A spring k of length l in the direction n stores 1/2 k l^2 (n . e n)^2 under a uniform
// strain e. Summed over what belongs to a cell of volume V, springs make a solid with the moduli
// C_ijmn = 1/V sum k l^2 n_i n_j n_m n_n, which do not change when indices are exchanged (Cauchy's
// relations), so an isotropic one has lambda = mu. A cell has one link along each axis (four
// quarters), and in each plane of axes one diagonal (two halves on opposite sides, which run
// crosswise), so that what is odd in an index cancels. Of the moduli
//
//     C_1122 = k_ab a^2 b^2 / ((a^2 + b^2) V)                              must be mu
//     C_1111 = (k_a a^2 + k_ab a^4 / (a^2 + b^2) + k_ac a^4 / (a^2 + c^2)) / V    3 mu
//
// the first gives the diagonals and the second what is left for the sides:
//
//     k_ab = mu V (1 / a^2 + 1 / b^2)         k_a = mu V (3 / a^2 - 1 / b^2 - 1 / c^2)
//
// 2 mu a and mu a in a cube. k_a is above 0 in cells that are near to cubes. A link on the border
// of the body belongs to fewer cells and gets that part of it.
//
// Volumes. A tetrahedron of volume V0 with compliance V0 / K stores 1/2 K V0 (dV / V0)^2: what a
// solid with another lambda of K does. So K = lambda - mu, which is 0 at a Poisson ratio of 1/4
// and infinite at 1/2.
//
// Damping. A link resists its rate by the damping time times its stiffness k, so that the solid has
// a viscosity that does not depend on the cells either. It does so at the level of velocities,
// where what is swept once per substep stays as stiff as it was: a dashpot c between masses of
// inverse w1 and w2 lets their relative velocity fall at the rate c (w1 + w2). (The same rate for
// all cells would leave the wobbling of the whole alone, the more so the finer it is divided.)
//
// Inside, every particle is a centre of symmetry, so that a uniform strain is in balance there and
// the moduli are exact. Odd particles of the border have links along the axes alone and find a
// little more room than the strain gives them: a bar of 2 x 2 cells is 3 % too soft at a Poisson
// ratio of 0.25, 0.9 % at 0.3 and not at all at 0.4. Bending is too stiff in coarse bodies, as with
// all tetrahedra of uniform strain: by a quarter across two cells, a tenth across four.

#include "make/lattice.h"

typedef struct taut_at {
    int i[3];
} taut_at;

bool taut_lattice_sound(const double side[3])
{
    double sum = 0.0;
    for (int d = 0; d < 3; ++d) {
        sum += 1.0 / (side[d] * side[d]);
    }
    bool sound = isfinite(sum);
    for (int d = 0; d < 3; ++d) {
        sound = sound && 4.0 / (side[d] * side[d]) > sum;
    }
    return sound;
}

void taut_lattice_check_material(taut_maker* m, const taut_soft_material* material)
{
    check_positive(m, "material.density", material->density);
    check_positive(m, "material.young_modulus", material->young_modulus);
    check_that(m, material->poisson_ratio >= 0.26f && material->poisson_ratio <= 0.5f,
               "material.poisson_ratio", material->poisson_ratio, "in 0.26..0.5");
    check_not_negative(m, "material.damping_time", material->damping_time);
}

bool taut_lattice_taken(const taut_lattice* l, int i, int j, int k)
{
    const int* n = l->cells;
    bool within = i >= 0 && j >= 0 && k >= 0 && i < n[0] && j < n[1] && k < n[2];
    return within && (l->taken == NULL ||
                      l->taken[((size_t)k * (size_t)n[1] + (size_t)j) * (size_t)n[0] + (size_t)i]);
}

static int corner_number(const taut_lattice* l, taut_at at)
{
    return (at.i[2] * (l->cells[1] + 1) + at.i[1]) * (l->cells[0] + 1) + at.i[0];
}

// The builder's number of a corner.
static int particle_at(const taut_lattice* l, taut_at at)
{
    return l->m.first_particle + l->particle[corner_number(l, at)];
}

// One step along the axes whose bits are set.
static taut_at step(taut_at at, int bits)
{
    for (int d = 0; d < 3; ++d) {
        at.i[d] += bits >> d & 1;
    }
    return at;
}

static bool is_even(taut_at at)
{
    return (at.i[0] + at.i[1] + at.i[2]) % 2 == 0;
}

// How many taken cells contain what reaches from `at` along the axes in `bits`: on the other axes,
// cells lie on both sides.
static int cells_around(const taut_lattice* l, taut_at at, int bits)
{
    int count = 0;
    for (int back = 0; back < 8; ++back) {
        if ((back & bits) == 0) {
            count += taut_lattice_taken(l, at.i[0] - (back & 1), at.i[1] - (back >> 1 & 1),
                                        at.i[2] - (back >> 2 & 1));
        }
    }
    return count;
}

// Walking -----------------------------------------------------------------------------------------

typedef void taut_lattice_fn(taut_lattice* l, taut_at at);

// Every corner, or every cell, in the order of their numbers.
static void walk(taut_lattice* l, int more, taut_lattice_fn* visit)
{
    for (int k = 0; k < l->cells[2] + more; ++k) {
        for (int j = 0; j < l->cells[1] + more; ++j) {
            for (int i = 0; i < l->cells[0] + more && maker_ok(&l->m); ++i) {
                if (more == 1 || taut_lattice_taken(l, i, j, k)) {
                    visit(l, (taut_at){{i, j, k}});
                }
            }
        }
    }
}

// Particles and links -----------------------------------------------------------------------------

static double cell_volume(const taut_lattice* l)
{
    return l->side[0] * l->side[1] * l->side[2];
}

static double shear_modulus(const taut_lattice* l)
{
    return (double)l->material.young_modulus / (2.0 * (1.0 + (double)l->material.poisson_ratio));
}

// Each cell shares its mass among its corners alike.
static double corner_mass(const taut_lattice* l, taut_at at)
{
    return (double)l->material.density * cell_volume(l) * cells_around(l, at, 0) / 8.0;
}

static void add_particle(taut_lattice* l, taut_at at)
{
    l->particle[corner_number(l, at)] = -1;
    if (cells_around(l, at, 0) > 0) {
        taut_make_vec x = l->origin;
        for (int d = 0; d < 3; ++d) {
            x = vec_add(x, l->axis[d], at.i[d] * l->side[d]);
        }
        l->particle[corner_number(l, at)] =
            taut_builder_particle_count(l->m.builder) - l->m.first_particle;
        maker_particle(&l->m, x, corner_mass(l, at));
    }
}

// 1 / side^2
static double steep(const taut_lattice* l, int axis)
{
    return 1.0 / (l->side[axis] * l->side[axis]);
}

// A link between two corners. Its damping is that of a dashpot of damping time x k between their
// masses.
static void add_link(taut_lattice* l, taut_at from, taut_at to, taut_make_link link)
{
    double k = 1.0 / link.compliance;
    double inverse = 1.0 / corner_mass(l, from) + 1.0 / corner_mass(l, to);
    link.damping_rate =
        maker_float(&l->m, "damping rate", (double)l->material.damping_time * k * inverse);
    link.sides = TAUT_SIDES_BOTH;
    maker_link(&l->m, particle_at(l, from), particle_at(l, to), &link);
}

static void add_side_links(taut_lattice* l, taut_at at)
{
    double scale = shear_modulus(l) * cell_volume(l);
    for (int d = 0; d < 3; ++d) {
        int around = cells_around(l, at, 1 << d);
        if (around > 0) {
            double k = scale * (4.0 * steep(l, d) - steep(l, 0) - steep(l, 1) - steep(l, 2));
            taut_make_link link = {.rest = l->side[d],
                                   .compliance = 4.0 / (k * around),
                                   .family = TAUT_FAMILY_STRUCTURAL};
            add_link(l, at, step(at, 1 << d), link);
        }
    }
}

// In each of the three planes, the diagonal between the even corners of the square at `at`.
static void add_diagonals(taut_lattice* l, taut_at at)
{
    double scale = shear_modulus(l) * cell_volume(l);
    for (int d = 0; d < 3; ++d) {
        int e = (d + 1) % 3;
        int plane = 1 << d | 1 << e;
        int around = cells_around(l, at, plane);
        if (around > 0) {
            double k = scale * (steep(l, d) + steep(l, e));
            taut_make_link link = {.rest = sqrt(l->side[d] * l->side[d] + l->side[e] * l->side[e]),
                                   .compliance = 2.0 / (k * around),
                                   .family = TAUT_FAMILY_SHEAR};
            bool rising = is_even(at);
            add_link(l, rising ? at : step(at, 1 << d), step(at, rising ? plane : 1 << e), link);
        }
    }
}

// Volumes -----------------------------------------------------------------------------------------

static void add_volume(taut_lattice* l, const int p[4], double volume)
{
    double poisson = (double)l->material.poisson_ratio;
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_VOLUME);
    for (int i = 0; i < 4; ++i) {
        def.particles[i] = p[i];
    }
    def.rest_from_shape = false;
    def.rest = maker_float(&l->m, "rest volume", volume);
    // lambda = mu 2 nu / (1 - 2 nu); K = lambda - mu
    double compliance = volume * (1.0 - 2.0 * poisson) / (shear_modulus(l) * (4.0 * poisson - 1.0));
    def.compliance = maker_float(&l->m, "compliance", compliance);
    if (maker_ok(&l->m)) {
        l->m.result = taut_builder_add_constraint(l->m.builder, &def, NULL);
    }
}

// Corner bits of the tetrahedron over the corners 0, 3, 5, 6 and of those at 1, 2, 4, 7, the last
// three counter-clockwise seen from the first. A cell whose corner 0 is odd is the mirror image.
static const int tetrahedra[5][4] = {
    {0, 3, 6, 5}, {1, 0, 5, 3}, {2, 0, 3, 6}, {4, 0, 6, 5}, {7, 3, 5, 6}};

static void add_cell(taut_lattice* l, taut_at at)
{
    double volume = cell_volume(l);
    int mirror = is_even(at) ? 0 : 1;  // along the first axis
    for (int t = 0; t < 5; ++t) {
        int p[4];
        for (int c = 0; c < 4; ++c) {
            // A mirrored tetrahedron is turned inside out: exchange its last two corners.
            int from = mirror != 0 && c >= 2 ? 5 - c : c;
            p[c] = particle_at(l, step(at, tetrahedra[t][from] ^ mirror));
        }
        add_volume(l, p, t == 0 ? volume / 3.0 : volume / 6.0);
    }
}

// Surface -----------------------------------------------------------------------------------------

// The side of a cell towards the lower or the upper end of axis d, as two triangles along the
// diagonal between its even corners, counter-clockwise seen from outside.
static void add_side(taut_lattice* l, taut_at at, int d, bool upper)
{
    int e = 1 << (d + 1) % 3;
    int f = 1 << (d + 2) % 3;
    taut_at base = upper ? step(at, 1 << d) : at;
    taut_at corner[4] = {base, step(base, upper ? e : f), step(base, e | f),
                         step(base, upper ? f : e)};
    int turn = is_even(base) ? 0 : 1;
    int p[4];
    for (int c = 0; c < 4; ++c) {
        p[c] = particle_at(l, corner[(c + turn) % 4]);
    }
    maker_triangle(&l->m, p[0], p[1], p[2]);
    maker_triangle(&l->m, p[0], p[2], p[3]);
}

static void add_sides(taut_lattice* l, taut_at at)
{
    for (int d = 0; d < 3; ++d) {
        for (int upper = 0; upper < 2; ++upper) {
            taut_at next = at;
            next.i[d] += upper != 0 ? 1 : -1;
            if (!taut_lattice_taken(l, next.i[0], next.i[1], next.i[2])) {
                add_side(l, at, d, upper != 0);
            }
        }
    }
}

// -------------------------------------------------------------------------------------------------

void taut_lattice_build(taut_lattice* l)
{
    size_t corners =
        (size_t)(l->cells[0] + 1) * (size_t)(l->cells[1] + 1) * (size_t)(l->cells[2] + 1);
    l->bytes = corners * sizeof *l->particle;
    l->particle = taut_builder_scratch(l->m.builder, l->bytes);
    if (l->particle == NULL) {
        l->m.result = taut_builder_fail(l->m.builder, TAUT_ERROR_OUT_OF_MEMORY,
                                        "no memory to number %zu corners of cells", corners);
        return;
    }
    walk(l, 1, add_particle);
    walk(l, 1, add_side_links);
    walk(l, 1, add_diagonals);
    walk(l, 0, add_cell);
    walk(l, 0, add_sides);
    taut_builder_scratch_free(l->m.builder, l->particle, l->bytes);
}
