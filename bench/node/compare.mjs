// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The npm package beside other engines of npm: some rounds, one engine after another in each, so
// that a busy machine hurts all alike. After `make web`, and `npm ci` here:
//
//     node bench/node/compare.mjs [ROUNDS]      prints the table, writes bench/results/node.txt

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const ENGINES = [
    "package:simd", "package:simd,pass", "package:simd,tethers", "package:simd,pass,two",
    "package:simd,tethers,two", "jolt", "jolt:simd", "jolt:simd,tethers", "jolt:simd,tethers,two",
    "textbook",
];
const ONE = "package:simd,pass";
const TWO = "package:simd,pass,two";
const FRAMES = ["cloth-100", "90", "5"];

function run(engine) {
    const words = ["--require", "./start_worker.cjs", "bench.mjs", engine, ...FRAMES];
    const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: here, encoding: "utf8" });
    if (!stdout) {
        throw new Error(`${engine}: ${stderr}`);
    }
    return JSON.parse(stdout);
}

// The least of all rounds: what others do on the machine only ever adds to it.
function gather(rounds) {
    const rows = new Map();
    for (let round = 0; round < rounds; ++round) {
        for (const engine of ENGINES) {
            const found = run(engine);
            const row = rows.get(engine) ?? { name: found.engine, least: Infinity, median: Infinity };
            row.least = Math.min(row.least, found.min_ms_per_frame);
            row.median = Math.min(row.median, found.ms_per_frame);
            row.stretch = 100 * found.worst_stretch;
            rows.set(engine, row);
        }
    }
    return rows;
}

function table(rows) {
    const one = rows.get(ONE).least;
    const two = rows.get(TWO).least;
    const lines = [...rows.values()].sort((a, b) => a.least - b.least).map((row) => {
        const numbers = [row.least, row.median, row.stretch, row.least / one, row.least / two];
        return row.name.padEnd(52) + numbers.map((n) => n.toFixed(2).padStart(9)).join("");
    });
    const head = ["least ms", "median", "stretch%", "x one", "x two"];
    return ["engine".padEnd(52) + head.map((h) => h.padStart(9)).join(""), ...lines].join("\n");
}

// What the package is to be, at any rate in one of its rows; which of them are is said in words.
const BARS = [
    { times: 3, other: "jolt:simd", name: "Jolt's SIMD build, one thread" },
    { times: 5, other: "textbook", name: "textbook JavaScript" },
];

function verdict(rows) {
    return BARS.map(({ times, other, name }) => {
        const found = ENGINES.filter((engine) => engine.startsWith("package")).map((engine) => {
            const { least, name } = rows.get(engine);
            const ratio = rows.get(other).least / least;
            const short = name.replace("Taut, npm package", "").replace(", ", "") || "plain";
            const thin = ratio >= times && ratio < 1.05 * times ? " (thin)" : "";
            return { ratio, words: `  ${ratio.toFixed(2)}  ${short}${thin}` };
        });
        const list = (fits) => {
            const those = found.filter(fits).sort((a, b) => b.ratio - a.ratio);
            return those.length > 0 ? those.map(({ words }) => words) : ["  none"];
        };
        return [
            `${times} times as quick as ${name}:`,
            ...list(({ ratio }) => ratio >= times),
            "and not:",
            ...list(({ ratio }) => ratio < times),
        ].join("\n");
    }).join("\n\n");
}

const rounds = Number(process.argv[2] ?? 5);
const before = loadavg()[0];
const rows = gather(rounds);
const text = `Cloth of 100 x 100 in node, 59,002 rigid links, 20 substeps: the npm package beside others of npm.

    make web && (cd bench/node && npm ci) && node bench/node/compare.mjs ${rounds}

${new Date().toISOString().slice(0, 10)}, node ${process.version}, ${cpus()[0].model.trim()}, ${cpus().length} cores; load before
${before.toFixed(1)}. ${rounds} rounds of 90 frames. "least ms" is the least frame of all rounds, "median" the least median
of a round, "stretch%" the worst stretch of a structural link at any time; the last columns are least
times as multiples of the package's with tethers and one pass, on one thread and on two.

${table(rows)}

${verdict(rows)}
`;
console.log(text);
writeFileSync(new URL("../results/node.txt", import.meta.url), text);
