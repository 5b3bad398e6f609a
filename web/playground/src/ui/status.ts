// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The line at the bottom: frame, time, size, speed and the state's hash, which is what two machines
// compare. Above it, while a run is replayed, how far it is and whether it came out the same.

import type { WorldStats } from "../engine/play";
import type { App } from "./app";
import { button, el } from "./dom";
import { toast } from "./toast";

const EVERY = 250; // ms

// Worlds beside one another are compared by this.
function figure(world: WorldStats, energy: boolean): string {
    if (world.diverged) {
        return "";
    }
    const percent = 100 * world.maxStretch;
    return energy
        ? `energy ${Number(world.energy.toPrecision(3))} J`
        : `stretch ${Number(percent >= 100 ? percent.toFixed(0) : percent.toPrecision(2))} %`;
}

function hashButton(app: App): HTMLButtonElement {
    const hash = el("button", {
        type: "button",
        class: "hash",
        id: "hash",
        title: "The state's hash: the same on every machine. Click to copy",
    });
    hash.addEventListener("click", () => {
        void navigator.clipboard?.writeText(app.play.hash()).then(
            () => toast("Hash copied."),
            () => toast(app.play.hash()),
        );
    });
    return hash;
}

function showFigures({ play, stage }: App, figures: HTMLElement, hash: HTMLElement): void {
    const stats = play.stats();
    const value = play.hash();
    const byEnergy = play.scene.name.includes("energy");
    stage.setFigures(stats.worlds.map((world) => figure(world, byEnergy)));
    hash.textContent = value;
    hash.setAttribute("aria-label", `State hash ${value}. Copy`);
    figures.textContent = [
        `frame ${play.frame}`,
        `${play.time.toFixed(2)} s`,
        `${stats.particles.toLocaleString("en")} particles`,
        `${stats.stepMs.toFixed(1)} ms`,
        play.backend,
    ].join("  ");
}

export function statusLine(app: App): HTMLElement {
    const figures = el("span", { class: "figures" });
    const hash = hashButton(app);
    let last = 0;
    let later = 0; // a timer for the last of a burst of frames
    const update = (): void => {
        clearTimeout(later);
        later = 0;
        last = performance.now();
        showFigures(app, figures, hash);
    };
    app.on("scene", update);
    app.on("state", update);
    app.on("frame", () => {
        if (app.paused || performance.now() - last > EVERY) {
            update();
        } else if (later === 0) {
            later = window.setTimeout(update, EVERY);
        }
    });
    update();
    return el("footer", { class: "status" }, figures, hash);
}

export function replayBanner(app: App): HTMLElement {
    const text = el("span", { id: "replay-text", role: "status" });
    const take = button(
        { label: "Take over", text: "Take over", class: "button", id: "take-over" },
        () => app.takeOver(),
    );
    const root = el("div", { class: "banner", hidden: true }, text, take);
    const update = (): void => {
        const { play } = app;
        const over = play.replayMatches !== null;
        root.hidden = !app.replays;
        root.classList.toggle("good", play.replayMatches === true);
        root.classList.toggle("bad", play.replayMatches === false);
        if (!over) {
            text.textContent = `Replaying a run: frame ${play.frame} of ${play.replayFrames}`;
        } else if (play.replayMatches) {
            text.textContent = `Replayed ${play.replayFrames} frames: the same bits.`;
        } else {
            text.textContent =
                `Replayed ${play.replayFrames} frames, and the hash is another one. ` +
                "That is a bug: please report it with this link.";
        }
    };
    for (const topic of ["scene", "frame", "state"] as const) {
        app.on(topic, update);
    }
    update();
    return root;
}

// What the colours mean, in the views that have some.
export function legend(app: App): HTMLElement {
    const root = el("div", { class: "legend", id: "legend", hidden: true });
    let last = 0;
    let shown = "";
    const update = (): void => {
        const now = app.stage.legend();
        const text = JSON.stringify(now);
        root.hidden = now === null;
        if (now && text !== shown) {
            const ramps = now.ramps.map((ramp) => {
                const bar = el("span", { class: "ramp" });
                bar.style.background = ramp.gradient;
                return el("div", {}, `${ramp.name} 0`, bar, ramp.most);
            });
            const items = now.items.map((item) => {
                const mark = el("i", {});
                mark.style.background = item.colour;
                return el("div", {}, mark, item.name);
            });
            root.replaceChildren(el("b", {}, now.title), ...ramps, ...items);
        }
        shown = text;
    };
    app.on("state", update);
    app.on("frame", () => {
        if (performance.now() - last > EVERY) {
            last = performance.now();
            update();
        }
    });
    return root;
}
