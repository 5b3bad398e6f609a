// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Links on no ring: ropes, chains, and their branches. Their equations have the shape of a tree, so
// that they can be solved together, exactly, in time that grows with their number (direct.h). Which
// links these are is a fact of the graph of links alone: neither pins nor the order of adding
// count.

#pragma once

#include "base/alloc.h"
#include "batch.h"

// A link between two particles that may stand in a tree.
typedef struct taut_tree_edge {
    int32_t particles[2];
    int32_t item;  // its number among the constraints
    uint8_t kind;
    bool plain;  // lanes can take it: a distance, undamped
} taut_tree_edge;

typedef struct taut_tree {
    int32_t first;  // of its nodes
    int32_t count;  // nodes; links are one fewer
    bool plain;     // a chain (each node's parent stands before it) of plain links
} taut_tree;

// Lanes across fewer chains than this are emptier than lanes along one.
#define TAUT_FEWEST_ACROSS 3

// Plain chains of one size that are solved side by side: node j of chain k stands at stride j + k
// in arrays of `size` (direct.h), with room for lanes to read over both ends.
typedef struct taut_tree_group {
    int32_t first;   // of its trees
    int32_t count;   // 1 to TAUT_BATCH
    int32_t rows;    // nodes of each
    int32_t stride;  // TAUT_BATCH, or 1 for a chain alone
    int32_t size;
    size_t offset;  // sizes of the groups before it

    // A chain alone may have its likes in other bodies of the blueprint beside it: the same with a
    // stride of TAUT_BATCH.
    int32_t wide_size;
    size_t wide_offset;
} taut_tree_group;

// Nodes stand in an order in which parents come before their children, and a chain's follow one
// another. All arrays but the first are by node.
typedef struct taut_trees {
    int count;
    int node_count;
    taut_tree* trees;  // plain ones first, by size
    int32_t* seat;     // its particle's number while trees are made, then its seat
    int32_t* parent;   // counted from the tree's first node; -1 of roots
    int32_t* link;     // to the parent: its item while trees are made, then its place; -1 of roots
    uint8_t* kind;     // of that link
    int group_count;
    taut_tree_group* groups;  // all plain trees
    int plain_count;          // which are the first so many
    size_t group_size;        // of all groups together
    size_t wide_size;         // of all groups of a chain alone
    int most_nodes;           // of a tree
    size_t bytes;
    void* memory;
} taut_trees;

// Finds all trees of two links and more. False when memory is short; there are then none.
bool taut_trees_find(const taut_allocator* allocator, const taut_tree_edge* edges, int edge_count,
                     int particle_count, taut_trees* trees);
void taut_trees_free(const taut_allocator* allocator, taut_trees* trees);
