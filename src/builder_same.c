// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Whether two builders would bake the same blueprint.

#include <string.h>

#include "builder.h"

// By their bits: two zeros of different sign are two numbers.
static bool same_float(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool same_vec3(taut_vec3 a, taut_vec3 b)
{
    return same_float(a.x, b.x) && same_float(a.y, b.y) && same_float(a.z, b.z);
}

static bool same_particle(const taut_built_particle* a, const taut_built_particle* b)
{
    return same_vec3(a->position, b->position) && same_float(a->mass, b->mass) &&
           same_float(a->tether_slack, b->tether_slack) && a->tether_most == b->tether_most &&
           a->tether_passes == b->tether_passes && a->pinned == b->pinned;
}

static bool same_constraint(const taut_built_constraint* a, const taut_built_constraint* b)
{
    return memcmp(a->particles, b->particles, sizeof a->particles) == 0 &&
           same_float(a->strength, b->strength) && same_float(a->stretch, b->stretch) &&
           same_float(a->rest, b->rest) && same_float(a->compliance, b->compliance) &&
           same_float(a->damping, b->damping) && same_float(a->damping_rate, b->damping_rate) &&
           same_float(a->play, b->play) && same_float(a->friction, b->friction) &&
           same_float(a->ratio, b->ratio) && a->kind == b->kind && a->sides == b->sides &&
           a->family == b->family && a->crushes == b->crushes;
}

static bool same_user(const taut_user_constraint_def* a, const taut_user_constraint_def* b)
{
    size_t used = (size_t)a->particle_count * sizeof a->particles[0];
    return a->evaluate == b->evaluate && a->context == b->context &&
           a->particle_count == b->particle_count &&
           memcmp(a->particles, b->particles, used) == 0 &&
           same_float(a->compliance, b->compliance) && a->sides == b->sides;
}

static bool same_gas(const taut_built_gas* a, const taut_built_gas* b)
{
    return a->first == b->first && a->count == b->count && same_float(a->gauge, b->gauge) &&
           same_float(a->ambient, b->ambient) && a->loop == b->loop;
}

static bool same_counts(const taut_builder* a, const taut_builder* b)
{
    return a->particle_count == b->particle_count && a->constraint_count == b->constraint_count &&
           a->triangle_count == b->triangle_count && a->user_count == b->user_count &&
           a->gas_count == b->gas_count && a->loop_count == b->loop_count;
}

static bool same_ints(const void* a, const void* b, int count, size_t size)
{
    return count == 0 || memcmp(a, b, (size_t)count * size) == 0;
}

bool taut_builder_same(const taut_builder* a, const taut_builder* b)
{
    if (a == NULL || b == NULL || a == b) {
        return a == b;
    }
    bool same = same_counts(a, b) &&
                same_ints(a->triangles, b->triangles, a->triangle_count, sizeof *a->triangles) &&
                same_ints(a->loops, b->loops, a->loop_count, sizeof *a->loops);
    for (int i = 0; same && i < a->particle_count; ++i) {
        same = same_particle(&a->particles[i], &b->particles[i]);
    }
    for (int i = 0; same && i < a->constraint_count; ++i) {
        same = same_constraint(&a->constraints[i], &b->constraints[i]);
    }
    for (int i = 0; same && i < a->user_count; ++i) {
        same = same_user(&a->users[i], &b->users[i]);
    }
    for (int i = 0; same && i < a->gas_count; ++i) {
        same = same_gas(&a->gases[i], &b->gases[i]);
    }
    return same;
}
