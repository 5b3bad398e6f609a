// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Prints how large the package is, as README.md has it.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const dist = fileURLToPath(new URL("dist/", import.meta.url));
const { outputFiles } = await build({
    entryPoints: [`${dist}index.js`],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
});
const parts = {
    "taut-threads.wasm": readFileSync(`${dist}taut-threads.wasm`),
    "taut-simd.wasm": readFileSync(`${dist}taut-simd.wasm`),
    "taut.wasm": readFileSync(`${dist}taut.wasm`),
    "JavaScript, bundled and minified": outputFiles[0].contents,
};
for (const [name, bytes] of Object.entries(parts)) {
    const number = (n) => n.toLocaleString("en").padStart(9);
    console.log(`${number(bytes.length)} ${number(gzipSync(bytes, { level: 9 }).length)}  ${name}`);
}
