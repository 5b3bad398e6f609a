// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { offsetOf } from "./codec.js";
import type { Engine } from "./engine.js";
import type { Pointer } from "./generated/functions.js";

/** Vectors inside the library's memory. */
export interface VectorPlace {
    readonly at: Pointer;
    readonly count: number;
    /** In floats. */
    readonly stride: number;
}

export function readVectorPlace(engine: Engine, view: Pointer): VectorPlace {
    const memory = engine.memory.view;
    return {
        at: memory.getUint32(view, true),
        count: memory.getInt32(view + offsetOf("taut_vec3_view", "count"), true),
        stride: memory.getInt32(view + offsetOf("taut_vec3_view", "stride"), true),
    };
}

export function vectorPlace(engine: Engine, fill: (view: Pointer) => void): VectorPlace {
    return engine.memory.during(() => {
        const view = engine.memory.take(12);
        fill(view);
        return readVectorPlace(engine, view);
    });
}

/**
 * Floats over the library's own memory, without a copy. A cache keeps the array while it is the
 * same memory: it is made anew when the memory of the module has grown or the vectors have moved.
 */
export class VectorCache {
    #array: Float32Array = new Float32Array(0);
    #buffer: ArrayBufferLike | undefined;

    get(engine: Engine, { at, count, stride }: VectorPlace): Float32Array {
        const { buffer } = engine.memory;
        // The last vector may be followed by nothing.
        const length = count > 0 ? (count - 1) * stride + 3 : 0;
        if (
            buffer !== this.#buffer ||
            this.#array.byteOffset !== at ||
            this.#array.length !== length
        ) {
            this.#array = count > 0 ? new Float32Array(buffer, at, length) : new Float32Array(0);
            this.#buffer = buffer;
        }
        return this.#array;
    }
}

/** Vectors packed three by three into an array of the caller. */
export function pack(engine: Engine, place: VectorPlace, into?: Float32Array): Float32Array {
    const { at, count, stride } = place;
    const out = into ?? new Float32Array(3 * count);
    if (count === 0) {
        return out;
    }
    const from = engine.memory.floats(at, (count - 1) * stride + 3);
    for (let i = 0, k = 0, j = 0; i < count; ++i, k += stride) {
        out[j++] = from[k] as number;
        out[j++] = from[k + 1] as number;
        out[j++] = from[k + 2] as number;
    }
    return out;
}

export function copyVectors(engine: Engine, fill: (view: Pointer) => void): Float32Array {
    return pack(engine, vectorPlace(engine, fill));
}

export function copyInts(engine: Engine, fill: (view: Pointer) => void): Int32Array {
    return engine.memory.during(() => {
        const view = engine.memory.take(8);
        fill(view);
        const memory = engine.memory.view;
        const count = memory.getInt32(view + 4, true);
        return count > 0
            ? engine.memory.ints(memory.getUint32(view, true), count).slice()
            : new Int32Array(0);
    });
}
