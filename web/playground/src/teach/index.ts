// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The part of the page that teaches, loaded when it is first asked for.

import "./teach.css";

export { openMicroscope, type Microscope } from "./microscope";
