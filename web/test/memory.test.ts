// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { expect, test } from "vitest";
import { load } from "../dist/index.js";

test("views survive growing memory when they are taken anew", async () => {
    const taut = await load();
    using world = new taut.World();
    const rope = world.addRope({ start: [0, 1, 0], end: [1, 1, 0] });
    const old = rope.positions;
    const before = taut.memory.buffer;
    const cloths = [];
    while (taut.memory.buffer === before) {
        cloths.push(world.addCloth({ columns: 60, rows: 60 }));
    }
    expect(old).toHaveLength(0); // what was kept is dead
    expect(rope.positions.length).toBeGreaterThan(0);
    expect(rope.position(0)).toEqual([0, 1, 0]);
    world.step(1 / 60, 2);
    expect(rope.positions.buffer).toBe(taut.memory.buffer);
    expect(cloths.every((c) => c.positions.every(Number.isFinite))).toBe(true);
});

test("a thousand worlds, made and destroyed, leave nothing", async () => {
    const taut = await load();
    const once = (): void => {
        const world = new taut.World({ field: () => {} });
        world.addCollider({ shape: "plane" });
        const rope = world.addRope({ linkCount: 20 });
        const cloth = world.addCloth({
            columns: 8,
            rows: 8,
            pins: [0],
            tear: { spareParticles: 9 },
        });
        world.step(1 / 60, 2);
        world.attach({ body: rope, particle: 0, target: "particle", other: cloth });
        world.snapshot().destroy();
        world.castRay([0, 1, 0], [0, -1, 0]);
        expect(() => world.addRope({ linkCount: -1 })).toThrow();
        world.destroy();
    };
    for (let i = 0; i < 20; ++i) {
        once();
    }
    const bytes = taut.memory.buffer.byteLength;
    for (let i = 0; i < 1000; ++i) {
        once();
    }
    expect(taut.memory.buffer.byteLength).toBe(bytes);
});

test("nothing is left of builders, shapes, skins and recordings", async () => {
    const taut = await load();
    const once = (): void => {
        using builder = new taut.Builder();
        builder.makeCloth({ columns: 10, rows: 10 });
        using blueprint = builder.bake();
        using hull = new taut.Shape({ hull: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] });
        using skin = new taut.Skin({ blueprint, vertices: [0, 0, 0] });
        using world = new taut.World();
        skin.apply(world.addBody({ blueprint }));
        world.addCollider({ shape: "hull", baked: hull });
        const recording = world.record({ blueprints: [blueprint] });
        world.step(1 / 60, 1);
        const bytes = recording.stop();
        world.replaySubsteps([1, 2, 3]);
        expect(bytes.length).toBeGreaterThan(10);
    };
    once();
    const bytes = taut.memory.buffer.byteLength;
    for (let i = 0; i < 300; ++i) {
        once();
    }
    expect(taut.memory.buffer.byteLength).toBe(bytes);
});

test("instances share nothing", async () => {
    const [a, b] = await Promise.all([load(), load({ simd: false })]);
    expect(a.memory).not.toBe(b.memory);
    using world = new a.World();
    expect(world.backend).toBe("simd128");
    using other = new b.World();
    expect(other.backend).toBe("scalar");
});
