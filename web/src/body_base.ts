// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { blueprintConstraint, blueprintStats } from "./blueprint.js";
import { checkNumber, checkWhole } from "./codec.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { Pointer } from "./generated/functions.js";
import type {
    BlueprintStats,
    ConstraintDef,
    ConstraintState,
    Measure,
    Part,
    Reaction,
} from "./generated/structs.js";
import type { Id, Read, Vec3 } from "./values.js";
import { copyInts, pack, VectorCache, vectorPlace } from "./views.js";
import type { World } from "./world.js";

/** What a body is and where: all that only reads. */
export abstract class BodyBase {
    readonly world: World;
    /** @internal */
    readonly engine: Engine;
    /** Names it in events and queries. */
    readonly id: Id;
    /** Which particles and constraints the maker added; undefined of a body made by hand. */
    readonly part: Part | undefined;
    readonly #positions = new VectorCache();
    readonly #velocities = new VectorCache();
    readonly #normals = new VectorCache();
    #destroyed = false;

    /** @internal */
    constructor(world: World, id: Id, part?: Part) {
        this.world = world;
        this.engine = world.engine;
        this.id = id;
        this.part = part;
    }

    // Being ---------------------------------------------------------------------------------------

    /** False once it was destroyed, and after a snapshot was restored that knows nothing of it. */
    get valid(): boolean {
        if (this.#destroyed || this.world.destroyed) {
            return false;
        }
        const { engine, world } = this;
        return engine.memory.during(
            () => engine.raw.taut_body_valid(world.pointer, engine.takeId(this.id)) !== 0,
        );
    }

    #mustBeValid(): void {
        if (!this.valid) {
            throw invalid(`this ${this.constructor.name.toLowerCase()} was destroyed`);
        }
    }

    /** Takes it out of its world. */
    destroy(): void {
        if (!this.#destroyed && !this.world.destroyed) {
            this.call((world, id) => this.engine.raw.taut_body_destroy(world, id));
            this.#destroyed = true;
            this.world.forgetBody(this.id);
        }
    }

    /** A call that can fail, by world and id. @internal */
    call(call: (world: Pointer, id: Pointer) => number): void {
        this.#mustBeValid();
        const { engine, world } = this;
        engine.memory.during(() => world.check(call(world.pointer, engine.takeId(this.id))));
    }

    /** A call that cannot fail and gives a number. @internal */
    ask(call: (world: Pointer, id: Pointer) => number): number {
        this.#mustBeValid();
        const { engine, world } = this;
        return engine.memory.during(() => call(world.pointer, engine.takeId(this.id)));
    }

    #view(call: (view: Pointer, world: Pointer, id: Pointer) => void) {
        this.#mustBeValid();
        const { engine, world } = this;
        return vectorPlace(engine, (view) => call(view, world.pointer, engine.takeId(this.id)));
    }

    // Reading -------------------------------------------------------------------------------------

    get #positionPlace() {
        return this.#view(this.engine.raw.taut_body_positions);
    }

    get particleCount(): number {
        return this.#positionPlace.count;
    }

    /** How many floats one particle is from the next in `positions` and `velocities`. */
    get stride(): number {
        return this.#positionPlace.stride;
    }

    /**
     * Where the particles are, in the library's own memory: nothing is copied, and each step
     * changes the numbers. Particle i is at [i * stride], [i * stride + 1], [i * stride + 2].
     *
     * Take it anew after each call: when the memory of the module grows, which only making things
     * does, an array that was kept is empty from then on. Taking it costs next to nothing.
     */
    get positions(): Float32Array {
        return this.#positions.get(this.engine, this.#positionPlace);
    }

    /** Metres per second, with the same `stride`. See `positions`. */
    get velocities(): Float32Array {
        return this.#velocities.get(this.engine, this.#view(this.engine.raw.taut_body_velocities));
    }

    /** Unit normals of the surface at each particle, made by this call; three floats each. */
    get normals(): Float32Array {
        return this.#normals.get(this.engine, this.#view(this.engine.raw.taut_body_normals));
    }

    /** x, y, z of each particle without gaps, as for a buffer of WebGL. */
    copyPositions(into?: Float32Array): Float32Array {
        return pack(this.engine, this.#positionPlace, into);
    }

    copyVelocities(into?: Float32Array): Float32Array {
        return pack(this.engine, this.#view(this.engine.raw.taut_body_velocities), into);
    }

    copyNormals(into?: Float32Array): Float32Array {
        return pack(this.engine, this.#view(this.engine.raw.taut_body_normals), into);
    }

    #vectorOf(array: Float32Array, particle: number): Vec3 {
        const { count, stride } = this.#positionPlace;
        if (!Number.isInteger(particle) || particle < 0 || particle >= count) {
            throw invalid(`there is no particle ${particle} among ${count}`);
        }
        const at = particle * stride;
        return [array[at] as number, array[at + 1] as number, array[at + 2] as number];
    }

    position(particle: number): Vec3 {
        return this.#vectorOf(this.positions, particle);
    }

    velocity(particle: number): Vec3 {
        return this.#vectorOf(this.velocities, particle);
    }

    /** Positions between the last two steps, for drawing: (1 - blend) before + blend after. */
    interpolate(blend: number, into?: Float32Array): Float32Array {
        const { engine } = this;
        const count = this.particleCount;
        const out = into ?? new Float32Array(3 * count);
        this.call((world, id) => {
            const at = engine.memory.take(12 * count);
            const result = engine.raw.taut_body_interpolate(
                world,
                id,
                checkNumber(blend, "blend"),
                at,
                count,
            );
            out.set(engine.memory.floats(at, 3 * count));
            return result;
        });
        return out;
    }

    /** Three corners per triangle as they are now, after tears and cuts: a copy. */
    get triangles(): Int32Array {
        this.#mustBeValid();
        const { engine, world } = this;
        return copyInts(engine, (view) =>
            engine.raw.taut_body_triangles(view, world.pointer, engine.takeId(this.id)),
        );
    }

    /** What its blueprint came to. */
    get stats(): BlueprintStats {
        return blueprintStats(this.engine, this.ask(this.engine.raw.taut_body_blueprint));
    }

    /** Constraint `index` as it was added. */
    constraintDef(index: number): Read<ConstraintDef> {
        return blueprintConstraint(
            this.engine,
            this.ask(this.engine.raw.taut_body_blueprint),
            index,
        );
    }

    /** Kilograms of a particle, pinned or not. */
    mass(particle: number): number {
        return this.ask((world, id) =>
            this.engine.raw.taut_body_mass(world, id, checkWhole(particle, "particle")),
        );
    }

    setMass(particle: number, mass: number): void {
        checkWhole(particle, "particle");
        this.call((world, id) =>
            this.engine.raw.taut_body_set_mass(world, id, particle, checkNumber(mass, "mass")),
        );
    }

    /** A call that fills in a struct. @internal */
    readStruct<T>(
        name: Parameters<Engine["struct"]>[0],
        call: (world: Pointer, id: Pointer, at: Pointer) => number,
    ): T {
        return this.engine.struct<T>(name, (at) => this.call((world, id) => call(world, id, at)));
    }

    /** What one constraint did in the last substep; tethers follow those that were added. */
    constraint(index: number): ConstraintState {
        return this.readStruct("taut_constraint_state", (world, id, at) =>
            this.engine.raw.taut_body_constraint(world, id, checkWhole(index, "index"), at),
        );
    }

    /**
     * Forces of constraints [first, first + count), in newtons or the unit of their kind. Without a
     * count: of all from the first on that the body was built with, which leaves out tethers that
     * were added by themselves.
     */
    forces(first = 0, number?: number): Float32Array {
        const { engine } = this;
        const count = number ?? Math.max(0, this.stats.added - checkWhole(first, "first"));
        const out = new Float32Array(checkWhole(count, "count", 0));
        this.call((world, id) => {
            const at = engine.memory.take(4 * count);
            const result = engine.raw.taut_body_forces(
                world,
                id,
                checkWhole(first, "first"),
                count,
                at,
            );
            out.set(engine.memory.floats(at, count));
            return result;
        });
        return out;
    }

    #float(call: (world: Pointer, id: Pointer, out: Pointer) => number): number {
        let value = 0;
        this.call((world, id) => {
            const at = this.engine.memory.take(4);
            const result = call(world, id, at);
            value = this.engine.memory.view.getFloat32(at, true);
            return result;
        });
        return value;
    }

    /** The force of constraint `index` among those of the caller. */
    userForce(index: number): number {
        return this.#float((world, id, at) =>
            this.engine.raw.taut_body_user_force(world, id, checkWhole(index, "index"), at),
        );
    }

    /** What a pinned particle holds, in newtons. */
    reaction(particle: number): Reaction {
        return this.readStruct("taut_reaction", (world, id, at) =>
            this.engine.raw.taut_body_reaction(world, id, checkWhole(particle, "particle"), at),
        );
    }

    /** How the body is doing: energies, stretch, speed and more. */
    measure(): Measure {
        return this.readStruct("taut_measure", this.engine.raw.taut_body_measure);
    }
}
