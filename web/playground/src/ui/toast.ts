// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sentences that come up and go away: errors, and what has just happened.

import { el } from "./dom";

const SECONDS = 6;
const MOST = 3;

let list: HTMLElement | null = null;

function place(): HTMLElement {
    if (!list) {
        list = el("div", { class: "toasts", role: "status", "aria-live": "polite" });
        document.body.append(list);
    }
    return list;
}

export function toast(text: string, kind: "info" | "error" = "info"): void {
    const root = place();
    for (const old of [...root.children]) {
        if (old.textContent === text) {
            old.remove();
        }
    }
    const item = el("div", { class: `toast ${kind}` }, text);
    item.addEventListener("click", () => item.remove());
    root.append(item);
    while (root.children.length > MOST) {
        root.firstElementChild?.remove();
    }
    setTimeout(() => item.remove(), SECONDS * 1000);
}

export function sentence(error: unknown): string {
    const said = error instanceof Error ? error.message : String(error);
    const text = said.replace(/\bTAUT_ERROR_[A-Z_]+:? ?/g, ""); // names for programs
    return text.charAt(0).toUpperCase() + text.slice(1);
}

export function showError(error: unknown): void {
    console.warn(error);
    toast(sentence(error), "error");
}
