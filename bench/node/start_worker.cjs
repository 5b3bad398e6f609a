// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The SIMD build of jolt-physics 1.1.0 waits for workers that, in node, do not start by themselves:
// their file reads `workerData` of a promise. Preloaded with --require, this starts them.

const { workerData, isMainThread } = require("node:worker_threads");

if (!isMainThread && workerData === "em-pthread") {
    import("jolt-physics/wasm-multithread").then((module) => module.default());
}
