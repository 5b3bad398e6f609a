// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "partition.h"

#include "base/incidence.h"
#include "base/sort.h"

// Sizes -------------------------------------------------------------------------------------------

// Parts of a body that is cut: as many as keep a GPU busy, and no more than that, for a link across
// parts is dearer than one within.
#define PARTS 64
#define LEAST_PART 1280

// All links across the parts of a small body go to one cluster, so that there is one phase of them;
// of a large one to many, so that no processor waits for another's.
#define SMALL_BODY (16 * LEAST_PART)
#define LARGE_ACROSS 512

static int divide_up(int count, int parts)
{
    return (count + parts - 1) / parts;
}

static int between(int low, int x, int high)
{
    return x < low ? low : x > high ? high : x;
}

int taut_partition_part(int count)
{
    if (count <= TAUT_WHOLE_PARTICLES) {
        return TAUT_WHOLE_PARTICLES;
    }
    return between(LEAST_PART, divide_up(count, PARTS), TAUT_CLUSTER_PARTICLES);
}

int taut_partition_across(int count)
{
    return count <= SMALL_BODY ? TAUT_CLUSTER_PARTICLES : LARGE_ACROSS;
}

bool taut_partition_tries_bands(int count)
{
    return count > SMALL_BODY && count <= PARTS * LEAST_PART;
}

// By position -------------------------------------------------------------------------------------

typedef struct axis_order {
    const taut_float4* x;
    int axis;
} axis_order;

static float coordinate(const taut_float4* x, int axis)
{
    return axis == 0 ? x->x : axis == 1 ? x->y : x->z;
}

static bool before_on_axis(const void* context, int32_t a, int32_t b)
{
    const axis_order* order = context;
    float ca = coordinate(&order->x[a], order->axis);
    float cb = coordinate(&order->x[b], order->axis);
    return ca != cb ? ca < cb : a < b;
}

// Part of the longest axis that makes another one as long.
#define AS_LONG 0.99f

// @param last_of_like of those that are as long the last, else the first of the very longest
static int longest_axis(const taut_float4* x, const int32_t* items, int count, bool last_of_like)
{
    float extent[3], longest = 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        float low = coordinate(&x[items[0]], axis);
        float high = low;
        for (int i = 1; i < count; ++i) {
            float c = coordinate(&x[items[i]], axis);
            low = c < low ? c : low;
            high = c > high ? c : high;
        }
        extent[axis] = high - low;
        longest = extent[axis] > longest ? extent[axis] : longest;
    }
    if (!last_of_like) {
        return extent[0] >= longest ? 0 : extent[1] >= longest ? 1 : 2;
    }
    float like = AS_LONG * longest;
    return extent[2] >= like ? 2 : extent[1] >= like ? 1 : 0;
}

// Halving 2^24 particles down to one takes 24 levels; each level leaves one half on the stack.
#define STACK_DEPTH 32

// Small bodies are cut across the last of axes that are as long as one another: rows of cloths run
// along the first and stay whole, and take fewer colours. Large ones were slower so; bands are cut
// across one axis alone.
static int cut_by_position(const taut_float4* x, int count, bool bands, int32_t* items,
                           int32_t* scratch, int32_t* cluster)
{
    int stack[STACK_DEPTH][2] = {{0, count}};
    int depth = 1;
    int cluster_count = 0;
    int most = taut_partition_part(count);
    bool last_of_like = count <= SMALL_BODY || bands;
    int along = bands ? longest_axis(x, items, count, last_of_like) : -1;
    while (depth > 0) {
        --depth;
        int first = stack[depth][0];
        int size = stack[depth][1];
        if (size <= most) {
            for (int i = first; i < first + size; ++i) {
                cluster[items[i]] = cluster_count;
            }
            ++cluster_count;
            continue;
        }
        int axis = bands ? along : longest_axis(x, items + first, size, last_of_like);
        axis_order order = {x, axis};
        taut_sort(items + first, scratch, size, before_on_axis, &order);
        int half = size / 2;
        stack[depth][0] = first + half;
        stack[depth][1] = size - half;
        stack[depth + 1][0] = first;
        stack[depth + 1][1] = half;
        depth += 2;
    }
    return cluster_count;
}

static int partition(const taut_allocator* allocator, const taut_float4* x, int count, bool bands,
                     int32_t* cluster)
{
    size_t bytes = 2 * (size_t)count * sizeof(int32_t);
    int32_t* items = taut_allocate(allocator, bytes);
    if (items == NULL) {
        return 0;
    }
    for (int i = 0; i < count; ++i) {
        items[i] = i;
    }
    int cluster_count = cut_by_position(x, count, bands, items, items + count, cluster);
    taut_free(allocator, items, bytes);
    return cluster_count;
}

int taut_partition_by_position(const taut_allocator* allocator, const taut_float4* x, int count,
                               int32_t* cluster)
{
    return partition(allocator, x, count, false, cluster);
}

int taut_partition_in_bands(const taut_allocator* allocator, const taut_float4* x, int count,
                            int32_t* cluster)
{
    return partition(allocator, x, count, true, cluster);
}

// By links ----------------------------------------------------------------------------------------

// A cluster of fewer particles than this part of the most takes in what it has no connection with:
// a link that crosses a border alone would else be a cluster by itself, and a batch with one lane
// in use.
#define ENOUGH_OF 8

typedef struct growth {
    const int32_t* particles;  // four per constraint
    int32_t* cluster;
    const int32_t* first;  // constraints of particle i: list[first[i] .. first[i + 1])
    const int32_t* list;
    int32_t* queue;
    int queue_count;
    int current;  // cluster being grown
    int most;     // particles of a cluster
} growth;

static void take(growth* g, int32_t particle)
{
    if (g->cluster[particle] < 0) {
        g->cluster[particle] = g->current;
        g->queue[g->queue_count++] = particle;
    }
}

// The particles of a constraint, as far as there is room.
static void take_all(growth* g, int32_t constraint)
{
    for (int k = 0; k < 4 && g->queue_count < g->most; ++k) {
        int32_t particle = g->particles[4 * constraint + k];
        if (particle >= 0) {
            take(g, particle);
        }
    }
}

static bool all_free(const growth* g, int32_t constraint)
{
    for (int k = 0; k < 4; ++k) {
        int32_t particle = g->particles[4 * constraint + k];
        if (particle >= 0 && g->cluster[particle] >= 0) {
            return false;
        }
    }
    return true;
}

static void grow_from(growth* g, int32_t constraint)
{
    int head = g->queue_count;
    take_all(g, constraint);
    for (; head < g->queue_count; ++head) {
        int32_t particle = g->queue[head];
        for (int i = g->first[particle]; i < g->first[particle + 1]; ++i) {
            take_all(g, g->list[i]);
        }
    }
}

static void finish_cluster(growth* g)
{
    g->current += g->queue_count > 0;
    g->queue_count = 0;
}

int taut_partition_by_links(const taut_allocator* allocator, const taut_incidence* all,
                            const int32_t* pick, int pick_count, int most, int32_t* cluster)
{
    size_t n = (size_t)all->particle_count;
    size_t bytes = (n + 1 + 4 * (size_t)pick_count + n) * sizeof(int32_t);
    int32_t* memory = taut_allocate(allocator, bytes);
    if (memory == NULL) {
        return 0;
    }
    int32_t* first = memory;
    int32_t* list = first + n + 1;
    int32_t* queue = list + 4 * (size_t)pick_count;
    taut_tuples tuples = {all->particles, 4, pick, pick_count, all->particle_count};
    taut_incidence_fill(&tuples, first, list);
    for (size_t i = 0; i < n; ++i) {
        cluster[i] = -1;
    }
    growth g = {.particles = all->particles,
                .cluster = cluster,
                .first = first,
                .list = list,
                .queue = queue,
                .most = most};
    for (int i = 0; i < pick_count; ++i) {
        if (all_free(&g, pick[i])) {
            grow_from(&g, pick[i]);
        }
        if (g.queue_count >= g.most / ENOUGH_OF) {
            finish_cluster(&g);
        }
    }
    finish_cluster(&g);
    taut_free(allocator, memory, bytes);
    return g.current;
}
