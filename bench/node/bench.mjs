// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// One engine, one case, one line of JSON:
//
//     node --require ./start_worker.cjs bench.mjs ENGINE CASE FRAMES WARM_UP
//
// ENGINE is the name of a file beside this one, with words after a colon: taut:simd,tethers.

import { makeCloth, stretchOf } from "./grid.mjs";

async function main() {
    const [engine, name, frameText, warmText] = process.argv.slice(2);
    const frames = Number(frameText);
    const [file, words = ""] = engine.split(":");
    const cloth = makeCloth(name);
    const started = performance.now();
    const { open } = await import(`./${file}.mjs`);
    const run = await open(cloth, words.split(","));
    const openMs = performance.now() - started;

    const ms = [];
    let worst = 0;
    let now = { largest: 0, mean: 0 };
    for (let i = -Number(warmText); i < frames; ++i) {
        const start = performance.now();
        run.step();
        const taken = performance.now() - start;
        if (i >= 0) {
            ms.push(taken);
        }
        now = run.stretch ? run.stretch() : stretchOf(cloth, run.positions());
        worst = now.largest > worst || Number.isNaN(now.largest) ? now.largest : worst;
    }
    ms.sort((a, b) => a - b);
    const finite = (value) => (Number.isFinite(value) && value < 1e30 ? value : null);
    console.log(JSON.stringify({
        engine: run.name, version: run.version, case: name, particles: cloth.count,
        links: cloth.links.length, frames, projections_per_frame: run.projections,
        ms_per_frame: ms[ms.length >> 1], min_ms_per_frame: ms[0], worst_stretch: finite(worst),
        end_stretch: finite(now.largest), mean_stretch: finite(now.mean), bytes: run.bytes?.(),
        rss: process.memoryUsage().rss, open_ms: openMs, note: run.note,
    }));
}

// Workers of an engine may leave the loop with nothing to wait for while it loads.
const alive = setInterval(() => {}, 1000);
main().then(() => process.exit(0), (error) => {
    clearInterval(alive);
    console.error(String(error?.stack ?? error).slice(0, 600));
    process.exit(1);
});
