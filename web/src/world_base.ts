// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { checkNumber, checkWhole, enumName, enumNumber, sizeOf } from "./codec.js";
import type { Engine } from "./engine.js";
import type { BackendKind, Stage, WindKind } from "./generated/enums.js";
import { enums } from "./generated/enums.js";
import type { Pointer } from "./generated/functions.js";
import type * as Defs from "./generated/structs.js";
import { Owned } from "./owned.js";
import type { Vec3, Vec3Like } from "./values.js";
import { copyInts } from "./views.js";

/** A wind: its kind decides on its other defaults. */
export type Wind = Defs.WindDef & { kind?: WindKind };

/** A world without what is in it: settings, steps, air, figures. */
export abstract class WorldBase extends Owned {
    #substeps: Pointer = 0;

    /** @internal */
    protected constructor(engine: Engine, pointer: Pointer) {
        super(engine, "world", pointer, engine.raw.taut_world_destroy);
    }

    protected free(pointer: Pointer): void {
        this.engine.raw.taut_world_destroy(pointer);
        this.engine.memory.free(this.#substeps);
    }

    /** Throws what the last call on this world said. @internal */
    check(result: number): void {
        const { engine } = this;
        engine.check(result, () =>
            engine.memory.text(engine.raw.taut_world_last_error(this.pointer)),
        );
    }

    /** A call that can fail. @internal */
    call(call: (world: Pointer) => number): void {
        this.engine.memory.during(() => this.check(call(this.pointer)));
    }

    // Settings ------------------------------------------------------------------------------------

    /** m/s^2. */
    get gravity(): Vec3 {
        const { engine, pointer } = this;
        return engine.vec3((at) => engine.raw.taut_world_gravity(at, pointer));
    }

    set gravity(gravity: Vec3Like) {
        const { engine } = this;
        this.call((world) =>
            engine.raw.taut_world_set_gravity(world, engine.takeVec3(gravity, "gravity")),
        );
    }

    get backend(): BackendKind {
        return enumName("taut_backend_kind", this.engine.raw.taut_world_backend(this.pointer));
    }

    get threadCount(): number {
        return this.engine.raw.taut_world_thread_count(this.pointer);
    }

    /** Simulated seconds since creation. */
    get time(): number {
        return this.engine.raw.taut_world_time(this.pointer);
    }

    /** Moves the origin: every position becomes position - offset. */
    shiftOrigin(offset: Vec3Like): void {
        const { engine } = this;
        this.call((world) =>
            engine.raw.taut_world_shift_origin(world, engine.takeVec3(offset, "offset")),
        );
    }

    // Stepping ------------------------------------------------------------------------------------

    /**
     * Advances time in equal substeps. More substeps make material stiffer and truer.
     *
     * @param dt seconds, above 0 and at most 1; hold it fixed from frame to frame
     * @param substeps 20 suits most scenes; 0 where the world has a budget or a replay
     */
    step(dt: number, substeps: number): Defs.StepReport {
        const { engine, pointer } = this;
        checkNumber(dt, "dt");
        checkWhole(substeps, "substeps");
        return engine.struct("taut_step_report", (report) =>
            this.check(engine.raw.taut_world_step(pointer, dt, substeps, report)),
        );
    }

    /** Lets seconds of the host's clock pass: whole steps of `stepDt`, the rest is kept. */
    advance(elapsed: number): Defs.StepReport {
        const { engine, pointer } = this;
        checkNumber(elapsed, "elapsed");
        return engine.struct("taut_step_report", (report) =>
            this.check(engine.raw.taut_world_advance(pointer, elapsed, report)),
        );
    }

    /** Substeps of each step of the last call of step or advance: a copy. */
    get substepsTaken(): Int32Array {
        const { engine, pointer } = this;
        return copyInts(engine, (view) => engine.raw.taut_world_substeps_taken(view, pointer));
    }

    /** Hands out choices of substeps made before, one per step, in place of the budget. */
    replaySubsteps(substeps: ArrayLike<number>): void {
        const { memory, raw } = this.engine;
        const count = substeps.length;
        const list = memory.allocate(4 * count);
        for (let i = 0; i < count; ++i) {
            memory.view.setInt32(list + 4 * i, checkWhole(substeps[i], `substeps[${i}]`), true);
        }
        try {
            this.check(raw.taut_world_replay_substeps(this.pointer, list, count));
            [this.#substeps] = [list, memory.free(this.#substeps)];
        } catch (error) {
            memory.free(list);
            throw error;
        }
    }

    /** Finds out by trying how many substeps keep the excess of every body below `target`. */
    findSubsteps(steps: number, target: number, mostSubsteps = 1000): Defs.SubstepsFound {
        const { engine, pointer } = this;
        return engine.struct("taut_substeps_found", (found) =>
            this.check(
                engine.raw.taut_world_find_substeps(
                    pointer,
                    checkWhole(steps, "steps"),
                    checkNumber(target, "target"),
                    checkWhole(mostSubsteps, "mostSubsteps"),
                    found,
                ),
            ),
        );
    }

    /** Substeps per step that would bring the excess of a measure to `target`. */
    substepsFor(measure: Defs.Measure, target: number): number {
        const { engine } = this;
        return engine.memory.during(() =>
            engine.raw.taut_measure_substeps(
                engine.def("taut_measure", measure, "measure"),
                target,
            ),
        );
    }

    /** Lets all bodies come to rest where they would hang, lie or lean in the end. */
    settle(def: Defs.SettleDef = {}): Defs.Settled {
        const { engine, pointer } = this;
        return engine.struct("taut_settled", (settled) =>
            this.check(
                engine.raw.taut_world_settle(
                    pointer,
                    engine.def("taut_settle_def", def, "settle"),
                    settled,
                ),
            ),
        );
    }

    /** Position and velocity of everything, as 16 hexadecimal digits: the same on every machine. */
    get hash(): string {
        const hash = this.engine.raw.taut_world_hash(this.pointer);
        return BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
    }

    /** The same of the bodies of one realm: what a world with these alone would have. */
    realmHash(realm: number): string {
        const number = checkWhole(realm, "realm", 0);
        const hash = this.engine.raw.taut_world_realm_hash(this.pointer, number);
        return BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
    }

    /** Bytes that the world holds, by what they are for. */
    get memory(): Defs.Memory {
        const { engine, pointer } = this;
        return engine.struct("taut_memory", (at) => engine.raw.taut_world_memory(at, pointer));
    }

    // Air -----------------------------------------------------------------------------------------

    #wind(wind: Wind, path: string, at?: Pointer): Pointer {
        const { engine } = this;
        const kind = enumNumber("taut_wind_kind", wind.kind ?? "uniform", `${path}.kind`);
        const def = at ?? engine.memory.take(sizeOf("taut_wind_def"));
        engine.raw.taut_wind_def_default(def, kind);
        engine.codec.write("taut_wind_def", def, wind, path);
        return def;
    }

    /** Replaces all winds; none for no air. */
    setWinds(winds: readonly Wind[]): void {
        const { memory, raw } = this.engine;
        const size = sizeOf("taut_wind_def");
        this.call((world) => {
            const defs = memory.take(size * winds.length);
            winds.forEach((wind, i) => this.#wind(wind, `winds[${i}]`, defs + i * size));
            return raw.taut_world_set_winds(world, defs, winds.length);
        });
    }

    /** @returns its number */
    addWind(wind: Wind): number {
        const { memory, raw } = this.engine;
        let index = 0;
        this.call((world) => {
            const out = memory.take(4);
            const result = raw.taut_world_add_wind(world, this.#wind(wind, "wind"), out);
            index = memory.view.getInt32(out, true);
            return result;
        });
        return index;
    }

    setWind(index: number, wind: Wind): void {
        this.call((world) =>
            this.engine.raw.taut_world_set_wind(
                world,
                checkWhole(index, "index"),
                this.#wind(wind, "wind"),
            ),
        );
    }

    get windCount(): number {
        return this.engine.raw.taut_world_wind_count(this.pointer);
    }

    /** What blows at a place now, m/s. */
    windAt(place: Vec3Like): Vec3 {
        const { engine, pointer } = this;
        return engine.vec3((at) =>
            engine.raw.taut_world_wind_at(at, pointer, engine.takeVec3(place, "place")),
        );
    }

    /** kg/m^3; default 1.225. */
    get airDensity(): number {
        return this.engine.raw.taut_world_air_density(this.pointer);
    }

    set airDensity(density: number) {
        this.call((world) =>
            this.engine.raw.taut_world_set_air_density(world, checkNumber(density, "airDensity")),
        );
    }

    // Looking inside ------------------------------------------------------------------------------

    /** Starts timing the steps to come, or stops it. */
    timeStages(on: boolean): void {
        this.call((world) => this.engine.raw.taut_world_time_stages(world, on ? 1 : 0));
    }

    /** Seconds by stage of the steps since timeStages(true), and how many there were. */
    get stageTimes(): {
        readonly seconds: Record<Stage, number>;
        readonly whole: number;
        readonly steps: number;
    } {
        const { engine, pointer } = this;
        const times = engine.struct<Defs.StageTimes>("taut_stage_times", (at) =>
            engine.raw.taut_world_stage_times(at, pointer),
        );
        const names = enums.taut_stage.split(" ") as Stage[];
        const seconds = Object.fromEntries(names.map((name, i) => [name, times.seconds[i] ?? 0]));
        return { ...times, seconds: seconds as Record<Stage, number> };
    }

    /** Places where bodies touched in the last substep. */
    get contactPoints(): Defs.ContactPoint[] {
        const { codec, memory, raw } = this.engine;
        return memory.during(() => {
            const size = sizeOf("taut_contact_point");
            const count = raw.taut_world_contact_points(this.pointer, 0, 0);
            const at = memory.take(size * count);
            raw.taut_world_contact_points(this.pointer, at, count);
            return Array.from({ length: count }, (_, i) =>
                codec.read("taut_contact_point", at + i * size),
            );
        });
    }
}
