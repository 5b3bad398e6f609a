// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { licenses } from "./licenses";
import { slimThree } from "./slim";

const root = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
    root,
    base: "./", // any host, any folder
    plugins: [slimThree(root), licenses(root)],
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
