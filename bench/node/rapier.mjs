// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Rapier's soft body: solver iterations are its substeps. All links are structural edges, stiff.

import RAPIER from "@dimforge/rapier3d-compat";

import { DT, SUBSTEPS } from "./grid.mjs";

export async function open(cloth) {
    await RAPIER.init({});
    const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
    world.timestep = DT;
    world.integrationParameters.numSolverIterations = SUBSTEPS;
    world.integrationParameters.numInternalPgsIterations = 1;
    world.integrationParameters.softBodiesMaxExtraSubsteps = 0;
    const desc = new RAPIER.SoftBodyDesc(cloth.positions)
        .addEdges(Uint32Array.from(cloth.links.flat()))
        .setParticleMass(1)
        .setPinnedParticles(Uint32Array.from(cloth.pins))
        .setSoftness(1e6, 1)
        .setNoSurfaceCollider()
        .setLinearDamping(0)
        .setAdditionalPgsIterations(0)
        .setCanSleep(false);
    const body = world.createSoftBody(desc);
    return {
        name: "Rapier",
        version: `rapier3d-compat ${RAPIER.version()}`,
        step: () => world.step(),
        positions: () => body.particlePositions(),
        projections: cloth.links.length * SUBSTEPS,
        note: "no surface, no collider",
    };
}
