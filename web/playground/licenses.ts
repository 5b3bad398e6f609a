// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Writes licenses.txt beside the page: the notices of what it is made with, from the packages
// themselves, and Taut's own.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PACKAGES = ["three", "uplot"];

function notice(root: string, name: string): string {
    const folder = join(root, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
        version: string;
    };
    return `${name} ${version}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
}

export function licenses(root: string): Plugin {
    return {
        name: "taut-licenses",
        apply: "build",
        generateBundle() {
            const own = readFileSync(join(root, "..", "..", "LICENSE"), "utf8").trim();
            const notices = PACKAGES.map((name) => notice(root, name));
            const source = [`Taut\n\n${own}\n`, ...notices].join(`\n${"-".repeat(80)}\n\n`);
            this.emitFile({ type: "asset", fileName: "licenses.txt", source });
        },
    };
}
