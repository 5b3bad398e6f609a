// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { Blueprint } from "./blueprint.js";
import { checkNumber, checkWhole, enumNumber, offsetOf, sizeOf, type StructName } from "./codec.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { ConstraintKind, Sides } from "./generated/enums.js";
import type { Pointer } from "./generated/functions.js";
import type {
    BalloonDef,
    BlobDef,
    ChainDef,
    ClothDef,
    ConstraintDef,
    FootbridgeDef,
    GasDef,
    JellyDef,
    MeshClothDef,
    NetDef,
    Part,
    Ragdoll as RagdollParts,
    RagdollDef,
    RopeDef,
    SoftMeshDef,
    SoftReport,
    TetherDef,
    TrussDef,
} from "./generated/structs.js";
import { Owned } from "./owned.js";
import type { Vec3, Vec3Like } from "./values.js";

/** A constraint of your own: docs/algorithm.md has the update it takes part in. */
export interface UserConstraintDef {
    /** 1 to 8 particles. */
    particles: readonly number[];
    /**
     * Value and gradients at positions x: three numbers per particle in both arrays, which are
     * valid during the call alone. Returns C; anything but a number sits this one out. Whether it
     * gives the same bits everywhere is up to it.
     */
    evaluate: (x: Float32Array, gradient: Float32Array) => number | undefined;
    /** In units of C per unit of force; default 0. */
    compliance?: number;
    /** `tension` keeps C <= 0, `compression` keeps C >= 0; default `both`. */
    sides?: Sides;
}

/**
 * Collects particles and constraints; bake() checks, orders and packs them. Every call that is
 * refused leaves the builder as it was.
 */
export class Builder extends Owned {
    constructor(engine: Engine) {
        super(engine, "builder", createBuilder(engine), engine.raw.taut_builder_destroy);
    }

    protected free(pointer: Pointer): void {
        this.engine.raw.taut_builder_destroy(pointer);
    }

    #call(call: (builder: Pointer) => number): void {
        const { engine, pointer } = this;
        engine.memory.during(() =>
            engine.check(call(pointer), () =>
                engine.memory.text(engine.raw.taut_builder_last_error(pointer)),
            ),
        );
    }

    // A call that writes a number to its last argument.
    #number(call: (builder: Pointer, index: Pointer) => number): number {
        let index = 0;
        this.#call((builder) => {
            const at = this.engine.memory.take(4);
            const result = call(builder, at);
            index = this.engine.memory.view.getInt32(at, true);
            return result;
        });
        return index;
    }

    // By hand -------------------------------------------------------------------------------------

    get particleCount(): number {
        return this.engine.raw.taut_builder_particle_count(this.pointer);
    }

    get constraintCount(): number {
        return this.engine.raw.taut_builder_constraint_count(this.pointer);
    }

    get triangleCount(): number {
        return this.engine.raw.taut_builder_triangle_count(this.pointer);
    }

    /** Where a particle was put; zero for one that is not there. */
    position(particle: number): Vec3 {
        const { engine, pointer } = this;
        return engine.vec3((at) => engine.raw.taut_builder_position(at, pointer, particle));
    }

    /**
     * @param mass kg, above 0; to hold a particle still, pin it
     * @returns its number, counted from 0
     */
    addParticle(position: Vec3Like, mass: number): number {
        const { raw } = this.engine;
        return this.#number((builder, index) => {
            const at = this.engine.takeVec3(position, "position");
            return raw.taut_builder_add_particle(builder, at, checkNumber(mass, "mass"), index);
        });
    }

    setMass(particle: number, mass: number): void {
        const { raw } = this.engine;
        checkWhole(particle, "particle");
        this.#call((builder) =>
            raw.taut_builder_set_mass(builder, particle, checkNumber(mass, "mass")),
        );
    }

    /** Adds to a mass: a weight at the end of a rope. */
    addMass(particle: number, mass: number): void {
        const { raw } = this.engine;
        checkWhole(particle, "particle");
        this.#call((builder) =>
            raw.taut_builder_add_mass(builder, particle, checkNumber(mass, "mass")),
        );
    }

    /** Starts a particle off pinned. */
    pin(particle: number): void {
        checkWhole(particle, "particle");
        this.#call((builder) => this.engine.raw.taut_builder_pin(builder, particle));
    }

    #constraint(def: ConstraintDef & { kind: ConstraintKind }): Pointer {
        const kind = enumNumber("taut_constraint_kind", def.kind, "constraint.kind");
        const at = this.engine.defaults("taut_constraint_def", kind);
        this.engine.codec.write("taut_constraint_def", at, def, "constraint");
        return at;
    }

    /** @returns its number, counted from 0 in the order of adding */
    addConstraint(def: ConstraintDef & { kind: ConstraintKind }): number {
        const { raw } = this.engine;
        return this.#number((builder, index) =>
            raw.taut_builder_add_constraint(builder, this.#constraint(def), index),
        );
    }

    /** A structural link between two particles at its present length, rigid unless told. */
    link(a: number, b: number, change: Omit<ConstraintDef, "kind" | "particles"> = {}): number {
        const { raw, codec, memory } = this.engine;
        return this.#number((builder, index) => {
            const at = memory.take(sizeOf("taut_constraint_def"));
            raw.taut_link(at, checkWhole(a, "a"), checkWhole(b, "b"));
            codec.write("taut_constraint_def", at, change, "link");
            return raw.taut_builder_add_constraint(builder, at, index);
        });
    }

    /** The value that a constraint would have where its particles are now. Adds nothing. */
    measure(def: ConstraintDef & { kind: ConstraintKind }): number {
        let value = 0;
        this.#call((builder) => {
            const out = this.engine.memory.take(4);
            const result = this.engine.raw.taut_builder_measure(
                builder,
                this.#constraint(def),
                out,
            );
            value = this.engine.memory.view.getFloat32(out, true);
            return result;
        });
        return value;
    }

    /** A triangle of the surface, counter-clockwise seen from outside. Adds no force. */
    addTriangle(a: number, b: number, c: number): void {
        [a, b, c].forEach((corner, i) => checkWhole(corner, "abc".charAt(i)));
        this.#call((builder) => this.engine.raw.taut_builder_add_triangle(builder, a, b, c));
    }

    /** Asks for tethers on particles [first, first + count), cooked when baking. */
    tether(def: TetherDef = {}, first = 0, count = this.particleCount - first): void {
        const { engine } = this;
        this.#call((builder) => {
            const at = engine.def("taut_tether_def", def, "tether");
            return engine.raw.taut_builder_tether(
                builder,
                at,
                checkWhole(first, "first"),
                checkWhole(count, "count"),
            );
        });
    }

    /** @returns its number among constraints of the caller */
    addUserConstraint(def: UserConstraintDef): number {
        const { engine } = this;
        const { evaluate, particles, ...plain } = def;
        if (typeof evaluate !== "function") {
            throw invalid("constraint.evaluate is no function");
        }
        return this.#number((builder, index) => {
            const name = "taut_user_constraint_def";
            const at = engine.def(name, { ...plain, particles }, "constraint");
            const view = engine.memory.view;
            view.setInt32(at + offsetOf(name, "particleCount"), particles.length, true);
            view.setUint32(at + offsetOf(name, "evaluate"), engine.raw.taut_web_constraint(), true);
            const context = engine.remember((...places) => this.#evaluate(evaluate, places));
            view.setUint32(at + offsetOf(name, "context"), context, true);
            return engine.raw.taut_builder_add_user_constraint(builder, at, index);
        });
    }

    #evaluate(evaluate: UserConstraintDef["evaluate"], places: number[]): boolean {
        const [count = 0, x = 0, value = 0, gradient = 0] = places;
        const { memory } = this.engine;
        const c = evaluate(memory.floats(x, 3 * count), memory.floats(gradient, 3 * count));
        if (typeof c !== "number") {
            return false;
        }
        memory.view.setFloat32(value, c, true);
        return true;
    }

    /** Fills a closed surface, or a loop of a planar body, with gas. @returns its number */
    addGas(def: GasDef = {}): number {
        const { engine } = this;
        return this.#number((builder, index) =>
            engine.raw.taut_builder_add_gas(builder, engine.def("taut_gas_def", def, "gas"), index),
        );
    }

    // Ready-made ----------------------------------------------------------------------------------

    #make<T = Part>(
        name: StructName,
        def: object,
        path: string,
        make: (builder: Pointer, def: Pointer, made: Pointer) => number,
        made: StructName = "taut_part",
    ): T {
        const { engine } = this;
        let part: T | undefined;
        this.#call((builder) => {
            const out = engine.memory.take(sizeOf(made));
            const result = make(builder, engine.def(name, def, path), out);
            part = engine.codec.read<T>(made, out);
            return result;
        });
        return part as T;
    }

    makeRope(def: RopeDef = {}): Part {
        return this.#make("taut_rope_def", def, "rope", this.engine.raw.taut_make_rope);
    }

    makeChain(def: ChainDef = {}): Part {
        return this.#make("taut_chain_def", def, "chain", this.engine.raw.taut_make_chain);
    }

    makeCloth(def: ClothDef = {}): Part {
        return this.#make("taut_cloth_def", def, "cloth", this.engine.raw.taut_make_cloth);
    }

    makeNet(def: NetDef = {}): Part {
        return this.#make("taut_net_def", def, "net", this.engine.raw.taut_make_net);
    }

    makeJelly(def: JellyDef = {}): Part {
        return this.#make("taut_jelly_def", def, "jelly", this.engine.raw.taut_make_jelly);
    }

    makeBlob(def: BlobDef = {}): Part {
        return this.#make("taut_blob_def", def, "blob", this.engine.raw.taut_make_blob);
    }

    makeBalloon(def: BalloonDef = {}): Part {
        return this.#make("taut_balloon_def", def, "balloon", this.engine.raw.taut_make_balloon);
    }

    makeFootbridge(def: FootbridgeDef = {}): Part {
        const { raw } = this.engine;
        return this.#make("taut_footbridge_def", def, "footbridge", raw.taut_make_footbridge);
    }

    makeTruss(def: TrussDef): Part {
        return this.#make("taut_truss_def", def, "truss", this.engine.raw.taut_make_truss);
    }

    makeRagdoll(def: RagdollDef): RagdollParts {
        const { raw } = this.engine;
        const name = "taut_ragdoll_def";
        return this.#make(name, def, "ragdoll", raw.taut_make_ragdoll, "taut_ragdoll");
    }

    /** A cloth of any triangle mesh. `weldMap` has the particle of each vertex. */
    makeMeshCloth(def: MeshClothDef): Part & { readonly weldMap: Int32Array } {
        const { engine } = this;
        const count = (def.vertices?.length ?? 0) / 3;
        let weldMap = new Int32Array(0);
        const part = this.#make("taut_mesh_cloth_def", def, "meshCloth", (builder, at, out) => {
            const map = engine.memory.take(4 * count);
            engine.memory.view.setUint32(
                at + offsetOf("taut_mesh_cloth_def", "weldMap"),
                map,
                true,
            );
            const result = engine.raw.taut_make_mesh_cloth(builder, at, out);
            weldMap = engine.memory.ints(map, count).slice();
            return result;
        });
        return { ...part, weldMap };
    }

    /** Fills a closed mesh with soft cells. `report` says what that came to. */
    makeSoftMesh(def: SoftMeshDef): Part & { readonly report: SoftReport } {
        const { engine } = this;
        let report: SoftReport | undefined;
        const part = this.#make("taut_soft_mesh_def", def, "softMesh", (builder, at, out) => {
            const to = engine.memory.take(sizeOf("taut_soft_report"));
            engine.memory.view.setUint32(at + offsetOf("taut_soft_mesh_def", "report"), to, true);
            const result = engine.raw.taut_make_soft_mesh(builder, at, out);
            report = engine.codec.read("taut_soft_report", to);
            return result;
        });
        return { ...part, report: report as SoftReport };
    }

    /** Whether both would bake the same: then one blueprint will do. */
    same(other: Builder): boolean {
        return this.engine.raw.taut_builder_same(this.pointer, other.pointer) !== 0;
    }

    // Baking --------------------------------------------------------------------------------------

    /** Checks everything, cooks tethers, orders and packs. The builder can go on being used. */
    bake(): Blueprint {
        const { engine } = this;
        return new Blueprint(
            engine,
            this.#number((builder, out) => engine.raw.taut_builder_bake(builder, out)) >>> 0,
        );
    }
}

function createBuilder(engine: Engine): Pointer {
    return engine.memory.during(() => {
        const out = engine.memory.take(4);
        engine.checked((error) => engine.raw.taut_builder_create(0, out, error));
        return engine.memory.view.getUint32(out, true);
    });
}
