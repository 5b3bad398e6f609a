// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The shadows of one sun: a picture of depth as the sun sees it.

import {
    DepthTexture, LessEqualCompare, LinearFilter, Matrix4, OrthographicCamera, UnsignedIntType,
    Vector3, WebGLRenderTarget, type Scene, type WebGLRenderer,
} from "three";
import type { Uniforms } from "./materials";

const SIZE = 2048;
// Texels to 0..1, as a texture is read.
const HALF = new Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);

export class Shadow {
    private readonly camera = new OrthographicCamera();
    private readonly target: WebGLRenderTarget;
    private radius = 0;
    private readonly middle = new Vector3();
    private readonly inverse = new Matrix4();

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
