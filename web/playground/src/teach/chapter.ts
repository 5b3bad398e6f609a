// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import type { OpenOptions } from "../engine/play";
import type { FigureKind } from "./figures";
import type { SpecimenOptions } from "./specimen";

export type View = "shaded" | "wireframe" | "particles" | "tension" | "contacts";

/** A button of a chapter: opens a scene, or the microscope. */
export interface Step {
    label: string;
    /** What to look at. */
    look: string;
    scene?: string;
    options?: OpenOptions;
    view?: View;
    /** Stand still after so many frames. */
    pauseAfter?: number;
    microscope?: Partial<SpecimenOptions>;
}

/** A parameter of the chapter's scene that is set beside the text. */
export interface Control {
    key: string;
    label: string;
    values: number[];
    /** One of them: the scene's own. */
    initial: number;
}

export interface Chapter {
    id: string;
    title: string;
    /** Opened with the chapter, as by a step. */
    scene: string;
    options?: OpenOptions;
    view?: View;
    pauseAfter?: number;
    /** The text: ours, not the visitor's. */
    html: string;
    cites: string[];
    steps: Step[];
    control?: Control;
    /** What is told of each world where there are several; default "stretch". */
    figures?: FigureKind;
}
