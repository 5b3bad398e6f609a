// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the page draws of an open scene, gathered into flat arrays: one set for each world, with all
// its bodies in it, so that a world is a handful of draw calls. What stays the same while nothing
// tears is made once (stage_build.c), the rest is written anew for each picture (stage_fill.c).

#pragma once

#include "scenes/scene.h"

#define TAUT_STAGE_TUBE 8         // floats: an end, the other end, radius, force
#define TAUT_STAGE_BOX 12         // floats: middle, and half of each side
#define TAUT_STAGE_PIN 4          // floats: place, radius
#define TAUT_STAGE_LINE 8         // floats: an end, the other end, taut_stage_kind, force
#define TAUT_STAGE_CONTACT 8      // floats: place, force, how strong it is, 1 between particles
#define TAUT_STAGE_CONTACTS 4096  // most of a world

// What a line stands for, in the order in which src/stage/kinds.ts names them.
typedef enum taut_stage_kind {
    TAUT_STAGE_STRUCTURAL,
    TAUT_STAGE_SHEAR,
    TAUT_STAGE_BEND,
    TAUT_STAGE_OTHER,
    TAUT_STAGE_ANGLE,
    TAUT_STAGE_FOLD,
    TAUT_STAGE_AREA,
    TAUT_STAGE_VOLUME,
    TAUT_STAGE_JOINT,
    TAUT_STAGE_TETHER,
    TAUT_STAGE_KIND_COUNT
} taut_stage_kind;

typedef enum taut_stage_wires {
    TAUT_STAGE_NO_WIRES,
    TAUT_STAGE_EDGES,        // of triangles
    TAUT_STAGE_CONSTRAINTS,  // each by its kind
    TAUT_STAGE_WIRES_COUNT
} taut_stage_wires;

// A world as the page reads it: 32-bit words, by their place. src/stage/memory.ts has the same
// list. Everything down to `parts` is read from outside.
typedef struct taut_stage_world {
    int32_t version;  // another one: every array is another
    int32_t particle_count;
    int32_t index_count;  // three per triangle
    int32_t tube_count;
    int32_t rope_count;  // of the tubes, the first: links; then balls and props
    int32_t box_count;
    int32_t pin_count, pin_room;
    int32_t line_count;
    int32_t contact_count;
    int32_t flipped;    // y points down, in the units of a screen
    int32_t planar;     // all in z = 0
    int32_t diverged;   // flown apart, and stepped no more
    float* positions;   // three each
    float* normals;     // three each; zero off surfaces
    float* tensions;    // of particles on surfaces, N
    float* paints;      // four: place on the cloth in cells, cells per square, skin
    uint32_t* colours;  // two: front, back
    int32_t* indices;   // of particles
    float* tubes;       // TAUT_STAGE_TUBE each
    uint32_t* tube_colours;
    float* boxes;  // TAUT_STAGE_BOX each
    uint32_t* box_colours;
    float* pins;            // TAUT_STAGE_PIN each
    float* lines;           // TAUT_STAGE_LINE each
    float* contacts;        // TAUT_STAGE_CONTACT each
    float most_force;       // of the links drawn, all but the hundredth that is highest
    float most_push;        // of those that push
    float low[3], high[3];  // around what is near enough to be seen

    struct taut_stage_part* parts;  // one for each look in this world whose body is there
    int part_count;
    int look_count, prop_count;  // of the run, when the parts were made
    struct taut_stage_link* links;
    int link_count;  // of bodies; tubes behind them are props
    struct taut_stage_wire* wires;
    struct taut_stage_link* threads;  // links within surfaces, for tension
    int thread_count;
    int32_t* thread_counts;  // by particle
    float* forces;           // room for those of the body with most constraints
    taut_stage_wires wires_kind;
    taut_world* world;
    int number;
} taut_stage_world;

// A body in a world.
typedef struct taut_stage_part {
    taut_body_id body;
    int look;
    int first, count;  // particles
    int constraint_count;
    int triangle_count;
    uint32_t triangle_sum;  // to see whether the surface has changed
    float bead;             // radius of a pin
} taut_stage_part;

// A tube between two particles, or a ball at one: particle b is a.
typedef struct taut_stage_link {
    int32_t a, b;              // among those of the world
    int32_t part, constraint;  // of the part's body; -1: none
    float radius;
    float gap;  // m that a link of a chain ends before its particles
} taut_stage_link;

// A line between the middles of up to four particles each; unused ones repeat the first.
typedef struct taut_stage_wire {
    int32_t from[4], to[4];
    int32_t part, constraint;
    int32_t kind;
    bool single;  // one particle at each end
} taut_stage_wire;

// The run that is open.
taut_scene_run* taut_play_run(void);

// Whether a hand holds a particle.
bool taut_play_in_hand(int world, taut_body_id body, int particle);

// Makes the arrays of a world anew; false when memory is short, with everything freed.
bool taut_stage_build(taut_stage_world* s);
void taut_stage_free(taut_stage_world* s);

// Whether what was built still is what is there.
bool taut_stage_current(const taut_stage_world* s);

// Lines of a kind in place of those there are (stage_wires.c).
bool taut_stage_build_wires(taut_stage_world* s, taut_stage_wires kind);

// Everything that moves. Forces cost a pass over all links.
void taut_stage_fill(taut_stage_world* s, bool forces, bool contacts);

static inline const taut_scene_look* taut_stage_look(const taut_stage_part* part)
{
    return &taut_play_run()->looks[part->look];
}
