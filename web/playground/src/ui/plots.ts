// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Plots over the last seconds: energy, largest stretch, milliseconds per stage, residual.
// Loaded when they are first asked for.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { App } from "./app";
import { button, el } from "./dom";

const FRAMES = 600;
const WIDTH = 268; // pixels
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
// Told apart by anybody (after Okabe and Ito); the last is that of all others together.
const STAGE_COLOURS = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e6a800", "#8a9097"];
const MOST_STAGES = STAGE_COLOURS.length - 1;
const LATELY = 30; // frames over which times in the key are taken

type Stats = ReturnType<App["play"]["stats"]>;
type Column = (number | null)[];

interface Series {
    label: string;
    get(stats: Stats): number | null;
}

class Plot {
    readonly root: HTMLElement;
    private readonly chart: uPlot;
    private readonly key = el("div", { class: "key" });
    private keyed = "";
    protected readonly data: Column[];

    constructor(
        title: string,
        readonly series: Series[],
        private readonly named: boolean,
        width: number,
        protected readonly colours: readonly string[] = COLOURS,
    ) {
        this.root = el("figure", {}, el("figcaption", {}, title));
        this.data = [[], ...series.map(() => [])];
        const ink = (): string => getComputedStyle(this.root).color; // a canvas has none of its own
        const axis = { stroke: ink, grid: { stroke: "#8883", width: 1 }, size: 22 };
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
                        values: (_, v) => shortAll(v),
                    },
                ],
                series: [
                    {},
                    ...series.map((s, i) => ({
                        label: s.label,
                        stroke: colours[i % colours.length]!,
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

    add(frame: number, stats: Stats): void {
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
        this.chart.setData(this.shown() as uPlot.AlignedData);
        const key = this.named && this.series.length > 1 ? this.keyOf() : [];
        const text = JSON.stringify(key);
        if (text !== this.keyed) {
            this.keyed = text;
            this.key.replaceChildren(...key.map(([i, label]) => entry(this.colours[i]!, label)));
        }
    }

    protected shown(): Column[] {
        return this.data;
    }

    // Names the lines that are not all along the bottom.
    protected keyOf(): [line: number, label: string][] {
        const most = this.data.slice(1).map((ys) => Math.max(...ys.map((y) => Math.abs(y ?? 0))));
        const least = 0.02 * Math.max(...most);
        return this.series.flatMap((one, i): [number, string][] =>
            most[i]! > least ? [[i % this.colours.length, one.label]] : [],
        );
    }

    dispose(): void {
        this.chart.destroy();
    }
}

const short = (value: number, digits: number): string =>
    Math.abs(value) >= 1e4 || (value !== 0 && Math.abs(value) < 1e-2)
        ? value.toExponential(digits).replace("e+", "e")
        : String(Number(value.toPrecision(3 + digits)));

// As few digits as tell the ticks apart.
function shortAll(values: number[]): string[] {
    for (let digits = 0; digits < 4; ++digits) {
        const texts = values.map((value) => short(value, digits));
        if (new Set(texts).size === texts.length) {
            return texts;
        }
    }
    return values.map((value) => short(value, 4));
}

function entry(colour: string, label: string): HTMLElement {
    const mark = el("i", {});
    mark.style.background = colour;
    return el("span", {}, mark, label);
}

const sum = (column: Column, from = 0): number =>
    column.slice(from).reduce((total: number, value) => total + (value ?? 0), 0);

// Some twenty stages, most of which take next to nothing: the few that take longest have a line
// each, which stays theirs while they do, and all others share one.
class StagePlot extends Plot {
    private readonly columns = new Map<string, Column>();
    private lines: (string | null)[] = Array(MOST_STAGES).fill(null);

    constructor(title: string, width: number) {
        const slots = STAGE_COLOURS.map(() => ({ label: "", get: () => null }));
        super(title, slots, true, width, STAGE_COLOURS);
    }

    override add(frame: number, stats: Stats): void {
        super.add(frame, stats);
        const length = this.data[0]!.length;
        for (const [name, ms] of Object.entries(stats.stages)) {
            const column = this.columns.get(name) ?? Array<null>(length - 1).fill(null);
            column.push(ms);
            column.splice(0, column.length - length);
            this.columns.set(name, column);
        }
    }

    private choose(): void {
        const ranked = [...this.columns].map(([name, column]) => ({ name, ms: sum(column) }));
        ranked.sort((a, b) => b.ms - a.ms);
        const all = ranked.reduce((total, { ms }) => total + ms, 0);
        const few = ranked.slice(0, MOST_STAGES).filter(({ ms }) => ms > 0.01 * all);
        const names = few.map(({ name }) => name);
        this.lines = this.lines.map((name) => (name && names.includes(name) ? name : null));
        for (const name of names.filter((one) => !this.lines.includes(one))) {
            this.lines[this.lines.indexOf(null)] = name;
        }
    }

    private others(): Column {
        const rest = [...this.columns].filter(([name]) => !this.lines.includes(name));
        return this.data[0]!.map((_, i) => rest.reduce((ms, [, c]) => ms + (c[i] ?? 0), 0));
    }

    protected override shown(): Column[] {
        this.choose();
        const none = this.data[0]!.map(() => null);
        const few = this.lines.map((name) => this.columns.get(name ?? "") ?? none);
        return [this.data[0]!, ...few, this.others()];
    }

    protected override keyOf(): [number, string][] {
        const [, ...columns] = this.shown();
        const names = [...this.lines, "other"];
        return columns.flatMap((column, i): [number, string][] => {
            const from = Math.max(0, column.length - LATELY);
            const ms = sum(column, from) / Math.max(1, column.length - from);
            return names[i] ? [[i, `${names[i]} ${ms.toFixed(ms < 0.1 ? 2 : 1)} ms`]] : [];
        });
    }
}

export class Plots {
    readonly root = el("aside", { class: "plots", "aria-label": "Plots" });
    private readonly waits = el("p", { class: "about", id: "plots-wait" }, "Paused: press Play.");
    private plots: Plot[] = [];
    private last = 0;
    private frame = -1;

    constructor(
        private readonly app: App,
        private readonly closed: () => void,
    ) {
        app.on("scene", () => this.build());
        app.on("frame", () => this.sample());
        app.on("state", () => this.tellWait());
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
        this.plots = [
            // The worlds have the same colours in both: one key does.
            this.plot("Energy, J", energy, { label: "energy", get: (s) => s.energy }, false),
            this.plot("Largest stretch, %", stretch, {
                label: "stretch",
                get: (s) => 100 * s.maxStretch,
            }),
            new StagePlot("Time per stage of a frame, ms", WIDTH),
            this.plot("Residual, mm", [], { label: "residual", get: (s) => 1000 * s.residual }),
        ];
        const close = button({ icon: "close", label: "Close plots", class: "button plain" }, () => {
            this.show(false);
            this.closed();
        });
        this.root.replaceChildren(
            el("header", {}, el("h2", {}, "Plots"), close),
            this.waits,
            ...this.plots.map((plot) => plot.root),
        );
        this.tellWait();
    }

    private tellWait(): void {
        this.waits.hidden = !this.app.paused;
    }

    private plot(title: string, several: Series[], one: Series, named = true): Plot {
        return new Plot(title, several.length > 0 ? several : [one], named, WIDTH);
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
