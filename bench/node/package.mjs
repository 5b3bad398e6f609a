// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Taut as the npm package has it, from `make web`. Words: simd, tethers, pass for tethers after which
// structural links are swept once, like all others, instead of being solved by lines, and two for
// two threads.

import { load } from "../../web/dist/index.js";
import { DT, SPACING, SUBSTEPS } from "./grid.mjs";

export async function open(cloth, words) {
    const has = (word) => words.includes(word);
    const taut = await load({ simd: has("simd"), threads: has("two") ? 2 : 1 });
    if (taut.threadTrouble) {
        throw new Error(taut.threadTrouble);
    }
    const world = new taut.World();
    const body = world.addCloth({
        columns: cloth.size,
        rows: cloth.size,
        spacingU: SPACING,
        spacingV: SPACING,
        origin: [-0.5 * SPACING * (cloth.size - 1), 0, 0],
        rigid: true,
        particleMass: 0.0005,
        material: { dampingRate: 0 },
        tethers: { enabled: has("tethers") || has("pass"), passes: has("pass") ? 1 : 0 },
        pins: cloth.pins,
    });
    const kind = has("pass") ? ", tethers, one pass" : has("tethers") ? ", tethers" : "";
    return {
        name: `Taut, npm package${has("simd") ? "" : " without SIMD"}${kind}` +
            (has("two") ? ", two threads" : ""),
        version: `taut-physics ${taut.version}, backend ${world.backend}`,
        step: () => world.step(DT, SUBSTEPS),
        stretch: () => {
            const { maxStretch, meanStretch } = body.measure();
            return { largest: maxStretch, mean: meanStretch };
        },
        bytes: () => taut.memory.buffer.byteLength,
        projections: body.stats.projections * SUBSTEPS,
        note: "memory is the whole of the module",
    };
}
