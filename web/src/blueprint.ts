// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { Engine } from "./engine.js";
import type { Pointer } from "./generated/functions.js";
import type { BlueprintStats, ConstraintDef } from "./generated/structs.js";
import { Owned } from "./owned.js";
import type { Read } from "./values.js";
import { copyInts } from "./views.js";

/**
 * What a builder has baked: it never changes, and any number of bodies and worlds may be made of
 * it. Bodies hold it by themselves: destroy it once they are made.
 */
export class Blueprint extends Owned {
    /** @internal */
    constructor(engine: Engine, pointer: Pointer) {
        super(engine, "blueprint", pointer, engine.raw.taut_blueprint_release);
    }

    protected free(pointer: Pointer): void {
        this.engine.raw.taut_blueprint_release(pointer);
    }

    /** What baking made of it. */
    get stats(): BlueprintStats {
        return blueprintStats(this.engine, this.pointer);
    }

    /** Constraint `index` as it was added; tethers that baking cooked follow. */
    constraint(index: number): Read<ConstraintDef> {
        return blueprintConstraint(this.engine, this.pointer, index);
    }

    /** Three corners per triangle: a copy. */
    get triangles(): Int32Array {
        const { engine, pointer } = this;
        return copyInts(engine, (view) => engine.raw.taut_blueprint_triangles(view, pointer));
    }
}

export function blueprintStats(engine: Engine, blueprint: Pointer): BlueprintStats {
    return engine.struct("taut_blueprint_stats", (at) =>
        engine.raw.taut_blueprint_get_stats(at, blueprint),
    );
}

export function blueprintConstraint(
    engine: Engine,
    blueprint: Pointer,
    index: number,
): Read<ConstraintDef> {
    return engine.struct("taut_constraint_def", (at) =>
        engine.check(
            engine.raw.taut_blueprint_constraint(blueprint, index, at),
            () => `the blueprint has no constraint ${index}`,
        ),
    );
}
