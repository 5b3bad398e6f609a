// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { beforeAll, describe, expect, test } from "vitest";
import {
    Body,
    Cloth,
    load,
    Rope,
    stepTroubleBits,
    type ClothMaterialName,
    type RopeMaterialName,
    type SoftMaterialName,
    type Taut,
    type World,
} from "../dist/index.js";

let taut: Taut;

beforeAll(async () => {
    taut = await load();
});

function run(world: World, frames: number, substeps = 20): void {
    for (let i = 0; i < frames; ++i) {
        world.step(1 / 60, substeps);
    }
}

describe("a world", () => {
    test("falls, keeps time and says what a step did", () => {
        using world = new taut.World({ gravity: [0, -10, 0] });
        const chain = world.addChain({ pinStart: false });
        const report = world.step(1 / 60, 20);
        expect(report).toMatchObject({ trouble: 0, steps: 1, substeps: 20 });
        run(world, 29);
        expect(world.time).toBeCloseTo(0.5, 6);
        expect(chain.velocity(3)[1]).toBeCloseTo(-5, 3);
        expect(world.gravity).toEqual([0, -10, 0]);
        world.gravity = { x: 0, y: 1, z: 0 };
        expect(world.gravity).toEqual([0, 1, 0]);
    });

    test("advances by a clock, and draws between steps", () => {
        using world = new taut.World({ stepDt: 0.01, substeps: 5 });
        const rope = world.addRope({ linkCount: 4 });
        const report = world.advance(0.025);
        expect(report.steps).toBe(2);
        expect(report.blend).toBeCloseTo(0.5, 4);
        expect([...world.substepsTaken]).toEqual([5, 5]);
        const between = rope.interpolate(0.5);
        expect(between[1]).toBeGreaterThan(rope.position(0)[1]);
    });

    test("gives the forces of all links, or of some", () => {
        using world = new taut.World({ gravity: [0, -10, 0] });
        const rope = world.addRope({ linkCount: 8, pinStart: true });
        run(world, 10);
        const all = rope.forces();
        expect(all.length).toBe(rope.stats.added);
        expect(rope.forces(2, 3)).toEqual(all.slice(2, 5));
        expect(rope.forces(5)).toEqual(all.slice(5));
    });

    test("knows the materials that the types name", () => {
        const names: [RopeMaterialName[], ClothMaterialName[], SoftMaterialName[]] = [
            ["steel-cable", "aluminium-wire", "nylon-rope", "rubber-band", "cotton-string"],
            ["silk", "cotton", "denim", "leather"],
            ["jelly", "foam", "flesh", "rubber"],
        ];
        expect([taut.ropeMaterials, taut.clothMaterials, taut.softMaterials]).toEqual(names);
    });

    test("has a hash of 16 digits, the same again", () => {
        const hashes = [0, 1].map(() => {
            using world = new taut.World();
            world.addRope({ pinStart: true });
            run(world, 10);
            return world.hash;
        });
        expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
        expect(hashes[1]).toBe(hashes[0]);
    });

    test("takes a solver by its kind", () => {
        using verlet = new taut.World({ solver: "verlet" });
        using springs = new taut.World({ solver: { kind: "springs-symplectic", iterations: 2 } });
        verlet.addRope({});
        run(verlet, 2);
        run(springs, 2);
        expect(() => new taut.World({ solver: "magic" as "xpbd" })).toThrow(/"xpbd", "verlet"/);
    });

    test("settles, finds substeps, shifts its origin", () => {
        using world = new taut.World();
        const rope = world.addRope({
            start: [0, 2, 0],
            end: [1, 2, 0],
            linkCount: 10,
            pinStart: true,
        });
        expect(world.settle().settled).toBe(true);
        expect(rope.position(10)[1]).toBeCloseTo(1, 2);
        expect(world.findSubsteps(5, 0.01).enough).toBe(true);
        expect(world.substepsFor(rope.measure(), 0.01)).toBeGreaterThanOrEqual(0);
        world.shiftOrigin([1, 0, 0]);
        expect(rope.position(0)[0]).toBeCloseTo(-1, 6);
    });

    test("chooses substeps by a budget of time", () => {
        using world = new taut.World({ budget: { microseconds: 2000 } });
        world.addRope({ pinStart: true });
        const report = world.step(1 / 60, 0);
        expect(report.substeps).toBeGreaterThan(0);
        world.replaySubsteps([7, 9]);
        expect(world.step(1 / 60, 0).substeps).toBe(7);
        expect(world.step(1 / 60, 0).substeps).toBe(9);
    });

    test("times its stages", () => {
        using world = new taut.World();
        world.addCloth({ pins: [0] });
        world.timeStages(true);
        run(world, 3);
        expect(world.stageTimes.steps).toBe(3);
        expect(world.stageTimes.whole).toBeGreaterThan(0);
        expect(Object.keys(world.stageTimes.seconds)).toContain("contact-solve");
    });
});

describe("bodies", () => {
    test("of every maker", () => {
        using world = new taut.World();
        const flat = { nodes: taut.pratt().nodes, members: taut.pratt().members };
        const tetrahedron = {
            vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
            triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
        };
        const bodies = [
            world.addRope(),
            world.addChain(),
            world.addNet({ columns: 4, rows: 3 }),
            world.addCloth({ columns: 5, rows: 4 }),
            world.addMeshCloth({ vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], triangles: [0, 2, 1] }),
            world.addJelly(),
            world.addSoftMesh(tetrahedron),
            world.addBalloon({ frequency: 3 }),
            world.addRagdoll({ bones: taut.humanoid(1.8, 75) }),
            world.addTruss(flat),
            world.addFootbridge(),
        ];
        run(world, 2, 5);
        expect(world.bodies).toEqual(bodies);
        for (const body of bodies) {
            expect(body.particleCount).toBe(body.part?.particleCount);
            expect(body.positions.every(Number.isFinite)).toBe(true);
        }
        using plane = new taut.World({ planar: true });
        expect(plane.addBlob().particleCount).toBe(1 + 4 * 24);
    });

    test("are read without a copy", () => {
        using world = new taut.World();
        const rope = world.addRope({ start: [0, 3, 0], linkCount: 2, pinStart: true });
        const { positions, stride } = rope;
        expect(positions.buffer).toBe(taut.memory.buffer);
        expect(positions[1]).toBe(3);
        run(world, 5);
        expect(rope.positions).toBe(positions);
        expect([positions[stride], positions[stride + 1], positions[stride + 2]]).toEqual(
            rope.position(1),
        );
        expect(rope.copyPositions()).toHaveLength(9);
        expect(rope.copyPositions().subarray(3, 6)).toEqual(Float32Array.from(rope.position(1)));
    });

    test("are pinned, dragged, thrown, pushed", () => {
        using world = new taut.World({ gravity: [0, 0, 0] });
        const rope = world.addRope({ linkCount: 4 });
        rope.pin(0);
        expect(rope.pinned(0)).toBe(true);
        rope.setTarget(0, [0, 0.5, 0]);
        run(world, 1);
        expect(rope.position(0)).toEqual([0, 0.5, 0]);
        rope.unpin(0);
        rope.grab(4);
        for (let i = 0; i < 3; ++i) {
            rope.setTarget(4, [1 + 0.02 * i, 0, 0]);
            run(world, 1);
        }
        rope.release(4, "throw");
        expect(rope.velocity(4)[0]).toBeCloseTo(1.2, 1);
        const before = rope.velocity(2)[2];
        rope.addImpulse(2, [0, 0, rope.mass(2)]);
        expect(rope.velocity(2)[2] - before).toBeCloseTo(1, 5);
        rope.addForce(2, [0, 0, 1]);
        run(world, 1);
        expect(rope.measure().kineticEnergy).toBeGreaterThan(0);
    });

    test("tell forces in newtons", () => {
        using world = new taut.World();
        const rope = world.addRope({
            start: [0, 2, 0],
            end: [0, 1, 0],
            linkCount: 10,
            pinStart: true,
            endMass: 10,
        });
        world.settle();
        run(world, 10);
        const own =
            Array.from({ length: 11 }, (_, i) => rope.mass(i)).reduce((a, b) => a + b) -
            rope.mass(0);
        const weight = own * 9.81;
        expect(rope.reaction(0).force[1]).toBeCloseTo(weight, 0);
        expect(rope.forces(0, 10)[9]).toBeCloseTo(98.1, 0);
        expect(rope.constraint(9)).toMatchObject({ kind: "distance", broken: false });
        expect(rope.constraintDef(0).particles.slice(0, 2)).toEqual([0, 1]);
    });

    test("tear, break and are cut", () => {
        using world = new taut.World();
        const rope = world.addRope({
            start: [0, 2, 0],
            end: [0, 1, 0],
            linkCount: 10,
            pinStart: true,
        });
        const cloth = world.addCloth({
            origin: [2, 2, 0],
            v: [0, -1, 0],
            pins: [0, 19],
            tear: { spareParticles: 200 },
        });
        rope.break(rope.findLink(4, 5));
        expect(rope.broken(4)).toBe(true);
        expect(rope.pieces().count).toBe(2);
        const cut = world.cut({
            from0: [1.9, 1.5, -1],
            from1: [1.9, 1.5, 1],
            to0: [3.1, 1.5, -1],
            to1: [3.1, 1.5, 1],
        });
        expect(cut.bodies).toBe(1);
        expect(cut.splits).toBeGreaterThan(10);
        run(world, 2);
        expect(cloth.pieces().count).toBe(2);
        expect(cloth.particleCount).toBe(400 + cut.splits);
        expect(cloth.particleOrigin(400)).toBeLessThan(400);
        expect(cloth.triangles).toHaveLength(3 * 2 * 19 * 19);
    });

    test("are known by kind and by their numbers", () => {
        using world = new taut.World();
        const cloth = world.addCloth({ columns: 6, rows: 5 });
        expect(cloth).toBeInstanceOf(Cloth);
        expect(cloth.particle(5, 4)).toBe(29);
        expect(() => cloth.particle(6, 0)).toThrow(/column 6, row 0/);
        expect(world.addRope()).toBeInstanceOf(Rope);
        expect(world.bodyOf(cloth.id)).toBe(cloth);
        expect(cloth.normals).toHaveLength(3 * 30);
        expect(cloth.normals[1]).toBeCloseTo(1, 5);
    });

    test("keep gas, feel air, teleport, sleep, freeze", () => {
        using world = new taut.World({ sleep: { enabled: true } });
        const balloon = world.addBalloon({ centre: [0, 5, 0], frequency: 4 });
        run(world, 5);
        expect(balloon.gasCount).toBe(1);
        expect(balloon.gas().gauge).toBeGreaterThan(0);
        balloon.setLeak(Infinity);
        balloon.setAir({ drag: 0.5 });
        balloon.teleport({ move: [10, 0, 0], motion: "stop" });
        expect(balloon.velocity(0)).toEqual([0, 0, 0]);
        expect(balloon.position(0)[0]).toBeGreaterThan(9);
        balloon.frozen = true;
        expect(balloon.frozen).toBe(true);
        expect(balloon.asleep).toBe(false);
        balloon.wake();
        world.setWinds([{ velocity: [3, 0, 0] }]);
        expect(world.addWind({ kind: "turbulence", seed: 7 })).toBe(1);
        expect(world.windCount).toBe(2);
        world.setWind(1, { velocity: [0, 0, 1] });
        expect(world.windAt([0, 0, 0])).toEqual([3, 0, 1]);
        world.airDensity = 1000;
        expect(world.airDensity).toBe(1000);
    });

    test("ragdolls have poses, trusses stress", () => {
        using world = new taut.World();
        const doll = world.addRagdoll({ bones: taut.humanoid(1.8, 75), offset: [0, 1, 0] });
        const bridge = world.addTruss({ ...taut.pratt() });
        expect(doll.pose()).toHaveLength(16);
        expect(doll.pose()[3]?.position[1]).toBeGreaterThan(2);
        run(world, 30, 40);
        const { members, state } = bridge.read();
        expect(members).toHaveLength(taut.pratt().members.length);
        expect(state.utilisation).toBeGreaterThan(0);
        expect(
            bridge.loadPath({ particles: [0, 1, 2], position: 5, force: [0, -1000, 0] }).onPath,
        ).toBe(true);
    });
});

describe("by hand", () => {
    test("a builder makes what makers make", () => {
        using builder = new taut.Builder();
        const a = builder.addParticle([0, 1, 0], 1);
        const b = builder.addParticle([1, 1, 0], 1);
        builder.pin(a);
        expect(builder.link(a, b, { compliance: 1e-6 })).toBe(0);
        expect(builder.measure({ kind: "distance", particles: [a, b] })).toBe(1);
        using blueprint = builder.bake();
        expect(blueprint.stats).toMatchObject({ particles: 2, constraints: 1 });
        using world = new taut.World();
        const body = world.addBody({ blueprint, offset: [0, 1, 0] });
        run(world, 30);
        expect(body).toBeInstanceOf(Body);
        expect(body.position(0)).toEqual([0, 2, 0]);
        expect(body.position(1)[1]).toBeLessThan(2);
    });

    test("constraints of the caller act, and their errors arrive", () => {
        using builder = new taut.Builder();
        const a = builder.addParticle([0, 0, 0], 1);
        let broken = false;
        builder.addUserConstraint({
            particles: [a],
            evaluate: (x, gradient) => {
                if (broken) {
                    throw new RangeError("no more");
                }
                gradient[1] = 1; // stay at y = 0
                return x[1];
            },
        });
        using blueprint = builder.bake();
        using world = new taut.World();
        const body = world.addBody({ blueprint, velocity: [1, 0, 0] });
        run(world, 30);
        expect(body.position(0)[1]).toBeCloseTo(0, 5);
        expect(body.position(0)[0]).toBeCloseTo(0.5, 3);
        expect(body.userForce(0)).toBeCloseTo(9.81, 2);
        broken = true;
        expect(() => world.step(1 / 60, 20)).toThrow(RangeError);
        broken = false;
        run(world, 1);
    });

    test("fields accelerate; they cannot call into a world", () => {
        let calls = 0;
        using world = new taut.World({
            gravity: [0, 0, 0],
            field: ({ body, count, acceleration, time }) => {
                calls += 1;
                expect(body).toBe(rope);
                expect(time).toBeGreaterThanOrEqual(0);
                for (let i = 0; i < count; ++i) {
                    acceleration[3 * i] = 2;
                }
            },
        });
        const rope = world.addRope({ linkCount: 3 });
        run(world, 60);
        expect(calls).toBe(60);
        expect(rope.velocity(1)[0]).toBeCloseTo(2, 4);
        using bad = new taut.World({ field: () => bad.destroy() });
        bad.addRope();
        expect(() => bad.step(1 / 60, 1)).toThrow(/must not call into a world/);
        expect(bad.destroyed).toBe(false);
    });
});

describe("what is around", () => {
    test("colliders hold bodies and feel them", () => {
        using world = new taut.World();
        const ground = world.addCollider({ shape: "plane", surface: { friction: 0.9 } });
        const jelly = world.addJelly({ origin: [0, 0.02, 0] });
        run(world, 90);
        expect(jelly.position(0)[1]).toBeGreaterThan(0);
        expect(ground.load.force[1]).toBeLessThan(-50);
        expect(ground.state).toMatchObject({ shape: "plane", position: [0, 0, 0] });
        expect(world.contactPoints.length).toBeGreaterThan(3);
        ground.move([0, 0.05, 0]);
        ground.setSurface({ friction: 0 });
        run(world, 1);
        expect(ground.state.position[1]).toBeCloseTo(0.05, 6);
        expect(world.colliders).toEqual([ground]);
        ground.destroy();
        expect(ground.valid).toBe(false);
        run(world, 1);
        expect(world.events.map((e) => e.kind)).toContain("leave");
    });

    test("shapes are baked", () => {
        using hull = new taut.Shape({ hull: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] });
        expect(hull.vertices).toHaveLength(12);
        expect(hull.triangles.length % 3).toBe(0);
        using field = new taut.Shape({
            heightField: { heights: new Float32Array(12), columns: 4, rows: 3 },
        });
        using world = new taut.World();
        world.addCollider({ shape: "height-field", baked: field });
        world.addCollider({ shape: "hull", baked: hull, position: [0, -3, 0] });
        const chain = world.addChain({ start: [0, 0.1, 0], pinStart: false, particleCount: 3 });
        run(world, 60);
        expect(chain.position(0)[1]).toBeCloseTo(0.005, 2);
    });

    test("events name bodies and colliders", () => {
        using world = new taut.World();
        const ground = world.addCollider({ shape: "plane" });
        const rope = world.addRope({ start: [0, 0.02, 0], end: [1, 0.02, 0] });
        const events = [];
        for (let i = 0; i < 20; ++i) {
            world.step(1 / 60, 10);
            events.push(...world.events);
        }
        expect(events[0]).toMatchObject({ kind: "touch" });
        expect(events[0]?.body).toBe(rope);
        expect(events[0]?.collider).toBe(ground);
    });

    test("rays, balls and picks find things", () => {
        using world = new taut.World();
        const cloth = world.addCloth();
        const ball = world.addCollider({ position: [0.3, -2, 0.3] });
        const { hits, found } = world.castRay([0.31, 1, 0.32], [0, -1, 0]);
        expect(found).toBe(2);
        expect(hits[0]).toMatchObject({ kind: "triangle" });
        expect(hits[0]?.body).toBe(cloth);
        expect(hits[0]?.distance).toBeCloseTo(0.995, 3);
        expect(hits[1]?.collider).toBe(ball);
        const only = world.castRay([0.31, 1, 0.32], [0, -1, 0], { kinds: ["collider"] });
        expect(only.found).toBe(1);
        const none = world.castRay([0.31, 1, 0.32], [0, -1, 0], { accept: () => false });
        expect(none.found).toBe(0);
        expect(world.sweepSphere([0.3, 1, 0.3], 0.1, [0, -1, 0]).found).toBeGreaterThan(0);
        expect(world.overlapSphere([0.3, 0, 0.3], 0.1, { capacity: 1 }).hits).toHaveLength(1);
        const pick = world.pick([0.3, 1, 0.3], [0, -1, 0], 0.05);
        expect(pick?.body).toBe(cloth);
        expect(world.pick([9, 1, 9], [0, 1, 0], 0.05)).toBeUndefined();
    });

    test("attachments hold and give way", () => {
        using world = new taut.World();
        const rope = world.addRope({ linkCount: 8 });
        const held = world.attach({ body: rope, particle: 0, target: "point", place: [0, 0, 0] });
        run(world, 60);
        expect(held.state.force[1]).toBeGreaterThan(0);
        held.setPlace([0, 0.1, 0]);
        run(world, 1);
        expect(rope.position(0)[1]).toBeCloseTo(0.1, 3);
        held.detach();
        held.detach();
        expect(held.valid).toBe(false);
        expect(() => held.state).toThrow(/holds no more/);
        const post = world.addCollider({ shape: "box", position: [0, 3, 0] });
        const { hits } = world.castRay([0, 1, 0], [0, 1, 0]);
        const hook = world.attachHit({ body: rope, particle: 8, length: 2 }, hits[0] as never);
        run(world, 5);
        expect(hook.valid).toBe(true);
        post.destroy();
        expect(hook.valid).toBe(false);
    });

    test("a winch takes in rope", () => {
        using world = new taut.World();
        const rope = world.addRope({ start: [0, 2, 0], end: [0, 0, 0], linkCount: 20 });
        const winch = world.addWinch({ body: rope, particleCount: 21, drum: [0, 2, 0] });
        for (let i = 0; i < 60; ++i) {
            winch.turn(0.5, 1 / 60);
            world.step(1 / 60, 20);
        }
        const { lengthOut, pull } = winch.read();
        expect(lengthOut).toBeCloseTo(1.5, 1);
        expect(pull).toBeGreaterThan(0);
        expect(winch.state.heldCount).toBeGreaterThan(3);
    });
});

describe("what is kept", () => {
    test("snapshots put a world back", () => {
        using world = new taut.World();
        const rope = world.addRope({ pinStart: true });
        run(world, 5);
        using snapshot = world.snapshot();
        const before = world.hash;
        const late = world.addChain();
        rope.destroy();
        run(world, 5);
        snapshot.restore();
        expect(world.hash).toBe(before);
        expect(late.valid).toBe(false);
        expect(world.bodies).toHaveLength(1);
        expect(snapshot.bytes).toBeGreaterThan(100);
    });

    test("recordings are repeated, bit for bit", () => {
        const make = () => {
            const world = new taut.World();
            return { world, rope: world.addRope({ pinStart: true }) };
        };
        const first = make();
        const recording = first.world.record();
        run(first.world, 5);
        first.rope.setTarget(0, [0, 0.3, 0]);
        run(first.world, 5);
        expect(recording.state).toMatchObject({ running: true, steps: 10 });
        const bytes = recording.stop();
        recording.release();
        expect(taut.checkRecording(bytes)).toMatchObject({ steps: 10, whole: true });
        const second = make();
        using replay = second.world.replay(bytes);
        while (!replay.state.done) {
            replay.step();
        }
        expect(replay.state).toMatchObject({ steps: 10, firstDifferent: 0 });
        expect(second.world.hash).toBe(first.world.hash);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        expect(() => taut.checkRecording(bytes)).toThrow(/byte/);
        first.world.destroy();
        replay.destroy();
        second.world.destroy();
    });

    test("skins follow bodies", () => {
        using builder = new taut.Builder();
        builder.makeCloth({ columns: 4, rows: 4 });
        using blueprint = builder.bake();
        using world = new taut.World({ gravity: [0, 0, 0] });
        const body = world.addBody({ blueprint, offset: [1, 0, 0] });
        using skin = new taut.Skin({
            blueprint,
            vertices: [0.05, 0.01, 0.05],
            normals: [0, 1, 0],
        });
        const { vertices, normals } = skin.apply(body);
        expect([...vertices].map((x) => Number(x.toFixed(5)))).toEqual([1.05, 0.01, 0.05]);
        expect(normals[1]).toBeCloseTo(1, 5);
        expect(skin.applyPositions(body.copyPositions()).vertices).toEqual(vertices);
        expect(skin.particles(0)).toHaveLength(4);
    });

    test("watching tells every projection and changes nothing", () => {
        const run3 = (watched: boolean) => {
            using world = new taut.World();
            const cloth = world.addCloth({ columns: 5, rows: 5, pins: [0] });
            let told = 0;
            if (watched) {
                world.watch(cloth, (what) => {
                    told += what.stage === "sweep" ? 1 : 0;
                });
            }
            run(world, 3, 4);
            return { hash: world.hash, told };
        };
        const watched = run3(true);
        expect(watched.told).toBeGreaterThan(100);
        expect(watched.hash).toBe(run3(false).hash);
    });
});

test("the library tells of itself", () => {
    expect(taut.version).toMatch(/^0\.\d+\.\d+$/);
    expect(taut.ropeMaterials).toContain("nylon-rope");
    expect(taut.clothMaterials).toContain("silk");
    expect(taut.softMaterials).toContain("jelly");
    expect(taut.ropeMaterial("steel-cable").massPerMetre).toBeGreaterThan(0);
    expect(taut.solverPresets.map((p) => p.name)).toContain("jakobsen");
    expect(taut.constraintInfo("distance")).toMatchObject({ forceUnit: "N", particleCount: 2 });
    expect(taut.hasBackend("cuda")).toBe(false);
    expect(taut.quatRotate(taut.quatBetween([1, 0, 0], [0, 1, 0]), [1, 0, 0])[1]).toBeCloseTo(1, 6);
    expect(stepTroubleBits.notFinite).toBe(2);
});
