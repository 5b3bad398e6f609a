// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Serves the built page on this machine: node serve.mjs [PORT]. Any other server of files does too.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const dist = join(fileURLToPath(new URL(".", import.meta.url)), "dist");

const TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".json": "application/json",
    ".svg": "image/svg+xml",
};

// With these a page is cross-origin isolated: it may share memory between threads, and gets finer
// clocks. Nothing on it comes from elsewhere, so nothing is lost.
const ISOLATION = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
};

function answer(request, response) {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    let file = normalize(join(dist, path));
    if (file !== dist && !file.startsWith(dist + sep)) {
        response.writeHead(403).end();
        return;
    }
    if (existsSync(file) && statSync(file).isDirectory()) {
        file = join(file, "index.html");
    }
    if (!existsSync(file)) {
        response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
        return;
    }
    response.writeHead(200, {
        "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
        "Content-Length": statSync(file).size,
        "Cache-Control": "no-cache",
        ...ISOLATION,
    });
    createReadStream(file).pipe(response);
}

// The server and its address; a port that is taken gives way to a free one.
export function serve(port) {
    const server = createServer((request, response) => {
        try {
            answer(request, response);
        } catch {
            response.writeHead(400).end();
        }
    });
    return new Promise((resolve, reject) => {
        server.once("error", (error) => {
            if (error.code === "EADDRINUSE" && port !== 0) {
                serve(0).then(resolve, reject);
            } else {
                reject(error);
            }
        });
        server.listen(port, "127.0.0.1", () => {
            resolve({ server, address: `http://localhost:${server.address().port}/` });
        });
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    if (!existsSync(dist)) {
        console.error("there is no dist/: run `make playground` first");
        process.exit(1);
    }
    const { address } = await serve(Number(process.argv[2] ?? 8080));
    console.log(`Taut's playground: ${address}   (Ctrl+C ends it)`);
}
