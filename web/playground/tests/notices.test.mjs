// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the page says by itself: that a world has blown up, that a plot waits for time to run.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { call, close, open, openPage, step } from "./harness.mjs";

const page = await openPage({ width: 1100, height: 640 });
await call(page, () => window.tautPlayground.drawing(false));
after(() => close(page));

const frame = () => call(page, () => window.tautPlayground.play.frame);
const isShown = (selector) => call(page, (s) => !document.querySelector(s).hidden, selector);

test("a world that blew up says so, and how to go on", async () => {
    await open(page, "flag", { solver: "springs-explicit" });
    assert.equal(await isShown("#blown"), false);
    await step(page, 30);
    const stood = await frame();
    assert.ok(stood < 30, `it stands still at frame ${stood}`);
    assert.equal(await isShown("#blown"), true);
    const text = await page.textContent("#blown-text");
    assert.match(text, new RegExp(`Blew up at frame ${stood}: .* another solver or start again`));

    await page.click("#blown-again");
    assert.equal(await frame(), 0);
    assert.equal(await isShown("#blown"), false);
    await step(page, 30);
    assert.equal(await isShown("#blown"), true);

    await page.click('#blown button:has-text("Its own solver")');
    await step(page, 30);
    assert.equal(await frame(), 30);
    assert.equal(await isShown("#blown"), false);
    assert.equal(await call(page, () => window.tautPlayground.play.solver), "xpbd");
});
