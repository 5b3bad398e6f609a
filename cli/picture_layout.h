// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where the worlds of a scene stand in its picture, and from where they are seen.

#pragma once

#include "draw.h"
#include "scenes/scene.h"

// A world in the picture.
typedef struct taut_picture_place {
    taut_vec3 offset;  // added to its positions
    bool flipped;      // gravity points up: y is mirrored about flip_y
    float flip_y;
    float left, right;  // along the layout's `across`, and
    float low, high;    // in height: what leaves these bounds is not drawn
} taut_picture_place;

typedef struct taut_picture_layout {
    taut_picture_place places[TAUT_SCENE_MAX_WORLDS];
    taut_draw_camera camera;
    taut_vec3 across;  // level, to the right of the camera
    float reach;       // half the width of what the scene's camera sees at its target, metres
    float floor_y;
} taut_picture_layout;

// @param aspect width of the picture over its height
taut_picture_layout taut_picture_layout_make(const taut_scene_run* run, float aspect);

// A position of world `world` in the picture.
taut_vec3 taut_picture_point(const taut_picture_layout* layout, int world, taut_vec3 p);

// False for what has left its world's part of the picture or is not finite.
bool taut_picture_shows(const taut_picture_layout* layout, int world, taut_vec3 placed);

// Draws the props of a run (picture_props.c); false when memory is short.
bool taut_picture_props(taut_draw* draw, const taut_scene_run* run,
                        const taut_picture_layout* layout);

// Draws the colliders of all worlds (picture_colliders.c); false when memory is short.
bool taut_picture_colliders(taut_draw* draw, const taut_scene_run* run,
                            const taut_picture_layout* layout);

// The corners of a box around a collider, in its world; false for planes, which have none.
bool taut_picture_corners(const taut_collider_def* def, taut_vec3 corner[8]);

// Whether a collider is a plane that the floor of the picture shows.
bool taut_picture_is_floor(const taut_picture_layout* layout, int world,
                           const taut_collider_def* def);
