// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Compiled, never run: what must have a type has it, and what is wrong is an error.

import { load, type Body, type Rope, type SolverKind, type Vec3 } from "../dist/index.js";

const taut = await load();
const world = new taut.World({ gravity: [0, -9.81, 0], solver: "verlet" });
const rope: Rope = world.addRope({ start: { x: 0, y: 0, z: 0 }, material: "steel-cable" });
const body: Body = rope;
const place: Vec3 = body.position(0);
const kind: SolverKind = "springs-explicit";
const positions: Float32Array = rope.positions;
const mass: number = taut.ropeMaterial("nylon-rope").massPerMetre;
const normal: Vec3 | undefined = world.castRay(place, [0, 1, 0]).hits[0]?.normal;
const result: number = taut.raw.taut_world_step(0, 1 / 60, 20, 0);
const hash: bigint = taut.raw.taut_world_hash(0);
const rotation = rope.world.colliders[0]?.state.rotation[3];
using scoped = new taut.World();
void [positions, mass, normal, result, hash, kind, rotation, scoped];

// @ts-expect-error there is no such field
new taut.World({ gravty: [0, 0, 0] });
// @ts-expect-error not one of the names
new taut.World({ solver: "magic" });
// @ts-expect-error a number is wanted
world.addRope({ linkCount: "many" });
// @ts-expect-error a blueprint is wanted
world.addBody({});
// @ts-expect-error one of two words
rope.release(0, "hurl");
// @ts-expect-error made by a world alone
rope.id = { index1: 1, generation: 1 };
// @ts-expect-error a kind is wanted
new taut.Builder().addConstraint({ particles: [0, 1] });
