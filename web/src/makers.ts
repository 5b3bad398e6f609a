// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// world.addRope() and the like: a builder, a maker, a blueprint and a body in one call.

import {
    Balloon,
    Chain,
    Cloth,
    Footbridge,
    Net,
    Ragdoll,
    Rope,
    SoftBody,
    Truss,
    TrussBytes,
} from "./bodies.js";
import { Builder } from "./builder.js";
import { checkWhole, keysOf, nearest, sizeOf, type StructName } from "./codec.js";
import { invalid, show } from "./errors.js";
import type {
    BalloonDef,
    BlobDef,
    BodyDef,
    ChainDef,
    ClothDef,
    FootbridgeDef,
    JellyDef,
    MeshClothDef,
    NetDef,
    Part,
    RagdollDef,
    RopeDef,
    SoftMeshDef,
    TrussDef,
} from "./generated/structs.js";
import type { Id } from "./values.js";
import type { World } from "./world.js";

/** What all made bodies take beside what their maker takes. */
export type BodyOptions = Omit<BodyDef, "blueprint"> & {
    /** Particles to pin, numbered from the first of the body. */
    pins?: ArrayLike<number>;
};

interface Made<T> {
    readonly id: Id;
    readonly made: T;
}

// Which of the given fields are the maker's, and which the body's. What neither knows is
// an error that tells of the fields of both.
function sortOut(struct: StructName, def: object, path: string) {
    if (typeof def !== "object" || def === null) {
        throw invalid(`${path} is ${show(def)}; it takes an object`);
    }
    const ofMaker = new Set(keysOf(struct));
    const ofBody = new Set(keysOf("taut_body_def"));
    ofBody.delete("blueprint");
    const maker: Record<string, unknown> = {};
    const body: Record<string, unknown> = {};
    let pins: ArrayLike<number> = [];
    for (const [key, value] of Object.entries(def)) {
        if (key === "pins") {
            pins = (value as ArrayLike<number> | undefined) ?? [];
        } else if (ofMaker.has(key) || ofBody.has(key)) {
            (ofMaker.has(key) ? maker : body)[key] = value;
        } else if (value !== undefined) {
            const all = [...ofMaker, ...ofBody, "pins"];
            throw invalid(`${path} has no field ${key}${nearest(key, all)}`);
        }
    }
    return { maker, body: body as BodyDef, pins };
}

function add<T>(
    world: World,
    struct: StructName,
    def: object,
    path: string,
    make: (builder: Builder, def: object) => T,
): Made<T> {
    const { maker, body, pins } = sortOut(struct, def, path);
    const builder = new Builder(world.engine);
    try {
        const made = make(builder, maker);
        for (let i = 0; i < pins.length; ++i) {
            builder.pin(checkWhole(pins[i], `${path}.pins[${i}]`));
        }
        const blueprint = builder.bake();
        try {
            return { id: world.createBody({ ...body, blueprint }, path), made };
        } finally {
            blueprint.destroy();
        }
    } finally {
        builder.destroy();
    }
}

export function addRope(world: World, def: RopeDef & BodyOptions): Rope {
    const { id, made } = add(world, "taut_rope_def", def, "rope", (b, d) => b.makeRope(d));
    return new Rope(world, id, made);
}

export function addChain(world: World, def: ChainDef & BodyOptions): Chain {
    const { id, made } = add(world, "taut_chain_def", def, "chain", (b, d) => b.makeChain(d));
    return new Chain(world, id, made);
}

export function addNet(world: World, def: NetDef & BodyOptions): Net {
    const { id, made } = add(world, "taut_net_def", def, "net", (b, d) => b.makeNet(d));
    return new Net(world, id, made, def.columns ?? 10, def.rows ?? 10);
}

export function addCloth(world: World, def: ClothDef & BodyOptions): Cloth {
    const { id, made } = add(world, "taut_cloth_def", def, "cloth", (b, d) => b.makeCloth(d));
    return new Cloth(world, id, made, def.columns ?? 20, def.rows ?? 20);
}

export function addMeshCloth(world: World, def: MeshClothDef & BodyOptions): Cloth {
    const { id, made } = add(world, "taut_mesh_cloth_def", def, "meshCloth", (b, d) =>
        b.makeMeshCloth(d),
    );
    return new Cloth(world, id, made, 0, 0, made.weldMap);
}

export function addJelly(world: World, def: JellyDef & BodyOptions): SoftBody {
    const { id, made } = add(world, "taut_jelly_def", def, "jelly", (b, d) => b.makeJelly(d));
    return new SoftBody(world, id, made);
}

export function addSoftMesh(world: World, def: SoftMeshDef & BodyOptions): SoftBody {
    const { id, made } = add(world, "taut_soft_mesh_def", def, "softMesh", (b, d) =>
        b.makeSoftMesh(d),
    );
    return new SoftBody(world, id, made, made.report);
}

export function addBlob(world: World, def: BlobDef & BodyOptions): SoftBody {
    const { id, made } = add(world, "taut_blob_def", def, "blob", (b, d) => b.makeBlob(d));
    return new SoftBody(world, id, made);
}

export function addBalloon(world: World, def: BalloonDef & BodyOptions): Balloon {
    const { id, made } = add(world, "taut_balloon_def", def, "balloon", (b, d) => b.makeBalloon(d));
    return new Balloon(world, id, made);
}

export function addFootbridge(world: World, def: FootbridgeDef & BodyOptions): Footbridge {
    const { id, made } = add(world, "taut_footbridge_def", def, "footbridge", (b, d) =>
        b.makeFootbridge(d),
    );
    return new Footbridge(world, id, made);
}

export function addTruss(world: World, def: TrussDef & BodyOptions): Truss {
    const { engine } = world;
    const { id, made } = add(world, "taut_truss_def", def, "truss", (builder, d) => {
        const part: Part = builder.makeTruss(d);
        const bytes = engine.memory.during(
            () => new TrussBytes(engine, engine.def("taut_truss_def", d, "truss")),
        );
        return { part, bytes };
    });
    return new Truss(world, id, made.part, made.bytes);
}

export function addRagdoll(world: World, def: RagdollDef & BodyOptions): Ragdoll {
    const { engine } = world;
    const { id, made } = add(world, "taut_ragdoll_def", def, "ragdoll", (b, d) => b.makeRagdoll(d));
    const bytes = engine.memory.during(() => {
        const at = engine.def("taut_ragdoll", made, "ragdoll");
        return engine.memory.bytes.slice(at, at + sizeOf("taut_ragdoll"));
    });
    return new Ragdoll(world, id, made, bytes);
}
