// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A stand-in for the teaching part until it is there.

import type { OpenOptions, Play } from "../../engine/play";

export interface Chapter {
    id: string;
    title: string;
    scene: string;
    options?: OpenOptions;
    html: string;
}
export const chapters: Chapter[] = [];
export function openMicroscope(_root: HTMLElement, _play: Play): { close(): void } {
    return { close: () => undefined };
}
