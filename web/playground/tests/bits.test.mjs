// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every scene in the page's module, in node: after 120 frames, fewer for large ones, it has moved
// and has the bits that the native library gives. The build without SIMD: some scenes, some frames.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlay, taut } from "./native.mjs";

const FRAMES = 120;
const FRAMES_LARGE = 10;
const FRAMES_SCALAR = 10;

const play = await loadPlay();
const scalar = await loadPlay({ simd: false });

function run(module, name, frames) {
    module.open(name);
    const first = module.hash();
    for (let i = 0; i < frames; ++i) {
        module.step();
    }
    return { first, last: module.hash() };
}

function compare(module, name, frames) {
    const { first, last } = run(module, name, frames);
    // Some begin at rest, and have not moved after a few frames.
    assert.ok(frames < FRAMES || last !== first, "nothing moves");
    assert.equal(last, taut("run", name, "--frames", String(frames)).hash);
}

test("the builds are what they are called", () => {
    [play, scalar].forEach((module) => module.open("rope"));
    assert.equal(play.backend, "simd128");
    assert.equal(scalar.backend, "scalar");
});

test("the module knows every scene of the command line", () => {
    assert.deepEqual(
        play.scenes.map((scene) => scene.name),
        taut("scenes").scenes.map((scene) => scene.name),
    );
});

for (const { name, tags } of play.scenes) {
    const large = tags.includes("large");
    const frames = large ? FRAMES_LARGE : FRAMES;
    test(`${name}: the native bits after ${frames} frames`, () => compare(play, name, frames));
    if (!large) {
        test(`${name} without SIMD`, () => compare(scalar, name, FRAMES_SCALAR));
    }
}
