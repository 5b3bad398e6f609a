// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the makers share: a maker that remembers the first thing that went wrong, checks of the
// fields of a def, and the few vectors they need, in double so that a rounding happens once, where
// a value is handed to the builder.

#pragma once

#include "base/error.h"
#include "builder_service.h"
#include "taut/taut_make.h"

#include <float.h>
#include <limits.h>
#include <math.h>

// Vectors -----------------------------------------------------------------------------------------

typedef struct taut_make_vec {
    double x, y, z;
} taut_make_vec;

static inline taut_make_vec vec_from(taut_vec3 v)
{
    return (taut_make_vec){(double)v.x, (double)v.y, (double)v.z};
}

static inline taut_make_vec vec_add(taut_make_vec v, taut_make_vec w, double scale)
{
    return (taut_make_vec){v.x + w.x * scale, v.y + w.y * scale, v.z + w.z * scale};
}

static inline double vec_dot(taut_make_vec v, taut_make_vec w)
{
    return v.x * w.x + v.y * w.y + v.z * w.z;
}

static inline taut_make_vec vec_cross(taut_make_vec v, taut_make_vec w)
{
    return (taut_make_vec){v.y * w.z - v.z * w.y, v.z * w.x - v.x * w.z, v.x * w.y - v.y * w.x};
}

static inline double vec_length(taut_make_vec v)
{
    return sqrt(vec_dot(v, v));
}

// v must not be zero.
static inline taut_make_vec vec_unit(taut_make_vec v)
{
    double length = vec_length(v);
    return (taut_make_vec){v.x / length, v.y / length, v.z / length};
}

// A maker at work ---------------------------------------------------------------------------------

// The first failure sticks: whatever is asked of the maker afterwards does nothing, so that a maker
// reads as a plain list of checks and additions. Long loops look at `result` to stop early.
typedef struct taut_maker {
    taut_builder* builder;
    const char* def;  // name of the def's type, for messages
    taut_result result;
    taut_builder_mark mark;
    int first_particle;
    int first_constraint;
} taut_maker;

static inline bool maker_ok(const taut_maker* m)
{
    return m->result == TAUT_OK;
}

// def is only looked at to see that it is there.
static inline taut_maker maker_open(taut_builder* builder, const char* name, const void* def)
{
    taut_maker m = {.builder = builder, .def = name, .result = TAUT_ERROR_INVALID};
    if (builder == NULL) {
        return m;  // nowhere to leave a message
    }
    if (def == NULL) {
        m.result = taut_builder_fail(builder, TAUT_ERROR_INVALID, "the %s is NULL", name);
        return m;
    }
    m.result = TAUT_OK;
    m.mark = taut_builder_get_mark(builder);
    m.first_particle = taut_builder_particle_count(builder);
    m.first_constraint = taut_builder_constraint_count(builder);
    return m;
}

// Reports what was made, or takes back what was made before the failure. The builder's message
// outlives the rewind.
static inline taut_result maker_close(taut_maker* m, taut_part* part)
{
    if (!maker_ok(m)) {
        if (m->builder != NULL) {
            taut_builder_rewind(m->builder, m->mark);
        }
        return m->result;
    }
    if (part != NULL) {
        part->first_particle = m->first_particle;
        part->particle_count = taut_builder_particle_count(m->builder) - m->first_particle;
        part->first_constraint = m->first_constraint;
        part->constraint_count = taut_builder_constraint_count(m->builder) - m->first_constraint;
    }
    return TAUT_OK;
}

// Checks ------------------------------------------------------------------------------------------

static inline void check_stamp(taut_maker* m, uint32_t stamp, uint32_t expected)
{
    if (maker_ok(m) && stamp != expected) {
        m->result = taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                                      "%s.stamp is %u, not %u: start from %s_default()", m->def,
                                      (unsigned)stamp, (unsigned)expected, m->def);
    }
}

static inline void check_pointer(taut_maker* m, const char* field, const void* pointer)
{
    if (maker_ok(m) && pointer == NULL) {
        m->result =
            taut_builder_fail(m->builder, TAUT_ERROR_INVALID, "%s.%s is NULL", m->def, field);
    }
}

static inline void check_int(taut_maker* m, const char* field, int value, int min, int max)
{
    if (maker_ok(m) && (value < min || value > max)) {
        m->result =
            taut_builder_fail(m->builder, TAUT_ERROR_INVALID, "%s.%s is %d; it must lie in %d..%d",
                              m->def, field, value, min, max);
    }
}

static inline void check_that(taut_maker* m, bool holds, const char* field, float value,
                              const char* rule)
{
    if (maker_ok(m) && !holds) {
        m->result =
            taut_builder_fail(m->builder, TAUT_ERROR_INVALID, "%s.%s is %.9g; it must be %s",
                              m->def, field, (double)value, rule);
    }
}

static inline void check_positive(taut_maker* m, const char* field, float value)
{
    check_that(m, isfinite(value) && value > 0.0f, field, value, "> 0 and finite");
}

static inline void check_not_negative(taut_maker* m, const char* field, float value)
{
    check_that(m, isfinite(value) && value >= 0.0f, field, value, ">= 0 and finite");
}

// INFINITY is welcome: it means that the thing does not give at all.
static inline void check_stiffness(taut_maker* m, const char* field, float value)
{
    check_that(m, value > 0.0f, field, value, "> 0 (INFINITY for rigid)");
}

static inline void fail_vector(taut_maker* m, const char* field, taut_vec3 v, const char* rule)
{
    m->result =
        taut_builder_fail(m->builder, TAUT_ERROR_INVALID, "%s.%s is (%.9g, %.9g, %.9g); it must %s",
                          m->def, field, (double)v.x, (double)v.y, (double)v.z, rule);
}

static inline void check_finite(taut_maker* m, const char* field, taut_vec3 v)
{
    if (maker_ok(m) && !taut_vec3_finite(v)) {
        fail_vector(m, field, v, "be finite");
    }
}

// Finite and of some length.
static inline void check_direction(taut_maker* m, const char* field, taut_vec3 v)
{
    if (maker_ok(m) && !(taut_vec3_finite(v) && vec_length(vec_from(v)) > 0.0)) {
        fail_vector(m, field, v, "be finite and not zero");
    }
}

// A unit vector typed in by hand, 0.7071 and so on, is off by less than a thousandth. It is
// normalised in double afterwards; a longer one is more likely a mistake than a rounding.
static inline void check_unit(taut_maker* m, const char* field, taut_vec3 v)
{
    if (maker_ok(m) && !(taut_vec3_finite(v) && fabs(vec_length(vec_from(v)) - 1.0) <= 1e-3)) {
        fail_vector(m, field, v, "be a unit vector (length 1 within 0.001)");
    }
}

// Two unit vectors span a plane when the sine between them exceeds a thousandth; below that, cells
// are slivers whose heights the rounding of positions begins to spoil.
static inline void check_span(taut_maker* m, taut_vec3 u, taut_vec3 v)
{
    if (maker_ok(m) && vec_length(vec_cross(vec_from(u), vec_from(v))) < 1e-3) {
        fail_vector(m, "v", v, "not be parallel to u");
    }
}

// So many particles more, computed in 64 bits because the product of two sides may not fit in 32.
static inline void check_room(taut_maker* m, const char* fields, int64_t more)
{
    if (maker_ok(m) && more > TAUT_MAX_PARTICLES - m->first_particle) {
        m->result = taut_builder_fail(
            m->builder, TAUT_ERROR_INVALID,
            "%s.%s ask for %lld particles on top of %d; a blueprint holds at most %d", m->def,
            fields, (long long)more, m->first_particle, TAUT_MAX_PARTICLES);
    }
}

static inline void check_rope_material(taut_maker* m, const taut_rope_material* material)
{
    check_positive(m, "material.mass_per_metre", material->mass_per_metre);
    check_stiffness(m, "material.stretch_stiffness", material->stretch_stiffness);
    check_not_negative(m, "material.bend_stiffness", material->bend_stiffness);
    check_not_negative(m, "material.damping_rate", material->damping_rate);
    check_not_negative(m, "material.strength", material->strength);
}

static inline void check_cloth_material(taut_maker* m, const taut_cloth_material* material)
{
    check_positive(m, "material.mass_per_area", material->mass_per_area);
    check_stiffness(m, "material.warp_stiffness", material->warp_stiffness);
    check_stiffness(m, "material.weft_stiffness", material->weft_stiffness);
    check_stiffness(m, "material.shear_stiffness", material->shear_stiffness);
    check_not_negative(m, "material.bend_stiffness", material->bend_stiffness);
    check_not_negative(m, "material.damping_rate", material->damping_rate);
    check_not_negative(m, "material.strength", material->strength);
}

// Additions ---------------------------------------------------------------------------------------

// The one place where a double becomes a float: extreme values that passed the checks one by one
// may still combine into something a float cannot hold.
static inline float maker_float(taut_maker* m, const char* what, double value)
{
    if (!(fabs(value) <= (double)FLT_MAX)) {
        if (maker_ok(m)) {
            m->result = taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                                          "%s gives a %s of %g, which a float cannot hold", m->def,
                                          what, value);
        }
        return 0.0f;
    }
    return (float)value;
}

static inline void maker_particle(taut_maker* m, taut_make_vec at, double mass)
{
    taut_vec3 position = {maker_float(m, "position x", at.x), maker_float(m, "position y", at.y),
                          maker_float(m, "position z", at.z)};
    float kg = maker_float(m, "particle mass", mass);
    if (maker_ok(m)) {
        m->result = taut_builder_add_particle(m->builder, position, kg, NULL);
    }
}

// A link as makers know it. A stiffness of INFINITY has come down to a compliance of 0 by division.
typedef struct taut_make_link {
    double rest;        // m
    double compliance;  // m/N
    double strength;    // N; 0: none
    bool crushes;       // under a push too
    float damping_rate;
    taut_sides sides;
    taut_family family;
} taut_make_link;

// The rest length is the one meant, not the distance between two rounded positions: every link of a
// row is then the same, and a part weighs and gives the same wherever it is put.
static inline void maker_link(taut_maker* m, int a, int b, const taut_make_link* link)
{
    taut_constraint_def def = taut_link(a, b);
    def.rest_from_shape = false;
    def.rest = maker_float(m, "rest length", link->rest);
    def.compliance = maker_float(m, "compliance", link->compliance);
    def.strength = maker_float(m, "strength", link->strength);
    def.crushes = link->crushes;
    def.damping_rate = link->damping_rate;
    def.sides = link->sides;
    def.family = link->family;
    if (maker_ok(m)) {
        m->result = taut_builder_add_constraint(m->builder, &def, NULL);
    }
}

// A hinge along the edge p[0], p[1] between the triangles whose far corners are p[2] and p[3]; the
// first of them runs along the edge from p[0] to p[1]. At rest as it lies.
static inline void maker_hinge(taut_maker* m, const int p[4], double compliance)
{
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_DIHEDRAL);
    for (int i = 0; i < 4; ++i) {
        def.particles[i] = p[i];
    }
    def.compliance = maker_float(m, "compliance", compliance);
    if (maker_ok(m)) {
        m->result = taut_builder_add_constraint(m->builder, &def, NULL);
    }
}

static inline void maker_triangle(taut_maker* m, int a, int b, int c)
{
    if (maker_ok(m)) {
        m->result = taut_builder_add_triangle(m->builder, a, b, c);
    }
}

static inline void maker_pin(taut_maker* m, int particle)
{
    if (maker_ok(m)) {
        m->result = taut_builder_pin(m->builder, particle);
    }
}

// Tethers for all particles of the part. Elastic cloth gets room to stretch by itself first.
static inline void maker_tether(taut_maker* m, taut_tether_def tethers, bool elastic)
{
    if (maker_ok(m)) {
        int count = taut_builder_particle_count(m->builder) - m->first_particle;
        tethers.slack = tethers.slack == 0.0f && elastic ? 1.02f : tethers.slack;
        m->result = taut_builder_tether(m->builder, &tethers, m->first_particle, count);
    }
}
