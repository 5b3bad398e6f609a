// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { Pointer } from "./generated/functions.js";

// Older engines have no such symbol; there `using` does not exist either.
export const dispose: typeof Symbol.dispose =
    Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);

// What is forgotten without destroy() is freed some time after it was collected, or never: a hint.
const forgotten = new FinalizationRegistry<() => unknown>((free) => free());

/** An object of the C library that is freed by destroy(). */
export abstract class Owned {
    /** @internal */
    readonly engine: Engine;
    readonly #what: string;
    #pointer: Pointer;

    protected constructor(
        engine: Engine,
        what: string,
        pointer: Pointer,
        free: (p: Pointer) => void,
    ) {
        this.engine = engine;
        this.#what = what;
        this.#pointer = pointer;
        forgotten.register(this, () => engine.lost || free(pointer), this);
    }

    /** @internal */
    get pointer(): Pointer {
        if (this.#pointer === 0) {
            throw invalid(`this ${this.#what} was destroyed`);
        }
        this.engine.mustBeOutside();
        return this.#pointer;
    }

    get destroyed(): boolean {
        return this.#pointer === 0;
    }

    /** @internal */
    protected abstract free(pointer: Pointer): void;

    /** Frees it at once. Once more does nothing; any other use is an error from now on. */
    destroy(): void {
        if (this.#pointer !== 0) {
            const pointer = this.engine.lost ? 0 : this.pointer;
            this.#pointer = 0;
            forgotten.unregister(this);
            if (pointer !== 0) {
                this.free(pointer);
            }
        }
    }

    /** `using world = new taut.World()` destroys it at the end of the block. */
    [dispose](): void {
        this.destroy();
    }
}
