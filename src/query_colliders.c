// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Rays and spheres against colliders: sphere tracing (Hart, "Sphere tracing: a geometric method for
// the antialiased ray tracing of implicit surfaces", The Visual Computer 12, 1996). The signed
// distance of a shape falls by no more than one goes, so one may go as far as it says and ask
// again. Distances are floats in the frame of the shape, which is exact enough near it: a ray from
// afar first goes to the ball around the shape.

#include "collide/distance.h"
#include "query.h"

#include <math.h>

#define MOST_STEPS 256

// Where s is after going t, in the frame of the collider.
static taut_vec3 place(const taut_search* s, const taut_pose* pose, double t)
{
    taut_vec3 away = {(float)(s->o[0] + t * s->d[0] - (double)pose->at.x),
                      (float)(s->o[1] + t * s->d[1] - (double)pose->at.y),
                      (float)(s->o[2] + t * s->d[2] - (double)pose->at.z)};
    return taut_pose_unturn(pose, away);
}

// How far to go to the ball of that radius around the collider; false when it is missed.
static bool approach(const taut_search* s, const taut_collider* c, double radius, double* t)
{
    double to[3] = {s->o[0] - (double)c->at.x, s->o[1] - (double)c->at.y,
                    s->o[2] - (double)c->at.z};
    double b = to[0] * s->d[0] + to[1] * s->d[1] + to[2] * s->d[2];
    double square = to[0] * to[0] + to[1] * to[1] + to[2] * to[2] - radius * radius;
    *t = 0.0;
    if (!(square > 0.0)) {
        return true;
    }
    double root = b * b - square;
    if (s->overlap || !(b < 0.0) || !(root >= 0.0)) {
        return false;
    }
    *t = square / (-b + sqrt(root));
    return true;
}

static bool trace_plane(const taut_search* s, const taut_pose* pose, double* t)
{
    taut_vec3 n = {pose->row[0].y, pose->row[1].y, pose->row[2].y};  // its y axis
    double height = (s->o[0] - (double)pose->at.x) * (double)n.x +
                    (s->o[1] - (double)pose->at.y) * (double)n.y +
                    (s->o[2] - (double)pose->at.z) * (double)n.z - s->radius;
    double fall = s->d[0] * (double)n.x + s->d[1] * (double)n.y + s->d[2] * (double)n.z;
    *t = 0.0;
    if (!(height > 0.0)) {
        return true;
    }
    *t = fall < 0.0 ? height / -fall : 0.0;
    return fall < 0.0;
}

// Ends a millionth of the collider's size before it: floats know no better.
static bool trace(const taut_search* s, const taut_collider* c, const taut_pose* pose, double* t)
{
    double size = (double)taut_collider_reach(c) + s->radius;
    double near = 1e-6 * size;
    if (!approach(s, c, size * (1.0 + 1e-5), t)) {
        return false;
    }
    double most = *t + 2.1 * size;
    for (int i = 0; i < MOST_STEPS && *t <= most; ++i) {
        double d = (double)taut_collider_distance(c, 0, place(s, pose, *t)).d - s->radius;
        if (d <= near) {
            return true;
        }
        if (s->overlap) {
            return false;
        }
        *t += d;
    }
    // Along a surface steps become small without end; it is called a hit when it is that near.
    return *t <= most &&
           (double)taut_collider_distance(c, 0, place(s, pose, *t)).d - s->radius < 100.0 * near;
}

static void fill_in(const taut_search* s, const taut_collider* c, const taut_pose* pose, double t,
                    taut_hit* hit)
{
    taut_distance d = taut_collider_distance(c, 0, place(s, pose, t));
    hit->normal = taut_pose_turn(pose, d.n);
    double n[3] = {(double)hit->normal.x, (double)hit->normal.y, (double)hit->normal.z};
    double at[3];
    for (int i = 0; i < 3; ++i) {
        at[i] = s->o[i] + t * s->d[i] - (double)d.d * n[i];
    }
    hit->point = (taut_vec3){(float)at[0], (float)at[1], (float)at[2]};
    hit->distance = s->overlap ? (d.d > 0.0f ? d.d : 0.0f) : (float)t;
}

// Height fields and meshes: the triangle that is met first, the lowest number of several.
static bool trace_facets(const taut_search* s, const taut_collider* c, const taut_pose* pose,
                         taut_simplex* facet, taut_hit* hit)
{
    double best = -1.0;
    for (int t = 0; t < c->shape->triangle_count; ++t) {
        taut_simplex x = {.count = 3};
        for (int k = 0; k < 3; ++k) {
            taut_vec3 v = c->shape->vertices[c->shape->triangles[3 * (size_t)t + (size_t)k]];
            v = taut_pose_out(pose, v);
            x.x[k][0] = (double)v.x;
            x.x[k][1] = (double)v.y;
            x.x[k][2] = (double)v.z;
        }
        double distance;
        if (taut_simplex_ray(&x, s->radius, s->o, s->d, &distance) &&
            (best < 0.0 || distance < best)) {
            best = distance;
            *facet = x;
            hit->element = t;
        }
    }
    hit->distance = (float)best;
    return best >= 0.0;
}

static void try_facets(taut_search* s, const taut_collider* c, const taut_pose* pose, taut_hit* hit)
{
    taut_simplex facet;
    double t;
    if (approach(s, c, ((double)taut_collider_reach(c) + s->radius) * (1.0 + 1e-5), &t) &&
        trace_facets(s, c, pose, &facet, hit)) {
        taut_search_place(s, &facet, (double)hit->distance, hit);
        hit->weights[0] = hit->weights[1] = hit->weights[2] = 0.0f;
        taut_search_offer(s, hit);
    }
}

static void try_piece(taut_search* s, const taut_collider* c, const taut_pose* pose, taut_hit* hit)
{
    double t;
    bool met = c->kind == TAUT_SHAPE_PLANE ? trace_plane(s, pose, &t) : trace(s, c, pose, &t);
    if (met) {
        fill_in(s, c, pose, t, hit);
        taut_search_offer(s, hit);
    }
}

void taut_search_colliders(taut_search* s)
{
    const taut_collider_set* set = &s->world->colliders;
    s->thickness = 0.0;
    for (int i = 0; i < set->count; ++i) {
        const taut_collider* c = &set->items[i];
        if (!c->used || !taut_search_lets(s, c->filter, c->realm)) {
            continue;
        }
        taut_pose pose = taut_pose_make(c->at, c->turn);
        taut_hit hit = {.kind = TAUT_HIT_COLLIDER,
                        .collider = {(uint32_t)i + 1, c->generation},
                        .particles = {-1, -1, -1}};
        bool facets = c->kind == TAUT_SHAPE_HEIGHT_FIELD || c->kind == TAUT_SHAPE_MESH;
        (facets ? try_facets : try_piece)(s, c, &pose, &hit);
    }
}
