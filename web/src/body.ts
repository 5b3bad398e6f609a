// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { blueprintConstraint, blueprintStats } from "./blueprint.js";
import { checkNumber, checkWhole, enumNumber } from "./codec.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { Release } from "./generated/enums.js";
import type { Pointer } from "./generated/functions.js";
import type {
    AirDef,
    BlueprintStats,
    ConstraintDef,
    ConstraintState,
    GasState,
    Measure,
    Part,
    Reaction,
    Settled,
    SettleDef,
    Teleport,
} from "./generated/structs.js";
import type { Id, Read, Vec3, Vec3Like } from "./values.js";
import { copyInts, pack, VectorCache, vectorPlace } from "./views.js";
import type { World } from "./world.js";

/** Where a load on a path of particles is. */
export interface PathLoad {
    /** The path, from its start on: two particles or more. */
    particles: readonly number[];
    /** Metres from the first one, along the path as it lies now. */
    position: number;
    /** Newtons. */
    force: Vec3Like;
}

/**
 * A body of a world: particles that hang together. Its numbers of particles and constraints are
 * those of the builder it was made with.
 */
export class Body {
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
        return engine.memory.during(() => engine.raw.taut_body_valid(world.pointer, engine.takeId(this.id)) !== 0);
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
            this.world.forgetBody(this);
        }
    }

    /** A call that can fail, by world and id. @internal */
    call(call: (world: Pointer, id: Pointer) => number): void {
        this.#mustBeValid();
        const { engine, world } = this;
        engine.memory.during(() => world.check(call(world.pointer, engine.takeId(this.id))));
    }

    // A call that cannot fail and gives a number.
    #ask(call: (world: Pointer, id: Pointer) => number): number {
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
            const result = engine.raw.taut_body_interpolate(world, id, checkNumber(blend, "blend"), at, count);
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
        return blueprintStats(this.engine, this.#ask(this.engine.raw.taut_body_blueprint));
    }

    /** Constraint `index` as it was added. */
    constraintDef(index: number): Read<ConstraintDef> {
        return blueprintConstraint(this.engine, this.#ask(this.engine.raw.taut_body_blueprint), index);
    }

    /** Kilograms of a particle, pinned or not. */
    mass(particle: number): number {
        return this.#ask((world, id) => this.engine.raw.taut_body_mass(world, id, checkWhole(particle, "particle")));
    }

    setMass(particle: number, mass: number): void {
        checkWhole(particle, "particle");
        this.call((world, id) => this.engine.raw.taut_body_set_mass(world, id, particle, checkNumber(mass, "mass")));
    }

    #read<T>(name: Parameters<Engine["struct"]>[0], call: (world: Pointer, id: Pointer, at: Pointer) => number): T {
        return this.engine.struct<T>(name, (at) => this.call((world, id) => call(world, id, at)));
    }

    /** What one constraint did in the last substep; tethers follow those that were added. */
    constraint(index: number): ConstraintState {
        return this.#read("taut_constraint_state", (world, id, at) =>
            this.engine.raw.taut_body_constraint(world, id, checkWhole(index, "index"), at),
        );
    }

    /** Forces of constraints [first, first + count), in newtons or the unit of their kind. */
    forces(first: number, count: number): Float32Array {
        const { engine } = this;
        const out = new Float32Array(checkWhole(count, "count", 0));
        this.call((world, id) => {
            const at = engine.memory.take(4 * count);
            const result = engine.raw.taut_body_forces(world, id, checkWhole(first, "first"), count, at);
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
        return this.#read("taut_reaction", (world, id, at) =>
            this.engine.raw.taut_body_reaction(world, id, checkWhole(particle, "particle"), at),
        );
    }

    /** How the body is doing: energies, stretch, speed and more. */
    measure(): Measure {
        return this.#read("taut_measure", this.engine.raw.taut_body_measure);
    }

    // Reaching in ---------------------------------------------------------------------------------

    /** Newtons on one particle, through the whole of the next step; calls add up. */
    addForce(particle: number, force: Vec3Like): void {
        const { engine } = this;
        checkWhole(particle, "particle");
        this.call((world, id) =>
            engine.raw.taut_body_add_force(world, id, particle, engine.takeVec3(force, "force")),
        );
    }

    /** N s: changes a particle's velocity at once by impulse / mass. */
    addImpulse(particle: number, impulse: Vec3Like): void {
        const { engine } = this;
        checkWhole(particle, "particle");
        this.call((world, id) =>
            engine.raw.taut_body_add_impulse(world, id, particle, engine.takeVec3(impulse, "impulse")),
        );
    }

    /** Puts a load on the two particles beside its place, through the next step. */
    loadPath(load: PathLoad): { onPath: boolean; place: Vec3 | undefined } {
        const { engine } = this;
        const name = "taut_path_load";
        const { particles, ...plain } = load;
        let found: { onPath: boolean; place: Vec3 | undefined } = { onPath: false, place: undefined };
        this.call((world, id) => {
            const at = engine.def(name, plain, "load");
            engine.memory.view.setUint32(at, engine.memory.takeInts(particles), true);
            engine.memory.view.setInt32(at + 4, particles.length, true);
            const result = engine.raw.taut_body_load_path(world, id, at);
            const { onPath, place } = engine.codec.read<{ onPath: boolean; place: Vec3 }>(name, at);
            found = { onPath, place: onPath ? place : undefined };
            return result;
        });
        return found;
    }

    /** Holds a particle where it is. */
    pin(particle: number): void {
        checkWhole(particle, "particle");
        this.call((world, id) => this.engine.raw.taut_body_pin(world, id, particle));
    }

    /** Lets a pinned particle go at rest. */
    unpin(particle: number): void {
        checkWhole(particle, "particle");
        this.call((world, id) => this.engine.raw.taut_body_unpin(world, id, particle));
    }

    /** True for pinned and for grabbed particles. */
    pinned(particle: number): boolean {
        checkWhole(particle, "particle");
        return this.#ask((world, id) => this.engine.raw.taut_body_pinned(world, id, particle)) !== 0;
    }

    /** Moves a pinned or grabbed particle there, evenly over the next step. */
    setTarget(particle: number, target: Vec3Like): void {
        const { engine } = this;
        checkWhole(particle, "particle");
        this.call((world, id) =>
            engine.raw.taut_body_set_target(world, id, particle, engine.takeVec3(target, "target")),
        );
    }

    /** Takes hold of a free particle; drag it with setTarget(). */
    grab(particle: number): void {
        checkWhole(particle, "particle");
        this.call((world, id) => this.engine.raw.taut_body_grab(world, id, particle));
    }

    /** Lets a grabbed particle go: from rest, or with the velocity of the hand. */
    release(particle: number, how: Release = "drop"): void {
        checkWhole(particle, "particle");
        const number = enumNumber("taut_release", how, "how");
        this.call((world, id) => this.engine.raw.taut_body_release(world, id, particle, number));
    }

    setGravityScale(scale: number): void {
        this.call((world, id) =>
            this.engine.raw.taut_body_set_gravity_scale(world, id, checkNumber(scale, "scale")),
        );
    }

    /** 1/s: velocity falls as exp(-drag t). */
    setDrag(drag: number): void {
        this.call((world, id) => this.engine.raw.taut_body_set_drag(world, id, checkNumber(drag, "drag")));
    }

    /** A frozen body keeps its state and takes no part in steps. */
    get frozen(): boolean {
        return this.#ask(this.engine.raw.taut_body_frozen) !== 0;
    }

    set frozen(frozen: boolean) {
        this.call((world, id) => this.engine.raw.taut_body_set_frozen(world, id, frozen ? 1 : 0));
    }

    get asleep(): boolean {
        return this.#ask(this.engine.raw.taut_body_asleep) !== 0;
    }

    wake(): void {
        this.call(this.engine.raw.taut_body_wake);
    }

    /** Lets this body come to rest where it would hang in the end. */
    settle(def: SettleDef = {}): Settled {
        const { engine } = this;
        return this.#read("taut_settled", (world, id, at) =>
            engine.raw.taut_body_settle(world, id, engine.def("taut_settle_def", def, "settle"), at),
        );
    }

    /** Puts it elsewhere at once, as a rigid whole. */
    teleport(to: Teleport): void {
        const { engine } = this;
        this.call((world, id) => engine.raw.taut_body_teleport(world, id, engine.def("taut_teleport", to, "teleport")));
    }

    /** How it feels the air. */
    setAir(def: AirDef): void {
        const { engine } = this;
        this.call((world, id) => engine.raw.taut_body_set_air(world, id, engine.def("taut_air_def", def, "air")));
    }

    // Changing ------------------------------------------------------------------------------------

    setRest(constraint: number, rest: number): void {
        checkWhole(constraint, "constraint");
        this.call((world, id) =>
            this.engine.raw.taut_body_set_rest(world, id, constraint, checkNumber(rest, "rest")),
        );
    }

    setCompliance(constraint: number, compliance: number): void {
        checkWhole(constraint, "constraint");
        this.call((world, id) =>
            this.engine.raw.taut_body_set_compliance(world, id, constraint, checkNumber(compliance, "compliance")),
        );
    }

    /** Force and stretch at which a constraint breaks; 0 for none. */
    setLimits(constraint: number, strength: number, stretch = 0): void {
        checkWhole(constraint, "constraint");
        checkNumber(strength, "strength");
        this.call((world, id) =>
            this.engine.raw.taut_body_set_limits(world, id, constraint, strength, checkNumber(stretch, "stretch")),
        );
    }

    /** Breaks one constraint. */
    break(constraint: number): void {
        checkWhole(constraint, "constraint");
        this.call((world, id) => this.engine.raw.taut_body_break(world, id, constraint));
    }

    broken(constraint: number): boolean {
        checkWhole(constraint, "constraint");
        return this.#ask((world, id) => this.engine.raw.taut_body_broken(world, id, constraint)) !== 0;
    }

    /** The particle of the blueprint that a particle comes from; -1 for a number out of range. */
    particleOrigin(particle: number): number {
        checkWhole(particle, "particle");
        return this.#ask((world, id) => this.engine.raw.taut_body_particle_origin(world, id, particle));
    }

    /** Which piece each particle is in after cuts and tears, and how many there are. */
    pieces(): { readonly count: number; readonly pieceOf: Int32Array } {
        const { engine } = this;
        const particles = this.particleCount;
        let pieceOf = new Int32Array(0);
        const count = this.#ask((world, id) => {
            const at = engine.memory.take(4 * particles);
            const pieces = engine.raw.taut_body_pieces(world, id, at, particles);
            pieceOf = engine.memory.ints(at, particles).slice();
            return pieces;
        });
        return { count, pieceOf };
    }

    /** The number of the link between two particles; -1 where there is none. */
    findLink(a: number, b: number): number {
        checkWhole(a, "a");
        return this.#ask((world, id) => this.engine.raw.taut_body_find_link(world, id, a, checkWhole(b, "b")));
    }

    // Gas -----------------------------------------------------------------------------------------

    get gasCount(): number {
        return this.#ask(this.engine.raw.taut_body_gas_count);
    }

    gas(gas = 0): GasState {
        return this.#read("taut_gas_state", (world, id, at) =>
            this.engine.raw.taut_body_gas(world, id, checkWhole(gas, "gas"), at),
        );
    }

    /** Pascals above ambient at the present volume. */
    setPressure(gauge: number, gas = 0): void {
        this.call((world, id) => this.engine.raw.taut_body_set_pressure(world, id, checkWhole(gas, "gas"), checkNumber(gauge, "gauge")));
    }

    /** Blows in so many m^3 of gas at ambient pressure, or lets them out. */
    inflate(volume: number, gas = 0): void {
        this.call((world, id) => this.engine.raw.taut_body_inflate(world, id, checkWhole(gas, "gas"), checkNumber(volume, "volume")));
    }

    setAmbient(ambient: number, gas = 0): void {
        this.call((world, id) => this.engine.raw.taut_body_set_ambient(world, id, checkWhole(gas, "gas"), checkNumber(ambient, "ambient")));
    }

    /** A hole of so many m^2 through which gas leaves; Infinity: open wide. */
    setLeak(area: number, gas = 0): void {
        this.call((world, id) => this.engine.raw.taut_body_set_leak(world, id, checkWhole(gas, "gas"), checkNumber(area, "area")));
    }
}
