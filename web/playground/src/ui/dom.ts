// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Elements in one expression, and the icons.

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

// Properties by name; "class", "aria-..." and "data-..." as attributes, "on..." as listeners.
export function el<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    props: Props = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(props)) {
        if (value === undefined || value === null || value === false) {
            continue;
        }
        if (key.startsWith("on")) {
            element.addEventListener(key.slice(2), value as EventListener);
        } else if (key in element && key !== "list" && key !== "role") {
            (element as unknown as Props)[key] = value;
        } else {
            element.setAttribute(key, value === true ? "" : String(value));
        }
    }
    element.append(...children.filter((c): c is Node | string => c !== null && !!c));
    return element;
}

// Strokes on a grid of 24.
const ICONS = {
    grab:
        "M8 12V6a1.5 1.5 0 013 0v5-6.5a1.5 1.5 0 013 0V11 6.5a1.5 1.5 0 013 0V14" +
        "c0 4-2 6.5-5.5 6.5S7 19 5.5 16.5L4 13.5a1.5 1.5 0 012.6-1.5z",
    cut:
        "M20 4L8.1 15.900M14.5 14.5L20 20M8.1 8.1L12 12M6 9a3 3 0 100-6 3 3 0 000 6zM6 21" +
        "a3 3 0 100-6 3 3 0 000 6z",
    pin: "M12 21s-6-5.5-6-11a6 6 0 0112 0c0 5.5-6 11-6 11zM12 12a2 2 0 100-4 2 2 0 000 4z",
    wind: "M3 9h10a2.5 2.5 0 10-2.5-2.5M3 13h15a2.5 2.5 0 11-2.5 2.5M3 17h7a2 2 0 11-2 2",
    draw: "M4 20l1-5L16 4l4 4L9 19z M13.5 6.5l4 4",
    play: "M7 5l12 7-12 7z",
    pause: "M8 5v14M16 5v14",
    step: "M6 5l9 7-9 7zM19 5v14",
    slow: "M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5l3.5 2",
    reset: "M4 12a8 8 0 102.5-5.800L4 8.5M4 4v4.5h4.5",
    previous: "M15 5l-7 7 7 7",
    next: "M9 5l7 7-7 7",
    down: "M6 9l6 6 6-6",
    close: "M6 6l12 12M18 6L6 18",
    grid: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
    eye:
        "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15" +
        "a3 3 0 100-6 3 3 0 000 6z",
    learn:
        "M4 5.5C6.5 4 9.5 4 12 6c2.5-2 5.5-2 8-.5V19c-2.5-1.5-5.5-1.5-8 .5-2.5-2-5.5-2-8-.5z" +
        "M12 6v13.5",
    plots: "M4 4v16h16M7.5 15l3.5-4 3 2.5L19 8",
    link:
        "M10 14a4 4 0 005.7 0l3-3A4 4 0 0013 5.300l-1.5 1.5M14 10a4 4 0 00-5.7 0l-3 3" +
        "a4 4 0 005.7 5.7l1.5-1.5",
    save: "M12 4v11M7.5 10.5L12 15l4.5-4.5M4 20h16",
    load: "M12 15V4M7.5 8.5L12 4l4.5 4.5M4 20h16",
    help:
        "M9 9.5a3 3 0 115 2.2c-1.2 1-2 1.5-2 2.800M12 18v.01M12 21.5" +
        "a9.5 9.5 0 100-19 9.5 9.5 0 000 19z",
    theme: "M12 21a9 9 0 110-18v18z M12 3a9 9 0 010 18",
    panel:
        "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM9 19.5" +
        "a2.5 2.5 0 100-5 2.5 2.5 0 000 5z",
    more: "M5 12h.01M12 12h.01M19 12h.01",
    camera: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
} as const;

export type Icon = keyof typeof ICONS;

export function icon(name: Icon): SVGElement {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("class", "icon");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", ICONS[name]);
    svg.append(path);
    return svg;
}

interface ButtonOptions {
    icon?: Icon;
    label: string; // what it does, for screen readers and as a tip
    text?: string; // shown beside the icon
    key?: string; // shortcut, shown in the tip
    class?: string;
    id?: string;
}

export function button(
    options: ButtonOptions,
    act: (event: MouseEvent) => void,
): HTMLButtonElement {
    const tip = options.key ? `${options.label} (${options.key})` : options.label;
    return el(
        "button",
        {
            type: "button",
            id: options.id,
            class: options.class ?? "button",
            title: tip,
            "aria-label": options.label,
            "aria-keyshortcuts": options.key,
            onclick: act,
        },
        options.icon && icon(options.icon),
        options.text && el("span", { class: "text" }, options.text),
    );
}

/** A key of the library as a person reads it: "nylon-rope", "Nylon rope". */
export function words(key: string): string {
    const text = key.replace(/[_-]/g, " ");
    return text.charAt(0).toUpperCase() + text.slice(1);
}

export function press(target: HTMLElement, pressed: boolean): void {
    target.setAttribute("aria-pressed", String(pressed));
}
