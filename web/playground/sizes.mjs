// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Prints what a visitor loads, gzipped: first load, then what comes when it is asked for.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";

const dist = join(fileURLToPath(new URL(".", import.meta.url)), "dist");

function files(folder) {
    return readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? files(path) : [path];
    });
}

// What index.html names is loaded first; so is the WebAssembly that nearly every browser takes.
const html = readFileSync(join(dist, "index.html"), "utf8");
const first = (name) =>
    name === "index.html" || html.includes(name) || /simd-(?!rest).*\.wasm$/.test(name);

const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
const rows = files(dist).map((path) => {
    const name = relative(dist, path);
    return { name, size: gzipSync(readFileSync(path), { level: 9 }).length, first: first(name) };
});
const sum = (list) => list.reduce((total, row) => total + row.size, 0);

for (const when of [true, false]) {
    const list = rows.filter((row) => row.first === when && !/\.(webp|map)$/.test(row.name));
    console.log(when ? "first load, gzipped" : "when asked for, gzipped");
    for (const row of list.sort((a, b) => b.size - a.size)) {
        console.log(`${kB(row.size)}  ${row.name}`);
    }
    console.log(`${kB(sum(list))}  in all\n`);
}
const pictures = rows.filter((row) => row.name.endsWith(".webp"));
console.log(`${kB(sum(pictures))}  ${pictures.length} thumbnails, loaded when seen`);
