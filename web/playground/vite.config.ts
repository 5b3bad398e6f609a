// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const root = dirname(fileURLToPath(import.meta.url));

// A part that is not there yet (engine, stage, teach) is played by its stand-in in src/mock.
function standIns(): Plugin {
    return {
        name: "stand-ins",
        enforce: "pre",
        resolveId(source, importer) {
            const part = /\/(engine\/play|stage\/stage|teach\/index)$/.exec(source)?.[1];
            if (!part || !importer || existsSync(resolve(root, "src", `${part}.ts`))) {
                return null;
            }
            return resolve(root, "src/mock", `${part}.ts`);
        },
    };
}

export default defineConfig({
    root,
    base: "./", // any host, any folder
    plugins: [standIns()],
    server: { host: "127.0.0.1", port: 5173, fs: { allow: [resolve(root, "..")] } },
    preview: { host: "127.0.0.1", port: 4173 },
    build: {
        target: "es2022",
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 800,
        reportCompressedSize: false,
    },
});
