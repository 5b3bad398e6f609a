// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { Body } from "./body.js";
import { checkWhole } from "./codec.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { Pointer } from "./generated/functions.js";
import type { SkinDef } from "./generated/structs.js";
import { Owned } from "./owned.js";

/** Where the vertices of a skin are now. */
export interface SkinArrays {
    vertices?: Float32Array;
    /** For a skin that was made with normals. */
    normals?: Float32Array;
}

/** The vertices of a fine mesh bound to a body, to be drawn where the body takes them. */
export class Skin extends Owned {
    readonly #withNormals: boolean;

    constructor(engine: Engine, def: SkinDef) {
        super(engine, "skin", createSkin(engine, def), engine.raw.taut_skin_destroy);
        this.#withNormals = def.normals !== undefined;
    }

    protected free(pointer: Pointer): void {
        this.engine.raw.taut_skin_destroy(pointer);
    }

    get vertexCount(): number {
        return this.engine.raw.taut_skin_vertex_count(this.pointer);
    }

    /** The particles that a vertex is bound to: four, or three and -1. */
    particles(vertex: number): number[] {
        const { engine, pointer } = this;
        checkWhole(vertex, "vertex");
        return engine.memory.during(() => {
            const at = engine.memory.take(16);
            if (engine.raw.taut_skin_particles(pointer, vertex, at) === 0) {
                throw invalid(`the skin has no vertex ${vertex}`);
            }
            return [...engine.memory.ints(at, 4)];
        });
    }

    /** Puts the vertices where a body has taken them, tears and all. */
    apply(body: Body, into: SkinArrays = {}): Required<SkinArrays> {
        const { engine } = this;
        return this.#fill(into, (vertices, normals, count, error) =>
            engine.raw.taut_skin_apply_body(
                this.pointer,
                body.world.pointer,
                engine.takeId(body.id),
                vertices,
                normals,
                count,
                error,
            ),
        );
    }

    /** The same for any positions of its blueprint, three floats each, as interpolate() gives. */
    applyPositions(positions: Float32Array, into: SkinArrays = {}): Required<SkinArrays> {
        const { engine } = this;
        const { memory } = engine;
        return this.#fill(into, (vertices, normals, count, error) => {
            const view = memory.take(12);
            const at = memory.takeFloats(positions);
            memory.view.setUint32(view, at, true);
            memory.view.setInt32(view + 4, positions.length / 3, true);
            memory.view.setInt32(view + 8, 3, true);
            return engine.raw.taut_skin_apply(this.pointer, view, vertices, normals, count, error);
        });
    }

    #fill(
        into: SkinArrays,
        apply: (vertices: Pointer, normals: Pointer, count: number, error: Pointer) => number,
    ): Required<SkinArrays> {
        const { engine, vertexCount: count } = this;
        const { memory } = engine;
        const size = this.#withNormals ? 3 * count : 0;
        const out = {
            vertices: into.vertices ?? new Float32Array(3 * count),
            normals: into.normals ?? new Float32Array(size),
        };
        memory.during(() => {
            const vertices = memory.take(12 * count);
            const normals = size > 0 ? memory.take(4 * size) : 0;
            engine.checked((error) => apply(vertices, normals, count, error));
            out.vertices.set(memory.floats(vertices, 3 * count));
            out.normals.set(memory.floats(normals, size));
        });
        return out;
    }
}

function createSkin(engine: Engine, def: SkinDef): Pointer {
    if (def.normals && def.normals.length !== def.vertices?.length) {
        throw invalid("skin.normals takes as many numbers as skin.vertices");
    }
    return engine.memory.during(() => {
        const out = engine.memory.take(4);
        const at = engine.def("taut_skin_def", def, "skin");
        engine.checked((error) => engine.raw.taut_skin_create(at, out, error));
        return engine.memory.view.getUint32(out, true);
    });
}
