// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A stand-in for the stage until it is there: lines on a flat canvas.

import type { Play, Vec3 } from "../../engine/play";

export type ViewMode = "shaded" | "wireframe" | "particles" | "tension" | "contacts";

export class Stage {
    view: { mode: ViewMode; shadows: boolean; pins: boolean } = {
        mode: "shaded",
        shadows: true,
        pins: true,
    };
    controls = { enabled: true };
    private readonly pen: CanvasRenderingContext2D;
    private dark = false;
    private width = 1;
    private height = 1;
    constructor(
        readonly canvas: HTMLCanvasElement,
        readonly play: Play,
    ) {
        this.pen = canvas.getContext("2d")!;
    }
    open(): void {}
    update(): void {}
    private get scale(): number {
        return this.height / 3.5;
    }
    render(): void {
        const { pen } = this;
        pen.fillStyle = this.dark ? "#15181c" : "#eef0f2";
        pen.fillRect(0, 0, this.width, this.height);
        pen.strokeStyle = this.dark ? "#9ab" : "#345";
        pen.beginPath();
        const mock = this.play as unknown as {
            x: Float32Array;
            links(f: (a: number, b: number) => void): void;
        };
        const at = (i: number): Vec3 => [mock.x[3 * i]!, mock.x[3 * i + 1]!, mock.x[3 * i + 2]!];
        mock.links((a, b) => {
            const p = this.point(0, at(a));
            const q = this.point(0, at(b));
            pen.moveTo(p.x, p.y);
            pen.lineTo(q.x, q.y);
        });
        pen.stroke();
    }
    resize(width: number, height: number, pixelRatio: number): void {
        this.width = width;
        this.height = height;
        this.canvas.width = width * pixelRatio;
        this.canvas.height = height * pixelRatio;
        this.pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    }
    setTheme(dark: boolean): void {
        this.dark = dark;
    }
    ray(x: number, y: number): { world: number; origin: Vec3; direction: Vec3 } {
        const [px, py] = this.plane(x, y, 0, [0, 0, 0]);
        return { world: 0, origin: [px, py, 6], direction: [0, 0, -1] };
    }
    point(_world: number, p: Vec3): { x: number; y: number; depth: number } {
        const { scale } = this;
        return { x: this.width / 2 + p[0] * scale, y: this.height / 2 - p[1] * scale, depth: 6 };
    }
    plane(x: number, y: number, _world: number, through: Vec3): Vec3 {
        const { scale } = this;
        return [(x - this.width / 2) / scale, (this.height / 2 - y) / scale, through[2]];
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
