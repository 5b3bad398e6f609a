// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The chains of a group as a step finds them (direct.h): on the host and in kernels.

// A link that is broken gives way to everything: what it passes on of its neighbours is nothing,
// and each of its ends gives way as if it were not there. It has no error and no tension.
#define BROKEN_ALPHA 1e30f

LANE_CALL void open_broken(const taut_chains* c, int i, float rest)
{
    taut_chains_array(c, TAUT_CHAIN_REST)[i] = rest;
    taut_chains_array(c, TAUT_CHAIN_ALPHA)[i] = BROKEN_ALPHA;
    taut_chains_array(c, TAUT_CHAIN_LEAST)[i] = -INFINITY;
    taut_chains_array(c, TAUT_CHAIN_MOST)[i] = INFINITY;
}

LANE_CALL void open_link(const taut_step* s, const taut_chains* c, int i,
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

LANE_CALL float chains_error_before(const taut_step* s, const taut_chains* c, int k)
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

// In memory that is all 0.
LANE_CALL void open_chains(const taut_step* s, const taut_chains* c)
{
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
                *pins = i;
                pins += taut_chains_pin_step(c);
            }
            if (j > 0) {
                open_link(s, c, i, set, t->link[first + j]);
            }
        }
    }
    *pins = -1;
}
