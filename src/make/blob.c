// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A blob in the plane: copies of the outline, shrunk towards its centroid, with triangles between.
//
// A sheet of stiffness E (N/m) and Poisson ratio nu has the moduli mu = E / (2 (1 + nu)) and
// lambda = E nu / (1 - nu^2). Links make a sheet with lambda = mu (see lattice.c), whose Poisson
// ratio is 1/3 and whose stiffness is K = 8/3 mu; on equilateral triangles that takes
// k = sqrt(3)/2 K for a link between two of them, or K (A1 + A2) / l^2 in the form of Van Gelder
// (1998) that serves for other triangles too. What lambda lacks, triangles make up for by keeping
// their area: with the compliance A / (lambda - mu) one stores 1/2 (lambda - mu) A (dA / A)^2.

#include "make/make.h"
#include "taut/taut_soft.h"

#define MOST_POINTS 100000

typedef struct taut_blob {
    taut_maker m;
    const taut_blob_def* def;
    int count;             // of the outline
    taut_make_vec middle;  // centroid
    bool backwards;        // the outline runs clockwise
} taut_blob;

taut_blob_def taut_blob_def_default(void)
{
    taut_blob_def def = {
        .stamp = TAUT_STAMP(taut_blob_def),
        .outline_count = 24,
        .radius = 0.5f,
        .rings = 4,
        .material = {10.0f, 2000.0f, 0.6f, 0.01f},
    };
    return def;
}

static void check_def(taut_maker* m, const taut_blob_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_blob_def));
    check_int(m, "outline_count", def->outline_count, 3, MOST_POINTS);
    check_finite(m, "centre", def->centre);
    check_positive(m, "radius", def->radius);
    check_int(m, "rings", def->rings, 1, 1000);
    check_positive(m, "material.mass_per_area", def->material.mass_per_area);
    check_positive(m, "material.stiffness", def->material.stiffness);
    check_that(m, def->material.poisson_ratio >= 0.35f && def->material.poisson_ratio <= 1.0f,
               "material.poisson_ratio", def->material.poisson_ratio, "in 0.35..1");
    check_not_negative(m, "material.damping_time", def->material.damping_time);
    check_room(m, "outline_count and rings", 1 + (int64_t)def->outline_count * def->rings);
}

// Outline -----------------------------------------------------------------------------------------

// sin and cos of an angle within pi of 0, by their series: the 13th terms are below 1e-12.
static void sine_cosine(double angle, double* sine, double* cosine)
{
    double term = 1.0;
    *sine = 0.0;
    *cosine = 0.0;
    for (int n = 0; n < 28; ++n) {
        double* sum = n % 2 == 0 ? cosine : sine;
        *sum += n % 4 < 2 ? term : -term;
        term *= angle / (n + 1);
    }
}

static taut_make_vec point(const taut_blob* b, int i)
{
    int n = i % b->count;
    if (b->def->outline != NULL) {
        return vec_from(b->def->outline[b->backwards ? b->count - 1 - n : n]);
    }
    double turn = (double)n / b->count;
    double sine, cosine;
    sine_cosine(6.283185307179586 * (turn > 0.5 ? turn - 1.0 : turn), &sine, &cosine);
    double r = (double)b->def->radius;
    taut_make_vec c = vec_from(b->def->centre);
    return (taut_make_vec){c.x + r * cosine, c.y + r * sine, 0.0};
}

// Twice the area of the triangle at `from`, counter-clockwise counted positive.
static double twice_area(taut_make_vec from, taut_make_vec a, taut_make_vec b)
{
    return (a.x - from.x) * (b.y - from.y) - (a.y - from.y) * (b.x - from.x);
}

static void find_middle(taut_blob* b)
{
    taut_make_vec base = point(b, 0);
    double sum = 0.0;
    double x = 0.0;
    double y = 0.0;
    for (int i = 0; i < b->count; ++i) {
        taut_make_vec p = point(b, i);
        taut_make_vec q = point(b, i + 1);
        double area = twice_area(base, p, q);
        sum += area;
        x += area * ((p.x - base.x) + (q.x - base.x)) / 3.0;
        y += area * ((p.y - base.y) + (q.y - base.y)) / 3.0;
    }
    if (!(fabs(sum) > 0.0) || !isfinite(sum)) {
        b->m.result =
            taut_builder_fail(b->m.builder, TAUT_ERROR_BAD_DATA,
                              "taut_blob_def.outline encloses an area of %g m^2", 0.5 * sum);
        return;
    }
    b->middle = (taut_make_vec){base.x + x / sum, base.y + y / sum, 0.0};
    b->backwards = sum < 0.0;
}

static void check_points(taut_blob* b)
{
    for (int i = 0; i < b->count && maker_ok(&b->m); ++i) {
        taut_vec3 p = b->def->outline[i];
        if (!taut_vec3_finite(p) || p.z < 0.0f || p.z > 0.0f) {
            b->m.result = taut_builder_fail(
                b->m.builder, TAUT_ERROR_BAD_DATA,
                "taut_blob_def.outline[%d] is (%g, %g, %g); it must be finite and lie in z = 0", i,
                (double)p.x, (double)p.y, (double)p.z);
        }
    }
}

// Every side must be seen from the middle with its left side towards it.
static void check_star(taut_blob* b)
{
    for (int i = 0; i < b->count && maker_ok(&b->m); ++i) {
        if (!(twice_area(b->middle, point(b, i), point(b, i + 1)) > 0.0)) {
            int at = b->backwards ? b->count - 1 - i : i;
            b->m.result = taut_builder_fail(
                b->m.builder, TAUT_ERROR_BAD_DATA,
                "taut_blob_def.outline: the side at point %d is not seen from the middle (%g, %g); "
                "the outline must be star-shaped about it and not cross itself",
                at, b->middle.x, b->middle.y);
        }
    }
}

// Building ----------------------------------------------------------------------------------------

// Ring 0 is the middle.
static int number(const taut_blob* b, int ring, int i)
{
    int in_ring = ring == 0 ? 0 : 1 + (ring - 1) * b->count + i % b->count;
    return b->m.first_particle + in_ring;
}

static taut_make_vec place(const taut_blob* b, int ring, int i)
{
    taut_make_vec out = vec_add(point(b, i), b->middle, -1.0);
    return vec_add(b->middle, out, (double)ring / b->def->rings);
}

// Area of the outline's triangle i, as seen from the middle; those of a ring are parts of it.
static double wedge(const taut_blob* b, int i)
{
    int n = (i + b->count) % b->count;
    return 0.5 * twice_area(b->middle, point(b, n), point(b, n + 1));
}

// Between ring - 1 and ring, over side i, a wedge has a triangle with its base outside, `outer`,
// and one with its base inside.
static double outer_area(const taut_blob* b, int ring, int i)
{
    double rings = b->def->rings;
    return wedge(b, i) * ring / (rings * rings);
}

static double inner_area(const taut_blob* b, int ring, int i)
{
    double rings = b->def->rings;
    return wedge(b, i) * (ring - 1) / (rings * rings);
}

// A third of each triangle's mass goes to each of its corners.
static double mass_at(const taut_blob* b, int ring, int i)
{
    double area = outer_area(b, ring, i) + outer_area(b, ring, i - 1) + inner_area(b, ring, i);
    if (ring < b->def->rings) {
        area += outer_area(b, ring + 1, i) + inner_area(b, ring + 1, i) +
                inner_area(b, ring + 1, i - 1);
    }
    return (double)b->def->material.mass_per_area * area / 3.0;
}

static double ring_mass(const taut_blob* b, int ring, int i)
{
    if (ring > 0) {
        return mass_at(b, ring, i);
    }
    double sum = 0.0;
    for (int k = 0; k < b->count; ++k) {
        sum += outer_area(b, 1, k) * (double)b->def->material.mass_per_area / 3.0;
    }
    return sum;
}

static void add_particles(taut_blob* b)
{
    maker_particle(&b->m, b->middle, ring_mass(b, 0, 0));
    for (int ring = 1; ring <= b->def->rings; ++ring) {
        for (int i = 0; i < b->count && maker_ok(&b->m); ++i) {
            maker_particle(&b->m, place(b, ring, i), mass_at(b, ring, i));
        }
    }
}

static double shear_modulus(const taut_blob* b)
{
    const taut_blob_material* m = &b->def->material;
    return (double)m->stiffness / (2.0 * (1.0 + (double)m->poisson_ratio));
}

typedef struct taut_blob_end {
    int ring, i;
} taut_blob_end;

// `area` is that of the triangles on both sides.
static void add_link(taut_blob* b, taut_blob_end p, taut_blob_end q, double area,
                     taut_family family)
{
    double length = vec_length(vec_add(place(b, q.ring, q.i), place(b, p.ring, p.i), -1.0));
    double compliance = length * length * 3.0 / (8.0 * shear_modulus(b) * area);
    double inverse = 1.0 / ring_mass(b, p.ring, p.i) + 1.0 / ring_mass(b, q.ring, q.i);
    double rate = (double)b->def->material.damping_time / compliance * inverse;
    taut_make_link link = {.rest = length,
                           .compliance = compliance,
                           .damping_rate = maker_float(&b->m, "damping rate", rate),
                           .sides = TAUT_SIDES_BOTH,
                           .family = family};
    maker_link(&b->m, number(b, p.ring, p.i), number(b, q.ring, q.i), &link);
}

static void add_links(taut_blob* b)
{
    for (int ring = 1; ring <= b->def->rings; ++ring) {
        for (int i = 0; i < b->count && maker_ok(&b->m); ++i) {
            double outside = ring < b->def->rings ? inner_area(b, ring + 1, i) : 0.0;
            taut_blob_end here = {ring, i};
            add_link(b, here, (taut_blob_end){ring, i + 1}, outer_area(b, ring, i) + outside,
                     TAUT_FAMILY_STRUCTURAL);
            double beside = ring == 1 ? outer_area(b, 1, i - 1) : inner_area(b, ring, i - 1);
            add_link(b, (taut_blob_end){ring - 1, i}, here, outer_area(b, ring, i) + beside,
                     TAUT_FAMILY_STRUCTURAL);
            if (ring > 1) {
                add_link(b, (taut_blob_end){ring - 1, i}, (taut_blob_end){ring, i + 1},
                         outer_area(b, ring, i) + inner_area(b, ring, i), TAUT_FAMILY_SHEAR);
            }
        }
    }
}

static void add_triangle(taut_blob* b, const int p[3], double area)
{
    double poisson = (double)b->def->material.poisson_ratio;
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_AREA);
    for (int i = 0; i < 3; ++i) {
        def.particles[i] = p[i];
    }
    def.rest_from_shape = false;
    def.rest = maker_float(&b->m, "rest area", area);
    // lambda = mu 2 nu / (1 - nu), less mu
    def.compliance = maker_float(
        &b->m, "compliance", area * (1.0 - poisson) / (shear_modulus(b) * (3.0 * poisson - 1.0)));
    if (maker_ok(&b->m)) {
        b->m.result = taut_builder_add_constraint(b->m.builder, &def, NULL);
    }
    maker_triangle(&b->m, p[0], p[1], p[2]);
}

static void add_triangles(taut_blob* b)
{
    for (int ring = 1; ring <= b->def->rings; ++ring) {
        for (int i = 0; i < b->count && maker_ok(&b->m); ++i) {
            int outer[3] = {number(b, ring - 1, i), number(b, ring, i), number(b, ring, i + 1)};
            add_triangle(b, outer, outer_area(b, ring, i));
            if (ring > 1) {
                int inner[3] = {number(b, ring - 1, i), number(b, ring, i + 1),
                                number(b, ring - 1, i + 1)};
                add_triangle(b, inner, inner_area(b, ring, i));
            }
        }
    }
}

taut_result taut_make_blob(taut_builder* builder, const taut_blob_def* def, taut_part* part)
{
    taut_blob b = {.m = maker_open(builder, "taut_blob_def", def), .def = def};
    if (maker_ok(&b.m)) {
        check_def(&b.m, def);
    }
    if (maker_ok(&b.m)) {
        b.count = def->outline_count;
        if (def->outline != NULL) {
            check_points(&b);
        }
    }
    if (maker_ok(&b.m)) {
        find_middle(&b);
    }
    if (maker_ok(&b.m)) {
        check_star(&b);
    }
    if (maker_ok(&b.m)) {
        add_particles(&b);
        add_links(&b);
        add_triangles(&b);
    }
    return maker_close(&b.m, part);
}
