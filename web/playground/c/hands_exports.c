// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Hands for src/engine/play.ts: what they do, what they hold, what a ray means.

#include <string.h>

#include "exports.h"
#include "stage.h"

#define out taut_web_numbers

bool taut_play_in_hand(int world, taut_body_id body, int particle)
{
    const taut_play* play = taut_play_now();
    for (int i = 0; i < TAUT_PLAY_HANDS; ++i) {
        const taut_play_hand* hand = &play->hands[i];
        if (!hand->holds || hand->world != world || !taut_body_same(hand->body, body)) {
            continue;
        }
        bool held = hand->particle == particle;
        for (int k = 0; k < hand->more; ++k) {
            held = held || hand->others[k] == particle;
        }
        if (held) {
            return true;
        }
    }
    return false;
}

// The act: four whole numbers, three others, then points in metres.
EXPORT(play_act) int taut_web_act(int verb, int points);
int taut_web_act(int verb, int points)
{
    taut_play* play = taut_play_now();
    taut_play_act act = {.verb = (taut_play_verb)verb, .point_count = points};
    for (int i = 0; i < TAUT_PLAY_INTS; ++i) {
        act.ints[i] = out[i] >= -1e9 && out[i] <= 1e9 ? (int32_t)out[i] : -1;
    }
    for (int i = 0; i < 3; ++i) {
        act.floats[i] = (float)out[TAUT_PLAY_INTS + i];
    }
    const double* p = out + TAUT_PLAY_INTS + 3;
    for (int i = 0; i < points && i < TAUT_PLAY_POINTS; ++i, p += 3) {
        taut_vec3 place = {(float)p[0], (float)p[1], (float)p[2]};
        act.points[i] = taut_play_round(place);
    }
    if (!taut_play_do(play, &act)) {
        return taut_web_fail("%s", play->error);
    }
    const double figures[] = {play->cut.bodies, play->cut.links, play->cut.splits, play->cut.held,
                              play->made};
    memcpy(out, figures, sizeof figures);
    return 1;
}

// Names of verbs are their numbers' keys in play.ts.
EXPORT(play_verb_name) int taut_web_verb_name(int verb);
int taut_web_verb_name(int verb)
{
    static const char* const names[] = {
#define X(NAME, name, ints, floats, points) #name,
        TAUT_PLAY_LIST(X)
#undef X
    };
    if (verb < 0 || verb >= TAUT_PLAY_VERB_COUNT) {
        return 0;
    }
    taut_web_say(names[verb]);
    return 1;
}

// Origin, direction and radius in the numbers.
EXPORT(play_pick) int taut_web_pick(int world);
int taut_web_pick(int world)
{
    const taut_play* play = taut_play_now();
    taut_vec3 origin = {(float)out[0], (float)out[1], (float)out[2]};
    taut_vec3 direction = {(float)out[3], (float)out[4], (float)out[5]};
    taut_play_pick p = taut_play_find(play, world, origin, direction, (float)out[6]);
    const double figures[] = {p.body,
                              p.particle,
                              p.pinned,
                              (double)p.distance,
                              (double)p.place.x,
                              (double)p.place.y,
                              (double)p.place.z,
                              (double)p.mass,
                              p.surface};
    memcpy(out, figures, sizeof figures);
    return p.hit;
}

// What a hand holds: world, body, particle and where that is.
EXPORT(play_hand) int taut_web_hand(int hand);
int taut_web_hand(int hand)
{
    const taut_play* play = taut_play_now();
    const taut_scene_run* run = taut_play_run();
    const taut_play_hand* h = hand >= 0 && hand < TAUT_PLAY_HANDS ? &play->hands[hand] : NULL;
    if (!h || !h->holds) {
        return 0;
    }
    const taut_world* world = run->worlds[h->world].world;
    taut_vec3_view x = taut_body_positions(world, h->body);
    if (h->particle >= x.count || !taut_body_pinned(world, h->body, h->particle)) {
        return 0;
    }
    taut_vec3 p = taut_vec3_at(x, h->particle);
    const double figures[] = {h->world,
                              h->body_index,
                              h->particle,
                              (double)p.x,
                              (double)p.y,
                              (double)p.z,
                              (double)taut_body_mass(world, h->body, h->particle)};
    memcpy(out, figures, sizeof figures);
    return 1;
}

// A particle by its number: where it is, its velocity, whether it is pinned.
EXPORT(play_particle) int taut_web_particle(int world, int body, int particle);
int taut_web_particle(int world, int body, int particle)
{
    const taut_scene_run* run = taut_play_run();
    if (world < 0 || world >= run->world_count) {
        return taut_web_fail("there is no such world");
    }
    const taut_world* w = run->worlds[world].world;
    bool there = body >= 0 && body < taut_world_body_count(w);
    taut_body_id id = there ? taut_world_body(w, body) : (taut_body_id){0};
    taut_vec3_view x = taut_body_positions(w, id);
    if (particle < 0 || particle >= x.count) {
        return taut_web_fail("there is no such particle");
    }
    taut_vec3 p = taut_vec3_at(x, particle),
              v = taut_vec3_at(taut_body_velocities(w, id), particle);
    const double figures[] = {(double)p.x,
                              (double)p.y,
                              (double)p.z,
                              (double)v.x,
                              (double)v.y,
                              (double)v.z,
                              taut_body_pinned(w, id, particle)};
    memcpy(out, figures, sizeof figures);
    return 1;
}
