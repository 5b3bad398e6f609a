// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Drawing things into the scene: a rope along a stroke, a patch of cloth, a bridge.

import type { Vec3 } from "../engine/play";
import type { App } from "./app";
import { pickAt, type Spot, subtract, type Tool } from "./tools";
import { toast } from "./toast";

const SHORTEST = 12; // pixels

export class DrawTool implements Tool {
    readonly stroke = true;
    private from: Spot | null = null;
    private world = 0;
    private through: Vec3 = [0, 0, 0];
    private places: Vec3[] = [];
    private last: Spot | null = null;
    constructor(private readonly app: App) {}

    down(at: Spot): boolean {
        if (this.from) {
            return true; // one at a time
        }
        this.from = at;
        this.last = at;
        this.world = this.app.stage.ray(at.x, at.y).world;
        this.through = pickAt(this.app, at)?.point ?? this.app.play.camera.target;
        this.places = [this.place(at.x, at.y)];
        return true;
    }

    // Where a pixel lies in the plane that is drawn on.
    private place(x: number, y: number): Vec3 {
        const p = this.app.stage.plane(x, y, this.world, this.through);
        return this.app.flat(this.world) ? [p[0], p[1], 0] : p;
    }

    move(at: Spot): void {
        const { from, last } = this;
        if (!from || !last || at.id !== from.id) {
            return;
        }
        if (this.app.tool !== "rope") {
            this.last = at;
        } else if (Math.hypot(at.x - last.x, at.y - last.y) >= 4) {
            this.last = at;
            this.places.push(this.place(at.x, at.y));
        }
        this.app.stage.showSketch(this.sketch(from, at), this.world);
    }

    private corners(from: Spot, at: Spot): [Vec3, Vec3, Vec3] {
        const left = Math.min(from.x, at.x);
        const right = Math.max(from.x, at.x);
        const top = Math.min(from.y, at.y);
        const bottom = Math.max(from.y, at.y);
        return [this.place(left, top), this.place(right, top), this.place(left, bottom)];
    }

    private sketch(from: Spot, at: Spot): Vec3[] {
        if (this.app.tool === "rope") {
            return this.places;
        }
        if (this.app.tool === "bridge") {
            return [this.place(from.x, from.y), this.place(at.x, at.y)];
        }
        const [a, b, c] = this.corners(from, at);
        return [a, b, this.place(Math.max(from.x, at.x), Math.max(from.y, at.y)), c, a];
    }

    up(at: Spot, cancelled: boolean): void {
        const { from } = this;
        if (!from || at.id !== from.id) {
            return;
        }
        this.from = null;
        this.app.stage.showSketch(null, this.world);
        const long = Math.hypot(at.x - from.x, at.y - from.y) >= SHORTEST;
        if (cancelled) {
            return;
        }
        if (!long && this.places.length < 4) {
            toast("Draw a longer stroke.");
            return;
        }
        this.app.attempt(() => this.make(from, at));
        this.app.stage.open();
        this.app.tell("state");
    }

    private make(from: Spot, at: Spot): void {
        const { play, tool, drawn, held } = this.app;
        if (tool === "rope") {
            play.addRope(this.world, apart(this.places), drawn.rope, pins(held.rope));
        } else if (tool === "cloth") {
            play.addCloth(this.world, this.corners(from, at), drawn.cloth, pins(held.cloth));
        } else {
            play.addBridge(this.world, this.place(from.x, from.y), this.place(at.x, at.y));
        }
    }
}

const pins = (count: number): { first: boolean; last: boolean } => ({
    first: count > 0,
    last: count > 1,
});

// No point on top of the one before.
function apart(places: Vec3[]): Vec3[] {
    return places.filter((p, i) => i === 0 || Math.hypot(...subtract(p, places[i - 1]!)) > 1e-3);
}
