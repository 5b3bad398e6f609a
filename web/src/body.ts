// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { BodyBase } from "./body_base.js";
import { checkNumber, checkWhole, enumNumber } from "./codec.js";
import type { Release } from "./generated/enums.js";
import type { AirDef, GasState, Settled, SettleDef, Teleport } from "./generated/structs.js";
import type { Vec3, Vec3Like } from "./values.js";

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
export class Body extends BodyBase {
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
            engine.raw.taut_body_add_impulse(
                world,
                id,
                particle,
                engine.takeVec3(impulse, "impulse"),
            ),
        );
    }

    /** Puts a load on the two particles beside its place, through the next step. */
    loadPath(load: PathLoad): { onPath: boolean; place: Vec3 | undefined } {
        const { engine } = this;
        const name = "taut_path_load";
        const { particles, ...plain } = load;
        let found: { onPath: boolean; place: Vec3 | undefined } = {
            onPath: false,
            place: undefined,
        };
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
        return this.ask((world, id) => this.engine.raw.taut_body_pinned(world, id, particle)) !== 0;
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
        this.call((world, id) =>
            this.engine.raw.taut_body_set_drag(world, id, checkNumber(drag, "drag")),
        );
    }

    /** The realm that it was made in: it meets nothing of any other. */
    get realm(): number {
        return this.ask(this.engine.raw.taut_body_realm) >>> 0;
    }

    /** A frozen body keeps its state and takes no part in steps. */
    get frozen(): boolean {
        return this.ask(this.engine.raw.taut_body_frozen) !== 0;
    }

    set frozen(frozen: boolean) {
        this.call((world, id) => this.engine.raw.taut_body_set_frozen(world, id, frozen ? 1 : 0));
    }

    get asleep(): boolean {
        return this.ask(this.engine.raw.taut_body_asleep) !== 0;
    }

    wake(): void {
        this.call(this.engine.raw.taut_body_wake);
    }

    /** Lets this body come to rest where it would hang in the end. */
    settle(def: SettleDef = {}): Settled {
        const { engine } = this;
        return this.readStruct("taut_settled", (world, id, at) =>
            engine.raw.taut_body_settle(
                world,
                id,
                engine.def("taut_settle_def", def, "settle"),
                at,
            ),
        );
    }

    /** Puts it elsewhere at once, as a rigid whole. */
    teleport(to: Teleport): void {
        const { engine } = this;
        this.call((world, id) =>
            engine.raw.taut_body_teleport(world, id, engine.def("taut_teleport", to, "teleport")),
        );
    }

    /** How it feels the air. */
    setAir(def: AirDef): void {
        const { engine } = this;
        this.call((world, id) =>
            engine.raw.taut_body_set_air(world, id, engine.def("taut_air_def", def, "air")),
        );
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
            this.engine.raw.taut_body_set_compliance(
                world,
                id,
                constraint,
                checkNumber(compliance, "compliance"),
            ),
        );
    }

    /** Force and stretch at which a constraint breaks; 0 for none. */
    setLimits(constraint: number, strength: number, stretch = 0): void {
        checkWhole(constraint, "constraint");
        checkNumber(strength, "strength");
        this.call((world, id) =>
            this.engine.raw.taut_body_set_limits(
                world,
                id,
                constraint,
                strength,
                checkNumber(stretch, "stretch"),
            ),
        );
    }

    /** Breaks one constraint. */
    break(constraint: number): void {
        checkWhole(constraint, "constraint");
        this.call((world, id) => this.engine.raw.taut_body_break(world, id, constraint));
    }

    broken(constraint: number): boolean {
        checkWhole(constraint, "constraint");
        return (
            this.ask((world, id) => this.engine.raw.taut_body_broken(world, id, constraint)) !== 0
        );
    }

    /** The particle of the blueprint that a particle comes from; -1 for a number out of range. */
    particleOrigin(particle: number): number {
        checkWhole(particle, "particle");
        return this.ask((world, id) =>
            this.engine.raw.taut_body_particle_origin(world, id, particle),
        );
    }

    /** Which piece each particle is in after cuts and tears, and how many there are. */
    pieces(): { readonly count: number; readonly pieceOf: Int32Array } {
        const { engine } = this;
        const particles = this.particleCount;
        let pieceOf = new Int32Array(0);
        const count = this.ask((world, id) => {
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
        return this.ask((world, id) =>
            this.engine.raw.taut_body_find_link(world, id, a, checkWhole(b, "b")),
        );
    }

    // Gas -----------------------------------------------------------------------------------------

    get gasCount(): number {
        return this.ask(this.engine.raw.taut_body_gas_count);
    }

    gas(gas = 0): GasState {
        return this.readStruct("taut_gas_state", (world, id, at) =>
            this.engine.raw.taut_body_gas(world, id, checkWhole(gas, "gas"), at),
        );
    }

    /** Pascals above ambient at the present volume. */
    setPressure(gauge: number, gas = 0): void {
        this.call((world, id) =>
            this.engine.raw.taut_body_set_pressure(
                world,
                id,
                checkWhole(gas, "gas"),
                checkNumber(gauge, "gauge"),
            ),
        );
    }

    /** Blows in so many m^3 of gas at ambient pressure, or lets them out. */
    inflate(volume: number, gas = 0): void {
        this.call((world, id) =>
            this.engine.raw.taut_body_inflate(
                world,
                id,
                checkWhole(gas, "gas"),
                checkNumber(volume, "volume"),
            ),
        );
    }

    setAmbient(ambient: number, gas = 0): void {
        this.call((world, id) =>
            this.engine.raw.taut_body_set_ambient(
                world,
                id,
                checkWhole(gas, "gas"),
                checkNumber(ambient, "ambient"),
            ),
        );
    }

    /** A hole of so many m^2 through which gas leaves; Infinity: open wide. */
    setLeak(area: number, gas = 0): void {
        this.call((world, id) =>
            this.engine.raw.taut_body_set_leak(
                world,
                id,
                checkWhole(gas, "gas"),
                checkNumber(area, "area"),
            ),
        );
    }
}
