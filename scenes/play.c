// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "play.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play_acts.h"
#include "play_script.h"

#define STEPS_PER_METRE 4096.0
#define FARTHEST 500000.0  // m: what fits into 32 bits, and then some

// Rounding ----------------------------------------------------------------------------------------

static int32_t round_one(float metres)
{
    double far = (double)metres;
    double near = far > FARTHEST ? FARTHEST : far < -FARTHEST ? -FARTHEST : far;
    return near == near ? (int32_t)floor(near * STEPS_PER_METRE + 0.5) : 0;  // NaN: 0
}

taut_play_point taut_play_round(taut_vec3 place)
{
    taut_play_point out = {round_one(place.x), round_one(place.y), round_one(place.z)};
    return out;
}

taut_vec3 taut_play_place(taut_play_point point)
{
    taut_vec3 out = {(float)((double)point.x / STEPS_PER_METRE),
                     (float)((double)point.y / STEPS_PER_METRE),
                     (float)((double)point.z / STEPS_PER_METRE)};
    return out;
}

// Opening -----------------------------------------------------------------------------------------

static void begin_frame(void* context);
static void end_frame(void* context);

void taut_play_close(taut_play* play)
{
    if (play->run && play->run->frame_context == play) {
        play->run->before_frame = NULL;
        play->run->after_frame = NULL;
    }
    free(play->written.data);
    free(play->script.data);
    *play = (taut_play){.made = -1, .tear = -1.0f, .damping = -1.0f, .material = -1, .weight = NAN};
}

void taut_play_open(taut_play* play, taut_scene_run* run)
{
    taut_play_close(play);
    play->run = run;
    for (int i = 0; i < run->world_count; ++i) {
        play->gravity[i] = taut_world_gravity(run->worlds[i].world);
    }
    play->can = taut_play_find_can(play);
    taut_play_meet(play, false);
    run->before_frame = begin_frame;
    run->after_frame = end_frame;
    run->frame_context = play;
}

// Doing -------------------------------------------------------------------------------------------

static bool fits_form(taut_play* play, const taut_play_act* act)
{
    const taut_play_form* form = taut_play_form_of((int)act->verb);
    if (!form || act->verb == TAUT_PLAY_END) {
        return taut_play_fail(play, "there is no act number %d", (int)act->verb);
    }
    bool counted = form->points < 0 ? act->point_count >= 2 && act->point_count <= TAUT_PLAY_POINTS
                                    : act->point_count == form->points;
    if (!counted) {
        return taut_play_fail(play, "`%s` does not take %d points", form->name, act->point_count);
    }
    for (int i = 0; i < form->floats; ++i) {
        if (!(fabsf(act->floats[i]) <= 1e6f)) {
            return taut_play_fail(play, "`%s` does not take %g", form->name,
                                  (double)act->floats[i]);
        }
    }
    return true;
}

static bool perform(taut_play* play, const taut_play_act* act)
{
    play->error[0] = '\0';
    if (!fits_form(play, act) || !taut_play_apply(play, act)) {
        return false;
    }
    taut_play_write_act(play, act);
    if (act->verb >= TAUT_PLAY_ROPE && act->verb <= TAUT_PLAY_BRIDGE) {
        play->can = taut_play_find_can(play);  // there is a body more
        taut_play_meet(play, false);
    }
    return true;
}

// What a recording held when it ended, or was left.
static void let_go(taut_play* play)
{
    play->left_holding = false;
    for (int i = 0; i < TAUT_PLAY_HANDS; ++i) {
        taut_play_act act = {.verb = TAUT_PLAY_RELEASE, .ints = {i, TAUT_RELEASE_DROP}};
        if (play->hands[i].holds) {
            (void)perform(play, &act);
        }
    }
}

bool taut_play_do(taut_play* play, const taut_play_act* act)
{
    if (!play->run || play->run->world_count == 0) {
        return taut_play_fail(play, "open a scene before playing with it");
    }
    if (play->replaying) {
        return taut_play_fail(play, "a recording is being replayed: take over to act");
    }
    if (play->left_holding) {
        let_go(play);
    }
    bool done = perform(play, act);
    play->replay_ended = play->replay_ended && !done;
    return done;
}

// Replaying ---------------------------------------------------------------------------------------

static taut_play_reader reader_of(const taut_play* play)
{
    taut_play_reader r = {.data = play->script.data,
                          .size = play->script.size,
                          .at = play->script_at,
                          .frame = play->script_frame,
                          .from = play->script_from};
    return r;
}

static void put_back(taut_play* play, const taut_play_reader* r)
{
    play->script_at = r->at;
    play->script_frame = r->frame;
    play->script_from = r->from;
}

static void end_replay(taut_play* play)
{
    play->hash_found = taut_scene_hash(play->run);
    play->replaying = false;
    play->replay_ended = true;
    play->left_holding = true;
}

// The acts of the frame to come. What a script asks for and the world refuses ends it, differing.
static void take_acts(taut_play* play)
{
    while (play->replaying) {
        taut_play_reader r = reader_of(play);
        taut_play_act act;
        bool sound = taut_play_read_act(&r, &act);
        if (sound && r.frame > play->run->frame) {
            return;
        }
        if (!sound || act.verb == TAUT_PLAY_END) {
            end_replay(play);
        } else if (!perform(play, &act)) {
            play->hash_written = ~taut_scene_hash(play->run);
            end_replay(play);
        } else {
            put_back(play, &r);
        }
    }
}

static void begin_frame(void* context)
{
    taut_play* play = context;
    if (play->left_holding) {
        let_go(play);
    }
    take_acts(play);
}

// Ends a replay with its last frame, not with the one that would follow. Bodies that came in this
// frame are met before any act can be: so it is in a replay too.
static void end_frame(void* context)
{
    taut_play* play = context;
    taut_play_meet(play, !play->early);
    if (play->replaying && play->run->frame >= play->replay_frames) {
        take_acts(play);
    }
}

// Looks through a whole script.
static bool look_through(taut_play_reader* r)
{
    taut_play_act act = {0};
    while (taut_play_read_act(r, &act)) {
        if (act.verb == TAUT_PLAY_END) {
            return r->at == r->size;
        }
    }
    return false;
}

static bool read_words(char* error, size_t size, const char* sentence)
{
    snprintf(error, size, "%s", sentence);
    return false;
}

bool taut_play_read(const char* text, const taut_scene** scene, taut_scene_options* options,
                    char* error, size_t error_size)
{
    taut_play_bytes bytes = {0};
    char name[TAUT_PLAY_NAME] = "";
    bool ok = taut_play_decode(text, &bytes);
    taut_play_reader r = {.data = bytes.data, .size = bytes.size};
    ok = ok && taut_play_read_head(&r, name, options) && look_through(&r);
    free(bytes.data);
    if (!ok && r.version > TAUT_PLAY_VERSION) {
        snprintf(error, error_size, "the recording has version %d: this program reads up to %d",
                 r.version, TAUT_PLAY_VERSION);
        return false;
    }
    if (!ok) {
        return read_words(error, error_size,
                          "this is no recording of a run, or a part of it is missing");
    }
    *scene = taut_scene_find(name);
    if (!*scene) {
        snprintf(error, error_size, "the recording is of a scene `%.40s`, which is not here", name);
    }
    return *scene != NULL;
}

bool taut_play_replay(taut_play* play, const char* text)
{
    taut_scene_options options;
    char name[TAUT_PLAY_NAME] = "";
    free(play->script.data);
    play->script = (taut_play_bytes){0};
    bool ok = taut_play_decode(text, &play->script);
    taut_play_reader r = {.data = play->script.data, .size = play->script.size};
    ok = ok && taut_play_read_head(&r, name, &options);
    play->script_at = r.at;
    ok = ok && look_through(&r);
    if (!ok || !play->run || play->run->frame != 0 || strcmp(name, play->run->scene->name) != 0) {
        return taut_play_fail(play, "this is no recording of the scene that is open");
    }
    play->script_frame = 0;
    play->script_from = (taut_play_point){0, 0, 0};
    play->replay_frames = r.frame;
    play->hash_written = r.hash;
    play->replay_ended = false;
    play->replaying = true;
    play->early = r.version < TAUT_PLAY_LATE;
    if (play->replay_frames == 0) {
        take_acts(play);
    }
    return true;
}

void taut_play_take_over(taut_play* play)
{
    if (play->replaying) {
        play->replaying = false;
        let_go(play);
    }
    play->replay_ended = false;
}

// Picking -----------------------------------------------------------------------------------------

typedef struct ray {
    taut_vec3 origin, direction;  // unit
    float radius;
    float foremost;  // of what is within the radius
} ray;

// How far along the ray a place is, and how far from it; false behind the origin or too far off.
static bool near_ray(const ray* r, taut_vec3 p, float* along, float* off)
{
    float x = p.x - r->origin.x, y = p.y - r->origin.y, z = p.z - r->origin.z;
    float t = x * r->direction.x + y * r->direction.y + z * r->direction.z;
    float square = x * x + y * y + z * z - t * t;
    *along = t;
    *off = square > 0.0f ? sqrtf(square) : 0.0f;
    return t > 0.0f && *off <= r->radius;
}

static void find_in_body(taut_world* world, int index, ray* r, bool second, taut_play_pick* pick,
                         float* least)
{
    taut_body_id body = taut_world_body(world, index);
    taut_vec3_view x = taut_body_positions(world, body);
    for (int i = 0; i < x.count; ++i) {
        float along = 0.0f, off = 0.0f;
        if (!near_ray(r, taut_vec3_at(x, i), &along, &off)) {
            continue;
        }
        if (!second) {
            r->foremost = along < r->foremost ? along : r->foremost;
        } else if (along <= r->foremost + 2.0f * r->radius && off < *least) {
            *least = off;
            *pick = (taut_play_pick){.hit = true,
                                     .body = index,
                                     .particle = i,
                                     .pinned = taut_body_pinned(world, body, i),
                                     .surface = taut_body_triangles(world, body).count > 0,
                                     .distance = along,
                                     .place = taut_vec3_at(x, i),
                                     .mass = taut_body_mass(world, body, i)};
        }
    }
}

taut_play_pick taut_play_find(const taut_play* play, int world, taut_vec3 origin,
                              taut_vec3 direction, float radius)
{
    taut_play_pick pick = {0};
    double length =
        sqrt((double)direction.x * (double)direction.x + (double)direction.y * (double)direction.y +
             (double)direction.z * (double)direction.z);
    if (!play->run || world < 0 || world >= play->run->world_count || !(length > 0.0)) {
        return pick;
    }
    float k = (float)(1.0 / length);
    ray r = {origin, {k * direction.x, k * direction.y, k * direction.z}, radius, INFINITY};
    float least = INFINITY;
    taut_world* w = play->run->worlds[world].world;
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < taut_world_body_count(w); ++i) {
            find_in_body(w, i, &r, pass == 1, &pick, &least);
        }
    }
    return pick;
}
