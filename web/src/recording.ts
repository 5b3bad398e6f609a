// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { Blueprint } from "./blueprint.js";
import { offsetOf, sizeOf } from "./codec.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { Pointer } from "./generated/functions.js";
import type { RecordingInfo, RecordingState, StepReport } from "./generated/structs.js";
import { Owned } from "./owned.js";
import type { Shape } from "./shape.js";
import type { World } from "./world.js";

/** Every call that changes a world, noted from its start on. */
export class Recording {
    readonly world: World;

    /** @internal */
    constructor(world: World) {
        this.world = world;
    }

    /** Whether it runs, why it was lost if so, and how much it has noted. */
    get state(): RecordingState {
        const { engine, pointer } = this.world;
        return engine.struct("taut_recording_state", (at) =>
            engine.raw.taut_recording_get_state(at, pointer),
        );
    }

    /** What was written since the start or the last drain(): a copy. */
    get bytes(): Uint8Array {
        const { engine, pointer } = this.world;
        return engine.memory.during(() => {
            const view = engine.memory.take(8);
            engine.raw.taut_recording_bytes(view, pointer);
            const at = engine.memory.view.getUint32(view, true);
            const size = engine.memory.view.getUint32(view + 4, true);
            return engine.memory.bytes.slice(at, at + size);
        });
    }

    /** Gives the bytes so far and forgets them: all pieces in their order are the recording. */
    drain(): Uint8Array {
        const piece = this.bytes;
        this.world.check(this.world.engine.raw.taut_recording_drain(this.world.pointer));
        return piece;
    }

    /** Ends it and gives its bytes; an error of a recording that was lost. */
    stop(): Uint8Array {
        this.world.check(this.world.engine.raw.taut_recording_stop(this.world.pointer));
        return this.bytes;
    }

    /** Frees its memory. */
    release(): void {
        this.world.engine.raw.taut_recording_release(this.world.pointer);
    }
}

/** What a look through a recording finds. Throws when a byte of it is wrong. */
export function checkRecording(engine: Engine, bytes: Uint8Array): RecordingInfo {
    return engine.struct("taut_recording_info", (info) => {
        const at = takeBytes(engine, bytes);
        engine.checked((error) => engine.raw.taut_recording_check(at, bytes.length, info, error));
    });
}

function takeBytes(engine: Engine, bytes: Uint8Array): Pointer {
    if (!(bytes instanceof Uint8Array)) {
        throw invalid("a recording is a Uint8Array");
    }
    const at = engine.memory.take(bytes.length);
    engine.memory.bytes.set(bytes, at);
    return at;
}

/** How to replay. */
export interface ReplayOptions {
    /** The lists of the recording, in the same order. */
    blueprints?: readonly Blueprint[];
    shapes?: readonly Shape[];
    /** Of a damaged recording take the steps that are whole; default false. */
    partial?: boolean;
}

/** How far a replay has come. */
export interface ReplayState {
    readonly done: boolean;
    readonly steps: number;
    readonly stepsTotal: number;
    /** The first step, counted from 1, whose hash was another than the recorded; 0: none. */
    readonly firstDifferent: number;
    readonly hashRecorded: bigint;
    readonly hashFound: bigint;
}

/** A replay under way. destroy() frees the bytes it reads. */
export class Replay extends Owned {
    readonly world: World;

    /** @internal */
    constructor(world: World, bytes: Uint8Array, options: ReplayOptions) {
        super(world.engine, "replay", open(world, bytes, options), (p) =>
            world.engine.memory.free(p),
        );
        this.world = world;
    }

    protected free(pointer: Pointer): void {
        this.engine.memory.free(pointer);
    }

    /** Does again what was done up to the next step, and the step itself. */
    step(): StepReport {
        const { engine, pointer } = this;
        return engine.struct("taut_step_report", (report) =>
            this.world.check(engine.raw.taut_replay_step(pointer, report)),
        );
    }

    get state(): ReplayState {
        return this.engine.codec.read("taut_replay", this.pointer);
    }
}

// One block: the replay, the bytes, the lists of pointers. It borrows all of them.
function open(world: World, bytes: Uint8Array, options: ReplayOptions): Pointer {
    const { engine } = world;
    const { memory, raw } = engine;
    const { blueprints = [], shapes = [], partial = false } = options;
    if (!(bytes instanceof Uint8Array)) {
        throw invalid("a recording is a Uint8Array");
    }
    const size = sizeOf("taut_replay");
    const lists = 4 * (blueprints.length + shapes.length);
    const block = memory.allocate(size + lists + bytes.length);
    try {
        memory.during(() => {
            const def = engine.def("taut_replay_def", { partial }, "replay");
            const view = memory.view;
            const set = (field: string, value: number) =>
                view.setUint32(def + offsetOf("taut_replay_def", field), value, true);
            [...blueprints, ...shapes].forEach((item, i) =>
                view.setUint32(block + size + 4 * i, item.pointer, true),
            );
            set("blueprints", block + size);
            set("blueprintCount", blueprints.length);
            set("shapes", block + size + 4 * blueprints.length);
            set("shapeCount", shapes.length);
            memory.bytes.set(bytes, block + size + lists);
            set("data", block + size + lists);
            set("size", bytes.length);
            world.check(raw.taut_replay_open(block, world.pointer, def));
        });
        return block;
    } catch (error) {
        memory.free(block);
        throw error;
    }
}
