// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The stiffness of a material for bodies that are there already; their masses stay. Compliances are
// those that taut_make_rope() and taut_make_cloth() give, for square cells: there what a link, a
// diagonal or a hinge of a cloth gives does not depend on their size.

#include <math.h>
#include <string.h>

#include "play_acts.h"

static int count_names(const char* (*name)(int))
{
    int count = 0;
    while (name(count)) {
        ++count;
    }
    return count;
}

const char* taut_play_material_name(int i)
{
    int ropes = count_names(taut_rope_material_name);
    return i < 0       ? NULL
           : i < ropes ? taut_rope_material_name(i)
                       : taut_cloth_material_name(i - ropes);
}

bool taut_play_rope_material(int i, taut_rope_material* material)
{
    const char* name = i >= 0 ? taut_rope_material_name(i) : NULL;
    return name && taut_rope_material_find(name, material);
}

bool taut_play_cloth_material(int i, taut_cloth_material* material)
{
    const char* name = taut_play_material_name(i);
    return name && taut_cloth_material_find(name, material);
}

// Compliance, or below 0 where the material has nothing to say.
static float of_rope(const taut_rope_material* m, const taut_constraint_def* def, float segment)
{
    if (def->kind == TAUT_CONSTRAINT_DISTANCE && def->family == TAUT_FAMILY_STRUCTURAL) {
        return def->rest / m->stretch_stiffness;
    }
    if (def->kind == TAUT_CONSTRAINT_ANGLE && m->bend_stiffness > 0.0f) {
        return segment / m->bend_stiffness;
    }
    return -1.0f;
}

static float of_cloth(const taut_cloth_material* m, const taut_constraint_def* def)
{
    bool bends = m->bend_stiffness > 0.0f;
    if (def->kind == TAUT_CONSTRAINT_DIHEDRAL) {
        return bends ? 1.0f / m->bend_stiffness : -1.0f;
    }
    if (def->kind != TAUT_CONSTRAINT_DISTANCE) {
        return -1.0f;
    }
    switch (def->family) {
    case TAUT_FAMILY_STRUCTURAL:
        return 1.0f / m->warp_stiffness;
    case TAUT_FAMILY_SHEAR:
        return 1.0f / m->shear_stiffness;
    case TAUT_FAMILY_BEND:
        return bends ? def->rest * def->rest / (64.0f * m->bend_stiffness) : -1.0f;
    default:
        return -1.0f;
    }
}

typedef struct matter {
    bool is_rope;
    taut_rope_material rope;
    taut_cloth_material cloth;
} matter;

static float compliance_of(const matter* m, const taut_constraint_def* def, float segment)
{
    return m->is_rope ? of_rope(&m->rope, def, segment) : of_cloth(&m->cloth, def);
}

// Whether some end of a link or corner can move.
static bool can_move(const taut_world* world, taut_body_id body, const taut_constraint_def* def)
{
    int count = taut_constraint_kind_info(def->kind)->particle_count;
    for (int i = 0; i < count; ++i) {
        if (!taut_body_pinned(world, body, def->particles[i])) {
            return true;
        }
    }
    return false;
}

// Ropes, nets and chains take materials of ropes, surfaces those of cloths; bodies with volumes or
// a gas, and those that have limits as joints do, keep what they are.
static bool suits(const taut_world* world, taut_body_id body, const matter* m)
{
    const taut_blueprint* blueprint = taut_body_blueprint(world, body);
    taut_blueprint_stats stats = taut_blueprint_get_stats(blueprint);
    if ((stats.triangles == 0) != m->is_rope) {
        return false;
    }
    bool acts = false;
    for (int i = 0; i < stats.added; ++i) {
        taut_constraint_def def;
        if (taut_blueprint_constraint(blueprint, i, &def) != TAUT_OK ||
            def.kind == TAUT_CONSTRAINT_VOLUME || def.kind == TAUT_CONSTRAINT_AREA ||
            def.kind == TAUT_CONSTRAINT_CONE || def.kind == TAUT_CONSTRAINT_SLIDE) {
            return false;
        }
        acts = acts || (compliance_of(m, &def, def.rest) >= 0.0f && can_move(world, body, &def));
    }
    return acts;
}

static bool change_body(taut_play* play, taut_world* world, taut_body_id body, const matter* m)
{
    const taut_blueprint* blueprint = taut_body_blueprint(world, body);
    int count = taut_blueprint_get_stats(blueprint).added;
    float segment = 0.0f;  // length of the link before: corners follow the links they turn
    for (int i = 0; i < count; ++i) {
        taut_constraint_def def;
        if (taut_blueprint_constraint(blueprint, i, &def) != TAUT_OK) {
            continue;
        }
        segment = def.kind == TAUT_CONSTRAINT_DISTANCE ? def.rest : segment;
        float compliance = compliance_of(m, &def, segment);
        if (compliance >= 0.0f && taut_body_set_compliance(world, body, i, compliance) != TAUT_OK) {
            return taut_play_fail(play, "%s", taut_world_last_error(world));
        }
        blueprint = taut_body_blueprint(world, body);
    }
    return true;
}

static bool find_matter(int material, matter* m)
{
    m->is_rope = taut_play_rope_material(material, &m->rope);
    return m->is_rope || taut_play_cloth_material(material, &m->cloth);
}

bool taut_play_suits(const taut_play* play, int material)
{
    matter m = {0};
    if (!play->run || !find_matter(material, &m)) {
        return false;
    }
    for (int i = 0; i < play->run->world_count; ++i) {
        taut_world* world = play->run->worlds[i].world;
        for (int k = 0; k < taut_world_body_count(world); ++k) {
            if (play->run->worlds[i].solver.kind == TAUT_SOLVER_XPBD &&
                suits(world, taut_world_body(world, k), &m)) {
                return true;
            }
        }
    }
    return false;
}

bool taut_play_use_material_for(taut_play* play, int world, taut_body_id body, int material)
{
    matter m = {0};
    taut_world* w = play->run->worlds[world].world;
    return find_matter(material, &m) && suits(w, body, &m) && change_body(play, w, body, &m);
}

bool taut_play_use_material(taut_play* play, int material)
{
    matter m = {0};
    if (!find_matter(material, &m)) {
        return taut_play_fail(play, "there is no material %d", material);
    }
    int changed = 0;
    for (int i = 0; i < play->run->world_count; ++i) {
        taut_world* world = play->run->worlds[i].world;
        if (play->run->worlds[i].solver.kind != TAUT_SOLVER_XPBD) {
            continue;
        }
        for (int k = 0; k < taut_world_body_count(world); ++k) {
            taut_body_id body = taut_world_body(world, k);
            if (!suits(world, body, &m)) {
                continue;
            }
            if (!change_body(play, world, body, &m)) {
                return false;
            }
            ++changed;
        }
    }
    return changed > 0 || taut_play_fail(play, "nothing here could be made of %s",
                                         taut_play_material_name(material));
}
