// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { offsetOf } from "./codec.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { Pointer } from "./generated/functions.js";
import type { ColliderDef, ColliderLoad, Filter, Surface } from "./generated/structs.js";
import type { Id, Quat, QuatLike, Read, Vec3Like } from "./values.js";
import type { World } from "./world.js";

const noTurn: Quat = [0, 0, 0, 1];

/** A collider as it is: a def that would make it again, but for a baked shape. */
export type ColliderState = Read<Omit<ColliderDef, "baked">>;

/** Something that bodies cannot pass: a shape at a place. It stands, or goes where it is moved. */
export class Collider {
    readonly world: World;
    readonly id: Id;
    readonly #engine: Engine;

    /** @internal */
    constructor(world: World, id: Id) {
        this.world = world;
        this.id = id;
        this.#engine = world.engine;
    }

    get valid(): boolean {
        const engine = this.#engine;
        return (
            !this.world.destroyed &&
            engine.memory.during(
                () =>
                    engine.raw.taut_collider_valid(this.world.pointer, engine.takeId(this.id)) !==
                    0,
            )
        );
    }

    #call(call: (world: Pointer, id: Pointer) => number): void {
        if (!this.valid) {
            throw invalid("this collider was destroyed");
        }
        const { world } = this;
        const engine = this.#engine;
        engine.memory.during(() => world.check(call(world.pointer, engine.takeId(this.id))));
    }

    destroy(): void {
        if (this.valid) {
            this.#call(this.#engine.raw.taut_collider_destroy);
            this.world.forgetCollider(this);
        }
    }

    /** Moves it there evenly over the next step: what touches it is pushed and rubbed. */
    move(position: Vec3Like, rotation: QuatLike = noTurn): void {
        const engine = this.#engine;
        this.#call((world, id) =>
            engine.raw.taut_collider_move(
                world,
                id,
                engine.takeVec3(position, "position"),
                engine.takeQuat(rotation, "rotation"),
            ),
        );
    }

    /** Puts it elsewhere at once: nothing is swept on the way. */
    teleport(position: Vec3Like, rotation: QuatLike = noTurn): void {
        const engine = this.#engine;
        this.#call((world, id) =>
            engine.raw.taut_collider_teleport(
                world,
                id,
                engine.takeVec3(position, "position"),
                engine.takeQuat(rotation, "rotation"),
            ),
        );
    }

    /** Fields that are not given keep their defaults. */
    setSurface(surface: Surface): void {
        const engine = this.#engine;
        this.#call((world, id) => {
            const at = this.#part("surface", surface);
            return engine.raw.taut_collider_set_surface(world, id, at);
        });
    }

    setFilter(filter: Filter): void {
        const engine = this.#engine;
        this.#call((world, id) => {
            const at = this.#part("filter", filter);
            return engine.raw.taut_collider_set_filter(world, id, at);
        });
    }

    // The part of a collider's def, whose default fills it in.
    #part(field: "surface" | "filter", value: object): Pointer {
        const at = this.#engine.def("taut_collider_def", { [field]: value }, "collider");
        return at + offsetOf("taut_collider_def", field);
    }

    /** What it is and where, as after the last step. */
    get state(): ColliderState {
        const engine = this.#engine;
        return engine.struct("taut_collider_def", (at) =>
            this.#call((world, id) => engine.raw.taut_collider_get(world, id, at)),
        );
    }

    /** What bodies put on it: the mean over the last step, in newtons and N m. */
    get load(): ColliderLoad {
        const engine = this.#engine;
        return engine.struct("taut_collider_load", (at) =>
            this.#call((world, id) => engine.raw.taut_collider_reaction(world, id, at)),
        );
    }
}
