// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// window.tautPlayground: for tests, and for the curious at the console.

import type { OpenOptions, Vec3 } from "../engine/play";
import type { App, ToolName, ViewMode } from "./app";
import type { Loop } from "./loop";

export interface TautPlayground {
    readonly app: App;
    readonly play: App["play"];
    readonly stage: App["stage"];
    /** Milliseconds from the start of loading to the first picture of a scene that has moved. */
    readonly firstFrame: number;
    /** Stops the clock: from here on only step() moves the scene. */
    manual(on: boolean): void;
    /** Whether anything is drawn. */
    drawing(on: boolean): void;
    open(name: string, options?: OpenOptions): boolean;
    /** So many frames at once, with what hands do. */
    step(frames: number): void;
    hash(): string;
    tool(name: ToolName): void;
    view(mode: ViewMode): void;
    /** Where a place of a world is on the screen, CSS pixels. */
    screen(world: number, place: Vec3): { x: number; y: number };
    render(): void;
}

declare global {
    interface Window {
        tautPlayground: TautPlayground;
    }
}

export function offer(app: App, loop: Loop, firstFrame: () => number): void {
    window.tautPlayground = {
        app,
        play: app.play,
        stage: app.stage,
        get firstFrame() {
            return firstFrame();
        },
        manual: (on) => {
            loop.manual = on;
        },
        drawing: (on) => {
            app.drawing = on;
        },
        open: (name, options) => app.open(name, options),
        step: (frames) => app.advance(frames),
        hash: () => app.play.hash(),
        tool: (name) => app.setTool(name),
        view: (mode) => app.setView(mode),
        screen: (world, place) => {
            const box = app.canvas.getBoundingClientRect();
            const { x, y } = app.stage.point(world, place);
            return { x: x + box.left, y: y + box.top };
        },
        render: () => app.stage.render(),
    };
}
