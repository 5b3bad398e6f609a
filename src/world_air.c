// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Winds of a world, how bodies feel them, and the gases of bodies: the public calls.

#include <math.h>

#include "backend/surface.h"
#include "gas.h"
#include "record.h"

// Winds -------------------------------------------------------------------------------------------

taut_wind_def taut_wind_def_default(taut_wind_kind kind)
{
    return (taut_wind_def){
        .stamp = TAUT_STAMP(taut_wind_def),
        .kind = kind,
        .strength = 0.5f,
        .period = kind == TAUT_WIND_TURBULENCE ? 2.0f : 3.0f,
        .axis = {0.0f, 1.0f, 0.0f},
        .radius = 1.0f,
        .speed = 1.0f,
        .size = 1.0f,
        .seed = 1u,
    };
}

static taut_result check_range(taut_world* world, const char* field, float value, float low,
                               float high)
{
    if (value >= low && value <= high) {
        return TAUT_OK;
    }
    return taut_world_fail(world, TAUT_ERROR_INVALID, "%s is %g; it must lie in %g..%g", field,
                           (double)value, (double)low, (double)high);
}

static taut_result check_velocity(taut_world* world, taut_vec3 v)
{
    if (taut_world_check_vector(world, "taut_wind_def.velocity", v) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    float most = fmaxf(fabsf(v.x), fmaxf(fabsf(v.y), fabsf(v.z)));
    return check_range(world, "the largest component of taut_wind_def.velocity", most, 0.0f, 1e4f);
}

static taut_result check_vortex(taut_world* world, const taut_wind_def* def)
{
    taut_vec3 a = def->axis;
    if (taut_world_check_place(world, "taut_wind_def.centre", def->centre) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    bool some = fabsf(a.x) > 0.0f || fabsf(a.y) > 0.0f || fabsf(a.z) > 0.0f;
    if (!taut_vec3_finite(a) || !some) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_wind_def.axis is (%g, %g, %g); it must be finite and not zero",
                               (double)a.x, (double)a.y, (double)a.z);
    }
    return check_range(world, "taut_wind_def.radius", def->radius, 1e-3f, 1e6f);
}

static taut_result check_by_kind(taut_world* world, const taut_wind_def* def)
{
    bool gust = def->kind == TAUT_WIND_GUST;
    bool vortex = def->kind == TAUT_WIND_VORTEX;
    bool turbulence = def->kind == TAUT_WIND_TURBULENCE;
    taut_result result = vortex ? check_vortex(world, def) : check_velocity(world, def->velocity);
    if (result == TAUT_OK && gust) {
        result = check_range(world, "taut_wind_def.strength", def->strength, 0.0f, 1.0f);
    }
    if (result == TAUT_OK && (gust || turbulence)) {
        result = check_range(world, "taut_wind_def.period", def->period, 1e-3f, 1e6f);
    }
    if (result == TAUT_OK && (vortex || turbulence)) {
        result = check_range(world, "taut_wind_def.speed", def->speed, -1e4f, 1e4f);
    }
    if (result == TAUT_OK && turbulence) {
        result = check_range(world, "taut_wind_def.size", def->size, 1e-3f, 1e6f);
    }
    return result;
}

static taut_result check_wind(taut_world* world, const taut_wind_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_wind_def)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_wind_def.stamp is wrong: start from taut_wind_def_default()");
    }
    if ((int)def->kind < 0 || def->kind >= TAUT_WIND_KIND_COUNT) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_wind_def.kind is %d; it is no taut_wind_kind", (int)def->kind);
    }
    if (world->def.solver.kind == TAUT_SOLVER_LEGACY) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "this is a LEGACY world; no wind blows there");
    }
    return check_by_kind(world, def);
}

// The axis is kept at a length near 1: squares of it must be numbers.
static taut_wind placed(const taut_world* world, const taut_wind_def* def)
{
    taut_wind wind = {.def = *def};
    const double* origin = world->air.origin;
    wind.centre[0] = (double)def->centre.x + origin[0];
    wind.centre[1] = (double)def->centre.y + origin[1];
    wind.centre[2] = (double)def->centre.z + origin[2];
    taut_vec3 a = def->axis;
    float most = fmaxf(fabsf(a.x), fmaxf(fabsf(a.y), fabsf(a.z)));
    if (def->kind == TAUT_WIND_VORTEX) {
        wind.def.axis = (taut_vec3){a.x / most, a.y / most, a.z / most};
    }
    return wind;
}

// Memory ------------------------------------------------------------------------------------------

static void reserve_air(taut_body* b)
{
    b->air.reserved = true;
    b->air.most_ropes = taut_surface_most_ropes(b->blueprint);
}

void taut_world_give_air(const taut_world* world, taut_body* body)
{
    taut_air_def def = taut_air_def_default();
    body->air = (taut_body_air){.enabled = def.enabled,
                                .drag = def.drag,
                                .lift = def.lift,
                                .friction = def.friction,
                                .rope_drag = def.rope_drag,
                                .rope_radius = def.rope_radius};
    if (world->air.ready) {
        reserve_air(body);
    }
}

static bool reserve_there(taut_world* world)
{
    bool ok = true;
    for (int i = 0; i < world->slot_count && ok; ++i) {
        taut_body* b = world->slots[i].body;
        ok = b == NULL || taut_world_give_device_air(world, b);
    }
    return ok;
}

// Bodies have memory for air from the first wind on; without a wind none of them has.
static taut_result reserve_all(taut_world* world)
{
    if (world->air.ready) {
        return TAUT_OK;
    }
    for (int i = 0; i < world->slot_count; ++i) {
        if (world->slots[i].body != NULL) {
            reserve_air(world->slots[i].body);
        }
    }
    if (taut_world_reserve_again(world) && reserve_there(world)) {
        world->air.ready = true;
        return TAUT_OK;
    }
    for (int i = 0; i < world->slot_count; ++i) {
        if (world->slots[i].body != NULL) {
            world->slots[i].body->air.reserved = false;
        }
    }
    return taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY,
                           "no memory to work out what wind does to %d bodies", world->body_count);
}

// Setting -----------------------------------------------------------------------------------------

static taut_result note_wind(taut_world* world, taut_call_op op, int index, const taut_wind_def* d)
{
    taut_world_rouse(world);
    taut_vec3 v = d->velocity, c = d->centre, a = d->axis;
    taut_call call = {.op = op,
                      .i = {index, (int32_t)d->kind, (int32_t)d->seed},
                      .f = {v.x, v.y, v.z, d->strength, d->period, c.x, c.y, c.z, a.x, a.y, a.z,
                            d->radius, d->speed, d->size}};
    return taut_call_done(world, NULL, &call);
}

taut_result taut_world_set_winds(taut_world* world, const taut_wind_def* defs, int count)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (count < 0 || count > TAUT_MAX_WINDS || (count > 0 && defs == NULL)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "count is %d, defs %s; a world has 0..%d winds", count,
                               defs != NULL ? "are there" : "NULL", TAUT_MAX_WINDS);
    }
    for (int i = 0; i < count; ++i) {
        if (check_wind(world, &defs[i]) != TAUT_OK) {
            return TAUT_ERROR_INVALID;
        }
    }
    taut_result result = count > 0 ? reserve_all(world) : TAUT_OK;
    if (result != TAUT_OK) {
        return result;
    }
    for (int i = 0; i < count; ++i) {
        world->air.winds[i] = placed(world, &defs[i]);
    }
    world->air.count = count;
    taut_world_rouse(world);
    (void)taut_call_done(world, NULL, &(taut_call){.op = TAUT_CALL_WINDS});
    for (int i = 0; i < count; ++i) {
        (void)note_wind(world, TAUT_CALL_ADD_WIND, i, &defs[i]);
    }
    return TAUT_OK;
}

taut_result taut_world_add_wind(taut_world* world, const taut_wind_def* def, int* index)
{
    if (world == NULL || check_wind(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_air* air = &world->air;
    if (air->count == TAUT_MAX_WINDS) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the world has %d winds, the most there "
                               "can be",
                               TAUT_MAX_WINDS);
    }
    taut_result result = reserve_all(world);
    if (result != TAUT_OK) {
        return result;
    }
    if (index != NULL) {
        *index = air->count;
    }
    air->winds[air->count++] = placed(world, def);
    return note_wind(world, TAUT_CALL_ADD_WIND, air->count - 1, def);
}

taut_result taut_world_set_wind(taut_world* world, int index, const taut_wind_def* def)
{
    if (world == NULL || check_wind(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (index < 0 || index >= world->air.count) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "index is %d; the world has %d winds",
                               index, world->air.count);
    }
    world->air.winds[index] = placed(world, def);
    return note_wind(world, TAUT_CALL_SET_WIND, index, def);
}

int taut_world_wind_count(const taut_world* world)
{
    return world != NULL ? world->air.count : 0;
}

taut_vec3 taut_world_wind_at(const taut_world* world, taut_vec3 place)
{
    if (world == NULL || !taut_vec3_finite(place)) {
        return (taut_vec3){0};
    }
    taut_vec3 u = taut_air_at(&world->air, place, world->time);
    u.z = world->def.planar ? 0.0f : u.z;
    return u;
}

taut_result taut_world_set_air_density(taut_world* world, float density)
{
    if (world == NULL || check_range(world, "density", density, 0.0f, 1e5f) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    world->air.density = density;
    taut_world_rouse(world);
    return taut_call_done(world, NULL, &(taut_call){.op = TAUT_CALL_AIR_DENSITY, .f = {density}});
}

float taut_world_air_density(const taut_world* world)
{
    return world != NULL ? world->air.density : 0.0f;
}

// Bodies ------------------------------------------------------------------------------------------

taut_air_def taut_air_def_default(void)
{
    return (taut_air_def){.stamp = TAUT_STAMP(taut_air_def),
                          .enabled = true,
                          .drag = 1.2f,
                          .lift = 1.2f,
                          .friction = 0.02f,
                          .rope_drag = 1.1f,
                          .rope_radius = 0.005f};
}

static taut_result check_air(taut_world* world, const taut_air_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_air_def)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_air_def.stamp is wrong: start from taut_air_def_default()");
    }
    bool ok =
        check_range(world, "taut_air_def.drag", def->drag, 0.0f, 100.0f) == TAUT_OK &&
        check_range(world, "taut_air_def.lift", def->lift, 0.0f, 100.0f) == TAUT_OK &&
        check_range(world, "taut_air_def.friction", def->friction, 0.0f, 100.0f) == TAUT_OK &&
        check_range(world, "taut_air_def.rope_drag", def->rope_drag, 0.0f, 100.0f) == TAUT_OK &&
        check_range(world, "taut_air_def.rope_radius", def->rope_radius, 0.0f, 100.0f) == TAUT_OK;
    return ok ? TAUT_OK : TAUT_ERROR_INVALID;
}

taut_result taut_body_set_air(taut_world* world, taut_body_id body, const taut_air_def* def)
{
    taut_body* b = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (b == NULL || check_air(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    b->air.enabled = def->enabled;
    b->air.drag = def->drag;
    b->air.lift = def->lift;
    b->air.friction = def->friction;
    b->air.rope_drag = def->rope_drag;
    b->air.rope_radius = def->rope_radius;
    taut_call call = {.op = TAUT_CALL_AIR,
                      .body = body,
                      .i = {def->enabled},
                      .f = {def->drag, def->lift, def->friction, def->rope_drag, def->rope_radius}};
    return taut_call_done(world, b, &call);
}
