// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Everything seen in the canvas: the worlds of the open scene, lit and shadowed, or taken apart
// into what they are made of.

import { BufferGeometry, Mesh, Scene, Vector3, WebGLRenderer } from "three";
import type { Play, Vec3 } from "../engine/play";
import { frameScene, type Extent, type Stand } from "./framing";
import { DARK, LIGHT } from "./kinds";
import { Scale, makeLegend, type Legend } from "./legend";
import { Marks } from "./marks";
import { Materials } from "./materials";
import { WorldData, readCamera, readGround, type CameraData, type StageExports } from "./memory";
import { Overlay } from "./overlay";
import { layPanels, type Insets, type Panel } from "./panels";
import { Pointing } from "./pointing";
import { startRatio } from "./ratio";
import { Rig } from "./rig";
import { Shadow } from "./shadow";
import { makeTile, setQuad } from "./shapes";
import { Warmth } from "./warm";
import { WorldView, type ViewMode } from "./world";

export type { Insets } from "./panels";
export type { Legend } from "./legend";
export type { ViewMode } from "./world";

// What a view needs: uMode of the shaders, lines (taut_stage_wires), forces (1) or contacts (2).
const MODES: Record<ViewMode, { mode: number; wires: number; more: number }> = {
    shaded: { mode: 0, wires: 0, more: 0 },
    wireframe: { mode: 2, wires: 1, more: 0 },
    particles: { mode: 2, wires: 2, more: 0 },
    tension: { mode: 1, wires: 0, more: 1 },
    contacts: { mode: 3, wires: 0, more: 2 },
};

// Pixels that bars may grow or shrink before scenes are framed anew.
const STEADY = 32;

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
    play!: Play; // from use() on
    private exports!: StageExports;
    private readonly warmth: Warmth;
    private worlds: WorldView[] = [];
    private readonly pointing: Pointing;
    private stands: Stand[] = [];
    private panels: Panel[] = [];
    private labels: string[] = [];
    private framed = 1.4;
    private readonly sizes = new Map<string, Extent>(); // of scenes with their own parameters
    private hasPlane = false;
    private opened = "";
    private shown = ""; // the view that the module was last asked for
    private exploded = 0; // bits of worlds
    private size = { width: 1, height: 1, ratio: 1 };
    private insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
    private readonly scale = new Scale();
    private readonly marks: Marks;
    private buffer: ArrayBufferLike | null = null;
    private readonly camera: CameraData = { eye: [0, 0, 1], target: [0, 0, 0], fov: 35 };
    private readonly lead = new Vector3(); // where the scene's camera looked last
    private readonly a = new Vector3();

    constructor(readonly canvas: HTMLCanvasElement) {
        this.renderer = new WebGLRenderer({ canvas, antialias: true, stencil: false });
        this.renderer.autoClear = false;
        canvas.style.visibility = "hidden"; // until there is something: the browser waits for it
        this.renderer.debug.checkShaderErrors = import.meta.env.DEV; // asking waits for the answer
        this.rig = new Rig(canvas);
        this.pointing = new Pointing(this.rig);
        this.shadow = new Shadow(this.materials.shared, this.renderer);
        this.overlay = new Overlay(canvas);
        this.marks = new Marks(this.overlay, this.pointing);
        const quad = new BufferGeometry();
        setQuad(quad);
        const back = new Mesh(quad, this.materials.back);
        this.floor = new Mesh(makeTile(1), this.materials.floor);
        back.renderOrder = -2;
        this.floor.renderOrder = -1;
        back.frustumCulled = this.floor.frustumCulled = false;
        this.scene.add(back, this.floor);
        this.setTheme(false);
        this.setSize(canvas.clientWidth, canvas.clientHeight, this.startRatio);
        this.warmth = new Warmth(
            this.materials, this.renderer, this.scene, this.shade, this.rig.camera);
    }

    get controls(): { enabled: boolean } {
        return this.rig;
    }

    /** The engine, which comes later than the canvas. */
    use(play: Play): void {
        this.play = play;
        this.exports = play.exports as unknown as StageExports;
        this.warmth.draw(() =>
            this.shadow.render(this.renderer, this.shade, this.a.set(0, 0, 0), 1));
    }

    // Scenes --------------------------------------------------------------------------------------

    /** Whether it is known how large a scene is by itself: its camera goes by that. */
    knows(name: string): boolean {
        return this.sizes.has(name);
    }

    /** After a scene was opened. A camera that was moved stays where it is in the same scene. */
    open(): void {
        const name = this.play.scene.name;
        this.clear();
        const count = Math.max(0, this.exports.taut_stage_open());
        for (let i = 0; i < count; ++i) {
            const data = new WorldData(this.play.memory, this.exports.taut_stage_world(i));
            const world = new WorldView(i, data, this.materials, this.exports, this.play.memory);
            this.worlds.push(world);
            this.scene.add(world.main);
            this.shade.add(world.shade);
        }
        this.exports.taut_stage_update(0, 0);
        for (const world of this.worlds) {
            world.data.refresh();
        }
        const same = name === this.opened && this.stands.length === count;
        if (!same || this.play.frame === 0) {
            this.frame(same && this.rig.touched);
        }
        this.opened = name;
        this.canvas.style.visibility = "";
        this.scale.reset();
        this.place();
        this.labels = count > 1 ? this.play.stats().worlds.map((w) => w.label) : [];
        this.layOut();
        this.update();
    }

    // @param keep the camera stays where somebody has put it
    private frame(keep: boolean): void {
        const { memory } = this.play;
        readCamera(memory, this.exports.taut_stage_camera(), this.camera);
        const grounds = this.worlds.map((w) =>
            readGround(memory, this.exports.taut_stage_ground(w.number)));
        const { name, params } = this.play.scene;
        const now = this.play.params;
        const own = params.every((param) => now[param.key] === param.value);
        const frame = frameScene(this.camera, this.worlds.map((w) => w.data), grounds,
            own ? undefined : this.sizes.get(name));
        if (own && frame.extent) {
            this.sizes.set(name, frame.extent);
        }
        this.stands = frame.stands;
        this.framed = frame.framed;
        this.hasPlane = frame.hasPlane;
        this.lead.fromArray(this.camera.target);
        this.rig.flat = this.worlds.every((w) => w.data.planar);
        this.rig.setHome(frame.home, frame.framed, keep);
        this.materials.shared.uSun.value.copy(frame.sun);
        const { x, z } = frame.home.target;
        this.floor.position.set(x, frame.floor, z);
        this.floor.scale.setScalar(14 * this.rig.homeReach);
        this.shadow.reset();
        this.moveFloor();
    }

    private place(): void {
        this.worlds.forEach((world, i) => {
            const { matrix } = this.stands[i]!;
            for (const group of [world.main, world.shade]) {
                group.matrixAutoUpdate = false;
                group.matrix.copy(matrix);
                group.matrixWorldNeedsUpdate = true;
            }
            world.colliders.tile = 3 * this.rig.homeReach;
            world.colliders.floorHeight = world.data.flipped
                ? matrix.elements[13]! - this.floor.position.y
                : this.floor.position.y - matrix.elements[13]!;
        });
    }

    private moveFloor(): void {
        const reach = this.rig.homeReach;
        const { target } = this.rig.homeView;
        const { x, y, z } = this.floor.position;
        this.materials.shared.uPool.value.set(x, y, z, 6 * reach);
        this.materials.shared.uLimit.value.set(target.x, target.y, target.z, 40 * reach);
        this.materials.shared.uArrow.value.set(0.1 * reach, 0.5 * reach);
    }

    // Some scenes move their camera along with what they show.
    private follow(): void {
        readCamera(this.play.memory, this.exports.taut_stage_camera(), this.camera);
        const move = this.a.fromArray(this.camera.target).sub(this.lead);
        if (move.lengthSq() > 0) {
            this.lead.add(move);
            this.rig.follow(move);
            this.floor.position.x += move.x;
            this.floor.position.y += this.hasPlane ? 0 : move.y;
            this.floor.position.z += move.z;
            this.moveFloor();
        }
    }

    private clear(): void {
        for (const world of this.worlds) {
            world.dispose();
        }
        this.worlds = [];
        this.marks.clear();
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
        this.shown = this.view.mode;
        this.buffer = this.play.memory.buffer;
        this.follow();
        this.rescale(more);
        const exploded = this.worlds.reduce((bits, w, i) =>
            bits | (w.data.diverged ? 1 << i : 0), 0);
        if (exploded !== this.exploded) {
            this.exploded = exploded;
            this.layOut();
        }
        this.times.update = performance.now() - start;
    }

    /** Whether every world has blown up, and stands still. */
    get blown(): boolean {
        return this.worlds.length > 0 && this.worlds.every((w) => w.data.diverged);
    }

    private rescale(more: number): void {
        if (more !== 0) {
            let most = 0;
            let push = 0;
            for (const { data } of this.worlds) {
                most = Math.max(most, more === 1 ? data.mostForce : data.mostContact());
                push = Math.max(push, more === 1 ? data.mostPush : 0);
            }
            this.scale.update(most, push);
            const { shared } = this.materials;
            const force = Math.max(this.scale.max, 1e-9);
            shared.uForce.value = force;
            shared.uArrow.value.x = shared.uArrow.value.y / Math.sqrt(force);
        }
    }

    render(): void {
        const start = performance.now();
        if (this.shown !== this.view.mode) {
            this.scale.reset();
            this.update();
        } else if (this.buffer !== this.play.memory.buffer) {
            this.buffer = this.play.memory.buffer;
            for (const world of this.worlds) {
                world.bind();
            }
        }
        const { shared } = this.materials;
        shared.uMode.value = MODES[this.view.mode].mode;
        shared.uByKind.value = this.view.mode === "particles" ? 1 : 0;
        this.renderer.setScissorTest(false);
        this.renderer.clear();
        this.renderer.setScissorTest(true);
        for (let i = 0; i < this.panels.length && this.worlds.length > 0; ++i) {
            this.renderPanel(i, this.panels[i]!);
        }
        this.renderer.getContext().flush(); // it is drawn while the page goes on
        this.marks.draw(this.play);
        this.times.render = performance.now() - start;
    }

    // A panel behind the last world shows the background alone.
    private renderPanel(i: number, panel: Panel): void {
        const { renderer } = this;
        const { height, ratio } = this.size;
        const { inner, outer } = panel;
        for (const world of this.worlds) {
            world.main.visible = world.shade.visible = world.number === i;
        }
        this.floor.visible = i < this.worlds.length;
        const world = this.worlds[i];
        if (world) {
            world.show(this.view.mode, this.view.pins);
            const { mode, shadows } = this.view;
            if (shadows && mode !== "particles" && mode !== "wireframe") {
                this.shadow.cast(this.renderer, this.shade, { world, stand: this.stands[i]!,
                    exports: this.exports, reach: this.rig.homeReach,
                    target: this.rig.homeView.target });
            } else {
                this.shadow.off();
            }
        }
        const camera = this.rig.aim(panel);
        const bottom = height - outer.y - outer.height;
        renderer.setViewport(outer.x, bottom, outer.width, outer.height);
        renderer.setScissor(outer.x, bottom, outer.width, outer.height);
        const scale = (ratio * inner.height) / (2 * Math.tan((camera.fov * Math.PI) / 360));
        this.materials.shared.uScreen.value.set(
            ratio * outer.width, ratio * outer.height, scale, ratio);
        renderer.render(this.scene, camera);
    }

    /** Pixels for each of the page's to begin with. */
    get startRatio(): number {
        return startRatio(this.renderer.getContext());
    }

    resize(width: number, height: number, ratio: number): void {
        this.setSize(Math.max(1, width), Math.max(1, height), ratio);
        this.overlay.resize(this.size.width, this.size.height);
        this.layOut();
    }

    // The browser waits for everything that is drawn when a canvas changes.
    private setSize(width: number, height: number, ratio: number): void {
        const { size } = this;
        if (width !== size.width || height !== size.height || ratio !== size.ratio) {
            this.size = { width, height, ratio };
            this.renderer.setPixelRatio(ratio);
            this.renderer.setSize(width, height, false);
        }
    }

    /** Pixels at the sides that bars cover: scenes are framed in what is left. */
    setInsets(insets: Insets): void {
        const sides = ["top", "right", "bottom", "left"] as const;
        // A bar that is a little higher with another tool shall not move the picture.
        if (sides.some((side) => Math.abs(insets[side] - this.insets[side]) > STEADY)) {
            this.insets = { ...insets };
            this.layOut();
        }
    }

    private layOut(): void {
        const { width, height } = this.size;
        this.panels = layPanels(
            Math.max(1, this.worlds.length), width, height, this.insets, this.framed);
        this.pointing.set(this.panels, this.stands, this.worlds.map((w) => w.data.planar));
        const { inner } = this.panels[0]!;
        this.rig.setAspect(inner.width / inner.height);
        this.overlay.setLabels(this.labels.map((label, i) => {
            const { inner: { x, y, width: wide }, head } = this.panels[i]!;
            const text = this.worlds[i]?.data.diverged ? `${label}: exploded` : label;
            return { text, x, y: y - head, width: wide };
        }));
    }

    /** What each of several worlds is to be compared by, under its label. */
    setFigures(figures: readonly string[]): void {
        this.overlay.setFigures(figures);
    }

    setTheme(dark: boolean): void {
        const theme = dark ? DARK : LIGHT;
        this.materials.shared.setTheme(theme);
        this.overlay.setTheme(theme);
        this.renderer.setClearColor(theme.gap, 1);
    }

    // Pointers ------------------------------------------------------------------------------------

    /** The world under a pixel of the canvas, and a ray through it in that world. */
    ray(x: number, y: number): { world: number; origin: Vec3; direction: Vec3 } {
        return this.pointing.ray(x, y);
    }

    /** Where a place of a world is in the canvas. */
    point(world: number, p: Vec3): { x: number; y: number; depth: number } {
        return this.pointing.point(world, p);
    }

    /** Where the ray of a pixel meets the plane through a place that faces the camera. */
    plane(x: number, y: number, world: number, through: Vec3): Vec3 {
        return this.pointing.plane(x, y, world, through);
    }

    showHand(hand: number, at: Vec3 | null, world: number): void {
        this.marks.showHand(hand, at, world);
    }

    showStroke(points: { x: number; y: number }[] | null): void {
        this.overlay.setStroke(points);
    }

    showSketch(points: Vec3[] | null, world: number): void {
        this.marks.showSketch(points, world);
    }

    // Colours -------------------------------------------------------------------------------------

    tensionScale(): { max: number; unit: "N" } {
        return { max: this.scale.max, unit: "N" };
    }

    legend(): Legend | null {
        return makeLegend(this.view.mode, this.worlds.map((w) => w.data), this.scale);
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
