// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "backend/direct.h"

#include <string.h>

taut_chains taut_chains_of(taut_work* work, int group)
{
    const taut_tree_group* g = &work->body->blueprint->trees.groups[group];
    taut_chains c = {.count = g->count,
                     .rows = g->rows,
                     .stride = g->stride,
                     .size = g->size,
                     .memory = work->chains + TAUT_CHAIN_ARRAYS * g->offset};
    for (int k = 0; k < g->count; ++k) {
        c.of[k].work = work;
        c.of[k].tree = g->first + k;
    }
    return c;
}

taut_chains taut_chains_of_many(taut_work* const* works, int count, int group, float* memory)
{
    const taut_tree_group* g = &works[0]->body->blueprint->trees.groups[group];
    taut_chains c = {.count = count,
                     .rows = g->rows,
                     .stride = TAUT_BATCH,
                     .size = g->wide_size,
                     .memory = memory + TAUT_CHAIN_ARRAYS * g->wide_offset};
    for (int k = 0; k < count; ++k) {
        c.of[k].work = works[k];
        c.of[k].tree = g->first;
    }
    return c;
}

// A link that is broken gives way to everything: what it passes on of its neighbours is nothing,
// and each of its ends gives way as if it were not there. It has no error and no tension.
#define BROKEN_ALPHA 1e30f

static void open_broken(const taut_chains* c, int i, float rest)
{
    taut_chains_array(c, TAUT_CHAIN_REST)[i] = rest;
    taut_chains_array(c, TAUT_CHAIN_ALPHA)[i] = BROKEN_ALPHA;
    taut_chains_array(c, TAUT_CHAIN_LEAST)[i] = -INFINITY;
    taut_chains_array(c, TAUT_CHAIN_MOST)[i] = INFINITY;
}

static void open_link(const taut_step* s, const taut_chains* c, int i,
                      const taut_constraint_set* set, int place)
{
    float rest = set->rest[place];
    if (!taut_set_has(set, place)) {
        open_broken(c, i, rest);
        return;
    }
    bool rigid = !(set->compliance[place] > 0.0f);
    const float* w = taut_chains_array(c, TAUT_CHAIN_W);
    taut_chains_array(c, TAUT_CHAIN_REST)[i] = rest;
    taut_chains_array(c, TAUT_CHAIN_INVERSE_REST)[i] = 1.0f / rest;
    taut_chains_array(c, TAUT_CHAIN_INVERSE_RIGID)[i] = rigid ? 1.0f / rest : 0.0f;
    taut_chains_array(c, TAUT_CHAIN_ALPHA)[i] =
        taut_direct_alpha(s, set->compliance[place], w[i], w[i - c->stride]);
    taut_sides_bounds(set->sides[place], &taut_chains_array(c, TAUT_CHAIN_LEAST)[i],
                      &taut_chains_array(c, TAUT_CHAIN_MOST)[i]);
}

float taut_chains_error_before(const taut_step* s, const taut_chains* c, int k)
{
    const taut_work* w = c->of[k].work;
    const taut_trees* t = &w->body->blueprint->trees;
    const int32_t* seats = t->seat + t->trees[c->of[k].tree].first;
    const float* inverse = taut_chains_array(c, TAUT_CHAIN_INVERSE_RIGID);
    const float* rest = taut_chains_array(c, TAUT_CHAIN_REST);
    taut_rows e = {taut_chains_array(c, TAUT_CHAIN_E_X), taut_chains_array(c, TAUT_CHAIN_E_Y),
                   taut_chains_array(c, TAUT_CHAIN_E_Z)};
    float worst = 0.0f;
    taut_vec3 last = {0.0f, 0.0f, 0.0f};
    for (int j = 0; j < c->rows; ++j) {
        int i = c->stride * j + k;
        taut_vec3 d = {0.0f, 0.0f, 0.0f};
        d = w->body->fine ? taut_rows_get(w->d, seats[j]) : d;
        taut_vec3 back = taut_vec3_sub(d, taut_direct_way(s, w, seats[j]));
        taut_vec3 was = taut_vec3_add(taut_rows_get(e, i), taut_vec3_sub(back, last));
        float length = sqrtf(taut_vec3_dot(was, was));
        float error = fabsf(length - rest[i]) * inverse[i];
        worst = error > worst ? error : worst;
        last = back;
    }
    return worst;
}

void taut_chains_open(const taut_step* s, const taut_chains* c)
{
    memset(c->memory, 0, TAUT_CHAIN_ARRAYS * (size_t)c->size * sizeof(float));
    int32_t* pins = taut_chains_pins(c);
    for (int k = 0; k < c->count; ++k) {
        const taut_work* w = c->of[k].work;
        const taut_trees* t = &w->body->blueprint->trees;
        const taut_constraint_set* set = &w->body->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
        int first = t->trees[c->of[k].tree].first;
        for (int j = 0; j < c->rows; ++j) {
            int i = c->stride * j + k;
            float mass = w->w[t->seat[first + j]];
            taut_chains_array(c, TAUT_CHAIN_W)[i] = mass;
            if (mass <= 0.0f) {
                *pins++ = i;
            }
            if (j > 0) {
                open_link(s, c, i, set, t->link[first + j]);
            }
        }
    }
    *pins = -1;
}

double taut_newton_error(const taut_step* s, const taut_work* w, int tree_number)
{
    const taut_trees* t = &w->body->blueprint->trees;
    const taut_tree* from = &t->trees[tree_number];
    const taut_constraint_set* set = &w->body->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    double worst = 0.0;
    for (int i = from->first + 1; i < from->first + from->count; ++i) {
        int place = t->link[i];
        if (t->kind[i] != TAUT_CONSTRAINT_DISTANCE || !taut_set_has(set, place)) {
            continue;
        }
        double rest = (double)set->rest[place];
        double give = (double)(set->compliance[place] * s->alpha_scale *
                               w->body->lambda[TAUT_CONSTRAINT_DISTANCE][place]);
        double c = (double)taut_vec3_length(
            taut_work_way(w, t->seat[from->first + t->parent[i]], w, t->seat[i]));
        c = c - rest + give;
        uint8_t sides = set->sides[place];
        bool slack = (sides == TAUT_SIDES_TENSION && c < 0.0) ||
                     (sides == TAUT_SIDES_COMPRESSION && c > 0.0);
        worst = !slack && fabs(c) > worst ? fabs(c) : worst;
    }
    return worst;
}
