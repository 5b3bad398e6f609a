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

    const covered = await call(page, () => {
        const box = document.querySelector("#blown").getBoundingClientRect();
        return box.right > document.querySelector("#panel").getBoundingClientRect().left;
    });
    assert.equal(covered, false, "it lies over the panel");

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

test("plots that are opened while time stands say so", async () => {
    await open(page, "rope");
    await step(page, 5);
    await call(page, () => window.tautPlayground.app.setPaused(true));
    await page.keyboard.press("o");
    await page.waitForSelector(".plots figure");
    assert.equal(await isShown("#plots-wait"), true);
    await call(page, () => window.tautPlayground.app.setPaused(false));
    assert.equal(await isShown("#plots-wait"), false);
});

test("legend and hint are beside one another, not over one another", async () => {
    const fresh = await openPage({ hash: "#scene=stiffness-vs-rate&view=tension" });
    await step(fresh, 20);
    await call(fresh, () => window.tautPlayground.app.tell("state"));
    const [hint, legend] = await call(fresh, () =>
        [".hint", "#legend"].map((selector) => {
            const box = document.querySelector(selector).getBoundingClientRect();
            return { top: box.top, bottom: box.bottom, height: box.height };
        }),
    );
    assert.ok(hint.height > 0 && legend.height > 0, "both are there");
    assert.ok(legend.bottom <= hint.top, `${JSON.stringify(legend)} over ${JSON.stringify(hint)}`);
    await close(fresh);
});
