// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The drawer that teaches: every chapter opens what it names, and the microscope steps through a
// frame by keys, buttons and strokes of the timeline.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { call, close, openPage } from "./harness.mjs";

// Pictures to look at, where somebody asks for them.
const pictures = process.env.TAUT_PICTURES;
async function picture(page, name) {
    if (pictures) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: `${pictures}/${name}.png` });
    }
}

async function openDrawer(options = {}) {
    const page = await openPage(options);
    await page.keyboard.press("l");
    await page.waitForSelector(".learn .entry");
    return page;
}

const sceneOf = (page) => call(page, () => window.tautPlayground.play.scene.name);
const text = (page, selector) => page.locator(selector).innerText();

// Nothing of the drawer reaches over its edge.
const overhang = (page) =>
    call(page, () => {
        const drawer = document.querySelector(".learn");
        return drawer.scrollWidth - drawer.clientWidth;
    });

test("every chapter opens its scene, and every button does what it says", async () => {
    const page = await openDrawer();
    const titles = await page.locator(".learn .entry b").allInnerTexts();
    assert.ok(titles.length > 15, `${titles.length} entries`);
    for (let i = 1; i < titles.length; ++i) {
        await page.locator(".learn .entry").nth(i).click();
        const count = await page.locator(".chapter-steps button").count();
        assert.ok(count >= 2, titles[i]);
        for (let k = 0; k < count; ++k) {
            const button = page.locator(".chapter-steps button").nth(k);
            await button.click();
            if (await page.locator(".scope").count()) {
                assert.ok((await text(page, ".scope-said h3")).length > 3);
                await page.locator(".learn-body > button").first().click();
            } else {
                assert.equal(await button.getAttribute("aria-pressed"), "true");
            }
        }
        await page.locator(".learn-body > button").first().click();
    }
    assert.deepEqual(page.troubles, []);
    await close(page);
});

test("the rate of the comparison is set beside its text", async () => {
    const page = await openDrawer({ width: 1200, height: 800 });
    await page.locator(".learn .entry", { hasText: "frame rate" }).click();
    assert.equal(await sceneOf(page), "frame-rate");
    const rate = () => call(page, () => Math.round(1 / window.tautPlayground.play.dt));
    assert.equal(await rate(), 60);
    await page.locator(".chapter-control input").focus();
    for (let i = 0; i < 3; ++i) {
        await page.keyboard.press("ArrowLeft");
    }
    assert.equal(await rate(), 15);
    await call(page, () => window.tautPlayground.step(90));
    const longest = await call(page, () =>
        window.tautPlayground.play.stats().worlds.map((w) => w.maxStretch),
    );
    assert.ok(longest[0] > 1 && longest[2] < 0.3, `stretch ${longest}`);
    await picture(page, "rate");
    await close(page);
});

test("the microscope steps forwards and backwards by keys", async () => {
    const page = await openDrawer();
    await page.locator(".learn .entry").first().click();
    await page.waitForSelector(".scope");
    assert.equal(await text(page, ".scope-said h3"), "The frame begins");
    await page.keyboard.press("ArrowRight");
    assert.equal(await text(page, ".scope-said h3"), "Prediction");
    await page.keyboard.press("ArrowRight");
    assert.match(await text(page, ".scope-said h3"), /^Link of \d and \d$/);
    assert.match(await text(page, ".scope-figures"), /C before → after/);
    assert.match(await text(page, ".scope-formula"), /^Δλ = −C/);
    assert.ok((await page.locator(".scope-arrow").count()) >= 1, "arrows are drawn");
    await picture(page, "scope");
    await page.keyboard.press("End");
    assert.equal(await text(page, ".scope-said h3"), "Velocities");
    const hash = await text(page, ".scope-proof");
    assert.match(hash, /the same as of a twin/);
    await page.keyboard.press("ArrowRight");
    assert.match(await text(page, ".scope-place"), /Frame 10/);
    await page.keyboard.press("ArrowLeft");
    assert.match(await text(page, ".scope-place"), /Frame 9/);
    assert.equal(await text(page, ".scope-proof"), hash, "back to the same bits");
    assert.deepEqual(page.troubles, []);
    await close(page);
});

test("specimens and solvers change by their menus", async () => {
    const page = await openDrawer();
    await page.locator(".learn .entry").first().click();
    await page.locator(".scope-setup summary").click();
    const menu = (name) => page.locator(".scope-choices label", { hasText: name }).locator("select");
    for (const kind of ["link", "tether", "patch", "angle", "volume", "chain"]) {
        await menu("Specimen").selectOption(kind);
        const solvers = await menu("Solver").locator("option").all();
        for (const option of solvers) {
            await menu("Solver").selectOption(await option.getAttribute("value"));
            await page.locator(".scope-timeline").click({ position: { x: 150, y: 40 } });
            assert.match(await text(page, ".scope-proof"), /the same as of a twin/);
        }
        await picture(page, `scope-${kind}`);
    }
    assert.deepEqual(page.troubles, []);
    await close(page);
});

test("on a phone, in the dark, the drawer keeps within the page", async () => {
    const page = await openDrawer({ width: 360, height: 720, colorScheme: "dark" });
    assert.ok((await overhang(page)) <= 0, "contents");
    await picture(page, "phone-contents");
    await page.locator(".learn .entry").nth(6).click();
    assert.ok((await overhang(page)) <= 0, "chapter");
    await picture(page, "phone-chapter");
    await page.locator(".learn-body > button").first().click();
    await page.locator(".learn .entry").first().click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.ok((await overhang(page)) <= 0, "microscope");
    await picture(page, "phone-scope");
    await close(page);
});
