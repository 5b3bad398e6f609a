// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every scene in the browser: opens by its address, moves and is drawn without a complaint. Some
// also have the native bits there; bits.test.mjs compares those of all of them in node.

import assert from "node:assert/strict";
import { test } from "node:test";
import { call, hash, openPage, step, taut } from "./harness.mjs";

const FRAMES = 4;
const FRAMES_LATER = 40; // for scenes that begin at rest
const FRAMES_COMPARED = 60;
const COMPARED = ["showcase", "cut-cloth", "jelly-stack", "ragdoll", "truss-bridge"];

const page = await openPage({ width: 240, height: 180 });
const names = await call(page, () => window.tautPlayground.play.scenes.map((s) => s.name));

async function visit(name) {
    await call(
        page,
        (n) => {
            location.hash = `#scene=${n}`;
        },
        name,
    );
    await page.waitForFunction(
        (n) =>
            window.tautPlayground.play.scene.name === n && window.tautPlayground.play.frame === 0,
        name,
    );
}

test("the page has every scene of the command line", () => {
    assert.deepEqual(
        names,
        taut("scenes").scenes.map((scene) => scene.name),
    );
});

for (const name of names) {
    test(`${name}: loads, moves and is drawn`, async () => {
        await visit(name);
        const first = await hash(page);
        await step(page, FRAMES);
        await call(page, () => window.tautPlayground.render());
        if ((await hash(page)) === first) {
            await step(page, FRAMES_LATER);
        }
        assert.notEqual(await hash(page), first, "nothing moves");
        assert.deepEqual(page.troubles, []);
    });
}

for (const name of COMPARED) {
    test(`${name}: the native bits in the browser`, async () => {
        await visit(name);
        await step(page, FRAMES_COMPARED);
        const frames = String(FRAMES_COMPARED);
        assert.equal(await hash(page), taut("run", name, "--frames", frames).hash);
    });
}
