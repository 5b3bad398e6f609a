// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/** A point, direction or velocity, as it is read. Metres, y up, right-handed. */
export type Vec3 = [x: number, y: number, z: number];

/** A rotation as a unit quaternion: w + x i + y j + z k. */
export type Quat = [x: number, y: number, z: number, w: number];

/** What is taken for a vector: three numbers in any array, or an object with x, y and z. */
export type Vec3Like =
    | ArrayLike<number>
    | { readonly x: number; readonly y: number; readonly z: number };

/** What is taken for a rotation: x, y, z, w in any array, or an object that has them. */
export type QuatLike =
    | ArrayLike<number>
    | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

/** In place of a realm: every one of them, for colliders, queries and cuts. */
export const ALL_REALMS = 0xffffffff;

/** Names a body, collider or attachment of one world. Both 0: none. */
export interface Id {
    readonly index1: number;
    readonly generation: number;
}

/** An id, or what has one. */
export type IdLike = Id | { readonly id: Id };

/** What stands for an object of the C library. */
export interface Ref {
    /** @internal */
    readonly pointer: number;
}

// Names that are there today are offered by editors; a later library may know more.
type OrAny<Known extends string> = Known | (string & {});

/** A material of ropes by its name: `taut.ropeMaterials` lists them. */
export type RopeMaterialName = OrAny<
    "steel-cable" | "aluminium-wire" | "nylon-rope" | "rubber-band" | "cotton-string"
>;

/** A material of cloth by its name: `taut.clothMaterials` lists them. */
export type ClothMaterialName = OrAny<"silk" | "cotton" | "denim" | "leather">;

/** A material of soft bodies by its name: `taut.softMaterials` lists them. */
export type SoftMaterialName = OrAny<"jelly" | "foam" | "flesh" | "rubber">;

/** What a def reads as: every field there, vectors as arrays, materials as objects. */
export type Read<T> = { readonly [K in keyof T]-?: ReadValue<Exclude<T[K], undefined>> };

type ReadValue<V> = [Vec3Like] extends [V]
    ? Vec3
    : [QuatLike] extends [V]
      ? Quat
      : [IdLike] extends [V]
        ? Id
        : string extends V
          ? Read<Exclude<V, string>>
          : V extends string | number | boolean | bigint | readonly unknown[]
            ? V
            : Read<V>;

export const noId: Id = Object.freeze({ index1: 0, generation: 0 });

export function idOf(value: IdLike): Id {
    return "id" in value ? value.id : value;
}

export function sameId(a: Id, b: Id): boolean {
    return a.index1 === b.index1 && a.generation === b.generation;
}

export function idKey(id: Id): string {
    return `${id.index1}.${id.generation}`;
}
