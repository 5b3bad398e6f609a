// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which module load() takes, and whether there are threads: what was asked for, and what can be here.

import { invalid, TautError } from "./errors.js";
import type { LoadOptions } from "./load.js";
import { compile, hasSimd, type Source } from "./module.js";
import { importNode } from "./node.js";
import { sharedMemory, threadsWanted, whyNoThreads } from "./threads.js";

/** A module of this package, compiled or as bytes, or where it is: strings from where this file is. */
export type ModuleSource = WebAssembly.Module | BufferSource | URL | string;

/** Modules of this package to choose from. What is missing is done without, if any will do. */
export interface ModuleSources {
    /** taut.wasm */
    plain?: ModuleSource;
    /** taut-simd.wasm */
    simd?: ModuleSource;
    /** taut-threads.wasm */
    threads?: ModuleSource;
}

/** What load() begins with. */
export interface Choice {
    readonly module: WebAssembly.Module;
    /** For a module that threads share, which has none of its own. */
    readonly memory: WebAssembly.Memory | undefined;
    readonly threads: number;
    /** Why there is one thread alone, though more were asked for; else empty. */
    readonly refused: string;
}

interface Plan {
    readonly threads: number;
    readonly refused: string;
    readonly memory?: WebAssembly.Memory;
}

// What was given where that is several modules; else nothing.
function several(module: LoadOptions["module"]): ModuleSources | undefined {
    if (Object.prototype.toString.call(module) !== "[object Object]") {
        return undefined;
    }
    for (const name of Object.keys(module as ModuleSources)) {
        if (!["plain", "simd", "threads"].includes(name)) {
            throw invalid(`module.${name} is unknown; there are plain, simd and threads`);
        }
    }
    return module as ModuleSources;
}

// The best that was given; nothing where none was that can run here.
function given({ module, simd = true }: LoadOptions, threads: boolean): ModuleSource | undefined {
    const modules = several(module);
    if (!modules) {
        return module as ModuleSource | undefined;
    }
    return (
        (threads ? modules.threads : undefined) ??
        (simd && hasSimd() ? modules.simd : undefined) ??
        modules.plain
    );
}

async function sourceOf(options: LoadOptions, threads: boolean): Promise<Source> {
    const module = given(options, threads);
    if (module !== undefined && typeof module !== "string" && !(module instanceof URL)) {
        return module;
    }
    // Bundlers find the files by these very words.
    const own = threads
        ? new URL("./taut-threads.wasm", import.meta.url)
        : (options.simd ?? true) && hasSimd()
          ? new URL("./taut-simd.wasm", import.meta.url)
          : new URL("./taut.wasm", import.meta.url);
    const url = module === undefined ? own : new URL(module, import.meta.url);
    if (url.protocol === "file:") {
        const { readFile } = await importNode("node:fs/promises");
        return readFile(url);
    }
    return fetch(url);
}

function whyNone({ module, simd = true }: LoadOptions): string {
    const modules = several(module);
    const given = !modules || modules.threads !== undefined;
    return whyNoThreads(simd) || (given ? "" : "no module with threads was given");
}

async function plan(options: LoadOptions): Promise<Plan> {
    const wanted = await threadsWanted(options.threads);
    const refused = wanted > 1 ? whyNone(options) : "";
    if (wanted === 1 || refused) {
        return { threads: 1, refused };
    }
    try {
        return { threads: wanted, refused, memory: sharedMemory() };
    } catch (error) {
        return { threads: 1, refused: (error as TautError).message };
    }
}

// A module with threads was given alone, and there is no memory for it: one without will do.
async function without(options: LoadOptions, refused: string): Promise<Choice> {
    try {
        const source = await sourceOf({ simd: options.simd ?? true }, false);
        return { module: await compile(source), memory: undefined, threads: 1, refused };
    } catch (error) {
        throw new TautError(
            "threads-unavailable",
            `the module that was given needs memory to share, and ${refused}; the one without ` +
                `threads is not beside this script (${String(error)}): give load() both, by ` +
                "module: { simd, threads }",
        );
    }
}

/** Finds and compiles the module, and the memory it needs. */
export async function choose(options: LoadOptions): Promise<Choice> {
    const { threads, refused, memory } = await plan(options);
    const module = await compile(await sourceOf(options, threads > 1));
    const shares = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
    if (!shares) {
        const none = threads > 1 ? "the module that was given has no threads" : "";
        return { module, memory: undefined, threads: 1, refused: refused || none };
    }
    try {
        return { module, memory: memory ?? sharedMemory(), threads, refused };
    } catch (error) {
        return without(options, refused || (error as TautError).message);
    }
}
