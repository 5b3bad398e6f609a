// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How much of the canvas bars and drawers cover, so that the stage frames scenes in what is left.

import type { Insets } from "../stage/stage";

// A drawer wider than this part of the canvas covers it, and nothing is framed beside it.
const MOST = 0.45;

function visible(element: Element | null): DOMRect | null {
    const box = element?.getBoundingClientRect();
    return box && box.width > 0 && box.height > 0 ? box : null;
}

// What they will cover, to the pixel or nearly: the first picture comes before the bars, and shall
// not jump when they are there. Widths and heights are those of the style sheets.
function expectedInsets(): Insets {
    const narrow = innerWidth <= 760;
    const low = innerHeight <= 480;
    return { top: 48, right: hasPanel() ? 302 : 0, bottom: low ? 82 : narrow ? 190 : 134, left: 0 };
}

/** Whether the settings are open from the start. */
export const hasPanel = (): boolean => innerWidth >= 1000;

export function measureInsets(canvas: HTMLCanvasElement): Insets {
    const whole = canvas.getBoundingClientRect();
    const top = visible(document.querySelector(".topbar"));
    if (!top) {
        return expectedInsets();
    }
    const bottom = visible(document.querySelector(".bottom"));
    const out: Insets = {
        top: Math.max(0, top.bottom - whole.top),
        bottom: bottom ? Math.max(0, whole.bottom - bottom.top) : 0,
        left: 0,
        right: 0,
    };
    for (const drawer of document.querySelectorAll("aside")) {
        const box = visible(drawer);
        if (!box || box.width > MOST * whole.width) {
            continue;
        }
        if (box.left + box.right > whole.left + whole.right) {
            out.right = Math.max(out.right, whole.right - box.left);
        } else {
            out.left = Math.max(out.left, box.right - whole.left);
        }
    }
    return out;
}

// What is put into the free part of the picture by style sheets looks there.
export function publishInsets(insets: Insets): Insets {
    for (const side of ["top", "right", "bottom", "left"] as const) {
        document.documentElement.style.setProperty(`--free-${side}`, `${insets[side]}px`);
    }
    return insets;
}
