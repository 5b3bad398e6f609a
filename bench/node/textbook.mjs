// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// bench/textbook.c in JavaScript: typed arrays and plain loops, links in the order of the list.

import { DT, SPACING, SUBSTEPS } from "./grid.mjs";

export async function open(cloth) {
    const n = cloth.count;
    const m = cloth.links.length;
    const x = Float32Array.from(cloth.positions);
    const before = new Float32Array(3 * n);
    const v = new Float32Array(3 * n);
    const w = new Float32Array(n).fill(1);
    const fall = new Float32Array(n).fill((-9.81 * DT) / SUBSTEPS);
    for (const pin of cloth.pins) {
        w[pin] = fall[pin] = 0;
    }
    const first = Int32Array.from(cloth.links, (link) => 3 * link[0]);
    const second = Int32Array.from(cloth.links, (link) => 3 * link[1]);
    const wa = Float32Array.from(cloth.links, (link) => w[link[0]]);
    const wb = Float32Array.from(cloth.links, (link) => w[link[1]]);
    const rest = Float32Array.from(cloth.links, ([a, b]) => {
        const p = cloth.positions;
        return Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 2] - p[3 * b + 2]);
    });
    const h = DT / SUBSTEPS;

    function project() {
        for (let k = 0; k < m; ++k) {
            const a = first[k];
            const b = second[k];
            const dx = x[a] - x[b];
            const dy = x[a + 1] - x[b + 1];
            const dz = x[a + 2] - x[b + 2];
            const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
            const s = (rest[k] - length) / (length * (wa[k] + wb[k]));
            const sa = s * wa[k];
            const sb = s * wb[k];
            x[a] += sa * dx;
            x[a + 1] += sa * dy;
            x[a + 2] += sa * dz;
            x[b] -= sb * dx;
            x[b + 1] -= sb * dy;
            x[b + 2] -= sb * dz;
        }
    }

    function step() {
        for (let sub = 0; sub < SUBSTEPS; ++sub) {
            before.set(x);
            for (let i = 0; i < n; ++i) {
                x[3 * i] += h * v[3 * i];
                x[3 * i + 1] += h * (v[3 * i + 1] + fall[i]);
                x[3 * i + 2] += h * v[3 * i + 2];
            }
            project();
            for (let i = 0; i < 3 * n; ++i) {
                v[i] = (x[i] - before[i]) / h;
            }
        }
    }
    return { name: "textbook JavaScript", version: process.version, step, positions: () => x,
             projections: m * SUBSTEPS, note: "Float32Array, list order" };
}
