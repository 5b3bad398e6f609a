// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What buttons and keys do that opens something. Gallery, plots and chapters are loaded when they
// are asked for.

import type { App } from "./app";
import type { Actions } from "./bars";
import type { Gallery } from "./gallery";
import type { Learn } from "./learn";
import { copyLink, loadRun, saveRun } from "./links";
import type { Panel } from "./panel";
import type { Plots } from "./plots";
import { toggleTheme } from "./theme";
import { showError } from "./toast";

const NARROW = 1500; // pixels; with chapters and settings there is little left to see below that

class Drawers {
    private gallery: Gallery | null = null;
    private plots: Plots | null = null;
    private learn: Learn | null = null;
    private settings = false; // were open, and come back

    constructor(
        private readonly app: App,
        private readonly panel: Panel,
        private readonly shell: HTMLElement,
    ) {}

    async openGallery(): Promise<void> {
        this.gallery ??= new (await import("./gallery")).Gallery(this.app);
        this.gallery.show();
    }

    // Plots and chapters have the same place.
    async openPlots(): Promise<void> {
        if (this.learn?.open) {
            this.learn.show(false);
        }
        if (this.plots) {
            this.plots.show(!this.plots.open);
        } else {
            this.plots = new (await import("./plots")).Plots(this.app, () => undefined);
            this.shell.append(this.plots.root);
        }
    }

    async openLearn(): Promise<void> {
        if (!this.learn?.open) {
            this.plots?.show(false);
            this.settings = this.panel.open && innerWidth < NARROW;
            if (this.settings) {
                this.panel.show(false);
            }
        }
        if (this.learn) {
            this.learn.show(!this.learn.open);
        } else {
            this.learn = new (await import("./learn")).Learn(this.app, () => this.learnClosed());
            this.shell.append(this.learn.root);
        }
    }

    private learnClosed(): void {
        if (this.settings) {
            this.panel.show(true);
        }
        this.settings = false;
    }
}

export function actionsOf(app: App, panel: Panel, shell: HTMLElement): Actions {
    const guard = (work: Promise<unknown>): void => void work.catch(showError);
    const drawers = new Drawers(app, panel, shell);
    return {
        gallery: () => guard(drawers.openGallery()),
        plots: () => guard(drawers.openPlots()),
        learn: () => guard(drawers.openLearn()),
        copyLink: () => guard(copyLink(app)),
        saveRun: () => saveRun(app),
        loadRun: () => loadRun(app),
        help: () => undefined,
        theme: toggleTheme,
        panel: () => panel.show(!panel.open),
    };
}
