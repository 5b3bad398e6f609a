// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "solids.h"

#include <math.h>

bool taut_scene_add_solid(taut_scene_run* run, int world, const taut_collider_def* def)
{
    return taut_scene_add_collider(run, world, def);
}

bool taut_scene_add_ground(taut_scene_run* run, int world, float height)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_PLANE;
    def.position = vec3(0.0f, height, 0.0f);
    return taut_scene_add_solid(run, world, &def);
}

bool taut_scene_add_box(taut_scene_run* run, int world, taut_vec3 centre, taut_vec3 half_size)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_BOX;
    def.position = centre;
    def.half_size = half_size;
    return taut_scene_add_solid(run, world, &def);
}

bool taut_scene_add_sphere(taut_scene_run* run, int world, taut_vec3 centre, float radius)
{
    taut_collider_def def = taut_collider_def_default();
    def.position = centre;
    def.radius = radius;
    return taut_scene_add_solid(run, world, &def);
}

static taut_vec3 middle(taut_vec3 a, taut_vec3 b)
{
    return vec3(0.5f * (a.x + b.x), 0.5f * (a.y + b.y), 0.5f * (a.z + b.z));
}

// Upwards, whichever end is the higher: of half turns there are many, and a line that swings would
// go from one to another.
static taut_quat turn_of(taut_vec3 a, taut_vec3 b)
{
    float up = b.y < a.y ? -1.0f : 1.0f;
    return taut_quat_between(vec3(0.0f, 1.0f, 0.0f),
                             vec3(up * (b.x - a.x), up * (b.y - a.y), up * (b.z - a.z)));
}

taut_collider_def taut_scene_bar(taut_shape_kind kind, taut_vec3 a, taut_vec3 b, float radius)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = kind;
    def.position = middle(a, b);
    def.rotation = turn_of(a, b);
    def.radius = radius;
    def.half_height = (float)(0.5 * taut_scene_distance(a, b));
    return def;
}

void taut_scene_move_bar(taut_scene_run* run, int world, int solid, taut_vec3 a, taut_vec3 b)
{
    taut_world* w = run->worlds[world].world;
    taut_collider_move(w, taut_scene_collider(run, world, solid), middle(a, b), turn_of(a, b));
}

taut_vec3 taut_scene_load(const taut_scene_run* run, int world, int solid)
{
    taut_world* w = run->worlds[world].world;
    taut_collider_load load = {0};
    taut_collider_reaction(w, taut_scene_collider(run, world, solid), &load);
    return load.force;
}

static double length3(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

static double box_gap(taut_vec3 at, taut_vec3 half)
{
    double x = fabs((double)at.x) - (double)half.x, y = fabs((double)at.y) - (double)half.y,
           z = fabs((double)at.z) - (double)half.z;
    double most = x > y ? x : y;
    most = most > z ? most : z;
    return most <= 0.0 ? most : length3(x > 0.0 ? x : 0.0, y > 0.0 ? y : 0.0, z > 0.0 ? z : 0.0);
}

double taut_scene_gap(const taut_scene_run* run, int world, int solid, taut_vec3 place)
{
    taut_world* w = run->worlds[world].world;
    taut_collider_def def;
    if (taut_collider_get(w, taut_scene_collider(run, world, solid), &def) != TAUT_OK) {
        return -(double)INFINITY;
    }
    taut_quat back = {-def.rotation.x, -def.rotation.y, -def.rotation.z, def.rotation.w};
    taut_vec3 at = taut_quat_rotate(
        back, vec3(place.x - def.position.x, place.y - def.position.y, place.z - def.position.z));
    if (def.shape == TAUT_SHAPE_BOX) {
        return box_gap(at, def.half_size);
    }
    double half = def.shape == TAUT_SHAPE_CAPSULE ? (double)def.half_height : 0.0;
    double y = fabs((double)at.y) - half;
    return length3((double)at.x, y > 0.0 ? y : 0.0, (double)at.z) - (double)def.radius;
}

double taut_scene_least_gap(const taut_scene_run* run, int body, int first, int last)
{
    const taut_scene_look* look = &run->looks[body];
    taut_vec3_view at = taut_body_positions(run->worlds[look->world].world, look->body);
    double least = (double)INFINITY;
    for (int solid = first; solid <= last; ++solid) {
        for (int i = 0; i < at.count; ++i) {
            double gap = taut_scene_gap(run, look->world, solid, taut_vec3_at(at, i));
            least = gap < least ? gap : least;
        }
    }
    return least;
}

double taut_scene_carried(const taut_scene_run* run, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        sum -= (double)taut_scene_load(run, 0, i).y;
    }
    return sum;
}

taut_body_def taut_scene_rubbing_body(const taut_scene_run* run, float thickness)
{
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    body.collision.thickness = thickness;
    body.collision.surface.friction = (float)taut_scene_get(run, "friction");
    body.collision.surface.static_friction = body.collision.surface.friction;
    return body;
}
