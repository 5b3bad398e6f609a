// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the colours of a view mean, for whoever draws a legend.

import { CONTACT_COLOURS, KINDS, PULL_STOPS, PUSH_STOPS, cssColour, cssGradient, inNewtons,
    roundUp } from "./kinds";
import type { WorldData } from "./memory";
import type { ViewMode } from "./world";

/** What the colours of the present view mean. */
export interface Legend {
    title: string;
    items: { name: string; colour: string }[];
    /** CSS gradients from 0 to what stands at their ends. */
    ramps: { name: string; gradient: string; most: string }[];
}

// The end of a scale of forces. Rises at once and falls when forces have become far smaller: a
// scale that one can read.
export class Scale {
    max = 0;
    push = false; // something pushes, too

    update(most: number, push: number): void {
        const rounded = roundUp(most);
        if (rounded > this.max || rounded < 0.15 * this.max) {
            this.max = rounded;
        }
        this.push ||= push > 0.1 * this.max && push > 0;
    }

    reset(): void {
        this.max = 0;
        this.push = false;
    }
}

function kindsOf(worlds: readonly WorldData[]): Legend["items"] {
    const seen = new Set<number>();
    for (const { lines } of worlds) {
        for (let i = 6; i < lines.length; i += 8) {
            seen.add(lines[i]!);
        }
    }
    return KINDS.map((k) => ({ name: k.name, colour: cssColour(k.colour) }))
        .filter((_, i) => seen.has(i));
}

export function makeLegend(
    mode: ViewMode, worlds: readonly WorldData[], scale: Scale,
): Legend | null {
    const most = inNewtons(scale.max);
    switch (mode) {
    case "tension": {
        const ramps = [{ name: "pull", gradient: cssGradient(PULL_STOPS), most }];
        if (scale.push) {
            ramps.push({ name: "push", gradient: cssGradient(PUSH_STOPS), most });
        }
        return { title: "Tension", items: [], ramps };
    }
    case "particles":
        return { title: "Constraints", items: kindsOf(worlds), ramps: [] };
    case "contacts": {
        const items = ["on a collider", "between particles"].map((name, i) =>
            ({ name, colour: cssColour(CONTACT_COLOURS[i]!) }));
        const title = scale.max > 0 ? `Contacts, longest line ${most}`
            : "Contacts: nothing touches";
        return { title, items, ramps: [] };
    }
    default:
        return null;
    }
}
