// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "nearest.h"

#include "base/sort.h"
#include "math/double3.h"

#include <math.h>

// Memory ------------------------------------------------------------------------------------------

static void lay_out(taut_nearest* tree, taut_layout* layout)
{
    size_t count = (size_t)tree->count;
    tree->boxes = taut_layout_take(layout, count, sizeof *tree->boxes);
    tree->nodes = taut_layout_take(layout, 2 * count - 1, sizeof *tree->nodes);
    tree->items = taut_layout_take(layout, count, sizeof *tree->items);
    tree->scratch = taut_layout_take(layout, count, sizeof *tree->scratch);
}

bool taut_nearest_open(taut_nearest* tree, const taut_allocator* allocator, int count)
{
    *tree = (taut_nearest){.count = count};
    taut_layout measure = {0};
    lay_out(tree, &measure);
    tree->bytes = measure.used;
    tree->block = taut_allocate(allocator, tree->bytes);
    taut_layout place = {.base = tree->block};
    if (tree->block != NULL) {
        lay_out(tree, &place);
    }
    return tree->block != NULL;
}

void taut_nearest_close(taut_nearest* tree, const taut_allocator* allocator)
{
    taut_free(allocator, tree->block, tree->bytes);
    tree->block = NULL;
}

// Building ----------------------------------------------------------------------------------------

// Node `node` holds items [first, first + count); its left child, node + 1, the first half of
// them, and its right child follows the 2 (count / 2) - 1 nodes of that.

typedef struct sort_context {
    const taut_nearest_box* boxes;
    int axis;
} sort_context;

static bool before(const void* context, int32_t a, int32_t b)
{
    const sort_context* s = context;
    double ca = s->boxes[a].min[s->axis] + s->boxes[a].max[s->axis];
    double cb = s->boxes[b].min[s->axis] + s->boxes[b].max[s->axis];
    return ca < cb || (!(ca > cb) && a < b);
}

static taut_nearest_box join(const taut_nearest* tree, int first, int count)
{
    taut_nearest_box box = tree->boxes[tree->items[first]];
    for (int i = first + 1; i < first + count; ++i) {
        const taut_nearest_box* other = &tree->boxes[tree->items[i]];
        for (int d = 0; d < 3; ++d) {
            box.min[d] = other->min[d] < box.min[d] ? other->min[d] : box.min[d];
            box.max[d] = other->max[d] > box.max[d] ? other->max[d] : box.max[d];
        }
    }
    return box;
}

// As deep as the count has bits.
static void split(taut_nearest* tree, int node, int first, int count)
{
    taut_nearest_box* box = &tree->nodes[node];
    *box = join(tree, first, count);
    if (count == 1) {
        return;
    }
    int axis = 0;
    for (int d = 1; d < 3; ++d) {
        axis = box->max[d] - box->min[d] > box->max[axis] - box->min[axis] ? d : axis;
    }
    sort_context s = {tree->boxes, axis};
    taut_sort(tree->items + first, tree->scratch, count, before, &s);
    int half = count / 2;
    split(tree, node + 1, first, half);
    split(tree, node + 2 * half, first + half, count - half);
}

void taut_nearest_build(taut_nearest* tree)
{
    for (int i = 0; i < tree->count; ++i) {
        tree->items[i] = i;
    }
    split(tree, 0, 0, tree->count);
}

// Finding -----------------------------------------------------------------------------------------

typedef struct search {
    const taut_nearest* tree;
    const double* x;
    taut_nearest_fn* distance;
    const void* context;
    double best;
    int item;
} search;

static double box_distance(const taut_nearest_box* box, const double x[3])
{
    double sum = 0.0;
    for (int d = 0; d < 3; ++d) {
        double off = x[d] < box->min[d] ? box->min[d] - x[d] : x[d] - box->max[d];
        sum += off > 0.0 ? off * off : 0.0;
    }
    return sum;
}

// Boxes as far as the best are looked into: the lowest number of equals counts. (Distances to a
// thing are rounded, and may come out below that of its box by as much: so a little beyond.)
static void look(search* s, int node, int first, int count)
{
    const taut_nearest* tree = s->tree;
    if (s->item >= 0 && box_distance(&tree->nodes[node], s->x) > s->best * (1.0 + 1e-9)) {
        return;
    }
    if (count == 1) {
        int item = tree->items[first];
        double d = s->distance(s->context, item, s->x);
        bool nearer = s->item < 0 || d < s->best || (!(d > s->best) && item < s->item);
        s->best = nearer ? d : s->best;
        s->item = nearer ? item : s->item;
        return;
    }
    int half = count / 2;
    int left = node + 1;
    int right = node + 2 * half;
    if (box_distance(&tree->nodes[right], s->x) < box_distance(&tree->nodes[left], s->x)) {
        look(s, right, first + half, count - half);
        look(s, left, first, half);
    } else {
        look(s, left, first, half);
        look(s, right, first + half, count - half);
    }
}

int taut_nearest_find(const taut_nearest* tree, const double x[3], taut_nearest_fn* distance,
                      const void* context)
{
    search s = {tree, x, distance, context, 0.0, -1};
    look(&s, 0, 0, tree->count);
    return s.item;
}

// Distances ---------------------------------------------------------------------------------------

static double segment(const double x[3], const double a[3], const double b[3])
{
    double ab[3], ax[3];
    taut_double3_sub(b, a, ab);
    taut_double3_sub(x, a, ax);
    double length = taut_double3_dot(ab, ab);
    double t = length > 0.0 ? taut_double3_dot(ax, ab) / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    double off[3] = {ax[0] - t * ab[0], ax[1] - t * ab[1], ax[2] - t * ab[2]};
    return taut_double3_dot(off, off);
}

// The foot of the perpendicular where it falls on the triangle, else the nearest of its sides.
double taut_nearest_triangle(const double x[3], const double corner[3][3])
{
    double e1[3], e2[3], n[3], to[3];
    taut_double3_sub(corner[1], corner[0], e1);
    taut_double3_sub(corner[2], corner[0], e2);
    taut_double3_cross(e1, e2, n);
    taut_double3_sub(x, corner[0], to);
    double size = taut_double3_dot(n, n);
    double c1[3], c2[3];
    taut_double3_cross(to, e2, c1);
    taut_double3_cross(e1, to, c2);
    double u = taut_double3_dot(c1, n);
    double v = taut_double3_dot(c2, n);
    if (size > 0.0 && u >= 0.0 && v >= 0.0 && u + v <= size) {
        double height = taut_double3_dot(to, n);
        return height * height / size;
    }
    double best = segment(x, corner[0], corner[1]);
    double other = segment(x, corner[1], corner[2]);
    best = other < best ? other : best;
    other = segment(x, corner[2], corner[0]);
    return other < best ? other : best;
}

// Six times the volume over a, b, c and d.
static double six_volume(const double a[3], const double b[3], const double c[3], const double d[3])
{
    double e1[3], e2[3], e3[3], n[3];
    taut_double3_sub(b, a, e1);
    taut_double3_sub(c, a, e2);
    taut_double3_sub(d, a, e3);
    taut_double3_cross(e2, e3, n);
    return taut_double3_dot(e1, n);
}

double taut_nearest_tetrahedron(const double x[3], const double corner[4][3])
{
    static const int face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    double sign = six_volume(corner[0], corner[1], corner[2], corner[3]) < 0.0 ? -1.0 : 1.0;
    bool inside = true;
    double best = (double)INFINITY;
    for (int f = 0; f < 4; ++f) {
        double side[3][3];
        for (int c = 0; c < 3; ++c) {
            for (int d = 0; d < 3; ++d) {
                side[c][d] = corner[face[f][c]][d];
            }
        }
        inside = inside && sign * six_volume(x, side[0], side[1], side[2]) >= 0.0;
        double off = taut_nearest_triangle(x, (const double(*)[3])side);
        best = off < best ? off : best;
    }
    return inside ? 0.0 : best;
}
