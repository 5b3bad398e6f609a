// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Ways to run the kernels on the host by all threads of several blocks, for tests that look for
// races: a story is told on the CPU and then in each of them.

#pragma once

#include "cuda_story.h"

// Of src/cuda/driver_host.cpp and tests/cuda_threads.cpp.
extern int taut_driver_host_team, taut_driver_host_blocks, taut_driver_host_races;
extern unsigned taut_driver_host_order;

typedef struct way {
    int team, blocks;
    unsigned order;
} way;

static const way ways[] = {{8, 4, 0}, {3, 3, 1}, {5, 2, 77}, {4, 1, 0}};
enum { WAYS = sizeof ways / sizeof ways[0] };

static inline void go(way w)
{
    taut_driver_host_team = w.team;
    taut_driver_host_blocks = w.blocks;
    taut_driver_host_order = w.order;
}

static inline void check_way(const story* s, uint64_t host, way w)
{
    long taken = 0, stepped = 0;
    go(w);
    int before = taut_driver_host_races;
    uint64_t device = tell(s, TAUT_BACKEND_CUDA, &taken, &stepped);
    CHECK_MSG(host == device, "%s: other bits, way %d %d %u", s->name, w.team, w.blocks, w.order);
    CHECK_MSG(taut_driver_host_races == before, "%s: %d races, way %d %d %u", s->name,
              taut_driver_host_races - before, w.team, w.blocks, w.order);
    CHECK_MSG(taken > 0, "%s: not on the device", s->name);
}

// On the CPU, then in some ways.
static inline void check_these(const story* stories, size_t count, const way* some, int way_count,
                               int stride)
{
    taut_driver_host_spoils = true;
    for (size_t i = 0; i < count; ++i) {
        long taken = 0, stepped = 0;
        uint64_t host = tell(&stories[i], TAUT_BACKEND_SCALAR, &taken, &stepped);
        for (int k = 0; k < way_count; k += stride) {
            check_way(&stories[i], host, some[k]);
        }
    }
    taut_driver_host_spoils = false;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

static inline void check_some_ways(const story* stories, size_t count, int stride)
{
    check_these(stories, count, ways, WAYS, stride);
}

static inline void check_ways(const story* stories, size_t count)
{
    check_some_ways(stories, count, 1);
}
