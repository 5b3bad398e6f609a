// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How the canvas is shared out: one world fills it, several have a panel each.

export interface Rect {
    x: number;
    y: number; // from the top
    width: number;
    height: number;
}

/** Pixels at each side of the canvas that something else covers. */
export interface Insets {
    top: number;
    right: number;
    bottom: number;
    left: number;
}

// What a camera frames, and the pixels around it that are drawn too.
export interface Panel {
    inner: Rect;
    outer: Rect;
    head: number; // pixels above the inner part that a label has
}

const GAP = 2;

// A label has three lines where it is narrow, else two; scenes begin below it.
const headOf = (width: number, height: number): number =>
    Math.round(Math.min(width < 220 ? 50 : 38, 0.25 * height));

// As many columns as make what is shown largest.
function chooseColumns(count: number, free: Rect, framed: number): number {
    let best = 1;
    let most = 0;
    for (let columns = 1; columns <= count; ++columns) {
        const rows = Math.ceil(count / columns);
        const size = Math.min(free.width / columns / framed, free.height / rows);
        if (size > most * 1.001) {
            most = size;
            best = columns;
        }
    }
    return Math.ceil(count / Math.ceil(count / best));
}

// Panels stand in what is free; those at the edge go on to the edge of the canvas. What is left of
// the last row comes last, without a world.
// @param framed width over height of what a panel has to show
export function layPanels(
    count: number, width: number, height: number, insets: Insets, framed: number,
): Panel[] {
    const free = {
        x: insets.left,
        y: insets.top,
        width: Math.max(width - insets.left - insets.right, 0.3 * width),
        height: Math.max(height - insets.top - insets.bottom, 0.3 * height),
    };
    const columns = chooseColumns(count, free, framed);
    const rows = Math.ceil(count / columns);
    const panels: Panel[] = [];
    const gap = count > 1 ? GAP : 0;
    for (let i = 0; i < rows * columns; ++i) {
        const [column, row] = [i % columns, Math.floor(i / columns)];
        const x = Math.round(free.x + (column * free.width) / columns);
        const y = Math.round(free.y + (row * free.height) / rows);
        const wide = Math.floor(free.width / columns) - gap;
        const high = Math.floor(free.height / rows) - gap;
        const head = count > 1 ? headOf(wide, high) : 0;
        const inner = { x, y: y + head, width: wide, height: high - head };
        const left = column === 0 ? 0 : x;
        const top = row === 0 ? 0 : y;
        const right = column === columns - 1 ? width : x + inner.width;
        const bottom = row === rows - 1 ? height : y + high;
        const outer = { x: left, y: top, width: right - left, height: bottom - top };
        panels.push({ inner, outer, head });
    }
    return panels;
}

// The panel under a pixel; the last before it in a gap.
export function panelAt(panels: readonly Panel[], x: number, y: number): number {
    const at = panels.findIndex(({ outer: o }) =>
        x >= o.x && x < o.x + o.width + GAP && y >= o.y && y < o.y + o.height + GAP);
    return Math.max(0, at);
}
