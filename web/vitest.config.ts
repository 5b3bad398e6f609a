// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { defineConfig } from "vitest/config";

export default defineConfig({
    test: {
        include: ["test/*.test.ts"],
        testTimeout: 60000,
        // `using` is newer than the oldest node that these run on.
        pool: "forks",
    },
    esbuild: { target: "es2022" },
});
