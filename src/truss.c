// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reading the stress of trusses, and loads that roll over them.

#include <math.h>

#include "taut/taut_truss.h"
#include "world.h"

static taut_result check_truss(taut_world* world, const taut_body* b, const taut_truss_def* def,
                               const taut_part* part)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_truss_def) || def->members == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the taut_truss_def is not one that a truss was made from");
    }
    if (part == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "part is NULL: where is the truss?");
    }
    int last = b->blueprint->added_count - def->member_count;
    if (def->member_count < 0 || part->first_constraint < 0 || part->first_constraint > last) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "part->first_constraint is %d; the body has %d constraints and the "
                               "truss %d members",
                               part->first_constraint, b->blueprint->added_count,
                               def->member_count);
    }
    return TAUT_OK;
}

static taut_member_state state_of(const taut_truss_member* member, float force)
{
    float stress = force / member->area;
    return (taut_member_state){
        .force = force, .stress = stress, .utilisation = fabsf(stress) / member->yield_stress};
}

taut_result taut_truss_read(taut_world* world, taut_body_id body, const taut_truss_def* def,
                            const taut_part* part, taut_member_state* members,
                            taut_truss_state* state)
{
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_ALL);
    if (b == NULL || check_truss(world, b, def, part) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_truss_state worst = {.worst_member = -1, .load_factor = INFINITY};
    for (int i = 0; i < def->member_count; ++i) {
        float force = 0.0f;
        if (taut_body_forces(world, body, part->first_constraint + i, 1, &force) != TAUT_OK) {
            return TAUT_ERROR_INVALID;
        }
        taut_member_state its = state_of(&def->members[i], force);
        bool yields = isfinite(def->members[i].yield_stress);
        if (yields && (worst.worst_member < 0 || its.utilisation > worst.utilisation)) {
            worst.worst_member = i;
            worst.utilisation = its.utilisation;
        }
        worst.yielding_count += yields && its.utilisation >= 1.0f;
        if (members != NULL) {
            members[i] = its;
        }
    }
    worst.load_factor = worst.utilisation > 0.0f ? 1.0f / worst.utilisation : INFINITY;
    if (state != NULL) {
        *state = worst;
    }
    return TAUT_OK;
}

// Rolling loads -----------------------------------------------------------------------------------

static taut_result check_path(taut_world* world, const taut_body* b, const taut_path_load* load)
{
    if (load == NULL || load->particles == NULL || load->count < 2) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_path_load.particles has %d particles; a path needs two",
                               load == NULL || load->particles == NULL ? 0 : load->count);
    }
    for (int i = 0; i < load->count; ++i) {
        if (load->particles[i] < 0 || load->particles[i] >= b->particle_count) {
            return taut_world_fail(world, TAUT_ERROR_INVALID,
                                   "taut_path_load.particles[%d] is %d; the body has %d particles, "
                                   "counted from 0",
                                   i, load->particles[i], b->particle_count);
        }
    }
    if (!isfinite(load->position)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_path_load.position is %g; it must be finite",
                               (double)load->position);
    }
    return taut_world_check_vector(world, "taut_path_load.force", load->force);
}

// Between which of the path's particles a position lies, and how far along; -1 past the ends.
static int find_on_path(const taut_body* b, const taut_path_load* load, float* part)
{
    float left = load->position;
    for (int i = 0; i + 1 < load->count && left >= 0.0f; ++i) {
        taut_vec3 way = taut_vec3_sub(taut_vec3_of(b->x[load->particles[i + 1]]),
                                      taut_vec3_of(b->x[load->particles[i]]));
        float length = sqrtf(taut_vec3_dot(way, way));
        if (left <= length && length > 0.0f) {
            *part = left / length;
            return i;
        }
        left -= length;
    }
    return -1;
}

taut_result taut_body_load_path(taut_world* world, taut_body_id body, taut_path_load* load)
{
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_ALL);
    if (b == NULL || check_path(world, b, load) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    float part = 0.0f;
    int segment = find_on_path(b, load, &part);
    load->on_path = segment >= 0;
    if (!load->on_path) {
        return TAUT_OK;
    }
    int near = load->particles[segment], far = load->particles[segment + 1];
    taut_vec3 a = taut_vec3_of(b->x[near]);
    taut_vec3 way = taut_vec3_sub(taut_vec3_of(b->x[far]), a);
    load->place = taut_vec3_add(a, taut_vec3_scale(way, part));
    taut_result result =
        taut_body_add_force(world, body, near, taut_vec3_scale(load->force, 1.0f - part));
    return result == TAUT_OK
               ? taut_body_add_force(world, body, far, taut_vec3_scale(load->force, part))
               : result;
}
