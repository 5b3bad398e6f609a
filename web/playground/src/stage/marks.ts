// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Hands and sketches, which are places of worlds and go along with the camera.

import type { Play, Vec3 } from "../engine/play";
import type { Overlay } from "./overlay";
import type { Pointing } from "./pointing";

export class Marks {
    private readonly hands = new Map<number, { world: number; at: Vec3 }>();
    private sketch: { points: Vec3[]; world: number } | null = null;

    constructor(
        private readonly overlay: Overlay,
        private readonly pointing: Pointing,
    ) {}

    showHand(hand: number, at: Vec3 | null, world: number): void {
        if (at) {
            this.hands.set(hand, { at: [...at], world });
        } else {
            this.hands.delete(hand);
            this.overlay.setHand(hand, null, null);
        }
    }

    showSketch(points: Vec3[] | null, world: number): void {
        this.sketch = points ? { points, world } : null;
        if (!points) {
            this.overlay.setSketch(null);
        }
    }

    draw(play: Play): void {
        for (const [hand, { at, world }] of this.hands) {
            const held = play.held(hand);
            this.overlay.setHand(hand, this.pointing.point(world, at),
                held ? this.pointing.point(held.world, held.point) : null);
        }
        if (this.sketch) {
            const { points, world } = this.sketch;
            this.overlay.setSketch(points.map((p) => this.pointing.point(world, p)));
        }
    }

    clear(): void {
        this.overlay.clear();
        this.hands.clear();
        this.sketch = null;
    }
}
