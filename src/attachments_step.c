// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Attachments before a step and after it.

#include <math.h>

#include "crowd.h"
#include "topology.h"

// Drawing in --------------------------------------------------------------------------------------

// The speed from which steps of dt come to rest after `way`, each slower by gain = a dt than the
// one before: n (n + 1) / 2 gain dt = way, at n gain.
static float stopping_speed(float way, float gain, float dt)
{
    float b = 0.5f * gain;
    float twice = 2.0f * gain * (way / dt);
    float speed = twice / (b + sqrtf(b * b + twice));
    return speed < way / dt ? speed : way / dt;  // also where the gain has no end
}

// How fast a string is taken in during the next step. Where the caller shortens it from step to
// step it follows him; what it lags behind is made up within what speed and acceleration allow, and
// so that it comes to rest (beside his speed) when it is there.
static float speed_of_draw(const taut_attachment* a, float dt)
{
    float left = a->reach - a->def.length;
    float his = (a->asked - a->def.length) / dt;
    his = his > 0.0f ? his : 0.0f;
    his = his < a->def.draw_speed ? his : a->def.draw_speed;
    float lag = left - his * dt;
    float gain = a->def.draw_acceleration * dt;
    float speed = his + (lag > 0.0f ? stopping_speed(lag, gain, dt) : lag / dt);
    float most = (a->draw > 0.0f ? a->draw : 0.0f) + gain;
    most = most < a->def.draw_speed ? most : a->def.draw_speed;
    return speed < most ? speed : most;
}

// Steps after a string has come to its length for which it still holds back.
#define LANDING 3

// Lengthening is not limited: what hangs on it falls.
static void plan_draw(taut_attachment* a, float dt)
{
    float left = a->reach - a->def.length;
    bool called = a->asked != a->def.length;
    float speed = left > 0.0f ? speed_of_draw(a, dt) : left / dt;
    float to = a->reach - speed * dt;
    a->reach_from = a->reach;
    a->reach_to = left > 0.0f && to > a->def.length ? to : a->def.length;
    a->held_back -= a->held_back > 0;
    a->held_back = called ? 0 : left > 0.0f && speed < a->draw ? LANDING : a->held_back;
    a->asked = a->def.length;
    a->draw = speed;
}

// Links that tear -------------------------------------------------------------------------------

// Looks for links from `one` to `other` and to those of the same origin: 2 where one is whole, and
// `other` is then its far end; 1 where all are broken; 0 for none.
static int look_for_link(const taut_body* b, int one, int32_t* other)
{
    const taut_topology* t = b->topology;
    int wanted = *other, found = 0;
    for (int32_t r = t->first[one]; r >= 0; r = t->next[r]) {
        if (r % 4 > 1 || b->blueprint->slots[r / 4].kind != TAUT_CONSTRAINT_DISTANCE) {
            continue;
        }
        int end = taut_topology_particle(t, b->blueprint, r ^ 1);
        bool whole = taut_blueprint_has(b->blueprint, r / 4);
        if (t->origin[end] == t->origin[wanted] && (found < 2 || (whole && end == wanted))) {
            found = whole ? 2 : 1;
            *other = whole ? end : *other;
        }
    }
    return found;
}

// Where the particles of a link were split, it goes on between two of their copies; where it broke,
// what hung on it hangs on its nearer end. Two that no link ever joined stay.
static void follow_link(taut_attachment* a)
{
    const taut_body* b = a->other;
    if (b->topology == NULL || !(a->weights[0] > 0.0f && a->weights[1] > 0.0f)) {
        return;
    }
    const int32_t* origin = b->topology->origin;
    int32_t far = a->particles[1];
    int found = look_for_link(b, a->particles[0], &far);
    for (int i = 0; found == 0 && i < b->particle_count; ++i) {
        if (origin[i] == origin[a->particles[0]]) {
            found = look_for_link(b, i, &far);
            a->particles[0] = found > 0 ? i : a->particles[0];
        }
    }
    a->particles[1] = far;
    if (found == 1) {
        int near = a->weights[1] > a->weights[0] ? 1 : 0;
        a->weights[near] = 1.0f;
        a->weights[1 - near] = 0.0f;
    }
}

void taut_attachments_open(taut_world* world, float dt)
{
    for (int i = 0; i < world->attachments.count; ++i) {
        taut_attachment* a = &world->attachments.items[i];
        a->sum = (taut_vec3){0.0f, 0.0f, 0.0f};
        if (a->live && a->def.target == TAUT_ATTACH_LINK) {
            follow_link(a);
        }
        if (a->live) {
            plan_draw(a, dt);
        }
    }
}

static void give_way(taut_world* world, taut_attachment* a, uint32_t index1, float force)
{
    taut_event e = taut_event_of(TAUT_EVENT_DETACH, a->def.body);
    e.particle = a->def.particle;
    e.attachment = (taut_attachment_id){index1, a->generation};
    e.place = taut_attachment_held_at(a);
    e.force = force;
    taut_events_add(&world->events, e);
    taut_attachment_end(a);
}

// What holds bears the reaction: sums of multipliers, as contacts add them up.
static void load_collider(taut_world* world, const taut_attachment* a, taut_vec3 sum)
{
    taut_collider* c = &world->colliders.items[a->def.collider.index1 - 1];
    taut_pose pose = taut_collider_pose(c, 1.0f);
    taut_vec3 turn = taut_vec3_cross(taut_pose_turn(&pose, a->def.place), sum);
    const float force[3] = {sum.x, sum.y, sum.z};
    const float torque[3] = {turn.x, turn.y, turn.z};
    for (int i = 0; i < 3; ++i) {
        c->force[i] -= (double)force[i];
        c->torque[i] -= (double)torque[i];
    }
}

static void hold_load(taut_world* world, const taut_attachment* a, float force_scale)
{
    if (a->def.target == TAUT_ATTACH_COLLIDER && !a->body->frozen) {
        load_collider(world, a, taut_vec3_scale(a->force, 1.0f / force_scale));
    }
}

void taut_attachments_close(taut_world* world, float force_scale)
{
    for (int i = 0; i < world->attachments.count; ++i) {
        taut_attachment* a = &world->attachments.items[i];
        if (!a->live) {
            continue;
        }
        if (a->body->asleep) {  // what sleeps pulls as it did, and its forces stay readable
            hold_load(world, a, force_scale);
            continue;
        }
        a->from = a->place;
        if (!isfinite(a->sum.x + a->sum.y + a->sum.z)) {
            a->sum = (taut_vec3){0.0f, 0.0f, 0.0f};  // of a body that was frozen in this step
        }
        if (a->def.target == TAUT_ATTACH_COLLIDER) {
            load_collider(world, a, a->sum);
        }
        a->force = taut_vec3_scale(a->sum, force_scale);
        float force = sqrtf(taut_vec3_dot(a->force, a->force));
        if (force > a->def.strength && !world->trying) {
            give_way(world, a, (uint32_t)i + 1, force);
        }
    }
}
