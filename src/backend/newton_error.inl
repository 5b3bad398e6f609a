// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How far the links of a tree are off.

// The link of a node, counted among those of all trees.
LANE_CALL double newton_link_error(const taut_step* s, const taut_work* w, const taut_tree* from,
                                   int node)
{
    const taut_trees* t = &w->body->blueprint->trees;
    const taut_constraint_set* set = &w->body->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    int place = t->link[node];
    if (t->kind[node] != TAUT_CONSTRAINT_DISTANCE || !taut_set_has(set, place)) {
        return 0.0;
    }
    double rest = (double)set->rest[place];
    double give = (double)(set->compliance[place] * s->alpha_scale *
                           w->body->lambda[TAUT_CONSTRAINT_DISTANCE][place]);
    double c = (double)taut_vec3_length(
        taut_work_way(w, t->seat[from->first + t->parent[node]], w, t->seat[node]));
    c = c - rest + give;
    uint8_t sides = set->sides[place];
    bool slack =
        (sides == TAUT_SIDES_TENSION && c < 0.0) || (sides == TAUT_SIDES_COMPRESSION && c > 0.0);
    return slack ? 0.0 : fabs(c);
}

LANE_CALL double newton_error(const taut_step* s, const taut_work* w, int tree_number)
{
    const taut_tree* from = &w->body->blueprint->trees.trees[tree_number];
    double worst = 0.0;
    for (int i = from->first + 1; i < from->first + from->count; ++i) {
        double error = newton_link_error(s, w, from, i);
        worst = error > worst ? error : worst;
    }
    return worst;
}
