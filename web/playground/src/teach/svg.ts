// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

type Props = Record<string, string | number | undefined>;

/** An SVG element in one expression. */
export function svg<K extends keyof SVGElementTagNameMap>(
    tag: K,
    props: Props = {},
    ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(props)) {
        if (value !== undefined) {
            element.setAttribute(key, String(value));
        }
    }
    element.append(...children);
    return element;
}

/** An HTML element likewise; "on..." are listeners. */
export function html<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    props: Record<string, unknown> = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(props)) {
        if (key.startsWith("on")) {
            element.addEventListener(key.slice(2), value as EventListener);
        } else if (value !== undefined && value !== false) {
            element.setAttribute(key, value === true ? "" : String(value));
        }
    }
    element.append(...children);
    return element;
}
