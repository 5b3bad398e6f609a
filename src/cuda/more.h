// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What few bodies ask for of their blueprint, on the device, beside the plan that all have
// (plan.h): the surface that air and gas act on, gases, friction,
// trees, limits, what touching asks for.

#pragma once

#include "cuda/driver.h"
#include "pair_links.h"

typedef struct taut_cuda_more {
    taut_blueprint* of;              // held, so that no other comes to lie where it is
    bool airy;                       // with the links that count as ropes
    int holders;                     // bodies
    void* memory;                    // on the device
    size_t bytes;                    // of it
    taut_cuda_elements elements[2];  // triangles alone, and with ropes
    taut_gas* gases;
    float *friction[TAUT_CONSTRAINT_KIND_COUNT], *strength[TAUT_CONSTRAINT_KIND_COUNT];
    float* stretch[TAUT_CONSTRAINT_KIND_COUNT];
    taut_trees trees;
    int32_t *loop_particles, *seat_of;  // NULL where no gas is in a loop, and nothing touches
    bool touchy;                        // its particles touch others
    taut_float4* start;                 // which asks for these
    taut_pair_links links;              // in both directions (linked.h)
    uint8_t *parted, *seen;             // by particle: as in taut_topology, and whether anything
                                        // near was seen in the step; NULL where nothing came apart
    struct taut_cuda_more* next;
} taut_cuda_more;

// Whether a body asks for any of it.
bool taut_cuda_more_wanted(const taut_body* body);

// Those of a body's blueprint among `list`, or new ones; NULL when memory is short. One holder
// more.
taut_cuda_more* taut_cuda_more_hold(taut_driver* driver, taut_cuda_more** list,
                                    const taut_body* body);

// Where a job's blueprint has them.
void taut_cuda_more_into(const taut_cuda_more* more, taut_blueprint* there);

// One holder less, if there are any; the last one takes them along.
void taut_cuda_more_drop(taut_driver* driver, taut_cuda_more** list, taut_cuda_more* more);
