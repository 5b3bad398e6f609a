// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Shaders of what stands for something: pins, points, lines, contacts.

import { HEAD, VERTEX } from "./shaders_common";

// A disc that faces the eye: as large as what it pins, but never too small or large to be seen.
const DISC_VERTEX = VERTEX + `
in vec3 position;
in vec4 pin;
out vec2 vAt;
out float vPixels;
void main() {
    vPlace = (modelMatrix * vec4(pin.xyz, 1.0)).xyz;
    float pixel = pixelAt(vPlace);
    vPixels = clamp(pin.w / pixel, 5.0 * uScreen.w, 7.5 * uScreen.w);
    vec4 at = viewMatrix * vec4(vPlace, 1.0);
    at.xyz += normalize(-at.xyz) * max(1.2 * pin.w, 2.0 * pixel * vPixels); // before what it pins
    float size = pixelAt(vPlace) * (vPixels + 1.5) * (at.z / (viewMatrix * vec4(vPlace, 1.0)).z);
    at.xy += position.xy * size;
    vAt = position.xy * (vPixels + 1.5);
    bool shown = distance(vPlace, uLimit.xyz) < uLimit.w;
    gl_Position = shown ? projectionMatrix * at : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const DISC_FRAGMENT = HEAD + `
uniform vec3 uFill, uEdge;
uniform vec4 uScreen;
in vec2 vAt;
in float vPixels;
out vec4 oColour;
void main() {
    float r = length(vAt);
    float cover = clamp(vPixels - r + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;
    float rim = clamp(r - (vPixels - 1.1 * uScreen.w) + 0.5, 0.0, 1.0);
    oColour = vec4(mix(uFill, uEdge, rim), cover);
}`;

// Smaller where particles are close together.
const POINT_VERTEX = VERTEX + `
in vec3 position;
uniform float uSpacing; // metres
out float vSize;
void main() {
    vPlace = (modelMatrix * vec4(position, 1.0)).xyz;
    gl_Position = seen(vPlace);
    gl_Position.z -= 2e-4 * gl_Position.w;
    vSize = clamp(0.3 * uSpacing / pixelAt(vPlace), 1.5 * uScreen.w, 6.0 * uScreen.w);
    gl_PointSize = vSize + 1.0;
}`;

const POINT_FRAGMENT = HEAD + `
uniform vec3 uFill;
in float vSize;
out vec4 oColour;
void main() {
    float away = length(gl_PointCoord - 0.5) * (vSize + 1.0);
    float cover = clamp(0.5 * vSize - away + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;
    oColour = vec4(uFill, cover);
}`;

// Lines of some pixels' width: position.x says which end, position.y which side.
const LINE_VERTEX = VERTEX + `
in vec3 position;
in vec3 from, to;
in float kind, force;
uniform vec4 uKinds[10]; // colour, opacity
uniform float uWidths[10];
uniform int uByKind;
uniform vec4 uWire;
out vec4 vColour;
out float vAcross, vHalf;
void main() {
    vec3 a = (modelMatrix * vec4(from, 1.0)).xyz, b = (modelMatrix * vec4(to, 1.0)).xyz;
    vPlace = position.x < 0.5 ? a : b;
    vec4 p = projectionMatrix * (viewMatrix * vec4(a, 1.0));
    vec4 q = projectionMatrix * (viewMatrix * vec4(b, 1.0));
    int k = int(clamp(kind, 0.0, 9.0));
    vColour = uByKind == 1 ? uKinds[k] : uWire;
    vHalf = 0.5 * uScreen.w * (uByKind == 1 ? uWidths[k] : 1.0);
    bool shown = kind >= 0.0 && p.w > 0.0 && q.w > 0.0 && distance(a, uLimit.xyz) < uLimit.w &&
        distance(b, uLimit.xyz) < uLimit.w;
    vec2 along = (q.xy / q.w - p.xy / p.w) * uScreen.xy;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    vec4 at = position.x < 0.5 ? p : q;
    vAcross = position.y * (vHalf + 1.0);
    at.xy += vec2(-along.y, along.x) * vAcross * 2.0 / uScreen.xy * at.w;
    at.z -= 1.5e-4 * at.w; // before the surface it lies in
    gl_Position = shown ? at : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const LINE_FRAGMENT = HEAD + `
in vec4 vColour;
in float vAcross, vHalf;
out vec4 oColour;
void main() {
    float cover = clamp(vHalf - abs(vAcross) + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;
    oColour = vec4(vColour.rgb, vColour.a * cover);
}`;

// A line from where two things touch in the direction of the force, with a dot at its foot.
const CONTACT_VERTEX = VERTEX + `
in vec3 position;
in vec3 place, force;
in float strength, pair;
uniform vec2 uArrow; // metres per root of a newton, and the most
uniform vec3 uTouch[2];
out vec4 vColour;
out vec2 vAt;
out float vLong, vHalf;
void main() {
    vec3 a = (modelMatrix * vec4(place, 1.0)).xyz;
    vec3 way = turned(strength > 0.0 ? force / strength : vec3(0.0, 1.0, 0.0));
    vec3 b = a + way * min(uArrow.x * sqrt(strength), uArrow.y);
    vPlace = a;
    vec4 p = projectionMatrix * (viewMatrix * vec4(a, 1.0));
    vec4 q = projectionMatrix * (viewMatrix * vec4(b, 1.0));
    vec2 gap = (q.xy / q.w - p.xy / p.w) * 0.5 * uScreen.xy;
    vLong = length(gap);
    vec2 along = vLong > 1e-3 ? gap / vLong : vec2(0.0, 1.0);
    float room = 5.0 * uScreen.w;
    vAt = vec2(position.x < 0.5 ? -room : vLong + room, position.y * room);
    vec4 at = position.x < 0.5 ? p : q;
    vec2 off = along * (position.x < 0.5 ? -room : room) + vec2(-along.y, along.x) * vAt.y;
    at.xy += off * 2.0 / uScreen.xy * at.w;
    vHalf = uScreen.w;
    vColour = vec4(pair > 0.5 ? uTouch[1] : uTouch[0], 0.9);
    bool shown = p.w > 0.0 && q.w > 0.0 && distance(a, uLimit.xyz) < uLimit.w;
    gl_Position = shown ? at : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const CONTACT_FRAGMENT = HEAD + `
in vec4 vColour;
in vec2 vAt;
in float vLong, vHalf;
out vec4 oColour;
void main() {
    float line = length(vec2(vAt.x - clamp(vAt.x, 0.0, vLong), vAt.y)) - 0.9 * vHalf;
    float dot_at_foot = length(vAt) - 2.6 * vHalf;
    float cover = clamp(0.5 - min(line, dot_at_foot), 0.0, 1.0);
    if (cover <= 0.0) discard;
    oColour = vec4(vColour.rgb, vColour.a * cover);
}`;

export const MARKS = {
    disc: [DISC_VERTEX, DISC_FRAGMENT],
    point: [POINT_VERTEX, POINT_FRAGMENT],
    line: [LINE_VERTEX, LINE_FRAGMENT],
    contact: [CONTACT_VERTEX, CONTACT_FRAGMENT],
} as const;
