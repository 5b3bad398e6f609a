// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Runs the tests of the package where it is built; exits with 77, "skipped", where it is not.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));
const vitest = `${web}node_modules/vitest/vitest.mjs`;

for (const path of [vitest, `${web}dist/index.js`, `${web}dist/taut-simd.wasm`]) {
    if (!existsSync(path)) {
        console.log(`skipped: there is no ${path}; make web`);
        process.exit(77);
    }
}
const { status } = spawnSync(process.execPath, [vitest, "run"], { cwd: web, stdio: "inherit" });
process.exit(status ?? 1);
