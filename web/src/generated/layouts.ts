// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Written by web/generate.py from the headers. Do not edit.

/**
 * Size of each struct in bytes, then its fields: name, offset, code. A code is a number type, an
 * enum, a struct, `vec3`, `quat`, `id`, `ref` (a pointer to an object), `*what/per>count` (an array
 * and the field that counts it) or `ptr`, which callers do not see; `[n]` behind it for n of them.
 */
export const layouts = {
    taut_error: "256 result:0:taut_result text:4:char[252]",
    taut_vec3: "12 x:0:f32 y:4:f32 z:8:f32",
    taut_vec3_view: "12 data:0:ptr count:4:i32 stride:8:i32",
    taut_int_view: "8 data:0:ptr count:4:i32",
    taut_body_id: "8 index1:0:u32 generation:4:u32",
    taut_allocator: "12 alloc:0:ptr free:4:ptr context:8:ptr",
    taut_quat: "16 x:0:f32 y:4:f32 z:8:f32 w:12:f32",
    taut_collider_id: "8 index1:0:u32 generation:4:u32",
    taut_surface: "12 friction:0:f32 staticFriction:4:f32 restitution:8:f32",
    taut_filter: "8 category:0:u32 mask:4:u32",
    taut_height_field_def:
        "20 stamp:0:u32 heights:4:*f32/1 columns:8:i32 rows:12:i32 spacing:16:f32",
    taut_mesh_shape_def:
        "20 stamp:0:u32 vertices:4:*f32/3>vertexCount vertexCount:8:i32 " +
        "triangles:12:*i32/3>triangleCount triangleCount:16:i32",
    taut_collider_def:
        "84 stamp:0:u32 shape:4:taut_shape_kind radius:8:f32 halfHeight:12:f32 " +
        "halfSize:16:vec3 baked:28:ref position:32:vec3 rotation:44:quat " +
        "surface:60:taut_surface filter:72:taut_filter realm:80:u32",
    taut_collider_load: "24 force:0:vec3 torque:12:vec3",
    taut_collision_def:
        "48 enabled:0:bool thickness:4:f32 surface:8:taut_surface filter:20:taut_filter " +
        "leaveSpeed:28:f32 edges:32:bool faces:33:bool contactRoom:36:i32 self:40:bool " +
        "others:41:bool pairRoom:44:i32",
    taut_hit:
        "76 kind:0:taut_hit_kind body:4:id collider:12:id element:20:i32 particles:24:i32[3] " +
        "weights:36:f32[3] distance:48:f32 point:52:vec3 normal:64:vec3",
    taut_hits: "16 items:0:ptr capacity:4:i32 count:8:i32 found:12:i32",
    taut_query_def:
        "52 stamp:0:u32 kinds:4:u32 only:8:id except:16:id freeOnly:24:bool thickness:28:f32 " +
        "filter:32:taut_filter realm:40:u32 accept:44:ptr context:48:ptr",
    taut_attachment_id: "8 index1:0:u32 generation:4:u32",
    taut_attachment_def:
        "92 stamp:0:u32 body:4:id particle:12:i32 target:16:taut_attach_target place:20:vec3 " +
        "other:32:id otherParticle:40:i32 linkParticle:44:i32 triangle:48:i32 " +
        "weights:52:f32[3] collider:64:id length:72:f32 compliance:76:f32 drawSpeed:80:f32 " +
        "drawAcceleration:84:f32 strength:88:f32",
    taut_attachment_state: "36 force:0:vec3 held:12:vec3 holder:24:vec3",
    taut_constraint_info:
        "20 name:0:ptr about:4:ptr forceUnit:8:ptr particleCount:12:i32 movedCount:16:i32",
    taut_constraint_def:
        "76 stamp:0:u32 kind:4:taut_constraint_kind particles:8:i32[4] restFromShape:24:bool " +
        "rest:28:f32 compliance:32:f32 damping:36:f32 dampingRate:40:f32 strength:44:f32 " +
        "crushes:48:bool stretch:52:f32 play:56:f32 friction:60:f32 ratio:64:f32 " +
        "sides:68:taut_sides family:72:taut_family",
    taut_tether_def: "20 stamp:0:u32 enabled:4:bool mostPins:8:i32 slack:12:f32 passes:16:i32",
    taut_user_constraint_def:
        "56 stamp:0:u32 evaluate:4:ptr context:8:ptr particleCount:12:i32 particles:16:i32[8] " +
        "compliance:48:f32 sides:52:taut_sides",
    taut_blueprint_stats:
        "56 particles:0:i32 constraints:4:i32 tethers:8:i32 added:12:i32 " +
        "userConstraints:16:i32 triangles:20:i32 phases:24:i32 clusters:28:i32 colours:32:i32 " +
        "projections:40:i64 bytes:48:u32",
    taut_span: "16 body:0:id first:8:i32 count:12:i32",
    taut_device_view: "16 positions:0:ptr count:4:i32 strideBytes:8:i32 stream:12:ptr",
    taut_device_info:
        "200 name:0:char[128] bytes:128:u32 freeBytes:132:u32 bodies:136:i32 " +
        "stays:140:i32[11] stepMs:184:f64 lost:192:bool lostBodies:196:i32",
    taut_event:
        "60 kind:0:taut_event_kind step:4:i32 body:8:id constraint:16:i32 particle:20:i32 " +
        "otherParticle:24:i32 collider:28:id attachment:36:id place:44:vec3 force:56:f32",
    taut_event_view: "12 data:0:ptr count:4:i32 dropped:8:i32",
    taut_winch_def:
        "36 stamp:0:u32 body:4:id firstParticle:12:i32 particleCount:16:i32 drum:20:vec3 " +
        "taken:32:f32",
    taut_winch:
        "48 body:0:id firstParticle:8:i32 particleCount:12:i32 linkLength:16:f32 drum:20:vec3 " +
        "heldCount:32:i32 behind:36:f32 spacing:40:f32 speed:44:f32",
    taut_rope_material:
        "20 massPerMetre:0:f32 stretchStiffness:4:f32 bendStiffness:8:f32 dampingRate:12:f32 " +
        "strength:16:f32",
    taut_cloth_material:
        "28 massPerArea:0:f32 warpStiffness:4:f32 weftStiffness:8:f32 shearStiffness:12:f32 " +
        "bendStiffness:16:f32 dampingRate:20:f32 strength:24:f32",
    taut_part:
        "16 firstParticle:0:i32 particleCount:4:i32 firstConstraint:8:i32 " +
        "constraintCount:12:i32",
    taut_rope_def:
        "96 stamp:0:u32 start:4:vec3 end:16:vec3 length:28:f32 sagDirection:32:vec3 " +
        "linkCount:44:i32 material:48:taut_rope_material tensionOnly:68:bool pinStart:69:bool " +
        "pinEnd:70:bool endMass:72:f32 tethers:76:taut_tether_def",
    taut_chain_def:
        "44 stamp:0:u32 start:4:vec3 step:16:vec3 particleCount:28:i32 particleMass:32:f32 " +
        "compliance:36:f32 pinStart:40:bool",
    taut_cloth_def:
        "124 stamp:0:u32 origin:4:vec3 u:16:vec3 v:28:vec3 columns:40:i32 rows:44:i32 " +
        "spacingU:48:f32 spacingV:52:f32 structural:56:bool shear:57:bool " +
        "bend:60:taut_bend_model diagonals:64:taut_diagonals material:68:taut_cloth_material " +
        "rigid:96:bool particleMass:100:f32 tethers:104:taut_tether_def",
    taut_mesh_cloth_def:
        "84 stamp:0:u32 vertices:4:*f32/3>vertexCount vertexCount:8:i32 " +
        "triangles:12:*i32/3>triangleCount triangleCount:16:i32 weldDistance:20:f32 " +
        "bend:24:taut_bend_model material:28:taut_cloth_material rigid:56:bool " +
        "tethers:60:taut_tether_def weldMap:80:ptr",
    taut_net_def:
        "76 stamp:0:u32 origin:4:vec3 u:16:vec3 v:28:vec3 columns:40:i32 rows:44:i32 " +
        "meshSize:48:f32 linksPerSide:52:i32 material:56:taut_rope_material",
    taut_gas_def:
        "28 stamp:0:u32 firstTriangle:4:i32 triangleCount:8:i32 loop:12:*i32/1>loopCount " +
        "loopCount:16:i32 gauge:20:f32 ambient:24:f32",
    taut_balloon_def:
        "64 stamp:0:u32 centre:4:vec3 radius:16:f32 frequency:20:i32 bend:24:taut_bend_model " +
        "material:28:taut_cloth_material gauge:56:f32 ambient:60:f32",
    taut_gas_state:
        "48 volume:0:f64 gauge:8:f64 applied:16:f64 amount:24:f64 ambient:32:f64 hole:40:f64",
    taut_bytes: "8 data:0:ptr size:4:u32",
    taut_recording_def:
        "32 stamp:0:u32 blueprints:4:*ref/1>blueprintCount blueprintCount:8:i32 " +
        "shapes:12:*ref/1>shapeCount shapeCount:16:i32 memory:20:ptr capacity:24:u32 " +
        "hashEvery:28:i32",
    taut_recording_state: "24 running:0:bool loss:4:taut_recording_loss steps:8:i64 bytes:16:i64",
    taut_recording_info:
        "40 version:0:i32 steps:8:i64 calls:16:i64 goodBytes:24:u32 whole:28:bool " +
        "seconds:32:f64",
    taut_replay_def:
        "32 stamp:0:u32 data:4:ptr size:8:u32 blueprints:12:*ref/1>blueprintCount " +
        "blueprintCount:16:i32 shapes:20:*ref/1>shapeCount shapeCount:24:i32 partial:28:bool",
    taut_replay:
        "88 done:0:bool steps:8:i64 stepsTotal:16:i64 firstDifferent:24:i64 " +
        "hashRecorded:32:u64 hashFound:40:u64 world:48:ptr data:52:ptr size:56:u32 at:60:u32 " +
        "blueprints:64:ptr shapes:68:ptr blueprintCount:72:i32 shapeCount:76:i32 realm:80:u32",
    taut_sleep_def: "12 enabled:0:bool speed:4:f32 seconds:8:f32",
    taut_settle_def: "20 stamp:0:u32 unrest:4:f32 speed:8:f32 mostSteps:12:i32 substeps:16:i32",
    taut_settled: "20 settled:0:bool steps:4:i32 unrest:8:f32 speed:12:f32 trouble:16:u32",
    taut_teleport:
        "48 stamp:0:u32 move:4:vec3 about:16:vec3 turn:28:quat motion:44:taut_teleport_motion",
    taut_bone_def:
        "76 name:0:ptr parent:4:i32 start:8:vec3 end:20:vec3 mass:32:f32 radius:36:f32 " +
        "joint:40:taut_joint_kind axis:44:vec3 least:56:f32 most:60:f32 swing:64:f32 " +
        "twist:68:f32 friction:72:f32",
    taut_ragdoll_def:
        "36 stamp:0:u32 bones:4:*taut_bone_def/1>boneCount boneCount:8:i32 offset:12:vec3 " +
        "jointDamping:24:f32 jointFriction:28:f32 planar:32:bool",
    taut_ragdoll_bone:
        "136 parent:0:i32 particles:4:i32[12] particleCount:52:i32 endParticle:56:i32 " +
        "limit:60:i32 twistLimit:64:i32 frame:68:i32[3] rest:80:vec3[3] start:116:vec3 " +
        "length:128:f32 radius:132:f32",
    taut_ragdoll: "4372 part:0:taut_part boneCount:16:i32 bones:20:taut_ragdoll_bone[32]",
    taut_bone_pose: "28 position:0:vec3 rotation:12:quat",
    taut_skin_def:
        "44 stamp:0:u32 blueprint:4:ref vertices:8:*f32/3>vertexCount normals:12:*f32/3 " +
        "vertexCount:16:i32 to:20:taut_skin_to firstParticle:24:i32 particleCount:28:i32 " +
        "allocator:32:taut_allocator",
    taut_soft_material: "16 density:0:f32 youngModulus:4:f32 poissonRatio:8:f32 dampingTime:12:f32",
    taut_jelly_def:
        "80 stamp:0:u32 origin:4:vec3 u:16:vec3 v:28:vec3 size:40:vec3 cellsX:52:i32 " +
        "cellsY:56:i32 cellsZ:60:i32 material:64:taut_soft_material",
    taut_soft_report:
        "32 cells:0:i32 pieces:4:i32 cellSize:8:f32 volume:12:f32 flatTriangles:16:i32 " +
        "repeatedTriangles:20:i32 flippedTriangles:24:i32 openEdges:28:i32",
    taut_soft_mesh_def:
        "48 stamp:0:u32 vertices:4:*f32/3>vertexCount vertexCount:8:i32 " +
        "triangles:12:*i32/3>triangleCount triangleCount:16:i32 cellSize:20:f32 " +
        "weldDistance:24:f32 material:28:taut_soft_material report:44:ptr",
    taut_blob_material:
        "16 massPerArea:0:f32 stiffness:4:f32 poissonRatio:8:f32 dampingTime:12:f32",
    taut_blob_def:
        "48 stamp:0:u32 outline:4:*f32/3>outlineCount outlineCount:8:i32 centre:12:vec3 " +
        "radius:24:f32 rings:28:i32 material:32:taut_blob_material",
    taut_tear_def: "16 spareParticles:0:i32 strength:4:f32 stretch:8:f32 mostBreaks:12:i32",
    taut_blade: "48 from0:0:vec3 from1:12:vec3 to0:24:vec3 to1:36:vec3",
    taut_cut: "16 bodies:0:i32 links:4:i32 splits:8:i32 held:12:i32",
    taut_truss_node: "20 position:0:vec3 mass:12:f32 supports:16:i32",
    taut_truss_member:
        "28 a:0:i32 b:4:i32 area:8:f32 modulus:12:f32 density:16:f32 yieldStress:20:f32 " +
        "cable:24:bool",
    taut_truss_def:
        "28 stamp:0:u32 nodes:4:*taut_truss_node/1>nodeCount nodeCount:8:i32 " +
        "members:12:*taut_truss_member/1>memberCount memberCount:16:i32 dampingRate:20:f32 " +
        "breaks:24:bool",
    taut_pratt_def:
        "44 stamp:0:u32 panels:4:i32 panelLength:8:f32 height:12:f32 width:16:f32 " +
        "chordArea:20:f32 webArea:24:f32 modulus:28:f32 density:32:f32 yieldStress:36:f32 " +
        "deckMass:40:f32",
    taut_footbridge_def:
        "76 stamp:0:u32 start:4:vec3 end:16:vec3 width:28:f32 plankCount:32:i32 " +
        "plankMass:36:f32 deckSag:40:f32 cableHeight:44:f32 cableSag:48:f32 " +
        "material:52:taut_rope_material hangerStrength:72:f32",
    taut_member_state: "12 force:0:f32 stress:4:f32 utilisation:8:f32",
    taut_truss_state:
        "16 worstMember:0:i32 utilisation:4:f32 loadFactor:8:f32 yieldingCount:12:i32",
    taut_path_load:
        "40 particles:0:ptr count:4:i32 position:8:f32 force:12:vec3 onPath:24:bool " +
        "place:28:vec3",
    taut_wind_def:
        "68 stamp:0:u32 kind:4:taut_wind_kind velocity:8:vec3 strength:20:f32 period:24:f32 " +
        "centre:28:vec3 axis:40:vec3 radius:52:f32 speed:56:f32 size:60:f32 seed:64:u32",
    taut_air_def:
        "28 stamp:0:u32 enabled:4:bool drag:8:f32 lift:12:f32 friction:16:f32 ropeDrag:20:f32 " +
        "ropeRadius:24:f32",
    taut_solver_def:
        "52 stamp:0:u32 kind:4:taut_solver_kind iterations:8:i32 direct:12:bool keep:16:f32 " +
        "bounded:20:bool boundsMin:24:vec3 boundsMax:36:vec3 springStiffness:48:f32",
    taut_solver_preset: "64 name:0:ptr about:4:ptr solver:8:taut_solver_def substeps:60:i32",
    taut_budget_def:
        "24 microseconds:0:f32 target:4:f32 minSubsteps:8:i32 maxSubsteps:12:i32 clock:16:ptr " +
        "clockContext:20:ptr",
    taut_world_def:
        "176 stamp:0:u32 solver:4:taut_solver_def gravity:56:vec3 maxSpeed:68:f32 " +
        "planar:72:bool backend:76:taut_backend_kind allocator:80:taut_allocator " +
        "stepDt:92:f32 substeps:96:i32 mostSteps:100:i32 budget:104:taut_budget_def " +
        "meter:128:bool sleep:132:taut_sleep_def eventCapacity:144:i32 field:148:ptr " +
        "fieldContext:152:ptr threadCount:156:i32 parallelFor:160:ptr parallelHost:164:ptr " +
        "onAssert:168:ptr assertContext:172:ptr",
    taut_step_report:
        "96 trouble:0:u32 steps:4:i32 substeps:8:i32 clampedCount:16:i64 frozenCount:24:i32 " +
        "firstFrozen:28:id droppedSeconds:40:f64 blend:48:f32 contactCount:52:i32 " +
        "pairCount:56:i32 contactsDropped:64:i64 worstBody:72:id excess:80:f32 " +
        "residual:84:f32 substepsNeeded:88:i32",
    taut_substeps_found: "16 substeps:0:i32 enough:4:bool excess:8:f32 trials:12:i32",
    taut_body_def:
        "112 stamp:0:u32 blueprint:4:ref offset:8:vec3 velocity:20:vec3 gravityScale:32:f32 " +
        "drag:36:f32 precision:40:taut_precision tear:44:taut_tear_def " +
        "collision:60:taut_collision_def realm:108:u32",
    taut_pick: "20 hit:0:bool body:4:id particle:12:i32 distance:16:f32",
    taut_constraint_state:
        "44 kind:0:taut_constraint_kind particles:4:i32[4] rest:20:f32 value:24:f32 " +
        "force:28:f32 asked:32:f32 achieved:36:f32 broken:40:bool",
    taut_reaction: "24 force:0:vec3 tetherForce:12:vec3",
    taut_measure:
        "96 kineticEnergy:0:f64 gravityEnergy:8:f64 elasticEnergy:16:f64 momentum:24:vec3 " +
        "maxStretch:36:f32 meanStretch:40:f32 maxCompression:44:f32 structuralLinks:48:i32 " +
        "residual:52:f32 worstAchieved:56:f32 meanAchieved:60:f32 maxRigidError:64:f32 " +
        "tetherForce:68:f32 maxSpeed:72:f32 excess:76:f32 unrest:80:f32 exponent:84:f32 " +
        "substeps:88:i32 substepsNeeded:92:i32",
    taut_memory:
        "56 particles:0:i64 constraints:8:i64 bodyParticleBytes:16:u32 " +
        "bodyConstraintBytes:20:u32 blueprintParticleBytes:24:u32 " +
        "blueprintConstraintBytes:28:u32 workingBytes:32:u32 otherBytes:36:u32 bytes:40:u32 " +
        "deviceBytes:44:u32 deviceHostBytes:48:u32",
    taut_stage_times: "176 seconds:0:f64[20] whole:160:f64 steps:168:i64",
    taut_watched:
        "204 stage:0:taut_stage substep:4:i32 substepCount:8:i32 iteration:12:i32 h:16:f32 " +
        "constraint:20:i32 kind:24:taut_constraint_kind particleCount:28:i32 " +
        "particles:32:i32[4] inverseMass:48:f32[4] before:64:vec3[4] after:112:vec3[4] " +
        "valueBefore:160:f32 valueAfter:164:f32 multiplier:168:f32 change:172:f32 " +
        "force:176:f32 places:180:taut_vec3_view velocities:192:taut_vec3_view",
    taut_contact_point:
        "92 body:0:id particleCount:8:i32 particles:12:i32[3] weights:24:f32[3] " +
        "collider:36:id otherBody:44:id otherParticle:52:i32 place:56:vec3 normal:68:vec3 " +
        "force:80:vec3",
} as const satisfies Record<string, string>;
