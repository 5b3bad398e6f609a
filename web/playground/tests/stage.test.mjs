// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What is seen: every scene in every view, places on the screen and back, cuts, thumbnails.

import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { call, close, open, openPage, step } from "./harness.mjs";

const VIEWS = ["shaded", "wireframe", "particles", "tension", "contacts"];
const MOST_BYTES = 6000;
const page = await openPage({ width: 320, height: 240 });
const names = await call(page, () => window.tautPlayground.play.scenes.map((s) => s.name));

// Pixels, of 160 x 120, that are others without what the scene is made of.
const drawn = (where) =>
    call(where, () => {
        const { app, stage } = window.tautPlayground;
        const copy = document.createElement("canvas");
        copy.width = 160;
        copy.height = 120;
        const pen = copy.getContext("2d", { willReadFrequently: true });
        const picture = (layer) => {
            stage.worlds.forEach((w) => w.main.traverse((object) => object.layers.set(layer)));
            window.tautPlayground.render();
            pen.drawImage(app.canvas, 0, 0, 160, 120);
            return pen.getImageData(0, 0, 160, 120).data;
        };
        const without = picture(5); // a layer that no camera sees
        const whole = picture(0);
        let count = 0;
        for (let i = 0; i < whole.length; i += 4) {
            const off = [0, 1, 2].map((c) => Math.abs(whole[i + c] - without[i + c]));
            count += Math.max(...off) > 12 ? 1 : 0;
        }
        return count;
    });

test("every scene has a thumbnail", () => {
    for (const name of names) {
        const path = fileURLToPath(new URL(`../public/thumbnails/${name}.webp`, import.meta.url));
        assert.ok(existsSync(path), `${name}: python3 tools/thumbnails.py ${name}`);
        assert.ok(statSync(path).size <= MOST_BYTES, `${name} has ${statSync(path).size} bytes`);
    }
});

for (const name of names) {
    test(`${name} is drawn in every view`, async () => {
        await open(page, name);
        await step(page, 3);
        for (const view of VIEWS) {
            await call(page, (v) => window.tautPlayground.view(v), view);
            const count = await drawn(page);
            assert.ok(count > 10, `${view} shows ${count} pixels of it`);
        }
        assert.deepEqual(page.troubles, []);
    });
}

test("a place goes to the screen and back, in each world and upside down", async () => {
    for (const name of ["flag", "explosions", "cloth-25x18", "paraglider"]) {
        await open(page, name);
        await step(page, 20);
        const off = await call(page, () => {
            const { stage, play } = window.tautPlayground;
            let most = 0;
            for (let world = 0; world < play.worldCount; ++world) {
                const p = play.particle(world, 0, 0).point;
                const { x, y } = stage.point(world, p);
                const ray = stage.ray(x, y);
                const q = stage.plane(x, y, world, p);
                const d = p.map((c, i) => c - ray.origin[i]);
                const t = d.reduce((sum, c, i) => sum + c * ray.direction[i], 0);
                const miss = d.map((c, i) => c - t * ray.direction[i]);
                most = Math.max(most, ray.world === world ? 0 : 1, Math.hypot(...miss),
                    Math.hypot(...q.map((c, i) => c - p[i])));
            }
            return most;
        });
        assert.ok(off < 1e-3, `${name}: off by ${off}`);
    }
});

test("what was cut is drawn cut", async () => {
    await open(page, "cut-cloth");
    const read = () => call(page, () => {
        const [world] = window.tautPlayground.stage.worlds;
        return { version: world.data.version, particles: world.data.particleCount };
    });
    const before = await read();
    await step(page, 120);
    await call(page, () => window.tautPlayground.render());
    const after = await read();
    assert.ok(after.version > before.version);
    assert.ok(after.particles > before.particles, "splits are particles");
});

test("a pin that somebody sets is seen", async () => {
    await open(page, "banner");
    await call(page, () => window.tautPlayground.view("shaded"));
    const dark = (pinned) => call(page, (set) => {
        const { play, stage, app } = window.tautPlayground;
        const pick = { world: 0, body: 0, particle: 1200 };
        if (set) {
            play.pin(pick);
        }
        stage.update();
        stage.render();
        const copy = document.createElement("canvas");
        copy.width = 320;
        copy.height = 240;
        const pen = copy.getContext("2d");
        pen.drawImage(app.canvas, 0, 0, 320, 240);
        const { x, y } = stage.point(0, play.particle(0, 0, 1200).point);
        const { data } = pen.getImageData(Math.round(x) - 8, Math.round(y) - 8, 17, 17);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
            const off = [0x2f, 0x38, 0x43].map((c, k) => Math.abs(data[i + k] - c));
            count += Math.max(...off) < 12 ? 1 : 0;
        }
        return count;
    }, pinned);
    assert.equal(await dark(false), 0);
    assert.ok((await dark(true)) > 35, `${await dark(false)} pixels`);
});

test("the camera turns, comes home, and leaves room for bars", async () => {
    await open(page, "flag");
    const eye = () => call(page, () =>
        window.tautPlayground.stage.rig.camera.position.toArray());
    const home = await eye();
    await call(page, () => {
        const { canvas } = window.tautPlayground.app;
        const at = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type,
            { pointerId: 7, clientX: x, clientY: y, button: 2, buttons: 2, bubbles: true }));
        const { rig } = window.tautPlayground.stage;
        rig.onDown({ pointerId: 7, clientX: 20, clientY: 120, button: 0 });
        at("pointermove", 90, 130);
        at("pointerup", 90, 130);
    });
    assert.notDeepEqual(await eye(), home);
    await call(page, () => window.tautPlayground.stage.resetCamera());
    assert.deepEqual(await eye(), home);
    const [whole, left] = await call(page, () => {
        const { stage, play } = window.tautPlayground;
        const at = () => stage.point(0, play.camera.target).x;
        stage.setInsets({ top: 0, right: 0, bottom: 0, left: 0 });
        const before = at();
        stage.setInsets({ top: 0, right: 100, bottom: 0, left: 0 });
        return [before, at()];
    });
    assert.ok(Math.abs(whole - 160) < 1 && Math.abs(left - 110) < 1, `${whole} ${left}`);
});

test("the camera goes by the size of the scene, until somebody has moved it", async () => {
    const reach = (where = page) => call(where, () => {
        const { stage, play } = window.tautPlayground;
        const { positions, particleCount } = stage.worlds[0].data;
        let most = 0;
        for (let i = 0; i < particleCount; ++i) {
            const { x, y } = stage.point(0, [...positions.subarray(3 * i, 3 * i + 3)]);
            most = Math.max(most, Math.abs(x - 160), Math.abs(y - 120));
        }
        return { most, frame: play.frame };
    });
    const set = (length) => call(page, (v) =>
        window.tautPlayground.app.reopen({ params: { length: v } }), length);
    await open(page, "rope");
    const own = (await reach()).most;
    for (const length of [1, 20, 60]) {
        await set(length);
        const now = (await reach()).most;
        assert.ok(now > 0.5 * own && now < 1.5 * own, `${length} m: ${now} pixels, not ${own}`);
    }
    const link = await call(page, () => window.tautPlayground.play.link());
    const other = await openPage({ width: 320, height: 240, hash: `#run=${link}` });
    const again = (await reach(other)).most;
    assert.ok(again > 0.5 * own && again < 1.5 * own, `a replay: ${again} pixels, not ${own}`);
    await close(other);
    await call(page, () => window.tautPlayground.stage.rig.zoom(0.5));
    const eye = () => call(page, () => window.tautPlayground.stage.rig.camera.position.toArray());
    const before = await eye();
    await set(5);
    assert.deepEqual(await eye(), before);
    await open(page, "flag");
    await open(page, "rope");
    assert.ok(Math.abs((await reach()).most - own) < 1);
});

test("forces have a scale that can be read", async () => {
    await open(page, "rope");
    await call(page, () => window.tautPlayground.view("tension"));
    await step(page, 90);
    const legend = await call(page, () => {
        window.tautPlayground.render();
        const { stage } = window.tautPlayground;
        return { scale: stage.tensionScale(), legend: stage.legend() };
    });
    assert.ok(legend.scale.max > 0);
    assert.match(legend.legend.ramps[0].most, / m?k?N$/);
    await close(page);
});
