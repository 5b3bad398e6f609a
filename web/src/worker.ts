// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// One thread of an instance with threads: a worker of a page or of node, with an instance of the
// same module over the same memory. It imports nothing, so that it is a worker as it stands,
// whatever a bundler makes of the rest.

/** What a worker is told. */
export interface WorkerStart {
    readonly module: WebAssembly.Module;
    readonly memory: WebAssembly.Memory;
    /** From 1 on: 0 is the thread that steps. */
    readonly index: number;
    /** Where its stack begins: at the upper end. */
    readonly stack: number;
    /** Where a number in memory says whether it is in that stack: one of PLACE_... */
    readonly place: number;
}

// The stack of a worker is freed when it has left it, or before it came: whoever is first, the worker
// that goes in or the thread that bars it, has its way. threads.ts has these too, and PLACE_BARRED.
const PLACE_OUTSIDE = 0;
const PLACE_INSIDE = 1;
const PLACE_LEFT = 2;

/** What it answers: once when it is ready, or when it has failed. */
export interface WorkerAnswer {
    readonly ready?: boolean;
    readonly failed?: string;
}

interface WorkerExports {
    readonly __stack_pointer: WebAssembly.Global<"i32">;
    taut_web_thread_run(index: number): void;
    taut_web_thread_fail(): void;
    taut_web_thread_text(): number;
}

interface Port {
    postMessage(answer: WorkerAnswer): void;
    close(): void;
}

const TEXT_SIZE = 256;

// A task calls nothing of JavaScript: what the module imports is there to be complained about.
function importsOf({ module, memory }: WorkerStart): WebAssembly.Imports {
    const imports: WebAssembly.Imports = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        const own = (imports[from] ??= {});
        if (kind === "function") {
            own[name] = () => {
                throw new Error(`a task called ${from}.${name}`);
            };
        } else {
            own[name] = memory;
        }
    }
    return imports;
}

// The thread that steps may be waiting, and no message reaches it then: it reads of the failure.
function tell(exports: WorkerExports, { memory, stack }: WorkerStart, sentence: string): void {
    exports.__stack_pointer.value = stack;
    const bytes = new TextEncoder().encode(sentence).subarray(0, TEXT_SIZE - 1);
    const at = exports.taut_web_thread_text();
    new Uint8Array(memory.buffer, at, TEXT_SIZE).fill(0).set(bytes);
    exports.taut_web_thread_fail();
}

function comeIn({ memory, place }: WorkerStart): void {
    const words = new Int32Array(memory.buffer);
    if (Atomics.compareExchange(words, place / 4, PLACE_OUTSIDE, PLACE_INSIDE) !== PLACE_OUTSIDE) {
        throw new Error("it comes too late");
    }
}

function leave({ memory, place }: WorkerStart): void {
    const words = new Int32Array(memory.buffer);
    Atomics.compareExchange(words, place / 4, PLACE_INSIDE, PLACE_LEFT);
}

async function run(start: WorkerStart, port: Port): Promise<void> {
    let exports: WorkerExports | undefined;
    try {
        const instance = await WebAssembly.instantiate(start.module, importsOf(start));
        comeIn(start);
        exports = instance.exports as unknown as WorkerExports;
        exports.__stack_pointer.value = start.stack;
        port.postMessage({ ready: true });
        exports.taut_web_thread_run(start.index);
    } catch (error) {
        const sentence = String(error);
        if (exports) {
            tell(exports, start, sentence);
        }
        port.postMessage({ failed: sentence });
    }
    leave(start);
    port.close();
}

interface Scope extends Port {
    addEventListener(type: "message", on: (event: MessageEvent) => void): void;
}

// No await out here: bundlers may make a plain script of this.
if ("postMessage" in globalThis) {
    const scope = globalThis as unknown as Scope;
    scope.addEventListener("message", ({ data }) => void run(data as WorkerStart, scope));
} else {
    const node = "node:worker_threads"; // by a name that no bundler looks for
    void import(/* @vite-ignore */ /* webpackIgnore: true */ node).then(
        ({ parentPort: port }: typeof import("node:worker_threads")) =>
            port?.once("message", (start: WorkerStart) => void run(start, port)),
    );
}
