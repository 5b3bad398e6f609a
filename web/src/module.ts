// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/** What a module of ours exports: functions, and its memory. */
export interface WasmExports {
    readonly memory: WebAssembly.Memory;
    readonly [name: string]: unknown;
}

// The smallest module with an instruction of SIMD: (func (result v128) i32.const 0; i8x16.splat).
const simdProbe = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15,
    11,
]);

/** Whether this machine runs the SIMD build. */
export function hasSimd(): boolean {
    return WebAssembly.validate(simdProbe);
}

/** Where a module may come from. */
export type Source = WebAssembly.Module | BufferSource | Response | PromiseLike<Response>;

type Anything = (...args: unknown[]) => unknown;

// The C library asks for a few calls of an operating system, which nothing here makes: each is
// answered by "not supported". A module that was cut in two asks for what is in the other part.
function stubImports(
    module: WebAssembly.Module,
    own: WebAssembly.ModuleImports,
    missing?: (index: number) => Anything,
) {
    const imports: WebAssembly.Imports = { taut: own };
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        if (from !== "taut" && kind === "function") {
            imports[from] ??= {};
            imports[from][name] =
                from === "placeholder" && missing ? missing(Number(name)) : () => 52;
        }
    }
    return imports;
}

/**
 * Makes a module ready for calls.
 *
 * @param source compiled, as bytes, or a response that brings them
 * @param own what the module imports from "taut"
 * @param memory for a module that has none of its own
 */
export async function instantiate(
    source: Source,
    own: WebAssembly.ModuleImports = {},
    memory?: WebAssembly.Memory,
): Promise<WasmExports> {
    const module = await compile(source);
    const imports = stubImports(module, own);
    if (memory) {
        imports["env"] = { ...imports["env"], memory };
    }
    const instance = await WebAssembly.instantiate(module, imports);
    const exports = instance.exports as unknown as WasmExports;
    (exports["_initialize"] as (() => void) | undefined)?.();
    return exports;
}

/** A module in two parts: the first is ready, the rest is on its way. */
export interface Parts {
    readonly exports: WasmExports;
    /** Settled when all of it is there. Fetches it, also again after it has failed. */
    load(): Promise<void>;
    /** Returns when all of it is there: the page stands still meanwhile. Throws if it cannot be. */
    loadNow(): void;
}

/**
 * Makes a module ready that wasm-split has cut in two, once its first part is there. load() is to
 * be called for the rest. A call into the rest that comes too early waits for it: the page stands
 * still meanwhile.
 *
 * @param restUrl where the rest is
 */
export async function instantiateParts(
    first: Source,
    restUrl: string,
    own: WebAssembly.ModuleImports = {},
): Promise<Parts> {
    const module = await compile(first);
    let whole = false;
    let loading: Promise<void> | null = null;
    const table = () => Object.values(exports).find((e) => e instanceof WebAssembly.Table);
    // The rest has functions alone, and puts them into the table of the first part: no harm is
    // done when both ways of loading it come to their end.
    const others = () => ({ primary: exports as WebAssembly.ModuleImports });
    const loadNow = () => {
        if (!whole) {
            new WebAssembly.Instance(new WebAssembly.Module(fetchNow(restUrl)), others());
            whole = true;
        }
    };
    const load = async () => {
        const rest = await compile(fetch(restUrl));
        if (!whole) {
            await WebAssembly.instantiate(rest, others());
            whole = true;
        }
    };
    const missing =
        (index: number): Anything =>
        (...args) => {
            loadNow();
            return (table() as WebAssembly.Table).get(index)(...args);
        };
    const instance = await WebAssembly.instantiate(module, stubImports(module, own, missing));
    const exports = instance.exports as unknown as WasmExports;
    (exports["_initialize"] as (() => void) | undefined)?.();
    return {
        exports,
        loadNow,
        load: () => {
            loading ??= load().catch((error: unknown) => {
                loading = null;
                throw error;
            });
            return loading;
        },
    };
}

// Bytes without a promise: such a request cannot ask for them, but for text that has them.
function fetchNow(url: string): Uint8Array<ArrayBuffer> {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    let status = "no connection";
    try {
        request.send();
        status = `${request.status} ${request.statusText}`;
    } catch {
        // Said below.
    }
    if (request.status !== 200) {
        throw new Error(`cannot load ${url}: ${status}`);
    }
    return Uint8Array.from(request.responseText, (c) => c.charCodeAt(0) & 255);
}

/** A module, from wherever it comes. */
export async function compile(source: Source): Promise<WebAssembly.Module> {
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
    const bytes = await response.arrayBuffer();
    if (new Uint8Array(bytes.slice(0, 4)).join() !== "0,97,115,109") {
        throw new Error(`${response.url} is no WebAssembly: a server or bundler has it elsewhere`);
    }
    return WebAssembly.compile(bytes);
}
