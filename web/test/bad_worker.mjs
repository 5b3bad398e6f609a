// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The worker of the package with next to no stack: its first task traps.

import { parentPort } from "node:worker_threads";

const once = parentPort.once.bind(parentPort);
parentPort.once = (name, on) => once(name, (start) => on({ ...start, stack: 16 }));
await import("../dist/worker.js");
