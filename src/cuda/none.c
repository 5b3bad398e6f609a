// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// In place of cuda/device.c in builds without CUDA, where no world has a device.

#include "world.h"

bool taut_device_answers(void)
{
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

void taut_world_take_device(taut_world* world, taut_body* body)
{
    (void)world;
    (void)body;
}

void taut_device_step(taut_world* world, const taut_step* s)
{
    (void)world;
    (void)s;
}
