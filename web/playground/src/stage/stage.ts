// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Everything seen in the canvas: the worlds of the open scene, lit and shadowed, or taken apart
// into what they are made of.

import {
    BufferGeometry, Mesh, Scene, Vector3, WebGLRenderer, type Matrix4,
} from "three";
import type { Play, Vec3 } from "../engine/play";
import { DARK, KINDS, LIGHT, PULL_STOPS, PUSH_STOPS, cssColour, cssGradient, inNewtons, roundUp,
    type Theme } from "./kinds";
import { Materials } from "./materials";
import {
    WorldData, readCamera, readGround, type CameraData, type Ground, type StageExports,
} from "./memory";
import { Overlay } from "./overlay";
import { acrossOf, frameAll, layPanels, makeStand, measure, type Rect, type Stand } from "./panels";
import { Rig, type View } from "./rig";
import { Shadow } from "./shadow";
import { makeTile, setQuad } from "./shapes";
import { WorldView, type ViewMode } from "./world";

export type { ViewMode } from "./world";

/** What the colours of the present view mean. */
export interface Legend {
    title: string;
    items: { name: string; colour: string }[];
    /** CSS gradients from 0 to `most`, and what stands at their ends. */
    ramps: { name: string; gradient: string; most: string }[];
}

interface Hand {
    world: number;
    at: Vec3;
}

const MODES: Record<ViewMode, { mode: number; wires: number; more: number }> = {
    shaded: { mode: 0, wires: 0, more: 0 },
    wireframe: { mode: 2, wires: 1, more: 0 },
    particles: { mode: 2, wires: 2, more: 0 },
    tension: { mode: 1, wires: 0, more: 1 },
    contacts: { mode: 3, wires: 0, more: 2 },
};

export class Stage {
    view: { mode: ViewMode; shadows: boolean; pins: boolean } = {
        mode: "shaded", shadows: true, pins: true,
    };
    /** Milliseconds that the last update() and render() took in JavaScript. */
    readonly times = { update: 0, render: 0 };
    private readonly renderer: WebGLRenderer;
    private readonly materials = new Materials();
    private readonly rig: Rig;
    private readonly shadow: Shadow;
    private readonly overlay: Overlay;
    private readonly scene = new Scene();
    private readonly shade = new Scene();
    private readonly floor: Mesh;
    private readonly exports: StageExports;
    private worlds: WorldView[] = [];
    private stands: Stand[] = [];
    private panels: Rect[] = [];
    private labels: string[] = [];
    private framed = 1.4;
    private opened = "";
    private wanted = "";
    private width = 1;
    private height = 1;
    private ratio = 1;
    private theme: Theme = LIGHT;
    private force = { max: 0, push: false };
    private readonly hands = new Map<number, Hand>();
    private sketch: { points: Vec3[]; world: number } | null = null;
    private bound: ArrayBufferLike | null = null;
    private readonly camera: CameraData = { eye: [0, 0, 1], target: [0, 0, 0], fov: 35 };
    private readonly lead = new Vector3(); // where the scene's camera looked last
    private hasPlane = false;
    private exploded = 0; // bits of worlds
    private readonly _a = new Vector3();
    private readonly _b = new Vector3();

    constructor(
        readonly canvas: HTMLCanvasElement,
        readonly play: Play,
    ) {
        this.exports = play.exports as unknown as StageExports;
        this.renderer = new WebGLRenderer({ canvas, antialias: true, stencil: false });
        this.renderer.autoClear = false;
        this.rig = new Rig(canvas);
        this.shadow = new Shadow(this.materials.shared);
        this.overlay = new Overlay(canvas);
        const quad = new BufferGeometry();
        setQuad(quad);
        const back = new Mesh(quad, this.materials.back);
        back.frustumCulled = false;
        back.renderOrder = -2;
        this.floor = new Mesh(makeTile(1), this.materials.floor);
        this.floor.frustumCulled = false;
        this.floor.renderOrder = -1;
        this.scene.add(back, this.floor);
        this.setTheme(false);
    }

    get controls(): { enabled: boolean } {
        return this.rig;
    }

    // Scenes --------------------------------------------------------------------------------------

    /** After a scene was opened. The camera stays where it was put when the scene is the same. */
    open(): void {
        const name = this.play.scene.name;
        const again = name === this.opened && this.worlds.length === this.play.worldCount;
        this.clear();
        const count = Math.max(0, this.exports.taut_stage_open());
        for (let i = 0; i < count; ++i) {
            const data = new WorldData(this.play.memory, this.exports.taut_stage_world(i));
            const world = new WorldView(
                i, data, this.materials, this.exports, this.play.memory);
            this.worlds.push(world);
            this.scene.add(world.main);
            this.shade.add(world.shade);
        }
        this.opened = name;
        this.wanted = "";
        this.force = { max: 0, push: false };
        this.exports.taut_stage_update(0, 0);
        for (const world of this.worlds) {
            world.data.refresh();
        }
        this.frame(again && this.play.frame > 0);
        this.update();
    }

    // Where the worlds stand, where the floor lies and from where they are seen.
    private frame(keep: boolean): void {
        if (!keep || this.stands.length !== this.worlds.length) {
            this.frameScene();
        }
        this.worlds.forEach((world, i) => {
            for (const group of [world.main, world.shade]) {
                group.matrixAutoUpdate = false;
                group.matrix.copy(this.stands[i]!.matrix);
                group.matrixWorldNeedsUpdate = true;
            }
            world.colliders.tile = 3 * this.rig.homeReach;
            world.colliders.floorHeight = world.data.flipped
                ? Number.NaN : this.floor.position.y - this.stands[i]!.matrix.elements[13]!;
        });
        this.labels = this.worlds.length > 1 ? this.play.stats().worlds.map((w) => w.label) : [];
        this.layOut();
    }

    private frameScene(): void {
        const { eye, target } = this.camera;
        readCamera(this.play.memory, this.exports.taut_stage_camera(), this.camera);
        const view: View = { eye: new Vector3(...eye), target: new Vector3(...target), fov: this.camera.fov };
        this.lead.copy(view.target);
        this.rig.flat = this.worlds.every((w) => w.data.planar);
        if (this.rig.flat) {
            view.eye.set(view.target.x, view.target.y, view.target.z + view.eye.distanceTo(view.target));
        }
        const across = acrossOf(view);
        const grounds = this.worlds.map((w) =>
            this.turned(readGround(this.play.memory, this.exports.taut_stage_ground(w.number)),
                w.data.flipped, view.target.y));
        let home = view;
        let offsets = this.worlds.map(() => new Vector3());
        this.framed = 1.4;
        if (this.worlds.length > 1) {
            const extents = this.worlds.map((w, i) => measure(w.data, grounds[i]!, across));
            ({ view: home, offsets, framed: this.framed } = frameAll(view, extents, across));
        }
        this.stands = this.worlds.map((w, i) =>
            makeStand(w.data.flipped, view.target.y, offsets[i]!));
        const kept = this.rig.touched && home.eye.equals(this.rig.homeView.eye);
        if (!kept) {
            this.rig.setHome(home, this.framed);
        }
        this.aimSun(home);
        this.layFloor(grounds, home);
        this.shadow.reset();
    }

    // Heights of a world that stands on its head are the negative of its own.
    private turned(ground: Ground, flipped: boolean, about: number): Ground {
        const up = flipped ? 2 * about : 0;
        return { ...ground, plane: ground.plane + up, low: ground.low + up,
            high: ground.high + up, deep: ground.deep + up };
    }

    // To the left of the camera, above it and a little before the subject: form shows best when
    // light comes from the side.
    private aimSun(home: View): void {
        const across = acrossOf(home);
        const ahead = new Vector3(0, 1, 0).cross(across);
        const sun = this.materials.shared.uSun.value;
        sun.copy(ahead).multiplyScalar(-0.62).addScaledVector(across, -0.78).normalize();
        sun.multiplyScalar(0.66).setY(0.75).normalize();
    }

    // A level plane where there is one; else below everything with some air, but posts stand on it.
    private layFloor(grounds: readonly Ground[], home: View): void {
        const plane = Math.max(...grounds.map((g) => g.plane));
        const low = Math.min(...grounds.map((g) => g.low));
        const deep = Math.min(low, ...grounds.map((g) => g.deep));
        const high = Math.max(...grounds.map((g) => g.high));
        const reach = this.rig.homeReach;
        const stands = grounds.some((g) => g.stands && g.low <= low) && high - low > 0.2 * reach;
        const air = Math.max(0.06 * (high - deep), 0.04 * reach);
        const y = Number.isFinite(plane) ? plane : !Number.isFinite(low) ? home.target.y - reach
            : stands ? low : deep - air;
        this.hasPlane = Number.isFinite(plane);
        this.floor.position.set(home.target.x, y, home.target.z);
        this.floor.scale.setScalar(14 * reach);
        this.moveFloor();
    }

    private moveFloor(): void {
        const reach = this.rig.homeReach;
        const { target } = this.rig.homeView;
        const { x, y, z } = this.floor.position;
        this.materials.shared.uPool.value.set(x, y, z, 6 * reach);
        this.materials.shared.uLimit.value.set(target.x, target.y, target.z, 40 * reach);
    }

    // Some scenes move their camera along with what they show.
    private follow(): void {
        readCamera(this.play.memory, this.exports.taut_stage_camera(), this.camera);
        const move = this._a.fromArray(this.camera.target).sub(this.lead);
        if (move.lengthSq() > 0) {
            this.lead.add(move);
            this.rig.follow(move);
            this.floor.position.x += move.x;
            this.floor.position.y += this.hasPlane ? 0 : move.y;
            this.floor.position.z += move.z;
            this.moveFloor();
        }
    }

    private label(): void {
        const bits = this.worlds.reduce((sum, w, i) => sum | (w.data.diverged ? 1 << i : 0), 0);
        if (bits !== this.exploded) {
            this.exploded = bits;
            this.layOut();
        }
    }

    private clear(): void {
        for (const world of this.worlds) {
            world.dispose();
        }
        this.worlds = [];
        this.overlay.clear();
        this.hands.clear();
        this.sketch = null;
    }

    // Pictures ------------------------------------------------------------------------------------

    /** After steps, and after anything was done to the scene. */
    update(): void {
        const start = performance.now();
        const { wires, more } = MODES[this.view.mode];
        this.exports.taut_stage_update(wires, more);
        for (const world of this.worlds) {
            world.update();
        }
        this.follow();
        this.label();
        this.wanted = this.view.mode;
        this.bound = this.play.memory.buffer;
        if (more & 1) {
            this.rescale();
        }
        this.times.update = performance.now() - start;
    }

    // Rises at once and falls when forces have been far below for long: a scale that one can read.
    private rescale(): void {
        const most = Math.max(0, ...this.worlds.map((w) => w.data.mostForce));
        const rounded = roundUp(most);
        if (rounded > this.force.max || rounded < 0.15 * this.force.max) {
            this.force.max = rounded;
        }
        const push = Math.max(0, ...this.worlds.map((w) => w.data.mostPush));
        this.force.push ||= push > 0.1 * this.force.max && push > 0;
        this.materials.shared.uForce.value = Math.max(this.force.max, 1e-9);
    }

    render(): void {
        const start = performance.now();
        if (this.wanted !== this.view.mode) {
            this.update();
        } else if (this.bound !== this.play.memory.buffer) {
            this.bound = this.play.memory.buffer;
            this.worlds.forEach((world) => {
                world.data.refresh();
                world.bind();
            });
        }
        const { shared } = this.materials;
        shared.uMode.value = MODES[this.view.mode].mode;
        shared.uByKind.value = this.view.mode === "particles" ? 1 : 0;
        this.renderer.clear();
        this.renderer.setScissorTest(true);
        for (let i = 0; i < this.panels.length; ++i) {
            this.renderWorld(i);
        }
        this.renderer.setScissorTest(false);
        this.drawOverlay();
        this.times.render = performance.now() - start;
    }

    private renderWorld(i: number): void {
        const { renderer, rig } = this;
        const panel = this.panels[i]!;
        this.worlds.forEach((world, k) => {
            world.main.visible = k === i;
            world.shade.visible = k === i;
        });
        this.worlds[i]?.show(this.view.mode, this.view.pins);
        this.floor.visible = i < this.worlds.length;
        if (this.floor.visible) {
            this.castShadow(i);
        }
        const bottom = this.height - panel.y - panel.height;
        renderer.setViewport(panel.x, bottom, panel.width, panel.height);
        renderer.setScissor(panel.x, bottom, panel.width, panel.height);
        const scale = (this.ratio * panel.height) / (2 * Math.tan((rig.camera.fov * Math.PI) / 360));
        this.materials.shared.uScreen.value.set(
            this.ratio * panel.width, this.ratio * panel.height, scale, this.ratio);
        renderer.clear();
        renderer.render(this.scene, rig.camera);
    }

    private castShadow(i: number): void {
        if (!this.view.shadows || this.view.mode === "particles" || this.view.mode === "wireframe") {
            this.shadow.off();
            return;
        }
        const reach = this.rig.homeReach;
        const { data } = this.worlds[i]!;
        const target = this.rig.homeView.target;
        const own = this._a.copy(target).applyMatrix4(this.stands[i]!.back);
        this.exports.taut_stage_bounds(i, own.x, own.y, own.z, 4 * reach);
        data.refresh();
        const low = this._a.fromArray(data.low).applyMatrix4(this.stands[i]!.matrix);
        const high = this._b.fromArray(data.high).applyMatrix4(this.stands[i]!.matrix);
        const wide = Math.abs(high.x - low.x) + Math.abs(high.z - low.z) + Math.abs(high.y - low.y);
        const middle = low.add(high).multiplyScalar(0.5).lerp(target, 0.35);
        const radius = Math.max(0.45 * wide + 0.35 * middle.distanceTo(target), 0.8 * reach);
        this.shadow.render(this.renderer, this.shade, middle, Math.min(radius, 5 * reach));
    }

    private drawOverlay(): void {
        for (const [hand, { at, world }] of this.hands) {
            const held = this.play.held(hand);
            this.overlay.setHand(hand, this.point(world, at),
                held ? this.point(held.world, held.point) : null);
        }
        if (this.sketch) {
            const { points, world } = this.sketch;
            this.overlay.setSketch(points.map((p) => this.point(world, p)));
        }
    }

    resize(width: number, height: number, pixelRatio: number): void {
        this.width = Math.max(1, width);
        this.height = Math.max(1, height);
        this.ratio = pixelRatio;
        this.renderer.setPixelRatio(pixelRatio);
        this.renderer.setSize(this.width, this.height, false);
        this.overlay.resize(this.width, this.height);
        this.layOut();
    }

    private layOut(): void {
        this.panels = this.worlds.length > 1
            ? layPanels(this.worlds.length, this.width, this.height, this.framed)
            : [{ x: 0, y: 0, width: this.width, height: this.height }];
        const first = this.panels[0]!;
        this.rig.setAspect(first.width / first.height);
        this.overlay.setLabels(this.labels.map((text, i) => ({
            text: this.worlds[i]?.data.diverged ? `${text}: exploded` : text,
            ...this.panels[i]!,
        })));
    }

    setTheme(dark: boolean): void {
        this.theme = dark ? DARK : LIGHT;
        this.materials.shared.setTheme(this.theme);
        this.overlay.setTheme(this.theme);
        this.renderer.setClearColor(this.theme.gap, 1);
    }

    // Pointers ------------------------------------------------------------------------------------

    private panelAt(x: number, y: number): number {
        const inside = this.panels.findIndex((p) =>
            x >= p.x && x < p.x + p.width + 3 && y >= p.y && y < p.y + p.height + 3);
        return Math.max(0, inside);
    }

    // Canvas pixels to a ray in the picture: from _a in the direction _b.
    private cast(x: number, y: number, world: number): void {
        const panel = this.panels[world] ?? { x: 0, y: 0, width: 1, height: 1 };
        const { camera } = this.rig;
        const u = (2 * (x - panel.x)) / panel.width - 1;
        const v = 1 - (2 * (y - panel.y)) / panel.height;
        this._a.setFromMatrixPosition(camera.matrixWorld);
        this._b.set(u, v, 0.5).unproject(camera).sub(this._a).normalize();
    }

    /** The world under a pixel of the canvas, and a ray through it in that world. */
    ray(x: number, y: number): { world: number; origin: Vec3; direction: Vec3 } {
        const world = this.panelAt(x, y);
        this.cast(x, y, world);
        const back = this.backOf(world);
        const origin = this._a.applyMatrix4(back).toArray() as Vec3;
        const direction = this._b.transformDirection(back).toArray() as Vec3;
        return { world, origin, direction };
    }

    /** Where a place of a world is in the canvas. */
    point(world: number, p: Vec3): { x: number; y: number; depth: number } {
        const panel = this.panels[world] ?? { x: 0, y: 0, width: 1, height: 1 };
        const { camera } = this.rig;
        const at = this._a.set(...p).applyMatrix4(this.stands[world]?.matrix ?? camera.matrix);
        const depth = -this._b.copy(at).applyMatrix4(camera.matrixWorldInverse).z;
        at.project(camera);
        return { x: panel.x + (0.5 + 0.5 * at.x) * panel.width,
            y: panel.y + (0.5 - 0.5 * at.y) * panel.height, depth };
    }

    /** Where the ray of a pixel meets the plane through a place that faces the camera. */
    plane(x: number, y: number, world: number, through: Vec3): Vec3 {
        this.cast(x, y, world);
        const stand = this.stands[world]?.matrix;
        const ahead = this.rig.camera.getWorldDirection(new Vector3());
        if (this.worlds[world]?.data.planar) {
            ahead.set(0, 0, -1); // the plane of the world itself
        }
        const at = new Vector3(...through);
        if (stand) {
            at.applyMatrix4(stand);
        }
        const steep = this._b.dot(ahead);
        const far = at.sub(this._a).dot(ahead) / (Math.abs(steep) > 1e-6 ? steep : 1e-6);
        this._a.addScaledVector(this._b, far).applyMatrix4(this.backOf(world));
        return this._a.toArray() as Vec3;
    }

    private backOf(world: number): Matrix4 {
        return this.stands[world]?.back ?? this.rig.camera.matrix;
    }

    showHand(hand: number, at: Vec3 | null, world: number): void {
        if (at) {
            this.hands.set(hand, { at: [...at], world });
        } else {
            this.hands.delete(hand);
            this.overlay.setHand(hand, null, null);
        }
    }

    showStroke(points: { x: number; y: number }[] | null): void {
        this.overlay.setStroke(points);
    }

    showSketch(points: Vec3[] | null, world: number): void {
        this.sketch = points ? { points, world } : null;
        if (!points) {
            this.overlay.setSketch(null);
        }
    }

    // Colours -------------------------------------------------------------------------------------

    tensionScale(): { max: number; unit: "N" } {
        return { max: this.force.max, unit: "N" };
    }

    legend(): Legend | null {
        if (this.view.mode === "tension") {
            const most = inNewtons(this.force.max);
            const ramps = [{ name: "pull", gradient: cssGradient(PULL_STOPS), most }];
            if (this.force.push) {
                ramps.push({ name: "push", gradient: cssGradient(PUSH_STOPS), most });
            }
            return { title: "Tension", items: [], ramps };
        }
        if (this.view.mode === "particles") {
            const seen = new Set<number>();
            for (const { data } of this.worlds) {
                for (let i = 6; i < data.lines.length; i += 8) {
                    seen.add(data.lines[i]!);
                }
            }
            const items = KINDS.map((k) => ({ name: k.name, colour: cssColour(k.colour) }))
                .filter((_, i) => seen.has(i));
            return { title: "Constraints", items, ramps: [] };
        }
        return null;
    }

    resetCamera(): void {
        this.rig.reset();
    }

    dispose(): void {
        this.clear();
        this.rig.dispose();
        this.shadow.dispose();
        this.materials.dispose();
        this.overlay.dispose();
        this.renderer.dispose();
    }
}
