// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The page's module as the page uses it: scenes, steps, hands, figures. Everything that changes a
// run goes through acts, which the module writes down (scenes/play.h), so that a link repeats it.

import {
    hasSimd, instantiate, instantiateParts, type Parts, type WasmExports,
} from "../../../src/module";
import { Exchange } from "./exchange";
import { readScene, readState } from "./read";
import type {
    Camera, Can, CutResult, OpenOptions, Pick, PlayEvent, PlayStats, SceneInfo, State, Vec3,
    WorldStats,
} from "./types";

export type {
    Camera, Can, CutResult, OpenOptions, Pick, PlayEvent, PlayStats, SceneInfo, SceneParam, Vec3,
    WorldStats,
} from "./types";

/** Most points of one stroke; longer ones are thinned. */
const MOST_POINTS = 96;

const EARTH = 9.81; // m/s^2

/** What the first part of the module has. */
const HAND_VERBS = ["grab", "gather", "drag", "release"];

const imports = { now: () => performance.now() / 1000 };

export class Play {
    readonly exports: Exchange["exports"];
    readonly memory: WebAssembly.Memory;
    readonly scenes: SceneInfo[] = [];
    readonly solvers: string[] = [];
    /** Of all materials; those of the open scene are in `suitable`. */
    readonly materials: string[] = [];

    readonly #stageNames: string[] = [];
    readonly #verbs = new Map<string, number>();
    #scene: SceneInfo | undefined;
    #state: State | undefined;
    #stageSeconds: number[] = [];
    #stageFrame = 0;
    #stageTimes: Record<string, number> = {};
    #lastDrag: (Vec3 | undefined)[] = [];

    readonly #module: Exchange;
    readonly #parts: Parts | null;

    private constructor(exports: WasmExports, parts: Parts | null) {
        this.#parts = parts;
        this.#module = new Exchange(exports);
        this.exports = this.#module.exports;
        this.memory = this.#module.memory;
        this.solvers = this.#module.names("play_solver_name");
        this.materials = this.#module.names("play_material_name");
        this.#module.names("play_verb_name").forEach((name, i) => this.#verbs.set(name, i));
        const count = this.#module.call("play_scene_count");
        for (let i = 0; i < count; ++i) {
            this.scenes.push(readScene(this.#module, this.solvers, i));
        }
        const stages = this.#module.call("play_stages");
        for (let i = 0; i < stages; ++i) {
            this.#module.call("play_stage_name", i);
            this.#stageNames.push(this.#module.read());
        }
    }

    /**
     * Ready once the first part of the module is there, which has what the opening scene needs; the
     * rest follows.
     *
     * @param urls of both parts of the two builds of the module
     * @param options.simd false for the build without SIMD
     */
    static async load(
        urls: { scalar: string; scalarRest: string; simd: string; simdRest: string },
        options: { simd?: boolean } = {},
    ): Promise<Play> {
        const simd = (options.simd ?? true) && hasSimd();
        const [first, rest] = simd ? [urls.simd, urls.simdRest] : [urls.scalar, urls.scalarRest];
        const parts = await instantiateParts(fetch(first), rest, imports);
        void parts.load().catch(() => undefined); // whoever waits for it is told
        return new Play(parts.exports, parts);
    }

    /** From bytes or a response: what load() does, for node and tests. */
    static async from(source: Parameters<typeof instantiate>[0]): Promise<Play> {
        return new Play(await instantiate(source, imports), null);
    }

    /**
     * Settled when all of the module is there; asks for it again where that failed before. What
     * needs more of it sooner waits by itself.
     */
    async whole(): Promise<void> {
        await this.#parts?.load();
    }

    // Before anything is begun that may need the rest: what is open stays as it is if it is not to
    // be had, and goes on.
    #needAll(): void {
        try {
            this.#parts?.loadNow();
        } catch (error) {
            const why = error instanceof Error ? error.message : String(error);
            throw new Error(`this needs a part of the page that did not arrive (${why})`);
        }
    }

    // Opening -------------------------------------------------------------------------------------

    open(name: string, options: OpenOptions = {}): void {
        if (this.#scene) {
            this.#needAll(); // the first part has but what the page opens with
        }
        this.#module.write(name);
        this.#module.must("play_choose");
        const { params = {}, solver, ...numbers } = options;
        const values: Record<string, number> = { ...params };
        for (const [key, value] of Object.entries(numbers)) {
            if (value !== undefined) {
                values[key] = value;
            }
        }
        if (solver !== undefined) {
            const kind = this.solvers.indexOf(solver);
            if (kind < 0) {
                throw new Error(`there is no solver ${solver}`);
            }
            values["solver"] = kind;
        }
        for (const [key, value] of Object.entries(values)) {
            this.#module.write(key);
            this.#module.must("play_set", value);
        }
        this.#module.must("play_open");
        this.#opened(name);
    }

    /** Opens a recording: an address, or what stands behind "run=" in it. */
    openLink(text: string): void {
        this.#needAll();
        this.#module.write(text);
        this.#module.must("play_open_script");
        // The scene is in the recording: the module knows which.
        this.#opened(this.#sceneOfRun());
    }

    #sceneOfRun(): string {
        this.#module.must("play_scene_of_run");
        return this.#module.read();
    }

    #opened(name: string): void {
        this.#scene = this.scenes.find((s) => s.name === name);
        this.#state = undefined;
        this.#stageSeconds = [];
        this.#stageFrame = 0;
        this.#lastDrag = [];
    }

    get scene(): SceneInfo {
        if (!this.#scene) {
            throw new Error("no scene is open");
        }
        return this.#scene;
    }

    // Running -------------------------------------------------------------------------------------

    step(): void {
        this.#module.must("play_step");
        this.#state = undefined;
    }

    get frame(): number {
        return this.#readState().frame;
    }

    get time(): number {
        return this.#readState().time;
    }

    /** Seconds of a frame. */
    get dt(): number {
        return this.#readState().dt;
    }

    get worldCount(): number {
        return this.#readState().worlds;
    }

    get substeps(): number {
        return this.#readState().substeps;
    }

    get iterations(): number {
        return this.#readState().iterations;
    }

    get solver(): string {
        return this.solvers[this.#readState().solver] ?? "";
    }

    /**
     * m/s^2. Legacy worlds count in lengths per substep squared, and by units of their own: there
     * setGravity() means a part of what the scene has, which is 9.81.
     */
    get gravity(): Vec3 {
        const { gravity, set } = this.#readState();
        return this.solver === "legacy" ? [0, -(set.gravity ?? EARTH), 0] : gravity;
    }

    /** What hands have set so far, in this run or in the one that is replayed. */
    get set(): Readonly<State["set"]> {
        return this.#readState().set;
    }

    /** The camera of the run, which may differ from that of its scene. */
    get camera(): Camera {
        return this.#readState().camera;
    }

    /** Values in force, by key. */
    get params(): Record<string, number> {
        const { params } = this.#readState();
        return Object.fromEntries(this.scene.params.map((p, i) => [p.key, params[i] ?? p.value]));
    }

    get backend(): string {
        this.#module.call("play_backend");
        return this.#module.read();
    }

    /** 16 hexadecimal digits: equal on every machine when positions and velocities are. */
    hash(): string {
        this.#module.call("play_hash");
        return this.#module.read();
    }

    // Replays -------------------------------------------------------------------------------------

    get replaying(): boolean {
        return this.#readState().replaying;
    }

    get replayFrames(): number {
        return this.#readState().replayFrames;
    }

    /** Whether a replay came to the hash of its recording; null while it has not ended. */
    get replayMatches(): boolean | null {
        const state = this.#readState();
        return state.replayEnded ? state.replayMatches : null;
    }

    takeOver(): void {
        this.#module.call("play_take_over");
        this.#state = undefined;
    }

    /** The run so far, to be put behind "#run=", or given to `taut run --replay`. */
    link(): string {
        this.#module.must("play_script");
        return this.#module.read();
    }

    // Figures -------------------------------------------------------------------------------------

    stats(): PlayStats {
        this.#module.call("play_stats");
        const n = [...this.#module.numbers(13)];
        const at = (i: number) => n[i] ?? 0;
        return {
            particles: at(0), bodies: at(1), constraints: at(2), projections: at(3),
            energy: at(4), maxStretch: at(5), meanStretch: at(6), worstStretch: at(7),
            residual: at(8), excess: at(9), substepsNeeded: at(10), stepMs: at(11),
            trouble: at(12), stages: this.#stages(), worlds: this.#worlds(),
        };
    }

    #stages(): Record<string, number> {
        if (this.frame === this.#stageFrame && this.frame > 0) {
            return this.#stageTimes; // somebody else has asked since the last frame
        }
        const count = this.#module.call("play_stages");
        const seconds = [...this.#module.numbers(count)];
        const frames = Math.max(1, this.frame - this.#stageFrame);
        const stages: Record<string, number> = {};
        seconds.forEach((value, i) => {
            const name = this.#stageNames[i] ?? "";
            stages[name] = (1000 * (value - (this.#stageSeconds[i] ?? 0))) / frames;
        });
        this.#stageSeconds = seconds;
        this.#stageFrame = this.frame;
        this.#stageTimes = stages;
        return stages;
    }

    #worlds(): WorldStats[] {
        const worlds: WorldStats[] = [];
        for (let i = 0; i < this.worldCount; ++i) {
            this.#module.must("play_world", i);
            const [diverged = 0, maxStretch = 0, energy = 0] = this.#module.numbers(3);
            const label = this.#module.read();
            worlds.push({ label, diverged: diverged !== 0, maxStretch, energy });
        }
        return worlds;
    }

    /** Whether a world is two-dimensional. */
    planar(world: number): boolean {
        this.#module.must("play_world", world);
        return this.#module.numbers(4)[3] !== 0;
    }

    events(): PlayEvent[] {
        const events: PlayEvent[] = [];
        for (let world = 0; world < this.worldCount; ++world) {
            const count = this.#module.call("play_event_count", world);
            for (let i = 0; i < count; ++i) {
                this.#module.must("play_event", world, i);
                const [body = 0, constraint = 0, particle = 0, x = 0, y = 0, z = 0, force = 0] =
                    this.#module.numbers(7);
                const kind = this.#module.read();
                events.push({ kind, world, body, constraint, particle, place: [x, y, z], force });
            }
        }
        return events;
    }

    get can(): Can {
        const bits = this.#readState().can;
        const has = (verb: string) => ((bits >> (this.#verbs.get(verb) ?? 31)) & 1) !== 0;
        const own = this.worldCount > 1 || this.scene.tags.includes("compare");
        return {
            wind: has("wind"), tear: has("tear"), cut: has("cut"), draw: has("rope"),
            material: has("material"), drag: has("damping"), substeps: has("substeps"),
            iterations: !own, solver: !own, gravity: has("gravity"),
        };
    }

    /** Materials that some body of the open scene could be made of. */
    get suitable(): string[] {
        return this.materials.filter((_, i) => this.#module.call("play_material_suits", i) !== 0);
    }

    // Hands ---------------------------------------------------------------------------------------

    pick(world: number, origin: Vec3, direction: Vec3, radius: number): Pick | null {
        this.#module.put([...origin, ...direction, radius]);
        if (!this.#module.call("play_pick", world)) {
            return null;
        }
        const [body = 0, particle = 0, pinned = 0, distance = 0, x = 0, y = 0, z = 0, mass = 0,
            surface = 0] = this.#module.numbers(9);
        return { world, body, particle, pinned: pinned !== 0, distance, point: [x, y, z], mass,
            surface: surface !== 0 };
    }

    /** @param radius of surfaces a hand takes what is so near to the particle, m */
    grab(hand: number, pick: Pick, radius = 0): void {
        const ints = [hand, pick.world, pick.body, pick.particle];
        if (pick.surface && radius > 0) {
            this.#act("gather", ints, [radius]);
        } else {
            this.#act("grab", ints);
        }
        this.#lastDrag[hand] = undefined;
    }

    drag(hand: number, to: Vec3): void {
        const last = this.#lastDrag[hand];
        if (last && last.every((v, i) => v === to[i])) {
            return; // nothing new to write down
        }
        this.#act("drag", [hand], [], [to]);
        this.#lastDrag[hand] = [...to];
    }

    release(hand: number, throwIt: boolean): void {
        this.#act("release", [hand, throwIt ? 1 : 0]);
    }

    /** What a hand holds now; null once that is gone. */
    held(hand: number): Pick | null {
        if (!this.#module.call("play_hand", hand)) {
            return null;
        }
        const [world = 0, body = 0, particle = 0, x = 0, y = 0, z = 0, mass = 0] =
            this.#module.numbers(7);
        return { world, body, particle, distance: 0, point: [x, y, z], pinned: false, mass,
            surface: false };
    }

    /** A particle by its number: where it is, m, and its velocity, m/s. */
    particle(
        world: number,
        body: number,
        particle: number,
    ): { point: Vec3; velocity: Vec3; pinned: boolean } {
        this.#module.must("play_particle", world, body, particle);
        const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0, pinned = 0] = this.#module.numbers(7);
        return { point: [x, y, z], velocity: [vx, vy, vz], pinned: pinned !== 0 };
    }

    /** A blade swept from the segment (a, b) to (c, d). */
    cut(world: number, blade: [Vec3, Vec3, Vec3, Vec3]): CutResult {
        this.#act("cut", [world], [], blade);
        const [bodies = 0, links = 0, splits = 0, held = 0] = this.#module.numbers(4);
        return { bodies, links, splits, held };
    }

    pin(p: Pick): void {
        this.#act("pin", [p.world, p.body, p.particle]);
    }

    unpin(p: Pick): void {
        this.#act("unpin", [p.world, p.body, p.particle]);
    }

    /** m/s, beside the scene's own winds. */
    setWind(v: Vec3): void {
        this.#act("wind", [], v);
    }

    /** m/s^2. */
    setGravity(g: Vec3): void {
        this.#act("gravity", [], g);
    }

    setSubsteps(n: number): void {
        this.#act("substeps", [n]);
    }

    /** 1/s, of every body. */
    setDrag(perSecond: number): void {
        this.#act("damping", [], [perSecond]);
    }

    /** Stretch, as a part of its length, that breaks a link; 0 for none. */
    setTearLimit(stretch: number): void {
        this.#act("tear", [], [stretch]);
    }

    setMaterial(name: string): void {
        this.#act("material", [this.#material(name)]);
    }

    /** @returns the new body's number in its world */
    addRope(
        world: number, points: Vec3[], material = "nylon-rope",
        pins: { first?: boolean; last?: boolean } = { first: true },
    ): number {
        const ints = [world, this.#material(material), pinBits(pins)];
        this.#act("rope", ints, [], thin(points, MOST_POINTS));
        return this.#module.numbers(5)[4] ?? -1;
    }

    /** From a corner and its two neighbours. */
    addCloth(
        world: number, corners: [Vec3, Vec3, Vec3], material = "cotton",
        pins: { first?: boolean; last?: boolean } = { first: true, last: true },
    ): number {
        this.#act("cloth", [world, this.#material(material), pinBits(pins)], [], corners);
        return this.#module.numbers(5)[4] ?? -1;
    }

    addBridge(world: number, from: Vec3, to: Vec3): number {
        this.#act("bridge", [world], [], [from, to]);
        return this.#module.numbers(5)[4] ?? -1;
    }

    #material(name: string): number {
        const i = this.materials.indexOf(name);
        if (i < 0) {
            throw new Error(`there is no material ${name}`);
        }
        return i;
    }

    #act(verb: string, ints: number[], floats: number[] = [], points: Vec3[] = []): void {
        if (!HAND_VERBS.includes(verb)) {
            this.#needAll();
        }
        const numbers = [0, 0, 0, 0, 0, 0, 0];
        ints.forEach((v, i) => (numbers[i] = v));
        floats.forEach((v, i) => (numbers[4 + i] = v));
        this.#module.put([...numbers, ...points.flat()]);
        this.#module.must("play_act", this.#verbs.get(verb) ?? -1, points.length);
        this.#state = undefined;
    }

    #readState(): State {
        this.#state ??= readState(this.#module, this.materials);
        return this.#state;
    }
}

function pinBits(pins: { first?: boolean; last?: boolean }): number {
    return (pins.first ? 1 : 0) | (pins.last ? 2 : 0);
}

/** Every so manyth point of a stroke, and its end. */
function thin(points: Vec3[], most: number): Vec3[] {
    if (points.length <= most) {
        return points;
    }
    const step = (points.length - 1) / (most - 1);
    return Array.from({ length: most }, (_, i) => points[Math.round(i * step)] as Vec3);
}
