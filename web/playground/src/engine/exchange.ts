// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How the page and its module talk: numbers go through one array, words through one buffer.

import type { WasmExports } from "../../../src/module";

type Numeric = (...args: number[]) => number;

export class Exchange {
    readonly exports: Record<string, Numeric>;
    readonly memory: WebAssembly.Memory;

    constructor(exports: WasmExports) {
        this.exports = exports as unknown as Record<string, Numeric>;
        this.memory = exports.memory;
        this.write("");
    }

    call(name: string, ...args: number[]): number {
        const f = this.exports[name];
        if (!f) {
            throw new Error(`the module has no ${name}`);
        }
        return f(...args);
    }

    /** Throws the module's sentence where it could not. */
    must(name: string, ...args: number[]): void {
        if (!this.call(name, ...args)) {
            throw new Error(this.read());
        }
    }

    /** The first numbers of the exchange; valid until the next call. */
    numbers(count: number): Float64Array {
        return new Float64Array(this.memory.buffer, this.call("play_numbers"), count);
    }

    put(values: number[]): void {
        this.numbers(values.length).set(values);
    }

    write(words: string): void {
        const bytes = new TextEncoder().encode(words);
        const at = this.call("play_text", Math.max(1024, bytes.length + 1));
        const room = new Uint8Array(this.memory.buffer, at, bytes.length + 1);
        room.set(bytes);
        room[bytes.length] = 0;
    }

    read(): string {
        const at = this.call("play_text", 1);
        const bytes = new Uint8Array(this.memory.buffer, at);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    /** What a function says for 0, 1, 2, ... until it has nothing more to say. */
    names(f: string): string[] {
        const names: string[] = [];
        while (this.call(f, names.length)) {
            names.push(this.read());
        }
        return names;
    }
}
