// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

interface Builtins {
    "node:fs/promises": typeof import("node:fs/promises");
    "node:os": typeof import("node:os");
    "node:worker_threads": typeof import("node:worker_threads");
}

/** A part of node, where this runs in it: by a name that bundlers for browsers do not look for. */
export function importNode<Name extends keyof Builtins>(name: Name): Promise<Builtins[Name]> {
    return import(/* @vite-ignore */ /* webpackIgnore: true */ name);
}
