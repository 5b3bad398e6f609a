// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The rows of the panel: a slider with a field beside it, a switch, a list. Native inputs, so that
// keyboards and screen readers know them.

import { el } from "./dom";

export interface Range {
    label: string;
    about?: string; // unit and what it is, under the label
    min: number;
    max: number;
    value: number;
    whole?: boolean;
    most?: number; // where the slider ends; the field goes on to max
    unset?: string; // shown in the field until it is set, as "as made"
}

const STEPS = 1000;

// Sliders are finer where the usual values are: the default sits at two fifths of the way.
function curve(range: Range): { at(value: number): number; value(at: number): number } {
    const { min } = range;
    const span = (range.most ?? range.max) - min;
    const part = span > 0 ? (range.value - min) / span : 0;
    const free = part > 0 && part < 0.4 ? Math.log(part) / Math.log(0.4) : 1;
    const power = part === 0 && span > 1 && !range.whole ? 3 : Math.min(Math.max(free, 1), 6);
    return {
        at: (value) => Math.min(Math.max((value - min) / span, 0), 1) ** (1 / power) * STEPS,
        value: (at) => min + span * (at / STEPS) ** power,
    };
}

// Three digits are enough for a hand, and make short links.
function round(value: number, whole: boolean | undefined): number {
    return whole ? Math.round(value) : Number(value.toPrecision(3));
}

export function formatNumber(value: number): string {
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-3 || size >= 1e6)) {
        return value.toExponential(2).replace("e+", "e");
    }
    return String(Number(value.toPrecision(4)));
}

export interface Row {
    root: HTMLElement;
    set(value: number): void;
}

export function slider(range: Range, change: (value: number) => void): Row {
    const line = curve(range);
    const input = el("input", {
        type: "range",
        min: "0",
        max: String(STEPS),
        step: range.whole ? "any" : "1",
        "aria-label": range.label,
        "data-key": range.label,
    });
    const field = el("input", {
        class: "field",
        inputMode: "decimal",
        autocomplete: "off",
        "aria-label": `${range.label}, as a number`,
    });
    const show = (value: number): void => {
        input.value = String(line.at(value));
        field.value = formatNumber(value);
        input.setAttribute("aria-valuetext", field.value);
    };
    const take = (value: number): void => {
        const inside = Math.min(Math.max(round(value, range.whole), range.min), range.max);
        show(inside);
        change(inside);
    };
    input.addEventListener("input", () => {
        const value = round(line.value(Number(input.value)), range.whole);
        field.value = formatNumber(value);
        input.setAttribute("aria-valuetext", field.value);
        change(Math.min(Math.max(value, range.min), range.max));
    });
    field.addEventListener("change", () => {
        const value = Number(field.value.replace(",", "."));
        take(Number.isFinite(value) && field.value.trim() !== "" ? value : range.value);
    });
    show(range.value);
    if (range.unset) {
        field.value = range.unset;
    }
    return { root: row(range.label, range.about, field, input), set: show };
}

export function toggle(
    label: string,
    about: string | undefined,
    value: boolean,
    change: (on: boolean) => void,
): HTMLElement {
    const input = el("input", { type: "checkbox", checked: value, class: "switch" });
    input.addEventListener("change", () => change(input.checked));
    input.dataset["key"] = label;
    return el(
        "label",
        { class: "row toggle" },
        el("span", { class: "name" }, label, note(about)),
        input,
    );
}

export function choice(
    label: string,
    options: { value: string; text: string; refused?: string | undefined }[],
    value: string,
    change: (value: string) => void,
): HTMLElement {
    const select = el(
        "select",
        { "aria-label": label, "data-key": label },
        ...options.map((o) =>
            el("option", { value: o.value, disabled: !!o.refused, title: o.refused ?? "" }, o.text),
        ),
    );
    select.value = value;
    select.addEventListener("change", () => change(select.value));
    return el("div", { class: "row choice" }, el("span", { class: "name" }, label), select);
}

function note(about: string | undefined): HTMLElement | null {
    return about ? el("small", {}, about) : null;
}

function row(
    label: string,
    about: string | undefined,
    field: HTMLElement,
    input: HTMLElement,
): HTMLElement {
    return el(
        "div",
        { class: "row" },
        el("span", { class: "name" }, label, note(about)),
        field,
        input,
    );
}
