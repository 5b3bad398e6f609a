// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How many pixels are drawn for each of the page's.

export const LEAST_RATIO = 0.6;

/** As many as the screen has; few where a processor draws, which would come down to them soon. */
export function startRatio(gl: WebGLRenderingContext | WebGL2RenderingContext): number {
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
    const slow = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
    return slow ? LEAST_RATIO : Math.min(devicePixelRatio, 2);
}
