// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Addresses: #scene=flag&wind=3&substeps=10&view=tension opens a scene, #run=... replays a run.

import type { OpenOptions } from "../engine/play";
import { type App, VIEWS } from "./app";
import { el } from "./dom";
import { showError, toast } from "./toast";

const LONG = 30_000; // characters that some programs cut an address at

// Opens what the address asks for. False: nothing, or nothing that works.
export function openAddress(app: App): boolean {
    const asked = new URLSearchParams(location.hash.slice(1));
    const run = asked.get("run");
    const name = asked.get("scene");
    try {
        if (run) {
            app.openRun(run);
            return true;
        }
        if (name) {
            const opened = app.open(name, optionsOf(app, name, asked));
            const view = VIEWS.find((v) => v.mode === asked.get("view"));
            if (opened && view) {
                app.setView(view.mode);
            }
            return opened;
        }
    } catch (error) {
        showError(error);
    }
    return false;
}

function optionsOf(app: App, name: string, asked: URLSearchParams): OpenOptions {
    const scene = app.play.scenes.find((s) => s.name === name);
    const options: OpenOptions = { params: {} };
    for (const [key, text] of asked) {
        const value = Number(text);
        if (key === "solver") {
            options.solver = text;
        } else if (!Number.isFinite(value)) {
            continue;
        } else if (key === "substeps" || key === "iterations") {
            options[key] = value;
        } else if (scene?.params.some((p) => p.key === key)) {
            options.params![key] = value;
        }
    }
    return options;
}

// The address of what is open, so that a reload or a bookmark comes back to it.
export function sceneAddress(app: App): string {
    const { play, options } = app;
    const parts = new URLSearchParams({ scene: play.scene.name });
    for (const [key, value] of Object.entries(options.params ?? {})) {
        if (value !== play.scene.params.find((p) => p.key === key)?.value) {
            parts.set(key, String(value));
        }
    }
    for (const key of ["solver", "substeps", "iterations"] as const) {
        const value = options[key];
        if (value !== undefined) {
            parts.set(key, String(value));
        }
    }
    if (app.stage.view.mode !== "shaded") {
        parts.set("view", app.stage.view.mode);
    }
    return `#${parts}`;
}

export function followAddress(app: App): void {
    let written = "";
    const write = (): void => {
        const address = sceneAddress(app);
        if (!app.replays && address !== written) {
            written = address;
            history.replaceState(null, "", address);
        }
    };
    app.on("state", write); // another view
    app.on("scene", () => {
        written = ""; // somebody may have typed another one
        write();
        document.title = `${app.play.scene.name} - Taut playground`;
    });
    addEventListener("hashchange", () => {
        if (!openAddress(app)) {
            written = ""; // what was there stays, and so does its address
            write();
        }
    });
}

const runAddress = (app: App): string =>
    `${location.origin}${location.pathname}#run=${app.play.link()}`;

export async function copyLink(app: App): Promise<void> {
    const address = runAddress(app);
    const what = `${app.play.frame} frames, ${(address.length / 1000).toFixed(1)} kB`;
    try {
        await navigator.clipboard.writeText(address);
        toast(
            address.length > LONG
                ? `Link copied (${what}). It is long: some programs will cut it. Saving is safer.`
                : `Link copied: it replays this run bit for bit (${what}).`,
        );
    } catch {
        showAddress(address);
    }
}

// Where the clipboard is closed to us, the address is there to be copied by hand.
function showAddress(address: string): void {
    const field = el("textarea", { readOnly: true, rows: 4, value: address });
    const dialog = el(
        "dialog",
        { class: "address", "aria-label": "Link to this run" },
        el("p", {}, "Copy this link:"),
        field,
        el("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Close"),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    field.select();
}

export function saveRun(app: App): void {
    const { play } = app;
    const name = `${play.scene.name}-${play.frame}.taut-run`;
    const blob = new Blob([`${play.link()}\n`], { type: "text/plain" });
    const anchor = el("a", { href: URL.createObjectURL(blob), download: name });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
    toast(`Saved. To replay it: taut run --replay ${name}`);
}

export function loadRun(app: App): void {
    const input = el("input", { type: "file" });
    input.addEventListener("change", () => {
        const file = input.files?.[0];
        void file?.text().then((text) => {
            try {
                app.openRun(text.trim());
                app.setPaused(false);
            } catch (error) {
                showError(error);
            }
        });
    });
    input.click();
}
