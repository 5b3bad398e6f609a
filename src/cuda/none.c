// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// In place of cuda/device.c in builds without CUDA, where no world has a device.

#include "world.h"

bool taut_device_answers(const char** why)
{
    *why = "this build has no kernels for GPUs: it was made without nvcc, or with TAUT_CUDA off "
           "(`make` has it on)";
    return false;
}

taut_result taut_world_open_device(taut_world* world, taut_error* error)
{
    (void)world;
    (void)error;
    return TAUT_OK;
}

void taut_world_close_device(taut_world* world)
{
    (void)world;
}

bool taut_world_give_device(taut_world* world, taut_body* body)
{
    (void)world;
    (void)body;
    return true;
}

bool taut_world_give_device_air(taut_world* world, taut_body* body)
{
    (void)world;
    (void)body;
    return true;
}

bool taut_world_give_device_contacts(taut_world* world, taut_body* body)
{
    (void)world;
    (void)body;
    return true;
}

void taut_world_learn_colliders(taut_world* world)
{
    (void)world;
}

void taut_world_take_device(taut_world* world, taut_body* body)
{
    (void)world;
    (void)body;
}

size_t taut_device_bytes(const taut_world* world)
{
    (void)world;
    return 0;
}

size_t taut_device_host_bytes(const taut_world* world)
{
    (void)world;
    return 0;
}

int taut_device_lost_bodies(const taut_world* world)
{
    (void)world;
    return 0;
}

bool taut_device_tell(const taut_world* world, taut_device_info* info)
{
    (void)world;
    (void)info;
    return false;
}

void taut_device_open_crowds(const taut_world* world, const taut_step* s)
{
    (void)world;
    (void)s;
}

void taut_device_read_pairs(const taut_world* world, uint32_t realm, struct taut_pairs* pairs)
{
    (void)world;
    (void)realm;
    (void)pairs;
}

bool taut_device_open(const taut_world* world, const taut_step* s, taut_body* body)
{
    (void)world;
    (void)s;
    (void)body;
    return false;
}

bool taut_device_all_go_on(const taut_world* world, taut_step* s)
{
    (void)world;
    (void)s;
    return false;
}

bool taut_device_goes_on(const taut_world* world, const taut_step* s, const taut_body* body)
{
    (void)world;
    (void)s;
    (void)body;
    return false;
}

bool taut_device_note(taut_body* body, int particle, taut_float4 v, bool rests)
{
    (void)body;
    (void)particle;
    (void)v;
    (void)rests;
    return false;
}

bool taut_device_begin(taut_world* world, const taut_step* s)
{
    (void)world;
    (void)s;
    return false;
}

void taut_device_end(taut_world* world, const taut_step* s)
{
    (void)world;
    (void)s;
}

bool taut_device_calm(const taut_world* world)
{
    (void)world;
    return false;
}

bool taut_device_finite(const taut_body* body)
{
    (void)body;
    return true;
}

bool taut_device_fast(const taut_body* body)
{
    (void)body;
    return true;
}

bool taut_device_forsook(taut_body* body)
{
    (void)body;
    return false;
}

void taut_world_give_device_joins(taut_world* world, const taut_body* body)
{
    (void)world;
    (void)body;
}

taut_stay taut_device_stay_of(const taut_world* world, const taut_body* body, taut_body_id* whose)
{
    (void)world;
    (void)body;
    *whose = (taut_body_id){0};
    return TAUT_STAY_NO_DEVICE;
}

void taut_device_rest(taut_body* body)
{
    (void)body;
}

size_t taut_device_own_bytes(const taut_world* world)
{
    (void)world;
    return 0;
}

bool taut_state_gather(taut_world* world, const taut_span* spans, int count, taut_vec3* positions,
                       taut_vec3* velocities)
{
    (void)world;
    (void)spans;
    (void)count;
    (void)positions;
    (void)velocities;
    return false;
}

taut_result taut_state_deliver(const taut_world* world, const taut_span* spans, int count,
                               taut_vec3* positions, taut_vec3* velocities)
{
    (void)world;
    (void)spans;
    (void)count;
    (void)positions;
    (void)velocities;
    return TAUT_ERROR_BACKEND_UNAVAILABLE;
}

void taut_state_read(const taut_body* body, unsigned state)
{
    (void)body;
    (void)state;
}

void taut_state_own(taut_body* body)
{
    (void)body;
}

void taut_state_own_particle(taut_body* body, int particle)
{
    (void)body;
    (void)particle;
}

void taut_state_own_gas(taut_body* body)
{
    (void)body;
}

void taut_state_rebuilt(taut_body* body)
{
    (void)body;
}

bool taut_device_overloaded(const taut_body* body)
{
    (void)body;
    return true;
}

void taut_state_replace(taut_body* body)
{
    (void)body;
}

void taut_state_prefetch(const taut_body* body)
{
    (void)body;
}

bool taut_state_view(const taut_body* body, taut_device_view* view)
{
    (void)body;
    (void)view;
    return false;
}
