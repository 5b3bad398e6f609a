// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the keys do, and the overlay that says so.

import { type App, SLOW, TOOLS } from "./app";
import type { Actions } from "./bars";
import { button, el } from "./dom";
import type { Pointers } from "./pointers";
import { toast } from "./toast";

interface Shortcut {
    keys: string[];
    text: string;
    act(): void;
}

export function shortcuts(app: App, act: Actions, pointers: Pointers): Shortcut[] {
    const pin = (): void => {
        if (pointers.grab.pinHeld() > 0) {
            toast("Pinned where you held it.");
        } else {
            act.panel();
        }
    };
    return [
        { keys: [" "], text: "pause or go on", act: () => app.setPaused(!app.paused) },
        { keys: ["."], text: "one frame", act: () => app.stepOnce() },
        { keys: [","], text: "slow motion", act: () => app.setSpeed(app.speed === 1 ? SLOW : 1) },
        { keys: ["r"], text: "start again", act: () => app.reset() },
        ...TOOLS.map((tool, i) => ({
            keys: [String(i + 1)],
            text: `tool: ${tool}`,
            act: (): void => {
                if (app.able(tool)) {
                    app.setTool(tool);
                }
            },
        })),
        { keys: ["t"], text: "throw on release, or drop", act: () => app.setThrows(!app.throws) },
        { keys: ["p"], text: "pin what you hold; else the settings", act: pin },
        { keys: ["v"], text: "next view", act: () => app.nextView() },
        { keys: ["Home"], text: "camera back", act: () => app.stage.resetCamera() },
        { keys: ["g"], text: "all scenes", act: act.gallery },
        { keys: ["["], text: "previous scene", act: () => app.neighbour(-1) },
        { keys: ["]"], text: "next scene", act: () => app.neighbour(1) },
        { keys: ["c"], text: "copy a link to this run", act: act.copyLink },
        { keys: ["s"], text: "save this run", act: act.saveRun },
        { keys: ["l"], text: "chapters and microscope", act: act.learn },
        { keys: ["o"], text: "plots", act: act.plots },
        { keys: ["d"], text: "light or dark", act: act.theme },
        { keys: ["?", "h", "F1"], text: "this help", act: () => act.help() },
    ];
}

const typing = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement &&
    (target.isContentEditable ||
        target instanceof HTMLSelectElement ||
        (target instanceof HTMLInputElement && !["checkbox", "range"].includes(target.type)));

export function listenToKeys(list: Shortcut[]): void {
    addEventListener("keydown", (event) => {
        const { target, key } = event;
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
            return;
        }
        const inDialog = target instanceof Element && target.closest("dialog[open]") !== null;
        // Space presses a button that has the focus.
        const pressing =
            key === " " &&
            target instanceof HTMLElement &&
            target.tagName !== "CANVAS" &&
            target !== document.body;
        if (typing(target) || inDialog || pressing) {
            return;
        }
        const wanted = key.length === 1 ? key.toLowerCase() : key;
        const found = list.find((shortcut) => shortcut.keys.includes(wanted));
        if (found) {
            event.preventDefault();
            found.act();
        }
    });
}

const NAMES: Record<string, string> = { " ": "Space" };

const HANDS: [string, string][] = [
    ["Drag", "grab a thing, or turn the camera on empty space"],
    ["Shift at release", "throw instead of drop, or the other way round"],
    ["Right-drag", "cut, whatever the tool"],
    ["Wheel, or two fingers", "zoom; two fingers turn the camera too"],
    ["Alt or Ctrl and drag", "the camera, whatever is under the pointer"],
    ["Several fingers", "several hands"],
    ["Pull hard", "tears things, once Tears is on, or a tear limit in the settings"],
    ["Tab to the picture, then arrows", "move a hand by keyboard; with Shift: turn; + and -: zoom"],
    ["Enter", "the keyboard's hand grabs and lets go, begins and ends a stroke"],
];

const FINGERS: [string, string][] = [
    ["Drag a thing", "grab it; let go to drop it, or throw it where Throw is on"],
    ["Drag empty space", "turn the camera"],
    ["Two fingers", "turn and zoom; on things, two hands"],
    ["Cut, Pin, Wind", "choose below, then draw a stroke, or tap"],
    ["Rope, Cloth, Bridge", "choose below, then draw it"],
    ["Pull hard", "tears things, once Tears is on, or a tear limit in the settings"],
];

const touches = (): boolean => matchMedia("(pointer: coarse)").matches;

const table = (rows: [string, string][]): HTMLElement =>
    el(
        "dl",
        {},
        ...rows.flatMap(([key, text]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)]),
    );

export function helpDialog(list: Shortcut[]): HTMLDialogElement {
    const keys = list.map((s): [string, string] => [
        s.keys.map((k) => NAMES[k] ?? (k.length === 1 ? k.toUpperCase() : k)).join("  "),
        s.text,
    ]);
    const dialog = el(
        "dialog",
        { class: "help", "aria-label": "Help" },
        el(
            "header",
            {},
            el("h2", {}, "How to use this page"),
            button({ icon: "close", label: "Close", class: "button plain" }, () => dialog.close()),
        ),
        el(
            "div",
            { class: "columns" },
            touches() && el("section", {}, el("h3", {}, "Touch"), table(FINGERS)),
            el("section", {}, el("h3", {}, touches() ? "Mouse" : "Hands"), table(HANDS)),
            el("section", {}, el("h3", {}, "Keys"), table(keys)),
        ),
        el(
            "p",
            {},
            "Every run is recorded. A copied link replays it bit for bit in any browser, and with ",
            el("code", {}, "taut run --replay"),
            ". The number at the bottom is the state's hash: equal hashes, equal bits. ",
            "The page loads nothing but its own files. ",
            el("a", { href: "licenses.txt", target: "_blank" }, "Licences"),
            " of what it is made with.",
        ),
    );
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) {
            dialog.close();
        }
    });
    document.body.append(dialog);
    return dialog;
}
