// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The part of the page that teaches, loaded when it is first asked for.

import "./teach.css";

export type { Chapter, Step, View } from "./chapter";
export { renderChapter, takeStep, type ChapterActions } from "./chapter_view";
export { chapters } from "./chapters";
export { WorldFigures } from "./figures";
export { hintFor } from "./hints";
export { openMicroscope, type Microscope } from "./microscope";
export type { SpecimenOptions } from "./specimen";
