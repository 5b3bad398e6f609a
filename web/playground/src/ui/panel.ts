// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The panel: a drawer, and what is in it once all of the module is there.

import type { App } from "./app";
import { button, el } from "./dom";

export class Panel {
    readonly root = el("aside", { class: "panel", id: "panel", "aria-label": "Settings" });
    private readonly body = el("div", { class: "panel-body" });

    constructor(private readonly app: App) {
        const close = button(
            { icon: "close", label: "Close settings", class: "button plain" },
            () => this.show(false),
        );
        this.root.append(el("header", {}, el("h2", {}, "Settings"), close), this.body);
    }

    // Once all of the module is there: the first picture does not wait for it.
    async begin(whole: Promise<void>): Promise<void> {
        const [{ Rows }] = await Promise.all([import("./rows"), whole]);
        new Rows(this.app, this.body);
    }

    get open(): boolean {
        return !this.root.hidden;
    }

    show(open: boolean): void {
        this.root.hidden = !open;
        this.app.tell("state");
    }
}
