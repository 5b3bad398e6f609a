// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { Body } from "./body.js";
import { offsetOf } from "./codec.js";
import type { Watched as RawWatched } from "./generated/structs.js";
import { pack, readVectorPlace } from "./views.js";
import type { World } from "./world.js";

/** One projection of one constraint of a watched body, or one stage for all of its particles. */
export type Watched = Omit<RawWatched, "places" | "velocities"> & {
    /** Where all particles are now, and their velocities: x, y, z each. Copies. */
    readonly places: Float32Array;
    readonly velocities: Float32Array;
};

export type WatchFunction = (what: Watched) => void;

/** Which body of a world is watched, and by whom. */
export class Watching {
    readonly #world: World;
    #number = 0;

    constructor(world: World) {
        this.#world = world;
    }

    set(body: Body, watch: WatchFunction | undefined): void {
        const { engine } = this.#world;
        const number = watch ? engine.remember((at = 0) => watch(this.#read(at))) : 0;
        try {
            engine.memory.during(() =>
                this.#world.check(
                    engine.raw.taut_world_watch(
                        this.#world.pointer,
                        engine.takeId(body.id),
                        watch ? engine.raw.taut_web_watch() : 0,
                        number,
                    ),
                ),
            );
        } catch (error) {
            engine.forget(number);
            throw error;
        }
        this.forget();
        this.#number = number;
    }

    forget(): void {
        this.#world.engine.forget(this.#number);
        this.#number = 0;
    }

    #read(at: number): Watched {
        const { engine } = this.#world;
        const vectors = (field: string) =>
            pack(engine, readVectorPlace(engine, at + offsetOf("taut_watched", field)));
        const what = engine.codec.read<RawWatched>("taut_watched", at);
        return { ...what, places: vectors("places"), velocities: vectors("velocities") };
    }
}
