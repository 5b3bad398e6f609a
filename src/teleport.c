// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Putting a body elsewhere, and changing the mass of a particle: what changes a body at once and
// leaves its motion as it is.

#include <math.h>

#include "record.h"

taut_teleport taut_teleport_default(void)
{
    return (taut_teleport){.stamp = TAUT_STAMP(taut_teleport), .turn = {.w = 1.0f}};
}

// A rigid motion in double precision: x goes to r (x - about) + to.
typedef struct rigid {
    double r[3][3];
    double about[3], to[3];
} rigid;

static rigid rigid_of(const taut_teleport* t)
{
    double x = (double)t->turn.x, y = (double)t->turn.y, z = (double)t->turn.z;
    double w = (double)t->turn.w;
    double length = sqrt(x * x + y * y + z * z + w * w);
    x /= length;
    y /= length;
    z /= length;
    w /= length;
    return (rigid){
        .r = {{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)},
              {2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)},
              {2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)}},
        .about = {(double)t->about.x, (double)t->about.y, (double)t->about.z},
        .to = {(double)t->about.x + (double)t->move.x, (double)t->about.y + (double)t->move.y,
               (double)t->about.z + (double)t->move.z},
    };
}

static void turn(const rigid* m, const double in[3], double out[3])
{
    for (int i = 0; i < 3; ++i) {
        out[i] = m->r[i][0] * in[0] + m->r[i][1] * in[1] + m->r[i][2] * in[2];
    }
}

static taut_float4 turned(const rigid* m, taut_float4 a)
{
    double in[3] = {(double)a.x, (double)a.y, (double)a.z}, out[3];
    turn(m, in, out);
    return (taut_float4){(float)out[0], (float)out[1], (float)out[2], a.w};
}

static void place(const rigid* m, taut_float4 x, taut_float4 lo, double out[3])
{
    double in[3] = {(double)x.x + (double)lo.x - m->about[0],
                    (double)x.y + (double)lo.y - m->about[1],
                    (double)x.z + (double)lo.z - m->about[2]};
    turn(m, in, out);
    for (int i = 0; i < 3; ++i) {
        out[i] += m->to[i];
    }
}

static taut_float4 rounded(const double a[3], float w)
{
    return (taut_float4){(float)a[0], (float)a[1], (float)a[2], w};
}

// What a float cannot hold of a. Volatile, because GCC 12 takes (double)(float)a for a where it
// puts two such pairs into one vector (-O2, -ftree-slp-vectorize).
static float left_over(double a)
{
    volatile float held = (float)a;
    return (float)(a - (double)held);
}

static taut_float4 moved(const rigid* m, taut_float4 x)
{
    double out[3];
    place(m, x, (taut_float4){0}, out);
    return rounded(out, x.w);
}

// A neighbour of x, on whose way to it a velocity depends: that way turns, rather than its ends.
static taut_float4 gone_along(const rigid* m, taut_float4 a, taut_float4 from, taut_float4 to)
{
    taut_float4 way = {a.x - from.x, a.y - from.y, a.z - from.z, 0.0f};
    way = turned(m, way);
    return (taut_float4){to.x + way.x, to.y + way.y, to.z + way.z, a.w};
}

// What a held particle has in lo are forces, which turn.
static void move_particle(taut_body* b, const rigid* m, int i, bool carries)
{
    taut_float4 from = b->x[i];
    bool free = from.w > 0.0f;
    double at[3];
    place(m, from, free ? b->lo[i] : (taut_float4){0}, at);
    taut_float4 to = rounded(at, from.w);
    b->x[i] = to;
    b->p[i] = gone_along(m, b->p[i], from, to);
    b->before_x[i] = gone_along(m, b->before_x[i], from, to);
    b->q[i] = moved(m, b->q[i]);
    if (!free) {
        b->lo[i] = turned(m, b->lo[i]);
    } else if (carries) {
        b->lo[i] = (taut_float4){left_over(at[0]), left_over(at[1]), left_over(at[2]), 0.0f};
    }
    b->v[i] = turned(m, b->v[i]);
    b->before_v[i] = turned(m, b->before_v[i]);
}

static taut_result check_turn(taut_world* world, const taut_teleport* t)
{
    double x = (double)t->turn.x, y = (double)t->turn.y, z = (double)t->turn.z;
    double w = (double)t->turn.w;
    double square = x * x + y * y + z * z + w * w;
    if (!(square > 1e-30 && square < 1e30)) {
        return taut_world_fail(
            world, TAUT_ERROR_INVALID,
            "taut_teleport.turn is (%g, %g, %g, %g); it must be finite and have a "
            "length",
            x, y, z, w);
    }
    if (world->def.planar && (t->turn.x != 0.0f || t->turn.y != 0.0f)) {
        return taut_world_fail(
            world, TAUT_ERROR_INVALID,
            "taut_teleport.turn is (%g, %g, %g, %g); in a planar world x and y must "
            "be 0",
            x, y, z, w);
    }
    return TAUT_OK;
}

static taut_result check(taut_world* world, const taut_teleport* t)
{
    if (t == NULL || t->stamp != TAUT_STAMP(taut_teleport)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_teleport.stamp is wrong: start from taut_teleport_default()");
    }
    if (taut_world_check_place(world, "taut_teleport.move", t->move) != TAUT_OK ||
        taut_world_check_place(world, "taut_teleport.about", t->about) != TAUT_OK ||
        check_turn(world, t) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if ((int)t->motion < 0 || t->motion >= TAUT_TELEPORT_MOTION_COUNT) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_teleport.motion is %d; it is no taut_teleport_motion",
                               (int)t->motion);
    }
    return TAUT_OK;
}

taut_result taut_body_teleport(taut_world* world, taut_body_id body, const taut_teleport* to)
{
    taut_body* b = taut_world_find(world, body);
    if (b == NULL || check(world, to) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_sleep_rouse_around(world, b);
    rigid m = rigid_of(to);
    bool carries = world->def.solver.kind == TAUT_SOLVER_XPBD;
    for (int i = 0; i < b->particle_count; ++i) {
        move_particle(b, &m, i, carries);
    }
    if (to->motion == TAUT_TELEPORT_STOP) {
        taut_body_stop(b);
    }
    taut_call call = {.op = TAUT_CALL_TELEPORT,
                      .body = body,
                      .i = {(int32_t)to->motion},
                      .f = {to->move.x, to->move.y, to->move.z, to->about.x, to->about.y,
                            to->about.z, to->turn.x, to->turn.y, to->turn.z, to->turn.w}};
    return taut_call_done(world, b, &call);
}

taut_result taut_body_set_mass(taut_world* world, taut_body_id body, int particle, float mass)
{
    taut_body* b = taut_world_find_one(world, body, particle);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (!isfinite(mass) || !(mass > 0.0f) || !isfinite(1.0f / mass)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "mass is %g; it must be > 0 and finite (pin a particle to hold it)",
                               (double)mass);
    }
    b->inverse_mass[particle] = 1.0f / mass;
    if ((b->hold[particle] & TAUT_HOLD_BITS) == 0) {
        b->x[particle].w = b->inverse_mass[particle];
    }
    taut_call call = {.op = TAUT_CALL_MASS, .body = body, .i = {particle}, .f = {mass}};
    return taut_call_done(world, b, &call);
}
