// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Written by web/generate.py from the headers. Do not edit.

/** A place in the memory of the module. 0 is NULL. */
export type Pointer = number;

/**
 * Every public function of the C library, as the module exports it. Structs are handed over by
 * pointer, also those that C takes by value; a struct that C gives back is written to `result`.
 * bool is 0 or 1, an enum is its number.
 */
export interface Raw {
    taut_air_def_default(result: Pointer): void;
    /**
     * Attaches. The bodies go through steps together from now on, which changes nothing else
     * about them. Particles may be pinned; two pinned ones are left as they are.
     *
     * @param id receives the attachment's id; may be NULL
     */
    taut_attach(world: Pointer, def: Pointer, id: Pointer): number;
    /**
     * Attaches the particle that `def` names to what a query hit, where it hit it: to the
     * particle, the link, the triangle or the collider. Of a collider it is the point of the
     * surface for a string (length > 0), so that a `length` of hit.distance is taut; with
     * length 0 it is off the surface by the thickness of the held body, as where it would lie.
     * `target` and the fields that say what holds and where are filled in from the hit; length,
     * compliance, draw_speed, draw_acceleration and strength count. Take the hit from a query
     * since the last step: its numbers are those of the body as it was.
     */
    taut_attach_hit(world: Pointer, def: Pointer, hit: Pointer, id: Pointer): number;
    taut_attachment_def_default(result: Pointer): void;
    taut_attachment_get_state(world: Pointer, id: Pointer, state: Pointer): number;
    /**
     * Changes how things are drawn together, also while they are: see the fields of
     * taut_attachment_def.
     *
     * @param speed m/s, > 0
     * @param acceleration m/s^2, > 0
     */
    taut_attachment_set_draw(
        world: Pointer,
        id: Pointer,
        speed: number,
        acceleration: number,
    ): number;
    /**
     * Pays out or takes in, evenly over the next step: call it before each step to reel at a
     * speed of your own, which costs the force that moving the place so would. What is taken in
     * faster than `draw_speed` and `draw_acceleration` allow, as in a single call that means
     * metres, takes as many steps as it takes, with a gentle start and end; slack goes at once.
     * Paying out is not limited: a single call that means metres drops what hangs there.
     *
     * @param length metres, 0..1e9
     */
    taut_attachment_set_length(world: Pointer, id: Pointer, length: number): number;
    /**
     * Moves the place of a POINT evenly over the next step. That of a collider goes with it:
     * taut_collider_move().
     */
    taut_attachment_set_place(world: Pointer, id: Pointer, place: Pointer): number;
    /** False for one that never was, was detached or gave way. */
    taut_attachment_valid(world: Pointer, id: Pointer): number;
    /**
     * Whether this build and this machine have it; always true of AUTO, and of SCALAR in all
     * builds but the WebAssembly module with SIMD, which has SIMD128 alone.
     */
    taut_backend_available(kind: number): number;
    /**
     * "auto", "scalar", "sse2", "avx2", "avx512", "neon", "simd128", "cuda"; NULL for anything
     * else.
     */
    taut_backend_name(kind: number): Pointer;
    taut_balloon_def_default(result: Pointer): void;
    taut_blob_def_default(result: Pointer): void;
    /**
     * Constraint `index` as it was added, its rest value filled in. Tethers that baking cooked
     * follow those that were added: indices from stats.added on.
     */
    taut_blueprint_constraint(blueprint: Pointer, index: number, def: Pointer): number;
    taut_blueprint_get_stats(result: Pointer, blueprint: Pointer): void;
    /**
     * Gives back your reference. Bodies hold their own: a blueprint may be released as soon as
     * the bodies are made. NULL is fine.
     */
    taut_blueprint_release(blueprint: Pointer): void;
    /** Three corners per triangle, as long as the blueprint lives. */
    taut_blueprint_triangles(result: Pointer, blueprint: Pointer): void;
    /**
     * Force on one particle in newtons, through the whole of the next step; calls add up. No
     * component of a force, or of the sum, may be beyond 1e12 N.
     */
    taut_body_add_force(world: Pointer, body: Pointer, particle: number, force: Pointer): number;
    /** Changes a particle's velocity at once by impulse / mass (N s). Nothing for a pinned one. */
    taut_body_add_impulse(
        world: Pointer,
        body: Pointer,
        particle: number,
        impulse: Pointer,
    ): number;
    /** True while the body sleeps; false for a stale id. */
    taut_body_asleep(world: Pointer, body: Pointer): number;
    /** The blueprint of a body, NULL for a stale id. Borrowed. */
    taut_body_blueprint(world: Pointer, body: Pointer): Pointer;
    /**
     * Breaks one constraint: it acts no more, and reads a force of 0. Its number stays its own.
     *
     * A link that is an edge of the surface or of a tetrahedron of a body with spare particles
     * tears it open: one of its ends, the freer, is split across the link, which stays with the
     * other end. Any other link breaks in place, and what goes along it breaks with it, without
     * an event: volumes, areas, folds and turns that it is a side of, links against bending
     * over it, tethers that lead over it, the limits of a joint that nothing holds together any
     * more. A gas leaks by the triangles beside it (taut_pressure.h). Breaking what is broken
     * is fine.
     */
    taut_body_break(world: Pointer, body: Pointer, constraint: number): number;
    /** True of a constraint that broke; false of one that holds, and of a bad id or number. */
    taut_body_broken(world: Pointer, body: Pointer, constraint: number): number;
    /** @param index as numbered by the builder; tethers follow */
    taut_body_constraint(world: Pointer, body: Pointer, index: number, state: Pointer): number;
    /** @param body receives the id; untouched on failure */
    taut_body_create(world: Pointer, def: Pointer, body: Pointer): number;
    taut_body_def_default(result: Pointer): void;
    /** Views of the body end here; its id is never valid again. */
    taut_body_destroy(world: Pointer, body: Pointer): number;
    /**
     * Where the device has the positions of a body, for a renderer on the same device: no copy
     * is made.
     *
     * @returns TAUT_ERROR_BACKEND_UNAVAILABLE, with a sentence that says why, where the body is
     *     on no device just now: before its first step, after a call that changed it as a
     *     whole, or when the last step took it through on the host; TAUT_ERROR_INVALID for a
     *     NULL world, a bad body, or where `view` is NULL. `view` is all zeros unless it is
     *     TAUT_OK
     */
    taut_body_device_positions(world: Pointer, body: Pointer, view: Pointer): number;
    /**
     * The number of the link (DISTANCE) between two particles, for taut_body_break(),
     * taut_body_set_limits() and the like: the first that holds, or else the first that is
     * broken. A hit of a query on a triangle has its corners in `particles`: the two with the
     * greatest weights are the ends of the link that is nearest. Looks through all constraints.
     *
     * @returns -1 where there is none, and for a stale id
     */
    taut_body_find_link(world: Pointer, body: Pointer, a: number, b: number): number;
    /**
     * Forces of constraints [first, first + count) into `out`, as in
     * taut_constraint_state.force.
     */
    taut_body_forces(
        world: Pointer,
        body: Pointer,
        first: number,
        count: number,
        out: Pointer,
    ): number;
    taut_body_frozen(world: Pointer, body: Pointer): number;
    taut_body_gas(world: Pointer, body: Pointer, gas: number, state: Pointer): number;
    /** How many gases a body has; 0 for a stale id. */
    taut_body_gas_count(world: Pointer, body: Pointer): number;
    /**
     * Takes hold of a free particle; drag it with taut_body_set_target(). An error when it is
     * pinned.
     */
    taut_body_grab(world: Pointer, body: Pointer, particle: number): number;
    /**
     * Blows in (or lets out, < 0) so many m^3 of gas at ambient pressure; m^2 of a loop. No
     * less than nothing stays.
     */
    taut_body_inflate(world: Pointer, body: Pointer, gas: number, volume: number): number;
    /**
     * Positions between the last two steps for drawing: (1 - blend) before + blend after.
     *
     * @param out `capacity` vectors, at least as many as the body has particles
     */
    taut_body_interpolate(
        world: Pointer,
        body: Pointer,
        blend: number,
        out: Pointer,
        capacity: number,
    ): number;
    /**
     * Puts the load on the two particles beside its place, shared by the lever; it acts through
     * the next step, like taut_body_add_force(). Past the ends of the path nothing happens.
     */
    taut_body_load_path(world: Pointer, body: Pointer, load: Pointer): number;
    /** Kilograms of a particle, to rounding, pinned or not; 0 for a bad id or index. */
    taut_body_mass(world: Pointer, body: Pointer, particle: number): number;
    taut_body_measure(world: Pointer, body: Pointer, measure: Pointer): number;
    /**
     * Unit normals of the surface at each particle, made anew by this call; zero where there is
     * no triangle. Valid until the next call for the same body, or its end.
     */
    taut_body_normals(result: Pointer, world: Pointer, body: Pointer): void;
    /**
     * The particle of the blueprint that a particle of a body comes from: itself, unless it was
     * split off. What belongs to particles, such as texture coordinates, goes by this. -1 for a
     * bad id or index.
     */
    taut_body_particle_origin(world: Pointer, body: Pointer, particle: number): number;
    /**
     * Which piece of the body each particle is in, after cuts and tears: two are in the same
     * piece when constraints that are not broken lead from one to the other; tethers,
     * attachments and contacts do not count. Pieces are numbered from 0 in the order of their
     * first particles. Costs time in proportion to its constraints; ask after TAUT_EVENT_CUT,
     * _BREAK or _SPLIT.
     *
     * @param pieceOf receives as many numbers as the body has particles
     * @param capacity of piece_of, at least that
     * @returns how many pieces there are; -1 for a stale id, NULL or too little room, with
     *     nothing written
     */
    taut_body_pieces(world: Pointer, body: Pointer, pieceOf: Pointer, capacity: number): number;
    /** Holds a particle where it is. Pinning a pinned one is fine. */
    taut_body_pin(world: Pointer, body: Pointer, particle: number): number;
    /** True for pinned and for grabbed particles. */
    taut_body_pinned(world: Pointer, body: Pointer, particle: number): number;
    /**
     * Particles in the order they were added to the builder. Valid until the body is destroyed;
     * the numbers change with each step. Empty for a stale id. Of a body that is on a device
     * the numbers are those of the call: ask again after each step (taut_device.h).
     */
    taut_body_positions(result: Pointer, world: Pointer, body: Pointer): void;
    /**
     * Starts to fetch the positions of a body and returns; taut_body_positions() waits for
     * them. For a host that has other things to do after a step. Bodies of 1 MB or more are
     * copied meanwhile, smaller ones before the call returns. Nothing happens where the host
     * has them already.
     *
     * @returns TAUT_ERROR_INVALID for a NULL world or a bad body, in a world with any backend
     */
    taut_body_prefetch(world: Pointer, body: Pointer): number;
    taut_body_reaction(world: Pointer, body: Pointer, particle: number, reaction: Pointer): number;
    /** The realm that a body was made in; 0 for a stale id too. */
    taut_body_realm(world: Pointer, body: Pointer): number;
    taut_body_release(world: Pointer, body: Pointer, particle: number, how: number): number;
    /** Takes effect in the next step. */
    taut_body_set_air(world: Pointer, body: Pointer, def: Pointer): number;
    /** Pa, 0 to 1e9: height, or water. */
    taut_body_set_ambient(world: Pointer, body: Pointer, gas: number, ambient: number): number;
    /** Changes the compliance of one constraint, 0 to 1e9; not of tethers. */
    taut_body_set_compliance(
        world: Pointer,
        body: Pointer,
        constraint: number,
        compliance: number,
    ): number;
    taut_body_set_drag(world: Pointer, body: Pointer, drag: number): number;
    /**
     * A frozen body keeps its state and takes no part in steps. Bodies that become non-finite
     * are frozen by the world; set false to give one another try from its last good state.
     */
    taut_body_set_frozen(world: Pointer, body: Pointer, frozen: number): number;
    /** @param scale -1e6 to 1e6 */
    taut_body_set_gravity_scale(world: Pointer, body: Pointer, scale: number): number;
    /**
     * A hole through which gas leaves, or air comes in, until pressures are equal: 0.6 area
     * sqrt(2 |gauge| / 1.2 kg/m^3), the flow through an orifice. Where a surface tears or is
     * cut, its hole grows by the triangles that come loose, or lie beside a link that breaks in
     * place; a loop's by the length of that link. Past a fiftieth of the surface it is open
     * wide.
     *
     * @param area m^2, m of a loop; 0 closes it, INFINITY for a surface that is open wide and
     *     holds no pressure any more
     */
    taut_body_set_leak(world: Pointer, body: Pointer, gas: number, area: number): number;
    /**
     * Changes the limits of one constraint, 0 for none; not of tethers.
     *
     * @param strength in the unit of the kind, as in taut_constraint_def
     * @param stretch DISTANCE: a fraction of the rest length; 0 for other kinds
     */
    taut_body_set_limits(
        world: Pointer,
        body: Pointer,
        constraint: number,
        strength: number,
        stretch: number,
    ): number;
    /**
     * Gives a particle another mass: it keeps position and velocity. taut_body_mass() reads it.
     *
     * @param mass kilograms, > 0 and finite, as of a builder's particle
     */
    taut_body_set_mass(world: Pointer, body: Pointer, particle: number, mass: number): number;
    /**
     * Gives a gas as much as presses with `gauge` Pa above ambient at its present volume.
     *
     * @param gauge >= -ambient, up to 1e9
     */
    taut_body_set_pressure(world: Pointer, body: Pointer, gas: number, gauge: number): number;
    /**
     * Changes the rest value of one constraint from the next step on (m, rad, m^2 or m^3, as in
     * taut_constraint_def). Positions stay as they are; change it little by little, for a link
     * that is suddenly shorter pulls its ends together within a step.
     *
     * @param constraint its number, as for taut_body_constraint()
     */
    taut_body_set_rest(world: Pointer, body: Pointer, constraint: number, rest: number): number;
    /**
     * Moves a pinned or grabbed particle to `target` evenly over the next call of
     * taut_world_step() or taut_world_advance(): it is there when the last step of that call
     * ends. When advance() has no step to take yet, the target waits; a new one replaces it.
     *
     * @param target within 1e9 m of the origin along each axis
     */
    taut_body_set_target(world: Pointer, body: Pointer, particle: number, target: Pointer): number;
    /** The same for one body; the others stand still meanwhile. */
    taut_body_settle(world: Pointer, body: Pointer, def: Pointer, settled: Pointer): number;
    /**
     * Why the device did not take a body through the last step. Bodies that act on one another
     * go together or not at all, so that the reason may be another's. Of several reasons it is
     * the first that was found; in a world without a device it is TAUT_STAY_NO_DEVICE of all
     * bodies, new and sleeping ones, too.
     *
     * @param whose out: the body whose reason it is, mostly `body` itself; NULL: not asked for
     * @returns TAUT_ERROR_INVALID for a NULL world, a bad body, or where `stay` is NULL, and
     *     nothing is written
     */
    taut_body_stay(world: Pointer, body: Pointer, stay: Pointer, whose: Pointer): number;
    /**
     * Puts a body elsewhere at once, as a rigid whole: positions, pins, targets and what it was
     * a step ago, so that nothing stretches, nothing is dragged along the way and no frame is
     * drawn in between. What rounding takes goes into what free particles of XPBD worlds carry.
     * Forces for the next step stay as they are. Wakes the body.
     */
    taut_body_teleport(world: Pointer, body: Pointer, to: Pointer): number;
    /**
     * The triangles of a body as they are now, three corners each: those of its blueprint,
     * which keep their numbers when their corners become others, then those that tears of a
     * solid have laid bare. Valid until the body is destroyed or changed by a call, or a step
     * tears it.
     */
    taut_body_triangles(result: Pointer, world: Pointer, body: Pointer): void;
    /** Lets a pinned particle go at rest. Tethers to it act no more until it is pinned again. */
    taut_body_unpin(world: Pointer, body: Pointer, particle: number): number;
    /**
     * The multiplier / h^2 of user constraint `index` in the last substep: its force, with the
     * sign of what it does to C (negative where it makes C smaller).
     */
    taut_body_user_force(world: Pointer, body: Pointer, index: number, force: Pointer): number;
    /** True while `body` names a body of this world. */
    taut_body_valid(world: Pointer, body: Pointer): number;
    /** Metres per second. Valid as above. */
    taut_body_velocities(result: Pointer, world: Pointer, body: Pointer): void;
    /** Wakes a body, or makes one that is awake begin its time of rest anew. */
    taut_body_wake(world: Pointer, body: Pointer): number;
    /**
     * @param index receives the constraint's number, counted from 0 in the order of adding; may
     *     be NULL. Solve order does not depend on it: the schedule sorts constraints itself.
     */
    taut_builder_add_constraint(builder: Pointer, def: Pointer, index: Pointer): number;
    /**
     * TAUT_ERROR_BAD_DATA says which side of which triangle is open, or wound against its
     * neighbour, or that the surface is inside out.
     *
     * @param index receives the number of the gas, counted from 0; may be NULL
     */
    taut_builder_add_gas(builder: Pointer, def: Pointer, index: Pointer): number;
    /** Adds to a particle's mass (kg, > 0 afterwards): a weight at the end of a rope. */
    taut_builder_add_mass(builder: Pointer, particle: number, mass: number): number;
    /**
     * @param position finite
     * @param mass kg, > 0 and finite; to hold a particle still, pin it
     * @param index receives the particle's number, counted from 0; may be NULL
     */
    taut_builder_add_particle(
        builder: Pointer,
        position: Pointer,
        mass: number,
        index: Pointer,
    ): number;
    /**
     * A triangle of the surface, counter-clockwise seen from outside: for normals, drawing and
     * geodesic tethers. Adds no force. Corners must differ.
     */
    taut_builder_add_triangle(builder: Pointer, a: number, b: number, c: number): number;
    taut_builder_add_user_constraint(builder: Pointer, def: Pointer, index: Pointer): number;
    /**
     * Checks everything, cooks tethers, orders and packs. The builder can go on being used.
     *
     * @param blueprint receives a blueprint that holds one reference, or NULL on failure
     */
    taut_builder_bake(builder: Pointer, blueprint: Pointer): number;
    taut_builder_constraint_count(builder: Pointer): number;
    /**
     * @param allocator NULL for malloc and free; copied
     * @param builder receives the builder, or NULL when the result is not TAUT_OK
     * @param error may be NULL
     */
    taut_builder_create(allocator: Pointer, builder: Pointer, error: Pointer): number;
    /** NULL is fine. Blueprints baked from it live on. */
    taut_builder_destroy(builder: Pointer): void;
    /** Why the last failing call on this builder failed. Valid until the next call on it. */
    taut_builder_last_error(builder: Pointer): Pointer;
    /**
     * The value that a constraint has where its particles are now, whatever its rest says:
     * metres, radians, m^2 or m^3. Adds nothing. To set a range about the present shape, say.
     */
    taut_builder_measure(builder: Pointer, def: Pointer, value: Pointer): number;
    taut_builder_particle_count(builder: Pointer): number;
    /**
     * Starts a particle off pinned: it stands still until it is moved or unpinned through the
     * world.
     */
    taut_builder_pin(builder: Pointer, particle: number): number;
    /** Where particle `index` was put; zero for an index out of range. */
    taut_builder_position(result: Pointer, builder: Pointer, index: number): void;
    /**
     * True where both would bake the same: whatever was added is equal to the bit, in the same
     * order. Then one blueprint will do for both, which saves time and memory, and bodies of
     * one blueprint go through steps side by side. Two NULLs are the same.
     */
    taut_builder_same(a: Pointer, b: Pointer): number;
    /** Replaces a particle's mass (kg, > 0). */
    taut_builder_set_mass(builder: Pointer, particle: number, mass: number): number;
    /**
     * Asks for tethers on particles [first, first + count), cooked when baking from the pins
     * set by then. The cloth makers call this, and the rope maker when asked to. A second call
     * on a particle replaces the first.
     */
    taut_builder_tether(builder: Pointer, def: Pointer, first: number, count: number): number;
    /** Triangles so far: where those of a part to be made will begin. */
    taut_builder_triangle_count(builder: Pointer): number;
    taut_chain_def_default(result: Pointer): void;
    taut_cloth_def_default(result: Pointer): void;
    taut_cloth_material_find(name: Pointer, material: Pointer): number;
    /** "silk", "cotton", "denim", "leather", or NULL past the end. */
    taut_cloth_material_name(i: number): Pointer;
    /**
     * Puts a collider into the world. In a planar world its place lies in z = 0, it turns about
     * z alone, boxes reach through the plane whatever half_size.z is, and baked shapes are
     * refused.
     *
     * @param collider receives the id; untouched on failure
     */
    taut_collider_create(world: Pointer, def: Pointer, collider: Pointer): number;
    taut_collider_def_default(result: Pointer): void;
    /** Its id is never valid again. */
    taut_collider_destroy(world: Pointer, collider: Pointer): number;
    /** What a collider is and where, as after the last step: a def that would make it again. */
    taut_collider_get(world: Pointer, collider: Pointer, def: Pointer): number;
    /**
     * Moves a collider to a place and rotation evenly over the next call of taut_world_step()
     * or taut_world_advance(): it is there when the last step of that call ends, and stands
     * still in the one after it unless it is moved again. What touches it is pushed and rubbed
     * on the way. It turns the shorter way round; more than a quarter turn in a call is not
     * quite even.
     */
    taut_collider_move(
        world: Pointer,
        collider: Pointer,
        position: Pointer,
        rotation: Pointer,
    ): number;
    taut_collider_reaction(world: Pointer, collider: Pointer, load: Pointer): number;
    taut_collider_set_filter(world: Pointer, collider: Pointer, filter: Pointer): number;
    taut_collider_set_surface(world: Pointer, collider: Pointer, surface: Pointer): number;
    /**
     * Puts a collider elsewhere at once: nothing is swept on the way. A move under way ends.
     * What is attached to it is drawn after it, at the speed of the attachment.
     */
    taut_collider_teleport(
        world: Pointer,
        collider: Pointer,
        position: Pointer,
        rotation: Pointer,
    ): number;
    /** True while `collider` names a collider of this world. */
    taut_collider_valid(world: Pointer, collider: Pointer): number;
    taut_constraint_def_default(result: Pointer, kind: number): void;
    /** Facts about `kind`, or NULL when it is not one of the list. */
    taut_constraint_kind_info(kind: number): Pointer;
    /**
     * Lets go; velocities stay as they are. Attachments end by themselves with either body, and
     * with the collider.
     */
    taut_detach(world: Pointer, id: Pointer): number;
    /** "none", "break", "split", ...; NULL for anything else. */
    taut_event_name(kind: number): Pointer;
    taut_footbridge_def_default(result: Pointer): void;
    taut_gas_def_default(result: Pointer): void;
    taut_height_field_def_default(result: Pointer): void;
    /**
     * The bones of a grown human who stands at the origin, faces +z and lets his arms hang a
     * little out. Lengths and masses as parts of height and mass after Winter, "Biomechanics
     * and Motor Control of Human Movement", 4th edition, figure 4.1 and table 4.1.
     *
     * @param height m, 0.1 to 100
     * @param mass kg, 0.1 to 1e6
     * @param bones receives the bones, numbered as in taut_humanoid_bone
     * @returns TAUT_ERROR_INVALID for a number out of range, or NULL
     */
    taut_humanoid_bones(height: number, mass: number, bones: Pointer): number;
    taut_jelly_def_default(result: Pointer): void;
    /** A structural link between a and b at its present length, rigid until you set compliance. */
    taut_link(result: Pointer, a: number, b: number): void;
    taut_make_balloon(builder: Pointer, def: Pointer, part: Pointer): number;
    /**
     * Particle `first_particle` is the middle; ring r of 1 .. rings begins at first_particle +
     * 1 + (r - 1) outline_count and follows the outline, which is the last ring.
     */
    taut_make_blob(builder: Pointer, def: Pointer, part: Pointer): number;
    taut_make_chain(builder: Pointer, def: Pointer, part: Pointer): number;
    taut_make_cloth(builder: Pointer, def: Pointer, part: Pointer): number;
    /**
     * Particles: n = plank_count + 2 along each rope, the first and the last pinned: left deck
     * rope, right deck rope, left cable, right cable: particle i of rope r is
     * part->first_particle + r n + i.
     *
     * Constraints, from part->first_constraint on: n - 1 links of each rope, in the order of
     * the ropes, link i of rope r at r (n - 1) + i; then three for each plank, k from 0 to
     * plank_count - 1: the plank at 4 (n - 1) + 3 k, its left hanger one after it, its right
     * hanger two after it; they are at i = k + 1 of their ropes. A plank only keeps the ropes
     * apart and feels a few N; what stands on it is carried by the hangers beside it and handed
     * on to the cables. To let single ones break at another load see taut_body_set_limits().
     */
    taut_make_footbridge(builder: Pointer, def: Pointer, part: Pointer): number;
    taut_make_jelly(builder: Pointer, def: Pointer, part: Pointer): number;
    /**
     * TAUT_ERROR_BAD_DATA names the culprit when a triangle has an index out of range, no area,
     * the corners of another one, a neighbour wound against it, or an edge that two others have
     * already; or when a vertex is not finite or in no triangle.
     */
    taut_make_mesh_cloth(builder: Pointer, def: Pointer, part: Pointer): number;
    /**
     * Knot (column, row) has number first_particle + row * columns + column; the particles
     * between knots follow.
     */
    taut_make_net(builder: Pointer, def: Pointer, part: Pointer): number;
    /** @param made receives what was made; untouched on failure; may not be NULL */
    taut_make_ragdoll(builder: Pointer, def: Pointer, made: Pointer): number;
    /** Particles run from start to end; link i joins particles i and i + 1. */
    taut_make_rope(builder: Pointer, def: Pointer, part: Pointer): number;
    /**
     * TAUT_ERROR_BAD_DATA when a vertex is not finite, a triangle has a corner that does not
     * exist, or no cell lies inside; TAUT_ERROR_INVALID when the cells are too many.
     */
    taut_make_soft_mesh(builder: Pointer, def: Pointer, part: Pointer): number;
    /**
     * Adds a truss. Node i is particle part->first_particle + i, member i is constraint
     * part->first_constraint + i. What rolls needs two pinned particles for each direction that
     * holds it, and a SLIDE constraint whose force is the support's: they follow nodes and
     * members, in the order of the nodes, X before Y before Z.
     *
     * Refused, with a sentence: numbers out of range, a member without length or between a node
     * and itself, nodes that do not hang together, nodes without any mass, and a truss that
     * nothing holds.
     */
    taut_make_truss(builder: Pointer, def: Pointer, part: Pointer): number;
    /**
     * Substeps per step that would bring `excess` to `target`, 1 to 10,000: substeps x (excess
     * / target)^(1 / exponent), from what one step shows. Of a motion, ask in each step and
     * keep the largest. Right within a factor of 1.5 most often (decision 0019 has the table),
     * less surely where the excess is above 30 % or tethers hold it down: go there and ask
     * again. 0 where `substeps_needed` is, or the target is not above 0.
     */
    taut_measure_substeps(measure: Pointer, target: number): number;
    taut_mesh_cloth_def_default(result: Pointer): void;
    taut_mesh_shape_def_default(result: Pointer): void;
    taut_net_def_default(result: Pointer): void;
    /** How many nodes and members a Pratt truss has. Zeros for a def that is not sound. */
    taut_pratt_count(def: Pointer, nodeCount: Pointer, memberCount: Pointer): void;
    taut_pratt_def_default(result: Pointer): void;
    /**
     * Writes them to arrays of at least these sizes, for taut_truss_def.
     *
     * Nodes, with n panels: those of the deck, D0 at x = 0 to Dn, of the side at z = width too
     * where there is one; then those above, T1 to T(n - 1), likewise. Flat, Di is node i and Ti
     * node n + i; of two sides, Di is node i and n + 1 + i, and Ti node 2 n + 1 + i and 3 n +
     * i. D0 is pinned, Dn on rollers; of the far side both roll.
     *
     * Members, of each side 4 n - 3: - n of the deck, D(i) D(i + 1), pulled; - n - 2 of the
     * top, T(i) T(i + 1), pressed; - 2 end posts, D0 T1 and T(n - 1) Dn, pressed; - n - 1
     * verticals, Di Ti; - n - 2 diagonals, T(i) D(i + 1) left of the middle, then T(i) D(i - 1)
     * right of it, pulled. With a width, those of the other side follow, then n + 1 floor
     * beams, n diagonals of the deck, n - 1 struts above, n - 2 diagonals between them and 2 in
     * the portals.
     *
     * @returns TAUT_ERROR_INVALID for a bad number or NULL, with nothing written
     */
    taut_pratt_lay_out(def: Pointer, nodes: Pointer, members: Pointer): number;
    /**
     * The shortest rotation that turns `from` towards `to`; neither needs unit length. No
     * rotation where one of them is 0 or not finite.
     */
    taut_quat_between(result: Pointer, from: Pointer, to: Pointer): void;
    /** No rotation. */
    taut_quat_identity(result: Pointer): void;
    /** `v` turned by `rotation`. */
    taut_quat_rotate(result: Pointer, rotation: Pointer, v: Pointer): void;
    taut_query_def_default(result: Pointer): void;
    /**
     * Whether two bones should collide with one another: not with themselves, not where one is
     * the other's parent, not where their capsules touch in the pose they are made in. False
     * for numbers out of range.
     */
    taut_ragdoll_bones_collide(def: Pointer, a: number, b: number): number;
    taut_ragdoll_def_default(result: Pointer): void;
    /**
     * Poses of all bones, from where the particles are now. No libm: the same bits everywhere.
     *
     * @param out ragdoll->bone_count poses
     */
    taut_ragdoll_pose(world: Pointer, body: Pointer, ragdoll: Pointer, out: Pointer): number;
    /**
     * What was written since the start, or since the last taut_recording_drain(). Valid until
     * the next call on the world. Empty without a recording.
     */
    taut_recording_bytes(result: Pointer, world: Pointer): void;
    /**
     * Looks through a recording without a world: every record, range and check sum. Any bytes
     * are safe. TAUT_ERROR_BAD_DATA names the first byte that is wrong; `info` says what is
     * good before.
     *
     * @param info may be NULL
     * @param error may be NULL
     */
    taut_recording_check(data: Pointer, size: number, info: Pointer, error: Pointer): number;
    taut_recording_def_default(result: Pointer): void;
    /**
     * Forgets the bytes so far, once the host has put them away: recordings of any length in
     * memory of any size. All the pieces in their order are the recording.
     */
    taut_recording_drain(world: Pointer): number;
    /** All zero without a recording. */
    taut_recording_get_state(result: Pointer, world: Pointer): void;
    /** Frees the memory and the references. Without a recording nothing happens. */
    taut_recording_release(world: Pointer): void;
    /**
     * Begins to note every call that changes the world: inputs, bodies made and destroyed,
     * steps with their length and the substeps they came to, and hashes. Calls that fail are
     * not noted. The bytes are the same on every machine. Nothing is allocated after the start;
     * when the memory is full, recording ends, and steps report TAUT_STEP_RECORDING_LOST. One
     * recording at a time.
     */
    taut_recording_start(world: Pointer, def: Pointer): number;
    /**
     * Writes the end mark. The bytes stay until taut_recording_release(), the next start or the
     * end of the world. TAUT_ERROR_INVALID of a recording that was lost, with a sentence that
     * says why; what was noted until then is in its bytes.
     */
    taut_recording_stop(world: Pointer): number;
    taut_replay_def_default(result: Pointer): void;
    /**
     * Looks through the whole recording, then at the world, which must be as the recorded one
     * was at the start: made by the same calls, or put back by a snapshot. Backend and threads
     * may differ. Changes nothing in the world. TAUT_ERROR_BAD_DATA for a damaged recording,
     * TAUT_ERROR_INVALID for another world; the sentence is in taut_world_last_error().
     */
    taut_replay_open(replay: Pointer, world: Pointer, def: Pointer): number;
    /**
     * Does again what was done up to the next step, and the step itself. `done` is set with the
     * last. Calls that followed the last step need one call more, whose report says that no
     * step was taken. When a call is refused, because the world is another or the host has
     * changed it, that is the error; the steps before stand.
     *
     * @param report may be NULL
     */
    taut_replay_step(replay: Pointer, report: Pointer): number;
    /** The name of a result, "TAUT_OK" and so on. Never NULL. */
    taut_result_name(result: number): Pointer;
    taut_rope_def_default(result: Pointer): void;
    /** False when there is no such name; `material` is then untouched. */
    taut_rope_material_find(name: Pointer, material: Pointer): number;
    /**
     * "steel-cable", "aluminium-wire", "nylon-rope", "rubber-band", "cotton-string", or NULL
     * past the end: walk i from 0. Values describe a typical product and are listed in the
     * guide.
     */
    taut_rope_material_name(i: number): Pointer;
    taut_settle_def_default(result: Pointer): void;
    taut_shape_create_height_field(
        allocator: Pointer,
        def: Pointer,
        shape: Pointer,
        error: Pointer,
    ): number;
    /**
     * The convex hull of points: the least convex solid that holds all of them. Points inside
     * of it, on its faces or on its edges, or nearer to another than a hundred-thousandth of
     * their extent, do no harm: only its corners become vertices, in the order they came in.
     * Shapes never change and may be shared by colliders of any worlds. TAUT_ERROR_BAD_DATA
     * when the points are not finite or lie in a plane (flatter than a thousandth of their
     * extent).
     *
     * @param allocator NULL for malloc and free; copied
     * @param points borrowed for the call; within 1e6 m of the origin
     * @param count 4 to TAUT_HULL_MAX_POINTS
     * @param shape receives a shape that holds one reference, or NULL on failure
     * @param error may be NULL
     */
    taut_shape_create_hull(
        allocator: Pointer,
        points: Pointer,
        count: number,
        shape: Pointer,
        error: Pointer,
    ): number;
    taut_shape_create_mesh(
        allocator: Pointer,
        def: Pointer,
        shape: Pointer,
        error: Pointer,
    ): number;
    /**
     * "plane", "sphere", "capsule", "box", "cylinder", "hull", "height-field", "mesh"; NULL for
     * anything else.
     */
    taut_shape_name(kind: number): Pointer;
    /**
     * Gives back your reference. Colliders hold their own: a shape may be released as soon as
     * they are made. NULL is fine.
     */
    taut_shape_release(shape: Pointer): void;
    taut_shape_triangles(result: Pointer, shape: Pointer): void;
    /**
     * What a shape is made of, for drawing: vertices, and three of their numbers per triangle.
     * Valid while the shape is. Empty for NULL.
     */
    taut_shape_vertices(result: Pointer, shape: Pointer): void;
    /**
     * Puts the vertices where the body has taken them. Allocates nothing.
     *
     * @param positions as many as the blueprint has particles, or more: taut_body_positions();
     *     those that tearing has added are not looked at, so that a vertex stays with the
     *     particles it was bound to: see taut_skin_apply_body()
     * @param vertices `capacity` vectors, at least taut_skin_vertex_count()
     * @param normals as many, or NULL; unit vectors, zero where the body is crushed flat; needs
     *     taut_skin_def.normals
     * @param error may be NULL
     */
    taut_skin_apply(
        skin: Pointer,
        positions: Pointer,
        vertices: Pointer,
        normals: Pointer,
        capacity: number,
        error: Pointer,
    ): number;
    /**
     * The same for a body that may have been torn: each vertex goes with the tetrahedron or
     * triangle it is bound to, to whichever side that went. Triangles of the drawn mesh that
     * lie across a tear are drawn out over it.
     *
     * @param body of the blueprint that the skin was made from
     */
    taut_skin_apply_body(
        skin: Pointer,
        world: Pointer,
        body: Pointer,
        vertices: Pointer,
        normals: Pointer,
        capacity: number,
        error: Pointer,
    ): number;
    /**
     * Takes time by vertices x log(elements). TAUT_ERROR_BAD_DATA when the blueprint has
     * nothing to bind to, or only elements without volume or area, or a vertex is not finite.
     *
     * @param skin receives the skin, or NULL when the result is not TAUT_OK
     * @param error may be NULL
     */
    taut_skin_create(def: Pointer, skin: Pointer, error: Pointer): number;
    taut_skin_def_default(result: Pointer): void;
    /** NULL is fine. */
    taut_skin_destroy(skin: Pointer): void;
    /**
     * What vertex `index` is bound to: the particles of a tetrahedron, or of a triangle and -1.
     *
     * @returns false, and nothing written, for an index out of range
     */
    taut_skin_particles(skin: Pointer, index: number, particles: Pointer): number;
    taut_skin_vertex_count(skin: Pointer): number;
    /** Bytes that it holds, blueprints that it shares with bodies not counted; 0 for NULL. */
    taut_snapshot_bytes(snapshot: Pointer): number;
    /** Frees it. NULL is fine. May outlive its world. */
    taut_snapshot_release(snapshot: Pointer): void;
    /**
     * Puts the world back: it goes on with the same bits as it did from there. Bodies made
     * since are gone, bodies destroyed since are back under their ids, and ids that were given
     * out since are void: the next bodies get them again. May be called any number of times.
     * Allocates only for bodies that come back; when that fails, the world is as it was. Views
     * of bodies that stayed remain valid. A list under way in taut_world_replay_substeps() must
     * still be there. An error while a recording is running, which could not follow.
     *
     * @param world the one it was taken of
     */
    taut_snapshot_restore(world: Pointer, snapshot: Pointer): number;
    /**
     * Takes a snapshot. All memory it will ever need is taken here.
     *
     * @param snapshot receives it, or NULL when the result is not TAUT_OK
     */
    taut_snapshot_take(world: Pointer, snapshot: Pointer): number;
    /** False when there is no such name; `material` is then untouched. */
    taut_soft_material_find(name: Pointer, material: Pointer): number;
    /** "jelly", "foam", "flesh", "rubber", or NULL past the end: walk i from 0. */
    taut_soft_material_name(i: number): Pointer;
    taut_soft_mesh_def_default(result: Pointer): void;
    taut_solver_def_default(result: Pointer, kind: number): void;
    /**
     * "xpbd", "verlet", "legacy", "springs-explicit", "springs-symplectic"; NULL for anything
     * else.
     */
    taut_solver_name(kind: number): Pointer;
    /** Preset i, counted from 0; false past the end. */
    taut_solver_preset_get(i: number, preset: Pointer): number;
    /** "open", "copy", ...; NULL for anything else. */
    taut_stage_name(stage: number): Pointer;
    /** "none", "rests", "no-device", ...; "unknown" of what is none of these. Never NULL. */
    taut_stay_name(stay: number): Pointer;
    /**
     * The same in some words for people: "user constraints", "no memory for it", and of
     * TAUT_STAY_NONE "it was there". Never NULL.
     */
    taut_stay_text(stay: number): Pointer;
    taut_teleport_default(result: Pointer): void;
    taut_tether_def_default(result: Pointer): void;
    taut_truss_def_default(result: Pointer): void;
    /**
     * Reads the stress of a truss that is a body, or a part of one. What the solver gives is
     * forces in balance with loads and inertia, also where members stretch more than they
     * should: see the guide.
     *
     * @param def as made; its arrays are still needed
     * @param part as filled in by taut_make_truss()
     * @param members receives def->member_count states; may be NULL
     * @param state may be NULL
     */
    taut_truss_read(
        world: Pointer,
        body: Pointer,
        def: Pointer,
        part: Pointer,
        members: Pointer,
        state: Pointer,
    ): number;
    taut_user_constraint_def_default(result: Pointer): void;
    /**
     * Major, minor and patch of the library that was linked, as major * 10000 + minor * 100 +
     * patch.
     */
    taut_version(): number;
    /**
     * Takes hold of the rope's first particles, those within `taken`, and puts them where they
     * belong. The others stay where they are: the first of them should be as far from the drum
     * as the rest of its link is long.
     *
     * @param winch receives the winch; untouched on failure
     */
    taut_winch_create(world: Pointer, def: Pointer, winch: Pointer): number;
    taut_winch_def_default(result: Pointer): void;
    /** Moves the drum, evenly over the next step: call it before taut_winch_turn(). */
    taut_winch_move(world: Pointer, winch: Pointer, drum: Pointer): number;
    /**
     * Length of rope outside at rest, and what the rope pulls with where it leaves the drum: N,
     * mean over the last step.
     */
    taut_winch_read(world: Pointer, winch: Pointer, lengthOut: Pointer, pull: Pointer): number;
    /**
     * Turns the winch for the next step of dt seconds. Call it before each taut_world_step(),
     * also at speed 0. At either end of the rope it stops: one link at least stays out, and the
     * first particle stays in.
     *
     * @param speed m/s, > 0 takes in, < 0 gives out; at most link_length / dt
     */
    taut_winch_turn(world: Pointer, winch: Pointer, speed: number, dt: number): number;
    taut_wind_def_default(result: Pointer, kind: number): void;
    /**
     * Adds one wind to those there are.
     *
     * @param index receives its number; may be NULL
     */
    taut_world_add_wind(world: Pointer, def: Pointer, index: Pointer): number;
    /**
     * Lets `elapsed` seconds of the host's clock pass: takes whole steps of step_dt, at most
     * most_steps, keeps the rest for the next call and drops (and reports) what does not fit.
     *
     * @param elapsed >= 0 and finite; any size is safe
     */
    taut_world_advance(world: Pointer, elapsed: number, report: Pointer): number;
    taut_world_air_density(world: Pointer): number;
    /** The backend in use, never AUTO. */
    taut_world_backend(world: Pointer): number;
    taut_world_body(result: Pointer, world: Pointer, i: number): void;
    /** Body number i of the world in order of their slots, i in [0, taut_world_body_count()). */
    taut_world_body_count(world: Pointer): number;
    /**
     * What a ray meets. Both sides of triangles count. A ray that begins within a body's
     * thickness hits it at distance 0.
     *
     * @param direction any length but 0
     * @param reach metres, > 0; INFINITY for any
     * @param hits items and capacity are read, the rest is filled in
     */
    taut_world_cast_ray(
        world: Pointer,
        def: Pointer,
        origin: Pointer,
        direction: Pointer,
        reach: number,
        hits: Pointer,
    ): number;
    taut_world_collider(result: Pointer, world: Pointer, i: number): void;
    /**
     * Collider number i of the world in order of their slots, i in [0,
     * taut_world_collider_count()).
     */
    taut_world_collider_count(world: Pointer): number;
    /**
     * Where bodies touched in the last substep of the last step: those places alone that
     * pushed. Bodies in the order of their slots, then pairs of particles; the same order on
     * every machine and with any number of threads. What sleeps touches colliders as when it
     * fell asleep; pairs of which nobody is awake are not told of, nor is what is attached.
     * What is done between steps (bodies come or go, colliders go, a snapshot is put back) may
     * take places away until the next step.
     *
     * @param points receives the first `capacity` of them; may be NULL where that is 0
     * @param capacity >= 0
     * @returns how many there are, also where that is more than `capacity`; 0 for NULL
     */
    taut_world_contact_points(world: Pointer, points: Pointer, capacity: number): number;
    /**
     * @param world receives the world, or NULL when the result is not TAUT_OK
     * @param error may be NULL
     */
    taut_world_create(def: Pointer, world: Pointer, error: Pointer): number;
    /**
     * Cuts every body that a blade passes through, of every realm. Links of ropes, chains, nets
     * and bridges break where it crosses them, as by taut_body_break(): a member of a truss is
     * gone, and reads no force. With spare particles a surface opens along the edges of its
     * triangles that lie nearest to the blade, a solid along the faces of its tetrahedra;
     * without, what the blade crosses breaks in place, and triangles stay. Frozen bodies are
     * cut too. Passing through nothing is fine. A blade shorter than one and a half edges may
     * pass between the corners of a surface and open nothing; see taut_body_find_link() for
     * needles.
     *
     * @param cut may be NULL
     */
    taut_world_cut(world: Pointer, blade: Pointer, cut: Pointer): number;
    taut_world_def_default(result: Pointer): void;
    /** Frees the world and every body in it. NULL is fine. */
    taut_world_destroy(world: Pointer): void;
    /**
     * @returns TAUT_ERROR_BACKEND_UNAVAILABLE, and all zeros, in a world with any other backend
     *     than TAUT_BACKEND_CUDA; TAUT_ERROR_INVALID where world or info is NULL, and nothing
     *     is written. The world is not changed: there is no sentence in taut_world_last_error()
     */
    taut_world_device(world: Pointer, info: Pointer): number;
    /**
     * taut_world_gather() to memory of the device, for a policy that runs there: nothing goes
     * through the host but what it alone has, such as bodies before their first step. Whatever
     * else writes or reads the arrays has to be done before the call, which waits for no stream
     * but its own; when it returns, all of it is there, for any stream to read.
     *
     * @param positions address on that device (a CUdeviceptr, of cudaMalloc() or of a tensor),
     *     with room for 3 * `capacity` floats; or NULL: not asked for. Whose memory it is
     *     nobody can check: an address that is none of the device's loses it
     * @param velocities likewise
     * @returns TAUT_ERROR_INVALID as taut_world_gather(), and of an address that is no multiple
     *     of 4; TAUT_ERROR_BACKEND_UNAVAILABLE in a world without a device, or where it fails,
     *     which the next step says of the bodies; TAUT_ERROR_OUT_OF_MEMORY where there is no
     *     memory for a list of rows
     */
    taut_world_device_gather(
        world: Pointer,
        spans: Pointer,
        spanCount: number,
        positions: Pointer,
        velocities: Pointer,
        capacity: number,
    ): number;
    /**
     * What happened in the last call of step or advance, and since: in the order of steps, then
     * of bodies. Valid until the next of these calls.
     */
    taut_world_events(result: Pointer, world: Pointer): void;
    /**
     * Finds out by trying how many substeps keep the excess of every body at or below `target`
     * through the next `steps` steps of step_dt: takes them at one number after another, each
     * time from the present state, and puts that back, so that nothing has happened. Within a
     * tenth, where estimates from one reading are within a half. Ask before a motion begins: a
     * body that is stretched already snaps back in a stiffer trial, and it is the snap that is
     * measured. Takes as long as the trials do, and memory for a copy of the bodies. Fields and
     * user constraints are called in trials too; targets that will be set for pins later are
     * not known to it. XPBD and VERLET alone.
     *
     * @param steps 1 to 100,000
     * @param target above 0, up to 10; 0.01 is 1 %
     * @param mostSubsteps 1 to 10,000
     */
    taut_world_find_substeps(
        world: Pointer,
        steps: number,
        target: number,
        mostSubsteps: number,
        found: Pointer,
    ): number;
    /**
     * Copies positions and velocities of particles to arrays of the caller: span after span,
     * without gaps. The numbers are those of taut_body_positions() and taut_body_velocities().
     *
     * From a device (TAUT_BACKEND_CUDA) all of it comes in one piece, instead of one for each
     * body: ask for all bodies with one call, and for no more of each than is looked at. A call
     * that asks for more than those before takes memory of the device and of the host for it,
     * through the driver (taut_memory.device_bytes, device_host_bytes), and keeps it for the
     * next; where there is none, bodies are asked one after another.
     *
     * Spans are for as long as their bodies: one that names a body that is gone fails the whole
     * call. A taut_vec3 is three floats without gaps, so that the arrays may be those of a
     * tensor.
     *
     * @param spans span_count of them, of any bodies of the world, in any order; NULL where
     *     span_count is 0
     * @param spanCount >= 0
     * @param positions room for `capacity` particles, metres; or NULL: not asked for
     * @param velocities likewise, m/s. None of the three arrays may overlap another, nor lie
     *     within the world (views of its bodies)
     * @param capacity at least as many as all spans have
     * @returns TAUT_ERROR_INVALID, and nothing is written, where world is NULL, spans is NULL
     *     or span_count below 0, a span is of no body of this world or of particles that its
     *     body has not got, capacity is too small, or arrays overlap.
     *     TAUT_ERROR_BACKEND_UNAVAILABLE where the device fails meanwhile: as in a step its
     *     bodies are frozen where the host last had a copy of them (taut_body_positions() makes
     *     one, this call does not), and that is what is written
     */
    taut_world_gather(
        world: Pointer,
        spans: Pointer,
        spanCount: number,
        positions: Pointer,
        velocities: Pointer,
        capacity: number,
    ): number;
    taut_world_gravity(result: Pointer, world: Pointer): void;
    /**
     * 64-bit hash of every position and velocity, body by body. Every NaN hashes alike, -0 as
     * +0, and byte order does not matter: equal hashes mean equal positions and velocities on
     * any machine.
     */
    taut_world_hash(world: Pointer): bigint;
    /** Why the last failing call on this world failed. Valid until the next call on it. */
    taut_world_last_error(world: Pointer): Pointer;
    /** Makes no heap allocation. All zero for a world that is NULL. */
    taut_world_memory(result: Pointer, world: Pointer): void;
    /**
     * What lies within a ball. `distance` is that from its centre to the surface of the
     * element, 0 when the centre lies within its thickness.
     */
    taut_world_overlap_sphere(
        world: Pointer,
        def: Pointer,
        centre: Pointer,
        radius: number,
        hits: Pointer,
    ): number;
    /**
     * Finds the first free particle within `radius` of the ray; pinned ones are passed over.
     *
     * @param direction any length but 0
     */
    taut_world_pick(
        world: Pointer,
        origin: Pointer,
        direction: Pointer,
        radius: number,
        pick: Pointer,
    ): number;
    /** The same of the bodies of one realm (taut_base.h) alone. */
    taut_world_realm_cut(world: Pointer, realm: number, blade: Pointer, cut: Pointer): number;
    /**
     * The same over the bodies of one realm: what taut_world_hash() gives of a world that has
     * these alone. Of TAUT_REALM_ALL, the hash of the world.
     */
    taut_world_realm_hash(world: Pointer, realm: number): bigint;
    /**
     * Hands out choices made before, one per step, in place of the budget: a run whose choices
     * were noted (taut_world_substeps_taken()) repeats bit for bit, on any machine. Works in
     * worlds without a budget too. Once all are used up, choices are made as before.
     *
     * @param substeps `count` numbers, 1 to 10,000 each; borrowed until used up or replaced
     * @param count >= 0; 0 ends a replay
     */
    taut_world_replay_substeps(world: Pointer, substeps: Pointer, count: number): number;
    /** kg/m^3, 0 to 1e5; default 1.225, air at sea level. 0 for none, 1000 for water. */
    taut_world_set_air_density(world: Pointer, density: number): number;
    taut_world_set_gravity(world: Pointer, gravity: Pointer): number;
    /** Replaces wind `index`. */
    taut_world_set_wind(world: Pointer, index: number, def: Pointer): number;
    /**
     * Replaces all winds.
     *
     * @param defs `count` of them; copied
     * @param count 0 to TAUT_MAX_WINDS; 0 for no air
     */
    taut_world_set_winds(world: Pointer, defs: Pointer, count: number): number;
    /**
     * Lets all bodies come to rest where they would hang, lie or lean in the end, without the
     * motion in between: takes steps in which every body is stopped whenever its kinetic energy
     * has passed a peak, then takes all velocity away. Time stands still; targets of pins and
     * colliders and forces for the next step wait as they were (places of attachments are taken
     * up); no events are noted. A scene that begins so does not begin with a jolt. Bodies that
     * nothing holds fall until the steps are used up: give them a pin, or settle single bodies.
     * Not for a frame: it takes as long as its steps do, and memory for a copy of pending
     * forces.
     *
     * @param def NULL for the defaults
     * @param settled may be NULL
     */
    taut_world_settle(world: Pointer, def: Pointer, settled: Pointer): number;
    /**
     * Moves the origin of the world: every position becomes position - offset. Call it to keep
     * the action near the origin, where floats are fine. Towards the origin a shift by whole
     * metres is exact; away from it positions round to the floats there, and free particles of
     * XPBD worlds carry the rest.
     *
     * @param offset within 1e9 m
     */
    taut_world_shift_origin(world: Pointer, offset: Pointer): number;
    /**
     * What the steps since taut_world_time_stages() took; stays readable after it was stopped.
     * All 0 for NULL, and where no step was timed. Steps that settling and trials take are not
     * among them.
     */
    taut_world_stage_times(result: Pointer, world: Pointer): void;
    /**
     * Advances time by `dt` seconds in `substep_count` equal substeps. More substeps make
     * material stiffer and truer; twice as many cost twice as much. Makes no heap allocation.
     *
     * @param dt in (0, 1] seconds; hold it fixed from frame to frame
     * @param substepCount 1 to 10,000; 20 suits most scenes. TAUT_SUBSTEPS_CHOSEN where the
     *     world has a budget or a replay
     * @param report may be NULL
     */
    taut_world_step(world: Pointer, dt: number, substepCount: number, report: Pointer): number;
    /**
     * Substeps of each step of the last call of step or advance, whoever chose them. Valid
     * until the next of these calls.
     */
    taut_world_substeps_taken(result: Pointer, world: Pointer): void;
    /**
     * What a ball meets on its way, each element where it touches it first.
     *
     * @param radius metres, >= 0
     */
    taut_world_sweep_sphere(
        world: Pointer,
        def: Pointer,
        centre: Pointer,
        radius: number,
        direction: Pointer,
        reach: number,
        hits: Pointer,
    ): number;
    /**
     * Threads that the world steps on, never 0 but for a world that is NULL; with parallel_for,
     * what thread_count came to.
     */
    taut_world_thread_count(world: Pointer): number;
    /** Simulated seconds since creation. */
    taut_world_time(world: Pointer): number;
    /**
     * Starts timing the steps to come, from zero, or stops it; a world is made with it off.
     * Costs nothing while off, and a look at the clock at each change of stage while on, some
     * ten in a substep of a body: a fifth of the step of a dozen particles, nothing to speak of
     * with thousands. By taut_budget_def.clock where that is given, else the system's monotonic
     * clock. With threads a stage lasts until the slowest of them is done; the pass of a large
     * body that goes on from prediction into its first constraints then counts as a sweep.
     *
     * @returns TAUT_ERROR_INVALID where there is no clock: this build knows none, and the world
     *     was given none
     */
    taut_world_time_stages(world: Pointer, on: number): number;
    /**
     * Has the steps to come told in full for one body: it goes through its constraints one at a
     * time, in the order of the schedule, by the same arithmetic, and arrives at the same bits.
     * All other bodies go on as they do. Costs nothing while nobody watches; a watched body
     * goes on one thread, a constraint at a time, some ten times as slow, and the callback
     * comes on top. Steps of settling and of trials tell nothing. A body that sleeps, is frozen
     * or destroyed is not told of.
     *
     * @param watch called each time; NULL ends the watching of whatever body it was. One body
     *     of a world is watched at a time: another call takes its place
     * @returns TAUT_ERROR_INVALID where there is no such body; TAUT_ERROR_OUT_OF_MEMORY;
     *     watching goes on as before then
     */
    taut_world_watch(world: Pointer, body: Pointer, watch: Pointer, context: Pointer): number;
    /** What blows at a place now, m/s: all winds together. Zero for a place that is not finite. */
    taut_world_wind_at(result: Pointer, world: Pointer, place: Pointer): void;
    taut_world_wind_count(world: Pointer): number;
}
