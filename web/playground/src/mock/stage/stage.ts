// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A stand-in for the stage until it is there: a camera, and no picture.

import type { Play, Vec3 } from "../../engine/play";

export type ViewMode = "shaded" | "wireframe" | "particles" | "tension" | "contacts";

const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vec3): Vec3 => a.map((v) => v / Math.hypot(...a)) as Vec3;

export class Stage {
    view: { mode: ViewMode; shadows: boolean; pins: boolean } = {
        mode: "shaded",
        shadows: true,
        pins: true,
    };
    controls = { enabled: true };
    private width = 1;
    private height = 1;
    constructor(
        readonly canvas: HTMLCanvasElement,
        readonly play: Play,
    ) {}
    open(): void {}
    update(): void {}
    render(): void {}
    private axes() {
        const { eye, target, fov } = this.play.camera;
        const f = unit(sub(target, eye));
        const r = unit(cross(f, [0, 1, 0]));
        return { eye, f, r, u: cross(r, f), t: Math.tan((fov * Math.PI) / 360) };
    }
    resize(width: number, height: number, _pixelRatio: number): void {
        this.width = width;
        this.height = height;
    }
    setTheme(_dark: boolean): void {}
    ray(x: number, y: number): { world: number; origin: Vec3; direction: Vec3 } {
        const { eye, f, r, u, t } = this.axes();
        const a = ((2 * x - this.width) / this.height) * t;
        const b = (1 - (2 * y) / this.height) * t;
        const d = [0, 1, 2].map((k) => f[k]! + r[k]! * a + u[k]! * b) as Vec3;
        return { world: 0, origin: eye, direction: unit(d) };
    }
    point(_world: number, p: Vec3): { x: number; y: number; depth: number } {
        const { eye, f, r, u, t } = this.axes();
        const d = sub(p, eye);
        const depth = dot(d, f);
        const s = this.height / 2 / t / depth;
        return { x: this.width / 2 + dot(d, r) * s, y: this.height / 2 - dot(d, u) * s, depth };
    }
    plane(x: number, y: number, _world: number, through: Vec3): Vec3 {
        const { f } = this.axes();
        const { origin, direction } = this.ray(x, y);
        const s = dot(sub(through, origin), f) / dot(direction, f);
        return [0, 1, 2].map((k) => origin[k]! + direction[k]! * s) as Vec3;
    }
    showHand(_hand: number, _at: Vec3 | null, _world: number): void {}
    showStroke(_points: { x: number; y: number }[] | null): void {}
    showSketch(_points: Vec3[] | null, _world: number): void {}
    tensionScale(): { max: number; unit: "N" } {
        return { max: 10, unit: "N" };
    }
    resetCamera(): void {}
    dispose(): void {}
}
