// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The page's state: which scene is open and how, whether time runs, which tool is in the hand.
// Everything else (bars, panel, tools, keys) looks at it and calls it; nothing else steps.

import type { OpenOptions, Play, Vec3 } from "../engine/play";
import type { Stage } from "../stage/stage";
import { agreesTo } from "./large";
import { sentence, showError } from "./toast";

export type ToolName = "grab" | "cut" | "pin" | "wind" | "rope" | "cloth" | "bridge";
export const TOOLS: ToolName[] = ["grab", "cut", "pin", "wind", "rope", "cloth", "bridge"];

export type ViewMode = Stage["view"]["mode"];
export const VIEWS: { mode: ViewMode; text: string }[] = [
    { mode: "shaded", text: "Shaded" },
    { mode: "wireframe", text: "Wireframe" },
    { mode: "particles", text: "Particles and constraints" },
    { mode: "tension", text: "Tension in newtons" },
    { mode: "contacts", text: "Contacts" },
];

export const SLOW = 0.125;

// What hands have set while the scene runs; null is the scene's own. Set again after a reset, so
// that a panel that shows a value tells the truth.
export interface Live {
    wind: Vec3;
    gravity: number | null; // m/s^2 down
    damping: number | null; // 1/s
    tear: number | null; // fraction of the rest length
    material: string | null;
    substeps: number | null;
}

const unset = (): Live => ({
    wind: [0, 0, 0],
    gravity: null,
    damping: null,
    tear: null,
    material: null,
    substeps: null,
});

// scene: another one, or another start of it. frame: time went on. state: all else.
// did: a hand did something for which the hint waits.
export type Topic = "scene" | "frame" | "state" | "live" | "did";

export interface Hands {
    beforeStep(): void;
    afterStep(): void;
    letGo(): void;
}

export class App {
    paused = false;
    speed = 1;
    tool: ToolName = "grab";
    throws = false;
    held = { rope: 1, cloth: 2 }; // how many ends of what is drawn are pinned
    drawn = { rope: "nylon-rope", cloth: "cotton" };
    options: OpenOptions = {};
    private run: string | null = null; // the text of a run that is replayed
    live: Live = unset();
    did: "grab" | "cut" | "material" | null = null;
    hands: Hands | null = null;
    refusal = ""; // the last one
    drawing = true; // false in tests that only count
    private readonly listeners = new Map<Topic, Set<() => void>>();

    constructor(
        readonly play: Play,
        readonly stage: Stage,
        readonly canvas: HTMLCanvasElement,
    ) {}

    on(topic: Topic, act: () => void): void {
        const set = this.listeners.get(topic) ?? new Set();
        this.listeners.set(topic, set.add(act));
    }

    tell(topic: Topic): void {
        this.listeners.get(topic)?.forEach((act) => act());
    }

    note(did: NonNullable<App["did"]>): void {
        this.did = did;
        this.tell("did");
    }

    // Does something that may be refused; what the library says about it is shown.
    attempt<T>(act: () => T): T | undefined {
        try {
            return act();
        } catch (error) {
            this.refusal = sentence(error);
            showError(error);
            return undefined;
        }
    }

    // Whether everything in a world stays at z = 0.
    flat(world = 0): boolean {
        return this.play.planar(world);
    }

    open(name: string, options: OpenOptions = {}): boolean {
        const before = this.live;
        this.live = unset();
        const opened = this.start(name, options);
        if (!opened) {
            this.live = before;
        }
        return opened;
    }

    // The same scene from its start, with whatever the panel says; a replay from its start.
    reset(): boolean {
        const { run } = this;
        if (run === null) {
            return this.start(this.play.scene.name, this.options);
        }
        const opened = this.attempt(() => {
            this.openRun(run);
            return true;
        });
        this.setPaused(false);
        return opened === true;
    }

    // Opens anew with other options; what was there stays when they are refused.
    reopen(change: OpenOptions): boolean {
        const params = { ...this.options.params, ...change.params };
        return this.start(this.play.scene.name, { ...this.options, ...change, params });
    }

    private start(name: string, options: OpenOptions): boolean {
        const scene = this.play.scenes.find((s) => s.name === name);
        if (scene && !agreesTo(scene, options.params)) {
            return false;
        }
        this.hands?.letGo();
        const opened = this.attempt(() => {
            this.play.open(name, options);
            return true;
        });
        if (!opened) {
            return false; // the engine closes nothing before the new one stands
        }
        this.options = options;
        this.run = null;
        this.attempt(() => this.measure(() => this.play.open(name, options)));
        this.stage.open();
        this.setAll();
        this.tell("scene");
        return true;
    }

    // The camera goes by how large the scene is by itself, which takes a look at it. What was asked
    // for is opened before that, or it might be refused with nothing left of what was there.
    private measure(openAgain: () => void): void {
        const { scene, params } = this.play;
        const own = scene.params.every((p) => params[p.key] === p.value);
        if (!own && !scene.tags.includes("large") && !this.stage.knows(scene.name)) {
            this.play.open(scene.name);
            this.stage.open();
            openAgain();
        }
    }

    // Throws what is wrong with the text; what was open stays then.
    openRun(text: string): void {
        this.hands?.letGo();
        this.play.openLink(text);
        this.measure(() => this.play.openLink(text));
        this.run = text;
        this.live = unset();
        this.options = this.optionsInForce();
        this.stage.open();
        this.tell("scene");
    }

    /** Whether what is open came from a link or a file, and nobody has taken it over. */
    get replays(): boolean {
        return this.run !== null;
    }

    // How the run was opened, as far as it differs from the scene's own way.
    private optionsInForce(): OpenOptions {
        const { play } = this;
        const params = Object.entries(play.params).filter(
            ([key, value]) => play.scene.params.find((p) => p.key === key)?.value !== value,
        );
        return {
            params: Object.fromEntries(params),
            ...(play.solver !== play.scene.solver && play.can.solver && { solver: play.solver }),
            ...(play.substeps !== play.scene.substeps &&
                play.can.substeps && { substeps: play.substeps }),
            ...(play.can.iterations && { iterations: play.iterations }),
        };
    }

    takeOver(): void {
        this.run = null;
        this.play.takeOver();
        this.options = this.optionsInForce();
        this.live = { ...unset(), ...this.play.set }; // what its hands have set while it ran
        this.setPaused(false);
        this.tell("scene");
    }

    // Sets one thing that acts at once, and remembers it for the next start.
    set<K extends keyof Live>(key: K, value: Live[K]): void {
        const before = this.live[key];
        this.live[key] = value;
        const done =
            value === null
                ? this.reset() // the scene's own is what it starts with
                : this.attempt(() => {
                      this.apply(key);
                      return true;
                  });
        if (!done) {
            this.live[key] = before;
        }
        this.tell("live");
        if (done && key === "material") {
            this.note("material");
        }
    }

    private setAll(): void {
        const none = unset();
        for (const key of Object.keys(none) as (keyof Live)[]) {
            if (String(this.live[key]) !== String(none[key])) {
                this.attempt(() => this.apply(key));
            }
        }
    }

    private apply(key: keyof Live): void {
        const { live, play } = this;
        if (key === "wind") {
            play.setWind(live.wind);
        } else if (key === "gravity" && live.gravity !== null) {
            play.setGravity([0, -live.gravity, 0]);
        } else if (key === "damping" && live.damping !== null) {
            play.setDrag(live.damping);
        } else if (key === "tear" && live.tear !== null) {
            play.setTearLimit(live.tear);
        } else if (key === "material" && live.material !== null) {
            play.setMaterial(live.material);
        } else if (key === "substeps" && live.substeps !== null) {
            play.setSubsteps(live.substeps);
        }
    }

    setPaused(paused: boolean): void {
        this.paused = paused;
        this.tell("state");
    }

    setSpeed(speed: number): void {
        this.speed = speed;
        this.tell("state");
    }

    setTool(tool: ToolName): void {
        this.hands?.letGo();
        this.tool = tool;
        this.tell("state");
    }

    setThrows(throws: boolean): void {
        this.throws = throws;
        this.tell("state");
    }

    setView(mode: ViewMode): void {
        this.stage.view.mode = mode;
        this.stage.update();
        this.tell("state");
    }

    nextView(): void {
        const now = VIEWS.findIndex((view) => view.mode === this.stage.view.mode);
        this.setView(VIEWS[(now + 1) % VIEWS.length]!.mode);
    }

    // Whether a tool does anything in this scene.
    able(tool: ToolName): boolean {
        const { can } = this.play;
        const needs = {
            wind: can.wind,
            cut: can.cut,
            rope: can.draw,
            cloth: can.draw,
            bridge: can.draw,
        };
        return tool in needs ? needs[tool as keyof typeof needs] : true;
    }

    neighbour(by: number): void {
        const names = this.play.scenes.map((scene) => scene.name);
        const now = names.indexOf(this.play.scene.name);
        this.open(names[(now + by + names.length) % names.length]!);
    }

    // One frame of the simulation. Drawing is the caller's business.
    step(): void {
        this.hands?.beforeStep();
        const was = this.play.replaying;
        this.play.step();
        this.hands?.afterStep();
        if (was) {
            this.followReplay();
        }
    }

    // The panel shows what the hands of a replay have set.
    private followReplay(): void {
        const { set, substeps, scene, can, replayMatches } = this.play;
        const asOpened = substeps === (this.options.substeps ?? scene.substeps) || !can.substeps;
        const now: Live = { ...unset(), ...set, substeps: asOpened ? null : substeps };
        if (JSON.stringify(now) !== JSON.stringify(this.live)) {
            this.live = now;
            this.tell("live");
        }
        if (replayMatches !== null) {
            this.setPaused(true); // where the run ended: its hash is there to be compared
        }
    }

    stepOnce(): void {
        this.setPaused(true);
        this.advance(1);
    }

    advance(count: number): void {
        this.attempt(() => {
            for (let i = 0; i < count; ++i) {
                this.step();
            }
        });
        this.stage.update();
        this.tell("frame");
    }
}
