// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// No control does nothing: each one in the panel is moved by its own input, and the state after
// some frames is another one. The parameters of every scene; the rest in scenes of every kind. What
// is about the later part of a scene is run to its end by the command line, which is quicker.

import assert from "node:assert/strict";
import { test } from "node:test";
import { call, hash, open, openPage, step, taut } from "./harness.mjs";

const page = await openPage({ width: 1100, height: 500 });
await call(page, () => window.tautPlayground.drawing(false));

const SOON = 15; // frames
const nextFrame = () =>
    call(
        page,
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );

// Moves one control of the panel by its input, as a hand does. False: there is no such control.
const move = (key, by = 180) =>
    call(
        page,
        ([k, distance]) => {
            const input = document.querySelector(`#panel [data-key="${k}"]`);
            if (!input) {
                return false;
            }
            input.focus();
            if (input.type === "checkbox") {
                input.click();
            } else if (input.tagName === "SELECT") {
                const other = [...input.options].find((o) => o.value !== input.value);
                input.value = other.value;
                input.dispatchEvent(new Event("change", { bubbles: true }));
            } else {
                const at = Number(input.value);
                input.value = String(at > 700 ? at - Math.abs(distance) : at + distance);
                input.dispatchEvent(new Event("input", { bubbles: true }));
            }
            input.blur();
            return true;
        },
        [key, by],
    );

const keys = (section) =>
    call(
        page,
        (id) => {
            const all = document.querySelectorAll(`#panel details[data-id=${id}] [data-key]`);
            return [...all].map((input) => input.dataset.key);
        },
        section,
    );

// Whether things tear shows when somebody pulls at them: in every world, the particle that is
// farthest from a pin, away from it.
const TEARS = "Tear limit";

const pull = () =>
    call(page, () => {
        const { play } = window.tautPlayground;
        for (let world = 0; world < Math.min(play.worldCount, 10); ++world) {
            let far = null;
            let pin = null;
            for (let body = 0, more = true; more; ++body) {
                for (let i = 0; ; ++i) {
                    try {
                        const p = { world, body, particle: i, ...play.particle(world, body, i) };
                        pin ??= p.pinned ? p : null;
                        const away = (q) => Math.hypot(...q.point.map((c, k) =>
                            c - (pin?.point[k] ?? 0)));
                        far = p.pinned || (far && away(far) > away(p)) ? far : p;
                    } catch {
                        more = i > 0;
                        break;
                    }
                }
            }
            const from = pin?.point ?? [0, 0, 0];
            play.grab(world, far);
            play.drag(world, far.point.map((c, k) => c + (c - from[k])));
        }
    });

// Moves a control and goes on a little: the state, and the parameters in force.
async function moved(name, key, by, pulled = key === TEARS) {
    await open(page, name);
    assert.ok(key === null || (await move(key, by)), `${name} has no ${key}`);
    await nextFrame();
    if (pulled) {
        await pull();
    }
    await step(page, SOON);
    return {
        hash: await hash(page),
        params: await call(page, () => window.tautPlayground.play.params),
    };
}

// Whether the parameters that a slider gave lead to another end of the scene.
function endsElsewhere(name, params) {
    const set = Object.entries(params).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
    return taut("run", name, ...set).hash !== taut("run", name).hash;
}

async function acts(name, section) {
    await open(page, name);
    const list = await keys(section);
    const before = await moved(name, null, 0);
    const idle = [];
    for (const key of list) {
        const without = key === TEARS ? await moved(name, null, 0, true) : before;
        const tries = [await moved(name, key, 180)];
        if (tries[0].hash === without.hash) {
            tries.push(await moved(name, key, -1000)); // to its very start
        }
        const soon = tries.some((one) => one.hash !== without.hash);
        if (
            !soon &&
            (section !== "scene" || !tries.some((one) => endsElsewhere(name, one.params)))
        ) {
            idle.push(key);
        }
    }
    return idle;
}

for (const { name, parameters } of taut("scenes").scenes) {
    if (parameters.length === 0 || name === "cloth-256") {
        continue; // cloth-256 is cloth-100, larger
    }
    test(`${name}: every parameter acts`, async () => {
        await open(page, name);
        assert.equal((await keys("scene")).length, parameters.length);
        assert.deepEqual(await acts(name, "scene"), []);
    });
}

// "Wind blows to" without wind only says where to: it acts once there is some.
const AIM = "Wind blows to";

for (const name of [
    "cloth-25x18",
    "chain-12",
    "banner",
    "rope",
    "jelly-stack",
    "ragdoll",
    "springs-vs-constraints",
    "half-correction",
    "suspension-bridge",
]) {
    test(`${name}: what every scene has acts`, async () => {
        const idle = [...(await acts(name, "world")), ...(await acts(name, "solver"))];
        assert.deepEqual(
            idle.filter((key) => key !== AIM),
            [],
        );
    });
}

test("the wind's heading acts once it blows", async () => {
    await open(page, "banner");
    await move("Wind");
    await step(page, 30);
    const before = await hash(page);
    await open(page, "banner");
    await move("Wind");
    await move(AIM);
    await step(page, 30);
    assert.notEqual(await hash(page), before);
});

test("iterations have one name, whatever the solver", async () => {
    await open(page, "cloth-25x18");
    assert.ok((await keys("solver")).includes("Iterations"));
    await open(page, "banner");
    assert.ok((await keys("solver")).includes("Iterations"));
});

test("a value that is typed is taken, and brought into its range", async () => {
    await open(page, "flag");
    const field = page.locator('#panel input[aria-label="Wind, as a number"]');
    await field.fill("12.5");
    await field.press("Enter");
    await nextFrame();
    assert.equal(await call(page, () => window.tautPlayground.play.params.wind), 12.5);
    await field.fill("1000");
    await field.press("Enter");
    await nextFrame();
    assert.equal(await call(page, () => window.tautPlayground.play.params.wind), 30);
    assert.deepEqual(page.troubles, []);
});

test("gravity is in m/s², whatever the solver counts in", async () => {
    for (const name of ["rope", "cloth-25x18"]) {
        await open(page, name, { solver: "legacy" });
        const field = '#panel [aria-label="Gravity, as a number"]';
        assert.equal(await call(page, (f) => document.querySelector(f).value, field), "9.81");
        await step(page, 20);
        const before = await hash(page);
        await open(page, name, { solver: "legacy" });
        await page.fill(field, "9.81");
        await page.press(field, "Tab");
        await step(page, 20);
        assert.equal(await hash(page), before, "what it shows is what there is");
    }
});

test("set everything back", async () => {
    await open(page, "flag");
    await step(page, 20);
    const before = await hash(page);
    await move("Wind");
    await nextFrame();
    await move("Gravity");
    await page.getByRole("button", { name: "Set everything back" }).click();
    await step(page, 20);
    assert.equal(await hash(page), before);
    const fields = await call(page, () =>
        ["Extra wind", "Gravity"].map((label) => {
            const field = document.querySelector(`#panel [aria-label="${label}, as a number"]`);
            return field && Number(field.value);
        }),
    );
    assert.deepEqual(fields, [0, 9.81], "the panel shows what is in force");
    assert.equal(
        await call(page, () => document.activeElement.textContent),
        "Set everything back",
        "the focus stays",
    );
});
