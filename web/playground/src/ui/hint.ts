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

const ONES = ["grab", "cut", "material"] as const;
type One = (typeof ONES)[number];

function line(id: One): HTMLElement {
    const words = {
        grab: ["Grab:", coarse() ? "touch something and pull." : "drag anything."],
        cut: [
            "Cut:",
            coarse() ? "choose Cut below, draw a stroke." : "drag with the right button.",
        ],
        material: ["Change the material", "below, at the tools."],
    };
    const [strong = "", rest = ""] = words[id];
    return el("li", { id: `hint-${id}` }, el("b", {}, strong), ` ${rest}`);
}

class Hint {
    private readonly lines = { grab: line("grab"), cut: line("cut"), material: line("material") };
    readonly root = el(
        "section",
        { class: "hint", "aria-label": "How to begin" },
        el("ul", {}, ...ONES.map((id) => this.lines[id])),
        button({ icon: "close", label: "Close the hint", class: "button plain" }, () =>
            this.close(),
        ),
    );
    private scene: string;

    constructor(private readonly app: App) {
        this.scene = app.play.scene.name;
        this.root.hidden = seen() && !location.hash.includes("hint");
        this.fit();
        setTimeout(() => this.shrink(), LONG);
        app.on("did", () => app.did && this.tick(app.did));
        app.on("scene", () => this.follow());
    }

    private close(): void {
        this.root.remove();
        try {
            localStorage.setItem(KEY, "seen");
        } catch {
            // Then it comes again next time.
        }
    }

    private shrink(): void {
        this.root.classList.add("small");
    }

    // Those that are still to be done in this scene.
    private get left(): HTMLElement[] {
        return Object.values(this.lines).filter((l) => !l.classList.contains("done") && !l.hidden);
    }

    private showNext(): void {
        const [first] = this.left;
        Object.values(this.lines).forEach((l) => l.classList.toggle("next", l === first));
    }

    private tick(which: One): void {
        this.lines[which].classList.add("done");
        this.showNext();
        this.shrink();
        if (this.left.length === 0) {
            setTimeout(() => this.close(), 800);
        }
    }

    private fit(): void {
        const { can, worldCount } = this.app.play;
        this.lines.material.hidden = !can.material;
        this.lines.cut.hidden = !can.cut;
        if (worldCount > 1) {
            this.shrink(); // labels have the place above
        }
        this.root.classList.toggle("low", worldCount > 1);
        this.showNext();
    }

    private follow(): void {
        this.fit();
        const { name } = this.app.play.scene;
        if (name !== this.scene) {
            this.scene = name;
            this.shrink(); // who comes this far has seen it
        }
    }
}

export const hint = (app: App): HTMLElement => new Hint(app).root;
