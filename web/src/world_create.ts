// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { Body } from "./body.js";
import { offsetOf } from "./codec.js";
import type { Engine } from "./engine.js";
import { invalid, TautError } from "./errors.js";
import type { Pointer } from "./generated/functions.js";
import type { SolverDef, WorldDef } from "./generated/structs.js";
import type { SolverKind } from "./generated/enums.js";
import type { Id } from "./values.js";
import { readVectorPlace } from "./views.js";

/** What a field is told of one body, once per step. The arrays are valid during the call alone. */
export interface FieldArguments {
    readonly body: Body;
    /** Seconds since the world was made. */
    readonly time: number;
    readonly count: number;
    /** Particle i at [i * stride] and the two after it; velocities likewise. */
    readonly positions: Float32Array;
    readonly velocities: Float32Array;
    readonly stride: number;
    /** To be filled in: three numbers per particle, m/s^2, zero on entry. */
    readonly acceleration: Float32Array;
}

/** How to make a world: plain fields over the defaults of C. */
export type WorldOptions = Omit<WorldDef, "solver" | "threadCount"> & {
    /** A solver, or its kind alone; a kind brings its own defaults. */
    solver?: SolverDef | SolverKind;
    /**
     * Threads to step on, that of the caller included, at most `taut.threadCount`. Default, and for
     * 0, all of them.
     */
    threadCount?: number;
    /** Accelerations beside gravity. Must not call into a world. */
    field?: (of: FieldArguments) => void;
};

export interface MadeWorld {
    readonly pointer: Pointer;
    /** The number of its field among callbacks; 0 without. */
    readonly field: number;
}

export function createWorld(
    engine: Engine,
    options: WorldOptions,
    bodyOf: (id: Id) => Body,
): MadeWorld {
    const { memory, raw } = engine;
    const { field, ...plain } = options;
    if (field !== undefined && typeof field !== "function") {
        throw invalid("world.field is no function");
    }
    return memory.during(() => {
        const def = engine.def("taut_world_def", plain, "world");
        const set = (at: number, value: number) => memory.view.setUint32(def + at, value, true);
        const budget = offsetOf("taut_world_def", "budget");
        set(budget + offsetOf("taut_budget_def", "clock"), raw.taut_web_clock());
        shareOut(engine, def, plain.threadCount);
        const number = field
            ? engine.remember((...places) => callField(engine, field, bodyOf, places))
            : 0;
        if (number !== 0) {
            set(offsetOf("taut_world_def", "field"), raw.taut_web_field());
            set(offsetOf("taut_world_def", "fieldContext"), number);
        }
        try {
            const out = memory.take(4);
            engine.checked((error) => raw.taut_world_create(def, out, error));
            return { pointer: memory.view.getUint32(out, true), field: number };
        } catch (error) {
            engine.forget(number);
            throw error;
        }
    });
}

// Where there are threads, a world steps on all of them or on as many as it asks for.
function shareOut(engine: Engine, def: Pointer, wanted: number | undefined): void {
    const { threads } = engine;
    engine.mustBeOutside();
    const most = threads?.count ?? 1;
    const count = wanted || most;
    if (count > most) {
        const there = most > 1 ? `there are ${most} threads` : "there is 1 thread";
        const why = threads?.ended ? `: ${threads.ended}` : "";
        const sentence = `world.threadCount is ${count}; ${there}${why}`;
        throw new TautError("threads-unavailable", sentence);
    }
    if (!threads || most === 1) {
        return;
    }
    const set = (name: string, value: number) =>
        engine.memory.view.setInt32(def + offsetOf("taut_world_def", name), value, true);
    set("threadCount", count);
    set("parallelFor", threads.parallelFor);
    set("parallelHost", count);
}

function callField(
    engine: Engine,
    field: (of: FieldArguments) => void,
    bodyOf: (id: Id) => Body,
    places: number[],
): void {
    const [id = 0, time = 0, positions = 0, velocities = 0, acceleration = 0] = places;
    const { memory } = engine;
    const x = readVectorPlace(engine, positions);
    const v = readVectorPlace(engine, velocities);
    const length = x.count > 0 ? (x.count - 1) * x.stride + 3 : 0;
    field({
        body: bodyOf(engine.codec.readId(id)),
        time,
        count: x.count,
        positions: memory.floats(x.at, length),
        velocities: memory.floats(v.at, length),
        stride: x.stride,
        acceleration: memory.floats(acceleration, 3 * x.count),
    });
}
