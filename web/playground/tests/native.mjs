// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The page's module in node, without a browser, and the native command line beside it.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const SKIPPED = 77;
const DIVERGED = 4; // as some scenes are meant to

const here = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const cli = process.env.TAUT_CLI ?? join(root, "build", "taut");

export function skip(why) {
    console.log(`skipped: ${why}`);
    process.exit(SKIPPED);
}

/** The native command line: what it prints, as an object. */
export function taut(...args) {
    const done = spawnSync(cli, [...args, "--json"], { encoding: "utf8", maxBuffer: 1 << 26 });
    if (done.status !== 0 && done.status !== DIVERGED) {
        throw new Error(`taut ${args.join(" ").slice(0, 200)}: ${done.stderr || done.error}`);
    }
    return JSON.parse(done.stdout);
}

// Both parts of a build, as addresses that node's fetch takes.
function address(name) {
    const path = join(here, "wasm", name);
    if (!existsSync(path)) {
        skip("the page's module is not built (make playground)");
    }
    return `data:application/wasm;base64,${readFileSync(path).toString("base64")}`;
}

/** The class Play of the page, with all of its module there. */
export async function loadPlay(options = {}) {
    const { build } = await import("esbuild").catch(() => skip("no esbuild"));
    const folder = mkdtempSync(join(tmpdir(), "taut-"));
    const outfile = join(folder, "play.mjs");
    const entry = join(here, "src", "engine", "play.ts");
    await build({ entryPoints: [entry], bundle: true, format: "esm", outfile, logLevel: "error" });
    const { Play } = await import(pathToFileURL(outfile).href);
    rmSync(folder, { recursive: true });
    const play = await Play.load(
        {
            scalar: address("playground-scalar.wasm"),
            scalarRest: address("playground-scalar-rest.wasm"),
            simd: address("playground-simd.wasm"),
            simdRest: address("playground-simd-rest.wasm"),
        },
        options,
    );
    await play.whole();
    return play;
}
