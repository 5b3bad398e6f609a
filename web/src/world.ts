// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { Attachment } from "./attachment.js";
import type { Blueprint } from "./blueprint.js";
import { Body } from "./body.js";
import type * as Kinds from "./bodies.js";
import { checkNumber, checkWhole } from "./codec.js";
import { Collider } from "./collider.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import { readEvents, readHits, type Hits, type QueryOptions, type WorldEvent } from "./found.js";
import type { Pointer } from "./generated/functions.js";
import type * as Defs from "./generated/structs.js";
import * as makers from "./makers.js";
import type { BodyOptions } from "./makers.js";
import { Recording, Replay, type ReplayOptions } from "./recording.js";
import { Snapshot } from "./snapshot.js";
import { ALL_REALMS, idKey, type Id, type Vec3Like } from "./values.js";
import { Watching, type WatchFunction } from "./watch.js";
import { Winch } from "./winch.js";
import { WorldBase } from "./world_base.js";
import { createWorld, type WorldOptions } from "./world_create.js";

/** The nearest free particle along a ray. */
export interface Picked {
    readonly body: Body;
    readonly particle: number;
    /** Metres along the ray. */
    readonly distance: number;
}

/** Bodies and all that acts on them. Units are SI, y is up. */
export class World extends WorldBase {
    readonly #bodies = new Map<string, Body>();
    readonly #colliders = new Map<string, Collider>();
    readonly #field: number;
    readonly #watching: Watching;

    constructor(engine: Engine, def: WorldOptions = {}) {
        const made = createWorld(engine, def, (id) => this.bodyOf(id) as Body);
        super(engine, made.pointer);
        this.#field = made.field;
        this.#watching = new Watching(this);
    }

    protected override free(pointer: Pointer): void {
        super.free(pointer);
        this.engine.forget(this.#field);
        this.#watching.forget();
        this.#bodies.clear();
        this.#colliders.clear();
    }

    // Bodies --------------------------------------------------------------------------------------

    /** @internal */
    createBody(def: Defs.BodyDef, path: string): Id {
        const { engine } = this;
        return engine.id((id) =>
            this.check(
                engine.raw.taut_body_create(
                    this.pointer,
                    engine.def("taut_body_def", def, path),
                    id,
                ),
            ),
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
    forgetBody(id: Id): void {
        this.#bodies.delete(idKey(id));
    }

    // Colliders -----------------------------------------------------------------------------------

    addCollider(def: Defs.ColliderDef = {}): Collider {
        const { engine } = this;
        const id = engine.id((at) =>
            this.check(
                engine.raw.taut_collider_create(
                    this.pointer,
                    engine.def("taut_collider_def", def, "collider"),
                    at,
                ),
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
            this.check(
                engine.raw.taut_attach(
                    this.pointer,
                    engine.def("taut_attachment_def", def, "attachment"),
                    at,
                ),
            ),
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

    /** Cuts every body that a blade passes through, of one realm or of all. */
    cut(blade: Defs.Blade, realm: number = ALL_REALMS): Defs.Cut {
        const { engine } = this;
        if (blade === undefined) {
            throw invalid("blade is undefined; it takes an object");
        }
        const number = checkWhole(realm, "realm", 0);
        return engine.struct("taut_cut", (cut) => {
            const def = engine.def("taut_blade", blade, "blade");
            this.check(
                number === ALL_REALMS
                    ? engine.raw.taut_world_cut(this.pointer, def, cut)
                    : engine.raw.taut_world_realm_cut(this.pointer, number, def, cut),
            );
        });
    }

    /** The first free particle within `radius` of a ray. */
    pick(origin: Vec3Like, direction: Vec3Like, radius: number): Picked | undefined {
        const { engine } = this;
        const pick = engine.struct<Defs.Pick>("taut_pick", (at) =>
            this.check(
                engine.raw.taut_world_pick(
                    this.pointer,
                    engine.takeVec3(origin, "origin"),
                    engine.takeVec3(direction, "direction"),
                    checkNumber(radius, "radius"),
                    at,
                ),
            ),
        );
        const body = pick.hit ? this.bodyOf(pick.body) : undefined;
        return body && { body, particle: pick.particle, distance: pick.distance };
    }

    /** What a ray meets, nearest first. */
    castRay(origin: Vec3Like, direction: Vec3Like, options: QueryOptions = {}): Hits {
        const { engine } = this;
        return readHits(this, options, (def, hits) =>
            engine.raw.taut_world_cast_ray(
                this.pointer,
                def,
                engine.takeVec3(origin, "origin"),
                engine.takeVec3(direction, "direction"),
                checkNumber(options.reach ?? Infinity, "reach"),
                hits,
            ),
        );
    }

    /** What a ball meets on its way, nearest first. */
    sweepSphere(
        centre: Vec3Like,
        radius: number,
        direction: Vec3Like,
        options: QueryOptions = {},
    ): Hits {
        const { engine } = this;
        return readHits(this, options, (def, hits) =>
            engine.raw.taut_world_sweep_sphere(
                this.pointer,
                def,
                engine.takeVec3(centre, "centre"),
                checkNumber(radius, "radius"),
                engine.takeVec3(direction, "direction"),
                checkNumber(options.reach ?? Infinity, "reach"),
                hits,
            ),
        );
    }

    /** What lies within a ball. */
    overlapSphere(centre: Vec3Like, radius: number, options: QueryOptions = {}): Hits {
        const { engine } = this;
        return readHits(this, options, (def, hits) =>
            engine.raw.taut_world_overlap_sphere(
                this.pointer,
                def,
                engine.takeVec3(centre, "centre"),
                checkNumber(radius, "radius"),
                hits,
            ),
        );
    }

    // Looking and keeping -------------------------------------------------------------------------

    /** What happened in the last step and since, in an order that is the same everywhere. */
    get events(): WorldEvent[] {
        return readEvents(this);
    }

    /** The whole state as it is now. */
    snapshot(): Snapshot {
        return new Snapshot(this);
    }

    /** Begins to note every call that changes this world. One recording at a time. */
    record(def: Defs.RecordingDef = {}): Recording {
        const { engine } = this;
        this.call((world) =>
            engine.raw.taut_recording_start(
                world,
                engine.def("taut_recording_def", def, "recording"),
            ),
        );
        return new Recording(this);
    }

    /** Repeats a recording in this world, which must be as the recorded one was at the start. */
    replay(bytes: Uint8Array, options: ReplayOptions = {}): Replay {
        return new Replay(this, bytes, options);
    }

    /** Has the steps to come told in full for one body, each projection; undefined ends it. */
    watch(body: Body, watch: WatchFunction | undefined): void {
        this.#watching.set(body, watch);
    }
}
