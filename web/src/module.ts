// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/** What a module of ours exports: functions, and its memory. */
export interface WasmExports {
    readonly memory: WebAssembly.Memory;
    readonly [name: string]: unknown;
}

// The smallest module with an instruction of SIMD: (func (result v128) i32.const 0; i8x16.splat).
const simdProbe = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253,
    15, 11,
]);

/** Whether this machine runs the SIMD build. */
export function hasSimd(): boolean {
    return WebAssembly.validate(simdProbe);
}

// The C library asks for a few calls of an operating system, which nothing here makes: each is
// answered by "not supported".
function stubImports(module: WebAssembly.Module, own: WebAssembly.ModuleImports) {
    const imports: WebAssembly.Imports = { taut: own };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        if (from !== "taut") {
            imports[from] ??= {};
            imports[from][name] = () => 52;
        }
    }
    return imports;
}

/**
 * Makes a module ready for calls.
 *
 * @param source compiled, as bytes, or a response that brings them
 * @param own what the module imports from "taut"
 */
export async function instantiate(
    source: WebAssembly.Module | BufferSource | Response | PromiseLike<Response>,
    own: WebAssembly.ModuleImports = {},
): Promise<WasmExports> {
    const module = await compile(source);
    const instance = await WebAssembly.instantiate(module, stubImports(module, own));
    const exports = instance.exports as unknown as WasmExports;
    (exports["_initialize"] as (() => void) | undefined)?.();
    return exports;
}

async function compile(
    source: WebAssembly.Module | BufferSource | Response | PromiseLike<Response>,
): Promise<WebAssembly.Module> {
    if (source instanceof WebAssembly.Module) {
        return source;
    }
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
        return WebAssembly.compile(source as BufferSource);
    }
    const response = await (source as PromiseLike<Response>);
    if (!response.ok) {
        throw new Error(`cannot load ${response.url}: ${response.status} ${response.statusText}`);
    }
    // Some servers do not know the type of .wasm files, and streaming insists on it.
    if (/^application\/wasm/.test(response.headers.get("Content-Type") ?? "")) {
        return WebAssembly.compileStreaming(response);
    }
    return WebAssembly.compile(await response.arrayBuffer());
}
