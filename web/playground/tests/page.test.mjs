// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The page around the scene: the first view, gallery, addresses, keys, views, replays, narrow
// screens, reduced motion, dark mode, and what it says when something is missing.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
    address,
    browser,
    call,
    close,
    hash,
    open,
    openPage,
    picks,
    step,
    taut,
} from "./harness.mjs";

const state = (page) =>
    call(page, () => {
        const { app, play, stage } = window.tautPlayground;
        const { paused, speed, tool } = app;
        return {
            paused,
            speed,
            tool,
            frame: play.frame,
            scene: play.scene.name,
            view: stage.view.mode,
        };
    });

test("it opens at once on a scene that moves, says how, and asks nobody else", async () => {
    const page = await openPage({ manual: false, width: 1280, height: 800 });
    await page.waitForFunction(() => window.tautPlayground.firstFrame > 0);
    const ms = await call(page, () => window.tautPlayground.firstFrame);
    console.log(`time to first moving frame: ${ms.toFixed(0)} ms`);
    await page.waitForFunction(() => window.tautPlayground.play.frame > 2);
    assert.match(await page.locator(".hint").innerText(), /Grab[^]*Cut[^]*material/i);
    assert.ok(await page.locator("#material").isVisible());
    assert.deepEqual(
        page.requests.filter((url) => !url.startsWith(address) && !url.startsWith("data:")),
        [],
    );
    assert.deepEqual(page.troubles, []);
    await close(page);
});

test("grab, cut, material: the hint ticks them off and goes", async () => {
    const page = await openPage({ hash: "#scene=banner" });
    await call(page, () => window.tautPlayground.drawing(false));
    await step(page, 20);
    const at = (await picks(page, "free")).sort((a, b) => b.y - a.y)[20];
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 30, at.y, { steps: 3 });
    await step(page, 3);
    await page.mouse.up();
    assert.ok(await page.locator("#hint-grab.done").count());
    await page.mouse.move(at.x - 120, at.y - 60);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(at.x + 120, at.y - 50, { steps: 12 });
    await page.mouse.up({ button: "right" });
    assert.ok(await page.locator("#hint-cut.done").count());
    await page.selectOption("#material", "denim");
    await page.waitForFunction(() => !document.querySelector(".hint"));
    await close(page);
});

test("on a phone the first view is enough: touch and pull, Cut and a stroke, a material", async () => {
    const page = await openPage({ width: 360, height: 740, hasTouch: true, isMobile: true });
    await call(page, () => window.tautPlayground.drawing(false));
    await step(page, 20);
    const session = await page.context().newCDPSession(page);
    const stroke = async (from, to) => {
        const at = (t) => [{ x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) }];
        const touch = (type, touchPoints) =>
            session.send("Input.dispatchTouchEvent", { type, touchPoints });
        await touch("touchStart", at(0));
        for (let i = 1; i <= 12; ++i) {
            await touch("touchMove", at(i / 12));
            await step(page, 1);
        }
        await touch("touchEnd", []);
    };
    const cloth = (await picks(page, "free")).filter((p) => p.surface && p.y < 350);
    const middle = cloth.sort((a, b) => Math.abs(a.x - 180) - Math.abs(b.x - 180))[0];
    await stroke(middle, { x: middle.x + 40, y: middle.y - 40 });
    assert.ok(await page.locator("#hint-grab.done").count(), "nothing was grabbed");
    await step(page, 20);
    await page.locator("#tool-cut").tap();
    await stroke({ x: 100, y: middle.y + 8 }, { x: 260, y: middle.y + 12 });
    assert.ok(await page.locator("#hint-cut.done").count(), "nothing was cut");
    await page.selectOption("#material", "denim");
    await page.waitForFunction(() => !document.querySelector(".hint"));
    assert.deepEqual(page.troubles, []);
    await close(page);
});

test("gallery: every scene, search, tags; the address follows and leads back", async () => {
    const page = await openPage();
    await page.keyboard.press("g");
    const cards = page.locator(".gallery .card");
    await cards.first().waitFor();
    const all = await cards.count();
    assert.equal(all, taut("scenes").scenes.length);
    await page.keyboard.type("balloon");
    assert.equal(await cards.count(), 1);
    await page.getByLabel("Search scenes").fill("");
    await page.locator(".gallery .chip", { hasText: "ragdoll" }).click();
    assert.equal(await cards.count(), taut("scenes", "--tag", "ragdoll").scenes.length);
    await page.locator('[data-scene="ragdoll-net"]').click();
    assert.equal((await state(page)).scene, "ragdoll-net");
    assert.match(page.url(), /#scene=ragdoll-net$/);
    await close(page);
});

test("an address sets parameters, substeps and view", async () => {
    const page = await openPage({ hash: "#scene=flag&wind=3&substeps=8&view=tension" });
    assert.equal((await state(page)).view, "tension");
    await step(page, 10);
    const native = taut("run", "flag", "--set", "wind=3", "--substeps", "8", "--frames", "10");
    assert.equal(await hash(page), native.hash);
    assert.ok(await page.locator("#legend").isVisible());
    await close(page);
});

test("pictures of every scene are there", async () => {
    const page = await openPage();
    const missing = await call(page, async () => {
        const names = window.tautPlayground.play.scenes.map((scene) => scene.name);
        const found = await Promise.all(names.map((name) => fetch(`thumbnails/${name}.webp`)));
        return names.filter((_, i) => !found[i].ok);
    });
    assert.deepEqual(missing, []);
    await close(page);
});

test("keys: pause, one frame, slow motion, start again, tools, views, scenes, help", async () => {
    const page = await openPage({ hash: "#scene=rope" });
    await step(page, 5);
    await page.keyboard.press("Space");
    assert.ok((await state(page)).paused);
    await page.keyboard.press(".");
    assert.equal((await state(page)).frame, 6);
    await page.keyboard.press(",");
    assert.ok((await state(page)).speed < 1);
    await page.keyboard.press("r");
    assert.equal((await state(page)).frame, 0);
    await page.keyboard.press("2");
    assert.equal((await state(page)).tool, "cut");
    for (const mode of ["wireframe", "particles", "tension", "contacts", "shaded"]) {
        await page.keyboard.press("v");
        await step(page, 2);
        await call(page, () => window.tautPlayground.render());
        assert.equal((await state(page)).view, mode);
    }
    await page.keyboard.press("]");
    assert.equal((await state(page)).scene, "grapple");
    await page.keyboard.press("?");
    assert.match(await page.locator("dialog.help").innerText(), /slow motion/);
    await page.keyboard.press("Escape");
    assert.deepEqual(page.troubles, []);
    await close(page);
});

test("everything can be reached by keyboard, has a name, and shows its focus", async () => {
    const page = await openPage({ width: 1280, height: 800 });
    const nameless = await call(page, () =>
        [...document.querySelectorAll("button, select, input, canvas, summary")]
            .filter((e) => e.offsetParent !== null || e.tagName === "CANVAS")
            .filter(
                (e) =>
                    e.tabIndex < 0 ||
                    !(e.getAttribute("aria-label") || e.textContent.trim() || e.closest("label")),
            )
            .map((e) => e.outerHTML),
    );
    assert.deepEqual(nameless, []);
    const reached = new Set();
    for (let i = 0; i < 90; ++i) {
        await page.keyboard.press("Tab");
        const found = await call(page, () => {
            const e = document.activeElement;
            const seen = e === document.body || getComputedStyle(e).outlineStyle !== "none";
            return { id: e.id || e.dataset.key || e.className, seen };
        });
        assert.ok(found.seen, `${found.id} does not show its focus`);
        reached.add(found.id);
    }
    for (const id of [
        "stage",
        "scene-button",
        "view",
        "pause",
        "step",
        "slow",
        "reset",
        "tool-grab",
        "tool-cut",
        "tool-bridge",
        "material",
        "panel-button",
        "hash",
        "Gravity",
        "Solver",
    ]) {
        assert.ok(reached.has(id), `${id} cannot be reached`);
    }
    await close(page);
});

// A run with a hand in it: some frames, a grab, a cut, wind, and more frames.
async function playAround(page) {
    await call(page, () => window.tautPlayground.drawing(false));
    await step(page, 15);
    const at = (await picks(page, "free")).sort((a, b) => b.y - a.y)[5];
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    for (let i = 1; i <= 6; ++i) {
        await page.mouse.move(at.x + 12 * i, at.y - 8 * i);
        await step(page, 2);
    }
    await page.mouse.up();
    await page.mouse.move(at.x - 100, at.y - 90);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(at.x + 80, at.y - 80, { steps: 10 });
    await page.mouse.up({ button: "right" });
    await call(page, () => window.tautPlayground.app.set("wind", [3, 0, 2]));
    await step(page, 25);
}

test("a copied link replays bit for bit in a fresh page and natively; a file too", async () => {
    const page = await openPage({ hash: "#scene=cut-cloth&hint", acceptDownloads: true });
    await playAround(page);
    const expected = await hash(page);
    await page.keyboard.press("c");
    await page.waitForSelector(".toast");
    const link = await call(page, () => navigator.clipboard.readText());
    assert.match(link, /#run=[\w-]+$/);
    const saving = page.waitForEvent("download");
    await page.keyboard.press("s");
    const file = join(mkdtempSync(join(tmpdir(), "taut-")), "saved.taut-run");
    await (await saving).saveAs(file);
    assert.ok(link.endsWith(readFileSync(file, "utf8").trim()));
    await close(page);

    for (const what of [link, file]) {
        assert.equal(taut("run", "--replay", what, "--verify").hash, expected);
    }
    const other = await openPage({ hash: new URL(link).hash });
    assert.match(await other.locator("#replay-text").innerText(), /frame 0 of/);
    await step(other, 52);
    assert.equal(await hash(other), expected);
    assert.match(await other.locator("#replay-text").innerText(), /same bits/);
    assert.equal(await other.locator("#hash").innerText(), expected);
    await other.locator("#take-over").click();
    await step(other, 5);
    assert.notEqual(await hash(other), expected);
    assert.deepEqual(other.troubles, []);
    await close(other);
});

test("a broken link is told in words, and the page goes on", async () => {
    const page = await openPage({ hash: "#run=AAAA" });
    assert.ok((await page.locator(".toast.error").innerText()).length > 10);
    await step(page, 3);
    const other = await openPage({ hash: "#scene=no-such-scene" });
    assert.match(await other.locator(".toast.error").innerText(), /no-such-scene|scene/);
    await step(other, 3);
    const third = await openPage({ hash: "#scene=flag&wind=1000" });
    assert.match(await third.locator(".toast.error").innerText(), /wind = 1000/i);
    assert.equal((await state(third)).scene, "showcase");
    await step(third, 3);
    for (const one of [page, other, third]) {
        await close(one);
    }
});

test("a link that is refused leaves what runs as it is, and its address", async () => {
    const page = await openPage({ hash: "#scene=rope" });
    await call(page, () => window.tautPlayground.drawing(false));
    await step(page, 50);
    const before = { ...(await state(page)), hash: await hash(page) };
    const script = await call(page, () => window.tautPlayground.play.link());
    for (const [link, why] of [
        ["#scene=flag&wind=1000", /wind = 1000/i],
        ["#scene=flag&wind=1000&view=tension", /wind = 1000/i],
        ["#scene=rope&length=1e9", /length = 1e\+09/i],
        ["#scene=rope&substeps=20000", /substeps = 20000/i],
        ["#scene=rope&solver=magic", /no solver magic/],
        ["#scene=stiffness-vs-rate&solver=verlet", /solvers of its own/],
        ["#scene=no-such-scene", /scene/],
        ["#run=zzz", /./],
        [`#run=${script.slice(0, -12)}`, /./],
    ]) {
        await call(page, (to) => {
            document.querySelectorAll(".toast").forEach((toast) => toast.remove());
            location.hash = to;
        }, link);
        assert.match(await page.locator(".toast.error").innerText(), why, link);
        assert.deepEqual({ ...(await state(page)), hash: await hash(page) }, before, link);
        assert.match(page.url(), /#scene=rope$/, link);
    }
    await step(page, 10);
    assert.equal(await hash(page), taut("run", "rope", "--frames", "60").hash);
    await close(page);
});

test("plots come when asked for and show what happens", async () => {
    const page = await openPage({ hash: "#scene=rope" });
    await page.keyboard.press("o");
    await page.waitForSelector(".plots canvas");
    assert.equal(await page.locator(".plots figure").count(), 4);
    await step(page, 30);
    assert.deepEqual(page.troubles, []);
    await close(page);
});

test("the plot of stages: a few lines, told apart, with milliseconds", async () => {
    const page = await openPage({ hash: "#scene=showcase" });
    await page.keyboard.press("o");
    await page.waitForSelector(".plots canvas");
    await step(page, 40);
    await page.waitForTimeout(150);
    await step(page, 1);
    const keys = page.locator(".plots figure").nth(2).locator(".key span");
    const texts = await keys.allInnerTexts();
    assert.ok(texts.length >= 2 && texts.length <= 6, texts.join());
    texts.forEach((text) => assert.match(text, /^[a-z-]+ \d+\.\d+ ms$/));
    assert.ok(texts.some((text) => text.startsWith("other")));
    const colours = await keys.locator("i").evaluateAll((marks) =>
        marks.map((mark) => mark.style.background));
    assert.equal(new Set(colours).size, texts.length);
    await close(page);
});

test("worlds that are compared show their figures", async () => {
    const page = await openPage({ hash: "#scene=stiffness-vs-rate" });
    await step(page, 60);
    const labels = await page.locator(".stage-labels > div").allInnerTexts();
    assert.equal(labels.length, 6);
    labels.forEach((label) => assert.match(label, /Hz[^]*stretch [\d.]+ %/));
    await open(page, "damping-energy");
    await step(page, 5);
    assert.match(await page.locator(".stage-labels > div").first().innerText(), /energy .* J/);
    await open(page, "rope");
    assert.equal(await page.locator(".stage-labels > div").count(), 0);
    await close(page);
});

test("the panel shows what the hands of a replay have set, then and when it is taken over", async () => {
    const page = await openPage({ hash: "#scene=showcase" });
    await call(page, () => {
        const { app } = window.tautPlayground;
        window.tautPlayground.drawing(false);
        app.set("tear", 0.4);
        app.set("damping", 2.5);
        app.set("gravity", 4);
        app.set("wind", [3, 0, 0]);
        app.set("material", "denim");
        app.set("substeps", 7);
    });
    await step(page, 10);
    const link = await call(page, () => window.tautPlayground.play.link());
    await close(page);
    const other = await openPage({ hash: `#run=${link}`, width: 1280, height: 800 });
    const value = (name) =>
        other.locator(`#panel input[aria-label="${name}, as a number"]`).inputValue();
    assert.equal(await value("Substeps"), "20");
    for (const act of [() => step(other, 10), () => other.locator("#take-over").click()]) {
        await act();
        assert.equal(await value("Tear limit"), "40");
        assert.equal(await value("Damping"), "2.5");
        assert.equal(await value("Gravity"), "4");
        assert.equal(await value("Extra wind"), "3");
        assert.equal(await value("Substeps"), "7");
        assert.equal(await other.locator('#panel [data-key="Material"]').inputValue(), "denim");
        assert.equal(await other.locator("#material").inputValue(), "denim");
    }
    assert.deepEqual(other.troubles, []);
    await close(other);
});

// Where the first picture is framed before there are bars, and where the hint stands.
for (const [width, height] of [
    [1280, 800],
    [900, 700],
    [360, 740],
    [740, 360],
]) {
    test(`${width} x ${height}: nothing jumps when bars come, the hint is beside it`, async () => {
        const page = await openPage({
            width,
            height,
            init: () => {
                const old = CSSStyleDeclaration.prototype.setProperty;
                window.seen = [];
                CSSStyleDeclaration.prototype.setProperty = function (name, value) {
                    if (name.startsWith("--free")) {
                        window.seen.push([name, parseFloat(value)]);
                    }
                    return old.call(this, name, value);
                };
            },
        });
        const seen = await call(page, () => window.seen);
        const [first, last] = [seen.slice(0, 4), seen.slice(-4)];
        first.forEach(([name, value], i) =>
            assert.ok(Math.abs(value - last[i][1]) < 32, `${name}: ${value}, then ${last[i][1]}`),
        );
        const covered = await call(page, () => {
            const { stage, app } = window.tautPlayground;
            const box = document.querySelector(".hint").getBoundingClientRect();
            const canvas = app.canvas.getBoundingClientRect();
            const { positions, particleCount } = stage.worlds[0].data;
            let inside = 0;
            for (let i = 0; i < particleCount; ++i) {
                const p = stage.point(0, [...positions.subarray(3 * i, 3 * i + 3)]);
                const x = p.x + canvas.left;
                const y = p.y + canvas.top;
                inside += x > box.left && x < box.right && y > box.top && y < box.bottom ? 1 : 0;
            }
            return inside;
        });
        assert.equal(covered, 0);
        await close(page);
    });
}

test("usable at 360 pixels: nothing sticks out, all is within reach", async () => {
    const page = await openPage({
        width: 360,
        height: 640,
        hasTouch: true,
        isMobile: true,
        hash: "#scene=showcase",
    });
    const outside = () =>
        call(page, () => {
            const wide = document.documentElement.scrollWidth - innerWidth;
            const bad = [...document.querySelectorAll("button, select, input")].filter((e) => {
                const box = e.getBoundingClientRect();
                return (
                    e.offsetParent && box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)
                );
            });
            return { wide, bad: bad.map((e) => e.id || e.getAttribute("aria-label")) };
        });
    assert.deepEqual(await outside(), { wide: 0, bad: [] });
    for (const tool of ["grab", "cut", "pin", "wind", "rope", "cloth", "bridge"]) {
        await page.locator(`#tool-${tool}`).tap();
        assert.equal((await state(page)).tool, tool);
        const box = await page.locator(`#tool-${tool}`).boundingBox();
        assert.ok(box.width >= 40 && box.height >= 40, `${tool} is too small for a finger`);
    }
    await page.locator("#panel-button").tap();
    assert.ok(await page.locator("#panel").isVisible());
    assert.deepEqual(await outside(), { wide: 0, bad: [] });
    await page.locator('#panel [data-key="Solver"]').scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Close settings" }).tap();
    await page.locator("#more").tap();
    await page.locator("#actions").getByRole("button", { name: "How to use this page" }).tap();
    assert.ok(await page.locator("dialog.help").isVisible());
    assert.deepEqual(await outside(), { wide: 0, bad: [] });
    assert.deepEqual(page.troubles, []);
    await close(page);
});

test("reduced motion: it waits to be asked", async () => {
    const page = await openPage({ reducedMotion: "reduce", manual: false });
    assert.ok((await state(page)).paused);
    assert.equal((await state(page)).frame, 0);
    await page.locator("#big-play").click();
    await page.waitForFunction(() => window.tautPlayground.play.frame > 0);
    assert.ok(await page.locator("#big-play").isHidden());
    await close(page);
});

test("dark when the system is, and when asked", async () => {
    const page = await openPage({ colorScheme: "dark" });
    const theme = () => call(page, () => document.documentElement.dataset.theme);
    assert.equal(await theme(), "dark");
    await page.keyboard.press("d");
    assert.equal(await theme(), "light");
    await page.reload();
    await page.waitForFunction(() => window.tautPlayground);
    assert.equal(await theme(), "light");
    await close(page);
});

test("without WebGL 2 or WebAssembly it says so in a sentence", async () => {
    const without = {
        "WebGL 2": () => {
            const old = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                return /webgl/.test(kind) ? null : old.call(this, kind, ...rest);
            };
        },
        WebAssembly: () => {
            delete globalThis.WebAssembly;
        },
    };
    for (const [what, init] of Object.entries(without)) {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.addInitScript(init);
        await page.goto(address);
        await page.waitForSelector(".fatal");
        assert.match(await page.locator(".fatal").innerText(), new RegExp(what));
        await context.close();
    }
});
