// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/**
 * Taut: ropes, chains, cloth, soft bodies, ragdolls and bridges in real time.
 *
 * @packageDocumentation
 */

export { Attachment } from "./attachment.js";
export { Blueprint } from "./blueprint.js";
export { Body, type PathLoad } from "./body.js";
export {
    Balloon,
    Chain,
    Cloth,
    Footbridge,
    humanoidBones,
    Net,
    Ragdoll,
    Rope,
    SoftBody,
    Truss,
} from "./bodies.js";
export { Builder, type UserConstraintDef } from "./builder.js";
export { Collider, type ColliderState } from "./collider.js";
export { TautError } from "./errors.js";
export type { Hit, Hits, QueryOptions, WorldEvent } from "./found.js";
export type * from "./generated/enums.js";
export { stepTroubleBits, supportBits } from "./generated/enums.js";
export type { Pointer, Raw } from "./generated/functions.js";
export type {
    AirDef,
    AttachmentDef,
    AttachmentState,
    BalloonDef,
    Blade,
    BlobDef,
    BlobMaterial,
    BlueprintStats,
    BodyDef,
    BoneDef,
    BonePose,
    BudgetDef,
    ChainDef,
    ClothDef,
    ClothMaterial,
    ColliderDef,
    ColliderLoad,
    CollisionDef,
    ConstraintDef,
    ConstraintState,
    ContactPoint,
    Cut,
    Filter,
    FootbridgeDef,
    GasDef,
    GasState,
    HeightFieldDef,
    JellyDef,
    Measure,
    MemberState,
    MeshClothDef,
    MeshShapeDef,
    NetDef,
    Part,
    PrattDef,
    RagdollDef,
    Reaction,
    RecordingDef,
    RecordingInfo,
    RecordingState,
    RopeDef,
    RopeMaterial,
    Settled,
    SettleDef,
    SkinDef,
    SleepDef,
    SoftMaterial,
    SoftMeshDef,
    SoftReport,
    SolverDef,
    StepReport,
    SubstepsFound,
    Surface,
    TearDef,
    Teleport,
    TetherDef,
    TrussDef,
    TrussMember,
    TrussNode,
    TrussState,
    WinchDef,
    WindDef,
} from "./generated/structs.js";
export type { ModuleSource, ModuleSources } from "./choose.js";
export { load, Taut, type ConstraintInfo, type LoadOptions, type SolverPreset } from "./load.js";
export type { BodyOptions } from "./makers.js";
export { hasSimd } from "./module.js";
export { Recording, Replay, type ReplayOptions, type ReplayState } from "./recording.js";
export { Shape, type ShapeDef } from "./shape.js";
export { Skin, type SkinArrays } from "./skin.js";
export { Snapshot } from "./snapshot.js";
export { ALL_REALMS } from "./values.js";
export type {
    ClothMaterialName,
    Id,
    IdLike,
    Quat,
    QuatLike,
    Read,
    Ref,
    RopeMaterialName,
    SoftMaterialName,
    Vec3,
    Vec3Like,
} from "./values.js";
export type { Watched, WatchFunction } from "./watch.js";
export { Winch } from "./winch.js";
export { World, type Picked } from "./world.js";
export type { Wind } from "./world_base.js";
export type { FieldArguments, WorldOptions } from "./world_create.js";
