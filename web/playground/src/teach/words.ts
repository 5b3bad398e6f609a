// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a moment under the microscope means, in a title and a sentence or two.

import { figure, metres, valueText } from "./numbers";
import type { Moment, Projection, SpecimenOptions } from "./specimen";

export interface Said {
    title: string;
    text: string;
}

const solverNames = {
    xpbd: "XPBD",
    direct: "XPBD",
    verlet: "Verlet",
    legacy: "the legacy solver",
} as const;

function predicted(m: Moment, options: SpecimenOptions): string {
    const h = `${figure(m.h * 1000)} ms`;
    switch (options.solver) {
        case "legacy":
            return `Each particle repeats the move of the substep before, times 0.99, and falls by gravity counted in frames: nobody asks how long a frame is.`;
        case "verlet":
            return `Each particle repeats the move of the substep before and falls by g h². Its velocity is nowhere written down: it is the difference of two places.`;
        default:
            return `v ← v + h g, x ← x + h v, with h = ${h}. Each particle goes where it would go alone; constraints are not asked yet.`;
    }
}

function velocities(options: SpecimenOptions): string {
    if (options.solver === "verlet" || options.solver === "legacy") {
        return "Nothing is left to do: the velocity is the difference to the place before, so every correction has changed it already.";
    }
    return "v ← v + (x − x predicted) / h: what the constraints did to places, they did to velocities, too. Then drag takes its part.";
}

function namesOf(p: Projection): string {
    const last = p.particles.at(-1);
    return `${p.particles.slice(0, -1).join(", ")} and ${last}`;
}

function sharing(p: Projection, options: SpecimenOptions): string {
    const held = p.inverseMass.some((w) => w === 0);
    if (options.solver === "legacy") {
        return held
            ? "The free end takes half of the error, as if the other half were the pin's: half of it stays."
            : "Each end takes half, whatever it weighs.";
    }
    if (p.kind === "tether") {
        return "Only the free particle moves, and only where it is out of reach of its pin.";
    }
    if (held) {
        return "What is held has no inverse mass: the free end takes all of it.";
    }
    const [a = 0, b = 0] = p.inverseMass;
    const same = p.particles.length > 2 || Math.abs(a - b) < 1e-6 * Math.max(a, b);
    return same ? "Equal masses take equal shares." : "The lighter end takes the larger share.";
}

const nouns: Record<string, string> = {
    distance: "Link",
    tether: "Tether",
    angle: "Angle",
    volume: "Volume",
};

function projected(p: Projection, options: SpecimenOptions): Said {
    const title = `${nouns[p.kind] ?? p.kind} of ${namesOf(p)}`;
    const error = valueText(p.kind, p.valueBefore);
    if (p.change === 0 && options.solver !== "legacy") {
        const why = p.kind === "tether" ? "It is slack" : "It is right already";
        return { title, text: `C = ${error}. ${why}: nothing is moved.` };
    }
    const after = valueText(p.kind, p.valueAfter);
    return { title, text: `C goes from ${error} to ${after}. ${sharing(p, options)}` };
}

/** The update with its numbers put in, where it is one of XPBD on a link. */
export function formula(m: Moment, compliance: number, options: SpecimenOptions): string {
    const p = m.projection;
    if (!p || p.kind !== "distance" || options.solver === "legacy" || m.stage !== "sweep") {
        return "";
    }
    const soft = options.solver === "xpbd" || options.solver === "direct";
    const alpha = soft ? compliance / (m.h * m.h) : 0;
    const before = p.multiplier - p.change;
    const top =
        alpha > 0
            ? `${figure(p.valueBefore)} + ${figure(alpha)} · ${figure(before)}`
            : figure(p.valueBefore);
    const [a = 0, b = 0] = p.inverseMass;
    const bottom = `${figure(a)} + ${figure(b)}${alpha > 0 ? ` + ${figure(alpha)}` : ""}`;
    const sum = alpha > 0 ? "(C + α λ) / (w₁ + w₂ + α)" : "C / (w₁ + w₂)";
    return `Δλ = −${sum} = −(${top}) / (${bottom}) = ${figure(p.change)}`;
}

const wholes: Record<string, Said> = {
    open: {
        title: "The frame begins",
        text: "Places and velocities as the frame before left them.",
    },
    direct: {
        title: "Direct solve",
        text: "All links of the chain at once: a tree of links is a tridiagonal system, solved exactly, so no error is left to travel.",
    },
    lines: { title: "Lines", text: "Rows, then columns, each solved as a whole." },
    "contact-solve": {
        title: "Contacts",
        text: "What came too near to the floor is pushed out, and friction takes back what slid.",
    },
};

export function say(m: Moment, options: SpecimenOptions): Said {
    if (m.projection) {
        return projected(m.projection, options);
    }
    if (m.stage === "predict") {
        return { title: "Prediction", text: predicted(m, options) };
    }
    if (m.stage === "velocities") {
        return { title: "Velocities", text: velocities(options) };
    }
    return wholes[m.stage] ?? { title: m.stage, text: "" };
}

/** Where in the frame a moment is. */
export function whereabouts(m: Moment, options: SpecimenOptions): string {
    const substep = `substep ${m.substep + 1} of ${options.substeps}`;
    return m.iteration < 0
        ? substep
        : `${substep}, sweep ${m.iteration + 1} of ${options.iterations}`;
}

/** The forces in words: what the multiplier of a projection is worth. */
export function forceText(p: Projection): string {
    const pull = p.force >= 0 ? "pull" : "push";
    return p.unit === "N"
        ? `${figure(Math.abs(p.force))} N of ${pull}`
        : `${figure(p.force)} ${p.unit}`;
}

export function solverName(options: SpecimenOptions): string {
    return solverNames[options.solver];
}

/** How far the particles of a projection were moved. */
export function movedText(p: Projection): string {
    return p.particles
        .map((particle, i) => {
            const a = p.before[i] ?? [0, 0, 0];
            const b = p.after[i] ?? a;
            const way = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
            return `${particle}: ${metres(way)}`;
        })
        .join(", ");
}
