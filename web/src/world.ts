// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { Attachment } from "./attachment.js";
import type { Blueprint } from "./blueprint.js";
import { Body } from "./body.js";
import type * as Kinds from "./bodies.js";
import { checkNumber, checkWhole, enumName, enumNumber, sizeOf } from "./codec.js";
import { Collider } from "./collider.js";
import type { Engine } from "./engine.js";
import { readEvents, readHits, type Hits, type QueryOptions, type WorldEvent } from "./found.js";
import type { BackendKind, Stage, WindKind } from "./generated/enums.js";
import { enums } from "./generated/enums.js";
import type { Pointer } from "./generated/functions.js";
import type * as Defs from "./generated/structs.js";
import * as makers from "./makers.js";
import type { BodyOptions } from "./makers.js";
import { Owned } from "./owned.js";
import { Recording, Replay, type ReplayOptions } from "./recording.js";
import { Snapshot } from "./snapshot.js";
import { idKey, type Id, type Vec3, type Vec3Like } from "./values.js";
import { copyInts } from "./views.js";
import { Watching, type WatchFunction } from "./watch.js";
import { Winch } from "./winch.js";
import { createWorld, freeField, type WorldOptions } from "./world_create.js";

/** A wind: its kind decides on its other defaults. */
export type Wind = Defs.WindDef & { kind?: WindKind };

/** The nearest free particle along a ray. */
export interface Picked {
    readonly body: Body;
    readonly particle: number;
    /** Metres along the ray. */
    readonly distance: number;
}

/** Bodies and all that acts on them. Units are SI, y is up. */
export class World extends Owned {
    readonly #bodies = new Map<string, Body>();
    readonly #colliders = new Map<string, Collider>();
    readonly #field: number;
    readonly #watching: Watching;
    #substeps: Pointer = 0;

    constructor(engine: Engine, def: WorldOptions = {}) {
        const made = createWorld(engine, def, (id) => this.bodyOf(id) as Body);
        super(engine, "world", made.pointer, engine.raw.taut_world_destroy);
        this.#field = made.field;
        this.#watching = new Watching(this);
    }

    protected free(pointer: Pointer): void {
        const { memory, raw } = this.engine;
        raw.taut_world_destroy(pointer);
        memory.free(this.#substeps);
        freeField(this.engine, this.#field);
        this.#watching.forget();
        this.#bodies.clear();
        this.#colliders.clear();
    }

    /** Throws what the last call on this world said. @internal */
    check(result: number): void {
        const { engine } = this;
        engine.check(result, () =>
            engine.memory.text(engine.raw.taut_world_last_error(this.pointer)),
        );
    }

    #call(call: (world: Pointer) => number): void {
        this.engine.memory.during(() => this.check(call(this.pointer)));
    }

    // Settings ------------------------------------------------------------------------------------

    /** m/s^2. */
    get gravity(): Vec3 {
        const { engine, pointer } = this;
        return engine.vec3((at) => engine.raw.taut_world_gravity(at, pointer));
    }

    set gravity(gravity: Vec3Like) {
        const { engine } = this;
        this.#call((world) => engine.raw.taut_world_set_gravity(world, engine.takeVec3(gravity, "gravity")));
    }

    get backend(): BackendKind {
        return enumName("taut_backend_kind", this.engine.raw.taut_world_backend(this.pointer));
    }

    get threadCount(): number {
        return this.engine.raw.taut_world_thread_count(this.pointer);
    }

    /** Simulated seconds since creation. */
    get time(): number {
        return this.engine.raw.taut_world_time(this.pointer);
    }

    /** Moves the origin: every position becomes position - offset. */
    shiftOrigin(offset: Vec3Like): void {
        const { engine } = this;
        this.#call((world) => engine.raw.taut_world_shift_origin(world, engine.takeVec3(offset, "offset")));
    }

    // Stepping ------------------------------------------------------------------------------------

    /**
     * Advances time in equal substeps. More substeps make material stiffer and truer.
     *
     * @param dt seconds, above 0 and at most 1; hold it fixed from frame to frame
     * @param substeps 20 suits most scenes; 0 where the world has a budget or a replay
     */
    step(dt: number, substeps: number): Defs.StepReport {
        const { engine, pointer } = this;
        checkNumber(dt, "dt");
        checkWhole(substeps, "substeps");
        return engine.struct("taut_step_report", (report) =>
            this.check(engine.raw.taut_world_step(pointer, dt, substeps, report)),
        );
    }

    /** Lets seconds of the host's clock pass: whole steps of `stepDt`, the rest is kept. */
    advance(elapsed: number): Defs.StepReport {
        const { engine, pointer } = this;
        checkNumber(elapsed, "elapsed");
        return engine.struct("taut_step_report", (report) =>
            this.check(engine.raw.taut_world_advance(pointer, elapsed, report)),
        );
    }

    /** Substeps of each step of the last call of step or advance: a copy. */
    get substepsTaken(): Int32Array {
        const { engine, pointer } = this;
        return copyInts(engine, (view) => engine.raw.taut_world_substeps_taken(view, pointer));
    }

    /** Hands out choices of substeps made before, one per step, in place of the budget. */
    replaySubsteps(substeps: ArrayLike<number>): void {
        const { memory, raw } = this.engine;
        const count = substeps.length;
        const list = memory.allocate(4 * count);
        for (let i = 0; i < count; ++i) {
            memory.view.setInt32(list + 4 * i, checkWhole(substeps[i], `substeps[${i}]`), true);
        }
        try {
            this.check(raw.taut_world_replay_substeps(this.pointer, list, count));
            [this.#substeps] = [list, memory.free(this.#substeps)];
        } catch (error) {
            memory.free(list);
            throw error;
        }
    }

    /** Finds out by trying how many substeps keep the excess of every body below `target`. */
    findSubsteps(steps: number, target: number, mostSubsteps = 1000): Defs.SubstepsFound {
        const { engine, pointer } = this;
        return engine.struct("taut_substeps_found", (found) =>
            this.check(
                engine.raw.taut_world_find_substeps(pointer, checkWhole(steps, "steps"), checkNumber(target, "target"),
                                                    checkWhole(mostSubsteps, "mostSubsteps"), found),
            ),
        );
    }

    /** Substeps per step that would bring the excess of a measure to `target`. */
    substepsFor(measure: Defs.Measure, target: number): number {
        const { engine } = this;
        return engine.memory.during(() =>
            engine.raw.taut_measure_substeps(engine.def("taut_measure", measure, "measure"), target),
        );
    }

    /** Lets all bodies come to rest where they would hang, lie or lean in the end. */
    settle(def: Defs.SettleDef = {}): Defs.Settled {
        const { engine, pointer } = this;
        return engine.struct("taut_settled", (settled) =>
            this.check(engine.raw.taut_world_settle(pointer, engine.def("taut_settle_def", def, "settle"), settled)),
        );
    }

    /** What happened in the last step and since, in an order that is the same everywhere. */
    get events(): WorldEvent[] {
        return readEvents(this);
    }

    /** Position and velocity of everything, as 16 hexadecimal digits: the same on every machine. */
    get hash(): string {
        const hash = this.engine.raw.taut_world_hash(this.pointer);
        return BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
    }

    /** Bytes that the world holds, by what they are for. */
    get memory(): Defs.Memory {
        const { engine, pointer } = this;
        return engine.struct("taut_memory", (at) => engine.raw.taut_world_memory(at, pointer));
    }

    // Bodies --------------------------------------------------------------------------------------

    /** @internal */
    createBody(def: Defs.BodyDef, path: string): Id {
        const { engine } = this;
        return engine.id((id) =>
            this.check(engine.raw.taut_body_create(this.pointer, engine.def("taut_body_def", def, path), id)),
        );
    }

    #keep<T extends Body>(body: T): T {
        this.#bodies.set(idKey(body.id), body);
        return body;
    }

    /** A body of a blueprint of your own. */
    addBody(def: Defs.BodyDef & { blueprint: Blueprint }): Body {
        return this.#keep(new Body(this, this.createBody(def, "body")));
    }

    addRope(def: Defs.RopeDef & BodyOptions = {}): Kinds.Rope {
        return this.#keep(makers.addRope(this, def));
    }

    addChain(def: Defs.ChainDef & BodyOptions = {}): Kinds.Chain {
        return this.#keep(makers.addChain(this, def));
    }

    addNet(def: Defs.NetDef & BodyOptions = {}): Kinds.Net {
        return this.#keep(makers.addNet(this, def));
    }

    /** Particle (column, row) has number row * columns + column: `pins` takes these. */
    addCloth(def: Defs.ClothDef & BodyOptions = {}): Kinds.Cloth {
        return this.#keep(makers.addCloth(this, def));
    }

    /** A cloth of any triangle mesh. */
    addMeshCloth(def: Defs.MeshClothDef & BodyOptions): Kinds.Cloth {
        return this.#keep(makers.addMeshCloth(this, def));
    }

    /** A soft block. */
    addJelly(def: Defs.JellyDef & BodyOptions = {}): Kinds.SoftBody {
        return this.#keep(makers.addJelly(this, def));
    }

    /** A soft body that fills a closed mesh. */
    addSoftMesh(def: Defs.SoftMeshDef & BodyOptions): Kinds.SoftBody {
        return this.#keep(makers.addSoftMesh(this, def));
    }

    /** A soft body in the plane z = 0. */
    addBlob(def: Defs.BlobDef & BodyOptions = {}): Kinds.SoftBody {
        return this.#keep(makers.addBlob(this, def));
    }

    addBalloon(def: Defs.BalloonDef & BodyOptions = {}): Kinds.Balloon {
        return this.#keep(makers.addBalloon(this, def));
    }

    addRagdoll(def: Defs.RagdollDef & BodyOptions): Kinds.Ragdoll {
        return this.#keep(makers.addRagdoll(this, def));
    }

    addTruss(def: Defs.TrussDef & BodyOptions): Kinds.Truss {
        return this.#keep(makers.addTruss(this, def));
    }

    addFootbridge(def: Defs.FootbridgeDef & BodyOptions = {}): Kinds.Footbridge {
        return this.#keep(makers.addFootbridge(this, def));
    }

    /** All bodies, in the order of their slots. */
    get bodies(): Body[] {
        const { engine, pointer } = this;
        const count = engine.raw.taut_world_body_count(pointer);
        return Array.from({ length: count }, (_, i) => {
            const id = engine.id((at) => engine.raw.taut_world_body(at, pointer, i));
            return this.bodyOf(id) as Body;
        });
    }

    /** The body that an id names, the same object each time; undefined for no id. */
    bodyOf(id: Id): Body | undefined {
        if (id.index1 === 0) {
            return undefined;
        }
        return this.#bodies.get(idKey(id)) ?? this.#keep(new Body(this, id));
    }

    /** @internal */
    forgetBody(body: Body): void {
        this.#bodies.delete(idKey(body.id));
    }

    // Colliders -----------------------------------------------------------------------------------

    addCollider(def: Defs.ColliderDef = {}): Collider {
        const { engine } = this;
        const id = engine.id((at) =>
            this.check(
                engine.raw.taut_collider_create(this.pointer, engine.def("taut_collider_def", def, "collider"), at),
            ),
        );
        return this.colliderOf(id) as Collider;
    }

    get colliders(): Collider[] {
        const { engine, pointer } = this;
        const count = engine.raw.taut_world_collider_count(pointer);
        return Array.from({ length: count }, (_, i) => {
            const id = engine.id((at) => engine.raw.taut_world_collider(at, pointer, i));
            return this.colliderOf(id) as Collider;
        });
    }

    colliderOf(id: Id): Collider | undefined {
        if (id.index1 === 0) {
            return undefined;
        }
        const found = this.#colliders.get(idKey(id)) ?? new Collider(this, id);
        this.#colliders.set(idKey(id), found);
        return found;
    }

    /** @internal */
    forgetCollider(collider: Collider): void {
        this.#colliders.delete(idKey(collider.id));
    }

    // Attachments and machines --------------------------------------------------------------------

    /** Holds a particle of `body` by a place, particle, surface, link or collider. */
    attach(def: Defs.AttachmentDef): Attachment {
        const { engine } = this;
        const id = engine.id((at) =>
            this.check(engine.raw.taut_attach(this.pointer, engine.def("taut_attachment_def", def, "attachment"), at)),
        );
        return new Attachment(this, id);
    }

    /** Holds a particle by what a query hit, where it hit it. */
    attachHit(def: Defs.AttachmentDef, hit: Hits["hits"][number]): Attachment {
        const { engine } = this;
        const id = engine.id((at) => {
            const from = engine.def("taut_attachment_def", def, "attachment");
            const to = engine.def("taut_hit", hit.raw, "hit");
            this.check(engine.raw.taut_attach_hit(this.pointer, from, to, at));
        });
        return new Attachment(this, id);
    }

    /** A winch at the first particles of a rope. */
    addWinch(def: Defs.WinchDef): Winch {
        return new Winch(this, def);
    }

    // Cutting, finding ----------------------------------------------------------------------------

    /** Cuts every body that a blade passes through. */
    cut(blade: Defs.Blade): Defs.Cut {
        const { engine } = this;
        return engine.struct("taut_cut", (cut) =>
            this.check(engine.raw.taut_world_cut(this.pointer, engine.def("taut_blade", blade, "blade"), cut)),
        );
    }

    /** The first free particle within `radius` of a ray. */
    pick(origin: Vec3Like, direction: Vec3Like, radius: number): Picked | undefined {
        const { engine } = this;
        const pick = engine.struct<Defs.Pick>("taut_pick", (at) =>
            this.check(
                engine.raw.taut_world_pick(this.pointer, engine.takeVec3(origin, "origin"),
                                           engine.takeVec3(direction, "direction"),
                                           checkNumber(radius, "radius"), at),
            ),
        );
        const body = pick.hit ? this.bodyOf(pick.body) : undefined;
        return body && { body, particle: pick.particle, distance: pick.distance };
    }

    /** What a ray meets, nearest first. */
    castRay(origin: Vec3Like, direction: Vec3Like, options: QueryOptions = {}): Hits {
        const { engine } = this;
        return readHits(this, options, (def, hits) =>
            engine.raw.taut_world_cast_ray(this.pointer, def, engine.takeVec3(origin, "origin"),
                                           engine.takeVec3(direction, "direction"),
                                           checkNumber(options.reach ?? Infinity, "reach"), hits),
        );
    }

    /** What a ball meets on its way, nearest first. */
    sweepSphere(centre: Vec3Like, radius: number, direction: Vec3Like, options: QueryOptions = {}): Hits {
        const { engine } = this;
        return readHits(this, options, (def, hits) =>
            engine.raw.taut_world_sweep_sphere(this.pointer, def, engine.takeVec3(centre, "centre"),
                                               checkNumber(radius, "radius"),
                                               engine.takeVec3(direction, "direction"),
                                               checkNumber(options.reach ?? Infinity, "reach"), hits),
        );
    }

    /** What lies within a ball. */
    overlapSphere(centre: Vec3Like, radius: number, options: QueryOptions = {}): Hits {
        const { engine } = this;
        return readHits(this, options, (def, hits) =>
            engine.raw.taut_world_overlap_sphere(this.pointer, def, engine.takeVec3(centre, "centre"),
                                                 checkNumber(radius, "radius"), hits),
        );
    }

    // Air -----------------------------------------------------------------------------------------

    #wind(wind: Wind, path: string, at?: Pointer): Pointer {
        const { engine } = this;
        const kind = enumNumber("taut_wind_kind", wind.kind ?? "uniform", `${path}.kind`);
        const def = at ?? engine.memory.take(sizeOf("taut_wind_def"));
        engine.raw.taut_wind_def_default(def, kind);
        engine.codec.write("taut_wind_def", def, wind, path);
        return def;
    }

    /** Replaces all winds; none for no air. */
    setWinds(winds: readonly Wind[]): void {
        const { memory, raw } = this.engine;
        const size = sizeOf("taut_wind_def");
        this.#call((world) => {
            const defs = memory.take(size * winds.length);
            winds.forEach((wind, i) => this.#wind(wind, `winds[${i}]`, defs + i * size));
            return raw.taut_world_set_winds(world, defs, winds.length);
        });
    }

    /** @returns its number */
    addWind(wind: Wind): number {
        const { memory, raw } = this.engine;
        let index = 0;
        this.#call((world) => {
            const out = memory.take(4);
            const result = raw.taut_world_add_wind(world, this.#wind(wind, "wind"), out);
            index = memory.view.getInt32(out, true);
            return result;
        });
        return index;
    }

    setWind(index: number, wind: Wind): void {
        this.#call((world) =>
            this.engine.raw.taut_world_set_wind(world, checkWhole(index, "index"), this.#wind(wind, "wind")),
        );
    }

    get windCount(): number {
        return this.engine.raw.taut_world_wind_count(this.pointer);
    }

    /** What blows at a place now, m/s. */
    windAt(place: Vec3Like): Vec3 {
        const { engine, pointer } = this;
        return engine.vec3((at) => engine.raw.taut_world_wind_at(at, pointer, engine.takeVec3(place, "place")));
    }

    /** kg/m^3; default 1.225. */
    get airDensity(): number {
        return this.engine.raw.taut_world_air_density(this.pointer);
    }

    set airDensity(density: number) {
        this.#call((world) => this.engine.raw.taut_world_set_air_density(world, checkNumber(density, "airDensity")));
    }

    // Keeping -------------------------------------------------------------------------------------

    /** The whole state as it is now. */
    snapshot(): Snapshot {
        return new Snapshot(this);
    }

    /** Begins to note every call that changes this world. One recording at a time. */
    record(def: Defs.RecordingDef = {}): Recording {
        const { engine } = this;
        this.#call((world) => engine.raw.taut_recording_start(world, engine.def("taut_recording_def", def, "recording")));
        return new Recording(this);
    }

    /** Repeats a recording in this world, which must be as the recorded one was at the start. */
    replay(bytes: Uint8Array, options: ReplayOptions = {}): Replay {
        return new Replay(this, bytes, options);
    }

    // Looking inside ------------------------------------------------------------------------------

    /** Starts timing the steps to come, or stops it. */
    timeStages(on: boolean): void {
        this.#call((world) => this.engine.raw.taut_world_time_stages(world, on ? 1 : 0));
    }

    /** Seconds by stage of the steps since timeStages(true), and how many there were. */
    get stageTimes(): { readonly seconds: Record<Stage, number>; readonly whole: number; readonly steps: number } {
        const { engine, pointer } = this;
        const times = engine.struct<Defs.StageTimes>("taut_stage_times", (at) =>
            engine.raw.taut_world_stage_times(at, pointer),
        );
        const names = enums.taut_stage.split(" ") as Stage[];
        const seconds = Object.fromEntries(names.map((name, i) => [name, times.seconds[i] ?? 0]));
        return { ...times, seconds: seconds as Record<Stage, number> };
    }

    /** Places where bodies touched in the last substep. */
    get contactPoints(): Defs.ContactPoint[] {
        const { codec, memory, raw } = this.engine;
        return memory.during(() => {
            const size = sizeOf("taut_contact_point");
            const count = raw.taut_world_contact_points(this.pointer, 0, 0);
            const at = memory.take(size * count);
            raw.taut_world_contact_points(this.pointer, at, count);
            return Array.from({ length: count }, (_, i) => codec.read("taut_contact_point", at + i * size));
        });
    }

    /** Has the steps to come told in full for one body, each projection; undefined ends it. */
    watch(body: Body, watch: WatchFunction | undefined): void {
        this.#watching.set(body, watch);
    }
}

