// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Geometry that never changes: capsules to make ropes of, boxes, cylinders, quads.

import { BufferAttribute, BufferGeometry, type InstancedBufferGeometry } from "three";

interface Grid {
    points: number[];
    sides: number[];
    indices: number[];
}

// A ball of radius 1 parted at its equator, each half at another end: `side` is 0 or 1.
function makeCapsule(around: number, rings: number): Grid {
    const out: Grid = { points: [], sides: [], indices: [] };
    const rows = 2 * rings + 2;
    for (let j = 0; j < rows; ++j) {
        const upper = j > rings;
        const ring = upper ? j - 1 : j;
        const angle = Math.PI * (ring / (2 * rings) - 0.5);
        for (let i = 0; i < around; ++i) {
            const turn = (2 * Math.PI * i) / around;
            const wide = Math.cos(angle);
            out.points.push(wide * Math.cos(turn), Math.sin(angle), wide * Math.sin(turn));
            out.sides.push(upper ? 1 : 0);
        }
    }
    for (let j = 0; j + 1 < rows; ++j) {
        for (let i = 0; i < around; ++i) {
            const a = j * around + i;
            const b = j * around + ((i + 1) % around);
            // At the poles one of the two triangles has no area.
            out.indices.push(...(j > 0 ? [a, b + around, b] : []),
                ...(j + 2 < rows ? [a, a + around, b + around] : []));
        }
    }
    return out;
}

// Fewer corners where there are many: what is round is a matter of shading, and the ends of links
// lie in the next one.
export function setCapsule(geometry: InstancedBufferGeometry, count: number): void {
    const [around, rings] = count > 6000 ? [5, 1] : count > 100 ? [8, 1] : count > 30 ? [12, 2]
        : [24, 6];
    setGrid(geometry, makeCapsule(around!, rings!));
}

// What casts a shadow is seen by its outline alone.
export function setShadowCapsule(geometry: InstancedBufferGeometry): void {
    setGrid(geometry, makeCapsule(6, 1));
}

function setGrid(geometry: InstancedBufferGeometry, grid: Grid): void {
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(grid.points), 3));
    geometry.setAttribute("side", new BufferAttribute(new Float32Array(grid.sides), 1));
    geometry.setIndex(grid.indices);
}

export function setQuad(geometry: BufferGeometry): void {
    const corners = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    geometry.setAttribute("position", new BufferAttribute(corners, 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
}

// x: which end; y: which side.
export function setLine(geometry: BufferGeometry): void {
    const corners = new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]);
    geometry.setAttribute("position", new BufferAttribute(corners, 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
}

export function setBox(geometry: BufferGeometry, half: readonly [number, number, number]): void {
    const points: number[] = [];
    const normals: number[] = [];
    const indices: number[] = [];
    for (let axis = 0; axis < 3; ++axis) {
        for (const sign of [-1, 1]) {
            const first = points.length / 3;
            for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const) {
                const p = [0, 0, 0];
                p[axis] = sign;
                p[(axis + 1) % 3] = u;
                p[(axis + 2) % 3] = v;
                points.push(p[0]! * half[0], p[1]! * half[1], p[2]! * half[2]);
                const n = [0, 0, 0];
                n[axis] = sign;
                normals.push(...n);
            }
            const [b, d] = sign > 0 ? [1, 3] : [3, 1];
            indices.push(first, first + b, first + 2, first, first + 2, first + d);
        }
    }
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
    geometry.setIndex(indices);
}

// A profile turned around y: pairs of radius and height with a normal each.
function makeTurned(
    profile: readonly (readonly [number, number, number, number])[],
): BufferGeometry {
    const around = 48;
    const points: number[] = [];
    const normals: number[] = [];
    const indices: number[] = [];
    profile.forEach(([r, y, nr, ny], j) => {
        for (let i = 0; i <= around; ++i) {
            const turn = (2 * Math.PI * i) / around;
            points.push(r * Math.cos(turn), y, r * Math.sin(turn));
            normals.push(nr * Math.cos(turn), ny, nr * Math.sin(turn));
            if (i < around && j > 0) {
                const a = (j - 1) * (around + 1) + i;
                const b = a + around + 1;
                indices.push(a, b, a + 1, a + 1, b, b + 1);
            }
        }
    });
    const out = new BufferGeometry();
    out.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    out.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
    out.setIndex(indices);
    return out;
}

export function makeCylinder(radius: number, half: number): BufferGeometry {
    return makeTurned([
        [0, -half, 0, -1], [radius, -half, 0, -1],
        [radius, -half, 1, 0], [radius, half, 1, 0],
        [radius, half, 0, 1], [0, half, 0, 1],
    ]);
}

// With a half height of 0, a ball.
export function makeRound(radius: number, half: number): BufferGeometry {
    const profile: [number, number, number, number][] = [];
    const rings = 12;
    for (let end = 0; end < 2; ++end) {
        for (let k = 0; k <= rings; ++k) {
            const angle = 0.5 * Math.PI * (end + k / rings - 1);
            const c = Math.cos(angle);
            const s = Math.sin(angle);
            profile.push([radius * c, radius * s + (end ? half : -half), c, s]);
        }
    }
    return makeTurned(profile);
}

// A level square.
export function makeTile(half: number): BufferGeometry {
    const out = new BufferGeometry();
    const h = half;
    const points = new Float32Array([-h, 0, -h, -h, 0, h, h, 0, h, h, 0, -h]);
    const normals = new Float32Array([0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0]);
    out.setAttribute("position", new BufferAttribute(points, 3));
    out.setAttribute("normal", new BufferAttribute(normals, 3));
    out.setIndex([0, 1, 2, 0, 2, 3]);
    return out;
}
