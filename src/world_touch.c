// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reaching into a world: forces, pins, targets, picking, grabbing, moving the origin.

#include <math.h>

#include "record.h"

static const taut_vec3 nowhere;

// Of a particle, with a vector that the call may or may not have.
static taut_result touched(taut_world* world, taut_body* woken, taut_call_op op, taut_body_id body,
                           int particle, taut_vec3 v)
{
    taut_call call = {.op = op, .body = body, .i = {particle}, .f = {v.x, v.y, v.z}};
    return taut_call_done(world, woken, &call);
}

// Forces ------------------------------------------------------------------------------------------

// Newtons on a particle. More would be no number once divided by a mass.
#define MOST_FORCE 1e12f

static taut_result check_force(taut_world* world, const char* what, taut_vec3 f)
{
    if (fabsf(f.x) > MOST_FORCE || fabsf(f.y) > MOST_FORCE || fabsf(f.z) > MOST_FORCE) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%s is (%g, %g, %g); it must lie within 1e12 N", what, (double)f.x,
                               (double)f.y, (double)f.z);
    }
    return taut_world_check_vector(world, what, f);
}

taut_result taut_body_add_force(taut_world* world, taut_body_id body, int particle, taut_vec3 force)
{
    taut_body* b = taut_world_find_particle_at(world, body, particle, TAUT_STATE_NONE);
    if (b == NULL || check_force(world, "force", force) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_vec3 sum = taut_vec3_add(b->force[particle], force);
    if (check_force(world, "the sum of forces", sum) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    b->force[particle] = sum;
    b->has_user_forces = true;
    return touched(world, b, TAUT_CALL_FORCE, body, particle, force);
}

// Changes a free particle's velocity; Verlet keeps it in the previous position.
static void set_velocity(taut_body* b, int particle, taut_vec3 v)
{
    b->v[particle] = (taut_float4){v.x, v.y, v.z, 0.0f};
    b->p[particle] = taut_past_of(b->x[particle], b->v[particle], b->last_h);
}

taut_result taut_body_add_impulse(taut_world* world, taut_body_id body, int particle,
                                  taut_vec3 impulse)
{
    taut_body* b = taut_world_find_one(world, body, particle);
    if (b == NULL || taut_world_check_vector(world, "impulse", impulse) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (b->x[particle].w > 0.0f) {
        taut_vec3 dv = taut_vec3_scale(impulse, b->x[particle].w);
        taut_vec3 v = taut_vec3_add(taut_vec3_of(b->v[particle]), dv);
        if (taut_world_check_vector(world, "the velocity after impulse", v) != TAUT_OK) {
            return TAUT_ERROR_INVALID;
        }
        set_velocity(b, particle, v);
    }
    return touched(world, b, TAUT_CALL_IMPULSE, body, particle, impulse);
}

// Pins and targets --------------------------------------------------------------------------------

taut_result taut_body_pin(taut_world* world, taut_body_id body, int particle)
{
    taut_body* b = taut_world_find_one(world, body, particle);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    bool was_held = (b->hold[particle] & TAUT_HOLD_BITS) != 0;
    b->hold[particle] |= TAUT_HOLD_PINNED;
    if (!was_held) {
        taut_body_apply_hold(b, particle);
    }
    return touched(world, b, TAUT_CALL_PIN, body, particle, nowhere);
}

taut_result taut_body_unpin(taut_world* world, taut_body_id body, int particle)
{
    taut_body* b = taut_world_find_one(world, body, particle);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    bool was_pinned = (b->hold[particle] & TAUT_HOLD_PINNED) != 0;
    b->hold[particle] &= (uint8_t)~TAUT_HOLD_PINNED;
    if (was_pinned && (b->hold[particle] & TAUT_HOLD_GRABBED) == 0) {
        b->hold[particle] &= (uint8_t)~TAUT_HOLD_TARGET;
        taut_body_apply_hold(b, particle);
    }
    return touched(world, b, TAUT_CALL_UNPIN, body, particle, nowhere);
}

bool taut_body_pinned(const taut_world* world, taut_body_id body, int particle)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    bool known = b != NULL && particle >= 0 && particle < b->particle_count;
    return known && (b->hold[particle] & TAUT_HOLD_BITS) != 0;
}

taut_result taut_body_set_target(taut_world* world, taut_body_id body, int particle,
                                 taut_vec3 target)
{
    taut_body* b = taut_world_find_particle_at(world, body, particle, TAUT_STATE_NONE);
    if (b == NULL || taut_world_check_place(world, "target", target) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if ((b->hold[particle] & TAUT_HOLD_BITS) == 0) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "particle %d is free; pin or grab it before giving it a target",
                               particle);
    }
    b->q[particle] = (taut_float4){target.x, target.y, target.z, 0.0f};
    if ((b->hold[particle] & TAUT_HOLD_LISTED) == 0) {
        b->moving[b->moving_count++] = particle;
    }
    b->hold[particle] |= TAUT_HOLD_TARGET | TAUT_HOLD_LISTED;
    // A hand that is told again where it is does not wake what it holds.
    taut_float4 x = b->x[particle];
    bool moves = x.x != target.x || x.y != target.y || x.z != target.z;
    return touched(world, moves ? b : NULL, TAUT_CALL_TARGET, body, particle, target);
}

// Picking and grabbing ----------------------------------------------------------------------------

typedef struct ray {
    taut_vec3 origin, unit;
    float radius;
} ray;

static void pick_in_body(const taut_body* b, taut_body_id id, const ray* r, taut_pick* best)
{
    for (int i = 0; i < b->particle_count; ++i) {
        taut_vec3 to = taut_vec3_sub(taut_vec3_of(b->x[i]), r->origin);
        float along = taut_vec3_dot(to, r->unit);
        taut_vec3 off = taut_vec3_sub(to, taut_vec3_scale(r->unit, along));
        bool near = along >= 0.0f && taut_vec3_dot(off, off) <= r->radius * r->radius;
        bool free = b->x[i].w > 0.0f;
        if (near && free && (!best->hit || along < best->distance)) {
            *best = (taut_pick){true, id, i, along};
        }
    }
}

taut_result taut_world_pick(taut_world* world, taut_vec3 origin, taut_vec3 direction, float radius,
                            taut_pick* pick)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (pick == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "pick is NULL: nowhere to put the answer");
    }
    double dx = (double)direction.x;
    double dy = (double)direction.y;
    double dz = (double)direction.z;
    double length = sqrt(dx * dx + dy * dy + dz * dz);
    if (!taut_vec3_finite(origin) || !isfinite(length) || !(length > 0.0)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "origin (%g, %g, %g) or direction (%g, %g, %g) is not finite, or "
                               "the direction has no length",
                               (double)origin.x, (double)origin.y, (double)origin.z,
                               (double)direction.x, (double)direction.y, (double)direction.z);
    }
    if (!isfinite(radius) || radius < 0.0f) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "radius is %g; it must be finite and >= 0", (double)radius);
    }
    taut_vec3 unit = {(float)(dx / length), (float)(dy / length), (float)(dz / length)};
    ray r = {origin, unit, radius};
    *pick = (taut_pick){0};
    for (int i = 0; i < world->slot_count; ++i) {
        if (world->slots[i].body != NULL) {
            taut_state_read(world->slots[i].body, TAUT_STATE_X);
            pick_in_body(world->slots[i].body, taut_world_id(world, i), &r, pick);
        }
    }
    return TAUT_OK;
}

taut_result taut_body_grab(taut_world* world, taut_body_id body, int particle)
{
    taut_body* b = taut_world_find_one(world, body, particle);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if ((b->hold[particle] & TAUT_HOLD_BITS) != 0) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "particle %d is pinned or grabbed already; only a free one can be "
                               "grabbed",
                               particle);
    }
    b->hold[particle] |= TAUT_HOLD_GRABBED;
    taut_body_apply_hold(b, particle);
    return touched(world, b, TAUT_CALL_GRAB, body, particle, nowhere);
}

// A host's frames and our steps seldom agree, so that a hand in even motion may go by a frame more
// in one step than in the next: the mean of two is steadier. A hand that has stopped throws
// nothing.
static taut_vec3 hand_velocity(const taut_body* b, int particle)
{
    taut_vec3 last = taut_vec3_of(b->v[particle]);
    taut_vec3 before = taut_vec3_of(b->before_v[particle]);
    bool both = taut_vec3_dot(last, last) > 0.0f && taut_vec3_dot(before, before) > 0.0f;
    return both ? taut_vec3_scale(taut_vec3_add(last, before), 0.5f) : last;
}

taut_result taut_body_release(taut_world* world, taut_body_id body, int particle, taut_release how)
{
    taut_body* b = taut_world_find_one(world, body, particle);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if ((b->hold[particle] & TAUT_HOLD_GRABBED) == 0) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "particle %d is not grabbed", particle);
    }
    if ((int)how < 0 || how >= TAUT_RELEASE_COUNT) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "how is %d; it is no taut_release",
                               (int)how);
    }
    taut_vec3 velocity = hand_velocity(b, particle);
    b->hold[particle] &= (uint8_t)~TAUT_HOLD_GRABBED;
    if ((b->hold[particle] & TAUT_HOLD_PINNED) == 0) {
        b->hold[particle] &= (uint8_t)~TAUT_HOLD_TARGET;
        taut_body_apply_hold(b, particle);
        if (how == TAUT_RELEASE_THROW) {
            set_velocity(b, particle, velocity);
        }
    }
    taut_call call = {.op = TAUT_CALL_RELEASE, .body = body, .i = {particle, (int32_t)how}};
    return taut_call_done(world, b, &call);
}

// Origin ------------------------------------------------------------------------------------------

// a - offset, what rounding loses going into lo (Knuth's two-sum).
static float shift(float a, float offset, float* lo)
{
    float sum = a - offset;
    float back = sum - a;
    *lo += (a - (sum - back)) - (offset + back);
    return sum;
}

// to + (a - from): a goes along with a neighbour that was shifted, and keeps its way to it.
static void go_along(taut_float4* a, taut_float4 from, taut_float4 to)
{
    a->x = to.x + (a->x - from.x);
    a->y = to.y + (a->y - from.y);
    a->z = to.z + (a->z - from.z);
}

static void shift_body(taut_body* b, taut_vec3 offset)
{
    for (int i = 0; i < b->particle_count; ++i) {
        taut_float4 unused = {0};
        taut_float4 from = b->x[i];
        taut_float4* x = &b->x[i];
        taut_float4* lo = x->w > 0.0f ? &b->lo[i] : &unused;
        x->x = shift(x->x, offset.x, &lo->x);
        x->y = shift(x->y, offset.y, &lo->y);
        x->z = shift(x->z, offset.z, &lo->z);
        go_along(&b->p[i], from, *x);
        go_along(&b->q[i], from, *x);
        go_along(&b->before_x[i], from, *x);
    }
    b->sleep_low = taut_vec3_sub(b->sleep_low, offset);
    b->sleep_high = taut_vec3_sub(b->sleep_high, offset);
}

taut_result taut_world_shift_origin(taut_world* world, taut_vec3 offset)
{
    if (world == NULL || taut_world_check_place(world, "offset", offset) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    for (int i = 0; i < world->slot_count; ++i) {
        if (world->slots[i].body != NULL) {
            taut_state_own(world->slots[i].body);
            shift_body(world->slots[i].body, offset);
        }
    }
    taut_attachments_shift(world, offset);
    for (int i = 0; i < world->colliders.count; ++i) {
        taut_collider* c = &world->colliders.items[i];
        c->at = taut_vec3_sub(c->at, offset);
        c->target_at = taut_vec3_sub(c->target_at, offset);
    }
    world->air.origin[0] += (double)offset.x;
    world->air.origin[1] += (double)offset.y;
    world->air.origin[2] += (double)offset.z;
    world->def.solver.bounds_min = taut_vec3_sub(world->def.solver.bounds_min, offset);
    world->def.solver.bounds_max = taut_vec3_sub(world->def.solver.bounds_max, offset);
    taut_call call = {.op = TAUT_CALL_SHIFT, .f = {offset.x, offset.y, offset.z}};
    return taut_call_done(world, NULL, &call);
}
