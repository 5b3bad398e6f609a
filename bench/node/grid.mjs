// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The cloths of bench/grid.h for engines in node: particles and links as arrays, and stretch.

export const SPACING = 0.05;
export const SUBSTEPS = 20;
export const DT = 1 / 60;

const SIZES = { "cloth-32": 32, "cloth-100": 100 };

// {size, count, positions, pins, links: pairs of particles, structural: how many of them, triangles}
export function makeCloth(name) {
    const size = SIZES[name];
    if (!size) {
        throw new Error(`no case named ${name} in node`);
    }
    const positions = new Float32Array(3 * size * size);
    for (let i = 0; i < size * size; ++i) {
        positions[3 * i] = SPACING * ((i % size) - 0.5 * (size - 1));
        positions[3 * i + 2] = SPACING * Math.floor(i / size);
    }
    const links = [];
    const triangles = [];
    const addAll = (dx, dy) => {
        for (let y = 0; y + dy < size; ++y) {
            for (let x = Math.max(0, -dx); x < size - Math.max(0, dx); ++x) {
                links.push([y * size + x, (y + dy) * size + x + dx]);
            }
        }
    };
    addAll(1, 0);
    addAll(0, 1);
    const structural = links.length;
    for (const [dx, dy] of [[1, 1], [-1, 1], [2, 0], [0, 2]]) {
        addAll(dx, dy);
    }
    for (let i = 0; i < size * (size - 1); ++i) {
        if (i % size < size - 1) {
            triangles.push([i, i + size, i + 1], [i + 1, i + size, i + size + 1]);
        }
    }
    return { size, count: size * size, positions, pins: [0, size - 1], links, structural, triangles };
}

// Stretch of the structural links at positions x (three floats a particle): {largest, mean}.
export function stretchOf(cloth, x) {
    let largest = 0;
    let sum = 0;
    for (let k = 0; k < cloth.structural; ++k) {
        const [a, b] = cloth.links[k];
        const length = Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1],
                                  x[3 * a + 2] - x[3 * b + 2]);
        const stretch = length / SPACING - 1;
        largest = stretch > largest || Number.isNaN(stretch) ? stretch : largest;
        sum += Math.max(0, stretch);
    }
    return { largest, mean: sum / cloth.structural };
}
