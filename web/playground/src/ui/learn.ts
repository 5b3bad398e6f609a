// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The drawer with chapters beside the scenes, and the microscope. Loaded when first asked for.

import { chapters, openMicroscope } from "../teach/index";
import type { App } from "./app";
import { button, el } from "./dom";

export class Learn {
    readonly root = el("aside", { class: "learn", "aria-label": "Learn" });
    private readonly body = el("div", { class: "learn-body" });
    private microscope: { close(): void } | null = null;

    constructor(private readonly app: App) {
        const close = button({ icon: "close", label: "Close", class: "button plain" }, () =>
            this.show(false),
        );
        this.root.append(el("header", {}, el("h2", {}, "Learn"), close), this.body);
        this.contents();
    }

    get open(): boolean {
        return !this.root.hidden;
    }

    show(open: boolean): void {
        this.root.hidden = !open;
        if (!open) {
            this.contents();
        }
    }

    private closeMicroscope(): void {
        this.microscope?.close();
        this.microscope = null;
    }

    private contents(): void {
        this.closeMicroscope();
        this.body.replaceChildren(
            el(
                "button",
                { type: "button", class: "entry", onclick: () => this.look() },
                el("b", {}, "Solver microscope"),
                el("span", {}, "Step through single projections, with their arrows."),
            ),
            ...chapters.map((chapter, i) =>
                el(
                    "button",
                    { type: "button", class: "entry", onclick: () => this.chapter(i) },
                    el("b", {}, chapter.title),
                    el("span", {}, `Scene: ${chapter.scene}`),
                ),
            ),
        );
    }

    private back(): HTMLElement {
        return button({ icon: "previous", label: "All chapters", text: "All chapters",
            class: "button plain" }, () => this.contents());
    }

    private look(): void {
        const root = el("div", { class: "microscope" });
        this.body.replaceChildren(this.back(), root);
        this.app.setPaused(true);
        this.microscope = openMicroscope(root, this.app.play);
    }

    private chapter(i: number): void {
        const chapter = chapters[i];
        if (!chapter) {
            return;
        }
        const text = el("article", {});
        text.innerHTML = chapter.html;
        const next = chapters[i + 1];
        this.body.replaceChildren(
            this.back(),
            el("h3", {}, chapter.title),
            text,
            next
                ? button({ label: next.title, text: `Next: ${next.title}`, class: "button wide" }, () =>
                      this.chapter(i + 1),
                  )
                : "",
        );
        this.app.open(chapter.scene, chapter.options ?? {});
        this.app.setPaused(false);
    }
}
