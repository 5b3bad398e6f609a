// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "play_acts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

bool taut_play_fail(taut_play* play, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(play->error, sizeof play->error, format, args);
    va_end(args);
    return false;
}

bool taut_play_pass_on(taut_play* play, const taut_world* world, taut_result result)
{
    return result == TAUT_OK || taut_play_fail(play, "%s", taut_world_last_error(world));
}

bool taut_play_has_world(taut_play* play, int world)
{
    return (world >= 0 && world < play->run->world_count) ||
           taut_play_fail(play, "there is no world %d", world);
}

static taut_solver_kind solver_of(const taut_play* play, int world)
{
    return play->run->worlds[world].solver.kind;
}

// Weather and matter ------------------------------------------------------------------------------

static bool set_wind(taut_play* play, const taut_play_act* act)
{
    taut_wind_def def = taut_wind_def_default(TAUT_WIND_UNIFORM);
    taut_vec3 velocity = {act->floats[0], act->floats[1], act->floats[2]};
    bool any = false;
    for (int i = 0; i < play->run->world_count; ++i) {
        taut_world* world = taut_play_world(play, i);
        int made = 0;
        def.velocity = taut_play_in_world(play, i, velocity);
        if (solver_of(play, i) == TAUT_SOLVER_LEGACY) {
            continue;
        }
        bool there = play->wind[i] > 0 && play->wind[i] <= taut_world_wind_count(world);
        taut_result result = there ? taut_world_set_wind(world, play->wind[i] - 1, &def)
                                   : taut_world_add_wind(world, &def, &made);
        if (!taut_play_pass_on(play, world, result)) {
            return false;
        }
        play->wind[i] = there ? play->wind[i] : made + 1;
        any = true;
    }
    play->wind_velocity = any ? velocity : play->wind_velocity;
    return any || taut_play_fail(play, "no wind blows in this scene");
}

// A LEGACY world counts in units of its own: there gravity is a part of what the scene has.
static bool set_gravity(taut_play* play, const taut_play_act* act)
{
    for (int i = 0; i < play->run->world_count; ++i) {
        taut_world* world = taut_play_world(play, i);
        taut_vec3 g = {act->floats[0], act->floats[1], act->floats[2]};
        if (solver_of(play, i) == TAUT_SOLVER_LEGACY) {
            float part = act->floats[1] / -9.81f;
            g = (taut_vec3){part * play->gravity[i].x, part * play->gravity[i].y,
                            part * play->gravity[i].z};
        }
        if (!taut_play_pass_on(play, world,
                               taut_world_set_gravity(world, taut_play_in_world(play, i, g)))) {
            return false;
        }
    }
    play->weight = -act->floats[1];
    return true;
}

static bool own_solvers(const taut_play* play)
{
    return play->run->world_count > 1 || taut_scene_has_tag(play->run->scene, "compare");
}

static bool set_substeps(taut_play* play, const taut_play_act* act)
{
    int n = act->ints[0];
    if (n < 1 || n > 10000) {
        return taut_play_fail(play, "substeps = %d is out of range: 1 to 10000", n);
    }
    if (own_solvers(play) || solver_of(play, 0) == TAUT_SOLVER_LEGACY) {
        return taut_play_fail(play, "the substeps of this scene are its own");
    }
    play->run->worlds[0].substeps = n;
    return true;
}

static bool set_damping(taut_play* play, const taut_play_act* act)
{
    if (!(act->floats[0] >= 0.0f)) {
        return taut_play_fail(play, "damping = %g is out of range: 0 and more",
                              (double)act->floats[0]);
    }
    bool any = false;
    for (int i = 0; i < play->run->world_count; ++i) {
        taut_world* world = taut_play_world(play, i);
        bool legacy = solver_of(play, i) == TAUT_SOLVER_LEGACY;  // has taut_solver_def.keep
        for (int k = 0; k < taut_world_body_count(world) && !legacy; ++k) {
            taut_body_id body = taut_world_body(world, k);
            if (!taut_play_pass_on(play, world, taut_body_set_drag(world, body, act->floats[0]))) {
                return false;
            }
            any = true;
        }
    }
    play->damping = any ? act->floats[0] : play->damping;
    return any || taut_play_fail(play, "the damping of this scene is its own");
}

static bool is_structural(const taut_constraint_def* def)
{
    return def->kind == TAUT_CONSTRAINT_DISTANCE && def->family == TAUT_FAMILY_STRUCTURAL;
}

static bool limit_body(taut_play* play, taut_world* world, taut_body_id body, float stretch)
{
    const taut_blueprint* blueprint = taut_body_blueprint(world, body);
    int count = taut_blueprint_get_stats(blueprint).added;
    for (int i = 0; i < count; ++i) {
        taut_constraint_def def;
        if (taut_blueprint_constraint(blueprint, i, &def) != TAUT_OK || !is_structural(&def)) {
            continue;
        }
        // Its strength in newtons is the scene's, and stays.
        if (!taut_play_pass_on(play, world,
                               taut_body_set_limits(world, body, i, def.strength, stretch))) {
            return false;
        }
        blueprint = taut_body_blueprint(world, body);  // from the first change on its own
    }
    return true;
}

static bool set_tear(taut_play* play, const taut_play_act* act)
{
    if (!(act->floats[0] >= 0.0f)) {
        return taut_play_fail(play, "a stretch of %g is out of range: 0 and more",
                              (double)act->floats[0]);
    }
    bool any = false;
    for (int i = 0; i < play->run->world_count; ++i) {
        taut_world* world = taut_play_world(play, i);
        if (solver_of(play, i) != TAUT_SOLVER_XPBD && solver_of(play, i) != TAUT_SOLVER_VERLET) {
            continue;
        }
        for (int k = 0; k < taut_world_body_count(world); ++k) {
            if (!limit_body(play, world, taut_world_body(world, k), act->floats[0])) {
                return false;
            }
        }
        any = true;
    }
    play->tear = any ? act->floats[0] : play->tear;
    return any || taut_play_fail(play, "nothing tears in this scene");
}

bool taut_play_settle_in(taut_play* play, int world, taut_body_id body)
{
    taut_world* w = taut_play_world(play, world);
    return (play->damping < 0.0f ||
            taut_play_pass_on(play, w, taut_body_set_drag(w, body, play->damping))) &&
           (play->tear < 0.0f || limit_body(play, w, body, play->tear));
}

static bool set_material(taut_play* play, const taut_play_act* act)
{
    bool done = taut_play_use_material(play, act->ints[0]);
    play->material = done ? act->ints[0] : play->material;
    return done;
}

// Bodies that come -------------------------------------------------------------------------------

static bool is_known(const taut_play_known* known, taut_body_id body)
{
    for (int i = 0; i < known->count; ++i) {
        if (taut_body_same(known->bodies[i], body)) {
            return true;
        }
    }
    return false;
}

// What cannot be set stays as the scene made it: an act would be refused for the same reason.
static void settle_late(taut_play* play, int world, taut_body_id body)
{
    taut_world* w = taut_play_world(play, world);
    taut_solver_kind kind = solver_of(play, world);
    if (play->damping >= 0.0f && kind != TAUT_SOLVER_LEGACY) {
        (void)taut_body_set_drag(w, body, play->damping);
    }
    if (play->tear >= 0.0f && (kind == TAUT_SOLVER_XPBD || kind == TAUT_SOLVER_VERLET)) {
        (void)limit_body(play, w, body, play->tear);
    }
    if (play->material >= 0 && kind == TAUT_SOLVER_XPBD) {
        (void)taut_play_use_material_for(play, world, body, play->material);
    }
    play->error[0] = '\0';
}

void taut_play_meet(taut_play* play, bool settle)
{
    for (int i = 0; i < play->run->world_count; ++i) {
        const taut_world* world = taut_play_world(play, i);
        taut_play_known* known = &play->known[i];
        int count = taut_world_body_count(world);
        count = count < TAUT_PLAY_BODIES ? count : TAUT_PLAY_BODIES;
        taut_play_known now = {.count = count};
        for (int k = 0; k < count; ++k) {
            now.bodies[k] = taut_world_body(world, k);
            if (settle && !is_known(known, now.bodies[k])) {
                settle_late(play, i, now.bodies[k]);
            }
        }
        *known = now;
    }
}

// -------------------------------------------------------------------------------------------------

bool taut_play_apply(taut_play* play, const taut_play_act* act)
{
    static bool (*const acts[TAUT_PLAY_VERB_COUNT])(taut_play*, const taut_play_act*) = {
        [TAUT_PLAY_GRAB] = taut_play_grab,
        [TAUT_PLAY_DRAG] = taut_play_drag,
        [TAUT_PLAY_RELEASE] = taut_play_release,
        [TAUT_PLAY_CUT] = taut_play_cut,
        [TAUT_PLAY_PIN] = taut_play_pin,
        [TAUT_PLAY_UNPIN] = taut_play_pin,
        [TAUT_PLAY_WIND] = set_wind,
        [TAUT_PLAY_GRAVITY] = set_gravity,
        [TAUT_PLAY_SUBSTEPS] = set_substeps,
        [TAUT_PLAY_DAMPING] = set_damping,
        [TAUT_PLAY_TEAR] = set_tear,
        [TAUT_PLAY_MATERIAL] = set_material,
        [TAUT_PLAY_ROPE] = taut_play_make_rope,
        [TAUT_PLAY_CLOTH] = taut_play_make_cloth,
        [TAUT_PLAY_BRIDGE] = taut_play_make_bridge,
        [TAUT_PLAY_GATHER] = taut_play_grab,
    };
    return acts[act->verb](play, act);
}

uint32_t taut_play_find_can(const taut_play* play)
{
    uint32_t always = 1u << TAUT_PLAY_GRAB | 1u << TAUT_PLAY_GATHER | 1u << TAUT_PLAY_DRAG |
                      1u << TAUT_PLAY_RELEASE | 1u << TAUT_PLAY_PIN | 1u << TAUT_PLAY_UNPIN |
                      1u << TAUT_PLAY_GRAVITY;
    uint32_t modern = 1u << TAUT_PLAY_WIND | 1u << TAUT_PLAY_DAMPING;
    uint32_t torn = 1u << TAUT_PLAY_TEAR | 1u << TAUT_PLAY_CUT;
    uint32_t drawn = 1u << TAUT_PLAY_ROPE | 1u << TAUT_PLAY_CLOTH | 1u << TAUT_PLAY_BRIDGE;
    uint32_t can = 0;
    for (int i = 0; play->run && i < play->run->world_count; ++i) {
        taut_solver_kind kind = solver_of(play, i);
        bool legacy = kind == TAUT_SOLVER_LEGACY;
        bool tears = kind == TAUT_SOLVER_XPBD || kind == TAUT_SOLVER_VERLET;
        can |= always | (legacy ? 0 : modern) | (tears ? torn | drawn : 0);
        can |= !legacy && !own_solvers(play) ? 1u << TAUT_PLAY_SUBSTEPS : 0;
    }
    for (int i = 0; taut_play_material_name(i); ++i) {
        can |= taut_play_suits(play, i) ? 1u << TAUT_PLAY_MATERIAL : 0;
    }
    return can;
}
