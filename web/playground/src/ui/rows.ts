// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the panel has for a scene: its own parameters, then what every scene has. Controls that
// would do nothing in this scene are not there. Loaded behind the first picture.

import type { SceneInfo } from "../engine/play";
import type { App } from "./app";
import { choice, type Range, slider, toggle } from "./controls";
import { button, el, words } from "./dom";
import { mostOf } from "./large";

type Param = SceneInfo["params"][number];

const SOLVERS: Record<string, string> = {
    xpbd: "XPBD",
    verlet: "Verlet",
    legacy: "Legacy",
    "springs-explicit": "Springs, explicit",
    "springs-symplectic": "Springs, symplectic",
};

const AS_MADE = "as made";

const UNITS = /(^|[ ,;:(])(m|kg|g|s|N|Pa|litres|metres|kg\/m|m\/s|1\/s|N\/m|m\/N)([ ,;:)]|$)/;

// 0 or 1 is a switch; whole numbers without a unit are counts.
const isSwitch = (p: Param): boolean => /^0 or 1/.test(p.about);
const isWhole = (p: Param): boolean =>
    [p.value, p.min, p.max].every(Number.isInteger) && p.max - p.min > 1 && !UNITS.test(p.about);

export class Rows {
    private pending: { params: Record<string, number> } | null = null;
    private shown = "";
    private readonly refused = new Map<string, string>(); // scene and solver: the sentence

    constructor(
        private readonly app: App,
        private readonly body: HTMLElement,
    ) {
        app.on("scene", () => this.build());
        app.on("live", () => this.refresh());
        this.build();
    }

    // Only when there is something else to show: a slider that reopens its scene stays in the hand.
    private build(): void {
        const { play } = this.app;
        const now = JSON.stringify([play.scene.name, play.solver, this.app.replays, play.can]);
        if (now === this.shown && this.body.contains(document.activeElement)) {
            return;
        }
        this.shown = now;
        const open = [...this.body.querySelectorAll("details")].map((d) => [
            d.dataset["id"],
            d.open,
        ]);
        const states = Object.fromEntries(open) as Record<string, boolean>;
        // A replay shows what was in force; it is its own hands that change it.
        const rows = el("fieldset", { disabled: this.app.replays });
        this.body.replaceChildren(
            el("p", { class: "about" }, play.scene.about),
            this.app.replays
                ? el("p", { class: "about" }, "A run is replayed. Take over to change anything.")
                : "",
            rows,
        );
        rows.append(
            ...[
                this.section("scene", "This scene", this.sceneRows(), states),
                this.section("world", "World", this.worldRows(), states),
                this.section("solver", "Solver", this.solverRows(), states),
            ].filter((s): s is HTMLDetailsElement => s !== null),
            button(
                { label: "Set everything back", text: "Set everything back", class: "button wide" },
                () => this.setBack(),
            ),
        );
    }

    // The button has the focus, which keeps rows as they are: here all of them are read again.
    private setBack(): void {
        this.app.open(this.app.play.scene.name);
        this.rebuild();
        this.body.querySelector<HTMLElement>("button.wide")?.focus();
    }

    private section(
        id: string,
        title: string,
        rows: (HTMLElement | false)[],
        states: Record<string, boolean>,
    ): HTMLDetailsElement | null {
        const real = rows.filter((r): r is HTMLElement => r !== false);
        if (real.length === 0) {
            return null;
        }
        const details = el("details", {}, el("summary", {}, title), ...real);
        details.dataset["id"] = id;
        details.open = states[id] ?? true;
        return details;
    }

    private sceneRows(): HTMLElement[] {
        const { scene } = this.app.play;
        return scene.params.map((param) => {
            const value = this.app.play.params[param.key] ?? param.value;
            const name = words(param.key);
            if (isSwitch(param)) {
                const about = param.about.replace(/^0 or 1:? ?/, "");
                return toggle(name, about, value !== 0, (on) => this.param(param.key, on ? 1 : 0));
            }
            return this.range({ ...this.paramRange(param), label: name }, value, (v) =>
                this.param(param.key, v),
            );
        });
    }

    private paramRange(param: Param): Range {
        const whole = isWhole(param);
        const most = param.value > 0 ? param.value * (whole ? 4 : 20) : param.max;
        return {
            label: param.key,
            about: param.about,
            min: param.min,
            max: param.max,
            value: param.value,
            whole,
            most: Math.max(param.value, Math.min(param.max, most, mostOf(param))),
        };
    }

    private range(range: Range, value: number, change: (value: number) => void): HTMLElement {
        const made = slider(range, change);
        if (value !== range.value) {
            made.set(value);
        }
        return made.root;
    }

    // Reopens once for each picture at most, however fast the slider moves.
    private param(key: string, value: number): void {
        if (this.pending) {
            this.pending.params[key] = value;
            return;
        }
        this.pending = { params: { [key]: value } };
        requestAnimationFrame(() => {
            const change = this.pending!;
            this.pending = null;
            if (!this.app.reopen(change)) {
                this.rebuild();
            }
        });
    }

    private worldRows(): (HTMLElement | false)[] {
        const { can, scene } = this.app.play;
        const own = (key: string): boolean => scene.params.some((p) => p.key === key);
        return [
            can.material && this.materialRow(),
            can.gravity && !own("gravity") && this.gravityRow(),
            can.drag && !own("drag") && this.dragRow(own("damping") ? "Drag" : "Damping"),
            ...(can.wind ? this.windRows() : []),
            can.tear && this.tearRow(),
        ];
    }

    private gravityRow(): HTMLElement {
        const { app } = this;
        const down = Number((-app.play.gravity[1]).toPrecision(4));
        return this.range(
            { label: "Gravity", about: "m/s², down", min: -20, max: 30, most: 20, value: 9.81 },
            app.live.gravity ?? down,
            (v) => app.set("gravity", v),
        );
    }

    private dragRow(label: string): HTMLElement {
        const { app } = this;
        const unset = app.live.damping === null && { unset: "as made" };
        return this.range(
            { label, about: "1/s, of all motion", min: 0, max: 100, most: 20, value: 0, ...unset },
            app.live.damping ?? 0,
            (v) => app.set("damping", v),
        );
    }

    private tearRow(): HTMLElement {
        const { app } = this;
        const about = "% of stretch at which links break; 0: none does";
        return this.range(
            { label: "Tear limit", about, min: 0, max: 500, most: 100, value: 0 },
            (app.live.tear ?? 0) * 100,
            (v) => app.set("tear", v / 100),
        );
    }

    private materialRow(): HTMLElement {
        const { app } = this;
        const options = [AS_MADE, ...app.play.suitable].map((m) => ({ value: m, text: words(m) }));
        return choice("Material", options, app.live.material ?? AS_MADE, (m) =>
            app.set("material", m === AS_MADE ? null : m),
        );
    }

    // A speed and a heading, seen from above: 0 degrees blows to the right of the first view.
    private windRows(): HTMLElement[] {
        const { app } = this;
        const flat = app.flat();
        const label = app.play.scene.tags.includes("wind") ? "Extra wind" : "Wind";
        const speed = (): number => Math.hypot(...app.live.wind);
        const heading = (): number => {
            const [x, , z] = app.live.wind;
            return Math.round((Math.atan2(-z, x) * 180) / Math.PI);
        };
        let degrees = speed() > 0 ? heading() : flat ? 0 : 30;
        const blow = (v: number, toward: number): void => {
            degrees = toward;
            const a = (toward * Math.PI) / 180;
            const round = (c: number): number => Math.round(c * 100) / 100;
            app.set("wind", [round(v * Math.cos(a)), 0, flat ? 0 : round(-v * Math.sin(a))]);
        };
        const first = this.range(
            { label, about: "m/s", min: 0, max: 60, most: 40, value: 0 },
            Number(speed().toPrecision(3)),
            (v) => blow(v, degrees),
        );
        const second = this.range(
            {
                label: "Wind blows to",
                about: "degrees; 0: right, 90: away",
                min: -180,
                max: 180,
                value: 0,
                whole: true,
            },
            degrees,
            (d) => blow(speed(), d),
        );
        const calm = (): void =>
            second.querySelectorAll("input").forEach((input) => (input.disabled = speed() === 0));
        calm();
        first.addEventListener("input", calm);
        first.addEventListener("change", calm);
        return flat ? [first] : [first, second];
    }

    private solverRows(): (HTMLElement | false)[] {
        const { app } = this;
        const { can, scene, solver, solvers, substeps, iterations } = app.play;
        const options = solvers.map((s) => ({
            value: s,
            text: SOLVERS[s] ?? words(s),
            refused: this.refused.get(`${scene.name} ${s}`),
        }));
        return [
            can.solver && choice("Solver", options, solver, (s) => this.solver(s)),
            can.substeps &&
                this.range(
                    {
                        label: "Substeps",
                        about: "for each frame",
                        min: 1,
                        max: 400,
                        most: 100,
                        value: scene.substeps,
                        whole: true,
                    },
                    app.live.substeps ?? substeps,
                    (v) => app.set("substeps", v),
                ),
            can.iterations &&
                this.range(
                    {
                        label: "Iterations",
                        about: "sweeps for each substep",
                        min: 1,
                        max: 200,
                        most: 60,
                        value: iterations,
                        whole: true,
                    },
                    iterations,
                    (v) => app.reopen({ iterations: v }),
                ),
        ];
    }

    // A scene may need what a solver does not have: it is not offered there again.
    private solver(name: string): void {
        const { app } = this;
        if (!app.reopen({ solver: name })) {
            this.refused.set(`${app.play.scene.name} ${name}`, app.refusal);
            this.rebuild();
        }
    }

    private rebuild(): void {
        this.shown = "";
        this.build();
    }

    // Something was set from elsewhere (a gesture, the toolbar): show it, unless it came from here.
    private refresh(): void {
        if (!this.body.contains(document.activeElement)) {
            this.rebuild();
        }
    }
}
