// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A stand-in for the engine until it is there: a net of particles in plain TypeScript.

export type Vec3 = [number, number, number];
export interface Param {
    key: string;
    about: string;
    value: number;
    min: number;
    max: number;
}
export interface SceneInfo {
    name: string;
    about: string;
    tags: string[];
    dt: number;
    substeps: number;
    frames: number;
    solver: string;
    camera: { eye: Vec3; target: Vec3; fov: number };
    params: Param[];
}
export interface OpenOptions {
    params?: Record<string, number>;
    substeps?: number;
    iterations?: number;
    solver?: string;
}
export interface Pick {
    world: number;
    body: number;
    particle: number;
    distance: number;
    point: Vec3;
    pinned: boolean;
    mass: number;
}

const scene = (name: string, about: string, tags: string): SceneInfo => ({
    name,
    about,
    tags: tags.split(" "),
    dt: 1 / 60,
    substeps: 20,
    frames: 300,
    solver: tags.includes("verlet") ? "verlet" : "xpbd",
    camera: { eye: [0, 0, 6], target: [0, 0, 0], fov: 40 },
    params: [{ key: "drag", about: "1/s", value: 0.6, min: 0, max: 100 }],
});

const W = 25;
const H = 18;

export class Play {
    static async load(): Promise<Play> {
        return new Play();
    }
    readonly backend = "mock";
    readonly memory = new WebAssembly.Memory({ initial: 1 });
    readonly exports: Record<string, unknown> = {};
    readonly scenes = [
        scene("showcase", "A village fair in a breeze.", "showcase cloth"),
        scene("cloth-25x18", "The cloth of many tutorials.", "cloth 2d verlet"),
        scene("flag", "A flag flaps.", "cloth wind"),
    ];
    scene = this.scenes[0]!;
    frame = 0;
    dt = 1 / 60;
    x = new Float32Array(W * H * 3);
    p = new Float32Array(W * H * 3);
    pinned = new Uint8Array(W * H);
    cutLinks = new Set<number>();
    hands = new Map<number, { pick: Pick; to: Vec3 }>();
    wind: Vec3 = [0, 0, 0];
    replaying = false;
    replayFrames = 0;
    replayMatches: boolean | null = null;
    materials = ["as made", "nylon", "rubber"];
    can = { wind: true, tear: true, material: true, drag: true, iterations: true, gravity: true };
    get time(): number {
        return this.frame * this.dt;
    }
    open(name: string, _options?: OpenOptions): void {
        const found = this.scenes.find((s) => s.name === name);
        if (!found) {
            throw new Error(`there is no scene "${name}"`);
        }
        this.scene = found;
        this.frame = 0;
        this.cutLinks.clear();
        this.hands.clear();
        for (let i = 0; i < W * H; ++i) {
            const at = [((i % W) - 12) * 0.1, 0.9 - Math.floor(i / W) * 0.1, 0];
            this.x.set(at, i * 3);
            this.p.set(at, i * 3);
            this.pinned[i] = i === 0 || i === 12 || i === 24 ? 1 : 0;
        }
    }
    openLink(_text: string): void {
        this.open("showcase");
        this.replaying = true;
    }
    takeOver(): void {
        this.replaying = false;
    }
    step(): void {
        ++this.frame;
        const { x, p } = this;
        for (let i = 0; i < W * H; ++i) {
            if (this.pinned[i]) {
                continue;
            }
            for (let k = 0; k < 3; ++k) {
                const v = (x[3 * i + k]! - p[3 * i + k]!) * 0.99;
                const a = (k === 1 ? -9.81 : 0) + this.wind[k]! + (k === 2 ? Math.sin(this.time) : 0);
                p[3 * i + k] = x[3 * i + k]!;
                x[3 * i + k] = x[3 * i + k]! + v + a / 3600;
            }
        }
        for (const { pick, to } of this.hands.values()) {
            x.set(to, pick.particle * 3);
            p.set(to, pick.particle * 3);
        }
        for (let n = 0; n < 8; ++n) {
            this.links((a, b) => this.project(a, b));
        }
    }
    links(f: (a: number, b: number) => void): void {
        for (let i = 0; i < W * H; ++i) {
            if (i % W < W - 1 && !this.cutLinks.has(2 * i)) {
                f(i, i + 1);
            }
            if (i + W < W * H && !this.cutLinks.has(2 * i + 1)) {
                f(i, i + W);
            }
        }
    }
    private project(a: number, b: number): void {
        const { x } = this;
        const d = [0, 1, 2].map((k) => x[3 * b + k]! - x[3 * a + k]!);
        const length = Math.hypot(...d);
        const free = (i: number): number =>
            this.pinned[i] || [...this.hands.values()].some((h) => h.pick.particle === i) ? 0 : 1;
        const w = free(a) + free(b);
        if (w > 0 && length > 0) {
            const s = (length - 0.1) / length / w;
            for (let k = 0; k < 3; ++k) {
                x[3 * a + k] = x[3 * a + k]! + d[k]! * s * free(a);
                x[3 * b + k] = x[3 * b + k]! - d[k]! * s * free(b);
            }
        }
    }
    hash(): string {
        let h = 2166136261;
        for (const byte of new Uint8Array(this.x.buffer)) {
            h = Math.imul(h ^ byte, 16777619);
        }
        return (h >>> 0).toString(16).padStart(16, "0");
    }
    stats() {
        return {
            particles: W * H,
            bodies: 1,
            constraints: 800,
            projections: 16000,
            energy: Math.sin(this.time),
            maxStretch: 0.01,
            meanStretch: 0.001,
            worstStretch: 0.02,
            residual: 0.0001,
            excess: 0.01,
            substepsNeeded: 20,
            stepMs: 1,
            trouble: 0,
            stages: { constraints: 0.6, contacts: 0.2 } as Record<string, number>,
            worlds: [{ label: "", diverged: false, maxStretch: 0.01, energy: 1 }],
        };
    }
    pick(world: number, origin: Vec3, direction: Vec3, radius: number): Pick | null {
        let best: Pick | null = null;
        let least = radius;
        for (let i = 0; i < W * H; ++i) {
            const q = [0, 1, 2].map((k) => this.x[3 * i + k]! - origin[k]!);
            const t = q.reduce((s, v, k) => s + v * direction[k]!, 0);
            const d = Math.hypot(...q.map((v, k) => v - t * direction[k]!));
            if (d < least) {
                least = d;
                const point = [...this.x.slice(3 * i, 3 * i + 3)] as Vec3;
                const pinned = this.pinned[i] === 1;
                best = { world, body: 0, particle: i, distance: t, point, pinned, mass: 1 };
            }
        }
        return best;
    }
    grab(hand: number, pick: Pick): void {
        this.hands.set(hand, { pick, to: pick.point });
    }
    drag(hand: number, to: Vec3): void {
        this.hands.get(hand)!.to = to;
    }
    release(hand: number, _throwIt: boolean): void {
        this.hands.delete(hand);
    }
    held(hand: number): Pick | null {
        return this.hands.get(hand)?.pick ?? null;
    }
    cut(_world: number, _blade: [Vec3, Vec3, Vec3, Vec3]) {
        return { bodies: 1, links: 1, splits: 0, held: 0 };
    }
    pin(p: Pick): void {
        this.pinned[p.particle] = 1;
    }
    unpin(p: Pick): void {
        this.pinned[p.particle] = 0;
    }
    setWind(v: Vec3): void {
        this.wind = v;
    }
    setGravity(_g: Vec3): void {}
    setSubsteps(_n: number): void {}
    setDrag(_d: number): void {}
    setTearLimit(_s: number): void {}
    setMaterial(_name: string): void {}
    addRope(_world: number, _points: Vec3[], _material: string): number {
        return 1;
    }
    addCloth(_world: number, _corners: [Vec3, Vec3, Vec3], _material: string): number {
        return 1;
    }
    addBridge(_world: number, _from: Vec3, _to: Vec3): number {
        return 1;
    }
    events(): { kind: string; world: number; body: number; place: Vec3; force: number }[] {
        return [];
    }
    link(): string {
        return "mock";
    }
}
