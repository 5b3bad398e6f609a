// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What hands do to bodies that are there: grab, drag, release, pin, cut.

#include "play_acts.h"

static bool find_body(taut_play* play, int world, int body, taut_body_id* id)
{
    if (!taut_play_has_world(play, world)) {
        return false;
    }
    int count = taut_world_body_count(taut_play_world(play, world));
    if (body < 0 || body >= count) {
        return taut_play_fail(play, "there is no body %d among %d", body, count);
    }
    *id = taut_world_body(taut_play_world(play, world), body);
    return true;
}

static taut_play_hand* find_hand(taut_play* play, int hand)
{
    if (hand < 0 || hand >= TAUT_PLAY_HANDS) {
        taut_play_fail(play, "there is no hand %d: 0 to %d", hand, TAUT_PLAY_HANDS - 1);
        return NULL;
    }
    return &play->hands[hand];
}

// Free particles within `radius` of what the hand holds, into the hand as far as there is room;
// returns how many there are, or one more than there is room for.
static int look_around(const taut_play* play, taut_play_hand* hand, float radius)
{
    const taut_world* world = taut_play_world(play, hand->world);
    taut_vec3_view x = taut_body_positions(world, hand->body);
    taut_vec3 at = taut_vec3_at(x, hand->particle);
    int count = 0;
    for (int i = 0; i < x.count && count <= TAUT_PLAY_HANDFUL; ++i) {
        taut_vec3 p = taut_vec3_at(x, i);
        taut_vec3 d = {p.x - at.x, p.y - at.y, p.z - at.z};
        bool near = d.x * d.x + d.y * d.y + d.z * d.z <= radius * radius;  // not of NaN
        if (!near || taut_body_pinned(world, hand->body, i)) {
            continue;
        }
        if (count < TAUT_PLAY_HANDFUL) {
            hand->others[count] = i;
            hand->beside[count] = d;
        }
        ++count;
    }
    return count;
}

// Takes what is within `radius` of what the hand holds, too; less far where that is too much, and
// the first of those that all lie in one place.
static void gather(const taut_play* play, taut_play_hand* hand, float radius)
{
    taut_world* world = taut_play_world(play, hand->world);
    int count = look_around(play, hand, radius);
    for (int turn = 0; turn < 200 && count > TAUT_PLAY_HANDFUL; ++turn) {
        radius *= 0.8f;
        count = look_around(play, hand, radius);
    }
    count = count < TAUT_PLAY_HANDFUL ? count : TAUT_PLAY_HANDFUL;
    for (int k = 0; k < count; ++k) {
        if (taut_body_grab(world, hand->body, hand->others[k]) == TAUT_OK) {
            hand->others[hand->more] = hand->others[k];
            hand->beside[hand->more++] = hand->beside[k];
        }
    }
}

bool taut_play_grab(taut_play* play, const taut_play_act* act)
{
    const int32_t* i = act->ints;
    taut_play_hand* hand = find_hand(play, i[0]);
    taut_body_id body = {0};
    if (!hand || !find_body(play, i[1], i[2], &body)) {
        return false;
    }
    if (hand->holds) {
        return taut_play_fail(play, "hand %d holds something already", i[0]);
    }
    if (act->verb == TAUT_PLAY_GATHER && !(act->floats[0] >= 0.0f)) {
        return taut_play_fail(play, "a handful of %g m is out of range: 0 and more",
                              (double)act->floats[0]);
    }
    taut_world* world = taut_play_world(play, i[1]);
    if (!taut_play_pass_on(play, world, taut_body_grab(world, body, i[3]))) {
        return false;
    }
    *hand = (taut_play_hand){
        .holds = true, .world = i[1], .body_index = i[2], .particle = i[3], .body = body};
    if (act->verb == TAUT_PLAY_GATHER) {
        gather(play, hand, act->floats[0]);
    }
    return true;
}

bool taut_play_drag(taut_play* play, const taut_play_act* act)
{
    taut_play_hand* hand = find_hand(play, act->ints[0]);
    if (!hand) {
        return false;
    }
    if (!hand->holds) {
        return taut_play_fail(play, "hand %d holds nothing", act->ints[0]);
    }
    taut_world* world = taut_play_world(play, hand->world);
    taut_vec3 to = taut_play_in_world(play, hand->world, taut_play_place(act->points[0]));
    for (int i = 0; i < hand->more; ++i) {
        taut_vec3 d = hand->beside[i];
        taut_vec3 there = {to.x + d.x, to.y + d.y, to.z + d.z};
        // One that was let go meanwhile goes its own way.
        (void)taut_body_set_target(world, hand->body, hand->others[i], there);
    }
    return taut_play_pass_on(play, world,
                             taut_body_set_target(world, hand->body, hand->particle, to));
}

bool taut_play_release(taut_play* play, const taut_play_act* act)
{
    taut_play_hand* hand = find_hand(play, act->ints[0]);
    if (!hand) {
        return false;
    }
    if (act->ints[1] < 0 || act->ints[1] >= TAUT_RELEASE_COUNT) {
        return taut_play_fail(play, "there is no way %d to let go", act->ints[1]);
    }
    if (!hand->holds) {
        return taut_play_fail(play, "hand %d holds nothing", act->ints[0]);
    }
    taut_world* world = taut_play_world(play, hand->world);
    taut_release how = (taut_release)act->ints[1];
    // Whatever became of what it held, the hand is empty.
    (void)taut_body_release(world, hand->body, hand->particle, how);
    for (int k = 0; k < hand->more; ++k) {
        (void)taut_body_release(world, hand->body, hand->others[k], how);
    }
    *hand = (taut_play_hand){0};
    return true;
}

bool taut_play_pin(taut_play* play, const taut_play_act* act)
{
    taut_body_id body = {0};
    if (!find_body(play, act->ints[0], act->ints[1], &body)) {
        return false;
    }
    taut_world* world = taut_play_world(play, act->ints[0]);
    return taut_play_pass_on(play, world,
                             act->verb == TAUT_PLAY_PIN
                                 ? taut_body_pin(world, body, act->ints[2])
                                 : taut_body_unpin(world, body, act->ints[2]));
}

bool taut_play_cut(taut_play* play, const taut_play_act* act)
{
    if (!taut_play_has_world(play, act->ints[0])) {
        return false;
    }
    taut_world* world = taut_play_world(play, act->ints[0]);
    taut_blade blade = {taut_play_place(act->points[0]), taut_play_place(act->points[1]),
                        taut_play_place(act->points[2]), taut_play_place(act->points[3])};
    return taut_play_pass_on(play, world, taut_world_cut(world, &blade, &play->cut));
}
