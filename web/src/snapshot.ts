// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { Pointer } from "./generated/functions.js";
import { Owned } from "./owned.js";
import type { World } from "./world.js";

/** The whole state of one world at one moment. */
export class Snapshot extends Owned {
    readonly world: World;

    /** @internal */
    constructor(world: World) {
        super(world.engine, "snapshot", take(world), world.engine.raw.taut_snapshot_release);
        this.world = world;
    }

    protected free(pointer: Pointer): void {
        this.engine.raw.taut_snapshot_release(pointer);
    }

    /**
     * Puts the world back: it goes on with the same bits as it did from there. Bodies made since
     * are gone, bodies destroyed since are back: `world.bodies` has them.
     */
    restore(): void {
        this.world.check(this.engine.raw.taut_snapshot_restore(this.world.pointer, this.pointer));
    }

    /** Bytes that it holds. */
    get bytes(): number {
        return this.engine.raw.taut_snapshot_bytes(this.pointer);
    }
}

function take(world: World): Pointer {
    const { memory, raw } = world.engine;
    return memory.during(() => {
        const out = memory.take(4);
        world.check(raw.taut_snapshot_take(world.pointer, out));
        return memory.view.getUint32(out, true);
    });
}
