// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// No control does nothing: in every scene but the large ones, each act and material that the module
// offers leads to another state, and what it does not offer is refused. In node, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlay } from "./native.mjs";

const BEFORE = 5; // frames, then the act
const MOST = 60; // frames after it within which it must show

const play = await loadPlay();

const ACTS = {
    wind: () => play.setWind([7, 0, 3]),
    drag: () => play.setDrag(3),
    gravity: () => play.setGravity([1, -4, 0]),
    substeps: () => play.setSubsteps(play.substeps + 3),
    tear: () => play.setTearLimit(1e-6),
};

// What cannot show, by scene and act, and why.
const ALREADY = "it is made of that";
const NOT_SEEN = {
    rope: { "nylon-rope": ALREADY },
    grapple: { "nylon-rope": ALREADY },
    cables: { "steel-cable": ALREADY },
    net: { "nylon-rope": ALREADY },
    "cut-ropes": { "nylon-rope": ALREADY },
    "ragdoll-net": { "nylon-rope": ALREADY },
};

function start(name) {
    play.open(name);
    for (let i = 0; i < BEFORE; ++i) {
        play.step();
    }
}

// The state after each frame, without an act.
function undisturbed(name) {
    start(name);
    return Array.from({ length: MOST }, () => {
        play.step();
        return play.hash();
    });
}

function shows(name, act, before) {
    start(name);
    act();
    return before.some((hash) => {
        play.step();
        return play.hash() !== hash;
    });
}

function refuses(name, act) {
    start(name);
    try {
        act();
        return false;
    } catch {
        return true;
    }
}

for (const { name, tags } of play.scenes) {
    if (tags.includes("large")) {
        continue;
    }
    test(`${name}: what is offered acts, what is not is refused`, () => {
        const before = undisturbed(name);
        start(name);
        const acts = Object.entries(ACTS).map(([key, act]) => [key, play.can[key], act]);
        const suitable = play.can.material ? play.suitable : [];
        for (const material of play.materials) {
            const change = () => play.setMaterial(material);
            acts.push([material, suitable.includes(material), change]);
        }
        const wrong = acts
            .filter(([key]) => !(NOT_SEEN[name] ?? {})[key])
            .filter(([, can, act]) => (can ? !shows(name, act, before) : !refuses(name, act)))
            .map(([key, can]) => (can ? `${key} does nothing` : `${key} is not offered but acts`));
        assert.deepEqual(wrong, []);
    });
}
