// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The gases of bodies: the public calls.

#include <math.h>

#include "gas.h"
#include "record.h"

int taut_body_gas_count(const taut_world* world, taut_body_id body)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    return b != NULL ? b->blueprint->gas_count : 0;
}

// The body, where it has that gas; NULL with the error noted otherwise. Its gases may be changed,
// and that part of its state looked at.
static taut_body* find_gas(taut_world* world, taut_body_id body, int gas, unsigned state)
{
    taut_body* b = taut_world_find_at(world, body, state);
    if (b == NULL) {
        return NULL;
    }
    if (gas < 0 || gas >= b->blueprint->gas_count) {
        (void)taut_world_fail(world, TAUT_ERROR_INVALID, "gas is %d; the body has %d of them", gas,
                              b->blueprint->gas_count);
        return NULL;
    }
    taut_state_own_gas(b);
    return b;
}

static double volume_of(const taut_body* b, int gas)
{
    return taut_gas_volume(b->blueprint, &b->blueprint->gases[gas], b->x);
}

static taut_result done(taut_world* world, taut_body* b, taut_call_op op, taut_body_id body,
                        int gas, float value)
{
    taut_call call = {.op = op, .body = body, .i = {gas}, .f = {value}};
    return taut_call_done(world, b, &call);
}

taut_result taut_body_gas(taut_world* world, taut_body_id body, int gas, taut_gas_state* state)
{
    const taut_body* b = find_gas(world, body, gas, TAUT_STATE_X);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (state == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "state is NULL: nowhere to put it");
    }
    const taut_body_gas_run* run = &b->gases[gas];
    double volume = volume_of(b, gas);
    double pressed = run->amount > 0.0 ? (double)INFINITY : 0.0;
    *state = (taut_gas_state){
        .volume = volume,
        .gauge = taut_gas_open(run)
                     ? 0.0
                     : (volume > 0.0 ? run->amount / volume : pressed) - run->ambient,
        .applied = run->lambda * (double)b->last_scale,
        .amount = run->amount,
        .ambient = run->ambient,
        .hole = run->hole,
    };
    return TAUT_OK;
}

taut_result taut_body_set_pressure(taut_world* world, taut_body_id body, int gas, float gauge)
{
    taut_body* b = find_gas(world, body, gas, TAUT_STATE_X);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    taut_body_gas_run* run = &b->gases[gas];
    if (!((double)gauge >= -run->ambient && gauge <= 1e9f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "gauge is %g Pa; it must lie in %g (no gas at all) ..1e9",
                               (double)gauge, -run->ambient);
    }
    double volume = volume_of(b, gas);
    if (!(volume > 0.0)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the surface encloses %g; there is no pressure to set", volume);
    }
    run->amount = (run->ambient + (double)gauge) * volume;
    return done(world, b, TAUT_CALL_PRESSURE, body, gas, gauge);
}

taut_result taut_body_inflate(taut_world* world, taut_body_id body, int gas, float volume)
{
    taut_body* b = find_gas(world, body, gas, TAUT_STATE_NONE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (!(fabsf(volume) <= 1e12f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "volume is %g; it must be finite, and 1e12 at most", (double)volume);
    }
    taut_body_gas_run* run = &b->gases[gas];
    double amount = run->amount + run->ambient * (double)volume;
    run->amount = amount > 0.0 ? amount : 0.0;
    return done(world, b, TAUT_CALL_INFLATE, body, gas, volume);
}

taut_result taut_body_set_ambient(taut_world* world, taut_body_id body, int gas, float ambient)
{
    taut_body* b = find_gas(world, body, gas, TAUT_STATE_NONE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (!(ambient >= 0.0f && ambient <= 1e9f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "ambient is %g Pa; it must lie in 0..1e9",
                               (double)ambient);
    }
    b->gases[gas].ambient = (double)ambient;
    return done(world, b, TAUT_CALL_AMBIENT, body, gas, ambient);
}

taut_result taut_body_set_leak(taut_world* world, taut_body_id body, int gas, float area)
{
    taut_body* b = find_gas(world, body, gas, TAUT_STATE_NONE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (!(area >= 0.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "area is %g; it must be >= 0 (INFINITY for open wide)",
                               (double)area);
    }
    b->gases[gas].hole = (double)area;
    return done(world, b, TAUT_CALL_LEAK, body, gas, area);
}
