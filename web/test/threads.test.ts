// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Threads: the same bits on any number of them, workers that do take part, memory that is shared, and
// what happens where there can be none, or where one fails.

import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { load, TautError, type Taut, type World } from "../dist/index.js";

const here = (name: string) => new URL(name, import.meta.url);

// Large enough that every kind of section is shared out: a cloth of several clusters that falls on a
// ball and touches itself, soft bodies, and more small bodies than threads.
function makeWorld(taut: Taut, threadCount = 0): World {
    const world = new taut.World({
        threadCount,
        field: ({ time, count, acceleration }) => {
            for (let i = 0; i < count; ++i) {
                acceleration[3 * i] = Math.fround(Math.round(time * 60) % 3) / 4;
            }
        },
    });
    world.addCollider({ position: [0, -0.5, 0], radius: 0.4 });
    world.addCollider({ shape: "plane", position: [0, -1, 0] });
    world.addCloth({
        columns: 90,
        rows: 80,
        spacingU: 0.02,
        spacingV: 0.02,
        origin: [-0.9, 0, -0.8],
        collision: { self: true },
    });
    world.addJelly({ origin: [1.5, 0, 0] });
    for (let i = 0; i < 12; ++i) {
        world.addRope({
            start: [-2, 1, i / 8],
            end: [-3, 1, i / 8],
            linkCount: 30,
            pinStart: true,
        });
    }
    world.setWinds([{ kind: "gust", velocity: [2, 0, 1] }]);
    return world;
}

function hashes(world: World, frames: number): string[] {
    const found: string[] = [];
    for (let i = 0; i < frames; ++i) {
        world.step(1 / 60, 6);
        found.push(world.hash);
    }
    return found;
}

async function hashesOf(options: Parameters<typeof load>[0], frames = 20): Promise<string[]> {
    using taut = await load(options);
    using world = makeWorld(taut);
    return hashes(world, frames);
}

function thrown(work: () => unknown): TautError {
    try {
        work();
    } catch (error) {
        expect(error).toBeInstanceOf(TautError);
        return error as TautError;
    }
    throw new Error("nothing was thrown");
}

describe("the same bits", () => {
    test("on 1, 2, 3 and 4 threads, with and without SIMD", async () => {
        const expected = await hashesOf({ simd: false });
        expect(new Set(expected).size).toBe(expected.length);
        expect(await hashesOf({})).toEqual(expected);
        for (const threads of [1, 2, 3, 4]) {
            expect(await hashesOf({ threads }), `${threads} threads`).toEqual(expected);
        }
    });

    test("on fewer threads than there are, and after all have ended", async () => {
        const expected = await hashesOf({}, 8);
        const taut = await load({ threads: 4 });
        for (const threadCount of [1, 2, 3, 4]) {
            using world = makeWorld(taut, threadCount);
            expect(world.threadCount).toBe(threadCount);
            expect(hashes(world, 8)).toEqual(expected);
        }
        using world = makeWorld(taut);
        const before = hashes(world, 4);
        taut.dispose();
        taut.dispose();
        expect(taut.threadCount).toBe(1);
        expect(taut.threadTrouble).toBe("dispose() was called");
        expect([...before, ...hashes(world, 4)]).toEqual(expected);
        using later = makeWorld(taut);
        expect(later.threadCount).toBe(1);
        expect(hashes(later, 8)).toEqual(expected);
    });
});

describe("workers", () => {
    test("take parts of steps, each of them", async () => {
        using taut = await load({ threads: 3 });
        expect(taut.threadCount).toBe(3);
        expect(taut.threadTrouble).toBe("");
        using world = makeWorld(taut);
        // On a busy machine a worker may come late to short sections.
        for (let i = 0; i < 500 && taut.threadTasks.includes(0); ++i) {
            world.step(1 / 60, 6);
        }
        expect(taut.threadTasks).toHaveLength(3);
        expect(Math.min(...taut.threadTasks)).toBeGreaterThan(0);
    });

    test("take nothing from a world of one thread", async () => {
        using taut = await load({ threads: 2 });
        using world = makeWorld(taut, 1);
        hashes(world, 3);
        expect(taut.threadTasks).toEqual([0, 0]);
    });

    test("give the memory of their stacks back when they end, and when one does not start", async () => {
        const bytes = 18 * 131072; // of 19: what came after it has taken a little
        const grown = async (taut: Taut) => {
            const before = taut.memory.buffer.byteLength;
            const at = taut.raw.malloc(bytes);
            expect(at).toBeGreaterThan(0);
            taut.raw.free(at);
            return taut.memory.buffer.byteLength - before;
        };
        const taut = await load({ threads: 20 });
        taut.dispose();
        await vi.waitFor(async () => expect(await grown(taut)).toBe(0), { timeout: 20000 });
        const failed = await load({ threads: 20, worker: here("nothing.js") });
        expect(failed.threadTrouble).toMatch(/nothing\.js/);
        expect(await grown(failed)).toBe(0);
    });

    test("do not keep node from ending", () => {
        const program = `
            import { load } from ${JSON.stringify(here("../dist/index.js").href)};
            const taut = await load({ threads: 3 });
            const world = new taut.World();
            world.addCloth({ columns: 100, rows: 100 });
            world.step(1 / 60, 4);
            console.log(taut.threadCount, world.hash.length);`;
        const text = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
            encoding: "utf8",
            timeout: 50000,
        });
        expect(text).toBe("3 16\n");
    });
});

test("arrays and words over shared memory are there after it has grown", async () => {
    using taut = await load({ threads: 2 });
    using world = new taut.World();
    const rope = world.addRope({ start: [0, 1, 0], end: [1, 1, 0], pinStart: true });
    const before = taut.memory.buffer;
    const old = rope.positions;
    expect(before).toBeInstanceOf(SharedArrayBuffer);
    while (taut.memory.buffer === before) {
        world.addCloth({ columns: 60, rows: 60 });
    }
    world.step(1 / 60, 2);
    expect(rope.positions.buffer).toBe(taut.memory.buffer);
    expect(rope.positions.buffer.byteLength).toBeGreaterThan(before.byteLength);
    expect(rope.position(0)).toEqual([0, 1, 0]);
    expect([...old]).toEqual([...rope.positions]); // shared memory does not die
    expect(rope.copyPositions().buffer).toBeInstanceOf(ArrayBuffer);
    expect(taut.ropeMaterials.length).toBeGreaterThan(3);
    expect(thrown(() => world.addRope({ linkCount: -1 })).message).toMatch(/link_?count/i);
    using snapshot = world.snapshot();
    const hash = world.hash;
    world.step(1 / 60, 2);
    snapshot.restore();
    expect(world.hash).toBe(hash);
});

describe("what cannot be", () => {
    afterEach(() => {
        vi.unstubAllGlobals();
    });

    test("is an error where it is a mistake", async () => {
        for (const threads of [0, -1, 1.5, 257, NaN, "2" as unknown as number]) {
            await expect(load({ threads })).rejects.toThrow(/threads is .*; it takes true, or 1/);
        }
        using taut = await load({ threads: 2 });
        const error = thrown(() => new taut.World({ threadCount: 3 }));
        expect(error.code).toBe("threads-unavailable");
        expect(error.message).toBe("world.threadCount is 3; there are 2 threads");
        expect(thrown(() => new taut.World({ threadCount: -1 })).code).toBe("invalid");
    });

    async function expectOne(options: Parameters<typeof load>[0], why: RegExp): Promise<void> {
        using taut = await load({ threads: 3, ...options });
        expect(taut.threadCount).toBe(1);
        expect(taut.threadTrouble).toMatch(why);
        using world = makeWorld(taut);
        expect(world.threadCount).toBe(1);
        expect(hashes(world, 2)).toEqual(await hashesOf({}, 2));
    }

    test("is one thread and a reason elsewhere: no SIMD, no isolation", async () => {
        await expectOne({ simd: false }, /SIMD/);
        vi.stubGlobal("crossOriginIsolated", false);
        await expectOne({}, /Cross-Origin-Opener-Policy: same-origin/);
        vi.unstubAllGlobals();
        vi.stubGlobal("SharedArrayBuffer", undefined);
        await expectOne({}, /SharedArrayBuffer/);
    });

    test("a script that is not there, a module without threads, no memory", async () => {
        await expectOne({ worker: here("nothing.js") }, /worker \d failed: .*nothing\.js/);
        await expectOne({ module: here("../dist/taut-simd.wasm") }, /has no threads/);
    });

    async function withMemory(
        change: (of: WebAssembly.MemoryDescriptor) => void,
        work: () => unknown,
    ) {
        const { Memory } = WebAssembly;
        try {
            WebAssembly.Memory = class extends Memory {
                constructor(of: WebAssembly.MemoryDescriptor) {
                    change(of);
                    super(of);
                }
            };
            await work();
        } finally {
            WebAssembly.Memory = Memory;
        }
    }

    test("no memory to share, also where the module with threads was given", async () => {
        const refuse = () => {
            throw new RangeError("too much");
        };
        await withMemory(refuse, async () => {
            const why = /no memory to share: RangeError: too much/;
            const threads = here("../dist/taut-threads.wasm");
            await expectOne({}, why);
            await expectOne({ module: threads }, why);
            await expectOne({ module: { threads, plain: here("../dist/taut.wasm") } }, why);
        });
    });

    test("no memory for the stacks: nothing is left behind, not even a promise", async () => {
        const unhandled = vi.fn();
        process.on("unhandledRejection", unhandled);
        const little = (of: WebAssembly.MemoryDescriptor) => (of.maximum = 48);
        await withMemory(little, async () => {
            using taut = await load({ threads: 20 });
            expect(taut.threadCount).toBe(1);
            expect(taut.threadTrouble).toBe("there is no memory for the stacks of 19 workers");
            using world = new taut.World();
            world.addRope({ start: [0, 1, 0], end: [1, 1, 0], pinStart: true });
            world.step(1 / 60, 4);
        });
        await new Promise((done) => setTimeout(done, 200));
        process.off("unhandledRejection", unhandled);
        expect(unhandled).not.toHaveBeenCalled();
    });

    test("several modules: what was given of them is taken", async () => {
        const [plain, simd, threads] = ["taut", "taut-simd", "taut-threads"].map((name) =>
            here(`../dist/${name}.wasm`),
        ) as [URL, URL, URL];
        const nothing = here("nothing.wasm");
        await expectOne({ module: { simd, plain: nothing } }, /no module with threads was given/);
        await expectOne({ module: { plain } }, /no module with threads was given/);
        await expectOne({ module: { plain, threads: nothing }, simd: false }, /SIMD/);
        using taut = await load({ threads: 2, module: { plain: nothing, simd: nothing, threads } });
        expect([taut.threadCount, taut.threadTrouble]).toEqual([2, ""]);
        const wrong = { module: { thread: threads } as object };
        await expect(load(wrong)).rejects.toThrow("module.thread is unknown; there are plain");
    });

    test("more threads than there are after dispose(), and without any", async () => {
        const disposed = await load({ threads: 3 });
        disposed.dispose();
        const why = "world.threadCount is 3; there is 1 thread";
        const made = (taut: Taut) => thrown(() => new taut.World({ threadCount: 3 })).message;
        expect(made(disposed)).toBe(`${why}: dispose() was called`);
        expect(made(await load())).toBe(why);
    });

    test("true is as many as there are cores", async () => {
        using taut = await load({ threads: true });
        expect(taut.threadCount).toBe(Math.min(availableParallelism(), 256));
        expect(taut.threadTrouble).toBe("");
    });
});

test("a worker that fails in a step ends it with an error, and the instance", async () => {
    using taut = await load({ threads: 3, worker: here("bad_worker.mjs") });
    expect(taut.threadCount).toBe(3);
    const world = makeWorld(taut);
    const error = thrown(() => {
        for (let i = 0; i < 500; ++i) {
            world.step(1 / 60, 6);
        }
    });
    expect(error.code).toBe("threads-unavailable");
    expect(error.message).toMatch(
        /a worker failed in the middle of a step \(RuntimeError: .*bounds/,
    );
    expect(thrown(() => world.step(1 / 60, 6))).toBe(error);
    expect(thrown(() => new taut.World())).toBe(error);
    world.destroy();
    for (const make of [() => new taut.Builder(), () => new taut.Shape({ hull: [] })]) {
        expect(thrown(make)).toBe(error);
    }
    expect(taut.threadTrouble).toBe(error.message);
    expect(taut.threadCount).toBe(1);
});

test("a worker that is gone without a word is missed, by time that the machine was awake", async () => {
    using taut = await load({ threads: 3, worker: here("silent_worker.mjs") });
    const world = makeWorld(taut);
    // The machine sleeps for an hour in the middle of the step; then each look takes two seconds.
    let looks = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => {
        looks += 1;
        return looks < 5 ? looks : 3600000 + 2000 * looks;
    });
    try {
        const error = thrown(() => hashes(world, 500));
        expect(error.message).toMatch(/in the middle of a step \(it does not come back\)/);
        expect(looks).toBeGreaterThan(60);
        expect(taut.threadTrouble).toBe(error.message);
        expect(taut.threadCount).toBe(1);
    } finally {
        now.mockRestore();
    }
});

test("what is forgotten is freed, but not in an instance that is lost", () => {
    // What was freed is taken again by one of many small pieces.
    const program = `
        import { load } from ${JSON.stringify(here("../dist/index.js").href)};
        async function isFreed(worker) {
            const taut = await load({ threads: 3, worker });
            const world = new taut.World();
            world.addCloth({ columns: 90, rows: 80 });
            const make = () => new taut.Builder().pointer;
            const at = make();
            try {
                for (let i = 0; i < 500 && worker; ++i) world.step(1 / 60, 6);
            } catch {}
            for (let i = 0; i < 5; ++i) {
                await new Promise((done) => setTimeout(done, 20));
                gc();
            }
            const pieces = Array.from({ length: 20000 }, () => taut.raw.malloc(32));
            return [taut.threadCount, pieces.some((piece) => piece >= at && piece < at + 64)];
        }
        const bad = new URL(${JSON.stringify(here("bad_worker.mjs").href)});
        console.log(JSON.stringify([await isFreed(), await isFreed(bad)]));`;
    const words = ["--expose-gc", "--input-type=module", "-e", program];
    const text = execFileSync(process.execPath, words, { encoding: "utf8", timeout: 50000 });
    expect(JSON.parse(text)).toEqual([
        [3, true],
        [1, false],
    ]);
});
