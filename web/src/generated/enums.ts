// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Written by web/generate.py from the headers. Do not edit.

/**
 * What a call that can fail says. The sentence that goes with it is in taut_error,
 * taut_builder_last_error() or taut_world_last_error().
 *
 * - `invalid`: the caller's mistake: a bad value, index, id or stamp
 * - `out-of-memory`: the allocator gave nothing; everything is as it was
 * - `backend-unavailable`: this build or this machine lacks the backend asked for
 * - `bad-data`: a malformed mesh
 * - `threads-unavailable`: this build or this system has not so many threads
 */
export type Result =
    | "ok"
    | "invalid"
    | "out-of-memory"
    | "backend-unavailable"
    | "bad-data"
    | "threads-unavailable";

/**
 * What a collider is. Shapes stand upright around their place: their axis is y until they are
 * turned.
 *
 * - `plane`: everything below its place: the half-space y < 0
 * - `sphere`: radius
 * - `capsule`: radius, half_height: of the line from end to end
 * - `box`: half_size
 * - `cylinder`: radius, half_height
 * - `hull`: baked: from taut_shape_create_hull()
 * - `height-field`: baked: from taut_shape_create_height_field()
 * - `mesh`: baked: from taut_shape_create_mesh()
 */
export type ShapeKind =
    | "plane"
    | "sphere"
    | "capsule"
    | "box"
    | "cylinder"
    | "hull"
    | "height-field"
    | "mesh";

/**
 * What was hit.
 *
 * - `triangle`: of a surface
 * - `link`: of a rope, chain or net, as a capsule
 * - `particle`: a ball around it
 * - `collider`: in worlds of every solver
 */
export type HitKind =
    | "triangle"
    | "link"
    | "particle"
    | "collider";

/**
 * What holds the particle.
 *
 * - `point`: a place, moved by taut_attachment_set_place()
 * - `particle`: a particle of another body, or of the same
 * - `surface`: A point of a triangle of a body. When the surface tears it goes where its
 *   triangle goes.
 * - `link`: A point between two particles of a body. Of a link that tearing gives to other
 *   particles it goes with the link; where the link breaks, with its nearer end.
 * - `collider`: a point of a collider, which carries it along and feels the pull
 */
export type AttachTarget =
    | "point"
    | "particle"
    | "surface"
    | "link"
    | "collider";

/**
 * What a constraint keeps. See TAUT_CONSTRAINT_LIST.
 */
export type ConstraintKind =
    | "volume"
    | "area"
    | "dihedral"
    | "angle"
    | "cone"
    | "attach"
    | "pulley"
    | "slide"
    | "distance"
    | "tether";

/**
 * In which direction a constraint may push. Only DISTANCE, ATTACH, PULLEY and SLIDE accept
 * other than BOTH.
 *
 * - `both`: a rod: resists stretching and compressing
 * - `tension`: a string: resists stretching only
 * - `compression`: a strut lying loose: resists compressing only
 */
export type Sides =
    | "both"
    | "tension"
    | "compression";

/**
 * What a constraint is there for. Stretch is measured over STRUCTURAL distance constraints;
 * within a kind, families are swept in the order below, so that structural links come last.
 */
export type Family =
    | "bend"
    | "shear"
    | "other"
    | "structural";

/**
 * Why the device did not take a body through the last step.
 *
 * - `none`: it did
 * - `rests`: the step went without the body: it is new, or it slept or was frozen
 * - `no-device`: the world has no device, or the one it had has failed since
 * - `solver`: there is no kernel for the solver of its world: LEGACY
 * - `user`: nor for user constraints
 * - `watched`: nor for a body that is watched (taut_world_watch())
 * - `long`: It has long ropes or trees that are solved directly, each by one thread there, and
 *   there are too few of them, or the host has several threads: it is quicker. Those of more
 *   than 4,096 particles never go.
 * - `changed`: Less than four steps ago its constraints may have become others: it tore, a
 *   blade came near it, a call changed one, it was restored (taut_snapshot_restore()), or steps
 *   were tried with it (taut_world_find_substeps()).
 * - `targets`: more of its particles have targets than the device has room for
 * - `memory`: the device, or the host, has no memory for what it asks for there
 * - `refused`: the device refused to launch what takes it through
 */
export type Stay =
    | "none"
    | "rests"
    | "no-device"
    | "solver"
    | "user"
    | "watched"
    | "long"
    | "changed"
    | "targets"
    | "memory"
    | "refused";

/**
 * What an event tells. Fields that a kind does not name are 0 (ids) or -1 (numbers).
 *
 * - `break`: A constraint reached its limit: body, constraint, place, force. Where the surface
 *   opened in its stead, SPLITs of the body follow.
 * - `split`: a surface opened: body, particle, other_particle (the new one), place
 * - `cut`: a blade parted a constraint: body, constraint, place, force
 * - `detach`: an attachment gave way: body, particle, attachment, place, force
 * - `touch`: A body came to touch a collider, where it did not in the step before: body,
 *   particle, collider, place and particle of the hardest push, force (mean over the step, of
 *   the body on the collider).
 * - `leave`: And touches it no more, or it was destroyed: body, collider. A body that sleeps or
 *   is frozen goes on touching; one that is destroyed tells nothing.
 * - `sleep`: a body fell asleep: body
 * - `wake`: and woke up: body
 * - `freeze`: a body was no longer finite and was frozen: body
 */
export type EventKind =
    | "none"
    | "break"
    | "split"
    | "cut"
    | "detach"
    | "touch"
    | "leave"
    | "sleep"
    | "wake"
    | "freeze";

/**
 * How a grid is held against bending.
 *
 * - `skip-links`: links over two cells: cheap, also resist stretching, no rest angle
 * - `dihedral`: angles across edges, after bend_stiffness; three per cell
 */
export type BendModel =
    | "none"
    | "skip-links"
    | "dihedral";

/**
 * Which diagonals a grid's triangles follow.
 *
 * - `same`: all the same way
 * - `alternating`: like a chessboard
 */
export type Diagonals =
    | "same"
    | "alternating";

/**
 * Why a recording ended before its time.
 *
 * - `full`: the memory was full
 * - `unknown-part`: a body or collider was made of what is not in the lists
 */
export type RecordingLoss =
    | "whole"
    | "full"
    | "unknown-part";

/**
 * What becomes of the velocities of a body that is put elsewhere.
 *
 * - `turn`: they turn with it
 * - `stop`: they become 0
 */
export type TeleportMotion =
    | "turn"
    | "stop";

/**
 * - `ball`: shoulder, hip, neck: swings within a cone, twists within a range
 * - `hinge`: elbow, knee: turns about one axis within a range
 */
export type JointKind =
    | "ball"
    | "hinge";

/**
 * The bones of a humanoid, by their numbers. Left is +x of one who faces +z. The joint of a
 * bone is the one with the bone above it: that of TAUT_HUMANOID_LEFT_SHIN is the left knee.
 */
export type HumanoidBone =
    | "pelvis"
    | "spine"
    | "chest"
    | "head"
    | "left-upper-arm"
    | "right-upper-arm"
    | "left-forearm"
    | "right-forearm"
    | "left-hand"
    | "right-hand"
    | "left-thigh"
    | "right-thigh"
    | "left-shin"
    | "right-shin"
    | "left-foot"
    | "right-foot";

/**
 * What a vertex is bound to.
 *
 * - `any`: tetrahedra where there are some, else triangles
 * - `tetrahedra`: those of the volume constraints
 * - `triangles`: those of the surface
 */
export type SkinTo =
    | "any"
    | "tetrahedra"
    | "triangles";

/**
 * How air moves.
 *
 * - `uniform`: everywhere and always `velocity`
 * - `gust`: `velocity`, whose speed swells and falls by up to `strength` of it, in waves about
 *   `period` long that travel with it.
 * - `vortex`: Round an axis through `centre`: `speed` at `radius` from it, in proportion to the
 *   distance near the axis, and to its inverse far away (Scully's vortex).
 * - `turbulence`: Eddies of about `size`, smooth and free of divergence, of mean speed 0 and
 *   `speed` as the root of the mean square; never eight times that. They travel with
 *   `velocity`, which is not added to them, and give way to others in about `period`.
 */
export type WindKind =
    | "uniform"
    | "gust"
    | "vortex"
    | "turbulence";

/**
 * How data is walked. All of them give the same bits.
 *
 * - `auto`: the best of this build that this machine can run
 * - `scalar`: the reference: one constraint after another
 * - `sse2`: x86-64: four at a time
 * - `avx2`: x86-64: eight
 * - `avx512`: x86-64: sixteen
 * - `neon`: 64-bit ARM: four
 * - `simd128`: WebAssembly: four
 * - `cuda`: NVIDIA GPUs; what has no kernel goes on the CPU. AUTO never takes it
 */
export type BackendKind =
    | "auto"
    | "scalar"
    | "sse2"
    | "avx2"
    | "avx512"
    | "neon"
    | "simd128"
    | "cuda";

/**
 * How constraints become motion.
 *
 * - `xpbd`: Extended position-based dynamics in small steps: stiffness in SI units, whatever
 *   the rate.
 * - `verlet`: Jakobsen's: position and previous position; stiffness is the number of
 *   iterations. Compliance and the damping of constraints do not count.
 * - `legacy`: What many tutorials do: Verlet in units of frames, each free end takes half a
 *   correction, constraints in the order of adding, bounds inside the iteration. Distance
 *   constraints only, each as a rod; no forces, fields, tethers or user constraints, no forces
 *   to read.
 * - `springs-explicit`: Hooke springs and explicit Euler: for comparison. Explodes when stiff.
 *   No user constraints.
 * - `springs-symplectic`: Hooke springs and symplectic Euler: for comparison. No user
 *   constraints.
 */
export type SolverKind =
    | "xpbd"
    | "verlet"
    | "legacy"
    | "springs-explicit"
    | "springs-symplectic";

/**
 * How finely an XPBD world keeps the positions of a body while it sweeps. The other solvers are
 * always FAST.
 *
 * - `auto`: FINE up to 1024 particles, FAST above
 * - `fast`: Corrections go into positions. Quickest; forces carry the rounding of positions, a
 *   few tenths of a per cent two metres from the origin and growing with distance and substeps,
 *   and momentum drifts by up to a thousandth per frame.
 * - `fine`: Corrections are gathered apart from positions: mean forces are right to rounding at
 *   any distance and rate. (What one substep reads on a rigid link still carries the rounding
 *   of its length: some per cent for 1 kg on 1 m at 1200 substeps a second.) Costs about a
 *   fifth more per constraint, more where memory is the limit.
 */
export type Precision =
    | "auto"
    | "fast"
    | "fine";

/**
 * What becomes of a grabbed particle's motion when it is let go.
 *
 * - `drop`: it starts from rest
 * - `throw`: it keeps the velocity of the hand, the mean of its last two steps
 */
export type Release =
    | "drop"
    | "throw";

/**
 * The parts of a step that are timed apart.
 *
 * - `open`: the step opens: forces, pins, colliders, who is awake
 * - `copy`: bodies into memory to work in, and back
 * - `predict`: particles move on; velocities too, where one pass does both
 * - `air`: wind on surfaces and ropes
 * - `gas`: what presses on surfaces from within
 * - `sweep`: constraints one by one
 * - `lines`: rows and columns of cloth, each at once
 * - `direct`: ropes and trees, each at once
 * - `user`: constraints of the host: its callbacks
 * - `contact-find`: bodies and colliders: what may touch, and where it meets
 * - `contact-solve`: and is pushed apart
 * - `pair-find`: particles that may touch one another
 * - `pair-order`: those pairs by colours
 * - `pair-solve`: and pushed apart
 * - `join`: attachments and knots
 * - `velocities`: where they go apart from prediction; damping of rates
 * - `threads`: bodies that threads take whole, one each: not told apart
 * - `tear`: limits are looked at; what is beyond them breaks
 * - `close`: the step closes: finite or not, loads on colliders, who sleeps
 * - `report`: the meter of stiffness, a recording
 */
export type Stage =
    | "open"
    | "copy"
    | "predict"
    | "air"
    | "gas"
    | "sweep"
    | "lines"
    | "direct"
    | "user"
    | "contact-find"
    | "contact-solve"
    | "pair-find"
    | "pair-order"
    | "pair-solve"
    | "join"
    | "velocities"
    | "threads"
    | "tear"
    | "close"
    | "report";

/** Names of the values of each enum, in their order. */
export const enums = {
    taut_result: "ok invalid out-of-memory backend-unavailable bad-data threads-unavailable",
    taut_shape_kind: "plane sphere capsule box cylinder hull height-field mesh",
    taut_hit_kind: "triangle link particle collider",
    taut_attach_target: "point particle surface link collider",
    taut_constraint_kind: "volume area dihedral angle cone attach pulley slide distance tether",
    taut_sides: "both tension compression",
    taut_family: "bend shear other structural",
    taut_stay: "none rests no-device solver user watched long changed targets memory refused",
    taut_event_kind: "none break split cut detach touch leave sleep wake freeze",
    taut_bend_model: "none skip-links dihedral",
    taut_diagonals: "same alternating",
    taut_recording_loss: "whole full unknown-part",
    taut_teleport_motion: "turn stop",
    taut_joint_kind: "ball hinge",
    taut_humanoid_bone:
        "pelvis spine chest head left-upper-arm right-upper-arm left-forearm right-forearm " +
        "left-hand right-hand left-thigh right-thigh left-shin right-shin left-foot " +
        "right-foot",
    taut_skin_to: "any tetrahedra triangles",
    taut_wind_kind: "uniform gust vortex turbulence",
    taut_backend_kind: "auto scalar sse2 avx2 avx512 neon simd128 cuda",
    taut_solver_kind: "xpbd verlet legacy springs-explicit springs-symplectic",
    taut_precision: "auto fast fine",
    taut_release: "drop throw",
    taut_stage:
        "open copy predict air gas sweep lines direct user contact-find contact-solve " +
        "pair-find pair-order pair-solve join velocities threads tear close report",
} as const satisfies Record<string, string>;

/** Bits of `TAUT_SUPPORT_...` */
export const supportBits = {
    none: 0,
    x: 1,
    y: 2,
    z: 4,
    all: 7,
} as const;

/** Bits of `TAUT_STEP_...` */
export const stepTroubleBits = {
    /** some particle reached taut_world_def.max_speed */
    speedClamped: 1,
    /** a body was restored to its last good state and frozen */
    notFinite: 2,
    /** advance() could not keep up and skipped time */
    timeDropped: 4,
    /** there was no room for some contacts */
    contactsDropped: 8,
    /** The recording under way has ended before its time: taut_recording_get_state() says why. */
    recordingLost: 16,
    /**
     * Something was to tear, and no spare particle was left (taut_tear_def): a link broke in
     * place.
     */
    splitsDropped: 32,
    /**
     * A device failed with the state of a body on it: the body is where it was last read, at
     * rest and frozen. The others go on on the host (taut_device.h).
     */
    deviceLost: 64,
} as const;
