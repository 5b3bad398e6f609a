// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The first view says how: three lines that are ticked off as they are done, and go away. After a
// while, or the first success, only the next of them stays.

import type { App } from "./app";
import { button, el } from "./dom";

const KEY = "taut-hint";
const LONG = 12_000; // ms that all of it is shown

const coarse = (): boolean => matchMedia("(pointer: coarse)").matches;

function seen(): boolean {
    try {
        return localStorage.getItem(KEY) === "seen";
    } catch {
        return false;
    }
}

export function hint(app: App): HTMLElement {
    const line = (id: string, strong: string, rest: string): HTMLElement =>
        el("li", { id: `hint-${id}` }, el("b", {}, strong), ` ${rest}`);
    const lines = {
        grab: line("grab", "Grab:", coarse() ? "touch something and pull." : "drag anything."),
        cut: line(
            "cut",
            "Cut:",
            coarse() ? "choose Cut below, draw a stroke." : "drag with the right button.",
        ),
        material: line("material", "Change the material", "below, at the tools."),
    };
    const close = (): void => {
        root.remove();
        try {
            localStorage.setItem(KEY, "seen");
        } catch {
            // Then it comes again next time.
        }
    };
    const root = el(
        "section",
        { class: "hint", "aria-label": "How to begin" },
        el("ul", {}, lines.grab, lines.cut, lines.material),
        button({ icon: "close", label: "Close the hint", class: "button plain" }, close),
    );
    const next = (): void => {
        const first = Object.values(lines).find((l) => !l.classList.contains("done") && !l.hidden);
        Object.values(lines).forEach((l) => l.classList.toggle("next", l === first));
    };
    const shrink = (): void => void root.classList.add("small");
    setTimeout(shrink, LONG);
    const tick = (which: keyof typeof lines): void => {
        lines[which].classList.add("done");
        next();
        shrink();
        if (Object.values(lines).every((l) => l.classList.contains("done") || l.hidden)) {
            setTimeout(close, 800);
        }
    };
    app.on("did", () => app.did && tick(app.did));
    const fit = (): void => {
        lines.material.hidden = !app.play.can.material;
        lines.cut.hidden = !app.play.can.cut;
        if (app.play.worldCount > 1) {
            shrink(); // labels have the place above
        }
        root.classList.toggle("low", app.play.worldCount > 1);
        next();
    };
    let scene = app.play.scene.name;
    app.on("scene", () => {
        fit();
        if (app.play.scene.name !== scene) {
            scene = app.play.scene.name;
            shrink(); // who comes this far has seen it
        }
    });
    root.hidden = seen() && !location.hash.includes("hint");
    fit();
    return root;
}
