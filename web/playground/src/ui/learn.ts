// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The drawer with chapters beside the scenes, and the microscope. Loaded when first asked for.

import {
    chapters,
    hintFor,
    openMicroscope,
    renderChapter,
    takeStep,
    WorldFigures,
    type ChapterActions,
    type SpecimenOptions,
} from "../teach/index";
import type { App } from "./app";
import { button, el } from "./dom";

// The drawer takes part of the page from the picture: it fits itself to what is left.
function fitStage(): void {
    requestAnimationFrame(() => dispatchEvent(new Event("resize")));
}

export class Learn {
    readonly root = el("aside", { class: "learn", "aria-label": "Learn" });
    private readonly body = el("div", { class: "learn-body" });
    private readonly hint = el("section", { class: "scene-hint" });
    private microscope: { close(): void } | null = null;
    private leave = (): void => this.contents(); // where one came from into the microscope
    private figures: WorldFigures | null = null;
    private shown = 0; // when the figures were

    constructor(
        private readonly app: App,
        private readonly closed: () => void,
    ) {
        const close = button({ icon: "close", label: "Close", class: "button plain" }, () =>
            this.show(false),
        );
        this.root.append(el("header", {}, el("h2", {}, "Learn"), close), this.body);
        this.root.addEventListener("keydown", (event) => this.escape(event));
        app.on("scene", () => {
            this.tellHint();
            this.figures?.restart();
            this.tellFigures();
        });
        app.on("frame", () => {
            if (performance.now() - this.shown > 200) {
                this.tellFigures();
            }
        });
        this.contents();
    }

    get open(): boolean {
        return !this.root.hidden;
    }

    show(open: boolean): void {
        this.root.hidden = !open;
        if (!open) {
            this.contents();
            this.closed();
        }
        fitStage();
    }

    // Out of the microscope first, then out of all of it.
    private escape(event: KeyboardEvent): void {
        if (event.key !== "Escape") {
            return;
        }
        event.preventDefault();
        if (this.microscope) {
            this.leave();
            this.root.querySelector("button")?.focus();
        } else {
            this.show(false);
        }
    }

    private fill(...children: (Node | string)[]): void {
        this.microscope?.close();
        this.microscope = null;
        this.figures = null;
        this.body.replaceChildren(...children);
        this.root.scrollTop = 0;
        fitStage();
    }

    // What to look for in the scene that is open.
    private tellHint(): void {
        const { name } = this.app.play.scene;
        const text = hintFor(name);
        this.hint.hidden = !text;
        this.hint.replaceChildren(el("b", {}, name), el("p", {}, text));
    }

    // Of the worlds of a comparison, beside its text.
    private tellFigures(): void {
        if (this.figures && this.open) {
            this.shown = performance.now();
            this.figures.show(this.app.play.stats().worlds);
        }
    }

    private contents(): void {
        this.tellHint();
        this.fill(
            this.hint,
            el(
                "button",
                { type: "button", class: "entry", onclick: () => this.look({}, null) },
                el("b", {}, "Solver microscope"),
                el("span", {}, "Step through single projections, with their arrows."),
            ),
            ...chapters.map((chapter, i) =>
                el(
                    "button",
                    { type: "button", class: "entry", onclick: () => this.chapter(i, true) },
                    el("b", {}, `${i + 1}. ${chapter.title}`),
                    el("span", {}, `Scene: ${chapter.scene}`),
                ),
            ),
        );
    }

    private back(text: string, act: () => void): HTMLElement {
        return button({ icon: "previous", label: text, text, class: "button plain" }, act);
    }

    // From a chapter one comes back to it.
    private look(options: Partial<SpecimenOptions>, from: number | null): void {
        const root = el("div", { class: "microscope" });
        this.leave = () => (from === null ? this.contents() : this.chapter(from, false));
        this.fill(
            from === null
                ? this.back("All chapters", this.leave)
                : this.back(chapters[from]?.title ?? "", this.leave),
            root,
        );
        this.app.setPaused(true);
        this.app.attempt(() => {
            this.microscope = openMicroscope(root, this.app.play, options);
        });
    }

    private actions(i: number): ChapterActions {
        const { app } = this;
        return {
            open: (scene, options) => {
                app.open(scene, options);
                app.setPaused(false);
            },
            view: (mode) => app.setView(mode),
            microscope: (options) => this.look(options, i),
            pauseAfter: (frames) => {
                app.setPaused(true);
                app.advance(frames);
            },
        };
    }

    private chapter(i: number, opens: boolean): void {
        const chapter = chapters[i];
        if (!chapter) {
            return;
        }
        const next = chapters[i + 1];
        const onward = next
            ? button({ label: next.title, text: `Next: ${next.title}`, class: "button wide" }, () =>
                  this.chapter(i + 1, true),
              )
            : "";
        const figures = new WorldFigures(chapter.figures ?? "stretch");
        this.fill(
            this.back("All chapters", () => this.contents()),
            el("h3", {}, chapter.title),
            renderChapter(chapter, this.actions(i), figures),
            onward,
        );
        this.figures = figures;
        if (opens) {
            takeStep(chapter, this.actions(i));
        } else {
            this.tellFigures();
        }
    }
}
