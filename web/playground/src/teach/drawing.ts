// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The specimen at one moment: where it was, where it is, and what moved it, as arrows that are
// longer than the way by a factor that is told.

import type { Vec3 } from "../engine/play";
import { figure, length, stretch, sub } from "./numbers";
import type { Joint, Moment, Specimen, SpecimenKind } from "./specimen";
import { svg } from "./svg";

type Point = [number, number];

interface Box {
    left: number;
    right: number;
    bottom: number;
    top: number;
}

const flat = (p: Vec3): Point => [p[0], p[1]];

// From the right and above: what lies in depth is seen.
function aslant(p: Vec3): Point {
    const [yaw, pitch] = [-0.55, 0.38];
    const x = p[0] * Math.cos(yaw) + p[2] * Math.sin(yaw);
    const z = -p[0] * Math.sin(yaw) + p[2] * Math.cos(yaw);
    return [x, p[1] * Math.cos(pitch) - z * Math.sin(pitch)];
}

const boxes: Record<SpecimenKind, Box> = {
    link: { left: -0.12, right: 0.4, bottom: -0.2, top: 0.2 },
    chain: { left: -0.2, right: 1.15, bottom: -1.15, top: 0.2 },
    tether: { left: -0.2, right: 1.15, bottom: -1.15, top: 0.2 },
    patch: { left: -0.5, right: 0.75, bottom: -0.75, top: 0.2 },
    angle: { left: -0.15, right: 0.9, bottom: -0.45, top: 0.25 },
    volume: { left: -0.4, right: 0.75, bottom: -0.35, top: 0.75 },
};

const WIDTH = 400;
const HEIGHT = 270;

/** Arrows as long as this part of the picture where the largest move is. */
const LONGEST = 0.1;

/** How far a particle went, at most. */
function farthest(moment: Moment, before: Moment | undefined): number {
    let most = 0;
    before?.places.forEach((a, i) => {
        most = Math.max(most, length(sub(moment.places[i] ?? a, a)));
    });
    return most;
}

export class Drawing {
    readonly root = svg("svg", {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: "scope-picture",
        role: "img",
    });
    /** How much longer arrows are than the moves they show. */
    factor = 1;
    #to: (p: Vec3) => Point = flat;
    #scale = 1;

    /** Fits the picture to the moments of a frame. */
    fit(specimen: Specimen): void {
        const { kind } = specimen.options;
        this.#to = kind === "patch" || kind === "volume" ? aslant : flat;
        const box = { ...boxes[kind] };
        for (const moment of specimen.moments) {
            for (const place of moment.places) {
                const [x, y] = this.#to(place);
                box.left = Math.min(box.left, x - 0.05);
                box.right = Math.max(box.right, x + 0.05);
                box.bottom = Math.min(box.bottom, y - 0.05);
                box.top = Math.max(box.top, y + 0.05);
            }
        }
        this.#frame(box);
        this.#choose(specimen.moments, box);
    }

    #frame(box: Box): void {
        const to = this.#to;
        const wide = box.right - box.left;
        const high = box.top - box.bottom;
        const scale = Math.min(WIDTH / wide, HEIGHT / high);
        const x0 = (WIDTH - scale * wide) / 2 - scale * box.left;
        const y0 = (HEIGHT + scale * high) / 2 + scale * box.bottom;
        this.#scale = scale;
        this.#to = (p) => {
            const [x, y] = to(p);
            return [x0 + scale * x, y0 - scale * y];
        };
    }

    // A whole number that is easily said: 1, 2, 5, 10, ...
    #choose(moments: readonly Moment[], box: Box): void {
        let most = 0;
        moments.forEach((m, i) => {
            const corrects = !["open", "predict", "velocities"].includes(m.stage);
            most = corrects ? Math.max(most, farthest(m, moments[i - 1])) : most;
        });
        const wanted = most > 0 ? (LONGEST * (box.right - box.left)) / most : 1;
        const ten = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)));
        this.factor = ten * ([5, 2].find((k) => k * ten <= wanted) ?? 1);
        this.factor = Math.min(this.factor, 1e6);
    }

    show(specimen: Specimen, index: number): void {
        const moment = specimen.moments[index];
        const before = specimen.moments[index - 1];
        if (!moment) {
            this.root.replaceChildren();
            return;
        }
        const parts: Node[] = [this.#heads()];
        if (specimen.options.kind === "volume") {
            parts.push(this.#floor());
        }
        if (before) {
            parts.push(svg("g", { class: "scope-ghost" }, ...this.#bones(specimen.joints, before)));
        }
        parts.push(...this.#bones(specimen.joints, moment));
        parts.push(...this.#lit(moment));
        parts.push(...this.#beads(specimen, moment), ...this.#arrows(moment, before));
        this.root.replaceChildren(...parts);
        this.root.setAttribute("aria-label", `Specimen after: ${moment.stage}`);
    }

    #heads(): Node {
        const head = (id: string) =>
            svg(
                "marker",
                {
                    id,
                    viewBox: "0 0 8 8",
                    refX: 6,
                    refY: 4,
                    markerWidth: 4,
                    markerHeight: 4,
                    orient: "auto",
                },
                svg("path", { d: "M0 0L8 4L0 8z", class: id }),
            );
        return svg("defs", {}, head("scope-head"), head("scope-speed-head"));
    }

    #floor(): Node {
        const corners: Vec3[] = [
            [-0.5, 0, -0.4],
            [1.1, 0, -0.4],
            [1.1, 0, 0.8],
            [-0.5, 0, 0.8],
        ];
        const points = corners.map((c) => this.#to(c).join(",")).join(" ");
        return svg("polygon", { class: "scope-floor", points });
    }

    #bones(joints: readonly Joint[], moment: Moment): Node[] {
        return joints.flatMap((joint) => {
            const [a = 0, b = 0] = joint.particles;
            if (joint.kind !== "distance" && joint.kind !== "tether") {
                return [];
            }
            return [this.#line(moment.places, a, b, this.#boneClass(joint, moment))];
        });
    }

    // A thousandth counts: rigid links are to have none.
    #boneClass(joint: Joint, moment: Moment): string {
        if (joint.kind === "tether") {
            return "scope-tether";
        }
        const part = stretch(joint, moment.places) / joint.rest;
        return part > 1e-3 ? "scope-link long" : part < -1e-3 ? "scope-link short" : "scope-link";
    }

    #line(places: readonly Vec3[], a: number, b: number, className: string): Node {
        const [x1, y1] = this.#to(places[a] ?? [0, 0, 0]);
        const [x2, y2] = this.#to(places[b] ?? [0, 0, 0]);
        return svg("line", { x1, y1, x2, y2, class: className });
    }

    /** The constraint that is being projected. */
    #lit(moment: Moment): Node[] {
        const p = moment.projection;
        if (!p) {
            return [];
        }
        const points = p.after.map((a) => this.#to(a).join(",")).join(" ");
        if (p.kind === "volume") {
            const [a = "", b = "", c = "", d = ""] = points.split(" ");
            const faces = [`${a} ${b} ${c}`, `${a} ${c} ${d}`, `${a} ${d} ${b}`];
            return faces.map((f) => svg("polygon", { points: f, class: "scope-lit face" }));
        }
        return [svg("polyline", { points, class: "scope-lit" })];
    }

    #beads(specimen: Specimen, moment: Moment): Node[] {
        return moment.places.flatMap((place, i) => {
            const [cx, cy] = this.#to(place);
            const mass = specimen.masses[i] ?? 0;
            const r = mass > 0 ? Math.min(14, 6 * Math.cbrt(mass / 0.2)) : 7;
            const number = svg("text", { x: cx + r + 3, y: cy - r, class: "scope-number" }, `${i}`);
            return [
                svg("circle", { cx, cy, r, class: mass > 0 ? "scope-bead" : "scope-pin" }),
                number,
            ];
        });
    }

    #arrow(from: Vec3, way: Vec3, factor: number, className: string): Node[] {
        const [x1, y1] = this.#to(from);
        const [x2, y2] = this.#to([
            from[0] + factor * way[0],
            from[1] + factor * way[1],
            from[2] + factor * way[2],
        ]);
        const seen = Math.hypot(x2 - x1, y2 - y1) > 1.5;
        return seen ? [svg("line", { x1, y1, x2, y2, class: className })] : [];
    }

    // Corrections and moves by their factor; velocities as what they will do in a tenth of a second.
    #arrows(moment: Moment, before: Moment | undefined): Node[] {
        const p = moment.projection;
        if (p) {
            return p.before.flatMap((a, i) =>
                this.#arrow(a, sub(p.after[i] ?? a, a), this.factor, "scope-arrow"),
            );
        }
        if (moment.stage === "velocities" || moment.stage === "open") {
            return moment.places.flatMap((a, i) =>
                this.#arrow(a, moment.velocities[i] ?? [0, 0, 0], 0.1, "scope-speed"),
            );
        }
        const factor = this.wholeFactor(moment, before);
        return (before?.places ?? []).flatMap((a, i) =>
            this.#arrow(a, sub(moment.places[i] ?? a, a), factor, "scope-arrow"),
        );
    }

    /** Prediction moves farther than projections do: its arrows are no longer than the picture. */
    wholeFactor(moment: Moment, before: Moment | undefined): number {
        const most = farthest(moment, before);
        const room = (LONGEST * WIDTH) / this.#scale;
        return most * this.factor > room ? Math.max(1, Math.floor(room / most)) : this.factor;
    }

    /** What the arrows of a moment are, in words. */
    legend(moment: Moment, before: Moment | undefined): string {
        if (!moment.projection && (moment.stage === "velocities" || moment.stage === "open")) {
            return "Arrows: velocities, the way of 0.1 s";
        }
        const factor = moment.projection ? this.factor : this.wholeFactor(moment, before);
        return factor === 1
            ? "Arrows: moves, to scale"
            : `Arrows: moves × ${figure(factor).replace(/\.0+$/, "")}`;
    }
}
