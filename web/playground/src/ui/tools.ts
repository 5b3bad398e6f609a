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

// What a stroke went through in less than half a second is cut at one instant: cloth that moves between
// two blades would be left hanging by threads where they should meet. A blade is as long as the
// stroke is straight, since one shorter than an edge and a half may open nothing, and each begins
// before the end of the last one. A slow stroke goes on from where that end has moved to.
const BATCH = 24; // frames
const OVERLAP = 24; // pixels
const STRAIGHT = 3; // pixels that a stroke may stray from the blade
const FARTHEST = 150; // pixels that an end is followed

interface Stroke {
    points: Spot[];
    first: number; // of what is not cut yet
    fresh: boolean; // moved since the last frame
    age: number; // frames since the last cut
    end: { pick: Pick; x: number; y: number } | null; // what was at the end of the last blade
}

export class CutTool implements Tool {
    readonly stroke = true;
    private readonly strokes = new Map<number, Stroke>();
    private total = 0;
    constructor(private readonly app: App) {}

    down(at: Spot): boolean {
        this.strokes.set(at.id, { points: [at], first: 0, fresh: true, age: 0, end: null });
        this.total = 0;
        return true;
    }

    move(at: Spot): void {
        const stroke = this.strokes.get(at.id);
        if (stroke && apart(at, stroke.points.at(-1)!) >= 1) {
            stroke.points.push(at);
            stroke.fresh = true;
            this.app.stage.showStroke(stroke.points.slice(-60));
        }
    }

    // Cuts what there is, straight piece by straight piece.
    private finish(stroke: Stroke): void {
        const { points } = stroke;
        const last = points.length - 1;
        const drift = this.drift(stroke.end);
        let begun = shift(points[stroke.first]!, drift);
        while (stroke.first < last) {
            let to = stroke.first + 1;
            while (to < last && this.joins(points, stroke.first, to + 1)) {
                ++to;
            }
            const back = stroke.first > 0 ? OVERLAP : 0;
            this.slice(before(begun, points[to]!, back), points[to]!);
            begun = points[to]!;
            stroke.first = to;
        }
        const end = points[last]!;
        const pick = pickAt(this.app, end);
        const at = pick && this.app.stage.point(pick.world, pick.point);
        stroke.end = pick && at ? { pick, x: at.x, y: at.y } : null;
        stroke.age = 0;
    }

    private joins(points: Spot[], first: number, to: number): boolean {
        const world = (spot: Spot): number => this.app.stage.ray(spot.x, spot.y).world;
        return straight(points.slice(first, to + 1)) && world(points[first]!) === world(points[to]!);
    }

    // How far what was at the end of the last blade has moved on the screen.
    private drift(end: Stroke["end"]): { x: number; y: number } {
        if (!end) {
            return { x: 0, y: 0 };
        }
        const { world, body, particle } = end.pick;
        const { point } = this.app.play.particle(world, body, particle);
        const now = this.app.stage.point(world, point);
        const by = { x: now.x - end.x, y: now.y - end.y };
        return Math.hypot(by.x, by.y) < FARTHEST ? by : { x: 0, y: 0 };
    }

    // A hand that rests has said what it wants cut; one that goes on does not wait for ever.
    beforeStep(): void {
        for (const stroke of this.strokes.values()) {
            const length = apart(stroke.points[stroke.first]!, stroke.points.at(-1)!);
            stroke.age += 1;
            if ((!stroke.fresh || stroke.age >= BATCH) && length > 2 * OVERLAP) {
                this.app.attempt(() => this.finish(stroke));
            }
            stroke.fresh = false;
        }
    }

    up(at: Spot, cancelled: boolean): void {
        const stroke = this.strokes.get(at.id);
        if (stroke && !cancelled) {
            this.app.attempt(() => this.finish(stroke));
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
        // Far ends first: the blade is two triangles, sides are told by the plane of the first, and
        // two ends next to the eye, rounded as acts are, do not give one that is straight.
        const done = this.app.play.cut(a.world, [
            along(a.origin, a.direction, far),
            along(a.origin, a.direction, near),
            along(b.origin, b.direction, far),
            along(b.origin, b.direction, near),
        ]);
        this.total += done.links + done.splits;
        this.app.stage.update();
    }
}

const apart = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);

const shift = (a: Spot, by: { x: number; y: number }): Spot => ({
    ...a,
    x: a.x + by.x,
    y: a.y + by.y,
});

// So many pixels before `from` on a line that goes on to `to`.
function before(from: Spot, to: Spot, pixels: number): Spot {
    const k = pixels / (apart(from, to) || 1);
    return shift(from, { x: k * (from.x - to.x), y: k * (from.y - to.y) });
}

// Whether all points lie on the line from the first to the last.
function straight(points: Spot[]): boolean {
    const a = points[0]!;
    const b = points.at(-1)!;
    const length = apart(a, b) || 1;
    return points.every(
        (p) => Math.abs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length < STRAIGHT,
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
