// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The shaders of the stage, GLSL ES 3.00. They bring all they need: three's own are left out of the
// page (slim.mjs).

import { HEAD, VERTEX } from "./shaders_common";
import { MARKS } from "./shaders_marks";

// What fragment shaders share: light, shadow, colours.
const LIGHT = HEAD + `
precision highp sampler2DShadow;
uniform vec3 cameraPosition;
uniform vec3 uSun;
uniform mat4 uShadowMatrix;
uniform sampler2DShadow uShadowMap;
uniform vec4 uShadow; // 1 when there are shadows, size of a texel in the map and in metres, bias
uniform float uForce; // newtons at the end of the scale
uniform vec3 uPull[5];
uniform vec3 uPush[5];
in vec3 vPlace;
out vec4 oColour;
vec3 linear(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }
vec3 screen(vec3 c) {
    c = c / (1.0 + 0.16 * c) * 1.09; // a soft shoulder
    return mix(12.92 * c, 1.055 * pow(max(c, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
// The corners of a square, then a disc within it.
const vec2 NEAR[16] = vec2[](vec2(-0.85, -0.85), vec2(0.85, -0.85), vec2(-0.85, 0.85),
    vec2(0.85, 0.85), vec2(-0.326, -0.406), vec2(-0.840, -0.074), vec2(-0.696, 0.457),
    vec2(-0.203, 0.621), vec2(0.962, -0.195), vec2(0.473, -0.480), vec2(0.519, 0.767),
    vec2(0.185, -0.893), vec2(0.507, 0.064), vec2(0.896, 0.412), vec2(-0.322, -0.933),
    vec2(-0.792, -0.598));
// The part of the sun that arrives. Where the corners agree there is no edge of a shadow; else the
// disc is looked at, turned by chance.
float sunlit(vec3 p, vec3 n) {
    if (uShadow.x < 0.5) return 1.0;
    float slope = 1.0 - abs(dot(n, uSun));
    vec3 at = (uShadowMatrix * vec4(p + n * (uShadow.z * (0.6 + 1.8 * slope)), 1.0)).xyz;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
    at.z -= uShadow.w;
    mat2 turn = mat2(2.6 * uShadow.y);
    float sum = 0.0;
    for (int i = 0; i < 16; ++i) {
        if (i == 4) {
            if (sum < 0.001 || sum > 3.999) return 0.25 * sum;
            float noise = fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)));
            float angle = 6.2831853 * fract(52.9829189 * noise);
            turn *= mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
            sum = 0.0;
        }
        sum += texture(uShadowMap, vec3(at.xy + turn * NEAR[i], at.z));
    }
    return sum / 12.0;
}
vec3 ramp(vec3 stops[5], float t) {
    float s = clamp(t, 0.0, 1.0) * 4.0;
    int i = int(min(s, 3.0));
    return mix(stops[i], stops[i + 1], s - float(i));
}
vec3 tensionColour(float force) {
    float t = abs(force) / max(uForce, 1e-9);
    return force < 0.0 ? ramp(uPush, t) : ramp(uPull, t);
}
// Sun, sky, ground; cloth lets some light through and has a sheen at its edge.
vec3 lit(vec3 colour, vec3 n, float cloth, float gloss) {
    vec3 eye = normalize(cameraPosition - vPlace);
    float sun = dot(n, uSun);
    float open = sunlit(vPlace, sun < 0.0 ? -n : n);
    float direct = max(sun, 0.0) + cloth * 0.28 * max(-sun, 0.0);
    vec3 sky = mix(vec3(0.25, 0.235, 0.22), vec3(0.52, 0.56, 0.62), 0.5 + 0.5 * n.y);
    float edge = 1.0 - max(dot(n, eye), 0.0);
    float rim = edge * edge * edge;
    vec3 half_way = normalize(uSun + eye);
    float shine = gloss * pow(max(dot(n, half_way), 0.0), 40.0) * step(0.0, sun) * open;
    vec3 light = vec3(0.98, 0.93, 0.85) * direct * open + sky * (1.0 + 0.25 * rim);
    return colour * light + vec3(shine) + cloth * 0.05 * rim * sky;
}
`;

const EMPTY = HEAD + "out vec4 oColour;\nvoid main() { oColour = vec4(1.0); }\n";

// Surfaces ----------------------------------------------------------------------------------------

const SURFACE_VERTEX = VERTEX + `
in vec3 position, normal;
in vec4 paint, front, back;
in float tension;
uniform int uMode;
out vec3 vNormal, vFront, vBack;
out vec4 vPaint;
out float vTension;
void main() {
    vec3 p = position + (uMode == 2 ? 0.0 : paint.w) * normal; // wires go through the particles
    vPlace = (modelMatrix * vec4(p, 1.0)).xyz;
    vNormal = turned(normal);
    vFront = front.zyx;
    vBack = back.zyx;
    vPaint = paint;
    vTension = tension;
    gl_Position = seen(vPlace);
}`;

const SURFACE_FRAGMENT = LIGHT + `
uniform int uMode; // 0 shaded, 1 tension, 2 paper under wires
uniform vec3 uPaper;
uniform float uMirror;
in vec3 vNormal, vFront, vBack;
in vec4 vPaint;
in float vTension;
// 1 in dark squares, smooth over a pixel.
float squares() {
    if (vPaint.z < 0.5) return 0.0;
    vec2 at = vPaint.xy / vPaint.z;
    vec2 wide = max(fwidth(at), 1e-4);
    vec2 saw = fract(at * 0.5) * 2.0 - 1.0; // above 0 in every other square
    vec2 edge = sign(saw) * min(abs(saw), 1.0 - abs(saw));
    vec2 s = clamp(edge / wide + 0.5, 0.0, 1.0);
    return mix(s.x, 1.0 - s.x, s.y);
}
void main() {
    bool outside = gl_FrontFacing;
    vec3 n = vNormal;
    if (dot(n, n) < 1e-6) n = cross(dFdx(vPlace), dFdy(vPlace));
    else if (!outside) n = -n;
    n = normalize(n);
    if (uMode == 2) { oColour = vec4(uPaper, 1.0); return; }
    vec3 c = outside ? vFront : vBack;
    c = linear(c * mix(1.0, 0.8, squares()));
    if (uMode == 1) c = linear(tensionColour(vTension)) * 1.1;
    if (uMode == 3) c = mix(c, vec3(dot(c, vec3(0.3, 0.5, 0.2))) + 0.15, 0.7);
    oColour = vec4(screen(lit(c, n, 1.0, 0.04)), 1.0);
}`;

// Tubes and balls ---------------------------------------------------------------------------------

// position: on a ball of radius 1 around either end, which of them is `side`.
const TUBE_VERTEX = VERTEX + `
in vec3 position;
in float side;
in vec3 from, to;
in float radius, force;
in vec4 colour;
uniform float uLeast; // pixels that a rope is wide at least
out vec3 vNormal, vColour;
out float vForce;
void main() {
    vec3 along = to - from;
    float size = length(along);
    along = size > 1e-12 ? along / size : vec3(0.0, 1.0, 0.0);
    vec3 off = abs(along.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    vec3 u = normalize(cross(along, off));
    vec3 n = position.x * u + position.y * along + position.z * cross(u, along);
    vec3 end = side > 0.5 ? to : from;
    vec3 middle = (modelMatrix * vec4(end, 1.0)).xyz;
    float r = radius > 0.0 ? max(radius, uLeast * pixelAt(middle)) : 0.0;
    vPlace = (modelMatrix * vec4(end + r * n, 1.0)).xyz;
    vNormal = turned(n);
    vColour = colour.zyx;
    vForce = force;
    gl_Position = seen(vPlace);
}`;

const TUBE_FRAGMENT = LIGHT + `
uniform int uMode;
uniform vec3 uPaper;
uniform float uRope;
in vec3 vNormal, vColour;
in float vForce;
void main() {
    vec3 c = linear(uMode == 1 && uRope > 0.5 ? tensionColour(vForce) : vColour);
    if (uMode == 2) c = mix(c, linear(uPaper), 0.6);
    oColour = vec4(screen(lit(c, normalize(vNormal), 0.0, 0.16)), 1.0);
}`;

// Solids: colliders, and boxes that are props -----------------------------------------------------

const SOLID_VERTEX = VERTEX + `
in vec3 position, normal;
out vec3 vNormal, vColour;
uniform vec3 uColour;
void main() {
    vPlace = (modelMatrix * vec4(position, 1.0)).xyz;
    vNormal = turned(normal);
    vColour = uColour;
    gl_Position = seen(vPlace);
}`;

const BOX_VERTEX = VERTEX + `
in vec3 position, normal;
in vec3 middle, sideX, sideY, sideZ;
in vec4 colour;
out vec3 vNormal, vColour;
void main() {
    vec3 p = middle + position.x * sideX + position.y * sideY + position.z * sideZ;
    vPlace = (modelMatrix * vec4(p, 1.0)).xyz;
    vNormal = turned(normal.x * sideX + normal.y * sideY + normal.z * sideZ);
    vColour = colour.zyx;
    gl_Position = seen(vPlace);
}`;

const SOLID_FRAGMENT = LIGHT + `
uniform int uMode;
uniform vec3 uPaper;
uniform float uFlat;
in vec3 vNormal, vColour;
void main() {
    vec3 n = uFlat > 0.5 ? cross(dFdx(vPlace), dFdy(vPlace)) : vNormal;
    vec3 c = linear(vColour);
    if (uMode == 2) c = mix(c, linear(uPaper), 0.75);
    oColour = vec4(screen(lit(c, normalize(n), 0.0, 0.06)), 1.0);
}`;

// Floor and background ----------------------------------------------------------------------------

const FLOOR_VERTEX = VERTEX + `
in vec3 position;
void main() {
    vPlace = (modelMatrix * vec4(position, 1.0)).xyz;
    gl_Position = projectionMatrix * (viewMatrix * vec4(vPlace, 1.0));
}`;

// A pool of light that fades into the background, and shadows in it.
const FLOOR_FRAGMENT = LIGHT + `
uniform vec3 uFloor;
uniform vec4 uPool; // middle and radius
uniform float uShade;
void main() {
    float away = distance(vPlace, uPool.xyz) / uPool.w;
    float fade = 1.0 - smoothstep(0.25, 1.0, away);
    if (fade <= 0.0) discard;
    float dark = uShade * (1.0 - sunlit(vPlace, vec3(0.0, 1.0, 0.0)));
    float below = smoothstep(-0.02, 0.06, normalize(cameraPosition - vPlace).y);
    oColour = vec4(mix(uFloor, vec3(0.05, 0.07, 0.10), dark), below * max(0.8 * fade, dark * fade));
}`;

const BACK_VERTEX = HEAD + `
in vec3 position;
out vec2 vAt;
void main() { vAt = position.xy; gl_Position = vec4(position.xy, 1.0, 1.0); }`;

const BACK_FRAGMENT = HEAD + `
uniform vec3 uTop, uBottom;
in vec2 vAt;
out vec4 oColour;
void main() {
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    vec3 c = mix(uBottom, uTop, smoothstep(-0.75, 1.0, vAt.y));
    oColour = vec4(c + (noise - 0.5) / 255.0, 1.0); // no bands
}`;

export const SHADERS = {
    surface: [SURFACE_VERTEX, SURFACE_FRAGMENT],
    tube: [TUBE_VERTEX, TUBE_FRAGMENT],
    solid: [SOLID_VERTEX, SOLID_FRAGMENT],
    box: [BOX_VERTEX, SOLID_FRAGMENT],
    floor: [FLOOR_VERTEX, FLOOR_FRAGMENT],
    back: [BACK_VERTEX, BACK_FRAGMENT],
    ...MARKS,
    empty: EMPTY,
} as const;
