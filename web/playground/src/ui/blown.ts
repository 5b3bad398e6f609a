// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Says so when everything in the scene has blown up: nothing moves any more, and nothing else on
// the page would tell why. Of several worlds beside one another the labels say which have.

import type { App } from "./app";
import { button, el } from "./dom";

export function blownBanner(app: App): HTMLElement {
    const text = el("span", { id: "blown-text", role: "alert" });
    const again = button(
        { label: "Start again", text: "Start again", class: "button", id: "blown-again" },
        () => app.reset(),
    );
    const back = button(
        { label: "The scene's own solver", text: "Its own solver", class: "button" },
        () => app.reopen({ solver: app.play.scene.solver }),
    );
    const root = el("div", { class: "banner bad", id: "blown", hidden: true }, text, again, back);
    const update = (): void => {
        const { play, stage } = app;
        root.hidden = !stage.blown;
        if (root.hidden) {
            text.textContent = "";
            return;
        }
        const other = play.can.solver && play.solver !== play.scene.solver && !app.replays;
        const advice = other ? "Choose another solver or start again." : "Start again.";
        const said = `Blew up at frame ${play.frame}: the world stands still. ${advice}`;
        if (text.textContent !== said) {
            text.textContent = said;
        }
        back.hidden = !other;
    };
    for (const topic of ["scene", "frame", "state"] as const) {
        app.on(topic, update);
    }
    return root;
}
