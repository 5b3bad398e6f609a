// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that a maker has made, with what their kind has beside what all bodies have.

import { Body } from "./body.js";
import { checkWhole, offsetOf, sizeOf } from "./codec.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { HumanoidBone } from "./generated/enums.js";
import type { Pointer } from "./generated/functions.js";
import type {
    BonePose,
    MemberState,
    Part,
    Ragdoll as RagdollParts,
    SoftReport,
    TrussState,
} from "./generated/structs.js";
import type { Id } from "./values.js";
import type { World } from "./world.js";

/** Particles run from start to end; link i joins particles i and i + 1. */
export class Rope extends Body {}

/** Equal point masses a given distance apart. */
export class Chain extends Body {}

/** Knots in a grid, joined by strings that only pull. particle() has the numbers of the knots. */
export class Net extends Body {
    readonly columns: number;
    readonly rows: number;

    /** @internal */
    constructor(world: World, id: Id, part: Part, columns: number, rows: number) {
        super(world, id, part);
        this.columns = columns;
        this.rows = rows;
    }

    particle(column: number, row: number): number {
        return gridParticle(this, column, row);
    }
}

/** A rectangle of particles, or of any mesh: then without columns and rows, but with `weldMap`. */
export class Cloth extends Body {
    readonly columns: number;
    readonly rows: number;
    /** Of a mesh: the particle of each vertex. */
    readonly weldMap: Int32Array | undefined;

    /** @internal */
    constructor(
        world: World,
        id: Id,
        part: Part,
        columns: number,
        rows: number,
        weldMap?: Int32Array,
    ) {
        super(world, id, part);
        this.columns = columns;
        this.rows = rows;
        this.weldMap = weldMap;
    }

    particle(column: number, row: number): number {
        return gridParticle(this, column, row);
    }
}

function gridParticle(grid: Cloth | Net, column: number, row: number): number {
    checkWhole(column, "column");
    checkWhole(row, "row");
    if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) {
        const size = `${grid.columns} columns and ${grid.rows} rows`;
        throw invalid(`there is no particle in column ${column}, row ${row} of ${size}`);
    }
    return (grid.part?.firstParticle ?? 0) + row * grid.columns + column;
}

/** A block of jelly, a filled mesh, or a blob in the plane. */
export class SoftBody extends Body {
    /** Of a filled mesh: what filling it came to. */
    readonly report: SoftReport | undefined;

    /** @internal */
    constructor(world: World, id: Id, part: Part, report?: SoftReport) {
        super(world, id, part);
        this.report = report;
    }
}

/** A skin with a gas in it. */
export class Balloon extends Body {}

/** Ropes, planks and hangers. */
export class Footbridge extends Body {}

/** Bones of particles and sticks, joints with limits. */
export class Ragdoll extends Body {
    /** Particles and constraints of each bone. */
    readonly parts: RagdollParts;
    readonly #bytes: Uint8Array;

    /** @internal */
    constructor(world: World, id: Id, parts: RagdollParts, bytes: Uint8Array) {
        super(world, id, parts.part);
        this.parts = parts;
        this.#bytes = bytes;
    }

    /** Where each bone is, from where the particles are now. */
    pose(): BonePose[] {
        const { engine } = this;
        const poses: BonePose[] = [];
        this.call((world, id) => {
            const ragdoll = engine.memory.take(this.#bytes.length);
            engine.memory.bytes.set(this.#bytes, ragdoll);
            const size = sizeOf("taut_bone_pose");
            const out = engine.memory.take(size * this.parts.boneCount);
            const result = engine.raw.taut_ragdoll_pose(world, id, ragdoll, out);
            for (let i = 0; i < this.parts.boneCount; ++i) {
                poses.push(engine.codec.read("taut_bone_pose", out + i * size));
            }
            return result;
        });
        return poses;
    }
}

/** The order of the bones of a humanoid. */
export const humanoidBones: readonly HumanoidBone[] = [
    "pelvis",
    "spine",
    "chest",
    "head",
    "left-upper-arm",
    "right-upper-arm",
    "left-forearm",
    "right-forearm",
    "left-hand",
    "right-hand",
    "left-thigh",
    "right-thigh",
    "left-shin",
    "right-shin",
    "left-foot",
    "right-foot",
];

/** A frame of bars and cables. Node i is particle i of its part, member i constraint i. */
export class Truss extends Body {
    readonly #bytes: TrussBytes;

    /** @internal */
    constructor(world: World, id: Id, part: Part, bytes: TrussBytes) {
        super(world, id, part);
        this.#bytes = bytes;
    }

    /** Force, stress and utilisation of every member, and of the worst. */
    read(): { readonly members: readonly MemberState[]; readonly state: TrussState } {
        const { engine } = this;
        const { codec, memory, raw } = engine;
        const members: MemberState[] = [];
        const state = engine.struct<TrussState>("taut_truss_state", (at) =>
            this.call((world, id) => {
                const size = sizeOf("taut_member_state");
                const out = memory.take(size * this.#bytes.memberCount);
                const part = engine.def("taut_part", this.part, "part");
                const def = this.#bytes.take(engine);
                const result = raw.taut_truss_read(world, id, def, part, out, at);
                for (let i = 0; i < this.#bytes.memberCount; ++i) {
                    members.push(codec.read("taut_member_state", out + i * size));
                }
                return result;
            }),
        );
        return { members, state };
    }
}

/** The def of a truss as C wants it again whenever the truss is read. */
export class TrussBytes {
    readonly memberCount: number;
    readonly #def: Uint8Array;
    readonly #nodes: Uint8Array;
    readonly #members: Uint8Array;

    constructor(engine: Engine, def: Pointer) {
        const { view, bytes } = engine.memory;
        const name = "taut_truss_def";
        const array = (
            field: string,
            count: string,
            item: "taut_truss_node" | "taut_truss_member",
        ) => {
            const at = view.getUint32(def + offsetOf(name, field), true);
            const items = view.getInt32(def + offsetOf(name, count), true);
            return bytes.slice(at, at + items * sizeOf(item));
        };
        this.#def = bytes.slice(def, def + sizeOf(name));
        this.#nodes = array("nodes", "nodeCount", "taut_truss_node");
        this.#members = array("members", "memberCount", "taut_truss_member");
        this.memberCount = this.#members.length / sizeOf("taut_truss_member");
    }

    take(engine: Engine): Pointer {
        const { memory } = engine;
        const copy = (from: Uint8Array): Pointer => {
            const at = memory.take(from.length);
            memory.bytes.set(from, at);
            return at;
        };
        const def = copy(this.#def);
        const nodes = copy(this.#nodes);
        const members = copy(this.#members);
        memory.view.setUint32(def + offsetOf("taut_truss_def", "nodes"), nodes, true);
        memory.view.setUint32(def + offsetOf("taut_truss_def", "members"), members, true);
        return def;
    }
}
