// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Blueprints of many kinds, for bodies that go to a device.

#pragma once

#include "tangle.h"
#include "test.h"

static inline taut_blueprint* bake_cloth(int size)
{
    taut_builder* builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    CHECK(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    return bake_away(builder);
}

// All kinds, damped: where the body is not FINE, that asks for positions before each substep.
static inline taut_blueprint* bake_tangle(int columns, int rows)
{
    tangle t = tangle_of(0, columns, rows);
    t.soft = t.damped = true;
    t.users = false;
    return bake_away(tangle_builder(&t));
}

static inline taut_blueprint* bake_balloon(void)
{
    taut_builder* builder = new_builder();
    taut_balloon_def def = taut_balloon_def_default();
    def.frequency = 3;
    CHECK(taut_make_balloon(builder, &def, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    return bake_away(builder);
}

static inline taut_blueprint* bake_ragdoll(void)
{
    taut_builder* builder = new_builder();
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    taut_ragdoll_def def = taut_ragdoll_def_default();
    taut_ragdoll made;
    CHECK(taut_humanoid_bones(1.75f, 75.0f, bones) == TAUT_OK);
    def.bones = bones;
    def.bone_count = TAUT_HUMANOID_BONES;
    CHECK(taut_make_ragdoll(builder, &def, &made) == TAUT_OK);
    return bake_away(builder);
}

// Some ropes in one body, one of them with a load.
static inline taut_blueprint* bake_ropes(void)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 5; ++i) {
        taut_rope_def def = taut_rope_def_default();
        def.start = (taut_vec3){0.3f * (float)i, 0.0f, 0.0f};
        def.end = (taut_vec3){0.3f * (float)i, -1.0f, 0.1f};
        def.link_count = i < 4 ? 8 : 20;
        def.pin_start = i != 2;
        def.end_mass = i == 1 ? 50.0f : 0.0f;
        CHECK(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    }
    return bake_away(builder);
}
