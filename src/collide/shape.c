// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Shapes of triangles: height fields and meshes. Checked, packed, their edges told apart.

#include "collide/shape.h"

#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "collide/bake.h"

// Holding -----------------------------------------------------------------------------------------

// A reference count is the one thing about a shape that changes.
static taut_shape* counted(const taut_shape* shape)
{
    union {
        const taut_shape* shared;
        taut_shape* counted;
    } s = {shape};
    return s.counted;
}

void taut_shape_retain(const taut_shape* shape)
{
    (void)atomic_fetch_add(&counted(shape)->references, 1);
}

void taut_shape_release(const taut_shape* shape)
{
    if (shape != NULL && atomic_fetch_sub(&counted(shape)->references, 1) == 1) {
        taut_allocator allocator = shape->allocator;
        taut_free(&allocator, counted(shape), shape->bytes);
    }
}

taut_vec3_view taut_shape_vertices(const taut_shape* shape)
{
    if (shape == NULL) {
        return (taut_vec3_view){NULL, 0, 3};
    }
    return (taut_vec3_view){&shape->vertices[0].x, shape->vertex_count, 3};
}

taut_int_view taut_shape_triangles(const taut_shape* shape)
{
    if (shape == NULL) {
        return (taut_int_view){NULL, 0};
    }
    return (taut_int_view){shape->triangles, 3 * shape->triangle_count};
}

// Making ------------------------------------------------------------------------------------------

static void lay_out(taut_shape* s, taut_layout* layout)
{
    bool facets = s->kind != TAUT_SHAPE_HULL;
    size_t triangles = (size_t)s->triangle_count;
    s->vertices = taut_layout_take(layout, (size_t)s->vertex_count, sizeof *s->vertices);
    s->triangles = taut_layout_take(layout, 3 * triangles, sizeof *s->triangles);
    if (facets) {
        s->edges = taut_layout_take(layout, triangles, sizeof *s->edges);
        s->tips = taut_layout_take(layout, (size_t)s->vertex_count, sizeof *s->tips);
        s->nodes = taut_layout_take(layout, 2 * triangles, sizeof *s->nodes);
        s->items = taut_layout_take(layout, triangles, sizeof *s->items);
    } else {
        s->faces = taut_layout_take(layout, (size_t)s->face_count, sizeof *s->faces);
        s->corners = taut_layout_take(layout, (size_t)s->corner_count, sizeof *s->corners);
    }
}

taut_shape* taut_shape_make(const taut_allocator* allocator, const taut_shape* sized)
{
    taut_shape copy = {.kind = sized->kind,
                       .vertex_count = sized->vertex_count,
                       .triangle_count = sized->triangle_count,
                       .face_count = sized->face_count,
                       .corner_count = sized->corner_count};
    taut_allocator from =
        allocator != NULL && allocator->alloc != NULL ? *allocator : taut_allocator_default();
    taut_layout measure = {0};
    (void)taut_layout_take(&measure, 1, sizeof copy);
    lay_out(&copy, &measure);
    taut_layout place = {taut_allocate(&from, measure.used), 0};
    if (place.base == NULL) {
        return NULL;
    }
    taut_shape* s = taut_layout_take(&place, 1, sizeof *s);
    s->allocator = from;
    s->bytes = measure.used;
    s->kind = sized->kind;
    s->vertex_count = sized->vertex_count;
    s->triangle_count = sized->triangle_count;
    s->face_count = sized->face_count;
    s->corner_count = sized->corner_count;
    lay_out(s, &place);
    atomic_store(&s->references, 1);
    return s;
}

void taut_shape_measure(taut_shape* s)
{
    taut_box box = taut_box_empty();
    for (int i = 0; i < s->vertex_count; ++i) {
        float length = taut_vec3_length(s->vertices[i]);
        taut_box_add(&box, s->vertices[i]);
        s->reach = length > s->reach ? length : s->reach;
    }
    s->low = box.low;
    s->high = box.high;
}

taut_result taut_shape_check_vertices(const taut_vec3* x, int count, const char* what,
                                      taut_error* error)
{
    for (int i = 0; i < count; ++i) {
        if (!(fabsf(x[i].x) <= 1e6f && fabsf(x[i].y) <= 1e6f && fabsf(x[i].z) <= 1e6f)) {
            return taut_error_set(error, TAUT_ERROR_BAD_DATA,
                                  "%s %d is (%g, %g, %g); it must lie within 1e6 m of the origin",
                                  what, i, (double)x[i].x, (double)x[i].y, (double)x[i].z);
        }
    }
    return TAUT_OK;
}

// Edges -------------------------------------------------------------------------------------------

// A side of a triangle: side 3 t + i is that from its corner i to the next.
static void ends_of(const taut_shape* s, int side, int32_t ends[2])
{
    int32_t a = s->triangles[side], b = s->triangles[side % 3 == 2 ? side - 2 : side + 1];
    ends[0] = a < b ? a : b;
    ends[1] = a < b ? b : a;
}

static bool side_before(const void* context, int32_t a, int32_t b)
{
    int32_t p[2], q[2];
    ends_of(context, a, p);
    ends_of(context, b, q);
    return p[0] != q[0] ? p[0] < q[0] : p[1] < q[1];
}

static bool same_side(const taut_shape* s, int32_t a, int32_t b)
{
    return !side_before(s, a, b) && !side_before(s, b, a);
}

// Of the triangle of side a, how far the far corner of side b's lies before it, over how far off.
static int ridge(const taut_shape* s, int32_t a, int32_t b)
{
    const int32_t* t = s->triangles + (ptrdiff_t)(a / 3 * 3);
    taut_vec3 x = s->vertices[t[0]];
    taut_vec3 n =
        taut_vec3_cross(taut_vec3_sub(s->vertices[t[1]], x), taut_vec3_sub(s->vertices[t[2]], x));
    int far = b % 3 == 0 ? b + 2 : b - 1;
    taut_vec3 edge = s->vertices[s->triangles[b]];
    taut_vec3 way = taut_vec3_sub(s->vertices[s->triangles[far]], edge);
    float over = taut_vec3_dot(n, way);
    float flat = 0.01f * taut_vec3_length(n) * taut_vec3_length(way);  // half a degree
    return over < -flat ? TAUT_EDGE_CONVEX : over > flat ? TAUT_EDGE_CONCAVE : TAUT_EDGE_FLAT;
}

static void mark(taut_shape* s, int32_t side, int what)
{
    int32_t ends[2];
    ends_of(s, side, ends);
    s->edges[side / 3] |= (uint8_t)(what << (2 * (side % 3)));
    s->tips[ends[0]] |= what != TAUT_EDGE_FLAT;
    s->tips[ends[1]] |= what != TAUT_EDGE_FLAT;
}

// Sides that share their ends stand together once sorted: two are neighbours, others are open.
static bool mark_edges(const taut_allocator* allocator, taut_shape* s)
{
    int count = 3 * s->triangle_count;
    size_t bytes = 2 * (size_t)count * sizeof(int32_t);
    int32_t* order = taut_allocate(allocator, bytes);
    if (order == NULL) {
        return false;
    }
    for (int i = 0; i < count; ++i) {
        order[i] = i;
    }
    taut_sort(order, order + count, count, side_before, s);
    for (int first = 0, end = 1; first < count; first = end) {
        for (end = first + 1; end < count && same_side(s, order[first], order[end]);) {
            ++end;
        }
        for (int i = first; i < end; ++i) {
            int other = order[i == first ? first + 1 : first];
            mark(s, order[i], end == first + 2 ? ridge(s, order[i], other) : TAUT_EDGE_OPEN);
        }
    }
    taut_free(allocator, order, bytes);
    return true;
}

static bool build_tree(const taut_allocator* allocator, taut_shape* s)
{
    size_t bytes = (size_t)s->triangle_count * sizeof(taut_box);
    taut_box* boxes = taut_allocate(allocator, bytes);
    if (boxes == NULL) {
        return false;
    }
    for (int i = 0; i < s->triangle_count; ++i) {
        boxes[i] = taut_box_empty();
        for (int corner = 0; corner < 3; ++corner) {
            taut_box_add(&boxes[i], s->vertices[s->triangles[3 * i + corner]]);
        }
    }
    s->node_count = taut_bvh_build(boxes, s->triangle_count, s->nodes, s->items);
    taut_free(allocator, boxes, bytes);
    return true;
}

// Measures, marks and sorts; gives the shape away, or back.
static taut_result finish(taut_shape* s, const taut_shape** shape, taut_error* error)
{
    taut_shape_measure(s);
    if (!mark_edges(&s->allocator, s) || !build_tree(&s->allocator, s)) {
        taut_shape_release(s);
        return taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory for a shape");
    }
    *shape = s;
    return TAUT_OK;
}

taut_result taut_shape_begin(const taut_allocator* allocator, const taut_shape** shape,
                             taut_error* error)
{
    taut_error_clear(error);
    if (shape == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID, "shape is NULL: nowhere to put it");
    }
    *shape = NULL;
    if (allocator != NULL && !taut_allocator_valid(allocator)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "allocator has only one of alloc and free; give both or neither");
    }
    return TAUT_OK;
}

// Meshes ------------------------------------------------------------------------------------------

taut_mesh_shape_def taut_mesh_shape_def_default(void)
{
    return (taut_mesh_shape_def){.stamp = TAUT_STAMP(taut_mesh_shape_def)};
}

static taut_result check_triangles(const taut_mesh_shape_def* def, taut_error* error)
{
    for (int i = 0; i < def->triangle_count; ++i) {
        const int32_t* t = def->triangles + (ptrdiff_t)3 * i;
        for (int corner = 0; corner < 3; ++corner) {
            if (t[corner] < 0 || t[corner] >= def->vertex_count) {
                return taut_error_set(error, TAUT_ERROR_BAD_DATA,
                                      "triangle %d has vertex %d; there are %d", i, (int)t[corner],
                                      def->vertex_count);
            }
        }
        taut_vec3 a = taut_vec3_sub(def->vertices[t[1]], def->vertices[t[0]]);
        taut_vec3 b = taut_vec3_sub(def->vertices[t[2]], def->vertices[t[0]]);
        float sides = taut_vec3_length(a) * taut_vec3_length(b);
        if (!(taut_vec3_length(taut_vec3_cross(a, b)) > 1e-6f * sides) || !(sides > 1e-12f)) {
            return taut_error_set(error, TAUT_ERROR_BAD_DATA, "triangle %d has no area", i);
        }
    }
    return TAUT_OK;
}

static taut_result check_mesh(const taut_mesh_shape_def* def, taut_error* error)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_mesh_shape_def)) {
        return taut_error_set(
            error, TAUT_ERROR_INVALID,
            "taut_mesh_shape_def.stamp is wrong: start from taut_mesh_shape_def_default()");
    }
    if (def->vertices == NULL || def->vertex_count < 3 || def->vertex_count > 1 << 24) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_mesh_shape_def has %d vertices%s; there must be 3..2^24",
                              def->vertex_count, def->vertices == NULL ? " at NULL" : "");
    }
    if (def->triangles == NULL || def->triangle_count < 1 || def->triangle_count > 1 << 24) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_mesh_shape_def has %d triangles%s; there must be 1..2^24",
                              def->triangle_count, def->triangles == NULL ? " at NULL" : "");
    }
    taut_result result =
        taut_shape_check_vertices(def->vertices, def->vertex_count, "vertex", error);
    return result != TAUT_OK ? result : check_triangles(def, error);
}

taut_result taut_shape_create_mesh(const taut_allocator* allocator, const taut_mesh_shape_def* def,
                                   const taut_shape** shape, taut_error* error)
{
    taut_result result = taut_shape_begin(allocator, shape, error);
    result = result != TAUT_OK ? result : check_mesh(def, error);
    if (result != TAUT_OK) {
        return result;
    }
    taut_shape sized = {.kind = TAUT_SHAPE_MESH,
                        .vertex_count = def->vertex_count,
                        .triangle_count = def->triangle_count};
    taut_shape* s = taut_shape_make(allocator, &sized);
    if (s == NULL) {
        return taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory for a shape");
    }
    memcpy(s->vertices, def->vertices, (size_t)def->vertex_count * sizeof *def->vertices);
    memcpy(s->triangles, def->triangles, 3 * (size_t)def->triangle_count * sizeof *def->triangles);
    return finish(s, shape, error);
}

// Height fields -----------------------------------------------------------------------------------

taut_height_field_def taut_height_field_def_default(void)
{
    return (taut_height_field_def){.stamp = TAUT_STAMP(taut_height_field_def), .spacing = 1.0f};
}

static taut_result check_field(const taut_height_field_def* def, taut_error* error)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_height_field_def)) {
        return taut_error_set(
            error, TAUT_ERROR_INVALID,
            "taut_height_field_def.stamp is wrong: start from taut_height_field_def_default()");
    }
    if (def->columns < 2 || def->columns > 4096 || def->rows < 2 || def->rows > 4096) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_height_field_def is %d columns by %d rows; each must lie in "
                              "2..4096",
                              def->columns, def->rows);
    }
    if (!(def->spacing >= 1e-4f && def->spacing <= 100.0f)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_height_field_def.spacing is %g; it must lie in 1e-4..100 m",
                              (double)def->spacing);
    }
    if (def->heights == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID, "taut_height_field_def.heights is NULL");
    }
    for (int i = 0; i < def->columns * def->rows; ++i) {
        if (!(fabsf(def->heights[i]) <= 1e6f)) {
            return taut_error_set(
                error, TAUT_ERROR_BAD_DATA,
                "taut_height_field_def.heights[%d] is %g; it must lie within 1e6 m", i,
                (double)def->heights[i]);
        }
    }
    return TAUT_OK;
}

// Wound so that triangles face up: x to the right, z towards the viewer, seen from above.
static void fill_field(taut_shape* s, const taut_height_field_def* def)
{
    float x0 = -0.5f * def->spacing * (float)(def->columns - 1);
    float z0 = -0.5f * def->spacing * (float)(def->rows - 1);
    int32_t* t = s->triangles;
    for (int row = 0; row < def->rows; ++row) {
        for (int column = 0; column < def->columns; ++column) {
            int i = row * def->columns + column;
            s->vertices[i] = (taut_vec3){x0 + def->spacing * (float)column, def->heights[i],
                                         z0 + def->spacing * (float)row};
            if (row + 1 < def->rows && column + 1 < def->columns) {
                int below = i + def->columns;
                const int32_t cell[6] = {i, below, i + 1, i + 1, below, below + 1};
                memcpy(t, cell, sizeof cell);
                t += 6;
            }
        }
    }
}

taut_result taut_shape_create_height_field(const taut_allocator* allocator,
                                           const taut_height_field_def* def,
                                           const taut_shape** shape, taut_error* error)
{
    taut_result result = taut_shape_begin(allocator, shape, error);
    result = result != TAUT_OK ? result : check_field(def, error);
    if (result != TAUT_OK) {
        return result;
    }
    taut_shape sized = {.kind = TAUT_SHAPE_HEIGHT_FIELD,
                        .vertex_count = def->columns * def->rows,
                        .triangle_count = 2 * (def->columns - 1) * (def->rows - 1)};
    taut_shape* s = taut_shape_make(allocator, &sized);
    if (s == NULL) {
        return taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory for a shape");
    }
    s->solid = true;
    fill_field(s, def);
    return finish(s, shape, error);
}
