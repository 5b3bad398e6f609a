// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Named scenes, shared by the tests, the bench, the command line and whatever draws. A scene is a
// table of parameters and three functions: make builds its worlds, drive moves things before each
// frame, check says after a run whether it did what the scene is there to show. Scenes stand on the
// public headers alone. One file each; scenes/list.h names them all. Many runs of a scene may share
// a world (batch.h), so that a scene reaches what it has made by the run: bodies by its looks,
// colliders, cuts, queries and events by the calls below, and never by numbers of the world.

#pragma once

#include "taut/taut.h"

#if defined(__GNUC__)
#define TAUT_SCENE_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define TAUT_SCENE_FORMAT
#endif

#define TAUT_SCENE_MAX_PARAMS 12
#define TAUT_SCENE_MAX_WORLDS 6
#define TAUT_SCENE_MAX_LOOKS 64
#define TAUT_SCENE_MAX_PROPS 96
#define TAUT_SCENE_MAX_SOLIDS 96
#define TAUT_SCENE_MAX_VARIED 16

// A number that can be set from outside (--set key=value). Ends a table with key NULL.
typedef struct taut_scene_param {
    const char* key;
    const char* about;  // with its unit
    double value;       // default
    double min, max;    // inclusive
} taut_scene_param;

// One world of a scene. Most scenes have one; comparisons have several side by side.
typedef struct taut_scene_world {
    taut_world* world;
    const char* label;       // "XPBD, 60 Hz"; shown in tables
    int steps_per_frame;     // of dt / steps_per_frame each; default 1
    int substeps;            // per step
    taut_solver_def solver;  // as created
    bool planar;             // likewise
    float max_speed;         // likewise
    bool diverged;           // a position passed 10^6 m or a body was frozen: stepped no more
    float excess;            // largest taut_measure.excess of any frame
    int substeps_needed;     // largest taut_measure.substeps_needed of any frame
} taut_scene_world;

// How a body likes to be drawn.
typedef struct taut_scene_look {
    int world;  // index into taut_scene_run.worlds
    taut_body_id body;
    uint32_t front, back;  // 0xRRGGBB; ropes and chains use front
    float radius;          // of ropes, metres; 0 for none
    int checker;           // cloth: squares of so many cells in alternating shade, 0 for plain
    float skin;            // metres that a surface is drawn outside of its particles
    bool no_weights;       // no balls at particles that are heavier than most
    bool chain;            // each link is seen by itself
} taut_scene_look;

// A thing that is drawn at a particle and takes no part in the motion: a truck where there is a
// point of its mass. Such a particle gets no bead.
typedef struct taut_scene_prop {
    int look;      // index into taut_scene_run.looks
    int particle;  // a and b are measured from it
    int above;     // a particle that the y axis of a and b points to; -1: upright
    taut_vec3 a, b;
    float radius;  // a tube from a to b, a ball when they are the same; 0: a box between a and b
    uint32_t colour;
} taut_scene_prop;

typedef struct taut_scene_camera {
    taut_vec3 eye, target;
    float fov;  // vertical, degrees
} taut_scene_camera;

// A number that is drawn anew for each seed (vary.c): a parameter of the scene by its key, or one
// of taut_scene_body_params.
typedef struct taut_scene_vary {
    const char* key;
    double low, high;  // whole numbers are drawn from low to high, both included
} taut_scene_vary;

// What can be varied of the bodies of any scene.
typedef enum taut_scene_body_param {
    TAUT_SCENE_BODY_GRAVITY = 0,
    TAUT_SCENE_BODY_DRAG,
    TAUT_SCENE_BODY_FRICTION,
    TAUT_SCENE_BODY_MASS,
    TAUT_SCENE_BODY_PARAM_COUNT
} taut_scene_body_param;

// "body.gravity" and so on, with limits and what it is without being varied.
extern const taut_scene_param taut_scene_body_params[TAUT_SCENE_BODY_PARAM_COUNT];

// What the user asked for; fields at their "unset" value leave the scene's own choice.
typedef struct taut_scene_options {
    float dt;                   // 0: the scene's
    int substeps;               // 0: the scene's
    int iterations;             // 0: the solver's default or the scene's
    int solver;                 // -1: the scene's; else a taut_solver_kind
    bool no_direct;             // XPBD: plain sweeps, whatever the scene's solver says
    taut_backend_kind backend;  // AUTO: the best
    int thread_count;           // 0: 1; else of each world
    taut_budget_def budget;     // limits of 0: the default ones; for scenes of one world
    const int32_t* choices;     // to replay: substeps of each step; as long as the run
    int choice_count;
    const taut_allocator* allocator;  // NULL: malloc
    size_t most_bytes;                // of the host, that copies may come to in all; 0: no limit
    double (*clock)(void);            // seconds, for stats.step_seconds; NULL: not timed
    // Room for tears and cuts in bodies that ask for none: spare particles as a part of those they
    // have, 0 to 1. Changes no bit until something is cut.
    float spare;
    // A start that differs from seed to seed: speeds up to `jitter` m/s along each axis for every
    // particle that is not held, and what is varied.
    bool seeded;
    uint64_t seed;
    float jitter;
    taut_scene_vary vary[TAUT_SCENE_MAX_VARIED];
    int vary_count;
    // Values by position in the scene's parameter table.
    bool param_set[TAUT_SCENE_MAX_PARAMS];
    double param[TAUT_SCENE_MAX_PARAMS];
} taut_scene_options;

taut_scene_options taut_scene_options_default(void);

// Gathered by taut_scene_step() over structural links of all worlds that have not diverged.
// Fractions: 0.01 is one per cent. Compression counts apart.
typedef struct taut_scene_stats {
    int frames;               // taken so far
    float frame_max_stretch;  // of the latest frame
    float frame_mean_stretch;
    float worst_stretch;   // largest of any frame
    float frame_excess;    // largest stretch beyond what was asked, latest frame
    float frame_residual;  // metres, latest frame
    int frame_needed;      // substeps that would make that 1 %, latest frame
    int frame_substeps;    // of the last step of the first world
    double energy;         // J, latest frame, all worlds
    uint32_t trouble;      // TAUT_STEP_ bits seen in any frame
    long clamped_count;    // particles slowed to max_speed, counted per substep, all frames
    int frozen_count;      // bodies frozen
    bool diverged;         // any world
    double step_seconds;   // spent inside taut_world_step() in the latest frame; 0 without a clock
} taut_scene_stats;

typedef struct taut_scene taut_scene;
struct taut_scene_batch;

// A collider of a scene.
typedef struct taut_scene_solid {
    int world;
    taut_collider_id id;
} taut_scene_solid;

// A scene while it runs.
typedef struct taut_scene_run {
    const taut_scene* scene;
    taut_scene_options options;
    double param[TAUT_SCENE_MAX_PARAMS];  // what is in force, by position in the table
    float dt;                             // of a frame
    int substeps;                         // default for worlds that make adds
    int frame;                            // number of the frame to come, from 0
    taut_scene_world worlds[TAUT_SCENE_MAX_WORLDS];
    int world_count;
    taut_scene_look looks[TAUT_SCENE_MAX_LOOKS];
    int look_count;
    taut_scene_prop props[TAUT_SCENE_MAX_PROPS];
    int prop_count;
    taut_scene_solid solids[TAUT_SCENE_MAX_SOLIDS];  // in the order of making
    int solid_count;
    double body_param[TAUT_SCENE_BODY_PARAM_COUNT];  // in force
    // Of a copy among others in the same worlds (batch.h); NULL and 0 of a scene by itself.
    struct taut_scene_batch* batch;
    uint32_t realm;
    void* field_context[TAUT_SCENE_MAX_WORLDS];  // what its worlds' fields get
    // Set after opening, one for each world: what happens comes from recordings, and drive has
    // nothing to say. NULL: none.
    taut_replay* replays;
    // Called first thing in each frame, and after it; NULL: nothing is. See play.h.
    void (*before_frame)(void* context);
    void (*after_frame)(void* context);
    void* frame_context;
    taut_scene_camera camera;  // starts as the scene's own; make may change it
    taut_scene_stats stats;
    double memory[192];  // the scene's own notes between make, drive and check
    char error[256];     // why opening failed
} taut_scene_run;

struct taut_scene {
    const char* name;   // "cloth-100"
    const char* about;  // one sentence: what it shows
    const char*
        tags;  // space separated: "cloth", "rope", "compare", "diverges", "large", "showcase"
    taut_scene_param params[TAUT_SCENE_MAX_PARAMS + 1];
    const char* shared;  // parameters of the whole world, space separated: copies share them
    float dt;            // default of a frame, seconds
    int substeps;        // default
    int frames;          // default length of a run
    taut_solver_kind solver;
    taut_scene_camera camera;
    bool (*make)(taut_scene_run* run);   // false: taut_scene_fail() has said why
    void (*drive)(taut_scene_run* run);  // before each frame; may be NULL
    // After the default number of frames with default options: did it do what it is there to show?
    // Writes one line of expected and found figures into text either way.
    bool (*check)(const taut_scene_run* run, char* text, size_t size);
};

// Every scene, in the order of scenes/list.h.
int taut_scene_count(void);
const taut_scene* taut_scene_at(int i);
const taut_scene* taut_scene_find(const char* name);  // NULL when there is none
bool taut_scene_has_tag(const taut_scene* scene, const char* tag);

// Opens a scene: false with run->error set when a value is out of range or memory is short.
bool taut_scene_open(taut_scene_run* run, const taut_scene* scene,
                     const taut_scene_options* options);
void taut_scene_close(taut_scene_run* run);

// One frame: drive, then every world's steps, then the figures.
void taut_scene_step(taut_scene_run* run);

// The hash of all worlds: of a single world, its own.
uint64_t taut_scene_hash(const taut_scene_run* run);

// For make: ---------------------------------------------------------------------------------------

// A world def with the scene's and the user's choices in it: solver, iterations, whether it
// solves directly, backend. Gravity is 9.81 m/s^2 down, in the units of the solver.
taut_world_def taut_scene_world_def(const taut_scene_run* run);

// Gravity of g m/s^2 down, as a solver of this kind wants it: a LEGACY one per substep squared.
taut_vec3 taut_scene_gravity(const taut_scene_run* run, taut_solver_kind kind, float g);

// Adds a world; -1 after a failure that is noted in run->error.
int taut_scene_add_world(taut_scene_run* run, const taut_world_def* def, const char* label);

// A builder with the run's allocator; NULL after a failure that is noted.
taut_builder* taut_scene_builder(taut_scene_run* run);

// Bakes the builder, makes a body of it in world `world` from `def` (its blueprint is filled in),
// destroys the builder, adds a look. False after a failure that is noted.
bool taut_scene_add_body(taut_scene_run* run, int world, taut_builder* builder, taut_body_def def,
                         taut_scene_look look, taut_body_id* body);

// Puts a collider into world `world`; false after a failure that is noted. And collider number i of
// it, in the order of making.
bool taut_scene_add_collider(taut_scene_run* run, int world, const taut_collider_def* def);
taut_collider_id taut_scene_collider(const taut_scene_run* run, int world, int i);

// For drive: what concerns the bodies and colliders of this run alone, where there are others in
// its worlds. Cuts in world 0; a def for queries; whether an event is one of its own.
void taut_scene_cut(const taut_scene_run* run, const taut_blade* blade, taut_cut* cut);
taut_query_def taut_scene_query(const taut_scene_run* run);
bool taut_scene_owns(const taut_scene_run* run, int world, const taut_event* event);

// Adds props, whose look is set to `look`; those beyond TAUT_SCENE_MAX_PROPS are left out.
void taut_scene_add_props(taut_scene_run* run, int look, const taut_scene_prop* props, int count);

// Notes why make fails; returns false for `return taut_scene_fail(...)`.
bool taut_scene_fail(taut_scene_run* run, const char* format, ...) TAUT_SCENE_FORMAT;

// The value of a parameter by its key (a mistake in the scene gives NaN).
double taut_scene_get(const taut_scene_run* run, const char* key);
