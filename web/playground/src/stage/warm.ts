// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What takes the graphics their time, done while the module is on its way: first the shaders of the
// opening picture are handed over, which nobody waits for; later a world of nothing is drawn with
// them, a triangle, a rope and a pin without size, which has the machine finish its translation.

import { type Camera, type Scene, type WebGLRenderer, WebGLRenderTarget } from "three";
import type { Materials } from "./materials";
import { WorldData, type StageExports } from "./memory";
import { WorldView } from "./world";

// Words of a world (memory.ts): a version, three particles, three indices, one tube, which is a
// rope, no box, one pin with room for one. Everything else is 0, and all arrays are at 0 too.
const WORDS = [1, 3, 3, 1, 1, 0, 1, 1];
const AT = 1 << 17; // behind the largest of the arrays

function makeNothing(materials: Materials): WorldView {
    const memory = { buffer: new ArrayBuffer(2 * AT) } as WebAssembly.Memory;
    new Int32Array(memory.buffer, AT).set(WORDS);
    const exports = { taut_stage_collider_count: () => 0 } as unknown as StageExports;
    return new WorldView(0, new WorldData(memory, AT), materials, exports, memory);
}

export class Warmth {
    private readonly world: WorldView;

    constructor(
        materials: Materials,
        private readonly renderer: WebGLRenderer,
        private readonly scene: Scene,
        shade: Scene,
        private readonly camera: Camera,
    ) {
        const world = makeNothing(materials);
        this.world = world;
        world.update();
        world.show("shaded", true);
        for (const object of world.main.children.filter((child) => !child.visible)) {
            object.removeFromParent(); // is not in the first picture
        }
        scene.add(world.main);
        shade.add(world.shade);
        renderer.compile(scene, camera);
        renderer.compile(shade, camera);
    }

    // Not into the canvas, which the browser would wait for, but into what is like it.
    draw(castShadow: () => void): void {
        castShadow();
        const aside = new WebGLRenderTarget(4, 4, { samples: 4, stencilBuffer: true });
        this.renderer.setRenderTarget(aside);
        this.renderer.clear();
        this.renderer.render(this.scene, this.camera);
        this.renderer.setRenderTarget(null);
        this.renderer.getContext().flush();
        aside.dispose();
        this.world.dispose();
    }
}
