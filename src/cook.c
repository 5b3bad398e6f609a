// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cook.h"

#include <math.h>

#include "geodesic.h"

// The builder's shape as plain arrays for the search.
typedef struct shape {
    taut_geodesic_input input;
    taut_float4* x;
    uint8_t* pinned;
    int32_t* edges;
    double* lengths;
    int32_t* triangles;
    void* memory;
    size_t bytes;
} shape;

// Bend links span two cells and are no part of the surface.
static bool is_edge(const taut_built_constraint* c)
{
    return c->kind == TAUT_CONSTRAINT_DISTANCE && c->family != TAUT_FAMILY_BEND;
}

// A link is as long as it may become: its rest length, where it was built shorter. Material built
// slack is not to be measured by where its particles lie, nor across its triangles.
static double edge_length(const taut_builder* builder, const taut_built_constraint* c, bool* slack)
{
    taut_vec3 a = builder->particles[c->particles[0]].position;
    taut_vec3 b = builder->particles[c->particles[1]].position;
    double dx = (double)a.x - (double)b.x;
    double dy = (double)a.y - (double)b.y;
    double dz = (double)a.z - (double)b.z;
    double built = sqrt(dx * dx + dy * dy + dz * dz);
    bool shorter = (double)c->rest > 1.001 * built;
    *slack = *slack || shorter;
    return shorter ? (double)c->rest : built;
}

static int count_edges(const taut_builder* builder)
{
    int count = 0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        count += is_edge(&builder->constraints[i]);
    }
    return count;
}

static void lay_out(const taut_builder* builder, shape* s, taut_layout* layout)
{
    size_t n = (size_t)builder->particle_count;
    s->x = taut_layout_take(layout, n, sizeof *s->x);
    s->pinned = taut_layout_take(layout, n, sizeof *s->pinned);
    s->edges = taut_layout_take(layout, 2 * (size_t)s->input.edge_count, sizeof *s->edges);
    s->lengths = taut_layout_take(layout, (size_t)s->input.edge_count, sizeof *s->lengths);
    s->triangles =
        taut_layout_take(layout, 3 * (size_t)builder->triangle_count, sizeof *s->triangles);
}

static void fill(const taut_builder* builder, shape* s)
{
    for (int i = 0; i < builder->particle_count; ++i) {
        const taut_built_particle* p = &builder->particles[i];
        s->x[i] = (taut_float4){p->position.x, p->position.y, p->position.z, 0.0f};
        s->pinned[i] = p->pinned;
    }
    int edge = 0;
    bool slack = false;
    for (int i = 0; i < builder->constraint_count; ++i) {
        if (is_edge(&builder->constraints[i])) {
            s->edges[2 * edge] = builder->constraints[i].particles[0];
            s->edges[2 * edge + 1] = builder->constraints[i].particles[1];
            s->lengths[edge] = edge_length(builder, &builder->constraints[i], &slack);
            ++edge;
        }
    }
    for (int i = 0; i < 3 * builder->triangle_count; ++i) {
        s->triangles[i] = builder->triangles[i / 3].corner[i % 3];
    }
    s->input.x = s->x;
    s->input.pinned = s->pinned;
    s->input.edges = s->edges;
    s->input.lengths = s->lengths;
    s->input.triangle_count = slack ? 0 : s->input.triangle_count;
    s->input.triangles = s->triangles;
}

static bool open_shape(const taut_builder* builder, int most, shape* s)
{
    *s = (shape){.input = {.particle_count = builder->particle_count,
                           .edge_count = count_edges(builder),
                           .triangle_count = builder->triangle_count,
                           .most = most}};
    taut_layout measure = {0};
    lay_out(builder, s, &measure);
    s->bytes = measure.used;
    s->memory = taut_allocate(&builder->allocator, s->bytes);
    if (s->memory == NULL) {
        return false;
    }
    lay_out(builder, s, &(taut_layout){s->memory, 0});
    fill(builder, s);
    return true;
}

static bool add_tether(const taut_builder* builder, taut_cooked* cooked, int32_t particle,
                       int32_t pin, float length)
{
    void* items = cooked->tethers;
    if (!taut_grow(&builder->allocator, &items, &cooked->capacity, cooked->count + 1,
                   sizeof *cooked->tethers)) {
        return false;
    }
    cooked->tethers = items;
    cooked->tethers[cooked->count++] = (taut_built_constraint){
        .particles = {particle, pin, -1, -1},
        .rest = length,
        .kind = TAUT_CONSTRAINT_TETHER,
        .family = TAUT_FAMILY_OTHER,
    };
    return true;
}

static bool add_all(const taut_builder* builder, const taut_geodesic_result* found, int most,
                    taut_cooked* cooked)
{
    for (int i = 0; i < builder->particle_count; ++i) {
        const taut_built_particle* p = &builder->particles[i];
        if (p->pinned) {
            continue;
        }
        for (int k = 0; k < found->source_count[i] && k < p->tether_most; ++k) {
            double length = found->distance[i * most + k] * (double)p->tether_slack;
            if (!add_tether(builder, cooked, i, found->source[i * most + k], (float)length)) {
                return false;
            }
        }
    }
    return true;
}

bool taut_cook_tethers(const taut_builder* builder, taut_cooked* cooked)
{
    *cooked = (taut_cooked){.passes = 1};
    int most = 0;
    int pins = 0;
    for (int i = 0; i < builder->particle_count; ++i) {
        const taut_built_particle* p = &builder->particles[i];
        most = p->tether_most > most ? p->tether_most : most;
        pins += p->pinned;
    }
    if (most == 0 || pins == 0) {
        return true;
    }
    shape s;
    taut_geodesic_result found = {0};
    bool ok = open_shape(builder, most, &s) &&
              taut_geodesic_find(&builder->allocator, &s.input, &found) &&
              add_all(builder, &found, most, cooked);
    taut_geodesic_free(&builder->allocator, &found);
    taut_free(&builder->allocator, s.memory, s.bytes);
    for (int i = 0; ok && cooked->count > 0 && i < builder->particle_count; ++i) {
        const taut_built_particle* p = &builder->particles[i];
        int passes = p->tether_passes > 0 ? p->tether_passes : TAUT_COOKED_PASSES;
        bool more = p->tether_most > 0 && passes > cooked->passes;
        cooked->passes = more ? passes : cooked->passes;
        cooked->lines = cooked->lines || (p->tether_most > 0 && p->tether_passes == 0);
    }
    if (!ok) {
        taut_cooked_free(builder, cooked);
    }
    return ok;
}

void taut_cooked_free(const taut_builder* builder, taut_cooked* cooked)
{
    taut_free(&builder->allocator, cooked->tethers,
              (size_t)cooked->capacity * sizeof *cooked->tethers);
    *cooked = (taut_cooked){0};
}
