// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import type { Pointer } from "./generated/functions.js";
import type { HeightFieldDef, MeshShapeDef } from "./generated/structs.js";
import { Owned } from "./owned.js";
import { copyInts, copyVectors } from "./views.js";

/** What shapes are baked from. */
export type ShapeDef =
    | { hull: ArrayLike<number> }
    | { heightField: HeightFieldDef }
    | { mesh: MeshShapeDef };

/**
 * A baked shape of colliders: a hull, a height field or a mesh. It never changes and may be shared
 * by colliders of all worlds. Colliders hold it by themselves: destroy it once they are made.
 */
export class Shape extends Owned {
    constructor(engine: Engine, def: ShapeDef) {
        super(engine, "shape", makeShape(engine, def), engine.raw.taut_shape_release);
    }

    protected free(pointer: Pointer): void {
        this.engine.raw.taut_shape_release(pointer);
    }

    /** x, y, z of each vertex, for drawing: a copy. */
    get vertices(): Float32Array {
        const { engine, pointer } = this;
        return copyVectors(engine, (view) => engine.raw.taut_shape_vertices(view, pointer));
    }

    /** Three numbers of vertices per triangle: a copy. */
    get triangles(): Int32Array {
        const { engine, pointer } = this;
        return copyInts(engine, (view) => engine.raw.taut_shape_triangles(view, pointer));
    }
}

function makeShape(engine: Engine, def: ShapeDef): Pointer {
    const { raw, memory } = engine;
    return memory.during(() => {
        const out = memory.take(4);
        if ("hull" in def) {
            const points = engine.def("taut_mesh_shape_def", { vertices: def.hull }, "shape.hull");
            const at = memory.view.getUint32(points + 4, true);
            const count = def.hull.length / 3;
            engine.checked((error) => raw.taut_shape_create_hull(0, at, count, out, error));
        } else if ("heightField" in def) {
            const { heights, columns, rows } = def.heightField;
            if (heights && heights.length !== (columns ?? 0) * (rows ?? 0)) {
                throw invalid(
                    `heightField.heights has ${heights.length} numbers, not columns x rows`,
                );
            }
            const at = engine.def("taut_height_field_def", def.heightField, "shape.heightField");
            engine.checked((error) => raw.taut_shape_create_height_field(0, at, out, error));
        } else if ("mesh" in def) {
            const at = engine.def("taut_mesh_shape_def", def.mesh, "shape.mesh");
            engine.checked((error) => raw.taut_shape_create_mesh(0, at, out, error));
        } else {
            throw invalid("shape takes one of hull, heightField, mesh");
        }
        return memory.view.getUint32(out, true);
    });
}
