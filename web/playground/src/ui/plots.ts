// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Plots over the last seconds: energy, largest stretch, milliseconds per stage, residual.
// Loaded when they are first asked for.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { App } from "./app";
import { button, el } from "./dom";

const FRAMES = 600;
const EVERY = 100; // ms between pictures of them
const COLOURS = [
    "#c2541b",
    "#2f7fb8",
    "#4a9a53",
    "#9a62b5",
    "#b08a1e",
    "#c04a6c",
    "#3aa39a",
    "#7a7f87",
];

interface Series {
    label: string;
    get(stats: ReturnType<App["play"]["stats"]>): number | null;
}

class Plot {
    readonly root: HTMLElement;
    private readonly chart: uPlot;
    private readonly key = el("div", { class: "key" });
    private keyed = "";
    private readonly data: (number | null)[][];

    constructor(
        title: string,
        readonly series: Series[],
        private readonly named: boolean,
        width: number,
    ) {
        this.root = el("figure", {}, el("figcaption", {}, title));
        this.data = [[], ...series.map(() => [])];
        const axis = { stroke: "currentColor", grid: { stroke: "#8883", width: 1 }, size: 22 };
        const font = "11px system-ui, sans-serif";
        this.chart = new uPlot(
            {
                width,
                height: 104,
                legend: { show: false },
                cursor: { show: false },
                scales: { x: { time: false } },
                axes: [
                    { ...axis, font, ticks: { show: false } },
                    {
                        ...axis,
                        font,
                        size: 46,
                        ticks: { show: false },
                        values: (_, v) => v.map(short),
                    },
                ],
                series: [
                    {},
                    ...series.map((s, i) => ({
                        label: s.label,
                        stroke: COLOURS[i % COLOURS.length]!,
                        width: 1.5,
                        points: { show: false },
                    })),
                ],
            },
            this.data as uPlot.AlignedData,
            this.root,
        );
        this.root.append(this.key);
    }

    add(frame: number, stats: ReturnType<App["play"]["stats"]>): void {
        const [x, ...ys] = this.data;
        x!.push(frame);
        ys.forEach((y, i) => {
            const value = this.series[i]!.get(stats);
            y.push(value !== null && Number.isFinite(value) ? value : null);
        });
        if (x!.length > FRAMES) {
            this.data.forEach((column) => column.splice(0, column.length - FRAMES));
        }
    }

    draw(): void {
        this.chart.setData(this.data as uPlot.AlignedData);
        this.showKey();
    }

    // Names the lines that are not all along the bottom.
    private showKey(): void {
        const most = this.data.slice(1).map((ys) => Math.max(...ys.map((y) => Math.abs(y ?? 0))));
        const least = 0.02 * Math.max(...most);
        const seen = this.series.map((_, i) => i).filter((i) => most[i]! > least);
        if (this.named && this.series.length > 1 && seen.join() !== this.keyed) {
            this.keyed = seen.join();
            this.key.replaceChildren(...seen.map((i) => entry(i, this.series[i]!.label)));
        }
    }

    dispose(): void {
        this.chart.destroy();
    }
}

const short = (value: number): string =>
    Math.abs(value) >= 1e4 || (value !== 0 && Math.abs(value) < 1e-2)
        ? value.toExponential(0).replace("e+", "e")
        : String(Number(value.toPrecision(3)));

function entry(i: number, label: string): HTMLElement {
    const mark = el("i", {});
    mark.style.background = COLOURS[i % COLOURS.length]!;
    return el("span", {}, mark, label);
}

export class Plots {
    readonly root = el("aside", { class: "plots", "aria-label": "Plots" });
    private plots: Plot[] = [];
    private last = 0;
    private frame = -1;

    constructor(
        private readonly app: App,
        private readonly closed: () => void,
    ) {
        app.on("scene", () => this.build());
        app.on("frame", () => this.sample());
        this.build();
    }

    get open(): boolean {
        return !this.root.hidden;
    }

    show(open: boolean): void {
        this.root.hidden = !open;
        this.build();
    }

    private build(): void {
        this.plots.forEach((plot) => plot.dispose());
        this.plots = [];
        this.frame = -1;
        if (!this.open) {
            return;
        }
        const stats = this.app.play.stats();
        const worlds = stats.worlds.length > 1 ? stats.worlds : [];
        const each = (f: (w: (typeof worlds)[number]) => number): Series[] =>
            worlds.map((w, i) => ({ label: w.label, get: (s) => pickWorld(s.worlds[i], f) }));
        const energy = each((w) => w.energy);
        const stretch = each((w) => 100 * w.maxStretch);
        const stages = Object.keys(stats.stages);
        this.plots = [
            // The worlds have the same colours in both: one key does.
            this.plot("Energy, J", energy, { label: "energy", get: (s) => s.energy }, false),
            this.plot("Largest stretch, %", stretch, {
                label: "stretch",
                get: (s) => 100 * s.maxStretch,
            }),
            this.plot(
                "Time per stage, ms",
                stages.map((name) => ({ label: name, get: (s) => s.stages[name] ?? null })),
                { label: "step", get: (s) => s.stepMs },
            ),
            this.plot("Residual, mm", [], { label: "residual", get: (s) => 1000 * s.residual }),
        ];
        const close = button({ icon: "close", label: "Close plots", class: "button plain" }, () => {
            this.show(false);
            this.closed();
        });
        this.root.replaceChildren(
            el("header", {}, el("h2", {}, "Plots"), close),
            ...this.plots.map((plot) => plot.root),
        );
    }

    private plot(title: string, several: Series[], one: Series, named = true): Plot {
        return new Plot(title, several.length > 0 ? several : [one], named, 268);
    }

    private sample(): void {
        if (!this.open || this.app.play.frame === this.frame) {
            return;
        }
        this.frame = this.app.play.frame;
        const stats = this.app.play.stats();
        this.plots.forEach((plot) => plot.add(this.frame, stats));
        if (performance.now() - this.last > EVERY) {
            this.last = performance.now();
            this.plots.forEach((plot) => plot.draw());
        }
    }
}

function pickWorld<W extends { diverged: boolean }>(
    world: W | undefined,
    get: (world: W) => number,
): number | null {
    return world && !world.diverged ? get(world) : null;
}
