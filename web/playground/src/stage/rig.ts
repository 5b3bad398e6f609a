// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The camera and the hands that move it: it goes around a target, nearer and farther, and takes the
// target along. Mouse: drag turns, right button or shift moves, wheel zooms. Touch: one finger
// turns, two move and zoom.

import { PerspectiveCamera, Vector3 } from "three";
import type { Panel } from "./panels";

// The narrowest picture that shows a scene as its author framed it; narrower ones stand back.
const NARROWEST = 1.4;

export interface View {
    eye: Vector3;
    target: Vector3;
    fov: number;
}

export class Rig {
    readonly camera = new PerspectiveCamera(35, 1, 0.1, 100);
    readonly target = new Vector3();
    enabled = true;
    flat = false; // seen head-on: moves and zooms, does not turn
    touched = false; // by somebody since it came home
    private distance = 5;
    private azimuth = 0;
    private height = 0; // angle above the horizon
    private home: View = { eye: new Vector3(0, 0, 5), target: new Vector3(), fov: 35 };
    private aspect = 1;
    private framed = NARROWEST;
    private panel: Panel | null = null; // that the camera is aimed for
    private readonly pointers = new Map<number, { x: number; y: number }>();
    private turning = true;
    private readonly right = new Vector3();
    private readonly up = new Vector3();

    constructor(private readonly element: HTMLElement) {
        element.addEventListener("pointerdown", this.onDown);
        element.addEventListener("pointermove", this.onMove);
        element.addEventListener("pointerup", this.onUp);
        element.addEventListener("pointercancel", this.onUp);
        element.addEventListener("wheel", this.onWheel, { passive: false });
        element.addEventListener("contextmenu", this.onMenu);
    }

    // @param framed width over height of what the home view has to show
    // @param keep  stay where somebody has put it
    setHome(home: View, framed = NARROWEST, keep = false): void {
        this.home = home;
        this.framed = framed;
        if (!keep) {
            this.reset();
        }
    }

    // The scene's own camera has moved on: goes along, from wherever somebody has put it.
    follow(move: Vector3): void {
        this.home.eye.add(move);
        this.home.target.add(move);
        this.target.add(move);
        this.apply();
    }

    setAspect(aspect: number): void {
        this.aspect = aspect;
        if (!this.touched) {
            this.reset();
        }
        this.apply();
    }

    reset(): void {
        const { home } = this;
        const away = home.eye.clone().sub(home.target);
        const length = Math.max(away.length(), 1e-3);
        const back = Math.max(1, this.framed / Math.max(this.aspect, 0.1));
        this.target.copy(home.target);
        this.distance = length * back;
        this.azimuth = Math.atan2(away.x, away.z);
        this.height = Math.asin(away.y / length);
        this.touched = false;
        this.pointers.clear();
        this.apply();
    }

    get homeView(): View {
        return this.home;
    }

    // Half the height of what is seen at the target, metres.
    get reach(): number {
        return this.distance * Math.tan((this.home.fov * Math.PI) / 360);
    }

    get homeReach(): number {
        const away = this.home.eye.distanceTo(this.home.target);
        return away * Math.tan((this.home.fov * Math.PI) / 360);
    }

    apply(): void {
        const { camera } = this;
        const level = this.distance * Math.cos(this.height);
        camera.position.set(
            this.target.x + level * Math.sin(this.azimuth),
            this.target.y + this.distance * Math.sin(this.height),
            this.target.z + level * Math.cos(this.azimuth),
        );
        camera.lookAt(this.target);
        camera.fov = this.home.fov;
        camera.near = Math.max(0.01 * this.distance, 1e-3);
        camera.far = 60 * this.distance + 40 * this.homeReach;
        camera.updateMatrixWorld();
        this.panel = null;
    }

    // The camera as one panel has it: what it frames is the inner part, and it goes on beyond.
    aim(panel: Panel): PerspectiveCamera {
        if (this.panel !== panel) {
            const { inner, outer } = panel;
            this.panel = panel;
            this.camera.setViewOffset(inner.width, inner.height, outer.x - inner.x,
                outer.y - inner.y, outer.width, outer.height);
        }
        return this.camera;
    }

    private turn(dx: number, dy: number): void {
        const size = this.element.clientHeight || 1;
        this.azimuth -= (2.2 * Math.PI * dx) / size;
        const most = 0.49 * Math.PI;
        this.height = Math.min(most, Math.max(-most, this.height + (Math.PI * dy) / size));
    }

    private move(dx: number, dy: number): void {
        const metres = (2 * this.reach) / (this.element.clientHeight || 1);
        this.camera.matrixWorld.extractBasis(this.right, this.up, _unused);
        this.target.addScaledVector(this.right, -dx * metres);
        this.target.addScaledVector(this.up, dy * metres);
    }

    zoom(factor: number): void {
        const whole = this.home.eye.distanceTo(this.home.target);
        this.distance = Math.min(12 * whole, Math.max(0.04 * whole, this.distance * factor));
        this.touched = true;
        this.apply();
    }

    private readonly onDown = (event: PointerEvent): void => {
        if (!this.enabled) {
            return;
        }
        this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        this.turning = event.button === 0 && !event.shiftKey && !this.flat;
        try {
            this.element.setPointerCapture(event.pointerId);
        } catch {
            // A pointer that is gone already, or one that a script made up, cannot be captured.
        }
    };

    private readonly onMove = (event: PointerEvent): void => {
        const old = this.pointers.get(event.pointerId);
        if (!old) {
            return;
        }
        if (!this.enabled) {
            this.pointers.clear();
            return;
        }
        const dx = event.clientX - old.x;
        const dy = event.clientY - old.y;
        if (this.pointers.size === 1) {
            if (this.turning) {
                this.turn(dx, dy);
            } else {
                this.move(dx, dy);
            }
        } else {
            this.pinch(event, dx, dy);
        }
        old.x = event.clientX;
        old.y = event.clientY;
        this.touched = true;
        this.apply();
    };

    // Two fingers: half of each one's way moves, their distance zooms.
    private pinch(event: PointerEvent, dx: number, dy: number): void {
        const [a, b] = [...this.pointers.values()];
        const before = Math.hypot(a!.x - b!.x, a!.y - b!.y);
        const moved = this.pointers.get(event.pointerId)!;
        const other = moved === a ? b! : a!;
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        this.move(0.5 * dx, 0.5 * dy);
        if (before > 10 && after > 10) {
            this.zoom(before / after);
        }
    }

    private readonly onUp = (event: PointerEvent): void => {
        this.pointers.delete(event.pointerId);
    };

    private readonly onWheel = (event: WheelEvent): void => {
        if (!this.enabled) {
            return;
        }
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 30 : 1;
        this.zoom(Math.exp(0.0012 * lines * event.deltaY));
    };

    private readonly onMenu = (event: Event): void => event.preventDefault();

    dispose(): void {
        const { element } = this;
        element.removeEventListener("pointerdown", this.onDown);
        element.removeEventListener("pointermove", this.onMove);
        element.removeEventListener("pointerup", this.onUp);
        element.removeEventListener("pointercancel", this.onUp);
        element.removeEventListener("wheel", this.onWheel);
        element.removeEventListener("contextmenu", this.onMenu);
    }
}

const _unused = new Vector3();
