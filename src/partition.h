// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Cutting a body's particles into clusters that fit a cache or a thread block. Pure functions of
// positions and constraints: no state, no addresses, no threads.

#pragma once

#include "base/alloc.h"
#include "math/scalar.h"

// Most particles of a cluster, and of a body that is not cut at all.
#define TAUT_CLUSTER_PARTICLES 4096
#define TAUT_WHOLE_PARTICLES 4096

// Most particles of a part, in a body of so many; and of a cluster that reaches across parts.
// docs/decisions/0034.
int taut_partition_part(int count);
int taut_partition_across(int count);

// Whether bands would do better than parts, in a body of so many. docs/decisions/0050.
bool taut_partition_tries_bands(int count);

// Cuts by position: halves along the longest side until every part is small enough.
// @param cluster receives the cluster of each particle
// @return how many clusters, 0 when memory is short
int taut_partition_by_position(const taut_allocator* allocator, const taut_float4* x, int count,
                               int32_t* cluster);

// The same across one axis alone, the longest: no band has more than two neighbours.
int taut_partition_in_bands(const taut_allocator* allocator, const taut_float4* x, int count,
                            int32_t* cluster);

// Constraints as seen from their particles: those of constraint i are particles[4 i ..], the unused
// ones -1.
typedef struct taut_incidence {
    const int32_t* particles;
    int constraint_count;
    int particle_count;
} taut_incidence;

// Cuts along connections: grows clusters over the constraints numbered in pick[0..pick_count) until
// they are full. At least the first of them lies within one cluster, so that calling this again on
// what is left comes to an end.
// @param most    particles of a cluster
// @param cluster receives the cluster of each particle, -1 for those no picked constraint touches
// @return how many clusters, 0 when memory is short
int taut_partition_by_links(const taut_allocator* allocator, const taut_incidence* all,
                            const int32_t* pick, int pick_count, int most, int32_t* cluster);
