// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "doll.h"

#include <math.h>

taut_ragdoll taut_scene_make_doll(taut_builder* builder, bool* ok)
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

static taut_vec3 middle(const taut_scene_run* run, int body, double a, double b)
{
    taut_vec3 p = taut_scene_point(run, body, (int)a), q = taut_scene_point(run, body, (int)b);
    taut_vec3 first = taut_scene_point(run, body, 0);
    return vec3(0.5f * (p.x + q.x) - first.x, 0.5f * (p.y + q.y) - first.y,
                0.5f * (p.z + q.z) - first.z);
}

static double digits(double packed, double unit)
{
    double above = floor(packed / unit);
    return above - 1e3 * floor(above / 1e3);
}

static void dress(taut_scene_run* run, int body)
{
    static const uint32_t colours[TAUT_HUMANOID_BONES] = {
        0x39516b, 0xb5543c, 0xb5543c, 0xe8c39e, 0xb5543c, 0xb5543c, 0xe8c39e, 0xe8c39e,
        0xe8c39e, 0xe8c39e, 0x39516b, 0x39516b, 0x39516b, 0x39516b, 0x3a2c22, 0x3a2c22};
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    (void)taut_humanoid_bones(1.75f, 75.0f, bones);
    run->prop_count = 0;
    for (int i = 0; i < TAUT_HUMANOID_BONES; ++i) {
        double packed = run->memory[TAUT_DOLL_BONES + i];
        taut_vec3 from = middle(run, body, digits(packed, 1.0), digits(packed, 1e3));
        taut_vec3 to = middle(run, body, digits(packed, 1e6), digits(packed, 1e9));
        const taut_scene_prop limb = {0, 0, -1, from, to, bones[i].radius, colours[i]};
        taut_scene_add_props(run, body, &limb, 1);
    }
    // Shoulders, which the chest is too slender to reach.
    double left = run->memory[TAUT_DOLL_BONES + TAUT_HUMANOID_LEFT_UPPER_ARM];
    double right = run->memory[TAUT_DOLL_BONES + TAUT_HUMANOID_RIGHT_UPPER_ARM];
    taut_vec3 from = middle(run, body, digits(left, 1.0), digits(left, 1e3));
    taut_vec3 to = middle(run, body, digits(right, 1.0), digits(right, 1e3));
    const taut_scene_prop shoulders = {0, 0, -1, from, to, 0.055f, colours[TAUT_HUMANOID_CHEST]};
    taut_scene_add_props(run, body, &shoulders, 1);
}

taut_body_def taut_scene_doll_def(void)
{
    taut_body_def def = taut_body_def_default();
    def.collision.thickness = 0.04f;
    def.collision.surface.friction = 0.6f;
    def.collision.surface.static_friction = 0.8f;
    return def;
}

void taut_scene_put_doll(taut_scene_run* run, int body, const taut_ragdoll* made)
{
    for (int i = 0; i < made->bone_count; ++i) {
        run->memory[TAUT_DOLL_BONES + i] = pack(made, i);
    }
    dress(run, body);
}

static double beyond(const taut_scene_run* run, int body, int index)
{
    taut_constraint_def def;
    const taut_blueprint* p = taut_body_blueprint(run->worlds[0].world, run->looks[body].body);
    if (index < 0 || taut_blueprint_constraint(p, index, &def) != TAUT_OK) {
        return 0.0;
    }
    double value = (double)taut_scene_link(run, body, index).value;
    return (fabs(value) - (double)def.play) * 57.29578;
}

// Limits are what has play.
void taut_scene_watch_doll(taut_scene_run* run, int body)
{
    const taut_blueprint* p = taut_body_blueprint(run->worlds[0].world, run->looks[body].body);
    int count = taut_blueprint_get_stats(p).added;
    dress(run, body);
    for (int i = 0; i < count && run->frame > 0; ++i) {
        taut_constraint_def def;
        bool limit = taut_blueprint_constraint(p, i, &def) == TAUT_OK && def.play > 0.0f;
        double out = limit ? beyond(run, body, i) : 0.0;
        run->memory[TAUT_DOLL_BEYOND] =
            out > run->memory[TAUT_DOLL_BEYOND] ? out : run->memory[TAUT_DOLL_BEYOND];
    }
    if (taut_scene_near_end(run, 60)) {
        double speed = (double)taut_scene_measure(run, body).max_speed;
        double most = run->memory[TAUT_DOLL_UNREST];
        run->memory[TAUT_DOLL_UNREST] = speed > most ? speed : most;
    }
}
