// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The example of README.md is the one of examples/three.html, and runs in a browser.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import type { Cloth, World } from "../dist/index.js";

const web = fileURLToPath(new URL("..", import.meta.url));
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browser = process.env["TAUT_CHROMIUM"] ?? BROWSERS.find((path) => existsSync(path));
if (!browser) {
    console.warn(`skipped: no browser; TAUT_CHROMIUM or one of ${BROWSERS.join(", ")}`);
}
const TYPES: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
};

declare const world: World;
declare const cloth: Cloth;

function serve() {
    return createServer((request, response) => {
        const path = web + decodeURI(new URL(request.url ?? "/", "http://x").pathname);
        response.statusCode = existsSync(path) ? 200 : 404;
        response.setHeader("Content-Type", TYPES[extname(path)] ?? "text/plain");
        response.end(existsSync(path) ? readFileSync(path) : "");
    });
}

test("README.md and the page have the same 15 lines", () => {
    const page = readFileSync(`${web}examples/three.html`, "utf8");
    const lines = /\/\/ example\n(.*?) *\/\/ end/s.exec(page)?.[1]?.replace(/^ {8}/gm, "") ?? "";
    expect(lines.trim().split("\n")).toHaveLength(15);
    expect(readFileSync(`${web}README.md`, "utf8")).toContain(lines);
});

// Runs a listing of README.md in node: what it printed.
async function run(begin: RegExp): Promise<unknown[][]> {
    const readme = readFileSync(`${web}README.md`, "utf8");
    const listings = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = ""]) => code);
    const code = listings.find((listing) => begin.test(listing)) ?? "throw new Error('gone')";
    const here = new URL("../dist/index.js", import.meta.url).href;
    const text = code.replace('"taut-physics"', JSON.stringify(here));
    const lines: unknown[][] = [];
    const log = console.log;
    console.log = (...words: unknown[]) => lines.push(words);
    try {
        await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`);
    } finally {
        console.log = log;
    }
    return lines;
}

test("the first example of README.md runs", async () => {
    const lines = await run(/^import \{ load \}/);
    expect(lines[0]?.[2]).toMatch(/^[0-9a-f]{16}$/);
});

test("the example of README.md with a ball and a cut runs", async () => {
    const [cut, strongest, caught] = await run(/^import \{ load, TautError \}/);
    expect(Number.parseInt(String(cut?.[0]))).toBeGreaterThan(10);
    expect(Math.hypot(...(cut?.[1] as number[]))).toBeGreaterThan(0.1);
    expect(strongest?.[1]).toBeGreaterThan(0);
    expect(caught).toEqual([true, "rope.start.y is NaN; it takes a number"]);
});

test("the example of README.md with threads runs", async () => {
    const [threads, tasks] = await run(/load\(\{ threads/);
    expect(threads).toEqual(["threads:", 2, ""]);
    expect((tasks?.[1] as number[]).reduce((a, b) => a + b)).toBeGreaterThan(20);
});

test.skipIf(!browser)("the page moves, without complaints", async () => {
    const server = serve().listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const { port } = server.address() as AddressInfo;
    const chrome = await chromium.launch({
        executablePath: browser as string,
        args: ["--no-sandbox"],
    });
    try {
        const page = await chrome.newPage({ viewport: { width: 800, height: 600 } });
        const complaints: string[] = [];
        page.on("pageerror", (error) => complaints.push(error.message));
        page.on("console", (message) => {
            if (message.type() === "error") {
                complaints.push(message.text());
            }
        });
        await page.goto(`http://127.0.0.1:${port}/examples/three.html`);
        const moved = () => typeof world !== "undefined" && world.time > 0.3;
        await page.waitForFunction(moved, null, { timeout: 50000 });
        const found = await page.evaluate(() => ({
            backend: world.backend,
            lowest: cloth.position(cloth.particle(20, 29))[1],
        }));
        expect(found.backend).toBe("simd128");
        expect(found.lowest).toBeLessThan(-0.1);
        expect(complaints).toEqual([]);
    } finally {
        await chrome.close();
        server.close();
    }
});
