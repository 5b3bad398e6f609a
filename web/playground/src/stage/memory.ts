// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What c/stage_exports.c gathers, as typed arrays. They lie in the module's own memory: nothing is
// copied on the way to the GPU. They are made anew when that memory has grown or the arrays are
// others.

// The calls of c/stage_exports.c.
export interface StageExports {
    taut_stage_open(): number;
    taut_stage_update(wires: number, more: number): number;
    taut_stage_world(world: number): number;
    taut_stage_bounds(world: number, x: number, y: number, z: number, reach: number): void;
    taut_stage_ground(world: number): number;
    taut_stage_collider_count(world: number): number;
    taut_stage_collider(world: number, i: number): number;
    taut_stage_collider_mesh(world: number, i: number): number;
    taut_stage_camera(): number;
}

// Words of taut_stage_world, in its order.
const enum Word {
    version,
    particleCount,
    indexCount,
    tubeCount,
    ropeCount,
    boxCount,
    pinCount,
    pinRoom,
    lineCount,
    contactCount,
    flipped,
    planar,
    diverged,
    positions,
    normals,
    tensions,
    paints,
    colours,
    indices,
    tubes,
    tubeColours,
    boxes,
    boxColours,
    pins,
    lines,
    contacts,
    mostForce,
    mostPush,
    low,
    high = low + 3,
    count = high + 3,
}

// TAUT_STAGE_CONTACTS
const MOST_CONTACTS = 4096;
const NO_FLOATS = new Float32Array(0);
const NO_BYTES = new Uint8Array(0);

export class WorldData {
    version = -1;
    views = 0; // how often the arrays were made
    particleCount = 0;
    indexCount = 0;
    tubeCount = 0;
    ropeCount = 0;
    boxCount = 0;
    pinCount = 0;
    pinRoom = 0;
    lineCount = 0;
    contactCount = 0;
    flipped = false;
    planar = false;
    diverged = false;
    mostForce = 0;
    mostPush = 0;
    readonly low: [number, number, number] = [0, 0, 0];
    readonly high: [number, number, number] = [0, 0, 0];
    positions = NO_FLOATS;
    normals = NO_FLOATS;
    tensions = NO_FLOATS;
    paints = NO_FLOATS;
    colours = NO_BYTES;
    indices = new Uint32Array(0);
    tubes = NO_FLOATS;
    tubeColours = NO_BYTES;
    boxes = NO_FLOATS;
    boxColours = NO_BYTES;
    pins = NO_FLOATS;
    lines = NO_FLOATS;
    contacts = NO_FLOATS;
    private buffer: ArrayBufferLike | null = null;
    private ints = new Int32Array(0);
    private floats = NO_FLOATS;

    constructor(
        private readonly memory: WebAssembly.Memory,
        private readonly at: number,
    ) {}

    // Reads the words again. Another version: whatever was made of the arrays is stale.
    refresh(): void {
        const moved = this.buffer !== this.memory.buffer;
        if (moved) {
            this.buffer = this.memory.buffer;
            this.ints = new Int32Array(this.buffer, this.at, Word.count);
            this.floats = new Float32Array(this.buffer, this.at, Word.count);
        }
        const { ints, floats } = this;
        this.pinCount = ints[Word.pinCount]!;
        this.diverged = ints[Word.diverged] !== 0;
        this.contactCount = ints[Word.contactCount]!;
        this.mostForce = floats[Word.mostForce]!;
        this.mostPush = floats[Word.mostPush]!;
        this.readBounds();
        const other = this.version !== ints[Word.version];
        if (other) {
            this.readCounts(ints);
        }
        if (other || moved) {
            this.deriveViews(ints);
        }
    }

    readBounds(): void {
        for (let i = 0; i < 3; ++i) {
            this.low[i] = this.floats[Word.low + i]!;
            this.high[i] = this.floats[Word.high + i]!;
        }
    }

    // The strongest force of a contact, N.
    mostContact(): number {
        let most = 0;
        for (let i = 0; i < this.contactCount; ++i) {
            most = Math.max(most, this.contacts[8 * i + 6]!);
        }
        return most;
    }

    private readCounts(ints: Int32Array): void {
        this.version = ints[Word.version]!;
        this.particleCount = ints[Word.particleCount]!;
        this.indexCount = ints[Word.indexCount]!;
        this.tubeCount = ints[Word.tubeCount]!;
        this.ropeCount = ints[Word.ropeCount]!;
        this.boxCount = ints[Word.boxCount]!;
        this.pinRoom = ints[Word.pinRoom]!;
        this.lineCount = ints[Word.lineCount]!;
        this.flipped = ints[Word.flipped] !== 0;
        this.planar = ints[Word.planar] !== 0;
    }

    private deriveViews(ints: Int32Array): void {
        this.views += 1;
        const buffer = this.memory.buffer;
        const floats = (word: Word, count: number): Float32Array<ArrayBuffer> =>
            new Float32Array(buffer as ArrayBuffer, ints[word]! >>> 0, count);
        const bytes = (word: Word, count: number): Uint8Array<ArrayBuffer> =>
            new Uint8Array(buffer as ArrayBuffer, ints[word]! >>> 0, count);
        this.positions = floats(Word.positions, 3 * this.particleCount);
        this.normals = floats(Word.normals, 3 * this.particleCount);
        this.tensions = floats(Word.tensions, this.particleCount);
        this.paints = floats(Word.paints, 4 * this.particleCount);
        this.colours = bytes(Word.colours, 8 * this.particleCount);
        this.indices = new Uint32Array(
            buffer as ArrayBuffer, ints[Word.indices]! >>> 0, this.indexCount);
        this.tubes = floats(Word.tubes, 8 * this.tubeCount);
        this.tubeColours = bytes(Word.tubeColours, 4 * this.tubeCount);
        this.boxes = floats(Word.boxes, 12 * this.boxCount);
        this.boxColours = bytes(Word.boxColours, 4 * this.boxCount);
        this.pins = floats(Word.pins, 4 * this.pinRoom);
        this.lines = floats(Word.lines, 8 * this.lineCount);
        this.contacts = floats(Word.contacts, 8 * MOST_CONTACTS);
    }
}

export const SHAPES = [
    "plane", "sphere", "capsule", "box", "cylinder", "hull", "height-field", "mesh",
] as const;

export type ShapeName = (typeof SHAPES)[number];

// The whole memory in words, made anew when it has grown.
const heap = { ints: new Int32Array(0), floats: NO_FLOATS };

function words(buffer: ArrayBufferLike): typeof heap {
    if (heap.ints.buffer !== buffer) {
        heap.ints = new Int32Array(buffer as ArrayBuffer);
        heap.floats = new Float32Array(buffer as ArrayBuffer);
    }
    return heap;
}

// One collider, read out of the module: the same object each time.
export class ColliderData {
    key = 0; // another one: another collider
    shape: ShapeName = "sphere";
    radius = 0;
    halfHeight = 0;
    readonly halfSize: [number, number, number] = [0, 0, 0];
    readonly position: [number, number, number] = [0, 0, 0];
    readonly rotation: [number, number, number, number] = [0, 0, 0, 1];

    // False when there is none at that address.
    read(buffer: ArrayBufferLike, at: number): boolean {
        if (at === 0) {
            return false;
        }
        const { ints, floats } = words(buffer);
        const word = at >>> 2;
        this.shape = SHAPES[ints[word + 2]!] ?? "sphere";
        this.radius = floats[word + 4]!;
        this.halfHeight = floats[word + 5]!;
        for (let i = 0; i < 3; ++i) {
            this.halfSize[i] = floats[word + 6 + i]!;
            this.position[i] = floats[word + 9 + i]!;
        }
        for (let i = 0; i < 4; ++i) {
            this.rotation[i] = floats[word + 12 + i]!;
        }
        this.key = ints[word]! * 65536 + (ints[word + 1]! & 65535);
        return true;
    }
}

export interface Ground {
    plane: number;
    low: number;
    high: number;
    deep: number;
    foot: number;
}

export function readGround(memory: WebAssembly.Memory, at: number): Ground {
    const [plane, low, high, deep, foot] = new Float32Array(memory.buffer, at, 5);
    return { plane: plane!, low: low!, high: high!, deep: deep!, foot: foot! };
}

export interface CameraData {
    eye: [number, number, number];
    target: [number, number, number];
    fov: number;
}

// The camera of the run, which some scenes move along with what they show.
export function readCamera(memory: WebAssembly.Memory, at: number, to: CameraData): void {
    const { floats } = words(memory.buffer);
    const word = at >>> 2;
    for (let i = 0; i < 3; ++i) {
        to.eye[i] = floats[word + i]!;
        to.target[i] = floats[word + 3 + i]!;
    }
    to.fov = floats[word + 6]!;
}
