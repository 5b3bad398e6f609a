// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What queries and events found, with bodies and colliders as objects.

import { Attachment } from "./attachment.js";
import type { Body } from "./body.js";
import { checkWhole, enumNumber, offsetOf, sizeOf } from "./codec.js";
import type { Collider } from "./collider.js";
import type { EventKind, HitKind } from "./generated/enums.js";
import type { Pointer } from "./generated/functions.js";
import type { Event, Hit as RawHit, QueryDef } from "./generated/structs.js";
import type { Vec3 } from "./values.js";
import type { World } from "./world.js";

/** One thing that happened. Fields that its kind does not name are undefined or -1. */
export interface WorldEvent {
    readonly kind: EventKind;
    /** Of this call of step or advance, from 0; -1 for what a call between them did. */
    readonly step: number;
    readonly body: Body | undefined;
    readonly constraint: number;
    readonly particle: number;
    readonly otherParticle: number;
    readonly collider: Collider | undefined;
    readonly attachment: Attachment | undefined;
    /** Where, metres. */
    readonly place: Vec3;
    /** In newtons, or the unit of the constraint. */
    readonly force: number;
}

export function readEvents(world: World): WorldEvent[] {
    const { engine, pointer } = world;
    return engine.memory.during(() => {
        const view = engine.memory.take(sizeOf("taut_event_view"));
        engine.raw.taut_world_events(view, pointer);
        const at = engine.memory.view.getUint32(view, true);
        const count = engine.memory.view.getInt32(view + 4, true);
        return Array.from({ length: count }, (_, i) => {
            const event = engine.codec.read<Event>("taut_event", at + i * sizeOf("taut_event"));
            const { attachment } = event;
            return {
                ...event,
                body: world.bodyOf(event.body),
                collider: world.colliderOf(event.collider),
                attachment: attachment.index1 === 0 ? undefined : new Attachment(world, attachment),
            };
        });
    });
}

/** One hit of a query. */
export interface Hit {
    readonly kind: HitKind;
    readonly body: Body | undefined;
    readonly collider: Collider | undefined;
    /** Number of the triangle, constraint or particle; of a collider 0, or its triangle. */
    readonly element: number;
    readonly particles: readonly number[];
    readonly weights: readonly number[];
    /** Metres that the ray or sphere went. */
    readonly distance: number;
    readonly point: Vec3;
    readonly normal: Vec3;
    /** As C has it. @internal */
    readonly raw: RawHit;
}

export interface Hits {
    /** The nearest ones, in order. */
    readonly hits: readonly Hit[];
    /** How many there would be with room enough. */
    readonly found: number;
}

/** What counts in a query. */
export type QueryOptions = Omit<QueryDef, "kinds"> & {
    /** Default triangles, links and colliders. */
    kinds?: readonly HitKind[];
    /** Hits to give at most; default 16. */
    capacity?: number;
    /** Metres that a ray or ball goes; default as far as there is. */
    reach?: number;
    /** Asked about each hit; false passes it over. Must not call into a world. */
    accept?: (hit: Hit) => boolean;
};

function toHit(world: World, raw: RawHit): Hit {
    return { ...raw, body: world.bodyOf(raw.body), collider: world.colliderOf(raw.collider), raw };
}

export function readHits(
    world: World,
    options: QueryOptions,
    ask: (def: Pointer, hits: Pointer) => number,
): Hits {
    const { engine } = world;
    const { codec, memory, raw } = engine;
    const { kinds, capacity = 16, accept, reach: _, ...plain } = options;
    const room = checkWhole(capacity, "capacity", 0);
    return memory.during(() => {
        const def = engine.def("taut_query_def", plain, "query");
        const set = (field: string, value: number) =>
            memory.view.setUint32(def + offsetOf("taut_query_def", field), value, true);
        if (kinds) {
            set(
                "kinds",
                kinds.reduce(
                    (bits, kind) => bits | (1 << enumNumber("taut_hit_kind", kind, "query.kinds")),
                    0,
                ),
            );
        }
        const size = sizeOf("taut_hit");
        const items = memory.take(size * room);
        const hits = memory.take(sizeOf("taut_hits"));
        memory.view.setUint32(hits, items, true);
        memory.view.setInt32(hits + 4, room, true);
        const number = accept
            ? engine.remember((at = 0) => accept(toHit(world, codec.read("taut_hit", at))))
            : 0;
        if (number !== 0) {
            set("accept", raw.taut_web_accept());
            set("context", number);
        }
        try {
            world.check(ask(def, hits));
        } finally {
            engine.forget(number);
        }
        const count = memory.view.getInt32(hits + 8, true);
        return {
            hits: Array.from({ length: count }, (_, i) =>
                toHit(world, codec.read("taut_hit", items + i * size)),
            ),
            found: memory.view.getInt32(hits + 12, true),
        };
    });
}
