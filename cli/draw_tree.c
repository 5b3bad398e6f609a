// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A binary tree of boxes, built from the top by the surface area heuristic over a few bins (Wald,
// "On fast construction of SAH-based bounding volume hierarchies", 2007), then flattened to four
// children a node.

#include "draw_parts.h"

#include <stdlib.h>

#define BINS 12
#define LEAF 3
// Below this depth nodes are halved by count, which bounds the depth of the whole tree.
#define HALVE_DEPTH 40
// Deep enough for three waiting siblings on each level.
#define STACK 256

// A node of the binary tree that is made first. A leaf has count > 0 surfaces from `first` on; else
// `first` is the left child and first + 1 the right one.
typedef struct taut_draw_pair {
    taut_draw_box box;
    int first, count;
} taut_draw_pair;

typedef struct taut_draw_task {
    int node, first, count, depth;
} taut_draw_task;

// What a build carries about: boxes by surface, and the order of surfaces that it is making.
typedef struct taut_draw_build {
    const taut_draw_box* boxes;
    int* order;
    taut_draw_pair* pairs;
    int pair_count;
    taut_draw_task stack[STACK];
    int stack_count;
} taut_draw_build;

static taut_draw_box box_empty(void)
{
    taut_draw_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    return box;
}

static void box_add(taut_draw_box* box, const float lo[3], const float hi[3])
{
    for (int k = 0; k < 3; ++k) {
        box->lo[k] = least(box->lo[k], lo[k]);
        box->hi[k] = most(box->hi[k], hi[k]);
    }
}

static void box_add_ball(taut_draw_box* box, taut_vec3 p, float radius)
{
    float lo[3] = {p.x - radius, p.y - radius, p.z - radius};
    float hi[3] = {p.x + radius, p.y + radius, p.z + radius};
    box_add(box, lo, hi);
}

static float box_area(const taut_draw_box* box)
{
    float x = box->hi[0] - box->lo[0];
    float y = box->hi[1] - box->lo[1];
    float z = box->hi[2] - box->lo[2];
    return x < 0.0f ? 0.0f : x * y + y * z + z * x;
}

static float middle(const taut_draw_box* box, int axis)
{
    return 0.5f * (box->lo[axis] + box->hi[axis]);
}

static void bound_all(const taut_draw* draw, taut_draw_box* boxes)
{
    for (int i = 0; i < draw->facet_count; ++i) {
        boxes[i] = box_empty();
        for (int k = 0; k < 3; ++k) {
            box_add_ball(&boxes[i], draw->facets[i].corner[k], 0.0f);
        }
    }
    for (int i = 0; i < draw->capsule_count; ++i) {
        const taut_draw_capsule* capsule = &draw->capsules[i];
        taut_draw_box* box = &boxes[draw->facet_count + i];
        *box = box_empty();
        box_add_ball(box, capsule->a, capsule->radius);
        box_add_ball(box, capsule->b, capsule->radius);
    }
}

static int bin_of(float value, float lo, float hi)
{
    int bin = (int)((value - lo) / (hi - lo) * (float)BINS);
    return bin < 0 ? 0 : (bin >= BINS ? BINS - 1 : bin);
}

// The cost of every split between bins along an axis; returns the cheapest and its bin.
static float best_split(const taut_draw_box bins[BINS], const int counts[BINS], int* split)
{
    float right_cost[BINS];
    taut_draw_box box = box_empty();
    int count = 0;
    for (int i = BINS - 1; i > 0; --i) {
        box_add(&box, bins[i].lo, bins[i].hi);
        count += counts[i];
        right_cost[i] = box_area(&box) * (float)count;
    }
    box = box_empty();
    count = 0;
    float best = INFINITY;
    for (int i = 0; i < BINS - 1; ++i) {
        box_add(&box, bins[i].lo, bins[i].hi);
        count += counts[i];
        float cost = box_area(&box) * (float)count + right_cost[i + 1];
        if (cost < best) {
            best = cost;
            *split = i + 1;
        }
    }
    return best;
}

// Moves the surfaces of a task whose middles lie before the best plane to the front; returns how
// many, or 0 when no plane parts them.
static int split_by_area(taut_draw_build* build, const taut_draw_task* task)
{
    int* order = build->order + task->first;
    taut_draw_box middles = box_empty();
    for (int i = 0; i < task->count; ++i) {
        const taut_draw_box* b = &build->boxes[order[i]];
        box_add_ball(&middles, vec(middle(b, 0), middle(b, 1), middle(b, 2)), 0.0f);
    }
    float best = INFINITY;
    int best_axis = -1;
    int best_bin = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(middles.hi[axis] - middles.lo[axis] > 0.0f)) {
            continue;
        }
        taut_draw_box bins[BINS];
        int counts[BINS] = {0};
        for (int i = 0; i < BINS; ++i) {
            bins[i] = box_empty();
        }
        for (int i = 0; i < task->count; ++i) {
            const taut_draw_box* b = &build->boxes[order[i]];
            int bin = bin_of(middle(b, axis), middles.lo[axis], middles.hi[axis]);
            box_add(&bins[bin], b->lo, b->hi);
            ++counts[bin];
        }
        int bin = 0;
        float cost = best_split(bins, counts, &bin);
        if (cost < best) {
            best = cost;
            best_axis = axis;
            best_bin = bin;
        }
    }
    if (best_axis < 0) {
        return 0;
    }
    int front = 0;
    for (int i = 0; i < task->count; ++i) {
        float at = middle(&build->boxes[order[i]], best_axis);
        if (bin_of(at, middles.lo[best_axis], middles.hi[best_axis]) < best_bin) {
            int swap = order[front];
            order[front] = order[i];
            order[i] = swap;
            ++front;
        }
    }
    return front < task->count ? front : 0;
}

static taut_draw_box bound_task(const taut_draw_build* build, const taut_draw_task* task)
{
    taut_draw_box box = box_empty();
    for (int i = 0; i < task->count; ++i) {
        const taut_draw_box* b = &build->boxes[build->order[task->first + i]];
        box_add(&box, b->lo, b->hi);
    }
    return box;
}

static void divide(taut_draw_build* build, taut_draw_task task)
{
    taut_draw_pair* pair = &build->pairs[task.node];
    *pair = (taut_draw_pair){bound_task(build, &task), task.first, task.count};
    if (task.count <= LEAF) {
        return;
    }
    int front = task.depth < HALVE_DEPTH ? split_by_area(build, &task) : 0;
    if (front == 0) {
        front = task.count / 2;
    }
    pair->first = build->pair_count;
    pair->count = 0;
    build->pair_count += 2;
    taut_draw_task a = {pair->first, task.first, front, task.depth + 1};
    taut_draw_task b = {pair->first + 1, task.first + front, task.count - front, task.depth + 1};
    build->stack[build->stack_count++] = b;
    build->stack[build->stack_count++] = a;
}

// Up to four descendants of a pair that together hold all of it: the largest is opened first.
static int open_pair(const taut_draw_pair* pairs, int root, int found[4])
{
    found[0] = root;
    int count = 1;
    while (count < 4) {
        int widest = -1;
        float area = -1.0f;
        for (int i = 0; i < count; ++i) {
            const taut_draw_pair* pair = &pairs[found[i]];
            if (pair->count == 0 && box_area(&pair->box) > area) {
                widest = i;
                area = box_area(&pair->box);
            }
        }
        if (widest < 0) {
            break;
        }
        int first = pairs[found[widest]].first;
        found[widest] = first;
        found[count++] = first + 1;
    }
    return count;
}

// Writes node `index` of the tree from pair `root` and puts what is below it on the stack.
static void widen(taut_draw_build* build, taut_draw_tree* tree, taut_draw_task task)
{
    int found[4];
    int count = open_pair(build->pairs, task.first, found);
    taut_draw_node* node = &tree->nodes[task.node];
    for (int i = 0; i < 4; ++i) {
        taut_draw_box box = i < count ? build->pairs[found[i]].box : box_empty();
        for (int k = 0; k < 3; ++k) {
            node->bound[k][i] = box.lo[k];
            node->bound[k + 3][i] = box.hi[k];
        }
        node->first[i] = i < count ? build->pairs[found[i]].first : 0;
        node->count[i] = i < count ? build->pairs[found[i]].count : 0;
    }
    for (int i = 0; i < count; ++i) {
        if (node->count[i] == 0) {
            node->first[i] = tree->node_count++;
            build->stack[build->stack_count++] =
                (taut_draw_task){.node = node->first[i], .first = found[i]};
        }
    }
}

static void fill_shapes(const taut_draw* draw, const int* order, int count, taut_draw_shape* shapes)
{
    for (int i = 0; i < count; ++i) {
        if (order[i] < draw->facet_count) {
            const taut_vec3* c = draw->facets[order[i]].corner;
            shapes[i] = (taut_draw_shape){c[0], sub(c[1], c[0]), sub(c[2], c[0]), -1.0f};
        } else {
            const taut_draw_capsule* c = &draw->capsules[order[i] - draw->facet_count];
            shapes[i] = (taut_draw_shape){c->a, sub(c->b, c->a), vec(0, 0, 0), c->radius};
        }
    }
}

static void make_pairs(taut_draw_build* build, int count)
{
    for (int i = 0; i < count; ++i) {
        build->order[i] = i;
    }
    build->pair_count = 1;
    build->stack[build->stack_count++] = (taut_draw_task){.count = count};
    while (build->stack_count > 0) {
        taut_draw_task task = build->stack[--build->stack_count];
        divide(build, task);
    }
}

static void make_nodes(taut_draw_build* build, taut_draw_tree* tree)
{
    tree->box = build->pairs[0].box;
    tree->node_count = 1;
    build->stack[build->stack_count++] = (taut_draw_task){0};
    while (build->stack_count > 0) {
        taut_draw_task task = build->stack[--build->stack_count];
        widen(build, tree, task);
    }
}

bool taut_draw_tree_build(taut_draw_tree* tree, const taut_draw* draw)
{
    *tree = (taut_draw_tree){0};
    int count = draw->facet_count + draw->capsule_count;
    if (count == 0) {
        return true;
    }
    taut_draw_box* boxes = calloc((size_t)count, sizeof *boxes);
    taut_draw_build build = {.boxes = boxes};
    build.order = malloc((size_t)count * sizeof *build.order);
    build.pairs = malloc(2 * (size_t)count * sizeof *build.pairs);
    tree->nodes = malloc((size_t)count * sizeof *tree->nodes);
    tree->shapes = malloc((size_t)count * sizeof *tree->shapes);
    bool ready = boxes && build.order && build.pairs && tree->nodes && tree->shapes;
    if (ready) {
        bound_all(draw, boxes);
        make_pairs(&build, count);
        make_nodes(&build, tree);
        fill_shapes(draw, build.order, count, tree->shapes);
    }
    free(boxes);
    free(build.order);
    free(build.pairs);
    return ready;
}

void taut_draw_tree_free(taut_draw_tree* tree)
{
    free(tree->nodes);
    free(tree->shapes);
    *tree = (taut_draw_tree){0};
}
