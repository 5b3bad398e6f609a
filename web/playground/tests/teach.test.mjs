// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the page teaches, without a browser: the model of the microscope against the module, and
// texts that name scenes, parameters and views that there are.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const wasm = ["simd", "scalar"]
    .map((kind) => `${root}../../build-wasm/${kind}/playground.wasm`)
    .find((path) => existsSync(path));
if (!wasm) {
    console.log("skipped: the module is not built (make playground)");
    process.exit(77);
}
const vite = await import("vite").catch(() => {
    console.log("skipped: no vite");
    process.exit(77);
});
const server = await vite.createServer({
    root,
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false },
});
after(() => server.close());
const load = (path) => server.ssrLoadModule(path);

const { Play } = await load("/src/engine/play.ts");
const { chapters } = await load("/src/teach/chapters.ts");
const { hints } = await load("/src/teach/hints.ts");
const { solversFor } = await load("/src/teach/choices.ts");
const { Specimen, defaultOptions, specimenKinds, solverChoices } = await load(
    "/src/teach/specimen.ts",
);
const { formula, say } = await load("/src/teach/words.ts");
const { figure, linkError, metres } = await load("/src/teach/numbers.ts");
const play = await Play.from(readFileSync(wasm));
const scenes = new Map(play.scenes.map((s) => [s.name, s]));

// Texts -------------------------------------------------------------------------------------------

const sentences = (text) => text.split(/[.!?](?:\s|$)/).filter((s) => s.trim()).length;
const words = (html) => html.replace(/<[^>]+>/g, " ").split(/\s+/).filter(Boolean).length;

test("every scene says what to look for, and only scenes do", () => {
    for (const name of scenes.keys()) {
        assert.ok(sentences(hints[name] ?? "") >= 2, `${name}: ${hints[name]}`);
    }
    for (const name of Object.keys(hints)) {
        assert.ok(scenes.has(name), `there is no scene ${name}`);
    }
});

test("chapters are short and have names of their own", () => {
    assert.equal(new Set(chapters.map((c) => c.id)).size, chapters.length);
    assert.equal(new Set(chapters.map((c) => c.title)).size, chapters.length);
    for (const chapter of chapters) {
        const count = words(chapter.html);
        assert.ok(count >= 80 && count <= 200, `${chapter.id} has ${count} words`);
        assert.ok(chapter.steps.length >= 2, chapter.id);
    }
});

// Opens as the page would, and looks whether each key is one of the scene.
function check(name, options, where) {
    const scene = scenes.get(name);
    assert.ok(scene, `${where}: there is no scene ${name}`);
    for (const [key, value] of Object.entries(options?.params ?? {})) {
        const param = scene.params.find((p) => p.key === key);
        assert.ok(param, `${where}: ${name} has no ${key}`);
        assert.ok(value >= param.min && value <= param.max, `${where}: ${key} = ${value}`);
    }
    assert.doesNotThrow(() => play.open(name, options), where);
    play.step();
}

const views = ["shaded", "wireframe", "particles", "tension", "contacts"];

test("chapters open scenes that there are, with parameters that these have", () => {
    for (const chapter of chapters) {
        check(chapter.scene, chapter.options, chapter.id);
        for (const step of chapter.steps) {
            const where = `${chapter.id}: ${step.label}`;
            assert.ok(step.scene || step.microscope, where);
            assert.ok(sentences(step.look) >= 1, where);
            assert.ok(!step.view || views.includes(step.view), where);
            if (step.scene) {
                check(step.scene, step.options, where);
            }
            if (step.microscope) {
                const { kind, solver } = { ...defaultOptions, ...step.microscope };
                assert.ok(solversFor(kind).includes(solver), where);
            }
        }
        for (const value of chapter.control?.values ?? []) {
            check(chapter.scene, { params: { [chapter.control.key]: value } }, chapter.id);
        }
    }
});

// The microscope ----------------------------------------------------------------------------------

function specimen(options) {
    return new Specimen(play, { ...defaultOptions, ...options });
}

test("every specimen goes through predict, projections and velocities, and has its twin", () => {
    for (const kind of specimenKinds) {
        for (const solver of solversFor(kind)) {
            const s = specimen({ kind, solver, substeps: 2, iterations: 2 });
            s.goTo(6);
            const stages = s.moments.map((m) => m.stage);
            const where = `${kind}, ${solver}: ${stages}`;
            assert.equal(stages[0], "open", where);
            assert.equal(stages.filter((x) => x === "predict").length, 2, where);
            assert.ok(stages.includes("sweep") || stages.includes("direct"), where);
            assert.ok(stages.includes("velocities"), where);
            assert.ok(s.proof().same, where);
            for (const m of s.moments) {
                assert.ok(say(m, s.options).title.length > 0);
                assert.ok(m.places.flat().every(Number.isFinite));
            }
        }
    }
});

test("moments follow one another: each begins where the one before ended", () => {
    const s = specimen({ kind: "patch", iterations: 4 });
    s.goTo(5);
    s.moments.forEach((m, i) => {
        m.projection?.particles.forEach((particle, k) => {
            assert.deepEqual(m.projection.before[k], s.moments[i - 1].places[particle]);
            assert.deepEqual(m.projection.after[k], m.places[particle]);
        });
    });
});

test("a rigid link is right after its projection, and both ends keep their middle", () => {
    const s = specimen({ kind: "link", heavy: 3 });
    s.goTo(5);
    const p = s.moments.find((m) => m.projection).projection;
    assert.ok(Math.abs(p.valueAfter) < 1e-6 && Math.abs(p.valueBefore) > 1e-5);
    for (let axis = 0; axis < 3; ++axis) {
        const moved = p.before.map((a, i) => (p.after[i][axis] - a[axis]) / p.inverseMass[i]);
        assert.ok(Math.abs(moved[0] + moved[1]) < 1e-6, `momentum ${moved}`);
    }
});

test("the formula in the text gives what the library did", () => {
    const s = specimen({ kind: "chain", stiffness: 1000, iterations: 3 });
    s.goTo(8);
    for (const m of s.moments.filter((x) => x.projection)) {
        const p = m.projection;
        const alpha = s.joints[p.constraint].compliance / (m.h * m.h);
        const top = p.valueBefore + alpha * (p.multiplier - p.change);
        const change = -top / (p.inverseMass[0] + p.inverseMass[1] + alpha);
        assert.ok(Math.abs(change - p.change) < 1e-5 * Math.abs(change) + 1e-9);
        assert.match(formula(m, s.joints[p.constraint].compliance, s.options), /^Δλ = /);
    }
});

test("half a correction leaves half at a pin", () => {
    const s = specimen({ kind: "chain", solver: "legacy", iterations: 1 });
    s.goTo(5);
    const p = s.moments.find((m) => m.projection?.inverseMass.includes(0)).projection;
    assert.ok(Math.abs(p.valueAfter / p.valueBefore - 0.5) < 0.01);
});

test("sweeps bring the error down, the direct solve takes it away", () => {
    const swept = specimen({ kind: "chain", iterations: 8, heavy: 10 });
    swept.goTo(8);
    const errors = swept.moments.map((m) => linkError(swept.joints, m));
    assert.ok(errors.at(-1) < errors[1] && errors.at(-1) > 1e-4, `${errors[1]}, ${errors.at(-1)}`);
    const direct = specimen({ kind: "chain", solver: "direct", iterations: 1, heavy: 10 });
    direct.goTo(8);
    assert.ok(linkError(direct.joints, direct.moments.at(-1)) < 1e-5);
});

test("going back arrives at the same bits", () => {
    const s = specimen({ kind: "volume", substeps: 4 });
    s.goTo(12);
    const { hash } = s.proof();
    const moments = structuredClone(s.moments);
    s.goTo(30);
    s.goTo(12);
    assert.equal(s.proof().hash, hash);
    assert.deepEqual(s.moments, moments);
    assert.equal(solverChoices.length, 4);
    s.close();
});

test("the scene that is open does not notice", () => {
    const run = (look) => {
        play.open("chain-12");
        for (let i = 0; i < 20; ++i) {
            play.step();
            look?.(i);
        }
        return play.hash();
    };
    const s = specimen({ kind: "chain" });
    assert.equal(run((i) => s.goTo(i + 1)), run());
    s.close();
});

test("figures are readable", () => {
    assert.equal(figure(0), "0");
    assert.equal(figure(-0.01234), "−0.0123");
    assert.equal(figure(123456), "1.2·10⁵");
    assert.equal(metres(0.0042), "4.20 mm");
    assert.equal(metres(3e-9), "≈ 0 mm");
    assert.equal(metres(1.25), "1.25 m");
});
