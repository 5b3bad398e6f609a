// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Time: turns what the clock says into whole frames of the simulation, and draws.

import { LEAST_RATIO } from "../stage/ratio";
import type { App } from "./app";
import { measureInsets, publishInsets } from "./insets";

const MOST_STEPS = 4; // for each picture; a machine that is slower than that shows slow motion
const STEP_BUDGET = 24; // ms for each picture
const AWAKE = 500; // ms that a paused page goes on drawing after the last event
const SLUGGISH = 45; // ms between pictures at which fewer pixels are drawn
const LOOK = 200; // ms between looks at what bars and drawers cover

export class Loop {
    // A test steps by hand: tautPlayground.manual(true), or "?manual" in the address.
    manual = new URLSearchParams(location.search).has("manual");
    private last = 0;
    private owed = 0;
    private awakeUntil = 0;
    private ratio: number;
    private late = 0;
    private looked = 0;
    private failed = false;

    constructor(private readonly app: App) {
        this.ratio = this.manual ? Math.min(devicePixelRatio, 2) : app.stage.startRatio;
        const wake = (): void => this.wake();
        for (const event of ["pointermove", "pointerdown", "wheel", "keydown", "focus"]) {
            addEventListener(event, wake, { capture: true, passive: true });
        }
        addEventListener("resize", () => this.fit());
        for (const topic of ["scene", "state", "live", "frame"] as const) {
            app.on(topic, wake);
        }
        app.on("scene", () => {
            this.failed = false;
        });
        this.fit();
    }

    // @param then what is done while the first picture is being drawn
    start(then: () => void): void {
        this.last = performance.now();
        this.owed = this.app.play.dt; // the very first picture has moved
        requestAnimationFrame((now) => {
            try {
                this.frame(now);
            } finally {
                then(); // bars come also where the first picture fails
            }
        });
    }

    wake(): void {
        this.awakeUntil = performance.now() + AWAKE;
    }

    fit(): void {
        const { stage, canvas } = this.app;
        stage.setInsets(publishInsets(measureInsets(canvas)));
        stage.resize(canvas.clientWidth, canvas.clientHeight, this.ratio);
        this.wake();
    }

    private frame(now: number): void {
        try {
            this.picture(now);
        } finally {
            requestAnimationFrame((next) => this.frame(next));
        }
    }

    private picture(now: number): void {
        const elapsed = Math.min(Math.max(now - this.last, 0), 100);
        this.last = now;
        if (this.manual) {
            return;
        }
        const running = !this.app.paused && !this.failed;
        if (running) {
            this.run(elapsed / 1000);
            this.spare(elapsed);
        }
        if (this.app.drawing && (running || now < this.awakeUntil)) {
            if (now - this.looked > LOOK) {
                this.looked = now;
                this.app.stage.setInsets(publishInsets(measureInsets(this.app.canvas)));
            }
            this.app.stage.render();
        }
    }

    private run(seconds: number): void {
        const { app } = this;
        const begin = performance.now();
        this.owed += seconds * app.speed;
        let steps = 0;
        try {
            while (this.owed >= app.play.dt * 0.999 && !app.paused && steps < MOST_STEPS) {
                this.owed -= app.play.dt;
                app.step();
                ++steps;
                if (performance.now() - begin > STEP_BUDGET) {
                    break;
                }
            }
        } catch (error) {
            this.failed = true; // until a scene is opened: the same would happen at every frame
            app.attempt(() => {
                throw error;
            });
        }
        this.owed = Math.min(this.owed, app.play.dt);
        if (steps > 0) {
            app.stage.update();
            app.tell("frame");
        }
    }

    // Draws fewer pixels where pictures keep coming late and the simulation is not to blame.
    private spare(elapsed: number): void {
        this.late = elapsed > SLUGGISH ? this.late + 1 : Math.max(0, this.late - 1);
        if (this.late > 12 && this.ratio > LEAST_RATIO) {
            this.late = 0;
            this.ratio = Math.max(LEAST_RATIO, this.ratio * 0.75);
            this.fit();
        }
    }
}
