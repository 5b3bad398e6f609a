// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What goes wrong on the way: the rest of the module does not arrive; a link was copied while a
// hand held something.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, browser, call, close, openPage, picks, step } from "./harness.mjs";

const PATIENCE = 120000;

test("without the rest of the module the page moves and says what is missing", async () => {
    const context = await browser.newContext({ viewport: { width: 480, height: 320 } });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    await page.route("**/*-rest*.wasm", (route) => route.abort());
    await page.goto(address);
    await page.waitForFunction(() => window.tautPlayground?.play.frame > 3);
    const told = await page.locator(".toast.error").first().innerText();
    assert.match(told, /did not arrive/);
    await context.close();
});

const middle = (list) =>
    [...list].sort(
        (a, b) => Math.hypot(a.x - 400, a.y - 280) - Math.hypot(b.x - 400, b.y - 280),
    )[0];

const holds = (page) =>
    call(page, () => [...Array(10).keys()].filter((hand) => window.tautPlayground.play.held(hand)));

test("a link copied during a grab: who takes over can grab again", async () => {
    const page = await openPage({ hash: "#scene=cloth-25x18" });
    await step(page, 20);
    const pick = middle(await picks(page, "free"));
    await page.mouse.move(pick.x, pick.y);
    await page.mouse.down();
    await page.mouse.move(pick.x + 40, pick.y + 20, { steps: 4 });
    await step(page, 10);
    assert.equal((await holds(page)).length, 1);
    const link = await call(page, () => window.tautPlayground.play.link());
    await page.mouse.up();
    await close(page);

    const other = await openPage({ hash: `#run=${link}` });
    await step(other, 25);
    assert.equal((await holds(other)).length, 1, "the recording holds");
    await other.locator("#take-over").click();
    await step(other, 2);
    assert.deepEqual(await holds(other), [], "nothing is held by a hand that is not there");
    const again = middle(await picks(other, "free"));
    await other.mouse.move(again.x, again.y);
    await other.mouse.down();
    await other.mouse.move(again.x - 30, again.y, { steps: 4 });
    await step(other, 3);
    assert.equal((await holds(other)).length, 1, "it can be grabbed again");
    await other.mouse.up();
    assert.deepEqual(other.troubles, []);
    await close(other);
});
