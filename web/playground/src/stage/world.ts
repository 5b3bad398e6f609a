// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// One world in the picture: its surfaces, ropes, props, pins, points and lines. Arrays are the
// module's own; geometry is made anew only when something has torn or come.

import {
    BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, InstancedBufferAttribute,
    InstancedBufferGeometry, InstancedInterleavedBuffer, InterleavedBuffer,
    InterleavedBufferAttribute, Mesh, Points,
    type Object3D, type RawShaderMaterial,
} from "three";
import { Colliders } from "./colliders";
import type { Materials } from "./materials";
import type { WorldData, StageExports } from "./memory";
import { setBox, setCapsule, setLine, setQuad, setShadowCapsule } from "./shapes";

export type ViewMode = "shaded" | "wireframe" | "particles" | "tension" | "contacts";

// An attribute whose numbers come from the module with every picture.
interface Live {
    attribute: BufferAttribute | InstancedInterleavedBuffer;
    array: () => Float32Array;
}

// What is drawn of a world, by what it is for.
interface Parts {
    solids: Object3D[];
    surface?: Object3D;
    ropes?: Object3D;
    pins?: Object3D;
    points?: Object3D;
    lines?: Object3D;
    contacts?: Object3D;
}

// Attributes of instances, by name: where they begin among the floats of one, and how many.
type Layout = Record<string, readonly [offset: number, size: number]>;

const TUBE: Layout = { from: [0, 3], to: [3, 3], radius: [6, 1], force: [7, 1] };
const BOX: Layout = { middle: [0, 3], sideX: [3, 3], sideY: [6, 3], sideZ: [9, 3] };
const PIN: Layout = { pin: [0, 4] };
const CONTACT: Layout = { place: [0, 3], force: [3, 3], strength: [6, 1], pair: [7, 1] };
const LINE: Layout = { from: [0, 3], to: [3, 3], kind: [6, 1], force: [7, 1] };

// The middle one of the lengths of some lines.
function spacingOf(lines: Float32Array): number {
    const step = 8 * Math.max(1, Math.floor(lines.length / 8 / 200));
    const lengths: number[] = [];
    for (let i = 0; i + 8 <= lines.length; i += step) {
        lengths.push(Math.hypot(lines[i + 3]! - lines[i]!, lines[i + 4]! - lines[i + 1]!,
            lines[i + 5]! - lines[i + 2]!));
    }
    lengths.sort((a, b) => a - b);
    return lengths[lengths.length >> 2] || 0.1;
}

// The same tubes with fewer corners.
function shadowOf(tubes: InstancedBufferGeometry): InstancedBufferGeometry {
    const out = new InstancedBufferGeometry();
    for (const name of [...Object.keys(TUBE), "colour"]) {
        out.setAttribute(name, tubes.getAttribute(name));
    }
    setShadowCapsule(out);
    out.instanceCount = tubes.instanceCount;
    return out;
}

export class WorldView {
    readonly main = new Group();
    readonly shade = new Group(); // what casts shadows
    readonly colliders: Colliders;
    spacing = 0.1; // between particles, metres
    private built = -1;
    private views = -1; // of the data that attributes point at
    private live: Live[] = [];
    private drawn: (Mesh | Points)[] = [];
    private pins: InstancedBufferGeometry | null = null;
    private contacts: InstancedBufferGeometry | null = null;
    private parts: Parts = { solids: [] };

    constructor(
        readonly number: number,
        readonly data: WorldData,
        private readonly materials: Materials,
        exports: StageExports,
        memory: WebAssembly.Memory,
    ) {
        this.colliders = new Colliders(number, materials, exports, memory);
        this.main.add(this.colliders.main);
        this.shade.add(this.colliders.shade);
    }

    // After the module has written anew.
    update(): void {
        this.data.refresh();
        if (this.built !== this.data.version) {
            this.views = this.data.views;
            this.built = this.data.version;
            this.rebuild();
        }
        this.bind();
        this.touch();
        this.colliders.update();
    }

    // Points attributes at the module's memory, which may have moved.
    bind(): void {
        this.data.refresh();
        if (this.views !== this.data.views) {
            this.views = this.data.views;
            for (const { attribute, array } of this.live) {
                attribute.array = array();
            }
        }
    }

    private touch(): void {
        for (const { attribute } of this.live) {
            attribute.needsUpdate = true;
        }
        if (this.pins && this.contacts) {
            this.pins.instanceCount = this.data.pinCount;
            this.contacts.instanceCount = this.data.contactCount;
        }
    }

    show(mode: ViewMode, pins: boolean): void {
        const { parts } = this;
        this.materials.shared.setDensity(this.spacing, this.data.lineCount);
        const solid = mode !== "particles";
        if (parts.surface) {
            parts.surface.visible = solid;
        }
        for (const object of parts.solids) {
            object.visible = solid && !(mode === "wireframe" && object === parts.ropes);
        }
        if (parts.points) {
            parts.points.visible = mode === "particles";
        }
        if (parts.lines) {
            parts.lines.visible = mode === "particles" || mode === "wireframe";
        }
        if (parts.pins) {
            parts.pins.visible = pins && this.data.pinCount > 0;
        }
        if (parts.contacts) {
            parts.contacts.visible = mode === "contacts" && this.data.contactCount > 0;
        }
    }

    private rebuild(): void {
        this.clear();
        const { data, materials: m } = this;
        if (data.indexCount > 0) {
            this.parts.surface = this.add(this.makeSurface(), m.surface, m.surfaceShadow);
        }
        const balls = data.tubeCount - data.ropeCount;
        if (data.ropeCount > 0) {
            const ropes = this.makeTubes(0, data.ropeCount);
            this.parts.ropes = this.add(ropes, m.rope, m.tubeShadow, shadowOf(ropes));
            this.parts.solids.push(this.parts.ropes);
        }
        if (balls > 0) {
            const geometry = this.makeTubes(data.ropeCount, balls);
            this.parts.solids.push(this.add(geometry, m.ball, m.tubeShadow));
        }
        if (data.boxCount > 0) {
            this.parts.solids.push(this.add(this.makeBoxes(), m.box, m.boxShadow));
        }
        this.addMarks();
    }

    // What stands for something and casts no shadow.
    private addMarks(): void {
        const { data, materials: m } = this;
        const points = new BufferGeometry();
        this.addLive(points, "position", 3, () => this.data.positions);
        this.parts.points = this.addObject(new Points(points, m.point), 3);
        this.pins = new InstancedBufferGeometry();
        setQuad(this.pins);
        this.addInstances(this.pins, PIN, 4, () => this.data.pins);
        this.parts.pins = this.addObject(new Mesh(this.pins, m.pin), 4);
        this.contacts = new InstancedBufferGeometry();
        setLine(this.contacts);
        this.addInstances(this.contacts, CONTACT, 8, () => this.data.contacts);
        this.parts.contacts = this.addObject(new Mesh(this.contacts, m.contact), 5);
        if (data.lineCount > 0) {
            this.spacing = spacingOf(data.lines);
            const lines = new InstancedBufferGeometry();
            setLine(lines);
            this.addInstances(lines, LINE, 8, () => this.data.lines);
            lines.instanceCount = data.lineCount;
            this.parts.lines = this.addObject(new Mesh(lines, m.line), 2);
        }
    }

    private makeSurface(): BufferGeometry {
        const { data } = this;
        const geometry = new BufferGeometry();
        this.addLive(geometry, "position", 3, () => this.data.positions);
        this.addLive(geometry, "normal", 3, () => this.data.normals);
        this.addLive(geometry, "tension", 1, () => this.data.tensions);
        geometry.setAttribute("paint", new BufferAttribute(data.paints.slice(), 4));
        const both = new InterleavedBuffer(data.colours.slice(), 8);
        geometry.setAttribute("front", new InterleavedBufferAttribute(both, 4, 0, true));
        geometry.setAttribute("back", new InterleavedBufferAttribute(both, 4, 4, true));
        geometry.setIndex(new BufferAttribute(data.indices.slice(), 1));
        return geometry;
    }

    private makeTubes(first: number, count: number): InstancedBufferGeometry {
        const geometry = new InstancedBufferGeometry();
        setCapsule(geometry, count);
        const range = (): Float32Array => this.data.tubes.subarray(8 * first, 8 * (first + count));
        this.addInstances(geometry, TUBE, 8, range);
        const colours = this.data.tubeColours.slice(4 * first, 4 * (first + count));
        geometry.setAttribute("colour", new InstancedBufferAttribute(colours, 4, true));
        geometry.instanceCount = count;
        return geometry;
    }

    private makeBoxes(): InstancedBufferGeometry {
        const geometry = new InstancedBufferGeometry();
        setBox(geometry, [1, 1, 1]);
        this.addInstances(geometry, BOX, 12, () => this.data.boxes);
        const colours = this.data.boxColours.slice();
        geometry.setAttribute("colour", new InstancedBufferAttribute(colours, 4, true));
        geometry.instanceCount = this.data.boxCount;
        return geometry;
    }

    private addLive(
        to: BufferGeometry, name: string, size: number, array: () => Float32Array,
    ): void {
        const attribute = new BufferAttribute(array(), size);
        attribute.setUsage(DynamicDrawUsage);
        to.setAttribute(name, attribute);
        this.live.push({ attribute, array });
    }

    private addInstances(
        to: InstancedBufferGeometry, layout: Layout, stride: number, array: () => Float32Array,
    ): void {
        const attribute = new InstancedInterleavedBuffer(array(), stride);
        attribute.setUsage(DynamicDrawUsage);
        for (const [name, [offset, size]] of Object.entries(layout)) {
            to.setAttribute(name, new InterleavedBufferAttribute(attribute, size, offset));
        }
        this.live.push({ attribute, array });
    }

    private add(
        geometry: BufferGeometry, seen: RawShaderMaterial, cast: RawShaderMaterial,
        simple = geometry,
    ): Mesh {
        const shadow = new Mesh(simple, cast);
        shadow.frustumCulled = false;
        this.shade.add(shadow);
        this.drawn.push(shadow);
        return this.addObject(new Mesh(geometry, seen), 1);
    }

    private addObject<T extends Mesh | Points>(object: T, order: number): T {
        object.frustumCulled = false;
        object.renderOrder = order;
        this.main.add(object);
        this.drawn.push(object);
        return object;
    }

    private clear(): void {
        for (const object of this.drawn) {
            object.geometry.dispose();
            object.removeFromParent();
        }
        this.drawn = [];
        this.live = [];
        this.pins = null;
        this.contacts = null;
        this.parts = { solids: [] };
    }

    dispose(): void {
        this.clear();
        this.colliders.dispose();
        this.main.removeFromParent();
        this.shade.removeFromParent();
    }
}
