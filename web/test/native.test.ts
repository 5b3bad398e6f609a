// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The same world by native.c and by the package, in every build: one hash. CTest says where the
// program is (TAUT_WEB_NATIVE); without it there is nothing to compare with.

import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { load, type LoadOptions } from "../dist/index.js";

const program = process.env["TAUT_WEB_NATIVE"];

async function hashes(options: LoadOptions): Promise<string[]> {
    using taut = await load(options);
    const world = new taut.World();
    world.addRope({
        start: [0, 2, 0],
        end: [2, 2, 0],
        linkCount: 40,
        pinStart: true,
        material: "steel-cable",
        velocity: [0, 0, 1],
    });
    world.addCloth({
        origin: [-0.5, 1, -0.5],
        columns: 24,
        rows: 16,
        material: "silk",
        pins: [0, 23],
    });
    world.addJelly({ origin: [1, 0.5, 1] });
    world.addCollider({ position: [0.1, 0.4, -0.1], radius: 0.3 });
    world.addCollider({ shape: "plane" });
    world.setWinds([{ kind: "gust", velocity: [3, 0, 1] }]);
    const found: string[] = [];
    for (let i = 0; i < 120; ++i) {
        world.step(1 / 60, 20);
        if (i % 30 === 29) {
            found.push(world.hash);
        }
    }
    world.destroy();
    return found;
}

describe("the same bits", () => {
    test("with and without SIMD", async () => {
        expect(await hashes({})).toEqual(await hashes({ simd: false }));
    });

    test.skipIf(!program)("as natively", async () => {
        const native = execFileSync(program as string, { encoding: "utf8" })
            .trim()
            .split("\n");
        expect(native).toHaveLength(4);
        expect(await hashes({})).toEqual(native);
        expect(await hashes({ threads: 3 })).toEqual(native);
    });
});
