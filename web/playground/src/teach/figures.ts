// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the worlds of a comparison come to, side by side: a bar and a figure each, while they run.

import type { WorldStats } from "../engine/play";
import { figure } from "./numbers";
import { html } from "./svg";

export type FigureKind = "stretch" | "energy" | "none";

const captions: Record<FigureKind, string> = {
    stretch: "Longest link, % beyond its length",
    energy: "Energy, J, from where it began",
    none: "",
};

const valueOf = (kind: FigureKind, world: WorldStats, first: number): number =>
    kind === "stretch" ? 100 * world.maxStretch : world.energy - first;

/** Wide bars are large: the widest is the largest that was shown since the start. */
export class WorldFigures {
    readonly root = html("figure", { class: "world-figures" });
    #first: number[] = [];
    #most = 0;

    constructor(private readonly kind: FigureKind) {}

    /** Another scene, or another start of it. */
    restart(): void {
        this.#first = [];
        this.#most = 0;
    }

    show(worlds: readonly WorldStats[]): void {
        this.root.hidden = worlds.length < 2 || this.kind === "none";
        if (this.#first.length !== worlds.length) {
            this.restart();
            this.#first = worlds.map((w) => w.energy);
        }
        const values = worlds.map((w, i) => valueOf(this.kind, w, this.#first[i] ?? 0));
        const whole = values.filter((v, i) => Number.isFinite(v) && worlds[i]?.diverged === false);
        this.#most = Math.max(this.#most, 1e-6, ...whole.map(Math.abs));
        const rows = worlds.map((w, i) => this.#row(w, values[i] ?? 0));
        this.root.replaceChildren(html("figcaption", {}, captions[this.kind]), ...rows);
    }

    #row(world: WorldStats, value: number): HTMLElement {
        const part = world.diverged ? 1 : Math.min(1, Math.abs(value) / this.#most);
        const bar = html("i", {
            class: world.diverged ? "gone" : "",
            style: `width: ${(100 * part).toFixed(1)}%`,
        });
        const text = world.diverged ? "exploded" : figure(Math.abs(value) < 5e-4 ? 0 : value);
        return html("div", {}, html("span", {}, world.label), html("b", {}, text), bar);
    }
}
