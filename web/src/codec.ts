// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Between plain objects and structs, by the layouts that generate.py has written. Writing lays an
// object over a struct that has its defaults already, and refuses what does not belong there.

import { invalid, show } from "./errors.js";
import { enums } from "./generated/enums.js";
import { layouts } from "./generated/layouts.js";
import type { Pointer } from "./generated/functions.js";
import type { Memory } from "./memory.js";
import { idOf, type Id, type IdLike, type Quat, type Ref, type Vec3 } from "./values.js";

export type StructName = keyof typeof layouts;
export type EnumName = keyof typeof enums;

interface Field {
    readonly name: string;
    readonly at: number;
    /** Without what stands in brackets. */
    readonly code: string;
    /** How many, for an array inside the struct; else 0. */
    readonly many: number;
}

interface Layout {
    readonly size: number;
    readonly fields: Map<string, Field>;
}

/** Writes `value` in place of the struct's own fields, where it is not an object. */
export type Shorthand = (at: Pointer, value: unknown, path: string) => boolean;

const sizes: Record<string, number> = {
    f32: 4,
    f64: 8,
    i32: 4,
    u32: 4,
    i64: 8,
    u64: 8,
    u8: 1,
    char: 1,
    bool: 1,
    vec3: 12,
    quat: 16,
    id: 8,
    ref: 4,
    ptr: 4,
};

const parsed = new Map<string, Layout>();
const words = new Map<string, readonly string[]>();

export function layoutOf(name: StructName): Layout {
    let layout = parsed.get(name);
    if (!layout) {
        const [size, ...rest] = layouts[name].split(" ");
        const fields = new Map<string, Field>();
        for (const word of rest) {
            const [field = "", at, code = ""] = word.split(":");
            const [bare = "", many] = code.split(/[[\]]/);
            fields.set(field, { name: field, at: Number(at), code: bare, many: Number(many ?? 0) });
        }
        layout = { size: Number(size), fields };
        parsed.set(name, layout);
    }
    return layout;
}

export function sizeOf(name: StructName): number {
    return layoutOf(name).size;
}

export function offsetOf(name: StructName, field: string): number {
    const found = layoutOf(name).fields.get(field);
    if (!found) {
        throw new Error(`${name} has no field ${field}`);
    }
    return found.at;
}

/** Fields of a struct that callers may give. */
export function keysOf(name: StructName): string[] {
    const counts = countsOf(name);
    return [...layoutOf(name).fields.values()]
        .filter((f) => isOpen(f) && !counts.has(f.name))
        .map((f) => f.name);
}

// A count of an array that is given beside it, but for the one that a blob takes by itself.
function countsOf(name: StructName): Set<string> {
    const counts = new Set<string>();
    for (const { code } of layoutOf(name).fields.values()) {
        const count = code.startsWith("*") ? code.split(">")[1] : undefined;
        if (count && count !== "outlineCount") {
            counts.add(count);
        }
    }
    return counts;
}

function isOpen(field: Field): boolean {
    return field.code !== "ptr" && field.code !== "taut_allocator" && field.name !== "stamp";
}

export function enumNames(name: EnumName): readonly string[] {
    let names = words.get(name);
    if (!names) {
        names = enums[name].split(" ");
        words.set(name, names);
    }
    return names;
}

/** The number of an enum's value. */
export function enumNumber(name: EnumName, value: unknown, path: string): number {
    const names = enumNames(name);
    const number = names.indexOf(value as string);
    if (number < 0) {
        throw invalid(`${path} is ${show(value)}; it takes one of ${names.map(show).join(", ")}`);
    }
    return number;
}

export function enumName<T extends string>(name: EnumName, number: number): T {
    return (enumNames(name)[number] ?? String(number)) as T;
}

/** What a misspelt field may have meant, or all there are. */
export function nearest(key: string, keys: string[]): string {
    const bare = (word: string) => word.toLowerCase().replace(/[^a-z]/g, "");
    const same = keys.find((k) => bare(k) === bare(key));
    const near = same ?? keys.find((k) => bare(k).startsWith(bare(key).slice(0, 3)));
    return near ? `; is it ${near}?` : `; there are ${keys.join(", ")}`;
}

export function checkNumber(value: unknown, path: string): number {
    if (typeof value !== "number") {
        throw invalid(`${path} is ${show(value)}; it takes a number`);
    }
    if (Number.isNaN(value)) {
        throw invalid(`${path} is NaN; it takes a number`);
    }
    return value;
}

export function checkWhole(value: unknown, path: string, least = -0x80000000): number {
    const most = least < 0 ? 0x7fffffff : 0xffffffff;
    const number = checkNumber(value, path);
    if (!Number.isInteger(number) || number < least || number > most) {
        throw invalid(`${path} is ${number}; it takes a whole number from ${least} to ${most}`);
    }
    return number;
}

/** The numbers of something like a vector. */
export function checkVector(value: unknown, count: 3 | 4, path: string): number[] {
    const keys = ["x", "y", "z", "w"].slice(0, count);
    if (typeof value !== "object" || value === null) {
        throw invalid(`${path} is ${show(value)}; it takes ${count} numbers, as in an array`);
    }
    const list = "length" in value ? (value as ArrayLike<unknown>) : undefined;
    if (list && list.length !== count) {
        throw invalid(`${path} has ${list.length} numbers; it takes ${count}`);
    }
    return keys.map((key, i) =>
        checkNumber(list ? list[i] : (value as Record<string, unknown>)[key], `${path}.${key}`),
    );
}

export class Codec {
    readonly #memory: Memory;
    /** By struct: what may be given in place of an object of it. */
    readonly shorthands = new Map<string, Shorthand>();

    constructor(memory: Memory) {
        this.#memory = memory;
    }

    // Writing -------------------------------------------------------------------------------------

    /**
     * Lays an object over a struct.
     *
     * @param path how sentences name the object
     */
    write(name: StructName, at: Pointer, value: object, path: string): void {
        if (typeof value !== "object" || value === null) {
            throw invalid(`${path} is ${show(value)}; it takes an object`);
        }
        const fields = layoutOf(name).fields;
        const keys = keysOf(name);
        for (const [key, given] of Object.entries(value)) {
            if (given === undefined) {
                continue;
            }
            const field = fields.get(key);
            if (!field || !keys.includes(key)) {
                throw invalid(`${path} has no field ${key}${nearest(key, keys)}`);
            }
            this.#writeField(name, at, field, given, `${path}.${key}`);
        }
    }

    #writeField(name: StructName, at: Pointer, field: Field, value: unknown, path: string): void {
        if (field.code.startsWith("*")) {
            this.#writeArray(name, at, field, value, path);
        } else if (field.many > 0) {
            const list = value as ArrayLike<unknown>;
            if (typeof value !== "object" || value === null || !(list.length <= field.many)) {
                throw invalid(
                    `${path} is ${show(value)}; it takes up to ${field.many} in an array`,
                );
            }
            const size = this.#sizeOf(field.code);
            for (let i = 0; i < list.length; ++i) {
                this.#writeOne(at + field.at + i * size, field.code, list[i], `${path}[${i}]`);
            }
        } else {
            this.#writeOne(at + field.at, field.code, value, path);
        }
    }

    #sizeOf(code: string): number {
        return sizes[code] ?? (code in enums ? 4 : sizeOf(code as StructName));
    }

    #writeOne(at: Pointer, code: string, value: unknown, path: string): void {
        const view = this.#memory.view;
        switch (code) {
            case "f32":
                return view.setFloat32(at, checkNumber(value, path), true);
            case "f64":
                return view.setFloat64(at, checkNumber(value, path), true);
            case "i32":
                return view.setInt32(at, checkWhole(value, path), true);
            case "u32":
                return view.setUint32(at, checkWhole(value, path, 0), true);
            case "bool":
                if (typeof value !== "boolean") {
                    throw invalid(`${path} is ${show(value)}; it takes true or false`);
                }
                return view.setUint8(at, value ? 1 : 0);
            case "vec3":
            case "quat":
                return this.writeVector(at, value, code === "vec3" ? 3 : 4, path);
            case "id":
                return this.writeId(at, value as IdLike, path);
            case "ref":
                return view.setUint32(at, this.#pointerOf(value, path), true);
            default:
                return this.#writeNested(at, code, value, path);
        }
    }

    #writeNested(at: Pointer, code: string, value: unknown, path: string): void {
        if (code in enums) {
            this.#memory.view.setInt32(at, enumNumber(code as EnumName, value, path), true);
            return;
        }
        if (!this.shorthands.get(code)?.(at, value, path)) {
            this.write(code as StructName, at, value as object, path);
        }
    }

    #pointerOf(value: unknown, path: string): Pointer {
        const pointer = (value as Partial<Ref> | null)?.pointer;
        if (typeof pointer !== "number") {
            throw invalid(`${path} is ${show(value)}, which is no object of this library`);
        }
        return pointer;
    }

    #writeArray(name: StructName, at: Pointer, field: Field, value: unknown, path: string): void {
        const [what = "", per, count] = field.code.slice(1).split(/[/>]/);
        const list = value as ArrayLike<unknown>;
        if (typeof value !== "object" || value === null || typeof list.length !== "number") {
            throw invalid(`${path} is ${show(value)}; it takes an array`);
        }
        if (list.length % Number(per) !== 0) {
            throw invalid(`${path} has ${list.length} numbers; it takes ${per} for each`);
        }
        const size = this.#sizeOf(what);
        const pointer = this.#memory.take(size * list.length);
        if (what === "f32" || what === "i32") {
            this.#writeNumbers(pointer, what, list, path);
        } else {
            for (let i = 0; i < list.length; ++i) {
                this.#writeOne(pointer + i * size, what, list[i], `${path}[${i}]`);
            }
        }
        this.#memory.view.setUint32(at + field.at, pointer, true);
        if (count) {
            const items = list.length / Number(per);
            this.#memory.view.setInt32(at + offsetOf(name, count), items, true);
        }
    }

    #writeNumbers(at: Pointer, what: "f32" | "i32", list: ArrayLike<unknown>, path: string): void {
        for (let i = 0; i < list.length; ++i) {
            const number = list[i];
            const fits = what === "f32" ? !Number.isNaN(number) : Number.isInteger(number);
            if (typeof number !== "number" || !fits) {
                const wanted = what === "f32" ? "numbers" : "whole numbers";
                throw invalid(`${path}[${i}] is ${show(number)}; it takes ${wanted}`);
            }
        }
        const numbers = list as ArrayLike<number>;
        const { buffer } = this.#memory;
        (what === "f32" ? new Float32Array(buffer) : new Int32Array(buffer)).set(numbers, at / 4);
    }

    writeVector(at: Pointer, value: unknown, count: 3 | 4, path: string): void {
        const view = this.#memory.view;
        checkVector(value, count, path).forEach((v, i) => view.setFloat32(at + 4 * i, v, true));
    }

    writeId(at: Pointer, value: IdLike, path: string): void {
        const id = typeof value === "object" && value !== null ? idOf(value) : undefined;
        if (typeof id?.index1 !== "number" || typeof id.generation !== "number") {
            throw invalid(`${path} is ${show(value)}; it takes a body, collider or attachment`);
        }
        this.#memory.view.setUint32(at, id.index1, true);
        this.#memory.view.setUint32(at + 4, id.generation, true);
    }

    // Reading -------------------------------------------------------------------------------------

    /** A struct as an object. Pointers are left out. */
    read<T>(name: StructName, at: Pointer): T {
        const out: Record<string, unknown> = {};
        for (const field of layoutOf(name).fields.values()) {
            if (isOpen(field) && field.code !== "ref" && !field.code.startsWith("*")) {
                out[field.name] = this.#readField(at + field.at, field);
            }
        }
        return out as T;
    }

    #readField(at: Pointer, { code, many }: Field): unknown {
        if (code === "char") {
            return this.#memory.text(at);
        }
        if (many === 0) {
            return this.#readOne(at, code);
        }
        const size = this.#sizeOf(code);
        return Array.from({ length: many }, (_, i) => this.#readOne(at + i * size, code));
    }

    #readOne(at: Pointer, code: string): unknown {
        const view = this.#memory.view;
        switch (code) {
            case "f32":
                return view.getFloat32(at, true);
            case "f64":
                return view.getFloat64(at, true);
            case "i32":
                return view.getInt32(at, true);
            case "u32":
                return view.getUint32(at, true);
            case "i64":
                return Number(view.getBigInt64(at, true));
            case "u64":
                return view.getBigUint64(at, true);
            case "bool":
                return view.getUint8(at) !== 0;
            case "vec3":
                return this.readVec3(at);
            case "quat":
                return this.readQuat(at);
            case "id":
                return this.readId(at);
            default:
                return code in enums
                    ? enumName(code as EnumName, view.getInt32(at, true))
                    : this.read(code as StructName, at);
        }
    }

    readVec3(at: Pointer): Vec3 {
        const view = this.#memory.view;
        const number = (i: number) => view.getFloat32(at + 4 * i, true);
        return [number(0), number(1), number(2)];
    }

    readQuat(at: Pointer): Quat {
        return [...this.readVec3(at), this.#memory.view.getFloat32(at + 12, true)];
    }

    readId(at: Pointer): Id {
        const view = this.#memory.view;
        return { index1: view.getUint32(at, true), generation: view.getUint32(at + 4, true) };
    }
}
