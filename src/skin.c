// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A skin. A vertex is kept in the edges of its tetrahedron, e_k = x_k - x_0:
//
//     x = x_0 + s_1 e_1 + s_2 e_2 + s_3 e_3
//
// and a normal n by its products with the edges at rest, m_k = E_k . n. The edges move by
// e_k = F E_k, areas by the cofactors of F, and cof(F) n is up to a positive factor
//
//     m_1 e_2 x e_3 + m_2 e_3 x e_1 + m_3 e_1 x e_2
//
// A triangle is a tetrahedron whose third edge is its unit normal, so that what stands off from it
// keeps its height in metres when the triangle is stretched.

#include "skin.h"
#include "base/error.h"
#include "blueprint.h"
#include "nearest.h"

#include <math.h>

// What can be bound to: four particles each, the last one -1 for a triangle.
typedef struct element {
    int32_t p[4];
    int32_t number;  // as in taut_bond
} element;

typedef struct skinning {
    const taut_skin_def* def;
    element* elements;
    int count, capacity;
    taut_nearest tree;
    taut_skin* skin;
} skinning;

taut_skin_def taut_skin_def_default(void)
{
    taut_skin_def def = {.stamp = TAUT_STAMP(taut_skin_def)};
    return def;
}

// Checks ------------------------------------------------------------------------------------------

static taut_result check_range(const taut_skin_def* def, taut_error* error)
{
    int count = def->blueprint->particle_count;
    if (def->first_particle < 0 || def->particle_count < 0 ||
        def->particle_count > count - def->first_particle) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_skin_def.first_particle is %d and particle_count %d; the "
                              "blueprint has %d particles",
                              def->first_particle, def->particle_count, count);
    }
    return TAUT_OK;
}

static taut_result check_vertices(const taut_skin_def* def, taut_error* error)
{
    for (int i = 0; i < def->vertex_count; ++i) {
        bool second = def->normals != NULL && taut_vec3_finite(def->vertices[i]);
        taut_vec3 v = second ? def->normals[i] : def->vertices[i];
        if (!taut_vec3_finite(v)) {
            return taut_error_set(error, TAUT_ERROR_BAD_DATA,
                                  "taut_skin_def.%s[%d] is (%g, %g, %g); it must be finite",
                                  second ? "normals" : "vertices", i, (double)v.x, (double)v.y,
                                  (double)v.z);
        }
    }
    return TAUT_OK;
}

static taut_result check_def(const taut_skin_def* def, taut_error* error)
{
    if (def == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID, "the taut_skin_def is NULL");
    }
    if (def->stamp != TAUT_STAMP(taut_skin_def)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_skin_def.stamp is %u, not %u: start from "
                              "taut_skin_def_default()",
                              (unsigned)def->stamp, (unsigned)TAUT_STAMP(taut_skin_def));
    }
    if (def->blueprint == NULL || def->vertices == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID, "taut_skin_def.%s is NULL",
                              def->blueprint == NULL ? "blueprint" : "vertices");
    }
    if (def->vertex_count < 1 || def->vertex_count > 1 << 26) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_skin_def.vertex_count is %d; it must lie in 1..%d",
                              def->vertex_count, 1 << 26);
    }
    if ((int)def->to < 0 || def->to >= TAUT_SKIN_TO_COUNT) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_skin_def.to is %d; it is no taut_skin_to", (int)def->to);
    }
    if (!taut_allocator_valid(&def->allocator)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_skin_def.allocator has one of its functions, not both");
    }
    taut_result result = check_range(def, error);
    return result == TAUT_OK ? check_vertices(def, error) : result;
}

// Elements ----------------------------------------------------------------------------------------

static void start_of(const taut_blueprint* blueprint, int particle, double x[3])
{
    const taut_float4* start = &blueprint->start[particle];
    x[0] = (double)start->x;
    x[1] = (double)start->y;
    x[2] = (double)start->z;
}

// The first corner and the three edges of an element.
static void frame_of(const taut_blueprint* blueprint, const element* e, double origin[3],
                     double edge[3][3])
{
    start_of(blueprint, e->p[0], origin);
    for (int k = 0; k < 2 || (k < 3 && e->p[3] >= 0); ++k) {
        start_of(blueprint, e->p[k + 1], edge[k]);
        for (int d = 0; d < 3; ++d) {
            edge[k][d] -= origin[d];
        }
    }
    if (e->p[3] < 0) {
        double n[3];
        for (int d = 0; d < 3; ++d) {
            int f = (d + 1) % 3;
            int g = (d + 2) % 3;
            n[d] = edge[0][f] * edge[1][g] - edge[0][g] * edge[1][f];
        }
        double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int d = 0; d < 3; ++d) {
            edge[2][d] = length > 0.0 ? n[d] / length : 0.0;
        }
    }
}

static double determinant(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Whether places can be told by its edges. Rounded corners make a flat one a millionth high.
static bool is_sound(const taut_blueprint* blueprint, const element* e)
{
    double origin[3], edge[3][3];
    frame_of(blueprint, e, origin, edge);
    double size = 1.0;
    for (int k = 0; k < 3; ++k) {
        size *= sqrt(edge[k][0] * edge[k][0] + edge[k][1] * edge[k][1] + edge[k][2] * edge[k][2]);
    }
    return fabs(determinant(edge[0], edge[1], edge[2])) > 1e-5 * size;
}

static bool is_in_part(const taut_skin_def* def, const element* e)
{
    bool in = true;
    for (int i = 0; i < 4 && def->particle_count > 0; ++i) {
        bool here =
            e->p[i] >= def->first_particle && e->p[i] < def->first_particle + def->particle_count;
        in = in && (here || e->p[i] < 0);
    }
    return in;
}

// False when memory is short.
static bool offer(skinning* s, const element* e)
{
    if (!is_in_part(s->def, e) || !is_sound(s->def->blueprint, e)) {
        return true;
    }
    if (!taut_grow(&s->skin->allocator, (void**)&s->elements, &s->capacity, s->count + 1,
                   sizeof *s->elements)) {
        return false;
    }
    s->elements[s->count++] = *e;
    return true;
}

static bool gather(skinning* s)
{
    const taut_blueprint* blueprint = s->def->blueprint;
    bool ok = true;
    for (int i = 0; i < blueprint->slot_count && s->def->to != TAUT_SKIN_TO_TRIANGLES; ++i) {
        element e = {.number = i};
        if (blueprint->slots[i].kind == TAUT_CONSTRAINT_VOLUME) {
            taut_blueprint_particles(blueprint, blueprint->slots[i], e.p);
            ok = ok && offer(s, &e);
        }
    }
    bool wants_triangles =
        s->def->to == TAUT_SKIN_TO_TRIANGLES || (s->def->to == TAUT_SKIN_TO_ANY && s->count == 0);
    for (int i = 0; i < blueprint->triangle_count && wants_triangles; ++i) {
        const int32_t* t = &blueprint->triangles[3 * (size_t)i];
        element e = {{t[0], t[1], t[2], -1}, -1 - i};
        ok = ok && offer(s, &e);
    }
    return ok;
}

// Binding -----------------------------------------------------------------------------------------

static double distance(const void* context, int item, const double x[3])
{
    const skinning* s = context;
    const element* e = &s->elements[item];
    double corner[4][3];
    int count = e->p[3] < 0 ? 3 : 4;
    for (int i = 0; i < count; ++i) {
        start_of(s->def->blueprint, e->p[i], corner[i]);
    }
    return count == 3 ? taut_nearest_triangle(x, (const double(*)[3])corner)
                      : taut_nearest_tetrahedron(x, (const double(*)[3])corner);
}

static bool plant(skinning* s)
{
    if (!taut_nearest_open(&s->tree, &s->skin->allocator, s->count)) {
        return false;
    }
    for (int i = 0; i < s->count; ++i) {
        const element* e = &s->elements[i];
        taut_nearest_box* box = &s->tree.boxes[i];
        start_of(s->def->blueprint, e->p[0], box->min);
        start_of(s->def->blueprint, e->p[0], box->max);
        for (int k = 1; k < 4 && e->p[k] >= 0; ++k) {
            double x[3];
            start_of(s->def->blueprint, e->p[k], x);
            for (int d = 0; d < 3; ++d) {
                box->min[d] = x[d] < box->min[d] ? x[d] : box->min[d];
                box->max[d] = x[d] > box->max[d] ? x[d] : box->max[d];
            }
        }
    }
    taut_nearest_build(&s->tree);
    return true;
}

// Only the direction of m counts: of unit length, it is safe from underflow in small bodies.
static void bind_normal(taut_bond* b, taut_vec3 n, double edge[3][3])
{
    double m[3];
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        m[k] = edge[k][0] * (double)n.x + edge[k][1] * (double)n.y + edge[k][2] * (double)n.z;
        sum += m[k] * m[k];
    }
    for (int k = 0; k < 3; ++k) {
        b->normal[k] = sum > 0.0 ? (float)(m[k] / sqrt(sum)) : 0.0f;
    }
}

// Cramer's rule: the elements that are offered have a determinant.
static void bind_vertex(skinning* s, int i)
{
    taut_vec3 v = s->def->vertices[i];
    double x[3] = {(double)v.x, (double)v.y, (double)v.z};
    const element* e = &s->elements[taut_nearest_find(&s->tree, x, distance, s)];
    double origin[3], edge[3][3];
    frame_of(s->def->blueprint, e, origin, edge);
    double to[3] = {x[0] - origin[0], x[1] - origin[1], x[2] - origin[2]};
    double whole = determinant(edge[0], edge[1], edge[2]);
    taut_bond* b = &s->skin->bonds[i];
    for (int k = 0; k < 3; ++k) {
        double part = determinant(to, edge[(k + 1) % 3], edge[(k + 2) % 3]);
        b->place[k] = (float)(part / whole);
    }
    for (int k = 0; k < 4; ++k) {
        b->p[k] = e->p[k];
    }
    b->element = e->number;
    if (s->def->normals != NULL) {
        bind_normal(b, s->def->normals[i], edge);
    }
}

static taut_result bind(skinning* s, taut_error* error)
{
    bool ok = gather(s);
    if (ok && s->count == 0) {
        return taut_error_set(error, TAUT_ERROR_BAD_DATA,
                              "taut_skin_def.blueprint has no %s%s%s with some %s in the particles "
                              "asked for",
                              s->def->to != TAUT_SKIN_TO_TRIANGLES ? "volume constraint" : "",
                              s->def->to == TAUT_SKIN_TO_ANY ? " or " : "",
                              s->def->to != TAUT_SKIN_TO_TETRAHEDRA ? "triangle" : "",
                              s->def->to == TAUT_SKIN_TO_TRIANGLES ? "area" : "volume");
    }
    if (!ok || !plant(s)) {
        return taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY,
                              "no memory to bind %d vertices to a blueprint of %d particles",
                              s->def->vertex_count, s->def->blueprint->particle_count);
    }
    for (int i = 0; i < s->def->vertex_count; ++i) {
        bind_vertex(s, i);
    }
    return TAUT_OK;
}

taut_result taut_skin_create(const taut_skin_def* def, taut_skin** skin, taut_error* error)
{
    if (skin == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID, "skin is NULL: nowhere to put it");
    }
    *skin = NULL;
    taut_result result = check_def(def, error);
    if (result != TAUT_OK) {
        return result;
    }
    taut_allocator allocator =
        def->allocator.alloc != NULL ? def->allocator : taut_allocator_default();
    size_t bytes = sizeof(taut_skin) + (size_t)def->vertex_count * sizeof(taut_bond);
    skinning s = {.def = def, .skin = taut_allocate(&allocator, bytes)};
    if (s.skin == NULL) {
        return taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory to bind %d vertices",
                              def->vertex_count);
    }
    s.skin->allocator = allocator;
    s.skin->bytes = bytes;
    s.skin->particle_count = def->blueprint->particle_count;
    s.skin->vertex_count = def->vertex_count;
    s.skin->has_normals = def->normals != NULL;
    result = bind(&s, error);
    taut_nearest_close(&s.tree, &allocator);
    taut_free(&allocator, s.elements, (size_t)s.capacity * sizeof *s.elements);
    if (result != TAUT_OK) {
        taut_skin_destroy(s.skin);
        return result;
    }
    taut_error_clear(error);
    *skin = s.skin;
    return TAUT_OK;
}

void taut_skin_destroy(taut_skin* skin)
{
    if (skin != NULL) {
        taut_allocator allocator = skin->allocator;
        taut_free(&allocator, skin, skin->bytes);
    }
}

int taut_skin_vertex_count(const taut_skin* skin)
{
    return skin != NULL ? skin->vertex_count : 0;
}

bool taut_skin_particles(const taut_skin* skin, int index, int particles[4])
{
    if (skin == NULL || particles == NULL || index < 0 || index >= skin->vertex_count) {
        return false;
    }
    for (int k = 0; k < 4; ++k) {
        particles[k] = skin->bonds[index].p[k];
    }
    return true;
}

// Applying ----------------------------------------------------------------------------------------

static taut_vec3 unit_or_zero(taut_vec3 v)
{
    float length = sqrtf(taut_vec3_dot(v, v));
    return length > 0.0f ? taut_vec3_scale(v, 1.0f / length) : (taut_vec3){0.0f, 0.0f, 0.0f};
}

static void edges_of(const int32_t p[4], taut_vec3_view positions, taut_vec3 x0, taut_vec3 e[3])
{
    e[0] = taut_vec3_sub(taut_vec3_at(positions, p[1]), x0);
    e[1] = taut_vec3_sub(taut_vec3_at(positions, p[2]), x0);
    e[2] = p[3] >= 0 ? taut_vec3_sub(taut_vec3_at(positions, p[3]), x0)
                     : unit_or_zero(taut_vec3_cross(e[0], e[1]));
}

static taut_vec3 sum_of(const float s[3], const taut_vec3 v[3])
{
    taut_vec3 a = taut_vec3_scale(v[0], s[0]);
    taut_vec3 b = taut_vec3_scale(v[1], s[1]);
    return taut_vec3_add(taut_vec3_add(a, b), taut_vec3_scale(v[2], s[2]));
}

taut_result taut_skin_check(const taut_skin* skin, taut_vec3_view positions,
                            const taut_vec3* vertices, const taut_vec3* normals, int capacity,
                            taut_error* error)
{
    if (skin == NULL || vertices == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID, "%s is NULL",
                              skin == NULL ? "skin" : "vertices");
    }
    if (positions.data == NULL || positions.count < skin->particle_count || positions.stride < 3) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "positions are %d vectors %d floats apart; the skin is bound to %d "
                              "particles",
                              positions.data == NULL ? 0 : positions.count, positions.stride,
                              skin->particle_count);
    }
    if (capacity < skin->vertex_count) {
        return taut_error_set(error, TAUT_ERROR_INVALID, "capacity is %d; the skin has %d vertices",
                              capacity, skin->vertex_count);
    }
    if (normals != NULL && !skin->has_normals) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "normals are asked for; the skin was made without "
                              "taut_skin_def.normals");
    }
    return TAUT_OK;
}

void taut_bond_apply(const taut_bond* b, const int32_t p[4], taut_vec3_view positions,
                     taut_vec3* vertex, taut_vec3* normal)
{
    taut_vec3 e[3];
    taut_vec3 x0 = taut_vec3_at(positions, p[0]);
    edges_of(p, positions, x0, e);
    *vertex = taut_vec3_add(x0, sum_of(b->place, e));
    if (normal != NULL) {
        taut_vec3 area[3] = {taut_vec3_cross(e[1], e[2]), taut_vec3_cross(e[2], e[0]),
                             taut_vec3_cross(e[0], e[1])};
        *normal = unit_or_zero(sum_of(b->normal, area));
    }
}

taut_result taut_skin_apply(const taut_skin* skin, taut_vec3_view positions, taut_vec3* vertices,
                            taut_vec3* normals, int capacity, taut_error* error)
{
    taut_result result = taut_skin_check(skin, positions, vertices, normals, capacity, error);
    for (int i = 0; result == TAUT_OK && i < skin->vertex_count; ++i) {
        const taut_bond* b = &skin->bonds[i];
        taut_bond_apply(b, b->p, positions, &vertices[i], normals != NULL ? &normals[i] : NULL);
    }
    if (result == TAUT_OK) {
        taut_error_clear(error);
    }
    return result;
}
