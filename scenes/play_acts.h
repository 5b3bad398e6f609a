// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What acts do: play.c calls taut_play_apply() with an act that has the form of its verb.

#pragma once

#include "play.h"

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool taut_play_fail(taut_play* play, const char* format, ...);

// False with a sentence, and nothing has changed.
bool taut_play_apply(taut_play* play, const taut_play_act* act);

// What acts do something in the run as it is now: bits 1 << verb.
uint32_t taut_play_find_can(const taut_play* play);

// What was set for all bodies, for one that was drawn.
bool taut_play_settle_in(taut_play* play, int world, taut_body_id body);

// Takes note of bodies that have come since the last call. Where `settle` says so, they take what
// was set for all.
void taut_play_meet(taut_play* play, bool settle);

// Whether a world is here; a sentence where not.
bool taut_play_has_world(taut_play* play, int world);

// Whether the library did it; its sentence where not.
bool taut_play_pass_on(taut_play* play, const taut_world* world, taut_result result);

static inline taut_world* taut_play_world(const taut_play* play, int world)
{
    return play->run->worlds[world].world;
}

// What hands do in a planar world is done in its plane.
static inline taut_vec3 taut_play_in_world(const taut_play* play, int world, taut_vec3 v)
{
    v.z = play->run->worlds[world].planar ? 0.0f : v.z;
    return v;
}

// Hands (play_hands.c).
bool taut_play_grab(taut_play* play, const taut_play_act* act);
bool taut_play_drag(taut_play* play, const taut_play_act* act);
bool taut_play_release(taut_play* play, const taut_play_act* act);
bool taut_play_pin(taut_play* play, const taut_play_act* act);
bool taut_play_cut(taut_play* play, const taut_play_act* act);

// Ropes, cloths and bridges that were drawn (play_make.c).
bool taut_play_make_rope(taut_play* play, const taut_play_act* act);
bool taut_play_make_cloth(taut_play* play, const taut_play_act* act);
bool taut_play_make_bridge(taut_play* play, const taut_play_act* act);

// Materials (play_material.c): gives every body that it suits the stiffness of a material.
bool taut_play_use_material(taut_play* play, int material);
bool taut_play_use_material_for(taut_play* play, int world, taut_body_id body, int material);

// The material of a drawn rope or cloth; false when the number is not of such a one.
bool taut_play_rope_material(int i, taut_rope_material* material);
bool taut_play_cloth_material(int i, taut_cloth_material* material);
