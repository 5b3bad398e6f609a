// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A worker with next to no stack, whose first task traps, and which says nothing of it.

import { parentPort } from "node:worker_threads";

parentPort.once("message", async ({ module, memory, index }) => {
    const imports = { env: { memory } };
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        if (kind === "function") {
            (imports[from] ??= {})[name] = () => 0;
        }
    }
    const { exports } = await WebAssembly.instantiate(module, imports);
    exports.__stack_pointer.value = 16;
    parentPort.postMessage({ ready: true });
    try {
        exports.taut_web_thread_run(index);
    } catch {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
});
