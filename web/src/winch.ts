// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { checkNumber, sizeOf } from "./codec.js";
import type { Engine } from "./engine.js";
import type { Pointer } from "./generated/functions.js";
import type { Winch as WinchState, WinchDef } from "./generated/structs.js";
import type { Vec3Like } from "./values.js";
import type { World } from "./world.js";

/**
 * A winch at one end of a rope of equal links: it takes rope in and gives it out. There is nothing
 * to destroy: to end it, turn it no more, and unpin the first `heldCount` particles of the rope.
 */
export class Winch {
    readonly world: World;
    readonly #engine: Engine;
    readonly #bytes = new Uint8Array(sizeOf("taut_winch"));

    /** @internal */
    constructor(world: World, def: WinchDef) {
        this.world = world;
        this.#engine = world.engine;
        const engine = this.#engine;
        this.#call((winch) => {
            const at = engine.def("taut_winch_def", def, "winch");
            return engine.raw.taut_winch_create(world.pointer, at, winch);
        });
    }

    // The winch is plain data: it lies here, and in the module's memory during a call.
    #call(call: (winch: Pointer) => number): void {
        const { memory } = this.#engine;
        memory.during(() => {
            const at = memory.take(this.#bytes.length);
            memory.bytes.set(this.#bytes, at);
            this.world.check(call(at));
            this.#bytes.set(memory.bytes.subarray(at, at + this.#bytes.length));
        });
    }

    /** Turns it for the next step of dt seconds: call it before each step, also at speed 0. */
    turn(speed: number, dt: number): void {
        const { raw } = this.#engine;
        checkNumber(speed, "speed");
        this.#call((at) =>
            raw.taut_winch_turn(this.world.pointer, at, speed, checkNumber(dt, "dt")),
        );
    }

    /** Moves the drum, evenly over the next step: call it before turn(). */
    move(drum: Vec3Like): void {
        const engine = this.#engine;
        this.#call((at) =>
            engine.raw.taut_winch_move(this.world.pointer, at, engine.takeVec3(drum, "drum")),
        );
    }

    /** What it holds, and how it stands. */
    get state(): WinchState {
        const engine = this.#engine;
        return engine.struct("taut_winch", (at) => engine.memory.bytes.set(this.#bytes, at));
    }

    /** Metres of rope outside at rest, and newtons that the rope pulls with at the drum. */
    read(): { readonly lengthOut: number; readonly pull: number } {
        const { memory, raw } = this.#engine;
        let lengthOut = 0;
        let pull = 0;
        this.#call((at) => {
            const out = memory.take(8);
            const result = raw.taut_winch_read(this.world.pointer, at, out, out + 4);
            lengthOut = memory.view.getFloat32(out, true);
            pull = memory.view.getFloat32(out + 4, true);
            return result;
        });
        return { lengthOut, pull };
    }
}
