// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a pointer does to the scene: grab, cut, pin, wind. A tool takes a pointer when it goes down,
// or leaves it to the camera.

import type { Pick, Vec3 } from "../engine/play";
import type { App } from "./app";
import { toast } from "./toast";

export interface Spot {
    id: number; // of the pointer
    x: number; // CSS pixels from the corner of the canvas
    y: number;
    coarse: boolean; // a finger
    shift: boolean;
}

export interface Tool {
    readonly stroke: boolean; // takes every pointer, wherever it goes down
    down(at: Spot): boolean;
    move(at: Spot): void;
    up(at: Spot, cancelled: boolean): void;
    beforeStep?(): void;
    afterStep?(): void;
}

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const along = (a: Vec3, d: Vec3, t: number): Vec3 => [
    a[0] + d[0] * t,
    a[1] + d[1] * t,
    a[2] + d[2] * t,
];

const NEAR = 10; // pixels around a pointer that are tried first
const PALM = 10; // pixels that a hand takes hold of around it, where there is a surface
const AROUND = { fine: 28, coarse: 44 };

// Metres that so many pixels are where the scene is.
function metres(app: App, world: number, at: Spot, pixels: number): number {
    const { target } = app.play.camera;
    const here = app.stage.plane(at.x, at.y, world, target);
    const there = app.stage.plane(at.x + pixels, at.y, world, target);
    return Math.hypot(...subtract(there, here));
}

// What a pointer means: the particle right under it, else one close by.
export function pickAt(app: App, at: Spot): Pick | null {
    const { world, origin, direction } = app.stage.ray(at.x, at.y);
    for (const pixels of [NEAR, at.coarse ? AROUND.coarse : AROUND.fine]) {
        const radius = metres(app, world, at, pixels);
        const pick = radius > 0 ? app.play.pick(world, origin, direction, radius) : null;
        if (pick) {
            return pick;
        }
    }
    return null;
}

// A hand has a size on the screen. Of fine cloth it takes hold of many particles, or it would draw
// out a spike; coming closer, it takes fewer.
function palm(app: App, pick: Pick, at: Spot): number {
    const here = app.stage.plane(at.x, at.y, pick.world, pick.point);
    const there = app.stage.plane(at.x + PALM, at.y, pick.world, pick.point);
    return Number(Math.hypot(...subtract(there, here)).toPrecision(2));
}

interface Held {
    hand: number;
    pick: Pick;
    offset: Vec3; // from where the pointer meets the plane to the particle
    at: Spot;
    moved: boolean;
}

const HANDS = 10;

export class GrabTool implements Tool {
    readonly stroke = false;
    private readonly held = new Map<number, Held>();
    constructor(private readonly app: App) {}

    down(at: Spot): boolean {
        const pick = pickAt(this.app, at);
        if (!pick) {
            return false;
        }
        if (pick.pinned) {
            toast("That one is pinned and stays where it is. The Pin tool lets it go.");
            return true;
        }
        const used = new Set([...this.held.values()].map((h) => h.hand));
        const hand = [...Array(HANDS).keys()].find((i) => !used.has(i));
        const grabbed =
            hand !== undefined &&
            this.app.attempt(() => {
                this.app.play.grab(hand, pick, palm(this.app, pick, at));
                return true;
            });
        if (hand !== undefined && grabbed) {
            const meets = this.app.stage.plane(at.x, at.y, pick.world, pick.point);
            const offset = subtract(pick.point, meets);
            this.held.set(at.id, { hand, pick, offset, at, moved: false });
            this.app.stage.showHand(hand, pick.point, pick.world);
        }
        return true;
    }

    move(at: Spot): void {
        const held = this.held.get(at.id);
        if (held) {
            held.at = at;
            held.moved = true;
        }
    }

    up(at: Spot, cancelled: boolean): void {
        const held = this.held.get(at.id);
        if (!held) {
            return;
        }
        this.held.delete(at.id);
        this.app.stage.showHand(held.hand, null, held.pick.world);
        if (this.app.play.held(held.hand)) {
            this.app.note("grab");
            const throwIt = !cancelled && this.app.throws !== at.shift;
            this.app.attempt(() => this.app.play.release(held.hand, throwIt));
        }
    }

    get holding(): boolean {
        return this.held.size > 0;
    }

    // Pins what the hands hold where it is now.
    pinHeld(): number {
        const picks = [...this.held.values()].map((held) => held.pick);
        for (const [id, held] of [...this.held]) {
            this.up({ ...held.at, id, shift: this.app.throws }, false);
        }
        picks.forEach((pick) => this.app.attempt(() => this.app.play.pin(pick)));
        return picks.length;
    }

    private target(held: Held): Vec3 {
        const { at, pick, offset } = held;
        const to = add(this.app.stage.plane(at.x, at.y, pick.world, pick.point), offset);
        return this.app.flat(pick.world) ? [to[0], to[1], 0] : to;
    }

    beforeStep(): void {
        for (const held of this.held.values()) {
            if (held.moved && this.app.play.held(held.hand)) {
                held.moved = false;
                const to = this.target(held);
                this.app.play.drag(held.hand, to);
                this.app.stage.showHand(held.hand, to, held.pick.world);
            }
        }
    }

    // A hand may find itself empty: what it held was cut off, burst or torn away.
    afterStep(): void {
        for (const [id, held] of this.held) {
            if (!this.app.play.held(held.hand)) {
                this.held.delete(id);
                this.app.stage.showHand(held.hand, null, held.pick.world);
            }
        }
    }
}

// A stroke is cut piece by piece, as straight as it is. A blade shorter than an edge and a half may
// open nothing, so pieces are long; each begins a little before the end of the last one.
const PIECE = 80; // pixels
const OVERLAP = 16;
const STRAIGHT = 3; // pixels that a stroke may stray from the blade

interface Stroke {
    points: Spot[];
    first: number; // of the piece that is not cut yet
    fresh: boolean; // moved since the last frame
}

export class CutTool implements Tool {
    readonly stroke = true;
    private readonly strokes = new Map<number, Stroke>();
    private total = 0;
    constructor(private readonly app: App) {}

    down(at: Spot): boolean {
        this.strokes.set(at.id, { points: [at], first: 0, fresh: true });
        this.total = 0;
        return true;
    }

    move(at: Spot): void {
        const stroke = this.strokes.get(at.id);
        if (!stroke || apart(at, stroke.points.at(-1)!) < 1) {
            return;
        }
        stroke.points.push(at);
        stroke.fresh = true;
        this.app.stage.showStroke(stroke.points.slice(-60));
        const long = apart(at, stroke.points[stroke.first]!) >= PIECE;
        if (long || !straight(stroke.points, stroke.first)) {
            this.finish(stroke, true);
        }
    }

    // Cuts what there is of the piece, and goes on from a little before its end.
    private finish(stroke: Stroke, goesOn: boolean): void {
        const { points } = stroke;
        const last = points.at(-1)!;
        const from = points[stroke.first]!;
        if (apart(from, last) < 1) {
            return;
        }
        this.app.attempt(() => this.slice(from, last));
        if (goesOn) {
            let back = points.length - 1;
            while (back > stroke.first + 1 && apart(points[back]!, last) < OVERLAP) {
                --back;
            }
            stroke.first = back;
        }
    }

    // A hand that rests has said what it wants cut.
    beforeStep(): void {
        for (const stroke of this.strokes.values()) {
            const length = apart(stroke.points[stroke.first]!, stroke.points.at(-1)!);
            if (!stroke.fresh && length > 2 * OVERLAP) {
                this.finish(stroke, true);
            }
            stroke.fresh = false;
        }
    }

    up(at: Spot, cancelled: boolean): void {
        const stroke = this.strokes.get(at.id);
        if (stroke && !cancelled) {
            this.finish(stroke, false);
        }
        this.strokes.delete(at.id);
        this.app.stage.showStroke(null);
        if (this.total > 0) {
            this.app.note("cut");
            this.app.tell("state");
        }
    }

    // The blade is a segment along the view, from the eye to behind the scene, swept across it.
    private slice(from: Spot, to: Spot): void {
        const a = this.app.stage.ray(from.x, from.y);
        const b = this.app.stage.ray(to.x, to.y);
        if (a.world !== b.world) {
            return; // from one picture into the next: the parts in each come by themselves
        }
        const { eye, target } = this.app.play.camera;
        const far = 4 * Math.hypot(...subtract(eye, target)) + 4;
        const near = far / 400; // not the eye itself, where the blade would have no breadth
        const done = this.app.play.cut(a.world, [
            along(a.origin, a.direction, near),
            along(a.origin, a.direction, far),
            along(b.origin, b.direction, near),
            along(b.origin, b.direction, far),
        ]);
        this.total += done.links + done.splits;
        this.app.stage.update();
    }
}

const apart = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);

// Whether the points from `first` on lie on the line to the last one.
function straight(points: Spot[], first: number): boolean {
    const a = points[first]!;
    const b = points.at(-1)!;
    const length = apart(a, b) || 1;
    return points
        .slice(first + 1)
        .every(
            (p) =>
                Math.abs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length < STRAIGHT,
        );
}

export class PinTool implements Tool {
    readonly stroke = false;
    constructor(private readonly app: App) {}

    down(at: Spot): boolean {
        const pick = pickAt(this.app, at);
        if (!pick) {
            return false;
        }
        this.app.attempt(() => {
            if (pick.pinned) {
                this.app.play.unpin(pick);
            } else {
                this.app.play.pin(pick);
            }
        });
        this.app.stage.update();
        this.app.tell("state");
        return true;
    }

    move(): void {}
    up(): void {}
}

const WIND_PER_PIXEL = 0.05; // m/s
const STRONGEST = 40; // m/s
const TAP = 6; // pixels

export class WindTool implements Tool {
    readonly stroke = true;
    private readonly from = new Map<number, Spot>();
    constructor(private readonly app: App) {}

    down(at: Spot): boolean {
        this.from.set(at.id, at);
        return true;
    }

    move(at: Spot): void {
        const from = this.from.get(at.id);
        if (!from) {
            return;
        }
        this.app.stage.showStroke([from, at]);
        const { world } = this.app.stage.ray(from.x, from.y);
        const { target } = this.app.play.camera;
        const a = this.app.stage.plane(from.x, from.y, world, target);
        const b = this.app.stage.plane(at.x, at.y, world, target);
        const d = subtract(b, a);
        const length = Math.hypot(...d);
        const pixels = Math.hypot(at.x - from.x, at.y - from.y);
        const speed = pixels < TAP ? 0 : Math.min(STRONGEST, pixels * WIND_PER_PIXEL);
        const s = length > 0 ? speed / length : 0;
        const round = (v: number): number => Math.round(v * s * 10) / 10;
        this.app.set("wind", [round(d[0]), round(d[1]), this.app.flat(world) ? 0 : round(d[2])]);
    }

    up(at: Spot): void {
        const from = this.from.get(at.id);
        this.from.delete(at.id);
        this.app.stage.showStroke(null);
        if (from && Math.hypot(at.x - from.x, at.y - from.y) < TAP) {
            this.app.set("wind", [0, 0, 0]);
        }
    }
}
