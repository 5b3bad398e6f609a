// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The moments of a frame side by side: a bar each, coloured by what happened, and over them how far
// the links are from their lengths.

import { linkError } from "./numbers";
import type { Moment, Specimen } from "./specimen";
import { svg } from "./svg";

const WIDTH = 400;
const CURVE = 34;
const BAR = 14;

function barClass(m: Moment): string {
    if (m.projection) {
        return m.stage === "velocities" ? "bar-velocities" : `bar-${m.projection.kind}`;
    }
    return `bar-${m.stage}`;
}

function heights(errors: readonly number[]): number[] {
    const most = Math.max(1e-6, ...errors);
    return errors.map((e) => CURVE - 2 - ((CURVE - 4) * e) / most);
}

export class Timeline {
    readonly root = svg("svg", {
        viewBox: `0 0 ${WIDTH} ${CURVE + BAR + 4}`,
        class: "scope-timeline",
        preserveAspectRatio: "none",
        "aria-hidden": "true",
    });
    readonly #mark = svg("rect", { class: "scope-mark", y: 0, height: CURVE + BAR + 4 });
    #count = 0;

    constructor(pick: (index: number) => void) {
        const at = (event: PointerEvent): void => {
            const box = this.root.getBoundingClientRect();
            const part = (event.clientX - box.left) / box.width;
            pick(Math.max(0, Math.min(this.#count - 1, Math.floor(part * this.#count))));
        };
        this.root.addEventListener("pointerdown", (event) => {
            this.root.setPointerCapture(event.pointerId);
            at(event);
        });
        this.root.addEventListener("pointermove", (event) => {
            if (event.buttons & 1) {
                at(event);
            }
        });
    }

    fit(specimen: Specimen): void {
        const { moments, joints } = specimen;
        this.#count = moments.length;
        const wide = WIDTH / Math.max(1, this.#count);
        const ys = heights(moments.map((m) => linkError(joints, m)));
        const curve = ys
            .map((y, i) => `${((i + 0.5) * wide).toFixed(2)},${y.toFixed(2)}`)
            .join(" ");
        const gap = wide > 4 ? 1 : 0;
        const bars = moments.map((m, i) =>
            svg("rect", {
                x: i * wide,
                y: CURVE,
                width: Math.max(wide - gap, 0.4),
                height: BAR,
                class: barClass(m),
            }),
        );
        this.#mark.setAttribute("width", String(Math.max(wide, 2)));
        const line = svg("polyline", { points: curve, class: "scope-curve" });
        this.root.replaceChildren(this.#mark, ...bars, line);
    }

    show(index: number): void {
        this.#mark.setAttribute("x", String((index * WIDTH) / Math.max(1, this.#count)));
    }
}
