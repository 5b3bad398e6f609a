// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Walking a tree of boxes.

#include "collide/shape.h"

TAUT_SHARED taut_bvh_walk taut_bvh_begin(const taut_shape* shape, taut_box box)
{
    return (taut_bvh_walk){
        .nodes = shape->nodes, .box = box, .count = shape->node_count > 0 ? 1 : 0};
}

TAUT_SHARED const taut_bvh_node* taut_bvh_next(taut_bvh_walk* round)
{
    while (round->count > 0) {
        const taut_bvh_node* node = &round->nodes[round->stack[--round->count]];
        if (!taut_box_meets((taut_box){node->low, node->high}, round->box)) {
            continue;
        }
        if (node->count > 0) {
            return node;
        }
        round->stack[round->count++] = node->first + 1;
        round->stack[round->count++] = node->first;
    }
    return NULL;
}
