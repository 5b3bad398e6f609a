// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every scene with a picture and a sentence; search and tags narrow them down.

import type { SceneInfo } from "../engine/play";
import type { App } from "./app";
import { button, el, press } from "./dom";

// Tags that are of interest when choosing; the others still answer a search.
const TAGS = [
    "cloth",
    "rope",
    "soft",
    "ragdoll",
    "bridge",
    "wind",
    "tear",
    "cut",
    "contact",
    "heavy",
    "2d",
    "compare",
];

function card(scene: SceneInfo, current: boolean, choose: () => void): HTMLElement {
    const picture = el("img", {
        src: `thumbnails/${scene.name}.webp`,
        alt: "",
        loading: "lazy",
        width: 240,
        height: 150,
    });
    picture.addEventListener("error", () => picture.classList.add("missing"));
    return el(
        "button",
        {
            type: "button",
            class: current ? "card current" : "card",
            "data-scene": scene.name,
            "aria-current": current ? "true" : undefined,
            onclick: choose,
        },
        picture,
        el("b", {}, scene.name),
        el("span", {}, scene.about),
    );
}

function matches(scene: SceneInfo, words: string[], tag: string | null): boolean {
    const text = `${scene.name} ${scene.about} ${scene.tags.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word)) && (!tag || scene.tags.includes(tag));
}

export class Gallery {
    readonly root = el("dialog", { class: "gallery", "aria-label": "Scenes" });
    private readonly search = el("input", {
        type: "search",
        placeholder: "Search scenes",
        "aria-label": "Search scenes",
    });
    private readonly grid = el("div", { class: "cards" });
    private readonly count = el("p", { class: "count", role: "status" });
    private tag: string | null = null;
    private readonly chips = new Map<string, HTMLElement>();

    constructor(private readonly app: App) {
        const close = button({ icon: "close", label: "Close", class: "button plain" }, () =>
            this.root.close(),
        );
        const tags = el("div", { class: "chips", role: "group", "aria-label": "Kinds of scenes" });
        for (const tag of TAGS.filter((t) => app.play.scenes.some((s) => s.tags.includes(t)))) {
            const chip = button({ label: tag, text: tag, class: "button chip" }, () => {
                this.tag = this.tag === tag ? null : tag;
                this.fill();
            });
            this.chips.set(tag, chip);
            tags.append(chip);
        }
        this.root.append(
            el("header", {}, el("h2", {}, "Scenes"), this.search, close),
            tags,
            this.count,
            this.grid,
        );
        this.search.addEventListener("input", () => this.fill());
        this.search.addEventListener("keydown", (event) => {
            if (event.key === "Enter") {
                this.grid.querySelector("button")?.click();
            }
        });
        this.root.addEventListener("click", (event) => {
            if (event.target === this.root) {
                this.root.close(); // beside the sheet
            }
        });
        document.body.append(this.root);
    }

    show(): void {
        this.fill();
        this.root.showModal();
        this.search.select();
        this.search.focus();
    }

    private fill(): void {
        const { play } = this.app;
        const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const found = play.scenes.filter((scene) => matches(scene, words, this.tag));
        this.chips.forEach((chip, tag) => press(chip, tag === this.tag));
        this.count.textContent =
            found.length === 0 ? "No scene matches." : `${found.length} of ${play.scenes.length}`;
        this.grid.replaceChildren(
            ...found.map((scene) =>
                card(scene, scene.name === play.scene.name, () => {
                    this.root.close();
                    this.app.open(scene.name);
                }),
            ),
        );
    }
}
