// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Figures in words, and sums over what a moment shows.

import type { Vec3 } from "../engine/play";
import type { Joint, Moment } from "./specimen";

export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);

/** Three figures, with a real minus. */
export function figure(value: number): string {
    if (value === 0) {
        return "0";
    }
    const size = Math.abs(value);
    const text = size >= 1e5 || size < 1e-4 ? scientific(value) : plain(value);
    return text.replace("-", "−");
}

function plain(value: number): string {
    const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
    return value.toFixed(Math.min(digits, 6));
}

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function scientific(value: number): string {
    const [front = "0", power = "0"] = value.toExponential(1).split("e");
    const sign = power.startsWith("-") ? "⁻" : "";
    const digits = [...power.replace(/[+-]/, "")].map((d) => raised[Number(d)]).join("");
    return `${front}·10${sign}${digits}`;
}

/** A length that may be small. */
export function metres(value: number): string {
    const size = Math.abs(value);
    if (size < 1e-7) {
        return size === 0 ? "0 mm" : "≈ 0 mm"; // what rounding leaves
    }
    return size < 0.1 ? `${figure(value * 1000)} mm` : `${figure(value)} m`;
}

/** The value of a constraint in its unit. */
export function valueText(kind: string, value: number): string {
    switch (kind) {
        case "angle":
            return `${figure((value * 180) / Math.PI)}°`;
        case "volume":
            return `${figure(value * 1e6)} cm³`;
        default:
            return metres(value);
    }
}

/** How far links are from their lengths at a moment, metres in all: what sweeps bring down. */
export function linkError(joints: readonly Joint[], moment: Moment): number {
    let sum = 0;
    for (const joint of joints) {
        sum += joint.kind === "distance" ? Math.abs(stretch(joint, moment.places)) : 0;
    }
    return sum;
}

export function stretch(joint: Joint, places: readonly Vec3[]): number {
    const [a = 0, b = 0] = joint.particles;
    const from = places[a];
    const to = places[b];
    return from && to ? length(sub(to, from)) - joint.rest : 0;
}
