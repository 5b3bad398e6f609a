// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The solver microscope: a small body, and every move that the library makes in a frame of it,
// forwards and backwards, one projection at a time.

import type { Play } from "../engine/play";
import { choices, type Choice } from "./choices";
import { Drawing } from "./drawing";
import { figure, linkError, metres, valueText } from "./numbers";
import { defaultOptions, Specimen, type Moment, type SpecimenOptions } from "./specimen";
import { html, svg } from "./svg";
import { Timeline } from "./timeline";
import { forceText, formula, movedText, say, whereabouts } from "./words";

/** Frames that pass before the first look: things are under way by then. */
const START = 9;
const BEAT = 450;

export interface Microscope {
    close(): void;
}

function icon(path: string): SVGElement {
    return svg(
        "svg",
        { viewBox: "0 0 24 24", class: "scope-icon", "aria-hidden": "true" },
        svg("path", { d: path }),
    );
}

class Scope implements Microscope {
    readonly #play: Play;
    readonly #drawing = new Drawing();
    readonly #timeline = new Timeline((i) => this.#go(i));
    readonly #said = html("div", { class: "scope-said", "aria-live": "polite" });
    readonly #figures = html("dl", { class: "scope-figures" });
    readonly #formula = html("p", { class: "scope-formula" });
    readonly #legend = html("p", { class: "scope-legend" });
    readonly #proof = html("p", { class: "scope-proof" });
    readonly #place = html("output", { class: "scope-place" });
    readonly #slider = html("input", {
        type: "range",
        min: "0",
        step: "1",
        class: "scope-slider",
        "aria-label": "Moment of the frame",
        oninput: () => this.#go(Number(this.#slider.value)),
    });
    readonly #playButton = this.#button("Play", "Play the moments in turn (space)", () =>
        this.#toggle(),
    );
    readonly #options: SpecimenOptions;
    readonly #root: HTMLElement;
    #choices = html("details", { open: innerHeight > 800 });
    #specimen: Specimen;
    #index = 0;
    #timer: ReturnType<typeof setInterval> | undefined;

    constructor(root: HTMLElement, play: Play, options: Partial<SpecimenOptions>) {
        this.#play = play;
        this.#options = { ...defaultOptions, ...options };
        this.#specimen = new Specimen(play, this.#options);
        this.#root = html("section", {
            class: "scope",
            tabindex: "0",
            "aria-label": "Solver microscope. Arrow keys step through the frame.",
            onkeydown: (event: KeyboardEvent) => this.#key(event),
        });
        this.#root.append(
            this.#choices,
            this.#drawing.root,
            this.#slider,
            this.#timeline.root,
            this.#buttons(),
            this.#said,
            this.#figures,
            this.#formula,
            this.#legend,
            this.#proof,
        );
        root.append(this.#root);
        this.#offer();
        this.#goToFrame(START);
        this.#root.focus({ preventScroll: true });
    }

    close(): void {
        clearInterval(this.#timer);
        this.#specimen.close();
        this.#root.remove();
    }

    #button(face: Node | string, label: string, act: () => void): HTMLButtonElement {
        const props = { type: "button", class: "button", title: label, "aria-label": label };
        return html("button", { ...props, onclick: act }, face);
    }

    #buttons(): HTMLElement {
        return html(
            "div",
            { class: "scope-buttons" },
            this.#button(icon("M7 5v14M19 5l-9 7 9 7z"), "The frame before (page up)", () =>
                this.#goToFrame(this.#specimen.frame - 1),
            ),
            this.#button(icon("M16 5l-9 7 9 7z"), "One moment back (left arrow)", () =>
                this.#go(this.#index - 1),
            ),
            this.#playButton,
            this.#button(icon("M8 5l9 7-9 7z"), "One moment on (right arrow)", () =>
                this.#go(this.#index + 1),
            ),
            this.#button(icon("M5 5l9 7-9 7zM17 5v14"), "The next frame (page down)", () =>
                this.#goToFrame(this.#specimen.frame + 1),
            ),
            this.#place,
        );
    }

    // Another specimen, solver or number: from the beginning, to the same frame.
    #offer(): void {
        const made = choices(this.#options, this.#choices.open, (change: Choice) => {
            Object.assign(this.#options, change);
            const again = !("kind" in change);
            const frame = again ? this.#specimen.frame : START;
            const index = again ? this.#index : 0;
            this.#specimen.close();
            this.#specimen = new Specimen(this.#play, this.#options);
            this.#offer();
            this.#goToFrame(frame);
            this.#go(Math.min(index, this.#specimen.moments.length - 1));
        });
        this.#choices.replaceWith(made);
        this.#choices = made;
    }

    #goToFrame(frame: number): void {
        if (frame < 1) {
            return;
        }
        this.#specimen.goTo(frame);
        this.#drawing.fit(this.#specimen);
        this.#timeline.fit(this.#specimen);
        this.#slider.max = String(this.#specimen.moments.length - 1);
        this.#showProof();
        this.#go(0);
    }

    #go(index: number): void {
        const last = this.#specimen.moments.length - 1;
        if (index > last) {
            this.#goToFrame(this.#specimen.frame + 1);
            return;
        }
        if (index < 0) {
            if (this.#specimen.frame > 1) {
                this.#goToFrame(this.#specimen.frame - 1);
                this.#go(this.#specimen.moments.length - 1);
            }
            return;
        }
        this.#index = index;
        this.#show();
    }

    #show(): void {
        const moment = this.#specimen.moments[this.#index];
        const before = this.#specimen.moments[this.#index - 1];
        if (!moment) {
            return;
        }
        this.#drawing.show(this.#specimen, this.#index);
        this.#timeline.show(this.#index);
        this.#slider.value = String(this.#index);
        this.#slider.setAttribute("aria-valuetext", say(moment, this.#options).title);
        const arrows = this.#drawing.legend(moment, before);
        this.#legend.textContent = `${arrows}. Curve: how far all links are off.`;
        this.#place.textContent = `Frame ${this.#specimen.frame}, ${whereabouts(moment, this.#options)}`;
        const { title, text } = say(moment, this.#options);
        this.#said.replaceChildren(html("h3", {}, title), html("p", {}, text));
        this.#showFigures(moment);
    }

    #showFigures(moment: Moment): void {
        const rows: [string, string][] = [];
        const p = moment.projection;
        if (p) {
            rows.push([
                "C before → after",
                `${valueText(p.kind, p.valueBefore)} → ${valueText(p.kind, p.valueAfter)}`,
            ]);
            rows.push(["Inverse masses w", `${p.inverseMass.map(figure).join(", ")} /kg`]);
            rows.push(["Moved", movedText(p)]);
            if (this.#options.solver !== "legacy") {
                rows.push(["λ / h²", forceText(p)]);
            }
        }
        rows.push(["Links off by, in all", metres(linkError(this.#specimen.joints, moment))]);
        this.#figures.replaceChildren(
            ...rows.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]),
        );
        const joint = p ? this.#specimen.joints[p.constraint] : undefined;
        this.#formula.textContent = formula(moment, joint?.compliance ?? 0, this.#options);
    }

    #showProof(): void {
        const { hash, same } = this.#specimen.proof();
        this.#proof.textContent = same
            ? `State ${hash} after this frame: the same as of a twin that nobody watches.`
            : `State ${hash}: a twin that nobody watches differs, which is a bug.`;
    }

    #toggle(): void {
        const playing = this.#timer !== undefined;
        clearInterval(this.#timer);
        this.#timer = playing ? undefined : setInterval(() => this.#go(this.#index + 1), BEAT);
        this.#playButton.textContent = playing ? "Play" : "Stop";
    }

    #key(event: KeyboardEvent): void {
        const chooses = event.target instanceof HTMLSelectElement;
        const acts: Record<string, () => void> = {
            ArrowRight: () => this.#go(this.#index + 1),
            ArrowLeft: () => this.#go(this.#index - 1),
            PageDown: () => this.#goToFrame(this.#specimen.frame + 1),
            PageUp: () => this.#goToFrame(this.#specimen.frame - 1),
            End: () => this.#go(this.#specimen.moments.length - 1),
            " ": () => this.#toggle(),
        };
        const act = acts[event.key];
        const presses = event.key === " " && event.target instanceof HTMLButtonElement;
        if (act && !chooses && !presses) {
            event.stopPropagation(); // the page has keys of its own; all others are theirs
            event.preventDefault();
            act();
        }
    }
}

export function openMicroscope(
    root: HTMLElement,
    play: Play,
    options: Partial<SpecimenOptions> = {},
): Microscope {
    return new Scope(root, play, options);
}
