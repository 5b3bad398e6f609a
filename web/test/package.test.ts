// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the package has: every function of the headers, fresh bindings, the right files, types that
// hold.

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { load } from "../dist/index.js";

const web = fileURLToPath(new URL("..", import.meta.url));
const headers = fileURLToPath(new URL("../../include/taut/", import.meta.url));
const read = (path: string) => readFileSync(path, "utf8");

function publicFunctions(): string[] {
    const text = readdirSync(headers)
        .map((name) => read(headers + name))
        .join("\n");
    return [...text.matchAll(/TAUT_API[^;(]*[ *](taut_\w+)\(/g)].map((m) => m[1] as string);
}

test("every public function of C is in taut.raw, with a type", async () => {
    const names = publicFunctions();
    const typed = read(`${web}src/generated/functions.ts`);
    expect(names.length).toBeGreaterThan(200);
    for (const options of [{ simd: true }, { simd: false }, { threads: 2 }]) {
        using taut = await load(options);
        const raw = taut.raw as unknown as Record<string, unknown>;
        expect(names.filter((name) => typeof raw[name] !== "function")).toEqual([]);
    }
    expect(names.filter((name) => !typed.includes(`    ${name}(`))).toEqual([]);
});

// Those that no class calls, on purpose: names, which the package has as strings; what there is no
// sense in here.
const RAW_ONLY = [
    "taut_result_name",
    "taut_backend_name",
    "taut_solver_name",
    "taut_shape_name",
    "taut_event_name",
    "taut_stage_name",
    "taut_stay_name",
    "taut_quat_identity",
    "taut_body_device_positions",
    "taut_body_prefetch",
    "taut_world_gather",
    "taut_world_device_gather",
    "taut_world_device",
    "taut_body_stay",
    "taut_stay_text",
];

test("classes call every function that does something", () => {
    const code = readdirSync(`${web}src`)
        .filter((name) => name.endsWith(".ts"))
        .map((name) => read(`${web}src/${name}`))
        .join("\n");
    const unused = publicFunctions().filter(
        (name) => !code.includes(name) && !name.endsWith("_default") && !RAW_ONLY.includes(name),
    );
    expect(unused).toEqual([]);
});

test("bindings are those of the headers", (context) => {
    if (spawnSync("clang-16", ["--version"]).error) {
        context.skip(); // tools/setup.sh web installs it
    }
    const { status, stderr } = spawnSync("python3", [`${web}generate.py`, "--check"], {
        encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
});

test("types hold, and mistakes are errors of the compiler", { timeout: 60000 }, () => {
    const tsc = `${web}node_modules/typescript/bin/tsc`;
    const { status, stdout } = spawnSync(
        process.execPath,
        [tsc, "-p", `${web}tsconfig.test.json`],
        {
            encoding: "utf8",
        },
    );
    expect(stdout).toBe("");
    expect(status).toBe(0);
});

test("declarations carry the comments of the headers", () => {
    expect(read(`${web}dist/generated/structs.d.ts`)).toMatch(/kg added to the last particle/);
    expect(read(`${web}dist/world_base.d.ts`)).toMatch(/Advances time in equal substeps/);
});

test("npm packs what is needed and nothing else", () => {
    const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--silent"], {
        cwd: web,
        encoding: "utf8",
    });
    const [pack] = JSON.parse(text) as [{ files: { path: string }[]; version: string }];
    const files = pack.files.map((f) => f.path);
    for (const name of [
        "README.md",
        "LICENSE",
        "package.json",
        "dist/index.js",
        "dist/index.d.ts",
        "dist/taut.wasm",
        "dist/taut-simd.wasm",
        "dist/taut-threads.wasm",
        "dist/worker.js",
    ]) {
        expect(files).toContain(name);
    }
    const stray = files.filter(
        (name) =>
            !/^(README\.md|LICENSE|package\.json|dist\/[\w/]+(\.d)?\.(js|ts)|dist\/taut(-simd|-threads)?\.wasm)$/.test(
                name,
            ),
    );
    expect(stray).toEqual([]);
});

test("bundlers for browsers need not be told of node", async () => {
    const { errors, warnings } = await build({
        entryPoints: [`${web}dist/index.js`, `${web}dist/worker.js`],
        bundle: true,
        format: "esm",
        outdir: "nowhere",
        write: false,
        logLevel: "silent",
    });
    expect([errors, warnings]).toEqual([[], []]);
});

test("the version is that of the library", async () => {
    const { version } = JSON.parse(read(`${web}package.json`)) as { version: string };
    expect((await load()).version).toBe(version);
});
