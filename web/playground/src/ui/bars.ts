// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The bars around the picture: scene and menus above, time and tools below, figures at the bottom.

import { type App, SLOW, TOOLS, type ToolName, VIEWS, type ViewMode } from "./app";
import { button, el, icon, type Icon, press, words } from "./dom";

export interface Actions {
    gallery(): void;
    learn(): void;
    plots(): void;
    copyLink(): void;
    saveRun(): void;
    loadRun(): void;
    help(): void;
    theme(): void;
    panel(): void;
}

const TOOL_TEXT: Record<ToolName, { icon: Icon; text: string; label: string }> = {
    grab: { icon: "grab", text: "Grab", label: "Grab and pull things" },
    cut: { icon: "cut", text: "Cut", label: "Cut by a stroke" },
    pin: { icon: "pin", text: "Pin", label: "Pin and unpin" },
    wind: { icon: "wind", text: "Wind", label: "Make wind by a stroke" },
    rope: { icon: "draw", text: "Rope", label: "Draw a rope" },
    cloth: { icon: "draw", text: "Cloth", label: "Draw a patch of cloth" },
    bridge: { icon: "draw", text: "Bridge", label: "Draw a bridge" },
};
const DRAWN: ToolName[] = ["rope", "cloth", "bridge"];

export function topBar(app: App, act: Actions): HTMLElement {
    const name = el("span", { class: "scene-name" });
    const scene = el(
        "button",
        {
            type: "button",
            class: "button scene",
            id: "scene-button",
            title: "All scenes (G)",
            "aria-haspopup": "dialog",
            onclick: () => act.gallery(),
        },
        icon("grid"),
        name,
        icon("down"),
    );
    const bar = el(
        "header",
        { class: "topbar" },
        el("h1", { class: "brand" }, "Taut"),
        el(
            "div",
            { class: "group" },
            button(
                { icon: "previous", label: "Previous scene", key: "[", class: "button plain" },
                () => app.neighbour(-1),
            ),
            scene,
            button({ icon: "next", label: "Next scene", key: "]", class: "button plain" }, () =>
                app.neighbour(1),
            ),
        ),
        el("div", { class: "spring" }),
        viewMenu(app),
        ...menu(app, act),
    );
    const update = (): void => {
        name.textContent = app.play.scene.name;
        scene.setAttribute("aria-label", `Scene: ${app.play.scene.name}. Choose another`);
    };
    app.on("scene", update);
    update();
    return bar;
}

function viewMenu(app: App): HTMLElement {
    const select = el(
        "select",
        { id: "view", "aria-label": "View", title: "View (V)" },
        ...VIEWS.map((view) => el("option", { value: view.mode }, view.text)),
    );
    select.addEventListener("change", () => app.setView(select.value as ViewMode));
    const update = (): void => {
        select.value = app.stage.view.mode;
    };
    app.on("state", update);
    app.on("scene", update);
    update();
    return el("label", { class: "view", title: "View (V)" }, icon("eye"), select);
}

// A row of buttons on wide screens, behind "More" on narrow ones.
function menu(app: App, act: Actions): HTMLElement[] {
    const items = el("div", { class: "actions", id: "actions" });
    const entry = (name: Icon, text: string, key: string, label: string, go: () => void): void => {
        const loud = ["Learn", "Plots", "Copy link"].includes(text);
        items.append(
            button(
                { icon: name, text, label, key, class: loud ? "button" : "button quiet" },
                () => {
                    items.classList.remove("open");
                    go();
                },
            ),
        );
    };
    entry("learn", "Learn", "L", "Chapters and the solver microscope", act.learn);
    entry("plots", "Plots", "O", "Plots of energy, stretch, time", act.plots);
    entry("link", "Copy link", "C", "Copy a link that replays this run", act.copyLink);
    entry("save", "Save", "S", "Save this run as a file for taut run --replay", act.saveRun);
    entry("load", "Open", "", "Open a run that was saved", act.loadRun);
    entry("camera", "Centre", "Home", "Set the camera back", () => app.stage.resetCamera());
    entry("theme", "Theme", "D", "Light or dark", act.theme);
    entry("help", "Help", "?", "How to use this page", act.help);
    const more = button({ icon: "more", label: "More", class: "button more", id: "more" }, () => {
        more.setAttribute("aria-expanded", String(items.classList.toggle("open")));
    });
    more.setAttribute("aria-controls", "actions");
    document.addEventListener("pointerdown", (event) => {
        if (
            event.target instanceof Node &&
            !items.contains(event.target) &&
            !more.contains(event.target)
        ) {
            items.classList.remove("open");
        }
    });
    const settings = button(
        { icon: "panel", text: "Settings", label: "Settings", key: "P", id: "panel-button" },
        act.panel,
    );
    return [items, more, settings];
}

export function timeBar(app: App): HTMLElement {
    const run = button({ icon: "pause", label: "Pause", key: "Space", id: "pause" }, () =>
        app.setPaused(!app.paused),
    );
    const step = button({ icon: "step", label: "One frame", key: ".", id: "step" }, () =>
        app.stepOnce(),
    );
    const slow = button({ icon: "slow", label: "Slow motion", key: ",", id: "slow" }, () =>
        app.setSpeed(app.speed === 1 ? SLOW : 1),
    );
    const reset = button({ icon: "reset", label: "Start again", key: "R", id: "reset" }, () =>
        app.reset(),
    );
    const update = (): void => {
        run.replaceChildren(icon(app.paused ? "play" : "pause"));
        run.setAttribute("aria-label", app.paused ? "Play" : "Pause");
        run.title = app.paused ? "Play (Space)" : "Pause (Space)";
        press(slow, app.speed !== 1);
    };
    app.on("state", update);
    update();
    const bar = el("div", { class: "bar time", role: "group" }, run, step, slow, reset);
    bar.setAttribute("aria-label", "Time");
    return bar;
}

export function toolBar(app: App): HTMLElement {
    const buttons = new Map<ToolName, HTMLElement>();
    const make = (tool: ToolName): HTMLElement => {
        const { icon: name, text, label } = TOOL_TEXT[tool];
        const key = String(TOOLS.indexOf(tool) + 1);
        const options = { icon: name, text, label, key, class: "button tool", id: `tool-${tool}` };
        const made = button(options, () => app.setTool(tool));
        buttons.set(tool, made);
        return made;
    };
    const bar = el(
        "div",
        { class: "bar tools", role: "group", "aria-label": "Tools" },
        ...TOOLS.filter((tool) => !DRAWN.includes(tool)).map(make),
        el("span", { class: "line" }),
        ...DRAWN.map(make),
    );
    const update = (): void => {
        buttons.forEach((made, tool) => press(made, tool === app.tool));
        buttons.forEach((made, tool) => {
            made.hidden = !app.able(tool);
        });
    };
    app.on("state", update);
    app.on("scene", () => {
        if (!app.able(app.tool)) {
            app.tool = "grab";
        }
        update();
    });
    update();
    return bar;
}

const AS_MADE = "as made";
// The stretch at which things tear once Tears is on; the panel has the number. Some scenes stretch
// farther by themselves, and shall not fall apart before anybody pulls.
const TEARS_AT = 0.25;
const TEARS_LATER: Record<string, number> = {
    "cloth-25x18": 0.6, // 46 % when it drops into its pins
    "cloth-fold": 0.6, // 42 %
    "frame-rate": 0.6, // 43 %
    "stiffness-meter": 0.6, // 50 %
    trampoline: 1, // 60 %
};
const ROPES = /rope|cable|wire|band|string/;

const ADVICE: Record<ToolName, string> = {
    grab: "Drag to grab. Empty space turns the camera.",
    cut: "Draw a stroke through things.",
    pin: "Click to pin or unpin.",
    wind: "Draw the way it shall blow; a click calms it.",
    rope: "Draw a stroke: it becomes a rope.",
    cloth: "Drag a rectangle: it becomes cloth.",
    bridge: "Drag from one bank to the other.",
};

// One line about the tool in hand, with its own switches, and the material.
export function toolOptions(app: App): HTMLElement {
    const advice = el("span", { class: "advice" });
    const throws = button(
        {
            label: "Throw what is let go, instead of dropping it",
            text: "Throw",
            key: "T",
            class: "button chip",
            id: "throw",
        },
        () => app.setThrows(!app.throws),
    );
    const tears = button(
        {
            label: "Let things tear when they are pulled hard",
            text: "Tears",
            class: "button chip",
            id: "tears",
        },
        () => app.set("tear", app.live.tear ? 0 : (TEARS_LATER[app.play.scene.name] ?? TEARS_AT)),
    );
    const ends = endsMenu(app);
    const material = materialMenu(app);
    const update = (): void => {
        advice.textContent = ADVICE[app.tool];
        throws.hidden = app.tool !== "grab";
        press(throws, app.throws);
        tears.hidden = app.tool !== "grab" || !app.play.can.tear;
        press(tears, (app.live.tear ?? 0) > 0);
        tears.disabled = app.replays;
        ends.show();
        material.show();
    };
    for (const topic of ["scene", "state", "live"] as const) {
        app.on(topic, update);
    }
    update();
    return el("div", { class: "bar options" }, advice, throws, tears, ends.root, material.root);
}

// Of the scene, or of what is drawn.
function materialMenu(app: App): { root: HTMLElement; show(): void } {
    const menu = el("select", { id: "material", "aria-label": "Material" });
    menu.addEventListener("change", () => chooseMaterial(app, menu.value));
    const root = el("div", { class: "material" }, menu);
    const text = (m: string): string => (m === AS_MADE ? "Material: as made" : words(m));
    const show = (): void => {
        const drawing = app.tool === "rope" || app.tool === "cloth" ? app.tool : null;
        const names = drawing
            ? app.play.materials.filter((m) => ROPES.test(m) === (drawing === "rope"))
            : [AS_MADE, ...app.play.suitable];
        menu.replaceChildren(...names.map((m) => el("option", { value: m }, text(m))));
        menu.value = drawing ? app.drawn[drawing] : (app.live.material ?? AS_MADE);
        menu.disabled = app.replays;
        root.hidden = (!app.play.can.material && !drawing) || app.tool === "bridge";
    };
    return { root, show };
}

function chooseMaterial(app: App, name: string): void {
    if (app.tool === "rope" || app.tool === "cloth") {
        app.drawn[app.tool] = name;
    } else {
        app.set("material", name === AS_MADE ? null : name);
    }
}

const ENDS = {
    rope: ["let it fall", "hold one end", "hold both ends"],
    cloth: ["let it fall", "hold one top corner", "hold both top corners"],
};

// Whether what is drawn hangs or falls.
function endsMenu(app: App): { root: HTMLSelectElement; show(): void } {
    const root = el("select", { id: "ends", "aria-label": "What holds it" });
    const drawn = (): "rope" | "cloth" | null =>
        app.tool === "rope" || app.tool === "cloth" ? app.tool : null;
    root.addEventListener("change", () => {
        const tool = drawn();
        if (tool) {
            app.held[tool] = Number(root.value);
        }
    });
    const show = (): void => {
        const tool = drawn();
        root.hidden = !tool;
        if (tool) {
            const texts = ENDS[tool].map((text, i) => el("option", { value: String(i) }, text));
            root.replaceChildren(...texts);
            root.value = String(app.held[tool]);
        }
    };
    return { root, show };
}
