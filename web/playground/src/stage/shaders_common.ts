// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What all shaders of the stage begin with.

export const HEAD = `precision highp float;
precision highp int;
`;

// What vertex shaders share. What is far away or not finite is not drawn at all: a place without a
// number removes its triangle.
export const VERTEX = HEAD + `
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
uniform vec4 uLimit; // a place in the picture, and how far from it things are drawn
uniform vec4 uScreen; // width and height in pixels, pixels per unit at depth 1, pixel ratio
out vec3 vPlace;
vec4 seen(vec3 p) {
    if (!(distance(p, uLimit.xyz) < uLimit.w)) {
        float none = uintBitsToFloat(0x7fc00000u);
        return vec4(none, none, none, none);
    }
    return projectionMatrix * (viewMatrix * vec4(p, 1.0));
}
// Turns a direction like the model, which has no scale but may be a mirror.
vec3 turned(vec3 n) { return mat3(modelMatrix) * n; }
// The length in metres of a pixel at a place.
float pixelAt(vec3 p) { return max(-(viewMatrix * vec4(p, 1.0)).z, 1e-4) / uScreen.z; }
`;
