// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What can be chosen at the microscope. Where a choice would do nothing it is not offered.

import type { SolverChoice, SpecimenKind, SpecimenOptions } from "./specimen";
import { html } from "./svg";

export type Choice = Partial<SpecimenOptions>;

const kinds: Record<SpecimenKind, string> = {
    link: "One link, two weights",
    chain: "A chain of four links",
    tether: "The chain with tethers",
    patch: "A patch of cloth, 3 × 3",
    angle: "A blade that bends",
    volume: "A tetrahedron, its volume kept",
};

const solvers: Record<SolverChoice, string> = {
    xpbd: "XPBD, swept",
    direct: "XPBD, direct solve",
    verlet: "Verlet",
    legacy: "Verlet of tutorials (half corrections)",
};

/** Solvers that make a difference for a specimen: trees alone are solved directly, and the
    tutorials' solver knows links and nothing else. */
export function solversFor(kind: SpecimenKind): SolverChoice[] {
    const all: SolverChoice[] = ["xpbd"];
    if (kind === "chain" || kind === "tether" || kind === "angle") {
        all.push("direct");
    }
    all.push("verlet");
    if (kind === "link" || kind === "chain" || kind === "patch") {
        all.push("legacy");
    }
    return all;
}

type Option = [value: string, text: string];

const numbers = (values: number[], text: (n: number) => string): Option[] =>
    values.map((n) => [String(n), text(n)]);

function select(
    name: string,
    value: string,
    options: Option[],
    use: (value: string) => void,
): HTMLElement {
    const menu = html("select", { onchange: () => use(menu.value) });
    for (const [key, text] of options) {
        menu.append(html("option", { value: key, selected: key === value }, text));
    }
    return html("label", {}, html("span", {}, name), menu);
}

export function choices(
    now: SpecimenOptions,
    wasOpen: boolean,
    use: (change: Choice) => void,
): HTMLDetailsElement {
    const number = (name: string, key: keyof SpecimenOptions, options: Option[]): HTMLElement =>
        select(name, String(now[key]), options, (value) => use({ [key]: Number(value) }));
    const allowed = solversFor(now.kind);
    const list = [
        select("Specimen", now.kind, Object.entries(kinds), (value) => {
            const kind = value as SpecimenKind;
            const solver = solversFor(kind).includes(now.solver) ? now.solver : "xpbd";
            use({ kind, solver });
        }),
        select(
            "Solver",
            now.solver,
            allowed.map((s): Option => [s, solvers[s]]),
            (value) => use({ solver: value as SolverChoice }),
        ),
        number("Substeps", "substeps", numbers([1, 2, 4, 8], String)),
        number("Sweeps", "iterations", numbers([1, 2, 4, 8, 16], String)),
        number(
            "Frames",
            "rate",
            numbers([15, 30, 60, 120], (n) => `${n} Hz`),
        ),
    ];
    if (now.solver === "xpbd" || now.solver === "direct") {
        const names = (n: number): string => (n === 0 ? "rigid" : `${n.toLocaleString("en")} N/m`);
        list.push(number("Links", "stiffness", numbers([0, 10000, 1000, 100], names)));
    }
    list.push(
        number(
            "Last weight",
            "heavy",
            numbers([1, 3, 10, 100], (n) => `× ${n}`),
        ),
    );
    return html(
        "details",
        { class: "scope-setup", open: wasOpen },
        html("summary", {}, summary(now)),
        html("div", { class: "scope-choices" }, ...list),
    );
}

// What is under the microscope, in a line.
function summary(now: SpecimenOptions): string {
    const times = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
    const work = `${times(now.substeps, "substep")} × ${times(now.iterations, "sweep")}`;
    return `${kinds[now.kind]} · ${solvers[now.solver]} · ${work}`;
}
