// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Leaves out of three what this page never reaches. The stage brings its own shaders, lights,
// shadows and background, and there are no headsets, environments or morph targets here; but the
// renderer imports all of it. Built from three's single modules, those parts give way to the little
// that the renderer asks of them when nothing of the kind is in the scene. Methods that nobody here
// calls lose their bodies. Both go by the version in package.json, which is exact for this reason.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const VERSION = "0.187.0";

// What programs count: lists of lights, all of them empty.
const LIGHT_LISTS = [
    "sun", "sunShadow", "sunShadowMap", "sunShadowMatrix", "sunShadowCascade", "directional",
    "directionalShadow", "directionalShadowMap", "directionalShadowMatrix", "spot", "spotLightMap",
    "spotShadow", "spotShadowMap", "spotLightMatrix", "rectArea", "point", "pointShadow",
    "pointShadowMap", "pointShadowMatrix", "hemi",
].map((name) => `${name}:[]`).join();

const STAND_INS: Record<string, string> = {
    // Nobody turns things by angles, casts rays at triangles, has several cameras in one, or makes a
    // mesh without a material.
    "math/Euler.js": `export class Euler {
        _onChange() { return this; } setFromQuaternion() { return this; }
    }`,
    "math/Triangle.js": "export class Triangle {}",
    "math/FrustumArray.js": "export class FrustumArray {}",
    "materials/MeshBasicMaterial.js": "export class MeshBasicMaterial {}",
    "renderers/shaders/ShaderChunk.js": "export const ShaderChunk = {};",
    "renderers/shaders/ShaderLib.js": "export const ShaderLib = {};",
    "renderers/shaders/UniformsLib.js": "export const UniformsLib = {};",
    "renderers/shaders/DFGLUTData.js": "export const getDFGLUT = () => null;",
    "extras/PMREMGenerator.js": "export class PMREMGenerator {}",
    "renderers/webxr/WebXRManager.js": `export class WebXRManager {
        enabled = false; isPresenting = false;
        addEventListener() {} removeEventListener() {} setAnimationLoop() {} dispose() {}
    }`,
    "renderers/webgl/WebGLEnvironments.js": `export function WebGLEnvironments() {
        return { get: () => null, dispose() {} };
    }`,
    "renderers/webgl/WebGLShadowMap.js": `export function WebGLShadowMap() {
        this.enabled = false; this.render = () => {};
    }`,
    "renderers/webgl/WebGLOutput.js": `export function WebGLOutput() {
        return { setSize() {}, setEffects() {}, isCompositing: () => false, begin: () => false,
            hasRenderPass: () => false, end() {}, dispose() {} };
    }`,
    "renderers/webgl/WebGLMorphtargets.js": `export function WebGLMorphtargets() {
        return { update() {} };
    }`,
    "renderers/webgl/WebGLUniformsGroups.js": `export function WebGLUniformsGroups() {
        return { bind() {}, update() {}, dispose() {} };
    }`,
    "renderers/webgl/WebGLMaterials.js": `export function WebGLMaterials() {
        return { refreshFogUniforms() {}, refreshMaterialUniforms() {} };
    }`,
    "renderers/webgl/WebGLLights.js": `export function WebGLLights() {
        return { setup() {}, setupView() {}, state: { version: 0, numSpotLightShadowsWithMaps: 0,
            numLightProbes: 0, ${LIGHT_LISTS} } };
    }`,
    "renderers/webgl/WebGLBackground.js": `import { Color } from "../../math/Color.js";
    export function WebGLBackground(renderer, environments, state) {
        const colour = new Color();
        const set = () => state.buffers.color.setClear(colour.r, colour.g, colour.b, 1, true);
        return { getClearColor: () => colour, getClearAlpha: () => 1, setClearAlpha() {},
            setClearColor(c) { colour.set(c); set(); }, render: set, addToRenderList() {},
            dispose() {} };
    }`,
};

// Methods of classes that neither the stage nor the renderer calls: files, rays, names of colours.
const METHODS = [
    "toJSON", "fromJSON", "raycast", "setStyle", "setColorName", "getStyle", "getHSL", "setHSL",
    "offsetHSL", "lerpHSL", "computeTangents", "toNonIndexed", "setFromPoints", "center",
    "applyBoneTransform", "intersectsTriangle", "applyAxisAngle", "applyEuler", "setFromEuler",
    "setFromSpherical", "setFromSphericalCoords", "setFromCylindrical", "setFromCylindricalCoords",
    "setFromUnitVectors", "random", "randomDirection", "reflect",
    "projectOnPlane", "setAxisAngleFromQuaternion", "setAxisAngleFromRotationMatrix", "angleTo",
    "rotateAround", "slerpFlat", "slerpQuaternions", "multiplyQuaternionsFlat", "rotateTowards",
    "makeShear", "makeRotationFromEuler", "makeRotationAxis", "manhattanDistanceTo",
    "getComponent", "setComponent", "clampLength", "roundToZero", "setFromNormalAndCoplanarPoint",
    "setFromCoplanarPoints", "intersectLine", "getBoundingBox",
    "makeRotationX", "makeRotationY", "makeRotationZ",
].join("|");

// And of the renderer, which makes its own of functions.
const CALLS = [
    "compileAsync", "readRenderTargetPixels", "readRenderTargetPixelsAsync",
    "copyFramebufferToTexture", "copyTextureToTexture", "initTexture",
    "setEffects",
].join("|");

// three is indented by tabs throughout: the end of a body is the first brace as deep as its start.
function empty(code: string): string {
    return code
        .replace(new RegExp(`^\\t(${METHODS})\\(.*\\) \\{$[^]*?^\\t\\}$`, "gm"), "\t$1() {}")
        .replace(new RegExp(`^\\t\\tthis\\.(${CALLS}) = .*\\{$[^]*?^\\t\\t\\};$`, "gm"), "")
        .replace(/^\t\tfunction renderTransmissionPass\(.*\{$[^]*?^\t\t\}$/m,
            "\t\tfunction renderTransmissionPass() {}")
        .replace(/^const _colorKeywords = \{[^]*?\};$/m, "const _colorKeywords = {};");
}

// Where a module has given way, its exports may be asked for elsewhere: three's own index names
// them all. Those that a stand-in lacks are nowhere used.
export function slimThree(root: string): Plugin {
    const three = resolve(root, "node_modules/three");
    const source = resolve(three, "src") + "/";
    return {
        name: "slim-three",
        enforce: "pre",
        apply: "build",
        buildStart() {
            const { version } = JSON.parse(readFileSync(resolve(three, "package.json"), "utf8"));
            if (version !== VERSION) {
                this.error(`slim.ts stands in for parts of three ${VERSION}, not of ${version}`);
            }
        },
        resolveId(id) {
            return id === "three" ? source + "Three.js" : null;
        },
        load(id) {
            if (!id.startsWith(source)) {
                return null;
            }
            return STAND_INS[id.slice(source.length)] ?? empty(readFileSync(id, "utf8"));
        },
    };
}

