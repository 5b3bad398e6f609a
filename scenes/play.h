// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A scene that is played with. What hands do to it (grab, cut, pin, draw, wind, ...) goes through
// here, is rounded to what can be written down in few bytes, done, and written down with its frame.
// The script of all that, a line of text, does the same again on any machine, to the same bits: the
// playground puts it into links, `taut run --replay` takes it. Stands on the public headers alone.

#pragma once

#include "scene.h"

#define TAUT_PLAY_HANDS 10
#define TAUT_PLAY_POINTS 96  // most of one stroke
#define TAUT_PLAY_BODIES 64  // of a world whose coming is noticed
#define TAUT_PLAY_INTS 4
#define TAUT_PLAY_HANDFUL 64  // most particles that a hand holds

// X(NAME, name, ints, floats, points): what an act consists of, which is also how it is written.
// Points of -1: as many as there are, 2 to TAUT_PLAY_POINTS. Worlds, bodies (by their place in
// taut_world_body()) and particles count from 0. New ones go to the end.
#define TAUT_PLAY_LIST(X)                                                                          \
    X(END, end, 0, 0, 0)                                                                           \
    X(GRAB, grab, 4, 0, 0)         /* hand, world, body, particle */                               \
    X(DRAG, drag, 1, 0, 1)         /* hand; where to */                                            \
    X(RELEASE, release, 2, 0, 0)   /* hand, taut_release */                                        \
    X(CUT, cut, 1, 0, 4)           /* world; from0, from1, to0, to1 of a taut_blade */             \
    X(PIN, pin, 3, 0, 0)           /* world, body, particle */                                     \
    X(UNPIN, unpin, 3, 0, 0)       /* likewise */                                                  \
    X(WIND, wind, 0, 3, 0)         /* m/s, beside the scene's own */                               \
    X(GRAVITY, gravity, 0, 3, 0)   /* m/s^2 */                                                     \
    X(SUBSTEPS, substeps, 1, 0, 0) /* per step */                                                  \
    X(DAMPING, damping, 0, 1, 0)   /* 1/s: the drag of every body */                               \
    X(TEAR, tear, 0, 1, 0)         /* stretch that breaks structural links; 0: none does */        \
    X(MATERIAL, material, 1, 0, 0) /* number of a taut_play_material_name() */                     \
    X(ROPE, rope, 3, 0, -1)        /* world, material, TAUT_PLAY_PIN bits; the stroke */           \
    X(CLOTH, cloth, 3, 0, 3)       /* likewise; a corner and its two neighbours */                 \
    X(BRIDGE, bridge, 1, 0, 2)     /* world; its ends */                                           \
    X(GATHER, gather, 4, 1, 0)     /* as GRAB, with what else of the body is within so many m */

typedef enum taut_play_verb {
#define TAUT_PLAY_ENUM(NAME, name, ints, floats, points) TAUT_PLAY_##NAME,
    TAUT_PLAY_LIST(TAUT_PLAY_ENUM)
#undef TAUT_PLAY_ENUM
        TAUT_PLAY_VERB_COUNT
} taut_play_verb;

enum { TAUT_PLAY_PIN_FIRST = 1, TAUT_PLAY_PIN_LAST = 2 };

// In steps of 1/4096 m.
typedef struct taut_play_point {
    int32_t x, y, z;
} taut_play_point;

typedef struct taut_play_act {
    taut_play_verb verb;
    int32_t ints[TAUT_PLAY_INTS];
    float floats[3];
    int point_count;
    taut_play_point points[TAUT_PLAY_POINTS];
} taut_play_act;

// A hand holds a particle, and may hold others around it, which keep their places beside it.
typedef struct taut_play_hand {
    bool holds;
    int world, body_index, particle;
    taut_body_id body;
    int more;  // how many others
    int others[TAUT_PLAY_HANDFUL];
    taut_vec3 beside[TAUT_PLAY_HANDFUL];  // from the particle to each of them, m
} taut_play_hand;

// Bytes that grow. Ends with its memory: full is set then, and what was written stays.
typedef struct taut_play_bytes {
    unsigned char* data;
    size_t size, capacity;
    bool full;
} taut_play_bytes;

// Which bodies a world had, to see which have come since.
typedef struct taut_play_known {
    taut_body_id bodies[TAUT_PLAY_BODIES];
    int count;
} taut_play_known;

// A scene being played with. Read the fields; functions change them.
typedef struct taut_play {
    taut_scene_run* run;
    taut_play_hand hands[TAUT_PLAY_HANDS];
    taut_vec3 gravity[TAUT_SCENE_MAX_WORLDS];  // as the scene set it
    int wind[TAUT_SCENE_MAX_WORLDS];           // 1 + number of our wind, 0 while there is none
    float tear, damping;                       // as last set, for bodies to come; < 0: not set
    int material;                              // likewise
    taut_vec3 wind_velocity;                   // as last set
    float weight;                              // likewise, gravity downwards; NAN: not set
    taut_play_known known[TAUT_SCENE_MAX_WORLDS];
    bool early;  // a script of version 1 is done again: what came later kept what it was made with
    uint32_t can;  // bits 1 << verb of acts that do something here
    taut_play_bytes written;
    int written_frame;             // of the last act written
    taut_play_point written_from;  // points are written as steps from the last one

    // While a script is done again.
    taut_play_bytes script;
    size_t script_at;
    int script_frame;  // of the act at script_at
    taut_play_point script_from;
    bool replaying;
    bool replay_ended;  // came to the end of its script, and nothing was done since
    bool left_holding;  // with hands closed, which open before anything else happens
    int replay_frames;  // of the script
    uint64_t hash_written, hash_found;

    taut_cut cut;  // of the last cut
    int made;      // body of the last act that made one: its place in its world
    char error[256];
} taut_play;

// From here on hands may act on an open run, whose `before_frame` this sets. Zero it before the
// first use; closes what was played before. The run is the caller's, and outlives the play.
void taut_play_open(taut_play* play, taut_scene_run* run);
void taut_play_close(taut_play* play);

// Does an act now, before the next frame, and writes it down. False with a sentence in
// play->error, and nothing has changed, unless memory ran short in the midst of many bodies. During
// a replay hands are tied. Where an act would do nothing, a page shows no control: see play->can.
bool taut_play_do(taut_play* play, const taut_play_act* act);

taut_play_point taut_play_round(taut_vec3 place);
taut_vec3 taut_play_place(taut_play_point point);

// Materials of ropes, then of cloths; NULL past the end.
const char* taut_play_material_name(int i);

// Whether there is a body that an act MATERIAL would change.
bool taut_play_suits(const taut_play* play, int material);

// The particle, free or pinned, that a ray means: of those within `radius` of it, the one nearest
// to the ray among the foremost.
typedef struct taut_play_pick {
    bool hit;
    int body, particle;
    bool pinned;
    bool surface;    // of a body that has one: a hand takes hold of some of it
    float distance;  // along the ray
    taut_vec3 place;
    float mass;
} taut_play_pick;

taut_play_pick taut_play_find(const taut_play* play, int world, taut_vec3 origin,
                              taut_vec3 direction, float radius);

// Scripts -----------------------------------------------------------------------------------------

// The run so far as text, letters of RFC 4648's base64url: scene, options, acts, frames and the
// hash at the end. Returns the length, which is what was written where it is below `capacity`; 0
// when memory ran short.
size_t taut_play_script(taut_play* play, char* text, size_t capacity);

// Reads a script, or an address with one behind "run=": which scene, and how it was opened. False
// with a sentence. Any text is safe.
bool taut_play_read(const char* text, const taut_scene** scene, taut_scene_options* options,
                    char* error, size_t error_size);

// Does a script again in a run that was opened as it says: each frame of the run takes its acts
// from it. The end compares the hash.
bool taut_play_replay(taut_play* play, const char* text);

// Forgets the rest of a script: what it held is let go, and hands act again.
void taut_play_take_over(taut_play* play);
