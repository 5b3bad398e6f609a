// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "builder.h"

#include <math.h>
#include <stdio.h>

// Life --------------------------------------------------------------------------------------------

taut_result taut_builder_create(const taut_allocator* allocator, taut_builder** builder,
                                taut_error* error)
{
    taut_error_clear(error);
    if (builder == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID, "builder is NULL: nowhere to put it");
    }
    *builder = NULL;
    if (allocator != NULL && !taut_allocator_valid(allocator)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "allocator has only one of alloc and free; give both or neither");
    }
    bool given = allocator != NULL && allocator->alloc != NULL;
    taut_allocator memory = given ? *allocator : taut_allocator_default();
    taut_builder* b = taut_allocate(&memory, sizeof *b);
    if (b == NULL) {
        return taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory for a builder");
    }
    b->allocator = memory;
    *builder = b;
    return TAUT_OK;
}

void taut_builder_destroy(taut_builder* builder)
{
    if (builder == NULL) {
        return;
    }
    taut_allocator memory = builder->allocator;
    taut_free(&memory, builder->particles,
              (size_t)builder->particle_capacity * sizeof *builder->particles);
    taut_free(&memory, builder->constraints,
              (size_t)builder->constraint_capacity * sizeof *builder->constraints);
    taut_free(&memory, builder->triangles,
              (size_t)builder->triangle_capacity * sizeof *builder->triangles);
    taut_free(&memory, builder->users, (size_t)builder->user_capacity * sizeof *builder->users);
    taut_free(&memory, builder->gases, (size_t)builder->gas_capacity * sizeof *builder->gases);
    taut_free(&memory, builder->loops, (size_t)builder->loop_capacity * sizeof *builder->loops);
    taut_free(&memory, builder, sizeof *builder);
}

taut_result taut_builder_fail(taut_builder* builder, taut_result result, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)taut_error_set_list(&builder->error, result, format, arguments);
    va_end(arguments);
    return result;
}

const char* taut_builder_last_error(const taut_builder* builder)
{
    return builder != NULL ? builder->error.text : "builder is NULL";
}

void* taut_builder_scratch(taut_builder* builder, size_t bytes)
{
    return taut_allocate(&builder->allocator, bytes);
}

void taut_builder_scratch_free(taut_builder* builder, void* memory, size_t bytes)
{
    taut_free(&builder->allocator, memory, bytes);
}

taut_builder_mark taut_builder_get_mark(const taut_builder* builder)
{
    return (taut_builder_mark){builder->particle_count, builder->constraint_count,
                               builder->triangle_count, builder->user_count,
                               builder->gas_count,      builder->loop_count};
}

void taut_builder_rewind(taut_builder* builder, taut_builder_mark mark)
{
    builder->particle_count = mark.particles;
    builder->constraint_count = mark.constraints;
    builder->triangle_count = mark.triangles;
    builder->user_count = mark.users;
    builder->gas_count = mark.gases;
    builder->loop_count = mark.loops;
}

int taut_builder_particle_count(const taut_builder* builder)
{
    return builder != NULL ? builder->particle_count : 0;
}

int taut_builder_constraint_count(const taut_builder* builder)
{
    return builder != NULL ? builder->constraint_count : 0;
}

taut_vec3 taut_builder_position(const taut_builder* builder, int index)
{
    bool known = builder != NULL && index >= 0 && index < builder->particle_count;
    return known ? builder->particles[index].position : (taut_vec3){0};
}

// Particles ---------------------------------------------------------------------------------------

// Far enough for any world, near enough for squares and cubes of distances to stay finite.
#define MOST_METRES 1e9f

static bool mass_valid(float mass)
{
    return isfinite(mass) && mass > 0.0f && isfinite(1.0f / mass);
}

static taut_result check_particle(taut_builder* builder, const char* what, int particle)
{
    if (builder->particle_count == 0) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "%s is %d; the builder has no particles yet", what, particle);
    }
    if (particle < 0 || particle >= builder->particle_count) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "%s is %d; the builder has particles 0..%d", what, particle,
                                 builder->particle_count - 1);
    }
    return TAUT_OK;
}

taut_result taut_builder_add_particle(taut_builder* builder, taut_vec3 position, float mass,
                                      int* index)
{
    if (builder == NULL) {
        return TAUT_ERROR_INVALID;
    }
    bool near = fabsf(position.x) <= MOST_METRES && fabsf(position.y) <= MOST_METRES &&
                fabsf(position.z) <= MOST_METRES;
    if (!near) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "position is (%g, %g, %g); it must be finite and within 1e9 m",
                                 (double)position.x, (double)position.y, (double)position.z);
    }
    if (!mass_valid(mass)) {
        return taut_builder_fail(
            builder, TAUT_ERROR_INVALID,
            "mass is %g; it must be > 0 and finite (pin a particle to hold it)", (double)mass);
    }
    if (builder->particle_count >= TAUT_MAX_PARTICLES) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "a blueprint has at most %d particles", TAUT_MAX_PARTICLES);
    }
    void* items = builder->particles;
    if (!taut_grow(&builder->allocator, &items, &builder->particle_capacity,
                   builder->particle_count + 1, sizeof *builder->particles)) {
        return taut_builder_fail(builder, TAUT_ERROR_OUT_OF_MEMORY, "no memory for particle %d",
                                 builder->particle_count);
    }
    builder->particles = items;
    if (index != NULL) {
        *index = builder->particle_count;
    }
    builder->particles[builder->particle_count++] =
        (taut_built_particle){.position = position, .mass = mass};
    return TAUT_OK;
}

taut_result taut_builder_set_mass(taut_builder* builder, int particle, float mass)
{
    if (builder == NULL || check_particle(builder, "particle", particle) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (!mass_valid(mass)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "mass of particle %d would be %g; it must be > 0 and finite",
                                 particle, (double)mass);
    }
    builder->particles[particle].mass = mass;
    return TAUT_OK;
}

taut_result taut_builder_add_mass(taut_builder* builder, int particle, float mass)
{
    if (builder == NULL || check_particle(builder, "particle", particle) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    return taut_builder_set_mass(builder, particle, builder->particles[particle].mass + mass);
}

taut_result taut_builder_pin(taut_builder* builder, int particle)
{
    if (builder == NULL || check_particle(builder, "particle", particle) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    builder->particles[particle].pinned = true;
    return TAUT_OK;
}

// Triangles, tethers, user constraints ------------------------------------------------------------

taut_result taut_builder_add_triangle(taut_builder* builder, int a, int b, int c)
{
    if (builder == NULL || check_particle(builder, "corner a", a) != TAUT_OK ||
        check_particle(builder, "corner b", b) != TAUT_OK ||
        check_particle(builder, "corner c", c) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (a == b || b == c || a == c) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "triangle %d has corners %d, %d, %d; they must differ",
                                 builder->triangle_count, a, b, c);
    }
    void* items = builder->triangles;
    if (!taut_grow(&builder->allocator, &items, &builder->triangle_capacity,
                   builder->triangle_count + 1, sizeof *builder->triangles)) {
        return taut_builder_fail(builder, TAUT_ERROR_OUT_OF_MEMORY, "no memory for triangle %d",
                                 builder->triangle_count);
    }
    builder->triangles = items;
    builder->triangles[builder->triangle_count++] = (taut_built_triangle){{a, b, c}};
    return TAUT_OK;
}

taut_tether_def taut_tether_def_default(void)
{
    return (taut_tether_def){.stamp = TAUT_STAMP(taut_tether_def),
                             .enabled = true,
                             .most_pins = 4,
                             .slack = 0.0f,
                             .passes = 0};
}

static taut_result check_tether(taut_builder* builder, const taut_tether_def* def, int first,
                                int count)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_tether_def)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_tether_def.stamp is wrong: start from "
                                 "taut_tether_def_default()");
    }
    if (def->most_pins < 1 || def->most_pins > 16) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_tether_def.most_pins is %d; it must lie in 1..16",
                                 def->most_pins);
    }
    if (!isfinite(def->slack) || (def->slack < 1.0f && def->slack != 0.0f)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_tether_def.slack is %g; it must be finite and >= 1, or 0",
                                 (double)def->slack);
    }
    if (def->passes < 0 || def->passes > 8) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_tether_def.passes is %d; it must lie in 0..8", def->passes);
    }
    if (first < 0 || count < 0 || count > builder->particle_count - first) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "first %d, count %d do not lie within %d particles", first, count,
                                 builder->particle_count);
    }
    return TAUT_OK;
}

taut_result taut_builder_tether(taut_builder* builder, const taut_tether_def* def, int first,
                                int count)
{
    if (builder == NULL || check_tether(builder, def, first, count) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    for (int i = first; i < first + count; ++i) {
        builder->particles[i].tether_most = (uint8_t)(def->enabled ? def->most_pins : 0);
        builder->particles[i].tether_slack = def->slack > 0.0f ? def->slack : 1.0f;
        builder->particles[i].tether_passes = (uint8_t)def->passes;
    }
    return TAUT_OK;
}

taut_user_constraint_def taut_user_constraint_def_default(void)
{
    return (taut_user_constraint_def){.stamp = TAUT_STAMP(taut_user_constraint_def)};
}

static taut_result check_user(taut_builder* builder, const taut_user_constraint_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_user_constraint_def)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_user_constraint_def.stamp is wrong: start from "
                                 "taut_user_constraint_def_default()");
    }
    if (def->evaluate == NULL) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_user_constraint_def.evaluate is NULL");
    }
    if (def->particle_count < 1 || def->particle_count > TAUT_USER_MAX_PARTICLES) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_user_constraint_def.particle_count is %d; it must lie in "
                                 "1..%d",
                                 def->particle_count, TAUT_USER_MAX_PARTICLES);
    }
    if (!(def->compliance >= 0.0f && def->compliance <= 1e9f)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_user_constraint_def.compliance is %g; it must lie in 0..1e9",
                                 (double)def->compliance);
    }
    if ((int)def->sides < 0 || def->sides >= TAUT_SIDES_COUNT) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_user_constraint_def.sides is %d; it is no taut_sides",
                                 (int)def->sides);
    }
    return TAUT_OK;
}

static taut_result check_user_particles(taut_builder* builder, const taut_user_constraint_def* def)
{
    for (int i = 0; i < def->particle_count; ++i) {
        char what[48];
        (void)snprintf(what, sizeof what, "taut_user_constraint_def.particles[%d]", i);
        if (check_particle(builder, what, def->particles[i]) != TAUT_OK) {
            return TAUT_ERROR_INVALID;
        }
        for (int k = 0; k < i; ++k) {
            if (def->particles[i] == def->particles[k]) {
                return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                         "taut_user_constraint_def.particles has %d twice",
                                         def->particles[i]);
            }
        }
    }
    return TAUT_OK;
}

taut_result taut_builder_add_user_constraint(taut_builder* builder,
                                             const taut_user_constraint_def* def, int* index)
{
    if (builder == NULL || check_user(builder, def) != TAUT_OK ||
        check_user_particles(builder, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    void* items = builder->users;
    if (!taut_grow(&builder->allocator, &items, &builder->user_capacity, builder->user_count + 1,
                   sizeof *builder->users)) {
        return taut_builder_fail(builder, TAUT_ERROR_OUT_OF_MEMORY,
                                 "no memory for user constraint %d", builder->user_count);
    }
    builder->users = items;
    if (index != NULL) {
        *index = builder->user_count;
    }
    builder->users[builder->user_count++] = *def;
    return TAUT_OK;
}
