// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where worlds stand: one fills the picture, several have a panel each, all seen by one camera.

import { Matrix4, Vector3 } from "three";
import type { WorldData, Ground } from "./memory";
import type { View } from "./rig";

export interface Rect {
    x: number;
    y: number; // from the top
    width: number;
    height: number;
}

const GAP = 2;

// As many columns as make what is shown largest; what is left of the last row comes last.
// @param framed width over height of what a panel has to show
export function layPanels(count: number, width: number, height: number, framed: number): Rect[] {
    let best = 1;
    let most = 0;
    for (let columns = 1; columns <= count; ++columns) {
        const rows = Math.ceil(count / columns);
        const size = Math.min(width / columns / framed, height / rows);
        if (size > most * 1.001) {
            most = size;
            best = columns;
        }
    }
    const rows = Math.ceil(count / best);
    const columns = Math.ceil(count / rows);
    const out: Rect[] = [];
    for (let i = 0; i < rows * columns; ++i) {
        const x = Math.round(((i % columns) * width) / columns);
        const y = Math.round((Math.floor(i / columns) * height) / rows);
        const right = Math.round((((i % columns) + 1) * width) / columns);
        const bottom = Math.round(((Math.floor(i / columns) + 1) * height) / rows);
        const last = (i % columns) === columns - 1;
        out.push({ x, y, width: right - x - (last ? 0 : GAP),
            height: bottom - y - (bottom < height - 1 ? GAP : 0) });
    }
    return out;
}

// How far a world reaches along a level direction and in height.
export interface Extent {
    left: number;
    right: number;
    low: number;
    high: number;
}

function alongOf(array: Float32Array, at: number, across: Vector3): number {
    return array[at]! * across.x + array[at + 2]! * across.z;
}

// What hangs may swing to the other side of its pins, and come down as far as it is long.
export function measure(data: WorldData, ground: Ground, across: Vector3): Extent {
    const out = { left: Infinity, right: -Infinity, low: ground.low, high: ground.high };
    for (let i = 0; i < data.particleCount; ++i) {
        const at = alongOf(data.positions, 3 * i, across);
        out.left = Math.min(out.left, at);
        out.right = Math.max(out.right, at);
    }
    let pins = 0;
    for (let i = 0; i < data.pinCount; ++i) {
        pins += alongOf(data.pins, 4 * i, across) / data.pinCount;
    }
    if (data.pinCount > 0) {
        const half = Math.max(out.right - pins, pins - out.left);
        out.left = pins - half;
        out.right = pins + half;
        out.low = Math.min(out.low, ground.deep);
    }
    return Number.isFinite(out.left) ? out : { left: -1, right: 1, low: -1, high: 1 };
}

export function acrossOf(view: View): Vector3 {
    const gaze = view.target.clone().sub(view.eye);
    const level = new Vector3(-gaze.z, 0, gaze.x);
    return level.lengthSq() > 1e-12 * gaze.lengthSq() ? level.normalize() : new Vector3(1, 0, 0);
}

export interface Stand {
    matrix: Matrix4; // of a world into the picture
    back: Matrix4;
}

export function makeStand(flipped: boolean, flipY: number, offset: Vector3): Stand {
    const matrix = new Matrix4();
    if (flipped) {
        matrix.makeScale(1, -1, 1).setPosition(offset.x, 2 * flipY + offset.y, offset.z);
    } else {
        matrix.setPosition(offset);
    }
    return { matrix, back: matrix.clone().invert() };
}

// One camera for several worlds, each moved so that its middle is where the camera looks.
export function frameAll(view: View, extents: readonly Extent[], across: Vector3) {
    const wide = Math.max(...extents.map((e) => e.right - e.left));
    const high = Math.max(...extents.map((e) => e.high - e.low));
    const half = 0.5 * Math.max(high, 0.35 * wide) * 1.36;
    const fov = Math.min(view.fov, 40);
    const ahead = view.target.clone().sub(view.eye).normalize();
    const target = view.target.clone();
    target.y = 0.5 * (Math.min(...extents.map((e) => e.low)) + Math.max(...extents.map((e) => e.high)));
    target.y += 0.1 * half; // room for the label
    const away = half / Math.tan((fov * Math.PI) / 360);
    const eye = target.clone().addScaledVector(ahead, -away);
    const middle = target.dot(across);
    const offsets = extents.map((e) =>
        across.clone().multiplyScalar(middle - 0.5 * (e.left + e.right)));
    return { view: { eye, target, fov }, offsets, framed: Math.max(0.3, (0.5 * wide * 1.2) / half) };
}
