// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A page in a real browser, and the command line beside it. Tests look at the state of the
// simulation, never at the clock: with software rendering a picture may take its time.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { dist, serve } from "../serve.mjs";
import { skip } from "./native.mjs";

export { taut } from "./native.mjs";

const PATIENCE = 120000; // ms: a loaded machine draws a picture in seconds

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browserPath = process.env.TAUT_CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
if (!browserPath) {
    skip("no chromium");
}
if (!existsSync(join(dist, "index.html"))) {
    skip("the page is not built (make playground)");
}
const { chromium } = await import("playwright-core").catch(() => skip("no playwright-core"));

const { server, address } = await serve(0);
const browser = await chromium.launch({
    executablePath: browserPath,
    args: [
        "--no-sandbox",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--enable-unsafe-swiftshader",
    ],
});
after(async () => {
    await browser.close();
    server.close();
});

export { address, browser };

/**
 * A fresh page with nothing stored.
 * @param options.hash behind the address; options.manual: the clock stands still from the start
 */
export async function openPage(options = {}) {
    const { hash = "", manual = true, width = 800, height = 600, init, ...context } = options;
    const made = await browser.newContext({ viewport: { width, height }, ...context });
    await made.grantPermissions(["clipboard-read", "clipboard-write"], { origin: address });
    made.setDefaultTimeout(PATIENCE);
    const page = await made.newPage();
    page.troubles = [];
    page.requests = [];
    page.on("console", (message) => {
        if (
            ["error", "warning"].includes(message.type()) &&
            !/GPU stall|GL Driver/.test(message.text())
        ) {
            page.troubles.push(message.text());
        }
    });
    page.on("pageerror", (error) => page.troubles.push(error.message));
    page.on("request", (request) => page.requests.push(request.url()));
    if (init) {
        await page.addInitScript(init);
    }
    await page.goto(`${address}${manual ? "?manual" : ""}${hash}`);
    await page.waitForFunction(
        () => window.tautPlayground && document.querySelector("#panel fieldset"),
    );
    return page;
}

export const close = (page) => page.context().close();

export const call = (page, act, argument) => page.evaluate(act, argument);

export const step = (page, frames) => page.evaluate((n) => window.tautPlayground.step(n), frames);

export const open = (page, name, options) =>
    page.evaluate(([n, o]) => window.tautPlayground.open(n, o), [name, options]);

export const hash = (page) => page.evaluate(() => window.tautPlayground.hash());

/** Where some particles are, and where they are on the screen: found by picking, as a hand does. */
export const picks = (page, filter) =>
    page.evaluate((want) => {
        const { play, stage, canvas } = { ...window.tautPlayground, ...window.tautPlayground.app };
        const found = new Map();
        const box = canvas.getBoundingClientRect();
        for (let y = 40; y < canvas.clientHeight - 100; y += 12) {
            for (let x = 10; x < canvas.clientWidth - 10; x += 12) {
                if (document.elementFromPoint(x + box.left, y + box.top) !== canvas) {
                    continue;
                }
                const { world, origin, direction } = stage.ray(x, y);
                const pick = play.pick(world, origin, direction, 0.05);
                if (pick && (want === "any" || pick.pinned === (want === "pinned"))) {
                    const key = `${pick.world}/${pick.body}/${pick.particle}`;
                    const at = stage.point(pick.world, pick.point);
                    found.set(key, { ...pick, x: at.x + box.left, y: at.y + box.top });
                }
            }
        }
        return [...found.values()];
    }, filter ?? "any");

/** A particle as it is now: point, velocity, pinned. */
export const particle = (page, pick) =>
    page.evaluate((p) => window.tautPlayground.play.particle(p.world, p.body, p.particle), pick);
