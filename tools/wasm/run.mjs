// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Runs a WebAssembly program that has a main, with its words, in node:
//
//     node --no-warnings tools/wasm/run.mjs PROGRAM.wasm [WORD...]

import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: argv.slice(2), returnOnExit: true });
const module = await WebAssembly.compile(await readFile(argv[2]));
exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
