// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "collide/collider.h"

float taut_collider_reach(const taut_collider* c)
{
    switch (c->kind) {
    case TAUT_SHAPE_SPHERE:
        return c->radius;
    case TAUT_SHAPE_CAPSULE:
        return c->radius + c->half_height;
    case TAUT_SHAPE_BOX:
        return taut_vec3_length(c->half_size);
    case TAUT_SHAPE_CYLINDER:
        return sqrtf(c->radius * c->radius + c->half_height * c->half_height);
    case TAUT_SHAPE_PLANE:
    case TAUT_SHAPE_KIND_COUNT:
        return INFINITY;
    case TAUT_SHAPE_HULL:
    case TAUT_SHAPE_HEIGHT_FIELD:
    case TAUT_SHAPE_MESH:
        break;
    }
    return c->shape->reach;
}

// The box of the shape before it is turned.
static taut_box own_box(const taut_collider* c)
{
    taut_vec3 h = c->half_size;
    switch (c->kind) {
    case TAUT_SHAPE_SPHERE:
        h = (taut_vec3){c->radius, c->radius, c->radius};
        break;
    case TAUT_SHAPE_CAPSULE:
        h = (taut_vec3){c->radius, c->radius + c->half_height, c->radius};
        break;
    case TAUT_SHAPE_CYLINDER:
        h = (taut_vec3){c->radius, c->half_height, c->radius};
        break;
    case TAUT_SHAPE_HULL:
    case TAUT_SHAPE_HEIGHT_FIELD:
    case TAUT_SHAPE_MESH:
        return taut_shape_box(c->shape);
    case TAUT_SHAPE_BOX:
    case TAUT_SHAPE_PLANE:
    case TAUT_SHAPE_KIND_COUNT:
        break;
    }
    return (taut_box){{-h.x, -h.y, -h.z}, h};
}

static taut_box box_at(const taut_collider* c, taut_vec3 at, taut_quat turn)
{
    taut_pose pose = taut_pose_make(at, turn);
    taut_box own = own_box(c);
    taut_box out = taut_box_empty();
    for (int i = 0; i < 8; ++i) {
        taut_vec3 corner = {i & 1 ? own.high.x : own.low.x, i & 2 ? own.high.y : own.low.y,
                            i & 4 ? own.high.z : own.low.z};
        taut_box_add(&out, taut_pose_out(&pose, corner));
    }
    return out;
}

static void open_bounds(taut_collider* c)
{
    if (c->kind == TAUT_SHAPE_PLANE) {
        c->bounds = (taut_box){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
        return;
    }
    taut_box a = box_at(c, c->at, c->turn);
    taut_box b = c->going ? box_at(c, c->end_at, c->end_turn) : a;
    taut_box_add(&a, b.low);
    taut_box_add(&a, b.high);
    // On the way a corner leaves the box of its two ends by no more than the height of its arc,
    // which is less than its way.
    c->bounds = c->going ? taut_box_grow(a, c->motion) : a;
    if (c->planar) {
        c->bounds.low.z = -INFINITY;
        c->bounds.high.z = INFINITY;
    }
}

// Turning from q to r takes a point at distance d at most pi |q - r| d along, r the nearer sign.
static float motion_of(const taut_collider* c)
{
    float way = taut_vec3_length(taut_vec3_sub(c->end_at, c->at));
    taut_quat q = c->turn, r = c->end_turn;
    float sign = q.x * r.x + q.y * r.y + q.z * r.z + q.w * r.w < 0.0f ? -1.0f : 1.0f;
    float x = q.x - sign * r.x, y = q.y - sign * r.y, z = q.z - sign * r.z, w = q.w - sign * r.w;
    float turned = 3.15f * sqrtf(x * x + y * y + z * z + w * w);
    return turned > 0.0f ? way + turned * taut_collider_reach(c) : way;
}

void taut_collider_open(taut_collider* c, int steps)
{
    c->going = c->moves;
    c->motion = 0.0f;
    if (c->going) {
        float t = 1.0f / (float)steps;
        c->end_at = taut_vec3_blend(c->at, c->target_at, t);
        c->end_turn = taut_quat_blend(c->turn, c->target_turn, t);
        c->motion = motion_of(c);
    }
    open_bounds(c);
    for (int i = 0; i < 3; ++i) {
        c->force[i] = c->torque[i] = 0.0;
    }
    c->moves = c->moves && steps > 1;
}

void taut_collider_close(taut_collider* c)
{
    if (c->going) {
        c->at = c->end_at;
        c->turn = c->end_turn;
    }
    c->going = false;
}
