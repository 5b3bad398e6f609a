// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// From where a scene is seen, where its worlds and its floor lie, where the sun stands.

import { Matrix4, Vector3 } from "three";
import type { CameraData, Ground, WorldData } from "./memory";
import type { View } from "./rig";

// A world in the picture.
export interface Stand {
    matrix: Matrix4; // its places into those of the picture
    back: Matrix4;
}

export interface Frame {
    home: View;
    framed: number; // width over height of what a panel has to show
    stands: Stand[];
    floor: number; // height
    hasPlane: boolean; // that the floor shows
    sun: Vector3;
    extent: Extent | undefined; // of the first world
}

// How far a world reaches along a level direction, towards the camera and in height.
export interface Extent {
    left: number;
    right: number;
    near: number;
    low: number;
    high: number;
}

export function acrossOf(view: View): Vector3 {
    const gaze = view.target.clone().sub(view.eye);
    const level = new Vector3(-gaze.z, 0, gaze.x);
    return level.lengthSq() > 1e-12 * gaze.lengthSq() ? level.normalize() : new Vector3(1, 0, 0);
}

// What hangs may swing to the other side of its pins, and come down as far as it is long.
function measure(data: WorldData, ground: Ground, across: Vector3): Extent {
    const ahead = new Vector3(across.z, 0, -across.x);
    const along = (array: Float32Array, at: number, way: Vector3): number =>
        array[at]! * way.x + array[at + 2]! * way.z;
    const out = { left: Infinity, right: -Infinity, near: -Infinity, low: ground.low,
        high: ground.high };
    let far = -Infinity;
    for (let i = 0; i < data.particleCount; ++i) {
        const at = along(data.positions, 3 * i, across);
        out.left = Math.min(out.left, at);
        out.right = Math.max(out.right, at);
        const depth = along(data.positions, 3 * i, ahead);
        out.near = Math.max(out.near, -depth);
        far = Math.max(far, depth);
    }
    let pins = 0;
    let depth = 0;
    for (let i = 0; i < data.pinCount; ++i) {
        pins += along(data.pins, 4 * i, across) / data.pinCount;
        depth += along(data.pins, 4 * i, ahead) / data.pinCount;
    }
    if (data.pinCount > 0) {
        const half = Math.max(out.right - pins, pins - out.left);
        out.left = pins - half;
        out.right = pins + half;
        out.near = Math.max(out.near, far - 2 * depth);
        out.low = Math.min(out.low, ground.deep);
    }
    return Number.isFinite(out.left) ? out : { left: -1, right: 1, near: 0, low: -1, high: 1 };
}

// One camera for several worlds, each moved so that its middle is where the camera looks.
function frameSeveral(view: View, extents: readonly Extent[], across: Vector3) {
    const wide = Math.max(...extents.map((e) => e.right - e.left));
    const low = Math.min(...extents.map((e) => e.low));
    const high = Math.max(...extents.map((e) => e.high));
    const half = 0.5 * Math.max(high - low, 0.35 * wide) * 1.3;
    const fov = Math.min(view.fov, 40);
    const ahead = view.target.clone().sub(view.eye).normalize();
    const target = view.target.clone().setY(0.5 * (low + high));
    const level = new Vector3(across.z, 0, -across.x);
    const near = Math.max(0, ...extents.map((e) => e.near + target.dot(level)));
    const away = half / Math.tan((fov * Math.PI) / 360) + near;
    const middle = target.dot(across);
    const offsets = extents.map((e) =>
        across.clone().multiplyScalar(middle - 0.5 * (e.left + e.right)));
    const home = { eye: target.clone().addScaledVector(ahead, -away), target, fov };
    return { home, offsets, framed: Math.max(0.3, (0.5 * wide * 1.15) / half) };
}

// Worlds in the units of a screen have y down; a picture of them stands upright.
function makeStand(flipped: boolean, flipY: number, offset: Vector3): Stand {
    const matrix = new Matrix4();
    if (flipped) {
        matrix.makeScale(1, -1, 1).setPosition(offset.x, 2 * flipY + offset.y, offset.z);
    } else {
        matrix.setPosition(offset);
    }
    return { matrix, back: matrix.clone().invert() };
}

// Heights of a world that stands on its head are the negative of its own.
function turned(ground: Ground, flipped: boolean, about: number): Ground {
    const up = flipped ? 2 * about : 0;
    return { ...ground, plane: ground.plane + up, low: ground.low + up, high: ground.high + up,
        deep: ground.deep + up, foot: ground.foot + up };
}

// A level plane where there is one; else below everything with some air, but posts stand on it.
function layFloor(grounds: readonly Ground[], home: View): number {
    const plane = Math.max(...grounds.map((g) => g.plane));
    const low = Math.min(...grounds.map((g) => g.low));
    const deep = Math.min(low, ...grounds.map((g) => g.deep));
    const high = Math.max(...grounds.map((g) => g.high));
    const reach = home.eye.distanceTo(home.target) * Math.tan((home.fov * Math.PI) / 360);
    const foot = Math.min(...grounds.map((g) => g.foot));
    const stands = foot - low <= 0.08 * (high - low) && high - low > 0.2 * reach;
    if (Number.isFinite(plane)) {
        return plane;
    }
    if (!Number.isFinite(low)) {
        return home.target.y - reach;
    }
    if (stands) {
        return low;
    }
    // Not so far below that nothing seen has a shadow.
    const deepest = Math.max(deep, Math.min(low, home.target.y - 0.8 * reach));
    return deepest - Math.max(0.06 * (high - deepest), 0.04 * reach);
}

// To the left of the camera, above it and a little before the subject: form shows best when light
// comes from the side.
function placeSun(home: View): Vector3 {
    const across = acrossOf(home);
    const ahead = new Vector3(0, 1, 0).cross(across);
    const sun = ahead.multiplyScalar(-0.62).addScaledVector(across, -0.78).normalize();
    return sun.multiplyScalar(0.66).setY(0.75).normalize();
}

// The size and the middle of what is there, for comparison.
function sizeOf(e: Extent): { half: number; across: number; up: number } {
    const half = 0.5 * Math.max(e.high - e.low, (e.right - e.left) / 1.4, 1e-3);
    return { half, across: 0.5 * (e.left + e.right), up: 0.5 * (e.low + e.high) };
}

// A scene has its camera for the size that it has by itself. Larger or smaller by its parameters,
// it is seen from as much farther away or nearer, around where its middle is then.
function refit(view: View, own: Extent, now: Extent, across: Vector3): void {
    const [a, b] = [sizeOf(own), sizeOf(now)];
    const scale = b.half / a.half;
    const shift = Math.hypot(b.across - a.across, b.up - a.up) / a.half;
    if (scale > 0.87 && scale < 1.15 && shift < 0.15) {
        return;
    }
    const away = view.eye.clone().sub(view.target).multiplyScalar(scale);
    const right = view.target.dot(across) - a.across;
    const over = view.target.y - a.up;
    view.target.addScaledVector(across, b.across + scale * right - view.target.dot(across));
    view.target.y = b.up + scale * over;
    view.eye.copy(view.target).add(away);
}

// @param own how far its only world reaches with the scene's own parameters, where that is known
export function frameScene(
    camera: CameraData, worlds: readonly WorldData[], ownGrounds: readonly Ground[],
    own?: Extent,
): Frame {
    const view: View = { eye: new Vector3(...camera.eye), target: new Vector3(...camera.target),
        fov: camera.fov };
    const flat = worlds.every((w) => w.planar);
    if (flat) {
        const away = view.eye.distanceTo(view.target);
        view.eye.copy(view.target).setZ(view.target.z + away); // head-on
    }
    const about = view.target.y;
    const grounds = ownGrounds.map((g, i) => turned(g, worlds[i]!.flipped, about));
    const across = acrossOf(view);
    const several = worlds.length > 1;
    const extents = worlds.map((w, i) => measure(w, grounds[i]!, across));
    if (own && !several) {
        refit(view, own, extents[0]!, across);
    }
    const { home, offsets, framed } = several
        ? frameSeveral(view, extents, across)
        : { home: view, offsets: [new Vector3()], framed: 1.4 };
    return {
        home, framed, extent: extents[0],
        stands: worlds.map((w, i) => makeStand(w.flipped, about, offsets[i]!)),
        floor: layFloor(grounds, home),
        hasPlane: grounds.some((g) => Number.isFinite(g.plane)),
        sun: placeSun(home),
    };
}
