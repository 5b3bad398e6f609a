// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Threads in a browser: the package as it is and as vite bundles it, with and without the headers
// that isolate a page. The bits are those of node.

import { execFileSync } from "node:child_process";
import {
    cpSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const web = fileURLToPath(new URL("..", import.meta.url));
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const program = process.env["TAUT_CHROMIUM"] ?? BROWSERS.find((path) => existsSync(path));
if (!program) {
    console.warn(`skipped: no browser; TAUT_CHROMIUM or one of ${BROWSERS.join(", ")}`);
}
const TYPES: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
};
const ISOLATION = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
};

// What the page runs, and node too.
const SCRIPT = `
const taut = await load({ threads: 3 });
const world = new taut.World();
world.addCollider({ position: [0, -0.5, 0], radius: 0.4 });
world.addCloth({ columns: 90, rows: 80, origin: [-0.9, 0, -0.8], spacingU: 0.02, spacingV: 0.02 });
const at = (frames) => {
    for (let i = 0; i < frames; ++i) {
        world.step(1 / 60, 6);
    }
    return world.hash;
};
const hash = at(10);
for (let i = 0; i < 300 && taut.threadCount > 1 && taut.threadTasks.includes(0); ++i) {
    world.step(1 / 60, 6);
}
const tasks = taut.threadTasks;
const { threadCount, threadTrouble } = taut;
// The stacks of two workers have been given back when there is room below what is free before.
const above = taut.raw.malloc(250000);
taut.raw.free(above);
taut.dispose();
let freed = false;
for (let i = 0; i < 100 && threadCount > 1 && !freed; ++i) {
    await new Promise((done) => setTimeout(done, 20));
    const at = taut.raw.malloc(250000);
    freed = at < above;
    taut.raw.free(at);
}
globalThis.result = { hash, tasks, threadCount, threadTrouble, freed };
globalThis.process?.stdout.write(JSON.stringify(globalThis.result));
`;
const PAGE =
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="main.js"></script>';

interface Result {
    hash: string;
    tasks: number[];
    threadCount: number;
    threadTrouble: string;
    freed: boolean;
}

async function serve(folder: string, headers: Record<string, string>): Promise<Server> {
    const server = createServer((request, response) => {
        const path = folder + decodeURI(new URL(request.url ?? "/", "http://x").pathname);
        const type = TYPES[extname(path)] ?? "text/plain";
        response.writeHead(existsSync(path) ? 200 : 404, { "Content-Type": type, ...headers });
        response.end(existsSync(path) ? readFileSync(path) : "");
    }).listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    return server;
}

describe.skipIf(!program)("in a browser", () => {
    let browser: Browser;
    let folder: string;
    let expected: string;

    beforeAll(async () => {
        browser = await chromium.launch({
            executablePath: program as string,
            args: ["--no-sandbox"],
        });
        folder = mkdtempSync(join(tmpdir(), "taut-"));
        const plain = join(folder, "plain");
        cpSync(`${web}dist`, join(plain, "dist"), { recursive: true });
        for (const [place, dist] of Object.entries({ plain: "./dist/", source: `${web}dist/` })) {
            mkdirSync(join(folder, place), { recursive: true });
            writeFileSync(join(folder, place, "index.html"), PAGE);
            const script = `import { load } from "${dist}index.js";\n${SCRIPT}`;
            writeFileSync(join(folder, place, "main.js"), script);
        }
        const string = SCRIPT.replace("threads: 3", '$&, worker: "./worker.js"');
        writeFileSync(join(plain, "string.html"), PAGE.replace("main.js", "string.js"));
        writeFileSync(join(plain, "string.js"), `import { load } from "./dist/index.js";${string}`);
        writeFileSync(join(plain, "package.json"), '{ "type": "module" }');
        const text = execFileSync(process.execPath, [join(plain, "main.js")], { encoding: "utf8" });
        expected = (JSON.parse(text) as Result).hash;
        await bundle("source", "bundle");
        mkdirSync(join(folder, "several"));
        writeFileSync(join(folder, "several", "index.html"), PAGE);
        const files = { plain: "taut", simd: "taut-simd", threads: "taut-threads" };
        const imports = Object.entries(files).map(
            ([name, file]) => `import ${name} from "${web}dist/${file}.wasm?url";\n`,
        );
        const several = SCRIPT.replace("threads: 3", "$&, module: { plain, simd, threads }");
        const own = `import { load } from "${web}dist/index.js";\n`;
        writeFileSync(join(folder, "several", "main.js"), [...imports, own, several].join(""));
        await bundle("several", "several_bundle");
    });

    afterAll(async () => {
        await browser.close();
        rmSync(folder, { recursive: true });
    });

    async function bundle(from: string, to: string): Promise<void> {
        await build({
            root: join(folder, from),
            logLevel: "silent",
            configFile: false,
            base: "./",
            build: { target: "es2022", outDir: join(folder, to), emptyOutDir: true },
        });
    }

    async function visit(
        place: string,
        headers: Record<string, string>,
        name = "index",
    ): Promise<Result> {
        const server = await serve(join(folder, place), headers);
        const { port } = server.address() as AddressInfo;
        const page = await browser.newPage();
        try {
            const complaints: string[] = [];
            page.on("pageerror", (error) => complaints.push(error.message));
            page.on("console", (message) => {
                if (["error", "warning"].includes(message.type())) {
                    complaints.push(message.text());
                }
            });
            await page.goto(`http://127.0.0.1:${port}/${name}.html`);
            await page.waitForFunction("globalThis.result", null, { timeout: 50000 });
            expect(complaints).toEqual([]);
            return (await page.evaluate("globalThis.result")) as Result;
        } finally {
            await page.close();
            server.close();
        }
    }

    test("by its own files, with the headers", async () => {
        const found = await visit("plain", ISOLATION);
        expect(found).toMatchObject({ hash: expected, threadCount: 3, threadTrouble: "" });
        expect(Math.min(...found.tasks)).toBeGreaterThan(0);
        expect(found.freed).toBe(true);
    });

    test("with the script of workers by a string, from where the package is", async () => {
        const found = await visit("plain", ISOLATION, "string");
        expect(found).toMatchObject({ hash: expected, threadCount: 3, threadTrouble: "" });
    });

    test("by its own files, without: one thread, and why", async () => {
        const found = await visit("plain", {});
        expect(found).toMatchObject({ hash: expected, threadCount: 1, tasks: [0] });
        expect(found.threadTrouble).toMatch(/not cross-origin isolated/);
    });

    test("as vite bundles it, with the headers", async () => {
        const found = await visit("bundle", ISOLATION);
        expect(found).toMatchObject({ hash: expected, threadCount: 3, threadTrouble: "" });
        expect(Math.min(...found.tasks)).toBeGreaterThan(0);
        expect(found.freed).toBe(true);
    });
    test("with modules that were given by what vite makes of them, with the headers and without", async () => {
        const shared = await visit("several_bundle", ISOLATION);
        expect(shared).toMatchObject({ hash: expected, threadCount: 3, threadTrouble: "" });
        const alone = await visit("several_bundle", {});
        expect(alone).toMatchObject({ hash: expected, threadCount: 1 });
    });
});
