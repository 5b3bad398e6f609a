// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A chapter as an element: its text, a control where it has one, buttons, papers.

import type { OpenOptions } from "../engine/play";
import type { Chapter, Control, Step, View } from "./chapter";
import type { WorldFigures } from "./figures";
import type { SpecimenOptions } from "./specimen";
import { html } from "./svg";

/** What the page does when a chapter asks for it. */
export interface ChapterActions {
    open(scene: string, options: OpenOptions): void;
    view(mode: View): void;
    microscope(options: Partial<SpecimenOptions>): void;
    /** Goes on for so many frames and then stands still. */
    pauseAfter?(frames: number): void;
}

/** What a button of a chapter does, and opening the chapter itself. */
export function takeStep(
    step: Pick<Step, "scene" | "options" | "view" | "pauseAfter" | "microscope">,
    actions: ChapterActions,
): void {
    if (step.microscope) {
        actions.microscope(step.microscope);
        return;
    }
    if (step.scene) {
        actions.open(step.scene, step.options ?? {});
        actions.view(step.view ?? "shaded");
        if (step.pauseAfter !== undefined) {
            actions.pauseAfter?.(step.pauseAfter);
        }
    }
}

function stepList(chapter: Chapter, actions: ChapterActions): HTMLElement {
    const buttons: HTMLButtonElement[] = chapter.steps.map((step) =>
        html(
            "button",
            {
                type: "button",
                "aria-pressed": "false",
                onclick: (event: Event) => {
                    buttons.forEach((b) =>
                        b.setAttribute("aria-pressed", String(b === event.currentTarget)),
                    );
                    takeStep(step, actions);
                },
            },
            html("b", {}, step.label),
            html("span", {}, step.look),
        ),
    );
    return html("ul", { class: "chapter-steps" }, ...buttons.map((b) => html("li", {}, b)));
}

function slider(chapter: Chapter, control: Control, actions: ChapterActions): HTMLElement {
    const now = Number(chapter.options?.params?.[control.key] ?? control.initial);
    const output = html("output", {}, String(now));
    const input = html("input", {
        type: "range",
        min: "0",
        max: String(control.values.length - 1),
        step: "1",
        value: String(Math.max(0, control.values.indexOf(now))),
        "aria-label": control.label,
    });
    const value = (): number => control.values[Number(input.value)] ?? now;
    input.addEventListener("input", () => {
        output.textContent = String(value());
        input.setAttribute("aria-valuetext", output.textContent);
    });
    input.addEventListener("change", () => {
        const params = { ...chapter.options?.params, [control.key]: value() };
        actions.open(chapter.scene, { ...chapter.options, params });
    });
    return html(
        "label",
        { class: "chapter-control" },
        html("span", {}, control.label),
        input,
        output,
    );
}

/**
 * @param figures of the worlds of a comparison; shown by whoever steps them
 */
export function renderChapter(
    chapter: Chapter,
    actions: ChapterActions,
    figures?: WorldFigures,
): HTMLElement {
    const text = html("div");
    text.innerHTML = chapter.html; // ours, from chapters.ts
    const root = html("article", { class: "chapter" }, text);
    if (chapter.control) {
        root.append(slider(chapter, chapter.control, actions));
    }
    if (figures) {
        root.append(figures.root);
    }
    root.append(stepList(chapter, actions));
    root.append(...chapter.cites.map((cite) => html("p", { class: "cites" }, cite)));
    return root;
}
