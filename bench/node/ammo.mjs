// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bullet's soft body as WebAssembly, set up as in bench/bullet.cc.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

import { DT, SUBSTEPS } from "./grid.mjs";

const require = createRequire(import.meta.url);

function makeWorld(Ammo) {
    const config = new Ammo.btSoftBodyRigidBodyCollisionConfiguration();
    const dispatcher = new Ammo.btCollisionDispatcher(config);
    const world = new Ammo.btSoftRigidDynamicsWorld(
        dispatcher, new Ammo.btDbvtBroadphase(), new Ammo.btSequentialImpulseConstraintSolver(),
        config, new Ammo.btDefaultSoftBodySolver());
    const gravity = new Ammo.btVector3(0, -9.81, 0);
    world.setGravity(gravity);
    world.getWorldInfo().set_m_gravity(gravity);
    world.getWorldInfo().set_air_density(0);
    return world;
}

function configure(body) {
    const config = body.get_m_cfg();
    config.set_piterations(1);
    config.set_viterations(0);
    config.set_diterations(0);
    config.set_citerations(0);
    config.set_kDP(0);
    config.set_collisions(0);
    body.setActivationState(4);  // DISABLE_DEACTIVATION
}

export async function open(cloth) {
    const wasmBinary = readFileSync(require.resolve("ammojs3/dist/ammo.wasm.wasm"));
    const Ammo = await require("ammojs3/dist/ammo.wasm.js")({ wasmBinary });
    const world = makeWorld(Ammo);
    const at = new Ammo.btVector3(0, 0, 0);
    const body = new Ammo.btSoftBody(world.getWorldInfo(), 0, at, []);
    for (let i = 0; i < cloth.count; ++i) {
        at.setValue(...cloth.positions.subarray(3 * i, 3 * i + 3));
        body.appendNode(at, 1);
    }
    const material = body.get_m_materials().at(0);
    material.set_m_kLST(1);
    for (const [a, b] of cloth.links) {
        body.appendLink(a, b, material, false);
    }
    cloth.pins.forEach((pin) => body.setMass(pin, 0));
    configure(body);
    world.addSoftBody(body, 1, 0);
    const nodes = body.get_m_nodes();
    const x = new Float32Array(3 * cloth.count);
    return {
        name: "ammo (Bullet)",
        version: "ammojs3 0.0.11",
        step: () => {
            for (let i = 0; i < SUBSTEPS; ++i) {
                world.stepSimulation(DT / SUBSTEPS, 0);
            }
        },
        positions: () => {
            for (let i = 0; i < cloth.count; ++i) {
                const p = nodes.at(i).get_m_x();
                x.set([p.x(), p.y(), p.z()], 3 * i);
            }
            return x;
        },
        bytes: () => Ammo.HEAP8.byteLength,
        projections: cloth.links.length * SUBSTEPS,
        note: "memory is the whole heap",
    };
}
