// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every scene: opens by its address without a complaint, moves, and after 120 frames has the bits
// that the native library gives.

import assert from "node:assert/strict";
import { test } from "node:test";
import { call, hash, openPage, step, taut } from "./harness.mjs";

const FRAMES = 120;
const page = await openPage({ width: 480, height: 320 });
const names = await call(page, () => window.tautPlayground.play.scenes.map((s) => s.name));

test("the page knows every scene of the command line", () => {
    assert.deepEqual(
        names,
        taut("scenes").scenes.map((scene) => scene.name),
    );
});

for (const name of names) {
    test(`${name}: loads, moves, has the native bits`, async () => {
        await call(
            page,
            (n) => {
                location.hash = `#scene=${n}`;
            },
            name,
        );
        await page.waitForFunction(
            (n) =>
                window.tautPlayground.play.scene.name === n &&
                window.tautPlayground.play.frame === 0,
            name,
        );
        const first = await hash(page);
        await step(page, FRAMES / 2);
        await call(page, () => window.tautPlayground.render());
        await step(page, FRAMES / 2);
        await call(page, () => window.tautPlayground.render());
        const last = await hash(page);
        assert.notEqual(last, first, "nothing moves");
        assert.equal(last, taut("run", name, "--frames", String(FRAMES)).hash);
        assert.deepEqual(page.troubles, []);
    });
}
