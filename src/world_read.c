// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reading a world: views, normals, interpolation, constraint states, reactions.

#include <math.h>

#include "world.h"

static taut_result no_room(taut_world* world, const char* what)
{
    return taut_world_fail(world, TAUT_ERROR_INVALID, "%s is NULL: nowhere to put the answer",
                           what);
}

// Views -------------------------------------------------------------------------------------------

static taut_vec3_view view_of(const taut_float4* a, int count)
{
    return (taut_vec3_view){&a->x, count, 4};
}

taut_vec3_view taut_body_positions(const taut_world* world, taut_body_id body)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_X);
    return b != NULL ? view_of(b->x, b->particle_count) : (taut_vec3_view){0};
}

taut_vec3_view taut_body_velocities(const taut_world* world, taut_body_id body)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_V);
    return b != NULL ? view_of(b->v, b->particle_count) : (taut_vec3_view){0};
}

float taut_body_mass(const taut_world* world, taut_body_id body, int particle)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    bool known = b != NULL && particle >= 0 && particle < b->particle_count;
    return known ? 1.0f / b->inverse_mass[particle] : 0.0f;
}

taut_vec3_view taut_body_normals(taut_world* world, taut_body_id body)
{
    taut_body* b = taut_world_find_at(world, body, TAUT_STATE_X);
    if (b == NULL || b->normal == NULL) {
        return (taut_vec3_view){0};
    }
    b->run->normals(b, world->rooms[0].memory);  // which is there for any body of the world
    return (taut_vec3_view){&b->normal->x, b->particle_count, 3};
}

taut_result taut_body_interpolate(taut_world* world, taut_body_id body, float blend, taut_vec3* out,
                                  int capacity)
{
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_X | TAUT_STATE_BEFORE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (out == NULL) {
        return no_room(world, "out");
    }
    if (capacity < b->particle_count) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "capacity is %d; the body has %d particles", capacity,
                               b->particle_count);
    }
    if (!(blend >= 0.0f && blend <= 1.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "blend is %g; it must lie in 0..1",
                               (double)blend);
    }
    for (int i = 0; i < b->particle_count; ++i) {
        taut_vec3 before = taut_vec3_of(b->before_x[i]);
        taut_vec3 after = taut_vec3_of(b->x[i]);
        taut_vec3 part = taut_vec3_scale(taut_vec3_sub(after, before), blend);
        out[i] = taut_vec3_add(before, part);
    }
    return TAUT_OK;
}

// Constraints -------------------------------------------------------------------------------------

// Newtons per unit of multiplier. A tether's gathers over the step.
static float force_scale(const taut_body* b, int kind)
{
    bool gathered = kind == TAUT_CONSTRAINT_TETHER && b->last_substeps > 0;
    return gathered ? b->last_scale / (float)b->last_substeps : b->last_scale;
}

// Tension counts as positive, and a multiplier that pulls together is negative.
static float force_at(const taut_body* b, taut_slot slot)
{
    bool live = taut_set_has(&b->blueprint->sets[slot.kind], slot.place);
    return live ? -b->lambda[slot.kind][slot.place] * force_scale(b, slot.kind) : 0.0f;
}

taut_result taut_body_constraint(taut_world* world, taut_body_id body, int index,
                                 taut_constraint_state* state)
{
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_X | TAUT_STATE_LAMBDA);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (state == NULL) {
        return no_room(world, "state");
    }
    if (index < 0 || index >= b->blueprint->slot_count) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "index is %d; the body has %d constraints, counted from 0", index,
                               b->blueprint->slot_count);
    }
    taut_slot slot = b->blueprint->slots[index];
    const taut_constraint_set* set = &b->blueprint->sets[slot.kind];
    float compliance = set->compliance[slot.place];
    *state = (taut_constraint_state){
        .kind = (taut_constraint_kind)slot.kind,
        .particles = {-1, -1, -1, -1},
        .rest = taut_body_rest(b, slot),
        .value = taut_body_evaluate(b, slot).value,
        .force = force_at(b, slot),
        .asked = compliance > 0.0f ? 1.0f / compliance : INFINITY,
        .broken = !taut_set_has(set, slot.place),
    };
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(b->blueprint, slot, particles);
    for (int i = 0; i < TAUT_CONSTRAINT_MAX_PARTICLES; ++i) {
        state->particles[i] = particles[i];
    }
    float play = set->any_play ? set->play[slot.place] : 0.0f;
    float beyond = taut_beyond_play(state->value, play);
    bool loaded = beyond != 0.0f && state->force != 0.0f;
    state->achieved = loaded ? state->force / beyond : NAN;
    return TAUT_OK;
}

taut_result taut_body_forces(taut_world* world, taut_body_id body, int first, int count, float* out)
{
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_LAMBDA);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (out == NULL) {
        return no_room(world, "out");
    }
    if (first < 0 || count < 0 || count > b->blueprint->slot_count - first) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "first is %d and count %d; the body has %d constraints", first,
                               count, b->blueprint->slot_count);
    }
    for (int i = 0; i < count; ++i) {
        out[i] = force_at(b, b->blueprint->slots[first + i]);
    }
    return TAUT_OK;
}

taut_result taut_body_user_force(taut_world* world, taut_body_id body, int index, float* force)
{
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (force == NULL) {
        return no_room(world, "force");
    }
    if (index < 0 || index >= b->blueprint->user_count) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "index is %d; the body has %d user constraints, counted from 0",
                               index, b->blueprint->user_count);
    }
    *force = b->user_lambda[index] * force_scale(b, TAUT_CONSTRAINT_DISTANCE);
    return TAUT_OK;
}

// Reactions ---------------------------------------------------------------------------------------

// Twice the way from one particle to another half-way through the last step.
static taut_vec3 way_in_between(const taut_body* b, int from, int to)
{
    taut_vec3 after = taut_vec3_sub(taut_vec3_of(b->x[to]), taut_vec3_of(b->x[from]));
    taut_vec3 before =
        taut_vec3_sub(taut_vec3_of(b->before_x[to]), taut_vec3_of(b->before_x[from]));
    return taut_vec3_add(before, after);
}

// What the tethers that end at a pin pull it with: their multipliers, which gathered over the step,
// along where they pointed half-way through it.
static taut_vec3 tether_pull(const taut_body* b, int pin)
{
    const taut_constraint_set* set = &b->blueprint->sets[TAUT_CONSTRAINT_TETHER];
    float scale = force_scale(b, TAUT_CONSTRAINT_TETHER);
    double sum[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < set->place_count; ++i) {
        float lambda = b->lambda[TAUT_CONSTRAINT_TETHER][i];
        if (!taut_set_has(set, i) || lambda == 0.0f) {
            continue;
        }
        int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
        taut_blueprint_particles(b->blueprint, (taut_slot){TAUT_CONSTRAINT_TETHER, i}, ends);
        if (ends[1] != pin) {
            continue;
        }
        taut_vec3 d = way_in_between(b, ends[0], pin);
        double length = sqrt((double)taut_vec3_dot(d, d));
        double pull = length > 0.0 ? (double)(lambda * scale) / length : 0.0;
        sum[0] += pull * (double)d.x;
        sum[1] += pull * (double)d.y;
        sum[2] += pull * (double)d.z;
    }
    return (taut_vec3){(float)sum[0], (float)sum[1], (float)sum[2]};
}

taut_result taut_body_reaction(taut_world* world, taut_body_id body, int particle,
                               taut_reaction* reaction)
{
    const taut_body* b = taut_world_find_particle_at(world, body, particle, TAUT_STATE_ALL);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (reaction == NULL) {
        return no_room(world, "reaction");
    }
    *reaction = (taut_reaction){0};
    if ((b->hold[particle] & TAUT_HOLD_BITS) == 0 || b->last_substeps == 0) {
        return TAUT_OK;
    }
    float scale = -force_scale(b, TAUT_CONSTRAINT_DISTANCE) / (float)b->last_substeps;
    taut_vec3 links = taut_vec3_scale(taut_vec3_of(b->lo[particle]), scale);
    reaction->tether_force = taut_vec3_scale(tether_pull(b, particle), -1.0f);
    reaction->force = taut_vec3_add(links, reaction->tether_force);
    return TAUT_OK;
}
