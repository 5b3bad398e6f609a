// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { Result } from "./generated/enums.js";

/** Why something was refused: a code, and a sentence that names field and value. */
export class TautError extends Error {
    readonly code: Exclude<Result, "ok">;

    constructor(code: Exclude<Result, "ok">, sentence: string) {
        super(sentence);
        this.name = "TautError";
        this.code = code;
    }
}

/** A mistake of the caller that C does not get to see. */
export function invalid(sentence: string): TautError {
    return new TautError("invalid", sentence);
}

/** How a value is named in a sentence. */
export function show(value: unknown): string {
    if (typeof value === "string") {
        return JSON.stringify(value);
    }
    if (Array.isArray(value)) {
        return value.length <= 4 ? `[${value.map(show).join(", ")}]` : "a long array";
    }
    return typeof value === "object" && value !== null ? "an object" : String(value);
}
