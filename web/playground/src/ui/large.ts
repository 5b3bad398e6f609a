// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Scenes whose size is a parameter can be made larger than a browser bears: that is asked first.

import type { SceneInfo } from "../engine/play";

export const MANY = 150_000; // particles
type Param = SceneInfo["params"][number];

// To which power a parameter counts particles; 0: it is no size.
function power(param: Param): number {
    if (/particles along a side/.test(param.about)) {
        return 2;
    }
    return param.key === "particles" ? 1 : 0;
}

/** The most a slider offers of it. */
export function mostOf(param: Param): number {
    const p = power(param);
    return p > 0 ? Math.floor(MANY ** (1 / p)) : param.max;
}

/** Particles that the scene would have, as far as its parameters tell; 0 where they do not. */
export function particlesOf(scene: SceneInfo, params: Record<string, number> = {}): number {
    const sizes = scene.params
        .filter((param) => power(param) > 0)
        .map((param) => Math.min(params[param.key] ?? param.value, param.max) ** power(param));
    return Math.max(0, ...sizes);
}

const agreed = new Set<string>(); // not asked again when it starts again

export function agreesTo(scene: SceneInfo, params: Record<string, number> = {}): boolean {
    const count = particlesOf(scene, params);
    const what = `${scene.name} ${count}`;
    if (count <= MANY || agreed.has(what)) {
        return true;
    }
    const yes = confirm(
        `${scene.name} would have ${count.toLocaleString("en")} particles. That takes much ` +
            "memory, and the page may stand still for a long time. Open it?",
    );
    if (yes) {
        agreed.add(what);
    }
    return yes;
}
