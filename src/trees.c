// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "trees.h"

#include <string.h>

#include "base/sort.h"

// The graph, as seen from particles, and what walking it needs.
typedef struct graph {
    const taut_tree_edge* edges;
    int edge_count;
    int particle_count;
    int32_t* first;   // by particle, one more: its ends stand in ends[first[i] .. first[i + 1])
    int32_t* ends;    // edge numbers, those to lower particles first
    int32_t* at;      // by particle: the next of its ends to look at
    int32_t* number;  // by particle: when it was reached, from 1; 0 before
    int32_t* low;     // by particle: the earliest that it and what lies behind it can reach
    int32_t* from;    // by particle: the edge it was reached by, -1 of roots
    int32_t* stack;
    uint8_t* bridge;  // by edge: on no ring
    int32_t* degree;  // by particle: bridges
    int32_t* order;
} graph;

static void lay_out_graph(graph* g, taut_layout* layout)
{
    size_t particles = (size_t)g->particle_count;
    size_t edges = (size_t)g->edge_count;
    g->first = taut_layout_take(layout, particles + 2, sizeof *g->first);
    g->ends = taut_layout_take(layout, 2 * edges, sizeof *g->ends);
    g->at = taut_layout_take(layout, particles, sizeof *g->at);
    g->number = taut_layout_take(layout, particles, sizeof *g->number);
    g->low = taut_layout_take(layout, particles, sizeof *g->low);
    g->from = taut_layout_take(layout, particles, sizeof *g->from);
    g->stack = taut_layout_take(layout, particles, sizeof *g->stack);
    g->bridge = taut_layout_take(layout, edges, sizeof *g->bridge);
    g->degree = taut_layout_take(layout, particles, sizeof *g->degree);
    g->order = taut_layout_take(layout, 2 * edges, sizeof *g->order);
}

static int other_end(const graph* g, int edge, int particle)
{
    const int32_t* p = g->edges[edge].particles;
    return p[0] == particle ? p[1] : p[0];
}

// Ends by their particle, then by the particle at the other end: one counting sort after another.
static void sort_ends(graph* g)
{
    size_t bytes = (size_t)g->particle_count * sizeof *g->at;
    for (int i = 0; i < 2 * g->edge_count; ++i) {
        g->first[g->edges[i / 2].particles[i % 2] + 1] += 1;
    }
    for (int i = 0; i < g->particle_count; ++i) {
        g->first[i + 1] += g->first[i];
    }
    memcpy(g->at, g->first, bytes);
    for (int i = 0; i < 2 * g->edge_count; ++i) {
        g->order[g->at[g->edges[i / 2].particles[1 - i % 2]]++] = i;
    }
    memcpy(g->at, g->first, bytes);
    for (int i = 0; i < 2 * g->edge_count; ++i) {
        int end = g->order[i];
        g->ends[g->at[g->edges[end / 2].particles[end % 2]]++] = end / 2;
    }
}

// Walks everything that hangs together with `root`, depth first. An edge is on no ring where what
// lies behind it reaches nothing before it: Tarjan, "A note on finding the bridges of a graph"
// (1974).
static void find_bridges(graph* g, int root, int* count)
{
    int depth = 0;
    g->stack[depth++] = root;
    g->number[root] = g->low[root] = ++*count;
    g->from[root] = -1;
    while (depth > 0) {
        int p = g->stack[depth - 1];
        if (g->at[p] < g->first[p + 1]) {
            int edge = g->ends[g->at[p]++];
            int q = other_end(g, edge, p);
            if (g->number[q] == 0) {
                g->number[q] = g->low[q] = ++*count;
                g->from[q] = edge;
                g->stack[depth++] = q;
            } else if (edge != g->from[p] && g->number[q] < g->low[p]) {
                g->low[p] = g->number[q];
            }
            continue;
        }
        --depth;
        if (g->from[p] >= 0) {
            int parent = other_end(g, g->from[p], p);
            g->low[parent] = g->low[p] < g->low[parent] ? g->low[p] : g->low[parent];
            g->bridge[g->from[p]] = g->low[p] == g->number[p];
        }
    }
}

static void find_all_bridges(graph* g)
{
    int count = 0;
    memcpy(g->at, g->first, (size_t)g->particle_count * sizeof *g->at);
    for (int i = 0; i < g->particle_count; ++i) {
        if (g->number[i] == 0 && g->first[i] < g->first[i + 1]) {
            find_bridges(g, i, &count);
        }
    }
    for (int i = 0; i < g->edge_count; ++i) {
        const int32_t* p = g->edges[i].particles;
        g->degree[p[0]] += g->bridge[i];
        g->degree[p[1]] += g->bridge[i];
    }
}

static void lay_out(taut_trees* t, taut_layout* layout)
{
    size_t nodes = (size_t)t->node_count;
    t->trees = taut_layout_take(layout, (size_t)t->count, sizeof *t->trees);
    t->seat = taut_layout_take(layout, nodes, sizeof *t->seat);
    t->parent = taut_layout_take(layout, nodes, sizeof *t->parent);
    t->link = taut_layout_take(layout, nodes, sizeof *t->link);
    t->kind = taut_layout_take(layout, nodes, sizeof *t->kind);
    t->groups = taut_layout_take(layout, (size_t)t->count, sizeof *t->groups);
}

// The next bridge of a particle that leads to where nobody has been, -1 for none.
static int next_bridge(graph* g, int p)
{
    while (g->at[p] < g->first[p + 1]) {
        int edge = g->ends[g->at[p]++];
        if (g->bridge[edge] && g->number[other_end(g, edge, p)] == 0) {
            return edge;
        }
    }
    return -1;
}

// Walks the bridges from `root`; with arrays, writes down the nodes in the order they are reached.
// `low` gets a particle's place in the tree.
static taut_tree walk_tree(graph* g, int root, taut_trees* out, int first)
{
    taut_tree tree = {.first = first, .count = 0, .plain = true};
    int depth = 0;
    int arrived = root, by = -1;
    for (;;) {
        int parent = by >= 0 ? g->low[other_end(g, by, arrived)] : -1;
        g->number[arrived] = 1;
        g->low[arrived] = tree.count;
        if (out != NULL) {
            int node = first + tree.count;
            out->seat[node] = arrived;
            out->parent[node] = parent;
            out->link[node] = by >= 0 ? g->edges[by].item : -1;
            out->kind[node] = by >= 0 ? g->edges[by].kind : 0;
        }
        tree.plain = tree.plain && parent == tree.count - 1 && (by < 0 || g->edges[by].plain);
        tree.count += 1;
        g->stack[depth++] = arrived;
        by = -1;
        while (depth > 0 && by < 0) {
            by = next_bridge(g, g->stack[depth - 1]);
            depth -= by < 0;
        }
        if (by < 0) {
            return tree;
        }
        arrived = other_end(g, by, g->stack[depth - 1]);
    }
}

// All trees, from their lowest ends on. A single link needs no help.
static void walk_forest(graph* g, taut_trees* out)
{
    memset(g->number, 0, (size_t)g->particle_count * sizeof *g->number);
    memcpy(g->at, g->first, (size_t)g->particle_count * sizeof *g->at);
    int count = 0, nodes = 0;
    for (int i = 0; i < g->particle_count; ++i) {
        bool alone = false;
        if (g->degree[i] == 1) {
            int k = g->first[i];
            while (!g->bridge[g->ends[k]]) {
                ++k;
            }
            alone = g->degree[other_end(g, g->ends[k], i)] == 1;
        }
        if (g->degree[i] == 1 && !alone && g->number[i] == 0) {
            taut_tree tree = walk_tree(g, i, out->memory != NULL ? out : NULL, nodes);
            if (out->memory != NULL) {
                out->trees[count] = tree;
            }
            count += 1;
            nodes += tree.count;
        }
    }
    out->count = count;
    out->node_count = nodes;
}

static bool before_tree(const void* context, int32_t a, int32_t b)
{
    const taut_tree* trees = context;
    if (trees[a].plain != trees[b].plain) {
        return trees[a].plain;
    }
    return trees[a].count < trees[b].count;
}

// Those of a size side by side. `order` holds two numbers for each.
static void sort_trees(taut_trees* t, taut_tree* heads, int32_t* order)
{
    for (int i = 0; i < t->count; ++i) {
        order[i] = i;
        heads[i] = t->trees[i];
    }
    taut_sort(order, order + t->count, t->count, before_tree, heads);
    for (int i = 0; i < t->count; ++i) {
        t->trees[i] = heads[order[i]];
    }
}

static int size_of(int stride, int rows)
{
    return (stride * rows + TAUT_BATCH - 1) / TAUT_BATCH * TAUT_BATCH + 3 * TAUT_BATCH;
}

static void add_group(taut_trees* t, int first, int count)
{
    int rows = t->trees[first].count;
    int stride = count < TAUT_FEWEST_ACROSS ? 1 : TAUT_BATCH;
    taut_tree_group group = {.first = first,
                             .count = count,
                             .rows = rows,
                             .stride = stride,
                             .size = size_of(stride, rows),
                             .offset = t->group_size,
                             .wide_size = stride == 1 ? size_of(TAUT_BATCH, rows) : 0,
                             .wide_offset = t->wide_size};
    t->groups[t->group_count++] = group;
    t->group_size += (size_t)group.size;
    t->wide_size += (size_t)group.wide_size;
}

static void find_groups(taut_trees* t)
{
    for (int i = 0; i < t->count; ++i) {
        t->most_nodes = t->trees[i].count > t->most_nodes ? t->trees[i].count : t->most_nodes;
        t->plain_count += t->trees[i].plain;
    }
    for (int i = 0; i < t->plain_count;) {
        int count = 1;
        while (count < TAUT_BATCH && i + count < t->plain_count &&
               t->trees[i + count].count == t->trees[i].count) {
            ++count;
        }
        count = count < TAUT_FEWEST_ACROSS ? 1 : count;
        add_group(t, i, count);
        i += count;
    }
}

static bool pack(const taut_allocator* allocator, graph* g, taut_trees* trees)
{
    walk_forest(g, trees);
    if (trees->count == 0) {
        return true;
    }
    taut_layout measure = {0};
    lay_out(trees, &measure);
    size_t heads = (size_t)trees->count * (sizeof(taut_tree) + 2 * sizeof(int32_t));
    taut_tree* scratch = taut_allocate(allocator, heads);
    trees->memory = taut_allocate(allocator, measure.used);
    bool ok = scratch != NULL && trees->memory != NULL;
    trees->bytes = trees->memory != NULL ? measure.used : 0;
    if (ok) {
        taut_layout place = {trees->memory, 0};
        lay_out(trees, &place);
        walk_forest(g, trees);
        sort_trees(trees, scratch, (int32_t*)(void*)(scratch + trees->count));
        find_groups(trees);
    }
    taut_free(allocator, scratch, heads);
    return ok;
}

bool taut_trees_find(const taut_allocator* allocator, const taut_tree_edge* edges, int edge_count,
                     int particle_count, taut_trees* trees)
{
    *trees = (taut_trees){0};
    if (edge_count < 2) {
        return true;
    }
    graph g = {.edges = edges, .edge_count = edge_count, .particle_count = particle_count};
    taut_layout measure = {0};
    lay_out_graph(&g, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    bool ok = place.base != NULL;
    if (ok) {
        lay_out_graph(&g, &place);
        sort_ends(&g);
        find_all_bridges(&g);
        ok = pack(allocator, &g, trees);
    }
    taut_free(allocator, place.base, measure.used);
    if (!ok) {
        taut_trees_free(allocator, trees);
    }
    return ok;
}

void taut_trees_free(const taut_allocator* allocator, taut_trees* trees)
{
    taut_free(allocator, trees->memory, trees->bytes);
    *trees = (taut_trees){0};
}
