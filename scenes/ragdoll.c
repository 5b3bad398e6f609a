// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A ragdoll that is held by one hand falls into its joints, swings, and comes to rest, no joint
// beyond its limits.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define BODY 0
#define HAND 8  // the left one

enum { BEYOND, FIRST_BONE };  // memory

static taut_ragdoll make_doll(taut_builder* builder, bool* ok)
{
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    taut_ragdoll_def def = taut_ragdoll_def_default();
    taut_ragdoll made = {0};
    *ok = *ok && taut_humanoid_bones(1.75f, 75.0f, bones) == TAUT_OK;
    def.bones = bones;
    def.bone_count = TAUT_HUMANOID_BONES;
    *ok = *ok && taut_make_ragdoll(builder, &def, &made) == TAUT_OK;
    return made;
}

// What drawing needs of a bone, in one number: the two particles of its joint and of its end (the
// same twice where there is one).
static double pack(const taut_ragdoll* made, int i)
{
    const taut_ragdoll_bone* bone = &made->bones[i];
    int joint = bone->particles[0], other = joint, end = bone->end_particle, far = end;
    for (int c = 0; c < made->bone_count; ++c) {
        const taut_ragdoll_bone* child = &made->bones[c];
        bool hinge = child->parent >= 0 && child->limit >= 0 && child->twist_limit < 0;
        other = c == i && hinge ? child->particles[1] : other;
        far = child->parent == i && hinge && child->particles[0] == end ? child->particles[1] : far;
    }
    return joint + 1e3 * other + 1e6 * end + 1e9 * far;
}

static taut_vec3 middle(const taut_scene_run* run, double a, double b)
{
    taut_vec3 p = taut_scene_point(run, BODY, (int)a), q = taut_scene_point(run, BODY, (int)b);
    taut_vec3 first = taut_scene_point(run, BODY, 0);
    return vec3(0.5f * (p.x + q.x) - first.x, 0.5f * (p.y + q.y) - first.y,
                0.5f * (p.z + q.z) - first.z);
}

static double digits(double packed, double unit)
{
    double above = floor(packed / unit);
    return above - 1e3 * floor(above / 1e3);
}

static void dress(taut_scene_run* run)
{
    static const uint32_t colours[TAUT_HUMANOID_BONES] = {
        0x39516b, 0xb5543c, 0xb5543c, 0xe8c39e, 0xb5543c, 0xb5543c, 0xe8c39e, 0xe8c39e,
        0xe8c39e, 0xe8c39e, 0x39516b, 0x39516b, 0x39516b, 0x39516b, 0x3a2c22, 0x3a2c22};
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    (void)taut_humanoid_bones(1.75f, 75.0f, bones);
    run->prop_count = 0;
    for (int i = 0; i < TAUT_HUMANOID_BONES; ++i) {
        double packed = run->memory[FIRST_BONE + i];
        taut_vec3 from = middle(run, digits(packed, 1.0), digits(packed, 1e3));
        taut_vec3 to = middle(run, digits(packed, 1e6), digits(packed, 1e9));
        const taut_scene_prop limb = {0, 0, -1, from, to, bones[i].radius, colours[i]};
        taut_scene_add_props(run, BODY, &limb, 1);
    }
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "ragdoll");
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL) {
        return false;
    }
    bool ok = true;
    taut_ragdoll made = make_doll(builder, &ok);
    ok = ok && taut_builder_pin(builder, made.bones[HAND].end_particle) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0xd8d2c4};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    for (int i = 0; i < made.bone_count; ++i) {
        run->memory[FIRST_BONE + i] = pack(&made, i);
    }
    dress(run);
    return true;
}

static double beyond(const taut_scene_run* run, int index)
{
    taut_constraint_def def;
    const taut_blueprint* p = taut_body_blueprint(run->worlds[0].world, run->looks[BODY].body);
    if (index < 0 || taut_blueprint_constraint(p, index, &def) != TAUT_OK) {
        return 0.0;
    }
    double value = (double)taut_scene_link(run, BODY, index).value;
    return (fabs(value) - (double)def.play) * 57.29578;
}

// Limits are what has play.
static void drive(taut_scene_run* run)
{
    const taut_blueprint* p = taut_body_blueprint(run->worlds[0].world, run->looks[BODY].body);
    int count = taut_blueprint_get_stats(p).added;
    dress(run);
    for (int i = 0; i < count && run->frame > 0; ++i) {
        taut_constraint_def def;
        bool limit = taut_blueprint_constraint(p, i, &def) == TAUT_OK && def.play > 0.0f;
        double out = limit ? beyond(run, i) : 0.0;
        run->memory[BEYOND] = out > run->memory[BEYOND] ? out : run->memory[BEYOND];
    }
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    taut_measure m = taut_scene_measure(run, BODY);
    snprintf(text, size,
             "joints at most %.2f degrees beyond their limits (allowed 3), speed in the end %.4f "
             "m/s (at most 0.01), stretch %.2f %% (at most 1 %%)",
             run->memory[BEYOND], (double)m.max_speed, 100.0 * (double)m.max_stretch);
    return run->memory[BEYOND] <= 3.0 && m.max_speed <= 0.01f && m.max_stretch <= 0.01f;
}

const taut_scene taut_scene_ragdoll = {
    .name = "ragdoll",
    .about = "A ragdoll held by one hand falls into its joints and comes to rest.",
    .tags = "ragdoll",
    .params = {{"drag", "1/s", 2.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 720,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.8f, -0.1f, 4.6f}, {0.3f, -0.25f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
