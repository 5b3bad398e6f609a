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

// What index.html names is loaded first; so is the WebAssembly that nearly every browser takes. Its
// rest and the rows of the panel are asked for at once, and the first picture does not wait for it.
const html = readFileSync(join(dist, "index.html"), "utf8");
const FIRST = "first load, gzipped: the scene moves";
const NEXT = "follows at once, gzipped";
const LATER = "when asked for, gzipped";
const OTHER = "instead of the above where a browser has no SIMD, gzipped";

function when(name) {
    if (/scalar.*\.wasm$/.test(name)) {
        return OTHER;
    }
    if (/simd-rest.*\.wasm$|rows-.*\.js$/.test(name)) {
        return NEXT;
    }
    return name === "index.html" || html.includes(name) || /\.wasm$/.test(name) ? FIRST : LATER;
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
const rows = files(dist).map((path) => {
    const name = relative(dist, path);
    return { name, size: gzipSync(readFileSync(path), { level: 9 }).length, when: when(name) };
});
const sum = (list) => list.reduce((total, row) => total + row.size, 0);
const isPicture = (row) => row.name.endsWith(".webp");
const listed = rows.filter((row) => !isPicture(row) && !row.name.endsWith(".map"));

for (const title of [FIRST, NEXT, LATER, OTHER]) {
    const list = listed.filter((row) => row.when === title);
    console.log(title);
    for (const row of list.sort((a, b) => b.size - a.size)) {
        console.log(`${kB(row.size)}  ${row.name}`);
    }
    console.log(`${kB(sum(list))}  in all\n`);
}
const opening = listed.filter((row) => row.when === FIRST || row.when === NEXT);
console.log(`${kB(sum(opening))}  every visit, first load and what follows at once`);
const pictures = rows.filter(isPicture);
console.log(`${kB(sum(pictures))}  ${pictures.length} thumbnails, loaded when seen`);
