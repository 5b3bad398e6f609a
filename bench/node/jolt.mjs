// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Jolt's soft body: iterations of a soft body are its substeps. Compliance 0 diverges on this
// cloth, so links get the compliance that gives it the least stretch (see bench/README.md).

import { DT, SUBSTEPS } from "./grid.mjs";

const COMPLIANCE = Number(process.env.JOLT_COMPLIANCE ?? 1e-6);  // m/N, particles of 1 kg

function makeSystem(Jolt, workers) {
    const settings = new Jolt.JoltSettings();
    settings.mMaxWorkerThreads = workers;
    const pairs = new Jolt.ObjectLayerPairFilterTable(1);
    const broad = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
    broad.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = broad;
    settings.mObjectVsBroadPhaseLayerFilter =
        new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 1, pairs, 1);
    const system = new Jolt.JoltInterface(settings);
    system.GetPhysicsSystem().SetGravity(new Jolt.Vec3(0, -9.81, 0));
    return system;
}

function addLinks(Jolt, shared, cloth) {
    const edge = new Jolt.SoftBodySharedSettingsEdge(0, 1, COMPLIANCE);
    shared.mEdgeConstraints.reserve(cloth.links.length);
    for (const [a, b] of cloth.links) {
        edge.set_mVertex(0, a);
        edge.set_mVertex(1, b);
        shared.mEdgeConstraints.push_back(edge);
    }
    shared.CalculateEdgeLengths();
}

// A tether of every particle to each pin, as Jolt's long-range attachments.
function addTethers(Jolt, shared, cloth) {
    for (const pin of cloth.pins) {
        for (let i = 0; i < cloth.count; ++i) {
            if (!cloth.pins.includes(i)) {
                shared.mLRAConstraints.push_back(
                    new Jolt.SoftBodySharedSettingsLRA(pin, i, 0));
            }
        }
    }
    shared.CalculateLRALengths();
}

function makeShared(Jolt, cloth, tethers) {
    const shared = new Jolt.SoftBodySharedSettings();
    const vertex = new Jolt.SoftBodySharedSettingsVertex();
    for (let i = 0; i < cloth.count; ++i) {
        const p = cloth.positions;
        vertex.mPosition = new Jolt.Float3(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
        vertex.mInvMass = cloth.pins.includes(i) ? 0 : 1;
        shared.mVertices.push_back(vertex);
    }
    const face = new Jolt.SoftBodySharedSettingsFace(0, 1, 2, 0);
    for (const corners of cloth.triangles) {
        corners.forEach((corner, k) => face.set_mVertex(k, corner));
        shared.AddFace(face);
    }
    addLinks(Jolt, shared, cloth);
    if (tethers) {
        addTethers(Jolt, shared, cloth);
    }
    shared.Optimize();
    return shared;
}

export async function open(cloth, variant) {
    const simd = variant.includes("simd");
    const tethers = variant.includes("tethers");
    const module = await import(simd ? "jolt-physics/wasm-multithread" : "jolt-physics");
    const Jolt = await module.default();
    const two = variant.includes("two");
    const system = makeSystem(Jolt, two ? 1 : 0);
    const shared = makeShared(Jolt, cloth, tethers);
    const settings = new Jolt.SoftBodyCreationSettings(
        shared, new Jolt.RVec3(0, 0, 0), new Jolt.Quat(0, 0, 0, 1), 0);
    settings.mNumIterations = SUBSTEPS;
    settings.mLinearDamping = 0;
    settings.mUpdatePosition = false;
    settings.mAllowSleeping = false;
    const bodies = system.GetPhysicsSystem().GetBodyInterface();
    const body = bodies.CreateSoftBody(settings);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    const motion = Jolt.castObject(body.GetMotionProperties(), Jolt.SoftBodyMotionProperties);
    const vertices = motion.GetVertices();
    const x = new Float32Array(3 * cloth.count);
    return {
        name: `Jolt${simd ? ", SIMD build" : ""}${tethers ? ", long-range attachments" : ""}` +
            (two ? ", two threads" : ""),
        version: "jolt-physics 1.1.0",
        step: () => system.Step(DT, 1),
        positions: () => {
            for (let i = 0; i < cloth.count; ++i) {
                const p = vertices.at(i).mPosition;
                x.set([p.GetX(), p.GetY(), p.GetZ()], 3 * i);
            }
            return x;
        },
        bytes: () => Jolt.JoltInterface.prototype.sGetTotalMemory() -
            Jolt.JoltInterface.prototype.sGetFreeMemory(),
        projections: (cloth.links.length + shared.mLRAConstraints.size()) * SUBSTEPS,
        note: `compliance ${COMPLIANCE.toExponential()} m/N, the best of eight`,
    };
}
