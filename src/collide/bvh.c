// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A tree of boxes: items are halved at the middle of the longest side of the box of their centres,
// or in count where that parts nothing. Depth stays below 64: a half that is lopsided 32 times has
// been cut to a part in 2^32 of its size, and is then halved in count.

#include "collide/walk.inl"

#define LEAF 4
#define MOST_LOPSIDED 30

static float axis_of(taut_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static float centre(const taut_box* box, int axis)
{
    return 0.5f * (axis_of(box->low, axis) + axis_of(box->high, axis));
}

static int longest_axis(const taut_box* boxes, const int32_t* items, int count, float* middle)
{
    taut_box span = taut_box_empty();
    for (int i = 0; i < count; ++i) {
        const taut_box* b = &boxes[items[i]];
        taut_box_add(&span, (taut_vec3){centre(b, 0), centre(b, 1), centre(b, 2)});
    }
    int best = 0;
    for (int axis = 1; axis < 3; ++axis) {
        float size = axis_of(span.high, axis) - axis_of(span.low, axis);
        best = size > axis_of(span.high, best) - axis_of(span.low, best) ? axis : best;
    }
    *middle = 0.5f * (axis_of(span.low, best) + axis_of(span.high, best));
    return best;
}

// Items whose centre lies below the middle go first; how many there are.
static int part(const taut_box* boxes, int32_t* items, int count, int depth)
{
    float middle;
    int axis = longest_axis(boxes, items, count, &middle);
    int below = 0;
    for (int i = 0; i < count; ++i) {
        if (centre(&boxes[items[i]], axis) < middle) {
            int32_t item = items[i];
            items[i] = items[below];
            items[below++] = item;
        }
    }
    return below == 0 || below == count || depth > MOST_LOPSIDED ? count / 2 : below;
}

typedef struct job {
    int32_t node, first, count, depth;
} job;

int taut_bvh_build(const taut_box* boxes, int count, taut_bvh_node* nodes, int32_t* items)
{
    job stack[128];
    int top = 0, made = 0;
    if (count > 0) {
        stack[top++] = (job){made++, 0, count, 0};
    }
    for (int i = 0; i < count; ++i) {
        items[i] = i;
    }
    while (top > 0) {
        job j = stack[--top];
        taut_box box = taut_box_empty();
        for (int i = j.first; i < j.first + j.count; ++i) {
            taut_box_add(&box, boxes[items[i]].low);
            taut_box_add(&box, boxes[items[i]].high);
        }
        nodes[j.node] = (taut_bvh_node){box.low, box.high, j.first, j.count};
        if (j.count > LEAF) {
            int left = part(boxes, items + j.first, j.count, j.depth);
            nodes[j.node].first = made;
            nodes[j.node].count = 0;
            stack[top++] = (job){made + 1, j.first + left, j.count - left, j.depth + 1};
            stack[top++] = (job){made, j.first, left, j.depth + 1};
            made += 2;
        }
    }
    return made;
}
