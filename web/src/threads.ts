// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Threads of an instance: memory that workers share, the workers, and the end of both. What they do
// is in web/c/threads.c, what a worker is in worker.ts.

import { TautError, invalid, show } from "./errors.js";
import type { Pointer } from "./generated/functions.js";
import { hasSimd } from "./module.js";
import { importNode } from "./node.js";
import type { WorkerAnswer, WorkerStart } from "./worker.js";

// Those of worker.ts, whose script is for workers alone.
const PLACE_OUTSIDE = 0;
const PLACE_INSIDE = 1;
const PLACE_BARRED = 3;

const MOST_THREADS = 256;
/** Of each worker. Tasks were seen to need 2.4 kB of it. */
const STACK_BYTES = 131072;
/** As cmake/wasm.cmake has it. */
const FIRST_PAGES = 32;
/** What a memory may grow to: 4 GiB, or as much as the system has addresses for. */
const MOST_PAGES = [65536, 32768, 16384, 8192, 4096];
/** A worker that has not started by then never will. */
const START_MS = 30000;
/** How long a worker of a page may take to leave by itself, and how often that is looked at. */
const LEAVE_MS = 2000;
const LOOK_MS = 10;

/** What the module with threads exports beside what all have. */
export interface ThreadExports {
    taut_web_parallel(): Pointer;
    taut_web_threads_open(workerCount: number, mayBlock: number): void;
    taut_web_threads_close(): void;
    taut_web_thread_text(): Pointer;
    taut_web_thread_tasks(index: number): number;
    taut_web_thread_place(index: number): Pointer;
    readonly memory: WebAssembly.Memory;
    malloc(size: number): Pointer;
    free(pointer: Pointer): void;
}

/** A worker, of a page or of node. */
interface Thread {
    post(start: WorkerStart): void;
    /** Ends it. Whether it is known to be gone then; `isOut` says whether it has left its stack. */
    end(isOut: () => boolean): Promise<boolean>;
    /** Lets node end while it waits. */
    unref(): void;
}

type Heard = (answer: WorkerAnswer) => void;
type MakeThread = (hear: Heard) => Thread;

/** Why there can be no threads here; empty where there can. */
export function whyNoThreads(simd: boolean): string {
    if (!simd || !hasSimd()) {
        return "threads come with SIMD alone, which was not asked for or is not there";
    }
    if (globalThis.crossOriginIsolated === false) {
        return (
            "the page is not cross-origin isolated: its server must send the headers " +
            "Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp"
        );
    }
    return typeof SharedArrayBuffer === "undefined" ? "there is no SharedArrayBuffer here" : "";
}

/** How many threads were asked for, that of the caller included. */
export async function threadsWanted(threads: unknown): Promise<number> {
    if (threads === undefined || threads === false) {
        return 1;
    }
    if (threads === true) {
        return Math.min(Math.max(await coreCount(), 1), MOST_THREADS);
    }
    if (!Number.isInteger(threads) || Number(threads) < 1 || Number(threads) > MOST_THREADS) {
        throw invalid(`threads is ${show(threads)}; it takes true, or 1 to ${MOST_THREADS}`);
    }
    return threads as number;
}

async function coreCount(): Promise<number> {
    if (globalThis.navigator?.hardwareConcurrency) {
        return navigator.hardwareConcurrency;
    }
    try {
        const { availableParallelism, cpus } = await importNode("node:os");
        return availableParallelism?.() ?? cpus().length;
    } catch {
        return 1; // neither node nor a browser that says it
    }
}

/** Memory that workers can share. */
export function sharedMemory(): WebAssembly.Memory {
    let refused: unknown;
    for (const maximum of MOST_PAGES) {
        try {
            return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
        } catch (error) {
            refused = error;
        }
    }
    throw new TautError("out-of-memory", `there is no memory to share: ${String(refused)}`);
}

/** Whether the thread that steps may block: that of a page may not. */
function mayBlock(): boolean {
    try {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1);
        return true;
    } catch {
        return false;
    }
}

async function threadMaker(worker: URL | string | undefined): Promise<MakeThread> {
    if (typeof Worker === "undefined") {
        return nodeThreads(worker);
    }
    const { url: here } = import.meta;
    return (hear) => {
        // Bundlers find the file by these very words.
        const thread =
            worker === undefined
                ? new Worker(new URL("./worker.js", import.meta.url), { type: "module" })
                : new Worker(new URL(worker, here), { type: "module" });
        thread.onmessage = ({ data }) => hear(data as WorkerAnswer);
        thread.onerror = (event) => {
            hear({ failed: event.message || "its script cannot be loaded" });
        };
        return {
            post: (start) => thread.postMessage(start),
            end: async (isOut) => {
                // It leaves by itself, and only then is it known to be out of its stack.
                for (let waited = 0; !isOut() && waited < LEAVE_MS; waited += LOOK_MS) {
                    await new Promise((done) => setTimeout(done, LOOK_MS));
                }
                thread.terminate();
                return isOut();
            },
            unref: () => {},
        };
    };
}

async function nodeThreads(worker: URL | string | undefined): Promise<MakeThread> {
    const { Worker } = await importNode("node:worker_threads");
    const { url: here } = import.meta;
    return (hear) => {
        // Not the flags of this node: some are for its own script alone.
        const thread = new Worker(new URL(worker ?? "./worker.js", here), { execArgv: [] });
        thread.on("message", hear);
        thread.on("error", (error) => hear({ failed: String(error) }));
        thread.on("exit", () => hear({ failed: "it has ended" }));
        return {
            post: (start) => thread.postMessage(start),
            end: async () => {
                await thread.terminate();
                return true;
            },
            unref: () => thread.unref(),
        };
    };
}

/** The threads of an instance. Without workers there is that of the caller alone. */
export class Threads {
    readonly #exports: ThreadExports;
    /** By their indices, which begin with 1. */
    #threads = new Map<number, Thread>();
    /** One block for the stacks of all workers; 0 when there is none. */
    #stacks: Pointer = 0;
    #ended = "";
    #gone: Promise<unknown> = Promise.resolve();

    constructor(exports: ThreadExports) {
        this.#exports = exports;
    }

    /** That of the caller included. */
    get count(): number {
        return this.#threads.size + 1;
    }

    /** Why there are fewer than asked for; empty when there are not. */
    get ended(): string {
        return this.#ended;
    }

    /** The function of C that shares out a section. */
    get parallelFor(): Pointer {
        return this.#exports.taut_web_parallel();
    }

    /** Tasks that each thread has run so far. */
    get tasks(): number[] {
        return Array.from({ length: this.count }, (_, i) => this.#exports.taut_web_thread_tasks(i));
    }

    /** Starts workers. Where one does not start, all end, and `ended` says why. */
    async start(
        count: number,
        of: { module: WebAssembly.Module; memory: WebAssembly.Memory; worker?: URL | string },
    ): Promise<void> {
        try {
            const make = await threadMaker(of.worker);
            const stacks = this.#takeStacks(count - 1);
            const started = Array.from({ length: count - 1 }, (_, i) =>
                this.#startOne(make, {
                    module: of.module,
                    memory: of.memory,
                    index: i + 1,
                    stack: stacks + (i + 1) * STACK_BYTES,
                    place: this.#exports.taut_web_thread_place(i + 1),
                }),
            );
            await Promise.all(started);
            if (this.#ended) {
                throw new Error(this.#ended);
            }
            this.#exports.taut_web_threads_open(count - 1, mayBlock() ? 1 : 0);
            this.#threads.forEach((thread) => thread.unref());
        } catch (error) {
            this.end(String((error as Error)?.message ?? error));
            await this.#gone; // so that their memory is there for what comes next
        }
    }

    // Before any worker is made: nothing has to be taken back when there is too little memory.
    #takeStacks(workers: number): Pointer {
        this.#stacks = this.#exports.malloc(workers * STACK_BYTES);
        if (this.#stacks === 0) {
            throw new Error(`there is no memory for the stacks of ${workers} workers`);
        }
        return this.#stacks;
    }

    #startOne(make: MakeThread, start: WorkerStart): Promise<void> {
        return new Promise((done, refuse) => {
            let late: ReturnType<typeof setTimeout> | undefined;
            const fail = (why: string) => {
                clearTimeout(late);
                const sentence = `worker ${start.index} failed: ${why}`;
                refuse(new Error(sentence));
                this.end(sentence);
            };
            const thread = make(({ ready, failed }) => {
                clearTimeout(late);
                ready ? done() : fail(failed ?? "it says nothing");
            });
            late = setTimeout(() => fail("it does not start"), START_MS);
            this.#threads.set(start.index, thread);
            thread.post(start);
        });
    }

    /** A worker does not come back from a step: ends all. Nothing can be freed any more. */
    lose(why: string): void {
        this.#stacks = 0;
        this.end(why);
    }

    /** Ends all workers; steps go on with the thread of the caller alone. */
    end(why: string): void {
        const threads = this.#threads;
        if (threads.size > 0 || this.#ended === "") {
            this.#ended = why;
        }
        this.#threads = new Map();
        this.#exports.taut_web_threads_close();
        if (threads.size > 0 || this.#stacks !== 0) {
            this.#gone = this.#freeAfter(threads);
        }
    }

    // The stacks, once no worker is in its own: one may go on for a moment after it was told to end.
    async #freeAfter(threads: Map<number, Thread>): Promise<void> {
        const stacks = this.#stacks;
        this.#stacks = 0;
        const ends = Array.from(threads, ([index, thread]) => {
            const isOut = this.#barred(index);
            return thread.end(isOut).catch(() => isOut());
        });
        const gone = await Promise.all(ends);
        if (stacks !== 0 && gone.every(Boolean)) {
            this.#exports.free(stacks);
        }
    }

    // Keeps a worker out that is not inside yet; what tells whether it is outside.
    #barred(index: number): () => boolean {
        const { memory } = this.#exports;
        const at = this.#exports.taut_web_thread_place(index) / 4;
        Atomics.compareExchange(new Int32Array(memory.buffer), at, PLACE_OUTSIDE, PLACE_BARRED);
        return () => Atomics.load(new Int32Array(memory.buffer), at) !== PLACE_INSIDE;
    }
}
