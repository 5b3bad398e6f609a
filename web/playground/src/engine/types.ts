// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the engine takes and gives.

export type Vec3 = [number, number, number];

export interface SceneParam {
    key: string;
    about: string;
    value: number;
    min: number;
    max: number;
}

export interface Camera {
    eye: Vec3;
    target: Vec3;
    fov: number;
}

export interface SceneInfo {
    name: string;
    about: string;
    tags: string[];
    dt: number;
    substeps: number;
    frames: number;
    solver: string;
    camera: Camera;
    params: SceneParam[];
}

export interface OpenOptions {
    params?: Record<string, number>;
    substeps?: number;
    iterations?: number;
    solver?: string;
    dt?: number;
    /** 0: ropes, chains and trees are swept like everything else, not solved directly. */
    direct?: number;
}

export interface Pick {
    world: number;
    body: number;
    particle: number;
    distance: number;
    point: Vec3;
    pinned: boolean;
    mass: number;
    /** Of a body that has a surface: cloth, jelly. */
    surface: boolean;
}

export interface CutResult {
    bodies: number;
    links: number;
    splits: number;
    held: number;
}

export interface WorldStats {
    label: string;
    diverged: boolean;
    maxStretch: number;
    energy: number;
}

export interface PlayStats {
    particles: number;
    bodies: number;
    constraints: number;
    projections: number;
    energy: number;
    maxStretch: number;
    meanStretch: number;
    worstStretch: number;
    residual: number;
    excess: number;
    substepsNeeded: number;
    stepMs: number;
    trouble: number;
    /** Milliseconds of each stage since these figures were last asked for, per frame. */
    stages: Record<string, number>;
    worlds: WorldStats[];
}

export interface PlayEvent {
    kind: string;
    world: number;
    body: number;
    constraint: number;
    particle: number;
    place: Vec3;
    force: number;
}

/** What acts in the scene that is open: a control for anything else would do nothing. */
export interface Can {
    wind: boolean;
    tear: boolean;
    cut: boolean;
    draw: boolean;
    material: boolean;
    drag: boolean;
    substeps: boolean;
    iterations: boolean;
    solver: boolean;
    gravity: boolean;
}

/** What hands have set; null where they have not. */
export interface HandSet {
    wind: Vec3;
    /** m/s^2 down. */
    gravity: number | null;
    damping: number | null;
    tear: number | null;
    material: string | null;
}

/** How a run stands: play_state of the module. */
export interface State {
    frame: number;
    time: number;
    dt: number;
    worlds: number;
    looks: number;
    substeps: number;
    iterations: number;
    solver: number;
    replaying: boolean;
    replayEnded: boolean;
    replayFrames: number;
    replayMatches: boolean;
    can: number;
    camera: Camera;
    gravity: Vec3;
    params: number[];
    set: HandSet;
}
