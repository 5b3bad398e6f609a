// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { beforeAll, describe, expect, test } from "vitest";
import { load, TautError, type Taut } from "../dist/index.js";

let taut: Taut;

beforeAll(async () => {
    taut = await load();
});

// What was thrown; the test fails when nothing was.
function thrown(work: () => unknown): TautError {
    try {
        work();
    } catch (error) {
        return error as TautError;
    }
    throw new Error("nothing was thrown");
}

describe("a def is refused", () => {
    test.each<[string, object, RegExp]>([
        ["an unknown field", { gravty: [0, 0, 0] }, /world has no field gravty; is it gravity\?/],
        ["a field of C that is not offered", { onAssert: 1 }, /has no field onAssert/],
        ["a word for a number", { maxSpeed: "fast" }, /world\.maxSpeed is "fast"; .* a number/],
        ["NaN", { maxSpeed: NaN }, /world\.maxSpeed is NaN/],
        ["NaN in a vector", { gravity: [0, NaN, 0] }, /world\.gravity\.y is NaN/],
        ["two numbers for a vector", { gravity: [0, 1] }, /world\.gravity has 2 numbers/],
        ["a number for a vector", { gravity: 9.81 }, /world\.gravity is 9\.81/],
        ["null", { gravity: null }, /world\.gravity is null/],
        ["a half for a whole number", { substeps: 2.5 }, /world\.substeps is 2\.5; .*whole number/],
        ["a number for true or false", { planar: 1 }, /world\.planar is 1; it takes true or false/],
        ["a wrong name", { backend: "gpu" }, /world\.backend is "gpu"; it takes one of "auto"/],
        ["an unknown field within", { sleep: { speeed: 1 } }, /world\.sleep has no field speeed/],
        ["a number for an object", { sleep: 3 }, /world\.sleep is 3; it takes an object/],
        ["a value that C refuses", { substeps: 0 }, /substeps is 0/],
        ["no function for a field", { field: 3 }, /world\.field is no function/],
    ])("for %s", (_, def, sentence) => {
        const error = thrown(() => new taut.World(def));
        expect(error).toBeInstanceOf(TautError);
        expect(error.code).toBe("invalid");
        expect(error.message).toMatch(sentence);
    });

    test("of a body with the fields of its maker and of bodies", () => {
        using world = new taut.World();
        const error = thrown(() => world.addRope({ zzz: 1 } as object));
        expect(error.message).toMatch(/^rope has no field zzz; .*linkCount.*tear.*pins/);
        const near = thrown(() => world.addRope({ colision: {} } as object));
        expect(near.message).toMatch(/has no field colision; is it collision\?/);
    });

    test("and a cut without a blade", () => {
        using world = new taut.World();
        const cut = world.cut.bind(world) as unknown as () => unknown;
        expect(thrown(() => cut()).message).toBe("blade is undefined; it takes an object");
    });

    test("and nothing is left behind", () => {
        using world = new taut.World();
        const before = world.memory.bytes;
        for (const def of [
            { linkCount: 0 },
            { linkCount: 4, drag: -1 },
            { pins: [99] },
            { pins: [0.5] },
        ]) {
            expect(() => world.addRope(def)).toThrow(TautError);
        }
        expect(world.memory.bytes).toBe(before);
        expect(world.bodies).toHaveLength(0);
    });

    test("undefined counts as not given", () => {
        using world = new taut.World({ gravity: undefined });
        expect(world.gravity[1]).toBeCloseTo(-9.81, 5);
    });
});

test("codes are those of C", () => {
    const mesh = { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], triangles: [0, 1, 7] };
    using world = new taut.World();
    expect(thrown(() => world.addMeshCloth(mesh)).code).toBe("bad-data");
    expect(thrown(() => new taut.World({ backend: "avx2" })).code).toBe("backend-unavailable");
    expect(thrown(() => new taut.World({ threadCount: 4 })).code).toBe("threads-unavailable");
});

test("arrays of the wrong length or kind are refused", () => {
    using world = new taut.World();
    const error = (def: object) => thrown(() => world.addMeshCloth(def)).message;
    expect(error({ vertices: [0, 0], triangles: [] })).toMatch(/meshCloth\.vertices has 2 numbers/);
    expect(error({ vertices: [0, 0, NaN], triangles: [] })).toMatch(/vertices\[2\] is NaN/);
    expect(error({ vertices: "abc" })).toMatch(/meshCloth\.vertices is "abc"/);
    expect(error({ vertices: [0, 0, 0], triangles: [0, 1.5, 2] })).toMatch(
        /triangles\[1\] is 1\.5/,
    );
});

describe("after destroy", () => {
    test("a world says so", () => {
        const world = new taut.World();
        const rope = world.addRope();
        const collider = world.addCollider();
        world.destroy();
        world.destroy();
        expect(world.destroyed).toBe(true);
        expect(() => world.step(1 / 60, 1)).toThrow("this world was destroyed");
        expect(() => world.hash).toThrow("this world was destroyed");
        expect(() => rope.positions).toThrow("this rope was destroyed");
        expect(rope.valid).toBe(false);
        rope.destroy();
        expect(() => collider.state).toThrow("this collider was destroyed");
    });

    test("a body, a builder, a blueprint say so", () => {
        using world = new taut.World();
        const cloth = world.addCloth();
        cloth.destroy();
        cloth.destroy();
        expect(() => cloth.pin(0)).toThrow("this cloth was destroyed");
        expect(() => cloth.particleCount).toThrow("this cloth was destroyed");
        const builder = new taut.Builder();
        builder.makeRope();
        const blueprint = builder.bake();
        blueprint.destroy();
        builder.destroy();
        expect(() => builder.addParticle([0, 0, 0], 1)).toThrow("this builder was destroyed");
        expect(() => world.addBody({ blueprint })).toThrow("this blueprint was destroyed");
    });
});

test("particles that are not there are refused", () => {
    using world = new taut.World();
    const rope = world.addRope({ linkCount: 2 });
    expect(() => rope.position(3)).toThrow("there is no particle 3 among 3");
    expect(() => rope.pin(3)).toThrow(/particle is 3/);
    expect(() => rope.pin(NaN)).toThrow("particle is NaN");
    expect(() => rope.addForce(0, [0, Infinity, 0])).toThrow(/force/);
    expect(() => rope.release(0)).toThrow(TautError);
    expect(() => rope.release(0, "hurl" as "throw")).toThrow(/"drop", "throw"/);
});

test("a module of another kind is refused", async () => {
    const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    await expect(load({ module: empty })).rejects.toThrow(/not one of this package/);
});

test("what is no module is said to be none", async () => {
    for (const page of ["<!doctype html><p>Not found", ""]) {
        const module = `data:text/html,${encodeURIComponent(page)}`;
        await expect(load({ module })).rejects.toThrow(/data:.* is no WebAssembly/);
    }
    const module = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    await expect(load({ module })).rejects.toThrow(/not one of this package/);
});
