// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { TautError } from "./errors.js";
import type { Pointer } from "./generated/functions.js";

const SCRATCH_BYTES = 16384;

/** What the module exports beside the public functions. */
export interface Allocator {
    readonly memory: WebAssembly.Memory;
    malloc(size: number): Pointer;
    free(pointer: Pointer): void;
}

/**
 * The memory of a module. When it grows, its old buffer is dead and with it every array over it
 * (one that threads share stays, but ends where it ended): the arrays here are made anew whenever
 * the buffer is another one, so take them from here each time.
 */
export class Memory {
    readonly #allocator: Allocator;
    readonly #scratch: Pointer;
    #buffer: ArrayBufferLike;
    #view: DataView;
    #bytes: Uint8Array;
    #used = 0;
    #large: Pointer[] = [];

    constructor(allocator: Allocator) {
        this.#allocator = allocator;
        this.#buffer = allocator.memory.buffer;
        this.#view = new DataView(this.#buffer);
        this.#bytes = new Uint8Array(this.#buffer);
        this.#scratch = this.allocate(SCRATCH_BYTES);
    }

    get buffer(): ArrayBufferLike {
        this.#refresh();
        return this.#buffer;
    }

    get view(): DataView {
        this.#refresh();
        return this.#view;
    }

    get bytes(): Uint8Array {
        this.#refresh();
        return this.#bytes;
    }

    #refresh(): void {
        if (this.#buffer !== this.#allocator.memory.buffer) {
            this.#buffer = this.#allocator.memory.buffer;
            this.#view = new DataView(this.#buffer);
            this.#bytes = new Uint8Array(this.#buffer);
        }
    }

    /** Memory that stays until free(). */
    allocate(size: number): Pointer {
        const pointer = this.#allocator.malloc(Math.max(size, 1));
        if (pointer === 0) {
            throw new TautError("out-of-memory", `there is no memory for ${size} bytes`);
        }
        return pointer;
    }

    free(pointer: Pointer): void {
        this.#allocator.free(pointer);
    }

    /** Memory, all zero, that goes when the innermost `during` ends. */
    take(size: number): Pointer {
        const room = (size + 15) & ~15;
        let pointer: Pointer;
        if (this.#used + room <= SCRATCH_BYTES) {
            pointer = this.#scratch + this.#used;
            this.#used += room;
        } else {
            pointer = this.allocate(size);
            this.#large.push(pointer);
        }
        this.bytes.fill(0, pointer, pointer + size);
        return pointer;
    }

    /** Gives back all that `work` takes, also when it throws. */
    during<T>(work: () => T): T {
        const used = this.#used;
        const large = this.#large.length;
        try {
            return work();
        } finally {
            this.#used = used;
            while (this.#large.length > large) {
                this.#allocator.free(this.#large.pop() as Pointer);
            }
        }
    }

    floats(at: Pointer, count: number): Float32Array {
        return new Float32Array(this.buffer, at, count);
    }

    ints(at: Pointer, count: number): Int32Array {
        return new Int32Array(this.buffer, at, count);
    }

    /** Text that ends with a zero. */
    text(at: Pointer): string {
        if (at === 0) {
            return "";
        }
        const bytes = this.bytes;
        // A copy, since decoders refuse memory that threads share.
        return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
    }

    takeText(words: string): Pointer {
        const bytes = new TextEncoder().encode(words);
        const at = this.take(bytes.length + 1);
        this.bytes.set(bytes, at);
        return at;
    }

    takeFloats(values: ArrayLike<number>): Pointer {
        const at = this.take(4 * values.length);
        this.floats(at, values.length).set(values);
        return at;
    }

    takeInts(values: ArrayLike<number>): Pointer {
        const at = this.take(4 * values.length);
        this.ints(at, values.length).set(values);
        return at;
    }
}
