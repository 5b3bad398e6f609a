// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { Builder } from "./builder.js";
import { choose, type ModuleSource, type ModuleSources } from "./choose.js";
import { enumNumber, sizeOf } from "./codec.js";
import { Engine, makeImports, type Callback, type CallbackState, type Exports } from "./engine.js";
import { invalid, TautError } from "./errors.js";
import type { BackendKind, ConstraintKind } from "./generated/enums.js";
import type { Raw } from "./generated/functions.js";
import type {
    BoneDef,
    ClothMaterial,
    PrattDef,
    RagdollDef,
    RecordingInfo,
    RopeMaterial,
    SkinDef,
    SoftMaterial,
    SolverDef,
    TrussMember,
    TrussNode,
} from "./generated/structs.js";
import { instantiate } from "./module.js";
import { dispose } from "./owned.js";
import { checkRecording } from "./recording.js";
import { Shape, type ShapeDef } from "./shape.js";
import { Skin } from "./skin.js";
import { Threads, type ThreadExports } from "./threads.js";
import type { Quat, QuatLike, Read, Vec3, Vec3Like } from "./values.js";
import { World } from "./world.js";
import type { WorldOptions } from "./world_create.js";

/** Where the module comes from. */
export interface LoadOptions {
    /** False for the build without SIMD; else it is taken where the machine can run it. */
    simd?: boolean;
    /**
     * The module itself, compiled or as bytes, or where it is: for bundlers that put it elsewhere.
     * Or several, of which the best is taken that can run here. Default the files beside this one.
     */
    module?: ModuleSource | ModuleSources;
    /**
     * Threads that worlds step on, that of the caller included: true for one per core, or how many,
     * up to 256. Default 1. Where there can be none, the instance has one: `taut.threadCount` says
     * how many there are, `taut.threadTrouble` why there are fewer.
     */
    threads?: boolean | number;
    /**
     * Where the script of workers is, for bundlers that put it elsewhere: a URL, or a string that is
     * taken from where this file is. Default the file beside it.
     */
    worker?: URL | string;
}

/** Facts about one kind of constraint. */
export interface ConstraintInfo {
    readonly name: string;
    readonly about: string;
    /** The unit of its force. */
    readonly forceUnit: string;
    readonly particleCount: number;
    readonly movedCount: number;
}

/** A solver with the ranges that practice recommends. */
export interface SolverPreset {
    readonly name: string;
    readonly about: string;
    readonly solver: Read<SolverDef>;
    readonly substeps: number;
}

/** One instance of the library. Instances share nothing: what one made is of no use to another. */
export class Taut {
    readonly World: new (def?: WorldOptions) => World;
    readonly Builder: new () => Builder;
    readonly Shape: new (def: ShapeDef) => Shape;
    readonly Skin: new (def: SkinDef) => Skin;
    /** Every function of C, by its name: typed, with pointers as numbers. */
    readonly raw: Raw & Pick<Exports, "malloc" | "free">;
    readonly #engine: Engine;
    readonly #refused: string;

    /** @internal */
    constructor(engine: Engine, refused = "") {
        this.#engine = engine;
        this.#refused = refused;
        this.raw = engine.raw;
        this.World = class extends World {
            constructor(def?: WorldOptions) {
                engine.mustWork();
                super(engine, def);
            }
        };
        this.Builder = class extends Builder {
            constructor() {
                engine.mustWork();
                super(engine);
            }
        };
        this.Shape = class extends Shape {
            constructor(def: ShapeDef) {
                engine.mustWork();
                super(engine, def);
            }
        };
        this.Skin = class extends Skin {
            constructor(def: SkinDef) {
                engine.mustWork();
                super(engine, def);
            }
        };
    }

    /** The memory of the module: `memory.buffer` is another one after it has grown. */
    get memory(): WebAssembly.Memory {
        return this.#engine.raw.memory;
    }

    /** Threads that worlds step on, that of the caller included. */
    get threadCount(): number {
        return this.#engine.threads?.count ?? 1;
    }

    /** Why there are fewer threads than load() was asked for, in a sentence; else empty. */
    get threadTrouble(): string {
        return this.#engine.threads?.ended || this.#refused;
    }

    /** How many parts of steps each thread has run so far, that of the caller first. */
    get threadTasks(): number[] {
        return this.#engine.threads?.tasks ?? [0];
    }

    /**
     * Ends the workers of load({ threads }), which hold memory and wait for work until then. Worlds
     * go on with the thread of the caller. Without threads it does nothing.
     */
    dispose(): void {
        this.#engine.threads?.end("dispose() was called");
    }

    /** `using taut = await load({ threads: true })` ends its workers at the end of the block. */
    [dispose](): void {
        this.dispose();
    }

    /** "0.4.0" */
    get version(): string {
        const number = this.raw.taut_version();
        return [number / 10000, (number / 100) % 100, number % 100].map(Math.floor).join(".");
    }

    hasBackend(kind: BackendKind): boolean {
        return this.raw.taut_backend_available(enumNumber("taut_backend_kind", kind, "kind")) !== 0;
    }

    get ropeMaterials(): string[] {
        return this.#engine.names(this.raw.taut_rope_material_name);
    }

    get clothMaterials(): string[] {
        return this.#engine.names(this.raw.taut_cloth_material_name);
    }

    get softMaterials(): string[] {
        return this.#engine.names(this.raw.taut_soft_material_name);
    }

    #material<T>(
        struct: "taut_rope_material" | "taut_cloth_material" | "taut_soft_material",
        name: string,
    ): T {
        const engine = this.#engine;
        return engine.struct<T>(struct, (at) => {
            if (!engine.codec.shorthands.get(struct)?.(at, name, "material")) {
                throw invalid("a material is found by its name");
            }
        });
    }

    ropeMaterial(name: string): Read<RopeMaterial> {
        return this.#material("taut_rope_material", name);
    }

    clothMaterial(name: string): Read<ClothMaterial> {
        return this.#material("taut_cloth_material", name);
    }

    softMaterial(name: string): Read<SoftMaterial> {
        return this.#material("taut_soft_material", name);
    }

    constraintInfo(kind: ConstraintKind): ConstraintInfo {
        const { memory } = this.#engine;
        const at = this.raw.taut_constraint_kind_info(
            enumNumber("taut_constraint_kind", kind, "kind"),
        );
        const text = (i: number) => memory.text(memory.view.getUint32(at + 4 * i, true));
        const number = (i: number) => memory.view.getInt32(at + 4 * i, true);
        return {
            name: text(0),
            about: text(1),
            forceUnit: text(2),
            particleCount: number(3),
            movedCount: number(4),
        };
    }

    /** Solvers that practice recommends. */
    get solverPresets(): SolverPreset[] {
        const { codec, memory } = this.#engine;
        const presets: SolverPreset[] = [];
        memory.during(() => {
            const at = memory.take(sizeOf("taut_solver_preset"));
            while (this.raw.taut_solver_preset_get(presets.length, at) !== 0) {
                const text = (offset: number) =>
                    memory.text(memory.view.getUint32(at + offset, true));
                const plain = codec.read<SolverPreset>("taut_solver_preset", at);
                presets.push({ ...plain, name: text(0), about: text(4) });
            }
        });
        return presets;
    }

    /** The bones of a grown human, in the order of `humanoidBones`, for world.addRagdoll(). */
    humanoid(height: number, mass: number): Read<BoneDef>[] {
        const { codec, memory } = this.#engine;
        const size = sizeOf("taut_bone_def");
        return memory.during(() => {
            const at = memory.take(16 * size);
            this.#engine.check(
                this.raw.taut_humanoid_bones(height, mass, at),
                () => `a humanoid of ${height} m and ${mass} kg; 0.1 to 100 m and 0.1 to 1e6 kg`,
            );
            return Array.from({ length: 16 }, (_, i) => codec.read("taut_bone_def", at + i * size));
        });
    }

    /** Whether two bones of a ragdoll should collide with one another. */
    bonesCollide(def: RagdollDef, a: number, b: number): boolean {
        const engine = this.#engine;
        return engine.memory.during(
            () =>
                this.raw.taut_ragdoll_bones_collide(
                    engine.def("taut_ragdoll_def", def, "ragdoll"),
                    a,
                    b,
                ) !== 0,
        );
    }

    /** Nodes and members of a Pratt truss, for world.addTruss(). */
    pratt(def: PrattDef = {}): { nodes: Read<TrussNode>[]; members: Read<TrussMember>[] } {
        const engine = this.#engine;
        const { codec, memory } = engine;
        return memory.during(() => {
            const at = engine.def("taut_pratt_def", def, "pratt");
            const counts = memory.take(8);
            this.raw.taut_pratt_count(at, counts, counts + 4);
            const [nodeCount = 0, memberCount = 0] = memory.ints(counts, 2);
            const [node, member] = [sizeOf("taut_truss_node"), sizeOf("taut_truss_member")];
            const nodes = memory.take(node * nodeCount);
            const members = memory.take(member * memberCount);
            engine.check(
                this.raw.taut_pratt_lay_out(at, nodes, members),
                () => "pratt: a number is out of range",
            );
            return {
                nodes: Array.from({ length: nodeCount }, (_, i) =>
                    codec.read<Read<TrussNode>>("taut_truss_node", nodes + i * node),
                ),
                members: Array.from({ length: memberCount }, (_, i) =>
                    codec.read<Read<TrussMember>>("taut_truss_member", members + i * member),
                ),
            };
        });
    }

    /** What a look through a recording finds; an error names the first byte that is wrong. */
    checkRecording(bytes: Uint8Array): RecordingInfo {
        return checkRecording(this.#engine, bytes);
    }

    /** The shortest rotation that turns `from` towards `to`. */
    quatBetween(from: Vec3Like, to: Vec3Like): Quat {
        const engine = this.#engine;
        return engine.memory.during(() => {
            const at = engine.memory.take(16);
            this.raw.taut_quat_between(
                at,
                engine.takeVec3(from, "from"),
                engine.takeVec3(to, "to"),
            );
            return engine.codec.readQuat(at);
        });
    }

    /** `v` turned by `rotation`. */
    quatRotate(rotation: QuatLike, v: Vec3Like): Vec3 {
        const engine = this.#engine;
        return engine.vec3((at) =>
            this.raw.taut_quat_rotate(
                at,
                engine.takeQuat(rotation, "rotation"),
                engine.takeVec3(v, "v"),
            ),
        );
    }
}

// What a worker that failed has left to read, as an error.
function lostError(exports: ThreadExports, memory: WebAssembly.Memory): TautError {
    const bytes = new Uint8Array(memory.buffer, exports.taut_web_thread_text(), 256).slice();
    const why = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    return new TautError(
        "threads-unavailable",
        `a worker failed in the middle of a step (${why || "it does not come back"}): ` +
            "this instance and its worlds are of no use any more",
    );
}

/** Loads the module that this machine runs best, and makes an instance of the library. */
export async function load(options: LoadOptions = {}): Promise<Taut> {
    const { module, memory, refused, threads: wanted } = await choose(options);
    const callbacks = new Map<number, Callback>();
    const state: CallbackState = { depth: 0, errors: [] };
    const imports = makeImports(callbacks, state);
    let threads: Threads | undefined;
    imports["lost"] = () => {
        state.lost = lostError(exports as unknown as ThreadExports, exports.memory);
        threads?.lose(state.lost.message);
        throw state.lost;
    };
    const exports = await instantiate(module, imports, memory);
    if (typeof exports["taut_version"] !== "function") {
        throw new TautError("bad-data", "the module is not one of this package");
    }
    const whole = exports as unknown as Exports & ThreadExports;
    if (memory) {
        threads = new Threads(whole);
        if (wanted > 1) {
            await threads.start(wanted, { module, memory, worker: options.worker });
        }
    }
    return new Taut(new Engine(whole, callbacks, state, threads), refused);
}
