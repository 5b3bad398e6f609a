// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Materials of the stage. All of them share their uniforms: set once for a picture, seen by all.

import {
    Color, CustomBlending, DoubleSide, FrontSide, GLSL3, Matrix4, NormalBlending,
    OneFactor, OneMinusSrcAlphaFactor, RawShaderMaterial, SrcAlphaFactor, Vector2, Vector3, Vector4,
    type IUniform, type Texture,
} from "three";
import { CONTACT_COLOURS, KINDS, PULL_STOPS, PUSH_STOPS, type Theme } from "./kinds";
import { SHADERS } from "./shaders";

// 0xRRGGBB as a screen shows it, without a change of colour space: shaders do that themselves.
export function rgb(colour: number, to = new Color()): Color {
    return to.setRGB((colour >> 16) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255);
}

const colours = (stops: readonly number[]): Color[] => stops.map((c) => rgb(c));

export class Uniforms {
    readonly uLimit: IUniform<Vector4> = { value: new Vector4(0, 0, 0, 1e6) };
    readonly uScreen: IUniform<Vector4> = { value: new Vector4(1, 1, 1, 1) };
    readonly uSun: IUniform<Vector3> = { value: new Vector3(0.5, 0.75, 0.4).normalize() };
    readonly uShadowMatrix: IUniform<Matrix4> = { value: new Matrix4() };
    readonly uShadowMap: IUniform<Texture | null> = { value: null };
    readonly uShadow: IUniform<Vector4> = { value: new Vector4(0, 0, 0, 0) };
    readonly uForce: IUniform<number> = { value: 1 };
    readonly uPull = { value: colours(PULL_STOPS) };
    readonly uPush = { value: colours(PUSH_STOPS) };
    readonly uMode = { value: 0 };
    readonly uPaper = { value: new Color() };
    readonly uTop = { value: new Color() };
    readonly uBottom = { value: new Color() };
    readonly uFloor = { value: new Color() };
    readonly uShade = { value: 0.4 };
    readonly uPool: IUniform<Vector4> = { value: new Vector4(0, 0, 0, 1) };
    readonly uWire: IUniform<Vector4> = { value: new Vector4(0, 0, 0, 1) };
    readonly uByKind = { value: 0 };
    readonly uKinds = {
        value: KINDS.map((k) => {
            const c = rgb(k.colour);
            return new Vector4(c.r, c.g, c.b, k.alpha);
        }),
    };
    readonly uWidths = { value: KINDS.map((k) => k.width) };
    readonly uSpacing = { value: 0.1 };
    readonly uArrow = { value: new Vector2(1, 1) };
    readonly uTouch = { value: colours(CONTACT_COLOURS) };
    readonly uPin = { value: new Color() };
    readonly uPinEdge = { value: new Color() };
    readonly uPoint = { value: new Color() };

    // Where there are many tethers, each is fainter: all of them together stay a veil.
    setDensity(spacing: number, lines: number): void {
        this.uSpacing.value = spacing;
        const tether = this.uKinds.value[KINDS.length - 1]!;
        tether.w = Math.min(KINDS[KINDS.length - 1]!.alpha, Math.max(0.012, 250 / (lines + 1)));
    }

    setTheme(theme: Theme): void {
        rgb(theme.top, this.uTop.value);
        rgb(theme.bottom, this.uBottom.value);
        rgb(theme.floor, this.uFloor.value);
        rgb(theme.floor, this.uPaper.value);
        rgb(theme.pin, this.uPin.value);
        rgb(theme.pinEdge, this.uPinEdge.value);
        rgb(theme.point, this.uPoint.value);
        this.uShade.value = theme.shade;
        const wire = rgb(theme.wire);
        this.uWire.value.set(wire.r, wire.g, wire.b, 0.8);
    }
}

interface Options {
    own?: Record<string, IUniform>;
    flat?: boolean; // lies in the picture: transparent, and hides nothing
    under?: boolean; // the same, but lies under everything else
    over?: boolean; // is never hidden
}

type Shader = Exclude<keyof typeof SHADERS, "empty">;

export function makeMaterial(shader: Shader, shared: Uniforms, options: Options = {}) {
    return new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: SHADERS[shader][0],
        fragmentShader: SHADERS[shader][1],
        uniforms: { ...shared, ...options.own },
        side: shader === "tube" || shader === "box" ? FrontSide : DoubleSide,
        // three draws what is transparent last; what lies under everything only blends like it.
        transparent: options.flat ?? false,
        blending: options.under ? CustomBlending : NormalBlending,
        blendSrc: SrcAlphaFactor,
        blendDst: OneMinusSrcAlphaFactor,
        blendSrcAlpha: OneFactor,
        depthWrite: !(options.flat ?? options.under ?? false),
        depthTest: !(options.under ?? options.over ?? false),
    });
}

// Writes depth alone, for the shadow map.
export function makeShadowMaterial(
    shader: Shader, shared: Uniforms, own: Record<string, IUniform> = {},
) {
    return new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: SHADERS[shader][0],
        fragmentShader: SHADERS.empty,
        uniforms: { ...shared, ...own },
        side: DoubleSide,
    });
}

// One of each, for all worlds.
export class Materials {
    readonly shared = new Uniforms();
    readonly surface = makeMaterial("surface", this.shared);
    readonly rope = makeMaterial("tube", this.shared, {
        own: { uLeast: { value: 0.7 }, uRope: { value: 1 } },
    });
    readonly ball = makeMaterial("tube", this.shared, {
        own: { uLeast: { value: 0 }, uRope: { value: 0 } },
    });
    readonly box = makeMaterial("box", this.shared, { own: { uFlat: { value: 0 } } });
    readonly floor = makeMaterial("floor", this.shared, { under: true });
    readonly back = makeMaterial("back", this.shared, { under: true });
    readonly pin = makeMaterial("disc", this.shared, {
        flat: true,
        own: { uFill: this.shared.uPin, uEdge: this.shared.uPinEdge },
    });
    readonly point = makeMaterial("point", this.shared, {
        flat: true,
        own: { uFill: this.shared.uPoint },
    });
    readonly line = makeMaterial("line", this.shared, { flat: true });
    readonly contact = makeMaterial("contact", this.shared, { flat: true, over: true });
    readonly surfaceShadow = makeShadowMaterial("surface", this.shared);
    readonly tubeShadow = makeShadowMaterial("tube", this.shared, { uLeast: { value: 0 } });
    readonly boxShadow = makeShadowMaterial("box", this.shared);
    readonly solidShadow = makeShadowMaterial("solid", this.shared, {
        uColour: { value: new Color() },
    });

    makeSolid(colour: number, flat: boolean) {
        return makeMaterial("solid", this.shared, {
            own: { uColour: { value: rgb(colour) }, uFlat: { value: flat ? 1 : 0 } },
        });
    }

    dispose(): void {
        for (const value of Object.values(this)) {
            if (value instanceof RawShaderMaterial) {
                value.dispose();
            }
        }
    }
}
