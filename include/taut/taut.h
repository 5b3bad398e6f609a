// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Taut: ropes, chains, cloth, soft bodies, ragdolls and bridges in real time. This header is the
/// world: make it, put bodies in it, step it, reach into it, read it. It brings in the other
/// headers, all but taut_debug.h.
///
/// Units are SI throughout. Every call checks what it is given, in every build: a mistake of the
/// caller gives TAUT_ERROR_INVALID, a sentence in taut_world_last_error(), and a world that is
/// as it was. Nothing is printed and the process is never ended. A world is used by one thread at
/// a time; different worlds are independent. A world may step on several threads of its own or of
/// the host's (taut_world_def.thread_count, parallel_for); whatever their number, it gives the same
/// bits. Fields, user constraints, on_assert and the allocator are only ever called on the thread
/// that calls Taut.

#pragma once

#include "taut/taut_attach.h"
#include "taut/taut_base.h"
#include "taut/taut_build.h"
#include "taut/taut_collide.h"
#include "taut/taut_constraints.h"
#include "taut/taut_device.h"
#include "taut/taut_event.h"
#include "taut/taut_gather.h"
#include "taut/taut_machine.h"
#include "taut/taut_make.h"
#include "taut/taut_pressure.h"
#include "taut/taut_query.h"
#include "taut/taut_record.h"
#include "taut/taut_rest.h"
#include "taut/taut_rig.h"
#include "taut/taut_skin.h"
#include "taut/taut_soft.h"
#include "taut/taut_tear.h"
#include "taut/taut_truss.h"
#include "taut/taut_wind.h"

/// How data is walked. All of them give the same bits.
typedef enum taut_backend_kind {
    TAUT_BACKEND_AUTO = 0,  ///< the best of this build that this machine can run
    TAUT_BACKEND_SCALAR,    ///< the reference: one constraint after another
    TAUT_BACKEND_SSE2,      ///< x86-64: four at a time
    TAUT_BACKEND_AVX2,      ///< x86-64: eight
    TAUT_BACKEND_AVX512,    ///< x86-64: sixteen
    TAUT_BACKEND_NEON,      ///< 64-bit ARM: four
    TAUT_BACKEND_SIMD128,   ///< WebAssembly: four
    TAUT_BACKEND_CUDA,  ///< NVIDIA GPUs; what has no kernel goes on the CPU. AUTO never takes it
    TAUT_BACKEND_KIND_COUNT
} taut_backend_kind;

/// "auto", "scalar", "sse2", "avx2", "avx512", "neon", "simd128", "cuda"; NULL for anything else.
TAUT_API const char* taut_backend_name(taut_backend_kind kind);

/// Whether this build and this machine have it; always true of AUTO, and of SCALAR in all builds
/// but the WebAssembly module with SIMD, which has SIMD128 alone.
TAUT_API bool taut_backend_available(taut_backend_kind kind);

/// How constraints become motion.
typedef enum taut_solver_kind {
    /// Extended position-based dynamics in small steps: stiffness in SI units, whatever the rate.
    TAUT_SOLVER_XPBD = 0,
    /// Jakobsen's: position and previous position; stiffness is the number of iterations.
    /// Compliance and the damping of constraints do not count.
    TAUT_SOLVER_VERLET,
    /// What many tutorials do: Verlet in units of frames, each free end takes half a correction,
    /// constraints in the order of adding, bounds inside the iteration. Distance constraints only,
    /// each as a rod; no forces, fields, tethers or user constraints, no forces to read.
    TAUT_SOLVER_LEGACY,
    /// Hooke springs and explicit Euler: for comparison. Explodes when stiff. No user constraints.
    TAUT_SOLVER_SPRINGS_EXPLICIT,
    /// Hooke springs and symplectic Euler: for comparison. No user constraints.
    TAUT_SOLVER_SPRINGS_SYMPLECTIC,
    TAUT_SOLVER_KIND_COUNT
} taut_solver_kind;

/// "xpbd", "verlet", "legacy", "springs-explicit", "springs-symplectic"; NULL for anything else.
TAUT_API const char* taut_solver_name(taut_solver_kind kind);

/// Start from taut_solver_def_default(kind) or a preset.
typedef struct taut_solver_def {
    uint32_t stamp;
    taut_solver_kind kind;
    int iterations;  ///< sweeps per substep, 1 to 10,000; default 1 (XPBD, springs), 15 (others)
    /// XPBD: links on no ring of links (ropes, chains, trees) are solved together, exactly, in each
    /// sweep; default true. The others ignore it.
    bool direct;
    /// LEGACY: the part of its implicit velocity a particle keeps per substep, 0 to 1; default
    /// 0.99. The others use the drag of the body, in 1/s.
    float keep;
    /// LEGACY: a box that particles are put back into within each iteration; default off.
    bool bounded;
    taut_vec3 bounds_min, bounds_max;
    /// SPRINGS: N/m (or N m/rad ...) of constraints whose compliance is 0; default 10,000.
    float spring_stiffness;
} taut_solver_def;

TAUT_API taut_solver_def taut_solver_def_default(taut_solver_kind kind);

/// A solver with the ranges that practice recommends.
typedef struct taut_solver_preset {
    const char* name;   ///< "small-steps-20", "jakobsen", "rope-4", "cloth-15", ...
    const char* about;  ///< where the range comes from
    taut_solver_def solver;
    int substeps;
} taut_solver_preset;

/// Preset i, counted from 0; false past the end.
TAUT_API bool taut_solver_preset_get(int i, taut_solver_preset* preset);

/// Fills `acceleration[0..count)` (m/s^2, zero on entry) for one body. Called once per step for
/// every body, on the thread that steps the world; no calls into the world from it.
typedef void taut_field_fn(void* context, taut_body_id body, double time, taut_vec3_view positions,
                           taut_vec3_view velocities, taut_vec3* acceleration);

/// One part of a step: taut_parallel_for_fn calls it with each index. It does not call back into
/// the host, never blocks and never fails, and needs little stack. It takes microseconds where a
/// large body is shared out by its clusters, and up to the whole time of the step where there are
/// as many small bodies as threads: then there are `thread_count` tasks, and each takes bodies
/// through all substeps until none is left. Whatever thread it runs on keeps its floating-point
/// environment.
typedef void taut_task_fn(void* context, int index);

/// The host's own job system, to run parts of a step in parallel. Must call task(context, i)
/// exactly once for each i in 0 .. count - 1, on any threads, in any order, at the same time or
/// not, and return when all of them have returned, so that what they wrote can be read by its
/// caller. Called on the thread that steps the world, up to hundreds of times per step: it should
/// not allocate, and its workers should spin shortly before they sleep, or waking them costs more
/// than the tasks do. A task must not be left out, nor run twice. `count` is that of a body's
/// clusters or parts, or taut_world_def.thread_count where small bodies go whole.
/// @param host taut_world_def.parallel_host
typedef void taut_parallel_for_fn(void* host, int count, taut_task_fn* task, void* context);

/// How many substeps a step may take, where the world chooses. Part of taut_world_def; at work once
/// `microseconds` or `target` is above 0, then in every step of taut_world_advance() and in those
/// of taut_world_step() that ask for TAUT_SUBSTEPS_CHOSEN. With both, the target says how many, and
/// time how many at most. A choice is made before each step from what the steps before it cost and
/// measured, the first is taut_world_def.substeps; it rises by at most a half (or 2) and falls by
/// at most a quarter (or 1) per step, and small differences leave it as it is. Not in LEGACY
/// worlds, whose motion is counted in substeps.
typedef struct taut_budget_def {
    /// Wall-clock time that one step should take, >= 0; default 0: any. At `min_substeps` a step
    /// takes what it takes.
    float microseconds;
    /// Stretch beyond what was asked (taut_measure.excess) that bodies should keep below, a
    /// fraction in 0..10; default 0: any. The same bits everywhere, as long as `microseconds` is 0.
    /// XPBD and VERLET alone.
    float target;
    int min_substeps, max_substeps;  ///< 1 to 10,000; default 4 and 120
    /// Seconds from any start on, never falling; default NULL for the system's monotonic clock.
    /// Called on the thread that steps, twice per step, and only where `microseconds` is above 0.
    double (*clock)(void* context);
    void* clock_context;
} taut_budget_def;

/// Substeps of taut_world_step() as the budget of the world, or a replay, says.
#define TAUT_SUBSTEPS_CHOSEN 0

/// How to make a world. Start from taut_world_def_default(), then change what you need.
typedef struct taut_world_def {
    uint32_t stamp;          ///< set by taut_world_def_default(); a wrong stamp is caught
    taut_solver_def solver;  ///< default XPBD
    taut_vec3 gravity;       ///< default (0, -9.81, 0) m/s^2; LEGACY: per substep squared
    /// Default 500 m/s, > 0; faster particles are slowed to it and reported. Not in LEGACY and
    /// SPRINGS worlds. INFINITY for none.
    float max_speed;
    bool planar;                ///< a 2-D world: everything lies in z = 0 and stays there
    taut_backend_kind backend;  ///< default TAUT_BACKEND_AUTO
    taut_allocator allocator;   ///< default malloc and free

    // For taut_world_advance():
    float step_dt;   ///< seconds per step, in (0, 1]; default 1/60
    int substeps;    ///< per step, 1 to 10,000; default 20
    int most_steps;  ///< per call of advance, 1 to 1,000; default 4

    taut_budget_def budget;  ///< substeps by time or stretch in place of `substeps`; default none
    /// Fill in what taut_step_report says of stiffness; default false. Costs a pass over the
    /// distance links per step, about as much as a substep. A budget with a target has it on.
    bool meter;

    taut_sleep_def sleep;  ///< bodies at rest fall asleep; default not

    /// Events that taut_world_events() has room for, 0 to 1,000,000; default 256. More are counted
    /// and dropped.
    int event_capacity;

    taut_field_fn* field;  ///< accelerations beside gravity; default none
    void* field_context;

    /// Threads to step on, that of the caller included: 1 to 256, default 1; 0 is one per core that
    /// the process may use, or 1 where the library knows no threads. The others are started with
    /// the world, sleep between steps and end with it. TAUT_ERROR_THREADS_UNAVAILABLE when the
    /// system does not give that many. Every number gives the same bits.
    int thread_count;
    /// The host's job system in place of threads of the world; default NULL. No thread is started
    /// then. thread_count should be how many threads the host has for it: where there are at least
    /// as many small bodies, they go whole, in thread_count tasks. Clusters of the other bodies are
    /// a task each, whatever thread_count is; but with 1 parallel_for is never called.
    taut_parallel_for_fn* parallel_for;
    void* parallel_host;  ///< handed to parallel_for

    /// Debug builds of the library also call this for each mistake of the caller, with the sentence
    /// of the error. Return true to stop in the debugger.
    bool (*on_assert)(void* context, const char* sentence);
    void* assert_context;
} taut_world_def;

TAUT_API taut_world_def taut_world_def_default(void);

/// @param world receives the world, or NULL when the result is not TAUT_OK
/// @param error may be NULL
TAUT_API taut_result taut_world_create(const taut_world_def* def, taut_world** world,
                                       taut_error* error);

/// Frees the world and every body in it. NULL is fine.
TAUT_API void taut_world_destroy(taut_world* world);

/// Why the last failing call on this world failed. Valid until the next call on it.
TAUT_API const char* taut_world_last_error(const taut_world* world);

TAUT_API taut_result taut_world_set_gravity(taut_world* world, taut_vec3 gravity);
TAUT_API taut_vec3 taut_world_gravity(const taut_world* world);

/// The backend in use, never AUTO.
TAUT_API taut_backend_kind taut_world_backend(const taut_world* world);

/// Threads that the world steps on, never 0 but for a world that is NULL; with parallel_for, what
/// thread_count came to.
TAUT_API int taut_world_thread_count(const taut_world* world);

/// Simulated seconds since creation.
TAUT_API double taut_world_time(const taut_world* world);

/// Moves the origin of the world: every position becomes position - offset. Call it to keep the
/// action near the origin, where floats are fine. Towards the origin a shift by whole metres is
/// exact; away from it positions round to the floats there, and free particles of XPBD worlds carry
/// the rest.
/// @param offset within 1e9 m
TAUT_API taut_result taut_world_shift_origin(taut_world* world, taut_vec3 offset);

// Stepping ----------------------------------------------------------------------------------------

/// Things that went wrong inside one step without stopping it: bits of taut_step_report.trouble.
enum {
    TAUT_STEP_SPEED_CLAMPED = 1 << 0,     ///< some particle reached taut_world_def.max_speed
    TAUT_STEP_NOT_FINITE = 1 << 1,        ///< a body was restored to its last good state and frozen
    TAUT_STEP_TIME_DROPPED = 1 << 2,      ///< advance() could not keep up and skipped time
    TAUT_STEP_CONTACTS_DROPPED = 1 << 3,  ///< there was no room for some contacts
    /// The recording under way has ended before its time: taut_recording_get_state() says why.
    TAUT_STEP_RECORDING_LOST = 1 << 4,
    /// Something was to tear, and no spare particle was left (taut_tear_def): a link broke in
    /// place.
    TAUT_STEP_SPLITS_DROPPED = 1 << 5,
    /// A device failed with the state of a body on it: the body is where it was last read, at rest
    /// and frozen. The others go on on the host (taut_device.h).
    TAUT_STEP_DEVICE_LOST = 1 << 6,
};

/// What one call of step or advance did.
typedef struct taut_step_report {
    uint32_t trouble;       ///< TAUT_STEP_ bits, 0 when healthy
    int steps;              ///< steps taken
    int substeps;           ///< substeps taken, all steps together
    int64_t clamped_count;  ///< particles slowed to max_speed, counted per substep
    int frozen_count;       ///< bodies that were frozen in this call
    taut_body_id first_frozen;
    double dropped_seconds;  ///< time that advance() skipped
    float blend;             ///< advance(): how far the clock is into the next step, 0 to 1
    int contact_count;       ///< contacts of bodies awake that pressed on colliders in the end
    int pair_count;          ///< pairs of particles that pressed on each other in the last substep
    int64_t contacts_dropped;  ///< contacts that found no room, counted per step

    // With taut_world_def.meter or a target, else 0: of the body that did worst in any step of this
    // call. taut_body_measure() has the same, and more, of any body at any time.
    taut_body_id worst_body;
    float excess;         ///< its taut_measure.excess: stretch beyond what was asked, a fraction
    float residual;       ///< its taut_measure.residual, metres
    int substeps_needed;  ///< per step, for an excess of 1 %: its taut_measure.substeps_needed
} taut_step_report;

/// Advances time by `dt` seconds in `substep_count` equal substeps. More substeps make material
/// stiffer and truer; twice as many cost twice as much. Makes no heap allocation.
/// @param dt            in (0, 1] seconds; hold it fixed from frame to frame
/// @param substep_count 1 to 10,000; 20 suits most scenes. TAUT_SUBSTEPS_CHOSEN where the world has
///                      a budget or a replay
/// @param report        may be NULL
TAUT_API taut_result taut_world_step(taut_world* world, float dt, int substep_count,
                                     taut_step_report* report);

/// Lets `elapsed` seconds of the host's clock pass: takes whole steps of step_dt, at most
/// most_steps, keeps the rest for the next call and drops (and reports) what does not fit.
/// @param elapsed >= 0 and finite; any size is safe
TAUT_API taut_result taut_world_advance(taut_world* world, double elapsed,
                                        taut_step_report* report);

/// Substeps of each step of the last call of step or advance, whoever chose them. Valid until the
/// next of these calls.
TAUT_API taut_int_view taut_world_substeps_taken(const taut_world* world);

/// What happened in the last call of step or advance, and since: in the order of steps, then of
/// bodies. Valid until the next of these calls.
TAUT_API taut_event_view taut_world_events(const taut_world* world);

/// Hands out choices made before, one per step, in place of the budget: a run whose choices were
/// noted (taut_world_substeps_taken()) repeats bit for bit, on any machine. Works in worlds without
/// a budget too. Once all are used up, choices are made as before.
/// @param substeps `count` numbers, 1 to 10,000 each; borrowed until used up or replaced
/// @param count    >= 0; 0 ends a replay
TAUT_API taut_result taut_world_replay_substeps(taut_world* world, const int32_t* substeps,
                                                int count);

/// What taut_world_find_substeps() found.
typedef struct taut_substeps_found {
    int substeps;  ///< the fewest tried that keep the target, or the most tried where none does
    bool enough;   ///< whether they keep it
    float excess;  ///< largest taut_measure.excess with so many
    int trials;    ///< numbers that were tried
} taut_substeps_found;

/// Finds out by trying how many substeps keep the excess of every body at or below `target` through
/// the next `steps` steps of step_dt: takes them at one number after another, each time from the
/// present state, and puts that back, so that nothing has happened. Within a tenth, where estimates
/// from one reading are within a half. Ask before a motion begins: a body that is stretched already
/// snaps back in a stiffer trial, and it is the snap that is measured. Takes as long as the trials
/// do, and memory for a copy of the bodies. Fields and user constraints are called in trials too;
/// targets that will be set for pins later are not known to it.
/// XPBD and VERLET alone.
/// @param steps         1 to 100,000
/// @param target        above 0, up to 10; 0.01 is 1 %
/// @param most_substeps 1 to 10,000
TAUT_API taut_result taut_world_find_substeps(taut_world* world, int steps, float target,
                                              int most_substeps, taut_substeps_found* found);

// Bodies ------------------------------------------------------------------------------------------

/// How finely an XPBD world keeps the positions of a body while it sweeps. The other solvers are
/// always FAST.
typedef enum taut_precision {
    TAUT_PRECISION_AUTO = 0,  ///< FINE up to 1024 particles, FAST above
    /// Corrections go into positions. Quickest; forces carry the rounding of positions, a few
    /// tenths of a per cent two metres from the origin and growing with distance and substeps, and
    /// momentum drifts by up to a thousandth per frame.
    TAUT_PRECISION_FAST,
    /// Corrections are gathered apart from positions: mean forces are right to rounding at any
    /// distance and rate. (What one substep reads on a rigid link still carries the rounding of its
    /// length: some per cent for 1 kg on 1 m at 1200 substeps a second.) Costs about a fifth more
    /// per constraint, more where memory is the limit.
    TAUT_PRECISION_FINE,
    TAUT_PRECISION_COUNT
} taut_precision;

/// A body: one instance of a blueprint.
typedef struct taut_body_def {
    uint32_t stamp;
    const taut_blueprint* blueprint;  ///< required; the body takes its own reference
    taut_vec3 offset;                 ///< added to the blueprint's positions; default 0
    taut_vec3 velocity;               ///< of every free particle, m/s; default 0
    float gravity_scale;              ///< -1e6 to 1e6, default 1
    float drag;                       ///< 1/s, >= 0: velocity falls as exp(-drag t); default 0
    taut_precision precision;         ///< default AUTO
    taut_tear_def tear;               ///< how it breaks and tears; default: not by itself
    taut_collision_def collision;     ///< how it meets colliders and particles
    uint32_t realm;  ///< what it can meet at all (taut_base.h); default 0; not TAUT_REALM_ALL
} taut_body_def;

TAUT_API taut_body_def taut_body_def_default(void);

/// @param body receives the id; untouched on failure
TAUT_API taut_result taut_body_create(taut_world* world, const taut_body_def* def,
                                      taut_body_id* body);

/// Views of the body end here; its id is never valid again.
TAUT_API taut_result taut_body_destroy(taut_world* world, taut_body_id body);

/// True while `body` names a body of this world.
TAUT_API bool taut_body_valid(const taut_world* world, taut_body_id body);

/// Body number i of the world in order of their slots, i in [0, taut_world_body_count()).
TAUT_API int taut_world_body_count(const taut_world* world);
TAUT_API taut_body_id taut_world_body(const taut_world* world, int i);

/// The realm that a body was made in; 0 for a stale id too.
TAUT_API uint32_t taut_body_realm(const taut_world* world, taut_body_id body);

/// The blueprint of a body, NULL for a stale id. Borrowed.
TAUT_API const taut_blueprint* taut_body_blueprint(const taut_world* world, taut_body_id body);

/// @param scale -1e6 to 1e6
TAUT_API taut_result taut_body_set_gravity_scale(taut_world* world, taut_body_id body, float scale);
TAUT_API taut_result taut_body_set_drag(taut_world* world, taut_body_id body, float drag);

/// A frozen body keeps its state and takes no part in steps. Bodies that become non-finite are
/// frozen by the world; set false to give one another try from its last good state.
TAUT_API taut_result taut_body_set_frozen(taut_world* world, taut_body_id body, bool frozen);
TAUT_API bool taut_body_frozen(const taut_world* world, taut_body_id body);

/// Force on one particle in newtons, through the whole of the next step; calls add up. No component
/// of a force, or of the sum, may be beyond 1e12 N.
TAUT_API taut_result taut_body_add_force(taut_world* world, taut_body_id body, int particle,
                                         taut_vec3 force);

/// Changes a particle's velocity at once by impulse / mass (N s). Nothing for a pinned one.
TAUT_API taut_result taut_body_add_impulse(taut_world* world, taut_body_id body, int particle,
                                           taut_vec3 impulse);

// Reaching in -------------------------------------------------------------------------------------

/// Holds a particle where it is. Pinning a pinned one is fine.
TAUT_API taut_result taut_body_pin(taut_world* world, taut_body_id body, int particle);

/// Lets a pinned particle go at rest. Tethers to it act no more until it is pinned again.
TAUT_API taut_result taut_body_unpin(taut_world* world, taut_body_id body, int particle);

/// True for pinned and for grabbed particles.
TAUT_API bool taut_body_pinned(const taut_world* world, taut_body_id body, int particle);

/// Moves a pinned or grabbed particle to `target` evenly over the next call of taut_world_step() or
/// taut_world_advance(): it is there when the last step of that call ends. When advance() has no
/// step to take yet, the target waits; a new one replaces it.
/// @param target within 1e9 m of the origin along each axis
TAUT_API taut_result taut_body_set_target(taut_world* world, taut_body_id body, int particle,
                                          taut_vec3 target);

/// The nearest free particle along a ray.
typedef struct taut_pick {
    bool hit;
    taut_body_id body;
    int particle;
    float distance;  ///< along the ray to the point nearest the particle, metres
} taut_pick;

/// Finds the first free particle within `radius` of the ray; pinned ones are passed over.
/// @param direction any length but 0
TAUT_API taut_result taut_world_pick(taut_world* world, taut_vec3 origin, taut_vec3 direction,
                                     float radius, taut_pick* pick);

/// Takes hold of a free particle; drag it with taut_body_set_target(). An error when it is pinned.
TAUT_API taut_result taut_body_grab(taut_world* world, taut_body_id body, int particle);

/// What becomes of a grabbed particle's motion when it is let go.
typedef enum taut_release {
    TAUT_RELEASE_DROP = 0,  ///< it starts from rest
    TAUT_RELEASE_THROW,     ///< it keeps the velocity of the hand, the mean of its last two steps
    TAUT_RELEASE_COUNT
} taut_release;

TAUT_API taut_result taut_body_release(taut_world* world, taut_body_id body, int particle,
                                       taut_release how);

// Reading -----------------------------------------------------------------------------------------

/// Particles in the order they were added to the builder. Valid until the body is destroyed; the
/// numbers change with each step. Empty for a stale id. Of a body that is on a device the numbers
/// are those of the call: ask again after each step (taut_device.h).
TAUT_API taut_vec3_view taut_body_positions(const taut_world* world, taut_body_id body);

/// Metres per second. Valid as above.
TAUT_API taut_vec3_view taut_body_velocities(const taut_world* world, taut_body_id body);

/// Kilograms of a particle, to rounding, pinned or not; 0 for a bad id or index.
TAUT_API float taut_body_mass(const taut_world* world, taut_body_id body, int particle);

/// Unit normals of the surface at each particle, made anew by this call; zero where there is no
/// triangle. Valid until the next call for the same body, or its end.
TAUT_API taut_vec3_view taut_body_normals(taut_world* world, taut_body_id body);

/// Positions between the last two steps for drawing: (1 - blend) before + blend after.
/// @param out `capacity` vectors, at least as many as the body has particles
TAUT_API taut_result taut_body_interpolate(taut_world* world, taut_body_id body, float blend,
                                           taut_vec3* out, int capacity);

/// What one constraint did in the last substep.
typedef struct taut_constraint_state {
    taut_constraint_kind kind;
    int particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    float rest;      ///< m, rad, m^2 or m^3
    float value;     ///< C: present value less rest
    float force;     ///< in the unit of the kind (newtons, N m ...); > 0 pulls together
    float asked;     ///< 1 / compliance; INFINITY when rigid
    float achieved;  ///< force / value: what the solver gave; NAN while value or force is 0
    bool broken;     ///< acts no more; the force is 0
} taut_constraint_state;

/// @param index as numbered by the builder; tethers follow
TAUT_API taut_result taut_body_constraint(taut_world* world, taut_body_id body, int index,
                                          taut_constraint_state* state);

/// Forces of constraints [first, first + count) into `out`, as in taut_constraint_state.force.
TAUT_API taut_result taut_body_forces(taut_world* world, taut_body_id body, int first, int count,
                                      float* out);

/// The multiplier / h^2 of user constraint `index` in the last substep: its force, with the sign of
/// what it does to C (negative where it makes C smaller).
TAUT_API taut_result taut_body_user_force(taut_world* world, taut_body_id body, int index,
                                          float* force);

/// What a pinned particle holds: the mean over the last step of the force that the pin exerts on
/// the body, in newtons, the tethers that end at it included.
typedef struct taut_reaction {
    taut_vec3 force;
    taut_vec3 tether_force;  ///< the part of it that tethers carry
} taut_reaction;

TAUT_API taut_result taut_body_reaction(taut_world* world, taut_body_id body, int particle,
                                        taut_reaction* reaction);

/// How a body is doing. Sums are in double precision and in a fixed order.
typedef struct taut_measure {
    double kinetic_energy;  ///< J
    /// J, zero at the origin. Of LEGACY, whose gravity is by the substep squared, by the last substep;
    /// before the first of the body by `step_dt` and `substeps` of taut_world_def.
    double gravity_energy;
    /// J, in constraints with compliance > 0: the lesser of what value and force say, so that
    /// neither links left too long nor dampers count as springs.
    double elastic_energy;
    taut_vec3 momentum;     ///< kg m/s of the free particles
    float max_stretch;      ///< largest l / l0 - 1 of structural links, >= 0
    float mean_stretch;     ///< mean of max(0, l / l0 - 1) over structural links
    float max_compression;  ///< largest 1 - l / l0 of structural links, >= 0
    int structural_links;   ///< how many there are
    float residual;         ///< largest |C - compliance x force| of distance links, metres
    /// Achieved over asked stiffness of structural links under load (compliance > 0): of the worst
    /// link, and of all together, weighted by load: the sum of the extensions that the forces ask
    /// for over that of the extensions there are. 1 is perfect, 0.5 twice too soft. NAN without
    /// such links.
    float worst_achieved;
    float mean_achieved;
    float max_rigid_error;  ///< largest |C| of rigid structural links, metres
    float tether_force;     ///< sum of tether forces, N
    float max_speed;        ///< m/s
    /// Largest stretch of structural links beyond what was asked, >= 0: (C - compliance x force) /
    /// rest. Of a rigid link its whole stretch.
    float excess;
    /// Mean acceleration of free particles over the last step, by mass, over that of gravity: 0
    /// hanging still, 1 in free fall, more in a jerk.
    float unrest;
    /// How `excess` falls with the number of substeps, an estimate: as 1 / substeps^exponent. 2 for
    /// a tree of links at rest, 1.8 for a mesh, less where it jerks; 3 for a soft mesh that has an
    /// excess below 1 %.
    float exponent;
    int substeps;  ///< of the last step; 0 before the first
    /// Estimate of how many it would take for an excess of 1 %: taut_measure_substeps(). 0 before
    /// the first step, and for solvers that promise no stiffness (LEGACY, SPRINGS).
    int substeps_needed;
} taut_measure;

TAUT_API taut_result taut_body_measure(taut_world* world, taut_body_id body, taut_measure* measure);

/// Substeps per step that would bring `excess` to `target`, 1 to 10,000: substeps x (excess /
/// target)^(1 / exponent), from what one step shows. Of a motion, ask in each step and keep the
/// largest. Right within a factor of 1.5 most often (decision 0019 has the table), less surely
/// where the excess is above 30 % or tethers hold it down: go there and ask again. 0 where
/// `substeps_needed` is, or the target is not above 0.
TAUT_API int taut_measure_substeps(const taut_measure* measure, float target);

/// Bytes that a world holds, by what they are for. A blueprint that several of its bodies share is
/// counted once; one that several worlds share, in each of them.
typedef struct taut_memory {
    int64_t particles;    ///< of all bodies
    int64_t constraints;  ///< of all bodies, tethers and user constraints included

    size_t body_particle_bytes;         ///< positions, velocities, forces, normals
    size_t body_constraint_bytes;       ///< multipliers
    size_t blueprint_particle_bytes;    ///< start, pins, triangles, where they sit during a step
    size_t blueprint_constraint_bytes;  ///< rest values, stiffness, the order of solving
    /// What threads work in during a step. Reserved when a body is made, for the largest so far;
    /// bodies take turns with it. And room for contacts, of each body that may meet colliders, and
    /// for pairs of particles that touch, of each realm.
    size_t working_bytes;
    size_t other_bytes;  ///< the world itself, its threads, the heads of bodies and blueprints
    size_t bytes;        ///< the sum of the six above

    /// Memory of the device, with TAUT_BACKEND_CUDA: state, what is worked in, and the blueprints,
    /// each once. Beside `bytes`, not in them.
    size_t device_bytes;
    /// Memory of the host that the device's driver has set aside for what goes there and back;
    /// the allocator is not asked for it. Beside `bytes`, too.
    size_t device_host_bytes;
} taut_memory;

/// Makes no heap allocation. All zero for a world that is NULL.
TAUT_API taut_memory taut_world_memory(const taut_world* world);

/// 64-bit hash of every position and velocity, body by body. Every NaN hashes alike, -0 as +0, and
/// byte order does not matter: equal hashes mean equal positions and velocities on any machine.
TAUT_API uint64_t taut_world_hash(const taut_world* world);

/// The same over the bodies of one realm: what taut_world_hash() gives of a world that has these
/// alone. Of TAUT_REALM_ALL, the hash of the world.
TAUT_API uint64_t taut_world_realm_hash(const taut_world* world, uint32_t realm);
