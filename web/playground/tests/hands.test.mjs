// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What hands do, with a real mouse and real fingers: grab, drop, throw, cut, tear, pin, wind, draw.

import assert from "node:assert/strict";
import { test } from "node:test";
import { call, close, hash, open, openPage, particle, picks, step } from "./harness.mjs";

const page = await openPage();
await call(page, () => window.tautPlayground.drawing(false));

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const count = (name) => call(page, (n) => window.tautPlayground.play.stats()[n], name);
const middle = (list) =>
    [...list].sort(
        (a, b) => Math.hypot(a.x - 400, a.y - 280) - Math.hypot(b.x - 400, b.y - 280),
    )[0];
const tool = (name) => call(page, (n) => window.tautPlayground.tool(n), name);
const screenOf = async (pick) => {
    const { point } = await particle(page, pick);
    return call(page, ([w, p]) => window.tautPlayground.screen(w, p), [pick.world, point]);
};

async function drag(from, to, options = {}) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down(options);
    await page.mouse.move(to.x, to.y, { steps: options.steps ?? 8 });
}

// How many links and splits the strokes from here on make.
const watchCuts = () =>
    call(page, () => {
        const { play } = window.tautPlayground;
        window.cuts = 0;
        play.cut = (...args) => {
            const done = Object.getPrototypeOf(play).cut.apply(play, args);
            window.cuts += done.links + done.splits;
            return done;
        };
    });
const cuts = () => call(page, () => window.cuts);

// A scene with frames behind it, so that it hangs.
async function hang(name, frames, options) {
    await open(page, name, options);
    await tool("grab");
    await step(page, frames);
}

test("grab moves a particle to the pointer", async () => {
    await hang("cloth-25x18", 30);
    const pick = middle(await picks(page, "free"));
    const to = { x: pick.x + 50, y: pick.y - 30 };
    await drag(pick, to);
    await step(page, 5);
    const at = await screenOf(pick);
    assert.ok(Math.hypot(at.x - to.x, at.y - to.y) < 4, `${at.x}, ${at.y} is not ${to.x}, ${to.y}`);
    await page.mouse.up();
});

test("release drops it without velocity; Shift throws it", async () => {
    for (const shift of [false, true]) {
        await hang("cloth-25x18", 30);
        const pick = middle(await picks(page, "free"));
        await drag(pick, { x: pick.x + 20, y: pick.y });
        await step(page, 1);
        await page.mouse.move(pick.x + 60, pick.y);
        await step(page, 1);
        if (shift) {
            await page.keyboard.down("Shift");
        }
        await page.mouse.up();
        await page.keyboard.up("Shift");
        const { velocity } = await particle(page, pick);
        const speed = Math.hypot(...velocity);
        assert.ok(shift ? speed > 0.5 : speed === 0, `${speed} m/s`);
    }
});

// All particles of the body that was picked, with where they are beside the one that was.
const around = (pick) =>
    call(
        page,
        (p) => {
            const { play } = window.tautPlayground;
            const at = (i) => play.particle(p.world, p.body, i);
            const middle = at(p.particle).point;
            const near = [];
            for (let i = 0; ; ++i) {
                try {
                    const { point, pinned } = at(i);
                    near.push({ i, pinned, point, beside: point.map((c, k) => c - middle[k]) });
                } catch {
                    break;
                }
            }
            return near;
        },
        pick,
    );

test("of fine cloth a hand takes a piece that keeps its shape, of coarse cloth a particle", async () => {
    const grip = async (name) => {
        await hang(name, 30);
        const pick = middle((await picks(page, "free")).filter((p) => p.surface));
        await drag(pick, { x: pick.x, y: pick.y });
        const before = await around(pick);
        await page.mouse.move(pick.x + 60, pick.y - 40, { steps: 6 });
        await step(page, 10);
        const after = await around(pick);
        await page.mouse.up();
        const size = ({ beside }) => Math.hypot(...beside);
        const nearest = before.sort((a, b) => size(a) - size(b)).slice(0, 12);
        const held = nearest.filter(({ pinned }) => pinned);
        const moved = held.map(({ i, beside }) => distance(beside, after[i].beside));
        return { held: held.length, most: Math.max(...moved) };
    };
    const fine = await grip("cloth-100");
    assert.ok(fine.held >= 9, `${fine.held} of the nearest dozen are held`);
    assert.ok(fine.most < 1e-3, `it is out of shape by ${fine.most} m`);
    assert.equal((await grip("cloth-25x18")).held, 1);
});

test("a piece that is held is pinned by nothing else, and falls all at once", async () => {
    await hang("cloth-100", 10);
    const pins = () => call(page, () => {
        window.tautPlayground.stage.update();
        return window.tautPlayground.stage.worlds[0].data.pinCount;
    });
    const before = await pins();
    const pick = middle((await picks(page, "free")).filter((p) => p.surface));
    const hung = await around(pick);
    await drag(pick, { x: pick.x + 10, y: pick.y - 10 });
    await step(page, 2);
    assert.equal(await pins(), before, "a hand is no pin");
    const handful = (await around(pick)).filter(({ i, pinned }) => pinned && !hung[i].pinned);
    assert.ok(handful.length >= 9, `${handful.length} are held`);
    await page.mouse.up();
    await page.mouse.move(5, 5);
    const dropped = await around(pick);
    await step(page, 5);
    const after = await around(pick);
    for (const { i } of handful) {
        assert.ok(!dropped[i].pinned, `particle ${i} is still held`);
        assert.ok(distance(dropped[i].point, after[i].point) > 1e-4, `particle ${i} hangs`);
    }
});

test("a pinned particle does not move, and dragging it does nothing", async () => {
    for (const name of ["cloth-25x18", "cables", "banner"]) {
        await hang(name, 20);
        const pin = (await picks(page, "pinned"))[0];
        assert.ok(pin, `${name} shows no pin`);
        const before = await particle(page, pin);
        await drag(pin, { x: pin.x + 80, y: pin.y + 60 });
        await step(page, 20);
        await page.mouse.up();
        const dragged = await hash(page);
        if (name !== "banner") {
            assert.deepEqual((await particle(page, pin)).point, before.point);
        }
        await hang(name, 40);
        assert.equal(dragged, await hash(page), `${name}: dragging a pin did something`);
    }
});

test("a stroke cuts, and what is below falls", async () => {
    await hang("cloth-25x18", 60);
    const free = await picks(page, "free");
    const low = free.reduce((a, b) => (b.y > a.y ? b : a));
    const y = middle(free).y;
    const left = Math.min(...free.map((p) => p.x)) - 30;
    const right = Math.max(...free.map((p) => p.x)) + 30;
    await watchCuts();
    await tool("cut");
    await drag({ x: left, y }, { x: right, y: y + 3 }, { steps: 24 });
    await page.mouse.up();
    assert.ok((await cuts()) >= 20, `no row of links is gone: ${await cuts()}`);
    const before = await particle(page, low);
    await step(page, 60);
    const after = await particle(page, low);
    assert.ok(before.point[1] - after.point[1] > 2, "it did not fall");
});

// What hangs together by triangles: how many corners each piece has, the largest first.
const pieces = () =>
    call(page, () => {
        window.tautPlayground.stage.update();
        const { indices, particleCount } = window.tautPlayground.stage.worlds[0].data;
        const parent = Array.from({ length: particleCount }, (_, i) => i);
        const root = (i) => (parent[i] === i ? i : (parent[i] = root(parent[i])));
        for (let k = 0; k < indices.length; k += 3) {
            parent[root(indices[k])] = root(indices[k + 1]);
            parent[root(indices[k + 1])] = root(indices[k + 2]);
        }
        const sizes = new Map();
        for (const i of new Set(indices)) {
            sizes.set(root(i), (sizes.get(root(i)) ?? 0) + 1);
        }
        return [...sizes.values()].sort((a, b) => b - a);
    });

test("a quick stroke right across severs what waves", async () => {
    for (const name of ["banner", "flag"]) {
        await hang(name, 50);
        const all = (await picks(page, "any")).filter((p) => p.surface);
        const ys = all.map((p) => p.y);
        const y = (Math.min(...ys) + Math.max(...ys)) / 2;
        const left = Math.min(...all.map((p) => p.x)) - 50;
        const right = Math.max(...all.map((p) => p.x)) + 50;
        await page.mouse.move(left, y);
        await page.mouse.down({ button: "right" });
        for (let i = 1; i <= 6; ++i) {
            await page.mouse.move(left + (i / 6) * (right - left), y + i);
            await step(page, 1);
        }
        await page.mouse.up({ button: "right" });
        const [most, next = 0] = await pieces();
        assert.ok(next > 0.1 * most, `${name} hangs by threads: ${await pieces()}`);
    }
});

test("the right button cuts, whatever the tool", async () => {
    await hang("rope", 10);
    const at = middle(await picks(page, "free"));
    await watchCuts();
    await drag({ x: at.x - 60, y: at.y - 60 }, { x: at.x + 60, y: at.y + 60 }, { button: "right" });
    await page.mouse.up({ button: "right" });
    assert.ok((await cuts()) > 0);
});

test("pulling tears once there is a tear limit", async () => {
    const torn = async (limit) => {
        await hang("banner", 30);
        if (limit) {
            await page.locator("#tears").click();
        }
        const pick = middle(await picks(page, "free"));
        await drag(pick, { x: pick.x + 30, y: pick.y + 240 }, { steps: 4 });
        const broken = await call(page, () => {
            const kinds = [];
            for (let i = 0; i < 20; ++i) {
                window.tautPlayground.step(1);
                kinds.push(...window.tautPlayground.play.events().map((event) => event.kind));
            }
            return kinds.filter((kind) => kind === "break" || kind === "split").length;
        });
        await page.mouse.up();
        return broken;
    };
    assert.equal(await torn(false), 0);
    assert.ok((await torn(true)) > 0);
});

test("what may tear does not before somebody pulls", async () => {
    const breaks = (frames) =>
        call(
            page,
            (n) => {
                let count = 0;
                for (let i = 0; i < n; ++i) {
                    window.tautPlayground.step(1);
                    const kinds = window.tautPlayground.play.events().map((event) => event.kind);
                    count += kinds.filter((kind) => kind === "break" || kind === "split").length;
                }
                return count;
            },
            frames,
        );
    for (const name of ["cloth-25x18", "frame-rate", "trampoline"]) {
        await hang(name, 0);
        await page.locator("#tears").click();
        assert.equal(await breaks(200), 0, `${name} tears by itself`);
        const pick = middle(await picks(page, "free"));
        await drag(pick, { x: pick.x + 30, y: pick.y + 240 }, { steps: 4 });
        assert.ok((await breaks(40)) > 0, `${name} does not tear when it is pulled`);
        await page.mouse.up();
    }
});

test("pin and unpin", async () => {
    await hang("rope", 10);
    await tool("pin");
    const free = middle(await picks(page, "free"));
    await page.mouse.click(free.x, free.y);
    const [pinned] = (await picks(page, "pinned")).filter((p) => p.particle === free.particle);
    assert.ok(pinned, "it is not pinned");
    const before = (await particle(page, free)).point;
    await step(page, 20);
    assert.deepEqual((await particle(page, free)).point, before);
    await page.mouse.click(pinned.x, pinned.y);
    await step(page, 20);
    assert.ok(distance((await particle(page, free)).point, before) > 0.01, "it still hangs there");
});

test("P pins what a hand holds", async () => {
    await hang("cloth-25x18", 30);
    const pick = middle(await picks(page, "free"));
    await drag(pick, { x: pick.x + 40, y: pick.y });
    await step(page, 3);
    await page.keyboard.press("p");
    await page.mouse.up();
    const { point, pinned } = await particle(page, pick);
    assert.ok(pinned);
    await step(page, 30);
    assert.deepEqual((await particle(page, pick)).point, point);
});

test("wind lifts: by a stroke and by the slider", async () => {
    const swing = async (blow) => {
        await hang("banner", 30);
        const pick = (await picks(page, "free")).reduce((a, b) => (b.y > a.y ? b : a));
        await blow();
        await step(page, 60);
        return (await particle(page, pick)).point;
    };
    const calm = await swing(async () => {});
    const stroke = await swing(async () => {
        await tool("wind");
        await drag({ x: 200, y: 300 }, { x: 500, y: 300 });
        await page.mouse.up();
    });
    const slider = await swing(() =>
        call(page, () => window.tautPlayground.app.set("wind", [0, 0, 12])),
    );
    assert.ok(distance(calm, stroke) > 0.05, "the stroke did nothing");
    assert.ok(slider[1] > calm[1] + 0.05, "the hem did not rise");
});

test("a rope, a cloth and a bridge can be drawn, and fall or hang", async () => {
    await hang("rope", 5);
    const bodies = await count("bodies");
    const strokes = [
        ["rope", { x: 200, y: 200 }, { x: 420, y: 260 }],
        ["cloth", { x: 460, y: 150 }, { x: 640, y: 300 }],
        ["bridge", { x: 150, y: 400 }, { x: 640, y: 400 }],
    ];
    let expected = bodies;
    for (const [name, from, to] of strokes) {
        await tool(name);
        await drag(from, to, { steps: 12 });
        await page.mouse.up();
        assert.equal(await count("bodies"), ++expected, `no ${name}`);
    }
    await step(page, 60);
    assert.equal(await call(page, () => window.tautPlayground.play.stats().trouble), 0);
    await call(page, () => window.tautPlayground.app.reset());
    assert.equal(await count("bodies"), bodies);
});

test("several fingers are several hands", async () => {
    const phone = await openPage({
        hasTouch: true,
        isMobile: true,
        width: 412,
        height: 800,
        hash: "#scene=cloth-25x18",
    });
    await call(phone, () => document.querySelector(".hint")?.remove());
    await step(phone, 20);
    const free = await picks(phone, "free");
    const sorted = free.filter((p) => p.y > 250 && p.y < 500).sort((a, b) => a.x - b.x);
    const [a, b] = [sorted[2], sorted.at(-3)];
    const session = await phone.context().newCDPSession(phone);
    const touch = (type, touchPoints) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints });
    const at = (p, id, dy) => ({ x: p.x, y: p.y + dy, id });
    await touch("touchStart", [at(a, 0, 0)]);
    await touch("touchStart", [at(a, 0, 0), at(b, 1, 0)]);
    await touch("touchMove", [at(a, 0, -40), at(b, 1, 40)]);
    await step(phone, 5);
    const held = await call(phone, () => [0, 1].map((h) => window.tautPlayground.play.held(h)));
    assert.ok(held[0] && held[1], "two hands hold");
    for (const [i, pick, dy] of [
        [0, a, -40],
        [1, b, 40],
    ]) {
        const { x, y } = await call(phone, ([w, p]) => window.tautPlayground.screen(w, p), [
            held[i].world,
            held[i].point,
        ]);
        assert.ok(Math.hypot(x - pick.x, y - pick.y - dy) < 30, `hand ${i} is elsewhere`);
    }
    await touch("touchEnd", []);
    assert.deepEqual(
        await call(phone, () => [0, 1].map((h) => window.tautPlayground.play.held(h))),
        [null, null],
    );
    assert.deepEqual(phone.troubles, []);
    await close(phone);
});

test("the keyboard has a hand too", async () => {
    await hang("cloth-25x18", 30);
    await page.focus("#stage");
    const grab = async () => {
        await page.keyboard.press("Enter"); // shows it in the middle
        await page.keyboard.press("Enter");
    };
    await grab();
    for (let i = 0; i < 30 && !(await call(page, () => window.tautPlayground.play.held(0))); ++i) {
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("Enter");
    }
    const before = await call(page, () => window.tautPlayground.play.held(0));
    assert.ok(before, "nothing is held");
    for (let i = 0; i < 4; ++i) {
        await page.keyboard.press("ArrowRight");
    }
    await step(page, 5);
    const after = await call(page, () => window.tautPlayground.play.held(0));
    assert.ok(after.point[0] > before.point[0] + 0.02, "it did not follow");
    await page.keyboard.press("Enter");
    assert.equal(await call(page, () => window.tautPlayground.play.held(0)), null);
});

test("no complaints", () => {
    assert.deepEqual(page.troubles, []);
});
