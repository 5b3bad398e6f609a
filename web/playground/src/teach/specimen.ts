// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A small body under the solver microscope, as the module tells of it (c/watch_exports.c): every
// stage and every single projection of a frame, in the order in which the library does them. No
// physics is computed here.

import type { Play, Vec3 } from "../engine/play";

export type SpecimenKind = "link" | "chain" | "tether" | "patch" | "angle" | "volume";
export type SolverChoice = "xpbd" | "direct" | "verlet" | "legacy";

// Both in the order of c/watch_specimen.h.
export const specimenKinds: readonly SpecimenKind[] = [
    "link",
    "chain",
    "tether",
    "patch",
    "angle",
    "volume",
];
export const solverChoices: readonly SolverChoice[] = ["xpbd", "direct", "verlet", "legacy"];

export interface SpecimenOptions {
    kind: SpecimenKind;
    solver: SolverChoice;
    substeps: number;
    iterations: number;
    /** Frames per second of simulated time. */
    rate: number;
    /** N/m of links; 0 is rigid. */
    stiffness: number;
    /** Mass of the last particle, in that of the others. */
    heavy: number;
}

export const defaultOptions: SpecimenOptions = {
    kind: "chain",
    solver: "xpbd",
    substeps: 1,
    iterations: 2,
    rate: 30,
    stiffness: 0,
    heavy: 1,
};

/** A constraint as it was built. */
export interface Joint {
    kind: string;
    particles: number[];
    rest: number;
    compliance: number;
}

/** What one projection did. */
export interface Projection {
    constraint: number;
    kind: string;
    unit: string;
    particles: number[];
    inverseMass: number[];
    before: Vec3[];
    after: Vec3[];
    valueBefore: number;
    valueAfter: number;
    multiplier: number;
    change: number;
    force: number;
}

/** One moment of a frame: after a stage, or after a projection. */
export interface Moment {
    stage: string;
    substep: number;
    /** -1 before and after the sweeps. */
    iteration: number;
    h: number;
    projection: Projection | null;
    places: Vec3[];
    velocities: Vec3[];
}

// Offsets into an entry, in floats.
const PARTICLES = 6;
const MASSES = 10;
const BEFORE = 14;
const AFTER = 26;
const VALUES = 38;
const H = 43;
const PLACES = 44;

function vectors(a: Float32Array, from: number, count: number): Vec3[] {
    return Array.from({ length: count }, (_, i): Vec3 => {
        const at = from + 3 * i;
        return [a[at] ?? 0, a[at + 1] ?? 0, a[at + 2] ?? 0];
    });
}

export class Specimen {
    readonly joints: Joint[] = [];
    /** kg; 0 of what is held. */
    readonly masses: number[] = [];
    /** Of the frame that was stepped last. */
    moments: Moment[] = [];
    /** Frames taken so far. */
    frame = 0;
    #kinds: { name: string; unit: string }[] = [];
    #stages: string[] = [];

    constructor(
        private readonly play: Play,
        readonly options: SpecimenOptions,
    ) {
        this.#open();
    }

    close(): void {
        this.#call("watch_close");
    }

    /** Goes to a frame, counted from 1; back means from the start again, to the same bits. */
    goTo(frame: number): void {
        if (frame <= this.frame) {
            this.#open();
        }
        while (this.frame < frame) {
            this.#step(this.frame + 1 === frame);
        }
    }

    /** The hash of the world, and whether one that nobody watches has the same. */
    proof(): { hash: string; same: boolean } {
        const same = this.#call("watch_same") === 1;
        return { hash: this.#text(), same };
    }

    #open(): void {
        const o = this.options;
        const kind = specimenKinds.indexOf(o.kind);
        const solver = solverChoices.indexOf(o.solver);
        const args = [kind, solver, o.substeps, o.iterations, o.rate, o.stiffness, o.heavy];
        if (!this.#call("watch_open", ...args)) {
            throw new Error(this.#text());
        }
        this.frame = 0;
        this.moments = [];
        this.#readShape();
    }

    #step(read: boolean): void {
        const count = this.#call("watch_step");
        this.frame += 1;
        if (!read) {
            return;
        }
        const size = this.#call("watch_entry_size");
        const at = this.#call("watch_entries");
        const all = new Float32Array(this.play.memory.buffer, at, count * size);
        this.moments = Array.from({ length: count }, (_, i) =>
            this.#moment(all.subarray(i * size, (i + 1) * size)),
        );
    }

    #moment(a: Float32Array): Moment {
        const count = this.masses.length;
        const most = this.#call("watch_most_particles");
        return {
            stage: this.#stage(a[0] ?? 0),
            substep: a[1] ?? 0,
            iteration: a[2] ?? 0,
            h: a[H] ?? 0,
            projection: (a[3] ?? -1) >= 0 ? this.#projection(a) : null,
            places: vectors(a, PLACES, count),
            velocities: vectors(a, PLACES + 3 * most, count),
        };
    }

    #projection(a: Float32Array): Projection {
        const n = a[5] ?? 0;
        const { name, unit } = this.#kind(a[4] ?? 0);
        const [valueBefore = 0, valueAfter = 0, multiplier = 0, change = 0, force = 0] = a.subarray(
            VALUES,
            H,
        );
        return {
            constraint: a[3] ?? 0,
            kind: name,
            unit,
            particles: Array.from(a.subarray(PARTICLES, PARTICLES + n)),
            inverseMass: Array.from(a.subarray(MASSES, MASSES + n)),
            before: vectors(a, BEFORE, n),
            after: vectors(a, AFTER, n),
            valueBefore,
            valueAfter,
            multiplier,
            change,
            force,
        };
    }

    #readShape(): void {
        this.#call("watch_shape");
        const n = new Float64Array(
            this.play.memory.buffer,
            this.#call("play_numbers"),
            512,
        ).slice();
        const particles = n[0] ?? 0;
        const constraints = n[particles + 1] ?? 0;
        this.masses.splice(0, Infinity, ...n.subarray(1, particles + 1));
        this.joints.length = 0;
        for (let i = 0; i < constraints; ++i) {
            const at = particles + 2 + 8 * i;
            const kind = this.#kind(n[at] ?? 0).name;
            const used = Array.from(n.subarray(at + 1, at + 5)).slice(0, arity(kind));
            const [rest = 0, compliance = 0] = n.subarray(at + 5, at + 7);
            this.joints.push({ kind, particles: used, rest, compliance });
        }
    }

    #kind(i: number): { name: string; unit: string } {
        if (!this.#kinds[i]) {
            this.#call("watch_kind", i);
            const [name = "", unit = ""] = this.#text().split("\n");
            this.#kinds[i] = { name, unit };
        }
        return this.#kinds[i];
    }

    #stage(i: number): string {
        if (this.#stages[i] === undefined) {
            this.#call("play_stage_name", i);
            this.#stages[i] = this.#text();
        }
        return this.#stages[i];
    }

    #call(name: string, ...args: number[]): number {
        const call = this.play.exports[name];
        if (!call) {
            throw new Error(`this build of the module has no ${name}`);
        }
        return call(...args);
    }

    #text(): string {
        const at = this.#call("play_text", 512);
        const bytes = new Uint8Array(this.play.memory.buffer, at, 512);
        return new TextDecoder().decode(bytes.slice(0, Math.max(0, bytes.indexOf(0))));
    }
}

/** Particles of a kind of constraint that specimens have. */
function arity(kind: string): number {
    return kind === "volume" ? 4 : kind === "angle" ? 3 : 2;
}
