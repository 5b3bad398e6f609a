// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which pointer goes where: to a tool, or to the camera. Mouse, pen, several fingers at once, and a
// hand that is moved with the arrow keys.

import type { App, Hands } from "./app";
import { DrawTool } from "./draw";
import { el } from "./dom";
import { CutTool, GrabTool, pickAt, PinTool, type Spot, type Tool, WindTool } from "./tools";

const KEYBOARD = -1; // its pointer id
const CAMERA = -2; // the pointer that the keys turn the camera with
const STRIDE = 10; // pixels for a press of an arrow key
const TURN = 30; // pixels of a drag, likewise

export class Pointers implements Hands {
    readonly grab: GrabTool;
    private readonly cut: CutTool;
    private readonly tools: Record<App["tool"], Tool>;
    private readonly active = new Map<number, { tool: Tool; at: Spot; event: PointerEvent }>();
    private passing = false; // an event of ours is on its way to the camera
    private hoverAt: Spot | null = null;
    private readonly crosshair = el("div", { class: "crosshair", hidden: true });
    private key: Spot | null = null;

    constructor(private readonly app: App) {
        const draw = new DrawTool(app);
        this.grab = new GrabTool(app);
        this.cut = new CutTool(app);
        this.tools = {
            grab: this.grab,
            cut: this.cut,
            pin: new PinTool(app),
            wind: new WindTool(app),
            rope: draw,
            cloth: draw,
            bridge: draw,
        };
        app.canvas.parentElement?.append(this.crosshair);
        this.listen();
    }

    private listen(): void {
        const { canvas } = this.app;
        // Ahead of the camera's own listeners: what a tool has taken, they do not see.
        const early = { capture: true } as const;
        addEventListener("pointerdown", (e) => this.down(e), early);
        addEventListener("pointermove", (e) => this.move(e), early);
        addEventListener("pointerup", (e) => this.up(e, false), early);
        addEventListener("pointercancel", (e) => this.up(e, true), early);
        canvas.addEventListener("contextmenu", (e) => e.preventDefault());
        canvas.addEventListener("keydown", (e) => this.keyDown(e));
        canvas.addEventListener("blur", () => this.keyEnd());
        // Whoever comes by pointer, or is put here by the page, need not be shown the focus.
        addEventListener("pointerdown", () => canvas.classList.add("by-pointer"), early);
        addEventListener("keydown", (e) => {
            if (e.key === "Tab" || (e.target === canvas && e.key.startsWith("Arrow"))) {
                canvas.classList.remove("by-pointer");
            }
        }, early);
    }

    private spot(event: PointerEvent): Spot {
        const box = this.app.canvas.getBoundingClientRect();
        return {
            id: event.pointerId,
            x: event.clientX - box.left,
            y: event.clientY - box.top,
            coarse: event.pointerType === "touch",
            shift: event.shiftKey,
        };
    }

    // The right button cuts, whatever the tool; with Alt or Ctrl, or the wheel, it is the camera's.
    private toolFor(event: PointerEvent): Tool | null {
        if (event.altKey || event.ctrlKey || event.metaKey || event.button === 1) {
            return null;
        }
        return event.button === 2 ? this.cut : this.tools[this.app.tool];
    }

    private down(event: PointerEvent): void {
        const { canvas, play } = this.app;
        if (event.target !== canvas || this.passing || play.replaying) {
            return;
        }
        this.keyEnd();
        const tool = this.toolFor(event);
        if (!tool || (event.pointerType === "touch" && this.handOver(tool))) {
            return;
        }
        const at = this.spot(event);
        if (!tool.down(at)) {
            return;
        }
        this.active.set(at.id, { tool, at, event });
        canvas.setPointerCapture(at.id);
        canvas.focus({ preventScroll: true });
        event.stopPropagation();
        event.preventDefault();
        this.cursor();
    }

    // A second finger during a stroke: both are the camera's. It has not seen the first one yet.
    private handOver(tool: Tool): boolean {
        const first = [...this.active.values()].find((other) => other.tool.stroke);
        if (!tool.stroke || !first) {
            return false;
        }
        first.tool.up(first.at, true);
        this.active.delete(first.at.id);
        const { x, y } = first.at;
        const box = this.app.canvas.getBoundingClientRect();
        this.passing = true;
        this.app.canvas.dispatchEvent(
            new PointerEvent("pointerdown", {
                pointerId: first.at.id,
                pointerType: "touch",
                isPrimary: first.event.isPrimary,
                clientX: x + box.left,
                clientY: y + box.top,
                bubbles: true,
            }),
        );
        this.passing = false;
        return true;
    }

    private move(event: PointerEvent): void {
        const taken = this.active.get(event.pointerId);
        if (!taken) {
            if (!this.passing) {
                this.hoverAt = event.target === this.app.canvas ? this.spot(event) : null;
            }
            return;
        }
        event.stopPropagation();
        // Strokes want every place the pointer went through, not one for each picture.
        const all = taken.tool.stroke ? event.getCoalescedEvents() : [];
        for (const one of all.length > 0 ? all : [event]) {
            taken.at = this.spot(one);
            taken.tool.move(taken.at);
        }
    }

    private up(event: PointerEvent, cancelled: boolean): void {
        const taken = this.active.get(event.pointerId);
        if (taken) {
            this.active.delete(event.pointerId);
            event.stopPropagation();
            taken.tool.up(this.spot(event), cancelled);
            this.cursor();
        }
    }

    letGo(): void {
        for (const { tool, at } of this.active.values()) {
            tool.up(at, true);
        }
        this.active.clear();
        this.keyEnd();
    }

    beforeStep(): void {
        this.grab.beforeStep();
        this.cut.beforeStep();
    }

    afterStep(): void {
        this.grab.afterStep();
    }

    // Once for each picture: says by the cursor whether something can be grabbed here.
    cursor(): void {
        const { canvas, tool, play } = this.app;
        const picks = tool === "grab" || tool === "pin";
        if (this.grab.holding) {
            canvas.style.cursor = "grabbing";
        } else if (play.replaying) {
            canvas.style.cursor = "default";
        } else if (!picks) {
            canvas.style.cursor = "crosshair";
        } else if (this.hoverAt && !this.hoverAt.coarse) {
            const pick = pickAt(this.app, this.hoverAt);
            const able = tool === "pin" ? "pointer" : pick?.pinned ? "not-allowed" : "grab";
            canvas.style.cursor = pick ? able : "default";
        }
    }

    // The keyboard's hand -----------------------------------------------------------------------

    private keyDown(event: KeyboardEvent): void {
        const steps: Record<string, [number, number]> = {
            ArrowLeft: [-1, 0],
            ArrowRight: [1, 0],
            ArrowUp: [0, -1],
            ArrowDown: [0, 1],
        };
        const step = steps[event.key];
        if (step && event.shiftKey) {
            this.turn(step[0] * TURN, step[1] * TURN);
        } else if (step) {
            this.keyMove(step, STRIDE);
        } else if (event.key === "Enter") {
            this.keyPress();
        } else if (["+", "=", "-"].includes(event.key)) {
            this.zoom(event.key === "-" ? 1 : -1);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    // The camera knows pointers and wheels: the keys make some up.
    private turn(x: number, y: number): void {
        const { canvas } = this.app;
        const middle = { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 };
        const send = (type: string, dx: number, dy: number): boolean =>
            canvas.dispatchEvent(
                new PointerEvent(type, {
                    pointerId: CAMERA,
                    clientX: middle.x + dx,
                    clientY: middle.y + dy,
                    buttons: 1,
                    bubbles: true,
                }),
            );
        this.passing = true;
        send("pointerdown", 0, 0);
        send("pointermove", x, y);
        send("pointerup", x, y);
        this.passing = false;
    }

    private zoom(way: number): void {
        const { canvas } = this.app;
        canvas.dispatchEvent(
            new WheelEvent("wheel", {
                deltaY: way * 100,
                clientX: canvas.clientWidth / 2,
                clientY: canvas.clientHeight / 2,
                cancelable: true,
            }),
        );
    }

    private keyMove(step: [number, number], by: number): void {
        const { clientWidth, clientHeight } = this.app.canvas;
        const middle = { id: KEYBOARD, x: clientWidth / 2, y: clientHeight / 2 };
        const from = this.key ?? { ...middle, coarse: false, shift: false };
        const clamp = (v: number, most: number): number => Math.min(Math.max(v, 0), most);
        this.key = {
            ...from,
            x: clamp(from.x + step[0] * by, clientWidth),
            y: clamp(from.y + step[1] * by, clientHeight),
        };
        this.crosshair.hidden = false;
        this.crosshair.style.transform = `translate(${this.key.x}px, ${this.key.y}px)`;
        const taken = this.active.get(KEYBOARD);
        if (taken) {
            taken.at = this.key;
            taken.tool.move(this.key);
        }
    }

    private keyPress(): void {
        if (!this.key) {
            this.keyMove([0, 0], 0);
            return;
        }
        const taken = this.active.get(KEYBOARD);
        if (taken) {
            this.active.delete(KEYBOARD);
            taken.tool.up(this.key, false);
        } else if (!this.app.play.replaying) {
            const tool = this.tools[this.app.tool];
            if (tool.down({ ...this.key, coarse: true })) {
                const event = new PointerEvent("pointerdown");
                this.active.set(KEYBOARD, { tool, at: this.key, event });
            }
        }
        this.crosshair.classList.toggle("pressed", this.active.has(KEYBOARD));
    }

    private keyEnd(): void {
        const taken = this.active.get(KEYBOARD);
        if (taken) {
            this.active.delete(KEYBOARD);
            taken.tool.up(taken.at, true);
        }
        this.key = null;
        this.crosshair.hidden = true;
        this.crosshair.classList.remove("pressed");
    }
}
