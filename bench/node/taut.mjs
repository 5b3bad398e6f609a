// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Taut's own WebAssembly modules, from `make wasm`.

import { loadTaut } from "../../tools/wasm/taut.mjs";
import { SUBSTEPS } from "./grid.mjs";

const TETHER_PASSES = 3;  // taut_tether_def.passes: sweeps over structural links after tethers

export async function open(cloth, variant) {
    const simd = variant.includes("simd");
    const tethers = variant.includes("tethers");
    const path = new URL(`../../build-wasm/taut-${simd ? "simd" : "scalar"}.wasm`, import.meta.url);
    const taut = await loadTaut(path);
    const options = { size: cloth.size, tethers: tethers ? 1 : 0, drag: 0 };
    const backend = process.env.TAUT_WASM_BACKEND;
    taut.open("cloth-100", backend ? { ...options, backend } : options);
    const stats = taut.stats();
    const again = tethers ? (TETHER_PASSES - 1) * cloth.structural : 0;
    return {
        name: `Taut, WASM ${simd ? "SIMD" : "scalar"}${tethers ? ", tethers" : ""}`,
        version: `backend ${stats.backend}`,
        step: () => taut.step(),
        stretch: () => {
            const now = taut.stats();
            return { largest: now.maxStretch, mean: now.meanStretch };
        },
        bytes: () => taut.memory.buffer.byteLength,
        projections: (stats.constraints + stats.tethers + again) * SUBSTEPS,
        note: "memory is the whole of the module",
    };
}
