// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The part of a step that air and gas play (backend/surface.h).

#include "backend/surface.h"
#include "step.h"

typedef struct section {
    const taut_run* run;
    const taut_gas* gas;
    double dl;
} section;

static int part_count(const taut_run* r)
{
    return r->work->body->blueprint->schedule.seating.part_count;
}

// Air ---------------------------------------------------------------------------------------------

static void sample_task(void* context, int part)
{
    const taut_run* r = ((const section*)context)->run;
    taut_air_sample(&r->step, r->work, part);
}

static void push_task(void* context, int block)
{
    const taut_run* r = ((const section*)context)->run;
    int first = block * TAUT_SURFACE_BLOCK;
    int end = first + TAUT_SURFACE_BLOCK;
    int count = r->work->surface.element_count;
    r->stages->air(&r->step, r->work, first, end < count ? end : count);
}

static void meet_task(void* context, int part)
{
    taut_air_meet(((const section*)context)->run->work, part);
}

static void gather_task(void* context, int part)
{
    const taut_run* r = ((const section*)context)->run;
    taut_air_gather(&r->step, r->work, part);
}

void taut_run_open_air(taut_run* r)
{
    taut_surface_open(r->work);
    if (r->work->body->blown) {
        section c = {.run = r};
        taut_run_each(r, part_count(r), sample_task, &c);
    }
}

void taut_run_blow(taut_run* r)
{
    section c = {.run = r};
    taut_run_each(r, part_count(r), meet_task, &c);
    taut_run_each(r, taut_surface_block_count(r->work->surface.element_count), push_task, &c);
    taut_run_each(r, part_count(r), gather_task, &c);
}

// Gas ---------------------------------------------------------------------------------------------

static void size_task(void* context, int block)
{
    const section* c = context;
    taut_gas_size(c->run->work, c->gas, block);
}

static void slope_task(void* context, int part)
{
    const section* c = context;
    taut_gas_slope(c->run->work, c->gas, part);
}

static void move_task(void* context, int part)
{
    const section* c = context;
    taut_gas_move(c->run->work, part, c->dl);
}

static double sum_of(const taut_run* r, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        sum += r->work->surface.sums[i];
    }
    return sum;
}

static double volume_of(const taut_run* r, const taut_gas* gas)
{
    if (gas->loop) {
        return taut_gas_loop_area(r->work, gas);
    }
    section c = {.run = r, .gas = gas};
    int blocks = taut_surface_block_count(gas->count);
    taut_run_each(r, blocks, size_task, &c);
    return sum_of(r, blocks);
}

static double weight_of(const taut_run* r, const taut_gas* gas)
{
    if (gas->loop) {
        return taut_gas_loop_weight(r->work, gas);
    }
    section c = {.run = r, .gas = gas};
    taut_run_each(r, part_count(r), slope_task, &c);
    return sum_of(r, part_count(r));
}

static void move(const taut_run* r, const taut_gas* gas, double dl)
{
    section c = {.run = r, .gas = gas, .dl = dl};
    if (gas->loop) {
        taut_gas_loop_move(r->work, gas, dl);
    } else {
        taut_run_each(r, part_count(r), move_task, &c);
    }
}

void taut_run_press(taut_run* r, int i)
{
    const taut_blueprint* p = r->work->body->blueprint;
    r->work->surface.swept = true;
    for (int k = 0; k < p->gas_count; ++k) {
        taut_body_gas_run* gas = &r->work->body->gases[k];
        if (taut_gas_open(gas)) {
            gas->lambda = 0.0;
            continue;
        }
        double volume = volume_of(r, &p->gases[k]);
        double weight = weight_of(r, &p->gases[k]);
        double dl = taut_gas_press(gas, volume, weight, (double)r->step.h, i);
        if (weight > 0.0) {
            move(r, &p->gases[k], dl);
        }
    }
}

void taut_run_close_gas(taut_run* r)
{
    const taut_blueprint* p = r->work->body->blueprint;
    r->work->surface.swept = false;
    for (int k = 0; k < p->gas_count; ++k) {
        taut_body_gas_run* gas = &r->work->body->gases[k];
        double volume = volume_of(r, &p->gases[k]);
        taut_gas_close(gas, volume, (double)r->step.h, (double)r->step.inverse_h);
    }
}
