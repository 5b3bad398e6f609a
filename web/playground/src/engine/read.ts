// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the numbers of the module mean: a scene, and how a run stands. The module writes them in
// this order (c/play_exports.c).

import type { Exchange } from "./exchange";
import type { Camera, SceneInfo, SceneParam, State } from "./types";

export function readScene(x: Exchange, solvers: string[], i: number): SceneInfo {
    x.must("play_scene", i);
    const [name = "", about = "", tags = "", ...words] = x.read().split("\n");
    const n = [...x.numbers(64)];
    const at = (k: number) => n[k] ?? 0;
    const params: SceneParam[] = [];
    for (let k = 0; k < at(11); ++k) {
        const [key = "", sentence = ""] = words.slice(2 * k);
        const [value, min, max] = [at(12 + 3 * k), at(13 + 3 * k), at(14 + 3 * k)];
        params.push({ key, about: sentence, value, min, max });
    }
    return {
        name, about, tags: tags.split(" ").filter((t) => t !== ""),
        dt: at(0), substeps: at(1), frames: at(2), solver: solvers[at(3)] ?? "",
        camera: readCamera(n, 4), params,
    };
}

export function readState(x: Exchange, materials: string[]): State {
    x.call("play_state");
    const n = [...x.numbers(42)];
    const at = (k: number) => n[k] ?? 0;
    return {
        frame: at(0), time: at(1), dt: at(2), worlds: at(3), looks: at(4),
        substeps: at(5), iterations: at(6), solver: at(7), replaying: at(8) !== 0,
        replayEnded: at(9) !== 0, replayFrames: at(10), replayMatches: at(11) !== 0,
        can: at(12), camera: readCamera(n, 13), gravity: [at(20), at(21), at(22)],
        params: n.slice(23, 35),
        set: {
            wind: [at(35), at(36), at(37)],
            damping: at(38) < 0 ? null : at(38),
            tear: at(39) < 0 ? null : at(39),
            material: materials[at(40)] ?? null,
            gravity: Number.isNaN(at(41)) ? null : at(41),
        },
    };
}

function readCamera(n: number[], at: number): Camera {
    const v = (i: number) => n[at + i] ?? 0;
    return { eye: [v(0), v(1), v(2)], target: [v(3), v(4), v(5)], fov: v(6) };
}
