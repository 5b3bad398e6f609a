// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Written by web/generate.py from the headers. Do not edit.

import type {
    ClothMaterialName,
    Id,
    IdLike,
    Quat,
    QuatLike,
    Ref,
    RopeMaterialName,
    SoftMaterialName,
    Vec3,
    Vec3Like,
} from "../values.js";
import type {
    ShapeKind,
    HitKind,
    AttachTarget,
    ConstraintKind,
    Sides,
    Family,
    EventKind,
    BendModel,
    Diagonals,
    RecordingLoss,
    TeleportMotion,
    JointKind,
    SkinTo,
    WindKind,
    BackendKind,
    SolverKind,
    Precision,
    Stage,
} from "./enums.js";

/**
 * How a surface rubs and bounces. Of the two that meet, the coefficients of friction are
 * multiplied and the root is taken; of restitution the larger counts.
 */
export interface Surface {
    /** while sliding, >= 0; default 0.4 */
    friction?: number;
    /** Before sliding begins: at least friction, or 0 (default), which is 1.25 times friction. */
    staticFriction?: number;
    /** part of the speed of approach that is thrown back, 0 to 1; default 0 */
    restitution?: number;
}

/** Who touches whom: two meet when the category of each has a bit in the mask of the other. */
export interface Filter {
    /** default 1 */
    category?: number;
    /** default all bits */
    mask?: number;
}

/**
 * Ground: heights over a grid around the origin, solid below. What finds itself under it, over
 * its cells, comes up; beside its cells there is nothing.
 */
export interface HeightFieldDef {
    /** columns x rows, row by row (along x); borrowed for the call */
    heights?: ArrayLike<number>;
    /** along x and z, 2 to 4096 each */
    columns?: number;
    /** along x and z, 2 to 4096 each */
    rows?: number;
    /** metres between columns and between rows, > 0; default 1 */
    spacing?: number;
}

/**
 * A surface of triangles, open or closed, with two sides: what is on one side stays there. It
 * has no inside, so what is put beyond it stays beyond. Edges between triangles in a plane
 * catch nothing. TAUT_ERROR_BAD_DATA names a triangle with a vertex that is not there or no
 * area, and a vertex that is not finite.
 */
export interface MeshShapeDef {
    /** borrowed for the call; within 1e6 m of the origin */
    vertices?: ArrayLike<number>;
    /** three vertex numbers each; borrowed for the call */
    triangles?: ArrayLike<number>;
}

/** How to make a collider. Start from taut_collider_def_default(), then change what you need. */
export interface ColliderDef {
    /** default TAUT_SHAPE_SPHERE */
    shape?: ShapeKind;
    /**
     * Metres, > 0; default 0.5. SPHERE, CAPSULE, CYLINDER. Beyond 1e4 m, distances from a
     * surface are rounded to a millimetre and more, what is inside may stay there, and what
     * touches rests unevenly: a PLANE is the better ground.
     */
    radius?: number;
    /** metres, > 0; default 0.5. CAPSULE, CYLINDER */
    halfHeight?: number;
    /** metres, > 0; default 0.5 each. BOX */
    halfSize?: Vec3Like;
    /** HULL, HEIGHT_FIELD, MESH: required; the collider holds a reference */
    baked?: Ref;
    /** default 0 */
    position?: Vec3Like;
    /** of unit length within 1 %; default none */
    rotation?: QuatLike;
    surface?: Surface;
    filter?: Filter;
    /** whose bodies meet it (taut_base.h); default 0; TAUT_REALM_ALL: all */
    realm?: number;
}

/**
 * What bodies put on a collider, by touching it and by attachments: the mean over the last
 * step. A body that sleeps presses and pulls on as it did when it fell asleep; one that is
 * frozen does not.
 */
export interface ColliderLoad {
    /** N, on the collider: down on a table, up on what stands on a trampoline */
    readonly force: Vec3;
    /** N m, about the collider's place after the step */
    readonly torque: Vec3;
}

/** How a body meets colliders and particles. Part of taut_body_def, whose default fills it in. */
export interface CollisionDef {
    /** default true; false: it passes through everything */
    enabled?: boolean;
    /**
     * Metres that its particles, links and triangles keep from surfaces, > 0; default 0.005:
     * the radius of a rope, half the thickness of a cloth.
     */
    thickness?: number;
    surface?: Surface;
    filter?: Filter;
    /**
     * m/s, > 0; default 2: a body found inside of a collider leaves it no faster. Links that
     * hold on to it, to a pin inside say, are stronger than what pushes it out. Links that go
     * through a MESH, which has no inside, are not pushed at all.
     */
    leaveSpeed?: number;
    /** links and edges of triangles collide, not particles alone; default true */
    edges?: boolean;
    /** tips and corners of colliders meet triangles; default true */
    faces?: boolean;
    /**
     * Pairs of a particle, edge or triangle with a collider that may be near one another in a
     * step, 0 to 2^24; default 0: 256, twice the particles and four times the first 4,096 of
     * them. What does not fit is passed through, and the step report has
     * TAUT_STEP_CONTACTS_DROPPED.
     */
    contactRoom?: number;
    /**
     * Its particles keep a distance of twice the thickness from each other; default false. Two
     * that are nearer in the blueprint keep what they have there, and two that a link joins
     * keep nothing: that is up to the link, and ends some time after it breaks, once they have
     * been further apart than that. Particles alone count: a cloth lets nothing of its own
     * through when its thickness is at least 0.4 of the way from particle to particle.
     */
    self?: boolean;
    /**
     * Its particles keep the sum of both thicknesses from those of other bodies, where these
     * have it too and the filters let them; default false. Bodies do not bounce off each other:
     * restitution is for colliders.
     */
    others?: boolean;
    /**
     * Pairs of particles, near enough to touch, that there is room for, 0 to 2^24; default 0: 8
     * per particle and 256. Rooms of all bodies are one. What does not fit is passed through,
     * the furthest pairs first, and the step report has TAUT_STEP_CONTACTS_DROPPED.
     */
    pairRoom?: number;
}

/**
 * One hit. Hits come in the order of distance, then kind, body and element: the same
 * everywhere.
 */
export interface Hit {
    readonly kind: HitKind;
    /** zero of a collider */
    readonly body: Id;
    /** zero of a body */
    readonly collider: Id;
    /** number of the triangle, constraint or particle; of a collider 0, or its triangle */
    readonly element: number;
    /** its corners, its ends, itself; unused ones -1 */
    readonly particles: readonly number[];
    /** of these in the place that was hit; they add up to 1; 0 of a collider */
    readonly weights: readonly number[];
    /** metres that the ray or sphere went; of an overlap see there */
    readonly distance: number;
    /** on the surface, the body's thickness included */
    readonly point: Vec3;
    /** unit, from what was hit towards the ray or sphere */
    readonly normal: Vec3;
}

/** What counts. Start from taut_query_def_default(), or give NULL for the default. */
export interface QueryDef {
    /**
     * Bits 1 < < taut_hit_kind. Default triangles, links and colliders. A link counts when it
     * is structural and not part of a surface or a filled body: not both of its ends belong to
     * triangles, areas or volumes.
     */
    kinds?: number;
    /** this body alone, and no collider; zero (default) for all */
    only?: IdLike;
    /** not this one; zero (default) for none */
    except?: IdLike;
    /** elements whose particles are all pinned or grabbed are passed over */
    freeOnly?: boolean;
    /**
     * Metres around triangles, links and particles; below 0 (default) each body's own,
     * taut_collision_def.thickness. Without thickness, a ray meets no links and no particles.
     */
    thickness?: number;
    /** bodies and colliders that it and theirs let through; default all bits */
    filter?: Filter;
    /** what it looks at (taut_base.h), and what is in all; default TAUT_REALM_ALL */
    realm?: number;
}

/** Start from taut_attachment_def_default(). */
export interface AttachmentDef {
    /** whose particle is held; required */
    body?: IdLike;
    /** default 0 */
    particle?: number;
    target?: AttachTarget;
    /** POINT: where, metres; COLLIDER: where in its frame */
    place?: Vec3Like;
    /** PARTICLE, SURFACE, LINK: the body that holds */
    other?: IdLike;
    /** PARTICLE: which of its particles; LINK: one of the two */
    otherParticle?: number;
    /** LINK: the other of the two; default 1 */
    linkParticle?: number;
    /** SURFACE: which of its triangles, and */
    triangle?: number;
    /**
     * where in it: barycentric, each >= 0, sum 1; default its middle. LINK: the weights of
     * other_particle and link_particle, divided by their sum, which must be > 0; the third
     * counts nothing.
     */
    weights?: readonly number[];
    /** COLLIDER: what holds */
    collider?: IdLike;
    /**
     * Metres that the two may be apart, as if by a string without mass, >= 0; default 0: held
     * in one place.
     */
    length?: number;
    /** m/N, >= 0; default 0 */
    compliance?: number;
    /**
     * How fast the two are drawn together at most where they are further apart, m/s, > 0;
     * default 5, and INFINITY for no limit.
     */
    drawSpeed?: number;
    /**
     * How fast that speed comes about and, in time for them to arrive at rest, goes, m/s^2, >
     * 0; default 5: what hangs is drawn up with half again its weight. INFINITY for no limit:
     * then they are drawn in with a jerk, and what comes flies on. A string cannot push, but
     * what it drew in and comes faster than it slows down is held back, by up to twice this.
     */
    drawAcceleration?: number;
    /**
     * Newtons, > 0, that tear it: the mean force of a step above this ends it after that step,
     * with TAUT_EVENT_DETACH. Default INFINITY.
     */
    strength?: number;
}

/** How an attachment is doing. */
export interface AttachmentState {
    /** on the held particle, newtons: mean over the last step */
    readonly force: Vec3;
    /** where the particle is */
    readonly held: Vec3;
    /** and what holds it */
    readonly holder: Vec3;
}

/** One constraint. Start from taut_constraint_def_default(kind), or from a helper below. */
export interface ConstraintDef {
    kind?: ConstraintKind;
    /**
     * DISTANCE: the two ends. ANGLE: three along the rope, the corner in the middle. AREA: the
     * corners. DIHEDRAL: the shared edge, then the two far corners. VOLUME: the corners, the
     * last three counter-clockwise seen from the first. ATTACH: the particle, then what holds
     * it. TETHER: the particle, then its pin. CONE: the ends of one segment, then those of the
     * other. PULLEY: an end, the wheel, the other end. SLIDE: the particle, a point of the
     * plane, and a point off it in the direction of its normal. All different.
     */
    particles?: readonly number[];
    /**
     * Take the rest value from where the particles are now. Default true (false for ATTACH,
     * whose rest value is 0).
     */
    restFromShape?: boolean;
    /**
     * Metres, radians, m^2 or m^3. Used when rest_from_shape is false. DISTANCE, TETHER and
     * PULLEY: > 0. ANGLE and CONE: 0 (straight, parallel) to pi. SLIDE: the height, of any
     * sign.
     */
    rest?: number;
    /**
     * Inverse stiffness: m/N for DISTANCE, ATTACH, PULLEY and SLIDE, rad/(N m) for ANGLE, CONE
     * and DIHEDRAL, m^2/(N/m) for AREA, m^3/Pa for VOLUME; 0 is rigid (default), 1e9 the most.
     * A TETHER is always rigid.
     */
    compliance?: number;
    /**
     * Damping beside the elastic force (XPBD eq. 26), in force per rate of change: N s/m for
     * DISTANCE. Acts only where compliance > 0. Default 0.
     */
    damping?: number;
    /**
     * Damping of the rate of change itself, in 1/s, at the level of velocities; acts at any
     * compliance and is the one to use for rigid constraints. Default 0.
     */
    dampingRate?: number;
    /**
     * Force that breaks it, in the unit of the kind: N of pull for DISTANCE and ATTACH, N m for
     * ANGLE, either way. 0 (default): none. A TETHER has none. See taut_tear_def.
     */
    strength?: number;
    /** DISTANCE: a push as strong as `strength` breaks it too, as of a bar. Default false. */
    crushes?: boolean;
    /**
     * DISTANCE: the part of its rest length that it may grow by before it breaks; 0.1 is 10 %.
     * 0 (default): any.
     */
    stretch?: number;
    /**
     * No force while |value - rest| < = play, in the unit of `rest`: a limit instead of a joint
     * that holds. Beyond it acts like any other, from the end of the play on. An ANGLE or CONE
     * of rest 0 is so kept within a cone of that half-angle; a DIHEDRAL is a hinge between rest
     * - play and rest + play. 0..1e9, default 0; not for TETHER. Links with play are swept,
     * never solved directly.
     */
    play?: number;
    /**
     * Dry friction: > 0 makes it a constraint that holds whatever value it has, `rest` at
     * first, by a force of at most this (N for lengths, N m for angles), and slips where that
     * is not enough; from then on it holds the value it slipped to. While it stands, or creeps
     * so slowly that friction would stop it within 0.02 s, it holds up to twice as much.
     * `compliance` is how far it gives before it slips. 0..1e9, default 0; not with play,
     * `sides` or `strength`, not for TETHER. Swept, never solved directly.
     */
    friction?: number;
    /**
     * PULLEY: how many falls of rope the far side has: near + ratio x far length is kept. 0.001
     * to 1000, default 1, and 1 for all other kinds.
     */
    ratio?: number;
    /** default TAUT_SIDES_BOTH */
    sides?: Sides;
    /** default STRUCTURAL for DISTANCE, BEND for angles, else OTHER */
    family?: Family;
}

/**
 * Long-range tethers: each free particle is kept within its geodesic distance of the pins, so
 * that stretch does not build up over many links (Kim, Chentanez and Mueller-Fischer, "Long
 * range attachments", SCA 2012). They act on one side only, never on slack material, and a
 * tether whose pin is released acts no more.
 */
export interface TetherDef {
    /** default true */
    enabled?: boolean;
    /** tethers per particle, to the nearest pins; 1 to 16, default 4 */
    mostPins?: number;
    /**
     * Length = slack x geodesic distance, >= 1. 0 (default) is 1.02 in elastic cloth, whose
     * stretch tethers are to leave to its links, and 1 elsewhere.
     */
    slack?: number;
    /**
     * How the structural links of a tethered body are solved after its tethers have acted. 0
     * (default): by lines. Links that continue one another, such as the rows and columns of a
     * cloth, are solved as a whole, exactly. 1 to 8: in so many sweeps. Where 0 is asked for,
     * there are 3 sweeps by solvers other than XPBD, without taut_solver_def.direct, where some
     * structural link acts on one side only or has `damping`, and on irregular meshes. What
     * some part of a body asks for by 0 holds for all of it.
     */
    passes?: number;
}

/**
 * A constraint of your own (the general XPBD update, Macklin et al. 2016, eq. 18). All of them
 * are solved after the listed kinds, in the order of adding, on the thread that steps the
 * world. Whether they give the same bits everywhere is up to the callback.
 */
export interface UserConstraintDef {
    /** 1 to TAUT_USER_MAX_PARTICLES */
    particleCount?: number;
    particles?: readonly number[];
    /** >= 0, in units of C per unit of force; default 0 */
    compliance?: number;
    /** TENSION keeps C < = 0, COMPRESSION keeps C >= 0; default BOTH */
    sides?: Sides;
}

/** What baking made of it. */
export interface BlueprintStats {
    readonly particles: number;
    /** tethers and user constraints not counted */
    readonly constraints: number;
    /** cooked and added */
    readonly tethers: number;
    /** what was added: numbers 0 .. added - 1; cooked tethers follow */
    readonly added: number;
    readonly userConstraints: number;
    readonly triangles: number;
    /** of the schedule */
    readonly phases: number;
    /** of the schedule */
    readonly clusters: number;
    /** of the schedule */
    readonly colours: number;
    /**
     * Projections in one sweep: constraints and tethers, each as often as it is swept. User
     * constraints not counted.
     */
    readonly projections: number;
    /** held by the blueprint */
    readonly bytes: number;
}

/** Particles in a row, of one body. */
export interface Span {
    readonly body: Id;
    /** particle, >= 0 */
    readonly first: number;
    /** of them, >= 0 */
    readonly count: number;
}

/** Where a device keeps positions. */
export interface DeviceView {
    /** particles */
    readonly count: number;
    /** from one to the next: 16 */
    readonly strideBytes: number;
}

/** What a world's device says of itself, and what the last step had it do. */
export interface DeviceInfo {
    /** "NVIDIA H200" */
    readonly name: string;
    /** of its memory; 0 where it does not say, as of the next */
    readonly bytes: number;
    /** of these, that nobody has: no world, and no other program */
    readonly freeBytes: number;
    /** that it took through the last step */
    readonly bodies: number;
    /**
     * Bodies of the world by why it did not (taut_stay), and in [TAUT_STAY_NONE] those it did.
     * Once it is known to have failed all are in [TAUT_STAY_NO_DEVICE], whatever it did before.
     */
    readonly stays: readonly number[];
    /**
     * Milliseconds that it was at work in the last step, by its own clock: from the beginning
     * of the first kernel to the end of the last. 0 unless steps are timed
     * (taut_world_time_stages()).
     */
    readonly stepMs: number;
    /** it has failed, and all bodies go on on the host */
    readonly lost: boolean;
    /**
     * Bodies that nobody had another copy of then, in a step or when something was asked of
     * them: they were frozen where the host last saw them.
     */
    readonly lostBodies: number;
}

export interface Event {
    readonly kind: EventKind;
    /** of this call of step or advance, from 0; -1 for what a call between them did */
    readonly step: number;
    readonly body: Id;
    /** as numbered by the builder */
    readonly constraint: number;
    /** of the body */
    readonly particle: number;
    /** likewise */
    readonly otherParticle: number;
    /** no longer valid where it was destroyed */
    readonly collider: Id;
    /** no longer valid: it has ended */
    readonly attachment: Id;
    /** where, metres */
    readonly place: Vec3;
    /** with what force, in newtons or the unit of the constraint */
    readonly force: number;
}

/**
 * A winch at one end of a rope of equal links. What it has taken in is held: the last particle
 * taken runs on behind the drum, in line with the rope, so that the free part always leaves
 * through the drum; the one before it follows a link behind, where all others wait. No length
 * changes, and a particle that passes the drum does so at the speed of the rope: the pull does
 * not jump.
 *
 * Plain data that belongs to the caller. Start from taut_winch_def_default().
 */
export interface WinchDef {
    body?: IdLike;
    /** of the rope; its particles follow one another */
    firstParticle?: number;
    /** 3 to 1,000,000 */
    particleCount?: number;
    /** where the rope leaves */
    drum?: Vec3Like;
    /** m of rope that are in the winch at the start, default 0 */
    taken?: number;
}

/**
 * A winch at work. Read it; leave changing it to the calls below. There is nothing to free: to
 * end it, call them no more, and taut_body_unpin() the first `held_count` particles or destroy
 * the body.
 */
export interface Winch {
    readonly body: Id;
    readonly firstParticle: number;
    readonly particleCount: number;
    /** m */
    readonly linkLength: number;
    readonly drum: Vec3;
    /** particles held: the last of them is in the drum or behind it */
    readonly heldCount: number;
    /** m, how far; the one before it is `spacing` further, and so all others */
    readonly behind: number;
    /** m, a link as long as the one outside is under its pull */
    readonly spacing: number;
    /** m/s, of the last call; > 0 takes in */
    readonly speed: number;
}

/** What a rope is made of. Splitting a rope into more links changes none of these. */
export interface RopeMaterial {
    /** kg/m, > 0 */
    massPerMetre?: number;
    /** EA in newtons: force for 100 % strain; INFINITY is inextensible */
    stretchStiffness?: number;
    /** EI in N m^2; 0 is limp */
    bendStiffness?: number;
    /** 1/s, of stretching; >= 0 */
    dampingRate?: number;
    /** N of pull that breaks it; 0, as in all named ones: none does */
    strength?: number;
}

/** What a cloth is made of. */
export interface ClothMaterial {
    /** kg/m^2, > 0 (200 g/m^2 is 0.2) */
    massPerArea?: number;
    /** N/m along the first direction; INFINITY is inextensible */
    warpStiffness?: number;
    /** N/m along the second */
    weftStiffness?: number;
    /** N/m */
    shearStiffness?: number;
    /** N m (flexural rigidity); 0 is limp */
    bendStiffness?: number;
    /** 1/s, of stretching; >= 0 */
    dampingRate?: number;
    /**
     * N/m, pull per width that tears it along either direction; 0, as in all named ones: none
     * does. Bodies of it need taut_tear_def.spare_particles to open.
     */
    strength?: number;
}

/** Which particles and constraints a maker added to its builder. */
export interface Part {
    readonly firstParticle: number;
    readonly particleCount: number;
    readonly firstConstraint: number;
    readonly constraintCount: number;
}

/** A rope from `start` to `end`. */
export interface RopeDef {
    /** default (0, 0, 0) */
    start?: Vec3Like;
    /** default (1, 0, 0) */
    end?: Vec3Like;
    /**
     * Length of the rope, metres; 0 (default) for the distance from start to end. A longer rope
     * starts as a zigzag in the plane of the rope and `sag_direction`, a shorter one is an
     * error.
     */
    length?: number;
    /** default (0, -1, 0) */
    sagDirection?: Vec3Like;
    /** 1 to 1,000,000; default 32 */
    linkCount?: number;
    /** default nylon-rope */
    material?: RopeMaterial | RopeMaterialName;
    /** links do not resist compressing; default false */
    tensionOnly?: boolean;
    /** default false */
    pinStart?: boolean;
    /** default false */
    pinEnd?: boolean;
    /** kg added to the last particle; default 0 */
    endMass?: number;
    /**
     * Default disabled: the direct solve (taut_solver_def.direct) holds any load. Enabled, they
     * carry what links then do not: read taut_body_reaction().
     */
    tethers?: TetherDef;
}

/** A chain: equal point masses a given distance apart, each link with its own compliance. */
export interface ChainDef {
    /** default (0, 0, 0) */
    start?: Vec3Like;
    /** from one particle to the next, default (0.2, 0, 0) */
    step?: Vec3Like;
    /** 2 to 1,000,000; default 12 */
    particleCount?: number;
    /** kg, default 1 */
    particleMass?: number;
    /** m/N per link, default 0 */
    compliance?: number;
    /** default true */
    pinStart?: boolean;
}

/**
 * A rectangular cloth of `columns` x `rows` particles. Particle (column, row) has number
 * first_particle + row * columns + column and lies at origin + column * spacing_u * u + row *
 * spacing_v * v. Triangles face along v x u: up by default, towards the viewer when u runs
 * right and v runs down.
 */
export interface ClothDef {
    /** default (0, 0, 0) */
    origin?: Vec3Like;
    /** unit vector along the rows (warp), default (1, 0, 0) */
    u?: Vec3Like;
    /** unit vector along the columns (weft), default (0, 0, 1) */
    v?: Vec3Like;
    /** 2 to 8192 each, default 20 */
    columns?: number;
    /** 2 to 8192 each, default 20 */
    rows?: number;
    /** metres, > 0, default 0.05 */
    spacingU?: number;
    /** metres, > 0, default 0.05 */
    spacingV?: number;
    /** links along u and v; default true */
    structural?: boolean;
    /** links along both diagonals of each cell; default true */
    shear?: boolean;
    /** default TAUT_BEND_SKIP_LINKS */
    bend?: BendModel;
    /** of the triangles; default SAME */
    diagonals?: Diagonals;
    /** default cotton */
    material?: ClothMaterial | ClothMaterialName;
    /** All links rigid, whatever the material says. Default false. */
    rigid?: boolean;
    /** kg per particle; 0 (default) to take the masses from the material and the area. */
    particleMass?: number;
    /** default enabled; they act once something is pinned */
    tethers?: TetherDef;
}

/**
 * A cloth of any triangle mesh. Vertices closer than `weld_distance` become one particle; 0
 * welds nothing.
 */
export interface MeshClothDef {
    /** borrowed for the call */
    vertices?: ArrayLike<number>;
    /** three vertex numbers each; borrowed for the call */
    triangles?: ArrayLike<number>;
    /** metres, >= 0, default 1e-5 */
    weldDistance?: number;
    /** DIHEDRAL (default) or NONE */
    bend?: BendModel;
    /** default cotton; warp_stiffness serves every direction */
    material?: ClothMaterial | ClothMaterialName;
    /** default false */
    rigid?: boolean;
    /** default enabled */
    tethers?: TetherDef;
}

/** A net: knots in a grid joined by strings that only pull. */
export interface NetDef {
    /** default (0, 0, 0) */
    origin?: Vec3Like;
    /** unit vectors, default (1, 0, 0) and (0, 0, 1) */
    u?: Vec3Like;
    /** unit vectors, default (1, 0, 0) and (0, 0, 1) */
    v?: Vec3Like;
    /** knots, 2 to 8192 each, default 10 */
    columns?: number;
    /** knots, 2 to 8192 each, default 10 */
    rows?: number;
    /** metres between knots, > 0, default 0.1 */
    meshSize?: number;
    /** particles between knots + 1, 1 to 64, default 1 */
    linksPerSide?: number;
    /** default nylon-rope */
    material?: RopeMaterial | RopeMaterialName;
}

/** A gas. Start from taut_gas_def_default(). */
export interface GasDef {
    /**
     * The surface: triangles [first_triangle, first_triangle + triangle_count) of the builder,
     * in the order of adding. Closed: each side of a triangle belongs to one other, wound the
     * same way; outside is where they are counter-clockwise. 0 triangles (default) with no loop
     * is all from first_triangle on.
     */
    firstTriangle?: number;
    /**
     * The surface: triangles [first_triangle, first_triangle + triangle_count) of the builder,
     * in the order of adding. Closed: each side of a triangle belongs to one other, wound the
     * same way; outside is where they are counter-clockwise. 0 triangles (default) with no loop
     * is all from first_triangle on.
     */
    triangleCount?: number;
    /**
     * Planar worlds: particles in order, counter-clockwise round the gas, 3 or more, none
     * twice; copied. Default NULL. A blueprint with a loop belongs in a planar world.
     */
    loop?: ArrayLike<number>;
    /**
     * Pressure above ambient in the shape as built, Pa; >= -ambient, up to 1e9. Default 0: as
     * much gas as fills the shape without pressing.
     */
    gauge?: number;
    /** Pa, 0 to 1e9; default 101325 */
    ambient?: number;
}

/**
 * A balloon, or a ball: a sphere of nearly equal triangles with a gas in it. To let it burst
 * give its material a strength (N/m; it pulls with pressure times radius over 2), its body
 * spare particles and many breaks in a step (taut_tear_def).
 */
export interface BalloonDef {
    /** default (0, 0, 0) */
    centre?: Vec3Like;
    /** metres, > 0, default 0.2 */
    radius?: number;
    /**
     * Triangles along each of the 30 sides of an icosahedron, 1 to 128, default 8: 20
     * frequency^2 triangles, 10 frequency^2 + 2 particles.
     */
    frequency?: number;
    /** DIHEDRAL (default) or NONE */
    bend?: BendModel;
    /**
     * Default soft rubber: 0.36 kg/m^2, 120 N/m, no strength. The name is not one of
     * taut_cloth_material_find(). warp_stiffness serves every direction, and mass_per_area is
     * no less than 1e-6 kg/m^2. Stiffer skins want more substeps: at 20, 80 and 320 of them the
     * default holds 79, 98 and 99 % of the pressure that its skin should; one of 300 N/m 59, 95
     * and 99 %; vinyl as of a beach ball (3000 N/m, gauge 1000) 15, 74 and 97 %.
     */
    material?: ClothMaterial | ClothMaterialName;
    /**
     * Pa before the skin gives, default 20000: the default balloon grows by 6 % of its radius
     * and then holds 80 to 100 Pa.
     */
    gauge?: number;
    /** Pa, default 101325 */
    ambient?: number;
}

/** A gas in a body as it is now. */
export interface GasState {
    /** m^3; m^2 of a loop. Negative where the surface is inside out. */
    readonly volume: number;
    /** Pa above ambient by the gas law; INFINITY where there is gas and no volume. */
    readonly gauge: number;
    /** Pa that the surface felt in the last substep. The same at rest. */
    readonly applied: number;
    /** Pa m^3: pressure times volume; Pa m^2 of a loop */
    readonly amount: number;
    /** Pa */
    readonly ambient: number;
    /** m^2; m of a loop */
    readonly hole: number;
}

/** How to record. Start from taut_recording_def_default(). */
export interface RecordingDef {
    /**
     * What bodies will be made of while it runs, each known by its place in this list; a replay
     * gets the same list. The recording takes its own references. Default none.
     */
    blueprints?: readonly Ref[];
    /** likewise: baked shapes of colliders to come */
    shapes?: readonly Ref[];
    /** bytes, 256 and more; default 1 MiB, ten minutes of 60 steps a second */
    capacity?: number;
    /** note the hash of the world with every so manyth step; 0: never; default 1 */
    hashEvery?: number;
}

export interface RecordingState {
    readonly running: boolean;
    readonly loss: RecordingLoss;
    /** noted */
    readonly steps: number;
    /** written, those drained included */
    readonly bytes: number;
}

/** What a look through a recording found. */
export interface RecordingInfo {
    readonly version: number;
    /** whole ones */
    readonly steps: number;
    /** beside steps */
    readonly calls: number;
    /** up to the end mark, or behind the last step that is whole */
    readonly goodBytes: number;
    /** with its end mark */
    readonly whole: boolean;
    /** simulated in those steps */
    readonly seconds: number;
}

/**
 * When bodies fall asleep. Part of taut_world_def. A body all of whose particles, held ones
 * included, have kept below `speed` for `seconds` is stopped and sleeps: it takes no part in
 * steps and costs nothing there, forces and reactions stay readable. Whatever reaches in wakes
 * it: a force, an impulse, a pin let go or moved, a grab, a change of gravity or of a setting
 * of the body, a teleport. In a wind that it feels nobody falls asleep. What the world does not
 * see does not wake a body: a field that changes with time needs taut_body_wake().
 */
export interface SleepDef {
    /** default false: sleeping stops what is left of a motion, and so changes bits */
    enabled?: boolean;
    /** m/s, > 0; default 0.01 */
    speed?: number;
    /** of simulated time, >= 0; default 0.5 */
    seconds?: number;
}

/** How still is still enough. Start from taut_settle_def_default(). */
export interface SettleDef {
    /** largest taut_measure.unrest, > 0; default 0.01: 1 % of gravity */
    unrest?: number;
    /** largest speed of a particle, m/s, > 0; default 0.05 */
    speed?: number;
    /** steps of taut_world_def.step_dt to give it, 1 to 100,000; default 1000 */
    mostSteps?: number;
    /**
     * Per step, up to 10,000: those that the host will step with, since a body that is not
     * solved to the end hangs a little lower at fewer. Default 0: taut_world_def.substeps.
     */
    substeps?: number;
}

/** How far settling came. */
export interface Settled {
    /** all bodies are as still as was asked, and none was frozen */
    readonly settled: boolean;
    /** that it took, or most_steps */
    readonly steps: number;
    /** of the body that was worst in the last step */
    readonly unrest: number;
    /** of the fastest particle in the last step */
    readonly speed: number;
    /** TAUT_STEP_ bits of any of the steps */
    readonly trouble: number;
}

/** Where to: x becomes turn (x - about) + about + move. Start from taut_teleport_default(). */
export interface Teleport {
    /** metres, within 1e9; default 0 */
    move?: Vec3Like;
    /** what it turns about, within 1e9 m; default 0 */
    about?: Vec3Like;
    /** of any length but 0; default none. In a planar world about z alone */
    turn?: QuatLike;
    /** default TURN */
    motion?: TeleportMotion;
}

/** A bone as it lies in the pose that the ragdoll is made in. Angles in radians, from that pose. */
export interface BoneDef {
    /** number of a bone before it; -1 of the first, the root */
    parent?: number;
    /** start is the joint with the parent */
    start?: Vec3Like;
    /** start is the joint with the parent */
    end?: Vec3Like;
    /** kg, > 0 */
    mass?: number;
    /** m, > 0: of the capsule it is, and half the length of a hinge's axis */
    radius?: number;
    /** with the parent; of no matter for the root */
    joint?: JointKind;
    /**
     * HINGE: the axis, about which the bone turns right-handed by `least` to `most`. BALL: the
     * middle of the cone. Zero (BALL): along the bone. Planar: HINGE along z or -z.
     */
    axis?: Vec3Like;
    /** HINGE: -pi < least < most < pi */
    least?: number;
    /** HINGE: -pi < least < most < pi */
    most?: number;
    /** BALL: half the angle of the cone, above 0; pi for no limit */
    swing?: number;
    /**
     * BALL: how far the bone may twist to either side, above 0; pi for no limit. Of a bone that
     * ends in a hinge, how far that axis may turn away from where it is in the parent, by
     * twisting or swinging.
     */
    twist?: number;
    /**
     * N m: dry friction of the joint with the parent. A joint that stands holds twice as much,
     * one that turns slides against this much (about as much, within a third, of a BALL). 0
     * (default): as much as taut_ragdoll_def.joint_friction says; up to 1e9.
     */
    friction?: number;
}

export interface RagdollDef {
    bones?: readonly BoneDef[];
    /** added to all places; default 0 */
    offset?: Vec3Like;
    /** 1/s, how quickly turning in the joints fades; default 4 */
    jointDamping?: number;
    /**
     * Dry friction of joints, as a part of the torque that holds the bone, and all that hangs
     * on it, out level on Earth: 0.1 (default) of a limp human, 1 of one that stays as he is
     * put, 0 for none. It keeps limbs from creeping; see taut_bone_def.friction.
     */
    jointFriction?: number;
    /** For planar worlds: joints are single particles, hinges turn in the plane. Default false. */
    planar?: boolean;
}

/** What became of a bone. */
export interface RagdollBone {
    readonly parent: number;
    /** those of the joint first */
    readonly particles: readonly number[];
    readonly particleCount: number;
    /** at its end, or beside it on the axis of a hinge there */
    readonly endParticle: number;
    /** number of the constraint that limits its swing or turn; -1 without */
    readonly limit: number;
    /** of the one that limits its twist; -1 without */
    readonly twistLimit: number;
    /** particles that its pose is taken from; the last -1 in a plane */
    readonly frame: readonly number[];
    /** where these were made */
    readonly rest: readonly Vec3[];
    /** as given */
    readonly start: Vec3;
    /** m, from start to end */
    readonly length: number;
    /** as given */
    readonly radius: number;
}

/**
 * Plain data that belongs to the caller: numbers of particles and constraints in the builder,
 * and so in every body of its blueprint.
 */
export interface Ragdoll {
    readonly part: Part;
    readonly boneCount: number;
    readonly bones: readonly RagdollBone[];
}

/** Where a bone is. */
export interface BonePose {
    /** of its start */
    readonly position: Vec3;
    /** from the pose it was made in */
    readonly rotation: Quat;
}

/** Start from taut_skin_def_default(). */
export interface SkinDef {
    /** required; borrowed for the call */
    blueprint?: Ref;
    /**
     * Where the vertices are, finite, in the coordinates of the builder: those of a body less
     * its offset. A vertex goes with the tetrahedron that holds it, or the nearest; or with the
     * nearest triangle, at its height above it. Borrowed for the call.
     */
    vertices?: ArrayLike<number>;
    /** unit vectors, or NULL (default) for none; borrowed for the call */
    normals?: ArrayLike<number>;
    /** default TAUT_SKIN_TO_ANY */
    to?: SkinTo;
    /**
     * Bind to particles [first_particle, first_particle + particle_count) alone, for instance
     * those of one taut_part; a count of 0 (default) for all.
     */
    firstParticle?: number;
    /**
     * Bind to particles [first_particle, first_particle + particle_count) alone, for instance
     * those of one taut_part; a count of 0 (default) for all.
     */
    particleCount?: number;
}

/**
 * What a soft body is made of: an isotropic elastic solid. Dividing it more finely changes none
 * of these; the guide says how well each resolution keeps them. Things as high as h sag by
 * about density g h / (2 young_modulus) of their height under their own weight: a dessert of
 * jelly stands, and a metre of it is a puddle.
 */
export interface SoftMaterial {
    /** kg/m^3, > 0 and finite; water is 1000 */
    density?: number;
    /** Pa, > 0 and finite: stress for 100 % strain */
    youngModulus?: number;
    /**
     * How much it thins when pulled, 0.26 to 0.5: 0.5 keeps its volume exactly, which makes
     * coarse bodies resist bending too; links alone, without volumes, would have 0.25.
     */
    poissonRatio?: number;
    /**
     * Seconds, >= 0: viscosity over stiffness (Kelvin and Voigt). A motion of angular frequency
     * w fades as exp(-1/2 damping_time w^2 t). Changes of volume alone are not damped; next to
     * pinned particles it is up to three times as much.
     */
    dampingTime?: number;
}

/**
 * A block of `cells_x` x `cells_y` x `cells_z` cells, cut into five tetrahedra each. Particle
 * (i, j, k) has number taut_jelly_particle() and lies at origin + i size.x / cells_x u + j
 * size.y / cells_y v + k size.z / cells_z (u x v).
 */
export interface JellyDef {
    /** the corner from which u, v and u x v lead into the block; default 0 */
    origin?: Vec3Like;
    /** unit vectors at right angles; default (1, 0, 0) and (0, 1, 0) */
    u?: Vec3Like;
    /** unit vectors at right angles; default (1, 0, 0) and (0, 1, 0) */
    v?: Vec3Like;
    /** metres along u, v and u x v, > 0; default 0.2 each */
    size?: Vec3Like;
    /**
     * 1 to TAUT_SOFT_MAX_SIDE each; default 4. Cells must be near to cubes: with sides a, b and
     * c, 3 / a^2 > 1 / b^2 + 1 / c^2 for each of them, so that none is longer than 1.2 times
     * the others.
     */
    cellsX?: number;
    /**
     * 1 to TAUT_SOFT_MAX_SIDE each; default 4. Cells must be near to cubes: with sides a, b and
     * c, 3 / a^2 > 1 / b^2 + 1 / c^2 for each of them, so that none is longer than 1.2 times
     * the others.
     */
    cellsY?: number;
    /**
     * 1 to TAUT_SOFT_MAX_SIDE each; default 4. Cells must be near to cubes: with sides a, b and
     * c, 3 / a^2 > 1 / b^2 + 1 / c^2 for each of them, so that none is longer than 1.2 times
     * the others.
     */
    cellsZ?: number;
    /** default jelly */
    material?: SoftMaterial | SoftMaterialName;
}

/** What filling a mesh came to. */
export interface SoftReport {
    /** kept, of five tetrahedra each */
    readonly cells: number;
    /** groups of cells that share no face; a mesh of one piece should give 1 */
    readonly pieces: number;
    /** metres */
    readonly cellSize: number;
    /** m^3, of the cells; times the density it is the mass */
    readonly volume: number;
    /** without area or with a corner twice: passed over */
    readonly flatTriangles: number;
    /** with the corners of another one: passed over */
    readonly repeatedTriangles: number;
    /** wound against most of their neighbours: turned round */
    readonly flippedTriangles: number;
    /** edges of one triangle only: holes */
    readonly openEdges: number;
}

/**
 * Fills a closed triangle mesh with cubic cells of five tetrahedra each. A cell belongs to the
 * body when its middle lies inside the mesh, by the generalised winding number (Jacobson, Kavan
 * and Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers",
 * 2013): holes, self-intersections, repeated vertices and triangles, some triangles wound the
 * wrong way and a mesh that is inside out as a whole are all tolerated. The surface of the body
 * is made of the sides of cells; draw the mesh itself, bound to the body with
 * taut_skin_create(). Parts of the mesh thinner than a cell are lost. Takes time by cells x
 * triangles, about 20 ns each.
 */
export interface SoftMeshDef {
    /** borrowed for the call */
    vertices?: ArrayLike<number>;
    /** three vertex numbers each; borrowed for the call */
    triangles?: ArrayLike<number>;
    /** Side of a cell in metres, > 0; 0 (default) is a twelfth of the longest side of the mesh. */
    cellSize?: number;
    /**
     * Vertices that lie as near as this count as one when neighbours are looked for, metres, >=
     * 0; default 1e-5.
     */
    weldDistance?: number;
    /** default jelly */
    material?: SoftMaterial | SoftMaterialName;
}

/** What a blob in the plane is made of: a slice of a solid, a metre thick or as you like. */
export interface BlobMaterial {
    /** kg/m^2, > 0 and finite */
    massPerArea?: number;
    /** N/m, > 0 and finite: pull per metre of width for 100 % strain */
    stiffness?: number;
    /** How much it thins when pulled, 0.35 to 1: 1 keeps its area exactly. */
    poissonRatio?: number;
    /** seconds, >= 0; see taut_soft_material */
    dampingTime?: number;
}

/**
 * A blob in the plane z = 0: an outline filled with rings of triangles, each keeping its area,
 * and links along their sides. The outline must be seen whole from its middle (star-shaped
 * about its centroid) and may run either way round.
 */
export interface BlobDef {
    /** z = 0; borrowed for the call; NULL (default) for a circle */
    outline?: ArrayLike<number>;
    /** points, 3 to 100,000; default 24 */
    outlineCount?: number;
    /** of the circle; default 0 */
    centre?: Vec3Like;
    /** of the circle, metres, > 0; default 0.5 */
    radius?: number;
    /** of particles, that of the outline included; 1 to 1000, default 4 */
    rings?: number;
    /** default 10 kg/m^2, 2000 N/m, 0.6, 0.01 s */
    material?: BlobMaterial;
}

/**
 * How a body breaks and tears. Part of taut_body_def; without it, and without limits in its
 * blueprint (taut_constraint_def.strength, .stretch), a body breaks where taut_body_break() or
 * taut_world_cut() say so, and nowhere else.
 *
 * Limits are looked at after each step, with the forces of its last substep. What is farthest
 * beyond its limit breaks first, and only `most_breaks` of a body in one step: loads then find
 * their way anew, so that a structure goes at its weakest link and not everywhere at once.
 */
export interface TearDef {
    /**
     * Particles that may come to be by splitting: a surface tears along edges of its triangles,
     * a solid along faces of the tetrahedra of its volume constraints, and a particle at which
     * it falls apart becomes several, each with its share of mass. 0 (default), and bodies
     * without triangles: constraints break where they are, and no particle is split.
     * TAUT_MAX_PARTICLES at most, with those there are. Each takes about 1 kB, of a solid 2 kB.
     */
    spareParticles?: number;
    /**
     * Pull in newtons that breaks a structural link which has no strength of its own; 0
     * (default) for none.
     */
    strength?: number;
    /** Stretch that does, a fraction of its rest length; 0 (default) for any. */
    stretch?: number;
    /** In one step, 1 to 64; 0 (default) is 1 for bodies without spare particles, 4 with. */
    mostBreaks?: number;
}

/**
 * A blade: the surface that a segment sweeps on its way from (from0, from1) to (to0, to1), as
 * the two triangles from0, from1, to0 and from1, to1, to0. For one cut through a plane, give
 * the corners of a rectangle. In a planar world the segment stands across the plane, from below
 * to above it.
 */
export interface Blade {
    from0?: Vec3Like;
    from1?: Vec3Like;
    to0?: Vec3Like;
    to1?: Vec3Like;
}

/** What a cut went through. */
export interface Cut {
    /** with something cut */
    readonly bodies: number;
    /**
     * Broken: of ropes, nets, members, pulleys, and of surfaces and solids without spare
     * particles. What goes with a link or a split is not counted, and has no TAUT_EVENT_CUT;
     * taut_body_broken() tells of any.
     */
    readonly links: number;
    /** new particles */
    readonly splits: number;
    /** Particles that the blade would have split if there had been spare ones: there it holds. */
    readonly held: number;
}

export interface TrussNode {
    position?: Vec3Like;
    /** kg beside half of each member's: deck, dead load; >= 0 */
    mass?: number;
    /** TAUT_SUPPORT_ bits */
    supports?: number;
}

export interface TrussMember {
    /** its nodes */
    a?: number;
    /** its nodes */
    b?: number;
    /** m^2, > 0 */
    area?: number;
    /** Young's modulus E, Pa, > 0; INFINITY is rigid. Steel: 2.1e11 */
    modulus?: number;
    /** kg/m^3, >= 0; half of the mass goes to either node */
    density?: number;
    /** Pa, > 0; INFINITY for none. Times the area at most 1e9 N */
    yieldStress?: number;
    /** pulls only */
    cable?: boolean;
}

/** Start from taut_truss_def_default(). */
export interface TrussDef {
    nodes?: readonly TrussNode[];
    members?: readonly TrussMember[];
    /** 1/s, of every member; default 20 */
    dampingRate?: number;
    /**
     * Members break at their yield stress, bars pulled or pressed, cables pulled; default true.
     * TAUT_EVENT_BREAK names the member: constraint - part->first_constraint. False: they carry
     * whatever comes, and taut_truss_read() says how far beyond it is.
     */
    breaks?: boolean;
}

/**
 * A Pratt truss bridge along x from the origin: verticals pressed, diagonals pulled. Flat for
 * width 0, else two of them side by side, z from 0 to width, with floor beams and bracing.
 */
export interface PrattDef {
    /** even, 4 to 1000; default 6 */
    panels?: number;
    /** m, default 4 */
    panelLength?: number;
    /** m, default 4 */
    height?: number;
    /** m, default 0: flat */
    width?: number;
    /** m^2 of chords and end posts, default 0.02 */
    chordArea?: number;
    /** m^2 of all else, default 0.01 */
    webArea?: number;
    /** default 2.1e11 Pa (steel) */
    modulus?: number;
    /** default 7850 kg/m^3 */
    density?: number;
    /** default 2.35e8 Pa */
    yieldStress?: number;
    /** kg per inner node of the deck, default 2000 */
    deckMass?: number;
}

/**
 * A footbridge of ropes and planks: two deck ropes, a plank across them at every step, and two
 * cables above that hang in a parabola and carry the deck by hangers.
 */
export interface FootbridgeDef {
    /** middles of the deck's ends, on one level; default 0 and (12, 0, 0) */
    start?: Vec3Like;
    /** middles of the deck's ends, on one level; default 0 and (12, 0, 0) */
    end?: Vec3Like;
    /** m, default 1.2 */
    width?: number;
    /** 3 to 10,000; default 24 */
    plankCount?: number;
    /** kg, default 12 */
    plankMass?: number;
    /** m, how far the middle of the deck starts below its ends; default 0.4 */
    deckSag?: number;
    /** m, of the cables' ends above the deck's; default 2.5 */
    cableHeight?: number;
    /** m, of the cables; less than cable_height + deck_sag; default 2 */
    cableSag?: number;
    /**
     * Of cables, hangers and deck ropes; default steel-cable. With its strength, in N, they
     * break.
     */
    material?: RopeMaterial | RopeMaterialName;
    /**
     * N of pull that breaks a hanger, which carries what stands on the deck near to it: a plank
     * and half of a walker, about. 0 (default): that of the material.
     */
    hangerStrength?: number;
}

/** What a member does, of the last substep. */
export interface MemberState {
    /** N, > 0 pulls */
    readonly force: number;
    /** Pa, > 0 pulls */
    readonly stress: number;
    /** |stress| / yield_stress; 0 without one */
    readonly utilisation: number;
}

export interface TrussState {
    /** of the largest utilisation; -1 when no member can yield */
    readonly worstMember: number;
    /** its */
    readonly utilisation: number;
    /**
     * yield / stress of the worst: how many times the load it would carry; INFINITY while
     * nothing is loaded
     */
    readonly loadFactor: number;
    /** members at or beyond their yield stress */
    readonly yieldingCount: number;
}

/**
 * One wind. Start from taut_wind_def_default(kind). Fields that a kind does not name are not
 * looked at.
 */
export interface WindDef {
    kind?: WindKind;
    /** m/s, up to 1e4; default 0 */
    velocity?: Vec3Like;
    /** GUST: 0 to 1, default 0.5 */
    strength?: number;
    /** GUST: s, 1e-3 to 1e6, default 3. TURBULENCE: the same, default 2 */
    period?: number;
    /** VORTEX: default 0; a place of the world, and moves with its origin */
    centre?: Vec3Like;
    /** VORTEX: any length but 0, right-handed; default (0, 1, 0) */
    axis?: Vec3Like;
    /** VORTEX: metres, 1e-3 to 1e6, default 1 */
    radius?: number;
    /** VORTEX, TURBULENCE: m/s, up to 1e4; default 1 */
    speed?: number;
    /** TURBULENCE: metres, 1e-3 to 1e6, default 1 */
    size?: number;
    /** GUST, TURBULENCE: any; winds of other seeds differ. Default 1 */
    seed?: number;
}

/** How a body feels the air. Forces are these times 1/2 density area speed^2; each 0 to 100. */
export interface AirDef {
    /** default true */
    enabled?: boolean;
    /**
     * Of a surface, along the flow: as the square of the sine of its angle to the flow. Default
     * 1.2, a plate.
     */
    drag?: number;
    /**
     * Of a surface, across the flow: as sine times cosine of that angle. Where it is the same
     * as `drag`, the air presses along the normal alone. Default 1.2.
     */
    lift?: number;
    /** Along a surface or a rope. Default 0.02: rough cloth, both faces together. */
    friction?: number;
    /**
     * Of a rope across the flow; what flows along it counts as friction. Default 1.1, a
     * cylinder.
     */
    ropeDrag?: number;
    /** metres, 0 to 100; default 0.005. 0: air passes ropes by */
    ropeRadius?: number;
}

/** Start from taut_solver_def_default(kind) or a preset. */
export interface SolverDef {
    kind?: SolverKind;
    /** sweeps per substep, 1 to 10,000; default 1 (XPBD, springs), 15 (others) */
    iterations?: number;
    /**
     * XPBD: links on no ring of links (ropes, chains, trees) are solved together, exactly, in
     * each sweep; default true. The others ignore it.
     */
    direct?: boolean;
    /**
     * LEGACY: the part of its implicit velocity a particle keeps per substep, 0 to 1; default
     * 0.99. The others use the drag of the body, in 1/s.
     */
    keep?: number;
    /** LEGACY: a box that particles are put back into within each iteration; default off. */
    bounded?: boolean;
    boundsMin?: Vec3Like;
    boundsMax?: Vec3Like;
    /** SPRINGS: N/m (or N m/rad ...) of constraints whose compliance is 0; default 10,000. */
    springStiffness?: number;
}

/**
 * How many substeps a step may take, where the world chooses. Part of taut_world_def; at work
 * once `microseconds` or `target` is above 0, then in every step of taut_world_advance() and in
 * those of taut_world_step() that ask for TAUT_SUBSTEPS_CHOSEN. With both, the target says how
 * many, and time how many at most. A choice is made before each step from what the steps before
 * it cost and measured, the first is taut_world_def.substeps; it rises by at most a half (or 2)
 * and falls by at most a quarter (or 1) per step, and small differences leave it as it is. Not
 * in LEGACY worlds, whose motion is counted in substeps.
 */
export interface BudgetDef {
    /**
     * Wall-clock time that one step should take, >= 0; default 0: any. At `min_substeps` a step
     * takes what it takes.
     */
    microseconds?: number;
    /**
     * Stretch beyond what was asked (taut_measure.excess) that bodies should keep below, a
     * fraction in 0..10; default 0: any. The same bits everywhere, as long as `microseconds` is
     * 0. XPBD and VERLET alone.
     */
    target?: number;
    /** 1 to 10,000; default 4 and 120 */
    minSubsteps?: number;
    /** 1 to 10,000; default 4 and 120 */
    maxSubsteps?: number;
}

/** How to make a world. Start from taut_world_def_default(), then change what you need. */
export interface WorldDef {
    /** default XPBD */
    solver?: SolverDef;
    /** default (0, -9.81, 0) m/s^2; LEGACY: per substep squared */
    gravity?: Vec3Like;
    /**
     * Default 500 m/s, > 0; faster particles are slowed to it and reported. Not in LEGACY and
     * SPRINGS worlds. INFINITY for none.
     */
    maxSpeed?: number;
    /** a 2-D world: everything lies in z = 0 and stays there */
    planar?: boolean;
    /** default TAUT_BACKEND_AUTO */
    backend?: BackendKind;
    /** seconds per step, in (0, 1]; default 1/60 */
    stepDt?: number;
    /** per step, 1 to 10,000; default 20 */
    substeps?: number;
    /** per call of advance, 1 to 1,000; default 4 */
    mostSteps?: number;
    /** substeps by time or stretch in place of `substeps`; default none */
    budget?: BudgetDef;
    /**
     * Fill in what taut_step_report says of stiffness; default false. Costs a pass over the
     * distance links per step, about as much as a substep. A budget with a target has it on.
     */
    meter?: boolean;
    /** bodies at rest fall asleep; default not */
    sleep?: SleepDef;
    /**
     * Events that taut_world_events() has room for, 0 to 1,000,000; default 256. More are
     * counted and dropped.
     */
    eventCapacity?: number;
    /**
     * Threads to step on, that of the caller included: 1 to 256, default 1; 0 is one per core
     * that the process may use, or 1 where the library knows no threads. The others are started
     * with the world, sleep between steps and end with it. TAUT_ERROR_THREADS_UNAVAILABLE when
     * the system does not give that many. Every number gives the same bits.
     */
    threadCount?: number;
}

/** What one call of step or advance did. */
export interface StepReport {
    /** TAUT_STEP_ bits, 0 when healthy */
    readonly trouble: number;
    /** steps taken */
    readonly steps: number;
    /** substeps taken, all steps together */
    readonly substeps: number;
    /** particles slowed to max_speed, counted per substep */
    readonly clampedCount: number;
    /** bodies that were frozen in this call */
    readonly frozenCount: number;
    readonly firstFrozen: Id;
    /** time that advance() skipped */
    readonly droppedSeconds: number;
    /** advance(): how far the clock is into the next step, 0 to 1 */
    readonly blend: number;
    /** contacts of bodies awake that pressed on colliders in the end */
    readonly contactCount: number;
    /** pairs of particles that pressed on each other in the last substep */
    readonly pairCount: number;
    /** contacts that found no room, counted per step */
    readonly contactsDropped: number;
    readonly worstBody: Id;
    /** its taut_measure.excess: stretch beyond what was asked, a fraction */
    readonly excess: number;
    /** its taut_measure.residual, metres */
    readonly residual: number;
    /** per step, for an excess of 1 %: its taut_measure.substeps_needed */
    readonly substepsNeeded: number;
}

/** What taut_world_find_substeps() found. */
export interface SubstepsFound {
    /** the fewest tried that keep the target, or the most tried where none does */
    readonly substeps: number;
    /** whether they keep it */
    readonly enough: boolean;
    /** largest taut_measure.excess with so many */
    readonly excess: number;
    /** numbers that were tried */
    readonly trials: number;
}

/** A body: one instance of a blueprint. */
export interface BodyDef {
    /** required; the body takes its own reference */
    blueprint?: Ref;
    /** added to the blueprint's positions; default 0 */
    offset?: Vec3Like;
    /** of every free particle, m/s; default 0 */
    velocity?: Vec3Like;
    /** -1e6 to 1e6, default 1 */
    gravityScale?: number;
    /** 1/s, >= 0: velocity falls as exp(-drag t); default 0 */
    drag?: number;
    /** default AUTO */
    precision?: Precision;
    /** how it breaks and tears; default: not by itself */
    tear?: TearDef;
    /** how it meets colliders and particles */
    collision?: CollisionDef;
    /** what it can meet at all (taut_base.h); default 0; not TAUT_REALM_ALL */
    realm?: number;
}

/** The nearest free particle along a ray. */
export interface Pick {
    readonly hit: boolean;
    readonly body: Id;
    readonly particle: number;
    /** along the ray to the point nearest the particle, metres */
    readonly distance: number;
}

/** What one constraint did in the last substep. */
export interface ConstraintState {
    readonly kind: ConstraintKind;
    readonly particles: readonly number[];
    /** m, rad, m^2 or m^3 */
    readonly rest: number;
    /** C: present value less rest */
    readonly value: number;
    /** in the unit of the kind (newtons, N m ...); > 0 pulls together */
    readonly force: number;
    /** 1 / compliance; INFINITY when rigid */
    readonly asked: number;
    /** force / value: what the solver gave; NAN while value or force is 0 */
    readonly achieved: number;
    /** acts no more; the force is 0 */
    readonly broken: boolean;
}

/**
 * What a pinned particle holds: the mean over the last step of the force that the pin exerts on
 * the body, in newtons, the tethers that end at it included.
 */
export interface Reaction {
    readonly force: Vec3;
    /** the part of it that tethers carry */
    readonly tetherForce: Vec3;
}

/** How a body is doing. Sums are in double precision and in a fixed order. */
export interface Measure {
    /** J */
    readonly kineticEnergy: number;
    /**
     * J, zero at the origin. Of LEGACY, whose gravity is by the substep squared, by the last
     * substep; before the first of the body by `step_dt` and `substeps` of taut_world_def.
     */
    readonly gravityEnergy: number;
    /**
     * J, in constraints with compliance > 0: the lesser of what value and force say, so that
     * neither links left too long nor dampers count as springs.
     */
    readonly elasticEnergy: number;
    /** kg m/s of the free particles */
    readonly momentum: Vec3;
    /** largest l / l0 - 1 of structural links, >= 0 */
    readonly maxStretch: number;
    /** mean of max(0, l / l0 - 1) over structural links */
    readonly meanStretch: number;
    /** largest 1 - l / l0 of structural links, >= 0 */
    readonly maxCompression: number;
    /** how many there are */
    readonly structuralLinks: number;
    /** largest |C - compliance x force| of distance links, metres */
    readonly residual: number;
    /**
     * Achieved over asked stiffness of structural links under load (compliance > 0): of the
     * worst link, and of all together, weighted by load: the sum of the extensions that the
     * forces ask for over that of the extensions there are. 1 is perfect, 0.5 twice too soft.
     * NAN without such links.
     */
    readonly worstAchieved: number;
    readonly meanAchieved: number;
    /** largest |C| of rigid structural links, metres */
    readonly maxRigidError: number;
    /** sum of tether forces, N */
    readonly tetherForce: number;
    /** m/s */
    readonly maxSpeed: number;
    /**
     * Largest stretch of structural links beyond what was asked, >= 0: (C - compliance x force)
     * / rest. Of a rigid link its whole stretch.
     */
    readonly excess: number;
    /**
     * Mean acceleration of free particles over the last step, by mass, over that of gravity: 0
     * hanging still, 1 in free fall, more in a jerk.
     */
    readonly unrest: number;
    /**
     * How `excess` falls with the number of substeps, an estimate: as 1 / substeps^exponent. 2
     * for a tree of links at rest, 1.8 for a mesh, less where it jerks; 3 for a soft mesh that
     * has an excess below 1 %.
     */
    readonly exponent: number;
    /** of the last step; 0 before the first */
    readonly substeps: number;
    /**
     * Estimate of how many it would take for an excess of 1 %: taut_measure_substeps(). 0
     * before the first step, and for solvers that promise no stiffness (LEGACY, SPRINGS).
     */
    readonly substepsNeeded: number;
}

/**
 * Bytes that a world holds, by what they are for. A blueprint that several of its bodies share
 * is counted once; one that several worlds share, in each of them.
 */
export interface Memory {
    /** of all bodies */
    readonly particles: number;
    /** of all bodies, tethers and user constraints included */
    readonly constraints: number;
    /** positions, velocities, forces, normals */
    readonly bodyParticleBytes: number;
    /** multipliers */
    readonly bodyConstraintBytes: number;
    /** start, pins, triangles, where they sit during a step */
    readonly blueprintParticleBytes: number;
    /** rest values, stiffness, the order of solving */
    readonly blueprintConstraintBytes: number;
    /**
     * What threads work in during a step. Reserved when a body is made, for the largest so far;
     * bodies take turns with it. And room for contacts, of each body that may meet colliders,
     * and for pairs of particles that touch, of each realm.
     */
    readonly workingBytes: number;
    /** the world itself, its threads, the heads of bodies and blueprints */
    readonly otherBytes: number;
    /** the sum of the six above */
    readonly bytes: number;
    /**
     * Memory of the device, with TAUT_BACKEND_CUDA: state, what is worked in, and the
     * blueprints, each once. Beside `bytes`, not in them.
     */
    readonly deviceBytes: number;
    /**
     * Memory of the host that the device's driver has set aside for what goes there and back;
     * the allocator is not asked for it. Beside `bytes`, too.
     */
    readonly deviceHostBytes: number;
}

/** Wall-clock time on the thread that steps the world. */
export interface StageTimes {
    /** by stage; together they are `whole` */
    readonly seconds: readonly number[];
    /** in steps, s */
    readonly whole: number;
    /** that were timed */
    readonly steps: number;
}

/**
 * Something that happened to a watched body within a step: one projection of one constraint, or
 * one stage for all of its particles.
 */
export interface Watched {
    /**
     * OPEN: as the step finds it. Then for each substep AIR (where it blows), PREDICT, for each
     * sweep GAS, SWEEP (one constraint), LINES (rows, or columns), USER, DIRECT, JOIN,
     * PAIR_SOLVE and CONTACT_SOLVE, then VELOCITIES, which has a constraint where the rate of
     * one is damped.
     */
    readonly stage: Stage;
    /** from 0 */
    readonly substep: number;
    /** of this step */
    readonly substepCount: number;
    /** of the sweeps of this substep, from 0; -1 before and after them */
    readonly iteration: number;
    /** seconds of a substep */
    readonly h: number;
    /**
     * As numbered by the builder; -1 where a stage is over for all of the body. What follows,
     * up to `force`, is then 0.
     */
    readonly constraint: number;
    readonly kind: ConstraintKind;
    readonly particleCount: number;
    /** unused ones are -1 */
    readonly particles: readonly number[];
    /** 1/kg, 0 of what is held */
    readonly inverseMass: readonly number[];
    /** places, metres */
    readonly before: readonly Vec3[];
    readonly after: readonly Vec3[];
    /** C there, in metres, radians, m^2 or m^3 */
    readonly valueBefore: number;
    readonly valueAfter: number;
    /**
     * Lambda, kg m for a link: what this substep has added up to (of a tether, this step), and
     * by how much the projection changed it. 0 with TAUT_SOLVER_LEGACY, which has none.
     */
    readonly multiplier: number;
    /**
     * Lambda, kg m for a link: what this substep has added up to (of a tether, this step), and
     * by how much the projection changed it. 0 with TAUT_SOLVER_LEGACY, which has none.
     */
    readonly change: number;
    /** -multiplier / h^2 in the unit of the kind: newtons; > 0 pulls together */
    readonly force: number;
}

/** A place where a body touches a collider, or a particle another. */
export interface ContactPoint {
    readonly body: Id;
    /** 1: a particle touches; 2: an edge; 3: a triangle */
    readonly particleCount: number;
    /** of the body; unused ones are -1 */
    readonly particles: readonly number[];
    /** what each has of it; together 1 */
    readonly weights: readonly number[];
    /** 0 where two particles touch */
    readonly collider: Id;
    /** 0 where a collider is touched; may be the same body */
    readonly otherBody: Id;
    /** -1 likewise */
    readonly otherParticle: number;
    /** on the collider's surface, or halfway between the particles; metres */
    readonly place: Vec3;
    /** of length 1, away from the collider or the other particle */
    readonly normal: Vec3;
    /** on the body, in the last substep: N, with friction and rebound */
    readonly force: Vec3;
}
