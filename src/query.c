// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Rays and spheres against the bodies of a world. A ray is a sphere of no size; a sphere of radius
// r against an element of thickness t is a ray against the element rounded by r + t.

#include "taut/taut_query.h"

#include <math.h>
#include <string.h>

#include "query.h"

taut_query_def taut_query_def_default(void)
{
    taut_query_def def = {
        .stamp = TAUT_STAMP(taut_query_def),
        .kinds = 1u << TAUT_HIT_TRIANGLE | 1u << TAUT_HIT_LINK | 1u << TAUT_HIT_COLLIDER,
        .filter = {UINT32_MAX, UINT32_MAX},
        .realm = TAUT_REALM_ALL,
        .thickness = -1.0f,
    };
    return def;
}

// Keeping hits in order ---------------------------------------------------------------------------

static bool goes_before(const taut_hit* a, const taut_hit* b)
{
    if (a->distance < b->distance || a->distance > b->distance) {
        return a->distance < b->distance;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind;
    }
    if (a->body.index1 != b->body.index1) {
        return a->body.index1 < b->body.index1;
    }
    if (a->collider.index1 != b->collider.index1) {
        return a->collider.index1 < b->collider.index1;
    }
    return a->element < b->element;
}

static void keep(taut_hits* hits, const taut_hit* hit)
{
    ++hits->found;
    int low = 0;
    int high = hits->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool after = goes_before(&hits->items[middle], hit);
        low = after ? middle + 1 : low;
        high = after ? high : middle;
    }
    if (low == hits->capacity) {
        return;
    }
    hits->count += hits->count < hits->capacity ? 1 : 0;
    size_t moved = (size_t)(hits->count - 1 - low);
    memmove(&hits->items[low + 1], &hits->items[low], moved * sizeof *hit);
    hits->items[low] = *hit;
}

void taut_search_offer(taut_search* s, const taut_hit* hit)
{
    bool within = s->overlap || (double)hit->distance <= s->reach;
    if (within && (s->def->accept == NULL || s->def->accept(s->def->context, hit))) {
        keep(s->hits, hit);
    }
}

// Elements ----------------------------------------------------------------------------------------

// Towards the sphere; where its centre lies on the element itself, against its way.
static void normal_of(const taut_search* s, const double c[3], const double q[3], double n[3])
{
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        n[i] = c[i] - q[i];
        sum += n[i] * n[i];
    }
    double length = sqrt(sum);
    for (int i = 0; i < 3; ++i) {
        n[i] = length > 0.0 ? n[i] / length : -s->d[i];
    }
}

// A ray that meets a triangle without thickness is on it, and rounding must not turn the normal.
static void face_normal(const taut_search* s, const taut_simplex* x, double n[3])
{
    double length = 0.0;
    double facing = 0.0;
    double m[3];
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        m[i] = (x->x[1][j] - x->x[0][j]) * (x->x[2][k] - x->x[0][k]) -
               (x->x[1][k] - x->x[0][k]) * (x->x[2][j] - x->x[0][j]);
        length += m[i] * m[i];
        facing += m[i] * s->d[i];
    }
    length = sqrt(length);
    for (int i = 0; i < 3 && length > 0.0; ++i) {
        n[i] = (facing > 0.0 ? -m[i] : m[i]) / length;
    }
}

static taut_vec3 to_float(const double v[3])
{
    return (taut_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

void taut_search_place(const taut_search* s, const taut_simplex* x, double distance, taut_hit* hit)
{
    double c[3], w[3], q[3], n[3], p[3];
    for (int i = 0; i < 3; ++i) {
        c[i] = s->o[i] + distance * s->d[i];
    }
    taut_simplex_nearest(x, c, w);
    taut_simplex_point(x, w, q);
    normal_of(s, c, q, n);
    if (x->count == 3 && !(s->radius + s->thickness > 0.0)) {
        face_normal(s, x, n);
    }
    double thickness = s->thickness;
    double apart = 0.0;
    for (int i = 0; i < 3; ++i) {
        p[i] = q[i] + thickness * n[i];
        hit->weights[i] = (float)w[i];
        apart += (c[i] - q[i]) * (c[i] - q[i]);
    }
    apart = sqrt(apart) - thickness;
    hit->distance = (float)(s->overlap ? (apart > 0.0 ? apart : 0.0) : distance);
    hit->point = to_float(p);
    hit->normal = to_float(n);
}

static taut_simplex simplex_of(const taut_body* b, const taut_hit* hit, int count)
{
    taut_simplex x = {.count = count};
    for (int k = 0; k < count; ++k) {
        taut_float4 at = b->x[hit->particles[k]];
        x.x[k][0] = (double)at.x;
        x.x[k][1] = (double)at.y;
        x.x[k][2] = (double)at.z;
    }
    return x;
}

static void try_element(taut_search* s, const taut_body* b, taut_hit* hit, int count)
{
    taut_simplex x = simplex_of(b, hit, count);
    bool held = true;
    for (int k = 0; k < count; ++k) {
        held = held && !(b->x[hit->particles[k]].w > 0.0f);
    }
    double distance;
    if ((held && s->def->free_only) ||
        !taut_simplex_ray(&x, s->radius + s->thickness, s->o, s->d, &distance)) {
        return;
    }
    taut_search_place(s, &x, distance, hit);
    taut_search_offer(s, hit);
}

static bool wants(const taut_search* s, taut_hit_kind kind)
{
    return (s->def->kinds >> kind & 1u) != 0;
}

static void try_triangles(taut_search* s, const taut_body* b, taut_body_id id)
{
    const taut_blueprint* blueprint = b->blueprint;
    for (int t = 0; t < blueprint->triangle_count; ++t) {
        const int32_t* c = &blueprint->triangles[3 * (size_t)t];
        taut_hit hit = {
            .kind = TAUT_HIT_TRIANGLE, .body = id, .element = t, .particles = {c[0], c[1], c[2]}};
        try_element(s, b, &hit, 3);
    }
}

static void try_particles(taut_search* s, const taut_body* b, taut_body_id id)
{
    for (int i = 0; i < b->particle_count; ++i) {
        taut_hit hit = {
            .kind = TAUT_HIT_PARTICLE, .body = id, .element = i, .particles = {i, -1, -1}};
        try_element(s, b, &hit, 1);
    }
}

// Links -------------------------------------------------------------------------------------------

// Marks go into the room of the first thread, which holds more than a byte for each particle of any
// body and is free between steps.

static void mark_triangles(const taut_body* b, uint8_t* mark)
{
    memset(mark, 0, (size_t)b->particle_count);
    for (int i = 0; i < 3 * b->blueprint->triangle_count; ++i) {
        mark[b->blueprint->triangles[i]] = 1;
    }
}

static void mark_fillings(const taut_body* b, uint8_t* mark)
{
    const taut_blueprint* blueprint = b->blueprint;
    for (int i = 0; i < blueprint->slot_count; ++i) {
        taut_slot slot = blueprint->slots[i];
        if (slot.kind == TAUT_CONSTRAINT_AREA || slot.kind == TAUT_CONSTRAINT_VOLUME) {
            int32_t p[TAUT_CONSTRAINT_MAX_PARTICLES];
            taut_blueprint_particles(blueprint, slot, p);
            for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES && p[k] >= 0; ++k) {
                mark[p[k]] = 1;
            }
        }
    }
}

// The link in slot i, if it is one that counts as far as triangles go, and is near.
static bool find_link(const taut_search* s, const taut_body* b, int i, const uint8_t* mark,
                      taut_hit* hit)
{
    taut_slot slot = b->blueprint->slots[i];
    const taut_constraint_set* set = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    if (slot.kind != TAUT_CONSTRAINT_DISTANCE || !taut_set_has(set, slot.place) ||
        set->family[slot.place] != TAUT_FAMILY_STRUCTURAL) {
        return false;
    }
    int32_t p[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(b->blueprint, slot, p);
    if (mark[p[0]] != 0 && mark[p[1]] != 0) {
        return false;
    }
    hit->element = i;
    hit->particles[0] = p[0];
    hit->particles[1] = p[1];
    taut_simplex x = simplex_of(b, hit, 2);
    return taut_simplex_near(&x, s->radius + s->thickness, s->o, s->d);
}

// Areas and volumes are gone through only when the first link is near.
static void try_links(taut_search* s, const taut_body* b, taut_body_id id)
{
    uint8_t* mark = s->world->rooms[0].memory;
    bool complete = false;
    mark_triangles(b, mark);
    for (int i = 0; i < b->blueprint->added_count; ++i) {
        taut_hit hit = {.kind = TAUT_HIT_LINK, .body = id, .particles = {-1, -1, -1}};
        if (!find_link(s, b, i, mark, &hit)) {
            continue;
        }
        if (!complete) {
            mark_fillings(b, mark);
            complete = true;
        }
        if (mark[hit.particles[0]] == 0 || mark[hit.particles[1]] == 0) {
            try_element(s, b, &hit, 2);
        }
    }
}

// Bodies ------------------------------------------------------------------------------------------

// Whether the way of the sphere comes near the box around the body: the ray against three pairs of
// planes. NaN bounds, which no body should have, are let through.
static bool may_meet(const taut_search* s, const taut_body* b)
{
    double low[3] = {(double)INFINITY, (double)INFINITY, (double)INFINITY};
    double high[3] = {-low[0], -low[1], -low[2]};
    for (int i = 0; i < b->particle_count; ++i) {
        double x[3] = {(double)b->x[i].x, (double)b->x[i].y, (double)b->x[i].z};
        for (int k = 0; k < 3; ++k) {
            low[k] = x[k] < low[k] ? x[k] : low[k];
            high[k] = x[k] > high[k] ? x[k] : high[k];
        }
    }
    double enter = 0.0;
    double leave = s->overlap ? 0.0 : s->reach;
    // The box is a millionth larger than it must be, for rounding.
    for (int k = 0; k < 3; ++k) {
        double more =
            s->radius + s->thickness + 1e-6 * (fabs(low[k]) + fabs(high[k]) + fabs(s->o[k]));
        double a = low[k] - more - s->o[k];
        double c = high[k] + more - s->o[k];
        if (!(fabs(s->d[k]) > 0.0)) {
            if (a > 0.0 || c < 0.0) {
                return false;
            }
            continue;
        }
        double first = (s->d[k] > 0.0 ? a : c) / s->d[k];
        double last = (s->d[k] > 0.0 ? c : a) / s->d[k];
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    return !(enter > leave);
}

static void try_bodies(taut_search* s)
{
    for (int i = 0; i < s->world->slot_count; ++i) {
        const taut_body* b = s->world->slots[i].body;
        if (b == NULL || !taut_search_lets(s, b->collision.filter, b->realm)) {
            continue;
        }
        taut_state_read(b, TAUT_STATE_X);
        taut_body_id id = taut_world_id(s->world, i);
        bool asked = s->def->only.index1 == 0 || taut_body_same(s->def->only, id);
        s->thickness =
            (double)(s->def->thickness < 0.0f ? b->collision.thickness : s->def->thickness);
        if (!asked || taut_body_same(s->def->except, id) || !may_meet(s, b)) {
            continue;
        }
        if (wants(s, TAUT_HIT_TRIANGLE)) {
            try_triangles(s, b, id);
        }
        if (wants(s, TAUT_HIT_LINK)) {
            try_links(s, b, id);
        }
        if (wants(s, TAUT_HIT_PARTICLE)) {
            try_particles(s, b, id);
        }
    }
}

// Calls -------------------------------------------------------------------------------------------

static taut_result check_def(taut_world* world, const taut_query_def* def)
{
    if (def->stamp != TAUT_STAMP(taut_query_def)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_query_def.stamp is %u, not %u: start from "
                               "taut_query_def_default()",
                               (unsigned)def->stamp, (unsigned)TAUT_STAMP(taut_query_def));
    }
    if (def->kinds == 0 || def->kinds >> TAUT_HIT_KIND_COUNT != 0) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_query_def.kinds is %u; it must be made of 1 << taut_hit_kind",
                               (unsigned)def->kinds);
    }
    if (!isfinite(def->thickness)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_query_def.thickness is %g; it must be finite",
                               (double)def->thickness);
    }
    if (def->only.index1 != 0 && taut_world_find_at(world, def->only, TAUT_STATE_NONE) == NULL) {
        return TAUT_ERROR_INVALID;
    }
    return TAUT_OK;
}

static taut_result check_ball(taut_world* world, taut_vec3 centre, float radius, taut_hits* hits)
{
    if (hits == NULL || hits->items == NULL || hits->capacity < 1) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "%s: nowhere to put the answer",
                               hits == NULL          ? "hits is NULL"
                               : hits->items == NULL ? "taut_hits.items is NULL"
                                                     : "taut_hits.capacity is below 1");
    }
    if (!taut_vec3_finite(centre)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the origin or centre (%g, %g, %g) is not finite", (double)centre.x,
                               (double)centre.y, (double)centre.z);
    }
    if (!isfinite(radius) || radius < 0.0f) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "radius is %g; it must be >= 0 and finite", (double)radius);
    }
    return TAUT_OK;
}

static taut_result check_way(taut_world* world, taut_vec3 direction, float reach)
{
    double length =
        sqrt((double)direction.x * (double)direction.x + (double)direction.y * (double)direction.y +
             (double)direction.z * (double)direction.z);
    if (!isfinite(length) || !(length > 0.0)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "direction is (%g, %g, %g); it must be finite and not zero",
                               (double)direction.x, (double)direction.y, (double)direction.z);
    }
    if (!(reach > 0.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "reach is %g; it must be > 0 (INFINITY for any)", (double)reach);
    }
    return TAUT_OK;
}

// What all calls come to; `direction` is NULL for an overlap.
static taut_result look(taut_search* s, taut_vec3 centre, float radius, const taut_vec3* direction,
                        float reach)
{
    taut_world* world = s->world;
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    s->standard = taut_query_def_default();
    s->def = s->def != NULL ? s->def : &s->standard;
    if (check_def(world, s->def) != TAUT_OK ||
        check_ball(world, centre, radius, s->hits) != TAUT_OK ||
        (direction != NULL && check_way(world, *direction, reach) != TAUT_OK)) {
        return TAUT_ERROR_INVALID;
    }
    s->o[0] = (double)centre.x;
    s->o[1] = (double)centre.y;
    s->o[2] = (double)centre.z;
    s->overlap = direction == NULL;
    s->reach = (double)reach;
    s->radius = (double)radius;
    if (direction != NULL) {
        double d[3] = {(double)direction->x, (double)direction->y, (double)direction->z};
        double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int k = 0; k < 3; ++k) {
            s->d[k] = d[k] / length;
        }
    }
    s->hits->count = 0;
    s->hits->found = 0;
    try_bodies(s);
    if (wants(s, TAUT_HIT_COLLIDER) && s->def->only.index1 == 0) {
        taut_search_colliders(s);
    }
    return TAUT_OK;
}

taut_result taut_world_cast_ray(taut_world* world, const taut_query_def* def, taut_vec3 origin,
                                taut_vec3 direction, float reach, taut_hits* hits)
{
    taut_search s = {.world = world, .def = def, .hits = hits};
    return look(&s, origin, 0.0f, &direction, reach);
}

taut_result taut_world_sweep_sphere(taut_world* world, const taut_query_def* def, taut_vec3 centre,
                                    float radius, taut_vec3 direction, float reach, taut_hits* hits)
{
    taut_search s = {.world = world, .def = def, .hits = hits};
    return look(&s, centre, radius, &direction, reach);
}

taut_result taut_world_overlap_sphere(taut_world* world, const taut_query_def* def,
                                      taut_vec3 centre, float radius, taut_hits* hits)
{
    taut_search s = {.world = world, .def = def, .hits = hits};
    return look(&s, centre, radius, NULL, 0.0f);
}
