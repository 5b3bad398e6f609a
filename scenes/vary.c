// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "vary.h"

#include <math.h>
#include <string.h>

const taut_scene_param taut_scene_body_params[TAUT_SCENE_BODY_PARAM_COUNT] = {
    [TAUT_SCENE_BODY_GRAVITY] = {"body.gravity", "times the scene's", 1.0, -100.0, 100.0},
    [TAUT_SCENE_BODY_DRAG] = {"body.drag", "1/s more than the scene's", 0.0, 0.0, 1000.0},
    [TAUT_SCENE_BODY_FRICTION] = {"body.friction", "times the scene's", 1.0, 0.0, 100.0},
    [TAUT_SCENE_BODY_MASS] = {"body.mass", "times the scene's", 1.0, 1e-3, 1e3},
};

// Drawing -----------------------------------------------------------------------------------------

// Steele, Lea, Flood: "Fast splittable pseudorandom number generators" (2014), the mixing function.
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#define GAMMA UINT64_C(0x9e3779b97f4a7c15)

double taut_scene_draw(uint64_t seed, const char* what, uint64_t number)
{
    uint64_t name = UINT64_C(0xcbf29ce484222325);  // FNV-1a
    for (; *what; ++what) {
        name = (name ^ (unsigned char)*what) * UINT64_C(0x100000001b3);
    }
    uint64_t bits = mix(mix(mix(seed + GAMMA) + name) + number * GAMMA);
    return (double)(bits >> 40) / 16777216.0;
}

static bool names_a_unit(const char* about)
{
    static const char* const units[] = {"m", "kg", "s", "N", "1/s", "m/s", "m/N", "kg/m", "Hz"};
    for (const char* at = about; *at; at += strspn(at, " ,;:")) {
        size_t length = strcspn(at, " ,;:");
        for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i) {
            if (strlen(units[i]) == length && strncmp(at, units[i], length) == 0) {
                return true;
            }
        }
        at += length;
    }
    return false;
}

static bool is_of_bodies(const taut_scene_param* param)
{
    return strncmp(param->key, "body.", 5) == 0;
}

bool taut_scene_param_is_whole(const taut_scene_param* param)
{
    static const char either[] = "0 or 1";
    bool whole = param->value == floor(param->value) && param->min == floor(param->min) &&
                 param->max == floor(param->max);
    bool counts =
        param->max - param->min > 1.0 || strncmp(param->about, either, sizeof either - 1) == 0;
    return whole && counts && !names_a_unit(param->about) && !is_of_bodies(param);
}

bool taut_scene_shares(const taut_scene* scene, const char* key)
{
    const char* at = scene->shared ? scene->shared : "";
    while (*at) {
        size_t length = strcspn(at, " ");
        if (strlen(key) == length && strncmp(at, key, length) == 0) {
            return true;
        }
        at += length;
        at += strspn(at, " ");
    }
    return false;
}

double taut_scene_drawn(const taut_scene_options* options, const taut_scene_param* param,
                        double otherwise)
{
    for (int i = 0; options->seeded && i < options->vary_count; ++i) {
        const taut_scene_vary* v = &options->vary[i];
        if (strcmp(v->key, param->key) != 0) {
            continue;
        }
        double part = taut_scene_draw(options->seed, v->key, 0);
        if (taut_scene_param_is_whole(param)) {
            return v->low + floor(part * (v->high - v->low + 1.0));
        }
        return v->low + part * (v->high - v->low);
    }
    return otherwise;
}

double taut_scene_value(const taut_scene_run* run, const char* key)
{
    for (int i = 0; i < TAUT_SCENE_BODY_PARAM_COUNT; ++i) {
        if (strcmp(taut_scene_body_params[i].key, key) == 0) {
            return run->body_param[i];
        }
    }
    return taut_scene_get(run, key);
}

// Bodies ------------------------------------------------------------------------------------------

void taut_scene_vary_def(const taut_scene_run* run, taut_body_def* def)
{
    if (!run->options.seeded) {
        return;
    }
    const double* p = run->body_param;
    taut_surface* surface = &def->collision.surface;
    def->gravity_scale = (float)((double)def->gravity_scale * p[TAUT_SCENE_BODY_GRAVITY]);
    def->drag = (float)((double)def->drag + p[TAUT_SCENE_BODY_DRAG]);
    surface->friction = (float)((double)surface->friction * p[TAUT_SCENE_BODY_FRICTION]);
    surface->static_friction =
        (float)((double)surface->static_friction * p[TAUT_SCENE_BODY_FRICTION]);
}

static bool jolt(const taut_scene_run* run, int index, taut_body_id body, int particle)
{
    taut_world* world = run->worlds[index].world;
    uint64_t number = ((uint64_t)run->look_count << 32 | (uint32_t)particle) * 3;
    double v[3];
    for (int axis = 0; axis < 3; ++axis) {
        double part = taut_scene_draw(run->options.seed, "jitter", number + (uint64_t)axis);
        v[axis] = (double)run->options.jitter * (2.0 * part - 1.0);
    }
    bool planar = run->worlds[index].planar;
    double mass = (double)taut_body_mass(world, body, particle);
    taut_vec3 impulse = {(float)(mass * v[0]), (float)(mass * v[1]),
                         planar ? 0.0f : (float)(mass * v[2])};
    return taut_body_add_impulse(world, body, particle, impulse) == TAUT_OK;
}

bool taut_scene_vary_body(const taut_scene_run* run, int index, taut_body_id body)
{
    taut_world* world = run->worlds[index].world;
    double factor = run->body_param[TAUT_SCENE_BODY_MASS];
    int count = run->options.seeded ? taut_body_positions(world, body).count : 0;
    bool ok = true;
    for (int i = 0; i < count && ok && factor != 1.0; ++i) {
        double mass = factor * (double)taut_body_mass(world, body, i);
        ok = taut_body_set_mass(world, body, i, (float)mass) == TAUT_OK;
    }
    for (int i = 0; i < count && ok && run->options.jitter > 0.0f; ++i) {
        ok = taut_body_pinned(world, body, i) || jolt(run, index, body, i);
    }
    return ok;
}
