// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A winch. Rope is taken in by moving held particles on behind the drum rather than by making a
// link shorter: a link of a centimetre between a drum and a tonne is hard on any solver, and a
// length that changes in one go is a jerk, whereas held particles already move evenly through the
// substeps.

#include <math.h>

#include "record.h"
#include "taut/taut_machine.h"

taut_winch_def taut_winch_def_default(void)
{
    return (taut_winch_def){.stamp = TAUT_STAMP(taut_winch_def)};
}

static taut_vec3 place_of(const taut_body* b, int particle)
{
    return taut_vec3_of(b->x[particle]);
}

static float distance(taut_vec3 a, taut_vec3 b)
{
    taut_vec3 d = taut_vec3_sub(a, b);
    return sqrtf(taut_vec3_dot(d, d));
}

// Where the rope goes from the drum: towards the first free particle, and as that one comes near
// more and more towards the next, so that the direction does not jump when it is taken in.
static taut_vec3 direction(const taut_winch* w, const taut_body* b)
{
    int free = w->first_particle + w->held_count;
    int next = w->held_count + 1 < w->particle_count ? free + 1 : free;
    float part = 1.0f - w->behind / w->link_length;
    part = part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part;
    taut_vec3 to = taut_vec3_add(taut_vec3_scale(place_of(b, free), part),
                                 taut_vec3_scale(place_of(b, next), 1.0f - part));
    taut_vec3 way = taut_vec3_sub(to, w->drum);
    float length = sqrtf(taut_vec3_dot(way, way));
    taut_vec3 down = {0.0f, -1.0f, 0.0f};
    return length > 1e-9f ? taut_vec3_scale(way, 1.0f / length) : down;
}

static taut_vec3 held_place(const taut_winch* w, taut_vec3 way, int i)
{
    float back = w->behind + (i + 1 < w->held_count ? w->spacing : 0.0f);
    return taut_vec3_sub(w->drum, taut_vec3_scale(way, back));
}

// Making ------------------------------------------------------------------------------------------

static taut_result check_def(taut_world* world, const taut_winch_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_winch_def)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_winch_def.stamp is wrong: start from "
                               "taut_winch_def_default()");
    }
    const taut_body* b = taut_world_find_at(world, def->body, TAUT_STATE_ALL);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (def->first_particle < 0 || def->particle_count < 3 || def->particle_count > 1000000 ||
        def->particle_count > b->particle_count - def->first_particle) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_winch_def.first_particle is %d and particle_count %d; a rope "
                               "of 3 particles at least, and the body has %d",
                               def->first_particle, def->particle_count, b->particle_count);
    }
    return taut_world_check_place(world, "taut_winch_def.drum", def->drum);
}

// Links are found by their ends. All must be as long as the first.
static taut_result find_links(taut_world* world, const taut_winch_def* def, float* length)
{
    const taut_body* b = taut_world_find_at(world, def->body, TAUT_STATE_ALL);
    const taut_constraint_set* set = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    int count = 0;
    for (int place = 0; place < set->place_count; ++place) {
        int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
        if (!taut_set_has(set, place)) {
            continue;
        }
        taut_blueprint_particles(b->blueprint, (taut_slot){TAUT_CONSTRAINT_DISTANCE, place}, ends);
        int low = (ends[0] < ends[1] ? ends[0] : ends[1]) - def->first_particle;
        int high = (ends[0] < ends[1] ? ends[1] : ends[0]) - def->first_particle;
        if (low < 0 || high != low + 1 || high >= def->particle_count) {
            continue;
        }
        float rest = set->rest[place];
        *length = count == 0 ? rest : *length;
        ++count;
        if (fabsf(rest - *length) > 1e-3f * *length) {
            return taut_world_fail(world, TAUT_ERROR_INVALID,
                                   "the rope of the taut_winch_def has links of %g and %g m; a "
                                   "winch needs equal ones",
                                   (double)*length, (double)rest);
        }
    }
    if (count != def->particle_count - 1) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "particles %d to %d are joined by %d links; a rope of them has %d",
                               def->first_particle, def->first_particle + def->particle_count - 1,
                               count, def->particle_count - 1);
    }
    return TAUT_OK;
}

// Held, and there at once.
static void take_hold(taut_body* b, int particle, taut_vec3 at)
{
    b->hold[particle] |= TAUT_HOLD_GRABBED;
    b->hold[particle] &= (uint8_t)~TAUT_HOLD_PINNED;
    b->x[particle].x = at.x;
    b->x[particle].y = at.y;
    b->x[particle].z = at.z;
    taut_body_apply_hold(b, particle);
    b->before_x[particle] = b->x[particle];
}

taut_result taut_winch_create(taut_world* world, const taut_winch_def* def, taut_winch* winch)
{
    float length = 0.0f;
    if (world == NULL || check_def(world, def) != TAUT_OK ||
        find_links(world, def, &length) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (winch == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "winch is NULL: nowhere to put it");
    }
    float most = length * (float)(def->particle_count - 2);
    if (!(def->taken >= 0.0f && def->taken <= most)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_winch_def.taken is %g; it must lie in 0..%g",
                               (double)def->taken, (double)most);
    }
    taut_body* b = taut_world_find(world, def->body);
    taut_winch w = {.body = def->body,
                    .first_particle = def->first_particle,
                    .particle_count = def->particle_count,
                    .link_length = length,
                    .drum = def->drum,
                    .held_count = 1 + (int)floorf(def->taken / length),
                    .spacing = length};
    w.behind = def->taken - (float)(w.held_count - 1) * length;
    taut_vec3 way = direction(&w, b);
    for (int i = 0; i < w.held_count; ++i) {
        take_hold(b, w.first_particle + i, held_place(&w, way, i));
    }
    *winch = w;
    taut_call call = {.op = TAUT_CALL_WINCH,
                      .body = def->body,
                      .i = {def->first_particle, def->particle_count},
                      .f = {def->drum.x, def->drum.y, def->drum.z, def->taken}};
    return taut_call_done(world, b, &call);
}

// Turning -----------------------------------------------------------------------------------------

static taut_body* find_body(taut_world* world, const taut_winch* winch)
{
    if (winch == NULL || !(winch->link_length > 0.0f)) {
        (void)taut_world_fail(world, TAUT_ERROR_INVALID,
                              "the winch is none that taut_winch_create() made");
        return NULL;
    }
    taut_body* b = taut_world_find(world, winch->body);
    int count = winch->particle_count;
    bool sound = b != NULL && count <= b->particle_count && winch->first_particle >= 0 &&
                 winch->first_particle <= b->particle_count - count && winch->held_count >= 1 &&
                 winch->held_count < count;
    if (b != NULL && !sound) {
        (void)taut_world_fail(world, TAUT_ERROR_INVALID, "the winch is not of that body");
        return NULL;
    }
    return b;
}

// As far as rope is left: one link stays out, and the first particle in.
static float limit_way(const taut_winch* w, float way)
{
    if (way > 0.0f && w->held_count + 1 == w->particle_count) {
        float left = w->link_length - w->behind - 0.01f * w->link_length;
        return way < left ? way : left > 0.0f ? left : 0.0f;
    }
    if (way < 0.0f && w->held_count == 1) {
        float left = w->behind > 0.0f ? w->behind : 0.0f;
        return way > -left ? way : -left;
    }
    return way;
}

// How long the link that leaves the drum is.
static float length_outside(const taut_winch* w, const taut_body* b)
{
    int last = w->first_particle + w->held_count - 1;
    float length = distance(place_of(b, last), place_of(b, last + 1));
    float most = 1.2f * w->link_length, least = 0.8f * w->link_length;
    return length > most ? most : length < least ? least : length;
}

// Takes the first free particle in, from where it is: what its link is stretched by goes in too.
static taut_result take_in(taut_world* world, taut_winch* w, float away)
{
    int particle = w->first_particle + w->held_count;
    taut_result result = taut_body_pinned(world, w->body, particle)
                             ? TAUT_OK
                             : taut_body_grab(world, w->body, particle);
    if (result == TAUT_OK) {
        w->spacing = w->behind + away;
        w->behind = -away;
        w->held_count += 1;
    }
    return result;
}

// The particle before it holds the rope now, by a link that is as long as under this pull.
static taut_result give_out(taut_world* world, taut_winch* w)
{
    int particle = w->first_particle + w->held_count - 1;
    taut_result result = taut_body_release(world, w->body, particle, TAUT_RELEASE_THROW);
    if (result == TAUT_OK) {
        w->behind += w->spacing;
        w->held_count -= 1;
    }
    return result;
}

// Holds what comes to the drum in this step, and lets go of what leaves it, before either happens:
// they are then within a step's way of it, and go on at the rope's speed.
static taut_result pass_drum(taut_world* world, taut_winch* w, const taut_body* b, float way)
{
    float away = distance(place_of(b, w->first_particle + w->held_count), w->drum);
    bool comes = away < way || w->behind + way > 1.2f * w->link_length;
    if (way > 0.0f && comes && w->held_count + 1 < w->particle_count) {
        return take_in(world, w, away < w->link_length ? away : w->link_length);
    }
    if (way < 0.0f && w->behind + way < 0.0f && w->held_count > 1) {
        return give_out(world, w);
    }
    w->spacing = length_outside(w, b);
    return TAUT_OK;
}

taut_result taut_winch_turn(taut_world* world, taut_winch* winch, float speed, float dt)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    const taut_body* b = find_body(world, winch);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    bool sound = dt > 0.0f && isfinite(dt) && fabsf(speed) * dt <= winch->link_length;
    if (!sound) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "speed is %g and dt %g; a winch takes in at most a link of %g m per "
                               "step",
                               (double)speed, (double)dt, (double)winch->link_length);
    }
    taut_winch w = *winch;
    float way = limit_way(&w, speed * dt);
    if (pass_drum(world, &w, b, way) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    w.behind += way;
    w.speed = way / dt;
    taut_vec3 out = direction(&w, b);
    for (int i = 0; i < w.held_count; ++i) {
        taut_result result =
            taut_body_set_target(world, w.body, w.first_particle + i, held_place(&w, out, i));
        if (result != TAUT_OK) {
            return result;
        }
    }
    *winch = w;
    return TAUT_OK;
}

taut_result taut_winch_move(taut_world* world, taut_winch* winch, taut_vec3 drum)
{
    if (world == NULL || find_body(world, winch) == NULL ||
        taut_world_check_place(world, "drum", drum) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    winch->drum = drum;
    return TAUT_OK;
}

taut_result taut_winch_read(taut_world* world, const taut_winch* winch, float* length_out,
                            float* pull)
{
    if (world == NULL || find_body(world, winch) == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (length_out != NULL) {
        *length_out =
            winch->link_length * (float)(winch->particle_count - winch->held_count) - winch->behind;
    }
    // Links inside pull held particles against one another, which comes to nothing in the sum.
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < winch->held_count; ++i) {
        taut_reaction reaction = {0};
        (void)taut_body_reaction(world, winch->body, winch->first_particle + i, &reaction);
        sum = taut_vec3_add(sum, reaction.force);
    }
    if (pull != NULL) {
        *pull = sqrtf(taut_vec3_dot(sum, sum));
    }
    return TAUT_OK;
}
