// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The shadows of one sun: a picture of depth as the sun sees it.

import {
    DepthTexture, LessEqualCompare, LinearFilter, Matrix4, OrthographicCamera, UnsignedIntType,
    Vector3, WebGLRenderTarget, type Scene, type WebGLRenderer,
} from "three";
import type { Stand } from "./framing";
import type { Uniforms } from "./materials";
import type { StageExports } from "./memory";
import type { WorldView } from "./world";

const SIZE = 2048;
// Texels to 0..1, as a texture is read.
const HALF = new Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);

// A world that casts shadows, and where it is seen: around `target`, as far as `reach`.
interface Cast {
    world: WorldView;
    stand: Stand;
    exports: StageExports;
    reach: number;
    target: Vector3;
}

export class Shadow {
    private readonly camera = new OrthographicCamera();
    private readonly target: WebGLRenderTarget;
    private radius = 0;
    private readonly middle = new Vector3();
    private readonly inverse = new Matrix4();
    private readonly a = new Vector3();
    private readonly b = new Vector3();

    constructor(private readonly shared: Uniforms, renderer: WebGLRenderer) {
        const depth = new DepthTexture(SIZE, SIZE, UnsignedIntType);
        depth.compareFunction = LessEqualCompare;
        depth.minFilter = LinearFilter;
        depth.magFilter = LinearFilter;
        this.target = new WebGLRenderTarget(SIZE, SIZE, { depthTexture: depth });
        renderer.initRenderTarget(this.target); // a view without shadows may come first
        shared.uShadowMap.value = depth;
    }

    // Forgets how large the scene was.
    reset(): void {
        this.radius = 0;
    }

    // Lights what lies within `radius` of a place. It grows and shrinks in steps, and moves by
    // whole texels, so that the edges of shadows stand still.
    private aim(place: Vector3, radius: number): void {
        if (radius > this.radius || radius < 0.6 * this.radius) {
            this.radius = 1.15 * radius;
        }
        const r = this.radius;
        const { camera } = this;
        const sun = this.shared.uSun.value;
        camera.position.copy(sun);
        camera.lookAt(0, 0, 0);
        camera.updateMatrixWorld();
        this.inverse.copy(camera.matrixWorld).invert();
        this.middle.copy(place).applyMatrix4(this.inverse);
        const texel = (2 * r) / SIZE;
        this.middle.x = Math.round(this.middle.x / texel) * texel;
        this.middle.y = Math.round(this.middle.y / texel) * texel;
        this.middle.applyMatrix4(camera.matrixWorld);
        camera.position.copy(this.middle).addScaledVector(sun, 5 * r);
        camera.left = camera.bottom = -r;
        camera.right = camera.top = r;
        camera.near = 0.01 * r;
        camera.far = 14 * r;
        camera.updateMatrixWorld();
        camera.updateProjectionMatrix();
        this.shared.uShadow.value.set(1, 1 / SIZE, texel, 1.5e-4);
        this.shared.uShadowMatrix.value
            .multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
            .premultiply(HALF);
    }

    // Around what is near enough to be seen.
    cast(renderer: WebGLRenderer, scene: Scene, of: Cast): void {
        const { world, stand, exports, reach, target } = of;
        const own = this.a.copy(target).applyMatrix4(stand.back);
        exports.taut_stage_bounds(world.number, own.x, own.y, own.z, 4 * reach);
        world.data.readBounds();
        const low = this.a.fromArray(world.data.low).applyMatrix4(stand.matrix);
        const high = this.b.fromArray(world.data.high).applyMatrix4(stand.matrix);
        const wide = Math.abs(high.x - low.x) + Math.abs(high.y - low.y) + Math.abs(high.z - low.z);
        const middle = low.add(high).multiplyScalar(0.5).lerp(target, 0.35);
        const radius = Math.max(0.45 * wide + 0.35 * middle.distanceTo(target), 0.8 * reach);
        this.render(renderer, scene, middle, Math.min(radius, 5 * reach));
    }

    render(renderer: WebGLRenderer, scene: Scene, place: Vector3, radius: number): void {
        this.aim(place, radius);
        // What is drawn into a map must not read it.
        this.shared.uShadowMap.value = null;
        renderer.setRenderTarget(this.target);
        renderer.clear();
        renderer.render(scene, this.camera);
        renderer.setRenderTarget(null);
        this.shared.uShadowMap.value = this.target.depthTexture;
    }

    off(): void {
        this.shared.uShadow.value.set(0, 0, 0, 0);
    }

    dispose(): void {
        this.target.depthTexture?.dispose();
        this.target.dispose();
    }
}
