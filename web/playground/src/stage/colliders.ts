// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The colliders of one world: made when they come, moved with every picture.

import { BufferAttribute, BufferGeometry, Group, Mesh, type RawShaderMaterial } from "three";
import type { Materials } from "./materials";
import { ColliderData, type ShapeName, type StageExports } from "./memory";
import { makeCylinder, makeRound, makeTile, setBox } from "./shapes";

// Muted, so that bodies stand out.
const COLOURS: Record<ShapeName, number> = {
    plane: 0xb4b6b2, sphere: 0x93a4ad, capsule: 0x9d9eac, box: 0xb39c80,
    cylinder: 0xa6937c, hull: 0x9a9a90, "height-field": 0x97a287, mesh: 0x9c958e,
};

interface Solid {
    main: Mesh;
    shade: Mesh;
    seen: boolean; // in this picture
}

export class Colliders {
    readonly main = new Group();
    readonly shade = new Group();
    // How large tiles of planes are, and which of them is the floor itself.
    tile = 10;
    floorHeight = Number.NaN;
    private readonly solids = new Map<number, Solid>();
    private readonly paints = new Map<ShapeName, RawShaderMaterial>();
    private readonly one = new ColliderData();

    constructor(
        private readonly world: number,
        private readonly materials: Materials,
        private readonly exports: StageExports,
        private readonly memory: WebAssembly.Memory,
    ) {}

    update(): void {
        const { exports, one, world } = this;
        for (const solid of this.solids.values()) {
            solid.seen = false;
        }
        const count = exports.taut_stage_collider_count(world);
        for (let i = 0; i < count; ++i) {
            const at = exports.taut_stage_collider(world, i);
            if (one.read(this.memory.buffer, at)) {
                this.place(this.solids.get(one.key) ?? this.make(i));
            }
        }
        for (const [key, solid] of this.solids) {
            if (!solid.seen) {
                this.remove(key, solid);
            }
        }
    }

    private place(solid: Solid): void {
        const { one } = this;
        solid.seen = true;
        for (const mesh of [solid.main, solid.shade]) {
            mesh.position.fromArray(one.position);
            mesh.quaternion.fromArray(one.rotation);
        }
        if (one.shape === "plane") {
            const level = Math.abs(one.position[1] - this.floorHeight) < 1e-3 * this.tile;
            const upright = one.rotation[0] ** 2 + one.rotation[2] ** 2 < 1e-6;
            solid.main.visible = !(level && upright);
            solid.shade.visible = false;
        }
    }

    private make(i: number): Solid {
        const { shape, key } = this.one;
        const geometry = this.makeGeometry(i);
        const solid = {
            main: new Mesh(geometry, this.paint(shape)),
            shade: new Mesh(geometry, this.materials.solidShadow),
            seen: true,
        };
        solid.main.frustumCulled = false;
        solid.shade.frustumCulled = false;
        this.main.add(solid.main);
        this.shade.add(solid.shade);
        this.solids.set(key, solid);
        return solid;
    }

    private paint(shape: ShapeName): RawShaderMaterial {
        const known = this.paints.get(shape);
        const made = known ?? this.materials.makeSolid(COLOURS[shape],
            shape === "hull" || shape === "mesh");
        this.paints.set(shape, made);
        return made;
    }

    private makeGeometry(i: number): BufferGeometry {
        const { one } = this;
        switch (one.shape) {
        case "plane":
            return makeTile(this.tile);
        case "sphere":
            return makeRound(one.radius, 0);
        case "capsule":
            return makeRound(one.radius, one.halfHeight);
        case "cylinder":
            return makeCylinder(one.radius, one.halfHeight);
        case "box": {
            const box = new BufferGeometry();
            setBox(box, one.halfSize);
            return box;
        }
        default:
            return this.makeBaked(i);
        }
    }

    private makeBaked(i: number): BufferGeometry {
        const out = new BufferGeometry();
        const at = this.exports.taut_stage_collider_mesh(this.world, i);
        const { buffer } = this.memory;
        const words = at === 0 ? [0, 0, 0, 0] : new Int32Array(buffer, at, 4);
        const points = new Float32Array(buffer, words[2]! >>> 0, 3 * words[0]!);
        const indices = new Uint32Array(buffer, words[3]! >>> 0, words[1]!);
        out.setAttribute("position", new BufferAttribute(points.slice(), 3));
        out.setIndex(new BufferAttribute(indices.slice(), 1));
        out.computeVertexNormals();
        return out;
    }

    private remove(key: number, solid: Solid): void {
        solid.main.geometry.dispose();
        solid.main.removeFromParent();
        solid.shade.removeFromParent();
        this.solids.delete(key);
    }

    dispose(): void {
        for (const [key, solid] of this.solids) {
            this.remove(key, solid);
        }
        for (const paint of this.paints.values()) {
            paint.dispose();
        }
    }
}

