// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { checkNumber } from "./codec.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { Pointer } from "./generated/functions.js";
import type { AttachmentState } from "./generated/structs.js";
import type { Id, Vec3Like } from "./values.js";
import type { World } from "./world.js";

/** A particle held by a place, a particle, a surface, a link or a collider, until let go. */
export class Attachment {
    readonly world: World;
    readonly id: Id;
    readonly #engine: Engine;

    /** @internal */
    constructor(world: World, id: Id) {
        this.world = world;
        this.id = id;
        this.#engine = world.engine;
    }

    /** False once it was detached or gave way. */
    get valid(): boolean {
        const engine = this.#engine;
        return (
            !this.world.destroyed &&
            engine.memory.during(
                () =>
                    engine.raw.taut_attachment_valid(this.world.pointer, engine.takeId(this.id)) !==
                    0,
            )
        );
    }

    #call(call: (world: Pointer, id: Pointer) => number): void {
        if (!this.valid) {
            throw invalid("this attachment holds no more");
        }
        const { world } = this;
        const engine = this.#engine;
        engine.memory.during(() => world.check(call(world.pointer, engine.takeId(this.id))));
    }

    /** Lets go; velocities stay as they are. Once more does nothing. */
    detach(): void {
        if (this.valid) {
            this.#call(this.#engine.raw.taut_detach);
        }
    }

    /** Moves the place of a point evenly over the next step. */
    setPlace(place: Vec3Like): void {
        const engine = this.#engine;
        this.#call((world, id) =>
            engine.raw.taut_attachment_set_place(world, id, engine.takeVec3(place, "place")),
        );
    }

    /** Pays out or takes in, evenly over the next step. Metres. */
    setLength(length: number): void {
        const engine = this.#engine;
        this.#call((world, id) =>
            engine.raw.taut_attachment_set_length(world, id, checkNumber(length, "length")),
        );
    }

    /** How things are drawn together: m/s and m/s^2 at most. */
    setDraw(speed: number, acceleration: number): void {
        const engine = this.#engine;
        checkNumber(speed, "speed");
        this.#call((world, id) =>
            engine.raw.taut_attachment_set_draw(
                world,
                id,
                speed,
                checkNumber(acceleration, "acceleration"),
            ),
        );
    }

    /** Its force in newtons, and where both ends are. */
    get state(): AttachmentState {
        const engine = this.#engine;
        return engine.struct("taut_attachment_state", (at) =>
            this.#call((world, id) => engine.raw.taut_attachment_get_state(world, id, at)),
        );
    }
}
