// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Runs the scenes of Taut as WebAssembly, in node and in browsers. After `make wasm`:
//
//     import { loadTaut } from "./tools/wasm/taut.mjs";
//     const taut = await loadTaut("build-wasm/taut-simd.wasm");
//     taut.open("cloth-100", { tethers: 0, substeps: 20, backend: "simd128" });
//     for (let i = 0; i < 60; ++i) taut.step();
//     console.log(taut.stats().maxStretch);
//     taut.close();
//
// open(name, options)  a scene of scenes/list.h, or "cloths" (count, size, tethers, drag): many
//                      small cloths in one world. Options: dt, substeps, iterations, backend, and
//                      the scene's own parameters (`taut scenes NAME` lists them).
// step()               one frame and nothing else: time this.
// stats()              {frames, worlds, bodies, particles, constraints, tethers, projections (of
//                      one frame), maxStretch, meanStretch (of now, as fractions), kineticEnergy,
//                      trouble, hash, backend}
// positions(body)      a Float32Array of its own with x, y, z of each particle of a body of the
//                      first world, counted from 0; the first when not told.
// close()              frees the scene; open() does so too.
//
// What is wrong is thrown as an Error with a sentence.

const FIGURES = [
    "frames", "worlds", "bodies", "particles", "constraints", "tethers", "projections",
    "maxStretch", "meanStretch", "kineticEnergy", "trouble",
];

// A number that C can take: what does not fit is refused here, where it still is as it was given.
function checkNumber(key, value) {
    // Number() makes 0 of null, of an empty text and of more.
    const readable = ["number", "boolean"].includes(typeof value) || /\S/.test(value ?? "");
    const number = readable ? Number(value) : NaN;
    const whole = key === "substeps" || key === "iterations";
    const fits = whole ? Number.isInteger(number) && number >= 1 && number <= 10000
        : key === "dt" ? Math.fround(number) > 0 && number <= 1
            : Number.isFinite(number);
    if (!fits) {
        const wanted = whole ? "a whole number from 1 to 10,000"
            : key === "dt" ? "seconds, above 0 and at most 1" : "a finite number";
        throw new Error(`${key}: ${String(value)} was given; it takes ${wanted}`);
    }
    return number;
}

async function readModule(path) {
    if (globalThis.process?.versions?.node && !/^https?:/.test(String(path))) {
        const { readFile } = await import("node:fs/promises");
        return WebAssembly.compile(await readFile(path));
    }
    return WebAssembly.compile(await (await fetch(path)).arrayBuffer());
}

// The C library asks for a few calls of an operating system, which nothing here makes: each is
// answered by "not supported".
function stubImports(module) {
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        imports[from] ??= {};
        imports[from][name] = () => 52;
    }
    return imports;
}

class Taut {
    #exports;

    constructor(exports) {
        this.#exports = exports;
        exports._initialize?.();
    }

    get memory() {
        return this.#exports.memory;
    }

    #write(words) {
        const size = this.#exports.taut_text_size();
        const bytes = new Uint8Array(this.memory.buffer, this.#exports.taut_text(), size);
        const { written } = new TextEncoder().encodeInto(words, bytes.subarray(0, size - 1));
        bytes[written] = 0;
    }

    #read() {
        const size = this.#exports.taut_text_size();
        const bytes = new Uint8Array(this.memory.buffer, this.#exports.taut_text(), size);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    #must(ok) {
        if (!ok) {
            throw new Error(this.#read());
        }
    }

    open(name, options = {}) {
        this.#write(name);
        this.#must(this.#exports.taut_choose());
        for (const [key, value] of Object.entries(options)) {
            this.#write(key === "backend" ? value : key);
            this.#must(key === "backend" ? this.#exports.taut_set_backend()
                                         : this.#exports.taut_set(checkNumber(key, value)));
        }
        this.#must(this.#exports.taut_open());
    }

    step() {
        if (!this.#exports.taut_step()) {
            throw new Error(this.#read());
        }
    }

    stats() {
        this.#must(this.#exports.taut_stats());
        const values = new Float64Array(this.memory.buffer, this.#exports.taut_figures(),
                                        FIGURES.length);
        const stats = Object.fromEntries(FIGURES.map((name, i) => [name, values[i]]));
        this.#exports.taut_hash();
        stats.hash = this.#read();
        this.#exports.taut_backend();
        stats.backend = this.#read();
        return stats;
    }

    positions(body = 0) {
        if ((body | 0) !== body) {
            throw new Error(`body: ${String(body)} was given; it takes a whole number`);
        }
        const at = this.#exports.taut_positions(body);
        this.#must(at);
        const figures = this.#exports.taut_figures();
        const [count, stride] = new Float64Array(this.memory.buffer, figures, 2);
        const from = new Float32Array(this.memory.buffer, at, (count - 1) * stride + 3);
        const to = new Float32Array(3 * count);
        for (let i = 0; i < count; ++i) {
            to.set(from.subarray(i * stride, i * stride + 3), 3 * i);
        }
        return to;
    }

    close() {
        this.#exports.taut_close();
    }
}

export async function loadTaut(path) {
    const module = await readModule(path);
    const instance = await WebAssembly.instantiate(module, stubImports(module));
    return new Taut(instance.exports);
}
