// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colours that mean something, and what they mean: for shaders and for legends.

// Kinds of constraints in the order of taut_stage_kind in c/stage.h. Colours can be told apart on
// light and dark ground; what there is most of is the thinnest.
export const KINDS: readonly { name: string; colour: number; alpha: number; width: number }[] = [
    { name: "structural link", colour: 0x2f7fd6, alpha: 1, width: 1.6 },
    { name: "shear link", colour: 0x2fae7b, alpha: 0.75, width: 1.1 },
    { name: "bending link", colour: 0xe08a1e, alpha: 0.6, width: 1.1 },
    { name: "other link", colour: 0x8a94a0, alpha: 0.9, width: 1.2 },
    { name: "angle", colour: 0xe0a81e, alpha: 0.9, width: 1.2 },
    { name: "fold", colour: 0xd1622b, alpha: 0.6, width: 1.1 },
    { name: "area", colour: 0x9b6ad6, alpha: 0.8, width: 1.1 },
    { name: "volume", colour: 0xc24a9c, alpha: 0.55, width: 1.0 },
    { name: "joint, pulley", colour: 0xd64545, alpha: 1, width: 2.0 },
    { name: "tether", colour: 0xd6457a, alpha: 0.14, width: 1.0 },
];

// From slack to the most pull, and from slack to the most push: darkness falls steadily along both,
// so that they can be read in grey too.
export const PULL_STOPS = [0x31206e, 0x7e2a8a, 0xcf4a69, 0xf58b46, 0xf9d94a] as const;
export const PUSH_STOPS = [0x31206e, 0x2b4c9b, 0x2a7fb8, 0x3db4bd, 0x8fe0b8] as const;

// Where bodies touch a collider, and where particles touch one another.
export const CONTACT_COLOURS = [0xe5484d, 0x2f7fd6] as const;

export function cssColour(colour: number): string {
    return `#${colour.toString(16).padStart(6, "0")}`;
}

export function cssGradient(stops: readonly number[], towards = "to right"): string {
    return `linear-gradient(${towards}, ${stops.map(cssColour).join(", ")})`;
}

// 1, 2 or 5 times a power of ten, at least as large.
export function roundUp(value: number): number {
    if (!(value > 0)) {
        return 0;
    }
    const power = 10 ** Math.floor(Math.log10(value));
    const part = value / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

export function inNewtons(force: number): string {
    if (force >= 1000) {
        return `${Number((force / 1000).toPrecision(3))} kN`;
    }
    const small = force > 0 && force < 1;
    return `${Number((small ? force * 1000 : force).toPrecision(3))} ${small ? "mN" : "N"}`;
}

export interface Theme {
    top: number; // of the background
    bottom: number;
    floor: number;
    shade: number; // how dark shadows on the floor are, 0 to 1
    pin: number;
    pinEdge: number;
    wire: number;
    ink: string; // of labels
    halo: string;
    point: number;
    gap: number; // between panels
}

export const LIGHT: Theme = {
    top: 0xb3c1ce, bottom: 0xe2e3e2, floor: 0xe6e6e4, shade: 0.42, pin: 0x2f3843,
    pinEdge: 0xf4f5f6, wire: 0x2c3d52, ink: "#1d2733", halo: "#ffffffcc", point: 0x1d2733,
    gap: 0x9aa7b3,
};

export const DARK: Theme = {
    top: 0x0f1318, bottom: 0x23292f, floor: 0x2a3037, shade: 0.62, pin: 0xe9edf2,
    pinEdge: 0x14181d, wire: 0xb9c8d8, ink: "#e6ebf0", halo: "#0b0e12cc", point: 0xe6ebf0,
    gap: 0x3a444f,
};
