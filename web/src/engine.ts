// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { checkVector, Codec, enumName, enumNumber, sizeOf, type StructName } from "./codec.js";
import { invalid, show, TautError } from "./errors.js";
import type { Result } from "./generated/enums.js";
import type { Pointer, Raw } from "./generated/functions.js";
import { Memory, type Allocator } from "./memory.js";
import type { Threads } from "./threads.js";
import type { Id, IdLike, Vec3 } from "./values.js";

/** What the module of this package exports. */
export type Exports = Raw &
    Allocator & {
        taut_web_field(): Pointer;
        taut_web_constraint(): Pointer;
        taut_web_accept(): Pointer;
        taut_web_watch(): Pointer;
        taut_web_clock(): Pointer;
    };

/** A function of the caller that C calls, with places in memory as C hands them over. */
export type Callback = (...places: number[]) => unknown;

/** One instance of the module, and what every class needs of it. Nothing is shared with another. */
export class Engine {
    readonly raw: Exports;
    readonly memory: Memory;
    readonly codec: Codec;
    /** In the module with threads alone. */
    readonly threads: Threads | undefined;
    readonly #callbacks: Map<number, Callback>;
    readonly #state: CallbackState;
    #nextCallback = 1;

    constructor(
        exports: Exports,
        callbacks: Map<number, Callback>,
        state: CallbackState,
        threads?: Threads,
    ) {
        this.raw = exports;
        this.threads = threads;
        this.memory = new Memory(exports);
        this.codec = new Codec(this.memory);
        this.#callbacks = callbacks;
        this.#state = state;
        this.#addShorthands();
    }

    // Calls ---------------------------------------------------------------------------------------

    /** Throws what a call said, and before that what a function of the caller threw inside it. */
    check(result: number, sentence: () => string): void {
        this.rethrow();
        if (result !== 0) {
            const code = enumName<Result>("taut_result", result);
            throw new TautError(code as Exclude<Result, "ok">, sentence());
        }
    }

    rethrow(): void {
        const [error] = this.#state.errors;
        if (this.#state.errors.length > 0) {
            this.#state.errors.length = 0;
            throw error;
        }
    }

    /** A call with a `taut_error` to say why it failed. */
    checked(call: (error: Pointer) => number): void {
        this.memory.during(() => {
            const error = this.memory.take(sizeOf("taut_error"));
            const result = call(error);
            this.check(result, () => this.memory.text(error + 4));
        });
    }

    /** An object laid over the defaults of its struct. */
    def(name: StructName, value: object | undefined, path: string): Pointer {
        const at = this.defaults(name);
        if (value !== undefined) {
            this.codec.write(name, at, value, path);
        }
        return at;
    }

    /** A struct as `NAME_default()` fills it in; all zero where there is no such function. */
    defaults(name: StructName, kind?: number): Pointer {
        const at = this.memory.take(sizeOf(name));
        const make = this.raw[`${name}_default` as keyof Exports] as unknown;
        if (typeof make === "function") {
            make(at, kind ?? 0);
        }
        return at;
    }

    struct<T>(name: StructName, fill: (at: Pointer) => void): T {
        return this.memory.during(() => {
            const at = this.memory.take(sizeOf(name));
            fill(at);
            return this.codec.read<T>(name, at);
        });
    }

    takeVec3(value: unknown, path: string): Pointer {
        return this.memory.takeFloats(checkVector(value, 3, path));
    }

    takeQuat(value: unknown, path: string): Pointer {
        return this.memory.takeFloats(checkVector(value, 4, path));
    }

    takeId(value: IdLike, path = "id"): Pointer {
        const at = this.memory.take(8);
        this.codec.writeId(at, value, path);
        return at;
    }

    vec3(fill: (at: Pointer) => void): Vec3 {
        return this.memory.during(() => {
            const at = this.memory.take(12);
            fill(at);
            return this.codec.readVec3(at);
        });
    }

    id(fill: (at: Pointer) => void): Id {
        return this.memory.during(() => {
            const at = this.memory.take(8);
            fill(at);
            return this.codec.readId(at);
        });
    }

    // Functions of the caller ---------------------------------------------------------------------

    /** A number that stands for a function, as the context of a trampoline; forget() ends it. */
    remember(callback: Callback): number {
        const number = this.#nextCallback++;
        this.#callbacks.set(number, callback);
        return number;
    }

    forget(number: number): void {
        this.#callbacks.delete(number);
    }

    /** A worker failed in the middle of a step: nothing here can be trusted any more. */
    get lost(): boolean {
        return this.#state.lost !== undefined;
    }

    /** Refuses calls of an instance that is lost. */
    mustWork(): void {
        if (this.#state.lost) {
            throw this.#state.lost;
        }
    }

    /** Refuses calls from inside a callback: C is in the middle of something. */
    mustBeOutside(): void {
        this.mustWork();
        if (this.#state.depth > 0) {
            throw invalid("a callback must not call into a world");
        }
    }

    // Shorthands ----------------------------------------------------------------------------------

    #addShorthands(): void {
        const { raw } = this;
        this.#named("taut_rope_material", raw.taut_rope_material_find, raw.taut_rope_material_name);
        this.#named(
            "taut_cloth_material",
            raw.taut_cloth_material_find,
            raw.taut_cloth_material_name,
        );
        this.#named("taut_soft_material", raw.taut_soft_material_find, raw.taut_soft_material_name);
        this.#solverByKind();
    }

    // A material by its name, or an object laid over what is there.
    #named(
        struct: StructName,
        find: (name: Pointer, material: Pointer) => number,
        nameOf: (i: number) => Pointer,
    ): void {
        this.codec.shorthands.set(struct, (at, value, path) => {
            if (typeof value !== "string") {
                return false;
            }
            const found = this.memory.during(() => find(this.memory.takeText(value), at));
            if (!found) {
                const names = this.names(nameOf).map(show).join(", ");
                throw invalid(`${path} is ${show(value)}; there are ${names}`);
            }
            return true;
        });
    }

    names(nameOf: (i: number) => Pointer): string[] {
        const names: string[] = [];
        for (let at = nameOf(0); at !== 0; at = nameOf(names.length)) {
            names.push(this.memory.text(at));
        }
        return names;
    }

    // A solver whose kind is given has other defaults; its name alone is enough.
    #solverByKind(): void {
        this.codec.shorthands.set("taut_solver_def", (at, value, path) => {
            const kind =
                typeof value === "string" ? value : (value as { kind?: unknown } | null)?.kind;
            if (kind !== undefined) {
                this.raw.taut_solver_def_default(at, enumNumber("taut_solver_kind", kind, path));
            }
            return typeof value === "string";
        });
    }
}

/** What goes on in callbacks: shared with the imports of the module. */
export interface CallbackState {
    depth: number;
    errors: unknown[];
    /** Why the instance is of no use any more. */
    lost?: TautError;
}

/**
 * What the module imports. An error that a function of the caller throws must not fly through
 * frames of C, which would never put their stack back: it is kept until C is done.
 */
export function makeImports(
    callbacks: Map<number, Callback>,
    state: CallbackState,
): WebAssembly.ModuleImports {
    const call = (number: number, ...places: number[]): unknown => {
        state.depth += 1;
        try {
            return callbacks.get(number)?.(...places);
        } catch (error) {
            state.errors.push(error);
            return undefined;
        } finally {
            state.depth -= 1;
        }
    };
    return {
        field: call as (number: number, ...places: number[]) => void,
        constraint: (number: number, ...places: number[]) => (call(number, ...places) ? 1 : 0),
        accept: (number: number, hit: number) => (call(number, hit) ? 1 : 0),
        watch: call as (number: number, what: number) => void,
        clock: () => performance.now() / 1000,
    };
}
