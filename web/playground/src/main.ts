// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The page: loads engine and stage, opens a scene, puts the controls around it.

import { Play } from "./engine/play";
import { Stage } from "./stage/stage";
import scalarRest from "../wasm/playground-scalar-rest.wasm?url";
import scalar from "../wasm/playground-scalar.wasm?url";
import simdRest from "../wasm/playground-simd-rest.wasm?url";
import simd from "../wasm/playground-simd.wasm?url";
import "./style/base.css";
import "./style/bars.css";
import "./style/panel.css";
import "./style/notes.css";
import "./style/dialogs.css";
import "./style/narrow.css";
import { actionsOf } from "./ui/actions";
import { offer } from "./ui/api";
import { App } from "./ui/app";
import { blownBanner } from "./ui/blown";
import { timeBar, toolBar, toolOptions, topBar } from "./ui/bars";
import { button, el } from "./ui/dom";
import { hint } from "./ui/hint";
import { helpDialog, listenToKeys, shortcuts } from "./ui/keys";
import { hasPanel } from "./ui/insets";
import { followAddress, openAddress } from "./ui/links";
import { Loop } from "./ui/loop";
import { Panel } from "./ui/panel";
import { Pointers } from "./ui/pointers";
import { legend, replayBanner, statusLine } from "./ui/status";
import { followTheme, reducedMotion } from "./ui/theme";
import { sentence, showError, toast } from "./ui/toast";

// Half the substeps of the scene's own: it is there to be played with, on a phone too.
const FIRST = { scene: "showcase", options: { substeps: 10 } };

function fatal(text: string): void {
    document.body.append(el("p", { class: "fatal", role: "alert" }, text));
}

// Asks for the rest of the module until it is there: what is open goes on meanwhile.
async function loadRest(play: Play): Promise<void> {
    for (let wait = 2; ; wait = Math.min(2 * wait, 60)) {
        try {
            return await play.whole();
        } catch (error) {
            console.warn(error);
            toast("Part of the page did not arrive. It is asked for again; play on.", "error");
            await new Promise((go) => setTimeout(go, 1000 * wait));
        }
    }
}

// Whether the address names something else than what the page opens with.
const asksForMore = (): boolean => /[#&](run|scene)=/.test(location.hash);

function openStage(canvas: HTMLCanvasElement): Stage | null {
    try {
        const stage = new Stage(canvas);
        followTheme((dark) => stage.setTheme(dark));
        return stage;
    } catch (error) {
        const gl = document.createElement("canvas").getContext("webgl2");
        fatal(
            gl
                ? `The picture could not be set up: ${sentence(error)}`
                : "This page draws with WebGL 2, which this browser does not offer. A newer " +
                      "browser, or one with graphics acceleration switched on, will show it.",
        );
        return null;
    }
}

async function begin(): Promise<void> {
    const canvas = document.getElementById("stage") as HTMLCanvasElement;
    if (typeof WebAssembly !== "object") {
        fatal("This page simulates with WebAssembly, which this browser does not offer.");
        return;
    }
    const loading = Play.load({ scalar, scalarRest, simd, simdRest });
    const stage = openStage(canvas); // while the module is on its way
    if (!stage) {
        return;
    }
    performance.mark("taut-stage");
    const play = await loading;
    performance.mark("taut-engine");
    const whole = loadRest(play);
    if (asksForMore()) {
        await Promise.race([whole, play.whole().catch(() => undefined)]);
    }
    stage.use(play);
    play.open(FIRST.scene, FIRST.options);
    stage.open();
    performance.mark("taut-scene");
    const app = new App(play, stage, canvas);
    app.paused = reducedMotion();
    app.options = FIRST.options;
    const opened = openAddress(app);
    const loop = new Loop(app);
    const firstFrame = watchFirstFrame(app);
    // Bars are made while the first picture is drawn: it does not wait for them.
    loop.start(() => {
        furnish(app, loop, whole);
        loop.fit();
        offer(app, loop, firstFrame);
        if (!opened) {
            app.tell("scene");
        }
    });
}

// The time from the start of loading to the picture after the first step.
function watchFirstFrame(app: App): () => number {
    let ms = 0;
    app.on("frame", () => {
        if (ms === 0) {
            ms = -1;
            requestAnimationFrame(() => {
                ms = performance.now();
                performance.mark("taut-first-moving-frame");
            });
        }
    });
    return () => ms;
}

function furnish(app: App, loop: Loop, whole: Promise<void>): void {
    const shell = document.getElementById("app")!;
    const pointers = new Pointers(app);
    app.hands = pointers;
    const panel = new Panel(app);
    panel.root.hidden = !hasPanel();
    panel.begin(whole).catch(showError);
    const actions = actionsOf(app, panel, shell);
    const list = shortcuts(app, actions, pointers);
    let help: HTMLDialogElement | null = null;
    actions.help = () => (help ??= helpDialog(list)).showModal();
    shell.append(
        topBar(app, actions),
        panel.root,
        replayBanner(app),
        blownBanner(app),
        bigPlay(app),
        hint(app),
        el("div", { class: "corner" }, legend(app)),
        el(
            "div",
            { class: "bottom" },
            toolOptions(app),
            el("div", { class: "bars" }, timeBar(app), toolBar(app)),
        ),
        statusLine(app),
    );
    listenToKeys(list);
    followAddress(app);
    followTheme(() => loop.wake());
    app.on("frame", () => pointers.cursor());
    const describe = (): void =>
        app.canvas.setAttribute("aria-label", `${app.play.scene.name}: ${app.play.scene.about}`);
    app.on("scene", describe);
    describe();
}

// Where motion is not wanted, the page waits to be asked.
function bigPlay(app: App): HTMLElement {
    const root = button(
        { icon: "play", label: "Play", text: "Play", class: "big-play", id: "big-play" },
        () => app.setPaused(false),
    );
    root.hidden = !app.paused;
    app.on("state", () => {
        if (!app.paused) {
            root.hidden = true;
        }
    });
    return root;
}

addEventListener("error", (event) => showError(event.error ?? event.message));
addEventListener("unhandledrejection", (event) => showError(event.reason));
begin().catch((error: unknown) => fatal(sentence(error)));
