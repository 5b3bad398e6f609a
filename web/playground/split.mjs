// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Cuts a module of the page in two, so that the page moves before all of it is there:
//
//     node split.mjs IN.wasm FIRST.wasm REST.wasm
//
// FIRST has what the opening scene calls while it runs and hands reach into it; REST has all else
// and follows at once. Which is which is found out by running it: wasm-split (of binaryen) counts
// calls, then cuts. A call from FIRST into REST goes through a table, which REST fills in when it
// arrives (src/module.ts).

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const FRAMES = 300;
const FEATURES = [
    "--enable-simd", "--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
];
// A module that has nothing, for machines without wasm-split: FIRST is then the whole.
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

const here = fileURLToPath(new URL(".", import.meta.url));

// What the page opens with, from where it says so.
function opening() {
    const main = readFileSync(join(here, "src", "main.ts"), "utf8");
    return new Function(`return ${/^const FIRST = (\{.*\});$/m.exec(main)[1]}`)();
}

async function importPlay(folder) {
    const outfile = join(folder, "play.mjs");
    const entry = join(here, "src", "engine", "play.ts");
    await build({ entryPoints: [entry], bundle: true, format: "esm", outfile, logLevel: "error" });
    return import(pathToFileURL(outfile).href);
}

// What src/stage asks for in each frame, whatever it shows.
function draw({ exports }) {
    for (const [wires, more] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
        exports.taut_stage_update(wires, more);
    }
    exports.taut_stage_world(0);
    exports.taut_stage_bounds(0, 0, 0, 0, 10);
    exports.taut_stage_ground(0);
    exports.taut_stage_camera();
    for (let i = 0; i < exports.taut_stage_collider_count(0); ++i) {
        exports.taut_stage_collider(0, i);
        exports.taut_stage_collider_mesh(0, i);
    }
}

// Rays from the eye through what it looks at, some of which meet something.
function findPick(play) {
    const { eye, target } = play.scene.camera;
    for (let i = 0; i < 400; ++i) {
        const aim = target.map((t, k) => t + [(i % 20) - 10, Math.floor(i / 20) - 10, 0][k] * 0.15);
        const pick = play.pick(0, eye, aim.map((a, k) => a - eye[k]), 0.1);
        if (pick && !pick.pinned) {
            return pick;
        }
    }
    return null;
}

// What hands may do in the first seconds.
function reach(play, frame) {
    const pick = frame % 20 === 0 ? findPick(play) : null;
    if (pick) {
        play.grab(0, pick);
    }
    const held = play.held(0);
    if (held) {
        play.drag(0, held.point.map((x) => x + 0.02));
    }
    if (held && frame % 20 === 15) {
        play.release(0, frame % 40 === 15);
    }
}

// What src/main.ts, bars and panel ask before the first picture, and the line at the bottom.
const ASKED = [
    "suitable", "backend", "camera", "params", "can", "frame", "time", "dt", "worldCount",
    "substeps", "iterations", "solver", "gravity", "replaying", "replayFrames", "replayMatches",
];

function look(play) {
    for (const name of ASKED) {
        if (play[name] === undefined) {
            throw new Error(`split: Play has no ${name}`);
        }
    }
    for (let world = 0; world < play.worldCount; ++world) {
        play.planar(world);
    }
    play.hash();
    play.stats();
    play.events();
}

function run(play) {
    const { scene, options } = opening();
    play.open(scene, options);
    play.exports.taut_stage_open();
    look(play);
    for (let frame = 0; frame < FRAMES; ++frame) {
        reach(play, frame);
        play.step();
        draw(play);
        play.stats();
        play.events();
    }
    look(play);
    play.link();
}

function writeProfile(play, path) {
    const at = play.memory.buffer.byteLength;
    play.memory.grow(4);
    const size = play.exports.__write_profile(at, 4 * 65536);
    writeFileSync(path, new Uint8Array(play.memory.buffer, at, size));
}

function hasTool() {
    try {
        execFileSync("wasm-split", ["--version"], { stdio: "ignore" });
        return true;
    } catch {
        return false;
    }
}

async function split(from, first, rest) {
    const folder = mkdtempSync(join(tmpdir(), "taut-split-"));
    try {
        const counting = join(folder, "counting.wasm");
        const profile = join(folder, "profile");
        execFileSync("wasm-split", ["--instrument", ...FEATURES, from, "-o", counting]);
        const { Play } = await importPlay(folder);
        const play = await Play.from(readFileSync(counting));
        run(play);
        writeProfile(play, profile);
        execFileSync("wasm-split", [
            ...FEATURES, from, `--profile=${profile}`, "-o1", first, "-o2", rest,
        ], { stdio: ["ignore", "ignore", "inherit"] });
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const [from, first, rest] = argv.slice(2);
if (!rest) {
    console.error("usage: node split.mjs IN.wasm FIRST.wasm REST.wasm");
    exit(2);
}
if (hasTool()) {
    await split(from, first, rest);
} else {
    console.error("split: there is no wasm-split (package binaryen); the page loads all at once");
    writeFileSync(first, readFileSync(from));
    writeFileSync(rest, EMPTY);
}
for (const path of [first, rest]) {
    console.log(`${(gzipSync(readFileSync(path), { level: 9 }).length / 1000).toFixed(1)} kB gzipped  ${path}`);
}
