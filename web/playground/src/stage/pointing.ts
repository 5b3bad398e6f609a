// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// From pixels of the canvas to places in a world, and back.

import { Matrix4, Vector3 } from "three";
import type { Vec3 } from "../engine/play";
import type { Stand } from "./framing";
import { panelAt, type Panel } from "./panels";
import type { Rig } from "./rig";

const WHOLE: Panel = {
    inner: { x: 0, y: 0, width: 1, height: 1 },
    outer: { x: 0, y: 0, width: 1, height: 1 },
    head: 0,
};
const SAME = new Matrix4();

export class Pointing {
    private panels: readonly Panel[] = [];
    private stands: readonly Stand[] = [];
    private planar: readonly boolean[] = [];
    private readonly a = new Vector3();
    private readonly b = new Vector3();

    constructor(private readonly rig: Rig) {}

    set(panels: readonly Panel[], stands: readonly Stand[], planar: readonly boolean[]): void {
        this.panels = panels;
        this.stands = stands;
        this.planar = planar;
    }

    // A ray in the picture: from `a` in the direction `b`.
    private cast(x: number, y: number, world: number): void {
        const panel = this.panels[world] ?? WHOLE;
        const camera = this.rig.aim(panel);
        const u = (2 * (x - panel.outer.x)) / panel.outer.width - 1;
        const v = 1 - (2 * (y - panel.outer.y)) / panel.outer.height;
        this.a.setFromMatrixPosition(camera.matrixWorld);
        this.b.set(u, v, 0.5).unproject(camera).sub(this.a).normalize();
    }

    ray(x: number, y: number): { world: number; origin: Vec3; direction: Vec3 } {
        const world = Math.min(panelAt(this.panels, x, y), Math.max(0, this.stands.length - 1));
        this.cast(x, y, world);
        const back = this.stands[world]?.back ?? SAME;
        const origin = this.a.applyMatrix4(back).toArray() as Vec3;
        const direction = this.b.transformDirection(back).toArray() as Vec3;
        return { world, origin, direction };
    }

    point(world: number, p: Vec3): { x: number; y: number; depth: number } {
        const panel = this.panels[world] ?? WHOLE;
        const { x, y, width, height } = panel.outer;
        const camera = this.rig.aim(panel);
        const at = this.a.set(...p).applyMatrix4(this.stands[world]?.matrix ?? SAME);
        const depth = -this.b.copy(at).applyMatrix4(camera.matrixWorldInverse).z;
        at.project(camera);
        return { x: x + (0.5 + 0.5 * at.x) * width, y: y + (0.5 - 0.5 * at.y) * height, depth };
    }

    plane(x: number, y: number, world: number, through: Vec3): Vec3 {
        this.cast(x, y, world);
        const stand = this.stands[world];
        const ahead = this.planar[world]
            ? new Vector3(0, 0, -1) // the plane of the world itself
            : this.rig.camera.getWorldDirection(new Vector3());
        const at = new Vector3(...through).applyMatrix4(stand?.matrix ?? SAME);
        const steep = this.b.dot(ahead);
        const far = at.sub(this.a).dot(ahead) / (Math.abs(steep) > 1e-6 ? steep : 1e-6);
        this.a.addScaledVector(this.b, far).applyMatrix4(stand?.back ?? SAME);
        return this.a.toArray() as Vec3;
    }
}
