// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How far the links of a tree are off.

LANE_CALL double newton_error(const taut_step* s, const taut_work* w, int tree_number)
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
